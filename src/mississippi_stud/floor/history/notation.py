"""A round as a poker hand history: lines of what was done, and the way back through the rules to the same results.

The form is that of PHH (a TOML file for each hand, with `variant`, players and actions) with a variant of our own,
``MS-stud``; docs/floor.md describes it. Pure: it reads and writes text, and knows no files.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from mississippi_stud.cards import Card, parse_card
from mississippi_stud.cards import text as cards_text
from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import Deal, check
from mississippi_stud.round import commands as c
from mississippi_stud.round import events as e
from mississippi_stud.round.deal import dealt_when_due
from mississippi_stud.round.decide import decide
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import OVER, Ending, Result, Setup, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.words import STREETS, Wager

VARIANT: Final = "MS-stud"
HIDDEN: Final = "??"
_ENDINGS: Final = {
    Ending.FOLDED: "f",
    Ending.CONCEDED: "concede",
    Ending.ABANDONED: "leave",
    Ending.UNFUNDED: "cannot-fund",
    Ending.VOID: "cannot-fund",
}
_PLAIN: Final = {"f": c.Fold, "concede": c.Concede, "leave": c.Leave, "cannot-fund": c.CannotFund, "max": c.BetAll}
_OURS: Final = ("format", "round", "book", "book_hash", "status", "opened", "ended", "hole", "board", "hand_made")
_OURS_MORE: Final = ("commitment", "seed", "secret", "wagers_cents", "net_cents", "reason", "setup", "results")
_OURS_ALSO: Final = ("funds_before_cents", "funds_after_cents", "contributed_exact", "prizes")


def _key(name: str) -> str:
    """PHH leaves names with an underscore before them to whoever writes the file."""
    return f"_{name}" if name in _OURS + _OURS_MORE + _OURS_ALSO else name


class HandRecord(msgspec.Struct, frozen=True, kw_only=True, rename=_key, forbid_unknown_fields=True):
    """A round as it is written down. Amounts are whole cents; times are UTC."""

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
    actions: tuple[str, ...]
    hole: dict[str, str] = {}
    board: str = ""
    hand_made: str = ""
    wagers_cents: dict[str, dict[str, int]] = {}
    """What lies, or lay, on each wager, by position."""
    net_cents: int = 0
    funds_before_cents: int | None = None
    funds_after_cents: int | None = None
    """What the player had when the round began, and when it had ended."""
    contributed_exact: str = "0"
    """What of the wagers went onto the meter: cents, as an exact fraction."""
    prizes: tuple[c.MeterPrize, ...] = ()
    """What the meter, or the house beside it, paid: the round cannot know it by itself."""
    reason: str = ""
    commitment: str
    seed: str = ""
    secret: str = ""
    setup: Setup
    results: tuple[Result, ...] = ()


# Events into actions.


def actions(book: Rulebook, commands: Iterable[tuple[State | None, list[e.Event]]], left: Any) -> Iterator[str]:
    """The lines of a round; `commands` has the events of each command after the state before it."""
    for before, events in commands:
        yield from _of_command(book, before, events, left)


def _of_command(book: Rulebook, before: State | None, events: list[e.Event], left: Any) -> Iterator[str]:
    streets = [event for event in events if isinstance(event, e.WagerPlaced) and event.wager in STREETS]
    if len(streets) > 1 and before is not None:
        first = streets[0]
        blind = before.hands[first.position].blind
        amounts = " ".join(str(each.stake.cents) for each in streets)
        yield f"{_seat(before, first.position)} " + (f"blind {amounts}" if blind else "max")
    for event in events:
        if len(streets) == 1 or event not in streets:
            yield from _of_event(book, before, event, left)
        before = evolve(before, event)


def _of_event(book: Rulebook, before: State | None, event: e.Event, left: Any) -> Iterator[str]:
    match event:
        case e.WagerPlaced(position=position, wager=wager, stake=stake) if before is not None:
            tokens = f" tokens {stake.tokens_cents}" if stake.tokens_cents else ""
            verb = "cbr" if wager in STREETS else f"post {wager.value}"
            stayed = " carried" if stake.carried else ""
            yield f"{_seat(before, position)} {verb} {stake.cents}{tokens}{stayed}"
        case e.WagerWithdrawn(position=position, wager=wager) if before is not None:
            yield f"{_seat(before, position)} take-back {wager.value}"
        case e.CardsDealt() if before is not None:
            yield "d deal " + "".join(HIDDEN if card is None else cards_text([card]) for card in left(before, event))
        case e.HandEnded(position=position, ending=ending) if before is not None:
            yield f"{_seat(before, position)} {_ENDINGS[ending]}"
        case e.CardRevealed(card=card):
            yield f"d db {cards_text([card])}"
        case e.RoundSettled():
            yield "d settle"
        case e.RoundVoided(clause=clause):
            yield f"d void {clause}"
        case _:
            pass


def _seat(state: State, position: int) -> str:
    return f"p{list(state.hands).index(position) + 1}"


# Writing.


def phh(record: HandRecord) -> str:
    """The file of one hand."""
    tree = msgspec.json.decode(msgspec.json.encode(record))
    plain = msgspec.json.decode(msgspec.json.encode(Setup(dealing="", seats=())))
    tree["_setup"] = {key: value for key, value in tree["_setup"].items() if value != plain[key]}
    known = ((key, value) for key, value in tree.items() if value is not None)
    return "".join(f"{key} = {_toml(value, key == 'actions')}\n" for key, value in known)


def phhs(records: Iterable[HandRecord]) -> Iterator[str]:
    """The file of several hands, a numbered table for each."""
    for number, record in enumerate(records, start=1):
        yield f"[{number}]\n{phh(record)}\n"


def _toml(value: Any, lines: bool = False) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _toml_text(value)
        case list():
            inner = [_toml(each) for each in value if each is not None]
            return "[\n" + "".join(f"  {each},\n" for each in inner) + "]" if lines else f"[{', '.join(inner)}]"
        case dict():
            inner = [f"{_toml_text(key)} = {_toml(each)}" for key, each in value.items() if each is not None]
            return "{ " + ", ".join(inner) + " }" if inner else "{}"
        case _:
            raise TypeError(f"{value!r} is not written in a hand history")


def _toml_text(value: str) -> str:
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007F")


# Reading.


def parse(text: str) -> HandRecord:
    """The hand that a file tells."""
    return _record(_tree(text))


def parse_several(text: str) -> list[HandRecord]:
    """The hands that a file of several tells."""
    tables = _tree(text)
    if not all(isinstance(table, dict) for table in tables.values()):
        raise InputError("a file of several hands has a numbered table, such as [1], for each")
    return [_record(table) for table in tables.values()]


def _tree(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the hand history is no TOML: {error}") from None


def _record(tree: dict[str, Any]) -> HandRecord:
    if tree.get("variant") != VARIANT:
        raise InputError(f"the hand is of the variant {tree.get('variant')!r}; this reads {VARIANT!r}")
    try:
        return msgspec.json.decode(msgspec.json.encode(tree), type=HandRecord)
    except (msgspec.ValidationError, TypeError) as error:
        raise InputError(f"the hand history cannot be read: {error}") from None


def commands(record: HandRecord) -> Iterator[c.Command]:
    """What was done in a hand, as commands to a round."""
    yield c.Open(setup=record.setup)
    for line in record.actions:
        try:
            yield _command(record, *line.split())
        except (ValueError, IndexError, KeyError, TypeError):
            raise InputError(f"{line!r} is no action of {VARIANT}") from None


def _command(record: HandRecord, who: str, verb: str, *rest: str) -> c.Command:
    if who == "d":
        return _dealer(record.prizes, verb, *rest)
    if who[0] != "p" or int(who[1:]) < 1:
        raise ValueError
    position = record.seats[int(who[1:]) - 1]
    match verb:
        case "post":
            stayed = rest[-1] == "carried"
            wager, cents, *tokens = rest[:-1] if stayed else rest
            return c.Place(
                position=position, wager=Wager(wager), cents=int(cents), tokens_cents=_tokens(tokens), carried=stayed
            )
        case "take-back":
            return c.Withdraw(position=position, wager=Wager(*rest))
        case "cbr":
            cents, *tokens = rest
            return c.Bet(position=position, cents=int(cents), tokens_cents=_tokens(tokens))
        case "blind":
            third, fourth, fifth = map(int, rest)
            return c.BetBlind(position=position, cents=(third, fourth, fifth))
        case _:
            if rest:
                raise ValueError
            return _PLAIN[verb](position=position)  # type: ignore[return-value]


def _tokens(words: list[str]) -> int:
    match words:
        case []:
            return 0
        case ["tokens", cents]:
            return int(cents)
        case _:
            raise ValueError


def _dealer(prizes: tuple[c.MeterPrize, ...], verb: str, *rest: str) -> c.Command:
    match verb, *rest:
        case "deal", cards:
            known = cards_of(cards)
            return c.Deal(cards=None if None in known else known)  # type: ignore[arg-type]
        case "db", card:
            return c.Reveal(card=parse_card(card))
        case ["settle"]:
            return c.Settle(prizes=prizes)
        case "void", *clause:
            return c.VoidRound(clause=" ".join(clause), jackpots_back=True)
        case _:
            raise ValueError


def cards_of(written: str) -> tuple[Card | None, ...]:
    """Cards written one after another, those that were not shown as ``??``."""
    pairs = [written[place : place + 2] for place in range(0, len(written), 2)]
    return tuple(None if pair == HIDDEN else parse_card(pair) for pair in pairs)


def replay(record: HandRecord, book_of: Callable[[str, str], Rulebook]) -> State:
    """Play a written hand through the rules. `InputError` if they give other results, or the deal is not proved."""
    book = book_of(record.book, record.book_hash)
    state: State | None = None
    left: list[Card | None] = []
    for command in commands(record):
        if isinstance(command, c.Deal):
            left += next(cards_of(line.split()[2]) for line in record.actions if line.startswith("d deal "))
        if isinstance(command, c.Reveal) and state is not None and dealt_when_due(book, state):
            left.append(command.card)
        try:
            for event in decide(book, state, command):
                state = evolve(state, event)
        except Refused as refused:
            raise InputError(f"round {record.round}: the book refuses what the file tells: {refused}") from None
    if state is None or (state.phase in OVER) != (record.status != "open"):
        raise InputError(f"round {record.round}: the file says that it is {record.status}; its actions do not")
    if state.results != record.results:
        raise InputError(f"round {record.round}: the rules give other results than the file")
    if record.secret:
        proved = tuple(card for card in left if card is not None)
        check(Deal(record.round, record.commitment, bytes.fromhex(record.secret), record.seed, proved))
    return state
