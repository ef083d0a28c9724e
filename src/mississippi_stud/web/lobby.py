"""The lobby of a house: its tables, each with what somebody wants to know before sitting down."""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from mississippi_stud.floor import Floor, MissingStreamError, TableView, Wager, vacancies
from mississippi_stud.floor.houses import NAME, settings_of, stream_of
from mississippi_stud.floor.listing import listed_tables, rounds_in_the_last_hour
from mississippi_stud.language import translator
from mississippi_stud.prose.names import percent, short_name
from mississippi_stud.prose.signs import Signs
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import Percent
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import meter_signs
from mississippi_stud.web.shapes import HouseEdge, LobbyBoard, LobbyLine, LobbyWager, MeterSign
from mississippi_stud.web.standing import speed_of

TABLES_MAX: Final = 200
"""The most tables that a lobby lists."""
_DECIMALS: Final = 10_000
_TABLE: Final = "table:"
EVERY_TABLE: Final = _TABLE
"""Watched under this, every table tells when it grows: a table that is new concerns the lobby too."""


def lobby_streams(house: str) -> frozenset[str]:
    """Return what the lobby of a house is watched by."""
    return frozenset({stream_of(house), EVERY_TABLE})


def lobby_of(floor: Floor, house: str, person: str | None, language: str) -> LobbyBoard:
    """Return the lobby of a house as somebody sees it; a house that nobody has opened has no tables."""
    if not NAME.fullmatch(house):
        raise Complaint("no-topic", 404)
    lines = _lines(floor, house, language, floor.watchers.told)
    return LobbyBoard(tables=tuple(_own(floor, line, person) for line in lines))


@lru_cache(64)
def _lines(floor: Floor, house: str, language: str, _told: int) -> tuple[LobbyLine, ...]:
    """Return the tables of a house as anybody sees them; nothing has changed as long as nothing was told."""
    streams = list(dict.fromkeys((*listed_tables(floor, house, TABLES_MAX), *settings_of(floor, house).tables)))
    floor.states.refresh(streams)
    hourly = rounds_in_the_last_hour(floor, streams) if streams else {}
    lines, idle = [], set[Any]()
    for stream in streams:
        line = _line(floor, stream, language)
        if line is None:
            continue
        same = (line.book, line.speed, line.minimum_cents, line.maximum_cents, line.positions, line.dealt)
        if not line.seated and not line.waiting and line.sits_down:
            if same in idle:
                continue  # one of several alike at which nobody is
            idle.add(same)
        lines.append(replace(line, rounds_an_hour=hourly.get(stream, 0)))
    order = {book: place for place, book in enumerate(dict.fromkeys(line.book for line in sorted(lines, key=_by_book)))}
    return tuple(sorted(lines, key=lambda line: (-(line.seated > 0), order[line.book], line.minimum_cents, line.id)))


def _by_book(line: LobbyLine) -> str:
    return line.title


def _line(floor: Floor, stream: str, language: str) -> LobbyLine | None:
    table = floor.states.known(stream).state
    if table is None or table.closed:
        return None
    book = floor.book(table.book)
    signs = Signs(book, {name: getattr(table, name) for name in table.__struct_fields__}, language)
    least, most = signs.bounds(Wager.ANTE)
    bots = sum(1 for seat in table.seats.values() if seat.bot)
    return LobbyLine(
        id=stream.removeprefix(_TABLE),
        book=book.id,
        name=short_name(book.id, language),
        title=translator(language)(book.title),
        currency=book.money.currency.value,
        dealt=table.dealt,
        sits_down=table.admission.is_open,
        positions=table.positions,
        seated=len(table.seats) - bots,
        bots=bots,
        free=tuple(vacancies(book, table, "")),
        waiting=len(table.queue),
        playing=table.round is not None,
        rounds=table.rounds,
        rounds_an_hour=0,
        speed=speed_of(table.clocks),
        minimum_cents=least,
        maximum_cents=most,
        side_wagers=tuple(LobbyWager(wager=wager, name=signs.label(wager)) for wager in signs.sides),
        edge=edge_of(signs),
        meter=_meter(floor, book, table.meters, stream, language),
    )


def _own(floor: Floor, line: LobbyLine, person: str | None) -> LobbyLine:
    """Return a line with what concerns its viewer, who may take no seat that is kept for somebody else."""
    seat = next(_seats(floor, line, person), None)
    if not line.waiting:
        return line if seat is None else replace(line, seat=seat)
    view: TableView = floor.view(_TABLE + line.id, person=person or "")[0]  # an offer and its seat as of one moment
    return replace(line, seat=seat, place=view.queue.place, due_at=view.queue.due_at, free=view.vacant)


def _seats(floor: Floor, line: LobbyLine, person: str | None) -> Iterator[int]:
    if person is not None and line.seated:
        for seat in floor.states.known(_TABLE + line.id).state.seats.values():
            if seat.player == person and not seat.box:
                yield seat.position


def _meter(floor: Floor, book: Rulebook, house: str, stream: str, language: str) -> MeterSign | None:
    if not house or book.jackpot is None:
        return None
    with suppress(MissingStreamError):
        linked = floor.meters(house).linked(stream)
        return None if linked is None else meter_signs(floor, house, language).get(linked.meter)
    return None


def edge_of(signs: Signs) -> HouseEdge:
    """Return the exact house edge of a table's main game."""
    from mississippi_stud.maths.round_games import table_game
    from mississippi_stud.maths.solver import solve

    game = table_game(signs.book, signs.setup, None, {}).game
    edge = -solve(game).value
    share = percent(Percent(Fraction(round(edge * _DECIMALS), _DECIMALS)), signs.language)
    return HouseEdge(share=share, exact=str(edge), clause=signs.pays_clause, command=f"mstud solve {signs.book.id}")
