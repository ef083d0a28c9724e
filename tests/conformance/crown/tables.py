"""Crown tables for the tests by clause: who sits where, what is offered, and a whole round in one line."""

from typing import Any

import pytest
from tests.script import bounds, cents, go
from tests.script import opened as opened_round
from tests.table.hall import Pit, opened

from mississippi_stud.jackpot import MeterOffer
from mississippi_stud.round import Refused, Setup, State
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t

MAIN_WAGERS = ("ante", "third-street", "fourth-street", "fifth-street")
JACKS, SIXES, KING_HIGH = "Jc Jd 2h 3s 4c", "6c 6d Kh Qs 9c", "2c 7d 9h Js Kc"
"""One player's two cards and the three community cards: a win, a push and a loss."""

ANN = ((1, "ann"),)
ANN_BEN = ((1, "ann"), (2, "ben"))
ANN_TWICE = ((1, "ann"), (2, "ann"))
"""Ann sits at 1 and plays 2 blind."""


def crown(seats: tuple[tuple[int, str], ...] = ANN, dealing: str = "shoe", **more: Any) -> Setup:
    """A table without a jackpot."""
    return Setup(dealing=dealing, seats=seats, **more)


def with_jackpot(seats: tuple[tuple[int, str], ...] = ANN, option: int = 1, cost: str = "5.00", **more: Any) -> Setup:
    """A table where a jackpot wager is offered."""
    return crown(seats, tables={Wager.JACKPOT: f"option-{option}"}, costs_cents={Wager.JACKPOT: cents(cost)}, **more)


def limits(minimum: str, maximum: str | None = None, unit: str | None = None) -> dict[Wager, Any]:
    """The sign's limits for the ante."""
    return {Wager.ANTE: bounds(minimum, maximum, unit)}


def round_of(
    cards: str,
    ante: str = "10.00",
    streets: tuple[str, str, str] = ("10.00", "20.00", "30.00"),
    *,
    setup: Setup | None = None,
    before: str = "",
    unnoticed: str = "",
) -> State:
    """Ann's round alone at the table, to the end: her two cards, then the three community cards."""
    third, fourth, fifth = streets
    script = f"""
        1 ante {ante} {unnoticed}
        {before}
        deal {cards}
        1 place {third}; reveal
        1 place {fourth}; reveal
        1 place {fifth}; reveal
        settle
    """
    return go("crown", setup or crown(), script)


def refused_table(**setup: Any) -> tuple[str, str]:
    """The code and the clause by which a table that is set up so is refused."""
    with pytest.raises(Refused) as refusal:
        opened_round("crown", crown(**setup))
    return refusal.value.code, refusal.value.clause


# A table with people.

HDD, AM, ACM = "tg-higher-duties-dealer", "tg-area-manager", "tg-assistant-casino-manager"
JACKPOT = {"tables": {Wager.JACKPOT: "option-1"}, "costs_cents": {Wager.JACKPOT: 500}}
METER = MeterOffer(cost_cents=5_00, option="1", seed="10000")
WAGERS = "1 ante 25;1 jackpot 5;2 ante 10;2 jackpot 5"
DEAL_JACKS = "deal Jh 2c Jd 8s Ts 3c Qd"
DEAL_STRAIGHT_FLUSH = "deal 9h 2c 8h 4d Qh Jh Th"
CUT = ["cut 4.2.1", "cutting-card 2.4"]


def arrived(dealing: str, **deck: object) -> Pit:
    """Ann and ben sit at a table to which a deck has just come, and everything is done that had to be."""
    drive = Pit("crown", dealing)
    drive.do(t.ReceiveDeck, backs="red", **deck)
    drive.sit("ann", "ben")
    drive.confirm_all()
    return drive


def dealt(wagers: str = WAGERS, dealing: str = "shoe", meter: MeterOffer | None = None) -> Pit:
    """A round of ann's and ben's in which the cards have been dealt."""
    drive = opened("crown", dealing, meter=meter, **({} if meter else JACKPOT))
    drive.betting(wagers)
    drive.deal()
    return drive
