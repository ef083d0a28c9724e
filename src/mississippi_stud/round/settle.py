"""What every wager wins, pushes or loses, by the pay tables, the caps and the book's order."""

from collections.abc import Iterator, Mapping
from functools import cache
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
from mississippi_stud.rulebooks.model import Cap, Clause, Rulebook, Ruled, WagerRule, clause_of
from mississippi_stud.rulebooks.pays import MeterShare, Pay, Prize, Push, parse_pay
from mississippi_stud.rulebooks.words import (
    MAIN_WAGERS,
    Basis,
    CapAmount,
    CapBounds,
    JackpotsPaid,
    OnFold,
    OnForfeit,
    OnMisdeal,
    OnPush,
    Otherwise,
    UnevenPayment,
    Wager,
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
    paid: list[MeterPrize]
    """The given prizes that hands have won."""
    rows: dict[Wager, Ruled[Pay] | None]


def settled(
    book: Rulebook, state: State, community: tuple[Card | None, ...], prizes: tuple[MeterPrize, ...]
) -> RoundSettled:
    """Every wager's result, hand by hand from the dealer's right."""
    given = {(prize.position, prize.wager): prize for prize in prizes}
    paid: list[MeterPrize] = []
    results: list[Result] = []
    jackpots: list[Result] = []
    order: list[int] = []
    warnings: list[tuple[str, str]] = []
    jackpot = book.jackpot.wager.value if book.jackpot else None
    last = book.play.jackpots_paid.value is JackpotsPaid.AFTER_ALL_HANDS
    others: dict[int, list[Result]] = {}
    """What others receive for a hand, by its position, where it is paid with the hand."""
    for prize in prizes:
        if prize.holder is not None and _with_hand(book, state, prize):
            others.setdefault(prize.holder, []).append(_extra(prize))
    for position in sorted(state.hands, reverse=True):
        hand = state.hands[position]
        if not hand.stakes:
            continue
        if _settles(book, hand):
            order.append(position)
        settling = _Settling(book, state, hand, community, given, paid, {})
        own = [_result(settling, wager) for wager in _WAGERS if wager in hand.stakes]
        for result in _capped(book, state.setup, own):
            (jackpots if last and result.wager == jackpot else results).append(result)
            if result.wager == jackpot:
                results += others.pop(position, ())
        results += others.pop(position, ())
        warnings += _warnings(hand)
    _check_due(book, prizes, paid, (*results, *jackpots))
    results += _last(book, jackpots, [each for each in prizes if not _with_hand(book, state, each)], paid)
    return RoundSettled(results=tuple(results), order=tuple(order), warnings=tuple(warnings))


_WITHOUT_RESULT = (Outcome.VOID, Outcome.CARRIED)


def _check_due(
    book: Rulebook, prizes: tuple[MeterPrize, ...], paid: list[MeterPrize], results: tuple[Result, ...]
) -> None:
    """Nobody is given what they are not due: a meter's prize is won once, a bonus goes with a jackpot wager in play."""
    jackpot = book.jackpot
    name = jackpot.wager.value if jackpot else None
    bonus = jackpot.bonus.name.value if jackpot and jackpot.bonus else None
    in_play = {each.position for each in results if each.wager == name and each.outcome not in _WITHOUT_RESULT}
    for number, prize in enumerate(prizes):
        won = prize in paid and prize not in prizes[:number]
        if prize.won_cents < 0 or not (won or (prize.wager == bonus and prize.position in in_play)):
            clause = _clause_of(book, prize.wager)
            raise Refused("stray-prize", clause, position=prize.position, wager=prize.wager)


def _clause_of(book: Rulebook, prize: str) -> Clause:
    """The clause that says who is due a prize of that name."""
    if book.jackpot is None:
        return book.play.settlement_order.clause
    if book.jackpot.bonus and prize == book.jackpot.bonus.name.value:
        return book.jackpot.bonus.hands.clause
    return book.wagers[book.jackpot.wager.value].basis.clause


def _with_hand(book: Rulebook, state: State, prize: MeterPrize) -> bool:
    """Whether a prize for another's hand is paid when that hand is settled."""
    bonus = book.jackpot.bonus if book.jackpot else None
    rule = bonus.paid_with_hand if bonus else None
    hand = state.hands.get(prize.holder) if prize.holder is not None else None
    return rule is not None and rule.value and hand is not None and bool(hand.stakes)


def _last(book: Rulebook, jackpots: list[Result], prizes: list[MeterPrize], paid: list[MeterPrize]) -> list[Result]:
    """What is paid after all hands: from the dealer's right, prizes of the meter in the order in which it pays them."""
    turns = [prize.position for prize in prizes if prize in paid]
    waiting = {result.position: result for result in jackpots}
    ordered: list[Result] = []
    for turn in turns if jackpots else ():
        ordered += [waiting.pop(each) for each in tuple(waiting) if each > turn and each not in turns]
        ordered.append(waiting.pop(turn))
    ordered += waiting.values()
    extras = [_extra(prize) for prize in prizes if prize not in paid]
    bonus = book.jackpot.bonus if book.jackpot else None
    return [*extras, *ordered] if bonus and bonus.paid_first.value else [*ordered, *extras]


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
    result = _ended(settling, rule, wager, stake)
    return replace(result, found=stake.found) if stake.found else result


def _ended(settling: _Settling, rule: WagerRule, wager: Wager, stake: Stake) -> Result:
    hand = settling.hand
    match hand.ending:
        case None:
            return _by_table(settling, rule, wager, stake)
        case Ending.ABANDONED | Ending.CONCEDED:
            return _gone(hand, wager, stake, Outcome.LOSE, hand.ending_clause or "")
        case Ending.FOLDED if rule.on_fold.value is OnFold.LOST:
            absent = settling.book.play.absent.clause
            left = wager in MAIN_WAGERS and hand.ending_clause == absent
            return _gone(hand, wager, stake, Outcome.LOSE, absent if left else rule.on_fold.clause)
        case Ending.FORFEITED if rule.on_forfeit.value is OnForfeit.LOST:
            return _gone(hand, wager, stake, Outcome.FORFEIT, hand.ending_clause or "")
        case Ending.FORFEITED if rule.basis.value is Basis.FIVE_CARDS and Wager.FIFTH_STREET not in hand.stakes:
            return _gone(hand, wager, stake, Outcome.LOSE, rule.otherwise.clause)
        case Ending.UNFUNDED if wager in MAIN_WAGERS:
            return _gone(hand, wager, stake, Outcome.FORFEIT, hand.ending_clause or "")
        case Ending.RETURNED:
            return _back(hand, wager, stake, Outcome.VOID, _returned_by(settling.book, hand, wager))
        case Ending.VOID | Ending.MISDEALT | Ending.UNFUNDED:
            return _misdealt(rule, hand, wager, stake, hand.ending_clause or "")
        case Ending.FOLDED | Ending.FORFEITED:
            return _by_table(settling, rule, wager, stake)
        case _:
            assert_never(hand.ending)


def _returned_by(book: Rulebook, hand: Hand, wager: Wager) -> Clause:
    """The clause by which a wager of a returned hand goes back; a jackpot wager of a retracted one has its own."""
    retract, again = book.play.retract_after_stray_hand, book.play.retraction_reregisters_jackpots
    if retract and hand.ending_clause == retract.clause and book.jackpot and wager is book.jackpot.wager.value:
        return clause_of(again, retract)
    return hand.ending_clause or ""


def _by_table(settling: _Settling, rule: WagerRule, wager: Wager, stake: Stake) -> Result:
    book, state, hand, community, given, paid, rows = settling
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
            paid.append(prize)
            return replace(
                _won(hand, wager, stake, row, prize.won_cents, Cents(0)), pays=prize.pays, clause=prize.clause
            )
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
    if wager in setup.signs:
        return sign_pays(book, wager, setup.signs[wager])
    rule = book.wagers[Wager.ANTE if wager in MAIN_WAGERS else wager]
    return rule.tables[setup.tables.get(wager, "main")].pays


def sign_pays(book: Rulebook, wager: Wager, sign: Mapping[str, str]) -> Mapping[str, Ruled[Pay]]:
    """The pay table that a sign writes: a share of the meter by the clause that gives it, the rest by the sign's."""
    jackpot = book.jackpot
    shares = jackpot.shares if jackpot and jackpot.wager.value is wager else {}
    rule = book.wagers[wager]
    clause = clause_of(rule.pays_on_sign, rule.presence)
    return {
        hand: Ruled(parse_pay(pay), shares[hand].clause if hand in shares else clause) for hand, pay in sign.items()
    }


def _made(
    book: Rulebook, state: State, hand: Hand, basis: Basis, community: tuple[Card | None, ...]
) -> tuple[str, ...]:
    """The names by which a pay table may know what a hand makes, the most precise first."""
    match basis:
        case Basis.FIVE_CARDS:
            return names(book, basis, _known(book, hand, *hand.hole, *community))
        case Basis.COMMUNITY_CARDS:
            return names(book, basis, _known(book, hand, *community))
        case Basis.BEST_OF_SIX:
            return names(book, basis, _known(book, hand, *hand.hole, *state.bonus_cards))
        case _:
            assert_never(basis)


def names(book: Rulebook, basis: Basis, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The names by which a pay table may know what cards make, the most precise first."""
    match basis:
        case Basis.FIVE_CARDS:
            return (_FIVE[hands.five(*cards)],)
        case Basis.COMMUNITY_CARDS:
            low = book.hands.ace_low_in_three
            made = hands.three(*cards, ace_low=low is None or low.value)
            if made is hands.ThreeCardHand.MINI_ROYAL:  # a straight flush where the table does not name it
                return (_THREE[made], _THREE[hands.ThreeCardHand.STRAIGHT_FLUSH])
            return (_THREE[made],)
        case Basis.BEST_OF_SIX:
            best = hands.six(*cards)
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
    """What odds win on a stake, as it can be paid: up to the cent, or as the chips can pay it."""
    cents = Cents(-(-stake * odds.pays // odds.on))
    return payable_cents(cents, book.money.uneven_payment.value, setup.chips_cents) if setup.chips_cents else cents


def payable_cents(cents: Cents, how: UnevenPayment, chips: tuple[Cents, ...]) -> Cents:
    """An amount as these chips can pay it: the next one up or down, or the amount itself where chips do not matter."""
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
    """The least amounts that the chips can pay, one for each remainder; adding smallest chips gives all the others."""
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
    return tuple(least.values())


def _capped(book: Rulebook, setup: Setup, results: list[Result]) -> list[Result]:
    """The results of one hand with what the book's caps take off."""
    won = sum([result.won_cents for result in results])
    if not won:
        return results
    paid = won + sum([result.returned_cents for result in results])
    for cap in book.caps.values():
        most = cap_cents(book, setup, cap)
        if most is not None and paid > most:  # else it cannot bind, whichever part of it the cap counts
            results = _cut(results, cap, most, setup.chips_cents)
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
        less = replace(
            result,
            won_cents=left,
            cut_cents=Cents(result.cut_cents + cut),
            cap=bound_by.clause,
        )
        results = [less if each is result else each for each in results]
    return results
