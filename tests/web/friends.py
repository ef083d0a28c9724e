"""People at one table for several, each with a device of their own, as the Python client has it."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from mississippi_stud.client import LiveError, LiveSite, LiveTable
from tests.web.conftest import Site


class Friends:
    """People at one table, each with a device of their own."""

    def __init__(self, site: Site, open_sites: ExitStack) -> None:
        self.site = site
        self._open = open_sites

    def device(self, of: LiveSite | None = None) -> LiveSite:
        """Return a new device: a stranger's, or another of somebody."""
        found = self._open.enter_context(LiveSite(self.site.url))
        if of is not None:
            found._jar = of._jar
        return found

    def table(self, book: str, seats: int, players: int | None = None, speed: str = "untimed") -> list[LiveTable]:
        """Open a table and have it joined by its link."""
        first = self.device().company(book, seats, speed)
        return [first, *(self.device().join(first.link) for _ in range(1, players or seats))]

    def together(self, *acts: Callable[[], Any]) -> None:
        """Let everybody act at the same time; the first error is raised."""
        wrong: list[BaseException] = []

        def run(act: Callable[[], Any]) -> None:
            try:
                act()
            except BaseException as error:
                wrong.append(error)

        threads = [threading.Thread(target=run, args=(act,)) for act in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        if wrong:
            raise wrong[0]


def play_round(table: LiveTable, ante: int = 5_00) -> None:
    table.deal(ante=ante)
    while table.asked():
        table.bet(1)


def refusal(act: Callable[[], Any]) -> tuple[str, int]:
    """Return the code and the status with which something is refused."""
    with pytest.raises(LiveError) as caught:
        act()
    return caught.value.problem.code, caught.value.problem.status


def id_of(table: LiveTable) -> str:
    return table.topic.removeprefix("table:")


def player_of(table: LiveTable) -> str:
    return table.seat.player
