"""Settle a round: what every wager wins, pushes or loses, by the pay tables, the caps and the book's order."""

from collections.abc import Mapping
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from mississippi_stud.cards import Card
from mississippi_stud.money import Cents, Odds
from mississippi_stud.round.caps import capped, won_cents
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.round.events import RoundSettled, RoundVoided
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Ending, Outcome, PlayerHand, Result, Setup, Stake, State
from mississippi_stud.rulebooks.hand_names import names
from mississippi_stud.rulebooks.model import Clause, Rulebook, RuledValue, WagerRule, clause_of
from mississippi_stud.rulebooks.pays import FixedPrize, MeterShare, Pay, Push, parse_pay
from mississippi_stud.rulebooks.vocabulary import (
    MAIN_WAGERS,
    Basis,
    JackpotPayment,
    OnFold,
    OnForfeit,
    OnMisdeal,
    OnPush,
    UnlistedHand,
    Wager,
)

_WAGERS = tuple(Wager)
_NOTHING: Final = Cents(0)
_ANTE: Final = Wager.ANTE
_FIVE_CARDS: Final = Basis.FIVE_CARDS
_VOID: Final = Ending.VOID
_WIN: Final = Outcome.WIN
_LOSE: Final = Outcome.LOSE
_RETURNED: Final = UnlistedHand.RETURNED
_AFTER_ALL_HANDS: Final = JackpotPayment.AFTER_ALL_HANDS
"""Read for every wager; in Python 3.11 looking up a global is faster than looking up a member of an enum."""


class _Settling(msgspec.Struct, frozen=True):
    """A hand that is being settled, and the pay rows of its wagers; the ante's row also holds for the streets."""

    book: Rulebook
    state: State
    hand: PlayerHand
    community: tuple[Card | None, ...]
    given: Mapping[tuple[int, str], MeterPrize]
    paid: list[MeterPrize]
    """Those of the given prizes that hands have won."""
    rows: dict[Wager, RuledValue[Pay] | None]


def settled(
    book: Rulebook, state: State, community: tuple[Card | None, ...], prizes: tuple[MeterPrize, ...]
) -> RoundSettled:
    """Return every wager's result, hand by hand from the dealer's right."""
    given = {(prize.position, prize.wager): prize for prize in prizes}
    paid: list[MeterPrize] = []
    results: list[Result] = []
    jackpots: list[Result] = []
    order: list[int] = []
    warnings: list[tuple[str, str]] = []
    jackpot = book.jackpot.wager.value if book.jackpot else None
    last = book.play.jackpots_paid.value is _AFTER_ALL_HANDS
    others: dict[int, list[Result]] = {}
    """What others receive for a hand, by the position of the hand, if it is paid together with the hand."""
    for prize in prizes:
        if prize.holder is not None and _with_hand(book, state, prize):
            others.setdefault(prize.holder, []).append(_extra(prize))
    for position in sorted(state.hands, reverse=True):
        hand = state.hands[position]
        if not hand.stakes:
            continue
        to_the_end = hand.ending is None or hand.ending is Ending.CONCEDED
        if to_the_end or any(_stays(book.wagers[wager], hand.ending) for wager in hand.stakes):
            order.append(position)
        settling = _Settling(book, state, hand, community, given, paid, {})
        own = [_result(settling, wager) for wager in _WAGERS if wager in hand.stakes]
        for result in capped(book, state.setup, own):
            if result.wager != jackpot:
                results.append(result)
                continue
            (jackpots if last else results).append(result)
            results += others.pop(position, ())
        results += others.pop(position, ())
        warnings += _warnings(hand)
    if prizes:
        _check_due(book, prizes, paid, (*results, *jackpots))
    if prizes or jackpots:
        results += _last(book, jackpots, [each for each in prizes if not _with_hand(book, state, each)], paid)
    return RoundSettled(results=tuple(results), order=tuple(order), warnings=tuple(warnings))


_WITHOUT_RESULT = (Outcome.VOID, Outcome.CARRIED)


def _check_due(
    book: Rulebook, prizes: tuple[MeterPrize, ...], paid: list[MeterPrize], results: tuple[Result, ...]
) -> None:
    """Refuse prizes that are not due: a meter's prize is won once, and a bonus needs a jackpot wager in play.

    Decision 38.
    """
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
    """Return the clause that says who is due a prize of that name."""
    if book.jackpot is None:
        return book.play.settlement_order.clause
    if book.jackpot.bonus and prize == book.jackpot.bonus.name.value:
        return book.jackpot.bonus.hands.clause
    return book.wagers[book.jackpot.wager.value].basis.clause


def _with_hand(book: Rulebook, state: State, prize: MeterPrize) -> bool:
    """Whether a prize for another player's hand is paid when that hand is settled."""
    bonus = book.jackpot.bonus if book.jackpot else None
    rule = bonus.paid_with_hand if bonus else None
    hand = state.hands.get(prize.holder) if prize.holder is not None else None
    return rule is not None and rule.value and hand is not None and bool(hand.stakes)


def _last(book: Rulebook, jackpots: list[Result], prizes: list[MeterPrize], paid: list[MeterPrize]) -> list[Result]:
    """Return what is paid after all hands: from the dealer's right, with the meter's prizes in the meter's order."""
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


def _stays(rule: WagerRule, ending: Ending | None) -> bool:
    """Whether a wager stays on the layout when its hand leaves the round in this way."""
    if ending is Ending.FOLDED:
        return rule.on_fold.value is OnFold.STAYS
    return ending is Ending.FORFEITED and rule.on_forfeit.value is OnForfeit.STAYS


def outlives(book: Rulebook, hand: PlayerHand, wager: Wager) -> bool:
    """Whether a wager of a hand that has left the round is still decided by the cards."""
    if hand.ending is None:
        return False
    rule = book.wagers[wager]
    return _stays(rule, hand.ending) and not (hand.ending is Ending.FORFEITED and _incomplete(rule, hand))


def foregone(book: Rulebook, state: State, position: int, wager: Wager) -> Result | None:
    """Return the result of a wager that no further card changes; None as long as the cards decide it."""
    hand = state.hands[position]
    stake = hand.stakes[wager]
    if not (stake.returned and stake.found) and (hand.ending is None or outlives(book, hand, wager)):
        return None
    return _result(_Settling(book, state, hand, state.community, {}, [], {}), wager)


def _incomplete(rule: WagerRule, hand: PlayerHand) -> bool:
    """Whether a wager needs five cards and its hand has not paid for the last one."""
    return rule.basis.value is _FIVE_CARDS and Wager.FIFTH_STREET not in hand.stakes


def _warnings(hand: PlayerHand) -> list[tuple[str, str]]:
    """Return the warnings for a player, which hold in later rounds."""
    found = [(hand.player, stake.warning) for stake in hand.stakes.values() if stake.warning]
    if hand.ending is _VOID:
        found.append((hand.player, "cannot-fund"))
    return found


def _result(settling: _Settling, wager: Wager) -> Result:
    """Return the result of one wager."""
    hand = settling.hand
    rule, stake = settling.book.wagers[wager], hand.stakes[wager]
    if stake.returned and stake.found:
        return _back(hand, wager, stake, Outcome.VOID, stake.found)
    if hand.ending is None:
        result = _by_table(settling, rule, wager, stake)
    else:
        result = _ended(settling, rule, wager, stake, hand.ending)
    return replace(result, found=stake.found) if stake.found else result


def _ended(settling: _Settling, rule: WagerRule, wager: Wager, stake: Stake, ending: Ending) -> Result:
    """Return the result of a wager whose hand has left the round."""
    hand = settling.hand
    match ending:
        case Ending.ABANDONED | Ending.CONCEDED:
            return _gone(hand, wager, stake, Outcome.LOSE, hand.ending_clause or "")
        case Ending.FOLDED if rule.on_fold.value is OnFold.LOST:
            absent = settling.book.play.absent.clause
            left = wager in MAIN_WAGERS and hand.ending_clause == absent
            return _gone(hand, wager, stake, Outcome.LOSE, absent if left else rule.on_fold.clause)
        case Ending.FORFEITED if rule.on_forfeit.value is OnForfeit.LOST:
            return _gone(hand, wager, stake, Outcome.FORFEIT, hand.ending_clause or "")
        case Ending.FORFEITED if _incomplete(rule, hand):
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
            assert_never(ending)


def _returned_by(book: Rulebook, hand: PlayerHand, wager: Wager) -> Clause:
    """Return the clause that returns a wager of a returned hand; a retracted jackpot wager has a clause of its own."""
    retract, again = book.play.retract_after_stray_hand, book.play.retraction_reregisters_jackpots
    if retract and hand.ending_clause == retract.clause and book.jackpot and wager is book.jackpot.wager.value:
        return clause_of(again, retract)
    return hand.ending_clause or ""


def _by_table(settling: _Settling, rule: WagerRule, wager: Wager, stake: Stake) -> Result:
    book, state, hand, rows = settling.book, settling.state, settling.hand, settling.rows
    table = _ANTE if wager in MAIN_WAGERS else wager
    if table not in rows:
        rows[table] = pay_of(book, state, hand, table, settling.community)
    row = rows[table]
    if row is None:
        if rule.otherwise.value is _RETURNED:
            return _back(hand, wager, stake, Outcome.PUSH, rule.otherwise.clause)
        return _gone(hand, wager, stake, _LOSE, rule.otherwise.clause)
    match row.value:
        case Odds() as odds:
            won = won_cents(book, state.setup, odds, stake.counted_cents)
            result = _won(hand, wager, stake, row, won, stake.counted_cents if odds.keeps_stake else _NOTHING)
            return _waiting(settling, result)
        case Push():
            if rule.on_push.value is OnPush.LOST:
                return _gone(hand, wager, stake, _LOSE, rule.on_push.clause)
            return _back(hand, wager, stake, Outcome.PUSH, rule.on_push.clause)
        case FixedPrize(cents=cents):
            return _won(hand, wager, stake, row, cents, stake.counted_cents)
        case MeterShare():
            prize = settling.given.get((hand.position, wager))
            if prize is None:
                raise Refused("meter-prize", row.clause, position=hand.position, wager=wager)
            settling.paid.append(prize)
            outcome, won = (Outcome.PENDING, _NOTHING) if prize.pending else (_WIN, prize.won_cents)
            result = _won(hand, wager, stake, row, won, _NOTHING)
            return replace(result, outcome=outcome, pays=prize.pays, clause=prize.clause, of_meter=prize.of_meter)
        case _:
            assert_never(row.value)


def _waiting(settling: _Settling, result: Result) -> Result:
    """Return a result, without its prize if the prize must be validated first."""
    prize = settling.given.get((result.position, result.wager)) if settling.given else None
    if prize is None or not prize.pending:
        return result
    settling.paid.append(prize)
    return replace(result, outcome=Outcome.PENDING, won_cents=_NOTHING)


def pay_of(
    book: Rulebook, state: State, hand: PlayerHand, wager: Wager, community: tuple[Card | None, ...]
) -> RuledValue[Pay] | None:
    """Return the row of the pay table that a wager is paid by, or None if the table does not name the hand."""
    rule = book.wagers[wager]
    rows = pays(book, state.setup, wager)
    for name in _made(book, state, hand, rule.basis.value, community):
        if name in rows:
            return rows[name]
    return None


def pays(book: Rulebook, setup: Setup, wager: Wager) -> Mapping[str, RuledValue[Pay]]:
    """Return a wager's pay table at this table: the chosen one, the sign's, or for a street wager the ante's."""
    if wager in setup.signs:
        return sign_pays(book, wager, setup.signs[wager])
    rule = book.wagers[_ANTE if wager in MAIN_WAGERS else wager]
    return rule.tables[setup.tables.get(wager, "main")].pays


def sign_pays(book: Rulebook, wager: Wager, sign: Mapping[str, str]) -> Mapping[str, RuledValue[Pay]]:
    """Return a sign's pay table; shares of the meter cite the clause that grants them, the rest the sign's clause."""
    jackpot = book.jackpot
    shares = jackpot.shares if jackpot and jackpot.wager.value is wager else {}
    rule = book.wagers[wager]
    clause = clause_of(rule.pays_on_sign, rule.presence)
    return {
        hand: RuledValue(parse_pay(pay), shares[hand].clause if hand in shares else clause)
        for hand, pay in sign.items()
    }


def deciding_cards(
    basis: Basis, hole: tuple[Card | None, ...], community: tuple[Card | None, ...], bonus: tuple[Card | None, ...]
) -> tuple[Card | None, ...]:
    """Return which of the cards in a hand and on the layout decide a wager."""
    if basis is _FIVE_CARDS:
        return (*hole, *community)
    if basis is Basis.COMMUNITY_CARDS:
        return community
    if basis is Basis.BEST_OF_SIX:
        return (*hole, *bonus)
    assert_never(basis)


def _made(
    book: Rulebook, state: State, hand: PlayerHand, basis: Basis, community: tuple[Card | None, ...]
) -> tuple[str, ...]:
    """Return the names that a pay table may have for what a hand makes, the most precise first."""
    cards = deciding_cards(basis, hand.hole, community, state.bonus_cards)
    if None in cards:
        raise Refused("card-unknown", book.play.settlement_order.clause, position=hand.position)
    return names(book, basis, cards)  # type: ignore[arg-type]


# The shapes of a result.


def _gone(hand: PlayerHand, wager: Wager, stake: Stake, outcome: Outcome, clause: Clause) -> Result:
    excess = Cents(stake.cents - stake.counted_cents)
    return Result(position=hand.position, wager=wager, outcome=outcome, returned_cents=excess, clause=clause)


def _back(hand: PlayerHand, wager: Wager, stake: Stake, outcome: Outcome, clause: Clause) -> Result:
    return Result(position=hand.position, wager=wager, outcome=outcome, returned_cents=stake.cents, clause=clause)


def _won(hand: PlayerHand, wager: Wager, stake: Stake, row: RuledValue[Pay], won: Cents, returned: Cents) -> Result:
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


def _misdealt(rule: WagerRule, hand: PlayerHand, wager: Wager, stake: Stake, clause: Clause) -> Result:
    if rule.on_misdeal.value is OnMisdeal.CARRIED:
        return Result(position=hand.position, wager=wager, outcome=Outcome.CARRIED, clause=rule.on_misdeal.clause)
    return _back(hand, wager, stake, Outcome.VOID, clause)


def voided(
    book: Rulebook, state: State, clause: Clause, *, jackpots_back: bool = False, forfeits: tuple[int, ...] = ()
) -> RoundVoided:
    """Void a round: every wager is returned, or carried to the next round where the book says so."""

    def result(hand: PlayerHand, wager: Wager) -> Result:
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
