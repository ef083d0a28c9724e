"""The live socket of a page: any number of topics, each shown whenever it changes, and commands to tables.

A topic is looked at again only when its last frame is on its way: a slow reader gets the newest view, and nothing is
queued. A page that comes back names the hash of the view it holds, and gets what changed since, or the whole view.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any, Final, cast

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException, TooManyRequestsException, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Answer, StoreError
from mississippi_stud.web import topics
from mississippi_stud.web.access import Access
from mississippi_stud.web.broadcast import RETRY_SECONDS, Broadcast, Broadcasts, ShownView, WaitingPage, written
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.gate import client_of
from mississippi_stud.web.limits import Settings, TopicPool, client_name
from mississippi_stud.web.live_frames import (
    MESSAGES_A_SECOND,
    TOPICS_OWN,
    AcceptedFrame,
    CommandMessage,
    LiveFrame,
    Message,
    Ping,
    Pong,
    ProblemFrame,
    Subscribe,
    TournamentMessage,
    Unsubscribe,
)
from mississippi_stud.web.people import People, Visitor
from mississippi_stud.web.presence import LivePresence
from mississippi_stud.web.problems import Complaint, Objection, problem_of
from mississippi_stud.web.relay import Relay
from mississippi_stud.web.seats import PlayerSeat, objecting
from mississippi_stud.web.shapes import TableSight
from mississippi_stud.web.wire import WIRE, SocketProtocol

FOREIGN: Final = 4403
SIGN_IN: Final = 4401
UNREADABLE: Final = 1008
LATER: Final = 1013
PAUSE_SECONDS: Final = (timedelta(seconds=1) // MESSAGES_A_SECOND).total_seconds()
"""How long nothing is listened to after a message: whoever asks without end waits, and nobody else does."""
LAST_VIEWS_MAX: Final = 1_000
RECOGNISED_MICROSECONDS: Final = 5_000_000
"""How long it is believed that whoever is behind a socket is still signed in there, if only views are shown."""
RECOGNISED_EARLY_MICROSECONDS: Final = 4_000_000
"""After how long that is found out again while the next views are shown already."""
_MESSAGE: Final = msgspec.json.Decoder(Message)
Socket = WebSocket[Any, Any, Any]


class SignedOutError(Exception):
    """Whoever opened a socket has signed out meanwhile, or is somebody else by now."""


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
        self.wire: SocketProtocol = cast(Any, socket.scope)["extensions"][WIRE]
        self.visitor = visitor
        self.viewer = topics.Viewer(state.floor, visitor.person, language_of(socket))
        self.last_views: LastViews = state.last_views
        self.broadcasts: Broadcasts = state.broadcasts
        self.presence: LivePresence = state.presence
        self._people: People = state.people
        self._tally = state.tallies.requests
        self._relay: Relay = state.relay
        self._client = client
        self._pool: TopicPool = state.topics
        self._recognised_at: int = state.floor.clock()
        self._recognising: asyncio.Task[None] | None = None
        self._shown: dict[str, asyncio.Task[None]] = {}
        self.told: dict[str, int] = {}
        """The version of each topic that the page was last shown."""

    async def run(self) -> None:
        """Obey the page until it has gone, or whoever it was has signed out."""
        try:
            with suppress(WebSocketDisconnect):
                while await self._obey(await self.socket.receive_data(mode="text")):
                    await asyncio.sleep(PAUSE_SECONDS)
        finally:
            for task in (*self._shown.values(), self._recognising):
                if task is not None:
                    task.cancel()

    async def send(self, frame: LiveFrame | bytes) -> None:
        """Send a frame, which may be written already, once the page has read enough of what came before."""
        try:
            await self.wire.put_when_ready(frame if isinstance(frame, bytes) else written(frame))
        except ClientDisconnected:
            raise WebSocketDisconnect(detail="gone") from None

    async def _obey(self, sent: str) -> bool:
        """Do what a message asks for; return whether to go on."""
        try:
            message: Message = _MESSAGE.decode(sent)
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
            case CommandMessage() | TournamentMessage():
                await self._carry_out(message)
            case Ping():
                return await self._answer()
        return True

    async def _answer(self) -> bool:
        """Tell a page that the server is there; end it if whoever it was has signed out."""
        with suppress(StoreError):
            try:
                await self.recognise_soon()
            except SignedOutError:
                await self.leave()
                return False
        await self.send(Pong(at=self.viewer.floor.clock()))
        return True

    async def leave(self) -> None:
        """Close the socket of somebody who has signed out; they may sign in again."""
        await self.socket.close(code=SIGN_IN, reason="sign-in")

    def recognise(self) -> Visitor:
        """Return who is behind the socket by now, or raise `SignedOutError` (decision 290)."""
        return self._recognised(self._people.recognise(self.socket))

    async def recognise_soon(self) -> Visitor:
        """Find out the same without a thread for each socket."""
        return self._recognised(await self._people.recognise_soon(self.socket))

    def _recognised(self, now: Visitor) -> Visitor:
        if now.person != self.visitor.person or now.lapsed:
            raise SignedOutError
        self._recognised_at = self.viewer.floor.clock()
        return now

    def is_to_be_recognised(self, at: int) -> bool:
        """Find out anew who is behind the socket if that was long ago; return whether it takes a query, or they left.

        A page that asks nothing is still shown.
        """
        age = abs(at - self._recognised_at)
        if age < RECOGNISED_MICROSECONDS:
            late = age > RECOGNISED_EARLY_MICROSECONDS and self._recognising is None
            if late and not self._people.is_at_hand(self.socket):
                self._recognising = asyncio.create_task(self._recognise_early())
            return False
        if self._people.is_at_hand(self.socket):
            with suppress(SignedOutError):
                self.recognise()
                return False
        return True

    async def _recognise_early(self) -> None:
        """Find out who is behind the socket before a view would have to wait for it."""
        try:
            with suppress(StoreError):  # it is asked for again, at the latest when a view must wait for it
                await self.recognise_soon()
        except SignedOutError:
            with suppress(ClientDisconnected, WebSocketDisconnect):  # it may be closed just now for the same reason
                await self.leave()
        finally:
            self._recognising = None

    async def _carry_out(self, message: CommandMessage | TournamentMessage) -> None:
        try:
            if self._tally.is_over(self._client):
                raise TooManyRequestsException
            if isinstance(message, TournamentMessage):
                visitor = await self.recognise_soon()
                version = await asyncio.to_thread(self._conducted, visitor, message)
            else:
                seat = topics.seat_at(self.viewer, message.topic, self.told.get(message.topic, 0))
                version = await self._done(seat, message)
        except WebSocketDisconnect:
            raise
        except SignedOutError:
            await self.leave()
        except Exception as error:  # whatever it is, the page is told
            await self.complain(message.topic, error, message.id)
        else:
            await self.send(AcceptedFrame(id=message.id, topic=message.topic, version=version))

    async def _done(self, seat: PlayerSeat, message: CommandMessage) -> int:
        """Carry out a command; return the version by which it was done. No thread waits with it for the disk."""
        visitor = await self.recognise_soon()
        if seat.is_at_hand(message.command) and not visitor.signed_in:
            answer = self._submit(visitor, seat, message)
        else:
            answer = await asyncio.to_thread(self._submit, visitor, seat, message)
        with objecting(seat.book):
            return (await self._relay.result(answer)).version

    def _conducted(self, visitor: Visitor, message: TournamentMessage) -> int:
        """Carry out a command in a tournament; return the version by which it was done."""
        self._people.note(visitor)
        return topics.act_in_tournament(self.viewer, visitor, message.topic, message.command, message.id)

    def _submit(self, visitor: Visitor, seat: PlayerSeat, message: CommandMessage) -> Future[Answer]:
        """Submit a command of whoever is still signed in, and note that they were seen: this is more than looking."""
        self._people.note(visitor)
        return seat.submit(message.command, message.id)

    async def complain(self, topic: str, error: Exception, command_id: str = "") -> None:
        if not isinstance(error, Complaint | Objection | InputError | HTTPException):
            structlog.get_logger().error("broken", path="/api/live", exc_info=error)
        await self.send(ProblemFrame(topic=topic, id=command_id, problem=problem_of(error, self.viewer.language)))

    async def _subscribe(self, topic: str, held: str) -> None:
        self._unsubscribe(topic)
        if len(self._shown) >= TOPICS_OWN and not self._pool.take(self._client):
            shared = self._pool.topics_a_client
            await self.complain(topic, Complaint("too-many-topics", 429, own=TOPICS_OWN, shared=shared))
            return
        task = self._shown[topic] = asyncio.create_task(self._show(topic, held))
        task.add_done_callback(lambda _: self._unsubscribe(topic) if self._shown.get(topic) is task else None)

    def _unsubscribe(self, topic: str) -> None:
        task = self._shown.pop(topic, None)
        if task is not None:
            task.cancel()
            if len(self._shown) >= TOPICS_OWN:
                self._pool.give_back(self._client)

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
        self._attended = ""
        """The stream of the table where the live view of its player is counted."""

    async def run(self) -> None:
        """Show the topic now and whenever it changes; if it is not there, or not theirs, say so and end."""
        viewer, goes_on = self._live.viewer, True
        while goes_on:
            try:
                own, version = await asyncio.to_thread(self._admitted)
                seen_by = viewer if own else viewer._replace(person=None)
                with self._live.broadcasts.joined(seen_by, self._topic) as broadcast:
                    goes_on = await self._follow(broadcast, own, version)
            except StoreError as error:
                await self._live.complain(self._topic, error)
                await asyncio.sleep(RETRY_SECONDS)
            except SignedOutError:
                await self._live.leave()
                return
            except (Complaint, HTTPException) as error:
                await self._live.complain(self._topic, error)
                return

    def _admitted(self) -> tuple[bool, int]:
        """Return whether they have a view of their own, and as of which version; a complaint if they may see none."""
        topics.check(self._live.viewer, self._live.recognise(), self._topic)
        return topics.sees_own(self._live.viewer, self._topic)

    def _may_see(self) -> bool:
        """Whether they may still see the topic; why not is found out, and told, by the page's own task."""
        with suppress(Exception):
            self._admitted()
            return True
        return False

    async def _follow(self, broadcast: Broadcast, own: bool, version: int) -> bool:
        """Show what is broadcast until they see the topic otherwise, or it is not theirs any more; return which."""
        person, of_a_house = self._live.viewer.person, topics.is_of_a_house(self._topic)
        shown: ShownView | Exception | None = None

        def sees_otherwise(sight: topics.Sight) -> bool:
            return sight.apart is not None and sight.version > version and (person in sight.apart) != own

        def at_once(new: ShownView, at: int) -> bool:
            if self._live.is_to_be_recognised(at) or not self._live.wire.is_ready:
                return False
            if sees_otherwise(new.sight) or self._attend(new.sight):
                return False
            if frame := self._news(new):
                self._live.wire.put(frame)
            return True

        page = WaitingPage(at_once, self._may_see if of_a_house else None)
        while True:
            shown = await broadcast.after(shown, page)
            if isinstance(shown, Exception):
                await self._live.complain(self._topic, shown)
                if isinstance(shown, Complaint | HTTPException):
                    return False
                continue
            if of_a_house:  # they may have lost their place in it
                await asyncio.to_thread(self._admitted)
            if sees_otherwise(shown.sight):
                return True
            if self._live.is_to_be_recognised(self._live.viewer.floor.clock()):
                await self._live.recognise_soon()
            away = self._attend(shown.sight)
            if frame := self._news(shown):
                await self._live.send(frame)
            if away:  # after the view: whoever is back need not wait for a commit to see it
                presence, stream = self._live.presence, self._attended
                await asyncio.to_thread(presence.note, str(person), stream, connected=True)

    def _attend(self, sight: topics.Sight) -> bool:
        """Count the live view of a player at a table of several; return whether the table takes them for away."""
        view = sight.view.view if isinstance(sight.view, TableSight) else None
        if view is None or not view.admission.is_open or not view.own:
            return False
        if not self._attended:
            (self._attended,) = sight.streams
            self._live.presence.come(str(self._live.viewer.person), self._attended)
            self._live.wire.attend()
        return any(seat.own and seat.away_at is not None for seat in view.seats)

    def _news(self, shown: ShownView) -> bytes:
        """Return the frame with what is new, if anything: what has changed, if that is known and short, or all of it.

        A topic of one stream has its version: whoever waits for a version is told of it, even if it looks the same.
        """
        held = self._hash
        known = shown.written if shown.hash == held else self._written
        news = shown.hash != held or shown.version != self._version
        self._hash, self._written, self._version = shown.hash, shown.written, shown.version
        self._live.told[self._topic] = shown.version
        return shown.frame(held, known) if news else b""

    def close(self) -> None:
        """Keep the last view for a page that comes back."""
        self._live.told.pop(self._topic, None)
        if self._attended:
            self._live.presence.go(str(self._live.viewer.person), self._attended)
        if self._written:
            key = (self._live.viewer[1:], self._topic, self._hash)
            self._live.last_views.keep(*key, written=self._written)
