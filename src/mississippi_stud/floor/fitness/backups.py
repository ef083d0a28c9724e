"""The backups in a folder: whether there is a recent one, whether it can be restored, and whether that was tried."""

import stat
from collections.abc import Iterator
from pathlib import Path
from time import time_ns
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.floor.fitness.clocks import SECOND
from mississippi_stud.floor.fitness.finding import FitnessFinding, fine, unseen, warning, wrong
from mississippi_stud.store import Keys, backup
from mississippi_stud.store.backup_folder import newest, rehearsed

_HOUR: Final = 3_600 * SECOND
_REHEARSED_DAYS: Final = 8
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def examine(folder: Path | None, hours: int, keys: Keys | None) -> Iterator[FitnessFinding]:
    """Yield what is to be said about the newest backup and the last rehearsal."""
    if folder is None:
        yield unseen("backups", "backups-unnamed")
        return
    path = newest(folder)
    if path is None:
        yield wrong("backups", "backups-none", folder, path=folder)
        return
    yield _newest(path, hours, keys)
    if keys is not None:
        yield _rehearsal(folder, keys)


def _newest(path: Path, hours: int, keys: Keys | None) -> FitnessFinding:
    if keys is None:
        return unseen("backups", "backups-sealed", path)
    try:
        found = backup.check(path, keys)
    except InputError as error:
        return wrong("backups", "backup-bad", path, error=error)
    age = (time_ns() // 1_000 - found.at) // _HOUR
    if path.stat().st_mode & _OTHERS:
        return wrong("backups", "file-exposed", path, path=path, mode=f"{stat.S_IMODE(path.stat().st_mode):03o}")
    if age >= hours:
        return wrong("backups", "backup-old", path, path=path, hours=age, most=hours)
    return fine("backups", f"{path} {age} h")


def _rehearsal(folder: Path, keys: Keys) -> FitnessFinding:
    """Return when a backup of this folder was last restored as a rehearsal, if that is signed by our key."""
    last = rehearsed(folder, keys)
    if last is None:
        return warning("rehearsal", "rehearsal-none", folder, path=folder)
    days = (time_ns() // 1_000 - last.at) // (24 * _HOUR)
    if days >= _REHEARSED_DAYS:
        return warning("rehearsal", "rehearsal-old", last.file, path=folder, days=days)
    return fine("rehearsal", f"{last.file} {days} d")
