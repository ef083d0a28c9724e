"""Every deal of the main game by plain NumPy: an oracle that shares no code with the program, not even what hands are.

A card is its rank times four plus its suit, a deuce 0 and an ace 12. What five cards pay is worked out from their ranks
and suits; the best play from every set of cards, without kinds; and each deal is then played card by card. Results are
whole antes. A fold must be better than every bet to be chosen, and a greater bet better than a smaller one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
DEALS = 52 * 51 * 50 * 49 // 2 * 48
"""Two cards to the player, whose order does not matter, and three to the board, whose order does."""
HOLES = np.array(list(combinations(range(52), 2)))
BETS = (1, 2, 3)
_CHOOSE = np.array([[comb(card, size) for size in range(6)] for card in range(52)])


def place(sets: Array) -> Array:
    """Return the number of each set of cards, given in any order, among the sets of that size."""
    ordered = np.sort(sets, axis=-1)
    return reduce(np.add, (_CHOOSE[ordered[..., at], at + 1] for at in range(sets.shape[-1])))


@cache
def _sets(size: int) -> Array:
    return np.array(list(combinations(range(52), size)), dtype=np.int8)


@cache
def pays(straight: int = 4) -> Array:
    """Return by number of five cards what they win for each ante wagered; -1 if it is lost."""
    cards = _sets(5)
    ranks, suits = cards // 4, cards % 4
    alike = sum((ranks[:, a] == ranks[:, b]).astype(int) for a, b in combinations(range(5), 2))
    of_pair = sum(np.where(ranks[:, at] == ranks[:, at + 1], ranks[:, at], 0) for at in range(4))
    flush = (suits == suits[:, :1]).all(axis=1)
    wheel = (ranks == [0, 1, 2, 3, 12]).all(axis=1)
    row = (alike == 0) & ((ranks[:, 4] - ranks[:, 0] == 4) | wheel)
    pair = np.where(of_pair >= 9, 1, np.where(of_pair >= 4, 0, -1))
    matched = np.select([alike == 1, alike == 2, alike == 3, alike == 4, alike == 6], [pair, 2, 3, 10, 40], -1)
    suited = np.where(row, np.where(ranks[:, 0] == 8, 500, 100), 6)
    found = np.empty(len(cards), dtype=np.int64)
    found[place(cards)] = np.where(flush, suited, np.where(row, straight, matched))
    return found


def _summed(values: Array, size: int) -> Array:
    """Return for each set the sum of the values of all sets with one card more."""
    larger = _sets(size + 1)
    found = np.zeros(comb(52, size), dtype=np.int64)
    for left_out in range(size + 1):
        smaller = place(np.delete(larger, left_out, axis=1))
        found += np.bincount(smaller, weights=values[place(larger)], minlength=len(found)).astype(np.int64)
    return found


@dataclass(frozen=True)
class BestPlay:
    """The best play after so many antes wagered, by number of the cards in sight; 0 for a fold."""

    third: Array
    fourth: Mapping[int, Array]
    fifth: Mapping[int, Array]
    total: int
    """The sum of the results of all deals."""


def _decided(fold: int, bets: Sequence[Array]) -> tuple[Array, Array]:
    """Return what the decision is worth, and the decision."""
    stacked = np.array(bets)
    best = stacked.max(axis=0)
    return np.maximum(best, fold), np.where(fold > best, 0, stacked.argmax(axis=0) + 1)


@cache
def best_play(straight: int = 4) -> BestPlay:
    """Return the best play, found from the last street to the first."""
    last = _summed(pays(straight), 4)
    fifth = {staked: _decided(-staked * 48, [(staked + bet) * last for bet in BETS]) for staked in range(3, 8)}
    then = {staked: _summed(value, 3) for staked, (value, _) in fifth.items()}
    fourth = {staked: _decided(-staked * 49 * 48, [then[staked + bet] for bet in BETS]) for staked in range(2, 5)}
    third, chosen = _decided(-50 * 49 * 48, [_summed(fourth[1 + bet][0], 2) for bet in BETS])
    plays = [{staked: play for staked, (_, play) in street.items()} for street in (fourth, fifth)]
    return BestPlay(chosen, *plays, int(third.sum()))


def _played(by_staked: Mapping[int, Array], staked: Array, cards: Array) -> Array:
    return np.select([staked == each for each in by_staked], [plays[place(cards)] for plays in by_staked.values()])


def results(first: int, second: int) -> Iterator[tuple[int, Array]]:
    """Yield each third card of a board with the results of all 1,326 hands; 0 for one that has a card of the board."""
    best = best_play()
    free = ~np.isin(HOLES, (first, second)).any(axis=1)
    holes = HOLES[free]
    three = np.column_stack([holes, np.full(len(holes), first)])
    four = np.column_stack([three, np.full(len(holes), second)])
    staked, live = np.ones(len(holes), dtype=np.int64), np.ones(len(holes), dtype=bool)
    for plays, cards in (({1: best.third}, holes), (best.fourth, three), (best.fifth, four)):
        chosen = np.where(live, _played(plays, staked, cards), 0)
        staked, live = staked + chosen, live & (chosen > 0)
    for last in set(range(52)) - {first, second}:
        own = (holes != last).all(axis=1)
        made = pays()[place(np.column_stack([four[own], np.full(own.sum(), last)]))]
        found = np.zeros(len(HOLES), dtype=np.int64)
        found[np.flatnonzero(free)[own]] = np.where(live[own], staked[own] * made, -staked[own])
        yield last, found


# An edge sorter's game.


def sorted_total(group: frozenset[int], straight: int = 4) -> int:
    """Return the sum of the results of all deals for a player who sees which cards face down are of those ranks.

    Hands that differ only in the names of the suits are played once.
    """
    total = 0
    for high, low in product(range(13), repeat=2):  # suited if the first is the higher, otherwise not
        hole = (4 * high, 4 * low) if high > low else (4 * high, 4 * low + 1)
        total += (6 if high == low else 4 if high > low else 12) * sorted_hand(hole, group, straight)
    return total


def sorted_hand(hole: tuple[int, int], group: frozenset[int], straight: int = 4) -> int:
    """Return the sum of the results over the ordered boards of one hand."""
    rest = np.array([card for card in range(52) if card not in hole])
    backs = [np.isin(rest // 4, list(group)) == inside for inside in (True, False)]
    won, ways = _boards(hole, rest, straight)
    counts, sums = ([np.where(back, each, 0).sum(axis=2) for back in backs] for each in (ways, won))
    total = 0
    for third, fourth, fifth in product(range(2), repeat=3):
        # After the card of 4th street, by the first two cards of the board: only the last back is still to come.
        after = {
            staked: np.maximum(-staked * counts[fifth], np.max([(staked + bet) * sums[fifth] for bet in BETS], axis=0))
            for staked in range(3, 8)
        }
        meets = np.where(backs[fourth], counts[fifth], 0).sum(axis=1)
        before = {
            staked: np.maximum(
                -staked * meets,
                np.max([np.where(backs[fourth], after[staked + bet], 0).sum(axis=1) for bet in BETS], axis=0),
            )
            for staked in range(2, 5)
        }
        own = backs[third]
        total += max(-int(meets[own].sum()), *(int(before[1 + bet][own].sum()) for bet in BETS))
    return total


def _boards(hole: tuple[int, int], rest: Array, straight: int) -> tuple[Array, Array]:
    """Return by the three cards of a board, in their order, what it wins for each ante, and 1 if they are three."""
    boards = np.array(list(combinations(range(50), 3)))
    held = np.broadcast_to(hole, (len(boards), 2))
    made = pays(straight)[place(np.concatenate([rest[boards], held], axis=1))]
    won, ways = np.zeros((2, 50, 50, 50), dtype=np.int64)
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        at = boards[:, a], boards[:, b], boards[:, c]
        won[at], ways[at] = made, 1
    return won, ways
