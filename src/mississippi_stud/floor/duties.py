"""What the clock brings, in exactly one place at a time: games that lay too long are cancelled, and notices about
meters that have been on display for as long as the book asks are announced as due.

Nothing is remembered between two looks at the clock: what is due is read from the table of rounds and from the meters,
and the command that does it has an id that follows from the round or the notice. So a crash, a restart or a second
process changes nothing.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from types import TracebackType
from typing import Final, NamedTuple, Self

import msgspec
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import game as g
from mississippi_stud.floor import meters as m
from mississippi_stud.floor.floor import Floor
from mississippi_stud.round.refused import Refused
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.store import log, schema
from mississippi_stud.store.database import StoreError

_LOG: Final = logging.getLogger(__name__)
_LOCK: Final = 0x6D73_7475_6401
"""The advisory lock of whoever does the duties on PostgreSQL."""
DAY: Final = 24 * 60 * 60 * 1_000_000
"""A day of the clock, in microseconds."""
EVERY_SECONDS: Final = 60
ACTOR: Final = "clock"


class Due(NamedTuple):
    """A round that has been open for longer than its book lets it."""

    stream: str
    number: int
    days: int
    clause: Clause

    @property
    def command_id(self) -> str:
        """The same wherever and whenever the round is cancelled."""
        return sha256(f"cancel {g.round_id(self.stream, self.number)}".encode()).hexdigest()


def due(floor: Floor, now: int) -> Iterator[Due]:
    """The rounds that are to be cancelled now: open for more days than their book says, to the microsecond."""
    rounds = schema.rounds.c
    chosen = select(rounds.stream, rounds.round, rounds.book, rounds.opened_at).where(rounds.status == "open")
    with floor.database.transaction() as connection:
        rows = connection.execute(chosen.order_by(rounds.opened_at, rounds.stream)).all()
    for row in rows:
        days = floor.book(row.book).notices.cancel_game_days
        if days is not None and now - row.opened_at > days.value * DAY:
            yield Due(row.stream, row.round, days.value, days.clause)


def cancel(floor: Floor, each: Due) -> bool:
    """Return every wager of a round that lay too long; False if it has ended meanwhile."""
    said = f"the game lay unfinished for more than {each.days} days"
    command = g.VoidGame(clause=each.clause, reason=said, number=each.number)
    try:
        floor.send(each.stream, command, command_id=each.command_id, actor=ACTOR)
    except Refused:
        return False
    return True


def announce(floor: Floor) -> Iterator[str]:
    """Announce every notice about meters that is due; gives the meters and the change of each."""
    for stream in log.facts(floor.database, "meters:"):
        house, _ = floor.house(stream.partition(":")[2])
        for each in m.due(floor.book(house.book), house, floor.clock() // 1_000_000):
            notice = each.notice
            command_id = sha256(f"due {stream} ".encode() + msgspec.json.encode(notice)).hexdigest()
            try:
                floor.send(stream, m.AnnounceDue(notice=notice), command_id=command_id, actor=ACTOR)
            except Refused:  # its change was made, or it was announced, since we looked
                continue
            yield f"{stream} {notice.change}"


@contextmanager
def _alone(floor: Floor) -> Iterator[bool]:
    """Whether nobody else does the duties now. On SQLite there is one process; on PostgreSQL a lock says."""
    if not floor.database.postgres:
        yield True
        return
    with floor.database.transaction() as connection:
        yield bool(connection.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({_LOCK})").scalar())


def tick(floor: Floor) -> list[str]:
    """Do all that is due by the floor's clock, unless another process is at it; gives rounds cancelled, notices due."""
    with _alone(floor) as alone:
        if not alone:
            return []
        done = []
        for each in due(floor, floor.clock()):
            try:
                if cancel(floor, each):
                    done.append(g.round_id(each.stream, each.number))
            except StoreError:
                raise
            except InputError:
                _LOG.exception("round %s cannot be cancelled", g.round_id(each.stream, each.number))
        return done + list(announce(floor))


class Duties:
    """A thread that looks at the clock from time to time. What fails is logged and tried again at the next look."""

    def __init__(self, floor: Floor, every_seconds: int = EVERY_SECONDS) -> None:
        self._floor = floor
        self._every_seconds = every_seconds
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="floor-duties", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                tick(self._floor)
            except Exception:
                _LOG.exception("the duties of the clock could not be done; they are tried again")
            if self._closing.wait(self._every_seconds):
                return

    def close(self) -> None:
        """Stop looking at the clock."""
        self._closing.set()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
