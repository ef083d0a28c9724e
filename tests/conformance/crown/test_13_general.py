"""crown 13: general provisions."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@pytest.mark.parametrize(
    ("power", "title"),
    [
        pytest.param("void-wager", "tg-assistant-casino-manager", marks=clause("crown 13.2.1")),
        pytest.param("exclude-player", "tg-assistant-casino-manager", marks=clause("crown 13.2.2")),
        pytest.param("invalidate-game", "tg-higher-duties-dealer", marks=clause("crown 13.3")),
        pytest.param("close-table", "tg-higher-duties-dealer", marks=clause("crown 13.7")),
        pytest.param("decide-dispute", "tg-area-manager", marks=clause("crown 13.10")),
    ],
)
def test_13__who_may_do_what(power: str, title: str):
    assert rulebook("crown").staff.powers[power].value == title


@clause("crown 13.7")
def test_13_7__closing_a_table_needs_three_hands_notice():
    assert rulebook("crown").notices.close_table_hands.value == 3


@clause("crown 13.8")
def test_13_8__a_seat_may_be_lost_after_three_rounds_without_a_wager():
    assert rulebook("crown").positions.vacate_after_rounds.value == 3
