"""Presence: whose live view of a table is open, so that the table learns who is away and who is back."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from mississippi_stud.errors import InputError
from mississippi_stud.floor import BY_FLOOR, Floor, MissingStreamError, NoteConnection, Refused, StoreError
from mississippi_stud.floor.history.recall import all_seats

ACTOR: Final = "presence"
ANSWER_SECONDS: Final = 2
"""How long the other processes have to say that they show a table to one of its players."""


class LivePresence:
    """The live views of players at timed tables that this process serves.

    After `away_seconds` without a live view a player counts as away; so does one who was there when the server stopped
    and has no live view that long after it has started again. The other processes on the same database are asked first
    whether they have one (decision 291); one that answers too late notes the player as back.
    """

    def __init__(self, floor: Floor, away_seconds: int) -> None:
        self._floor = floor
        self._away_seconds = away_seconds
        self._views = Counter[tuple[str, str]]()
        self._answering: dict[tuple[str, str], Callable[[], None]] = {}
        self._waiting: set[asyncio.Task[None]] = set()

    def come(self, person: str, stream: str) -> None:
        """Count a live view that was opened."""
        key, watchers = (person, stream), self._floor.watchers

        def answer(asked: int) -> None:
            if asked:
                watchers.call(_answer(person, stream))

        self._views[key] += 1
        if key not in self._answering:
            self._answering[key] = watchers.watch(_question(person, stream), answer)

    def go(self, person: str, stream: str) -> None:
        """Count a live view that was closed; without another for a while, its player is away."""
        key = (person, stream)
        self._views[key] -= 1
        if not self._views[key]:
            del self._views[key]
            self._answering.pop(key)()
            task = asyncio.get_running_loop().create_task(self._miss(person, stream))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    def start(self) -> None:
        """Miss whoever has a seat with others and does not come back after a restart."""
        task = asyncio.get_running_loop().create_task(self._miss_all())
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    def stop(self) -> None:
        """Wait for nobody any more."""
        for task in self._waiting:
            task.cancel()

    async def _miss_all(self) -> None:
        here = await asyncio.to_thread(self._here)
        await asyncio.gather(*(self._miss(person, stream) for stream, person in here))

    def _here(self) -> list[tuple[str, str]]:
        """Return who has a seat at a table of several people and is not noted as away, with the table's stream."""
        found = []
        with suppress(StoreError):
            for stream, person in all_seats(self._floor):
                table = self._floor.table(stream)
                if table.admission.is_open and any(
                    seat.player == person and seat.away_at is None for seat in table.seats.values()
                ):
                    found.append((stream, person))
        return found

    async def _miss(self, person: str, stream: str) -> None:
        await asyncio.sleep(self._away_seconds)
        if (person, stream) in self._views or await self._is_elsewhere(person, stream):
            return
        if (person, stream) not in self._views:
            await asyncio.to_thread(self.note, person, stream, connected=False)

    async def _is_elsewhere(self, person: str, stream: str) -> bool:
        """Ask the other processes whether a player has a live view there."""
        watchers, loop, answered = self._floor.watchers, asyncio.get_running_loop(), asyncio.Event()
        if not self._floor.database.postgres:
            return False

        def hear(told: int) -> None:
            if told:
                loop.call_soon_threadsafe(answered.set)

        stop = watchers.watch(_answer(person, stream), hear)
        try:
            await asyncio.to_thread(watchers.call, _question(person, stream))
            await asyncio.wait_for(answered.wait(), ANSWER_SECONDS)
        except (TimeoutError, StoreError):
            return False
        finally:
            stop()
        return True

    def note(self, person: str, stream: str, *, connected: bool) -> None:
        """Tell a table that a player of its has lost the connection or has it again."""
        with suppress(MissingStreamError):
            table = self._floor.table(stream)
            if table.closed or person not in table.players:
                return
            note = NoteConnection(player=person, connected=connected, by=BY_FLOOR)
            try:
                self._floor.send(stream, note, actor=ACTOR)
            except (Refused, InputError, StoreError) as error:
                structlog.get_logger().warning("presence_not_noted", stream=stream, detail=str(error))


def _question(person: str, stream: str) -> str:
    return f"sees {stream} {person}?"


def _answer(person: str, stream: str) -> str:
    return f"sees {stream} {person}"
