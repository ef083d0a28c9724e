"""The state of a round: frozen, and built from events alone."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks.model import Clause, Rulebook, WagerRule
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager

_ANTE: Final = Wager.ANTE
"""Read on every command; in Python 3.11 looking up a global is faster than looking up a member of an enum."""


class Bounds(msgspec.Struct, frozen=True):
    """What a wager area takes: the minimum, the maximum and the step."""

    minimum_cents: Cents = Cents(1)
    maximum_cents: Cents | None = None
    unit_cents: Cents | None = None
    """The step above the minimum, if the sign names one."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What is fixed before a round begins: who sits where, what is offered, and what the sign says."""

    dealing: str
    seats: tuple[tuple[int, str], ...]
    """Positions and players; a player's first position is where they sit, the others are blind boxes."""
    limits: Mapping[Wager, Bounds] = {}
    personal: Mapping[str, Mapping[Wager, Bounds]] = {}
    """Limits agreed with a player, in place of the sign's."""
    kept: Mapping[str, Mapping[Wager, Bounds]] = {}
    """The earlier limits kept by players who were seated when the minimum was raised."""
    tables: Mapping[Wager, str] = {}
    """The pay table chosen for each wager that is offered, by name."""
    signs: Mapping[Wager, Mapping[str, str]] = {}
    """What the sign pays by hand, for a wager whose pay table the book leaves to the sign."""
    costs_cents: Mapping[Wager, Cents] = {}
    """What a jackpot or progressive wager costs at this table."""
    burn: bool = False
    max_payout_cents: Cents | None = None
    chips_cents: tuple[Cents, ...] = ()
    meter: str = ""
    """The meter that the table's jackpot wagers go to."""
    warned: tuple[tuple[str, str], ...] = ()
    """Players and rules: who was warned in an earlier round and will not be spared again."""
    carried_cents: Mapping[int, Cents] = {}
    """Jackpot wagers carried over from a void round, by position."""


class Phase(StrEnum):
    """How far a round has come."""

    BETTING = "betting"
    THIRD_STREET = "third-street"
    FOURTH_STREET = "fourth-street"
    FIFTH_STREET = "fifth-street"
    SHOWDOWN = "showdown"
    SETTLED = "settled"
    VOID = "void"


STREET_OF: Final = {
    Phase.THIRD_STREET: Wager.THIRD_STREET,
    Phase.FOURTH_STREET: Wager.FOURTH_STREET,
    Phase.FIFTH_STREET: Wager.FIFTH_STREET,
}
OVER: Final = (Phase.SETTLED, Phase.VOID)
NEXT: Final = {
    Phase.BETTING: Phase.THIRD_STREET,
    Phase.THIRD_STREET: Phase.FOURTH_STREET,
    Phase.FOURTH_STREET: Phase.FIFTH_STREET,
    Phase.FIFTH_STREET: Phase.SHOWDOWN,
}


class Outcome(StrEnum):
    """The outcome of a wager."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    FORFEIT = "forfeit"
    VOID = "void"
    CARRIED = "carried"
    PENDING = "pending"
    """A prize of the meter that is waiting to be validated."""


class Stake(msgspec.Struct, frozen=True):
    """A wager on the layout."""

    cents: Cents
    counted_cents: Cents
    """How much of it is paid or collected; the rest goes back to the player."""
    tokens_cents: Cents = Cents(0)
    """How much of it is in promotional tokens."""
    found: Clause | None = None
    """The clause that applies to a wager outside its limits, once it is discovered."""
    warning: str = ""
    """What its owner is warned of when it is discovered."""
    returned: bool = False
    """Whether it is returned whatever the result."""
    carried: bool = False
    """Whether it was carried over from a void round."""
    secret: bool = False
    """Whether nobody else sees how much it is before the round is over: a secret wager of a tournament."""


class Ending(StrEnum):
    """How a hand left the round before it was settled."""

    FOLDED = "folded"
    ABANDONED = "abandoned"
    CONCEDED = "conceded"
    FORFEITED = "forfeited"
    UNFUNDED = "unfunded"
    """The player could not fund a street and had been warned."""
    VOID = "void"
    """The player could not fund a street for the first time."""
    MISDEALT = "misdealt"
    """Void by a ruling on this hand alone: its wagers are treated as after a misdeal."""
    RETURNED = "returned"
    """Out of the round by a ruling or a retraction: every wager is returned, the jackpot wager included."""


class PlayerHand(msgspec.Struct, frozen=True, kw_only=True):
    """A betting position in a round."""

    position: int
    player: str
    blind: bool
    stakes: Mapping[Wager, Stake] = {}
    hole: tuple[Card | None, ...] = ()
    ending: Ending | None = None
    ended_on: Wager | None = None
    ending_clause: Clause | None = None

    @property
    def live(self) -> bool:
        """Whether the hand was dealt and is still in the round."""
        return self.ending is None and _ANTE in self.stakes

    @property
    def ante_cents(self) -> Cents:
        """The counted part of the ante."""
        return self.stakes[_ANTE].counted_cents


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one wager, or what a player received for another's hand."""

    position: int
    wager: str
    outcome: Outcome
    pays: str | None = None
    won_cents: Cents = Cents(0)
    returned_cents: Cents = Cents(0)
    clause: Clause
    cut_cents: Cents = Cents(0)
    """How much a cap took off."""
    cap: Clause | None = None
    found: Clause | None = None
    """The clause that was applied to a wager outside its limits."""
    of_meter: bool = False
    """Whether a meter pays what was won rather than the house."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The current state of a round."""

    setup: Setup
    phase: Phase = Phase.BETTING
    hands: Mapping[int, PlayerHand] = {}
    """The hands by position, clockwise."""
    community: tuple[Card | None, ...] = (None, None, None)
    revealed: int = 0
    exposed: tuple[int, ...] = ()
    """Places of community cards that were exposed by mistake while play went on: public, though not yet revealed."""
    bonus_cards: tuple[Card | None, ...] = ()
    burnt: tuple[Card | None, ...] = ()
    discarded: tuple[Card | None, ...] = ()
    """Cards that a ruling took out of the round: found face up, dealt to nobody, or surplus."""
    rack: tuple[int, ...] = ()
    """The discard rack from bottom to top: the position of each hand in it, or 0 for cards of no hand."""
    may_retract: tuple[int, ...] = ()
    """Positions whose players may take back all their wagers until the next card."""
    results: tuple[Result, ...] = ()
    order: tuple[int, ...] = ()
    warnings: tuple[tuple[str, str], ...] = ()

    @property
    def street(self) -> Wager | None:
        """The street whose wagers are open."""
        return STREET_OF.get(self.phase)

    def live_hands(self) -> tuple[PlayerHand, ...]:
        """The hands still in the round, clockwise."""
        return tuple([hand for hand in self.hands.values() if hand.ending is None and _ANTE in hand.stakes])

    def waiting(self) -> Iterator[PlayerHand]:
        """The live hands that have not decided on the open street, clockwise."""
        street = self.street
        return (hand for hand in self.live_hands() if street is not None and street not in hand.stakes)


def offered(book: Rulebook, setup: Setup, wager: Wager) -> WagerRule | None:
    """Return the rule of a wager if it is offered at this table."""
    rule = book.wagers.get(wager)
    if rule is None or wager in STREETS:
        return None
    if rule.presence.value == "if-offered" and wager not in setup.tables and wager not in setup.signs:
        return None
    return rule
