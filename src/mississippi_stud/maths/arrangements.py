"""States distinguished by arrangement: which two cards are the player's, and in which order the board came.

The value of a five-card hand does not depend on the arrangement, and the kinds of `classes` ignore it. But another
player may win on the same board, and a bonus is paid on the board alone. Where that matters, some deals have an `End`
of their own, and `Cards` has separate kinds for the few states that can still lead to such a deal. All others stay as
they are (decision 23).
"""

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations
from typing import Final

import numpy as np

from mississippi_stud.cards import DECK, Card
from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.maths import batch
from mississippi_stud.maths.classes import HANDS, Ints, Level, Numbers, classes_of, example, levels
from mississippi_stud.maths.game import End, Game


@dataclass(frozen=True, eq=False)
class Cards:
    """The levels on which a game is solved, and the ends they lead to beyond the twelve hands."""

    levels: dict[int, Level]
    ends: tuple[End, ...] = ()

    def columns(self, hand: Hand) -> list[int]:
        """Return the columns of all ends with that hand."""
        return [hand, *(HANDS + place for place, end in enumerate(self.ends) if end.hand is hand)]


@cache
def together() -> Cards:
    """Return the levels with nothing distinguished."""
    return Cards(levels())


def told_apart(deals: Ints, labels: Ints, ends: tuple[End, ...]) -> Cards:
    """Return the levels on which those deals (a row each: the player's two, 3rd, 4th, 5th street) have ends of their
    own.

    The deals must be complete up to renaming the suits, with one naming each: if a pair of hole cards occurs, all deals
    with those two cards must be there.
    """
    found = dict(levels())
    above, old, new = deals, batch.five(deals).astype(np.int64), HANDS + labels
    columns = HANDS + len(ends)
    for size in (4, 3, 2):
        states, place = np.unique(above[:, :size], axis=0, return_inverse=True)
        level = levels()[size]
        kinds = level.kind[classes_of(states)]
        counts = np.zeros((len(states), columns), dtype=np.int64)
        counts[:, : level.onward.shape[1]] = level.onward[kinds]
        np.subtract.at(counts, (place.reshape(-1), old), 1)
        np.add.at(counts, (place.reshape(-1), new), 1)
        onward = np.pad(level.onward, ((0, 0), (0, columns - level.onward.shape[1])))
        if size == 2:
            onward[kinds] = counts
            found[2] = replace(level, onward=onward)
        else:
            rows, first, which = np.unique(counts, axis=0, return_index=True, return_inverse=True)
            apart = tuple(tuple(map(Card, states[at].tolist())) for at in first)
            found[size] = replace(level, onward=np.concatenate([onward, rows]), apart=apart)
            above, old, new = states, kinds, level.kinds + which.reshape(-1)
            columns = found[size].kinds
    return Cards(found, ends)


_SETS: Final = np.array(list(combinations(range(50), 3)))
_ORDERS: Final = np.array(list(permutations(range(3))))


def _deals(hands: frozenset[Hand]) -> Ints:
    """Return all deals that make one of those hands, with one naming of the suits of the player's two cards."""
    found = []
    for number in range(levels()[2].classes):
        hole = example(2, number)
        boards = np.array([card for card in DECK if card not in hole])[_SETS]
        held = np.broadcast_to(np.array(hole), (len(boards), 2))
        sets = np.concatenate([held, boards], axis=1)
        sets = sets[np.isin(batch.five(sets), list(hands))]
        ordered = sets[:, 2:][:, _ORDERS].reshape(-1, 3)
        found.append(np.concatenate([np.repeat(sets[:, :2], len(_ORDERS), axis=0), ordered], axis=1))
    return np.concatenate(found)


@cache
def by_board(hands: frozenset[Hand], ace_low: bool) -> Cards:
    """Return the levels on which deals that make one of those hands are distinguished by what the board makes."""
    if not hands:
        return together()
    deals = _deals(hands)
    made = np.stack([batch.five(deals), batch.three(deals[:, 2:], ace_low=ace_low)], axis=1)
    pairs, labels = np.unique(made, axis=0, return_inverse=True)
    ends = tuple(End(Hand(hand), board=ThreeCardHand(board)) for hand, board in pairs.tolist())
    return told_apart(deals, labels.reshape(-1), ends)


def cards_of(game: Game) -> Cards:
    """Return the levels that a game needs by itself: distinguished by board where a limit counts a bonus."""
    return by_board(game.crowded(), game.ace_low_in_three)


def labelled(game: Game, boards: Ints, made: Numbers) -> tuple[Numbers, tuple[End, ...]]:
    """Return the index of each board's end among the twelve hands and the distinguished ends, given what was made."""
    ends = cards_of(game).ends
    if not ends:
        return made, ends
    places = np.repeat(np.arange(HANDS)[:, None], len(ThreeCardHand), axis=1)
    for place, end in enumerate(ends):
        places[end.hand, end.board] = HANDS + place
    return places[made, batch.three(boards, ace_low=game.ace_low_in_three)], ends
