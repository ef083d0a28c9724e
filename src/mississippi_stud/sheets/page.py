"""A par sheet as a page that needs nothing else, and the same page as a PDF; the same bytes for the same document."""

from pathlib import Path

from mississippi_stud.errors import InputError
from mississippi_stud.sheets.document import CellKind, SheetBlock, SheetDocument


def html(document: SheetDocument) -> str:
    """Return the document as one HTML file."""
    from jinja2 import Environment, FileSystemLoader

    files = FileSystemLoader(Path(__file__).parent)
    template = Environment(loader=files, autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template(
        "page.html"
    )
    return template.render(document=document, figures=_figures)


def _figures(block: SheetBlock) -> tuple[bool, ...]:
    """Return of each column whether it holds numbers."""
    columns = zip(*block.rows.values(), strict=True)
    return tuple(any(cell.kind is not CellKind.TEXT for cell in column) for column in columns)


def pdf(document: SheetDocument) -> bytes:
    """Return the document as a PDF without a date, its identifier the document's hash."""
    try:
        from weasyprint import HTML
    except OSError:  # it looks for Pango as it is loaded
        raise InputError("pango-missing") from None
    identifier = bytes.fromhex(document.hash)
    written: bytes = HTML(string=html(document)).write_pdf(pdf_identifier=identifier, pdf_tags=True)
    return written
