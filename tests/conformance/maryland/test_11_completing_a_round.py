"""maryland .11: a round of play from the first look at the cards to the last payment."""

import pytest
from tests.clauses import clause
from tests.conformance.felt import felt
from tests.conformance.maryland.tables import (
    ALL_SIDE,
    MAIN,
    accounts,
    at_table,
    bonuses,
    dealt,
    maryland,
    may,
    pays,
    played,
    report_refused,
    sees,
)
from tests.jackpot.floor import LOW_STRAIGHT_FLUSH, NOTHING, ROYAL, floor
from tests.script import clauses, go, refused, results
from tests.table.hall import Pit, opened

from mississippi_stud.cards import text
from mississippi_stud.jackpot import Claim, DocumentPrizes, MeterOffer
from mississippi_stud.jackpot.events import PrizePaid
from mississippi_stud.jackpot.link import record, settle_prizes
from mississippi_stud.money import text as dollars
from mississippi_stud.round import State, view
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table import reconstruct


@clause("maryland .11A")
def test_11a__a_player_sees_their_own_cards_and_nobody_elses_once_they_are_dealt():
    state = go("maryland", maryland("ann ben"), "1 ante 5; 2 ante 5")
    assert sees(state, "ann")["1"] == ""
    state = go("maryland", state, "deal As Kh 3s 4h 2d 5c 9d")
    assert (sees(state, "ann")["1"], sees(state, "ann")["2"]) == ("As Kh", "- -")
    assert (sees(state, "ben")["1"], sees(state, "ben")["2"]) == ("- -", "3s 4h")
    for role in ("dealer", "supervisor", "inspector", "spectator"):
        assert (sees(state, role)["1"], sees(state, role)["2"]) == ("- -", "- -")


@clause("maryland .11A(2)", "maryland .11A(3)", "maryland .11A(4)", "maryland .11A(5)")
@pytest.mark.parametrize("revealed", [0, 1, 2, 3])
def test_11a__touching_and_hiding_cards_forfeits_to_the_end_telling_only_before_the_last_card(revealed: int):
    for incident in ("information-exchanged", "cards-mishandled"):
        drive = dealt("shoe")
        drive.confirm_all()
        for _ in range(revealed):
            drive.lines("1 place 25;2 place 10;reveal")
        if incident == "information-exchanged" and revealed == 3:
            assert report_refused(drive, incident, position=1) == ("nothing-to-tell", "maryland .11A(4)")
            continue
        drive.report(incident, position=1)
        assert drive.table.rulings[-1].clause == "maryland .11A(5)"
        assert (drive.table.round.hands[1].ending, drive.table.round.hands[2].ending) == ("forfeited", None)


@clause("maryland .11A(2)", "maryland .11A(3)")
def test_11a__before_the_cards_are_dealt_there_are_none_to_touch_or_hide():
    drive = opened("maryland", "shoe")
    drive.betting()
    assert report_refused(drive, "cards-mishandled", position=1)[0] == "not-now"


@clause("maryland .11A(4)")
def test_11a_4__telling_is_free_once_every_community_card_is_shown():
    state = go("maryland", bonuses(), f"{ALL_SIDE}; deal Ad Kd Qd Jd 5s 5h 5c Td 9d; " + "1 place 30; reveal; " * 2)
    state = go("maryland", state, "1 place 30; reveal")
    assert refused("maryland", state, "1 forfeit") == ("nothing-to-tell", "maryland .11A(4)")
    state = go("maryland", state, "settle")
    assert results(state)["three-card-bonus"][0] == "win"


SIDE = ("progressive", "three-card-bonus", "six-card-bonus")


@clause("maryland .11A(5)")
@pytest.mark.parametrize("bets", [0, 1, 2])
def test_11a_5__a_violation_forfeits_every_wager_of_the_round(bets: int):
    book = rulebook("maryland")
    assert (book.play.talking.value, book.wagers["fifth-street"].on_forfeit.value) == ("always", "lost")
    state = go(
        "maryland",
        bonuses(),
        f"{ALL_SIDE}; deal Ad Kd Qd Jd 5s 5h 5c Td 9d; " + "1 place 30; reveal; " * bets + "1 forfeit",
    )
    state = go("maryland", state, "settle")
    assert {wager: results(state)[wager] for wager in (*MAIN[: bets + 1], *SIDE)} == dict.fromkeys(
        (*MAIN[: bets + 1], *SIDE), ("forfeit", "0.00", "0.00")
    )
    assert {result.clause for result in state.results} == {"maryland .11A(5)"}
    assert net_cents(state, 1) == -25_00 - bets * 30_00


@clause("maryland .11A(5)")
def test_11a_5__it_forfeits_what_a_folded_player_still_had_on_the_table():
    state = go("maryland", bonuses(), f"{ALL_SIDE}; deal Ad Kd Qd Jd 5s 5h 5c Td 9d; 1 fold; 1 forfeit; settle")
    assert [results(state)[wager] for wager in SIDE] == [("forfeit", "0.00", "0.00")] * 3
    assert net_cents(state, 1) == -25_00


def three_players() -> State:
    """Ann has nothing, ben neither, cid a pair of eights."""
    return go("maryland", maryland("ann ben cid"), "1 ante 5; 2 ante 5; 3 ante 5; deal As Kh 3s 4h 8s 8h 2d 5c 9d")


@clause("maryland .11A(5)")
def test_11a_5__a_folded_player_with_nothing_left_has_nothing_to_forfeit():
    state = go("maryland", three_players(), "1 fold")
    assert refused("maryland", state, "1 forfeit") == ("hand-ended", "maryland .11A(5)")


@clause("maryland .11A(5)")
def test_11a_5__only_the_player_in_violation_forfeits():
    state = go("maryland", three_players(), "2 forfeit; 1 place 5; 3 place 5; reveal; 1 place 5; 3 place 5; reveal")
    state = go("maryland", state, "1 place 5; 3 place 5; reveal; settle")
    assert [results(state, position)["ante"][0] for position in (1, 2, 3)] == ["lose", "forfeit", "push"]


@clause("maryland .11B")
def test_11b__3rd_street_is_decided_one_by_one_from_the_dealers_left():
    state = three_players()
    assert (may(state, 2), may(state, 3)) == (["leave"], ["leave"])
    for line in ("2 place 5", "3 place 5", "2 fold", "3 fold"):
        assert refused("maryland", state, line) == ("not-in-turn", "maryland .11B")
    state = go("maryland", state, "1 place 5")
    assert refused("maryland", state, "3 fold") == ("not-in-turn", "maryland .11B")
    state = go("maryland", state, "2 fold; 3 place 10")
    assert [hand.position for hand in state.live_hands()] == [1, 3]


@clause("maryland .11B")
def test_11b__whoever_sits_farthest_to_the_left_with_an_ante_is_first():
    state = go("maryland", maryland({5: "eve", 1: "ann", 3: "cid"}), "5 ante 5; 3 ante 5; deal As Kh 3s 4h 2d 5c 9d")
    assert refused("maryland", state, "5 place 5") == ("not-in-turn", "maryland .11B")
    state = go("maryland", state, "3 place 5; 5 place 5")


@clause("maryland .11B(1)")
def test_11b_1__who_cannot_pay_for_the_street_folds():
    assert rulebook("maryland").limits.cannot_fund.value == "must-fold"
    state = go("maryland", maryland(), "1 ante 5; deal As Kh 2d 5c 9d")
    assert refused("maryland", state, "1 cannot-fund") == ("must-fold", "maryland .11B(1)")
    state = go("maryland", state, "1 fold")
    assert state.hands[1].ending == "folded"


@clause("maryland .11B(1)(a)")
@pytest.mark.parametrize(("amount", "placed"), [("7.50", 7_50), ("15.00", 15_00), ("22.50", 22_50)])
def test_11b_1_a__one_two_or_three_times_the_ante(amount: str, placed: int):
    state = go("maryland", maryland(), f"1 ante 7.50; deal As Kh 2d 5c 9d; 1 place {amount}")
    assert state.hands[1].stakes["third-street"].cents == placed


@clause("maryland .11B(1)(a)")
@pytest.mark.parametrize("amount", ["0", "9.99", "10.01", "15", "19.99", "20.01", "29.99", "30.01", "40"])
def test_11b_1_a__and_nothing_else(amount: str):
    state = go("maryland", maryland(), "1 ante 10; deal As Kh 2d 5c 9d")
    code = "no-amount" if amount == "0" else "wrong-multiple"
    assert refused("maryland", state, f"1 place {amount}") == (code, "maryland .11B(1)(a)")


@clause("maryland .11B(1)(a)")
@pytest.mark.parametrize(
    ("amount", "paid"),
    [
        ("9.99", ("win", "9.99", "9.99")),
        ("15", ("win", "15.00", "15.00")),
        ("30", ("win", "30.00", "30.00")),
        ("30.01", ("win", "30.00", "30.01")),
        ("40", ("win", "30.00", "40.00")),
    ],
)
def test_11b_1_a__an_unnoticed_street_wager_is_valid_below_and_counts_to_three_times_above(
    amount: str, paid: tuple[str, str, str]
):
    assert rulebook("maryland").limits.street_under_multiple.value == "valid"
    state = go("maryland", maryland(), f"1 ante 10; deal Js Jh 2d 5c 9d; 1 place {amount} unnoticed; reveal")
    state = go("maryland", state, "1 place 10; reveal; 1 place 10; reveal; settle")
    assert results(state)["third-street"] == paid


@clause("maryland .11B(1)(b)")
def test_11b_1_b__a_player_may_fold_and_a_fold_is_final():
    state = go("maryland", three_players(), "1 fold")
    assert state.hands[1].ended_on == "third-street"
    assert refused("maryland", state, "1 place 5")[0] == refused("maryland", state, "1 fold")[0] == "hand-ended"


@clause("maryland .11B(2)")
def test_11b_2__a_fold_is_not_undone_on_a_later_street():
    assert rulebook("maryland").play.fold_is_final.value is True
    state = go("maryland", three_players(), "1 fold; 2 place 5; 3 place 5; reveal")
    assert refused("maryland", state, "1 place 5") == ("hand-ended", "maryland .11B(2)")


@pytest.mark.parametrize(
    ("bets", "lost"),
    [
        pytest.param((), {"ante": "maryland .11B(2)(a)"}, marks=clause("maryland .11B(2)(a)")),
        pytest.param(
            (2,),
            {"ante": "maryland .11B(2)(a)", "third-street": "maryland .11D(1)(a)"},
            marks=clause("maryland .11B(2)(a)", "maryland .11D(1)(a)"),
        ),
        pytest.param(
            (2, 3),
            {
                "ante": "maryland .11B(2)(a)",
                "third-street": "maryland .11D(1)(a)",
                "fourth-street": "maryland .11F(1)(a)",
            },
            marks=clause("maryland .11B(2)(a)", "maryland .11D(1)(a)", "maryland .11F(1)(a)"),
        ),
    ],
)
def test_11b_2_a__a_fold_loses_the_ante_and_the_streets_already_wagered(bets: tuple[int, ...], lost: dict[str, str]):
    streets = "".join(f"1 place {times * 10}; reveal; " for times in bets)
    script = f"1 ante 10; deal As Ah Ad Ac 9d; {streets} 1 fold; settle"
    state = go("maryland", maryland(), script)
    assert {wager: clauses(state)[wager] for wager in lost} == lost
    assert [results(state)[result.wager] for result in state.results] == [("lose", "0.00", "0.00")] * len(lost)
    lost_cents = 10_00 * (1 + sum(bets))
    assert net_cents(state, 1) == -lost_cents
    assert accounts(maryland(), script) == {"player:ann": -lost_cents, "house": lost_cents}


@clause("maryland .11B(2)(b)", "maryland .11B(3)", "maryland .11D(1)(b)", "maryland .11D(2)")
@clause("maryland .11F(1)(b)", "maryland .11F(2)")
@pytest.mark.parametrize(
    ("street", "side", "said"),
    [
        pytest.param(*row)
        for row in (
            (0, False, "folded-cards-to-rack .11B(2)(b)"),
            (0, True, "folded-cards-stay .11B(3)"),
            (1, False, "folded-cards-to-rack-fourth .11D(1)(b)"),
            (1, True, "folded-cards-stay-fourth .11D(2)"),
            (2, False, "folded-cards-to-rack-fifth .11F(1)(b)"),
            (2, True, "folded-cards-stay-fifth .11F(2)"),
        )
    ],
)
def test_11b_2_b__the_cards_of_a_fold_stay_where_a_side_wager_lies(street: int, side: bool, said: str):
    drive = opened("maryland", "shoe", tables={Wager.THREE_CARD_BONUS: "A"})
    drive.betting("1 ante 25;2 ante 10;1 three-card-bonus 5" if side else "1 ante 25;2 ante 10")
    drive.deal()
    drive.confirm_all()
    for _ in range(street):
        drive.lines("1 place 25;2 place 10;reveal")
    before = len(drive.prompted)
    drive.lines("1 fold")
    assert drive.since(before) == [said]
    drive.confirm_all()


@clause("maryland .11B(3)", "maryland .11H(2)")
def test_11b_3__folded_cards_are_turned_only_for_a_wager_that_they_decide():
    folded = "deal 2c 7d Jc Kc 5s 5h 9c As Kh; 1 fold"
    without = go("maryland", bonuses(), f"1 ante 5; 1 three-card-bonus 5; {folded}")
    assert sees(without, "dealer")["1"] == "- -"
    without = go("maryland", without, "settle")
    assert sees(without, "dealer")["1"] == "- -"
    with_six = go("maryland", bonuses(), f"{ALL_SIDE}; {folded}")
    assert sees(with_six, "dealer")["1"] == "- -"
    with_six = go("maryland", with_six, "settle")
    assert sees(with_six, "dealer")["1"] == "As Kh"


@pytest.mark.parametrize(
    ("street", "closes"),
    [
        pytest.param("third-street", "at-next-card", marks=clause("maryland .11C")),
        pytest.param("fourth-street", "at-next-card", marks=clause("maryland .11E")),
        pytest.param("fifth-street", "at-next-card", marks=clause("maryland .11G")),
    ],
)
def test_11c__the_next_card_is_revealed_when_all_have_wagered_or_folded(street: str, closes: str):
    assert rulebook("maryland").wagers[street].closes.value == closes


ANSWERED = "1 place 5; 2 place 5; 3 place 5"


@pytest.mark.parametrize(
    ("turned", "seen"),
    [
        pytest.param(0, "2d - -", marks=clause("maryland .11C")),
        pytest.param(1, "2d 5c -", marks=clause("maryland .11E")),
        pytest.param(2, "2d 5c 9d", marks=clause("maryland .11G")),
    ],
)
def test_11c__a_community_card_turns_when_every_player_has_wagered_or_folded(turned: int, seen: str):
    closes = ("maryland .11C", "maryland .11E", "maryland .11G")[turned]
    state = go("maryland", three_players(), f"{ANSWERED}; reveal; " * turned)
    before = sees(state, "dealer")["community"]
    for line in ("1 place 5", "2 fold", "3 place 15"):
        assert "reveal" not in may(state)
        assert refused("maryland", state, "reveal") == ("still-deciding", closes)
        state = go("maryland", state, line)
    assert sees(state, "ann")["community"] == sees(state, "dealer")["community"] == before
    state = go("maryland", state, "reveal")
    assert {sees(state, who)["community"] for who in ("ann", "ben", "dealer", "spectator")} == {seen}


@clause("maryland .11C", "maryland .11E", "maryland .11G")
def test_11c__the_cards_turn_in_the_order_in_which_they_were_dealt():
    state = three_players()
    assert sees(state, "ann")["community"] == "- - -"
    state = go("maryland", state, f"{ANSWERED}; reveal")
    assert sees(state, "ann")["community"] == "2d - -"
    state = go("maryland", state, f"{ANSWERED}; reveal")
    assert sees(state, "ann")["community"] == "2d 5c -"
    state = go("maryland", state, f"{ANSWERED}; reveal")
    assert sees(state, "ann")["community"] == "2d 5c 9d"


@pytest.mark.parametrize(
    ("streets", "street"),
    [
        pytest.param(1, "fourth-street", marks=clause("maryland .11D")),
        pytest.param(2, "fifth-street", marks=clause("maryland .11F")),
    ],
)
def test_11d__the_later_streets_are_wagered_or_folded_in_any_order(streets: int, street: str):
    state = go("maryland", three_players(), f"{ANSWERED}; reveal; " * streets + "3 place 15; 1 fold; 2 place 10")
    assert [state.hands[position].stakes[street].cents for position in (2, 3)] == [10_00, 15_00]
    assert (state.hands[1].ending, state.hands[1].ended_on) == ("folded", street)


@pytest.mark.parametrize(
    ("streets", "says"),
    [
        pytest.param(1, "maryland .11D", marks=clause("maryland .11D")),
        pytest.param(2, "maryland .11F", marks=clause("maryland .11F")),
    ],
)
@pytest.mark.parametrize("amount", ["4.99", "5.01", "7.50", "14.99", "15.01", "20"])
def test_11d__a_later_street_is_also_one_two_or_three_times_the_ante(streets: int, says: str, amount: str):
    state = go(
        "maryland",
        three_players(),
        "1 place 15; 2 place 10; 3 place 5; reveal; " + f"{ANSWERED}; reveal; " * (streets - 1),
    )
    assert refused("maryland", state, f"1 place {amount}") == ("wrong-multiple", says)


@clause("maryland .11D", "maryland .11F")
@pytest.mark.parametrize("bets", [(1, 2, 3), (3, 1, 2), (2, 2, 1), (3, 3, 3)])
def test_11d__each_street_is_of_its_own_multiple(bets: tuple[int, int, int]):
    assert rulebook("maryland").streets.may_vary.value is True
    state = played("As Kh", "2d 5c 9d", bets=bets, setup=maryland())
    assert [state.hands[1].stakes[street].cents for street in MAIN[1:]] == [times * 10_00 for times in bets]


@clause("maryland .11G")
def test_11g__no_fourth_community_card():
    state = go("maryland", three_players(), f"{ANSWERED}; reveal; " * 3)
    assert refused("maryland", state, "reveal")[0] == "no-street-open"


@clause("maryland .11H(1)", "maryland .11H(2)")
@pytest.mark.parametrize("bets", [0, 1, 2])
def test_11h__a_folded_player_with_all_three_side_wagers(bets: int):
    """The community cards are three fives, the six a Super Royal of diamonds."""
    state = go(
        "maryland",
        bonuses(),
        f"{ALL_SIDE}; deal Ad Kd Qd Jd 5s 5h 5c Td 9d; " + "1 place 20; reveal; " * bets + "1 fold",
    )
    state = go("maryland", state, "settle")
    assert [results(state)[wager] for wager in MAIN[: bets + 1]] == [("lose", "0.00", "0.00")] * (bets + 1)
    assert (results(state)["progressive"], clauses(state)["progressive"]) == (
        ("lose", "0.00", "0.00"),
        "maryland .11H(1)",
    )
    assert results(state)["three-card-bonus"] == ("win", "150.00", "5.00")
    assert results(state)["six-card-bonus"] == ("win", "1000000.00", "5.00")
    assert state.order == (1,)
    assert net_cents(state, 1) == 1_000_150_00 - 15_00 - bets * 20_00


@clause("maryland .07F(3)(a)", "maryland .11H(1)", "maryland .11H(2)", "maryland .11I(4)(d)")
def test_11h__a_fold_loses_the_progressive_and_keeps_the_envy_bonus_to_the_last_payment():
    casino = floor("maryland", "10000.00")
    state = at_table(
        casino,
        "1 ante 5; 1 progressive 5; 2 ante 5; 2 progressive 5; 3 ante 5; "
        "deal Ah Kh 2c 4d 3c 6d Qh Jh Th; 1 place 5; 2 fold; 3 fold; reveal; 1 place 5; reveal; 1 place 5; reveal",
    )
    events = casino.do(record(casino.book, state, "A", "1"))
    state = go("maryland", state, "settle", settle_prizes(casino.book, events))
    assert results(state)["progressive"] == ("win", "10002.00", "0.00")
    assert results(state, 2)["progressive"] == ("lose", "0.00", "0.00")
    assert results(state, 2)["envy-bonus"] == ("win", "5000.00", "0.00")
    assert "envy-bonus" not in results(state, 3)
    assert view(casino.book, state, Role.SPECTATOR).results == state.results


@clause("maryland .11H(2)")
def test_11h_2__the_community_cards_turn_for_a_bonus_wager_when_everybody_has_folded():
    state = go("maryland", bonuses(), f"{ALL_SIDE}; deal 2c 7d Jc Kc 5s 5h 9c As Kh; 1 fold")
    assert may(state) == ["reveal", "settle"]
    state = go("maryland", state, "reveal; reveal")
    assert sees(state, "ann")["community"] == "5s 5h -"
    state = go("maryland", state, "settle")
    assert sees(state, "ann")["community"] == "5s 5h 9c"
    assert results(state)["three-card-bonus"] == ("win", "5.00", "5.00")


@clause("maryland .11H(2)")
def test_11h_2__without_a_bonus_wager_they_do_not():
    state = go("maryland", maryland(), "1 ante 5; deal As Kh 2d 5c 9d; 1 fold")
    assert refused("maryland", state, "reveal") == ("all-folded", "maryland .11C")
    state = go("maryland", state, "settle")
    assert sees(state, "ann")["community"] == "- - -"


@clause("maryland .11H(2)")
def test_11h_2__the_cards_of_a_physical_deck_are_turned_one_by_one_for_it():
    state = go("maryland", maryland(three="A"), "1 ante 5; 1 three-card-bonus 5; deal; 1 fold")
    assert refused("maryland", state, "settle")[0] == "card-unknown"
    state = go("maryland", state, "reveal 5s; reveal 5h; reveal 9c; settle")
    assert results(state)["three-card-bonus"] == ("win", "5.00", "5.00")


@clause("maryland .11I", "maryland .11I(2)")
def test_11i__hands_are_settled_one_by_one_from_the_dealers_right():
    state = go("maryland", three_players(), f"{ANSWERED}; reveal; " * 3 + "settle")
    assert state.order == (3, 2, 1)
    assert [result.position for result in state.results] == [3] * 4 + [2] * 4 + [1] * 4
    assert [results(state, position)["ante"][0] for position in (3, 2, 1)] == ["push", "lose", "lose"]


@clause("maryland .11I")
def test_11i__the_hands_are_turned_when_they_are_settled():
    state = go("maryland", three_players(), f"{ANSWERED}; reveal; " * 2 + "1 place 5; 2 fold; 3 place 5; reveal")
    assert [sees(state, "dealer")[str(position)] for position in (1, 2, 3)] == ["- -"] * 3
    state = go("maryland", state, "settle")
    assert [sees(state, "dealer")[str(position)] for position in (1, 2, 3)] == ["As Kh", "- -", "8s 8h"]


@clause("maryland .11I(1)")
@pytest.mark.parametrize(
    ("hole", "community", "odds"),
    [
        ("As Ah", "Ad Ac 9d", "40 to 1"),
        ("As 9h", "Ad Ac 9d", "10 to 1"),
        ("2s 3h", "Ad Ac Ah", "3 to 1"),
        ("2s 3h", "Ad Ac 9d", "1 to 1"),
    ],
)
def test_11i_1__the_hand_is_the_players_two_cards_and_all_three_community_cards(hole: str, community: str, odds: str):
    assert {rulebook("maryland").wagers[wager].basis.value for wager in MAIN} == {"five-cards"}
    state = played(hole, community, setup=maryland())
    assert [pays(state)[wager] for wager in MAIN] == [odds] * 4


@clause("maryland .11I(2)")
def test_11i_2__a_hand_is_settled_when_every_hand_has_come_to_its_end_and_only_once():
    state = go("maryland", three_players(), ANSWERED)
    assert refused("maryland", state, "settle") == ("still-playing", "maryland .11I")
    state = go("maryland", state, "reveal; " + f"{ANSWERED}; reveal; " * 2)
    assert refused("maryland", state, "1 concede") == ("no-concession", "maryland .11I(2)")
    state = go("maryland", state, "settle")
    assert refused("maryland", state, "settle") == ("round-over", "maryland .11I")


@clause("maryland .11I(2)(a)", "maryland .11I(2)(b)")
@pytest.mark.parametrize(
    ("hole", "said"),
    [
        ("9h 7d", ["losing-cards-to-rack .11I(2)(a)"]),
        ("Th 7d", ["pushed-cards-collected .11I(2)(b)"]),
        ("Jh 7d", []),
    ],
)
def test_11i_2__the_cards_of_losing_and_pushed_hands_are_collected(hole: str, said: list[str]):
    drive = opened("maryland", "shoe")
    drive.betting("1 ante 25")
    drive.lines(f"deal {hole} Ts Jc Qd")
    drive.finish()
    assert [each for each in drive.since(0) if ".11I(2)" in each] == said
    drive.confirm_all()


@clause("maryland .11I(2)(a)")
@pytest.mark.parametrize(
    ("hole", "community"), [("5s 5h", "Ad Kc 9d"), ("2s 2h", "Ad Kc 9d"), ("As Kh", "2d 3c 4d"), ("As Qh", "Kd Jc 9d")]
)
def test_11i_2_a__losing_wagers_are_collected_by_the_house(hole: str, community: str):
    state = played(hole, community, bets=(1, 2, 3), setup=maryland())
    assert [(results(state)[wager], clauses(state)[wager]) for wager in MAIN] == [
        (("lose", "0.00", "0.00"), "maryland .11I(2)(a)")
    ] * 4
    assert net_cents(state, 1) == -70_00


@clause("maryland .11I(2)(b)")
@pytest.mark.parametrize("rank", "6789T")
def test_11i_2_b__a_pair_of_6s_to_10s_is_a_push(rank: str):
    assert {rulebook("maryland").wagers[wager].on_push.value for wager in MAIN} == {"returned"}
    state = played(f"{rank}s {rank}h", "2d 3c Kd", bets=(1, 2, 3), setup=maryland())
    assert [results(state)[wager][:2] for wager in MAIN] == [("push", "0.00")] * 4
    assert {clauses(state)[wager] for wager in MAIN} == {"maryland .11I(2)(b)"}
    assert net_cents(state, 1) == 0


@clause("maryland .11I(2)(b)")
@pytest.mark.parametrize(("rank", "outcome"), [("5", "lose"), ("6", "push"), ("T", "push"), ("J", "win")])
def test_11i_2_b__a_pair_of_5s_loses_and_a_pair_of_jacks_wins(rank: str, outcome: str):
    state = played(f"{rank}s Ah", f"{rank}d 3c Kd", setup=maryland())
    assert [results(state)[wager][0] for wager in MAIN] == [outcome] * 4


@clause("maryland .11I(2)(c)", "maryland .11I(2)(a)", "maryland .11I(2)(b)", "maryland .11I(2)", "maryland .11J")
@pytest.mark.parametrize("sides", [(), (1,), (2,), (1, 2)])
def test_11i_2_c__hand_by_hand_the_cards_are_collected_or_stay(sides: tuple[int, ...]):
    """Position 1 loses and position 2 pushes; it is settled first, and what is asked of it is done first."""
    drive = opened("maryland", "shoe", tables={Wager.THREE_CARD_BONUS: "A"})
    drive.betting(";".join(["1 ante 25", "2 ante 10", *(f"{each} three-card-bonus 5" for each in sides)]))
    drive.lines("deal 9h 7d Th 8s Ts Jc Qd")
    before = len(drive.prompted)
    drive.finish()
    stay = "cards-stay-for-side-wagers"
    asked = [stay if 2 in sides else "pushed-cards-collected", stay if 1 in sides else "losing-cards-to-rack"]
    settled = [each for each in drive.prompted[before:] if each.clause.startswith("maryland .11I(2)")]
    assert [(each.duty, each.position) for each in settled] == list(zip(asked, (2, 1), strict=True))
    assert drive.refused(t.Confirm, prompt=settled[1].number) == ("prompt-before", settled[0].clause)
    rack = drive.prompt("rack-for-reconstruction").number
    assert drive.refused(t.Confirm, prompt=rack) == ("prompt-before", settled[0].clause)
    drive.confirm_all()


@clause("maryland .11I(2)(d)")
def test_11i_2_d__winning_wagers_are_paid_at_their_odds_and_the_stakes_come_back():
    state = played("9s 9h", "9d 2c 2s", bets=(1, 2, 3), setup=maryland())
    assert [results(state)[wager] for wager in MAIN] == [
        ("win", "100.00", "10.00"),
        ("win", "100.00", "10.00"),
        ("win", "200.00", "20.00"),
        ("win", "300.00", "30.00"),
    ]
    assert {clauses(state)[wager] for wager in MAIN} == {"maryland .12A(4)"}
    assert net_cents(state, 1) == 700_00


@clause("maryland .11I(2)(b)", "maryland .11I(3)")
@pytest.mark.parametrize(
    ("hole", "community", "bonus", "three", "six"),
    [
        ("8s Th", "8d 3h 2h", "8c Jc Kc 4s", ("lose", "0.00", "0.00"), ("lose", "0.00", "0.00")),
        ("As Kh", "8d 8c 3h", "2c Jc Kc 4s", ("win", "5.00", "5.00"), ("lose", "0.00", "0.00")),
        ("8s 8h", "Kd 3h 2h", "8d 8c Jc 4s", ("lose", "0.00", "0.00"), ("win", "250.00", "5.00")),
        ("8s 8h", "4h 3h 2h", "8d 8c Jc 4s", ("win", "200.00", "5.00"), ("win", "250.00", "5.00")),
    ],
)
def test_11i_3__a_pushed_hand_with_each_side_wager(
    hole: str, community: str, bonus: str, three: tuple[str, str, str], six: tuple[str, str, str]
):
    rules = rulebook("maryland").wagers
    assert {rules[wager].on_push.value for wager in ("three-card-bonus", "six-card-bonus")} == {"decided-apart"}
    state = played(hole, community, "progressive 5", "three-card-bonus 5", "six-card-bonus 5", bonus=bonus)
    assert [results(state)[wager] for wager in MAIN] == [("push", "0.00", "10.00")] * 4
    assert results(state)["progressive"] == ("lose", "0.00", "0.00")
    assert (results(state)["three-card-bonus"], results(state)["six-card-bonus"]) == (three, six)


@clause("maryland .11I(3)")
def test_11i_3__each_player_has_the_main_wagers_settled_then_the_progressive_and_the_bonuses():
    state = go("maryland", bonuses("ann ben"), "2 ante 5; 2 three-card-bonus 5; 2 six-card-bonus 5; 2 progressive 1")
    state = go(
        "maryland", state, "1 ante 5; 1 progressive 1; 1 three-card-bonus 5; deal 2c 7d Jc Kc 5s 5h 9c As Kh Td 4d"
    )
    for _ in range(3):
        state = go("maryland", state, "1 place 5; 2 place 5; reveal")
    state = go("maryland", state, "settle")
    assert [(result.position, result.wager) for result in state.results] == [
        *((2, wager) for wager in (*MAIN, "progressive", "three-card-bonus", "six-card-bonus")),
        *((1, wager) for wager in (*MAIN, "progressive", "three-card-bonus")),
    ]


MARYLAND = MeterOffer(cost_cents=5_00, seed_cents=10_000_00, rate="20%")


def won(hole: str, board: str = "Qh Jh Th") -> Pit:
    """A round at a table on a meter of $61,234.56, settled: ann's hand wins the progressive, ben's nothing."""
    drive = opened("maryland", "shoe", meter=MARYLAND)
    drive.betting("1 ante 25;1 progressive 5;2 ante 10")
    drive.lines(f"deal {hole} 2c 4s {board}")
    drive.finish()
    while drive.duties()[0] != "verify-hand":
        drive.confirm(drive.table.prompts[0])
    return drive


def progressive(drive: Pit) -> tuple[str, int]:
    results = drive.table.last_round.results
    return next((str(each.outcome), each.won_cents) for each in results if each.wager == "progressive")


@clause("maryland .11I(4)", "maryland .11I(4)(a)", "maryland .11I(4)(b)", "maryland .11I(4)(c)", "maryland .11I(4)(d)")
@pytest.mark.parametrize(
    ("hole", "board", "cents"),
    [
        ("9h 9d", "9c 2d 4h", 45_00),
        ("Ah 9h", "Qh Jh 3h", 200_00),
        ("9h 9d", "9c 9s 4h", 1_500_00),
        ("9h 8h", "Qh Jh Th", 6_123_55),
        ("Ah Kh", "Qh Jh Th", 61_235_56),
    ],
)
@pytest.mark.parametrize("by_prompt", [False, True])
def test_11i_4__hand_light_floorperson_and_only_then_the_payment(hole: str, board: str, cents: int, by_prompt: bool):
    drive = won(hole, board)
    assert [each.duty for each in drive.table.prompts if each.moment == "jackpot-won"][:3] == [
        "verify-hand",
        "verify-light",
        "validate-payout",
    ]
    assert (progressive(drive), drive.money["pending:ann"]) == (("pending", 0), cents)
    prize = drive.table.pending[0].number
    for duty in ("verify-hand", "verify-light"):
        asked = drive.prompt(duty)
        assert drive.refused(t.Validate, by="floorperson", prize=prize) == ("prompt-before", asked.clause)
        drive.confirm(asked)
    assert drive.refused(t.Validate, prize=prize) == ("rank-too-low", "maryland .11I(4)(c)")
    assert drive.refused(t.OpenRound) == ("prompt-waits", "maryland .11I(4)(c)")
    number = drive.prompt("validate-payout").number
    if by_prompt:
        drive.do(t.Confirm, prompt=number)
        assert drive.refused(t.Confirm, prompt=number) == ("rank-too-low", "maryland .11I(4)(c)")
        drive.do(t.Confirm, by="floorperson", prompt=number)
    else:
        drive.do(t.Validate, by="floorperson", prize=prize)
    assert (progressive(drive), drive.money["pending:ann"]) == (("win", cents), 0)
    assert "validate-payout" not in drive.duties()
    drive.confirm_all()
    assert drive.refused(t.Validate, by="floorperson", prize=prize) == ("nothing-pending", "maryland .11I(4)(c)")


@clause("maryland .11I(4)")
def test_11i_4__progressives_come_before_envy_bonuses():
    prizes = floor("maryland").round({1: ROYAL, 2: NOTHING})
    assert [wager for _, wager, _ in prizes] == ["progressive", "envy-bonus"]


@clause("maryland .11I(4)(a)")
@pytest.mark.parametrize(("position", "hand"), [(1, "royal-flush"), (2, "straight-flush"), (3, "three-of-a-kind")])
def test_11i_4_a__a_claim_that_the_cards_do_not_bear_out_is_refused(position: int, hand: str):
    casino = floor("maryland")
    casino.do(casino.register(1, 2))
    hands = {1: LOW_STRAIGHT_FLUSH, 2: NOTHING, 3: "Qs Qd"}  # 3 has three queens and no progressive wager
    claimed = casino.record(hands, claims=(Claim(position=position, hand=hand),))
    assert casino.refused(claimed) == ("no-such-win", "maryland .01B(8)")
    casino.do(casino.record(hands, claims=(Claim(position=1, hand="straight-flush"),)))


@clause("maryland .11I(4)(c)")
@pytest.mark.parametrize(("hole", "board"), [("9h 9d", "9c 2d 4h"), ("9h 8h", "Qh Jh Th"), ("Ah Kh", "Qh Jh Th")])
def test_11i_4_c__what_is_not_validated_goes_back_where_it_came_from(hole: str, board: str):
    drive = won(hole, board)
    for duty in ("verify-hand", "verify-light"):
        drive.confirm(drive.prompt(duty))
    prize = drive.table.pending[0].number
    no = {"by": "floorperson", "prize": prize, "accepted": False}
    assert drive.refused(t.Validate, **no) == ("no-grounds", "maryland .11I(4)(c)")
    drive.do(t.Validate, **no, grounds="the light was never lit")
    assert (progressive(drive), drive.money["pending:ann"]) == (("lose", 0), 0)
    assert drive.meters.meters["main"].value == 61_235_56
    assert not [each for each in drive.table.prompts if each.moment == "jackpot-won"]
    drive.confirm_all()


@clause("maryland .11I(4)(c)")
def test_11i_4_c__with_nobody_there_who_may_validate_the_payout_waits():
    drive = won("9h 8h")
    for title in ("floorperson", "pit-manager", "shift-manager"):
        drive.do(t.GoOffDuty, by=title)
    for duty in ("verify-hand", "verify-light"):
        drive.confirm(drive.prompt(duty))
    prize = drive.table.pending[0].number
    assert drive.refused(t.Validate, by="floorperson", prize=prize)[0] == "not-on-duty"
    assert drive.refused(t.OpenRound) == ("prompt-waits", "maryland .11I(4)(c)")
    drive.do(t.ComeOnDuty, by="shift-manager")
    drive.do(t.Validate, by="shift-manager", prize=prize)
    assert progressive(drive) == ("win", 6_123_55)


@clause("maryland .11I(4)(c)")
@pytest.mark.parametrize(("by", "may"), [("dealer", False), ("floorperson", True)])
def test_11i_4_c__a_floorperson_validates_a_prize_of_the_meter(by: str, may: bool):
    casino = floor("maryland")
    casino.do(casino.register(1))
    if may:
        casino.do(casino.record({1: ROYAL}, by=by))
    else:
        assert casino.refused(casino.record({1: ROYAL}, by=by)) == ("needs-title", "maryland .11I(4)(c)")


@clause("maryland .11I(4)(d)(i)", "maryland .11I(4)(d)(ii)")
@pytest.mark.parametrize(
    ("hole", "pays", "stay"), [("Ah Kh", "100% of the meter", True), ("9h 8h", "10% of the meter", False)]
)
def test_11i_4_d__the_cards_stay_only_for_a_prize_that_is_not_paid_from_the_table(hole: str, pays: str, stay: bool):
    offer = {"tables": {Wager.PROGRESSIVE: "main"}, "costs_cents": {Wager.PROGRESSIVE: 500}}
    drive = opened("maryland", "shoe", **offer)
    drive.betting("1 ante 25;1 progressive 5")
    drive.lines(f"deal {hole} Qh Jh Th")
    for line in ("1 place 25", "reveal") * 3:
        drive.confirm_all()
        drive.lines(line)
    prize = MeterPrize(position=1, wager="progressive", pays=pays, won_cents=1_000_00, clause="maryland .12C(1)")
    before = len(drive.prompted)
    drive.confirm_all()
    drive.lines("settle", prizes=(prize,))
    assert ("cards-stay-for-paperwork .11I(4)(d)(ii)" in drive.since(before)) is stay
    if stay:
        assert drive.prompt("cards-stay-for-paperwork").by == "dealer"
    assert "verify-hand .11I(4)(a)" in drive.since(before)


@clause("maryland .11I(4)(d)(i)", "maryland .11I(4)(d)(ii)")
@pytest.mark.parametrize(("hole", "from_table"), [(ROYAL, False), (LOW_STRAIGHT_FLUSH, True)])
def test_11i_4_d__the_whole_meter_is_not_paid_from_the_table_and_the_cards_stay_until_it_is_documented(
    hole, from_table
):
    casino = floor("maryland")
    casino.do(casino.register(1))
    events = casino.do(casino.record({1: hole}))
    assert [each.prize.from_table for each in events if isinstance(each, PrizePaid)] == [from_table]
    again = casino.register(1, number="2")
    if from_table:
        casino.do(again)
        return
    assert casino.refused(again) == ("undocumented", "maryland .11I(4)(d)(ii)")
    casino.do(DocumentPrizes(table="A", by="floorperson"), again)


@clause("maryland .11I(4)(e)")
def test_11i_4_e__the_envy_bonuses_of_a_hand_are_paid_with_it_before_the_next_hand():
    casino = floor("maryland", "19997.00")
    prizes = casino.round({1: ROYAL, 2: LOW_STRAIGHT_FLUSH, 3: NOTHING})
    assert [(position, wager) for position, wager, _ in prizes] == [
        (2, "progressive"), (3, "envy-bonus"), (1, "envy-bonus"),
        (1, "progressive"), (3, "envy-bonus"), (2, "envy-bonus"),
    ]  # fmt: skip


@clause("maryland .11I(4)(e)")
def test_11i_4_e__also_those_for_a_hand_without_a_progressive_wager():
    prizes = floor("maryland").round({1: ROYAL, 2: LOW_STRAIGHT_FLUSH, 3: NOTHING}, wagers=(1, 3))
    assert [(position, wager) for position, wager, _ in prizes] == [
        (3, "envy-bonus"), (1, "envy-bonus"), (1, "progressive"), (3, "envy-bonus"),
    ]  # fmt: skip


@clause("maryland .01B(3)", "maryland .11I(4)(e)", "maryland .11I(4)(e)(i)", "maryland .11H(2)")
def test_11i_4_e_i__who_has_a_progressive_wager_gets_an_envy_bonus_though_folded():
    casino = floor("maryland")
    prizes = casino.round({1: ROYAL, 2: "folded", 3: NOTHING, 4: "lost"}, wagers=(1, 2, 3, 4))
    assert prizes[1:] == [(3, "envy-bonus", 5_000), (2, "envy-bonus", 5_000)]


@clause("maryland .11I(4)(e)(i)")
def test_11i_4_e_i__nobody_without_a_progressive_wager():
    casino = floor("maryland")
    assert casino.round({1: ROYAL, 2: NOTHING}, wagers=(1,)) == [(1, "progressive", 10_001)]


@clause("maryland .11I(4)(e)(ii)", "maryland .11I(4)(e)(iii)")
def test_11i_4_e_ii__one_for_each_hand_of_others_and_none_for_ones_own():
    casino = floor("maryland", "19997.00")
    prizes = casino.round({1: ROYAL, 2: LOW_STRAIGHT_FLUSH, 3: NOTHING})
    assert [each for each in prizes if each[1] == "envy-bonus"] == [
        (3, "envy-bonus", 1_500),
        (1, "envy-bonus", 1_500),
        (3, "envy-bonus", 5_000),
        (2, "envy-bonus", 5_000),
    ]


@clause("maryland .11I(5)")
@pytest.mark.parametrize(("hole", "main"), [("As Kh", "lose"), ("8s 8h", "win"), ("Js Jh", "win"), ("2s 3d", "lose")])
def test_11i_5__a_won_three_card_bonus_is_paid_whatever_the_hand(hole: str, main: str):
    state = played(hole, "5d 5c 9d", "three-card-bonus 25", setup=maryland(three="A"))
    assert results(state)["ante"][0] == main
    assert (results(state)["three-card-bonus"], clauses(state)["three-card-bonus"]) == (
        ("win", "25.00", "25.00"),
        "maryland .12D(1)",
    )


@clause("maryland .11I(6)")
@pytest.mark.parametrize(("hole", "main"), [("As Kh", "lose"), ("8s 8h", "push"), ("Js Jh", "win")])
def test_11i_6__a_won_six_card_bonus_is_paid_whatever_the_hand(hole: str, main: str):
    state = played(hole, "2d 5c 9d", "three-card-bonus 5", "six-card-bonus 25", bonus="3s 3d 3c 7h")
    paid = 500_00 if hole != "As Kh" else 125_00
    assert results(state)["ante"][0] == main
    assert results(state)["six-card-bonus"] == ("win", dollars(paid), "25.00")
    assert clauses(state)["six-card-bonus"] == ("maryland .12E(1)(f)" if paid == 500_00 else "maryland .12E(1)(i)")


@clause("maryland .11J")
def test_11j__a_round_is_rebuilt_card_by_card():
    drive = opened("maryland", "shoe")
    drive.whole_round()
    drive.do(t.OpenDispute, by="player", person="ben", player="ben", about="the pair")
    assert drive.table.disputes[0].round == drive.table.number == 1
    rebuilt = reconstruct(drive.book, drive.table.last_round)
    assert text(each.card for each in rebuilt) == "9h 7d 2c 8s Ts Jc Qd"
    assert [(each.place, each.position) for each in rebuilt[:4]] == [("hole", 1), ("hole", 1), ("hole", 2), ("hole", 2)]


@clause("maryland .11A(1)", "maryland .11A(2)", "maryland .11A(3)", "maryland .11A(4)")
def test_11a__players_are_told_while_they_have_cards_what_they_answer_for():
    told = {f"maryland .11A({number})" for number in (1, 2, 3, 4)}
    with felt("maryland") as table:
        assert not told & table.notes.keys()
        table.deal(ante=5_00)
        assert told <= table.notes.keys()
