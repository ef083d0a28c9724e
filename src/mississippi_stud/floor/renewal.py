"""Retires, after a backup is restored, every secret in it that somebody may have learned since.

The fact that marks a restore is written with the restored rows, so no floor opens them without doing this. Each stream
gets one command, whose id derives from the restore: after a crash the next start resumes there (decision 98).
"""

import logging
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mississippi_stud.floor.operation import OPERATION, NoteRestore
from mississippi_stud.store import log
from mississippi_stud.store.backup import RESTORED, mark_restored
from mississippi_stud.store.commits import databases

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

_LOG: Final = logging.getLogger(__name__)
ACTOR: Final = "restore"


class Renewal(NamedTuple):
    """Counts of what was restored and must not be used again."""

    voided: int = 0
    """Rounds that were open."""
    withdrawn: int = 0
    """Commitments to rounds that had not begun."""


def notice_older_copy(floor: "Floor") -> None:
    """Mark the database as restored if the anchors know commits that the log lacks: it is an older copy of itself."""
    gone = floor.anchors.gone(floor.database) if floor.anchors else None
    if gone is not None:
        said = "the database is an older copy of itself: %s is not in it, as %s knows; what was open is voided"
        _LOG.error(said, gone, floor.anchors.path if floor.anchors else "")
        mark_restored(floor.database)


def renew_after_restore(floor: "Floor") -> Renewal:
    """Send every stream its renewal command, if the database was restored and that has not been done yet."""
    marked = log.fact(floor.database, RESTORED) is not None
    if not marked and not _renamed(floor):
        return Renewal()
    renewals = list(_renewals(floor))
    if not marked and renewals:
        _LOG.error("the log was written under a different name than the facts say: the database counts as restored")
        mark_restored(floor.database)
    for stream, _, command in renewals:
        command_id = sha256(f"restored {floor.database.id} {stream}".encode()).hexdigest()
        floor.send(stream, command, command_id=command_id, actor=ACTOR)
    voided = sum(playing for _, playing, _ in renewals)
    since = log.fact(floor.database, RESTORED)
    if since is not None:
        command_id = sha256(f"restored {floor.database.id}".encode()).hexdigest()
        floor.send(OPERATION, NoteRestore(backup_at=int(since)), command_id=command_id, actor=ACTOR)
    log.drop_fact(floor.database, RESTORED)
    if renewals:
        said = "a backup was restored: %d rounds were voided and %d commitments withdrawn, because they may be known"
        _LOG.info(said, voided, len(renewals) - voided)
    return Renewal(voided, len(renewals) - voided)


def _renamed(floor: "Floor") -> bool:
    """Whether the database's name differs from the one its log was written under.

    That happens when the mark of a restore was removed or an older name was put back.
    """
    with floor.database.transaction() as connection:
        names = databases(connection)
    return bool(names) and floor.database.id not in names


def _renewals(floor: "Floor") -> Iterator[tuple[str, bool, Any]]:
    """Yield each stream that needs renewal, whether a round is open in it, and its renewal command."""
    for stream in log.streams(floor.database):
        state = floor.states.now(stream)[0]
        command = floor.streams.kind_of(stream).renew(state)
        if command is not None:
            yield stream, getattr(state, "round", None) is not None, command
