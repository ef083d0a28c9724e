"""maryland .06: the order of cards and hands."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import pays, played

from mississippi_stud.cards import parse, rank
from mississippi_stud.hands import Hand, ThreeCardHand, five, six, three
from mississippi_stud.rulebooks import rulebook


@clause("maryland .06A")
def test_06a__the_order_of_cards_is_ace_to_two_and_there_is_no_joker():
    assert [rank(card) for card in parse("Ah Kh Qh Jh 10h 9h 8h 7h 6h 5h 4h 3h 2h")] == list(range(12, -1, -1))
    assert rulebook("maryland").dealing.jokers.value is False


def five_cards(cards: str) -> str:
    return str(five(*parse(cards)))


@clause("maryland .06B")
@pytest.mark.parametrize(
    ("unsuited", "suited", "hands"),
    [
        ("Ah 2s 3h 4h 5h", "Ah 2h 3h 4h 5h", ("straight", "straight flush")),
        ("2s 3h 4h 5h 6h", "2h 3h 4h 5h 6h", ("straight", "straight flush")),
        ("As Kh Qh Jh 10h", "Ah Kh Qh Jh 10h", ("straight", "royal flush")),
        ("Ks Ah 2h 3h 4h", "Kh Ah 2h 3h 4h", ("nothing", "flush")),
        ("Qs Kh Ah 2h 3h", "Qh Kh Ah 2h 3h", ("nothing", "flush")),
        ("Js Qh Kh Ah 2h", "Jh Qh Kh Ah 2h", ("nothing", "flush")),
        ("As 2h 3h 4h 6h", "Ah 2h 3h 4h 6h", ("nothing", "flush")),
    ],
)
def test_06b__an_ace_is_low_only_with_2_3_4_5(unsuited: str, suited: str, hands: tuple[str, str]):
    assert (five_cards(unsuited), five_cards(suited)) == hands


@clause("maryland .06B")
def test_06b__the_book_lets_an_ace_be_low():
    assert rulebook("maryland").hands.ace_low_in_five.value is True


def three_cards(cards: str) -> str:
    return str(three(*parse(cards), ace_low=rulebook("maryland").hands.ace_low_in_three.value))


def six_cards(cards: str) -> tuple[str, bool]:
    hand, super_royal = six(*parse(cards))
    return str(hand), super_royal is not None


@clause("maryland .06C")
@pytest.mark.parametrize("suit", "cdhs")
def test_06c__all_suits_are_equal(suit: str):
    def of_suit(ranks: str) -> str:
        return " ".join(each + suit for each in ranks.split())

    assert five_cards(of_suit("A K Q J 10")) == "royal flush"
    assert five_cards(of_suit("K Q J 10 9")) == "straight flush"
    assert five_cards(of_suit("K Q J 10 8")) == "flush"
    assert three_cards(of_suit("A K Q")) == "mini royal"
    assert six_cards(of_suit("A K Q J 10 9")) == ("royal flush", True)


@clause("maryland .06C")
@pytest.mark.parametrize("suit", "cdhs")
def test_06c__a_royal_flush_pays_the_same_in_every_suit(suit: str):
    other = "h" if suit == "c" else "c"
    state = played(f"A{suit} K{suit}", f"Q{suit} J{suit} T{suit}", bonus=f"7{other} 8{other} 9{other} 2{other}")
    assert pays(state)["ante"] == "500 to 1"


@clause("maryland .06D")
def test_06d__the_order_of_hands():
    order = (
        Hand.ROYAL_FLUSH,
        Hand.STRAIGHT_FLUSH,
        Hand.FOUR_OF_A_KIND,
        Hand.FULL_HOUSE,
        Hand.FLUSH,
        Hand.STRAIGHT,
        Hand.THREE_OF_A_KIND,
        Hand.TWO_PAIR,
        Hand.JACKS_OR_BETTER,
        Hand.PAIR_OF_6S_TO_10S,
    )
    assert rulebook("maryland").hands.five_cards.value == order
    assert list(order) == sorted(order, reverse=True)


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        pytest.param("Ah Kh Qh Jh 10h", "royal flush", marks=clause("maryland .06D(1)")),
        pytest.param("Kh Qh Jh 10h 9h", "straight flush", marks=clause("maryland .06D(1)", "maryland .06D(2)")),
        pytest.param("5h 4h 3h 2h Ah", "straight flush", marks=clause("maryland .06D(2)")),
        pytest.param("2s 2h 2d 2c As", "four of a kind", marks=clause("maryland .06D(3)")),
        pytest.param("2s 2h 2d As Ac", "full house", marks=clause("maryland .06D(3)", "maryland .06D(4)")),
        pytest.param("As Ah Ad 2s 2c", "full house", marks=clause("maryland .06D(4)")),
        pytest.param("Ah Kh Qh Jh 9h", "flush", marks=clause("maryland .06D(5)")),
        pytest.param("7h 5h 4h 3h 2h", "flush", marks=clause("maryland .06D(5)")),
        pytest.param("Ah Kh Qh Jh 10s", "straight", marks=clause("maryland .06D(5)", "maryland .06D(6)")),
        pytest.param("5h 4h 3h 2h As", "straight", marks=clause("maryland .06D(6)")),
        pytest.param("Ah Kh Qh Jh 9s", "nothing", marks=clause("maryland .06D(6)")),
        pytest.param("2s 2h 2d As Kc", "three of a kind", marks=clause("maryland .06D(7)")),
        pytest.param("As Ah Ad 3s 2c", "three of a kind", marks=clause("maryland .06D(7)")),
        pytest.param("2s 2h 3d 3s Ac", "two pair", marks=clause("maryland .06D(8)")),
        pytest.param("As Ah Kd Ks 2c", "two pair", marks=clause("maryland .06D(8)")),
        pytest.param("As Ah Kd Qs Jc", "jacks or better", marks=clause("maryland .06D(9)")),
        pytest.param("Js Jh 2d 3s 4c", "jacks or better", marks=clause("maryland .06D(9)")),
        pytest.param("10s 10h Ad Ks Qc", "pair of 6s to 10s", marks=clause("maryland .06D(9)")),
        pytest.param("6s 6h 2d 3s 4c", "pair of 6s to 10s", marks=clause("maryland .06D(9)")),
        pytest.param("5s 5h Ad Ks Qc", "low pair", marks=clause("maryland .06D(9)")),
        pytest.param("2s 2h Ad Ks Qc", "low pair", marks=clause("maryland .06D(9)")),
        pytest.param("As Kh Qd Js 9c", "nothing", marks=clause("maryland .06D(9)")),
    ],
)
def test_06d__each_hand(cards: str, hand: str):
    assert five_cards(cards) == hand


@clause("maryland .06D")
@pytest.mark.parametrize(
    ("hole", "community", "odds"),
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
def test_06d__what_five_cards_make_decides_what_the_ante_pays(hole: str, community: str, odds: str | None):
    state = played(hole, community, bonus="7d 8c 9c Td" if "Ts" not in hole else "7d 8c 9c Jd")
    assert pays(state)["ante"] == odds


@clause("maryland .06E")
def test_06e__the_order_of_three_card_hands():
    order = (
        ThreeCardHand.MINI_ROYAL,
        ThreeCardHand.STRAIGHT_FLUSH,
        ThreeCardHand.THREE_OF_A_KIND,
        ThreeCardHand.STRAIGHT,
        ThreeCardHand.FLUSH,
        ThreeCardHand.PAIR,
    )
    assert rulebook("maryland").hands.three_cards.value == order
    assert list(order) == sorted(order, reverse=True)


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        pytest.param("Ah Kh Qh", "mini royal", marks=clause("maryland .06E(1)")),
        pytest.param("Kh Qh Jh", "straight flush", marks=clause("maryland .06E(1)", "maryland .06E(2)")),
        pytest.param("2h 3h 4h", "straight flush", marks=clause("maryland .06E(2)")),
        pytest.param("Ah 2h 3h", "straight flush", marks=clause("maryland .06E", "maryland .06E(2)")),
        pytest.param("2h 2s 2d", "three of a kind", marks=clause("maryland .06E(3)")),
        pytest.param("Ah As Ad", "three of a kind", marks=clause("maryland .06E(3)")),
        pytest.param("Ah Kh Qs", "straight", marks=clause("maryland .06E(1)", "maryland .06E(4)")),
        pytest.param("2h 3s 4h", "straight", marks=clause("maryland .06E(4)")),
        pytest.param("Ah 2s 3h", "straight", marks=clause("maryland .06E", "maryland .06E(4)")),
        pytest.param("Kh As 2h", "nothing", marks=clause("maryland .06E(4)")),
        pytest.param("Kh Ah 2h", "flush", marks=clause("maryland .06E(2)", "maryland .06E(5)")),
        pytest.param("5h 3h 2h", "flush", marks=clause("maryland .06E(5)")),
        pytest.param("5h 3h 2s", "nothing", marks=clause("maryland .06E(5)")),
        pytest.param("2h 2s Ah", "pair", marks=clause("maryland .06E(6)")),
        pytest.param("Ah As 2h", "pair", marks=clause("maryland .06E(6)")),
        pytest.param("Ah Ks Jd", "nothing", marks=clause("maryland .06E(6)")),
    ],
)
def test_06e__each_three_card_hand(cards: str, hand: str):
    assert three_cards(cards) == hand


@pytest.mark.parametrize(
    ("community", "odds"),
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
def test_06e__what_the_community_cards_make_decides_the_three_card_bonus(community: str, odds: str | None):
    state = played("9s 4d", community, "three-card-bonus 5", bonus="7c 8c 9c Tc")
    assert pays(state)["three-card-bonus"] == odds


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        pytest.param(
            "Ad Kd Qd Jd 10d 8d", ("royal flush", False), marks=clause("maryland .06F(1)", "maryland .06F(8)")
        ),
        pytest.param("Ad Kd Qd Jd 10d As", ("royal flush", False), marks=clause("maryland .06F(1)")),
        pytest.param(
            "Kd Qd Jd 10d 9d As", ("straight flush", False), marks=clause("maryland .06F(1)", "maryland .06F(2)")
        ),
        pytest.param(
            "Kd Qd Jd 10d 9d 8d", ("straight flush", False), marks=clause("maryland .06F(2)", "maryland .06F(8)")
        ),
        pytest.param("5d 4d 3d 2d Ad Ks", ("straight flush", False), marks=clause("maryland .06F(2)")),
        pytest.param("2d 2h 2s 2c Ad As", ("four of a kind", False), marks=clause("maryland .06F(3)")),
        pytest.param("2d 2h 2s Ac Ad As", ("full house", False), marks=clause("maryland .06F(4)")),
        pytest.param("2d 2h 2s Ac Ad Ks", ("full house", False), marks=clause("maryland .06F(4)")),
        pytest.param("Ad 9d 7d 5d 2d As", ("flush", False), marks=clause("maryland .06F(5)")),
        pytest.param("6d 5d 4d 3d Ad 2s", ("flush", False), marks=clause("maryland .06F(5)", "maryland .06F(6)")),
        pytest.param("6d 5d 4h 3c 2d 2s", ("straight", False), marks=clause("maryland .06F(6)")),
        pytest.param("As 2d 3d 4d 5d Kh", ("straight", False), marks=clause("maryland .06F(6)")),
        pytest.param("2d 2h 2s Ac Kd Js", ("three of a kind", False), marks=clause("maryland .06F(7)")),
        pytest.param("Ad Ah Ks Kc Qd Qs", ("two pair", False), marks=clause("maryland .06F(7)")),
        pytest.param("Ad Kd Qd Jd 10d 9d", ("royal flush", True), marks=clause("maryland .06F(8)")),
        pytest.param("Ad Kd Qd Jd 10d 9s", ("royal flush", False), marks=clause("maryland .06F(8)")),
        pytest.param("As Kd Qd Jd 10d 9d", ("straight flush", False), marks=clause("maryland .06F(8)")),
    ],
)
def test_06f__each_hand_of_six_cards_and_whether_it_is_a_super_royal(cards: str, hand: tuple[str, bool]):
    assert six_cards(cards) == hand


@clause("maryland .06F")
@pytest.mark.parametrize("table", ["A", "B"])
def test_06f__hands_eligible_for_a_six_card_bonus_payout(table: str):
    pays = rulebook("maryland").wagers["six-card-bonus"].tables[table].pays
    assert {hand.removesuffix("-of-diamonds") for hand in pays} == {
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
        "straight",
        "three-of-a-kind",
        "super-royal",
    }


@clause("maryland .06F")
@pytest.mark.parametrize(
    ("hole", "bonus", "odds"),
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
def test_06f__the_best_five_of_six_decide_the_six_card_bonus(hole: str, bonus: str, odds: str | None):
    state = played(hole, "7h 8h Jh", "three-card-bonus 5", "six-card-bonus 5", bonus=bonus)
    assert pays(state)["six-card-bonus"] == odds


@clause("maryland .06F(8)")
def test_06f_8__the_book_knows_a_super_royal():
    assert rulebook("maryland").hands.super_royal.value is True
