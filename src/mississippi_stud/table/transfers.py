"""The money that an event of a table moves."""

from msgspec.structs import replace

from mississippi_stud.money import Transfer
from mississippi_stud.round import events as r
from mississippi_stud.round.transfers import HOUSE, POOL, ROUND
from mississippi_stud.round.transfers import transfers as round_transfers
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.table import events as e
from mississippi_stud.table.state import PendingPrize, Table


def transfers(book: Rulebook, table: Table, event: e.Event) -> tuple[Transfer, ...]:
    """The transfers of an event; `table` is the one before it."""
    if isinstance(event, r.RoundEventBase):
        if table.round is None:
            return ()
        return tuple(_withheld(table, each) for each in round_transfers(book, table.round, event))
    match event:
        case e.PrizePending(prize=prize):
            held = f"pending:{prize.player}"
            return (Transfer(source=_payer(prize), target=held, cents=prize.cents, clause=prize.clause),)
        case e.PrizeValidated(prize=number):
            prize = next(each for each in table.pending if each.number == number)
            held, player = f"pending:{prize.player}", f"player:{prize.player}"
            paid = Transfer(source=held, target=player, cents=prize.cents, clause=prize.prize_clause)
            return (_set_aside(table, paid, prize.player),)
        case e.WinningsReleased(player=player, clause=clause):
            return _determined(table, player, clause, kept=False)
        case e.WinningsKept(player=player, clause=clause):
            return _determined(table, player, clause, kept=True)
        case e.PrizeRejected(prize=number, clause=clause):
            prize = next(each for each in table.pending if each.number == number)
            held = f"pending:{prize.player}"
            return (Transfer(source=held, target=_payer(prize), cents=prize.cents, clause=clause),)
        case e.CarriedReturned(player=player, cents=cents, clause=clause):
            return (Transfer(source=ROUND, target=f"player:{player}", cents=cents, clause=clause),)
        case e.VoucherExchanged(player=player, cents=cents, clause=clause):
            return (Transfer(source=HOUSE, target=f"tokens:{player}", cents=cents, clause=clause),)
        case _:
            return ()


def _payer(prize: PendingPrize) -> str:
    """The account that a prize comes from."""
    return HOUSE if prize.from_house else f"{POOL}:{prize.meter}"


def _withheld(table: Table, transfer: Transfer) -> Transfer:
    """What the house or a pool pays a player under investigation is set aside until it ends; stakes are not."""
    kind, _, player = transfer.target.partition(":")
    wins = transfer.source == HOUSE or transfer.source.partition(":")[0] == POOL
    return _set_aside(table, transfer, player) if wins and kind == "player" else transfer


def _set_aside(table: Table, transfer: Transfer, player: str) -> Transfer:
    return replace(transfer, target=f"withheld:{player}") if player in table.withheld else transfer


def _determined(table: Table, player: str, clause: Clause, *, kept: bool) -> tuple[Transfer, ...]:
    """What was withheld, to the player; or back to the house and the meters."""
    return tuple(
        Transfer(
            source=f"withheld:{player}",
            target=(f"{POOL}:{each.meter}" if each.meter else HOUSE) if kept else f"player:{player}",
            cents=each.cents,
            clause=clause,
        )
        for each in table.aside
        if each.player == player
    )
