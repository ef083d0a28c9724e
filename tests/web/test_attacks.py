"""Attacks on accounts, links and houses, through the application itself: whatever is tried, nobody gets in."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar import Litestar

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, approvals, house_acts, house_tables, houses, signin, staff_links
from mississippi_stud.floor.persons import erase, past_guests, person_of, stream_of
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.credentials import RemoveSecondFactor
from mississippi_stud.person.proposals import EraseSomebody, GiveMoney
from mississippi_stud.store import log
from mississippi_stud.table import commands as c
from mississippi_stud.table.state import DealingMode
from mississippi_stud.web.access import Access, access_of
from mississippi_stud.web.app import create_app
from tests.floor.clock import Clock
from tests.web.cast import CLUB, PLAY, SESSION, Caller, Cast, Reply, assemble
from tests.web.child import FREELY, SECRET
from tests.web.test_access import filled, handlers_of

HOUR = 3_600_000_000
PASSWORD = "a password of twenty"
ENTITLED = {Access.MEMBER: "owner", Access.STAFF: "crown dealer", Access.OWNER: "owner", Access.OPERATION: "owner"}
"""Who may use a route of a house."""


@pytest.fixture(scope="module")
def quick() -> Iterator[None]:
    """Hash passwords with little work: here many are tried."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signin, "_hasher", lambda: hasher)
        patch.setattr(signin, "_DUMMY", hasher.hash("nobody's"))
        yield


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(clock: Clock, quick: None) -> Iterator[Litestar]:
    with Floor.in_memory(clock) as floor:
        yield create_app(floor, SECRET, FREELY)


@pytest.fixture
def cast(app: Litestar) -> Cast:
    return assemble(app, [("crown", "dealer"), ("nsw", "dealer")])


@pytest.fixture
def caller(app: Litestar) -> Iterator[Caller]:
    one = Caller(app)
    yield one
    one.close()


def versions(floor: Floor) -> dict[str, int]:
    return dict(log.versions(floor.database, log.streams(floor.database)))


def enter(caller: Caller, login: str, password: str = PASSWORD, **headers: Any) -> Reply:
    body = {"login": login, "password": password}
    return caller.ask("POST", "/api/account/sign-in", body=body, **headers)


# From other sites.


FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://localhost.evil.example"},
    {"origin": "https://localhost"},
    {"origin": "http://localhost:81"},
    {"sec_fetch_site": "cross-site"},
    {"sec_fetch_site": "same-site"},
]


def test_no_route_changes_anything_for_a_page_of_another_site(app: Litestar, caller: Caller, cast: Cast):
    before = versions(cast.floor)
    for path, method, handler in handlers_of(app):
        cookies = cast.cookies[ENTITLED.get(access_of(handler), "account")]
        for headers in FOREIGN:
            if method == "WS":
                assert "origin" not in headers or caller.connect(filled(path), cookies, **headers).status == 4403
            elif method not in ("GET", "HEAD", "OPTIONS"):
                reply = caller.ask(method, filled(path), cookies, {}, **headers)
                assert (reply.status, reply.problem["code"]) == (403, "foreign"), (method, path, reply)
    assert versions(cast.floor) == before


def test_what_a_form_can_send_is_not_read(app: Litestar, caller: Caller, cast: Cast):
    """A form of another site can send text without asking first; every route wants JSON."""
    for path, method, handler in handlers_of(app):
        if method == "POST":
            cookies = cast.cookies[ENTITLED.get(access_of(handler), "account")]
            for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
                assert caller.ask(method, filled(path), cookies, b"{}", content_type=kind).status == 415, path


# Guessing.


def test_stuffed_credentials_have_one_answer_whether_or_not_there_is_such_a_name(caller: Caller, cast: Cast):
    signin.set_password(cast.floor, cast.ids["account"], "ann", PASSWORD)
    replies = [enter(caller, name, "wrong, wrong, wrong") for name in ("ann", "nobody", *map(str, range(60)))]
    replies += [enter(caller, "ann") for _ in range(1)]
    assert {(reply.status, reply.body, reply.headers.get("set-cookie")) for reply in replies[:-1]} == {
        (401, replies[0].body, None)
    }
    assert replies[-1].status == 200, "one failure locks nobody"


def test_a_lock_holds_from_whatever_address_the_attempts_claim_to_come(caller: Caller, cast: Cast, clock: Clock):
    signin.set_password(cast.floor, cast.ids["account"], "ann", PASSWORD)
    for number in range(3):
        enter(caller, "ann", "wrong, wrong, wrong", x_forwarded_for=f"10.0.0.{number}", client=f"10.1.0.{number}")
    for name in ("ann", "ANN", " ann ", "ａnn"):
        reply = enter(caller, name, client="10.2.0.1", x_real_ip="127.0.0.1", forwarded="for=127.0.0.1")
        assert reply.status == 401, "the right password, too"
    clock.now += HOUR
    assert enter(caller, "ann").status == 200


def test_another_host_name_opens_nothing(caller: Caller, cast: Cast):
    for host in ("evil.example", "localhost, evil.example", ""):
        path = "/api/account/sign-in/passkey/options"
        assert caller.ask("POST", path, cast.cookies["account"], host=host).status == 421
        reply = caller.ask("POST", path, cast.cookies["account"], x_forwarded_host=host)
        assert (reply.status, b"evil" in reply.body) == (200, False)


def test_a_plain_cookie_counts_for_nothing_over_tls_and_nobody_makes_it_so(caller: Caller, cast: Cast):
    """A cookie that somebody between could plant is not one that only this host can set."""
    cookies = cast.cookies["account"]
    assert caller.ask("GET", "/api/account", cookies, scheme="https").status == 401
    assert caller.ask("GET", "/api/account", {f"__Host-{SESSION}": cookies[SESSION]}).status == 401
    assert caller.ask("GET", "/api/account", cookies, x_forwarded_proto="https").status == 200, "nobody is believed"


SPELLINGS = (
    "/api/houses/play/../play",
    "/api/houses//play",
    "/api/houses/club/../play",
    "/api/houses/club%2f..%2fplay",
    "/api/houses/play/",
    "/API/houses/play",
    "/api/houses/play;a=b",
    "/api/houses/play%00",
    "/x/../api/houses/play",
    "/static/../api/houses/play",
    "//api/houses/play",
    "/./api/houses/play",
)


def test_no_spelling_of_a_path_leads_round_the_guard(caller: Caller, cast: Cast):
    for path in SPELLINGS:
        for role in ("visitor", "guest", "account", "owner of another house", "crown dealer"):
            reply = caller.ask("GET", path, cast.cookies[role])
            assert reply.status in (401, 404), reply
            assert b"members" not in reply.body


# Links.


def accept(caller: Caller, cast: Cast, token: str, role: str) -> Reply:
    return caller.ask("POST", f"/api/invitations/{token}", cast.cookies[role])


def recover(caller: Caller, token: str, login: str = "new name") -> Reply:
    return caller.ask("POST", f"/api/recoveries/{token}", body={"login": login, "password": PASSWORD})


@pytest.fixture
def invitation(cast: Cast) -> str:
    titles = {"crown": ("dealer",)}
    return staff_links.invite(cast.floor, PLAY, "New", by=cast.ids["owner"], titles=titles).token


@pytest.fixture
def recovery(cast: Cast) -> str:
    who, by = cast.ids["crown dealer"], cast.ids["owner"]
    return staff_links.offer_recovery(cast.floor, PLAY, who, by=by, why="lost").token


def guesses(token: str) -> list[str]:
    house, _, rest = token.partition(".")
    return [
        token[:-1],
        f"{token}A",
        f"{CLUB}.{rest}",
        f".{rest}",
        rest,
        f"{house}.",
        token.swapcase(),
        f"{house}.{'A' * 43}",
    ]


def test_a_guessed_invitation_is_worth_nothing(caller: Caller, cast: Cast, invitation: str, recovery: str):
    before = versions(cast.floor)
    for guess in (*guesses(invitation), recovery):
        assert 400 <= accept(caller, cast, guess, "account with second factor").status < 500
    for role in ("visitor", "guest", "signed out", "erased"):
        assert accept(caller, cast, invitation, role).status == 401
    assert versions(cast.floor) == before


def test_an_invitation_is_used_once_by_one_before_its_time_is_up(
    caller: Caller, cast: Cast, invitation: str, clock: Clock
):
    assert accept(caller, cast, invitation, "account with second factor").status == 200
    assert accept(caller, cast, invitation, "account with second factor").status == 409
    assert accept(caller, cast, invitation, "account").status == 409
    late = staff_links.invite(cast.floor, PLAY, "Late", by=cast.ids["owner"], titles={"crown": ("dealer",)}).token
    clock.now += 72 * HOUR
    cast.sign_in("account")
    assert accept(caller, cast, late, "account").status == 409
    assert houses.member_of(cast.floor, PLAY, cast.ids["account"]) is None


def test_a_guessed_recovery_link_is_worth_nothing(caller: Caller, cast: Cast, recovery: str, invitation: str):
    before = versions(cast.floor)
    for guess in (*guesses(recovery), invitation):
        assert 400 <= recover(caller, guess).status < 500
    assert versions(cast.floor) == before


def test_a_recovery_link_is_used_once_ends_every_session_and_lets_nobody_in_by_itself(
    caller: Caller, cast: Cast, recovery: str
):
    stolen = cast.cookies["crown dealer"]
    reply = recover(caller, recovery)
    assert (reply.status, reply.headers.get("set-cookie")) == (200, None)
    assert recover(caller, recovery, "another name").status == 409
    assert caller.ask("GET", "/api/account", stolen).status == 401
    entered = enter(caller, "new name")
    cookies = {SESSION: entered.headers["set-cookie"].partition("=")[2].partition(";")[0]}
    assert caller.ask("POST", f"/api/houses/{PLAY}/staff/commands", cookies, {}).status == 404, (
        "no title before a factor"
    )


def test_a_recovery_link_ends_after_an_hour_and_with_the_person(
    caller: Caller, cast: Cast, clock: Clock, recovery: str
):
    other = staff_links.offer_recovery(cast.floor, PLAY, cast.ids["nsw dealer"], by=cast.ids["owner"], why="lost").token
    erase(cast.floor, cast.ids["nsw dealer"], by=cast.ids["nsw dealer"], reason="asked")
    assert recover(caller, other).status == 409
    assert person_of(cast.floor, cast.ids["nsw dealer"]).erased
    clock.now += HOUR
    assert recover(caller, recovery).status == 409


def test_a_token_is_in_no_line_of_the_log(caller: Caller, cast: Cast, invitation: str, recovery: str, capsys: Any):
    for path in (f"/invitation/{invitation}", f"/recovery/{recovery}", f"/Recovery/{recovery}", f"/x/{recovery}/y"):
        caller.ask("GET", path)
    spelt = recovery.replace(".", "%2E"), f"/{recovery}", recovery.replace("play", "pl%61y")
    for path in (*(f"/recovery/{each}" for each in spelt), f"/%72ecovery/{recovery}"):
        assert caller.ask("GET", path).status == 200
    accept(caller, cast, invitation, "account")
    recover(caller, recovery)
    said = "".join(capsys.readouterr())
    assert "request" in said
    secrets = [token.partition(".")[2] for token in (invitation, recovery)]
    shown = [line for line in said.splitlines() if any(secret in line for secret in secrets)]
    assert [line for line in shown if "status=404" not in line] == [], "but for a path that never led anywhere"


# Houses.


def test_whoever_gives_up_the_second_factor_gives_up_the_house_in_the_sessions_that_they_have(
    caller: Caller, cast: Cast
):
    paths = {"owner": f"/api/houses/{PLAY}", "crown dealer": f"/api/houses/{PLAY}/staff"}
    for role, path in paths.items():
        assert caller.ask("GET", path, cast.cookies[role]).status == 200
        cast.floor.send(stream_of(cast.ids[role]), RemoveSecondFactor(by=cast.ids[role]))
        assert caller.ask("GET", path, cast.cookies[role]).problem["code"] == "second-factor"
        page = caller.ask("GET", f"/house/{PLAY}", cast.cookies[role], accept="text/html")
        assert page.headers["location"] == f"/account?to=/house/{PLAY}", "where it is set up again"


def test_a_house_has_no_power_over_other_houses_people(caller: Caller, cast: Cast):
    """Neither a recovery link nor a proposal about them; and `club` has none over those who belong to no house."""
    owner, cookies = cast.ids["owner of another house"], cast.cookies["owner of another house"]
    before = versions(cast.floor)
    for role in ("account", "owner", "crown dealer", "disabled"):
        person = cast.ids[role]
        body: dict[str, Any] = {"person": person, "why": "x"}
        assert caller.ask("POST", f"/api/houses/{CLUB}/recoveries", cookies, body).status == 409
        for act in ("erase_somebody", "give_money"):
            wanted = {"command": "propose", "id": "p", "act": {"command": act, "cents": 100, **body}}
            reply = caller.ask("POST", f"/api/houses/{CLUB}/commands", cookies, {"command": wanted})
            assert reply.status in (400, 409), reply
        erasing = EraseSomebody(by=owner, why="x", person=person)
        for proposal in (erasing, GiveMoney(by=owner, why="x", person=person, cents=1)):
            with pytest.raises(InputError, match="does not belong to this house alone"):
                approvals.propose(cast.floor, CLUB, proposal)
    assert versions(cast.floor) == before


def opened_table(cast: Cast) -> str:
    opening = c.OpenTable(book="crown", dealing="shoe", by="dealer", dealt=DealingMode.DEALER, positions=2)
    stream = house_tables.open_table(cast.floor, PLAY, cast.ids["crown dealer"], opening, command_id="opens")
    return stream.removeprefix("table:")


def command(caller: Caller, cast: Cast, role: str, house: str, table: str, **words: Any) -> Reply:
    path = f"/api/houses/{house}/tables/{table}/commands"
    return caller.ask("POST", path, cast.cookies[role], {"command": words})


def test_a_table_of_another_house_is_as_if_it_were_not(caller: Caller, cast: Cast):
    table, before = opened_table(cast), versions(cast.floor)
    replies = [
        command(caller, cast, "dealer of another house", CLUB, each, command="go_off_duty", by="dealer")
        for each in (table, "0" * 32)
    ]
    assert replies[0].status == 409
    assert replies[0].body == replies[1].body
    assert versions(cast.floor)[f"table:{table}"] == before.get(f"table:{table}", 1)


def test_whoever_is_disabled_in_the_middle_of_a_command_does_not_come_on_duty(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    """The title is checked, then taken away, then the command arrives, and its own commit looks again."""
    table, dealer = opened_table(cast), cast.ids["crown dealer"]
    house_tables.act_at_table(cast.floor, PLAY, table, dealer, c.GoOffDuty(by="dealer"))
    send, done = cast.floor.send, []

    def late(stream: str, command: Any, **options: Any) -> Any:
        if isinstance(command, c.ComeOnDuty) and not done:
            done.append(True)
            disabling = m.DisableMember(by=cast.ids["owner"], why="left", person=dealer)
            house_acts.change_house(cast.floor, PLAY, disabling)
        return send(stream, command, **options)

    monkeypatch.setattr(cast.floor, "send", late)
    for _ in range(2):
        with pytest.raises(InputError, match="title"):
            house_tables.act_at_table(cast.floor, PLAY, table, dealer, c.ComeOnDuty(by="dealer"))
        assert done
        assert cast.floor.table(f"table:{table}").on_duty == ()


def test_nobody_uses_up_the_id_of_somebody_elses_command(cast: Cast):
    """Whoever guesses the id of a command of the clock or of a colleague would keep it from being carried out."""
    table, dealer = opened_table(cast), cast.ids["crown dealer"]
    house_tables.act_at_table(cast.floor, PLAY, table, dealer, c.GoOffDuty(by="dealer"), "the clock's own id")
    cast.floor.send(f"table:{table}", c.ComeOnDuty(by="dealer", person=dealer), command_id="the clock's own id")
    assert cast.floor.table(f"table:{table}").on_duty == ((dealer, "dealer"),)


def test_a_session_that_begins_while_its_person_is_erased_is_not_kept(
    caller: Caller, cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    person, send = cast.ids["account"], cast.floor.send

    def late(stream: str, command: Any, **options: Any) -> Any:
        answer = send(stream, command, **options)
        if type(command).__name__ == "SignIn":
            monkeypatch.undo()
            erase(cast.floor, person, by=person, reason="asked")
        return answer

    monkeypatch.setattr(cast.floor, "send", late)
    cast.sign_in("account")
    assert caller.ask("GET", "/api/account", cast.cookies["account"]).status == 401
    assert signin.sessions_of(cast.floor, person) == []


def test_with_a_new_vault_an_old_cookie_of_a_guest_is_still_worth_nothing(app: Litestar, caller: Caller, cast: Cast):
    """Whoever lost the vault has lost the ways to sign in, and does not open a way round them."""
    signer = cast.people.guests._signer
    cookie = {"mstud_guest": str(signer.dumps(cast.ids["account"]))}
    cast.floor.vault.destroy(cast.ids["account"])
    assert not cast.floor.vault.known(cast.ids["account"])
    assert json.loads(caller.ask("GET", "/api/rounds", cookie).body) == []
    assert past_guests(cast.floor, (cast.ids["account"],)) == {cast.ids["account"]}
