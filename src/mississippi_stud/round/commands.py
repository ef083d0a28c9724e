"""The commands of a round. Each has a stable name and round-trips as JSON."""

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.messages import CommandBase
from mississippi_stud.money import Cents
from mississippi_stud.round.state import Setup
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Wager


class Open(CommandBase, frozen=True, kw_only=True):
    """Begin a round."""

    setup: Setup


class _AtPosition(CommandBase, frozen=True, kw_only=True):
    """The base of the commands about one position."""

    position: int


class Place(_AtPosition, frozen=True, kw_only=True):
    """Place a wager before the deal. `unnoticed`: nobody notices before the first card that it breaks a limit."""

    wager: Wager
    cents: int
    tokens_cents: int = 0
    """How much of it is in promotional tokens."""
    unnoticed: bool = False
    carried: bool = False
    """Whether it is the jackpot wager carried over from a void round."""


class Withdraw(_AtPosition, frozen=True, kw_only=True):
    """Withdraw a wager while the book still allows it."""

    wager: Wager


class Deal(CommandBase, frozen=True, kw_only=True):
    """Close the betting and deal every card that the method deals now; without `cards`, they are named when exposed."""

    cards: tuple[Card, ...] | None = None


class Bet(_AtPosition, frozen=True, kw_only=True):
    """Place the wager of the open street."""

    cents: int
    tokens_cents: int = 0
    unnoticed: bool = False
    secret: bool = False
    """Whether it is a secret wager of a tournament."""


class BetAll(_AtPosition, frozen=True, kw_only=True):
    """Place the highest multiple on every remaining street."""


class BetBlind(_AtPosition, frozen=True, kw_only=True):
    """Place all three street wagers of a blind box."""

    cents: tuple[int, int, int]


class Fold(_AtPosition, frozen=True, kw_only=True):
    """Give up the hand."""


class Concede(_AtPosition, frozen=True, kw_only=True):
    """Give up the hand at settlement."""


class Leave(_AtPosition, frozen=True, kw_only=True):
    """Record that the player is absent when it is time to decide, or leaves."""


class CannotFund(_AtPosition, frozen=True, kw_only=True):
    """Record that the player cannot fund the wager of the open street."""


class Forfeit(_AtPosition, frozen=True, kw_only=True):
    """Forfeit a hand by ruling, because the player disclosed or mishandled its cards."""

    mishandled: bool = False
    """Whether the cards were mishandled, which forfeits the hand even after the last community card."""


class Retract(_AtPosition, frozen=True, kw_only=True):
    """Take back all wagers, where a ruling gave the player that option."""


class Reveal(CommandBase, frozen=True, kw_only=True):
    """Turn the next community card, or deal it if the method deals it only now."""

    card: Card | None = None


class ShowHole(_AtPosition, frozen=True, kw_only=True):
    """Turn a hand's cards at settlement, if they were not known before."""

    cards: tuple[Card, Card]


class ShowBonus(CommandBase, frozen=True, kw_only=True):
    """Turn the four Six Card Bonus cards at settlement, if they were not known before."""

    cards: tuple[Card, Card, Card, Card]


class MeterPrize(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A prize that is decided outside the round: from a meter, an Envy Bonus or a bonus jackpot."""

    position: int
    wager: str
    pays: str
    won_cents: Cents
    clause: Clause
    holder: int | None = None
    """The position whose hand earned it, if that is another player's."""
    pending: bool = False
    """Whether it must be validated before it is paid."""
    of_meter: bool = True
    """Whether a meter pays it rather than the house; an Envy Bonus or a bonus jackpot never comes from a meter."""


class Settle(CommandBase, frozen=True, kw_only=True):
    """Pay, push or collect every wager, in the book's order."""

    prizes: tuple[MeterPrize, ...] = ()


class VoidRound(CommandBase, frozen=True, kw_only=True):
    """Void the whole round, for a misdeal or by another ruling."""

    clause: Clause
    jackpots_back: bool = False
    """Whether jackpot wagers are returned too, where a misdeal would carry them over."""
    forfeits: tuple[int, ...] = ()
    """Positions whose wagers are forfeited, and the clause that says so."""


Command = (
    Open | Place | Withdraw | Deal | Bet | BetAll | BetBlind | Fold | Concede | Leave | CannotFund | Forfeit
    | Retract | Reveal | ShowHole | ShowBonus | Settle | VoidRound
)  # fmt: skip
