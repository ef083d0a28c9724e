"""A strategy as a value, and what it is worth exactly: the whole game played by it, and where it loses what.

A strategy says for the cards in sight (not which of them are the player's own) and the wagers before them what to play.
Its value is counted over all ordered deals, and once more as the value of the best play less a cost: the sum, over all
states that it reaches, of their probability times what its play gives away there if the best play follows.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np

from mississippi_stud.cards import Card, text
from mississippi_stud.errors import InputError
from mississippi_stud.maths.arrow import Column, DataTable
from mississippi_stud.maths.classes import FUTURES, ORDERED_DEALS, Ints, class_of, example, levels
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.game import STREETS, Bets
from mississippi_stud.maths.losses import PastDecision
from mississippi_stud.maths.remarks import Remark
from mississippi_stud.maths.solver import FOLD, SEEN, Solution, option_values

Plan = Callable[[Solution, int, Bets], Ints]
"""Given the best play, a street and the wagers before it: the play of every class of cards in sight."""
PlayFunction = Callable[[tuple[Card, ...], Bets], int | str]
"""Given the cards in sight, the highest first, and the wagers before them: a multiple, or 0 or "fold"."""


@dataclass(frozen=True)
class Strategy:
    """How to play, under a name."""

    name: str
    plan: Plan

    @classmethod
    def of_function(cls, play: PlayFunction, name: str = "function") -> "Strategy":
        """Return the strategy of a function; it is asked once for each class of cards, not for each suit."""

        def plan(best: Solution, street: int, bets: Bets) -> Ints:
            size = SEEN[street]
            cards = (example(size, number) for number in range(levels()[size].classes))
            return np.array([place_of(best, play(each, bets)) for each in cards])

        return cls(name, plan)

    @classmethod
    def of_history(cls, decisions: Iterable[PastDecision], name: str = "history") -> "Strategy":
        """Return how somebody played: in each situation the most frequent choice, of equals the latest.

        A situation is a street, the wagers before it and a kind of cards; where there is none, the best play is made.
        """
        taken = choices_taken(decisions)

        def plan(best: Solution, street: int, bets: Bets) -> Ints:
            plays = best.plays[street][best.node(bets)].copy()
            for kind, chosen in taken.get(bets, {}).items():
                plays[kind] = place_of(best, usual_choice(chosen))
            return np.asarray(plays[levels()[SEEN[street]].kind])

        return cls(name, plan)


def choices_taken(decisions: Iterable[PastDecision]) -> dict[Bets, dict[int, list[int]]]:
    """Return what was chosen in each situation, the first first: by the wagers before it and the kind of cards."""
    taken: dict[Bets, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for each in decisions:
        taken[each.bets][int(levels()[len(each.cards)].kind[class_of(each.cards)])].append(each.multiple)
    return taken


def usual_choice(chosen: Sequence[int]) -> int:
    """Return the most frequent choice, of equals the latest."""
    return max(reversed(chosen), key=chosen.count)


def place_of(best: Solution, chosen: int | str) -> int:
    """Return a choice as a play: 0 for a fold, or the place of the multiple from 1."""
    if chosen in (0, "fold"):
        return FOLD
    if chosen not in best.game.multiples:
        raise InputError("not-a-multiple", bet=chosen, multiples=best.game.multiples)
    return best.game.multiples.index(int(chosen)) + 1


def _best(best: Solution, street: int, bets: Bets) -> Ints:
    return np.asarray(best.plays[street][best.node(bets)][levels()[SEEN[street]].kind])


def _always(play: int) -> Plan:
    return lambda _, street, __: np.full(levels()[SEEN[street]].classes, play)


OPTIMAL: Final = Strategy("optimal", _best)
NEVER_FOLD: Final = Strategy("never-fold", _always(FOLD + 1))
"""Always the smallest wager."""
ALWAYS_FOLD: Final = Strategy("fold", _always(FOLD))


@dataclass(frozen=True)
class Mistake:
    """A state in which the strategy does not make the best play."""

    street: int
    bets: Bets
    cards: tuple[Card, ...]
    played: str
    best: str
    probability: Fraction
    loss: Fraction
    """In antes, each time it happens."""

    @property
    def cost(self) -> Fraction:
        """In antes per round."""
        return self.loss * self.probability

    @property
    def words(self) -> str | Remark:
        """What people see in the cards."""
        return Features(self.cards).words()

    def plain(self) -> dict[str, Any]:
        """Return the mistake as plain data for JSON."""
        return {
            "street": STREETS[self.street],
            "bets": list(self.bets),
            "example": text(self.cards),
            "cards": self.words,
            "played": self.played,
            "best": self.best,
            "probability": str(self.probability),
            "loss": str(self.loss),
            "loss_decimal": float(self.loss),
            "cost": str(self.cost),
        }


class MetClasses(NamedTuple):
    """After some wagers: in how many ways each class of cards is met, and what is played."""

    ways: Ints
    plays: Ints


@dataclass(frozen=True)
class _Course:
    """Where all ordered deals lead: by the wagers made, the decisions, and those played to the end by hand."""

    met: dict[Bets, MetClasses] = field(default_factory=dict)
    ends: dict[Bets, Ints] = field(default_factory=dict)

    @cached_property
    def folds(self) -> dict[Bets, int]:
        """By the wagers made, how many deals are folded."""
        return {bets: int(met.ways[met.plays == FOLD].sum()) * FUTURES[2 + len(bets)] for bets, met in self.met.items()}

    def results(self, best: Solution) -> Iterator[tuple[Fraction, int]]:
        """Yield results in antes, each with a number of ordered deals."""
        for bets, count in self.folds.items():
            yield Fraction(best.game.folded(bets)), count
        for bets, counts in self.ends.items():
            row = best.numbers.leaves[best.node(bets)].tolist()
            for net, count in zip(row, counts.tolist(), strict=True):
                yield Fraction(net, best.numbers.unit), count


class Evaluation(Fraction, DataTable):
    """The value of a round under a strategy, in antes: a fraction that also knows what it is made of."""

    strategy: Strategy
    best: Solution
    """The best play of the same game."""
    _course: _Course

    @classmethod
    def of(cls, best: Solution, strategy: Strategy, course: _Course) -> "Evaluation":
        """Return the evaluation of a strategy that takes all deals that course."""
        total = sum((net * count for net, count in course.results(best)), Fraction(0))
        found = cls(total / ORDERED_DEALS)
        found.strategy, found.best, found._course = strategy, best, course
        return found

    def __repr__(self) -> str:
        return f"Evaluation({self.strategy.name!r}, value={self.value!r})"

    @property
    def value(self) -> Fraction:
        """The same value as a plain fraction."""
        return Fraction(self.numerator, self.denominator)

    @property
    def cost(self) -> Fraction:
        """What the strategy costs against the best play, in antes per round."""
        return self.best.value - self.value

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Every state in which the strategy gives something away, the most expensive first."""
        found = chain.from_iterable(_mistakes(self.best, bets, met) for bets, met in self.met.items())
        return tuple(sorted(found, key=lambda each: -each.cost))

    def columns(self) -> dict[str, Column]:
        """Return the mistakes, the most expensive first: where, with which cards, and what they cost a round."""
        found = self.mistakes
        return {
            "street": [STREETS[each.street] for each in found],
            "bets": [" ".join(map(str, each.bets)) for each in found],
            "example": [text(each.cards) for each in found],
            "cards": [str(each.words) for each in found],
            "played": [each.played for each in found],
            "best": [each.best for each in found],
            "probability": [float(each.probability) for each in found],
            "loss": [float(each.loss) for each in found],
            "cost": [float(each.cost) for each in found],
            "cost_exact": [str(each.cost) for each in found],
        }

    @property
    def met(self) -> Mapping[Bets, MetClasses]:
        """The decisions that are met, by the wagers before them."""
        return self._course.met

    @cached_property
    def average_wager(self) -> Fraction:
        """The average amount wagered in a round, in antes."""
        folded = ((sum(bets), count) for bets, count in self._course.folds.items())
        played = ((sum(bets), int(counts.sum())) for bets, counts in self._course.ends.items())
        return Fraction(sum((1 + wagered) * count for wagered, count in chain(folded, played)), ORDERED_DEALS)

    @cached_property
    def distribution(self) -> Distribution:
        """The chance of each result of a round, in antes."""
        return Distribution((net, Fraction(count, ORDERED_DEALS)) for net, count in self._course.results(self.best))

    @cached_property
    def by_street(self) -> Mapping[str, Fraction]:
        """What is lost on each street, in antes per round."""
        costs = dict.fromkeys(STREETS, Fraction(0))
        for each in self.mistakes:
            costs[STREETS[each.street]] += each.cost
        return costs

    @cached_property
    def by_class(self) -> Mapping[tuple[str, str], Fraction]:
        """What is lost on a street with what people see in the cards, the most first, in antes per round."""
        costs: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
        for each in self.mistakes:
            costs[STREETS[each.street], str(each.words)] += each.cost
        return dict(sorted(costs.items(), key=lambda item: -item[1]))


def evaluate(best: Solution, strategy: Strategy) -> Evaluation:
    """Return what a strategy is worth in the game of that best play, and where it loses what."""
    if best.cards.ends:
        raise InputError("bonus-without-caps")
    course = _Course()
    reach: dict[Bets, Ints] = {(): levels()[2].sets}
    for street in range(len(STREETS)):
        onward = dict[Bets, Ints]()
        for bets, ways in reach.items():
            plays = strategy.plan(best, street, bets)
            course.met[bets] = MetClasses(ways, plays)
            for place, multiple in enumerate(best.game.multiples, start=1):
                taken = np.where(plays == place, ways, 0)
                if taken.any():
                    onward[*bets, multiple] = _onward(SEEN[street], taken)
        reach = onward
    course.ends.update(reach)
    return Evaluation.of(best, strategy, course)


def _mistakes(best: Solution, bets: Bets, met: MetClasses) -> Iterator[Mistake]:
    street, node = len(bets), best.node(bets)
    size = SEEN[street]
    kinds, values = levels()[size].kind, option_values(best, street)[node]
    lost = values.max(axis=0)[kinds] - values[met.plays, kinds]
    shown = best.plays[street][node]
    for number in np.flatnonzero((lost != 0) & (met.ways > 0)).tolist():
        yield Mistake(
            street,
            bets,
            example(size, number),
            best.play_name(int(met.plays[number])),
            best.play_name(int(shown[kinds[number]])),
            Fraction(int(met.ways[number]) * FUTURES[size], ORDERED_DEALS),
            Fraction(int(lost[number]), best.numbers.unit * FUTURES[size]),
        )


def _onward(size: int, ways: Ints) -> Ints:
    """Return in how many ways each class of one card more is reached, or each hand of five cards."""
    level = levels()[size]
    if level.next_class is None:
        by_kind = np.zeros(level.kinds, dtype=np.int64)
        np.add.at(by_kind, level.kind, ways)
        return np.asarray(by_kind @ level.onward)
    further = np.zeros(levels()[size + 1].classes, dtype=np.int64)
    held, card = np.nonzero(level.next_class >= 0)
    np.add.at(further, level.next_class[held, card], ways[held])
    return further
