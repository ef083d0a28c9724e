"""Random requests for other people's things, in process: nobody gets in, nothing that is not theirs changes, no 500."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar import Litestar

from mississippi_stud.floor import Floor, houses, signin, staff_links
from mississippi_stud.floor.persons import change_personal_data
from mississippi_stud.person.person import PersonalData
from mississippi_stud.store import log
from mississippi_stud.web.access import OF_A_HOUSE, Access, access_of
from mississippi_stud.web.app import create_app
from tests.campaign.part import Part
from tests.floor.drive import chance_of, check_all, play
from tests.web.cast import CLUB, GUEST, PLAY, SESSION, Caller, Reply, assemble
from tests.web.child import FREELY, SECRET
from tests.web.test_access import handlers_of

LONG = ("/analysis", "/diff", "/api/trainer", "/trainer", "/static", "/rules", "/api/books", "/statistics", "/metrics")
"""What anybody may ask for and takes long."""
CANARY = PersonalData(
    name="Zebulon Quixworthy", address="77 Xanadu Crescent", email="zq@canary.example", born="1953-02-27"
)
VICTIMS = ("victim", "guest victim", "owner", "crown dealer", "nsw inspector")
INTRUDERS = (
    "visitor",
    "guest",
    "account",
    "account with second factor",
    "owner of another house",
    "dealer of another house",
    "disabled",
    "signed out",
    "erased",
)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "get", "X")


class Siege:
    """A site with people who have something, and others who try to get at it."""

    def __init__(self, app: Litestar, chance: Random) -> None:
        self.chance, self.caller, self.cast = chance, Caller(app), assemble(app)
        self.floor: Floor = app.state.floor
        self.routes = [
            (path, method, access_of(handler))
            for path, method, handler in handlers_of(app)
            if not path.startswith(LONG)
        ]
        self.access = {(path, method): access for path, method, access in self.routes}
        self._settle()
        self.before = self.held()

    def _settle(self) -> None:
        """Give the victims tables with rounds, personal data, links and an old cookie."""
        cast, floor = self.cast, self.floor
        person = cast.account("victim")
        cast.guest("guest victim")
        change_personal_data(floor, person, CANARY, actor=person)
        for role in ("victim", "guest victim"):
            opened = self.caller.ask("POST", "/api/tables", cast.cookies[role], {"book": "online"})
            assert opened.status == 201, opened
            table = opened.problem["id"]
            play(floor, f"table:{table}", "1 ante 5; deal; 1 fold")
            shared = self.caller.ask("POST", f"/api/tables/{table}/rounds/1/share", cast.cookies[role])
            cast.ids[f"{role} table"], cast.ids[f"{role} share"] = table, shared.problem["id"]
        owner = cast.ids["owner"]
        self.links = [
            staff_links.invite(floor, PLAY, "Somebody", by=owner, titles={"crown": ("dealer",)}).token,
            staff_links.offer_recovery(floor, PLAY, cast.ids["crown dealer"], by=owner, why="lost").token,
        ]
        signer = cast.people.guests._signer
        self.old_cookies = [{GUEST: str(signer.dumps(cast.ids[role]))} for role in VICTIMS if role != "guest victim"]
        self.theirs = {cast.ids[f"{role} table"] for role in ("victim", "guest victim")}

    def held(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return the versions of all streams that are not the intruders', and the victims' balances."""
        own = {f"{kind}{self.cast.ids[role]}" for role in INTRUDERS[1:] for kind in ("person:", "account:")}
        own |= {f"house:{CLUB}"}
        if hasattr(self, "before"):
            streams = list(self.before[0])
        else:
            streams = [each for each in log.streams(self.floor.database) if each not in own]
        ids = [self.cast.ids[role] for role in VICTIMS]
        return (
            dict(log.versions(self.floor.database, streams)),
            {person: self.floor.balance(person) for person in ids},
        )

    # One request.

    def cookies(self) -> dict[str, str]:
        """Return the cookies of an intruder, or some that were made up, or both."""
        chance, role = self.chance, self.chance.choice(INTRUDERS)
        own = dict(self.cast.cookies[role])
        if chance.random() < 0.6:
            return own
        token = self.cast.cookies[chance.choice(("victim", "owner", "crown dealer"))][SESSION]
        guest = self.cast.cookies["guest victim"][GUEST]
        flipped = chance.randrange(len(token))
        forged: list[dict[str, str]] = [
            *self.old_cookies,
            {SESSION: token[:flipped] + chance.choice("Aa0_-") * 2 + token[flipped + 2 :]},
            {SESSION: token[:-1]},
            {SESSION: token[:40] + "\u00e9"},
            {SESSION: signin.sessions.id_of(token)},
            {SESSION: chance.choice(("", "null", "x" * 5000, self.cast.ids["owner"]))},
            {f"__Host-{SESSION}": token},
            {f"__Host-{GUEST}": guest},
            {GUEST: guest[:-2] + "AA"},
            {GUEST: f"{guest.partition('.')[0]}.{guest}"},
            {SESSION.upper(): token},
        ]
        false = chance.choice([each for each in forged if each not in ({SESSION: token}, {GUEST: guest})])
        return {**own, **false} if chance.random() < 0.5 else false

    def something(self, name: str, kind: str) -> str:
        """Return something to put in a place of a path: mostly somebody else's."""
        chance, ids = self.chance, self.cast.ids
        if chance.random() < 0.1:
            return chance.choice(
                ("..", "%2e%2e", "%2F", "*", "-1", "0", "x" * 200, "%00", "\u202e", "'--", "{}", "play ")
            )
        if name == "house":
            return chance.choice((PLAY, PLAY, PLAY, CLUB, "nowhere", "PLAY"))
        if name == "table_id":
            return chance.choice([*self.theirs, "0" * 32])
        if name == "share_id":
            shared = ids[f"{chance.choice(('victim', 'guest victim'))} share"]
            return (
                shared[:-3] + chance.choice(("AAA", "___")) if chance.random() < 0.5 else shared.replace("-1.", "-2.")
            )
        if name in ("token", "invitation", "link"):
            link = chance.choice(self.links)
            return chance.choice((link[:-1], link + "A", link.swapcase(), link.replace("play", "club"), "play.x"))
        if kind == "int":
            return chance.choice(("1", "2", "0", "999999999", "-1", "1e9"))
        token = self.cast.cookies["owner"][SESSION]
        return chance.choice([ids[chance.choice(VICTIMS)], signin.sessions.id_of(token), "play", "dealer", "x"])

    def path(self, route: str) -> str:
        """Return a path of a route, sometimes written so that it might be taken for another."""
        chance, parts = self.chance, []
        for part in route.split("/"):
            name, _, kind = part.strip("{}").partition(":")
            parts.append(self.something(name, kind) if part.startswith("{") else part)
        path = "/".join(parts) or "/"
        if chance.random() < 0.1:
            tricks = (
                path + "/",
                "/" + path,
                path.upper(),
                path + "/..",
                "/static/.." + path,
                path + ";x",
                path + "%20",
            )
            path = chance.choice(tricks)
        if chance.random() < 0.15:
            person = self.cast.ids[chance.choice(VICTIMS)]
            path += chance.choice((f"?person={person}", "?by=owner", f"?player={person}", "?version=-1", "?limit=200"))
        return path

    def body(self, method: str) -> Any:
        """Return a body: often one that names somebody else."""
        chance, ids = self.chance, self.cast.ids
        if method in ("GET", "HEAD", "OPTIONS") or chance.random() < 0.1:
            return None
        person = ids[chance.choice(VICTIMS)]
        acting = {"by": chance.choice(("dealer", "floor", "player", person)), "person": person}
        commands: list[dict[str, Any]] = [
            {"command": "play", "do": {"command": "fold", "position": 1}},
            {"command": "place_wagers", "position": 1, "wagers": {"ante": 5_00}},
            {"command": "sit", "position": 1},
            {"command": "stand", "position": 1},
            {"command": "void", "reason": "x", **acting},
            {"command": "come_on_duty", **acting},
            {"command": "close_table", **acting},
            {"command": "grant_title", "book": "crown", "title": "dealer", **acting},
            {"command": "disable_member", "why": "x", **acting},
            {"command": "invite", "titles": {"crown": ["dealer"]}, **acting},
        ]
        wild: list[Any] = [
            {"id": "command-9", "command": chance.choice(commands)},
            {"id": "command-0", "command": chance.choice(commands)},
            {**chance.choice(commands), "id": "command-8"},
            {"book": chance.choice(("online", "crown", "nowhere"))},
            {"word": "x", "person": person},
            {"login": "nobody", "password": "a password for nobody", "code": "000000"},
            {"name": "Mallory", "person": person},
            {"person": person, "titles": {"crown": ["dealer"]}, "owner": True, "why": "x", "name": "x", "cents": 100},
            {"credential": {"id": "x", "response": {}}, "label": "x"},
            {"kind": "loss", "period": "day", "most": 1, "person": person},
            {"theme": "dark"},
            [],
            None,
            "x",
            b"{",
            b'{"id": 1e999}',
            b"[" * 2000,
        ]
        return chance.choice(wild)

    def attack(self) -> tuple[str, str, Access | None, Reply]:
        """Send one request; return what it was and the reply."""
        chance = self.chance
        route, method, access = chance.choice(self.routes)
        path, cookies = self.path(route), self.cookies()
        if method == "WS":
            return method, path, access, self.caller.connect(path, cookies)
        if chance.random() < 0.1:
            method = chance.choice(METHODS)
            access = self.access.get((route, method))
        headers: dict[str, str] = {}
        if chance.random() < 0.2:
            tricks = (
                ("origin", "http://evil.example"),
                ("sec_fetch_site", "cross-site"),
                ("x_forwarded_for", "10.0.0.1"),
                ("x_forwarded_user", self.cast.ids["owner"]),
                ("x_http_method_override", "DELETE"),
                ("x_original_url", "/api/account"),
                ("authorization", f"Bearer {self.cast.cookies['owner'][SESSION]}"),
                ("content_type", "text/plain"),
                ("accept", "text/html"),
            )
            name, value = chance.choice(tricks)
            headers[name] = value
        return method, path, access, self.caller.ask(method, path, cookies, self.body(method), **headers)

    def judge(self, method: str, path: str, access: Access | None, reply: Reply) -> None:
        """Raise if somebody got in."""
        told = (method, path, reply.status, reply.body[:300])
        assert not 500 <= reply.status < 1000, told
        assert reply.status != 4500 or path != "/api/live", told  # another path is unknown
        assert CANARY.name.encode() not in reply.body, told
        assert CANARY.email.encode() not in reply.body, told
        good = (200 <= reply.status < 300 and method not in ("OPTIONS", "HEAD")) or (
            method == "WS" and not reply.status
        )
        if good and any(table in path for table in self.theirs):
            assert path.partition("?")[0].startswith(("/api/shared/", "/shared/")), told
        if good and access in OF_A_HOUSE:
            assert re.match(rf"/+(api/)?houses?/{CLUB}\b", path), told


@pytest.fixture
def siege(monkeypatch: pytest.MonkeyPatch) -> Iterator[Siege]:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(signin, "_hasher", lambda: quick)
    monkeypatch.setattr(signin, "_DUMMY", quick.hash("nobody's"))
    with Floor.in_memory() as floor:
        one = Siege(create_app(floor, SECRET, FREELY), chance_of("strangers"))
        yield one
        one.caller.close()


def besiege(siege: Siege, times: int) -> dict[int, int]:
    """Send so many requests; return how often there was which answer."""
    statuses: dict[int, int] = {}
    for number in range(times):
        if number % 500 == 0:
            for role in ("account", "account with second factor", "owner of another house", "dealer of another house"):
                if not houses.person_of(siege.floor, siege.cast.ids[role]).erased:
                    siege.cast.sign_in(role)
        found = siege.attack()
        siege.judge(*found)
        statuses[found[3].status] = statuses.get(found[3].status, 0) + 1
    assert times < 1_000 or {200, 400, 401, 404, 405} <= set(statuses), "the requests are of all sorts"
    assert siege.held() == siege.before
    check_all(siege.floor, tables=[])
    for role in ("victim", "guest victim"):
        path = f"/api/tables/{siege.cast.ids[f'{role} table']}"
        assert siege.caller.ask("GET", path, siege.cast.cookies[role]).status == 200, "and its owner gets in"
    return statuses


def test_five_thousand_random_requests_for_other_peoples_things(siege: Siege):
    besiege(siege, 5_000)


@pytest.mark.campaign
def test_random_requests_for_other_peoples_things(siege: Siege, part: Part):
    siege.chance.seed(f"strangers {part}")
    part.met.update({str(status): times for status, times in besiege(siege, part.size).items()})
    part.done = part.size
