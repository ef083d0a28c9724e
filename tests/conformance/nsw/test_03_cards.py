"""nsw 3: the cards."""

import pytest
from tests.clauses import clause
from tests.conformance.nsw_tables import alone
from tests.conformance.table import results

from mississippi_stud.cards import DECK, parse, rank
from mississippi_stud.hands import five
from mississippi_stud.rulebooks import rulebook


@clause("nsw 3.1")
def test_3_1__52_cards_without_jokers():
    dealing = rulebook("nsw").dealing
    assert (dealing.cards.value, dealing.jokers.value) == (52, False)
    assert len(DECK) == 52


@clause("nsw 3.2.1")
def test_3_2_1__one_deck_in_the_device_while_another_is_in_play():
    assert rulebook("nsw").dealing.methods["shuffler"].decks.value == 2


@clause("nsw 3.2.2")
def test_3_2_2__the_backs_of_the_two_decks_differ():
    assert rulebook("nsw").dealing.alternating_backs_differ.value is True


@clause("nsw 3.3")
@pytest.mark.parametrize("suit", "cdhs")
def test_3_3__from_the_ace_down_to_the_2_in_every_suit(suit: str):
    ranks = [rank(*parse(f"{value}{suit}")) for value in "AKQJT98765432"]
    assert ranks == sorted(set(ranks), reverse=True)


@clause("nsw 3.3")
@pytest.mark.parametrize("suits", ["cdhss", "dhscc", "hscdd", "scdhh"])
@pytest.mark.parametrize(
    ("values", "hand"),
    [
        ("T J Q K A", "straight"),
        ("9 T J Q K", "straight"),
        ("2 3 4 5 6", "straight"),
        ("A 2 3 4 5", "straight"),
        ("K A 2 3 4", "nothing"),
        ("Q K A 2 3", "nothing"),
        ("J Q K A 2", "nothing"),
    ],
)
def test_3_3__an_ace_ends_a_straight_high_or_low_and_never_stands_inside(values: str, suits: str, hand: str):
    cards = " ".join(value + suit for value, suit in zip(values.split(), suits, strict=True))
    assert str(five(*parse(cards))) == hand


@clause("nsw 3.3")
@pytest.mark.parametrize("suits", ["cdhss", "dhscc", "hscdd", "scdhh"])
@pytest.mark.parametrize(
    ("values", "outcome", "won"),
    [
        ("T J Q K A", "win", "40.00"),
        ("A 2 3 4 5", "win", "40.00"),
        ("K A 2 3 4", "lose", "0.00"),
        ("J Q K A 2", "lose", "0.00"),
        ("J J 2 3 4", "win", "10.00"),
        ("T T A K Q", "push", "0.00"),
        ("6 6 A K Q", "push", "0.00"),
        ("5 5 A K Q", "lose", "0.00"),
    ],
)
def test_3_3__the_ranks_and_not_the_suits_decide_a_round(values: str, suits: str, outcome: str, won: str):
    cards = [value + suit for value, suit in zip(values.split(), suits, strict=True)]
    state = alone(" ".join(cards[:2]), " ".join(cards[2:]))
    assert results(state)["ante"][:2] == (outcome, won)


@clause("nsw 3.3")
def test_3_3__an_ace_ranks_in_a_straight_as_low():
    assert rulebook("nsw").hands.ace_low_in_five.value is True


@pytest.mark.parametrize(
    "power",
    [
        pytest.param("change-cards", marks=clause("nsw 3.7")),
        pytest.param("verify-cards", marks=clause("nsw 3.8")),
    ],
)
def test_3_7_and_3_8__a_casino_supervisor_has_the_cards_changed_or_verified(power: str):
    assert rulebook("nsw").staff.powers[power].value == "gaming-supervisor"
