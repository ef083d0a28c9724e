"""Chips: which of them make an amount."""

from collections.abc import Sequence
from typing import Final

from mississippi_stud.money import Cents

USUAL_CENTS: Final = tuple(Cents(value) for value in (1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00))
COLOURS: Final = {
    Cents(1_00): "white",
    Cents(5_00): "red",
    Cents(25_00): "green",
    Cents(100_00): "black",
    Cents(500_00): "purple",
    Cents(1_000_00): "yellow",
    Cents(5_000_00): "brown",
}
"""The usual colours of chips by their value; what is smaller is paid in coins."""


def chips_for(cents: int, values: Sequence[Cents] = USUAL_CENTS) -> tuple[tuple[Cents, int], ...]:
    """Return how many chips of each value make an amount, the largest first and as few as that allows.

    What the chips cannot make is left over.

    >>> chips_for(137_50)
    ((10000, 1), (2500, 1), (500, 2), (100, 2))
    """
    found, left = [], cents
    for value in sorted(set(values), reverse=True):
        count, left = divmod(left, value)
        if count:
            found.append((value, count))
    return tuple(found)
