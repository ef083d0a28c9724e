"""Crown tables for the tests by clause: who sits where, what is offered, and a whole round in one line."""

from typing import Any

from tests.conformance.table import bounds, cents, go

from mississippi_stud.round import Setup, State
from mississippi_stud.rulebooks.vocabulary import Wager

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
        1 bet {third}; reveal
        1 bet {fourth}; reveal
        1 bet {fifth}; reveal
        settle
    """
    return go("crown", setup or crown(), script)
