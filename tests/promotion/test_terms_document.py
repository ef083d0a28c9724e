"""The terms of a promotion in words: every item under its clause, in both languages."""

import json

import pytest

from mississippi_stud.promotion.chapter import promotion_rules
from mississippi_stud.promotion.offer_terms import PromotionTerms, digest
from mississippi_stud.promotion.templates import TEMPLATES, located
from mississippi_stud.prose.promotion_terms import promotion_document
from mississippi_stud.rulebooks import rulebook
from tests.promotion.hall import prize, terms
from tests.test_cli import mstud

RULES = promotion_rules(rulebook("nsw"), rulebook("nsw"))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_is_written_out_whole(template: str, language: str):
    told = located(TEMPLATES[template], "Main floor", 10**15, 2 * 10**15, 3 * 10**15)
    document = promotion_document(RULES, told, language)
    assert document.missing == ()
    assert document.hash == digest(told)
    assert [item.clause for item in document.items] == [each.clause for each in RULES.chapter.terms[:13]]
    assert all(line.strip() and "{" not in line for item in document.items for line in item.lines)


def test_what_is_printed_is_what_is_done():
    car = TEMPLATES["car-draw"]
    lines = {item.name: item.lines for item in promotion_document(RULES, car, "en").items}
    assert "a round that ends with the hand “full house”: an entry of weight 10" in lines["how-awarded"]
    assert lines["minimum-or-compulsory-wager"] == ("A round counts with a wager of at least $10.00.",)
    assert "The winner may have $30,000.00 in cash instead." in lines["prizes-and-their-value"]
    assert lines["closing-date-and-time"] == ("Not stated yet.",)
    french = {item.name: item.lines for item in promotion_document(RULES, car, "fr").items}
    assert french["how-winners-are-told"] == ("Les gagnants sont présents quand ils gagnent.",)


def test_what_is_missing_is_marked_with_its_clause():
    document = promotion_document(RULES, PromotionTerms(), "en")
    assert len(document.missing) == len(document.items) == 13
    lacking = promotion_document(RULES, terms(prize("vehicle", 9_000_00)), "en").missing
    assert [item.clause for item in lacking] == [f"nsw 14.7.11.2({place})" for place in ("i", "ii", "iii", "iv")]


def test_the_command_writes_them_out():
    shown = mstud("promotion", "terms", "cash-draw").stdout
    assert "Entries close on" not in shown
    assert "NSW 14.7.6" in shown
    assert "Nul ne gagne plus d'un lot." in mstud("promotion", "terms", "voucher-draw", "--lang", "fr").stdout
    told = json.loads(mstud("promotion", "terms", "tests/scenarios/promotion/missing-terms.toml", "--json").stdout)
    assert [each["clause"] for each in told["missing"]][:2] == ["nsw 14.6", "nsw 14.6"]
    assert mstud("promotion", "terms", "nowhere.toml").returncode == 2
