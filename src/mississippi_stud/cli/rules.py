"""`mstud rules`: the books, their clauses, how they differ, and custom rule books."""

from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.help import CommandLine
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, print_table, speak
from mississippi_stud.errors import InputError
from mississippi_stud.language import translator
from mississippi_stud.prose.terminal import say

if TYPE_CHECKING:
    from mississippi_stud.prose.comparison import Statement
    from mississippi_stud.rulebooks.load import Leaf
    from mississippi_stud.rulebooks.model import Rulebook

app = CommandLine(no_args_is_help=True, callback=speak)

Keys = Annotated[bool, typer.Option("--keys")]
Book = Annotated[str, typer.Argument()]


@app.command("list")
def list_books(as_json: AsJson = False, language: Language = "en") -> None:
    """List the books."""

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
    shown = [[_(str(row[key])) for key in ("id", "title", "version", "values", "clauses")] for row in rows]
    print_table([_("book"), _("title"), _("version"), _("values"), _("clauses")], shown)


@app.command()
def show(
    book: Book,
    clause: Annotated[str | None, typer.Argument()] = None,
    keys: Keys = False,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Show a book, or one of its clauses: what it says, how it is read, its values, where it acts and its proofs."""
    if clause is None:
        _show_book(book, keys, as_json, language)
    else:
        _show_clause(book, clause, keys, as_json, language)


def _show_book(name: str, keys: bool, as_json: bool, language: str) -> None:
    from mississippi_stud.prose.rules import RuleProse
    from mississippi_stud.rulebooks.ledger import ledger
    from mississippi_stud.rulebooks.load import content_hash, leaves, plain, rulebook

    book = rulebook(name)
    if as_json:
        print_json({**plain(book), "hash": content_hash(book)})
        return
    _ = translator(language)
    proof = f"; SHA-256 {content_hash(book)}" if keys else ""
    print_rich(f"[bold]{escape(_(book.title))}[/bold]", f"{_('version')} {book.version}, {book.date}{proof}")
    clauses = [
        [_bare(each, book.id), entry.summary(language)]
        for each, entry in ledger(name).items()
        if not entry.inherited_from
    ]
    print_table([_("clause"), say("what-it-says", language)], clauses)
    prose = RuleProse(book, language)
    if keys:
        values = [[_bare(leaf.ruled.clause, book.id), prose.sentence(leaf), _key(leaf)] for leaf in leaves(book)]
    else:
        values = [
            [", ".join(dict.fromkeys(_bare(leaf.ruled.clause, book.id) for leaf in unit)), sentence]
            for sentence, unit in prose.passages(leaves(book))
        ]
    print_table([_("clause"), _("values"), *([""] if keys else [])], values)


def _key(leaf: "Leaf") -> str:
    return f"{leaf.path} = {leaf.shown}"


def _show_clause(name: str, clause: str, keys: bool, as_json: bool, language: str) -> None:
    from mississippi_stud.prose.books import HANDLING
    from mississippi_stud.prose.clause_acts import clause_acts
    from mississippi_stud.prose.rules import RuleProse
    from mississippi_stud.rulebooks.ledger import find, proofs, section
    from mississippi_stud.rulebooks.load import leaves, rulebook

    rules = rulebook(name)
    full, entry = find(rules, clause)
    values = [leaf for leaf in leaves(rules) if leaf.ruled.clause == full]
    tests = proofs().get(full, ()) or proofs().get(entry.inherited_from or "", ())
    if as_json:
        row: dict[str, Any] = {"clause": full, "en": entry.en, "fr": entry.fr, "handling": entry.handled.value}
        row |= {"waits_for": entry.waits_for, "reason": entry.reason or None, "inherited_from": entry.inherited_from}
        row |= {"reading": entry.reading or None, "explained_in": section(full)}
        row["values"] = {leaf.path: {"value": leaf.shown, "reading": leaf.ruled.reading} for leaf in values}
        print_json({**row, **clause_acts(rules, full, values, "en")._asdict(), "tests": tests})
        return
    _ = translator(language)
    print_rich(f"[bold cyan]{full}[/bold cyan]  {escape(entry.summary(language))}")
    handled = say("handled", language, how=_(HANDLING[entry.handled]))
    print_rich(handled + (f" ({escape(_(entry.reason))})" if entry.reason else ""))
    if entry.reading:
        print_rich(f"{_('our reading')}{_(': ')}{escape(_(entry.reading))}")
    prose = RuleProse(rulebook(name), language)
    for sentence, unit in [(prose.sentence(leaf), [leaf]) for leaf in values] if keys else prose.passages(values):
        readings = dict.fromkeys(leaf.ruled.reading for leaf in unit if leaf.ruled.reading)
        told = (f"  [dim]{_('our reading')}{_(': ')}{escape(_(reading))}[/dim]" for reading in readings)
        print_rich(f"  {escape(sentence)}{''.join(told)}")
        if keys:
            print_rich(f"    [dim]{escape(_key(unit[0]))}[/dim]")
    if explained := section(full):
        print_rich(say("reading-explained", language, section=explained))
    for title, lines in clause_acts(rules, full, values, language).parts(language):
        print_rich(f"{title}{_(': ').rstrip()}", *(f"  {escape(line)}" for line in lines))
    for test in tests:
        print_rich(f"  {_('proved by')} {escape(test)}")


@app.command()
def diff(left: Book, right: Book, keys: Keys = False, as_json: AsJson = False, language: Language = "en") -> None:
    """Show where two books differ, side by side, with the clauses."""

    from mississippi_stud.rulebooks.load import leaves, rulebook

    if as_json:
        sides = [{leaf.path: leaf for leaf in leaves(rulebook(name))} for name in (left, right)]
        pairs = {path: [side.get(path) for side in sides] for path in {**sides[0], **sides[1]}}
        told = {
            path: {name: leaf and {"value": leaf.shown, "clause": leaf.ruled.clause}
                   for name, leaf in zip((left, right), pair, strict=True)}
            for path, pair in pairs.items()
            if pair[0] is None or pair[1] is None or pair[0].shown != pair[1].shown
        }  # fmt: skip
        print_json(told)
        return
    _print_differences(rulebook(left), rulebook(right), keys, language)


def _print_differences(left: "Rulebook", right: "Rulebook", keys: bool, language: str) -> None:
    from itertools import groupby

    from mississippi_stud.prose.books import SUBJECTS
    from mississippi_stud.prose.comparison import compare
    from mississippi_stud.prose.rules import book_name

    found, same = compare(left, right, language)
    if not found:
        print_rich(say("same-books", language))
        return
    names = [book_name(book, language) for book in (left, right)]
    for subject, group in groupby(found, lambda each: each.subject):
        print_rich(f"[bold]{translator(language)(SUBJECTS[subject])}[/bold]")
        print_table(names, [[_told(side, keys) for side in (each.left, each.right)] for each in group])
    print_rich(say("same-values", language, count=len(found), same=same))


def _told(side: "Statement | None", keys: bool) -> str:
    """Return what a book says where two differ, with its clauses."""
    if side is None:
        return "–"
    clauses = ", ".join(clause.partition(" ")[2] for clause in side.clauses)
    return " ".join([*side.sentences, f"({clauses})", *(f"[{_key(leaf)}]" for leaf in side.values if keys)])


@app.command()
def coverage(as_json: AsJson = False, language: Language = "en") -> None:
    """Account for every clause of every book: how it is handled, where people meet it, and its number of tests."""
    from mississippi_stud.prose.books import SURFACES
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
    cells.append([_("all clauses"), *(str(len(rows)) for rows in books.values())])
    print_table([_("handling"), *books], cells)
    met = {
        book: Counter(each for row in rows.values() for each in row.get("shown", ())) for book, rows in books.items()
    }
    pages = [[_(SURFACES[each]), *(str(met[book][each] or "–") for book in books)] for each in ledger.Surface]
    print_table([say("where-met", language), *books], pages)
    waiting = Counter(row["waits_for"] for rows in books.values() for row in rows.values() if "waits_for" in row)
    if waiting:
        listed = ", ".join(f"{what} {count}" for what, count in waiting.most_common())
        print_rich(say("planned", language, listed=listed))


@app.command()
def check(
    file: str,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Check that a rule book is sound, or report everything that is wrong with it."""
    from mississippi_stud.rulebooks.load import content_hash, leaves, own_leaves, rulebook
    from mississippi_stud.rulebooks.soundness import BookError

    try:
        book = rulebook(file)
    except BookError as error:
        if not as_json:
            raise
        print_json({"sound": False, "faults": [fault.plain() for fault in error.faults]})
        raise typer.Exit(2) from None
    own = own_leaves(book)
    if as_json:
        print_json(
            {"book": book.id, "sound": True, "values": len(leaves(book)), "own": len(own), "hash": content_hash(book)}
        )
        return
    size = say("book-size", language, values=len(leaves(book)), hash=content_hash(book))
    print_rich(f"[green]{say('book-sound', language, book=book.id)}[/green]{translator(language)(': ')}{size}")
    for leaf in own:
        print_rich(f"  {escape(leaf.path)} = [bold]{escape(leaf.shown)}[/bold] ({leaf.ruled.clause})")


@app.command()
def new(
    name: str,
    base: Annotated[str, typer.Option("--from")],
    language: Language = "en",
) -> None:
    """Write a commented custom rule book that extends another, to NAME.toml."""
    from mississippi_stud.prose.own_book import own_book

    path = Path(f"{name}.toml")
    text = own_book(name, base, date.today().isoformat(), language)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError("file-exists", path=path) from None
    except OSError as error:
        raise InputError("file-unwritable", path=path, why=error.strerror) from None
    print_rich(say("book-written", language, path=path, base=base))


def _bare(clause: str, book: str) -> str:
    """Return the clause without the id of the given book."""
    return clause.removeprefix(f"{book} ")
