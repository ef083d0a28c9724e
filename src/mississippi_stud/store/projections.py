"""Projections: tables derived from the log, written along with it; a rebuild gives exactly the same rows.

A fact stores a fingerprint of each one's columns and indexes. A projection that is missing or has another fingerprint
is created again, empty, and is stale until it has been rebuilt (decision 91).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, inspect, select
from sqlalchemy.schema import CreateIndex, CreateTable

from mississippi_stud.store import schema
from mississippi_stud.store.commits import signed_fact
from mississippi_stud.store.entries import HeldBalance, ProjectionRow
from mississippi_stud.store.keys import Keys
from mississippi_stud.store.statements import Writing, upsert

FACT: Final = "projection "
"""The prefix of the names of facts that store fingerprints."""
Made = dict[str, dict[tuple[Any, ...], dict[str, Any]]]
"""Rows by table and key."""


def stale(connection: Connection, tables: Iterable[Table]) -> set[str]:
    """Return the names of the projections that are missing or not up to date."""
    there = set(inspect(connection).get_table_names())
    known = {(row.name, row.value) for row in connection.execute(select(schema.facts))}
    fresh = {table.name for table in tables if (FACT + table.name, _fingerprint(table)) in known}
    return {table.name for table in tables} - (fresh & there)


def prepare(connection: Connection, keys: Keys, tables: Collection[Table]) -> set[str]:
    """Create again the projections that are missing or not up to date; return the names of those to rebuild."""
    names = stale(connection, tables)
    anew = [table for table in tables if table.name in names]
    for table in anew:
        table.drop(connection, checkfirst=True)
        table.create(connection)
    if connection.execute(select(schema.events.c.version).limit(1)).first() is not None:
        return names
    _mark(connection, keys, anew)
    return set()


def replace(
    connection: Connection, keys: Keys, tables: Collection[Table], rows: Iterable[tuple[str, int, ProjectionRow]]
) -> None:
    """Replace the content of these tables with these rows, grouped by stream, each with its event's stream and version.

    Rows of other tables are ignored.
    """
    by_name = {table.name: table for table in tables}
    for table in tables:
        connection.execute(delete(table))
    for stream, group in groupby(rows, itemgetter(0)):
        moved = transfers(connection, stream)
        wanted = ((row, moved.get(version, ())) for _, version, row in group if row.table in by_name)
        write(connection, by_name, wanted)
    _mark(connection, keys, tables)


def write(
    connection: Writing,
    tables: Mapping[str, Table],
    rows: Iterable[tuple[ProjectionRow, Sequence[Mapping[str, Any]]]],
) -> None:
    """Insert or change rows, each given with the transfers of its event; tables and keys in a fixed order."""
    made: Made = {}
    for row, moved in rows:
        merge(made, tables, row, moved)
    for name in sorted(made):
        upsert(connection, tables[name], (made[name][key] for key in sorted(made[name])))


def merge(made: Made, tables: Mapping[str, Table], row: ProjectionRow, moved: Sequence[Mapping[str, Any]]) -> None:
    """Merge a row into those already made for its key.

    The transfers of its event supply the balances; a column whose account they do not touch is left out.
    """
    name, key, values = row
    place = tuple(map(key.__getitem__, _keys(tables[name])))
    whole = made.setdefault(name, {}).setdefault(place, key.copy())
    for column, value in values.items():
        found = _held(value, moved) if type(value) is HeldBalance else value
        if found is not None or value is None:
            whole[column] = found


@cache
def _keys(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.primary_key)


def _held(wanted: HeldBalance, moved: Sequence[Mapping[str, Any]]) -> int | None:
    for each in moved if wanted.before else reversed(moved):
        if wanted.account == each["source"]:
            return int(each["source_cents"] + (each["cents"] if wanted.before else 0))
        if wanted.account == each["target"]:
            return int(each["target_cents"] - (each["cents"] if wanted.before else 0))
    return None


def transfers(connection: Connection, stream: str) -> dict[int, list[Mapping[str, Any]]]:
    """Return the transfers of a stream, by the version of their event."""
    table = schema.transfers
    chosen = select(table).where(table.c.stream == stream).order_by(table.c.version, table.c.number)
    by_version = groupby(connection.execute(chosen), attrgetter("version"))
    return {version: [each._asdict() for each in moved] for version, moved in by_version}


def _fingerprint(table: Table) -> str:
    indexes = sorted(str(CreateIndex(index)) for index in table.indexes)
    return sha256("\n".join((str(CreateTable(table)), *indexes)).encode()).hexdigest()


def _mark(connection: Connection, keys: Keys, tables: Iterable[Table]) -> None:
    upsert(connection, schema.facts, [signed_fact(keys, FACT + table.name, _fingerprint(table)) for table in tables])
