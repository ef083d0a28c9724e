"""Broadcasts: what several pages are shown of a topic, looked at once a change and written once.

Whoever sees a topic as everybody does shares a broadcast with the others of the same language, and it is looked at as
somebody without a name sees it; a player's own view of their table is shared by their tabs alone (decision 270).
"""

import asyncio
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import IntEnum
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
from litestar.exceptions import HTTPException
from msgspec import Raw

from mississippi_stud.floor import Floor, StoreError
from mississippi_stud.web import topics
from mississippi_stud.web.delta import PatchStep, canonical, delta, view_hash
from mississippi_stud.web.live_frames import DeltaFrame, LiveFrame, ViewFrame
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.wire import framed, together

RETRY_SECONDS: Final = 1
"""How long a topic whose database is away is not looked at."""
AT_A_TIME: Final = 6
"""How many views are shown before anything else is listened to: about a table's."""


class ShownView:
    """A view as it is sent: once as what has changed, to those who hold the view before it, and once as a whole."""

    def __init__(self, topic: str, sight: topics.Sight, before: "ShownView | None") -> None:
        self.sight = sight
        self.written = canonical(sight.view)
        self.hash = view_hash(self.written)
        self._topic = topic
        self._since = "" if before is None else before.hash
        self._news = b"" if before is None else self._change(before.hash, delta(before.sight.view, sight.view))
        self._whole = b""

    def frame(self, held: str, known: bytes) -> bytes:
        """Return the frame for a page that holds the view with that hash, which may not be known any more."""
        news = self._news if held == self._since else b""
        if not news and known and held != self._since:
            news = self._change(held, delta(msgspec.json.decode(known), msgspec.json.decode(self.written)))
        if news:
            return news
        if not self._whole:
            self._whole = written(ViewFrame(**self._head, view=Raw(self.written)))
        return self._whole

    def _change(self, held: str, steps: Iterable[PatchStep]) -> bytes:
        """Return the frame with what has changed since a view; empty if the whole view is hardly longer."""
        changes = msgspec.json.encode(tuple(steps))
        if 2 * len(changes) >= len(self.written):
            return b""
        steps_written: Any = Raw(changes)
        return written(DeltaFrame(**self._head, since=held, delta=steps_written))

    @property
    def version(self) -> int:
        """The version of the topic's stream; of a topic of several, the time does not make another view of it."""
        return self.sight.version if len(self.sight.streams) == 1 else 0

    @property
    def _head(self) -> dict[str, Any]:
        return {"topic": self._topic, "version": self.sight.version, "hash": self.hash}


def written(frame: LiveFrame) -> bytes:
    """Return a frame as it is sent."""
    return framed(msgspec.json.encode(frame, enc_hook=str))


Told = Callable[[str, int], None]
"""Somebody who is told of a stream and its version."""


class Urgency(IntEnum):
    """When somebody is told that a stream has grown."""

    AT_ONCE = 0
    """For the staff: a thread begins to look, while the event loop goes on."""
    SOON = 1
    """What several pages share, and where everybody waits for what the staff does."""
    LATER = 2
    """The views of single persons elsewhere."""


class Growth:
    """Tells the event loop which streams have grown: however many a commit has changed, it is woken once.

    A thread begins to look for the staff; then a few views are shown at a time, what several pages share before those
    of single persons, so that neither a command nor the next commit waits until everybody has seen the last one
    (decision 401, decision 532, decision 551).
    """

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()
        self._grown: dict[str, int] = {}
        self._of: dict[str, dict[Told, Urgency]] = {}
        """Whom to tell of each stream, and when."""
        self._waiting: dict[Urgency, dict[tuple[str, Told], int]] = {Urgency.SOON: {}, Urgency.LATER: {}}
        """Who is still to be told of a stream, and its version, in the order in which it grew."""
        self._stops: dict[str, Callable[[], None]] = {}

    def follow(self, stream: str, told: Told, urgency: Urgency) -> None:
        """Call `told` with a stream and its version, in the event loop, whenever it grows."""
        self._loop = asyncio.get_running_loop()
        if stream not in self._of:
            self._of[stream] = {}
            self._stops[stream] = self._floor.watch(stream, lambda version: self._tell(stream, version))
        self._of[stream][told] = urgency

    def leave(self, stream: str, told: Told) -> None:
        """Call it no longer."""
        del self._of[stream][told]
        for waiting in self._waiting.values():
            waiting.pop((stream, told), None)
        if not self._of[stream]:
            del self._of[stream]
            self._stops.pop(stream)()

    def _tell(self, stream: str, version: int) -> None:
        with self._lock:
            first = not self._grown
            self._grown[stream] = max(version, self._grown.get(stream, 0))
        if first and self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._pass_on)

    def _pass_on(self) -> None:
        with self._lock:
            grown, self._grown = self._grown, {}
        idle = not any(self._waiting.values())
        for stream, version in grown.items():
            for told, urgency in tuple(self._of.get(stream, {}).items()):
                if urgency is Urgency.AT_ONCE:
                    told(stream, version)
                else:
                    self._waiting[urgency][stream, told] = version
        if idle:
            self._go_on()

    def _go_on(self) -> None:
        in_order = ((waiting, key) for waiting in self._waiting.values() for key in waiting)
        with together():
            for waiting, (stream, told) in tuple(islice(in_order, AT_A_TIME)):
                if (version := waiting.pop((stream, told), None)) is not None:
                    told(stream, version)
        if any(self._waiting.values()) and self._loop is not None:
            self._loop.call_soon(self._go_on)


AtOnce = Callable[[ShownView, int], bool]
"""Shows a page something at a time, if that takes no waiting; returns whether it was shown."""


class WaitingPage(NamedTuple):
    """A page that waits for something else than it was shown last."""

    show: AtOnce
    may_see: Callable[[], bool] | None
    """Whether they may still see the topic, which asks the database; None if they may as long as it is there."""


Admitted = Collection[asyncio.Future[None]]
"""The waiting pages of which it was just found out that they may still see the topic."""


class Broadcast:
    """A topic as some pages see it, for as long as any of them does."""

    def __init__(self, viewer: topics.Viewer, topic: str, growth: Growth) -> None:
        self._viewer = viewer
        self._topic = topic
        self._growth = growth
        self.pages = 0
        self._last: ShownView | Exception | None = None
        self._waiting: dict[asyncio.Future[None], WaitingPage] = {}
        self._told: dict[str, int] = {}
        """The version of each stream that it was last told of."""
        self._grown = asyncio.Event()
        self._rests = False
        """Whether its task only waits until it is told of something."""
        self._task = asyncio.create_task(self._run())

    async def after(self, before: object, page: WaitingPage) -> ShownView | Exception:
        """Return what is shown now, or why nothing is, as soon as it is something else than before.

        What the page can be shown at once is shown without a word, and it goes on waiting.
        """
        while self._last is before or self._last is None:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting[waiting] = page
            try:
                await waiting
            finally:
                del self._waiting[waiting]
        return self._last

    def close(self) -> None:
        """End, since no page sees it any more."""
        self._task.cancel()
        for stream in self._told:
            self._growth.leave(stream, self._tell)

    async def _run(self) -> None:
        while True:
            self._grown.clear()
            try:
                sight, admitted = await self._look()
                if self._follow(sight):
                    continue  # it may have changed before it was followed
                self._show(sight, admitted)
                if pause := topics.kind_of(self._topic).seconds:
                    await asyncio.sleep(pause)
            except StoreError as error:
                self._publish(error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except (Complaint, HTTPException) as error:
                self._publish(error)
                return
            except Exception as error:  # a fault of ours: the pages are told, and it is tried again when it changes
                self._publish(error)
            self._rests = not self._grown.is_set()
            await self._grown.wait()
            self._rests = False

    async def _look(self) -> tuple[topics.Sight, Admitted]:
        """Look at the topic: at once if nothing need be read, otherwise in a thread.

        The thread also finds out which pages may still see it, so that these need no thread of their own.
        """
        told = dict(self._told)
        if told and topics.is_at_hand(self._viewer, self._topic, told):
            return topics.look(self._viewer, self._topic, told), ()
        return await asyncio.to_thread(self._look_for, self._waiting.copy(), told)

    def _look_for(
        self, waiting: Mapping[asyncio.Future[None], WaitingPage], told: topics.Told
    ) -> tuple[topics.Sight, Admitted]:
        sight = topics.look(self._viewer, self._topic, told)
        return sight, [each for each, page in waiting.items() if page.may_see is not None and page.may_see()]

    def _shows_at_once(self) -> bool:
        """Show what is new without waking the task, if nothing need be read; return whether that was done."""
        if not self._rests or not topics.is_at_hand(self._viewer, self._topic, self._told):
            return False
        with suppress(Exception):  # the task meets it too, and tells the pages
            sight = topics.look(self._viewer, self._topic, self._told)
            if sight.streams == self._told.keys():
                self._show(sight)
                return True
        return False

    def _show(self, sight: topics.Sight, admitted: Admitted = ()) -> None:
        """Write what is new. A topic of one stream has its version: whoever waits for a version is told of it."""
        before = self._last if isinstance(self._last, ShownView) else None
        shown = ShownView(self._topic, sight, before)
        if before is None or before.hash != shown.hash or shown.version != before.version:
            self._publish(shown, admitted)

    def _publish(self, shown: ShownView | Exception, admitted: Admitted = ()) -> None:
        self._last, at = shown, self._viewer.floor.clock()
        for waiting, page in tuple(self._waiting.items()):
            may_see = page.may_see is None or waiting in admitted
            if not waiting.done() and (isinstance(shown, Exception) or not may_see or not page.show(shown, at)):
                waiting.set_result(None)

    def _follow(self, sight: topics.Sight) -> bool:
        """Follow the streams of a sight and no others; return whether any is new."""
        new = sight.streams - self._told.keys()
        for stream in self._told.keys() - sight.streams:
            del self._told[stream]
            self._growth.leave(stream, self._tell)
        for stream in new:
            self._told[stream] = 0
            self._growth.follow(stream, self._tell, self._urgency(sight))
        return bool(new)

    def _urgency(self, sight: topics.Sight) -> Urgency:
        if topics.is_of_a_house(self._topic):
            return Urgency.AT_ONCE
        shared = self._viewer.person is None
        return Urgency.SOON if shared or topics.waits_for_staff(sight) else Urgency.LATER

    def _tell(self, stream: str, version: int) -> None:
        if version > self._told.get(stream, 0):
            self._told[stream] = version
            if not self._shows_at_once():
                self._grown.set()


class Broadcasts:
    """The broadcasts of this process."""

    def __init__(self, floor: Floor) -> None:
        self._growth = Growth(floor)
        self._of: dict[tuple[str, str | None, str], Broadcast] = {}
        """By topic, whose own view it is, and language."""

    @contextmanager
    def joined(self, viewer: topics.Viewer, topic: str) -> Iterator[Broadcast]:
        """Join the broadcast of a topic to somebody, or to everybody if they have no name, and leave it at the end."""
        key = (topic, viewer.person, viewer.language)
        if key not in self._of:
            self._of[key] = Broadcast(viewer, topic, self._growth)
        broadcast = self._of[key]
        broadcast.pages += 1
        try:
            yield broadcast
        finally:
            broadcast.pages -= 1
            if not broadcast.pages:
                del self._of[key]
                broadcast.close()
