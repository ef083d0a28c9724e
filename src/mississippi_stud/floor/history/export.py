"""Exports rounds as CSV, as JSON and as poker hand histories that can be replayed, and streams as JSON lines.

**What is hidden from whom.** The house's own export has all cards of a finished round; for a round under way it has
only what everybody at the table sees, since a file is not sealed as the log is. A player's own history has what that
player saw: other people's cards only if they were turned up, otherwise ``??``, and nobody else's money. A round's
secret becomes public when the round ends, which lets anyone prove the deal; but it reveals the whole deck, folded hands
included. It is therefore left out of a player's history that hides somebody else's hand; the proof is available
separately (`proof.prove`, `mstud verify round`).
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple, TextIO, assert_never, cast

import msgspec

from mississippi_stud import hands
from mississippi_stud.cards import Card
from mississippi_stud.cards import text as cards_text
from mississippi_stud.errors import InputError
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.deals import deck_order
from mississippi_stud.floor.history.notation import HIDDEN, HandRecord, actions, phhs
from mississippi_stud.floor.history.recall import HistorySource, PastHand, PastRound, Players, RoundFilter, Transition
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.evolve import contribution
from mississippi_stud.jackpot.link import settle_prizes
from mississippi_stud.jackpot.state import exact
from mississippi_stud.money import Cents, text
from mississippi_stud.round import events as r
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.round.state import Ending, Outcome, State
from mississippi_stud.round.view import Role, view
from mississippi_stud.rulebooks.load import BOOKS, content_hash, rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import events as e


class Format(StrEnum):
    """The formats in which rounds are exported."""

    CSV = "csv"
    JSON = "json"
    TOML = "toml"


PAGE: Final = 200
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def written_time(at: int) -> str:
    """Return a time in ISO 8601 format, in UTC."""
    return (_EPOCH + timedelta(microseconds=at)).isoformat(timespec="microseconds").replace("+00:00", "Z")


def record(source: HistorySource, table: str, number: int, seen_by: str | None = None) -> HandRecord:
    """Return the record of one round: the house's own, or the round as a player saw it."""
    return _record(source, recall.past(source, table, number), seen_by)


def records(
    source: HistorySource, wanted: RoundFilter, seen_by: Players | None = None, limit: int | None = None
) -> Iterator[HandRecord]:
    """Yield records of the wanted rounds, latest first: the house's own, or the rounds as a player saw them."""
    offset = 0
    while page := recall.history(source, wanted, limit=_left(limit, offset), offset=offset):
        yield from (_record(source, each, _viewer(each, seen_by)) for each in page)
        offset += PAGE


def _viewer(past: PastRound, seen_by: Players | None) -> str | None:
    """Return the id under which somebody saw a round: the one with which they played it, if they had several."""
    if seen_by is None or isinstance(seen_by, str):
        return seen_by
    return next((hand.player for hand in past.of(seen_by)), seen_by[0])


def _left(limit: int | None, offset: int) -> int:
    """Return how many rounds to read next."""
    return PAGE if limit is None else max(min(PAGE, limit - offset), 0)


class _Cards(NamedTuple):
    """The cards of a round that a record shows; the others are None."""

    whole: bool
    """Whether everything in the log is shown."""
    hole: dict[int, tuple[Card | None, ...]]
    community: tuple[Card | None, ...]
    bonus: tuple[Card | None, ...]

    def deck_order(self, book: Rulebook, before: State, dealt: r.CardsDealt) -> tuple[Card | None, ...]:
        """Return the cards in the order they left the deck, hidden ones as None."""
        if self.whole:
            return deck_order(book, before, dealt)
        shown = r.CardsDealt(
            hole={position: _masked(held, self.hole[position]) for position, held in dealt.hole.items()},
            community=_masked(dealt.community, self.community),
            bonus_cards=_masked(dealt.bonus_cards, self.bonus),
            burnt=(None,) * len(dealt.burnt),
        )
        return deck_order(book, before, shown)


def _masked(dealt: tuple[Card | None, ...], seen: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """Return the cards that were known when dealt and have been seen; the others as None."""
    return tuple(None if card is None else shown for card, shown in zip(dealt, seen, strict=True))


def _record(source: HistorySource, past: PastRound, seen_by: str | None) -> HandRecord:
    book = source.book(past.book)
    moments = list(recall.moments(source, past))
    state = moments[-1].after
    if state is None:
        raise InputError("round-unopened", round=past.id)
    shown = next((each.event for each in moments if isinstance(each.event, e.SecretRevealed)), None)
    over = past.status != "open"
    cards = _cards(book, moments, state, seen_by, over)
    on_meters = list(_on_meters(source, past.stream, moments)) if state.setup.meter else []
    prizes = _prizes(book, state, on_meters)
    public = (lambda event: event) if cards.whole else source.streams.kind_of(past.stream).public
    events = [_shown(each.event, over) for each in moments if isinstance(each.event, r.Event)]
    own = [hand for hand in past.hands if seen_by in (None, hand.player)]
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
        seen_by=seen_by or "",
        actions=tuple(actions(book, events, partial(cards.deck_order, book), public, prizes)),
        hole={str(position): _text(held) for position, held in cards.hole.items()},
        board=cards_text(card for card in state.community[: state.revealed] if card is not None),
        hands_made=dict(_made(state, cards)) if over else {},
        wagers_cents={
            str(position): {
                wager.value: stake.cents for wager, stake in hand.stakes.items() if over or not stake.secret
            }
            for position, hand in state.hands.items()
        },
        net_cents=_by_position("net_cents", past.hands) if over else {},
        validated_cents=_by_position("validated_cents", past.hands),
        funds_before_cents=_by_position("funds_before_cents", own),
        funds_after_cents=_by_position("funds_after_cents", own),
        contributed_exact=exact(sum(map(contribution, on_meters), Fraction(0))),
        prizes=prizes,
        reason=shown.voided if shown else "",
        commitment=past.commitment,
        seeds={str(position): seed for position, seed in _seeds(moments, shown).items()},
        secret=shown.secret if shown and cards.whole else "",
        setup=state.setup,
        results=state.results,
    )


def _shown(event: r.Event, over: bool) -> r.Event:
    """Return an event as a record shows it: nobody reads a secret wager before the round is over."""
    secret = isinstance(event, r.WagerPlaced) and event.stake.secret and not over
    return cast(r.Event, e.public(event)) if secret else event


def _by_position(name: str, played: Iterable[PastHand]) -> dict[str, int]:
    return {str(hand.position): getattr(hand, name) for hand in played if getattr(hand, name) is not None}


def _seeds(moments: Iterable[Transition], shown: e.SecretRevealed | None) -> dict[int, str]:
    if shown is not None:
        return dict(shown.seeds)
    return {each.event.position: each.event.seed for each in moments if isinstance(each.event, e.SeedOpened)}


# The cards.


def _cards(book: Rulebook, moments: list[Transition], state: State, seen_by: str | None, over: bool) -> _Cards:
    """Return the cards that a record shows: all those in the log, or all that a person saw at any time."""
    whole = _Cards(True, {n: hand.hole for n, hand in state.hands.items()}, state.community, state.bonus_cards)
    if seen_by is None and over:
        return whole
    seen = whole._replace(
        whole=False,
        hole={n: (None,) * len(held) for n, held in whole.hole.items()},
        community=(None,) * len(whole.community),
        bonus=(None,) * len(whole.bonus),
    )
    for each in moments:
        if each.after is not None and isinstance(each.event, r.Event):
            seen = _seen(book, seen, each.after, seen_by)
    if over and seen.hole == whole.hole:
        return whole  # no hand is hidden: neither somebody else's nor a blind one of their own
    return seen


def _seen(book: Rulebook, seen: _Cards, state: State, person: str | None) -> _Cards:
    """Return the cards that a person has seen before or sees now."""
    now = view(book, state, Role.SPECTATOR if person is None else Role.PLAYER, person)
    return seen._replace(
        hole={**seen.hole, **{hand.position: _both(seen.hole[hand.position], hand.hole) for hand in now.hands}},
        community=_both(seen.community, now.community),
        bonus=_both(seen.bonus, now.bonus_cards),
    )


def _both(before: tuple[Card | None, ...], now: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    if len(now) != len(before):
        return before  # not dealt yet
    return tuple(old if new is None else new for old, new in zip(before, now, strict=True))


def _text(cards: Iterable[Card | None]) -> str:
    return " ".join(HIDDEN if card is None else cards_text([card]) for card in cards)


def _made(state: State, cards: _Cards) -> Iterator[tuple[str, str]]:
    """Yield the five-card hand of each position that stayed in to the end and is shown."""
    if any(each.outcome is Outcome.VOID for each in state.results):
        return
    for position, hand in state.hands.items():
        held = [card for card in (*cards.hole[position], *state.community[: state.revealed]) if card is not None]
        if hand.ending in (None, Ending.CONCEDED) and len(held) == 5:
            yield str(position), str(hands.five(*held))


# The meters.


def _on_meters(source: HistorySource, table: str, moments: Iterable[Transition]) -> Iterator[Any]:
    """Yield what the commands of a round did to the meters."""
    for command_id in dict.fromkeys(each.record.command_id for each in moments):
        yield from (each.event for each in recall.caused(source, command_id, table) if isinstance(each.event, je.Event))


def _prizes(book: Rulebook, state: State, on_meters: list[Any]) -> tuple[MeterPrize, ...]:
    """Return the prizes that the meter or the house paid in a round, or will pay once they are validated."""
    if not on_meters or book.jackpot is None:
        return ()
    waits = any(each.outcome is Outcome.PENDING for each in state.results)
    return settle_prizes(book, on_meters, validated=waits)


def book_from(kept: Callable[[str], Rulebook] | None = None) -> Callable[[str, str], Rulebook]:
    """Return a rule book lookup for `notation.replay`: a floor's stored books, or those that come with the package."""

    def found(name: str, content: str) -> Rulebook:
        if kept is not None:
            return kept(content)
        if name in BOOKS and content_hash(rulebook(name)) == content:
            return rulebook(name)
        raise InputError("history-book", book=name, hash=content)

    return found


# Writing many rounds.


def stream_lines(source: HistorySource, stream: str) -> Iterator[str]:
    """Yield a stream of any kind as JSON lines, with the public part of each event."""
    for step in recall.stream(source, stream):
        line = {
            "stream": step.stream,
            "version": step.version,
            "at": written_time(step.at),
            "actor": step.actor,
            "command": step.command_id,
            "event": step.event,
        }
        yield msgspec.json.encode(line).decode() + "\n"


def write(
    source: HistorySource,
    wanted: RoundFilter,
    kind: Format,
    out: TextIO,
    seen_by: Players | None = None,
    limit: int | None = None,
) -> int:
    """Write the wanted rounds, or the last of them, to a text file; return how many there were."""
    seen = 0

    def counted() -> Iterator[HandRecord]:
        nonlocal seen
        for seen, each in enumerate(records(source, wanted, seen_by, limit), start=1):  # noqa: B007 - its last value is used
            yield each

    match kind:
        case Format.CSV:
            _write_csv(counted(), wanted.player, out)
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
        tree = {key.removeprefix("_"): value for key, value in msgspec.to_builtins(each).items()}
        out.write((",\n" if number else "\n") + msgspec.json.encode(tree).decode())
    out.write("\n]\n")


_ROUND: Final = ("round", "book", "book_hash", "status", "opened", "ended", "currency", "board")
_COLUMNS: Final = ("round", "player", "position", *_ROUND[1:-1], "hole", "board")
_MONEY: Final = ("wagered", "won", "returned", "net", "validated", "funds_before", "funds_after", "contributed_cents")
_LAST: Final = ("reason", "commitment", "secret")


def _write_csv(rounds: Iterator[HandRecord], player: Players | None, out: TextIO) -> None:
    """Write a line per hand, of all players or one; amounts in dollars and cents, a column for each wager's stake."""
    wagers = [wager.value for wager in Wager]
    columns = [*_COLUMNS, *wagers, *_MONEY, "hand_made", "seed", *_LAST]
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    for each in rounds:
        played = [position for position, staked in each.wagers_cents.items() if staked or position in each.net_cents]
        for position in played or ("",):
            row = _csv_row(each, position)
            if player is None or row["player"] in recall.ids(player):
                writer.writerow({key: _cell(value) for key, value in row.items()})


def _csv_row(each: HandRecord, position: str) -> dict[str, str]:
    """Return the row of a hand; without a position, the row of a round in which nobody wagered."""
    staked = each.wagers_cents.get(position, {})
    results = [result for result in each.results if str(result.position) == position]
    row = {name: str(getattr(each, name)) for name in (*_ROUND, *_LAST)}
    row |= {"position": position, "contributed_cents": each.contributed_exact}
    row["player"] = each.players[each.seats.index(int(position))] if position else ""
    texts = {"hole": each.hole, "hand_made": each.hands_made, "seed": each.seeds}
    row |= {name: held[position] for name, held in texts.items() if position in held}
    amounts = {**staked, "wagered": sum(staked.values())}
    amounts["won"] = sum(result.won_cents for result in results)
    amounts["returned"] = sum(result.returned_cents for result in results)
    for name in ("net", "validated", "funds_before", "funds_after"):
        if position in (held := getattr(each, f"{name}_cents")):
            amounts[name] = held[position]
    return row | {name: text(Cents(cents)) for name, cents in amounts.items()}


def _cell(value: str) -> str:
    """Return the text, escaped if a spreadsheet would take it for a formula."""
    numeric = value.removeprefix("-").replace(".", "", 1).isdecimal()
    return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") and not numeric else value
