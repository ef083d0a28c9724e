"""The log: each command succeeds or fails alone, whatever shares its commit, on both databases."""

import logging
import threading
from collections.abc import Iterator
from contextlib import suppress

import psycopg
import pytest
from sqlalchemy import event, insert, select
from sqlalchemy.exc import IntegrityError

from mississippi_stud.store import Database, StoreError, StreamPart, Success, audit, log, schema
from mississippi_stud.store.commits import signed_fact
from mississippi_stud.store.entries import (
    CHANNEL,
    GENESIS,
    AccountOverflow,
    Append,
    Conflict,
    InsufficientFunds,
    LockedCommand,
    Refusal,
    Repetition,
    chained,
)
from mississippi_stud.store.statements import Pipeline, insert_all, upsert
from tests.store.drive import BODY, KEYS, append, command, dump, happened, paid, parts


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url, KEYS)
    yield opened
    opened.close()


ONE = Success((1,))


def test_what_is_appended_is_read_back_in_order(database: Database):
    hidden = b'{"secret":"x"}'
    assert append(database, command("a", 0, "1"), command("b", 0, "2")) == [ONE, ONE]
    assert append(database, parts("3", StreamPart("a", 1, (happened(hidden=hidden),)))) == [Success((2,))]
    assert [(each.version, each.command_id, each.hidden) for each in log.read(database, "a")] == [
        (1, "1", None),
        (2, "3", hidden),
    ]
    assert [each.version for each in log.read(database, "a", after=1)] == [2]
    assert [each.version for each in log.read(database, "a", until=1)] == [1]
    assert audit.verify(database) == 3


def test_streams_are_found_by_how_their_names_begin(database: Database):
    names = ("table:2", "table:1", "tab%", "Table:3", "floor")
    append(database, *(command(name, 0, name) for name in names))
    append(database, command("table:1", 1, "again"))
    assert log.streams(database) == sorted(names)
    assert log.streams(database, "table:") == ["table:1", "table:2"]
    assert log.streams(database, "tab%") == ["tab%"]
    assert log.versions(database, ["table:1", "floor", "nowhere"]) == {"table:1": 2, "floor": 1, "nowhere": 0}
    assert log.version(database, "table:1") == 2


def test_several_events_of_one_command_stand_together(database: Database):
    assert append(database, parts("1", StreamPart("a", 0, (happened(),) * 3))) == [Success((3,))]
    assert [each.version for each in log.read(database, "a")] == [1, 2, 3]


@pytest.mark.parametrize("after", [0, 2])
def test_a_stream_that_has_moved_on_is_a_conflict_and_its_neighbour_stands(database: Database, after: int):
    append(database, command("a", 0, "1"))
    assert append(database, command("a", after, "2"), command("b", 0, "3")) == [Conflict(), ONE]
    assert log.version(database, "a") == 1
    assert audit.verify(database) == 2


def test_a_stream_that_another_process_moved_on_is_a_conflict(postgres_url: str):
    """Even if our cached head of the stream says otherwise."""
    ours, theirs = Database(postgres_url, KEYS), Database(postgres_url, KEYS)
    append(ours, command("a", 0, "1"))
    append(theirs, command("a", 1, "2"))
    assert append(ours, command("a", 1, "3"), command("b", 0, "4")) == [Conflict(), ONE]
    assert append(ours, command("a", 2, "3")) == [Success((3,))]
    assert audit.verify(ours) == 4
    ours.close()
    theirs.close()


def test_two_on_one_stream_in_one_commit(database: Database):
    assert append(database, command("a", 0, "1"), command("a", 1, "2")) == [ONE, Success((2,))]
    assert append(database, command("a", 2, "3"), command("a", 2, "4")) == [Success((3,)), Conflict()]
    assert audit.verify(database) == 3


@pytest.mark.parametrize("together", [True, False])
def test_a_repeated_command_has_the_first_answer(database: Database, together: bool):
    batch = [
        command("a", 0, "1"),
        command("a", 1, "1"),
        command("a", 1, "1", body=b"something else"),
        command("b", 0, "2"),
    ]
    outcomes = append(database, *batch) if together else [append(database, each)[0] for each in batch]
    assert outcomes == [ONE, Repetition(1, True), Repetition(1, False), ONE]
    assert log.known_commands(database, ["1", "2", "3"]) == {"1": (1, BODY), "2": (1, BODY)}
    assert audit.verify(database) == 2


# Several parts.


def two(name: str, after_a: int, after_b: int, *moved: object) -> object:
    return parts(
        name, StreamPart("a", after_a, (happened(),)), StreamPart("b", after_b, (happened(*moved), happened()))
    )


def test_the_parts_of_a_command_are_appended_together(database: Database):
    both = two("1", 0, 0, paid("house", "player:ann", 5))._replace(states=("state of a", "state of b"))
    assert append(database, both, command("b", 2, "2")) == [
        Success((1, 2), ("state of a", "state of b")),
        Success((3,)),
    ]
    caused = log.caused(database, "1")
    assert [(each.stream, each.version) for each in caused] == [("a", 1), ("b", 1), ("b", 2)]
    assert log.caused(database, "never") == []
    assert append(database, two("1", 1, 3)) == [Repetition(1, True)]
    assert audit.verify(database) == 4


@pytest.mark.parametrize(("after_a", "after_b"), [(1, 0), (0, 1)])
def test_a_conflict_in_one_part_leaves_nothing_of_the_other(database: Database, after_a: int, after_b: int):
    assert append(database, two("1", after_a, after_b), command("c", 0, "2")) == [Conflict(), ONE]
    assert log.streams(database) == ["c"]


def test_a_part_that_takes_too_much_leaves_nothing_of_the_other(database: Database):
    spent = two("1", 0, 0, paid("player:ann", "house", 1))
    assert append(database, spent, command("c", 0, "2")) == [InsufficientFunds("player:ann"), ONE]
    assert log.streams(database) == ["c"]
    assert dump(database)["balances"] == dump(database)["transfers"] == []


def test_a_part_may_add_nothing_but_not_to_the_commands_own_stream(database: Database):
    append(database, command("b", 0, "0"))
    assert append(database, parts("1", StreamPart("a", 0, (happened(),)), StreamPart("b", 1, ()))) == [Success((1, 1))]
    nothing, stood = append(
        database, parts("2", StreamPart("b", 1, ()), StreamPart("a", 1, (happened(),))), command("c", 0, "3")
    )
    assert isinstance(nothing, Refusal)
    assert str(nothing.error) == "the command 2 adds no event to its own stream"
    assert stood == ONE
    assert audit.verify(database) == 3


# Money.


def test_balances_move_with_the_events(database: Database):
    append(database, command("a", 0, "1", paid("house", "player:ann", 500), paid("player:ann", "round:a", 200)))
    accounts = ("house", "player:ann", "round:a", "player:bob")
    assert [log.balance(database, each) for each in accounts] == [-500, 300, 200, 0]
    assert log.look(database, ["a", "b"], accounts[1:]) == (
        {"a": 1, "b": 0},
        {"player:ann": 300, "round:a": 200, "player:bob": 0},
    )


@pytest.mark.parametrize(("cents", "outcome"), [(299, ONE), (300, ONE), (301, InsufficientFunds("player:ann"))])
def test_an_account_may_fall_to_nothing_and_not_below(database: Database, cents: int, outcome: object):
    append(database, command("a", 0, "1", paid("house", "player:ann", 300)))
    spent = command("b", 0, "2", paid("player:ann", "house", cents))
    assert append(database, command("c", 0, "3"), spent, command("d", 0, "4")) == [ONE, outcome, ONE]
    assert log.balance(database, "player:ann") == (300 - cents if outcome == ONE else 300)
    assert audit.verify(database)


def test_what_a_later_command_of_the_commit_brings_is_not_there_yet(database: Database):
    spent, brought = paid("player:ann", "house", 1), paid("house", "player:ann", 1)
    assert append(database, command("a", 0, "1", spent), command("b", 0, "2", brought)) == [
        InsufficientFunds("player:ann"),
        ONE,
    ]
    assert append(database, command("b", 1, "3", brought), command("a", 0, "4", spent)) == [Success((2,)), ONE]
    assert log.balance(database, "player:ann") == 1
    assert audit.verify(database)


def test_an_account_holds_what_a_number_can_and_not_more(database: Database):
    """Unchecked, SQLite would switch to floats and PostgreSQL would roll back the whole group."""
    most = schema.BALANCE_MAX_CENTS
    full = command("a", 0, "1", paid("house", "player:ann", most))
    more = command("b", 0, "2", paid("house:two", "player:ann", 1))
    most_of_all = command("c", 0, "3", paid("house:two", "player:ann", 2**63 - 1))
    assert append(database, full, more, most_of_all, command("d", 0, "4")) == [
        ONE,
        AccountOverflow(),
        AccountOverflow(),
        ONE,
    ]
    assert log.balance(database, "player:ann") == most
    assert audit.verify(database) == 2


def test_the_chain_binds_each_event_to_the_one_before(database: Database):
    append(database, command("a", 0, "1", paid("house", "player:ann", 300)), command("a", 1, "2"))
    with database.transaction() as connection:
        first, second = connection.execute(select(schema.events).order_by(schema.events.c.version)).all()
    assert first.hash == chained(GENESIS, first._mapping, BODY, [("house", "player:ann", 300, "house deposit")])
    assert second.hash == chained(first.hash, second._mapping, BODY, [])


# What is stored alongside the log.


def test_a_snapshot_is_sealed_and_replaced(database: Database):
    append(database, command("a", 0, "1", snapshot=b"state one"))
    append(database, command("a", 1, "2", snapshot=b"state two"))
    assert log.snapshot(database, "a") == (2, b"state two")
    assert log.snapshot(database, "b") is None
    assert b"state" not in repr(dump(database)["snapshots"]).encode()


def test_a_fact_is_kept_and_replaced(database: Database):
    assert log.fact(database, "heartbeat") is None
    for value in ("1", "2"):
        log.put_fact(database, "heartbeat", value)
    assert log.fact(database, "heartbeat") == "2"
    assert log.fact(database, "format") == "mississippi-stud log 1"
    audit.verify(database)


def test_a_database_reopened_knows_where_its_streams_were(database_url: str):
    for version in range(3):
        database = Database(database_url, KEYS)
        assert append(database, command("a", version, str(version))) == [Success((version + 1,))]
        database.close()
    database = Database(database_url, KEYS)
    assert audit.verify(database) == 3
    database.close()


def test_what_was_not_committed_is_not_known(database: Database, monkeypatch: pytest.MonkeyPatch):
    """A failed commit leaves nothing behind, neither on disk nor in our caches."""
    append(database, command("a", 0, "1"))

    def fails(*_: object) -> None:
        raise StoreError("disk-full", url="sqlite://", said="full")

    with monkeypatch.context() as patched:
        patched.setattr(database.engine.dialect, "do_commit", fails)
        with pytest.raises(StoreError):
            append(database, command("a", 1, "2", paid("house", "player:ann", 1)))
    assert append(database, command("a", 1, "3")) == [Success((2,))]
    assert log.balance(database, "player:ann") == 0
    assert audit.verify(database) == 2


def test_what_is_known_of_streams_stays_bounded(sqlite_url: str):
    database = Database(sqlite_url, KEYS)
    database.heads.at_most = 3
    for number in range(10):
        append(database, command(f"s{number}", 0, f"{number}.1"))
        append(database, command("s0", number, f"{number}.2") if number else command("s0", 1, "0.2"))
    assert len(database.heads) == 3
    assert append(database, command("s1", 1, "late")) == [Success((2,))]
    assert audit.verify(database)
    database.close()


# Transactions.


def test_reading_in_the_middle_of_writing_sees_whole_commands(database: Database):
    """The auditor sees a single moment, although others write between its queries."""
    stop = threading.Event()

    def write() -> None:
        version = 0
        while not stop.is_set():
            append(database, command("a", version, str(version), paid("house", "player:ann", 1)))
            version += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(30):
            audit.verify(database)
    finally:
        stop.set()
        writer.join()


def test_a_transaction_inside_another_of_the_same_thread_is_part_of_it(database: Database):
    with suppress(KeyError), database.transaction() as outer:
        with database.transaction() as inner:
            assert inner is outer
            inner.execute(insert(schema.facts).values(signed_fact(KEYS, "x", "y")))
        assert log.fact(database, "x") == "y"
        raise KeyError
    assert log.fact(database, "x") is None


def test_short_funds_are_told_by_their_outcome_alone(postgres_url: str, caplog: pytest.LogCaptureFixture):
    """psycopg would also report on standard error that it ended a pipeline."""
    database = Database(postgres_url, KEYS)
    spent = [command(name, 0, name, paid(f"player:{name}", "house", 1)) for name in ("a", "b")]
    assert append(database, *spent) == [InsufficientFunds("player:a"), InsufficientFunds("player:b")]
    assert [each for each in caplog.records if each.levelno > logging.INFO] == []
    database.close()


def test_a_commit_is_a_handful_of_statements_however_many_commands_share_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    said, waits = [], []
    execute, pipeline = psycopg.Connection.execute, psycopg.Connection.pipeline
    monkeypatch.setattr(psycopg.Connection, "execute", lambda *given: said.append(given[1]) or execute(*given))
    monkeypatch.setattr(psycopg.Connection, "pipeline", lambda each: waits.append(len(said)) or pipeline(each))
    append(database, command("first", 0, "first"))  # the first commit of a chain looks up earlier chains
    event.listen(database.engine, "before_cursor_execute", lambda *given: said.append(given[2]))
    counts = []
    for size in (2, 50):
        said.clear()
        waits.clear()
        append(
            database,
            *(command(f"{size}.{n}", 0, f"{size}.{n}", paid("house", f"player:{n}", 1)) for n in range(size)),
        )
        counts.append(len(said))
    assert counts[0] == counts[1] <= (11 if database.postgres else 9), said  # PostgreSQL locks, then reads the heads
    # Three answers are waited for: the heads, what the accounts hold (here twice: some are new), and the rest.
    assert len(waits) == (4 if database.postgres else 0), waits


def test_what_decides_nothing_is_read_while_somebody_else_is_writing(database: Database):
    chosen = select(schema.facts.c.value).where(schema.facts.c.name == "new")
    seen: list[list[str]] = []

    def read() -> None:
        seen.append([row.value for row in database.fetch_beside(chosen)])

    with database.transaction() as connection:
        connection.execute(insert(schema.facts), {"name": "new", "value": "written", "signature": b""})
        beside = threading.Thread(target=read, daemon=True)
        beside.start()
        beside.join(30)
        assert seen == [[]], "it waits for nobody, and sees only what is committed"
        read()  # in the transaction itself
    read()
    assert seen == [[], ["written"], ["written"]]


def put_facts(database: Database, *names: str) -> None:
    """Put facts into a pipeline, and change one that is not there."""
    with database.transaction() as connection:
        pipeline = Pipeline(connection)
        for name in names:
            insert_all(pipeline, schema.facts, [{"name": name, "value": "", "signature": b""}])
        upsert(pipeline, schema.facts, [{"name": "there is none", "value": "only changed"}])
        pipeline.flush()


def test_the_first_statement_that_fails_is_told_and_nothing_is_kept(
    postgres_url: str, caplog: pytest.LogCaptureFixture
):
    database = Database(postgres_url, KEYS)
    with pytest.raises(IntegrityError, match="twice"):
        put_facts(database, "twice", "twice")
    with pytest.raises(ValueError, match="facts: a row that is to be changed"):
        put_facts(database, "twice")
    assert log.fact(database, "twice") is None
    assert [each for each in caplog.records if each.levelno > logging.INFO] == []
    database.close()


def test_a_connection_that_ends_in_a_commit_loses_only_that(postgres_url: str):
    database = Database(postgres_url, KEYS)

    def decide(_found: object) -> Append:
        with psycopg.connect(postgres_url, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        return command("a", 0, "ended")

    with pytest.raises(StoreError, match="the database is away"):
        append(database, LockedCommand(("a",), "ended", BODY, decide))
    assert append(database, command("a", 0, "again")) == [ONE]
    assert [each.command_id for each in log.read(database, "a")] == ["again"]
    database.close()


# Whether anything can be written.


def test_what_tries_the_database_leaves_nothing(database: Database):
    before, commits = dump(database), []
    event.listen(database.engine, "commit", commits.append)
    database.check_writable()
    database.check_writable()
    assert len(commits) == 1, "once a second is enough"
    assert dump(database) == before


def test_a_full_database_is_not_writable_and_says_so(sqlite_url: str):
    database = Database(sqlite_url, KEYS)
    with database.transaction() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="the disk is full: make room, nothing was written"):
        database.check_writable()
    with database.transaction() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    database.check_writable()
    database.close()


def test_a_database_that_can_only_be_read_is_not_writable(postgres_url: str):
    database = Database(postgres_url, KEYS)
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f'ALTER DATABASE "{database.url.database}" SET default_transaction_read_only = on')
    database.engine.dispose()
    with pytest.raises(StoreError):
        database.check_writable()
    database.close()


def test_postgresql_tells_which_streams_have_grown_once_they_have(postgres_url: str):
    database = Database(postgres_url, KEYS)
    with psycopg.connect(postgres_url, autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        spent = command("c", 0, "2", paid("player:ann", "house", 1))
        append(
            database,
            parts(
                "1", StreamPart("a", 0, (happened(),) * 2), StreamPart("b", 0, ()), StreamPart("d", 0, (happened(),))
            ),
            spent,
        )
        told = [notice.payload for notice in listening.notifies(timeout=1, stop_after=2)]
        assert sorted(told) == ["a 2", "d 1"]
        assert list(listening.notifies(timeout=0.2)) == []
    database.close()
