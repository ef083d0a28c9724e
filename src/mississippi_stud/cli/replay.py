"""`mstud replay`: play a scenario file and show what happened, to a program or a person, at once or step by step."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.output import AsJson, Language, at_terminal, print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.round.refusal import Refused
    from mississippi_stud.rulebooks.model import Rulebook
    from mississippi_stud.scenario import Playthrough, ScriptStep
    from mississippi_stud.scenario.script import ScriptLine
    from mississippi_stud.table.state import Prompt, Question


def replay(
    file: Annotated[str, typer.Argument()],
    as_json: AsJson = False,
    step: Annotated[bool, typer.Option("--step")] = False,
    draw: Annotated[Path | None, typer.Option("--draw")] = None,
    language: Language = "en",
) -> None:
    """Play a scenario file: every payment, refusal and ruling with its clause."""
    from mississippi_stud.language import translator
    from mississippi_stud.scenario.report import report

    translator(language)  # reject an unknown language before anything else
    if is_of(file, "tournament"):
        from mississippi_stud.cli.replay_tournament import replay_tournament

        replay_tournament(file, language, as_json=as_json)
        return
    if is_of(file, "promotion"):
        from mississippi_stud.cli.replay_promotion import replay_promotion

        replay_promotion(file, language, as_json=as_json, draw=draw)
        return
    played = played_from(file)
    if as_json:
        print_json(report(played))
        return
    tell(played, language, step=step)


def is_of(file: str, key: str) -> bool:
    """Whether a file is the scenario of a tournament or a promotion; one that cannot be read is told of elsewhere."""
    from mississippi_stud.scenario import read_toml

    try:
        return key in read_toml(read_scenario(file)[0])
    except InputError:
        return False


def played_from(file: str) -> "Playthrough":
    """Play the scenario in a file; any error names the file."""
    from mississippi_stud.scenario import play

    text, named = read_scenario(file)
    try:
        return play(text, named)
    except InputError as error:
        raise InputError("in-file", file=file, error=error) from None


def read_scenario(file: str) -> "tuple[str, Callable[[str], Rulebook]]":
    """Return the text of a scenario file, and what loads the book that it names."""
    from mississippi_stud.rulebooks import rulebook

    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError("scenario-missing", file=file) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("file-unreadable", path=file, why=error) from None
    return text, lambda name: rulebook(_beside(path, name))


def tell(played: "Playthrough", language: str, *, step: bool = False) -> None:
    """Show a person what happened, at once or step by step: every round, in the order in which they end."""
    if step and at_terminal():
        from mississippi_stud.cli.walk import walk

        if not walk(list(_frames(played, language, step=True)), language):
            return
        for one in (*played.earlier, played):
            print_rich(*_end(one, language))
    else:
        for frame in _frames(played, language, step=step):
            print_rich(*frame)


def _frames(played: "Playthrough", language: str, *, step: bool) -> Iterator[list[Any]]:
    """Yield what is shown at a time: each line of a round, with the table drawn after it if `step`, then its end."""
    from mississippi_stud.prose.terminal import say

    for one in (*played.earlier, played):
        before: list[Any] = []
        if played.earlier:
            said = say("round", language, table=one.table, round=one.number)
            before.append(f"[bold underline]{said}[/bold underline]")
        before += _prompts(one, one.prompts, language)
        before += [_line(one, floor.line, floor.refused, language) for floor in one.floor]
        for each in one.steps:
            yield [*before, *_step(one, each, language), *([_drawn(one, each, language)] if step else [])]
            before = []
        yield [*before, *_end(one, language)]


def _beside(scenario: Path, book: str) -> str:
    """Return the path of a rule book file, which is given relative to the scenario."""
    return str(scenario.parent.joinpath(book)) if book.endswith(".toml") else book


def _step(played: "Playthrough", step: "ScriptStep", language: str) -> Iterator[str]:
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.language import translator
    from mississippi_stud.prose.names import cite
    from mississippi_stud.prose.rulings import RULINGS

    ruled = ""
    if step.ruled:
        said = translator(language)(RULINGS[step.ruled.ruling])
        ruled = f"  [cyan]→ {plain(said)} ({cite(step.ruled.clause)})[/cyan]"
    yield _line(played, step.line, step.refused, language) + ruled
    if step.question:
        yield _question(played, step.question, language)
    yield from _prompts(played, step.prompts, language)


def _question(played: "Playthrough", question: "Question", language: str) -> str:
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.prose.names import cite
    from mississippi_stud.prose.refusals import explain
    from mississippi_stud.round.refusal import Refused
    from mississippi_stud.table.staff import called

    waits = Refused("ruling-waits", question.clause, decides=called(played.book, question.decides))
    said = explain(waits, played.book.money.currency.value, language)
    return f"     [cyan]? {plain(said)} ({cite(question.clause)})[/cyan]"


def _prompts(played: "Playthrough", prompts: "tuple[Prompt, ...]", language: str) -> Iterator[str]:
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.prose.names import cite
    from mississippi_stud.prose.prompts import instruct

    for prompt in prompts:
        yield f"     ☐ {plain(instruct(played.book, prompt, language))} [dim]({cite(prompt.clause)})[/dim]"


def _line(played: "Playthrough", line: "ScriptLine", refused: "Refused | None", language: str) -> str:
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.prose.names import cite
    from mississippi_stud.prose.refusals import explain

    told = f"[bold]{line.number:>3}[/bold]  {plain(line.text)}"
    if refused:
        said = explain(refused, played.book.money.currency.value, language)
        told += f"  [yellow]✗ {plain(said)} ({cite(refused.clause)})[/yellow]"
    return told


def _drawn(played: "Playthrough", step: "ScriptStep", language: str) -> Any:
    from mississippi_stud.cli.drawing import table
    from mississippi_stud.round.view import Role, view

    seen = view(played.book, step.state, Role.DEALER)
    later = {wager for each in played.steps for hand in each.state.hands.values() for wager in hand.stakes}
    return table(seen, played.book, language, later)


def _end(played: "Playthrough", language: str) -> Iterator[Any]:
    from mississippi_stud.cli.drawing import table
    from mississippi_stud.round.view import Role, view

    state = played.state
    yield table(view(played.book, state, Role.SPECTATOR), played.book, language)
    collected = sorted(set(state.hands) - set(state.order), reverse=True)
    for position in (*state.order, *collected):
        yield from _hand(played, position, language)
    yield from _jackpots(played, language)
    yield from _after(played, language)


def _after(played: "Playthrough", language: str) -> Iterator[str]:
    """Yield what the round leaves behind: warnings, and the values of the meters."""
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.language import translator
    from mississippi_stud.money import parse
    from mississippi_stud.prose.names import WARNINGS, amount

    _ = translator(language)
    for player, about in played.state.warnings:
        yield f"{plain(player)}{_(': ')}{_(WARNINGS[about])}"
    for name, value in played.meters.items():
        shown = amount(parse(value), played.book.money.currency.value, language)
        yield f"{_('meter')} {plain(name)}{_(': ')}[bold]{shown}[/bold]"


def _jackpots(played: "Playthrough", language: str) -> Iterator[str]:
    """Yield the prizes from the meter and elsewhere, in the order in which they are paid."""
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.language import translator
    from mississippi_stud.prose.meters import arithmetic
    from mississippi_stud.prose.names import NAMES, amount, cite
    from mississippi_stud.prose.terminal import say

    _ = translator(language)
    currency = played.book.money.currency.value
    prizes = [event.prize for event in played.jackpots.prizes(played.table, played.round_id)]
    if prizes:
        yield f"[bold]{say('jackpots', language)}[/bold]"
    for prize in prizes:
        won, why = amount(prize.cents, currency, language), arithmetic(prize, currency, language)
        name = _(NAMES.get(prize.wager, prize.wager))
        said = f"{prize.position} {plain(prize.player)}{_(': ')}{name} [bold]{won}[/bold]; {plain(why)}"
        cited = f"({prize.clause.partition(' ')[2]})" in why
        yield f"    {said}" if cited else f"    {said} [dim]({cite(prize.clause)})[/dim]"


def _hand(played: "Playthrough", position: int, language: str) -> Iterator[str]:
    from mississippi_stud.cli.drawing import hand_name, plain, results
    from mississippi_stud.language import translator
    from mississippi_stud.prose.names import amount
    from mississippi_stud.prose.terminal import say
    from mississippi_stud.round.transfers import net_cents
    from mississippi_stud.scenario.report import made

    _ = translator(language)
    state, currency = played.state, played.book.money.currency.value
    hand = state.hands[position]
    told = list(results(state, position, played.book, language))
    if not told:
        return
    name = made(state, hand)
    withheld = played.withheld.get(position, 0)
    net = amount(net_cents(state, position) - withheld, currency, language)
    heading = f"[bold]{position} {plain(hand.player)}[/bold]"
    yield f"{heading}{_(': ')}{hand_name(name, language) if name else '–'}, {_('net')} [bold]{net}[/bold]"
    yield from told
    if withheld:
        said = say("withheld", language, amount=amount(withheld, currency, language))
        yield f"    [yellow]{plain(said)}[/yellow]"
