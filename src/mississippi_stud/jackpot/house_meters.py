"""The meters of a house, all run by one book. Pure.

Staff change them with `ChangeMeters`; the tables change them with their own commands, through `link`. Time never goes
back here: if a clock is set back, time stands still.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.jackpot import commands as c
from mississippi_stud.jackpot import events as e
from mississippi_stud.jackpot.decide import decide as decide_meters
from mississippi_stud.jackpot.decide import notice_rule
from mississippi_stud.jackpot.evolve import evolve as evolve_meters
from mississippi_stud.jackpot.state import MeterNotice, Meters
from mississippi_stud.jackpot.terms import rules_of
from mississippi_stud.jackpot.transfers import transfers as meter_transfers
from mississippi_stud.messages import MINUTE, CommandBase, EventBase
from mississippi_stud.money import Transfer
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause, Rulebook


class OpenMeters(CommandBase, frozen=True, kw_only=True):
    """Open a house of meters under a rule book, or run its meters by another edition of the book."""

    book: str


class ChangeMeters(CommandBase, frozen=True, kw_only=True):
    """Change the meters: open, close or correct one, link a table, put up a notice, … The floor sets the time."""

    do: (
        c.OpenMeter | c.DisplayNotice | c.AddTable | c.RemoveTable | c.MoveTable | c.SetEquipment | c.DocumentPrizes
        | c.CloseMeter | c.ReceiveValue | c.ChangeOption | c.CorrectMeter
    )  # fmt: skip


class AnnounceDue(CommandBase, frozen=True, kw_only=True):
    """Announce that a notice has been on display for as long as the book requires."""

    notice: str
    """The key of the notice."""


Command = OpenMeters | ChangeMeters | AnnounceDue


class MetersOpened(EventBase, frozen=True, kw_only=True):
    """The meters run by this book from now on."""

    book: str


class NoticeDue(EventBase, frozen=True, kw_only=True):
    """A notice has been on display for as long as the book requires: its change may be made."""

    notice: MeterNotice
    clause: Clause


Event = MetersOpened | NoticeDue | e.Event


class HouseMeters(msgspec.Struct, frozen=True, kw_only=True):
    """The current meters of a house, the book that they run by, and the notices announced as due."""

    book: str
    meters: Meters = Meters()
    announced: tuple[MeterNotice, ...] = ()


def decide(book: Rulebook, house: HouseMeters | None, command: Command, at: int) -> tuple[Event, ...]:
    """Return the events of the command; `book` is the one that the meters run by from now on."""
    if isinstance(command, OpenMeters):
        _, rule = rules_of(book)
        if house is not None and house.meters.games:
            raise Refused("game-in-play", rule.closes.clause, table=min(house.meters.games))
        return (MetersOpened(book=command.book),)
    if house is None:
        raise InputError("meters-not-open")
    at = max(at, house.meters.at)
    if isinstance(command, AnnounceDue):
        return tuple(_announced(book, house, command.notice, at))
    _check_names(command.do)
    return decide_meters(book, house.meters, replace(command.do, at=at))


NAME_MAX: Final = 40
"""The longest name of a house or a meter: together they make the longest allowed account name."""
TABLE_NAME_MAX: Final = 80


def _check_names(do: Any) -> None:
    """Raise an error for what no rule book checks: names that cannot be stored, or that mean another house's pool."""
    meters = [getattr(do, "meter", "-"), getattr(do, "source", "-")]
    meters += [*getattr(do, "to", ()), *getattr(do, "to_other_games", ())]
    tables = [getattr(do, "table", "-"), *getattr(do, "tables", ())]
    if any(not _short(name, NAME_MAX) or "/" in name for name in meters):
        raise InputError("meter-name", most=NAME_MAX)
    if not all(_short(name, TABLE_NAME_MAX) for name in tables):
        raise InputError("table-name", most=TABLE_NAME_MAX)


def _short(name: str, most: int) -> bool:
    return 0 < len(name) <= most and name.isprintable()


def deadlines(book: Rulebook, house: HouseMeters) -> dict[str, int]:
    """Return when each unannounced notice will have been displayed for as long as the book requires, by its key."""
    announced = {notice.key for notice in house.announced}
    due: dict[str, int] = {}
    for notice in house.meters.notices:
        rule = notice_rule(book, notice.change)
        if rule is not None and notice.key not in announced:
            moment = notice.at + rule.value * MINUTE
            due[notice.key] = min(due.get(notice.key, moment), moment)
    return due


def _announced(book: Rulebook, house: HouseMeters, key: str, at: int) -> Iterator[NoticeDue]:
    """Announce the notice with that key, once for any number of signs; do nothing if it is missing or not due."""
    if at < deadlines(book, house).get(key, at + 1):
        return
    notice = next(notice for notice in house.meters.notices if notice.key == key)
    rule = notice_rule(book, notice.change)
    if rule is not None:
        yield NoticeDue(notice=notice, clause=rule.clause)


def evolve(house: HouseMeters | None, event: Event) -> HouseMeters:
    """Return the meters after an event."""
    if isinstance(event, MetersOpened):
        return HouseMeters(book=event.book) if house is None else replace(house, book=event.book)
    assert house is not None, "meters begin with MetersOpened"  # noqa: S101
    if isinstance(event, NoticeDue):
        return replace(house, announced=(*house.announced, event.notice))
    meters = evolve_meters(house.meters, event)
    still = tuple(notice for notice in house.announced if notice in meters.notices)
    return replace(house, meters=meters, announced=still)


def transfers(name: str, before: HouseMeters | None, event: Event) -> tuple[Transfer, ...]:
    """Return the transfers of an event, between pools named after their house; another game's pool keeps its name."""
    if before is None or not isinstance(event, e.Event):
        return ()
    meters = {*before.meters.meters, *((event.meter,) if isinstance(event, e.MeterOpened) else ())}
    own = {f"pool:{meter}": account(name, meter) for meter in meters}
    return tuple(renamed(each, own) for each in meter_transfers(before.meters, event))


def renamed(transfer: Transfer, own: Mapping[str, str]) -> Transfer:
    """Return a transfer with its accounts as the floor names them; an account that is not in `own` keeps its name."""
    source, target = (own.get(each, each) for each in (transfer.source, transfer.target))
    return replace(transfer, source=source, target=target)


def account(name: str, meter: str) -> str:
    """Return the account of a meter's pool."""
    return f"pool:{name}/{meter}"
