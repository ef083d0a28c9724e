"""Where each dollar of a jackpot wager goes: prizes, the meter, what the house adds to it, and what the house keeps.

This is the long run of a meter on which the same number of players at a table wager in every round, all playing alike.
Every figure is an exact fraction except what the house adds to the meter (`top_ups`), which lies between two fractions;
what rounding a prize to the dollar or to the cent moves is only bounded. The module knows neither tables nor people.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any, assert_never

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths.jackpot_wagers import ROYAL, STRAIGHT, chances
from mississippi_stud.maths.offers import JackpotOffer, offers
from mississippi_stud.maths.options import Choices, prize_cents
from mississippi_stud.maths.report import exact
from mississippi_stud.maths.sharing import Pair, both_win
from mississippi_stud.maths.solver import Solution
from mississippi_stud.maths.top_ups import Interval, MeterStep, added
from mississippi_stud.money import Cents, text
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import MeterShare
from mississippi_stud.rulebooks.vocabulary import MeterRounding, Sharing


@dataclass(frozen=True)
class Dollar:
    """One option and seed of a meter, per unit wagered."""

    option: str
    cost_cents: int
    seed_cents: int
    rate: Fraction
    fixed: Mapping[Hand, Fraction]
    """The part that goes to each prize not paid from the meter."""
    bonus: Fraction
    """The part paid for other players' hands: Envy, or the bonus jackpot."""
    others: int
    reseeding: Fraction
    """What the house puts back after a royal flush."""
    topped: Interval
    """What the house adds after straight flushes to keep the meter from standing below its seed."""
    guaranteed: Interval
    """What the house adds so that each of several winners gets the guaranteed minimum."""
    rounding: Interval
    """What players additionally gain when prizes are rounded to the dollar or to the cent."""

    @property
    def seed(self) -> Fraction:
        """The initial seed for each dollar that the wager costs."""
        return Fraction(self.seed_cents, self.cost_cents)

    @property
    def meter_prizes(self) -> Interval:
        """What players receive from the meter in the long run: everything that goes in comes out again."""
        return self.topped.plus(self.guaranteed).plus(self.rounding).plus(self.rate + self.reseeding)

    @property
    def players(self) -> Interval:
        """What players receive in the long run."""
        return self.meter_prizes.plus(sum(self.fixed.values(), self.bonus))

    @property
    def house(self) -> Interval:
        """What the house keeps of each dollar after paying the seeds."""
        return Interval(1 - self.players.high, 1 - self.players.low)

    def plain(self) -> dict[str, Any]:
        """Return the figures as plain data for JSON."""
        return {
            "option": self.option,
            "seed": int(self.seed) if self.seed.denominator == 1 else str(self.seed),
            "seed_amount": text(Cents(self.seed_cents)),
            "cost": text(Cents(self.cost_cents)),
            "others": self.others,
            "fixed_prizes": {hand.key: exact("share", share) for hand, share in self.fixed.items()},
            **exact("fixed", sum(self.fixed.values(), Fraction(0))),
            **exact("bonus", self.bonus),
            **exact("meter", self.rate),
            **exact("reseeding", self.reseeding),
            **self.topped.plain("topping_up"),
            **self.guaranteed.plain("guaranteed"),
            **self.rounding.plain("rounding"),
            **self.meter_prizes.plain("meter_prizes"),
            **self.players.plain("to_players"),
            **self.house.plain("house"),
        }


def by_play(book: Rulebook, choices: Choices, play: Solution | None) -> list[Dollar]:
    """Return every option and seed that the choices leave open, if all players play so (None: if nobody ever folds)."""
    if choices.others != "optimal":
        raise InputError("others-play-alike")
    wins, both = chances(play), both_win(play, play)
    return [_dollar(offer, TableModel(1 + choices.players, wins, both)) for offer in offers(book, choices)]


@dataclass(frozen=True)
class TableModel:
    """The number of players in every round, and how often they win."""

    players: int
    wins: Mapping[Hand, Fraction]
    """The chance that one given player makes each hand."""
    both: Mapping[Pair, Fraction]
    """The chance that two given players both win in a round."""

    @property
    def resets(self) -> Fraction:
        """The chance of a royal flush in a round; there can never be more than one."""
        return self.players * self.wins[ROYAL]

    @property
    def mixed(self) -> Fraction:
        """The chance of a royal and a straight flush in one round."""
        return self.players * (self.players - 1) * self.both.get((ROYAL, STRAIGHT), Fraction(0))

    @property
    def doubles(self) -> Fraction:
        """The chance of two straight flushes in one round."""
        return self.players * (self.players - 1) * self.both.get((STRAIGHT, STRAIGHT), Fraction(0)) / 2

    @property
    def singles(self) -> Fraction:
        """The chance of one straight flush and nothing else in a round."""
        return self.players * self.wins[STRAIGHT] - self.mixed - 2 * self.doubles


def _dollar(offer: JackpotOffer, table: TableModel) -> Dollar:
    terms, others = offer.terms, table.players - 1
    if {hand for hand in Hand if terms.share(hand)} != {ROYAL, STRAIGHT} or terms.share(ROYAL) != 1:
        raise InputError("dollars-unknown")
    cost = terms.cost_cents
    fixed = {
        hand: ceil(prize_cents(pay, cost, Fraction(0))) * table.wins[hand] / cost  # a fraction of a cent is rounded up
        for hand, pay in terms.pays.items()
        if not isinstance(pay, MeterShare)
    }
    missed = sum((chance * terms.missed_bonus(hand) for (_, hand), chance in table.both.items()), Fraction(0))
    topped, guaranteed = _added(offer, table)
    return Dollar(
        option=offer.option,
        cost_cents=cost,
        seed_cents=terms.seed_cents,
        rate=offer.rate,
        fixed=fixed,
        bonus=(terms.bonus(others, table.wins, table.both) - others * missed) / cost,
        others=others,
        reseeding=table.wins[ROYAL] * Fraction(terms.seed_cents, cost),
        topped=topped,
        guaranteed=guaranteed,
        rounding=_rounding(offer, table),
    )


def _rounding(offer: JackpotOffer, table: TableModel) -> Interval:
    """Return bounds on what rounding moves, per unit wagered: a prize is never less than a cent under its share of the
    meter.

    A prize rounded up to the dollar exceeds its share by less than a dollar. Whatever a share takes in excess lowers
    the meter, and so raises later additions by no more than that (see `top_ups.added_between`).
    """
    cost, share = offer.terms.cost_cents, offer.terms.share(STRAIGHT)
    royal, straight = table.wins[ROYAL], table.wins[STRAIGHT]
    match offer.rules.rounding.value:
        case MeterRounding.UP_TO_DOLLAR:
            cut = (table.players - 1) * sum(table.both.values(), Fraction(0))  # sharers may not get whole cents
            if (share * 100).denominator != 1:
                cut = royal + straight
            return Interval(-cut / cost, (royal + share * straight) * 100 / cost)
        case MeterRounding.EXACT:
            return Interval(-(royal + straight) / cost, Fraction(0))
        case _:
            assert_never(offer.rules.rounding.value)


def _added(offer: JackpotOffer, table: TableModel) -> tuple[Interval, Interval]:
    """Return what the house adds to top up and to guarantee; everything is per unit wagered."""
    seed = Fraction(offer.terms.seed_cents, offer.terms.cost_cents)
    events = _events(offer, table, seed)
    rate, topped_up = table.players * offer.rate, offer.rules.never_below_seed.value
    topped = added(rate, seed, table.resets, events) if topped_up else Interval(Fraction(0), Fraction(0))
    least = Fraction(offer.terms.guaranteed_cents.get(STRAIGHT, 0), offer.terms.cost_cents)
    guaranteed = Interval(Fraction(0), Fraction(0))
    if least and table.doubles:
        single, double, *rest = events
        taken = 1 - double.keeps
        double = replace(double, added=(*double.added, (2 * least, taken)))
        both = added(rate, seed, table.resets, (single, double, *rest), topped_up=topped_up)
        most = table.doubles * max(Fraction(0), 2 * least - taken * (seed if topped_up else 0))
        guaranteed = Interval(max(Fraction(0), both.low - topped.high), min(most, both.high - topped.low))
    each = Fraction(1, table.players)
    return topped.times(each), guaranteed.times(each)


def _events(offer: JackpotOffer, table: TableModel, seed: Fraction) -> tuple[MeterStep, ...]:
    """Return what a round may do to the meter besides a lone royal flush: a straight flush, two, or one and a royal."""
    share = offer.terms.share(STRAIGHT)
    keeps, twice = 1 - share, (1 - share) ** 2
    single = MeterStep(table.singles, keeps)
    match offer.rules.sharing.value:
        case Sharing.BY_WEIGHT:  # successive payouts from what is above the seed, and as many shares of the seed
            return single, MeterStep(table.doubles, twice, (keeps - share - twice) * seed)
        case Sharing.SHARED_OR_GUARANTEED:
            return single, MeterStep(table.doubles, twice)
        case Sharing.IN_TURN:  # topped up between the two; the royal flush is equally likely to be paid first or last
            half = table.mixed / 2
            return (
                single,
                MeterStep(table.doubles, twice, added=((share * seed, share * keeps),)),
                MeterStep(half, added=((seed, keeps),), ends=True),
                MeterStep(half, added=((share * seed, Fraction(0)),), ends=True),
            )
        case _:
            assert_never(offer.rules.sharing.value)
