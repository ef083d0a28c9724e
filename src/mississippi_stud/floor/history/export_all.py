"""Exports everything a log holds into a folder of plain files that need no program of ours: complete, or not at all.

It has what the house knows of finished rounds, and of the events what is public. Secrets of rounds under way, keys and
what is sealed of persons stay where they are: a backup has them, sealed.
"""

import csv
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import Final, TextIO

import msgspec
from sqlalchemy import Table, select

from mississippi_stud.errors import InputError
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.history.export import Format, stream_lines, write
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.store import log, schema
from mississippi_stud.store.files import sync

MANIFEST: Final = "manifest.json"
_AT_ONCE: Final = 1_000


def write_all(source: States, folder: Path) -> dict[str, str]:
    """Write everything into a new folder; return the SHA-256 of each file, which the manifest names too."""
    parts: dict[str, Callable[[TextIO], object]] = {
        "rounds.csv": lambda out: write(source, RoundFilter(), Format.CSV, out),
        "rounds.json": lambda out: write(source, RoundFilter(), Format.JSON, out),
        "events.jsonl": lambda out: out.writelines(_every_line(source)),
        "transfers.csv": lambda out: _write_table(source, schema.transfers, out),
        "balances.csv": lambda out: _write_table(source, schema.balances, out),
        "rulebooks.jsonl": lambda out: out.writelines(_books(source)),
    }
    with _whole(folder) as draft:
        found = {name: _written(draft.joinpath(name), fill) for name, fill in parts.items()}
        listed = msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"
        _written(draft.joinpath(MANIFEST), lambda out: out.write(listed))
    return found


@contextmanager
def _whole(folder: Path) -> Iterator[Path]:
    """Yield a folder to fill; it appears under its name once everything is on disk."""
    if folder.exists():
        raise InputError("export-there", path=folder)
    draft = folder.with_name(f".{folder.name}.unfinished")
    try:
        shutil.rmtree(draft, ignore_errors=True)  # of one that was killed
        draft.mkdir(mode=0o700)
        try:
            yield draft
            sync(draft)
            os.rename(draft, folder)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        sync(folder.absolute().parent)
    except OSError as error:
        raise InputError("file-unwritable", path=folder, why=error.strerror) from None


def _written(path: Path, fill: Callable[[TextIO], object]) -> str:
    """Write a file and sync it; return its SHA-256."""
    with path.open("w", encoding="utf-8", newline="") as out:
        fill(out)
        out.flush()
        os.fsync(out.fileno())
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _every_line(source: States) -> Iterator[str]:
    for stream in log.streams(source.database):
        yield from stream_lines(source, stream)


def _write_table(source: States, table: Table, out: TextIO) -> None:
    rows = csv.writer(out)
    rows.writerow([column.name for column in table.columns])
    chosen = select(table).order_by(*table.primary_key).execution_options(yield_per=_AT_ONCE)
    with source.database.transaction() as connection, connection.execute(chosen) as found:
        rows.writerows(tuple(row) for row in found)


def _books(source: States) -> Iterator[str]:
    for row in source.database.fetch(select(schema.rulebooks).order_by(schema.rulebooks.c.hash)):
        yield msgspec.json.encode({"hash": row.hash, "book": msgspec.Raw(row.content)}).decode() + "\n"
