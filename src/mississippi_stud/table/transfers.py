"""The money that an event of a table moves."""

from collections.abc import Iterator

from msgspec.structs import replace

from mississippi_stud.money import Transfer
from mississippi_stud.round import events as r
from mississippi_stud.round.state import State
from mississippi_stud.round.transfers import HOUSE, POOL, ROUND
from mississippi_stud.round.transfers import transfers as round_transfers
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.table import events as e
from mississippi_stud.table.state import PendingPrize, Table, WithheldWinnings


def transfers(book: Rulebook, table: Table, event: e.Event) -> tuple[Transfer, ...]:
    """Return the transfers of an event; `table` is the table before it."""
    if isinstance(event, r.RoundEventBase):
        if table.round is None:
            return ()
        return tuple(_withheld(table, each) for each in round_transfers(book, table.round, event))
    match event:
        case e.PrizePending(prize=prize):
            return (Transfer(source=_payer(prize), target=_held(prize), cents=prize.cents, clause=prize.clause),)
        case e.PrizeValidated(prize=number):
            prize = next(each for each in table.pending if each.number == number)
            target, clause = _set_aside(table, f"player:{prize.player}"), prize.prize_clause
            return (Transfer(source=_held(prize), target=target, cents=prize.cents, clause=clause),)
        case e.PrizeRejected(prize=number, clause=clause):
            prize = next(each for each in table.pending if each.number == number)
            return (Transfer(source=_held(prize), target=_payer(prize), cents=prize.cents, clause=clause),)
        case e.WinningsReleased(player=player, clause=clause) | e.WinningsKept(player=player, clause=clause):
            released = f"player:{player}" if isinstance(event, e.WinningsReleased) else ""
            return tuple(
                Transfer(source=f"withheld:{player}", target=released or _from(each), cents=each.cents, clause=clause)
                for each in table.aside
                if each.player == player
            )
        case e.EntryTakenBack() if table.round is not None and table.entries:
            return tuple(_taken_back(book, table.round, table.entries[-1].before))
        case e.WagerCorrected() if table.round is not None:
            return tuple(_corrected(book, table.round, event))
        case e.CarriedReturned(player=player, cents=cents, clause=clause):
            return (Transfer(source=ROUND, target=f"player:{player}", cents=cents, clause=clause),)
        case e.VoucherExchanged(player=player, cents=cents, clause=clause) if not event.promotion:
            return (Transfer(source=HOUSE, target=f"tokens:{player}", cents=cents, clause=clause),)
        case _:
            return ()


def _taken_back(book: Rulebook, state: State, before: State) -> Iterator[Transfer]:
    """Yield the transfers that return what an entry had placed on the layout."""
    for position, hand in state.hands.items():
        for wager, stake in hand.stakes.items():
            if wager not in before.hands[position].stakes:
                yield from round_transfers(book, state, r.WagerWithdrawn(position=position, wager=wager, stake=stake))


def _corrected(book: Rulebook, state: State, event: e.WagerCorrected) -> Iterator[Transfer]:
    """Yield the transfers that return a wager as it was entered, and place it as it lies there."""
    position, wager = event.position, event.wager
    old, new = state.hands[position].stakes.get(wager), event.stakes.get(wager)
    if old is not None:
        yield from round_transfers(book, state, r.WagerWithdrawn(position=position, wager=wager, stake=old))
    if new is not None:
        yield from round_transfers(book, state, r.WagerPlaced(position=position, wager=wager, stake=new))


def _payer(prize: PendingPrize) -> str:
    """Return the account that pays a prize."""
    return HOUSE if prize.from_house else f"{POOL}:{prize.meter}"


def _from(winnings: WithheldWinnings) -> str:
    """Return the account that withheld winnings come from."""
    return f"{POOL}:{winnings.meter}" if winnings.meter else HOUSE


def _held(prize: PendingPrize) -> str:
    return f"pending:{prize.player}"


def _withheld(table: Table, transfer: Transfer) -> Transfer:
    """Set aside what the house or a pool pays a player under investigation until it ends; leave stakes alone."""
    wins = transfer.source.partition(":")[0] in (HOUSE, POOL)
    return replace(transfer, target=_set_aside(table, transfer.target)) if wins and table.withheld else transfer


def _set_aside(table: Table, account: str) -> str:
    """Return the account that receives winnings: the player's own or, during an investigation, the withheld one."""
    kind, _, player = account.partition(":")
    return f"withheld:{player}" if kind == "player" and player in table.withheld else account
