"""What is due in a promotion, until when and by which clause: for reminders, countdowns and the clock of the floor."""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from mississippi_stud.messages import DAY, HOUR
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.claims import telling_until
from mississippi_stud.promotion.guards import needs_scrutineer
from mississippi_stud.promotion.state import ClaimStatus, PrizePromotion, PrizeStatus, PromotionLife
from mississippi_stud.rulebooks.model import Clause


class PromotionDue(StrEnum):
    """What is due."""

    SUBMIT = "submit"
    BEGIN = "begin"
    CLOSE = "close"
    DRAW = "draw"
    ATTEST = "attest"
    ANSWER = "answer"
    TELL_WINNER = "tell-winner"
    CLAIM = "claim"
    DECIDE_CLAIM = "decide-claim"
    TELL_REASON = "tell-reason"
    DECIDE_DISPUTE = "decide-dispute"
    PUBLISH = "publish"


class PromotionDuty(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is due; `until` is None for what is due at once."""

    due: PromotionDue
    clause: Clause
    until: int | None = None
    of: int = 0
    """The prize, the claim or the dispute."""


def agenda(rules: PromotionRules, promotion: PrizePromotion) -> tuple[PromotionDuty, ...]:
    """Return everything that is due, the life of the promotion first."""
    return (*_of_life(rules, promotion), *_of_people(rules, promotion))


def _of_life(rules: PromotionRules, promotion: PrizePromotion) -> Iterator[PromotionDuty]:
    terms, chapter = promotion.terms, rules.chapter
    match promotion.life:
        case PromotionLife.DRAFTED:
            notice = chapter.authority_notice_hours
            until = terms.begins_at - notice.value * HOUR if terms.begins_at else None
            yield PromotionDuty(due=PromotionDue.SUBMIT, clause=notice.clause, until=until)
        case PromotionLife.SUBMITTED:
            clause = rules.term("place-date-and-time")
            yield PromotionDuty(due=PromotionDue.BEGIN, clause=clause, until=terms.begins_at)
        case PromotionLife.RUNNING:
            clause = rules.term("closing-date-and-time")
            yield PromotionDuty(due=PromotionDue.CLOSE, clause=clause, until=terms.closes_at)
        case PromotionLife.CLOSED if terms.when_and_where_awarded:
            clause = rules.term("when-and-where-awarded")
            yield PromotionDuty(due=PromotionDue.DRAW, clause=clause, until=terms.when_and_where_awarded.at)
        case PromotionLife.DRAWN | PromotionLife.CLAIMED:
            if needs_scrutineer(rules, terms) and not promotion.attested:
                yield PromotionDuty(due=PromotionDue.ATTEST, clause=chapter.scrutineer_over_cents.clause)
            if not promotion.results_published and not promotion.winners_to_come:
                yield PromotionDuty(due=PromotionDue.PUBLISH, clause=rules.term("how-results-are-published"))
        case _:
            return


def _of_people(rules: PromotionRules, promotion: PrizePromotion) -> Iterator[PromotionDuty]:
    claim, chapter = rules.term("how-to-claim"), rules.chapter
    if promotion.call is not None:
        call = promotion.call
        yield PromotionDuty(due=PromotionDue.ANSWER, clause=claim, until=call.until, of=call.prize)
    waiting = {each.prize for each in promotion.claims.values() if each.status is ClaimStatus.OPEN}
    for winner in promotion.winners.values():
        if winner.status is not PrizeStatus.AWARDED or promotion.life is not PromotionLife.DRAWN:
            continue
        if not winner.present and not winner.attempts:
            clause, until = chapter.notify_winner_days.clause, telling_until(rules, winner)
            yield PromotionDuty(due=PromotionDue.TELL_WINNER, clause=clause, until=until, of=winner.prize)
        if winner.prize not in waiting:
            until = winner.at + promotion.terms.claim.within_days * DAY
            yield PromotionDuty(due=PromotionDue.CLAIM, clause=claim, until=until, of=winner.prize)
    for each in promotion.claims.values():
        if each.status is ClaimStatus.OPEN:
            yield PromotionDuty(due=PromotionDue.DECIDE_CLAIM, clause=claim, of=each.number)
        elif each.status is ClaimStatus.DENIED and each.informed_at is None:
            yield PromotionDuty(due=PromotionDue.TELL_REASON, clause=chapter.reason_told.clause, of=each.number)
    for raised in promotion.disputes.values():
        if not raised.decision:
            clause = chapter.decision_final.clause
            yield PromotionDuty(due=PromotionDue.DECIDE_DISPUTE, clause=clause, of=raised.number)
