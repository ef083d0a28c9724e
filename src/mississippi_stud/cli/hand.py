"""`mstud hand`: what three, five or six cards make, and what they pay."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.rulebooks.model import Rulebook
    from mississippi_stud.rulebooks.vocabulary import Wager


def hand(
    cards: str,
    book: Annotated[str, typer.Option("--book")] = "online",
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Show what three, five or six cards make and what a rule book pays for them."""
    from mississippi_stud.cards import parse, symbols
    from mississippi_stud.language import translator
    from mississippi_stud.money import parse as parse_money
    from mississippi_stud.prose.names import NAMES, amount, cite, pays
    from mississippi_stud.rulebooks import rulebook

    rules = rulebook(book)
    answer = _made(rules, cards)
    if as_json:
        print_json(answer)
        return
    _ = translator(language)
    print_rich(f"{symbols(parse(cards))}{_(': ')}[bold]{_(answer['hand'])}[/bold]")
    for label, row in answer["pays"].items():
        wager, _space, table = label.partition(" ")
        paid = _("loses") if row["pays"] is None else pays(row["pays"], language)
        if paid.startswith("$"):
            paid = amount(parse_money(paid), rules.money.currency.value, language)
        name = f"{_(NAMES[wager])} {table}".strip()
        print_rich(f"  {name}{_(': ')}[bold]{paid}[/bold] [dim]({cite(row['clause'])})[/dim]")


def _made(rules: "Rulebook", line: str) -> dict[str, Any]:
    from mississippi_stud import cards
    from mississippi_stud.rulebooks.hand_names import names
    from mississippi_stud.rulebooks.vocabulary import Basis, Wager

    held = cards.parse(line)
    match len(held):
        case 3:
            wager, basis = Wager.THREE_CARD_BONUS, Basis.COMMUNITY_CARDS
        case 5:
            wager, basis = Wager.ANTE, Basis.FIVE_CARDS
        case 6:
            wager, basis = Wager.SIX_CARD_BONUS, Basis.BEST_OF_SIX
        case count:
            raise InputError("hand-count", count=count)
    made = names(rules, basis, held)
    best = made[-1] if basis is Basis.BEST_OF_SIX else made[0]
    answer: dict[str, Any] = {"cards": cards.text(held)}
    if basis is Basis.BEST_OF_SIX:
        answer["super_royal"] = cards.SUITS[cards.suit(held[0])] if len(made) > 1 else None
    return answer | {"hand": best.replace("-", " "), "book": rules.id, "pays": _pays(rules, wager, made)}


def _pays(rules: "Rulebook", wager: "Wager", names: tuple[str, ...]) -> dict[str, Any]:
    """Return what each pay table of the wager says about the hand, by the most precise of its names."""
    rule = rules.wagers.get(wager)
    if rule is None:
        return {}
    answer = {}
    for title, table in rule.tables.items():
        rows = [table.pays[name] for name in names if name in table.pays]
        label = wager.value if title == "main" else f"{wager.value} {title}"
        found = rows[0] if rows else None
        answer[label] = {
            "pays": str(found.value) if found else None,
            "clause": found.clause if found else rule.otherwise.clause,
        }
    return answer
