"""Wagers that are changed before the deal."""

import pytest

from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import Table
from tests.table.hall import Hall


def lying(table: Table) -> dict[Wager, int]:
    """Return the wagers on the first position."""
    return {wager: stake.cents for wager, stake in table.round.hands[1].stakes.items()}


def test_an_ante_is_changed_under_the_wagers_that_need_it():
    """maryland: a Six Card Bonus needs a Three Card Bonus, and that an ante."""
    offered = {Wager.THREE_CARD_BONUS: "F", Wager.SIX_CARD_BONUS: "A"}
    hall = Hall("maryland", "automatic", positions=2, tables=offered)
    hall.sit("ann", "ben")
    for ante, sides in ((5, "1 three-card-bonus 1; 1 six-card-bonus 2;"), (10, ""), (5, "")):
        hall.lines(f"1 ante {ante}; {sides} 1 ready")
        wanted = {Wager.ANTE: ante * 100, Wager.THREE_CARD_BONUS: 1_00, Wager.SIX_CARD_BONUS: 2_00}
        assert lying(hall.table) == wanted
    hall.lines("1 withdraw six-card-bonus; 1 withdraw three-card-bonus; 1 ready")
    assert lying(hall.table) == {Wager.ANTE: 5_00}


@pytest.mark.parametrize("ready", [True, False])
def test_wagers_that_name_their_round_are_for_that_one_alone(ready: bool):
    hall = Hall("crown", positions=2)
    hall.sit("ann", "ben")
    for number in (2, -1):
        assert hall.refused(t.PlaceWagers, **hall.wagers(1, round=number))[0] == "turn-passed"
    hall.wager(1, round=1, ready=False)
    hall.wager(1, 20_00, round=1)  # changed while bets are open
    late = hall.wagers(2, round=1, seed="", commitment="", ready=False)
    hall.lines("2 ante 10; 2 ready")
    hall.finish()
    assert hall.refused(t.PlaceWagers, **late)[0] == "turn-passed"
    hall.wager(1, round=2, ready=ready)
    assert hall.table.number == 2
