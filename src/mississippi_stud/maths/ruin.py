"""Ruin within a number of rounds: the chance that the sum is so low at the end of some round.

What is left of the bankroll is followed on a lattice, round by round, or many rounds at once (`_Blocks`): everybody is
moved freely by s rounds, by FFT, and what the ruined would have done since is taken back. Only somebody with at most s
times the greatest loss left can be ruined in a block, so the ruined are found by one small table.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np

from mississippi_stud.maths.classes import Numbers
from mississippi_stud.maths.lattice import Floats, Lattice, Round, Step, check_bankroll, check_fineness, check_rounds

_SHRINK: Final = 96
"""After so many rounds, whoever has become safe is left out."""
_NEAR: Final = 80
"""The most places from which a block of rounds can ruin; with more, the products of tables wait for memory."""
_BLOCKS_LEAST: Final = 20
"""With fewer blocks, following each round is quicker."""


def ruin_within(distribution: Round, bankroll: Fraction, rounds: int) -> float:
    """Return the chance that the sum is −`bankroll` or less at the end of some round up to that many.

    Whoever is so far ahead that the rest cannot ruin them, but for a chance below `BEYOND`, counts as safe.
    """
    check_rounds(rounds)
    check_bankroll(bankroll)
    one = Lattice(distribution, rounds)
    left, size = one.units(bankroll), one.reach(rounds, -1) + 1
    if left >= size:
        return 0.0
    check_fineness(size)
    held = np.zeros((one.levels, size))  # by level and place, from 0; never more than the window
    held[0, left] = 1.0
    block = _NEAR // max(one.worst, 1)
    many = rounds // block * block if one.levels == 1 and block > 1 and rounds >= _BLOCKS_LEAST * block else 0
    held, ruined = _round_by_round(one, one.steps(bankroll), held, rounds - many, many)
    if many:
        ruined += _Blocks(one.steps(bankroll)[0], one.worst, block, held.shape[1]).ruined(one, held[0], many)
    return min(ruined, 1.0)


def _round_by_round(
    one: Lattice, steps: Sequence[Sequence[Step]], held: Floats, rounds: int, later: int
) -> tuple[Floats, float]:
    """Return what is held after so many rounds, before so many later ones, and the chance of ruin on the way."""
    ruined, highest = 0.0, int(one.counts.max())
    for played in range(rounds):
        if played % _SHRINK == 0:
            held = held[:, : one.reach(rounds + later - played, -1) + 1]
        after = np.zeros_like(held)
        for level in range(min(played * highest, one.levels - 1) + 1):
            for count, net, chance in steps[level]:
                ruined += move(held[level], after[level + count], net, chance)
        held = after
        ruined += float(held[:, 0].sum())
        held[:, 0] = 0.0
    return held, ruined


def move(held: Numbers, after: Numbers, net: int, weight: Any) -> Any:
    """Add what a result makes of a window of places to that after it; return the weight of what falls below it."""
    size = len(held)
    if abs(net) >= size:
        return weight * held.sum() if net < 0 else 0
    if net < 0:
        after[: size + net] += weight * held[-net:]
        return weight * held[:-net].sum()
    after[net:] += weight * held[: size - net]
    return 0


class _Blocks:
    """Blocks of rounds on a window of places from 0; a round loses at most `worst`."""

    def __init__(self, steps: Sequence[Step], worst: int, rounds: int, size: int) -> None:
        self.steps, self.worst, self.rounds, self.size = steps, worst, rounds, size
        self.near = worst * rounds

    def ruined(self, one: Lattice, held: Floats, rounds: int) -> float:
        """Return the chance of ruin within so many rounds, a multiple of those of a block."""
        total, free = 0.0, self._free(len(held))
        for played in range(0, rounds, self.rounds):
            if played and played // self.rounds % (_SHRINK // self.rounds + 1) == 0:
                held = held[: one.reach(rounds - played, -1) + 1]
                free = self._free(len(held))
            lost = held[1 : self.near + 1] @ self._absorbed[: len(held) - 1]
            total += float(lost.sum())
            after = free(held) - lost @ self._onward[:, : len(held)]
            held = np.maximum(after, 0.0)
            held[0] = 0.0
        return total

    def _free(self, size: int) -> Callable[[Floats], Floats]:
        """Return the function that moves a window by a block of rounds, with nobody ruined."""
        whole = 1 << (2 * size + self.near).bit_length()
        kernel = np.zeros(whole)
        places = np.arange(-self.near, size)
        kernel[places] = self._kernels[-1][: len(places)]
        spectrum = np.fft.rfft(kernel)
        return lambda held: np.asarray(np.fft.irfft(np.fft.rfft(held, whole) * spectrum, whole)[:size])

    @cached_property
    def _kernels(self) -> list[Floats]:
        """After 0, 1, … rounds, the chance of each sum from −`near` on."""
        held = np.zeros(self.near + self.size)
        held[self.near] = 1.0
        found = [held]
        for _ in range(self.rounds):
            after = np.zeros_like(held)
            for _levels, net, chance in self.steps:
                move(found[-1], after, net, chance)
            found.append(after)
        return found

    @cached_property
    def _absorbed(self) -> Floats:
        """By place from 1: the chance to be ruined after 1, 2, … rounds at each of the places 0, −1, …"""
        stay, fall = np.zeros((self.near, self.near)), np.zeros((self.near, self.worst))
        for place in range(1, self.near + 1):
            for _levels, net, chance in self.steps:
                if place + net <= 0:
                    fall[place - 1, -(place + net)] += chance
                elif place + net <= self.near:  # whoever is higher is safe for the rest of the block
                    stay[place - 1, place + net - 1] += chance
        found, now = list[Floats](), np.eye(self.near)
        for _ in range(self.rounds):
            found.append(now @ fall)
            now = now @ stay
        return np.concatenate(found, axis=1)

    @cached_property
    def _onward(self) -> Floats:
        """For each column of `_absorbed`: the chances of all places at the end of the block, had nobody been ruined."""
        rows = np.zeros((self.rounds, self.worst, self.size))
        for after in range(self.rounds):
            kernel = self._kernels[self.rounds - 1 - after]
            for below in range(self.worst):
                part = kernel[self.near + below : self.near + below + self.size]
                rows[after, below, : len(part)] = part
        return rows.reshape(-1, self.size)
