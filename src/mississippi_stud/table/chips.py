"""Chips: which of them make an amount."""

from collections.abc import Iterable

from mississippi_stud.money import Cents


def chips_for(cents: int, values: Iterable[Cents]) -> tuple[tuple[Cents, int], ...]:
    """Return how many chips of each value make an amount, the largest first and as few as that allows.

    What the chips cannot make is left over.

    >>> chips_for(137_50, (1_00, 5_00, 25_00, 100_00))
    ((10000, 1), (2500, 1), (500, 2), (100, 2))
    """
    found, left = [], cents
    for value in sorted(set(values), reverse=True):
        count, left = divmod(left, value)
        if count:
            found.append((value, count))
    return tuple(found)
