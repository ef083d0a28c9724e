"""Wrong entries at a table with chips: taken back by whoever made them, or corrected by somebody above."""

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.round.state import Phase, Setup
from mississippi_stud.round.wagers import corrected
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import Facts
from mississippi_stud.table import commands as t
from mississippi_stud.table.agenda import DueKind, payments
from mississippi_stud.table.entries import correctable, may_correct
from tests.script import go
from tests.table.hall import METER, OFFERS, STAFFED, TOP, VALUE_CENTS
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
    desk.do(t.ComeOnDuty, by="dealer", person="don")
    assert desk.refused(t.TakeBack, by="dealer", person="don")[0] == "entry-of-another"
    enter(desk, "2 bet 1")
    back(desk)
    assert desk.refused(t.TakeBack, **DEALER)[0] == "taken-back-above", "one step, not two"
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
    assert desk.refused(t.TakeBack, **DEALER)[0] == "taken-back-above", "the cards lie in the rack"


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


SUE = {"by": TOP["crown"], "person": "sue"}


def test_whoever_relieves_a_dealer_takes_back_the_last_entry():
    desk = dealt()
    enter(desk, "1 fold")
    desk.do(t.ComeOnDuty, by="dealer", person="don")
    desk.do(t.GoOffDuty, **DEALER)
    desk.do(t.TakeBack, by="dealer", person="don")
    assert desk.state.hands[1].ending is None


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_somebody_above_goes_back_entry_by_entry_to_what_really_happened(book: str, dealing: str):
    """A fold was entered for a bet, and noticed when the card was turned and the cards lay in the rack."""
    desk = dealt(book, dealing)
    who = {"by": TOP[book], "person": "sue"}
    before, money = desk.state, {name: cents for name, cents in desk.money.items() if cents}
    enter(desk, "1 fold")
    while desk.due("dee")[0].kind is DueKind.CONFIRM:
        desk.step()
    enter(desk, "2 bet 3")
    until(desk, DueKind.TURN)
    enter(desk, "reveal Qh")
    desk.lines("2 bet 1", **DEALER)
    assert desk.refused(t.TakeBack, **who)[0] == "no-grounds"
    taken = [desk.do(t.TakeBack, **who, grounds="seat 1 had bet")[-1] for _ in range(4)]
    assert {each.grounds for each in taken} == {"seat 1 had bet"}
    assert all(each.clause.startswith(f"{book} ") for each in taken)
    assert desk.state == before
    assert {name: cents for name, cents in desk.money.items() if cents} == money
    assert desk.refused(t.TakeBack, **who, grounds="more")[0] == "nothing-to-take-back"
    assert desk.again() == desk.table
    enter(desk, "1 bet 1")
    desk.rounds(1)


def test_nobody_goes_back_past_a_ruling():
    desk = dealt()
    enter(desk, "1 bet 1")
    facts = Facts(position=1, measure="exclude")
    desk.do(t.Report, **SUE, incident=Incident.RULE_BROKEN, facts=facts)
    assert desk.refused(t.TakeBack, **SUE, grounds="so")[0] == "nothing-to-take-back"


def test_a_corrected_card_is_corrected_in_what_is_taken_back_too():
    desk = dealt()
    enter(desk, "1 bet 1; 2 bet 1; reveal Qh; 1 bet 1")
    desk.do(t.CorrectCard, **SUE, old=card("Qh"), new=card("Qd"), grounds="misread")
    desk.do(t.TakeBack, **SUE, grounds="seat 1 had not decided")
    assert desk.state.community[0] == card("Qd")
    assert Wager.FOURTH_STREET not in desk.state.hands[1].stakes
    assert desk.again() == desk.table


def test_the_amount_of_a_wager_is_corrected_with_its_money_and_its_streets():
    """The dealer entered 10 for an ante of 50: the streets, entered as multiples of 10, are corrected after it."""
    desk = dealt()
    enter(desk, "1 bet 2; 2 bet 1")
    lost = desk.money["player:" + desk.state.hands[1].player]
    told = {"position": 1, "wager": Wager.ANTE, "cents": 50_00, "grounds": "two green chips lie there"}
    assert desk.refused(t.CorrectWager, **DEALER, **told) == ("rank-too-low", "crown 13.10")
    assert desk.refused(t.CorrectWager, **SUE, **{**told, "grounds": ""})[0] == "no-grounds"
    assert desk.refused(t.CorrectWager, **SUE, **{**told, "cents": 0})[0] == "no-amount"
    assert desk.refused(t.CorrectWager, **SUE, **{**told, "wager": Wager.FIFTH_STREET})[0] == "not-placed"
    assert desk.refused(t.CorrectWager, **SUE, **{**told, "position": 5})[0] == "not-placed"
    (event,) = desk.do(t.CorrectWager, **SUE, **told)
    assert (event.old_cents, event.stakes[Wager.ANTE].cents, event.clause) == (10_00, 50_00, "crown 13.10")
    assert desk.state.hands[1].stakes[Wager.THIRD_STREET].found == "crown 11.10.2", "20 is less than once the ante"
    desk.do(t.CorrectWager, **SUE, **{**told, "wager": Wager.THIRD_STREET, "cents": 100_00})
    stakes = desk.state.hands[1].stakes
    assert {wager: (stake.cents, stake.counted_cents, stake.found) for wager, stake in stakes.items()} == {
        Wager.ANTE: (50_00, 50_00, None),
        Wager.THIRD_STREET: (100_00, 100_00, None),
    }
    assert desk.money["player:" + desk.state.hands[1].player] == lost - 40_00 - 80_00
    assert desk.again() == desk.table
    desk.rounds(1)


def test_a_wager_over_the_maximum_found_by_a_correction_counts_to_the_maximum():
    desk = dealt()
    told = {"position": 1, "wager": Wager.ANTE, "cents": 500_01, "grounds": "a stack lies there"}
    desk.do(t.CorrectWager, **SUE, **told)
    stake = desk.state.hands[1].stakes[Wager.ANTE]
    assert (stake.cents, stake.counted_cents, stake.found) == (500_01, 500_00, "crown 6.2.2")


def test_wagers_before_the_cards_are_entered_anew_and_nobody_corrects_what_players_placed_themselves():
    desk = Desk("crown", "shoe", "chips")
    until(desk, DueKind.TAKE_WAGERS)
    enter(desk, "1 ante 10")
    told = {"position": 1, "wager": Wager.ANTE, "cents": 50_00, "grounds": "so"}
    assert desk.refused(t.CorrectWager, **SUE, **told)[0] == "enter-wagers-anew"
    other = Desk("crown", "shoe", "elsewhere")
    until(other, DueKind.READ)
    assert other.refused(t.CorrectWager, **SUE, **told)[0] == "own-wagers"


def test_a_card_read_wrongly_is_corrected_when_the_hands_are_turned():
    """The player saw the card that was read; when the hand is turned, everybody sees what lies there."""
    desk = Desk("crown", "shoe", "elsewhere")
    until(desk, DueKind.SETTLE)
    hole = desk.state.hands[1].hole
    free = next(each for each in range(52) if each not in {*hole, *desk.state.hands[2].hole, *desk.state.community})
    desk.do(t.CorrectCard, **SUE, old=hole[0], new=free, grounds="the scanner misread it")
    assert desk.state.hands[1].hole == (free, hole[1])


def test_tokens_on_a_street_are_not_touched_by_the_correction_of_another_wager():
    state = go("nsw", Setup(dealing="shoe", seats=((1, "ann"),)), "1 ante 10; deal Qh Jh; 1 bet 3 tokens=20")
    stakes = corrected(rulebook("nsw"), state.setup, state.hands[1], Wager.ANTE, 5_00)
    assert (stakes[Wager.THIRD_STREET].cents, stakes[Wager.THIRD_STREET].tokens_cents) == (30_00, 20_00)
    less = corrected(rulebook("nsw"), state.setup, state.hands[1], Wager.THIRD_STREET, 10_00)
    assert less[Wager.THIRD_STREET].tokens_cents == 10_00


# Side wagers.


def with_meter(book: str, dealing: str, script: str) -> Desk:
    """Return a table on a meter where two players have their cards after these wagers."""
    desk = Desk(book, dealing, "chips", meter=OFFERS[book], value_cents=VALUE_CENTS)
    until(desk, DueKind.TAKE_WAGERS)
    enter(desk, script)
    until(desk, DueKind.ASK)
    return desk


def played_out(desk: Desk) -> tuple[object, ...]:
    """Play the round to its end; return its results, what everybody has, and the meter."""
    enter(desk, "1 bet 1; 2 bet 1")
    for turned in ("Qh", "3h", "2h"):
        until(desk, DueKind.TURN)
        enter(desk, f"reveal {turned}")
        if turned != "2h":
            enter(desk, "1 bet 1; 2 bet 1")
    until(desk, DueKind.SHOW_HOLE)
    enter(desk, "2 show Ah Kh; 1 show Qs Qd")
    until(desk, DueKind.SETTLE)
    enter(desk, "settle")
    money = {name: cents for name, cents in desk.money.items() if cents}
    results = sorted(
        (each.position, each.wager, each.outcome, each.won_cents) for each in desk.table.last_round.results
    )
    return results, money, desk.meters.meters[METER].value


@pytest.mark.parametrize(("book", "dealing"), [each for each in STAFFED if each[0] != "maryland"])
@pytest.mark.parametrize(("entered", "lay", "cents"), [("", "2 jackpot 5", 5_00), ("2 jackpot 5", "", 0)])
@pytest.mark.parametrize("other", ["", "1 jackpot 5"])
def test_a_jackpot_wager_is_entered_or_taken_out_from_above_as_if_it_had_been_entered_rightly(
    book: str, dealing: str, entered: str, lay: str, cents: int, other: str
):
    def wagers(*more: str) -> str:
        return "; ".join(filter(None, ("1 ante 10", "2 ante 10", other, *more)))

    desk, right = with_meter(book, dealing, wagers(entered)), with_meter(book, dealing, wagers(lay))
    who, told = {"by": TOP[book], "person": "sue"}, {"position": 2, "wager": Wager.JACKPOT, "grounds": "it lay there"}
    clause = may_correct(desk.book, TOP[book])
    assert desk.refused(t.CorrectWager, **DEALER, **told, cents=cents) == ("rank-too-low", clause)
    assert desk.refused(t.CorrectWager, **who, **told, cents=4_00)[0] == "wrong-cost"
    if not cents:
        assert (2, Wager.JACKPOT, 5_00) in correctable(desk.book, desk.table)
    else:
        assert (2, Wager.JACKPOT, 0) in correctable(desk.book, desk.table)
        assert desk.refused(t.CorrectWager, **who, **told, cents=0)[0] == "not-placed"
    (event,) = desk.do(t.CorrectWager, **who, **told, cents=cents)
    assert (event.old_cents, event.clause) == (5_00 - cents, clause)
    assert desk.state.hands == right.state.hands
    assert desk.meters.meters[METER].value == right.meters.meters[METER].value
    assert desk.meters.games == right.meters.games
    enter(desk, "1 bet 1")
    desk.do(t.TakeBack, **who, grounds="seat 1 had not decided")
    assert desk.state.hands == right.state.hands, "what is taken back has the wager too"
    assert desk.again() == desk.table
    assert played_out(desk) == played_out(right)


@pytest.mark.parametrize("dealing", ["shoe", "hand"])
def test_where_the_jackpot_chips_were_counted_nobody_enters_one_afterwards(dealing: str):
    desk = with_meter("maryland", dealing, "1 ante 10; 2 ante 10")
    told = {"position": 2, "wager": Wager.PROGRESSIVE, "cents": 5_00, "grounds": "it lay there"}
    refused = {"shoe": "maryland .08C(2)(b)", "hand": "maryland .09A(4)(b)"}[dealing]
    assert desk.refused(t.CorrectWager, by=TOP["maryland"], person="sue", **told) == ("jackpot-counted", refused)
    assert Wager.PROGRESSIVE not in {wager for _, wager, _ in correctable(desk.book, desk.table)}


def test_a_side_wager_without_a_meter_is_corrected_too_and_one_that_is_not_offered_is_not():
    desk = Desk("nsw", "shoe", "chips")
    until(desk, DueKind.ASK)
    who, told = {"by": TOP["nsw"], "person": "sue"}, {"position": 1, "grounds": "it lay there"}
    (side,) = [wager for position, wager, cents in correctable(desk.book, desk.table) if position == 1 and not cents][
        :1
    ]
    held = desk.money["player:" + desk.state.hands[1].player]
    desk.do(t.CorrectWager, **who, **told, wager=side, cents=5_00)
    assert desk.state.hands[1].stakes[side].cents == 5_00
    assert desk.money["player:" + desk.state.hands[1].player] == held - 5_00
    other = dealt()
    assert other.refused(t.CorrectWager, **SUE, **told, wager=Wager.JACKPOT, cents=5_00)[0] == "not-offered"
