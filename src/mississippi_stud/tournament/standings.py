"""Who stands where: in a heat, in a session and in the whole tournament. Equal scores share a place."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from mississippi_stud.tournament.programme import Counting, Pool, TieBreak
from mississippi_stud.tournament.state import END, Contest, Entrant, EntrantStatus

Groups = tuple[tuple[str, ...], ...]
"""Entrants by place, equal ones together and in the order of their entries."""


def grouped(scores: Mapping[str, tuple[int, ...]], numbers: Mapping[str, int]) -> Groups:
    """Return names by their scores, the highest first."""
    names = sorted(scores, key=lambda name: (tuple(-part for part in scores[name]), numbers[name]))
    return tuple(tuple(group) for _, group in groupby(names, key=scores.__getitem__))


def score(contest: Contest, entrant: Entrant) -> int:
    """Return what somebody's heats of the open session come to; a heat that is being played counts as it stands."""
    heat = contest.heat_of(entrant.name)
    running = (entrant.chips,) if heat is not None and heat.running and not heat.play_off else ()
    scores = (*entrant.scores, *running)
    if not scores:
        return 0
    return max(scores) if contest.play_session.counting is Counting.BEST else sum(scores)


def _key(contest: Contest, entrant: Entrant) -> tuple[int, ...]:
    """Whoever stayed in the session comes before those who went out; of these the later and the richer first."""
    if entrant.exit is not None and entrant.exit.session == contest.session and entrant.exit.hand != END:
        return (0, entrant.exit.hand, entrant.exit.score)
    return (1, score(contest, entrant), *entrant.play_offs)


def in_session(contest: Contest) -> list[Entrant]:
    """Return those who played the open session and are ranked in it."""
    ranked = (EntrantStatus.IN, EntrantStatus.OUT, EntrantStatus.RETIRED)
    played = {name for heat in contest.heats.values() for name in heat.players}
    return [each for each in contest.with_status(*ranked) if each.name in played and _ranked(contest, each)]


def _ranked(contest: Contest, entrant: Entrant) -> bool:
    """Whether somebody who left is still ranked, because their chips stand."""
    return entrant.status is not EntrantStatus.RETIRED or entrant.stands


def session_ranking(contest: Contest) -> Groups:
    """Return the places of the open session."""
    players = in_session(contest)
    width = max((len(each.play_offs) for each in players), default=0)
    keys = {each.name: _key(contest, each) for each in players}
    padded = {name: key + (-1,) * (3 + width - len(key)) for name, key in keys.items()}
    return grouped(padded, _numbers(contest))


def _numbers(contest: Contest) -> dict[str, int]:
    return {name: entrant.number for name, entrant in contest.entrants.items()}


def going_on(contest: Contest) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who goes on after the open session, and who must play off for the last places first."""
    session, ranking = contest.play_session, session_ranking(contest)
    able = {each.name for each in contest.with_status(EntrantStatus.IN, EntrantStatus.OUT)}
    able -= {each.name for each in contest.entrants.values() if each.exit and each.exit.session == contest.session}
    pools: Iterable[set[str]] = [able]
    if session.of is Pool.TABLE:
        pools = [able & set(heat.seats.values()) for heat in contest.heats.values() if not heat.play_off]
    on: list[str] = []
    for pool in pools:
        here = tuple(part for group in ranking if (part := tuple(name for name in group if name in pool)))
        through, tied = _best(here, session.best, session.ties, contest.entrants)
        if tied:
            return (), tied
        on += through
    return tuple(dict.fromkeys(on)), ()


def _best(
    ranking: Groups, best: int, ties: TieBreak, entrants: Mapping[str, Entrant]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the best of a ranking, and those who are equal for its last places if they must play off."""
    on: list[str] = []
    for group in ranking:
        left = best - len(on)
        if left <= 0:
            break
        if len(group) <= left or ties is TieBreak.ALL:
            on += group
        elif ties is TieBreak.LOT:
            on += sorted(group, key=lambda name: entrants[name].drawn)[:left]
        else:
            return (), group
    return tuple(on), ()


def first_place_tie(contest: Contest) -> tuple[str, ...]:
    """Return who must play off for the first place of the last session; whoever is out or has left cannot."""
    ranking = session_ranking(contest)
    if not contest.terms.programme.play_off_for_first or not ranking or len(ranking[0]) == 1:
        return ()
    able = all(contest.entrants[name].status is EntrantStatus.IN for name in ranking[0])
    return ranking[0] if able else ()


def final_ranking(contest: Contest) -> Groups:
    """Return the places of the whole tournament: the last session's, then those who went out before, latest first."""
    last = session_ranking(contest)
    placed = {name for group in last for name in group}
    keys: dict[str, tuple[int, ...]] = {}
    for entrant in contest.with_status(EntrantStatus.OUT, EntrantStatus.RETIRED):
        if entrant.name not in placed and entrant.exit is not None:
            went = entrant.exit
            keys[entrant.name] = (went.session, went.hand, went.score, *went.play_offs)
    width = max(map(len, keys.values()), default=0)
    padded = {name: key + (-1,) * (width - len(key)) for name, key in keys.items()}
    return (*last, *grouped(padded, _numbers(contest)))


def lowest(scores: Mapping[str, int], out: int) -> tuple[Sequence[str], bool]:
    """Return the `out` lowest, and whether that is decided: the last of them and the next above are not equal."""
    order = sorted(scores, key=lambda name: scores[name])
    if out >= len(order):
        return order[:-1], True
    return order[:out], scores[order[out - 1]] < scores[order[out]]


def needed_to_go_on(contest: Contest, name: str) -> int:
    """Return how many more chips would take the last place that goes on, if all others stayed as they are."""
    session = contest.play_session
    if not session.best:
        return 0
    pool = set(contest.entrants)
    if session.of is Pool.TABLE:
        pool = next((set(heat.seats.values()) for heat in contest.heats.values() if name in heat.seats.values()), pool)
    others = [score(contest, each) for each in in_session(contest) if each.name in pool and each.name != name]
    return _missing(others, session.best, score(contest, contest.entrants[name]))


def needed_to_stay(contest: Contest, name: str, hand: int) -> int:
    """Return how many more chips would keep somebody in after an elimination hand, if others stayed as they are."""
    heat = contest.heat_of(name)
    if heat is None or name not in contest.active(heat):
        return 0
    others = [contest.entrants[each].chips for each in contest.active(heat) if each != name]
    out = sum(cull.out for cull in contest.play_session.culls if cull.after_hand == hand)
    return _missing(others, max(1, len(others) + 1 - out), contest.entrants[name].chips)


def _missing(others: Sequence[int], places: int, own: int) -> int:
    """Return by how much `own` must grow to be above all but so many less one of the others."""
    if len(others) < places:
        return 0
    return max(0, sorted(others, reverse=True)[places - 1] + 1 - own)
