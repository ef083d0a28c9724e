"""The terms and conditions of a tournament as a page that needs nothing else, made to print, and as a PDF of it."""

from pathlib import Path

from mississippi_stud.errors import InputError
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.tournament_terms import TermsDocument


def html(document: TermsDocument) -> str:
    """Return the document as one HTML file."""
    from jinja2 import Environment, FileSystemLoader

    files = FileSystemLoader(Path(__file__).parent)
    environment = Environment(loader=files, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template("terms.html").render(document=document, said=document.remarks, cite=cite)


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
