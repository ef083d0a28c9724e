"""What a row of a pay table pays, and its notation."""

from fractions import Fraction
from typing import NewType

import msgspec

from mississippi_stud.money import Cents, MoneyError, Odds, parse, text

Percent = NewType("Percent", Fraction)
"""An exact share, written as ``"34.06%"``."""


class Push(msgspec.Struct, frozen=True):
    """The wager is returned, neither won nor lost."""

    def __str__(self) -> str:
        return "push"


class MeterShare(msgspec.Struct, frozen=True):
    """A share of the displayed meter."""

    share: Percent

    def __str__(self) -> str:
        return f"{percent_text(self.share)} of the meter"


class FixedPrize(msgspec.Struct, frozen=True):
    """A fixed sum, whatever was wagered."""

    cents: Cents

    def __str__(self) -> str:
        return f"${text(self.cents)}"


Pay = Odds | Push | MeterShare | FixedPrize


def parse_percent(written: object) -> Percent:
    """Parse a share such as ``"34.06%"``."""
    number = written.removesuffix("%") if isinstance(written, str) and written.endswith("%") else ""
    whole, _, part = number.partition(".")
    if not (whole.isascii() and whole.isdigit() and (not part or (part.isascii() and part.isdigit()))):
        raise MoneyError("not-a-share", text=written)
    return Percent(Fraction(int(whole + part), 100 * 10 ** len(part)))


def percent_text(share: Percent) -> str:
    """Write a share as `parse_percent` reads it."""
    hundredths = share * 10_000
    if hundredths.denominator != 1:
        return f"{share.numerator * 100}/{share.denominator}%"
    whole, part = divmod(hundredths.numerator, 100)
    return f"{whole}.{part:02}%" if part else f"{whole}%"


def parse_pay(written: object) -> Pay:
    """Parse a row of a pay table."""
    if written == "push":
        return Push()
    if isinstance(written, str) and written.endswith(" of the meter"):
        return MeterShare(parse_percent(written.removesuffix(" of the meter")))
    if isinstance(written, str) and written.startswith("$"):
        return FixedPrize(parse(written))
    return Odds.parse(written)  # type: ignore[arg-type]
