"""How the winners of one round share a meter: the formulas of the books, in exact fractions of cents.

Each function takes the value that prizes are calculated from and returns what each royal flush and each straight flush
wins; `share` is the part of the meter that a sole straight flush wins, a tenth in all our books.
"""

from fractions import Fraction
from typing import NamedTuple


class Shares(NamedTuple):
    """What each royal flush and each straight flush wins."""

    royal: Fraction
    straight_flush: Fraction


def by_weight(
    meter: Fraction, seed: Fraction, royals: int, straights: int, share: Fraction, weights: tuple[int, int]
) -> Shares:
    """Share by weight, a royal flush counting ten times; straight flushes alone take successive payouts above the seed.

    >>> by_weight(Fraction(1100), Fraction(100), 1, 1, Fraction(1, 10), (10, 1))
    Shares(royal=Fraction(1000, 1), straight_flush=Fraction(100, 1))
    >>> by_weight(Fraction(1000), Fraction(100), 0, 2, Fraction(1, 10), (10, 1)).straight_flush
    Fraction(191, 2)
    """
    royal, straight = weights
    if royals:
        whole = royal * royals + straight * straights
        return Shares(meter * Fraction(royal, whole), meter * Fraction(straight, whole))
    if not straights:
        return Shares(Fraction(0), Fraction(0))
    return Shares(Fraction(0), successive(meter - seed, straights, share) + share * seed)


def successive(meter: Fraction, winners: int, share: Fraction) -> Fraction:
    """Return an equal part of successive payouts of `share`, each from what the one before left.

    >>> successive(Fraction(1000), 2, Fraction(1, 10))
    Fraction(95, 1)
    """
    return meter * (1 - (1 - share) ** winners) * Fraction(1, winners)
