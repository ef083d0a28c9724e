"""One evening of each live book through the consoles, by keys alone, ends as the scenario file does."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from mississippi_stud.floor import Floor
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import play
from mississippi_stud.scenario.jackpots import read_offer
from mississippi_stud.web.app import create_app
from mississippi_stud.web.people import COOKIE
from tests.floor.clock import Clock
from tests.passwords import cheap_passwords
from tests.web.child import FREELY, SECRET
from tests.web.conftest import Site, serve
from tests.web.evening import Evening, money, terms_of, unlike
from tests.web.pit_house import LIVE, open_house, plain, token
from tests.web.test_account_pages import device, examine

__all__ = ["device"]

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "table"


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def place(clock: Clock) -> Iterator[Site]:
    """A site with a house whose staff are called by their titles."""
    with cheap_passwords():
        floor = Floor.in_memory(clock)
        open_house(floor)
        url, stop = serve(create_app(floor, SECRET, FREELY))
        yield Site(url, floor)
        stop()


WORKED = {
    "nsw": ("Show the number of cards in the hand and put them into the rack (position 1).", "NSW 10.2"),
    "maryland": ("Mélangez les cartes (paquet « rouge »).", "Maryland .05A(2)"),
    "crown": ("Announce: no more bets.", "Crown 7.2"),
}
"""A duty of each evening as an inspector reads it."""


def inspect(place: Site, open_as: Any, evening: Evening, language: str) -> None:
    """See that an inspector reads every round of the evening, and its duties with their clauses."""
    page = open_as("boss", f"/house/play/inspection/rounds/{evening.id}/1")
    read = ""
    for number in range(1, evening.table.number + 1):
        answer = page.request.get(f"{place.url}/house/play/inspection/rounds/{evening.id}/{number}?lang={language}")
        assert answer.status == 200, number
        read += " ".join(answer.text().split())
    said, clause = WORKED[evening.book.id]
    assert said in read
    assert clause in read
    examine(page)


@pytest.mark.parametrize("book", LIVE)
def test_an_evening_by_keys_alone_ends_as_the_scenario_does(place: Site, clock: Clock, device: Any, book: str):
    written = SCENARIOS.joinpath(f"{book}-evening.toml").read_text()
    raw, played = tomllib.loads(written), play(written, rulebook)
    language = {"nsw": "en", "maryland": "fr", "crown": "en"}[book]

    def open_as(person: str, path: str) -> Page:
        visit = device("/healthz", language)
        visit.meant = ("409", "403", "404")
        visit.context.add_cookies([{"name": COOKIE, "value": token(place.floor, person), "url": place.url}])
        visit.page.goto(place.url + path)
        return visit.page

    evening = Evening(place.floor, clock, rulebook(book), played, open_as)
    offer = read_offer(evening.book, raw["meter"])
    evening.open(terms_of(played), offer, money(raw["meter"]["value"]))
    for each in raw["staffed"]["staff"]:
        evening.come_on_duty(each.split()[0])
    evening.receive("red")
    for position, name in raw["players"].items():
        evening.sit(int(position), name)
    evening.play()
    ended, expected = plain(evening.table), plain(played.life)
    differences = list(unlike(ended, expected))
    assert differences == [], "\n".join(differences)
    meters = place.floor.meters(f"play.{book}")
    assert {name: str(meter.value) for name, meter in meters.meters.items()} == {
        name: str(meter.value) for name, meter in played.jackpots.meters.meters.items()
    }
    inspect(place, open_as, evening, language)
    examine(evening.page("console", "dealer")) if not evening.table.closed else None
    print(book, evening.keys, "keys;", evening.offered, "refused lines that cannot be typed")
