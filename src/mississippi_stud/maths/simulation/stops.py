"""Players who leave by a rule of their own: with so much lost, so much won, or so far below their best.

A session is so many rounds of a run, one after the other, and each seat leaves by itself; the rounds after that are not
played. So session s is a function of (seed, s) alone, as a round is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from mississippi_stud.errors import InputError
from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.lattice import ROUNDS_MAX, Lattice, Round
from mississippi_stud.maths.ruin import move
from mississippi_stud.maths.simulation import kernel
from mississippi_stud.maths.simulation.machine import StateTables

REASONS: Final = ("rounds", "loss", "win", "drawdown")
"""Why a session ended: all of its rounds were played, or a rule; of several, the first that is named here."""
_NEVER: Final = 1 << 62
_STEPS_MAX: Final = 10**8
"""The most rounds times places that are followed for exact chances."""
_STATES_MAX: Final = 10**6
_STATES_STEPS_MAX: Final = 10**7
"""The same where each place is a best sum so far and the fall from it, which takes longer."""


class StopRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a player leaves. Amounts are in antes."""

    rounds: int
    """The most rounds of a session."""
    loss: int | None = None
    win: int | None = None
    drawdown: int | None = None
    """What the sum has fallen by since its highest, which is 0 at the start."""

    def units(self, unit: int) -> tuple[int, int, int]:
        """Return the lowest loss, the lowest win and the lowest fall at which the player leaves, in units."""
        loss, win, drawdown = (_NEVER if each is None else each * unit for each in (self.loss, self.win, self.drawdown))
        return loss, win, drawdown


def stop_rules(rounds: int | None, loss: int | None, win: int | None, drawdown: int | None) -> StopRules | None:
    """Return the rules that were asked for, or None for a run without sessions."""
    if rounds is not None:
        return StopRules(rounds=rounds, loss=loss, win=win, drawdown=drawdown)
    for option, antes in (("--stop-loss", loss), ("--stop-win", win), ("--stop-drawdown", drawdown)):
        if antes is not None:
            raise InputError("option-alone", option=option, question="--session")
    return None


class StopCounts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was counted of sessions, by seat; counts of other sessions can be added."""

    reasons: list[list[int]]
    """How many ended for each of `REASONS`."""
    nets: list[int]
    """In units of the run."""
    squares: list[int]

    def __add__(self, other: "StopCounts") -> "StopCounts":
        return StopCounts(
            reasons=(np.array(self.reasons) + np.array(other.reasons)).tolist(),
            nets=[a + b for a, b in zip(self.nets, other.nets, strict=True)],
            squares=[a + b for a, b in zip(self.squares, other.squares, strict=True)],
        )


@dataclass(frozen=True)
class StopRun:
    """Counts sessions, and says what they come to."""

    rules: StopRules
    tables: StateTables
    seats: int
    distribution: Round
    """Of the result of a round, in antes."""

    @cached_property
    def _unit(self) -> int:
        """The number of units in an ante."""
        return lcm(*(ending.net.denominator for ending in self.tables.endings))

    def nothing(self) -> StopCounts:
        """Return the counts of no session at all."""
        return StopCounts(
            reasons=[[0] * len(REASONS) for _ in range(self.seats)], nets=[0] * self.seats, squares=[0] * self.seats
        )

    def count(self, seed: int, first: int, rounds: int) -> tuple[Ints, StopCounts]:
        """Return how many played rounds end in each way, by seat, and what is counted of the sessions."""
        played = kernel.play(self.tables, seed, first, rounds, self.seats)
        nets = np.array([int(ending.net * self._unit) for ending in self.tables.endings])
        found = [kernel.leave(row, nets, self.rules.rounds, self.rules.units(self._unit)) for row in played.ended]
        return np.stack([each.counts for each in found]), StopCounts(
            reasons=[np.bincount(each.reasons, minlength=len(REASONS)).tolist() for each in found],
            nets=[sum(each.nets.tolist()) for each in found],
            squares=[sum(net**2 for net in each.nets.tolist()) for each in found],
        )

    def plain(self, counts: StopCounts, played: int) -> dict[str, Any]:
        """Return what the sessions of seat 1 came to, with so many rounds played, as plain data for JSON."""
        reasons, unit = counts.reasons[0], self._unit
        sessions = sum(reasons)
        net, squares = Fraction(counts.nets[0], unit), Fraction(counts.squares[0], unit**2)
        mean = net / max(sessions, 1)
        error = sqrt((squares - net * mean) / max(sessions - 1, 1) / max(sessions, 1))
        exact = self.exact
        expected = None if exact is None else exact["mean_decimal"]
        return {
            "session_rounds": self.rules.rounds,
            "stop_loss": self.rules.loss,
            "stop_win": self.rules.win,
            "stop_drawdown": self.rules.drawdown,
            "sessions": sessions,
            "ended": dict(zip(REASONS, reasons, strict=True)),
            "ended_decimal": {name: count / max(sessions, 1) for name, count in zip(REASONS, reasons, strict=True)},
            "rounds_decimal": played / max(sessions, 1),
            "mean_decimal": float(mean),
            "standard_error_decimal": error,
            "exact": exact,
            "z_decimal": None if expected is None or not error else (float(mean) - expected) / error,
        }

    @cached_property
    def exact(self) -> Mapping[str, Any] | None:
        """The exact chance of each end of a session, and the averages, if they can be worked out in little time."""
        rounds = self.rules.rounds
        if rounds > ROUNDS_MAX:
            return None
        one = Lattice(self.distribution, rounds)
        if one.levels > 1:
            return None
        bounds = self.rules.units(one.unit)
        follow = _followed if self.rules.drawdown is None else _followed_from_best
        if (found := follow(one, rounds, bounds)) is None:
            return None
        chances = {name: found.ended.get(name, 0.0) for name in REASONS[1:] if getattr(self.rules, name) is not None}
        mean = float(sum((net * chance for net, chance in self.distribution.items()), Fraction(0)))
        return {
            "ended_decimal": {"rounds": 1 - sum(chances.values())} | chances,
            "rounds_decimal": found.played,
            "mean_decimal": found.played * mean,  # Wald: no rule of leaving changes what a round is worth
        }


class _FollowedSession(NamedTuple):
    """A session that was followed round by round."""

    ended: Mapping[str, float]
    """The chance that each rule ends it; a rule that is not here is out of reach."""
    played: float
    """The rounds on average."""


def _followed(one: Lattice, rounds: int, bounds: tuple[int, int, int]) -> _FollowedSession | None:
    """Follow the sum between a loss and a win.

    Whoever passes a bound that ends nothing is so far away that the other is out of reach, but for a chance of 1e-13.
    """
    lowest, highest, _ = bounds
    low, high = min(lowest, one.reach(rounds, 1) + 1), min(highest, one.reach(rounds, -1) + 1)
    if rounds * (low + high) > _STEPS_MAX:
        return None
    ends = (lowest == low, highest == high)
    held = np.zeros(low + high - 1)  # the places from 1 − low to high − 1
    held[low - 1] = 1.0
    passed, played = [0.0, 0.0], 0.0
    for _ in range(rounds):
        away = sum(each for each, end in zip(passed, ends, strict=True) if not end)
        played += float(held.sum()) + away
        after = np.zeros_like(held)
        below = 0.0
        for net, chance in zip(one.nets.tolist(), one.chances.tolist(), strict=True):
            below += float(move(held, after, net, chance))
        passed[0] += below
        passed[1] += max(float(held.sum() - after.sum()) - below, 0.0)
        held = after
    return _FollowedSession(
        {name: each for name, each, end in zip(REASONS[1:], passed, ends, strict=False) if end}, played
    )


def _followed_from_best(one: Lattice, rounds: int, bounds: tuple[int, int, int]) -> _FollowedSession | None:
    """Follow the best sum so far and the fall from it.

    The best is followed up to `top`: one unit below the win, or so high that a fall ends the session before a loss can.
    """
    lowest, highest, fall = bounds
    fall = min(fall, one.worst * rounds + 1)
    winnable = highest <= one.reach(rounds, -1)
    top = highest - 1 if winnable else max(fall + one.worst - lowest, 0)
    states = (top + 1) * fall
    if states > _STATES_MAX or rounds * states > _STATES_STEPS_MAX:
        return None
    best, fallen = np.divmod(np.arange(states), fall)
    moves = []
    for net, chance in zip(one.nets.tolist(), one.chances.tolist(), strict=True):
        total = best - fallen + net
        highest_yet = np.maximum(best, total)
        onward = np.minimum(highest_yet, top) * fall + highest_yet - total
        ended = [total <= -lowest, total >= highest if winnable else total < -lowest, highest_yet - total >= fall]
        moves.append((np.select(ended, [states, states + 1, states + 2], onward), chance))
    held, chances, played = np.zeros(states), np.zeros(3), 0.0
    held[0] = 1.0
    for _ in range(rounds):
        played += float(held.sum())
        after = sum(chance * np.bincount(to, weights=held, minlength=states + 3) for to, chance in moves)
        chances += after[states:]
        held = after[:states]
    return _FollowedSession(dict(zip(REASONS[1:], chances.tolist(), strict=True)), played)
