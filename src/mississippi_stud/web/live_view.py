"""A table's live view over a WebSocket: what its player sees, now and whenever it changes."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State as AppState
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from mississippi_stud.floor import StoreError
from mississippi_stud.floor.accounts import FLOOR
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.gate import client_of
from mississippi_stud.web.limits import Settings, client_name
from mississippi_stud.web.people import People
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import PlayerSeat
from mississippi_stud.web.shapes import CurrentTable, MeterNews

FOREIGN: Final = 4403
NOT_YOURS: Final = 4404
NO_WORD: Final = 1008
LATER: Final = 1013
WORDS_MAX: Final = 64
"""The longest message that is accepted."""
PAUSE_SECONDS: Final = timedelta(milliseconds=50).total_seconds()
"""How long nothing is listened to after an answer: whoever asks without end waits, and nobody else does."""
METER_SECONDS: Final = 1
"""How long a meter is not shown anew after it was: many tables move it, and each of them is seen by all."""


@websocket("/api/tables/{table_id:str}/live", opt={"access": Access.PLAYER})
async def live(socket: WebSocket[Any, Any, Any], state: AppState, table_id: FromPath[str]) -> None:
    """Send the table as its player sees it; `?version=` names the version already known; answer "ping" with "pong"."""
    people: People = state.people
    own = f"{socket.url.scheme.replace('ws', 'http')}://{socket.headers.get('host', '')}"
    if socket.headers.get("origin") not in (None, own):
        await socket.close(code=FOREIGN, reason="foreign")
        return
    try:
        seat = PlayerSeat(state.floor, await asyncio.to_thread(people.known, socket), table_id, language_of(socket))
        stream = await asyncio.to_thread(lambda: seat.stream)
    except Complaint as complaint:
        await socket.close(code=NOT_YOURS, reason=complaint.code)
        return
    except StoreError:
        await socket.close(code=LATER, reason="away")
        return
    with _counted(state.live_views, state.allowed, seat.name, client_name(client_of(socket.scope))) as room:
        if room:
            await _show(socket, seat, stream, lambda: people.recognise(socket).person == seat.name)
        else:
            await socket.close(code=LATER, reason="too-many-views")


@contextmanager
def _counted(views: Counter[str], allowed: Settings, person: str, client: str) -> Iterator[bool]:
    """Count a live view while it is open; yield whether there is room for it."""
    most = {"": allowed.live_views, person: allowed.live_views_a_person, client: allowed.live_views_a_client}
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


async def _show(
    socket: WebSocket[Any, Any, Any], seat: PlayerSeat, stream: str, still_theirs: Callable[[], bool]
) -> None:
    """Send the table whenever it changes, until the client has gone."""
    await socket.accept()
    loop = asyncio.get_running_loop()
    grown, moved = asyncio.Event(), asyncio.Event()

    def told(_version: int) -> None:
        loop.call_soon_threadsafe(grown.set)

    def meter_told(_version: int) -> None:
        loop.call_soon_threadsafe(moved.set)

    watched = (stream, f"account:{seat.name}", f"person:{seat.name}", FLOOR)
    stops = [seat.floor.watch(each, told) for each in watched]
    if seat.house:
        stops.append(seat.floor.watch(f"meters:{seat.house}", meter_told))
    meter = asyncio.create_task(_tell_meter(socket, seat, moved))
    asked = str(socket.query_params.get("version", "0"))
    known = (int(asked), None) if asked.isascii() and asked.isdecimal() and len(asked) < 18 else (0, None)
    reader = asyncio.create_task(_listen(socket, still_theirs))
    try:
        await _tell(socket, seat.now, known, grown, reader)
    except WebSocketDisconnect:
        pass
    except StoreError:
        await socket.close(code=LATER, reason="away")
    finally:
        for stop in stops:
            stop()
        reader.cancel()
        meter.cancel()


async def _tell(
    socket: WebSocket[Any, Any, Any], look: Any, known: tuple[int, Any], grown: asyncio.Event, reader: Any
) -> None:
    """Send what is new, until the client has gone."""
    version, besides = known
    while not reader.done():
        grown.clear()
        seen = await asyncio.to_thread(look)
        news = seen.version > version or (besides is not None and besides != _besides(seen))
        version, besides = max(version, seen.version), _besides(seen)
        if news:
            await socket.send_data(msgspec.json.encode(seen).decode())
        waiting = asyncio.create_task(grown.wait())
        await asyncio.wait({reader, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()


def _besides(seen: CurrentTable) -> tuple[object, ...]:
    """Return what may change on a player's page while the table does not."""
    return seen.balance_cents, seen.care, seen.disabled


async def _tell_meter(socket: WebSocket[Any, Any, Any], seat: PlayerSeat, moved: asyncio.Event) -> None:
    """Send what the meter shows when somebody has moved it, at most once a second."""
    with suppress(WebSocketDisconnect):
        while True:
            await moved.wait()
            moved.clear()
            with suppress(StoreError):
                news = MeterNews(meter=await asyncio.to_thread(seat.meter))
                await socket.send_data(msgspec.json.encode(news).decode())
            await asyncio.sleep(METER_SECONDS)


async def _listen(socket: WebSocket[Any, Any, Any], still_theirs: Callable[[], bool]) -> None:
    """Answer the client's pings until it has gone, or whoever it was has signed out."""
    with suppress(WebSocketDisconnect, StoreError):
        while True:
            word = await socket.receive_data(mode="text")
            if word == "ping":
                if not await asyncio.to_thread(still_theirs):
                    await socket.close(code=NOT_YOURS, reason="sign-in")
                    return
                await socket.send_data("pong")
                await asyncio.sleep(PAUSE_SECONDS)
            elif not 0 < len(word) <= WORDS_MAX:  # a message that is not text is read as an empty word
                await socket.close(code=NO_WORD, reason="word-length")
                return
