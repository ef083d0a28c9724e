"""The jackpots that a book and its operator offer: every printed option and seed, or what the operator chose.

Whatever a book leaves to its operator must be given, and must be allowed by the book; what the book prints must be
omitted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths import jackpot_wagers
from mississippi_stud.maths.jackpot_wagers import JackpotTerms
from mississippi_stud.maths.options import Choices
from mississippi_stud.rulebooks.model import BonusJackpot, Jackpot, Rulebook, SeedOption
from mississippi_stud.rulebooks.pays import Percent, percent_text


@dataclass(frozen=True)
class JackpotOffer:
    """A jackpot as offered to players."""

    terms: JackpotTerms
    rules: Jackpot
    option: str
    rate: Fraction
    """The part of each wager that goes onto the meter."""


def offers(book: Rulebook, choices: Choices) -> list[JackpotOffer]:
    """Return every option, seed and cost of a book's meters that the choices leave open."""
    rules = jackpot_wagers.jackpot_of(book)
    return list(_printed(book, rules, choices) if rules.options else _chosen(book, rules, choices))


# Crown: options, seeds and rates are printed.


def _printed(book: Rulebook, rules: Jackpot, choices: Choices) -> Iterator[JackpotOffer]:
    if choices.rate is not None:
        clauses = tuple(option.table.clause for option in rules.options.values())
        raise InputError("rates-printed", book=book.id, clauses=clauses)
    if choices.prizes:
        raise InputError("prizes-printed", book=book.id)
    jackpot_wagers.terms(book, choices)  # raises for an option that does not exist, or a bonus where there is none
    for name, option in rules.options.items():
        if choices.jackpot_option in (None, name):
            yield from _by_option(book, rules, replace(choices, jackpot_option=name), option)


def _by_option(book: Rulebook, rules: Jackpot, choices: Choices, option: SeedOption) -> Iterator[JackpotOffer]:
    cost = jackpot_wagers.terms(book, choices).cost_cents
    amounts = {int(seed) * cost: Fraction(rate.value) for seed, rate in option.rates.items()}
    if choices.seed is not None and choices.seed not in amounts:
        raise InputError(
            "no-jackpot-seed",
            book=book.id,
            seed_cents=choices.seed,
            cost_cents=cost,
            clause=option.table.clause,
            seeds_cents=tuple(amounts),
        )
    for seed, rate in amounts.items():
        if choices.seed in (None, seed):
            yield JackpotOffer(
                jackpot_wagers.terms(book, replace(choices, seed=seed)), rules, choices.jackpot_option or "", rate
            )


# New South Wales and Maryland: the operator chooses.


def _chosen(book: Rulebook, rules: Jackpot, choices: Choices) -> Iterator[JackpotOffer]:
    """Yield one offer for each cost of the wager that the book prints, or for the one that was given."""
    _check_chosen(book, rules, choices)
    printed = book.wagers[rules.wager.value].costs_cents
    costs = printed.value if choices.jackpot_cost is None and printed is not None else (choices.jackpot_cost,)
    for cost in costs:
        yield JackpotOffer(
            jackpot_wagers.terms(book, replace(choices, jackpot_cost=cost)), rules, "", choices.rate or Fraction(0)
        )


def _check_chosen(book: Rulebook, rules: Jackpot, choices: Choices) -> None:
    """Raise an error unless everything the book leaves to the operator is given, and is what the book allows."""
    if missing := _missing(book, rules, choices):
        raise InputError("operator-chooses", book=book.id, options=missing)
    if choices.rate is not None and choices.rate > rules.maximum_rate.value:
        rate, most = percent_text(Percent(choices.rate)), percent_text(rules.maximum_rate.value)
        raise InputError("rate-too-great", rate=rate, clause=rules.maximum_rate.clause, most=most)
    least = rules.minimum_reset_cents
    if least is not None and choices.seed is not None and choices.seed < least.value:
        raise InputError("reset-too-small", reset_cents=choices.seed, clause=least.clause, least_cents=least.value)
    allowed = _on_sign(book, rules)
    for hand in choices.prizes:
        if not allowed:
            raise InputError("prizes-printed", book=book.id)
        if hand not in allowed:
            clause = (rules.qualifying or rules.wager).clause
            raise InputError("hand-not-on-sign", hand=hand.key, clause=clause, hands=_names(allowed))
    if rules.bonus is not None:
        for hand in choices.bonuses:
            _check_bonus(rules.bonus, hand)


def _check_bonus(bonus: BonusJackpot, hand: Hand) -> None:
    """Raise an error if a bonus is chosen that the book prints, or for a hand that it does not name."""
    if bonus.prizes_cents:
        raise InputError("bonus-printed", hand=hand.key, clause=bonus.hands.clause)
    if hand not in bonus.hands.value:
        hands = _names(bonus.hands.value)
        raise InputError("hand-without-bonus", hand=hand.key, clause=bonus.hands.clause, hands=hands)


def _missing(book: Rulebook, rules: Jackpot, choices: Choices) -> str:
    wanted = []
    if choices.rate is None:
        wanted.append("rate=20%")
    if choices.seed is None:
        wanted.append("seed=10000")
    if choices.jackpot_cost is None and book.wagers[rules.wager.value].costs_cents is None:
        wanted.append("jackpot-cost=1")
    wanted += [f'"prize.{hand.key}=50 for 1"' for hand in _on_sign(book, rules) if hand not in choices.prizes]
    return " ".join(f"--option {each}" for each in wanted)


def _on_sign(book: Rulebook, rules: Jackpot) -> tuple[Hand, ...]:
    """Return the hands whose pay the sign decides; none where the book prints a table."""
    if book.wagers[rules.wager.value].tables or rules.qualifying is None:
        return ()
    return tuple(hand for hand in rules.qualifying.value if hand.key not in rules.shares)


def _names(hands: tuple[Hand, ...]) -> tuple[str, ...]:
    return tuple(hand.key for hand in hands)
