"""Jackpot wagers: what they are worth as a function of the meter, alone and together with the main game.

A fold forfeits the wager, so its value depends on how the main game is played: by its own best play, or by the best
play of both together (`joined`). The meter is the one from which the prizes are taken, the round's own contributions
included. All in cents until it is put beside the ante.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from mississippi_stud import money
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths.game import Game, JackpotStake
from mississippi_stud.maths.setup import HAND_NAMES, Choices, pay_table, prize_cents
from mississippi_stud.maths.sharing import both_win
from mississippi_stud.maths.solver import Solution, solve
from mississippi_stud.rulebooks.model import (
    BonusJackpot,
    Jackpot,
    MeterRounding,
    MeterShare,
    OnFold,
    Pay,
    Percent,
    Rulebook,
    Sharing,
    Wager,
)

NAMES = {hand: name for name, hand in HAND_NAMES.items()}


@dataclass(frozen=True)
class Terms:
    """A jackpot wager: its cost, its prizes and how winners share."""

    wager: Wager
    rules: Jackpot | None
    cost_cents: int
    pays: Mapping[Hand, Pay]
    seed_cents: int
    bonus_cents: Mapping[Hand, int]
    """What a player gets for another one's hand: Envy, or the bonus jackpot."""

    def prize(self, hand: Hand, meter_cents: Fraction) -> Fraction:
        """What a hand takes, in cents, if nobody shares."""
        pay = self.pays.get(hand)
        return Fraction(0) if pay is None else prize_cents(pay, self.cost_cents, self.shown(meter_cents))

    def shown(self, meter_cents: Fraction) -> Fraction:
        """The meter as prizes are reckoned from it."""
        if self.rules is not None and self.rules.rounding.value is MeterRounding.UP_TO_DOLLAR:
            return Fraction(-(-meter_cents // 100) * 100)
        return meter_cents

    @property
    def bend(self) -> Fraction:
        """The meter under which a shared prize is reckoned from the seed: the value's line bends there."""
        return self.seed_cents / (1 - min((part for hand in Hand if (part := self.share(hand))), default=Fraction(0)))

    def share(self, hand: Hand) -> Fraction:
        """The part of the meter that a hand takes."""
        pay = self.pays.get(hand)
        return Fraction(pay.share) if isinstance(pay, MeterShare) else Fraction(0)

    def shared_prize(self, mine: Hand, theirs: Hand, meter_cents: Fraction) -> Fraction:
        """What a hand takes, in cents, if another player wins with such a hand too; on average over who sits where."""
        meter = self.shown(meter_cents)
        alone, other = self.share(mine), self.share(theirs)
        if self.rules is None or not alone or not other:
            return self.prize(mine, meter_cents)
        match self.rules.sharing.value:
            case Sharing.BY_WEIGHT:
                return self._by_weight(mine, theirs, meter)
            case Sharing.SHARED_OR_GUARANTEED:
                if mine is theirs:  # the two successive payouts, halved
                    return meter * (alone + (1 - alone) * alone) / 2
                return meter * (alone if alone < other else 1 - other)
            case Sharing.IN_TURN:
                left = max(meter * (1 - other), Fraction(self.seed_cents))
                return (meter * alone + left * alone) / 2

    def _by_weight(self, mine: Hand, theirs: Hand, meter: Fraction) -> Fraction:
        weights = (self.rules.royal_weight, self.rules.straight_flush_weight) if self.rules else (None, None)
        royal, straight = (1 if weight is None else weight.value for weight in weights)
        if mine is theirs:  # two successive tenths of what stands above the seed, halved, and a tenth of the seed
            return (meter - self.seed_cents) * Fraction(19, 100) / 2 + Fraction(self.seed_cents, 10)
        return meter * Fraction(royal if mine is Hand.ROYAL_FLUSH else straight, royal + straight)


def terms(book: Rulebook, choices: Choices, wager: Wager | None = None) -> Terms:
    """The jackpot wager of a book; what a sign would say comes from the choices."""
    if wager is None:
        if book.jackpot is None:
            raise InputError(f"the book {book.id} has no jackpot: nsw, maryland and crown have one")
        wager = book.jackpot.wager.value
    rule = book.wagers.get(wager)
    if rule is None:
        raise InputError(f"the book {book.id} has no {wager}: its wagers are {', '.join(book.wagers)}")
    if rule.on_fold.value is not OnFold.LOST:
        raise InputError(f"the {wager} of {book.id} stays on a fold: it is no part of the main game")
    rules = book.jackpot if book.jackpot and book.jackpot.wager.value == wager else None
    cost = _cost(book, wager, choices)
    seed = _seed(rules, choices, cost)
    return Terms(wager, rules, cost, _pays(book, wager, rules, choices), seed, _bonuses(rules, choices, cost))


def _cost(book: Rulebook, wager: Wager, choices: Choices) -> int:
    allowed = book.wagers[wager].costs_cents
    cost = choices.jackpot_cost or (allowed.value[0] if allowed else 100)
    if allowed and cost not in allowed.value:
        shown = " or ".join(f"${money.text(each)}" for each in allowed.value)
        raise InputError(
            f"the {wager} of {book.id} costs {shown} ({allowed.clause}), not ${money.text(money.Cents(cost))}"
        )
    return cost


def _seed(rules: Jackpot | None, choices: Choices, cost: int) -> int:
    if choices.seed is not None:
        return choices.seed
    if rules is None:
        return 0
    if rules.options:
        first = next(iter(rules.options.values()))
        return int(next(iter(first.rates))) * cost
    return rules.minimum_reset_cents.value if rules.minimum_reset_cents else 0


def _pays(book: Rulebook, wager: Wager, rules: Jackpot | None, choices: Choices) -> dict[Hand, Pay]:
    """The table that the book prints; where the sign decides, its prizes."""
    if choices.jackpot_option is not None and (rules is None or choices.jackpot_option not in rules.options):
        known = ", ".join(rules.options) if rules and rules.options else "none"
        raise InputError(f"{book.id} has no jackpot option {choices.jackpot_option!r}: it has {known}")
    if book.wagers[wager].tables:
        name = None
        if rules and rules.options:
            name = rules.options[choices.jackpot_option or next(iter(rules.options))].table.value
        _, table = pay_table(book, wager, name)
        return {HAND_NAMES[hand]: ruled.value for hand, ruled in table.pays.items()} | dict(choices.prizes)
    if rules is None:
        if not choices.prizes:
            raise InputError(
                f"the sign says what the {wager} pays: give its prizes, such as --option 'prize.flush=50 for 1'"
            )
        return dict(choices.prizes)
    printed: dict[Hand, Pay] = {
        Hand.ROYAL_FLUSH: MeterShare(Percent(Fraction(1))),
        Hand.STRAIGHT_FLUSH: MeterShare(Percent(Fraction(1, 10))),
    }
    return printed | dict(choices.prizes)


def _bonuses(rules: Jackpot | None, choices: Choices, cost: int) -> dict[Hand, int]:
    if rules is None or rules.bonus is None:
        if choices.bonuses:
            raise InputError("this book pays nothing for other players' hands: leave bonus.HAND out")
        return {}
    printed = rules.bonus.prizes_cents.get(money.text(money.Cents(cost)), {})
    return {HAND_NAMES[name]: ruled.value for name, ruled in printed.items()} | dict(choices.bonuses)


def joined(book: Rulebook, choices: Choices, game: Game, meter_cents: int, wager: Wager | None = None) -> Game:
    """The main game with a jackpot wager out and that meter."""
    return with_jackpot(game, terms(book, choices, wager), Fraction(meter_cents))


def with_jackpot(game: Game, wager: Terms, meter_cents: Fraction) -> Game:
    """The main game with that jackpot wager and meter, for a player alone."""
    if game.ante_cents is None:
        raise InputError("a jackpot wager is an amount beside the ante: give --ante, such as --ante 5")
    ante = game.ante_cents
    prizes = tuple(wager.prize(hand, meter_cents) / ante for hand in Hand)
    return replace(game, jackpot=JackpotStake(Fraction(wager.cost_cents, ante), prizes))


@dataclass(frozen=True)
class Worth:
    """A jackpot wager under a certain main-game play, by the number of other players. Money in cents."""

    wager: Terms
    mine: Solution
    theirs: Solution | None
    """How the others play; None if they never fold."""

    @cached_property
    def _both(self) -> dict[tuple[Hand, Hand], Fraction]:
        return both_win(self.mine, self.theirs)

    def prizes(self, meter_cents: Fraction, others: int = 0) -> Fraction:
        """What the wager wins on average, the meter shared where another wins too."""
        alone = sum((self.mine.hand_probability(h) * self.wager.prize(h, meter_cents) for h in Hand), Fraction(0))
        if not others:
            return alone
        lost = Fraction(0)
        for (mine, theirs), chance in self._both.items():
            lost += chance * (self.wager.prize(mine, meter_cents) - self.wager.shared_prize(mine, theirs, meter_cents))
        return alone - others * lost

    def bonus(self, others: int) -> Fraction:
        """What other players' hands bring on average: Envy, or the bonus jackpot."""
        rules = self.wager.rules.bonus if self.wager.rules else None
        if rules is None:
            return Fraction(0)
        each = Fraction(0)
        for hand, cents in self.wager.bonus_cents.items():
            each += cents * (self._other_wins(hand) - self._excluded(rules, hand))
        return others * each

    def _other_wins(self, hand: Hand) -> Fraction:
        if self.theirs is None:
            return Fraction({Hand.ROYAL_FLUSH: 4, Hand.STRAIGHT_FLUSH: 36}.get(hand, 0), 2_598_960)
        return self.theirs.hand_probability(hand)

    def _excluded(self, rules: BonusJackpot, hand: Hand) -> Fraction:
        if not rules.winner_excluded.value:
            return Fraction(0)
        return sum((chance for (_, theirs), chance in self._both.items() if theirs is hand), Fraction(0))

    def value(self, meter_cents: Fraction, others: int = 0) -> Fraction:
        """What a wager is worth to its player, in cents."""
        return self.prizes(meter_cents, others) + self.bonus(others) - self.wager.cost_cents

    def line(self) -> tuple[Fraction, Fraction]:
        """The value in cents at no meter and for each cent of it, for a player alone and a meter not rounded."""
        nothing, one = (self._unrounded.value(Fraction(meter)) for meter in (0, 1))
        return nothing, one - nothing

    def break_even(self, others: int = 0) -> Fraction | None:
        """The meter in cents at which the wager is worth nothing; None if no meter makes it so."""
        bend = self.wager.bend
        for low, high in ((bend, 2 * bend + 1), (Fraction(0), bend)):  # a straight line on each side of the bend
            at_low, at_high = (self._unrounded.value(meter, others) for meter in (low, high))
            if at_low < at_high:
                even = low - at_low * (high - low) / (at_high - at_low)
                if even >= low or low == 0:
                    return even
        return None

    @cached_property
    def _unrounded(self) -> "Worth":
        """The same with a meter that is not rounded, so that the value is a straight line."""
        rules = self.wager.rules
        if rules is None or rules.rounding.value is MeterRounding.EXACT:
            return self
        exact = replace_rounding(rules)
        return Worth(replace(self.wager, rules=exact), self.mine, self.theirs)


def replace_rounding(rules: Jackpot) -> Jackpot:
    """The same rules with a meter that is not rounded."""
    import msgspec

    rounding = msgspec.structs.replace(rules.rounding, value=MeterRounding.EXACT)
    return msgspec.structs.replace(rules, rounding=rounding)


def worth(game: Game, wager: Terms, choices: Choices) -> Worth:
    """The wager of a player who plays the main game by its own best play; others do too, or never fold."""
    plain = solve(replace(game, jackpot=None))
    return Worth(wager, plain, None if choices.others == "never-fold" else plain)
