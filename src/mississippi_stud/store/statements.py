"""Statements for many rows: one statement, however many rows it carries (decision 280).

The rows are something to select from, called `new`: on PostgreSQL an array for each column, which leaves the text of
the statement alone; on SQLite a list of values. Only names of the schema are written into a statement's text.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import BigInteger, Column, Connection, Integer, LargeBinary, Table
from sqlalchemy.exc import DBAPIError

_AT_ONCE: Final = 1_000
"""The most rows of one statement; SQLite takes 32,766 values."""
Row = dict[str, Any]


class _Statement(NamedTuple):
    text: str
    values: Mapping[str, Any]
    table: str = ""
    rows: int | None = None
    """How many rows of its table it must touch."""


class Pipeline:
    """Statements on PostgreSQL that do not wait for each other: they are sent, and answered, together (decision 531).

    They are in the transaction of a connection, and sent before anything is asked of them, and at the end.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._waiting: list[_Statement] = []

    def put(self, text: str, values: Mapping[str, Any], table: str = "", rows: int | None = None) -> None:
        """Add a statement, which must touch so many rows of a table if that is given."""
        self._waiting.append(_Statement(text, values, table, rows))

    def fetch(self, text: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Send everything and then a query; return what that found."""
        self.put(text, values)
        found: list[tuple[Any, ...]] = self._send()[-1].fetchall()
        return found

    def flush(self) -> None:
        """Send everything; raise what is wrong with the first statement that failed."""
        if self._waiting:
            self._send()

    def clear(self) -> None:
        """Forget what was not sent, since it was given up."""
        self._waiting.clear()

    def _send(self) -> list[Any]:
        waiting, self._waiting = self._waiting, []
        dialect, driver = self.connection.dialect, cast(Any, self.connection.connection.driver_connection)
        base, failures, answers = dialect.loaded_dbapi.Error, [], []
        try:
            with driver.pipeline():
                try:
                    answers += [driver.execute(each.text, each.values) for each in waiting]
                except base as error:  # those after it fail because of it, which the end of the pipeline says
                    failures.append(error)
        except base as error:
            failures.append(error)
        if failures:
            raise DBAPIError.instance(None, None, failures[0], base, hide_parameters=True, dialect=dialect)
        for each, answer in zip(waiting, answers, strict=True):
            if each.rows is not None and each.rows != answer.rowcount:
                raise _missing(each.table)
        return answers


Writing = Connection | Pipeline
"""What statements are executed on: at once, or with others."""


def insert_all(connection: Writing, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows; all must have the same columns."""
    _execute(connection, table, rows, _insert(table, tuple(rows[0])))


def insert_new(connection: Writing, table: Table, rows: Sequence[Row]) -> None:
    """Insert the rows whose keys do not exist yet; all must have the same columns."""
    _execute(connection, table, rows, _insert(table, tuple(rows[0]), "ON CONFLICT DO NOTHING"))


def upsert(connection: Writing, table: Table, rows: Iterable[Row]) -> None:
    """Insert rows, or update those whose keys exist, with one statement per set of columns.

    A row that omits a NOT NULL column can only update an existing row: `ValueError` if there is none.
    """
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(sorted(row)), []).append(row)
    for names in sorted(groups):
        own = groups[names]
        _execute(connection, table, own, _upsert(table, tuple(own[0])), every=True)


def add(connection: Writing, table: Table, column: str, rows: Sequence[Row]) -> None:
    """Add to a column of existing rows the amounts that are given under its name."""
    _execute(connection, table, rows, _update(table, f"{_quoted(column)} = {table.name}.{column} + new.{column}"))


def remove(connection: Writing, table: Table, rows: Sequence[Row]) -> None:
    """Delete the rows with these keys."""
    keys = _listed(_keys(table))
    statement = f"DELETE FROM {table.name} WHERE ({keys}) IN (SELECT {keys} FROM {{new}})"  # noqa: S608
    _execute(connection, table, rows, statement)


def _execute(connection: Writing, table: Table, rows: Sequence[Row], statement: str, *, every: bool = False) -> None:
    """Execute a statement on the rows, as many at once as it takes; `ValueError` if it must touch every one."""
    names = tuple(rows[0])
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        if isinstance(connection, Pipeline):
            text, arrays = statement.format(new=_arrays(table, names)), _columns(names, some)
            connection.put(text, arrays, table.name, len(some) if every else None)
            continue
        values: Any
        if connection.dialect.name == "postgresql":
            source, values = _arrays(table, names), _columns(names, some)
        else:
            source, values = _values(names, len(some)), tuple(chain.from_iterable(map(itemgetter(*names), some)))
        touched = connection.exec_driver_sql(statement.format(new=source), values).rowcount
        if every and touched != len(some):
            raise _missing(table.name)


def _missing(table: str) -> ValueError:
    return ValueError(f"{table}: a row that is to be changed is not there")


def _columns(names: Iterable[str], rows: Sequence[Row]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in names}


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
