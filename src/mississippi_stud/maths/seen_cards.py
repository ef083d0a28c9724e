"""The whole game of a player who has seen some random other cards before the first decision.

With these cards out of the deck the game is solved over all sets of the cards that are left, in whole numbers, which
`float64` holds exactly (`DeckGame` proves it before it begins). Up to two cards every set, one for each naming of the
suits, is solved, and the answer is exact. Beyond that sets are drawn at random, and a regression on control variates,
whose means are known exactly, takes away most of what chance adds: how many of the seen cards have each rank, and how
many pairs and triples among them have the same rank, the same suit, or ranks that pay alike.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb, perm, sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mississippi_stud import hands
from mississippi_stud.cards import DECK, suit
from mississippi_stud.errors import InputError
from mississippi_stud.maths.classes import HANDS, Ints, example, levels
from mississippi_stud.maths.game import Game, Tree, tree
from mississippi_stud.maths.solver import Integers, integers

Floats = npt.NDArray[np.float64]
MOST: Final = 47
"""The most cards that can be seen: five are needed for a round."""
EXACT_MOST: Final = 2
HALF_WIDTH: Final = 0.0005
"""How narrow the interval is made, in antes."""
_BATCH: Final = 100
_SAMPLES_LEAST: Final = 400
_SAMPLES_MOST: Final = 20_000
_NORMAL_95: Final = 1.959964
_PACK: Final = 6
"""Hands counted in one number, a byte each."""
_CHOOSE: Final = np.array([[comb(card, size) for size in range(6)] for card in range(53)])


def _place(sets: Ints) -> Ints:
    """Return the place of each set among all sets of its size; its cards are in ascending order."""
    found = np.zeros(sets.shape[:-1], dtype=np.int64)
    for at in range(sets.shape[-1]):
        found += _CHOOSE[sets[..., at], at + 1]
    return found


def _sets(cards: int, size: int) -> Ints:
    """Return all sets of that size, each at its place."""
    every = np.array(list(combinations(range(cards), size)), dtype=np.int64).reshape(-1, size)
    ordered = np.empty_like(every)
    ordered[_place(every)] = every
    return ordered


class _Steps(NamedTuple):
    """How the sets of a deck lead to larger ones; the same for all decks of one size."""

    fours: Ints
    to_three: Ints
    """For each two cards, the places of the threes that they become."""
    to_four: Ints


@cache
def _steps(cards: int) -> _Steps:
    found = []
    for size in (2, 3):
        sets = _sets(cards, size)
        rows = np.repeat(np.arange(len(sets)), cards)
        more = np.tile(np.arange(cards), len(sets))
        fresh = (sets[rows] != more[:, None]).all(axis=1)
        larger = np.sort(np.concatenate([sets[rows[fresh]], more[fresh, None]], axis=1), axis=1)
        found.append(_place(larger).reshape(len(sets), cards - size))
    return _Steps(_sets(cards, 4), found[0], found[1])


class _Fours(NamedTuple):
    """Every four cards of the whole deck: sum of weights, common suit, and how many fifth cards make each hand."""

    sums: Ints
    suits: npt.NDArray[np.uint8]
    packed: Ints


@cache
def _tables() -> Ints:
    """Return, by sum of weights, one for each hand in its byte; rows: two packs, columns: not suited, then suited."""
    size = len(hands.UNSUITED)
    table = np.zeros(2 * size, dtype=np.int64)
    table[:size] = list(hands.UNSUITED)
    for weight, hand in hands.SUITED.items():
        table[size + weight] = hand
    return np.stack([np.where(table // _PACK == pack, 1 << (8 * (table % _PACK)), 0) for pack in range(2)])


_WEIGHT: Final = np.array(hands.WEIGHTS, dtype=np.int64)
_SUIT_BIT: Final = np.array([1 << suit(card) for card in DECK], dtype=np.uint8)


@cache
def _fours() -> _Fours:
    sets = _sets(52, 4)
    sums = _WEIGHT[sets].sum(axis=1)
    suits = np.bitwise_and.reduce(_SUIT_BIT[sets], axis=1)
    packed = np.zeros((2, len(sets)), dtype=np.int64)
    for card in DECK:
        fresh = np.flatnonzero((sets != card).all(axis=1))
        packed[:, fresh] += _made(sums[fresh], suits[fresh], card)
    return _Fours(sums, suits, packed)


def _made(sums: Ints, suits: npt.NDArray[np.uint8], card: int) -> Ints:
    """Return what four cards make with a fifth, packed."""
    size = len(hands.UNSUITED)
    return _tables()[:, sums + _WEIGHT[card] + np.where(suits & _SUIT_BIT[card], size, 0)]


@dataclass(frozen=True)
class DeckGame:
    """A game to be solved with some cards out of the deck."""

    game: Game

    @cached_property
    def _betting(self) -> Tree:
        return tree(self.game)

    @cached_property
    def _numbers(self) -> Integers:
        found = integers(self.game, self._betting)
        greatest = max(abs(int(each)) for row in (*found.leaves, *found.folds) for each in row)
        if greatest * 1326 * 50 * 49 * 48 >= 2**53:
            raise InputError("seen-cards-too-fine")
        return found

    def value(self, seen: Sequence[int]) -> Fraction:
        """Return the value of a round, in antes, if none of these cards can come."""
        left = np.array([card for card in DECK if card not in seen])
        return Fraction(int(self.total(left, seen)), self._numbers.unit * comb(len(left), 2) * _futures(len(left), 2))

    def total(self, left: Ints, seen: Sequence[int]) -> float:
        """Return the value summed over all ordered deals of the cards that are left, in units."""
        steps = _steps(len(left))
        value = self._last(left[steps.fours], seen)
        for street, onward in ((1, steps.to_four), (0, steps.to_three)):
            value = value[onward].sum(axis=1)
            value = self._best(value, street, _futures(len(left), 2 + street))
        return float(value.sum())

    def _last(self, fours: Ints, seen: Sequence[int]) -> Floats:
        """Return the value of every four cards at each node of the last street."""
        every, places = _fours(), _place(fours)
        sums, suits, packed = every.sums[places], every.suits[places], every.packed[:, places]
        for card in seen:
            packed -= _made(sums, suits, card)
        counts = np.stack([packed[hand // _PACK] >> (8 * (hand % _PACK)) & 255 for hand in range(HANDS)], axis=1)
        value = counts.astype(np.float64) @ self._numbers.leaves.T.astype(np.float64)
        return self._best(value, 2, 52 - len(seen) - 4)

    def _best(self, value: Floats, street: int, ways: int) -> Floats:
        """Return the value of the best play at each node, from that of each node of the next street."""
        nodes = []
        for node, leads_to in enumerate(self._betting.leads_to[street]):
            most = np.maximum.reduce([value[:, after] for after in leads_to])
            nodes.append(np.maximum(most, float(self._numbers.folds[street][node]) * ways))
        return np.stack(nodes, axis=1)


def _futures(cards: int, seen: int) -> int:
    """Return in how many ordered ways the community cards to come can fall."""
    ways = 1
    for gone in range(seen, 5):
        ways *= cards - gone
    return ways


@dataclass(frozen=True)
class SeenCardsValue:
    """The value of a round, in antes: exact, or estimated with a half-width of its interval of 95%."""

    estimate: float
    half_width: float
    samples: int
    """The sets of seen cards that were solved."""
    exact: Fraction | None = None


def seen_value(game: Game, count: int, half_width: float = HALF_WIDTH, seed: int = 0) -> SeenCardsValue:
    """Return the value of a round for a player who has seen so many random other cards before the first decision."""
    if not 0 <= count <= MOST:
        raise InputError("seen-cards-count", count=count, most=MOST)
    if game.crowded():
        raise InputError("bonus-without-caps")
    one = DeckGame(game)
    if count <= EXACT_MOST:
        sets = _every(count)
        value = sum((one.value(seen) * ways for seen, ways in sets), Fraction(0)) / comb(52, count)
        return SeenCardsValue(float(value), 0.0, len(sets), value)
    return estimate(lambda seen: float(one.value(seen)), count, half_width, seed)


def _every(count: int) -> list[tuple[tuple[int, ...], int]]:
    """Return every set of none, one or two cards up to the names of suits, and for how many sets it stands."""
    if count < 2:
        return [((), 1)] if count == 0 else [((card,), 4) for card in DECK[::4]]
    level = levels()[2]
    return [(tuple(example(2, number)), int(level.sets[number])) for number in range(level.classes)]


def estimate(value: Callable[[Sequence[int]], float], count: int, half_width: float, seed: int = 0) -> SeenCardsValue:
    """Return the mean of a function of so many random cards; sets are drawn until the interval is narrow enough."""
    chance = np.random.default_rng([seed, count])
    drawn, values = list[Ints](), list[float]()
    while True:
        for _ in range(_BATCH):
            cards = chance.choice(52, count, replace=False)
            drawn.append(cards)
            values.append(value(cards.tolist()))
        if len(values) >= _SAMPLES_LEAST:
            mean, width = _regression(np.array(drawn), np.array(values))
            if width <= half_width or len(values) >= _SAMPLES_MOST:
                return SeenCardsValue(mean, width, len(values))


def _regression(drawn: Ints, values: Floats) -> tuple[float, float]:
    """Return the value where every control has its mean, and half the width of the interval of 95%."""
    controls = _controls(drawn)
    varied = np.ptp(controls, axis=0) > 0  # by their range: rounding gives even a constant some deviation
    controls = (controls - _means(drawn.shape[1]))[:, varied]
    table = np.column_stack([np.ones(len(values)), controls / controls.std(axis=0)])
    found, _, known, _ = np.linalg.lstsq(table, values, rcond=1e-9)
    left = values - table @ found
    variance = float(left @ left) / (len(values) - int(known))
    inverse = np.linalg.pinv(table.T @ table, rcond=1e-12, hermitian=True)
    return float(found[0]), _NORMAL_95 * sqrt(variance * float(inverse[0, 0]))


_GROUPS: Final = (slice(0, 4), slice(4, 9), slice(9, 13))
"""The ranks whose pairs lose, push and win."""
_SIZES: Final = np.array([1] * 12 + [2] * 3 + [3] * 3 + [2] * 4)
"""How many cards each control counts at a time."""


def _controls(drawn: Ints) -> Floats:
    """Return for each row of cards how many single cards, pairs and triples in it are of each sort."""
    ranks = np.stack([(drawn // 4 == each).sum(axis=1) for each in range(13)], axis=1)
    suits = np.stack([(drawn % 4 == each).sum(axis=1) for each in range(4)], axis=1)
    pairs, triples = ranks * (ranks - 1) // 2, ranks * (ranks - 1) * (ranks - 2) // 6
    _, middle, high = (ranks[:, group].sum(axis=1) for group in _GROUPS)
    columns = [
        *ranks[:, :12].T,
        *(pairs[:, group].sum(axis=1) for group in _GROUPS),
        *(triples[:, group].sum(axis=1) for group in _GROUPS),
        high * (high - 1) // 2,
        middle * (middle - 1) // 2,
        high * middle,
        (suits * (suits - 1) // 2).sum(axis=1),
    ]
    return np.stack(columns, axis=1).astype(np.float64)


def _means(count: int) -> Floats:
    """Return the mean of each control: each group of cards in the deck is among those seen with the same chance."""
    chances = np.array([perm(count, int(size)) / perm(52, int(size)) for size in _SIZES])
    return np.asarray(_controls(np.arange(52)[None, :])[0] * chances)
