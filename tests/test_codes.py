"""Errors, faults of books and remarks have codes: each has its sentence, with the same values in both languages."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

from mississippi_stud.cards import CardError, parse
from mississippi_stud.errors import InputError
from mississippi_stud.language import CATALOGUE
from mississippi_stud.maths.game import STREETS
from mississippi_stud.prose.calculations import CALCULATIONS
from mississippi_stud.prose.errors import ERRORS
from mississippi_stud.prose.faults import FAULTS
from mississippi_stud.prose.problems import tell
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.soundness import BookError
from mississippi_stud.scenario import ScenarioError, play
from tests.graph import PACKAGE

CODED = (
    "cards", "hands", "money", "language", "rulebooks", "fairness", "round", "jackpot", "table", "scenario", "maths",
    "trainer",
)  # fmt: skip
"""The parts whose errors all have codes."""
SENTENCES = {
    "CardError": ERRORS,
    "InputError": ERRORS,
    "MoneyError": ERRORS,
    "ScenarioError": ERRORS,
    "error": ERRORS,  # of a line of a script
    "Expectation": FAULTS,
    "Remark": CALCULATIONS,
}
"""Calls that take a code and values, and where their sentences are."""
WITHOUT_CODE = {
    "BookError": "takes its faults, and gives a code to what it inherits",
    "RefusedHeadError": "takes a refusal, and gives a code to what it inherits",
}
BY_VARIABLE = {
    "rulebooks/load.py": ("true-or-false", "text", "whole-number"),
    "rulebooks/soundness.py": ("no-wager", "no-dealing", "no-title", "not-one-of"),
}
"""Codes passed in a variable."""
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Given(NamedTuple):
    """A place in the source where a code is given."""

    place: str
    kind: str
    code: str | None
    """None for anything but a literal code."""
    names: frozenset[str] | None
    """The names of its values; None if they are passed on unchanged."""


def given(source: str, place: str) -> Iterator[Given]:
    """Yield every error, fault and remark that a module creates."""
    tree = ast.parse(source)
    kinds = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef) and each.name.endswith("Error")]
    inside = {id(node) for kind in kinds for node in ast.walk(kind)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        kind = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
        if kind == "__init__" and id(node) in inside:
            kind = "InputError"  # a subclass that gives a code to what it inherits
        if kind not in SENTENCES:
            continue
        first = node.args[0] if node.args else None
        handed_over = any(keyword.arg is None for keyword in node.keywords)
        names = None if handed_over else frozenset(keyword.arg or "" for keyword in node.keywords)
        written = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
        code = written if written is not None and CODE.fullmatch(written) else None
        if isinstance(first, ast.Name) and first.id == "code":
            continue  # passed through: the code appears where it comes from
        yield Given(f"{place}:{node.lineno}", kind, code, names)


def modules(parts: tuple[str, ...] = CODED) -> Iterator[tuple[Path, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE)
        if name.with_suffix("").parts[0] in parts:
            yield path, str(name)


def everywhere() -> list[Given]:
    return [each for path, name in modules() for each in given(path.read_text(), name)]


def unknown(found: list[Given]) -> list[str]:
    """Return where an error is created with a sentence, or with a code that has none."""
    return [
        each.place
        for each in found
        if (each.code is None or each.code not in SENTENCES[each.kind])
        and not (each.kind == "Expectation" and each.code is None and each.place.split(":")[0] in BY_VARIABLE)
    ]


def wrongly_filled(found: list[Given]) -> list[str]:
    """Return where the values of an error are not those that its sentence needs."""
    return [
        f"{each.place}: {each.code} takes {sorted(placeholders(SENTENCES[each.kind][each.code]))}"
        for each in found
        if each.code in SENTENCES[each.kind]
        and each.names is not None
        and each.names != placeholders(SENTENCES[each.kind][each.code])
    ]


def placeholders(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def test_every_error_has_a_code_with_a_sentence():
    assert unknown(everywhere()) == []


def test_every_error_has_the_values_that_its_sentence_asks_for():
    assert wrongly_filled(everywhere()) == []


def part_of_code(code: str) -> str:
    """Return the comment line in the catalogue above a code."""
    text = PACKAGE.joinpath("prose", "errors.py").read_text()
    return re.findall(r"^    # (.+)\.$", text.partition(f'    "{code}":')[0], re.MULTILINE)[-1]


OURS = (
    "Cards",
    "Money",
    "Rule books",
    "The shuffle",
    "Tables",
    "Jackpots",
    "Scenario files",
    "Calculations",
    "Languages",
)
"""The parts of the catalogue that belong to `CODED`."""


def test_every_sentence_is_used():
    made = {each.code for each in everywhere() if SENTENCES[each.kind] is ERRORS}
    assert {code for code in ERRORS if part_of_code(code) in OURS} - made == set()
    faults = {each.code for each in everywhere() if each.kind == "Expectation"}
    assert set(FAULTS) - faults - {code for codes in BY_VARIABLE.values() for code in codes} == set()
    said = {each.code for each in everywhere() if each.kind == "Remark"} | {f"card-{street}" for street in STREETS}
    source = "".join(path.read_text() for path, _ in modules(("maths",)))
    assert [code for code in set(CALCULATIONS) - said if not re.search(f"""["']{code}["']""", source)] == []


@pytest.mark.parametrize("file", BY_VARIABLE)
def test_a_code_that_is_handed_over_by_a_variable_stands_in_the_source(file: str):
    source = PACKAGE.joinpath(file).read_text()
    assert [code for code in BY_VARIABLE[file] if f'"{code}"' not in source] == []


@pytest.mark.parametrize("catalogue", ["calculations", "errors", "faults"])
def test_a_code_is_there_once(catalogue: str):
    tree = ast.parse(PACKAGE.joinpath("prose", f"{catalogue}.py").read_text())
    (entries,) = (node for node in ast.walk(tree) if isinstance(node, ast.Dict))
    codes = Counter(key.value for key in entries.keys if isinstance(key, ast.Constant))
    assert [code for code, count in codes.items() if count > 1 or not CODE.fullmatch(str(code))] == []


def test_both_languages_take_the_same_values():
    with CATALOGUE.open("rb") as file:
        french = {str(message.id): str(message.string) for message in read_po(file, locale="fr") if message.id}
    every = (*CALCULATIONS.values(), *ERRORS.values(), *FAULTS.values())
    assert [each for each in every if each not in french] == []
    assert [each for each in every if placeholders(each) != placeholders(french[each])] == []


def test_every_kind_of_error_is_looked_for():
    """A new subclass of `InputError` in these parts must be known here."""
    kinds = {"InputError"}
    for path, _ in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and kinds & {getattr(base, "id", "") for base in node.bases}:
                kinds.add(node.name)
    assert kinds == {kind for kind in SENTENCES if kind.endswith("Error")} | set(WITHOUT_CODE)


@pytest.mark.parametrize(
    "line",
    [
        'raise InputError("that is wrong")',
        'raise InputError(f"{name} is wrong")',
        "raise InputError(message)",
        "raise InputError()",
        'raise CardError("no-such-code")',
        'raise errors.InputError("Not A Code")',
        'line.error("write it otherwise")',
        'class OddError(InputError): __init__ = lambda self: super().__init__("that is wrong")',
    ],
)
def test_an_error_without_a_code_is_found(line: str):
    assert unknown(list(given(line, "planted"))) == ["planted:1"]
    assert unknown(list(given('raise InputError("not-a-seed", most=64)', "planted"))) == []


@pytest.mark.parametrize("values", ["", "least=64", "most=64, least=1"])
def test_a_wrong_value_is_found(values: str):
    assert wrongly_filled(list(given(f'InputError("not-a-seed", {values})', "planted"))) != []


def told(error: InputError) -> tuple[str, str]:
    return tell(error), tell(error, "fr")


def test_an_error_inside_another_is_told_in_the_same_language():
    with pytest.raises(CardError) as raised:
        parse("As 1s")
    english, french = told(raised.value)
    assert english.startswith("card 2: '1s' is not a card: write a rank (2 to 9")
    assert french.startswith("carte 2\u00a0: «\u00a01s\u00a0» n'est pas une carte\u00a0: écrivez un rang (2 à 9")
    assert str(raised.value) == english


def test_amounts_are_told_as_the_reader_writes_them():
    costs = {"offered_cents": 2_50, "costs_cents": (1_00, 5_00)}
    error = InputError("wrong-jackpot-cost", wager="jackpot", book="crown", clause="crown 11.2", **costs)
    assert str(error) == "the jackpot of crown cannot cost $2.50 (crown 11.2): choose one of $1.00, $5.00"
    assert "coûter 2,50\u00a0$ (crown 11.2)" in tell(error, "fr")
    assert "parmi 1,00\u00a0$, 5,00\u00a0$" in tell(error, "fr")


def test_a_control_character_is_never_told_as_it_is():
    error = InputError("not-a-card", card="\x1b[31m")
    assert "\x1b" not in str(error) + tell(error) + tell(error, "fr")


def test_the_faults_of_a_book_are_told_in_both_languages(tmp_path: Path):
    file = tmp_path / "ours.toml"
    file.write_text('id = "ours"\nextends = "crown"\nversion = "1"\ndate = "2026"\nlanguage = "de"\ntitle = "Ours"\n')
    with pytest.raises(BookError) as raised:
        rulebook(str(file))
    english, french = told(raised.value)
    assert english == f"the rule book {file} has 1 error:\n  language = 'de': it must be one of en, fr"
    assert (
        french == f"le livre de règles {file} contient 1 erreur\u00a0:\n  language = 'de'\u00a0: il faut l'un de en, fr"
    )
    assert str(raised.value) == english


def test_a_head_that_the_book_refuses_is_told_in_both_languages():
    with pytest.raises(ScenarioError) as raised:
        play('rulebook = "nsw"\ndealing = "hand"\ncards = ""\nplayers = { 1 = "ann" }\nscript = ""\n', rulebook)
    english, french = told(raised.value)
    assert english.startswith("line 2: dealing: there is no dealing method hand")
    assert french.startswith("ligne 2\u00a0: dealing\u00a0: ")
    assert "there is" not in french
