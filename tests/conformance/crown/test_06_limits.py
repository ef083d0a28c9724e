"""crown 6: permissible wagers."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("crown 6.1")
def test_6_1__a_higher_minimum_needs_20_minutes_notice():
    assert rulebook("crown").notices.raise_minimum_minutes.value == 20


@clause("crown 6.1")
def test_6_1__wagers_are_multiples_of_the_minimum_only_where_the_sign_says_so():
    assert rulebook("crown").limits.multiples_of_minimum.value is False


@clause("crown 6.2.1")
def test_6_2_1__a_wager_under_the_minimum_counts_once_and_is_then_returned():
    assert rulebook("crown").limits.below_minimum.value == "valid-once-then-returned"


@clause("crown 6.2.2")
def test_6_2_2__a_wager_over_the_maximum_counts_to_the_maximum_and_past_rounds_stand():
    limits = rulebook("crown").limits
    assert limits.above_maximum.value == "counts-to-maximum"
    assert limits.past_rounds_stand.value is True


@clause("crown 6.2.3")
def test_6_2_3__a_wrong_multiple_or_an_uneven_payment_is_paid_up_to_what_chips_can_pay():
    book = rulebook("crown")
    assert book.limits.wrong_multiple.value == "paid-up-to-chips"
    assert book.money.uneven_payment.value == "up-to-chips"


@clause("crown 6.3")
def test_6_3__personal_limits_may_be_agreed():
    assert rulebook("crown").limits.personal_limits.value is True
