"""The writer: one thread that decides the waiting commands and appends them in one commit.

While commands come from many at once it rests after a commit for as long as that took, so that the next carries more of
them; whoever is alone never waits (decision 281, decision 577).
"""

import queue
import threading
from contextlib import suppress
from datetime import timedelta
from time import monotonic, sleep
from typing import Final, assert_never

from mississippi_stud.errors import InputError
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.decider import Answer, Decider, Job, NoChange
from mississippi_stud.floor.streams import LockRequest
from mississippi_stud.floor.watch import Watchers
from mississippi_stud.store import log
from mississippi_stud.store.database import StoreError
from mississippi_stud.store.entries import (
    AccountOverflow,
    Append,
    Conflict,
    InsufficientFunds,
    LockedCommand,
    Refusal,
    Repetition,
    Success,
)

BATCH_MAX: Final = 64
REST_SECONDS_MAX: Final = timedelta(milliseconds=10).total_seconds()
"""How long it rests at most after a commit with several commands (decision 550)."""
TRIES_MAX: Final = 50
"""How often a command is decided, if another writer gets in first each time, before it fails."""


class Writer:
    """A thread that carries out jobs in the order they were put, but for those that go first (decision 551).

    One command per stream is carried out at a time.
    """

    def __init__(self, states: States, decider: Decider, watchers: Watchers) -> None:
        self._states = states
        self._database = states.database
        self._decider = decider
        self._watchers = watchers
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._putting = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="floor-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job; its future has the answer once the command is on disk."""
        with self._putting:
            if self._closed:
                raise InputError("floor-closed")
            self._jobs.put(job)

    def close(self) -> None:
        """Finish the queued jobs and stop the thread."""
        with self._putting:
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        waiting: list[Job] = []
        closing, next_at = False, monotonic()
        while waiting or not closing:
            came = [] if waiting else [self._jobs.get()]
            sleep(max(0, next_at - monotonic()))
            while not self._jobs.empty():
                came.append(self._jobs.get())
            closing = closing or None in came
            waiting += [job for job in came if job is not None]
            waiting.sort(key=lambda job: not job.first)
            jobs, waiting = waiting[:BATCH_MAX], waiting[BATCH_MAX:]
            began = monotonic()
            group = [job for job in jobs if job.future.set_running_or_notify_cancel()]
            while group:
                group = self._carry_out(group)
            ended = monotonic()
            next_at = ended + (min(ended - began, REST_SECONDS_MAX) if len(jobs) > 1 else 0)

    def _carry_out(self, jobs: list[Job]) -> list[Job]:
        """Decide and append the first command of each stream; return the jobs that are left."""
        now: dict[str, Job] = {}
        later: list[Job] = []
        for job in jobs:
            if job.stream in now:
                later.append(job)
            else:
                now[job.stream] = job
        try:
            return self._commit(list(now.values())) + later
        except BaseException as error:
            for job in now.values():
                if not job.future.done():
                    job.future.set_exception(error)
            self._states.forget()
            return later

    def _commit(self, jobs: list[Job]) -> list[Job]:
        """Decide and append these jobs; return those that must be decided again."""
        taken: list[Job] = []
        batch: list[Append | LockedCommand] = []
        refused: list[tuple[Job, Exception]] = []
        self._refresh(jobs)
        for job in jobs:
            try:
                batch.append(self._decider.decide(job))
                taken.append(job)
            except Exception as error:
                refused.append((job, error))
        outcomes = log.append(self._database, batch) if batch else []
        again: list[Job] = []
        for job, outcome in zip(taken, outcomes, strict=True):
            if isinstance(outcome, Refusal):
                refused.append((job, outcome.error))
            elif not self._answered(job, outcome):
                again.append(job)
        return again + self._refuse(refused)

    def _refresh(self, jobs: list[Job]) -> None:
        """Catch up with the streams of these jobs, and with those that their decisions look at."""
        if not self._database.postgres:
            return
        streams = {job.stream for job in jobs}
        for job in jobs:
            with suppress(Exception):  # it is met again, and told, when the job itself is decided
                looks, known = self._states.streams.kind_of(job.stream).looks, self._states.known(job.stream)
                streams.update(looks(job.stream, known.state, job.command))
        self._states.refresh(streams)

    def _answered(
        self, job: Job, outcome: Success | Repetition | Conflict | InsufficientFunds | AccountOverflow
    ) -> bool:
        """Answer the job; return False if it must be decided again instead."""
        match outcome:
            case Success():
                self._done(job, outcome)
            case Repetition(version=version, same=same):
                _repeated(job, version, same)
            case Conflict():
                if job.tries:  # it was not enough to read on from what is known, as is done before it is decided again
                    self._states.forget(job.stream, *job.needs)
                job.tries += 1
                if job.tries < TRIES_MAX:
                    return False
                job.future.set_exception(StoreError("stream-busy", stream=job.stream, tries=TRIES_MAX))
            case InsufficientFunds():
                kind = self._states.streams.kind_of(job.stream)
                state = self._states.known(job.stream).state
                job.future.set_exception(kind.short(self._states.book, state))
            case AccountOverflow():
                job.future.set_exception(InputError("account-full"))
            case _:
                assert_never(outcome)
        return True

    def _done(self, job: Job, done: Success) -> None:
        """Cache what was appended, then notify the watchers, then answer the job."""
        for known in done.states:
            self._states.advance(known)
        for known in done.states:
            self._watchers.publish(known.stream, known.version)
        job.future.set_result(Answer(job.stream, done.versions[0]))

    def _refuse(self, refused: list[tuple[Job, Exception]]) -> list[Job]:
        """Fail these jobs, unless the same command was carried out before; return those to decide again."""
        again: list[Job] = []
        known = log.known_commands(self._database, [job.command_id for job, _ in refused]) if refused else {}
        for job, error in refused:
            if job.command_id in known:
                _repeated(job, *known[job.command_id])
            elif isinstance(error, LockRequest):
                try:
                    self._decider.need(job, error)
                    again.append(job)
                except InputError as too_many:
                    job.future.set_exception(too_many)
            elif isinstance(error, NoChange):
                job.future.set_result(Answer(job.stream, error.version))
            else:
                job.future.set_exception(error)
        return again


def _repeated(job: Job, version: int, same: bool | bytes) -> None:
    if same is True or same == job.body:
        job.future.set_result(Answer(job.stream, version))
    else:
        job.future.set_exception(InputError("command-id-used", id=job.command_id))
