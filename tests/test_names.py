"""One meaning per name, and a noun rather than a participle: the names of the package's modules and classes."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.graph import PACKAGE

# Each pure part has these modules, and they mean the same in all of them.
EVERYWHERE = {"__init__", "commands", "decide", "events", "evolve", "state", "transfers", "view"}
# The nouns of the architecture, and one word that it uses as a noun.
ALLOWED = {"Refused", "legal"}
IRREGULAR = re.compile(
    "again|anew|apart|beside|best|done|due|early|fallen|fixed|grown|held|hot|human|idle|joint|kept|known|last|late|"
    "latest|left|legal|live|long|lost|made|new|next|old|open|own|paid|past|plain|ready|said|seen|sent|short|shown|side|"
    "spare|spent|sure|told|true|void|won|worse|written"
)
PARTICIPLE = re.compile(r"[a-z]{2,}[^e]ed")


def no_noun(name: str) -> bool:
    """Return whether a word is a participle or an adjective, judging by its form and a list of irregular ones.

    >>> [name for name in ("asked", "hot", "refusal", "staffed_table", "Shown", "speed", "seed") if no_noun(name)]
    ['asked', 'hot', 'Shown']
    """
    word = name.rpartition("_")[2].lower()
    return name not in ALLOWED and bool(IRREGULAR.fullmatch(word) or PARTICIPLE.fullmatch(word))


def classes(modules: Iterable[Path]) -> dict[str, list[str]]:
    """Return where each public class is defined."""
    found = defaultdict(list)
    for module in modules:
        for node in ast.parse(module.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(module))
    return found


def doubles(package: Path) -> dict[str, list[str]]:
    """Return public classes that are defined more than once."""
    return {name: where for name, where in classes(package.rglob("*.py")).items() if len(where) > 1}


def participles(package: Path) -> set[str]:
    """Return one-word modules and classes that are not nouns; commands are imperative and events past, by design."""
    modules = {module.stem for module in package.rglob("*.py")}
    verbs = {module for module in package.rglob("*.py") if module.stem in ("commands", "events", "accounts")}
    names = {name for name in classes(set(package.rglob("*.py")) - verbs) if sum(map(str.isupper, name)) == 1}
    return {name for name in modules | names if no_noun(name)}


def crowds(package: Path) -> set[str]:
    """Return names that three or more modules share."""
    count = Counter(module.stem for module in package.rglob("*.py"))
    return {name for name, times in count.items() if times > 2} - EVERYWHERE


def test_a_public_class_name_has_one_meaning():
    assert doubles(PACKAGE) == {}


def test_modules_and_classes_are_nouns():
    assert participles(PACKAGE) == set()


def test_no_three_modules_share_a_name():
    assert crowds(PACKAGE) == set()


@pytest.mark.parametrize("name", ["asked", "beside", "hot", "apart", "kept"])
def test_a_module_that_is_no_noun_is_found(tmp_path: Path, name: str):
    tmp_path.joinpath(f"{name}.py").write_text("")
    assert participles(tmp_path) == {name}


def test_a_class_that_is_no_noun_is_found(tmp_path: Path):
    tmp_path.joinpath("told.py").write_text("class Shown: ...\nclass _Kept: ...\nclass Shuffle: ...\n")
    assert participles(tmp_path) == {"told", "Shown"}


def test_a_second_meaning_and_a_third_namesake_are_found(tmp_path: Path):
    for folder in ("a", "b", "c"):
        tmp_path.joinpath(folder).mkdir()
        tmp_path.joinpath(folder, "words.py").write_text("class Game: ...\n" if folder != "c" else "")
    assert set(doubles(tmp_path)) == {"Game"}
    assert crowds(tmp_path) == {"words"}
