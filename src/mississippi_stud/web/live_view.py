"""The live socket of a page: any number of topics, each shown whenever it changes, and commands to tables.

A topic is looked at again only when its last frame is on its way: a slow reader gets the newest view, and nothing is
queued. A page that comes back names the hash of the view it holds, and gets what changed since, or the whole view.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException, TooManyRequestsException, WebSocketDisconnect

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Admission, StoreError
from mississippi_stud.web import topics
from mississippi_stud.web.access import Access
from mississippi_stud.web.delta import canonical, delta, is_short, view_hash
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.gate import client_of
from mississippi_stud.web.limits import Settings, client_name
from mississippi_stud.web.live_frames import (
    TOPICS_MAX,
    AcceptedFrame,
    CommandMessage,
    DeltaFrame,
    LiveFrame,
    Message,
    Ping,
    Pong,
    ProblemFrame,
    Subscribe,
    Unsubscribe,
    ViewFrame,
)
from mississippi_stud.web.people import People, Visitor
from mississippi_stud.web.presence import LivePresence
from mississippi_stud.web.problems import Complaint, Objection, problem_of
from mississippi_stud.web.shapes import TableSight

FOREIGN: Final = 4403
SIGN_IN: Final = 4401
UNREADABLE: Final = 1008
LATER: Final = 1013
PAUSE_SECONDS: Final = timedelta(milliseconds=50).total_seconds()
"""How long nothing is listened to after a message: whoever asks without end waits, and nobody else does."""
LAST_VIEWS_MAX: Final = 1_000
_MESSAGE: Final = msgspec.json.Decoder(Message)
Socket = WebSocket[Any, Any, Any]


class LastViews:
    """The last views of pages that have gone, by viewer, topic and hash, for those that come back."""

    def __init__(self, most: int = LAST_VIEWS_MAX) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    def keep(self, *key: object, written: bytes) -> None:
        """Keep a view; the one kept longest ago makes room."""
        self._kept[key] = written
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def find(self, *key: object) -> bytes:
        """Return a view that was kept; empty if it was not."""
        return self._kept.get(key, b"")


@websocket("/api/live", opt={"access": Access.PLAYER})
async def live(socket: Socket, state: AppState) -> None:
    """Show topics, as `/api/asyncapi.json` has it."""
    people: People = state.people
    own = f"{socket.url.scheme.replace('ws', 'http')}://{socket.headers.get('host', '')}"
    if socket.headers.get("origin") not in (None, own):
        await socket.close(code=FOREIGN, reason="foreign")
        return
    try:
        visitor = await asyncio.to_thread(people.visitor, socket)
    except StoreError:
        await socket.close(code=LATER, reason="away")
        return
    client = client_name(client_of(socket.scope))
    with _counted(state.live_views, state.allowed, visitor.person, client) as room:
        if room:
            await socket.accept()
            await LiveSocket(socket, state, visitor, client).run()
        else:
            await socket.close(code=LATER, reason="too-many-views")


@contextmanager
def _counted(views: Counter[str], allowed: Settings, person: str | None, client: str) -> Iterator[bool]:
    """Count a live socket while it is open; yield whether there is room for it."""
    most = {"": allowed.live_views, client: allowed.live_views_a_client}
    if person is not None:
        most[person] = allowed.live_views_a_person
    if any(views[key] >= limit for key, limit in most.items()):
        yield False
        return
    views.update(most.keys())
    try:
        yield True
    finally:
        views.subtract(most.keys())
        for key in most:
            if not views[key]:
                del views[key]


class LiveSocket:
    """One socket: its topics, and who is behind it."""

    def __init__(self, socket: Socket, state: AppState, visitor: Visitor, client: str) -> None:
        self.socket = socket
        self.visitor = visitor
        self.viewer = topics.Viewer(state.floor, visitor.person, language_of(socket))
        self.last_views: LastViews = state.last_views
        self.presence: LivePresence = state.presence
        self._people: People = state.people
        self._tally = state.tallies.requests
        self._client = client
        self._shown: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Obey the page until it has gone, or whoever it was has signed out."""
        try:
            with suppress(WebSocketDisconnect):
                while await self._obey(await self.socket.receive_data(mode="text")):
                    await asyncio.sleep(PAUSE_SECONDS)
        finally:
            for task in self._shown.values():
                task.cancel()

    async def send(self, frame: LiveFrame) -> None:
        """Send a frame once the page has read enough of what came before."""
        await self.socket.send_data(msgspec.json.encode(frame, enc_hook=str).decode())

    async def _obey(self, text: str) -> bool:
        """Do what a message asks for; return whether to go on."""
        try:
            message: Message = _MESSAGE.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            await self.socket.close(code=UNREADABLE, reason="unreadable")
            return False
        match message:
            case Subscribe():
                for topic, held in message.topics.items():
                    await self._subscribe(topic, held)
            case Unsubscribe():
                for topic in message.topics:
                    self._unsubscribe(topic)
            case CommandMessage():
                await self._carry_out(message)
            case Ping():
                return await self._answer()
        return True

    async def _answer(self) -> bool:
        """Tell a page that the server is there; end it if whoever it was has signed out."""
        with suppress(StoreError):
            now = await asyncio.to_thread(self._people.recognise, self.socket)
            if now.person != self.visitor.person or now.lapsed:
                await self.socket.close(code=SIGN_IN, reason="sign-in")
                return False
        await self.send(Pong(at=self.viewer.floor.clock()))
        return True

    async def _carry_out(self, message: CommandMessage) -> None:
        try:
            if self._tally.is_over(self._client):
                raise TooManyRequestsException
            version = await asyncio.to_thread(topics.do, self.viewer, message.topic, message.command, message.id)
        except Exception as error:  # whatever it is, the page is told
            await self.complain(message.topic, error, message.id)
        else:
            await self.send(AcceptedFrame(id=message.id, topic=message.topic, version=version))

    async def complain(self, topic: str, error: Exception, command_id: str = "") -> None:
        if not isinstance(error, Complaint | Objection | InputError | HTTPException):
            structlog.get_logger().error("broken", path="/api/live", exc_info=error)
        await self.send(ProblemFrame(topic=topic, id=command_id, problem=problem_of(error, self.viewer.language)))

    async def _subscribe(self, topic: str, held: str) -> None:
        self._unsubscribe(topic)
        if len(self._shown) >= TOPICS_MAX:
            await self.complain(topic, Complaint("too-many-topics", 409, most=TOPICS_MAX))
            return
        task = self._shown[topic] = asyncio.create_task(self._show(topic, held))
        task.add_done_callback(lambda _: self._shown.pop(topic) if self._shown.get(topic) is task else None)

    def _unsubscribe(self, topic: str) -> None:
        task = self._shown.pop(topic, None)
        if task is not None:
            task.cancel()

    async def _show(self, topic: str, held: str) -> None:
        """Show a topic whenever it changes, from the view that the page holds."""
        subscription = Subscription(self, topic, held)
        try:
            with suppress(WebSocketDisconnect):
                await subscription.run()
        finally:
            subscription.close()


class Subscription:
    """A topic that a page is shown."""

    def __init__(self, live_socket: LiveSocket, topic: str, held: str) -> None:
        self._live = live_socket
        self._topic = topic
        self._hash = held
        """That of the view which the page holds."""
        self._written = live_socket.last_views.find(live_socket.viewer[1:], topic, held)
        """That view, if it is known."""
        self._version = 0
        self._loop = asyncio.get_running_loop()
        self._grown = asyncio.Event()
        self._stops: dict[str, Callable[[], None]] = {}
        self._attended = ""
        """The stream of the table where the live view of its player is counted."""

    async def run(self) -> None:
        """Show the topic now and whenever it changes; if it is not there, or not theirs, say so and end."""
        viewer, visitor = self._live.viewer, self._live.visitor
        while True:
            self._grown.clear()
            try:
                sight = await asyncio.to_thread(topics.look, viewer, visitor, self._topic)
                if self._watch(sight.streams):
                    continue  # it may have changed before it was watched
                await self._attend(sight)
                await self._send(sight)
                await asyncio.sleep(topics.kind_of(self._topic).seconds)
            except StoreError as error:
                await self._live.complain(self._topic, error)
                await asyncio.sleep(1)
                continue
            except (Complaint, HTTPException) as error:
                await self._live.complain(self._topic, error)
                return
            await self._grown.wait()

    async def _attend(self, sight: topics.Sight) -> None:
        """Count the live view of a player at a table of several, and tell the table if it takes them for away."""
        view = sight.view.view if isinstance(sight.view, TableSight) else None
        if view is None or view.admission is not Admission.LINK or not view.own:
            return
        presence, person, (stream,) = self._live.presence, str(self._live.viewer.person), sight.streams
        if not self._attended:
            self._attended = stream
            presence.come(person, stream)
        if any(seat.own and seat.away_at is not None for seat in view.seats):
            await asyncio.to_thread(presence.note, person, stream, connected=True)

    async def _send(self, sight: topics.Sight) -> None:
        """Send what is new: what has changed, if that is known and short, or the whole view.

        A topic of one stream has its version: whoever waits for a version is told of it, even if it looks the same.
        """
        written = canonical(sight.view)
        digest, before = view_hash(written), self._hash
        same = digest == before
        if same and (len(sight.streams) > 1 or sight.version == self._version):
            self._written = written
            return
        known = written if same else self._written
        new = msgspec.json.decode(written)
        changes = tuple(delta(msgspec.json.decode(known), new)) if known else ()
        frame: dict[str, Any] = {"topic": self._topic, "version": sight.version, "hash": digest}
        self._hash, self._written, self._version = digest, written, sight.version
        if known and is_short(changes, written):
            await self._live.send(DeltaFrame(since=before, delta=changes, **frame))
        else:
            await self._live.send(ViewFrame(view=new, **frame))

    def _watch(self, streams: frozenset[str]) -> bool:
        """Watch these streams and no others; return whether any is new."""
        new = streams - self._stops.keys()
        for stream in self._stops.keys() - streams:
            self._stops.pop(stream)()
        for stream in new:
            self._stops[stream] = self._live.viewer.floor.watch(stream, self._told)
        return bool(new)

    def _told(self, _version: int) -> None:
        self._loop.call_soon_threadsafe(self._grown.set)

    def close(self) -> None:
        """Stop watching, and keep the last view for a page that comes back."""
        self._watch(frozenset())
        if self._attended:
            self._live.presence.go(str(self._live.viewer.person), self._attended)
        if self._written:
            key = (self._live.viewer[1:], self._topic, self._hash)
            self._live.last_views.keep(*key, written=self._written)
