"""A document of tables that every rendering shows alike: values, how each is written, and the formula behind it.

A formula names cells as ``{block.row.column}``, a whole column as ``{block.*.column}``, and a cell of the same row as
``{.column}``; a cell of another part has the part before it: ``{part!block.row.column}``.
"""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from mississippi_stud.prose.analysis import decimal, dollars


class CellKind(StrEnum):
    """How a cell is written."""

    TEXT = "text"
    COUNT = "count"
    NUMBER = "number"
    PERCENT = "percent"
    ODDS = "odds"
    MONEY = "money"
    SMALL = "small"


PLACES: Final = {
    CellKind.COUNT: 0,
    CellKind.NUMBER: 6,
    CellKind.PERCENT: 4,
    CellKind.ODDS: 2,
    CellKind.SMALL: 10,
}
"""The decimal places of a number of each kind."""


class SheetCell(NamedTuple):
    """A cell: its value, how that is written, and the formula that gives it."""

    value: Fraction | int | str | None
    kind: CellKind = CellKind.TEXT
    formula: str = ""
    target: str = ""
    """Where a link leads: ``part/block/row`` or ``part/block/column``."""

    def shown(self, language: str) -> str:
        """Return the cell as the reader's language writes it."""
        if self.value is None:
            return "–"
        if isinstance(self.value, str):
            return self.value
        value, places = Fraction(self.value), PLACES.get(self.kind, 0)
        if self.kind is CellKind.NUMBER and value.denominator == 1:
            places = 0
        if self.kind is CellKind.MONEY:
            return dollars(value, language)
        return decimal(value, language, places, percent=self.kind is CellKind.PERCENT)


class SheetBlock(NamedTuple):
    """A table with a title."""

    key: str
    title: str
    columns: Mapping[str, str]
    """The heading of each column, by its name."""
    rows: Mapping[str, tuple[SheetCell, ...]]
    notes: tuple[str, ...] = ()


class SheetPart(NamedTuple):
    """A part of the document: one sheet of a workbook."""

    key: str
    title: str
    blocks: tuple[SheetBlock, ...]


class SheetDocument(NamedTuple):
    """A par sheet in one language."""

    title: str
    language: str
    parts: tuple[SheetPart, ...]
    hash: str
    """Of the book, the program and the options: the same hash, the same document."""
