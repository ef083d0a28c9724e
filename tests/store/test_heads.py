"""The signed heads of commits: rewriting or removing what was signed is detected with the public key alone."""

import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, delete, select, update

from mississippi_stud.errors import InputError
from mississippi_stud.store import Database, Keys, StoreError, Success, audit, log, schema
from mississippi_stud.store.anchors import Anchors
from mississippi_stud.store.audit import Anchor, LogError
from mississippi_stud.store.commits import Content
from mississippi_stud.store.entries import GENESIS, chained
from mississippi_stud.store.keys import signed_by
from tests.store.drive import KEYS, append, command, counted, opened, paid
from tests.store.test_tamper import follow, played

EVENTS, COMMANDS, TRANSFERS, COMMITS = schema.events, schema.commands, schema.transfers, schema.commits
STREAM = "table:1"


def commits(database: Database) -> list[Any]:
    with database.transaction() as connection:
        return list(connection.execute(select(COMMITS).order_by(COMMITS.c.at, COMMITS.c.writer, COMMITS.c.number)))


def said(database: Database, *kept: Anchor) -> str:
    with pytest.raises(LogError) as found:
        audit.verify(database, *kept)
    return str(found.value)


def attack(database: Database, change: Callable[[Connection], object]) -> None:
    with database.transaction() as connection:
        change(connection)


def test_every_commit_is_signed_with_all_streams_that_it_let_grow(database_url: str):
    database = opened(database_url)
    append(database, command("a", 0, "1"), command("b", 0, "2"), command("a", 1, "3"))
    append(database, command("b", 1, "4", paid("house", "player:ann", 1)))
    first, second = commits(database)
    assert (first.number, second.number, first.writer == second.writer) == (1, 2, True)
    grown = [
        [(each.stream, each.version, bool(each.held)) for each in msgspec.json.decode(row.content, type=Content).grown]
        for row in (first, second)
    ]
    assert grown == [[("a", 2, False), ("b", 1, False)], [("b", 2, True)]]
    assert audit.verify(database) == 4
    database.close()


def test_what_is_written_one_by_one_is_signed_too(database_url: str):
    database = opened(database_url)
    batch = (command("a", 0, "1"), command("x", 7, "conflict"), command("a", 1, "2"), command("b", 0, "1"))
    append(database, *batch)
    (row,) = commits(database)
    grown = msgspec.json.decode(row.content, type=Content).grown
    assert [(each.stream, each.version) for each in grown] == [("a", 2)]
    assert audit.verify(database) == 2
    database.close()


def recompute(connection: Connection, stream: str = STREAM) -> None:
    """Change an event and recompute every hash after it."""
    first = (EVENTS.c.stream == stream) & (EVENTS.c.version == 1)
    connection.execute(update(EVENTS).where(first).values(actor="somebody else"))
    before = GENESIS
    for row in connection.execute(select(EVENTS).where(EVENTS.c.stream == stream).order_by(EVENTS.c.version)).all():
        body = connection.scalar(select(COMMANDS.c.body).where(COMMANDS.c.id == row.command_id)) or b""
        of_event = (TRANSFERS.c.stream == stream) & (TRANSFERS.c.version == row.version)
        columns = (TRANSFERS.c.source, TRANSFERS.c.target, TRANSFERS.c.cents, TRANSFERS.c.clause)
        moved = [
            tuple(each) for each in connection.execute(select(*columns).where(of_event).order_by(TRANSFERS.c.number))
        ]
        before = chained(before, row._mapping, body, moved)
        this = (EVENTS.c.stream == stream) & (EVENTS.c.version == row.version)
        connection.execute(update(EVENTS).where(this).values(hash=before))


def test_a_chain_with_all_its_hashes_made_anew_is_found(database_url: str):
    database = opened(database_url)
    played(database)
    attack(database, recompute)
    assert said(database) == f"{STREAM}: event 3 (happened) is not the one that was signed"
    database.close()


def cut(connection: Connection, until: int, stream: str = STREAM) -> None:
    """Cut off a stream's tail and everything that belongs to it except the signatures."""
    for table in (EVENTS, TRANSFERS, COMMANDS, schema.snapshots):
        connection.execute(delete(table).where((table.c.stream == stream) & (table.c.version > until)))


@pytest.mark.parametrize("until", [0, 1])
def test_a_cut_tail_is_found(database_url: str, until: int):
    database = opened(database_url)
    append(database, *(command(STREAM, number, str(number)) for number in range(2)), command("other", 0, "other"))
    attack(database, lambda connection: cut(connection, until))
    assert said(database) == f"{STREAM}: a commit names event 2, but the log ends before it"
    database.close()


def test_an_event_that_nobody_signed_is_found(database_url: str):
    database = opened(database_url)
    append(database, command(STREAM, 0, "1"))
    attack(database, lambda connection: connection.execute(delete(COMMITS)))
    assert said(database) == f"{STREAM}: event 1 (happened) was never signed"
    database.close()


def cut_at_the_end(connection: Connection) -> None:
    """Remove the whole last commit, with its signature."""
    last = connection.execute(select(COMMITS).order_by(COMMITS.c.number.desc()).limit(1)).one()
    for each in msgspec.json.decode(last.content, type=Content).grown:
        cut(connection, each.version - 1, each.stream)
    follow(connection)
    connection.execute(delete(COMMITS).where(COMMITS.c.number == last.number))


def test_a_commit_cut_whole_is_found_with_an_anchor_alone(database_url: str):
    database = opened(database_url)
    for number in range(3):
        append(database, command(STREAM, number, str(number)))
    kept = audit.anchor(database, 1)
    attack(database, cut_at_the_end)
    assert audit.verify(database) == 2, "nothing shows without the anchor"
    assert "is missing or different: the anchor names it" in said(database, kept)
    database.close()


def test_a_commit_taken_out_of_the_middle_is_found(database_url: str):
    database = opened(database_url)
    for number in range(3):
        append(database, command(f"s{number}", 0, str(number)))

    def take(connection: Connection) -> None:
        cut(connection, 0, "s1")
        connection.execute(delete(COMMITS).where(COMMITS.c.number == 2))

    attack(database, take)
    assert "is missing, the next one is 3" in said(database)
    database.close()


def test_a_whole_chain_taken_out_is_found_by_the_next_process(database_url: str):
    for number in range(3):
        database = opened(database_url)
        append(database, command(f"s{number}", 0, str(number))._replace(at=number))
        database.close()
    database = opened(database_url)
    chains = commits(database)
    assert [each.number for each in chains] == [1, 1, 1]
    assert len({each.writer for each in chains}) == 3

    def take(connection: Connection) -> None:
        cut(connection, 0, "s1")
        connection.execute(delete(COMMITS).where(COMMITS.c.writer == chains[1].writer))

    assert audit.verify(database) == 3
    attack(database, take)
    assert said(database) == f"commit 1 of {chains[1].writer} is missing: a later one names it"
    database.close()


def test_after_a_commit_of_which_nobody_knows_whether_it_happened_a_new_chain_begins(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
):
    database = opened(sqlite_url)
    append(database, command("a", 0, "1"))
    real = database._check_place
    calls = iter((False, True))

    def away() -> None:
        if next(calls):  # after the commit
            raise StoreError("database-away", url="sqlite://", said="gone")

    monkeypatch.setattr(database, "_check_place", away)
    with pytest.raises(StoreError, match="away"):
        append(database, command("b", 0, "2"))
    monkeypatch.setattr(database, "_check_place", real)
    assert append(database, command("c", 0, "3")) == [Success((1,))]
    assert audit.verify(database) == 3
    assert len({each.writer for each in commits(database)}) == 2
    database.close()


def test_threads_and_processes_each_have_their_chain(postgres_url: str):
    ours, theirs = opened(postgres_url), opened(postgres_url)
    failed: list[BaseException] = []

    def write(database: Database, name: str) -> None:
        try:
            for number in range(20):
                append(database, command(name, number, f"{name}{number}", paid("house", f"player:{number % 3}", 1)))
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=(each, f"s{n}")) for n, each in enumerate((ours, ours, theirs))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
    assert audit.verify(ours) == 60
    assert len({each.writer for each in commits(ours)}) == 2
    ours.close()
    theirs.close()


# An inspector has only the public key.


def test_an_inspector_needs_the_public_key_alone(database_url: str):
    database = opened(database_url)
    played(database)
    kept = audit.anchor(database, 1)
    inspector = Database(database_url, Keys.of_public(KEYS.public.hex()), reading=True)
    assert audit.verify(inspector, kept) == audit.verify(database)
    with pytest.raises(InputError, match="needs the key itself"):
        list(log.read(inspector, STREAM))
    inspector.close()
    attack(database, recompute)
    inspector = Database(database_url, Keys.of_public(KEYS.public.hex()), reading=True)
    assert said(inspector) == f"{STREAM}: event 3 (happened) is not the one that was signed"
    inspector.close()
    database.close()


def test_another_public_key_is_told(sqlite_url: str):
    opened(sqlite_url).close()
    other = Keys(bytes(32)).public.hex()
    with pytest.raises(StoreError, match="was not signed with that key"):
        Database(sqlite_url, Keys.of_public(other), reading=True)
    for wrong in ("", "zz", other[:-2]):
        with pytest.raises(InputError, match="is not a public key: a public key has 64 hexadecimal digits"):
            Keys.of_public(wrong)


def test_what_is_signed_is_written_down_for_any_language(sqlite_url: str):
    """Recomputed as docs/floor.md describes it, with nothing but a hash, a signature and msgpack."""
    database = opened(sqlite_url)
    append(database, command("a", 0, "1"))
    append(database, command("a", 1, "2"))
    before = bytes(32)
    for row in commits(database):
        packed = msgspec.msgpack.encode([row.writer, row.number, row.at, row.content])
        before = sha256(before + packed).digest()
        assert before == row.hash
        assert signed_by(KEYS.public, row.signature, b"mississippi-stud commit 1\0" + row.hash)
    database.close()


# Anchors, kept outside.


def test_an_anchor_stays_good_while_the_log_grows(database_url: str):
    database = opened(database_url)
    played(database)
    kept = audit.anchor(database, 1)
    append(database, command(STREAM, 9, "more", paid("player:ann", "house", 1)))
    assert audit.verify(database, kept)
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Anchor) == kept
    database.close()


def test_an_anchor_knows_the_ends_of_living_chains_only(database_url: str):
    for number in range(3):
        database = opened(database_url)
        append(database, command(f"s{number}", 0, str(number)))
        assert len(audit.anchor(database, 1).tips) == 1, "the first of a chain names those before"
        database.close()


def test_an_anchor_that_was_changed_or_is_anothers_is_refused(sqlite_url: str, tmp_path: Path):
    database = opened(sqlite_url)
    append(database, command("a", 0, "1"))
    kept = audit.anchor(database, 1)
    replace = msgspec.structs.replace
    for bad in (
        replace(kept, at=2),
        replace(kept, tips=kept.tips[1:]),
        replace(kept, signature="00" * 64),
        replace(kept, signature="no number"),
    ):
        assert "signature is not good" in said(database, bad)
    other = Keys(bytes(32))
    unsigned = Anchor(kept.database, 1, kept.tips, other.public.hex(), "")
    assert "another key" in said(database, replace(unsigned, signature=other.sign(unsigned.message()).hex()))
    beside = opened(f"sqlite:///{tmp_path}/other.db")
    append(beside, command("a", 0, "1"))
    assert "another database" in said(database, audit.anchor(beside, 1))
    beside.close()
    database.close()


def test_the_anchors_of_a_file_are_kept_line_by_line(sqlite_url: str, tmp_path: Path):
    database, anchors = opened(sqlite_url), Anchors(tmp_path / "new" / "anchors")
    assert list(anchors.kept()) == []
    assert anchors.add(database, 1)
    assert list(anchors.kept()) == [], "there is nothing to anchor yet"
    for number in range(3):
        append(database, counted("a", number, str(number)))
        assert anchors.add(database, number)
        assert anchors.add(database, number), "what is anchored is not anchored again"
    assert [each.at for each in anchors.kept()] == [0, 1, 2]
    assert anchors.path.stat().st_mode & 0o777 == 0o600
    with anchors.path.open("ab") as file:
        file.write(b'{"database":"torn')
    append(database, counted("a", 3, "3"))
    anchors.add(database, 3)
    assert [each.at for each in anchors.kept()] == [0, 1, 2, 3], "a line that was not written to its end harms no other"
    assert anchors.gone(database) is None
    database.close()


def test_anchors_that_cannot_be_written_are_told_and_harm_nothing(
    sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    database, anchors = opened(sqlite_url), Anchors(tmp_path)
    append(database, command("a", 0, "1"))
    assert not anchors.add(database, 1)
    assert "the log could not be anchored" in caplog.text
    database.close()
