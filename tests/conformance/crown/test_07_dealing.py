"""crown 7: both ways to deal, card by card, and the three betting rounds."""

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import (
    ACM,
    AM,
    ANN,
    ANN_BEN,
    ANN_TWICE,
    DEAL_JACKS,
    HDD,
    KING_HIGH,
    crown,
    dealt,
    with_jackpot,
)
from tests.conformance.felt import felt
from tests.script import clauses, go, refused, results, seen
from tests.table.hall import opened

from mississippi_stud.cards import parse, text
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t

THREE = ((1, "ann"), (2, "ben"), (3, "cleo"))


def lies(state) -> dict[str, str]:
    """Where each card lies, for the test alone: nobody at the table sees this."""
    where = {str(position): text(hand.hole) for position, hand in state.hands.items()}
    return where | {"community": text(state.community), "burnt": text(state.burnt)}


@clause("crown 7.3.2(a)", "crown 7.3.1", "crown 7.3.2")
def test_7_3_1__a_shuffler_deals_the_community_cards_then_two_to_each():
    table = crown(THREE, dealing="shuffler")
    state = go("crown", table, "1 ante 10; 2 ante 10; 3 ante 10; deal 9h Th Jh 2c 2d 3c 3d 4c 4d")
    assert lies(state) == {"1": "2c 2d", "2": "3c 3d", "3": "4c 4d", "community": "9h Th Jh", "burnt": ""}


@clause("crown 7.3.1(a)", "crown 7.3.1", "crown 7.3.2")
@pytest.mark.parametrize(
    ("dealing", "cards"), [("shoe", "2c 3c 2d 3d Ks 9h Th Jh"), ("shuffler", "Ks 9h Th Jh 2c 2d 3c 3d")]
)
def test_7_3_1_a__a_card_is_burnt_before_the_community_cards_if_directed(dealing: str, cards: str):
    state = go("crown", crown(ANN_BEN, dealing=dealing, burn=True), f"1 ante 10; 2 ante 10; deal {cards}")
    assert lies(state) == {"1": "2c 2d", "2": "3c 3d", "community": "9h Th Jh", "burnt": "Ks"}


@clause("crown 7.3.1(a)")
@pytest.mark.parametrize("moment", ["between", "betting", "no-more-bets"])
def test_7_3_1_a__a_burn_is_directed_until_the_community_cards_are_dealt(moment: str):
    drive = opened("crown", "shoe")
    if moment != "between":
        drive.do(t.OpenRound)
        drive.lines("1 ante 25;2 ante 10")
    if moment == "no-more-bets":
        drive.do(t.CloseBetting)
        drive.confirm_all()
    drive.do(t.Order, by=ACM, what=t.OrderKind.BURN)
    if moment == "between":
        drive.betting()
    elif moment == "betting":
        drive.do(t.CloseBetting)
        drive.confirm_all()
    drive.lines("deal Jh 2c Jd 8s 4c Ts 3c Qd")
    assert drive.table.round.burnt == parse("4c")
    assert drive.refused(t.Order, by=ACM, what=t.OrderKind.BURN) == ("round-open", "crown 7.3.1(a)")
    drive.finish()
    drive.betting()
    drive.lines(DEAL_JACKS)  # directed once, it is for one round
    assert drive.table.round.burnt == ()


@clause("crown 7.3.1(a)")
@pytest.mark.parametrize("by", ["dealer", HDD, AM])
def test_7_3_1_a__nobody_below_an_assistant_casino_manager_directs_it(by: str):
    drive = opened("crown", "shoe")
    assert drive.refused(t.Order, by=by, what=t.OrderKind.BURN) == ("rank-too-low", "crown 7.3.1(a)")


@clause("crown 7.3.2", "crown 7.3.2(a)", "crown 7.3.2(b)", "crown 7.3.1")
def test_7_3_2__a_shoe_deals_one_to_each_then_a_second_then_the_community_cards():
    state = go("crown", crown(THREE), "1 ante 10; 2 ante 10; 3 ante 10; deal 2c 3c 4c 2d 3d 4d 9h Th Jh")
    assert lies(state) == {"1": "2c 2d", "2": "3c 3d", "3": "4c 4d", "community": "9h Th Jh", "burnt": ""}


@clause("crown 7.3.2")
def test_7_3_2__clockwise_from_the_dealers_left_in_whatever_order_they_sat_down():
    seats = ((9, "ann"), (4, "ben"), (1, "cleo"))
    state = go("crown", crown(seats), "9 ante 10; 4 ante 10; 1 ante 10; deal 2c 3c 4c 2d 3d 4d 9h Th Jh")
    assert lies(state) == {"1": "2c 2d", "4": "3c 3d", "9": "4c 4d", "community": "9h Th Jh", "burnt": ""}


@clause("crown 7.3.2(a)", "crown 7.3.2(b)")
@pytest.mark.parametrize(("dealing", "cards"), [("shoe", "2c 3c 2d 3d 9h Th Jh"), ("shuffler", "9h Th Jh 2c 2d 3c 3d")])
def test_7_3_2__every_card_lies_face_down(dealing: str, cards: str):
    state = go("crown", crown(ANN_BEN, dealing=dealing), f"1 ante 10; 2 ante 10; deal {cards}")
    for role in ("dealer", "supervisor", "inspector", "spectator"):
        assert seen("crown", state, role) == {"1": "- -", "2": "- -", "community": "- - -"}


@clause("crown 7.3.2(a)")
@pytest.mark.parametrize(("dealing", "cards"), [("shoe", "2c 4c 2d 4d 9h Th Jh"), ("shuffler", "9h Th Jh 2c 2d 4c 4d")])
def test_7_3_2_a__only_areas_with_an_ante_are_dealt_to(dealing: str, cards: str):
    state = go("crown", crown(THREE, dealing=dealing), f"3 ante 10; 1 ante 10; deal {cards}")
    assert lies(state) == {"1": "2c 2d", "2": "", "3": "4c 4d", "community": "9h Th Jh", "burnt": ""}


@clause("crown 7.3.2(b)")
@pytest.mark.parametrize("cards", ["2c 3c 2d 3d 9h Th", "2c 3c 2d 3d 9h Th Jh Kh"])
def test_7_3_2_b__no_card_too_few_or_too_many(cards: str):
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10")
    assert refused("crown", state, f"deal {cards}") == ("wrong-cards", "crown 7.3.2")


@clause("crown 7.4.1")
def test_7_4_1__players_pick_up_their_own_cards_when_all_are_dealt():
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10")
    assert refused("crown", state, "1 place 10")[0] == "no-street-open"
    assert refused("crown", state, "1 fold")[0] == "no-street-open"
    state = go("crown", state, "deal 2c 3c 7d 8d 9h Js Kc")
    assert seen("crown", state, "player", "ann") == {"1": "2c 7d", "2": "- -", "community": "- - -"}
    assert seen("crown", state, "player", "ben") == {"1": "- -", "2": "3c 8d", "community": "- - -"}


@clause("crown 7.4.1")
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_7_4_1__they_decide_in_any_order(order: tuple[int, ...]):
    state = go("crown", crown(THREE), "1 ante 10; 2 ante 10; 3 ante 10; deal 2c 3c 4c 2d 3d 4d 9h Th Jh")
    for position in order:
        state = go("crown", state, f"{position} place 10")
    assert go("crown", state, "reveal").street == "fourth-street"


@clause("crown 7.4.1")
def test_7_4_1__bet_or_fold_is_announced_when_the_cards_lie_there_and_holds_nothing_up():
    drive = opened("crown", "shoe")
    drive.betting()
    assert "bet-or-fold" not in drive.duties()
    drive.lines(DEAL_JACKS)
    assert (drive.duties(), drive.prompt("bet-or-fold").clause) == (["bet-or-fold"], "crown 7.4.1")
    drive.lines("1 place 25;2 place 10;reveal")
    assert drive.duties() == []


@clause("crown 7.4.1")
def test_7_4_1__it_is_the_dealer_who_announces_it():
    drive = opened("crown", "shoe")
    drive.betting()
    drive.lines(DEAL_JACKS)
    drive.do(t.Confirm, by="dealer", prompt=drive.prompt("bet-or-fold").number)
    assert drive.duties() == []


@clause("crown 7.4.1(a)")
@pytest.mark.parametrize("when", ["", "1 bet 1", "1 bet 1; reveal; 1 bet 2; reveal", "1 bet 1; reveal; 1 bet 2"])
def test_7_4_1_a__a_forfeit_takes_the_ante_and_the_streets(when: str):
    state = go("crown", crown(), f"1 ante 10; deal Jc Jd 2h 3s 4c; {when}; 1 forfeit; settle")
    assert set(results(state).values()) == {("forfeit", "0.00", "0.00")}
    assert set(clauses(state).values()) == {"crown 7.4.1(a)"}


FLUSH_DEALT = "1 ante 10; 1 jackpot 5; deal 2h 7h 9h Jh Kh; 1 place 10; reveal; 1 place 10; reveal"


@clause("crown 7.4.1(a)")
@pytest.mark.parametrize(
    "rest",
    [
        "1 place 10; reveal; 1 forfeit; settle",
        "1 place 10; 1 forfeit; reveal; settle",
        "1 place 10; 1 forfeit; settle",
    ],
)
def test_7_4_1_a__but_not_the_jackpot_wager_of_a_hand_that_has_wagered_on_every_street(rest: str):
    state = go("crown", with_jackpot(), f"{FLUSH_DEALT}; {rest}")
    assert results(state) == {
        "ante": ("forfeit", "0.00", "0.00"),
        "third-street": ("forfeit", "0.00", "0.00"),
        "fourth-street": ("forfeit", "0.00", "0.00"),
        "fifth-street": ("forfeit", "0.00", "0.00"),
        "jackpot": ("win", "500.00", "0.00"),
    }
    assert seen("crown", state, "dealer") == {"1": "2h 7h", "community": "9h Jh Kh"}


@clause("crown 7.4.1(a)", "crown 5.9.2")
def test_7_4_1_a__a_hand_forfeited_before_fifth_street_has_not_qualified_for_a_jackpot():
    state = go("crown", with_jackpot(), f"{FLUSH_DEALT}; 1 forfeit; settle")
    assert results(state)["jackpot"] == ("lose", "0.00", "0.00")


@clause("crown 7.4.1(a)")
def test_7_4_1_a__a_forfeited_blind_box_keeps_its_jackpot_wager():
    script = """
        1 ante 10; 2 ante 10; 2 jackpot 5; deal 2c 2h 7d 7h 9h Jh Kh
        1 fold; 2 blind 1 1 1; 2 forfeit; settle
    """
    state = go("crown", with_jackpot(ANN_TWICE), script)
    assert results(state, 2)["jackpot"] == ("win", "500.00", "0.00")


@clause("crown 7.4.1(a)")
def test_7_4_1_a__whoever_talks_may_lose_ante_and_streets():
    assert rulebook("crown").play.talking.value == "may"
    drive = dealt()
    drive.report("information-exchanged", by="dealer", position=1)
    drive.do(t.Rule, by=HDD)
    assert drive.table.round.hands[1].ending == "forfeited"


@clause("crown 7.4.2")
@pytest.mark.parametrize("when", ["", "1 place 10; reveal; 1 place 10; reveal; 1 place 10; reveal"])
def test_7_4_2__there_is_no_concession(when: str):
    state = go("crown", crown(), f"1 ante 10; deal {KING_HIGH}; {when}")
    assert refused("crown", state, "1 concede") == ("no-concession", "crown 7.4.2")


@pytest.mark.parametrize(
    ("played", "lost"),
    [
        pytest.param("", ["ante"], marks=clause("crown 7.4.2(b)")),
        pytest.param("1 place 30; 2 place 10; reveal", ["ante", "third-street"], marks=clause("crown 7.4.4(b)")),
        pytest.param(
            "1 place 30; 2 place 10; reveal; 1 place 10; 2 place 10; reveal",
            ["ante", "third-street", "fourth-street"],
            marks=clause("crown 7.4.5(b)"),
        ),
    ],
)
def test_7_4_2_b__a_fold_loses_everything_wagered_so_far(played: str, lost: list[str]):
    rest = "; ".join(["2 place 10; reveal"] * (4 - len(lost)))
    state = go("crown", crown(ANN_BEN), f"1 ante 10; 2 ante 10; deal Ac 3c Ad 8d Ah As Kc; {played}; 1 fold")
    state = go("crown", state, f"{rest}; settle")
    assert results(state, 1) == dict.fromkeys(lost, ("lose", "0.00", "0.00"))
    assert results(state, 2)["fifth-street"] == ("win", "10.00", "10.00")
    assert state.order == (2,)


@clause("crown 7.4.2(b)", "crown 7.4.4(b)", "crown 7.4.5(b)")
def test_7_4_2_b__each_lost_wager_names_its_clause():
    state = go("crown", crown(), f"1 ante 10; deal {KING_HIGH}; 1 place 10; reveal; 1 place 10; reveal; 1 fold; settle")
    assert clauses(state) == {
        "ante": "crown 5.7.3(a)",
        "third-street": "crown 7.4.4(b)",
        "fourth-street": "crown 7.4.5(b)",
    }


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("third-street", marks=clause("crown 7.4.3")),
        pytest.param("fourth-street", marks=clause("crown 7.4.4(a)")),
        pytest.param("fifth-street", marks=clause("crown 7.4.5(a)")),
    ],
)
def test_7_4_3__a_player_who_goes_on_wagers_on_each_street(street: str):
    assert rulebook("crown").wagers[street].presence.value == "to-continue"


BOTH = "1 ante 10; 2 ante 10; deal 2c 3c 7d 8d 9h Js Kc"
STREETS = [
    pytest.param("", "third-street", "crown 7.4.4", marks=clause("crown 7.4.3", "crown 7.4.4")),
    pytest.param(
        "1 place 10; 2 place 10; reveal", "fourth-street", "crown 7.4.5", marks=clause("crown 7.4.4(a)", "crown 7.4.5")
    ),
    pytest.param(
        "1 place 10; 2 place 10; reveal; 1 place 10; 2 place 10; reveal",
        "fifth-street",
        "crown 7.4.6",
        marks=clause("crown 7.4.5(a)", "crown 7.4.6"),
    ),
]


@pytest.mark.parametrize(("played", "street", "next_card"), STREETS)
@pytest.mark.parametrize("amount", [10_00, 20_00, 30_00])
def test_7_4_3__a_player_who_bets_wagers_one_to_three_antes(played: str, street: str, next_card: str, amount: int):
    state = go("crown", crown(ANN_BEN), f"{BOTH}; {played}; 2 place {amount // 100}")
    assert state.hands[2].stakes[street].cents == amount


@pytest.mark.parametrize(("played", "street", "next_card"), STREETS)
@pytest.mark.parametrize("amount", ["9.99", "30.01"])
def test_7_4_3__and_no_more_and_no_less(played: str, street: str, next_card: str, amount: str):
    state = go("crown", crown(ANN_BEN), f"{BOTH}; {played}")
    assert refused("crown", state, f"1 place {amount}")[0] == "wrong-multiple"


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("third-street", marks=clause("crown 7.4.4")),
        pytest.param("fourth-street", marks=clause("crown 7.4.5")),
        pytest.param("fifth-street", marks=clause("crown 7.4.6")),
    ],
)
def test_7_4_4__the_next_community_card_closes_each_street(street: str):
    assert rulebook("crown").wagers[street].closes.value == "at-next-card"


@pytest.mark.parametrize(("played", "street", "next_card"), STREETS)
@pytest.mark.parametrize("decision", ["bet 1", "fold"])
def test_7_4_4__the_next_community_card_is_turned_when_every_hand_has_decided(
    played: str, street: str, next_card: str, decision: str
):
    state = go("crown", crown(ANN_BEN), f"{BOTH}; {played}")
    turned = seen("crown", state, "dealer")["community"]
    assert refused("crown", state, "reveal") == ("still-deciding", next_card)
    state = go("crown", state, "1 place 10")
    assert refused("crown", state, "reveal") == ("still-deciding", next_card)
    state = go("crown", state, f"2 {decision}")
    assert seen("crown", state, "dealer")["community"] == turned
    state = go("crown", state, "reveal")
    assert seen("crown", state, "dealer")["community"].count("-") == turned.count("-") - 1


@clause("crown 7.4.4", "crown 7.4.5", "crown 7.4.6")
@pytest.mark.parametrize(("dealing", "cards"), [("shoe", "2c 7d 9h Js Kc"), ("shuffler", "9h Js Kc 2c 7d")])
def test_7_4_4__the_community_cards_are_turned_in_the_order_in_which_they_were_dealt(dealing: str, cards: str):
    state = go("crown", crown(ANN, dealing=dealing), f"1 ante 10; deal {cards}")
    for shown in ("9h - -", "9h Js -", "9h Js Kc"):
        state = go("crown", state, "1 place 10; reveal")
        assert seen("crown", state, "spectator")["community"] == shown


@clause("crown 7.4.4")
def test_7_4_4__later_streets_too_are_decided_in_any_order():
    state = go("crown", crown(ANN_BEN), f"{BOTH}" + "; 2 bet 1; 1 bet 1; reveal" * 2 + "; 2 fold")
    assert go("crown", state, "1 place 10; reveal").street is None


@clause("crown 7.4.6")
def test_7_4_6__then_everything_is_settled_and_not_before():
    state = go("crown", crown(), f"1 ante 10; deal {KING_HIGH}")
    for _ in range(3):
        assert refused("crown", state, "settle")[0] == "still-playing"
        state = go("crown", state, "1 place 10")
        assert refused("crown", state, "settle")[0] == "still-playing"
        state = go("crown", state, "reveal")
    assert refused("crown", state, "reveal")[0] == "no-street-open"
    state = go("crown", state, "settle")
    assert state.phase == "settled"
    assert list(results(state)) == ["ante", "third-street", "fourth-street", "fifth-street"]
    assert refused("crown", state, "settle")[0] == "round-over"


@clause("crown 7.4.6")
def test_7_4_6__a_deck_whose_cards_are_known_only_when_they_are_turned():
    state = go("crown", crown(), "1 ante 10; deal; 1 place 10; reveal 9h; 1 place 10; reveal Js; 1 place 10; reveal Kc")
    assert refused("crown", state, "settle")[0] == "card-unknown"
    assert results(go("crown", state, "1 show Jc 7d; settle"))["ante"] == ("win", "10.00", "10.00")


@clause("crown 7.4.1(a)", "crown 7.4.2(a)")
def test_7_4_2__players_are_told_while_they_have_cards_what_is_up_to_them():
    with felt("crown") as table:
        assert "crown 7.4.2(a)" not in table.notes
        table.deal(ante=5_00)
        assert {"crown 7.4.1(a)", "crown 7.4.2(a)"} <= table.notes.keys()
