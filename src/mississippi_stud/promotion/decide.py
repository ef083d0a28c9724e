"""Turn a command into events, or refuse it with a clause: the life of a promotion from its draft to its end.

Entries, the draw and claims have their own modules.
"""

from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from mississippi_stud.messages import HOUR
from mississippi_stud.promotion import claims, drawing, intake
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.evolve import evolve
from mississippi_stud.promotion.guards import (
    COMMITMENT_LENGTH,
    check_life,
    check_words,
    needs_scrutineer,
    stamp,
)
from mississippi_stud.promotion.offer_terms import SEALED_SEED, PromotionTerms, conflicts, digest, missing
from mississippi_stud.promotion.state import OVER, ClaimStatus, PrizePromotion, PrizeStatus, PromotionLife
from mississippi_stud.round.refusal import Refused

BEFORE_BEGIN: Final = (PromotionLife.DRAFTED, PromotionLife.SUBMITTED)
AMENDABLE: Final = (*BEFORE_BEGIN, PromotionLife.RUNNING, PromotionLife.CLOSED, PromotionLife.POSTPONED)
AFTER_OVER: Final = (c.InformClaimant, c.RedeemVoucher, c.AdviseOfComplaint)
"""What is still owed to people when a promotion is over."""


def decide(rules: PromotionRules, promotion: PrizePromotion | None, command: c.Command) -> tuple[e.Event, ...]:
    """Return the events of the command; raise `Refused` if the rules or the terms do not allow it."""
    if isinstance(command, c.DraftPromotion):
        clause = rules.term("where-terms-are-found")
        if promotion is not None:
            raise Refused("promotion-drafted", clause)
        return (
            e.PromotionDrafted(
                id=command.id,
                terms=command.terms,
                book=command.book,
                chapter=command.chapter,
                **stamp(command, clause),
            ),
        )
    if promotion is None:
        raise Refused("no-promotion", rules.term("where-terms-are-found"))
    if command.at < promotion.at:
        raise Refused("too-early", rules.term("place-date-and-time"), at=command.at, last=promotion.at)
    if promotion.life in OVER and not isinstance(command, AFTER_OVER):
        raise Refused("promotion-over", rules.term("place-date-and-time"))
    return tuple(_decide(rules, promotion, command))


def play(
    rules: PromotionRules, promotion: PrizePromotion | None, *commands: c.Command
) -> tuple[PrizePromotion | None, tuple[e.Event, ...]]:
    """Decide and evolve the commands in turn; return the promotion after them and all their events."""
    happened: list[e.Event] = []
    for command in commands:
        for event in decide(rules, promotion, command):
            promotion = evolve(promotion, event)
            happened.append(event)
    return promotion, tuple(happened)


def _decide(rules: PromotionRules, promotion: PrizePromotion, command: c.Command) -> Iterable[e.Event]:
    match command:
        case c.DraftPromotion():
            raise AssertionError("decided before")
        case c.AmendPromotion():
            return _amend(rules, promotion, command)
        case c.SubmitPromotion():
            return _submit(rules, promotion, command)
        case c.BeginPromotion():
            return _begin(rules, promotion, command)
        case c.RenewPromotion():
            return _renew(rules, promotion, command)
        case c.RecordPlay():
            return intake.record_play(rules, promotion, command)
        case c.CountPlays():
            return intake.count(rules, promotion, command)
        case c.AddEntry():
            return intake.add(rules, promotion, command)
        case c.ImportEntries():
            return intake.import_file(rules, promotion, command)
        case c.BarEntrant():
            return intake.bar(rules, promotion, command)
        case c.ClosePromotion():
            return intake.close(rules, promotion, command)
        case c.PostponePromotion() | c.ValidatePromotion() | c.CancelDraw():
            return _integrity(rules, promotion, command)
        case c.PublishResults() | c.EndPromotion():
            return _conclude(rules, promotion, command)
        case _:
            return _draw_and_claims(rules, promotion, command)


def _draw_and_claims(
    rules: PromotionRules, promotion: PrizePromotion, command: c.DrawCommand | c.ClaimCommand | c.NominateScrutineer
) -> Iterable[e.Event]:
    match command:
        case c.NominateScrutineer():
            return drawing.nominate(rules, promotion, command)
        case c.SealSeed():
            return drawing.seal(rules, promotion, command)
        case c.OverseeDraw() | c.LeaveDraw() | c.AttestDraw():
            return drawing.oversee(rules, promotion, command)
        case c.CheckIn():
            return drawing.check_in(rules, promotion, command)
        case c.DrawPrizes():
            return drawing.draw(rules, promotion, command)
        case c.CallWinner() | c.ConfirmPresence() | c.PassCall():
            return drawing.call(rules, promotion, command)
        case c.RedrawPrize():
            return drawing.redraw(rules, promotion, command)
        case c.NoteAttempt():
            return claims.note_attempt(rules, promotion, command)
        case c.LapsePrize():
            return claims.lapse(rules, promotion, command)
        case c.LodgeClaim():
            return claims.lodge(rules, promotion, command)
        case c.PayClaim():
            return claims.pay(rules, promotion, command)
        case c.DenyClaim():
            return claims.deny(rules, promotion, command)
        case c.InformClaimant():
            return claims.inform(rules, promotion, command)
        case c.RedeemVoucher():
            return claims.redeem(rules, promotion, command)
        case c.RaisePromotionDispute() | c.DecidePromotionDispute() | c.AdviseOfComplaint():
            return claims.dispute(rules, promotion, command)
        case _:
            assert_never(command)


# Terms, the Authority, and the beginning.


def check_terms(rules: PromotionRules, terms: PromotionTerms) -> None:
    """Raise `Refused` for everything at once that the terms lack, or that they say and is forbidden or cannot be."""
    lacking = missing(rules, terms)
    if lacking:
        raise Refused("promotion-terms-incomplete", lacking[0][1], lacking=lacking)
    wrong = tuple(conflicts(rules, terms))
    if wrong:
        raise Refused("promotion-terms-conflict", wrong[0].clause, lacking=wrong)


def _submit(rules: PromotionRules, promotion: PrizePromotion, command: c.SubmitPromotion) -> Iterator[e.Event]:
    notice = rules.chapter.authority_notice_hours
    check_life(promotion, notice.clause, PromotionLife.DRAFTED)
    check_terms(rules, promotion.terms)
    if promotion.terms.begins_at - command.at < notice.value * HOUR:
        raise Refused("authority-too-late", notice.clause, hours=notice.value, moment=promotion.terms.begins_at)
    yield e.PromotionSubmitted(terms=digest(promotion.terms), **stamp(command, notice.clause))
    yield e.PromotionLifeChanged(life=PromotionLife.SUBMITTED, **stamp(command, notice.clause))


def _begin(rules: PromotionRules, promotion: PrizePromotion, command: c.BeginPromotion) -> Iterator[e.Event]:
    clause = rules.term("place-date-and-time")
    check_life(promotion, rules.chapter.authority_notice_hours.clause, PromotionLife.SUBMITTED)
    if command.at < promotion.terms.begins_at:
        raise Refused("begins-later", clause, moment=promotion.terms.begins_at)
    oversight = rules.chapter.scrutineer_over_cents
    if needs_scrutineer(rules, promotion.terms) and not promotion.scrutineer:
        raise Refused("scrutineer-missing", oversight.clause, over_cents=oversight.value)
    if promotion.terms.draw.chance == SEALED_SEED and not promotion.seed_commitment:
        raise Refused("seed-not-sealed", rules.term("how-awarded"))
    if len(command.commitment) != COMMITMENT_LENGTH:
        raise Refused("draw-not-committed", rules.term("how-awarded"))
    yield e.DrawSecretCommitted(commitment=command.commitment, **stamp(command, rules.term("how-awarded")))
    yield e.PromotionLifeChanged(life=PromotionLife.RUNNING, **stamp(command, clause))


def _renew(rules: PromotionRules, promotion: PrizePromotion, command: c.RenewPromotion) -> Iterator[e.Event]:
    clause = rules.term("how-awarded")
    check_life(promotion, clause, PromotionLife.RUNNING)
    if len(command.commitment) != COMMITMENT_LENGTH:
        raise Refused("draw-not-committed", clause)
    yield e.DrawSecretCommitted(commitment=command.commitment, **stamp(command, clause))


def _amend(rules: PromotionRules, promotion: PrizePromotion, command: c.AmendPromotion) -> Iterator[e.Event]:
    rule = rules.chapter.amending_needs_approval
    check_life(promotion, rule.clause, *AMENDABLE)
    if command.revises and command.revises != digest(promotion.terms):
        raise Refused("revised-meanwhile", rule.clause, version=len(promotion.versions))
    amended = e.PromotionAmended(terms=command.terms, approval=command.approval, **stamp(command, rule.clause))
    if promotion.life in BEFORE_BEGIN:
        yield amended
        if promotion.life is PromotionLife.SUBMITTED:  # the Authority has other terms: they are given to it anew
            yield e.PromotionLifeChanged(life=PromotionLife.DRAFTED, **stamp(command, rule.clause))
        return
    if rule.value and not command.approval.strip():
        raise Refused("approval-missing", rule.clause)
    if promotion.drawn_at is not None:
        raise Refused("drawn-already", rule.clause)
    check_terms(rules, command.terms)
    closed = PromotionLife.CLOSED in (promotion.life, promotion.resumes)
    fixed = (promotion.terms.closing_date_and_time, promotion.terms.how_awarded)
    if closed and (command.terms.closing_date_and_time, command.terms.how_awarded) != fixed:
        raise Refused("closed-already", rule.clause)
    if command.terms.draw.chance != promotion.terms.draw.chance:
        raise Refused("chance-fixed", rule.clause)
    yield amended


# Integrity.


def _integrity(
    rules: PromotionRules,
    promotion: PrizePromotion,
    command: c.PostponePromotion | c.ValidatePromotion | c.CancelDraw,
) -> Iterator[e.Event]:
    """Postpone, validate or cancel; the inspectorate is told in the same events."""
    told = rules.chapter.inspectorate_told
    match command:
        case c.PostponePromotion(why=why):
            life = PromotionLife.POSTPONED
            check_life(promotion, told.clause, *_UNDER_WAY)
        case c.ValidatePromotion(finding=why):
            life = promotion.resumes
            check_life(promotion, told.clause, PromotionLife.POSTPONED)
        case c.CancelDraw(why=why):
            life = PromotionLife.CANCELLED
            check_life(promotion, told.clause, *_UNDER_WAY, PromotionLife.POSTPONED)
            if any(winner.status is PrizeStatus.PAID for winner in promotion.winners.values()):
                raise Refused("prize-paid-already", told.clause)
        case _:
            assert_never(command)
    check_words(why, told.clause)
    yield e.PromotionLifeChanged(life=life, why=why, **stamp(command, told.clause))
    if told.value and not isinstance(command, c.ValidatePromotion):
        yield e.InspectorateNotified(life=life, why=why, **stamp(command, told.clause))


_UNDER_WAY: Final = (
    PromotionLife.SUBMITTED,
    PromotionLife.RUNNING,
    PromotionLife.CLOSED,
    PromotionLife.DRAWN,
    PromotionLife.CLAIMED,
)


# The end.


def _conclude(
    rules: PromotionRules, promotion: PrizePromotion, command: c.PublishResults | c.EndPromotion
) -> Iterator[e.Event]:
    published = rules.term("how-results-are-published")
    match command:
        case c.PublishResults():
            check_life(promotion, published, PromotionLife.DRAWN, PromotionLife.CLAIMED)
            drawing.check_attested(rules, promotion)
            if promotion.winners_to_come:
                raise Refused("winners-to-come", published)
            ways = promotion.terms.how_results_are_published
            yield e.PromotionResultsPublished(ways=ways, **stamp(command, published))
        case c.EndPromotion():
            check_life(promotion, rules.term("how-to-claim"), PromotionLife.CLAIMED)
            _check_done(rules, promotion)
            yield e.PromotionLifeChanged(life=PromotionLife.ENDED, **stamp(command, published))


def _check_done(rules: PromotionRules, promotion: PrizePromotion) -> None:
    reason = rules.chapter.reason_told
    if not promotion.results_published:
        raise Refused("results-not-published", rules.term("how-results-are-published"))
    for claim in promotion.claims.values():
        if claim.status is ClaimStatus.OPEN:
            raise Refused("claim-open", rules.term("how-to-claim"), prize=claim.prize)
        if reason.value and claim.status is ClaimStatus.DENIED and claim.informed_at is None:
            raise Refused("claimant-not-told", reason.clause, claim=claim.number)
    waiting = tuple(each.number for each in promotion.disputes.values() if not each.decision)
    if waiting:
        raise Refused("disputes-open", rules.chapter.decision_final.clause, disputes=waiting)
