"""Abandoned tables are closed, and nothing of theirs is lost."""

import time

import pytest

from mississippi_stud.floor import STREAMS, Floor, Sit
from mississippi_stud.floor.absence import ACTOR, close_quiet, housekeeping
from mississippi_stud.floor.clock import HEARTBEAT
from mississippi_stud.messages import DAY
from mississippi_stud.money import text as dollars
from mississippi_stud.store import log
from mississippi_stud.store.database import Database
from mississippi_stud.store.keys import Keys
from mississippi_stud.table.commands import Stand
from tests.floor.drive import check_all, play


class Days:
    """A clock that a test moves forward."""

    def __init__(self) -> None:
        self.now = 1_000 * DAY

    def __call__(self) -> int:
        self.now += 1
        return self.now


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def floor(database_url: str, days: Days):
    with Floor(Database(database_url, Keys(bytes(32)), STREAMS.tables), days) as floor:
        yield floor


def seated(floor: Floor, opener: str, book: str) -> str:
    floor.deposit("guest-1", 100_00, command_id="start")
    table = floor.open_table(book, actor=opener)
    floor.send(table, Sit(position=1, player="guest-1", person="guest-1"))
    return table


@pytest.mark.parametrize("book", ["online", "crown", "nsw"])
def test_a_quiet_table_is_closed_and_its_open_round_is_void(floor: Floor, days: Days, book: str):
    table = seated(floor, "guest-1", book)
    ante = floor.look(table, "guest-1").view.areas[0].minimum_cents
    play(floor, table, f"1 ante {dollars(ante)}; deal")
    assert floor.balance("guest-1") == 100_00 - ante
    days.now += 90 * DAY
    assert list(close_quiet(floor, "guest-", 91)) == []
    assert list(close_quiet(floor, "guest-", 90)) == [table]
    assert floor.table(table).closed
    assert floor.balance("guest-1") == 100_00  # the wagers on the table were returned
    records = list(log.read(floor.database, table))
    assert (records[-1].name, records[-1].actor) == ("table_closed", ACTOR)
    assert any(b'"absent"' in record.payload for record in records)
    check_all(floor)
    assert list(close_quiet(floor, "guest-", 90)) == []


def test_tables_of_others_and_tables_in_use_stay(floor: Floor, days: Days):
    house, old = seated(floor, "house", "online"), seated(floor, "guest-1", "online")
    days.now += 60 * DAY
    new = seated(floor, "guest-1", "online")
    days.now += 60 * DAY
    assert list(close_quiet(floor, "guest-", 90)) == [old]
    assert [floor.table(each).closed for each in (house, old, new)] == [False, True, False]


@pytest.mark.parametrize("believed", [True, False])
def test_the_house_looks_for_them_while_its_clock_is_believed(floor: Floor, days: Days, believed: bool):
    table = seated(floor, "guest-1", "online")
    days.now += 100 * DAY
    log.put_fact(floor.database, HEARTBEAT, str(days.now - (0 if believed else DAY)))
    with housekeeping(floor, "guest-", 90, every_seconds=1):
        end = time.monotonic() + (30 if believed else 3)
        while not floor.table(table).closed and time.monotonic() < end:
            time.sleep(0.1)
    assert floor.table(table).closed is believed


def test_a_table_to_which_somebody_comes_meanwhile_stays(floor: Floor, days: Days):
    tables = sorted((seated(floor, "guest-1", "online"), seated(floor, "guest-2", "online")))
    days.now += 90 * DAY
    closing = close_quiet(floor, "guest-", 90)
    assert next(closing) == tables[0]
    floor.send(tables[1], Stand(position=1, person="guest-1"))
    assert list(closing) == []
    assert not floor.table(tables[1]).closed
