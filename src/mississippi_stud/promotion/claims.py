"""After the draw: telling the winners, claims paid or refused, vouchers and disputes (nsw 14.4, 14.8, 14.10, 14.11)."""

from collections.abc import Iterator, Mapping

from mississippi_stud.messages import DAY
from mississippi_stud.money import Cents
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.drawing import check_attested, settle
from mississippi_stud.promotion.evolve import evolve
from mississippi_stud.promotion.guards import check_life, check_words, stamp
from mississippi_stud.promotion.offer_terms import single_payments
from mississippi_stud.promotion.prize_terms import PrizeKind, PrizeTerms
from mississippi_stud.promotion.state import (
    ClaimStatus,
    ContactAttempt,
    PrizeClaim,
    PrizePromotion,
    PrizeStatus,
    PrizeVoucher,
    PrizeWinner,
    PromotionDispute,
    PromotionLife,
)
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause, clause_of

# Telling the winners.


def telling_until(rules: PromotionRules, winner: PrizeWinner) -> int:
    """Return until when the first attempt to tell a winner is in time."""
    return winner.at + rules.chapter.notify_winner_days.value * DAY


def note_attempt(rules: PromotionRules, promotion: PrizePromotion, command: c.NoteAttempt) -> Iterator[e.Event]:
    """Record an attempt to tell a winner, in time or late, in one of the ways of the book."""
    clause = rules.chapter.notify_winner_days.clause
    check_life(promotion, clause, PromotionLife.DRAWN, PromotionLife.CLAIMED)
    winner = _winner(promotion, command.prize, clause)
    way = next((each for each in rules.chapter.winner_told_by if each.value == command.way), None)
    if way is None:
        ways = tuple(each.value for each in rules.chapter.winner_told_by)
        raise Refused("no-such-way", clause, way=command.way, ways=ways)
    attempt = ContactAttempt(
        way=command.way,
        at=command.at,
        by=command.by,
        reached=command.reached,
        in_time=command.at <= telling_until(rules, winner),
    )
    yield e.AttemptNoted(prize=command.prize, attempt=attempt, **stamp(command, way.clause))


def lapse(rules: PromotionRules, promotion: PrizePromotion, command: c.LapsePrize) -> Iterator[e.Event]:
    """Give a prize up that was not claimed in time, if the winner was there, was told, or was tried in time."""
    clause = rules.term("how-to-claim")
    check_life(promotion, clause, PromotionLife.DRAWN)
    winner = _winner(promotion, command.prize, clause)
    until = winner.at + promotion.terms.claim.within_days * DAY
    if command.at <= until:
        raise Refused("may-still-claim", clause, moment=until)
    if any(each.prize == winner.prize and each.status is ClaimStatus.OPEN for each in promotion.claims.values()):
        raise Refused("claim-open", clause, prize=winner.prize)
    if not winner.present and not any(each.in_time or each.reached for each in winner.attempts):
        raise Refused("winner-not-told", rules.chapter.notify_winner_days.clause, prize=winner.prize)
    lapsed = e.PrizeLapsed(prize=winner.prize, **stamp(command, clause))
    yield lapsed
    yield from settle(rules, evolve(promotion, lapsed), command)


def _winner(promotion: PrizePromotion, prize: int, clause: Clause) -> PrizeWinner:
    winner = promotion.winners.get(prize)
    if winner is None or winner.status is not PrizeStatus.AWARDED:
        raise Refused("prize-not-open", clause, prize=prize)
    return winner


# Claims.


def lodge(rules: PromotionRules, promotion: PrizePromotion, command: c.LodgeClaim) -> Iterator[e.Event]:
    """Take a claim from anybody: whether it is good is for whoever decides it."""
    clause = rules.term("how-to-claim")
    check_life(promotion, clause, PromotionLife.DRAWN)
    check_attested(rules, promotion)
    winner = _winner(promotion, command.prize, clause)
    if command.claimant == winner.holder and command.at > winner.at + promotion.terms.claim.within_days * DAY:
        raise Refused("claimed-too-late", clause, days=promotion.terms.claim.within_days)
    if command.claimant != winner.holder:  # the winner is known to the house; anybody else says who they are
        _check_known(rules, promotion, command.prize, command.name, command.address)
    mine = (each for each in promotion.claims.values() if each.claimant == command.claimant)
    if any(each.prize == command.prize and each.status is ClaimStatus.OPEN for each in mine):
        raise Refused("claim-open", clause, prize=command.prize)
    claim = PrizeClaim(
        number=len(promotion.claims) + 1,
        prize=command.prize,
        claimant=command.claimant,
        at=command.at,
        name=command.name,
        address=command.address,
    )
    yield e.ClaimLodged(claim=claim, **stamp(command, clause))


def _check_known(rules: PromotionRules, promotion: PrizePromotion, prize: int, name: str, address: str) -> bool:
    """Return whether the details of a refused claim must be kept; raise `Refused` if they must and are not known."""
    kept = rules.chapter.record_denied_over_cents
    retained = promotion.prize(prize).value_cents > kept.value
    if retained and not (name.strip() and address.strip()):
        raise Refused("claimant-unknown", kept.clause, over_cents=kept.value)
    return retained


def _open_claim(promotion: PrizePromotion, number: int, clause: Clause) -> PrizeClaim:
    claim = promotion.claims.get(number)
    if claim is None or claim.status is not ClaimStatus.OPEN:
        raise Refused("no-such-claim", clause, claim=number)
    return claim


def pay(rules: PromotionRules, promotion: PrizePromotion, command: c.PayClaim) -> Iterator[e.Event]:
    """Pay the claim of a winner: money as it is due, a voucher, or the prize itself."""
    clause = rules.term("how-to-claim")
    check_life(promotion, clause, PromotionLife.DRAWN)
    check_attested(rules, promotion)
    claim = _open_claim(promotion, command.claim, clause)
    winner = _winner(promotion, claim.prize, clause)
    if claim.claimant != winner.holder:
        raise Refused("not-the-winner", clause, player=claim.claimant)
    prize = promotion.prize(claim.prize)
    cents = _money(rules, prize, alternative=command.alternative)
    parts = payment_parts(rules, promotion, cents, command.parts)
    ground = rules.chapter.payment_choices.clause if cents else clause
    if command.alternative:
        ground = rules.chapter.cash_alternative.clause
    paid = e.ClaimPaid(
        claim=claim.number,
        prize=claim.prize,
        kind=prize.kind,
        alternative=command.alternative,
        parts=parts,
        **stamp(command, ground),
    )
    yield paid
    if prize.kind is PrizeKind.CASINO_DOLLARS:
        yield _voucher(rules, promotion, command, winner, prize)
    yield from settle(rules, evolve(promotion, paid), command)


def _money(rules: PromotionRules, prize: PrizeTerms, *, alternative: bool) -> int:
    """Return what is paid in money for a prize."""
    if not alternative:
        return prize.value_cents if prize.kind is PrizeKind.CASH else 0
    if prize.cash_alternative_cents is None:
        raise Refused("alternative-not-in-terms", rules.chapter.cash_alternative.clause)
    return prize.cash_alternative_cents


def payment_parts(
    rules: PromotionRules, promotion: PrizePromotion, cents: int, chosen: Mapping[str, int]
) -> dict[str, Cents]:
    """Return how money is paid: above the bound as the winner chooses, in parts that add up; otherwise by the terms."""
    bound, choices = rules.chapter.payment_choice_over_cents, rules.chapter.payment_choices
    usual = promotion.terms.cash_paid_by
    if not chosen:
        return {usual: Cents(cents)} if cents else {}
    if not cents:
        raise Refused("nothing-in-money", choices.clause)
    if cents <= bound.value and set(chosen) != {usual}:
        raise Refused("no-choice-of-payment", bound.clause, over_cents=bound.value)
    if set(chosen) - set(single_payments(rules)):
        raise Refused("no-such-payment", choices.clause, ways=single_payments(rules))
    if len(chosen) > 1 and "combination" not in choices.value:
        raise Refused("no-such-payment", choices.clause, ways=single_payments(rules))
    if any(part <= 0 for part in chosen.values()) or sum(chosen.values()) != cents:
        raise Refused("parts-differ", choices.clause, sum_cents=sum(chosen.values()), due_cents=cents)
    return {way: Cents(part) for way, part in chosen.items()}


def deny(rules: PromotionRules, promotion: PrizePromotion, command: c.DenyClaim) -> Iterator[e.Event]:
    """Refuse a claim with a reason; above the bound only with the details that must be kept."""
    reason, kept = rules.chapter.reason_told, rules.chapter.record_denied_over_cents
    check_life(promotion, reason.clause, PromotionLife.DRAWN, PromotionLife.CLAIMED)
    claim = _open_claim(promotion, command.claim, reason.clause)
    check_words(command.reason, reason.clause)
    name, address = claim.name or command.name, claim.address or command.address
    retained = _check_known(rules, promotion, claim.prize, name, address)
    denied = e.ClaimDenied(
        claim=claim.number,
        reason=command.reason,
        retained=retained,
        name=name,
        address=address,
        **stamp(command, kept.clause if retained else reason.clause),
    )
    yield denied
    promotion = evolve(promotion, denied)
    winner = promotion.winners.get(claim.prize)
    if winner and winner.holder == claim.claimant and winner.status is PrizeStatus.AWARDED:
        lapsed = e.PrizeLapsed(prize=claim.prize, **stamp(command, rules.term("how-to-claim")))
        yield lapsed
        yield from settle(rules, evolve(promotion, lapsed), command)


def inform(rules: PromotionRules, promotion: PrizePromotion, command: c.InformClaimant) -> Iterator[e.Event]:
    """Record that a claimant was told why."""
    clause = rules.chapter.reason_told.clause
    claim = promotion.claims.get(command.claim)
    if claim is None or claim.status is not ClaimStatus.DENIED or claim.informed_at is not None:
        raise Refused("reason-told-already", clause, claim=command.claim)
    yield e.ClaimantInformed(claim=claim.number, **stamp(command, clause))


# Vouchers.


def _voucher(
    rules: PromotionRules, promotion: PrizePromotion, command: c.PayClaim, winner: PrizeWinner, prize: PrizeTerms
) -> e.VoucherIssued:
    voucher = PrizeVoucher(
        number=len(promotion.vouchers) + 1,
        holder=winner.holder,
        cents=Cents(prize.value_cents),
        conditions=prize.conditions,
        expires_at=command.at + prize.voucher_days * DAY,
    )
    clause = clause_of(rules.book.money.vouchers, rules.book.money.instruments)
    return e.VoucherIssued(voucher=voucher, **stamp(command, clause))


def redeem(rules: PromotionRules, promotion: PrizePromotion, command: c.RedeemVoucher) -> Iterator[e.Event]:
    """Exchange a voucher that was issued for tokens of the same value, once, on its conditions."""
    clause = clause_of(rules.book.money.vouchers, rules.book.money.instruments)
    voucher = promotion.vouchers.get(command.voucher)
    if voucher is None or voucher.holder != command.player:
        raise Refused("voucher-not-issued", clause, voucher=command.voucher)
    if voucher.redeemed:
        raise Refused("voucher-redeemed", clause, voucher=command.voucher)
    if command.at > voucher.expires_at or not command.conditions_met:
        raise Refused("voucher-conditions", clause)
    yield e.VoucherRedeemed(voucher=voucher.number, **stamp(command, clause))


# Disputes.


def dispute(
    rules: PromotionRules,
    promotion: PrizePromotion,
    command: c.RaisePromotionDispute | c.DecidePromotionDispute | c.AdviseOfComplaint,
) -> Iterator[e.Event]:
    """Take a dispute, decide it for good, and tell whoever is not satisfied of the right to complain."""
    final, complaint = rules.chapter.decision_final, rules.chapter.complaint_to_inspector
    match command:
        case c.RaisePromotionDispute(person=person, about=about):
            check_words(about, final.clause)
            number = len(promotion.disputes) + 1
            yield e.PromotionDisputeRaised(dispute=number, person=person, about=about, **stamp(command, final.clause))
        case c.DecidePromotionDispute(dispute=number, decision=decision):
            check_words(decision, final.clause)
            if _dispute(promotion, number, final.clause).decision and final.value:
                raise Refused("promotion-decision-final", final.clause, dispute=number)
            yield e.PromotionDisputeDecided(dispute=number, decision=decision, **stamp(command, final.clause))
        case c.AdviseOfComplaint(dispute=number):
            found = _dispute(promotion, number, complaint.clause)
            if not found.decision or found.advised or not complaint.value:
                raise Refused("not-to-advise", complaint.clause, dispute=number)
            yield e.ComplaintAdvised(dispute=number, **stamp(command, complaint.clause))


def _dispute(promotion: PrizePromotion, number: int, clause: Clause) -> PromotionDispute:
    if number not in promotion.disputes:
        raise Refused("no-such-promotion-dispute", clause, dispute=number)
    return promotion.disputes[number]
