"""The plays that differ between two solutions of the same cards, for people to read: what a cap or a meter changes."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from mississippi_stud.cards import Card, text
from mississippi_stud.maths.classes import ORDERED_DEALS, example_of_kind
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.game import STREETS, Bets
from mississippi_stud.maths.solver import Solution


@dataclass(frozen=True)
class Deviation:
    """A state that is played differently."""

    street: int
    bets: Bets
    """One sequence of wagers that leads there; there may be others."""
    example: tuple[Card, ...]
    apart: bool
    """Whether it matters which cards are the player's; if so, the first two are."""
    before: str
    after: str
    probability: Fraction
    """How likely the state is under the second solution."""

    def plain(self) -> dict[str, Any]:
        """Return the deviation as plain data for JSON."""
        return {
            "street": STREETS[self.street],
            "bets": list(self.bets),
            "example": f"{text(self.example[:2])} | {text(self.example[2:])}" if self.apart else text(self.example),
            "cards": Features(self.example).words(),
            "before": self.before,
            "after": self.after,
            "probability": str(self.probability),
            "probability_decimal": float(self.probability),
        }


def changes(before: Solution, after: Solution) -> list[Deviation]:
    """Return the states met in `after` that `before`, solved on the same kinds, plays differently, likeliest first.

    After a wager that `before` does not allow there is nothing to compare.
    """
    found = []
    for street in range(3):
        nodes: dict[tuple[int, int], Bets] = {}
        for bets in product((each for each in after.game.multiples if each in before.game.multiples), repeat=street):
            nodes.setdefault((before.node(bets), after.node(bets)), bets)
        for (was, now), bets in nodes.items():
            met = after.met[street][now]
            was_bet, now_bet = (each.bets(street)[node] for each, node in ((before, was), (after, now)))
            differs = np.flatnonzero((was_bet != now_bet) & (met > 0))
            for kind in differs.tolist():
                plays = (int(before.plays[street][was, kind]), int(after.plays[street][now, kind]))
                chance = Fraction(int(met[kind]), ORDERED_DEALS)
                size = after.seen[street]
                level = after.cards.levels[size]
                shown, apart = example_of_kind(size, level, kind), kind >= level.kinds - len(level.apart)
                names = (before.play_name(plays[0]), after.play_name(plays[1]))
                found.append(Deviation(street, bets, shown, apart, *names, chance))
    return sorted(found, key=lambda change: -change.probability)
