"""The programme of a tournament (crown 12.4.3): its sessions, who plays them, and who goes on."""

from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta

Number = Annotated[int, Meta(ge=0, le=10_000)]
Positive = Annotated[int, Meta(ge=1, le=10_000)]
Chips = Annotated[int, Meta(ge=0, le=10**12)]
"""Hundredths of a tournament chip."""
CHIP: Final = 100


class Field(StrEnum):
    """Who plays a session."""

    IN = "in"
    """All who are still in the tournament."""
    OUT = "out"
    """Those who were eliminated: a repechage."""


class Bank(StrEnum):
    """The chips with which a session begins."""

    FRESH = "fresh"
    """Everybody receives the same bank, and chips from before do not count."""
    ACCUMULATED = "accumulated"
    """Everybody keeps what they have; whoever has none receives the bank."""


class Pool(StrEnum):
    """Among whom the best of a session are found."""

    TABLE = "table"
    OVERALL = "overall"


class Counting(StrEnum):
    """What counts of several heats of one player in a session."""

    BEST = "best"
    TOTAL = "total"


class TieBreak(StrEnum):
    """What decides between equal scores where only some of them go on."""

    PLAY_OFF = "play-off"
    """Further hands with equal banks; at an elimination hand, the hands that follow."""
    ALL = "all"
    """All of them go on."""
    LOT = "lot"
    """The order in which they were drawn into the session."""


class Cull(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """An elimination hand: the lowest stacks of each table go out after it."""

    after_hand: Positive
    out: Positive = 1


class PlaySession(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """A session: the same number of hands or minutes for all who play it."""

    name: str
    field: Field = Field.IN
    hands: Positive | None = None
    minutes: Positive | None = None
    seats: Annotated[int, Meta(ge=1, le=7)] = 6
    """How many play at a table."""
    bank: Bank = Bank.FRESH
    bank_chips: Chips = 1_000 * CHIP
    heats: Positive = 1
    """How many heats each player plays."""
    counting: Counting = Counting.BEST
    culls: tuple[Cull, ...] = ()
    best: Number = 0
    """How many of each table, or of all, go on; 0 in the last session, after which the places are final."""
    of: Pool = Pool.OVERALL
    balance: bool = False
    """Whether tables are broken and balanced as players go out."""
    wild_cards: Number = 0
    """How many of those who are out come back by lot after the session."""
    ties: TieBreak = TieBreak.PLAY_OFF
    entry_cents: Annotated[int, Meta(ge=0)] = 0
    """What playing the session costs whoever is out: buying back in, or entering a repechage."""


class Programme(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The sessions in their order, and how the ties for prizes are settled."""

    sessions: tuple[PlaySession, ...] = ()
    play_off_hands: Positive = 1
    play_off_for_first: bool = False
    """Whether equal scores at the top of the last session play on; otherwise their prizes are shared."""
    rotation: bool = True
    """Whether the first to bet moves round the table from hand to hand."""


def faults(programme: Programme) -> tuple[str, ...]:
    """Return the codes of what is wrong with a programme, in the order of its sessions."""
    found = []
    for number, session in enumerate(programme.sessions, start=1):
        last = number == len(programme.sessions)
        if (session.hands is None) == (session.minutes is None):
            found.append("hands-or-minutes")
        if (session.best == 0) != last:
            found.append("nobody-goes-on" if not last else "last-session-goes-on")
        if number == 1 and session.field is Field.OUT:
            found.append("repechage-first")
        if last and session.field is Field.OUT:
            found.append("repechage-last")
        if session.culls and (session.hands is None or any(cull.after_hand > session.hands for cull in session.culls)):
            found.append("cull-too-late")
        if session.heats > 1 and session.bank is Bank.ACCUMULATED:
            found.append("heats-accumulate")
        if session.balance and (
            session.hands is None or session.heats > 1 or session.culls or session.of is Pool.TABLE
        ):
            found.append("balance-differs")
        if session.bank_chips == 0:
            found.append("no-bank")
    return tuple(dict.fromkeys(found or ([] if programme.sessions else ["no-sessions"])))
