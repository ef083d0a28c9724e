"""A simulated learner, to compare ways of drilling: how fast does the value lost per round fall?

The model. For each situation the learner has a knowledge from 0 to 1,000: in so many of a thousand rounds they make the
best play there, and in the others the best of the wrong ones. They start with what a beginner guesses. An exercise with
its answer moves the knowledge of its situation by three tenths of what is missing, and that of the situations under the
same rule of the strategy card by one twentieth: rules generalise, but imperfectly. Overnight a part of what was learnt
is lost, the less the more often the situation was practised. The loss is worked out exactly from the knowledge; chance
decides only what is asked.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from mississippi_stud.trainer.drills import named
from mississippi_stud.trainer.schedule import by_stake
from mississippi_stud.trainer.situations import Chance, MetSituation

FULL: Final = 1000
GUESS: Final = 400
"""What a beginner gets right by guessing."""
A_DAY: Final = 40
"""Exercises between two nights."""
Choice = Callable[[Sequence[MetSituation], Chance], MetSituation]
"""A way to choose the next exercise."""


class SimulatedLearner:
    """Somebody who learns by the model above."""

    def __init__(self, situations: Sequence[MetSituation]) -> None:
        self.situations = situations
        self.knowledge = dict.fromkeys((each.id for each in situations), GUESS)
        self.times = dict.fromkeys(self.knowledge, 0)
        self._alike: dict[str, list[str]] = {}
        for each in situations:
            self._alike.setdefault(named(each), []).append(each.id)

    def practise(self, asked: MetSituation) -> None:
        """Learn from one exercise and its answer."""
        for name in self._alike[named(asked)]:
            missing = FULL - self.knowledge[name]
            self.knowledge[name] += missing * 3 // 10 if name == asked.id else missing // 20
        self.times[asked.id] += 1

    def sleep(self) -> None:
        """Forget some of what was learnt."""
        for name, known in self.knowledge.items():
            self.knowledge[name] = known - (known - GUESS) // (5 * (1 + self.times[name]))

    @property
    def loss(self) -> Fraction:
        """What the learner loses compared with the best play, in antes per round."""
        lost = sum((each.stake * (FULL - self.knowledge[each.id]) for each in self.situations), Fraction(0))
        return lost * Fraction(1, FULL)


def at_random(situations: Sequence[MetSituation], chance: Chance) -> MetSituation:
    """Return any situation, all equally likely."""
    return situations[chance(len(situations))]


def curve(situations: Sequence[MetSituation], choice: Choice, days: int, chance: Chance) -> list[Fraction]:
    """Return the loss before the first day and after each day's exercises."""
    learner = SimulatedLearner(situations)
    losses = [learner.loss]
    for day in range(days):
        if day:
            learner.sleep()
        for _ in range(A_DAY):
            learner.practise(choice(situations, chance))
        losses.append(learner.loss)
    return losses


WAYS: Final[dict[str, Choice]] = {"weighted": by_stake, "random": at_random}
"""The ways of choosing that are compared: by frequency times cost, and all alike."""
