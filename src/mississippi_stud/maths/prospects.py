"""What can still come: for each play now, how often every end of the round follows from it, and what it then pays.

After the play the round is played best. The counts are whole: of all ordered ways in which the cards to come can fall.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from mississippi_stud.hands import Hand
from mississippi_stud.maths.advice import Outlook, Situation, look_ahead
from mississippi_stud.maths.game import STREETS, Game
from mississippi_stud.maths.solver import FOLD, best

FoundEnds = Counter[tuple[str, Fraction]]


@dataclass(frozen=True)
class ProspectRow:
    """One way in which the round can end."""

    end: str
    """A hand, or the street on which the hand is folded."""
    net: Fraction
    """The result in antes."""
    ways: int


@dataclass(frozen=True)
class Prospect:
    """Everything that can follow from one play."""

    play: str
    ways: int
    """Of all rows together."""
    rows: tuple[ProspectRow, ...]

    @property
    def value(self) -> Fraction:
        return sum((row.net * row.ways for row in self.rows), Fraction(0)) / self.ways

    def chance(self, row: ProspectRow) -> Fraction:
        """Return how often the round ends so."""
        return Fraction(row.ways, self.ways)

    @property
    def ahead(self) -> Fraction:
        """The chance that the round ends with a win."""
        return Fraction(sum(row.ways for row in self.rows if row.net > 0), self.ways)


def prospects(game: Game, now: Situation) -> list[Prospect]:
    """Return what can come after each play: a fold first, then each multiple."""
    ahead, street = look_ahead(game, now), len(now.board)
    plays = {later: best(values.folds, values.bets, game.ties_bet)[0] for later, values in ahead.later.items()}
    fold = ProspectRow(STREETS[street], Fraction(game.folded(now.bets)), ahead.ways)
    found = [Prospect("fold", ahead.ways, (fold,))]
    for multiple, node in zip(game.multiples, ahead.leads_to, strict=True):
        ends: FoundEnds = Counter()
        _follow(ahead, plays, street + 1, node, ahead.fresh, ends)
        rows = tuple(ProspectRow(end, net, ways) for (end, net), ways in ends.items())
        found.append(Prospect(str(multiple), ahead.ways, tuple(sorted(rows, key=lambda row: (-row.net, row.end)))))
    return found


def _follow(
    ahead: Outlook,
    plays: dict[int, npt.NDArray[np.int64]],
    street: int,
    node: int,
    boards: npt.NDArray[np.bool_],
    ends: FoundEnds,
) -> None:
    """Count the ends of those boards from a node of a street on; after the last street the node is a leaf."""
    if street == len(STREETS):
        counts = np.bincount(ahead.made[boards[ahead.fresh]], minlength=len(Hand) + len(ahead.ends))
        for place in np.flatnonzero(counts).tolist():
            hand = Hand(place) if place < len(Hand) else ahead.ends[place - len(Hand)].hand
            ends[hand.key, Fraction(int(ahead.numbers.leaves[node, place]), ahead.numbers.unit)] += int(counts[place])
        return
    chosen = plays[street][node][(..., *(None,) * (len(STREETS) - street))]
    folded = int((boards & (chosen == FOLD)).sum())
    if folded:
        ends[STREETS[street], Fraction(int(ahead.numbers.folds[street][node]), ahead.numbers.unit)] += folded
    for play, further in enumerate(ahead.betting.leads_to[street][node], start=1):
        taken = boards & (chosen == play)
        if taken.any():
            _follow(ahead, plays, street + 1, further, taken, ends)
