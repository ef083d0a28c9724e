"""maryland .08, .09, .10: the deal, card by card, from a manual shoe, from the hand and from an automated device."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.rounds import bonuses, maryland, refused_setup, shown

OTHERS = ("dealer", "supervisor", "inspector", "spectator", "ben")

BY_SHOE = pytest.param("shoe", marks=clause("maryland .08E", "maryland .08E(1)", "maryland .08E(2)"))
BY_HAND = pytest.param("hand", marks=clause("maryland .09B", "maryland .09B(1)", "maryland .09B(2)"))


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
def test_08e_09b__two_cards_together_to_each_from_the_left_then_three_community_cards(dealing: str):
    table = maryland("ann ben cid", dealing).do("1 ante 5", "2 ante 5", "3 ante 5", "deal 2c 3c 4c 5c 6c 7c 8c 9c Tc")
    assert [shown(table.state.hands[position].hole) for position in (1, 2, 3)] == ["2c 3c", "4c 5c", "6c 7c"]
    assert shown(table.state.community) == "8c 9c Tc"
    assert table.state.bonus_cards == ()


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
def test_08e_09b__only_who_placed_an_ante_is_dealt_to(dealing: str):
    seats = {6: "fay", 1: "ann", 3: "cid", 4: "dee"}
    table = maryland(seats, dealing).do("6 ante 5", "3 ante 5", "1 ante 5", "deal 2c 3c 4c 5c 6c 7c 8c 9c Tc")
    hands = {position: shown(hand.hole) for position, hand in table.state.hands.items()}
    assert hands == {1: "2c 3c", 3: "4c 5c", 4: "", 6: "6c 7c"}


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
@pytest.mark.parametrize("cards", ["2c 3c 4c 5c", "2c 3c 4c 5c 6c 7c"])
def test_08e_09b__one_card_too_few_or_too_many_is_no_deal(dealing: str, cards: str):
    clause_of = {"shoe": ".08E", "hand": ".09B"}
    assert maryland(dealing=dealing).do("1 ante 5").refuses(f"deal {cards}") == ("wrong-cards", clause_of[dealing])


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
@pytest.mark.parametrize("who", OTHERS)
def test_08e_09b__the_cards_lie_face_down(dealing: str, who: str):
    table = maryland("ann ben", dealing).do("1 ante 5", "2 ante 5", "deal 2c 3c 4c 5c 6c 7c 8c")
    assert table.hole(who, 1) == "- -"
    assert table.community(who) == table.community("ann") == "- - -"


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
def test_08e_09b__cards_of_a_physical_deck_are_known_when_they_are_exposed(dealing: str):
    table = maryland("ann", dealing).do("1 ante 5", "deal")
    assert (len(table.state.hands[1].hole), len(table.state.community)) == (2, 3)
    assert table.do("1 bet 1x").refuses("reveal")[0] == "card-unknown"
    table.do("reveal 6c", "1 bet 1x")
    assert table.refuses("reveal 6c")[0] == "card-twice"
    table.do("reveal 7c", "1 bet 1x", "reveal 8d")
    assert table.refuses("settle")[0] == "card-unknown"
    assert table.refuses("1 show 6c 9c")[0] == "card-twice"
    assert table.do("1 show 9c Tc", "settle").result("ante").pays == "4 to 1"


@pytest.mark.parametrize(
    "dealing",
    [
        pytest.param("shoe", marks=clause("maryland .10B(1)")),
        pytest.param("hand", marks=clause("maryland .10B(1)")),
    ],
)
def test_10b_1__no_other_method_deals_the_six_card_bonus(dealing: str):
    assert refused_setup(dealing=dealing, three="A", six="A") == ("not-with-dealing", ".10B(1)")


@clause("maryland .10B", "maryland .10B(1)", "maryland .10B(2)", "maryland .10B(3)")
def test_10b__four_to_the_bonus_box_three_to_the_community_area_then_two_to_each_from_the_left():
    table = bonuses("ann ben cid").do("1 ante 5", "2 ante 5", "3 ante 5")
    table.do("deal 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac")
    assert shown(table.state.bonus_cards) == "2c 3c 4c 5c"
    assert shown(table.state.community) == "6c 7c 8c"
    assert [shown(table.state.hands[position].hole) for position in (1, 2, 3)] == ["9c Tc", "Jc Qc", "Kc Ac"]


@clause("maryland .10B(3)")
def test_10b_3__only_who_placed_an_ante_is_dealt_to():
    table = bonuses({5: "eve", 2: "ben", 4: "dee"}).do("5 ante 5", "2 ante 5", "deal 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc")
    hands = {position: shown(hand.hole) for position, hand in table.state.hands.items()}
    assert hands == {2: "9c Tc", 4: "", 5: "Jc Qc"}


@clause("maryland .10B(1)")
def test_10b_1__the_four_are_dealt_where_the_bonus_is_offered_even_if_nobody_plays_it():
    assert bonuses().do("1 ante 5").refuses("deal 6c 7c 8c 9c Tc") == ("wrong-cards", ".10B")
    without = maryland(dealing="automatic", three="A").do("1 ante 5")
    assert without.refuses("deal 2c 3c 4c 5c 6c 7c 8c 9c Tc") == ("wrong-cards", ".10B")
    without.do("deal 6c 7c 8c 9c Tc")
    assert (shown(without.state.community), shown(without.state.hands[1].hole)) == ("6c 7c 8c", "9c Tc")


@clause("maryland .10H")
def test_10h__a_shoe_that_reshuffles_gives_the_community_cards_first():
    table = maryland("ann ben", dealing="automatic").do("1 ante 5", "2 ante 5", "deal 6c 7c 8c 9c Tc Jc Qc")
    assert shown(table.state.community) == "6c 7c 8c"
    assert [shown(table.state.hands[position].hole) for position in (1, 2)] == ["9c Tc", "Jc Qc"]


@clause("maryland .10B(1)", "maryland .10B(2)", "maryland .10B(3)")
@pytest.mark.parametrize("who", OTHERS)
def test_10b__every_stack_is_delivered_face_down(who: str):
    table = bonuses("ann ben").do("1 ante 5", "2 ante 5", "deal 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc")
    assert shown(table.sees(who).bonus_cards) == "- - - -"
    assert table.community(who) == "- - -"
    assert table.hole(who, 1) == "- -"


@clause("maryland .10B(1)")
def test_10b_1__the_four_bonus_cards_stay_face_down_until_settlement():
    table = bonuses().do("1 ante 5", "1 three-card-bonus 5", "1 six-card-bonus 5", "deal 2c 3c 4c 5c 6c 7c 8c 9c Tc")
    for _ in range(3):
        assert shown(table.sees("ann").bonus_cards) == shown(table.sees("dealer").bonus_cards) == "- - - -"
        table.do("1 bet 1x", "reveal")
    assert shown(table.sees("ann").bonus_cards) == "- - - -"
    assert shown(table.do("settle").sees("spectator").bonus_cards) == "2c 3c 4c 5c"


@clause("maryland .10B(3)")
def test_10b_3__a_full_table_of_six_takes_nineteen_cards():
    table = bonuses("ann ben cid dee eve fay").do(*(f"{position} ante 5" for position in range(1, 7)))
    suits = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d"
    table.do(f"deal {suits}")
    assert shown(table.state.hands[6].hole) == "6d 7d"
