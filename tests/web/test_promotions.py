"""A promotion over HTTP and on the live topic: from its draft to a paid claim, each role by its own route."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from mississippi_stud.fairness.draw import sealed
from mississippi_stud.floor import Floor
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion.offer_terms import DrawTerms
from mississippi_stud.web.app import create_app
from mississippi_stud.web.topics import Viewer, look, sees_own
from tests.floor.cups import DIRECTOR as PROMOTER
from tests.floor.cups import FakeTime
from tests.floor.draws import BEGIN, CLOSE, DAY, DRAW, SCRUTINEER, SEED, FloorDraw, house_with_scrutineer, offer
from tests.floor.drive import table_of
from tests.floor.test_houses import account
from tests.web.cast import SESSION
from tests.web.conftest import FREELY, SECRET, serve
from tests.web.pit_house import token

PATH = "/api/houses/play/promotions"


class Stage:
    """A served house, whose time the test sets, and everybody's requests to it."""

    def __init__(self, url: str, floor: Floor, time: FakeTime) -> None:
        self.floor, self.draw = floor, FloorDraw(floor, time)
        self.http, self.sent = httpx.Client(base_url=url, timeout=60), 0

    def headers(self, person: str) -> dict[str, str]:
        return {"Cookie": f"{SESSION}={token(self.floor, person)}"} if person else {}

    def post(self, person: str, path: str, body: dict[str, Any], command_id: str = "") -> httpx.Response:
        self.sent += 1
        told = {**body, "id": command_id or f"request-{self.sent:04}"}
        return self.http.post(PATH + path, json=told, headers=self.headers(person))

    def do(self, person: str, route: str, /, **command: Any) -> dict[str, Any]:
        answer = self.post(person, f"/spring/{route}", {"command": command})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def see(self, path: str, person: str = "", status: int = 200) -> dict[str, Any]:
        answer = self.http.get(PATH + path, headers=self.headers(person))
        assert answer.status_code == status, answer.text
        return dict(answer.json())


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    time = FakeTime()
    time.now = BEGIN - 2 * DAY
    with Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key", time) as floor:
        house_with_scrutineer(floor)
        account(floor, "ann")
        url, stop = serve(create_app(floor, SECRET, FREELY))
        try:
            stage = Stage(url, floor, time)
            with stage.http:
                yield stage
        finally:
            stop()


def running(stage: Stage) -> None:
    terms = {
        "place-date-and-time": {"place": "Stage", "at": BEGIN},
        "closing-date-and-time": CLOSE,
        "when-and-where-awarded": {"place": "Stage", "at": DRAW},
    }
    told = {"name": "spring", "book": "nsw", "template": "cash-draw", "terms": terms}
    assert stage.post(PROMOTER, "", told).status_code == 201
    stage.do(PROMOTER, "commands", command="nominate_scrutineer", person=SCRUTINEER)
    stage.do(SCRUTINEER, "scrutiny", command="seal_seed", commitment=sealed(SEED))
    stage.see("/spring/terms", PROMOTER)
    stage.see("/spring/terms", "ann", status=404)  # a draft is the house's alone
    stage.do(PROMOTER, "commands", command="submit_promotion")
    stage.see("/spring/terms", "ann")
    stage.draw.at(BEGIN)


def test_a_promotion_is_held_over_http(stage: Stage):
    running(stage)
    stage.do(PROMOTER, "commands", command="add_entry", player="ann", reason="a coupon")
    assert stage.see("/spring/entries", "ann")["lines"][0]["reference"] == "a coupon"
    assert stage.see("/spring/entries", SCRUTINEER)["entries"] == 0
    stage.see("/spring/draw", status=409)
    stage.draw.closed()
    assert stage.see("/spring")["view"]["root"] == stage.draw.now.root
    stage.draw.time.now = DRAW
    seen = stage.do(SCRUTINEER, "scrutiny", command="draw_prizes", seed=SEED)
    assert seen["role"] == "scrutineer"
    assert stage.see("/spring/draw")["seed"] == SEED
    claim = {"command": {"command": "lodge_claim", "prize": 1, "claimant": "zed", "name": "Ann", "address": "Main St"}}
    twice = [stage.post("ann", "/spring/acts", claim, "claim-one") for _ in range(2)]
    assert [each.status_code for each in twice] == [200, 200]
    (mine,) = twice[0].json()["view"]["my_claims"]
    assert (mine["claimant"], mine["name"]) == ("ann", "")
    assert stage.see("/spring/claims/1", PROMOTER)["address"] == "Main St"
    stage.do(PROMOTER, "commands", command="pay_claim", claim=1)
    record = stage.see("/spring/record", PROMOTER)
    assert record["claims"][0]["status"] == "paid"
    assert "publish" in {each["due"] for each in record["due"]}


def test_each_route_is_for_its_role_and_tells_the_clause(stage: Stage):
    running(stage)
    entry = {"command": {"command": "add_entry", "player": "ann", "reason": "a coupon"}}
    assert stage.post("ann", "/spring/commands", entry).status_code == 404, "not of the house"
    assert stage.post("ann", "/spring/acts", entry).status_code == 400
    assert stage.post(SCRUTINEER, "/spring/scrutiny", entry).status_code == 400
    forged = {"command": {"command": "count_plays", "since": BEGIN, "until": BEGIN + 1}}
    assert stage.post(PROMOTER, "/spring/commands", forged).status_code == 400
    early = stage.post(PROMOTER, "/spring/commands", {"command": {"command": "draw_prizes", "seed": SEED}})
    assert (early.status_code, early.json()["clause"]) == (409, "nsw 14.7.2")
    assert SEED not in early.text
    stage.see("/none", status=404)


def test_a_voucher_is_exchanged_at_the_table_by_whoever_holds_it(stage: Stage):
    floor, draw = stage.floor, stage.draw
    held = offer("voucher-draw").prizes_and_their_value[0]
    prizes = (replace(held, count=1), replace(held, count=1, conditions="on Tuesdays"))
    how = DrawTerms(one_prize_each=False)
    told = offer("voucher-draw", prizes_and_their_value=prizes, how_awarded=how)
    draw.running(told).enter("ann", "ann").closed().drawn()
    for number in (1, 2):
        draw.do(c.LodgeClaim(prize=number, claimant="ann"))
        draw.do(c.PayClaim(claim=number))
    table = table_of(floor, "ann", "nsw", house="play").removeprefix("table:")

    def exchange(number: int, person: str = "ann", promotion: str = "play/spring") -> tuple[int, str]:
        told = {"promotion": promotion, "voucher": number}
        answer = stage.http.post(f"/api/tables/{table}/vouchers", json=told, headers=stage.headers(person))
        return answer.status_code, answer.json().get("code", "")

    page = stage.http.get(f"/table/{table}", headers=stage.headers("ann")).text
    words = json.loads(page.partition('id="words">')[2].partition("</script>")[0])
    assert [(each["voucher"], each["here"]) for each in words["vouchers"]] == [(1, True), (2, False)]
    assert exchange(2) == (409, "voucher-by-staff"), "a condition is for staff to see to"
    assert exchange(3) == (404, "voucher-none")
    assert exchange(1, promotion="club/spring") == (404, "voucher-none")
    assert exchange(1, person="sue")[0] == 404, "not at the table"
    assert floor.tokens("ann") == 0
    assert [exchange(1) for _ in range(2)] == [(200, ""), (200, "")], "once, however often it is asked"
    assert floor.tokens("ann") == 50_00
    assert draw.now.vouchers[1].redeemed
    page = stage.http.get(f"/table/{table}", headers=stage.headers("ann")).text
    assert '"voucher":1,' not in page.replace(" ", "")


def test_the_topic_shows_everybody_theirs(stage: Stage):
    running(stage)
    stage.do(PROMOTER, "commands", command="add_entry", player="ann", reason="a coupon")
    topic = "promotion:play/spring"
    seen = {person: look(Viewer(stage.floor, person, "en"), topic).view.view for person in ("ann", None)}  # type: ignore[attr-defined]
    assert (seen["ann"].mine.entries, seen[None].mine.entries, seen[None].root) == (1, 0, "")
    assert sees_own(Viewer(stage.floor, "ann", "en"), topic)[0]
    assert not sees_own(Viewer(stage.floor, None, "en"), topic)[0]
