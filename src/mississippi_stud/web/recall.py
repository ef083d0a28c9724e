"""Past rounds as the API shows them: a list, the steps of one, and what proves its deal."""

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, Final

from mississippi_stud.cards import text
from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, Role, TableView
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.export import Format, write
from mississippi_stud.floor.history.proof import prove
from mississippi_stud.floor.history.recall import Players, RoundFilter
from mississippi_stud.prose.reasons import tell_reason
from mississippi_stud.prose.signs import BUTTONS
from mississippi_stud.web.delta import canonical
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import PlayerSeat, labels_of, rows_of
from mississippi_stud.web.shapes import ProofAnswer, RoundLine, RoundResult, RoundStep, RoundSteps
from mississippi_stud.web.topics import Viewer, sight_at

FILE_ROUNDS_MAX: Final = 1000
"""The most rounds in a file: each is read from the log, and others wait meanwhile."""
_RESULTS: Final[Mapping[RoundResult, Mapping[str, Any]]] = {
    RoundResult.ANY: {},
    RoundResult.WON: {"status": "settled", "net_min_cents": 1},
    RoundResult.LOST: {"status": "settled", "net_max_cents": -1},
    RoundResult.EVEN: {"status": "settled", "net_min_cents": 0, "net_max_cents": 0},
    RoundResult.VOID: {"status": "void"},
    RoundResult.OPEN: {"status": "open"},
}
_RECORD: Final = frozenset(
    {
        "betting_closed",
        "connection_noted",
        "deadline_ended",
        "deadline_moved",
        "deadline_set",
        "dispute_closed",
        "dispute_decided",
        "dispute_opened",
        "dispute_reviewed",
        "no_answer_chosen",
        "pace_chosen",
        "review_asked",
        "round_committed",
        "round_opened",
        "seat_ready",
        "seat_sat_out",
        "secret_revealed",
        "seed_committed",
        "seed_opened",
    }
)
"""What the log has of a round and a player would not call a step."""
_WAGERS: Final = ("wager_placed", "wager_withdrawn")


def rounds_of(seat: PlayerSeat, limit: int, before: int | None) -> list[RoundLine]:
    """Return the player's rounds at a table, the last first; with `before`, those that came before that one."""
    last = seat.floor.table(seat.stream).number
    skipped = 0 if before is None else max(last - before + 1, 0)
    found = recall.history(seat.floor, RoundFilter(table=seat.stream), limit=limit, offset=skipped)
    return [_line(seat.floor, past, seat.name) for past in found]


def wanted_by(player: Players, book: str, result: RoundResult, since: int, until: int) -> RoundFilter:
    """Return a filter for somebody's rounds at whatever table, also one that was closed since."""
    return RoundFilter(player=player, book=book or None, since=since, until=until, **_RESULTS[result])


def history_of(floor: Floor, wanted: RoundFilter, limit: int) -> list[RoundLine]:
    """Return somebody's rounds, the last first; nobody's are not looked for."""
    if not wanted.player:
        return []
    return [_line(floor, past, wanted.player) for past in recall.history(floor, wanted, limit=limit)]


def file_of(floor: Floor, wanted: RoundFilter, kind: Format) -> bytes:
    """Return the last of somebody's rounds as a file, as they saw them, the last first."""
    out = StringIO()
    write(floor, wanted, kind, out, wanted.player, FILE_ROUNDS_MAX)
    return out.getvalue().encode()


def _line(floor: Floor, past: recall.PastRound, player: Players) -> RoundLine:
    book = floor.book(past.book)
    return RoundLine(
        table=past.stream.partition(":")[2],
        number=past.number,
        book=book.id,
        currency=book.money.currency.value,
        status=past.status,
        opened_at=past.opened_at,
        wagered_cents=past.wagered_cents(player),
        net_cents=past.net_cents(player),
        commitment=past.commitment,
    )


def past_of(seat: PlayerSeat, number: int, *, over: bool = False) -> recall.PastRound:
    """A round that there is, of somebody who sits at the table or has played it; `over`: and that has ended."""
    past = None
    try:
        past = recall.past(seat.floor, seat.place, number)
    except InputError as error:
        if type(error) is not InputError:
            raise
    if past is None or not past.of(seat.name):
        _ = seat.stream  # other people's tables are not there
    if past is None:
        raise Complaint("no-round", 404)
    if over and past.status == "open":
        raise Complaint("not-over", 409)
    return past


def recalled(seat: PlayerSeat, number: int) -> RoundSteps:
    """Every step of a round as its player saw it."""
    past = past_of(seat, number)
    steps = recall.steps(seat.floor, seat.place, number, Role.PLAYER, seat.name)
    book, last = seat.floor.book(past.book), steps[-1].view
    return RoundSteps(
        table=seat.table_id,
        number=number,
        book=book.id,
        status=past.status,
        commitment=past.commitment,
        labels=labels_of(book, last, seat.language, BUTTONS),
        rows=rows_of(book, last),
        steps=tuple(_told(steps)),
        reason=next(
            (tell_reason(step.event.voided, seat.language) for step in steps if step.name == "secret_revealed"), ""
        ),
    )


def _told(steps: Sequence[recall.HistoryStep]) -> Iterator[RoundStep]:
    """The steps, each with whether a player would call it one: of wagers that lie there before the deal, the last."""
    plain = [place for place, step in enumerate(steps) if step.name not in _RECORD]
    wagered = [place for place in plain if steps[place].name in _WAGERS and _is_betting(steps[place].view)]
    shown = {*plain} - {*wagered[:-1]} or {len(steps) - 1}
    for place, step in enumerate(steps):
        yield RoundStep(
            event=step.name,
            version=step.version,
            position=getattr(step.event, "position", None),
            at=step.at,
            technical=place not in shown,
            view=step.view,
        )


def _is_betting(view: TableView) -> bool:
    return view.turn is not None and view.turn.phase == "betting"


def shown_at(seat: PlayerSeat, number: int, version: int) -> bytes:
    """Return what the player of a round was shown at a version, as the hash of its frame was made of it."""
    past = past_of(seat, number)
    if version < past.first_version:
        raise Complaint("no-version", 404)
    return canonical(sight_at(Viewer(seat.floor, seat.name, seat.language), seat.place, version))


def proof_of(seat: PlayerSeat, number: int) -> ProofAnswer:
    """What proves the deal of a round that has ended."""
    past_of(seat, number, over=True)
    proof = prove(seat.floor, seat.place, number)
    deal = proof.deal
    return ProofAnswer(
        round_id=deal.round_id,
        commitment=deal.commitment,
        secret=deal.secret.hex(),
        seeds=proof.seeds,
        cards=text(deal.cards),
    )
