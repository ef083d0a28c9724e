"""The time that the store tells: the database's on PostgreSQL, and never earlier than what it told before."""

import threading
from time import monotonic_ns, time_ns

import pytest

from mississippi_stud.store import Database, StoreError, clock
from mississippi_stud.store.clock import Clock
from tests.store.drive import KEYS

HOUR = 3600 * 1_000_000


def test_it_is_now_on_either_database(database_url: str):
    database = Database(database_url, KEYS)
    before = time_ns() // 1_000
    told = [database.now() for _ in range(1_000)]
    assert told == sorted(told)
    assert before - 50_000 < told[0] <= told[-1] < time_ns() // 1_000 + 50_000
    database.close()


def test_a_machine_whose_clock_is_set_back_tells_the_last_time_again(monkeypatch: pytest.MonkeyPatch):
    ours = Clock()
    first = ours.now()
    monkeypatch.setattr(clock, "time_ns", lambda: (first - HOUR) * 1_000)
    assert ours.now() == first
    monkeypatch.setattr(clock, "time_ns", lambda: (first + HOUR) * 1_000)
    assert ours.now() == first + HOUR


def test_postgresql_s_clock_counts_whatever_the_machine_says(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    real = time_ns() // 1_000
    monkeypatch.setattr(clock, "time_ns", lambda: (real - 5 * HOUR) * 1_000)
    database = Database(postgres_url, KEYS)
    assert abs(database.now() - real) < 10_000_000
    database.close()


def test_a_clock_elsewhere_is_measured_once_a_minute_and_goes_on_while_it_cannot_be(monkeypatch: pytest.MonkeyPatch):
    now, ahead, asked = [monotonic_ns()], [0], []
    monkeypatch.setattr(clock, "monotonic_ns", lambda: now[0])

    def measure() -> int:
        asked.append(now[0])
        if ahead[0] is None:
            raise StoreError("the database is away")
        return ahead[0]

    ours = Clock(measure)
    for _ in range(3):
        assert ours.now() == now[0] // 1_000
    assert len(asked) == 1
    now[0] += 60_000_000_000
    ahead[0] = 7_000_000
    assert ours.now() == now[0] // 1_000 + 7_000
    now[0] += 60_000_000_000
    ahead[0] = None
    assert ours.now() == now[0] // 1_000 + 7_000
    now[0] += 60_000_000_000
    ahead[0] = -3_600_000_000_000
    assert ours.now() == (now[0] - 60_000_000_000) // 1_000 + 7_000, "set back: the last time again"
    assert len(asked) == 4


def test_it_may_be_asked_within_a_transaction_and_by_many_at_once(database_url: str):
    database = Database(database_url, KEYS)
    with database.transaction():
        database.now()
    told: list[int] = []
    threads = [threading.Thread(target=lambda: told.extend(database.now() for _ in range(200))) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(told) == 800
    database.close()
