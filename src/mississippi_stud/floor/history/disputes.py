"""The disputes of a table, from the log: also those that the table has forgotten because they are closed."""

from typing import Final, NamedTuple, get_args

from mississippi_stud.floor.history.recall import HistorySource
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.store import log
from mississippi_stud.table import events as e
from mississippi_stud.table.evolve import disputed
from mississippi_stud.table.state import Dispute

_NAMES: Final = tuple(str(event.__struct_config__.tag) for event in get_args(e.OfDisputes))


ADVICE: Final = ("advise-of-complaint", "advise-of-inspector")
"""The duties to tell a complainant where they may turn (nsw 13.13, crown 13.9)."""


class PastDispute(NamedTuple):
    """A dispute as it stands."""

    dispute: Dispute
    version: int
    """The version of the table at which it was opened: what had happened until then is its evidence."""
    clauses: tuple[Clause, ...] = ()
    """By which it was decided and reviewed."""


def disputes_of(source: HistorySource, stream: str, player: str | None = None) -> list[PastDispute]:
    """Return the disputes at a table, a player's or everybody's, in order."""
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
    return [past for past in found.values() if player is None or past.dispute.player == player]


def disputed_tables(source: HistorySource) -> list[str]:
    """Return the tables at which anybody ever opened a dispute. Scans the log."""
    opened = log.between(source.database, (str(e.DisputeOpened.__struct_config__.tag),), None, None)
    return list(dict.fromkeys(record.stream for record in opened))


def advised_at(source: HistorySource, stream: str, dispute: int) -> int | None:
    """Return when the complainant was told of the right to complain, as the book asks; None if that is not done."""
    names = tuple(str(event.__struct_config__.tag) for event in (e.Prompted, e.PromptConfirmed))
    asked: set[int] = set()
    for record in log.read(source.database, stream, names=names):
        event = source.streams.decode(record)
        if isinstance(event, e.Prompted):
            if event.prompt.dispute == dispute and event.prompt.duty in ADVICE:
                asked.add(event.prompt.number)
        elif event.prompt in asked:
            return record.at
    return None
