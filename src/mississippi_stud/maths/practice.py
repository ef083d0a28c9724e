"""Theory against practice: how likely the observed counts of a wager's ends are, by exact binomial tails.

The weights of the binomial distribution follow one from the other, from the likeliest count outwards, with fifty
digits. They are summed until they are below 10^-60 of the greatest: a tail is right to forty digits, and one that lies
beyond is 0.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any, Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.maths.par import MAIN_GAME, ParSheet, ParWager
from mississippi_stud.maths.report import exact

ROUNDS_MAX: Final = 10**9
_NEGLIGIBLE: Final = Decimal("1e-60")
_DIGITS: Final = Context(prec=50)


class CountTest(NamedTuple):
    """A count beside what was to be expected."""

    end: str
    observed: int
    expected: Fraction
    at_most: Fraction
    """The chance of so many or fewer."""
    at_least: Fraction
    """The chance of so many or more."""


class WagerPractice(NamedTuple):
    """The counts of one wager."""

    wager: ParWager
    rounds: int
    tests: tuple[CountTest, ...]

    def plain(self) -> dict[str, Any]:
        """Return the tests as plain data for JSON."""
        rows = {
            test.end: {
                "observed": test.observed,
                **exact("expected", test.expected),
                "at_most_decimal": float(test.at_most),
                "at_least_decimal": float(test.at_least),
            }
            for test in self.tests
        }
        return {"wager": self.wager.key, "rounds": self.rounds, "ends": rows}


def practice(sheet: ParSheet, counts: Mapping[str, Mapping[str, int]]) -> tuple[WagerPractice, ...]:
    """Return the tests of observed counts, by wager and end; an end that is not named was never seen.

    A wager is named by its key; `counts`, as `mstud simulate` has it, is the main game.
    """
    wagers = {wager.key: wager for wager in sheet.wagers} | {"counts": sheet.main, MAIN_GAME: sheet.main}
    found = []
    for name, seen in counts.items():
        if name not in wagers:
            raise InputError("observed-no-wager", name=name, wagers=tuple(wager.key for wager in sheet.wagers))
        found.append(_tests(wagers[name], seen))
    return tuple(found)


LoggedWager = tuple[str, str, int, int, int]
"""A side wager, the hand that was made or nothing, what was staked and what came back, and how often."""


def main_ends(hands: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return how often hands ended so."""
    found: Counter[str] = Counter()
    for end, count in hands:
        found[end] += count
    return dict(found)


def side_ends(sheet: ParSheet, wagers: Iterable[LoggedWager]) -> dict[str, dict[str, int]]:
    """Return the ends of side wagers by the sheet's wagers.

    A jackpot wager ends with the hand that was made, and is one of the sheet's if it cost as much. Others are known by
    what they paid: a pay table of the sheet under which some of it could not have been paid is not the one in force.
    """
    logged = [each for each in wagers if each[2] > 0]
    found = {wager.key: _ends_of(wager, [each for each in logged if each[0] == wager.wager]) for wager in sheet.wagers}
    return {key: ends for key, ends in found.items() if ends}


def _ends_of(wager: ParWager, logged: list[LoggedWager]) -> dict[str, int] | None:
    found: Counter[str] = Counter()
    by_pay = {row.net + 1: row.end for row in wager.rows}
    if wager.jackpot is None and len(by_pay) < len(wager.rows):
        return None  # two ends pay the same
    hands = {row.end for row in wager.rows}
    for _, made, staked, paid, count in logged:
        if wager.jackpot is None:
            end = by_pay.get(Fraction(paid, staked))
            if end is None:
                return None
        elif staked == wager.stake_cents:
            end = made if made in hands else "no-prize"
        else:
            continue
        found[end] += count
    return dict(found)


def _tests(wager: ParWager, seen: Mapping[str, int]) -> WagerPractice:
    chances: dict[str, Fraction] = {}
    for row in wager.rows:
        chances[row.end] = chances.get(row.end, Fraction(0)) + wager.chance(row)
    for end in seen:
        if end not in chances:
            raise InputError("observed-no-end", end=end, wager=wager.key, ends=tuple(chances))
    rounds = sum(seen.values())
    if not 1 <= rounds <= ROUNDS_MAX:
        raise InputError("observed-rounds", rounds=rounds, most=ROUNDS_MAX)
    tests = [
        CountTest(end, seen.get(end, 0), rounds * chance, *binomial_tails(rounds, seen.get(end, 0), chance))
        for end, chance in chances.items()
    ]
    return WagerPractice(wager, rounds, tuple(tests))


def binomial_tails(rounds: int, count: int, chance: Fraction) -> tuple[Fraction, Fraction]:
    """Return the chances of at most and of at least so many successes.

    >>> [f"{float(tail):.9f}" for tail in binomial_tails(100, 60, Fraction(1, 2))]
    ['0.982399900', '0.028443967']
    """
    if chance == 1:
        return Fraction(int(count == rounds)), Fraction(1)
    mode = int((rounds + 1) * chance)
    below = here = above = Decimal(0)
    with localcontext(_DIGITS):
        for successes, weight in _weights(rounds, min(mode, rounds), chance):
            if successes < count:
                below += weight
            elif successes == count:
                here = weight
            else:
                above += weight
        whole = below + here + above
        return Fraction((below + here) / whole), Fraction((here + above) / whole)


def _weights(rounds: int, mode: int, chance: Fraction) -> Iterator[tuple[int, Decimal]]:
    """Yield each count with its weight, the likeliest of weight 1 first, then downwards, then upwards."""
    odds = Decimal(chance.numerator) / Decimal(chance.denominator - chance.numerator)
    yield mode, Decimal(1)
    weight, successes = Decimal(1), mode
    while successes and weight > _NEGLIGIBLE:
        weight = weight * successes / (rounds - successes + 1) / odds
        successes -= 1
        yield successes, weight
    weight, successes = Decimal(1), mode
    while successes < rounds and weight > _NEGLIGIBLE:
        weight = weight * (rounds - successes) / (successes + 1) * odds
        successes += 1
        yield successes, weight
