"""The money that an event moves. Stakes lie in the account of the round until they are paid, pushed or collected."""

from collections.abc import Iterator

from mississippi_stud.money import Cents, Transfer
from mississippi_stud.round import events as e
from mississippi_stud.round.state import Outcome, Result, State
from mississippi_stud.rulebooks.model import Clause, Rulebook, Wager

HOUSE = "house"
ROUND = "round"
POOL = "pool"


def transfers(book: Rulebook, state: State, event: e.Event) -> tuple[Transfer, ...]:
    """The transfers of an event; `state` is the one before it."""
    match event:
        case e.WagerPlaced(position=position, wager=wager, stake=stake):
            clause = book.wagers[wager].presence.clause
            if stake.carried:  # it lies in the round's account since the round that was void
                return ()
            return tuple(_move(_purse(state, position, stake.tokens), ROUND, stake.cents, clause))
        case e.WagerWithdrawn(position=position, wager=wager, stake=stake):
            clause = book.wagers[wager].closes.clause
            return tuple(_move(ROUND, _purse(state, position, stake.tokens), stake.cents, clause))
        case e.RoundSettled(results=results) | e.RoundVoided(results=results):
            return tuple(transfer for result in results for transfer in _of_result(book, state, result))
        case _:
            return ()


def _purse(state: State, position: int, tokens: bool) -> str:
    """The player's account: of money, or of promotional tokens."""
    return f"{'tokens' if tokens else 'player'}:{state.hands[position].player}"


def _pool(book: Rulebook, state: State, result: Result) -> str | None:
    """The account of the meter to which a wager goes whole, and from which its share of the meter is paid."""
    if book.jackpot is None or result.wager != book.jackpot.wager.value:
        return None
    return f"{POOL}:{state.setup.meter}" if state.setup.meter else POOL


def _of_result(book: Rulebook, state: State, result: Result) -> Iterator[Transfer]:
    pool = _pool(book, state, result)
    stake = state.hands[result.position].stakes.get(result.wager)  # type: ignore[call-overload]
    if stake is not None and result.outcome is not Outcome.CARRIED:
        purse = _purse(state, result.position, stake.tokens)
        yield from _move(ROUND, purse, result.returned_cents, result.clause)
        yield from _move(ROUND, pool or HOUSE, Cents(stake.cents - result.returned_cents), result.clause)
    payer = pool if pool and result.pays and result.pays.endswith("of the meter") else HOUSE
    yield from _move(payer, _purse(state, result.position, tokens=False), result.won_cents, result.clause)


def _move(source: str, target: str, cents: Cents, clause: Clause) -> Iterator[Transfer]:
    if cents:
        yield Transfer(source=source, target=target, cents=cents, clause=clause)


def net_cents(state: State, position: int) -> int:
    """What a position is up or down when its round has ended; a wager that is carried over is neither."""
    hand = state.hands[position]
    net = 0
    for result in state.results:
        if result.position == position:
            stake = hand.stakes.get(Wager(result.wager)) if result.wager in set(Wager) else None
            if result.outcome is not Outcome.CARRIED:
                net += result.won_cents + result.returned_cents - (stake.cents if stake else 0)
    return net
