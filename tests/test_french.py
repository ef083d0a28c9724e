"""How French is set, and its terms.

As in Quebec: a no-break space before a colon and inside guillemets, none before ; ? and !. One thing has one name.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import mississippi_stud
from mississippi_stud.language import CATALOGUE

BOOKS = Path(mississippi_stud.__file__).parent / "rulebooks"
TERMS = {
    r"\babandon": "abandonn",
    r"\bassistant gaming manager": "directeur[s]? adjoint[s]? des jeux",
    r"\bblind\b": "aveugle",
    r"\bbonus cards?\b": "carte[s]? du bonus",
    r"\bbonus jackpot": "jackpot[s]? bonus",
    r"\bcarried\b(?! out)": "report",
    r"\bconce(de|ssion)": "concéd",
    r"\bdecks?\b": "paquet",
    r"\bdisputes?\b": "différend",
    r"\benvy bonus": "Bonus Envie",
    r"\bface up\b": "face visible",
    r"\bforfeit": "confis(qu|cation)",
    r"\bincrement rate": "taux d'accroissement",
    r"\bmalfunction": "défectuosité",
    r"\bmisdeal\b": "maldonne",
    r"\bout of order\b": "hors service",
    r"\bpay table": "tableau[x]? des gains",
    r"\bprizes?\b(?!\.| (meter|pool))": r"\blot[s]?\b",
    r'(?<!")\bpush(ed|es)?\b(?! the cards)': r"égalité|\bREPORT\b|\{push\}",
    r"\brack\b": "bac de défausse",
    r"\bseeds?\b": "montant[s]? de départ|graine",
    r"\bside wagers?\b": "mise[s]? annexe",
    r"(?<!-)\bsign\b(?!-| in\b| out\b| up\b)": "affiche",
    r"\btokens?\b": "jeton[s]? promotionnel",
    r"\bwarned\b": "averti",
}
"""What a term is called in French, by its English; `online` prints REPORT for a push."""
GONE = re.compile(
    r"\b(amorces?|antes(?!\})|bonis?|Bonus Envy|bonus d'envie|coupons?|litiges?|manches?|mise de départ|panneaux?"
    r"|porte-défausse|porte-cartes|taux d'incrément|valeurs? de départ|jeux? de cartes|directeurs? de jeu adjoints?)\b"
)
"""Words that once stood beside the ones above for the same thing."""
WRONG = re.compile(r"[^\u00a0]:(?=\s|$)|[\s\u202f][;?!](?=\s|$)|«[^\u00a0]|[^\u00a0]»")


def _french(value: object) -> Iterator[str]:
    """Yield every French text in a file of a book."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "fr" and isinstance(each, str):
                yield each
            else:
                yield from _french(each)


def test_the_catalogue_is_set_so():
    with CATALOGUE.open("rb") as file:
        said = [message.string for message in read_po(file) if message.id]
    assert len(said) > 800
    assert [each for each in said if WRONG.search(each)] == []


def test_no_sentence_is_translated_twice():
    """Of two translations of one sentence, the reader of the catalogue takes one without a word."""
    sentences = re.findall(r"^msgid (.+)$", CATALOGUE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert len(sentences) > 800
    assert [each for each, count in Counter(sentences).items() if count > 1 and each != '""'] == []


@pytest.mark.parametrize("file", sorted(BOOKS.rglob("*.toml")), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_the_books_are_set_so(file: Path):
    said = list(_french(tomllib.loads(file.read_text(encoding="utf-8"))))
    assert [each for each in said if WRONG.search(each)] == []


def _pairs() -> Iterator[tuple[str, str]]:
    """Every sentence with its French: those of the catalogue and the summaries of the clauses."""
    with CATALOGUE.open("rb") as file:
        yield from ((message.id, message.string) for message in read_po(file) if message.id)
    for file in (BOOKS / "clauses").glob("*.toml"):
        for entry in tomllib.loads(file.read_text(encoding="utf-8")).values():
            yield entry["en"], entry["fr"]


def _says(text: str, term: str) -> bool:
    return re.search(term, text, re.IGNORECASE) is not None


def _strays(said: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The sentences whose French calls a thing by another name than its own."""
    return [
        (english, french)
        for english, french in said
        if GONE.search(french) or any(_says(english, term) and not _says(french, TERMS[term]) for term in TERMS)
    ]


def test_a_thing_has_one_name():
    assert _strays(_pairs()) == []


@pytest.mark.parametrize("term", TERMS)
def test_every_term_is_in_use(term: str):
    assert any(_says(english, term) for english, _ in _pairs())


@pytest.mark.parametrize("file", sorted(BOOKS.glob("*.toml")), ids=lambda file: file.name)
def test_no_book_uses_an_old_name(file: Path):
    said = _french(tomllib.loads(file.read_text(encoding="utf-8")))
    assert [each for each in said if GONE.search(each)] == []


def test_a_stray_term_is_found():
    right = ("Put the folded cards into the rack.", "Mettez les cartes couchées dans le bac de défausse.")
    other = ("Put the folded cards into the rack.", "Mettez les cartes couchées dans la corbeille.")
    former = ("the cards are returned", "les cartes du porte-défausse sont rendues")
    assert _strays([right, other, former]) == [other, former]
