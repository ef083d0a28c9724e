"""Several seats: a round's cards from a shuffled deck, and a strategy as tables by card.

A flush takes all five cards, so all that a player must know of the suits is whether every card seen is of one suit: a
state is the ranks seen and that flag, and a card is one of 26 columns, its rank and whether its suit is the one held.
The community cards are drawn first, then two cards for each seat, by the steps of a Fisher–Yates shuffle. Eight cards
come from one word of Philox; a word whose remainder would favour some deals is replaced (Lemire).
"""

from functools import cache
from math import perm
from typing import Final

import numpy as np
import numpy.typing as npt

from mississippi_stud.maths import classes
from mississippi_stud.maths.classes import Ints, levels
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.simulation.machine import StateTables, follow, plays_of
from mississippi_stud.maths.simulation.philox import Words, philox, product

SEATS_MAX: Final = 9
PER_WORD: Final = 8
"""Cards drawn from one word of 64 bits."""
_POWERS: Final = 5 ** np.arange(13)
_COLUMNS: Final = 26


class CardMachine(StateTables):
    """Tables by card: `hole` by 52 times the first card plus the second, the streets by column."""


def machine(game: Game, name: str = "optimal") -> CardMachine:
    """Return the tables of a strategy in a game, for any number of seats."""
    plays = []
    for level, by_class in zip((2, 3, 4), plays_of(game, name), strict=True):
        _, example, state = _states(level)
        plays.append(by_class[:, example])
        assert np.array_equal(by_class, plays[-1][:, state]), "no play looks at suits that decide nothing"  # noqa: S101
    first, tables, endings = follow(game, tuple(plays), _onward())
    pairs = np.array([(a, b if a != b else (b + 1) % 52) for a in range(52) for b in range(52)])
    return CardMachine(first[_states(2)[2][classes.classes_of(pairs)]], *tables, endings)


def _states(level: int) -> tuple[Ints, Ints, Ints]:
    """Return the keys of a level's states in ascending order, a class of each, and the state of each class."""
    masks = levels()[level].masks
    held = ((masks[:, :, None] >> np.arange(13)) & 1).sum(axis=1)
    keys = 2 * (held @ _POWERS) + (masks[:, 1:] == 0).all(axis=1)
    found, example, state = np.unique(keys, return_index=True, return_inverse=True)
    return found, example, state


@cache
def _onward() -> tuple[Ints, Ints, Ints]:
    """Return the state that each column leads to, by state; for four cards, the hand. What cannot be drawn is 0."""
    column = np.arange(_COLUMNS)
    found = []
    for level in (2, 3):
        keys, wanted = _states(level)[0], _states(level + 1)[0]
        after = 2 * (keys[:, None] // 2 + _POWERS[column // 2]) + (keys[:, None] & column & 1)
        place = np.searchsorted(wanted, after).clip(max=len(wanted) - 1)
        found.append(np.where(wanted[place] == after, place, 0))
    example = _states(4)[1]
    made = classes.made()[example].reshape(len(example), 13, 4)
    suited = (levels()[4].masks[example, 1:] == 0).all(axis=1)
    other = np.where(suited[:, None], made[:, :, 1:].max(axis=2), made.max(axis=2))
    same = np.where(suited[:, None], made[:, :, 0], other)
    return found[0], found[1], np.stack((other, same), axis=2).reshape(len(example), _COLUMNS).clip(min=0)


def words_per_round(seats: int) -> int:
    """Return how many words of a block a round has, of which it needs as many as its cards take: 2 or 4."""
    return 2 if 2 * seats + 3 <= 2 * PER_WORD else 4


def biased(seats: int) -> list[int]:
    """Return, for each word that a round needs, the bound below which a remainder would favour some deals."""
    cards = 2 * seats + 3
    return [
        2**64 % (perm(52 - at, min(PER_WORD, cards - at))) for at in range(0, cards, PER_WORD)
    ]  # fmt: skip


def deals(seed: int, numbers: Words, seats: int) -> npt.NDArray[np.int64]:
    """Return the cards of each of these rounds: three community cards, then two for each seat."""
    cards, bounds = 2 * seats + 3, biased(seats)
    places = np.empty((len(numbers), cards), dtype=np.int64)
    waiting, attempt = np.arange(len(numbers)), 0
    while len(waiting):
        again = np.zeros(len(waiting), dtype=bool)
        for word, (bound, drawn) in enumerate(
            zip(bounds, _words(seed, numbers[waiting], seats, attempt), strict=False)
        ):
            for at in range(PER_WORD * word, min(PER_WORD * (word + 1), cards)):
                place, drawn = product(52 - at, drawn)
                places[waiting, at] = place
            again |= drawn < np.uint64(bound)
        waiting, attempt = waiting[again], attempt + 1
    return _shuffled(places)


def _words(seed: int, numbers: Words, seats: int, attempt: int) -> list[Words]:
    """Return the words of each round on that attempt."""
    width = words_per_round(seats)
    nothing = np.zeros(len(numbers), dtype=np.uint64)
    shared = np.uint64(4 // width)
    block = philox((numbers // shared, nothing + np.uint64(attempt), nothing, nothing), (seed, seats))
    if width == 4:
        return list(block)
    odd = (numbers % shared).astype(bool)
    return [np.where(odd, block[2 + at], block[at]) for at in range(2)]


def _shuffled(places: Ints) -> Ints:
    """Return the cards at these places of a deck in which each gap is closed by the last card."""
    deck = np.tile(np.arange(52), (len(places), 1))
    row = np.arange(len(places))
    found = np.empty_like(places)
    for at, place in enumerate(places.T):
        found[:, at] = deck[row, place]
        deck[row, place] = deck[:, 51 - at]
    return found


def endings(tables: StateTables, seed: int, numbers: Words, seats: int) -> Ints:
    """Return how each of these rounds ends, by round and seat."""
    cards = deals(seed, numbers, seats)
    board, holes = cards[:, None, :3], cards[:, 3:].reshape(len(cards), seats, 2)
    column = board // 4 * 2 + (board % 4 == holes[:, :, :1] % 4)
    state = tables.third[tables.hole[52 * holes[:, :, 0] + holes[:, :, 1]] + column[:, :, 0]]
    state = tables.fourth[state + column[:, :, 1]]
    return np.asarray(tables.fifth[state + column[:, :, 2]], dtype=np.int64)
