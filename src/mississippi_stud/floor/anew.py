"""After a backup was restored: whatever it brought back that somebody may know meanwhile is not used again.

The fact that says so is written with the restored rows, so no floor opens on them without this. One command a stream,
under an id that follows from the restore: whoever dies in the middle goes on from there.
"""

import logging
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mississippi_stud.store import log
from mississippi_stud.store.backup import RESTORED, mark_restored

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

_LOG: Final = logging.getLogger(__name__)
ACTOR: Final = "restore"


class Renewed(NamedTuple):
    """What was restored and could not be used again."""

    voided: int = 0
    """Rounds that were open."""
    withdrawn: int = 0
    """Commitments to rounds that had not begun."""


def notice_older_copy(floor: "Floor") -> None:
    """If the anchors know more than the log, the database is an older copy of itself: as good as restored."""
    gone = floor.anchors.gone(floor.database) if floor.anchors else None
    if gone is not None:
        said = "the database is an older copy of itself: %s is not in it, as %s knows; what was open is voided"
        _LOG.error(said, gone, floor.anchors.path if floor.anchors else "")
        mark_restored(floor.database)


def begin_anew(floor: "Floor") -> Renewed:
    """Send every stream the command that binds it anew, if the database was restored and that was not done yet."""
    if log.fact(floor.database, RESTORED) is None:
        return Renewed()
    voided = withdrawn = 0
    for stream in log.streams(floor.database):
        kind = floor.streams.kind_of(stream)
        state: Any = floor.states.now(stream)[0]
        command = kind.renew(state)
        if command is not None:
            command_id = sha256(f"restored {floor.database.id} {stream}".encode()).hexdigest()
            floor.send(stream, command, command_id=command_id, actor=ACTOR)
            voided += state.round is not None
            withdrawn += state.round is None
    log.drop_fact(floor.database, RESTORED)
    if voided or withdrawn:
        said = "a backup was restored: %d rounds were voided and %d commitments withdrawn, for they may be known"
        _LOG.info(said, voided, withdrawn)
    return Renewed(voided, withdrawn)
