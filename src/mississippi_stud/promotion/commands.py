"""The commands of a promotion. Each carries its time and who gives it; nothing here reads a clock."""

from collections.abc import Mapping

import msgspec

from mississippi_stud.fairness.draw import DrawEntry
from mississippi_stud.messages import CommandBase
from mississippi_stud.promotion.offer_terms import PlayKind, PromotionTerms, Weight


class _Command(CommandBase, frozen=True, kw_only=True):
    """The fields of every command."""

    at: int = 0
    by: str = ""


# The promoter, for the casino operator.


class DraftPromotion(_Command, frozen=True, kw_only=True):
    """Begin a promotion with a draft of its terms."""

    id: str
    terms: PromotionTerms
    book: str = ""
    """The content hash of the book that is played, and of the one whose chapter governs; empty outside the floor."""
    chapter: str = ""


class AmendPromotion(_Command, frozen=True, kw_only=True):
    """Write the terms anew; after the promotion began, with the reference of the Authority's approval."""

    terms: PromotionTerms
    approval: str = ""
    revises: str = ""
    """The hash of the terms that are revised: if others are in force by then, nothing changes. Empty for any."""


class SubmitPromotion(_Command, frozen=True, kw_only=True):
    """Give the Authority full details of the terms."""


class NominateScrutineer(_Command, frozen=True, kw_only=True):
    """Nominate who oversees the draw."""

    person: str
    interest: str = ""
    """What interest the person has in the outcome, if any."""


class BeginPromotion(_Command, frozen=True, kw_only=True):
    """Begin the promotion; the house commits itself to a secret for the draw."""

    commitment: str = ""


class RenewPromotion(_Command, frozen=True, kw_only=True):
    """Withdraw the house's commitment, whose secret may be known, and make another one while entries are open."""

    commitment: str = ""


class RecordPlay(_Command, frozen=True, kw_only=True):
    """Record play that may give entries, as the log tells it."""

    player: str
    play: PlayKind
    reference: str
    """What it was: the id of a round, a session or a visit."""
    wagered_cents: int = 0
    hand: str = ""
    member: bool = False
    employee: bool = False


class CountedPlay(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the log tells of play: a round with its wager and its hand, a session or a visit."""

    at: int
    player: str
    play: PlayKind
    reference: str
    wagered_cents: int = 0
    hand: str = ""
    member: bool = False
    employee: bool = False


class CountPlays(_Command, frozen=True, kw_only=True):
    """Give the entries for all play in a span of time, of which none was counted before."""

    since: int
    """Where the last count ended."""
    until: int
    plays: tuple[CountedPlay, ...] = ()


class AddEntry(_Command, frozen=True, kw_only=True):
    """Enter somebody by hand, with a reason."""

    player: str
    reason: str
    weight: Weight = 1
    member: bool = False
    employee: bool = False


class ImportEntries(_Command, frozen=True, kw_only=True):
    """Enter everybody in a file, or nobody."""

    file: str
    entries: tuple[tuple[str, int], ...]
    """Whose, and with what weight; staff have checked that they are eligible."""


class BarEntrant(_Command, frozen=True, kw_only=True):
    """Bar somebody from winning: excluded from gaming, or not eligible."""

    player: str
    reason: str


class ClosePromotion(_Command, frozen=True, kw_only=True):
    """Close entries at their time, and publish the root of all."""


class DrawPrizes(_Command, frozen=True, kw_only=True):
    """Draw: open the house's secret and the scrutineer's seed, or tell the public value."""

    secret: bytes = b""
    seed: str = ""
    entries: tuple[DrawEntry, ...] = ()
    """All entries, as the log has them; they are held to the published root."""


class CallWinner(_Command, frozen=True, kw_only=True):
    """Call the next name where winners must be there."""


class ConfirmPresence(_Command, frozen=True, kw_only=True):
    """Confirm that whoever was called is there."""


class PassCall(_Command, frozen=True, kw_only=True):
    """Pass over a name that did not answer in time."""


class NoteAttempt(_Command, frozen=True, kw_only=True):
    """Record an attempt to tell a winner."""

    prize: int
    way: str
    reached: bool = False


class LapsePrize(_Command, frozen=True, kw_only=True):
    """Give up waiting for the winner of a prize, when the time to claim it is over."""

    prize: int


class RedrawPrize(_Command, frozen=True, kw_only=True):
    """Award a prize that lapsed to the next entry in the order of the draw."""

    prize: int


class PayClaim(_Command, frozen=True, kw_only=True):
    """Pay a claim."""

    claim: int
    alternative: bool = False
    """Whether the winner takes the cash alternative."""
    parts: Mapping[str, int] = {}
    """How much by each way of payment, as the winner chooses; empty for the way of the terms."""


class DenyClaim(_Command, frozen=True, kw_only=True):
    """Refuse a claim."""

    claim: int
    reason: str
    name: str = ""
    """The winner's name and address, as the house has them, if the claim does not say."""
    address: str = ""


class InformClaimant(_Command, frozen=True, kw_only=True):
    """Record that a claimant was told why the claim is refused."""

    claim: int


class DecidePromotionDispute(_Command, frozen=True, kw_only=True):
    """Decide a dispute about the terms: the decision is final."""

    dispute: int
    decision: str


class AdviseOfComplaint(_Command, frozen=True, kw_only=True):
    """Tell somebody who is not satisfied with a decision of the right to complain to an inspector."""

    dispute: int


class PublishResults(_Command, frozen=True, kw_only=True):
    """Publish the results in the ways of the terms."""


class EndPromotion(_Command, frozen=True, kw_only=True):
    """End the promotion when nothing is left to do."""


class PostponePromotion(_Command, frozen=True, kw_only=True):
    """Postpone the promotion or its draw because its integrity is compromised."""

    why: str


class ValidatePromotion(_Command, frozen=True, kw_only=True):
    """Go on with a postponed promotion, whose integrity is validated."""

    finding: str


class CancelDraw(_Command, frozen=True, kw_only=True):
    """Cancel the draw because its integrity is compromised."""

    why: str


# The scrutineer.


class SealSeed(_Command, frozen=True, kw_only=True):
    """Seal the seed for the draw by its hash."""

    commitment: str


class OverseeDraw(_Command, frozen=True, kw_only=True):
    """Be there as the scrutineer."""


class LeaveDraw(_Command, frozen=True, kw_only=True):
    """Be there no longer."""


class AttestDraw(_Command, frozen=True, kw_only=True):
    """Attest after the draw that it was in order."""


# The players.


class CheckIn(_Command, frozen=True, kw_only=True):
    """Check in for the draw."""

    player: str


class LodgeClaim(_Command, frozen=True, kw_only=True):
    """Claim a prize."""

    prize: int
    claimant: str
    name: str = ""
    address: str = ""


class RedeemVoucher(_Command, frozen=True, kw_only=True):
    """Exchange a voucher for promotional tokens at a table."""

    voucher: int
    player: str
    conditions_met: bool = True


class RaisePromotionDispute(_Command, frozen=True, kw_only=True):
    """Dispute the terms, or how they are applied."""

    person: str
    about: str


PromoterCommand = (
    DraftPromotion | AmendPromotion | SubmitPromotion | NominateScrutineer | BeginPromotion | ClosePromotion
    | PublishResults | EndPromotion | PostponePromotion | ValidatePromotion | CancelDraw | RenewPromotion
)  # fmt: skip
EntryCommand = RecordPlay | CountPlays | AddEntry | ImportEntries | BarEntrant
DrawCommand = (
    SealSeed | OverseeDraw | LeaveDraw | CheckIn | DrawPrizes | CallWinner | ConfirmPresence | PassCall | AttestDraw
    | RedrawPrize
)  # fmt: skip
ClaimCommand = (
    NoteAttempt | LapsePrize | LodgeClaim | PayClaim | DenyClaim | InformClaimant | RedeemVoucher
    | RaisePromotionDispute | DecidePromotionDispute | AdviseOfComplaint
)  # fmt: skip
Command = PromoterCommand | EntryCommand | DrawCommand | ClaimCommand


class MeetPromotionDeadline(_Command, frozen=True, kw_only=True):
    """Do what is due by its key, as the floor: begin, close entries, pass over a name that did not answer."""

    key: str


StreamCommand = Command | MeetPromotionDeadline
OfficeCommand = (
    DraftPromotion | AmendPromotion | SubmitPromotion | NominateScrutineer | BeginPromotion | ClosePromotion
    | PublishResults | EndPromotion | PostponePromotion | ValidatePromotion | CancelDraw | AddEntry | ImportEntries
    | BarEntrant | CheckIn | DrawPrizes | CallWinner | ConfirmPresence | PassCall | RedrawPrize | NoteAttempt
    | LapsePrize | LodgeClaim | PayClaim | DenyClaim | InformClaimant | RaisePromotionDispute
    | DecidePromotionDispute | AdviseOfComplaint
)  # fmt: skip
"""What the promoter does for the house, also for somebody at the desk."""
ScrutineerCommand = SealSeed | OverseeDraw | LeaveDraw | AttestDraw | DrawPrizes
PatronCommand = CheckIn | LodgeClaim | RaisePromotionDispute
"""What people do for themselves."""
