"""online, the expected return that the book prints."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from tests.clauses import clause

from mississippi_stud.cards import DECK
from mississippi_stud.hands import three
from mississippi_stud.rulebooks import rulebook


@clause("online return.1")
def test_return_1__98_63_percent_where_ties_are_bet():
    returns = rulebook("online").returns
    assert returns.main.value == Fraction(98_63, 100_00)
    assert returns.ties_bet.value is True


@clause("online return.2")
def test_return_2__97_86_percent_of_the_bonus():
    assert rulebook("online").returns.three_card_bonus.value == Fraction(97_86, 100_00)


@clause("online rank.3", "online return.2")
@pytest.mark.parametrize(("ace_low", "basis_points"), [(True, 97_86), (False, 95_31)])
def test_return_2__the_printed_figure_holds_only_if_a_2_3_is_a_straight(ace_low: bool, basis_points: int):
    pays = {"mini royal": 50, "straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1}
    hands = Counter(str(three(*cards, ace_low=ace_low)) for cards in combinations(DECK, 3))
    returned = sum(Fraction((1 + pays[hand]) * count) for hand, count in hands.items() if hand in pays)
    assert round(returned / hands.total() * 100_00) == basis_points
