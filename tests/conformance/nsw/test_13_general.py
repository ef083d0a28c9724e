"""nsw 13: general provisions."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@pytest.mark.parametrize(
    "power",
    [
        pytest.param("void-wager", marks=clause("nsw 13.3.1")),
        pytest.param("exclude-player", marks=clause("nsw 13.3.2")),
        pytest.param("invalidate-game", marks=clause("nsw 13.4")),
        pytest.param("close-table", marks=clause("nsw 13.8")),
        pytest.param("refuse-wager", marks=clause("nsw 13.11")),
    ],
)
def test_13__what_any_casino_supervisor_may_do(power: str):
    assert rulebook("nsw").staff.powers[power].value == "gaming-supervisor"


@clause("nsw 13.8")
def test_13_8__a_table_closes_after_20_minutes():
    assert rulebook("nsw").notices.close_table_minutes.value == 20


@clause("nsw 13.9")
def test_13_9__three_rounds_without_a_wager_may_cost_the_seat():
    assert rulebook("nsw").positions.vacate_after_rounds.value == 3


@clause("nsw 13.12")
def test_13_12__a_gaming_supervisor_decides_a_dispute_and_the_next_in_rank_reviews_it():
    powers = rulebook("nsw").staff.powers
    assert powers["decide-dispute"].value == "gaming-supervisor"
    assert powers["review-dispute"].value == "assistant-gaming-manager"
