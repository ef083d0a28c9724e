"""Turn a command into events, or refuse it with a clause: the life of a tournament from its draft to its end.

People, heats, hands and results have their own modules.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from mississippi_stud.messages import MINUTE
from mississippi_stud.round.refusal import Refused
from mississippi_stud.tournament import balance, conclusion, discipline, entrants, practice_hands, recording, seating
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.authority import check_director, check_life, check_official, check_steps, stamp
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.designation import check_candidates
from mississippi_stud.tournament.evolve import evolve
from mississippi_stud.tournament.programme import Field
from mississippi_stud.tournament.state import BEFORE_PLAY, CONDUCTED, ENDED, Contest, EntrantStatus, Life
from mississippi_stud.tournament.terms import TournamentTerms, conflicts, digest, missing
from mississippi_stud.tournament.undo import numbered, undo

_LOT_LENGTH = 64
"""The length of a commitment: a SHA-256 in hexadecimal."""


def decide(rules: TournamentRules, contest: Contest | None, command: c.Command) -> tuple[e.Event, ...]:
    """Return the events of the command; raise `Refused` if the rules or the terms do not allow it."""
    if isinstance(command, c.DraftTournament):
        clause = rules.step("terms-documented")
        if contest is not None:
            raise Refused("tournament-drafted", clause)
        return (
            e.TournamentDrafted(
                id=command.id,
                terms=command.terms,
                book=command.book,
                chapter=command.chapter,
                **stamp(command, clause),
            ),
        )
    if contest is None:
        raise Refused("no-tournament", rules.step("terms-documented"))
    if command.at < contest.at:
        raise Refused("too-early", rules.term("when"), at=command.at, last=contest.at)
    if contest.life in ENDED:
        raise Refused("tournament-over", rules.term("how-winners-are-determined"))
    return numbered(contest, command, tuple(_decide(rules, contest, command)))


def play(
    rules: TournamentRules, contest: Contest | None, *commands: c.Command
) -> tuple[Contest | None, tuple[e.Event, ...]]:
    """Decide and evolve the commands in turn; return the tournament after them and all their events."""
    happened: list[e.Event] = []
    for command in commands:
        for event in decide(rules, contest, command):
            contest = evolve(contest, event)
            happened.append(event)
    return contest, tuple(happened)


def _decide(rules: TournamentRules, contest: Contest, command: c.Command) -> Iterable[e.Event]:
    match command:
        case c.DraftTournament():
            raise AssertionError("decided before")
        case c.ReviseTerms() | c.MakeTermsAvailable() | c.AdviseInspectorate() | c.OpenEntries():
            return _announce(rules, contest, command)
        case c.AppointDirector() | c.AppointDeputy() | c.DismissDeputy() | c.TakeCharge() | c.StepAway():
            return _officials(rules, contest, command)
        case c.DesignateTables() | c.ReleaseTable():
            return _tables(rules, contest, command)
        case c.CloseEntries() | c.BriefPlayers():
            return _prepare(rules, contest, command)
        case c.PractiseHands() | c.EndPractice():
            return practice_hands.practise(rules, contest, command)
        case c.SeatPractice() | c.RecordPractice() | c.LeavePractice():
            return practice_hands.at_table(rules, contest, command)
        case c.MoveSession() | c.SkipSession():
            return _sessions(rules, contest, command)
        case c.RenewDraw():
            return _renewed(rules, contest, command)
        case c.PostponeTournament() | c.ResumeTournament() | c.CancelTournament():
            return _interrupt(rules, contest, command)
        case c.RecordHand():
            return recording.record(rules, contest, command)
        case c.DropHand():
            return recording.drop(rules, contest, command)
        case c.SealWager():
            return recording.seal(rules, contest, command)
        case c.ConcludeHeat():
            return recording.conclude(rules, contest, command)
        case c.DeclineConclusion():
            return recording.decline(rules, contest, command)
        case c.AgreeToConclude():
            return recording.agree(rules, contest, command)
        case c.UndoAct():
            return undo(rules, contest, command)
        case c.DrawSeats():
            return seating.draw(rules, contest, command)
        case c.BalanceTables():
            return balance.balance(rules, contest, command)
        case c.BeginHeat():
            return seating.begin(rules, contest, command)
        case c.EndSession():
            return conclusion.end_session(rules, contest, command)
        case c.DeclareResults():
            return conclusion.declare(rules, contest, command)
        case _:
            return _people(rules, contest, command)


def _people(
    rules: TournamentRules,
    contest: Contest,
    command: c.ApplyToEnter | c.FillWithBots | c.AdmitEntrant | c.TurnAway | c.WithdrawEntry | c.NominateSubstitute
    | c.BuyChips | c.NoteBreach | c.NoteReturn | c.DisqualifyPlayer | c.RetirePlayer | c.RaiseDispute
    | c.DecideTournamentDispute,
) -> Iterable[e.Event]:  # fmt: skip
    match command:
        case c.ApplyToEnter():
            return entrants.apply(rules, contest, command)
        case c.FillWithBots():
            return entrants.fill(rules, contest, command)
        case c.AdmitEntrant():
            return entrants.admit(rules, contest, command)
        case c.TurnAway():
            return entrants.turn_away(rules, contest, command)
        case c.WithdrawEntry():
            return entrants.withdraw(rules, contest, command)
        case c.NominateSubstitute():
            return entrants.substitute(rules, contest, command)
        case c.BuyChips():
            return entrants.buy(rules, contest, command)
        case c.NoteBreach():
            return discipline.note_breach(rules, contest, command)
        case c.NoteReturn():
            return discipline.note_return(rules, contest, command)
        case c.DisqualifyPlayer():
            return discipline.disqualify(rules, contest, command)
        case c.RetirePlayer():
            return discipline.retire(rules, contest, command)
        case c.RaiseDispute():
            return discipline.raise_dispute(rules, contest, command)
        case c.DecideTournamentDispute():
            return discipline.decide_dispute(rules, contest, command)
        case _:
            assert_never(command)


# Terms and their announcement.


def check_terms(rules: TournamentRules, terms: TournamentTerms) -> None:
    """Raise `Refused` for everything at once that the terms lack, or that they say and cannot be done."""
    lacking = missing(rules, terms)
    if lacking:
        clause = rules.term(lacking[0])
        raise Refused("terms-incomplete", clause, items=tuple((each, rules.term(each)) for each in lacking))
    wrong = tuple(conflicts(terms))
    if wrong:
        clause = rules.term(wrong[0][0])
        raise Refused("terms-conflict", clause, faults=tuple((code, rules.term(item)) for item, code in wrong))


def _announce(
    rules: TournamentRules,
    contest: Contest,
    command: c.ReviseTerms | c.MakeTermsAvailable | c.AdviseInspectorate | c.OpenEntries,
) -> Iterator[e.Event]:
    documented, available = rules.step("terms-documented"), rules.step("terms-available-to-patrons")
    match command:
        case c.ReviseTerms(terms=terms):
            changes = rules.term("regulator-told-of-changes")
            check_life(contest, changes, *BEFORE_PLAY)
            if command.revises and command.revises != digest(contest.terms):
                raise Refused("revised-meanwhile", changes, version=contest.version)
            if Life.DRAFTED is not contest.life:
                check_terms(rules, terms)
            yield e.TermsRevised(terms=terms, **stamp(command, changes))
            if contest.life is Life.BRIEFED:  # on other terms
                yield e.LifeChanged(life=Life.ENTRIES_CLOSED, **stamp(command, rules.step("players-briefed")))
        case c.MakeTermsAvailable():
            check_life(contest, available, *BEFORE_PLAY)
            check_terms(rules, contest.terms)
            yield e.StepTaken(step="terms-documented", **stamp(command, documented))
            yield e.StepTaken(step="terms-available-to-patrons", **stamp(command, available))
            yield from _announced(contest, command, "inspectorate-advised", available)
        case c.AdviseInspectorate():
            advised = rules.step("inspectorate-advised")
            check_life(contest, advised, *BEFORE_PLAY, Life.POSTPONED)
            yield e.StepTaken(step="inspectorate-advised", **stamp(command, advised))
            yield from _announced(contest, command, "terms-available-to-patrons", advised)
        case c.OpenEntries(commitment=commitment):
            check_steps(rules, contest, *entrants.ANNOUNCED, "director-appointed")
            check_life(contest, rules.term("method-of-entry"), Life.ANNOUNCED)
            chance = rules.chapter.equal_chance.clause
            if len(commitment) != _LOT_LENGTH:
                raise Refused("lot-not-committed", chance)
            yield e.DrawCommitted(commitment=commitment, **stamp(command, chance))
            yield e.LifeChanged(life=Life.ENTRIES_OPEN, **stamp(command, rules.term("method-of-entry")))


def _renewed(rules: TournamentRules, contest: Contest, command: c.RenewDraw) -> Iterator[e.Event]:
    stamped = stamp(command, rules.chapter.equal_chance.clause)
    yield e.DrawWithdrawn(commitment=contest.commitment, secret=contest.secret, **stamped)
    yield e.DrawCommitted(commitment=command.commitment, **stamped)


def _announced(contest: Contest, command: c.Command, other: str, clause: str) -> Iterator[e.Event]:
    """Announce a draft as soon as both have happened: the terms are available, the inspectorate is advised."""
    if contest.life is Life.DRAFTED and other in contest.steps:
        yield e.LifeChanged(life=Life.ANNOUNCED, **stamp(command, clause))


# Officials and tables.


def _officials(
    rules: TournamentRules,
    contest: Contest,
    command: c.AppointDirector | c.AppointDeputy | c.DismissDeputy | c.TakeCharge | c.StepAway,
) -> Iterator[e.Event]:
    appointed, deputies = rules.step("director-appointed"), rules.chapter.deputies.clause
    match command:
        case c.AppointDirector(person=person):
            if not person or _plays(contest, person):
                raise Refused("no-such-official", appointed, person=person)
            yield e.OfficialAppointed(person=person, deputy=False, **stamp(command, appointed))
            yield e.StepTaken(step="director-appointed", **stamp(command, appointed))
        case c.AppointDeputy(person=person):
            check_director(rules, contest, command.by)
            if not person or person in contest.officials or _plays(contest, person):
                raise Refused("no-such-official", deputies, person=person)
            yield e.OfficialAppointed(person=person, deputy=True, **stamp(command, deputies))
        case c.DismissDeputy(person=person):
            check_director(rules, contest, command.by)
            if person not in contest.deputies:
                raise Refused("no-such-official", deputies, person=person)
            yield e.OfficialDismissed(person=person, **stamp(command, deputies))
        case c.TakeCharge(by=by) | c.StepAway(by=by):
            clause = rules.chapter.director_present.clause
            if by not in contest.officials:
                raise Refused("not-an-official", clause, by=by)
            taken = isinstance(command, c.TakeCharge)
            stamped = stamp(command, clause)
            yield e.ChargeTaken(**stamped) if taken else e.ChargeLeft(**stamped)


def _plays(contest: Contest, person: str) -> bool:
    return person in contest.entrants or any(each.player == person for each in contest.entrants.values())


def _tables(rules: TournamentRules, contest: Contest, command: c.DesignateTables | c.ReleaseTable) -> Iterator[e.Event]:
    clause = rules.step("tables-designated")
    match command:
        case c.DesignateTables(tables=tables):
            check_candidates(rules, contest, tables)
            if not tables:
                raise Refused("no-tables", clause)
            named = tuple(dict.fromkeys((*contest.tables, *(each.table for each in tables))))
            yield e.TablesDesignated(tables=named, **stamp(command, clause))
            yield e.StepTaken(step="tables-designated", **stamp(command, clause))
        case c.ReleaseTable(table=table):
            if table not in contest.tables:
                raise Refused("table-not-designated", clause, table=table)
            playing = (*contest.heats.values(), *contest.practice.values())
            if any(heat.running and heat.table == table for heat in playing):
                raise Refused("table-busy", rules.chapter.tables_exclusive.clause, table=table)
            left = tuple(each for each in contest.tables if each != table)
            yield e.TablesDesignated(tables=left, **stamp(command, clause))


# Before play.


def _prepare(rules: TournamentRules, contest: Contest, command: c.CloseEntries | c.BriefPlayers) -> Iterator[e.Event]:
    check_official(rules, contest, command.by)
    players = [each.name for each in contest.with_status(EntrantStatus.IN)]
    match command:
        case c.CloseEntries():
            clause, numbers = rules.term("number-of-players"), contest.terms.number_of_players
            check_life(contest, clause, Life.ENTRIES_OPEN)
            if numbers is not None and len(players) < numbers.minimum:
                raise Refused("too-few-players", clause, least=numbers.minimum, players=len(players))
            for entrant in contest.with_status(EntrantStatus.APPLIED):
                away = stamp(command, rules.term("selection-criteria"))
                yield e.StatusChanged(name=entrant.name, status=EntrantStatus.TURNED_AWAY, **away)
            yield e.LifeChanged(life=Life.ENTRIES_CLOSED, **stamp(command, clause))
        case c.BriefPlayers(understood=understood):
            clause = rules.step("players-briefed")
            check_life(contest, clause, Life.ENTRIES_CLOSED)
            check_steps(rules, contest, *(each.value for each in rules.chapter.before if each.clause != clause))
            doubtful = tuple(name for name in players if name not in understood and not contest.entrants[name].bot)
            if doubtful:
                raise Refused("not-understood", clause, names=doubtful)
            yield e.StepTaken(step="players-briefed", **stamp(command, clause))
            yield e.LifeChanged(life=Life.BRIEFED, **stamp(command, clause))


def _sessions(rules: TournamentRules, contest: Contest, command: c.MoveSession | c.SkipSession) -> Iterator[e.Event]:
    check_official(rules, contest, command.by)
    sessions = contest.terms.programme.sessions
    if not contest.session < command.session <= min(len(sessions), len(contest.terms.when)):
        raise Refused("no-such-session", rules.term("rounds-and-sessions"), session=command.session)
    match command:
        case c.MoveSession(session=number, starts_at=starts_at):
            clause, minutes = rules.term("starting-time-may-change"), contest.terms.starting_time_may_change
            sooner = min(starts_at, contest.terms.when[number - 1])
            if minutes is None or sooner - command.at < minutes * MINUTE:
                raise Refused("start-notice", clause, minutes=minutes)
            others = (*contest.terms.when[: number - 1], starts_at, *contest.terms.when[number:])
            if tuple(sorted(set(others))) != others:
                raise Refused("session-order", clause, session=number)
            yield e.SessionMoved(session=number, starts_at=starts_at, **stamp(command, clause))
        case c.SkipSession(session=number):
            clause = rules.term("repechage")
            nobody = command.at >= contest.terms.when[number - 1] and not seating.players(contest, number)
            left = nobody or contest.terms.repechage == "director"  # no terms can have nobody play
            if not left or sessions[number - 1].field is not Field.OUT:
                raise Refused("not-the-directors", clause, session=number)
            yield e.SessionSkipped(session=number, **stamp(command, clause))


# Interruptions.


def _interrupt(
    rules: TournamentRules,
    contest: Contest,
    command: c.PostponeTournament | c.ResumeTournament | c.CancelTournament,
) -> Iterator[e.Event]:
    clause = rules.term("conducted-by-terms-and-rules")
    match command:
        case c.PostponeTournament(why=why):
            check_official(rules, contest, command.by)
            check_life(contest, clause, *BEFORE_PLAY, *CONDUCTED)
            if not why:
                raise Refused("no-grounds", clause)
            yield e.LifeChanged(life=Life.POSTPONED, why=why, **stamp(command, clause))
        case c.ResumeTournament():
            check_official(rules, contest, command.by)
            check_life(contest, clause, Life.POSTPONED)
            yield e.LifeChanged(life=contest.resumes, **stamp(command, clause))
        case c.CancelTournament(why=why):
            refunds = rules.term("refunds")
            if not why or contest.life is Life.FINISHED:
                raise Refused("no-grounds", refunds)
            percent = contest.terms.refunds.cancelled_percent if contest.terms.refunds else 100
            for entrant in contest.entrants.values():
                yield from entrants.refund(entrant, percent, command, refunds)
            yield e.LifeChanged(life=Life.CANCELLED, why=why, **stamp(command, refunds))
