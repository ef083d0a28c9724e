"""Fold events into the state of a promotion; never refuses."""

from typing import Any, assert_never

from msgspec.structs import replace

from mississippi_stud.fairness.merkle import grown
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.state import (
    ClaimStatus,
    Holding,
    PrizePromotion,
    PrizeStatus,
    PromotionDispute,
    PromotionLife,
    TermsVersion,
)


def evolve(promotion: PrizePromotion | None, event: e.Event) -> PrizePromotion:
    """Return the promotion after an event."""
    if isinstance(event, e.PromotionDrafted):
        first = TermsVersion(terms=event.terms, at=event.at, by=event.by)
        return PrizePromotion(id=event.id, versions=(first,), book=event.book, chapter=event.chapter, at=event.at)
    assert promotion is not None, "a promotion begins with PromotionDrafted"  # noqa: S101
    return replace(_evolve_life(promotion, event), at=event.at)


def _evolve_life(promotion: PrizePromotion, event: e.Event) -> PrizePromotion:
    match event:
        case e.PromotionDrafted():
            raise AssertionError("evolved before")
        case e.PromotionAmended(terms=terms, approval=approval):
            version = TermsVersion(terms=terms, at=event.at, by=event.by, approval=approval)
            return replace(promotion, versions=(*promotion.versions, version))
        case e.PromotionSubmitted():
            return replace(promotion, submitted_at=event.at)
        case e.PromotionLifeChanged(life=life):
            resumes = promotion.life if life is PromotionLife.POSTPONED else promotion.resumes
            return replace(promotion, life=life, resumes=resumes)
        case e.ScrutineerNominated(person=person):
            there = promotion.scrutineer_present and promotion.scrutineer == person
            return replace(promotion, scrutineer=person, scrutineer_present=there)
        case e.DrawSecretCommitted(commitment=commitment, secret=secret):
            counted = promotion.counted_until or promotion.terms.begins_at
            return replace(promotion, commitment=commitment, held_secret=secret, counted_until=counted)
        case e.DrawSeedSealed(commitment=commitment):
            return replace(promotion, seed_commitment=commitment)
        case e.EntriesTaken():
            return _taken(promotion, event)
        case e.PlaysCounted(until=until):
            return replace(promotion, counted_until=until)
        case e.EntrantBarred(player=player):
            return replace(promotion, barred=(*promotion.barred, player))
        case e.EntriesClosed() | e.InspectorateNotified():
            return promotion
        case e.PromotionResultsPublished():
            return replace(promotion, results_published=True)
        case e.PromotionDisputeRaised(dispute=number, person=person, about=about):
            raised = PromotionDispute(number=number, person=person, about=about)
            return replace(promotion, disputes={**promotion.disputes, number: raised})
        case e.PromotionDisputeDecided(dispute=number, decision=decision):
            return _dispute(promotion, number, decision=decision)
        case e.ComplaintAdvised(dispute=number):
            return _dispute(promotion, number, advised=True)
        case _:
            return _evolve_draw(promotion, event)


def _taken(promotion: PrizePromotion, event: e.EntriesTaken) -> PrizePromotion:
    size, frontier, holdings = promotion.size, promotion.frontier, dict(promotion.holdings)
    for entry in event.entries:
        frontier, size = grown(frontier, size, entry.leaf), size + 1
        held = holdings.get(entry.holder, Holding())
        holdings[entry.holder] = Holding(held.entries + 1, held.weight + entry.weight)
    weight = promotion.weight + sum(entry.weight for entry in event.entries)
    return replace(promotion, size=size, weight=weight, frontier=frontier, holdings=holdings)


def _dispute(promotion: PrizePromotion, number: int, **changes: Any) -> PrizePromotion:
    return replace(promotion, disputes={**promotion.disputes, number: replace(promotion.disputes[number], **changes)})


def _evolve_draw(promotion: PrizePromotion, event: Any) -> PrizePromotion:
    match event:
        case e.ScrutineerArrived():
            return replace(promotion, scrutineer_present=True)
        case e.ScrutineerLeft():
            return replace(promotion, scrutineer_present=False)
        case e.EntrantCheckedIn(player=player):
            return replace(promotion, checked_in=(*promotion.checked_in, player))
        case e.PrizesDrawn(secret=secret, seed=seed, ranking=ranking):
            opened = {"secret": secret.hex(), "seed": seed, "held_secret": b""}
            return replace(promotion, drawn_at=event.at, ranking=ranking, **opened)
        case e.EntryPassed(place=place):
            return replace(promotion, next_place=place + 1, call=None)
        case e.WinnerCalled(call=call):
            return replace(promotion, call=call)
        case e.PrizeAwarded(winner=winner):
            winners = {**promotion.winners, winner.prize: winner}
            return replace(promotion, winners=winners, next_place=winner.place + 1, call=None)
        case e.DrawAttested():
            return replace(promotion, attested=True)
        case e.PrizeReopened(prize=prize):
            left = {number: each for number, each in promotion.winners.items() if number != prize}
            return replace(promotion, winners=left, results_published=False)
        case _:
            return _evolve_claims(promotion, event)


def _winner(promotion: PrizePromotion, prize: int, **changes: Any) -> PrizePromotion:
    return replace(promotion, winners={**promotion.winners, prize: replace(promotion.winners[prize], **changes)})


def _claim(promotion: PrizePromotion, number: int, **changes: Any) -> PrizePromotion:
    return replace(promotion, claims={**promotion.claims, number: replace(promotion.claims[number], **changes)})


def _evolve_claims(
    promotion: PrizePromotion,
    event: e.AttemptNoted | e.PrizeLapsed | e.ClaimLodged | e.ClaimPaid | e.ClaimDenied | e.ClaimantInformed
    | e.VoucherIssued | e.VoucherRedeemed,
) -> PrizePromotion:  # fmt: skip
    match event:
        case e.AttemptNoted(prize=prize, attempt=attempt):
            return _winner(promotion, prize, attempts=(*promotion.winners[prize].attempts, attempt))
        case e.PrizeLapsed(prize=prize):
            return _winner(promotion, prize, status=PrizeStatus.LAPSED)
        case e.ClaimLodged(claim=claim):
            return replace(promotion, claims={**promotion.claims, claim.number: claim})
        case e.ClaimPaid(claim=number, prize=prize):
            return _claim(_winner(promotion, prize, status=PrizeStatus.PAID), number, status=ClaimStatus.PAID)
        case e.ClaimDenied(claim=number, reason=reason, name=name, address=address):
            denied = {"status": ClaimStatus.DENIED, "reason": reason, "name": name, "address": address}
            return _claim(promotion, number, **denied)
        case e.ClaimantInformed(claim=number):
            return _claim(promotion, number, informed_at=event.at)
        case e.VoucherIssued(voucher=voucher):
            return replace(promotion, vouchers={**promotion.vouchers, voucher.number: voucher})
        case e.VoucherRedeemed(voucher=number):
            redeemed = replace(promotion.vouchers[number], redeemed=True)
            return replace(promotion, vouchers={**promotion.vouchers, number: redeemed})
        case _:
            assert_never(event)
