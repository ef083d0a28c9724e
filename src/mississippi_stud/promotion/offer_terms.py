"""The terms and conditions of a promotion as data: one field for each item of nsw 14.6 and 14.7, named as it is.

The program acts on these fields and on nothing else, so what is printed is what is done. An item that the book only
asks for "if" it applies may be `NOT_APPLICABLE`; whatever is empty is missing.
"""

from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from mississippi_stud.hands import Hand
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.prize_terms import PrizeTerms, TermsFault, Worth, missing_details, prize_faults
from mississippi_stud.rulebooks.model import Clause

NOT_APPLICABLE: Final = "not-applicable"
NotApplicable = Literal["not-applicable"]
SEALED_SEED: Final = "sealed-seed"
Weight = Annotated[int, Meta(ge=1, le=1_000_000)]
"""How much an entry counts in the draw."""
Moments = Annotated[int, Meta(ge=1)]
"""A time in microseconds."""


class _Part(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The base of the parts of the terms."""


class PlayKind(StrEnum):
    """What of play gives an entry."""

    WAGER = "wager"
    """A round with a wager."""
    HAND = "hand"
    """A round that ended with a certain hand."""
    SESSION = "session"
    VISIT = "visit"


class EntryRule(_Part, frozen=True, kw_only=True):
    """What gives an entry; a round counts only with the minimum wager of the terms."""

    play: PlayKind
    weight: Weight = 1
    hand: str = ""
    """The hand that it takes, by its key in the rule book: ``full-house``."""


class PublicValue(_Part, frozen=True, kw_only=True):
    """A value that nobody can know before a certain time, such as a round of a public beacon."""

    source: str
    at: Moments


class DrawTerms(_Part, frozen=True, kw_only=True):
    """How prizes are awarded: by what entries are had, and how they are drawn."""

    entries: tuple[EntryRule, ...] = ()
    """None if entries come from staff or a file alone."""
    most_entries_each: Annotated[int, Meta(ge=1)] | None = None
    one_prize_each: bool = True
    chance: Literal["sealed-seed"] | PublicValue = SEALED_SEED
    """What is mixed with the house's secret: the scrutineer's seed, or a public value."""


class DateAndPlace(_Part, frozen=True, kw_only=True):
    """Where something is, and when."""

    place: str
    at: Moments


class Eligibility(_Part, frozen=True, kw_only=True):
    """Who may enter."""

    members_only: bool = False
    employees: bool = False
    others: str = ""
    """Further requirements, in words, which staff look to."""


class ClaimTerms(_Part, frozen=True, kw_only=True):
    """How a prize is claimed."""

    where: str
    presence: bool = False
    """Whether an entrant must be there at the draw."""
    check_in_minutes: Annotated[int, Meta(ge=1, le=1_440)] | None = None
    """How long before the draw an entrant must check in, if they must; no check-in counts after the draw."""
    answer_seconds: Annotated[int, Meta(ge=1, le=3_600)] = 120
    """How long a name that was called may take to answer."""
    within_days: Annotated[int, Meta(ge=1, le=365)] = 28


class PromotionTerms(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """All items of nsw 14.6 and 14.7, in the order of the book; each has the name that `rulebooks/nsw.toml` has."""

    title: str = ""
    where_terms_are_found: tuple[str, ...] = ()
    marketing_refers_to_terms: bool = False
    how_awarded: DrawTerms | None = None
    when_and_where_awarded: DateAndPlace | None = None
    eligibility: Eligibility | None = None
    minimum_or_compulsory_wager: Worth | NotApplicable | None = None
    nature_and_guarantees: str = ""
    closing_date_and_time: Moments | None = None
    place_date_and_time: DateAndPlace | None = None
    """Where and when the promotion begins."""
    how_to_claim: ClaimTerms | None = None
    how_winners_are_told: tuple[str, ...] | NotApplicable = ()
    """The ways, best first; not applicable where winners are there."""
    how_results_are_published: tuple[str, ...] = ()
    prizes_and_their_value: tuple[PrizeTerms, ...] = ()
    cash_paid_by: str = "cash"
    """How cash is paid where the winner has no choice."""

    @property
    def prizes(self) -> tuple[PrizeTerms, ...]:
        """Every single prize, in the order in which they are drawn."""
        return tuple(each for each in self.prizes_and_their_value for _ in range(each.count))

    @property
    def begins_at(self) -> int:
        """When the promotion begins."""
        return self.place_date_and_time.at if self.place_date_and_time else 0

    @property
    def closes_at(self) -> int:
        """When entries close."""
        return self.closing_date_and_time or 0

    @property
    def draw(self) -> DrawTerms:
        """How prizes are drawn."""
        return self.how_awarded or DrawTerms()

    @property
    def claim(self) -> ClaimTerms:
        """How prizes are claimed."""
        return self.how_to_claim or ClaimTerms(where="")

    @property
    def minimum_wager_cents(self) -> int:
        """The least wager with which a round counts; nothing where the terms set none."""
        told = self.minimum_or_compulsory_wager
        return told if isinstance(told, int) else 0


_OPTIONAL: Final = ("minimum-or-compulsory-wager", "how-winners-are-told")
"""The items that do not apply to every promotion."""


def missing(rules: PromotionRules, terms: PromotionTerms) -> tuple[tuple[str, Clause], ...]:
    """Return the items that the book asks for and the terms lack, each with its clause, in the order of the book."""
    lacking = {item for prize in terms.prizes_and_their_value for item in missing_details(rules, prize)}
    for each in rules.chapter.terms:
        held = getattr(terms, each.value.replace("-", "_"), True)
        if not held or (held == NOT_APPLICABLE and each.value not in _OPTIONAL):
            lacking.add(each.value)
    return tuple((each.value, each.clause) for each in rules.chapter.terms if each.value in lacking)


def conflicts(rules: PromotionRules, terms: PromotionTerms) -> Iterator[TermsFault]:
    """Yield what whole terms say that is forbidden or cannot be done."""
    chapter = rules.chapter
    for prize in terms.prizes_and_their_value:
        yield from prize_faults(rules, prize)
    if terms.closes_at <= terms.begins_at:
        yield TermsFault("closes-before-it-begins", rules.term("closing-date-and-time"))
    if terms.when_and_where_awarded and terms.when_and_where_awarded.at < terms.closes_at:
        yield TermsFault("draw-before-closing", rules.term("when-and-where-awarded"))
    chance = terms.draw.chance
    if isinstance(chance, PublicValue) and chance.at < terms.closes_at:
        yield TermsFault("value-known-too-early", rules.term("how-awarded"))
    if terms.claim.check_in_minutes and not terms.claim.presence:
        yield TermsFault("check-in-without-presence", rules.term("how-to-claim"))
    told = terms.how_winners_are_told
    if (told == NOT_APPLICABLE) != terms.claim.presence:
        yield TermsFault("telling-differs", rules.term("how-winners-are-told"))
    elif told != NOT_APPLICABLE and set(told) - {each.value for each in chapter.winner_told_by}:
        yield TermsFault("way-not-in-book", chapter.notify_winner_days.clause)
    if set(terms.where_terms_are_found) - set(chapter.terms_found.value):
        yield TermsFault("place-not-in-book", chapter.terms_found.clause)
    if terms.cash_paid_by not in single_payments(rules):
        yield TermsFault("payment-not-in-book", chapter.payment_choices.clause)
    plays = {each.play for each in terms.draw.entries}
    if terms.minimum_wager_cents and not plays & {PlayKind.WAGER, PlayKind.HAND}:
        yield TermsFault("wager-without-rule", rules.term("minimum-or-compulsory-wager"))
    if any((each.play is PlayKind.HAND) != bool(each.hand) for each in terms.draw.entries):
        yield TermsFault("hand-differs", rules.term("how-awarded"))
    if {each.hand for each in terms.draw.entries if each.hand} - {hand.key for hand in Hand}:
        yield TermsFault("hand-unknown", rules.term("how-awarded"))


def single_payments(rules: PromotionRules) -> tuple[str, ...]:
    """Return the ways in which money is paid, without the combination of several."""
    return tuple(each for each in rules.chapter.payment_choices.value if each != "combination")


def digest(terms: PromotionTerms) -> str:
    """Return the hash of a version of the terms."""
    return sha256(msgspec.json.encode(terms, order="sorted")).hexdigest()
