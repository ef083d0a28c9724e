"""Ready terms for the usual promotions: everything but when and where, which `located` adds."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from mississippi_stud.promotion.offer_terms import (
    NOT_APPLICABLE,
    ClaimTerms,
    DateAndPlace,
    DrawTerms,
    Eligibility,
    EntryRule,
    PlayKind,
    PromotionTerms,
)
from mississippi_stud.promotion.prize_terms import PrizeKind, PrizeTerms

_COMMON: Final = PromotionTerms(
    where_terms_are_found=("in-the-casino", "secure-website"),
    marketing_refers_to_terms=True,
    how_awarded=DrawTerms(entries=(EntryRule(play=PlayKind.WAGER),)),
    eligibility=Eligibility(),
    minimum_or_compulsory_wager=10_00,
    nature_and_guarantees="as described",
    how_to_claim=ClaimTerms(where="the cashier"),
    how_winners_are_told=("telephone", "mail"),
    how_results_are_published=("casino website", "casino screens"),
)
TEMPLATES: Final[Mapping[str, PromotionTerms]] = {
    "cash-draw": replace(
        _COMMON,
        title="Cash draw",
        prizes_and_their_value=(
            PrizeTerms(kind=PrizeKind.CASH, description="Cash", value_cents=5_000_00),
            PrizeTerms(kind=PrizeKind.CASH, description="Cash", value_cents=500_00, count=4),
        ),
    ),
    "voucher-draw": replace(
        _COMMON,
        title="Voucher draw",
        how_awarded=DrawTerms(entries=(EntryRule(play=PlayKind.VISIT),), most_entries_each=7),
        minimum_or_compulsory_wager=NOT_APPLICABLE,
        eligibility=Eligibility(members_only=True),
        prizes_and_their_value=(
            PrizeTerms(
                kind=PrizeKind.CASINO_DOLLARS,
                description="A voucher for promotional tokens",
                value_cents=50_00,
                count=10,
            ),
        ),
    ),
    "car-draw": replace(
        _COMMON,
        title="Car draw",
        how_awarded=DrawTerms(
            entries=(
                EntryRule(play=PlayKind.WAGER),
                EntryRule(play=PlayKind.HAND, hand="full-house", weight=10),
            )
        ),
        how_to_claim=ClaimTerms(where="the stage", presence=True, check_in_minutes=60, answer_seconds=120),
        how_winners_are_told=NOT_APPLICABLE,
        prizes_and_their_value=(
            PrizeTerms(
                kind=PrizeKind.VEHICLE,
                description="A small electric car",
                value_cents=38_000_00,
                details={
                    "make": "see foyer display",
                    "model": "see foyer display",
                    "accessories": "charging cable",
                    "on-road-costs": "all included",
                },
                cash_alternative_cents=30_000_00,
            ),
        ),
    ),
}
"""Ready terms by name."""


def located(terms: PromotionTerms, place: str, begins_at: int, closes_at: int, draw_at: int) -> PromotionTerms:
    """Return terms with when and where.

    >>> located(TEMPLATES["cash-draw"], "Main floor", 1, 2, 3).closes_at
    2
    """
    return replace(
        terms,
        place_date_and_time=DateAndPlace(place=place, at=begins_at),
        closing_date_and_time=closes_at,
        when_and_where_awarded=DateAndPlace(place=place, at=draw_at),
    )
