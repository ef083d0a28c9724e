"""What `mstud simulate` shows to people: the plain data of `maths.simulation` as tables."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from mississippi_stud.cli.solve_tables import written
from mississippi_stud.prose.simulation import say

Answer = Mapping[str, Any]
Names = Mapping[str, str]
Shown = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""Headings and rows."""


def run_tables(answer: Answer, names: Names, language: str) -> tuple[str, Shown, Shown, list[str]]:
    """Return the title of a run, how its rounds ended, its figures, and what else is to be said."""
    number = partial(written, language=language)
    values = {name: answer[name] for name in ("book", "strategy", "seed", "seats")}
    values["rounds"] = number(answer["rounds"], ",")
    title = say("run-of-seats" if answer["seats"] > 1 else "run", language, **values)
    headings = tuple(say(name, language) for name in ("ended", "counted", "share", "exact-share"))
    ends: list[tuple[str, ...]] = [
        (
            names[key],
            number(count, ","),
            number(answer["share_decimal"][key], ".6%"),
            number(answer["exact_decimal"][key], ".6%"),
        )
        for key, count in answer["counts"].items()
    ]
    return title, (headings, ends), _figures(answer, number, language), list(_remarks(answer, names, language))


def _figures(answer: Answer, number: Callable[[Any, str], str], language: str) -> Shown:
    net, z = answer["net_antes"], answer["z_decimal"]
    rows = (
        ("net", number(net, ",") if isinstance(net, int) else net, ""),
        ("wagered", number(answer["wagered_antes"], ","), ""),
        ("mean", number(answer["mean_decimal"], ".8f"), number(answer["exact_mean_decimal"], ".8f")),
        ("error", number(answer["standard_error_decimal"], ".8f"), ""),
        ("z", "–" if z is None else number(z, "+.2f"), ""),
    )
    headings = tuple(say(name, language) for name in ("figure", "simulated", "exact"))
    return headings, [(say(name, language), *cells) for name, *cells in rows]


def _remarks(answer: Answer, names: Names, language: str) -> Iterator[str]:
    """Yield what is said below: the parts that are missing, and the rounds that were found."""
    if missing := answer.get("missing"):
        yield say("missing", language, parts=answer["parts"], numbers=", ".join(map(str, missing)))
    if "find" in answer:
        numbers, ending = answer["found"], names[answer["find"]]
        kind = "found-none" if not numbers else "found" if answer["all_found"] else "found-first"
        yield say(kind, language, ending=ending, numbers=", ".join(map(str, numbers)))
        if numbers:
            yield say("show-them", language, command=_command(answer, numbers[0]))


def _command(answer: Answer, number: int) -> str:
    """Return the command that shows a round of this run."""
    usual = {"book": "online", "strategy": "optimal", "seats": 1, "ante": None}
    options = (f" --{name} {answer[name]}" for name, value in usual.items() if answer[name] != value)
    return f"mstud simulate show {answer['seed']} {number}{''.join(options)}"


def replay_table(answer: Answer, names: Names, language: str) -> tuple[str, str, Shown]:
    """Return the title of a round, its community cards, and what each seat did."""
    values = {name: answer[name] for name in ("book", "strategy", "seed")}
    headings = tuple(say(name, language) for name in ("seat", "cards", "bets", "ending", "result"))
    rows: list[tuple[str, ...]] = [
        (
            str(seat),
            each["cards"],
            " ".join(map(str, each["bets"])) or "–",
            names[each["ended"]],
            written(each["net_antes"], "+,", language) if isinstance(each["net_antes"], int) else each["net_antes"],
        )
        for seat, each in enumerate(answer["by_seat"], start=1)
    ]
    title = say("round", language, number=answer["round"], **values)
    return title, say("community", language, cards=answer["community"]), (headings, rows)
