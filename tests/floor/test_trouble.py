"""In great numbers: kills in migrations, backups and restores, restores that are equal, commands sent many times."""

from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from mississippi_stud.floor import STREAMS, Answer
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.store import Database, audit, backup, log
from mississippi_stud.store import database as databases
from mississippi_stud.table.commands import Command
from tests.campaign.part import Part
from tests.databases import emptied
from tests.floor import child, trouble
from tests.floor.drive import KEYS, chance_of, check_all, dump, next_command, opened

SOME = 40
"""How many commands are played before something is saved."""
RICH = 10_000_000_00
LATER = trouble.LATER


def contents(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Return what is backed up: the log and what belongs to it, but not what names this database alone."""
    kept = dump(database, projections=False)
    own = ("projection ", "database", backup.RESTORED)
    return kept | {"facts": [row[:3] for row in kept["facts"] if not str(row[0]).startswith(own)]}


def played(url: str, chance: Random, commands: int) -> list[str]:
    """Play at six tables, three of them on a meter; return the tables."""
    with opened(url) as floor:
        for number in range(child.PLAYERS):
            floor.deposit(child.player_of(number), RICH, command_id=f"money {number}")
        tables = child.tables_of(floor)
        for _ in range(commands):
            table = chance.choice(tables)
            floor.send(table, next_command(chance, floor.table(table)))
    return tables


def version_of(url: str) -> str | None:
    """Return to which revision a database was brought."""
    with databases.unopened(url) as connection:
        return databases.version(connection)


# Killed.


@pytest.mark.campaign
def test_killed_while_a_database_is_brought_up_to_date(
    database_url: str, part: Part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """From nothing, or from the revision before: it is the old one or the new one, and the next start goes on."""
    chance, saved, migrations = chance_of(f"migrations {part}"), tmp_path / "saved", tmp_path / "migrations"
    played(database_url, chance, SOME)
    trouble.save(database_url, saved)
    with closing(Database(database_url, KEYS, reading=True)) as database:
        before = contents(database)
    trouble.later_migrations(migrations)
    newest, whole = databases.newest(), {True: 0.0, False: 0.0}
    for nth in range(-2, part.size):  # twice not killed, to learn how long it takes
        url, new = emptied(database_url, nth), nth % 2 == 0
        if not new:
            trouble.restore(url, saved)
        if nth < 0:
            whole[new] = trouble.killed(trouble.bring_up_to_date, url, migrations)
        else:
            trouble.killed(trouble.bring_up_to_date, url, migrations, seconds=chance.random() * 1.1 * whole[new])
            came = version_of(url)
            assert came in ((None, LATER) if new else (newest, LATER)), "half of it was done"
            part.count(f"{'new' if new else 'older'}, {'before' if came != LATER else 'after'}")
        monkeypatch.setattr(databases, "MIGRATIONS", migrations)
        Database(url, KEYS, STREAMS.tables).close()
        assert version_of(url) == LATER
        with closing(Database(url, KEYS)) as database, database.transaction() as connection:
            assert contents(database)["events"] == ([] if new else before["events"])
            copied = connection.execute(text("SELECT count(*) FROM copied")).scalar()
            assert copied == (0 if new else len(before["commands"]))
        monkeypatch.undo()


@pytest.mark.campaign
def test_killed_while_a_backup_is_written_or_restored(database_url: str, part: Part, tmp_path: Path):
    chance, path = chance_of(f"backups {part}"), tmp_path / "floor.backup"
    source = f"sqlite:///{tmp_path}/source.db"
    played(source, chance, SOME)
    trouble.save(source, path)
    before = path.read_bytes()
    with closing(Database(source, KEYS, STREAMS.tables)) as database:
        held = contents(database)
    whole = {True: 0.0, False: 0.0}
    for nth in range(-2, part.size):
        saves = nth % 2 == 0
        url = source if saves else emptied(database_url, nth)
        work = trouble.save if saves else trouble.restore
        if nth < 0:
            whole[saves] = trouble.killed(work, url, path)
            continue
        trouble.killed(work, url, path, seconds=chance.random() * 1.1 * whole[saves])
        if saves:
            after = path.read_bytes()
            part.count("saving, before" if after == before else "saving, after")
            before = after
        else:
            came = version_of(url)
            part.count("restoring, before" if came is None else "restoring, after")
            if came is None:
                trouble.restore(url, path)
            with closing(Database(url, KEYS, STREAMS.tables)) as database:
                assert contents(database) == held
                audit.verify(database)
        assert backup.check(path, KEYS).rows


# Equal.


@pytest.mark.campaign
def test_restores_are_equal(database_url: str, part: Part, tmp_path: Path):
    """Whatever was played, and from whichever database: the contents, the balances and every stream."""
    for seed in part.seeds():
        chance = chance_of(f"restores {seed}")
        source, path = f"sqlite:///{tmp_path}/{seed}.db", tmp_path / f"{seed}.backup"
        from_file = chance.random() < 0.5
        if not from_file:
            source = emptied(database_url, part.done)
        tables = played(source, chance, chance.randint(1, 400))
        trouble.save(source, path)
        with closing(Database(source, KEYS, reading=True)) as database:
            held, balances = contents(database), dump(database)["balances"]
        url = emptied(database_url, part.done + 1_000)
        backup.restore(path, url, KEYS)
        with closing(Database(url, KEYS, STREAMS.tables)) as database:
            assert contents(database) == held
            assert dump(database)["balances"] == balances
            assert audit.verify(database) == len(held["events"])
        with opened(url) as floor:
            assert verify_streams(floor.database, STREAMS)
            for table in tables:
                floor.send(table, next_command(chance, floor.table(table)))
            check_all(floor)
        part.count(f"from {'SQLite' if source.startswith('sqlite') else 'PostgreSQL'}")


# Again and again.


def times(chance: Random) -> int:
    """Return how often a command comes: few often, many rarely, 50 at most."""
    return min(50, int(50 ** chance.random()) + chance.randrange(2))


@pytest.mark.campaign
def test_commands_sent_up_to_fifty_times(database_url: str, part: Part):
    """At six tables at once, in any order, and some again long after: one effect, and the first answer each time."""
    chance = chance_of(f"repeats {part}")
    tables = played(database_url, chance, 0)
    known: list[tuple[str, str, Command, int]] = []
    with opened(database_url) as floor:
        while part.left:
            batch: dict[str, tuple[str, Command]] = {}
            for table in chance.sample(tables, min(len(tables), part.left)):
                batch[table] = (f"{part.number}.{len(known)}.{table[-6:]}", next_command(chance, floor.table(table)))
            sent = [table for table in batch for _ in range(times(chance))]
            chance.shuffle(sent)
            versions = {table: log.version(floor.database, table) for table in batch}
            answers = [(table, floor.submit(table, batch[table][1], command_id=batch[table][0])) for table in sent]
            done = answered_once(answers)
            for table, answer in done.items():
                assert answer.version == log.version(floor.database, table) >= versions[table]
                known.append((table, *batch[table], answer.version))
            part.count("once" if len(sent) == len(batch) else "several times", len(batch))
            part.met["sent in all"] += len(sent)
            if known and chance.random() < 0.3:
                table, name, command, version = chance.choice(known)
                assert floor.send(table, command, command_id=name).version == version
                part.met["again long after"] += 1
        check_all(floor)


def answered_once(answers: list[tuple[str, "Future[Answer]"]]) -> dict[str, Answer]:
    """Return the answer at each table, which is the same however often it was asked."""
    found: dict[str, Answer] = {}
    for table, waiting in answers:
        answer = waiting.result()
        assert found.setdefault(table, answer) == answer, "a second answer"
    return found


def test_a_repeated_command_with_a_second_effect_is_noticed(sqlite_url: str):
    chance = chance_of("forgets")
    (table, *_) = played(sqlite_url, chance, 0)
    with opened(sqlite_url) as floor:
        command = next_command(chance, floor.table(table))
        first = floor.send(table, command, command_id="one")
        second = floor.submit(table, next_command(chance, floor.table(table)), command_id="two")
        with pytest.raises(AssertionError, match="a second answer"):
            answered_once([(table, _done(first)), (table, second)])


def _done(answer: Answer) -> "Future[Answer]":
    future: Future[Answer] = Future()
    future.set_result(answer)
    return future
