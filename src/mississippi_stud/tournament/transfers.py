"""The money and the chips that an event moves. The two ledgers are apart: a chip is worth nothing outside."""

from collections.abc import Iterator

from mississippi_stud.money import Cents, Transfer
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.state import Contest, Entrant, Life

HOUSE = "house"
BANK = "bank"
"""The house's tournament chips, of which there are always enough."""


def account(contest: Contest) -> str:
    """Return the account that holds the money of a tournament until it is paid out."""
    return f"tournament:{contest.id}"


def transfers(contest: Contest, event: e.Event) -> tuple[Transfer, ...]:
    """Return the money that an event moves; `contest` is the state before it."""
    return tuple(_money(contest, event))


def _money(contest: Contest, event: e.Event) -> Iterator[Transfer]:
    held = account(contest)
    match event:
        case e.FeePaid(name=name, cents=cents):
            yield from _move(f"player:{contest.entrants[name].player}", held, cents, event.clause)
        case e.FeeRefunded(name=name, cents=cents):
            yield from _move(held, f"player:{contest.entrants[name].player}", cents, event.clause)
        case e.ActUndone(undone=number):
            for name, before in contest.acts[number].entrants.items():
                back = before.net_cents - contest.entrants[name].net_cents
                yield from _move(f"player:{before.player}", held, back, event.clause)
                yield from _move(held, f"player:{before.player}", -back, event.clause)
        case e.ResultsDeclared(pool=pool, awards=awards, redeemed_cents=redeemed):
            yield from _move(held, HOUSE, pool.house_cents, event.clause)
            yield from _move(HOUSE, held, pool.added_cents + pool.made_up_cents, event.clause)
            for award in awards:
                yield from _move(held, f"player:{contest.entrants[award.name].player}", award.cents, event.clause)
            if not awards:  # nobody is left who may win: the house holds what was paid
                yield from _move(held, HOUSE, pool.pool_cents, event.clause)
            for name, cents in redeemed.items():
                yield from _move(HOUSE, f"player:{contest.entrants[name].player}", cents, event.clause)
        case e.LifeChanged(life=Life.CANCELLED):  # what the terms do not refund
            paid = sum(each.net_cents for each in contest.entrants.values())
            yield from _move(held, HOUSE, paid, event.clause)
        case _:
            return


def chip_moves(contest: Contest, event: e.Event) -> tuple[Transfer, ...]:
    """Return the chips that an event moves between the bank and stacks; `contest` is the state before it."""
    return tuple(_chips(contest, event))


def _chips(contest: Contest, event: e.Event) -> Iterator[Transfer]:
    clause = event.clause
    match event:
        case e.FeePaid(name=name, chips=chips):
            yield from _move(BANK, _stack(name), chips, clause)
        case e.StatusChanged(name=name, chips=chips) | e.BreachNoted(name=name, chips=chips):
            yield from _move(_stack(name), BANK, chips, clause)
        case e.HeatBegun(returned=returned, issued=issued):
            if contest.heats[event.heat].play_off:
                for name in contest.heats[event.heat].seats.values():
                    yield from _move(_stack(name), f"aside:{name}", contest.entrants[name].chips, clause)
            for name, chips in returned.items():
                yield from _move(_stack(name), BANK, chips, clause)
            for name, chips in issued.items():
                yield from _move(BANK, _stack(name), chips, clause)
        case e.HandRecorded(results=results, lost=lost):
            for each in results:
                yield from _move(BANK, _stack(each.name), each.net, clause)
                yield from _move(_stack(each.name), BANK, -each.net, clause)
            for name, chips in lost.items():
                yield from _move(_stack(name), BANK, chips, clause)
        case e.PlayersEliminated(chips=held):
            for name, chips in held.items():
                yield from _move(_stack(name), BANK, chips, clause)
        case e.ActUndone(undone=number):
            for name, before in contest.acts[number].entrants.items():
                yield from _restored(contest.entrants[name], before, clause)
        case e.HeatEnded(heat=number, scores=scores) if contest.heats[number].play_off:
            for name, chips in scores.items():
                yield from _move(_stack(name), BANK, chips, clause)
                yield from _move(f"aside:{name}", _stack(name), contest.entrants[name].aside_chips, clause)
        case _:
            return


def _restored(now: Entrant, before: Entrant, clause: str) -> Iterator[Transfer]:
    """Give a stack back what it had before an act, chips that are set aside during a play-off among them."""
    aside = before.aside_chips - now.aside_chips
    yield from _move(_stack(now.name), f"aside:{now.name}", aside, clause)
    change = before.chips + aside - now.chips
    yield from _move(BANK, _stack(now.name), change, clause)
    yield from _move(_stack(now.name), BANK, -change, clause)


def _stack(name: str) -> str:
    return f"stack:{name}"


def _move(source: str, target: str, amount: int, clause: str) -> Iterator[Transfer]:
    if amount > 0:
        yield Transfer(source=source, target=target, cents=Cents(amount), clause=clause)
