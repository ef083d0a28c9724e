"""What things are called in a sentence: wagers, hands, outcomes, amounts, odds, numbers and clauses."""

import re
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final

from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.language import LOCALES, translator
from mississippi_stud.money import Cents, Currency, show
from mississippi_stud.rulebooks.pays import Percent, percent_text

NAMES: Final = {
    "ante": "ante",
    "third-street": "3rd street wager",
    "fourth-street": "4th street wager",
    "fifth-street": "5th street wager",
    "progressive": "progressive wager",
    "three-card-bonus": "Three Card Bonus",
    "six-card-bonus": "Six Card Bonus",
    "jackpot": "jackpot wager",
    "fixed-jackpot": "fixed jackpot wager",
    "envy-bonus": "Envy Bonus",
    "bonus-jackpot": "bonus jackpot",
}
"""The wagers, as a sentence names them."""

HANDS: Final = {str(hand): str(hand) for hand in (*Hand, *ThreeCardHand)}

OUTCOMES: Final = {
    "win": "wins",
    "push": "is a push",
    "lose": "loses",
    "forfeit": "is forfeited",
    "void": "is void",
    "carried": "is carried to the next round",
    "pending": "is waiting for validation",
}

WARNINGS: Final = {
    "under-minimum": "is warned: the next wager under the minimum will be returned whatever the result",
    "under-multiple": "is warned: the next street wager below the ante will be returned whatever the result",
    "cannot-fund": "is warned: failing to pay for a street again will cost the ante and the street wagers",
}
"""Warnings to a player for later rounds."""

PHASES: Final = {
    "betting": "wagers, please",
    "third-street": "3rd street",
    "fourth-street": "4th street",
    "fifth-street": "5th street",
    "showdown": "all cards are turned",
    "settled": "settled",
    "void": "void",
}

ENDINGS: Final = {
    "folded": "folded",
    "abandoned": "abandoned",
    "conceded": "conceded",
    "forfeited": "forfeited",
    "unfunded": "forfeited",
    "void": "void",
    "misdealt": "void",
    "returned": "wagers returned",
}


OWN_RULES: Final = {
    "care limits": "our rule on limits",
    "care time-out": "our rule on time-outs",
    "care self-exclusion": "our rule on self-exclusion",
    "care breaks": "our rule on breaks",
    "care house-breaks": "the house's rule on breaks",
    "care reality-check": "our rule on reality checks",
    "care former-guest": "our rule on care that follows a guest",
    "care erasure": "our rule on erasing a person",
}
"""Rules of the house, where the books have none."""


def cite(clause: str, language: str = "en") -> str:
    """Return a clause as a sentence cites it: ``Crown 5.5``, ``NSW 6.3``, ``Maryland .12B``, ``our rule on limits``."""
    if clause in OWN_RULES:
        return translator(language)(OWN_RULES[clause])
    book, _, bare = clause.partition(" ")
    return f"{book.upper() if book == 'nsw' else book.replace('-', ' ').title()} {bare}"


SHORT_NAMES: Final = {"online": "Online"}
"""What a book that is no place is called in short."""


def short_name(book: str, language: str) -> str:
    """Return what a book is called in short.

    >>> [short_name(book, "fr") for book in ("nsw", "crown", "online", "my-casino")]
    ['NSW', 'Crown', 'En ligne', 'My Casino']
    """
    return translator(language)(SHORT_NAMES.get(book, cite(book).strip()))


def amount(cents: int, currency: Currency, language: str) -> str:
    """Format an amount in the reader's language."""
    return show(Cents(cents), currency, LOCALES[language])


def moment(at: int, language: str) -> str:
    """Format a time, in microseconds since 1970, in the reader's language, in UTC.

    >>> moment(1_790_000_000_000_000, "en")
    '21 September 2026 14:13 UTC'
    """
    from babel.dates import format_datetime

    written = format_datetime(datetime.fromtimestamp(at // 1_000_000, UTC), "d MMMM y HH:mm", locale=LOCALES[language])
    return f"{written} UTC"


def thousands(number: int, language: str) -> str:
    """Return a whole number with its thousands separated."""
    return f"{number:,}".replace(",", "\u00a0" if language == "fr" else ",")


def pays(written: str, language: str) -> str:
    """Return what a pay table says, in the reader's language.

    >>> pays("1000 to 1", "en"), pays("12.5% of the meter", "en")
    ('1,000 to 1', '12.5% of the meter')
    """
    _ = translator(language)
    if language == "fr" and "%" in written:
        written = written.replace(".", ",").replace("%", "\u00a0%")
    if written.endswith(" of its seed"):
        meter, _and, seed = written.removesuffix(" of its seed").partition(" of the meter and ")
        return _("{meter} of the meter and {seed} of its seed").format(meter=meter, seed=seed)
    for words in (" to ", " for ", " of the meter"):
        if words in written:
            told = re.sub(r"\d{4,}", lambda digits: thousands(int(digits[0]), language), written)
            return told.replace(words, f" {_(words.strip())} ").strip()
    return _(written)


def percent(value: Percent, language: str) -> str:
    """Format a share in the reader's language."""
    written = percent_text(value)
    return written.replace(".", ",").replace("%", "\u00a0%") if language == "fr" else written


def number(value: Fraction, language: str) -> str:
    """Format a number as people write it: whole, with a few decimals, or as a fraction if the decimals do not end."""
    scaled = value * 10_000
    if scaled.denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    whole, part = divmod(abs(scaled.numerator), 10_000)
    decimals = f"{part:04}".rstrip("0")
    point = "," if language == "fr" else "."
    return ("-" if value < 0 else "") + (f"{whole}{point}{decimals}" if decimals else str(whole))
