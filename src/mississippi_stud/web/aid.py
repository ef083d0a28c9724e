"""Aid for players, as the trainer and the analysis pages give it: a few at once, and none at a table with others."""

from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Request

from mississippi_stud.floor import Floor, Refused
from mississippi_stud.floor.history import recall
from mississippi_stud.web.problems import Objection
from mississippi_stud.web.recall_queue import RecallQueue
from mississippi_stud.web.request import visitor_of

_T = TypeVar("_T")


async def aided(request: Request[Any, Any, Any], work: Callable[[], _T]) -> _T:
    """Work something out for a visitor when there is room; refuse it to somebody at a table with others."""
    state = request.app.state
    queue: RecallQueue = state.calculations

    def checked() -> _T:
        check_away(state.floor, state.people.known(request))
        return work()

    return await queue.at(await visitor_of(request, state), checked)


def check_away(floor: Floor, name: str | None) -> None:
    """Refuse aid to somebody with a seat at a table of several, or with a dealer."""
    if name is None:
        return
    for stream in recall.seats_of(floor, name):
        table = floor.table(stream)
        if not table.closed and (table.positions > 1 or not table.automatic):
            book = floor.book(table.book)
            clause = book.conduct.devices.clause if book.conduct else ""
            raise Objection(Refused("no-aid", clause), book.money.currency.value)
