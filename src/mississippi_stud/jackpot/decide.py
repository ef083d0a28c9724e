"""Turn a command into events, or refuse it with a clause: opening, linking, closing and changing meters.

`games` has the jackpot games of the tables, from the wagers to the prizes.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_never

from msgspec.structs import replace

from mississippi_stud.jackpot import commands as c
from mississippi_stud.jackpot import events as e
from mississippi_stud.jackpot import games
from mississippi_stud.jackpot.evolve import evolve
from mississippi_stud.jackpot.state import (
    EVERY_TABLE,
    AdditionReason,
    Change,
    Meter,
    MeterNotice,
    Meters,
    MeterTerms,
    TableLink,
    exact,
)
from mississippi_stud.jackpot.terms import check_cost, least_of, rules_of, terms_of
from mississippi_stud.messages import MINUTE
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause, Count, Rulebook, RuledValue, clause_of


def decide(book: Rulebook, meters: Meters, command: c.Command) -> tuple[e.Event, ...]:
    """Return the events of the command; raise `Refused` if the book does not allow it."""
    jackpot, _ = rules_of(book)
    if command.at < meters.at:
        raise Refused("too-early", jackpot.wager.clause, at=command.at, last=meters.at)
    match command:
        case c.OpenMeter():
            return _open(book, meters, command)
        case c.DisplayNotice(notice=notice):
            return _display(book, meters, notice, command.at)
        case c.AddTable():
            return _add(book, meters, command)
        case c.RemoveTable(table=table):
            return _remove(book, meters, table, command.at)
        case c.MoveTable(table=table, meter=name):
            return _move(book, meters, table, name, command.at)
        case c.SetEquipment():
            return _equipment(book, meters, command)
        case c.CloseMeter():
            return _close(book, meters, command)
        case c.ReceiveValue():
            return _receive(book, meters, command)
        case c.ChangeOption():
            return _change_option(book, meters, command)
        case c.CorrectMeter():
            return _correct(book, meters, command)
        case c.Register():
            return games.register(book, meters, command)
        case c.CancelGame():
            return games.cancel(book, meters, command)
        case c.CancelMistake():
            return games.cancel_mistake(book, meters, command)
        case c.RetractWagers(table=table, positions=positions):
            return games.retract(book, meters, table, positions, command.at)
        case c.Carry(table=table):
            return games.carry(book, meters, table, command.at)
        case c.RecordOutcome():
            return games.record(book, meters, command)
        case c.DocumentPrizes(table=table, by=by):
            return games.document(book, meters, table, by, command.at)
        case c.ReturnPrize():
            return tuple(_return_prize(book, meters, command))
        case _:
            assert_never(command)


def play(book: Rulebook, meters: Meters, *commands: c.Command) -> tuple[Meters, tuple[e.Event, ...]]:
    """Decide and evolve the commands in turn; return the meters after them and all their events."""
    happened: list[e.Event] = []
    for command in commands:
        for event in decide(book, meters, command):
            meters = evolve(meters, event)
            happened.append(event)
    return meters, tuple(happened)


def open_meter(book: Rulebook, meters: Meters, name: str) -> Meter:
    """Return a running meter by name, or raise `Refused`."""
    meter = meters.meters.get(name)
    if meter is None or not meter.open:
        jackpot, _ = rules_of(book)
        running = tuple(each.id for each in _running(meters))
        raise Refused("no-such-meter", jackpot.wager.clause, meter=name, meters=running)
    return meter


def _running(meters: Meters) -> Iterator[Meter]:
    return (meter for meter in meters.meters.values() if meter.open)


# Opening.


def _open(book: Rulebook, meters: Meters, command: c.OpenMeter) -> tuple[e.Event, ...]:
    jackpot, _ = rules_of(book)
    if command.meter in meters.meters:
        raise Refused("meter-taken", jackpot.wager.clause, meter=command.meter)
    terms = terms_of(book, command.offer)
    _check_beside(book, meters, terms)
    for table in command.tables:
        _check_free(book, meters, table)
    value = terms.seed_cents if command.value_cents is None else command.value_cents
    if jackpot.never_below_seed.value and value < terms.seed_cents:
        raise Refused("below-seed", jackpot.never_below_seed.clause, offered=value, minimum=terms.seed_cents)
    linked = tuple(TableLink(table=table, meter=command.meter, cost_cents=terms.cost_cents) for table in command.tables)
    clause = clause_of(jackpot.starts_at_seed, jackpot.never_below_seed)
    opened = e.MeterOpened(
        meter=command.meter, terms=terms, value_cents=value, tables=linked, at=command.at, clause=clause
    )
    return (opened,)


def _check_beside(book: Rulebook, meters: Meters, terms: MeterTerms) -> None:
    """Raise `Refused` if a new meter's terms conflict with those of the running meters."""
    jackpot, _ = rules_of(book)
    for other in _running(meters):
        differ, same = jackpot.costs_differ_between_meters, jackpot.one_option_everywhere
        if differ and differ.value and other.terms.cost_cents == terms.cost_cents:
            raise Refused("cost-taken", differ.clause, meter=other.id, offered=terms.cost_cents)
        if same and same.value and (other.terms.option, other.terms.seed) != (terms.option, terms.seed):
            raise Refused("one-option", same.clause, option=other.terms.option, seed=other.terms.seed)


# Tables.


def _check_free(book: Rulebook, meters: Meters, table: str) -> None:
    jackpot, _ = rules_of(book)
    linked = meters.tables.get(table)
    if linked is not None:
        rule = jackpot.one_meter_a_table or jackpot.wager
        raise Refused("table-on-meter", rule.clause, table=table, meter=linked.meter)


def notice_rule(book: Rulebook, change: Change) -> RuledValue[Count] | None:
    """Return how many minutes a sign must be on display before the change, if the book says so."""
    match change:
        case Change.ADD | Change.REMOVE | Change.MOVE:
            return book.notices.move_table_minutes
        case Change.CLOSE:
            return book.notices.close_meter_minutes
        case Change.OPTION:
            return book.notices.change_option_minutes
        case _:
            assert_never(change)


def _display(book: Rulebook, meters: Meters, notice: MeterNotice, at: int) -> tuple[e.Event, ...]:
    """Display a sign; it counts from the moment it is reported, never from earlier."""
    if notice.meter:
        open_meter(book, meters, notice.meter)
    shown = replace(notice, at=at)
    return (e.NoticeDisplayed(notice=shown, at=at, clause=_notice_clause(book, notice)),)


def _notice_clause(book: Rulebook, notice: MeterNotice) -> Clause:
    jackpot, _ = rules_of(book)
    return (notice_rule(book, notice.change) or jackpot.wager).clause


def _check_notice(book: Rulebook, meters: Meters, wanted: MeterNotice) -> Clause:
    """Return the clause by which a change may be made now, or raise `Refused`; `wanted.at` is now."""
    rule = notice_rule(book, wanted.change)
    if rule is None:
        return _notice_clause(book, wanted)
    shown = [each.at for each in meters.notices if each.key == wanted.key]
    if not shown:
        raise Refused("no-notice", rule.clause, minutes=rule.value)
    if wanted.at - min(shown) < rule.value * MINUTE:
        waited = (wanted.at - min(shown)) // MINUTE
        raise Refused("notice-too-short", rule.clause, minutes=rule.value, waited=waited)
    return rule.clause


def _check_idle(book: Rulebook, meters: Meters, *tables: str) -> None:
    """Raise `Refused` if a jackpot game is in play at one of the tables."""
    _, rule = rules_of(book)
    for table in sorted(meters.games):
        if table in tables or (EVERY_TABLE in tables and table not in meters.tables):
            raise Refused("game-in-play", rule.closes.clause, table=table)


def _own_link(book: Rulebook, meters: Meters, table: str) -> TableLink:
    """The link of that very name: a table of a group is changed with its group."""
    linked = games.linked_table(book, meters, table)
    if linked.table != table:
        jackpot, _ = rules_of(book)
        raise Refused("table-not-linked", jackpot.equipment_fitted.clause, table=table)
    return linked


def _add(book: Rulebook, meters: Meters, command: c.AddTable) -> tuple[e.Event, ...]:
    jackpot, rule = rules_of(book)
    meter = open_meter(book, meters, command.meter)
    _check_free(book, meters, command.table)
    if jackpot.equipment_fitted.value and not command.fitted:
        raise Refused("not-fitted", jackpot.equipment_fitted.clause, table=command.table)
    check_cost(book, rule.costs_cents, command.cost_cents)
    if (one := jackpot.one_cost_a_meter) and one.value:
        check_cost(book, RuledValue((meter.terms.cost_cents,), one.clause), command.cost_cents)
    wanted = MeterNotice(change=Change.ADD, table=command.table, meter=command.meter, at=command.at)
    clause = _check_notice(book, meters, wanted)
    linked = TableLink(table=command.table, meter=command.meter, cost_cents=command.cost_cents)
    return (e.TableAdded(linked=linked, at=command.at, clause=clause),)


def _remove(book: Rulebook, meters: Meters, table: str, at: int) -> tuple[e.Event, ...]:
    linked = _own_link(book, meters, table)
    _check_idle(book, meters, table)
    clause = _check_notice(book, meters, MeterNotice(change=Change.REMOVE, table=table, meter=linked.meter, at=at))
    return (e.TableRemoved(table=table, meter=linked.meter, at=at, clause=clause),)


def _move(book: Rulebook, meters: Meters, table: str, name: str, at: int) -> tuple[e.Event, ...]:
    linked = _own_link(book, meters, table)
    meter = open_meter(book, meters, name)
    if linked.meter == name:
        _check_free(book, meters, table)
    _check_idle(book, meters, table)
    clause = _check_notice(book, meters, MeterNotice(change=Change.MOVE, table=table, meter=name, at=at))
    moved = replace(linked, meter=name, cost_cents=meter.terms.cost_cents)
    return (e.TableMoved(linked=moved, source=linked.meter, at=at, clause=clause),)


def _equipment(book: Rulebook, meters: Meters, command: c.SetEquipment) -> tuple[e.Event, ...]:
    jackpot, _ = rules_of(book)
    linked = _own_link(book, meters, command.table)
    changed = replace(linked, working=command.working, manual=command.manual)
    rule = jackpot.equipment_working or jackpot.equipment_fitted
    return (e.EquipmentSet(linked=changed, at=command.at, clause=rule.clause),)


# Closing, receiving, changing, correcting.


def _close(book: Rulebook, meters: Meters, command: c.CloseMeter) -> tuple[e.Event, ...]:
    jackpot, _ = rules_of(book)
    meter = open_meter(book, meters, command.meter)
    tables = tuple(name for name, linked in meters.tables.items() if linked.meter == meter.id)
    _check_idle(book, meters, *tables)
    rule = jackpot.closing_moves_surplus or jackpot.wager
    for table in tables:
        _check_notice(book, meters, MeterNotice(change=Change.CLOSE, table=table, meter=meter.id, at=command.at))
    for target in command.to:
        if open_meter(book, meters, target) is meter:
            raise Refused("to-itself", rule.clause, meter=meter.id)
    shares = [(name, share, False) for name, share in command.to.items()]
    shares += [(name, share, True) for name, share in command.to_other_games.items()]
    if any(share < 1 for _, share, _ in shares):
        raise Refused("no-shares", rule.clause)
    surplus = max(Fraction(0), meter.value - meter.terms.seed_cents)
    whole = sum(share for _, share, _ in shares)
    if surplus and not whole:
        raise Refused("nowhere-to-go", rule.clause, meter=meter.id)
    moved = tuple(
        e.MeterTransfer(target=name, amount_exact=exact(surplus * Fraction(share, whole)), other_game=other)
        for name, share, other in shares
    )
    seed = meter.terms.seed_cents
    closed = e.MeterClosed(meter=meter.id, seed_cents=seed, moved=moved, at=command.at, clause=rule.clause)
    return (closed,)


def _receive(book: Rulebook, meters: Meters, command: c.ReceiveValue) -> tuple[e.Event, ...]:
    jackpot, _ = rules_of(book)
    meter = open_meter(book, meters, command.meter)
    rule = jackpot.closing_moves_surplus or jackpot.wager
    if command.cents <= 0:
        raise Refused("no-amount", rule.clause, offered=command.cents)
    if command.source in meters.meters:
        raise Refused("to-itself", rule.clause, meter=command.source)
    received = e.ValueReceived(
        meter=meter.id, cents=command.cents, source=command.source, at=command.at, clause=rule.clause
    )
    return (received,)


def _change_option(book: Rulebook, meters: Meters, command: c.ChangeOption) -> tuple[e.Event, ...]:
    jackpot, _ = rules_of(book)
    if not jackpot.options:
        raise Refused("no-such-option", jackpot.wager.clause, option=command.option, options=())
    _check_idle(book, meters, *meters.tables)
    terms = {
        meter.id: terms_of(
            book, c.MeterOffer(cost_cents=meter.terms.cost_cents, option=command.option, seed=command.seed)
        )
        for meter in _running(meters)
    }
    clause = _check_notice(book, meters, MeterNotice(change=Change.OPTION, option=command.option, at=command.at))
    changed = e.OptionChanged(terms=terms, at=command.at, clause=clause)
    after = [replace(meters.meters[name], terms=each) for name, each in terms.items()]
    return (changed, *(added for meter in after for added in games.topped(book, meter, command.at)))


def _return_prize(book: Rulebook, meters: Meters, command: c.ReturnPrize) -> Iterator[e.Event]:
    """Put a prize back less what the house had added for it; if the meter has closed, all of it goes to the house."""
    meter = meters.meters.get(command.meter) or open_meter(book, meters, command.meter)
    at, clause = command.at, command.clause
    yield e.PrizeReturned(meter=meter.id, cents=command.cents, at=at, clause=clause)
    jackpot, _ = rules_of(book)
    surplus = meter.value + command.cents - least_of(jackpot, meter)
    back = min(Fraction(command.reset_exact), max(surplus, Fraction(0)))
    if not meter.open:
        back = Fraction(command.cents)
    if back:
        yield e.HouseAdded(meter=meter.id, why=AdditionReason.RESET, amount_exact=exact(-back), at=at, clause=clause)


def _correct(book: Rulebook, meters: Meters, command: c.CorrectMeter) -> tuple[e.Event, ...]:
    jackpot, _ = rules_of(book)
    meter = open_meter(book, meters, command.meter)
    clause = jackpot.maximum_rate.clause
    try:
        amount = Fraction(command.amount_exact)
    except (ValueError, ZeroDivisionError):
        raise Refused("correction-unsaid", clause) from None
    if not (command.by and command.why and command.corrects and amount):
        raise Refused("correction-unsaid", clause)
    floor = least_of(jackpot, meter)
    if meter.value + amount < floor:
        after = int(meter.value + amount)
        raise Refused("below-seed", jackpot.never_below_seed.clause, offered=after, minimum=floor)
    corrected = e.MeterCorrected(
        meter=meter.id,
        amount_exact=exact(amount),
        corrects=command.corrects,
        by=command.by,
        why=command.why,
        at=command.at,
        clause=clause,
    )
    return (corrected,)
