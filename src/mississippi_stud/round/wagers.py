"""Whether a wager is allowed, and what happens to one that is not: limits, multiples and costs."""

from typing import Final, assert_never

import msgspec

from mississippi_stud.money import MAX_CENTS, Cents
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds, PlayerHand, Setup, Stake
from mississippi_stud.rulebooks.model import Clause, Rulebook, RuledValue, WagerRule, clause_of
from mississippi_stud.rulebooks.vocabulary import (
    STREETS,
    AboveMaximum,
    BelowMinimum,
    Instrument,
    Wager,
    WrongMultiple,
)

_UNBOUNDED: Final = Bounds()


class Limit(msgspec.Struct, frozen=True):
    """What a wager area takes, and the clauses that say so."""

    minimum_cents: Cents
    maximum_cents: Cents | None
    unit_cents: Cents | None
    clause: Clause
    """The clause of the minimum."""
    above: Clause
    """The clause of the maximum."""


def limit(book: Rulebook, setup: Setup, player: str, wager: Wager) -> Limit:
    """Return the limits of a player's wager: the personal ones, or else the sign's, within the book's own."""
    rule = book.wagers[wager]
    sign, clause = setup.limits.get(wager) or _UNBOUNDED, book.limits.multiples_of_minimum.clause
    if setup.personal and (personal := setup.personal.get(player, {}).get(wager)):
        sign, clause = personal, book.limits.personal_limits.clause
    minimum, maximum, above = sign.minimum_cents, sign.maximum_cents, clause
    if setup.kept and (kept := setup.kept.get(player, {}).get(wager)) and kept.minimum_cents < minimum:
        minimum = kept.minimum_cents  # only the minimum is kept, and only while it is the lower of the two
        clause = (book.notices.raise_at_once_with_marker or book.limits.multiples_of_minimum).clause
    if rule.minimum_cents and rule.minimum_cents.value > minimum:
        minimum, clause = rule.minimum_cents.value, rule.minimum_cents.clause
    if rule.maximum_cents and (maximum is None or rule.maximum_cents.value < maximum):
        maximum, above = rule.maximum_cents.value, rule.maximum_cents.clause
    return Limit(minimum, maximum, sign.unit_cents, clause, above)


def _check_tokens(book: Rulebook, cents: int, tokens: int) -> None:
    """Raise `Refused` if the book does not accept promotional tokens, or if they exceed the wager."""
    if Instrument.PROMOTIONAL_TOKENS not in book.money.instruments.value:
        raise Refused("no-tokens", book.money.instruments.clause)
    if not 0 < tokens <= cents:
        raise Refused("too-many-tokens", book.money.instruments.clause, tokens=tokens, offered=cents)


def placed(
    book: Rulebook, setup: Setup, hand: PlayerHand, wager: Wager, cents: int, *, tokens: int, unseen: bool
) -> Stake:
    """Return the stake of a wager placed before the deal, or raise `Refused`."""
    rule = book.wagers[wager]
    if not 0 < cents <= MAX_CENTS:
        raise Refused("no-amount", rule.presence.clause, offered=cents)
    if tokens:
        _check_tokens(book, cents, tokens)
    costs = costs_of(setup, rule, wager)
    if costs is not None and cents not in costs.value:
        raise Refused("wrong-cost", costs.clause, wager=wager, offered=cents, costs=costs.value)
    return _within(book, setup, hand, wager, Cents(cents), tokens=Cents(tokens), unseen=unseen)


def _within(
    book: Rulebook, setup: Setup, hand: PlayerHand, wager: Wager, cents: Cents, *, tokens: Cents, unseen: bool
) -> Stake:
    """Return the stake of a wager within the limits of its area, or what happens to one outside them."""
    bounds = limit(book, setup, hand.player, wager)
    if cents < bounds.minimum_cents:
        if unseen:
            warned = (hand.player, "under-minimum") in setup.warned
            return _found(book.limits.below_minimum, cents, tokens, warning="under-minimum", warned=warned)
        raise _outside(bounds, bounds.clause, wager, cents)
    if bounds.maximum_cents is not None and cents > bounds.maximum_cents:
        if unseen:
            return _found(book.limits.above_maximum, cents, tokens, most=bounds.maximum_cents)
        raise _outside(bounds, bounds.above, wager, cents)
    if bounds.unit_cents and (cents - bounds.minimum_cents) % bounds.unit_cents:
        if unseen:
            return _found(book.limits.wrong_multiple, cents, tokens)
        raise Refused("not-in-units", bounds.clause, wager=wager, offered=cents, unit=bounds.unit_cents)
    return Stake(cents, cents, tokens)


def costs_of(setup: Setup, rule: WagerRule, wager: Wager) -> RuledValue[tuple[Cents, ...]] | None:
    """Return the only amounts that a wager takes, if it has a fixed price."""
    if wager in setup.costs_cents:
        return RuledValue(
            (setup.costs_cents[wager],), (rule.cost_on_sign or rule.costs_cents or rule.one_per_hand).clause
        )
    return rule.costs_cents


def street_stake(
    book: Rulebook, setup: Setup, hand: PlayerHand, street: Wager, cents: int, *, tokens: int = 0, unseen: bool = False
) -> Stake:
    """Return the stake of a street wager, a permitted multiple of the ante, or raise `Refused`."""
    if not 0 < cents <= MAX_CENTS:
        raise Refused("no-amount", multiples_clause(book, street), offered=cents)
    if tokens:
        _check_tokens(book, cents, tokens)
    multiples, ante = book.streets.multiples.value, hand.ante_cents
    if cents % ante == 0 and cents // ante in multiples:
        return _within(book, setup, hand, street, Cents(cents), tokens=Cents(tokens), unseen=unseen)
    if unseen:
        return _wrong_size(book, setup, hand, street, Cents(cents), Cents(tokens))
    clause = multiples_clause(book, street)
    raise Refused("wrong-multiple", clause, offered=cents, ante=ante, multiples=multiples)


def corrected(book: Rulebook, setup: Setup, hand: PlayerHand, wager: Wager, cents: int) -> dict[Wager, Stake]:
    """Return the stakes of a hand if one main wager is really of that amount; the streets are measured by the ante.

    The cards are out: a wager that breaks a limit is one that nobody noticed.
    """
    stakes = dict(hand.stakes)
    for each in (Wager.ANTE, *(street for street in STREETS if street in stakes)):
        lies = cents if each is wager else stakes[each].cents
        tokens = min(stakes[each].tokens_cents, lies)
        if each is Wager.ANTE:
            stakes[each] = placed(book, setup, hand, each, lies, tokens=tokens, unseen=True)
        else:
            known = msgspec.structs.replace(hand, stakes=stakes)
            stakes[each] = street_stake(book, setup, known, each, lies, tokens=tokens, unseen=True)
    return stakes


def multiples_clause(book: Rulebook, street: Wager) -> Clause:
    """Return the clause on a street's multiples: the street's own, unless a house rule overrides the multiples."""
    every, own = book.streets.multiples, book.wagers[street].in_multiples
    if own is not None and own.clause.split()[0] not in (book.id, every.clause.split()[0]):
        own = None
    return clause_of(own, every)


def most_cents(book: Rulebook, setup: Setup, hand: PlayerHand) -> int:
    """Return the most that a hand can cost: what lies on the layout, and the highest wager on every street to come."""
    lying = sum(stake.cents for stake in hand.stakes.values())
    if not hand.live:
        return lying
    highest = hand.ante_cents * max(book.streets.multiples.value)
    bounds = (limit(book, setup, hand.player, street) for street in STREETS if street not in hand.stakes)
    return lying + sum(min(highest, highest if each.maximum_cents is None else each.maximum_cents) for each in bounds)


def _wrong_size(book: Rulebook, setup: Setup, hand: PlayerHand, street: Wager, cents: Cents, tokens: Cents) -> Stake:
    """Return the stake of a street wager that is not a permitted multiple of the counted ante."""
    multiples, ante, lies = book.streets.multiples.value, hand.ante_cents, hand.stakes[Wager.ANTE].cents
    maximum = limit(book, setup, hand.player, street).maximum_cents
    if cents < ante * multiples[0]:
        warned = (hand.player, "under-multiple") in setup.warned
        return _found(book.limits.street_under_multiple, cents, tokens, warning="under-multiple", warned=warned)
    times, rest = divmod(cents, lies)
    if rest or times not in multiples:  # otherwise it matches an ante that was found to be over the maximum
        times = multiples[-1]
    if cents > ante * times:
        most = min(ante * times, maximum or MAX_CENTS)
        return _found(book.limits.street_over_multiple, cents, tokens, most=Cents(most))
    if maximum is not None and cents > maximum:
        return _found(book.limits.above_maximum, cents, tokens, most=maximum)
    return _found(book.limits.wrong_multiple, cents, tokens)


def _outside(bounds: Limit, clause: Clause, wager: Wager, cents: int) -> Refused:
    least, most = bounds.minimum_cents, bounds.maximum_cents
    return Refused("outside-limits", clause, wager=wager, offered=cents, minimum=least, maximum=most)


def _found(
    rule: RuledValue[BelowMinimum] | RuledValue[AboveMaximum] | RuledValue[WrongMultiple],
    cents: Cents,
    tokens: Cents,
    *,
    most: Cents = MAX_CENTS,
    warning: str = "",
    warned: bool = False,
) -> Stake:
    """Return the stake of a wrong wager that nobody noticed in time."""
    match rule.value:
        case BelowMinimum.VALID | WrongMultiple.AS_IT_LIES | WrongMultiple.PAID_UP_TO_CHIPS:
            return Stake(cents, cents, tokens, rule.clause)
        case BelowMinimum.VALID_ONCE_THEN_RETURNED:
            return Stake(cents, cents, tokens, rule.clause, "" if warned else warning, returned=warned)
        case AboveMaximum.COUNTS_TO_MAXIMUM:
            return Stake(cents, most, tokens, rule.clause)
        case BelowMinimum.REFUSED | AboveMaximum.REFUSED | WrongMultiple.REFUSED:
            raise Refused("seen-at-once", rule.clause, offered=cents)
        case _:
            assert_never(rule.value)
