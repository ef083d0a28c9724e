"""The store's time: the database's on PostgreSQL, and never earlier than a time given out before."""

import threading
from time import time_ns

import pytest

from mississippi_stud.store import Database, StoreError, StreamPart, log, timekeeper
from mississippi_stud.store.timekeeper import Timekeeper, steady_ns
from tests.store.drive import KEYS, happened, parts

HOUR = 3600 * 1_000_000
MINUTE = 60_000_000_000


def test_it_is_now_on_either_database(database_url: str):
    database = Database(database_url, KEYS)
    before = time_ns() // 1_000
    told = [database.now() for _ in range(1_000)]
    assert told == sorted(told)
    assert before - 50_000 < told[0] <= told[-1] < time_ns() // 1_000 + 50_000
    database.close()


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Fake the machine's uptime and how far its wall clock is ahead of that, in nanoseconds."""
    now = [steady_ns(), time_ns() - steady_ns()]
    monkeypatch.setattr(timekeeper, "steady_ns", lambda: now[0])
    monkeypatch.setattr(timekeeper, "time_ns", lambda: now[0] + now[1])
    return now


def test_a_machine_whose_clock_is_set_back_goes_on_from_where_it_was(steady: list[int]):
    ours = Timekeeper()
    first = ours.now()
    steady[1] -= HOUR * 1_000
    assert ours.now() == first
    steady[0] += MINUTE
    assert ours.now() == first + MINUTE // 1_000
    steady[0] += 60 * MINUTE
    assert ours.now() == first + 61 * MINUTE // 1_000, "and it does not stand still for an hour"


def test_small_corrections_are_followed_at_once(steady: list[int]):
    ours = Timekeeper()
    first = ours.now()
    steady[1] += 1_500_000_000
    assert ours.now() == first + 1_500_000


def test_a_jump_ahead_is_told_and_followed_when_it_has_stood(steady: list[int], caplog: pytest.LogCaptureFixture):
    ours = Timekeeper()
    first = ours.now()
    steady[1] += 32 * 24 * HOUR * 1_000
    assert ours.now() == first
    for minutes in range(1, 10):
        steady[0] += MINUTE
        assert ours.now() == first + minutes * MINUTE // 1_000
    assert [record.message for record in caplog.records] == [
        "the clock jumped 2764800 s ahead: that is followed if it stands for 10 minutes"
    ]
    steady[0] += MINUTE
    assert ours.now() == first + 10 * MINUTE // 1_000 + 32 * 24 * HOUR
    assert "has stood" in caplog.text


def test_a_jump_ahead_that_is_taken_back_in_time_is_forgotten(steady: list[int]):
    ours = Timekeeper()
    first = ours.now()
    steady[1] += 32 * 24 * HOUR * 1_000
    ours.now()
    steady[0] += 9 * MINUTE
    steady[1] -= 32 * 24 * HOUR * 1_000
    assert ours.now() == first + 9 * MINUTE // 1_000
    steady[0] += 9 * MINUTE
    assert ours.now() == first + 18 * MINUTE // 1_000


def test_it_goes_on_from_what_the_log_says_if_the_clock_was_set_back_meanwhile(database_url: str):
    later = time_ns() // 1_000 + HOUR
    database = Database(database_url, KEYS)
    log.append(database, [parts("far ahead", StreamPart("counter:1", 0, (happened(),)))._replace(at=later)])
    database.close()
    again = Database(database_url, KEYS)
    first = again.now()
    assert later <= first < later + 60_000_000
    assert again.now() > first
    again.close()


def test_postgresql_s_clock_counts_whatever_the_machine_says(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    real = time_ns() // 1_000
    monkeypatch.setattr(timekeeper, "time_ns", lambda: (real - 5 * HOUR) * 1_000)
    database = Database(postgres_url, KEYS)
    assert abs(database.now() - real) < 10_000_000
    database.close()


def test_a_clock_elsewhere_is_measured_once_a_minute_and_goes_on_while_it_cannot_be(steady: list[int]):
    now, ahead, asked = steady, [0], []

    def measure() -> int:
        asked.append(now[0])
        if ahead[0] is None:
            raise StoreError("database-away", url="sqlite://", said="gone")
        return ahead[0]

    ours = Timekeeper(measure)
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
    assert ours.now() == now[0] // 1_000 + 7_000, "set back: it goes on"
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
