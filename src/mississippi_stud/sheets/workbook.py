"""A par sheet as a workbook: counts and pays are numbers, everything that follows from them is a formula.

Each formula is written with its value, so that a reader that calculates nothing shows the same. No date is written,
and the same document gives the same bytes.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from decimal import Context, Decimal
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

from mississippi_stud.sheets.document import CellKind, SheetBlock, SheetCell, SheetDocument, SheetPart

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

FORMATS: Final = {
    CellKind.TEXT: {},
    CellKind.COUNT: {"num_format": "#,##0"},
    CellKind.NUMBER: {"num_format": "#,##0.000000"},
    CellKind.PERCENT: {"num_format": "0.0000%"},
    CellKind.ODDS: {"num_format": "#,##0.00"},
    CellKind.MONEY: {"num_format": "$#,##0.00"},
    CellKind.SMALL: {"num_format": "0.0000000000"},
}
_FRENCH_MONEY: Final = '#,##0.00\N{NO-BREAK SPACE}"$"'
_REFERENCE: Final = re.compile(r"\{(?:([^{}!]+)!)?([^{}.!]*)\.(?:([^{}]*)\.)?([^{}.]+)\}")
_EPOCH: Final = datetime(1980, 1, 1)
_NAME_MAX: Final = 31
_FORBIDDEN: Final = re.compile(r"[\[\]:*?/\\']")
_CURRENCY: Final = re.compile(r"\s?\$")
"""What an address would take for a mark of its own."""


class _Place(NamedTuple):
    """Where a block stands on its sheet: the row of its first cells, from 0."""

    block: SheetBlock
    top: int

    def cell(self, row: str, column: str) -> tuple[int, int]:
        return self.top + list(self.block.rows).index(row), list(self.block.columns).index(column)


class _Addresses:
    """The address of every cell of a document."""

    def __init__(self, document: SheetDocument) -> None:
        self.names = dict(_names(document))
        self.places = {(part.key, place.block.key): place for part in document.parts for place in _stacked(part.blocks)}

    def formula(self, part: str, block: str, row: str, formula: str) -> str:
        """Return a formula with addresses in place of names."""

        def address(found: re.Match[str]) -> str:
            other, name, line, column = found.groups()
            at = self.of(other or part, name or block, line or row, column)
            return f"{self._sheet(other)}!{at}" if other else at

        return "=" + _REFERENCE.sub(address, formula)

    def _sheet(self, part: str) -> str:
        return f"'{self.names[part]}'"

    def of(self, part: str, block: str, row: str, column: str) -> str:
        """Return the address of a cell, or of a whole column where the row is ``*``."""
        from xlsxwriter.utility import xl_rowcol_to_cell

        place = self.places[part, block]
        if row != "*":
            return str(xl_rowcol_to_cell(*place.cell(row, column), row_abs=True, col_abs=True))
        rows = list(place.block.rows)
        ends = (
            xl_rowcol_to_cell(*place.cell(each, column), row_abs=True, col_abs=True) for each in (rows[0], rows[-1])
        )
        return ":".join(ends)

    def target(self, path: str) -> str:
        """Return the address, with its sheet, of what a link leads to."""
        part, block, name = path.split("/")
        row, column = ("*", name) if name in self.places[part, block].block.columns else (name, "value")
        return f"{self._sheet(part)}!{self.of(part, block, row, column)}"


def _names(document: SheetDocument) -> Iterator[tuple[str, str]]:
    """Yield the name of each sheet: numbered, because a name is cut and must be unlike any other."""
    for number, part in enumerate(document.parts, start=1):
        title = _FORBIDDEN.sub(" ", _CURRENCY.sub(" ", part.title)).replace("  ", " ")
        yield part.key, f"{number} {title}"[:_NAME_MAX].strip()


def _stacked(blocks: tuple[SheetBlock, ...]) -> Iterator[_Place]:
    """Yield the blocks one below the other: title, headings, rows, notes, and an empty row."""
    top = 0
    for block in blocks:
        yield _Place(block, top + 2)
        top += 2 + len(block.rows) + len(block.notes) + 1


def xlsx(document: SheetDocument) -> bytes:
    """Return the document as a workbook."""
    from xlsxwriter import Workbook

    file = BytesIO()
    book = Workbook(file, {"in_memory": True})
    book.set_properties({"title": document.title, "comments": document.hash, "created": _EPOCH})
    book.set_calc_mode("auto")
    formats = {kind: book.add_format(style) for kind, style in FORMATS.items()}
    if document.language == "fr":
        formats[CellKind.MONEY].set_num_format(_FRENCH_MONEY)
    bold, addresses = book.add_format({"bold": True}), _Addresses(document)
    for part in document.parts:
        sheet = book.add_worksheet(addresses.names[part.key])
        sheet.set_column(0, 0, 44)
        sheet.set_column(1, 11, 18)
        _write(sheet, part, addresses, formats, bold)
    book.close()
    return file.getvalue()


def _write(
    sheet: "Worksheet", part: SheetPart, addresses: _Addresses, formats: "dict[CellKind, Format]", bold: "Format"
) -> None:
    for block in part.blocks:
        place = addresses.places[part.key, block.key]
        sheet.write_string(place.top - 2, 0, block.title, bold)
        for across, heading in enumerate(block.columns.values()):
            sheet.write_string(place.top - 1, across, heading, bold)
        for down, (row, cells) in enumerate(block.rows.items(), start=place.top):
            for across, cell in enumerate(cells):
                formula = addresses.formula(part.key, block.key, row, cell.formula) if cell.formula else ""
                _fill(sheet, (down, across), cell, formula, addresses, formats[cell.kind])
        for down, note in enumerate(block.notes, start=place.top + len(block.rows)):
            sheet.write_string(down, 0, note)


def _fill(
    sheet: "Worksheet",
    at: tuple[int, int],
    cell: SheetCell,
    formula: str,
    addresses: _Addresses,
    style: "Format",
) -> None:
    if cell.target:
        address = addresses.target(cell.target)
        sheet.write_url(*at, f"internal:{address}", string=f"{cell.value} ({address.replace('$', '')})")
    elif isinstance(cell.value, str):
        sheet.write_string(*at, cell.value)
    elif cell.value is not None and formula:
        sheet.write_formula(*at, formula, style, _number(cell.value))
    elif cell.value is not None:
        sheet.write_number(*at, _number(cell.value), style)


def _number(value: Fraction | int) -> Decimal:
    """Return a number with the digits that a workbook keeps."""
    return Context(prec=17).divide(Decimal(value.numerator), Decimal(value.denominator))
