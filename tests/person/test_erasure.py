"""Erasing a person: their key is destroyed, the log stays whole, and a restore repeats it, whatever dies in between."""

import base64
import gzip
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import psycopg
import pytest
from sqlalchemy import insert, select
from typer.testing import CliRunner

from mississippi_stud.cli.main import application
from mississippi_stud.errors import InputError
from mississippi_stud.floor import Clock, Floor
from mississippi_stud.floor.persons import change_personal_data, erase, person_of, personal_data, repeat_erasures
from mississippi_stud.person.person import PersonalData
from mississippi_stud.store import StoreError, backup
from mississippi_stud.store import vault as vaults
from mississippi_stud.store.database import MEMORY
from mississippi_stud.store.vault import ErasedPersonError, Vault
from tests.databases import postgres_database
from tests.floor.drive import KEYS, check_all, dump, opened, play, seated

CANARY = PersonalData(
    name="Zebulon Quixworthy", address="77 Xanadu Crescent", email="zq@canary.example", born="1953-02-29"
)
ZEB = "guest-00000000000000aa"
PLAIN = [each.encode() for each in msgspec.structs.astuple(CANARY)]
FORMS = [*PLAIN, *(base64.b64encode(each)[:-4] for each in PLAIN), *(each.hex().encode() for each in PLAIN)]
"""The ways in which what is personal could lie about."""


@pytest.fixture(params=["sqlite", "postgres"])
def vault_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of an empty vault, first on SQLite and then on PostgreSQL."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/vault"
        return
    with postgres_database(str(request.getfixturevalue("postgres_server"))) as url:
        yield url


def key_of(vault: Vault, person: str = ZEB) -> bytes | None:
    with vault.transaction() as connection:
        return connection.scalar(select(vaults.keys.c.key).where(vaults.keys.c.person == person))


def played(floor: Floor) -> None:
    """Let the canary play with others, under the id that is all the others know."""
    change_personal_data(floor, ZEB, CANARY, actor=ZEB)
    table = seated(floor, ZEB)
    play(floor, table, "1 ante 5; deal; 1 bet 1; 1 bet 1; 1 bet 1; 1 ante 5; deal; 1 fold")


def at_rest(floor: Floor, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every byte of the database, its journal and a backup."""
    for table, rows in dump(floor.database).items():
        yield table, b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for row in rows for cell in row)
    if not floor.database.postgres:
        yield from ((file.name, file.read_bytes()) for file in folder.glob("floor.db*"))
    floor.backup(folder / "backup")
    written = gzip.decompress((folder / "backup").read_bytes())
    yield "backup", written
    for line in written.splitlines():
        for cell in json.loads(line)[1] if line.startswith(b"[") else ():
            with suppress(ValueError, TypeError):
                yield "backup", base64.b64decode(cell, validate=True)


def told(floor: Floor, log_text: str) -> Iterator[tuple[str, bytes]]:
    """Yield what others see: every stream as it is shown to anybody, and the log lines."""
    for stream in ("person:" + ZEB, "account:" + ZEB):
        yield stream, repr(floor.states.known(stream)).encode()
    yield "log", log_text.encode()


def leaks(places: Iterator[tuple[str, bytes]], forms: list[bytes]) -> list[tuple[str, bytes]]:
    return [(name, form) for name, content in places for form in forms if form in content]


def test_what_is_personal_is_in_no_byte_before_the_erasure_or_after(
    database_url: str, vault_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    with opened(database_url, vault=Vault(vault_url)) as floor:
        played(floor)
        key = key_of(floor.vault)
        assert key is not None
        assert personal_data(floor, ZEB) == CANARY
        hidden = [*FORMS, key, key.hex().encode(), base64.b64encode(key)]
        assert leaks(at_rest(floor, tmp_path), hidden) == []
        before = floor.balance(ZEB)
        erase(floor, ZEB, by=ZEB, reason="asked for it")
        assert leaks(at_rest(floor, tmp_path), hidden) == []
        assert leaks(told(floor, caplog.text), hidden) == []
        assert personal_data(floor, ZEB) is None
        assert floor.balance(ZEB) == before, "the money stays"
        check_all(floor)
    assert leaks(((each.name, each.read_bytes()) for each in tmp_path.glob("vault*")), hidden) == []


def test_the_search_finds_what_it_looks_for(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Vault, "seal", lambda self, person, plain, about: plain.decode())
    with opened(sqlite_url) as floor:
        played(floor)
        found = leaks(at_rest(floor, tmp_path), FORMS)
    assert {form for _, form in found} >= set(PLAIN)
    assert {"events", "backup", "floor.db-wal"} <= {name for name, _ in found}


def test_postgresql_writes_its_tables_anew_without_the_key(postgres_server: str):
    """A deleted row stays in PostgreSQL's files until something else takes its place."""
    with postgres_database(postgres_server) as url:
        vault = Vault(url)
        vault.seal(ZEB, b"anything", "")
        key = key_of(vault)
        assert key is not None
        with psycopg.connect(url, autocommit=True) as connection:
            folder = Path(connection.execute("SHOW data_directory").fetchone()[0])  # type: ignore[index]
            connection.execute("CHECKPOINT")
            assert [file for file in folder.joinpath("base").rglob("*") if file.is_file() and key in file.read_bytes()]
            vault.erase(ZEB, 1, by=ZEB, reason="asked")
            vault.repeated(ZEB, "a database")
            connection.execute("CHECKPOINT")
        vault.close()
        files = [file for file in folder.joinpath("base").rglob("*") if file.is_file()]
        assert [file for file in files if key in file.read_bytes()] == []


def test_personal_data_is_read_until_the_person_is_erased_and_never_after(sqlite_url: str, vault_url: str):
    with opened(sqlite_url, vault=Vault(vault_url)) as floor:
        change_personal_data(floor, ZEB, CANARY, actor=ZEB)
        assert floor.vault.claim("mark", ZEB)
        erase(floor, ZEB, by="owner-1", reason="asked")
        assert personal_data(floor, ZEB) is None
        assert person_of(floor, ZEB).erased
        assert floor.vault.person_of("mark") is None
        assert floor.vault.known(ZEB), "an old cookie of a guest is worth nothing"
        with pytest.raises(ErasedPersonError):
            change_personal_data(floor, ZEB, CANARY, actor=ZEB)
        version = floor.state("person:" + ZEB)[1]
        erase(floor, ZEB, by=ZEB, reason="asked")
        assert floor.state("person:" + ZEB)[1] == version, "a second time changes nothing"


@pytest.mark.parametrize("table", vaults._personal(), ids=lambda table: table.name)
def test_every_table_of_the_vault_forgets_the_person(table: vaults.Table):
    vault = Vault()
    row = {
        column.name: ZEB if column.name == "person" else _any(column) for column in table.columns if not column.nullable
    }
    with vault.transaction() as connection:
        connection.execute(insert(table).values(**row))
    vault.erase(ZEB, 1, by=ZEB, reason="asked")
    with vault.transaction() as connection:
        assert connection.execute(select(table)).all() == []


def _any(column: vaults.Column[object]) -> object:
    kinds: dict[type, object] = {str: "x", bytes: b"x", int: 1, bool: True}
    return kinds[column.type.python_type]


@pytest.mark.parametrize(
    "reason", ["", "x" * 201, "Zebulon Quixworthy asked", "asked by ZQ@canary.example", "born 1953-02-29"]
)
def test_a_bad_reason_erases_nobody(reason: str):
    with Floor.in_memory() as floor:
        change_personal_data(floor, ZEB, CANARY, actor=ZEB)
        with pytest.raises(InputError):
            erase(floor, ZEB, by=ZEB, reason=reason)
        assert personal_data(floor, ZEB) == CANARY


# Restores, crashes and several processes.


def test_a_restore_repeats_the_erasure_before_anybody_can_read(tmp_path: Path, vault_url: str):
    with opened(f"sqlite:///{tmp_path}/floor.db", vault=Vault(vault_url)) as floor:
        played(floor)
        held = floor.balance(ZEB)
        floor.backup(tmp_path / "before.backup")
        erase(floor, ZEB, by="owner-1", reason="asked")
    for name in ("again", "once-more"):
        backup.restore(tmp_path / "before.backup", f"sqlite:///{tmp_path}/{name}.db", KEYS)
        with opened(f"sqlite:///{tmp_path}/{name}.db", vault=Vault(vault_url)) as floor:
            assert person_of(floor, ZEB).erased
            assert personal_data(floor, ZEB) is None
            assert floor.balance(ZEB) == held
            check_all(floor)


def last_erasure(floor: Floor) -> tuple[str, str]:
    from mississippi_stud.store import log

    record = list(log.read(floor.database, "person:" + ZEB))[-1]
    event = json.loads(record.payload)
    return event["by"], event["reason"]


def test_whoever_dies_between_the_key_and_the_log_resumes_with_the_same_reason(
    sqlite_url: str, vault_url: str, monkeypatch: pytest.MonkeyPatch
):
    with opened(sqlite_url, vault=Vault(vault_url)) as floor:
        played(floor)
        monkeypatch.setattr("mississippi_stud.floor.persons._log_erasure", lambda *_: None)
        erase(floor, ZEB, by="owner-1", reason="asked by letter")
        assert not person_of(floor, ZEB).erased
        assert personal_data(floor, ZEB) is None, "though the log does not know yet"
        monkeypatch.undo()
    with opened(sqlite_url, vault=Vault(vault_url)) as floor:
        assert person_of(floor, ZEB).erased
        assert last_erasure(floor) == ("owner-1", "asked by letter")
        assert repeat_erasures(floor) == 0
        check_all(floor)


KILLED = """
import os, sys
from mississippi_stud.floor import persons
from mississippi_stud.store.vault import Vault
from tests.floor.drive import opened
persons._log_erasure = lambda *_: os.kill(os.getpid(), 9)
persons.erase(opened(sys.argv[1], vault=Vault(sys.argv[2])), sys.argv[3], by="owner-1", reason="asked")
"""


def test_a_killed_process_leaves_the_erasure_to_the_next(database_url: str, tmp_path: Path):
    vault_url = f"sqlite:///{tmp_path}/vault"
    with opened(database_url, vault=Vault(vault_url)) as floor:
        played(floor)
    root = Path(__file__).parents[2]
    died = subprocess.run([sys.executable, "-c", KILLED, database_url, vault_url, ZEB], cwd=root, check=False)
    assert died.returncode == -9
    with opened(database_url, vault=Vault(vault_url)) as floor:
        assert person_of(floor, ZEB).erased
        assert personal_data(floor, ZEB) is None
        check_all(floor)


def test_two_at_once_erase_once(postgres_url: str, vault_url: str):
    floors = [opened(postgres_url, vault=Vault(vault_url)) for _ in range(2)]
    try:
        played(floors[0])
        start, wrong = threading.Barrier(2), []

        def work(floor: Floor) -> None:
            start.wait()
            try:
                erase(floor, ZEB, by=ZEB, reason="asked")
            except Exception as error:
                wrong.append(error)

        threads = [threading.Thread(target=work, args=[floor]) for floor in floors]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        assert all(person_of(floor, ZEB).erased for floor in floors)
        check_all(floors[0])
    finally:
        for floor in floors:
            floor.close()


def test_nobody_gets_a_key_again_while_they_are_erased(vault_url: str):
    """Many seal while one erases: afterwards there is no key, however they met."""
    several = [Vault(vault_url) for _ in range(4)]
    start = threading.Barrier(len(several))

    def work(number: int) -> None:
        start.wait()
        for turn in range(5):
            person = f"p{turn}"
            try:
                several[number].seal(person, b"x", "")
            except ErasedPersonError:
                assert number
            if not number:
                several[0].erase(person, 1, by=person, reason="asked")

    threads = [threading.Thread(target=work, args=[number]) for number in range(len(several))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [key_of(several[0], f"p{turn}") for turn in range(5)] == [None] * 5
    for each in several:
        each.close()


def test_a_running_floor_notices_what_another_process_erased(sqlite_url: str, tmp_path: Path):
    url = f"sqlite:///{tmp_path}/vault"
    with opened(sqlite_url, vault=Vault(url)) as floor:
        played(floor)
        other = Vault(url)
        other.erase(ZEB, 1, by="owner-1", reason="asked")
        other.close()
        logged = threading.Event()
        floor.watch("person:" + ZEB, lambda _: logged.set())
        with Clock(floor):
            assert logged.wait(30)
        assert last_erasure(floor) == ("owner-1", "asked")


# The vault itself.


def test_a_lost_vault_is_a_clear_error_and_loses_no_money(tmp_path: Path, sqlite_url: str):
    with opened(sqlite_url, vault=Vault(f"sqlite:///{tmp_path}/vault")) as floor:
        played(floor)
        held = floor.balance(ZEB)
    for lost in (f"sqlite:///{tmp_path}/another", MEMORY):
        with pytest.raises(StoreError, match="mstud person accept-vault"):
            opened(sqlite_url, vault=Vault(lost))
    (tmp_path / "vault").write_bytes(b"")  # as a full disk leaves it
    with pytest.raises(StoreError, match="mstud person accept-vault"):
        opened(sqlite_url, vault=Vault(f"sqlite:///{tmp_path}/vault"))
    with opened(sqlite_url) as floor:
        assert floor.balance(ZEB) == held
        check_all(floor)


def test_a_database_without_people_takes_any_vault(sqlite_url: str):
    for _ in range(2):
        with opened(sqlite_url, vault=Vault()) as floor:
            seated(floor, "ann")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o606, 0o601])
def test_a_vault_that_others_can_read_is_refused(tmp_path: Path, mode: int):
    url, file = f"sqlite:///{tmp_path}/vault", tmp_path / "vault"
    Vault(url).close()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(mode)
    with pytest.raises(InputError, match=f"chmod 600 {file}"):
        Vault(url)
    assert file.stat().st_mode & 0o777 == mode


def test_a_vault_is_never_open_to_others_whatever_the_umask(tmp_path: Path):
    before = os.umask(0)
    try:
        Vault(f"sqlite:///{tmp_path}/deep/vault").close()
    finally:
        os.umask(before)
    assert {each.stat().st_mode & 0o077 for each in (tmp_path / "deep", tmp_path / "deep/vault")} == {0}


def test_a_vault_inside_the_floors_database_is_refused(database_url: str):
    opened(database_url).close()
    with pytest.raises(StoreError, match="MSTUD_VAULT"):
        Vault(database_url)


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be one" * 30])
def test_a_vault_that_is_something_else_is_a_clear_error(tmp_path: Path, content: bytes):
    (tmp_path / "vault").write_bytes(content)
    (tmp_path / "vault").chmod(0o600)
    with pytest.raises(StoreError, match="vault of personal keys cannot be used"):
        Vault(f"sqlite:///{tmp_path}/vault")


def test_several_processes_create_a_vault_at_once(vault_url: str):
    made: list[str] = []
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        vault = Vault(vault_url)
        made.append(vault.id)
        vault.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert len(set(made)) == 1


# At the terminal.


def mstud(*words: str) -> str:
    done = CliRunner().invoke(application(words[0]), words, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.output


def floor_at(tmp_path: Path) -> tuple[str, str]:
    return f"sqlite:///{tmp_path}/floor.db", str(tmp_path / "keys" / "key")


@pytest.fixture
def names(tmp_path: Path) -> list[str]:
    url, key = floor_at(tmp_path)
    with Floor.open(url, key) as floor:
        played(floor)
    return ["--database", url, "--key", key]


def test_mstud_person_shows_and_erases(names: list[str], tmp_path: Path):
    assert f"E-mail: {CANARY.email}" in mstud("person", "show", ZEB, *names)
    assert f"Date de naissance\u00a0: {CANARY.born}" in mstud("person", "show", ZEB, "--lang", "fr", *names)
    shown = json.loads(mstud("person", "show", ZEB, "--json", *names))
    assert shown["data"] == msgspec.to_builtins(CANARY)
    with pytest.raises(InputError, match="names what is to be forgotten"):
        mstud("person", "erase", ZEB, "--by", "owner-1", "--reason", f"{CANARY.name} wrote", *names)
    assert "erased" in mstud("person", "erase", ZEB, "--by", "owner-1", "--reason", "asked", *names)
    assert json.loads(mstud("person", "show", ZEB, "--json", *names))["data"] is None
    assert '"good": true' in mstud("verify", "log", "--json", *names)
    with pytest.raises(InputError, match="there is no person:nobody"):
        mstud("person", "show", "nobody", *names)


def test_mstud_person_erases_while_the_floor_is_running(names: list[str]):
    with Floor.open(names[1], names[3]) as floor:
        mstud("person", "erase", ZEB, "--by", "owner-1", "--reason", "asked", *names)
        assert personal_data(floor, ZEB) is None
        assert repeat_erasures(floor) == 1
        assert last_erasure(floor) == ("owner-1", "asked")


def test_mstud_restore_erases_again_and_a_lost_vault_can_be_accepted(names: list[str], tmp_path: Path):
    mstud("backup", str(tmp_path / "before.backup"), *names)
    mstud("person", "erase", ZEB, "--by", "owner-1", "--reason", "asked", *names)
    again = ["--database", f"sqlite:///{tmp_path}/again.db", *names[2:]]
    mstud("restore", str(tmp_path / "before.backup"), *again)
    shown = json.loads(mstud("person", "show", ZEB, "--json", *again))
    assert (shown["erased"], shown["data"]) == (True, None)
    (tmp_path / "keys" / "key.vault").unlink()
    for words in (("person", "show", ZEB), ("person", "erase", ZEB, "--by", "x", "--reason", "y")):
        with pytest.raises(StoreError, match="mstud person accept-vault"):
            mstud(*words, *names)
    mstud("person", "accept-vault", *names)
    assert json.loads(mstud("person", "show", ZEB, "--json", *names))["erased"]


def test_an_old_vault_brings_nobody_back(sqlite_url: str, tmp_path: Path):
    """A copy of the vault from before the erasure has the key again, and yet the log has forgotten what it opens."""
    vault = tmp_path / "vault"
    with opened(sqlite_url, vault=Vault(f"sqlite:///{vault}")) as floor:
        played(floor)
        old = vault.read_bytes()
        erase(floor, ZEB, by=ZEB, reason="asked")
    vault.write_bytes(old)
    with opened(sqlite_url, vault=Vault(f"sqlite:///{vault}")) as floor:
        assert personal_data(floor, ZEB) is None
        assert key_of(floor.vault) is None, "the log tells the vault what it has forgotten"


def test_a_vault_in_memory_serves_several_threads_at_once():
    """Two transactions on its one connection would end each other: one commits what the other has not finished."""
    with closing(Vault()) as vault, ThreadPoolExecutor(8) as pool:
        noted = [pool.submit(vault.revise, "one", lambda held: f"{held}x", at=0, until=9) for _ in range(200)]
        asked = [pool.submit(vault.known, "nobody") for _ in range(200)]
        assert sorted(len(each.result()) for each in noted) == list(range(1, 201))
        assert not any(each.result() for each in asked)
