"""What the meters of a casino know at any moment: their exact values, their tables, the jackpot games in play.

Cents are whole; what is exact is a fraction of cents kept as its text (`Exact`), so that every state and event is plain
JSON: ``"61236263/10"``. The pool account of a meter always holds the meter's value rounded up to the whole cent.
"""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import Final

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.pays import Percent, parse_percent

EVERY_TABLE: Final = "*"
"""The name of a link that holds for every table of a house which has none of its own: they are one group of tables."""

Exact = str
"""A fraction of cents as `fractions.Fraction` writes and reads it."""


def exact(value: Fraction | int) -> Exact:
    """The text of a fraction.

    >>> exact(Fraction(61236263, 10))
    '61236263/10'
    """
    return str(Fraction(value))


class MeterTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What a meter is run by: fixed when it opens, the same at all of its tables."""

    cost_cents: Cents
    rate: str
    """The part of every wager that goes onto the meter, such as ``"34.06%"``."""
    seed_cents: Cents
    """What the meter starts from, goes on from and never shows less than."""
    option: str = ""
    seed: str = ""
    """The row of the option's table, where the book has options."""
    table: str = ""
    """The pay table, where the book prints it."""
    sign: Mapping[str, str] = {}
    """What the sign pays, where the book leaves it to the sign: hand and pay."""
    guaranteed_cents: Mapping[str, Cents] = {}
    """The least that each of several winners receives, by hand."""
    bonus_cents: Mapping[str, Cents] = {}
    """What the sign pays to others for a hand."""

    @property
    def share(self) -> Percent:
        """The rate as a number."""
        return parse_percent(self.rate)


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """One meter. Its value is what the house put in and took out, plus contributions, less prizes, exactly."""

    id: str
    terms: MeterTerms
    value_exact: Exact
    open: bool = True
    house_exact: Exact = "0"
    """Seeds, resets, roundings up and corrections, less what went back to the house."""
    contributed_exact: Exact = "0"
    moved_exact: Exact = "0"
    """What came from other meters, less what went to them."""
    prizes_cents: Cents = Cents(0)
    gave_exact: Mapping[str, Exact] = {}
    """What each table contributed; those of a group together."""

    @property
    def value(self) -> Fraction:
        """The value in cents, exact."""
        return Fraction(self.value_exact)

    @property
    def shown_cents(self) -> Cents:
        """The value as it is displayed: whole cents, the rest of a cent left out."""
        return Cents(floor(self.value))

    @property
    def pool_cents(self) -> Cents:
        """What the meter's pool account holds."""
        return Cents(ceil(self.value))

    @property
    def account(self) -> str:
        """The name of the pool account."""
        return f"pool:{self.id}"


class TableLink(msgspec.Struct, frozen=True, kw_only=True):
    """A table on a meter, and the state of its equipment."""

    table: str
    meter: str
    cost_cents: Cents
    working: bool = True
    manual: bool = False
    """Whether adequate manual arrangements stand in for equipment that does not work."""


class RegisteredWager(msgspec.Struct, frozen=True, kw_only=True):
    """A jackpot wager that the meter has accepted."""

    position: int
    player: str
    cents: Cents


class JackpotGame(msgspec.Struct, frozen=True, kw_only=True):
    """A jackpot game: the wagers that a table has registered for a round."""

    table: str
    round: str
    wagers: tuple[RegisteredWager, ...]
    carried: bool = False
    """Whether the round had no result and the wagers wait for the next one."""


class Change(StrEnum):
    """What a notice can announce."""

    ADD = "add"
    REMOVE = "remove"
    MOVE = "move"
    CLOSE = "close"
    OPTION = "option"


class MeterNotice(msgspec.Struct, frozen=True, kw_only=True):
    """A sign on display since `at`."""

    change: Change
    table: str = ""
    meter: str = ""
    """The meter that the table joins, leaves or moves to, or that closes."""
    option: str = ""
    at: int

    @property
    def key(self) -> str:
        """What the notice is about, whenever it was put up."""
        return "/".join((self.change, self.table, self.meter, self.option))


class Meters(msgspec.Struct, frozen=True, kw_only=True):
    """All meters of a casino that run by one book."""

    meters: Mapping[str, Meter] = {}
    tables: Mapping[str, TableLink] = {}
    games: Mapping[str, JackpotGame] = {}
    """The jackpot game in play at each table."""
    notices: tuple[MeterNotice, ...] = ()
    undocumented: tuple[str, ...] = ()
    """Tables where a prize not paid from the table's chips is still to be documented: the cards stay."""
    at: int = 0
    """When the last thing was recorded; what is recorded next is not earlier."""

    def linked(self, table: str) -> TableLink | None:
        """How a table is linked: by itself or with every other table of the house."""
        return self.tables.get(table) or self.tables.get(EVERY_TABLE)


class Fate(StrEnum):
    """What becomes of a jackpot wager when its round is recorded."""

    PLAYED = "played"
    """The cards decide."""
    FOLDED = "folded"
    """The player gave the hand up: folded, or conceded at settlement."""
    LOST = "lost"
    CARRIED = "carried"
    RETURNED = "returned"


class ShownHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as a round ends: its cards, and what becomes of its jackpot wager if it has one."""

    position: int
    player: str
    hole: tuple[Card, ...] = ()
    fate: Fate


class PrizeSource(StrEnum):
    """Where a prize comes from."""

    METER = "meter"
    HOUSE = "house"


class PrizeStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a prize's arithmetic; `prose.meters` has the words."""

    code: str
    clause: Clause
    share: str = ""
    cents: Cents = Cents(0)
    other_cents: Cents = Cents(0)
    count: int = 1


class Prize(msgspec.Struct, frozen=True, kw_only=True):
    """What a position receives from a meter, or from the house beside it."""

    position: int
    player: str
    wager: str
    hand: str
    pays: str
    cents: Cents
    clause: Clause
    source: PrizeSource
    from_table: bool = True
    """Whether it may be paid from the table's own chips."""
    sums: tuple[PrizeStep, ...] = ()


class AdditionReason(StrEnum):
    """Why the house puts money into a pool."""

    ROUNDING = "rounding"
    GUARANTEED = "guaranteed"
    RESET = "reset"
