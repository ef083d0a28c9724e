"""The rule books as pages: guides with a search, clauses, and comparisons, all in sentences."""

import html
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from mississippi_stud.language import LANGUAGES
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.load import BOOKS, leaves, rulebook
from mississippi_stud.web.app import create_app
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, new_floor, serve, too_wide

KEYS = {leaf.path for book in BOOKS for leaf in leaves(rulebook(book))}


@pytest.fixture
def reader(site: Site, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page about the rules as somebody who comes to read; nothing may fail in their browser."""
    contexts, wrong = [], list[str]()

    def opened(path: str, language: str = "en", **settings: Any) -> Page:
        context = browser.new_context(**{"locale": LOCALES[language], **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(site.url + path)
        return page

    yield opened
    for each in contexts:
        each.close()
    assert wrong == []


def words(answer: httpx.Response) -> str:
    """Return the words of a page, without what it shows only when asked."""
    assert answer.status_code == 200
    text = answer.text.replace("<wbr>", "")
    text = re.sub(r"(?s)<details class=.keys.*?</details>|<head>.*?</head>|<[^>]*>", " ", text)
    return " ".join(html.unescape(text).split()).replace(" .", ".")


def test_the_books_are_introduced_with_what_makes_each_special(client: httpx.Client):
    english, french = (words(client.get(f"/rules?lang={language}")) for language in LANGUAGES)
    for said in ("New South Wales", "Maryland", "Crown Melbourne", "The online game"):
        assert said in english
    assert "a live table where a player may hold several boxes blind" in english
    assert "A win is paid up to the next amount that chips can make." in english
    assert "Nouvelle-Galles du Sud" in french
    assert "Une partie laissée en plan attend son joueur trente jours." in french


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_a_guide_tells_every_clause_in_the_order_of_the_book(client: httpx.Client, book: str, language: str):
    answer = client.get(f"/rules/{book}?lang={language}")
    own = [(name.partition(" ")[2], entry) for name, entry in ledger(book).items() if entry.inherited_from is None]
    shown = re.findall(r'<a class="number" href="[^"]*">([^<]*)</a>\s*<span class="told">([^<]*) <small>', answer.text)
    assert [tuple(map(html.unescape, each)) for each in shown] == [
        (bare, entry.summary(language)) for bare, entry in own
    ]
    anchors = set(re.findall(r'href="#([^"]*)"', answer.text)) - {"main"}
    assert len(anchors) > 9
    assert all(f'id="{each}"' in answer.text for each in anchors)
    ids = re.findall(r' id="([^"]*)"', answer.text)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("path", ["/rules", *(f"/rules/{book}" for book in BOOKS), "/diff/nsw/maryland"])
def test_no_page_shows_a_key_unless_it_is_asked_for(client: httpx.Client, path: str):
    said = set(words(client.get(path)).split())
    assert said & KEYS == set()
    assert not [word for word in said if "_" in word]


def test_a_summary_has_the_pays_the_limits_and_who_decides(client: httpx.Client):
    said = words(client.get("/rules/maryland"))
    assert "The progressive wager costs $1.00 or $5.00." in said
    assert "Three of a kind 30 to 1 30 to 1 30 to 1 30 to 1 30 to 1 30 to 1" in said  # six tables beside each other
    assert "Super royal of diamonds $1,000,000.00" in said
    assert "ordering another cut or validating a jackpot takes the rank of floorperson or above." in said
    assert "draft" not in said


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("envie bonus", [".01B(3)", ".01B(4)"]),
        ("ÉGALITÉ", ["push.1"]),
        ("egalite", ["push.1"]),
        ("limits.4", ["limits.4"]),
        ("zzz", []),
    ],
)
def test_a_search_works_without_accents_and_without_a_script(reader: Callable[..., Page], query: str, found: list[str]):
    book = "maryland" if "envie" in query else "online"
    page = reader(f"/rules/{book}", "fr", java_script_enabled=False)
    page.get_by_role("searchbox").fill(query)
    page.get_by_role("button", name="Chercher").click()
    page.wait_for_url("**/rules/*q=*")
    shown = [line.locator(".number").inner_text() for line in page.locator(".lines li:not([hidden])").all()]
    assert shown[: len(found)] == found
    assert bool(shown) == bool(found)
    count = {0: "Aucune clause trouvée.", 1: "1 clause trouvée."}.get(len(shown), f"{len(shown)} clauses trouvées.")
    assert page.get_by_role("status").inner_text().startswith(count)
    assert not page.locator(".contents").is_visible()
    page.get_by_role("link", name="Montrer tout le livre").click()
    page.wait_for_selector(".contents")


def test_a_search_filters_as_one_types_and_announces_the_count(reader: Callable[..., Page]):
    page = reader("/rules/crown")
    whole = page.locator(".lines li:visible").count()
    page.get_by_label("Search this book").focus()
    page.keyboard.type("JACKPOT meter")
    status = page.get_by_role("status")
    found = page.locator(".lines li:visible").count()
    assert 3 < found < whole
    assert status.inner_text() == f"{found} clauses found."
    assert not page.locator("#summary").is_visible()
    assert page.locator(".chapter:visible").count() < page.locator(".chapter").count()
    page.keyboard.press("Enter")
    assert page.locator(".lines li:visible").count() == found
    page.reload()  # the address has what was searched for, and the rest of the book is still there
    assert page.locator(".lines li:visible").count() == found
    page.get_by_label("Search this book").fill("no-such-word")
    assert status.inner_text() == "No clause found."
    page.get_by_label("Search this book").fill("")
    assert status.inner_text() == ""
    assert page.locator(".lines li:visible").count() == whole
    assert page.locator("#summary").is_visible()
    assert "q=" not in page.url


def test_a_search_finds_in_either_language(reader: Callable[..., Page]):
    for words in ("envy bonus", "bonus envie"):
        pages = [reader(f"/rules/maryland?q={words}", language) for language in ("en", "fr")]
        shown = [[line.inner_text() for line in page.locator(".lines li:visible .number").all()] for page in pages]
        assert shown[0] == shown[1]
        assert len(shown[0]) > 3
        pages[0].locator("#q").fill("")
        pages[0].locator("#q").fill(words.upper())  # as one types, too
        assert [line.inner_text() for line in pages[0].locator(".lines li:visible .number").all()] == shown[0]


def test_a_clause_tells_its_values_in_sentences_and_its_keys_only_when_asked(reader: Callable[..., Page]):
    page = reader("/rules/online/clause?id=limits.1")
    values = page.locator(".values")
    assert "The ante is at most $50.00." in values.inner_text()
    assert "our reading: the book prints $; the game is Canadian" in values.inner_text()
    key = page.get_by_text("wagers.ante.maximum_cents = 50.00")
    assert not key.is_visible()
    page.get_by_text("Show the keys").click()
    assert key.is_visible()


def test_a_clause_tells_how_it_is_read_proved_and_where_it_acts(client: httpx.Client):
    said = words(client.get("/rules/crown/clause?id=6.2.2"))
    assert "The book does not speak of past rounds; they stand as in New South Wales." in said
    assert "round/wagers.py::_found names the clause" in said
    assert "tests/conformance/crown/test_06_limits.py::test_6_2_2__past_rounds_stand" in said
    assert "Previous clause: 6.2.1" in said
    assert "Next clause: 6.2.3" in said
    french = words(client.get("/rules/crown/clause?id=6.2.2&lang=fr"))
    assert "Les raisons sont données en anglais." in french
    assert 'href="/rules/nsw/clause?id=6.3"' in client.get("/rules/crown/clause?id=6.2.2").text


def test_a_clause_tells_what_is_refused_paid_and_asked_by_it(client: httpx.Client):
    assert "a street wager is … times the ante; … was offered" in words(client.get("/rules/crown/clause?id=5.5"))
    assert "Payments name this clause." in words(client.get("/rules/online/clause?id=push.1"))
    assert "Cut the cards." in words(client.get("/rules/nsw/clause?id=4.2"))
    covered = words(client.get("/rules/crown/clause?id=9.1.1(b)(i)"))
    assert "Told together with 9.1.1(b)." in covered


def test_the_clauses_are_a_chain_from_the_first_to_the_last(client: httpx.Client):
    first, last = (list(ledger("online"))[place].partition(" ")[2] for place in (0, -1))
    said = client.get(f"/rules/online/clause?id={first}").text
    assert 'rel="prev"' not in said
    seen = 1
    while after := re.search(r'rel="next" href="([^"]*)"', said):
        said = client.get(html.unescape(after[1])).text
        seen += 1
    assert seen == len(ledger("online"))
    assert f"<h1>Online {last}</h1>" in said


def test_two_books_differ_in_sentences_by_subject(client: httpx.Client):
    said = words(client.get("/diff/crown/nsw"))
    assert (
        "Rounding Crown Melbourne A win that chips cannot pay exactly is paid up to the next amount that they can. "
        "6.2.3 New South Wales A win is paid to the cent, any fraction of a cent rounded up. 10.3"
    ) in said
    assert re.search(
        r"Points in which the books differ: \d+. Values that are the same in both, not shown: 1\d\d\.", said
    )
    assert "The deck has 52 cards." not in said
    assert "The two books say the same thing." in words(client.get("/diff/nsw/nsw"))
    assert '<a href="/rules" aria-current="page">' in client.get("/diff/nsw/nsw").text


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("fr", "dark")])
def test_axe_finds_nothing_in_any_state(reader: Callable[..., Page], language: str, scheme: str):
    axe = Axe()
    for path in ("/rules", "/rules/maryland", "/rules/crown/clause?id=6.2.2", "/diff/maryland/nsw"):
        page = reader(path, language, color_scheme=scheme)
        page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
        found = axe.run(page)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"
    page = reader("/rules/nsw?q=jackpot", language, color_scheme=scheme)
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_320_pixels(reader: Callable[..., Page], language: str):
    for path in ("/rules", "/rules/maryland", "/rules/crown/clause?id=11.3.1(a)", "/diff/maryland/crown"):
        page = reader(path, language, viewport={"width": 320, "height": 640})
        page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
        assert too_wide(page) <= 0, path


def test_a_guide_on_paper_is_text_alone(reader: Callable[..., Page]):
    page = reader("/rules/online", color_scheme="dark")
    page.emulate_media(media="print")
    assert not page.locator("header").is_visible()
    assert not page.locator(".search").is_visible()
    assert page.locator(".lines li").first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/rules/nowhere?lang=fr", "Ce livre de règles n'existe pas"),
        ("/rules/crown/clause?id=99", "There is no such clause"),
        ("/rules/crown/clause", "There is no such clause"),
        ("/diff/crown/nowhere", "There is no such rule book"),
    ],
)
def test_what_is_not_there_is_said(client: httpx.Client, path: str, said: str):
    answer = client.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert said in html.unescape(answer.text)


def test_a_custom_book_is_read_and_compared_with_its_base(tmp_path: Path):
    custom = tmp_path / "palace.toml"
    custom.write_text(
        'id = "palace"\ntitle = "The <Palace>"\nversion = "1"\ndate = "2026-11-16"\nlanguage = "en"\n'
        'extends = "crown"\n[clauses]\n"5.5" = { en = "A straight pays 5 to 1 here." }\n'
        '[wagers.ante.tables.main.pays]\nstraight = { value = "5 to 1", clause = "5.5" }\n',
        encoding="utf-8",
    )
    floor = new_floor(tmp_path)
    url, stop = serve(create_app(floor, SECRET, FREELY, books=(str(custom),)))
    with httpx.Client(base_url=url, timeout=60) as http:
        assert "The <Palace> A custom book, based on Crown Melbourne. Where it differs (1)" in words(http.get("/rules"))
        guide = http.get("/rules/palace")
        assert "The book's own clauses 5.5 A straight pays 5 to 1 here." in words(guide)
        assert 'href="/rules/palace/clause?id=crown%205.5"' in guide.text
        assert "a straight pays 5 to 1." in words(http.get("/rules/palace/clause?id=5.5"))
        assert "A street wager is 1, 2 or 3 times the ante." in words(http.get("/rules/palace/clause?id=crown 5.5"))
        said = words(http.get("/diff/crown/palace"))
        assert (
            "a straight pays 4 to 1. 8.2 The <Palace> The ante and the street wagers: a straight pays 5 to 1. 5.5"
            in said
        )
    stop()
    floor.close()


def test_a_guide_in_short_repeats_nothing_and_shows_no_key(client: httpx.Client):
    crown, online = (words(client.get(f"/rules/{book}")) for book in ("crown", "online"))
    assert "The jackpot wager option 1 option 2 Royal flush" in crown
    assert (
        "declaring a misdeal or deciding a dispute takes the rank of TG area manager or above. 9.5.3 11.2 13.10"
        in crown
    )
    assert crown.count("takes the rank of TG area manager") == 1
    assert "At most $25,050.00 is paid on the ante." in online
    assert "is the amount that the book prints" not in online


def test_a_guide_in_short_tells_of_every_street_and_of_no_order_of_one(client: httpx.Client):
    maryland, online = (words(client.get(f"/rules/{book}")) for book in ("maryland", "online"))
    assert "Players decide on 3rd street one at a time, from the dealer's left." in maryland
    assert "Players decide on 4th and 5th street in any order." in maryland
    assert "A fold loses each street wager. play.4 play.5 The Three Card Bonus" in online
    assert "dealer's right" not in online.partition("What hands pay")[0]
    assert "any order" not in online


def test_the_help_says_what_becomes_of_a_jackpot_wager(house: Site):
    for book, kept in (("crown", False), ("online", True)):
        said = words(httpx.get(f"{house.url}/?book={book}"))
        assert ("Jackpot wager is lost with a fold too." in said) is not kept
        assert ("3 Card Bonus still counts after a fold." in said) is kept
    said = "un lot est payé sur-le-champ. La table a donné les cartes elle-même; personne n'a à les vérifier."
    assert said in words(httpx.get(f"{house.url}/?book=crown&lang=fr"))


def test_the_reasons_for_a_reading_are_set_as_text(reader: Callable[..., Page]):
    """Not as the adviser's line at the table, whose class is another."""
    page = reader("/rules/crown/clause?id=8.2")
    assert page.locator(".reasons").evaluate("each => getComputedStyle(each).textAlign") in ("start", "left")
    page.locator("details.beside summary").click()
    edges = [page.locator(f"{each} li").first.bounding_box()["x"] for each in ("ul.places", "details.beside")]
    assert edges[0] == edges[1]
