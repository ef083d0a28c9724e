"""Anchors kept outside the database, one per line: a log that lacks a commit named by an anchor has been cut."""

import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.store.audit import Anchor, LogError, anchor, check_anchor, missing_tip, still
from mississippi_stud.store.database import Database
from mississippi_stud.store.files import append_line

_LOG: Final = logging.getLogger(__name__)


class Anchors:
    """The file of a floor's anchors, which other databases may share."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.last: Anchor | None = None
        """The last anchor that this process added."""

    def add(self, database: Database, at: int) -> bool:
        """Anchor the log if it has grown since the last time; return False if the anchor could not be written."""
        try:
            made = anchor(database, at)
            if made.tips and (self.last is None or self.last.tips != made.tips):
                append_line(self.path, msgspec.json.encode(made))
                self.last = made
        except InputError as error:
            _LOG.warning("the log could not be anchored: %s", error)
            return False
        return True

    def kept(self) -> Iterator[Anchor]:
        """Yield the anchors of every database, earliest first. An unfinished line is ignored."""
        try:
            lines = self.path.read_bytes().splitlines()
        except FileNotFoundError:
            return
        except OSError as error:
            raise InputError("anchors-unreadable", path=self.path, why=error.strerror) from None
        for line in lines:
            with suppress(msgspec.DecodeError, UnicodeDecodeError):
                yield msgspec.json.decode(line, type=Anchor)

    def gone(self, database: Database) -> str | None:
        """Return a commit that the last good anchor names and the log lacks, as only in an older copy; else None."""
        for last in reversed([each for each in self.kept() if each.database == database.id]):
            try:
                check_anchor(database, last)
            except LogError as error:
                _LOG.warning("an anchor in %s is ignored: %s", self.path, error)
                continue
            with still(database) as connection:
                tip = missing_tip(connection, last)
            return None if tip is None else f"commit {tip.number} of {tip.writer}"
        return None
