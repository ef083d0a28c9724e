"""Rounds as poker hand histories: writes a round as lines of actions, and replays them through the rules.

The format is PHH (a TOML file per hand, with `variant`, players and actions) with our own variant, ``MS-stud``
(decision 54); docs/floor.md describes it. Pure: it reads and writes text, not files.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any, Final

import msgspec

from mississippi_stud.cards import Card, parse_card
from mississippi_stud.cards import text as cards_text
from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import check
from mississippi_stud.floor.history.deals import DrawnCard, deal_from, deal_of, leaving
from mississippi_stud.round import commands as c
from mississippi_stud.round import events as e
from mississippi_stud.round.decide import decide
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import OVER, Ending, Result, Setup, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager

VARIANT: Final = "MS-stud"
HIDDEN: Final = "??"
_PHH: Final = ("variant", "table", "hand", "players", "seats", "currency", "actions")


def _key(name: str) -> str:
    """Return a field's key: names that PHH does not define get the underscore it reserves for custom fields."""
    return name if name in _PHH else f"_{name}"


class HandRecord(msgspec.Struct, frozen=True, kw_only=True, rename=_key, forbid_unknown_fields=True):
    """A round as written to a file. Amounts are whole cents; times are UTC; per-hand values are keyed by position."""

    variant: str = VARIANT
    format: int = 1
    round: str
    table: str
    hand: int
    players: tuple[str, ...]
    seats: tuple[int, ...]
    currency: str
    book: str
    book_hash: str
    status: str
    opened: str
    ended: str = ""
    seen_by: str = ""
    """The player whose history it is: cards they never saw are ``??``. Empty for the house's own record."""
    actions: tuple[str, ...]
    hole: dict[str, str] = {}
    board: str = ""
    hands_made: dict[str, str] = {}
    wagers_cents: dict[str, dict[str, int]] = {}
    """The stake on each wager, returned or not."""
    net_cents: dict[str, int] = {}
    validated_cents: dict[str, int] = {}
    """What prizes that were pending at the settlement have paid since."""
    funds_before_cents: dict[str, int] = {}
    funds_after_cents: dict[str, int] = {}
    """The player's balance before the first wager, and after the round's last transfer."""
    contributed_exact: str = "0"
    """How much of all wagers went to the meter: cents, as an exact fraction."""
    prizes: tuple[c.MeterPrize, ...] = ()
    """What the meter or the house paid: it cannot be worked out from the round alone."""
    reason: str = ""
    commitment: str
    seeds: dict[str, str] = {}
    """The seeds of the positions with a wager; a seed that never came is empty."""
    secret: str = ""
    setup: Setup
    results: tuple[Result, ...] = ()


# From events to actions.

Shown = Callable[[State, e.CardsDealt], Sequence[Card | None]]
"""Returns the cards of a deal in the order they left the deck, hidden ones as None."""

_ENDINGS: Final[dict[Ending, tuple[str, ...]]] = {
    Ending.FOLDED: ("f", "leave"),
    Ending.CONCEDED: ("concede",),
    Ending.ABANDONED: ("leave",),
    Ending.UNFUNDED: ("cannot-fund",),
    Ending.VOID: ("cannot-fund",),
    Ending.FORFEITED: ("forfeit",),
    Ending.RETURNED: ("retract",),
}
"""The verbs that may have led to each ending of a hand."""
_PLAIN: Final[dict[str, type[c.Command]]] = {
    "f": c.Fold,
    "concede": c.Concede,
    "leave": c.Leave,
    "cannot-fund": c.CannotFund,
    "forfeit": c.Forfeit,
    "retract": c.Retract,
    "max": c.BetAll,
}
_RULED: Final = (
    e.CardExposed | e.CardsDiscarded | e.HandRestored | e.SeatMoved | e.RetractionOffered | e.HandEnded
    | e.WagerWithdrawn | e.RoundVoided
)  # fmt: skip
"""What a ruling can do to a round without a round command: written as the event itself."""


def actions(
    book: Rulebook,
    events: Sequence[e.Event],
    shown: Shown,
    public: Callable[[Any], Any],
    prizes: tuple[c.MeterPrize, ...],
) -> Iterator[str]:
    """Yield a round's lines after its opening: the commands that lead to its events, and what rulings did to it."""
    state, at = evolve(None, events[0]), 1
    while at < len(events):
        event = events[at]
        line, count = _line(book, state, events[at:], prizes)
        if isinstance(event, e.CardsDealt):
            line = f"d deal {_all(shown(state, event))}"
        yield line or f"d ruled {msgspec.json.encode(public(event)).decode()}"
        state = reduce(evolve, events[at : at + count], state)
        at += count


def _line(book: Rulebook, state: State, events: Sequence[e.Event], prizes: tuple[c.MeterPrize, ...]) -> tuple[str, int]:
    """Return the line of a command that leads to the first events, and to how many; "" if no command does."""
    first = ""
    for line in _lines(state, events):
        first = first or line
        try:
            told = decide(book, state, _command(tuple(state.hands), prizes, *line.split()))
        except Refused:
            continue
        if told == tuple(events[: len(told)]):
            return line, len(told)
    return "" if isinstance(events[0], _RULED) else first, 1


def _lines(state: State, events: Sequence[e.Event]) -> Iterator[str]:
    """Yield the lines of the commands that may have led to the first of these events."""
    match event := events[0]:
        case e.WagerPlaced():
            yield from _wagers(state, event, events)
        case e.WagerWithdrawn(position=position, wager=wager):
            yield f"{_seat(state, position)} take-back {wager.value}"
        case e.CardsDealt():
            yield "d deal"
        case e.HandEnded(position=position, ending=ending):
            yield from (f"{_seat(state, position)} {verb}" for verb in _ENDINGS.get(ending, ()))
        case e.CardRevealed(card=card):
            yield f"d db {_card(card)}"
        case e.HoleShown(position=position, cards=cards):
            yield f"{_seat(state, position)} sm {_all(cards)}"
        case e.BonusShown(cards=cards):
            yield f"d bonus {_all(cards)}"
        case e.RoundSettled():
            yield "d settle"
        case e.RoundVoided(clause=clause):
            yield f"d void {clause}"
            yield f"d misdeal {clause}"
        case _:
            pass


def _wagers(state: State, event: e.WagerPlaced, events: Sequence[e.Event]) -> Iterator[str]:
    """Yield the lines of the commands that may have placed a wager, or several street wagers at once."""
    stake, who = event.stake, _seat(state, event.position)
    more = (f" tokens {stake.tokens_cents}" if stake.tokens_cents else "") + (" carried" if stake.carried else "")
    for mark in ("", " unnoticed"):
        if event.wager not in STREETS:
            yield f"{who} post {event.wager.value} {stake.cents}{more}{mark}"
            continue
        if len(events) > 1 and isinstance(events[1], e.WagerPlaced) and events[1].position == event.position:
            streets = [str(each.stake.cents) for each in events[: len(STREETS)] if isinstance(each, e.WagerPlaced)]
            if len(streets) == len(STREETS):
                yield f"{who} blind {' '.join(streets)}"
            yield f"{who} max"
        yield f"{who} cbr {stake.cents}{more}{mark}"


def _seat(state: State, position: int) -> str:
    return f"p{list(state.hands).index(position) + 1}"


def _card(card: Card | None) -> str:
    return HIDDEN if card is None else cards_text([card])


def _all(cards: Iterable[Card | None]) -> str:
    return "".join(map(_card, cards))


# Writing.


def phh(record: HandRecord) -> str:
    """Return the text of a file with one hand."""
    tree = msgspec.json.decode(msgspec.json.encode(record))
    plain = msgspec.json.decode(msgspec.json.encode(Setup(dealing="", seats=())))
    tree["_setup"] = {key: value for key, value in tree["_setup"].items() if value != plain[key]}
    return "".join(f"{key} = {_toml(value, key == 'actions')}\n" for key, value in tree.items())


def phhs(records: Iterable[HandRecord]) -> Iterator[str]:
    """Yield the text of a file with several hands, each in a numbered table."""
    for number, record in enumerate(records, start=1):
        yield f"[{number}]\n{phh(record)}\n"


def _toml(value: Any, lines: bool = False) -> str:
    match value:
        case bool() | int() | str():
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007F")
        case list():
            inner = [_toml(each) for each in value if each is not None]
            return "[\n" + "".join(f"  {each},\n" for each in inner) + "]" if lines else f"[{', '.join(inner)}]"
        case dict():
            inner = [f"{_toml(key)} = {_toml(each)}" for key, each in value.items() if each is not None]
            return "{ " + ", ".join(inner) + " }" if inner else "{}"
        case _:
            raise TypeError(f"{value!r} is not written in a hand history")


# Reading.


def parse(text: str) -> HandRecord:
    """Parse the text of a file with one hand."""
    return _record(_tree(text))


def parse_several(text: str) -> list[HandRecord]:
    """Parse the text of a file with several hands."""
    tables = _tree(text)
    if not all(isinstance(table, dict) for table in tables.values()):
        raise InputError("hands-unnumbered")
    return [_record(table) for table in tables.values()]


def parse_json(text: str) -> list[HandRecord]:
    """Parse the JSON of an export: an array of rounds, whose keys have no underscore."""
    try:
        rounds = msgspec.json.decode(text, type=list[dict[str, Any]])
    except msgspec.MsgspecError as error:
        raise InputError("history-unreadable", error=error) from None
    return [_record({_key(name): value for name, value in tree.items()}) for tree in rounds]


def _tree(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError("history-not-toml", error=error) from None


def _record(tree: dict[str, Any]) -> HandRecord:
    if tree.get("variant") != VARIANT:
        raise InputError("history-variant", given=tree.get("variant"), wanted=VARIANT)
    try:
        return msgspec.json.decode(msgspec.json.encode(tree), type=HandRecord)
    except (msgspec.ValidationError, TypeError) as error:
        raise InputError("history-unreadable", error=error) from None


def cards_of(written: str) -> tuple[Card | None, ...]:
    """Parse cards written one after another; hidden ones, written ``??``, become None."""
    return tuple(None if pair == HIDDEN else parse_card(pair) for pair in _pairs(written))


def _pairs(written: str) -> list[str]:
    return [written[place : place + 2] for place in range(0, len(written), 2)]


def _command(seats: tuple[int, ...], prizes: tuple[c.MeterPrize, ...], who: str, verb: str, *rest: str) -> c.Command:
    """Return the command that a line describes; `ValueError`, `LookupError` or `TypeError` if there is none."""
    if who == "d":
        return _dealer(prizes, verb, *rest)
    if who[0] != "p" or int(who[1:]) < 1:
        raise ValueError
    position = seats[int(who[1:]) - 1]
    match verb:
        case "post":
            wager, cents, *more = rest
            return c.Place(position=position, wager=Wager(wager), cents=int(cents), **_marks(more))
        case "take-back":
            return c.Withdraw(position=position, wager=Wager(*rest))
        case "cbr":
            cents, *more = rest
            return c.Bet(position=position, cents=int(cents), **_marks(more))
        case "blind":
            third, fourth, fifth = map(int, rest)
            return c.BetBlind(position=position, cents=(third, fourth, fifth))
        case "sm":
            first, second = map(parse_card, _pairs(*rest))
            return c.ShowHole(position=position, cards=(first, second))
        case _:
            if rest:
                raise ValueError
            return _PLAIN[verb](position=position)  # type: ignore[call-arg]


def _marks(words: list[str]) -> dict[str, Any]:
    """Parse the words that follow a wager's amount."""
    match words:
        case []:
            return {}
        case ["tokens", cents, *rest]:
            return {"tokens_cents": int(cents), **_marks(rest)}
        case ["carried" | "unnoticed" as mark, *rest]:
            return {mark: True, **_marks(rest)}
        case _:
            raise ValueError


def _dealer(prizes: tuple[c.MeterPrize, ...], verb: str, *rest: str) -> c.Command:
    match verb, *rest:
        case "deal", *shown:
            cards = cards_of("".join(shown))
            known = tuple(card for card in cards if card is not None)
            return c.Deal(cards=known if known and len(known) == len(cards) else None)
        case "db", card:
            return c.Reveal(card=parse_card(card))
        case "bonus", four:
            first, second, third, fourth = map(parse_card, _pairs(four))
            return c.ShowBonus(cards=(first, second, third, fourth))
        case ["settle"]:
            return c.Settle(prizes=prizes)
        case "void" | "misdeal", *clause:
            return c.VoidRound(clause=" ".join(clause), jackpots_back=verb == "void")
        case _:
            raise ValueError


# Replaying.


def replay(record: HandRecord, book_of: Callable[[str, str], Rulebook]) -> State:
    """Replay a written hand through the rules; `InputError` if the results differ or the deal is not proved."""
    book = book_of(record.book, record.book_hash)
    left: list[DrawnCard] = []
    (opened,) = _decided(book, None, c.Open(setup=record.setup), record)
    state = evolve(None, opened)
    for line in record.actions:
        try:
            events = _events(book, record, state, line)
            left += [each for event in events for each in leaving(book, state, event)]
            state = reduce(evolve, events, state)
        except InputError:
            raise
        except (ValueError, LookupError, TypeError, msgspec.DecodeError):
            raise InputError("history-action", line=line, variant=VARIANT) from None
    if (state.phase in OVER) != (record.status != "open"):
        raise InputError("history-status", round=record.round, status=record.status)
    if state.results != record.results:
        raise InputError("history-results", round=record.round)
    if record.secret:
        seeds = tuple(seed for _, seed in sorted(record.seeds.items(), key=lambda each: int(each[0])))
        check(deal_from(record.round, record.commitment, bytes.fromhex(record.secret), seeds, left))
    return state


def _events(book: Rulebook, record: HandRecord, state: State, line: str) -> Sequence[e.Event]:
    """Return the events of a line; a deal with hidden cards has only the cards that are shown."""
    if line.startswith("d ruled "):
        return (msgspec.json.decode(line.removeprefix("d ruled "), type=_RULED),)
    command = _command(record.seats, record.prizes, *line.split())
    events = _decided(book, state, command, record)
    if isinstance(command, c.Deal) and command.cards is None:
        return (deal_of(book, state, cards_of(line.split()[2])),)
    return events


def _decided(book: Rulebook, state: State | None, command: c.Command, record: HandRecord) -> Sequence[e.Event]:
    try:
        return decide(book, state, command)
    except Refused as refused:
        raise InputError("history-refused", round=record.round, refused=refused) from None
