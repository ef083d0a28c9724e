"""The rule books of a house: who reads and who changes them, what is wrong with one, and which book a table has."""

import httpx
import pytest

from mississippi_stud.floor import houses
from mississippi_stud.floor.editions import editions_of
from mississippi_stud.rulebooks.load import content_hash, custom_book, rulebook
from mississippi_stud.store import log
from mississippi_stud.web.house_books import BOOK_BYTES_MAX
from tests.web.conftest import Site
from tests.web.test_houses import clock, give, people, place

__all__ = ["clock", "people", "place"]

People = dict[str, httpx.Client]
HIGHER = "tg-higher-duties-dealer"
STRAIGHT = "wagers.ante.tables.main.pays.straight"


def written(straight: str = "5 to 1", *, version: str = "1", book: str = "my-casino", more: str = "") -> str:
    return f"""id = "{book}"
title = "My Casino"
version = "{version}"
date = "2026-11-15"
language = "en"
extends = "crown"
{more}
[clauses]
"H.1" = {{ en = "A straight pays {straight}." }}

[wagers.ante.tables.main.pays]
straight = {{ value = "{straight}", clause = "H.1" }}
"""


def adopt(http: httpx.Client, text: str, why: str = "", path: str = "") -> httpx.Response:
    body = {"text": text, "file": "my-casino.toml", **({} if path else {"why": why})}
    return http.post(f"/api/houses/play/books{path}", json=body)


def in_force(place: Site) -> dict[str, str]:
    return dict(houses.settings_of(place.floor, "play").books)


def test_staff_read_owners_change_and_strangers_find_nothing(people: People, place: Site):
    before = in_force(place)
    seen = people["deb"].get("/api/houses/play/books").json()["editions"]
    assert [(each["book"], each["content"], each["in_force"], each["own"]) for each in seen] == [
        (book, content_hash(rulebook(book)), True, []) for book in ("crown", "maryland", "nsw", "online")
    ]
    for person in ("deb", "max", "ian", "pat"):
        for path in ("", "/check"):
            assert adopt(people[person], written(), path=path).status_code == 404
    assert people["pat"].get("/api/houses/play/books").status_code == 404
    assert people["pat"].get("/house/play/books").status_code == 404
    assert httpx.get(f"{place.url}/api/houses/play/books").status_code == 401
    assert people["ann"].get("/api/houses/club/books").status_code == 404
    assert in_force(place) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id = ", ["my-casino.toml is not valid TOML"]),
        ("x = " + "[" * 20_000, ["my-casino.toml is not valid TOML"]),
        ("x = " + "9" * 20_000, ["my-casino.toml is not valid TOML"]),
        ("", ["has 6 errors", "id = ", "extends"]),
        (written(book="crown"), ["this id is taken"]),
        (written(book="My Casino:1"), ["begins with a letter"]),
        (written("much"), [STRAIGHT, '"500 to 1"']),
        (
            written(more="blackjack = 1\n[positions]\nmaximum = 99"),
            ["blackjack", "positions.maximum", "needs a clause"],
        ),
    ],
    ids=["half", "brackets", "digits", "empty", "taken", "no id", "pay", "several"],
)
def test_everything_that_is_wrong_is_told_at_once_and_nothing_is_kept(
    people: People, place: Site, text: str, said: list[str]
):
    before = in_force(place)
    for path in ("/check", ""):
        answer = adopt(people["ann"], text, path=path)
        assert answer.status_code == 409
        assert [each for each in said if each not in answer.json()["detail"]] == [], answer.json()["detail"]
    assert in_force(place) == before


def test_the_faults_are_told_in_french(people: People):
    body = {"text": written("much", more="blackjack = 1")}
    detail = people["ann"].post("/api/houses/play/books/check?lang=fr", json=body).json()["detail"]
    assert "le livre de règles book.toml contient 2 erreurs" in detail
    assert len(detail.splitlines()) == 3


def test_a_text_has_a_size_at_most(people: People):
    sound = written()
    full = sound + "#" * (BOOK_BYTES_MAX - len(sound))
    assert adopt(people["ann"], full, path="/check").status_code == 200
    over = adopt(people["ann"], full + "#", path="/check")
    assert (over.status_code, over.json()["detail"]) == (409, "a custom rule book has at most 64 KB")
    accents = adopt(people["ann"], full[:-1] + "é", path="/check")
    assert accents.status_code == 409, "bytes are counted, not characters"
    assert adopt(people["ann"], "#" * (4 * BOOK_BYTES_MAX), path="/check").status_code == 413


def test_a_book_that_is_only_checked_is_not_kept(people: People, place: Site):
    before = len(editions_of(place.floor, "play"))
    seen = adopt(people["ann"], written("6 to 1"), path="/check").json()
    assert (seen["book"], seen["in_force"], seen["at"]) == ("my-casino", False, 0)
    assert seen["own"] == [{"path": STRAIGHT, "value": "6 to 1", "clause": "My Casino H.1"}]
    assert seen["content"] == content_hash(custom_book(written("6 to 1"), "x"))
    assert len(editions_of(place.floor, "play")) == before
    answer = give(people["ann"], "/commands", command="change_book", book="my-casino", content=seen["content"])
    assert answer.status_code == 409


def test_anybody_can_read_an_edition_by_its_content_hash(people: People, place: Site):
    text = written("7 to 1", book="their-casino")
    content = content_hash(custom_book(text, "x"))
    with httpx.Client(base_url=place.url) as stranger:
        assert stranger.get(f"/rules/{content}").status_code == 404, "not yet put in force"
        adopt(people["ann"], text)
        guide = stranger.get(f"/rules/{content}")
        assert "A straight pays 7 to 1." in guide.text
        assert f'href="/rules/{content}/clause?id=H.1"' in guide.text
        assert "/rules/their-casino" not in guide.text
        own = stranger.get(f"/rules/{content}/clause", params={"id": "H.1"})
        assert "wagers.ante.tables.main.pays" in own.text.replace("<wbr>", "")
        base = stranger.get(f"/rules/{content}/clause", params={"id": "crown 6.1"})
        assert f'href="/rules/{content}#crown-6-1"' in base.text


def test_tables_keep_the_book_they_were_opened_with(people: People, place: Site):
    floor = place.floor
    newer = written("6 to 1", version="2")
    first, second = (content_hash(custom_book(text, "x")) for text in (written("5 to 1"), newer))
    answer = adopt(people["ann"], written("5 to 1"), why="a trial").json()
    assert [each["content"] for each in answer["editions"] if each["book"] == "my-casino"] == [first]
    *_, record = log.read(floor.database, "house:play")
    event = floor.streams.decode(record)
    assert (event.before, event.after, event.by, event.why) == ("", first, "ann", "a trial")
    for title in ("dealer", HIGHER):
        give(people["ann"], "/commands", command="grant_title", person="deb", book="my-casino", title=title)

    opening = {"command": "open_table", "book": "my-casino", "dealing": "shoe", "dealt": "dealer", "positions": 2}
    old = give(people["deb"], "/tables", "own-book-1", **opening, by="dealer").json()["id"]
    for _ in range(2):  # the same again changes nothing
        answer = adopt(people["bob"], newer).json()
    lines = [(each["version"], each["in_force"]) for each in answer["editions"] if each["book"] == "my-casino"]
    assert lines == [("2", True), ("1", False)]
    events = [floor.streams.decode(record) for record in log.read(floor.database, "house:play")]
    assert [(event.before, event.after, event.by) for event in events[-2:]] == [
        (first, second, "bob"),
        (second, second, "bob"),
    ]
    new = give(people["deb"], "/tables", "own-book-2", **opening, by="dealer").json()["id"]
    assert [floor.table(f"table:{each}").book for each in (old, new)] == [first, second]
    pays = [floor.book(floor.table(f"table:{each}").book).wagers for each in (old, new)]
    assert [str(each["ante"].tables["main"].pays["straight"].value) for each in pays] == ["5 to 1", "6 to 1"]
    sit = {"command": "sit", "position": 1, "player": "pat", "by": "dealer"}
    for table in (old, new):
        assert give(people["deb"], f"/tables/{table}/commands", **sit).status_code == 200

    refused = give(people["ann"], "/commands", command="change_book", book="my-casino", content="")
    assert "in use at a table" in refused.json()["detail"]
    back = give(people["ann"], "/commands", command="change_book", book="my-casino", content=first)
    assert back.json()["books"]["my-casino"] == first, "an earlier edition can come back"
    for table in (old, new):
        steps = [{"command": "stand", "position": 1, "by": "dealer"}]
        steps += [{"command": each, "by": HIGHER} for each in ("come_on_duty", "close_table")]
        for step in steps:
            assert give(people["deb"], f"/tables/{table}/commands", **step).status_code == 200
    assert give(people["ann"], "/commands", command="change_book", book="my-casino", content="").status_code == 200
    granted = give(people["ann"], "/commands", command="grant_title", person="deb", book="nsw", title="dealer")
    assert granted.status_code == 200, "a title under a book that is gone is in nobody's way"
    lines = people["deb"].get("/api/houses/play/books").json()["editions"]
    assert {each["in_force"] for each in lines if each["book"] == "my-casino"} == {False}
