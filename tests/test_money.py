"""Money: what is read, what is refused and why, exact odds, transfers that sum to zero."""

from decimal import Decimal
from fractions import Fraction

import pytest
from babel.numbers import format_currency, get_currency_symbol
from hypothesis import given
from hypothesis import strategies as st

from mississippi_stud.money import (
    MAX_CENTS,
    Cents,
    Currency,
    MoneyError,
    Odds,
    Transfer,
    balances,
    cents,
    parse,
    show,
    text,
)

AMOUNTS = st.integers(0, MAX_CENTS).map(Cents)


@pytest.mark.parametrize(
    ("written", "locale", "amount"),
    [
        ("0", "en_CA", 0),
        ("25", "en_CA", 2500),
        ("12.5", "en_CA", 1250),
        ("0.01", "en_CA", 1),
        ("$1,234.50", "en_CA", 123450),
        ("$1,234.50", "en_AU", 123450),
        ("A$1,234.50", "en_AU", 123450),
        ("US$5", "en_US", 500),
        ("1 234,50 $", "fr_CA", 123450),
        ("1\u00a0234,50\u00a0$", "fr_CA", 123450),
        ("1\u202f234,50\u00a0$", "fr_CA", 123450),
        ("1234,5", "fr_CA", 123450),
        ("12.50", "fr_CA", 1250),
        ("92233720368547758.07", "en_CA", 2**63 - 1),
    ],
)
def test_amounts_are_read(written: str, locale: str, amount: int):
    assert parse(written, locale) == amount


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "is not an amount"),
        ("$", "is not an amount"),
        ("NaN", "is not an amount"),
        ("nan", "is not an amount"),
        ("Infinity", "is not an amount"),
        ("-Infinity", "cannot be negative"),
        ("inf", "is not an amount"),
        ("∞", "is not an amount"),
        ("1e3", "is not an amount"),
        ("1E+3", "is not an amount"),
        ("0x10", "is not an amount"),
        ("1_000", "is not an amount"),
        ("-5", "cannot be negative"),
        ("−5", "cannot be negative"),
        ("-$5", "cannot be negative"),
        ("(5)", "cannot be negative"),
        ("+5", "is not an amount"),
        ("0.001", "fraction of a cent"),
        ("0.000", "fraction of a cent"),
        ("$0.001", "fraction of a cent"),
        (".5", "is not an amount"),
        ("5.", "is not an amount"),
        ("1,23", "is not an amount"),
        ("1,2345.00", "is not an amount"),
        ("1.234,50", "is not an amount"),
        ("１２", "is not an amount"),
        ("٣", "is not an amount"),
        ("１2", "is not an amount"),
        ("1２", "is not an amount"),
        ("5 5", "is not an amount"),
        ("five", "is not an amount"),
        ("true", "is not an amount"),
        ("5$5", "is not an amount"),
        ("92233720368547758.08", "more than an account can hold"),
        ("9223372036854775808", "more than an account can hold"),
        ("9" * 5000, "more than an account can hold"),
        ("$" + "9" * 5000, "more than an account can hold"),
    ],
)
def test_what_is_no_amount_is_refused(written: str, told: str):
    with pytest.raises(MoneyError, match=told):
        parse(written)


@pytest.mark.parametrize("value", [True, False, 5, 12.5, float("nan"), None, b"5", ["5"], Fraction(5)])
def test_only_text_is_read(value: object):
    with pytest.raises(MoneyError, match="as text"):
        parse(value)


@pytest.mark.parametrize("value", [True, False, 5.0, float("nan"), float("inf"), None, "5", Fraction(1, 2)])
def test_cents_are_whole_ints(value: object):
    with pytest.raises(MoneyError, match="cents are a whole number"):
        cents(value)


@pytest.mark.parametrize(
    ("value", "good"), [(-1, False), (0, True), (Fraction(5), True), (2**63 - 1, True), (2**63, False)]
)
def test_cents_have_bounds(value: int, good: bool):
    if good:
        assert cents(value) == value
        return
    with pytest.raises(MoneyError):
        cents(value)


@given(AMOUNTS)
def test_text_reads_back(amount: Cents):
    assert parse(text(amount)) == amount


@given(AMOUNTS, st.sampled_from(Currency), st.sampled_from(["en_AU", "en_CA", "en_US", "fr_CA", "fr_FR"]))
def test_what_is_shown_reads_back(amount: Cents, currency: Currency, locale: str):
    assert parse(show(amount, currency, locale), locale) == amount


@given(st.text(max_size=12))
def test_any_text_is_an_amount_or_a_clear_error(written: str):
    try:
        amount = parse(written)
    except MoneyError:
        return
    assert type(amount) is int
    assert 0 <= amount <= MAX_CENTS


def test_money_is_shown_as_the_place_writes_it():
    assert show(Cents(123450), Currency.AUD, "en_AU") == "$1,234.50"
    assert show(Cents(123450), Currency.USD, "en_US") == "$1,234.50"
    assert show(Cents(123450), Currency.CAD, "fr_CA") == "1\u00a0234,50\u00a0$"
    assert [currency.symbol for currency in Currency] == ["A$", "C$", "US$"]
    assert text(Cents(-5)) == "-0.05"


@pytest.mark.parametrize(
    ("odds", "stake", "won", "returned"),
    [
        ("500 to 1", 50_00, 25_000_00, 50_00),
        ("1 to 1", 1, 1, 1),
        ("9 for 1", 5_00, 45_00, 0),
        ("3 to 2", 5, Fraction(15, 2), 5),
        ("0 to 1", 5, 0, 5),
    ],
)
def test_odds_pay_exactly(odds: str, stake: int, won: int | Fraction, returned: int):
    assert Odds.parse(odds).pay(Cents(stake)) == (won, returned)
    assert str(Odds.parse(odds)) == odds


@given(st.integers(0, 10**12 - 1), st.integers(1, 10**12 - 1), st.booleans())
def test_odds_read_back(pays: int, on: int, keeps_stake: bool):
    odds = Odds(pays, on, keeps_stake)
    assert Odds.parse(str(odds)) == odds


@pytest.mark.parametrize(
    "written", ["", "5", "5:1", "5 to 0", "-5 to 1", "1.5 to 1", "5 to", "five to 1", "５ to 1", "5 in 1", None, 5]
)
def test_what_is_no_odds_is_refused(written: object):
    with pytest.raises(MoneyError, match='write them as "4 to 1"'):
        Odds.parse(written)


@pytest.mark.parametrize(("pays", "on"), [(-1, 1), (1, 0), (1.5, 1), (True, 1)])
def test_odds_are_whole_numbers(pays: object, on: object):
    with pytest.raises(MoneyError):
        Odds(pays, on, True)


ACCOUNTS = st.sampled_from(["house", "player:ann", "player:ben", "pool:main"])


@given(st.lists(st.tuples(ACCOUNTS, ACCOUNTS, st.integers(1, 10**12)).filter(lambda t: t[0] != t[1])))
def test_transfers_sum_to_zero(rows: list[tuple[str, str, int]]):
    transfers = [Transfer(source=a, target=b, cents=Cents(n), clause="crown 8.2") for a, b, n in rows]
    assert sum(balances(transfers).values()) == 0


@pytest.mark.parametrize(
    ("target", "amount"), [("house", 5), ("player:ann", 0), ("player:ann", -5), ("player:ann", 2**63)]
)
def test_a_transfer_moves_something_somewhere(target: str, amount: int):
    with pytest.raises(MoneyError):
        Transfer(source="house", target=target, cents=Cents(amount), clause="crown 8.2")


@given(st.integers(-MAX_CENTS, MAX_CENTS).map(Cents), st.sampled_from(Currency), st.sampled_from(["en_CA", "en_US"]))
def test_english_amounts_are_written_as_babel_writes_them(amount: Cents, currency: Currency, locale: str):
    shown = format_currency(Decimal(amount).scaleb(-2), currency.value, locale=locale)
    assert show(amount, currency, locale) == shown.replace(get_currency_symbol(currency.value, locale=locale), "$")
