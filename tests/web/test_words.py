"""The words that a page sends to its scripts: its own, and no others; and what a first page weighs."""

import json
import re

import httpx
import pytest

from mississippi_stud.prose.pages import SENTENCES
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.web.frame import STATIC
from mississippi_stud.web.pages.script import scripts_of, sentences_of

FIRST_PAGE_BYTES = 60_000


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
    assert called <= set(said)


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_first_page_is_light(client: httpx.Client, book: str, language: str):
    """Everything that is needed before the first wager can be placed, compressed as it is sent."""
    client.headers.update({"Accept-Encoding": "gzip", "Accept-Language": language})
    page = client.get("/", params={"book": book})
    paths = {part.split('"')[0] for part in page.text.split('="')[1:] if part.startswith("/static/")}
    linked = {path.rpartition("/")[2] for path in paths}
    at_once = re.compile(r'^(?:import|export) .*?from "\./([a-z-]+\.js)";$', re.MULTILINE)
    for script in (each for each in linked if each.endswith(".js")):
        assert set(at_once.findall(STATIC.joinpath(script).read_text())) <= linked  # nothing comes unannounced
    answers = [page, *map(client.get, sorted(paths))]
    assert all(answer.status_code == 200 for answer in answers)
    assert sum(answer.num_bytes_downloaded for answer in answers) < FIRST_PAGE_BYTES
