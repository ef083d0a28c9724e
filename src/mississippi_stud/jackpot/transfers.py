"""The money that an event moves between the house and the pools, in whole cents.

When a round ends, its own `transfers` move the players' money: every jackpot wager in full into the pool, and a prize
of the meter from the pool to its winner. This module has the rest. While a game is in play and its wagers are in the
round's account, the house advances their contribution to the meter and is repaid when the wagers come in; it also pays
seeds, resets, rounding up and guaranteed minimums into the pool. A pool holds its meter's value rounded up to the cent.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import assert_never

from mississippi_stud.jackpot import events as e
from mississippi_stud.jackpot.evolve import contribution
from mississippi_stud.jackpot.state import Meter, Meters
from mississippi_stud.money import Cents, Transfer
from mississippi_stud.rulebooks.model import Clause

HOUSE = "house"


def transfers(meters: Meters, event: e.Event) -> tuple[Transfer, ...]:
    """Return the transfers of an event; `meters` is the state before it."""
    match event:
        case e.MeterOpened(meter=name, value_cents=cents, clause=clause):
            return tuple(_move(HOUSE, f"pool:{name}", cents, clause))
        case e.GameRegistered(meter=name) | e.GameCancelled(meter=name) | e.WagersReturned(meter=name):
            grows = _grows(meters.meters[name], contribution(event))
            return tuple(_move(HOUSE, f"pool:{name}", grows, event.clause))
        case e.OutcomeRecorded(meter=name, table=table, carried=carried):
            came_in = sum(wager.cents for wager in meters.games[table].wagers if wager not in carried)
            return tuple(_move(f"pool:{name}", HOUSE, came_in, event.clause))
        case e.HouseAdded(meter=name, amount_exact=amount) | e.MeterCorrected(meter=name, amount_exact=amount):
            grows = _grows(meters.meters[name], Fraction(amount))
            return tuple(_move(HOUSE, f"pool:{name}", grows, event.clause))
        case e.ValueReceived(meter=name, cents=cents, source=source, clause=clause):
            return tuple(_move(f"pool:{source}", f"pool:{name}", cents, clause))
        case e.MeterClosed():
            return tuple(_closed(meters, event))
        case (
            e.NoticeDisplayed() | e.TableAdded() | e.TableRemoved() | e.TableMoved() | e.EquipmentSet()
            | e.GameCarried() | e.GameContinued() | e.PrizePaid() | e.PrizesDocumented() | e.PrizeReturned()
            | e.OptionChanged()
        ):  # fmt: skip
            return ()
        case _:
            assert_never(event)


def _grows(meter: Meter, amount: Fraction) -> int:
    """Return by how many cents the pool grows when the meter grows by an amount."""
    return ceil(meter.value + amount) - meter.pool_cents


def _move(source: str, target: str, cents: int, clause: Clause) -> Iterator[Transfer]:
    if cents < 0:
        yield Transfer(source=target, target=source, cents=Cents(-cents), clause=clause)
    elif cents:
        yield Transfer(source=source, target=target, cents=Cents(cents), clause=clause)


def _closed(meters: Meters, event: e.MeterClosed) -> Iterator[Transfer]:
    """Yield the transfers of a closed meter: whole cents to each target pool, the rest (mainly seed) to the house."""
    account, left = f"pool:{event.meter}", int(meters.meters[event.meter].pool_cents)
    out: list[Transfer] = []
    for moved in event.moved:
        amount = Fraction(moved.amount_exact)
        cents = ceil(amount) if moved.other_game else _grows(meters.meters[moved.target], amount)
        left -= cents
        out += _move(account, f"pool:{moved.target}", cents, event.clause)
    rest = tuple(_move(account, HOUSE, left, event.clause))
    yield from (*rest, *out) if left < 0 else (*out, *rest)
