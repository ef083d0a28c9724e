"""People: who a request comes from, a guest by the signed cookie or somebody who has signed in by their session."""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Final, NamedTuple

from litestar.datastructures import Cookie

from mississippi_stud.floor import Floor, SignInSession, StoreError, signin
from mississippi_stud.floor.listing import lines_of
from mississippi_stud.floor.persons import names_of, past_guests, person_of
from mississippi_stud.floor.signin import Entry
from mississippi_stud.web.guests import COOKIE as GUEST_COOKIE
from mississippi_stud.web.guests import SECURE_COOKIE as SECURE_GUEST_COOKIE
from mississippi_stud.web.guests import Connection, Guests, is_secure

COOKIE: Final = "mstud_session"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
_VISITOR: Final = "visitor"
_SECOND: Final = 1_000_000
_GATHER_SECONDS: Final = timedelta(milliseconds=10).total_seconds()
"""The least time from the beginning of a query about several guests to that of the next."""
_TOKEN_MAX: Final = 64
_BROWSERS: Final = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
_SYSTEMS: Final = ("Windows", "Android", "iPhone", "iPad", "Macintosh", "Linux")


class Visitor(NamedTuple):
    """Who a request comes from; `person` is None for somebody who has no table yet."""

    person: str | None
    signed_in: bool = False
    second_factor: bool = False
    """Whether this session began with a passkey, or with a code besides the password."""
    session: str = ""
    """The id of the session, which is no secret; empty for a guest."""
    idle_seconds: int = 0
    """How long ago they were last seen, before this request."""
    away_seconds: int = 0
    """For how long at most they were away since they signed in, until now."""
    age_seconds: int = 0
    """How long ago they signed in."""
    lapsed: bool = False
    """Whether their session has ended or lasted, or they were away for too long: they are asked to sign in again."""


class People:
    """Recognises visitors. It asks the vault: in a coroutine, let a thread do it first."""

    def __init__(self, floor: Floor, guests: Guests) -> None:
        self._floor = floor
        self.guests = guests
        self._inquiry = Inquiry(floor)

    def visitor(self, connection: Connection) -> Visitor:
        """Return who a request comes from, which is found out once."""
        held = connection.scope["state"]
        if _VISITOR not in held:
            held[_VISITOR] = self.recognise(connection)
        visitor: Visitor = held[_VISITOR]
        return visitor

    async def meet(self, connection: Connection) -> None:
        """Find out who a request comes from, and note that they were seen; a thread asks only about a session."""
        if self.holds_session(connection):
            await asyncio.to_thread(lambda: self.note(self.visitor(connection)))
        else:
            connection.scope["state"][_VISITOR] = await self.recognise_soon(connection)

    def known(self, connection: Connection) -> str | None:
        """Return the id of the person that a request comes from, guest or account."""
        return self.visitor(connection).person

    def names(self, connection: Connection) -> tuple[str, ...]:
        """Return every id under which somebody has played: also as a guest who was brought into their account."""
        person = self.known(connection)
        return () if person is None else names_of(self._floor, person)

    def recognise(self, connection: Connection) -> Visitor:
        """Find out who a request comes from, or who somebody whose connection has been open for long is by now."""
        if _token(connection) is None:
            return Visitor(self.guest_before(connection))
        session = self.session(connection)
        if session is None:
            return Visitor(None, lapsed=True)
        now = self._floor.clock()
        idle, age = (max(0, now - at) // _SECOND for at in (session.seen_at, session.begun_at))
        away = max(idle, session.away // _SECOND)
        return Visitor(session.person, True, session.second_factor, session.id, idle, away, age)

    def is_at_hand(self, connection: Connection) -> bool:
        """Whether it takes no query to find out who a connection comes from.

        That is a guest, where nobody else writes, and somebody without a cookie.
        """
        if self._floor.database.postgres:
            return not self.holds_cookie(connection)
        return not self.holds_session(connection)

    async def recognise_soon(self, connection: Connection) -> Visitor:
        """Find out the same without a thread for each: the guests who are asked about at once share one query."""
        if self.is_at_hand(connection):
            return self.recognise(connection)
        if self.holds_session(connection):
            return await asyncio.to_thread(self.recognise, connection)
        guest = self.guests.known(connection)
        return Visitor(None if guest is None or await self._inquiry.is_past(guest) else guest)

    def session(self, connection: Connection) -> SignInSession | None:
        """Return the session that a request belongs to."""
        token = _token(connection)
        return None if token is None else signin.session_of(self._floor, token)

    def note(self, visitor: Visitor) -> None:
        """Note that somebody was seen who was let in, at most once a minute; a live view alone is not activity."""
        if visitor.signed_in and visitor.idle_seconds * _SECOND >= signin.NOTED_EVERY:
            signin.see(self._floor, visitor.session)

    def holds_cookie(self, connection: Connection) -> bool:
        """Return whether a request may come from somebody who is known."""
        return any(name in connection.cookies for name in (COOKIE, SECURE_COOKIE, GUEST_COOKIE, SECURE_GUEST_COOKIE))

    def holds_session(self, connection: Connection) -> bool:
        """Return whether a request comes with a session, which may have ended."""
        return _token(connection) is not None

    def preferences(self, connection: Connection) -> Mapping[str, str] | None:
        """Return what somebody who has signed in has chosen for the pages; None for a guest, or if it cannot be had."""
        with suppress(StoreError):
            visitor = self.visitor(connection)
            if visitor.person is not None and visitor.signed_in:
                return person_of(self._floor, visitor.person).preferences
        return None

    def waits(self, connection: Connection) -> bool:
        """Return whether somebody waits in line for a seat; False if it cannot be found out."""
        with suppress(StoreError):
            person = self.known(connection)
            return person is not None and bool(lines_of(self._floor, person))
        return False

    def guest_before(self, connection: Connection) -> str | None:
        """Return the guest of a browser, whether or not somebody has signed in there since."""
        guest = self.guests.known(connection)
        return None if guest is None or past_guests(self._floor, (guest,)) else guest

    # Cookies.

    def entered(self, entry: Entry, connection: Connection) -> list[Cookie]:
        """Return the cookies of somebody who has just signed in."""
        return [_cookie(COOKIE, SECURE_COOKIE, connection, entry.token)]

    def left(self, connection: Connection) -> list[Cookie]:
        """Return the cookies that make a fresh visitor of whoever has signed out, or the guest that they were before.

        A guest's chips, tables and history are theirs alone: without the cookie nobody could ever get at them again.
        """
        if _token(connection) is None:
            return []
        ended = _cookie(COOKIE, SECURE_COOKIE, connection)
        return [ended] if self.guest_before(connection) else [ended, self.no_guest(connection)]

    def no_guest(self, connection: Connection) -> Cookie:
        """Return the cookie that removes a guest's."""
        return _cookie(GUEST_COOKIE, SECURE_GUEST_COOKIE, connection)


class Inquiry:
    """Asks the log about guests: in one query for all who are asked about while the one before is under way.

    Decision 312 says why.
    """

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._asked: dict[str, asyncio.Future[bool]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def is_past(self, guest: str) -> bool:
        """Return whether a guest's cookie is worth nothing by now."""
        if guest not in self._asked:
            self._asked[guest] = asyncio.get_running_loop().create_future()
        answer = self._asked[guest]
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        loop = asyncio.get_running_loop()
        next_at = loop.time()
        while self._asked:
            await asyncio.sleep(max(0, next_at - loop.time()))
            asked, self._asked = self._asked, {}
            next_at = loop.time() + (_GATHER_SECONDS if len(asked) > 1 else 0)
            try:
                past = await asyncio.to_thread(past_guests, self._floor, tuple(asked))
            except Exception as error:  # whoever has asked is told
                for answer in asked.values():
                    answer.set_exception(error)
            else:
                for guest, answer in asked.items():
                    answer.set_result(guest in past)
        self._asking = None


def device_of(connection: Connection) -> str:
    """Return the browser and the system that a request names, and nothing else of what it says about itself."""
    agent = connection.headers.get("user-agent", "")
    browser = next((name for part, name in _BROWSERS if part in agent), "")
    system = next((name for name in _SYSTEMS if name in agent), "")
    return re.sub("Macintosh", "Mac", ", ".join(filter(None, (browser, system))))


def _token(connection: Connection) -> str | None:
    """Return the token in a session's cookie; over TLS the plain cookie is ignored."""
    token = connection.cookies.get(SECURE_COOKIE if is_secure(connection) else COOKIE)
    return token[:_TOKEN_MAX] if token else None


def _cookie(name: str, secure_name: str, connection: Connection, value: str = "") -> Cookie:
    """Return a cookie that only this site receives, or without a value its removal."""
    secure = is_secure(connection)
    return Cookie(
        key=secure_name if secure else name,
        value=value,
        max_age=None if value else 0,
        httponly=True,
        samesite="strict",
        secure=secure,
    )
