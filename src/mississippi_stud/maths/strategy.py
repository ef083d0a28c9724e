"""A strategy of points and draws that a person can learn, and its exact cost against the best play.

The rules are read from the top; the first that fits is followed, and a hand that fits none is folded.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from mississippi_stud.hands import Hand
from mississippi_stud.maths.classes import Ints, example, levels
from mississippi_stud.maths.evaluation import Evaluation, Strategy, evaluate
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.game import STREETS, Bets, Game
from mississippi_stud.maths.solver import FOLD, Solution, solve
from mississippi_stud.prose.calculations import CALCULATIONS

LEAST, MOST = "least", "most"


@dataclass(frozen=True)
class BettingRule:
    """When to bet how much: the code of its wording, and a test."""

    code: str
    bet: str
    fits: Callable[[Features], bool]
    after_most: bool = False
    """Applies only if the maximum was bet on an earlier street."""


def _paid(seen: Features) -> bool:
    return seen.made >= Hand.PAIR_OF_6S_TO_10S


def _straight_flush_draw(seen: Features) -> bool:
    """Return whether these are three suited cards, no ace, with at least as many high cards as gaps."""
    if not seen.suited or seen.gaps is None or seen.aces:
        return False
    return seen.ranks[0] >= 3 if seen.gaps == 0 else seen.highs >= seen.gaps


def _no_gap(seen: Features) -> bool:
    return seen.gaps == 0 and seen.ranks[0] >= 2


def _one_gap(seen: Features) -> bool:
    return seen.gaps == 1 and seen.middles >= 2


def _open_8_high(seen: Features) -> bool:
    return seen.outside_straight and seen.ranks[-1] >= 6


def _three_middles(seen: Features) -> bool:
    return seen.middles >= 3


CARD: Final[tuple[tuple[BettingRule, ...], ...]] = (
    (
        BettingRule("any-pair", MOST, lambda seen: seen.made > Hand.NOTHING),
        BettingRule("two-points", LEAST, lambda seen: seen.points >= 2),
        BettingRule("six-five-suited", LEAST, lambda seen: seen.suited and seen.ranks == (3, 4)),
    ),
    (
        BettingRule("paid-pair", MOST, _paid),
        BettingRule("royal-draw", MOST, lambda seen: seen.royal),
        BettingRule("good-straight-flush-draw", MOST, _straight_flush_draw),
        BettingRule("three-suited", LEAST, lambda seen: seen.suited),
        BettingRule("low-pair", LEAST, lambda seen: seen.made is Hand.LOW_PAIR),
        BettingRule("three-points", LEAST, lambda seen: seen.points >= 3),
        BettingRule("gapless-draw", LEAST, _no_gap),
        BettingRule("one-gap-draw", LEAST, _one_gap),
    ),
    (
        BettingRule("paid-pair", MOST, _paid),
        BettingRule("four-suited", MOST, lambda seen: seen.suited),
        BettingRule("open-draw-8-high", MOST, _open_8_high),
        BettingRule("other-straight-draw", LEAST, lambda seen: seen.gaps is not None),
        BettingRule("low-pair", LEAST, lambda seen: seen.made is Hand.LOW_PAIR),
        BettingRule("four-points", LEAST, lambda seen: seen.points >= 4),
        BettingRule("three-middles", LEAST, _three_middles, True),
    ),
)  # fmt: skip


def card(say: Callable[[str], str] = str) -> list[str]:
    """Return the strategy as a card to print, line by line; `say` is a translator."""
    lines = [say(CALCULATIONS["card-points"])]
    for street, rules in zip(STREETS, CARD, strict=True):
        lines += [
            "",
            say(CALCULATIONS[f"card-{street}"]),
            *(f"  {'3×' if rule.bet == MOST else '1×'}  {say(CALCULATIONS[rule.code])}" for rule in rules),
            f"  {say(CALCULATIONS['fold-the-rest'])}",
        ]
    return lines


def rule_for(street: int, seen: Features, raised: bool) -> BettingRule | None:
    """Return the first rule that fits, or None for a fold."""
    return next((rule for rule in CARD[street] if (raised or not rule.after_most) and rule.fits(seen)), None)


@cache
def _plays(street: int, raised: bool, multiples: int) -> Ints:
    """Return the strategy's play for every class."""
    rules = (rule_for(street, seen, raised) for seen in _features(street))
    return np.array([FOLD if rule is None else 1 if rule.bet == LEAST else multiples for rule in rules])


@cache
def _features(street: int) -> tuple[Features, ...]:
    """Return what people see in the cards of every class: it does not depend on the wagers."""
    return tuple(Features(example(2 + street, number)) for number in range(levels()[2 + street].classes))


def _plan(best: Solution, street: int, bets: Bets) -> Ints:
    return _plays(street, best.game.multiples[-1] in bets, len(best.game.multiples))


HUMAN: Final = Strategy("human", _plan)


def human(game: Game) -> Evaluation:
    """Return what the strategy costs in a game, state by state, most expensive first."""
    return evaluate(solve(game), HUMAN)


def nodes_plays(best: Solution, street: int) -> Ints:
    """Return the strategy's play at each node for every class."""
    return np.stack([_plan(best, street, past) for past in best.betting.pasts[street]])
