"""Commands decided under stream locks: no other writer interferes, and nobody deadlocks."""

import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import pytest

from mississippi_stud.store import Append, Database, StoreError, StreamPart, Success, audit, log
from mississippi_stud.store.append import _Group
from mississippi_stud.store.entries import Conflict, InsufficientFunds, LockedCommand, Outcome, Refusal, Repetition
from tests.store.drive import BODY, KEYS, append, command, happened, locked, paid, parts


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url, KEYS)
    yield opened
    opened.close()


def counted(database: Database, stream: str = "hot") -> list[tuple[int, str]]:
    return [(each.version, each.command_id) for each in log.read(database, stream)]


def test_commands_on_a_locked_stream_are_decided_one_after_the_other_in_one_commit(database: Database):
    assert append(database, locked("1", "hot"), command("a", 0, "x"), locked("2", "hot", "warm")) == [
        Success((1, 1), (1, 1)),
        Success((1,)),
        Success((1, 2, 1), (1, 2, 1)),
    ]
    assert counted(database) == [(1, "1"), (2, "2")]
    assert log.snapshot(database, "hot") == (2, b"state")
    assert audit.verify(database) == 6


def test_what_falls_on_a_locked_stream_leaves_no_gap_and_harms_no_neighbour(database: Database):
    append(database, command("a", 0, "0", paid("house", "player:ann", 300)), locked("1", "hot"))
    no = ValueError("no")
    outcomes = append(
        database,
        locked("2", "hot"),
        locked("3", "hot", moved=(paid("player:ann", "house", 301),)),
        locked("4", "hot", refused=no),
        locked("1", "hot"),
        locked("5", "hot"),
    )
    done = [Success((1, version), (1, version)) for version in (2, 3)]
    assert outcomes == [done[0], InsufficientFunds("player:ann"), Refusal(no), Repetition(1, True), done[1]]
    assert [name for _, name in counted(database)] == ["1", "2", "5"]
    assert log.version(database, "of 3") == 0
    assert audit.verify(database) == 7


def test_a_conflict_in_a_commands_own_stream_keeps_it_off_the_locked_one(database: Database):
    append(database, command("of 1", 0, "0"))
    assert append(database, locked("1", "hot"), locked("2", "hot")) == [Conflict(), Success((1, 1), (1, 1))]
    assert [name for _, name in counted(database)] == ["2"]
    assert audit.verify(database) == 3


def test_a_command_sees_what_one_without_a_lock_added_in_the_same_commit(database: Database):
    before = parts("0", StreamPart("hot", 0, (happened(),)), states=(1,))
    assert append(database, before, locked("1", "hot")) == [Success((1,), (1,)), Success((1, 2), (1, 2))]


def test_a_fault_of_whoever_decides_is_that_commands_alone(database: Database):
    def decide(_: Mapping[str, Any]) -> Append:
        raise LookupError("a fault")

    failed, done = append(database, LockedCommand(("hot",), "1", BODY, decide), locked("2", "hot"))
    assert isinstance(failed, Refusal)
    assert str(failed.error) == "a fault"
    assert done == Success((1, 1), (1, 1))


def test_a_database_that_goes_away_while_a_command_is_decided_is_told(database: Database):
    def decide(_: Mapping[str, Any]) -> Append:
        raise StoreError("database-away", url="sqlite://", said="gone")

    with pytest.raises(StoreError, match="is away"):
        append(database, LockedCommand(("hot",), "1", BODY, decide))
    assert append(database, locked("1", "hot")) == [Success((1, 1), (1, 1))]


def test_whoever_decides_may_read_the_log_within_the_transaction(database: Database):
    append(database, command("hot", 0, "0"), command("a", 0, "x"))
    seen: list[list[str]] = []

    def decide(found: Mapping[str, tuple[Any, int]]) -> Append:
        seen.append([each.command_id for each in log.read(database, "hot")])
        return parts("1", StreamPart("hot", found["hot"][1], (happened(),)))

    assert append(database, LockedCommand(("hot",), "1", BODY, decide)) == [Success((2,))]
    assert seen == [["0"]]


def many(database: Database, who: str, *streams: str) -> list[Outcome]:
    return [append(database, locked(f"{who}.{number}", *streams))[0] for number in range(100)]


def test_two_processes_never_stand_in_each_others_way_on_locked_streams(postgres_url: str):
    """Each sends a hundred commands naming two streams, in opposite orders: none conflicts, none is lost."""
    both = [Database(postgres_url, KEYS) for _ in range(2)]
    with ThreadPoolExecutor() as pool:
        halves = [
            pool.submit(many, both[0], "x", "hot", "warm"),
            pool.submit(many, both[1], "y", "warm", "hot"),
        ]
        outcomes = [outcome for half in halves for outcome in half.result(timeout=60)]
    assert {type(outcome) for outcome in outcomes} == {Success}
    for stream in ("hot", "warm"):
        assert [version for version, _ in counted(both[0], stream)] == list(range(1, 201))
    assert audit.verify(both[0]) == 600
    for each in both:
        each.close()


def test_locked_streams_and_shared_accounts_in_any_order_end_in_no_deadlock(postgres_url: str):
    """Commits of several commands that name streams and accounts in opposite orders."""
    both = [Database(postgres_url, KEYS) for _ in range(2)]
    accounts = ("player:a", "player:b")
    append(both[0], *(command(name, 0, name, paid("house", name, 1_000_000)) for name in accounts))

    def work(who: int) -> list[Outcome]:
        streams, (mine, other) = ("one", "two")[:: 1 - 2 * who], accounts[:: 1 - 2 * who]
        return [
            outcome
            for number in range(60)
            for outcome in append(
                both[who],
                locked(f"{who}.{number}.1", streams[0], moved=(paid(mine, other, 3),)),
                locked(f"{who}.{number}.2", streams[1], moved=(paid(other, mine, 2),)),
            )
        ]

    with ThreadPoolExecutor() as pool:
        outcomes = [outcome for each in pool.map(work, range(2), timeout=60) for outcome in each]
    assert {type(outcome) for outcome in outcomes} == {Success}
    assert audit.verify(both[0]) == 2 + 2 * 240
    for each in both:
        each.close()


def test_a_stream_that_somebody_appends_to_without_its_lock_is_a_conflict_and_no_loss(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    """As an earlier release does, which may still run beside this one."""
    ours, theirs = Database(postgres_url, KEYS), Database(postgres_url, KEYS)
    append(ours, command("hot", 0, "0"))

    def decide(found: Mapping[str, tuple[Any, int]]) -> Append:
        version = found["hot"][1]
        if log.version(theirs, "hot") == version == 1:
            with monkeypatch.context() as earlier:
                earlier.setattr(_Group, "_lock", lambda *_: None)
                append(theirs, command("hot", 1, "in between"))
        return parts("1", StreamPart("hot", version, (happened(),)))

    assert append(ours, LockedCommand(("hot",), "1", BODY, decide)) == [Success((3,))]
    assert [name for _, name in counted(ours)] == ["0", "in between", "1"]
    ours.close()
    theirs.close()


def test_of_commands_that_two_processes_commit_together_only_those_in_the_way_are_decided_again(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    """Whoever comes second finds it out before anything is written: the rest of the group is written at once."""
    ours, theirs = Database(postgres_url, KEYS), Database(postgres_url, KEYS)
    holding, one_by_one = threading.Event(), []

    def slowly(found: Mapping[str, tuple[Any, int]]) -> Append:
        holding.set()
        sleep(0.3)
        return parts("2", StreamPart("hot", found["hot"][1], (happened(),)))

    monkeypatch.setattr(_Group, "one_by_one", lambda *_: one_by_one.append(1) or [])
    with ThreadPoolExecutor() as pool:
        first = pool.submit(append, theirs, command("a", 0, "1"), LockedCommand(("hot",), "2", BODY, slowly, own="b"))
        assert holding.wait(10)
        second = pool.submit(append, ours, command("a", 0, "3"), command("b", 0, "4"), command("c", 0, "5"))
        assert first.result(10) == [Success((1,)), Success((1,))]
        assert second.result(10) == [Conflict(), Success((1,)), Success((1,))]
    assert one_by_one == []
    assert audit.verify(ours) == 4
    ours.close()
    theirs.close()
