"""Every prompt, title and condition that people at a table read has words in both languages."""

from pathlib import Path

import pytest

from mississippi_stud.money import Currency
from mississippi_stud.prose.prompts import DUTIES, UNTIL_THEN, instruct
from mississippi_stud.prose.refusals import explain
from mississippi_stud.prose.rulings import CONDITIONS, FATES
from mississippi_stud.round import Refused
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import CaseCondition, DeckFate
from mississippi_stud.table import commands as t
from mississippi_stud.table.duties import COVER, EMPTY, RELIEF, REMOVALS, SPREADS, TO_RACK
from mississippi_stud.table.incidents import Stage
from mississippi_stud.table.reports import _FATES
from mississippi_stud.table.state import Prompt, PromptHold
from tests.table.hall import Pit

BOOKS = ("nsw", "maryland", "crown")


def test_every_duty_condition_and_fate_has_words_and_no_words_are_left_over():
    books = {name for book in BOOKS for duties in rulebook(book).duties.values() for name in duties}
    cases = [case for book in BOOKS for incident in rulebook(book).incidents.values() for case in incident.values()]
    books |= {case.asks.value for case in cases if case.asks}
    assert set(DUTIES) == books | {COVER, EMPTY, *_FATES.values(), "review-dispute", RELIEF}
    assert {*REMOVALS, *SPREADS, *TO_RACK} <= set(DUTIES)
    assert set(CONDITIONS) == {each.value for each in CaseCondition}
    assert set(FATES) == {each.value for each in DeckFate}
    assert set(UNTIL_THEN) == set(PromptHold)


def prompt(**fields: object) -> Prompt:
    return Prompt(number=1, moment="shuffled", clause="nsw 4.2", **fields)


@pytest.mark.parametrize(
    ("asked", "english", "french"),
    [
        (
            prompt(duty="cut", by="dealer", blocks=PromptHold.DEAL, alone="nsw 4.3", deck="red"),
            "Cut the cards (red deck). To be done and confirmed by the dealer, nobody else; "
            "until then no card is dealt.",
            "Coupez les cartes (paquet «\u00a0rouge\u00a0»). À faire et à confirmer par le croupier, "
            "et par personne d'autre; d'ici là, aucune carte n'est donnée.",
        ),
        (
            prompt(duty="place-marker", by="dealer", blocks=PromptHold.NEXT_ROUND, position=2),
            "Place the player's marker (position 2). To be confirmed by the dealer or above; "
            "until then no round begins.",
            "Placez le marqueur du joueur (position 2). À confirmer par le croupier ou un supérieur; "
            "d'ici là, aucune partie ne commence.",
        ),
        (
            prompt(duty="tell-inspector", by="dealer", blocks=PromptHold.RULING),
            "Tell the inspector. To be confirmed by the dealer or above; until then no ruling is given.",
            "À aviser : inspecteur. À confirmer par le croupier ou un supérieur; "
            "d'ici là, aucune décision n'est rendue.",
        ),
        (
            prompt(duty="tell-surveillance", by="gaming-supervisor", blocks=PromptHold.CLOSING),
            "Tell surveillance. To be confirmed by the gaming supervisor or above; until then the table stays open.",
            "À aviser : surveillance. À confirmer par le superviseur de jeu ou un supérieur; "
            "d'ici là, la table reste ouverte.",
        ),
        (
            prompt(duty="ring-the-bell", by="dealer", blocks=PromptHold.DEAL),
            "Ring the bell. To be confirmed by the dealer or above; until then no card is dealt.",
            "Ring the bell. À confirmer par le croupier ou un supérieur; d'ici là, aucune carte n'est donnée.",
        ),
    ],
)
def test_a_prompt_says_what_to_do_who_confirms_and_what_is_refused_until_then(asked: Prompt, english: str, french: str):
    assert instruct(rulebook("nsw"), asked) == english
    assert instruct(rulebook("nsw"), asked, "fr") == french


def test_a_second_person_is_told_who_that_is():
    pit = Pit("maryland", "shoe")
    pit.do(t.ReceiveDeck, backs="red")
    inspect = pit.prompt("inspect-cards")
    both = "To be done by the dealer or above and confirmed by the floorperson or above"
    assert instruct(pit.book, inspect).startswith(f"Inspect the cards for defects (red deck). {both};")
    pit.do(t.Confirm, prompt=inspect.number)
    done = instruct(pit.book, pit.prompt("inspect-cards"), "fr")
    assert "Fait; le chef de table ou un supérieur doit le confirmer à son tour" in done


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "only the gaming supervisor or above may do that; the dealer asked"),
        ("fr", "cela relève du superviseur de jeu ou d'un supérieur; demandé par : croupier"),
    ],
)
def test_a_refusal_names_titles_as_the_book_does(language: str, said: str):
    pit = Pit("nsw", "shoe")
    with pytest.raises(Refused) as refusal:
        pit.do(t.Order, what=t.OrderKind.VERIFY_CARDS)
    assert explain(refusal.value, Currency.AUD, language) == said


def test_a_refusal_names_what_is_still_to_be_done():
    pit = Pit("nsw", "shoe")
    pit.do(t.ReceiveDeck, backs="red")
    with pytest.raises(Refused) as refusal:
        pit.do(t.Confirm, prompt=pit.prompt("shuffle").number)
    assert explain(refusal.value, Currency.AUD) == "first: Check the cards"


@pytest.mark.parametrize(
    ("stage", "english", "french"),
    [
        (Stage.DEAL, "while cards are dealt", "pendant la donne"),
        (Stage.STARTED, "once the deal has begun", "une fois la donne commencée"),
        (Stage.DEALT, "once the cards are dealt", "une fois les cartes données"),
        (Stage.BETWEEN, "between rounds", "entre les parties"),
    ],
)
def test_a_refusal_says_when_an_incident_can_happen(stage: Stage, english: str, french: str):
    refused = Refused("not-now", "nsw 11.1", stage=stage)
    assert explain(refused, Currency.AUD) == f"that cannot happen now; it can happen only {english}"
    assert explain(refused, Currency.AUD, "fr") == f"cela ne peut pas arriver maintenant; seulement {french}"


def test_a_title_of_a_book_of_ones_own_is_told_by_its_name(tmp_path: Path):
    path = tmp_path / "ours.toml"
    path.write_text(
        'id = "ours"\ntitle = "Ours"\nversion = "1"\ndate = "2026"\nlanguage = "en"\nextends = "maryland"\n'
        '[clauses]\n"H.1" = { en = "The floorperson is a pit boss." }\n'
        '[staff.titles.floorperson]\nen = { value = "pit boss", clause = "H.1" }\n'
    )
    asked = prompt(duty="validate-payout", by="dealer", verified_by="floorperson", blocks=PromptHold.NEXT_ROUND)
    assert "confirmed by the pit boss or above" in instruct(rulebook(str(path)), asked)
