"""`mstud simulate`: many rounds, in parts if wished, every estimate beside its exact value, any round replayed."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mississippi_stud.cli.extras import require
from mississippi_stud.cli.help import CommandLine, DocumentedGroup
from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich, print_table, speak
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.maths.simulation.parts import RunTerms
    from mississippi_stud.maths.simulation.run import SimulatedRun

FOUND_MAX: Final = 10
"""How many rounds `--find` names."""

Rounds = Annotated[int, typer.Option(min=1, max=10**12)]
Seed = Annotated[int, typer.Option(min=0, max=2**64 - 1)]
Seats = Annotated[int, typer.Option(min=1, max=9)]
Workers = Annotated[int | None, typer.Option(min=1, max=1024)]
Folder = Annotated[Path | None, typer.Option()]
Sides = Annotated[list[str] | None, typer.Option()]
Permuted = Annotated[bool, typer.Option("--without-replacement")]
Options = Annotated[list[str] | None, typer.Option("--option")]
ErrorRate = Annotated[str | None, typer.Option()]
Session = Annotated[int | None, typer.Option("--session", min=1, max=1 << 20)]
Stop = Annotated[int | None, typer.Option(min=1, max=10**9)]
StrategyName = Annotated[str, typer.Option()]
Player = Annotated[str | None, typer.Option()]


class _SimulateGroup(DocumentedGroup):
    """`mstud simulate BOOK` is `mstud simulate run BOOK`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        first = args[2:] if args[:1] == ["--lang"] else args
        if first[:1] not in [["--help"], *([name] for name in self.commands)]:
            args.insert(len(args) - len(first), "run")
        return super().parse_args(ctx, args)


app = CommandLine(_SimulateGroup, callback=speak)


@app.command("run")
def run_rounds(
    book: Annotated[str, typer.Argument()] = "online",
    rounds: Rounds = 1_000_000,
    seed: Seed = 0,
    seats: Seats = 1,
    strategy: StrategyName = "optimal",
    player: Player = None,
    ante: str | None = None,
    side: Sides = None,
    options: Options = None,
    permuted: Permuted = False,
    errors: ErrorRate = None,
    session: Session = None,
    stop_loss: Stop = None,
    stop_win: Stop = None,
    stop_drawdown: Stop = None,
    part: Annotated[str | None, typer.Option()] = None,
    out: Folder = None,
    workers: Workers = None,
    dask: Annotated[str | None, typer.Option()] = None,
    find: Annotated[str | None, typer.Option()] = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Simulate rounds: how they ended, and the mean beside its exact value."""
    from mississippi_stud.cli.past_play import chosen_strategy
    from mississippi_stud.language import translator
    from mississippi_stud.maths.options import read
    from mississippi_stud.maths.simulation import parts
    from mississippi_stud.maths.simulation.stops import stop_rules

    translator(language)  # reject an unknown language before anything is counted
    if part is not None and out is None:
        raise InputError("option-alone", option="--part", question="--out")
    if dask is not None:
        _check_dask(part, workers)
    if find is not None and session is not None:
        raise InputError("one-question", options=["--find", "--session"])
    number, of = parts.parse_part(part) if part is not None else (1, 1)
    wanted = None if find is None else _ending(find, language)
    the_book, _, game = read(book, options or (), ante=ante, table_of_main=not side)
    terms = parts.RunTerms(
        book=book,
        rounds=rounds,
        seed=seed,
        strategy=strategy,
        strategy_text=chosen_strategy(strategy, player, the_book, game).text,
        seats=seats,
        ante=ante,
        sides=tuple(side or ()),
        options=tuple(options or ()),
        permuted=permuted,
        errors=errors,
        stops=stop_rules(session, stop_loss, stop_win, stop_drawdown),
    )
    cores = workers or os.cpu_count() or 1
    first, last = parts.span_of(terms, number, of)
    with _progress(last - first, language) as told:
        if dask is not None:
            found = _on_cluster(terms, out, dask, language, told)
        elif out is None:
            found = terms.simulation().simulate(rounds, seed, cores, told)
        else:
            with _kept(out, language, told) as counted:
                found = parts.simulated(parts.play(terms, number, of, out, cores, counted))
    answer = found.plain() | _heading(terms)
    if part is not None:
        answer["part"] = part
    if player is not None:
        answer["player"] = player
    if wanted is not None:
        numbers = _found(terms, first, last - first, wanted)
        answer |= {"find": wanted, "found": numbers[:FOUND_MAX], "all_found": len(numbers) <= FOUND_MAX}
    _show_run(answer, as_json, language)


@app.command("merge")
def merge_parts(folder: Annotated[Path, typer.Argument()], as_json: AsJson = False, language: Language = "en") -> None:
    """Add up the parts of a run, and name those that are missing."""
    from mississippi_stud.language import translator
    from mississippi_stud.maths.simulation import parts

    translator(language)
    merged = parts.merge(folder)
    terms = merged.terms
    answer = merged.run.plain() | _heading(terms)
    _show_run(answer | {"parts": merged.parts, "missing": merged.missing}, as_json, language)


@app.command("show")
def show_round(
    seed: Annotated[int, typer.Argument(min=0, max=2**64 - 1)],
    number: Annotated[int, typer.Argument(min=0, max=2**62)],
    book: str = "online",
    seats: Seats = 1,
    strategy: StrategyName = "optimal",
    player: Player = None,
    ante: str | None = None,
    side: Sides = None,
    options: Options = None,
    permuted: Permuted = False,
    errors: ErrorRate = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Replay a simulated round by the engine."""
    from mississippi_stud.cli.past_play import chosen_strategy
    from mississippi_stud.language import translator
    from mississippi_stud.maths.options import read
    from mississippi_stud.maths.simulation.engine import EngineDriver
    from mississippi_stud.maths.simulation.erring import parse_errors
    from mississippi_stud.maths.simulation.sides import parse_sides
    from mississippi_stud.round import Refused

    translator(language)
    the_book, choices, game = read(book, options or (), ante=ante, table_of_main=not side)
    sides = parse_sides(the_book, side, choices) if side else None
    rate = None if errors is None else parse_errors(errors, game)
    plays = chosen_strategy(strategy, player, the_book, game).strategy(game)
    driver = EngineDriver(the_book, game, plays, seats, sides, errors=rate, permuted=permuted)
    try:
        replayed = driver.replay(seed, number)
    except Refused as refused:
        raise InputError("round-not-replayed", error=refused) from None
    heading = {"book": book, "strategy": strategy, "ante": ante, "seed": seed, "round": number}
    if as_json:
        return print_json(heading | replayed.plain())
    return _show_replay(heading | replayed.plain(), language)


def _heading(terms: "RunTerms") -> dict[str, Any]:
    """Return what a run was of, for its answer."""
    heading: dict[str, Any] = {"book": terms.book, "strategy": terms.strategy, "ante": terms.ante}
    if terms.sides or terms.options:
        heading |= {"side": list(terms.sides), "option": list(terms.options)}
    heading |= {} if terms.errors is None else {"errors": terms.errors}
    return heading | ({"without_replacement": True} if terms.permuted else {})


def _check_dask(part: str | None, workers: int | None) -> None:
    """Raise an error if Dask is not installed, or if an option divides the rounds in another way."""
    for option, value in (("--part", part), ("--workers", workers)):
        if value is not None:
            raise InputError("dask-decides", option=option)
    require("dask")


def _on_cluster(
    terms: "RunTerms", out: Path | None, address: str, language: str, told: Callable[[int], None]
) -> "SimulatedRun":
    """Play a run on a Dask cluster; without a folder its parts are kept only as long as it takes."""
    from tempfile import TemporaryDirectory

    from mississippi_stud.maths.simulation import cluster

    if out is not None:
        with _kept(out, language, told) as counted:
            return cluster.play(terms, out, address, counted).run
    with TemporaryDirectory() as folder:
        return cluster.play(terms, Path(folder), address, told).run


def _names(language: str) -> dict[str, str]:
    """Return the ways in which a round can end, by key, as a reader calls them."""
    from mississippi_stud.cli.solve_tables import name_of
    from mississippi_stud.maths.game import STREETS
    from mississippi_stud.maths.simulation.run import ENDINGS
    from mississippi_stud.prose.simulation import say

    names = {key: name_of(key, language) for key in ENDINGS}
    return names | {key: say("fold", language, street=names[key]) for key in STREETS}


def _ending(text: str, language: str) -> str:
    """Return the key of an ending that was named, by its key or as a reader calls it."""
    from difflib import get_close_matches

    known = {name.casefold(): key for key, name in _names(language).items()}
    known |= {key.replace("-", " "): key for key in known.values()}
    asked = " ".join(text.casefold().replace("-", " ").split())
    if asked not in known:
        near = get_close_matches(asked, known, n=1)
        if near:
            raise InputError("no-ending-near", name=text, near=near)
        raise InputError("no-ending", name=text, endings=tuple(known))
    return known[asked]


def _found(terms: "RunTerms", first: int, rounds: int, wanted: str) -> list[int]:
    """Return the first rounds that ended so, and one more if there is."""
    return list(islice(terms.simulation().find(terms.seed, first, rounds, wanted), FOUND_MAX + 1))


@contextmanager
def _progress(rounds: int, language: str) -> Iterator[Callable[[int], None]]:
    """Show how far the rounds are and the time left, if somebody looks; yield what is told of it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from mississippi_stud.prose.simulation import say

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("progress", language), total=rounds)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def _kept(folder: Path, language: str, told: Callable[[int], None]) -> Iterator[Callable[[int], None]]:
    """Yield what is told of the rounds; when somebody stops the run, say where the counts are.

    Ctrl+C takes effect when the next rounds are counted: an exception that is raised wherever the program happens to be
    can be lost in a callback, and the run would go on.
    """
    from mississippi_stud.prose.simulation import say

    stopped: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: stopped.append(number))

    def counted(done: int) -> None:
        if stopped:
            raise KeyboardInterrupt
        told(done)

    try:
        yield counted
    except KeyboardInterrupt:
        sys.stderr.write(f"mstud: {say('stopped', language, path=folder)}\n")
        raise
    finally:
        signal.signal(signal.SIGINT, before)


def _show_run(answer: dict[str, Any], as_json: bool, language: str) -> None:
    if as_json:
        return print_json(answer)
    from mississippi_stud.cli.simulate_tables import run_tables, session_tables, side_tables

    title, ends, figures, remarks = run_tables(answer, _names(language), language)
    print_rich(title, "")
    print_table(*ends)
    print_rich("")
    print_table(*figures)
    for heading, table in (*session_tables(answer, language), *side_tables(answer, language)):
        print_rich("", *([heading, ""] if heading else []))
        print_table(*table)
    return print_rich("", *remarks) if remarks else None


def _show_replay(answer: dict[str, Any], language: str) -> None:
    from mississippi_stud.cli.simulate_tables import replay_table

    title, community, table = replay_table(answer, _names(language), language)
    print_rich(title, community, "")
    print_table(*table)
