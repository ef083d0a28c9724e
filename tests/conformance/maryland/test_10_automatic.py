"""maryland .10: dealing from an automated shoe or shuffler."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import OTHERS, bonus_cards, bonuses, maryland, refused_table, sees, shown
from tests.script import go, refused, results

from mississippi_stud.round import Refused, ShowBonus, play
from mississippi_stud.rulebooks import rulebook


@clause("maryland .10B", "maryland .10B(1)", "maryland .10B(2)", "maryland .10B(3)")
def test_10b__four_to_the_bonus_box_three_to_the_community_area_then_two_to_each_from_the_left():
    state = go("maryland", bonuses("ann ben cid"), "1 ante 5; 2 ante 5; 3 ante 5")
    state = go("maryland", state, "deal 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac")
    assert shown(state.bonus_cards) == "2c 3c 4c 5c"
    assert shown(state.community) == "6c 7c 8c"
    assert [shown(state.hands[position].hole) for position in (1, 2, 3)] == ["9c Tc", "Jc Qc", "Kc Ac"]


@clause("maryland .10B(1)", "maryland .10B(2)", "maryland .10B(3)")
@pytest.mark.parametrize("who", OTHERS)
def test_10b__every_stack_is_delivered_face_down(who: str):
    state = go("maryland", bonuses("ann ben"), "1 ante 5; 2 ante 5; deal 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc")
    assert bonus_cards(state, who) == "- - - -"
    assert sees(state, who)["community"] == "- - -"
    assert sees(state, who)["1"] == "- -"


@pytest.mark.parametrize(
    "dealing",
    [pytest.param("shoe", marks=clause("maryland .10B(1)")), pytest.param("hand", marks=clause("maryland .10B(1)"))],
)
def test_10b_1__no_other_method_deals_the_six_card_bonus(dealing: str):
    assert refused_table(dealing=dealing, three="A", six="A") == ("not-with-dealing", "maryland .10B(1)")


@clause("maryland .10B(1)")
def test_10b_1__the_four_are_dealt_where_the_bonus_is_offered_even_if_nobody_plays_it():
    offered = go("maryland", bonuses(), "1 ante 5")
    assert refused("maryland", offered, "deal 6c 7c 8c 9c Tc") == ("wrong-cards", "maryland .10B")
    without = go("maryland", maryland(dealing="automatic", three="A"), "1 ante 5")
    assert refused("maryland", without, "deal 2c 3c 4c 5c 6c 7c 8c 9c Tc") == ("wrong-cards", "maryland .10B")
    without = go("maryland", without, "deal 6c 7c 8c 9c Tc")
    assert (shown(without.community), shown(without.hands[1].hole)) == ("6c 7c 8c", "9c Tc")


@clause("maryland .10B(1)")
def test_10b_1__the_four_bonus_cards_stay_face_down_until_settlement():
    state = go(
        "maryland", bonuses(), "1 ante 5; 1 three-card-bonus 5; 1 six-card-bonus 5; deal 2c 3c 4c 5c 6c 7c 8c 9c Tc"
    )
    for _ in range(3):
        assert bonus_cards(state, "ann") == bonus_cards(state, "dealer") == "- - - -"
        state = go("maryland", state, "1 place 5; reveal")
    assert bonus_cards(state, "ann") == "- - - -"
    state = go("maryland", state, "settle")
    assert bonus_cards(state, "spectator") == "2c 3c 4c 5c"


@clause("maryland .10B(1)")
def test_10b_1__a_physical_deck_shows_the_six_card_bonus_cards_at_settlement():
    script = """
        1 ante 5; 1 three-card-bonus 5; 1 six-card-bonus 5; deal
        1 place 5; reveal 2c; 1 place 5; reveal 3d; 1 place 5; reveal 4h; 1 show Ah Kh
    """
    state = go("maryland", bonuses(three="A"), script)
    assert refused("maryland", state, "settle")[0] == "card-unknown"
    assert refused("maryland", state, "show Ah Qh Jh Th")[0] == "card-twice"
    for cards, code in [((42, 42, 38, 34), "card-twice"), ((52, 42, 38, 34), "no-card")]:
        with pytest.raises(Refused, match=code):
            play(rulebook("maryland"), ShowBonus(cards=cards), state=state)
    state = go("maryland", state, "show Qh Jh Th 9h")
    assert refused("maryland", state, "show Qh Jh Th 9h")[0] == "no-bonus-cards"
    assert results(go("maryland", state, "settle"))["six-card-bonus"] == ("win", "100000.00", "5.00")


@clause("maryland .10B(3)")
def test_10b_3__only_who_placed_an_ante_is_dealt_to():
    state = go(
        "maryland", bonuses({5: "eve", 2: "ben", 4: "dee"}), "5 ante 5; 2 ante 5; deal 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
    )
    hands = {position: shown(hand.hole) for position, hand in state.hands.items()}
    assert hands == {2: "9c Tc", 4: "", 5: "Jc Qc"}


@clause("maryland .10B(3)")
def test_10b_3__a_full_table_of_six_takes_nineteen_cards():
    state = go(
        "maryland", bonuses("ann ben cid dee eve fay"), "; ".join(f"{position} ante 5" for position in range(1, 7))
    )
    suits = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d"
    state = go("maryland", state, f"deal {suits}")
    assert shown(state.hands[6].hole) == "6d 7d"


@clause("maryland .10H")
def test_10h__a_shoe_that_reshuffles_gives_the_community_cards_first():
    state = go("maryland", maryland("ann ben", dealing="automatic"), "1 ante 5; 2 ante 5; deal 6c 7c 8c 9c Tc Jc Qc")
    assert shown(state.community) == "6c 7c 8c"
    assert [shown(state.hands[position].hole) for position in (1, 2)] == ["9c Tc", "Jc Qc"]
