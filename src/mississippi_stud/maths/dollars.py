"""Where each dollar of a jackpot wager goes: prizes, the meter, what the house adds to it, what the house keeps.

The long run of a meter that gets one wager after the other, of players who all play alike. Everything is an exact
fraction but two terms, which lie between two fractions: how much the house adds when a straight flush takes a meter
below its seed depends on where the meter stands, and is worked out numerically with a proved bound (`topped_between`);
what rounding a prize to the dollar or to the cent moves is only bounded. It knows neither tables nor people.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths import meters
from mississippi_stud.maths.classes import ORDERED_DEALS, levels
from mississippi_stud.maths.meters import NAMES, Terms
from mississippi_stud.maths.report import exact
from mississippi_stud.maths.setup import Choices
from mississippi_stud.maths.sharing import Pair, both_win
from mississippi_stud.maths.solver import Solution
from mississippi_stud.money import Cents, Odds, text
from mississippi_stud.rulebooks.model import (
    Jackpot,
    MeterRounding,
    MeterShare,
    Pay,
    Percent,
    Prize,
    Rulebook,
    SeedOption,
    percent_text,
)

NOTES: Final = (
    "Exact: fixed prizes, bonus, what goes to the meter, reseeding. Topping up is numerical, with a proved bound; "
    "rounding to the dollar or the cent is bounded, not worked out; to players and house inherit both.",
    "Wagers reach the meter one after the other, so that nobody shares it, and all players play alike whatever it "
    "shows. The first seed of a meter, paid once, is no part of the long run.",
)


class Between(NamedTuple):
    """A number that is proved to lie between two fractions."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """The number, but for half of what lies between."""
        return (self.low + self.high) / 2

    def plus(self, other: "Between | Fraction") -> "Between":
        """The sum."""
        low, high = other if isinstance(other, Between) else (other, other)
        return Between(self.low + low, self.high + high)

    def plain(self, name: str) -> dict[str, Any]:
        """For JSON: both fractions, the middle as a decimal, and how far it can be off."""
        bound = (self.high - self.low) / 2
        return {
            f"{name}_from": str(self.low),
            f"{name}_to": str(self.high),
            f"{name}_decimal": float(self.middle),
            f"{name}_error_decimal": float(bound),
        }


@dataclass(frozen=True)
class Dollar:
    """One option and seed of a meter, per unit wagered."""

    option: str
    cost_cents: int
    seed_cents: int
    rate: Fraction
    fixed: Mapping[Hand, Fraction]
    """What each prize that does not come off the meter takes."""
    bonus: Fraction
    """What is paid for other players' hands: Envy, or the bonus jackpot."""
    others: int
    reseeding: Fraction
    """What the house puts back after a royal flush."""
    topped: Between
    """What the house adds after a straight flush."""
    rounding: Between
    """What rounding prizes to the dollar, or to the cent, gives to players beside all that."""

    @property
    def seed(self) -> Fraction:
        """For each dollar that the wager costs."""
        return Fraction(self.seed_cents, self.cost_cents)

    @property
    def meter_prizes(self) -> Between:
        """What players get from the meter in the long run: what goes to it comes back from it."""
        return self.topped.plus(self.rounding).plus(self.rate + self.reseeding)

    @property
    def players(self) -> Between:
        """What players get in the long run."""
        return self.meter_prizes.plus(sum(self.fixed.values(), self.bonus))

    @property
    def house(self) -> Between:
        """What the house keeps of each dollar, its seeds paid."""
        return Between(1 - self.players.high, 1 - self.players.low)

    @property
    def topping_up(self) -> float:
        """What the house adds after a straight flush, as a decimal."""
        return float(self.topped.middle)

    @property
    def to_players(self) -> float:
        """What players get, as a decimal."""
        return float(self.players.middle)

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "option": self.option,
            "seed": int(self.seed) if self.seed.denominator == 1 else str(self.seed),
            "seed_amount": text(Cents(self.seed_cents)),
            "cost": text(Cents(self.cost_cents)),
            "others": self.others,
            "fixed_prizes": {NAMES[hand]: exact("share", share) for hand, share in self.fixed.items()},
            **exact("fixed", sum(self.fixed.values(), Fraction(0))),
            **exact("bonus", self.bonus),
            **exact("meter", self.rate),
            **exact("reseeding", self.reseeding),
            **self.topped.plain("topping_up"),
            **self.rounding.plain("rounding"),
            **self.meter_prizes.plain("meter_prizes"),
            **self.players.plain("to_players"),
            **self.house.plain("house"),
        }


def never_folded() -> dict[Hand, Fraction]:
    """How likely each hand is for who never folds."""
    found = levels()
    counts = found[2].sets @ found[2].onward @ found[3].onward @ found[4].onward
    return {hand: Fraction(int(counts[hand]), ORDERED_DEALS) for hand in Hand}


def played(solved: Solution) -> dict[Hand, Fraction]:
    """How likely each hand is, not folded, for who plays so."""
    return {hand: solved.hand_probability(hand) for hand in Hand}


def by_play(book: Rulebook, choices: Choices, solved: Solution | None) -> list[Dollar]:
    """Where each dollar goes if all players play so (None: if nobody ever folds)."""
    if choices.others != "optimal":
        raise InputError("where each dollar goes is told for players who all play alike, both ways: leave others out")
    chances = never_folded() if solved is None else played(solved)
    return dollars(book, chances, choices, both_win(solved, solved))


def dollars(
    book: Rulebook,
    chances: Mapping[Hand, Fraction],
    choices: Choices | None = None,
    both: Mapping[Pair, Fraction] | None = None,
) -> list[Dollar]:
    """Every option and seed of a book's meters that the choices leave, for players who come to each hand so often.

    `both` says how often a player and a certain other one win in the same round: one who wins may get no bonus.
    """
    choices = choices or Choices()
    rules = book.jackpot
    if rules is None:
        raise InputError(f"the book {book.id} has no jackpot: nsw, maryland and crown have one")
    if not rules.options:
        return [_chosen(book, rules, each, chances, both or {}) for each in _costs(book, rules, choices)]
    _check_printed(book, rules, choices)
    rows = []
    for name, option in rules.options.items():
        if choices.jackpot_option in (None, name):
            rows += _by_option(book, rules, replace(choices, jackpot_option=name), option, chances)
    return rows


# Crown: options, seeds and rates are printed.


def _check_printed(book: Rulebook, rules: Jackpot, choices: Choices) -> None:
    if choices.rate is not None:
        clauses = " and ".join(option.table.clause for option in rules.options.values())
        raise InputError(f"{book.id} prints its increment rates ({clauses}): leave rate out")
    if choices.prizes:
        raise InputError(f"{book.id} prints what its jackpot pays: leave prize.HAND out")
    meters.terms(book, choices)  # an option that there is not, a bonus where there is none


def _by_option(
    book: Rulebook, rules: Jackpot, choices: Choices, option: SeedOption, chances: Mapping[Hand, Fraction]
) -> list[Dollar]:
    cost = meters.terms(book, choices).cost_cents
    amounts = {int(seed) * cost: Fraction(rate.value) for seed, rate in option.rates.items()}
    if choices.seed is not None and choices.seed not in amounts:
        known = ", ".join(f"${text(Cents(each))}" for each in amounts)
        raise InputError(
            f"{book.id} has no seed of ${text(Cents(choices.seed))} for a wager of ${text(Cents(cost))} "
            f"({option.table.clause}): it has {known}"
        )
    left = [seed for seed in amounts if choices.seed in (None, seed)]
    return [
        _dollar(meters.terms(book, replace(choices, seed=seed)), rules, choices, amounts[seed], chances, {})
        for seed in left
    ]


# New South Wales and Maryland: the operator chooses.


def _costs(book: Rulebook, rules: Jackpot, choices: Choices) -> list[Choices]:
    """The choices for each cost of the wager that the book prints, or for the one that was given."""
    _check_chosen(book, rules, choices)
    printed = book.wagers[rules.wager.value].costs_cents
    if choices.jackpot_cost is None and printed is not None:
        return [replace(choices, jackpot_cost=cost) for cost in printed.value]
    return [choices]


def _check_chosen(book: Rulebook, rules: Jackpot, choices: Choices) -> None:
    """Everything that the book leaves to the operator must be there, and be what the book allows."""
    if missing := _missing(book, rules, choices):
        raise InputError(f"{book.id} prints no increment rates and leaves this to the operator; give {missing}")
    if choices.rate is not None and choices.rate > rules.maximum_rate.value:
        most = percent_text(rules.maximum_rate.value)
        raise InputError(
            f"a rate is at most {most} ({rules.maximum_rate.clause}), not {percent_text(Percent(choices.rate))}"
        )
    least = rules.minimum_reset_cents
    if least is not None and choices.seed is not None and choices.seed < least.value:
        given, minimum = text(Cents(choices.seed)), text(least.value)
        raise InputError(f"the reset amount is at least ${minimum} ({least.clause}), not ${given}")
    allowed = _on_sign(book, rules)
    for hand in choices.prizes:
        if not allowed:
            raise InputError(f"{book.id} prints what its jackpot pays: leave prize.HAND out")
        if hand not in allowed:
            clause = (rules.qualifying or rules.wager).clause
            raise InputError(f"the sign does not say what {NAMES[hand]} pays ({clause}): it says {_names(allowed)}")
    for hand in choices.bonuses:
        if rules.bonus is not None and (rules.bonus.prizes_cents or hand not in rules.bonus.hands.value):
            hands = "the amounts are printed" if rules.bonus.prizes_cents else _names(rules.bonus.hands.value)
            raise InputError(f"bonus.{NAMES[hand]} cannot be chosen ({rules.bonus.hands.clause}): {hands}")


def _missing(book: Rulebook, rules: Jackpot, choices: Choices) -> str:
    wanted = []
    if choices.rate is None:
        wanted.append("rate=20%")
    if choices.seed is None:
        wanted.append("seed=10000")
    if choices.jackpot_cost is None and book.wagers[rules.wager.value].costs_cents is None:
        wanted.append("jackpot-cost=1")
    wanted += [f'"prize.{NAMES[hand]}=50 for 1"' for hand in _on_sign(book, rules) if hand not in choices.prizes]
    return "for example " + " ".join(f"--option {each}" for each in wanted) if wanted else ""


def _on_sign(book: Rulebook, rules: Jackpot) -> tuple[Hand, ...]:
    """The hands whose pay the sign says; none where the book prints a table."""
    if book.wagers[rules.wager.value].tables or rules.qualifying is None:
        return ()
    return tuple(hand for hand in rules.qualifying.value if NAMES[hand] not in rules.shares)


def _names(hands: tuple[Hand, ...]) -> str:
    return ", ".join(NAMES[hand] for hand in hands)


def _chosen(
    book: Rulebook, rules: Jackpot, choices: Choices, chances: Mapping[Hand, Fraction], both: Mapping[Pair, Fraction]
) -> Dollar:
    return _dollar(meters.terms(book, choices), rules, choices, choices.rate or Fraction(0), chances, both)


# The shares.


def _dollar(
    terms: Terms,
    rules: Jackpot,
    choices: Choices,
    rate: Fraction,
    chances: Mapping[Hand, Fraction],
    both: Mapping[Pair, Fraction],
) -> Dollar:
    fixed = {
        hand: _fixed(pay, terms.cost_cents) * chances[hand] / terms.cost_cents
        for hand, pay in terms.pays.items()
        if not isinstance(pay, MeterShare)
    }
    shares = {hand: terms.share(hand) for hand in Hand if terms.share(hand)}
    reset = sum((chances[hand] for hand, share in shares.items() if share == 1), Fraction(0))
    parts = {hand: share for hand, share in shares.items() if share != 1}
    if len(parts) != 1 or not reset:
        raise InputError("where a dollar goes is known for one prize of the whole meter and one of a part of it")
    ((hand, share),) = parts.items()
    seed = Fraction(terms.seed_cents, terms.cost_cents)
    return Dollar(
        option=choices.jackpot_option or "",
        cost_cents=terms.cost_cents,
        seed_cents=terms.seed_cents,
        rate=rate,
        fixed=fixed,
        bonus=_bonus(terms, rules, choices.players, chances, both),
        others=choices.players,
        reseeding=reset * seed,
        topped=_topped(rate, seed, reset, chances[hand], share),
        rounding=_rounding(rules, terms.cost_cents, reset, chances[hand], share),
    )


def _fixed(pay: Pay, cost_cents: int) -> int:
    """What a prize beside the meter pays, in cents: a part of a cent is rounded up."""
    match pay:
        case Odds():
            won, returned = pay.pay(Cents(cost_cents))
            return ceil(won) + returned
        case Prize():
            return pay.cents
        case _:
            return cost_cents


def _bonus(
    terms: Terms, rules: Jackpot, others: int, chances: Mapping[Hand, Fraction], both: Mapping[Pair, Fraction]
) -> Fraction:
    """What others' hands bring for each unit wagered; two who win at once may both get none."""
    won = Fraction(0)
    for hand, cents in terms.bonus_cents.items():
        excluded = Fraction(0)
        if rules.bonus is not None and rules.bonus.winner_excluded.value:
            excluded = sum((chance for (_, theirs), chance in both.items() if theirs is hand), Fraction(0))
        won += cents * (chances[hand] - excluded)
    return others * won / terms.cost_cents


def _rounding(rules: Jackpot, cost_cents: int, reset: Fraction, part: Fraction, share: Fraction) -> Between:
    """What rounding moves at most, per unit wagered: a prize is never less than a cent under its share of the meter.

    Rounded up to the dollar, a prize is less than its share of a dollar above it. What a part of the meter takes more
    lowers the meter and so raises what is added later by no more than that (see `topped_between`).
    """
    off = (reset + part) / cost_cents
    match rules.rounding.value:
        case MeterRounding.UP_TO_DOLLAR:
            whole_cents = (share * 100).denominator == 1
            return Between(Fraction(0) if whole_cents else -off, (reset + share * part) * 100 / cost_cents)
        case MeterRounding.EXACT:
            return Between(-off, Fraction(0))


_TRILLION: Final = 10**12


def _topped(rate: Fraction, seed: Fraction, reset: Fraction, part: Fraction, share: Fraction) -> Between:
    if not rate or not part:  # a meter that never leaves its seed, or no such prize
        always = part * share * seed
        return Between(always, always)
    low, high = topped_between(float(rate), float(seed), float(reset), float(part), float(share))
    return Between(Fraction(max(0, floor(low * _TRILLION)), _TRILLION), Fraction(ceil(high * _TRILLION), _TRILLION))


# Topping up: the one numerical term.

Floats = npt.NDArray[np.float64]
_FINENESS: Final = 1000
"""Cells are a thousandth of the way from the seed; the bounds close with its square."""
_FAR: Final = 45
"""A meter that grows so many mean times between two prizes is as good as never seen: exp(-45)."""
_ROUNDED: Final = 1e-9
"""More, relatively, than all rounding of floats: sums of some ten thousand positive terms, each good to 1e-15."""


def topping_up(rate: float, seed: float, reset: float, part: float, share: float) -> float:
    """What the house adds per wager after a prize of a part of the meter: the middle of `topped_between`."""
    return sum(topped_between(rate, seed, reset, part, share)) / 2


def topped_between(rate: float, seed: float, reset: float, part: float, share: float) -> tuple[float, float]:
    """Two bounds for what the house adds per wager so that a meter does not stand below its seed.

    Every wager adds `rate`; then with chance `reset` the meter starts anew at `seed`, with chance `part` it loses
    `share` and is topped up to the seed. With V(y) what will still be added before the next start and
    t = 1 − reset − part,
    V(y) = Σ over k ≥ 1 of part · t^(k−1) · G(y + k·rate),  G(z) = max(0, seed − left) + V(max(seed, left)),
    left = (1 − share) z, and the answer is reset · V(seed).

    V falls, by at most what y grows by (two meters with the same fate: the higher one never gets more, and what the
    lower one gets more brings them together), and it is convex (so is G if V is: before the kink at left = seed it
    falls with slope share − 1, after it less steeply; and V is a sum of shifted G). So straight lines between the nodes
    y = seed + n·rate are above V and G, and below them by no more than a quarter of a cell times what the slope
    changes over it; in each step of `rate` the slope of V changes by at most part · |G'|, and
    |V'(y)| ≤ min(1, V(seed) / (y − seed)). With lines for V and G the sums are geometric. One operator so gives an
    upper bound, one less those errors a lower one; each is solved by iteration, and what then is left of the equation,
    divided by 1 − part/(part + reset), is added to the bound: the iteration need not be trusted.
    """
    chain = _chain(rate, seed, reset, part, share)
    values = np.full_like(chain.meters, share * seed * part / reset)
    high = _solved(chain, values, None)
    upper = float(high[0]) + _left_over(chain, high, None, 1)
    errors = _errors(chain, upper)
    low = _solved(chain, high, errors)
    lower = float(low[0]) - _left_over(chain, low, errors, -1)
    return max(0.0, reset * (lower - _ROUNDED * upper)), reset * upper * (1 + _ROUNDED)


class _Chain(NamedTuple):
    """The equation on its nodes."""

    rate: float
    seed: float
    part: float
    share: float
    stays: float
    """The chance that a prize off the meter leaves it running: part / (part + reset)."""
    meters: Floats
    steps: Floats
    """How many wagers each cell is long."""
    at_start: Floats
    at_end: Floats
    """What G counts for at the two ends of each cell."""
    fade: Floats
    place: npt.NDArray[np.intp]
    within: Floats
    """Where each node's meter goes after the prize: the cell, and how far into it."""
    added: Floats


class _Errors(NamedTuple):
    """How far V, and the sum over a cell of G, can be below the straight lines."""

    values: Floats
    sums: Floats


def _chain(rate: float, seed: float, reset: float, part: float, share: float) -> _Chain:
    ends = reset + part
    nodes = _nodes(ceil(_FAR / ends), floor(seed * share / (1 - share) / rate))
    steps = np.diff(nodes)
    powers = np.exp(np.arange(int(steps.max())) * np.log1p(-ends))
    sums = np.cumsum(powers)  # of t^(k-1) for k up to n
    rising = np.cumsum(powers * np.arange(1, len(powers) + 1))  # of k t^(k-1)
    falling = np.concatenate(([0.0], np.cumsum(sums)))[:-1]  # of (n - k) t^(k-1)
    points = np.asarray(seed + nodes * rate, dtype=np.float64)
    left = np.maximum(seed, (1 - share) * points)
    place = np.clip(np.searchsorted(points, left, side="right") - 1, 0, len(points) - 2)
    return _Chain(
        rate=rate,
        seed=seed,
        part=part,
        share=share,
        stays=part / ends,
        meters=points,
        steps=steps.astype(np.float64),
        at_start=part * falling[steps - 1] / steps,
        at_end=part * rising[steps - 1] / steps,
        fade=np.exp(nodes * np.log1p(-ends)),
        place=place,
        within=(left - points[place]) / np.diff(points)[place],
        added=np.maximum(0.0, seed - (1 - share) * points),
    )


def _nodes(far: int, kink: int) -> npt.NDArray[np.int64]:
    """Numbers of wagers: every one at first, then ever fewer; the two around the kink of G are next to each other."""
    found = [*range(min(_FINENESS, far))]
    while found[-1] < far:
        found.append(found[-1] + max(1, found[-1] // _FINENESS))
    if kink <= found[-1]:
        found += [max(0, kink - 1), kink, kink + 1, kink + 2]  # one more each way: the kink is reckoned in floats
    return np.array(sorted(set(found)), dtype=np.int64)


def _applied(chain: _Chain, values: Floats, errors: _Errors | None) -> Floats:
    """The right side of the equation: from above, or less the errors, and nothing past the last node, from below."""
    fallen = values[chain.place] * (1 - chain.within) + values[chain.place + 1] * chain.within
    if errors is not None:
        fallen = fallen - errors.values[chain.place]
    after = chain.added + fallen
    cells = after[:-1] * chain.at_start + after[1:] * chain.at_end
    last = chain.stays * after[-1]
    if errors is not None:
        cells, last = cells - errors.sums, 0.0
    terms = np.append(cells * chain.fade[:-1], last * chain.fade[-1])
    return np.cumsum(terms[::-1])[::-1] / chain.fade


def _solved(chain: _Chain, values: Floats, errors: _Errors | None) -> Floats:
    """Nearly a solution: each step shrinks the error by the same factor, so every few steps the rest is foreseen."""
    for number in range(1, 4000):
        after = _applied(chain, values, errors)
        change = after - values
        if np.max(np.abs(change)) <= 1e-11 * abs(after[0]):
            return after
        values = after
        if number % 8 == 0:
            again = _applied(chain, after, errors)
            slower = min(float((again[0] - after[0]) / change[0]) if change[0] else 0.0, chain.stays)
            values = again + (again - after) * slower / (1 - slower) if slower > 0 else again
    return values


def _left_over(chain: _Chain, values: Floats, errors: _Errors | None, sign: int) -> float:
    """How far a solution can be beyond these values, by what is left of the equation."""
    over = float(np.max(sign * (_applied(chain, values, errors) - values)))
    return max(0.0, over) / (1 - chain.stays)


def _errors(chain: _Chain, upper: float) -> _Errors:
    start, keeps = chain.meters[:-1], 1 - chain.share

    def slope(meters: Floats) -> Floats:
        """The most that V falls by there, for each dollar."""
        return np.minimum(1.0, upper / np.maximum(meters - chain.seed, 1e-300))

    def turn(meters: Floats) -> Floats:
        """The most that the slope of V changes by over a cell that starts there, a quarter of its length times it."""
        steepest = keeps * slope(np.maximum(chain.seed, keeps * meters))
        return chain.steps**2 * chain.rate / 4 * chain.part * steepest

    between = (chain.steps > 1) & (keeps * chain.meters[1:] > chain.seed)  # else G is straight, or has no wager inside
    inside = np.where(between, keeps * turn(np.maximum(chain.seed, keeps * start)), 0.0)
    return _Errors(turn(start), inside * (chain.at_start + chain.at_end))
