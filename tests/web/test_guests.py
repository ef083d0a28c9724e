"""Returning guests: after their table was closed, and after their cookie has expired."""

import time
from pathlib import Path

import httpx
import pytest
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from litestar.connection import ASGIConnection

from mississippi_stud.floor import Floor
from mississippi_stud.floor.absence import close_quiet
from mississippi_stud.messages import DAY
from mississippi_stud.web.app import create_app
from mississippi_stud.web.client import Client
from mississippi_stud.web.guests import COOKIE, GUEST, Guests
from tests.web.child import FREELY, SECRET
from tests.web.conftest import Site, serve
from tests.web.play import play


def test_a_guest_whose_table_was_closed_has_another_and_their_money(tmp_path: Path):
    began = 1_000 * DAY
    days = [0]
    floor = Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key", lambda: began + days[0] * DAY)
    url, stop = serve(create_app(floor, SECRET, FREELY))
    with httpx.Client(base_url=url) as http:
        guest = Client(http)
        left = play(guest, "1 ante 5; deal; 1 fold").balance_cents
        first = guest.table.id
        days[0] = 91
        assert list(close_quiet(floor, GUEST, 90)) == [f"table:{first}"]
        assert http.get(f"/api/tables/{first}").status_code == 404
        again = Client(http)
        assert again.table.id != first
        assert again.table.balance_cents == left
        play(again, "1 ante 5; deal")
        assert Client(http).table.id == again.table.id
    stop()


@pytest.mark.parametrize(("age", "known"), [(364, True), (366, False)])
def test_a_cookie_lasts_a_year(site: Site, monkeypatch: pytest.MonkeyPatch, age: int, known: bool):
    scope = {"type": "http", "scheme": "http", "headers": []}
    with httpx.Client(base_url=site.url) as http:
        guest = Client(http)
        name = Guests(SECRET).known(ASGIConnection(scope | {"headers": [(b"cookie", cookie_of(http))]}))  # type: ignore[arg-type]
        assert name is not None
        with monkeypatch.context() as then:
            then.setattr(TimestampSigner, "get_timestamp", lambda _: int(time.time()) - age * 24 * 3600)
            old = Guests(SECRET).cookie(name, ASGIConnection(scope))  # type: ignore[arg-type]
        http.cookies.set(COOKIE, str(old.value), domain="127.0.0.1")
        assert (Client(http).table.id == guest.table.id) is known


def test_a_cookie_that_was_recognised_before_still_ends_after_a_year(monkeypatch: pytest.MonkeyPatch):
    guests, scope = Guests(SECRET), {"type": "http", "scheme": "http", "headers": []}
    cookie = guests.cookie("guest-0123456789abcdef", ASGIConnection(scope))  # type: ignore[arg-type]
    scope["headers"] = [(b"cookie", f"{COOKIE}={cookie.value}".encode())]
    now, read = time.time(), 0
    loads = URLSafeTimedSerializer.loads

    def counted(*asked: object, **options: object) -> object:
        nonlocal read
        read += 1
        return loads(*asked, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(URLSafeTimedSerializer, "loads", counted)
    for days, known in ((0, True), (364, True), (366, False)):
        monkeypatch.setattr(time, "time", lambda days=days: now + days * 24 * 3600)
        assert (guests.known(ASGIConnection(scope)) is not None) is known  # type: ignore[arg-type]
    assert read == 1, "it is verified once"


def cookie_of(http: httpx.Client) -> bytes:
    return f"{COOKIE}={http.cookies[COOKIE]}".encode()
