"""A strategy of points and draws that a person can learn, and its exact cost against the best play.

The rules are read from the top; the first that fits is followed, and a hand that fits none is folded. The cost is the
sum, over all states that the strategy reaches, of the state's probability times what its play gives away there. This
sum is exactly the whole difference to the best play, so it can be shown state by state.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np

from mississippi_stud.cards import Card, text
from mississippi_stud.hands import Hand
from mississippi_stud.maths.classes import FUTURES, ORDERED_DEALS, Ints, Numbers, example, levels
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.game import STREETS, Bets, Game
from mississippi_stud.maths.solver import FOLD, Solution, expected, solve
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
    found = []
    for number in range(levels()[2 + street].classes):
        rule = rule_for(street, Features(example(2 + street, number)), raised)
        found.append(FOLD if rule is None else 1 if rule.bet == LEAST else multiples)
    return np.array(found)


@dataclass(frozen=True)
class Mistake:
    """A state in which the strategy does not make the best play."""

    street: int
    bets: Bets
    cards: tuple[Card, ...]
    played: str
    best: str
    probability: Fraction
    loss: Fraction
    """In antes, each time it happens."""

    @property
    def cost(self) -> Fraction:
        """In antes per round."""
        return self.loss * self.probability

    def plain(self) -> dict[str, Any]:
        """Return the mistake as plain data for JSON."""
        return {
            "street": STREETS[self.street],
            "bets": list(self.bets),
            "example": text(self.cards),
            "cards": Features(self.cards).words(),
            "played": self.played,
            "best": self.best,
            "probability": str(self.probability),
            "loss": str(self.loss),
            "loss_decimal": float(self.loss),
            "cost": str(self.cost),
        }


@dataclass(frozen=True)
class HumanStrategy:
    """The strategy compared with the best play."""

    best: Solution
    mistakes: tuple[Mistake, ...]

    @property
    def cost(self) -> Fraction:
        """In antes per round."""
        return sum((mistake.cost for mistake in self.mistakes), Fraction(0))

    @property
    def value(self) -> Fraction:
        return self.best.value - self.cost


def human(game: Game) -> HumanStrategy:
    """Return what the strategy costs in a game, state by state, most expensive first."""
    best = solve(game)
    mistakes = []
    reach = levels()[2].sets[None, :]
    for street in range(3):
        plays = nodes_plays(best, street)
        mistakes += _mistakes(best, street, plays, reach)
        if street < 2:
            reach = _onward(best, street, plays, reach)
    return HumanStrategy(best, tuple(sorted(mistakes, key=lambda each: -each.cost)))


def nodes_plays(best: Solution, street: int) -> Ints:
    """Return the strategy's play at each node for every class."""
    most = best.game.multiples[-1]
    pasts = best.betting.pasts[street]
    return np.stack([_plays(street, most in past, len(best.game.multiples)) for past in pasts])


def _mistakes(best: Solution, street: int, plays: Ints, reach: Ints) -> list[Mistake]:
    level = levels()[2 + street]
    unit = best.numbers.unit * FUTURES[2 + street]
    worth = best.worth[street][:, level.kind]
    options = option_values(best, street)[:, :, level.kind]
    taken = np.take_along_axis(options, plays[:, None, :], axis=1)[:, 0]
    found = []
    for node, number in np.argwhere((taken != worth) & (reach > 0)).tolist():
        shown = best.play_name(int(best.plays[street][node, level.kind[number]]))
        chance = Fraction(int(reach[node, number]) * FUTURES[2 + street], ORDERED_DEALS)
        loss = Fraction(int(worth[node, number]) - int(taken[node, number]), unit)
        played = best.play_name(int(plays[node, number]))
        cards = example(2 + street, number)
        found.append(Mistake(street, best.betting.pasts[street][node], cards, played, shown, chance, loss))
    return found


def option_values(best: Solution, street: int) -> Numbers:
    """Return the values of a fold and of each bet at each node for each kind, with best play afterwards."""
    after = best.numbers.leaves if street == 2 else best.worth[street + 1]
    value, level = expected(after, 3 + street, 2 + street, best.cards.levels)
    bets = value[np.array(best.betting.leads_to[street])]
    folds = np.broadcast_to(best.numbers.folds[street][:, None] * FUTURES[level], (len(bets), bets.shape[2]))
    return np.concatenate([folds[:, None], bets], axis=1)


def _onward(best: Solution, street: int, plays: Ints, reach: Ints) -> Ints:
    """Return the classes of the next level that the strategy reaches, by node."""
    level = levels()[2 + street]
    leads_to = best.betting.leads_to[street]
    assert level.next_class is not None  # noqa: S101  only the last level has none
    further = np.zeros((1 + max(map(max, leads_to)), levels()[3 + street].classes), dtype=np.int64)
    for node, nexts in enumerate(leads_to):
        for place, after in enumerate(nexts, start=1):
            for number in np.flatnonzero((plays[node] == place) & (reach[node] > 0)).tolist():
                ahead = level.next_class[number]
                np.add.at(further[after], ahead[ahead >= 0], reach[node, number])
    return further
