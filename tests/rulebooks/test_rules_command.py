"""`mstud rules`, as regulators and casinos use it."""

import json
import subprocess
import sysconfig
from datetime import date
from pathlib import Path

import pytest

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


def mstud(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([MSTUD, "rules", *arguments], capture_output=True, text=True, cwd=folder, check=False)


def test_coverage_accounts_for_every_clause(tmp_path: Path):
    books = json.loads(mstud(tmp_path, "coverage", "--json").stdout)
    assert {book: len(rows) for book, rows in books.items()} == {
        "nsw": 266,
        "maryland": 355,
        "crown": 312,
        "online": 36,
    }
    assert {"handling", "tests", "summary"} <= set(books["nsw"]["6.3"])
    assert books["maryland"][".02B(3)(a)"]["inherited_from"] == ".02B(3)"
    assert "imposée" in mstud(tmp_path, "coverage", "--lang", "fr").stdout


def test_show_tells_a_clause_in_both_languages(tmp_path: Path):
    assert "over the maximum" in mstud(tmp_path, "show", "nsw", "6.3").stdout
    assert "au-dessus du maximum" in mstud(tmp_path, "show", "nsw", "6.3", "--lang", "fr").stdout
    assert json.loads(mstud(tmp_path, "show", "crown", "table 2", "--json").stdout)["handling"] == "data"


def test_show_tells_where_a_clause_acts_as_its_page_does(tmp_path: Path):
    shown = mstud(tmp_path, "show", "crown", "6.2.2").stdout
    assert "\nWhere it acts in the program:\n" in shown
    assert "\n  round/wagers.py::_found (names the clause)\n" in shown
    french = mstud(tmp_path, "show", "nsw", "4.2", "--lang", "fr").stdout
    assert "\nCe qui est demandé aux gens\u00a0:\n  Coupez les cartes.\n" in french
    assert "\nOù elle agit dans le programme\u00a0:\n  table/course.py::Course.come (cite la clause)\n" in french
    assert "\n  Payments name this clause.\n" in mstud(tmp_path, "show", "online", "push.1").stdout
    assert "Where it acts" not in mstud(tmp_path, "show", "crown", "13.2.4").stdout


def test_show_gives_programs_where_a_clause_acts(tmp_path: Path):
    told = json.loads(mstud(tmp_path, "show", "crown", "5.5", "--json").stdout)
    assert told["places"]["round/wagers.py::street_stake"] is True
    assert told["places"]["round/legal.py::_betting"] is False
    assert "web/pages/__init__.py::preferences" in told["beside"]
    assert "a street wager is … times the ante; … was offered" in told["refusals"]
    assert told["paying"] is False
    asked = json.loads(mstud(tmp_path, "show", "nsw", "4.2", "--json", "--lang", "fr").stdout)["prompts"]
    assert asked[0] == "Cut the cards."
    shown = json.loads(mstud(tmp_path, "show", "online", "return.3", "--json").stdout)
    assert "cli/rules.py::show" in shown["places"]


def test_show_tells_a_whole_book(tmp_path: Path):
    shown = mstud(tmp_path, "show", "maryland").stdout
    assert ".12E(1)" in shown
    assert "1,000 to 1" in shown
    assert json.loads(mstud(tmp_path, "show", "online", "--json").stdout)["id"] == "online"


def test_a_book_of_ones_own_from_new_to_diff(tmp_path: Path):
    assert mstud(tmp_path, "new", "my-casino", "--from", "crown").returncode == 0
    again = mstud(tmp_path, "new", "my-casino", "--from", "crown")
    assert (again.returncode, again.stderr) == (
        2,
        "mstud: my-casino.toml already exists: choose another name, or move it away\n",
    )
    path = tmp_path / "my-casino.toml"
    marked = "# [wagers.ante.tables.main.pays]\n# straight"
    assert marked in path.read_text()
    path.write_text(path.read_text().replace(marked, marked.replace("# ", "")))
    checked = mstud(tmp_path, "check", "my-casino.toml")
    assert checked.returncode == 0
    assert "my-casino is sound" in checked.stdout
    rows = json.loads(mstud(tmp_path, "diff", "crown", "my-casino.toml", "--json").stdout)
    assert rows == {
        "wagers.ante.tables.main.pays.straight": {
            "crown": {"value": "4 to 1", "clause": "crown 8.2"},
            "my-casino.toml": {"value": "5 to 1", "clause": "my-casino H.1"},
        }
    }
    assert "our own rules" in mstud(tmp_path, "show", "my-casino.toml", "H.1").stdout.lower()


def test_check_gives_programs_every_fault_with_its_place_and_what_to_do(tmp_path: Path):
    mstud(tmp_path, "new", "my-casino", "--from", "crown")
    book = tmp_path / "my-casino.toml"
    spoilt = '\n[positions]\nclause = "crown 2.1"\nmaximum = 9.5\nsets = 2\n'
    book.write_text(book.read_text() + spoilt, encoding="utf-8")
    done = mstud(tmp_path, "check", "my-casino.toml", "--json")
    assert done.returncode == 2
    found = json.loads(done.stdout)
    assert found["sound"] is False
    faults = {fault["path"]: fault for fault in found["faults"]}
    whole = "it must be a whole number from 1 to 1000"
    assert faults["positions.maximum"] == {
        "path": "positions.maximum",
        "value": "9.5",
        "code": "wrong-kind",
        "allowed": whole,
        "mend": f"correct positions.maximum: {whole}",
    }
    assert faults["positions.sets"]["value"] == 2
    assert faults["positions.sets"]["mend"].endswith("leave it out")


def test_check_tells_every_error_and_exits_with_2(tmp_path: Path):
    mstud(tmp_path, "new", "my-casino", "--from", "crown")
    path = tmp_path / "my-casino.toml"
    planted = """
[positions]
clause = "H.1"
maximum = "nine"
hands_per_player = "two"
[streets]
multiples = { value = [], clause = "H.1" }
[wagers.ante.tables.main.pays]
clause = "H.1"
straight = "5:1"
flush = "6 two 1"
"""
    path.write_text(path.read_text() + planted)
    done = mstud(tmp_path, "check", "my-casino.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mstud: the rule book my-casino.toml has 5 errors:\n")
    assert done.stderr.count(": it must be ") == 5


def test_a_clause_of_another_book_must_exist(tmp_path: Path):
    mstud(tmp_path, "new", "my-casino", "--from", "crown")
    path = tmp_path / "my-casino.toml"
    path.write_text(path.read_text() + '[positions]\nmaximum = { value = 9, clause = "crown 99.9" }\n')
    done = mstud(tmp_path, "check", "my-casino.toml")
    assert done.returncode == 2
    assert "positions.maximum = 'crown 99.9'" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "crwon"], "did you mean crown?"),
        (["show", "crown", "99"], "there is no clause '99' in crown"),
        (["diff", "crown", "nothing"], "there is no rule book 'nothing'"),
        (["new", "My Casino", "--from", "crown"], "use lower-case letters"),
        (["new", "crown", "--from", "crown"], "is the id of a rule book that comes with the program"),
        (["new", "mine", "--from", "atlantis"], "choose one of nsw, maryland, crown, online"),
        (["coverage", "--lang", "de"], "choose one of en, fr"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, arguments: list[str], said: str):
    done = mstud(tmp_path, *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_values_are_told_in_sentences_and_keys_only_when_asked(tmp_path: Path):
    shown = mstud(tmp_path, "show", "online", "limits.1").stdout
    assert "The ante is at most $50.00." in shown
    assert "wagers.ante.maximum_cents" not in shown
    assert "wagers.ante.maximum_cents = 50.00" in mstud(tmp_path, "show", "online", "limits.1", "--keys").stdout
    book = mstud(tmp_path, "show", "nsw", "--lang", "fr").stdout
    assert "Une mise de tour vaut 1, 2 ou 3 fois la mise initiale." in book
    assert "streets.multiples" not in book


def test_two_books_differ_in_sentences_by_subject(tmp_path: Path):
    lines = mstud(tmp_path, "diff", "crown", "nsw").stdout.splitlines()
    after = lines[lines.index("Rounding") + 1 :]
    assert after[0].split("  ")[0] == "Crown Melbourne"
    assert after[1].startswith(
        "A win that chips cannot pay exactly is paid up to the next amount that they can. (6.2.3)"
    )
    assert after[1].endswith("A win is paid to the cent, any fraction of a cent rounded up. (10.3)")
    assert lines[-1].startswith("Points in which the books differ: ")
    keyed = mstud(tmp_path, "diff", "crown", "nsw", "--keys").stdout
    assert "[money.uneven_payment = up-to-chips]" in keyed


def test_the_same_book_does_not_differ(tmp_path: Path):
    assert mstud(tmp_path, "diff", "nsw", "nsw").stdout == "The two books say the same thing.\n"
    assert mstud(tmp_path, "diff", "nsw", "nsw", "--lang", "fr").stdout == "Les deux livres disent la même chose.\n"


def test_the_words_of_a_book_are_shown_as_they_are_written(tmp_path: Path):
    mstud(tmp_path, "new", "mine", "--from", "crown")
    path = tmp_path / "mine.toml"
    text = path.read_text().replace('title = "mine"', 'title = "Ours [bold]"').replace("Our own", "Our [red] own")
    path.write_text(
        text + '[positions]\nmaximum = { value = 8, clause = "H.1" }\ndefault = { value = 8, clause = "H.1" }\n'
    )
    assert mstud(tmp_path, "show", "mine.toml").stdout.startswith("Ours [bold]\nversion 1, ")
    assert mstud(tmp_path, "show", "mine.toml", "H.1").stdout.startswith("mine H.1  Our [red] own rules")
    assert "tournament.terms[0] = when" in mstud(tmp_path, "show", "crown", "--keys").stdout


def test_a_new_book_is_of_today(tmp_path: Path):
    mstud(tmp_path, "new", "mine", "--from", "maryland")
    assert f'date = "{date.today().isoformat()}"' in (tmp_path / "mine.toml").read_text()


def test_the_list_has_french_titles_and_readings(tmp_path: Path):
    assert "Nouvelle-Galles du Sud" in mstud(tmp_path, "list", "--lang", "fr").stdout
    shown = mstud(tmp_path, "show", "nsw", "15.2.13", "--lang", "fr").stdout
    assert "notre lecture : les minimums garantis visent les gagnants simultanés" in shown


def test_show_says_how_a_clause_is_read_and_where_that_is_explained(tmp_path: Path):
    shown = mstud(tmp_path, "show", "crown", "5.10.1").stdout
    assert "our reading: a further box gives way only at a full table" in shown
    assert "the reading is explained in docs/readings/crown.md#5-10-1\n" in shown
    french = mstud(tmp_path, "show", "crown", "5.10.1", "--lang", "fr").stdout
    assert "notre lecture\u00a0: une case supplémentaire n'est cédée qu'à une table pleine" in french
    assert "la lecture est expliquée dans docs/readings/crown.md#5-10-1\n" in french
    told = json.loads(mstud(tmp_path, "show", "nsw", "4.3", "--json").stdout)
    assert (told["reading"], told["explained_in"]) == (
        "nobody above the dealer cuts either",
        "docs/readings/nsw.md#4-3",
    )
    told = json.loads(mstud(tmp_path, "show", "nsw", "4.4.3", "--json").stdout)
    assert (told["reading"], told["explained_in"]) == (None, None)
    assert "explained" not in mstud(tmp_path, "show", "nsw", "4.4.3").stdout


def test_the_incidents_of_ones_own_book_name_the_clauses_of_the_book_below(tmp_path: Path):
    mstud(tmp_path, "new", "mine", "--from", "crown")
    path = tmp_path / "mine.toml"
    path.write_text(
        path.read_text() + '[incidents.card-exposed.any]\nruling = { value = "continues", clause = "H.1" }\n'
    )
    told = subprocess.run([MSTUD, "incidents", "mine.toml"], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert "(Mine H.1)" in told.stdout
    assert "(Crown 11.2.1)" in told.stdout
    listed = subprocess.run(
        [MSTUD, "incidents", "mine.toml", "--json"], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    clauses = {case["clause"] for row in json.loads(listed.stdout)["mine.toml"] for case in row["cases"]}
    assert {"H.1", "crown 11.2.1"} <= clauses
