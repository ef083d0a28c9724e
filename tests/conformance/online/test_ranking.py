"""online, « Classement des mains »: how hands rank."""

import pytest
from tests.clauses import clause

from mississippi_stud.cards import parse, rank
from mississippi_stud.hands import Hand, ThreeCardHand, five, three
from mississippi_stud.rulebooks import rulebook


def words(*names: str) -> list[tuple[str, str]]:
    terms = rulebook("online").terms
    return [(terms[name].fr.value, terms[name].en.value) for name in names]


@clause("online rank5.1")
def test_rank5_1__the_order_of_five_card_hands():
    assert rulebook("online").hands.five_cards.value == (
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


@clause("online rank5.1")
def test_rank5_1__the_names_of_five_card_hands():
    ranked = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind")
    assert words(*ranked, "two-pair", "jacks-or-better", "pair-of-6s-to-10s") == [
        ("quinte flush royale", "royal flush"),
        ("quinte flush", "straight flush"),
        ("carré", "four of a kind"),
        ("full", "full house"),
        ("flush", "flush"),
        ("quinte", "straight"),
        ("brelan", "three of a kind"),
        ("2 paires", "two pair"),
        ("paire de valets ou mieux", "jacks or better"),  # the book prints "valet"
        ("paire de 6 à 10", "pair of 6s to 10s"),
    ]


@clause("online rank5.1")
def test_rank5_1__the_least_of_each_hand_from_highest_to_lowest():
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


@clause("online rank5.1")
@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("Ad Kd Qd Jd Td", "royal flush"),
        ("Kd Qd Jd Td 9d", "straight flush"),
        ("6d 5d 4d 3d 2d", "straight flush"),
        ("Ac Ad Ah As 2c", "four of a kind"),
        ("Ac Ad Ah 2s 2c", "full house"),
        ("Ad Kd Qd Jd 9d", "flush"),
        ("Ad Kd Qd Jd Tc", "straight"),
        ("Ac Ad Ah 3s 2c", "three of a kind"),
        ("Ac Ad 3h 3s 2c", "two pair"),
        ("Ac Ad 4h 3s 2c", "jacks or better"),
        ("Kc Kd 4h 3s 2c", "jacks or better"),
        ("Qc Qd 4h 3s 2c", "jacks or better"),
        ("Jc Jd 4h 3s 2c", "jacks or better"),
        ("Tc Td 4h 3s 2c", "pair of 6s to 10s"),
        ("9c 9d 4h 3s 2c", "pair of 6s to 10s"),
        ("8c 8d 4h 3s 2c", "pair of 6s to 10s"),
        ("7c 7d 4h 3s 2c", "pair of 6s to 10s"),
        ("6c 6d 4h 3s 2c", "pair of 6s to 10s"),
        ("5c 5d 4h 3s 2c", "low pair"),
        ("Ac Kd Qh Js 9c", "nothing"),
    ],
)
def test_rank5_1__each_five_card_hand(cards: str, hand: str):
    assert str(five(*parse(cards))) == hand


@clause("online rank3.1")
def test_rank3_1__the_order_of_three_card_hands():
    assert rulebook("online").hands.three_cards.value == (
        ThreeCardHand.MINI_ROYAL,
        ThreeCardHand.STRAIGHT_FLUSH,
        ThreeCardHand.THREE_OF_A_KIND,
        ThreeCardHand.STRAIGHT,
        ThreeCardHand.FLUSH,
        ThreeCardHand.PAIR,
    )


@clause("online rank3.1")
def test_rank3_1__the_names_that_only_three_card_hands_have():
    assert words("mini-royal", "pair") == [("quinte flush royale", "mini royal"), ("paire", "pair")]


@clause("online rank3.1")
def test_rank3_1__the_least_of_each_hand_from_highest_to_lowest():
    cards_in_order = ["Ah Kh Qh", "3h 2h Ah", "2c 2d 2h", "3h 2h Ac", "5h 3h 2h", "2c 2d 3h", "5h 3h 2c"]
    hands = [three(*parse(cards), ace_low=True) for cards in cards_in_order]
    assert hands == sorted(set(hands), reverse=True)


@clause("online rank3.1")
@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("As Ks Qs", "mini royal"),
        ("As Ks Qd", "straight"),
        ("Ks Qs Js", "straight flush"),
        ("4s 3s 2s", "straight flush"),
        ("As Ad Ac", "three of a kind"),
        ("Ks Qs Jd", "straight"),
        ("As Ks Js", "flush"),
        ("As Ad Kc", "pair"),
        ("2s 2d 3c", "pair"),
        ("As Ks Jd", "nothing"),
    ],
)
def test_rank3_1__each_three_card_hand(cards: str, hand: str):
    assert str(three(*parse(cards), ace_low=True)) == hand


@clause("online rank.1")
def test_rank_1__from_2_to_10_then_jack_queen_king_ace():
    ranks = [rank(card) for card in parse("2c 3d 4h 5s 6c 7d 8h 9s 10c Jd Qh Ks Ac")]
    assert ranks == sorted(set(ranks))


@clause("online rank.2")
def test_rank_2__only_the_best_that_a_hand_makes_counts():
    assert five(*parse("9h 8h 7h 6h 5h")) is Hand.STRAIGHT_FLUSH  # and neither straight nor flush
    assert five(*parse("9h 9d 9c 5s 5h")) is Hand.FULL_HOUSE  # and neither three of a kind nor a pair
    assert three(*parse("9h 8h 7h"), ace_low=True) is ThreeCardHand.STRAIGHT_FLUSH


@clause("online rank.3")
def test_rank_3__the_ace_is_low_in_a_2_3_4_5_and_by_our_reading_in_a_2_3():
    hands = rulebook("online").hands
    assert (hands.ace_low_in_five.value, hands.ace_low_in_three.value) == (True, True)


@clause("online rank.3")
@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("Tc Jd Qh Ks Ac", "straight"),
        ("Ac 2d 3h 4s 5c", "straight"),
        ("Ac 2c 3c 4c 5c", "straight flush"),
        ("Kc Ad 2h 3s 4c", "nothing"),
        ("Qc Kd Ah 2s 3c", "nothing"),
        ("Jc Qd Kh As 2c", "nothing"),
        ("Kc Ac 2c 3c 4c", "flush"),
        ("Qc Kd Ah", "straight"),
        ("Ac 2d 3h", "straight"),
        ("Ac 2c 3c", "straight flush"),
        ("Kc Ad 2h", "nothing"),
        ("Kc Ac 2c", "flush"),
    ],
)
def test_rank_3__the_ace_never_stands_inside_a_straight(cards: str, hand: str):
    parsed = parse(cards)
    made = five(*parsed) if len(parsed) == 5 else three(*parsed, ace_low=True)
    assert str(made) == hand
