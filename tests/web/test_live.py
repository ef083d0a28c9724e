"""The live socket: topics, deltas, hashes, resumption, commands exactly once, through a network that fails."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from mississippi_stud.client import LiveError, LiveSite
from mississippi_stud.errors import InputError
from mississippi_stud.floor import DealingMode, Floor, Wager, house_tables, seed_commitment
from mississippi_stud.floor.tenancy import PLAY
from mississippi_stud.table import commands as c
from mississippi_stud.table.state import Table
from mississippi_stud.web import topics
from mississippi_stud.web.access import Access
from mississippi_stud.web.app import create_app
from mississippi_stud.web.delta import PatchStep, apply, canonical, delta, view_hash
from mississippi_stud.web.live_frames import TOPICS_MAX
from mississippi_stud.web.live_view import LastViews
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.shapes import (
    CommitSeedRequest,
    CurrentTable,
    FoldRequest,
    PlaceWagersRequest,
    PlayRequest,
    SeatRequest,
)
from tests.floor.drive import chance_of
from tests.web.cast import Cast
from tests.web.conftest import FREELY, SECRET, Site, Visit, new_floor, serve

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(2, 9) | st.text("a/~0é", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/~01", max_size=3), inner, max_size=3),
    max_leaves=12,
)
Visiting = Callable[..., Visit]
CARDS = "As Ad 2c 7d 9h"


@given(JSON, JSON)
def test_a_delta_makes_the_new_view_of_the_old_one(old: Any, new: Any):
    changes = tuple(delta(old, new))
    sent = msgspec.json.decode(msgspec.json.encode(changes), type=tuple[PatchStep, ...])
    assert canonical(apply(old, sent)) == canonical(new)
    assert bool(changes) == (canonical(old) != canonical(new))


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part that leaves out what is usual."""

    rank: int
    note: str = ""


class Box(msgspec.Struct, frozen=True, rename={"of": "of/whom"}):
    """A part whose field is written otherwise than it is called."""

    of: str | None
    cards: tuple[Card, ...]


class Board(msgspec.Struct, frozen=True):
    """A view of parts, one of which is kept by numbers."""

    boxes: tuple[Box, ...]
    made: dict[int, str]
    first: Box | None = None
    places: tuple[tuple[str, int], ...] = ()


CARD = st.builds(Card, st.integers(2, 4), st.sampled_from(["", "x"]))
BOX = st.builds(Box, st.sampled_from(["a", "b", None]), st.lists(CARD, max_size=2).map(tuple))
BOARD = st.builds(
    Board,
    st.lists(BOX, max_size=3).map(tuple),
    st.dictionaries(st.integers(9, 11), st.sampled_from("xy"), max_size=3),
    BOX | st.none(),
    st.lists(st.tuples(st.sampled_from("xy"), st.integers(2, 4)), max_size=2).map(tuple),
)


@given(BOARD, BOARD)
def test_views_are_compared_as_they_are_and_written_as_they_always_were(old: Board, new: Board):
    """A page holds what it was sent, and knows nothing of our types; most of what it holds is other viewers' too."""
    new = msgspec.structs.replace(new, boxes=(*old.boxes[:2], *new.boxes[2:]))
    held, meant = (msgspec.json.decode(msgspec.json.encode(each)) for each in (old, new))
    changes = delta(old, new)
    sent = msgspec.json.decode(msgspec.json.encode(changes), type=tuple[PatchStep, ...])
    assert apply(held, sent) == meant
    assert bool(changes) == (held != meant)
    assert canonical(new) == canonical(meant)


@pytest.mark.parametrize("path", ["/b", "/a/9", "/a/x", "/a/0/c"])
def test_a_delta_of_another_view_is_refused(path: str):
    with pytest.raises(InputError, match="is not of this view"):
        apply({"a": [1]}, (PatchStep(op="replace", path=path, value=0),))


def test_the_views_of_those_who_left_are_few():
    kept = LastViews(2)
    for number in range(3):
        kept.keep("ann", number, written=b"%d" % number)
    assert [kept.find("ann", number) for number in range(3)] == [b"", b"1", b"2"]


# A network that fails.

CUT = 0.2
"""The share of losses that end the connection."""


class Proxy:
    """A TCP proxy that can lose what is under way, hold it back, or swallow what the server answers.

    What is lost is sent again a while later, as TCP does; now and then the whole connection is lost with it.
    """

    def __init__(self, target: str) -> None:
        self.target = target
        self.deaf = False
        """Whether the server's answers are lost."""
        self.delay = 0.0
        self.lag = 0.0
        """The most that each way of each piece takes, in seconds."""
        self.loss = 0.0
        """The share of pieces that are lost."""
        self.asleep = False
        """Whether nothing moves either way, and no connection ends: a device with its lid closed."""
        self._chance = chance_of()
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(lambda *ends: self._serve(*ends), "127.0.0.1", 0), self._loop
        ).result()
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection(*self.target.removeprefix("http://").split(":"))
        self._writers |= {writer, ours}
        await asyncio.gather(self._pipe(reader, ours, False), self._pipe(theirs, writer, True))

    async def _pipe(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool) -> None:
        try:
            while data := await reader.read(65536):
                await self._hold_back()
                if not (answers and self.deaf):
                    writer.write(data)
                    await writer.drain()
        except OSError:
            pass
        writer.close()

    async def _hold_back(self) -> None:
        """Take as long as the network does with a piece; `OSError` if its connection is lost."""
        await asyncio.sleep(self.delay + self._chance.random() * self.lag)
        while self._chance.random() < self.loss:
            if self._chance.random() < CUT:
                raise ConnectionResetError
            await asyncio.sleep(self._chance.random() * self.lag)
        while self.asleep:
            await asyncio.sleep(0.02)

    def cut(self) -> None:
        """Lose every connection at once."""

        async def now() -> None:
            for writer in self._writers:
                writer.transport.abort()
            self._writers.clear()

        asyncio.run_coroutine_threadsafe(now(), self._loop).result()

    def close(self) -> None:
        self.cut()

        async def end() -> None:
            self._server.close()
            await self._server.wait_closed()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@contextmanager
def proxied(url: str) -> Iterator[Proxy]:
    proxy = Proxy(url)
    try:
        yield proxy
    finally:
        proxy.close()


def events(site: Site, table: Any) -> list[str]:
    return [event.name for event in _log(site.floor, table.topic)]


def _log(floor: Floor, stream: str) -> list[Any]:
    from mississippi_stud.store import log

    return list(log.read(floor.database, stream))


def test_a_round_over_the_socket_and_every_view_provable(site: Site):
    with LiveSite(site.url) as live:
        table = live.open("online")
        seen = {table.version: live.views[table.topic].hash}
        table.deal(seed=CARDS, ante=5_00)
        seen[table.version] = live.views[table.topic].hash
        while table.deciding:
            table.bet(1)
            seen[table.version] = live.views[table.topic].hash
        assert len(seen) == 5
        person = table.hand.player
        viewer = topics.Viewer(site.floor, person, "en")
        for version, digest in seen.items():  # what was shown is recomputed from version, viewer and program
            shown = topics.table_at(viewer, table.topic.removeprefix("table:"), version)
            assert view_hash(canonical(shown)) == digest
        live.wait(lambda: table.balance_cents == site.floor.balance(person))
        with pytest.raises(Complaint):
            topics.table_at(viewer, table.topic.removeprefix("table:"), table.version + 1)


def test_a_request_whose_answer_is_lost_is_sent_again_and_done_once(site: Site):
    """The seat is taken, the answer is not heard, and the connection ends without it."""
    with proxied(site.url) as proxy, LiveSite(site.url) as host, LiveSite(proxy.url) as guest:
        ann = host.company("crown", 2)
        guest.open("online")  # now the server knows who asks
        proxy.deaf = True
        with ThreadPoolExecutor(1) as pool:
            path = f"/api/tables/{ann.topic.removeprefix('table:')}/seats"
            asked = pool.submit(guest.ask, path, SeatRequest(2, "sits-down-once"))
            ann.wait(lambda view: len(view.seats) == 2)
            proxy.deaf = False
            proxy.cut()
            answer = msgspec.json.decode(asked.result(60), type=CurrentTable)
        assert answer.view.own == (2,)
        assert events(site, ann).count("seated") == 2


def test_a_connection_lost_in_the_middle_of_a_round_goes_on_with_a_delta(site: Site):
    with proxied(site.url) as proxy, LiveSite(proxy.url) as live, LiveSite(site.url) as other:
        table = live.open("online")
        table.deal(seed=CARDS, ante=5_00)
        other._jar = live._jar  # the same person on another device
        second = other.table(table.topic.removeprefix("table:"))
        held = live.views[table.topic]
        proxy.cut()
        second.bet(1)  # meanwhile
        frames: list[Any] = []
        show = live._take
        live._take = lambda text: (frames.append(json.loads(text)), show(text))[1]  # type: ignore[method-assign]
        table.wait(lambda view: view == second.view)
        assert live.reconnections == 1
        news = next(frame for frame in frames if frame.get("topic") == table.topic)
        assert (news["frame"], news["since"]) == ("delta", held.hash)
        while table.deciding:
            table.bet(1)
        assert second.wait(lambda view: not view.playing).number == 1


def test_a_command_whose_answer_is_lost_takes_effect_once(site: Site):
    with proxied(site.url) as proxy, LiveSite(proxy.url) as live:
        table = live.open("online")
        table.deal(seed=CARDS, ante=5_00)
        before = events(site, table)
        proxy.deaf = True

        def heal() -> None:
            for _ in range(1000):
                if len(events(site, table)) > len(before):
                    break
                threading.Event().wait(0.01)
            proxy.cut()
            proxy.deaf = False

        healing = threading.Thread(target=heal)
        healing.start()
        table.bet(1)
        healing.join()
        assert live.reconnections >= 1
        assert events(site, table).count("wager_placed") == before.count("wager_placed") + 1
        assert len(table.hand.wagers_cents) == 2


def test_two_tabs_on_one_seat_decide_once(site: Site):
    with LiveSite(site.url) as one, LiveSite(site.url) as two:
        first = one.open("online")
        two._jar = one._jar
        second = two.table(first.topic.removeprefix("table:"))
        first.deal(seed=CARDS, ante=5_00)
        second.wait(lambda view: view.playing)
        late = PlayRequest(do=FoldRequest(position=1), turn=second.view.turn)
        first.bet(1)
        with pytest.raises(LiveError) as caught:
            second.do(late)
        assert (caught.value.problem.code, caught.value.problem.status) == ("turn-passed", 409)
        assert second.wait(lambda view: view == first.view).playing


def test_a_slow_reader_gets_the_newest_view_and_no_queue(site: Site):
    with LiveSite(site.url) as live:
        table = live.open("online")
        url = f"{site.url.replace('http', 'ws')}/api/live"
        with connect(url, additional_headers={"Cookie": live._cookies}, max_queue=1) as slow:
            slow.send(json.dumps({"do": "subscribe", "topics": {table.topic: ""}}))
            first = json.loads(slow.recv(30))
            for _ in range(12):
                table.deal(seed=CARDS, ante=5_00)
                table.fold()
            view, version, count = first["view"], 0, 0
            while version < table.version:
                frame = json.loads(slow.recv(30))
                view = (
                    frame["view"]
                    if frame["frame"] == "view"
                    else apply(view, msgspec.convert(frame["delta"], tuple[PatchStep, ...]))
                )
                assert view_hash(canonical(view)) == frame["hash"]
                assert frame["version"] > version
                version, count = frame["version"], count + 1
        assert count <= 24
        assert canonical(view) == canonical(table.sight)


def test_a_page_that_lost_a_frame_gets_the_whole_view(site: Site):
    with LiveSite(site.url) as live:
        table = live.open("online")
        live.views[table.topic] = live.views[table.topic]._replace(hash="0" * 64)
        table.deal(seed=CARDS, ante=5_00)
        assert table.view.playing
        live.unsubscribe(table.topic)
        assert live.ping() >= 0


def test_a_command_that_cannot_be_read_is_not_sent_again_and_again(site: Site):
    with LiveSite(site.url) as live:
        table = live.open("online")
        with pytest.raises(ConnectionClosed, match="unreadable"):
            table.do(FoldRequestOf(1), command_id="an id of several words")
        assert table.deal(seed=CARDS, ante=5_00).playing  # it goes on


def test_the_longest_messages_are_read(site: Site):
    """As many topics as it may have, with long names, and a call to the floor in characters that JSON writes in 12."""
    with LiveSite(site.url) as live:
        table = live.open("crown")
        table.deal(seed=CARDS, ante=5_00)
        command = {"command": "open_dispute", "about": "\N{GRINNING FACE}" * 500}
        asked = {"do": "command", "id": "longest-0", "topic": table.topic, "command": command}
        live._connected().send(json.dumps(asked))
        live.wait(lambda: "longest-0" in live._answers)
        topics = {f"supervision:{'h' * 40}{number:02}/{'0' * 32}": "0" * 64 for number in range(TOPICS_MAX)}
        live._connected().send(json.dumps({"do": "subscribe", "topics": topics}))
        with pytest.raises(LiveError):
            live.wait(lambda: False)  # none of them is there, and the first of which that is told ends the waiting
        assert live.reconnections == 0


def test_a_message_that_is_too_long_is_not_sent_again_and_again(site: Site):
    with LiveSite(site.url) as live:
        table = live.open("online")
        with pytest.raises(ConnectionClosed, match="1009"):
            live.do(table.topic, CommitSeedRequest(position=1, seed_hash="0" * 20_000))
        assert live.reconnections == 1
        assert table.deal(seed=CARDS, ante=5_00).playing


@pytest.mark.parametrize("status", [b"403 Forbidden", b"429 Too Many Requests", b"502 Bad Gateway"])
def test_a_server_that_refuses_for_now_is_asked_again(site: Site, status: bytes):
    """A proxy answers so while the server starts again, and the server itself while its database is away."""
    with proxied(site.url) as proxy, LiveSite(proxy.url) as live:
        table = live.open("online")
        refused = []

        async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            refused.append(status)
            writer.write(b"HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % status)
            writer.close()
            if len(refused) == 3:
                del proxy._serve  # type: ignore[method-assign]

        proxy._serve = refuse  # type: ignore[method-assign]
        proxy.cut()
        assert table.deal(seed=CARDS, ante=5_00).playing
        assert len(refused) == 3


# Who may see what.


@pytest.mark.parametrize(
    ("topic", "code"),
    [
        (f"table:{'0' * 32}", "no-table"),
        ("table", "no-table"),
        ("meter:nowhere", "no-topic"),
        (f"sign:play/{'0' * 32}", "no-topic"),
        ("sign:nowhere", "no-topic"),
        ("weather:play", "no-topic"),
    ],
)
def test_what_is_not_there_is_a_problem(site: Site, topic: str, code: str):
    with LiveSite(site.url) as live:
        live.open("online")
        with pytest.raises(LiveError) as caught:
            live.subscribe(topic)
        assert (caught.value.problem.status, caught.value.problem.code) == (404, code)
        assert live.ping() >= 0  # the socket goes on


def test_a_strangers_table_is_as_one_that_does_not_exist(site: Site):
    with LiveSite(site.url) as ann, LiveSite(site.url) as bob:
        table = ann.open("online")
        bob.open("online")
        told = []
        for topic in (table.topic, f"table:{'0' * 32}"):
            with pytest.raises(LiveError) as caught:
                bob.subscribe(topic)
            told.append(caught.value.problem)
            with pytest.raises(LiveError) as refused:
                bob.do(topic, FoldRequestOf(1))
            told.append(refused.value.problem)
        assert told[:2] == told[2:]


def FoldRequestOf(position: int) -> PlayRequest:  # noqa: N802
    return PlayRequest(do=FoldRequest(position=position))


def test_every_kind_of_topic_declares_its_access():
    assert {name: kind.access for name, kind in topics.KINDS.items()} == {
        "table": Access.PLAYER,
        "person": Access.PLAYER,
        "meter": Access.ANYBODY,
        "lobby": Access.ANYBODY,
        "sign": Access.ANYBODY,
        "console": Access.STAFF,
        "lesson": Access.STAFF,
        "pit": Access.STAFF,
        "supervision": Access.STAFF,
        "tournament": Access.ANYBODY,
        "promotion": Access.ANYBODY,
    }
    with Floor.in_memory() as floor:
        nobody = topics.Viewer(floor, None, "en")
        for name in ("table:" + "0" * 32, "person"):
            with pytest.raises(Complaint):
                topics.look(nobody, name)
        assert topics.look(nobody, "lobby:play").view == topics.LobbyBoard(tables=())


class Eavesdropper:
    """What one viewer's socket received: every frame, and every card that stands in one."""

    def __init__(self, live: LiveSite) -> None:
        self.text = ""
        self.cards: set[int] = set()
        take = live._take
        live._take = lambda text: (self._hear(str(text)), take(text))[1]  # type: ignore[method-assign]

    def _hear(self, text: str) -> None:
        self.text += text
        self.cards |= set(_cards(json.loads(text)))


HELD = {"hole", "community", "bonus_cards", "deck", "shoe", "discards"}
"""What holds cards, or would if it were shown."""


def _cards(value: Any, shown: bool = False) -> Iterator[int]:
    """Yield the cards of a frame: the numbers in what holds cards, or in what a path through it changes."""
    if isinstance(value, dict):
        for name, each in value.items():
            path = str(value.get("path")) if name == "value" else name
            yield from _cards(each, shown or not HELD.isdisjoint(path.split("/")))
    elif isinstance(value, list):
        for each in value:
            yield from _cards(each, shown)
    elif shown and type(value) is int:
        yield value


@pytest.fixture
def club(tmp_path: Path) -> Iterator[tuple[Site, Cast, str]]:
    """A house's table with two guests, Ann and Bob."""
    floor = new_floor(tmp_path)
    app = create_app(floor, SECRET, FREELY)
    cast = Cast(app)
    cast.owner("owner", PLAY)
    dealer = cast.staff("dealer", PLAY, "owner", "crown", "dealer")
    opening = c.OpenTable(book="crown", dealing="shoe", by="dealer", dealt=DealingMode.AUTOMATIC, positions=2)
    stream = house_tables.open_table(floor, PLAY, dealer, opening, command_id="opens")
    for position, role in enumerate(("ann", "bob"), 1):
        person = cast.guest(role)
        floor.deposit(person, 1_000_00, command_id=role)
        floor.send(stream, c.Sit(position=position, player=person, person=person), actor=person)
    cast.guest("stranger")
    url, stop = serve(app)
    yield Site(url, floor), cast, stream
    stop()


def test_no_hidden_card_and_no_secret_in_any_frame(
    club: tuple[Site, Cast, str], capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
):
    """Of a player, of the other seat, of the player's second device, and of a stranger who asks for everything.

    Nor is a secret or anybody's name in the metrics, or a secret in what the server logs.
    """
    caplog.set_level("DEBUG")
    site, cast, stream = club
    table_id = stream.removeprefix("table:")
    with ExitStack() as open_sites:
        viewers = ("ann", "bob", "ann", "stranger", "visitor")
        sites = [open_sites.enter_context(LiveSite(site.url, cookies=cast.cookies[role])) for role in viewers]
        heard = [Eavesdropper(live) for live in sites]
        ann, bob, second = (live.table(table_id) for live in sites[:3])
        for live in sites[3:]:
            live.subscribe(f"lobby:{PLAY}", f"sign:{PLAY}/{table_id}")
            for topic in (stream, "person:" + cast.ids["ann"], f"sign:nowhere/{table_id}"):
                with pytest.raises(LiveError):
                    live.subscribe(topic)
        shown = [stream] * 3 + [f"sign:{PLAY}/{table_id}"] * 2
        players = {ann: "the seed of ann", bob: "the seed of bob"}
        for _ in range(3):
            _wait_for_all(site.floor, stream, zip(sites, shown, strict=True))
            for each in heard:
                each.cards.clear()
                each.text = ""
            for table, seed in players.items():
                table.do(CommitSeedRequest(position=table.position, seed_hash=seed_commitment(seed)))
            for table, seed in players.items():
                asked = {"position": table.position, "seed": seed, "commitment": table.view.commitment}
                table.do(PlaceWagersRequest(wagers={Wager.ANTE: 25_00}, **asked))
            for street in range(3):
                state = _wait_for_all(site.floor, stream, zip(sites, shown, strict=True))
                assert state.round is not None
                assert state.committed is not None
                holes = {position: set(hand.hole) for position, hand in state.round.hands.items()}
                turned = set(_cards(sites[0].views[stream].view["view"]["round"], shown=False)) - holes[1]
                assert len(turned) == street
                own, others = holes[1] | turned, holes[2] | turned
                assert [each.cards for each in heard] == [own, others, own, turned, turned]
                assert all(state.committed.secret not in each.text for each in heard)
                metrics = httpx.get(f"{site.url}/metrics").text
                told = "".join((metrics, *capfd.readouterr(), caplog.text))
                assert state.committed.secret not in told
                assert "mstud_requests" in metrics
                assert not any(name in metrics for name in (table_id, *cast.ids.values()))
                for table in players:
                    table.bet(1)
            second.wait(lambda view: not view.playing)


def _wait_for_all(floor: Floor, stream: str, viewers: Iterable[tuple[LiveSite, str]]) -> Table:
    """Let everybody see a table as it is; return it."""
    state, version = floor.state(stream)
    for live, topic in viewers:
        live.wait(lambda live=live, topic=topic: live.views[topic].version >= version)  # type: ignore[misc]
    return state


# The document.


def checks_of(told: dict[str, Any]) -> dict[str, Draft202012Validator]:
    """Return what checks the messages of each way against the document."""
    return {
        way: Draft202012Validator(
            {
                "anyOf": [
                    told["components"]["messages"][each["$ref"].rpartition("/")[2]]["payload"]
                    for each in told["operations"][way]["messages"]
                ],
                "components": told["components"],
            }
        )
        for way in ("listen", "tell")
    }


def test_every_message_of_a_played_round_is_as_the_document_says(site: Site):
    with httpx.Client(base_url=site.url) as http:
        told = http.get("/api/asyncapi.json").json()
    assert told["asyncapi"] == "3.0.0"
    assert told["channels"]["live"]["address"] == "/api/live"
    checks = checks_of(told)
    kinds: set[str] = set()

    def check(way: str, text: str | bytes) -> None:
        message = json.loads(text)
        checks[way].validate(message)
        kinds.add(message.get("frame") or message["do"])

    with LiveSite(site.url) as live:
        take, sent = live._take, live._send
        live._take = lambda text: (check("tell", text), take(text))[1]  # type: ignore[method-assign]
        live._send = lambda each: (check("listen", msgspec.json.encode(each)), sent(each))[1]  # type: ignore[method-assign]
        table = live.open("maryland")
        live.subscribe("lobby:play")
        table.deal(seed=CARDS, ante=5_00)
        while table.deciding:
            table.bet(1)
        live.ping()
        with pytest.raises(LiveError):
            table.fold()
        live.unsubscribe("lobby:play")
    assert kinds == {"view", "delta", "accepted", "problem", "pong", "subscribe", "unsubscribe", "command", "ping"}
    assert not checks["tell"].is_valid({"frame": "view", "topic": "person", "version": 1, "hash": "0" * 64, "view": {}})


# On the page.


@pytest.mark.parametrize(("language", "told"), [("en", "lag"), ("fr", "délai")])
def test_a_table_with_others_shows_its_lag_until_the_connection_is_lost(visit: Visiting, language: str, told: str):
    v = visit(language)
    v.page.wait_for_selector("button.deal")
    assert v.page.locator("ms-lag").count() == 0, "nobody waits for anybody, and no clock runs"
    v.page.goto(f"{v.site.url}/friends")
    v.page.click("form.friends button")
    v.meant = ("WebSocket connection", "ERR_INTERNET_DISCONNECTED")
    v.page.wait_for_function("() => /\\d+ ms$/.test(document.querySelector('ms-lag')?.textContent ?? '')")
    assert told in v.text("ms-lag")
    v.context.set_offline(True)
    v.page.wait_for_selector(".banner")
    assert v.text("ms-lag") == ""
    assert v.text(".balance") == {"en": "$1,000.00", "fr": "1 000,00 $"}[language]
    v.context.set_offline(False)
    v.page.wait_for_function("() => /\\d+ ms$/.test(document.querySelector('ms-lag').textContent)")


def test_the_balance_never_tells_how_a_round_ends_before_its_cards_are_turned(visit: Visiting):
    """Every balance that is shown while the last cards are turned is the one without the win."""
    v = visit(reduced_motion="no-preference")
    v.deal("As Ad 2c 7d 9h", ante="5")
    v.bet(1, 1)
    v.page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
          const turning = !document.querySelector('.verdict');
          if (turning) window.seen.push(document.querySelector('.balance')?.textContent);
        }).observe(document.querySelector('ms-game'), { subtree: true, childList: true, characterData: true }); }"""
    )
    v.click(".decide .bet >> nth=0")
    v.ended()
    assert set(v.page.evaluate("window.seen")) <= {"$985.00", "$980.00"}
    v.page.wait_for_function("() => document.querySelector('.balance').textContent === '$1,020.00'")


def test_whoever_loses_the_seat_sits_again_without_a_reload(visit: Visiting, site: Site):
    v = visit()
    v.deal("As Ad 2c 7d 9h", ante="5")
    v.click(".decide .fold")
    v.ended()
    v.page.evaluate("window.stays = true")
    old, (seat,) = v.table["version"], v.table["view"]["seats"]
    site.floor.send(f"table:{v.table['id']}", c.Stand(position=1, person=seat["player"]), actor=seat["player"])
    v.page.wait_for_function("(old) => document.querySelector('ms-game').table.version > old", arg=old)
    v.page.wait_for_selector(".deal, .rebet")
    assert v.page.evaluate("window.stays")
    assert site.floor.table(f"table:{v.table['id']}").players == {seat["player"]}
