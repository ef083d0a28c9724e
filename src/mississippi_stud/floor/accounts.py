"""The floor's own two kinds of stream: players' money, and the switches that stop and start gaming.

Stopping is an event (decision 55).
"""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor.allowances import of_deposit
from mississippi_stud.floor.significance import Alteration, Finding, Occurrence
from mississippi_stud.floor.streams import Books, Context, Kind
from mississippi_stud.messages import CommandBase, EventBase
from mississippi_stud.money import Cents, Transfer, cents
from mississippi_stud.table.state import is_walk_in

PLAYER_MAX: Final = 64
TARGET_MAX: Final = 120
REASON_MAX: Final = 200


def check_text(code: str, text: str, most: int) -> None:
    """Raise `InputError` with this code unless every database can store the text: printable, 1 to `most` characters."""
    if not 0 < len(text) <= most or not text.isprintable():
        raise InputError(code, most=most)


# Players' money.


class FundsLeftError(InputError):
    """The player still has enough money to play, so no top-up is due."""


class Deposit(CommandBase, frozen=True, kw_only=True):
    """Give a player money from the house."""

    cents: Cents
    by: str = ""
    """Who wanted that; nobody if the house gives it by itself."""
    second: str = ""
    """Who approved it."""
    why: str = ""


class TopUp(CommandBase, frozen=True, kw_only=True):
    """Top up a player's balance to `to_cents` if it is below `below_cents` when this is decided."""

    to_cents: Cents
    below_cents: Cents


class MoneyDeposited(EventBase, frozen=True, kw_only=True):
    """The house gave a player money: by itself or, if `by` is somebody, because they wanted it."""

    cents: Cents
    by: str = ""
    second: str = ""
    """Who approved it."""
    why: str = ""
    held_cents: int = 0
    """What the player held before, if somebody wanted it."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """The total that the house has given a player; their balance is in the ledger."""

    deposited_cents: int = 0


def _decide(
    context: Context, stream: str, account: Account | None, command: Deposit | TopUp
) -> dict[str, Sequence[object]]:
    player = stream.partition(":")[2]
    check_text("player-text", player, PLAYER_MAX)
    if is_walk_in(player):
        raise InputError("walk-in-account", player=player)
    match command:
        case Deposit(cents=given, by=by, second=second, why=why):
            held = context.balance(f"player:{player}") if by else 0
            deposited = MoneyDeposited(cents=cents(given), by=by, second=second, why=why, held_cents=held)
        case TopUp(to_cents=to, below_cents=below):
            held = context.balance(f"player:{player}")
            if held >= below or held >= to:
                raise FundsLeftError("funds-left")
            deposited = MoneyDeposited(cents=cents(to - held))
        case _:
            assert_never(command)
    return {stream: (deposited,), **of_deposit(context, player, deposited.cents)}


def _evolve(account: Account | None, event: MoneyDeposited) -> Account:
    return Account(deposited_cents=(account or Account()).deposited_cents + event.cents)


def _transfers(_: Books, stream: str, account: Account | None, event: MoneyDeposited) -> tuple[Transfer, ...]:
    player = stream.partition(":")[2]
    return (Transfer(source="house", target=f"player:{player}", cents=event.cents, clause="house deposit"),)


def _given(seen: Occurrence[Account, MoneyDeposited]) -> Finding | None:
    event = seen.event
    if not event.by:
        return None
    before, after = {"balance_cents": event.held_cents}, {"balance_cents": event.held_cents + event.cents}
    values = {"given_cents": event.cents, "second": event.second, "why": event.why}
    return Finding("money-given", values, Alteration(event.why, before, after, event.by))


ACCOUNTS: Final[Kind[Account, Deposit | TopUp, MoneyDeposited]] = Kind(
    prefix="account:",
    commands=Deposit | TopUp,
    events=MoneyDeposited,
    state=Account,
    decide=_decide,
    evolve=_evolve,
    transfers=_transfers,
    significant={MoneyDeposited: _given},
)


# Stopping and starting.

FLOOR: Final = "floor"
"""The stream of decisions about the whole floor."""
TARGETS: Final = ("player", "table", "house")
"""What can be stopped besides everything; a target is one of these, a colon and a name."""


class Disable(CommandBase, frozen=True, kw_only=True):
    """Stop new rounds everywhere, or for one player, table or house; rounds under way are played to the end."""

    target: str = ""
    reason: str


class Enable(CommandBase, frozen=True, kw_only=True):
    """Allow new rounds again, unless another switch still stops them."""

    target: str = ""
    reason: str


class GamingDisabled(EventBase, frozen=True, kw_only=True):
    """New rounds were stopped."""

    target: str
    reason: str


class GamingEnabled(EventBase, frozen=True, kw_only=True):
    """New rounds were allowed again."""

    target: str
    reason: str = ""


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """What is stopped, and why: everything (""), a house ("house:palace"), a player ("player:ann") or a table
    ("table:6fb1…").
    """

    stopped: Mapping[str, str] = {}

    def why(self, *targets: str) -> str | None:
        """Return why rounds with any of these targets may not begin, the widest reason first; None if they may."""
        return next((self.stopped[target] for target in ("", *targets) if target in self.stopped), None)


def _switch(
    context: Context, stream: str, switches: Switches | None, command: Disable | Enable
) -> dict[str, tuple[GamingDisabled | GamingEnabled]]:
    check_text("target-text", command.target or "everything", TARGET_MAX)
    check_text("reason-text", command.reason, REASON_MAX)
    kind, _, name = command.target.partition(":")
    if command.target and (kind not in TARGETS or not name):
        raise InputError("target-unknown", target=command.target, targets=[f"{each}:…" for each in TARGETS])
    match command:
        case Disable():
            return {stream: (GamingDisabled(target=command.target, reason=command.reason),)}
        case Enable():
            return {stream: (GamingEnabled(target=command.target, reason=command.reason),)}
        case _:
            assert_never(command)


def _switched(switches: Switches | None, event: GamingDisabled | GamingEnabled) -> Switches:
    others = {target: why for target, why in (switches or Switches()).stopped.items() if target != event.target}
    return Switches(stopped=others | {event.target: event.reason} if isinstance(event, GamingDisabled) else others)


def _significant(seen: Occurrence[Switches, GamingDisabled | GamingEnabled]) -> Finding:
    event = seen.event
    kind, _, name = event.target.partition(":")
    if event.target and kind not in TARGETS:  # once, a table could be stopped under any name
        kind, name = "table", event.target
    what = "stopped" if isinstance(event, GamingDisabled) else "started"
    before, after = ({event.target or FLOOR: state and state.stopped.get(event.target)} for state in seen.fold())
    told = Alteration(event.reason, before, after)
    return Finding(f"{kind or 'gaming'}-{what}", {"name": name, "reason": event.reason}, told)


SWITCHES: Final[Kind[Switches, Disable | Enable, GamingDisabled | GamingEnabled]] = Kind(
    prefix=FLOOR,
    commands=Disable | Enable,
    events=GamingDisabled | GamingEnabled,
    state=Switches,
    decide=_switch,
    evolve=_switched,
    locked=True,
    significant={GamingDisabled: _significant, GamingEnabled: _significant},
)
