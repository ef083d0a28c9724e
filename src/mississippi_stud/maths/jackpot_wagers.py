"""The value of jackpot wagers as a function of the meter, for a player alone and with others at the table.

A fold forfeits the wager, so its value depends on how the main game is played: here by its own best play, in `joint` by
the best play of both together. The meter is the one the prizes are taken from, including the round's own contributions.
All amounts are in cents until they are combined with the ante.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import assert_never

import msgspec

from mississippi_stud import money
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.jackpot import sharing
from mississippi_stud.maths.arrangements import Cards, together
from mississippi_stud.maths.classes import ORDERED_DEALS, levels
from mississippi_stud.maths.game import End, Game, JackpotStake
from mississippi_stud.maths.options import HAND_NAMES, Choices, pay_table, prize_cents
from mississippi_stud.maths.sharing import HOLDS, Pair, beside, both_win
from mississippi_stud.maths.solver import Solution, solve
from mississippi_stud.rulebooks.model import Jackpot, Rulebook
from mississippi_stud.rulebooks.pays import MeterShare, Pay
from mississippi_stud.rulebooks.vocabulary import MeterRounding, OnFold, Sharing, Wager

ROYAL, STRAIGHT = Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH


@dataclass(frozen=True)
class JackpotTerms:
    """A jackpot wager: its cost, its prizes and how winners share."""

    wager: Wager
    rules: Jackpot | None
    cost_cents: int
    pays: Mapping[Hand, Pay]
    seed_cents: int
    bonus_cents: Mapping[Hand, int]
    """What a player gets for another player's hand: Envy, or the bonus jackpot."""
    guaranteed_cents: Mapping[Hand, int] = field(default_factory=dict)
    """The minimum that each of several winners with such a hand receives."""

    def prize(self, hand: Hand, meter_cents: Fraction) -> Fraction:
        """Return the prize of a hand, in cents, if nobody shares it."""
        pay = self.pays.get(hand)
        return Fraction(0) if pay is None else prize_cents(pay, self.cost_cents, self.shown(meter_cents))

    def shown(self, meter_cents: Fraction) -> Fraction:
        """Return the meter from which prizes are calculated."""
        if self.rules is not None and self.rules.rounding.value is MeterRounding.UP_TO_DOLLAR:
            return Fraction(-(-meter_cents // 100) * 100)
        return meter_cents

    def unrounded(self) -> "JackpotTerms":
        """Return these terms with an unrounded meter, so that values are piecewise linear."""
        if self.rules is None:
            return self
        rounding = msgspec.structs.replace(self.rules.rounding, value=MeterRounding.EXACT)
        return replace(self, rules=msgspec.structs.replace(self.rules, rounding=rounding))

    def share(self, hand: Hand) -> Fraction:
        """Return the share of the meter that a hand takes."""
        pay = self.pays.get(hand)
        return Fraction(pay.share) if isinstance(pay, MeterShare) else Fraction(0)

    def bends(self) -> list[Fraction]:
        """Return the meters at which a shared prize stops being based on the seed, or being the guaranteed minimum."""
        if self.rules is None:
            return []
        parts = {hand: share for hand in (ROYAL, STRAIGHT) if 0 < (share := self.share(hand)) < 1}
        match self.rules.sharing.value:
            case Sharing.BY_WEIGHT:
                return []
            case Sharing.SHARED_OR_GUARANTEED:
                least = {hand: self.guaranteed_cents.get(hand, 0) for hand in parts}
                found = [least[hand] / sharing.successive(Fraction(1), 2, share) for hand, share in parts.items()]
            case Sharing.IN_TURN:
                lifted = self.rules.never_below_seed.value
                found = [self.seed_cents / (1 - share) for share in parts.values() if lifted]
            case _:
                assert_never(self.rules.sharing.value)
        return sorted(bend for bend in set(found) if bend)

    def shared_prize(self, mine: Hand, theirs: Hand, meter_cents: Fraction) -> Fraction:
        """Return a hand's average prize over all seatings, in cents, if another player wins with such a hand too."""
        meter = self.shown(meter_cents)
        alone, other = self.share(mine), self.share(theirs)
        if self.rules is None or not alone or not other:
            return self.prize(mine, meter_cents)
        match self.rules.sharing.value:
            case Sharing.BY_WEIGHT:
                return self._by_weight(self.rules, mine, theirs, meter)
            case Sharing.SHARED_OR_GUARANTEED:
                if mine is theirs:
                    return max(sharing.successive(meter, 2, alone), Fraction(self.guaranteed_cents.get(mine, 0)))
                before = self.rules.straight_flush_before_royal
                first = (mine is STRAIGHT) == (before is None or before.value)
                return meter * alone * (1 if first else 1 - other)
            case Sharing.IN_TURN:
                left, seed = meter * (1 - other), Fraction(self.seed_cents)
                if other == 1 or self.rules.never_below_seed.value:
                    left = max(left, seed)
                return (meter * alone + left * alone) / 2
            case _:
                assert_never(self.rules.sharing.value)

    def _by_weight(self, rules: Jackpot, mine: Hand, theirs: Hand, meter: Fraction) -> Fraction:
        both = (mine, theirs)
        weights = [1 if rule is None else rule.value for rule in (rules.royal_weight, rules.straight_flush_weight)]
        counts = (both.count(ROYAL), both.count(STRAIGHT))
        seed = Fraction(self.seed_cents)
        shares = sharing.by_weight(meter, seed, *counts, self.share(STRAIGHT), (weights[0], weights[1]))
        return shares.royal if mine is ROYAL else shares.straight_flush

    def missed_bonus(self, theirs: Hand) -> int:
        """Return what a winner does not get for another player's hand, in cents, where winners get no bonus."""
        bonus = self.rules.bonus if self.rules else None
        return self.bonus_cents.get(theirs, 0) if bonus and bonus.winner_excluded.value else 0

    def bonus(self, others: int, wins: Mapping[Hand, Fraction], among: Mapping[Pair, Fraction]) -> Fraction:
        """Return what other players' hands bring on average to a player who wins nothing, in cents.

        `wins` is the chance that one of them wins with each hand, `among` the chance that two given ones do.
        """
        rules = self.rules.bonus if self.rules else None
        if rules is None:
            return Fraction(0)
        whole = others * sum((cents * wins[hand] for hand, cents in self.bonus_cents.items()), Fraction(0))
        if rules.each_hand.value:
            return whole
        order = rules.hands.value
        twice = [(chance, max(pair, key=order.index)) for pair, chance in among.items()]  # the better hand is paid
        return whole - comb(others, 2) * sum((p * self.bonus_cents.get(hand, 0) for p, hand in twice), Fraction(0))


def jackpot_of(book: Rulebook) -> Jackpot:
    """Return a book's rules for its meters."""
    if book.jackpot is None:
        raise InputError("no-jackpot-book", book=book.id, books=("nsw", "maryland", "crown"))
    return book.jackpot


def terms(book: Rulebook, choices: Choices, wager: Wager | None = None) -> JackpotTerms:
    """Return the terms of a book's jackpot wager; anything left to a sign comes from the choices."""
    if wager is None:
        wager = jackpot_of(book).wager.value
    rule = book.wagers.get(wager)
    if rule is None:
        raise InputError("no-wager-in-book", book=book.id, wager=wager, wagers=tuple(book.wagers))
    if rule.on_fold.value is not OnFold.LOST:
        raise InputError("stays-on-fold", wager=wager, book=book.id)
    rules = book.jackpot if book.jackpot and book.jackpot.wager.value == wager else None
    cost = _cost(book, wager, choices)
    seed = _seed(rules, choices, cost)
    pays, bonuses = _pays(book, wager, rules, choices), _bonuses(book, rules, choices, cost)
    return JackpotTerms(wager, rules, cost, pays, seed, bonuses, _guaranteed(book, rules, choices))


def _cost(book: Rulebook, wager: Wager, choices: Choices) -> int:
    allowed = book.wagers[wager].costs_cents
    cost = choices.jackpot_cost or (allowed.value[0] if allowed else 100)
    if allowed and cost not in allowed.value:
        raise InputError(
            "wrong-jackpot-cost",
            wager=wager,
            book=book.id,
            offered_cents=cost,
            clause=allowed.clause,
            costs_cents=allowed.value,
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
    """Return the prizes that the book prints or, where the sign decides, those of the sign."""
    if choices.jackpot_option is not None:
        _check_option(book, rules, choices.jackpot_option)
    if book.wagers[wager].tables:
        name = None
        if rules and rules.options:
            name = rules.options[choices.jackpot_option or next(iter(rules.options))].table.value
        _, table = pay_table(book, wager, name)
        return {HAND_NAMES[hand]: ruled.value for hand, ruled in table.pays.items()} | dict(choices.prizes)
    if rules is None:
        if not choices.prizes:
            raise InputError("prizes-on-sign", wager=wager)
        return dict(choices.prizes)
    return {HAND_NAMES[hand]: MeterShare(share.value) for hand, share in rules.shares.items()} | dict(choices.prizes)


def _check_option(book: Rulebook, rules: Jackpot | None, option: str) -> None:
    if rules is None or not rules.options:
        raise InputError("no-jackpot-options", book=book.id)
    if option not in rules.options:
        raise InputError("no-jackpot-option", book=book.id, option=option, options=tuple(rules.options))


def _bonuses(book: Rulebook, rules: Jackpot | None, choices: Choices, cost: int) -> dict[Hand, int]:
    if rules is None or rules.bonus is None:
        if choices.bonuses:
            raise InputError("no-bonus", book=book.id)
        return {}
    printed = rules.bonus.prizes_cents.get(money.text(money.Cents(cost)), {})
    return {HAND_NAMES[name]: ruled.value for name, ruled in printed.items()} | dict(choices.bonuses)


def _guaranteed(book: Rulebook, rules: Jackpot | None, choices: Choices) -> dict[Hand, int]:
    """Return the minimums on the sign; only a book whose winners share that way has them."""
    if choices.guaranteed and (rules is None or rules.sharing.value is not Sharing.SHARED_OR_GUARANTEED):
        raise InputError("no-guarantee", book=book.id)
    for hand in choices.guaranteed:
        if rules is not None and hand.key not in rules.shares:
            clause, hands = rules.sharing.clause, tuple(rules.shares)
            raise InputError("hand-not-guaranteed", hand=hand.key, clause=clause, hands=hands)
    return dict(choices.guaranteed)


@dataclass(frozen=True, eq=False)
class OtherPlayers:
    """The other players at the table, all with the jackpot wager."""

    count: int = 0
    play: Solution | None = None
    """How they play; None if they never fold."""

    @cached_property
    def cards(self) -> Cards:
        """Return states distinguished wherever one of the other players may win too."""
        return beside(self.play) if self.count else together()

    @cached_property
    def wins(self) -> dict[Hand, Fraction]:
        """Return the chance that one of them wins with each hand."""
        return chances(self.play)

    @cached_property
    def among(self) -> dict[Pair, Fraction]:
        """Return the chance that two given players of them win in the same round."""
        return both_win(self.play, self.play)


NOBODY = OtherPlayers()


def chances(play: Solution | None) -> dict[Hand, Fraction]:
    """Return the chance of ending unfolded with each hand under that play (None: never folding)."""
    if play is not None:
        return {hand: play.hand_probability(hand) for hand in Hand}
    found = levels()
    counts = found[2].sets @ found[2].onward @ found[3].onward @ found[4].onward
    return {hand: Fraction(int(counts[hand]), ORDERED_DEALS) for hand in Hand}


def joined(book: Rulebook, choices: Choices, game: Game, meter_cents: int) -> Game:
    """Return the main game with the book's jackpot wager at that meter, for a player alone."""
    return with_jackpot(game, terms(book, choices), Fraction(meter_cents))


def with_jackpot(game: Game, wager: JackpotTerms, meter_cents: Fraction, others: OtherPlayers = NOBODY) -> Game:
    """Return the main game with that jackpot wager and meter, without bonuses that others' hands bring to a loser."""
    if game.ante_cents is None:
        raise InputError("jackpot-needs-ante")
    ante = game.ante_cents
    prizes = tuple(wager.prize(hand, meter_cents) / ante for hand in Hand)
    shared = {end: _beside(wager, end, meter_cents, others.count) / ante for end in others.cards.ends}
    return replace(game, jackpot=JackpotStake(Fraction(wager.cost_cents, ante), prizes, shared))


def _beside(wager: JackpotTerms, end: End, meter_cents: Fraction, others: int) -> Fraction:
    """Return a hand's average prize if others may win too; never more than one of them does."""
    alone = wager.prize(end.hand, meter_cents)
    less = [alone - wager.shared_prize(end.hand, hand, meter_cents) + wager.missed_bonus(hand) for hand in end.others]
    return alone - others * HOLDS * sum(less, Fraction(0))


@dataclass(frozen=True)
class Worth:
    """A jackpot wager under a given play of the main game, by the number of other players. Money is in cents."""

    wager: JackpotTerms
    mine: Solution
    theirs: Solution | None
    """How the others play; None if they never fold."""

    @cached_property
    def _both(self) -> dict[Pair, Fraction]:
        return both_win(self.mine, self.theirs)

    @cached_property
    def _one(self) -> OtherPlayers:
        return OtherPlayers(1, self.theirs)

    def prizes(self, meter_cents: Fraction, others: int = 0) -> Fraction:
        """Return what the wager wins on average; the meter is shared where another player wins too."""
        alone = sum((self.mine.hand_probability(h) * self.wager.prize(h, meter_cents) for h in Hand), Fraction(0))
        if not others:
            return alone
        lost = Fraction(0)
        for (mine, theirs), chance in self._both.items():
            lost += chance * (self.wager.prize(mine, meter_cents) - self.wager.shared_prize(mine, theirs, meter_cents))
        return alone - others * lost

    def bonus(self, others: int) -> Fraction:
        """Return what other players' hands bring on average: Envy, or the bonus jackpot."""
        if not others:
            return Fraction(0)
        missed = sum((chance * self.wager.missed_bonus(hand) for (_, hand), chance in self._both.items()), Fraction(0))
        return self.wager.bonus(others, self._one.wins, self._one.among) - others * missed

    def value(self, meter_cents: Fraction, others: int = 0) -> Fraction:
        """Return the value of the wager to its player, in cents."""
        return self.prizes(meter_cents, others) + self.bonus(others) - self.wager.cost_cents

    def line(self) -> tuple[Fraction, Fraction]:
        """Return the value in cents at an empty meter and the slope, for a player alone and an unrounded meter."""
        nothing, one = (self.unrounded.value(Fraction(meter)) for meter in (0, 1))
        return nothing, one - nothing

    def break_even(self, others: int = 0) -> Fraction | None:
        """Return the meter in cents from which the wager is worth making, or None if there is none."""
        ends = [Fraction(0), *self.wager.bends()]
        if self.unrounded.value(Fraction(0), others) >= 0:
            return Fraction(0)
        for low, high in zip(
            ends, [*ends[1:], ends[-1] + 1], strict=True
        ):  # a straight line each; the last one has no end
            at_low, at_high = (self.unrounded.value(meter, others) for meter in (low, high))
            if at_high >= 0 or (high > ends[-1] and at_low < at_high):
                return low - at_low * (high - low) / (at_high - at_low)
        return None

    @cached_property
    def unrounded(self) -> "Worth":
        """Return the wager with an unrounded meter."""
        return replace(self, wager=self.wager.unrounded())


def worth(game: Game, wager: JackpotTerms, choices: Choices) -> Worth:
    """Return the wager of a player who plays the main game by its own best play; the others do too, or never fold."""
    plain = solve(replace(game, jackpot=None))
    return Worth(wager, plain, None if choices.others == "never-fold" else plain)
