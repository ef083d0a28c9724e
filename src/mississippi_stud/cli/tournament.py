"""`mstud tournament`: the templates of terms, and the terms and conditions of a tournament in words."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mississippi_stud.cli.help import CommandLine
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, print_table, speak
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.prose.tournament_terms import TermsDocument
    from mississippi_stud.tournament.chapter import TournamentRules
    from mississippi_stud.tournament.terms import TournamentTerms

app = CommandLine(no_args_is_help=True, callback=speak)
SUFFIXES: Final = (".html", ".pdf")
STANDARD: Final = "crown"
"""The book whose chapter on tournaments governs where a book has none (decision 540)."""


@app.command("templates")
def list_templates(as_json: AsJson = False, language: Language = "en") -> None:
    """List the templates."""
    import msgspec

    from mississippi_stud.language import translator
    from mississippi_stud.prose.tournament_terms import programme_shown
    from mississippi_stud.tournament.templates import TEMPLATES

    if as_json:
        print_json(msgspec.to_builtins(dict(TEMPLATES)))
        return
    _ = translator(language)
    rows = [[name, programme_shown(terms.programme, language)] for name, terms in TEMPLATES.items()]
    print_table([_("template"), _("sessions")], rows)


@app.command("terms")
def write_terms(
    source: Annotated[str, typer.Argument()],
    book: str | None = None,
    out: str | None = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Write out the terms and conditions, with the clause of each item."""
    from mississippi_stud.cli.extras import require
    from mississippi_stud.maths.whole_file import replace_file
    from mississippi_stud.prose.tournament_terms import terms_document
    from mississippi_stud.web import terms_page

    if out is not None and Path(out).suffix not in SUFFIXES:
        raise InputError("not-printed-terms", path=out)
    rules, terms = _terms(source, book)
    document = terms_document(rules, terms, language)
    if out is not None:
        if out.endswith(".pdf"):
            require("par")
        written = terms_page.pdf(document) if out.endswith(".pdf") else terms_page.html(document).encode()
        replace_file(Path(out), written)
    if as_json:
        print_json(_answer(document, terms))
    elif out is None:
        _show(document)


def _terms(source: str, book: str | None) -> "tuple[TournamentRules, TournamentTerms]":
    """Return the terms of a template or a file, and the rules that govern them."""
    from mississippi_stud.rulebooks import rulebook
    from mississippi_stud.scenario import read_toml
    from mississippi_stud.scenario.tournament_head import house_terms
    from mississippi_stud.tournament.chapter import rules_of
    from mississippi_stud.tournament.templates import TEMPLATES

    if source in TEMPLATES:
        return rules_of(rulebook(book or STANDARD), rulebook(STANDARD)), TEMPLATES[source]
    path = Path(source)
    if not path.is_file():
        raise InputError("not-terms", source=source, templates=tuple(TEMPLATES))
    try:
        raw = read_toml(path.read_text(encoding="utf-8"))
        terms = house_terms(raw)
    except InputError as error:
        raise InputError("in-file", file=source, error=error) from None
    played = book or raw.get("rulebook") or STANDARD
    return rules_of(rulebook(str(played)), rulebook(STANDARD)), terms


def _answer(document: "TermsDocument", terms: "TournamentTerms") -> dict[str, object]:
    import msgspec

    return {
        "title": document.title,
        "hash": document.hash,
        "missing": [{"item": each.name, "clause": each.clause} for each in document.missing],
        "faults": [{"fault": text, "clause": clause} for text, clause in document.faults],
        "items": [
            {"item": item.name, "clause": item.clause, "title": item.title, "lines": item.lines}
            for chapter in document.chapters
            for item in chapter.items
        ],
        "terms": msgspec.to_builtins(terms),
    }


def _show(document: "TermsDocument") -> None:
    """Print the document; what is missing and what cannot be carried out come first, with their clauses."""
    from mississippi_stud.prose.names import cite

    said = document.remarks
    print_rich(f"[bold]{escape(document.title)}[/bold]", f"{said['hash']}  {document.hash}")
    if document.missing:
        print_rich("", f"[yellow]{said['draft']}[/yellow]")
        print_rich(*(f"  {each.title}  [dim]{cite(each.clause)}[/dim]" for each in document.missing))
    if document.faults:
        print_rich("", f"[yellow]{said['faulty']}[/yellow]")
        print_rich(*(f"  {text}  [dim]{cite(clause)}[/dim]" for text, clause in document.faults))
    for chapter in document.chapters:
        print_rich("", f"[bold]{chapter.title}[/bold]")
        for item in chapter.items:
            print_rich(f"{item.title}  [dim]{cite(item.clause)}[/dim]", *(f"  {escape(line)}" for line in item.lines))
