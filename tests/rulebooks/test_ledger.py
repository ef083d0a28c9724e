"""The clause ledger accounts for every clause, and what it claims is true."""

import subprocess
import sys
from pathlib import Path

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.rulebooks.ledger import NEED_PROOF, Handling, coverage, find, ledger, proofs
from mississippi_stud.rulebooks.load import BOOKS, leaves, rulebook

COUNTS = {"nsw": 266, "maryland": 355, "crown": 312, "online": 36}


def ids(book: str) -> list[str]:
    return Path(__file__).with_name(f"clause-ids-{book}.txt").read_text().splitlines()


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_of_the_book_is_in_the_ledger_once(book: str):
    assert len(ids(book)) == len(set(ids(book))) == COUNTS[book]
    assert sorted(ledger(book)) == sorted(f"{book} {name}" for name in ids(book))


def test_all_969_clauses_are_accounted_for():
    assert sum(len(rows) for rows in coverage().values()) == 969


@pytest.mark.parametrize("book", BOOKS)
def test_every_entry_is_whole(book: str):
    for name, entry in ledger(book).items():
        assert entry.en, name
        assert entry.fr, name
        assert len(entry.en) <= 200, name
        assert bool(entry.reason) == (entry.handling is Handling.OUTSIDE), name
        assert entry.handling is not Handling.PLANNED, f"{name}: planned is what waits_for makes of it"
        if entry.handling in (Handling.DATA, Handling.OUTSIDE):
            assert entry.waits_for is None, name
        for covered in entry.covers:
            assert covered.startswith(name.partition(" ")[2]), f"{name} covers {covered}, which is not below it"


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_said_to_be_data_is_a_value_of_the_book(book: str):
    cited = {leaf.ruled.clause for leaf in leaves(rulebook(book))}
    for name, entry in ledger(book).items():
        if entry.handling is Handling.DATA and not entry.inherited_from:
            below = {f"{book} {covered}" for covered in entry.covers}
            assert cited & {name, *below}, f"{name} is said to be data, but no value names it"


@pytest.mark.parametrize("book", BOOKS)
def test_what_a_value_names_is_more_than_shown(book: str):
    shown = (Handling.DISPLAYED, Handling.OUTSIDE)
    told = [leaf.ruled.clause for leaf in leaves(rulebook(book)) if not leaf.field.startswith("Conduct.")]  # on a sign
    assert not {clause for clause in told if ledger(book)[clause].handled in shown}


@pytest.mark.parametrize("book", BOOKS)
def test_every_value_names_a_clause_of_its_book(book: str):
    assert not {leaf.ruled.clause for leaf in leaves(rulebook(book))} - set(ledger(book))


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_said_to_be_handled_is_proved(book: str):
    unproved = []
    for name, entry in ledger(book).items():
        if entry.handled in NEED_PROOF and not entry.inherited_from:
            carried = (name, *(f"{book} {covered}" for covered in entry.covers))
            if not any(proofs().get(each) for each in carried):
                unproved.append(name)
    assert not unproved


def test_the_proofs_and_pages_are_up_to_date():
    done = subprocess.run(
        [sys.executable, "-m", "tests.proofs", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_is_enforced_ruled_or_prompted_is_played_by_a_test():
    folders = [f"tests/{name}" for name in ("conformance", "table", "scenarios")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.played", "-p", "no:cacheprovider", *folders]
    run = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_a_clause_is_found_with_or_without_its_book():
    assert find(rulebook("nsw"), "6.3") == find(rulebook("nsw"), "nsw 6.3")
    with pytest.raises(InputError, match=r"there is no clause '6\.33' in nsw: did you mean 6\.3"):
        find(rulebook("nsw"), "6.33")


def test_no_summary_is_copied_from_a_book_we_can_see():
    """The books are other people's words; if their texts are stored next to the checkout, ours are compared."""
    texts = Path(__file__).parents[3] / "shared" / "rulebooks"
    for book in BOOKS if texts.exists() else ():
        words = " ".join((texts / f"{book}.txt").read_text().lower().split())
        for name, entry in ledger(book).items():
            said = entry.en.lower().split()
            runs = [" ".join(said[n : n + 9]) for n in range(len(said) - 8)]
            assert not [run for run in runs if run in words], name
