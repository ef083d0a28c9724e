"""What `mstud simulate` shows to people: the plain data of `maths.simulation` as tables."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from mississippi_stud.cli.solve_tables import name_of, written
from mississippi_stud.maths.lattice import ROUNDS_MAX
from mississippi_stud.money import text
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
    """Yield what is said below: how often somebody errs, the parts that are missing, and the rounds that were found."""
    if errors := answer.get("errors"):
        yield say("errors", language, chance=errors)
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
    usual = {"book": "online", "strategy": "optimal", "player": None, "seats": 1, "ante": None, "errors": None}
    options = [f" --{name} {answer[name]}" for name, value in usual.items() if answer.get(name) != value]
    options += [f' --{name} "{each}"' for name in ("side", "option") for each in answer.get(name, ())]
    options += [" --without-replacement"] if answer.get("without_replacement") else []
    return f"mstud simulate show {answer['seed']} {number}{''.join(options)}"


def side_tables(answer: Answer, language: str) -> Iterator[tuple[str, Shown]]:
    """Yield the title and the figures of each side wager."""
    number = partial(written, language=language)
    headings = tuple(say(name, language) for name in ("figure", "simulated", "exact"))
    for wager, told in answer.get("side_wagers", {}).items():
        if not isinstance(told, Mapping):
            continue
        exact = told["exact_mean_decimal"]
        counts = {key: count for key, count in told["counts"].items() if count}
        rows: list[tuple[str, ...]] = [
            (name_of(key, language), number(count, ","), "") for key, count in counts.items()
        ]
        mean = number(told["mean_decimal"], ".6f")
        rows.append((say("unit-mean", language), mean, "" if exact is None else number(exact, ".6f")))
        rows.append((say("error", language), number(told["standard_error_decimal"], ".6f"), ""))
        if meter := told.get("meter"):
            rows += [(say(f"meter-{name}", language), number(meter[f"{name}_decimal"], ",.2f"), "")
                     for name in ("start", "end", "highest")]  # fmt: skip
        stake = number(Decimal(text(told["stake_cents"])), ",.2f")
        yield say("side-wager", language, wager=name_of(wager, language), stake=stake), (headings, rows)


def session_tables(answer: Answer, language: str) -> Iterator[tuple[str, Shown]]:
    """Yield the title, how sessions ended, and the figures of sessions, if players leave by a rule."""
    if not (told := answer.get("sessions")):
        return
    number = partial(written, language=language)
    exact, sessions = told["exact"], told["sessions"]
    rules = {"loss": told["stop_loss"], "win": told["stop_win"], "drawdown": told["stop_drawdown"]}
    rows: list[tuple[str, ...]] = []
    for reason, count in told["ended"].items():
        if reason == "rounds" or rules[reason] is not None:
            chance = "–" if exact is None else number(exact["ended_decimal"][reason], ".6%")
            name = say(f"after-{reason}", language, antes=rules.get(reason))
            rows.append((name, number(count, ","), number(told["ended_decimal"][reason], ".6%"), chance))
    headings = tuple(say(name, language) for name in ("session-ended", "session-counted", "share", "exact-share"))
    title = say("sessions", language, sessions=number(sessions, ","), rounds=number(told["session_rounds"], ","))
    yield title, (headings, rows)
    z = told["z_decimal"]
    figures: list[tuple[str, ...]] = [
        (say(name, language), number(told[key], ".6f"), "–" if exact is None else number(exact[key], ".6f"))
        for name, key in (("session-rounds", "rounds_decimal"), ("session-mean", "mean_decimal"))
    ]
    figures.append((say("error", language), number(told["standard_error_decimal"], ".6f"), ""))
    figures.append((say("z", language), "–" if z is None else number(z, "+.2f"), ""))
    no_exact = say("no-exact-sessions", language, most=number(ROUNDS_MAX, ",")) if exact is None else ""
    yield no_exact, (tuple(say(name, language) for name in ("figure", "simulated", "exact")), figures)


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
