"""Check the setup of a table: what the book lets an operator choose, and who may sit where."""

from mississippi_stud.money import MoneyError
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds, Setup, offered
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import parse_pay
from mississippi_stud.rulebooks.soundness import ROWS
from mississippi_stud.rulebooks.vocabulary import Basis, CapAmount, DealStep, HandsPerPlayer, UnevenPayment, Wager


def check_setup(book: Rulebook, setup: Setup) -> None:
    """Raise `Refused` if the book does not allow this setup."""
    method = book.dealing.methods.get(setup.dealing)
    if method is None:
        first = next(iter(book.dealing.methods.values()))
        raise Refused("no-such-dealing", first.steps.clause, dealing=setup.dealing, methods=tuple(book.dealing.methods))
    _check_seats(book, setup)
    for wager in {**setup.tables, **setup.signs, **setup.costs_cents}:
        _check_offer(book, setup, wager)
    if setup.burn and DealStep.BURN_IF_DIRECTED not in method.steps.value:
        raise Refused("no-burn", method.steps.clause)
    if setup.chips_cents and book.money.uneven_payment.value is not UnevenPayment.UP_TO_CHIPS:
        raise Refused("no-chips", book.money.uneven_payment.clause)
    if setup.chips_cents and min(setup.chips_cents) <= 0:
        raise Refused("no-such-chip", book.money.uneven_payment.clause, offered=min(setup.chips_cents))
    if setup.max_payout_cents is not None:
        _check_max_payout(book, setup.max_payout_cents)
    if setup.personal and not book.limits.personal_limits.value:
        raise Refused("no-personal-limits", book.limits.personal_limits.clause)
    keep = book.notices.raise_at_once_with_marker
    if setup.kept and not (keep and keep.value):
        raise Refused("no-kept-minimum", book.limits.personal_limits.clause)
    for limits in (setup.limits, *setup.personal.values(), *setup.kept.values()):
        for wager, bounds in limits.items():
            _check_bounds(book, wager, bounds)


def _check_bounds(book: Rulebook, wager: Wager, bounds: Bounds) -> None:
    clause = book.limits.multiples_of_minimum.clause
    if bounds.minimum_cents < 0:
        raise Refused("no-amount", clause, offered=bounds.minimum_cents)
    if bounds.unit_cents is not None and bounds.unit_cents <= 0:
        raise Refused("no-such-unit", clause, wager=wager, offered=bounds.unit_cents)
    if bounds.maximum_cents is not None and bounds.maximum_cents < bounds.minimum_cents:
        raise Refused("limits-crossed", clause, wager=wager)


def _check_max_payout(book: Rulebook, cents: int) -> None:
    on_sign = [cap.amount for cap in book.caps.values() if cap.amount.value is CapAmount.ON_THE_SIGN]
    if not on_sign:
        raise Refused("no-max-payout", book.wagers[Wager.ANTE].otherwise.clause)
    if cents <= 0:
        raise Refused("no-such-payout", on_sign[0].clause, offered=cents)


def _check_seats(book: Rulebook, setup: Setup) -> None:
    maximum, hands = book.positions.maximum, book.positions.hands_per_player
    if not setup.seats:
        raise Refused("nobody-seated", maximum.clause)
    for position, _ in setup.seats:
        if not 1 <= position <= maximum.value:
            raise Refused("no-such-position", maximum.clause, position=position, maximum=maximum.value)
    if len(dict(setup.seats)) < len(setup.seats):
        raise Refused("position-taken", maximum.clause)
    if hands.value is HandsPerPlayer.ONE:
        players = [player for _, player in setup.seats]
        for player in players:
            if players.count(player) > 1:
                raise Refused("one-hand", hands.clause, player=player)


def _check_offer(book: Rulebook, setup: Setup, wager: Wager) -> None:
    rule = book.wagers.get(wager)
    if rule is None:
        raise Refused("not-offered", book.wagers[Wager.ANTE].presence.clause, wager=wager)
    if rule.dealt_by and setup.dealing not in rule.dealt_by.value:
        raise Refused("not-with-dealing", rule.dealt_by.clause, wager=wager, dealing=setup.dealing)
    table = setup.tables.get(wager)
    if table is not None and table not in rule.tables:
        raise Refused("no-such-table", rule.presence.clause, wager=wager, table=table, tables=tuple(rule.tables))
    if wager in setup.signs:
        if rule.tables:
            raise Refused("book-decides", rule.presence.clause, wager=wager)
        for hand, pay in setup.signs[wager].items():
            try:
                parse_pay(pay)
            except MoneyError:
                raise Refused("no-such-pay", rule.presence.clause, hand=hand, pay=pay) from None
            if hand not in ROWS[rule.basis.value]:
                raise Refused("no-such-hand", rule.presence.clause, hand=hand, hands=ROWS[Basis.FIVE_CARDS])
    if rule.needs:
        for needed in rule.needs.value:
            if offered(book, setup, needed) is None:
                raise Refused("needs", rule.needs.clause, wager=wager, needed=needed)
    cost = setup.costs_cents.get(wager)
    if cost is None and rule.cost_on_sign and rule.cost_on_sign.value:
        raise Refused("no-cost", rule.cost_on_sign.clause, wager=wager)
    if cost is not None and rule.costs_cents and cost not in rule.costs_cents.value:
        costs = rule.costs_cents
        raise Refused("wrong-cost", costs.clause, wager=wager, offered=cost, costs=costs.value)
