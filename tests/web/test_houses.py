"""Houses through the API: whose commands are whose, and what staff do at tables under titles that they hold."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from fractions import Fraction
from typing import Any

import httpx
import pytest

from mississippi_stud.floor import Floor, Stand, approvals, house_acts, houses, staff_links
from mississippi_stud.floor.persons import change_personal_data, person_of, stream_of
from mississippi_stud.floor.signin import begin, set_password
from mississippi_stud.person.care_messages import AdmitPerson, ExcludePerson
from mississippi_stud.person.credentials import SetSecondFactor, SignInMethod
from mississippi_stud.person.house_messages import ChangeSetting
from mississippi_stud.person.person import PersonalData
from mississippi_stud.person.proposals import CONSOLE, Invite
from mississippi_stud.store import log
from mississippi_stud.web.app import create_app
from mississippi_stud.web.people import COOKIE
from tests.floor.clock import Clock
from tests.floor.drive import sit
from tests.passwords import cheap_passwords
from tests.web.child import FREELY, SECRET
from tests.web.conftest import Site, serve

BOSS = "tg-assistant-casino-manager"
TITLES = {"deb": {"crown": ("dealer",)}, "max": {"crown": (BOSS,)}, "ian": {"nsw": ("inspector",)}}
MINUTE = 60_000_000


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def place(clock: Clock) -> Iterator[Site]:
    """A site with a house of two owners, a dealer, a manager, an inspector and a player."""
    with cheap_passwords():
        floor = Floor.in_memory(clock)
        floor.send("house:play", houses.opening(floor, by=CONSOLE))
        for person in ("ann", "bob", "deb", "max", "ian", "pat"):
            set_password(floor, person, person, "a quiet river at night")
            floor.send(stream_of(person), SetSecondFactor(sealed="x"))
        staff_links.accept(floor, staff_links.invite(floor, "play", "Ann", by=CONSOLE, owner=True).token, "ann")
        link = staff_links.new_link(floor.database.keys, "play")
        act = Invite(by=CONSOLE, why="more", mark=link.mark, owner=True)
        approvals.approve(floor, "play", approvals.propose(floor, "play", act), by="ann")
        staff_links.accept(floor, link.token, "bob")
        for person, titles in TITLES.items():
            staff_links.accept(
                floor, staff_links.invite(floor, "play", person.title(), by="ann", titles=titles).token, person
            )
        url, stop = serve(create_app(floor, SECRET, FREELY))
        yield Site(url, floor)
        stop()


@pytest.fixture
def people(place: Site) -> Iterator[dict[str, httpx.Client]]:
    """The browsers of everybody, each signed in with a second factor."""
    with ExitStack() as stack:
        yield {
            person: stack.enter_context(httpx.Client(base_url=place.url, cookies={COOKIE: token_of(place, person)}))
            for person in ("ann", "bob", "deb", "max", "ian", "pat")
        }


def token_of(place: Site, person: str, *, second_factor: bool = True) -> str:
    return begin(place.floor, person, "a browser", SignInMethod.PASSWORD, second_factor=second_factor).token


def give(http: httpx.Client, path: str, command_id: str = "", **command: object) -> httpx.Response:
    return http.post(f"/api/houses/play{path}", json={"command": command, **({"id": command_id} if command_id else {})})


def test_a_house_is_its_owners(people: dict[str, httpx.Client], place: Site):
    seen = people["ann"].get("/api/houses/play?lang=fr").json()
    assert [each["name"] for each in seen["members"]][2:] == ["Deb", "Max", "Ian"]
    assert {"book": "crown", "title": "dealer", "name": "croupier"} in seen["titles"]
    assert {each["name"] for each in seen["settings"]} == set(houses.SETTINGS)
    for person in ("deb", "max", "ian", "pat"):
        assert people[person].get("/api/houses/play").status_code == 404
        assert give(people[person], "/commands", command="change_setting", name="name_en", value="x").status_code == 404
    assert httpx.get(f"{place.url}/api/houses/play").status_code == 401
    assert people["ann"].get("/api/houses/club").status_code == 404


def test_whoever_has_not_proved_a_second_factor_is_asked_for_it(place: Site):
    for person, path in (("ann", "/api/houses/play"), ("deb", "/api/houses/play/staff")):
        cookies = {COOKIE: token_of(place, person, second_factor=False)}
        answer = httpx.get(f"{place.url}{path}", cookies=cookies)
        assert (answer.status_code, answer.json()["code"]) == (401, "second-factor")


def test_nobody_acts_in_somebody_elses_name(people: dict[str, httpx.Client], place: Site):
    done = give(
        people["ann"], "/commands", command="grant_title", by="bob", person="deb", book="maryland", title="dealer"
    )
    assert done.status_code == 200
    last = houses.settings_of(place.floor, "play").members["deb"]
    assert last.titles == {"crown": ("dealer",), "maryland": ("dealer",)}
    *_, record = log.read(place.floor.database, "house:play")
    assert (place.floor.streams.decode(record).by, record.actor) == ("ann", "ann")
    give(people["bob"], "/commands", command="withdraw_title", person="deb", book="maryland", title="dealer")


@pytest.mark.parametrize(
    "command",
    [
        {"command": "open_house", "books": {}},
        {"command": "conclude", "id": "x"},
        {"command": "accept", "mark": "x"},
        {"command": "recover", "mark": "x"},
        {"command": "lapse", "key": "x"},
        {"command": "invite", "mark": "x", "owner": True},
        {"command": "grant_title", "person": 3},
        {},
    ],
)
def test_what_is_not_an_owners_command_is_not_read(people: dict[str, httpx.Client], command: dict[str, object]):
    assert give(people["ann"], "/commands", **command).status_code == 400


def test_an_erasure_is_not_proposed_with_what_it_is_to_make_forgotten(people: dict[str, httpx.Client], place: Site):
    """A proposal stays in the log of the house; whoever may not make one learns nothing about the person by trying."""
    told = PersonalData(name="Pat Doe", address="", email="pat@example.org", born="1990-01-31")
    change_personal_data(place.floor, "pat", told, actor="pat")
    before = place.floor.state("house:play")

    def propose(person: str, why: str) -> httpx.Response:
        act = {"command": "erase_somebody", "person": "pat", "why": why}
        return give(people[person], "/staff/commands", command="propose", id="gone", act=act)

    for why in ("Pat Doe wrote", "asked from PAT@example.org", "born 1990-01-31"):
        assert "names what is to be forgotten" in propose("max", why).json()["detail"]
        assert propose("deb", why).json() == propose("deb", "asked by letter").json()
    assert place.floor.state("house:play") == before
    (line,) = propose("max", "asked by letter").json()["proposals"]
    give(people["max"], "/staff/commands", command="decline", id=line["id"], why="a test")


def test_staff_propose_and_approve_as_the_book_allows(people: dict[str, httpx.Client], place: Site):
    content = houses.settings_of(place.floor, "play").books["crown"]
    exclusion = ExcludePerson(by=BOSS, person="max", book=content, clause="crown 13.2.2", grounds="cheating")
    place.floor.send(stream_of("pat"), exclusion)
    act = {"command": "admit_again", "person": "pat", "book": "crown", "title": BOSS, "why": "a mistake"}
    for person in ("deb", "ian"):
        assert give(people[person], "/staff/commands", command="propose", id="again", act=act).status_code == 409
    (line,) = give(people["max"], "/staff/commands", command="propose", id="again", act=act).json()["proposals"]
    assert (line["own"], line["said"]) == (True, "Admit an excluded person again: pat")
    assert (line["before"], line["after"]) == ("excluded by Crown 13.2.2: cheating", "may play")
    for person in ("deb", "ian"):
        assert people[person].get("/api/houses/play/staff").json()["proposals"] == [], "not theirs to see"
    assert give(people["max"], "/staff/commands", command="approve", id="again").status_code == 409
    seen = give(people["ann"], "/commands", command="approve", id="again").json()
    assert (seen["refused"], seen["proposals"]) == ("", [])
    assert give(people["bob"], "/commands", command="approve", id="again").status_code == 409


def test_staff_see_their_own_titles_with_the_clauses_and_nothing_of_others(people: dict[str, httpx.Client]):
    def seen(person: str, language: str = "en") -> dict[str, Any]:
        return dict(people[person].get(f"/api/houses/play/staff?lang={language}").json())

    (title,) = seen("ian", "fr")["titles"]
    assert (title["name"], title["may"]) == (
        "inspecteur",
        [{"name": title["may"][0]["name"], "clause": "nsw 3.8", "cited": "NSW 3.8"}],
    )
    assert (seen("ian")["official"], seen("deb")["official"]) == (True, False)
    powers = {each["clause"] for each in seen("max")["titles"][0]["may"]}
    assert {"crown 9.5.3", "crown 13.2.2", "crown 13.10"} <= powers
    assert [each["clause"] for each in seen("deb")["titles"][0]["may"]] == []
    assert set(seen("max")["proposes"]) == {"admit_again", "correct_house_meter", "erase_somebody", "give_money"}
    assert [each["clauses"] for each in seen("max")["exclusions"]] == [
        [{"clause": "crown 13.2.2", "cited": "Crown 13.2.2"}]
    ]
    for person in ("deb", "ian"):
        assert (seen(person)["proposes"], seen(person)["exclusions"], seen(person)["meters"]) == ([], [], [])
    assert people["pat"].get("/api/houses/play/staff").status_code == 404


def test_a_player_is_excluded_by_a_clause_of_the_book_and_by_nobody_else(people: dict[str, httpx.Client], place: Site):
    def exclude(by: str, **other: str) -> tuple[int, str]:
        body = {"person": "pat", "book": "crown", "title": BOSS, "clause": "crown 13.2.2", "grounds": "devices"}
        answer = people[by].post("/api/houses/play/staff/exclusions", json=body | other)
        return answer.status_code, answer.json().get("detail", "")

    before = person_of(place.floor, "pat")
    assert exclude("deb")[0] == exclude("ian")[0] == 403
    assert exclude("ann")[0] == exclude("pat")[0] == 404
    refused = exclude("deb", title="dealer")
    assert (refused[0], "(Crown 13.2.2)" in refused[1]) == (403, True), refused
    assert exclude("max", clause="crown 13.2.1")[0] == 409, "not a clause to exclude by"
    assert exclude("max", person="max")[0] == 409, "not oneself"
    assert exclude("max", person="tap")[1] == "nobody here has the id 'tap': it stands on the player's account page"
    assert exclude("max", grounds="")[0] == 409
    assert person_of(place.floor, "pat") == before
    assert exclude("max")[0] == 200
    found = person_of(place.floor, "pat").care.exclusion_at("play")
    assert found is not None
    assert (found.by, found.person, found.clause, found.grounds) == (BOSS, "max", "crown 13.2.2", "devices")
    act = {"command": "admit_again", "person": "pat", "book": "crown", "title": BOSS, "why": "heard"}
    give(people["max"], "/staff/commands", command="propose", id="heard", act=act)
    assert give(people["bob"], "/commands", command="approve", id="heard").json()["refused"] == ""
    assert person_of(place.floor, "pat").care.exclusion_at("play") is None
    assert give(people["max"], "/staff/commands", command="propose", id="twice", act=act).status_code == 409


def test_a_meter_is_corrected_to_the_last_fraction_of_a_cent(people: dict[str, httpx.Client], place: Site):
    assert people["pat"].post("/api/tables", json={"book": "crown"}).status_code == 201, "which opens its meter"
    meters = {each["meters"]: each for each in people["ann"].get("/api/houses/play").json()["meters"]}
    meter = meters["solo-crown"]
    value = Fraction(meter["value_exact"])
    act = {"command": "correct_house_meter", "meters": "solo-crown", "meter": meter["meter"], "corrects": "round 3"}
    wrong = ("0", "1e99999999", "x", "1/0", f"-{int(value)}", "9" * 16)
    for amount in wrong:
        answer = give(
            people["max"], "/staff/commands", command="propose", id="m", act={**act, "amount_exact": amount, "why": "x"}
        )
        assert answer.status_code == 409, amount
    assert (
        "(Crown 9."
        in give(
            people["ann"],
            "/commands",
            command="propose",
            id="m",
            act={**act, "amount_exact": f"-{int(value)}", "why": "x"},
        ).json()["detail"]
    )
    elsewhere = {**act, "meters": "club", "amount_exact": "5", "why": "x"}
    assert give(people["ann"], "/commands", command="propose", id="m", act=elsewhere).status_code == 409
    right = {**act, "amount_exact": "12500/1000", "why": "misread"}
    (line,) = give(people["max"], "/staff/commands", command="propose", id="m", act=right).json()["proposals"]
    assert line["before"] == meter["value"]
    assert line["said"].endswith("$0.125, round 3")
    assert give(people["max"], "/staff/commands", command="approve", id="m").status_code == 409, "not the same person"
    assert give(people["ann"], "/commands", command="approve", id="m").json()["refused"] == ""
    assert place.floor.meters("solo-crown").meters[meter["meter"]].value == value + Fraction(25, 2)


def test_owners_stop_and_start_what_is_of_their_house(people: dict[str, httpx.Client], place: Site):
    def switch(by: str, kind: str, name: str, *, stop: bool, why: str = "a fight") -> httpx.Response:
        body = {"kind": kind, "name": name, "stop": stop, "why": why}
        return people[by].post("/api/houses/play/stops", json=body)

    assert [switch(person, "house", "play", stop=True).status_code for person in ("max", "deb", "pat")] == [404] * 3
    for kind, name in (("house", "club"), ("table", "0" * 32), ("player", "tap"), ("", ""), ("floor", "x")):
        assert switch("ann", kind, name, stop=True).status_code == 409, kind
    assert switch("ann", "player", "pat", stop=True, why=" ").status_code == 409
    seen = switch("ann", "player", "pat", stop=True).json()["stops"]
    assert seen == [{"kind": "player", "name": "pat", "reason": "a fight"}]
    assert place.floor.disabled(player="pat") == "a fight"
    *_, record = log.read(place.floor.database, "floor")
    assert record.actor == "ann"
    assert people["pat"].post("/api/tables", json={}).status_code == 409
    assert switch("bob", "player", "pat", stop=False, why="calm").json()["stops"] == []
    assert people["pat"].post("/api/tables", json={}).status_code == 201
    assert switch("ann", "house", "play", stop=True).json()["stops"] == [
        {"kind": "house", "name": "play", "reason": "a fight"}
    ]
    assert place.floor.disabled(house="play") == "a fight"
    assert switch("ann", "house", "play", stop=False).json()["stops"] == []


def admitted(floor: Floor) -> AdmitPerson:
    book = houses.settings_of(floor, "play").books["crown"]
    return AdmitPerson(by=BOSS, person="moe", book=book, grounds="calm", house="play")


CALMED = {
    "stop": (
        "ann",
        "/stops",
        {"kind": "player", "name": "pat", "stop": True, "why": "a fight"},
        lambda floor: floor.enable("calm", player="pat"),
    ),
    "exclusion": (
        "max",
        "/staff/exclusions",
        {"person": "pat", "book": "crown", "title": BOSS, "clause": "crown 13.2.2", "grounds": "a fight"},
        lambda floor: floor.send(stream_of("pat"), admitted(floor)),
    ),
    "setting": (
        "ann",
        "/commands",
        {"command": {"command": "change_setting", "name": "idle_minutes", "value": 30}},
        lambda floor: house_acts.change_house(floor, "play", ChangeSetting(by="bob", name="idle_minutes", value=29)),
    ),
}
"""Messages to a house, each with who sends it, its path, and what is decided after it."""


@pytest.mark.parametrize(("by", "path", "message", "then"), CALMED.values(), ids=CALMED)
def test_a_message_that_comes_again_does_not_undo_what_was_decided_since(
    people: dict[str, httpx.Client],
    place: Site,
    by: str,
    path: str,
    message: dict[str, Any],
    then: Callable[[Floor], object],
):
    """What is asked of a house is done once under its id (decision 570)."""
    floor, given = place.floor, {"id": f"the-{path.strip('/').replace('/', '-')}", **message}

    def now() -> tuple[object, ...]:
        return floor.disabled(player="pat"), person_of(floor, "pat").care.exclusions, houses.settings_of(floor, "play")

    assert people[by].post(f"/api/houses/play{path}", json=given).status_code == 200
    before = now()
    then(floor)
    decided = now()
    assert decided != before
    assert people[by].post(f"/api/houses/play{path}", json=given).status_code == 200
    assert now() == decided


def test_a_link_is_made_once_under_its_id(people: dict[str, httpx.Client], place: Site):
    wanted = {"id": "invites-tom", "name": "Tom"}
    made, again = (people["ann"].post("/api/houses/play/invitations", json=wanted) for _ in range(2))
    assert (made.status_code, again.status_code, "was used before" in again.json()["detail"]) == (201, 409, True)
    (mark,) = houses.settings_of(place.floor, "play").invitations
    give(people["ann"], "/commands", command="revoke", mark=mark)


def test_a_house_stops_its_own_people_and_keeps_others_from_its_own_tables(place: Site):
    floor = place.floor
    floor.send("house:club", houses.opening(floor, by=CONSOLE))
    for person in ("zoe", "moe", "gil"):
        set_password(floor, person, person, "a quiet river at night")
        floor.send(stream_of(person), SetSecondFactor(sealed="x"))
    staff_links.accept(floor, staff_links.invite(floor, "club", "Zoe", by=CONSOLE, owner=True).token, "zoe")
    staff_links.accept(
        floor, staff_links.invite(floor, "club", "Moe", by="zoe", titles={"crown": (BOSS,)}).token, "moe"
    )
    browsers = {person: {COOKIE: token_of(place, person)} for person in ("ann", "zoe", "moe", "gil")}
    http = {person: httpx.Client(base_url=place.url, cookies=cookies) for person, cookies in browsers.items()}

    def stop(by: str, house: str, name: str, *, stop: bool = True) -> tuple[int, str]:
        body = {"kind": "player", "name": name, "stop": stop, "why": "a fight"}
        answer = http[by].post(f"/api/houses/{house}/stops", json=body)
        return answer.status_code, answer.json().get("detail", "")

    refused = (
        409,
        "gil does not belong to this house alone: that is done by their own house, by the house play for whoever "
        "has none, or on the machine",
    )
    assert stop("zoe", "club", "gil") == refused, "gil belongs to no house, and so to the guests'"
    assert stop("zoe", "club", "moe")[0] == stop("zoe", "club", "moe", stop=False)[0] == 200
    assert stop("ann", "play", "moe")[0] == 409
    body = {"person": "gil", "book": "crown", "title": BOSS, "clause": "crown 13.2.2", "grounds": "a fight"}
    assert http["moe"].post("/api/houses/club/staff/exclusions", json=body).status_code == 200
    assert http["gil"].post("/api/tables", json={}).status_code == 201, "the guests' house goes on"
    care = person_of(floor, "gil").care
    assert (care.exclusion_at("club") is None, care.exclusion_at("play")) == (False, None)
    assert stop("ann", "play", "gil")[0] == 200
    assert floor.disabled(player="gil") == "a fight"
    for house, by in (("club", "zoe"), ("play", "ann")):
        staff_links.accept(floor, staff_links.invite(floor, house, "Gil", by=by).token, "gil")
    assert stop("ann", "play", "gil", stop=False) == stop("zoe", "club", "gil", stop=False) == refused, "of two houses"
    floor.enable("calm", player="gil")  # on the machine
    for each in http.values():
        each.close()


def test_a_recovery_link_is_made_by_rank(people: dict[str, httpx.Client]):
    def offered(by: str, person: str, path: str = "/staff") -> int:
        body = {"person": person, "why": "lost"}
        return people[by].post(f"/api/houses/play{path}/recoveries", json=body).status_code

    assert [offered("max", person) for person in ("deb", "pat", "max", "ann", "ian", "nobody")] == [
        201, 201, 409, 409, 409, 409
    ]  # fmt: skip
    assert [offered("deb", "pat"), offered("pat", "deb"), offered("ann", "max", "")] == [409, 404, 201]


def test_no_owner_becomes_the_second_person_by_a_recovery_link(people: dict[str, httpx.Client]):
    """With the account of the other owner, one alone could make owners, give money and erase people."""
    asked = people["ann"].post("/api/houses/play/recoveries", json={"person": "bob", "why": "lost"})
    assert (asked.status_code, "mstud staff recover bob" in asked.json()["detail"]) == (409, True)


def test_owners_and_whoever_the_book_lets_open_and_close_tables_for_the_lobby(
    people: dict[str, httpx.Client], place: Site
):
    """Crown 13.7 and nsw 13.8 name who closes a table, nsw 6.5 who sets limits; an owner acts as the floor does."""
    asked = {"book": "crown", "seats": 3, "speed": "quick", "minimum_cents": 10_00, "maximum_cents": 200_00}

    def opened(person: str, command_id: str, **other: object) -> tuple[int, str]:
        answer = people[person].post("/api/houses/play/lobby-tables", json={**asked, **other, "id": command_id})
        return answer.status_code, answer.json().get("clause", "") or answer.json().get("id", "")

    def closed(person: str, table: str) -> int:
        return close(person, table).status_code

    def close(person: str, table: str) -> httpx.Response:
        return people[person].post(f"/api/houses/play/lobby-tables/{table}/close")

    assert opened("deb", "a-dealers-own") == (403, "crown 13.7")
    assert opened("ian", "inspectors-own", book="nsw") == (403, "nsw 13.8"), "officials do not run a house"
    assert opened("max", "of-another-book", book="nsw") == (403, "nsw 13.8")
    assert opened("max", "of-a-silent-book", book="maryland") == (403, "maryland .04A")
    assert opened("pat", "a-players-own")[0] == 404
    assert opened("ann", "nobodys-book", book="nowhere")[0] == 409
    assert opened("ann", "too-many-seats", seats=10) == (409, "crown 2.1")
    opening = {"command": "open_table", "book": "crown", "dealing": "shoe", "dealt": "automatic", "admission": "lobby"}
    assert give(people["deb"], "/tables", "by-the-back-door", **opening, by="dealer").json()["clause"] == "crown 13.7"
    for person, title in (("ann", "floor"), ("max", BOSS)):
        status, table = opened(person, f"opened-by-{person}")
        assert (status, opened(person, f"opened-by-{person}")) == (201, (201, table)), "a retry finds the same table"
        state = place.floor.table(f"table:{table}")
        assert (state.automatic, state.positions, state.limits["ante"].minimum_cents) == (True, 3, 10_00)
        record = next(iter(log.read(place.floor.database, f"table:{table}")))
        assert (place.floor.streams.decode(record).by, record.actor) == (title, person)
        lobby = people["pat"].get("/api/houses/play/lobby").json()["tables"]
        line = next(each for each in lobby if each["id"] == table)
        assert (line["speed"], line["sits_down"], line["maximum_cents"]) == ("quick", True, 200_00)
        shown = {each["id"]: each["may_close"] for each in people["max"].get("/api/houses/play/staff").json()["tables"]}
        assert shown[table]
        assert not any(each["may_close"] for each in people["deb"].get("/api/houses/play/staff").json()["tables"])
        for stranger in ("deb", "ian"):
            answer = close(stranger, table)
            assert (answer.status_code, answer.json()["clause"]) == (403, "crown 13.7")
        sit(place.floor, f"table:{table}", "pat")
        assert closed("max", table) == 201
        state = place.floor.table(f"table:{table}")
        assert ([each.clause for each in state.notices], state.closed) == (["crown 13.7"], False)
        place.floor.send(f"table:{table}", Stand(position=1, by="floor"))
        assert closed("ann", table) == 201
        assert place.floor.table(f"table:{table}").closed
        assert f"table:{table}" not in houses.settings_of(place.floor, "play").tables
    assert closed("ann", "0" * 32) == 409


def test_staff_act_at_a_table_under_their_own_titles_only(people: dict[str, httpx.Client], place: Site):
    opening = {"command": "open_table", "book": "crown", "dealing": "shoe", "dealt": "dealer", "positions": 2}
    assert give(people["max"], "/tables", "opening-1", **opening, by="dealer").status_code == 403
    assert give(people["ann"], "/tables", "opening-1", **opening, by="dealer").status_code == 404
    table = give(people["deb"], "/tables", "opening-1", **opening, by="dealer").json()
    assert give(people["deb"], "/tables", "opening-1", **opening, by="dealer").json()["id"] == table["id"]
    path = f"/tables/{table['id']}/commands"

    def code(person: str, command_id: str = "", **command: object) -> tuple[int, str]:
        answer = give(people[person], path, command_id, **command)
        return answer.status_code, answer.json().get("code", "")

    sit = {"command": "sit", "position": 1, "player": "pat", "by": "dealer"}
    for by in (BOSS, "player", "floor", "inspector", ""):
        assert code("deb", **{**sit, "by": by}) == (403, "no-title")
    assert code("pat", **sit)[0] == 404
    assert code("ann", **sit)[0] == 404
    assert code("max", command="come_on_duty", by=BOSS) == (200, "")
    assert code("deb", command="open_round", by="dealer") == (409, "nobody-seated")
    assert code("deb", "sit-at-one", **sit) == (200, "")
    assert code("deb", "sit-at-one", **sit) == (200, ""), "a retry has the same answer"
    assert code("deb", command="void", clause="crown 11.2.1", reason="x", by="dealer") == (403, "no-such-power")
    assert code("deb", **opening, id="x", by="dealer") == (409, "bad-input")
    assert give(people["deb"], f"/tables/{'0' * 32}/commands", **sit).status_code == 409
    titles = {"command": "withdraw_title", "person": "deb", "book": "crown", "title": "dealer"}
    house_acts.change_house(place.floor, "play", house_acts.command_of(house_acts.OwnersCommand, titles, "ann"))
    assert code("deb", command="open_round", by="dealer")[0] == 404, "no title is left"
    assert place.floor.table(f"table:{table['id']}").on_duty == (("max", BOSS),)
    titles = {"command": "grant_title", "person": "deb", "book": "crown", "title": "dealer"}
    house_acts.change_house(place.floor, "play", house_acts.command_of(house_acts.OwnersCommand, titles, "ann"))


def test_an_invitation_is_accepted_by_whoever_is_signed_in(people: dict[str, httpx.Client], place: Site):
    made = (
        people["ann"].post("/api/houses/play/invitations", json={"name": "Pat", "titles": {"nsw": ["dealer"]}}).json()
    )
    token = made["path"].rpartition("/")[2]
    assert httpx.post(f"{place.url}/api/invitations/{token}").status_code == 401
    assert httpx.get(f"{place.url}{made['path']}").status_code == 200
    assert people["ann"].post(f"/api/invitations/{token}").status_code == 409, "not for oneself"
    assert people["pat"].post(f"/api/invitations/{token}").json() == {
        "house": "play", "owner": False, "second_factor": True
    }  # fmt: skip
    assert people["deb"].post(f"/api/invitations/{token}").status_code == 409
    for path in ("/invitation/play.x", "/recovery/play.x", "/invitation/x"):
        answer = httpx.get(f"{place.url}{path}", headers={"accept": "text/html"})
        assert (answer.status_code, "this link is not valid" in answer.text) == (409, True)


def test_a_bad_password_does_not_use_up_a_recovery_link(people: dict[str, httpx.Client], place: Site):
    link = staff_links.offer_recovery(place.floor, "play", "pat", by="ann", why="lost")
    path = f"{place.url}/api/recoveries/{link.token}"
    assert httpx.post(path, json={"login": "pat", "password": "short"}).status_code == 409
    assert people["pat"].post("/api/tables", json={}).status_code == 201
    assert httpx.post(path, json={"login": "pat", "password": "a quiet river"}).status_code == 200
    assert httpx.post(path, json={"login": "pat", "password": "a quiet river"}).status_code == 409
    assert people["pat"].post("/api/tables", json={}).status_code == 401, "their sessions ended"


@pytest.mark.parametrize(("minutes", "status"), [(9, 200), (10, 401), (11, 401)])
def test_the_house_asks_who_somebody_is_after_its_own_minutes(place: Site, clock: Clock, minutes: int, status: int):
    give_setting = {"command": "change_setting", "name": "idle_minutes", "value": 10}
    house_acts.change_house(place.floor, "play", house_acts.command_of(house_acts.OwnersCommand, give_setting, "ann"))
    cookies = {COOKIE: token_of(place, "ann")}
    clock.now += minutes * MINUTE
    assert httpx.get(f"{place.url}/api/houses/play", cookies=cookies).status_code == status


def test_the_house_may_keep_play_to_accounts(place: Site, people: dict[str, httpx.Client]):
    assert httpx.post(f"{place.url}/api/tables", json={}).status_code == 201
    for value, status in (("no", 403), ("yes", 201)):
        change = {"command": "change_setting", "name": "guests_play", "value": value}
        house_acts.change_house(place.floor, "play", house_acts.command_of(house_acts.OwnersCommand, change, CONSOLE))
        assert httpx.post(f"{place.url}/api/tables", json={}).status_code == status
        assert people["bob"].post("/api/tables", json={}).status_code == 201


@pytest.mark.parametrize(
    ("language", "named"), [("en", ("dealer (NSW)", "dealer (Crown)")), ("fr", ("croupier (NSW)", "croupier (Crown)"))]
)
def test_an_invitation_names_the_book_of_each_title(place: Site, language: str, named: tuple[str, str]):
    titles = {"nsw": ("dealer",), "crown": ("dealer",)}
    link = staff_links.invite(place.floor, "play", "Don", by="ann", titles=titles)
    page = httpx.get(f"{place.url}/invitation/{link.token}?lang={language}", headers={"accept": "text/html"}).text
    assert [title for title in named if f"<li>{title}</li>" in page] == list(named)
