"""Where two rule books differ, in sentences, by subject."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from mississippi_stud.prose.books import SUBJECTS
from mississippi_stud.prose.rules import RuleProse
from mississippi_stud.rulebooks.load import Leaf, leaves
from mississippi_stud.rulebooks.model import Rulebook

_DEPTHS: Final = {
    "BilingualName": 2,
    "Cap": 2,
    "Case": 2,
    "DealingMethod": 3,
    "Duty": 3,
    "Official": 3,
    "PayTable": 4,
    "SeedOption": 3,
    "Title": 3,
}
"""How much of its path names what a value is a part of."""
_WHOLE: Final = ("Case", "Duty")
"""What is told whole where two books differ in any part of it."""
_POINTERS: Final = ("Case.returned", "WagerRule.in_multiples")
"""What only names a further clause for what another value says already."""
_SUBJECTS: Final = {
    "BilingualName": "terms",
    "BonusJackpot": "jackpots",
    "Cap": "limits",
    "Cap.uneven_payment": "rounding",
    "Case": "irregularities",
    "Conduct": "seats",
    "Dealing": "dealing",
    "DealingMethod": "dealing",
    "Duty": "duties",
    "Hands": "pays",
    "Jackpot": "jackpots",
    "Jackpot.rounding": "rounding",
    "Jackpot.rounding_off_meter": "rounding",
    "Limits": "limits",
    "Money": "seats",
    "Money.excess_back": "rounding",
    "Money.uneven_payment": "rounding",
    "Notices": "notices",
    "Official": "staff",
    "PayTable": "pays",
    "PlayRules": "play",
    "Positions": "seats",
    "Promotion": "promotions",
    "Returns": "returns",
    "SeedOption": "jackpots",
    "Staff": "staff",
    "Streets": "wagers",
    "Title": "staff",
    "Tournament": "tournaments",
    "WagerRule": "wagers",
    "WagerRule.cost_on_sign": "limits",
    "WagerRule.costs_cents": "limits",
    "WagerRule.maximum_cents": "limits",
    "WagerRule.minimum_cents": "limits",
    "WagerRule.pays_on_sign": "pays",
}
"""The subject of a value, by its field or by the type that holds it."""


def subject_of(leaf: Leaf) -> str:
    """Return the subject of a value."""
    return _SUBJECTS.get(leaf.field) or _SUBJECTS[_owner(leaf)]


def _owner(leaf: Leaf) -> str:
    return leaf.field.partition(".")[0]


def _unit(leaf: Leaf) -> tuple[str, str]:
    """Return what a value is part of (a duty, an incident, a pay table, a list, or itself), and its subject."""
    depth, subject = _DEPTHS.get(_owner(leaf)), subject_of(leaf)
    if depth is not None:
        return ".".join(leaf.path.split(".")[:depth]), subject
    return leaf.path.partition("[")[0], subject


class Statement(NamedTuple):
    """What one book says where two differ: its sentences, their clauses and the values behind them."""

    sentences: tuple[str, ...]
    clauses: tuple[str, ...]
    values: tuple[Leaf, ...]


class Difference(NamedTuple):
    """A difference of two books; a side is missing where a book says nothing."""

    subject: str
    left: Statement | None
    right: Statement | None


def compare(left: Rulebook, right: Rulebook, language: str) -> tuple[list[Difference], int]:
    """Return where two books differ, by subject, and how many values are the same in both."""
    books = (left, right)
    values = [{leaf.path: leaf for leaf in leaves(book) if leaf.field not in _POINTERS} for book in books]
    same = {path for path, leaf in values[0].items() if path in values[1] and leaf.shown == values[1][path].shown}
    units = [_units(side.values()) for side in values]
    differing = [
        unit
        for unit in dict.fromkeys([*units[0], *units[1]])
        if any(leaf.path not in same for side in units for leaf in side.get(unit, ()))
    ]
    order = {name: place for place, name in enumerate(SUBJECTS)}
    prose = [RuleProse(book, language) for book in books]
    found = [
        Difference(unit[1], *(_side(each, side.get(unit, ()), same) for each, side in zip(prose, units, strict=True)))
        for unit in sorted(differing, key=lambda unit: order[unit[1]])
    ]
    return found, len(same)


def _units(values: Iterable[Leaf]) -> dict[tuple[str, str], list[Leaf]]:
    units: dict[tuple[str, str], list[Leaf]] = {}
    for leaf in values:
        units.setdefault(_unit(leaf), []).append(leaf)
    return units


def _side(prose: RuleProse, unit: Iterable[Leaf], same: set[str]) -> Statement | None:
    """Return what a book says of a unit: all of a duty or an incident, of anything else what is not the same."""
    told = tuple(leaf for leaf in unit if _owner(leaf) in _WHOLE or leaf.path not in same)
    if not told:
        return None
    clauses = tuple(dict.fromkeys(leaf.ruled.clause for leaf in told))
    return Statement(tuple(prose.statements(told)), clauses, told)
