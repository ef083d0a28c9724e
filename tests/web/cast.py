"""Everybody who may come to the site, each with the cookies of their browser, and the site called in process."""

import asyncio
import json
from collections.abc import Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import msgspec
from litestar import Litestar

from mississippi_stud.floor import Floor, house_acts, houses, signin, staff_links
from mississippi_stud.floor.persons import erase, stream_of
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.credentials import SetPassword, SetSecondFactor, SignInMethod
from mississippi_stud.person.proposals import CONSOLE
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from mississippi_stud.web.people import People
from mississippi_stud.web.wire import WIRE

PLAY, CLUB = houses.PLAY, "club"
SESSION, GUEST = "mstud_session", "mstud_guest"


@dataclass
class Reply:
    """What came back; of a socket, the code that closed it, or 0 if it was accepted."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def problem(self) -> dict[str, Any]:
        return dict(json.loads(self.body)) if self.body.startswith(b"{") else {}


class Caller:
    """Calls the application itself, without a server."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self._thread = ThreadPoolExecutor(1)  # of its own: a browser's test may have a loop running here
        self._runner = asyncio.Runner()

    def close(self) -> None:
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()

    def ask(
        self,
        method: str,
        path: str,
        cookies: Mapping[str, str] | None = None,
        body: Any = None,
        scheme: str = "http",
        client: str = "127.0.0.1",
        **headers: str,
    ) -> Reply:
        """Send one request; a header's underscores are hyphens."""
        content = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        named = {"host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
        if content:
            named.setdefault("content-type", "application/json")
        return self._run(self._call("http", method, path, named, cookies or {}, content, scheme, client))

    def connect(self, path: str, cookies: Mapping[str, str] | None = None, **headers: str) -> Reply:
        """Open a socket and leave at once."""
        named = {"host": "localhost", **headers}
        return self._run(self._call("websocket", "GET", path, named, cookies or {}, b"", "ws", "127.0.0.1"))

    def _run(self, call: Coroutine[Any, Any, Reply]) -> Reply:
        return self._thread.submit(self._runner.run, call).result()

    async def _call(
        self,
        kind: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        cookies: Mapping[str, str],
        content: bytes,
        scheme: str,
        client: str,
    ) -> Reply:
        bare, _, query = path.partition("?")
        lines = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
        if cookies:
            lines.append((b"cookie", "; ".join(f"{key}={value}" for key, value in cookies.items()).encode("latin-1")))
        scope: dict[str, Any] = {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": scheme,
            "path": unquote(bare),  # as a server has it
            "raw_path": bare.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": lines,
            "client": (client, 1),
            "server": ("localhost", 80),
            "subprotocols": [],
            "extensions": {WIRE: None},  # nothing is sent: a socket that is let in is left at once
        }
        if kind == "http":
            scope["method"] = method
        first = "http.request" if kind == "http" else "websocket.connect"
        coming = [{"type": first, "body": content, "more_body": False}]
        reply, over = Reply(0), asyncio.Event()

        async def receive() -> Any:
            if coming:
                return coming.pop(0)
            await over.wait()
            return {"type": "http.disconnect"} if kind == "http" else {"type": "websocket.disconnect", "code": 1000}

        async def send(message: Any) -> None:
            match message["type"]:
                case "http.response.start":
                    reply.status = message["status"]
                    reply.headers = {key.decode(): value.decode("latin-1") for key, value in message["headers"]}
                case "http.response.body":
                    reply.body += message.get("body", b"")
                    if not message.get("more_body"):
                        over.set()
                case "websocket.close":
                    reply.status = message["code"]
                    over.set()
                case "websocket.accept":
                    over.set()

        await self.app(scope, receive, send)  # type: ignore[arg-type]
        return reply


class Cast:
    """The people of a floor with two houses; `cookies` has what each one's browser holds."""

    def __init__(self, app: Litestar) -> None:
        self.floor: Floor = app.state.floor
        self.people: People = app.state.people
        self.cookies: dict[str, dict[str, str]] = {"visitor": {}}
        self.ids: dict[str, str] = {}
        self.titles: dict[str, tuple[str, str]] = {}
        """The book and the title of each of the staff."""

    def guest(self, role: str) -> str:
        """Give somebody the cookie of a guest."""
        person = self.ids[role] = self.people.guests.new()
        self.cookies[role] = {GUEST: str(self.people.guests._signer.dumps(person))}
        return person

    def account(self, role: str, *, second_factor: bool = True) -> str:
        """Let a guest become an account, and sign them in."""
        person = self.ids[role] = self.people.guests.new()
        login = msgspec.json.encode(signin.Password(login=role, hash=signin._DUMMY))
        self.floor.send(stream_of(person), SetPassword(sealed=self.floor.vault.seal(person, login, "password")))
        self.floor.vault.claim(signin.login_mark(self.floor, role), person)
        if second_factor:
            factor = b'{"secret":"JBSWY3DPEHPK3PXP","codes":[]}'
            sealed = self.floor.vault.seal(person, factor, "second factor")
            self.floor.send(stream_of(person), SetSecondFactor(sealed=sealed))
        self.sign_in(role, second_factor=second_factor)
        return person

    def sign_in(self, role: str, *, second_factor: bool = True) -> None:
        """Sign somebody in anew."""
        entry = signin.begin(self.floor, self.ids[role], role, SignInMethod.PASSWORD, second_factor=second_factor)
        self.cookies[role] = {SESSION: entry.token}

    def owner(self, role: str, house: str) -> str:
        """Open a house with its first owner."""
        person = self.account(role)
        self.floor.send(houses.stream_of(house), houses.opening(self.floor, by=CONSOLE))
        staff_links.accept(
            self.floor, staff_links.invite(self.floor, house, role, by=CONSOLE, owner=True).token, person
        )
        return person

    def staff(self, role: str, house: str, by: str, book: str, title: str) -> str:
        """Let somebody join a house with a title."""
        person = self.account(role)
        link = staff_links.invite(self.floor, house, role, by=self.ids[by], titles={book: (title,)})
        staff_links.accept(self.floor, link.token, person)
        self.titles[role] = (book, title)
        return person


def titles_of_books() -> list[tuple[str, str]]:
    """Return every title and official of every book."""
    staffs = {book: rulebook(book).staff for book in BOOKS}
    return [(book, title) for book, staff in staffs.items() if staff for title in (*staff.titles, *staff.officials)]


def assemble(app: Litestar, titles: Iterable[tuple[str, str]] | None = None) -> Cast:
    """Return everybody; staff with every title there is, or with these."""
    cast = Cast(app)
    cast.guest("guest")
    cast.account("account", second_factor=False)
    cast.account("account with second factor")
    cast.owner("owner", PLAY)
    cast.owner("owner of another house", CLUB)
    for book, title in titles_of_books() if titles is None else titles:
        cast.staff(f"{book} {title}", PLAY, "owner", book, title)
    cast.staff("dealer of another house", CLUB, "owner of another house", "crown", "dealer")
    unproved = {"owner without second factor": "owner", "dealer without second factor": "crown dealer"}
    for role, who in unproved.items():
        cast.ids[role] = cast.ids[who]
        cast.sign_in(role, second_factor=False)
    gone = cast.staff("disabled", PLAY, "owner", "crown", "dealer")
    disabling = m.DisableMember(by=cast.ids["owner"], why="left", person=gone)
    house_acts.change_house(cast.floor, PLAY, disabling)
    cast.sign_in("disabled")
    cast.account("signed out")
    signin.sign_out(cast.floor, cast.ids["signed out"])
    erased = cast.staff("erased", PLAY, "owner", "crown", "dealer")
    erase(cast.floor, erased, by=erased, reason="asked")
    return cast
