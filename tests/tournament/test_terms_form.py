"""The form in which the terms are revised can say whatever the templates say, and has a name for every part."""

import json
from typing import Any

import msgspec
import pytest

from mississippi_stud.prose.terms_form import Control, terms_form
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.tournament.chapter import rules_of
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import TournamentTerms, item

RULES = rules_of(rulebook("crown"), rulebook("crown"))


def fits(control: Control, value: Any) -> bool:
    """Whether a control can show and enter a value."""
    if "none" in control and value == control["none"]:
        return True
    match control:
        case {"kind": "struct", "fields": fields}:
            inner = {name: each for name, _, each in fields}
            return inner.keys() == value.keys() and all(fits(inner[name], value[name]) for name in value)
        case {"kind": "list", "of": of, "most": most}:
            return len(value) <= most and all(fits(of, each) for each in value)
        case {"kind": "choice", "words": words}:
            return value in [word for word, _ in words]
        case {"kind": "union", "words": words, "of": of}:
            return value in [word for word, _ in words] or fits(of, value)
        case {"kind": "number", "least": least, "most": most}:
            return (least or 0) <= value <= (most or value)
        case _:
            return isinstance(value, {"statement": bool, "moment": int, "text": str}[control["kind"]])


@pytest.mark.parametrize("terms", [TournamentTerms(), *TEMPLATES.values()], ids=["nothing", *TEMPLATES])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_form_can_say_what_terms_say(terms: TournamentTerms, language: str):
    form = terms_form(RULES, language)
    assert [name for name, *_ in form] == ["title", *(ruled.value for ruled in RULES.chapter.terms)]
    told = {name: msgspec.to_builtins(item(terms, name)) for name, *_ in form}
    assert [name for name, _, _, control in form if not fits(control, told[name])] == []
    json.dumps(form)


def test_what_the_form_begins_a_part_with_can_be_said():
    for name, _, _, control in terms_form(RULES, "en"):
        if "fresh" in control and control["fresh"] is not None:
            fresh = [control["fresh"]] if control["kind"] == "list" else control["fresh"]
            msgspec.convert({name: fresh}, TournamentTerms)
