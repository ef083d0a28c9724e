"""Bots that fill seats: they play as players do, see what players see, and are gone when people want the seats."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mississippi_stud.floor import Admission, Floor
from mississippi_stud.floor.bots import BotChoice, bots_wanted, run_bots
from mississippi_stud.floor.care import leave_seats
from mississippi_stud.floor.clock import tick
from mississippi_stud.floor.history.recall import happened
from mississippi_stud.floor.listing import listed_tables, queue_places, tables_with_bots
from mississippi_stud.floor.persons import stream_of
from mississippi_stud.floor.tenancy import PLAY
from mississippi_stud.messages import DAY, SECOND
from mississippi_stud.person.care_messages import ExcludeSelf
from mississippi_stud.round.events import HandEnded, WagerPlaced
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS
from mississippi_stud.table import TableView
from mississippi_stud.table import commands as t
from mississippi_stud.table.queue import ACCEPT_SECONDS
from tests.floor.clock import Clock
from tests.floor.drive import check_all, opened, play, sit

BOOKS = ["nsw", "maryland", "crown"]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(clock: Clock) -> Iterator[Floor]:
    with Floor.in_memory(clock) as floor:
        yield floor
        check_all(floor)


def table_with_bots(floor: Floor, book: str = "crown", positions: int = 3, bots: int = 2, **options: object) -> str:
    """Open a table that bots may fill, with ann at the first seat."""
    dealing = {"dealing": "automatic"} if book == "maryland" else {}
    admission = {"admission": Admission.LOBBY}
    table = floor.open_table(book, positions=positions, bots=bots, **{**dealing, **admission, **options})
    floor.deposit("ann", 1_000_00)
    sit(floor, table, "ann")
    return table


def smallest(_book: Rulebook, view: TableView, position: int) -> int:
    """Bet the smallest multiple, having seen no card but one's own and the board."""
    assert view.round is not None
    assert view.own == (position,)
    for hand in view.round.hands:
        assert (None in hand.hole) == (hand.position != position)
    return min(view.multiples)


def until_quiet(floor: Floor, choose: BotChoice = smallest) -> int:
    """Let the bots act until there is nothing for them to do; return how often they acted."""
    acted = 0
    while now := run_bots(floor, choose):
        acted += now
    return acted


def bots_at(floor: Floor, table: str) -> list[int]:
    return [position for position, seat in floor.table(table).seats.items() if seat.bot]


def recorded(floor: Floor, table: str) -> list[object]:
    return [event for _, event, _, _ in happened(floor, table)]


def wait(floor: Floor, table: str, player: str) -> None:
    floor.send(table, t.JoinQueue(player=player, person=player), actor=player)


@pytest.mark.parametrize("book", BOOKS)
def test_bots_sit_down_play_a_round_after_a_person_has_begun_it_and_never_before(floor: Floor, book: str):
    table = table_with_bots(floor, book)
    assert until_quiet(floor) == 2
    assert bots_at(floor, table) == [2, 3]
    assert floor.table(table).round is None, "a bot opens no round"
    play(floor, table, "1 ante 10; 1 ready")
    for _ in STREETS:
        until_quiet(floor)
        play(floor, table, "1 bet 1")
    until_quiet(floor)
    ended = floor.table(table).last_round
    assert ended is not None
    assert floor.table(table).round is None
    assert {result.position for result in ended.results} == {1, 2, 3}
    assert all(set(STREETS) <= set(hand.stakes) for hand in ended.hands.values())


def test_a_bot_folds_by_its_choice_and_once(floor: Floor):
    table = table_with_bots(floor)
    until_quiet(floor)
    play(floor, table, "1 ante 10; 1 ready")
    run_bots(floor, lambda *_: 0)
    run_bots(floor, lambda *_: 0)
    assert run_bots(floor, lambda *_: 0) == 0
    folded = Counter(each.position for each in recorded(floor, table) if isinstance(each, HandEnded))
    assert folded == {2: 1, 3: 1}


def test_bots_make_room_for_whoever_waits_once_the_round_is_over(floor: Floor, clock: Clock):
    table = table_with_bots(floor)
    until_quiet(floor)
    play(floor, table, "1 ante 10; 1 ready")
    until_quiet(floor)
    for player in ("ben", "cyd"):
        wait(floor, table, player)
    until_quiet(floor)
    assert len(bots_at(floor, table)) == 2, "they play the round to its end"
    play(floor, table, "1 fold")
    until_quiet(floor, lambda *_: 0)
    assert bots_at(floor, table) == []
    assert [place.player for place in floor.table(table).queue if place.offer] == ["ben", "cyd"]
    floor.deposit("ben", 100_00)
    sit(floor, table, "ben", 3)
    clock.now += (ACCEPT_SECONDS + 1) * SECOND
    assert tick(floor) == [f"{table} queue/2"]
    assert tick(floor) == []
    until_quiet(floor)
    assert bots_at(floor, table) == [2], "one who does not answer has given the seat away"


def test_without_people_bots_leave_and_cost_nothing_more(floor: Floor):
    table = table_with_bots(floor)
    until_quiet(floor)
    floor.send(table, t.NoteConnection(player="ann", connected=False, by=t.FLOOR))
    until_quiet(floor)
    assert (bots_at(floor, table), tables_with_bots(floor)) == ([], [])
    floor.send(table, t.NoteConnection(player="ann", connected=True, by=t.FLOOR))
    until_quiet(floor)
    assert bots_at(floor, table) == [2, 3]
    floor.send(table, t.Stand(position=1, person="ann"))
    until_quiet(floor)
    assert (floor.table(table).seats, tables_with_bots(floor)) == ({}, [])
    assert listed_tables(floor, PLAY, 10) == [table]


def test_as_many_bots_as_there_is_room_for(floor: Floor):
    table = table_with_bots(floor, positions=2, bots=5)
    until_quiet(floor)
    assert bots_at(floor, table) == [2]
    assert bots_wanted(floor.table(table)) == 1


def test_a_bot_always_has_money_for_the_next_round(floor: Floor):
    table = table_with_bots(floor, positions=2, bots=1)
    until_quiet(floor)
    bot = floor.table(table).seats[2].player
    for _ in range(3):
        play(floor, table, "1 ante 10; 1 ready")
        until_quiet(floor, lambda *_: 0)
        play(floor, table, "1 fold")
    placed = [each for each in recorded(floor, table) if isinstance(each, WagerPlaced) and each.position == 2]
    assert len(placed) == 3
    assert floor.balance(bot) >= 0


def test_they_go_on_after_a_restart(sqlite_url: str, key_file: Path):
    with Floor.open(sqlite_url, key_file, Clock()) as floor:
        table = table_with_bots(floor)
        until_quiet(floor)
        play(floor, table, "1 ante 10; 1 ready")
        run_bots(floor, smallest)
    with Floor.open(sqlite_url, key_file, Clock()) as floor:
        until_quiet(floor)
        play(floor, table, "1 fold")
        until_quiet(floor, lambda *_: 0)
        assert floor.table(table).rounds == 1
        assert bots_at(floor, table) == [2, 3]


def test_two_processes_act_once_for_each_bot(postgres_url: str):
    with opened(postgres_url) as one, opened(postgres_url) as other, ThreadPoolExecutor(2) as threads:
        table = table_with_bots(one)
        for line in ("", "1 ante 10; 1 ready", "1 bet 1", "1 bet 1", "1 bet 1"):
            if line:
                play(one, table, line)
            for _ in range(3):
                list(threads.map(lambda floor: run_bots(floor, smallest), (one, other)))
        assert one.table(table).rounds == 1
        placed = Counter((each.position, each.wager) for each in recorded(one, table) if isinstance(each, WagerPlaced))
        assert len(placed) == 3 * 4
        assert set(placed.values()) == {1}
        check_all(one)


# The line, on a floor.


def test_whoever_may_not_play_neither_joins_the_line_nor_stays_in_it(floor: Floor, clock: Clock):
    table = table_with_bots(floor, positions=1, bots=0)
    for player in ("ben", "cyd"):
        wait(floor, table, player)
    floor.send(stream_of("ben"), ExcludeSelf(until=clock.now + DAY * 30))
    assert leave_seats(floor) == [table]
    assert leave_seats(floor) == []
    assert [place.player for place in floor.table(table).queue] == ["cyd"]
    with pytest.raises(Refused):
        wait(floor, table, "ben")
    floor.disable("a check", player="dan")
    with pytest.raises(Refused, match="gaming-disabled"):
        wait(floor, table, "dan")
    with floor.database.transaction() as connection:
        rows = {row.player: row.waits for row in connection.execute(queue_places.select())}
    assert rows == {"ben": 0, "cyd": 1}


def test_the_listing_is_rebuilt_from_the_log(floor: Floor):
    table = table_with_bots(floor, positions=2, bots=1)
    until_quiet(floor)
    wait(floor, table, "ben")
    before = (listed_tables(floor, PLAY, 10), tables_with_bots(floor))
    floor.rebuild()
    assert (listed_tables(floor, PLAY, 10), tables_with_bots(floor)) == before == ([table], [table])
