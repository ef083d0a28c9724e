"""nsw 8: the order of poker hands. A round has an ante of $10.00 and as much on each street."""

import pytest
from tests.clauses import clause
from tests.conformance.nsw.tables import alone
from tests.script import results

from mississippi_stud.cards import parse
from mississippi_stud.hands import Hand, five
from mississippi_stud.rulebooks import rulebook


@clause("nsw 8.1")
def test_8_1__the_order_of_hands_and_the_least_of_each_from_highest_to_lowest():
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


WINS = [
    pytest.param("Ah Kh", "Qh Jh Th", "5000.00", marks=clause("nsw 8.1(a)")),
    pytest.param("Th Ah", "Jh Kh Qh", "5000.00", marks=clause("nsw 8.1(a)")),
    pytest.param("9h Kh", "Qh Jh Th", "1000.00", marks=clause("nsw 8.1(b)")),
    pytest.param("Ah 2h", "3h 4h 5h", "1000.00", marks=clause("nsw 8.1(b)", "nsw 8.1(a)")),
    pytest.param("9h 9s", "9c 9d Th", "400.00", marks=clause("nsw 8.1(c)")),
    pytest.param("9h 9s", "9c Td Th", "100.00", marks=clause("nsw 8.1(d)")),
    pytest.param("Ah Kh", "Qh Jh 9h", "60.00", marks=clause("nsw 8.1(e)")),
    pytest.param("Kh Ah", "2h 3h 4h", "60.00", marks=clause("nsw 8.1(e)")),
    pytest.param("Ah Kh", "Qh Jh Tc", "40.00", marks=clause("nsw 8.1(f)")),
    pytest.param("Ah 2h", "3h 4h 5c", "40.00", marks=clause("nsw 8.1(f)")),
    pytest.param("2h 2s", "2c Td Ah", "30.00", marks=clause("nsw 8.1(g)")),
    pytest.param("2h 2s", "3c 3d Ah", "20.00", marks=clause("nsw 8.1(h)")),
    pytest.param("Ah As", "3c 4d 6h", "10.00", marks=clause("nsw 8.1(i)")),
    pytest.param("Jh Js", "3c 4d 6h", "10.00", marks=clause("nsw 8.1(i)")),
    pytest.param("3h 4s", "Jc Jd 6h", "10.00", marks=clause("nsw 8.1(i)")),
]


@pytest.mark.parametrize(("hole", "community", "won"), WINS)
def test_8_1__what_a_hand_wins_on_each_of_four_wagers(hole: str, community: str, won: str):
    wagers = ("ante", "third-street", "fourth-street", "fifth-street")
    assert results(alone(hole, community)) == dict.fromkeys(wagers, ("win", won, "10.00"))


@clause("nsw 8.1", "nsw 8.1(j)", "nsw 10.3")
@pytest.mark.parametrize("rank", list("2345"))
def test_8_1__pairs_of_2s_to_5s_lose(rank: str):
    wagers = ("ante", "third-street", "fourth-street", "fifth-street")
    state = alone(f"{rank}c {rank}d", "Ah Ks Qd")
    assert results(state) == dict.fromkeys(wagers, ("lose", "0.00", "0.00"))


@clause("nsw 8.1", "nsw 8.1(f)")
@pytest.mark.parametrize(
    ("hole", "community"), [("Kc Ad", "2h 3s 4c"), ("Qc Kd", "Ah 2s 3c"), ("Jc Qd", "Kh As 2c"), ("Ac Kd", "Qh Js 9c")]
)
def test_8_1__an_ace_never_stands_inside_a_straight(hole: str, community: str):
    assert results(alone(hole, community))["ante"] == ("lose", "0.00", "0.00")


@clause("nsw 8.1(j)")
@pytest.mark.parametrize("rank", list("6789T"))
def test_8_1_j__pairs_of_6s_to_10s_stand_off(rank: str):
    assert results(alone(f"{rank}c {rank}d", "Ah Ks 3d"))["ante"] == ("push", "0.00", "10.00")
