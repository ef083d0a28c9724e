"""Backing up a whole database while it is in use, and restoring it: everything, or nothing and an error."""

import gzip
import multiprocessing
import shutil
import stat
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, Floor
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.store import Database, Keys, StoreError, audit, backup, schema
from mississippi_stud.store import database as databases
from tests.floor.clock import Clock, opened, table
from tests.floor.drive import dump, play

KEY = bytes(range(32))
STATED = (
    "rounds",
    "hands",
    "plays",
    "seats",
    "deadlines",
    "house_members",
    "house_proposals",
    "house_books",
    "open_tables",
    "queue_places",
    "lesson_runs",
    "tournament_list",
    "promotion_list",
    "promotion_entries",
)


@pytest.fixture
def keys(key_file: Path) -> Keys:
    key_file.parent.mkdir(parents=True)
    key_file.touch(0o600)
    key_file.write_text(KEY.hex())
    key_file.chmod(0o600)
    return Keys.from_file(key_file)


@pytest.fixture
def floor(database_url: str, keys: Keys, key_file: Path) -> Iterator[Floor]:
    with opened(database_url, key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


@pytest.fixture
def saved(tmp_path: Path, keys: Keys) -> Path:
    """Return a backup of a small floor in memory."""
    path = tmp_path / "saved.backup"
    with Floor(Database("sqlite://", keys, STREAMS.tables), Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        play(floor, table(floor), "1 ante 5; deal; 1 fold")
        floor.backup(path)
    return path


def contents(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Return what is backed up: the log and what belongs to it, without the projections' fingerprints."""
    kept = dump(database, projections=False)
    own = ("projection ", "database", backup.RESTORED)
    return kept | {"facts": [row for row in kept["facts"] if not str(row[0]).startswith(own)]}


def lines(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_everything_is_there_again_and_an_unfinished_round_is_void(
    floor: Floor, tmp_path: Path, key_file: Path, target: str, request: pytest.FixtureRequest
):
    """From either kind of database into either."""
    stream = table(floor)
    for number in range(20):
        play(floor, stream, "1 ante 5; deal; 1 fold", seed=str(number))
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    floor.disable("for the night", player="bob")
    before, held = contents(floor.database), floor.balance("ann")
    projected = {name: rows for name, rows in dump(floor.database).items() if name in STATED}
    path = tmp_path / "floor.backup"
    done = floor.backup(path)
    assert done.rows == sum(map(len, dump(floor.database, projections=False).values()))
    assert done == backup.check(path, floor.database.keys)
    if target == "postgres" and floor.database.postgres:
        floor.close()
        _emptied(floor.database.url)
        url = floor.database.url.render_as_string(hide_password=False)
    else:
        url = f"sqlite:///{tmp_path}/again.db" if target == "sqlite" else request.getfixturevalue("postgres_url")
    backup.restore(path, url, Keys(KEY))
    with closing(Database(url, Keys(KEY), STREAMS.tables)) as untouched:
        assert contents(untouched) == before
        assert audit.verify(untouched) == len(before["events"])
    with opened(url, key_file, Clock()) as again:
        told = {name: rows for name, rows in dump(again.database).items() if name in STATED}
        assert [rows[:20] for rows in (told["rounds"], told["hands"])] == [
            rows[:20] for rows in (projected["rounds"], projected["hands"])
        ]
        assert verify_streams(again.database, STREAMS).rows["rounds"] == 21
        assert again.balance("ann") == held + 12_00, "the wagers of the open round went back"
        assert recall.past(again, stream, 21).status == "void"
        play(again, stream, "1 ante 5; deal; 1 fold")
        audit.verify(again.database)


def _emptied(url: object) -> None:
    import psycopg

    with psycopg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False)) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


def test_a_backup_is_of_one_moment_while_play_goes_on(floor: Floor, tmp_path: Path, keys: Keys):
    """Each of many backups taken during play restores to a complete log."""
    stream = table(floor)
    over = threading.Event()

    def play_on() -> None:
        while not over.is_set():
            play(floor, stream, "1 ante 5; deal; 1 fold")
            floor.deposit("ann", 5_00)

    player = threading.Thread(target=play_on)
    player.start()
    try:
        events = []
        for number in range(4):
            floor.backup(tmp_path / f"{number}.backup")
            url = f"sqlite:///{tmp_path}/{number}.db"
            backup.restore(tmp_path / f"{number}.backup", url, keys)
            with Floor(Database(url, keys, STREAMS.tables)) as restored:
                events.append(audit.verify(restored.database))
                verify_streams(restored.database, STREAMS)
    finally:
        over.set()
        player.join()
    assert events == sorted(events)
    assert events[-1] > events[0] > 0


def _save(url: str, key: Path, out: Path) -> None:
    source = Database(url, Keys.from_file(key), reading=True)
    backup.save(source, out, 0)
    source.close()


def test_another_process_backs_up_a_running_floor(floor: Floor, database_url: str, key_file: Path, tmp_path: Path):
    """On SQLite too: the reader cannot write, so it never checkpoints, and the floor goes on."""
    floor.deposit("ann", 1_000_000_00)
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    path = tmp_path / "other.backup"
    other = multiprocessing.get_context("spawn").Process(target=_save, args=(database_url, key_file, path))
    other.start()
    while other.is_alive():
        play(floor, stream, "1 ante 5; deal; 1 fold")
    other.join()
    assert other.exitcode == 0
    assert backup.check(path, floor.database.keys).rows > 0
    play(floor, stream, "1 ante 5; deal; 1 fold")
    audit.verify(floor.database)


def test_a_reader_sees_one_moment_and_changes_nothing(floor: Floor, database_url: str, keys: Keys):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    reader = Database(database_url, keys, STREAMS.tables, reading=True)
    first = audit.verify(reader)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    assert audit.verify(reader) == first
    assert len(recall.history(States(reader, STREAMS), RoundFilter())) == 1
    assert len(recall.history(floor, RoundFilter())) == 2
    with pytest.raises(Exception, match=r"(?i)read-?only"), reader.transaction() as connection:
        connection.execute(schema.facts.delete())
    reader.close()


def test_a_reader_after_a_crash_leaves_the_files_as_they_were(
    sqlite_url: str, keys: Keys, key_file: Path, tmp_path: Path
):
    """A connection that cannot write never checkpoints, even as the last one to close, so nothing is lost."""
    crash = (
        "import os, sys; from mississippi_stud.floor import Floor; floor = Floor.open(*sys.argv[1:]);"
        "floor.deposit('ann', 100); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", crash, sqlite_url, str(key_file)], check=False)
    files = [tmp_path / name for name in ("floor.db", "floor.db-wal")]
    before = [path.read_bytes() for path in files]
    assert before[1] != b""
    reader = Database(sqlite_url, keys, reading=True)
    assert audit.verify(reader) == 1
    reader.close()
    assert [path.read_bytes() for path in files] == before
    with opened(sqlite_url, key_file) as floor:
        assert floor.balance("ann") == 100


def test_a_backup_holds_nothing_hidden_and_is_its_owners_alone(floor: Floor, tmp_path: Path):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    path = tmp_path / "floor.backup"
    floor.backup(path)
    assert floor.table(stream).committed.secret.encode() not in gzip.decompress(path.read_bytes())
    assert KEY.hex().encode() not in gzip.decompress(path.read_bytes())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir() if "unfinished" in each.name] == []


def test_a_failed_backup_leaves_the_one_before(floor: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "floor.backup"
    floor.backup(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InputError, match=r"floor.backup cannot be written: No space left on device"):
        floor.backup(path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir() if "unfinished" in each.name] == []
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        floor.backup(tmp_path / "nowhere" / "floor.backup")


# What is refused without any change.


def refused(path: Path, url: str, keys: Keys, said: str) -> None:
    with pytest.raises(InputError, match=said):
        backup.restore(path, url, keys)


def test_a_wrong_key_is_told_before_anything_is_done(saved: Path, tmp_path: Path):
    refused(saved, f"sqlite:///{tmp_path}/new.db", Keys(bytes(32)), "was made with the key .*: name the right key file")
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("kept", [0, 1, 10, 100, -1, -8, -100])
def test_a_cut_file_is_told_before_anything_is_done(saved: Path, tmp_path: Path, keys: Keys, kept: int):
    saved.write_bytes(saved.read_bytes()[:kept])
    refused(saved, f"sqlite:///{tmp_path}/new.db", keys, "is cut short|is not a backup, or it was changed")
    assert not (tmp_path / "new.db").exists()


def test_rows_that_are_missing_doubled_swapped_or_changed_are_told(saved: Path, tmp_path: Path, keys: Keys):
    whole = lines(saved)
    row = len(whole) // 2
    for changed in (
        whole[:-1],
        whole[:row] + whole[row + 1 :],
        [*whole[:row], whole[row], *whole[row:]],
        [*whole[:row], whole[row + 1], whole[row], *whole[row + 2 :]],
        [*whole[:row], whole[row].replace(b"a", b"b", 1), *whole[row + 1 :]],
        [*whole, whole[row]],
        [whole[0].replace(b'"at":', b'"at":1'), *whole[1:]],
    ):
        saved.write_bytes(gzip.compress(b"".join(changed)))
        refused(saved, f"sqlite:///{tmp_path}/new.db", keys, "cut short|was changed")
        assert not (tmp_path / "new.db").exists()


def test_a_changed_file_with_its_sum_made_right_is_told_by_its_signature(saved: Path, tmp_path: Path, keys: Keys):
    from hashlib import sha256

    *rows, foot = lines(saved)
    rows = [row.replace(b"100000", b"900000") for row in rows]
    told = msgspec.json.decode(foot)
    told["sha256"] = sha256(b"".join(rows)).hexdigest()
    saved.write_bytes(gzip.compress(b"".join((*rows, msgspec.json.encode(told)))))
    refused(saved, f"sqlite:///{tmp_path}/new.db", keys, "was changed: it is not the backup that was written")


def says_the_same(changed: bytes, honest: bytes) -> bool:
    """Whether two files decompress to the same content: a few bits of a gzip file, such as the padding of its last
    byte, carry no information.
    """
    try:
        return gzip.decompress(changed) == gzip.decompress(honest)
    except (OSError, EOFError, zlib.error):
        return False


def test_flipped_bytes_are_told(saved: Path, tmp_path: Path, keys: Keys):
    honest = saved.read_bytes()
    flipped = [
        honest[:place] + bytes([honest[place] ^ 0x10]) + honest[place + 1 :]
        for place in range(12, len(honest), max(1, len(honest) // 40))
    ]
    different = [changed for changed in flipped if not says_the_same(changed, honest)]
    assert len(different) > 30
    for changed in different:
        saved.write_bytes(changed)
        refused(saved, f"sqlite:///{tmp_path}/new.db", keys, "cut short|changed|cannot be read")
    assert not (tmp_path / "new.db").exists()


def test_a_backup_of_a_newer_schema_is_told(saved: Path, tmp_path: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backup, "newest", lambda: "9999")
    with Floor(Database("sqlite://", keys, STREAMS.tables), Clock()) as floor:
        floor.backup(saved)
    said = "of a database of version 9999, which is later than this program: use a newer one"
    refused(saved, f"sqlite:///{tmp_path}/new.db", keys, said)
    assert not (tmp_path / "new.db").exists()


def test_a_backup_of_an_older_schema_is_restored_and_brought_up_to_date(
    saved: Path, tmp_path: Path, database_url: str, keys: Keys, monkeypatch: pytest.MonkeyPatch
):
    later = tmp_path / "migrations"
    shutil.copytree(databases.MIGRATIONS, later)
    later.joinpath("versions", "v9000_later.py").write_text(
        "import sqlalchemy as sa\n"
        "from alembic import op\n"
        f"revision, down_revision = '9000', '{databases.newest()}'\n"
        "def upgrade():\n"
        "    op.add_column('facts', sa.Column('since', sa.BigInteger(), server_default='7'))\n"
    )
    monkeypatch.setattr(databases, "MIGRATIONS", later)
    rows = backup.restore(saved, database_url, keys).rows
    again = Database(database_url, keys)
    with again.engine.connect() as connection:
        assert databases.version(connection) == "9000"
        assert connection.exec_driver_sql("SELECT since FROM facts WHERE name = 'key'").scalar() == 7
    assert sum(map(len, contents(again).values())) == rows - len(STATED) - 1, (
        "what says that these are up to date is not"
    )
    again.close()


def test_a_file_that_is_not_a_backup_or_not_there_is_told(tmp_path: Path, keys: Keys):
    path = tmp_path / "x"
    refused(path, f"sqlite:///{tmp_path}/new.db", keys, "there is no file .*: give the path of a backup")
    path.write_text("hello")
    refused(path, f"sqlite:///{tmp_path}/new.db", keys, "is not a backup, or it was changed")
    path.write_bytes(gzip.compress(b'{"backup": "other"}\n'))
    refused(path, f"sqlite:///{tmp_path}/new.db", keys, "is not a backup, or it was changed")
    refused(tmp_path, f"sqlite:///{tmp_path}/new.db", keys, "cannot be read: Is a directory")


def test_a_database_that_is_not_empty_keeps_what_it_has(saved: Path, floor: Floor, database_url: str, keys: Keys):
    stream = table(floor)
    before = contents(floor.database)
    floor.close()
    refused(saved, database_url, keys, "the database is not empty .*: a backup can only be restored into an empty one")
    again = Database(database_url, keys)
    assert contents(again) == before
    assert stream in [row[0] for row in before["events"]]
    again.close()


def test_an_opened_but_empty_database_is_filled_unless_it_is_anothers(saved: Path, database_url: str, keys: Keys):
    Database(database_url, keys).close()
    backup.restore(saved, database_url, keys)
    again = Database(database_url, keys)
    assert audit.verify(again) > 0
    again.close()


def test_a_floor_that_was_opened_and_never_used_has_its_projections_after_a_restore(
    saved: Path, database_url: str, key_file: Path, keys: Keys
):
    opened(database_url, key_file).close()
    backup.restore(saved, database_url, keys)
    with opened(database_url, key_file) as again:
        assert verify_streams(again.database, STREAMS).rows["rounds"] == 1


def test_an_empty_database_of_another_key_is_left_alone(saved: Path, database_url: str, keys: Keys):
    Database(database_url, Keys(bytes(32))).close()
    refused(saved, database_url, keys, "the database is not empty")
    Database(database_url, Keys(bytes(32))).close()


def test_a_failure_half_way_leaves_nothing(saved: Path, database_url: str, keys: Keys, monkeypatch: pytest.MonkeyPatch):
    honest, filled = backup._fill, []

    def fails(*given: object) -> None:
        honest(*given)
        filled.append(given)
        if len(filled) == 3:
            raise StoreError("disk-full", url="sqlite://", said="full")

    monkeypatch.setattr(backup, "_fill", fails)
    refused(saved, database_url, keys, "the disk is full")
    monkeypatch.undo()
    with databases.unopened(database_url) as connection:
        assert databases.version(connection) is None
    backup.restore(saved, database_url, keys)
    again = Database(database_url, keys)
    assert audit.verify(again) > 0
    again.close()


def test_a_sqlite_floor_that_runs_is_not_restored_over(saved: Path, sqlite_url: str, keys: Keys, key_file: Path):
    with opened(sqlite_url, key_file):
        refused(saved, sqlite_url, keys, "is in use by another process")


def test_reading_what_is_no_floor_is_told(tmp_path: Path, database_url: str, keys: Keys):
    with pytest.raises(StoreError, match=r"the database is empty: no floor was ever opened on it|cannot be opened"):
        Database(database_url, keys, reading=True)
    assert not (tmp_path / "floor.db").exists()
    Database(database_url, keys).close()
    with pytest.raises(StoreError, match="name the right key file"):
        Database(database_url, Keys(bytes(32)), reading=True)
