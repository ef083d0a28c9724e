"""Accounts through the API: nothing is lost by becoming one, and nobody gets in who should not."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pyotp
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from mississippi_stud.floor import Floor
from mississippi_stud.floor.persons import person_of
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.guests import COOKIE as GUEST
from mississippi_stud.web.live_view import RECOGNISED_EARLY_MICROSECONDS, RECOGNISED_MICROSECONDS
from mississippi_stud.web.people import COOKIE
from tests.floor.clock import Clock
from tests.floor.drive import play as floor_play
from tests.passwords import cheap_passwords
from tests.web.child import FREELY, SECRET
from tests.web.conftest import Site, serve
from tests.web.play import play

MINUTE = 60_000_000
Ending = Callable[[httpx.Client, str], None]
PASSWORD = "a quiet river at night"


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def place(clock: Clock) -> Iterator[Site]:
    """A site whose clock is set by hand."""
    with cheap_passwords():
        floor = Floor.in_memory(clock)
        url, stop = serve(create_app(floor, SECRET, FREELY))
        yield Site(url, floor)
        stop()


@pytest.fixture
def http(place: Site) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=place.url) as opened:
        yield opened


def ask(http: httpx.Client, path: str, **body: object) -> httpx.Response:
    return http.post(f"/api/account{path}", json=body)


def opened(http: httpx.Client, login: str, password: str = PASSWORD) -> None:
    assert ask(http, "", login=login, password=password).status_code == 201


def entered(http: httpx.Client, login: str, password: str = PASSWORD, code: str = "") -> httpx.Response:
    return ask(http, "/sign-in", login=login, password=password, code=code)


def other(place: Site, **cookies: str) -> httpx.Client:
    """Another browser."""
    return httpx.Client(base_url=place.url, cookies=cookies)


def own_table(http: httpx.Client) -> int:
    return http.post("/api/tables", json={}).status_code


def test_a_guest_keeps_id_balance_and_history_and_the_old_cookie_is_worth_nothing(place: Site, http: httpx.Client):
    guest = Client(http)
    play(guest, "1 ante 5; deal; 1 fold")
    table, name, balance = guest.table.id, guest.table.view.seats[0].player, guest.table.balance_cents
    stolen = http.cookies[GUEST]
    opened(http, "ann")
    assert GUEST not in http.cookies
    assert len(http.cookies[COOKIE]) == 43
    seen = http.get(f"/api/tables/{table}").json()
    assert (seen["view"]["seats"][0]["player"], seen["balance_cents"]) == (name, balance)
    assert [line["number"] for line in http.get("/api/rounds").json()] == [1]
    with other(place, **{GUEST: stolen}) as thief:
        assert thief.get(f"/api/tables/{table}").status_code == 404
        assert thief.get("/api/rounds").json() == []
        assert thief.get("/api/account").status_code == 401
        fresh = thief.post("/api/tables", json={}).json()
        assert fresh["id"] != table
    with other(place) as device:
        assert entered(device, "ann").status_code == 200
        assert device.get(f"/api/tables/{table}").json()["balance_cents"] == balance


def test_whoever_never_had_a_table_makes_an_account_too(http: httpx.Client):
    opened(http, "newcomer")
    assert own_table(http) == 201
    assert GUEST not in http.cookies
    assert ask(http, "", login="twice", password=PASSWORD).json()["code"] == "signed-in"


def test_a_taken_name_leaves_the_guest_a_guest(place: Site, http: httpx.Client):
    with other(place) as first:
        opened(first, "taken")
    guest = Client(http)
    answer = ask(http, "", login="TAKEN", password=PASSWORD)
    assert (answer.status_code, "set-cookie" in answer.headers) == (409, False)
    assert answer.json()["detail"] == "that name is taken: choose another"
    assert guest.table.id == http.post("/api/tables", json={}).json()["id"]


def test_of_two_requests_that_make_an_account_of_one_guest_one_does(place: Site, http: httpx.Client):
    """Whoever comes too late is told so, or is a stranger by then and has an account of their own."""
    guest = Client(http).table.view.seats[0].player

    def make(login: str) -> str:
        with other(place, **{GUEST: http.cookies[GUEST]}) as tab:
            if ask(tab, "", login=login, password=PASSWORD).status_code != 201:
                return ""
            return tab.get("/api/account/data.json").json()["person"]

    with ThreadPoolExecutor(4) as tabs:
        made = list(tabs.map(make, [f"twin {number}" for number in range(4)]))
    assert made.count(guest) == 1


def test_one_answer_for_every_failure(place: Site, http: httpx.Client, clock: Clock):
    opened(http, "careful")
    new = ask(http, "/second-factor/new").json()
    totp = pyotp.TOTP(new["secret"])
    code = totp.at(clock.now // 1_000_000)
    assert ask(http, "/second-factor", ticket=new["ticket"], code=code).status_code == 200
    tries = [
        ("nobody", PASSWORD, ""),  # no such name
        ("careful", "wrong", ""),  # a wrong password
        ("careful", PASSWORD, ""),  # no code
        ("careful", PASSWORD, code),  # a used code; from here on the name is locked
        ("careful", PASSWORD, totp.at(clock.now // 1_000_000 + 30)),
        ("x" * 200, "y" * 200, "z" * 200),
        ("", "", ""),
    ]
    with other(place) as stuffing:
        answers = [entered(stuffing, *each) for each in tries]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.text for answer in answers} == {answers[0].text}
    assert answers[0].json()["code"] == "sign-in-failed"
    without_date = {tuple(sorted((k, v) for k, v in answer.headers.items() if k != "date")) for answer in answers}
    assert len(without_date) == 1
    assert http.get("/api/account").status_code == 200  # the owner, inside, is not kept out


def test_a_session_is_never_the_one_that_was_brought_along(place: Site, http: httpx.Client):
    opened(http, "fixed")
    first = http.cookies[COOKIE]
    with other(place, **{COOKIE: "a" * 43}) as victim:
        assert entered(victim, "fixed").status_code == 200
        (token,) = [cookie.value for cookie in victim.cookies.jar if cookie.name == COOKIE and cookie.value != "a" * 43]
        assert token not in (first, "a" * 43)
    with other(place, **{COOKIE: "a" * 43}) as attacker:
        assert attacker.get("/api/account").status_code == 401
    entered(http, "fixed")
    with other(place, **{COOKIE: first}) as before:  # signing in anew has ended it
        assert before.get("/api/account").status_code == 401


def test_a_cookie_from_before_signing_out_is_worth_nothing_and_a_stranger_is_left(place: Site, http: httpx.Client):
    guest = Client(http)
    opened(http, "leaver")
    token, table = http.cookies[COOKIE], guest.table.id
    ask(http, "/sign-out")
    assert dict(http.cookies) == {}
    assert http.get(f"/api/tables/{table}").status_code == 404
    with other(place, **{COOKIE: token}) as replay:
        assert replay.get(f"/api/tables/{table}").status_code == 401
        assert replay.get("/api/account").status_code == 401
        answer = replay.post("/api/tables", json={})  # not made a guest behind their back
        assert (answer.status_code, answer.json()["code"]) == (401, "idle")
    fresh = http.post("/api/tables", json={}).json()
    assert fresh["id"] != table


def test_a_guest_who_signs_in_to_another_account_is_told_and_is_the_guest_again_afterwards(
    place: Site, http: httpx.Client
):
    """Nothing of the guest's is lost or moved: not in either tab, not by signing in twice, not by every way out."""
    with other(place) as first:
        opened(first, "owner of an account")
    assert 'id="guest"' not in http.get("/sign-in").text
    guest = Client(http)
    play(guest, "1 ante 5; deal; 1 fold")
    table, balance = guest.table.id, guest.table.balance_cents
    assert 'id="guest"' in http.get("/sign-in").text
    ways = (("POST", "/sign-out"), ("DELETE", "/sessions"))
    for method, path in ways:
        for _ in range(2):  # another tab signs in too
            assert entered(http, "owner of an account").status_code == 200
        assert http.get(f"/api/tables/{table}").status_code == 404, "the account's own things, and no others"
        assert http.get("/api/rounds").json() == []
        assert http.request(method, f"/api/account{path}").status_code == 200
        assert set(http.cookies) == {GUEST}
        assert http.get(f"/api/tables/{table}").json()["balance_cents"] == balance
        assert [line["number"] for line in http.get("/api/rounds").json()] == [1]
    opened(http, "the guest's own")
    assert http.get(f"/api/tables/{table}").json()["balance_cents"] == balance
    ask(http, "/sign-out")
    assert dict(http.cookies) == {}, "and from then on signing out leaves a stranger"


def test_cookies_are_closed_to_scripts_and_to_other_sites(http: httpx.Client):
    answer = ask(http, "", login="cookies", password=PASSWORD)
    session = next(each for each in answer.headers.get_list("set-cookie") if each.startswith(COOKIE))
    assert "HttpOnly" in session
    assert "SameSite=strict" in session
    assert "Max-Age" not in session


def test_idle_for_thirty_minutes_asks_again_and_what_one_does_counts(http: httpx.Client, clock: Clock):
    opened(http, "idle")
    clock.now += 30 * MINUTE - 1
    assert http.get("/api/account").status_code == 200
    clock.now += 30 * MINUTE - 1
    assert http.get("/api/account").status_code == 200
    clock.now += 30 * MINUTE
    assert http.get("/api/account").status_code == 401
    assert own_table(http) == 401
    page = http.get("/account", headers={"accept": "text/html"})
    assert (page.status_code, page.headers["location"]) == (302, "/sign-in?to=/account")


def test_it_is_noted_at_most_once_a_minute_that_somebody_was_seen(http: httpx.Client, clock: Clock):
    opened(http, "seen")

    def seen() -> int:
        (session,) = http.get("/api/account").json()["sessions"]
        return session["seen_at"]

    at = seen()
    clock.now += MINUTE - 1
    assert (seen(), seen()) == (at, at)
    clock.now += 1
    assert seen() == at + MINUTE


def test_a_live_view_ends_with_the_session_and_does_not_keep_it_alive(place: Site, http: httpx.Client, clock: Clock):
    Client(http)
    opened(http, "viewer")
    url = place.url.replace("http", "ws") + "/api/live"
    with connect(url, additional_headers={"Cookie": f"{COOKIE}={http.cookies[COOKIE]}"}) as socket:
        for _ in range(2):
            clock.now += 15 * MINUTE - 1
            socket.send('{"do":"ping"}')
            assert '"pong"' in str(socket.recv())
        clock.now += 2
        socket.send('{"do":"ping"}')
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401


@contextmanager
def watching(place: Site, http: httpx.Client, table: str) -> Iterator[ClientConnection]:
    """A socket that shows a table to whoever has these cookies, and never asks whether the server is there."""
    cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    with connect(place.url.replace("http", "ws") + "/api/live", additional_headers={"Cookie": cookies}) as socket:
        socket.send(json.dumps({"do": "subscribe", "topics": {f"table:{table}": ""}}))
        assert '"view"' in str(socket.recv())
        yield socket


def is_closed(socket: ClientConnection) -> bool:
    """Whether the server asks to sign in again, after whatever it has still sent."""
    try:
        while True:
            socket.recv(timeout=10)
    except ConnectionClosed as closed:
        return closed.rcvd is not None and closed.rcvd.code == 4401


def send(socket: ClientConnection, table: str, command_id: str, **command: object) -> None:
    socket.send(json.dumps({"do": "command", "id": command_id, "topic": f"table:{table}", "command": command}))


def leave_by_hand(http: httpx.Client, _: str) -> None:
    assert ask(http, "/sign-out").status_code == 200


def end_everywhere(http: httpx.Client, _: str) -> None:
    assert http.delete("/api/account/sessions").status_code == 200


def change_password(http: httpx.Client, login: str) -> None:
    changed = ask(http, "/password", login=login, password=PASSWORD + "!", before=PASSWORD)
    assert changed.status_code == 200


ENDINGS = (leave_by_hand, end_everywhere, change_password)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_socket_from_before_a_session_ended_carries_out_nothing(place: Site, http: httpx.Client, ending: Ending):
    """Whoever stole a session and keeps a socket open, without ever asking, does not play on with it."""
    login = f"socket {ending.__name__}"
    opened(http, login)
    table = http.post("/api/tables", json={"book": "online"}).json()["id"]
    with watching(place, http, table) as socket:
        ending(http, login)
        send(socket, table, "by-the-thief", command="stand", position=1)
        assert is_closed(socket)
    assert 1 in place.floor.table(f"table:{table}").seats


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_socket_from_before_a_session_ended_shows_nothing(
    place: Site, http: httpx.Client, clock: Clock, ending: Ending
):
    login = f"view {ending.__name__}"
    opened(http, login)
    table = http.post("/api/tables", json={"book": "online"}).json()["id"]
    with watching(place, http, table) as shown, watching(place, http, table) as subscribed:
        ending(http, login)
        subscribed.send(json.dumps({"do": "subscribe", "topics": {"person": ""}}))
        assert is_closed(subscribed)
        clock.now += RECOGNISED_MICROSECONDS
        floor_play(place.floor, f"table:{table}", "1 ante 5; deal; 1 fold")
        with pytest.raises(ConnectionClosed):
            shown.recv(timeout=10)


def test_a_session_that_has_ended_is_found_out_while_a_view_is_shown(place: Site, http: httpx.Client, clock: Clock):
    """Nobody waits for that as long as it was found out within five seconds."""
    opened(http, "found out early")
    table = http.post("/api/tables", json={"book": "online"}).json()["id"]
    with watching(place, http, table) as socket:
        leave_by_hand(http, "found out early")
        clock.now += RECOGNISED_EARLY_MICROSECONDS + 1
        floor_play(place.floor, f"table:{table}", "1 ante 5; deal; 1 fold")
        shown: list[str | bytes] = []
        with pytest.raises(ConnectionClosed):
            shown.extend(iter(lambda: socket.recv(timeout=10), ""))
        assert shown


def test_a_guests_socket_ends_when_the_guest_becomes_an_account(place: Site, http: httpx.Client):
    table = Client(http).table.id
    with watching(place, http, table) as socket:
        opened(http, "once a guest")
        socket.send(json.dumps({"do": "subscribe", "topics": {"person": ""}}))
        assert is_closed(socket)


def test_what_is_done_by_the_socket_keeps_a_session_alive(place: Site, http: httpx.Client, clock: Clock):
    opened(http, "by the socket")
    table = http.post("/api/tables", json={"book": "online"}).json()["id"]
    with watching(place, http, table) as socket:
        for number in range(3):
            clock.now += 20 * MINUTE
            send(
                socket, table, f"by-the-socket-{number}", command="commit_seed", position=1, seed_hash=f"{number:064x}"
            )
            assert any('"accepted"' in str(socket.recv(timeout=10)) for _ in range(3))
    assert http.get("/api/account").status_code == 200


def test_sessions_are_listed_and_ended_by_their_owner(place: Site, http: httpx.Client):
    opened(http, "owner")
    with other(place) as phone, other(place) as thief:
        phone.headers["user-agent"] = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"
        entered(phone, "owner")
        opened(thief, "thief")
        lines = {line["device"]: line for line in http.get("/api/account").json()["sessions"]}
        assert lines[""]["this"]
        id = lines["Chrome, Android"]["id"]  # noqa: A001
        assert thief.delete(f"/api/account/sessions/{id}").status_code == 200
        assert phone.get("/api/account").status_code == 200
        assert len(http.delete(f"/api/account/sessions/{id}").json()["sessions"]) == 1
        assert phone.get("/api/account").status_code == 401
        entered(phone, "owner")
        assert http.delete("/api/account/sessions").status_code == 200
        assert phone.get("/api/account").status_code == 401
        assert http.get("/api/account").status_code == 401


def test_a_new_password_needs_the_old_one_and_ends_every_session(place: Site, http: httpx.Client):
    opened(http, "changer")
    with other(place) as elsewhere:
        entered(elsewhere, "changer")
        wrong = ask(http, "/password", login="changer", before="wrong", password="a new sentence")
        assert (wrong.status_code, wrong.json()["code"]) == (401, "sign-in-failed")
        assert elsewhere.get("/api/account").status_code == 200
        before = http.cookies[COOKIE]
        assert ask(http, "/password", login="changer", before=PASSWORD, password="a new sentence").status_code == 200
        assert http.cookies[COOKIE] != before
        assert elsewhere.get("/api/account").status_code == 401
        assert entered(elsewhere, "changer").status_code == 401
        assert entered(elsewhere, "changer", "a new sentence").status_code == 200


def test_a_session_of_long_ago_is_not_enough_to_change_what_one_signs_in_with(http: httpx.Client, clock: Clock):
    opened(http, "settled")
    clock.now += 15 * MINUTE
    for path, body in (
        ("/password", {"login": "settled", "before": PASSWORD, "password": "a new sentence"}),
        ("/second-factor/new", {}),
        ("/erase", {"word": "erase"}),
    ):
        answer = ask(http, path, **body)
        assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-again")
    entered(http, "settled")
    assert ask(http, "/second-factor/new").status_code == 200


def test_setting_up_a_second_factor_renews_the_session_and_only_codes_undo_it(http: httpx.Client, clock: Clock):
    opened(http, "factor")
    new = ask(http, "/second-factor/new").json()
    assert new["picture"].startswith("data:image/svg+xml")
    wrong = ask(http, "/second-factor", ticket=new["ticket"], code="000000x")
    assert wrong.json()["detail"] == "the code is not right: enter the one that the app shows now"
    before, totp = http.cookies[COOKIE], pyotp.TOTP(new["secret"])
    codes = ask(http, "/second-factor", ticket=new["ticket"], code=totp.at(clock.now // 1_000_000)).json()["codes"]
    assert len(codes) == 10
    assert http.cookies[COOKIE] != before
    account = http.get("/api/account").json()
    assert (account["second_factor"], account["recovery_codes"]) == (True, 10)
    assert account["sessions"][0]["second_factor"]
    assert ask(http, "/second-factor/remove", code="123456x").status_code == 401
    assert not ask(http, "/second-factor/remove", code=codes[3]).json()["second_factor"]


def test_a_session_without_the_second_factor_that_was_set_since_changes_nothing(
    place: Site, http: httpx.Client, clock: Clock
):
    """Whoever got in by the password alone, just before, neither takes the account over nor erases it."""
    opened(http, "factored since")
    with other(place) as thief:
        assert entered(thief, "factored since").status_code == 200
        new = ask(http, "/second-factor/new").json()
        code = pyotp.TOTP(new["secret"]).at(clock.now // 1_000_000)
        assert ask(http, "/second-factor", ticket=new["ticket"], code=code).status_code == 200
        tries = (
            ask(thief, "/password", login="mine now", password=PASSWORD, before=PASSWORD),
            ask(thief, "/second-factor/new"),
            ask(thief, "/erase", word="erase"),
        )
        assert {answer.json()["code"] for answer in tries} == {"sign-in-again"}


def test_a_ticket_of_somebody_else_sets_up_nothing(place: Site, http: httpx.Client, clock: Clock):
    opened(http, "victim")
    with other(place) as attacker:
        opened(attacker, "attacker")
        new = ask(attacker, "/second-factor/new").json()
    code = pyotp.TOTP(new["secret"]).at(clock.now // 1_000_000)
    assert ask(http, "/second-factor", ticket=new["ticket"], code=code).status_code == 409
    assert not http.get("/api/account").json()["second_factor"]


def test_passkeys_are_not_offered_at_an_address(http: httpx.Client):
    assert ask(http, "/sign-in/passkey/options").json()["code"] == "passkey-address"


@pytest.mark.parametrize("credential", [{}, {"id": "x"}, {"id": 1, "response": {"clientDataJSON": "e30"}}])
def test_a_passkey_that_is_nonsense_is_a_failure_like_any_other(place: Site, credential: dict):
    url = place.url.replace("127.0.0.1", "localhost")
    with httpx.Client(base_url=url) as named:
        assert ask(named, "/sign-in/passkey/options").json()["rpId"] == "localhost"
        answer = ask(named, "/sign-in/passkey", credential=credential)
        assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-failed")
        made = ask(named, "/passkeys", credential=credential)
        assert made.json()["detail"] == "the passkey could not be checked: try again"


def test_preferences_are_kept_with_the_account_and_the_last_to_choose_wins(place: Site, http: httpx.Client):
    opened(http, "chooser")
    ask(http, "/preferences", sound="true", felt='"blue"')
    http.get("/language/fr")
    with other(place) as device:
        answer = entered(device, "chooser")
        assert device.cookies["mstud_lang"] == "fr"
        assert ask(device, "/preferences", felt='"red"').json() == {
            "sound": "true",
            "felt": '"red"',
            "language": "fr",
        }
        page = device.get("/settings").text
    assert answer.status_code == 200
    assert 'data-preferences=\'{"felt": "\\"red\\"", "language": "fr", "sound": "true"}\'' in page
    assert "data-preferences" not in httpx.get(f"{place.url}/settings").text
    assert ask(http, "/preferences", sound="x" * 201).status_code == 409


def test_personal_data_is_read_by_its_owner_and_downloaded(http: httpx.Client):
    opened(http, "known")
    told = {"name": "Ann Example", "address": "1 High Street", "email": "ann@example.org", "born": "1990-12-31"}
    assert ask(http, "/personal-data", **told).json()["personal"] == told
    assert ask(http, "/personal-data", born="1990-02-31").json()["code"] == "no-date"
    answer = http.get("/api/account/data.json")
    assert answer.headers["content-disposition"] == 'attachment; filename="mississippi-stud-account.json"'
    assert answer.json()["account"]["personal"] == told


def test_erasing_needs_the_word_and_leaves_a_stranger(place: Site, http: httpx.Client):
    guest = Client(http)
    opened(http, "erased")
    name, token = guest.table.view.seats[0].player, http.cookies[COOKIE]
    assert ask(http, "/erase", word="yes").json()["detail"] == "Nothing was erased: type the word erase exactly."
    assert not person_of(place.floor, name).erased
    assert ask(http, "/erase", word=" Erase ").status_code == 200
    assert person_of(place.floor, name).erased
    assert dict(http.cookies) == {}
    with other(place, **{COOKIE: token}) as before:
        assert before.get("/api/account").status_code == 401
    assert entered(http, "erased").status_code == 401
    opened(http, "erased")  # the name is free again
    assert own_table(http) == 201
