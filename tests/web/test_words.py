"""The words that a page sends to its scripts: its own, and no others."""

import json
import re

import httpx
import pytest

from mississippi_stud.prose.care_notices import AT_THE_TABLE
from mississippi_stud.prose.pages import SENTENCES
from mississippi_stud.web.pages.script import scripts_of, sentences_of
from mississippi_stud.web.static_files import STATIC


def words(client: httpx.Client, path: str) -> dict:
    found = re.search(r'id="words">(.*?)</script>', client.get(path).text, re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize(
    ("path", "own", "others"),
    [
        ("/", {"goal", "tourNext", "grade-best", "felt-blue", "made-nothing", "meter"}, {"event-cards_dealt", "older"}),
        ("/history", {"event-cards_dealt", "result-", "result-won", "older", "wrongSeed"}, {"goal", "felt-blue"}),
        ("/settings", {"felt-blue", "coach-warn", "theme-system", "undo"}, {"goal", "older", "event-cards_dealt"}),
    ],
)
def test_a_page_gets_the_sentences_of_its_own_scripts(client: httpx.Client, path, own, others):
    said = words(client, path)["say"]
    assert own <= set(said)
    assert not others & set(said)
    assert len(said) < len(SENTENCES)


def test_scripts_that_are_imported_later_count_too():
    assert {"game.js", "table.js", "words.js", "tour.js", "coach.js", "proof.js"} <= set(scripts_of("game.js"))
    assert "history.js" not in scripts_of("game.js")


@pytest.mark.parametrize("entry", ["game.js", "history.js", "preferences.js"])
def test_nothing_that_a_script_says_is_missing(entry: str):
    """By another reading of the scripts: every call of `say` with a name that is written out."""
    said = sentences_of(entry)
    called = {
        name
        for script in scripts_of(entry)
        for name in re.findall(r'(?:say\("|words\.say\.)([\w-]+)', STATIC.joinpath(script).read_text())
    }
    assert len(called) > 2
    later = set(AT_THE_TABLE) if "care.js" in scripts_of(entry) else set()  # these come with the script itself
    assert called <= set(said) | later
