"""Order in a tournament: breaches and their sanctions, disqualification, retirement and disputes."""

from collections.abc import Iterator
from typing import Final

from mississippi_stud.round.refusal import Refused
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.authority import check_life, check_official, check_own, entrant_of, stamp
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.entrants import refund
from mississippi_stud.tournament.state import CONDUCTED, Breach, Contest, Entrant, EntrantStatus, Life
from mississippi_stud.tournament.terms import ChipsFate, Ladder, Penalty, Sanction

WAITING_MOST: Final = 3
"""How many disputes of one entrant may be undecided at a time."""
_ABLE = (EntrantStatus.IN, EntrantStatus.OUT)
_LADDERS = {
    Breach.CONDUCT: "penalties",
    Breach.LATE: "late-arrival",
    Breach.ABSENT: "absence",
    Breach.PHONE: "mobile-phones",
}
"""The item of the terms that says what each breach brings."""


def ladder(contest: Contest, breach: Breach) -> Ladder:
    """Return the sanctions of a breach, as the terms print them."""
    terms = contest.terms
    match breach:
        case Breach.CONDUCT:
            return terms.penalties
        case Breach.LATE:
            return terms.late_arrival
        case Breach.ABSENT:
            return terms.absence
        case Breach.PHONE:
            return terms.mobile_phones


def next_sanction(contest: Contest, entrant: Entrant, breach: Breach) -> Sanction:
    """Return what the next breach of that kind brings: the next rung, or the last one again."""
    rungs = ladder(contest, breach)
    return rungs[min(entrant.breaches.get(breach, 0), len(rungs) - 1)]


def note_breach(rules: TournamentRules, contest: Contest, command: c.NoteBreach) -> Iterator[e.Event]:
    """Apply the sanction that the terms print."""
    check_official(rules, contest, command.by)
    clause = rules.term(_LADDERS[command.breach])
    check_life(contest, clause, *CONDUCTED)
    entrant = _able(rules, contest, command.name)
    if not command.grounds:
        raise Refused("no-grounds", clause)
    sanction = next_sanction(contest, entrant, command.breach)
    chips = min(sanction.amount, entrant.chips) if sanction.penalty is Penalty.CHIPS else 0
    yield e.BreachNoted(
        name=entrant.name,
        breach=command.breach,
        sanction=sanction,
        grounds=command.grounds,
        chips=chips,
        **stamp(command, clause),
    )
    if sanction.penalty is Penalty.DISQUALIFICATION:
        yield from _disqualified(rules, contest, entrant, command)


def _able(rules: TournamentRules, contest: Contest, name: str) -> Entrant:
    entrant = entrant_of(rules, contest, name)
    if entrant.status not in _ABLE:
        raise Refused("not-in-tournament", rules.term("method-of-entry"), name=name)
    return entrant


def note_return(rules: TournamentRules, contest: Contest, command: c.NoteReturn) -> Iterator[e.Event]:
    """Let somebody play on who was absent."""
    check_official(rules, contest, command.by)
    clause = rules.term("absence")
    if not _able(rules, contest, command.name).away:
        raise Refused("not-away", clause, name=command.name)
    yield e.ReturnNoted(name=command.name, **stamp(command, clause))


def disqualify(rules: TournamentRules, contest: Contest, command: c.DisqualifyPlayer) -> Iterator[e.Event]:
    """Disqualify somebody on a ground that the terms name."""
    check_official(rules, contest, command.by)
    clause, grounds = rules.term("disqualification"), contest.terms.disqualification
    check_life(contest, clause, Life.ENTRIES_OPEN, Life.ENTRIES_CLOSED, *CONDUCTED)
    entrant = _able(rules, contest, command.name)
    if command.ground not in grounds:
        raise Refused("no-such-ground", clause, ground=command.ground, grounds=grounds)
    yield from _disqualified(rules, contest, entrant, command)


def _disqualified(
    rules: TournamentRules, contest: Contest, entrant: Entrant, command: c.DisqualifyPlayer | c.NoteBreach
) -> Iterator[e.Event]:
    """Take the chips of a disqualified player out of play; what was paid goes back as the terms say."""
    clause = rules.term("consequence-of-disqualification")
    yield e.StatusChanged(
        name=entrant.name, status=EntrantStatus.DISQUALIFIED, chips=entrant.chips, **stamp(command, clause)
    )
    if contest.terms.refunds is not None:
        percent = contest.terms.refunds.disqualified_percent
        yield from refund(entrant, percent, command, rules.term("refunds"))


def retire(rules: TournamentRules, contest: Contest, command: c.RetirePlayer) -> Iterator[e.Event]:
    """Let somebody leave for good: their chips leave play, and count for the session if the terms say so."""
    entrant = check_own(rules, contest, command.name, command.by)
    clause = rules.term("retirement")
    check_life(contest, clause, *CONDUCTED)
    _able(rules, contest, command.name)
    heat = contest.heat_of(entrant.name)
    if heat is not None and entrant.name in heat.sealed:
        raise Refused("sealed-already", clause)
    yield e.StatusChanged(
        name=entrant.name,
        status=EntrantStatus.RETIRED,
        chips=entrant.chips,
        stands=contest.terms.retirement is ChipsFate.STAND,
        **stamp(command, clause),
    )


# Disputes.


def raise_dispute(rules: TournamentRules, contest: Contest, command: c.RaiseDispute) -> Iterator[e.Event]:
    """Bring a dispute before the Director."""
    check_own(rules, contest, command.name, command.by)
    clause = rules.term("directors-decision-final")
    check_life(contest, clause, *CONDUCTED, Life.FINISHED)
    if not command.about:
        raise Refused("no-grounds", clause)
    if sum(each.by == command.name and not each.decision for each in contest.disputes.values()) >= WAITING_MOST:
        raise Refused("disputes-wait", clause, most=WAITING_MOST)
    number = len(contest.disputes) + 1
    yield e.TournamentDisputeRaised(name=command.name, dispute=number, about=command.about, **stamp(command, clause))


def decide_dispute(rules: TournamentRules, contest: Contest, command: c.DecideTournamentDispute) -> Iterator[e.Event]:
    """Decide a dispute once and for all; the right to complain to the regulator remains."""
    check_official(rules, contest, command.by)
    clause, dispute = rules.term("directors-decision-final"), contest.disputes.get(command.dispute)
    if dispute is None:
        raise Refused("no-such-dispute", clause, dispute=command.dispute)
    if dispute.decision:
        raise Refused("decision-final", clause, dispute=command.dispute)
    if not command.decision:
        raise Refused("no-grounds", clause)
    yield e.TournamentDisputeDecided(dispute=command.dispute, decision=command.decision, **stamp(command, clause))
