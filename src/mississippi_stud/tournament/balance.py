"""Balancing and breaking tables within a session, where its format says so (decision 588).

Only tables that have played the same number of hands exchange players, so that everybody plays as many as everybody
else (crown 12.1). Who moves, and where to, is drawn by the lot to which the house has committed itself. Chips stay with
their players.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from mississippi_stud.fairness.lot import lot
from mississippi_stud.round.refusal import Refused
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.authority import check_life, check_official, stamp
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.heats import first_bets
from mississippi_stud.tournament.seating import check_secret
from mississippi_stud.tournament.state import Contest, Heat, Life


class BalancePlan(NamedTuple):
    """What would make tables equal: players of one heat move, all of them if its table is broken."""

    source: int
    breaks: bool


def plan(contest: Contest) -> BalancePlan | None:
    """Return what is due: a table that is not needed any more is broken, or somebody moves from the fullest one."""
    if contest.life is not Life.IN_PLAY or not contest.play_session.balance:
        return None
    heats = _open(contest)
    if len(heats) < 2 or any(heat.play_off or not heat.running for heat in heats):
        return None
    sizes = {heat.number: len(contest.active(heat)) for heat in heats}
    smallest = min(sizes, key=lambda number: (sizes[number], -number))
    largest = max(sizes, key=lambda number: (sizes[number], -number))
    seats = contest.play_session.seats
    if -(-sum(sizes.values()) // seats) < len(heats):
        return BalancePlan(smallest, breaks=True)
    return BalancePlan(largest, breaks=False) if sizes[largest] - sizes[smallest] > 1 else None


def _open(contest: Contest) -> list[Heat]:
    """Return the heats that are not over; one that everybody has left plays no hand and waits for the Director."""
    return [heat for heat in contest.heats.values() if not heat.over and contest.active(heat)]


def waits(contest: Contest, heat: Heat) -> bool:
    """Whether the next hand of a heat waits until others have played as many and the tables are balanced."""
    if plan(contest) is None:
        return False
    return heat.hand >= max(each.hand for each in _open(contest))


def even(contest: Contest) -> bool:
    """Whether all heats that are played have had the same number of hands."""
    return len({heat.hand for heat in _open(contest)}) == 1


def check_balance(rules: TournamentRules, contest: Contest, heat: Heat) -> None:
    """Raise `Refused` for a hand that waits until the tables are balanced."""
    if waits(contest, heat):
        raise Refused("tables-to-balance", rules.term("tables-in-each-round"))


def balance(rules: TournamentRules, contest: Contest, command: c.BalanceTables) -> Iterator[e.Event]:
    """Move those whom the lot names to the tables with the fewest players."""
    check_official(rules, contest, command.by)
    clause, chance = rules.term("tables-in-each-round"), rules.chapter.equal_chance.clause
    check_life(contest, clause, Life.IN_PLAY)
    due = plan(contest)
    if due is None:
        raise Refused("tables-balanced", clause)
    if not even(contest):
        raise Refused("hands-uneven", chance)
    check_secret(rules, contest, command.secret, command.commitment)
    source = contest.heats[due.source]
    occasion = f"{contest.id}/{contest.session}/move/{source.number}/{source.hand}"
    order = lot(command.secret, occasion, contest.active(source))
    moves = _places(contest, source, order if due.breaks else order[:1])
    yield e.PlayersMoved(
        heat=source.number, breaks=due.breaks, moves=moves, order=order, secret=command.secret, **stamp(command, chance)
    )
    yield e.DrawCommitted(commitment=command.commitment, **stamp(command, chance))


def _places(contest: Contest, source: Heat, movers: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """Return the heat and the position of each mover: always at the table with the fewest players."""
    others = [heat for heat in _open(contest) if heat.number != source.number]
    taken = {heat.number: {at for at, name in heat.seats.items() if name in contest.active(heat)} for heat in others}
    moves = {}
    for name in movers:
        number = min(taken, key=lambda each: (len(taken[each]), each))
        position = next(at for at in range(1, contest.play_session.seats + 1) if at not in taken[number])
        taken[number].add(position)
        moves[name] = (number, position)
    return moves


def moved(contest: Contest, event: e.PlayersMoved) -> Contest:
    """Return the tournament with the players at their new places; how often each has bet first goes with them."""
    heats: dict[int, Heat] = dict(contest.heats)
    numbers = {event.heat, *(number for number, _ in event.moves.values())}
    firsts = {name: count for number in numbers for name, count in first_bets(contest, heats[number]).items()}
    source = heats[event.heat]
    left = {} if event.breaks else {at: name for at, name in source.seats.items() if name not in event.moves}
    gone = tuple(name for name in source.seats.values() if name not in left.values())
    heats[event.heat] = replace(source, seats=left, former=(*source.former, *gone), over=event.breaks)
    for name, (number, position) in event.moves.items():
        heat = heats[number]
        out = (heat.seats[position],) if position in heat.seats else ()
        heats[number] = replace(heat, seats={**heat.seats, position: name}, former=(*heat.former, *out))
    for number in numbers:
        heats[number] = _counted(heats[number], firsts)
    return replace(contest, heats=heats)


def _counted(heat: Heat, firsts: Mapping[str, int]) -> Heat:
    own = {name: firsts[name] for name in heat.seats.values()}
    return replace(heat, firsts=own, seated_at_hand=heat.hand, agreed=())
