"""Books from files: what loads, what does not and how that is reported, and custom rule books."""

from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.errors import InputError
from mississippi_stud.language import LANGUAGES
from mississippi_stud.prose.own_book import own_book
from mississippi_stud.round.wagers import multiples_clause
from mississippi_stud.rulebooks import BOOKS, BookError, rulebook
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.load import content_hash, custom_book, from_plain, leaves, own_leaves, plain
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table.commands import FLOOR, PLAYER

OWN = """
id = "my-casino"
title = "My Casino"
version = "1"
date = "2026"
language = "en"
extends = "crown"
[clauses]
"H.1" = { en = "A straight pays 5 to 1." }
"""
STRAIGHT = '[wagers.ante.tables.main.pays]\nstraight = { value = "5 to 1", clause = "H.1" }\n'


def written(folder: Path, text: str) -> str:
    path = folder / "book.toml"
    path.write_text(text)
    return str(path)


def faults(folder: Path, text: str) -> dict[str, str]:
    """Return what is wrong with a book, as place and sentence."""
    with pytest.raises(BookError) as told:
        rulebook(written(folder, text))
    return {fault.path: str(fault) for fault in told.value.faults}


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_reads_back_from_its_plain_form(book: str):
    stored = msgspec.json.decode(msgspec.json.encode(plain(rulebook(book))))
    assert from_plain(stored) == rulebook(book)
    assert content_hash(from_plain(stored)) == content_hash(rulebook(book))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("part", ["conduct", "wagers", "limits"])
def test_the_values_of_a_part_are_those_of_the_book_there(book: str, part: str):
    assert leaves(rulebook(book), part) == [leaf for leaf in leaves(rulebook(book)) if leaf.path.startswith(f"{part}.")]


def test_the_hash_changes_with_any_value(tmp_path: Path):
    changed = rulebook(written(tmp_path, OWN + STRAIGHT))
    assert content_hash(changed) != content_hash(rulebook("crown"))


def test_multiples_of_ones_own_are_cited_by_ones_own_clause_on_every_street(tmp_path: Path):
    own = OWN.replace('extends = "crown"', 'extends = "nsw"')
    streets = ("third-street", "fourth-street", "fifth-street")

    def cited(text: str) -> list[str]:
        rulebook.cache_clear()
        book = rulebook(written(tmp_path, text))
        return [multiples_clause(book, Wager(street)) for street in streets]

    assert cited(own) == [f"nsw 1.1 {street} Street Wager" for street in ("3rd", "4th", "5th")]
    assert cited(own + '[streets]\nmultiples = { value = [1, 2], clause = "H.1" }\n') == ["my-casino H.1"] * 3
    one = '[wagers.fourth-street]\nin_multiples = { value = true, clause = "H.1" }\n'
    assert cited(own + one)[1] == "my-casino H.1"


def test_a_bonus_is_not_paid_with_its_hand_where_jackpots_come_after_all_hands(tmp_path: Path):
    own = OWN.replace('extends = "crown"', 'extends = "maryland"')
    last = '[play]\njackpots_paid = { value = "after-all-hands", clause = "H.1" }\n'
    first = '[jackpot.bonus]\npaid_first = { value = true, clause = "H.1" }\n'
    for spoilt in (last, first):
        assert "play.jackpots_paid is with-each-hand" in faults(tmp_path, own + spoilt)["jackpot.bonus.paid_with_hand"]
        rulebook.cache_clear()


def test_a_book_keeps_what_its_own_clauses_say_and_the_hash_covers_it(tmp_path: Path):
    book = rulebook(written(tmp_path, OWN + STRAIGHT))
    assert book.clauses == {"my-casino H.1": {"en": "A straight pays 5 to 1."}}
    assert from_plain(msgspec.json.decode(msgspec.json.encode(plain(book)))) == book
    rulebook.cache_clear()
    other = rulebook(written(tmp_path, OWN.replace("A straight pays", "We pay a straight") + STRAIGHT))
    assert content_hash(other) != content_hash(book)


def test_a_copy_of_crown_with_a_straight_at_5_to_1(tmp_path: Path):
    book = rulebook(written(tmp_path, OWN + STRAIGHT))
    straight = book.wagers[Wager.ANTE].tables["main"].pays["straight"]
    assert (str(straight.value), straight.clause) == ("5 to 1", "my-casino H.1")
    flush = book.wagers[Wager.ANTE].tables["main"].pays["flush"]
    assert (str(flush.value), flush.clause) == ("6 to 1", "crown 8.2")
    different = [a.path for a, b in zip(leaves(book), leaves(rulebook("crown")), strict=True) if a.ruled != b.ruled]
    assert different == ["wagers.ante.tables.main.pays.straight"]
    assert ledger(written(tmp_path, OWN + STRAIGHT))["my-casino H.1"].en == "A straight pays 5 to 1."


def test_a_table_gives_its_clause_to_what_is_in_it(tmp_path: Path):
    table = '[wagers.jackpot.tables.house]\nclause = "H.1"\noffered = true\npays = { flush = "9 for 1" }\n'
    house = rulebook(written(tmp_path, OWN + table)).wagers[Wager.JACKPOT].tables["house"]
    assert {house.offered.clause, house.pays["flush"].clause} == {"my-casino H.1"}


@pytest.mark.parametrize("place", ["titles", "officials"])
@pytest.mark.parametrize("name", [FLOOR, PLAYER, "surveillance"])
def test_nobody_is_given_the_name_of_the_floor_or_of_a_player_as_a_title(tmp_path: Path, place: str, name: str):
    """Whoever held it would act as the floor itself, above every rank."""
    more = "rank = 1" if place == "titles" else 'may = ["close-table"]'
    told = faults(tmp_path, f'{OWN}\n[staff.{place}.{name}]\nclause = "H.1"\nen = "x"\nfr = "x"\n{more}\n')
    assert list(told) == [f"staff.{place}.{name}"]
    assert "another name" in told[f"staff.{place}.{name}"]


def test_errors_of_every_kind_are_told_at_once(tmp_path: Path):
    planted = """
[positions]
clause = "H.1"
maximum = "nine"
hands_per_player = "two"
default = 20
sets = 3
[streets]
multiples = [1, 2, 3]
[wagers.ante.tables.main.pays]
straight = { value = "5:1", clause = "H.9" }
[staff.powers]
close-table = { value = "boss", clause = "H.1" }
"""
    told = faults(tmp_path, OWN + planted)
    assert len(told) == 7
    assert "a whole number" in told["positions.maximum"]
    assert "one of one, one-seen-others-blind" in told["positions.hands_per_player"]
    assert "at most positions.maximum, 9" in told["positions.default"]
    assert "no such key here" in told["positions.sets"]
    assert "add clause" in told["streets.multiples"]
    assert "a title of this book" in told["staff.powers.close-table"]
    assert "wagers.ante.tables.main.pays.straight" in told


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        ("[positions]\nmaximum = 9\n", "positions.maximum", 'add clause = "…"'),
        ('[hands]\nclause = "H.1"\nfive_cards = [["flush"]]\n', "hands.five_cards", "of: one of nothing, low-pair"),
        ('[positions]\nclause = "H.2"\nmaximum = 9\n', "positions.clause", "define it under [clauses]"),
        ('[positions]\nclause = "crown 99"\nmaximum = 9\n', "positions.clause", "define it under [clauses]"),
        ('[positions]\nmaximum = { value = 9, clause = "crown 99" }\n', "positions.maximum", "'crown 99'"),
        ('[positions]\nclause = "H.1"\nmaximun = 9\n', "positions.maximun", "did you mean maximum?"),
        ('[positions]\nclause = "H.1"\nmaximum = 0\n', "positions.maximum", "a whole number from 1 to 1000"),
        ('[positions]\nclause = "H.1"\nmaximum = true\n', "positions.maximum", "a whole number from 1 to 1000"),
        ('[positions]\nclause = "H.1"\nmaximum = 9.5\n', "positions.maximum", "a whole number from 1 to 1000"),
        ('[positions]\nclause = "H.1"\nmaximum = 30\n', "positions.maximum", "68 cards would be needed of 52"),
        ('[positions]\nclause = "H.1"\ndefault = 10\n', "positions.default", "at most positions.maximum, 9"),
        ('[limits]\nclause = "H.1"\nbelow_minimum = "maybe"\n', "limits.below_minimum", "one of valid, valid-once-then-"),
        ('[streets]\nclause = "H.1"\nmultiples = []\n', "streets.multiples", "a non-empty list"),
        ('[streets]\nclause = "H.1"\nmultiples = [3, 1]\n', "streets.multiples", "ascending order"),
        ('[streets]\nclause = "H.1"\nmay_vary = "yes"\n', "streets.may_vary", "true or false"),
        ('[wagers.ante]\nclause = "H.1"\nmaximum_cents = 500\n', "wagers.ante.maximum_cents", 'such as "50000.00"'),
        ('[wagers.ante]\nclause = "H.1"\nmaximum_cents = "-5"\n', "wagers.ante.maximum_cents", 'such as "50000.00"'),
        ('[wagers.ante.tables.main.pays]\nclause = "H.1"\nflush = "6:1"\n', "wagers.ante.tables.main.pays.flush", '"500 to 1"'),
        ('[wagers.ante.tables.main.pays]\nclause = "H.1"\npair = "1 to 1"\n', "wagers.ante.tables.main.pays.pair", "decided by five-cards"),
        ('[wagers.ante.tables.main.pays]\nclause = "H.1"\nflush = "1% of the meter"\n', "wagers.ante.tables.main.pays.flush", "only the wager of [jackpot]"),
        ('[wagers.ante.tables.main.pays]\nclause = "H.1"\nflush = "$50"\n', "wagers.ante.tables.main.pays.flush", "in proportion"),
        ('[jackpot]\nclause = "H.1"\nwager = "progressive"\n', "jackpot.wager", "a wager of this book"),
        ('[jackpot.options.1]\nclause = "H.1"\ntable = "option-9"\n', "jackpot.options.1.table", "one of option-1, option-2"),
        ('[jackpot.options.1.rates]\nclause = "H.1"\n10000 = "101%"\n', "jackpot.options.1.rates.10000", "at most 100%"),
        ('[jackpot.options.1.rates]\nclause = "H.1"\nten = "10%"\n', "jackpot.options.1.rates.ten", "whole dollars"),
        ('[jackpot.options.1.rates]\nclause = "H.1"\n10000 = 34\n', "jackpot.options.1.rates.10000", '"34.06%"'),
        ('[staff.powers]\nclause = "H.1"\nclose-table = "boss"\n', "staff.powers.close-table", "a title of this book"),
        ('[caps.hand]\nclause = "H.1"\namount = "as-printed"\n', "caps.hand.cents", "an amount"),
        ('[dealing.methods.shoe]\nclause = "H.1"\nsteps = ["two-to-each"]\n', "dealing.methods.shoe.steps", "three community"),
        ("positions = 3\n", "positions", "a table, [positions]"),
        ('[positions.maximum]\nclause = "H.1"\n', "positions.maximum", "the value is missing"),
        ('[positions.maximum]\nvalue = 3\nclause = "H.1"\nwhy = "x"\n', "positions.maximum.why", "nothing else"),
        ('[tournament]\nclause = "H.1"\nterms = "when"\n', "tournament.terms", "a list"),
    ],
)  # fmt: skip
def test_an_error_names_the_place_what_is_allowed_and_what_to_do(tmp_path: Path, text: str, path: str, said: str):
    head, _, clauses = OWN.partition("[clauses]")
    told = faults(
        tmp_path,
        head
        + (text if not text.startswith("[") else "")
        + "[clauses]"
        + clauses
        + (text if text.startswith("[") else ""),
    )
    assert said in told[path]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (('id = "my-casino"', 'id = "crown"'), "id"),
        (('language = "en"', 'language = "de"'), "language"),
        (('date = "2026"', "date = 2026"), "date"),
        (('title = "My Casino"', ""), "title"),
        (('extends = "crown"', 'extends = "somewhere"'), "extends"),
        (('extends = "crown"', ""), "extends"),
        (('{ en = "A straight pays 5 to 1." }', "5"), "clauses.H.1"),
        (('{ en = "A straight pays 5 to 1." }', '{ fr = "Une quinte" }'), "clauses.H.1"),
    ],
)
def test_a_book_of_ones_own_says_who_it_is(tmp_path: Path, change: tuple[str, str], path: str):
    told = faults(tmp_path, OWN.replace(*change) + "[positions]\nmaximum = { value = 30, clause = 'crown 2.1' }\n")
    assert path in told
    if path != "extends":  # without the base book, nothing else can be checked
        assert "68 cards would be needed" in told["positions.maximum"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("crwon", "did you mean crown?"),
        ("blackjack", "choose one of nsw, maryland, crown, online"),
        ("nowhere/book.toml", "there is no file"),
        ("/", "cannot be read"),
    ],
)
def test_a_book_that_is_not_there(name: str, said: str):
    with pytest.raises(InputError, match=said):
        rulebook(name)


def test_a_file_that_is_no_toml(tmp_path: Path):
    with pytest.raises(InputError, match="is not valid TOML: "):
        rulebook(written(tmp_path, "id = "))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_the_lines_of_a_new_book_are_good_when_their_marks_are_taken_off(book: str, language: str, tmp_path: Path):
    lines = own_book("my-casino", book, "2026-11-15", language).splitlines()
    assert lines[0].startswith({"en": "# The rules of my-casino", "fr": "# Les règles de my-casino"}[language])
    live = [
        line.removeprefix("# ") if line.startswith("# ") and ("=" in line or "# [" in line) else line for line in lines
    ]
    mine = rulebook(written(tmp_path, "\n".join(live)))
    changed = {leaf.path for leaf in leaves(mine) if leaf.ruled.clause == "my-casino H.1"}
    assert "wagers.ante.tables.main.pays.straight" in changed
    assert "wagers.ante.minimum_cents" in changed


HEADINGS = {"id": "palace", "title": "Palace", "version": "1", "date": "2026", "language": "en", "extends": "crown"}
PLACES = sorted({path for leaf in leaves(rulebook("crown")) for path in (leaf.path, leaf.path.rpartition(".")[0])})
ODD = ["3", "-1", "99999", '""', '"x"', "true", "nan", "2026-01-01", "[]", "[1]", '["x", {}]', "{}", "{ value = 1 }"]
ODD += ['{ value = [], clause = "H.1" }', '{ value = "5 to 1", clause = 3 }', "{ clause = [] }"]


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from([*PLACES, *HEADINGS, "clauses", "x.y"]), st.sampled_from(ODD), max_size=4))
def test_whatever_is_written_is_a_book_or_has_faults(odd: dict[str, str]):
    lines = [f"{path} = {value}" for path, value in odd.items() if path and "[" not in path]
    headings = [f'{name} = "{value}"' for name, value in HEADINGS.items() if name not in odd]
    with suppress(InputError):
        assert custom_book("\n".join([*headings, *lines]), "x").id == "palace"


@pytest.mark.parametrize("name", ["Palace", "two words", "a:b", "1st", "x" * 41, ""])
def test_an_id_has_a_form(name: str):
    with pytest.raises(InputError, match="an id has lower-case letters"):
        custom_book("\n".join(f'{key} = "{value}"' for key, value in {**HEADINGS, "id": name}.items()), "x")


def test_the_longest_id():
    own = custom_book("\n".join(f'{key} = "{value}"' for key, value in {**HEADINGS, "id": "x" * 40}.items()), "x")
    assert own.id == "x" * 40
    assert own_leaves(own) == []
