"""The game's states, counted once for every pay table: suit isomorphism first, then merging states with the same
future.

A *level* is a number of cards that the player can see: 2, 3, 4 or 5. What a hand makes does not depend on the order of
its cards, nor on the names of the suits, so 1,326 starting hands are 169 classes, 22,100 sets of three cards are 1,755
and 270,725 sets of four are 16,432. Two classes of four cards that make each of the twelve hands with equally many
fifth cards have the same future whatever a hand pays: they are one *kind*; likewise two classes of three cards that
lead to each kind equally often. Kinds are what the solver works on (decision 20); classes are what people and
strategies speak of.

This module knows nothing of pays, wagers or decisions.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mississippi_stud import hands
from mississippi_stud.cards import DECK, RANKS, Card, rank, suit

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[Any]
"""int64, or Python integers where int64 could overflow."""

HANDS: Final = len(hands.Hand)
ORDERED_DEALS: Final = 1326 * 50 * 49 * 48
"""155,937,600: the player's two cards in either order, then three community cards in sequence."""
FUTURES: Final = {5: 1, 4: 48, 3: 48 * 49, 2: 48 * 49 * 50}
"""Ordered ways in which the remaining community cards can come, by level."""

_WEIGHT: Final = np.array(hands.WEIGHTS, dtype=np.int64)
_SUIT: Final = np.array([suit(card) for card in DECK])
_RANK: Final = np.array([rank(card) for card in DECK])
_SHIFTS: Final = np.array([39, 26, 13, 0])
"""The bit offset of each suit's mask in one number."""


@dataclass(frozen=True)
class Level:
    """The classes of one level, the kind of each, and how kinds lead to those of the next level."""

    masks: Ints
    """One row per class: the ranks held in each of the four suits as 13 bits, in descending order."""
    sets: Ints
    """How many sets of cards each class stands for."""
    kind: Ints
    """The kind of each class."""
    onward: Ints
    """One row per kind: how many of the unseen cards turn it into each kind of the next level."""
    next_class: Ints | None
    """One row per class, one column per card: the class it becomes, or -1 for a card that it holds."""
    apart: tuple[tuple[Card, ...], ...] = ()
    """An example of each of the last kinds, those distinguished by arrangement, the player's two cards first."""

    @property
    def classes(self) -> int:
        return len(self.masks)

    @property
    def kinds(self) -> int:
        return len(self.onward)


def canonical(masks: Ints) -> Ints:
    """Return rows of four rank masks with the suits ordered by mask: the same for every naming of the suits."""
    return np.asarray(np.negative(np.sort(np.negative(masks), axis=-1)))


def _keys(masks: Ints) -> Ints:
    return np.asarray((masks << _SHIFTS).sum(axis=-1), dtype=np.int64)


def _fresh(masks: Ints) -> npt.NDArray[np.bool_]:
    """Return, for every class and card, whether the class lacks the card."""
    return np.asarray((masks[:, _SUIT] >> _RANK) & 1 == 0)


def _grown(masks: Ints) -> tuple[Ints, Ints]:
    """Return the classes of the next level, and for each class and card the class it becomes, or -1."""
    fresh = _fresh(masks)
    bits = np.zeros((52, 4), dtype=np.int64)
    bits[np.arange(52), _SUIT] = 1 << _RANK
    more = (masks[:, None, :] | bits)[fresh]
    found, place = np.unique(_keys(canonical(more)), return_inverse=True)
    onward = np.full(fresh.shape, -1, dtype=np.int64)
    onward[fresh] = place
    return np.asarray((found[:, None] >> _SHIFTS) & 0x1FFF), onward


def _sets(masks: Ints) -> Ints:
    """Return how many namings of the suits differ: 24 divided by the permutations of suits that hold the same ranks."""
    same = masks[:, 1:] == masks[:, :-1]
    return np.asarray(24 // _ALIKE[same @ np.array([4, 2, 1])])


_ALIKE: Final = np.array([1, 2, 2, 6, 2, 4, 6, 24])
"""The number of permutations that change nothing, by which neighbours among four sorted suits hold the same ranks."""


def _counts(rows: int, columns: int, onward: Ints) -> Ints:
    """Return one row per class: how many cards lead to each column; `onward` holds -1 where the class has the card."""
    places = (np.arange(rows)[:, None] * columns + onward)[onward >= 0]
    return np.bincount(places, minlength=rows * columns).reshape(rows, columns)


def _made(masks: Ints) -> Ints:
    """Return, for each class of four cards and each card, the hand that they make, or -1 for a card that it holds."""
    fresh = _fresh(masks)
    held = (masks[:, :, None] >> np.arange(13)) & 1
    sums = (held.sum(axis=1) * _WEIGHT[::4]).sum(axis=-1)[:, None] + _WEIGHT
    table = np.frombuffer(bytes(hands.UNSUITED), dtype=np.uint8).astype(np.int64)
    made = table[np.minimum(sums, len(table) - 1)]
    for row in np.flatnonzero((masks[:, 1:] == 0).all(axis=-1)):  # four of one suit, which sorting puts first
        for card in range(0, 52, 4):
            if fresh[row, card]:
                made[row, card] = hands.SUITED[sums[row, card].item()]
    made[~fresh] = -1
    return np.asarray(made)


@cache
def made() -> Ints:
    """Return, for each class of four cards and each card, the hand that they make, or -1 for a card that it holds."""
    return _made(levels()[4].masks)


def _lumped(counts: Ints) -> tuple[Ints, Ints]:
    """Return the distinct rows, and the index of each row among them."""
    places: dict[bytes, int] = {}
    small = counts.astype(np.uint8)
    place = np.array([places.setdefault(row.tobytes(), len(places)) for row in small])
    rows = np.frombuffer(b"".join(places), dtype=np.uint8).reshape(-1, counts.shape[1])
    return rows.astype(np.int64), place


@cache
def levels() -> dict[int, Level]:
    """Return the levels 2, 3 and 4. Every starting hand is its own kind, so that each can be shown."""
    suited_first = np.array([[1 << DECK[card] // 4, 0, 0, 0] for card in range(0, 52, 4)], dtype=np.int64)
    two, _ = _grown(suited_first)
    three, from_two = _grown(two)
    four, from_three = _grown(three)
    hands_of_four, kind_of_four = _lumped(_counts(len(four), HANDS, _made(four)))
    kinds_from_three = np.where(from_three >= 0, kind_of_four[from_three], -1)
    onward_of_three, kind_of_three = _lumped(_counts(len(three), len(hands_of_four), kinds_from_three))
    kinds_from_two = np.where(from_two >= 0, kind_of_three[from_two], -1)
    onward_of_two = _counts(len(two), len(onward_of_three), kinds_from_two)
    return {
        2: Level(two, _sets(two), np.arange(len(two)), onward_of_two, from_two),
        3: Level(three, _sets(three), kind_of_three, onward_of_three, from_three),
        4: Level(four, _sets(four), kind_of_four, hands_of_four, None),
    }


def class_of(cards: tuple[Card, ...]) -> int:
    """Return the class of two, three or four cards."""
    return int(classes_of(np.array([cards]))[0])


def classes_of(rows: Ints) -> Ints:
    """Return the class of each row of two, three or four cards."""
    held = np.zeros((len(rows), 4), dtype=np.int64)
    for column in rows.T:
        held[np.arange(len(rows)), _SUIT[column]] |= 1 << _RANK[column]
    return np.searchsorted(_sorted_keys(rows.shape[1]), _keys(canonical(held)))


@cache
def _sorted_keys(level: int) -> Ints:
    """Return the classes of a level as numbers, in ascending order."""
    return _keys(levels()[level].masks)


def example(level: int, number: int) -> tuple[Card, ...]:
    """Return cards of that class, the higher first, the suits in the order s h d c."""
    row = levels()[level].masks[number].tolist()
    held = [Card(4 * each + 3 - place) for place, mask in enumerate(row) for each in range(13) if mask >> each & 1]
    return tuple(sorted(held, reverse=True))


def example_of_kind(size: int, level: Level, kind: int) -> tuple[Card, ...]:
    """Return cards of that kind: the highest class in it, or the example of a kind distinguished by arrangement."""
    if kind >= (first := level.kinds - len(level.apart)):
        return level.apart[kind - first]
    return example(size, int(np.flatnonzero(level.kind == kind)[-1]))


def starting_hand(number: int) -> str:
    """Return the name of a starting hand: ``AA``, ``AKs``, ``AKo``."""
    high, low = example(2, number)
    name = RANKS[rank(high)] + RANKS[rank(low)]
    return name if rank(high) == rank(low) else name + ("s" if suit(high) == suit(low) else "o")
