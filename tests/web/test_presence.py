"""Presence with several processes: whoever has a live view in one of them is not away for another."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec.structs import replace

from mississippi_stud.client import LiveSite
from mississippi_stud.floor import Admission, Floor
from mississippi_stud.store import log
from mississippi_stud.table.state import Clocks
from mississippi_stud.web import presence
from mississippi_stud.web.app import create_app
from mississippi_stud.web.presence import LivePresence
from tests.floor.drive import opened, sit
from tests.web.child import FREELY, SECRET
from tests.web.conftest import serve
from tests.web.test_live import proxied

PLAYERS = ("ann", "ben", "cy")


def shared_table(floor: Floor) -> str:
    clocks = Clocks(betting_seconds=20, decision_seconds=20)
    table = floor.open_table("crown", positions=3, admission=Admission.LINK, clocks=clocks)
    for position, player in enumerate(PLAYERS, 1):
        floor.deposit(player, 1_000_00)
        sit(floor, table, player, position)
    return table


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a thread of its own: the tests' browser may hold this one's event loop."""
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, work).result()


async def settled(waiting: LivePresence) -> None:
    while waiting._waiting:
        await asyncio.sleep(0.01)


async def restarts(one: LivePresence, other: LivePresence, table: str) -> None:
    """Ann is seen by one process, Ben by the other, which has just started; Cy by neither."""
    one.come("ann", table)
    other.come("ben", table)
    other.start()
    await settled(other)


async def closes_a_tab(one: LivePresence, other: LivePresence, table: str) -> None:
    """Ann has a tab at each process, and closes one; Ben and Cy close their only ones."""
    for player in PLAYERS:
        other.come(player, table)
    one.come("ann", table)
    one.come("ben", table)
    one.go("ben", table)
    await settled(one)
    for player in PLAYERS:
        other.go(player, table)
    other.come("ben", table)
    await settled(other)


@pytest.mark.parametrize("happens", [restarts, closes_a_tab])
def test_whoever_is_seen_by_another_process_is_never_away(
    postgres_url: str, happens: Callable[[LivePresence, LivePresence, str], Awaitable[None]]
):
    with opened(postgres_url) as first, opened(postgres_url) as second:
        table = shared_table(first)

        async def run() -> None:
            await happens(LivePresence(first, 0), LivePresence(second, 0), table)

        run_apart(run())
        assert [each.away_at is None for each in second.table(table).seats.values()] == [True, True, False]
        noted = [event for event in log.read(first.database, table) if event.name == "connection_noted"]
        assert len(noted) == 1, "only Cy was ever noted as away"


def test_one_process_asks_nobody(sqlite_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(presence, "ANSWER_SECONDS", 3600)
    with opened(sqlite_url) as floor:
        table = shared_table(floor)

        async def run() -> None:
            here = LivePresence(floor, 0)
            here.come("ann", table)
            here.start()
            await settled(here)

        run_apart(run())
        assert [each.away_at is None for each in floor.table(table).seats.values()] == [True, False, False]


def test_whoever_is_back_sees_the_table_before_that_is_noted(postgres_url: str, tmp_path: Path):
    """Nothing can be committed, as when many come back at once; the view needs no commit."""
    floor = Floor.open(postgres_url, tmp_path / "key")
    url, stop = serve(create_app(floor, SECRET, replace(FREELY, away_seconds=1)))
    with proxied(url) as proxy, LiveSite(url) as host, LiveSite(proxy.url) as guest:
        ann = host.company("crown", 2)
        ben = guest.join(ann.topic.removeprefix("table:"))
        proxy.asleep = True
        proxy.cut()
        ann.wait(lambda view: any(seat.away_at for seat in view.seats))
        with ThreadPoolExecutor(1) as pool, psycopg.connect(postgres_url) as holding:
            holding.execute("LOCK TABLE events IN SHARE MODE")
            proxy.asleep = False
            assert pool.submit(ben.wait, lambda view: ben.seat.away_at is not None).result(60)
        ben.wait(lambda view: ben.seat.away_at is None)
    stop()
