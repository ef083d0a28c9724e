"""online, « Classement des mains »: how hands rank, and what that wins in a game."""

import pytest
from tests.clauses import clause
from tests.conformance.online.tables import net, played, words
from tests.script import results

from mississippi_stud.cards import parse, rank
from mississippi_stud.hands import Hand, ThreeCardHand, five, three
from mississippi_stud.rulebooks import rulebook


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
def test_rank5_1__the_order_of_hands_and_the_least_of_each_from_highest_to_lowest():
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


@clause("online rank5.1", "online rank.2")
@pytest.mark.parametrize(
    ("hole", "community", "won"),
    [
        ("Ad Kd", "Qd Jd Td", "5000.00"),
        ("9d Kd", "Qd Jd Td", "1000.00"),
        ("2c 2d", "2h 2s 3c", "400.00"),
        ("2c 2d", "2h 3s 3c", "100.00"),
        ("Ad Kd", "Qd Jd 9d", "60.00"),
        ("Ad Kd", "Qd Jd Tc", "40.00"),
        ("2c 2d", "2h 3s 4c", "30.00"),
        ("3c 3d", "2h 2s 4c", "20.00"),
        ("Jc Jd", "2h 3s 4c", "10.00"),
    ],
)
def test_rank5_1__a_hand_wins_once_for_the_best_that_it_makes(hole: str, community: str, won: str):
    state = played(hole, community)
    assert results(state)["ante"] == ("win", won, "10.00")
    assert len(state.results) == 4
    assert net(state) == 4 * int(won.replace(".", ""))


@clause("online rank3.1")
def test_rank3_1__the_names_that_only_three_card_hands_have():
    assert words("mini-royal", "pair") == [("quinte flush royale", "mini royal"), ("paire", "pair")]


@clause("online rank3.1")
def test_rank3_1__the_order_of_hands_and_the_least_of_each_from_highest_to_lowest():
    assert rulebook("online").hands.three_cards.value == (
        ThreeCardHand.MINI_ROYAL,
        ThreeCardHand.STRAIGHT_FLUSH,
        ThreeCardHand.THREE_OF_A_KIND,
        ThreeCardHand.STRAIGHT,
        ThreeCardHand.FLUSH,
        ThreeCardHand.PAIR,
    )
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


@clause("online rank3.1", "online rank.2")
@pytest.mark.parametrize(
    ("community", "won"),
    [
        ("As Ks Qs", "50.00"),
        ("Ks Qs Js", "40.00"),
        ("9c 9d 9s", "30.00"),
        ("Ks Qs Jd", "6.00"),
        ("As Ks Js", "4.00"),
        ("9c 9d Ks", "1.00"),
    ],
)
def test_rank3_1__the_bonus_wins_once_for_the_best_of_the_community_cards(community: str, won: str):
    assert results(played("2h 7h", community, bonus="1"))["three-card-bonus"] == ("win", won, "1.00")


@clause("online rank3.1")
def test_rank3_1__the_bonus_loses_with_less_than_a_pair():
    assert results(played("As Kd", "Ac Kh 2c", bonus="1"))["three-card-bonus"] == ("lose", "0.00", "0.00")


@clause("online rank.1")
def test_rank_1__from_2_to_10_then_jack_queen_king_ace():
    ranks = [rank(card) for card in parse("2c 3d 4h 5s 6c 7d 8h 9s 10c Jd Qh Ks Ac")]
    assert ranks == sorted(set(ranks))


@clause("online rank.1")
@pytest.mark.parametrize(
    ("ranks", "outcome"), [("AKQJ", "win"), (["10", "9", "8", "7", "6"], "push"), ("5432", "lose")]
)
def test_rank_1__pairs_from_the_ace_down_to_the_2(ranks: str | list[str], outcome: str):
    for pair in ranks:
        others = [card for card in ("2h", "4s", "7h", "9c", "Kh") if card[0] != pair[0]][:3]
        assert results(played(f"{pair}c {pair}d", " ".join(others)))["ante"][0] == outcome


@clause("online rank.1", "online rank.3")
@pytest.mark.parametrize("lowest", range(10))
def test_rank_1__every_run_of_five_from_the_ace_low_to_the_ace_high_is_a_straight(lowest: int):
    a, b, c, d, e = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"][lowest : lowest + 5]
    assert results(played(f"{c}c {a}d", f"{e}h {b}s {d}c"))["ante"] == ("win", "40.00", "10.00")


@clause("online rank.2")
def test_rank_2__only_the_best_that_a_hand_makes_counts():
    assert five(*parse("9h 8h 7h 6h 5h")) is Hand.STRAIGHT_FLUSH  # and neither straight nor flush
    assert five(*parse("9h 9d 9c 5s 5h")) is Hand.FULL_HOUSE  # and neither three of a kind nor a pair
    assert three(*parse("9h 8h 7h"), ace_low=True) is ThreeCardHand.STRAIGHT_FLUSH


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


@clause("online rank.3")
@pytest.mark.parametrize("cards", ["Kc Ad 2h 3s 4c", "Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c"])
def test_rank_3__an_ace_inside_a_run_makes_nothing(cards: str):
    hands = rulebook("online").hands  # A 2 3 is our reading
    assert (hands.ace_low_in_five.value, hands.ace_low_in_three.value) == (True, True)
    assert results(played(cards[:5], cards[6:]))["ante"] == ("lose", "0.00", "0.00")


@clause("online rank.3")
@pytest.mark.parametrize(
    ("community", "outcome", "won"),
    [("Ac 2d 3h", "win", "6.00"), ("Qc Kd Ah", "win", "6.00"), ("Kc Ad 2h", "lose", "0.00")],
)
def test_rank_3__the_ace_ends_three_community_cards_high_or_low(community: str, outcome: str, won: str):
    assert results(played("7s 9s", community, bonus="1"))["three-card-bonus"][:2] == (outcome, won)
