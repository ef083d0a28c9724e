"""The best play of main game and jackpot together: how it changes as the meter grows, exactly.

With a fixed play the value is a straight line in the meter, and the best play's value is the greatest of these lines:
convex, in pieces. `pieces` finds every piece: where the lines of two meters differ, the best play at the point where
they cross either lies on both, and a piece ends there, or shows a further line between them.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from mississippi_stud.hands import Hand
from mississippi_stud.maths.changes import Change, changes
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.meters import Terms, Worth, replace_rounding, with_jackpot
from mississippi_stud.maths.solver import Solution, solve


@dataclass(frozen=True)
class Line:
    """A value in antes as a function of the meter in cents."""

    at_none: Fraction
    slope: Fraction

    def at(self, meter: Fraction) -> Fraction:
        return self.at_none + self.slope * meter

    def meets(self, other: "Line") -> Fraction:
        return (other.at_none - self.at_none) / (self.slope - other.slope)


@dataclass(frozen=True)
class Piece:
    """Meters, in cents, between which one play is best."""

    low: Fraction
    high: Fraction
    line: Line
    solved: Solution


@dataclass(frozen=True)
class Joint:
    """A game with a jackpot wager, for all meters of a range."""

    game: Game
    wager: Terms
    plain: Solution
    """The main game without the wager."""
    pieces: tuple[Piece, ...]

    def value(self, meter: Fraction) -> Fraction:
        """What a round with the wager out is worth, in antes, by the best play of both."""
        return solve(with_jackpot(self.game, self.wager, meter)).value

    def value_beside(self, piece: Piece, meter: Fraction, others: int, theirs: Solution | None) -> Fraction:
        """The same with so many other players, who share the meter and bring Envy or a bonus, by that piece's play."""
        worth = Worth(self.wager, piece.solved, theirs)
        more = worth.value(meter, others) - worth.value(meter)
        return piece.line.at(meter) + more / (self.game.ante_cents or 1)

    def break_even(self, others: int = 0, theirs: Solution | None = None) -> Fraction | None:
        """The meter in cents from which the wager is worth making, by the best play of both; None if outside."""
        for piece in self.pieces:
            ends = sorted({piece.low, min(max(piece.low, self.wager.bend), piece.high), piece.high})
            for start, end in pairwise(ends):
                low, high = (self.value_beside(piece, at, others, theirs) for at in (start, end))
                if low < high and low <= self.plain.value <= high:
                    return start + (self.plain.value - low) / (high - low) * (end - start)
        return None

    def steps(self) -> list[tuple[Fraction, list[Change]]]:
        """The meters at which the best play changes, each with the plays that do."""
        return [(after.low, changes(before.solved, after.solved)) for before, after in pairwise(self.pieces)]


def joint(game: Game, wager: Terms, low: Fraction, high: Fraction) -> Joint:
    """Main game and jackpot solved together for all meters from `low` to `high` cents, prizes not rounded."""
    if wager.rules is not None:
        wager = replace(wager, rules=replace_rounding(wager.rules))
    plain = solve(replace(game, jackpot=None))
    return Joint(game, wager, plain, tuple(_pieces(game, wager, low, high)))


def _solved(game: Game, wager: Terms, meter: Fraction) -> tuple[Solution, Line]:
    solved = solve(with_jackpot(game, wager, meter))
    ante = game.ante_cents or 1
    slope = sum((solved.hand_probability(hand) * wager.share(hand) for hand in Hand), Fraction(0)) / ante
    return solved, Line(solved.value - slope * meter, slope)


def _pieces(game: Game, wager: Terms, low: Fraction, high: Fraction) -> list[Piece]:
    first, last = _solved(game, wager, low), _solved(game, wager, high)
    lines = {first[1]: first[0], last[1]: last[0]}
    ends = [low]
    open_ranges = [(first[1], last[1])]
    while open_ranges:
        left, right = open_ranges.pop()
        if left.slope == right.slope:
            continue
        crossing = left.meets(right)
        between = _solved(game, wager, crossing)
        if between[1].at(crossing) == left.at(crossing):
            ends.append(crossing)
            continue
        lines[between[1]] = between[0]
        open_ranges += [(left, between[1]), (between[1], right)]
    ends = [*sorted(set(ends)), high]
    return [_piece(game, wager, start, end) for start, end in pairwise(ends) if start < end]


def _piece(game: Game, wager: Terms, start: Fraction, end: Fraction) -> Piece:
    """The piece between two ends, by its play in the middle, where nothing is tied that is not tied throughout."""
    solved, line = _solved(game, wager, (start + end) / 2)
    return Piece(start, end, line, solved)
