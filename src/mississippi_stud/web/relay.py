"""The relay: hands the answers of other threads to the event loop, which is woken once for as many as there are."""

import asyncio
import threading
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


class Relay:
    """Waits in the event loop for futures of other threads.

    A commit answers a dozen commands at once. To wake the loop for each of them is a system call each, in the thread
    that writes, which loses the interpreter at every one (decision 401).
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: list[tuple[asyncio.Future[Any], Future[Any]]] = []

    async def result(self, future: "Future[T]") -> T:
        """Return the result of a future; whoever stops waiting does not cancel it."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()
        future.add_done_callback(lambda done: self._tell(loop, waiting, done))
        return await waiting

    def _tell(self, loop: asyncio.AbstractEventLoop, waiting: "asyncio.Future[Any]", done: "Future[Any]") -> None:
        with self._lock:
            first = not self._done
            self._done.append((waiting, done))
        if first:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._pass_on)

    def _pass_on(self) -> None:
        with self._lock:
            all_done, self._done = self._done, []
        for waiting, done in all_done:
            if waiting.done():
                continue
            if (error := done.exception()) is not None:
                waiting.set_exception(error)
            else:
                waiting.set_result(done.result())
