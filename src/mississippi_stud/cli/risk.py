"""`mstud risk`: what to expect of a session, and the chance of ruin."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from mississippi_stud.cli.extras import require
from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich

if TYPE_CHECKING:
    from mississippi_stud.maths.studies import DrawnSession

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
    plot: str | None = None,
    paths: int = 20,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1)] = 0,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Show what a session of the best play comes to: the chance to be ahead, the spread of the result, and ruin."""
    from mississippi_stud.language import translator
    from mississippi_stud.maths import options, studies

    translator(language)  # reject an unknown language before solving anything
    game = options.read(book, option or [], pay or [], ante)[2]
    if plot is not None:
        require("plots")
    answer = studies.risk(game, rounds, bankroll, goal, known or [])
    if plot is not None:
        _draw(studies.drawn_session(game, rounds, bankroll, known or [], paths, seed), plot, language)
    if as_json:
        print_json(answer)
    else:
        from mississippi_stud.cli import solve_tables

        print_rich(*solve_tables.shown(answer, language))


def _draw(drawn: "DrawnSession", path: str, language: str) -> None:
    from mississippi_stud.maths import plots
    from mississippi_stud.prose.problems import tell_remark

    tell = partial(tell_remark, language=language)
    plots.save(plots.session_bands(drawn.session, tell, paths=drawn.paths), path, language)
