"""Entering a tournament and leaving it before play: conditions, selection, fees, substitutes and refunds."""

from collections.abc import Iterator
from typing import Final

from mississippi_stud.messages import MINUTE
from mississippi_stud.money import Cents
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.table.state import BOT
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.authority import (
    check_life,
    check_no_official,
    check_official,
    check_own,
    check_steps,
    entrant_of,
    stamp,
)
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.programme import Field
from mississippi_stud.tournament.state import BEFORE_PLAY, Contest, Entrant, EntrantStatus, FeeKind, Life
from mississippi_stud.tournament.terms import BuyBack, EntryMethod, Purchase, SubstituteTime, digest

BOTS_MAX: Final = 100
"""How many bots one command enters."""
ANNOUNCED = ("terms-documented", "terms-available-to-patrons", "inspectorate-advised")


def apply(rules: TournamentRules, contest: Contest, command: c.ApplyToEnter) -> Iterator[e.Event]:
    """Take an application; by the simple method the applicant is in at once and pays."""
    _check_application(rules, contest, command)
    entrant = Entrant(
        name=command.name,
        player=command.name,
        number=len(contest.entrants) + 1,
        accepted=command.accepts,
        signed=command.signed,
        employee=command.employee,
        approved_by=command.approved_by,
        may_publish=command.may_publish,
        called=command.called,
    )
    yield e.EntryMade(entrant=entrant, **stamp(command, rules.term("method-of-entry")))
    if contest.terms.method_of_entry is EntryMethod.APPLICATION:
        yield from _admitted(rules, contest, command, command.name)


def _check_application(rules: TournamentRules, contest: Contest, command: c.ApplyToEnter) -> None:
    terms = contest.terms
    check_steps(rules, contest, *ANNOUNCED)
    check_life(contest, rules.term("method-of-entry"), Life.ENTRIES_OPEN)
    if command.by not in (command.name, *contest.officials):
        raise Refused("not-that-entrant", rules.term("method-of-entry"), name=command.name)
    if command.name in contest.entrants:
        raise Refused("entered-already", rules.term("method-of-entry"), name=command.name)
    check_no_official(rules, contest, command.name)
    if command.accepts != digest(terms):
        raise Refused("other-terms", rules.term("participation-accepts-terms"))
    if not command.entitled:
        raise Refused("not-entitled", rules.term("only-persons-entitled"), name=command.name)
    if terms.signature_required is True and not command.signed:
        raise Refused("signature-missing", rules.term("signature-required"))
    approvers = rules.chapter.employee_approvers
    if command.employee and terms.employees_in_charity_events is not True:
        raise Refused("employee-outside-charity", approvers.clause)
    if command.employee and command.approved_by not in approvers.value:
        raise Refused("employee-not-approved", approvers.clause, approvers=approvers.value)
    _check_room(rules, contest)


def _check_room(rules: TournamentRules, contest: Contest) -> None:
    numbers = contest.terms.number_of_players
    if numbers is not None and sum(1 for _ in contest.with_status(EntrantStatus.IN)) >= numbers.maximum:
        raise Refused("tournament-full", rules.term("number-of-players"), most=numbers.maximum)


def _admitted(
    rules: TournamentRules, contest: Contest, command: c.ApplyToEnter | c.AdmitEntrant, name: str
) -> Iterator[e.Event]:
    fees, clause = contest.terms.fees, rules.term("fees-and-buy-ins")
    yield e.StatusChanged(name=name, status=EntrantStatus.IN, **stamp(command, rules.term("method-of-entry")))
    for kind, cents in ((FeeKind.ENTRY, fees.entry_cents), (FeeKind.BUY_IN, fees.buy_in_cents)):
        if cents:
            yield e.FeePaid(name=name, kind=kind, cents=Cents(cents), **stamp(command, clause))


def fill(rules: TournamentRules, contest: Contest, command: c.FillWithBots) -> Iterator[e.Event]:
    """Enter bots of the house: they accept the terms, pay nothing and win nothing (decision 589)."""
    check_official(rules, contest, command.by)
    clause, numbers = rules.term("number-of-players"), contest.terms.number_of_players
    check_life(contest, clause, Life.ENTRIES_OPEN)
    bots = sum(each.bot for each in contest.with_status(EntrantStatus.IN))
    players = sum(1 for _ in contest.with_status(EntrantStatus.IN))
    most = min(BOTS_MAX, numbers.bots - bots, numbers.maximum - players) if numbers is not None else 0
    if not 0 < command.count <= most:
        raise Refused("bots-many", clause, most=max(0, most))
    for number in range(len(contest.entrants) + 1, len(contest.entrants) + 1 + command.count):
        name = f"{BOT}{contest.id.replace('/', '-')}-{number}"
        entrant = Entrant(name=name, player=name, number=number, accepted=digest(contest.terms), bot=True)
        yield e.EntryMade(entrant=entrant, **stamp(command, clause))
        yield e.StatusChanged(name=name, status=EntrantStatus.IN, **stamp(command, clause))


def admit(rules: TournamentRules, contest: Contest, command: c.AdmitEntrant) -> Iterator[e.Event]:
    """Choose an applicant by the criteria of selection."""
    check_official(rules, contest, command.by)
    check_life(contest, rules.term("selection-criteria"), Life.ENTRIES_OPEN)
    entrant = entrant_of(rules, contest, command.name)
    if entrant.status is not EntrantStatus.APPLIED:
        raise Refused("entered-already", rules.term("selection-criteria"), name=command.name)
    _check_room(rules, contest)
    yield from _admitted(rules, contest, command, command.name)


def turn_away(rules: TournamentRules, contest: Contest, command: c.TurnAway) -> Iterator[e.Event]:
    """Refuse an applicant, who has everything back: where the terms select or reserve the right to refuse."""
    check_official(rules, contest, command.by)
    clause = rules.term("entry-may-be-refused")
    check_life(contest, clause, Life.ENTRIES_OPEN, Life.ENTRIES_CLOSED)
    entrant = entrant_of(rules, contest, command.name)
    selected = contest.terms.method_of_entry is EntryMethod.SELECTION and entrant.status is EntrantStatus.APPLIED
    if not selected and contest.terms.entry_may_be_refused is not True:
        raise Refused("entry-not-refusable", clause)
    if entrant.status not in (EntrantStatus.APPLIED, EntrantStatus.IN):
        raise Refused("not-in-tournament", clause, name=entrant.name)
    yield e.StatusChanged(name=entrant.name, status=EntrantStatus.TURNED_AWAY, **stamp(command, clause))
    yield from refund(entrant, 100, command, rules.term("refunds"))


def refund(entrant: Entrant, percent: int, command: c.Command, clause: Clause) -> Iterator[e.Event]:
    """Return what goes back to an entrant of all that they paid."""
    cents = sum(entrant.paid_cents.values()) * percent // 100 - entrant.refunded_cents
    if cents > 0:
        yield e.FeeRefunded(name=entrant.name, cents=Cents(cents), **stamp(command, clause))


def withdraw(rules: TournamentRules, contest: Contest, command: c.WithdrawEntry) -> Iterator[e.Event]:
    """Withdraw before play: for nothing within the period, or if the terms have changed since they were accepted."""
    entrant = check_own(rules, contest, command.name, command.by)
    rule, clause = contest.terms.withdrawal_and_substitutes, rules.term("withdrawal-and-substitutes")
    check_life(contest, clause, *BEFORE_PLAY[2:], Life.POSTPONED)
    if entrant.status not in (EntrantStatus.APPLIED, EntrantStatus.IN) or contest.session:
        raise Refused("not-in-tournament", clause, name=entrant.name)
    yield e.StatusChanged(name=entrant.name, status=EntrantStatus.WITHDRAWN, **stamp(command, clause))
    free = rule is not None and command.at <= contest.terms.when[0] - rule.free_until_minutes * MINUTE
    if free or entrant.accepted != digest(contest.terms):
        yield from refund(entrant, 100, command, clause)
    elif contest.terms.refunds is not None:
        percent = contest.terms.refunds.late_withdrawal_percent
        yield from refund(entrant, percent, command, rules.term("refunds"))


def substitute(rules: TournamentRules, contest: Contest, command: c.NominateSubstitute) -> Iterator[e.Event]:
    """Let somebody else play, who takes over the place, the chips and the record of breaches."""
    entrant = check_own(rules, contest, command.name, command.by)
    clause, when = rules.term("when-a-substitute"), contest.terms.when_a_substitute
    if when is SubstituteTime.NEVER:
        raise Refused("no-substitutes", clause)
    between = (Life.BETWEEN_SESSIONS,) if when is SubstituteTime.BETWEEN_SESSIONS else ()
    check_life(contest, clause, *BEFORE_PLAY[2:], *between)
    if entrant.status is not EntrantStatus.IN:
        raise Refused("not-in-tournament", clause, name=entrant.name)
    period = contest.terms.withdrawal_and_substitutes
    if not contest.session and period is not None:
        latest = contest.terms.when[0] - period.substitute_until_minutes * MINUTE
        if command.at > latest:
            minutes = period.substitute_until_minutes
            raise Refused("substitute-too-late", rules.term("withdrawal-and-substitutes"), minutes=minutes)
    taken = {each.player for each in contest.entrants.values()} | set(contest.entrants)
    if command.player in taken or not command.player:
        raise Refused("entered-already", clause, name=command.player)
    check_no_official(rules, contest, command.player)
    if not command.entitled:
        raise Refused("not-entitled", rules.term("only-persons-entitled"), name=command.player)
    if command.employee:
        raise Refused("employee-substitute", rules.chapter.employee_approvers.clause)
    nominated = stamp(command, rules.term("consequence-of-substitute"))
    yield e.SubstituteNominated(name=entrant.name, player=command.player, **nominated)


# Buying chips, or a way back.


def buy(rules: TournamentRules, contest: Contest, command: c.BuyChips) -> Iterator[e.Event]:
    """Sell chips during a heat, or a way back between sessions."""
    entrant = check_own(rules, contest, command.name, command.by)
    match command.kind:
        case FeeKind.REBUY | FeeKind.ADD_ON:
            yield from _buy_chips(rules, contest, entrant, command)
        case FeeKind.BUY_BACK:
            yield from _buy_back(rules, contest, entrant, command)
        case FeeKind.SESSION:
            yield from _enter_session(rules, contest, entrant, command)
        case _:
            raise Refused("not-for-sale", rules.term("fees-and-buy-ins"))


def _buy_chips(rules: TournamentRules, contest: Contest, entrant: Entrant, command: c.BuyChips) -> Iterator[e.Event]:
    fees, clause = contest.terms.fees, rules.term("fees-and-buy-ins")
    offer = fees.rebuy if command.kind is FeeKind.REBUY else fees.add_on
    if offer is None:
        raise Refused("not-for-sale", clause)
    if not may_buy(contest, entrant, offer, command.kind):
        raise Refused("purchase-over", clause, most=offer.most, hand=offer.until_hand)
    least = contest.terms.wager.minimum_chips
    if command.kind is FeeKind.REBUY and entrant.chips >= least:
        raise Refused("chips-suffice", clause, chips=least)
    bought = stamp(command, clause)
    yield e.FeePaid(name=entrant.name, kind=command.kind, cents=Cents(offer.cents), chips=offer.chips, **bought)


def may_buy(contest: Contest, entrant: Entrant, offer: Purchase | None, kind: FeeKind) -> bool:
    """Whether somebody in a running heat may still buy."""
    heat = contest.heat_of(entrant.name)
    if offer is None or heat is None or not heat.running or heat.play_off or entrant.name not in contest.active(heat):
        return False
    return entrant.purchases.get(kind, 0) < offer.most and heat.hand < offer.until_hand and not heat.sealed


def _buy_back(rules: TournamentRules, contest: Contest, entrant: Entrant, command: c.BuyChips) -> Iterator[e.Event]:
    offer, clause = contest.terms.buying_back_in, rules.term("buying-back-in")
    if not isinstance(offer, BuyBack):
        raise Refused("not-for-sale", clause)
    check_life(contest, clause, Life.BETWEEN_SESSIONS)
    if entrant.status is not EntrantStatus.OUT:
        raise Refused("not-eliminated", clause, name=entrant.name)
    if contest.session > offer.until_session or entrant.purchases.get(FeeKind.BUY_BACK, 0) >= offer.most:
        raise Refused("buy-back-over", clause, most=offer.most, session=offer.until_session)
    bought = stamp(command, clause)
    yield e.FeePaid(name=entrant.name, kind=FeeKind.BUY_BACK, cents=Cents(offer.cents), **bought)
    yield e.StatusChanged(name=entrant.name, status=EntrantStatus.IN, **bought)


def _enter_session(
    rules: TournamentRules, contest: Contest, entrant: Entrant, command: c.BuyChips
) -> Iterator[e.Event]:
    clause, sessions = rules.term("repechage"), contest.terms.programme.sessions
    check_life(contest, clause, Life.BETWEEN_SESSIONS)
    following = sessions[contest.following - 1] if contest.following <= len(sessions) else None
    if following is None or following.field is not Field.OUT or not following.entry_cents:
        raise Refused("not-for-sale", clause)
    if entrant.status is not EntrantStatus.OUT:
        raise Refused("not-eliminated", clause, name=entrant.name)
    if entrant.entered_session == contest.following:
        raise Refused("entered-already", clause, name=entrant.name)
    fee = Cents(following.entry_cents)
    yield e.FeePaid(name=entrant.name, kind=FeeKind.SESSION, cents=fee, **stamp(command, clause))
