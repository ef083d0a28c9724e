"""The cards of simulated rounds, from the seed and the number of each alone."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mississippi_stud.cards import Card
from mississippi_stud.maths import batch
from mississippi_stud.maths.classes import Ints, classes_of, levels
from mississippi_stud.maths.simulation import seats, twin
from mississippi_stud.maths.simulation.machine import HOLES

Cards = tuple[Card, ...]


class DealtRound(NamedTuple):
    """The cards of a round."""

    community: Cards
    holes: tuple[Cards, ...]
    """By seat."""
    bonus: Cards
    """The four cards of a bonus, if there is one."""


def deals(
    seed: int,
    numbers: Sequence[int],
    players: int = 1,
    *,
    beside: bool = False,
    bonus: bool = False,
    permuted: bool = False,
) -> Iterator[DealtRound]:
    """Yield the cards of each of these rounds.

    `beside`: there are side wagers, so that a single seat's cards are drawn as those of several.
    """
    asked = np.array(numbers, dtype=np.uint64)
    if players > 1 or beside:
        rows = seats.deals(seed, asked, players, bonus)
    else:
        hole, *places = twin.draws(seed, asked, permuted)
        held = np.array(HOLES)[hole.astype(np.intp)]
        for place in places:
            held = np.column_stack((held, unseen(held)[np.arange(len(held)), place.astype(np.intp)]))
        rows = np.roll(held, 3, axis=1)
    end = 3 + 2 * players
    for row in rows.tolist():
        cards = tuple(map(Card, row))
        yield DealtRound(cards[:3], tuple(cards[at : at + 2] for at in range(3, end, 2)), cards[end:])


def unseen(held: Ints) -> Ints:
    """Return by row, for the cards that are held, the unseen ones in the order in which `machine` draws them."""
    count, size = held.shape
    left = np.ones((count, 52), dtype=bool)
    left[np.arange(count)[:, None], held] = False
    cards = np.nonzero(left)[1].reshape(count, 52 - size)
    rows = np.column_stack((np.repeat(held, 52 - size, axis=0), cards.reshape(-1)))
    if size == 4:
        order = np.argsort(batch.five(rows.astype(np.uint8)).reshape(cards.shape), axis=1, kind="stable")
    else:
        found = classes_of(rows).reshape(cards.shape)
        order = np.lexsort((cards, found, levels()[size + 1].kind[found]), axis=1)
    return np.take_along_axis(cards, order, axis=1)
