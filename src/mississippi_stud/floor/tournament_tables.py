"""The tables of a tournament: real tables whose seats, turns and stacks the tournament decides (decision 541).

Every command at such a table is decided with its tournament locked, and what a hand comes to is recorded there in the
same commit. No chip moves before: the ledger learns a wager, a secret one above all, when its hand is settled.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from mississippi_stud.fairness.shuffle import round_id
from mississippi_stud.floor.streams import Context
from mississippi_stud.money import Cents
from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds, Phase, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import DecisionOrder, Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import decide, evolve
from mississippi_stud.table import events as e
from mississippi_stud.table.clock import BEGIN
from mississippi_stud.table.state import Clocks, Table
from mississippi_stud.tournament import TournamentRules, play, rules_of
from mississippi_stud.tournament.authority import check_charge, check_life
from mississippi_stud.tournament.balance import check_balance
from mississippi_stud.tournament.commands import Command as ContestCommand
from mississippi_stud.tournament.commands import DropHand, RecordHand, RecordPractice, SealWager
from mississippi_stud.tournament.events import Event as ContestEvent
from mississippi_stud.tournament.heats import betting_order, playing, result_of, setup_of
from mississippi_stud.tournament.practice_hands import practising, running
from mississippi_stud.tournament.recording import check_played_on, check_time
from mississippi_stud.tournament.state import ENDED, Contest, Heat, Life

PREFIX: Final = "tournament:"
CLOCKS: Final = Clocks(betting_seconds=20, decision_seconds=20, between_seconds=8)
"""The time that players have at a tournament table, and between two hands to see how one ended."""
_ALLOWED: Final = (
    c.PlaceWagers, c.Play, c.CommitSeed, c.ChooseNoAnswer, c.ChoosePace, c.TakeTime, c.SayPhrase, c.NoteConnection,
    c.MoveDeadlines, c.TimeUp, c.Void, c.CommitAnew, c.CallSupervisor, c.AnswerCall, c.CloseCall,
)  # fmt: skip
"""What is done at the table itself: seats are given and taken by the tournament alone."""


def contest_rules(context: Context, contest: Contest) -> TournamentRules:
    """Return the rules under which a tournament was begun."""
    return rules_of(context.book(contest.book), context.book(contest.chapter))


def heat_at(contest: Contest, table: str) -> Heat | None:
    """Return the heat that is being played at a table."""
    return next((heat for heat in contest.heats.values() if heat.running and heat.table == table), None)


def played_at(contest: Contest, table: str) -> tuple[Contest, Heat | None]:
    """Return the heat or the practice at a table, and the tournament as it is there."""
    group = next((each for each in running(contest) if each.table == table), None)
    return (contest, heat_at(contest, table)) if group is None else (practising(contest, group), group)


class HeatTable:
    """A table of a tournament while a command changes it: the events so far, and the table after them."""

    def __init__(self, context: Context, book: Rulebook, table: Table) -> None:
        self.context, self.book, self.table = context, book, table
        self.events: list[e.Event] = []

    @property
    def in_hand(self) -> bool:
        """Whether a hand is in play."""
        return self.table.round is not None and bool(self.table.round.live_hands())

    def do(self, command: c.Command) -> None:
        """Carry a command out at the table."""
        command = replace(command, at=self.context.at)
        for event in decide(self.book, self.table, command, secret=self.context.secret):
            self.add(event)

    def add(self, event: e.Event) -> None:
        """Add an event of the table."""
        self.events.append(event)
        self.table = evolve(self.table, event)

    def seat(self, contest: Contest, heat: Heat) -> None:
        """Seat the players of a heat as they were drawn, under the limits of the terms."""
        limits = setup_of(contest, heat, self.table.dealing).limits
        if self.table.limits != limits:
            clause = self.book.limits.above_maximum.clause
            self.add(e.LimitsChanged(self.context.at, c.FLOOR, limits=limits, clause=clause))
        for position, name in sorted(heat.seats.items()):
            if name in contest.active(heat) and position not in self.table.seats:
                entrant = contest.entrants[name]
                self.do(c.Sit(position=position, player=entrant.player, by=c.FLOOR, bot=entrant.bot))

    def prepare(self, rules: TournamentRules, contest: Contest, heat: Heat) -> None:
        """Say who plays the next hand and in which order they bet."""
        able = playing(contest, heat)
        for position, seat in self.table.seats.items():
            if seat.sits_out != (position not in able):
                self.do(c.SitOut(position=position, out=position not in able, by=c.FLOOR))
        order = _order(rules, contest, heat)
        if order != self.table.order:
            clause = rules.chapter.equal_chance.clause
            self.add(e.TurnsOrdered(self.context.at, c.FLOOR, order=order, clause=clause))

    def dismiss(self, positions: Sequence[int]) -> None:
        """Have these positions left."""
        for position in positions:
            if position in self.table.seats:
                self.do(c.Stand(position=position, by=c.FLOOR))

    def void(self, reason: str) -> None:
        """Void a round that is still open."""
        if self.table.round is not None:
            clause = self.book.wagers[Wager.ANTE].on_misdeal.clause
            self.do(c.Void(clause=clause, reason=reason, by=c.FLOOR))

    def clear(self, reason: str) -> None:
        """Void a round that is still open, and have every seat left."""
        self.void(reason)
        self.dismiss(tuple(self.table.seats))


def _order(rules: TournamentRules, contest: Contest, heat: Heat) -> tuple[int, ...]:
    """Return in which order the positions bet in the next hand; empty where the book orders the betting itself."""
    play_rules, fixed = rules.book.play, DecisionOrder.FROM_DEALERS_LEFT
    if fixed in (play_rules.third_street_order.value, play_rules.later_streets_order.value):
        return ()
    return betting_order(contest, heat, heat.hand + 1)


# Commands at the table.


def decide_at(context: Context, stream: str, table: Table, command: c.Command) -> dict[str, Sequence[object]]:
    """Return the events of a command at a table of a tournament, the tournament's own among them."""
    logged: Contest = context.need(table.contest)
    rules = contest_rules(context, logged)
    contest, heat = played_at(logged, stream)
    _check(rules, contest, heat, table, command)
    run = HeatTable(context, rules.book, table)
    if heat is not None and _opens(table, command):
        if isinstance(command, c.TimeUp) and not _may_begin(context, rules, contest, heat):
            return {}  # tried again at the next tick of the clock
        _check_begin(context, rules, contest, heat)
        run.prepare(rules, contest, heat)
    run.do(command)
    if heat is None:
        return {stream: run.events}
    try:
        _check_stacks(rules, contest, heat, run)
    except Refused:
        if isinstance(command, c.TimeUp) and command.funded:
            return decide_at(context, stream, table, replace(command, funded=False))
        raise
    follows = tuple(_follows(context, contest, heat, table, run, command))
    after, events = play(rules, contest, *follows) if contest.life not in ENDED else (contest, ())
    over = any(isinstance(each, RecordHand) for each in follows)
    if contest is not logged:
        events = _practised(context, rules, logged, heat, run) if over else ()
    elif over:
        _dismiss_out(run, after, heat.number)
    return {stream: _logged(run, command), **({table.contest: events} if events else {})}


def _practised(
    context: Context, rules: TournamentRules, contest: Contest, group: Heat, run: HeatTable
) -> tuple[ContestEvent, ...]:
    """Return what is kept of a practice hand: that it was played. Whoever has practised enough leaves."""
    noted = RecordPractice(at=context.at, by=c.FLOOR, practice=group.number)
    after, events = play(rules, contest, noted)
    if after is None or group.number not in after.practice:
        run.dismiss(tuple(run.table.seats))
    return events


def _logged(run: HeatTable, command: c.Command) -> Sequence[e.Event]:
    """Return the events to log: a wager that changes nothing is noted, so that its duplicate cannot act later."""
    if not run.events and isinstance(command, c.PlaceWagers):
        run.add(e.SeatReady(run.context.at, command.by, position=command.position, ready=command.ready))
    return run.events


def _check(rules: TournamentRules, contest: Contest, heat: Heat | None, table: Table, command: c.Command) -> None:
    """Raise `Refused` for what only the tournament does at its table, and for a wager that its terms do not take."""
    exclusive = rules.chapter.tables_exclusive.clause
    if not isinstance(command, _ALLOWED):
        raise Refused("table-of-tournament", exclusive, table=table.id, tournament=contest.id)
    if heat is None or not isinstance(command, c.PlaceWagers | c.Play):
        return
    do = command.do if isinstance(command, c.Play) else command
    if isinstance(do, rc.Leave | rc.Retract) or getattr(do, "tokens_cents", None):
        raise Refused("table-of-tournament", exclusive, table=table.id, tournament=contest.id)
    if isinstance(do, c.PlaceWagers):
        name, able = heat.seats.get(do.position, ""), playing(contest, heat)
        clause, terms = rules.term("minimum-or-compulsory-wager"), contest.terms.wager
        if do.wagers and do.position not in able:
            raise Refused("not-playing", clause, name=name)
        if terms.compulsory and do.ready and do.position in able and Wager.ANTE not in do.wagers:
            raise Refused("compulsory-wager", clause, name=name, chips=terms.minimum_chips)


def _opens(table: Table, command: c.Command) -> bool:
    """Whether a command would open the next round."""
    if table.round is not None:
        return False
    match command:
        case c.PlaceWagers(wagers=wagers):
            return bool(wagers)
        case c.TimeUp(key=key):
            return key.endswith(BEGIN)
        case _:
            return False


def _check_begin(context: Context, rules: TournamentRules, contest: Contest, heat: Heat) -> None:
    """Raise `Refused` unless the next hand may begin: the tournament goes on, somebody is in charge, there is time."""
    check_life(contest, rules.term("rounds-and-sessions"), Life.IN_PLAY)
    check_charge(rules, contest)
    check_time(rules, contest, heat, context.at)
    check_played_on(rules, contest, heat)
    check_balance(rules, contest, heat)


def _may_begin(context: Context, rules: TournamentRules, contest: Contest, heat: Heat) -> bool:
    try:
        _check_begin(context, rules, contest, heat)
    except Refused:
        return False
    return True


def _check_stacks(rules: TournamentRules, contest: Contest, heat: Heat, run: HeatTable) -> None:
    """Raise `Refused` if a wager that was just made is more than its player's stack."""
    made = {event.position: event.stake.cents for event in run.events if isinstance(event, r.WagerPlaced)}
    state = run.table.round or run.table.last_round
    if state is None:
        return
    for position, cents in made.items():
        name, lying = heat.seats[position], _lying(state, position)
        if lying > contest.entrants[name].chips:
            left = contest.entrants[name].chips - lying + cents
            raise Refused("stack-short", rules.term("same-starting-bank"), name=name, chips=cents, stack=left)


def _lying(state: State, position: int) -> int:
    return sum(stake.cents for stake in state.hands[position].stakes.values())


class HeatStack(NamedTuple):
    """What somebody at the table of a tournament has left to wager."""

    cents: Cents
    """Hundredths of a chip: those that lie on the table are not theirs to wager again."""
    secrets_left: int
    """How many secret wagers they may still make in the session; 0 as long as one of theirs is in play."""


def stack_at(contest: Contest, table: Table, player: str) -> HeatStack | None:
    """Return what somebody has left at a table of a tournament; None if they play in no heat there."""
    contest, heat = played_at(contest, table.id)
    entrant = next((each for each in contest.entrants.values() if each.player == player), None)
    state = table.round
    if entrant is None or heat is None or entrant.name not in heat.seats.values():
        return None
    left = 0 if entrant.name in heat.sealed else contest.terms.secrets_each_session - entrant.secrets
    lying = 0
    if state is not None and heat.last_round != round_id(table.id, table.number):
        lying = sum(_lying(state, position) for position, hand in state.hands.items() if hand.player == player)
    return HeatStack(Cents(entrant.chips - lying), left)


def _follows(
    context: Context, contest: Contest, heat: Heat, before: Table, run: HeatTable, command: c.Command
) -> Iterator[ContestCommand]:
    """Yield what happened at the table as commands of its tournament."""
    for event in run.events:
        match event:
            case r.WagerPlaced(position=position, wager=wager, stake=stake) if stake.secret:
                name = heat.seats[position]
                by = contest.entrants[name].player
                yield SealWager(at=context.at, by=by, name=name, wager=wager, chips=stake.cents)
            case r.RoundSettled():
                yield _record(context, contest, heat, run)
            case r.RoundVoided():
                if isinstance(command, c.TimeUp) and command.key.endswith(f"/{Phase.BETTING}"):
                    yield _record(context, contest, heat, run)  # the hand has come and nobody bet
                else:
                    yield DropHand(at=context.at, by=c.FLOOR, heat=heat.number)
            case _:
                pass


def _record(context: Context, contest: Contest, heat: Heat, run: HeatTable) -> RecordHand:
    """Return what records the hand: the result of everybody who is still in the heat."""
    state, active = run.table.last_round, contest.active(heat)
    results = () if state is None or state.phase is Phase.VOID else result_of(heat, state)
    return RecordHand(
        at=context.at,
        by=c.FLOOR,
        heat=heat.number,
        round=round_id(run.table.id, run.table.number),
        began_at=heat.began_at or 0,
        results=tuple(each for each in results if each.name in active),
    )


def _dismiss_out(run: HeatTable, contest: Contest | None, number: int) -> None:
    """Have those leave who are out or have left, and everybody once the heat is over."""
    assert contest is not None, "it was there before"  # noqa: S101
    heat = contest.heats[number]
    stay = () if heat.over else contest.active(heat)
    run.dismiss([position for position, name in heat.seats.items() if name not in stay])


# A table for a tournament.


def opening(contest: Contest, book: Rulebook) -> dict[str, object]:
    """Return the options of `OpenTable` for a table of a tournament."""
    wager, seats = contest.terms.wager, max((each.seats for each in contest.terms.programme.sessions), default=0)
    most = None if wager.maximum_chips is None else wager.maximum_chips
    return {
        "dealing": next(iter(book.dealing.methods)),
        "positions": min(seats, book.positions.maximum.value),
        "limits": {Wager.ANTE: Bounds(wager.minimum_chips, most)},  # type: ignore[arg-type]
        "clocks": CLOCKS,
        "tournament": True,
        "bots": 0 if contest.terms.number_of_players is None else min(1, contest.terms.number_of_players.bots),
    }
