"""What a round knows at any moment: frozen, and built from events alone."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks.model import Clause, Rulebook, WagerRule
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager

_ANTE: Final = Wager.ANTE
"""Asked for with every command; in Python 3.11 a name is found faster than a member of an enum."""


class Bounds(msgspec.Struct, frozen=True):
    """What a wager area takes: from, to, and in steps of."""

    minimum_cents: Cents = Cents(1)
    maximum_cents: Cents | None = None
    unit_cents: Cents | None = None
    """The step above the minimum, where the sign names one."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled before a round begins: who sits where, what is offered, what the sign says."""

    dealing: str
    seats: tuple[tuple[int, str], ...]
    """Position and player; a player's first position is where they sit, the others are blind boxes."""
    limits: Mapping[Wager, Bounds] = {}
    personal: Mapping[str, Mapping[Wager, Bounds]] = {}
    """Limits agreed with a player, in place of the sign's."""
    kept: Mapping[str, Mapping[Wager, Bounds]] = {}
    """The earlier limits that players keep who sat there when the minimum was raised."""
    tables: Mapping[Wager, str] = {}
    """The pay table chosen for each wager that is offered, by name."""
    signs: Mapping[Wager, Mapping[str, str]] = {}
    """What the sign pays for a wager whose pay table the book leaves to it: hand and pay."""
    costs_cents: Mapping[Wager, Cents] = {}
    """What a jackpot or progressive wager costs at this table."""
    burn: bool = False
    max_payout_cents: Cents | None = None
    chips_cents: tuple[Cents, ...] = ()
    meter: str = ""
    """The meter that the table's jackpot wagers go to."""
    warned: tuple[tuple[str, str], ...] = ()
    """Player and rule: those who were warned in an earlier round and will not be spared."""
    carried_cents: Mapping[int, Cents] = {}
    """Jackpot wagers that a void round left on the table, by position."""


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
    """What became of a wager."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    FORFEIT = "forfeit"
    VOID = "void"
    CARRIED = "carried"
    PENDING = "pending"
    """A prize of the meter that waits for its validation."""


class Stake(msgspec.Struct, frozen=True):
    """A wager on the layout."""

    cents: Cents
    counted_cents: Cents
    """What of it is paid or collected; the rest goes back to the player."""
    tokens_cents: Cents = Cents(0)
    """What of it is promotional tokens."""
    found: Clause | None = None
    """The clause by which a wager outside its limits is dealt with, once it is found."""
    warning: str = ""
    """What its owner is warned of when it is found."""
    returned: bool = False
    """Whether it goes back whatever the result."""
    carried: bool = False
    """Whether it lay there already, carried over from a round that was void."""


class Ending(StrEnum):
    """How a hand left the round before it was settled."""

    FOLDED = "folded"
    ABANDONED = "abandoned"
    CONCEDED = "conceded"
    FORFEITED = "forfeited"
    UNFUNDED = "unfunded"
    """Could not pay a street, and had been warned."""
    VOID = "void"
    """Could not pay a street, for the first time."""
    MISDEALT = "misdealt"
    """Void by a ruling on this hand alone: its wagers are as after a misdeal."""
    RETURNED = "returned"
    """Out of the round by a ruling or a retraction, and every wager goes back, the jackpot's too."""


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
        """The ante as it counts."""
        return self.stakes[_ANTE].counted_cents


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one wager, or what a player received for another's hand."""

    position: int
    wager: str
    outcome: Outcome
    pays: str | None = None
    won_cents: Cents = Cents(0)
    returned_cents: Cents = Cents(0)
    clause: Clause
    cut_cents: Cents = Cents(0)
    """What a cap took off."""
    cap: Clause | None = None
    found: Clause | None = None
    """The clause by which a wager outside its limits was dealt with."""
    of_meter: bool = False
    """Whether a meter pays what was won, and not the house."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A round at a moment."""

    setup: Setup
    phase: Phase = Phase.BETTING
    hands: Mapping[int, PlayerHand] = {}
    """By position, clockwise."""
    community: tuple[Card | None, ...] = (None, None, None)
    revealed: int = 0
    exposed: tuple[int, ...] = ()
    """Community cards, by place, that were shown by mistake while play went on: public, though not yet revealed."""
    bonus_cards: tuple[Card | None, ...] = ()
    burnt: tuple[Card | None, ...] = ()
    discarded: tuple[Card | None, ...] = ()
    """Cards that a ruling took out of the round: found face up, dealt to nobody, or too many."""
    rack: tuple[int, ...] = ()
    """What has come into the discard rack, the top last: the hand of a position, or 0 for cards of no hand."""
    may_retract: tuple[int, ...] = ()
    """Positions whose players may take all their wagers back, until the next card."""
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
    """The rule of a wager, if it is offered at this table."""
    rule = book.wagers.get(wager)
    if rule is None or wager in STREETS:
        return None
    if rule.presence.value == "if-offered" and wager not in setup.tables and wager not in setup.signs:
        return None
    return rule
