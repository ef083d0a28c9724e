"""What a command in a tournament changes at the table that it concerns, in the same commit (decision 541)."""

from collections.abc import Sequence

from msgspec.structs import replace

from mississippi_stud.floor.streams import Context
from mississippi_stud.floor.tournament_tables import HeatTable
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.table import commands as tc
from mississippi_stud.table.events import TableClosed
from mississippi_stud.table.state import Table as GamingTable
from mississippi_stud.tournament import TournamentRules
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.practice_hands import practising
from mississippi_stud.tournament.recording import all_agree
from mississippi_stud.tournament.state import Contest, DirectorAct, Entrant


def _table_of(context: Context, rules: TournamentRules, name: str) -> HeatTable:
    table: GamingTable | None = context.need(name)
    if table is None or table.closed:
        raise Refused("table-not-designated", rules.step("tables-designated"), table=name)
    return HeatTable(context, rules.book, table)


def at_table(
    context: Context, rules: TournamentRules, before: Contest, after: Contest, command: c.Command, events: list[e.Event]
) -> dict[str, Sequence[object]]:
    """Return what a command changes at the table that it concerns, in the same commit."""
    match command:
        case c.BeginHeat(heat=number, table=name):
            run = _table_of(context, rules, name)
            run.clear(reason="heat-begins")
            run.seat(after, after.heats[number])
            return {name: run.events}
        case c.SeatPractice(practice=number, table=name):
            run = _table_of(context, rules, name)
            run.clear(reason="heat-begins")
            group = after.practice[number]
            run.seat(practising(after, group), group)
            return {name: run.events}
        case c.LeavePractice(practice=number):
            run = _table_of(context, rules, before.practice[number].table)
            run.clear(reason="practice-over")
            return {run.table.id: run.events}
        case c.BalanceTables():
            return _balanced(context, rules, before, after)
        case c.ConcludeHeat(heat=number):
            run = _table_of(context, rules, after.heats[number].table)
            if run.in_hand:
                raise Refused("hand-in-play", rules.book.play.absent.clause, position=0)
            run.clear(reason="heat-concluded")
            return {run.table.id: run.events}
        case c.AgreeToConclude(name=name):
            heat = after.heat_of(name)
            if heat is None or not all_agree(after, heat):
                return {}
            run = _table_of(context, rules, heat.table)
            if run.table.round is not None and run.table.round.phase is Phase.BETTING:
                run.void(reason="heat-agreed")  # no card is out: the hand waits for the Director
            return {run.table.id: run.events}
        case c.UndoAct(act=number):
            return _undone(context, rules, after, before.acts[number])
        case c.ReleaseTable(table=name):
            return {name: closed(context, rules, name)}
        case c.RetirePlayer(name=name):
            _check_no_hand(context, rules, before, before.entrants[name])
            return _left(context, rules, before, before.entrants[name])
        case c.NoteBreach(name=name) | c.DisqualifyPlayer(name=name):
            return _sanctioned(context, rules, before, before.entrants[name], events)
        case _:
            return {}


def _balanced(context: Context, rules: TournamentRules, before: Contest, after: Contest) -> dict[str, Sequence[object]]:
    """Have those who move leave their table and sit down at another, none of which has a hand open."""
    found: dict[str, Sequence[object]] = {}
    for number, heat in after.heats.items():
        was = before.heats[number]
        if heat == was:
            continue
        run = _table_of(context, rules, heat.table)
        if run.table.round is not None:
            raise Refused("hand-in-play", rules.book.play.absent.clause, position=0)
        there = after.active(heat)
        run.dismiss([at for at in run.table.seats if was.seats.get(at) not in there])
        run.seat(after, heat)
        found[heat.table] = run.events
    return found


def _undone(
    context: Context, rules: TournamentRules, contest: Contest, act: DirectorAct
) -> dict[str, Sequence[object]]:
    """Have a heat that ended sit down again; refuse where somebody already sits out a hand for what is undone."""
    found: dict[str, Sequence[object]] = {}
    for number in act.heats:
        heat = contest.heats[number]
        run = _table_of(context, rules, heat.table)
        run.seat(contest, heat)
        found[heat.table] = run.events
    for name in act.entrants:
        heat_now = contest.heat_of(name)
        if act.heats or heat_now is None or not heat_now.running:
            continue
        run = _table_of(context, rules, heat_now.table)
        position = next(position for position, each in heat_now.seats.items() if each == name)
        seat = run.table.seats.get(position)
        if run.table.round is not None and (seat is None or seat.sits_out):
            raise Refused("hand-in-play", rules.book.play.absent.clause, position=position)
    return found


def closed(context: Context, rules: TournamentRules, name: str) -> Sequence[object]:
    """Return the events that close a table: it was designated for this tournament and served nothing else."""
    run = _table_of(context, rules, name)
    run.clear(reason="tournament-over")
    run.add(TableClosed(context.at, tc.FLOOR, clause=rules.chapter.tables_exclusive.clause))
    return run.events


def _lying(context: Context, contest: Contest, entrant: Entrant) -> tuple[str, int]:
    """Return the table at which somebody has a hand in play, and how many of their chips lie there."""
    heat = contest.heat_of(entrant.name)
    table: GamingTable | None = context.need(heat.table) if heat is not None and heat.running else None
    if table is None or table.round is None:
        return "", 0
    own = (hand for hand in table.round.hands.values() if hand.player == entrant.player)
    return table.id, sum(stake.cents for hand in own for stake in hand.stakes.values())


def _check_no_hand(context: Context, rules: TournamentRules, contest: Contest, entrant: Entrant) -> None:
    """Raise `Refused` if somebody would retire while their hand is in play: its chips are not theirs to keep."""
    table, lying = _lying(context, contest, entrant)
    if table and lying:
        raise Refused("hand-in-play", rules.book.play.absent.clause, position=0)


def _left(context: Context, rules: TournamentRules, contest: Contest, entrant: Entrant) -> dict[str, Sequence[object]]:
    """Have somebody who retires leave the table where they have no hand in play."""
    heat = contest.heat_of(entrant.name)
    if heat is None or not heat.running:
        return {}
    run = _table_of(context, rules, heat.table)
    run.dismiss([position for position, name in heat.seats.items() if name == entrant.name])
    return {heat.table: run.events}


def _sanctioned(
    context: Context, rules: TournamentRules, contest: Contest, entrant: Entrant, events: list[e.Event]
) -> dict[str, Sequence[object]]:
    """Let a fine take no chips that lie on the table, and have the table know, whose next wager is decided anew."""
    name, lying = _lying(context, contest, entrant)
    if not name:
        return {}
    for number, event in enumerate(events):
        if isinstance(event, e.BreachNoted):
            events[number] = replace(event, chips=min(event.chips, entrant.chips - lying))
    return {}
