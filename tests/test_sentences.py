"""Sentences for people are in `prose/` and nowhere else; errors, faults and remarks carry codes that have theirs there.

Every literal of three words or more outside `prose/` counts as a sentence for people, unless it is for others: a
docstring, an assertion, a programmer's error, an operator's log, a statement of SQL, or the API's own description.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
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
from mississippi_stud.prose.reasons import REASONS
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.soundness import BookError
from mississippi_stud.scenario import ScenarioError, play
from tests.graph import PACKAGE

MODULES = sorted(PACKAGE.rglob("*.py"))
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the syntax tree of every module."""
    return {module: ast.parse(module.read_text()) for module in MODULES}


def called(call: ast.Call) -> str:
    """Return the bare name of what is called."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ast.unparse(call.func).rpartition(".")[2]


# Sentences.

OF_THE_PROGRAM = {"AssertionError", "NotImplementedError", "RuntimeError", "TypeError", "ValueError"}
"""Errors of the program itself: whoever reads them reads the source."""
OF_THE_OPERATOR = {"debug", "info", "warning", "error", "exception"}
"""What a logger is told."""
OF_THE_API = {"description", "summary"}
"""What the OpenAPI document says, in English as the docstrings."""
NOTATION = {
    "floor/renewal.py": "what a logger is told",
    "web/metrics.py": "what Prometheus is told",
    "jackpot/prizes.py": "pays as a table writes them, which `prose.names.pays` reads",
    "rulebooks/pays.py": "pays as a table writes them",
    "scenario/__init__.py": "what Python says of a TOML file",
    "scenario/staffed_table.py": "the lines of a scenario",
    "school/lines.py": "the lines of a trainee",
    "store/anchors.py": "what a logger is told",
    "store/keys.py": "what a `ValueError` says",
    "store/timekeeper.py": "what a logger is told",
    "web/api.py": "the API's description",
    "web/request.py": "the API's description",
    "web/logs.py": "what Uvicorn says",
    "web/shares.py": "what a key is derived from",
}
"""Modules in which something else looks like a sentence."""
DATA = re.compile(r"\s*(SELECT|INSERT|UPDATE|CREATE|mstud) |.*(>=|'none'|\(\),|%s)", re.DOTALL)
"""SQL, commands, the values of headers, and templates of a logger."""
HELP = {"help", "short_help", "epilog"}
"""Parameters by which Typer takes the help of a command or a parameter: one word is enough."""
PRINTING = {"print", "echo", "print_rich", "write", "Complaint", "_"}
"""Calls that tell a person something; two words are enough."""


def words(given: ast.AST) -> str:
    """Return the words of a literal or an f-string; each inserted value counts as one word."""
    match given:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
        case _:
            return ""


def is_sentence(given: ast.AST, least: int = 4) -> bool:
    """Return whether a text has that many words, two of them plain ones; ignore markup."""
    text = re.sub(r"\[/?[a-z ]*\]", "", words(given))
    plain = re.findall(r"\b[a-z]{2,}\b", text)
    return len(text.split()) >= least and len(plain) >= least - 2 and not DATA.match(text)


def for_others(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what is written for programmers and operators."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node.value
            case ast.Assert(msg=ast.AST() as message):
                yield message
            case ast.Call() if called(node) in OF_THE_PROGRAM | OF_THE_OPERATOR:
                yield from node.args
            case ast.keyword(arg=str(name)) if name in OF_THE_API:
                yield node.value


def sentences(tree: ast.AST) -> Iterator[str]:
    """Yield every sentence for people: any text of four words, and what is said to somebody in three."""
    others = {id(inner) for outer in for_others(tree) for inner in ast.walk(outer)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    said = {id(inner) for call in calls if is_telling(call) for outer in call.args for inner in ast.walk(outer)}
    for node in ast.walk(tree):
        if id(node) not in others | parts and is_sentence(node, 3 if id(node) in said else 4):
            yield f"line {node.lineno}: {words(node)}"
        elif isinstance(node, ast.keyword) and node.arg in HELP and words(node.value):
            yield f"line {node.lineno}: {words(node.value)}"


def is_telling(call: ast.Call) -> bool:
    """Return whether a call tells somebody something; ``translator(language)(…)`` does."""
    return called(call) in PRINTING or (isinstance(call.func, ast.Call) and called(call.func) == "translator")


@pytest.mark.parametrize(
    "module",
    [each for each in MODULES if PACKAGE / "prose" not in each.parents],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_a_module_has_no_sentence_of_its_own(module: Path):
    found = list(sentences(trees()[module]))
    assert bool(found) == (str(module.relative_to(PACKAGE)) in NOTATION), found


@pytest.mark.parametrize(
    "line",
    [
        'print("The cards are dealt.")',
        'typer.echo(f"The game is at {address}")',
        'print_rich("[bold]All is well[/bold]", table)',
        'print_rich(f"{path} extends {base}.")',
        'print_rich("All is well." if good else f"{path} was not found")',
        'sys.stdout.write("any key goes on")',
        '_("the pool holds {amount}")',
        'self._("You leave with")',
        'translator(language)("any key goes on")',
        'raise Complaint("there is no such round", 404)',
        'typer.Option("--lang", help="The language to speak in.")',
        'app.command("deal", short_help="Deal.")',
        'typer.Typer(epilog=f"See {address}")',
        'carry_out(course, state, do, reason="nobody had wagered in time")',
        'reason = f"nobody has come for {days} days"',
        'await socket.close(code=LATER, reason="the database is away")',
        'TITLES = {"meter": "the jackpot wager by its meter"}',
    ],
)
def test_a_sentence_is_found(line: str):
    assert list(sentences(ast.parse(f"async def planted():\n    {line}")))


@pytest.mark.parametrize(
    "line",
    [
        'print_rich(f"  {name}: [bold]{paid}[/bold] [dim]({clause})[/dim]")',
        '_("net")',
        'raise Complaint("no-round", 404)',
        'carry_out(course, state, do, reason="nobody-wagered")',
        '_LOG.warning("%s was due and cannot be done", key)',
        'assert table.round is not None, "no round has been opened yet"',
        'def stop():\n    """Stop what is under way."""',
        'raise ValueError("a row that is to be changed is not there")',
        'get("/", summary="The rounds of a table, latest first")',
        'connection.execute(text("SELECT version, name FROM events WHERE stream IS NOT NULL"))',
    ],
)
def test_what_is_no_sentence_for_people_is_let_be(line: str):
    assert list(sentences(ast.parse(line))) == []


def reasons() -> set[str]:
    """Return every code that is given as a reason or as grounds, apart from those with which a socket closes."""
    calls = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.Call)]
    spoken = [keyword.value for call in calls if called(call) != "close" for keyword in call.keywords
              if keyword.arg in ("reason", "grounds")]  # fmt: skip
    spoken += [call.args[1] for call in calls if called(call) == "void" and len(call.args) > 1]
    return {str(each.value) for each in spoken if isinstance(each, ast.Constant) and each.value}


def test_every_reason_that_the_floor_gives_has_a_sentence():
    assert reasons() == REASONS.keys()


# Codes.

WITHOUT_CODE = {
    "BookError": "takes its faults, and gives a code to what it inherits",
    "RefusedHeadError": "takes a refusal, and gives a code to what it inherits",
    "TitleError": "takes a book and a clause, and gives a code to what it inherits",
}
BY_VARIABLE = {
    "rulebooks/load.py": ("true-or-false", "text", "whole-number"),
    "rulebooks/soundness.py": ("no-wager", "no-dealing", "no-title", "not-one-of"),
}
"""Codes of faults passed in a variable."""


def error_names(trees: list[ast.AST]) -> set[str]:
    """Return `InputError` and all its subclasses."""
    bases = {
        node.name: {ast.unparse(base).rpartition(".")[2] for base in node.bases}
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"InputError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


@cache
def catalogues() -> dict[str, Mapping[str, str]]:
    """Return the calls that take a code and values, and where their sentences are."""
    errors = error_names(list(trees().values())) - WITHOUT_CODE.keys()
    return {**dict.fromkeys(errors, ERRORS), "Expectation": FAULTS, "Remark": CALCULATIONS}


class Given(NamedTuple):
    """A place in the source where a code is given."""

    place: str
    kind: str
    code: str | None
    """None for anything but a code."""
    names: frozenset[str] | None
    """The names of its values; None if they are passed on unchanged."""


def given(tree: ast.AST, place: str) -> Iterator[Given]:
    """Yield every error, fault and remark that a module creates."""
    names = {*catalogues(), *WITHOUT_CODE, *error_names([tree])}
    kinds = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef) and each.name in names]
    inside = {id(node) for kind in kinds for node in ast.walk(kind)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        kind = called(node)
        if (kind == "__init__" and id(node) in inside) or (kind == "error" and ast.unparse(node.func) == "line.error"):
            kind = "InputError"  # a subclass that gives a code to what it inherits; an error of a line of a script
        if kind not in catalogues() or (node.args and is_passed_on(node.args[0])):
            continue
        match node.args:
            case [ast.Constant(value=str(text)), *_] if CODE.fullmatch(text):
                code = text
            case _:
                code = None
        names = frozenset(keyword.arg or "" for keyword in node.keywords)
        yield Given(f"{place}:{node.lineno}", kind, code, None if "" in names else names)


def is_passed_on(first: ast.expr) -> bool:
    """Return whether a code comes from elsewhere, where it is seen: another error's, or a variable of that name."""
    return isinstance(first, ast.Attribute | ast.Name) and getattr(first, "attr", getattr(first, "id", "")) == "code"


@cache
def everywhere() -> list[Given]:
    """Return what is given in the whole package."""
    return [each for path, tree in trees().items() for each in given(tree, str(path.relative_to(PACKAGE)))]


def unknown(found: list[Given]) -> list[str]:
    """Return where something is created with a sentence, or with a code that has none."""
    return [
        each.place
        for each in found
        if (each.code is None or each.code not in catalogues()[each.kind])
        and not (each.kind == "Expectation" and each.code is None and each.place.split(":")[0] in BY_VARIABLE)
    ]


def wrongly_filled(found: list[Given]) -> list[str]:
    """Return where the values are not those that the sentence needs."""
    return [
        f"{each.place}: {each.code} takes {sorted(placeholders(catalogues()[each.kind][each.code]))}"
        for each in found
        if each.code in catalogues()[each.kind]
        and each.names is not None
        and each.names != placeholders(catalogues()[each.kind][each.code])
    ]


def placeholders(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def test_every_error_fault_and_remark_has_a_code_with_a_sentence():
    assert len(everywhere()) > 350
    assert unknown(everywhere()) == []


def test_each_has_the_values_that_its_sentence_asks_for():
    assert wrongly_filled(everywhere()) == []


def test_every_sentence_is_used():
    own = [tree for path, tree in trees().items() if path.parent.name != "prose" or path.name == "own_book.py"]
    literals = {node.value for tree in own for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    audited = set(re.findall(r"^-- (\S+)$", (PACKAGE / "store" / "audit.sql").read_text(), re.MULTILINE))
    streets = {f"card-{street}" for street in STREETS}
    assert {*ERRORS, *FAULTS, *CALCULATIONS} - literals - audited - streets == set()


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
    every = (*CALCULATIONS.values(), *ERRORS.values(), *FAULTS.values(), *REASONS.values())
    assert [each for each in every if each not in french] == []
    assert [each for each in every if placeholders(each) != placeholders(french[each])] == []


@pytest.mark.parametrize(
    "line",
    [
        'raise InputError("that is wrong")',
        'raise InputError(f"{name} is wrong")',
        "raise InputError(message)",
        "raise InputError(str(error))",
        "raise InputError()",
        'raise CardError("no-such-code")',
        'raise errors.InputError("Not A Code")',
        'raise LogError("event %s is missing" % version)',
        'future.set_exception(StoreError("away for a moment"))',
        "raise MissingStreamError()",
        'line.error("write it otherwise")',
        'class OddError(InputError): __init__ = lambda self: super().__init__("that is wrong")',
    ],
)
def test_an_error_without_a_code_is_found(line: str):
    assert unknown(list(given(ast.parse(line), "planted"))) == ["planted:1"]


@pytest.mark.parametrize(
    "line",
    [
        'raise InputError("not-a-seed", most=64)',
        "raise LogError(error.code, **error.params) from None",
        "raise StoreError(code, url=url)",
    ],
)
def test_an_error_with_a_code_is_let_be(line: str):
    assert unknown(list(given(ast.parse(line), "planted"))) == []


@pytest.mark.parametrize("values", ["", "least=64", "most=64, least=1"])
def test_a_wrong_value_is_found(values: str):
    assert wrongly_filled(list(given(ast.parse(f'InputError("not-a-seed", {values})'), "planted"))) != []


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


def test_the_statements_of_the_audit_name_sentences_that_their_columns_fill():
    for statement in (PACKAGE / "store" / "audit.sql").read_text().split("\n\n"):
        code, chosen = re.findall(r"^-- (\S+)$", statement, re.MULTILINE)[0], statement.partition("SELECT")[2]
        assert all(name in chosen.partition("FROM")[0] for name in placeholders(ERRORS[code])), code


def test_a_refusal_inside_an_error_is_explained():
    error = InputError("history-refused", round="table:1#2", refused=Refused("already-dealt", "crown 5.1"))
    said = "round table:1#2: the book refuses what the file says: the cards have already been dealt (Crown 5.1)"
    assert tell(error) == said
    assert "les cartes sont déjà" in tell(error, "fr")
