"""Wrong entries at a table with chips: taken back by whoever made them, or corrected by somebody above."""

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import Facts
from mississippi_stud.table import commands as t
from mississippi_stud.table.agenda import DueKind, payments
from tests.table.hall import STAFFED, TOP
from tests.table.test_agenda import Desk, until

DEALER = {"by": "dealer", "person": "dee"}


def dealt(book: str = "crown", dealing: str = "shoe") -> Desk:
    """Return a table with chips where two players have their cards and the first decides."""
    desk = Desk(book, dealing, "chips")
    until(desk, DueKind.ASK)
    return desk


def enter(desk: Desk, script: str) -> None:
    desk.lines(script, **DEALER)


def back(desk: Desk) -> None:
    desk.do(t.TakeBack, **DEALER)


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_a_decision_is_taken_back_with_its_money_and_its_prompts(book: str, dealing: str):
    desk = dealt(book, dealing)
    before, money = desk.table, dict(desk.money)
    for entry in ("1 bet 3", "1 fold", "1 bet 1"):
        enter(desk, entry)
        back(desk)
        assert (desk.table.round, desk.table.prompts) == (before.round, before.prompts), entry
        assert {name: cents for name, cents in desk.money.items() if cents} == {k: v for k, v in money.items() if v}
    assert desk.again() == desk.table
    desk.rounds(1)


def test_a_card_is_taken_back_and_entered_anew():
    desk = dealt()
    enter(desk, "1 bet 1; 2 bet 1")
    until(desk, DueKind.TURN)
    enter(desk, "reveal Qh")
    back(desk)
    assert (desk.state.phase, desk.state.revealed) == (Phase.THIRD_STREET, 0)
    enter(desk, "reveal Qd")
    for card in ("3d", "2c"):
        enter(desk, f"1 bet 1; 2 bet 1; reveal {card}")
    enter(desk, "2 show 2h 2s")
    assert payments(desk.book, desk.table)[0][1][0].won_cents == 30_00
    back(desk)
    assert payments(desk.book, desk.table) == ()
    enter(desk, "2 show Qc 9s")
    assert payments(desk.book, desk.table)[0][1][0].won_cents == 10_00


def test_only_the_last_entry_and_only_by_whoever_made_it():
    desk = dealt()
    assert desk.refused(t.TakeBack, **DEALER) == ("nothing-to-take-back", "crown 8.1.1"), "nothing was entered yet"
    enter(desk, "1 bet 1")
    assert desk.refused(t.TakeBack, by=TOP["crown"], person="sue")[0] == "entry-of-another"
    enter(desk, "2 bet 1")
    back(desk)
    assert desk.refused(t.TakeBack, **DEALER)[0] == "nothing-to-take-back", "one step, not two"
    assert Wager.THIRD_STREET in desk.state.hands[1].stakes
    enter(desk, "2 bet 1")
    facts = Facts(position=1, measure="exclude")
    desk.do(t.Report, by=TOP["crown"], person="sue", incident=Incident.RULE_BROKEN, facts=facts)
    assert desk.refused(t.TakeBack, **DEALER)[0] == "nothing-to-take-back", "a ruling has followed"


def test_what_has_been_confirmed_is_not_taken_back():
    desk = dealt("nsw")
    enter(desk, "1 fold")
    prompt = next(each for each in desk.table.prompts if each.position == 1)
    desk.do(t.Confirm, **DEALER, prompt=prompt.number)
    assert desk.refused(t.TakeBack, **DEALER)[0] == "nothing-to-take-back", "the cards lie in the rack"


def test_nobody_takes_back_what_a_player_elsewhere_has_decided():
    desk = Desk("crown", "shoe", "elsewhere")
    while desk.table.round is None or desk.state.phase is Phase.BETTING:
        desk.step()
    desk.step()
    assert desk.table.entry is None
    assert desk.refused(t.TakeBack, **DEALER)[0] == "nothing-to-take-back"


def shown(desk: Desk) -> None:
    """Turn Qh 3d 2c and the cards of position 2."""
    for card in ("Qh", "3d", "2c"):
        enter(desk, "1 bet 1; 2 bet 1")
        until(desk, DueKind.TURN)
        enter(desk, f"reveal {card}")
    enter(desk, "2 show Qc 9s")


def card(text: str) -> int:
    return parse(text)[0]


def test_somebody_above_corrects_a_card_and_the_old_one_is_kept():
    desk = dealt()
    shown(desk)
    who = {"by": "tg-area-manager", "person": "amy"}
    desk.do(t.ComeOnDuty, **who)
    told = {"old": card("Qc"), "new": card("Kc"), "grounds": "misread"}
    assert desk.refused(t.CorrectCard, **DEALER, **told) == ("rank-too-low", "crown 13.10")
    assert desk.refused(t.CorrectCard, **who, **{**told, "grounds": ""})[0] == "no-grounds"
    assert desk.refused(t.CorrectCard, **who, **{**told, "new": card("Qh")})[0] == "card-twice"
    assert desk.refused(t.CorrectCard, **who, **{**told, "old": card("As")})[0] == "card-not-there"
    (event,) = desk.do(t.CorrectCard, **who, **told)
    assert (event.old, event.new, event.person, event.clause) == (card("Qc"), card("Kc"), "amy", "crown 13.10")
    assert payments(desk.book, desk.table)[0][1][0].won_cents == 0, "a king instead of the pair of queens"
    desk.do(t.CorrectCard, **who, old=card("3d"), new=card("Kd"), grounds="misread")
    assert payments(desk.book, desk.table)[0][1][0].won_cents == 10_00
    enter(desk, "1 show Qs Qd; settle")
    assert desk.refused(t.CorrectCard, **who, **told) == ("round-over", "crown 8.1.1"), "it has been paid"
    assert desk.again() == desk.table


def test_the_floors_cards_and_cards_that_nobody_has_seen_are_not_corrected():
    who = {"by": "floorperson", "person": "sue"}
    for way, code in (("dealer", "floors-deck"), ("elsewhere", "card-not-there")):
        desk = Desk("maryland", "shoe", way)
        until(desk, DueKind.TURN)
        hidden = desk.state.hands[1].hole[0]
        told = {"old": hidden, "new": next(each for each in range(52) if each not in desk.state.hands[1].hole)}
        assert desk.refused(t.CorrectCard, **who, **told, grounds="a guess")[0] == code
    desk = dealt("maryland")
    assert desk.refused(t.CorrectCard, **DEALER, old=0, new=1, grounds="so")[0] == "rank-too-low", (
        "even without a power"
    )
