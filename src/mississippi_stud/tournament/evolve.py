"""Fold events into the state of a tournament; never refuses."""

from collections.abc import Mapping
from typing import Any, assert_never

from msgspec.structs import replace

from mississippi_stud.money import Cents
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.balance import moved
from mississippi_stud.tournament.practice_hands import closed, practice_after
from mississippi_stud.tournament.standings import score
from mississippi_stud.tournament.state import (
    END,
    Breach,
    Contest,
    Entrant,
    EntrantStatus,
    Exit,
    FeeKind,
    Heat,
    Life,
    TournamentDispute,
)
from mississippi_stud.tournament.terms import Penalty
from mississippi_stud.tournament.undo import acts_after, restored

_ADVISED = "inspectorate-advised"
_OF_TERMS = ("terms-available-to-patrons", _ADVISED, "players-briefed")
"""What was done for these terms, and is to be done again for others."""


def evolve(contest: Contest | None, event: e.Event) -> Contest:
    """Return the tournament after an event."""
    if isinstance(event, e.TournamentDrafted):
        return Contest(id=event.id, terms=event.terms, book=event.book, chapter=event.chapter, at=event.at)
    assert contest is not None, "a tournament begins with TournamentDrafted"  # noqa: S101
    after = restored(contest, event) if isinstance(event, e.ActUndone) else _evolve_life(contest, event)
    after = replace(after, at=event.at, acts=acts_after(contest, event), acted=max(contest.acted, event.act))
    return replace(after, absent_since=event.at) if contest.present and not after.present else after


def _evolve_life(contest: Contest, event: e.Event) -> Contest:
    match event:
        case e.TermsRevised(terms=terms):
            steps = tuple(each for each in contest.steps if each not in _OF_TERMS)
            return replace(contest, terms=terms, version=contest.version + 1, steps=steps)
        case e.StepTaken(step=step):
            return replace(contest, steps=tuple(dict.fromkeys((*contest.steps, step))))
        case e.LifeChanged(life=life):
            resumes = contest.life if life is Life.POSTPONED else contest.resumes
            postponed_at = event.at if life is Life.POSTPONED else contest.postponed_at
            return replace(contest, life=life, resumes=resumes, postponed_at=postponed_at)
        case e.OfficialAppointed(person=person, deputy=False):
            present = _without(contest.present, contest.director)
            return replace(contest, director=person, deputies=_without(contest.deputies, person), present=present)
        case e.OfficialAppointed(person=person):
            return replace(contest, deputies=(*contest.deputies, person))
        case e.OfficialDismissed(person=person):
            deputies = tuple(each for each in contest.deputies if each != person)
            return replace(contest, deputies=deputies, present=_without(contest.present, person))
        case e.ChargeTaken(by=by):
            return replace(contest, present=(*_without(contest.present, by), by))
        case e.ChargeLeft(by=by):
            return replace(contest, present=_without(contest.present, by))
        case e.TablesDesignated(tables=tables):
            return replace(contest, tables=tables)
        case e.DrawCommitted(commitment=commitment, secret=secret):
            return replace(contest, commitment=commitment, secret=secret)
        case e.DrawWithdrawn():
            return replace(contest, commitment="", secret=b"")
        case e.SessionMoved(session=session, starts_at=starts_at):
            when = (*contest.terms.when[: session - 1], starts_at, *contest.terms.when[session:])
            told = contest.steps if contest.session else _without(contest.steps, _ADVISED)
            return replace(contest, terms=replace(contest.terms, when=when), steps=told)
        case e.SessionSkipped(session=session):
            return replace(contest, skipped=(*contest.skipped, session))
        case e.PracticeOpened() | e.PracticeClosed() | e.PracticeSeated() | e.PracticePlayed() | e.PracticeLeft():
            return practice_after(contest, event)
        case e.TournamentDisputeRaised(dispute=number, name=name, about=about):
            raised = TournamentDispute(number=number, by=name, about=about)
            return replace(contest, disputes={**contest.disputes, number: raised})
        case e.TournamentDisputeDecided(dispute=number, decision=decision):
            decided = replace(contest.disputes[number], decision=decision)
            return replace(contest, disputes={**contest.disputes, number: decided})
        case e.ResultsDeclared(ranking=ranking):
            return replace(contest, ranking=ranking)
        case _:
            return _evolve_people(contest, event)


def _without(held: tuple[str, ...], person: str) -> tuple[str, ...]:
    return tuple(each for each in held if each != person)


def _changed(contest: Contest, name: str, **changes: Any) -> Contest:
    return replace(contest, entrants={**contest.entrants, name: replace(contest.entrants[name], **changes)})


def _evolve_people(contest: Contest, event: Any) -> Contest:
    match event:
        case e.EntryMade(entrant=entrant):
            return replace(contest, entrants={**contest.entrants, entrant.name: entrant})
        case e.StatusChanged():
            return _status(contest, event)
        case e.SubstituteNominated(name=name, player=player):
            return _changed(contest, name, player=player)
        case e.FeePaid(name=name, kind=kind, cents=cents, chips=chips):
            entrant = contest.entrants[name]
            paid = {**entrant.paid_cents, kind: Cents(entrant.paid_cents.get(kind, 0) + cents)}
            bought = {**entrant.purchases, kind: entrant.purchases.get(kind, 0) + 1}
            entered = contest.following if kind is FeeKind.SESSION else entrant.entered_session
            changes = {"paid_cents": paid, "purchases": bought, "entered_session": entered}
            return _changed(
                _disagreed(contest, name) if chips else contest, name, chips=entrant.chips + chips, **changes
            )
        case e.FeeRefunded(name=name, cents=cents):
            return _changed(contest, name, refunded_cents=Cents(contest.entrants[name].refunded_cents + cents))
        case e.BreachNoted():
            return _breach(contest, event)
        case e.ReturnNoted(name=name):
            return _changed(contest, name, away=False)
        case e.WagerSealed(name=name, heat=number, sealed=sealed):
            contest = _changed(contest, name, secrets=contest.entrants[name].secrets + 1)
            heat = contest.heats[number]
            return _with_heat(contest, replace(heat, sealed={**heat.sealed, name: sealed}))
        case _:
            return _evolve_play(contest, event)


def _status(contest: Contest, event: e.StatusChanged) -> Contest:
    entrant = contest.entrants[event.name]
    heat = contest.heat_of(event.name)
    counts = event.stands and heat is not None and heat.running and not heat.play_off
    scores = (*entrant.scores, event.chips) if counts else entrant.scores
    changes = {"status": event.status, "chips": entrant.chips - event.chips, "scores": scores, "stands": event.stands}
    if event.status is EntrantStatus.IN:
        changes["exit"] = None
    return _changed(contest, event.name, **changes)


def _breach(contest: Contest, event: e.BreachNoted) -> Contest:
    entrant = contest.entrants[event.name]
    hands = event.sanction.amount if event.sanction.penalty is Penalty.HANDS else 0
    return _changed(
        _disagreed(contest, event.name) if event.chips else contest,
        event.name,
        breaches={**entrant.breaches, event.breach: entrant.breaches.get(event.breach, 0) + 1},
        chips=entrant.chips - event.chips,
        missing_hands=entrant.missing_hands + hands,
        away=entrant.away or event.breach is Breach.ABSENT,
    )


def _disagreed(contest: Contest, name: str) -> Contest:
    """Let what was agreed lapse where stacks have changed since."""
    heat = contest.heat_of(name)
    return contest if heat is None or not heat.agreed else _with_heat(contest, replace(heat, agreed=()))


def _with_heat(contest: Contest, heat: Heat) -> Contest:
    return replace(contest, heats={**contest.heats, heat.number: heat})


def _with_chips(contest: Contest, change: Mapping[str, int]) -> Contest:
    entrants = dict(contest.entrants)
    for name, chips in change.items():
        entrants[name] = replace(entrants[name], chips=entrants[name].chips + chips)
    return replace(contest, entrants=entrants)


def _evolve_play(
    contest: Contest,
    event: e.SeatsDrawn | e.HeatBegun | e.PlayersMoved | e.HandRecorded | e.HandDropped | e.PlayersEliminated
    | e.CullOwed | e.HeatEnded | e.ConclusionAgreed | e.ConclusionDeclined | e.PlayOffCalled | e.SessionEnded,
) -> Contest:  # fmt: skip
    match event:
        case e.SeatsDrawn():
            return _drawn(contest, event)
        case e.HeatBegun():
            return _begun(contest, event)
        case e.PlayersMoved():
            return moved(contest, event)
        case e.HandRecorded():
            return _recorded(contest, event)
        case e.HandDropped(heat=number):
            for name in contest.heats[number].sealed:
                contest = _changed(contest, name, secrets=contest.entrants[name].secrets - 1)
            return _with_heat(contest, replace(contest.heats[number], sealed={}))
        case e.PlayersEliminated(heat=number, hand=hand, chips=chips):
            contest = _with_heat(contest, replace(contest.heats[number], owed=0))
            for name, held in chips.items():
                gone = Exit(session=contest.session, hand=hand, score=held)
                contest = _changed(contest, name, status=EntrantStatus.OUT, chips=0, exit=gone)
            return contest
        case e.CullOwed(heat=number, count=count):
            return _with_heat(contest, replace(contest.heats[number], owed=count))
        case e.HeatEnded():
            return _ended(contest, event)
        case e.ConclusionAgreed(heat=number, name=name, agrees=agrees):
            others = _without(contest.heats[number].agreed, name)
            return _with_heat(contest, replace(contest.heats[number], agreed=(*others, name) if agrees else others))
        case e.ConclusionDeclined(heat=number):
            return _with_heat(contest, replace(contest.heats[number], agreed=()))
        case e.PlayOffCalled(players=players, seats=most):
            first, count = max(contest.heats) + 1, -(-len(players) // (most or len(players)))
            for at in range(count):
                seats = dict(enumerate(players[at::count], start=1))
                contest = _with_heat(contest, Heat(number=first + at, seats=seats, play_off=True))
            return contest
        case e.SessionEnded():
            return _session_ended(contest, event)
        case _:
            assert_never(event)


def _drawn(contest: Contest, event: e.SeatsDrawn) -> Contest:
    entrants = dict(contest.entrants)
    for place, name in enumerate(event.order, start=1):
        fresh = {} if event.turn > 1 else {"scores": (), "play_offs": (), "secrets": 0}
        entrants[name] = replace(entrants[name], drawn=place, **fresh)
    contest = closed(contest)
    heats = {number: Heat(number=number, seats=seats) for number, seats in event.heats.items()}
    if event.turn > 1:
        heats = {**contest.heats, **heats}
    return replace(contest, session=event.session, turn=event.turn, heats=heats, entrants=entrants)


def _begun(contest: Contest, event: e.HeatBegun) -> Contest:
    heat = replace(contest.heats[event.heat], table=event.table, began_at=event.at)
    contest = _with_heat(contest, heat)
    if heat.play_off:
        for name in heat.seats.values():
            contest = _changed(contest, name, aside_chips=contest.entrants[name].chips, chips=0)
    change = {name: event.issued.get(name, 0) - event.returned.get(name, 0) for name in heat.seats.values()}
    return _with_chips(contest, change)


def _recorded(contest: Contest, event: e.HandRecorded) -> Contest:
    heat = contest.heats[event.heat]
    contest = _with_chips(contest, {each.name: each.net for each in event.results})
    contest = _with_chips(contest, {name: -lost for name, lost in event.lost.items()})
    for name in heat.seats.values():
        left = contest.entrants[name].missing_hands
        if left and name not in {each.name for each in event.results}:  # a sanction begins with the next hand
            contest = _changed(contest, name, missing_hands=left - 1)
    return _with_heat(contest, replace(heat, hand=heat.hand + 1, last_round=event.round, sealed={}, agreed=()))


def _ended(contest: Contest, event: e.HeatEnded) -> Contest:
    heat = contest.heats[event.heat]
    contest = _with_heat(contest, replace(heat, over=True, sealed={}))
    for name, reached in event.scores.items():
        entrant = contest.entrants[name]
        if heat.play_off:
            played = (*entrant.play_offs, reached)
            contest = _changed(contest, name, play_offs=played, chips=entrant.aside_chips, aside_chips=0)
        else:
            contest = _changed(contest, name, scores=(*entrant.scores, reached))
    return contest


def _session_ended(contest: Contest, event: e.SessionEnded) -> Contest:
    entrants: dict[str, Entrant] = dict(contest.entrants)
    last = event.session == len(contest.terms.programme.sessions)
    scores = {name: score(contest, contest.entrants[name]) for group in event.ranking for name in group}
    for name, reached in scores.items():
        entrant = entrants[name]
        went = entrant.exit if entrant.exit and entrant.exit.session == event.session else None
        if name in event.on or name in event.wild:
            entrants[name] = replace(entrant, status=EntrantStatus.IN, exit=None)
        elif went is None and not (last and entrant.status is EntrantStatus.IN):
            status = entrant.status if entrant.status is EntrantStatus.RETIRED else EntrantStatus.OUT
            gone = Exit(session=event.session, hand=END, score=reached, play_offs=entrant.play_offs)
            entrants[name] = replace(entrant, status=status, exit=gone)
    for name in event.wild:
        entrants[name] = replace(entrants[name], status=EntrantStatus.IN, exit=None)
    return replace(contest, entrants=entrants)
