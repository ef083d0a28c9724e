"""Every value of every book is told in a sentence, in both languages, and never by its key."""

import re
import typing
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import msgspec
import pytest

from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.language import LANGUAGES
from mississippi_stud.prose import rules
from mississippi_stud.prose.books import SUBJECTS
from mississippi_stud.prose.comparison import compare, subject_of
from mississippi_stud.prose.rule_sentences import RULE_SENTENCES
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.prose.rules import RuleProse, listed
from mississippi_stud.rulebooks import conduct, model, vocabulary
from mississippi_stud.rulebooks.load import BOOKS, Leaf, leaves, rulebook
from mississippi_stud.rulebooks.model import RuledValue

ENUMS = [
    kind
    for module in (conduct, vocabulary)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Enum) and kind.__module__ == module.__name__
]
KEYS = {member.value for kind in ENUMS for member in kind if "-" in member.value}
KEYS |= {hand.key for hand in (*Hand, *ThreeCardHand) if "-" in hand.key}
KEYS |= {name for words in RULE_VALUES.values() for name in words if "-" in name}


def fields() -> Iterator[tuple[str, object]]:
    """Yield every field of the model that holds values, with their type."""
    for kind in vars(model).values():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            for name, hint in typing.get_type_hints(kind, include_extras=True).items():
                inner = hint
                while inner is not None and typing.get_origin(inner) is not RuledValue:
                    inner = next((each for each in reversed(typing.get_args(inner)) if each is not type(None)), None)
                    if inner is Ellipsis:
                        inner = None
                if inner is None and "RuledValue" in str(hint):
                    inner = next(each for each in typing.get_args(hint) if typing.get_origin(each) is RuledValue)
                if inner is not None and kind is not RuledValue:
                    yield f"{kind.__name__}.{name}", typing.get_args(inner)[0]


FIELDS = dict(fields())


def silent(book: str, language: str) -> Iterator[str]:
    """Yield the values of a book that are not told in a proper sentence."""
    prose = RuleProse(rulebook(book), language)
    for leaf in leaves(rulebook(book)):
        said = prose.sentence(leaf)
        words = set(re.findall(r"[\w-]+", said.lower()))
        if "_" in said or "{" in said or words & KEYS or not re.fullmatch(r"[A-ZÀÉÊÔ0-9].*[.”»)]", said, re.DOTALL):
            yield f"{leaf.path}: {said}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_every_value_of_a_book_has_a_sentence(book: str, language: str):
    assert list(silent(book, language)) == []


def test_a_value_without_words_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(rules.RULE_VALUES["Power"], "close-table")
    assert [each.partition(":")[0] for each in silent("nsw", "en")] == ["staff.powers.close-table"]
    monkeypatch.undo()
    monkeypatch.delitem(rules.RULE_SENTENCES, "Limits.cannot_fund")
    with pytest.raises(KeyError, match=r"Limits\.cannot_fund"):
        list(silent("crown", "fr"))


def test_every_field_of_the_model_has_its_phrase_and_no_phrase_is_left_over():
    assert len(FIELDS) > 150
    assert set(RULE_SENTENCES) == set(FIELDS)


@pytest.mark.parametrize("field", sorted(FIELDS))
def test_a_field_has_words_for_everything_that_a_custom_book_may_say(field: str):
    kind, words = FIELDS[field], RULE_SENTENCES[field]
    each = typing.get_args(kind)[0] if typing.get_origin(kind) is tuple else kind
    if isinstance(words, dict) and each is bool:
        assert set(words) == {"yes", "no"}
    elif isinstance(words, dict) and isinstance(each, type) and issubclass(each, Enum):
        assert set(words) == {member.value for member in each}
    elif each is bool:
        pytest.fail("a choice needs two phrases")
    elif isinstance(each, type) and issubclass(each, Enum) and field not in ("Streets.order", "Streets.max_all_at"):
        own = RULE_VALUES.get(each.__name__) or rules.VOCABULARIES.get(each, {})
        known = set(own) or {hand.key for hand in (*Hand, *ThreeCardHand)}
        assert {getattr(member, "key", member.value) for member in each} <= known


@pytest.mark.parametrize(
    ("book", "path", "english", "french"),
    [
        (
            "online",
            "wagers.ante.maximum_cents",
            "The ante is at most $50.00.",
            "La mise initiale est d'au plus 50,00 $.",
        ),
        (
            "crown",
            "money.uneven_payment",
            "A win that chips cannot pay exactly is paid up to the next amount that they can.",
            "Un gain que les jetons ne permettent pas de payer exactement est arrondi vers le haut, au montant suivant "
            "qu'ils permettent.",
        ),
        (
            "maryland",
            "wagers.progressive.costs_cents",
            "The progressive wager costs $1.00 or $5.00.",
            "La mise progressive coûte 1,00 $ ou 5,00 $.",
        ),
        (
            "nsw",
            "wagers.ante.tables.main.pays.straight",
            "The ante and the street wagers: a straight pays 4 to 1.",
            "La mise initiale et les mises de tour : quinte, 4 à 1.",
        ),
        (
            "maryland",
            "wagers.progressive.tables.main.pays.straight-flush",
            "The progressive wager: a straight flush wins 10% of the meter.",
            "La mise progressive : quinte flush, 10 % du compteur.",
        ),
        (
            "nsw",
            "incidents.community-exposed.owed.ruling",
            "If a community card is shown too early (somebody still owes a 3rd street decision): misdeal.",
            "Si une carte commune est montrée trop tôt (quelqu'un doit encore une décision de 3e tour) : maldonne.",
        ),
        (
            "nsw",
            "duties.shuffled.cut.by",
            "Once the cards are shuffled, “Cut the cards”: it is done by the dealer.",
            "Une fois les cartes mélangées, « Coupez les cartes » : c'est au croupier de le faire.",
        ),
        (
            "crown",
            "jackpot.options.1.rates.10000",
            "Jackpot option 1: with a seed of $10,000.00 for each dollar of the wager, the increment rate is 34.06%.",
            "Option de jackpot 1 : avec un montant de départ de 10 000,00 $ pour chaque dollar de la mise, le taux "
            "d'accroissement est de 34,06 %.",
        ),
        (
            "crown",
            "wagers.jackpot.tables.option-1.pays.flush",
            "The jackpot wager, option 1: a flush pays 100 for 1.",
            "La mise de jackpot, option 1 : flush, 100 pour 1.",
        ),
        (
            "crown",
            "jackpot.options.2.table",
            "Jackpot option 2: prizes follow the pay table “option 2”.",
            "Option de jackpot 2 : les lots suivent le tableau des gains « option 2 ».",
        ),
        (
            "maryland",
            "wagers.three-card-bonus.tables.B.pays.pair",
            "The Three Card Bonus, pay table B: a pair pays 1 to 1.",
            "Le Bonus 3 cartes, tableau des gains B : paire, 1 à 1.",
        ),
        (
            "nsw",
            "dealing.methods.shoe.steps",
            "Cards dealt from a shoe: the deal is one card to each hand, a second card to each hand, then one "
            "community card as each street is complete.",
            "Cartes données au sabot : on donne une carte à chaque main, une deuxième carte à chaque main, puis une "
            "carte commune à la fin de chaque tour de mise.",
        ),
        (
            "crown",
            "incidents.wrong-community-count.order-unknown.told",
            "If the number of community cards is wrong, in any other case: the TG higher duties dealer and TG area "
            "manager must be told.",
            "Si le nombre de cartes communes est inexact, dans tout autre cas : il faut aviser qui de droit (croupier "
            "aux fonctions supérieures et chef de secteur).",
        ),
        (
            "online",
            "caps.game.cents",
            "At most $250,000.00 is paid on the ante, the street wagers and the Three Card Bonus.",
            "On paie au plus 250 000,00 $ sur la mise initiale, les mises de tour et le Bonus 3 cartes.",
        ),
        (
            "online",
            "terms.fold.fr",
            "The book's French word for “Fold” is “SE COUCHER”.",
            "Le livre dit « SE COUCHER » en français.",
        ),
    ],
)
def test_a_value_in_both_languages(book: str, path: str, english: str, french: str):
    leaf = _leaf(book, path)
    said = [RuleProse(rulebook(book), language).sentence(leaf).replace("\u00a0", " ") for language in LANGUAGES]
    assert said == [english, french]


def _leaf(book: str, path: str) -> Leaf:
    return next(leaf for leaf in leaves(rulebook(book)) if leaf.path == path)


@pytest.mark.parametrize(("minutes", "said"), [(1, "one minute's notice"), (2, "2 minutes' notice")])
def test_one_is_not_told_as_many(minutes: int, said: str):
    leaf = _leaf("nsw", "notices.close_table_minutes")
    changed = leaf._replace(ruled=RuledValue(minutes, "nsw 13.8"))
    assert RuleProse(rulebook("nsw"), "en").sentence(changed) == f"Closing a table needs {said}."


def test_a_name_that_only_a_custom_book_has_stays_as_it_is():
    leaf = _leaf("crown", "tournament.terms[0]")
    changed = leaf._replace(ruled=RuledValue("dress code", "crown 12.4"))
    assert RuleProse(rulebook("crown"), "fr").sentence(changed).endswith(": dress code.")


def test_powers_of_one_rank_are_told_together():
    units = [_leaf("crown", f"staff.powers.{name}") for name in ("read-meter", "declare-misdeal", "decide-dispute")]
    assert [RuleProse(rulebook("crown"), language).powers(units) for language in LANGUAGES] == [
        "Reading the meter, declaring a misdeal or deciding a dispute takes the rank of TG area manager or above.",
        "Pour relever le compteur, déclarer une maldonne ou trancher un différend, il faut le rang de chef de secteur "
        "ou un rang supérieur.",
    ]
    assert RuleProse(rulebook("crown"), "en").powers(units[:1]) == RuleProse(rulebook("crown"), "en").sentence(units[0])


def test_what_tells_a_case_apart_is_told_once():
    """It is in the head of the ruling; without the ruling it is told by itself."""
    when, ruling = (_leaf("crown", f"incidents.cannot-fund.again.{name}") for name in ("when", "ruling"))
    assert RuleProse.told([when, ruling]) == [ruling]
    assert RuleProse.told([when]) == [when]


def _passages(book: str, clause: str, language: str) -> list[str]:
    values = [leaf for leaf in leaves(rulebook(book)) if leaf.ruled.clause == clause]
    return [
        sentence.replace("\u00a0", " ") for sentence, _values in RuleProse(rulebook(book), language).passages(values)
    ]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clause_tells_that_a_word_is_itself(book: str, language: str):
    """Nor is a clause that sets something left without a sentence, or one with the same sentence twice."""
    for clause in dict.fromkeys(leaf.ruled.clause for leaf in leaves(rulebook(book))):
        said = _passages(book, clause, language)
        assert said
        assert len(set(said)) == len(said)
        for sentence in said:
            quoted = re.findall(r"[“«] ?(.*?) ?[”»]", sentence)
            assert len({word.casefold() for word in quoted}) == len(quoted), sentence


def test_a_word_that_differs_is_told_and_one_that_does_not_is_not():
    assert [each for each in _passages("online", "online overview.7", "en") if "word" in each] == [
        "The book's English word for “Three Card Bonus” is “3 Card Bonus”.",
        "The book's French word for “Three Card Bonus” is “Bonus 3 cartes”.",
    ]
    assert [each for each in _passages("online", "online push.1", "fr") if "dit" in each] == [
        "En anglais, le livre dit « PUSH » pour « égalité ».",
        "En français, le livre dit « REPORT » pour « égalité ».",
    ]
    assert _passages("nsw", "nsw 1.1 Inspector", "en") == ["In French, the inspector is called “inspecteur”."]
    assert _passages("nsw", "nsw 1.1 Inspector", "fr") == ["En anglais, « inspecteur » se dit « inspector »."]


def test_a_clause_tells_a_duty_whole_and_a_limit_by_its_sum():
    assert _passages("nsw", "nsw 3.4", "en") == [
        "When cards arrive at the table, “Check the cards”: it is done by the dealer or above; only if the cards were "
        "not checked in advance."
    ]
    assert _passages("online", "online limits.2", "en") == [
        "The limit on what is paid on the ante counts the stake as well as the win.",
        "At most $25,050.00 is paid on the ante.",
    ]
    assert len(_passages("online", "online pays.bonus", "en")) == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_has_its_joint(language: str):
    assert listed(["1", "2", "3"], language, "or") == {"en": "1, 2 or 3", "fr": "1, 2 ou 3"}[language]


def test_every_value_has_a_subject():
    subjects = {subject_of(leaf) for book in BOOKS for leaf in leaves(rulebook(book))}
    assert subjects == set(SUBJECTS)


def test_two_books_differ_in_sentences_with_both_clauses():
    found, same = compare(rulebook("crown"), rulebook("nsw"), "en")
    rounding = next(each for each in found if each.subject == "rounding")
    assert rounding.left is not None
    assert rounding.right is not None
    assert rounding.left.sentences == (
        "A win that chips cannot pay exactly is paid up to the next amount that they can.",
    )
    assert rounding.left.clauses == ("crown 6.2.3",)
    assert rounding.right.sentences == ("A win is paid to the cent, any fraction of a cent rounded up.",)
    assert rounding.right.clauses == ("nsw 10.3",)
    assert same > 100
    subjects = [each.subject for each in found]
    assert subjects == sorted(subjects, key=list(SUBJECTS).index)


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_does_not_differ_from_itself(book: str):
    assert compare(rulebook(book), rulebook(book), "en")[0] == []


def test_every_value_that_differs_is_told_and_no_other(tmp_path: Path):
    custom = tmp_path / "mine.toml"
    custom.write_text(
        'id = "mine"\ntitle = "Mine"\nversion = "1"\ndate = "2026-11-16"\nlanguage = "en"\nextends = "nsw"\n'
        '[clauses]\n"H.1" = { en = "Ours." }\n'
        '[wagers.ante.tables.main.pays]\nstraight = { value = "5 to 1", clause = "H.1" }\n'
        '[incidents.community-exposed.later]\nruling = { value = "misdeal", clause = "H.1" }\n',
        encoding="utf-8",
    )
    found, same = compare(rulebook("nsw"), rulebook(str(custom)), "en")
    told = [(each.subject, each.left and each.left.sentences, each.right and each.right.sentences) for each in found]
    head = "If a community card is shown too early"
    owed = f"{head} (somebody still owes a 3rd street decision): misdeal."
    assert told == [
        (
            "pays",
            ("The ante and the street wagers: a straight pays 4 to 1.",),
            ("The ante and the street wagers: a straight pays 5 to 1.",),
        ),
        (
            "irregularities",
            (owed, f"{head}, in any other case: turned face down, play continues."),
            (owed, f"{head}, in any other case: misdeal."),
        ),
    ]
    pointers = sum(leaf.field in ("Case.returned", "WagerRule.in_multiples") for leaf in leaves(rulebook("nsw")))
    assert same == len(leaves(rulebook("nsw"))) - 2 - pointers
