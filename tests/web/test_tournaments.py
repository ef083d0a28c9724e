"""A tournament over HTTP and the live socket: from its draft to its prizes, with a killed connection in between."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from mississippi_stud.floor import Floor
from mississippi_stud.messages import MINUTE
from mississippi_stud.web.app import create_app
from mississippi_stud.web.topics import Viewer, look
from tests.floor.cups import DIRECTOR, START, FakeTime, FloorCup, house_with_director
from tests.floor.test_houses import account
from tests.web.cast import SESSION
from tests.web.conftest import FREELY, SECRET, serve
from tests.web.pit_house import token
from tests.web.test_subscriptions import page, subscribed

PATH = "/api/houses/play/tournaments"
PATHS = ("", "/terms", "/names", "/results", "/options", "/hands", "/record")


class Hall:
    """A served house, whose time the test sets, and everybody's requests to it."""

    def __init__(self, url: str, floor: Floor, time: FakeTime) -> None:
        self.url, self.floor, self.time = url, floor, time
        self.http = httpx.Client(base_url=url, timeout=60)
        self.sent = 0

    def cookie(self, person: str) -> str:
        return f"{SESSION}={token(self.floor, person)}"

    def post(self, person: str, path: str, body: dict[str, Any], command_id: str = "") -> httpx.Response:
        self.sent += 1
        told = {**body, "id": command_id or f"request-{self.sent:04}"}
        return self.http.post(path, json=told, headers={"Cookie": self.cookie(person)})

    def do(self, person: str, path: str, /, **command: Any) -> dict[str, Any]:
        answer = self.post(person, f"{PATH}/cup/{path}", {"command": command})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def see(self, path: str, person: str = "") -> dict[str, Any]:
        headers = {"Cookie": self.cookie(person)} if person else {}
        return dict(self.http.get(f"{PATH}{path}", headers=headers).json())


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    time = FakeTime()
    time.now = START - 20 * MINUTE
    with Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key", time) as floor:
        house_with_director(floor)
        for person in ("ann", "ben"):
            account(floor, person)
            floor.deposit(person, 1_000_00)
        url, stop = serve(create_app(floor, SECRET, FREELY))
        try:
            hall = Hall(url, floor, time)
            with hall.http:
                yield hall
        finally:
            stop()


def drafted(hall: Hall) -> None:
    sessions = [{"name": "final", "hands": 2}]
    terms = {
        "title": "Spring Cup", "location": "Room 1", "when": [START], "rounds-and-sessions": {"sessions": sessions},
        "secret-wagers": {"each-session": 1, "method": "card"},
    }  # fmt: skip
    told = {"name": "cup", "book": "crown", "template": "shoot-out", "terms": terms}
    assert hall.post(DIRECTOR, PATH, told).status_code == 201


def opened(hall: Hall) -> None:
    drafted(hall)
    hall.do(DIRECTOR, "commands", command="make_terms_available")
    hall.do(DIRECTOR, "commands", command="appoint_director", person=DIRECTOR)
    hall.do(DIRECTOR, "commands", command="open_entries", commitment="")
    hall.do(DIRECTOR, "commands", command="take_charge")


def test_a_shoot_out_is_played_over_http_and_the_socket(hall: Hall):
    opened(hall)
    accepts = hall.see("/cup/terms")["digest"]
    for person in ("ann", "ben"):
        entry = {"command": {"command": "apply_to_enter", "name": person, "accepts": accepts, "signed": True}}
        twice = [hall.post(person, f"{PATH}/cup/entry", entry, f"entry-{person}") for _ in range(2)]
        assert [each.status_code for each in twice] == [200, 200]
        assert hall.floor.balance(person) == 900_00
    assert hall.post(DIRECTOR, f"{PATH}/cup/tables", {"count": 1}).status_code == 200
    hall.do(DIRECTOR, "commands", command="close_entries")
    hall.do(DIRECTOR, "commands", command="brief_players", understood=["ann", "ben"])
    cup = FloorCup(hall.floor, hall.time)
    hall.time.now = START
    cup.tick()
    cup.tick()
    seen = hall.see("/cup", "ann")
    assert seen["view"]["life"] == "in-play"
    assert seen["own"]["table"] == next(iter(seen["tables"]))
    assert hall.see("/cup")["own"] is None
    with page(hall.url, hall.cookie("ann")) as ann:
        ann.send(subscribed(["tournament:play/cup"]))
        frame = json.loads(ann.recv())
        assert frame["view"]["own"]["name"] == "ann"
        dispute = {"command": "raise_dispute", "name": "ann", "about": "the clock"}
        message = {"do": "tournament", "id": "dispute-1", "topic": "tournament:play/cup", "command": dispute}
        for _ in range(2):
            ann.send(json.dumps(message))
        accepted = []
        while len(accepted) < 2:
            told = json.loads(ann.recv())
            if told["frame"] == "accepted":
                accepted.append(told["version"])
        assert accepted[0] == accepted[1], "once, however often it comes"
        ann.send(json.dumps({**message, "id": "charge-1", "command": {"command": "take_charge"}}))
        while (told := json.loads(ann.recv()))["frame"] != "problem":
            pass
        assert told["problem"]["status"] == 404, "whoever does not belong to the house learns nothing of it"
    play_hands(hall, cup)
    hall.do(DIRECTOR, "commands", command="end_session")
    refused = hall.post(DIRECTOR, f"{PATH}/cup/commands", {"command": {"command": "declare_results"}})
    assert (refused.status_code, refused.json()["code"]) == (409, "disputes-open")
    hall.do(DIRECTOR, "commands", command="decide_tournament_dispute", dispute=1, decision="it was right")
    assert hall.see("/cup/record", DIRECTOR)["disputes"][0]["decision"] == "it was right"
    hall.do(DIRECTOR, "commands", command="declare_results")
    results = hall.see("/cup/results")
    assert (results["final"], results["pool_cents"]) == (True, 100_00)
    assert sum(each["cents"] for each in results["prizes"]) == 100_00
    assert hall.see("")["tournaments"][0]["life"] == "final"


def play_hands(hall: Hall, cup: FloorCup) -> None:
    """Let both play over HTTP: the first of a hand bets in secret, once in the session, and the others fold."""
    while not cup.now.heats[1].over:
        hall.time.sleep(9)
        cup.tick()
        table = cup.now.heats[1].table.removeprefix("table:")
        where = f"/api/tables/{table}"
        for position, seat in hall.floor.table(f"table:{table}").seats.items():
            view = hall.floor.view(f"table:{table}")[0]
            wagers = {"ante": 31_00 if position == 1 else 25_00}
            told = {"position": position, "wagers": wagers, "commitment": view.commitment}
            wager = {"command": "place_wagers", **told}
            assert hall.post(seat.player, f"{where}/commands", {"command": wager}).status_code == 200
        while (state := hall.floor.table(f"table:{table}")).round is not None:
            seat = next(each for each in hall.floor.view(f"table:{table}")[0].seats if each.asked)
            name = cup.now.heats[1].seats[seat.position]
            secret = not cup.now.entrants[name].secrets and seat.position == 1
            do = {"command": "bet", "position": seat.position, "cents": 93_00, "secret": True} if secret else {
                "command": "fold", "position": seat.position}  # fmt: skip
            turn = {"round": state.turn.round, "phase": state.turn.phase} if state.turn else None
            told = {"command": "play", "do": do, "turn": turn}
            answer = hall.post(seat.player, f"{where}/commands", {"command": told})
            assert answer.status_code == 200, answer.text
            if secret:
                other = next(each for each in ("ann", "ben") if each != seat.player)
                shown = hall.http.get(where, headers={"Cookie": hall.cookie(other)})
                assert "9300" not in shown.text
                for path in ("", *(f"/cup{each}" for each in PATHS)):
                    for viewer in (other, DIRECTOR, ""):
                        assert not re.search(r"\b9300\b", json.dumps(hall.see(path, viewer))), (path, viewer)
                own_pages = " ".join(json.dumps(hall.see(f"/cup{each}", seat.player)) for each in PATHS)
                assert re.search(r"\b9300\b", own_pages), "its owner may know"
                metrics = hall.http.get("/metrics")
                assert metrics.status_code == 200
                assert not re.search(r"\b9300\b", metrics.text)
                own = hall.http.get(where, headers={"Cookie": hall.cookie(seat.player)}).json()
                left = cup.now.entrants[name].chips - 31_00 - 93_00
                assert (own["balance_cents"], own["more_money"]) == (left, False), "their chips, and not their money"
                topic = Viewer(hall.floor, seat.player, "en")
                mine = look(topic, "person:").view
                assert mine.seats[table].stack_cents == left
                assert mine.balance_cents == hall.floor.balance(seat.player)


def test_access_is_declared_and_errors_say_what_to_do(hall: Hall):
    stranger = hall.post("ann", PATH, {"name": "cup", "book": "crown"})
    assert stranger.status_code == 404, "whoever does not belong to the house learns nothing"
    drafted(hall)
    lacking = hall.post(DIRECTOR, PATH, {"name": "bare", "book": "crown"})
    assert lacking.status_code == 201, "a draft may be incomplete"
    assert len(hall.see("/bare/terms", DIRECTOR)["missing"]) == 48
    assert hall.see("/bare/terms", "ann")["status"] == 404, "a draft is the house's alone"
    made = {"command": {"command": "make_terms_available"}}
    answer = hall.post(DIRECTOR, f"{PATH}/bare/commands", made)
    assert (answer.status_code, answer.json()["code"]) == (409, "terms-incomplete")
    again = hall.post(DIRECTOR, PATH, {"name": "cup", "book": "crown"})
    assert again.json()["code"] == "tournament-drafted"
    for name in ("Cup", "x" * 29):
        assert hall.post(DIRECTOR, PATH, {"name": name, "book": "crown"}).status_code == 400
    assert hall.http.get(f"{PATH}/none").status_code == 404
    unknown = hall.post(DIRECTOR, f"{PATH}/cup/commands", {"command": {"command": "apply_to_enter"}})
    assert unknown.status_code == 400
