"""The terms of a meter: the operator's choices checked against the book, and what they add to a round's setup."""

from collections.abc import Mapping

from msgspec.structs import replace

from mississippi_stud.hands import Hand
from mississippi_stud.jackpot.commands import MeterOffer
from mississippi_stud.jackpot.state import Meter, MeterTerms
from mississippi_stud.money import Cents, MoneyError
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.settle import sign_pays
from mississippi_stud.rulebooks.model import Jackpot, Rulebook, RuledValue, WagerRule
from mississippi_stud.rulebooks.pays import MeterShare, Pay, parse_percent, percent_text
from mississippi_stud.rulebooks.vocabulary import Wager


def rules_of(book: Rulebook) -> tuple[Jackpot, WagerRule]:
    """Return the book's rules for meters and for the wager that feeds them."""
    if book.jackpot is None:
        raise Refused("no-jackpot", book.positions.maximum.clause)
    return book.jackpot, book.wagers[book.jackpot.wager.value]


def least_of(jackpot: Jackpot, meter: Meter) -> Cents:
    """Return the value that a meter never falls below."""
    return meter.terms.seed_cents if jackpot.never_below_seed.value else Cents(0)


def terms_of(book: Rulebook, offer: MeterOffer) -> MeterTerms:
    """Return the terms of a meter from the operator's choices; raise `Refused` if the book does not allow them."""
    jackpot, rule = rules_of(book)
    if offer.cost_cents <= 0:
        raise Refused("no-amount", rule.presence.clause, offered=offer.cost_cents)
    check_cost(book, rule.costs_cents, offer.cost_cents)
    if jackpot.options:
        return _by_option(jackpot, offer)
    _check_rate(jackpot, offer.rate)
    least = jackpot.minimum_reset_cents
    if least and offer.seed_cents < least.value:
        raise Refused("reset-too-low", least.clause, offered=offer.seed_cents, minimum=least.value)
    terms = MeterTerms(cost_cents=offer.cost_cents, rate=offer.rate, seed_cents=offer.seed_cents)
    if rule.tables:
        return replace(terms, table=next(iter(rule.tables)))
    _check_sign(jackpot, rule, offer)
    shares = {hand: str(MeterShare(share.value)) for hand, share in jackpot.shares.items()}
    return replace(
        terms,
        sign=shares | dict(offer.pays),
        guaranteed_cents=dict(offer.guaranteed_cents),
        bonus_cents=dict(offer.bonus_cents),
    )


def check_cost(book: Rulebook, costs: RuledValue[tuple[Cents, ...]] | None, offered: Cents) -> None:
    """Raise `Refused` if the jackpot wager may not cost that much."""
    if costs is not None and offered not in costs.value:
        wager = rules_of(book)[0].wager.value
        raise Refused("wrong-cost", costs.clause, wager=wager, offered=offered, costs=costs.value)


def _by_option(jackpot: Jackpot, offer: MeterOffer) -> MeterTerms:
    option = jackpot.options.get(offer.option)
    if option is None:
        clause = next(iter(jackpot.options.values())).table.clause
        raise Refused("no-such-option", clause, option=offer.option, options=tuple(jackpot.options))
    rate = option.rates.get(offer.seed)
    if rate is None:
        raise Refused("no-such-seed", option.table.clause, seed=offer.seed, seeds=tuple(option.rates))
    return MeterTerms(
        cost_cents=offer.cost_cents,
        rate=percent_text(rate.value),
        seed_cents=Cents(int(offer.seed) * offer.cost_cents),
        option=offer.option,
        seed=offer.seed,
        table=option.table.value,
    )


def _check_rate(jackpot: Jackpot, written: str) -> None:
    try:
        rate = parse_percent(written)
    except MoneyError:
        raise Refused("no-rate", jackpot.maximum_rate.clause, written=written) from None
    if rate > jackpot.maximum_rate.value:
        most = percent_text(jackpot.maximum_rate.value)
        raise Refused("rate-too-high", jackpot.maximum_rate.clause, written=written, most=most)


def _check_sign(jackpot: Jackpot, rule: WagerRule, offer: MeterOffer) -> None:
    """Raise `Refused` if the sign names a hand that it may not name."""
    winning = set(_names(jackpot.qualifying))
    for hand in offer.pays:
        if hand not in winning or hand in jackpot.shares:
            clause = (jackpot.qualifying or rule.presence).clause
            raise Refused("no-such-hand", clause, hand=hand, hands=tuple(sorted(winning - set(jackpot.shares))))
    for hand in offer.guaranteed_cents:
        if hand not in jackpot.shares:
            raise Refused("no-such-hand", jackpot.sharing.clause, hand=hand, hands=tuple(jackpot.shares))
    for hand in offer.bonus_cents:
        if jackpot.bonus is None or hand not in _names(jackpot.bonus.hands):
            clause = (jackpot.bonus.hands if jackpot.bonus else jackpot.wager).clause
            raise Refused("no-such-hand", clause, hand=hand, hands=tuple(jackpot.shares))


def _names(hands: RuledValue[tuple[Hand, ...]] | None) -> tuple[str, ...]:
    """Return the names of hands as pay tables write them."""
    return tuple(hand.key for hand in hands.value) if hands else ()


def pay_rows(book: Rulebook, terms: MeterTerms) -> Mapping[str, RuledValue[Pay]]:
    """Return what each hand wins at a meter's tables, with its clause."""
    jackpot, rule = rules_of(book)
    if terms.table:
        return rule.tables[terms.table].pays
    return sign_pays(book, jackpot.wager.value, terms.sign)


def offered_by(
    book: Rulebook, terms: MeterTerms
) -> tuple[dict[Wager, str], dict[Wager, Mapping[str, str]], dict[Wager, Cents]]:
    """Return what a meter adds to a round's `Setup`: its `tables`, `signs` and `costs_cents`."""
    jackpot, _ = rules_of(book)
    wager = jackpot.wager.value
    tables = {wager: terms.table} if terms.table else {}
    signs: dict[Wager, Mapping[str, str]] = {wager: terms.sign} if terms.sign else {}
    return tables, signs, {wager: terms.cost_cents}
