"""The history only looks, finds rounds by book, result and day, and keeps those of closed tables."""

import csv
import json
from pathlib import Path

import httpx
import pytest

from mississippi_stud.floor import Floor, Wager
from mississippi_stud.floor.absence import close_quiet
from mississippi_stud.floor.history import export
from mississippi_stud.messages import DAY
from mississippi_stud.store import log
from mississippi_stud.web import recall
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.guests import GUEST
from tests.web.child import FREELY, SECRET
from tests.web.conftest import LOCALES, Axe, Site, Visit, deal, serve, too_wide

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


def test_ones_own_rounds_as_files(client: httpx.Client):
    """As their player saw them, chosen like the list; nobody gets another's."""
    ann = Client(client)
    for cards, plays in ((PAIR_OF_KINGS, 3), (NOTHING, 3), (NOTHING, 0)):
        deal(ann, 500, seed=cards)
        for _ in range(plays):
            ann.bet(1)
    name = ann.table.view.seats[0].player
    table = client.get("/api/rounds.csv")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert table.headers["content-disposition"] == 'attachment; filename="mississippi-stud-rounds.csv"'
    rows = list(csv.DictReader(table.text.splitlines()))
    assert [(row["status"], row["net"], row["player"]) for row in rows] == [
        ("open", "", name),
        ("settled", "-20.00", name),
        ("settled", "20.00", name),
    ]
    assert (rows[0]["hole"], rows[0]["board"]) == ("2c 4d", "")  # nothing that is still face down
    assert "7h" not in json.dumps(rows[0] | {"seed": ""})  # which names the cards here
    (won,) = client.get("/api/rounds.json?result=won&book=online").json()
    assert (won["hand"], won["net_cents"], won["seen_by"]) == (1, {"1": 20_00}, name)
    assert won["secret"] == ann.proof(1).secret
    assert client.get("/api/rounds.json?book=nsw").json() == []
    first = ann.history()[-1].opened_at
    assert len(client.get(f"/api/rounds.json?until={first + 1}").json()) == 1
    assert client.get("/api/rounds.csv?since=yesterday").status_code == 400
    with httpx.Client(base_url=client.base_url) as stranger:
        assert stranger.get("/api/rounds.json").json() == []
        assert len(stranger.get("/api/rounds.csv").text.splitlines()) == 1
        Client(stranger)
        assert stranger.get("/api/rounds.json").json() == []


def test_a_file_has_the_last_rounds_up_to_a_limit(client: httpx.Client, site: Site, monkeypatch: pytest.MonkeyPatch):
    ann = Client(client)
    for _ in range(4):
        deal(ann, 500)
        ann.fold()
    monkeypatch.setattr(export, "PAGE", 2)
    for most in (1, 2, 3, 4, 5):
        monkeypatch.setattr(recall, "FILE_ROUNDS_MAX", most)
        found = client.get("/api/rounds.json").json()
        assert [each["hand"] for each in found] == [4, 3, 2, 1][:most]


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
    with v.page.expect_download() as download:
        v.page.click("a[download] >> nth=0")
    rows = download.value.path().read_text().splitlines()
    assert len(rows) == 2
    assert ",online," in rows[1]
    v.page.select_option("select[name=book]", "nsw")
    v.page.get_by_text("No rounds like that.").wait_for()
    v.page.select_option("select[name=result]", "")
    v.page.wait_for_selector(".rounds button")
    v.page.fill("input[name=until]", "2020-01-01")
    v.page.get_by_text("No rounds like that.").wait_for()
    v.page.goto(v.url + "/history?result=luck&since=soon&until=2020-13-40")  # what no filter has
    v.page.wait_for_selector(".rounds button >> nth=1")
    assert v.page.url.endswith("/history")
    v.page.set_viewport_size({"width": 360, "height": 740})
    assert too_wide(v.page) <= 0
