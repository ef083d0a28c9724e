"""The files of a server: who can read and replace them, on which file system they lie, and how much room is left."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.floor.fitness.finding import FitnessFinding, fine, size, warning, wrong
from mississippi_stud.store import Keys
from mississippi_stud.store.database import address
from mississippi_stud.store.location import file_of

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_WRITABLE: Final = stat.S_IWGRP | stat.S_IWOTH
_MOUNTS: Final = Path("/proc/self/mountinfo")
_VANISHING: Final = {"tmpfs", "ramfs"}
_REMOTE: Final = {"9p", "afs", "cifs", "fuse.glusterfs", "fuse.sshfs", "glusterfs", "nfs", "nfs4", "smb3", "vboxsf"}
"""File systems that do not give SQLite the shared memory and the locks that its journal needs."""
_LAYERED: Final = {"aufs", "overlay"}
_UNSAFE: Final = {"barrier=0", "data=writeback", "nobarrier"}
_HEADER: Final = 20
"""The bytes of SQLite's header up to those that tell its journal's mode."""
WAITING: Final = 1 << 28
ROOM_WRONG: Final = 1 << 28
ROOM_WARNING: Final = 1 << 31
INODES: Final = 1_000


def key(path: Path, database: Path | None) -> FitnessFinding:
    """Return what is to be said about the key."""
    new = database is not None and not database.exists()
    try:
        keys = Keys.from_file(path)
    except InputError as error:
        if error.code == "key-file-missing":
            return warning("key", "key-new", path) if new else wrong("key", "key-missing", path, path=path)
        exposed = error.code == "secret-exposed"
        return wrong("key", "key-exposed" if exposed else "key-unusable", path, path=path, error=error)
    folder = path.absolute().parent
    if replaceable(folder):
        return wrong("key", "folder-open", path, path=folder, mode=_mode(folder))
    if database is not None and database.parent == folder.resolve():
        return warning("key", "key-beside", path, path=folder)
    return fine("key", f"{path} {keys.fingerprint}")


def secrets(key_file: Path, vault: str, anchors: Path) -> Iterator[FitnessFinding]:
    """Yield what is to be said about the files beside the key: vault, cookies and anchors."""
    vault_file = file_of(address(vault))
    for check, path in (("vault", vault_file), ("cookies", key_file.with_name("cookies")), ("anchors", anchors)):
        if path is None or not path.exists():
            continue
        if path.stat().st_mode & (_WRITABLE if check == "anchors" else _OTHERS):
            yield wrong(f"{check}-file", "file-exposed", path, path=path, mode=_mode(path))
        elif not os.access(path, os.R_OK | os.W_OK):
            yield wrong(f"{check}-file", "file-closed", path, path=path)
        elif replaceable(path.absolute().parent):
            yield wrong(f"{check}-file", "folder-open", path, path=path.parent, mode=_mode(path.parent))
        else:
            yield fine(f"{check}-file", f"{path} {_mode(path)}")


def database(path: Path, key_file: Path) -> Iterator[FitnessFinding]:
    """Yield what is to be said about the file of a SQLite database and the file system below it."""
    folder = next(each for each in path.parents if each.exists())
    if path.exists() and path.stat().st_mode & _OTHERS:
        yield wrong("database-file", "file-exposed", path, path=path, mode=_mode(path))
    elif not os.access(path if path.exists() else folder, os.R_OK | os.W_OK) or not os.access(folder, os.W_OK):
        yield wrong("database-file", "file-closed", path, path=path)
    elif replaceable(folder):
        yield wrong("database-file", "folder-open", path, path=folder, mode=_mode(folder))
    elif path.exists() and key_file.exists() and path.stat().st_uid != key_file.stat().st_uid:
        yield wrong("database-file", "owners-differ", path, path=path, key=key_file)
    elif path.exists() and path.stat().st_nlink > 1:
        yield wrong("database-file", "file-linked", path, path=path)
    else:
        yield fine("database-file", path)
    if path.exists():
        yield _journal(path)
    yield file_system(mount_of(folder.resolve(), _MOUNTS.read_text()))


def _journal(path: Path) -> FitnessFinding:
    """Return whether a SQLite file is in WAL mode, by its header, and its journal is carried into it."""
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if header[-2:] not in (b"", b"\2\2"):
        return warning("journal", "journal-old", path)
    journal = Path(f"{path}-wal")
    waiting = journal.stat().st_size if journal.exists() else 0
    if waiting > WAITING:
        return warning("journal", "journal-long", size(waiting), path=journal, size=size(waiting))
    return fine("journal", f"WAL {size(waiting)}")


class Mount(NamedTuple):
    """A mounted file system."""

    point: Path
    kind: str
    options: frozenset[str]


def mount_of(path: Path, mounts: str) -> Mount:
    """Return the mount on which a path lies, by the kernel's list of them (`proc_pid_mountinfo(5)`)."""
    found = Mount(Path("/"), "", frozenset())
    for line in mounts.splitlines():
        fields, _, rest = line.partition(" - ")
        point = Path(fields.split()[4].encode().decode("unicode_escape"))
        kind, _, *options = rest.split()
        if path.is_relative_to(point) and len(point.parts) >= len(found.point.parts):
            found = Mount(point, kind, frozenset(",".join((fields.split()[5], *options)).split(",")))
    return found


def file_system(mount: Mount) -> FitnessFinding:
    """Return whether what SQLite acknowledges on a file system is on a disk, and stays there."""
    told = f"{mount.kind} {mount.point}"
    given = {"kind": mount.kind, "point": mount.point}
    if mount.kind in _VANISHING:
        return wrong("file-system", "disk-vanishes", told, **given)
    if mount.kind in _REMOTE:
        return wrong("file-system", "disk-remote", told, **given)
    if unsafe := mount.options & _UNSAFE:
        return wrong("file-system", "disk-unsafe", told, options=", ".join(sorted(unsafe)), **given)
    if mount.kind in _LAYERED:
        return warning("file-system", "disk-layered", told, **given)
    return fine("file-system", told)


def disks(folders: Iterable[Path]) -> Iterator[FitnessFinding]:
    """Yield how much room is left where a server writes, once for each disk."""
    seen = set[int]()
    for folder in folders:
        there = next(each for each in (folder, *folder.parents) if each.exists())
        if (device := there.stat().st_dev) not in seen:
            seen.add(device)
            yield room(there)


def room(folder: Path, least: int = ROOM_WRONG, enough: int = ROOM_WARNING) -> FitnessFinding:
    """Return whether there is room on the disk of a folder, for bytes and for files."""
    found = os.statvfs(folder)
    free = found.f_bavail * found.f_frsize
    told = f"{folder} {size(free)}"
    if free < least or (found.f_files > 0 and found.f_favail < INODES):
        return wrong("disk", "disk-full", told, path=folder, free=size(free), files=found.f_favail)
    if free < enough:
        return warning("disk", "disk-filling", told, path=folder, free=size(free))
    return fine("disk", told)


def replaceable(folder: Path) -> bool:
    """Whether others than its owner can put another file in the place of one in a folder."""
    mode = folder.stat().st_mode
    return bool(mode & _WRITABLE) and not mode & stat.S_ISVTX


def _mode(path: Path) -> str:
    return f"{stat.S_IMODE(path.stat().st_mode):03o}"
