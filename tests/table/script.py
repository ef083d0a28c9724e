"""The lines of a script at a table with people: the table's own commands, each by the person whose line it is.

Before the deal a table takes the wagers of a position as a whole, so successive wager lines of a position are one
command. At a table that deals by itself `deal` says that every seat is ready, `N ready` that one of them is, and
nobody writes `reveal` or `settle`. Without either, the wagers are only laid down. `deal CARDS` needs a stacked deck
(`tests/decks.py`). At a table with a dealer, `round` opens the betting, `no-more-bets` closes it, and the dealer
deals, turns and settles. `void CLAUSE` is a malfunction.
"""

from collections.abc import Callable, Iterator
from typing import Any

from mississippi_stud.cards import parse
from mississippi_stud.fairness.shuffle import seed_commitment
from mississippi_stud.round import Command as RoundCommand
from mississippi_stud.round import Place, Withdraw
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.rulebooks import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.scenario.script import ScriptLine
from mississippi_stud.table import Table
from mississippi_stud.table.commands import FLOOR, CloseBetting, Command, OpenRound, PlaceWagers, Play, Void
from mississippi_stud.table.staff import lowest
from tests.script import command, lines


def seed_of(player: str, number: int) -> str:
    """Return a player's seed for a round."""
    return f"{player}, round {number}"


def hash_of(player: str, number: int) -> str:
    """Return the hash of a player's seed for a round."""
    return seed_commitment(seed_of(player, number))


def commands(
    book: Rulebook,
    now: Callable[[], Table],
    script: str,
    *,
    by: str = "",
    person: str = "",
    seed: str | None = None,
    prizes: tuple[MeterPrize, ...] = (),
) -> Iterator[Command]:
    """Yield the commands of a script, each made from the table as it is once the one before has been carried out.

    With `by`, every line is a step of the round that this title takes, or this person. `seed` is what the players put
    into the shuffle, `prizes` what the meters pay when the round is settled.
    """
    laid: dict[int, dict[Wager, int]] = {}
    for line in lines(script):
        table = now()
        gets_ready = not by and (line.verb == "ready" or (line.verb == "deal" and table.automatic))
        step = None if gets_ready else _step(book, table, line, by, person, prizes)
        if not by and isinstance(step, Play) and (placed := _placed(table, laid, step.do)) is not None:
            laid[step.do.position] = placed
            continue
        ready = _unready(table, laid, line) if gets_ready else []
        for position in (each for each in tuple(laid) if each not in ready):
            yield _wagers(now(), position, laid.pop(position))
        cards = " ".join(line.words) if gets_ready else ""
        for position in ready:
            yield _wagers(now(), position, laid.pop(position, None), cards or seed, ready=True)
        if cards and (after := now()) is not table:
            _check_cards(after, cards)
        if step is not None:
            yield step
    for position, wagers in laid.items():
        yield _wagers(now(), position, wagers)


def only(book: Rulebook, table: Table, script: str, **how: Any) -> Command:
    """Return the command of a script that has only one."""
    (one,) = commands(book, lambda: table, script, **how)
    return one


def _unready(table: Table, laid: dict[int, dict[Wager, int]], line: ScriptLine) -> list[int]:
    """Return who gets ready by a line: one position or, for the deal, all seats, and before them boxes that wager."""
    if line.position is not None:
        return [line.position]
    boxes = [position for position in laid if table.seats[position].box]
    seats = [position for position, seat in table.seats.items() if not seat.box]
    return boxes + [position for position in seats if position in laid or not table.seats[position].ready]


def _placed(table: Table, laid: dict[int, dict[Wager, int]], do: RoundCommand) -> dict[Wager, int] | None:
    """Return what a position wagers after a line, or None if the line is not one about plain wagers."""
    match do:
        case Place(tokens_cents=0, unnoticed=False, carried=False):
            return laid.get(do.position, _lying(table, do.position)) | {do.wager: do.cents}
        case Withdraw() if do.wager in (lies := laid.get(do.position, _lying(table, do.position))):
            return {wager: cents for wager, cents in lies.items() if wager != do.wager}
        case _:
            return None


def _lying(table: Table, position: int) -> dict[Wager, int]:
    """Return what a player has wagered on a position in the open round, without what was carried over."""
    hand = table.round.hands.get(position) if table.round is not None else None
    return {wager: stake.cents for wager, stake in hand.stakes.items() if not stake.carried} if hand else {}


def _wagers(
    table: Table, position: int, wagers: dict[Wager, int] | None, seed: str | None = None, *, ready: bool = False
) -> PlaceWagers:
    """Return the command by which a player makes the wagers of a position, and opens a seed when ready."""
    player = _player(table, position)
    number = table.number + (table.round is None)
    opens = table.positions == 1 or (
        position in table.seats and table.seats[position].seed_hash == hash_of(player, number)
    )
    return PlaceWagers(
        position=position,
        person=player,
        wagers=_lying(table, position) if wagers is None else wagers,
        seed=(seed if seed is not None else seed_of(player, number) if opens else "") if ready else "",
        next_seed_hash=hash_of(player, number + 1) if ready and table.positions > 1 else "",
        commitment=table.committed.commitment if table.committed else "",
        ready=ready,
    )


def _step(
    book: Rulebook, table: Table, line: ScriptLine, by: str, person: str, prizes: tuple[MeterPrize, ...]
) -> Command:
    """Return what a line says: by the given title, by the player at its position or, without one, by the dealer."""
    title = by or lowest(book)
    dealer = {"by": title, "person": person or next((name for name, held in table.on_duty if held == title), "")}
    match line.verb:
        case "round":
            return OpenRound(**dealer)
        case "no-more-bets":
            return CloseBetting(**dealer)
        case "void" if not by:
            return Void(clause=" ".join(line.words), reason="a malfunction", by=FLOOR)
    do = command(book, table.round or table.last_round, line, prizes)
    if by or line.position is None or line.verb == "show":
        return Play(do=do, **dealer)
    return Play(do=do, person=_player(table, line.position))


def _player(table: Table, position: int) -> str:
    return table.seats[position].player if position in table.seats else ""


def _check_cards(table: Table, cards: str) -> None:
    state = table.round or table.last_round
    assert state is not None
    dealt = {card for hand in state.hands.values() for card in hand.hole if card is not None}
    assert dealt <= set(parse(cards)), "the deck was not stacked, or is dealt in another order"
