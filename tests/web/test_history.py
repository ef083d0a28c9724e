"""The history only looks, finds rounds by book, result and day, and keeps those of closed tables."""

from pathlib import Path

import httpx
from axe_playwright_python.sync_playwright import Axe

from mississippi_stud.floor import Floor, Wager
from mississippi_stud.floor.absence import close_quiet
from mississippi_stud.messages import DAY
from mississippi_stud.store import log
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.guests import GUEST
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Site, Visit, deal, serve

PAIR_OF_KINGS, NOTHING, PUSH = "Kc Kd 3h 5s 9c", "2c 4d 7h 9s Jc", "6c 6d 3h 9s Jc"


def test_the_history_page_only_looks(browser, site: Site):
    """A stranger gets no table by it, a guest no round and no other table."""
    before = log.streams(site.floor.database)
    context = browser.new_context(locale=LOCALES["en"])
    v = Visit(context, site, "/history?book=nsw")
    v.page.get_by_text("No rounds").wait_for()
    assert context.cookies() == []
    v.page.goto(v.url + "/")
    v.page.wait_for_selector("button.deal")
    table = f"table:{v.table['id']}"
    version = log.version(site.floor.database, table)
    v.page.goto(v.url + "/history?book=nsw")
    v.page.get_by_text("No rounds").wait_for()
    assert log.version(site.floor.database, table) == version
    new = set(log.streams(site.floor.database)) - set(before)
    assert {each for each in new if each.startswith("table:")} == {table}
    assert v.wrong == []
    context.close()


def test_rounds_are_found_by_book_result_and_day(client: httpx.Client):
    ann = Client(client)
    for cards in (PAIR_OF_KINGS, NOTHING, PUSH):
        deal(ann, 500, seed=cards)
        for _ in range(3):
            ann.bet(1)
    deal(ann, 500)
    other = Client(client, "nsw")
    other.deal({Wager.ANTE: 5_00}, NOTHING)
    other.fold()

    def numbers(**wanted: str | int) -> list[tuple[str, int]]:
        return [(line.book, line.number) for line in ann.history(**wanted)]

    assert numbers() == [("nsw", 1), ("online", 4), ("online", 3), ("online", 2), ("online", 1)]
    assert numbers(limit=2) == [("nsw", 1), ("online", 4)]
    assert numbers(book="nsw") == [("nsw", 1)]
    assert numbers(book="maryland") == numbers(book="nothing") == []
    assert numbers(result="won") == [("online", 1)]
    assert numbers(result="lost") == [("nsw", 1), ("online", 2)]
    assert numbers(result="even") == [("online", 3)]
    assert numbers(result="open") == [("online", 4)]
    assert numbers(result="void") == []
    lines = ann.history()
    assert [line.currency for line in lines[:2]] == ["AUD", "CAD"]
    assert numbers(until=lines[2].opened_at) == [("online", 2), ("online", 1)]
    assert numbers(since=lines[2].opened_at, result="even") == [("online", 3)]
    assert client.get("/api/rounds?result=sideways").status_code == 400
    with httpx.Client(base_url=client.base_url) as stranger:
        assert stranger.get("/api/rounds").json() == []


def test_the_steps_are_those_of_a_player_and_the_record_is_marked(client: httpx.Client):
    ann = Client(client)
    deal(ann, 500, bonus=500, seed=PAIR_OF_KINGS)
    ann.bet(1)
    ann.fold()
    steps = ann.recall(1).steps
    assert [step.event for step in steps if not step.technical] == [
        "wager_placed",  # both
        "cards_dealt",
        "wager_placed",
        "card_revealed",
        "hand_ended",
        "card_revealed",  # the bonus still counts
        "card_revealed",
        "round_settled",
    ]
    assert {step.event for step in steps if step.technical} == {
        "round_opened", "deadline_set", "wager_placed", "seed_opened", "secret_revealed",
    }  # fmt: skip
    deal(ann, 500)
    assert [step.event for step in ann.recall(2).steps if not step.technical] == ["wager_placed", "cards_dealt"]


def test_the_rounds_of_a_table_that_was_closed_stay_with_their_player(tmp_path: Path):
    days = [1_000]
    floor = Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key", lambda: days[0] * DAY)
    url, stop = serve(create_app(floor, SECRET, FREELY))
    with httpx.Client(base_url=url) as http, httpx.Client(base_url=url) as other:
        ann = Client(http)
        deal(ann, 500)
        ann.fold()
        days[0] += 91
        assert len(list(close_quiet(floor, GUEST, 90))) == 1
        (line,) = ann.history()
        assert line.table == ann.table.id
        assert ann.recall(1).steps[-1].view.round.phase == "settled"
        ann.prove(1)
        assert len(ann.review(1)) == 1
        assert http.get(f"/api/shared/{ann.share(1).id}").status_code == 200
        Client(other)
        for path in ("rounds/1", "rounds/1/proof", "rounds/1/review", "rounds/2"):
            assert other.get(f"/api/tables/{line.table}/{path}").json()["code"] == "no-table"
    stop()


def test_filters_in_the_browser(visit):
    v = visit("en")
    v.page.wait_for_selector("button.deal")
    v.deal(NOTHING, ante="5")
    v.bet(1, 1, 1)
    v.ended()
    v.page.goto(v.url + "/?book=nsw")
    v.page.wait_for_selector("button.deal")
    v.deal(PAIR_OF_KINGS, ante="5")
    v.bet(1, 1, 1)
    v.ended()
    v.page.goto(v.url + "/history")
    v.page.wait_for_selector(".rounds")
    lines = [" ".join(each.inner_text().split()) for each in v.page.locator(".rounds button").all()]
    assert [line.split()[2] for line in lines] == ["NSW", "Online"]
    assert Axe().run(v.page).violations_count == 0
    v.page.select_option("select[name=result]", "lost")
    v.page.wait_for_function("() => document.querySelectorAll('.rounds button').length === 1")
    v.page.locator(".rounds button").click()
    v.page.wait_for_selector(".steps")
    assert "result=lost" in v.page.url
    v.page.reload()
    v.page.wait_for_selector(".steps")
    assert v.page.locator(".rounds button").count() == 1
    v.page.select_option("select[name=book]", "nsw")
    v.page.get_by_text("No rounds like that.").wait_for()
    v.page.select_option("select[name=result]", "")
    v.page.wait_for_selector(".rounds button")
    v.page.fill("input[name=until]", "2020-01-01")
    v.page.get_by_text("No rounds like that.").wait_for()
    v.page.set_viewport_size({"width": 360, "height": 740})
    assert v.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
