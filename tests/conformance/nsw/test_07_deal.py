"""nsw 7: the deal."""

import pytest
from tests.clauses import clause
from tests.conformance.nsw.tables import table
from tests.script import go, refused, refused_setup, results, seen

from mississippi_stud.cards import parse, text
from mississippi_stud.round import (
    Setup,
    State,
    legal,
)
from mississippi_stud.rulebooks import rulebook

ANTES = "1 ante 10; 2 ante 10; 3 ante 10"
THREE = "ann ben cat"


def held(state: State) -> dict[int, str]:
    return {position: text(hand.hole) for position, hand in state.hands.items() if hand.hole}


@clause("nsw 7.1", "nsw 7.2.1", "nsw 7.2.2")
def test_7_1__clockwise_however_the_players_sat_down_and_only_to_antes_from_a_shoe():
    setup = Setup(dealing="shoe", seats=((7, "gus"), (2, "ben"), (5, "eve"), (1, "ann")))
    state = go("nsw", setup, "5 ante 10; 7 ante 10; 1 ante 10; deal 2c 3c 4c 5c 6c 7c")
    assert held(state) == {1: "2c 5c", 5: "3c 6c", 7: "4c 7c"}


@clause("nsw 7.1", "nsw 7.3.3")
def test_7_1__clockwise_however_the_players_sat_down_and_only_to_antes_from_a_shuffling_device():
    setup = Setup(dealing="shuffler", seats=((7, "gus"), (2, "ben"), (5, "eve"), (1, "ann")))
    state = go("nsw", setup, "5 ante 10; 7 ante 10; 1 ante 10; deal 2c 3c 4c 5c 6c 7c 8c 9c Tc")
    assert held(state) == {1: "5c 6c", 5: "7c 8c", 7: "9c Tc"}


@clause("nsw 7.1")
def test_7_1__the_deal_is_the_end_of_betting_and_there_is_one():
    state = go("nsw", table("ann ben"), "1 ante 10; deal 2c 3c 4c 5c 6c")
    assert refused("nsw", state, "2 ante 10") == ("bets-closed", "nsw 5.3")
    assert refused("nsw", state, "deal 7c 8c 9c Tc Jc") == ("already-dealt", "nsw 5.3")


@clause("nsw 7.1", "nsw 2.1")
def test_7_1__nine_positions_and_no_tenth():
    setup = Setup(dealing="shoe", seats=tuple((position, f"p{position}") for position in range(1, 10)))
    antes = ";".join(f"{position} ante 5" for position in range(1, 10))
    state = go("nsw", setup, f"{antes}; deal {text(range(18))}")
    assert held(state)[9] == text((8, 17))
    assert parse(held(state)[1]) == (0, 9)
    tenth = Setup(dealing="shoe", seats=((10, "joe"),))
    assert refused_setup("nsw", tenth) == ("no-such-position", "nsw 2.1")


@pytest.mark.parametrize(
    ("dealing", "needed", "by"),
    [
        pytest.param("shoe", 4, "nsw 7.2", marks=clause("nsw 7.2", "nsw 7.2.1", "nsw 7.2.2")),
        pytest.param("shuffler", 7, "nsw 7.3", marks=clause("nsw 7.3", "nsw 7.3.1", "nsw 7.3.3")),
    ],
)
def test_7_2_and_7_3__as_many_cards_as_the_antes_ask_for_and_none_twice(dealing: str, needed: int, by: str):
    state = go("nsw", table("ann ben", dealing), "1 ante 10; 2 ante 10")
    (deal,) = legal(rulebook("nsw"), state)
    assert (deal.command, deal.cards) == ("deal", needed)
    deck = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"]
    for wrong in (needed - 1, needed + 1):
        assert refused("nsw", state, f"deal {' '.join(deck[:wrong])}") == ("wrong-cards", by)
    assert go("nsw", state, f"deal {' '.join(deck[:needed])}").phase == "third-street"


@clause("nsw 7.2.1", "nsw 7.2.2", "nsw 7.2.4", "nsw 10.1")
def test_7_2__cards_that_the_engine_learns_only_when_they_are_turned():
    state = go("nsw", table("ann ben", "shoe"), "1 ante 10; 2 ante 10; deal; 1 bet 1; 2 fold; reveal Qh; 1 bet 1")
    state = go("nsw", state, "reveal Jh; 1 bet 1")
    assert refused("nsw", state, "1 show 9h 8h") == ("not-at-settlement", "nsw 10.1")
    state = go("nsw", state, "reveal Th")
    assert refused("nsw", state, "settle") == ("card-unknown", "nsw 10.1")
    assert refused("nsw", state, "1 show 9h Th") == ("card-twice", "nsw 10.1")
    state = go("nsw", state, "1 show 9h 8h")
    assert refused("nsw", state, "1 show 9h 8h") == ("cards-known", "nsw 10.1")
    state = go("nsw", state, "settle")  # the folded hand is never turned
    assert results(state, 1)["ante"] == ("win", "1000.00", "10.00")
    assert state.hands[2].hole == (None, None)


@clause("nsw 7.2", "nsw 7.3")
def test_7_2_and_7_3__the_device_is_a_shoe_or_a_shuffling_device():
    for dealing in ("shoe", "shuffler"):
        assert go("nsw", table(dealing=dealing)).phase == "betting"
    assert list(rulebook("nsw").dealing.methods) == ["shoe", "shuffler"]


@clause("nsw 7.1", "nsw 7.2.1", "nsw 7.2.2", "nsw 7.2")
def test_7_2_1_and_7_2_2__from_a_shoe_one_card_to_each_from_the_dealers_left_then_a_second_in_sequence():
    steps = rulebook("nsw").dealing.methods["shoe"].steps.value
    assert steps == ("one-to-each", "one-to-each", "community-when-due")
    state = go("nsw", table(THREE, "shoe"), f"{ANTES}; deal 2c 3c 4c 5c 6c 7c")
    assert held(state) == {1: "2c 5c", 2: "3c 6c", 3: "4c 7c"}
    assert state.community == (None, None, None)  # still in the shoe


@clause("nsw 7.2.3")
def test_7_2_3__players_look_when_all_hole_cards_are_dealt_from_a_shoe():
    state = go("nsw", table("ann ben", "shoe"), "1 ante 10; 2 ante 10")
    assert seen("nsw", state, "player", "ann") == {"1": "", "2": "", "community": "- - -"}
    state = go("nsw", state, "deal 2c 3c 4c 5c")
    assert seen("nsw", state, "player", "ann") == {"1": "2c 4c", "2": "- -", "community": "- - -"}
    assert seen("nsw", state, "player", "ben") == {"1": "- -", "2": "3c 5c", "community": "- - -"}


STREETS = [
    ("", "- - -", "Qh - -", "nsw 7.2.4"),
    ("1 bet 1; 2 bet 2; 3 bet 3; reveal Qh", "Qh - -", "Qh Jh -", "nsw 7.2.5"),
    (
        "1 bet 1; 2 bet 2; 3 bet 3; reveal Qh; 1 bet 1; 2 bet 2; 3 bet 3; reveal Jh",
        "Qh Jh -",
        "Qh Jh Th",
        "nsw 7.2.6",
    ),
]


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
@pytest.mark.parametrize(
    ("dealing", "until", "before", "after", "closes"),
    [
        pytest.param("shoe", *STREETS[0], marks=clause("nsw 7.2.4")),
        pytest.param("shoe", *STREETS[1], marks=clause("nsw 7.2.5")),
        pytest.param("shoe", *STREETS[2], marks=clause("nsw 7.2.6")),
        pytest.param("shuffler", *STREETS[0], marks=clause("nsw 7.3.5", "nsw 7.3.2")),
        pytest.param("shuffler", *STREETS[1], marks=clause("nsw 7.3.6", "nsw 7.3.2")),
        pytest.param("shuffler", *STREETS[2], marks=clause("nsw 7.3.7", "nsw 7.3.2")),
    ],
)
def test_7_2_4_to_7_3_7__a_community_card_is_turned_when_every_hand_has_bet_or_folded(
    dealing: str, until: str, before: str, after: str, closes: str, order: tuple[int, ...]
):
    cards = "2c 3c 4c 5c 6c 7c" if dealing == "shoe" else "Qh Jh Th 2c 5c 3c 6c 4c 7c"
    state = go("nsw", table(THREE, dealing), f"{ANTES}; deal {cards}; {until}")
    turn = f"reveal {after.replace('-', '').split()[-1]}"
    first, second, third = order
    for line in (f"{first} bet 1", f"{second} fold", f"{third} bet 3"):
        assert refused("nsw", state, turn) == ("still-deciding", closes)
        for role, player in (("dealer", None), ("supervisor", None), ("inspector", None), ("player", "ann")):
            assert seen("nsw", state, role, player)["community"] == before
        state = go("nsw", state, line)
    state = go("nsw", state, turn)
    for role, player in (("spectator", None), ("dealer", None), ("player", "ann"), ("player", "ben")):
        assert seen("nsw", state, role, player)["community"] == after


@clause("nsw 7.2.4", "nsw 7.2.5", "nsw 7.2.6")
def test_7_2_4__from_a_shoe_the_card_comes_when_it_is_due_and_is_none_that_lies_on_the_table():
    book = rulebook("nsw")
    assert book.streets.order.value == ("third-street", "fourth-street", "fifth-street")
    assert {book.wagers[street].closes.value for street in book.streets.order.value} == {"at-next-card"}
    state = go("nsw", table(dealing="shoe"), "1 ante 10; deal 9h 8h; 1 bet 1")
    assert refused("nsw", state, "reveal") == ("card-unknown", "nsw 7.2")
    assert refused("nsw", state, "reveal 9h") == ("card-twice", "nsw 7.2")
    state = go("nsw", state, "reveal Qh; 1 bet 1")
    assert refused("nsw", state, "reveal Qh") == ("card-twice", "nsw 7.2")
    state = go("nsw", state, "reveal Jh; 1 bet 1; reveal Th")
    assert text(state.community) == "Qh Jh Th"
    assert results(go("nsw", state, "settle"))["ante"] == ("win", "1000.00", "10.00")


@clause("nsw 7.2.4", "nsw 7.3.5")
@pytest.mark.parametrize(("dealing", "cards"), [("shoe", "2c 3c 4c 5c"), ("shuffler", "Qh Jh Th 2c 4c 3c 5c")])
def test_7_2_4__when_all_have_folded_no_card_is_turned(dealing: str, cards: str):
    state = go("nsw", table("ann ben", dealing), f"1 ante 10; 2 ante 10; deal {cards}; 2 fold; 1 fold")
    assert refused("nsw", state, "reveal Qh") == ("all-folded", "nsw 7.2.4")
    state = go("nsw", state, "settle")
    assert seen("nsw", state, "spectator") == {"1": "- -", "2": "- -", "community": "- - -"}


@clause("nsw 7.3.1", "nsw 7.3.2", "nsw 7.3.3", "nsw 7.1", "nsw 7.3")
def test_7_3_1_to_7_3_3__from_a_shuffling_device_the_community_cards_then_two_at_a_time():
    assert rulebook("nsw").dealing.methods["shuffler"].steps.value == ("three-community", "two-to-each")
    state = go("nsw", table(THREE), f"{ANTES}; deal 2c 3c 4c 5c 6c 7c 8c 9c Tc")
    assert text(state.community) == "2c 3c 4c"
    assert held(state) == {1: "5c 6c", 2: "7c 8c", 3: "9c Tc"}


@clause("nsw 7.3.2")
def test_7_3_2__the_first_card_out_is_at_the_bottom_of_the_stack_and_is_3rd_street():
    state = go("nsw", table(), "1 ante 10; deal 2c 3d 4h 9h 8h; 1 bet 1; reveal")
    assert seen("nsw", state, "dealer")["community"] == "2c - -"
    state = go("nsw", state, "1 bet 1; reveal")
    assert seen("nsw", state, "dealer")["community"] == "2c 3d -"
    state = go("nsw", state, "1 bet 1; reveal")
    assert seen("nsw", state, "dealer")["community"] == "2c 3d 4h"


@clause("nsw 7.3.4")
def test_7_3_4__players_look_when_all_hole_cards_are_dealt_from_a_shuffling_device():
    state = go("nsw", table("ann ben"), "1 ante 10; 2 ante 10")
    assert seen("nsw", state, "player", "ann") == {"1": "", "2": "", "community": "- - -"}
    state = go("nsw", state, "deal Qh Jh Th 2c 4c 3c 5c")
    assert seen("nsw", state, "player", "ann") == {"1": "2c 4c", "2": "- -", "community": "- - -"}
    assert seen("nsw", state, "player", "ben") == {"1": "- -", "2": "3c 5c", "community": "- - -"}


@clause("nsw 7.3.5", "nsw 7.3.6", "nsw 7.3.7")
def test_7_3_5__from_a_shuffling_device_the_card_is_the_one_that_lies_there():
    state = go("nsw", table(), "1 ante 10; deal Qh Jh Th 9h 8h; 1 bet 1")
    assert refused("nsw", state, "reveal Jh") == ("other-card", "nsw 7.3")
    assert text(go("nsw", state, "reveal; 1 bet 1; reveal; 1 bet 1; reveal").community) == "Qh Jh Th"
