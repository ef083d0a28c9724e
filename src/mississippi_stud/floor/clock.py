"""The floor's clock: sends a command when a deadline passes, from exactly one process at a time.

Nothing is remembered between two ticks: the deadlines are a projection of the log, and each command's id derives from
its deadline. So a command that comes late, twice or from two processes does no harm.
"""

import logging
import threading
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final, Self

from mississippi_stud.errors import InputError
from mississippi_stud.floor.approvals import resume
from mississippi_stud.floor.care import leave_seats
from mississippi_stud.floor.errands import run_errands
from mississippi_stud.floor.floor import Floor
from mississippi_stud.floor.integrity import check_daily
from mississippi_stud.floor.operation import OPERATION, NoteOutage
from mississippi_stud.floor.persons import repeat_erasures
from mississippi_stud.floor.promotion_entries import count_plays
from mississippi_stud.floor.watch import direct
from mississippi_stud.messages import SECOND
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from mississippi_stud.store.database import StoreError
from mississippi_stud.store.timekeeper import steady_ns

_LOG: Final = logging.getLogger(__name__)
_LOCK: Final = 0x6D73_7475_6401
"""The PostgreSQL advisory lock of the process that holds the clock."""
_IDLE_SECONDS: Final = 5
"""How long the session that holds the lock may be idle before PostgreSQL ends it."""
EVERY_SECONDS: Final = 1
GAP_SECONDS: Final = 60 * 60
"""After this long without a tick, either the floor was stopped or the clock is wrong, and nobody knows which."""
TRUST_SECONDS: Final = 10 * 60
"""How long the time must then hold before it is trusted."""
OUTAGE_SECONDS: Final = 5
"""After this long without a tick, players could not act, and their deadlines are moved."""
ALLOWANCE_SECONDS: Final = 10
"""What they get on top, to come back."""
LATEST: Final = 2**62
RECORDED_OUTAGE_SECONDS: Final = 60
"""A clock that did not tick for this long is recorded as an outage."""
ANCHOR_SECONDS: Final = 60 * 60
HEARTBEAT: Final = "clock"
"""The fact that records the time of the last tick, in microseconds since 1970."""
ACTOR: Final = "clock"


def tick(floor: Floor, told: set[log.StreamDeadline] | None = None) -> list[str]:
    """Record the tick and carry out everything that is due; return what was done, as "stream key".

    A refused command is tried again at the next tick, and logged unless its deadline is in `told`, where it is added.
    """
    told = set() if told is None else told
    now = floor.clock()
    log.put_fact(floor.database, HEARTBEAT, str(now))
    due = log.due(floor.database, now)
    told &= set(due)
    waiting = []
    for each in due:
        time_up = floor.streams.kind_of(each.stream).time_up
        if time_up is not None:
            command_id = sha256(f"{each.stream} {each.key} {each.due_at}".encode()).hexdigest()
            sent = floor.submit(each.stream, time_up(each.key), command_id=command_id, actor=ACTOR)
            waiting.append((each, sent))
    done = []
    for each, sent in waiting:
        try:
            sent.result()
            done.append(f"{each.stream} {each.key}")
        except StoreError:
            raise
        except (Refused, InputError) as error:
            if _done_unfunded(floor, each, error):
                done.append(f"{each.stream} {each.key}")
            elif each not in told:
                _LOG.warning("%s: %s was due and cannot be done: %s", each.stream, each.key, error)
                told.add(each)
    return done


def _done_unfunded(floor: Floor, due: log.StreamDeadline, error: Exception) -> bool:
    """Carry out what is due without the money that its player does not have; return whether that could be done."""
    command = floor.streams.kind_of(due.stream).time_up_unfunded
    if command is None or not isinstance(error, Refused) or error.code != "insufficient-funds":
        return False
    command_id = sha256(f"{due.stream} {due.key} {due.due_at} unfunded".encode()).hexdigest()
    try:
        floor.send(due.stream, command(due.key), command_id=command_id, actor=ACTOR)
    except StoreError:
        raise
    except (Refused, InputError):
        return False
    return True


def move_after_outage(floor: Floor) -> int:
    """Move what is due by the time for which no clock ticked; return how many streams that concerned.

    The heartbeat is the last moment at which anybody could act. Each stream gets one command, whose id derives from it:
    whoever dies in between resumes at the next start.
    """
    last = log.fact(floor.database, HEARTBEAT)
    if last is None or floor.clock() - int(last) < OUTAGE_SECONDS * SECOND:
        return 0
    moved = 0
    for stream in sorted({each.stream for each in log.due(floor.database, LATEST)}):
        command = floor.streams.kind_of(stream).after_outage
        if command is not None:
            move = command(int(last), ALLOWANCE_SECONDS * SECOND)
            command_id = sha256(f"outage {last} {stream}".encode()).hexdigest()
            version = log.version(floor.database, stream)
            moved += floor.send(stream, move, command_id=command_id, actor=ACTOR).version > version
    return moved


def note_outage(floor: Floor) -> None:
    """Record in the log that the clock stood still, if it did: before the next tick hides it, and once."""
    last = log.fact(floor.database, HEARTBEAT)
    if last is not None and floor.clock() - int(last) >= RECORDED_OUTAGE_SECONDS * SECOND:
        floor.send(OPERATION, NoteOutage(since=int(last)), command_id=f"outage {last}", actor=ACTOR)


class Clock:
    """A thread that ticks every second, unless another process holds the clock."""

    def __init__(self, floor: Floor, every_seconds: int = EVERY_SECONDS, stands_seconds: int = TRUST_SECONDS) -> None:
        self._floor = floor
        self._every_seconds = every_seconds
        self._session: Any = None
        self._told: set[log.StreamDeadline] = set()
        self._looked: dict[str, int] = {}
        self._doubted_at: int | None = None
        self._anchored_at: int | None = None
        self._stands_seconds = stands_seconds
        self.holds = False
        """Whether this process held the clock when it last looked."""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="floor-clock", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                self.holds = self.held()
                if self.holds:
                    run_errands(self._floor)
                    if repeat_erasures(self._floor):
                        resume(self._floor)  # whoever was erased may have been on duty
                    if self._trusted():
                        self._tick()
            except StoreError as error:
                _LOG.warning("the clock could not tick and will try again: %s", error)
                self._release()
            except Exception:
                _LOG.exception("the clock could not tick and will try again")
                self._release()
            if self._closing.wait(self._every_seconds):
                self._release()
                return

    def _tick(self) -> None:
        """Do everything that is done once a second while the time can be trusted."""
        note_outage(self._floor)
        move_after_outage(self._floor)
        count_plays(self._floor, self._looked)
        tick(self._floor, self._told)
        leave_seats(self._floor)
        if self._floor.program is not None:
            check_daily(self._floor, self._floor.program)
        self._anchor()

    def _trusted(self) -> bool:
        """Whether the clock can be trusted: after a long gap, only once its time has held for a while.

        A gap means that the floor was stopped or that the clock was set wrongly. Nothing irreversible is done until it
        is clear which.
        """
        now, last = self._floor.clock(), log.fact(self._floor.database, HEARTBEAT)
        gap = now - int(last) if last else 0
        if gap < GAP_SECONDS * SECOND:
            self._doubted_at = None
            return True
        if self._doubted_at is None:
            self._doubted_at = steady_ns()
            _LOG.warning(
                "the clock did not tick for %d s, or was set wrongly: deadlines wait for %d s",
                gap // SECOND,
                self._stands_seconds,
            )
        return steady_ns() - self._doubted_at >= self._stands_seconds * 1_000_000_000

    def _anchor(self) -> None:
        if self._anchored_at is None or steady_ns() - self._anchored_at >= ANCHOR_SECONDS * 1_000_000_000:
            self._floor.anchor()
            if self._floor.anchors is None or self._floor.anchors.last is not None:  # a new log has nothing to sign yet
                self._anchored_at = steady_ns()

    def held(self) -> bool:
        """Whether this process holds the clock: always on SQLite, which has one process; by a lock on PostgreSQL."""
        if not self._floor.database.postgres:
            return True
        if self._session is not None:
            self._session.execute("SELECT 1")  # fails if the session, and with it the lock, is gone
            return True
        session = direct(self._floor.database)
        try:
            session.execute(f"SET idle_session_timeout = '{_IDLE_SECONDS}s'")
            if session.execute(f"SELECT pg_try_advisory_lock({_LOCK})").fetchone()[0]:
                self._session = session
        finally:
            if self._session is None:
                session.close()
        return self._session is not None

    def _release(self) -> None:
        self.holds = False
        if self._session is not None:
            with suppress(Exception):
                self._session.close()
            self._session = None

    def close(self) -> None:
        """Stop ticking and let another process take over the clock."""
        self._closing.set()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
