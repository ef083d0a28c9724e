"""Canaries of people: nothing personal and no secret is in metrics, logs, errors, exports, or pages of other people."""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pyotp
import pytest
import structlog
from litestar import Litestar
from msgspec.structs import replace

from mississippi_stud.floor import Floor, persons, staff_links
from mississippi_stud.person.person import PersonalData
from mississippi_stud.web import logs
from mississippi_stud.web.app import create_app
from tests.floor.clock import Clock
from tests.floor.drive import dump, play
from tests.passwords import cheap_passwords
from tests.web.cast import GUEST, PLAY, SESSION, Caller, Reply, assemble
from tests.web.child import FREELY, SECRET
from tests.web.test_access import filled, handlers_of

PERSONAL = {"name": "Zebulon Quixworthy", "address": "77 Xanadu Crescent", "email": "zq@canary.example"}
BORN = "1953-02-27"
LOGIN, PASSWORD, WRONG = "zebulon.canary", "the canary's password", "the canary's mistake"
TOKEN = "metrics-canary-token"
ROLES = ("visitor", "guest", "account", "owner", "owner of another house", "crown dealer", "nsw inspector")
LONG = (
    "/analysis",
    "/diff",
    "/trainer",
    "/static",
    "/statistics",
    "/rules",
    "/api/books",
    "/api/schema",
    "/api/statistics",
)
"""What has nothing of anybody's, and takes long."""


def cookies_of(reply: Reply) -> dict[str, str]:
    name, _, rest = reply.headers["set-cookie"].partition("=")
    return {name: rest.partition(";")[0]}


class Aviary:
    """A site where somebody has done everything that involves something secret, and what was secret in it."""

    def __init__(self, app: Litestar, caller: Caller, clock: Clock) -> None:
        self.app, self.caller, self.cast = app, caller, assemble(app, [("crown", "dealer"), ("nsw", "inspector")])
        self.floor: Floor = app.state.floor
        self.own = self.make_account()
        new = self.ask("/second-factor/new").problem
        code = pyotp.TOTP(new["secret"]).at(clock.now // 1_000_000)
        reply = self.ask("/second-factor", ticket=new["ticket"], code=code)
        self.own, recovery = cookies_of(reply), reply.problem["codes"]
        self.ask("/personal-data", **PERSONAL, born=BORN)
        self.table = self.caller.ask("POST", "/api/tables", self.own, {"book": "online"}).problem["id"]
        play(self.floor, f"table:{self.table}", "1 ante 5; deal; 1 fold")
        session = self.caller.ask("GET", "/api/account", self.own).problem["sessions"][0]["id"]
        owner = self.cast.ids["owner"]
        links = (
            staff_links.invite(self.floor, PLAY, "Somebody", by=owner, titles={"crown": ("dealer",)}).token,
            staff_links.offer_recovery(self.floor, PLAY, self.cast.ids["crown dealer"], by=owner, why="lost").token,
        )
        self.links = [link.partition(".")[2] for link in links]
        self.paths = [f"/invitation/{links[0]}", f"/recovery/{links[1]}", f"/api/recoveries/{links[1]}"]
        guest = self.cast.cookies["guest"][GUEST]
        self.personal = [*PERSONAL.values(), BORN, LOGIN]
        self.secrets = [PASSWORD, WRONG, new["secret"], new["ticket"], *recovery, *self.links]
        self.secrets += [self.own[SESSION], guest, session, SECRET, TOKEN]

    def make_account(self) -> dict[str, str]:
        """Make an account and sign in to it, as its owner does on another day."""
        body = {"login": LOGIN, "password": PASSWORD}
        assert self.caller.ask("POST", "/api/account", {}, body).status == 201
        reply = self.caller.ask("POST", "/api/account/sign-in", {}, body)
        return cookies_of(reply)

    def ask(self, path: str, **body: Any) -> Reply:
        reply = self.caller.ask("POST", f"/api/account{path}", self.own, body or None)
        assert reply.status == 200, reply
        return reply

    def found(self, reply: Reply | bytes, forbidden: list[str]) -> list[str]:
        """Return what of this is in a reply, as it is or as JSON and HTML write it."""
        text = reply if isinstance(reply, bytes) else reply.body + repr(reply.headers).encode()
        ways = ((each, each.replace("'", "&#39;"), json.dumps(each)[1:-1]) for each in forbidden)
        return [each[0] for each in ways if any(way.encode() in text for way in each)]

    def failures(self) -> Iterator[Reply]:
        """Yield the answers to requests that hold secrets and fail in all the ways there are."""
        ask = self.caller.ask
        for name, password in ((LOGIN, WRONG), (LOGIN, ""), ("nobody", PASSWORD)):
            body = {"login": name, "password": password}
            yield ask("POST", "/api/account/sign-in", body=body)
            yield ask("POST", "/api/account/sign-in", body=body, accept="text/html")
            yield ask("POST", "/api/account/sign-in", body={**body, "more": PASSWORD})
            yield ask("POST", "/api/account", body=body)
        yield ask("POST", "/api/account/sign-in", body={"login": LOGIN, "password": [WRONG]})
        yield ask("POST", "/api/account/personal-data", self.own, {**PERSONAL, "born": "never"})
        yield ask("POST", "/api/account/password", self.own, {"login": LOGIN, "before": WRONG, "password": PASSWORD})
        yield ask("POST", "/api/account/sign-in", body=f'{{"password": "{PASSWORD}"'.encode())
        for path in self.paths:
            for method in ("GET", "PUT", "POST"):
                yield ask(method, path, body={"login": LOGIN, "password": "short"} if method == "POST" else None)
        yield ask("GET", "/metrics", authorization=f"Bearer {TOKEN}x", client="203.0.113.9")


@pytest.fixture(scope="module")
def aviary() -> Iterator[Aviary]:
    clock, allowed = Clock(), replace(FREELY, metrics_token=TOKEN)
    with cheap_passwords(), Floor.in_memory(clock) as floor:
        app = create_app(floor, SECRET, allowed)
        with closing(Caller(app)) as caller:
            yield Aviary(app, caller, clock)


@pytest.fixture
def log_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Log as a server does in a terminal."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    root = logging.getLogger()
    before, level, configured = root.handlers[:], root.level, structlog.get_config()
    logs.set_up("debug")
    yield
    root.handlers[:] = before
    root.setLevel(level)
    structlog.configure(**configured)


def test_the_search_finds_what_its_owner_sees(aviary: Aviary):
    reply = aviary.caller.ask("GET", "/api/account/data.json", aviary.own)
    assert aviary.found(reply, aviary.personal) == aviary.personal
    assert aviary.found(reply, [PASSWORD]) == []


def test_nobody_else_reads_anything_personal_or_secret_on_any_route(aviary: Aviary):
    forbidden, asked = [*aviary.personal, *aviary.secrets], 0
    guests = [aviary.cast.cookies["guest"][GUEST]]
    for path, method, _ in handlers_of(aviary.app):
        if method != "GET" or path.startswith(LONG):
            continue
        named = path.replace("{table_id:str}", aviary.table).replace("{house:str}", PLAY)
        for role in ROLES:
            for accept in ("text/html", "application/json"):
                reply = aviary.caller.ask("GET", filled(named), aviary.cast.cookies[role], accept=accept)
                own = guests if role == "guest" else []
                assert [each for each in aviary.found(reply, forbidden) if each not in own] == [], (role, path)
                asked += reply.status == 200
    assert asked > 100


def test_failures_metrics_logs_and_the_database_hold_nothing_personal_and_no_secret(
    aviary: Aviary, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, log_lines: None
):
    forbidden = [*aviary.personal, *aviary.secrets]
    statuses = set()
    for reply in aviary.failures():
        statuses.add(reply.status)
        found = aviary.found(reply, forbidden)
        assert not found or (reply.status == 200 and set(found) <= set(aviary.links)), "a link's own page may name it"
    monkeypatch.setattr(persons, "change_personal_data", _broken)
    reply = aviary.caller.ask("POST", "/api/account/personal-data", aviary.own, {**PERSONAL, "born": BORN})
    assert (reply.status, aviary.found(reply, forbidden)) == (500, [])
    assert {400, 401, 404, 405, 409} <= statuses
    metrics = aviary.caller.ask("GET", "/metrics")
    assert metrics.status == 200
    assert b"/invitation/{token" in metrics.body
    assert aviary.found(metrics, [*forbidden, aviary.table, *aviary.cast.ids.values()]) == []
    logged = "".join(capsys.readouterr())
    assert "RuntimeError" in logged
    assert aviary.found(logged.encode(), forbidden) == []
    stored = repr(dump(aviary.floor.database)).encode()
    assert aviary.table.encode() in stored
    assert aviary.found(stored, [each for each in forbidden if each not in _public(aviary)]) == []


def _public(aviary: Aviary) -> list[str]:
    """Return the id of the session, which the log names: it is a hash of the token, and opens nothing."""
    return [aviary.caller.ask("GET", "/api/account", aviary.own).problem["sessions"][0]["id"]]


def _broken(floor: Floor, person: str, data: PersonalData, *, actor: str) -> None:
    raise RuntimeError("a disk is full")
