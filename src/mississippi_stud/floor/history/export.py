"""Rounds for other programs: as CSV, as JSON, and as poker hand histories that can be replayed.

Of a round that is over everything is written, for its secret has been revealed; of one under way only what its player
sees.
"""

import csv
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any, Final, TextIO, assert_never

import msgspec

from mississippi_stud import hands
from mississippi_stud.cards import text as cards_text
from mississippi_stud.errors import InputError
from mississippi_stud.floor import game as g
from mississippi_stud.floor import recall
from mississippi_stud.floor.meters import contribution
from mississippi_stud.floor.notation import HandRecord, actions, phhs
from mississippi_stud.floor.proof import left_deck
from mississippi_stud.floor.recall import Happened, Past, Wanted
from mississippi_stud.floor.write import GamesRead
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.state import exact
from mississippi_stud.jackpot.table import settle_prizes
from mississippi_stud.money import Cents, text
from mississippi_stud.round import events as e
from mississippi_stud.round.state import Ending, Hand, Outcome, State
from mississippi_stud.round.view import Role, view
from mississippi_stud.rulebooks.load import BOOKS, content_hash, rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.words import Wager
from mississippi_stud.store.database import Database


class Format(StrEnum):
    """How rounds are written."""

    CSV = "csv"
    JSON = "json"
    TOML = "toml"


PAGE: Final = 200
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def written_time(at: int) -> str:
    """A moment as ISO 8601 writes it, in UTC."""
    return (_EPOCH + timedelta(microseconds=at)).isoformat(timespec="microseconds").replace("+00:00", "Z")


def record(database: Database, stream: str, number: int) -> HandRecord:
    """One round, written down."""
    return _record(database, GamesRead(database), recall.past(database, stream, number))


def records(database: Database, wanted: Wanted) -> Iterator[HandRecord]:
    """The rounds that are wanted, the latest first."""
    books = GamesRead(database)
    offset = 0
    while page := recall.history(database, wanted, limit=PAGE, offset=offset):
        yield from (_record(database, books, each) for each in page)
        offset += PAGE


def _record(database: Database, books: GamesRead, past: Past) -> HandRecord:
    book = books.book(past.book)
    events = list(recall.happened(database, past.stream, past.number))
    state = events[-1].game.round
    if state is None:
        raise InputError(f"the round {past.id} has not opened")
    shown = next((each.event for each in events if isinstance(each.event, g.SecretRevealed)), None)
    on_meters = [event for each in events for event in recall.on_meters(database, each)]
    hidden = partial(_left, book, past.player, shown is not None)
    return HandRecord(
        round=past.id,
        table=past.stream,
        hand=past.number,
        players=tuple(hand.player for hand in state.hands.values()),
        seats=tuple(state.hands),
        currency=book.money.currency.value.value,
        book=book.id,
        book_hash=past.book,
        status=past.status,
        opened=written_time(past.opened_at),
        ended="" if past.ended_at is None else written_time(past.ended_at),
        actions=tuple(actions(book, _commands(events), hidden)),
        hole=_holes(book, state, past.player, shown is not None),
        board=cards_text(card for card in state.community[: state.revealed] if card is not None),
        hand_made=_made(state) if shown else "",
        wagers_cents={
            str(position): {wager.value: stake.cents for wager, stake in hand.stakes.items()}
            for position, hand in state.hands.items()
        },
        net_cents=past.net_cents,
        funds_before_cents=past.funds_before_cents,
        funds_after_cents=past.funds_after_cents,
        contributed_exact=exact(sum(map(contribution, on_meters), Fraction(0))),
        prizes=settle_prizes(book, (each for each in on_meters if isinstance(each, je.Event))) if on_meters else (),
        reason=shown.voided if shown else "",
        commitment=past.commitment,
        seed=events[-1].game.seed,
        secret=shown.secret if shown else "",
        setup=state.setup,
        results=state.results,
    )


def _commands(events: list[Happened]) -> Iterator[tuple[State | None, list[e.Event]]]:
    """The round's own events, by the command that caused them, after the state before it."""
    for _, group in groupby(events, key=lambda each: each.record.command_id):
        own = [each for each in group if isinstance(each.event, e.Event)]
        if own:
            yield own[0].before.round, [each.event for each in own]  # type: ignore[misc]


def _left(book: Rulebook, player: str, over: bool, before: State, dealt: e.CardsDealt) -> tuple[int | None, ...]:
    """The cards as they left the deck; while the round is under way, those that its player has been shown."""
    if over:
        return left_deck(book, before, dealt)
    own = {position: held for position, held in dealt.hole.items() if _own(before.hands[position], player)}
    public = g.public(dealt)
    assert isinstance(public, e.CardsDealt)  # noqa: S101
    return left_deck(book, before, msgspec.structs.replace(public, hole={**public.hole, **own}))


def _own(hand: Hand, player: str) -> bool:
    return hand.player == player and not hand.blind


def _holes(book: Rulebook, state: State, player: str, over: bool) -> dict[str, str]:
    """The players' cards by position."""
    seen = view(book, state, Role.PLAYER, player).hands
    held = [(hand.position, hand.hole) for hand in (state.hands.values() if over else seen)]
    return {str(position): cards_text(card for card in cards if card is not None) for position, cards in held}


def _made(state: State) -> str:
    """What the first hand made, if it was in the round to the end."""
    hand = next(iter(state.hands.values()))
    cards = [card for card in (*hand.hole, *state.community[: state.revealed]) if card is not None]
    gone = hand.ending not in (None, Ending.CONCEDED) or any(each.outcome is Outcome.VOID for each in state.results)
    return "" if gone or len(cards) != 5 else str(hands.five(*cards))


def book_from(kept: Callable[[str], Rulebook] | None = None) -> Callable[[str, str], Rulebook]:
    """Where `notation.replay` finds a book: among those that a floor has kept, or those that come with the package."""

    def found(name: str, content: str) -> Rulebook:
        if kept is not None:
            return kept(content)
        if name in BOOKS and content_hash(rulebook(name)) == content:
            return rulebook(name)
        raise InputError(f"the hand was played under the book {name} of hash {content}, which is not at hand")

    return found


# Writing many.


def write(database: Database, wanted: Wanted, kind: Format, out: TextIO) -> int:
    """Write the rounds that are wanted to a text file; gives how many."""
    seen = 0

    def counted() -> Iterator[HandRecord]:
        nonlocal seen
        for seen, each in enumerate(records(database, wanted), start=1):  # noqa: B007 - what it is at the end
            yield each

    match kind:
        case Format.CSV:
            _write_csv(counted(), out)
        case Format.JSON:
            _write_json(counted(), out)
        case Format.TOML:
            out.writelines(phhs(counted()))
        case _:
            assert_never(kind)
    return seen


def _write_json(rounds: Iterator[HandRecord], out: TextIO) -> None:
    out.write("[")
    for number, each in enumerate(rounds):
        out.write((",\n" if number else "\n") + msgspec.json.encode(_plain(each)).decode())
    out.write("\n]\n")


def _plain(each: HandRecord) -> dict[str, Any]:
    tree = msgspec.json.decode(msgspec.json.encode(each))
    return {key.removeprefix("_"): value for key, value in tree.items()}


_COLUMNS: Final = ("round", "player", "book", "book_hash", "status", "opened", "ended", "currency", "hole", "board")
_MONEY: Final = ("wagered", "won", "returned", "net", "funds_before", "funds_after", "contributed_cents")
_LAST: Final = ("hand_made", "reason", "commitment", "seed", "secret")


def _write_csv(rounds: Iterator[HandRecord], out: TextIO) -> None:
    """A line for each round; amounts in dollars and cents, a column for what each wager staked."""
    wagers = [wager.value for wager in Wager]
    writer = csv.DictWriter(out, [*_COLUMNS, *wagers, *_MONEY, *_LAST], lineterminator="\n")
    writer.writeheader()
    for each in rounds:
        writer.writerow({key: _cell(value) for key, value in _csv_row(each).items()})


def _csv_row(each: HandRecord) -> dict[str, str]:
    staked: Counter[str] = Counter()
    for wagers in each.wagers_cents.values():
        staked.update(wagers)
    row = {name: str(getattr(each, name)) for name in (*_COLUMNS, *_LAST) if name not in ("player", "hole")}
    row["player"] = each.players[0]
    row["hole"] = "; ".join(each.hole.values())
    row |= {wager: text(Cents(cents)) for wager, cents in staked.items()}
    row["wagered"] = text(Cents(staked.total()))
    row["won"] = text(sum(result.won_cents for result in each.results))  # type: ignore[arg-type]
    row["returned"] = text(sum(result.returned_cents for result in each.results))  # type: ignore[arg-type]
    row["net"] = text(each.net_cents) if each.results else ""  # type: ignore[arg-type]
    for name, held in (("funds_before", each.funds_before_cents), ("funds_after", each.funds_after_cents)):
        row[name] = "" if held is None else text(Cents(held))
    row["contributed_cents"] = each.contributed_exact
    return row


def _cell(value: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    numeric = value.removeprefix("-").replace(".", "", 1).isdecimal()
    return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") and not numeric else value
