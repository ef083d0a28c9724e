"""Money: whole cents in a currency, odds with exact arithmetic, and transfers between accounts.

It knows nothing about rules or games. No floats are used: amounts are read from text and kept as ints, and an amount
that does not divide evenly is a `Fraction` until a rule says how to round it.

>>> parse("1,234.50"), parse("1 234,50 $", "fr_CA")
(123450, 123450)
>>> show(Cents(123450), Currency.CAD, "en_CA"), show(Cents(123450), Currency.CAD, "fr_CA")
('$1,234.50', '1\\xa0234,50\\xa0$')
>>> Odds.parse("500 to 1").pay(Cents(2500))
Payment(won=Fraction(1250000, 1), returned=2500)
"""

import re
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, NewType, Self

import msgspec

from mississippi_stud.errors import InputError

Cents = NewType("Cents", int)
"""An amount of money in whole cents."""

MAX_CENTS: Final = Cents(2**63 - 1)
"""The largest amount that an account can hold."""

_PLAIN: Final = re.compile(r"[0-9]+(\.[0-9]+)?")
"""An amount as files and programs write it, whatever the locale."""


class MoneyError(InputError):
    """Raised for an amount or odds that cannot be read, or that are not valid."""


class Currency(StrEnum):
    """The currency of a rule book."""

    AUD = "AUD"
    CAD = "CAD"
    USD = "USD"

    @property
    def symbol(self) -> str:
        """The symbol where several kinds of dollar are in use: ``A$``, ``C$``, ``US$``."""
        return {"AUD": "A$", "CAD": "C$", "USD": "US$"}[self.value]


def cents(amount: object) -> Cents:
    """Return `amount` as cents; raise `MoneyError` unless it is a whole number of cents that an account can hold.

    >>> cents(True)
    Traceback (most recent call last):
    mississippi_stud.money.MoneyError: True (bool) is not an amount: cents are a whole number, an int
    """
    if isinstance(amount, Fraction) and amount.denominator == 1:
        amount = amount.numerator
    if type(amount) is not int:
        raise MoneyError("cents-not-whole", value=repr(amount), kind=type(amount).__name__)
    if amount < 0:
        raise MoneyError("cents-negative", count=amount)
    if amount > MAX_CENTS:
        raise MoneyError("cents-too-many", count=amount, most=MAX_CENTS)
    return Cents(amount)


def parse(text: str, locale: str = "en_CA") -> Cents:
    """Parse an amount in dollars and cents, in the notation of `locale`.

    >>> parse("0.001")
    Traceback (most recent call last):
    mississippi_stud.money.MoneyError: '0.001' has a fraction of a cent: write the amount as "25", "12.50" or \
"$1,234.50"
    """
    if not isinstance(text, str):
        raise MoneyError("amount-not-text", value=repr(text), kind=type(text).__name__)
    plain = text if _PLAIN.fullmatch(text) else _by_locale(text, locale)
    whole, _, part = plain.partition(".")
    if len(part) > 2:
        raise MoneyError("amount-part-of-cent", text=text)
    try:
        return cents(int(whole or "0") * 100 + int(part.ljust(2, "0")))
    except ValueError:  # also raised by int() for a text of thousands of digits
        raise MoneyError("amount-too-great", text=text[:40], most_cents=MAX_CENTS) from None


def _by_locale(text: str, locale: str) -> str:
    """Convert an amount in the notation of `locale`, with or without a dollar sign, to digits and a point."""
    from babel.numbers import NumberFormatError, get_group_symbol, parse_decimal

    bare = re.sub(r"^(A|C|US)?\$\s?|\s?\$$", "", text.strip())
    if re.match(r"[-−(]", bare):
        raise MoneyError("amount-negative", text=text)
    if not re.fullmatch(r"[0-9]([0-9.,’'\s]*[0-9])?", bare):
        raise MoneyError("not-an-amount", text=text)
    group = get_group_symbol(locale)
    if group.isspace():  # people separate thousands with any kind of space
        bare = re.sub(r"\s", group, bare)
    try:
        return f"{parse_decimal(bare, locale=locale, strict=True):f}"
    except NumberFormatError:
        raise MoneyError("not-an-amount", text=text) from None


def text(amount: Cents) -> str:
    """Return the amount as files and programs write it: ``"1234.50"``."""
    sign, size = ("-", -amount) if amount < 0 else ("", amount)
    return f"{sign}{size // 100}.{size % 100:02}"


def show(amount: Cents, currency: Currency, locale: str = "en_CA") -> str:
    """Return the amount as people read it in `locale`, with a plain dollar sign for the currency of their table."""
    if locale.startswith("en"):  # as Babel writes it, without the time that loading Babel takes
        sign, size = ("-", -amount) if amount < 0 else ("", amount)
        return f"{sign}${size // 100:,}.{size % 100:02}"
    from babel.numbers import format_currency, get_currency_symbol

    shown = format_currency(Decimal(amount).scaleb(-2), currency.value, locale=locale)
    return shown.replace(get_currency_symbol(currency.value, locale=locale), "$")


class Payment(NamedTuple):
    """What a winning wager pays the player: the exact win, and the part of the stake that is returned."""

    won: Fraction
    returned: Cents


class Odds(msgspec.Struct, frozen=True):
    """What a wager pays: ``n to 1`` in addition to the stake, or ``n for 1`` in place of it.

    >>> str(Odds.parse("9 for 1")), Odds.parse("9 for 1").pay(Cents(500))
    ('9 for 1', Payment(won=Fraction(4500, 1), returned=0))
    >>> Odds.parse("3 to 2").pay(Cents(5))
    Payment(won=Fraction(15, 2), returned=5)
    """

    pays: int
    on: int
    keeps_stake: bool
    """Whether the stake is returned in addition to the win: "to" rather than "for"."""

    def __post_init__(self) -> None:
        if not all(type(number) is int for number in (self.pays, self.on)) or self.pays < 0 or self.on < 1:
            raise MoneyError("odds-not-whole", pays=repr(self.pays), on=repr(self.on))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse odds such as ``"500 to 1"``, ``"3 to 2"`` or ``"9 for 1"``."""
        match = re.fullmatch(r"([0-9]{1,12}) (to|for) ([0-9]{1,12})", text) if type(text) is str else None
        if match is None or int(match[3]) == 0:
            raise MoneyError("not-odds", text=text)
        return cls(pays=int(match[1]), on=int(match[3]), keeps_stake=match[2] == "to")

    def __str__(self) -> str:
        return f"{self.pays} {'to' if self.keeps_stake else 'for'} {self.on}"

    def pay(self, stake: Cents) -> Payment:
        """Return what a winning stake pays."""
        return Payment(Fraction(stake * self.pays, self.on), stake if self.keeps_stake else Cents(0))


class Transfer(msgspec.Struct, frozen=True, kw_only=True):
    """A movement of money from one account to another, by a clause.

    >>> ante = Transfer(source="player:ann", target="house", cents=Cents(500), clause="crown 5.7.3")
    >>> balances([ante]) == {"player:ann": -500, "house": 500}
    True
    """

    source: str
    target: str
    cents: Cents
    clause: str

    def __post_init__(self) -> None:
        if cents(self.cents) == 0:
            raise MoneyError("empty-transfer")
        if self.source == self.target:
            raise MoneyError("transfer-to-itself", account=self.source)


def balances(transfers: Iterable[Transfer]) -> Counter[str]:
    """Return what each account has gained or lost; the sum over all accounts is always zero."""
    gained: Counter[str] = Counter()
    for each in transfers:
        gained[each.source] -= each.cents
        gained[each.target] += each.cents
    return gained
