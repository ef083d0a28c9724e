"""The documentation says what the program does: its commands run, both sites build, the French is complete."""

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from docs.catalogues import CATALOGUES, THEME, extract
from docs.directives import UNTRANSLATED
from docs.pictures import FOLDER, PICTURES, house, take
from PIL import Image
from playwright.sync_api import sync_playwright

from mississippi_stud.floor.history.recall import RoundFilter, history
from tests.pages import ROOT, Shown, read, run
from tests.test_french import WRONG
from tests.web.conftest import LOCALES, Site, chromium, free_port

DOCS = ROOT / "docs"
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))
    if any(isinstance(part, Shown) for part in read(page.read_text()))
]
POSTGRES = "postgresql://mstud:secret@localhost/mstud"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_say_what_it_shows(page: Path, tmp_path: Path, request: pytest.FixtureRequest):
    text = page.read_text()
    replaced = {"--port 8000": f"--port {(port := free_port())}", "127.0.0.1:8000": f"127.0.0.1:{port}"}
    if POSTGRES in text:
        replaced[POSTGRES] = f"'{request.getfixturevalue('postgres_url')}'"
    check = doctest.OutputChecker().check_output
    for shown, output, status in run(text, tmp_path, replaced):
        told = f"$ {shown.command}\n{output}"
        assert status == (2 if shown.output.startswith("mstud: ") else 0), told
        assert check(f"{shown.output}\n", f"{output}\n", doctest.ELLIPSIS), told


def test_a_wrong_output_and_a_failing_command_are_noticed(tmp_path: Path):
    text = "```console\n$ mstud --version\nmstud 0\n$ false\n```\n```{code-block} toml\n:caption: a.txt\n\none\n```\n"
    (version, said, fine), (_, _, failed) = run(text, tmp_path, {})
    assert (version.output, fine, failed) == ("mstud 0", 0, 1)
    assert said.startswith("mstud 0.")
    assert (tmp_path / "a.txt").read_text() == "one\n"


def built(language: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinx", "--quiet", "-D", f"language={language}", *options, DOCS, folder]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("language", LOCALES)
def test_the_site_is_built_without_a_warning_and_needs_no_network(language: str, tmp_path: Path):
    done = built(language, tmp_path, "--fail-on-warning", "--keep-going")
    assert (done.returncode, done.stderr) == (0, "")
    pages = list(tmp_path.rglob("*.html"))
    for page in pages:
        loaded = re.findall(r'<(?:script|img|source|iframe)[^>]*\ssrc="([^"]+)"', page.read_text())
        loaded += re.findall(r'<link[^>]*\srel="(?:stylesheet|preload|icon)"[^>]*\shref="([^"]+)"', page.read_text())
        assert [
            address for address in loaded if re.match(r"\w+:|//", address) and not address.startswith("data:")
        ] == []
    assert not any(re.search(r"url\(['\"]?(?:https?:)?//", sheet.read_text()) for sheet in tmp_path.rglob("*.css"))
    commands = (tmp_path / "reference" / "commands.html").read_text()
    assert all(f"mstud {name}" in commands for name in ("solve", "rules diff", "verify round"))
    assert "POST /api/tables/{table_id}/commands" in (tmp_path / "reference" / "http.html").read_text()
    home = (tmp_path / "index.html").read_text()
    assert ("Your first round in the browser" in home) == (language == "en")
    for english, french in {"Next": "Suivant", "Made with": "Fait avec"}.items():
        assert (english in home, french in home) == (language == "en", language == "fr")
    english_only = UNTRANSLATED["fr"] in (tmp_path / "architecture.html").read_text()
    assert english_only == (language == "fr")
    with ThreadPoolExecutor(1) as apart:
        assert apart.submit(squeezed, tmp_path).result() == {}


SQUEEZED = """() => [...document.querySelectorAll('table')].flatMap((table) => [
  ...[...table.querySelectorAll('td')].map((cell) => [cell.offsetWidth, cell.innerText])
    .filter(([width, text]) => width < 110 && text.length > 80).map(([, text]) => text),
  ...(table.scrollWidth > table.parentElement.clientWidth + 2 ? ['a table that is cut off'] : [])])"""


def squeezed(site: Path) -> dict[str, list[str]]:
    """Return what has no room in the tables of the pages with the longest addresses and names."""
    with sync_playwright() as playwright:
        page = chromium(playwright.chromium).new_page(viewport={"width": 1280, "height": 800})
        found = {}
        for name in ("analysis", "web", "rules/crown"):
            page.goto((site / f"{name}.html").as_uri())
            if flaws := page.evaluate(SQUEEZED):
                found[name] = flaws
        return found


def messages(file: Path) -> Iterator[tuple[str, str]]:
    with file.open("rb") as opened:
        for message in read_po(opened):
            if message.id:
                yield str(message.id), str(message.string)


def test_the_pages_in_french_are_complete_and_well_set(tmp_path: Path):
    extract(tmp_path)
    pages = {*CATALOGUES.glob("*.po")} - {THEME}
    assert {file.stem for file in pages} == {"index", "tutorials", "guides", "glossary"}
    for file in pages:
        wanted, french = dict(messages(tmp_path / f"{file.stem}.pot")), dict(messages(file))
        assert wanted.keys() - {english for english, text in french.items() if text} == set(), file.name
        assert french.keys() - wanted.keys() == set(), f"{file.name} has messages that are on no page"
        for text in french.values():
            assert not WRONG.search(re.sub(r"`[^`]*`|\]\([^)]*\)", "`", text)), text


def test_every_picture_exists_in_every_language_and_every_file_is_used():
    suffixes = ["" if language == "en" else f".{language}" for language in LOCALES]
    names = ["round", *(picture.name for picture in PICTURES)]
    files = {f"{name}{suffix}.webp" for name in names for suffix in suffixes} | {"learner.svg"}
    assert {file.name for file in FOLDER.iterdir()} == files
    shown = "".join(page.read_text() for page in (ROOT / "README.md", *DOCS.rglob("*.md")))
    assert [picture.name for picture in PICTURES if f"screenshots/{picture.name}.webp" not in shown] == []
    assert max((FOLDER / f"round{suffix}.webp").stat().st_size for suffix in suffixes) < 1_500_000


def test_a_picture_is_taken_of_the_real_page(tmp_path: Path):
    picture = next(each for each in PICTURES if each.name == "history")

    def taking(site: Site) -> Path:
        with sync_playwright() as playwright:
            return take(chromium(playwright.chromium), site, picture, "fr", tmp_path)

    with house() as site, ThreadPoolExecutor(1) as apart:  # the tests' own browser may hold this thread
        file = apart.submit(taking, site).result()
        with Image.open(file) as taken:
            assert (file.name, taken.size) == ("history.fr.webp", picture.size)
        assert [hand.player for past in history(site.floor, RoundFilter(status="settled")) for hand in past.hands] != []
