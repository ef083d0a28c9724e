"""Statements for many rows at once: compiled once per database, with the rows passed straight to the driver."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from sqlalchemy import ClauseElement, Connection, Table, bindparam, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg

_DIALECTS: Final = {"sqlite": sqlite.dialect(paramstyle="named"), "postgresql": psycopg.dialect()}  # type: ignore[no-untyped-call]


def many(connection: Connection, statement: ClauseElement, rows: list[dict[str, Any]]) -> int:
    """Execute a statement for many rows; return how many rows of the table it touched."""
    return connection.exec_driver_sql(_compiled(statement, connection.dialect.name), rows).rowcount


def insert_new(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert the rows whose keys do not exist yet; all must have the same columns."""
    many(connection, _insert_new(table, tuple(rows[0]), connection.dialect.name), rows)


def upsert(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
    """Insert rows, or update those whose keys exist, with one statement per set of columns.

    A row that omits a NOT NULL column can only update an existing row: `ValueError` if there is none.
    """
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(tuple(sorted(row)), []).append(row)
    for names in sorted(groups):
        if many(connection, _upsert(table, names, connection.dialect.name), groups[names]) != len(groups[names]):
            raise ValueError(f"{table.name}: a row that is to be changed is not there")


@cache
def _compiled(statement: ClauseElement, dialect: str) -> str:
    return str(statement.compile(dialect=_DIALECTS[dialect]))


def _insert(table: Table, names: tuple[str, ...], dialect: str) -> Any:
    insert = (postgresql if dialect == "postgresql" else sqlite).insert(table)
    return insert.values({name: bindparam(name) for name in names})


@cache
def _insert_new(table: Table, names: tuple[str, ...], dialect: str) -> Any:
    return _insert(table, names, dialect).on_conflict_do_nothing()


@cache
def _upsert(table: Table, names: tuple[str, ...], dialect: str) -> Any:
    keys = table.primary_key.columns
    values = [name for name in names if name not in keys]
    if all(column.nullable or column.name in names for column in table.columns):
        new = _insert(table, names, dialect)
        return new.on_conflict_do_update(index_elements=list(keys), set_={name: new.excluded[name] for name in values})
    change = update(table).values({name: bindparam(name) for name in values})
    return change.where(*(column == bindparam(column.name) for column in keys))
