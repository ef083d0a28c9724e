"""How a player's settled hands were played, from the projections: what statistics are worked out from."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Select, and_, func, select

from mississippi_stud.cards import Card, parse
from mississippi_stud.floor.history.recall import HistorySource, Players, ids
from mississippi_stud.floor.history.rounds import hands, plays, rounds
from mississippi_stud.hands import Hand
from mississippi_stud.store import Database

_HANDS: Final = {hand.key: hand for hand in Hand}
_WAGERS: Final = msgspec.json.Decoder(dict[str, tuple[int, int]])


class PlayedHand(NamedTuple):
    """A settled hand as its player played it. Times are microseconds since 1970, amounts cents."""

    table: str
    """The stream of its table."""
    number: int
    """That of its round."""
    book: str
    """The content hash of its rule book."""
    opened_at: int
    ended_at: int
    wagers: Mapping[str, tuple[int, int]]
    """By wager or prize: what was staked, and what was paid and returned."""
    folded_on: str
    """The street, or empty."""
    cards: tuple[Card, ...]
    """The player's two cards and those turned; none unless the table was theirs alone."""
    made: Hand | None
    """The hand at the showdown, if it came to that."""
    validated_cents: int
    """What a prize paid that was still to be validated when the round was settled."""


class SettledHand(NamedTuple):
    """How a hand ended, whoever played it."""

    made: str
    """The hand at the showdown, or empty."""
    folded_on: str
    """The street, or empty."""
    wagers: Mapping[str, tuple[int, int]]
    """By wager or prize: what was staked, and what was paid and returned."""


def _of(player: Players, *columns: Any) -> Select[Any]:
    """Select columns of a player's settled hands."""
    same_round = and_(rounds.c.stream == hands.c.stream, rounds.c.round == hands.c.round)
    keys = ("stream", "round", "position")
    same_hand = and_(*(plays.c[name] == hands.c[name] for name in keys))
    joined = hands.join(rounds, same_round).join(plays, same_hand)
    return select(*columns).select_from(joined).where(hands.c.player.in_(ids(player)))


def played(source: HistorySource, player: Players) -> Iterator[PlayedHand]:
    """Yield a player's settled hands, the first first."""
    validated = func.coalesce(hands.c.validated_cents, 0)
    columns = (rounds.c.stream, rounds.c.round, rounds.c.book, rounds.c.opened_at, rounds.c.ended_at, plays.c.wagers)
    order = (rounds.c.ended_at, rounds.c.stream, rounds.c.round, hands.c.position)
    chosen = _of(player, *columns, plays.c.folded_on, plays.c.cards, plays.c.made, validated).order_by(*order)
    with source.database.transaction() as connection:
        found = connection.execute(chosen).all()
    for table, number, book, opened_at, ended_at, wagers, folded_on, cards, made, prize in found:
        seen, staked = parse(cards) if cards else (), _WAGERS.decode(wagers)
        hand = _HANDS.get(made)
        yield PlayedHand(table, number, book, opened_at, ended_at, staked, folded_on, seen, hand, int(prize))


def settled(database: Database, book: str) -> Iterator[tuple[SettledHand, int]]:
    """Yield how the settled hands under a rule book, by its content hash, ended, and how many ended so.

    Without those that were surrendered, or lost on a ruling.
    """
    same_round = and_(rounds.c.stream == plays.c.stream, rounds.c.round == plays.c.round)
    columns = (plays.c.made, plays.c.folded_on, plays.c.wagers)
    chosen = select(*columns, func.count()).select_from(plays.join(rounds, same_round))
    with database.transaction() as connection:
        found = connection.execute(chosen.where(rounds.c.book == book).group_by(*columns)).all()
    for made, folded_on, wagers, count in found:
        if made or folded_on:
            yield SettledHand(made, folded_on, _WAGERS.decode(wagers)), int(count)


def mark(source: HistorySource, player: Players) -> tuple[int, ...]:
    """Return numbers that change whenever `played` does: whoever remembers what followed from it need not ask again."""
    numbers = func.count(), func.coalesce(func.max(rounds.c.ended_at), 0), func.count(hands.c.validated_cents)
    with source.database.transaction() as connection:
        return tuple(int(each) for each in connection.execute(_of(player, *numbers)).one())
