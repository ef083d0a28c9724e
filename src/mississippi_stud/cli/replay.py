"""`mstud replay`: plays a scenario file and tells what happened, to a program or a person, at once or step by step."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.scenario import Played, Step


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario file.")],
    as_json: AsJson = False,
    step: Annotated[bool, typer.Option("--step", help="Walk through the round, one key at a time.")] = False,
    language: Language = "en",
) -> None:
    """Play a scenario file: every payment, refusal and ruling with its clause."""
    from mississippi_stud.language import translator
    from mississippi_stud.rulebooks import rulebook
    from mississippi_stud.scenario import play
    from mississippi_stud.scenario.report import report

    translator(language)  # a language that we do not speak is told before anything else is
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"there is no file {file!r}: give the path of a scenario file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}") from None
    try:
        played = play(text, lambda name: rulebook(_beside(path, name)))
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    if as_json:
        print_json(report(played))
        return
    tell(played, language, step=step)


def tell(played: "Played", language: str, *, step: bool = False) -> None:
    """Tell a person what happened, at once or one key at a time."""
    for number, each in enumerate(played.steps):
        _tell_step(played, each, language)
        if step:
            _draw(played, each, language)
            if number < len(played.steps) - 1:
                _wait(language)
    _tell_end(played, language)


def _beside(scenario: Path, book: str) -> str:
    """The path of a rule book file is given from where the scenario lies."""
    return str(scenario.parent.joinpath(book)) if book.endswith(".toml") else book


def _wait(language: str) -> None:
    from mississippi_stud.language import translator

    if not sys.stdin.isatty():
        return
    sys.stdout.write(f"[{translator(language)('any key goes on, q ends')}] ")
    sys.stdout.flush()
    key = typer.getchar()
    sys.stdout.write("\n")
    if key in ("q", "\x03", "\x1b"):
        raise typer.Exit


def _tell_step(played: "Played", step: "Step", language: str) -> None:
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.language import translator
    from mississippi_stud.prose import RULINGS, cite, explain

    line = f"[bold]{step.line.number:>3}[/bold]  {plain(step.line.text)}"
    if step.refused:
        said = explain(step.refused, played.book.money.currency.value, language)
        line += f"  [yellow]✗ {plain(said)} ({cite(step.refused.clause)})[/yellow]"
    if step.ruled:
        said = translator(language)(RULINGS[step.ruled.ruling])
        line += f"  [cyan]→ {plain(said)} ({cite(step.ruled.clause)})[/cyan]"
    print_rich(line)


def _draw(played: "Played", step: "Step", language: str) -> None:
    from mississippi_stud.cli.drawing import table
    from mississippi_stud.round.view import Role, view

    seen = view(played.book, step.state, Role.DEALER)
    print_rich(table(seen, played.book.money.currency.value, language))


def _tell_end(played: "Played", language: str) -> None:
    from mississippi_stud.cli.drawing import table
    from mississippi_stud.round.view import Role, view

    state = played.state
    print_rich(table(view(played.book, state, Role.SPECTATOR), played.book.money.currency.value, language))
    collected = sorted(set(state.hands) - set(state.order), reverse=True)
    for position in (*state.order, *collected):
        _tell_hand(played, position, language)


def _tell_hand(played: "Played", position: int, language: str) -> None:
    from mississippi_stud.cli.drawing import hand_name, plain, result
    from mississippi_stud.language import translator
    from mississippi_stud.prose import amount
    from mississippi_stud.round.transfers import net_cents
    from mississippi_stud.scenario.report import made

    _ = translator(language)
    state, currency = played.state, played.book.money.currency.value
    hand = state.hands[position]
    results = [each for each in state.results if each.position == position]
    if not results:
        return
    name = made(state, hand)
    net = amount(net_cents(state, position), currency, language)
    heading = f"[bold]{position} {plain(hand.player)}[/bold]"
    print_rich(f"{heading}: {hand_name(name, language) if name else '–'}, {_('net')} [bold]{net}[/bold]")
    print_rich(*(f"    {result(each, currency, language)}" for each in results))
