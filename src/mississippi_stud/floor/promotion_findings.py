"""What is significant in a promotion: the inspectorate reads of it in the reports of the floor (nsw 14.9, 14.12)."""

from collections.abc import Mapping
from typing import Any, Final

from mississippi_stud.floor.significance import Finding, Judge, Occurrence
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.state import PrizePromotion, PromotionLife

Seen = Occurrence[PrizePromotion, Any]


def _titled(seen: Seen) -> dict[str, Any]:
    return {"title": seen.fold()[1].terms.title, "clause": seen.event.clause}


def _submitted(seen: Seen) -> Finding:
    return Finding("promotion-submitted", {**_titled(seen), "version": len(seen.fold()[1].versions)})


def _amended(seen: Seen) -> Finding | None:
    approval = seen.event.approval
    return Finding("promotion-amended", {**_titled(seen), "approval": approval}) if approval else None


def _compromised(seen: Seen) -> Finding | None:
    if seen.event.life not in (PromotionLife.POSTPONED, PromotionLife.CANCELLED):
        return None
    return Finding(f"promotion-{seen.event.life}", {**_titled(seen), "why": seen.event.why})


def _validated(seen: Seen) -> Finding | None:
    before, after = seen.fold()
    if before is None or before.life.value != "postponed" or after.life.value == "cancelled":
        return None
    return Finding("promotion-validated", {**_titled(seen), "finding": seen.event.why})


def _nominated(seen: Seen) -> Finding:
    return Finding("promotion-scrutineer", {**_titled(seen), "person": seen.event.person})


def _drawn(seen: Seen) -> Finding:
    return Finding("promotion-drawn", {**_titled(seen), "entries": seen.fold()[1].size})


def _denied(seen: Seen) -> Finding | None:
    return (
        Finding("promotion-claim-denied", {**_titled(seen), "why": seen.event.reason}) if seen.event.retained else None
    )


def _complained(seen: Seen) -> Finding:
    return Finding("promotion-complaint", _titled(seen))


def _decided(seen: Seen) -> Finding:
    return Finding("promotion-dispute", {**_titled(seen), "decision": seen.event.decision})


OF_PROMOTIONS: Final[Mapping[type[Any], Judge]] = {
    e.PromotionSubmitted: _submitted,
    e.PromotionAmended: _amended,
    e.InspectorateNotified: _compromised,
    e.PromotionLifeChanged: _validated,
    e.ScrutineerNominated: _nominated,
    e.PrizesDrawn: _drawn,
    e.ClaimDenied: _denied,
    e.PromotionDisputeDecided: _decided,
    e.ComplaintAdvised: _complained,
}
