"""An inspection of a house: any round as anybody saw it, proved by what was sent; all is read, nothing changed."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any, get_args
from urllib.parse import quote

import pytest
from litestar import Litestar
from msgspec.structs import replace

from mississippi_stud.floor import Admission, Floor, house_acts, house_tables, interventions
from mississippi_stud.floor.accounts import Deposit
from mississippi_stud.floor.examination import examine
from mississippi_stud.floor.history import meter_readings, recall
from mississippi_stud.floor.integrity import Program
from mississippi_stud.floor.operation import OPERATION, ApproveProgram
from mississippi_stud.floor.signin import begin
from mississippi_stud.language import translator
from mississippi_stud.money import Cents
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.credentials import SignInMethod
from mississippi_stud.person.house_chips import Chip
from mississippi_stud.prose.inspection import STEPS
from mississippi_stud.prose.pages import SENTENCES
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.store import log
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as te
from mississippi_stud.table.state import DealingMode, Facts
from mississippi_stud.web import topics
from mississippi_stud.web.app import create_app
from mississippi_stud.web.broadcast import ShownView
from tests.clauses import clause
from tests.decks import scripted_decks
from tests.floor.drive import play, sit
from tests.web.cast import CLUB, PLAY, Caller, Reply, assemble
from tests.web.child import FREELY, SECRET
from tests.web.frames import cards_in

SEATS = 3
DEALER = "crown dealer"
INSPECTOR = "nsw inspector"
BOSS = "tg-assistant-casino-manager"
DISRUPTED = Incident.GAME_DISRUPTED
ROUND = (
    *(f"{position} ante 10; {position} ready" for position in range(1, SEATS + 1)),
    "1 bet 3; 2 fold; 3 bet 1; 1 bet 1; 3 bet 1; 1 bet 1; 3 bet 1",
)


class Inspected:
    """A house with a table of three seats and a dealer on duty, where every frame that anybody got is kept."""

    def __init__(self, app: Litestar) -> None:
        self.app, self.floor = app, app.state.floor
        self.caller, self.cast = Caller(app), assemble(app, [("nsw", "inspector"), ("crown", "dealer")])
        opening = c.OpenTable(
            book="crown", dealing="shoe", by="dealer", dealt=DealingMode.AUTOMATIC, positions=SEATS,
            admission=Admission.LINK,
        )  # fmt: skip
        self.dealer = self.cast.ids[DEALER]
        self.table = house_tables.open_table(self.floor, PLAY, self.dealer, opening, command_id="opens")
        for position in range(1, SEATS + 1):
            self.floor.deposit(f"p{position}", 1_000_00)
            sit(self.floor, self.table, f"p{position}", position)
        self.sent: dict[tuple[str, str, int], str] = {}
        """The hashes of the frames, by eyes, language and version."""

    @property
    def id(self) -> str:
        return self.table.removeprefix("table:")

    def play(self, *lines: str) -> None:
        for line in lines:
            for command in line.split("; "):
                play(self.floor, self.table, command)
                self.look()

    def look(self) -> None:
        """Write the frame that everybody gets, as the live socket writes it."""
        people = {f"seat-{position}": f"p{position}" for position in range(1, SEATS + 1)}
        for eyes, person in {**people, "watcher": None, f"duty-dealer-{self.dealer}": self.dealer}.items():
            for language in ("en", "fr"):
                viewer = topics.Viewer(self.floor, person, language)
                own, _ = topics.sees_own(viewer, self.table)
                sight = topics.look(viewer if own else viewer._replace(person=None), self.table)
                self.sent[eyes, language, sight.version] = ShownView(self.table, sight, None).hash

    def get(self, path: str, role: str = INSPECTOR, language: str = "en") -> Reply:
        query = "&" if "?" in path else "?"
        return self.caller.ask(
            "GET", f"/house/play/inspection{path}{query}lang={language}", self.cast.cookies[role], accept="text/html"
        )

    def round(self, number: int = 1, **asked: object) -> str:
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        reply = self.get(f"/rounds/{self.id}/{number}?{query}")
        assert reply.status == 200, reply.body[-2000:]
        return reply.body.decode()

    def boss(self, house: str = PLAY, owner: str = "owner") -> str:
        """Return somebody of the highest title in a house."""
        return self.cast.staff(f"boss of {house}", house, owner, "crown", BOSS)

    def disrupt(self) -> int:
        """Report that an alarm disrupted the game, which voids the round; return the version of the ruling."""
        boss = self.boss()
        for command in (c.ComeOnDuty(by=BOSS), c.Report(by=BOSS, incident=DISRUPTED, facts=Facts(cause="fire"))):
            self.floor.send(self.table, replace(command, person=boss), actor=boss)
        (ruled,) = log.read(self.floor.database, self.table, names=("incident_ruled",))
        return ruled.version

    def printed(self, path: str, role: str = INSPECTOR, language: str = "en", form: str = "html") -> Reply:
        query = f"?lang={language}&form={form}"
        return self.caller.ask("GET", f"/house/play/printed{path}{query}", self.cast.cookies[role], accept="text/html")

    def view(self, eyes: str, language: str, version: int, number: int = 1) -> Reply:
        return self.get(f"/rounds/{self.id}/{number}/views/{version}?eyes={eyes}&written={language}")


@pytest.fixture
def inspected() -> Iterator[Inspected]:
    with Floor.in_memory() as floor, scripted_decks():
        made = Inspected(create_app(floor, SECRET, FREELY))
        yield made
        made.caller.close()


def test_what_is_computed_again_is_what_was_really_sent(inspected: Inspected):
    inspected.play(*ROUND)
    past = recall.past(inspected.floor, inspected.table, 1)
    last = inspected.floor.state(inspected.table)[1]
    compared = 0
    for (eyes, language, version), sent in inspected.sent.items():
        if past.first_version <= version <= last:
            reply = inspected.view(eyes, language, version)
            assert reply.status == 200, (eyes, version, reply.problem)
            assert reply.headers["x-view-hash"] == sha256(reply.body).hexdigest() == sent, (eyes, language, version)
            compared += 1
    assert compared > 5 * 2 * 8
    page = inspected.round(eyes="seat-1", step=last)
    assert inspected.sent["seat-1", "en", last] in page
    assert inspected.sent["seat-1", "fr", last] in page


def test_the_eyes_are_those_of_their_owner(inspected: Inspected):
    inspected.play(*ROUND)
    past = recall.past(inspected.floor, inspected.table, 1)
    dealt = next(each for each in recall.moments(inspected.floor, past) if each.record.name == "cards_dealt")
    hole = dealt.event.hole
    version = dealt.record.version
    for eyes, known in (("watcher", set()), (f"duty-dealer-{inspected.dealer}", set()), ("seat-2", set(hole[2]))):
        assert cards_in(inspected.view(eyes, "en", version).body.decode()) == known, eyes
    whole = inspected.round()
    assert "The whole round, face up" in whole
    assert "The deal is proved" in whole


def test_nobody_sees_a_seats_cards_before_the_round_is_over(inspected: Inspected):
    inspected.play(*ROUND[:SEATS], "1 bet 3")
    _, version = inspected.floor.state(inspected.table)
    for eyes in ("seat-1", "seat-2", "p1", "", "duty-dealer-p1"):
        assert inspected.view(eyes, "en", version).status == 404, eyes
        assert inspected.get(f"/rounds/{inspected.id}/1?eyes={eyes or 'nobody'}").status == 404, eyes
    page = inspected.round()
    assert "This round is not over" in page
    assert "face up" not in page
    assert cards_in(inspected.view("watcher", "en", version).body.decode()) == set()
    state = inspected.floor.table(inspected.table).round
    assert state is not None
    for reply in (page, inspected.view("watcher", "en", version).body.decode()):
        assert not re.search(r"(?<![0-9a-f])[2-9TJQKA0]{1,2}[♠♥♦♣]", reply)


def test_a_second_names_the_version_of_that_moment(inspected: Inspected):
    inspected.play(*ROUND)
    past = recall.past(inspected.floor, inspected.table, 1)
    last = inspected.floor.state(inspected.table)[1]
    assert f"Version {past.first_version} of" in inspected.round(at="2001-01-01T00:00:00")
    assert f"Version {last} of" in inspected.round(at="2999-01-01T00:00:00")
    assert inspected.get(f"/rounds/{inspected.id}/1?at=tomorrow").status == 400


def test_payments_and_rulings_lead_to_their_clauses(inspected: Inspected):
    inspected.play(*ROUND)
    page = inspected.round()
    links = set(re.findall(r'href="(/rules/[0-9a-f]{64}/clause\?id=crown%20[^"]+)"', page))
    assert len(links) >= 2
    for link in links:
        found = inspected.caller.ask("GET", link, accept="text/html")
        assert found.status == 200, link
    moved = re.findall(r"<code>(player:p\d|house|table[^<]*)</code>", page)
    assert "player:p1" in moved


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_event_of_a_table_is_told(language: str):
    _ = translator(language)
    for event in get_args(te.Event):
        name = str(event.__struct_config__.tag)
        said = SENTENCES.get(f"event-{name}") or STEPS[name]
        assert language == "en" or _(said) != said, name


def test_rounds_are_found_by_what_is_known_of_them(inspected: Inspected):
    inspected.play(*ROUND)
    inspected.play(*ROUND[:SEATS], "1 bet 3")
    inspected.floor.void(inspected.table, "restored")
    own = f"{inspected.id[:8]}</code>#"

    def found(query: str) -> list[str]:
        reply = inspected.get(f"?{query}")
        assert reply.status == 200, reply.body[-500:]
        return re.findall(own + r"(\d+)", reply.body.decode())

    assert found("") == ["2", "1"]
    assert found("result=void") == ["2"]
    assert found("result=settled") == ["1"]
    assert found("result=open") == []
    assert found("player=p3") == ["2", "1"]
    assert found("player=zed") == []
    assert found(f"table={inspected.id}") == ["2", "1"]
    assert found(f"table={'0' * 32}") == []
    assert found("since=2001-01-01T00:00:00") == ["2", "1"]
    assert found("until=2001-01-01T00:00:00") == []
    paid = next(each for each in recall.moments(inspected.floor, recall.past(inspected.floor, inspected.table, 1))
                if each.record.name == "round_settled").event.results[0].clause  # fmt: skip
    assert found(f"clause={paid.replace(' ', '+')}&result=settled") == ["1"]
    assert found("clause=crown+1.1") == []
    assert found("incident=any") == []
    assert inspected.get("?result=nothing").status == 400
    assert inspected.get("?since=tomorrow").status == 400


def test_another_houses_rounds_are_not_there(inspected: Inspected):
    inspected.play(*ROUND)
    for role, house in (("owner of another house", CLUB), ("owner", PLAY)):
        cookies = inspected.cast.cookies[role]
        path = f"/house/{house}/inspection/rounds/{inspected.id}/1"
        status = 200 if house == PLAY else 404
        for each in (path, f"{path}/views/{inspected.floor.state(inspected.table)[1]}"):
            assert inspected.caller.ask("GET", each, cookies).status in (status, 404), each
        assert inspected.caller.ask("GET", path, cookies).status == status
    club = inspected.caller.ask("GET", f"/house/{CLUB}/inspection", inspected.cast.cookies["owner of another house"])
    assert inspected.id not in club.body.decode()


# Integrity.


def examined(inspected: Inspected, language: str = "en") -> list[dict[str, Any]]:
    """Examine the floor; return what was found in each part."""
    reply = inspected.get("/integrity/examination", language=language)
    assert reply.status == 200
    lines = [json.loads(line) for line in reply.body.splitlines()]
    assert any(line["good"] is None for line in lines), "it tells how far it is"
    return [line for line in lines if line["good"] is not None]


def test_an_examination_finds_that_everything_is_in_order(inspected: Inspected):
    inspected.play(*ROUND)
    found = examined(inspected)
    assert [(line["part"], line["good"]) for line in found] == [("program", True), ("chain", True), ("streams", True)]
    assert "rounds: 1;" in found[-1]["said"][0]
    assert "événements" in examined(inspected, "fr")[-1]["said"][0]


MUTATIONS = {
    "money": "UPDATE transfers SET cents = cents + 1 WHERE rowid = (SELECT max(rowid) FROM transfers)",
    "event": "UPDATE events SET payload = replace(payload, '1000', '2000') WHERE name = 'wager_placed'",
    "chain": "DELETE FROM events WHERE rowid = (SELECT max(rowid) FROM events)",
    "book": "UPDATE rulebooks SET content = content || ' '",
    "projection": "UPDATE hands SET net_cents = net_cents + 1",
    "balance": "UPDATE balances SET cents = cents + 100 WHERE account = 'player:p1'",
}


@pytest.mark.parametrize("planted", MUTATIONS)
def test_an_examination_finds_what_was_changed(inspected: Inspected, planted: str):
    inspected.play(*ROUND)
    with inspected.floor.database.transaction() as connection:
        assert connection.exec_driver_sql(MUTATIONS[planted]).rowcount > 0
    found = examined(inspected)
    assert [line["good"] for line in found].count(False) == 1
    assert found[-1]["good"] is False
    assert found[-1]["said"]


def test_an_examination_finds_a_program_that_was_not_approved(inspected: Inspected):
    approved = ApproveProgram(manifest=Program().manifest(), who="Ida", why="tested")
    inspected.floor.send(OPERATION, replace(approved, manifest=replace(approved.manifest, libraries={"left-pad": "1"})))
    found = examined(inspected)
    assert found[0]["good"] is False
    assert "left-pad" in found[0]["said"]
    assert [line["good"] for line in found[1:]] == [True, True], "the rest is examined all the same"


def test_play_goes_on_while_a_floor_on_disk_is_examined(tmp_path: Path):
    with Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key") as floor, scripted_decks():
        made = Inspected(create_app(floor, SECRET, FREELY))
        made.play(*ROUND)
        for found in examine(floor, lambda _part, _done, _of: made.play(*ROUND)):
            assert found.good, found
        assert floor.table(made.table).number > 5
        made.caller.close()


def test_an_anchor_is_taken_home_and_brought_back(inspected: Inspected):
    taken = inspected.get("/integrity/anchor.json")
    assert taken.status == 200
    assert "attachment" in taken.headers["content-disposition"]
    text = taken.body.decode()
    inspected.play(*ROUND)
    assert "The log still holds everything up to this anchor" in checked(inspected, text)
    forged = text.replace('"at":1', '"at":2', 1)
    assert "its signature is not good" in checked(inspected, forged)
    assert "that is not an anchor" in checked(inspected, "{}")
    later = inspected.get("/integrity/anchor.json").body.decode()
    with inspected.floor.database.transaction() as connection:
        connection.exec_driver_sql("DELETE FROM commits WHERE rowid = (SELECT max(rowid) FROM commits)")
    assert "the anchor names it" in checked(inspected, later)


def checked(inspected: Inspected, text: str) -> str:
    reply = inspected.get(f"/integrity?anchor={quote(text)}")
    assert reply.status == 200
    return unescape(reply.body.decode())


# What is to be reported.


def page_of(inspected: Inspected, path: str, language: str = "en") -> str:
    reply = inspected.get(path, language=language)
    assert reply.status == 200, reply.body[-1500:]
    return unescape(reply.body.decode())


def test_the_inbox_tells_what_was_altered_in_sentences(inspected: Inspected):
    english, french = page_of(inspected, "/inbox"), page_of(inspected, "/inbox", "fr")
    assert "Owner of the house: now yes." in english
    assert "Titles under Crown: now dealer." in english
    assert "what crown dealer is in the house was changed" in english, "by the name on the badge, not by an id"
    assert "Titres selon Crown\xa0: désormais croupier." in french
    for page in (english, french):
        assert not re.search(r"\b(owner True|titles\.|_cents\b)", page)


def test_the_inbox_names_settings_chips_and_ways_to_sign_in_in_the_readers_language(inspected: Inspected):
    floor, boss = inspected.floor, inspected.cast.ids["owner"]
    begin(floor, boss, "Firefox", SignInMethod.PASSWORD, second_factor=True)
    begin(floor, boss, "Firefox", SignInMethod.PASSKEY, second_factor=True)
    house_acts.change_house(floor, PLAY, m.ChangeSetting(by=boss, name="idle_minutes", value=10, why="busy"))
    chips = (Chip(cents=5_00, colour="#aa0000", name_en="red", name_fr="rouge"),)
    house_acts.change_house(floor, PLAY, m.ChangeChips(by=boss, chips=chips, why="new chips"))
    english, french = page_of(inspected, "/inbox"), page_of(inspected, "/inbox", "fr")
    for said in (
        "signed in, by password",
        "signed in, by passkey",
        "the setting “Minutes idle” of the house",
        "the chips of the house were changed: new chips",
        "Chip of $5.00: now red, rouge, #aa0000.",
    ):
        assert said in english, said
    for said in (
        "s'est connecté, par mot de passe",
        "s'est connecté, par clé d'accès",
        "«\xa0Minutes d'inactivité\xa0»",
        "les jetons de la maison ont été changés\xa0: new chips",
        "Jeton de 5,00\xa0$\xa0: désormais",
    ):
        assert said in french, said


def test_the_inbox_has_what_is_to_be_reported_and_what_was_read_when(inspected: Inspected):
    inspected.play(*ROUND[:SEATS])
    inspected.floor.void(inspected.table, "restored")
    for house, owner, grounds in ((PLAY, "owner", "marked cards"), (CLUB, "owner of another house", "seen there")):
        boss = inspected.boss(house, owner)
        interventions.exclude(
            inspected.floor, house, "p1", by=boss, book="crown", title=BOSS, clause="crown 13.2.2", grounds=grounds
        )
    owner = inspected.cast.ids["owner"]
    given = Deposit(cents=Cents(25_00), by=owner, second="bob", why="lost chip")
    inspected.floor.send("account:p1", given, actor=owner)
    found = page_of(inspected, "/inbox")
    for said in ("round 1 was voided", "p1 was excluded: marked cards", "to report", "alteration"):
        assert said in found, said
    assert "the house gave the player $25.00, which bob approved: lost chip" in found
    assert found.count("marked cards") == 1
    assert "seen there" not in found, "that is the other house's"
    assert "Nobody has marked anything as read." in found
    assert f"/inspection/rounds/{inspected.id}/1" in found
    key = re.search(r'data-key="([^"]+)" data-until="(\d+)"', found)
    assert key is not None
    cookies = inspected.cast.cookies[INSPECTOR]
    assert inspected.caller.ask("POST", "/api/account/preferences", cookies, {key[1]: key[2]}).status == 200
    again = page_of(inspected, "/inbox")
    assert "<strong>new</strong>" in found
    assert "<strong>new</strong>" not in again
    assert "nsw inspector had read everything up to" in again
    assert "avait tout lu" in page_of(inspected, "/inbox", "fr")


@clause("nsw 13.13", "crown 13.9", "crown 13.11")
@pytest.mark.parametrize("book", ["nsw", "crown", "maryland"])
def test_complaints_come_with_the_right_that_the_book_gives(inspected: Inspected, book: str):
    table = inspected.floor.open_table(book, positions=2, admission=Admission.LINK)
    inspected.floor.deposit("zoe", 1_000_00)
    sit(inspected.floor, table, "zoe", 1)
    play(inspected.floor, table, "1 ante 10; 1 ready")
    inspected.floor.send(table, c.OpenDispute(player="zoe", about="I was not paid", person="zoe"))
    found = page_of(inspected, "/complaints")
    rights = {"nsw": "NSW 13.13", "crown": "Crown 13.11", "maryland": "Maryland .11J"}
    assert "I was not paid" in found
    assert rights[book] in found
    assert "SHA-256 of what the complainant" not in found, "the hash of a seat's view would tell its cards"
    play(inspected.floor, table, "1 fold")
    assert "SHA-256 of what the complainant" in page_of(inspected, "/complaints")


@clause("crown 9.5.3")
def test_what_a_meter_stood_at_can_be_read_for_any_settlement(inspected: Inspected):
    floor = inspected.floor
    opened = inspected.caller.ask("POST", "/api/tables", {}, {"book": "crown"})
    assert opened.status == 201
    table = f"table:{opened.problem['id']}"
    values = []
    for _ in range(3):
        play(floor, table, "1 ante 5; 1 jackpot 1; deal; 1 fold")
        values.append(floor.meters("solo-crown").meters["main"].value)
    recorded = meter_readings.readings(floor, "solo-crown", None, 10)
    assert [each.value for each in reversed(recorded)] == values
    assert [meter_readings.values_at(floor, "solo-crown", each.at)["main"] for each in reversed(recorded)] == values
    inspected.cast.staff("crown tg-area-manager", PLAY, "owner", "crown", "tg-area-manager")
    for role, status in ((INSPECTOR, 200), ("owner", 200), (DEALER, 404), ("crown tg-area-manager", 200)):
        path, cookies = "/house/play/meters?lang=en", inspected.cast.cookies[role]
        reply = inspected.caller.ask("GET", path, cookies, accept="text/html")
        assert reply.status == status, role
        if status == 200:
            shown = unescape(reply.body.decode())
            assert all(str(value) in shown for value in values)
            assert "another value" not in shown
            assert ("Parts of the inspection" in shown) == (role in (INSPECTOR, "owner"))
    past = inspected.get(f"/rounds/{opened.problem['id']}/2").body.decode()
    assert f"({values[1]} ¢)" in past


# Trends.

HANDS = ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th")


def deal_alike(floor: Floor, rounds: int) -> None:
    """Deal the same hands again and again at a table of one seat."""
    table = floor.open_table("online")
    floor.deposit("zoe", 1_000_000_00)
    sit(floor, table, "zoe", 1)
    for number in range(rounds):
        play(floor, table, f"1 ante 5; deal {HANDS[number % 2]}; 1 fold")


def test_trends_find_what_was_planted_and_stay_quiet_without_it(inspected: Inspected):
    quiet = page_of(inspected, "/trends")
    assert "Rounds counted: 0; left out: 0; looks: 0." in quiet
    inspected.play(*ROUND)
    one = page_of(inspected, "/trends")
    assert "Rounds counted: 1;" in one
    assert "Nothing is out of the ordinary" in one
    deal_alike(inspected.floor, 30)
    found = page_of(inspected, "/trends")
    assert "Worth asking about" in found
    assert "royal flush" in found
    assert "Rounds counted: 31;" in found
    assert "quinte flush royale" in page_of(inspected, "/trends", "fr")
    picture = inspected.get("/trends.svg")
    assert picture.status == 200
    assert picture.body.startswith(b"<svg")
    assert b"royal flush" in picture.body


def test_an_open_round_is_in_no_trend(inspected: Inspected):
    inspected.play(*ROUND[:SEATS])
    assert "Rounds counted: 0;" in page_of(inspected, "/trends")


# Printed matter.


def test_an_incident_is_found_told_and_printed(inspected: Inspected):
    inspected.play(*ROUND[:SEATS])
    version = inspected.disrupt()
    page = inspected.round(step=version)
    assert "an outside event disrupts the game" in page
    assert "Crown 13.3" in page
    for query in ("incident=any", "incident=game-disrupted", "clause=crown+13.3.1"):
        assert f"{inspected.id[:8]}</code>#1" in inspected.get(f"?{query}").body.decode(), query
    assert f"{inspected.id[:8]}</code>#1" not in inspected.get("?incident=fraud").body.decode()
    report = unescape(inspected.printed(f"/incidents/{inspected.id}/{version}").body.decode())
    for said in ("Incident report", "an outside event disrupts the game", "Crown 13.3", "This report is true."):
        assert said in report, said
    assert f"/printed/incidents/{inspected.id}/{version}" in inspected.printed("").body.decode()
    assert inspected.printed(f"/incidents/{inspected.id}/{version - 1}").status == 404
    assert inspected.printed(f"/incidents/{inspected.id}/{version}", DEALER).status == 404, "a dealer may not rule"


def test_everything_is_printed_in_both_languages_and_as_pdf(inspected: Inspected):
    inspected.play(*ROUND)
    inspected.floor.send(inspected.table, c.OpenDispute(player="p1", about="I was not paid", person="p1"))
    said = {
        "layouts/{id}": ("Layout of the table", "Disposition de la table"),
        "signs/{id}": ("Sign of the table", "Affiche de la table"),
        "payouts/{id}/1/1": ("Payout form", "Formulaire de paiement"),
        "disputes/{id}/1": ("Dispute file", "Dossier de différend"),
    }
    for path, titles in said.items():
        for language, title in zip(("en", "fr"), titles, strict=True):
            reply = inspected.printed(f"/{path.format(id=inspected.id)}", language=language)
            assert reply.status == 200, (path, reply.body[-800:])
            assert f"<h1>{title}</h1>" in unescape(reply.body.decode())
        made = inspected.printed(f"/{path.format(id=inspected.id)}", form="pdf")
        assert (made.status, made.headers["content-type"]) == (200, "application/pdf"), path
        assert made.body.startswith(b"%PDF-")
    for role, path, status in (
        (DEALER, f"/signs/{inspected.id}", 200),
        (DEALER, f"/payouts/{inspected.id}/1/1", 404),
        (DEALER, f"/disputes/{inspected.id}/1", 404),
        ("account with second factor", f"/signs/{inspected.id}", 404),
        (INSPECTOR, f"/payouts/{inspected.id}/1/9", 404),
        (INSPECTOR, f"/payouts/{inspected.id}/9/1", 404),
    ):
        assert inspected.printed(path, role).status == status, (role, path)


@clause("maryland .11I(4)(a)", "maryland .11I(4)(b)", "maryland .11I(4)(c)", "maryland .11I(4)(d)(ii)")
def test_a_jackpots_form_has_the_steps_of_the_book(inspected: Inspected):
    """Maryland .11I(4): the hand, the light, the validation, and the cards that stay for the papers."""
    opened = inspected.caller.ask("POST", "/api/tables", {}, {"book": "maryland"})
    table = f"table:{opened.problem['id']}"
    play(inspected.floor, table, "1 ante 5; 1 progressive 1; deal 2c 3c 4c 5c Qh Jh Th Ah Kh")
    play(inspected.floor, table, "1 bet 1; 1 bet 1; 1 bet 1")
    form = unescape(inspected.printed(f"/payouts/{opened.problem['id']}/1/1").body.decode())
    assert "Jackpot form" in form
    for step in (".11I(4)(a)", ".11I(4)(b)", ".11I(4)(c)", ".11I(4)(d)(ii)"):
        assert f"Maryland {step}" in form
    assert "A♥ K♥ · Q♥ J♥ 10♥" in form


@clause("nsw 13.14", "crown 13.13")
@pytest.mark.parametrize(("book", "cited"), [("nsw", "NSW 13.14"), ("crown", "Crown 13.13"), ("maryland", "")])
def test_anybody_who_asks_gets_a_copy_of_the_rules(inspected: Inspected, book: str, cited: str):
    for language, asked in (("en", "anybody who asks"), ("fr", "quiconque le demande")):
        reply = inspected.caller.ask("GET", f"/rules/{book}/printed?lang={language}", accept="text/html")
        assert reply.status == 200
        copy = unescape(reply.body.decode())
        assert asked in copy
        assert cited in copy
        assert copy.count("<tr>") > 100
    made = inspected.caller.ask("GET", f"/rules/{book}/printed?form=pdf")
    assert made.body.startswith(b"%PDF-")
    assert inspected.caller.ask("GET", "/rules/nothing/printed").status == 404


# It changes nothing.


def changes(floor: Floor) -> dict[str, int]:
    """Return the version of every stream but the persons', where it is noted that somebody was seen."""
    return {stream: log.version(floor.database, stream) for stream in log.streams(floor.database)}


def test_an_inspection_changes_nothing(inspected: Inspected):
    inspected.play(*ROUND)
    before = changes(inspected.floor)
    for language in ("en", "fr"):
        for path in (
            "",
            "/inbox",
            "/complaints",
            "/trends",
            "/integrity",
            "/integrity/examination",
            "/integrity/anchor.json",
        ):
            assert inspected.get(path, language=language).status == 200
        assert inspected.get(f"/rounds/{inspected.id}/1", language=language).status == 200
    assert changes(inspected.floor) == before
