"""The log and the ledger: one command stands or falls alone, whatever shares its commit. On both databases."""

from collections.abc import Iterator
from hashlib import sha256

import pytest
from sqlalchemy import event, select

from mississippi_stud.money import Cents, Transfer
from mississippi_stud.store import Append, Conflict, Database, Done, NewEvent, Repeated, StoreError, audit, log, schema
from mississippi_stud.store.entries import GENESIS, Beside, Hot, Outcome, Overfull, Refusal, Short, chained
from tests.floor.drive import KEYS, dump


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url, KEYS)
    yield opened
    opened.close()


def paid(source: str, target: str, cents: int) -> Transfer:
    return Transfer(source=source, target=target, cents=Cents(cents), clause="house deposit")


def command(stream: str, after: int, name: str, *moved: Transfer, body: bytes = b"asked", hidden: bytes | None = None):
    event = NewEvent("happened", 1, b'{"what":"it"}', hidden, moved)
    return Append(stream, after, (event,), name, sha256(body).digest(), "player", 1_000_000)


def test_what_is_appended_is_read_back_in_order(database: Database):
    hidden = b'{"secret":"x"}'
    assert log.append(database, [command("a", 0, "1"), command("b", 0, "2")]) == [Done(1), Done(1)]
    assert log.append(database, [command("a", 1, "3", hidden=hidden)]) == [Done(2)]
    assert [(each.version, each.command_id, each.hidden) for each in log.read(database, "a")] == [
        (1, "1", None),
        (2, "3", hidden),
    ]
    assert [each.version for each in log.read(database, "a", after=1)] == [2]
    assert [each.version for each in log.read(database, "a", until=1)] == [1]
    assert log.streams(database) == ["a", "b"]
    assert audit.verify(database) == 3


def test_several_events_of_one_command_stand_together(database: Database):
    one = command("a", 0, "1")
    three = one._replace(events=one.events * 3)
    assert log.append(database, [three]) == [Done(3)]
    assert [each.version for each in log.read(database, "a")] == [1, 2, 3]


@pytest.mark.parametrize("after", [0, 2])
def test_a_stream_that_has_moved_on_is_a_conflict_and_its_neighbour_stands(database: Database, after: int):
    log.append(database, [command("a", 0, "1")])
    assert log.append(database, [command("a", after, "2"), command("b", 0, "3")]) == [Conflict(), Done(1)]
    assert log.version(database, "a") == 1
    assert audit.verify(database) == 2


def test_two_on_one_stream_in_one_commit(database: Database):
    assert log.append(database, [command("a", 0, "1"), command("a", 1, "2")]) == [Done(1), Done(2)]
    assert log.append(database, [command("a", 2, "3"), command("a", 2, "4")]) == [Done(3), Conflict()]
    assert audit.verify(database) == 3


@pytest.mark.parametrize("together", [True, False])
def test_a_repeated_command_has_the_first_answer(database: Database, together: bool):
    first, again, other = command("a", 0, "1"), command("a", 1, "1"), command("a", 1, "1", body=b"something else")
    if together:
        outcomes = log.append(database, [first, again, other, command("b", 0, "2")])
    else:
        outcomes = [log.append(database, [each])[0] for each in (first, again, other, command("b", 0, "2"))]
    assert outcomes == [Done(1), Repeated(1, True), Repeated(1, False), Done(1)]
    assert audit.verify(database) == 2


def test_balances_move_with_the_events(database: Database):
    log.append(database, [command("a", 0, "1", paid("house", "player:ann", 500), paid("player:ann", "round:a", 200))])
    assert [log.balance(database, each) for each in ("house", "player:ann", "round:a", "player:bob")] == [
        -500,
        300,
        200,
        0,
    ]


@pytest.mark.parametrize(("cents", "outcome"), [(299, Done(1)), (300, Done(1)), (301, Short())])
def test_an_account_may_fall_to_nothing_and_not_below(database: Database, cents: int, outcome: Outcome):
    log.append(database, [command("a", 0, "1", paid("house", "player:ann", 300))])
    spent = command("b", 0, "2", paid("player:ann", "house", cents))
    assert log.append(database, [command("c", 0, "3"), spent, command("d", 0, "4")]) == [Done(1), outcome, Done(1)]
    assert log.balance(database, "player:ann") == (300 - cents if outcome == Done(1) else 300)
    assert audit.verify(database)


def test_an_account_holds_what_a_number_can_and_not_more(database: Database):
    """SQLite would go on in floats, PostgreSQL would undo the whole group."""
    most = schema.BALANCE_MAX_CENTS
    full = command("a", 0, "1", paid("house", "player:ann", most))
    more = command("b", 0, "2", paid("house:two", "player:ann", 1))
    most_of_all = command("c", 0, "3", paid("house:two", "player:ann", 2**63 - 1))
    outcomes = log.append(database, [full, more, most_of_all, command("d", 0, "4")])
    assert outcomes == [Done(1), Overfull(), Overfull(), Done(1)]
    assert log.balance(database, "player:ann") == most
    assert audit.verify(database) == 2


def test_the_chain_binds_each_event_to_the_one_before(database: Database):
    log.append(database, [command("a", 0, "1", paid("house", "player:ann", 300)), command("a", 1, "2")])
    with database.transaction() as connection:
        first, second = connection.execute(select(schema.events).order_by(schema.events.c.version)).all()
    body = sha256(b"asked").digest()
    moved = [("house", "player:ann", 300, "house deposit")]
    assert first.hash == chained(GENESIS, first._mapping, body, moved)
    assert second.hash == chained(first.hash, second._mapping, body, [])


def test_a_snapshot_is_sealed_and_replaced(database: Database):
    log.append(database, [command("a", 0, "1")._replace(snapshot=b"state one")])
    log.append(database, [command("a", 1, "2")._replace(snapshot=b"state two")])
    assert log.snapshot(database, "a") == (2, b"state two")
    assert log.snapshot(database, "b") is None


def test_a_database_reopened_knows_where_its_streams_were(database_url: str):
    for version in range(3):
        database = Database(database_url, KEYS)
        assert log.append(database, [command("a", version, str(version))]) == [Done(version + 1)]
        database.close()
    database = Database(database_url, KEYS)
    assert audit.verify(database) == 3
    database.close()


def test_what_was_not_committed_is_not_known(database: Database, monkeypatch: pytest.MonkeyPatch):
    """A commit that fails leaves nothing behind: neither on disk nor in what we think that we know of the disk."""
    log.append(database, [command("a", 0, "1")])

    def fails(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(database.engine.dialect, "do_commit", fails)
        with pytest.raises(StoreError):
            log.append(database, [command("a", 1, "2")])
    assert log.append(database, [command("a", 1, "3")]) == [Done(2)]
    assert audit.verify(database) == 2


def test_reading_in_the_middle_of_writing_sees_whole_commands(database: Database):
    """The auditor sees one moment, though others write between its questions."""
    import threading

    stop = threading.Event()

    def write() -> None:
        version = 0
        while not stop.is_set():
            log.append(database, [command("a", version, str(version), paid("house", "player:ann", 1))])
            version += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(30):
            audit.verify(database)
    finally:
        stop.set()
        writer.join()


# Commands that are decided while a stream is locked.


def hot(name: str, *moved: Transfer, stream: str = "hot", refused: Exception | None = None) -> Hot:
    """A command of a stream of its own that also counts on the hot one; the state of that is how many there were."""

    def decide(state: int | None, version: int) -> tuple[Append, int] | Refusal:
        if refused is not None:
            return Refusal(refused)
        state = version if state is None else state
        assert state == version
        event = NewEvent("counted", 1, f'{{"number":{state + 1}}}'.encode())
        beside = Beside(stream, version, (event,), snapshot=b"state")
        return command(f"of {name}", 0, name, *moved)._replace(beside=beside), state + 1

    return Hot(stream, name, sha256(b"asked").digest(), decide)


def counted(database: Database) -> list[tuple[int, str, bytes]]:
    return [(each.version, each.command_id, each.payload) for each in log.read(database, "hot")]


def test_commands_on_a_locked_stream_are_decided_one_after_the_other_in_one_commit(database: Database):
    assert log.append(database, [hot("1"), command("a", 0, "x"), hot("2")]) == [
        Done(1, hot=("hot", 1, 1)),
        Done(1),
        Done(1, hot=("hot", 2, 2)),
    ]
    assert counted(database) == [(1, "1", b'{"number":1}'), (2, "2", b'{"number":2}')]
    assert log.snapshot(database, "hot") == (2, b"state")
    assert audit.verify(database) == 5


def test_what_falls_on_a_locked_stream_leaves_no_gap_and_harms_no_neighbour(database: Database):
    log.append(database, [command("a", 0, "0", paid("house", "player:ann", 300)), hot("1")])
    no = ValueError("no")
    outcomes = log.append(
        database,
        [hot("2"), hot("3", paid("player:ann", "house", 301)), hot("4", refused=no), hot("1"), hot("5")],
    )
    again = Repeated(1, True)
    assert outcomes == [Done(1, hot=("hot", 2, 2)), Short(), Refusal(no), again, Done(1, hot=("hot", 3, 3))]
    assert [name for _, name, _ in counted(database)] == ["1", "2", "5"]
    assert log.version(database, "of 3") == 0
    assert audit.verify(database) == 7


def test_a_conflict_in_a_commands_own_stream_keeps_it_off_the_locked_one(database: Database):
    log.append(database, [command("of 1", 0, "0")])
    assert log.append(database, [hot("1"), hot("2")]) == [Conflict(), Done(1, hot=("hot", 1, 1))]
    assert [name for _, name, _ in counted(database)] == ["2"]
    assert audit.verify(database) == 3


def test_two_connections_never_stand_in_each_others_way_on_a_locked_stream(postgres_url: str):
    """A hundred commands each, by the version that they find: none conflicts, and none is lost."""
    from concurrent.futures import ThreadPoolExecutor

    both = [Database(postgres_url, KEYS) for _ in range(2)]

    def many(who: int) -> list[Outcome]:
        return [log.append(both[who], [hot(f"{who}.{number}")])[0] for number in range(100)]

    with ThreadPoolExecutor() as pool:
        outcomes = [outcome for each in pool.map(many, range(2)) for outcome in each]
    assert {type(outcome) for outcome in outcomes} == {Done}
    assert [version for version, _, _ in counted(both[0])] == list(range(1, 201))
    assert audit.verify(both[0]) == 400
    for each in both:
        each.close()


def test_what_is_known_of_streams_stays_bounded(sqlite_url: str):
    database = Database(sqlite_url, KEYS)
    database.heads.at_most = 3
    for number in range(10):
        log.append(database, [command(f"s{number}", 0, f"{number}.1")])
        log.append(database, [command("s0", number, f"{number}.2") if number else command("s0", 1, "0.2")])
    assert len(database.heads) == 3
    assert log.append(database, [command("s1", 1, "late")]) == [Done(2)]
    assert audit.verify(database)
    database.close()


def test_short_funds_are_told_by_their_outcome_alone(postgres_url: str, caplog: pytest.LogCaptureFixture):
    """psycopg would also write on standard error that it ended a pipeline."""
    database = Database(postgres_url, KEYS)
    spent = [command(name, 0, name, paid(f"player:{name}", "house", 1)) for name in ("a", "b")]
    assert log.append(database, spent) == [Short(), Short()]
    assert caplog.records == []
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
