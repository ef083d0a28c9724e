"""Statements for many rows: one statement, however many rows it carries (decision 280).

The rows are something to select from, called `new`: on PostgreSQL an array for each column, which leaves the text of
the statement alone; on SQLite a list of values. Only names of the schema are written into a statement's text.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import BigInteger, Column, Connection, Integer, LargeBinary, Table

_AT_ONCE: Final = 1_000
"""The most rows of one statement; SQLite takes 32,766 values."""
Row = dict[str, Any]


def insert_all(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows; all must have the same columns."""
    _execute(connection, table, rows, _insert(table, tuple(rows[0])))


def insert_new(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert the rows whose keys do not exist yet; all must have the same columns."""
    _execute(connection, table, rows, _insert(table, tuple(rows[0]), "ON CONFLICT DO NOTHING"))


def upsert(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    """Insert rows, or update those whose keys exist, with one statement per set of columns.

    A row that omits a NOT NULL column can only update an existing row: `ValueError` if there is none.
    """
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(sorted(row)), []).append(row)
    for names in sorted(groups):
        own = groups[names]
        if _execute(connection, table, own, _upsert(table, tuple(own[0]))) != len(own):
            raise ValueError(f"{table.name}: a row that is to be changed is not there")


def add(connection: Connection, table: Table, column: str, rows: Sequence[Row]) -> None:
    """Add to a column of existing rows the amounts that are given under its name."""
    _execute(connection, table, rows, _update(table, f"{_quoted(column)} = {table.name}.{column} + new.{column}"))


def remove(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Delete the rows with these keys."""
    keys = _listed(_keys(table))
    statement = f"DELETE FROM {table.name} WHERE ({keys}) IN (SELECT {keys} FROM {{new}})"  # noqa: S608
    _execute(connection, table, rows, statement)


def _execute(connection: Connection, table: Table, rows: Sequence[Row], statement: str) -> int:
    """Execute a statement on the rows, as many at once as it takes; return how many rows of the table it touched."""
    names, touched = tuple(rows[0]), 0
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        values: Any
        if connection.dialect.name == "postgresql":
            source, values = _arrays(table, names), {name: [row[name] for row in some] for name in names}
        else:
            source, values = _values(names, len(some)), tuple(chain.from_iterable(map(itemgetter(*names), some)))
        touched += connection.exec_driver_sql(statement.format(new=source), values).rowcount
    return touched


@cache
def _arrays(table: Table, names: tuple[str, ...]) -> str:
    arrays = ", ".join(f"%({name})s::{_type(table.c[name])}[]" for name in names)
    return f"unnest({arrays}) AS new({_listed(names)})"


def _type(column: Column[Any]) -> str:
    """Return the type to read a column's values as: a text that is too long must be refused, not cut."""
    match column.type:
        case BigInteger():
            return "bigint"
        case Integer():
            return "integer"
        case LargeBinary():
            return "bytea"
        case _:
            return "text"


@cache
def _values(names: tuple[str, ...], count: int) -> str:
    named = ", ".join(f'column{number} AS "{name}"' for number, name in enumerate(names, start=1))
    row = f"({', '.join('?' * len(names))})"
    return f"(SELECT {named} FROM (VALUES {', '.join([row] * count)})) AS new"  # noqa: S608


@cache
def _insert(table: Table, names: tuple[str, ...], conflict: str = "") -> str:
    columns = _listed(names)
    return f"INSERT INTO {table.name} ({columns}) SELECT {columns} FROM {{new}} WHERE true {conflict}"  # noqa: S608


@cache
def _upsert(table: Table, names: tuple[str, ...]) -> str:
    values = [_quoted(name) for name in names if name not in _keys(table)]
    if all(column.nullable or column.name in names for column in table.columns):
        changes = ", ".join(f"{name} = excluded.{name}" for name in values)
        return _insert(table, names, f"ON CONFLICT ({_listed(_keys(table))}) DO UPDATE SET {changes}")
    return _update(table, ", ".join(f"{name} = new.{name}" for name in values))


@cache
def _update(table: Table, changes: str) -> str:
    found = " AND ".join(f"{table.name}.{name} = new.{name}" for name in map(_quoted, _keys(table)))
    return f"UPDATE {table.name} SET {changes} FROM {{new}} WHERE {found}"  # noqa: S608


@cache
def _keys(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.primary_key)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(_quoted, names))


def _quoted(name: str) -> str:
    return f'"{name}"'
