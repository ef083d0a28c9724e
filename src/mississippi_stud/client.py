"""A typed client for programs that play: a table over the live socket, of which nothing is lost when the network is.

>>> from mississippi_stud.client import LiveSite
>>> def play(url: str) -> int:
...     with LiveSite(url) as site:
...         table = site.open("online")
...         table.deal(ante=5_00)
...         while table.deciding:
...             table.bet(1)
...         return table.balance_cents

A table for several people is found by its link, and everybody waits for their turn there:

>>> def join(link: str) -> None:
...     with LiveSite(link) as site:
...         table = site.join(link)
...         table.deal(ante=5_00)
...         while table.asked():
...             table.bet(1)
...         table.stand()

Every view is checked against the hash in its frame; a command is sent again under its id until it is answered.
"""

import random
import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import timedelta
from http.client import HTTPException
from http.cookiejar import CookieJar
from types import TracebackType
from typing import Any, Final, NamedTuple, Self
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from mississippi_stud.errors import InputError
from mississippi_stud.floor import HandView, Phrase, SeatView, TableView, Wager, seed_commitment
from mississippi_stud.web import live_frames as f
from mississippi_stud.web.delta import apply, canonical, view_hash
from mississippi_stud.web.problems import Problem
from mississippi_stud.web.shapes import (
    BetAllRequest,
    BetBlindRequest,
    BetRequest,
    Command,
    CommitSeedRequest,
    CurrentTable,
    FoldRequest,
    LobbyBoard,
    NewTable,
    PersonSight,
    PlaceWagersRequest,
    PlayRequest,
    QueueRequest,
    SayPhraseRequest,
    SeatRequest,
    SitOutRequest,
    SitRequest,
    Speed,
    StandRequest,
    TableSight,
)

PING_SECONDS: Final = timedelta(milliseconds=2500).total_seconds()
DEAD_SECONDS: Final = 6
"""After so long without a frame the socket is given up."""
_SOONEST: Final = 250
_SOON: Final = 700
_EAGER: Final = 30
"""So often it is tried again within `_SOON` milliseconds: who comes back then is there within a second."""
_LATEST: Final = 2_000
_FINAL: Final = (1002, 1003, 1007, 1008, 1009, 4401)
"""The server closes so what it cannot read, and whoever has signed out: neither gets better by trying again."""
_PASSING: Final = (403, 429, *range(500, 600))
"""A server whose database is away, or that has too many sockets or requests, or its proxy, refuses so for now."""
TABLE_ID: Final = re.compile("[0-9a-f]{32}")
_GUEST: Final = "/api/guest"
_FRAME: Final = msgspec.json.Decoder(f.Frame)


class LiveError(Exception):
    """The server answered with a problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


def _problem(error: HTTPError) -> Problem:
    """Return what a server says; one that is not ours, or whose proxy answers for it, says nothing that we can read."""
    try:
        return msgspec.json.decode(error.read(), type=Problem)
    except msgspec.DecodeError:
        raise InputError("not-our-server", url=error.url, status=error.code) from None


def _pause(most: int) -> None:
    """Wait for up to so many milliseconds before the next try."""
    pause = timedelta(milliseconds=random.randint(_SOONEST, most))  # noqa: S311 - not all come at once
    time.sleep(pause.total_seconds())


class _Nothing(msgspec.Struct, frozen=True):
    """The body of a request that says nothing besides its path."""


class HeldView(NamedTuple):
    """The last view of a topic."""

    version: int
    hash: str
    view: Any


class LiveSite:
    """A guest, or whoever the cookies say, at a server: one socket for any number of topics.

    `seconds` says for how long a lost connection is tried again before `TimeoutError`.
    """

    def __init__(
        self, url: str, *, language: str = "en", seconds: int = 60, cookies: Mapping[str, str] | None = None
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise InputError("server-url", url=url)
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.views: dict[str, HeldView] = {}
        """The last view of each topic."""
        self.lag_ms: int | None = None
        """How long the server took to answer the last ping."""
        self.reconnections = 0
        self._language = language
        self._seconds = seconds
        self._given = dict(cookies or {})
        self._jar = CookieJar()
        self._http = build_opener(HTTPCookieProcessor(self._jar))
        self._socket: ClientConnection | None = None
        self._open = ExitStack()
        self._topics: set[str] = set()
        self._answers: dict[str, int | Problem] = {}
        self._asked_ns = self._heard_ns = self._pongs = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave; the server keeps everything."""
        if self._socket is not None:
            self._socket.close_timeout = 0  # frames that nobody reads any more would hold up the farewell
        self._open.close()

    @property
    def _cookies(self) -> str:
        named = {**self._given, **{cookie.name: cookie.value or "" for cookie in self._jar}}
        return "; ".join(f"{name}={value}" for name, value in named.items())

    def ask(self, path: str, body: msgspec.Struct | None = None) -> bytes:
        """Ask for something by HTTP, or send something; `LiveError` if it is refused.

        If the connection is lost before the answer, it is asked again: whatever changes something has an id. A stranger
        becomes a guest before that, or whom they became by the first answer would keep the seat (decision 505).
        """
        if body is not None and not self._cookies and path != _GUEST:
            self.ask(_GUEST, _Nothing())
        headers = {"Content-Type": "application/json", "Accept-Language": self._language}
        if self._given:
            headers["Cookie"] = self._cookies
        data = None if body is None else msgspec.json.encode(body)
        until = time.monotonic_ns() + self._seconds * 1_000_000_000
        while True:
            request = Request(self.url + path, data, headers)  # noqa: S310 - as above
            try:
                with self._http.open(request, timeout=self._seconds) as answer:
                    return bytes(answer.read())
            except HTTPError as error:
                raise LiveError(_problem(error)) from None
            except (HTTPException, OSError) as error:
                why = error.reason if isinstance(error, URLError) else error
                lost = isinstance(why, HTTPException | ConnectionResetError | BrokenPipeError)
                if not lost or time.monotonic_ns() > until:
                    raise TimeoutError(self.url) from error
            _pause(_SOON)

    def _table(self, path: str, body: msgspec.Struct | None = None) -> CurrentTable:
        return msgspec.json.decode(self.ask(f"/api/tables{path}", body), type=CurrentTable)

    def open(self, book: str = "online") -> "LiveTable":
        """Open a table of one's own under a book, or come back to it."""
        return self.table(self._table("", NewTable(book)).id)

    def company(
        self, book: str, seats: int, speed: str = "untimed", *, bots: int = 0, listed: bool = False
    ) -> "LiveTable":
        """Open a table for several people, and sit down there; whoever is given its `link` may join.

        Bots fill so many seats until people want them; the lobby lists it if asked to.
        """
        if speed not in tuple(Speed):
            raise InputError("speed-unknown", speed=speed, speeds=tuple(Speed))
        asked = NewTable(book, seats, Speed(speed), bots=bots, listed=listed, id=secrets.token_hex(12))
        return self.table(self._table("", asked).id)

    def lobby(self, house: str = "play") -> LobbyBoard:
        """Return the open tables of a house."""
        return msgspec.json.decode(self.ask(f"/api/houses/{house}/lobby"), type=LobbyBoard)

    def queue(self, table: str, *, waits: bool = True) -> CurrentTable:
        """Wait in line for a seat at a table, or no longer; return the table as one sees it."""
        return self._table(f"/{self._id_of(table)}/queue", QueueRequest(secrets.token_hex(12), waits))

    def join(self, table: str, position: int | None = None) -> "LiveTable":
        """Sit down at a table by its id or its link: at that position, or at the first that is free."""
        found = self.look(table)
        while not found.view.own:
            found = self._seated(found, position)
        return self.table(found.id)

    def look(self, table: str) -> CurrentTable:
        """Return a table by its id or its link, as one sees it without sitting down there."""
        return self._table(f"/{self._id_of(table)}")

    def _id_of(self, table: str) -> str:
        """Return the id of a table that is named by it, or by its link at this server."""
        parts = urlsplit(table)
        if parts.netloc and f"{parts.scheme}://{parts.netloc}" != self.url:
            raise InputError("other-server", table=table, url=self.url)
        table_id = parts.path.rstrip("/").rpartition("/")[2]
        if not TABLE_ID.fullmatch(table_id):
            raise InputError("table-link", table=table)
        return table_id

    def _seated(self, seen: CurrentTable, position: int | None) -> CurrentTable:
        """Take a seat; if somebody was faster and none was named, return the table as it is now."""
        free = next(iter(seen.view.vacant), None)
        if position is None and free is None and not seen.view.closed:
            raise InputError("no-free-seat")
        try:
            return self._table(f"/{seen.id}/seats", SeatRequest(position or free or 1, secrets.token_hex(12)))
        except LiveError as refused:
            if position is not None or refused.problem.code != "position-taken":
                raise
            return self._table(f"/{seen.id}")

    def table(self, table_id: str) -> "LiveTable":
        """Return a table at which one has a seat."""
        return LiveTable(self, table_id)

    def subscribe(self, *topics: str) -> None:
        """Have topics shown, and wait for the first view of each."""
        self._connected()
        self._topics |= set(topics)
        try:
            self._ask_for(topics)
            self.wait(lambda: all(topic in self.views for topic in topics))
        except LiveError:
            self._topics -= set(topics)
            raise

    def unsubscribe(self, *topics: str) -> None:
        """Have topics shown no longer."""
        self._topics -= set(topics)
        for first in range(0, len(topics), f.TOPICS_MAX):
            self._send(f.Unsubscribe(topics=topics[first : first + f.TOPICS_MAX]))

    def do(self, topic: str, command: Command, command_id: str | None = None) -> int:
        """Carry out a command once, however often it must be sent; return the version by which it was done."""
        message = f.CommandMessage(id=command_id or secrets.token_hex(12), topic=topic, command=command)
        self._answers.pop(message.id, None)
        self._send(message)
        self.wait(lambda: message.id in self._answers, again=message)
        answer = self._answers.pop(message.id)
        if isinstance(answer, Problem):
            raise LiveError(answer)
        return answer

    def wait(self, until: Callable[[], bool], again: f.LiveMessage | None = None) -> None:
        """Take frames until something is so; after a lost connection, `again` is sent again."""
        reconnections = self.reconnections
        while not until():
            socket = self._connected()
            try:
                self._take(socket.recv(PING_SECONDS))
            except TimeoutError:
                if time.monotonic_ns() - self._heard_ns > DEAD_SECONDS * 1_000_000_000:
                    self._drop()
                elif not self._asked_ns:
                    self._asked_ns = time.monotonic_ns()
                    self._send(f.Ping(lag_ms=self.lag_ms))
            except (ConnectionClosed, OSError) as error:
                self._drop()
                if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in _FINAL:
                    raise
            if self.reconnections > reconnections and again is not None:
                self._send(again)
                reconnections = self.reconnections

    def ping(self) -> int:
        """Measure the lag in milliseconds."""
        self._pongs, self._asked_ns = 0, time.monotonic_ns()
        self._send(f.Ping())
        self.wait(lambda: self._pongs > 0)
        return int(self.lag_ms or 0)

    def _ask_for(self, topics: Sequence[str]) -> None:
        """Ask for topics from the views that are held, as many at a time as a message may have."""
        for first in range(0, len(topics), f.TOPICS_MAX):
            few = topics[first : first + f.TOPICS_MAX]
            self._send(f.Subscribe(topics={topic: self._held(topic) for topic in few}))

    def _held(self, topic: str) -> str:
        return self.views[topic].hash if topic in self.views else ""

    def _send(self, message: f.LiveMessage) -> None:
        until = time.monotonic_ns() + self._seconds * 1_000_000_000
        while True:
            try:
                self._connected().send(msgspec.json.encode(message).decode())
            except (ConnectionClosed, OSError):
                self._drop()
                if time.monotonic_ns() > until:
                    raise TimeoutError(self.url) from None
            else:
                return

    def _drop(self) -> None:
        if self._socket is not None:
            self._socket.close_timeout = 0
            self._open.close()
            self._socket = None
            self.reconnections += 1

    def _connected(self) -> ClientConnection:
        """Return the socket; if there is none, connect and go on from the views that are held."""
        if self._socket is not None:
            return self._socket
        path = f"{self.url.replace('http', 'ws', 1)}/api/live?lang={self._language}"
        until, tries = time.monotonic_ns() + self._seconds * 1_000_000_000, 0
        socket = None
        while socket is None:
            try:
                socket = self._open.enter_context(
                    connect(path, additional_headers={"Cookie": self._cookies}, open_timeout=DEAD_SECONDS)
                )
            # websockets asserts that no connection ends before the answer that refuses it was read, which may happen.
            except (OSError, WebSocketException, AssertionError) as error:
                if isinstance(error, InvalidStatus) and error.response.status_code not in _PASSING:
                    raise
                if time.monotonic_ns() > until:
                    raise TimeoutError(path) from error
                tries += 1
                _pause(_SOON if tries <= _EAGER else _LATEST)
        self._socket, self._asked_ns, self._heard_ns = socket, 0, time.monotonic_ns()
        self._ask_for(sorted(self._topics))
        return socket

    def _take(self, text: str | bytes) -> None:
        self._heard_ns = time.monotonic_ns()
        frame: f.Frame = _FRAME.decode(text)
        match frame:
            case f.ViewFrame():
                self._show(frame.topic, frame.version, frame.hash, frame.view)
            case f.DeltaFrame():
                if self._held(frame.topic) == frame.since:
                    view = apply(self.views[frame.topic].view, frame.delta)
                    self._show(frame.topic, frame.version, frame.hash, view)
                else:
                    self._send(f.Subscribe(topics={frame.topic: ""}))
            case f.AcceptedFrame():
                self._answers[frame.id] = frame.version
            case f.ProblemFrame(problem=problem):
                if frame.id:
                    self._answers[frame.id] = problem
                elif problem.code != "database-away":  # that heals by itself
                    raise LiveError(problem)
            case f.Pong():
                self.lag_ms = (time.monotonic_ns() - self._asked_ns) // 1_000_000
                self._asked_ns = 0
                self._pongs += 1

    def _show(self, topic: str, version: int, digest: str, view: Any) -> None:
        if view_hash(canonical(view)) != digest:
            raise InputError("view-hash", topic=topic, version=version)
        self.views[topic] = HeldView(version, digest, view)


class LiveTable:
    """A table at which one has a seat."""

    def __init__(self, site: LiveSite, table_id: str) -> None:
        self.site = site
        self.topic = f"table:{table_id}"
        self.link = f"{site.url}/table/{table_id}"
        """What others need to join."""
        self._seeds: dict[str, str] = {}
        """One's own seeds by the hash that was published."""
        site.subscribe("person", self.topic)

    @property
    def version(self) -> int:
        """The version of the table that was last seen."""
        return self.site.views[self.topic].version

    @property
    def sight(self) -> TableSight:
        """The table as one sees it."""
        return msgspec.convert(self.site.views[self.topic].view, TableSight, strict=False)

    @property
    def view(self) -> TableView:
        """The felt as one sees it."""
        return self.sight.view

    @property
    def balance_cents(self) -> int:
        """One's own money."""
        return msgspec.convert(self.site.views["person"].view, PersonSight, strict=False).balance_cents

    @property
    def position(self) -> int:
        """One's own seat."""
        return self.view.own[0]

    @property
    def seat(self) -> SeatView:
        """One's own seat as it stands."""
        view = self.view
        return next(seat for seat in view.seats if seat.position == view.own[0])

    @property
    def hand(self) -> HandView:
        """One's own hand in the open round, or in the last one."""
        view = self.view
        assert view.round is not None, "no round has been opened yet"  # noqa: S101
        return next(hand for hand in view.round.hands if hand.position == view.own[0])

    @property
    def deciding(self) -> bool:
        """Whether one is asked for a decision."""
        view = self.view
        return view.playing and any(
            option.position in view.own and option.command in ("bet", "fold") for option in view.options
        )

    def do(self, command: Command, command_id: str | None = None) -> TableView:
        """Carry out a command, and wait until it is seen; `LiveError` if it is refused."""
        version = self.site.do(self.topic, command, command_id)
        self.site.wait(lambda: self.version >= version)
        return self.view

    def wait(self, until: Callable[[TableView], bool]) -> TableView:
        """Wait until the table is so, whoever makes it so."""
        self.site.wait(lambda: until(self.view))
        return self.view

    def deal(self, seed: str | None = None, tokens: Mapping[Wager, int] | None = None, **wagers: int) -> TableView:
        """Place wagers by name, in cents, and be ready; `tokens` is how much of each is in promotional tokens.

        Whoever comes in the middle of a round waits for its end.

        The seed is one's own part in the shuffle. At a table for several, its hash is published before anybody's seed
        is opened; where one comes too late for that, it counts from the next round on.
        """
        self.wait(takes_wagers)
        placed = {Wager(name.replace("_", "-")): cents for name, cents in wagers.items()}
        seed, coming = self._published(seed), secrets.token_hex(12)
        several = self.view.positions > 1
        if several:
            self._seeds[seed_commitment(coming)] = coming
        asked = PlaceWagersRequest(
            position=self.position,
            wagers=placed,
            tokens_cents=dict(tokens or {}),
            seed=seed,
            next_seed_hash=seed_commitment(coming) if several else "",
            commitment=self.view.commitment,
        )
        return self.do(asked)

    def _published(self, seed: str | None) -> str:
        """Return the seed that may be opened now: the given one, or one of one's own; empty if none may."""
        if self.view.positions == 1:
            return secrets.token_hex(12) if seed is None else seed
        if seed is not None or self.seat.seed_hash not in self._seeds:
            seed = secrets.token_hex(12) if seed is None else seed
            self._seeds[seed_commitment(seed)] = seed
            self.do(CommitSeedRequest(position=self.position, seed_hash=seed_commitment(seed)))
        return self._seeds.get(self.seat.seed_hash, "")

    @property
    def engaged(self) -> bool:
        """Whether one has wagered in the open round; somebody may have opened the next one already."""
        view = self.view
        hands = view.round.hands if view.round and view.playing else ()
        return any(hand.position in view.own and Wager.ANTE in hand.wagers_cents for hand in hands)

    def asked(self) -> bool:
        """Wait for one's turn, or for the end of the round; return whether one is asked for a decision."""
        self.wait(lambda _: self.deciding or not self.engaged)
        return self.deciding

    def stand(self) -> TableView:
        """Give up the seat; refused while one has a hand in play."""
        return self.do(StandRequest(position=self.position))

    def sit_out(self, out: bool = True) -> TableView:
        """Have no cards from the next round on, or have them again."""
        return self.do(SitOutRequest(position=self.position, out=out))

    def say(self, phrase: Phrase) -> TableView:
        """Say a set phrase to the table; refused while a card is hidden."""
        return self.do(SayPhraseRequest(position=self.position, phrase=phrase))

    def take_box(self, position: int) -> TableView:
        """Take a further box, where the book has such; it is played blind."""
        return self.do(SitRequest(position=position))

    def lay(self, position: int, **wagers: int) -> TableView:
        """Lay wagers by name, in cents, on a box of one's own; they are dealt to with those of the seat."""
        placed = {Wager(name.replace("_", "-")): cents for name, cents in wagers.items()}
        return self.do(PlaceWagersRequest(position=position, wagers=placed, ready=False))

    def bet_blind(self, position: int, *times: int) -> TableView:
        """Bet multiples of its ante on the three streets of a box, all at once."""
        hands = self.view.round.hands if self.view.round else ()
        ante = next(hand.wagers_cents[Wager.ANTE] for hand in hands if hand.position == position)
        return self._play(BetBlindRequest(position=position, cents=tuple(ante * each for each in times)))

    def bet(self, times: int) -> TableView:
        """Bet a multiple of the ante on the open street."""
        return self._play(BetRequest(position=self.position, cents=times * self.hand.wagers_cents[Wager.ANTE]))

    def bet_all(self) -> TableView:
        """Bet the most on every street that is left."""
        return self._play(BetAllRequest(position=self.position))

    def fold(self) -> TableView:
        """Give up the hand."""
        return self._play(FoldRequest(position=self.position))

    def _play(self, do: BetRequest | BetAllRequest | BetBlindRequest | FoldRequest) -> TableView:
        return self.do(PlayRequest(do=do, turn=self.view.turn))


def takes_wagers(view: TableView) -> bool:
    """Whether one may wager now; after one has left, or the table has closed, there is nothing to wait for."""
    return (
        not view.own
        or view.closed
        or any(option.position in view.own and option.command == "place" for option in view.options)
    )
