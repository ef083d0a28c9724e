"""Proofs from the log: that a past deal follows from its commitment, and that the table of rounds tells the truth."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import Deal, check
from mississippi_stud.floor import game as g
from mississippi_stud.floor import meters as m
from mississippi_stud.floor.recall import Happened, Past, Wanted, count, happened, history, past
from mississippi_stud.floor.write import GamesRead, decoded, decoded_meters, round_changes
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.state import Meter, Source
from mississippi_stud.round import events as e
from mississippi_stud.round.deal import dealt_when_due, places
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store import log
from mississippi_stud.store.audit import LogError
from mississippi_stud.store.database import Database


class Proof(NamedTuple):
    """A past deal that was proved: the round, its book, and everything that the proof stands on."""

    past: Past
    book: str
    deal: Deal


def left_deck(book: Rulebook, before: State, dealt: e.CardsDealt) -> tuple[Card | None, ...]:
    """The cards of a deal in the order in which they left the deck."""
    piles: dict[tuple[str, int], list[Card | None]] = {}
    for position, held in dealt.hole.items():
        piles["hole", position] = list(held)
    for name, cards in (("community", dealt.community), ("bonus", dealt.bonus_cards), ("burnt", dealt.burnt)):
        for place, card in enumerate(cards):
            piles[name, place] = [card]
    return tuple(piles[place].pop(0) for place in places(book, before))


def deal_of(book: Rulebook, stream: str, events: Iterable[Happened]) -> Deal:
    """What a round's events say of its deal, in the order in which they must come."""
    bound: g.RoundCommitted | None = None
    shown: g.SecretRevealed | None = None
    seed, cards = "", list[Card]()
    for each in events:
        match each.event:
            case g.RoundCommitted():
                bound = each.event
            case g.SeedChosen():
                seed = each.event.seed
            case e.CardsDealt() if each.before.round is not None:
                cards += (card for card in left_deck(book, each.before.round, each.event) if card is not None)
            case e.CardRevealed() if each.before.round is not None and dealt_when_due(book, each.before.round):
                cards.append(each.event.card)
            case g.SecretRevealed():
                shown = each.event
            case _:
                pass
    if bound is None:
        raise LogError(f"{stream}: a round begins without a commitment")
    name = g.round_id(stream, bound.number)
    if shown is None:
        raise InputError(f"the round {name} is not over: its secret is revealed when it ends")
    if (bound.number, bound.secret, seed) != (shown.number, shown.secret, shown.seed):
        raise LogError(f"round {name}: what was revealed is not what was sealed when it began")
    return Deal(name, bound.commitment, bytes.fromhex(shown.secret), seed, tuple(cards))


def prove(database: Database, stream: str, number: int) -> Proof:
    """Prove a past deal; `LogError` if it does not follow from what was published, `InputError` if it is not over."""
    found = past(database, stream, number)
    book = GamesRead(database).book(found.book)
    deal = deal_of(book, stream, happened(database, stream, number))
    if deal.commitment != found.commitment:
        raise LogError(f"round {deal.round_id}: the table of rounds names another commitment than the log")
    _check(deal)
    return Proof(found, book.id, deal)


def _check(deal: Deal) -> None:
    try:
        check(deal)
    except InputError as error:
        raise LogError(str(error)) from None


def verify_rounds(database: Database) -> int:
    """Replay every game: each past deal is proved, and the table of rounds says what the log says. Gives the rounds."""
    books = GamesRead(database)
    seen = 0
    for stream in log.streams(database):
        if stream.startswith("game:"):
            seen += _verify_game(database, books, stream)
    known = count(database, Wanted())
    if known != seen:
        raise LogError(f"the table of rounds has {known} rounds, and the log has {seen}")
    return seen


def _verify_game(database: Database, books: GamesRead, stream: str) -> int:
    """Replay a game round by round."""
    game: g.Game | None = None
    rows: dict[int, dict[str, Any]] = {}
    round_so_far: list[Happened] = []
    for record in log.read(database, stream):
        event = decoded(record)
        before, game = game, g.evolve_game(game, event)
        if isinstance(event, g.RoundCommitted):
            round_so_far = []
        if before is not None:
            round_so_far.append(Happened(record, event, before, game))
            rows.setdefault(game.number, {}).update(round_changes(game, event, record.version, record.at))
        if isinstance(event, g.SecretRevealed):
            _check(deal_of(books.book(game.book), stream, round_so_far))
    table = {each.number: each for each in history(database, Wanted(game=stream), limit=None)}
    for number, values in rows.items():
        found = table.get(number)
        if found is None or any(getattr(found, name) != value for name, value in values.items()):
            raise LogError(f"round {g.round_id(stream, number)}: the table of rounds does not say what the log says")
    return len(rows)


# The meters.


def verify_meters(database: Database) -> int:
    """Replay all meters: their values add up, their pools hold them, and the games tell the same. Gives the meters."""
    seen = 0
    for stream in log.streams(database):
        if stream.startswith("meters:"):
            seen += _verify_house(database, stream)
    return seen


def _verify_house(database: Database, stream: str) -> int:
    """Replay the meters of a house, and what each command did to them beside what it did to its game."""
    house: m.House | None = None
    by_game: dict[str, dict[str, list[tuple[int, m.Event]]]] = {}
    for record in log.read(database, stream):
        try:
            event = decoded_meters(record)
            house = m.evolve_meters(house, event)
        except (AssertionError, KeyError, ValueError, msgspec.DecodeError):
            said = f"{stream}: event {record.version} ({record.name}) cannot follow what was before it"
            raise LogError(said) from None
        table = getattr(event, "table", "")
        if isinstance(event, _OF_A_GAME) and table.startswith("game:"):
            by_game.setdefault(table, {}).setdefault(record.command_id, []).append((record.version, event))
    if house is None:
        return 0
    if log.facts(database, stream).get(stream) != house.book:
        raise LogError(f"the facts do not say that {stream} run by the book {house.book}")
    for meter in house.meters.meters.values():
        _check_meter(database, stream, meter)
    for game in {*by_game, *_games_on(database, stream)}:
        _check_same(database, stream, game, by_game.get(game, {}))
    return len(house.meters.meters)


_OF_A_GAME: Final = (je.GameRegistered, je.GameCancelled, je.WagersReturned, je.GameContinued, je.OutcomeRecorded)
"""What only a game's own command does to the meters."""


def _check_meter(database: Database, stream: str, meter: Meter) -> None:
    """The value is what the house and the tables gave, less the prizes; the pool holds it, rounded up to the cent."""
    gave = sum(map(Fraction, meter.gave_exact.values()), Fraction(0))
    given = Fraction(meter.house_exact) + gave + Fraction(meter.moved_exact)
    if gave != Fraction(meter.contributed_exact) or given - meter.prizes_cents != meter.value:
        raise LogError(f"{stream}: the meter {meter.id} does not hold what was given to it less its prizes")
    pool = m.account(stream.partition(":")[2], meter.id)
    held = log.balance(database, pool)
    if held != meter.pool_cents:
        raise LogError(f"{stream}: the meter {meter.id} is worth {meter.value} cents, and its pool {pool} holds {held}")


def _games_on(database: Database, stream: str) -> Iterator[str]:
    """The games that were opened with these meters."""
    for game in log.streams(database):
        if game.startswith("game:"):
            opened = decoded(next(log.read(database, game, until=1)))
            if isinstance(opened, g.GameOpened) and m.stream_of(opened.meters) == stream:
                yield game


def _check_same(database: Database, stream: str, game: str, on_meters: dict[str, list[tuple[int, m.Event]]]) -> None:
    """What a game's commands did to the meters is what the meters say that they did, and paid."""
    told: dict[str, tuple[int, int]] = {}
    paid: dict[str, int] = {}
    for record in log.read(database, game):
        event = decoded(record)
        if isinstance(event, g.MetersMoved):
            told[record.command_id] = event.after, event.until
        elif isinstance(event, e.RoundSettled):
            own = (each for each in event.results if (each.pays or "").endswith("of the meter"))
            paid[record.command_id] = sum(each.won_cents for each in own)
    for command_id in {*told, *on_meters}:
        after, until = told.get(command_id, (0, 0))
        versions = [version for version, _ in on_meters.get(command_id, ())]
        if not versions or not after < min(versions) <= max(versions) <= until:
            raise LogError(f"{game}: it and {stream} do not tell the same of the command {command_id}")
        records = list(log.read(database, stream, after=after, until=until))
        prizes = sum(_from_meter(decoded_meters(record)) for record in records)
        if any(record.command_id != command_id for record in records) or prizes != paid.get(command_id, 0):
            raise LogError(f"{game}: it and {stream} do not tell the same of the command {command_id}")


def _from_meter(event: m.Event) -> int:
    return event.prize.cents if isinstance(event, je.PrizePaid) and event.prize.source is Source.METER else 0
