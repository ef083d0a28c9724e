"""crown 3, in play: what the poker hands of the book are paid."""

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import crown, round_of
from tests.conformance.table import go, refused, results


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        pytest.param("Ah 2h 3h 4h 5h", "1000.00", marks=clause("crown 3.6.1(i)")),
        pytest.param("Kh Qh Jh Th 9h", "1000.00", marks=clause("crown 3.6.1(i)")),
        pytest.param("Ah Kh Qh Jh Th", "5000.00", marks=clause("crown 3.6.1(j)")),
        pytest.param("Tc Jc Qc Kc Ac", "5000.00", marks=clause("crown 3.6.1(j)", "crown 3.5")),
        pytest.param("Ah 2c 3d 4s 5h", "40.00", marks=clause("crown 3.6.1(e)")),
        pytest.param("Ah Kc Qd Js Th", "40.00", marks=clause("crown 3.6.1(e)")),
        pytest.param("Kh Ah 2h 3h 4h", "60.00", marks=clause("crown 3.6.1(f)")),
        pytest.param("2c 2d 2h 3s 3c", "100.00", marks=clause("crown 3.6.1(g)")),
        pytest.param("2c 2d 2h 2s 3c", "400.00", marks=clause("crown 3.6.1(h)")),
        pytest.param("2c 2d 2h 3s 4c", "30.00", marks=clause("crown 3.6.1(d)")),
        pytest.param("2c 2d 3h 3s 4c", "20.00", marks=clause("crown 3.6.1(c)")),
    ],
)
def test_3_6_1__what_a_ten_dollar_ante_wins(cards: str, won: str):
    assert results(round_of(cards))["ante"] == ("win", won, "10.00")


@clause("crown 3.6.1(b)")
@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("Ac Ad 2h 3s 4c", ("win", "10.00", "10.00")),
        ("Jc Jd 2h 3s 4c", ("win", "10.00", "10.00")),
        ("Tc Td 2h 3s 4c", ("push", "0.00", "10.00")),
        ("6c 6d 2h 3s 4c", ("push", "0.00", "10.00")),
        ("5c 5d 2h 3s 4c", ("lose", "0.00", "0.00")),
        ("2c 2d Ah Ks Qc", ("lose", "0.00", "0.00")),
    ],
)
def test_3_6_1_b__two_cards_of_one_rank_win_push_or_lose_by_their_rank(cards: str, result: tuple[str, str, str]):
    assert results(round_of(cards))["ante"] == result


@clause("crown 3.5.1", "crown 3.6.1(e)", "crown 3.6.1(a)")
@pytest.mark.parametrize("cards", ["Kc Ad 2h 3s 4c", "Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c", "Ac Kd Qh Js 9c"])
def test_3_5_1__an_ace_in_the_middle_makes_nothing(cards: str):
    assert set(results(round_of(cards)).values()) == {("lose", "0.00", "0.00")}


@clause("crown 3.6.1")
@pytest.mark.parametrize("cards", ["9h 9c 2d 3s 4h", "9h 2d 9c 3s 4h", "2d 3s 9h 9c 4h", "2d 3s 4h 9h 9c"])
def test_3_6_1__it_does_not_matter_where_the_cards_of_a_hand_lie(cards: str):
    assert results(round_of(cards))["ante"] == ("push", "0.00", "10.00")


@clause("crown 3.1")
def test_3_1__a_deck_has_one_of_each_card():
    state = go("crown", crown(), "1 ante 10; deal; 1 bet 10; reveal 2c; 1 bet 10")
    assert refused("crown", state, "reveal 2c")[0] == "card-twice"
    state = go("crown", state, "reveal 3c; 1 bet 10; reveal 4c")
    assert refused("crown", state, "1 show 4c 5c")[0] == "card-twice"
    assert results(go("crown", state, "1 show 5c 6c; settle"))["ante"] == ("win", "1000.00", "10.00")
