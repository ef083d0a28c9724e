"""`mstud simulate`: many rounds of one seat, with every estimate beside its exact value."""

from enum import StrEnum
from typing import Annotated

import typer

from mississippi_stud.cli.output import AsJson, Language, print_json, print_table


class StrategyName(StrEnum):
    """How the seat plays."""

    OPTIMAL = "optimal"
    HUMAN = "human"
    NEVER_FOLD = "never-fold"


def simulate(
    book: Annotated[str, typer.Argument()] = "online",
    rounds: Annotated[int, typer.Option(min=1, max=10**12)] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1)] = 0,
    strategy: StrategyName = StrategyName.OPTIMAL,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Simulate rounds of one seat: how they ended, and the mean beside its exact value."""
    from mississippi_stud.language import translator
    from mississippi_stud.maths import options
    from mississippi_stud.maths.simulation import run

    _ = translator(language)
    answer = run.simulate(options.read(book)[2], rounds, seed, strategy.value).plain()
    if as_json:
        return print_json(answer)
    from mississippi_stud.cli.solve_tables import name_of

    rows = [(name_of(name, language), str(count)) for name, count in answer.pop("counts").items()]
    return print_table(("", ""), [*rows, *((name, str(value)) for name, value in answer.items())])
