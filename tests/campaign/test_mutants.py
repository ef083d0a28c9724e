"""Whether a random change to the source is noticed by the tests of its part."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign import mutants
from tests.campaign.mutants import PACKAGE, TESTS, Mutant, chosen, copied, mutants_of, noticed
from tests.campaign.part import Part
from tests.floor.drive import chance_of


@pytest.mark.campaign
def test_random_mutants(tmp_path: Path, part: Part):
    """Each part of the package in its turn; the report tells which survive."""
    tree = copied(tmp_path)
    for seed in part.seeds():
        name = [*TESTS][(part.number * part.size + part.done) % len(TESTS)]
        mutant = chosen(name, chance_of(f"mutant {seed}"))
        died = noticed(tree, mutant, TESTS[name])
        part.count("killed" if died else "survived")
        if not died:
            part.found.append(f"survived: {mutant}")


CODE = '''"""Texts are let be: 1 < 2."""
LEAST: int = 5
def f(a, b=True):
    if a < LEAST and not b:
        return a + 1
    while a: break
    print(f"{a + 1}")
'''


def test_every_place_that_acts_is_changed_and_no_other(tmp_path: Path):
    (tmp_path / "one.py").write_text(CODE)
    found = [mutant[1:4] for mutant in mutants_of(Path("one.py"), tmp_path)]
    assert found == [
        (2, "5", "(6)"),
        (2, "5", "(4)"),
        (3, "True", "False"),
        (4, "a < LEAST and not b", "(not (a < LEAST and (not b)))"),
        (4, "a < LEAST and not b", "(a < LEAST or not b)"),
        (4, "a < LEAST", "(a <= LEAST)"),
        (4, "not b", "(b)"),
        (5, "return a + 1", "return None"),
        (5, "a + 1", "(a - 1)"),
        (5, "1", "(2)"),
        (5, "1", "(0)"),
        (6, "a", "(not (a))"),
        (6, "break", "continue"),
        (7, 'print(f"{a + 1}")', "pass"),
    ]
    for mutant in mutants_of(Path("one.py"), tmp_path):
        ast.parse(mutant.source(tmp_path))
        assert mutant.source(tmp_path) != CODE


def test_a_part_has_hundreds_of_places_and_each_change_can_be_read():
    for part in TESTS:
        found = [mutant for path in mutants.files(part) for mutant in mutants_of(path)]
        assert len(found) > 500
        for mutant in chance_of(part).sample(found, 20):
            ast.parse(mutant.source())


def test_a_mutant_lives_in_the_copy_alone_and_is_noticed_there(tmp_path: Path):
    """The tests of the copy load the copy's package; afterwards it is as it was."""
    tree, path = copied(tmp_path), PACKAGE / "money.py"
    before = (mutants.ROOT / path).read_text()
    told = subprocess.run(
        [sys.executable, "-c", "import mississippi_stud; print(mississippi_stud.__file__)"],
        cwd=tree, env={"PYTHONPATH": str(tree / "src")}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(told.stdout.strip()).is_relative_to(tree)
    tests = ("tests/test_money.py",)
    assert noticed(tree, None, tests) == "", "without a change they pass"
    broken = Mutant(path, 1, "", "raise SystemExit(3)\n", 0, 0)
    assert noticed(tree, broken, tests) != ""
    assert (tree / path).read_text() == before == (mutants.ROOT / path).read_text()
    assert "longer than" in noticed(tree, Mutant(path, 1, "", "import time\ntime.sleep(60)\n", 0, 0), tests, seconds=2)
