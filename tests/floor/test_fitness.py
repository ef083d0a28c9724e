"""`mstud doctor --server`: each finding on real files and a real PostgreSQL, where all is well and where it is not."""

import ast
import json
import os
import resource
import shutil
import socket
import sqlite3
import subprocess
import sysconfig
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time_ns

import psycopg
import pytest
from sqlalchemy.engine import make_url

from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, Floor, fitness
from mississippi_stud.floor.fitness import FitnessFinding, Server, clocks, examine, files, finding, postgres, sockets
from mississippi_stud.floor.history.rehearsal import rehearse
from mississippi_stud.floor.home import anchors_file, vault_url
from mississippi_stud.floor.integrity import approve
from mississippi_stud.prose.fitness import CHECKS, PROBLEMS
from mississippi_stud.prose.problems import tell_fitness
from mississippi_stud.store import Database, Keys, backup, backup_folder, log
from mississippi_stud.store import database as databases
from mississippi_stud.store.anchors import Anchors
from tests.floor.clock import opened
from tests.floor.drive import play, seated
from tests.store.drive import command

HOUR = 3_600_000_000
DAY = 24 * HOUR
MSTUD = f"{sysconfig.get_path('scripts')}/mstud"


def now() -> int:
    return time_ns() // 1_000


@pytest.fixture
def server(tmp_path: Path, key_file: Path) -> Server:
    """Return a server on SQLite on which a round was played, with a folder for backups, on a port that is free."""
    folder, kept = tmp_path / "data", tmp_path / "backups"
    kept.mkdir(mode=0o700)
    url = f"sqlite:///{folder}/floor.db"
    with Floor.open(url, key_file) as floor:
        play(floor, seated(floor), "1 ante 5; deal; 1 fold")
    return Server(url, key_file, vault_url(key_file), anchors_file(key_file), kept, port=free_port())


def free_port() -> int:
    with closing(socket.socket()) as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def database(server: Server) -> Path:
    return Path(make_url(server.url).database or "")


def in_memory(folder: Path) -> bool:
    """Whether the tests' own folders are on a file system in memory, which is no place for a database."""
    return files.mount_of(folder.resolve(), Path("/proc/self/mountinfo").read_text()).kind in ("tmpfs", "ramfs")


def of_the_machine(folder: Path) -> set[str]:
    """Return what may be wrong with the machine on which the tests run."""
    return {"clock", "file-system"} if in_memory(folder) else {"clock"}


def saved(server: Server, at: int | None = None) -> Path:
    """Make a backup of a server, as of now or of a time."""
    at = now() if at is None else at
    path, keys = backup_folder.named(server.backups, at), Keys.from_file(server.key)
    with closing(Database(server.url, keys, STREAMS.tables, reading=True)) as source:
        backup.save(source, path, at)
    return path


def told(each: FitnessFinding) -> tuple[str, str]:
    """Return the status and the problem of a finding; it can be told in both languages."""
    assert each.check in CHECKS
    if each.problem:
        assert not any("{" in said for lang in ("en", "fr") for said in tell_fitness(each.problem, each.params, lang))
    return each.status, each.problem


def found(server: Server, check: str) -> tuple[str, str]:
    """Return what the whole examination finds about one thing."""
    (only,) = {told(each) for each in examine(server) if each.check == check}
    return only


def test_a_good_server_has_nothing_wrong(server: Server):
    with Floor.open(server.url, server.key) as floor:
        approve(floor, "ann", "trial")
    path = saved(server)
    rehearse(path, Keys.from_file(server.key), Anchors(server.anchors), now())
    before = {each: each.read_bytes() for each in database(server).parent.iterdir()}
    findings = {each.check: each for each in examine(server)}
    assert {name for name, each in findings.items() if told(each) != ("ok", "")} <= of_the_machine(server.key.parent)
    assert {"key", "vault", "journal", "log", "anchors", "program", "backups", "rehearsal"} <= findings.keys()
    assert {each: each.read_bytes() for each in database(server).parent.iterdir()} == before, "it changes nothing"


def test_a_server_that_never_ran_is_new_and_not_broken(tmp_path: Path):
    new = Server(f"sqlite:///{tmp_path}/data/floor.db", tmp_path / "key", f"sqlite:///{tmp_path}/v", tmp_path / "a")
    findings = {each.check: told(each) for each in examine(new)}
    assert findings["key"] == ("warning", "key-new")
    wrong = {check for check, (status, _) in findings.items() if status == "wrong"}
    assert wrong <= of_the_machine(tmp_path)
    assert sorted(tmp_path.iterdir()) == []


# The key and the files.


def test_a_key_that_is_missing_exposed_damaged_or_replaceable(server: Server, tmp_path: Path):
    held = server.key.read_bytes()
    server.key.chmod(0o640)
    assert found(server, "key") == ("wrong", "key-exposed")
    server.key.chmod(0o600)
    server.key.write_bytes(b"f00")
    assert found(server, "key") == ("wrong", "key-unusable")
    server.key.write_bytes(held)
    server.key.parent.chmod(0o770)
    assert found(server, "key") == ("wrong", "folder-open")
    server.key.parent.chmod(0o1777)  # as /tmp is: others cannot replace what is not theirs
    assert found(server, "key") == ("ok", "")
    server.key.unlink()
    assert found(server, "key") == ("wrong", "key-missing")
    assert found(server, "backups") == ("wrong", "backups-none")
    beside = database(server).with_name("key")
    beside.write_bytes(held)
    beside.chmod(0o600)
    assert found(server._replace(key=beside), "key") == ("warning", "key-beside")


@pytest.mark.parametrize("check", ["vault-file", "cookies-file", "anchors-file", "database-file"])
def test_a_file_that_others_can_read_or_replace(server: Server, check: str):
    cookies = server.key.with_name("cookies")
    cookies.touch(0o600)
    vault = Path(make_url(server.vault).database or "")
    path = {"vault": vault, "cookies": cookies, "anchors": server.anchors, "database": database(server)}
    file = path[check.removesuffix("-file")]
    assert found(server, check) == ("ok", "")
    file.chmod(0o644)  # anchors are no secret, but nobody else may write them
    assert found(server, check) == (("ok", "") if check == "anchors-file" else ("wrong", "file-exposed"))
    file.chmod(0o662)
    assert found(server, check) == ("wrong", "file-exposed")
    file.chmod(0o600)
    file.parent.chmod(0o720)
    assert found(server, check) == ("wrong", "folder-open")


def test_a_database_with_a_second_name(server: Server, tmp_path: Path):
    os.link(database(server), tmp_path / "again.db")
    assert found(server, "database-file") == ("wrong", "file-linked")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_files_of_two_users(server: Server):
    os.chown(database(server), 12_345, 12_345)
    assert found(server, "database-file") == ("wrong", "owners-differ")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_what_the_user_cannot_open_is_told(tmp_path: Path):
    """The question is put by a child of another user; pytest's own folders are closed to it."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "floor.db")
        path.touch(0o600)
        os.chmod(folder, 0o755)  # noqa: S103
        child = os.fork()
        if not child:
            os.setuid(12_345)
            closed = next(files.database(path, path)).problem == "file-closed"
            os._exit(0 if closed else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert told(next(files.database(path, path))) == ("ok", "")


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw", ("ok", "")),
        ("25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,data=writeback", ("wrong", "disk-unsafe")),
        ("25 1 8:1 / / rw,relatime - xfs /dev/sda1 rw,nobarrier", ("wrong", "disk-unsafe")),
        ("25 1 0:50 / /var/lib rw - nfs4 store:/lib rw,vers=4.2", ("wrong", "disk-remote")),
        ("25 1 0:50 / /var rw - tmpfs tmpfs rw", ("wrong", "disk-vanishes")),
        ("25 1 0:50 / / rw - overlay overlay rw,lowerdir=/a", ("warning", "disk-layered")),
        ("25 1 0:50 / /var/lib/mstud\\0402 rw - nfs4 store:/lib rw", ("ok", "")),  # another folder, with a space
    ],
)
def test_a_file_system_that_does_not_keep_what_it_acknowledges(line: str, wanted: tuple[str, str]):
    root = "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
    assert told(files.file_system(files.mount_of(Path("/var/lib/mstud"), root + line))) == wanted


@pytest.mark.skipif(not os.path.ismount("/dev/shm"), reason="no file system in memory is mounted here")  # noqa: S108
def test_a_real_file_system_in_memory(key_file: Path):
    mount = files.mount_of(Path("/dev/shm"), Path("/proc/self/mountinfo").read_text())  # noqa: S108
    assert told(files.file_system(mount)) == ("wrong", "disk-vanishes")


def test_room_on_the_disk(tmp_path: Path):
    assert told(files.room(tmp_path, 1, 2)) == ("ok", "")
    assert told(files.room(tmp_path, 1, 1 << 62)) == ("warning", "disk-filling")
    assert told(files.room(tmp_path, 1 << 61, 1 << 62)) == ("wrong", "disk-full")
    assert [each.check for each in files.disks([tmp_path, tmp_path / "none" / "there"])] == ["disk"], "once for a disk"


def test_the_journal_of_sqlite(server: Server):
    path = database(server)
    journal = path.with_name(f"{path.name}-wal")
    assert found(server, "journal") == ("ok", "")
    with journal.open("wb") as file:
        file.truncate(files.WAITING)
        assert told(list(files.database(path, server.key))[1]) == ("ok", "")
        file.truncate(files.WAITING + 1)
        assert told(list(files.database(path, server.key))[1]) == ("warning", "journal-long")
    journal.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    assert found(server, "journal") == ("warning", "journal-old")


# The clocks.


@pytest.mark.parametrize(
    ("state", "status", "wanted"),
    [
        (0, 0x2001, ("ok", "")),
        (5, 0x2001, ("warning", "clock-alone")),
        (0, 0x0041, ("warning", "clock-alone")),
        (-1, 0, ("unseen", "clock-unseen")),
    ],
)
def test_a_clock_that_nothing_keeps_right(state: int, status: int, wanted: tuple[str, str]):
    assert told(clocks.kept_right(state, status, 16_000)) == wanted


def test_the_kernel_is_asked(tmp_path: Path):
    assert clocks.synchronised().status in ("ok", "warning")


@pytest.mark.parametrize(("apart", "status"), [(2_000_000, "ok"), (2_000_001, "wrong")])
def test_clocks_that_are_apart(apart: int, status: str):
    assert told(clocks.against_log(0, apart))[0] == status
    assert told(clocks.against_database(apart))[0] == told(clocks.against_database(-apart))[0] == status
    assert clocks.against_log(5 * DAY, 0).status == "ok", "a log that rests is not behind"


def test_a_log_that_is_ahead_of_the_clock(server: Server):
    assert found(server, "clock-log") == ("ok", "")
    with Floor.open(server.url, server.key) as floor:
        log.append(floor.database, [command("account:bob", 0, "far ahead")._replace(at=now() + DAY)])
    assert found(server, "clock-log") == ("wrong", "clock-behind-log")


# The log, its vault and its anchors.


def test_a_log_that_is_new_of_an_earlier_version_or_damaged(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert found(server, "log") == ("ok", "")
    never = server._replace(url=f"sqlite:///{tmp_path}/never.db")
    assert found(never, "log") == ("warning", "log-new")
    Keys.from_file(tmp_path / "other", create=True)
    assert found(server._replace(key=tmp_path / "other"), "log") == ("wrong", "log-unreadable")
    later = tmp_path / "migrations"
    shutil.copytree(databases.MIGRATIONS, later)
    text = f"revision, down_revision = '9000', '{databases.newest()}'\ndef upgrade():\n    pass\n"
    later.joinpath("versions", "v9000_later.py").write_text(text)
    with monkeypatch.context() as program:
        program.setattr(databases, "MIGRATIONS", later)
        assert found(server, "log") == ("warning", "log-behind")
    with closing(sqlite3.connect(database(server), isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9000'")
    assert found(server, "log") == ("wrong", "log-unreadable"), "of a later program than this"


def test_a_vault_that_is_missing_another_or_damaged(server: Server, tmp_path: Path):
    assert found(server, "vault") == ("ok", "")
    path = Path(make_url(server.vault).database or "")
    held = path.read_bytes()
    path.unlink()
    assert found(server, "vault") == ("ok", ""), "nobody has a key in it"
    assert not path.exists()
    path.write_bytes(held)
    path.chmod(0o600)
    with Floor.open(server.url, server.key) as floor:
        log.append(floor.database, [command("person:bob", 0, "known")])
    path.unlink()
    assert found(server, "vault") == ("wrong", "vault-missing")
    with Floor.open(f"sqlite:///{tmp_path}/b/floor.db", tmp_path / "b" / "key"):
        other = server._replace(vault=vault_url(tmp_path / "b" / "key"))
        assert found(other, "vault") == ("wrong", "vault-other")
    path.write_bytes(b"no database at all, but long enough to be read as one" * 9)
    assert found(server, "vault") == ("wrong", "vault-unreadable")


def test_anchors_that_are_missing_old_beside_or_of_a_longer_log(server: Server, tmp_path: Path):
    assert found(server, "anchors") == ("ok", "")
    assert found(server._replace(anchors=tmp_path / "none"), "anchors") == ("warning", "anchors-none")
    assert found(server._replace(anchors=tmp_path), "anchors") == ("wrong", "anchors-unreadable")
    beside = database(server).with_name("anchors")
    shutil.copy(server.anchors, beside)
    assert found(server._replace(anchors=beside), "anchors") == ("warning", "anchors-beside")
    older = tmp_path / "older.db"
    shutil.copy(database(server), older)
    shutil.copy(server.anchors, kept := tmp_path / "kept")
    with Floor.open(server.url, server.key) as floor:
        floor.deposit("bob", 1_00)
    assert found(server._replace(url=f"sqlite:///{older}"), "anchors") == ("wrong", "log-older")
    with Floor.open(server.url, server.key) as floor:
        log.append(floor.database, [command("account:bob", 1, "later")._replace(at=now() + 3 * HOUR)])
    assert found(server._replace(anchors=kept), "anchors") == ("warning", "anchors-old")


def test_a_program_that_was_not_approved_or_differs(server: Server, tmp_path: Path):
    assert found(server, "program") == ("warning", "program-unapproved")
    tmp_path.joinpath("p").mkdir()
    with Floor.open(server.url, server.key) as floor:
        approve(floor, "ann", "another program", tmp_path / "p")
    assert found(server, "program") == ("wrong", "program-differs")


# Backups.


def test_a_backup_that_is_missing_old_damaged_or_exposed(server: Server):
    assert found(server._replace(backups=None), "backups") == ("unseen", "backups-unnamed")
    assert found(server, "backups") == ("wrong", "backups-none")
    saved(server, now() - 26 * HOUR)
    assert found(server, "backups") == ("wrong", "backup-old")
    assert found(server._replace(backup_hours=27), "backups") == ("ok", "")
    path = saved(server)
    assert found(server, "backups") == ("ok", "")
    path.chmod(0o644)
    assert found(server, "backups") == ("wrong", "file-exposed")
    path.chmod(0o600)
    path.write_bytes(path.read_bytes()[:-30])
    assert found(server, "backups") == ("wrong", "backup-bad")
    server.key.unlink()
    assert found(server, "backups") == ("unseen", "backups-sealed")


def test_a_rehearsal_counts_if_it_is_recent_signed_and_of_a_backup_that_is_there(server: Server):
    path, keys, anchors = saved(server), Keys.from_file(server.key), Anchors(server.anchors)
    assert found(server, "rehearsal") == ("warning", "rehearsal-none")
    done = rehearse(path, keys, anchors, now())
    assert (done.rounds, done.anchors) == (1, 0)
    assert found(server, "rehearsal") == ("ok", "")
    record = path.with_name(f"{path.name}.rehearsed")
    record.write_text(record.read_text().replace('"rounds": 1', '"rounds": 2'))
    assert found(server, "rehearsal") == ("warning", "rehearsal-none")
    rehearse(path, keys, anchors, now() - 8 * DAY)
    assert found(server, "rehearsal") == ("warning", "rehearsal-old")
    rehearse(path, keys, anchors, now())
    path.write_bytes(path.read_bytes() + b"\0")
    assert found(server, "rehearsal") == ("warning", "rehearsal-none")


# How it is reached.


def test_open_files():
    assert told(sockets.open_files(10)) == ("ok", "")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        assert told(sockets.open_files(hard)) == ("ok", "")
        assert told(sockets.open_files(hard + 1)) == ("warning", "open-files-few")


def test_an_address_that_is_taken_foreign_or_open():
    assert told(sockets.address("127.0.0.1", free_port())) == ("ok", "")
    assert told(sockets.address("::1", free_port())) in (("ok", ""), ("wrong", "address-unusable"))
    assert told(sockets.address("192.0.2.1", free_port())) == ("wrong", "address-unusable")  # of nobody (RFC 5737)
    assert told(sockets.address("0.0.0.0", free_port())) == ("warning", "address-open")  # noqa: S104
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        assert told(sockets.address("127.0.0.1", other.getsockname()[1])) == ("wrong", "address-taken")


# PostgreSQL.


@pytest.fixture
def connection(postgres_url: str) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


def asked(url: str, workers: int = 1) -> dict[str, tuple[str, str]]:
    """Return what is found about a PostgreSQL."""
    return {each.check: told(each) for each in postgres.examine(make_url(url), "sqlite://", workers)}


GOOD = {
    "full_page_writes",
    "synchronous_commit",
    "wal_level",
    "autovacuum",
    "default_transaction_isolation",
    "default_transaction_read_only",
    "server_encoding",
    "statement_timeout",
    "connection",
    "connections",
    "notices",
    "clock-database",
}


def test_a_postgresql_as_it_should_be_and_without_fsync(postgres_url: str, connection: psycopg.Connection):
    findings = asked(postgres_url)
    assert {findings[check] for check in GOOD} == {("ok", "")}
    assert findings["fsync"] == ("wrong", "fsync"), "the server of the tests is in a hurry"
    assert findings["role"] == ("warning", "role-mighty")
    connection.execute("ALTER SYSTEM SET fsync = on")
    connection.execute("SELECT pg_reload_conf()")
    try:
        for _ in range(100):
            if (findings := asked(postgres_url))["fsync"] == ("ok", ""):
                break
        assert findings["fsync"] == ("ok", "")
    finally:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.mark.parametrize(
    ("setting", "value", "status"),
    [
        ("synchronous_commit", "off", "warning"),
        ("synchronous_commit", "local", "warning"),
        ("default_transaction_isolation", "'repeatable read'", "warning"),
        ("default_transaction_read_only", "on", "wrong"),
        ("statement_timeout", "'30s'", "warning"),
    ],
)
def test_a_setting_of_the_database_that_does_harm(
    postgres_url: str, connection: psycopg.Connection, setting: str, value: str, status: str
):
    connection.execute(f'ALTER DATABASE "{connection.info.dbname}" SET {setting} = {value}')
    assert asked(postgres_url)[setting] == (status, setting)


@pytest.mark.parametrize(
    ("setting", "value", "status"),
    [
        ("fsync", "off", "wrong"),
        ("full_page_writes", "off", "wrong"),
        ("wal_level", "minimal", "warning"),
        ("data_checksums", "off", "warning"),
        ("autovacuum", "off", "warning"),
        ("server_encoding", "SQL_ASCII", "wrong"),
    ],
)
def test_a_setting_of_the_whole_server_is_read_as_it_is(setting: str, value: str, status: str):
    assert told(postgres.judged(setting, value)) == (status, setting)


def test_a_role_that_may_do_too_much_or_too_little(postgres_url: str, connection: psycopg.Connection):
    connection.execute("DROP ROLE IF EXISTS plain")
    connection.execute("CREATE ROLE plain LOGIN")
    url = make_url(postgres_url).set(username="plain")
    try:
        assert asked(url.render_as_string(hide_password=False))["role"] == ("wrong", "role-weak")
        connection.execute("GRANT USAGE, CREATE ON SCHEMA public TO plain")
        assert asked(url.render_as_string(hide_password=False))["role"] == ("ok", "")
    finally:
        connection.execute("DROP OWNED BY plain")
        connection.execute("DROP ROLE plain")


@pytest.mark.parametrize(
    ("standby", "server", "encrypted", "wanted"),
    [
        (True, None, False, {"role": ("wrong", "postgres-standby"), "connection": ("ok", "")}),
        (False, "10.0.0.7/32", False, {"role": ("ok", ""), "connection": ("wrong", "postgres-plain")}),
        (False, "10.0.0.7/32", True, {"role": ("ok", ""), "connection": ("ok", "")}),
        (False, "127.0.0.1/32", False, {"role": ("ok", ""), "connection": ("ok", "")}),
        (False, "::1/128", False, {"role": ("ok", ""), "connection": ("ok", "")}),
    ],
)
def test_a_replica_and_a_connection_in_plain_text(
    standby: bool, server: str | None, encrypted: bool, wanted: dict[str, tuple[str, str]]
):
    who = postgres.Who("mstud", False, standby, server, encrypted, may_create=True)
    assert {each.check: told(each) for each in postgres.about(who)} == wanted


def test_connections_for_every_worker(postgres_url: str):
    assert asked(postgres_url, workers=2)["connections"] == ("ok", "")  # two times 33, of PostgreSQL's 97
    assert asked(postgres_url, workers=3)["connections"] == ("warning", "connections-few")


def test_notices_that_are_not_heard(postgres_url: str, postgres_server: str, monkeypatch: pytest.MonkeyPatch):
    """As through a pooler that gives away the connection between two statements: here it is one to another database."""
    monkeypatch.setattr(postgres, "_PATIENCE", 0.2)
    with (
        closing(postgres.connection_to(make_url(postgres_url))) as hearing,
        closing(postgres.connection_to(make_url(postgres_server))) as telling,
    ):
        assert told(postgres.listening(hearing, telling)) == ("wrong", "notices-lost")


def test_a_postgresql_that_is_away_is_one_finding_and_its_password_is_not_told(tmp_path: Path):
    url = "postgresql://mstud:secret@127.0.0.1:1/mstud"
    (only,) = postgres.examine(make_url(url), "sqlite://", 1)
    assert told(only) == ("wrong", "postgres-away")
    assert "secret" not in f"{only.found} {tell_fitness(only.problem, only.params)}"


def test_a_whole_server_on_postgresql(postgres_url: str, key_file: Path, tmp_path: Path):
    with opened(postgres_url, key_file) as floor:
        play(floor, seated(floor), "1 ante 5; deal; 1 fold")
    server = Server(postgres_url, key_file, vault_url(key_file), anchors_file(key_file), port=free_port())
    findings = {each.check: told(each) for each in examine(server)}
    assert findings["log"] == ("ok", "")
    assert "database-file" not in findings
    wrong = {check for check, (status, _) in findings.items() if status == "wrong"}
    assert wrong == {"fsync"}


# The command.


def run(server: Server, *arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    given = ["--database", server.url, "--key", str(server.key), "--port", str(server.port), *arguments]
    return subprocess.run([MSTUD, "doctor", "--server", *given], capture_output=True, text=True, check=False, **options)


def test_the_command_tells_people_and_programs_and_its_status_says_whether_something_is_wrong(server: Server):
    few = (100, 100)
    done = run(server, "--json", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few))
    report = json.loads(done.stdout)
    checks = {each["name"]: each for each in report["checks"]}
    assert (done.returncode, report["healthy"]) == ((1, False) if in_memory(server.key.parent) else (0, True))
    assert checks["open files"]["problem"] == "a process may have 100 files open, and the server wants 2512"
    assert checks["open files"]["mend"] == "LimitNOFILE=2512 in the systemd unit, or ulimit -n 2512."
    assert (checks["key"]["status"], checks["key"]["problem"], checks["key"]["mend"]) == ("ok", None, None)
    done = run(server, "--backups", str(server.backups), "--lang", "fr")
    assert done.returncode == 1
    assert f"✗ sauvegardes\N{NO-BREAK SPACE}: il n'y a pas de sauvegarde dans {server.backups}\n" in done.stdout
    assert "Quelque chose ne va pas" in done.stdout


def test_every_problem_is_found_somewhere_and_every_one_that_is_found_has_its_words():
    folder = Path(fitness.__file__).parent
    words = {node.value for file in folder.glob("*.py") for node in ast.walk(ast.parse(file.read_text()))
             if isinstance(node, ast.Constant) and isinstance(node.value, str)}  # fmt: skip
    assert PROBLEMS.keys() - words == set()
    made = {call.args[1].value for file in folder.glob("*.py") for call in ast.walk(ast.parse(file.read_text()))
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("warning", "wrong", "unseen")
            and len(call.args) > 1 and isinstance(call.args[1], ast.Constant)}  # fmt: skip
    assert made - PROBLEMS.keys() == set()


def test_the_sizes_are_as_people_write_them():
    assert finding.size((1 << 30) - 1) == "1023.9 MiB"
    assert finding.size(1 << 30) == "1.0 GiB"
    with pytest.raises(InputError, match="give a folder that is there"), backup_folder.alone(Path("/nowhere/at/all")):
        pass
