"""nsw 14: player rewards and promotional prizes."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("nsw 14.2")
def test_14_2__a_scrutineer_where_a_prize_is_over_10_000_australian_dollars():
    book = rulebook("nsw")
    assert book.promotion.scrutineer_over_cents.value == 10_000_00
    assert book.money.currency.value == "AUD"


@clause("nsw 14.4")
def test_14_4__over_10_000_the_winner_chooses_how_to_be_paid():
    promotion = rulebook("nsw").promotion
    assert promotion.payment_choice_over_cents.value == 10_000_00
    assert promotion.payment_choices.value == ("cash", "crossed-cheque", "electronic-transfer", "combination")


@pytest.mark.parametrize(
    ("place", "item"),
    [
        pytest.param(0, "tobacco", marks=clause("nsw 14.5.1")),
        pytest.param(1, "firearms-and-ammunition", marks=clause("nsw 14.5.2")),
        pytest.param(2, "prohibited-weapons", marks=clause("nsw 14.5.3")),
        pytest.param(3, "liquor-over-the-maximum", marks=clause("nsw 14.5.4")),
        pytest.param(4, "what-regulations-prescribe", marks=clause("nsw 14.5.5")),
    ],
)
def test_14_5__what_no_prize_may_be(place: int, item: str):
    prohibited = rulebook("nsw").promotion.prohibited
    assert prohibited[place].value == item
    assert len(prohibited) == 5


@clause("nsw 14.5.4")
def test_14_5_4__no_more_than_20_litres_of_liquor():
    assert rulebook("nsw").promotion.liquor_litres_maximum.value == 20


@pytest.mark.parametrize(
    ("place", "term"),
    [
        pytest.param(0, "how-awarded", marks=clause("nsw 14.7.1")),
        pytest.param(1, "when-and-where-awarded", marks=clause("nsw 14.7.2")),
        pytest.param(2, "eligibility", marks=clause("nsw 14.7.3")),
        pytest.param(3, "minimum-or-compulsory-wager", marks=clause("nsw 14.7.4")),
        pytest.param(4, "nature-and-guarantees", marks=clause("nsw 14.7.5")),
        pytest.param(5, "closing-date-and-time", marks=clause("nsw 14.7.6")),
        pytest.param(6, "place-date-and-time", marks=clause("nsw 14.7.7")),
        pytest.param(7, "how-to-claim", marks=clause("nsw 14.7.8")),
        pytest.param(8, "how-winners-are-told", marks=clause("nsw 14.7.9")),
        pytest.param(9, "how-results-are-published", marks=clause("nsw 14.7.10")),
        pytest.param(10, "prizes-and-their-value", marks=clause("nsw 14.7.11")),
        pytest.param(11, "appliance-details", marks=clause("nsw 14.7.11.1")),
        pytest.param(12, "vehicle-details", marks=clause("nsw 14.7.11.2")),
        pytest.param(13, "travel-details", marks=clause("nsw 14.7.11.3")),
        pytest.param(14, "real-estate-details", marks=clause("nsw 14.7.11.4")),
    ],
)
def test_14_7__what_the_terms_must_say(place: int, term: str):
    terms = rulebook("nsw").promotion.terms
    assert terms[place].value == term
    assert len(terms) == 15


@clause("nsw 14.8")
def test_14_8__the_winner_is_told_within_2_days():
    promotion = rulebook("nsw").promotion
    assert promotion.notify_winner_days.value == 2
    assert promotion.notify_winner_by.value == ("face-to-face", "mail", "telephone", "email")


@clause("nsw 14.9")
def test_14_9__the_authority_has_the_terms_24_hours_before():
    assert rulebook("nsw").promotion.authority_notice_hours.value == 24


@clause("nsw 14.9.1")
def test_14_9_1__terms_change_only_with_approval():
    assert rulebook("nsw").promotion.amending_needs_approval.value is True


@clause("nsw 14.10.1")
def test_14_10_1__denied_claims_over_100_dollars_are_kept():
    assert rulebook("nsw").promotion.record_denied_over_cents.value == 100_00
