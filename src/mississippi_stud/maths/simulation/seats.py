"""Several seats: a round's cards from a shuffled deck, and a strategy as tables by card.

A flush takes all five cards, so all that a player must know of the suits is whether every card seen is of one suit: a
state is the ranks seen and that flag, and a card is one of 26 columns, its rank and whether its suit is the one held.
The three community cards are drawn first, then a pair for each seat and, where the Six Card Bonus is offered, two for
its four cards; a draw is as many steps of a Fisher–Yates shuffle. The board and three pairs come from one word of
Philox, three pairs from each further one; a word whose remainder would favour some deals is replaced (Lemire).
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import perm
from typing import Final

import numpy as np
import numpy.typing as npt

from mississippi_stud.errors import InputError
from mississippi_stud.maths import classes
from mississippi_stud.maths.classes import Ints, levels
from mississippi_stud.maths.evaluation import Strategy
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.simulation.erring import Errors
from mississippi_stud.maths.simulation.machine import StateTables, Table, follow, narrow, plays_of
from mississippi_stud.maths.simulation.philox import Words, philox, product

SEATS_MAX: Final = 9
BOARDS: Final = 52 * 51 * 50
PER_WORD: Final = 3
"""Pairs drawn from one word of 64 bits; the first has the board besides."""
PAIRS: Final = 91
"""Pairs of ranks."""
FLAGS: Final = 5
"""How many of a seat's cards are of the suit of its first, in the order in which they are seen, less one."""
_POWERS: Final = 5 ** np.arange(13)
COLUMNS: Final = 26


@dataclass(frozen=True)
class CardMachine(StateTables):
    """Tables by card: `hole` by 52 times the first card plus the second, the streets by column."""

    ending: Table
    """All of it at once: how a seat ends that does not err, by the ranks of the board, the flag and the pair."""
    bonus: bool = False
    """Whether the four cards of the Six Card Bonus are dealt too."""


def machine(
    game: Game, strategy: str | Strategy = "optimal", errors: Errors | None = None, *, bonus: bool = False
) -> CardMachine:
    """Return the tables of a strategy in a game, for any number of seats."""
    plays = []
    betting, by_level = plays_of(game, strategy, erring=errors is not None)
    for level, by_class in zip((2, 3, 4), by_level, strict=True):
        _, example, state = _states(level)
        plays.append(by_class[:, example])
        if not np.array_equal(by_class, plays[-1][:, state]):
            raise InputError("strategy-by-suit")
    first, tables, endings = follow(game, betting, tuple(plays), _onward(), erring=errors is not None)
    pairs = np.array([(a, b if a != b else (b + 1) % 52) for a in range(52) for b in range(52)])
    hole = first[_states(2)[2][classes.classes_of(pairs)]]
    return CardMachine(narrow(hole), *tables, endings, _endings(hole, *tables), bonus, errors=errors)


def _endings(hole: Table, third: Table, fourth: Table, fifth: Table) -> Table:
    """Return how a seat ends by board, flag and pair; what cannot be dealt has some ending, which nobody looks up."""
    ranks = np.array([(high, low) for high in range(13) for low in range(high + 1)])
    found = np.empty((13, 13, 13, FLAGS, PAIRS), dtype=fifth.dtype)
    rank = 2 * np.arange(13)
    for flag in range(FLAGS):
        suit = 0 if flag else 1
        state = hole[52 * 4 * ranks[:, 0] + 4 * ranks[:, 1] + suit].astype(np.int64)
        for table, same in zip((third, fourth, fifth), (flag > 1, flag > 2, flag > 3), strict=True):
            state = table[state[..., None] + rank + same].astype(np.int64)
        found[:, :, :, flag] = np.moveaxis(state, 0, -1)
    return found.reshape(-1)


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
    column = np.arange(COLUMNS)
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
    return found[0], found[1], np.stack((other, same), axis=2).reshape(len(example), COLUMNS).clip(min=0)


def reciprocals() -> npt.NDArray[np.uint16]:
    """Return, by pair, the multiplier that divides a draw by the choices of its second card: x · m / 2^20."""
    return np.array([-(-(2**20) // (48 - 2 * pair)) for pair in range(SEATS_MAX + 2)], dtype=np.uint16)


def words_per_round(pairs: int) -> int:
    """Return how many words of a block a round has: 1, 2 or 4; of four it may leave one."""
    needed = -(-pairs // PER_WORD)
    return 4 if needed == 3 else needed


def biased(pairs: int) -> list[int]:
    """Return, for each word that a round needs, the bound below which a remainder would favour some deals."""
    starts = [0, *range(3 + 2 * PER_WORD, 3 + 2 * pairs, 2 * PER_WORD), 3 + 2 * pairs]
    return [2**64 % perm(52 - at, end - at) for at, end in pairwise(starts)]


def deals(seed: int, numbers: Words, seats: int, bonus: bool = False) -> npt.NDArray[np.int64]:
    """Return the cards of each of these rounds: three community cards, two for each seat, and four of the bonus."""
    pairs = seats + 2 * bonus
    bounds, domain = biased(pairs), domain_of(seats, bonus)
    drawn = np.empty((len(numbers), 1 + pairs), dtype=np.int64)
    choices = [BOARDS, *((49 - 2 * pair) * (48 - 2 * pair) for pair in range(pairs))]
    waiting, attempt = np.arange(len(numbers)), 0
    while len(waiting):
        again = np.zeros(len(waiting), dtype=bool)
        for word, (bound, left) in enumerate(
            zip(bounds, _words(seed, domain, numbers[waiting], pairs, attempt), strict=False)
        ):
            first = 0 if word == 0 else 1 + PER_WORD * word
            for at in range(first, min(1 + PER_WORD * (word + 1), 1 + pairs)):
                drawn[waiting, at], left = product(choices[at], left)
            again |= left < np.uint64(bound)
        waiting, attempt = waiting[again], attempt + 1
    return _shuffled(_places(drawn))


def domain_of(seats: int, bonus: bool) -> int:
    """Return the second word of the key: rounds of other seats are other rounds."""
    return seats + 16 * bonus


def _words(seed: int, domain: int, numbers: Words, pairs: int, attempt: int) -> list[Words]:
    """Return the words of each round on that attempt."""
    width = words_per_round(pairs)
    nothing = np.zeros(len(numbers), dtype=np.uint64)
    shared = np.uint64(4 // width)
    block = philox((numbers // shared, nothing + np.uint64(attempt), nothing, nothing), (seed, domain))
    lane = (numbers % shared).astype(np.intp) * width
    return [np.choose(lane + word, block) for word in range(width)]


def _places(drawn: Ints) -> Ints:
    """Return the place of each card among those that are left, from the draws of the board and of each pair."""
    board, pairs = drawn[:, 0], drawn[:, 1:]
    places = np.empty((len(drawn), 3 + 2 * pairs.shape[1]), dtype=np.int64)
    places[:, 0], places[:, 1], places[:, 2] = board // 2550, board % 2550 // 50, board % 50
    choices = 48 - 2 * np.arange(pairs.shape[1])
    places[:, 3::2], places[:, 4::2] = pairs // choices, pairs % choices
    return places


def _shuffled(places: Ints) -> Ints:
    """Return the cards at these places of a deck in which each gap is closed by the last card."""
    deck = np.tile(np.arange(52), (len(places), 1))
    row = np.arange(len(places))
    found = np.empty_like(places)
    for at, place in enumerate(places.T):
        found[:, at] = deck[row, place]
        deck[row, place] = deck[:, 51 - at]
    return found


def endings(tables: CardMachine, seed: int, numbers: Words, seats: int) -> Ints:
    """Return how each of these rounds ends, by round and seat."""
    return ended(tables, deals(seed, numbers, seats, tables.bonus), seed, numbers, seats)


def ended(tables: CardMachine, cards: Ints, seed: int, numbers: Words, seats: int) -> Ints:
    """Return how these rounds, with these cards, end, by round and seat."""
    board, holes = cards[:, None, :3], cards[:, 3 : 3 + 2 * seats].reshape(len(cards), seats, 2)
    column = board // 4 * 2 + (board % 4 == holes[:, :, :1] % 4)
    if tables.errors is not None:
        column = column + COLUMNS * tables.errors.drawn(seed, numbers, seats)
    state = tables.third[tables.hole[52 * holes[:, :, 0] + holes[:, :, 1]] + column[:, :, 0]]
    state = tables.fourth[state + column[:, :, 1]]
    return np.asarray(tables.fifth[state + column[:, :, 2]], dtype=np.int64)
