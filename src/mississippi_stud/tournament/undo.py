"""Taking back what the Director entered, as long as nothing has been built upon it (decision 585).

An act keeps, in the state, what it changed as it was before. The next event about the same entrant, heat or part of
the tournament's life builds upon it; the act then stays, and what was before is forgotten.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from mississippi_stud.round.refusal import Refused
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.authority import check_official, stamp
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.state import Contest, DirectorAct, Progress

KEPT: Final = 20
"""How many acts are kept."""
UNDOABLE: Final = (
    c.AdmitEntrant, c.TurnAway, c.CloseEntries, c.BriefPlayers, c.SkipSession, c.PostponeTournament,
    c.ResumeTournament, c.ConcludeHeat, c.NoteBreach, c.NoteReturn, c.DisqualifyPlayer,
)  # fmt: skip
"""What can be taken back. A draw that was shown, a decision that is final and what follows from hands cannot."""
_OF_PROGRESS: Final = (e.LifeChanged, e.StepTaken, e.SessionSkipped, e.SessionMoved, e.HeatBegun)
_OF_HEAT: Final = (
    e.HeatBegun, e.PlayersMoved, e.HandRecorded, e.HandDropped, e.PlayersEliminated, e.CullOwed, e.HeatEnded,
    e.ConclusionAgreed, e.ConclusionDeclined,
)  # fmt: skip
_OF_ALL: Final = (e.SeatsDrawn, e.PlayOffCalled, e.SessionEnded, e.ResultsDeclared, e.TermsRevised)
_OF_NOBODY: Final = (e.TournamentDisputeRaised, e.ConclusionAgreed)
"""Events that name an entrant and change nothing about one."""


def numbered(contest: Contest, command: c.Command, events: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    """Return the events of a command with the number of its act, if it can be taken back."""
    ended = any(isinstance(event, e.HeatEnded) and not event.early for event in events)
    if not isinstance(command, UNDOABLE) or ended:
        return events
    return tuple(replace(event, act=contest.acted + 1) for event in events)


def undo(rules: TournamentRules, contest: Contest, command: c.UndoAct) -> Iterator[e.Event]:
    """Take an act back, or say what has been built upon it."""
    check_official(rules, contest, command.by)
    clause, act = rules.term("conducted-by-terms-and-rules"), contest.acts.get(command.act)
    if act is None:
        raise Refused("no-such-act", clause, act=command.act)
    if act.built_on:
        raise Refused("act-built-upon", clause, act=act.event, built_on=act.built_on)
    yield e.ActUndone(undone=act.number, **stamp(command, clause))


def restored(contest: Contest, event: e.ActUndone) -> Contest:
    """Return the tournament with everything that an act changed as it was before."""
    act = contest.acts[event.undone]
    progress = (
        {} if act.progress is None else {name: getattr(act.progress, name) for name in act.progress.__struct_fields__}
    )
    entrants, heats = {**contest.entrants, **act.entrants}, {**contest.heats, **act.heats}
    return replace(contest, entrants=entrants, heats=heats, **progress)


def acts_after(contest: Contest, event: e.Event) -> Mapping[int, DirectorAct]:
    """Return the acts after an event; `contest` is the state before it."""
    names, heats = _names(contest, event), _heats(contest, event)
    acts = {
        number: _built(act, event) if number != event.act and _builds(event, act, names, heats) else act
        for number, act in contest.acts.items()
    }
    if isinstance(event, e.ActUndone):
        del acts[event.undone]
        for number, act in acts.items():
            if act.built_act == event.undone:
                acts[number] = replace(act, built_on="", built_act=0)
    elif event.act:
        acts[event.act] = _kept(contest, event, names, heats)
    return acts if len(acts) <= KEPT else dict(sorted(acts.items())[-KEPT:])


def _kept(contest: Contest, event: e.Event, names: set[str], heats: set[int]) -> DirectorAct:
    """Return the act of an event with what the event changes as it was before, unless an earlier one has kept that."""
    act = contest.acts.get(event.act) or DirectorAct(
        number=event.act,
        by=event.by,
        at=event.at,
        event=str(event.__struct_config__.tag),
        name=getattr(event, "name", ""),
        heat=getattr(event, "heat", 0),
    )
    if isinstance(event, e.LifeChanged):
        act = replace(act, event=str(event.__struct_config__.tag), life=event.life)
    progress = act.progress
    if progress is None and isinstance(event, _OF_PROGRESS):
        progress = Progress(**{name: getattr(contest, name) for name in Progress.__struct_fields__})
    entrants = {name: contest.entrants[name] for name in names} | dict(act.entrants)
    return replace(
        act,
        entrants=entrants,
        heats={number: contest.heats[number] for number in heats} | dict(act.heats),
        progress=progress,
    )


def _built(act: DirectorAct, event: e.Event) -> DirectorAct:
    """Return an act upon which an event builds: for good, or until another act that builds upon it is taken back."""
    name = act.built_on or str(event.__struct_config__.tag)
    if event.act:
        return act if act.built_on else replace(act, built_on=name, built_act=event.act)
    return replace(act, built_on=name, built_act=0, entrants={}, heats={}, progress=None)


def _names(contest: Contest, event: e.Event) -> set[str]:
    """Return the entrants about whom an event is."""
    if isinstance(event, _OF_NOBODY):
        return set()
    of_heat = {name for number in _heats(contest, event) for name in contest.heats[number].seats.values()}
    own = getattr(event, "name", "")
    return of_heat | ({own} if own else set())


def _heats(contest: Contest, event: e.Event) -> set[int]:
    """Return the heats about which an event is: its own, and those that were played at a table that serves another."""
    match event:
        case e.HeatBegun(heat=number, table=table):
            return {number, *(each.number for each in contest.heats.values() if each.table == table)}
        case e.TablesDesignated(tables=tables):
            return {each.number for each in contest.heats.values() if each.table and each.table not in tables}
        case e.PlayersMoved(heat=number, moves=moves):
            return {number, *(each for each, _ in moves.values())}
        case _ if isinstance(event, _OF_HEAT):
            return {event.heat}
        case _:
            return set()


def _builds(event: e.Event, act: DirectorAct, names: set[str], heats: set[int]) -> bool:
    """Whether an event builds upon an act."""
    if isinstance(event, _OF_ALL) or names & set(act.entrants) or heats & set(act.heats):
        return True
    return act.progress is not None and isinstance(event, _OF_PROGRESS)
