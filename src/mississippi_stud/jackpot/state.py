"""The state of a casino's meters: their exact values, their tables, and the jackpot games in play.

Cents are whole. An exact amount is a fraction of cents kept as text (`Exact`), such as ``"61236263/10"``, so that every
state and event is plain JSON. The pool account of a meter always holds the meter's value rounded up to the whole cent
(decision 30).
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
    """Return a fraction as text.

    >>> exact(Fraction(61236263, 10))
    '61236263/10'
    """
    return str(Fraction(value))


class MeterTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a meter: fixed when it opens, and the same at all of its tables."""

    cost_cents: Cents
    rate: str
    """The part of every wager that goes onto the meter, such as ``"34.06%"``."""
    seed_cents: Cents
    """The value that the meter starts and restarts from, and never shows less than."""
    option: str = ""
    seed: str = ""
    """The row of the option's table, if the book has options."""
    table: str = ""
    """The pay table, if the book prints it."""
    sign: Mapping[str, str] = {}
    """What the sign pays by hand, if the book leaves it to the sign."""
    guaranteed_cents: Mapping[str, Cents] = {}
    """The least that each of several winners receives, by hand."""
    bonus_cents: Mapping[str, Cents] = {}
    """What the sign pays other players for a hand."""

    @property
    def share(self) -> Percent:
        """The rate as a number."""
        return parse_percent(self.rate)


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """One meter. Its exact value is the house's net payments into it, plus contributions, less prizes."""

    id: str
    terms: MeterTerms
    value_exact: Exact
    open: bool = True
    house_exact: Exact = "0"
    """Seeds, resets, rounding up and corrections, less what went back to the house."""
    contributed_exact: Exact = "0"
    moved_exact: Exact = "0"
    """What came from other meters, less what went to them."""
    prizes_cents: Cents = Cents(0)
    gave_exact: Mapping[str, Exact] = {}
    """What each table contributed; those of a group together."""

    @property
    def value(self) -> Fraction:
        """The exact value in cents."""
        return Fraction(self.value_exact)

    @property
    def shown_cents(self) -> Cents:
        """The displayed value: whole cents, rounded down."""
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
    """A table's link to a meter, and the state of its equipment."""

    table: str
    meter: str
    cost_cents: Cents
    working: bool = True
    manual: bool = False
    """Whether adequate manual arrangements replace equipment that does not work."""


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
    """Whether the round had no result and the wagers are waiting for the next one."""


class Change(StrEnum):
    """The changes that a notice can announce."""

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
    """The meter that closes, or that the table joins, leaves or moves to."""
    option: str = ""
    at: int

    @property
    def key(self) -> str:
        """What the notice is about, regardless of when it was put up."""
        return "/".join((self.change, self.table, self.meter, self.option))


class Meters(msgspec.Struct, frozen=True, kw_only=True):
    """All meters of a casino that are run by one book (decision 36)."""

    meters: Mapping[str, Meter] = {}
    tables: Mapping[str, TableLink] = {}
    games: Mapping[str, JackpotGame] = {}
    """The jackpot game in play at each table."""
    notices: tuple[MeterNotice, ...] = ()
    undocumented: tuple[str, ...] = ()
    """Tables where a prize not paid from the table's chips is not documented yet, so the cards must stay."""
    at: int = 0
    """When the last event was recorded; later events are never recorded at an earlier time."""

    def linked(self, table: str) -> TableLink | None:
        """How a table is linked: by itself or with every other table of the house."""
        return self.tables.get(table) or self.tables.get(EVERY_TABLE)


class Fate(StrEnum):
    """What happens to a jackpot wager when its round is recorded."""

    PLAYED = "played"
    """The cards decide."""
    FOLDED = "folded"
    """The player gave up the hand: folded, or conceded at settlement."""
    LOST = "lost"
    CARRIED = "carried"
    RETURNED = "returned"


class ShownHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand at the end of a round: its cards, and what happens to its jackpot wager if it has one."""

    position: int
    player: str
    hole: tuple[Card, ...] = ()
    fate: Fate


class PrizeSource(StrEnum):
    """Where a prize comes from."""

    METER = "meter"
    HOUSE = "house"


class PrizeStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a prize's arithmetic; `prose.meters` has the words for it."""

    code: str
    clause: Clause
    share: str = ""
    cents: Cents = Cents(0)
    other_cents: Cents = Cents(0)
    count: int = 1


class Prize(msgspec.Struct, frozen=True, kw_only=True):
    """What a position receives from a meter, or from the house in addition."""

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
    """Why the house adds money to a pool."""

    ROUNDING = "rounding"
    GUARANTEED = "guaranteed"
    RESET = "reset"
