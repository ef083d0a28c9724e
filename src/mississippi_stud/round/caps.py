"""The amount of a win: rounded to what cents or chips can pay, and limited by the caps of the book."""

from functools import cache
from math import ceil
from typing import Final, assert_never

from msgspec.structs import replace

from mississippi_stud.money import Cents, Odds
from mississippi_stud.round.state import Outcome, Result, Setup
from mississippi_stud.rulebooks.model import Cap, Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, CapAmount, CapBounds, UnevenPayment, Wager

_CUT_FIRST: Final = {wager: -place for place, wager in enumerate(MAIN_WAGERS)}
"""The order in which caps cut wins: from fifth street back to the ante, then the bonuses."""
_AS_PRINTED: Final = CapAmount.AS_PRINTED


def won_cents(book: Rulebook, setup: Setup, odds: Odds, stake: Cents) -> Cents:
    """Return what odds win on a stake, rounded up to the cent, or to an amount that the chips can pay."""
    cents = Cents(-(-stake * odds.pays // odds.on))
    return payable_cents(cents, book.money.uneven_payment.value, setup.chips_cents) if setup.chips_cents else cents


def payable_cents(cents: Cents, how: UnevenPayment, chips: tuple[Cents, ...]) -> Cents:
    """Return the next amount up or down that these chips can pay, or the amount itself if chips do not matter."""
    match how:
        case UnevenPayment.UP_TO_THE_CENT:
            return cents
        case UnevenPayment.UP_TO_CHIPS:
            step = min(chips)
            return Cents(min(max(base, base + -(-(cents - base) // step) * step) for base in _chip_bases(chips)))
        case UnevenPayment.DOWN_TO_CHIPS:
            step = min(chips)
            return Cents(max(base + (cents - base) // step * step for base in _chip_bases(chips) if base <= cents))
        case _:
            assert_never(how)


@cache
def _chip_bases(chips: tuple[Cents, ...]) -> tuple[int, ...]:
    """Return the least payable amount for each remainder; adding smallest chips to them gives all the others."""
    smallest = min(chips)
    least = {0: 0}
    """The least amount that the chips can pay, by its remainder modulo the smallest chip."""
    waiting = [0]
    while waiting:
        amount = waiting.pop()
        for chip in chips:
            total = amount + chip
            if total < least.get(total % smallest, total + 1):
                least[total % smallest] = total
                waiting.append(total)
    return tuple(least.values())


def capped(book: Rulebook, setup: Setup, results: list[Result]) -> list[Result]:
    """Return the results of one hand after the book's caps."""
    won = sum([result.won_cents for result in results])
    if not won:
        return results
    paid = won + sum([result.returned_cents for result in results])
    for cap in book.caps.values():
        most = cap_cents(book, setup, cap)
        if most is not None and paid > most:  # otherwise the cap cannot bind, whichever part of the win it counts
            results = _cut(results, cap, most, setup.chips_cents)
    return results


def cap_cents(book: Rulebook, setup: Setup, cap: Cap) -> Cents | None:
    """Return the amount of a cap at this table, or None if the sign names none."""
    if cap.amount.value is _AS_PRINTED:
        return cap.cents.value if cap.cents else None
    match cap.amount.value:
        case CapAmount.ON_THE_SIGN:
            return setup.max_payout_cents
        case CapAmount.OR_WIN_OF_MINIMUM_ANTE:
            printed = cap.cents.value if cap.cents else Cents(0)
            ante = setup.limits.get(Wager.ANTE)
            if ante is None:
                return printed
            antes = 1 + len(book.streets.order.value) * book.streets.multiples.value[-1]
            rows = book.wagers[Wager.ANTE].tables["main"].pays.values()
            best = max(row.value.pay(ante.minimum_cents).won for row in rows if isinstance(row.value, Odds))
            return max(printed, Cents(ceil(antes * best)))
        case _:
            assert_never(cap.amount.value)


def _cut(results: list[Result], cap: Cap, most: Cents, chips: tuple[Cents, ...]) -> list[Result]:
    both = cap.bounds.value is CapBounds.WON_AND_RETURNED
    bound_by = cap.cents if cap.cents and cap.cents.value == most else cap.amount
    bound = [result for result in results if result.wager in cap.wagers.value and result.outcome is Outcome.WIN]
    over = sum(result.won_cents + (result.returned_cents if both else 0) for result in bound) - most
    for result in sorted(bound, key=lambda each: _CUT_FIRST.get(Wager(each.wager), 1)):
        if over <= 0:
            break
        left = Cents(max(result.won_cents - over, 0))
        if chips and cap.uneven_payment:
            left = payable_cents(left, cap.uneven_payment.value, chips)
        cut = result.won_cents - left
        over -= cut
        less = replace(result, won_cents=left, cut_cents=Cents(result.cut_cents + cut), cap=bound_by.clause)
        results = [less if each is result else each for each in results]
    return results
