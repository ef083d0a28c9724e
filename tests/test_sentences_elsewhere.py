"""Sentences for people are in `prose/`, and nowhere else in the package."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import mississippi_stud
from mississippi_stud.errors import InputError
from mississippi_stud.prose.errors import ERRORS
from mississippi_stud.prose.problems import tell
from mississippi_stud.round.refusal import Refused

PACKAGE = Path(mississippi_stud.__file__).parent
MODULES = sorted(set(PACKAGE.rglob("*.py")) - set((PACKAGE / "prose").rglob("*.py")))
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
WITHOUT_CODE = {"BookError", "RefusedHeadError"}
"""They take faults or a refusal, and give a code to their base class."""
HELP = {"help", "short_help", "epilog"}
"""Parameters by which Typer takes the help of a command or a parameter."""
PRINTING = {"print", "echo", "print_rich", "write", "Complaint", "_"}


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


TREES = {module: ast.parse(module.read_text()) for module in MODULES}
ERROR_NAMES = error_names(list(TREES.values()))


def called(call: ast.Call) -> str:
    """Return the bare name of what is called."""
    return ast.unparse(call.func).rpartition(".")[2]


def is_code(given: ast.expr) -> bool:
    """Return whether an error is given a code: a literal, another error's, or one chosen earlier."""
    match given:
        case ast.Constant(value=str(text)):
            return CODE.fullmatch(text) is not None
        case ast.Attribute(attr="code") | ast.Name(id="code"):
            return True
        case _:
            return False


def words(given: ast.AST) -> str:
    """Return the words of a literal or an f-string; each inserted value counts as one word."""
    match given:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
        case _:
            return ""


def is_sentence(given: ast.AST) -> bool:
    """Return whether a text has three words or more, one of them in our own letters; ignore SHA-256 and markup."""
    text = re.sub(r"\[/?[a-z ]*\]", "", words(given))
    return len(text.split()) >= 3 and re.search(r"[a-z]{2}", text) is not None


def is_translation(call: ast.Call) -> bool:
    """Return whether this is ``translator(language)(…)``."""
    return isinstance(call.func, ast.Call) and called(call.func) == "translator"


def sentences(tree: ast.AST) -> Iterator[str]:
    """Yield every place where a sentence for people is written outside `prose`."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if called(call) in ERROR_NAMES - WITHOUT_CODE and not (call.args and is_code(call.args[0])):
            yield f"line {call.lineno}: {ast.unparse(call)} has no code"
        if called(call) in PRINTING or is_translation(call):
            given = (node for argument in call.args for node in ast.walk(argument))
            yield from (f"line {call.lineno}: {ast.unparse(each)}" for each in given if is_sentence(each))
        for keyword in call.keywords:
            if keyword.arg in HELP and words(keyword.value):
                yield f"line {call.lineno}: {ast.unparse(keyword)}"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_has_no_sentence_of_its_own(module: Path):
    assert list(sentences(TREES[module])) == []


@pytest.mark.parametrize(
    "line",
    [
        'raise InputError("there is no such file")',
        'raise InputError(f"there is no file {path}")',
        "raise InputError(said)",
        "raise InputError(str(error))",
        "raise errors.InputError('Not a code')",
        'future.set_exception(StoreError("away for a moment"))',
        'raise LogError("event %s is missing" % version)',
        "raise MissingStreamError()",
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
    ],
)
def test_a_sentence_is_found(line: str):
    assert list(sentences(ast.parse(line)))


@pytest.mark.parametrize(
    "line",
    [
        'raise InputError("file-missing", path=path)',
        "raise LogError(error.code, **error.params) from None",
        "raise StoreError(code, url=url)",
        'raise Complaint("no-round", 404)',
        'print_rich(f"  {name}: [bold]{paid}[/bold] [dim]({clause})[/dim]")',
        '_("net")',
        '_LOG.warning("%s was due and cannot be done", key)',
        'assert table.round is not None, "no round has been opened yet"',
        'def stop():\n    """Stop what is under way."""',
        'raise ValueError("a row that is to be changed is not there")',
    ],
)
def test_what_is_no_sentence_for_people_is_let_be(line: str):
    assert list(sentences(ast.parse(line))) == []


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Yield where an error is created, its code, and the names of its parameters, if all are named there."""
    for module, tree in TREES.items():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) in ERROR_NAMES):
            names = {keyword.arg for keyword in call.keywords}
            if isinstance(call.args[0], ast.Constant) and None not in names:
                yield f"{module.name}:{call.lineno}", str(call.args[0].value), {str(name) for name in names}


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_error_has_a_sentence_for_what_it_carries():
    found = list(raised())
    assert len(found) > 150
    wrong = [(where, code) for where, code, given in found if code not in ERRORS or fields(ERRORS[code]) != given]
    assert wrong == []


def test_the_statements_of_the_audit_name_sentences_that_their_columns_fill():
    for statement in (PACKAGE / "store" / "audit.sql").read_text().split("\n\n"):
        code, chosen = re.findall(r"^-- (\S+)$", statement, re.MULTILINE)[0], statement.partition("SELECT")[2]
        assert all(name in chosen.partition("FROM")[0] for name in fields(ERRORS[code])), code


def test_a_refusal_inside_an_error_is_explained():
    error = InputError("history-refused", round="table:1#2", refused=Refused("already-dealt", "crown 5.1"))
    said = "round table:1#2: the book refuses what the file says: the cards have already been dealt (Crown 5.1)"
    assert tell(error) == said
    assert "les cartes sont déjà" in tell(error, "fr")
