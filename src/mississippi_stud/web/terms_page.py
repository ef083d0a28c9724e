"""The terms and conditions of a tournament as a page that needs nothing else, made to print, and as a PDF of it."""

from pathlib import Path
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.tournament_terms import TermsDocument

_FOLDER: Final = Path(__file__).parent


def html(document: TermsDocument, style: str = "") -> str:
    """Return the document as a page; `style` is the address of its style sheet, which otherwise comes along."""
    from jinja2 import Environment, FileSystemLoader

    files = FileSystemLoader(_FOLDER.joinpath("pages"))
    environment = Environment(loader=files, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    css = "" if style else _FOLDER.joinpath("static", "terms.css").read_text()
    named = environment.get_template("terms.html")
    return named.render(document=document, said=document.remarks, cite=cite, style=style, css=css)


def pdf(document: TermsDocument) -> bytes:
    """Return the document as a PDF without a date, its identifier the hash of the terms."""
    try:
        from weasyprint import HTML
    except ImportError:
        raise InputError("pdf-missing", command='pip install "mississippi-stud[par]"') from None
    except OSError:  # it looks for Pango as it is loaded
        raise InputError("pango-missing") from None
    identifier = bytes.fromhex(document.hash)
    written: bytes = HTML(string=html(document)).write_pdf(pdf_identifier=identifier, pdf_tags=True)
    return written
