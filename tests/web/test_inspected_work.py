"""What somebody at work was shown, a dealer or a supervisor, is computed again byte for byte by whoever inspects."""

import json
from collections.abc import Iterator
from hashlib import sha256

import pytest
from playwright.sync_api import Browser, expect

from mississippi_stud.floor.history import recall
from mississippi_stud.language import LANGUAGES
from mississippi_stud.prose.operation import moment
from mississippi_stud.store import log
from mississippi_stud.table import commands as t
from mississippi_stud.web import topics
from mississippi_stud.web.broadcast import ShownView
from mississippi_stud.web.people import COOKIE
from tests.table.evenings import disputed
from tests.table.hall import TOP
from tests.table.mishaps import JackpotWon, Mishap, Recorded
from tests.web.cast import Reply
from tests.web.conftest import Visit
from tests.web.pit_house import HouseTable
from tests.web.test_pit import Pit, clock, open_again, pit, row

__all__ = ["clock", "pit"]

SECOND = 1_000_000
Frames = dict[tuple[str, str, int], str]
"""The hashes of frames, by whose page it is, language and version."""


def watched(pit: Pit, table: Recorded) -> tuple[HouseTable, Frames]:
    """Play an evening; return its table and the hashes of what its dealer and its supervisors were sent meanwhile."""
    own = HouseTable(table.book.id, pit.caller, pit.site.floor, pit.cookies)
    staff, sent = table.book.staff, Frames()
    assert staff is not None
    for command in table.given:
        pit.clock.now += SECOND
        assert own.give(command).status in (200, 201), command
        for person in staff.titles:
            for page in ("console", "supervision"):
                if person != "dealer" or page == "console":
                    sent.update(frames(pit, own, f"{page}-{person}"))
    return own, sent


def frames(pit: Pit, own: HouseTable, key: str) -> Iterator[tuple[tuple[str, str, int], str]]:
    """Yield what a page is sent now, as the live socket writes it."""
    page, _, person = key.partition("-")
    topic = f"{page}:play/{own.id}"
    for language in LANGUAGES:
        sight = topics.look(topics.Viewer(pit.site.floor, person, language), topic)
        yield (key, language, sight.version), ShownView(topic, sight, None).hash


def view(pit: Pit, own: HouseTable, number: int, key: str, language: str, version: int, at: str = "") -> Reply:
    path = f"/house/play/inspection/rounds/{own.id}/{number}/views/{version}?eyes={key}&written={language}&at={at}"
    return pit.caller.ask("GET", path, pit.cookies["boss"])


@pytest.mark.parametrize("evening", ["a ruling", "a dispute", "a jackpot"])
def test_consoles_are_computed_again_as_they_were_sent(pit: Pit, evening: str):
    pit.cookies.update(open_again(pit))
    if evening == "a ruling":
        mishap = Mishap(row("crown", "game-disrupted", "shoe:fourth"))
        mishap.give(mishap.command)
        assert mishap.table.question is not None
        mishap.do(t.Rule, by=mishap.table.question.decides)
        own, sent = watched(pit, mishap)
    else:
        own, sent = watched(pit, disputed("nsw") if evening == "a dispute" else JackpotWon())
    past = recall.past(pit.site.floor, own.stream, 1)
    last = pit.site.floor.state(own.stream)[1]
    compared = 0
    for (key, language, version), hashed in sent.items():
        if past.first_version <= version <= last:
            reply = view(pit, own, 1, key, language, version)
            assert reply.status == 200, (key, version, reply.problem)
            assert reply.headers["x-view-hash"] == sha256(reply.body).hexdigest() == hashed, (key, language, version)
            compared += 1
    assert compared > 60


def test_what_a_supervisor_saw_between_two_steps_of_the_table_is_what_they_saw(pit: Pit):
    """The meter and the switches move without the table: at a second, the page is as it was then."""
    pit.cookies.update(open_again(pit))
    own, boss = pit.table(JackpotWon()), TOP["maryland"]
    _, version = pit.site.floor.state(own.stream)
    seen = {}
    for stop in (True, False):
        pit.clock.now = (pit.clock.now // SECOND + 2) * SECOND
        body = {"title": boss, "kind": "table", "name": own.id, "stop": stop, "why": "a spill"}
        assert own.send(boss, f"/pit/{own.id}/stops", body).status == 200
        seen[pit.clock.now] = dict(frames(pit, own, f"supervision-{boss}"))[f"supervision-{boss}", "en", version]
    assert len(set(seen.values())) == 2
    for at, hashed in seen.items():
        second = moment(at).removesuffix(" UTC").replace(" ", "T")
        reply = view(pit, own, 1, f"supervision-{boss}", "en", version, second)
        assert reply.headers["x-view-hash"] == hashed, second


def test_the_frame_that_a_browser_got_has_the_hash_that_the_inspector_reads(pit: Pit, browser: Browser):
    pit.cookies.update(open_again(pit))
    mishap = Mishap(row("nsw", "fraud", "shuffler:showdown", "forfeit=yes"))
    own = pit.table(mishap)
    context = browser.new_context(locale="en-CA", reduced_motion="reduce")
    token = next(iter(pit.cookies["gaming-supervisor"].values()))
    context.add_cookies([{"name": COOKIE, "value": token, "url": pit.site.url}])
    visit = Visit(context, pit.site, "/healthz")
    visit.page.goto(f"{pit.site.url}/house/play/pit/{own.id}")
    visit.page.wait_for_selector("#question")
    pit.clock.now += SECOND
    assert own.give(mishap.command).status == 200
    pit.clock.now += SECOND
    visit.page.locator(".act-accept button").click()
    expect(visit.page.locator(".question")).to_have_count(0)
    got = {
        frame["version"]: frame["hash"]
        for frame in map(json.loads, visit.received)
        if frame.get("topic", "").startswith("supervision:")
    }
    assert len(got) >= 2
    for version, hashed in got.items():
        reply = view(pit, own, 1, "supervision-gaming-supervisor", "en", version)
        assert reply.headers["x-view-hash"] == hashed
    inspector = browser.new_context(locale="fr-CA", reduced_motion="reduce")
    token = next(iter(pit.cookies["inspector"].values()))
    inspector.add_cookies([{"name": COOKIE, "value": token, "url": pit.site.url}])
    page = inspector.new_page()
    page.goto(f"{pit.site.url}/house/play/inspection/rounds/{own.id}/1")
    page.locator("#eyes").select_option("supervision-gaming-supervisor")
    page.locator("#step").select_option(str(min(got)))
    page.locator("form.search button").press("Enter")
    expect(page.locator(".hashes")).to_contain_text(got[min(got)])
    context.close()
    inspector.close()
    assert visit.wrong == []


def test_nobody_without_a_title_had_a_console(pit: Pit):
    pit.cookies.update(open_again(pit))
    own = pit.table(Recorded("nsw", "shoe"))
    assert own.give(t.OpenRound(by="dealer")).status == 200
    _, version = pit.site.floor.state(own.stream)
    for key in ("console-boss", "supervision-dealer", "console-floorperson", "supervision-ann", "console-"):
        assert view(pit, own, 1, key, "en", version).status == 404, key
    assert view(pit, own, 1, "supervision-gaming-supervisor", "en", version).status == 200
    assert log.version(pit.site.floor.database, own.stream) == version, "looking changes nothing"
