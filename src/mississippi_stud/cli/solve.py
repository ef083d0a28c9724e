"""`mstud solve`: the exact mathematics of a game."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from mississippi_stud.cli.extras import require
from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError
from mississippi_stud.language import translator

if TYPE_CHECKING:
    from mississippi_stud.maths.game import Game
    from mississippi_stud.maths.options import Choices
    from mississippi_stud.rulebooks import Rulebook

Repeated = list[str] | None


class _Asked(NamedTuple):
    """What was asked on the command line, beside the game itself."""

    known: list[str]
    group: str | None
    seen_cards: int | None
    open_hands: int | None
    first_card: bool
    wallet: int | None
    strategy: str | None
    player: str | None
    covariance: str | None
    human: bool
    side: str | None
    stake: str | None
    caps: bool
    antes: str | None
    meter: str | None
    dollars: bool
    plot: str | None
    picture: str | None
    out: str | None

    def question(self) -> str:
        """Return the one question that is asked, or nothing; raise an error for two, or for an option without its own.

        A meter is a question by itself, and a detail of a side wager.
        """
        questions = {
            "--known": self.known,
            "--sorted": self.group is not None,
            "--seen-cards": self.seen_cards is not None,
            "--open-hands": self.open_hands is not None,
            "--first-card": self.first_card,
            "--wallet": self.wallet is not None,
            "--strategy": self.strategy is not None,
            "--covariance": self.covariance is not None,
            "--human": self.human,
            "--side": self.side is not None,
            "--caps": self.caps,
            "--dollars": self.dollars,
        }
        asked = [name for name, given in questions.items() if given]
        for name, given, needed in (
            ("--stake", self.stake, self.side is not None),
            ("--antes", self.antes, self.caps),
            ("--player", self.player, self.strategy is not None),
            ("--picture", self.picture, self.plot is not None),
        ):
            if given is not None and not needed:
                raise InputError("option-alone", option=name, question=_QUESTIONS[name])
        if self.out is not None and not self.human and self.strategy is None:
            raise InputError("out-alone")
        if len(asked) > 1 or (self.meter is not None and asked not in ([], ["--side"])):
            raise InputError("one-question", options=[*asked, *(["--meter"] if self.meter else [])])
        return asked[0] if asked else "--meter" if self.meter is not None else ""


_QUESTIONS: Final = {"--stake": "--side", "--antes": "--caps", "--player": "--strategy", "--picture": "--plot"}
"""The option that each of these belongs to."""


def solve(
    book: Annotated[str, typer.Argument()] = "online",
    option: Repeated = None,
    pay: Repeated = None,
    ante: str | None = None,
    known: Repeated = None,
    group: Annotated[str | None, typer.Option("--sorted")] = None,
    seen_cards: int | None = None,
    open_hands: int | None = None,
    first_card: Annotated[bool, typer.Option("--first-card")] = False,
    wallet: int | None = None,
    strategy: Annotated[str | None, typer.Option()] = None,
    player: str | None = None,
    covariance: Annotated[str | None, typer.Option()] = None,
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
    from mississippi_stud.maths import options

    translator(language)  # reject an unknown language before solving anything
    questions = (known or [], group, seen_cards, open_hands, first_card, wallet, strategy, player, covariance, human)
    asked = _Asked(*questions, side, stake, caps, antes, meter, dollars, plot, picture, out)
    question = asked.question()
    if plot is not None:
        require("plots")
    the_book, choices, game = options.read(
        book, option or [], pay or [], ante, table_of_main=side is None and covariance is None
    )
    if choices.three_card_bonus is not None and question != "--caps":
        raise InputError("bonus-without-caps")
    answer = _answer(question, asked, the_book, choices, game)
    _write(asked, answer, the_book, choices, game, language)
    if as_json:
        print_json(answer)
    else:
        from mississippi_stud.cli import solve_tables

        print_rich(*solve_tables.shown(answer, language))


def _answer(question: str, asked: _Asked, book: "Rulebook", choices: "Choices", game: "Game") -> dict[str, Any]:
    from mississippi_stud.maths import options, report, solver, studies

    match question:
        case "--known":
            return studies.known(game, asked.known)
        case "--sorted":
            return studies.edge_sorting(game, asked.group or "")
        case "--seen-cards":
            return studies.seen_cards(game, asked.seen_cards or 0)
        case "--open-hands":
            return studies.open_hands(game, asked.open_hands or 0)
        case "--first-card":
            return studies.first_card(game)
        case "--wallet":
            return studies.short_wallet(game, asked.wallet or 0)
        case "--strategy":
            return _strategy(asked, book, game)
        case "--covariance":
            return studies.covariance(book, choices, game, asked.covariance or "")
        case "--human":
            return studies.human(game)
        case "--caps":
            amounts = asked.antes.split(",") if asked.antes else []
            return studies.caps(book, game, [options.amount(each) for each in amounts])
        case "--dollars":
            return studies.dollars(book, choices, game)
        case "--side":
            return _side(asked, book, choices, game)
        case "--meter":
            return studies.meter(book, choices, game, options.amount(asked.meter or ""))
        case _:
            return report.solution(solver.solve(game))


def _strategy(asked: _Asked, book: "Rulebook", game: "Game") -> dict[str, Any]:
    """Return what a strategy is worth, and write it if that was asked for."""
    from mississippi_stud.cli.past_play import chosen_strategy
    from mississippi_stud.maths import studies
    from mississippi_stud.maths.whole_file import replace_file

    chosen = chosen_strategy(asked.strategy or "", asked.player, book, game)
    history = chosen.history
    answer = studies.strategy(game, chosen.strategy(game), history.decisions if history else ())
    if history:
        answer["history"] |= {"player": history.player, "rounds": history.rounds, "left_out": history.left_out}
    if asked.out is not None and history:
        replace_file(Path(asked.out), chosen.text.encode())
    elif asked.out is not None:
        studies.write_strategy(game, chosen.strategy(game), asked.out)
    return answer


def _side(asked: _Asked, book: "Rulebook", choices: "Choices", game: "Game") -> dict[str, Any]:
    from mississippi_stud.maths import options, studies

    wager = studies.side_wager(asked.side or "")
    if "jackpot" in wager or wager == "progressive":
        if asked.meter is None and book.jackpot and book.jackpot.wager.value == wager:
            raise InputError("meter-needed", wager=wager)
        return studies.meter(book, choices, game, options.amount(asked.meter) if asked.meter else 0, wager)
    return studies.side(book, wager, choices, options.amount(asked.stake) if asked.stake else None)


def _write(
    asked: _Asked, answer: dict[str, Any], book: "Rulebook", choices: "Choices", game: "Game", language: str
) -> None:
    """Write the files that were asked for beside a strategy: a picture, or the strategy card."""
    if asked.plot is not None:
        _plot(answer, book, choices, game, asked.meter, asked.picture, asked.plot, language)
    if asked.out is not None and asked.strategy is None:
        from mississippi_stud.web import strategy_card

        strategy_card.save(asked.out, language, translator(language)(book.title))


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
