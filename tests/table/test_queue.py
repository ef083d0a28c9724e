"""The line for a seat: places that are kept, offers of half a minute, and nobody who gets past whoever waits."""

import pytest

from mississippi_stud.messages import SECOND
from mississippi_stud.round.view import Role
from mississippi_stud.table import commands as t
from mississippi_stud.table import deadlines, view
from mississippi_stud.table import events as te
from mississippi_stud.table.queue import ACCEPT_SECONDS, QUEUE_MAX
from tests.table.hall import NAMES, Hall, all_of
from tests.table.test_clock import timed

BOOKS = ["nsw", "maryland", "crown", "online"]


def full(book: str = "crown", seats: int = 2) -> Hall:
    """Open a table of which every seat is taken; time starts at second 100."""
    return timed(book, 1 if book == "online" else seats)


def wait(hall: Hall, player: str) -> list[te.Event]:
    return hall.do(t.JoinQueue, by="player", person=player, player=player)


def go(hall: Hall, player: str) -> list[te.Event]:
    return hall.do(t.LeaveQueue, by="player", person=player, player=player)


def sits(hall: Hall, player: str, position: int) -> list[te.Event]:
    return hall.do(t.Sit, by="player", person=player, player=player, position=position)


def line(hall: Hall) -> list[str]:
    return [place.player for place in hall.table.queue]


def offered(hall: Hall) -> list[str]:
    return [place.player for place in hall.table.queue if place.offer]


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_waits_longest_is_offered_the_first_free_seat_for_half_a_minute(book: str):
    hall = full(book)
    wait(hall, "eve")
    wait(hall, "fay")
    assert (line(hall), offered(hall), deadlines(hall.table)) == (["eve", "fay"], [], {})
    events = hall.stand(1)
    assert [(each.player, each.offer) for each in all_of(te.SeatOffered, events)] == [("eve", 1)]
    assert deadlines(hall.table) == {"queue/1": 130 * SECOND}
    assert sits(hall, "eve", 1)
    assert (line(hall), deadlines(hall.table)) == (["fay"], {})
    assert hall.again() == hall.table


def test_an_offer_lapses_at_its_second_and_not_before_and_the_next_is_asked():
    hall = full()
    for player in ("eve", "fay"):
        wait(hall, player)
    hall.stand(2)
    hall.at = (100 + ACCEPT_SECONDS) * SECOND - 1
    assert hall.do(t.TimeUp, key="queue/1") == []
    hall.at += 1
    left = hall.do(t.TimeUp, key="queue/1")
    assert [(each.player, each.lapsed) for each in all_of(te.QueueLeft, left)] == [("eve", True)]
    assert [(each.player, each.offer) for each in all_of(te.SeatOffered, left)] == [("fay", 2)]
    assert hall.do(t.TimeUp, key="queue/1") == []  # late, twice, from two processes
    assert deadlines(hall.table) == {"queue/2": hall.at + ACCEPT_SECONDS * SECOND}
    assert hall.refused(t.Sit, by="player", person="eve", player="eve", position=2)[0] == "seat-offered"
    wait(hall, "eve")
    assert line(hall) == ["fay", "eve"]


def test_nobody_else_takes_a_seat_that_is_kept_but_one_that_is_not():
    hall = full(seats=3)
    wait(hall, "eve")
    hall.stand(1)
    assert hall.refused(t.Sit, by="player", person="gus", player="gus", position=1)[0] == "seat-offered"
    hall.stand(2)
    assert sits(hall, "gus", 1)
    assert hall.refused(t.Sit, by="player", person="hal", player="hal", position=2)[0] == "seat-offered"
    assert sits(hall, "eve", 2)


def test_a_player_who_waits_keeps_the_place_from_any_device_and_has_one():
    hall = full()
    for player in ("eve", "fay"):
        wait(hall, player)
    wait(hall, "eve")
    assert line(hall) == ["eve", "fay"]
    assert hall.again() == hall.table
    assert hall.refused(t.JoinQueue, by="player", person="ann", player="ann")[0] == "seated-already"
    assert hall.refused(t.JoinQueue, by="player", person="ann", player="gus")[0] == "not-yours"
    assert hall.refused(t.LeaveQueue, by="player", person="ann", player="eve")[0] == "not-yours"
    seen = view(hall.book, hall.table, Role.PLAYER, "fay")
    assert (seen.queue.waiting, seen.queue.place, seen.queue.due_at, seen.vacant) == (2, 2, None, ())
    assert view(hall.book, hall.table, Role.SPECTATOR).queue.place is None


def test_whoever_leaves_the_line_gives_the_offer_to_the_next():
    hall = full()
    for player in ("eve", "fay", "gus"):
        wait(hall, player)
    for _ in range(2):
        go(hall, "fay")
        assert line(hall) == ["eve", "gus"]
    hall.stand(1)
    assert offered(hall) == ["eve"]
    go(hall, "eve")
    assert (line(hall), offered(hall)) == (["gus"], ["gus"])
    seen = view(hall.book, hall.table, Role.PLAYER, "gus")
    assert (seen.queue.place, seen.queue.due_at) == (1, hall.at + ACCEPT_SECONDS * SECOND)
    assert seen.vacant == (1,)
    assert view(hall.book, hall.table, Role.PLAYER, "hal").vacant == ()


def test_two_seats_are_offered_to_two_and_a_third_waits():
    hall = full(seats=3)
    for player in ("eve", "fay", "gus"):
        wait(hall, player)
    hall.stand(1)
    hall.stand(3)
    assert offered(hall) == ["eve", "fay"]
    assert set(deadlines(hall.table)) == {"queue/1", "queue/2"}
    assert sits(hall, "fay", 1)
    assert offered(hall) == ["eve"]


def test_the_line_is_no_clock_of_the_round():
    hall = full(seats=3)
    hall.lines("1 ante 10; 2 ante 10; deal")
    wait(hall, "eve")
    before = view(hall.book, hall.table, Role.PLAYER, "ann").due_at
    hall.stand(3)
    hall.at += 1
    assert "queue/1" in deadlines(hall.table)
    assert view(hall.book, hall.table, Role.PLAYER, "ann").due_at == before
    hall.lines("1 fold; 2 fold")
    assert set(deadlines(hall.table)) == {"queue/1"}, "the round is over, the offer is not"


def test_an_offer_moves_with_an_outage():
    hall = full()
    wait(hall, "eve")
    hall.stand(1)
    hall.at += 60 * SECOND
    hall.do(t.MoveDeadlines, since=hall.at - 50 * SECOND, allowance=10 * SECOND)
    assert deadlines(hall.table) == {"queue/1": (100 + ACCEPT_SECONDS + 60) * SECOND}
    assert hall.table.offers == 1


def test_the_line_has_an_end():
    hall = full()
    for number in range(QUEUE_MAX):
        wait(hall, f"p{number}")
    code, clause = hall.refused(t.JoinQueue, by="player", person="last", player="last")
    assert (code, clause) == ("queue-full", hall.book.positions.maximum.clause)
    assert len(hall.table.queue) == QUEUE_MAX


def test_a_table_that_closes_has_no_line():
    hall = full("online")
    wait(hall, "eve")
    hall.stand(1)
    hall.do(t.CloseTable)
    assert (hall.table.queue, deadlines(hall.table)) == ((), {})


def test_the_floor_may_seat_whom_it_will_and_only_it_makes_a_bot():
    hall = full()
    wait(hall, "eve")
    hall.stand(2)
    hall.do(t.Sit, by="player", person="eve", player="eve", position=2, bot=True)
    assert not hall.table.seats[2].bot
    hall.stand(1)
    hall.do(t.Sit, player="bot-1", position=1, bot=True)
    assert hall.table.seats[1].bot
    assert [seat.bot for seat in view(hall.book, hall.table, Role.SPECTATOR).seats] == [True, False]
    assert NAMES[0] not in hall.table.players


def test_a_seat_that_a_newcomer_may_free_goes_to_who_has_waited_longest():
    hall = Hall("crown", positions=2)
    for position in (1, 2):
        hall.do(t.Sit, position=position, player="ann")
    hall.do(t.JoinQueue, player="ben")
    assert view(hall.book, hall.table, Role.PLAYER, "eve").vacant == ()
    sitting = {"by": "player", "person": "eve", "player": "eve"}
    assert hall.refused(t.Sit, position=2, **sitting) == ("seat-offered", "crown 2.1")
    assert view(hall.book, hall.table, Role.PLAYER, "ben").vacant == (2,)
    hall.do(t.Sit, position=2, player="ben")
    assert hall.table.players == {"ann", "ben"}


def test_a_seat_that_is_kept_for_somebody_is_vacant_for_nobody_else():
    hall = Hall("crown", positions=2)
    for position, player in ((1, "ann"), (2, "ben")):
        hall.do(t.Sit, position=position, player=player)
    hall.do(t.JoinQueue, player="cyd")
    hall.do(t.Stand, position=2)
    assert view(hall.book, hall.table, Role.PLAYER, "eve").vacant == ()
    assert view(hall.book, hall.table, Role.PLAYER, "cyd").vacant == (2,)
