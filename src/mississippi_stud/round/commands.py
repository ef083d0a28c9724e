"""What can be asked of a round. Each command has a stable name and round-trips as JSON."""

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
    """What the commands about one position share."""

    position: int


class Place(_AtPosition, frozen=True, kw_only=True):
    """Place a wager before the deal. `unnoticed`: nobody sees before the first card that it breaks a limit."""

    wager: Wager
    cents: int
    tokens_cents: int = 0
    """What of it is promotional tokens."""
    unnoticed: bool = False
    carried: bool = False
    """Whether it is the jackpot wager that a void round left on the table."""


class Withdraw(_AtPosition, frozen=True, kw_only=True):
    """Take a wager back while the book still lets one."""

    wager: Wager


class Deal(CommandBase, frozen=True, kw_only=True):
    """No more bets, and every card that the method deals now; no cards: they will be known when exposed."""

    cards: tuple[Card, ...] | None = None


class Bet(_AtPosition, frozen=True, kw_only=True):
    """Place the open street's wager."""

    cents: int
    tokens_cents: int = 0
    unnoticed: bool = False


class BetAll(_AtPosition, frozen=True, kw_only=True):
    """Place the highest multiple on every street that remains."""


class BetBlind(_AtPosition, frozen=True, kw_only=True):
    """Place all three street wagers of a blind box."""

    cents: tuple[int, int, int]


class Fold(_AtPosition, frozen=True, kw_only=True):
    """Give up the hand."""


class Concede(_AtPosition, frozen=True, kw_only=True):
    """Give up the hand at settlement."""


class Leave(_AtPosition, frozen=True, kw_only=True):
    """The player is not there to decide, or goes away."""


class CannotFund(_AtPosition, frozen=True, kw_only=True):
    """The player has not the means for the open street's wager."""


class Forfeit(_AtPosition, frozen=True, kw_only=True):
    """The player told of the hand's cards, or mishandled them, and it is ruled a forfeit."""

    mishandled: bool = False
    """Whether the cards themselves were mishandled: that forfeits after the last community card too."""


class Retract(_AtPosition, frozen=True, kw_only=True):
    """The player takes all wagers back, where a ruling gave the option."""


class Reveal(CommandBase, frozen=True, kw_only=True):
    """Turn the next community card, or deal it where the method deals it now."""

    card: Card | None = None


class ShowHole(_AtPosition, frozen=True, kw_only=True):
    """Turn a hand's cards at settlement, where they were not known before."""

    cards: tuple[Card, Card]


class ShowBonus(CommandBase, frozen=True, kw_only=True):
    """Turn the four Six Card Bonus cards at settlement, where they were not known before."""

    cards: tuple[Card, Card, Card, Card]


class MeterPrize(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A prize that is decided outside the round: of a meter, an Envy Bonus, a bonus jackpot."""

    position: int
    wager: str
    pays: str
    won_cents: Cents
    clause: Clause
    holder: int | None = None
    """The position with the hand that it is for, where that is another's."""
    pending: bool = False
    """Whether somebody must validate it before it is paid."""
    of_meter: bool = True
    """Whether a meter pays it, and not the house; an Envy Bonus and a bonus jackpot never come from one."""


class Settle(CommandBase, frozen=True, kw_only=True):
    """Pay, push or collect every wager, in the book's order."""

    prizes: tuple[MeterPrize, ...] = ()


class VoidRound(CommandBase, frozen=True, kw_only=True):
    """A misdeal, or another ruling that makes the whole round void."""

    clause: Clause
    jackpots_back: bool = False
    """Whether jackpot wagers go back too where a misdeal would carry them."""
    forfeits: tuple[int, ...] = ()
    """Positions whose wagers are kept, and the clause that says so."""


Command = (
    Open | Place | Withdraw | Deal | Bet | BetAll | BetBlind | Fold | Concede | Leave | CannotFund | Forfeit
    | Retract | Reveal | ShowHole | ShowBonus | Settle | VoidRound
)  # fmt: skip
