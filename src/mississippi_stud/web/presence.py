"""Presence: whose live view of a table is open, so that the table learns who is away and who is back."""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import Final

import structlog

from mississippi_stud.errors import InputError
from mississippi_stud.floor import BY_FLOOR, Floor, MissingStreamError, NoteConnection, Refused, StoreError

ACTOR: Final = "presence"


class LivePresence:
    """The live views of players at timed tables that this process serves.

    After `away_seconds` without a live view a player counts as away. A player who is shown in one process as away, and
    has a live view in another, is noted as back by that other one.
    """

    def __init__(self, floor: Floor, away_seconds: int) -> None:
        self._floor = floor
        self._away_seconds = away_seconds
        self._views = Counter[tuple[str, str]]()
        self._waiting: set[asyncio.Task[None]] = set()

    def come(self, person: str, stream: str) -> None:
        """Count a live view that was opened."""
        self._views[person, stream] += 1

    def go(self, person: str, stream: str) -> None:
        """Count a live view that was closed; without another for a while, its player is away."""
        key = (person, stream)
        self._views[key] -= 1
        if not self._views[key]:
            del self._views[key]
            task = asyncio.get_running_loop().create_task(self._miss(person, stream))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _miss(self, person: str, stream: str) -> None:
        await asyncio.sleep(self._away_seconds)
        if (person, stream) not in self._views:
            await asyncio.to_thread(self.note, person, stream, connected=False)

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
