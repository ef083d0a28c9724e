"""crown 11: irregularities."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import (
    ACM,
    AM,
    ANN_BEN,
    ANN_TWICE,
    CUT,
    DEAL_JACKS,
    HDD,
    JACKPOT,
    JACKS,
    KING_HIGH,
    METER,
    SIXES,
    WAGERS,
    crown,
    dealt,
    with_jackpot,
)
from tests.jackpot.floor import LOW_STRAIGHT_FLUSH, NOTHING, ROYAL, added, cancelled, floor
from tests.script import cents, clauses, go, refused, results, seen
from tests.table.hall import TABLE, Pit, opened
from tests.table.second_reader import Row, check, of

from mississippi_stud.cards import parse
from mississippi_stud.jackpot import CancelGame, CancelMistake, Carry, DisplayNotice, RemoveTable, RetractWagers
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.decide import play as play_meters
from mississippi_stud.jackpot.state import Change, MeterNotice
from mississippi_stud.messages import MINUTE
from mississippi_stud.round import view
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import Facts
from mississippi_stud.table import commands as t


@pytest.mark.parametrize(
    ("power", "title"),
    [
        pytest.param("declare-misdeal", "tg-area-manager", marks=clause("crown 11.2")),
        pytest.param("rule-irregularity", "tg-higher-duties-dealer", marks=clause("crown 11.4")),
    ],
)
def test_11_2__who_may_rule(power: str, title: str):
    assert rulebook("crown").staff.powers[power].value == title


@clause("crown 11.2", "crown 11.2.1", "crown 11.2.2", "crown 11.2.2(a)", "crown 11.2.2(b)")
@pytest.mark.parametrize(
    ("count", "then"), [(52, ["shuffle-after-count 11.2.2(a)", *CUT]), (51, ["box-seal-and-replace 11.2.2(b)"])]
)
def test_11_2__the_dealer_tells_and_an_area_manager_rules_and_the_deck_is_counted(count: int, then: list[str]):
    drive = dealt()
    drive.report("wrong-hole-count", by="dealer", position=1, cards=1)
    assert drive.line_refused("1 place 25") == ("ruling-waits", "crown 11.2.1")
    assert drive.refused(t.Rule, by=AM) == ("prompt-waits", "crown 11.2")
    drive.confirm(drive.prompt(f"tell-{HDD}"))
    assert drive.refused(t.Rule, by=HDD) == ("rank-too-low", "crown 11.2.1")
    drive.do(t.Rule, by=AM)
    assert drive.table.last_round.phase == "void"
    before = len(drive.prompted)
    assert (drive.prompt("count-deck").clause, drive.duties()) == ("crown 11.2.2", ["count-deck"])
    drive.confirm(drive.prompt("count-deck"), count=count)
    drive.confirm_all()
    assert drive.since(before) == then
    assert bool(drive.table.decks) is (count == 52)


@clause("crown 11.2.1", "crown 11.12")
@pytest.mark.parametrize("street", [0, 1, 2, 3])
def test_11_2_1__a_misdeal_returns_every_wager_and_carries_the_jackpots(street: int):
    played = "; ".join(["1 place 10; 2 place 20; reveal"] * street)
    script = f"1 ante 10; 1 jackpot 5; 2 ante 20; deal 2c 3c 7d 8d 9h Js Kc; {played}; void crown 11.2.1"
    state = go("crown", with_jackpot(ANN_BEN), script)
    streets = ["third-street", "fourth-street", "fifth-street"][:street]
    main = {"ante": ("void", "0.00", "10.00")} | dict.fromkeys(streets, ("void", "0.00", "10.00"))
    assert results(state, 1) == main | {"jackpot": ("carried", "0.00", "0.00")}
    assert set(results(state, 2).values()) == {("void", "0.00", "20.00")}
    assert [net_cents(state, position) for position in (1, 2)] == [0, 0]
    assert clauses(state, 1)["ante"] == "crown 11.2.1"
    assert clauses(state, 1)["jackpot"] == "crown 11.12"
    assert refused("crown", state, "settle")[0] == "round-over"


@clause("crown 11.2.1", "crown 11.8")
@pytest.mark.parametrize(
    ("incident", "facts"), [("wrong-hole-count", {"position": 1, "cards": 3}), ("deck-incomplete", {"cards": 51})]
)
def test_11_2_1__what_must_be_ruled_is_not_let_be(incident: str, facts: dict[str, object]):
    drive = opened("crown", "shoe")
    drive.betting()
    drive.lines(DEAL_JACKS)
    with pytest.raises(Refused, match="must-be-ruled"):
        drive.report(incident, by=ACM, waived=True, **facts)


@clause("crown 11.3")
def test_11_3__the_area_manager_is_told_too():
    drive = dealt()
    drive.report("wrong-community-count", by="dealer", cards=4, order_known=True)
    assert drive.table.question.decides == HDD
    drive.do(t.Rule, by=HDD)
    assert drive.prompt(f"tell-{AM}").clause == "crown 11.3"


@clause("crown 11.3.1(b)")
def test_11_3_1__a_deck_that_gave_too_much_before_the_deal_still_has_the_cards_of_the_round():
    drive = opened("crown", "shoe")
    drive.betting()  # two players: the round needs seven cards of 52
    wrong = {"incident": Incident.WRONG_COMMUNITY_COUNT, "by": AM}
    code, _ = drive.refused(t.Report, facts=Facts(cards=3 + 46, order_known=True), **wrong)
    assert code == "not-so-many"
    drive.report("wrong-community-count", cards=3 + 45, order_known=True)
    drive.confirm_all()
    drive.deal()
    code, _ = drive.refused(t.Report, facts=Facts(cards=3 + 1, order_known=True), **wrong)
    assert code == "not-so-many"


@clause("crown 11.3.1(b)", "crown 11.5", "crown 11.8")
def test_11_3_1_b__what_is_said_of_the_cards_must_be_possible():
    drive = opened("crown", "shoe")
    drive.betting()
    drive.deal()  # 9h 2c 7d 8s to the players, Ts Jc Qd: seven cards are out, 45 are left
    named = {"incident": Incident.STRAY_HAND, "by": HDD}
    card, three = Facts(position=5, looked=True, card=parse("9h")), Facts(position=5, card=parse("3c 3d 3h"))
    assert drive.refused(t.Report, facts=card, **named) == ("card-twice", "crown 11.5")
    assert drive.refused(t.Report, facts=three, **named) == ("too-many-named", "crown 11.5")
    excess = {"incident": Incident.WRONG_COMMUNITY_COUNT, "by": AM}
    many = Facts(cards=3 + 46, order_known=True)
    assert drive.refused(t.Report, facts=many, **excess) == ("not-so-many", "crown 11.3.1(a)")
    few = {"incident": Incident.DECK_INCOMPLETE, "facts": Facts(cards=6)}
    assert drive.refused(t.Report, by=AM, **few) == ("more-cards-lie", "crown 11.8")
    drive.report("deck-incomplete", cards=7)
    assert drive.table.decks[0].short == 45


@clause("crown 11.3.1(b)")
@pytest.mark.parametrize(("cards", "excess"), [(4, 1), (5, 2)])
def test_11_3_1_b__the_excess_is_out_and_every_card_is_accounted_for(cards: int, excess: int):
    drive = dealt()
    drive.report("wrong-community-count", cards=cards, order_known=True)
    assert drive.table.round.discarded == (None,) * excess


@clause("crown 11.5", "crown 11.5.1")
def test_11_5__after_a_stray_hand_players_may_retract_and_jackpots_are_registered_anew():
    drive = dealt(meter=METER)
    drive.report("stray-hand", position=5, looked=True)
    seen = len(drive.on_meters)
    drive.lines("2 retract")
    cancelled, again = drive.on_meters[seen:]
    assert isinstance(cancelled, je.GameCancelled)
    assert ([each.position for each in cancelled.returned], cancelled.clause) == ([2], "crown 11.5.1")
    assert isinstance(again, je.GameRegistered)
    assert ([each.position for each in again.wagers], again.round) == ([1], cancelled.round)
    drive.finish()
    back = [(each.returned_cents, each.clause) for each in drive.table.last_round.results if each.position == 2]
    assert back == [(1000, "crown 11.5"), (500, "crown 11.5.1")]


@clause("crown 11.5")
def test_11_5__without_such_a_ruling_nothing_is_retracted_and_the_next_card_ends_the_option():
    drive = dealt()
    assert drive.line_refused("1 retract") == ("no-retraction", "crown 11.5")
    drive.report("stray-hand", position=5, looked=True)
    drive.lines("1 place 25;2 place 10;reveal")
    assert drive.line_refused("1 retract") == ("no-retraction", "crown 11.5")


INCREMENT = Fraction("1.703")


@clause("crown 11.5.1")
def test_11_5_1__a_retracted_wager_goes_back_and_the_others_are_registered_anew():
    casino = floor("crown")
    casino.do(casino.register(1, 2, 3))
    events = casino.do(RetractWagers(table="A", positions=(2,)))
    assert cancelled(events) == [((2,), "crown 11.5.1")]
    assert [wager.position for wager in casino.meters.games["A"].wagers] == [1, 3]
    assert casino.meters.games["A"].round == "1"
    assert casino.value() == 50_000 + 2 * INCREMENT
    assert casino.refused(RetractWagers(table="A", positions=(2,)))[0] == "no-game"
    casino.do(casino.record({1: NOTHING, 2: "returned", 3: "folded"}))


@clause("crown 11.6.1", "crown 11.6.3")
def test_11_6_1__cards_taken_and_noted_as_a_fold_come_back():
    drive = dealt()
    drive.lines("2 fold;1 fold")
    drive.report("cards-taken", position=1, named=parse("7d 9h"))
    assert (drive.table.rulings[-1].clause, drive.table.round.hands[1].ending) == ("crown 11.6.1", None)


@clause("crown 11.6.1", "crown 11.6.2", "crown 11.6.3")
def test_11_6_1__cards_that_do_not_lie_on_top_stay_though_they_are_named():
    drive = dealt()
    drive.lines("1 fold;2 fold")
    drive.report("cards-taken", position=1, named=parse("7d 9h"))
    assert drive.table.rulings[-1].clause == "crown 11.6.2"
    drive.finish()
    back = [each.returned_cents for each in drive.table.last_round.results if each.position == 1]
    assert back == [2500, 500]


@clause("crown 11.6.2")
@pytest.mark.parametrize("said", [True, False])
@pytest.mark.parametrize(
    ("before", "alone"), [("", True), ("1 fold", True), ("2 fold", False), ("2 fold;1 fold", False)]
)
def test_11_6_2__whether_cards_are_alone_in_the_rack_is_known_and_not_asked(before: str, alone: bool, said: bool):
    drive = dealt()
    drive.lines(before)
    drive.report("cards-taken", position=1, alone=said)
    assert drive.table.rulings[-1].ruling == ("lone-cards-returned" if alone else "cards-stay")
    assert drive.table.round.hands[1].live is alone


@clause("crown 11.6.2")
def test_11_6_2__cards_that_came_back_lie_no_longer_in_the_rack():
    drive = dealt()
    for position in (1, 2):
        drive.report("cards-taken", position=position)
        assert drive.table.rulings[-1].ruling == "lone-cards-returned"


@clause("crown 11.6.2", "crown 11.6.3")
@pytest.mark.parametrize("named", ["9h 7c", "9h", ""])
def test_11_6_2__cards_named_wrongly_stay_and_every_wager_goes_back(named: str):
    drive = dealt()
    drive.lines("1 place 25;2 fold")
    drive.confirm_all()
    drive.lines("reveal")
    drive.report("cards-taken", position=1, named=parse(named) if named else ())
    drive.finish()
    back = {str(each.wager): each.returned_cents for each in drive.table.last_round.results if each.position == 1}
    assert back == {"ante": 2500, "third-street": 2500, "jackpot": 500}


@clause("crown 11.7")
def test_11_7__a_card_shown_by_mistake_stays_public():
    drive = dealt()
    drive.lines("1 place 25")
    drive.report("community-exposed", streets=(1,))
    assert view(drive.book, drive.table.round, Role.SPECTATOR).community == (None, *parse("Jc"), None)
    drive.lines("2 fold")
    drive.finish()
    assert drive.table.last_round.phase == "settled"


AGAIN = (("ann", "cannot-fund"),)


@clause("crown 11.9")
@pytest.mark.parametrize(
    ("played", "wagered"),
    [
        ("", {"ante": "10.00"}),
        ("1 place 30; reveal", {"ante": "10.00", "third-street": "30.00"}),
        (
            "1 place 30; reveal; 1 place 20; reveal",
            {"ante": "10.00", "third-street": "30.00", "fourth-street": "20.00"},
        ),
    ],
)
@pytest.mark.parametrize("again", [False, True])
def test_11_9__the_first_time_void_and_returned_then_forfeited(played: str, wagered: dict[str, str], again: bool):
    table = crown(warned=AGAIN if again else ())
    state = go("crown", table, f"1 ante 10; deal {JACKS}; {played}; 1 cannot-fund; settle")
    if again:
        assert results(state) == dict.fromkeys(wagered, ("forfeit", "0.00", "0.00"))
        assert state.warnings == ()
    else:
        assert results(state) == {wager: ("void", "0.00", amount) for wager, amount in wagered.items()}
        assert state.warnings == AGAIN
        assert net_cents(state, 1) == 0
    assert set(clauses(state).values()) == {"crown 11.9"}


@clause("crown 11.9")
@pytest.mark.parametrize("warned", [(), AGAIN])
def test_11_9__the_hands_own_jackpot_wager_is_carried(warned: tuple[tuple[str, str], ...]):
    script = """
        1 ante 10; 1 jackpot 5; 2 ante 10; 2 jackpot 5; deal 2h 3h 7h 8h 9h Jh Kh
        1 cannot-fund; 2 place 10; reveal; 2 place 10; reveal; 2 place 10; reveal; settle
    """
    state = go("crown", with_jackpot(ANN_BEN, warned=warned), script)
    assert results(state, 1)["jackpot"] == ("carried", "0.00", "0.00")
    assert clauses(state, 1)["jackpot"] == "crown 11.12"
    assert results(state, 2)["jackpot"] == ("win", "500.00", "0.00")
    assert net_cents(state, 1) == (-10_00 if warned else 0)


@clause("crown 11.9")
def test_11_9__a_warning_is_for_its_owner_alone():
    script = "1 ante 10; 2 ante 10; deal 2c 3c 7d 8d 9h Js Kc; 1 cannot-fund; 2 cannot-fund; settle"
    state = go("crown", crown(ANN_BEN, warned=AGAIN), script)
    assert results(state, 1) == {"ante": ("forfeit", "0.00", "0.00")}
    assert results(state, 2) == {"ante": ("void", "0.00", "10.00")}
    assert state.warnings == (("ben", "cannot-fund"),)


@clause("crown 11.9")
def test_11_9__the_hand_is_out_and_the_round_goes_on():
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10; deal 2c 3c 7d 8d 9h Js Kc; 1 cannot-fund; 2 place 10")
    state = go("crown", state, "reveal")
    for line in ("1 place 10", "1 fold", "1 cannot-fund"):
        assert refused("crown", state, line)[0] == "hand-ended"
    state = go("crown", state, "2 place 10; reveal; 2 place 10; reveal; settle")
    assert state.order == (2,)
    assert seen("crown", state, "dealer")["1"] == "- -"


@clause("crown 11.9")
def test_11_9__not_once_the_street_is_wagered():
    state = go("crown", crown(), f"1 ante 10; deal {KING_HIGH}; 1 place 10")
    assert refused("crown", state, "1 cannot-fund")[0] == "already-placed"


@clause("crown 11.9", "crown 5.10.2(b)")
@pytest.mark.parametrize(("warned", "result"), [((), ("void", "0.00", "20.00")), (AGAIN, ("forfeit", "0.00", "0.00"))])
def test_11_9__a_blind_box_that_cannot_be_funded(warned: tuple[tuple[str, str], ...], result: tuple[str, str, str]):
    script = "1 ante 10; 2 ante 20; deal 2c 6s 7d 6h 9h Js Kc; 2 cannot-fund; 1 fold; settle"
    assert results(go("crown", crown(ANN_TWICE, warned=warned), script), 2) == {"ante": result}


@clause("crown 11.9")
def test_11_9__who_could_not_fund_a_street_is_informed_the_first_time():
    drive = opened("crown", "shoe")
    for times in (1, 1):
        drive.betting()
        drive.lines(DEAL_JACKS)
        drive.report("cannot-fund", position=2)
        drive.finish()
        asked = [each for each in drive.prompted if each.duty == "inform-cannot-fund"]
        assert [(each.clause, each.position) for each in asked] == [("crown 11.9", 2)] * times
        drive.confirm_all()
    assert drive.money["player:ben"] == -10_00


@clause("crown 11.9")
def test_11_9__the_second_time_the_wagers_are_forfeited():
    drive = dealt()
    drive.report("cannot-fund", position=2)
    drive.finish()
    assert drive.table.warned == (("ben", "cannot-fund"),)
    assert drive.table.carried_cents == {2: 500}
    drive.betting("1 ante 25;2 ante 10")
    drive.deal()
    drive.report("cannot-fund", position=2)
    drive.finish()
    ante = next(each for each in drive.table.last_round.results if (each.position, each.wager) == (2, "ante"))
    assert str(ante.outcome) == "forfeit"


@clause("crown 11.12")
def test_11_9__only_a_void_hands_own_wager_is_carried():
    casino = floor("crown", "61234.56")
    casino.do(casino.register(1, 2), casino.record({1: LOW_STRAIGHT_FLUSH, 2: "carried"}))
    assert [wager.position for wager in casino.meters.games["A"].wagers] == [2]
    casino.do(casino.register(2, number="2"))
    assert casino.meters.meters["main"].contributed_exact == "1703/5"


@clause("crown 11.10.1", "crown 11.10.2")
@pytest.mark.parametrize("amount", ["9.99", "30.01"])
def test_11_10__seen_in_time_it_is_not_taken(amount: str):
    state = go("crown", crown(), f"1 ante 10; deal {KING_HIGH}")
    assert refused("crown", state, f"1 place {amount}") == ("wrong-multiple", "crown 5.5")


@clause("crown 11.10.1", "crown 11.10.2")
@pytest.mark.parametrize(
    ("found", "ruling"), [("24", "counts-with-warning"), ("25", None), ("75", None), ("76", "excess-returned")]
)
def test_11_10__a_street_wager_of_a_permitted_size_is_no_irregularity(found: str, ruling: str | None):
    drive = dealt()
    drive.lines(f"1 place {found}{' unnoticed' if ruling else ''}")
    facts = {"incident": Incident.STREET_WAGER_FOUND, "facts": Facts(position=1, streets=(0,))}
    if ruling is None:
        assert drive.refused(t.Report, by=ACM, **facts) == ("no-ruling", "crown 11.10.1")
    else:
        drive.do(t.Report, by=ACM, **facts)
        assert drive.table.rulings[-1].ruling == ruling


def found(cards: str, amount: str, street: int, warned: tuple[tuple[str, str], ...] = ()):
    """A $10 ante and 1x streets, but for one that nobody looks at."""
    bets = ["1 place 10"] * 3
    bets[street] = f"1 place {amount} unnoticed"
    return go("crown", crown(warned=warned), f"1 ante 10; deal {cards}; {'; reveal; '.join(bets)}; reveal; settle")


STREETS = list(enumerate(["third-street", "fourth-street", "fifth-street"]))


@clause("crown 11.10.1")
@pytest.mark.parametrize(("number", "street"), STREETS)
@pytest.mark.parametrize(
    ("amount", "excess"), [("30.00", "0.00"), ("30.01", "0.01"), ("40.00", "10.00"), ("300.00", "270.00")]
)
@pytest.mark.parametrize("cards", [JACKS, SIXES, KING_HIGH])
def test_11_10_1__the_excess_over_three_antes_goes_back(number: int, street: str, amount: str, excess: str, cards: str):
    state = found(cards, amount, number)
    expected = {
        JACKS: ("win", "30.00", amount),
        SIXES: ("push", "0.00", amount),
        KING_HIGH: ("lose", "0.00", excess),
    }
    assert results(state)[street] == expected[cards]
    assert state.warnings == ()
    assert state.hands[1].stakes[street].found == ("crown 11.10.1" if cents(excess) else None)


@clause("crown 11.10.1")
def test_11_10_1__a_fold_takes_the_multiple_and_no_more():
    state = go("crown", crown(), f"1 ante 10; deal {KING_HIGH}; 1 place 35 unnoticed; reveal; 1 fold; settle")
    assert results(state)["third-street"] == ("lose", "0.00", "5.00")


@clause("crown 11.10.2")
@pytest.mark.parametrize(("number", "street"), STREETS)
@pytest.mark.parametrize("amount", ["9.99", "1.00", "0.01"])
@pytest.mark.parametrize("cards", [JACKS, SIXES, KING_HIGH])
def test_11_10_2__too_little_is_settled_as_it_lies_with_a_warning(number: int, street: str, amount: str, cards: str):
    state = found(cards, amount, number)
    expected = {
        JACKS: ("win", amount, amount),
        SIXES: ("push", "0.00", amount),
        KING_HIGH: ("lose", "0.00", "0.00"),
    }
    assert results(state)[street] == expected[cards]
    assert state.warnings == (("ann", "under-multiple"),)


@clause("crown 11.10.2")
@pytest.mark.parametrize("cards", [JACKS, SIXES, KING_HIGH])
@pytest.mark.parametrize(("amount", "returned"), [("9.99", True), ("10.00", False)])
def test_11_10_2__after_the_warning_it_goes_back_whatever_the_result(cards: str, amount: str, returned: bool):
    state = found(cards, amount, 0, warned=(("ann", "under-multiple"),))
    assert (results(state)["third-street"] == ("void", "0.00", amount)) is returned
    assert (clauses(state)["third-street"] == "crown 11.10.2") is returned
    assert results(state)["ante"][0] == {JACKS: "win", SIXES: "push", KING_HIGH: "lose"}[cards]
    assert state.warnings == ()


@clause("crown 11.10.2")
@pytest.mark.parametrize(("street", "told"), [("24.99 unnoticed", True), ("25", False), ("75.01 unnoticed", False)])
def test_11_10_2__whose_street_wager_was_too_small_is_informed(street: str, told: bool):
    drive = opened("crown", "shoe")
    drive.betting()
    drive.lines(f"{DEAL_JACKS};1 place {street};2 fold")
    drive.finish()
    asked = [(each.clause, each.by) for each in drive.prompted if each.duty == "inform-street-amount"]
    assert asked == ([("crown 11.10.2", "dealer")] if told else [])


def blind() -> Pit:
    drive = opened("crown", "shoe", **JACKPOT)
    drive.do(t.Sit, position=3, player="ann", nobody_shut_out=True, seats_elsewhere=True)
    drive.betting(f"{WAGERS};3 ante 10;3 jackpot 5")
    drive.lines("deal 9h 2c 4d 7d 8s 5s Ts Jc Qd")
    return drive


@clause("crown 11.11.1")
def test_11_11_1__the_one_hand_seen_counts_as_the_seats():
    drive = blind()
    drive.report("blind-hand-viewed", by="dealer", positions=(3,))
    drive.do(t.Rule, by=HDD)
    hands = drive.table.round.hands
    assert (hands[1].blind, hands[3].blind) == (True, False)
    drive.lines("3 fold;1 blind 1 1 1")
    drive.finish()
    assert drive.table.last_round.phase == "settled"


@clause("crown 11.11.2", "crown 11.11.2(a)")
def test_11_11_2__others_seen_are_void_and_the_other_players_may_retract():
    drive = blind()
    drive.report("blind-hand-viewed", positions=(1, 3))
    assert drive.table.round.hands[3].ending == "misdealt"
    assert drive.table.round.may_retract == (2,)
    drive.finish()
    assert drive.table.warned == ()
    assert drive.table.carried_cents == {3: 500}


@clause("crown 11.12", "crown 11.1")
def test_11_12__after_a_misdeal_jackpot_wagers_play_in_the_next_round_and_cost_nothing_again():
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    assert isinstance(drive.on_meters[-1], je.GameCarried)
    assert drive.table.carried_cents == {1: 500, 2: 500}
    moved = len(drive.moved)
    drive.betting("1 ante 25;2 ante 10")
    assert [(each.source, each.cents) for each in drive.moved[moved:]] == [("player:ann", 2500), ("player:ben", 1000)]
    assert drive.table.round.hands[1].stakes[Wager.JACKPOT].carried
    assert drive.table.carried_cents == {}


MISDEAL = Carry(table="A")


@clause("crown 11.12")
def test_11_12__after_a_misdeal_the_wagers_stay_valid_for_the_next_round():
    casino = floor("crown")
    casino.do(casino.register(1, 2), MISDEAL)
    assert casino.meters.games["A"].carried
    assert casino.refused(casino.record({1: ROYAL, 2: NOTHING}))[0] == "other-round"
    events = casino.do(casino.register(1, 2, number="2"))
    assert [event.__struct_config__.tag for event in events] == ["game_continued"]
    assert casino.value() == 50_000 + 2 * INCREMENT  # once, not twice
    casino.do(casino.record({1: NOTHING, 2: "folded"}, number="2"))
    assert casino.pool() == 50_003_41


@clause("crown 11.12.1")
@pytest.mark.parametrize("leaving", ["jackpot-leave", "stand"])
def test_11_12_1__a_player_who_leaves_gets_the_jackpot_wager_back(leaving: str):
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    with_both = drive.meters.meters["main"].value
    if leaving == "stand":
        drive.do(t.Stand, position=1)
    else:
        drive.report("jackpot-leave", position=1)
    left = drive.on_meters[-1]
    assert isinstance(left, je.WagersReturned)
    assert ([each.position for each in left.returned], left.clause) == ([1], "crown 11.12.1")
    assert [each.position for each in drive.meters.games[TABLE].wagers] == [2]
    assert with_both - drive.meters.meters["main"].value == Fraction("170.3")  # 34.06% of 5 dollars, in cents
    last = drive.moved[-1]
    assert (last.source, last.target, last.cents) == ("round", "player:ann", 500)
    with pytest.raises(Exception, match="not-carried"):
        drive.report("jackpot-leave", position=1)


@clause("crown 11.12.1", "crown 9.1.1(h)")
def test_11_12_1__a_table_whose_players_have_all_left_can_be_taken_off_the_meter():
    drive = dealt(meter=METER)
    before = drive.meters.meters["main"].value - Fraction("340.6")  # 34.06% of two wagers of 5 dollars, in cents
    drive.report("card-exposed")
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    assert (drive.table.carried_cents, drive.meters.games, drive.money["round"]) == ({}, {}, 0)
    assert drive.meters.meters["main"].value == before
    notice = MeterNotice(change=Change.REMOVE, table=TABLE, meter="main", at=drive.at)
    after, _ = play_meters(
        drive.book,
        drive.meters,
        DisplayNotice(notice=notice, at=drive.at),
        RemoveTable(table=TABLE, at=drive.at + 20 * MINUTE),
    )
    assert TABLE not in after.tables


@clause("crown 11.12.1")
def test_11_12_1__who_leaves_while_the_next_wagers_are_placed_does_not_hold_up_the_deal():
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    drive.confirm_all()
    drive.do(t.OpenRound)
    drive.lines("2 ante 10")
    drive.do(t.Stand, position=1)
    drive.do(t.CloseBetting)
    drive.confirm_all()
    drive.lines("deal 9h 2c Ts Jc Qd")
    assert [each.position for each in drive.meters.games[TABLE].wagers] == [2]


@clause("crown 11.12.1")
def test_11_12_1__somebody_leaves():
    casino = floor("crown")
    assert casino.book.jackpot.leaver_cancels.value is True
    casino.do(casino.register(1, 2, 3), MISDEAL)
    events = casino.do(casino.register(1, 3, number="2"))
    assert cancelled(events) == [((2,), "crown 11.12.1")]
    assert casino.value() == 50_000 + 2 * INCREMENT


@clause("crown 11.12.1")
def test_11_12_1__everybody_leaves():
    casino = floor("crown")
    casino.do(casino.register(1, 2), MISDEAL)
    assert cancelled(casino.do(casino.register(number="2"))) == [((1, 2), "crown 11.12.1")]
    assert casino.value() == 50_000
    assert "A" not in casino.meters.games


@clause("crown 11.12.2")
def test_11_12_2__a_new_player_joins_after_the_game_is_cancelled():
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    drive.do(t.Sit, position=3, player="cyd")
    drive.report("jackpot-join", position=3)
    assert drive.table.rulings[-1].clause == "crown 11.12.2"
    seen = len(drive.on_meters)
    drive.betting("1 ante 25;2 ante 10;3 ante 10;3 jackpot 5")
    drive.lines("deal 9h 2c 3d 7d 8s 4s Ts Jc Qd")
    cancelled, again = drive.on_meters[seen:]
    assert isinstance(cancelled, je.GameCancelled)
    assert (cancelled.returned, cancelled.clause) == ((), "crown 11.12.2")
    assert isinstance(again, je.GameRegistered)
    assert [each.position for each in again.wagers] == [1, 2, 3]


@clause("crown 11.12.2")
def test_11_12_2__somebody_joins():
    casino = floor("crown")
    assert casino.book.jackpot.joiner_cancels.value is True
    casino.do(casino.register(1), MISDEAL)
    events = casino.do(casino.register(1, 2, number="2"))
    assert cancelled(events) == [((), "crown 11.12.2")]
    assert casino.meters.games["A"].round == "2"
    assert casino.value() == 50_000 + 2 * INCREMENT


@clause("crown 11.13")
def test_11_13__a_jackpot_game_started_by_mistake_is_cancelled():
    drive = opened("crown", "shoe", **JACKPOT)
    drive.report("jackpot-started-by-mistake", by="dealer")
    drive.do(t.Rule, by=HDD)
    assert (drive.table.rulings[-1].ruling, drive.table.rulings[-1].clause) == ("jackpot-cancelled", "crown 11.13")


@clause("crown 11.13")
def test_11_13__carried_wagers_of_a_game_started_by_mistake_go_back_and_off_the_meter():
    drive = dealt(meter=METER)
    drive.report("card-exposed")
    drive.report("jackpot-started-by-mistake", by=HDD)
    assert (drive.table.carried_cents, dict(drive.meters.games)) == ({}, {})
    back = [(each.source, each.target, each.cents, each.clause) for each in drive.moved[-2:]]
    assert back == [("round", f"player:{name}", 500, "crown 11.13") for name in ("ann", "ben")]


@clause("crown 11.13")
@pytest.mark.parametrize(
    ("by", "may"), [("", False), ("dealer", False), ("tg-higher-duties-dealer", True), ("tg-area-manager", True)]
)
def test_11_13__a_game_started_by_mistake_is_cancelled_by_a_higher_duties_dealer(by: str, may: bool):
    casino = floor("crown")
    assert casino.book.jackpot.mistake_cancels.value is True
    casino.do(casino.register(1, 2))
    mistake = CancelMistake(table="A", by=by)
    if not may:
        assert casino.refused(mistake) == ("needs-title", "crown 11.13")
        return
    assert cancelled(casino.do(mistake)) == [((1, 2), "crown 11.13")]
    assert casino.value() == 50_000
    casino.do(casino.register(1, 2, 3, number="2"))  # all may wager for the next round


@clause("crown 11.13", "crown 9.4.1")
def test_11_13__a_game_cancelled_after_another_table_emptied_the_meter_costs_the_house_not_the_meter():
    casino = floor("crown", tables=("A", "B"))
    casino.do(casino.register(1), casino.register(1, table="B"), casino.record({1: ROYAL}, table="B"))
    assert casino.value() == 50_000
    events = casino.do(CancelGame(table="A", clause="crown 13.4"))
    assert added(events) == [("reset", INCREMENT, "crown 9.4.1")]
    assert casino.value() == 50_000
    assert casino.pool() == 50_000_00


@clause("crown 9.2.2", "crown 11.13")
def test_11_13__a_second_game_is_not_started_while_one_is_in_play():
    casino = floor("crown")
    casino.do(casino.register(1))
    assert casino.refused(casino.register(1, number="2"))[0] == "game-registered"


@clause("crown 11.14")
def test_11_14__a_jam_means_a_new_shuffle():
    drive = opened("crown", "shuffler")
    drive.report("shuffler-jams")
    assert [(each.duty, each.clause) for each in drive.table.prompts] == [("reshuffle", "crown 11.14")]


@clause("crown 11.15", "crown 11.8")
@pytest.mark.parametrize(("count", "void"), [(51, True), (52, False), (53, True)])
def test_11_15__the_machine_does_not_verify_the_number_and_the_dealer_counts(count: int, void: bool):
    drive = opened("crown", "shuffler")
    drive.betting()
    drive.deal()
    drive.lines("1 place 25;2 place 10")
    drive.report("device-count", by="dealer")
    assert drive.line_refused("reveal") == ("prompt-waits", "crown 11.15")
    drive.do(t.Confirm, prompt=drive.prompt("count-cards").number, count=count)
    assert (drive.table.round is None) is void
    if void:
        assert drive.table.rulings[-1].clause == "crown 11.15"
    else:
        drive.finish()


@clause("crown 11.15")
def test_11_15__without_a_machine_nothing_fails_to_verify():
    drive = opened("crown", "shoe", shuffling=Shuffling.BY_HAND)
    drive.betting()
    drive.deal()
    with pytest.raises(Exception, match="no-counting-device"):
        drive.report("device-count", by="dealer")


@pytest.mark.parametrize("row", of("crown"))
def test_11__the_ruling_is_that_of_the_second_reader(row: Row):
    check(row)
