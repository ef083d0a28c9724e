"""maryland .09: dealing from the hand."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import CUT, arrived
from tests.table.hall import Pit

from mississippi_stud.rulebooks.conduct import Shuffling


@clause("maryland .09A(1)")
@pytest.mark.parametrize("shuffling", [Shuffling.BY_HAND, Shuffling.CONTINUOUS])
def test_09a_1__cards_dealt_from_the_hand_come_from_an_automatic_shuffler(shuffling: Shuffling):
    with pytest.raises(Exception, match="not-shuffled-so") as refusal:
        Pit("maryland", "hand", shuffling=shuffling)
    assert refusal.value.clause == "maryland .09A(1)"
    Pit("maryland", "hand", shuffling=Shuffling.AUTOMATIC)


@clause("maryland .09A(1)", "maryland .09A(2)", "maryland .05D(1)", "maryland .05D(2)", "maryland .05E(2)")
def test_09a_1__a_deck_that_came_shuffled_is_cut_and_taken_in_one_hand():
    ready = "reshuffled-goes-to-the-cut .05D(2)"
    assert arrived("hand", prechecked=True).since(0) == [ready, *CUT[:2], "take-deck-in-one-hand .09A(2)"]
