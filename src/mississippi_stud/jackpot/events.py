"""The events of the meters. Each has a stable name and a schema number, and round-trips as JSON."""

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
    """The base of all events; `at` is the time in microseconds."""

    at: int
    clause: Clause
    """The clause by which it happened."""


class _GameEvent(_Event, frozen=True, kw_only=True):
    """The base of the events of a table's jackpot game."""

    meter: str
    table: str
    round: str


class MeterOpened(_Event, frozen=True, kw_only=True):
    """A meter was opened."""

    meter: str
    terms: MeterTerms
    value_cents: Cents
    tables: tuple[TableLink, ...]


class NoticeDisplayed(_Event, frozen=True, kw_only=True):
    """A sign was put up."""

    notice: MeterNotice


class TableAdded(_Event, frozen=True, kw_only=True):
    """A table was linked to a meter."""

    linked: TableLink


class TableRemoved(_Event, frozen=True, kw_only=True):
    """A table was taken off its meter."""

    table: str
    meter: str


class TableMoved(_Event, frozen=True, kw_only=True):
    """A table was linked to another meter."""

    linked: TableLink
    source: str


class EquipmentSet(_Event, frozen=True, kw_only=True):
    """A table's equipment failed, or works again."""

    linked: TableLink


class GameRegistered(_GameEvent, frozen=True, kw_only=True):
    """Jackpot wagers were accepted, and their contribution was added to the meter."""

    wagers: tuple[RegisteredWager, ...]
    contribution_exact: Exact


class GameCancelled(_GameEvent, frozen=True, kw_only=True):
    """A jackpot game was cancelled: its contribution came off the meter, and these positions got their wagers back."""

    returned: tuple[RegisteredWager, ...]
    wagered_cents: Cents
    contribution_exact: Exact


class WagersReturned(_GameEvent, frozen=True, kw_only=True):
    """Hands of a round were void: their jackpot wagers were returned, and their contribution came off the meter."""

    returned: tuple[RegisteredWager, ...]
    contribution_exact: Exact


class GameCarried(_Event, frozen=True, kw_only=True):
    """The wagers of a round without a result were carried to the next one."""

    meter: str
    table: str


class GameContinued(_GameEvent, frozen=True, kw_only=True):
    """Carried wagers came back into play."""


class OutcomeRecorded(_GameEvent, frozen=True, kw_only=True):
    """A round's outcome was recorded, which is the moment of settlement."""

    by: str
    hands: tuple[ShownHand, ...]
    community: tuple[Card, ...]
    value_exact: Exact
    """The value of the meter at that moment, including the round's own contributions."""
    carried: tuple[RegisteredWager, ...] = ()


class PrizePaid(_GameEvent, frozen=True, kw_only=True):
    """A prize of a round was paid; one from the meter came off its value."""

    prize: Prize


class HouseAdded(_Event, frozen=True, kw_only=True):
    """The house added money to a meter: to round up, for a guaranteed minimum, or for a reset."""

    meter: str
    why: AdditionReason
    amount_exact: Exact


class PrizesDocumented(_Event, frozen=True, kw_only=True):
    """The paperwork of a table's prizes was done."""

    table: str
    by: str


class PrizeReturned(_Event, frozen=True, kw_only=True):
    """A prize that was not validated went back onto its meter."""

    meter: str
    cents: Cents


class MeterTransfer(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a closed meter went where."""

    target: str
    amount_exact: Exact
    other_game: bool = False


class MeterClosed(_Event, frozen=True, kw_only=True):
    """A meter was closed: its value above the seed went to other meters, and the seed back to the house."""

    meter: str
    seed_cents: Cents
    moved: tuple[MeterTransfer, ...]


class ValueReceived(_Event, frozen=True, kw_only=True):
    """The value of another game's closed meter was added to this one."""

    meter: str
    cents: Cents
    source: str


class OptionChanged(_Event, frozen=True, kw_only=True):
    """All meters were changed to other terms."""

    terms: Mapping[str, MeterTerms]


class MeterCorrected(_Event, frozen=True, kw_only=True):
    """A meter was corrected."""

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
