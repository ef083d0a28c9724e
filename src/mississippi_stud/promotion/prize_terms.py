"""Promotional prizes as data: what each is, what it is worth, and what no prize may be (nsw 14.3 to 14.5, 14.7.11)."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.rulebooks.model import Clause

Worth = Annotated[int, Meta(ge=1, le=10**12)]
"""A value in cents."""
LITRE: Final = 1_000
"""In millilitres."""


class PrizeKind(StrEnum):
    """What a promotional prize is."""

    CASH = "cash"
    CASINO_DOLLARS = "casino-dollars"
    """A voucher for promotional tokens."""
    SLOTS_DOLLARS = "slots-dollars"
    """Credit at the machines, which the house books elsewhere."""
    GOODS = "goods"
    APPLIANCE = "appliance"
    """A machine or an electric appliance."""
    VEHICLE = "vehicle"
    TRAVEL = "travel"
    REAL_ESTATE = "real-estate"


class PrizeContent(StrEnum):
    """What a prize consists of or includes that a book may forbid."""

    TOBACCO = "tobacco"
    FIREARM = "firearm"
    IMITATION_FIREARM = "imitation-firearm"
    AMMUNITION = "ammunition"
    PROHIBITED_WEAPON = "prohibited-weapon"


_FORBIDDEN_AS: Final = {
    PrizeContent.TOBACCO: "tobacco",
    PrizeContent.FIREARM: "firearms-and-ammunition",
    PrizeContent.IMITATION_FIREARM: "firearms-and-ammunition",
    PrizeContent.AMMUNITION: "firearms-and-ammunition",
    PrizeContent.PROHIBITED_WEAPON: "prohibited-weapons",
}
_LIQUOR: Final = "liquor-over-the-maximum"
_PRESCRIBED: Final = "what-regulations-prescribe"


class PrizeTerms(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """What the terms say of a prize, of which there may be several alike."""

    kind: PrizeKind
    description: str
    value_cents: Worth
    """What each is worth."""
    count: Annotated[int, Meta(ge=1, le=100)] = 1
    conditions: str = ""
    """Conditions on receiving, using or accepting it."""
    details: Mapping[str, str] = {}
    """What the book asks about a prize of this kind, by the name it has there: ``make``."""
    includes: tuple[PrizeContent, ...] = ()
    services: tuple[str, ...] = ()
    """Goods and services in it, named as the regulations name what they forbid."""
    liquor_millilitres: Annotated[int, Meta(ge=0)] = 0
    cash_alternative_cents: Worth | None = None
    """What the winner may have instead."""
    voucher_days: Annotated[int, Meta(ge=1, le=1_000)] = 30
    """How long a voucher for tokens may be exchanged."""


class TermsFault(NamedTuple):
    """Something that terms say and that cannot be, with its clause."""

    code: str
    clause: Clause


def missing_details(rules: PromotionRules, prize: PrizeTerms) -> tuple[str, ...]:
    """Return the items that the book asks of a prize of this kind and the terms lack."""
    return tuple(
        item for item in _asked(rules, prize.kind) if not prize.details.get(_bare(item, prize.kind), "").strip()
    )


def _asked(rules: PromotionRules, kind: PrizeKind) -> Iterator[str]:
    return (each.value for each in rules.chapter.terms if each.value.startswith(f"{kind}-"))


def _bare(item: str, kind: PrizeKind) -> str:
    return item.removeprefix(f"{kind}-")


def prize_faults(rules: PromotionRules, prize: PrizeTerms) -> Iterator[TermsFault]:
    """Yield what is forbidden about a prize, or cannot be carried out."""
    chapter, forbidden = rules.chapter, {each.value: each.clause for each in rules.chapter.prohibited}
    for content in prize.includes:
        name = _FORBIDDEN_AS[content]
        if name in forbidden:
            yield TermsFault(name, forbidden[name])
    if _LIQUOR in forbidden and prize.liquor_millilitres > chapter.liquor_litres_maximum.value * LITRE:
        yield TermsFault(_LIQUOR, chapter.liquor_litres_maximum.clause)
    if _PRESCRIBED in forbidden and chapter.prescribed and set(prize.services) & set(chapter.prescribed.value):
        yield TermsFault(_PRESCRIBED, forbidden[_PRESCRIBED])
    if prize.cash_alternative_cents is not None:
        if not chapter.cash_alternative.value:
            yield TermsFault("no-cash-alternative", chapter.cash_alternative.clause)
        elif prize.kind is PrizeKind.CASH or prize.kind in chapter.without_cash_alternative.value:
            yield TermsFault("cash-alternative-here", chapter.without_cash_alternative.clause)
    if prize.kind is PrizeKind.CASINO_DOLLARS and not (rules.book.money.vouchers and rules.book.money.vouchers.value):
        yield TermsFault("vouchers-not-exchanged", rules.book.money.instruments.clause)
    if set(prize.details) - {_bare(item, prize.kind) for item in _asked(rules, prize.kind)}:
        yield TermsFault("detail-not-asked", rules.term("prizes-and-their-value"))
