"""nsw 8: the order of poker hands."""

import pytest
from tests.clauses import clause

from mississippi_stud.cards import parse
from mississippi_stud.hands import Hand, five
from mississippi_stud.rulebooks import rulebook


@clause("nsw 8.1")
def test_8_1__the_order_of_hands():
    assert rulebook("nsw").hands.five_cards.value == (
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


@clause("nsw 8.1")
def test_8_1__the_least_of_each_hand_from_highest_to_lowest():
    cards_in_order = [
        "Ah Kh Qh Jh Th",
        "5h 4h 3h 2h Ah",
        "2c 2d 2h 2s 3c",
        "2c 2d 2h 3s 3c",
        "7h 5h 4h 3h 2h",
        "5h 4h 3h 2h Ac",
        "2c 2d 2h 3s 4c",
        "3c 3d 2h 2s 4c",
        "Jc Jd 2h 3s 4c",
        "6c 6d 2h 3s 4c",
    ]
    hands = [five(*parse(cards)) for cards in cards_in_order]
    assert hands == sorted(set(hands), reverse=True)


def rows(letter: str, hand: str, *examples: str) -> list[object]:
    return [pytest.param(cards, hand, marks=clause(f"nsw 8.1({letter})")) for cards in examples]


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        *rows("a", "royal flush", "Ah Kh Qh Jh Th", "Tc Jc Qc Kc Ac"),
        *rows("a", "straight flush", "Kh Qh Jh Th 9h"),
        *rows("a", "straight", "Ah Kh Qh Jh Ts"),
        *rows("b", "straight flush", "5h 4h 3h 2h Ah", "6d 5d 4d 3d 2d", "Ks Qs Js Ts 9s"),
        *rows("b", "flush", "Kh Ah 2h 3h 4h", "6h 5h 4h 3h Ah"),
        *rows("c", "four of a kind", "Ac Ad Ah As Kc", "2c 2d 2h 2s 3c"),
        *rows("d", "full house", "Ac Ad Ah Ks Kc", "2c 2d 2h 3s 3c"),
        *rows("e", "flush", "Ah Kh Qh Jh 9h", "7h 5h 4h 3h 2h"),
        *rows("e", "nothing", "7h 5h 4h 3h 2c"),
        *rows("f", "straight", "Ah Kh Qh Jh Tc", "6d 5h 4h 3h 2h", "5d 4h 3h 2h Ah"),
        *rows("f", "nothing", "Kd Ah 2h 3h 4h", "Ah Kh Qh Jh 9c"),
        *rows("g", "three of a kind", "Ac Ad Ah Ks Qc", "2c 2d 2h 3s 4c"),
        *rows("h", "two pair", "Ac Ad Kh Ks Qc", "2c 2d 3h 3s 4c"),
        *rows("i", "jacks or better", "Jc Jd 9h 8s 2d", "Qc Qd 9h 8s 2d", "Kc Kd 9h 8s 2d", "Ac Ad 9h 8s 2d"),
        *rows("i", "pair of 6s to 10s", "Tc Td 9h 8s 2d"),
        *rows("j", "pair of 6s to 10s", "6c 6d Ah Ks 2d", "7c 7d Ah Ks 2d", "8c 8d Ah Ks 2d"),
        *rows("j", "pair of 6s to 10s", "9c 9d Ah Ks 2d", "Tc Td Ah Ks 2d"),
        *rows("j", "jacks or better", "Jc Jd Ah Ks 2d"),
        *rows("j", "low pair", "5c 5d Ah Ks 2d"),
    ],
)
def test_8_1__each_hand(cards: str, hand: str):
    assert str(five(*parse(cards))) == hand
