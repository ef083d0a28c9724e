"""What a person may see of a promotion: its terms and its draw, everybody; entries and claims, whose they are."""

import msgspec

from mississippi_stud.fairness.draw import DrawEntry, DrawRecord
from mississippi_stud.promotion.offer_terms import SEALED_SEED, digest
from mississippi_stud.promotion.state import (
    Holding,
    PrizeClaim,
    PrizePromotion,
    PrizeStatus,
    PrizeVoucher,
    PromotionLife,
    WinnerCall,
)


class WinnerView(msgspec.Struct, frozen=True, kw_only=True):
    """A winner as everybody sees them."""

    prize: int
    holder: str
    entry: int
    place: int
    status: PrizeStatus


class PromotionView(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion as a viewer sees it."""

    id: str
    title: str
    life: PromotionLife
    version: int
    terms: str
    """The hash of the terms."""
    closes_at: int
    entries: int
    weight: int
    root: str
    """The root of all entries; empty while entries may come."""
    commitment: str
    seed_commitment: str
    secret: str
    seed: str
    call: WinnerCall | None
    winners: tuple[WinnerView, ...]
    mine: Holding
    my_claims: tuple[PrizeClaim, ...]
    my_vouchers: tuple[PrizeVoucher, ...]


def view(promotion: PrizePromotion, viewer: str = "") -> PromotionView:
    """Return the promotion as a person sees it; nobody in particular sees what everybody does."""
    closed = promotion.life not in (PromotionLife.DRAFTED, PromotionLife.SUBMITTED, PromotionLife.RUNNING)
    return PromotionView(
        id=promotion.id,
        title=promotion.terms.title,
        life=promotion.life,
        version=len(promotion.versions),
        terms=digest(promotion.terms),
        closes_at=promotion.terms.closes_at,
        entries=promotion.size,
        weight=promotion.weight,
        root=promotion.root if closed and promotion.resumes is not PromotionLife.RUNNING else "",
        commitment=promotion.commitment,
        seed_commitment=promotion.seed_commitment,
        secret=promotion.secret,
        seed=promotion.seed,
        call=promotion.call,
        winners=tuple(
            WinnerView(prize=each.prize, holder=each.holder, entry=each.entry, place=each.place, status=each.status)
            for each in promotion.winners.values()
        ),
        mine=promotion.holdings.get(viewer, Holding()),
        my_claims=tuple(each for each in promotion.claims.values() if viewer and each.claimant == viewer),
        my_vouchers=tuple(each for each in promotion.vouchers.values() if viewer and each.holder == viewer),
    )


def draw_record(promotion: PrizePromotion, entries: tuple[DrawEntry, ...]) -> DrawRecord:
    """Return what anybody needs to check the draw; `entries` are all, as the log has them."""
    sealed_seed = promotion.terms.draw.chance == SEALED_SEED
    return DrawRecord(
        draw=promotion.id,
        root=promotion.root,
        commitment=promotion.commitment,
        seed_commitment=promotion.seed_commitment if sealed_seed else "",
        secret=promotion.secret,
        seed=promotion.seed,
        entries=entries,
        drawn=tuple(entry.number for entry in promotion.ranking),
    )
