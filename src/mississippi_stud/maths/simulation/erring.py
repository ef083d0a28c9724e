"""A player who errs: at each decision, with a given chance, another choice than the strategy's, each equally likely.

The errors of a round have words of Philox of their own, one for each decision of each seat, so that whoever errs meets
the same cards as somebody who does not. A word below a bound is an error, and its remainder says which (decision 295).
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from mississippi_stud.errors import InputError
from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.simulation.philox import Words, philox

DECISIONS: Final = 3
_CHANCE: Final = re.compile(r"([0-9]{1,9}/0*[1-9][0-9]{0,8}|[0-9]{0,3}\.?[0-9]{1,9})\s?(%?)")
DOMAIN: Final = 64
"""The second word of the key, plus the seat from 0: no round's cards have it."""


@dataclass(frozen=True)
class Errors:
    """How often each decision is another one than the strategy's, and how many others there are."""

    chance: Fraction
    others: int

    @property
    def bound(self) -> int:
        """The bound of a word that is an error: a multiple of `others`, so that each is equally likely."""
        return int(self.chance * 2**64 / self.others) * self.others

    def of(self, made: int, decisions: int) -> Fraction:
        """Return the chance of just these errors, so many of them, in so many decisions."""
        each = self.chance / self.others if self.others else Fraction(0)
        return each**made * (1 - self.chance) ** (decisions - made)

    def drawn(self, seed: int, numbers: Words, seats: int) -> Ints:
        """Return by round, seat and decision which other choice is made, or 0."""
        nothing = np.zeros(len(numbers), dtype=np.uint64)
        found = np.zeros((len(numbers), seats, DECISIONS), dtype=np.int64)
        for seat in range(seats):
            words = np.stack(philox((numbers, nothing, nothing, nothing), (seed, DOMAIN + seat))[:DECISIONS], axis=1)
            other = (words % np.uint64(self.others)).astype(np.int64) + 1
            found[:, seat] = np.where(words < np.uint64(self.bound), other, 0)
        return found


def parse_errors(text: str, game: Game) -> Errors:
    """Parse how often a player of a game errs, such as ``1/50``, ``0.02`` or ``2%``.

    >>> from mississippi_stud.maths.options import read
    >>> parse_errors("2%", read("crown")[2])
    Errors(chance=Fraction(1, 50), others=3)
    """
    found = _CHANCE.fullmatch(text.strip())
    chance = Fraction(found[1]) / (100 if found[2] else 1) if found else Fraction(0)
    if not 0 < chance < 1:
        raise InputError("not-an-error-rate", text=text)
    return Errors(chance, len(game.multiples))
