"""crown 3: the deck and the order of poker hands."""

from itertools import pairwise

import pytest
from tests.clauses import clause

from mississippi_stud.cards import parse
from mississippi_stud.hands import Hand, five
from mississippi_stud.rulebooks import rulebook

HIGH_TO_LOW = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]


@clause("crown 3.1")
def test_3_1__one_deck_of_52_without_jokers():
    dealing = rulebook("crown").dealing
    assert (dealing.cards.value, dealing.jokers.value) == (52, False)


@clause("crown 3.1.1")
def test_3_1_1__with_a_shuffling_machine_two_decks_of_different_colours_may_alternate():
    dealing = rulebook("crown").dealing
    assert {name: method.decks.value for name, method in dealing.methods.items()} == {"shoe": 2, "shuffler": 2}
    assert dealing.alternating_backs_differ.value is True


@pytest.mark.parametrize(
    ("power", "title"),
    [
        pytest.param("verify-cards", "tg-higher-duties-dealer", marks=clause("crown 3.3")),
        pytest.param("change-cards", "tg-higher-duties-dealer", marks=clause("crown 3.4")),
    ],
)
def test_3__who_may_have_cards_verified_and_changed(power: str, title: str):
    assert rulebook("crown").staff.powers[power].value == title


@clause("crown 3.5")
@pytest.mark.parametrize("ranks", ["AKQJT", "5432A", "KJ952"])
def test_3_5__all_suits_have_the_same_rank(ranks: str):
    in_suits = {five(*parse(" ".join(rank + suit for rank in ranks))) for suit in "cdhs"}
    assert len(in_suits) == 1


@clause("crown 3.5.1")
def test_3_5_1__ranks_run_from_ace_to_two():
    for top in range(9):
        a, b, c, d, e = HIGH_TO_LOW[top : top + 5]
        assert five(*parse(f"{a}c {b}d {c}h {d}s {e}c")) == Hand.STRAIGHT


@clause("crown 3.5.1", "crown 3.6.1(e)")
@pytest.mark.parametrize("cards", ["Kc Ad 2h 3s 4c", "Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c"])
def test_3_5_1__the_ace_is_not_both_high_and_low(cards: str):
    assert five(*parse(cards)) == Hand.NOTHING


@clause("crown 3.5.1")
@pytest.mark.parametrize(
    ("ranks", "others", "hand"),
    [
        ("AKQJ", "2h 7s 9c", "jacks or better"),
        ("T9876", "2h 3s Kc", "pair of 6s to 10s"),
        ("5432", "7h 9s Kc", "low pair"),
    ],
)
def test_3_5_1__pairs_from_aces_down_to_twos(ranks: str, others: str, hand: str):
    assert {str(five(*parse(f"{rank}c {rank}d {others}"))) for rank in ranks} == {hand}


@clause("crown 3.6.1")
def test_3_6_1__the_order_of_hands():
    assert [str(hand) for hand in rulebook("crown").hands.five_cards.value] == [
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "three of a kind",
        "two pair",
        "jacks or better",
        "pair of 6s to 10s",
    ]


# The examples that the clauses print, lowest first.
EXAMPLES = [
    "Qc Td 6h 4s 2c",
    "Tc Td Kh 6s 3c",
    "7c 7d 4h 4s Jc",
    "Qc Qd Qh 8s 3c",
    "5c 4d 3h 2s Ac",
    "Kd Jd 9d 5d 2d",
    "Kc Kd Kh Js Jc",
    "Ac Ad Ah As 7c",
    "5h 4h 3h 2h Ah",
    "As Ks Qs Js Ts",
]


@clause("crown 3.6.1")
def test_3_6_1__each_example_beats_the_one_before():
    made = [five(*parse(cards)) for cards in EXAMPLES]
    assert all(lower < higher for lower, higher in pairwise(made))


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        pytest.param("Qc Td 6h 4s 2c", "nothing", marks=clause("crown 3.6.1(a)")),
        pytest.param("Ac Kd Qh Js 9c", "nothing", marks=clause("crown 3.6.1(a)")),
        pytest.param("Tc Td Kh 6s 3c", "pair of 6s to 10s", marks=clause("crown 3.6.1(b)")),
        pytest.param("Jc Jd Kh 6s 3c", "jacks or better", marks=clause("crown 3.6.1(b)")),
        pytest.param("6c 6d Kh Ts 3c", "pair of 6s to 10s", marks=clause("crown 3.6.1(b)")),
        pytest.param("5c 5d Kh Ts 3c", "low pair", marks=clause("crown 3.6.1(b)")),
        pytest.param("7c 7d 4h 4s Jc", "two pair", marks=clause("crown 3.6.1(c)")),
        pytest.param("3c 3d 2h 2s 4c", "two pair", marks=clause("crown 3.6.1(c)")),
        pytest.param("Qc Qd Qh 8s 3c", "three of a kind", marks=clause("crown 3.6.1(d)")),
        pytest.param("2c 2d 2h 4s 3c", "three of a kind", marks=clause("crown 3.6.1(d)")),
        pytest.param("5c 4d 3h 2s Ac", "straight", marks=clause("crown 3.6.1(e)")),
        pytest.param("Ac Kd Qh Js Tc", "straight", marks=clause("crown 3.6.1(e)")),
        pytest.param("As Ks Qs Js Tc", "straight", marks=clause("crown 3.6.1(e)")),
        pytest.param("Kd Jd 9d 5d 2d", "flush", marks=clause("crown 3.6.1(f)")),
        pytest.param("Ad Kd Qd Jd 9d", "flush", marks=clause("crown 3.6.1(f)")),
        pytest.param("Kd Ad 2d 3d 4d", "flush", marks=clause("crown 3.6.1(f)")),
        pytest.param("Kc Kd Kh Js Jc", "full house", marks=clause("crown 3.6.1(g)")),
        pytest.param("Jc Jd Jh Ks Kc", "full house", marks=clause("crown 3.6.1(g)")),
        pytest.param("Ac Ad Ah As 7c", "four of a kind", marks=clause("crown 3.6.1(h)")),
        pytest.param("2c 2d 2h 2s 3c", "four of a kind", marks=clause("crown 3.6.1(h)")),
        pytest.param("5h 4h 3h 2h Ah", "straight flush", marks=clause("crown 3.6.1(i)")),
        pytest.param("Kh Qh Jh Th 9h", "straight flush", marks=clause("crown 3.6.1(i)")),
        pytest.param("As Ks Qs Js Ts", "royal flush", marks=clause("crown 3.6.1(j)")),
        pytest.param("Ad Kd Qd Jd Td", "royal flush", marks=clause("crown 3.6.1(j)")),
    ],
)
def test_3_6_1__each_hand(cards: str, hand: str):
    assert str(five(*parse(cards))) == hand


@clause("crown 3.6.1(e)")
def test_3_6_1_e__an_ace_may_count_low():
    assert rulebook("crown").hands.ace_low_in_five.value is True
