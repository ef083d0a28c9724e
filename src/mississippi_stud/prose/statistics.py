"""Statistics in words: figures as people write them, what the picture shows, and what its lines are called."""

from decimal import Decimal
from fractions import Fraction
from typing import Final

from mississippi_stud.language import LOCALES, translator
from mississippi_stud.maths.balance_chart import ChartPoint
from mississippi_stud.money import Currency
from mississippi_stud.prose.names import HANDS, NAMES, amount

CHART_WORDS: Final = {
    "rounds": "rounds",
    "amount": "result of the main game",
    "own": "your result",
    "mean": "the best play, on average",
    "inner": "the best play: half of all results (25–75%)",
    "outer": "the best play: nine results in ten (5–95%)",
}
"""What stands on the picture of a balance."""

PLACES: Final = {
    "below": "That is lower than all but 5% of results of the best play.",
    "low": "That is lower than usual, but within what nine players in ten would see with the best play.",
    "middle": "That is in the middle half of what the best play brings.",
    "high": "That is higher than usual, but within what nine players in ten would see with the best play.",
    "above": "That is higher than all but 5% of results of the best play.",
}
"""Where a result lies in the band."""


def chart_words(language: str) -> dict[str, str]:
    """Return what stands on the picture."""
    _ = translator(language)
    return {name: _(text) for name, text in CHART_WORDS.items()}


def currency_name(currency: Currency, language: str) -> str:
    """Return the name of a currency as a heading has it."""
    from babel.numbers import get_currency_name

    name = get_currency_name(currency.value, count=2, locale=LOCALES[language])
    return name[:1].upper() + name[1:]


def wager_name(name: str, language: str) -> str:
    """Return what a side wager or a prize is called."""
    called = translator(language)(NAMES.get(name, name))
    return called[:1].upper() + called[1:]


def hand_name(key: str, language: str) -> str:
    """Return what a hand is called."""
    return translator(language)(HANDS[key.replace("-", " ")])


def decimals(value: Fraction, places: int, language: str) -> str:
    """Format a number, rounded to so many decimal places."""
    from babel.numbers import format_decimal

    scaled = Decimal(round(value * 10**places)).scaleb(-places)
    return format_decimal(scaled, format=f"#,##0.{'0' * places}", locale=LOCALES[language])


def share(part: int, whole: int, language: str) -> str:
    """Format a share as a percentage with one decimal."""
    from babel.numbers import format_percent

    shown = Decimal(round(Fraction(1000 * part, whole))).scaleb(-3)
    return format_percent(shown, format="#,##0.0\u00a0%" if language == "fr" else "#,##0.0%", locale=LOCALES[language])


def place_in(point: ChartPoint) -> str:
    """Return where a result lies in the band."""
    q05, q25, q75, q95 = point.quantiles
    bounds = (("below", q05), ("low", q25), ("middle", q75 + 1), ("high", q95 + 1))
    return next((name for name, bound in bounds if point.balance < bound), "above")


def gist(point: ChartPoint, currency: Currency, language: str) -> str:
    """Say what the last point of a curve shows: the result, what was to be expected, and where the result lies."""
    _ = translator(language)
    net, mean, *band = (amount(cents, currency, language) for cents in (point.balance, point.mean, *point.quantiles))
    told = _(
        "Rounds: {rounds}. Result of the main game: {net}. With the same antes, the best play averages {mean}; half of "
        "its results lie between {q25} and {q75}, nine in ten between {q05} and {q95}."
    ).format(rounds=point.rounds, net=net, mean=mean, **dict(zip(("q05", "q25", "q75", "q95"), band, strict=True)))
    return f"{told} {_(PLACES[place_in(point)])}"
