"""Decides what each command adds to the log, given the current states of its streams."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.floor.cache import States, StreamState
from mississippi_stud.floor.streams import NEEDED_MAX, Context, Kind, LockRequest
from mississippi_stud.store import log
from mississippi_stud.store.database import StoreError
from mississippi_stud.store.entries import Append, LockedCommand, NewEvent, Refusal, StreamPart

SNAPSHOT_EVERY: Final = 100
"""The minimum number of events between two snapshots of a stream."""


class Answer(NamedTuple):
    """The answer to a command carried out now or earlier: its stream, and the stream's version right after it."""

    stream: str
    version: int


class NoChange(Exception):  # noqa: N818 - an outcome, not an error
    """Raised if a command changes nothing: its stream stays at this version."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@dataclass(eq=False)
class Job:
    """A submitted command and the future of its answer."""

    stream: str
    command: Any
    command_id: str
    actor: str
    body: bytes
    """A keyed hash of the command, to tell its repetition from a different command under the same id."""
    secret: bytes
    """Drawn when the command was submitted, so that which commands happen to share a commit decides nothing."""
    first: bool = False
    """Whether it goes before what others have sent."""
    future: Future[Answer] = field(default_factory=Future)
    needs: set[str] = field(default_factory=set)
    """The streams known so far that must be locked while it is decided."""
    tries: int = 0


class Decider:
    """Decides commands; `clock` supplies the time."""

    def __init__(self, states: States, clock: Callable[[], int]) -> None:
        self._states = states
        self._streams = states.streams
        self._clock = clock

    def decide(self, job: Job) -> Append | LockedCommand:
        """Return what a command adds or, if it needs locked streams, a `LockedCommand` to decide under the locks."""
        kind = self._streams.kind_of(job.stream)
        own = self._states.known(job.stream)
        looks = {each: self._states.looked(each) for each in kind.looks(job.stream, own.state, job.command)}
        context = Context(
            at=self._clock(),
            secret=job.secret,
            book=self._states.book,
            seen={stream: (each.state, each.version) for stream, each in looks.items()},
            held=partial(log.balances, self._states.database),
            last_held=partial(log.last_balance, self._states.database),
            known=lambda stream: self._states.known(stream).state,
        )
        if kind.locked:
            job.needs.add(job.stream)
        if not job.needs:
            try:
                return self._append(job, context, {job.stream: own})
            except LockRequest as needed:
                self.need(job, needed)
        return self._locked(job, context, own)

    @staticmethod
    def need(job: Job, needed: LockRequest) -> None:
        """Add streams to those that are locked while the command is decided."""
        job.needs.update(needed.streams)
        if len({job.stream, *job.needs}) > NEEDED_MAX:
            raise InputError("streams-too-many", most=NEEDED_MAX)

    def _locked(self, job: Job, context: Context, own: StreamState) -> LockedCommand:
        """Return a command that is decided while nobody else can write to the streams it needs.

        Their known states are captured beforehand: within the transaction nothing may wait for readers.
        """
        before = {stream: self._states.known(stream) for stream in job.needs}

        def decide(found: Mapping[str, tuple[StreamState | None, int]]) -> Append | Refusal:
            try:
                at = {job.stream: own}
                for stream, (known, version) in found.items():
                    known = known or before[stream]
                    at[stream] = known if known.version == version else self._states.read_on(known)
                context.locked = {stream: at[stream].state for stream in found}
                return self._append(job, context, at)
            except StoreError:
                raise
            except Exception as error:
                return Refusal(error)

        looks = tuple(context.seen)
        return LockedCommand(tuple(sorted(job.needs)), job.command_id, job.body, decide, looks, job.stream)

    def _append(self, job: Job, context: Context, before: Mapping[str, StreamState]) -> Append:
        own = before[job.stream]
        context.expects.clear()
        context.looked.clear()
        happened = self._streams.kind_of(job.stream).decide(context, job.stream, own.state, job.command)
        if not any(happened.values()):
            raise NoChange(own.version)
        parts, states = [], []
        for stream in (job.stream, *(each for each in happened if each != job.stream)):
            part, after = self._part(context, before[stream], happened[stream])
            parts.append(part)
            states.append(after)
        expects, looks = context.expects.copy(), context.looked.copy()
        return Append(tuple(parts), job.command_id, job.body, job.actor, context.at, tuple(states), expects, looks)

    def _part(self, context: Context, before: StreamState, events: Sequence[Any]) -> tuple[StreamPart, StreamState]:
        """Return what is added to one stream, and the stream's state after that."""
        stream, state, version, kept = before
        kind = self._streams.kind_of(stream)
        new: list[NewEvent] = []
        for event in events:
            moved = tuple(kind.transfers(context.book, stream, state, event))
            earlier, state, version = state, kind.evolve(state, event), version + 1
            rows = tuple(kind.rows(stream, earlier, state, event, version, context.at))
            new.append(self._streams.encode(event, kind)._replace(transfers=moved, rows=rows))
        snapshot = None
        if version - kept >= SNAPSHOT_EVERY and kind.at_rest(state):
            snapshot, kept = self._streams.encode_state(stream, state), version
        deadlines = _changed(kind, context, before.state, state)
        return StreamPart(stream, before.version, tuple(new), snapshot, deadlines), StreamState(
            stream, state, version, kept
        )


def _changed(kind: Kind[Any, Any, Any], context: Context, before: Any, after: Any) -> dict[str, int | None]:
    """Return the deadlines that are new or have changed, with None for those that are gone."""
    was = {} if before is None else kind.deadlines(context.book, before)
    now = kind.deadlines(context.book, after)
    return {key: now.get(key) for key in {**was, **now} if was.get(key) != now.get(key)}
