"""A strategy as four tables: the draw of a round leads from state to state, and the last table says how it ended.

A draw is four numbers: one of 1,326 starting hands, then the place of each community card among the 50, 49 and 48 that
are unseen. The unseen cards are ordered by the kind, then the class, that they lead to, and at the end by the hand: so
cards that make no difference share a row, and the tables fit into a processor's nearest cache. The order does not
depend on the strategy: every strategy meets the same cards. A fold leads to itself.

It knows nothing of chance; `exact` follows all 155,937,600 draws at once.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from mississippi_stud.cards import DECK
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths import classes, solver, strategy
from mississippi_stud.maths.classes import ORDERED_DEALS, Ints, classes_of, levels
from mississippi_stud.maths.game import STREETS, Bets, Game, tree

STRATEGIES: Final = ("optimal", "human", "never-fold")
Table = npt.NDArray[np.uint32]
HOLES: Final = tuple(combinations(DECK, 2))
"""The starting hands, in the order in which they are drawn."""


@dataclass(frozen=True)
class RoundEnd:
    """How a round can end: by which hand or fold, after which wagers, and with what result."""

    name: str
    bets: Bets
    net: Fraction

    @property
    def wagered(self) -> int:
        return 1 + sum(self.bets)


@dataclass(frozen=True)
class StateTables:
    """The tables of one game under one strategy. An entry is the offset of a row of the next table, or an ending."""

    hole: Table
    third: Table
    fourth: Table
    fifth: Table
    endings: tuple[RoundEnd, ...]

    @property
    def digest(self) -> str:
        """A short hash of all that decides how rounds end: two runs with the same one can be added up."""
        found = sha256(repr(self.endings).encode())
        for table in (self.hole, self.third, self.fourth, self.fifth):
            found.update(table.tobytes())
        return found.hexdigest()[:16]


class StateMachine(StateTables):
    """Tables by the place of each card among those unseen, for one seat."""

    def exact(self) -> Ints:
        """Return how many of the ordered deals end in each way."""
        ways = np.bincount(self.hole, minlength=len(self.third))
        for table, width, size in (
            (self.third, 50, len(self.fourth)),
            (self.fourth, 49, len(self.fifth)),
            (self.fifth, 48, len(self.endings)),
        ):
            weights = np.repeat(ways[::width][: len(table) // width], width)
            onward = np.zeros(size, dtype=np.int64)
            np.add.at(onward, table, weights)
            ways = onward
        return ways

    def mean(self) -> Fraction:
        """Return the exact value of a round, in antes."""
        counts = self.exact().tolist()
        return sum((each.net * n for each, n in zip(self.endings, counts, strict=True)), Fraction(0)) / ORDERED_DEALS


def plays_of(game: Game, name: str) -> tuple[Ints, ...]:
    """Return, by street, the play of a strategy at each node for each class."""
    if name not in STRATEGIES:
        raise InputError("strategy-not-simulated", name=name, names=STRATEGIES)
    solved = solver.solve(game)
    if name == "optimal":
        return tuple(solved.plays[at][:, levels()[2 + at].kind] for at in range(3))
    if name == "human":
        return tuple(strategy.nodes_plays(solved, at) for at in range(3))
    shapes = [(len(solved.betting.pasts[at]), levels()[2 + at].classes) for at in range(3)]
    return tuple(np.ones(shape, dtype=np.int64) for shape in shapes)  # never fold: the smallest wager


@cache
def _orders() -> tuple[Ints, Ints, Ints]:
    """Return the class that each unseen card leads to, by class and place; for four cards, the hand."""
    found = []
    for level in (2, 3):
        onward, kind = levels()[level].next_class, levels()[level + 1].kind
        assert onward is not None  # noqa: S101  only the last level has none
        rows = onward[onward >= 0].reshape(len(onward), -1)
        found.append(np.take_along_axis(rows, np.lexsort((rows, kind[rows]), axis=1), axis=1))
    made = classes.made()
    return found[0], found[1], np.sort(made[made >= 0].reshape(len(made), -1), axis=1)


def machine(game: Game, name: str = "optimal") -> StateMachine:
    """Return the tables of a strategy in a game, for one seat."""
    first, tables, endings = follow(game, plays_of(game, name), _orders())
    return StateMachine(first[classes_of(np.array(HOLES))], *tables, endings)


def follow(
    game: Game, plays: tuple[Ints, ...], onward: tuple[Ints, Ints, Ints]
) -> tuple[Table, tuple[Table, Table, Table], tuple[RoundEnd, ...]]:
    """Return where each starting state leads, the tables of the streets, and the endings.

    `onward` says, by street, to which state of the next street each draw leads, and on the last which hand it makes;
    `plays` what is played at each node in each state.
    """
    betting = tree(game)
    endings: dict[RoundEnd, int] = {}

    def ending(name: str, bets: Bets, net: Fraction | int) -> int:
        return endings.setdefault(RoundEnd(name, bets, Fraction(net)), len(endings))

    folds = [[ending(STREETS[at], past, game.folded(past)) for past in pasts] for at, pasts in enumerate(betting.pasts)]
    staying = {fold: fold for row in folds for fold in row}
    ends = np.array([[ending(hand.key, bets, game.net(bets, hand)) for hand in Hand] for bets in betting.leaves])
    after = [leaf[onward[2]] for leaf in ends]  # by node: where each state leads, by draw
    tables: list[Table] = []
    for street in (2, 1, 0):
        leads_to = betting.leads_to[street]
        rows = [_rows(plays[street][node], [after[each] for each in leads_to[node]], staying[folds[street][node]])
                for node in range(len(leads_to))]  # fmt: skip
        width = rows[0].shape[1]
        rows.append(np.repeat(np.array(list(staying.values()))[:, None], width, axis=1))
        unique, place = np.unique(np.concatenate(rows), axis=0, return_inverse=True)
        tables.insert(0, unique.astype(np.uint32).reshape(-1))
        *nodes, kept = np.split(place.reshape(-1) * width, np.cumsum([len(each) for each in rows[:-1]]))
        staying = dict(zip(staying, kept.tolist(), strict=True))
        after = [each[onward[street - 1]] for each in nodes] if street else nodes
    return after[0].astype(np.uint32), (tables[0], tables[1], tables[2]), tuple(endings)


def _rows(plays: Ints, bets: list[Ints], folded: int) -> Ints:
    """Return where each state leads, by draw, after the play of that state."""
    fold = np.full_like(bets[0], folded)
    return np.asarray(np.choose(plays[:, None], [fold, *bets]))
