"""The wire: uvicorn's protocols with a deadline for everything a client owes, and a limit on how much it may hold.

A client owes a header once it has connected or begun one, and a body once the header has come; it may leave an answer
unread and a connection unused for a while. No client is turned away because of what others hold: when there are too
many connections, the client with the most loses its least recently used one (decision 131).
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from mississippi_stud.web.limits import Networks, Settings, client_name

_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_BAD: Final = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text."""
_PING: Final = b"\x89\x00"
"""The frame that asks a client whether it is there, the same for all."""
_PATIENCE: Final = 5
"""How many times longer a client may be silent for which no table waits."""
_EARLY_SECONDS: Final = timedelta(milliseconds=50).total_seconds()
"""How much too early a heartbeat may be; event loops round their time."""
WIRE: Final = "mississippi_stud.wire"
"""Under what name the extensions of a scope have the protocol."""
_STALL_SECONDS: Final = timedelta(milliseconds=500).total_seconds()
"""How late one of our own timers may be before we do not trust ourselves to have read what has come."""
_FAREWELL_SECONDS: Final = 1
"""How long a WebSocket that we have closed waits for the client's answer; nobody counts it meanwhile."""


class ClientDeadline:
    """Does something after so long, unless we are late ourselves: then nobody has looked for what a client sent or read
    meanwhile, and it has as long again (decision 310).
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: int, act: Callable[[], None]) -> None:
        self._loop = loop
        self._seconds = seconds
        self._act = act
        self._timer = loop.call_later(seconds, self._pass)

    def cancel(self) -> None:
        """Do nothing any more."""
        self._timer.cancel()

    def _pass(self) -> None:
        if is_late(self._loop, self._timer):
            self._timer = self._loop.call_later(self._seconds, self._pass)
        else:
            self._act()


def is_late(loop: asyncio.AbstractEventLoop, timer: asyncio.TimerHandle) -> bool:
    """Whether a timer that fires now should have done so long ago."""
    return loop.time() - timer.when() > _STALL_SECONDS


class Connections:
    """The connections to one process by client, least recently used first."""

    def __init__(self, allowed: Settings) -> None:
        self.allowed = allowed
        self._proxies = Networks(allowed.proxies)
        self._of: dict[str, dict[HttpProtocol, None]] = {}
        self._count = 0

    def enter(self, connection: "HttpProtocol") -> None:
        """Admit a connection; drop another if there are too many."""
        own = self._of.setdefault(connection.peer, {})
        own[connection] = None
        self._count += 1
        if len(own) > self.allowed.connections_a_client and connection.address not in self._proxies:
            next(iter(own)).drop()
        elif self._count > self.allowed.connections:
            most = max(self._of, key=lambda peer: len(self._of[peer]))
            next(iter(self._of[most])).drop()

    def refresh(self, connection: "HttpProtocol") -> None:
        """Record that a connection has brought a request."""
        own = self._of.get(connection.peer, {})
        if connection in own:
            del own[connection]
            own[connection] = None

    def leave(self, connection: "HttpProtocol") -> None:
        """Record that a connection has gone or become a WebSocket; repeating this has no effect."""
        own = self._of.get(connection.peer, {})
        if connection in own:
            del own[connection]
            self._count -= 1
            if not own:
                del self._of[connection.peer]


class HttpProtocol(H11Protocol):
    """HTTP/1.1 for a client that may be slow or malicious."""

    def __init__(self, *args: Any, connections_held: Connections, **options: Any) -> None:
        super().__init__(*args, **options)
        self.address = self.peer = ""
        """The client's address, and the name under which it is counted."""
        self._held = connections_held
        self._allowed = connections_held.allowed
        self._owed = ""
        """What the client owes: a header, a body or nothing."""
        self._timer: ClientDeadline | None = None
        self._unread: ClientDeadline | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.peer = client_name(self.address)
        self._held.enter(self)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = ClientDeadline(self.loop, self._allowed.answer_seconds, self.drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def timeout_keep_alive_handler(self) -> None:
        timer = self.timeout_keep_alive_task
        if timer is not None and is_late(self.loop, timer):
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        else:
            super().timeout_keep_alive_handler()

    def drop(self) -> None:
        """End the connection at once."""
        self._leave()
        self.transport.abort()

    def _look(self) -> None:
        """Set the deadline for what the client owes now; uvicorn's timer covers a used connection that is now idle."""
        state = self.conn.their_state
        if self.transport.get_protocol() is not self:  # it is a WebSocket now
            return
        if state is h11.SEND_BODY:
            owed = "body"
        elif state is h11.IDLE and self.timeout_keep_alive_task is None:
            owed = "header"
        else:
            owed = ""
        if owed == self._owed:
            return
        if self._owed == "header":
            self._held.refresh(self)
        self._owed = owed
        if self._timer is not None:
            self._timer.cancel()
        if owed:
            seconds = self._allowed.body_seconds if owed == "body" else self._allowed.header_seconds
            self._timer = ClientDeadline(self.loop, seconds, self._late)

    def _late(self) -> None:
        if self._owed == "body" and not self.cycle.response_started:
            self.transport.write(_LATE)
        self.transport.close()

    def _leave(self) -> None:
        self._held.leave(self)
        for timer in (self._timer, self._unread):
            if timer is not None:
                timer.cancel()


def framed(text: bytes) -> bytes:
    """Return a text as one frame of a WebSocket, as it goes to any client."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 1 << 16:
        return bytes((_TEXT, 126)) + size.to_bytes(2) + text
    return bytes((_TEXT, 127)) + size.to_bytes(8) + text


class _Gathering(threading.local):
    """The frames that an event loop sends together, with where they go; None while each is sent by itself."""

    frames: list[tuple[asyncio.Transport, bytes]] | None = None


_gathering: Final = _Gathering()


@contextmanager
def together() -> Iterator[None]:
    """Send the frames that are put within it at its end, one right after the other (decision 575).

    Nothing may be awaited within: on no socket may anything else come in between.
    """
    frames: list[tuple[asyncio.Transport, bytes]] = []
    _gathering.frames = frames
    try:
        yield
    finally:
        _gathering.frames = None
        for transport, frame in frames:
            if not transport.is_closing():  # one that is lost meanwhile must not keep the others from theirs
                transport.write(frame)


class SocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets for short messages from a client: no fragments, and no questions without reading the answers.

    The application finds it in its scope, to send frames that were written once for many clients (decision 283).
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.close_timeout = _FAREWELL_SECONDS
        self._listens_since = self._heard_at = self.loop.time()
        self._patience = _PATIENCE

    async def run_asgi(self) -> None:
        cast(Any, self.scope)["extensions"][WIRE] = self
        await super().run_asgi()

    @property
    def is_ready(self) -> bool:
        """Whether a frame can be sent at once: the client is there and has read enough of what came before."""
        return self.writable.is_set() and not (self.close_sent or self.disconnected or self.transport.is_closing())

    def put(self, frame: bytes) -> None:
        """Send a frame at once or, while frames are gathered, right after."""
        if _gathering.frames is None:
            self.transport.write(frame)
        else:
            _gathering.frames.append((self.transport, frame))

    async def put_when_ready(self, frame: bytes) -> None:
        """Send a frame once the client has read enough of what came before."""
        await self.writable.wait()
        if not self.is_ready:
            raise ClientDisconnected
        self.put(frame)

    async def receive(self) -> Any:
        paused = self.read_paused
        message = await super().receive()
        if paused and not self.read_paused:
            self._listens_since = self.loop.time()
        return message

    def attend(self) -> None:
        """Learn soon if this client goes away: from now on a table waits for it."""
        self._patience = 1
        if self.ping_timer is not None:
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    def schedule_ping(self) -> None:
        """Ask a client once nothing has come from it for long enough."""
        due_at = self._heard_at + (self.ping_interval or 0) * self._patience
        self.ping_timer = self.loop.call_at(due_at, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        """Ask a client whether it is there, unless it has said something since (decision 490)."""
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        self.ping_sent_at = now = self.loop.time()
        if now + _EARLY_SECONDS < self._heard_at + (self.ping_interval or 0) * self._patience:
            self.schedule_ping()
            return
        self.pending_ping_payload = b""
        self.put(_PING)
        self.pong_timer = self.loop.call_later(self.ping_timeout or 0, self.keepalive_timeout)

    def keepalive_timeout(self) -> None:
        """End a client that has not answered although we listened to it for all that time, and were not late ourselves.

        While a message is obeyed the next one is not read, and an answer behind it lies unread as well (decision 310).
        """
        now, allowed = self.loop.time(), self.ping_timeout or 0
        late = self.pong_timer is not None and is_late(self.loop, self.pong_timer)
        if late or self.read_paused or now - self._listens_since < allowed:
            self.pong_timer = self.loop.call_later(allowed, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    def data_received(self, data: bytes) -> None:
        self._heard_at = self.loop.time()
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:  # otherwise nobody would ever close it
            self.transport.write(_BAD)
            self.transport.close()

    async def send(self, message: Any) -> None:
        if self.close_sent:  # possibly just now, because of what the client sent: not our fault
            raise ClientDisconnected
        await super().send(message)

    def handle_text(self, event: Frame) -> None:
        """End a client whose text is not UTF-8 without a word in our log, even if it has just said goodbye."""
        try:
            bytes(event.data).decode()
        except UnicodeDecodeError:
            if event.fin and not self.close_sent:
                self.conn.fail(CloseCode.INVALID_DATA, "unreadable")
                self.handle_parser_exception()
                return
        super().handle_text(event)

    def handle_cont(self, event: Frame) -> None:
        self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "message-in-parts")
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()
