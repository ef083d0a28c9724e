"""Projections: written along with the log, rebuilt from it exactly, created again when their columns change."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import BigInteger, Column, MetaData, String, Table, delete, select, update

from mississippi_stud.store import (
    Database,
    Keys,
    StoreError,
    StreamPart,
    Success,
    audit,
    backup,
    log,
    projections,
    schema,
)
from mississippi_stud.store.entries import HeldBalance, InsufficientFunds, ProjectionRow, Refusal
from tests.store.drive import KEYS, append, command, counted, counters, happened, opened, paid, parts, projected


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = opened(database_url)
    yield database
    database.close()


def rows(database: Database) -> list[tuple[object, ...]]:
    return projected(database)["counters"]


def deadlines(database: Database) -> list[tuple[object, ...]]:
    return projected(database)["deadlines"]


def test_rows_are_made_and_changed_with_their_events(database: Database):
    ann = "player:ann"
    append(database, counted("a", 0, "1", paid("house", ann, 500), paid(ann, "round:a", 200)))
    assert rows(database) == [("a", "ann", 1, 0, 300)]
    append(database, counted("a", 1, "2", paid(ann, "house", 100)), counted("b", 0, "3", paid(ann, "house", 1)))
    assert rows(database) == [("a", "ann", 2, 0, 200), ("b", "ann", 1, 200, 199)]
    append(database, counted("a", 2, "4"))
    assert rows(database)[0] == ("a", "ann", 3, 0, 200), "an account that no transfer touches leaves its column alone"


def test_rows_of_one_key_in_one_commit_are_one(database: Database):
    first, then = counted("a", 0, "1", paid("house", "player:ann", 5)), counted("a", 1, "2")
    assert append(database, first, then) == [Success((1,)), Success((2,))]
    assert rows(database) == [("a", "ann", 2, 0, 5)]


def test_what_an_account_held_is_that_of_the_rows_own_event(database: Database):
    """Not after the whole command, nor after what others in the same commit moved later."""
    ann = "player:ann"

    def row(stream: str, number: int) -> ProjectionRow:
        held = {"before_cents": HeldBalance(ann, before=True), "after_cents": HeldBalance(ann)}
        return ProjectionRow("counters", {"stream": stream}, {"owner": "ann", "number": number, **held})

    events = (
        happened(paid("house", ann, 10), paid(ann, "house", 3), paid("house", ann, 1), rows=(row("one", 1),)),
        happened(paid(ann, "house", 8), rows=(row("two", 2), row("one", 9)._replace(values={"number": 9}))),
    )
    append(database, parts("1", StreamPart("a", 0, events)), command("b", 0, "2", paid("house", ann, 99)))
    assert rows(database) == [("one", "ann", 9, 0, 8), ("two", "ann", 2, 8, 0)]


def test_what_falls_leaves_no_row(database: Database):
    spent = counted("a", 0, "1", paid("player:ann", "house", 1))
    assert append(database, spent, counted("b", 0, "2")) == [InsufficientFunds("player:ann"), Success((1,))]
    assert [row[0] for row in rows(database)] == ["b"]
    assert [row[0] for row in deadlines(database)] == ["b"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            ProjectionRow("counters", {"stream": "nowhere"}, {"number": 1}),
            "counters: a row that is to be changed is not there",
        ),
        (ProjectionRow("counters", {"stream": "x"}, {"owner": None, "number": 1}), "(?i)null"),
        (ProjectionRow("unknown", {"stream": "x"}, {}), "unknown"),
        (ProjectionRow("counters", {}, {"owner": "ann", "number": 1}), "stream"),
    ],
)
def test_a_row_that_cannot_be_is_a_fault_of_its_command_alone(database: Database, row: ProjectionRow, said: str):
    wrong = parts("1", StreamPart("a", 0, (happened(rows=(row,)),)))
    fault, stood = append(database, wrong, counted("b", 0, "2"))
    assert isinstance(fault, Refusal)
    with pytest.raises(Exception, match=said):
        raise fault.error
    assert stood == Success((1,))
    assert log.streams(database) == ["b"]


# Deadlines.


def test_deadlines_change_with_the_commit(database: Database):
    append(
        database, command("a", 0, "1", deadlines={"turn": 10, "round": 30}), command("b", 0, "2", deadlines={"x": 5})
    )
    assert log.due(database, 4) == []
    assert log.due(database, 10) == [("b", "x", 5), ("a", "turn", 10)]
    append(database, command("a", 1, "3", deadlines={"turn": None, "round": 20, "other": None}))
    assert deadlines(database) == [("a", "round", 20), ("b", "x", 5)]
    changed = (command("a", 2, "4", deadlines={"turn": 40}), command("a", 3, "5", deadlines={"turn": None, "late": 50}))
    append(database, *changed)
    assert deadlines(database) == [("a", "late", 50), ("a", "round", 20), ("b", "x", 5)]


def test_a_command_that_falls_changes_no_deadline(database: Database):
    append(database, command("a", 0, "1", deadlines={"turn": 10}))
    spent = command("a", 1, "2", paid("player:ann", "house", 1), deadlines={"turn": 99})
    gone = command("a", 0, "3", deadlines={"turn": None})
    append(database, spent, gone, command("b", 0, "4"))
    assert deadlines(database) == [("a", "turn", 10)]


# Rebuilding.


def played(database: Database) -> None:
    ann, bob = "player:ann", "player:bob"
    append(
        database,
        counted("a", 0, "1", paid("house", ann, 500)),
        counted("b", 0, "2", paid("house", bob, 9), owner="bob"),
    )
    append(database, counted("a", 1, "3", paid(ann, "house", 20), paid(ann, bob, 5)), counted("b", 1, "4", owner="bob"))
    append(database, counted("c", 0, "5", paid(ann, "house", 1), paid("house", ann, 2)))


def rebuild(database: Database) -> None:
    """Rebuild as a floor does: from every event of the log, with the rows that its kind returns for it."""
    with database.rebuilding() as connection:
        made = []
        for stream in log.streams(database):
            for record in log.read(database, stream):
                owner = "bob" if stream == "b" else "ann"
                event = counted(stream, record.version - 1, record.command_id, owner=owner).parts[0].events[0]
                made += [(stream, record.version, row) for row in event.rows]
            due_at = 999 + log.version(database, stream)
            made.append((stream, 0, ProjectionRow("deadlines", {"stream": stream, "key": "next"}, {"due_at": due_at})))
        projections.replace(connection, KEYS, tuple(database.projections.values()), made)


def test_what_is_rebuilt_is_equal_to_the_letter(database: Database):
    played(database)
    before = projected(database)
    assert before["counters"] == [("a", "ann", 2, 0, 475), ("b", "bob", 2, 0, 9), ("c", "ann", 1, 475, 476)]
    with database.transaction() as connection:
        connection.execute(update(counters).values(number=77))
        connection.execute(delete(schema.deadlines))
    rebuild(database)
    assert projected(database) == before
    append(database, counted("a", 2, "6", paid("player:ann", "house", 1)))
    assert rows(database)[0] == ("a", "ann", 3, 0, 475)


def test_a_rebuild_that_fails_leaves_all_as_it_was(database: Database):
    played(database)
    before = projected(database)
    broken = [("a", 1, ProjectionRow("counters", {"stream": "a"}, {"number": 1}))]
    with pytest.raises(ValueError, match="is not there"), database.rebuilding() as connection:
        projections.replace(connection, KEYS, (counters,), broken)
    assert projected(database) == before


def test_what_is_not_to_be_rebuilt_stays(database: Database):
    played(database)
    before = projected(database)
    with database.rebuilding() as connection:
        projections.replace(
            connection, KEYS, (schema.deadlines,), [("a", 1, ProjectionRow("counters", {"stream": "a"}, {}))]
        )
    assert projected(database) == before | {"deadlines": []}


def test_nobody_appends_while_a_rebuild_reads(postgres_url: str):
    ours, theirs = opened(postgres_url), opened(postgres_url)
    played(ours)
    done = threading.Event()

    def write() -> None:
        append(theirs, counted("a", 2, "meanwhile", paid("house", "player:ann", 1)))
        done.set()

    with ours.rebuilding() as connection:
        writer = threading.Thread(target=write)
        writer.start()
        assert not done.wait(0.5)
        assert log.version(ours, "a") == 2
        projections.replace(connection, KEYS, (schema.deadlines,), ())
    writer.join()
    assert rows(ours)[0] == ("a", "ann", 3, 0, 477)
    ours.close()
    theirs.close()


# Columns that change.


def changed(*, column: bool = True) -> Table:
    """Return the counters' projection as in a later version: with one more column, or only without an index."""
    return Table(
        "counters",
        MetaData(),
        Column("stream", String(80), primary_key=True),
        Column("owner", String(80), nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("before_cents", BigInteger),
        Column("after_cents", BigInteger),
        *((Column("colour", String(9)),) if column else ()),
    )


def later(url: str, table: Table) -> Database:
    return Database(url, KEYS, (table,))


@pytest.mark.parametrize("column", [True, False], ids=["column", "index"])
def test_a_projection_whose_columns_or_indexes_differ_is_stale_until_it_is_rebuilt(database_url: str, column: bool):
    first, table = opened(database_url), changed(column=column)
    assert first.stale == set()
    played(first)
    before = rows(first)
    first.close()
    later(database_url, table).close()  # opening without rebuilding leaves it stale
    second = later(database_url, table)
    assert second.stale == {"counters"}
    assert projected(second)["counters"] == []
    assert projected(second)["deadlines"] != []
    with pytest.raises(StoreError, match="these projections are out of date: counters; rebuild them"):
        append(second, command("x", 0, "x"))
    audit.verify(second)
    rebuild(second)
    assert second.stale == set()
    assert [row[:5] for row in projected(second)["counters"]] == before
    append(second, counted("a", 2, "6"))
    second.close()
    third = later(database_url, table)
    assert third.stale == set()
    third.close()


def test_a_projection_of_an_empty_log_is_made_anew_and_is_not_stale(database_url: str):
    opened(database_url).close()
    database = later(database_url, changed())
    assert database.stale == set()
    append(database, counted("a", 0, "1"))
    with database.transaction() as connection:
        assert connection.execute(select(database.projections["counters"])).one().colour is None
    database.close()


def test_a_projection_that_is_gone_or_new_is_stale(database_url: str):
    database = Database(database_url, KEYS)
    append(database, command("a", 0, "1"))
    with database.transaction() as connection:
        schema.deadlines.drop(connection)
    database.close()
    database = opened(database_url)
    assert database.stale == {"deadlines", "counters"}
    database.close()


def test_a_reader_names_what_is_stale_and_changes_nothing(database_url: str):
    database = opened(database_url)
    played(database)
    reader = Database(database_url, KEYS, (changed(),), reading=True)
    assert reader.stale == {"counters"}
    assert audit.verify(reader) == 5
    reader.close()
    append(database, counted("a", 2, "6"))
    database.close()


def test_projections_are_left_alone_by_another_key(database_url: str):
    database = opened(database_url)
    played(database)
    before = projected(database)
    database.close()
    with pytest.raises(StoreError, match="name the right key file"):
        Database(database_url, Keys(bytes(32)), (changed(),))
    database = opened(database_url)
    assert projected(database) == before
    database.close()


def test_after_a_restore_they_are_stale_and_are_rebuilt_to_the_letter(database: Database, tmp_path: Path):
    played(database)
    before = projected(database)
    backup.save(database, tmp_path / "backup", 7)
    url = f"sqlite:///{tmp_path}/again.db"
    opened(url).close()  # an empty database whose projections are up to date
    backup.restore(tmp_path / "backup", url, KEYS)
    again = opened(url)
    assert again.stale == {"counters", "deadlines"}
    rebuild(again)
    assert projected(again) == before
    assert audit.verify(again) == 5
    again.close()
