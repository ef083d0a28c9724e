"""The API of an account: what its owner sees of it, sessions, the guest before it, personal data, erasure."""

from datetime import date
from typing import Final

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from mississippi_stud.errors import InputError
from mississippi_stud.floor import (
    PersonalData,
    Refused,
    SignInSession,
    former_guest,
    passkeys,
    persons,
    second_factor,
    signin,
)
from mississippi_stud.floor.house_tables import relieve_somebody
from mississippi_stud.language import translator
from mississippi_stud.prose.account import ERASE
from mississippi_stud.prose.names import amount
from mississippi_stud.web.access import Access
from mississippi_stud.web.account_shapes import (
    AccountAnswer,
    EraseRequest,
    GuestLine,
    PasskeyLine,
    PersonalDataRequest,
    SessionLine,
)
from mississippi_stud.web.entrance import Asking, floor_of, fresh_session_of, people_of, session_of
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.problems import Complaint, Objection
from mississippi_stud.web.seats import START_CENTS
from mississippi_stud.web.self_care import CURRENCY
from mississippi_stud.web.statistics import Span, statistics_of

ACCOUNT: Final = {"access": Access.ACCOUNT}


@get("/", opt=ACCOUNT, sync_to_thread=True)
def show_account(request: Asking) -> AccountAnswer:
    """The account as its owner sees it."""
    return account_of(request, session_of(request))


def account_of(request: Asking, session: SignInSession) -> AccountAnswer:
    floor, person = floor_of(request), session.person
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
        guest=_guest(request),
    )


def _guest(request: Asking) -> GuestLine | None:
    guest = people_of(request).guest_before(request)
    if guest is None:
        return None
    floor, language = floor_of(request), language_of(request)
    held = floor.balance(guest)
    won = former_guest.winnings_cents(held, START_CENTS)
    return GuestLine(won=amount(won, CURRENCY, language), back=amount(held - won, CURRENCY, language))


@post("/guest", opt=ACCOUNT, status_code=200, sync_to_thread=True)
def bring_guest(request: Asking) -> Response[AccountAnswer]:
    """Bring what the guest of this browser won and played into the account; nobody is that guest any more."""
    session, guest = session_of(request), people_of(request).guest_before(request)
    if guest is None:
        raise InputError("guest-missing")
    try:
        former_guest.bring_guest(floor_of(request), session.person, guest, START_CENTS)
    except Refused as refused:
        raise Objection(refused, CURRENCY) from None
    return Response(account_of(request, session), cookies=[people_of(request).no_guest(request)])


@delete("/sessions/{session_id:str}", opt=ACCOUNT, status_code=200, sync_to_thread=True)
def end_session(request: Asking, session_id: FromPath[str]) -> AccountAnswer:
    """End one session; one's own is ended by signing out."""
    session = session_of(request)
    signin.sign_out(floor_of(request), session.person, session_id)
    return account_of(request, session)


@delete("/sessions", opt=ACCOUNT, status_code=200, sync_to_thread=True)
def end_sessions(request: Asking) -> Response[None]:
    """End all sessions, this one too."""
    signin.sign_out(floor_of(request), session_of(request).person)
    return Response(None, cookies=people_of(request).left(request))


# What is known of a person.


@post("/personal-data", opt=ACCOUNT, status_code=200, sync_to_thread=True)
def change_personal_data(request: Asking, data: JSONBody[PersonalDataRequest]) -> AccountAnswer:
    """Replace what is known of the person; all of it is optional."""
    floor, session = floor_of(request), session_of(request)
    if data.born:
        _check_date(data.born)
    known = PersonalData(**msgspec.structs.asdict(data))
    persons.change_personal_data(floor, session.person, known, actor=session.person)
    return account_of(request, session)


def _check_date(text: str) -> None:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise Complaint("no-date", 409) from None


@post("/preferences", opt=ACCOUNT, status_code=200, sync_to_thread=True)
def choose(request: Asking, data: JSONBody[dict[str, str]]) -> dict[str, str]:
    """Keep what the person has just chosen with the account; of two devices, the last to choose wins."""
    return persons.choose(floor_of(request), session_of(request).person, data)


@get("/data.json", opt=ACCOUNT, sync_to_thread=True)
def download(request: Asking) -> Response[bytes]:
    """Everything that is known of the person, as a file; the rounds are in the download of the history."""
    floor, session = floor_of(request), session_of(request)
    person = session.person
    known = {
        "person": person,
        "account": account_of(request, session),
        "preferences": persons.person_of(floor, person).preferences,
        "care": persons.person_of(floor, person).care,
        "balance_cents": floor.balance(person),
        "guests": persons.person_of(floor, person).guests,
        "statistics": statistics_of(floor, persons.names_of(floor, person), Span.ALL, ""),
    }
    saved = {"Content-Disposition": 'attachment; filename="mississippi-stud-account.json"'}
    content = msgspec.json.format(msgspec.json.encode(known, enc_hook=str), indent=2)
    return Response(content, media_type="application/json", headers=saved)


@post("/erase", opt=ACCOUNT, status_code=200, sync_to_thread=True)
def erase(request: Asking, data: JSONBody[EraseRequest]) -> Response[None]:
    """Erase the person: their key is destroyed, every session ends, and nobody can sign in as them again."""
    session = fresh_session_of(request)
    word = translator(language_of(request))(ERASE)
    if data.word.strip().casefold() != word.casefold():
        raise Complaint("erase-word", 409, word=word)
    persons.erase(floor_of(request), session.person, by=session.person, reason="asked")
    relieve_somebody(floor_of(request), session.person)
    return Response(None, cookies=people_of(request).left(request))


routes = [
    show_account,
    bring_guest,
    end_session,
    end_sessions,
    change_personal_data,
    choose,
    download,
    erase,
]
