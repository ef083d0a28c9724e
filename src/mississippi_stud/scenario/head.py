"""The head of a scenario file: the book, the deck, who plays, and what is offered at the table."""

import re
from typing import Any, Final

from mississippi_stud.cards import Card, CardError, parse
from mississippi_stud.errors import InputError
from mississippi_stud.money import Cents, MoneyError
from mississippi_stud.money import parse as parse_money
from mississippi_stud.round.state import Bounds, Setup
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import MeterShare, parse_percent
from mississippi_stud.rulebooks.words import Wager

WAGERS: Final = tuple(wager.value for wager in Wager)


class ScenarioError(InputError):
    """A scenario file that cannot be read."""


KEYS_OF: Final = {
    "no-such-dealing": "dealing",
    "no-burn": "burn",
    "no-chips": "chips",
    "no-max-payout": "max-payout",
    "no-such-chip": "chips",
    "no-such-payout": "max-payout",
    "no-such-unit": "limits",
    "no-personal-limits": "personal-limits",
    "limits-crossed": "limits",
    "nobody-seated": "players",
    "no-such-position": "players",
    "position-taken": "players",
    "one-hand": "players",
}
"""The key of the head that a table is refused for, by the refusal's code; the others are about `options`."""


def line_of(text: str, message: str) -> int:
    """The line of the file that an error is about: where the first key that the message names is given, else 1."""
    for word in re.findall(r"[a-z][a-z-]*", message):
        found = re.search(rf"^[^#\n]*(?<![\w-]){word}[\"']?\s*(=|\])", text, re.MULTILINE)
        if found:
            return text.count("\n", 0, found.start()) + 1
    return 1


def check_keys(where: str, table: dict[str, Any], known: set[str]) -> None:
    strange = sorted(set(table) - known)
    if strange:
        raise ScenarioError(f"{where} has no key {strange[0]!r}; it may have {', '.join(sorted(known))}")


def text_of(raw: dict[str, Any], key: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str):
        raise ScenarioError(f"{key} is missing" if value is None else f"{key} = {value!r}: a text is expected")
    return value


def _table(raw: dict[str, Any], key: str) -> dict[str, Any]:
    value = raw.get(key, {})
    if not isinstance(value, dict):
        raise ScenarioError(f"{key} = {value!r}: a table is expected, such as {key} = {{ … }}")
    return value


def _money(where: str, value: object) -> Cents:
    if value is None:
        raise ScenarioError(f"{where} is missing")
    try:
        return parse_money(value)  # type: ignore[arg-type]
    except MoneyError as error:
        raise ScenarioError(f"{where}: {error}") from None


def _wager(where: str, name: str) -> Wager:
    if name not in WAGERS:
        raise ScenarioError(f"{where} names {name!r}; the wagers are {', '.join(WAGERS)}")
    return Wager(name)


class Deck:
    """The cards of the file, in the order in which they leave the deck."""

    def __init__(self, raw: dict[str, Any]) -> None:
        try:
            self.cards = parse(text_of(raw, "cards"))
        except CardError as error:
            raise ScenarioError(f"cards: {error}") from None
        self.taken = 0

    def next(self, count: int, where: str) -> tuple[Card, ...]:
        """The next cards, which stay in the deck until they are `take`n."""
        found = self.cards[self.taken : self.taken + count]
        if len(found) < count:
            raise ScenarioError(f"{where}: {count} cards are needed and {len(found)} are left in cards: name the rest")
        return found

    def take(self, count: int) -> None:
        self.taken += count


def read_setup(book: Rulebook, raw: dict[str, Any]) -> Setup:
    """The table that the head of the file describes."""
    tables, signs, costs = _offers(book, raw)
    options = _table(raw, "options")
    return Setup(
        dealing=_dealing(book, raw),
        seats=_seats(raw),
        limits=_limits("limits", _table(raw, "limits")),
        personal={
            player: _limits(f"personal-limits of {player}", _table({player: limits}, player))
            for player, limits in _table(raw, "personal-limits").items()
        },
        tables=tables,
        signs=signs,
        costs_cents=costs,
        burn=_flag(options, "burn"),
        max_payout_cents=_money("max-payout", options["max-payout"]) if "max-payout" in options else None,
        chips_cents=tuple(_money("chips", chip) for chip in _list(options, "chips")),
        warned=_warned(_table(raw, "warned")),
    )


WARNINGS: Final = ("under-minimum", "under-multiple", "cannot-fund")


def _warned(table: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Who was warned in an earlier round, and of what."""
    for player, rules in table.items():
        if not isinstance(rules, list) or any(rule not in WARNINGS for rule in rules):
            raise ScenarioError(f"warned: {player} = {rules!r}: a list is expected of {', '.join(WARNINGS)}")
    return tuple((player, rule) for player, rules in table.items() for rule in rules)


def _dealing(book: Rulebook, raw: dict[str, Any]) -> str:
    methods = tuple(book.dealing.methods)
    if "dealing" not in raw and len(methods) > 1:
        raise ScenarioError(f"dealing is missing: {book.id} deals by {' or '.join(methods)}")
    return text_of(raw, "dealing") if "dealing" in raw else methods[0]


def _seats(raw: dict[str, Any]) -> tuple[tuple[int, str], ...]:
    seats = []
    for position, player in _table(raw, "players").items():
        named = isinstance(player, str) and player and player.isprintable()
        if not named or not re.fullmatch("[0-9]{1,9}", position):
            raise ScenarioError(f'players: {position} = {player!r} is no seat: write them as {{ 1 = "ann" }}')
        seats.append((int(position), player))
    return tuple(seats)


def _limits(where: str, table: dict[str, Any]) -> dict[Wager, Bounds]:
    limits = {}
    for name, bounds in table.items():
        if not isinstance(bounds, list) or len(bounds) not in (2, 3):
            raise ScenarioError(f'{where}: {name} = {bounds!r}: write the minimum and the maximum, ["5.00", "500.00"]')
        limits[_wager(where, name)] = Bounds(*(_money(f"{where}: {name}", each) for each in bounds))
    return limits


def _flag(options: dict[str, Any], key: str) -> bool:
    value = options.get(key, False)
    if not isinstance(value, bool):
        raise ScenarioError(f"options: {key} = {value!r}: true or false is expected")
    return value


def _list(options: dict[str, Any], key: str) -> list[Any]:
    value = options.get(key, [])
    if not isinstance(value, list):
        raise ScenarioError(f"options: {key} = {value!r}: a list is expected")
    return value


_OPTIONS: Final = {"three-card-bonus", "six-card-bonus", "burn", "max-payout", "chips", "fixed-jackpot"}
_Offers = tuple[dict[Wager, str], dict[Wager, dict[str, str]], dict[Wager, Cents]]


def _offers(book: Rulebook, raw: dict[str, Any]) -> _Offers:
    """The pay tables, signs and costs of the wagers that `options` and `meter` bring into the game."""
    options = _table(raw, "options")
    check_keys("options", options, _OPTIONS)
    tables: dict[Wager, str] = {}
    signs: dict[Wager, dict[str, str]] = {}
    costs: dict[Wager, Cents] = {}
    for wager in (Wager.THREE_CARD_BONUS, Wager.SIX_CARD_BONUS):
        if wager in options:
            tables[wager] = text_of(options, wager)
    if Wager.FIXED_JACKPOT in options:
        sign = _table(options, "fixed-jackpot")
        check_keys("fixed-jackpot", sign, {"wager", "pays"})
        signs[Wager.FIXED_JACKPOT] = _sign("fixed-jackpot", _table(sign, "pays"))
        costs[Wager.FIXED_JACKPOT] = _money("fixed-jackpot: wager", sign.get("wager"))
    if "meter" in raw:
        _meter(book, _table(raw, "meter"), tables, signs, costs)
    return tables, signs, costs


def _sign(where: str, pays: dict[str, Any]) -> dict[str, str]:
    """What a sign pays for each dollar wagered."""
    for hand, times in pays.items():
        if type(times) is not int or times < 1:
            raise ScenarioError(f"{where}: {hand} = {times!r}: a whole number of dollars for each dollar is expected")
    return {hand: f"{times} for 1" for hand, times in pays.items()}


_METER_KEYS: Final = {
    "options": {"wager", "value", "option", "seed"},
    "reset": {"wager", "value", "reset", "rate"},
    "sign": {"wager", "value", "seed", "rate", "royal-guaranteed", "straight-flush-guaranteed", "pays", "bonus"},
}


def _meter(
    book: Rulebook,
    meter: dict[str, Any],
    tables: dict[Wager, str],
    signs: dict[Wager, dict[str, str]],
    costs: dict[Wager, Cents],
) -> None:
    """What a meter at the table offers: its wager's cost and pay table."""
    jackpot = book.jackpot
    if jackpot is None:
        raise ScenarioError(f"{book.id} has no meter")
    wager = jackpot.wager.value
    costs[wager] = _money("meter: wager", meter.get("wager"))
    _money("meter: value", meter.get("value"))
    if jackpot.options:
        check_keys("meter", meter, _METER_KEYS["options"])
        option = jackpot.options.get(str(meter.get("option")))
        if option is None:
            raise ScenarioError(f"meter: option = {meter.get('option')!r}; there are {', '.join(jackpot.options)}")
        if str(meter.get("seed")) not in option.rates:
            raise ScenarioError(f"meter: seed = {meter.get('seed')!r} is no row; there are {', '.join(option.rates)}")
        tables[wager] = option.table.value
        return
    _rate(meter.get("rate"))
    if jackpot.minimum_reset_cents:
        check_keys("meter", meter, _METER_KEYS["reset"])
        least = jackpot.minimum_reset_cents
        if _money("meter: reset", meter.get("reset")) < least.value:
            dollars = least.value // 100
            raise ScenarioError(f"meter: reset = {meter['reset']}: at least {dollars} dollars ({least.clause})")
        tables[wager] = "main"
        return
    check_keys("meter", meter, _METER_KEYS["sign"])
    shares = {hand: str(MeterShare(share.value)) for hand, share in jackpot.shares.items()}
    signs[wager] = shares | _sign("meter: pays", _table(meter, "pays"))


def _rate(rate: object) -> None:
    try:
        share = parse_percent(rate)
    except MoneyError as error:
        raise ScenarioError(f"meter: rate: {error}") from None
    if share > 1:
        raise ScenarioError(f"meter: rate = {rate}: at most 100%")


def check_meter(book: Rulebook, meter: dict[str, Any]) -> None:
    """Raise `ScenarioError` if the head of a meter cannot be read."""
    _meter(book, meter, {}, {}, {})


table_of, money_of, sign_of = _table, _money, _sign
