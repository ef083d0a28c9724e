"""maryland .11: a round of play from the first look at the cards to the last payment."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.rounds import MAIN, Table, bonuses, maryland, played

SIDE = ("progressive", "three-card-bonus", "six-card-bonus")
ALL_SIDE = ("1 ante 10", "1 progressive 5", "1 three-card-bonus 5", "1 six-card-bonus 5")
ANSWERED = ("1 bet 1x", "2 bet 1x", "3 bet 1x")


def three_players(**setup: str) -> Table:
    table = maryland("ann ben cid", **setup).do("1 ante 5", "2 ante 5", "3 ante 5")
    return table.do("deal As Kh 3s 4h 8s 8h 2d 5c 9d")


@clause("maryland .11A")
def test_11a__a_player_sees_their_own_cards_and_nobody_elses_once_they_are_dealt():
    table = maryland("ann ben").do("1 ante 5", "2 ante 5")
    assert table.hole("ann", 1) == ""
    table.do("deal As Kh 3s 4h 2d 5c 9d")
    assert (table.hole("ann", 1), table.hole("ann", 2)) == ("As Kh", "- -")
    assert (table.hole("ben", 1), table.hole("ben", 2)) == ("- -", "3s 4h")
    for role in ("dealer", "supervisor", "inspector", "spectator"):
        assert (table.hole(role, 1), table.hole(role, 2)) == ("- -", "- -")


@clause("maryland .11A(4)")
def test_11a_4__telling_is_free_once_every_community_card_is_shown():
    table = bonuses().do(*ALL_SIDE, "deal Ad Kd Qd Jd 5s 5h 5c Td 9d", *("1 bet 3x", "reveal") * 2)
    assert table.do("1 bet 3x", "reveal").refuses("1 forfeit") == ("nothing-to-tell", ".11A(4)")
    table.do("settle")
    assert table.paid("three-card-bonus")[0] == "win"


@clause("maryland .11A(5)")
@pytest.mark.parametrize("bets", [0, 1, 2])
def test_11a_5__a_violation_forfeits_every_wager_of_the_round(bets: int):
    table = bonuses().do(*ALL_SIDE, "deal Ad Kd Qd Jd 5s 5h 5c Td 9d", *("1 bet 3x", "reveal") * bets, "1 forfeit")
    table.do("settle")
    assert {wager: table.paid(wager) for wager in (*MAIN[: bets + 1], *SIDE)} == dict.fromkeys(
        (*MAIN[: bets + 1], *SIDE), ("forfeit", 0, 0)
    )
    assert {result.clause for result in table.state.results} == {"maryland .11A(5)"}
    assert table.net() == -25_00 - bets * 30_00


@clause("maryland .11A(5)")
def test_11a_5__it_forfeits_what_a_folded_player_still_had_on_the_table():
    table = bonuses().do(*ALL_SIDE, "deal Ad Kd Qd Jd 5s 5h 5c Td 9d", "1 fold", "1 forfeit", "settle")
    assert [table.paid(wager) for wager in SIDE] == [("forfeit", 0, 0)] * 3
    assert table.net() == -25_00


@clause("maryland .11A(5)")
def test_11a_5__a_folded_player_with_nothing_left_has_nothing_to_forfeit():
    table = three_players().do("1 fold")
    assert table.refuses("1 forfeit") == ("hand-ended", ".11A(5)")


@clause("maryland .11A(5)")
def test_11a_5__only_the_player_in_violation_forfeits():
    table = three_players().do("2 forfeit", "1 bet 1x", "3 bet 1x", "reveal", "1 bet 1x", "3 bet 1x", "reveal")
    table.do("1 bet 1x", "3 bet 1x", "reveal", "settle")
    assert [table.paid("ante", position)[0] for position in (1, 2, 3)] == ["lose", "forfeit", "push"]


@clause("maryland .11B")
def test_11b__3rd_street_is_decided_one_by_one_from_the_dealers_left():
    table = three_players()
    assert (table.may(2), table.may(3)) == (["leave"], ["leave"])
    for line in ("2 bet 5", "3 bet 5", "2 fold", "3 fold"):
        assert table.refuses(line) == ("not-in-turn", ".11B")
    assert table.do("1 bet 1x").refuses("3 fold") == ("not-in-turn", ".11B")
    table.do("2 fold", "3 bet 2x")
    assert [hand.position for hand in table.state.live_hands()] == [1, 3]


@clause("maryland .11B")
def test_11b__whoever_sits_farthest_to_the_left_with_an_ante_is_first():
    table = maryland({5: "eve", 1: "ann", 3: "cid"}).do("5 ante 5", "3 ante 5", "deal As Kh 3s 4h 2d 5c 9d")
    assert table.refuses("5 bet 5") == ("not-in-turn", ".11B")
    table.do("3 bet 1x", "5 bet 1x")


@clause("maryland .11B(1)(a)")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_11b_1_a__one_two_or_three_times_the_ante(times: int):
    table = maryland().do("1 ante 7.50", "deal As Kh 2d 5c 9d", f"1 bet {times}x")
    assert table.state.hands[1].stakes["third-street"].cents == times * 7_50


@clause("maryland .11B(1)(a)")
@pytest.mark.parametrize("amount", ["0", "9.99", "10.01", "15", "19.99", "20.01", "29.99", "30.01", "40"])
def test_11b_1_a__and_nothing_else(amount: str):
    table = maryland().do("1 ante 10", "deal As Kh 2d 5c 9d")
    code = "no-amount" if amount == "0" else "wrong-multiple"
    assert table.refuses(f"1 bet {amount}") == (code, ".11B(1)(a)")


@clause("maryland .11B(1)(a)")
@pytest.mark.parametrize(
    ("amount", "paid"),
    [
        ("9.99", ("win", 9_99, 9_99)),
        ("15", ("win", 15_00, 15_00)),
        ("30", ("win", 30_00, 30_00)),
        ("30.01", ("win", 30_00, 30_01)),
        ("40", ("win", 30_00, 40_00)),
    ],
)
def test_11b_1_a__an_unnoticed_street_wager_is_valid_below_and_counts_to_three_times_above(
    amount: str, paid: tuple[str, int, int]
):
    table = maryland().do("1 ante 10", "deal Js Jh 2d 5c 9d", f"1 bet {amount} unnoticed", "reveal")
    table.do("1 bet 1x", "reveal", "1 bet 1x", "reveal", "settle")
    assert table.paid("third-street") == paid


@clause("maryland .11B(1)(b)")
def test_11b_1_b__a_player_may_fold_and_a_fold_is_final():
    table = three_players().do("1 fold")
    assert table.state.hands[1].ended_on == "third-street"
    assert table.refuses("1 bet 5")[0] == table.refuses("1 fold")[0] == "hand-ended"


@clause("maryland .11B(1)")
def test_11b_1__who_cannot_pay_for_the_street_folds():
    table = maryland().do("1 ante 5", "deal As Kh 2d 5c 9d")
    assert table.refuses("1 cannot-fund") == ("must-fold", ".11B(1)")
    assert table.do("1 fold").state.hands[1].ending == "folded"


@clause("maryland .11B(2)")
def test_11b_2__a_fold_is_not_undone_on_a_later_street():
    table = three_players().do("1 fold", "2 bet 1x", "3 bet 1x", "reveal")
    assert table.refuses("1 bet 5") == ("hand-ended", ".11B(2)")


@pytest.mark.parametrize(
    ("bets", "lost"),
    [
        pytest.param((), {"ante": ".11B(2)(a)"}, marks=clause("maryland .11B(2)(a)")),
        pytest.param(
            (2,),
            {"ante": ".11B(2)(a)", "third-street": ".11D(1)(a)"},
            marks=clause("maryland .11B(2)(a)", "maryland .11D(1)(a)"),
        ),
        pytest.param(
            (2, 3),
            {"ante": ".11B(2)(a)", "third-street": ".11D(1)(a)", "fourth-street": ".11F(1)(a)"},
            marks=clause("maryland .11B(2)(a)", "maryland .11D(1)(a)", "maryland .11F(1)(a)"),
        ),
    ],
)
def test_11__a_fold_loses_the_ante_and_the_streets_already_wagered(bets: tuple[int, ...], lost: dict[str, str]):
    table = maryland().do("1 ante 10", "deal As Ah Ad Ac 9d")
    for times in bets:
        table.do(f"1 bet {times}x", "reveal")
    table.do("1 fold", "settle")
    assert {wager: table.clause(wager) for wager in lost} == lost
    assert [table.paid(result.wager) for result in table.state.results] == [("lose", 0, 0)] * len(lost)
    assert table.balance("house") == -table.net() == 10_00 * (1 + sum(bets))


@pytest.mark.parametrize(
    ("turned", "seen"),
    [
        pytest.param(0, "2d - -", marks=clause("maryland .11C")),
        pytest.param(1, "2d 5c -", marks=clause("maryland .11E")),
        pytest.param(2, "2d 5c 9d", marks=clause("maryland .11G")),
    ],
)
def test_11__a_community_card_turns_when_every_player_has_wagered_or_folded(turned: int, seen: str):
    closes = (".11C", ".11E", ".11G")[turned]
    table = three_players().do(*(*ANSWERED, "reveal") * turned)
    before = table.community("dealer")
    for line in ("1 bet 1x", "2 fold", "3 bet 3x"):
        assert "reveal" not in table.may()
        assert table.refuses("reveal") == ("still-deciding", closes)
        table.do(line)
    assert table.community("ann") == table.community("dealer") == before
    table.do("reveal")
    assert {table.community(who) for who in ("ann", "ben", "dealer", "spectator")} == {seen}


@clause("maryland .11G")
def test_11g__no_fourth_community_card():
    table = three_players().do(*(*ANSWERED, "reveal") * 3)
    assert table.refuses("reveal")[0] == "no-street-open"


@clause("maryland .11C", "maryland .11E", "maryland .11G")
def test_11__the_cards_turn_in_the_order_in_which_they_were_dealt():
    table = three_players()
    assert table.community("ann") == "- - -"
    assert table.do(*ANSWERED, "reveal").community("ann") == "2d - -"
    assert table.do(*ANSWERED, "reveal").community("ann") == "2d 5c -"
    assert table.do(*ANSWERED, "reveal").community("ann") == "2d 5c 9d"


@pytest.mark.parametrize(
    ("streets", "street"),
    [
        pytest.param(1, "fourth-street", marks=clause("maryland .11D")),
        pytest.param(2, "fifth-street", marks=clause("maryland .11F")),
    ],
)
def test_11__the_later_streets_are_wagered_or_folded_in_any_order(streets: int, street: str):
    table = three_players().do(*(*ANSWERED, "reveal") * streets, "3 bet 3x", "1 fold", "2 bet 2x")
    assert [table.state.hands[position].stakes[street].cents for position in (2, 3)] == [10_00, 15_00]
    assert (table.state.hands[1].ending, table.state.hands[1].ended_on) == ("folded", street)


@pytest.mark.parametrize(
    ("streets", "says"),
    [
        pytest.param(1, ".11D", marks=clause("maryland .11D")),
        pytest.param(2, ".11F", marks=clause("maryland .11F")),
    ],
)
@pytest.mark.parametrize("amount", ["4.99", "5.01", "7.50", "14.99", "15.01", "20"])
def test_11__a_later_street_is_also_one_two_or_three_times_the_ante(streets: int, says: str, amount: str):
    table = three_players().do(*("1 bet 3x", "2 bet 2x", "3 bet 1x", "reveal"), *(*ANSWERED, "reveal") * (streets - 1))
    assert table.refuses(f"1 bet {amount}") == ("wrong-multiple", says)


@clause("maryland .11D", "maryland .11F")
@pytest.mark.parametrize("bets", [(1, 2, 3), (3, 1, 2), (2, 2, 1), (3, 3, 3)])
def test_11__each_street_is_of_its_own_multiple(bets: tuple[int, int, int]):
    table = played("As Kh", "2d 5c 9d", bets=bets, table=maryland())
    assert [table.state.hands[1].stakes[street].cents for street in MAIN[1:]] == [times * 10_00 for times in bets]


@clause("maryland .11H(1)", "maryland .11H(2)")
@pytest.mark.parametrize("bets", [0, 1, 2])
def test_11h__a_folded_player_with_all_three_side_wagers(bets: int):
    """The community cards are three fives, the six a Super Royal of diamonds."""
    table = bonuses().do(*ALL_SIDE, "deal Ad Kd Qd Jd 5s 5h 5c Td 9d", *("1 bet 2x", "reveal") * bets, "1 fold")
    table.do("settle")
    assert [table.paid(wager) for wager in MAIN[: bets + 1]] == [("lose", 0, 0)] * (bets + 1)
    assert (table.paid("progressive"), table.clause("progressive")) == (("lose", 0, 0), ".11H(1)")
    assert table.paid("three-card-bonus") == ("win", 150_00, 5_00)
    assert table.paid("six-card-bonus") == ("win", 1_000_000_00, 5_00)
    assert table.state.order == (1,)
    assert table.net() == 1_000_150_00 - 15_00 - bets * 20_00


@clause("maryland .11H(2)")
def test_11h_2__the_community_cards_turn_for_a_bonus_wager_when_everybody_has_folded():
    table = bonuses().do(*ALL_SIDE, "deal 2c 7d Jc Kc 5s 5h 9c As Kh", "1 fold")
    assert table.may() == ["reveal", "settle"]
    table.do("reveal", "reveal")
    assert table.community("ann") == "5s 5h -"
    assert table.do("settle").community("ann") == "5s 5h 9c"
    assert table.paid("three-card-bonus") == ("win", 5_00, 5_00)


@clause("maryland .11H(2)")
def test_11h_2__without_a_bonus_wager_they_do_not():
    table = maryland().do("1 ante 5", "deal As Kh 2d 5c 9d", "1 fold")
    assert table.refuses("reveal") == ("all-folded", ".11C")
    assert table.do("settle").community("ann") == "- - -"


@clause("maryland .11H(2)")
def test_11h_2__the_cards_of_a_physical_deck_are_turned_one_by_one_for_it():
    table = maryland(three="A").do("1 ante 5", "1 three-card-bonus 5", "deal", "1 fold")
    assert table.refuses("settle")[0] == "card-unknown"
    table.do("reveal 5s", "reveal 5h", "reveal 9c", "settle")
    assert table.paid("three-card-bonus") == ("win", 5_00, 5_00)


@clause("maryland .11B(3)", "maryland .11H(2)")
def test_11b_3__folded_cards_are_turned_only_for_a_wager_that_they_decide():
    folded = ("deal 2c 7d Jc Kc 5s 5h 9c As Kh", "1 fold")
    without = bonuses().do("1 ante 5", "1 three-card-bonus 5", *folded)
    assert without.hole("dealer") == without.do("settle").hole("dealer") == "- -"
    with_six = bonuses().do(*ALL_SIDE, *folded)
    assert with_six.hole("dealer") == "- -"
    assert with_six.do("settle").hole("dealer") == "As Kh"


@clause("maryland .11I", "maryland .11I(2)")
def test_11i__hands_are_settled_one_by_one_from_the_dealers_right():
    table = three_players().do(*(*ANSWERED, "reveal") * 3, "settle")
    assert table.state.order == (3, 2, 1)
    assert [result.position for result in table.state.results] == [3] * 4 + [2] * 4 + [1] * 4
    assert [table.paid("ante", position)[0] for position in (3, 2, 1)] == ["push", "lose", "lose"]


@clause("maryland .11I")
def test_11i__the_hands_are_turned_when_they_are_settled():
    table = three_players().do(*(*ANSWERED, "reveal") * 2, "1 bet 1x", "2 fold", "3 bet 1x", "reveal")
    assert [table.hole("dealer", position) for position in (1, 2, 3)] == ["- -"] * 3
    table.do("settle")
    assert [table.hole("dealer", position) for position in (1, 2, 3)] == ["As Kh", "- -", "8s 8h"]


@clause("maryland .11I(2)")
def test_11i_2__a_hand_is_settled_when_every_hand_has_come_to_its_end_and_only_once():
    table = three_players().do(*ANSWERED)
    assert table.refuses("settle") == ("still-playing", ".11I")
    table.do("reveal", *(*ANSWERED, "reveal") * 2)
    assert table.refuses("1 concede") == ("no-concession", ".11I(2)")
    assert table.do("settle").refuses("settle") == ("round-over", ".11I")


@clause("maryland .11I(1)")
@pytest.mark.parametrize(
    ("hole", "community", "pays"),
    [
        ("As Ah", "Ad Ac 9d", "40 to 1"),
        ("As 9h", "Ad Ac 9d", "10 to 1"),
        ("2s 3h", "Ad Ac Ah", "3 to 1"),
        ("2s 3h", "Ad Ac 9d", "1 to 1"),
    ],
)
def test_11i_1__the_hand_is_the_players_two_cards_and_all_three_community_cards(hole: str, community: str, pays: str):
    table = played(hole, community, table=maryland())
    assert [table.result(wager).pays for wager in MAIN] == [pays] * 4


@clause("maryland .11I(2)(a)")
@pytest.mark.parametrize(
    ("hole", "community"), [("5s 5h", "Ad Kc 9d"), ("2s 2h", "Ad Kc 9d"), ("As Kh", "2d 3c 4d"), ("As Qh", "Kd Jc 9d")]
)
def test_11i_2_a__losing_wagers_are_collected_by_the_house(hole: str, community: str):
    table = played(hole, community, bets=(1, 2, 3), table=maryland())
    assert [(table.paid(wager), table.clause(wager)) for wager in MAIN] == [(("lose", 0, 0), ".11I(2)(a)")] * 4
    assert (table.net(), table.balance("house"), table.balance("round")) == (-70_00, 70_00, 0)


@clause("maryland .11I(2)(b)")
@pytest.mark.parametrize("rank", "6789T")
def test_11i_2_b__a_pair_of_6s_to_10s_is_a_push(rank: str):
    table = played(f"{rank}s {rank}h", "2d 3c Kd", bets=(1, 2, 3), table=maryland())
    assert [table.paid(wager)[:2] for wager in MAIN] == [("push", 0)] * 4
    assert {table.clause(wager) for wager in MAIN} == {".11I(2)(b)"}
    assert (table.net(), table.balance("house"), table.balance("round")) == (0, 0, 0)


@clause("maryland .11I(2)(b)")
@pytest.mark.parametrize(("rank", "outcome"), [("5", "lose"), ("6", "push"), ("T", "push"), ("J", "win")])
def test_11i_2_b__a_pair_of_5s_loses_and_a_pair_of_jacks_wins(rank: str, outcome: str):
    table = played(f"{rank}s Ah", f"{rank}d 3c Kd", table=maryland())
    assert [table.paid(wager)[0] for wager in MAIN] == [outcome] * 4


@clause("maryland .11I(2)(b)", "maryland .11I(3)")
@pytest.mark.parametrize(
    ("hole", "community", "bonus", "three", "six"),
    [
        ("8s Th", "8d 3h 2h", "8c Jc Kc 4s", ("lose", 0, 0), ("lose", 0, 0)),
        ("As Kh", "8d 8c 3h", "2c Jc Kc 4s", ("win", 5_00, 5_00), ("lose", 0, 0)),
        ("8s 8h", "Kd 3h 2h", "8d 8c Jc 4s", ("lose", 0, 0), ("win", 250_00, 5_00)),
        ("8s 8h", "4h 3h 2h", "8d 8c Jc 4s", ("win", 200_00, 5_00), ("win", 250_00, 5_00)),
    ],
)
def test_11i__a_pushed_hand_with_each_side_wager(
    hole: str, community: str, bonus: str, three: tuple[str, int, int], six: tuple[str, int, int]
):
    table = played(hole, community, "progressive 5", "three-card-bonus 5", "six-card-bonus 5", bonus=bonus)
    assert [table.paid(wager) for wager in MAIN] == [("push", 0, 10_00)] * 4
    assert table.paid("progressive") == ("lose", 0, 0)
    assert (table.paid("three-card-bonus"), table.paid("six-card-bonus")) == (three, six)


@clause("maryland .11I(2)(d)")
def test_11i_2_d__winning_wagers_are_paid_at_their_odds_and_the_stakes_come_back():
    table = played("9s 9h", "9d 2c 2s", bets=(1, 2, 3), table=maryland())
    assert [table.paid(wager) for wager in MAIN] == [
        ("win", 100_00, 10_00),
        ("win", 100_00, 10_00),
        ("win", 200_00, 20_00),
        ("win", 300_00, 30_00),
    ]
    assert {table.clause(wager) for wager in MAIN} == {".12A(4)"}
    assert (table.net(), table.balance("player:ann"), table.balance("house")) == (700_00, 700_00, -700_00)


@clause("maryland .11I(3)")
def test_11i_3__each_player_has_the_main_wagers_settled_then_the_progressive_and_the_bonuses():
    table = bonuses("ann ben").do("2 ante 5", "2 three-card-bonus 5", "2 six-card-bonus 5", "2 progressive 1")
    table.do("1 ante 5", "1 progressive 1", "1 three-card-bonus 5", "deal 2c 7d Jc Kc 5s 5h 9c As Kh Td 4d")
    for _ in range(3):
        table.do("1 bet 1x", "2 bet 1x", "reveal")
    table.do("settle")
    assert [(result.position, result.wager) for result in table.state.results] == [
        *((2, wager) for wager in (*MAIN, "progressive", "three-card-bonus", "six-card-bonus")),
        *((1, wager) for wager in (*MAIN, "progressive", "three-card-bonus")),
    ]


@clause("maryland .11I(4)(d)")
def test_11i_4_d__a_prize_of_the_meter_waits_for_the_meter():
    table = maryland(progressive=True).do("1 ante 5", "1 progressive 1", "deal Ah Kh Qh Jh Th")
    table.do(*("1 bet 1x", "reveal") * 3)
    assert table.refuses("settle") == ("meter-prize", ".12C(1)(a)")


@clause("maryland .11I(5)")
@pytest.mark.parametrize(("hole", "main"), [("As Kh", "lose"), ("8s 8h", "win"), ("Js Jh", "win"), ("2s 3d", "lose")])
def test_11i_5__a_won_three_card_bonus_is_paid_whatever_the_hand(hole: str, main: str):
    table = played(hole, "5d 5c 9d", "three-card-bonus 25", table=maryland(three="A"))
    assert table.paid("ante")[0] == main
    assert (table.paid("three-card-bonus"), table.clause("three-card-bonus")) == (("win", 25_00, 25_00), ".12D(1)")


@clause("maryland .11I(6)")
@pytest.mark.parametrize(("hole", "main"), [("As Kh", "lose"), ("8s 8h", "push"), ("Js Jh", "win")])
def test_11i_6__a_won_six_card_bonus_is_paid_whatever_the_hand(hole: str, main: str):
    table = played(hole, "2d 5c 9d", "three-card-bonus 5", "six-card-bonus 25", bonus="3s 3d 3c 7h")
    paid = 500_00 if hole != "As Kh" else 125_00
    assert table.paid("ante")[0] == main
    assert table.paid("six-card-bonus") == ("win", paid, 25_00)
    assert table.clause("six-card-bonus") == (".12E(1)(f)" if paid == 500_00 else ".12E(1)(i)")


@clause("maryland .13D")
@pytest.mark.parametrize("bets", [0, 1, 2, 3])
def test_13d__a_misdeal_returns_every_wager(bets: int):
    table = bonuses().do(*ALL_SIDE, "deal Ad Kd Qd Jd 5s 5h 5c Td 9d", *("1 bet 2x", "reveal") * bets)
    table.do("void maryland .13D")
    assert {result.outcome.value for result in table.state.results} == {"void"}
    assert (table.net(), table.balance("player:ann"), table.balance("house")) == (0, 0, 0)
