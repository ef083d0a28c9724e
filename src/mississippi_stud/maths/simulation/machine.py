"""A strategy as four tables: the draw of a round leads from state to state, and the last table says how it ended.

A draw is four numbers: one of 1,326 starting hands, then the place of each community card among the 50, 49 and 48 that
are unseen. The unseen cards are ordered by the kind, then the class, that they lead to, and at the end by the hand: so
cards that make no difference share a row, and the tables fit into a processor's nearest cache. The order does not
depend on the strategy: every strategy meets the same cards. A fold leads to itself.

A player who errs (`erring`) does so as part of a draw: after the columns of all cards without an error, a table has the
same columns once more for each of the other choices.

It knows nothing of chance; `exact` follows all 155,937,600 draws at once.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mississippi_stud.cards import DECK
from mississippi_stud.hands import Hand
from mississippi_stud.maths import classes, solver
from mississippi_stud.maths.classes import ORDERED_DEALS, Ints, classes_of, levels
from mississippi_stud.maths.evaluation import NEVER_FOLD, OPTIMAL, Strategy
from mississippi_stud.maths.game import STREETS, Bets, Game, Tree, tree
from mississippi_stud.maths.simulation.erring import Errors
from mississippi_stud.maths.strategy_file import NAMED, strategy_of

Table = npt.NDArray[Any]
"""Of unsigned integers, as narrow as they can be: the tables share a processor's nearest cache."""
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
    errors: Errors | None = field(default=None, kw_only=True)
    """How often the player errs, if that ever happens."""

    @property
    def digest(self) -> str:
        """A short hash of all that decides how rounds end: two runs with the same one can be added up."""
        found = sha256(repr((self.endings, self.errors) if self.errors else self.endings).encode())
        for table in (self.hole, self.third, self.fourth, self.fifth):
            found.update(table.tobytes())
        return found.hexdigest()[:16]


@dataclass(frozen=True)
class StateMachine(StateTables):
    """Tables by the place of each card among those unseen, for one seat."""

    permuted: bool = False
    """Whether no deal comes twice: rounds are the deals in the order of a permutation that the seed chooses."""

    def exact(self) -> list[Fraction]:
        """Return the exact chance of each ending."""
        errors = self.errors or Errors(Fraction(0), 0)
        ways = np.zeros((len(STREETS) + 1, len(self.third)), dtype=np.int64)  # by the number of errors and state
        ways[0] = np.bincount(self.hole, minlength=len(self.third))
        for table, width, size in (
            (self.third, 50, len(self.fourth)),
            (self.fourth, 49, len(self.fifth)),
            (self.fifth, 48, len(self.endings)),
        ):
            onward = np.zeros((len(ways), size), dtype=np.int64)
            by_row = table.reshape(-1, 1 + errors.others, width)
            for made in range(len(ways)):
                weights = ways[made, :: by_row[0].size][: len(by_row), None]
                for error in range(1 + errors.others if made < len(STREETS) else 1):
                    each = np.broadcast_to(weights, (len(by_row), width))
                    found = np.bincount(by_row[:, error].ravel(), each.ravel(), size)  # whole numbers below 2^53
                    onward[made + (error > 0)] += found.astype(np.int64)
            ways = onward
        chances = [errors.of(made, len(STREETS)) / ORDERED_DEALS for made in range(len(ways))]
        return [sum((n * c for n, c in zip(row, chances, strict=True)), Fraction(0)) for row in ways.T.tolist()]

    def mean(self) -> Fraction:
        """Return the exact value of a round, in antes."""
        return sum((each.net * chance for each, chance in zip(self.endings, self.exact(), strict=True)), Fraction(0))


def plays_of(game: Game, strategy: str | Strategy, *, erring: bool = False) -> tuple[Tree, tuple[Ints, ...]]:
    """Return the wagers that are told apart and, by street, the play of a strategy at each node for each class.

    A strategy that is not called by name may look at which wagers were made, where otherwise only their sum matters.
    So does one of those that are, after wagers that it makes only in error.
    """
    solved = solver.solve(game)
    asked = strategy_of(strategy, game) if isinstance(strategy, str) else strategy
    by_sum = (OPTIMAL, NEVER_FOLD) if erring else NAMED.values()
    betting = tree(game, merged=None if asked in by_sum else False)
    return betting, tuple(
        np.array([asked.plan(solved, street, bets) for bets in pasts]) for street, pasts in enumerate(betting.pasts)
    )


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


def machine(
    game: Game, strategy: str | Strategy = "optimal", errors: Errors | None = None, *, permuted: bool = False
) -> StateMachine:
    """Return the tables of a strategy in a game, for one seat."""
    erring = errors is not None
    first, tables, endings = follow(game, *plays_of(game, strategy, erring=erring), _orders(), erring=erring)
    return StateMachine(narrow(first[classes_of(np.array(HOLES))]), *tables, endings, permuted, errors=errors)


def narrow(table: Ints) -> Table:
    """Return a table as its narrowest unsigned type."""
    return table.astype(np.min_scalar_type(int(table.max())))


def follow(
    game: Game, betting: Tree, plays: tuple[Ints, ...], onward: tuple[Ints, Ints, Ints], *, erring: bool = False
) -> tuple[Ints, tuple[Table, Table, Table], tuple[RoundEnd, ...]]:
    """Return where each starting state leads, the tables of the streets, and the endings.

    `onward` says, by street, to which state of the next street each draw leads, and on the last which hand it makes;
    `plays` what is played at each node in each state.
    """
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
        rows = [_rows(plays[street][node], [after[each] for each in leads_to[node]], staying[folds[street][node]],
                      erring=erring) for node in range(len(leads_to))]  # fmt: skip
        width = rows[0].shape[1]
        rows.append(np.repeat(np.array(list(staying.values()))[:, None], width, axis=1))
        unique, place = np.unique(np.concatenate(rows), axis=0, return_inverse=True)
        tables.insert(0, narrow(unique.reshape(-1)))
        *nodes, kept = np.split(place.reshape(-1) * width, np.cumsum([len(each) for each in rows[:-1]]))
        staying = dict(zip(staying, kept.tolist(), strict=True))
        after = [each[onward[street - 1]] for each in nodes] if street else nodes
    return after[0], (tables[0], tables[1], tables[2]), tuple(endings)


def _rows(plays: Ints, bets: list[Ints], folded: int, *, erring: bool) -> Ints:
    """Return where each state leads, by draw, after the play of that state and, if somebody errs, after each other."""
    choices = [np.full_like(bets[0], folded), *bets]
    errors = range(len(choices) if erring else 1)
    return np.concatenate([np.choose((plays[:, None] + each) % len(choices), choices) for each in errors], axis=1)
