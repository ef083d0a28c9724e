"""The head of a scenario file: the book, the deck, who plays, and what is offered at the table."""

import re
from typing import Any, Final

from mississippi_stud.cards import Card, CardError, parse
from mississippi_stud.errors import InputError
from mississippi_stud.money import Cents, MoneyError
from mississippi_stud.money import parse as parse_money
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.refusals import explain
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds, Setup
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Wager

WAGERS: Final = tuple(wager.value for wager in Wager)


class ScenarioError(InputError):
    """A scenario file that cannot be read."""


_KEYS_OF: Final = {
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


def refusal(book: Rulebook, refused: Refused, key: str = "") -> ScenarioError:
    """What the book refuses of the head, under the key that it is about."""
    key = key or _KEYS_OF.get(refused.code, "options")
    return ScenarioError(f"{key}: {explain(refused, book.money.currency.value)} ({cite(refused.clause)})")


def line_of(text: str, message: str) -> int:
    """The line of the file that an error is about: where the first key that the message names is given, else 1."""
    for word in re.findall(r"[a-z][a-z-]*", message):
        found = re.search(rf"^[^#\n]*(?<![\w-]){word}[\"']?\s*(=|\])", text, re.MULTILINE)
        if found:
            return text.count("\n", 0, found.start()) + 1
    return 1


def check_keys(where: str, table: dict[str, Any], known: set[str]) -> None:
    """Raise `ScenarioError` if a table has a key that it cannot have."""
    strange = sorted(set(table) - known)
    if strange:
        raise ScenarioError(f"{where} has no key {strange[0]!r}; it may have {', '.join(sorted(known))}")


def text_of(raw: dict[str, Any], key: str) -> str:
    """The text under a key, which must be there."""
    value = raw.get(key)
    if not isinstance(value, str):
        raise ScenarioError(f"{key} is missing" if value is None else f"{key} = {value!r}: a text is expected")
    return value


def table_of(raw: dict[str, Any], key: str) -> dict[str, Any]:
    """The table under a key, empty if it is not there."""
    value = raw.get(key, {})
    if not isinstance(value, dict):
        raise ScenarioError(f"{key} = {value!r}: a table is expected, such as {key} = {{ … }}")
    return value


def money_of(where: str, value: object) -> Cents:
    """The amount that a value writes, which must be there."""
    if value is None:
        raise ScenarioError(f"{where} is missing")
    try:
        return parse_money(value)  # type: ignore[arg-type]
    except MoneyError as error:
        raise ScenarioError(f"{where}: {error}") from None


class StackedDeck:
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
    options = table_of(raw, "options")
    tables, signs, costs = _offers(book, options)
    return Setup(
        dealing=_dealing(book, raw),
        seats=_seats(raw),
        limits=_limits("limits", table_of(raw, "limits")),
        personal={
            player: _limits(f"personal-limits of {player}", table_of({player: limits}, player))
            for player, limits in table_of(raw, "personal-limits").items()
        },
        tables=tables,
        signs=signs,
        costs_cents=costs,
        burn=_option(options, "burn", False, "true or false"),
        max_payout_cents=money_of("max-payout", options["max-payout"]) if "max-payout" in options else None,
        chips_cents=tuple(money_of("chips", chip) for chip in _option(options, "chips", [], "a list")),
        warned=_warned(table_of(raw, "warned")),
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
    for position, player in table_of(raw, "players").items():
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
        if name not in WAGERS:
            raise ScenarioError(f"{where} names {name!r}; the wagers are {', '.join(WAGERS)}")
        limits[Wager(name)] = Bounds(*(money_of(f"{where}: {name}", each) for each in bounds))
    return limits


def _option(options: dict[str, Any], key: str, default: Any, expected: str) -> Any:
    value = options.get(key, default)
    if not isinstance(value, type(default)):
        raise ScenarioError(f"options: {key} = {value!r}: {expected} is expected")
    return value


_Offers = tuple[dict[Wager, str], dict[Wager, dict[str, str]], dict[Wager, Cents]]


def _offers(book: Rulebook, options: dict[str, Any]) -> _Offers:
    """The pay tables, signs and costs of the side wagers that `options` brings into the game; a meter has its own."""
    of_meter = book.jackpot.wager.value if book.jackpot else None
    wagers = [wager for wager in Wager if wager not in MAIN_WAGERS and wager is not of_meter]
    check_keys("options", options, {"burn", "max-payout", "chips", *wagers})
    tables: dict[Wager, str] = {}
    signs: dict[Wager, dict[str, str]] = {}
    costs: dict[Wager, Cents] = {}
    for wager in wagers:
        rule = book.wagers.get(wager)
        if isinstance(options.get(wager), dict) or (wager in options and rule and not rule.tables):
            sign = table_of(options, wager)
            check_keys(wager, sign, {"wager", "pays"})
            signs[wager] = sign_of(wager, table_of(sign, "pays"))
            costs[wager] = money_of(f"{wager}: wager", sign.get("wager"))
        elif wager in options:
            tables[wager] = text_of(options, wager)
    return tables, signs, costs


def sign_of(where: str, pays: dict[str, Any]) -> dict[str, str]:
    """What a sign pays for each dollar wagered."""
    for hand, times in pays.items():
        if type(times) is not int or times < 1:
            raise ScenarioError(f"{where}: {hand} = {times!r}: a whole number of dollars for each dollar is expected")
    return {hand: f"{times} for 1" for hand, times in pays.items()}
