"""Events into meters; never refuses."""

from collections.abc import Iterable
from fractions import Fraction
from typing import assert_never

from msgspec.structs import replace

from mississippi_stud.jackpot import events as e
from mississippi_stud.jackpot.state import Exact, Game, Linked, Meter, Meters, Source, exact
from mississippi_stud.money import Cents


def evolve(meters: Meters, event: e.Event) -> Meters:
    """The meters after an event."""
    meters = replace(meters, at=event.at)
    match event:
        case e.MeterOpened(meter=name, terms=terms, value_cents=cents, tables=tables):
            opened = Meter(id=name, terms=terms, value_exact=exact(cents), house_exact=exact(cents))
            return _linking(_with(meters, opened), *tables)
        case e.NoticeDisplayed(notice=notice):
            return replace(meters, notices=(*meters.notices, notice))
        case e.TableAdded(linked=linked) | e.TableMoved(linked=linked):
            kept = tuple(each for each in meters.notices if each.table != linked.table)
            return replace(_linking(meters, linked), notices=kept)
        case e.EquipmentSet(linked=linked):
            return _linking(meters, linked)
        case e.TableRemoved(table=table):
            kept = tuple(each for each in meters.notices if each.table != table)
            left = {name: linked for name, linked in meters.tables.items() if name != table}
            return replace(meters, tables=left, notices=kept)
        case e.GameRegistered(table=table, round=number, wagers=wagers, contribution_exact=amount):
            games = {**meters.games, table: Game(table=table, round=number, wagers=wagers)}
            return _gave(replace(meters, games=games), event.meter, table, Fraction(amount))
        case e.GameCancelled(table=table, contribution_exact=amount):
            return _gave(_without(meters, table), event.meter, table, -Fraction(amount))
        case e.WagersReturned(table=table, returned=returned, contribution_exact=amount):
            game = meters.games[table]
            left_over = tuple(wager for wager in game.wagers if wager not in returned)
            games = {**meters.games, table: replace(game, wagers=left_over)}
            return _gave(replace(meters, games=games), event.meter, table, -Fraction(amount))
        case e.GameCarried(table=table):
            return replace(meters, games={**meters.games, table: replace(meters.games[table], carried=True)})
        case e.GameContinued(table=table, round=number):
            again = replace(meters.games[table], carried=False, round=number)
            return replace(meters, games={**meters.games, table: again})
        case e.OutcomeRecorded(table=table, carried=carried):
            if not carried:
                return _without(meters, table)
            waits = replace(meters.games[table], wagers=carried, carried=True)
            return replace(meters, games={**meters.games, table: waits})
        case e.PrizePaid(meter=name, table=table, prize=prize):
            if not prize.from_table:
                meters = replace(meters, undocumented=(*meters.undocumented, table))
            if prize.source is Source.HOUSE:
                return meters
            meter = meters.meters[name]
            paid = Cents(meter.prizes_cents + prize.cents)
            return _with(meters, replace(meter, value_exact=_plus(meter.value_exact, -prize.cents), prizes_cents=paid))
        case e.PrizeReturned(meter=name, cents=cents):
            meter = meters.meters[name]
            still = Cents(meter.prizes_cents - cents)
            return _with(meters, replace(meter, value_exact=_plus(meter.value_exact, cents), prizes_cents=still))
        case e.PrizesDocumented(table=table):
            return replace(meters, undocumented=tuple(each for each in meters.undocumented if each != table))
        case e.HouseAdded(meter=name, amount_exact=amount) | e.MeterCorrected(meter=name, amount_exact=amount):
            return _house(meters, name, Fraction(amount))
        case e.MeterClosed():
            return _closed(meters, event)
        case e.ValueReceived(meter=name, cents=cents):
            return _moved(meters, name, Fraction(cents))
        case e.OptionChanged(terms=terms_by_meter):
            for name, terms in terms_by_meter.items():
                meters = _with(meters, replace(meters.meters[name], terms=terms))
            return replace(meters, notices=tuple(each for each in meters.notices if not each.option))
        case _:
            assert_never(event)


def _plus(value: Exact, amount: Fraction | int) -> Exact:
    return exact(Fraction(value) + amount)


def _with(meters: Meters, meter: Meter) -> Meters:
    return replace(meters, meters={**meters.meters, meter.id: meter})


def _linking(meters: Meters, *linked: Linked) -> Meters:
    return replace(meters, tables={**meters.tables, **{each.table: each for each in linked}})


def _without(meters: Meters, table: str) -> Meters:
    return replace(meters, games={name: game for name, game in meters.games.items() if name != table})


def _gave(meters: Meters, name: str, table: str, amount: Fraction) -> Meters:
    meter = meters.meters[name]
    return _with(
        meters,
        replace(
            meter,
            value_exact=_plus(meter.value_exact, amount),
            contributed_exact=_plus(meter.contributed_exact, amount),
            gave_exact={**meter.gave_exact, table: _plus(meter.gave_exact.get(table, "0"), amount)},
        ),
    )


def _house(meters: Meters, name: str, amount: Fraction) -> Meters:
    meter = meters.meters[name]
    value, house = _plus(meter.value_exact, amount), _plus(meter.house_exact, amount)
    return _with(meters, replace(meter, value_exact=value, house_exact=house))


def _moved(meters: Meters, name: str, amount: Fraction) -> Meters:
    meter = meters.meters[name]
    value, moved = _plus(meter.value_exact, amount), _plus(meter.moved_exact, amount)
    return _with(meters, replace(meter, value_exact=value, moved_exact=moved))


def _closed(meters: Meters, event: e.MeterClosed) -> Meters:
    for moved in event.moved:
        amount = Fraction(moved.amount_exact)
        meters = _moved(meters, event.meter, -amount)
        if not moved.other_game:
            meters = _moved(meters, moved.target, amount)
    meters = _house(meters, event.meter, -meters.meters[event.meter].value)
    meters = _with(meters, replace(meters.meters[event.meter], open=False))
    tables = {name: linked for name, linked in meters.tables.items() if linked.meter != event.meter}
    notices = tuple(each for each in meters.notices if each.meter != event.meter)
    return replace(meters, tables=tables, notices=notices)


def fold(events: Iterable[e.Event]) -> Meters:
    """The meters that a stream of events leads to."""
    meters = Meters()
    for event in events:
        meters = evolve(meters, event)
    return meters
