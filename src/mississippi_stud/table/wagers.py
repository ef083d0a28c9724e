"""Wagers at a table: all wagers of a position placed at once with its seed, called, refused, or made with a voucher."""

from collections.abc import Iterable
from typing import Final, assert_never

from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import OralWagers, Power, Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.rounds import all_ready, carry_out, check_way, deal, open_round, opened
from mississippi_stud.table.seeds import open_seed, publish_hash
from mississippi_stud.table.staff import check_grounds, check_power

_ORDER: Final = tuple(Wager)


def place_wagers(course: Course, command: c.PlaceWagers) -> None:
    """Make the wagers on a position exactly these; an automatic table deals when every seat is ready."""
    table, position = course.table, command.position
    course.seat(position)
    if command.round not in (0, table.number + (table.round is None)):
        raise Refused("turn-passed", course.book.play.settlement_order.clause)
    _check_commitment(course, command)
    state = table.round
    if state is not None and state.phase is not Phase.BETTING:
        raise Refused("bets-closed", course.book.wagers[Wager.ANTE].closes.clause, wager=Wager.ANTE)
    if state is None and table.automatic and command.wagers:
        state = open_round(course)
    if state is not None or not table.automatic:
        _make(course, opened(course), command)
    open_seed(course, command)
    if command.next_seed_hash:
        publish_hash(course, position, command.next_seed_hash, coming=False)
    state = course.table.round
    if table.automatic and command.ready and state is not None and all_ready(course.table, state, but=position):
        deal(course)
    elif course.table.seats[position].ready != command.ready:
        course.add(e.SeatReady, position=position, ready=command.ready)


def _check_commitment(course: Course, command: c.PlaceWagers) -> None:
    """Raise `Refused` if a player opens a seed or has the cards dealt on another commitment than the current one."""
    committed = course.table.committed
    if committed is None or not (command.ready or command.seed or command.commitment):
        return
    if command.commitment != committed.commitment:
        raise Refused("other-commitment", course.book.play.settlement_order.clause)


def _make(course: Course, state: State, command: c.PlaceWagers) -> None:
    """Withdraw wagers of the wrong amount, then place what is missing, each as far as the book allows."""
    position = command.position
    hand = state.hands.get(position)  # none if the player came after the round was opened
    stakes = hand.stakes if hand else {}
    lying = {wager: (stake.cents, stake.tokens_cents) for wager, stake in stakes.items() if not stake.carried}
    wanted = {wager: (cents, command.tokens_cents.get(wager, 0)) for wager, cents in command.wagers.items()}
    changed = {wager for wager in lying if wanted.get(wager) != lying[wager]}
    for wager in _with_dependents(course.book, lying, changed):
        _play(course, rc.Withdraw(position=position, wager=wager))
        del lying[wager]
    for wager in sorted(wanted, key=_ORDER.index):
        cents, tokens = wanted[wager]
        if wager not in lying and not _carried(opened(course), position, wager, cents):
            _play(course, rc.Place(position=position, wager=wager, cents=cents, tokens_cents=tokens))


def _with_dependents(book: Rulebook, lying: Iterable[Wager], going: set[Wager]) -> list[Wager]:
    """Return the wagers to withdraw, each after the wagers that depend on it."""
    for wager in sorted(lying, key=_ORDER.index):
        needs = book.wagers[wager].needs
        if needs is not None and going.intersection(needs.value):
            going.add(wager)
    return sorted(going, key=_ORDER.index, reverse=True)


def _carried(state: State, position: int, wager: Wager, cents: int) -> bool:
    """Whether the wager was carried over from a void round: it entered this one with the ante."""
    stake = state.hands[position].stakes.get(wager) if position in state.hands else None
    return stake is not None and stake.carried and stake.cents == cents


def _play(course: Course, do: rc.Place | rc.Withdraw) -> None:
    state = opened(course)
    check_way(course, state, do)
    carry_out(course, state, do)


# Wagers that are called, refused, or made with a voucher.


def call_wager(course: Course, command: c.CallWager) -> None:
    """Accept a called wager, as chips on the layout, if the book allows it."""
    rule = course.book.money.oral_wagers
    match rule.value:
        case OralWagers.REFUSED:
            taken = False
        case OralWagers.REFUSED_WITH_CASH:
            taken = not command.cash and command.accompanied and command.converted
        case OralWagers.IF_CONVERTED_AT_ONCE:
            taken = command.accompanied and command.converted
        case _:
            assert_never(rule.value)
    if not taken:
        raise Refused("not-called", rule.clause)
    _play(course, rc.Place(position=command.position, wager=command.wager, cents=command.cents))


def exchange_voucher(course: Course, command: c.ExchangeVoucher) -> None:
    """Exchange a voucher for tokens of the same value, subject to its conditions."""
    rule = course.book.money.vouchers
    if rule is None or not rule.value:
        raise Refused("no-tokens", (rule or course.book.money.instruments).clause)
    if not command.conditions_met or command.cents <= 0:
        raise Refused("voucher-conditions", rule.clause)
    course.add(
        e.VoucherExchanged,
        player=command.player,
        cents=command.cents,
        clause=rule.clause,
        promotion=command.promotion,
        voucher=command.voucher,
    )


def refuse_wager(course: Course, command: c.RefuseWager) -> None:
    """Take a wager off the layout before the first card, on reasonable grounds that are recorded."""
    clause = check_power(course.book, command.by, Power.REFUSE_WAGER, named=True)
    state = opened(course)
    if state.phase is not Phase.BETTING:
        raise Refused("bets-closed", clause, wager=command.wager)
    check_grounds(command.grounds, clause)
    hand = state.hands.get(command.position)
    if hand is None or command.wager not in hand.stakes:
        raise Refused("not-placed", clause, wager=command.wager, position=command.position)
    going = _with_dependents(course.book, hand.stakes, {command.wager})
    course.move(state, [r.WagerWithdrawn(position=hand.position, wager=w, stake=hand.stakes[w]) for w in going])
    course.add(e.WagerRefused, position=command.position, wager=command.wager, grounds=command.grounds, clause=clause)
