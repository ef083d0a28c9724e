"""Deadlines: set once for each moment, never restarted, removed when it has passed; and their effects."""

import pytest

from mississippi_stud.jackpot import SetEquipment
from mississippi_stud.jackpot import decide as decide_meters
from mississippi_stud.messages import DAY, SECOND
from mississippi_stud.round import events as r
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode, Facts, deadlines, view
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.state import Clocks
from tests.table.hall import NAMES, OFFERS, STAFFED, TABLE, TOP, Hall, Staffed, all_of

CLOCKS = Clocks(betting_seconds=20, decision_seconds=30)
SEVERAL = ["nsw", "maryland", "crown"]


def kinds(events: list[te.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def timed(book: str, players: int = 2, dealing: str = "", **opening: object) -> Hall:
    """Open an automatic table with clocks; time starts at second 100."""
    hall = Hall(book, dealing, positions=max(players, 1), clocks=CLOCKS, **opening)
    hall.at = 100 * SECOND
    hall.sit(*NAMES[:players])
    return hall


def up(hall: Hall, key: str, at: int | None = None) -> list[te.Event]:
    """Expire a key, at its deadline or at the given time."""
    hall.at = deadlines(hall.table)[key] if at is None else at
    return hall.do(t.TimeUp, key=key)


def dealt(book: str, players: int = 3, **opening: object) -> Hall:
    hall = timed(book, players, **opening)
    hall.lines("; ".join([*(f"{position} ante 10" for position in hall.table.seats), "deal"]))
    return hall


# Set once, never again.


@pytest.mark.parametrize("book", SEVERAL)
def test_the_time_to_wager_begins_with_the_round_and_never_again(book: str):
    hall = timed(book, 3)
    assert deadlines(hall.table) == {}
    events = hall.lines("1 ante 10")
    assert [(event.key, event.due_at) for event in all_of(te.DeadlineSet, events)] == [("1/betting", 120 * SECOND)]
    for second, line in ((101, "2 ante 10"), (105, "1 ante 25"), (110, "2 withdraw ante"), (115, "2 ante 10")):
        hall.at = second * SECOND
        assert not all_of(te.DeadlineSet, hall.lines(line))
        assert deadlines(hall.table) == {"1/betting": 120 * SECOND}
    hall.stand(3)
    assert deadlines(hall.table) == {"1/betting": 120 * SECOND}


@pytest.mark.parametrize("book", ["nsw", "crown"])
def test_the_time_to_decide_begins_with_the_street_and_is_everybodys(book: str):
    hall = dealt(book)
    due = hall.at + 30 * SECOND
    assert deadlines(hall.table) == {"1/third-street": due}
    hall.at += 7 * SECOND
    hall.lines("2 bet 1")
    assert deadlines(hall.table) == {"1/third-street": due}
    hall.lines("1 fold")
    assert deadlines(hall.table) == {"1/third-street": due}
    hall.lines("3 bet 1")
    assert deadlines(hall.table) == {"1/fourth-street": hall.at + 30 * SECOND}
    hall.street()
    assert deadlines(hall.table) == {"1/fifth-street": hall.at + 30 * SECOND}
    hall.street()
    assert hall.table.round is None
    assert deadlines(hall.table) == {}
    keys = [event.key for event in all_of(te.DeadlineSet, hall.events)]
    assert len(keys) == len(set(keys)) == 4


def test_on_third_street_maryland_asks_one_seat_after_the_other():
    hall = dealt("maryland", 3)
    for position in (1, 2, 3):
        assert deadlines(hall.table) == {f"1/third-street/{position}": hall.at + 30 * SECOND}
        hall.at += 5 * SECOND
        hall.lines(f"{position} bet 1")
    assert deadlines(hall.table) == {"1/fourth-street": hall.at + 30 * SECOND}


def test_a_time_on_marylands_third_street_folds_the_one_who_is_asked():
    hall = dealt("maryland", 3)
    due = hall.at + 30 * SECOND
    for early in ("1/third-street/2", "1/third-street/3", "1/third-street"):
        assert hall.do(t.TimeUp, key=early) == []
    events = up(hall, "1/third-street/1")
    assert kinds(events) == ["DeadlineEnded", "HandEnded", "DeadlineSet"]
    assert (events[1].position, events[1].ending, events[1].on) == (1, "folded", "third-street")
    assert (events[2].key, events[2].due_at) == ("1/third-street/2", due + 30 * SECOND)
    assert hall.do(t.TimeUp, key="1/third-street/1") == []
    hall.lines("2 bet 1")
    assert kinds(up(hall, "1/third-street/3"))[:2] == ["DeadlineEnded", "HandEnded"]
    assert list(deadlines(hall.table)) == ["1/fourth-street"]


@pytest.mark.parametrize("book", SEVERAL)
def test_without_clocks_there_is_no_time(book: str):
    hall = Hall(book, positions=2)
    hall.sit("ann", "ben")
    hall.whole_round()
    assert not all_of(te.DeadlineSet, hall.events)


# Early, late, twice, unknown.


@pytest.mark.parametrize("book", SEVERAL)
def test_a_time_that_is_not_up_or_is_over_or_unknown_changes_nothing(book: str):
    hall = timed(book, 2)
    assert hall.do(t.TimeUp, key="1/betting") == []
    hall.lines("1 ante 10")
    for key in ("", "1", "2/betting", "0/betting", "1/third-street", "1/open", "x/y/z", "1/betting/1", "betting"):
        assert up(hall, key, 10**15) == []
    hall.at = 120 * SECOND - 1
    before = hall.table
    assert hall.do(t.TimeUp, key="1/betting") == []
    assert hall.table is before
    hall.at = 120 * SECOND
    assert all_of(r.CardsDealt, hall.do(t.TimeUp, key="1/betting"))
    for at in (120 * SECOND, 121 * SECOND, 10**15):
        assert up(hall, "1/betting", at) == []
    hall.at = 130 * SECOND
    hall.finish()
    assert up(hall, "1/third-street", 10**15) == []
    assert up(hall, "1/betting", 10**15) == []


def test_a_time_that_comes_after_the_table_closed_changes_nothing():
    hall = timed("online", 1)
    hall.lines("1 ante 10; 1 ready")
    hall.finish()
    hall.stand(1)
    hall.do(t.CloseTable)
    assert hall.do(t.TimeUp, key="1/open") == []
    assert hall.refused(t.TimeUp, by="player", person="ann", key="1/open")[0] == "table-closed"


# No more bets.


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_when_the_time_to_wager_is_up_those_are_dealt_who_wagered(book: str, dealing: str):
    hall = timed(book, 4, dealing)
    hall.lines("2 ante 10; 4 ante 10; 4 ready")
    events = up(hall, "1/betting")
    assert kinds(events)[:2] == ["DeadlineEnded", "CardsDealt"]
    assert set(events[1].hole) == {2, 4}
    assert {hand.position for hand in hall.state.live_hands()} == {2, 4}


@pytest.mark.parametrize(
    ("book", "clause"), [("nsw", "nsw 5.2"), ("maryland", "maryland .07F(1)"), ("crown", "crown 1.1 Ante")]
)
def test_a_round_that_nobody_plays_when_the_time_is_up_is_void_and_all_is_quiet(book: str, clause: str):
    hall = timed(book, 2)
    hall.lines("1 ante 10")
    hall.lines("1 withdraw ante")
    assert list(deadlines(hall.table)) == ["1/betting"]
    events = up(hall, "1/betting")
    assert kinds(events) == ["DeadlineEnded", "RoundVoided", "SecretRevealed", "RoundCommitted"]
    assert events[1].clause == clause
    assert events[2].voided == "nobody-wagered"
    assert deadlines(hall.table) == {}
    assert up(hall, "1/betting", hall.at + DAY) == []
    hall.whole_round()
    assert (hall.table.number, hall.table.rounds) == (2, 1)


def test_wagers_that_the_meter_cannot_record_go_back_when_the_time_is_up_and_the_cards_come():
    hall = timed("crown", 2, meter=OFFERS["crown"])
    hall.lines("1 ante 10; 1 jackpot 5; 2 ante 10")
    broken = SetEquipment(table=TABLE, working=False, manual=False)
    for event in decide_meters(hall.book, hall.meters, broken):
        hall.on_meter(event)
    events = up(hall, "1/betting")
    assert kinds(events)[:4] == ["DeadlineEnded", "WagerWithdrawn", "WagerRefused", "CardsDealt"]
    assert (events[2].position, events[2].clause) == (1, "crown 9.2.1")
    assert hall.money["player:ann"] == hall.money["player:ben"] == -10_00


def test_a_wager_that_the_meter_cannot_record_goes_back_only_once_where_the_cards_cannot_come_either():
    hall = timed("crown", 2, meter=OFFERS["crown"])
    hall.lines("1 ante 10; 1 jackpot 5; 1 ready; 2 ante 10; 2 ready")
    hall.report(Incident.CANNOT_FUND, position=1)
    hall.lines("2 fold")
    assert hall.table.carried_cents == {1: 5_00}
    before = hall.money["player:ben"]
    hall.lines("2 ante 10; 2 jackpot 5")
    broken = SetEquipment(at=hall.at, table=TABLE, working=False, manual=False)
    for event in decide_meters(hall.book, hall.meters, broken):
        hall.on_meter(event)
    events = up(hall, "2/betting")
    assert kinds(events)[:4] == ["DeadlineEnded", "WagerWithdrawn", "WagerRefused", "RoundVoided"]
    assert all_of(te.SecretRevealed, events)[0].voided == "undealable"
    assert [(result.wager, result.returned_cents) for result in events[3].results] == [(Wager.ANTE, 10_00)]
    assert hall.money["player:ben"] == before


# Decisions.


@pytest.mark.parametrize("book", ["nsw", "crown"])
@pytest.mark.parametrize("decided", [(), (2,), (1, 3), (1, 2)])
def test_when_the_time_to_decide_is_up_those_are_folded_who_did_not(book: str, decided: tuple[int, ...]):
    hall = dealt(book, 3)
    for position in decided:
        hall.lines(f"{position} bet 1")
    events = up(hall, "1/third-street")
    folded = [event.position for event in all_of(r.HandEnded, events)]
    assert folded == [position for position in (1, 2, 3) if position not in decided]
    assert {event.ending for event in all_of(r.HandEnded, events)} == {"folded"}
    if decided:
        assert list(deadlines(hall.table)) == ["1/fourth-street"]
        assert {hand.position for hand in hall.state.waiting()} == set(decided)
    else:
        assert hall.table.round is None
        assert hall.money["house"] == 30_00


@pytest.mark.parametrize("book", SEVERAL)
def test_on_every_street_a_time_that_is_up_goes_on_to_the_next(book: str):
    hall = dealt(book, 2)
    hall.street()
    hall.lines("2 bet 1")
    up(hall, "1/fourth-street")
    assert hall.state.phase == "fifth-street"
    up(hall, "1/fifth-street")
    assert hall.table.round is None
    assert hall.table.rounds == 1
    assert [hand.ended_on for hand in hall.table.last_round.hands.values()] == ["fourth-street", "fifth-street"]


@pytest.mark.parametrize("seen", ["bets", "waits"])
def test_a_blind_box_whose_time_is_up_is_folded_too(seen: str):
    hall = Hall("crown", positions=3, clocks=CLOCKS)
    hall.seat(1, "ann")
    hall.seat(2, "ann", nobody_shut_out=True, seats_elsewhere=True)
    hall.seat(3, "ben")
    hall.lines("2 ante 10; 2 ready; 1 ante 10; 1 ready; 3 ante 10; 3 ready; 3 bet 1")
    if seen == "bets":
        hall.lines("1 bet 1")
    events = up(hall, "1/third-street")
    ended = {event.position: (event.ending, event.clause) for event in all_of(r.HandEnded, events)}
    assert ended.pop(2) == ("folded", "crown 5.7.3")
    assert ended == ({} if seen == "bets" else {1: ("folded", "crown 5.7.3(a)")})
    hall.finish()
    lost = {each.wager: each.outcome for each in hall.table.last_round.results if each.position == 2}
    assert lost == {"ante": "lose"}
    assert hall.money["player:ann"] < 0


# Tables that people run.


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_at_a_table_with_a_dealer_the_time_closes_the_bets_and_folds_but_does_not_deal(book: str, dealing: str):
    hall = Staffed(book, dealing, DealingMode.DEALER, positions=2, clocks=CLOCKS)
    hall.sit("ann", "ben")
    hall.dealer(t.OpenRound)
    hall.lines("1 ante 10; 1 ready")
    assert deadlines(hall.table) == {"1/betting": 20 * SECOND}
    events = up(hall, "1/betting")
    assert kinds(events)[:2] == ["DeadlineEnded", "BettingClosed"]
    assert not all_of(r.CardsDealt, events)
    assert deadlines(hall.table) == {}
    hall.confirm_all()
    hall.lines("deal")
    (key,) = deadlines(hall.table)
    events = up(hall, key)
    assert kinds(events)[:2] == ["DeadlineEnded", "HandEnded"]
    assert not all_of(r.RoundSettled, events)
    assert deadlines(hall.table) == {}


@pytest.mark.parametrize("dealt", [DealingMode.DEALER, DealingMode.PHYSICAL])
def test_a_round_of_a_dealer_in_which_nobody_wagers_ends_with_its_time(dealt: DealingMode):
    hall = Staffed("crown", "shoe", dealt, positions=2, clocks=CLOCKS)
    hall.sit("ann")
    hall.confirm_all()
    hall.dealer(t.OpenRound)
    assert kinds(up(hall, "1/betting"))[:2] == ["DeadlineEnded", "RoundVoided"]
    hall.confirm_all()
    hall.betting()
    assert hall.state.live_hands()


def test_a_time_that_nobody_needs_any_more_is_gone():
    hall = Staffed("crown", "shoe", DealingMode.DEALER, positions=2, clocks=CLOCKS)
    hall.sit("ann", "ben")
    hall.betting()
    assert deadlines(hall.table) == {}
    hall.confirm_all()
    hall.lines("deal; 1 bet 1")
    assert list(deadlines(hall.table)) == ["1/third-street"]
    hall.lines("2 bet 1")
    assert deadlines(hall.table) == {}  # everybody has decided, and the dealer turns the card when ready
    hall.lines("reveal")
    assert list(deadlines(hall.table)) == ["1/fourth-street"]


@pytest.mark.parametrize("book", ["nsw", "crown"])
def test_no_time_runs_while_a_ruling_is_waited_for(book: str):
    hall = Staffed(book, "shoe", DealingMode.DEALER, positions=2, clocks=CLOCKS)
    hall.sit("ann", "ben")
    hall.dealt_out()
    assert deadlines(hall.table) == {"1/third-street": 30 * SECOND}
    facts = Facts(position=2, measure="exclude")
    assert all_of(te.RulingAsked, hall.dealer(t.Report, incident=Incident.RULE_BROKEN, facts=facts))
    assert deadlines(hall.table) == {}
    assert up(hall, "1/third-street", 31 * SECOND) == []
    assert not any(hand.ending for hand in hall.state.hands.values())
    hall.confirm_all()
    hall.do(t.Rule, by=TOP[book], person="sue")
    assert deadlines(hall.table) == {"1/third-street": 61 * SECOND}
    hall.lines("1 bet 1")


# Thirty days.


def test_a_game_that_lies_for_more_than_thirty_days_is_cancelled_to_the_microsecond():
    hall = Hall("online")
    hall.sit("ann")
    hall.at = 1_700_000_000_000_000
    opened = hall.at
    hall.lines("1 ante 10; 1 three-card-bonus 5; 1 ready")
    hall.at += 29 * DAY
    hall.lines("1 bet 1")
    assert deadlines(hall.table) == {"1/open": opened + 30 * DAY + 1}
    assert up(hall, "1/open", opened + 30 * DAY) == []
    events = up(hall, "1/open", opened + 30 * DAY + 1)
    assert kinds(events) == ["DeadlineEnded", "RoundVoided", "SecretRevealed", "RoundCommitted"]
    assert {result.clause for result in events[1].results} == {"online notice.4"}
    assert events[2].voided == "unfinished"
    assert hall.money["player:ann"] == 0
    assert up(hall, "1/open", opened + 31 * DAY) == []


def test_the_thirty_days_are_counted_from_the_wager_that_opened_the_game_and_for_each_anew():
    hall = Hall("online", clocks=CLOCKS)
    hall.sit("ann")
    hall.at = 5 * SECOND
    hall.lines("1 ante 10")
    assert deadlines(hall.table) == {"1/open": 5 * SECOND + 30 * DAY + 1, "1/betting": 25 * SECOND}
    hall.lines("1 ante 10; 1 ready")
    hall.finish()
    assert deadlines(hall.table) == {}
    hall.at = DAY
    hall.lines("1 ante 10")
    assert deadlines(hall.table)["2/open"] == 31 * DAY + 1


def test_the_view_tells_when_the_time_for_this_moment_is_up_and_not_the_thirty_days():
    hall = Hall("online", clocks=CLOCKS)
    hall.sit("ann")
    hall.lines("1 ante 10")
    assert view(hall.book, hall.table, Role.PLAYER, "ann").due_at == 20 * SECOND
    untimed = Hall("online")
    untimed.sit("ann")
    untimed.lines("1 ante 10; 1 ready")
    assert view(untimed.book, untimed.table, Role.PLAYER, "ann").due_at is None


def test_clocks_give_a_second_or_more():
    hall = Hall("crown")
    hall.table = None
    opening = {"id": TABLE, "dealt": DealingMode.AUTOMATIC, "dealing": "shoe"}
    for betting, decision in ((0, 20), (20, 0), (-1, 20)):
        clocks = Clocks(betting_seconds=betting, decision_seconds=decision)
        assert (
            hall.wrong(t.OpenTable, **opening, clocks=clocks) == "the clocks of a table must allow at least one second"
        )
    hall.do(t.OpenTable, **opening, clocks=Clocks(betting_seconds=1, decision_seconds=1))
