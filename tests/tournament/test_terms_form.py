"""The form in which the terms are revised can say whatever the templates say, and has a name for every part."""

import json
from typing import Any

import msgspec
import pytest

from mississippi_stud.promotion.chapter import promotion_rules
from mississippi_stud.promotion.offer_terms import PromotionTerms
from mississippi_stud.promotion.templates import TEMPLATES as OFFERS
from mississippi_stud.prose.promotion_form import promotion_form
from mississippi_stud.prose.terms_form import Control, terms_form
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.tournament.chapter import rules_of
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import TournamentTerms, item

RULES = rules_of(rulebook("crown"), rulebook("crown"))
OFFERED = promotion_rules(rulebook("nsw"), rulebook("nsw"))


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
        case {"kind": "details", "fields": fields}:
            return any({name for name, _ in each} >= value.keys() for each in (*fields.values(), ()))
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


@pytest.mark.parametrize("terms", [PromotionTerms(), *OFFERS.values()], ids=["nothing", *OFFERS])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_form_of_a_promotion_can_say_what_its_terms_say(terms: PromotionTerms, language: str):
    form, told = promotion_form(OFFERED, language), msgspec.to_builtins(terms)
    assert {name for name, *_ in form} == told.keys()
    assert [name for name, _, _, control in form if not fits(control, told[name])] == []
    json.dumps(form)


def test_the_form_of_a_promotion_asks_of_a_prize_what_the_book_asks():
    (of_prizes,) = (
        control for name, _, _, control in promotion_form(OFFERED, "en") if name == "prizes-and-their-value"
    )
    details = next(control for name, _, control in of_prizes["of"]["fields"] if name == "details")
    assert {kind: len(names) for kind, names in details["fields"].items()} == {
        "appliance": 3, "vehicle": 4, "travel": 4, "real-estate": 6,
    }  # fmt: skip


def test_what_the_form_begins_a_part_with_can_be_said():
    for kind, form in ((TournamentTerms, terms_form(RULES, "en")), (PromotionTerms, promotion_form(OFFERED, "en"))):
        for name, _, _, control in form:
            if "fresh" in control and control["fresh"] is not None:
                fresh = [control["fresh"]] if control["kind"] == "list" else control["fresh"]
                msgspec.convert({name: fresh}, kind)
