"""The meters of a house: all that are linked, run by one book. Pure.

What staff do to them comes in as `ChangeMeters`; what the tables do to them comes in with the tables' own commands,
through `link`. Time never goes back here: a clock that was set back stands still.
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
    """Run meters by a rule book, or those that run already by another edition of it."""

    book: str


class ChangeMeters(CommandBase, frozen=True, kw_only=True):
    """Do something to the meters: open, close or correct one, link a table, put up a notice … The floor says when."""

    do: (
        c.OpenMeter | c.DisplayNotice | c.AddTable | c.RemoveTable | c.MoveTable | c.SetEquipment | c.DocumentPrizes
        | c.CloseMeter | c.ReceiveValue | c.ChangeOption | c.CorrectMeter
    )  # fmt: skip


class AnnounceDue(CommandBase, frozen=True, kw_only=True):
    """Say that a notice has been on display for as long as the book asks."""

    notice: str
    """The key of the notice."""


Command = OpenMeters | ChangeMeters | AnnounceDue


class MetersOpened(EventBase, frozen=True, kw_only=True):
    """Meters run by this book from now on."""

    book: str


class NoticeDue(EventBase, frozen=True, kw_only=True):
    """A notice has been on display for as long as the book asks: its change may be made."""

    notice: MeterNotice
    clause: Clause


Event = MetersOpened | NoticeDue | e.Event


class House(msgspec.Struct, frozen=True, kw_only=True):
    """The meters of a house at a moment, the book that they run by, and the notices that were announced as due."""

    book: str
    meters: Meters = Meters()
    announced: tuple[MeterNotice, ...] = ()


def decide(book: Rulebook, house: House | None, command: Command, at: int) -> tuple[Event, ...]:
    """What happens if the command is carried out; `book` is the one that the meters run by from now on."""
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
"""The longest name of a house or a meter: with both, an account's name is as long as it may be."""
TABLE_NAME_MAX: Final = 80


def _check_names(do: Any) -> None:
    """What no rule book would notice: names that cannot be kept, or that mean another house's pool."""
    meters = [getattr(do, "meter", "-"), getattr(do, "source", "-")]
    meters += [*getattr(do, "to", ()), *getattr(do, "to_other_games", ())]
    tables = [getattr(do, "table", "-"), *getattr(do, "tables", ())]
    if any(not _short(name, NAME_MAX) or "/" in name for name in meters):
        raise InputError("meter-name", most=NAME_MAX)
    if not all(_short(name, TABLE_NAME_MAX) for name in tables):
        raise InputError("table-name", most=TABLE_NAME_MAX)


def _short(name: str, most: int) -> bool:
    return 0 < len(name) <= most and name.isprintable()


def deadlines(book: Rulebook, house: House) -> dict[str, int]:
    """When each notice that is not announced yet has been on display for as long as the book asks, by its key."""
    announced = {notice.key for notice in house.announced}
    due: dict[str, int] = {}
    for notice in house.meters.notices:
        rule = notice_rule(book, notice.change)
        if rule is not None and notice.key not in announced:
            moment = notice.at + rule.value * MINUTE
            due[notice.key] = min(due.get(notice.key, moment), moment)
    return due


def _announced(book: Rulebook, house: House, key: str, at: int) -> Iterator[NoticeDue]:
    """The notice of that key, announced once however many signs say it; nothing if it is not due or not there."""
    if at < deadlines(book, house).get(key, at + 1):
        return
    notice = next(notice for notice in house.meters.notices if notice.key == key)
    rule = notice_rule(book, notice.change)
    if rule is not None:
        yield NoticeDue(notice=notice, clause=rule.clause)


def evolve(house: House | None, event: Event) -> House:
    """The meters after an event."""
    if isinstance(event, MetersOpened):
        return House(book=event.book) if house is None else replace(house, book=event.book)
    assert house is not None, "meters begin with MetersOpened"  # noqa: S101
    if isinstance(event, NoticeDue):
        return replace(house, announced=(*house.announced, event.notice))
    meters = evolve_meters(house.meters, event)
    still = tuple(notice for notice in house.announced if notice in meters.notices)
    return replace(house, meters=meters, announced=still)


def transfers(name: str, before: House | None, event: Event) -> tuple[Transfer, ...]:
    """The transfers of an event, between pools named after their house; another game's pool keeps its name."""
    if before is None or not isinstance(event, e.Event):
        return ()
    meters = {*before.meters.meters, *((event.meter,) if isinstance(event, e.MeterOpened) else ())}
    own = {f"pool:{meter}": account(name, meter) for meter in meters}
    return tuple(renamed(each, own) for each in meter_transfers(before.meters, event))


def renamed(transfer: Transfer, own: Mapping[str, str]) -> Transfer:
    """A transfer with its accounts as the floor names them; one whose name is not in `own` keeps it."""
    source, target = (own.get(each, each) for each in (transfer.source, transfer.target))
    return replace(transfer, source=source, target=target)


def account(name: str, meter: str) -> str:
    """The account of a meter's pool."""
    return f"pool:{name}/{meter}"
