"""Signing in: passwords, codes, sessions and locks, on a floor whose clock is set by hand."""

import multiprocessing
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pyotp
import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, Floor, SignInMethod
from mississippi_stud.floor import second_factor as sf
from mississippi_stud.floor import signin as s
from mississippi_stud.floor.persons import erase, person_of
from mississippi_stud.floor.tickets import issue, read, redeem
from mississippi_stud.person import credentials as c
from mississippi_stud.store import log, sessions, vault
from mississippi_stud.store.database import MEMORY, Database
from mississippi_stud.store.keys import Keys
from mississippi_stud.store.vault import Vault
from tests.floor.clock import Clock
from tests.floor.drive import asked_of, opened
from tests.passwords import cheap_passwords

MINUTE = 60_000_000
PASSWORD = "a quiet river at night"


@pytest.fixture(autouse=True)
def quickly(request: pytest.FixtureRequest) -> Iterator[None]:
    with nullcontext() if "full_cost" in request.fixturenames else cheap_passwords():
        yield


@pytest.fixture
def full_cost() -> None:
    """Let passwords cost what they cost."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(clock: Clock) -> Iterator[Floor]:
    with Floor.in_memory(clock) as floor:
        s.set_password(floor, "ann", "Ann@Example.org", PASSWORD)
        yield floor


def enter(floor: Floor, login: str = "ann@example.org", password: str = PASSWORD, code: str = "") -> s.Entry:
    return s.sign_in(floor, login, password, code, "Firefox, Linux")


def refused(floor: Floor, **given: str) -> None:
    with pytest.raises(s.SignInError) as caught:
        enter(floor, **given)
    assert str(caught.value) == (
        "that does not match: check the name, the password and the code, or try again in 15 minutes"
    )


def names(floor: Floor, person: str = "ann") -> list[str]:
    return [record.name for record in log.read(floor.database, f"person:{person}")]


# Passwords.


def test_a_name_is_the_same_however_it_is_written_and_a_password_is_not(floor: Floor):
    assert enter(floor, " ANN@example.ORG ").session.person == "ann"
    refused(floor, password=PASSWORD.upper())


def test_the_name_and_the_password_are_nowhere_in_the_log_or_the_vault(tmp_path: Path):
    with Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key") as floor:
        s.set_password(floor, "ann", "ann-of-the-river", PASSWORD)
        token = s.sign_in(floor, "ann-of-the-river", PASSWORD, "", "").token
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in ("ann-of-the-river", PASSWORD, "argon2", token):
        assert secret.encode() not in held


@pytest.mark.parametrize("length", [9, 201])
def test_a_password_has_ten_to_two_hundred_characters(floor: Floor, length: int):
    with pytest.raises(InputError, match="10 to 200 characters"):
        s.set_password(floor, "bob", "bob", "x" * length)
    assert person_of(floor, "bob").guest


def test_a_name_that_is_taken_changes_nothing_for_the_guest(floor: Floor):
    with pytest.raises(InputError, match="that name is taken"):
        s.set_password(floor, "guest-1", "ANN@example.org", PASSWORD)
    assert person_of(floor, "guest-1").guest
    assert not floor.vault.known("guest-1")


def test_of_two_who_make_an_account_of_one_guest_the_first_keeps_it(floor: Floor):
    """A request that has waited since before must not give the account another password."""
    s.set_password(floor, "gus", "gus", PASSWORD, first=True)
    with pytest.raises(InputError, match="meanwhile"):
        s.set_password(floor, "gus", "thief", PASSWORD + "!", first=True)
    with pytest.raises(s.SignInError):
        s.sign_in(floor, "thief", PASSWORD + "!", "", "")
    with pytest.raises(InputError, match="meanwhile"):
        s.set_password(floor, "gus", "gus", PASSWORD + "!", first=True)
    assert s.sign_in(floor, "gus", PASSWORD, "", "").session.person == "gus"
    s.set_password(floor, "tim", "thief", PASSWORD, first=True)  # the name was not used up


def test_a_new_name_frees_the_old_one(floor: Floor):
    s.set_password(floor, "ann", "annie", PASSWORD)
    refused(floor)
    assert enter(floor, "annie").session.person == "ann"
    s.set_password(floor, "bob", "ann@example.org", PASSWORD)


# Locks.


@pytest.mark.parametrize("login", ["ann@example.org", "nobody@example.org"])
def test_three_failures_lock_a_name_whether_or_not_it_is_anybodys(floor: Floor, clock: Clock, login: str):
    for _ in range(3):
        refused(floor, login=login, password="wrong password")
    if login.startswith("ann"):
        refused(floor)  # now even with the right one
        clock.now += 15 * MINUTE - 1
        refused(floor)
        clock.now += 1
        assert enter(floor).session.person == "ann"
        assert names(floor)[1:4] == ["sign_in_failed"] * 3
        locked = person_of(floor, "ann")
        assert not locked.erased
    else:
        clock.now += 15 * MINUTE
        s.set_password(floor, "new", login, PASSWORD)
        assert enter(floor, login).session.person == "new"


def test_success_forgets_the_failures_before_it(floor: Floor):
    for _ in range(4):
        refused(floor, password="wrong")
        refused(floor, password="wrong")
        enter(floor)


def test_whoever_is_signed_in_is_not_kept_out_by_a_lock_and_a_recovery_ends_it(floor: Floor):
    inside = enter(floor)
    for _ in range(3):
        refused(floor, password="wrong")
    assert s.session_of(floor, inside.token)
    s.recover(floor, "ann", "ann@example.org", "another sentence", by="bob")
    assert s.session_of(floor, inside.token) is None
    assert enter(floor, password="another sentence")


def test_an_unknown_name_costs_as_much_work_as_a_known_one(full_cost: None, floor: Floor, monkeypatch):
    work = []
    monkeypatch.setattr(PasswordHasher, "verify", lambda self, hashed, given: bool(work.append(hashed)))
    for login in ("ann@example.org", "nobody", *["ann@example.org"] * 3):  # locked in the end
        refused(floor, login=login, password="wrong")
    assert [hashed.rsplit("$", 2)[0] for hashed in work] == ["$argon2id$v=19$m=65536,t=3,p=4"] * 5


# The second factor.


def with_factor(floor: Floor, clock: Clock) -> tuple[pyotp.TOTP, tuple[str, ...]]:
    secret = sf.new_totp_secret()
    totp = pyotp.TOTP(secret)
    codes = sf.set_second_factor(floor, "ann", secret, totp.at(clock.now // 1_000_000))
    clock.now += MINUTE
    return totp, codes


def shown(totp: pyotp.TOTP, clock: Clock, seconds: int = 0) -> str:
    return totp.at(clock.now // 1_000_000 + seconds)


def test_a_code_is_accepted_once_and_no_earlier_one_after_it(floor: Floor, clock: Clock):
    totp, _ = with_factor(floor, clock)
    refused(floor)
    now, before = shown(totp, clock), shown(totp, clock, -30)
    assert enter(floor, code=f"{now[:3]} {now[3:]}").session.second_factor
    refused(floor, code=now)
    refused(floor, code=before)
    assert enter(floor, code=shown(totp, clock, 30))


@pytest.mark.parametrize("seconds", [-60, 60])
def test_a_code_of_another_minute_is_not_accepted(floor: Floor, clock: Clock, seconds: int):
    totp, _ = with_factor(floor, clock)
    refused(floor, code=shown(totp, clock, seconds))


def test_a_used_code_does_not_come_back_when_the_clock_is_set_back(floor: Floor, clock: Clock):
    totp, _ = with_factor(floor, clock)
    used, then = shown(totp, clock), clock.now
    enter(floor, code=used)
    clock.now += 10 * MINUTE
    enter(floor, code=shown(totp, clock))
    clock.now = then
    refused(floor, code=used)


def test_the_code_that_sets_it_up_is_used_up_and_a_wrong_one_sets_up_nothing(floor: Floor, clock: Clock):
    secret = sf.new_totp_secret()
    with pytest.raises(InputError, match="the code is not right"):
        sf.set_second_factor(floor, "ann", secret, "000000x")
    assert not person_of(floor, "ann").credentials.second_factor
    first = pyotp.TOTP(secret).at(clock.now // 1_000_000)
    sf.set_second_factor(floor, "ann", secret, first)
    refused(floor, code=first)


def test_ten_recovery_codes_each_once(floor: Floor, clock: Clock):
    _, codes = with_factor(floor, clock)
    assert len(set(codes)) == 10
    assert sf.recovery_codes_left(floor, "ann") == 10
    assert enter(floor, code=codes[0].upper().replace("-", " ")).session.second_factor
    assert sf.recovery_codes_left(floor, "ann") == 9
    refused(floor, code=codes[0])
    fresh = sf.renew_recovery_codes(floor, "ann")
    refused(floor, code=codes[1])
    assert enter(floor, code=fresh[0])


def test_a_wrong_password_does_not_use_up_a_code(floor: Floor, clock: Clock):
    totp, codes = with_factor(floor, clock)
    refused(floor, password="wrong", code=codes[0])
    refused(floor, password="wrong", code=shown(totp, clock))
    assert enter(floor, code=shown(totp, clock))
    assert enter(floor, code=codes[0])


def test_a_code_that_is_guessed_locks_too(floor: Floor, clock: Clock):
    totp, codes = with_factor(floor, clock)
    for _ in range(3):
        refused(floor, code="123456x")
    refused(floor, code=codes[0])
    clock.now += 15 * MINUTE
    assert enter(floor, code=codes[0])
    for _ in range(3):
        with pytest.raises(s.SignInError):
            s.confirm(floor, "ann", code="123456x")
    with pytest.raises(s.SignInError):
        s.confirm(floor, "ann", code=shown(totp, clock))


CODES = 10


def _use(url: str, about: str, start: "multiprocessing.synchronize.Event", used: "multiprocessing.Queue[bool]") -> None:
    """Use up codes on a vault that others use too, as a process of its own."""
    with Floor(Database(MEMORY, Keys(bytes(32)), STREAMS.tables), vault=Vault(url)) as floor:
        start.wait()
        for number in range(1, CODES + 1):
            used.put(sf.advance(floor, "ann", about.format(number), 1))


@pytest.mark.parametrize("kind", ["sqlite_url", "postgres_url"])
def test_of_two_processes_with_one_code_exactly_one_gets_in(request, kind: str):
    """An app's code and a recovery code are both used up by a counter that moves once."""
    url = request.getfixturevalue(kind)
    Vault(url).close()
    spawn = multiprocessing.get_context("spawn")
    start, used = spawn.Event(), spawn.Queue()
    children = [spawn.Process(target=_use, args=(url, "code {}", start, used)) for _ in range(2)]
    for child in children:
        child.start()
    start.set()
    answers = [used.get(timeout=60) for _ in range(2 * CODES)]
    for child in children:
        child.join(60)
    assert [child.exitcode for child in children] == [0, 0]
    assert answers.count(True) == CODES


# Sessions.


def test_idle_for_thirty_minutes_asks_again_and_just_below_does_not(floor: Floor, clock: Clock):
    entry = enter(floor)
    clock.now += 30 * MINUTE - 1
    assert s.session_of(floor, entry.token) == entry.session
    clock.now += 1
    assert s.session_of(floor, entry.token) is None
    assert s.sessions_of(floor, "ann") == []


def test_whoever_is_seen_stays(floor: Floor, clock: Clock):
    entry = enter(floor)
    clock.now += 29 * MINUTE
    s.see(floor, entry.session.id)
    clock.now += 30 * MINUTE - 1
    assert s.session_of(floor, entry.token)


def test_a_clock_that_is_set_back_does_not_make_a_session_longer(floor: Floor, clock: Clock):
    entry = enter(floor)
    clock.now -= MINUTE
    assert s.session_of(floor, entry.token)
    clock.now -= 1
    assert s.session_of(floor, entry.token) is None


def test_sessions_are_ended_by_their_owner_one_or_all_and_by_nobody_else(floor: Floor):
    s.set_password(floor, "bob", "bob", PASSWORD)
    first, second, other = enter(floor), enter(floor), enter(floor, "bob")
    s.sign_out(floor, "bob", first.session.id)
    assert {each.id for each in s.sessions_of(floor, "ann")} == {first.session.id, second.session.id}
    s.sign_out(floor, "ann", first.session.id)
    assert s.session_of(floor, first.token) is None
    assert s.session_of(floor, second.token)
    s.sign_out(floor, "ann")
    assert s.session_of(floor, second.token) is None
    assert s.session_of(floor, other.token)
    assert names(floor)[-2:] == ["signed_out", "signed_out"]


def test_a_session_is_renewed_with_another_token(floor: Floor):
    old, elsewhere = enter(floor), enter(floor)
    new = s.renew(floor, old.session, SignInMethod.CODE)
    assert (new.token != old.token, new.session.second_factor) == (True, True)
    assert s.session_of(floor, old.token) is None
    assert s.session_of(floor, elsewhere.token)
    last = s.renew(floor, new.session, SignInMethod.PASSWORD, everywhere=True)
    assert [s.session_of(floor, token) is not None for token in (new.token, elsewhere.token, last.token)] == [
        False,
        False,
        True,
    ]


def test_only_the_hash_of_a_token_is_kept(floor: Floor):
    entry = enter(floor)
    assert len(entry.token) == 43
    assert sessions.find(floor.vault, entry.token) is None
    assert s.session_of(floor, entry.session.id) is None


def test_erasing_ends_every_session_and_every_way_in(floor: Floor, clock: Clock):
    _, codes = with_factor(floor, clock)
    entry = enter(floor, code=codes[0])
    erase(floor, "ann", by="ann", reason="asked")
    assert s.session_of(floor, entry.token) is None
    refused(floor, code=codes[1])
    with floor.vault.transaction() as connection:
        for table in (vault.keys, vault.logins, vault.sessions):
            assert connection.execute(select(table)).all() == []


# Tickets.


def test_a_ticket_is_for_its_purpose_for_ten_minutes_and_once(floor: Floor, clock: Clock):
    ticket = issue(floor, "this", "ann", "content")
    assert (read(floor, ticket, "this").person, read(floor, ticket, "this").content) == ("ann", "content")
    for bad in ("", "x", ticket + "0", ticket.upper(), "00" + ticket):
        with pytest.raises(InputError, match="begin again"):
            read(floor, bad, "this")
    with pytest.raises(InputError, match="begin again"):
        read(floor, ticket, "that")
    clock.now += 10 * MINUTE - 1
    assert redeem(floor, ticket, "this").person == "ann"
    with pytest.raises(InputError, match="begin again"):
        redeem(floor, ticket, "this")
    late = issue(floor, "this")
    clock.now += 10 * MINUTE
    with pytest.raises(InputError, match="begin again"):
        read(floor, late, "this")


def test_a_lock_is_in_the_log_with_its_end(floor: Floor, clock: Clock):
    for _ in range(3):
        refused(floor, password="wrong")
    floor.send("person:ann", c.SignOut(sessions=("x",)), actor="ann")  # after what was submitted before
    events = [floor.streams.decode(record) for record in log.read(floor.database, "person:ann")]
    failed = [event for event in events if isinstance(event, c.SignInFailed)]
    assert [event.locked_until for event in failed] == [0, 0, clock.now + 15 * MINUTE]


# What it costs to know a guest by their cookie.


def test_a_guest_whom_nobody_knows_costs_no_query_and_an_account_is_known_at_once(tmp_path: Path):
    with Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key") as floor:
        assert person_of(floor, "bob").guest
        asked = asked_of(floor.database)
        assert person_of(floor, "bob").guest
        assert asked == []
        s.set_password(floor, "bob", "Bob", PASSWORD)
        assert not person_of(floor, "bob").guest


def test_an_account_made_in_another_process_is_known_at_once(postgres_url: str, tmp_path: Path):
    """Whoever was a guest a moment ago is none any more, and the cookie is worth nothing there either."""
    kept = Vault(f"sqlite:///{tmp_path}/vault.db")
    with opened(postgres_url, vault=kept) as one, opened(postgres_url, vault=kept) as two:
        assert person_of(two, "bob").guest
        asked = asked_of(two.database)
        assert person_of(two, "bob").guest
        assert len(asked) == 1
        s.set_password(one, "bob", "Bob", PASSWORD)
        assert not person_of(two, "bob").guest


def test_a_stream_that_another_process_begins_is_found_by_whoever_missed_it(postgres_url: str):
    with opened(postgres_url) as one, opened(postgres_url) as two:
        assert two.states.known("person:bob").version == 0
        one.send("person:bob", c.SignOut(sessions=("x",)))
        assert two.states.known("person:bob").version == 1
