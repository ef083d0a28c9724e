"""The disputes of a table, from the log: also those that the table has forgotten because they are closed."""

from typing import Final, NamedTuple, get_args

from mississippi_stud.floor.history.recall import HistorySource
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.store import log
from mississippi_stud.table import events as e
from mississippi_stud.table.evolve import disputed
from mississippi_stud.table.state import Dispute

_NAMES: Final = tuple(str(event.__struct_config__.tag) for event in get_args(e.OfDisputes))


class PastDispute(NamedTuple):
    """A dispute as it stands."""

    dispute: Dispute
    version: int
    """The version of the table at which it was opened: what had happened until then is its evidence."""
    clauses: tuple[Clause, ...] = ()
    """By which it was decided and reviewed."""


def disputes_of(source: HistorySource, stream: str, player: str) -> list[PastDispute]:
    """Return a player's disputes at a table, in order."""
    found: dict[int, PastDispute] = {}
    for record in log.read(source.database, stream, names=_NAMES):
        event: e.OfDisputes = source.streams.decode(record)
        match event:
            case e.DisputeOpened(dispute=dispute):
                found[dispute.number] = PastDispute(dispute, record.version)
            case _:
                past = found[event.dispute]
                clause = (event.clause,) if isinstance(event, e.DisputeDecided | e.DisputeReviewed) else ()
                after = disputed(past.dispute, event)
                found[event.dispute] = past._replace(dispute=after, clauses=past.clauses + clause)
    return [past for past in found.values() if past.dispute.player == player]
