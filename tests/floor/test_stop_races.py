"""A stop at the moment of a wager: the wager is in the log before the stop, or it is refused.

From two processes on one PostgreSQL, at the worst moment that there is, and in one commit on SQLite.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mississippi_stud.floor import Answer, Floor, writer
from mississippi_stud.floor.accounts import Deposit, Disable
from mississippi_stud.floor.persons import stream_of
from mississippi_stud.money import Cents
from mississippi_stud.person.care_messages import LimitKind, SetLimit
from mississippi_stud.person.periods import Period
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from tests.floor.drive import check_all, opened, play, sit, submit, table_of
from tests.floor.test_care_races import PERSONS, Race, in_processes, in_threads

STOPS: dict[str, Callable[[str], dict[str, str]]] = {
    "everything": lambda _: {},
    "house": lambda _: {"house": "club"},
    "player": lambda _: {"player": "ann"},
    "table": lambda table: {"table": table},
}


def club_table(floor: Floor, *, cared: bool = False) -> str:
    """Seat Ann, with money and perhaps with a limit, at a table of the club."""
    floor.deposit("ann", 1_000_00)
    if cared:
        floor.send(stream_of("ann"), SetLimit(kind=LimitKind.LOSS, period=Period.DAY, most=500_00))
    return table_of(floor, "ann", house="club")


@contextmanager
def between(decision: Floor, act: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have something happen once between the next decision of a floor and its commit."""
    append, waiting = log.append, [act]

    def late(database: Any, batch: Any) -> Any:
        if database is decision.database and waiting:
            waiting.pop()()
        return append(database, batch)

    with monkeypatch.context() as patched:
        patched.setattr(writer.log, "append", late)
        yield
    assert not waiting


@pytest.mark.parametrize(("stop", "cared"), [*((stop, False) for stop in STOPS), ("house", True)])
def test_a_stop_between_the_decision_and_the_commit_of_a_wager_is_not_passed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, stop: str, cared: bool
):
    with opened(postgres_url) as one, opened(postgres_url) as other:
        table = club_table(one, cared=cared)
        stops = between(one, lambda: other.disable("a storm", **STOPS[stop](table)), monkeypatch)
        with stops, pytest.raises(Refused, match="a storm"):
            play(one, table, "1 ante 5; deal")
        assert (one.table(table).round, one.balance("ann")) == (None, 1_000_00)
        other.enable("it is over", **STOPS[stop](table))
        with between(one, lambda: other.disable("a storm", house="elsewhere"), monkeypatch):
            play(one, table, "1 ante 5; deal")  # decided again, and allowed
        other.disable("a storm", **STOPS[stop](table))
        play(one, table, "1 max-all")  # what has begun is played to its end
        check_all(one)


@pytest.mark.parametrize("what", ["sit", "open"])
def test_a_seat_and_a_table_do_not_pass_a_stop_either(postgres_url: str, monkeypatch: pytest.MonkeyPatch, what: str):
    with opened(postgres_url) as one, opened(postgres_url) as other:
        table = one.open_table("online", house="club")
        acts: dict[str, tuple[dict[str, str], Callable[[], object]]] = {
            "sit": ({"player": "ann"}, lambda: sit(one, table, "ann")),
            "open": ({"house": "club"}, lambda: one.open_table("online", house="club")),
        }
        target, act = acts[what]
        stops = between(one, lambda: other.disable("a storm", **target), monkeypatch)
        with stops, pytest.raises(Refused, match="a storm"):
            act()
        assert not one.table(table).seats


def test_of_a_stop_and_a_wager_in_one_commit_the_wager_is_refused_if_it_came_second(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
):
    with opened(sqlite_url) as floor:
        table, append, held = club_table(floor), log.append, threading.Event()

        def slow(*given: Any) -> Any:
            assert held.wait(30)
            return append(*given)

        monkeypatch.setattr(writer.log, "append", slow)
        first = floor.submit(
            "account:bob", Deposit(cents=Cents(1_00))
        )  # the writer waits with it, and takes the others together
        stopped = floor.submit("floor", Disable(target="house:club", reason="a storm"))
        wager = submit(floor, table, "1 ante 5; deal")
        held.set()
        assert isinstance(first.result(), Answer)
        assert isinstance(stopped.result(), Answer)
        with pytest.raises(Refused, match="a storm"):
            wager.result()
        assert floor.balance("ann") == 1_000_00


@pytest.fixture(params=["processes", "threads"])
def race(request: pytest.FixtureRequest) -> tuple[str, Race]:
    """Return the URL of a database, and how two race on it."""
    if request.param == "processes":
        return request.getfixturevalue("postgres_url"), in_processes
    return request.getfixturevalue("sqlite_url"), in_threads


def test_no_round_begins_after_the_stop_of_its_house_was_answered(race: tuple[str, Race]):
    """One plays round after round while the other stops the house: no round has a later number than at the stop."""
    url, run = race
    with opened(url) as floor:
        tables = []
        for number, person in enumerate(PERSONS):
            floor.deposit(person, 10_000_00)
            tables.append(table_of(floor, person, house=f"house-{number}"))
        numbers, played = run(floor, "stop", "rounds", [tables, tables])
        assert set(played.values()) == {"gaming-disabled"}
        assert [str(floor.table(table).number) for table in tables] == [numbers[person] for person in PERSONS]
        check_all(floor)
