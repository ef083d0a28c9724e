"""The tables that the guests' house keeps open: opened on demand, as many as are needed (decision 232)."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from mississippi_stud.floor import (
    Admission,
    Clocks,
    Floor,
    MissingStreamError,
    SoloGame,
    Wager,
    company_options,
    open_meter,
    options_with_ante,
)
from mississippi_stud.prose.signs import Signs
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.web.shapes import Speed

CLOCKS: Final[Mapping[Speed, Clocks | None]] = {
    Speed.UNTIMED: None,
    Speed.SLOW: Clocks(betting_seconds=60, decision_seconds=60),
    Speed.NORMAL: Clocks(betting_seconds=20, decision_seconds=20),
    Speed.QUICK: Clocks(betting_seconds=10, decision_seconds=10),
}
LEAST_CENTS: Final = 5_00
MOST_CENTS: Final = 500_00
SEATS: Final = 6
BOTS: Final = 3
NUMBER_MAX: Final = 50
"""The most tables of one kind that are opened for guests."""


class StandingTable(NamedTuple):
    """A kind of table that is always to be had under every live book."""

    speed: Speed
    times: int = 1
    """How many times the book's usual least ante its own is."""


STANDING: Final = (StandingTable(Speed.UNTIMED), StandingTable(Speed.NORMAL), StandingTable(Speed.QUICK, 5))


def open_standing(floor: Floor, games: Iterable[SoloGame]) -> None:
    """Open the tables that are missing: of each kind, enough that one of them has room for somebody."""
    for game in games:
        if rulebook(game.source).positions.maximum.value > 1:
            for kind in STANDING:
                _open(floor, game, kind)


def _open(floor: Floor, game: SoloGame, kind: StandingTable) -> None:
    book = rulebook(game.source)
    for number in range(1, NUMBER_MAX):
        named = f"standing {game.book} {kind.speed} {kind.times} {number}"
        table_id = floor.database.keys.mark(named.encode()).hex()[:32]
        with suppress(MissingStreamError):
            table = floor.table(f"table:{table_id}")
            people = sum(1 for seat in table.seats.values() if not seat.bot) + len(table.queue)
            if table.closed or people >= table.positions:
                continue
            return
        open_meter(floor, game)
        least = Signs(book, game.options, "en").bounds(Wager.ANTE)[0]
        seats = min(SEATS, book.positions.maximum.value)
        options = options_with_ante(company_options(game), least * kind.times, 0)
        options |= {"admission": Admission.LOBBY, "clocks": CLOCKS[kind.speed]}
        options |= {"positions": seats, "bots": min(BOTS, seats - 1)}
        floor.open_table(game.source, id=table_id, command_id=f"{table_id} opens", **options)
        return


def ante_limits(book: Rulebook, options: Mapping[str, Any]) -> tuple[int, int]:
    """Return the usual limits of the ante, with which a form begins; where the book and the house have none, ours."""
    least, most = Signs(book, options, "en").bounds(Wager.ANTE)
    return least if least > 1 else LEAST_CENTS, most or MOST_CENTS


def speed_of(clocks: Clocks | None) -> Speed:
    """Return which speed the clocks of a table are nearest to."""
    if clocks is None:
        return Speed.UNTIMED
    timed = {speed: each.decision_seconds for speed, each in CLOCKS.items() if each is not None}
    return min(timed, key=lambda speed: abs(timed[speed] - clocks.decision_seconds))
