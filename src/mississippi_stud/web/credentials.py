"""The API of what somebody signs in with: the password, passkeys, the second factor and its recovery codes."""

from typing import Final

from litestar import Response, delete, post
from litestar.params import FromPath, JSONBody

from mississippi_stud.errors import InputError
from mississippi_stud.floor import SignInMethod, passkeys, second_factor, signin, tickets
from mississippi_stud.floor.house_tables import relieve_somebody
from mississippi_stud.floor.signin import Entry
from mississippi_stud.web.account import ACCOUNT, account_of
from mississippi_stud.web.account_shapes import (
    AccountAnswer,
    CodeRequest,
    NewSecondFactor,
    PasskeyRequest,
    PasswordRequest,
    RecoveryCodes,
)
from mississippi_stud.web.entrance import (
    ANYBODY,
    Asking,
    as_json,
    entered,
    floor_of,
    fresh_session_of,
    in_turn,
    named_site,
    new_person,
    people_of,
)
from mississippi_stud.web.people import device_of

_NEW_SECRET: Final = "second factor"  # noqa: S105


@post("/password", opt=ACCOUNT, status_code=200)
async def change_password(request: Asking, data: JSONBody[PasswordRequest]) -> Response[None]:
    """Set the name and the password, with the one before if there is one; every session ends, and this one anew."""

    def work() -> Entry:
        floor, session = floor_of(request), fresh_session_of(request)
        if signin.password_of(floor, session.person) is not None:
            signin.confirm(floor, session.person, password=data.before)
        signin.set_password(floor, session.person, data.login, data.password)
        return signin.renew(floor, session, SignInMethod.PASSWORD, everywhere=True)

    return entered(request, await in_turn(request, work))


# Passkeys.


@post("/passkeys/options", opt=ANYBODY, status_code=200, sync_to_thread=True)
def passkey_creation(request: Asking) -> Response[str]:
    """What a browser needs to make a passkey: another one for an account, or the first for a guest."""
    floor, visitor = floor_of(request), people_of(request).visitor(request)
    person = fresh_session_of(request).person if visitor.signed_in else new_person(request)
    stranger = visitor.person is None
    return as_json(passkeys.creation_options(floor, person, named_site(request), stranger=stranger))


@post("/passkeys", opt=ANYBODY, status_code=201, sync_to_thread=True)
def add_passkey(request: Asking, data: JSONBody[PasskeyRequest]) -> Response[None]:
    """Add a passkey to an account, or make an account of the guest by it."""
    floor, visitor, site = floor_of(request), people_of(request).visitor(request), named_site(request)
    session = fresh_session_of(request) if visitor.signed_in else None
    label = data.label or device_of(request) or site.name
    person = passkeys.add_passkey(floor, data.credential, site, label, visitor.person, first=session is None)
    if session is not None:
        return Response(None, status_code=201)
    entry = signin.begin(floor, person, device_of(request), SignInMethod.PASSKEY, second_factor=True)
    return entered(request, entry, status=201, fresh=True)


@delete("/passkeys/{passkey:str}", opt=ACCOUNT, status_code=200, sync_to_thread=True)
def remove_passkey(request: Asking, passkey: FromPath[str]) -> AccountAnswer:
    """Remove a passkey that is not the only way to sign in."""
    session = fresh_session_of(request)
    passkeys.remove_passkey(floor_of(request), session.person, passkey)
    return account_of(request, session)


# The second factor.


@post("/second-factor/new", opt=ACCOUNT, status_code=200, sync_to_thread=True)
def new_second_factor(request: Asking) -> NewSecondFactor:
    """A new secret for an authenticator app; it counts when its first code has come back."""
    import segno

    floor, session = floor_of(request), fresh_session_of(request)
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


@post("/second-factor", opt=ACCOUNT, status_code=200, sync_to_thread=True)
def confirm_second_factor(request: Asking, data: JSONBody[CodeRequest]) -> Response[RecoveryCodes]:
    """Set the second factor by its first code; the session has passed it by that, and is begun anew."""
    floor, session = floor_of(request), fresh_session_of(request)
    ticket = tickets.read(floor, data.ticket, _NEW_SECRET)
    if ticket.person != session.person:
        raise InputError("ticket-stale")
    codes = second_factor.set_second_factor(floor, session.person, ticket.content, data.code)
    entry = signin.renew(floor, session, SignInMethod.CODE)
    return Response(RecoveryCodes(codes=codes), cookies=people_of(request).entered(entry, request))


@post("/recovery-codes", opt=ACCOUNT, status_code=200)
async def renew_codes(request: Asking, data: JSONBody[CodeRequest]) -> RecoveryCodes:
    """Replace the recovery codes, with a code of the app."""

    def work() -> RecoveryCodes:
        floor, session = floor_of(request), fresh_session_of(request)
        signin.confirm(floor, session.person, code=data.code)
        return RecoveryCodes(codes=second_factor.renew_recovery_codes(floor, session.person))

    answer: RecoveryCodes = await in_turn(request, work)
    return answer


@post("/second-factor/remove", opt=ACCOUNT, status_code=200)
async def remove_second_factor(request: Asking, data: JSONBody[CodeRequest]) -> AccountAnswer:
    """Ask for the password alone from now on, with a last code."""

    def work() -> AccountAnswer:
        floor, session = floor_of(request), fresh_session_of(request)
        signin.confirm(floor, session.person, code=data.code)
        second_factor.remove_second_factor(floor, session.person, by=session.person)
        relieve_somebody(floor, session.person)
        return account_of(request, session)

    answer: AccountAnswer = await in_turn(request, work)
    return answer


routes = [
    change_password,
    passkey_creation,
    add_passkey,
    remove_passkey,
    new_second_factor,
    confirm_second_factor,
    renew_codes,
    remove_second_factor,
]
