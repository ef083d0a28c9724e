"""What pages ask to be shown: any number of topics, from any view, again and again, and by somebody who never reads."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from mississippi_stud.client import LiveError, LiveSite, LiveTable
from mississippi_stud.floor import Admission
from mississippi_stud.web.app import create_app
from mississippi_stud.web.delta import PatchStep, apply, canonical, view_hash
from mississippi_stud.web.limits import Settings, TopicPool
from mississippi_stud.web.live_frames import TOPICS_MAX, TOPICS_OWN
from mississippi_stud.web.wire import SocketProtocol
from tests.floor.drive import play, sit
from tests.web.conftest import FREELY, SECRET, Site, Visit, new_floor, serve
from tests.web.test_wire import KEY, UPGRADE, raw, request

MANY = 200
SHARED = 240
CARDS = "As Ad 2c 7d 9h"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, decks: None) -> Iterator[tuple[Site, list[str]]]:
    """A site with as many tables as a large house has, whose pages share few topics beyond their own."""
    floor = new_floor(tmp_path_factory.mktemp("hall"))
    topics = [floor.open_table("crown", positions=6, admission=Admission.LINK) for _ in range(MANY)]
    url, stop = serve(create_app(floor, SECRET, replace(FREELY, topics_a_client=SHARED)))
    yield Site(url, floor), topics
    stop()


@contextmanager
def page(url: str, cookies: str = "") -> Iterator[ClientConnection]:
    path = f"{url.replace('http', 'ws')}/api/live"
    with connect(path, additional_headers={"Cookie": cookies}, max_queue=None) as opened:
        yield opened


def subscribed(topics: list[str], held: str = "") -> str:
    return json.dumps({"do": "subscribe", "topics": dict.fromkeys(topics, held)})


def held_after(frame: dict[str, Any], view: Any) -> Any:
    """Return what a page holds after a frame, whose hash it checks."""
    if frame["frame"] == "view":
        view = frame["view"]
    else:
        view = apply(view, msgspec.convert(frame["delta"], tuple[PatchStep, ...]))
    assert view_hash(canonical(view)) == frame["hash"]
    return view


# Any number of topics.


def test_one_page_shows_two_hundred_tables_and_each_change_of_one(hall: tuple[Site, list[str]]):
    site, topics = hall
    with LiveSite(site.url) as live:
        live.subscribe(*topics)
        assert set(live.views) == set(topics)
        for topic in (topics[0], topics[100], topics[-1]):
            before = live.views[topic].version
            site.floor.deposit(f"zoe {topic}", 100_00)
            sit(site.floor, topic, f"zoe {topic}", 1)
            live.wait(lambda topic=topic, before=before: live.views[topic].version > before)  # type: ignore[misc]
            assert len(live.views[topic].view["view"]["seats"]) == 1
        live._drop()
        live.wait(lambda: live.reconnections == 1 and live._socket is not None)
        sit(site.floor, topics[7], f"zoe {topics[0]}", 2)
        live.wait(lambda: len(live.views[topics[7]].view["view"]["seats"]) == 1)
        live.unsubscribe(*topics)
        assert live.ping() >= 0


def test_a_page_in_a_browser_shows_as_many(hall: tuple[Site, list[str]], browser: Browser):
    site, topics = hall
    context = browser.new_context()
    v = Visit(context, site, "/")
    v.page.wait_for_selector("ms-game .felt")
    v.page.evaluate(
        """async (topics) => {
          const script = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/live.js"));
          const { watch } = await import(script.name), shown = (window.shown = {});
          const told = topics.map((topic) => [topic, (view) => { shown[topic] = view.id; }]);
          watch(Object.fromEntries(told), () => {}, (topic) => { shown[topic] = "ended"; });
        }""",
        topics,
    )
    v.page.wait_for_function("(most) => Object.keys(window.shown).length === most", arg=MANY)
    shown = v.page.evaluate("window.shown")
    context.close()
    assert shown == {topic: topic.removeprefix("table:") for topic in topics}
    assert not v.wrong


def test_beyond_their_own_the_pages_of_a_client_share_topics_and_give_them_back(hall: tuple[Site, list[str]]):
    site, topics = hall
    with LiveSite(site.url) as one, LiveSite(site.url) as two, LiveSite(site.url) as three:
        one.subscribe(*topics)
        two.subscribe(*topics[: SHARED - MANY + 2 * TOPICS_OWN])
        for each in (two, three):  # what is every page's own is nobody else's
            if each is three:
                each.subscribe(*topics[:TOPICS_OWN])
            with pytest.raises(LiveError) as caught:
                each.subscribe(topics[-1])
            assert (caught.value.problem.code, caught.value.problem.status) == ("too-many-topics", 429)
            assert f"beyond {TOPICS_OWN} topics each, they share {SHARED}" in caught.value.problem.detail
            assert each.ping() >= 0, "and the socket goes on"
        one.unsubscribe(topics[3])
        one.ping()
        three.subscribe(topics[-1])
        two.close()
        for topic in topics[TOPICS_OWN : SHARED - MANY + 2 * TOPICS_OWN]:
            _subscribe_soon(three, topic)


def _subscribe_soon(live: LiveSite, topic: str) -> None:
    """Subscribe to a topic as soon as a page that has just gone is not counted any more."""
    for _ in range(100):
        try:
            live.subscribe(topic)
        except LiveError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("the topics of a page that has gone are still counted")


def test_the_topics_of_all_clients_together_are_limited():
    pool = TopicPool(Settings(topics=3, topics_a_client=2))
    assert [pool.take(client) for client in ("a", "a", "a", "b", "b")] == [True, True, False, True, False]
    pool.give_back("a")
    assert [pool.take(client) for client in ("b", "a")] == [True, False]


def test_more_topics_than_a_message_may_have_cannot_be_read(hall: tuple[Site, list[str]]):
    site, topics = hall
    with page(site.url) as opened:
        opened.send(subscribed(topics[:TOPICS_MAX]))
        assert {json.loads(opened.recv(30))["topic"] for _ in range(TOPICS_MAX)} == set(topics[:TOPICS_MAX])
        opened.send(subscribed(topics[: TOPICS_MAX + 1]))
        with pytest.raises(ConnectionClosed, match="1008"):
            opened.recv(30)


# From any view.


def test_whatever_view_a_page_says_it_holds_it_has_the_right_one_afterwards(house: Site):
    """The newest, one of the past, one that is yet to come, somebody else's, and one that never was."""
    with LiveSite(house.url) as live, LiveSite(house.url) as other:
        table, past = live.open("online"), []
        for _ in range(3):
            past.append(live.views[table.topic])
            table.deal(seed=CARDS, ante=5_00)
            table.fold()
        elsewhere = other.open("online")
        newest, stranger = live.views[table.topic], other.views[elsewhere.topic]
        views = {each.hash: each.view for each in (newest, stranger, *past)}
        for held in (newest.hash, *(each.hash for each in past), stranger.hash, "0" * 64, "f" * 64, ""):
            with page(house.url, live._cookies) as opened:
                opened.send(subscribed([table.topic], held))
                frame = json.loads(opened.recv(30))
                assert held_after(frame, views.get(held)) == newest.view
                assert frame["frame"] == "view" or frame["since"] == held
                assert (frame["version"], frame["hash"]) == (newest.version, newest.hash)


@pytest.mark.parametrize("held", ["0" * 63, "0" * 65, "F" * 64, "17", "-1", "null", "\N{ARABIC-INDIC DIGIT ONE}" * 64])
def test_what_is_no_hash_of_a_view_cannot_be_read(house: Site, held: str):
    with page(house.url) as opened:
        opened.send(subscribed(["lobby:play"], held))
        with pytest.raises(ConnectionClosed, match="1008"):
            opened.recv(30)


# Again and again, and never read.


def answered_meanwhile(table: LiveTable, rounds: int) -> None:
    for _ in range(rounds):
        table.deal(seed=CARDS, ante=5_00)
        table.fold()


def test_whoever_subscribes_without_end_keeps_nobody_waiting_and_has_the_right_view_at_last(house: Site):
    with LiveSite(house.url) as live, ExitStack() as storms:
        table = live.open("online")
        pages = [storms.enter_context(page(house.url, live._cookies)) for _ in range(4)]
        for opened in pages:
            for number in range(50):
                opened.send(subscribed([table.topic, "lobby:play", "person"], "0" * 64 if number % 2 else ""))
                opened.send(json.dumps({"do": "unsubscribe", "topics": [table.topic]}))
            opened.send(subscribed([table.topic]))
        answered_meanwhile(table, 5)
        for opened in pages:
            view, version = None, 0
            while version < table.version:
                frame = json.loads(opened.recv(60))
                if frame["topic"] == table.topic:
                    view, version = held_after(frame, view), frame["version"]
            assert view == live.views[table.topic].view


def test_a_page_that_never_reads_is_kept_no_more_than_a_little(house: Site, monkeypatch: pytest.MonkeyPatch):
    """It has many topics and asks for more, and the tables move on; whoever plays there is not kept waiting."""
    kept: dict[SocketProtocol, int] = {}
    put = SocketProtocol.put

    def measured(wire: SocketProtocol, frame: bytes) -> None:
        wire.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        put(wire, frame)
        kept[wire] = max(kept.get(wire, 0), wire.transport.get_write_buffer_size())

    monkeypatch.setattr(SocketProtocol, "put", measured)
    floor = house.floor
    topics = [floor.open_table("crown", positions=2, admission=Admission.LINK) for _ in range(8)]
    for topic in topics:
        floor.deposit(topic[-9:], 100_000_00)
        sit(floor, topic, topic[-9:], 1)
    asked = subscribed(topics).encode()
    word = b"\x81\xfe" + len(asked).to_bytes(2) + b"\0\0\0\0" + asked
    with LiveSite(house.url) as live, raw(house.url) as deaf:
        table = live.open("online")
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(request("GET", "/api/live", UPGRADE + KEY))
        assert b" 101 " in deaf.recv(100)
        deaf.sendall(20 * word)
        number, most = 0, 0
        while number < 30 or (most <= 65_536 and number < 300):
            number += 1
            for topic in topics:
                play(floor, topic, "1 ante 10; 1 ready; 1 fold")
            if number % 10 == 0:
                answered_meanwhile(table, 1)
            most = max(kept.values())
    assert most > 65_536, "more was to be sent than is ever kept"
    assert most < 100_000, "it is a frame or two beyond the mark at which nothing more is sent"
