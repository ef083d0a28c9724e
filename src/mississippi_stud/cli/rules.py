"""`mstud rules`: the books, their clauses, how they differ, and books of one's own."""

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError
from mississippi_stud.language import translator

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The rule books and every clause of them.")

Book = Annotated[str, typer.Argument(metavar="BOOK", help="nsw, maryland, crown, online, or a rule book file.")]


@app.command("list")
def list_books(as_json: AsJson = False, language: Language = "en") -> None:
    """List the books."""
    from rich.markup import escape

    from mississippi_stud.rulebooks.ledger import ledger
    from mississippi_stud.rulebooks.load import BOOKS, content_hash, leaves, rulebook

    rows = [
        {
            "id": book.id,
            "title": book.title,
            "version": book.version,
            "date": book.date,
            "language": book.language,
            "values": len(leaves(book)),
            "clauses": len(ledger(book.id)),
            "hash": content_hash(book),
        }
        for book in map(rulebook, BOOKS)
    ]
    if as_json:
        print_json(rows)
        return
    _ = translator(language)
    shown = [[escape(_(str(row[key]))) for key in ("id", "title", "version", "values", "clauses")] for row in rows]
    print_rich(_table([_("book"), _("title"), _("version"), _("values"), _("clauses")], shown))


@app.command()
def show(
    book: Book,
    clause: Annotated[str | None, typer.Argument(help='A clause, such as 6.3, ".12B" or "1.1 Fold".')] = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Show a book, or one clause of it: what it says, how it is handled and read, its values and what proves it."""
    if clause is None:
        _show_book(book, as_json, language)
    else:
        _show_clause(book, clause, as_json, language)


def _show_book(name: str, as_json: bool, language: str) -> None:
    from rich.markup import escape

    from mississippi_stud.rulebooks.ledger import ledger
    from mississippi_stud.rulebooks.load import content_hash, leaves, plain, rulebook

    book = rulebook(name)
    if as_json:
        print_json({**plain(book), "hash": content_hash(book)})
        return
    _ = translator(language)
    print_rich(
        f"[bold]{escape(_(book.title))}[/bold]",
        f"{_('version')} {book.version}, {book.date}; SHA-256 {content_hash(book)}",
    )
    clauses = [
        [_bare(each, book.id), escape(entry.summary(language))]
        for each, entry in ledger(name).items()
        if not entry.inherited_from
    ]
    print_rich(_table([_("clause"), _("what it says")], clauses, first="cyan"))
    values = [[escape(leaf.path), escape(leaf.shown), _bare(leaf.ruled.clause, book.id)] for leaf in leaves(book)]
    print_rich(_table([_("value"), "", _("clause")], values))


def _show_clause(name: str, clause: str, as_json: bool, language: str) -> None:
    from rich.markup import escape

    from mississippi_stud.rulebooks.ledger import find, proofs, section
    from mississippi_stud.rulebooks.load import leaves, rulebook

    full, entry = find(name, clause)
    values = [leaf for leaf in leaves(rulebook(name)) if leaf.ruled.clause == full]
    tests = proofs().get(full, ()) or proofs().get(entry.inherited_from or "", ())
    if as_json:
        row: dict[str, Any] = {"clause": full, "en": entry.en, "fr": entry.fr, "handling": entry.handled.value}
        row |= {"waits_for": entry.waits_for, "reason": entry.reason or None, "inherited_from": entry.inherited_from}
        row |= {"reading": entry.reading or None, "explained_in": section(full)}
        row["values"] = {leaf.path: {"value": leaf.shown, "reading": leaf.ruled.reading} for leaf in values}
        print_json({**row, "tests": tests})
        return
    _ = translator(language)
    print_rich(f"[bold cyan]{full}[/bold cyan]  {escape(entry.summary(language))}")
    handling = _(entry.handled.value)
    if entry.waits_for:
        handling += f": {_(entry.handling.value)}, {_('with')} {entry.waits_for.value}"
    print_rich(f"{_('handling')}{_(': ')}{handling}" + (f" ({escape(_(entry.reason))})" if entry.reason else ""))
    if entry.reading:
        print_rich(f"{_('our reading')}{_(': ')}{escape(_(entry.reading))}")
    for leaf in values:
        reading = (
            f"  [dim]{_('our reading')}{_(': ')}{escape(_(leaf.ruled.reading))}[/dim]" if leaf.ruled.reading else ""
        )
        print_rich(f"  {escape(leaf.path)} = [bold]{escape(leaf.shown)}[/bold]{reading}")
    if explained := section(full):
        print_rich(f"{_('the reading is explained in')} {explained}")
    for test in tests:
        print_rich(f"  {_('proved by')} {escape(test)}")


@app.command()
def diff(left: Book, right: Book, as_json: AsJson = False, language: Language = "en") -> None:
    """Show side by side where two books differ, with the clauses."""
    from rich.markup import escape

    from mississippi_stud.rulebooks.load import leaves, rulebook

    sides = [{leaf.path: leaf for leaf in leaves(rulebook(name))} for name in (left, right)]
    rows = []
    for path in {**sides[0], **sides[1]}:
        pair = [side.get(path) for side in sides]
        if pair[0] is None or pair[1] is None or pair[0].shown != pair[1].shown:
            rows.append((path, pair))
    if as_json:
        told = [leaf and {"value": leaf.shown, "clause": leaf.ruled.clause} for _path, pair in rows for leaf in pair]
        print_json({path: {left: told[2 * n], right: told[2 * n + 1]} for n, (path, _) in enumerate(rows)})
        return
    _ = translator(language)
    if not rows:
        print_rich(_("The two books say the same thing."))
        return
    cells = [
        [escape(path), *(f"{escape(leaf.shown)} [dim]({leaf.ruled.clause})[/dim]" if leaf else "–" for leaf in pair)]
        for path, pair in rows
    ]
    print_rich(_table([_("value"), left, right], cells))


@app.command()
def coverage(as_json: AsJson = False, language: Language = "en") -> None:
    """Account for every clause of every book: how it is handled and by how many tests it is proved."""
    from mississippi_stud.rulebooks import ledger

    books = ledger.coverage()
    if as_json:
        print_json(books)
        return
    _ = translator(language)
    counts = {book: Counter(row["handling"] for row in rows.values()) for book, rows in books.items()}
    cells = [
        [_(handling.value), *(str(counts[book][handling] or "–") for book in books)] for handling in ledger.Handling
    ]
    cells.append([f"[bold]{_('all clauses')}[/bold]", *(f"[bold]{len(rows)}[/bold]" for rows in books.values())])
    print_rich(_table([_("handling"), *books], cells))
    waiting = Counter(row["waits_for"] for rows in books.values() for row in rows.values() if "waits_for" in row)
    if waiting:
        listed = ", ".join(f"{what} {count}" for what, count in waiting.most_common())
        print_rich(f"{_('planned, by what they wait for')}{_(': ')}{listed}")


@app.command()
def check(file: Annotated[str, typer.Argument(help="The file of a rule book.")], as_json: AsJson = False) -> None:
    """Prove a rule book sound, or tell everything that is wrong with it."""
    from rich.markup import escape

    from mississippi_stud.rulebooks.load import content_hash, leaves, rulebook
    from mississippi_stud.rulebooks.soundness import BookError

    try:
        book = rulebook(file)
    except BookError as error:
        if not as_json:
            raise
        print_json({"sound": False, "faults": [fault.plain() for fault in error.faults]})
        raise typer.Exit(2) from None
    base = {leaf.path: leaf.ruled.value for leaf in leaves(rulebook(book.extends))} if book.extends else {}
    own = [leaf for leaf in leaves(book) if book.extends and base.get(leaf.path) != leaf.ruled.value]
    if as_json:
        print_json(
            {"book": book.id, "sound": True, "values": len(leaves(book)), "own": len(own), "hash": content_hash(book)}
        )
        return
    print_rich(f"[green]{book.id} is sound[/green]: {len(leaves(book))} values, SHA-256 {content_hash(book)}")
    for leaf in own:
        print_rich(f"  {escape(leaf.path)} = [bold]{escape(leaf.shown)}[/bold] ({leaf.ruled.clause})")


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="The id of your book, such as my-casino.")],
    base: Annotated[str, typer.Option("--from", help="The book that yours extends.")],
) -> None:
    """Write a commented rule book of your own that extends another, into NAME.toml."""
    from mississippi_stud.rulebooks.template import own_book

    path = Path(f"{name}.toml")
    text = own_book(name, base, date.today().isoformat())
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(f"{path} is there already: choose another name, or move it away") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    print_rich(f"{path} extends {base}. Edit it, then: mstud rules check {path}")


def _bare(clause: str, book: str) -> str:
    """The clause without the id of the book at hand."""
    return clause.removeprefix(f"{book} ")


def _table(headings: list[str], rows: list[list[str]], first: str = "") -> Any:
    from rich.table import Table

    table = Table(show_edge=False, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, style=first if number == 0 else "", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table
