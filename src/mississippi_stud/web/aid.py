"""Aid for players, as the trainer and the analysis pages give it: a few at once, and none at a table with others."""

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any, TypeVar

from litestar import Request

from mississippi_stud.floor import Floor, MissingStreamError
from mississippi_stud.floor.history import plays, recall
from mississippi_stud.web.api import RecallQueue, visitor_of
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import solo_table_id

_T = TypeVar("_T")


async def aided(request: Request[Any, Any, Any], work: Callable[[], _T]) -> _T:
    """Work something out for a visitor when there is room; refuse it to somebody at a table with others."""
    state = request.app.state
    queue: RecallQueue = state.calculations

    def checked() -> _T:
        check_away(state.floor, state.guests.known(request), state.games)
        return work()

    return await queue.at(await visitor_of(request, state), checked)


def check_away(floor: Floor, name: str | None, books: Iterable[str]) -> None:
    """Refuse aid to somebody with a seat or an open round at a table of several, or with a dealer."""
    if name is None:
        return
    opened = recall.history(floor, recall.RoundFilter(player=name, status="open"), limit=None)
    seated = (stream for stream in _tables(floor, name, books) if name in floor.table(stream).players)
    for stream in (*(past.stream for past in opened), *seated):
        table = floor.table(stream)
        if not table.closed and (table.positions > 1 or not table.automatic):
            raise Complaint("no-aid", 409)


def _tables(floor: Floor, name: str, books: Iterable[str]) -> Iterator[str]:
    """Yield the tables where somebody has played, and those that were opened for them, played at or not."""
    yield from plays.tables_of(floor, name)
    for book in books:
        for number in count(1):
            stream = f"table:{solo_table_id(name, book, number)}"
            try:
                floor.table(stream)
            except MissingStreamError:
                break
            yield stream
