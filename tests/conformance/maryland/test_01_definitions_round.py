"""maryland .01: what the words mean in a round."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.rounds import MAIN, bonuses, maryland, played

FOLLOWED = {"third-street": (), "fourth-street": ("1 bet 1x", "reveal"), "fifth-street": ("1 bet 1x", "reveal") * 2}


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("third-street", marks=clause("maryland .01B(1)", "maryland .01B(10)")),
        pytest.param("fourth-street", marks=clause("maryland .01B(1)", "maryland .01B(7)")),
        pytest.param("fifth-street", marks=clause("maryland .01B(1)", "maryland .01B(5)")),
    ],
)
@pytest.mark.parametrize("amount", ["25.00", "50.00", "75.00"])
def test_01b__a_bet_wager_is_one_two_or_three_times_the_ante(street: str, amount: str):
    table = maryland().do("1 ante 25", "deal Ah Kd Qs 7c 2h", *FOLLOWED[street], f"1 bet {amount}")
    assert table.state.hands[1].stakes[street].cents == int(amount[:2]) * 100


@pytest.mark.parametrize(
    ("street", "says"),
    [
        pytest.param("third-street", ".11B(1)(a)", marks=clause("maryland .01B(10)", "maryland .11B(1)(a)")),
        pytest.param("fourth-street", ".11D", marks=clause("maryland .01B(7)", "maryland .11D")),
        pytest.param("fifth-street", ".11F", marks=clause("maryland .01B(5)", "maryland .11F")),
    ],
)
@pytest.mark.parametrize("amount", ["24.99", "25.01", "37.50", "49.99", "50.01", "74.99", "75.01", "100.00"])
def test_01b__a_bet_wager_of_any_other_amount_is_refused(street: str, says: str, amount: str):
    table = maryland().do("1 ante 25", "deal Ah Kd Qs 7c 2h", *FOLLOWED[street])
    assert table.refuses(f"1 bet {amount}") == ("wrong-multiple", says)


@clause("maryland .01B(2)")
def test_01b_2__all_players_use_the_same_community_cards():
    table = maryland("ann ben").do("1 ante 5", "2 ante 5", "deal As 3d 9d 9h Ah 3s 9c")
    for _ in range(3):
        table.do("1 bet 1x", "2 bet 1x", "reveal")
    table.do("settle")
    assert (table.result("ante", 1).pays, table.result("ante", 2).pays) == ("2 to 1", "3 to 1")


@clause("maryland .01B(6)")
@pytest.mark.parametrize("bets", [0, 1, 2])
def test_01b_6__whoever_makes_no_bet_wager_withdraws_from_the_round(bets: int):
    table = maryland().do("1 ante 5", "deal As Ad Ah Ac 9c", *("1 bet 1x", "reveal") * bets, "1 fold", "settle")
    assert [table.paid(wager) for wager in MAIN[: bets + 1]] == [("lose", 0, 0)] * (bets + 1)
    assert table.net() == -500 * (bets + 1)


@clause("maryland .01B(6)")
def test_01b_6__nobody_folds_once_the_5th_street_wager_is_made():
    table = maryland().do("1 ante 5", "deal As Kd 2h 7c 9c", *("1 bet 1x", "reveal") * 2, "1 bet 1x")
    assert table.refuses("1 fold") == ("already-placed", ".02B(2)")
    assert table.do("reveal").refuses("1 fold") == ("no-street-open", ".07F(2)")


@clause("maryland .01B(8)")
@pytest.mark.parametrize(
    ("hole", "community", "paid"),
    [
        ("9s 9h", "9d 4c 2s", ("win", 45_00, 0)),
        ("9s 4h", "9d 4c 2s", ("lose", 0, 0)),
        ("As Ah", "9d 4c 2s", ("lose", 0, 0)),
        ("Ts Th", "9d 4c 2s", ("lose", 0, 0)),
        ("5s 5h", "9d 4c 2s", ("lose", 0, 0)),
        ("As Kh", "9d 4c 2s", ("lose", 0, 0)),
    ],
)
def test_01b_8__the_progressive_wins_from_three_of_a_kind_upwards(
    hole: str, community: str, paid: tuple[str, int, int]
):
    table = played(hole, community, "progressive 5", bonus="3c 7d Jc Kc")
    assert table.paid("progressive") == paid


@clause("maryland .01B(8)")
def test_01b_8__the_bonus_cards_are_no_part_of_a_progressive_payout_hand():
    table = played("9s 9h", "Kd 4c 2s", "progressive 5", "three-card-bonus 5", "six-card-bonus 5", bonus="9d 9c Jc Kc")
    assert table.paid("progressive") == ("lose", 0, 0)
    assert table.paid("six-card-bonus") == ("win", 250_00, 5_00)


@clause("maryland .01B(9)")
def test_01b_9__a_push_neither_pays_nor_collects():
    table = played("8s 8h", "Kd 4c 2s", table=bonuses(), bets=(1, 2, 3))
    assert [table.paid(wager) for wager in MAIN] == [
        ("push", 0, 10_00),
        ("push", 0, 10_00),
        ("push", 0, 20_00),
        ("push", 0, 30_00),
    ]
    assert (table.net(), table.balance("house"), table.balance("round")) == (0, 0, 0)
