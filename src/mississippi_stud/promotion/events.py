"""The events of a promotion. Each has a stable name, its time and the clause by which it happened."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from mississippi_stud.fairness.draw import DrawEntry
from mississippi_stud.messages import EventBase
from mississippi_stud.money import Cents
from mississippi_stud.promotion.offer_terms import PromotionTerms
from mississippi_stud.promotion.prize_terms import PrizeKind
from mississippi_stud.promotion.state import (
    ContactAttempt,
    PassReason,
    PrizeClaim,
    PrizeVoucher,
    PrizeWinner,
    PromotionLife,
    WinnerCall,
)
from mississippi_stud.rulebooks.model import Clause


class EntrySource(StrEnum):
    """Where an entry comes from."""

    PLAY = "play"
    STAFF = "staff"
    FILE = "file"


class _Event(EventBase, frozen=True, kw_only=True):
    """The fields of every event."""

    at: int
    by: str
    clause: Clause


class PromotionDrafted(_Event, frozen=True, kw_only=True):
    """A promotion was begun on paper."""

    id: str
    terms: PromotionTerms
    book: str = ""
    chapter: str = ""


class PromotionAmended(_Event, frozen=True, kw_only=True):
    """The terms were written anew; before the promotion began they must be submitted again."""

    terms: PromotionTerms
    approval: str


class PromotionSubmitted(_Event, frozen=True, kw_only=True):
    """The Authority was given full details of the terms."""

    terms: str
    """The hash of the version."""


class PromotionLifeChanged(_Event, frozen=True, kw_only=True):
    """The promotion went on to another part of its life."""

    life: PromotionLife
    why: str = ""


class ScrutineerNominated(_Event, frozen=True, kw_only=True):
    """Somebody was nominated to oversee the draw."""

    person: str


class DrawSecretCommitted(_Event, frozen=True, kw_only=True):
    """The house committed itself to the secret of the draw; the floor keeps the secret sealed until the draw."""

    commitment: str
    secret: bytes = b""


class DrawSeedSealed(_Event, frozen=True, kw_only=True):
    """The scrutineer sealed the seed of the draw."""

    commitment: str


class EntriesTaken(_Event, frozen=True, kw_only=True):
    """Entries were taken, in the order of their numbers."""

    source: EntrySource
    reference: str
    """The round, the session or the visit; the reason; or the file."""
    entries: tuple[DrawEntry, ...]


class PlaysCounted(_Event, frozen=True, kw_only=True):
    """All play before a time has been counted."""

    until: int


class EntrantBarred(_Event, frozen=True, kw_only=True):
    """Somebody can win nothing."""

    player: str
    reason: str


class EntriesClosed(_Event, frozen=True, kw_only=True):
    """Entries closed, and this was published of them."""

    root: str
    size: int
    weight: int


class ScrutineerArrived(_Event, frozen=True, kw_only=True):
    """The scrutineer came."""


class ScrutineerLeft(_Event, frozen=True, kw_only=True):
    """The scrutineer went."""


class EntrantCheckedIn(_Event, frozen=True, kw_only=True):
    """Somebody checked in for the draw."""

    player: str


class PrizesDrawn(_Event, frozen=True, kw_only=True):
    """The entries were drawn: the secret and the seed are open, and the first of the order."""

    secret: bytes
    seed: str
    root: str
    ranking: tuple[DrawEntry, ...]


class EntryPassed(_Event, frozen=True, kw_only=True):
    """An entry that was drawn wins nothing: the next has its place."""

    place: int
    holder: str
    reason: PassReason


class WinnerCalled(_Event, frozen=True, kw_only=True):
    """A name was called, and the countdown runs."""

    call: WinnerCall


class PrizeAwarded(_Event, frozen=True, kw_only=True):
    """Somebody has won a prize."""

    winner: PrizeWinner


class DrawAttested(_Event, frozen=True, kw_only=True):
    """The scrutineer found the draw in order."""


class AttemptNoted(_Event, frozen=True, kw_only=True):
    """Somebody tried to tell a winner."""

    prize: int
    attempt: ContactAttempt


class PrizeLapsed(_Event, frozen=True, kw_only=True):
    """A prize was not claimed in time, or the claim was refused."""

    prize: int


class PrizeReopened(_Event, frozen=True, kw_only=True):
    """A prize that lapsed goes to the next entry in the order of the draw."""

    prize: int


class ClaimLodged(_Event, frozen=True, kw_only=True):
    """Somebody claimed a prize; the name and the address are sealed."""

    claim: PrizeClaim


class ClaimPaid(_Event, frozen=True, kw_only=True):
    """A claim was paid: in money, by a voucher, or by handing the prize over."""

    claim: int
    prize: int
    kind: PrizeKind
    alternative: bool
    parts: Mapping[str, Cents]
    """Money, by the way of payment."""


class VoucherIssued(_Event, frozen=True, kw_only=True):
    """A voucher for promotional tokens was issued."""

    voucher: PrizeVoucher


class VoucherRedeemed(_Event, frozen=True, kw_only=True):
    """A voucher was exchanged for promotional tokens."""

    voucher: int


class ClaimDenied(_Event, frozen=True, kw_only=True):
    """A claim was refused; `retained` if the book asks that its details be kept."""

    claim: int
    reason: str
    retained: bool
    name: str
    address: str


class ClaimantInformed(_Event, frozen=True, kw_only=True):
    """A claimant was told why the claim is refused."""

    claim: int


class PromotionDisputeRaised(_Event, frozen=True, kw_only=True):
    """Somebody disputed the terms."""

    dispute: int
    person: str
    about: str


class PromotionDisputeDecided(_Event, frozen=True, kw_only=True):
    """A dispute was decided, finally."""

    dispute: int
    decision: str


class ComplaintAdvised(_Event, frozen=True, kw_only=True):
    """Somebody was told of the right to complain to an inspector."""

    dispute: int


class InspectorateNotified(_Event, frozen=True, kw_only=True):
    """The inspectorate was told that integrity is compromised, and what is done about it."""

    life: PromotionLife
    why: str


class PromotionResultsPublished(_Event, frozen=True, kw_only=True):
    """The results were published."""

    ways: tuple[str, ...]


Event = (
    PromotionDrafted | PromotionAmended | PromotionSubmitted | PromotionLifeChanged | ScrutineerNominated
    | DrawSecretCommitted | DrawSeedSealed | EntriesTaken | PlaysCounted | EntrantBarred | EntriesClosed
    | ScrutineerArrived | ScrutineerLeft | EntrantCheckedIn | PrizesDrawn | EntryPassed | WinnerCalled | PrizeAwarded
    | DrawAttested
    | AttemptNoted | PrizeLapsed | PrizeReopened | ClaimLodged | ClaimPaid | VoucherIssued | VoucherRedeemed
    | ClaimDenied | ClaimantInformed | PromotionDisputeRaised | PromotionDisputeDecided | ComplaintAdvised
    | InspectorateNotified | PromotionResultsPublished
)  # fmt: skip


def public(event: Event) -> Event:
    """Return an event without what is still secret: what the house has committed itself to for the draw."""
    return replace(event, secret=b"") if isinstance(event, DrawSecretCommitted) else event
