"""What somebody may do now: commands are tried on the rules, so that no rule is written twice."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from mississippi_stud.fairness.shuffle import SECRET_BYTES
from mississippi_stud.messages import stable_name
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.decide import decide
from mississippi_stud.tournament.state import Breach, Contest, EntrantStatus, FeeKind
from mississippi_stud.tournament.terms import digest

_WORDS: Final = "–"
"""Stands for what the person who gives a command will say."""
_UNKNOWN: Final = bytes(SECRET_BYTES)
_NEXT: Final = "0" * 64
"""Stands for what the house will commit itself to."""


class TournamentOption(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done now."""

    command: str
    clause: Clause
    """The clause by which it would happen."""
    name: str = ""
    heat: int = 0
    kind: str = ""
    act: int = 0


def legal(rules: TournamentRules, contest: Contest, by: str, at: int) -> tuple[TournamentOption, ...]:
    """Return what a person may do in the tournament at a time."""
    found = []
    for command in _candidates(contest, by, at):
        try:
            events = decide(rules, contest, command)
        except Refused:
            continue
        kind = getattr(command, "kind", getattr(command, "breach", ""))
        found.append(
            TournamentOption(
                command=stable_name(type(command).__name__),
                clause=events[0].clause,
                name=getattr(command, "name", ""),
                heat=getattr(command, "heat", 0),
                kind=str(kind),
                act=getattr(command, "act", 0),
            )
        )
    return tuple(found)


def _candidates(contest: Contest, by: str, at: int) -> Iterator[c.Command]:
    """Yield every command that needs no more than is known here, with all who are meant by it."""
    stamped: dict[str, Any] = {"by": by, "at": at}
    if by in contest.officials:
        yield from _of_officials(contest, by, at)
    elif by not in contest.entrants:
        yield c.ApplyToEnter(name=by, accepts=digest(contest.terms), signed=True, **stamped)
    for name, entrant in contest.entrants.items():
        if by == entrant.player:
            yield c.WithdrawEntry(name=name, **stamped)
            yield c.NominateSubstitute(name=name, player=_WORDS, **stamped)
            yield c.RetirePlayer(name=name, **stamped)
            yield c.RaiseDispute(name=name, about=_WORDS, **stamped)
            heat = contest.heat_of(name)
            yield c.AgreeToConclude(name=name, agrees=heat is None or name not in heat.agreed, **stamped)
            yield from (c.BuyChips(name=name, kind=kind, **stamped) for kind in FeeKind)


def _of_officials(contest: Contest, by: str, at: int) -> Iterator[c.Command]:
    stamped: dict[str, Any] = {"by": by, "at": at}
    yield c.StepAway(**stamped) if by in contest.present else c.TakeCharge(**stamped)
    yield c.FillWithBots(count=1, **stamped)
    yield c.CloseEntries(**stamped)
    yield c.BriefPlayers(understood=tuple(contest.entrants), **stamped)
    yield c.PractiseHands(hands=1, **stamped)
    yield c.EndPractice(**stamped)
    yield c.EndSession(secret=contest.secret or _UNKNOWN, commitment=_NEXT, **stamped)
    yield c.DeclareResults(**stamped)
    yield c.PostponeTournament(why=_WORDS, **stamped)
    yield c.ResumeTournament(**stamped)
    yield from (c.UndoAct(act=number, **stamped) for number in contest.acts)
    for heat in contest.heats.values():
        yield c.ConcludeHeat(heat=heat.number, **stamped)
        yield c.DeclineConclusion(heat=heat.number, **stamped)
        yield from (c.BeginHeat(heat=heat.number, table=table, **stamped) for table in contest.tables[:1])
    for entrant in contest.with_status(EntrantStatus.APPLIED, EntrantStatus.IN):
        yield c.AdmitEntrant(name=entrant.name, **stamped)
        yield c.TurnAway(name=entrant.name, **stamped)
        yield c.NoteReturn(name=entrant.name, **stamped)
        for breach in Breach:
            yield c.NoteBreach(name=entrant.name, breach=breach, grounds=_WORDS, **stamped)
