"""Seats that change while an automatic table's bets are open: nobody pays for another, nobody is stuck."""

from typing import Any

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.round import events as r
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode
from mississippi_stud.table import commands as t
from tests.table.hall import OFFERS, Hall, Staffed, all_of

ANTE = {Wager.ANTE: 10_00}


def kinds(events: list[Any]) -> list[str]:
    return [type(event).__name__ for event in events]


def seated_only(hall: Hall) -> str:
    return hall.book.positions.seated_players_only.clause


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_who_takes_a_place_that_was_left_is_not_in_the_round_and_nobody_else_pays(book: str):
    hall = Hall(book, positions=3)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10")
    hall.stand(2)
    hall.seat(2, "zed")
    assert hall.line_refused("2 ante 10; 2 ready") == ("nobody-there", seated_only(hall))
    assert hall.line_refused("2 ante 10", by="player", person="zed") == ("nobody-there", seated_only(hall))
    assert hall.line_refused("2 ante 10", by="floor") == ("nobody-there", seated_only(hall))
    assert hall.money == {"player:ann": -10_00, "round": 10_00}
    hall.lines("1 ante 10; 1 ready")  # the deal does not wait for zed
    hall.finish()
    hall.lines("1 ante 10; 2 ante 10; 2 ready")
    assert {position: hand.player for position, hand in hall.state.hands.items()} == {1: "ann", 2: "zed"}
    assert hall.money["player:zed"] == -10_00
    assert hall.money["player:ben"] == 0


def test_an_empty_place_is_not_wagered_for():
    hall = Hall("crown", positions=3)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10")
    hall.stand(2)
    assert hall.line_refused("2 ante 10", by="floor") == ("nobody-there", seated_only(hall))


def test_who_comes_back_to_the_same_place_is_in_the_round():
    hall = Hall("crown", positions=3)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10")
    hall.stand(2)
    hall.seat(2, "ben")
    hall.lines("2 ante 10; 2 ready; 1 ante 10; 1 ready")
    assert sorted(hand.player for hand in hall.state.live_hands()) == ["ann", "ben"]


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_who_sits_down_after_the_round_was_opened_waits_for_the_next_and_holds_nobody_up(book: str):
    hall = Hall(book, positions=3)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10; 1 ready")
    hall.seat(3, "cyd")
    assert hall.line_refused("3 ante 10; 3 ready") == ("nobody-there", seated_only(hall))
    assert kinds(hall.lines("3 ready")) == ["SeedCommitted", "SeatReady"]
    assert kinds(hall.lines("2 ante 10; 2 ready"))[-1] == "CardsDealt"
    hall.finish()
    assert not hall.table.seats[3].ready
    hall.whole_round()
    assert hall.table.rounds == 2
    assert set(hall.table.last_round.hands) == {1, 2, 3}


def test_the_cards_come_when_the_last_who_was_not_ready_goes():
    hall = Hall("nsw", positions=3)
    hall.sit("ann", "ben", "cyd")
    hall.lines("1 ante 10; 1 ready")
    assert kinds(hall.stand(3)) == ["SeatLeft"]
    assert kinds(hall.stand(2)) == ["SeatLeft", "CardsDealt"]


def test_no_cards_come_when_nobody_who_is_left_has_wagered():
    hall = Hall("nsw", positions=3)
    hall.sit("ann", "ben", "cyd")
    hall.lines("3 ante 10; 1 ready; 3 withdraw ante; 2 ready")
    assert kinds(hall.stand(3)) == ["SeatLeft", "RoundVoided", "SecretRevealed", "RoundCommitted"]


@pytest.mark.parametrize("how", ["stand", "sit", "withdraw", "leave"])
def test_a_round_without_a_wager_ends_when_the_seats_have_changed(how: str):
    hall = Hall("crown", positions=3)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10")
    bound = hall.table.committed
    match how:
        case "stand":
            hall.lines("1 withdraw ante")
            events = hall.stand(1)
        case "sit":
            hall.lines("1 withdraw ante")
            events = hall.seat(3, "cyd")
        case "withdraw":
            hall.seat(3, "cyd")
            events = hall.lines("1 withdraw ante")
        case _:
            hall.seat(3, "cyd")
            events = hall.lines("1 leave")
    assert kinds(events)[-3:] == ["RoundVoided", "SecretRevealed", "RoundCommitted"]
    voided, revealed, committed = events[-3:]
    assert (voided.clause, voided.results) == ("crown 2.1", ())
    assert (revealed.number, revealed.secret, revealed.seeds) == (1, bound.secret, {})
    assert revealed.voided == "seats-changed"
    assert (committed.number, committed.commitment != bound.commitment) == (2, True)
    hall.whole_round()
    assert set(hall.table.last_round.hands) == set(hall.table.seats)


def test_a_round_without_a_wager_goes_on_while_the_seats_stay():
    hall = Hall("crown", positions=2)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10")
    hall.lines("1 withdraw ante")
    assert hall.table.round is not None
    hall.whole_round()
    assert (hall.table.number, hall.table.rounds) == (1, 1)


def test_a_single_seat_changes_hands():
    hall = Hall("online")
    hall.sit("ann")
    hall.lines("1 ante 10")
    hall.lines("1 withdraw ante")
    hall.stand(1)
    hall.seat(1, "ben")
    hall.whole_round()
    assert hall.table.last_round.hands[1].player == "ben"
    assert hall.money["player:ann"] == 0


def test_at_a_table_that_people_run_who_came_later_is_not_wagered_for_either():
    hall = Hall("crown", dealt=DealingMode.DEALER, positions=2, by="dealer", person="dee")
    hall.sit("ann")
    hall.do(t.OpenRound, by="dealer", person="dee")
    hall.stand(1)
    hall.seat(1, "ben")
    assert hall.line_refused("1 ante 10", by="dealer") == ("nobody-there", seated_only(hall))
    called = {"position": 1, "wager": Wager.ANTE, "cents": 10_00, "accompanied": True, "converted": True}
    assert hall.refused(t.CallWager, by="player", person="ben", **called) == ("nobody-there", "crown 2.1")


def test_a_jackpot_wager_that_was_carried_over_is_named_with_the_others_or_left_out():
    for named in (True, False):
        hall = Hall("crown", positions=2, meter=OFFERS["crown"])
        hall.sit("ann")
        hall.lines("1 ante 10; 1 jackpot 5; deal")
        hall.report(Incident.CANNOT_FUND, position=1)
        assert hall.table.carried_cents == {1: 5_00}
        hall.lines("1 ante 10; 1 jackpot 5" if named else "1 ante 10")
        assert hall.money["player:ann"] == -15_00
        assert {wager: stake.cents for wager, stake in hall.state.hands[1].stakes.items()} == {
            Wager.ANTE: 10_00, Wager.JACKPOT: 5_00,
        }  # fmt: skip
        hall.lines("deal")
        hall.finish()
        assert hall.table.carried_cents == {}
        assert hall.table.rounds == 2


def test_a_ruling_at_an_automatic_table_lets_the_dealer_go_on():
    hall = Hall("nsw", positions=2)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10; 1 ready; 2 ante 10; 2 ready; 1 bet 1")
    events = hall.report(Incident.PLAYER_ABSENT, position=2)
    assert all_of(r.HandEnded, events)
    assert all_of(r.CardRevealed, events)
    assert hall.state.phase == "fourth-street"


def test_who_gives_up_the_seat_sits_at_the_box_and_is_waited_for():
    hall = Hall("crown", positions=3)
    hall.seat(1, "ann")
    for position in (3, 2):
        hall.seat(position, "ann", nobody_shut_out=True, seats_elsewhere=True)
    assert [hall.table.seats[position].box for position in (1, 2, 3)] == [False, True, True]
    hall.stand(3)
    assert [hall.table.seats[position].box for position in (1, 2)] == [False, True]
    hall.stand(1)
    assert not hall.table.seats[2].box
    hall.lines("2 ante 10")
    assert hall.state.phase == "betting"
    hall.lines("2 ante 10; 2 ready")
    assert not hall.state.hands[2].blind
    hall.finish()


def test_nobody_sits_without_a_name():
    hall = Hall("crown")
    for by in ("player", "floor"):
        assert hall.wrong(t.Sit, by=by, person="", position=1, player="") == "a player needs a name"
    assert hall.table.seats == {}


@pytest.mark.parametrize("by", ["player", "dealer"])
def test_at_a_staffed_table_the_staff_and_not_the_player_say_that_there_is_room_for_a_box(by: str):
    """crown 5.10.1."""
    hall = Staffed("crown", "shoe", DealingMode.PHYSICAL, positions=4)
    hall.sit("ann")
    who = {"by": by, "person": "ann" if by == "player" else "dee", "player": "ann", "position": 2}
    assert hall.refused(t.Sit, **who) == ("no-room-for-boxes", "crown 5.10.1")
    room = {"nobody_shut_out": True, "seats_elsewhere": True}
    if by == "player":
        assert hall.refused(t.Sit, **who, **room) == ("no-room-for-boxes", "crown 5.10.1")
    else:
        hall.do(t.Sit, **who, **room)
        assert hall.table.seats[2].box


def test_at_an_automatic_table_a_box_keeps_nobody_from_playing():
    """crown 5.10.1: another such table can always be opened."""
    hall = Hall("crown", positions=4)
    hall.sit("ann")
    hall.seat(2, "ann")
    assert hall.table.seats[2].box


@pytest.mark.parametrize("dealt", [DealingMode.DEALER, DealingMode.PHYSICAL])
def test_a_book_without_staff_has_automatic_tables_only(dealt: DealingMode):
    with pytest.raises(InputError, match="online has no staff: its tables are dealt automatically"):
        Hall("online", dealt=dealt)
