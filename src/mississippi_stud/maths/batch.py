"""Evaluate many hands at once: the tables of `hands` as NumPy arrays.

Cards come as an integer array of shape (n, 3), (n, 5) or (n, 6), one hand per row; the result is an array of n `uint8`,
the values of `Hand` or `ThreeCardHand`.

>>> import numpy as np
>>> five(np.array([[48, 44, 40, 36, 32], [0, 1, 4, 5, 8]]))
array([11,  4], dtype=uint8)
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mississippi_stud import hands
from mississippi_stud.cards import DECK, rank, suit

Cards = npt.NDArray[np.integer[Any]]
Made = npt.NDArray[np.uint8]

NO_SUPER_ROYAL: Final = 4

_BLOCK: Final = 1 << 14
"""Hands processed at a time: few enough that the intermediate arrays stay in the processor's cache."""

_WEIGHT: Final = np.array(hands.WEIGHTS, dtype=np.int32)
_SUIT_BIT: Final = np.array([1 << suit(card) for card in DECK], dtype=np.uint8)
_RANK_BIT: Final = np.array([1 << rank(card) for card in DECK], dtype=np.uint16)


def _table(unsuited: Mapping[int, int], suited: Mapping[int, int]) -> Made:
    """Return two rows of hands indexed by the sum of the weights: cards of mixed suits, then cards of one suit."""
    table = np.zeros((2, 1 + max(*unsuited, *suited)), dtype=np.uint8)
    for row, part in zip(table, (unsuited, suited), strict=True):
        row[list(part)] = list(part.values())
    return table


@cache
def _five_table() -> Made:
    return _table(dict(enumerate(hands.UNSUITED)), hands.SUITED)


@cache
def three_table(ace_low: bool) -> Made:
    """Return what three cards make, by the sum of their weights: cards of mixed suits, then cards of one suit."""
    return _table(hands.three_by_sum(False, ace_low), hands.three_by_sum(True, ace_low))


def check(cards: Cards, size: int) -> None:
    """Raise an error unless these are rows of `size` cards."""
    if cards.ndim != 2 or cards.shape[1] != size:
        raise ValueError(f"the cards come as an array of shape (n, {size}), one hand a row; this is {cards.shape}")
    if not np.issubdtype(cards.dtype, np.integer):
        raise TypeError(f"cards are integers from 0 to 51; this array holds {cards.dtype}")
    if cards.size and (cards.min() < 0 or cards.max() > 51):
        raise ValueError(f"cards are integers from 0 to 51; this array goes from {cards.min()} to {cards.max()}")


def _look_up(table: Made, cards: Cards) -> Made:
    """Return what each row of `cards` makes, looked up in a table of (not suited, suited)."""
    made = np.empty(len(cards), dtype=np.uint8)
    for start in range(0, len(cards), _BLOCK):
        columns = np.ascontiguousarray(cards[start : start + _BLOCK].T)
        sums = _WEIGHT.take(columns[0])
        suits = _SUIT_BIT.take(columns[0])
        for column in columns[1:]:
            sums += _WEIGHT.take(column)
            suits &= _SUIT_BIT.take(column)
        sums[suits != 0] += table.shape[1]
        table.ravel().take(sums, out=made[start : start + _BLOCK], mode="clip")
    return made


def five(cards: Cards) -> Made:
    """Return what each row of five different cards makes."""
    check(cards, 5)
    return _look_up(_five_table(), cards)


def three(cards: Cards, *, ace_low: bool) -> Made:
    """Return what each row of three different cards makes; `ace_low` says whether A 2 3 is a straight."""
    check(cards, 3)
    return _look_up(three_table(ace_low), cards)


def six(cards: Cards) -> tuple[Made, Made]:
    """Return what the best five of each row of six different cards make, and its Super Royal's suit, or 4 for none."""
    check(cards, 6)
    columns = np.arange(6)
    best = np.zeros(len(cards), dtype=np.uint8)
    for left_out in columns:
        np.maximum(best, five(cards[:, columns != left_out]), out=best)
    super_royal = np.full(len(cards), NO_SUPER_ROYAL, dtype=np.uint8)
    royals = np.flatnonzero(best == hands.Hand.ROYAL_FLUSH)
    for row in royals:
        ranks = np.bitwise_or.reduce(_RANK_BIT[cards[row]])
        suits = np.bitwise_or.reduce(_SUIT_BIT[cards[row]])
        if ranks == 0b1111110000000 and suits & (suits - 1) == 0:
            super_royal[row] = suits.item().bit_length() - 1
    return best, super_royal
