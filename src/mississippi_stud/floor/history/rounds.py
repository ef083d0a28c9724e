"""The projections of tables: their rounds, the hands played in them, and how each was played."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text

from mississippi_stud import cards
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.hands import five
from mississippi_stud.round import events as r
from mississippi_stud.round.state import Ending, Outcome, PlayerHand, State
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store.entries import HeldBalance, ProjectionRow
from mississippi_stud.store.schema import projections
from mississippi_stud.table import events as e
from mississippi_stud.table.state import DealingMode
from mississippi_stud.table.state import Table as GamingTable

rounds = Table(
    "rounds",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("book", String(64), nullable=False),  # the content hash of its rule book
    Column("house", String(40), nullable=False),  # the house of the table
    Column("status", String(20), nullable=False),  # open, settled, void
    Column("opened_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("first_version", BigInteger, nullable=False),
    Column("last_version", BigInteger),
    Column("commitment", String(64), nullable=False),  # empty if real cards are dealt
    Column("revealed", Integer, nullable=False),
    Index("rounds_in_order", "opened_at"),
    Index("rounds_of_a_house", "house", "opened_at"),
    Index("rounds_ended_in_a_house", "house", "ended_at"),
)

hands = Table(
    "hands",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("player", String(80), nullable=False),
    Column("opened_at", BigInteger, nullable=False),  # when its first wager was placed
    Column("wagered_cents", BigInteger, nullable=False),
    Column("net_cents", BigInteger, nullable=False),  # 0 until the round has ended; excludes a pending prize
    Column("validated_cents", BigInteger),  # what a pending prize paid later
    Column("funds_before_cents", BigInteger),  # what the player held before the first wager
    Column("funds_after_cents", BigInteger),  # and after the round's latest transfer
    Index("hands_of_a_player", "player", "opened_at"),
)

plays = Table(
    "plays",  # of settled hands
    projections,
    Column("stream", String(80), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("wagers", Text, nullable=False),  # JSON: by wager or prize, what was staked and what was paid and returned
    Column("folded_on", String(20), nullable=False),  # the street, or empty
    Column("cards", String(20), nullable=False),  # as its player saw them; only if nobody else was at the table
    Column("made", String(20), nullable=False),  # the hand at the showdown, or empty
)

seats = Table(
    "seats",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("player", String(80), nullable=False, index=True),  # empty if nobody sits there
)

TABLES: Final = (rounds, hands, plays, seats)
_WITHOUT_RESULT: Final = (Ending.VOID, Ending.MISDEALT, Ending.RETURNED)


def rows(
    stream: str, before: GamingTable | None, after: GamingTable, event: e.Event, version: int, at: int
) -> Iterator[ProjectionRow]:
    """Yield the projection rows that an event of a table changes."""
    match event:
        case r.RoundOpened():
            committed = after.committed
            yield _round(
                stream,
                after.number,
                book=after.book,
                house=house_at(after),
                status="open",
                opened_at=at,
                first_version=version,
                commitment="" if committed is None else committed.commitment,
                revealed=0,
            )
        case r.WagerPlaced() | r.WagerWithdrawn() if after.contest:
            pass  # these are tournament chips, and may be secret; the tournament has its own history
        case r.WagerPlaced(position=position) | r.WagerWithdrawn(position=position):
            yield from _wagered(stream, before, after, position, at)
        case e.EntryTakenBack() if before is not None and before.entry is not None:
            for position, hand in before.entry.before.hands.items():
                if hand.stakes:
                    yield from _wagered(stream, before, after, position, at)
        case r.RoundSettled() | r.RoundVoided():
            status = "settled" if isinstance(event, r.RoundSettled) else "void"
            yield _round(stream, after.number, status=status, ended_at=at, last_version=version)
            if after.last_round is not None and not after.contest:
                yield from _ended(stream, after, after.last_round)
                if status == "settled":
                    alone = after.positions == 1 and after.dealt is DealingMode.AUTOMATIC
                    yield from _played(stream, after.number, after.last_round, alone)
        case e.Seated(position=position, player=player):
            yield _seat(stream, position, player)
        case e.SeatLeft(position=position):
            yield _seat(stream, position, "")
        case e.TableClosed():
            yield from (_seat(stream, position, "") for position in after.seats)
        case e.SecretRevealed(number=number):
            yield _round(stream, number, revealed=1, last_version=version)
        case e.PrizeValidated(prize=number) if before is not None:
            prize = next(each for each in before.pending if each.number == number)
            key = {"stream": stream, "round": prize.round, "position": prize.position}
            yield ProjectionRow("hands", key, {"validated_cents": prize.cents})
        case _:
            pass


def _seat(stream: str, position: int, player: str) -> ProjectionRow:
    return ProjectionRow("seats", {"stream": stream, "position": position}, {"player": player})


def _round(stream: str, number: int, **values: Any) -> ProjectionRow:
    return ProjectionRow("rounds", {"stream": stream, "round": number}, values)


def purse(table: GamingTable, player: str) -> str:
    """Return the account that a player's wagers come from: their own, or at a table with chips one that only counts.

    Chips are outside money, as the house's is: what that account holds is what the player has won there, or lost.
    """
    return f"house:chips:{player}" if table.chips else f"player:{player}"


def _hand(stream: str, table: GamingTable, hand: PlayerHand, **values: Any) -> ProjectionRow:
    values["wagered_cents"] = sum(stake.cents for stake in hand.stakes.values())
    values["funds_after_cents"] = HeldBalance(purse(table, hand.player))
    return ProjectionRow("hands", {"stream": stream, "round": table.number, "position": hand.position}, values)


def _wagered(
    stream: str, before: GamingTable | None, after: GamingTable, position: int, at: int
) -> Iterator[ProjectionRow]:
    """Yield the rows for a wager placed or withdrawn; a hand's first wager sets its player and opening time."""
    if after.round is None:
        return
    hand = after.round.hands[position]
    values: dict[str, Any] = {}
    if before is None or before.round is None or not before.round.hands[position].stakes:
        held = HeldBalance(purse(after, hand.player), before=True)
        values = {"player": hand.player, "opened_at": at, "net_cents": 0, "funds_before_cents": held}
    yield _hand(stream, after, hand, **values)
    for other in after.round.hands.values():
        if other.player == hand.player and other.position != position and other.stakes:
            yield _hand(stream, after, other)


def _ended(stream: str, table: GamingTable, state: State) -> Iterator[ProjectionRow]:
    for position, hand in state.hands.items():
        if hand.stakes:
            yield _hand(stream, table, hand, net_cents=net_cents(state, position))


def _played(stream: str, number: int, state: State, alone: bool) -> Iterator[ProjectionRow]:
    """Yield how each hand was played; `alone`: its secret is revealed in this commit, and no other hand with it."""
    board = state.community[: state.revealed]
    for position, hand in state.hands.items():
        if Wager.ANTE not in hand.stakes or hand.ending in _WITHOUT_RESULT:
            continue
        known = [card for card in (*hand.hole, *board) if card is not None]
        to_the_end = hand.ending in (None, Ending.CONCEDED) and len(known) == len(hand.hole) + len(state.community)
        values = {
            "wagers": msgspec.json.encode(_paid(state, hand)).decode(),
            "folded_on": str(hand.ended_on or "") if hand.ending is Ending.FOLDED else "",
            "cards": cards.text(known) if alone else "",
            "made": five(*known).key if to_the_end else "",
        }
        yield ProjectionRow("plays", {"stream": stream, "round": number, "position": position}, values)


def _paid(state: State, hand: PlayerHand) -> dict[str, tuple[int, int]]:
    """Return what was staked on each wager of a hand and what came back; a carried wager counts in a later round."""
    stakes = {str(wager): stake.cents for wager, stake in hand.stakes.items()}
    found: dict[str, tuple[int, int]] = {}
    for each in state.results:
        if each.position == hand.position and each.outcome is not Outcome.CARRIED:
            staked, paid = found.get(each.wager, (stakes.get(each.wager, 0), 0))
            found[each.wager] = staked, paid + each.won_cents + each.returned_cents
    return found
