"""The money that an event moves. Stakes stay in the round's account until they are paid, pushed or collected."""

from collections.abc import Iterator

from mississippi_stud.money import Cents, Transfer
from mississippi_stud.round import events as e
from mississippi_stud.round.state import Outcome, Result, Stake, State
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import ExcessBack

HOUSE = "house"
ROUND = "round"
POOL = "pool"


def transfers(book: Rulebook, state: State, event: e.Event) -> tuple[Transfer, ...]:
    """Return the transfers of an event; `state` is the state before it."""
    match event:
        case e.WagerPlaced(position=position, wager=wager, stake=stake):
            clause = book.wagers[wager].presence.clause
            if stake.carried:  # it has been in the round's account since the void round
                return ()
            return tuple(_moved(book, state, position, stake, stake.cents, clause, out=True))
        case e.WagerWithdrawn(position=position, wager=wager, stake=stake):
            clause = book.wagers[wager].closes.clause
            return tuple(_moved(book, state, position, stake, stake.cents, clause))
        case e.RoundSettled(results=results):
            return tuple(transfer for result in results for transfer in _of_result(book, state, result))
        case e.RoundVoided(results=results):  # no meter has any part in it: what is forfeited is the house's
            return tuple(each for result in results for each in _of_result(book, state, result, pooled=False))
        case _:
            return ()


def _moved(
    book: Rulebook, state: State, position: int, stake: Stake, cents: Cents, clause: Clause, *, out: bool = False
) -> Iterator[Transfer]:
    """Move a stake or the returned part of it between the round and the player's accounts of money and tokens."""
    rule, chips = book.money.excess_back, Cents(stake.cents - stake.tokens_cents)
    if rule is not None and rule.value is ExcessBack.TOKENS_FIRST:
        tokens = min(cents, stake.tokens_cents)
    else:
        tokens = Cents(cents - min(cents, chips))
    player = state.hands[position].player
    for purse, part in ((f"tokens:{player}", tokens), (f"player:{player}", Cents(cents - tokens))):
        yield from _move(purse, ROUND, part, clause) if out else _move(ROUND, purse, part, clause)


def _pool(book: Rulebook, state: State, result: Result) -> str | None:
    """Return the meter's account, which takes the whole wager and pays its share of the meter; None for no meter."""
    if book.jackpot is None or result.wager != book.jackpot.wager.value:
        return None
    return f"{POOL}:{state.setup.meter}" if state.setup.meter else POOL


def _of_result(book: Rulebook, state: State, result: Result, *, pooled: bool = True) -> Iterator[Transfer]:
    pool = _pool(book, state, result) if pooled else None
    stake = state.hands[result.position].stakes.get(result.wager)  # type: ignore[call-overload]
    if stake is not None and result.outcome is not Outcome.CARRIED:
        yield from _moved(book, state, result.position, stake, result.returned_cents, result.clause)
        yield from _move(ROUND, pool or HOUSE, Cents(stake.cents - result.returned_cents), result.clause)
    payer = pool if pool and result.of_meter else HOUSE
    yield from _move(payer, f"player:{state.hands[result.position].player}", result.won_cents, result.clause)


def _move(source: str, target: str, cents: Cents, clause: Clause) -> Iterator[Transfer]:
    if cents:
        yield Transfer(source=source, target=target, cents=cents, clause=clause)


def net_cents(state: State, position: int) -> int:
    """Return how much a position won or lost in a finished round; a carried wager counts as neither."""
    stakes = {str(wager): stake.cents for wager, stake in state.hands[position].stakes.items()}
    own = (each for each in state.results if each.position == position and each.outcome is not Outcome.CARRIED)
    return sum(each.won_cents + each.returned_cents - stakes.get(each.wager, 0) for each in own)
