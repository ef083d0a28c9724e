"""What somebody was as a guest, brought into the account that they have already (decision 210).

The winnings and the past rounds come along; the play money that the house gave the guest to begin with goes back, since
the account had its own. A guest with limits, breaks or an exclusion of their own is never brought anywhere: care would
be left behind.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mississippi_stud.errors import InputError
from mississippi_stud.messages import CommandBase, EventBase
from mississippi_stud.money import Cents, Transfer
from mississippi_stud.person.care import FORMER_GUEST, renewed
from mississippi_stud.person.care_messages import Event as CareEvent
from mississippi_stud.person.play import deposit
from mississippi_stud.round.refusal import Refused

if TYPE_CHECKING:
    from mississippi_stud.person.person import Person

GUESTS_MAX: Final = 20
CLAUSE: Final = "house former-guest"


class BringGuest(CommandBase, frozen=True, kw_only=True):
    """Bring what the person won and played as a guest into their account."""

    guest: str
    stake_cents: Cents
    """What the house gave the guest to begin with."""
    held_cents: Cents
    """What the guest held when no wager of theirs lay anywhere."""


class GuestPlaysError(InputError):
    """The guest's money has moved since it was looked at: they play in another window."""


class GuestBrought(EventBase, frozen=True, kw_only=True):
    """A guest's rounds are this account's from now on, and so is what they won."""

    guest: str
    won_cents: Cents
    stake_cents: Cents
    """What went back to the house."""


class GuestLeft(EventBase, frozen=True, kw_only=True):
    """The guest is that account now: nobody plays as the guest any more."""

    account: str


def winnings_cents(held_cents: int, stake_cents: int) -> Cents:
    """Return what of a guest's money comes along."""
    return Cents(max(0, held_cents - stake_cents))


def bring(
    name: str, account: "Person", guest: "Person", command: BringGuest, held_cents: int, at: int
) -> tuple[tuple[GuestBrought | CareEvent, ...], tuple[GuestLeft, ...]]:
    """Return the events of the account and of the guest, who holds so much; or raise `InputError` or `Refused`."""
    if account.guest or guest.erased or not guest.guest or guest.account:
        raise InputError("guest-missing")
    if len(account.guests) >= GUESTS_MAX:
        raise InputError("guests-many", most=GUESTS_MAX)
    if renewed(guest.care, at).active:
        raise Refused("guest-care", FORMER_GUEST)
    if held_cents != command.held_cents:
        raise GuestPlaysError("guest-plays")
    won = winnings_cents(held_cents, command.stake_cents)
    brought = GuestBrought(guest=command.guest, won_cents=won, stake_cents=Cents(held_cents - won))
    return (brought, *deposit(name, account.care, won, at)), (GuestLeft(account=name),)


def transfers(name: str, event: GuestBrought) -> Iterator[Transfer]:
    """Yield the guest's money: what was won to the account, the rest to the house."""
    for target, cents in ((f"player:{name}", event.won_cents), ("house", event.stake_cents)):
        if cents:
            yield Transfer(source=f"player:{event.guest}", target=target, cents=cents, clause=CLAUSE)
