"""`mstud risk`: what to expect of a session, and the chance of ruin."""

from typing import Annotated

import typer

from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich

Repeated = list[str] | None


def risk(
    book: Annotated[str, typer.Argument()] = "online",
    rounds: int = 100,
    bankroll: int = 100,
    goal: int | None = None,
    known: Repeated = None,
    option: Repeated = None,
    pay: Repeated = None,
    ante: str | None = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Show what a session of the best play comes to: the chance to be ahead, the spread of the result, and ruin."""
    from mississippi_stud.language import translator
    from mississippi_stud.maths import options, studies

    translator(language)  # reject an unknown language before solving anything
    game = options.read(book, option or [], pay or [], ante)[2]
    answer = studies.risk(game, rounds, bankroll, goal, known or [])
    if as_json:
        print_json(answer)
    else:
        from mississippi_stud.cli import solve_tables

        print_rich(*solve_tables.shown(answer, language))
