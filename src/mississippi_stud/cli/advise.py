"""`mstud advise`: the value of each play at any moment, and why the best is best."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError
from mississippi_stud.language import translator

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.table import Table

    from mississippi_stud.cards import Card
    from mississippi_stud.maths.advice import Advice
    from mississippi_stud.maths.edge_sorting import Backs

Repeated = list[str] | None


def advise(
    cards: str,
    board: str = "",
    bets: str = "",
    seen: str = "",
    known: Repeated = None,
    group: Annotated[str | None, typer.Option("--sorted")] = None,
    backs: str | None = None,
    book: str = "online",
    option: Repeated = None,
    pay: Repeated = None,
    ante: str | None = None,
    meter: str | None = None,
    wallet: int | None = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Show the value of folding and of each bet, in antes, and which is best."""
    from mississippi_stud.cards import parse
    from mississippi_stud.maths import options
    from mississippi_stud.maths.advice import Situation
    from mississippi_stud.maths.advice import advise as worked_out
    from mississippi_stud.prose.advice import why
    from mississippi_stud.prose.problems import tell_remark
    from mississippi_stud.prose.terminal import say

    _ = translator(language)
    the_book, choices, game = options.read(book, option or [], pay or [], ante)
    if choices.players:
        raise InputError("advice-alone")
    if meter is not None:
        from mississippi_stud.maths import jackpot_wagers

        game = jackpot_wagers.joined(the_book, choices, game, options.amount(meter))
    now = Situation(
        parse(cards), parse(board), _bets(bets), parse(seen), _known(known or []), wallet, _backs(group, backs)
    )
    advice = worked_out(game, now)
    if as_json:
        print_json(advice.plain())
        return
    warnings = [
        f"[yellow]{say('warning', language, remark=tell_remark(each, language))}[/yellow]" for each in game.warnings()
    ]
    best = say("best-play", language, play=f"[bold]{_play(advice.best, _)}[/bold]")
    said = why(advice, language)
    print_rich(*warnings, _table(advice, language), f"{best} {said}")


def _bets(text: str) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise InputError("bets-bad", text=text)
    return tuple(map(int, parts))


def _known(texts: list[str]) -> "dict[str, Card]":
    from mississippi_stud.cards import parse_card

    known = {}
    for text in texts:
        name, sign, card = text.partition("=")
        street = name.strip()
        if not sign or street in known:
            raise InputError("known-bad", text=text)
        known[street] = parse_card(card.strip())
    return known


def _backs(group: str | None, backs: str | None) -> "Backs | None":
    from mississippi_stud.maths.edge_sorting import parse_backs

    if group is None and backs is None:
        return None
    if group is None:
        raise InputError("option-alone", option="--backs", question="--sorted")
    if backs is None:
        raise InputError("option-alone", option="--sorted", question="--backs")
    return parse_backs(group, backs)


def _table(advice: "Advice", language: str) -> "Table":
    from rich.table import Table

    _ = translator(language)
    table = Table(_("play"), _("antes, exact"), _("decimal"))
    rows = {"fold": advice.fold, **{str(bet): value for bet, value in advice.bets.items()}}
    for name, value in rows.items():
        mark = "[bold]" if name == advice.best else ""
        table.add_row(f"{mark}{_play(name, _)}", f"{mark}{value}", f"{mark}{_decimal(value, language)}")
    return table


def _play(name: str, _: Callable[[str], str]) -> str:
    return _("fold") if name == "fold" else f"{name}×"


def _decimal(value: "Fraction", language: str) -> str:
    """Format with six decimals, rounded, without a float."""
    millionths = (2 * abs(value.numerator) * 10**6 + value.denominator) // (2 * value.denominator)
    point = "," if language == "fr" else "."
    return f"{'-' if value < 0 else '+'}{millionths // 10**6}{point}{millionths % 10**6:06}"
