"""What many past decisions lost compared with the best ones, exactly; a tie loses nothing.

`advice` looks at one situation whatever is known; here thousands of ordinary ones are looked up in a solution.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from mississippi_stud.cards import Card
from mississippi_stud.maths.classes import FUTURES, classes_of
from mississippi_stud.maths.game import Bets, Game
from mississippi_stud.maths.solver import FOLD, SEEN, Solution, option_values


class PastDecision(NamedTuple):
    """A decision: the cards in sight, the player's two first, the multiples wagered before, and the one chosen."""

    cards: tuple[Card, ...]
    bets: Bets
    multiple: int
    """0 for a fold."""


def in_antes(game: Game) -> Game:
    """Return the game without its ante if that makes no difference: then it has one solution for all antes."""
    return game if game.per_unit() is None else replace(game, ante_cents=None, limits=())


def losses(solved: Solution, decisions: Sequence[PastDecision]) -> list[Fraction]:
    """Return how much less than the best play each decision was worth, in antes."""
    found = [Fraction(0)] * len(decisions)
    for street, size in enumerate(SEEN):
        places = [place for place, each in enumerate(decisions) if len(each.cards) == size]
        if places:
            own = [decisions[place] for place in places]
            for place, lost in zip(places, _lost(solved, street, own), strict=True):
                found[place] = lost
    return found


def _lost(solved: Solution, street: int, decisions: Sequence[PastDecision]) -> Iterator[Fraction]:
    """Yield what each of the decisions on one street lost."""
    values, unit = option_values(solved, street), solved.numbers.unit * FUTURES[SEEN[street]]
    best = values.max(axis=1)
    kinds = solved.cards.levels[SEEN[street]].kind[classes_of(np.array([each.cards for each in decisions]))]
    for each, kind in zip(decisions, kinds.tolist(), strict=True):
        node = solved.node(each.bets)
        play = solved.game.multiples.index(each.multiple) + 1 if each.multiple else FOLD
        yield Fraction(int(best[node, kind]) - int(values[node, play, kind]), unit)
