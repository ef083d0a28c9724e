"""The head of a scenario file: the book, the deck, the players, and what is offered at the table."""

import re
from collections.abc import Callable
from typing import Any, Final

from mississippi_stud.cards import Card, CardError, parse
from mississippi_stud.errors import InputError
from mississippi_stud.money import Cents, MoneyError
from mississippi_stud.money import parse as parse_money
from mississippi_stud.prose.problems import tell
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds, Setup
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Wager

WAGERS: Final = tuple(wager.value for wager in Wager)


class ScenarioError(InputError):
    """Raised for a scenario file that cannot be read."""


class RefusedHeadError(ScenarioError):
    """Raised for a head that asks for something the book does not allow."""

    def __init__(self, key: str, refused: Refused) -> None:
        super().__init__("refused-head", key=key, refused=refused)

    def __str__(self) -> str:
        return tell(self)


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
"""The key of the head that each refusal is about, by the refusal's code; all other codes are about `options`."""


def refusal(refused: Refused, key: str = "") -> ScenarioError:
    """Return a refusal of the head as an error, under the key that it is about."""
    key = key or _KEYS_OF.get(refused.code, "options")
    return RefusedHeadError(key, refused)


def line_of(text: str, message: str) -> int:
    """Return the line of the file that an error is about: that of the first key named in the message, or 1."""
    for word in re.findall(r"[a-z][a-z-]*", message):
        found = re.search(rf"^[^#\n]*(?<![\w-]){word}[\"']?\s*(=|\])", text, re.MULTILINE)
        if found:
            return text.count("\n", 0, found.start()) + 1
    return 1


def located(text: str, error: ScenarioError) -> ScenarioError:
    """Return an error of the head with the line of the file that it is about."""
    return ScenarioError("file-line", number=line_of(text, str(error)), error=error)


def check_keys(where: str, table: dict[str, Any], known: set[str]) -> None:
    """Raise `ScenarioError` if a table, or the file itself if none is named, has an unknown key."""
    strange = sorted(set(table) - known)
    if strange and where:
        raise ScenarioError("no-table-key", key=strange[0], where=where, keys=sorted(known))
    if strange:
        raise ScenarioError("no-file-key", key=strange[0], keys=sorted(known))


def text_of(raw: dict[str, Any], key: str) -> str:
    """Return the text under a required key."""
    value = raw.get(key)
    if value is None:
        raise ScenarioError("missing-key", key=key)
    if not isinstance(value, str):
        raise ScenarioError("text-expected", key=key, value=repr(value))
    return value


def table_of(raw: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the table under a key, or an empty one if the key is missing."""
    value = raw.get(key, {})
    if not isinstance(value, dict):
        raise ScenarioError("table-expected", key=key, value=repr(value))
    return value


def money_of(where: str | InputError, value: object) -> Cents:
    """Return the amount in a required value; `where` is its key, or a line of the script."""
    if value is None:
        raise ScenarioError("missing-key", key=where)
    try:
        return parse_money(value)  # type: ignore[arg-type]
    except MoneyError as error:
        raise ScenarioError("at-place", where=where, error=error) from None


class StackedDeck:
    """The cards of the file, in the order in which they leave the deck."""

    def __init__(self, raw: dict[str, Any]) -> None:
        try:
            self.cards = parse(text_of(raw, "cards"))
        except CardError as error:
            raise ScenarioError("at-place", where="cards", error=error) from None
        self.taken = 0

    def next(self, count: int, error: Callable[..., ScenarioError]) -> tuple[Card, ...]:
        """Return the next cards, which stay in the deck until `take`; `error` makes the error of the line that asks."""
        found = self.cards[self.taken : self.taken + count]
        if len(found) < count == 1:
            raise error("card-missing")
        if len(found) < count:
            raise error("cards-missing", needed=count, left=len(found))
        return found

    def take(self, count: int) -> None:
        self.taken += count


def read_setup(book: Rulebook, raw: dict[str, Any]) -> Setup:
    """Return the setup of the table that the head of the file describes."""
    options = table_of(raw, "options")
    tables, signs, costs = _offers(book, options)
    return Setup(
        dealing=dealing_of(book, raw),
        seats=_seats(raw),
        limits=_limits("limits", table_of(raw, "limits")),
        personal={
            player: _limits(f"personal-limits.{player}", table_of({player: limits}, player))
            for player, limits in table_of(raw, "personal-limits").items()
        },
        tables=tables,
        signs=signs,
        costs_cents=costs,
        burn=_burn(options),
        max_payout_cents=money_of("options.max-payout", options["max-payout"]) if "max-payout" in options else None,
        chips_cents=_chips(options),
        warned=_warned(table_of(raw, "warned")),
    )


WARNINGS: Final = ("under-minimum", "under-multiple", "cannot-fund")


def _warned(table: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return who was warned in an earlier round, and of what."""
    for player, rules in table.items():
        if not isinstance(rules, list) or any(rule not in WARNINGS for rule in rules):
            raise ScenarioError("warnings-expected", key=f"warned.{player}", value=repr(rules), warnings=WARNINGS)
    return tuple((player, rule) for player, rules in table.items() for rule in rules)


def dealing_of(book: Rulebook, raw: dict[str, Any]) -> str:
    """Return how the cards are dealt; it may be left out if the book has one way."""
    methods = tuple(book.dealing.methods)
    if "dealing" not in raw and len(methods) > 1:
        raise ScenarioError("choose-dealing", book=book.id, methods=methods)
    return text_of(raw, "dealing") if "dealing" in raw else methods[0]


def _seats(raw: dict[str, Any]) -> tuple[tuple[int, str], ...]:
    seats = []
    for position, player in table_of(raw, "players").items():
        named = isinstance(player, str) and player and player.isprintable()
        if not named or not re.fullmatch("[0-9]{1,9}", position):
            raise ScenarioError("not-a-player", key=f"players.{position}", value=repr(player))
        seats.append((int(position), player))
    return tuple(seats)


def _limits(where: str, table: dict[str, Any]) -> dict[Wager, Bounds]:
    limits = {}
    for name, bounds in table.items():
        if not isinstance(bounds, list) or len(bounds) not in (2, 3):
            raise ScenarioError("bounds-expected", key=f"{where}.{name}", value=repr(bounds))
        if name not in WAGERS:
            unknown = ScenarioError("not-a-wager", name=name, wagers=WAGERS)
            raise ScenarioError("at-place", where=where, error=unknown)
        limits[Wager(name)] = Bounds(*(money_of(f"{where}.{name}", each) for each in bounds))
    return limits


def _burn(options: dict[str, Any]) -> bool:
    burn = options.get("burn", False)
    if not isinstance(burn, bool):
        raise ScenarioError("boolean-expected", key="options.burn", value=repr(burn))
    return burn


def _chips(options: dict[str, Any]) -> tuple[Cents, ...]:
    chips = options.get("chips", [])
    if not isinstance(chips, list):
        raise ScenarioError("list-expected", key="options.chips", value=repr(chips))
    return tuple(money_of("options.chips", chip) for chip in chips)


_Offers = tuple[dict[Wager, str], dict[Wager, dict[str, str]], dict[Wager, Cents]]


def _offers(book: Rulebook, options: dict[str, Any]) -> _Offers:
    """Return the pay tables, signs and costs of the side wagers in `options`; a meter has its own."""
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
            check_keys(f"options.{wager}", sign, {"wager", "pays"})
            signs[wager] = sign_of(f"options.{wager}.pays", table_of(sign, "pays"))
            costs[wager] = money_of(f"options.{wager}.wager", sign.get("wager"))
        elif wager in options:
            tables[wager] = text_of(options, wager)
    return tables, signs, costs


def sign_of(where: str, pays: dict[str, Any]) -> dict[str, str]:
    """Return what a sign pays for each dollar wagered."""
    for hand, times in pays.items():
        if type(times) is not int or times < 1:
            raise ScenarioError("times-expected", key=f"{where}.{hand}", value=repr(times))
    return {hand: f"{times} for 1" for hand, times in pays.items()}
