"""The strategy card to print: its lines in either language, and a PDF from an SVG template."""

import re
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.language import translator
from mississippi_stud.maths.whole_file import replace_file
from mississippi_stud.prose.analysis import card_sections

PAPERS: Final = {"a4": (595, 842), "letter": (612, 792), "pocket": (210, 298)}
"""Width and height in points; the pocket card is A7."""
_LINE_CHARACTERS: Final = 62


class CardLine(NamedTuple):
    """A line of the printed card."""

    style: str
    bet: str
    text: str


def _lines(language: str) -> list[CardLine]:
    points, streets = card_sections(language)
    fold = translator(language)("F")
    lines = [CardLine("points", "", each) for each in _wrapped(points)]
    for heading, plays, rest in streets:
        lines.append(CardLine("heading", "", heading))
        for bet, when in plays:
            first, *more = _wrapped(when)
            lines += [CardLine("play", bet, first), *(CardLine("play", "", each) for each in more)]
        lines.append(CardLine("play", fold, rest))
    return lines


def _wrapped(text: str) -> list[str]:
    """Break a text into lines, but no row of cards such as 5 6 7."""
    return wrap(re.sub(r"(?<=\d) (?=\d)", "\N{NO-BREAK SPACE}", text), _LINE_CHARACTERS)


def svg(language: str, title: str, paper: str) -> str:
    """Return the card as SVG in the size of a paper."""
    from jinja2 import Environment, FileSystemLoader

    if paper not in PAPERS:
        raise InputError("no-paper", paper=paper, papers=tuple(PAPERS))
    files = FileSystemLoader(Path(__file__).with_name("pages"))
    template = Environment(loader=files, autoescape=True).get_template("strategy_card.svg")
    width, height = PAPERS[paper]
    return template.render(_=translator(language), title=title, lines=_lines(language), width=width, height=height)


@cache
def pdf(language: str, title: str, paper: str) -> bytes:
    """Return the card as a PDF; vl-convert draws it, with its own fonts."""
    drawn = svg(language, title, paper)
    try:
        from vl_convert import svg_to_pdf
    except ImportError:
        raise InputError("pdf-missing", command='pip install "mississippi-stud[plots]"') from None
    return svg_to_pdf(drawn)


def save(path: str, language: str, title: str) -> None:
    """Write the card as a PDF of A4 to a file."""
    target = Path(path)
    if target.suffix != ".pdf":
        raise InputError("not-a-pdf", path=path)
    if not target.parent.is_dir():
        raise InputError("no-folder", folder=target.parent, name=target.name)
    replace_file(target, pdf(language, title, "a4"))
