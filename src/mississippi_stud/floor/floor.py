"""The floor: takes commands to streams of every kind from many callers, and answers queries about them."""

import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.fairness import new_secret
from mississippi_stud.floor import approvals, meters, tables
from mississippi_stud.floor.accounts import FLOOR, Deposit, Disable, Enable, Switches, TopUp, check_text
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.decider import Answer, Decider, Job
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.home import anchors_file, vault_url
from mississippi_stud.floor.integrity import Program
from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.floor.persons import accept_vault, check_vault, notice_older_vault, repeat_erasures
from mississippi_stud.floor.renewal import notice_older_copy, renew_after_restore
from mississippi_stud.floor.streams import Streams, Views
from mississippi_stud.floor.tournament_tables import HeatStack, stack_at
from mississippi_stud.floor.watch import Listener, Watchers
from mississippi_stud.floor.writer import Writer
from mississippi_stud.jackpot.house_meters import HouseMeters, OpenMeters
from mississippi_stud.jackpot.state import Meters
from mississippi_stud.money import Cents
from mississippi_stud.money import cents as as_cents
from mississippi_stud.person.care import care_account
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.load import content_hash, plain, rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store import backup, log, projections, schema
from mississippi_stud.store.anchors import Anchors
from mississippi_stud.store.bounded_dict import BoundedDict
from mississippi_stud.store.database import MEMORY, Database, WrongKeyError
from mississippi_stud.store.entries import ProjectionRow
from mississippi_stud.store.files import is_missing
from mississippi_stud.store.keys import Keys, missing
from mississippi_stud.store.statements import insert_new
from mississippi_stud.store.vault import Vault
from mississippi_stud.table.commands import FLOOR as BY_FLOOR
from mississippi_stud.table.commands import OpenTable, Void
from mississippi_stud.table.state import DealingMode, Table
from mississippi_stud.table.view import TableView

ID_MAX: Final = 64
ACTOR_MAX: Final = 80
VIEWS_MAX: Final = 500


def opening_of(
    stream: str,
    rules: Rulebook,
    content: str,
    *,
    positions: int = 1,
    dealt: str = DealingMode.AUTOMATIC,
    **options: Any,
) -> OpenTable:
    """Return the command that opens a table under a rule book with that content hash; by itself the floor opens it."""
    usual = {"dealing": next(iter(rules.dealing.methods)), "by": BY_FLOOR}
    return OpenTable(id=stream, book=content, dealt=DealingMode(dealt), positions=positions, **usual | options)


LOOKS_MAX: Final = 5
"""How often something is looked at again because it moved; whoever watches is told of what moves later anyway."""


class Look(NamedTuple):
    """A table as a person sees it now, with their balance and, if they may not start a round, the reason."""

    view: TableView
    version: int
    balance_cents: Cents
    disabled: str | None
    cared: bool
    """Whether the person has anything of care that a page shows."""
    stack: HeatStack | None
    """What they have left to wager at the table of a tournament; None where money is played for."""


class Floor:
    """The streams of every kind on one database: sends commands, answers queries, makes backups."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], int] | None = None,
        secrets: Callable[[], bytes] = new_secret,
        streams: Streams = STREAMS,
        anchors: Anchors | None = None,
        vault: Vault | None = None,
    ) -> None:
        self.database = database
        self.vault = vault or Vault()
        """Persons' own keys; unless one is given, it vanishes with the floor."""
        self.clock = clock or database.now
        self._secrets = secrets
        self.streams = streams
        self.states = States(database, streams)
        self.book = self.states.book
        """Looks up a stored rule book by its content hash."""
        self._views: BoundedDict[str, tuple[Any, Views]] = BoundedDict(VIEWS_MAX)
        """How each stream is seen, with the state for which that holds."""
        self.anchors = anchors
        self.program: Program | None = None
        """What this process runs, which the clock checks once a day; None if it is not a server."""
        notice_older_copy(self)
        if database.stale:
            self.rebuild()
        self.watchers = Watchers(database)
        self._writer = Writer(self.states, Decider(self.states, self.clock), self.watchers)
        self._listener = Listener(self.states, self.watchers) if database.postgres else None
        try:
            if vault is not None:
                check_vault(database, vault.id)
                accept_vault(database, vault)
            self.renewed = renew_after_restore(self)
            """What was restored from a backup and must not be used again."""
            notice_older_vault(self)
            repeat_erasures(self)
            approvals.resume(self)
        except BaseException:
            self.close()
            raise
        self.anchor()

    @classmethod
    def open(cls, url: str, key_file: Path | str, clock: Callable[[], int] | None = None) -> Self:
        """Open a floor on a database; the key file is created if there is none and the database is new."""
        path = Path(key_file)
        new = is_missing(path)
        try:
            database = Database(url, Keys.from_file(path, create=True), STREAMS.tables)
        except WrongKeyError:
            if new:
                path.unlink()
                raise missing(path) from None
            raise
        try:
            vault = Vault(vault_url(path))
        except BaseException:
            database.close()
            raise
        return cls(database, clock, anchors=Anchors(anchors_file(path)), vault=vault)

    @classmethod
    def in_memory(cls, clock: Callable[[], int] | None = None) -> Self:
        """Open a floor that vanishes when closed, for trying things out."""
        return cls(Database(MEMORY, Keys(new_secret()), STREAMS.tables), clock)

    def close(self) -> None:
        """Finish the commands taken so far and close the database."""
        self._writer.close()
        if self._listener:
            self._listener.close()
        self.anchor()
        self.database.close()
        self.vault.close()

    def anchor(self) -> None:
        """Sign the current end of the log, and store that outside the database."""
        if self.anchors is not None:
            self.anchors.add(self.database, self.clock())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Commands.

    def send(
        self, stream: str, command: Any, *, command_id: str | None = None, actor: str = "player", first: bool = False
    ) -> Answer:
        """Carry out a command and wait for its answer; raise `Refused` if the rule book does not allow it."""
        return self.submit(stream, command, command_id=command_id, actor=actor, first=first).result()

    def submit(
        self, stream: str, command: Any, *, command_id: str | None = None, actor: str = "player", first: bool = False
    ) -> "Future[Answer]":
        """Submit a command, which may go first of all that wait; the future has its answer once it is on disk.

        Under an id that was used before, the same command gets its first answer and a different one is refused.
        """
        command_id = _checked(command_id)
        check_text("actor-text", actor, ACTOR_MAX)
        if not isinstance(command, self.streams.kind_of(stream).commands):
            raise InputError("command-misplaced", command=type(command).__name__, stream=stream)
        try:
            body = self.database.keys.mark(msgspec.json.encode([stream, command]))
        except (UnicodeEncodeError, TypeError, OverflowError) as error:
            raise InputError("command-unwritable", error=error) from None
        job = Job(stream, command, command_id, actor, body, self._secrets(), first)
        self._writer.put(job)
        return job.future

    def open_table(
        self,
        book: str,
        *,
        id: str | None = None,  # noqa: A002 - as in `OpenTable`
        command_id: str | None = None,
        actor: str = "house",
        **options: Any,
    ) -> str:
        """Open a table under a rule book, with the options of `OpenTable`; return its stream."""
        rules, command_id = rulebook(book), _checked(command_id)
        named = id or sha256(command_id.encode()).hexdigest()[:32]
        stream = tables.PREFIX + named.removeprefix(tables.PREFIX)
        opening = opening_of(stream, rules, self.keep(rules), **options)
        self.send(stream, opening, command_id=command_id, actor=actor)
        return stream

    def open_meters(self, name: str, book: str, *, actor: str = "house", command_id: str | None = None) -> str:
        """Run a house's meters under a rule book; return their stream, to which `ChangeMeters` is sent."""
        stream = meters.stream_of(name)
        self.send(stream, OpenMeters(book=self.keep(rulebook(book))), command_id=command_id, actor=actor)
        return stream

    def void(self, stream: str, reason: str, *, actor: str = "house", command_id: str | None = None) -> Answer:
        """Void the open round after a malfunction: it has no result, every wager is returned, and the log says why."""
        clause = self.book(self.table(stream).book).wagers[Wager.ANTE].on_misdeal.clause
        command = Void(clause=clause, reason=reason, by=BY_FLOOR)
        return self.send(stream, command, command_id=command_id, actor=actor)

    def deposit(self, player: str, amount_cents: int, *, command_id: str | None = None) -> Answer:
        """Give a player money from the house."""
        deposit = Deposit(cents=as_cents(amount_cents))
        return self.send(f"account:{player}", deposit, command_id=command_id, actor="house")

    def top_up(self, player: str, to_cents: int, *, below_cents: int, command_id: str | None = None) -> Answer:
        """Top up a player's balance to `to_cents`; `FundsLeftError` unless it is below `below_cents`.

        The balance is checked as the command is written: of two at once, even in two processes, only one pays.
        """
        command = TopUp(to_cents=as_cents(to_cents), below_cents=as_cents(below_cents))
        return self.send(f"account:{player}", command, command_id=command_id, actor="house")

    def keep(self, rules: Rulebook) -> str:
        """Store a whole rule book permanently under its content hash, and return the hash."""
        content = content_hash(rules)
        with self.database.transaction() as connection:
            insert_new(connection, schema.rulebooks, [{"hash": content, "content": msgspec.json.encode(plain(rules))}])
        return content

    # Queries and notifications.

    def state(self, stream: str, version: int = 0) -> tuple[Any, int]:
        """Return a stream's whole state and its version: for the floor itself, not for display.

        Whoever was told of a version gets that or a later one, without asking the database if it is cached.
        """
        return self.states.last_seen(stream) if self.holds(stream, version) else self.states.now(stream)

    def holds(self, stream: str, version: int) -> bool:
        """Whether a stream is cached as of a version of which somebody was told; 0 if they were told of none."""
        return self.states.holds(stream, version)

    def view(self, stream: str, role: Role = Role.PLAYER, person: str = "") -> tuple[Any, int]:
        """Return what a person in this role may see of a stream, and its version."""
        state, version = self.states.now(stream)
        return self.views(stream, state)(role, person), version

    def views(self, stream: str, state: Any) -> Views:
        """Return what anybody may see of a state of a stream; what is the same for all is worked out once."""
        kept = self._views.get(stream)
        if kept is None or kept[0] is not state:
            kept = self._views[stream] = state, self.streams.kind_of(stream).views(self.book, state)
        return kept[1]

    def look(self, stream: str, person: str) -> Look:
        """Return what a player's page shows: one query on PostgreSQL, none on SQLite unless the player's money moved.

        The money is as of the version: if the table moved while it was read, it is read again. Decision 88 says why
        that is safe.
        """
        accounts = account, care = f"player:{person}", care_account(person)
        table, version, held = self._moment(stream, accounts)
        switches: Switches | None = self.states.known(FLOOR).state
        why = switches.why(tables.switch_of(table), account, stream) if switches else None
        view = self.views(stream, table)(Role.PLAYER, person)
        stack = stack_at(self.states.now(table.contest)[0], table, person) if table.contest else None
        return Look(view, version, held[account], why, cared=held[care] > 0, stack=stack)

    def looks_at_once(self, stream: str, person: str) -> bool:
        """Whether such a look asks the database nothing, unless the player's money moves at just this moment."""
        kept = self.database.balances
        held = f"player:{person}" in kept and f"tokens:{person}" in kept and not kept.get(care_account(person), 1)
        return held and not self.database.postgres and self.holds(stream, 0) and self.holds(FLOOR, 0)

    def _moment(
        self, stream: str, accounts: tuple[str, ...], tries: int = LOOKS_MAX
    ) -> tuple[Table, int, dict[str, Cents]]:
        """Return a table, its version and what accounts hold, all as of one moment."""
        held, as_of = self._held(stream, accounts)
        table, version = self.states.last_seen(stream)
        if tries == 1 or version == as_of or (as_of is None and self._held(stream, accounts)[0] == held):
            return table, version, held
        return self._moment(stream, accounts, tries - 1)

    def _held(self, stream: str, accounts: tuple[str, ...]) -> tuple[dict[str, Cents], int | None]:
        """Return what accounts hold and, on PostgreSQL, the version of a stream at that moment."""
        if self.database.postgres:
            versions, held = log.look(self.database, (stream, FLOOR), accounts)
            self.states.saw(versions)
            return held, versions[stream]
        return {each: log.balance(self.database, each) for each in accounts}, None

    def table(self, stream: str) -> Table:
        """Return a table's whole current state."""
        if not stream.startswith(tables.PREFIX):
            raise InputError("stream-not-table", stream=stream, prefix=tables.PREFIX)
        table: Table = self.states.now(stream)[0]
        return table

    def house_meters(self, name: str) -> tuple[HouseMeters, int]:
        """Return a house's meters with the rule book they run under, and the version of their stream."""
        return self.states.now(meters.stream_of(name))

    def meters(self, name: str) -> Meters:
        """Return a house's meters: each one's exact and displayed value, each table's contributions, the notices."""
        return self.house_meters(name)[0].meters

    def balance(self, player: str) -> Cents:
        """Return a player's balance."""
        return log.balance(self.database, f"player:{player}")

    def tokens(self, player: str) -> Cents:
        """Return the value of a player's promotional tokens."""
        return log.balance(self.database, f"tokens:{player}")

    def watch(self, stream: str, told: Callable[[int], None]) -> Callable[[], None]:
        """Call `told` with the new version whenever the stream grows; return a function that unsubscribes it.

        A version may be repeated or skipped, so `told` should read the log from where it left off. It runs in the
        writer's thread, so it must be quick; an exception in it is logged and has no other effect.
        """
        return self.watchers.watch(stream, told)

    def tell(self, name: str) -> None:
        """Tell those who watch a name that belongs to no stream that there is news, in whatever process they are."""
        at = self.clock()
        self.watchers.publish(name, at)
        if self.database.postgres:
            log.notify(self.database, name, at)

    # Stopping and starting gaming.

    def disable(
        self,
        reason: str,
        *,
        player: str | None = None,
        table: str | None = None,
        house: str | None = None,
        actor: str = "house",
        command_id: str | None = None,
    ) -> None:
        """Stop new rounds everywhere, or for one player, table or house; rounds under way are played to the end."""
        command = Disable(target=_target(player, table, house), reason=reason)
        self.send(FLOOR, command, command_id=command_id, actor=actor)

    def enable(
        self,
        reason: str,
        *,
        player: str | None = None,
        table: str | None = None,
        house: str | None = None,
        actor: str = "house",
        command_id: str | None = None,
    ) -> None:
        """Allow new rounds again, unless another switch still stops them."""
        command = Enable(target=_target(player, table, house), reason=reason)
        self.send(FLOOR, command, command_id=command_id, actor=actor)

    def disabled(self, *, player: str | None = None, table: str | None = None, house: str | None = None) -> str | None:
        """Return why no round may begin, anywhere or for this player, table or house; None if rounds may begin."""
        self.states.refresh([FLOOR])
        switches: Switches | None = self.states.known(FLOOR).state
        return None if switches is None else switches.why(_target(player, table, house))

    # Backups and rebuilding.

    def backup(self, path: Path | str) -> backup.Backup:
        """Back up the log to one file, as it is at this moment, while play goes on."""
        if self.database.in_memory:
            return backup.save(self.database, Path(path), self.clock())
        url = self.database.url.render_as_string(hide_password=False)
        with closing(Database(url, self.database.keys, reading=True)) as still:
            return backup.save(still, Path(path), self.clock())

    def rebuild(self) -> None:
        """Rebuild every projection from the log, while nobody appends."""
        with self.database.rebuilding() as connection:
            every = (*self.streams.tables, schema.deadlines)
            projections.replace(connection, self.database.keys, every, self._rows())

    def _rows(self) -> Iterator[tuple[str, int, ProjectionRow]]:
        """Yield the rows of every event with its stream and version and, after each stream's rows, its deadlines."""
        for stream in log.streams(self.database):
            kind, state = self.streams.kind_of(stream), None
            for record, event, before, state in recall.happened(self, stream):
                for row in kind.rows(stream, before, state, event, record.version, record.at):
                    yield stream, record.version, row
            for key, due_at in kind.deadlines(self.book, state).items():
                yield (
                    stream,
                    0,
                    ProjectionRow(schema.deadlines.name, {"stream": stream, "key": key}, {"due_at": due_at}),
                )


def _checked(command_id: str | None) -> str:
    """Return the command id after checking it, or a new one if none is given."""
    if command_id is None:
        return uuid.uuid4().hex
    check_text("command-id-text", command_id, ID_MAX)
    return command_id


def _target(player: str | None, table: str | None, house: str | None) -> str:
    """Return what a switch applies to: everything, or one player, table or house."""
    named = [table, *(f"{kind}:{name}" for kind, name in (("player", player), ("house", house)) if name is not None)]
    targets = [target for target in named if target is not None]
    if len(targets) > 1:
        raise InputError("one-target")
    return targets[0] if targets else ""
