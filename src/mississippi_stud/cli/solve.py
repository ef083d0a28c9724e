"""`mstud solve`: the exact mathematics of a game."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.extras import require
from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.maths.game import Game
    from mississippi_stud.maths.options import Choices
    from mississippi_stud.rulebooks import Rulebook

Repeated = list[str] | None


def solve(
    book: Annotated[str, typer.Argument()] = "online",
    option: Repeated = None,
    pay: Repeated = None,
    ante: str | None = None,
    known: Repeated = None,
    group: Annotated[str | None, typer.Option("--sorted", metavar="RANKS")] = None,
    covariance: Annotated[str | None, typer.Option(metavar="WITH")] = None,
    human: Annotated[bool, typer.Option("--human")] = False,
    side: str | None = None,
    stake: str | None = None,
    caps: Annotated[bool, typer.Option("--caps")] = False,
    antes: str | None = None,
    meter: str | None = None,
    dollars: Annotated[bool, typer.Option("--dollars")] = False,
    plot: str | None = None,
    picture: str | None = None,
    out: str | None = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Solve a game exactly: its value, the optimal play, every hand and the distribution of the result."""
    from mississippi_stud.language import translator
    from mississippi_stud.maths import options

    translator(language)  # reject an unknown language before solving anything
    questions = {
        "--known": known,
        "--sorted": group is not None,
        "--covariance": covariance is not None,
        "--human": human,
        "--side": side is not None,
        "--caps": caps,
        "--dollars": dollars,
    }
    asked = [name for name, given in questions.items() if given]
    for name, given, question in (
        ("--stake", stake, "--side"),
        ("--antes", antes, "--caps"),
        ("--out", out, "--human"),
    ):
        if given is not None and question not in asked:
            raise InputError("option-alone", option=name, question=question)
    if picture is not None and plot is None:
        raise InputError("option-alone", option="--picture", question="--plot")
    if plot is not None:
        require("plots")
    if len(asked) > 1 or (meter is not None and asked not in ([], ["--side"])):
        raise InputError("one-question", options=[*asked, *(["--meter"] if meter else [])])
    the_book, choices, game = options.read(
        book, option or [], pay or [], ante, table_of_main=side is None and covariance is None
    )
    question = asked[0] if asked else "--meter" if meter is not None else ""
    if choices.three_card_bonus is not None and question != "--caps":
        raise InputError("bonus-without-caps")
    answer = _answer(question, the_book, choices, game, known or [], group, covariance, side, stake, antes, meter)
    if plot is not None:
        _plot(answer, the_book, choices, game, meter, picture, plot, language)
    if out is not None:
        from mississippi_stud.web import strategy_card

        strategy_card.save(out, language, translator(language)(the_book.title))
    if as_json:
        print_json(answer)
    else:
        from mississippi_stud.cli import solve_tables

        print_rich(*solve_tables.shown(answer, language))


def _answer(
    question: str,
    book: "Rulebook",
    choices: "Choices",
    game: "Game",
    known: list[str],
    group: str | None,
    covariance: str | None,
    side: str | None,
    stake: str | None,
    antes: str | None,
    meter: str | None,
) -> dict[str, Any]:
    from mississippi_stud.maths import options, report, solver, studies

    match question:
        case "--known":
            return studies.known(game, known)
        case "--sorted":
            return studies.edge_sorting(game, group or "")
        case "--covariance":
            return studies.covariance(book, choices, game, covariance or "")
        case "--human":
            return studies.human(game)
        case "--caps":
            return studies.caps(book, game, [options.amount(each) for each in antes.split(",")] if antes else [])
        case "--dollars":
            return studies.dollars(book, choices, game)
        case "--side":
            wager = studies.side_wager(side or "")
            if "jackpot" in wager or wager == "progressive":
                if meter is None and book.jackpot and book.jackpot.wager.value == wager:
                    raise InputError("meter-needed", wager=wager)
                return studies.meter(book, choices, game, options.amount(meter) if meter else 0, wager)
            return studies.side(book, wager, choices, options.amount(stake) if stake else None)
        case "--meter":
            return studies.meter(book, choices, game, options.amount(meter or ""))
        case _:
            return report.solution(solver.solve(game))


def _plot(
    answer: dict[str, Any],
    book: "Rulebook",
    choices: "Choices",
    game: "Game",
    meter: str | None,
    picture: str | None,
    path: str,
    language: str,
) -> None:
    from mississippi_stud.cli.solve_tables import name_of
    from mississippi_stud.maths import options, plots, studies
    from mississippi_stud.maths.remarks import Remark
    from mississippi_stud.prose.problems import tell_remark

    tell = partial(tell_remark, language=language)
    picture = picture or ("meter" if meter else "starting-hands")
    solved = answer.get("solution", answer)
    if picture == "meter":
        if meter is None:
            raise InputError("picture-meter")
        told = answer["jackpot"]
        curves = studies.meter_curves(book, choices, game, options.amount(meter), studies.side_wager(told["wager"]))
        amounts = {"cost_cents": options.amount(told["cost"]), "ante_cents": options.amount(answer["ante"])}
        wager = name_of(told["wager"], language)
        title = Remark("picture-meter", book=book.id, wager=wager, players=choices.players, **amounts)
        return plots.save(plots.meter(title, curves, tell), path, language)
    if picture not in plots.PICTURES:
        raise InputError("picture-unknown", picture=picture, pictures=plots.PICTURES)
    if "starting_hands" not in solved:
        raise InputError("picture-none")
    if picture == "hands":
        chart = plots.hands(solved, tell, partial(name_of, language=language))
    else:
        chart = plots.starting_hands(solved, tell)
    return plots.save(chart, path, language)
