"""`mstud incidents`: what can go wrong at a table, by book: the facts needed, who decides, and the ruling."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich

if TYPE_CHECKING:
    from mississippi_stud.rulebooks.conduct import Incident
    from mississippi_stud.rulebooks.model import Case, Rulebook


def incidents(
    book: Annotated[str | None, typer.Argument()] = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """List everything that can go wrong, with the ruling and the clause of each case."""
    from mississippi_stud.rulebooks import rulebook
    from mississippi_stud.rulebooks.load import BOOKS

    books = {name: rulebook(name) for name in ([book] if book else BOOKS)}
    found = {name: _book(rules, language) for name, rules in books.items()}
    if as_json:
        print_json(found)
        return
    for name, rows in found.items():
        if rows or book:
            _tell(books[name], rows, language)


def _book(book: "Rulebook", language: str) -> list[dict[str, Any]]:
    return [_incident(book, incident, language) for incident in book.incidents]


def _incident(book: "Rulebook", incident: "Incident", language: str) -> dict[str, Any]:
    from mississippi_stud.language import translator
    from mississippi_stud.prose.rulings import INCIDENTS, STAGES
    from mississippi_stud.table.incidents import REGISTRY

    _ = translator(language)
    spec = REGISTRY[incident]
    return {
        "name": incident.value,
        "what": _(INCIDENTS[incident]),
        "when": _(STAGES[spec.stage]),
        "needs": list(spec.needs),
        "may": list(spec.may),
        "cases": [_case(book, name, case, language) for name, case in book.incidents[incident].items()],
    }


def _case(book: "Rulebook", name: str, case: "Case", language: str) -> dict[str, Any]:
    from mississippi_stud.language import translator
    from mississippi_stud.prose.rulings import RULINGS
    from mississippi_stud.table.staff import lowest

    told: dict[str, Any] = {
        "case": name,
        "if": [each.value for each in case.when.value] if case.when else [],
        "ruling": translator(language)(RULINGS[case.ruling.value]),
        "clause": case.ruling.clause.removeprefix(f"{book.id} "),
        "decides": case.decides.value if case.decides else lowest(book),
    }
    if case.dealing:
        told["dealing"] = case.dealing.value
    if case.told:
        told["told"] = list(case.told.value)
    if case.returned:
        told["returned"] = case.returned.clause.removeprefix(f"{book.id} ")
    if case.deck:
        told["deck"] = case.deck.value.value
    if case.may:
        told["waived"] = case.may.clause.removeprefix(f"{book.id} ")
    return told


def _tell(book: "Rulebook", rows: list[dict[str, Any]], language: str) -> None:
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.language import translator
    from mississippi_stud.prose.names import cite
    from mississippi_stud.prose.prompts import name_of
    from mississippi_stud.prose.rulings import CONDITIONS, FATES
    from mississippi_stud.prose.terminal import say
    from mississippi_stud.rulebooks.conduct import Incident
    from mississippi_stud.table.staff import called

    _ = translator(language)
    print_rich(f"[bold]{plain(book.id)}[/bold]")
    if not rows:
        print_rich(f"  {say('no-incidents', language)}")
    for row in rows:
        takes = " ".join((*(f"{key}=…" for key in row["needs"]), *(f"({key}=…)" for key in row["may"])))
        print_rich(f"  [bold]{row['name']}[/bold] {plain(takes)}", f"    {row['what']}, {row['when']}")
        for case in row["cases"]:
            ruled = book.incidents[Incident(row["name"])][case["case"]]
            given = [case["dealing"]] if "dealing" in case else []
            given += [_(CONDITIONS[each]) for each in case["if"]]
            decides = name_of(called(book, case["decides"]), language)
            line = f"    → {', '.join(given)}{': ' if given else ''}{case['ruling']} ({cite(ruled.ruling.clause)})"
            line += f"; {_('decides')}{_(': ')}{decides}"
            if "returned" in case:
                line += f"; {_('wagers returned')} ({cite((ruled.returned or ruled.ruling).clause)})"
            if "deck" in case:
                line += f"; {_('deck')}{_(': ')}{_(FATES[case['deck']])}"
            if "told" in case:
                people = ", ".join(name_of(called(book, each), language) for each in case["told"])
                line += f"; {_('told')}{_(': ')}{people}"
            if ruled.may is not None:
                line += f"; {say('waivable', language)} ({cite(ruled.may.clause)})"
            print_rich(line)
