"""nsw 6: minimum and maximum wagers."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("nsw 6.1")
def test_6_1__the_sign_binds_every_player_and_asks_for_no_multiples_unless_it_says_so():
    limits = rulebook("nsw").limits
    assert limits.multiples_of_minimum.value is False
    assert limits.personal_limits.value is False


@clause("nsw 6.2")
def test_6_2__a_wager_found_below_the_minimum_is_valid():
    limits = rulebook("nsw").limits
    assert limits.below_minimum.value == "valid"
    assert limits.street_under_multiple.value == "valid"
    assert limits.wrong_multiple.value == "as-it-lies"


@clause("nsw 6.3")
def test_6_3__a_wager_found_above_the_maximum_counts_to_it_and_past_rounds_stand():
    limits = rulebook("nsw").limits
    assert limits.above_maximum.value == "counts-to-maximum"
    assert limits.street_over_multiple.value == "counts-to-maximum"
    assert limits.past_rounds_stand.value is True


@clause("nsw 6.5")
def test_6_5__a_casino_supervisor_raises_the_minimum_after_20_minutes():
    book = rulebook("nsw")
    assert book.notices.raise_minimum_minutes.value == 20
    assert book.staff.powers["change-limits"].value == "gaming-supervisor"


@clause("nsw 6.5.1")
def test_6_5_1__or_at_once_if_those_playing_keep_the_old_minimum():
    assert rulebook("nsw").notices.raise_at_once_with_marker.value is True


@clause("nsw 6.6.1")
def test_6_6_1__no_tournaments_at_low_limits():
    assert rulebook("nsw").limits.low_limit_in_tournaments.value is False


@clause("nsw 6.6.2")
def test_6_6_2__at_low_limits_cards_come_from_a_shuffling_device():
    assert rulebook("nsw").limits.low_limit_needs_shuffler.value is True
