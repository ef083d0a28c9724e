"""`mstud incidents`."""

import json
import subprocess
import sys

import pytest


def mstud(*words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-c", "from mississippi_stud.cli.main import main; main()", "incidents", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_all_incidents_by_book():
    found = json.loads(mstud("--json").stdout)
    assert {book: len(rows) for book, rows in found.items()} == {"nsw": 17, "maryland": 14, "crown": 19, "online": 0}
    exposed = next(row for row in found["nsw"] if row["name"] == "community-exposed")
    assert (exposed["needs"], exposed["may"]) == (["street"], ["card"])
    assert [(case["if"], case["ruling"], case["clause"]) for case in exposed["cases"]] == [
        (["third-street-owed"], "misdeal", "11.4"),
        ([], "turned face down, play continues", "11.6"),
    ]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "play continues (Crown 11.7)"), ("fr", "la partie continue (Crown 11.7)")]
)
def test_one_book_in_words(language: str, said: str):
    assert said in mstud("crown", "--lang", language).stdout


def test_a_book_without_incidents_says_so():
    assert "names no incidents" in mstud("online").stdout


def test_an_unknown_book_is_an_error_on_one_line():
    done = mstud("nws")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
