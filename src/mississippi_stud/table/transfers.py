"""The money that an event of a table moves."""

from msgspec.structs import replace

from mississippi_stud.money import Transfer
from mississippi_stud.round import events as r
from mississippi_stud.round.transfers import HOUSE, POOL, ROUND
from mississippi_stud.round.transfers import transfers as round_transfers
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.table import events as e
from mississippi_stud.table.state import Table


def transfers(book: Rulebook, table: Table, event: e.Event) -> tuple[Transfer, ...]:
    """The transfers of an event; `table` is the one before it."""
    if isinstance(event, r.RoundEventBase):
        if table.round is None:
            return ()
        return tuple(_withheld(table, each) for each in round_transfers(book, table.round, event))
    match event:
        case e.PrizePending(prize=prize):
            pool, held = f"{POOL}:{prize.meter}", f"pending:{prize.player}"
            return (Transfer(source=pool, target=held, cents=prize.cents, clause=prize.clause),)
        case e.PrizeValidated(prize=number):
            prize = next(each for each in table.pending if each.number == number)
            held, player = f"pending:{prize.player}", f"player:{prize.player}"
            return (Transfer(source=held, target=player, cents=prize.cents, clause=prize.prize_clause),)
        case e.PrizeRejected(prize=number, clause=clause):
            prize = next(each for each in table.pending if each.number == number)
            pool, held = f"{POOL}:{prize.meter}", f"pending:{prize.player}"
            return (Transfer(source=held, target=pool, cents=prize.cents, clause=clause),)
        case e.CarriedReturned(player=player, cents=cents, clause=clause):
            return (Transfer(source=ROUND, target=f"player:{player}", cents=cents, clause=clause),)
        case e.VoucherExchanged(player=player, cents=cents, clause=clause):
            return (Transfer(source=HOUSE, target=f"tokens:{player}", cents=cents, clause=clause),)
        case _:
            return ()


def _withheld(table: Table, transfer: Transfer) -> Transfer:
    """Winnings of a player under investigation are set aside until it ends."""
    kind, _, player = transfer.target.partition(":")
    if transfer.source == HOUSE and kind == "player" and player in table.withheld:
        return replace(transfer, target=f"withheld:{player}")
    return transfer
