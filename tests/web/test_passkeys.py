"""Passkeys through the API, with an authenticator in software that lies, is copied, and repeats itself."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.floor import Floor
from mississippi_stud.floor.persons import person_of
from mississippi_stud.web.app import create_app
from mississippi_stud.web.guests import COOKIE as GUEST
from mississippi_stud.web.people import COOKIE
from tests.floor.clock import Clock
from tests.web.authenticator import PRESENT, Authenticator, text
from tests.web.child import FREELY, SECRET
from tests.web.conftest import Site, serve

MINUTE = 60_000_000


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def place(clock: Clock) -> Iterator[Site]:
    floor = Floor.in_memory(clock)
    url, stop = serve(create_app(floor, SECRET, FREELY))
    yield Site(url.replace("127.0.0.1", "localhost"), floor)
    stop()


@pytest.fixture
def http(place: Site) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=place.url) as opened:
        yield opened


def ask(http: httpx.Client, path: str, **body: object) -> httpx.Response:
    return http.post(f"/api/account{path}", json=body)


def added(http: httpx.Client, passkey: Authenticator) -> httpx.Response:
    return ask(http, "/passkeys", credential=passkey.make(ask(http, "/passkeys/options").json()), label="key")


def wanted(http: httpx.Client) -> Any:
    return ask(http, "/sign-in/passkey/options").json()


def entered(http: httpx.Client, passkey: Authenticator) -> int:
    return ask(http, "/sign-in/passkey", credential=passkey.sign(wanted(http))).status_code


def test_a_guest_becomes_an_account_by_a_passkey_alone(http: httpx.Client, place: Site):
    table = http.post("/api/tables", json={}).json()["id"]
    stolen, passkey = http.cookies[GUEST], Authenticator(place.url)
    options = ask(http, "/passkeys/options").json()
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    assert added(http, passkey).status_code == 201
    account = http.get("/api/account").json()
    assert (account["login"], [each["label"] for each in account["passkeys"]]) == ("", ["key"])
    assert account["sessions"][0]["second_factor"]
    assert http.get(f"/api/tables/{table}").status_code == 200
    with httpx.Client(base_url=place.url, cookies={GUEST: stolen}) as thief:
        assert thief.get(f"/api/tables/{table}").status_code == 404
    with httpx.Client(base_url=place.url) as other:
        assert entered(other, passkey) == 200
        assert other.get(f"/api/tables/{table}").status_code == 200
    (id,) = (each["id"] for each in account["passkeys"])  # noqa: A001
    removed = http.delete(f"/api/account/passkeys/{id}")
    assert removed.json()["detail"].startswith("this is the only way to sign in")


def test_signing_in_with_a_passkey_ends_the_session_before_and_takes_none_that_was_brought_along(
    http: httpx.Client, place: Site
):
    passkey = Authenticator(place.url)
    added(http, passkey)
    before, planted = http.cookies[COOKIE], "a" * 43
    assert entered(http, passkey) == 200
    assert http.cookies[COOKIE] != before
    with httpx.Client(base_url=place.url, cookies={COOKIE: planted}) as victim:
        assert entered(victim, passkey) == 200
    for token in (before, planted):
        with httpx.Client(base_url=place.url, cookies={COOKIE: token}) as thief:
            assert thief.get("/api/account").status_code == 401


def test_a_guest_who_only_looks_at_signing_in_stays_a_guest(http: httpx.Client):
    table = http.post("/api/tables", json={}).json()["id"]
    ask(http, "/sign-out")
    assert http.get(f"/api/tables/{table}").status_code == 200


def test_a_copy_is_refused_and_reported_and_neither_is_accepted_any_more(http: httpx.Client, place: Site):
    passkey = Authenticator(place.url)
    added(http, passkey)
    copy = passkey.copied()
    with httpx.Client(base_url=place.url) as other:
        assert (entered(other, passkey), entered(other, passkey)) == (200, 200)
        assert entered(other, copy) == 401
        assert entered(other, passkey) == 401
    account = http.get("/api/account").json()  # whoever is inside stays inside
    assert account["passkeys"][0]["cloned"]


def test_a_passkey_that_does_not_count_is_accepted_until_it_has_counted(http: httpx.Client, place: Site):
    passkey = Authenticator(place.url)
    added(http, passkey)
    with httpx.Client(base_url=place.url) as other:
        for counter, answer in ((-1, 200), (-1, 200), (6, 200), (-1, 401)):
            passkey.counter = counter
            assert entered(other, passkey) == answer


def test_what_was_signed_once_is_worth_nothing_again_nor_after_ten_minutes(
    http: httpx.Client, place: Site, clock: Clock
):
    passkey = Authenticator(place.url)
    added(http, passkey)
    signed = passkey.sign(wanted(http))
    assert ask(http, "/sign-in/passkey", credential=signed).status_code == 200
    assert ask(http, "/sign-in/passkey", credential=signed).status_code == 401
    options = wanted(http)
    clock.now += 10 * MINUTE
    assert ask(http, "/sign-in/passkey", credential=passkey.sign(options)).status_code == 401
    assert entered(http, passkey) == 200


def test_a_challenge_for_one_thing_is_not_one_for_another(http: httpx.Client, place: Site):
    passkey = Authenticator(place.url)
    added(http, passkey)
    options = ask(http, "/passkeys/options").json()
    assert ask(http, "/sign-in/passkey", credential=passkey.sign(options)).status_code == 401
    another = Authenticator(place.url)
    assert ask(http, "/passkeys", credential=another.make(wanted(http)), label="x").status_code == 409


def test_nobody_adds_a_passkey_to_somebody_elses_account(http: httpx.Client, place: Site):
    added(http, Authenticator(place.url))
    options = ask(http, "/passkeys/options").json()
    with httpx.Client(base_url=place.url) as attacker, httpx.Client(base_url=place.url) as stranger:
        assert added(attacker, Authenticator(place.url)).status_code == 201
        for other in (attacker, stranger):
            credential = Authenticator(place.url).make(options)
            assert ask(other, "/passkeys", credential=credential, label="mine").status_code == 409
    assert len(http.get("/api/account").json()["passkeys"]) == 1


@pytest.mark.parametrize("lie", ["flags", "origin", "name", "key", "id"])
def test_what_is_wrong_about_a_passkey_is_a_failure_like_any_other(http: httpx.Client, place: Site, lie: str):
    passkey = Authenticator(place.url)
    added(http, passkey)
    other = Authenticator("https://elsewhere.example")
    setattr(passkey, lie, PRESENT if lie == "flags" else getattr(other, lie))
    with httpx.Client(base_url=place.url) as fresh:
        answer = ask(fresh, "/sign-in/passkey", credential=passkey.sign(wanted(fresh)))
        assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-failed")
        assert COOKIE not in fresh.cookies
        if lie != "key" and lie != "id":  # those are as good as any for a new account
            assert added(fresh, passkey).status_code == 409


def test_junk_is_a_failure_and_never_a_fault(http: httpx.Client, place: Site):
    passkey = Authenticator(place.url)
    added(http, passkey)

    @given(
        part=st.sampled_from(["clientDataJSON", "authenticatorData", "signature"]),
        junk=st.one_of(st.text(max_size=40), st.binary(max_size=80).map(text), st.integers(), st.none()),
    )
    @settings(max_examples=60, deadline=None, database=None)
    def attack(part: str, junk: object) -> None:
        signed = passkey.sign(wanted(http))
        signed["response"][part] = junk
        assert ask(http, "/sign-in/passkey", credential=signed).status_code == 401

    attack()


def test_an_erased_persons_passkey_opens_nothing(http: httpx.Client, place: Site):
    passkey = Authenticator(place.url)
    added(http, passkey)
    person = http.get("/api/account/data.json").json()["person"]
    assert ask(http, "/erase", word="erase").status_code == 200
    assert person_of(place.floor, person).erased
    assert entered(http, passkey) == 401
