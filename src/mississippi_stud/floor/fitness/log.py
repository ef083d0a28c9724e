"""What the log itself tells: its clock, its vault, its anchors, and the program that was approved for it."""

from collections.abc import Iterator
from pathlib import Path
from time import time_ns
from typing import Final

from sqlalchemy import create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from mississippi_stud.errors import InputError
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.fitness import clocks
from mississippi_stud.floor.fitness.finding import FitnessFinding, fine, warning, wrong
from mississippi_stud.floor.integrity import on_demand
from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.floor.operation import OPERATION, CheckOccasion, Operation, compare
from mississippi_stud.floor.persons import check_vault
from mississippi_stud.store import Database, schema
from mississippi_stud.store.anchors import Anchors
from mississippi_stud.store.database import StoreError, address
from mississippi_stud.store.location import file_of, reading_connection
from mississippi_stud.store.vault import identity

_HOUR: Final = 3_600 * clocks.SECOND
ANCHOR_HOURS: Final = 2
"""The clock of a server anchors what has grown once an hour."""


def examine(database: Database, vault: str, anchors: Path) -> Iterator[FitnessFinding]:
    """Yield what a database that can be read tells."""
    now = time_ns() // 1_000
    latest = int(database.fetch(select(func.max(schema.commits.c.at)))[0][0] or 0)
    yield clocks.against_log(now, latest)
    yield _vault(database, vault)
    yield _anchors(database, Anchors(anchors), latest)
    yield _program(database, now)


def _vault(database: Database, url: str) -> FitnessFinding:
    """Return whether the vault is there and has the keys of the persons in the database; it is not created."""
    path = file_of(address(url))
    shown = address(url).render_as_string(hide_password=True)
    found = "" if path is not None and not path.exists() else _vault_id(url)
    if found is None:
        return wrong("vault", "vault-unreadable", shown, vault=shown)
    try:
        check_vault(database, found)
    except StoreError:
        return wrong("vault", "vault-other" if found else "vault-missing", shown, vault=shown)
    return fine("vault", found or shown)


def _vault_id(url: str) -> str | None:
    """Return the name of a vault, or nothing if there is none yet; None if it cannot be read."""
    named, path = address(url), file_of(address(url))
    options = {} if path is None else {"creator": lambda: reading_connection(path)}
    engine = create_engine(named, poolclass=NullPool, hide_parameters=True, **options)
    try:
        with engine.connect() as connection:
            if not engine.dialect.has_table(connection, identity.name):
                return ""
            return str(connection.scalar(select(identity.c.vault)))
    except (SQLAlchemyError, UnicodeDecodeError):
        return None


def _anchors(database: Database, anchors: Anchors, latest: int) -> FitnessFinding:
    """Return whether the log has all that was anchored, and whether its end was anchored of late."""
    if not latest:
        return fine("anchors", anchors.path)
    try:
        gone = anchors.gone(database)
        last = max((each.at for each in anchors.kept() if each.database == database.id), default=None)
    except InputError as error:
        return wrong("anchors", "anchors-unreadable", anchors.path, error=error)
    if gone is not None:
        return wrong("anchors", "log-older", anchors.path, commit=gone, path=anchors.path)
    if last is None:
        return warning("anchors", "anchors-none", anchors.path, path=anchors.path)
    if latest - last > ANCHOR_HOURS * _HOUR:
        return warning("anchors", "anchors-old", anchors.path, hours=(latest - last) // _HOUR, path=anchors.path)
    path = file_of(database.url)
    if path is not None and anchors.path.resolve().parent == path.parent:
        return warning("anchors", "anchors-beside", anchors.path, path=anchors.path)
    return fine("anchors", anchors.path)


def _program(database: Database, now: int) -> FitnessFinding:
    """Return whether the program is the one that was approved."""
    operation = States(database, STREAMS).known(OPERATION).state or Operation()
    checked = compare(operation, on_demand(operation), CheckOccasion.DEMAND, now)
    if checked.count:
        return wrong("program", "program-differs", checked.version, count=checked.count)
    if not checked.approved:
        return warning("program", "program-unapproved", checked.version)
    return fine("program", checked.version)
