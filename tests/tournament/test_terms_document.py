"""The document of the terms is made from the data: every field and every clause is in it, in both languages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.messages import MINUTE
from mississippi_stud.prose.tournament_terms import TermsDocument, terms_document
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import read_toml
from mississippi_stud.scenario.tournament_head import house_terms
from mississippi_stud.tournament import terms as t
from mississippi_stud.tournament.chapter import rules_of
from mississippi_stud.tournament.programme import (
    CHIP,
    Bank,
    Counting,
    Cull,
    Field,
    PlaySession,
    Pool,
    Programme,
    TieBreak,
)
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import TournamentTerms, conflicts, digest, missing
from mississippi_stud.web import terms_page
from tests.clauses import clause
from tests.tournament.hall import terms

RULES = rules_of(rulebook("crown"), rulebook("crown"))
LANGUAGES = ("en", "fr")
CLAUSES = """
    12.4.1(a)(i) 12.4.1(a)(ii) 12.4.1(a)(iii) 12.4.1(a)(iv) 12.4.1(b) 12.4.1(c) 12.4.2(a)(i) 12.4.2(a)(ii)
    12.4.2(a)(iii) 12.4.2(a)(iv) 12.4.2(a)(v) 12.4.2(b)(i) 12.4.2(b)(ii) 12.4.2(b)(iii) 12.4.2(c) 12.4.2(d)
    12.4.3(a)(i) 12.4.3(a)(ii) 12.4.3(a)(iii) 12.4.3(a)(iv) 12.4.3(a)(v) 12.4.3(b) 12.4.3(c) 12.4.4(a) 12.4.4(b)
    12.4.4(c) 12.5(a) 12.5.2(a) 12.5.2(b) 12.5.2(c) 12.5.3(a)(i) 12.5.3(a)(ii) 12.5.3(a)(iii) 12.5.3(a)(iv)
    12.5.3(b)(i) 12.5.3(b)(ii) 12.5.3(b)(iii) 12.5.3(b)(iv) 12.5.3(b)(v) 12.5.3(b)(vi) 12.5.3(c) 12.5.3(d)
    12.5.3(e) 12.5.3(f) 12.5.3(g) 12.5.3(h) 12.5.3(i) 12.5.3(j)
""".split()  # noqa: SIM905 - read beside the book
"""The items that crown 12.4 and 12.5 ask for, in the order of the book."""

HEATS = PlaySession(name="heats", hands=20, heats=3, best=2, of=Pool.TABLE)
FINE = t.Sanction(penalty=t.Penalty.CHIPS, amount=100 * CHIP)
RICH = replace(
    terms("shoot-out"),
    fees_and_buy_ins=t.Fees(
        entry_cents=10_00,
        buy_in_cents=20_00,
        rebuy=t.Purchase(cents=30_00, chips=400 * CHIP, most=2, until_hand=5),
        add_on=t.Purchase(cents=40_00, chips=500 * CHIP, most=3, until_hand=6),
    ),
    rounds_and_sessions=Programme(
        sessions=(
            PlaySession(
                name="heats", hands=20, heats=3, best=2, of=Pool.TABLE, culls=(Cull(after_hand=8),), wild_cards=1
            ),
            PlaySession(name="repechage", field=Field.OUT, hands=10, best=2, entry_cents=25_00),
            PlaySession(name="final", minutes=60),
        )
    ),
    when=(10**15, 2 * 10**15, 3 * 10**15),
    selection_criteria="the fifty best of last year",
    signature_required=True,
    method_of_entry=t.EntryMethod.SELECTION,
    tables_in_each_round=(4, 5, 6),
    progression=True,
    buying_back_in=t.BuyBack(cents=50_00),
    repechage=True,
    chips_at_the_end=t.ChipsAtEnd(cents_each=7),
    minimum_or_compulsory_wager=t.WagerTerms(minimum_chips=25 * CHIP, maximum_chips=900 * CHIP),
    secret_wagers=t.SecretWagers(each_session=1, method="card"),
    penalties=(FINE,),
    mobile_phones=(FINE,),
    prize_pool=t.PrizePool(fees_percent=50, added_cents=60_00, guaranteed_cents=70_00),
)
"""Terms in which everything that can be there is there."""


def body(document: TermsDocument) -> list[str]:
    """Return every sentence of a document; not its hash, which changes with everything."""
    items = [item for chapter in document.chapters for item in chapter.items]
    return [document.title, *(line for item in items for line in item.lines)]


def others(value: Any) -> Iterator[Any]:
    """Yield other values for a field."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + (MINUTE if value >= MINUTE else 1)
        case t.NOT_APPLICABLE:
            return  # its other values are in SECOND_VALUES
        case str() if hasattr(type(value), "__members__"):
            yield from (each for each in type(value) if each is not value)
        case str():
            yield f"{value} or other"
        case tuple() if value and isinstance(value[0], msgspec.Struct):
            yield from ((each, *value[1:]) for each in changed(value[0]))
            yield (*value, value[-1])
        case tuple() if value and isinstance(value[0], int):
            yield from ((each, *value[1:]) for each in others(value[0]))
        case tuple():
            yield ("abuse",)
        case msgspec.Struct():
            yield from changed(value)


def changed(struct: Any) -> Iterator[Any]:
    """Yield a struct with each of its fields changed in turn, at any depth."""
    for name in struct.__struct_fields__:
        held = getattr(struct, name)
        if held is None or (name == "entry_cents" and struct == RICH.programme.sessions[0]):
            continue  # whoever is in pays for no session
        for other in others(held):
            yield replace(struct, **{name: other})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_change_of_any_field_changes_the_document(language: str):
    """A statement that is withdrawn is marked as missing."""
    assert missing(RULES, RICH) == ()
    assert list(conflicts(RICH)) == []
    written, seen = body(terms_document(RULES, RICH, language)), 0
    for other in changed(RICH):
        seen += 1
        assert body(terms_document(RULES, other, language)) != written, other
    assert seen > 90


SECOND_VALUES: dict[str, tuple[Any, Any]] = {
    "employees_in_charity_events": (True, t.NOT_APPLICABLE),
    "signature_required": (True, t.NOT_APPLICABLE),
    "entry_may_be_refused": (True, t.NOT_APPLICABLE),
    "chips_at_the_end": (t.ChipsAtEnd(), t.NOT_APPLICABLE),
    "minimum_or_compulsory_wager": (t.WagerTerms(minimum_chips=1), t.NOT_APPLICABLE),
    "secret_wagers": (t.SecretWagers(each_session=1, method="card"), t.NOT_APPLICABLE),
    "buying_back_in": (t.BuyBack(cents=1), t.NOT_APPLICABLE),
    "repechage": (True, "director"),
    "tables_in_each_round": ((1, 1, 1), "as-needed"),
    "number_of_players": (t.PlayerNumbers(minimum=2, maximum=9), t.PlayerNumbers(minimum=2, maximum=9, bots=3)),
    "fees_and_buy_ins": (t.Fees(), t.NOT_APPLICABLE),
    "rounds_and_sessions": (
        Programme(sessions=(PlaySession(name="final", hands=30, culls=(Cull(after_hand=8),)),)),
        Programme(sessions=(PlaySession(name="final", hands=30, culls=(Cull(after_hand=8),), ties=TieBreak.LOT),)),
    ),
}


@pytest.mark.parametrize("item", SECOND_VALUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_apply_is_said_too(item: str, language: str):
    one, other = (body(terms_document(RULES, replace(RICH, **{item: each}), language)) for each in SECOND_VALUES[item])
    assert one != other


@pytest.mark.parametrize("counting", Counting)
@pytest.mark.parametrize("bank", Bank)
@pytest.mark.parametrize("ties", TieBreak)
def test_every_way_of_a_session_has_its_sentence(counting: Counting, bank: Bank, ties: TieBreak):
    session = PlaySession(name="open", hands=5, heats=2, best=1, counting=counting, bank=bank, ties=ties)
    told = replace(RICH, rounds_and_sessions=Programme(sessions=(session, PlaySession(name="final", hands=1))))
    for language in LANGUAGES:
        assert all(body(terms_document(RULES, told, language)))


@clause("crown 12.4", "crown 12.5")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", TEMPLATES)
def test_12_4__every_item_stands_under_its_clause(template: str, language: str):
    document = terms_document(RULES, terms(template), language)
    items = [item for chapter in document.chapters for item in chapter.items]
    assert [item.clause for item in items] == [f"crown {each}" for each in CLAUSES]
    assert all(item.lines and all(item.lines) for item in items)
    assert (document.missing, document.faults) == ((), ())
    assert document.hash == digest(terms(template))


def test_a_draft_says_all_that_is_missing_at_once():
    document = terms_document(RULES, TournamentTerms(), "en")
    assert [item.clause for item in document.missing] == [f"crown {each}" for each in CLAUSES]
    page = terms_page.html(document)
    assert page.count("Missing: not yet stated.") == len(CLAUSES)
    assert "Draft" in page
    assert "Draft" not in terms_page.html(terms_document(RULES, terms(), "en"))


def test_terms_that_cannot_be_carried_out_say_why():
    document = terms_document(RULES, replace(terms(), when=(2, 1)), "fr")
    assert (
        document.faults
        == (("les séances ont besoin d'une heure de début chacune, dans leur ordre", "crown 12.4.1(a)(i)"),)
        or document.faults[0][1] == "crown 12.4.1(a)(i)"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_page_carries_the_version_the_hash_and_the_signature(language: str):
    told = replace(terms(), title="<b>Spring</b>", signature_required=True)
    page = terms_page.html(terms_document(RULES, told, language, version=3))
    assert digest(told) in page
    assert "Version 3" in page
    assert "&lt;b&gt;Spring" in page
    assert 'class="signature"' in page
    assert f'<html lang="{language}">' in page


HOUSE_FILE = """
template = "heats-and-final"
when = [2026-12-05T19:00:00+11:00, 2026-12-06T19:00:00+11:00]
[terms]
title = "Summer Cup"
location = "Room 1"
"""


def test_a_house_writes_its_terms_with_dates():
    told = house_terms(read_toml(HOUSE_FILE))
    assert missing(RULES, told) == ()
    assert "Session 1 (heats): 5 December 2026 08:00 UTC." in body(terms_document(RULES, told, "en"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("when = [2026-12-05T19:00:00]", "dates-expected"),
        ("when = [5]", "dates-expected"),
        ('template = "nope"', "no-template"),
        ("location = 1", "no-file-key"),
        ("[terms]\nlocation = 1", "terms-unreadable"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(text: str, code: str):
    with pytest.raises(InputError) as raised:
        house_terms(read_toml(text))
    assert raised.value.code == code


def test_the_file_of_a_scenario_has_its_terms():
    file = Path(__file__).parents[1] / "scenarios" / "tournament" / "repechage.toml"
    assert missing(RULES, house_terms(read_toml(file.read_text()))) == ()


def test_a_pdf_is_made(tmp_path: Path):
    try:
        written = terms_page.pdf(terms_document(RULES, RICH, "fr"))
    except InputError as error:
        pytest.skip(str(error))
    assert written.startswith(b"%PDF")
