"""How somebody's guest is brought into their account: the guest leaves every seat, then the two streams are written."""

from typing import TYPE_CHECKING, Final

from mississippi_stud.errors import InputError
from mississippi_stud.floor.history.recall import played_at, seats_of
from mississippi_stud.floor.persons import stream_of
from mississippi_stud.money import Cents
from mississippi_stud.person.former_guest import BringGuest, GuestPlaysError
from mississippi_stud.person.former_guest import winnings_cents as winnings_cents
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from mississippi_stud.table.commands import PLAYER, Stand

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor


TRIES: Final = 3


def bring_guest(floor: "Floor", account: str, guest: str, stake_cents: Cents) -> None:
    """Bring a guest's winnings and past rounds into an account; `Refused` while a wager of the guest's lies anywhere.

    `stake_cents` is what the house gave the guest to begin with, and takes back. Somebody may play as the guest in
    another window meanwhile: the money is looked at first, then the seats, and if it has moved when the two streams are
    written, all is looked at again. From then on nobody plays as the guest (decision 210).
    """
    for left in reversed(range(TRIES)):
        held = floor.balance(guest)
        _leave_tables(floor, guest)
        bring = BringGuest(guest=guest, stake_cents=stake_cents, held_cents=held)
        try:
            floor.send(stream_of(account), bring, actor=account)
        except GuestPlaysError:
            if not left:
                raise
        else:
            return


def _leave_tables(floor: "Floor", guest: str) -> None:
    """Give up every seat of a guest; refuse if a wager of theirs lies there, or a prize of theirs is not paid yet."""
    for stream in seats_of(floor, guest):
        for position, seat in floor.table(stream).seats.items():
            if seat.player == guest:
                _leave(floor, stream, position, guest)
    for stream in played_at(floor, guest):
        if any(prize.player == guest for prize in floor.table(stream).pending):
            raise InputError("guest-prize")
    if log.balance(floor.database, f"withheld:{guest}"):
        raise InputError("guest-prize")


def _leave(floor: "Floor", stream: str, position: int, guest: str) -> None:
    try:
        floor.send(stream, Stand(position=position, by=PLAYER, person=guest), actor=guest)
    except Refused as refused:
        if refused.code != "hand-in-play":
            raise
        raise Refused("guest-in-round", refused.clause) from None  # what is told at a table does not help here
