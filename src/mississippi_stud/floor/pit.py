"""The pit of a house, for those above its dealers: who may look, what a ruling would do, meters, and stops.

What a supervisor does at a table are the table's own commands (`house_tables.act_at_table`). Here is the rest, with who
may do it: no book says who runs the meters or stops a table, and decision 351 says how we read that.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from sqlalchemy import and_, or_, select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import interventions, meters, tables
from mississippi_stud.floor.house_tables import check_held
from mississippi_stud.floor.houses import settings_of, titles_of
from mississippi_stud.floor.streams import MissingStreamError
from mississippi_stud.floor.tenancy import house_at, house_of
from mississippi_stud.jackpot import commands as jc
from mississippi_stud.jackpot.house_meters import ChangeMeters
from mississippi_stud.jackpot.state import Meters
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.store import schema
from mississippi_stud.store.bounded_dict import BoundedDict
from mississippi_stud.table import commands as c
from mississippi_stud.table.preview import Preview, preview_question, preview_report
from mississippi_stud.table.staff import check_lists, check_power, lowest, rank
from mississippi_stud.table.state import Table, is_walk_in
from mississippi_stud.table.whereabouts import CardPlace, reconstruct

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

MOVED_MAX: Final = 4_000
"""Of how many tables it is remembered when something last happened there."""
MeterCommand = (
    jc.OpenMeter | jc.DisplayNotice | jc.AddTable | jc.RemoveTable | jc.MoveTable | jc.SetEquipment | jc.CloseMeter
)  # fmt: skip
"""What supervisors do to meters; a correction needs a second person and is proposed (decision 179)."""


# Who may look.


class PitTitles(NamedTuple):
    """The titles that somebody holds under a book of a house, the highest first, and whether they are an official."""

    titles: tuple[str, ...] = ()
    official: bool = False


def pit_titles(floor: "Floor", house: str, person: str, book: Rulebook) -> PitTitles:
    """Return under which titles somebody supervises tables of a book; none for whoever only deals."""
    held, staff = titles_of(floor, house, person).get(book.id, frozenset()), book.staff
    if staff is None:
        return PitTitles()
    titles = sorted(held & set(staff.titles), key=lambda title: -rank(book, title))
    officials = tuple(sorted(held & set(staff.officials)))
    if not officials and all(title == lowest(book) for title in titles):
        return PitTitles()
    return PitTitles(tuple(titles) or officials, not titles)


def supervises(floor: "Floor", house: str, person: str) -> bool:
    """Whether somebody holds a title above the lowest under some book of a house, or is an official there."""
    books = settings_of(floor, house).books
    held = titles_of(floor, house, person)
    return any(pit_titles(floor, house, person, floor.book(books[each])).titles for each in held if each in books)


def pit_table(floor: "Floor", house: str, table_id: str, told: int = 0) -> tuple[Table, int]:
    """Return an open table of the house, as of the version that somebody was told of or later, with its version.

    `InputError` if the house has none of that name.
    """
    stream = tables.PREFIX + table_id
    try:
        table, version = floor.state(stream, told)
    except (InputError, MissingStreamError):
        raise InputError("table-not-in-house", house=house) from None
    if house_at(table) != house or stream not in settings_of(floor, house).tables:
        raise InputError("table-not-in-house", house=house)
    return table, version


def walk_in_number(player: str) -> str:
    """Return the number that a table gave to somebody who plays there without an account; empty for anybody else."""
    return player.rpartition(":")[2] if is_walk_in(player) else ""


# What a ruling would do.


def _meters(floor: "Floor", table: Table) -> Meters | None:
    return floor.meters(table.meters) if table.meters else None


def question_previews(floor: "Floor", table: Table) -> tuple[Preview | None, Preview | None]:
    """Return what the ruling on a table's open question would do and, where there is the choice, letting it be."""
    return _foreseen(floor, table, waived=False), _foreseen(floor, table, waived=True)


def _foreseen(floor: "Floor", table: Table, *, waived: bool) -> Preview | None:
    try:
        return preview_question(
            floor.book(table.book), table, _meters(floor, table), waived=waived, at=floor.clock()
        )  # fmt: skip
    except Refused:
        return None


def foresee_report(floor: "Floor", table: Table, report: c.Report) -> Preview:
    """Return what an incident would lead to if it were reported now."""
    known = msgspec.structs.replace(report, at=floor.clock())
    return preview_report(floor.book(table.book), table, known, _meters(floor, table))


# When something last happened.

_moved: WeakKeyDictionary["Floor", BoundedDict[str, tuple[int, int]]] = WeakKeyDictionary()
"""Of each floor, by stream: its version, and when that came about."""


def moved_at(floor: "Floor", versions: Mapping[str, int]) -> dict[str, int]:
    """Return when something last happened in each of these streams, which are at these versions."""
    kept = _moved.setdefault(floor, BoundedDict(MOVED_MAX))
    known = {stream: kept.get(stream) or (0, 0) for stream in versions}
    new = {stream: version for stream, version in versions.items() if known[stream][0] != version}
    columns = schema.events.c
    if new:
        wanted = or_(*(and_(columns.stream == stream, columns.version == version) for stream, version in new.items()))
        for row in floor.database.fetch_beside(select(columns.stream, columns.version, columns.at).where(wanted)):
            known[row.stream] = kept[row.stream] = (row.version, row.at)
    return {stream: at for stream, (_, at) in known.items()}


# A round card by card.


def round_cards(floor: "Floor", stream: str, number: int) -> tuple[CardPlace, ...]:
    """Return the cards of a round that is over, in the order in which they left the deck."""
    table = floor.table(stream)
    state = _ended(floor, stream, table, number)
    return () if state is None else reconstruct(floor.book(table.book), state)


def _ended(floor: "Floor", stream: str, table: Table, number: int) -> State | None:
    if number > table.over or not number:
        return None
    if number == table.over and table.round is None:
        return table.last_round
    from mississippi_stud.floor.history.rounds import rounds

    columns = rounds.c
    chosen = select(columns.last_version).where(columns.stream == stream, columns.round == number)
    with floor.database.transaction() as connection:
        version = connection.scalar(chosen)
    past: Table | None = floor.states.at(stream, version) if version else None
    return past.last_round if past is not None else None


# Meters.


def check_runs(floor: "Floor", house: str, person: str, book: str, title: str) -> Rulebook:
    """Return a book of the house; `Refused` unless that title, which the person must hold, may run what is there.

    No book says who runs meters: whoever may close a table and set its limits may (decision 351).
    """
    check_held(floor, house, person, book, title)
    rules = floor.book(settings_of(floor, house).books[book])
    check_lists(rules, title)
    return rules


def change_meters(
    floor: "Floor", house: str, person: str, title: str, name: str, do: Any, *, command_id: str | None = None
) -> None:
    """Change the meters of a house by their name, under a title of the book by which they run."""
    if house_of(name) != house:
        raise InputError("meters-elsewhere", meters=name)
    known, _ = floor.house_meters(name)
    check_runs(floor, house, person, floor.book(known.book).id, title)
    floor.send(meters.stream_of(name), ChangeMeters(do=do), command_id=command_id, actor=person)


# Stops.


def check_stops(floor: "Floor", house: str, person: str, title: str, kind: str, name: str, table_id: str) -> None:
    """Raise `Refused` unless a title may stop a table, somebody who sits there, or the house.

    Stopping is less than closing: whoever may close the table may stop it and who plays there; for the house, whoever
    may close each of its open tables (decision 351).
    """
    table, _ = pit_table(floor, house, table_id)
    check_stopper(floor, house, person, title, table)
    if kind == "table" and name != table_id:
        raise InputError("table-not-in-house", house=house)
    if kind == "player" and name not in table.players:
        raise InputError("player-unknown", person=name)
    if kind == "house":
        for each in set(settings_of(floor, house).tables.values()):
            rules = floor.book(settings_of(floor, house).books[each])
            held = pit_titles(floor, house, person, rules).titles
            check_power(rules, held[0] if held else "", Power.CLOSE_TABLE)


def check_stopper(floor: "Floor", house: str, person: str, title: str, table: Table) -> None:
    """Refuse somebody who may stop nothing at a table, whatever they want to stop."""
    book = floor.book(table.book)
    check_held(floor, house, person, book.id, title)
    check_power(book, title, Power.CLOSE_TABLE)


def stop_from_pit(
    floor: "Floor",
    house: str,
    person: str,
    title: str,
    kind: str,
    name: str,
    table_id: str,
    *,
    stop: bool,
    why: str,
    command_id: str | None = None,
) -> None:
    """Stop a table of the house, somebody who sits there, or the house; or allow new rounds again."""
    check_stops(floor, house, person, title, kind, name, table_id)
    interventions.switch(floor, house, kind, name, stop=stop, by=person, why=why, command_id=command_id)
