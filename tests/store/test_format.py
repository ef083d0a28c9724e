"""Databases of other versions: an older one is recognised and left unchanged to the byte; a later one is refused."""

import gzip
import sqlite3
import subprocess
import sys
import warnings
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, inspect, text

from mississippi_stud.store import Database, OldFormat, StoreError, backup, schema
from mississippi_stud.store.database import MIGRATIONS, newest, unopened
from tests.store.drive import KEYS, append, command

OLD = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
CREATE TABLE events (stream VARCHAR(80) NOT NULL, version BIGINT NOT NULL, name VARCHAR(60) NOT NULL,
 schema INTEGER NOT NULL, at BIGINT NOT NULL, actor VARCHAR(80) NOT NULL, command_id VARCHAR(64) NOT NULL,
 payload BYTES NOT NULL, sealed BYTES, hash BYTES NOT NULL, PRIMARY KEY (stream, version));
CREATE TABLE commands (id VARCHAR(64) NOT NULL PRIMARY KEY, stream VARCHAR(80) NOT NULL, body BYTES NOT NULL,
 version BIGINT NOT NULL);
CREATE TABLE transfers (stream VARCHAR(80) NOT NULL, version BIGINT NOT NULL, number INTEGER NOT NULL,
 source VARCHAR(120) NOT NULL, target VARCHAR(120) NOT NULL, cents BIGINT NOT NULL, clause TEXT NOT NULL,
 CONSTRAINT transfers_move_money CHECK (cents > 0), PRIMARY KEY (stream, version, number));
CREATE TABLE balances (account VARCHAR(120) NOT NULL PRIMARY KEY, cents BIGINT NOT NULL,
 CONSTRAINT balances_not_negative CHECK (cents >= 0 OR account LIKE 'house%'));
CREATE TABLE snapshots (stream VARCHAR(80) NOT NULL PRIMARY KEY, version BIGINT NOT NULL, sealed BYTES NOT NULL);
CREATE TABLE rulebooks (hash VARCHAR(64) NOT NULL PRIMARY KEY, content BYTES NOT NULL);
CREATE TABLE rounds (stream VARCHAR(80) NOT NULL, round INTEGER NOT NULL, player VARCHAR(80) NOT NULL,
 book VARCHAR(64) NOT NULL, status VARCHAR(20) NOT NULL, opened_at BIGINT NOT NULL, ended_at BIGINT,
 first_version BIGINT NOT NULL, last_version BIGINT, commitment VARCHAR(64) NOT NULL, revealed INTEGER NOT NULL,
 wagered_cents BIGINT NOT NULL, net_cents BIGINT NOT NULL, PRIMARY KEY (stream, round));
CREATE TABLE facts (name VARCHAR(120) NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO balances VALUES ('player:ann', 500);
"""
FUNDS = """
ALTER TABLE rounds ADD COLUMN funds_before_cents BIGINT;
ALTER TABLE rounds ADD COLUMN funds_after_cents BIGINT;
"""
REVISIONS = ["0001", "0002"]
SAID = "was written by an earlier version of this program, in a format that is no longer read: it is left untouched"


def old(revision: str, data: str) -> str:
    """Return the statements that create a database as the earlier code did, with a row for its key."""
    fact = f"INSERT INTO facts VALUES ('key', '{KEYS.fingerprint}');"  # noqa: S608
    made = f"INSERT INTO alembic_version VALUES ('{revision}');"  # noqa: S608
    return OLD.replace("BYTES", data) + fact + made + (FUNDS if revision == "0002" else "")


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(url: str) -> None:
    """Check that every way of opening it is refused, in one sentence."""
    for reading in (False, True):
        with pytest.raises(OldFormat, match=SAID) as told:
            Database(url, KEYS, reading=reading)
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_older_sqlite_file_is_left_untouched_to_the_byte(tmp_path: Path, revision: str):
    folder = tmp_path / "data"
    folder.mkdir()
    with sqlite3.connect(folder / "floor.db") as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(old(revision, "BLOB"))
    connection.close()
    before = files(folder)
    assert list(before) == ["floor.db"], "it was closed"
    refused(f"sqlite:///{folder}/floor.db")
    assert files(folder) == before
    with pytest.raises(OldFormat):
        backup.restore(saved(tmp_path), f"sqlite:///{folder}/floor.db", KEYS)
    assert files(folder) == before


def test_an_older_sqlite_file_whose_program_crashed_is_left_with_its_journal(tmp_path: Path):
    folder = tmp_path / "data"
    folder.mkdir()
    crash = (
        "import os, sqlite3, sys; connection = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "connection.execute('PRAGMA journal_mode = WAL'); connection.executescript(sys.argv[2]); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", crash, str(folder / "floor.db"), old("0002", "BLOB")], check=False)
    before = files(folder)
    assert before["floor.db-wal"], "all of it is in the journal"
    del before["floor.db-shm"]  # the journal's index, which readers share
    refused(f"sqlite:///{folder}/floor.db")
    after = files(folder)
    del after["floor.db-shm"]
    assert after == before


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_older_postgresql_database_is_left_untouched(postgres_url: str, revision: str):
    with psycopg.connect(postgres_url) as connection:
        connection.execute(old(revision, "BYTEA"))
    before = contents(postgres_url)
    assert before["balances"] == [("player:ann", 500)]
    refused(postgres_url)
    assert contents(postgres_url) == before


def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    with psycopg.connect(url) as connection:
        names = connection.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        return {name: connection.execute(f"TABLE {name}").fetchall() for (name,) in sorted(names)}


def saved(folder: Path) -> Path:
    database = Database("sqlite://", KEYS)
    append(database, command("a", 0, "1"))
    backup.save(database, folder / "saved", 1)
    database.close()
    return folder / "saved"


def test_an_older_backup_is_told(tmp_path: Path):
    path = saved(tmp_path)
    head, *rest = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(gzip.compress(b"".join((head.replace(b'"schema":"1001"', b'"schema":"0002"'), *rest))))
    with pytest.raises(OldFormat, match=f"saved {SAID}"):
        backup.restore(path, f"sqlite:///{tmp_path}/new.db", KEYS)
    assert not (tmp_path / "new.db").exists()


def test_a_new_database_beside_an_older_one_is_ours(tmp_path: Path):
    with sqlite3.connect(tmp_path / "floor.db") as connection:
        connection.executescript(old("0002", "BLOB"))
    connection.close()
    database = Database(f"sqlite:///{tmp_path}/floor-2.db", KEYS)
    append(database, command("a", 0, "1"))
    database.close()


@pytest.mark.parametrize("content", [b"", b"hello, this is not a database at all" * 100], ids=["empty", "text"])
def test_a_file_that_is_not_a_database_is_not_taken_for_an_older_one(tmp_path: Path, content: bytes):
    path = tmp_path / "floor.db"
    path.write_bytes(content)
    if content:
        with pytest.raises(StoreError, match="the file is not one of our databases"):
            Database(f"sqlite:///{path}", KEYS)
    else:
        Database(f"sqlite:///{path}", KEYS).close()


# Later versions, and what the migrations create.


def test_a_database_of_a_later_version_is_refused(database_url: str):
    changed(database_url, "UPDATE alembic_version SET version_num = '9999'")
    for reading in (False, True):
        with pytest.raises(StoreError, match=r"is of version 9999, which is later than this program: use a newer one"):
            Database(database_url, KEYS, reading=reading)


def test_a_database_of_several_versions_is_refused(database_url: str):
    changed(database_url, "INSERT INTO alembic_version VALUES ('9999')")
    for reading in (False, True):
        with pytest.raises(StoreError, match="says that it is of several versions"):
            Database(database_url, KEYS, reading=reading)


def test_a_database_of_another_format_is_refused(database_url: str):
    changed(database_url, "UPDATE facts SET value = 'mississippi-stud log 2' WHERE name = 'format'")
    for reading in (False, True):
        with pytest.raises(StoreError, match="has the format 'mississippi-stud log 2', which this program"):
            Database(database_url, KEYS, reading=reading)


def changed(url: str, statement: str) -> None:
    Database(url, KEYS).close()
    with unopened(url) as connection:
        connection.execute(text(statement))


def test_the_revision_is_not_one_of_the_format_before():
    assert newest() not in REVISIONS


def test_the_newest_revision_is_the_last_by_name():
    assert newest() == ScriptDirectory(str(MIGRATIONS)).get_current_head()


def test_a_start_on_a_database_up_to_date_does_not_load_alembic(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/floor.db"
    Database(url, KEYS).close()
    opened = "import sys; from mississippi_stud.store import Database; from tests.store.drive import KEYS;"
    opened += f"Database({url!r}, KEYS).close(); sys.exit('alembic' in sys.modules)"
    assert subprocess.run((sys.executable, "-c", opened), cwd=Path(__file__).parents[2], timeout=60).returncode == 0


def test_migrations_from_nothing_give_exactly_the_schema(database_url: str):
    database = Database(database_url, KEYS)
    wanted = {
        table.name: {check.name for check in table.constraints if isinstance(check, CheckConstraint)}
        for table in schema.metadata.tables.values()
    }
    with database.engine.connect() as connection, warnings.catch_warnings():
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "compare_server_default": True,
                "include_name": lambda name, kind, _: kind != "table" or name != "deadlines",
            },
        )
        assert compare_metadata(context, schema.metadata) == []
        found = {name: {check["name"] for check in inspect(connection).get_check_constraints(name)} for name in wanted}
    assert found == wanted
    assert wanted["transfers"] == {"transfers_move_money"}
    database.close()


def test_a_missing_column_would_be_seen(database_url: str):
    changed(database_url, "ALTER TABLE transfers DROP COLUMN source_cents")
    with unopened(database_url) as connection:
        difference = compare_metadata(MigrationContext.configure(connection), schema.metadata)
    assert [change[0] for change in difference if change[0].startswith("add")] == ["add_column"]


@pytest.mark.parametrize("revision", sorted(MIGRATIONS.joinpath("versions").glob("v*.py")), ids=lambda path: path.stem)
def test_a_revision_does_not_import_the_live_schema(revision: Path):
    """What a past migration did must not change when the schema does."""
    assert "mississippi_stud" not in revision.read_text()
