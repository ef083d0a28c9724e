"""What a meter stood at when past rounds were settled."""

from collections.abc import Iterable
from fractions import Fraction

from sqlalchemy import and_, select

from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.recall import HistorySource, Players, Transition, ids
from mississippi_stud.floor.history.rounds import hands, rounds
from mississippi_stud.jackpot.events import OutcomeRecorded
from mississippi_stud.store import schema
from mississippi_stud.store.log import StoredEvent


def value_at(source: HistorySource, table: str, moments: Iterable[Transition]) -> Fraction | None:
    """Return the exact value in cents that a round's outcome was recorded at, or None if none was."""
    for command_id in dict.fromkeys(each.record.command_id for each in moments):
        for each in recall.caused(source, command_id, table):
            if isinstance(each.event, OutcomeRecorded):
                return Fraction(each.event.value_exact)
    return None


def values_since(source: HistorySource, player: Players, since: int) -> dict[tuple[str, int], Fraction]:
    """Return the values that the outcomes of a player's rounds that ended since then were recorded at.

    By table and number, in cents, for rounds whose outcome was recorded as they were settled.
    """
    settled, outcome = schema.events.alias(), schema.events.alias()
    in_round = settled.c.version.between(rounds.c.first_version, rounds.c.last_version)
    joined = (
        hands.join(rounds, and_(rounds.c.stream == hands.c.stream, rounds.c.round == hands.c.round))
        .join(settled, and_(settled.c.stream == rounds.c.stream, in_round))
        .join(outcome, outcome.c.command_id == settled.c.command_id)
    )
    record = [outcome.c[name] for name in StoredEvent._fields if name != "hidden"]
    wanted = settled.c.name == "round_settled", outcome.c.name == "outcome_recorded"
    mine = hands.c.player.in_(ids(player)), rounds.c.ended_at >= since
    chosen = select(rounds.c.stream, rounds.c.round, *record).select_from(joined).where(*mine, *wanted)
    with source.database.transaction() as connection:
        found = connection.execute(chosen).all()
    values: dict[tuple[str, int], Fraction] = {}
    for stream, number, *told in found:
        event = source.streams.decode(StoredEvent._make((*told, None)))
        values[stream, number] = Fraction(event.value_exact)
    return values
