"""What happened to meters. Each event has a stable name and a schema number, and round-trips as JSON."""

from collections.abc import Mapping

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.jackpot.state import (
    AdditionReason,
    Exact,
    MeterNotice,
    MeterTerms,
    Prize,
    RegisteredWager,
    ShownHand,
    TableLink,
)
from mississippi_stud.messages import EventBase
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks.model import Clause


class _Event(EventBase, frozen=True, kw_only=True):
    """What all events share: their name is their tag, `at` is the time in microseconds."""

    at: int
    clause: Clause
    """The clause by which it happened."""


class _GameEvent(_Event, frozen=True, kw_only=True):
    """What the events of a table's jackpot game share."""

    meter: str
    table: str
    round: str


class MeterOpened(_Event, frozen=True, kw_only=True):
    """A meter started."""

    meter: str
    terms: MeterTerms
    value_cents: Cents
    tables: tuple[TableLink, ...]


class NoticeDisplayed(_Event, frozen=True, kw_only=True):
    """A sign went up."""

    notice: MeterNotice


class TableAdded(_Event, frozen=True, kw_only=True):
    """A table feeds a meter."""

    linked: TableLink


class TableRemoved(_Event, frozen=True, kw_only=True):
    """A table feeds no meter any more."""

    table: str
    meter: str


class TableMoved(_Event, frozen=True, kw_only=True):
    """A table feeds another meter."""

    linked: TableLink
    source: str


class EquipmentSet(_Event, frozen=True, kw_only=True):
    """The equipment of a table failed or works again."""

    linked: TableLink


class GameRegistered(_GameEvent, frozen=True, kw_only=True):
    """Jackpot wagers were accepted and their part is on the meter."""

    wagers: tuple[RegisteredWager, ...]
    contribution_exact: Exact


class GameCancelled(_GameEvent, frozen=True, kw_only=True):
    """A jackpot game was cancelled; its part is off the meter again, and these positions have their wagers back."""

    returned: tuple[RegisteredWager, ...]
    wagered_cents: Cents
    contribution_exact: Exact


class WagersReturned(_GameEvent, frozen=True, kw_only=True):
    """Hands of a round are void: their jackpot wagers went back, and their part is off the meter again."""

    returned: tuple[RegisteredWager, ...]
    contribution_exact: Exact


class GameCarried(_Event, frozen=True, kw_only=True):
    """The wagers of a round without a result wait for the next one."""

    meter: str
    table: str


class GameContinued(_GameEvent, frozen=True, kw_only=True):
    """Carried wagers are in play again."""


class OutcomeRecorded(_GameEvent, frozen=True, kw_only=True):
    """A round's outcome is on the meter: the time for settlement."""

    by: str
    hands: tuple[ShownHand, ...]
    community: tuple[Card, ...]
    value_exact: Exact
    """The meter at that moment, the round's own contributions included."""
    carried: tuple[RegisteredWager, ...] = ()


class PrizePaid(_GameEvent, frozen=True, kw_only=True):
    """A prize of a round; one from the meter is off it."""

    prize: Prize


class HouseAdded(_Event, frozen=True, kw_only=True):
    """The house put money in: for a rounding up, a guaranteed minimum, a reset."""

    meter: str
    why: AdditionReason
    amount_exact: Exact


class PrizesDocumented(_Event, frozen=True, kw_only=True):
    """The papers of a table's prizes are done."""

    table: str
    by: str


class PrizeReturned(_Event, frozen=True, kw_only=True):
    """A prize that was not validated is on its meter again."""

    meter: str
    cents: Cents


class MeterTransfer(msgspec.Struct, frozen=True, kw_only=True):
    """What of a closed meter went where."""

    target: str
    amount_exact: Exact
    other_game: bool = False


class MeterClosed(_Event, frozen=True, kw_only=True):
    """A meter ended; what stood above its seed is on other meters, its seed back with the house."""

    meter: str
    seed_cents: Cents
    moved: tuple[MeterTransfer, ...]


class ValueReceived(_Event, frozen=True, kw_only=True):
    """What another game's meter held came onto this one."""

    meter: str
    cents: Cents
    source: str


class OptionChanged(_Event, frozen=True, kw_only=True):
    """All meters run by other terms."""

    terms: Mapping[str, MeterTerms]


class MeterCorrected(_Event, frozen=True, kw_only=True):
    """A meter was put right."""

    meter: str
    amount_exact: Exact
    corrects: str
    by: str
    why: str


Event = (
    MeterOpened | NoticeDisplayed | TableAdded | TableRemoved | TableMoved | EquipmentSet | GameRegistered
    | GameCancelled | WagersReturned | GameCarried | GameContinued | OutcomeRecorded | PrizePaid | HouseAdded
    | PrizesDocumented | PrizeReturned | MeterClosed
    | ValueReceived | OptionChanged | MeterCorrected
)  # fmt: skip
