"""The shapes of the API of promotions."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from mississippi_stud.floor.promotion_acts import PromotionDuty, PromotionOption, PromotionTerms, PromotionView
from mississippi_stud.money import Currency
from mississippi_stud.web.account_shapes import Ask
from mississippi_stud.web.shapes import END, CommandId

PromotionName = Annotated[str, Meta(pattern=f"^[a-z0-9][a-z0-9-]{{0,27}}{END}", description="The name of a promotion.")]


class NewPromotion(Ask, frozen=True, kw_only=True):
    """A promotion to be drafted: its terms whole, or those of a template with what is changed of them."""

    name: PromotionName
    book: Annotated[str, Meta(max_length=40)]
    template: Annotated[str, Meta(max_length=40)] = ""
    terms: Mapping[str, Any] = {}
    id: CommandId


class PromotionAct(Ask, frozen=True, kw_only=True):
    """A command in a promotion; who gives it is known from the session."""

    command: Mapping[str, Any]
    id: CommandId


class PromotionEntryLine(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion in the list of its house."""

    name: str
    title: str
    life: str
    begins_at: int
    closes_at: int


class PromotionList(msgspec.Struct, frozen=True, kw_only=True):
    """The promotions of a house, those that begin last first."""

    house: str
    promotions: tuple[PromotionEntryLine, ...]
    drafts: bool
    """Whether the viewer belongs to the house, and may draft one under a title that may."""


class PromotionTermsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a promotion as data."""

    title: str
    version: int
    digest: str
    terms: PromotionTerms
    lacking: tuple[tuple[str, str], ...]
    """What the book asks for and they lack, or what they say and cannot be: each with its clause."""


class PromotionPrizeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A prize, in the order in which they are drawn."""

    prize: int
    kind: str
    description: str
    value_cents: int
    cash_alternative_cents: int | None


class PromotionSight(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion as somebody sees it: the big screen of the draw shows it to nobody in particular."""

    house: str
    name: str
    book: str
    currency: Currency
    version: int
    view: PromotionView
    begins_at: int
    draw_at: int
    place: str
    prizes: tuple[PromotionPrizeLine, ...]
    presence: bool
    """Whether an entrant must be there at the draw."""
    check_in_from: int | None
    """From when entrants check in; None if they need not."""
    checked_in: int
    """How many have."""
    overseen: bool
    """Whether a scrutineer oversees the draw (nsw 14.2)."""
    scrutineer_present: bool
    attested: bool
    results_published: bool
    next_place: int
    """The place in the order of the draw that is looked at next."""
    role: str
    """What the viewer is in it: `scrutineer` or nothing."""
    own_check_in: bool
    """Whether the viewer has checked in."""


class OwnEntryLine(msgspec.Struct, frozen=True, kw_only=True):
    """One of one's own entries."""

    number: int
    weight: int
    source: str
    reference: str
    """The round, the session or the visit; the reason; or the file."""
    at: int


class OwnEntries(msgspec.Struct, frozen=True, kw_only=True):
    """One's own entries, of which more may come after the last."""

    entries: int
    """How many there are altogether."""
    weight: int
    lines: tuple[OwnEntryLine, ...]


class AttemptLine(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt to tell a winner (nsw 14.8)."""

    prize: int
    way: str
    at: int
    by: str
    reached: bool
    in_time: bool


class ClaimLine(msgspec.Struct, frozen=True, kw_only=True):
    """A claim, without what is kept of the claimant."""

    number: int
    prize: int
    claimant: str
    at: int
    status: str
    reason: str
    informed_at: int | None


class ClaimAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A claim with the name and the address that are kept of it (nsw 14.10.1)."""

    claim: ClaimLine
    name: str
    address: str


class PromotionDisputeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute about the terms."""

    number: int
    person: str
    about: str
    decision: str
    advised: bool


class VoucherLine(msgspec.Struct, frozen=True, kw_only=True):
    """A voucher for promotional tokens."""

    number: int
    holder: str
    cents: int
    conditions: str
    expires_at: int
    redeemed: bool


class PromotionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What the house and the inspectorate see besides."""

    version: int
    life: str
    scrutineer: str
    submitted_at: int | None
    due: tuple[PromotionDuty, ...]
    options: tuple[PromotionOption, ...]
    """What the promoter may do now."""
    attempts: tuple[AttemptLine, ...]
    claims: tuple[ClaimLine, ...]
    disputes: tuple[PromotionDisputeLine, ...]
    vouchers: tuple[VoucherLine, ...]
    barred: tuple[str, ...]
