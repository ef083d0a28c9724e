"""Players who need more time, lose the connection, sit out or do not answer; nobody else suffers from it."""

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.messages import SECOND
from mississippi_stud.round import events as r
from mississippi_stud.round.state import Ending, Phase
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import Turn, deadlines, view
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.state import NoAnswer
from tests.table.hall import Hall, all_of
from tests.table.test_clock import dealt, timed, up

TOGETHER = ["nsw", "crown"]
THIRD = "1/third-street"


def own(hall: Hall, position: int, kind: type, **fields: object) -> list[te.Event]:
    """Give a command as the player of a position."""
    return hall.do(kind, by="player", person=hall.table.seats[position].player, position=position, **fields)


def press(hall: Hall, position: int) -> list[te.Event]:
    return own(hall, position, t.TakeTime, turn=hall.table.turn)


def folded(events: list[te.Event]) -> list[int]:
    return [each.position for each in all_of(r.HandEnded, events) if each.ending is Ending.FOLDED]


# The reserve.


@pytest.mark.parametrize("book", TOGETHER)
def test_the_reserve_gives_one_seat_more_time_and_nobody_else(book: str):
    hall = dealt(book)
    due = hall.at + 30 * SECOND
    press(hall, 2)
    assert deadlines(hall.table) == {THIRD: due, f"{THIRD}/2": due + 15 * SECOND}
    assert folded(up(hall, THIRD)) == [1, 3]
    assert deadlines(hall.table) == {f"{THIRD}/2": due + 15 * SECOND}
    hall.do(t.NoteConnection, player="nobody", connected=False)  # any command: the street's time is not set again
    assert deadlines(hall.table) == {f"{THIRD}/2": due + 15 * SECOND}
    assert folded(up(hall, f"{THIRD}/2")) == [2]


def test_the_reserve_is_sixty_seconds_fifteen_at_a_time_as_long_as_one_sits_there():
    hall = dealt("crown", 2)
    due = hall.at + 30 * SECOND
    for times in (1, 2, 3):
        press(hall, 1)
        assert deadlines(hall.table)[f"{THIRD}/1"] == due + times * 15 * SECOND
    hall.lines("1 bet 1; 2 bet 1")
    press(hall, 1)
    turn = hall.table.turn
    assert hall.refused(t.TakeTime, by="player", person="ann", position=1, turn=turn)[0] == "reserve-used"
    assert view(hall.book, hall.table, Role.PLAYER, "ann").seats[0].reserve_seconds == 0
    assert view(hall.book, hall.table, Role.PLAYER, "ben").seats[1].reserve_seconds == 60


def test_the_reserve_is_for_a_decision_that_one_has_now():
    hall = dealt("crown", 2)
    passed = Turn(round=1, phase=Phase.BETTING)
    assert hall.refused(t.TakeTime, by="player", person="ann", position=1, turn=passed)[0] == "turn-passed"
    hall.lines("1 bet 1")
    turn = hall.table.turn
    assert hall.refused(t.TakeTime, by="player", person="ann", position=1, turn=turn)[0] == "nothing-to-decide"
    assert hall.refused(t.TakeTime, by="player", person="ann", position=2, turn=turn)[0] == "not-yours"


def test_where_seats_are_asked_one_after_the_other_the_next_begins_when_the_reserve_is_used():
    hall = dealt("maryland", 2)
    due = hall.at + 30 * SECOND
    press(hall, 1)
    assert deadlines(hall.table) == {f"{THIRD}/1": due + 15 * SECOND}
    assert hall.refused(t.TakeTime, by="player", person="ben", position=2, turn=hall.table.turn)[0] == (
        "nothing-to-decide"
    )
    up(hall, f"{THIRD}/1")
    assert deadlines(hall.table) == {f"{THIRD}/2": due + 45 * SECOND}


# More time for people who need it.


@pytest.mark.parametrize("book", TOGETHER)
def test_who_needs_ten_times_as_long_has_it(book: str):
    hall = timed(book, 2)
    own(hall, 2, t.ChoosePace, pace=10)
    hall.lines("1 ante 10")
    assert deadlines(hall.table) == {"1/betting": hall.at + 200 * SECOND}
    hall.lines("2 ante 10; deal")
    assert deadlines(hall.table) == {THIRD: hall.at + 30 * SECOND, f"{THIRD}/2": hall.at + 300 * SECOND}
    assert folded(up(hall, THIRD)) == [1]
    assert folded(up(hall, f"{THIRD}/2")) == [2]


@pytest.mark.parametrize("pace", [0, 3, 11, -1])
def test_other_paces_are_refused(pace: int):
    with pytest.raises(InputError, match="1, 2, 10"):
        own(timed("crown", 1), 1, t.ChoosePace, pace=pace)


# Without an answer.


@pytest.mark.parametrize("book", TOGETHER)
def test_the_smallest_bet_is_made_for_who_chose_it_whatever_the_cards(book: str):
    hall = timed(book, 2)
    own(hall, 1, t.ChooseNoAnswer, no_answer=NoAnswer.SMALLEST_BET)
    hall.lines("1 ante 10; 2 ante 10; deal")
    for street in ("third-street", "fourth-street", "fifth-street"):
        events = up(hall, f"1/{street}/1")
        assert [(each.position, each.wager, each.stake.cents) for each in all_of(r.WagerPlaced, events)] == [
            (1, Wager(street), 10_00)
        ]
        if street == "third-street":
            assert folded(up(hall, f"1/{street}")) == [2]
    assert hall.table.round is None
    assert all_of(r.RoundSettled, hall.events)


def test_who_cannot_pay_for_the_smallest_bet_folds():
    hall = timed("crown", 1)
    own(hall, 1, t.ChooseNoAnswer, no_answer=NoAnswer.SMALLEST_BET)
    hall.lines("1 ante 10; deal")
    hall.at = deadlines(hall.table)[f"{THIRD}/1"]
    assert folded(hall.do(t.TimeUp, key=f"{THIRD}/1", funded=False)) == [1]


def test_it_is_chosen_before_the_cards():
    hall = timed("crown", 2)
    hall.lines("1 ante 10")
    own(hall, 1, t.ChooseNoAnswer, no_answer=NoAnswer.SMALLEST_BET)  # the bets are still open
    hall.lines("deal")
    choice = {"by": "player", "person": "ann", "position": 1, "no_answer": NoAnswer.FOLD}
    assert hall.refused(t.ChooseNoAnswer, **choice) == ("bets-closed", "crown 5.2")
    own(hall, 2, t.ChooseNoAnswer, no_answer=NoAnswer.SMALLEST_BET)  # has no cards in this round


# The connection.


@pytest.mark.parametrize("book", TOGETHER)
def test_who_loses_the_connection_in_a_decision_has_twenty_seconds_more_once_a_round(book: str):
    hall = dealt(book)
    due = hall.at + 30 * SECOND
    hall.do(t.NoteConnection, player="ben", connected=False)
    assert deadlines(hall.table) == {THIRD: due, f"{THIRD}/2": due + 20 * SECOND}
    hall.do(t.NoteConnection, player="ben", connected=True)
    assert hall.do(t.NoteConnection, player="ben", connected=True) == []
    hall.do(t.NoteConnection, player="ben", connected=False)
    assert deadlines(hall.table)[f"{THIRD}/2"] == due + 20 * SECOND
    hall.street()
    hall.do(t.NoteConnection, player="ben", connected=True)
    hall.do(t.NoteConnection, player="ben", connected=False)
    assert deadlines(hall.table) == {"1/fourth-street": hall.at + 30 * SECOND}


def test_everybody_sees_who_is_away():
    hall = timed("crown", 2)
    hall.do(t.NoteConnection, player="ben", connected=False)
    assert [seat.away_at for seat in view(hall.book, hall.table, Role.PLAYER, "ann").seats] == [None, hall.at]


def test_the_wagers_of_who_is_away_when_the_cards_come_go_back():
    hall = timed("crown", 2)
    hall.lines("1 ante 10; 2 ante 10")
    hall.do(t.NoteConnection, player="ben", connected=False)
    events = up(hall, "1/betting")
    assert [(each.position, each.wager) for each in all_of(r.WagerWithdrawn, events)] == [(2, Wager.ANTE)]
    assert set(all_of(r.CardsDealt, events)[0].hole) == {1}
    assert (hall.money["player:ann"], hall.money["player:ben"]) == (-10_00, 0)


@pytest.mark.parametrize("ready", [True, False])
def test_the_wagers_of_who_is_away_go_back_when_everybody_else_is_ready(ready: bool):
    """Also if it is the lost connection itself that leaves nobody to wait for."""
    hall = timed("crown", 3)
    hall.lines("2 ante 10; 2 ready" if ready else "2 ante 10")
    hall.lines("1 ante 10; 1 ready; 3 ante 10; 3 ready" if not ready else "1 ante 10; 1 ready")
    events = hall.do(t.NoteConnection, player="ben", connected=False)
    if ready:
        events = hall.lines("3 ante 10; 3 ready")
    assert [(each.position, each.wager) for each in all_of(r.WagerWithdrawn, events)] == [(2, Wager.ANTE)]
    assert set(all_of(r.CardsDealt, events)[0].hole) == {1, 3}
    assert (hall.money["player:ann"], hall.money["player:ben"]) == (-10_00, 0)


def test_no_cards_are_dealt_for_wagers_of_who_is_away_alone():
    hall = timed("crown", 2)
    hall.lines("2 ante 10; 2 ready")
    own(hall, 1, t.SitOut)
    assert hall.state.phase is Phase.THIRD_STREET, "nobody waits for who sits out"
    hall.finish()
    own(hall, 1, t.SitOut, out=False)
    hall.lines("2 ante 10; 2 ready")
    hall.do(t.NoteConnection, player="ben", connected=False)
    own(hall, 1, t.SitOut)
    assert hall.state.phase is Phase.BETTING
    assert not all_of(r.CardsDealt, up(hall, "2/betting"))
    assert hall.table.round is None


def test_who_acts_is_there():
    """A program without a live view, or a page whose socket is held up, still plays."""
    hall = timed("crown", 2)
    for name in ("ann", "ben"):
        hall.do(t.NoteConnection, player=name, connected=False)
    hall.lines("2 ante 10; 1 ante 10; 1 ready; 2 ready")
    assert [hand.position for hand in hall.state.live_hands()] == [1, 2]
    assert [seat.away_at for seat in hall.table.seats.values()] == [None, None]


@pytest.mark.parametrize("book", ["maryland", *TOGETHER])
def test_who_lost_the_connection_before_a_street_has_the_time_when_it_opens(book: str):
    hall = dealt(book, 2)
    hall.lines("1 bet 1")
    hall.do(t.NoteConnection, player="ann", connected=False)
    hall.lines("2 bet 1")
    due = hall.at + 30 * SECOND
    assert deadlines(hall.table) == {"1/fourth-street": due, "1/fourth-street/1": due + 20 * SECOND}


def test_nobody_waits_for_who_is_away_or_sits_out():
    hall = timed("crown", 3)
    hall.do(t.NoteConnection, player="ben", connected=False)
    own(hall, 3, t.SitOut)
    hall.lines("1 ante 10; 1 ready")
    assert hall.state.phase is Phase.THIRD_STREET
    hall.finish()
    own(hall, 3, t.SitOut, out=False)
    hall.do(t.NoteConnection, player="ben", connected=True)
    hall.lines("1 ante 10; 1 ready")
    assert hall.state.phase is Phase.BETTING


# Side wagers.


def test_five_seconds_are_left_for_side_wagers_after_an_ante_once_a_round():
    hall = timed("maryland", 2, tables={Wager.THREE_CARD_BONUS: "A"})
    hall.lines("1 ante 10")
    hall.at = 116 * SECOND
    hall.lines("2 ante 10")
    assert deadlines(hall.table) == {"1/betting": 121 * SECOND}
    hall.lines("2 withdraw ante")
    hall.at = 120 * SECOND
    hall.lines("2 ante 10")
    assert deadlines(hall.table) == {"1/betting": 121 * SECOND}


def test_no_time_is_left_for_side_wagers_that_are_not_offered():
    hall = timed("crown", 2)
    hall.lines("1 ante 10")
    hall.at = 119 * SECOND
    hall.lines("2 ante 10")
    assert deadlines(hall.table) == {"1/betting": 120 * SECOND}


# An outage.


def test_an_outage_moves_the_players_deadlines_and_not_the_rounds_own():
    hall = dealt("crown", 2)
    press(hall, 1)
    before = deadlines(hall.table)
    hall.at += 30 * SECOND
    hall.do(t.MoveDeadlines, since=hall.at - 30 * SECOND, allowance=10 * SECOND)
    assert deadlines(hall.table) == {key: at + 40 * SECOND for key, at in before.items()}
    assert view(hall.book, hall.table, Role.SPECTATOR).outage_seconds == 40, "everybody is told"
    press(hall, 1)
    hall.do(t.MoveDeadlines, since=hall.at - 6 * SECOND, allowance=10 * SECOND)
    assert view(hall.book, hall.table, Role.PLAYER, "ben").outage_seconds == 56, "both outages"
    assert hall.again() == hall.table
    hall.street()
    assert view(hall.book, hall.table, Role.SPECTATOR).outage_seconds == 0, "the next street has its own time"
    assert hall.refused(t.MoveDeadlines, by="player", person="ann", since=0, allowance=1)[0] == "not-a-players"
