"""Cases that were written from a book's text before anything was run, each against what its reader expected.

A folder is a book. A case is a scenario file that begins with the clause it tries; `expected.toml` in the folder says
what comes out, in one table a case: a part of what `mstud replay --json` prints (a table names only the keys that
matter, a list is complete), or one of the shorter keys below. `rounds` is a list with the same keys for each round.

| key | what it holds |
| --- | --- |
| `net` | by position, what the player is up or down |
| `outcomes` | by position and wager, the outcome |
| `rulings` | incident, ruling and clause of each ruling |
| `refused` | line and clause of each refused line |
| `refused_codes` | line and code of each refused line, where the clause does not tell enough |
| `prompts` | duty and clause of each prompt that waits at the end |
| `asked` | duty and clause of prompts that were raised at any time, among others |
| `never_asked` | duties that nobody was asked for |
| `question` | the clause of the ruling that is waited for, or false |
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.clauses import clause
from tests.scenarios.library import differences

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.scenario import Playthrough, play
from mississippi_stud.scenario.report import bare, report

FOLDER = Path(__file__).parent
BOOKS = sorted(path.name for path in FOLDER.iterdir() if (path / "expected.toml").exists())
EXPECTED: dict[str, Any] = {
    f"{book}/{case}": said
    for book in BOOKS
    for case, said in tomllib.loads((FOLDER / book / "expected.toml").read_text(encoding="utf-8")).items()
}


def _told(played: Playthrough) -> dict[str, Any]:
    """What came out of a round, with the shorter keys."""
    whole = report(played)
    raised = [*played.prompts, *(each for step in played.steps for each in step.prompts)]
    return whole | {
        "net": {position: each["net"] for position, each in whole["positions"].items()},
        "outcomes": {
            position: {result["wager"]: result["outcome"] for result in each["results"]}
            for position, each in whole["positions"].items()
        },
        "rulings": [[each["incident"], each["ruling"], each["clause"]] for each in whole["rulings"]],
        "refused": [[each["line"], each["clause"]] for each in whole["refused"]],
        "refused_codes": [[step.line.number, step.refused.code] for step in played.steps if step.refused],
        "prompts": [[each.duty, bare(each.clause)] for each in played.life.prompts],
        "raised": [[each.duty, bare(each.clause)] for each in raised],
        "question": bare(played.life.question.clause) if played.life.question else False,
    }


def _differences(expected: dict[str, Any], played: Playthrough) -> Iterator[str]:
    told = _told(played)
    plain = {key: value for key, value in expected.items() if key not in ("asked", "never_asked", "rounds")}
    yield from differences(plain, told)
    for each in expected.get("asked", []):
        if each not in told["raised"]:
            yield f"asked: {each} expected, there were {told['raised']}"
    for duty in expected.get("never_asked", []):
        if duty in [each for each, _ in told["raised"]]:
            yield f"never_asked: {duty} was asked"
    rounds = (*played.earlier, played)
    if "rounds" in expected and len(expected["rounds"]) != len(rounds):
        yield f"rounds: {len(expected['rounds'])} expected, there are {len(rounds)}"
    for number, (said, one) in enumerate(zip(expected.get("rounds", []), rounds, strict=False), start=1):
        yield from (f"round {number}: {each}" for each in _differences(said, one._replace(earlier=())))


def test_every_case_has_its_expectation():
    cases = {f"{path.parent.name}/{path.stem}" for book in BOOKS for path in (FOLDER / book).glob("*.toml")}
    assert {case for case in cases if not case.endswith("/expected")} == set(EXPECTED)


@pytest.mark.parametrize("book", BOOKS)
def test_at_least_sixty_cases_are_tried(book: str):
    assert sum(case.startswith(f"{book}/") for case in EXPECTED) >= 60


def _tried(case: str) -> str:
    """The clause that a case's name begins with: ``05D-1-machine-shuffled …`` is a case of .05D(1)."""
    book, _, name = case.partition("/")
    bare = {each.partition(" ")[2].lstrip(".").translate(str.maketrans("", "", "()")): each for each in ledger(book)}
    words = name.split("-")
    return next(bare[start] for n in range(len(words), 0, -1) if (start := "".join(words[:n])) in bare)


@pytest.mark.parametrize("case", [pytest.param(case, marks=clause(_tried(case)), id=case) for case in sorted(EXPECTED)])
def test_the_case_comes_out_as_the_book_says(case: str):
    played = play((FOLDER / f"{case}.toml").read_text(encoding="utf-8"), rulebook)
    assert list(_differences(EXPECTED[case], played)) == []
