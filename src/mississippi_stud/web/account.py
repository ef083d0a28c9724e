"""The API of accounts: becoming one, signing in and out, sessions, credentials, personal data, preferences, erasure."""

from datetime import date
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from mississippi_stud.errors import InputError
from mississippi_stud.floor import (
    Floor,
    PersonalData,
    SignInMethod,
    SignInSession,
    passkeys,
    persons,
    second_factor,
    signin,
    tickets,
)
from mississippi_stud.floor.signin import Entry, SignInError
from mississippi_stud.language import LANGUAGES, translator
from mississippi_stud.prose.account import ERASE
from mississippi_stud.web.access import Access
from mississippi_stud.web.api import RecallQueue
from mississippi_stud.web.frame import COOKIE as LANGUAGE_COOKIE
from mississippi_stud.web.frame import THEME as THEME_COOKIE
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.gate import client_of
from mississippi_stud.web.guests import YEAR_SECONDS, is_secure
from mississippi_stud.web.limits import address_of, client_name
from mississippi_stud.web.people import People, device_of
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.statistics import Span, statistics_of

Asking = Request[Any, Any, Any]
Line = Annotated[str, Meta(max_length=200)]
_ANYBODY: Final = {"access": Access.ANYBODY}
_ACCOUNT: Final = {"access": Access.ACCOUNT}
FRESH: Final = 15 * 60 * 1_000_000
"""For how long after signing in somebody may change what they sign in with, or erase themselves."""
_NEW_SECRET: Final = "second factor"  # noqa: S105
THEMES: Final = ("dark", "light")


class Ask(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request about an account."""


class LoginRequest(Ask, frozen=True, kw_only=True):
    """Sign in, or make an account."""

    login: Line
    password: Line
    code: Line = ""


class PasswordRequest(Ask, frozen=True, kw_only=True):
    """Change the name and the password."""

    login: Line
    before: Line = ""
    password: Line


class PasskeyRequest(Ask, frozen=True, kw_only=True):
    """What a browser's passkey has made or signed."""

    credential: dict[str, Any]
    label: Line = ""
    """What the person calls it; if empty, as the device."""


class CodeRequest(Ask, frozen=True, kw_only=True):
    """A code of the second factor; with the ticket of a new one, its first."""

    code: Line
    ticket: Annotated[str, Meta(max_length=2000)] = ""


class PersonalDataRequest(Ask, frozen=True, kw_only=True):
    """What is known of a person."""

    name: Line = ""
    address: Line = ""
    email: Line = ""
    born: Annotated[str, Meta(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$(?!\n)")] = ""


class EraseRequest(Ask, frozen=True, kw_only=True):
    """Erase the person; the word is typed, so that nobody does it by a slip."""

    word: Line


class SessionLine(msgspec.Struct, frozen=True, kw_only=True):
    """A session in the list of them."""

    id: str
    device: str
    begun_at: int
    seen_at: int
    second_factor: bool
    this: bool


class PasskeyLine(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey in the list of them."""

    id: str
    label: str
    added_at: int
    cloned: bool


class AccountAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An account as its owner sees it."""

    login: str
    opened_at: int
    sessions: tuple[SessionLine, ...]
    passkeys: tuple[PasskeyLine, ...]
    second_factor: bool
    recovery_codes: int
    """How many are left."""
    personal: PersonalData


class NewSecondFactor(msgspec.Struct, frozen=True, kw_only=True):
    """What an authenticator app needs, as a picture and to type."""

    ticket: str
    secret: str
    picture: str
    """An SVG picture as a data URL."""


class RecoveryCodes(msgspec.Struct, frozen=True, kw_only=True):
    """Recovery codes, shown once."""

    codes: tuple[str, ...]


# Who asks.


def _people(request: Asking) -> People:
    people: People = request.app.state.people
    return people


def _floor(request: Asking) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


def _session(request: Asking) -> SignInSession:
    session = _people(request).session(request)
    if session is None:  # it ended after the guard had looked
        raise Complaint("sign-in", 401)
    return session


def _changing(request: Asking) -> SignInSession:
    """Return the session of somebody who may change what they sign in with: they have just signed in, with a code if
    they have a second factor. A stolen session is not enough.
    """
    session, floor = _session(request), _floor(request)
    proved = session.second_factor or not persons.person_of(floor, session.person).credentials.second_factor
    if not proved or floor.clock() - session.begun_at >= FRESH:
        raise Complaint("sign-in-again", 401)
    return session


def site_of(request: Asking) -> passkeys.RelyingParty | None:
    """Return the site for passkeys: the host name that the browser knows; None where it is an address."""
    host = request.headers.get("host", "")
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    if address_of(name.strip("[]")) is not None:
        return None
    return passkeys.RelyingParty(name.lower(), f"{request.url.scheme}://{host.lower()}")


def _named_site(request: Asking) -> passkeys.RelyingParty:
    site = site_of(request)
    if site is None:
        raise Complaint("passkey-address", 409)
    return site


async def in_turn(request: Asking, work: Any) -> Any:
    """Do what takes much work, for a few at once: hashing a password needs 64 MiB."""
    queue: RecallQueue = request.app.state.signing_in
    try:
        return await queue.at(client_name(client_of(request.scope)), work)
    except SignInError as error:
        raise Complaint(error.code, 401) from None


def _entered(request: Asking, entry: Entry, *, status: int = 200, fresh: bool = False) -> Response[None]:
    """Answer somebody who has signed in: with their session and, on a device that is new to them, their own looks."""
    cookies = _people(request).entered(entry, request)
    if fresh:
        cookies.append(_people(request).no_guest(request))
    else:
        chosen = persons.person_of(_floor(request), entry.session.person).preferences
        cookies += _looks(request, dict(chosen))
    return Response(None, status_code=status, cookies=cookies)


def _looks(request: Asking, chosen: dict[str, str]) -> list[Cookie]:
    """Return the cookies of the language and the colour scheme that somebody has chosen."""
    wanted = ((LANGUAGE_COOKIE, "language", LANGUAGES), (THEME_COOKIE, "theme", THEMES))
    return [
        Cookie(key=key, value=chosen[name], max_age=YEAR_SECONDS, samesite="lax", secure=is_secure(request))
        for key, name, allowed in wanted
        if chosen.get(name) in allowed
    ]


def _new_person(request: Asking) -> str:
    """Return the guest who becomes an account, or for somebody without a table a new one."""
    people, state = _people(request), request.app.state
    visitor = people.visitor(request)
    if visitor.signed_in:
        raise Complaint("signed-in", 409)
    if state.tallies.guests.is_over(client_name(client_of(request.scope))):
        raise Complaint("too-many-guests", 429)
    return visitor.person or people.guests.new()


# Becoming an account, and signing in.


@post("/", opt=_ANYBODY, status_code=201)
async def make_account(request: Asking, data: JSONBody[LoginRequest]) -> Response[None]:
    """Make an account of the guest, who keeps everything; the guest's cookie is worth nothing from then on."""

    def work() -> Entry:
        floor, person = _floor(request), _new_person(request)
        signin.set_password(floor, person, data.login, data.password)
        return signin.begin(floor, person, device_of(request), SignInMethod.PASSWORD, second_factor=False)

    return _entered(request, await in_turn(request, work), status=201, fresh=True)


@post("/sign-in", opt=_ANYBODY, status_code=200)
async def enter(request: Asking, data: JSONBody[LoginRequest]) -> Response[None]:
    """Begin a session with a password and, where there is one, the second factor; a session before it ends."""

    def work() -> Entry:
        entry = signin.sign_in(_floor(request), data.login, data.password, data.code, device_of(request))
        _leave(request)
        return entry

    return _entered(request, await in_turn(request, work))


@post("/sign-in/passkey/options", opt=_ANYBODY, status_code=200, sync_to_thread=True)
def passkey_request(request: Asking) -> Response[str]:
    """What a browser needs to sign in with a passkey."""
    return _json(passkeys.request_options(_floor(request), _named_site(request)))


@post("/sign-in/passkey", opt=_ANYBODY, status_code=200)
async def enter_by_passkey(request: Asking, data: JSONBody[PasskeyRequest]) -> Response[None]:
    """Begin a session with a passkey."""

    def work() -> Entry:
        entry = passkeys.sign_in(_floor(request), data.credential, _named_site(request), device_of(request))
        _leave(request)
        return entry

    return _entered(request, await in_turn(request, work))


@post("/sign-out", opt=_ANYBODY, status_code=200, sync_to_thread=True)
def leave(request: Asking) -> Response[None]:
    """End this session; whoever comes next in this browser is a stranger. A guest, who has none, stays a guest."""
    _leave(request)
    return Response(None, cookies=_people(request).left(request))


def _leave(request: Asking) -> None:
    session = _people(request).session(request)
    if session is not None:
        signin.sign_out(_floor(request), session.person, session.id)


# The account.


@get("/", opt=_ACCOUNT, sync_to_thread=True)
def show_account(request: Asking) -> AccountAnswer:
    """The account as its owner sees it."""
    return _account(_floor(request), _session(request))


def _account(floor: Floor, session: SignInSession) -> AccountAnswer:
    person = session.person
    held, password = persons.person_of(floor, person).credentials, signin.password_of(floor, person)
    labels = passkeys.public_keys(floor, person)
    return AccountAnswer(
        login=password.login if password else "",
        opened_at=held.opened_at,
        sessions=tuple(
            SessionLine(
                id=each.id,
                device=each.device,
                begun_at=each.begun_at,
                seen_at=each.seen_at,
                second_factor=each.second_factor,
                this=each.id == session.id,
            )
            for each in signin.sessions_of(floor, person)
        ),
        passkeys=tuple(
            PasskeyLine(id=id, label=labels[id].label, added_at=each.added_at, cloned=each.cloned)
            for id, each in held.passkeys.items()  # noqa: A001
        ),
        second_factor=bool(held.second_factor),
        recovery_codes=second_factor.recovery_codes_left(floor, person),
        personal=persons.personal_data(floor, person) or PersonalData(),
    )


@delete("/sessions/{session_id:str}", opt=_ACCOUNT, status_code=200, sync_to_thread=True)
def end_session(request: Asking, session_id: FromPath[str]) -> AccountAnswer:
    """End one session; one's own is ended by signing out."""
    session = _session(request)
    signin.sign_out(_floor(request), session.person, session_id)
    return _account(_floor(request), session)


@delete("/sessions", opt=_ACCOUNT, status_code=200, sync_to_thread=True)
def end_sessions(request: Asking) -> Response[None]:
    """End all sessions, this one too."""
    signin.sign_out(_floor(request), _session(request).person)
    return Response(None, cookies=_people(request).left(request))


@post("/password", opt=_ACCOUNT, status_code=200)
async def change_password(request: Asking, data: JSONBody[PasswordRequest]) -> Response[None]:
    """Set the name and the password, with the one before if there is one; every session ends, and this one anew."""

    def work() -> Entry:
        floor, session = _floor(request), _changing(request)
        if signin.password_of(floor, session.person) is not None:
            signin.confirm(floor, session.person, password=data.before)
        signin.set_password(floor, session.person, data.login, data.password)
        return signin.renew(floor, session, SignInMethod.PASSWORD, everywhere=True)

    return _entered(request, await in_turn(request, work))


# Passkeys.


@post("/passkeys/options", opt=_ANYBODY, status_code=200, sync_to_thread=True)
def passkey_creation(request: Asking) -> Response[str]:
    """What a browser needs to make a passkey: another one for an account, or the first for a guest."""
    floor, visitor = _floor(request), _people(request).visitor(request)
    person = _changing(request).person if visitor.signed_in else _new_person(request)
    stranger = visitor.person is None
    return _json(passkeys.creation_options(floor, person, _named_site(request), stranger=stranger))


@post("/passkeys", opt=_ANYBODY, status_code=201, sync_to_thread=True)
def add_passkey(request: Asking, data: JSONBody[PasskeyRequest]) -> Response[None]:
    """Add a passkey to an account, or make an account of the guest by it."""
    floor, visitor, site = _floor(request), _people(request).visitor(request), _named_site(request)
    session, label = _changing(request) if visitor.signed_in else None, data.label or device_of(request) or site.name
    person = passkeys.add_passkey(floor, data.credential, site, label, visitor.person)
    if session is not None:
        return Response(None, status_code=201)
    entry = signin.begin(floor, person, device_of(request), SignInMethod.PASSKEY, second_factor=True)
    return _entered(request, entry, status=201, fresh=True)


@delete("/passkeys/{passkey:str}", opt=_ACCOUNT, status_code=200, sync_to_thread=True)
def remove_passkey(request: Asking, passkey: FromPath[str]) -> AccountAnswer:
    """Remove a passkey that is not the only way to sign in."""
    session = _changing(request)
    passkeys.remove_passkey(_floor(request), session.person, passkey)
    return _account(_floor(request), session)


# The second factor.


@post("/second-factor/new", opt=_ACCOUNT, status_code=200, sync_to_thread=True)
def new_second_factor(request: Asking) -> NewSecondFactor:
    """A new secret for an authenticator app; it counts when its first code has come back."""
    import segno

    floor, session = _floor(request), _changing(request)
    password = signin.password_of(floor, session.person)
    if password is None:
        raise InputError("password-missing")
    secret = second_factor.new_totp_secret()
    drawn = segno.make(second_factor.address_of_secret(secret, password.login), error="m")
    return NewSecondFactor(
        ticket=tickets.issue(floor, _NEW_SECRET, session.person, secret),
        secret=secret,
        picture=drawn.svg_data_uri(scale=4, border=4, dark="black", light="white"),
    )


@post("/second-factor", opt=_ACCOUNT, status_code=200, sync_to_thread=True)
def confirm_second_factor(request: Asking, data: JSONBody[CodeRequest]) -> Response[RecoveryCodes]:
    """Set the second factor by its first code; the session has passed it by that, and is begun anew."""
    floor, session = _floor(request), _changing(request)
    ticket = tickets.read(floor, data.ticket, _NEW_SECRET)
    if ticket.person != session.person:
        raise InputError("ticket-stale")
    codes = second_factor.set_second_factor(floor, session.person, ticket.content, data.code)
    entry = signin.renew(floor, session, SignInMethod.CODE)
    return Response(RecoveryCodes(codes=codes), cookies=_people(request).entered(entry, request))


@post("/recovery-codes", opt=_ACCOUNT, status_code=200)
async def renew_codes(request: Asking, data: JSONBody[CodeRequest]) -> RecoveryCodes:
    """Replace the recovery codes, with a code of the app."""

    def work() -> RecoveryCodes:
        floor, session = _floor(request), _changing(request)
        signin.confirm(floor, session.person, code=data.code)
        return RecoveryCodes(codes=second_factor.renew_recovery_codes(floor, session.person))

    answer: RecoveryCodes = await in_turn(request, work)
    return answer


@post("/second-factor/remove", opt=_ACCOUNT, status_code=200)
async def remove_second_factor(request: Asking, data: JSONBody[CodeRequest]) -> AccountAnswer:
    """Ask for the password alone from now on, with a last code."""

    def work() -> AccountAnswer:
        floor, session = _floor(request), _changing(request)
        signin.confirm(floor, session.person, code=data.code)
        second_factor.remove_second_factor(floor, session.person, by=session.person)
        return _account(floor, session)

    answer: AccountAnswer = await in_turn(request, work)
    return answer


# What is known of a person.


@post("/personal-data", opt=_ACCOUNT, status_code=200, sync_to_thread=True)
def change_personal_data(request: Asking, data: JSONBody[PersonalDataRequest]) -> AccountAnswer:
    """Replace what is known of the person; all of it is optional."""
    floor, session = _floor(request), _session(request)
    if data.born:
        _check_date(data.born)
    known = PersonalData(**msgspec.structs.asdict(data))
    persons.change_personal_data(floor, session.person, known, actor=session.person)
    return _account(floor, session)


def _check_date(text: str) -> None:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise Complaint("no-date", 409) from None


@post("/preferences", opt=_ACCOUNT, status_code=200, sync_to_thread=True)
def choose(request: Asking, data: JSONBody[dict[str, str]]) -> dict[str, str]:
    """Keep what the person has just chosen with the account; of two devices, the last to choose wins."""
    return persons.choose(_floor(request), _session(request).person, data)


@get("/data.json", opt=_ACCOUNT, sync_to_thread=True)
def download(request: Asking) -> Response[bytes]:
    """Everything that is known of the person, as a file; the rounds are in the download of the history."""
    floor, session = _floor(request), _session(request)
    person = session.person
    known = {
        "person": person,
        "account": _account(floor, session),
        "preferences": persons.person_of(floor, person).preferences,
        "care": persons.person_of(floor, person).care,
        "balance_cents": floor.balance(person),
        "statistics": statistics_of(floor, person, Span.ALL, ""),
    }
    saved = {"Content-Disposition": 'attachment; filename="mississippi-stud-account.json"'}
    content = msgspec.json.format(msgspec.json.encode(known, enc_hook=str), indent=2)
    return Response(content, media_type="application/json", headers=saved)


@post("/erase", opt=_ACCOUNT, status_code=200, sync_to_thread=True)
def erase(request: Asking, data: JSONBody[EraseRequest]) -> Response[None]:
    """Erase the person: their key is destroyed, every session ends, and nobody can sign in as them again."""
    session = _changing(request)
    word = translator(language_of(request))(ERASE)
    if data.word.strip().casefold() != word.casefold():
        raise Complaint("erase-word", 409, word=word)
    persons.erase(_floor(request), session.person, by=session.person, reason="asked")
    return Response(None, cookies=_people(request).left(request))


def _json(text: str) -> Response[str]:
    return Response(text, media_type="application/json")


routes = Router(
    path="/api/account",
    include_in_schema=False,
    route_handlers=[
        make_account,
        enter,
        passkey_request,
        enter_by_passkey,
        leave,
        show_account,
        end_session,
        end_sessions,
        change_password,
        passkey_creation,
        add_passkey,
        remove_passkey,
        new_second_factor,
        confirm_second_factor,
        renew_codes,
        remove_second_factor,
        change_personal_data,
        choose,
        download,
        erase,
    ],
)
