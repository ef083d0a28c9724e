"""What holds while many play and watch: one frame for all who see alike, shared queries, and no socket lost by us."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from mississippi_stud.client import LiveSite
from mississippi_stud.floor import Floor
from mississippi_stud.web import people, server, wire
from mississippi_stud.web.app import create_app
from mississippi_stud.web.people import Inquiry
from mississippi_stud.web.wire import SocketProtocol
from tests.web.conftest import FREELY, SECRET, Site, new_floor, serve
from tests.web.test_presence import run_apart
from tests.web.test_wire import KEY, UPGRADE, raw, request, rest

PING_SECONDS = 0.3
PATIENCE = 5
"""How many times longer a watcher may be silent."""
PING = b"\x89\x00"
CARDS = "As Ad 2c 7d 9h"


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Serve with a heartbeat ten times as fast as ours."""
    monkeypatch.setattr(server, "PING_SECONDS", PING_SECONDS)
    with new_floor(tmp_path) as floor:
        url, stop = serve(create_app(floor, SECRET, FREELY))
        yield Site(url, floor)
        stop()


@contextmanager
def page(live: LiveSite, topic: str) -> Iterator[ClientConnection]:
    """Open another page of somebody, which is shown a topic."""
    path = f"{live.url.replace('http', 'ws')}/api/live"
    with connect(path, additional_headers={"Cookie": live._cookies}) as socket:
        socket.send(json.dumps({"do": "subscribe", "topics": {topic: ""}}))
        assert json.loads(socket.recv(30))["frame"] == "view"
        yield socket


def wager(topic: str, name: str) -> str:
    command = {"command": "place_wagers", "position": 1, "wagers": {"ante": 5_00}, "ready": False}
    return json.dumps({"do": "command", "id": name, "topic": topic, "command": command})


def test_a_page_whose_command_takes_long_is_not_taken_for_dead(impatient: Site):
    """Its next message is not read meanwhile, and neither is the answer to the heartbeat that comes behind it."""
    with LiveSite(impatient.url) as live:
        table = live.open("online")
        with page(live, table.topic) as second:
            with impatient.floor.database.lock:  # the writer waits for it
                second.send(wager(table.topic, "the-first-one"))
                second.send(wager(table.topic, "the-second-one"))
                time.sleep(5 * PING_SECONDS)
            frames = []
            while len(frames) < 2:
                frame = json.loads(second.recv(30))
                frames += [frame["id"]] if frame["frame"] == "accepted" else []
            assert frames == ["the-first-one", "the-second-one"]


def test_a_server_that_was_late_itself_takes_nobody_for_dead(impatient: Site, monkeypatch: pytest.MonkeyPatch):
    """What the client has answered may lie unread; and what it has not, it still owes."""
    found: list[SocketProtocol] = []
    ended = SocketProtocol.keepalive_timeout

    def late(protocol: SocketProtocol) -> None:
        monkeypatch.setattr(wire, "_STALL_SECONDS", 0.5 if found else -1)  # whatever the time is, that is too late
        found.append(protocol)
        ended(protocol)

    monkeypatch.setattr(SocketProtocol, "keepalive_timeout", late)
    with raw(impatient.url, request("GET", "/api/live", UPGRADE + KEY)) as silent:
        assert b" 101 " in silent.recv(1000)
        began = time.monotonic()
        assert b"keepalive" in rest(silent)
        assert len(found) == 2
        assert time.monotonic() - began > (PATIENCE + 1.5) * PING_SECONDS  # asked once, waited for twice


def test_a_client_that_does_not_answer_is_ended(impatient: Site):
    with raw(impatient.url, request("GET", "/api/live", UPGRADE + KEY)) as silent:
        silent.settimeout(30)
        assert b"keepalive" in rest(silent)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """Count how often each client is asked whether it is there, by its port."""
    found, put = Counter[int](), SocketProtocol.put

    def counted(protocol: SocketProtocol, frame: bytes) -> None:
        if frame == PING and protocol.client:
            found[protocol.client[1]] += 1
        put(protocol, frame)

    monkeypatch.setattr(SocketProtocol, "put", counted)
    return found


def test_whoever_has_said_something_is_not_asked_whether_they_are_there(impatient: Site, asked: Counter[int]):
    with LiveSite(impatient.url) as live:
        table = live.company("crown", 2)
        with page(live, table.topic) as talking, page(live, table.topic) as silent:
            while asked[silent.local_address[1]] < 3:
                talking.send(json.dumps({"do": "ping"}))
                assert json.loads(talking.recv(30))["frame"] == "pong"
                time.sleep(PING_SECONDS / 3)
            assert not asked[talking.local_address[1]]
            while not asked[talking.local_address[1]]:  # and whoever stops is
                time.sleep(PING_SECONDS / 3)


def test_players_are_asked_more_often_than_watchers(impatient: Site, asked: Counter[int]):
    """A table waits for a player, and nobody for a watcher (decision 490)."""
    with LiveSite(impatient.url) as live, LiveSite(impatient.url) as stranger:
        table = live.company("crown", 2)
        stranger.look(table.link)
        with page(stranger, table.topic) as watcher, page(live, table.topic) as player:
            while asked[player.local_address[1]] < PATIENCE:
                time.sleep(PING_SECONDS / 3)
            assert asked[watcher.local_address[1]] <= 1
            while not asked[watcher.local_address[1]]:
                time.sleep(PING_SECONDS / 3)


def test_all_who_see_a_table_alike_are_sent_the_same_bytes(site: Site, monkeypatch: pytest.MonkeyPatch):
    """The frame is written once, and each socket gets it without its task being woken (decision 283)."""
    put: list[tuple[SocketProtocol, bytes]] = []
    woken: list[SocketProtocol] = []
    at_once, waiting = SocketProtocol.put, SocketProtocol.put_when_ready

    async def wake(protocol: SocketProtocol, frame: bytes) -> None:
        woken.append(protocol)
        await waiting(protocol, frame)

    monkeypatch.setattr(SocketProtocol, "put", lambda own, frame: put.append((own, frame)) or at_once(own, frame))
    monkeypatch.setattr(SocketProtocol, "put_when_ready", wake)
    with LiveSite(site.url) as live, ExitStack() as pages:
        table = live.open("online")
        tabs = [pages.enter_context(page(live, table.topic)) for _ in range(5)]
        put.clear()
        woken.clear()
        table.deal(seed=CARDS, ante=5_00)
        (text,) = {str(tab.recv(30)) for tab in tabs}
        sent = [(own, frame) for own, frame in put if frame.endswith(text.encode())]
        assert len({id(own) for own, _ in sent}) == 6
        assert len({id(frame) for _, frame in sent}) == 1  # not only equal: one and the same
        assert len(woken) == 1  # the answer to the command


def test_guests_who_are_asked_about_at_once_share_a_query(monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple[str, ...]] = []

    def past_guests(_floor: Floor, guests: Sequence[str]) -> frozenset[str]:
        asked.append(tuple(guests))
        time.sleep(0.05)
        if "broken" in guests:
            raise ValueError("away")
        return frozenset({"gus"} & set(guests))

    monkeypatch.setattr(people, "past_guests", past_guests)

    async def ask() -> None:
        inquiry: Any = Inquiry(None)  # type: ignore[arg-type]
        first = [asyncio.create_task(inquiry.is_past(name)) for name in ("gus", "ann", "ben", "ann")]
        await asyncio.sleep(0.01)
        later = [asyncio.create_task(inquiry.is_past(name)) for name in ("ann", "broken")]
        first[3].cancel()  # whoever goes takes nobody along
        assert await asyncio.gather(*first[:3]) == [True, False, False]
        assert [type(each) for each in await asyncio.gather(*later, return_exceptions=True)] == [ValueError] * 2
        assert await inquiry.is_past("gus")

    run_apart(ask())
    assert asked == [("gus", "ann", "ben"), ("ann", "broken"), ("gus",)]
