"""The mutation tests leave no value of any book out, and change what they say they change."""

import copy

import pytest
from tests import teeth

from mississippi_stud.rulebooks.load import BOOKS, leaves, plain_leaf, read, rulebook

WAGERS = [
    "ante",
    "third-street",
    "fourth-street",
    "fifth-street",
    "progressive",
    "three-card-bonus",
    "six-card-bonus",
    "jackpot",
    "fixed-jackpot",
]


@pytest.mark.parametrize("book", BOOKS)
def test_every_value_is_changed_to_something_else(book: str):
    changed: dict[str, list[object]] = {}
    for change in teeth.mutations(book):
        changed.setdefault(change.leaf.path, []).append(change.value)
    for leaf in leaves(rulebook(book)):
        others = changed.pop(leaf.path, [])
        held = leaf.path == "play.settlement_order"  # an enum with only one member
        assert bool(others) is not held, leaf.path
        assert plain_leaf(leaf.kind, leaf.ruled.value) not in others, leaf.path
    assert changed == {}


@pytest.mark.parametrize("book", BOOKS)
def test_a_change_reaches_its_value_and_no_other(book: str):
    honest = read(book)
    tree = copy.deepcopy(honest)
    for leaf in leaves(rulebook(book)):
        teeth.replace(tree, leaf.path, "changed")
        assert tree != honest, leaf.path
        teeth.replace(tree, leaf.path, plain_leaf(leaf.kind, leaf.ruled.value))
        assert tree == honest, leaf.path


@pytest.mark.parametrize(
    ("path", "others"),
    [
        ("notices.raise_minimum_minutes", [21, 19]),
        ("streets.multiples", [[1, 2], [2, 3]]),
        ("wagers.ante.tables.main.pays.straight", ["5 to 1", "3 to 1", "4 for 1", "left out"]),
        ("jackpot.options.1.table", ["option-1x", "option-2"]),
        ("jackpot.options.1.rates.10000", ["34.07%", "34.05%", "left out"]),
        ("dealing.jokers", [True]),
        ("play.talking", ["always"]),
        ("jackpot.options.2.rates.75000", ["20.29%", "20.27%", "left out"]),
        ("wagers.jackpot.needs", [[each] for each in WAGERS if each != "ante"] + ["left out"]),
        ("duties.shuffled.cut.when", ["left out"]),
        ("tournament.terms[0]", ["whenx", "left out"]),
    ],
)  # fmt: skip
def test_how_each_kind_of_value_is_changed(path: str, others: list[object]):
    made = [change.value for change in teeth.mutations("crown", (path,)) if change.leaf.path == path]
    assert ["left out" if each is teeth.REMOVED else each for each in made] == others
