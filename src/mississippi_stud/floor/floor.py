"""Load, decide, append, publish: commands from many hands, in groups of one commit each."""

import logging
import queue
import threading
import uuid
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from time import time_ns
from types import TracebackType
from typing import Final, NamedTuple, Self, assert_never

import msgspec
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import deck
from mississippi_stud.fairness.source import new_secret
from mississippi_stud.floor import game as g
from mississippi_stud.floor.listen import Listener
from mississippi_stud.floor.write import GamesRead, appended, check_stream
from mississippi_stud.money import Cents, Transfer, cents
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Setup
from mississippi_stud.round.view import Role, View, view
from mississippi_stud.rulebooks.load import content_hash, plain, rulebook
from mississippi_stud.rulebooks.model import Rulebook, Wager
from mississippi_stud.store import backup, log, schema
from mississippi_stud.store.database import MEMORY, Database, WrongKeyError
from mississippi_stud.store.keys import Keys, missing
from mississippi_stud.store.log import Append, Conflict, Done, NewEvent, Overfull, Repeated, Short

_LOG: Final = logging.getLogger(__name__)
BATCH_MAX: Final = 64
_HOUSE: Final = "floor"
"""The stream of what is decided for the whole floor."""
_STOP: Final = "disabled"
"""How the facts begin that say that new rounds are stopped."""


class Answer(NamedTuple):
    """A command was carried out, now or before: the stream is, or was then, at this version."""

    stream: str
    version: int


class Switch(msgspec.Struct, frozen=True, kw_only=True, tag="switch", tag_field="command"):
    """Stop new rounds, everywhere or for one player or game; without a reason, let them begin again."""

    target: str
    reason: str | None


_Asked = g.Command | Transfer | Switch


class _Job(NamedTuple):
    stream: str
    command: _Asked
    command_id: str
    actor: str
    body: bytes
    """The hash of what was asked, to know a repeated command from another under the same id."""
    future: "Future[Answer]"


class Floor:
    """Games on one database."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], int] | None = None,
        secrets: Callable[[], bytes] = new_secret,
        shuffle: g.Shuffle = deck,
    ) -> None:
        self.database = database
        self.clock = clock or (lambda: time_ns() // 1000)
        self._secrets = secrets
        self._shuffle = shuffle
        self.games = GamesRead(database)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._watchers: dict[str, list[Callable[[int], None]]] = defaultdict(list)
        self._watching = threading.Lock()
        self._taking = threading.Lock()
        self._closed = False
        self._stopped: dict[str, str] = {}
        self._writer = threading.Thread(target=self._work, name="floor-writer", daemon=True)
        self._writer.start()
        self._listener = Listener(database, self._publish, self._catch_up) if database.postgres else None

    @classmethod
    def open(cls, url: str, key_file: Path | str, clock: Callable[[], int] | None = None) -> Self:
        """A floor on a database; the key file is made if there is none and the database is new."""
        path = Path(key_file)
        new = not path.exists()
        try:
            return cls(Database(url, Keys.from_file(path, create=True)), clock)
        except WrongKeyError:
            if new:
                path.unlink()
                raise missing(path) from None
            raise

    @classmethod
    def in_memory(cls, clock: Callable[[], int] | None = None) -> Self:
        """A floor that is gone when it is closed, for trying things out."""
        return cls(Database(MEMORY, Keys(new_secret())), clock)

    def close(self) -> None:
        """Finish what was taken and let the database go."""
        with self._taking:
            self._closed = True
            self._jobs.put(None)
        self._writer.join()
        if self._listener:
            self._listener.close()
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # What people ask for.

    def open_game(self, player: str, book: str, setup: Setup | None = None, *, command_id: str | None = None) -> str:
        """Open a game for a player under a rule book; gives its stream."""
        rules = rulebook(book)
        stream = (
            f"game:{uuid.uuid4().hex}" if command_id is None else f"game:{sha256(command_id.encode()).hexdigest()[:32]}"
        )
        chosen = setup or Setup(dealing=next(iter(rules.dealing.methods)), seats=((1, player),))
        self.send(stream, g.OpenGame(player=player, book=self.keep(rules), setup=chosen), command_id=command_id)
        return stream

    def send(self, stream: str, command: g.Command, *, command_id: str | None = None, actor: str = "player") -> Answer:
        """Carry out a command and wait for it; raises `Refused` where the book does not allow it."""
        return self.submit(stream, command, command_id=command_id, actor=actor).result()

    def submit(
        self, stream: str, command: g.Command, *, command_id: str | None = None, actor: str = "player"
    ) -> "Future[Answer]":
        """Hand in a command; the future has its answer once it is on disk."""
        return self._take(stream, command, command_id, actor)

    def void(self, stream: str, reason: str, *, actor: str = "house", command_id: str | None = None) -> Answer:
        """A malfunction: the round under way has no result, every wager goes back, and the log says why."""
        clause = self.book(self.game(stream).book).wagers[Wager.ANTE].on_misdeal.clause
        return self.send(stream, g.VoidGame(clause=clause, reason=reason), command_id=command_id, actor=actor)

    def backup(self, path: Path | str) -> backup.Backup:
        """Write everything to one file, as it is at this moment, while play goes on."""
        url = self.database.url
        if self.database.in_memory:
            return backup.save(self.database, Path(path), self.clock())
        with closing(Database(url.render_as_string(hide_password=False), self.database.keys, reading=True)) as still:
            return backup.save(still, Path(path), self.clock())

    def _take(self, stream: str, command: _Asked, command_id: str | None, actor: str) -> "Future[Answer]":
        command_id = command_id or uuid.uuid4().hex
        _check_names(stream, command, command_id, actor)
        body = sha256(msgspec.json.encode([stream, command])).digest()
        job = _Job(stream, command, command_id, actor, body, Future())
        with self._taking:
            if self._closed:
                raise InputError("the floor is closed")
            self._jobs.put(job)
        return job.future

    def deposit(self, player: str, amount_cents: int, *, command_id: str | None = None) -> None:
        """Give a player money from the house."""
        moved = Transfer(source="house", target=f"player:{player}", cents=cents(amount_cents), clause="house deposit")
        self._take(f"account:{player}", moved, command_id, "house").result()

    def balance(self, player: str) -> Cents:
        """What a player has."""
        return log.balance(self.database, f"player:{player}")

    def game(self, stream: str) -> g.Game:
        """The game as it is now."""
        return self.games.now(stream)[0]

    def view(self, stream: str, role: Role = Role.PLAYER, player: str | None = None) -> tuple[int, View | None]:
        """The version of a game and what a person may see of its round."""
        game, version = self.games.now(stream)
        if game.round is None:
            return version, None
        return version, view(self.book(game.book), game.round, role, player)

    def book(self, content: str) -> Rulebook:
        """The rule book that was kept under a content hash."""
        return self.games.book(content)

    def keep(self, rules: Rulebook) -> str:
        """Keep a rule book whole, for ever, under its content hash."""
        content = content_hash(rules)
        with self.database.transaction() as connection:
            text = msgspec.json.encode(plain(rules))
            connection.execute(
                self.database.insert(schema.rulebooks).on_conflict_do_nothing(), {"hash": content, "content": text}
            )
        return content

    def watch(self, stream: str, told: Callable[[int], None]) -> Callable[[], None]:
        """Call `told` with the version whenever the stream has grown; gives what ends the watching.

        It may be told the same version twice, or skip one: it reads the log from where it was. It runs in the thread
        that writes, so it is short, and what it raises is logged and changes nothing.
        """
        with self._watching:
            self._watchers[stream].append(told)

        def stop() -> None:
            with self._watching:
                self._watchers[stream].remove(told)

        return stop

    # Stopping and starting the gaming.

    def disable(
        self,
        reason: str,
        *,
        player: str | None = None,
        game: str | None = None,
        actor: str = "house",
        command_id: str | None = None,
    ) -> None:
        """No new rounds from now on, anywhere or of one player or game; those under way go on to their end."""
        self._take(_HOUSE, Switch(target=_switch(player, game), reason=reason), command_id, actor).result()

    def enable(
        self,
        *,
        player: str | None = None,
        game: str | None = None,
        actor: str = "house",
        command_id: str | None = None,
    ) -> None:
        """New rounds may begin again, unless something else still stops them."""
        self._take(_HOUSE, Switch(target=_switch(player, game), reason=None), command_id, actor).result()

    def disabled(self, *, player: str | None = None, game: str | None = None) -> str | None:
        """Why no round may begin, anywhere or of this player or game."""
        stopped = self._read_stopped()
        return stopped.get(_STOP) or stopped.get(_switch(player, game))

    def _read_stopped(self) -> dict[str, str]:
        """Everything that is stopped, and why."""
        chosen = select(schema.facts.c.name, schema.facts.c.value).where(schema.facts.c.name.startswith(_STOP))
        with self.database.transaction() as connection:
            return {row.name: row.value for row in connection.execute(chosen)}

    # The writer: one thread, one commit for all that waits.

    def _work(self) -> None:
        closing = False
        while not closing:
            group: list[_Job] = []
            while not group or (len(group) < BATCH_MAX and not self._jobs.empty()):
                job = self._jobs.get()
                if job is None:
                    closing = True
                    break
                if job.future.set_running_or_notify_cancel():
                    group.append(job)
            while group:
                group = self._carry_out(group)

    def _carry_out(self, jobs: list[_Job]) -> list[_Job]:
        """Decide and append a group, one command a stream; gives what is left to do."""
        now: dict[str, _Job] = {}
        later: list[_Job] = []
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
                self.games.forget(job.stream)
        return later

    def _commit(self, jobs: list[_Job]) -> list[_Job]:
        decided: list[tuple[_Job, Append, g.Game | None]] = []
        refused: list[tuple[_Job, Exception]] = []
        self._stopped = self._read_stopped()
        known = log.known_commands(self.database, [job.command_id for job in jobs])
        self.games.look([job.stream for job in jobs])
        for job in jobs:
            if job.command_id in known:
                self._repeated(job, *known[job.command_id])
                continue
            try:
                decided.append((job, *self._decide(job)))
            except Exception as error:
                refused.append((job, error))
        self._refuse(refused)
        if not decided:
            return []
        outcomes = log.append(self.database, [append for _, append, _ in decided])
        again: list[_Job] = []
        for (job, _, game), outcome in zip(decided, outcomes, strict=True):
            match outcome:
                case Done(version=version):
                    self.games.advance(job.stream, game, version)
                    self._publish(job.stream, version)
                    job.future.set_result(Answer(job.stream, version))
                case Repeated(version=version, same=same):
                    self._repeated(job, version, same)
                case Conflict():
                    self.games.forget(job.stream)
                    again.append(job)
                case Short():
                    job.future.set_exception(self._short(game))
                case Overfull():
                    job.future.set_exception(InputError("an account cannot hold so much"))
                case _:
                    assert_never(outcome)
        return again

    def _refuse(self, refused: list[tuple[_Job, Exception]]) -> None:
        """Tell why not, unless another process has meanwhile carried out the same command."""
        known: dict[str, tuple[int, bytes]] = {}
        if refused and self.database.postgres:
            known = log.known_commands(self.database, [job.command_id for job, _ in refused])
        for job, error in refused:
            if job.command_id in known:
                self._repeated(job, *known[job.command_id])
            else:
                job.future.set_exception(error)

    @staticmethod
    def _repeated(job: _Job, version: int, same: bool | bytes) -> None:
        if same is True or same == job.body:
            job.future.set_result(Answer(job.stream, version))
        else:
            said = f"the command id {job.command_id} was used before for another command: use a new one"
            job.future.set_exception(InputError(said))

    def _short(self, game: g.Game | None) -> Exception:
        if game is None:
            return InputError("the account does not hold so much")
        return Refused("insufficient-funds", self.book(game.book).limits.cannot_fund.clause)

    def _decide(self, job: _Job) -> tuple[Append, g.Game | None]:
        command = job.command
        at = self.clock()
        if isinstance(command, Transfer):
            event = NewEvent("money_moved", 1, msgspec.json.encode(command), None, (command,))
            before = self.games.version_at_hand(job.stream)
            return Append(job.stream, before, (event,), job.command_id, job.body, job.actor, at), None
        if isinstance(command, Switch):
            name = "gaming_enabled" if command.reason is None else "gaming_disabled"
            event = NewEvent(name, 1, msgspec.json.encode(command))
            switched = Append(
                _HOUSE, self.games.version_at_hand(_HOUSE), (event,), job.command_id, job.body, job.actor, at
            )
            return switched._replace(facts=((command.target, command.reason),)), None
        if isinstance(command, g.OpenGame) and not self.games.version_at_hand(job.stream):
            game, version, content = None, 0, command.book
        else:
            game, version = self.games.at_hand(job.stream)
            content = game.book
        rules = self.book(content)
        if isinstance(command, g.OpenGame | g.Begin) and self._stopped:
            player = command.player if isinstance(command, g.OpenGame) else game.player if game else ""
            self._check_stopped(rules, player, job.stream)
        secret = self._secrets() if isinstance(command, g.Begin) else b""
        events = g.decide_game(rules, job.stream, game, command, secret, self._shuffle)
        after = Append(job.stream, version, (), job.command_id, job.body, job.actor, at)
        return appended(rules, game, after, events)

    def _check_stopped(self, rules: Rulebook, player: str, stream: str) -> None:
        for target in (_STOP, _switch(player, None), _switch(None, stream)):
            if target in self._stopped:
                raise Refused("gaming-disabled", rules.play.absent.clause, reason=self._stopped[target])

    def _publish(self, stream: str, version: int) -> None:
        with self._watching:
            watchers = list(self._watchers.get(stream, ()))
        for told in watchers:
            try:
                told(version)
            except Exception:
                _LOG.exception("somebody who watches %s failed", stream)

    def _catch_up(self) -> None:
        """Notices may have been missed: tell everyone who watches where their stream is."""
        with self._watching:
            watched = [stream for stream, watchers in self._watchers.items() if watchers]
        for stream in watched:
            self._publish(stream, log.version(self.database, stream))


def _switch(player: str | None, game: str | None) -> str:
    """The fact that says that new rounds are stopped, everywhere or of one player or game."""
    if player is not None and game is not None:
        raise InputError("name a player or a game, not both")
    if player is not None:
        return f"{_STOP} player:{player}"
    return _STOP if game is None else f"{_STOP} {game}"


def _check_names(stream: str, command: _Asked, command_id: str, actor: str) -> None:
    """Names that every database can keep."""
    names = {"stream": (stream, 80), "command id": (command_id, 64), "actor": (actor, 80)}
    if isinstance(command, g.OpenGame):
        names["player"] = (command.player, 64)
    if isinstance(command, Switch):
        names["target"] = (command.target, 120)
        names["reason"] = (command.reason or "-", 200)
    for what, (name, characters) in names.items():
        if not 0 < len(name) <= characters or not name.isprintable():
            raise InputError(f"a {what} is a printable text of 1 to {characters} characters")
    if not isinstance(command, Transfer | Switch):
        check_stream(stream)
