"""The best play of main game and jackpot together, and how exactly it changes as the meter grows, alone or with others.

With a fixed play the value is a straight line in the meter wherever no shared prize bends (`Terms.bends`), and the best
play's value is the maximum of these lines: convex and piecewise linear. `pieces` finds every piece: where the lines of
two meters differ, the best play at their crossing either lies on both lines, and a piece ends there, or reveals another
line between them (decision 23).
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from mississippi_stud.hands import Hand
from mississippi_stud.maths.classes import ORDERED_DEALS
from mississippi_stud.maths.deviations import Deviation, changes
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.jackpot_wagers import NOBODY, JackpotTerms, OtherPlayers, with_jackpot
from mississippi_stud.maths.solver import Solution, solve


@dataclass(frozen=True)
class LinearValue:
    """A value in antes as a function of the meter in cents."""

    at_none: Fraction
    slope: Fraction

    def at(self, meter: Fraction) -> Fraction:
        return self.at_none + self.slope * meter

    def meets(self, other: "LinearValue") -> Fraction:
        return (other.at_none - self.at_none) / (self.slope - other.slope)


@dataclass(frozen=True)
class Piece:
    """A range of meters, in cents, over which one play is best."""

    low: Fraction
    high: Fraction
    line: LinearValue
    solved: Solution


@dataclass(frozen=True)
class JointPlay:
    """A game with a jackpot wager, for a whole range of meters."""

    game: Game
    wager: JackpotTerms
    """With an unrounded meter."""
    others: OtherPlayers
    plain: Solution
    """The main game without the wager."""
    pieces: tuple[Piece, ...]

    @property
    def bonus(self) -> Fraction:
        """Return what others' hands bring to a player who does not win, in antes; no play changes it."""
        count = self.others.count
        won = self.wager.bonus(count, self.others.wins, self.others.among) if count else Fraction(0)
        return won / (self.game.ante_cents or 1)

    def value(self, meter: Fraction) -> Fraction:
        """Return the value of a round with the jackpot wager, in antes, under the best play of both."""
        return _best(self.game, self.wager, self.others, meter).value + self.bonus

    def at(self, piece: Piece, meter: Fraction) -> Fraction:
        """Return the value of a round at a meter within that piece, in antes, by its line."""
        return piece.line.at(meter) + self.bonus

    def break_even(self) -> Fraction | None:
        """Return the meter in cents from which the wager is worth making under the best play of both, or None."""
        for piece in self.pieces:
            if self.at(piece, piece.high) >= self.plain.value:
                short = self.plain.value - self.at(piece, piece.low)
                return piece.low if short <= 0 else piece.low + short / piece.line.slope
        return None

    def steps(self) -> list[tuple[Fraction, list[Deviation]]]:
        """Return the meters at which the best play changes, each with the plays that change."""
        found = [(after.low, changes(before.solved, after.solved)) for before, after in pairwise(self.pieces)]
        return [(meter, changed) for meter, changed in found if changed]


def joint(game: Game, wager: JackpotTerms, low: Fraction, high: Fraction, others: OtherPlayers = NOBODY) -> JointPlay:
    """Solve main game and jackpot together for all meters from `low` to `high` cents, with unrounded prizes."""
    wager = wager.unrounded()
    plain = solve(replace(game, jackpot=None), cards=others.cards)
    ends = [low, *(bend for bend in wager.bends() if low < bend < high and others.count), high]
    found = [piece for start, end in pairwise(ends) for piece in _Straight(game, wager, others, start, end).pieces()]
    return JointPlay(game, wager, others, plain, tuple(found))


def _best(game: Game, wager: JackpotTerms, others: OtherPlayers, meter: Fraction) -> Solution:
    return solve(with_jackpot(game, wager, meter, others), cards=others.cards)


@dataclass(frozen=True)
class _Straight:
    """A range of meters over which every prize is a straight line."""

    game: Game
    wager: JackpotTerms
    others: OtherPlayers
    low: Fraction
    high: Fraction

    def solved(self, meter: Fraction) -> tuple[Solution, LinearValue]:
        """Return the best play at a meter, and the line of its value."""
        solved = _best(self.game, self.wager, self.others, meter)
        at_low, at_high = (with_jackpot(self.game, self.wager, at, self.others) for at in (self.low, self.high))
        counts = solved.ends.sum(axis=0).tolist()
        rises = [
            (at_high.jackpot_net(end) - at_low.jackpot_net(end)) * count
            for end, count in zip((*Hand, *self.others.cards.ends), counts, strict=True)
        ]
        slope = sum(rises, Fraction(0)) / ((self.high - self.low) * ORDERED_DEALS)
        return solved, LinearValue(solved.value - slope * meter, slope)

    def pieces(self) -> list[Piece]:
        first, last = self.solved(self.low), self.solved(self.high)
        ends = [self.low]
        open_ranges = [(first[1], last[1])]
        while open_ranges:
            left, right = open_ranges.pop()
            if left.slope == right.slope:
                continue
            crossing = left.meets(right)
            _, between = self.solved(crossing)
            if between.at(crossing) == left.at(crossing):
                ends.append(crossing)
            else:
                open_ranges += [(left, between), (between, right)]
        ends = [*sorted(set(ends)), self.high]
        return [self._piece(start, end) for start, end in pairwise(ends) if start < end]

    def _piece(self, start: Fraction, end: Fraction) -> Piece:
        """Return the piece between two ends, by its play in the middle, where only plays tie that tie throughout."""
        solved, line = self.solved((start + end) / 2)
        return Piece(start, end, line, solved)
