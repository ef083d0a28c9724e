"""Exact values of side wagers that no decision affects: the Three Card Bonus and the Six Card Bonus.

A fold leaves them standing, so their value follows from counting hands alone. (A jackpot wager is lost with a fold:
`meters`.) Where a prize is a fixed sum, the value depends on the stake, and a stake must be given.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from mississippi_stud import hands
from mississippi_stud.cards import DECK
from mississippi_stud.errors import InputError
from mississippi_stud.hands import SUIT_NAMES, Hand, ThreeCardHand
from mississippi_stud.maths.options import Choices, ace_low, own_caps, pay_table, prize_cents
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import FixedPrize, Pay
from mississippi_stud.rulebooks.vocabulary import Basis, Wager


@dataclass(frozen=True)
class PayRow:
    """One line of a side wager's table."""

    hand: str
    pays: str
    probability: Fraction
    net: Fraction
    """Per unit of the stake."""

    @property
    def contribution(self) -> Fraction:
        return self.net * self.probability


@dataclass(frozen=True)
class SideWager:
    """A side wager with its calculated value."""

    wager: str
    table: str
    offered: bool
    stake_cents: int
    rows: tuple[PayRow, ...]

    @property
    def value(self) -> Fraction:
        """Per unit of the stake."""
        return sum((row.contribution for row in self.rows), Fraction(0))

    @property
    def return_(self) -> Fraction:
        return 1 + self.value

    @property
    def variance(self) -> Fraction:
        return sum((row.net**2 * row.probability for row in self.rows), Fraction(0)) - self.value**2


def tables(book: Rulebook, wager: Wager, choices: Choices, stake_cents: int) -> list[SideWager]:
    """Return the wager by the chosen table, or by each of its tables."""
    rule = book.wagers.get(wager)
    if rule is None:
        raise InputError("no-wager-in-book", book=book.id, wager=wager, wagers=tuple(book.wagers))
    if rule.basis.value is Basis.FIVE_CARDS:
        raise InputError("lost-with-fold", wager=wager)
    names = [choices.table] if choices.table else list(rule.tables)
    return [_worked_out(book, wager, name, choices, stake_cents) for name in names]


def _worked_out(book: Rulebook, wager: Wager, name: str, choices: Choices, stake_cents: int) -> SideWager:
    _, table = pay_table(book, wager, name)
    pays = {hand: ruled.value for hand, ruled in table.pays.items()}
    counts = _counts(book, wager, choices, pays)
    total = sum(counts.values())
    rows = []
    for hand, count in counts.items():
        pay = _pay(pays, hand)
        worth = Fraction(0) if pay is None else prize_cents(pay, stake_cents, Fraction(0))
        worth = min([worth, *own_caps(book, wager, worth, stake_cents, pay)])
        rows.append(PayRow(hand, "loses" if pay is None else str(pay), Fraction(count, total), worth / stake_cents - 1))
    return SideWager(wager, name, table.offered.value, stake_cents, tuple(rows))


def _pay(pays: dict[str, Pay], hand: str) -> Pay | None:
    """Return what a hand pays; a Super Royal that the table does not name is a royal flush."""
    if hand.startswith("super-royal"):
        return pays.get(hand, pays.get("super-royal", pays.get("royal-flush")))
    return pays.get(hand)


def needs_stake(book: Rulebook, wager: Wager) -> bool:
    """Return whether a prize of the wager is a fixed sum."""
    rule = book.wagers.get(wager)
    every = [ruled.value for table in rule.tables.values() for ruled in table.pays.values()] if rule else []
    return any(isinstance(pay, FixedPrize) for pay in every)


def _counts(book: Rulebook, wager: Wager, choices: Choices, pays: dict[str, Pay]) -> dict[str, int]:
    if book.wagers[wager].basis.value is Basis.COMMUNITY_CARDS:
        counts = dict(three_card_counts(ace_low(book, choices)))
        if "mini-royal" not in pays:  # a table that does not name it pays the hand it otherwise is
            counts["straight-flush"] += counts.pop("mini-royal")
        return counts
    return six_card_counts()


@cache
def three_card_counts(ace_low: bool) -> dict[str, int]:
    """Return how many of the 22,100 sets of three cards make each hand, best first."""
    found = Counter(hands.three(*deal, ace_low=ace_low) for deal in combinations(DECK, 3))
    return {hand.key: found[hand] for hand in reversed(ThreeCardHand)}


@cache
def six_card_counts() -> dict[str, int]:
    """Return how many of the 20,358,520 sets of six cards have each best five, best first; Super Royals by suit.

    Ranks are chosen first, then suits are counted: with fewer than five different ranks there is no flush.
    """
    found: Counter[Hand] = Counter()
    for ranks in combinations_with_replacement(range(13), 6):
        repeats = Counter(ranks)
        if max(repeats.values()) > 4:
            continue
        ways = prod(comb(4, count) for count in repeats.values())
        for flush, suited in _flushes(tuple(repeats), len(repeats)):
            found[flush] += suited
            ways -= suited
        found[_without_flush(ranks)] += ways
    found[Hand.ROYAL_FLUSH] -= 4
    supers = {f"super-royal-of-{name}": 1 for name in SUIT_NAMES}
    return supers | {hand.key: found[hand] for hand in reversed(Hand)}


def _weight(ranks: tuple[int, ...]) -> int:
    return sum(hands.WEIGHTS[4 * each] for each in ranks)


def _without_flush(ranks: tuple[int, ...]) -> Hand:
    return max(hands.UNSUITED[_weight(five)] for five in set(combinations(ranks, 5)))


def _flushes(different: tuple[int, ...], count: int) -> list[tuple[Hand, int]]:
    """Return the flushes among hands of those ranks, each with the number of ways to assign suits."""
    if count == 5:  # all five ranks in one suit, and the pair's other card in another
        return [(hands.SUITED[_weight(different)], 4 * 3)]
    if count < 5:
        return []
    fives = [hands.SUITED[_weight(five)] for five in combinations(different, 5)]
    return [(max(fives), 4), *((hand, 4 * 3) for hand in fives)]
