"""`mstud hand`: what three, five or six cards make, and what that pays."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.rulebooks.model import Rulebook, Wager


def hand(
    cards: Annotated[str, typer.Argument(help='Three, five or six cards, such as "As Kd Qh Jc 10s".')],
    book: Annotated[str, typer.Option("--book", help="nsw, maryland, crown, online, or a rule book file.")] = "online",
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Say what three, five or six cards make and what a rule book pays for it."""
    from mississippi_stud.cards import parse, symbols
    from mississippi_stud.language import translator
    from mississippi_stud.rulebooks import rulebook

    rules = rulebook(book)
    answer = _made(rules, cards)
    if as_json:
        print_json(answer)
        return
    _ = translator(language)
    print_rich(f"{symbols(parse(cards))}: [bold]{_(answer['hand'])}[/bold]")
    for table, row in answer["pays"].items():
        print_rich(f"  {table}: [bold]{row['pays'] or _('loses')}[/bold] [dim]({row['clause']})[/dim]")


def _made(rules: "Rulebook", line: str) -> dict[str, Any]:
    from mississippi_stud import cards, hands
    from mississippi_stud.rulebooks.model import Wager
    from mississippi_stud.rulebooks.soundness import SUPER_ROYALS

    held = cards.parse(line)
    answer: dict[str, Any] = {"cards": cards.text(held)}
    match held:
        case (a, b, c):
            low = rules.hands.ace_low_in_three
            made = str(hands.three(a, b, c, ace_low=low is None or low.value))
            wager, names = Wager.THREE_CARD_BONUS, [made]
        case (a, b, c, d, e):
            made = str(hands.five(a, b, c, d, e))
            wager, names = Wager.ANTE, [made]
        case (a, b, c, d, e, f):
            best = hands.six(a, b, c, d, e, f)
            made, suit = str(best.hand), best.super_royal
            answer["super_royal"] = None if suit is None else cards.SUITS[suit]
            wager = Wager.SIX_CARD_BONUS
            names = [made] if suit is None else [SUPER_ROYALS[1 + suit], SUPER_ROYALS[0], made]
        case _:
            raise InputError(f"{len(held)} cards were given: a hand has five cards, or three or six for the bonuses")
    return answer | {"hand": made, "book": rules.id, "pays": _pays(rules, wager, names)}


def _pays(rules: "Rulebook", wager: "Wager", names: list[str]) -> dict[str, Any]:
    """What each pay table of the wager says of the hand, by the most precise of its names."""
    rule = rules.wagers.get(wager)
    if rule is None:
        return {}
    answer = {}
    for title, table in rule.tables.items():
        rows = [table.pays[name] for name in (each.replace(" ", "-") for each in names) if name in table.pays]
        label = wager.value if title == "main" else f"{wager.value} {title}"
        found = rows[0] if rows else None
        answer[label] = {
            "pays": str(found.value) if found else None,
            "clause": found.clause if found else rule.otherwise.clause,
        }
    return answer
