"""The chart of a street: every situation that can be met there, what each play is worth, and how often it comes.

On 3rd street a situation is one of the 169 starting hands. Later it is what was wagered so far and a kind of hand: all
cards with the same future.
"""

from dataclasses import dataclass
from fractions import Fraction

from mississippi_stud.cards import Card
from mississippi_stud.maths.classes import FUTURES, ORDERED_DEALS, example_of_kind, starting_hand
from mississippi_stud.maths.game import Bets
from mississippi_stud.maths.solver import Solution, option_values


@dataclass(frozen=True)
class ChartCell:
    """A situation on the chart of a street. Values are in antes."""

    kind: int
    bets: Bets
    """One sequence of wagers that leads there; there may be others."""
    cards: tuple[Card, ...]
    """An example."""
    name: str
    """The starting hand on 3rd street, such as AKs; otherwise empty."""
    values: dict[str, Fraction]
    """By play: fold, then each multiple."""
    best: str
    chance: Fraction
    """How often a round comes to it under best play."""

    @property
    def value(self) -> Fraction:
        return self.values[self.best]

    @property
    def second(self) -> str:
        """The second-best play."""
        return max((play for play in self.values if play != self.best), key=lambda play: self.values[play])

    @property
    def cost(self) -> Fraction:
        """What the second-best play costs; nothing where it is worth the same."""
        return self.value - self.values[self.second]


def chart(solved: Solution, street: int) -> list[list[ChartCell]]:
    """Return the situations of a street: one row per kind, the best first, one column per sum of earlier wagers."""
    size = solved.seen[street]
    level = solved.cards.levels[size]
    unit = solved.numbers.unit * FUTURES[size]
    values = option_values(solved, street).tolist()
    plays, met = solved.plays[street].tolist(), solved.met[street].tolist()
    names = [solved.play_name(play) for play in range(len(solved.game.multiples) + 1)]
    rows = []
    for kind in range(level.kinds):
        cards = example_of_kind(size, level, kind)
        rows.append([
            ChartCell(
                kind,
                bets,
                cards,
                starting_hand(kind) if street == 0 else "",
                {name: Fraction(each[kind], unit) for name, each in zip(names, values[node], strict=True)},
                names[plays[node][kind]],
                Fraction(met[node][kind], ORDERED_DEALS),
            )
            for node, bets in enumerate(solved.betting.pasts[street])
        ])  # fmt: skip
    return sorted(rows, key=lambda row: -row[0].value)
