"""What every wager wins, pushes or loses, by the pay tables, the caps and the book's order."""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from mississippi_stud import hands
from mississippi_stud.cards import Card
from mississippi_stud.money import Cents, Odds
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.round.events import RoundSettled, RoundVoided
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Ending, Hand, Outcome, Result, Setup, Stake, State
from mississippi_stud.rulebooks.model import (
    MAIN_WAGERS,
    Basis,
    Cap,
    CapAmount,
    CapBounds,
    Clause,
    JackpotsPaid,
    MeterShare,
    OnFold,
    OnForfeit,
    OnMisdeal,
    OnPush,
    Otherwise,
    Pay,
    Prize,
    Push,
    Rulebook,
    Ruled,
    UnevenPayment,
    Wager,
    WagerRule,
    parse_pay,
)

SUITS = ("clubs", "diamonds", "hearts", "spades")
_FIVE = {hand: hand.name.lower().replace("_", "-") for hand in hands.Hand}
_THREE = {hand: hand.name.lower().replace("_", "-") for hand in hands.ThreeCardHand}
_WAGERS = tuple(Wager)
_WIN, _LOSE, _RETURNED = Outcome.WIN, Outcome.LOSE, Otherwise.RETURNED
"""Asked for with every wager; in Python 3.11 a name is found faster than a member of an enum."""
_CUT_FIRST = {wager: -place for place, wager in enumerate(MAIN_WAGERS)}
"""Caps cut from fifth street backwards to the ante, then the bonuses."""


class _Settling(NamedTuple):
    """A hand that is being settled, and what its cards are paid by: the ante's row is that of the streets too."""

    book: Rulebook
    state: State
    hand: Hand
    community: tuple[Card | None, ...]
    given: Mapping[tuple[int, str], MeterPrize]
    rows: dict[Wager, Ruled[Pay] | None]


def settled(
    book: Rulebook, state: State, community: tuple[Card | None, ...], prizes: tuple[MeterPrize, ...]
) -> RoundSettled:
    """Every wager's result, hand by hand from the dealer's right."""
    given = {(prize.position, prize.wager): prize for prize in prizes}
    results: list[Result] = []
    after: list[Result] = []
    order: list[int] = []
    warnings: list[tuple[str, str]] = []
    last = book.play.jackpots_paid.value is JackpotsPaid.AFTER_ALL_HANDS
    for position in sorted(state.hands, reverse=True):
        hand = state.hands[position]
        if not hand.stakes:
            continue
        if _settles(book, hand):
            order.append(position)
        settling = _Settling(book, state, hand, community, given, {})
        own = [_result(settling, wager) for wager in _WAGERS if wager in hand.stakes]
        for result in _capped(book, state.setup, own):
            (after if last and result.wager == Wager.JACKPOT else results).append(result)
        warnings += _warnings(hand)
    results += after
    results += [_extra(prize) for prize in prizes if prize.wager not in state.hands[prize.position].stakes]
    return RoundSettled(results=tuple(results), order=tuple(order), warnings=tuple(warnings))


def _settles(book: Rulebook, hand: Hand) -> bool:
    """Whether anything of the hand was still to be settled at the end."""
    match hand.ending:
        case None:
            return True
        case Ending.FOLDED:
            return any(book.wagers[wager].on_fold.value is OnFold.STAYS for wager in hand.stakes)
        case Ending.FORFEITED:
            return any(book.wagers[wager].on_forfeit.value is OnForfeit.STAYS for wager in hand.stakes)
        case ending:
            return ending is Ending.CONCEDED


def outlives(book: Rulebook, hand: Hand, wager: Wager) -> bool:
    """Whether the cards still decide a wager of a hand that has left the round."""
    rule = book.wagers[wager]
    match hand.ending:
        case Ending.FOLDED:
            return rule.on_fold.value is OnFold.STAYS
        case Ending.FORFEITED:
            wagered = rule.basis.value is not Basis.FIVE_CARDS or Wager.FIFTH_STREET in hand.stakes
            return wagered and rule.on_forfeit.value is OnForfeit.STAYS
        case _:
            return False


def _warnings(hand: Hand) -> list[tuple[str, str]]:
    """What the player is warned of, for the rounds to come."""
    found = [(hand.player, stake.warning) for stake in hand.stakes.values() if stake.warning]
    return [*found, (hand.player, "cannot-fund")] if hand.ending is Ending.VOID else found


def _result(settling: _Settling, wager: Wager) -> Result:
    """What becomes of one wager."""
    hand = settling.hand
    rule, stake = settling.book.wagers[wager], hand.stakes[wager]
    if stake.returned and stake.found:
        return _back(hand, wager, stake, Outcome.VOID, stake.found)
    match hand.ending:
        case None:
            return _by_table(settling, rule, wager, stake)
        case Ending.ABANDONED | Ending.CONCEDED:
            return _gone(hand, wager, stake, Outcome.LOSE, hand.ending_clause or "")
        case Ending.FOLDED if rule.on_fold.value is OnFold.LOST:
            return _gone(hand, wager, stake, Outcome.LOSE, rule.on_fold.clause)
        case Ending.FORFEITED if rule.on_forfeit.value is OnForfeit.LOST:
            return _gone(hand, wager, stake, Outcome.FORFEIT, hand.ending_clause or "")
        case Ending.FORFEITED if rule.basis.value is Basis.FIVE_CARDS and Wager.FIFTH_STREET not in hand.stakes:
            return _gone(hand, wager, stake, Outcome.LOSE, rule.otherwise.clause)
        case Ending.UNFUNDED if wager in MAIN_WAGERS:
            return _gone(hand, wager, stake, Outcome.FORFEIT, hand.ending_clause or "")
        case Ending.RETURNED:
            return _back(hand, wager, stake, Outcome.VOID, hand.ending_clause or "")
        case Ending.VOID | Ending.MISDEALT | Ending.UNFUNDED:
            return _misdealt(rule, hand, wager, stake, hand.ending_clause or "")
        case Ending.FOLDED | Ending.FORFEITED:
            return _by_table(settling, rule, wager, stake)
        case _:
            assert_never(hand.ending)


def _by_table(settling: _Settling, rule: WagerRule, wager: Wager, stake: Stake) -> Result:
    book, state, hand, community, given, rows = settling
    table = MAIN_WAGERS[0] if wager in MAIN_WAGERS else wager
    if table not in rows:
        rows[table] = pay_of(book, state, hand, table, community)
    row = rows[table]
    if row is None:
        if rule.otherwise.value is _RETURNED:
            return _back(hand, wager, stake, Outcome.PUSH, rule.otherwise.clause)
        return _gone(hand, wager, stake, _LOSE, rule.otherwise.clause)
    match row.value:
        case Push():
            if rule.on_push.value is OnPush.LOST:
                return _gone(hand, wager, stake, Outcome.LOSE, rule.on_push.clause)
            return _back(hand, wager, stake, Outcome.PUSH, rule.on_push.clause)
        case Odds() as odds:
            won = won_cents(book, state.setup, odds, stake.counted_cents)
            return _won(hand, wager, stake, row, won, stake.counted_cents if odds.keeps_stake else Cents(0))
        case Prize(cents=cents):
            return _won(hand, wager, stake, row, cents, stake.counted_cents)
        case MeterShare():
            prize = given.get((hand.position, wager))
            if prize is None:
                raise Refused("meter-prize", row.clause, position=hand.position, wager=wager)
            return _won(hand, wager, stake, row, prize.won_cents, Cents(0))
        case _:
            assert_never(row.value)


def pay_of(
    book: Rulebook, state: State, hand: Hand, wager: Wager, community: tuple[Card | None, ...]
) -> Ruled[Pay] | None:
    """What the pay table at hand says of a wager, or None where it does not name the hand."""
    rule = book.wagers[wager]
    rows = pays(book, state.setup, wager)
    for name in _made(book, state, hand, rule.basis.value, community):
        if name in rows:
            return rows[name]
    return None


def pays(book: Rulebook, setup: Setup, wager: Wager) -> Mapping[str, Ruled[Pay]]:
    """The pay table of a wager at this table: the chosen one, the sign's, or the ante's for a street."""
    rule = book.wagers[Wager.ANTE if wager in MAIN_WAGERS else wager]
    if wager in setup.signs:
        return {hand: Ruled(parse_pay(pay), rule.presence.clause) for hand, pay in setup.signs[wager].items()}
    name = setup.tables.get(wager, "main")
    return rule.tables[name].pays


def _made(
    book: Rulebook, state: State, hand: Hand, basis: Basis, community: tuple[Card | None, ...]
) -> tuple[str, ...]:
    """The names by which a pay table may know what the cards make, the most precise first."""
    match basis:
        case Basis.FIVE_CARDS:
            return (_FIVE[hands.five(*_known(book, hand, *hand.hole, *community))],)
        case Basis.COMMUNITY_CARDS:
            ace_low = book.hands.ace_low_in_three is not None and book.hands.ace_low_in_three.value
            made = hands.three(*_known(book, hand, *community), ace_low=ace_low)
            if made is hands.ThreeCardHand.MINI_ROYAL:  # a straight flush where the table does not name it
                return (_THREE[made], _THREE[hands.ThreeCardHand.STRAIGHT_FLUSH])
            return (_THREE[made],)
        case Basis.BEST_OF_SIX:
            best = hands.six(*_known(book, hand, *hand.hole, *state.bonus_cards))
            if best.super_royal is None:
                return (_FIVE[best.hand],)
            return (f"super-royal-of-{SUITS[best.super_royal]}", "super-royal", _FIVE[best.hand])
        case _:
            assert_never(basis)


def _known(book: Rulebook, hand: Hand, *cards: Card | None) -> tuple[Card, ...]:
    if None in cards:
        raise Refused("card-unknown", book.play.settlement_order.clause, position=hand.position)
    return cards  # type: ignore[return-value]


# The shapes of a result.


def _gone(hand: Hand, wager: Wager, stake: Stake, outcome: Outcome, clause: Clause) -> Result:
    excess = Cents(stake.cents - stake.counted_cents)
    return Result(position=hand.position, wager=wager, outcome=outcome, returned_cents=excess, clause=clause)


def _back(hand: Hand, wager: Wager, stake: Stake, outcome: Outcome, clause: Clause) -> Result:
    return Result(position=hand.position, wager=wager, outcome=outcome, returned_cents=stake.cents, clause=clause)


def _won(hand: Hand, wager: Wager, stake: Stake, row: Ruled[Pay], won: Cents, returned: Cents) -> Result:
    return Result(
        position=hand.position,
        wager=wager,
        outcome=_WIN,
        pays=str(row.value),
        won_cents=won,
        returned_cents=Cents(returned + stake.cents - stake.counted_cents),
        clause=row.clause,
    )


def _extra(prize: MeterPrize) -> Result:
    return Result(
        position=prize.position,
        wager=prize.wager,
        outcome=Outcome.WIN,
        pays=prize.pays,
        won_cents=prize.won_cents,
        clause=prize.clause,
    )


def _misdealt(rule: WagerRule, hand: Hand, wager: Wager, stake: Stake, clause: Clause) -> Result:
    if rule.on_misdeal.value is OnMisdeal.CARRIED:
        return Result(position=hand.position, wager=wager, outcome=Outcome.CARRIED, clause=rule.on_misdeal.clause)
    return _back(hand, wager, stake, Outcome.VOID, clause)


def voided(
    book: Rulebook, state: State, clause: Clause, *, jackpots_back: bool = False, forfeits: tuple[int, ...] = ()
) -> RoundVoided:
    """A round without a result: every wager goes back, or waits for the next round where the book says so."""

    def result(hand: Hand, wager: Wager) -> Result:
        stake = hand.stakes[wager]
        if hand.position in forfeits:
            return _gone(hand, wager, stake, Outcome.FORFEIT, clause)
        if jackpots_back:
            return _back(hand, wager, stake, Outcome.VOID, clause)
        return _misdealt(book.wagers[wager], hand, wager, stake, clause)

    results = tuple(
        result(hand, wager)
        for position in sorted(state.hands, reverse=True)
        for hand in (state.hands[position],)
        for wager in Wager
        if wager in hand.stakes
    )
    return RoundVoided(clause=clause, results=results)


# Rounding and caps.


def won_cents(book: Rulebook, setup: Setup, odds: Odds, stake: Cents) -> Cents:
    """What odds win on a stake, as it can be paid: up to the cent, or up to what the chips can pay."""
    cents = Cents(-(-stake * odds.pays // odds.on))
    if setup.chips_cents and book.money.uneven_payment.value is UnevenPayment.UP_TO_CHIPS:
        return up_to_chips(cents, setup.chips_cents)
    return cents


def up_to_chips(cents: Cents, chips: tuple[Cents, ...]) -> Cents:
    """The least amount, not less than `cents`, that these chips can pay."""
    smallest = min(chips)
    least = {0: 0}
    """The least amount that the chips can pay, by its remainder after the smallest chip."""
    waiting = [0]
    while waiting:
        amount = waiting.pop()
        for chip in chips:
            total = amount + chip
            if total < least.get(total % smallest, total + 1):
                least[total % smallest] = total
                waiting.append(total)
    return Cents(min(max(base, base + -(-(cents - base) // smallest) * smallest) for base in least.values()))


def _capped(book: Rulebook, setup: Setup, results: list[Result]) -> list[Result]:
    """The results of one hand with what the book's caps take off."""
    won = sum([result.won_cents for result in results])
    if not won:
        return results
    paid = won + sum([result.returned_cents for result in results])
    for cap in book.caps.values():
        most = cap_cents(book, setup, cap)
        if most is not None and paid > most:  # else it cannot bind, whichever part of it the cap counts
            results = _cut(results, cap, most)
    return results


def cap_cents(book: Rulebook, setup: Setup, cap: Cap) -> Cents | None:
    """What a cap comes to at this table, or None where the sign names none."""
    match cap.amount.value:
        case CapAmount.AS_PRINTED:
            return cap.cents.value if cap.cents else None
        case CapAmount.ON_THE_SIGN:
            return setup.max_payout_cents
        case CapAmount.OR_WIN_OF_MINIMUM_ANTE:
            printed = cap.cents.value if cap.cents else Cents(0)
            ante = setup.limits.get(Wager.ANTE)
            if ante is None:
                return printed
            antes = 1 + len(book.streets.order.value) * book.streets.multiples.value[-1]
            best = max(row.value.pay(ante.minimum_cents).won for row in _odds(book))
            return max(printed, Cents(ceil(antes * best)))
        case _:
            assert_never(cap.amount.value)


def _odds(book: Rulebook) -> Iterator[Ruled[Odds]]:
    for row in book.wagers[Wager.ANTE].tables["main"].pays.values():
        if isinstance(row.value, Odds):
            yield Ruled(row.value, row.clause)


def _cut(results: list[Result], cap: Cap, most: Cents) -> list[Result]:
    both = cap.bounds.value is CapBounds.WON_AND_RETURNED
    bound_by = cap.cents if cap.cents and cap.cents.value == most else cap.amount
    bound = [result for result in results if result.wager in cap.wagers.value and result.outcome is Outcome.WIN]
    over = sum(result.won_cents + (result.returned_cents if both else 0) for result in bound) - most
    for result in sorted(bound, key=lambda each: _CUT_FIRST.get(Wager(each.wager), 1)):
        if over <= 0:
            break
        cut = Cents(min(over, result.won_cents))
        over -= cut
        less = replace(
            result,
            won_cents=Cents(result.won_cents - cut),
            cut_cents=Cents(result.cut_cents + cut),
            cap=bound_by.clause,
        )
        results = [less if each is result else each for each in results]
    return results
