"""The writer: one thread that decides and appends, in one commit all that waits."""

import queue
import threading
from typing import Final, assert_never

from mississippi_stud.errors import InputError
from mississippi_stud.floor import game as g
from mississippi_stud.floor.asked import STOP, Answer, Job
from mississippi_stud.floor.decider import Decider
from mississippi_stud.floor.watchers import Watchers
from mississippi_stud.floor.write import GamesRead, MetersRead
from mississippi_stud.round.refused import Refused
from mississippi_stud.store import log
from mississippi_stud.store.database import Database
from mississippi_stud.store.entries import Append, Conflict, Done, Hot, Overfull, Refusal, Repeated, Short

BATCH_MAX: Final = 64


class Writer:
    """A thread that carries out jobs in the order in which they were put, one command of a stream at a time."""

    def __init__(
        self, database: Database, decider: Decider, games: GamesRead, houses: MetersRead, watchers: Watchers
    ) -> None:
        self._database = database
        self._decider = decider
        self._games = games
        self._houses = houses
        self._watchers = watchers
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._putting = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="floor-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Hand in a job; its future has the answer once it is on disk."""
        with self._putting:
            if self._closed:
                raise InputError("the floor is closed")
            self._jobs.put(job)

    def close(self) -> None:
        """Finish what was put."""
        with self._putting:
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        closing = False
        while not closing:
            group: list[Job] = []
            while not group or (len(group) < BATCH_MAX and not self._jobs.empty()):
                job = self._jobs.get()
                if job is None:
                    closing = True
                    break
                if job.future.set_running_or_notify_cancel():
                    group.append(job)
            while group:
                group = self._carry_out(group)

    def _carry_out(self, jobs: list[Job]) -> list[Job]:
        """Decide and append a group, one command a stream; gives what is left to do."""
        now: dict[str, Job] = {}
        later: list[Job] = []
        for job in jobs:
            if job.stream in now:
                later.append(job)
            else:
                now[job.stream] = job
        try:
            later += self._commit(list(now.values()))
        except BaseException as error:
            for job in now.values():
                if not job.future.done():
                    job.future.set_exception(error)
                self._games.forget(job.stream)
            self._houses.forget_all()
        return later

    def _commit(self, jobs: list[Job]) -> list[Job]:
        taken: list[Job] = []
        asked: list[Append | Hot] = []
        refused: list[tuple[Job, Exception]] = []
        stopped = log.facts_at_hand(self._database, STOP)
        known = log.known_commands(self._database, [job.command_id for job in jobs])
        self._games.look([job.stream for job in jobs])
        for job in jobs:
            if job.command_id in known:
                _repeated(job, *known[job.command_id])
                continue
            try:
                asked.append(self._decider.decide(job, stopped))
                taken.append(job)
            except Exception as error:
                refused.append((job, error))
        again: list[Job] = []
        outcomes = log.append(self._database, asked) if asked else []
        for job, outcome in zip(taken, outcomes, strict=True):
            match outcome:
                case Done():
                    self._done(job, outcome)
                case Repeated(version=version, same=same):
                    _repeated(job, version, same)
                case Conflict():
                    self._games.forget(job.stream)
                    again.append(job)
                case Short():
                    job.future.set_exception(self._short(job))
                case Overfull():
                    job.future.set_exception(InputError("an account cannot hold so much"))
                case Refusal():
                    refused.append((job, outcome.error))
                case _:
                    assert_never(outcome)
        self._refuse(refused)
        return again

    def _done(self, job: Job, done: Done) -> None:
        """What was appended is known here, then told to those who watch, then answered."""
        self._games.advance(job.stream, done.state, done.version)
        if done.hot is not None:
            stream, house, version = done.hot
            self._houses.advance(stream, house, version)
            if stream != job.stream:
                self._watchers.publish(stream, version)
        self._watchers.publish(job.stream, done.version)
        job.future.set_result(Answer(job.stream, done.version))

    def _refuse(self, refused: list[tuple[Job, Exception]]) -> None:
        """Tell why not, unless another process has meanwhile carried out the same command."""
        known: dict[str, tuple[int, bytes]] = {}
        if refused and self._database.postgres:
            known = log.known_commands(self._database, [job.command_id for job, _ in refused])
        for job, error in refused:
            if job.command_id in known:
                _repeated(job, *known[job.command_id])
            else:
                job.future.set_exception(error)

    def _short(self, job: Job) -> Exception:
        if not isinstance(job.command, g.Command):
            return InputError("the account does not hold so much")
        book = self._games.book(self._games.at_hand(job.stream)[0].book)
        return Refused("insufficient-funds", book.limits.cannot_fund.clause)


def _repeated(job: Job, version: int, same: bool | bytes) -> None:
    if same is True or same == job.body:
        job.future.set_result(Answer(job.stream, version))
    else:
        said = f"the command id {job.command_id} was used before for another command: use a new one"
        job.future.set_exception(InputError(said))
