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
from typing import Any, Final, NamedTuple, Self, assert_never

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import deck
from mississippi_stud.fairness.source import new_secret
from mississippi_stud.floor import game as g
from mississippi_stud.floor import meters as m
from mississippi_stud.floor.link import Link, MetersNeeded
from mississippi_stud.floor.listen import Listener
from mississippi_stud.floor.write import GamesRead, MetersRead, appended, beside, check_stream
from mississippi_stud.jackpot.state import Meters
from mississippi_stud.money import Cents, Transfer, cents
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Setup
from mississippi_stud.round.view import Role, View, view
from mississippi_stud.rulebooks.load import content_hash, plain, rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.words import Wager
from mississippi_stud.store import backup, log, schema
from mississippi_stud.store.database import MEMORY, Database, StoreError, WrongKeyError
from mississippi_stud.store.keys import Keys, missing
from mississippi_stud.store.log import Append, Conflict, Done, Hot, NewEvent, Overfull, Refusal, Repeated, Short

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


class MovedOn(InputError):  # noqa: N818 - what happened, not a fault of the program
    """The stream has grown since whoever gave the command last saw it."""


_Asked = g.Command | m.Command | Transfer | Switch


class _Job(NamedTuple):
    stream: str
    command: _Asked
    command_id: str
    actor: str
    body: bytes
    """The hash of what was asked, to know a repeated command from another under the same id."""
    seen: int | None
    """The version of the stream on which the command was thought out, if it must be no other."""
    future: "Future[Answer]"

    def append(self, after: int, at: int) -> Append:
        """What the command adds, still without events."""
        return Append(self.stream, after, (), self.command_id, self.body, self.actor, at)


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
        self._houses = MetersRead(database)
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

    def open_game(
        self,
        player: str,
        book: str,
        setup: Setup | None = None,
        *,
        meters: str = "",
        command_id: str | None = None,
    ) -> str:
        """Open a game for a player under a rule book; gives its stream, its table's name on the meters of a house."""
        rules = rulebook(book)
        stream = (
            f"game:{uuid.uuid4().hex}" if command_id is None else f"game:{sha256(command_id.encode()).hexdigest()[:32]}"
        )
        chosen = setup or Setup(dealing=next(iter(rules.dealing.methods)), seats=((1, player),))
        opening = g.OpenGame(player=player, book=self.keep(rules), setup=chosen, meters=meters)
        self.send(stream, opening, command_id=command_id)
        return stream

    def open_meters(self, name: str, book: str, *, actor: str = "house", command_id: str | None = None) -> str:
        """Run the meters of a house by a rule book; gives their stream, to which `ChangeMeters` are sent."""
        stream = m.stream_of(name)
        self.send(stream, m.OpenMeters(book=self.keep(rulebook(book))), command_id=command_id, actor=actor)
        return stream

    def send(
        self,
        stream: str,
        command: g.Command | m.Command,
        *,
        command_id: str | None = None,
        actor: str = "player",
        seen: int | None = None,
    ) -> Answer:
        """Carry out a command and wait for it; raises `Refused` where the book does not allow it."""
        return self.submit(stream, command, command_id=command_id, actor=actor, seen=seen).result()

    def submit(
        self,
        stream: str,
        command: g.Command | m.Command,
        *,
        command_id: str | None = None,
        actor: str = "player",
        seen: int | None = None,
    ) -> "Future[Answer]":
        """Hand in a command; the future has its answer once it is on disk.

        With `seen` it is carried out only if the stream is still at that version, else the answer is `MovedOn`.
        """
        return self._take(stream, command, command_id, actor, seen)

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

    def _take(
        self, stream: str, command: _Asked, command_id: str | None, actor: str, seen: int | None = None
    ) -> "Future[Answer]":
        command_id = command_id or uuid.uuid4().hex
        _check_names(stream, command, command_id, actor)
        body = sha256(msgspec.json.encode([stream, command])).digest()
        job = _Job(stream, command, command_id, actor, body, seen, Future())
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

    def meters(self, name: str) -> Meters:
        """The meters of a house now: what each holds, exactly and as displayed, what each table gave, the notices."""
        return self._houses.now(name)[0].meters

    def house(self, name: str) -> tuple[m.House, int]:
        """The same with the book that they run by and the notices announced as due, and the version of their stream."""
        return self._houses.now(name)

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
                if not self._watchers[stream]:
                    del self._watchers[stream]

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
        return log.facts(self.database, _STOP)

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
            self._houses.forget_all()
        return later

    def _commit(self, jobs: list[_Job]) -> list[_Job]:
        taken: list[_Job] = []
        asked: list[Append | Hot] = []
        refused: list[tuple[_Job, Exception]] = []
        self._stopped = self._read_stopped()
        known = log.known_commands(self.database, [job.command_id for job in jobs])
        self.games.look([job.stream for job in jobs])
        after: dict[str, g.Game | None] = {}
        for job in jobs:
            if job.command_id in known:
                self._repeated(job, *known[job.command_id])
                continue
            try:
                asked.append(self._decide(job, after))
                taken.append(job)
            except Exception as error:
                refused.append((job, error))
        again: list[_Job] = []
        outcomes = log.append(self.database, asked) if asked else []
        for job, outcome in zip(taken, outcomes, strict=True):
            match outcome:
                case Done(version=version, hot=hot):
                    self._done(job, after.get(job.stream), version, hot)
                case Repeated(version=version, same=same):
                    self._repeated(job, version, same)
                case Conflict():
                    self.games.forget(job.stream)
                    again.append(job)
                case Short():
                    job.future.set_exception(self._short(after.get(job.stream)))
                case Overfull():
                    job.future.set_exception(InputError("an account cannot hold so much"))
                case Refusal():
                    refused.append((job, outcome.error))
                case _:
                    assert_never(outcome)
        self._refuse(refused)
        return again

    def _done(self, job: _Job, game: g.Game | None, version: int, hot: tuple[str, m.House, int] | None) -> None:
        """What was appended is known here, then told to those who watch, then answered."""
        self.games.advance(job.stream, game, version)
        if hot is not None:
            self._houses.advance(*hot)
            if hot[0] != job.stream:
                self._publish(hot[0], hot[2])
        self._publish(job.stream, version)
        job.future.set_result(Answer(job.stream, version))

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

    def _decide(self, job: _Job, after: dict[str, g.Game | None]) -> Append | Hot:
        """What a command adds, or how that is decided once its meters are locked; `after` is told the game after it."""
        command, at = job.command, self.clock()
        match command:
            case Transfer():
                event = NewEvent("money_moved", 1, msgspec.json.encode(command), None, (command,))
                return job.append(self.games.version_at_hand(job.stream), at)._replace(events=(event,))
            case Switch():
                name = "gaming_enabled" if command.reason is None else "gaming_disabled"
                event = NewEvent(name, 1, msgspec.json.encode(command))
                switched = job.append(self.games.version_at_hand(_HOUSE), at)
                return switched._replace(events=(event,), facts=((command.target, command.reason),))
            case m.OpenMeters() | m.ChangeMeters() | m.AnnounceDue():
                return self._change(job, command, at)
            case _:
                return self._play(job, command, at, after)

    def _play(self, job: _Job, command: g.Command, at: int, after: dict[str, g.Game | None]) -> Append | Hot:
        """A command of a game: decided now, or with its meters if it needs them."""
        stream = job.stream
        if isinstance(command, g.OpenGame) and not self.games.version_at_hand(stream):
            game, version, content, name = None, 0, command.book, command.meters
        else:
            game, version = self.games.at_hand(stream)
            content, name = game.book, game.meters
        _check_seen(job, version)
        rules = self.book(content)
        if isinstance(command, g.OpenGame | g.Begin) and self._stopped:
            player = command.player if isinstance(command, g.OpenGame) else game.player if game else ""
            self._check_stopped(rules, player, stream)
        if isinstance(command, g.OpenGame) and name:
            self._check_same_book(self._houses.now(name)[0].book, rules)
        secret = self._secrets() if isinstance(command, g.Begin) else b""

        def decided(link: Link | None) -> tuple[g.Event, ...]:
            return g.decide_game(rules, stream, game, command, secret, self._shuffle, link)

        def whole(events: tuple[g.Event, ...]) -> Append:
            append, after[job.stream] = appended(rules, game, job.append(version, at), events)
            return append

        def with_meters(house: m.House, house_version: int) -> tuple[Append, m.House]:
            link = Link(rules, stream, house.meters, at // 1_000_000)
            events = decided(link)
            if not link.events:
                return whole(events), house
            added, house = beside(name, house, house_version, link.events)
            moved = g.MetersMoved(after=house_version, until=house_version + len(added.events))
            return whole((moved, *events))._replace(beside=added), house

        try:
            return whole(decided(Link(rules, stream) if name else None))
        except MetersNeeded:
            return self._hot(job, m.stream_of(name), with_meters)

    def _change(self, job: _Job, command: m.Command, at: int) -> Hot:
        """Something that is done to the meters themselves."""
        name = job.stream.partition(":")[2]
        found = self._houses.found(job.stream)
        content = command.book if isinstance(command, m.OpenMeters) else found[0].book if found else ""
        if not content:
            raise InputError(f"there are no meters {job.stream}: open them first")
        rules = self.book(content)
        if found is not None:
            self._check_same_book(found[0].book, rules)

        def changed(house: m.House | None, version: int) -> tuple[Append, m.House]:
            _check_seen(job, version)
            if house is not None and not isinstance(command, m.OpenMeters) and house.book != content:
                raise InputError("the meters have gone over to another book meanwhile: ask again")
            events = m.decide_meters(rules, house, command, at // 1_000_000)
            added, house = beside(name, house, version, events)
            facts = ((job.stream, command.book),) if isinstance(command, m.OpenMeters) else ()
            append = job.append(version, at)._replace(events=added.events, snapshot=added.snapshot, facts=facts)
            return append, house

        return self._hot(job, job.stream, changed)

    def _hot(self, job: _Job, stream: str, decide: Callable[[Any, int], tuple[Append, m.House]]) -> Hot:
        """A command that is decided while its meters are locked, on all that was appended to them before.

        What is known of them now is taken along: within the transaction nothing may wait for those who read.
        """
        state, read = self._houses.found(stream) or (None, 0)

        def decided(house: m.House | None, version: int) -> tuple[Append, m.House] | Refusal:
            try:
                if house is None:
                    house = state if read == version else self._houses.read_on(state, stream, read)[0]
                return decide(house, version)
            except StoreError:
                raise
            except Exception as error:
                return Refusal(error)

        return Hot(stream, job.command_id, job.body, decided)

    def _check_same_book(self, content: str, rules: Rulebook) -> None:
        theirs = self.book(content).id
        if theirs != rules.id:
            raise InputError(f"these meters run by the book {theirs}: a game under {rules.id} cannot be linked to them")

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


def _check_seen(job: _Job, version: int) -> None:
    if job.seen is not None and job.seen != version:
        raise MovedOn(f"{job.stream} is at version {version}, not at {job.seen} any more: look again")


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
    if isinstance(command, m.Command):
        kind, _, house = stream.partition(":")
        if kind != "meters" or not 0 < len(house) <= m.NAME_MAX or "/" in house:
            raise InputError(f"{stream!r} are no meters: write meters: and 1 to {m.NAME_MAX} characters, without /")
    elif not isinstance(command, Transfer | Switch):
        check_stream(stream)
