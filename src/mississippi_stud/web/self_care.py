"""The API of care: a person's own limits, breaks and exclusions, and what they have played (decision 187)."""

import asyncio
from hashlib import sha256
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, Router, get, post
from litestar.datastructures import State as AppState
from litestar.params import JSONBody
from msgspec import Meta

from mississippi_stud import floor as f
from mississippi_stud.floor import Care, Floor, LimitKind, Period, Refused
from mississippi_stud.floor.care import CareView, care_of, view
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.persons import names_of, stream_of
from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.care_notices import EXCLUDE
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.people import People
from mississippi_stud.web.problems import Complaint, Objection
from mississippi_stud.web.recall_queue import RecallQueue
from mississippi_stud.web.request import BAD, DONE, Asking, player_of, strict, visitor_of
from mississippi_stud.web.shapes import CommandId

CURRENCY: Final = Currency.CAD
"""Play money is the same at the tables of every book; here it is shown as on the page that a guest finds first."""
GAP: Final = 5 * 60 * 1_000_000
"""The longest time between two rounds that counts as play."""
_MINUTE: Final = 60 * 1_000_000
Time = Annotated[int, Meta(ge=1, le=2**53 - 1, description="Microseconds since 1970.")]


class CareCommand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"):
    """What somebody can ask for themselves."""

    def of_person(self) -> Any:
        """Return the command of the person's own stream."""
        asked = msgspec.structs.asdict(self)
        asked.pop("word", None)
        return getattr(f, type(self).__name__.removesuffix("Request"))(**asked)


class SetLimitRequest(CareCommand, frozen=True, kw_only=True, tag="set_limit"):
    """Set a limit, or ask for none: lower at once, higher when it is confirmed."""

    kind: LimitKind
    period: Period
    most: int | None
    """Cents, or minutes for time; None for no limit."""


class ConfirmLimitRequest(CareCommand, frozen=True, kw_only=True, tag="confirm_limit"):
    """Confirm a higher limit, after the period and a day."""

    kind: LimitKind
    period: Period


class TimeOutRequest(CareCommand, frozen=True, kw_only=True, tag="time_out"):
    """Keep oneself from playing until a time."""

    until: Time


class ExcludeSelfRequest(CareCommand, frozen=True, kw_only=True, tag="exclude_self"):
    """Exclude oneself until a time, or for ever; the word is typed, so that nobody does it by a slip."""

    until: int | None
    word: Annotated[str, Meta(max_length=40)]


class SetBreaksRequest(CareCommand, frozen=True, kw_only=True, tag="set_breaks"):
    """Have breaks from long play, or no longer."""

    on: bool


class SetRealityCheckRequest(CareCommand, frozen=True, kw_only=True, tag="set_reality_check"):
    """Be told every 15, 30 or 60 minutes of play how long it was and what it cost, or never (0)."""

    minutes: Annotated[int, Meta(ge=0, le=60)]


class AcknowledgeRealityRequest(CareCommand, frozen=True, kw_only=True, tag="acknowledge_reality"):
    """Say that one has read the reality check."""


class CareRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command with an id chosen by the sender: sent again under the same id, it takes effect once."""

    id: CommandId
    command: (
        SetLimitRequest
        | ConfirmLimitRequest
        | TimeOutRequest
        | ExcludeSelfRequest
        | SetBreaksRequest
        | SetRealityCheckRequest
        | AcknowledgeRealityRequest
    )


class PlayedSpan(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has played since a period began."""

    period: Period
    since: int
    minutes: int
    rounds: int
    wagered_cents: int
    net_cents: int


class CareAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A person's care now, and what they have played."""

    now: int
    """Microseconds since 1970."""
    care: CareView
    played: tuple[PlayedSpan, ...]


def answer_of(floor: Floor, person: str | None) -> CareAnswer:
    """Return somebody's care and what they have played; a stranger has none and has played nothing."""
    now = floor.clock()
    starts = {period: f.start_of(period, now) for period in Period}
    past = _past(floor, person, min(starts.values()))
    names = names_of(floor, person) if person else ()
    played = tuple(_span(names, period, since, past) for period, since in starts.items())
    return CareAnswer(now=now, care=care_of(floor, person) if person else view(Care()), played=played)


def _past(floor: Floor, person: str | None, since: int) -> list[recall.PastRound]:
    if person is None:
        return []
    found = recall.history(floor, recall.RoundFilter(player=names_of(floor, person), since=since), limit=None)
    return [each for each in reversed(found) if each.status == "settled"]


def _span(player: tuple[str, ...], period: Period, since: int, past: list[recall.PastRound]) -> PlayedSpan:
    rounds = [each for each in past if each.opened_at >= since]
    return PlayedSpan(
        period=period,
        since=since,
        minutes=_time(rounds) // _MINUTE,
        rounds=len(rounds),
        wagered_cents=sum(each.wagered_cents(player) for each in rounds),
        net_cents=sum(each.net_cents(player) for each in rounds),
    )


def _time(rounds: list[recall.PastRound]) -> int:
    """Return how long rounds took, in order of their opening, with the short times between them; none counts twice."""
    time, until = 0, 0
    for each in rounds:
        ended = max(each.ended_at or each.opened_at, until)
        begun = until if until and each.opened_at - until <= GAP else each.opened_at
        time += min(ended - begun, GAP + max(0, each.opened_at - begun))
        until = ended
    return time


@get("", opt={"access": Access.PLAYER}, summary="One's own care", responses=BAD)
async def show_care(request: Asking, state: AppState) -> CareAnswer:
    """Limits and what they leave, breaks and exclusions, and the play of today, this week and this month."""
    people: People = state.people
    looking: RecallQueue = state.looking_back
    person = people.known(request)
    return await looking.at(await visitor_of(request, state), lambda: answer_of(state.floor, person))


@post("/commands", opt={"access": Access.PLAYER}, status_code=200, summary="Take care of oneself", responses=DONE)
async def command_care(request: Asking, state: AppState, data: JSONBody[CareRequest]) -> Response[CareAnswer]:
    """Carry out a command; the answer is one's care after it. A stranger becomes a guest, as at a table."""
    data = await strict(request, CareRequest)
    if isinstance(data.command, ExcludeSelfRequest):
        _check_word(request, data.command.word)
    person, cookies = player_of(request, state)
    looking: RecallQueue = state.looking_back
    await asyncio.to_thread(_send, state.floor, person, data)
    return Response(await looking.at(person, lambda: answer_of(state.floor, person)), cookies=cookies)


def _check_word(request: Asking, given: str) -> None:
    word = translator(language_of(request))(EXCLUDE)
    if given.strip().casefold() != word.casefold():
        raise Complaint("exclude-word", 409, word=word)


def _send(floor: Floor, person: str, data: CareRequest) -> None:
    named = sha256(f"{person} care {data.id}".encode()).hexdigest()[:48]
    try:
        floor.send(stream_of(person), data.command.of_person(), command_id=named, actor=person)
    except Refused as refused:
        raise Objection(refused, CURRENCY) from None


routes = Router(path="/api/care", route_handlers=[show_care, command_care])
