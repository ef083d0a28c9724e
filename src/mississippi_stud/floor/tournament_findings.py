"""What is significant in a tournament: its officials read of it in the reports, the inspectorate first (12.4.1(c))."""

from collections.abc import Mapping
from typing import Any, Final

from mississippi_stud.floor.significance import Finding, Judge, Occurrence
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.state import Contest, Life


def _titled(seen: Occurrence[Contest, Any]) -> dict[str, Any]:
    return {"title": seen.fold()[1].terms.title, "clause": seen.event.clause}


def _advised(seen: Occurrence[Contest, e.StepTaken]) -> Finding | None:
    if seen.event.step != "inspectorate-advised":
        return None
    _, contest = seen.fold()
    return Finding("tournament-advised", {**_titled(seen), "version": contest.version})


def _changed(seen: Occurrence[Contest, e.LifeChanged]) -> Finding | None:
    event = seen.event
    if event.life not in (Life.POSTPONED, Life.CANCELLED, Life.FINAL):
        return None
    return Finding(f"tournament-{event.life}", {**_titled(seen), "why": event.why})


def _decided(seen: Occurrence[Contest, e.TournamentDisputeDecided]) -> Finding:
    return Finding("tournament-dispute", {**_titled(seen), "decision": seen.event.decision})


OF_TOURNAMENTS: Final[Mapping[type[Any], Judge]] = {
    e.StepTaken: _advised,
    e.LifeChanged: _changed,
    e.TournamentDisputeDecided: _decided,
}
