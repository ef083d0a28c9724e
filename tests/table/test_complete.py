"""Lookups by kind are complete: every command has a function that carries it out, every condition a meaning.

Mypy checks that a `match` is exhaustive; dictionaries are checked here.
"""

from typing import get_args, get_type_hints

from mississippi_stud.rulebooks.conduct import CaseCondition, DutyCondition
from mississippi_stud.table import commands as t
from mississippi_stud.table import duties, incidents
from mississippi_stud.table import events as te
from mississippi_stud.table.decide import _CARRY_OUT
from mississippi_stud.table.evolve import AFTER


def test_every_command_but_the_first_is_carried_out_by_what_takes_it():
    assert {t.OpenTable, *_CARRY_OUT} == set(get_args(t.Command))
    for kind, carries_out in _CARRY_OUT.items():
        assert get_type_hints(carries_out).get("command", kind) is kind


def test_every_condition_of_a_duty_has_a_meaning():
    assert set(duties.HOLDS) == set(DutyCondition)


def test_every_condition_of_a_case_has_one_meaning():
    meant = [*incidents.MEASURES, *incidents.HOLDS, *incidents.IN_ROUND, *incidents.OF_HAND]
    assert sorted(meant) == sorted(CaseCondition)


def test_every_event_has_an_effect_on_its_table():
    assert set(AFTER) == set(get_args(te.Event))
