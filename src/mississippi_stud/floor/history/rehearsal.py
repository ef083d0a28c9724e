"""Rehearses a restore: a backup is restored in a scratch place as it would be in earnest, and verified there."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import func, select

from mississippi_stud import __version__
from mississippi_stud.floor.floor import Floor
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.store import Database, Keys, audit, backup, schema
from mississippi_stud.store.anchors import Anchors
from mississippi_stud.store.audit import Anchor, LogError
from mississippi_stud.store.backup_folder import Rehearsal, sha256_of, write

_APART: Final = 2_000_000
"""How far the clocks of two processes that write one log may be apart, in microseconds."""


def rehearse(path: Path, keys: Keys, anchors: Anchors, at: int) -> Rehearsal:
    """Restore a backup and verify everything; return the signed record, which is kept beside the backup.

    The key is needed and the vault is not: it is neither read nor changed. `LogError` if anything is wrong.
    """
    digest = sha256_of(path)
    with TemporaryDirectory(prefix="mstud-rehearsal-") as folder:
        url = f"sqlite:///{folder}/floor.db"
        saved = backup.restore(path, url, keys)
        with closing(Database(url, keys, STREAMS.tables)) as database:
            latest = int(database.fetch(select(func.max(schema.commits.c.at)))[0][0] or 0)
            compared = sum(1 for each in _before(anchors, keys, saved.database, latest) if _holds(database, each, path))
            with Floor(database):  # as after a restore in earnest: what was open is void
                events = audit.verify(database)
                verified = verify_streams(database, STREAMS)
    done = Rehearsal(
        file=path.name,
        sha256=digest,
        at=at,
        saved_at=saved.at,
        rows=saved.rows,
        events=events,
        rounds=verified.rows["rounds"],
        anchors=compared,
        program=__version__,
    )
    return write(path, done, keys)


def _before(anchors: Anchors, keys: Keys, database: str, latest: int) -> Iterator[Anchor]:
    """Yield the anchors of a database that were made before its latest commit, and are as they were signed."""
    for each in anchors.kept():
        ours = each.database == database and each.public_key == keys.public.hex()
        if ours and each.at <= latest - _APART and audit.is_signed(each):
            yield each


def _holds(database: Database, anchor: Anchor, path: Path) -> bool:
    """Return that all commits named by an anchor are in a database; `LogError` if one is not."""
    with database.transaction() as connection:
        gone = audit.missing_tip(connection, anchor)
    if gone is not None:
        raise LogError("backup-lacks-anchored", path=path, number=gone.number, writer=gone.writer)
    return True
