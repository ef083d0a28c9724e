"""Fold events into meters; never refuses."""

from collections.abc import Iterable
from fractions import Fraction
from typing import assert_never

from msgspec.structs import replace

from mississippi_stud.jackpot import events as e
from mississippi_stud.jackpot.state import JackpotGame, Meter, Meters, PrizeSource, TableLink, exact
from mississippi_stud.money import Cents


def evolve(meters: Meters, event: e.Event) -> Meters:
    """Return the meters after an event."""
    meters = replace(meters, at=event.at)
    match event:
        case e.MeterOpened(meter=name, terms=terms, value_cents=cents, tables=tables):
            opened = Meter(id=name, terms=terms, value_exact=exact(cents), house_exact=exact(cents))
            return _linking(_with(meters, opened), *tables)
        case e.NoticeDisplayed(notice=notice):
            return replace(meters, notices=(*meters.notices, notice))
        case e.EquipmentSet(linked=linked):
            return _linking(meters, linked)
        case e.TableAdded(linked=linked) | e.TableMoved(linked=linked):
            return _unannounced(_linking(meters, linked), linked.table)
        case e.TableRemoved(table=table):
            left = {name: linked for name, linked in meters.tables.items() if name != table}
            return _unannounced(replace(meters, tables=left), table)
        case e.GameRegistered(table=table, round=number, wagers=wagers):
            return _contributed(_playing(meters, JackpotGame(table=table, round=number, wagers=wagers)), event)
        case e.GameCancelled(table=table):
            return _contributed(_without(meters, table), event)
        case e.WagersReturned(table=table, returned=returned):
            kept = tuple(wager for wager in meters.games[table].wagers if wager not in returned)
            return _contributed(_playing(meters, replace(meters.games[table], wagers=kept)), event)
        case e.GameCarried(table=table):
            return _playing(meters, replace(meters.games[table], carried=True))
        case e.GameContinued(table=table, round=number):
            return _playing(meters, replace(meters.games[table], carried=False, round=number))
        case e.OutcomeRecorded(table=table, carried=()):
            return _without(meters, table)
        case e.OutcomeRecorded(table=table, carried=carried):
            return _playing(meters, replace(meters.games[table], wagers=carried, carried=True))
        case e.PrizePaid(meter=name, table=table, prize=prize):
            if not prize.from_table:
                meters = replace(meters, undocumented=(*meters.undocumented, table))
            return _paid(meters, name, prize.cents) if prize.source is PrizeSource.METER else meters
        case e.PrizeReturned(meter=name, cents=cents):
            return _paid(meters, name, -cents)
        case e.PrizesDocumented(table=table):
            return replace(meters, undocumented=tuple(each for each in meters.undocumented if each != table))
        case e.HouseAdded(meter=name, amount_exact=amount) | e.MeterCorrected(meter=name, amount_exact=amount):
            return _grown(meters, name, Fraction(amount), "house_exact")
        case e.ValueReceived(meter=name, cents=cents):
            return _grown(meters, name, Fraction(cents), "moved_exact")
        case e.MeterClosed():
            return _closed(meters, event)
        case e.OptionChanged(terms=terms_by_meter):
            changed = {name: replace(meters.meters[name], terms=terms) for name, terms in terms_by_meter.items()}
            notices = tuple(each for each in meters.notices if not each.option)
            return replace(meters, meters={**meters.meters, **changed}, notices=notices)
        case _:
            assert_never(event)


def contribution(event: object) -> Fraction:
    """Return how much of the players' wagers an event adds to a meter, in cents; negative if it is taken off."""
    match event:
        case e.GameRegistered():
            return Fraction(event.contribution_exact)
        case e.GameCancelled() | e.WagersReturned():
            return -Fraction(event.contribution_exact)
        case _:
            return Fraction(0)


def _with(meters: Meters, meter: Meter) -> Meters:
    return replace(meters, meters={**meters.meters, meter.id: meter})


def _linking(meters: Meters, *linked: TableLink) -> Meters:
    return replace(meters, tables={**meters.tables, **{each.table: each for each in linked}})


def _unannounced(meters: Meters, table: str) -> Meters:
    """Return the meters without the notices about a table whose change has been made."""
    return replace(meters, notices=tuple(each for each in meters.notices if each.table != table))


def _playing(meters: Meters, game: JackpotGame) -> Meters:
    return replace(meters, games={**meters.games, game.table: game})


def _without(meters: Meters, table: str) -> Meters:
    return replace(meters, games={name: game for name, game in meters.games.items() if name != table})


def _grown(meters: Meters, name: str, amount: Fraction, part: str) -> Meters:
    """Return the meters with an amount added to one meter, and to the part of its value that the amount belongs to."""
    meter = meters.meters[name]
    grown = {field: exact(Fraction(getattr(meter, field)) + amount) for field in ("value_exact", part)}
    return _with(meters, replace(meter, **grown))


def _contributed(meters: Meters, event: e.GameRegistered | e.GameCancelled | e.WagersReturned) -> Meters:
    amount, table = contribution(event), event.table
    meters = _grown(meters, event.meter, amount, "contributed_exact")
    meter, linked = meters.meters[event.meter], meters.linked(table)
    table = table if linked is None else linked.table
    gave = exact(Fraction(meter.gave_exact.get(table, "0")) + amount)
    return _with(meters, replace(meter, gave_exact={**meter.gave_exact, table: gave}))


def _paid(meters: Meters, name: str, cents: int) -> Meters:
    meter = meters.meters[name]
    value, prizes = exact(meter.value - cents), Cents(meter.prizes_cents + cents)
    return _with(meters, replace(meter, value_exact=value, prizes_cents=prizes))


def _closed(meters: Meters, event: e.MeterClosed) -> Meters:
    for moved in event.moved:
        amount = Fraction(moved.amount_exact)
        meters = _grown(meters, event.meter, -amount, "moved_exact")
        if not moved.other_game:
            meters = _grown(meters, moved.target, amount, "moved_exact")
    meters = _grown(meters, event.meter, -meters.meters[event.meter].value, "house_exact")
    meters = _with(meters, replace(meters.meters[event.meter], open=False))
    tables = {name: linked for name, linked in meters.tables.items() if linked.meter != event.meter}
    notices = tuple(each for each in meters.notices if each.meter != event.meter)
    return replace(meters, tables=tables, notices=notices)


def fold(events: Iterable[e.Event]) -> Meters:
    """Return the meters after a stream of events."""
    meters = Meters()
    for event in events:
        meters = evolve(meters, event)
    return meters
