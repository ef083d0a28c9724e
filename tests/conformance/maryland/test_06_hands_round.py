"""maryland .06: the order of hands, as it decides a round."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.rounds import played


@clause("maryland .06D")
@pytest.mark.parametrize(
    ("hole", "community", "pays"),
    [
        pytest.param("Ah Kh", "Qh Jh Th", "500 to 1", marks=clause("maryland .06D(1)")),
        pytest.param("9h Kh", "Qh Jh Th", "100 to 1", marks=clause("maryland .06D(2)")),
        pytest.param("Ah 2h", "3h 4h 5h", "100 to 1", marks=clause("maryland .06B", "maryland .06D(2)")),
        pytest.param("2s 2h", "2d As 2c", "40 to 1", marks=clause("maryland .06D(3)")),
        pytest.param("2s 2h", "2d As Ac", "10 to 1", marks=clause("maryland .06D(4)")),
        pytest.param("Kh Ah", "2h 3h 4h", "6 to 1", marks=clause("maryland .06B", "maryland .06D(5)")),
        pytest.param("As 2h", "3h 4h 5h", "4 to 1", marks=clause("maryland .06B", "maryland .06D(6)")),
        pytest.param("As Kh", "Qh Jh Th", "4 to 1", marks=clause("maryland .06D(6)")),
        pytest.param("2s 2h", "2d As Kc", "3 to 1", marks=clause("maryland .06D(7)")),
        pytest.param("2s 2h", "3d 3s Ac", "2 to 1", marks=clause("maryland .06D(8)")),
        pytest.param("As Ah", "2d 3s 4c", "1 to 1", marks=clause("maryland .06A", "maryland .06D(9)")),
        pytest.param("Ks Kh", "2d 3s 4c", "1 to 1", marks=clause("maryland .06A")),
        pytest.param("Qs Qh", "2d 3s 4c", "1 to 1", marks=clause("maryland .06A")),
        pytest.param("Js Jh", "2d 3s 4c", "1 to 1", marks=clause("maryland .06A", "maryland .06D(9)")),
        pytest.param("6s Th", "9h 8h 7h", "4 to 1", marks=clause("maryland .06A")),
        pytest.param("Ts Th", "Ad Ks Qc", None, marks=clause("maryland .06D(9)")),
        pytest.param("6s 6h", "2d 3s 4c", None, marks=clause("maryland .06D(9)")),
        pytest.param("5s 5h", "Ad Ks Qc", None, marks=clause("maryland .06D(9)")),
        pytest.param("Ks Ah", "2h 3h 4h", None, marks=clause("maryland .06B")),
    ],
)
def test_06__what_five_cards_make_decides_what_the_ante_pays(hole: str, community: str, pays: str | None):
    table = played(hole, community, bonus="7d 8c 9c Td" if "Ts" not in hole else "7d 8c 9c Jd")
    assert table.result("ante").pays == pays


@clause("maryland .06C")
@pytest.mark.parametrize("suit", "cdhs")
def test_06c__a_royal_flush_pays_the_same_in_every_suit(suit: str):
    other = "h" if suit == "c" else "c"
    table = played(f"A{suit} K{suit}", f"Q{suit} J{suit} T{suit}", bonus=f"7{other} 8{other} 9{other} 2{other}")
    assert table.result("ante").pays == "500 to 1"


@pytest.mark.parametrize(
    ("community", "pays"),
    [
        pytest.param("Ah Kh Qh", "50 to 1", marks=clause("maryland .06E(1)")),
        pytest.param("Kh Qh Jh", "40 to 1", marks=clause("maryland .06E(2)")),
        pytest.param("Ah 2h 3h", "40 to 1", marks=clause("maryland .06E", "maryland .06E(2)")),
        pytest.param("5h 5s 5d", "30 to 1", marks=clause("maryland .06E(3)")),
        pytest.param("Ah Kh Qs", "6 to 1", marks=clause("maryland .06E(4)")),
        pytest.param("Ah 2s 3h", "6 to 1", marks=clause("maryland .06E", "maryland .06E(4)")),
        pytest.param("Kh Ah 2h", "4 to 1", marks=clause("maryland .06E(5)")),
        pytest.param("5h 5s Ah", "1 to 1", marks=clause("maryland .06E(6)")),
        pytest.param("Kh As 2h", None, marks=clause("maryland .06E(4)")),
        pytest.param("Ah Ks Jd", None, marks=clause("maryland .06E(6)")),
    ],
)
def test_06e__what_the_community_cards_make_decides_the_three_card_bonus(community: str, pays: str | None):
    table = played("9s 4d", community, "three-card-bonus 5", bonus="7c 8c 9c Tc")
    assert table.result("three-card-bonus").pays == pays


@clause("maryland .06F")
@pytest.mark.parametrize(
    ("hole", "bonus", "pays"),
    [
        pytest.param("Ad Kd", "Qd Jd Td 9d", "$1000000.00", marks=clause("maryland .06F(8)")),
        pytest.param("Ad Kd", "Qd Jd Td 8d", "1000 to 1", marks=clause("maryland .06F(1)", "maryland .06F(8)")),
        pytest.param("As Kd", "Qd Jd Td 9d", "200 to 1", marks=clause("maryland .06F(2)", "maryland .06F(8)")),
        pytest.param("Ad 2d", "3d 4d 5d Ks", "200 to 1", marks=clause("maryland .06F(2)")),
        pytest.param("2d 2h", "2s 2c Ad As", "50 to 1", marks=clause("maryland .06F(3)")),
        pytest.param("2d 2h", "2s Ac Ad As", "20 to 1", marks=clause("maryland .06F(4)")),
        pytest.param("6d 2s", "5d 4d 3d Ad", "15 to 1", marks=clause("maryland .06F(5)")),
        pytest.param("As Kh", "2d 3d 4d 5d", "10 to 1", marks=clause("maryland .06F(6)")),
        pytest.param("2d 2h", "2s Ac Kd Js", "5 to 1", marks=clause("maryland .06F(7)")),
        pytest.param("Ad Ah", "Ks Kc Qd Qs", None, marks=clause("maryland .06F(7)")),
    ],
)
def test_06f__the_best_five_of_six_decide_the_six_card_bonus(hole: str, bonus: str, pays: str | None):
    table = played(hole, "7h 8h Jh", "three-card-bonus 5", "six-card-bonus 5", bonus=bonus)
    assert table.result("six-card-bonus").pays == pays
