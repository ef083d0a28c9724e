"""Load, decide, append, publish: commands from many hands, in groups of one commit each."""

import uuid
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from time import time_ns
from types import TracebackType
from typing import NamedTuple, Self

import msgspec

from mississippi_stud.fairness.shuffle import deck
from mississippi_stud.fairness.source import new_secret
from mississippi_stud.floor import game as g
from mississippi_stud.floor import meters as m
from mississippi_stud.floor.asked import FLOOR, STOP, Answer, Asked, Job, Switch, check_names, switch, targets
from mississippi_stud.floor.decider import Decider
from mississippi_stud.floor.listen import Listener
from mississippi_stud.floor.watchers import Watchers
from mississippi_stud.floor.write import GamesRead, MetersRead, check_stream
from mississippi_stud.floor.writer import Writer
from mississippi_stud.jackpot.state import Meters
from mississippi_stud.money import Cents, Transfer, cents
from mississippi_stud.round.state import Setup
from mississippi_stud.round.view import Role, View, view
from mississippi_stud.rulebooks.load import content_hash, plain, rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.words import Wager
from mississippi_stud.store import backup, log, schema
from mississippi_stud.store.database import MEMORY, Database, WrongKeyError
from mississippi_stud.store.keys import Keys, missing


class Look(NamedTuple):
    """A game as it is now, with what its player has and why no round of it may begin."""

    game: g.Game
    version: int
    balance_cents: Cents
    disabled: str | None


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
        self.games = GamesRead(database)
        self._houses = MetersRead(database)
        self._watchers = Watchers(database)
        decider = Decider(self.games, self._houses, self.clock, secrets, shuffle)
        self._writer = Writer(database, decider, self.games, self._houses, self._watchers)
        self._listener = (
            Listener(database, self._watchers.publish, self._watchers.catch_up) if database.postgres else None
        )

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
        self._writer.close()
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
        self, stream: str, command: Asked, command_id: str | None, actor: str, seen: int | None = None
    ) -> "Future[Answer]":
        command_id = command_id or uuid.uuid4().hex
        check_names(stream, command, command_id, actor)
        body = sha256(msgspec.json.encode([stream, command])).digest()
        job = Job(stream, command, command_id, actor, body, seen, Future())
        self._writer.put(job)
        return job.future

    def deposit(self, player: str, amount_cents: int, *, command_id: str | None = None) -> None:
        """Give a player money from the house."""
        moved = Transfer(source="house", target=f"player:{player}", cents=cents(amount_cents), clause="house deposit")
        self._take(f"account:{player}", moved, command_id, "house").result()

    def balance(self, player: str) -> Cents:
        """What a player has."""
        return log.balance_at_hand(self.database, f"player:{player}")

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

    def look(self, stream: str) -> Look:
        """What a page shows of a game: one question to PostgreSQL, none to SQLite unless its player's money moved."""
        check_stream(stream)
        player = self.games.at_hand(stream)[0].player  # who sits down stays
        stops = targets(player, stream)
        if self.database.postgres:
            seen, balance, why = log.look(self.database, stream, f"player:{player}", stops)
            self.games.saw({stream: seen})
        else:
            stopped = log.facts_at_hand(self.database, STOP)
            balance, why = self.balance(player), next((stopped[stop] for stop in stops if stop in stopped), None)
        return Look(*self.games.at_hand(stream), balance, why)

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
        return self._watchers.watch(stream, told)

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
        self._take(FLOOR, Switch(target=switch(player, game), reason=reason), command_id, actor).result()

    def enable(
        self,
        *,
        player: str | None = None,
        game: str | None = None,
        actor: str = "house",
        command_id: str | None = None,
    ) -> None:
        """New rounds may begin again, unless something else still stops them."""
        self._take(FLOOR, Switch(target=switch(player, game), reason=None), command_id, actor).result()

    def disabled(self, *, player: str | None = None, game: str | None = None) -> str | None:
        """Why no round may begin, anywhere or of this player or game."""
        stopped = log.facts_at_hand(self.database, STOP)
        return stopped.get(STOP) or stopped.get(switch(player, game))
