"""Who may do what in a tournament, and when: the checks that all its decisions share."""

from typing import Any

from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.state import Contest, Entrant, Heat, Life


def check_life(contest: Contest, clause: Clause, *allowed: Life) -> None:
    """Raise `Refused` unless the tournament is in one of these parts of its life."""
    if contest.life not in allowed:
        raise Refused("tournament-not-there", clause, life=contest.life, allowed=allowed)


def check_charge(rules: TournamentRules, contest: Contest, began_at: int | None = None) -> None:
    """Raise `Refused` if neither the Director nor a deputy is present, or was when something began."""
    rule = rules.chapter.director_present
    if rule.value and not contest.present and (began_at is None or began_at >= contest.absent_since):
        raise Refused("director-absent", rule.clause)


def check_official(rules: TournamentRules, contest: Contest, by: str) -> None:
    """Raise `Refused` for anybody but the Director or a deputy who is present."""
    clause = rules.chapter.director_present.clause
    if by not in contest.officials:
        raise Refused("not-an-official", clause, by=by)
    if by not in contest.present:
        raise Refused("director-absent", clause)


def check_director(rules: TournamentRules, contest: Contest, by: str) -> None:
    """Raise `Refused` for anybody but the Director: deputies are the Director's to choose."""
    rule = rules.chapter.deputies
    if by != contest.director or not rule.value:
        raise Refused("not-the-director", rule.clause)


def check_no_official(rules: TournamentRules, contest: Contest, person: str) -> None:
    """Raise `Refused` for the Director or a deputy who would play: they are present to conduct it."""
    if person in contest.officials:
        raise Refused("official-plays", rules.chapter.director_present.clause, name=person)


def check_steps(rules: TournamentRules, contest: Contest, *steps: str) -> None:
    """Raise `Refused` for everything at once that must come first and has not been done."""
    left = tuple(each for each in steps if each not in contest.steps)
    if left:
        raise Refused("steps-missing", rules.step(left[0]), items=tuple((each, rules.step(each)) for each in left))


def entrant_of(rules: TournamentRules, contest: Contest, name: str) -> Entrant:
    """Return an entrant by name, or raise `Refused`."""
    if name not in contest.entrants:
        raise Refused("not-an-entrant", rules.term("method-of-entry"), name=name)
    return contest.entrants[name]


def check_own(rules: TournamentRules, contest: Contest, name: str, by: str) -> Entrant:
    """Return an entrant who acts for themselves, or for whom an official acts; raise `Refused` otherwise."""
    entrant = entrant_of(rules, contest, name)
    if by not in (entrant.player, *contest.officials):
        raise Refused("not-that-entrant", rules.term("abide-or-risk-disqualification"), name=name)
    return entrant


def heat_numbered(rules: TournamentRules, contest: Contest, number: int, began_at: int | None = None) -> Heat:
    """Return a heat of the open session that is not over, or raise `Refused`.

    What began before the tournament was postponed is played to its end.
    """
    heat, life = contest.heats.get(number), contest.life
    if life is Life.POSTPONED and began_at is not None and began_at < contest.postponed_at:
        life = contest.resumes
    if heat is None or heat.over or life is not Life.IN_PLAY:
        raise Refused("no-such-heat", rules.term("rounds-and-sessions"), heat=number)
    return heat


def running_heat(rules: TournamentRules, contest: Contest, number: int, began_at: int | None = None) -> Heat:
    """Return a heat that is being played, or raise `Refused`."""
    heat = heat_numbered(rules, contest, number, began_at)
    if not heat.running:
        raise Refused("heat-not-begun", rules.term("rounds-and-sessions"), heat=number)
    return heat


def stamp(command: Any, clause: Clause) -> dict[str, Any]:
    """Return the fields that every event of a command has."""
    return {"at": command.at, "by": command.by, "clause": clause}
