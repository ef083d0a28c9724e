"""The draw: the scrutineer before and after it, the order that follows from what was committed, and who wins by it."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.draw import DrawEntry, draw_commitment, entries_root, ranking, sealed
from mississippi_stud.messages import MINUTE, SECOND
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.evolve import evolve
from mississippi_stud.promotion.guards import (
    COMMITMENT_LENGTH,
    check_life,
    check_oversight,
    check_scrutineer,
    needs_scrutineer,
    stamp,
)
from mississippi_stud.promotion.offer_terms import SEALED_SEED, PublicValue
from mississippi_stud.promotion.state import (
    PassReason,
    PrizePromotion,
    PrizeStatus,
    PrizeWinner,
    PromotionLife,
    WinnerCall,
)
from mississippi_stud.round.refusal import Refused

RANKED_MOST: Final = 1_000
"""How many of the entries that were drawn are kept in order: enough for every prize and all who are passed over."""


# The scrutineer.


def nominate(rules: PromotionRules, promotion: PrizePromotion, command: c.NominateScrutineer) -> Iterator[e.Event]:
    """Nominate a scrutineer who has no interest in the outcome."""
    clause = rules.chapter.scrutineer_over_cents.clause
    check_life(promotion, clause, *_BEFORE_DRAW)
    if not command.person or command.interest or command.person in promotion.holdings:
        raise Refused("scrutineer-with-interest", clause, person=command.person)
    yield e.ScrutineerNominated(person=command.person, **stamp(command, clause))


_BEFORE_DRAW: Final = (
    PromotionLife.DRAFTED,
    PromotionLife.SUBMITTED,
    PromotionLife.RUNNING,
    PromotionLife.CLOSED,
    PromotionLife.POSTPONED,
)


def seal(rules: PromotionRules, promotion: PrizePromotion, command: c.SealSeed) -> Iterator[e.Event]:
    """Seal the scrutineer's seed, as long as nobody can know the root of the entries."""
    clause = rules.chapter.scrutineer_over_cents.clause
    check_scrutineer(rules, promotion, command.by)
    check_life(promotion, clause, PromotionLife.DRAFTED, PromotionLife.SUBMITTED, PromotionLife.RUNNING)
    if promotion.life is PromotionLife.RUNNING and command.at >= promotion.terms.closes_at:
        raise Refused("entries-over", rules.term("closing-date-and-time"), moment=promotion.terms.closes_at)
    if len(command.commitment) != COMMITMENT_LENGTH:
        raise Refused("draw-not-committed", clause)
    yield e.DrawSeedSealed(commitment=command.commitment, **stamp(command, clause))


def oversee(
    rules: PromotionRules, promotion: PrizePromotion, command: c.OverseeDraw | c.LeaveDraw | c.AttestDraw
) -> Iterator[e.Event]:
    """Let the scrutineer come, attest to the draw, and go: not between the draw and the attestation."""
    clause = rules.chapter.scrutineer_over_cents.clause
    check_scrutineer(rules, promotion, command.by)
    check_life(promotion, clause, PromotionLife.CLOSED, PromotionLife.DRAWN)
    match command:
        case c.OverseeDraw():
            yield e.ScrutineerArrived(**stamp(command, clause))
        case c.LeaveDraw():
            if promotion.drawn_at is not None and not promotion.attested:
                raise Refused("attest-first", clause)
            yield e.ScrutineerLeft(**stamp(command, clause))
        case c.AttestDraw():
            check_life(promotion, clause, PromotionLife.DRAWN)
            if not promotion.scrutineer_present:
                raise Refused("scrutineer-absent", clause, person=promotion.scrutineer)
            if promotion.attested:
                raise Refused("attested-already", clause)
            yield e.DrawAttested(**stamp(command, clause))


# The draw.


def check_in(rules: PromotionRules, promotion: PrizePromotion, command: c.CheckIn) -> Iterator[e.Event]:
    """Check somebody in for the draw, from as long before it as the terms say until it."""
    clause, begins = rules.term("how-to-claim"), check_in_from(promotion)
    check_life(promotion, clause, PromotionLife.RUNNING, PromotionLife.CLOSED)
    if begins is None:
        raise Refused("no-check-in", clause)
    if command.at < begins:
        raise Refused("check-in-later", clause, moment=begins)
    if command.player not in promotion.holdings:
        raise Refused("not-entered", clause, player=command.player)
    if command.player in promotion.checked_in:
        raise Refused("checked-in-already", clause, player=command.player)
    yield e.EntrantCheckedIn(player=command.player, **stamp(command, clause))


def check_in_from(promotion: PrizePromotion) -> int | None:
    """Return from when entrants check in for the draw; None if they need not."""
    minutes = promotion.terms.claim.check_in_minutes
    return None if minutes is None else _draw_at(promotion) - minutes * MINUTE


def _draw_at(promotion: PrizePromotion) -> int:
    return promotion.terms.when_and_where_awarded.at if promotion.terms.when_and_where_awarded else 0


def draw(rules: PromotionRules, promotion: PrizePromotion, command: c.DrawPrizes) -> Iterator[e.Event]:
    """Draw, once everything that was committed is opened; where nobody needs to be there, the prizes are awarded."""
    clause = rules.term("when-and-where-awarded")
    check_life(promotion, clause, PromotionLife.CLOSED)
    if command.at < _draw_at(promotion):
        raise Refused("draw-later", clause, moment=_draw_at(promotion))
    check_oversight(rules, promotion)
    _check_chance(rules, promotion, command)
    if len(command.entries) != promotion.size or entries_root(command.entries) != promotion.root:
        raise Refused("entries-differ", rules.term("how-awarded"))
    order = ranking(command.secret, promotion.id, promotion.root, command.seed, command.entries)
    found = e.PrizesDrawn(
        secret=command.secret,
        seed=command.seed,
        root=promotion.root,
        ranking=tuple(islice(order, RANKED_MOST)),
        **stamp(command, clause),
    )
    gone = e.PromotionLifeChanged(life=PromotionLife.DRAWN, **stamp(command, clause))
    yield found
    yield gone
    after = evolve(evolve(promotion, found), gone)
    if not promotion.terms.claim.presence:
        for event in _award_all(rules, after, command):
            yield event
            after = evolve(after, event)
    yield from settle(rules, after, command)


def _check_chance(rules: PromotionRules, promotion: PrizePromotion, command: c.DrawPrizes) -> None:
    clause, chance = rules.term("how-awarded"), promotion.terms.draw.chance
    try:
        if draw_commitment(command.secret) != promotion.commitment:
            raise Refused("other-draw-opened", clause)
        if chance == SEALED_SEED and sealed(command.seed) != promotion.seed_commitment:
            raise Refused("other-seed-opened", clause)
    except InputError:
        raise Refused("other-draw-opened", clause) from None
    if isinstance(chance, PublicValue):
        if command.at < chance.at:
            raise Refused("value-not-out", clause, source=chance.source, moment=chance.at)
        if not command.seed.strip() or not command.seed.isprintable():
            raise Refused("no-public-value", clause, source=chance.source)


# Who wins.


def _award_all(rules: PromotionRules, promotion: PrizePromotion, command: c.Command) -> Iterator[e.Event]:
    """Award every open prize to the next entry that can win; none is left open while there are entries."""
    for prize in tuple(promotion.open_prizes()):
        for event in _next(rules, promotion, command):
            yield event
            promotion = evolve(promotion, event)
        if promotion.exhausted:
            return
        awarded = _award(rules, promotion, command, prize, present=False)
        yield awarded
        promotion = evolve(promotion, awarded)


def _next(rules: PromotionRules, promotion: PrizePromotion, command: c.Command) -> Iterator[e.Event]:
    """Pass over entries from the next place on, up to one that can win."""
    for place in range(promotion.next_place, len(promotion.ranking) + 1):
        entry = promotion.ranking[place - 1]
        reason = _why_not(promotion, entry)
        if reason is None:
            return
        yield _passed(rules, command, place, entry, reason)


def _why_not(promotion: PrizePromotion, entry: DrawEntry) -> PassReason | None:
    won = any(winner.holder == entry.holder for winner in promotion.winners.values())
    if entry.holder in (*promotion.barred, promotion.scrutineer):
        return PassReason.BARRED
    if won and promotion.terms.draw.one_prize_each:
        return PassReason.WON_ALREADY
    if promotion.terms.claim.check_in_minutes and entry.holder not in promotion.checked_in:
        return PassReason.NOT_CHECKED_IN
    return None


def _passed(
    rules: PromotionRules, command: c.Command, place: int, entry: DrawEntry, reason: PassReason
) -> e.EntryPassed:
    item = {PassReason.BARRED: "eligibility", PassReason.WON_ALREADY: "how-awarded"}.get(reason, "how-to-claim")
    return e.EntryPassed(place=place, holder=entry.holder, reason=reason, **stamp(command, rules.term(item)))


def _award(
    rules: PromotionRules, promotion: PrizePromotion, command: c.Command, prize: int, *, present: bool
) -> e.PrizeAwarded:
    entry = promotion.ranking[promotion.next_place - 1]
    winner = PrizeWinner(
        prize=prize,
        holder=entry.holder,
        entry=entry.number,
        place=promotion.next_place,
        at=command.at,
        present=present,
    )
    return e.PrizeAwarded(winner=winner, **stamp(command, rules.term("how-awarded")))


def call(
    rules: PromotionRules, promotion: PrizePromotion, command: c.CallWinner | c.ConfirmPresence | c.PassCall
) -> Iterator[e.Event]:
    """Call names one after another where winners must be there; each has so long to answer."""
    clause = rules.term("how-to-claim")
    check_life(promotion, clause, PromotionLife.DRAWN)
    check_oversight(rules, promotion)
    called = promotion.call
    match command:
        case c.CallWinner():
            yield from _call_next(rules, promotion, command)
        case c.ConfirmPresence():
            if called is None or command.at > called.until:
                raise Refused("nobody-called", clause)
            awarded = _award(rules, promotion, command, called.prize, present=True)
            yield awarded
            yield from settle(rules, evolve(promotion, awarded), command)
        case c.PassCall():
            if called is None or command.at <= called.until:
                raise Refused("may-still-answer", clause, moment=called.until if called else 0)
            entry = promotion.ranking[called.place - 1]
            passed = _passed(rules, command, called.place, entry, PassReason.ABSENT)
            yield passed
            yield from settle(rules, evolve(promotion, passed), command)


def _call_next(rules: PromotionRules, promotion: PrizePromotion, command: c.CallWinner) -> Iterator[e.Event]:
    clause = rules.term("how-to-claim")
    prize = next(promotion.open_prizes(), None)
    if not promotion.terms.claim.presence or prize is None or promotion.call is not None:
        raise Refused("nobody-to-call", clause)
    for event in _next(rules, promotion, command):
        yield event
        promotion = evolve(promotion, event)
    if promotion.exhausted:
        yield from settle(rules, promotion, command)
        return
    until = command.at + promotion.terms.claim.answer_seconds * SECOND
    holder = promotion.ranking[promotion.next_place - 1].holder
    called = WinnerCall(prize=prize, place=promotion.next_place, holder=holder, until=until)
    yield e.WinnerCalled(call=called, **stamp(command, clause))


def redraw(rules: PromotionRules, promotion: PrizePromotion, command: c.RedrawPrize) -> Iterator[e.Event]:
    """Award a prize that lapsed to the next in the order that was drawn: nothing is drawn anew."""
    clause = rules.term("how-awarded")
    check_life(promotion, clause, PromotionLife.DRAWN, PromotionLife.CLAIMED)
    winner = promotion.winners.get(command.prize)
    if winner is None or winner.status is not PrizeStatus.LAPSED:
        raise Refused("prize-not-lapsed", clause, prize=command.prize)
    if promotion.exhausted:
        raise Refused("order-exhausted", clause)
    opened = e.PrizeReopened(prize=command.prize, **stamp(command, clause))
    yield opened
    promotion = evolve(promotion, opened)
    if promotion.life is PromotionLife.CLAIMED:
        back = e.PromotionLifeChanged(life=PromotionLife.DRAWN, **stamp(command, clause))
        yield back
        promotion = evolve(promotion, back)
    if not promotion.terms.claim.presence:
        for event in _award_all(rules, promotion, command):
            yield event
            promotion = evolve(promotion, event)
    yield from settle(rules, promotion, command)


def settle(rules: PromotionRules, promotion: PrizePromotion, command: c.Command) -> Iterator[e.Event]:
    """Say that every prize is settled, as soon as it is: paid, lapsed, or without anybody left to win it."""
    settled = (PrizeStatus.PAID, PrizeStatus.LAPSED)
    done = not promotion.winners_to_come and all(winner.status in settled for winner in promotion.winners.values())
    if done and promotion.life is PromotionLife.DRAWN:
        yield e.PromotionLifeChanged(life=PromotionLife.CLAIMED, **stamp(command, rules.term("how-to-claim")))


def check_attested(rules: PromotionRules, promotion: PrizePromotion) -> None:
    """Raise `Refused` while a draw that a scrutineer oversees is not attested."""
    if needs_scrutineer(rules, promotion.terms) and not promotion.attested:
        raise Refused("not-attested", rules.chapter.scrutineer_over_cents.clause)
