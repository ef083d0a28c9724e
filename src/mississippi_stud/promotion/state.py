"""The state of a promotion: its life, its terms, what is known of its entries, its draw, its prizes and their claims.

The entries themselves are in the log: their number, their weight and the frontier of their tree are all that decides.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from mississippi_stud.fairness.draw import DrawEntry
from mississippi_stud.fairness.merkle import Frontier, root_of
from mississippi_stud.money import Cents
from mississippi_stud.promotion.offer_terms import PromotionTerms
from mississippi_stud.promotion.prize_terms import PrizeTerms


class PromotionLife(StrEnum):
    """How far a promotion has come."""

    DRAFTED = "drafted"
    SUBMITTED = "submitted"
    """The Authority has full details of the terms."""
    RUNNING = "running"
    CLOSED = "closed"
    """Entries are closed, and their root is published."""
    DRAWN = "drawn"
    CLAIMED = "claimed"
    """Every prize is paid, or will not be."""
    ENDED = "ended"
    POSTPONED = "postponed"
    CANCELLED = "cancelled"


OVER: Final = (PromotionLife.ENDED, PromotionLife.CANCELLED)


class PrizeStatus(StrEnum):
    """What has become of a prize that was drawn."""

    AWARDED = "awarded"
    PAID = "paid"
    LAPSED = "lapsed"
    """Nobody claimed it in time, or the claim was refused: it may be drawn again."""


class PassReason(StrEnum):
    """Why an entry that was drawn wins nothing."""

    BARRED = "barred"
    WON_ALREADY = "won-already"
    NOT_CHECKED_IN = "not-checked-in"
    ABSENT = "absent"


class TermsVersion(msgspec.Struct, frozen=True, kw_only=True):
    """A version of the terms; after the promotion began, with the reference of the Authority's approval."""

    terms: PromotionTerms
    at: int
    by: str
    approval: str = ""


class Holding(msgspec.Struct, frozen=True):
    """What somebody has entered."""

    entries: int = 0
    weight: int = 0


class ContactAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt to tell a winner."""

    way: str
    at: int
    by: str
    reached: bool
    in_time: bool


class PrizeWinner(msgspec.Struct, frozen=True, kw_only=True):
    """Who has won a prize, and what has become of it."""

    prize: int
    holder: str
    entry: int
    place: int
    """Its place in the order of the draw, from 1."""
    at: int
    present: bool
    status: PrizeStatus = PrizeStatus.AWARDED
    attempts: tuple[ContactAttempt, ...] = ()


class WinnerCall(msgspec.Struct, frozen=True, kw_only=True):
    """A name that was called and must answer before a time."""

    prize: int
    place: int
    holder: str
    until: int


class ClaimStatus(StrEnum):
    """What has become of a claim."""

    OPEN = "open"
    PAID = "paid"
    DENIED = "denied"


class PrizeClaim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim to a prize; name and address are kept for what the book asks and shown to nobody else."""

    number: int
    prize: int
    claimant: str
    at: int
    name: str = ""
    address: str = ""
    status: ClaimStatus = ClaimStatus.OPEN
    reason: str = ""
    informed_at: int | None = None
    """When the claimant was told why the claim is refused."""


class PrizeVoucher(msgspec.Struct, frozen=True, kw_only=True):
    """A voucher for promotional tokens."""

    number: int
    holder: str
    cents: Cents
    conditions: str
    expires_at: int
    redeemed: bool = False


class PromotionDispute(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute about the terms, and the decision once it has fallen."""

    number: int
    person: str
    about: str
    decision: str = ""
    advised: bool = False
    """Whether the person was told of the right to complain to an inspector."""


class PrizePromotion(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion: built from events alone."""

    id: str
    versions: tuple[TermsVersion, ...]
    book: str = ""
    """The content hash of the book that is played."""
    chapter: str = ""
    """The content hash of the book whose chapter governs."""
    life: PromotionLife = PromotionLife.DRAFTED
    resumes: PromotionLife = PromotionLife.DRAFTED
    """Where a postponed promotion goes on."""
    at: int = 0
    submitted_at: int | None = None
    commitment: str = ""
    """What the house has committed to."""
    held_secret: bytes = b""
    """The secret that the floor keeps until the draw; nothing before and after."""
    counted_until: int = 0
    """Play before this time was counted."""
    scrutineer: str = ""
    scrutineer_present: bool = False
    seed_commitment: str = ""
    size: int = 0
    """How many entries there are."""
    weight: int = 0
    frontier: Frontier = ()
    holdings: Mapping[str, Holding] = {}
    barred: tuple[str, ...] = ()
    checked_in: tuple[str, ...] = ()
    drawn_at: int | None = None
    secret: str = ""
    seed: str = ""
    ranking: tuple[DrawEntry, ...] = ()
    """The entries that were drawn first, in order."""
    next_place: int = 1
    call: WinnerCall | None = None
    attested: bool = False
    """Whether the scrutineer has found the draw in order."""
    winners: Mapping[int, PrizeWinner] = {}
    """By the number of the prize, from 1."""
    claims: Mapping[int, PrizeClaim] = {}
    vouchers: Mapping[int, PrizeVoucher] = {}
    disputes: Mapping[int, PromotionDispute] = {}
    results_published: bool = False

    @property
    def terms(self) -> PromotionTerms:
        """The terms in force."""
        return self.versions[-1].terms

    @property
    def root(self) -> str:
        """The root of all entries so far."""
        return root_of(self.frontier).hex()

    @property
    def exhausted(self) -> bool:
        """Whether every entry that was drawn has been looked at."""
        return self.next_place > len(self.ranking)

    def prize(self, number: int) -> PrizeTerms:
        """Return the terms of a prize by its number, from 1."""
        return self.terms.prizes[number - 1]

    def open_prizes(self) -> Iterator[int]:
        """Yield the numbers of the prizes that nobody has won yet."""
        return (number for number in range(1, len(self.terms.prizes) + 1) if number not in self.winners)

    @property
    def winners_to_come(self) -> bool:
        """Whether a prize is open that somebody in the order of the draw may still win."""
        return any(True for _ in self.open_prizes()) and not self.exhausted
