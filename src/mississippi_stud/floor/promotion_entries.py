"""Entries from play: what the log tells of rounds, sessions and visits, counted once for each running promotion.

The clock counts what was settled up to ten seconds ago, so that every commit of that time is there. Where the count has
come is in the promotion itself, so whoever dies in between counts nothing twice and leaves nothing out (decision 596).
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor.history.rounds import hands, plays, rounds
from mississippi_stud.floor.houses import settings_of
from mississippi_stud.floor.persons import person_of
from mississippi_stud.floor.promotions import counts_play, house_of, promotion_entries, promotion_list
from mississippi_stud.messages import DAY, SECOND
from mississippi_stud.promotion import PrizePromotion
from mississippi_stud.promotion.commands import CountedPlay, CountPlays
from mississippi_stud.promotion.offer_terms import PlayKind
from mississippi_stud.promotion.state import PromotionLife
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from mississippi_stud.store.database import StoreError
from mississippi_stud.table.commands import FLOOR
from mississippi_stud.table.events import Seated
from mississippi_stud.table.state import is_bot, is_walk_in

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

BEHIND: Final = 10 * SECOND
"""How long ago a round must have been settled: by then its commit is on disk, whichever process wrote it."""
_FIRST: Final = date(1970, 1, 1).toordinal()
ROUNDS_MAX: Final = 200
"""How many rounds are counted in one command."""


class EndedHand(NamedTuple):
    """A hand of a settled round."""

    stream: str
    round: int
    position: int
    player: str
    at: int
    wagered_cents: int
    made: str
    first_version: int


def count_plays(floor: "Floor", looked: dict[str, int] | None = None) -> list[str]:
    """Count the play of every running promotion; return those in which something was counted.

    `looked` remembers between two calls up to when play was looked at and gave nothing.
    """
    looked = {} if looked is None else looked
    row = promotion_list.c
    running = floor.database.fetch(select(row.stream).where(row.life == PromotionLife.RUNNING.value))
    return [each.stream for each in running if _count(floor, each.stream, looked)]


def _count(floor: "Floor", stream: str, looked: dict[str, int]) -> bool:
    promotion: PrizePromotion = floor.state(stream)[0]
    closes_at, since = promotion.terms.closes_at, promotion.counted_until
    if not counts_play(promotion) or since >= closes_at:
        return False
    start = max(since, looked.get(stream, 0))
    until = min(floor.clock() - BEHIND, closes_at)
    if until <= start:
        return False
    ended, until = _rounds(floor, house_of(stream), start, until)
    found = tuple(_plays(floor, stream, promotion, ended))
    if not found and until < closes_at:
        looked[stream] = until
        return False
    try:
        floor.send(stream, CountPlays(since=since, until=until, plays=found, by=FLOOR), actor="clock")
    except StoreError:
        raise
    except (Refused, InputError):  # it was postponed or counted meanwhile
        return False
    return True


def _rounds(floor: "Floor", house: str, start: int, until: int) -> tuple[list[EndedHand], int]:
    """Return the hands of rounds that were settled in a span of time, and how far the span reaches."""
    row = rounds.c
    in_span = (row.house == house, row.ended_at >= start, row.ended_at < until, row.status == "settled")
    ends = [each.ended_at for each in floor.database.fetch(
        select(row.ended_at).where(*in_span).order_by(row.ended_at).limit(ROUNDS_MAX)
    )]  # fmt: skip
    if not ends:
        return [], until
    if len(ends) == ROUNDS_MAX:
        until = ends[-1] + 1
    joined = rounds.join(hands, (hands.c.stream == row.stream) & (hands.c.round == row.round)).join(
        plays,
        (plays.c.stream == hands.c.stream) & (plays.c.round == hands.c.round) & (plays.c.position == hands.c.position),
    )
    chosen = (
        select(
            hands.c.stream,
            hands.c.round,
            hands.c.position,
            hands.c.player,
            row.ended_at.label("at"),
            hands.c.wagered_cents,
            plays.c.made,
            row.first_version,
        )
        .select_from(joined)
        .where(row.house == house, row.ended_at >= start, row.ended_at < until, row.status == "settled")
        .order_by(row.ended_at, hands.c.stream, hands.c.round, hands.c.position)
    )
    return [EndedHand._make(each) for each in floor.database.fetch(chosen)], until


def _plays(
    floor: "Floor", stream: str, promotion: PrizePromotion, played: Iterable[EndedHand]
) -> Iterator[CountedPlay]:
    """Yield what may give entries: a round with enough wagered, and the first round of a session and of a visit."""
    kinds = {rule.play for rule in promotion.terms.draw.entries}
    least, given = promotion.terms.minimum_wager_cents, set[tuple[str, str]]()
    employees = {name for name, each in settings_of(floor, house_of(stream)).members.items() if not each.disabled}
    for each in played:
        if is_walk_in(each.player) or is_bot(each.player):
            continue  # nobody could be told, or nobody is there
        who: dict[str, Any] = {
            "player": each.player,
            "at": each.at,
            "member": not person_of(floor, each.player).guest,
            "employee": each.player in employees,
        }
        if kinds & {PlayKind.WAGER, PlayKind.HAND} and each.wagered_cents >= least:
            reference = f"{each.stream}#{each.round}/{each.position}"
            told = {"wagered_cents": each.wagered_cents, "hand": each.made, **who}
            yield CountedPlay(play=PlayKind.WAGER, reference=reference, **told)
        for kind in (PlayKind.SESSION, PlayKind.VISIT):
            if kind in kinds:
                reference = _session(floor, each) if kind is PlayKind.SESSION else _visit(each)
                if (each.player, reference) not in given and not _had(floor, stream, each.player, reference):
                    given.add((each.player, reference))
                    yield CountedPlay(play=kind, reference=reference, **who)


def _visit(played: EndedHand) -> str:
    """Return the visit in which a hand was played: a day of play in the house, as limits reckon days."""
    return f"visit {date.fromordinal(_FIRST + played.at // DAY)}"


def _session(floor: "Floor", played: EndedHand) -> str:
    """Return the session in which a hand was played: from when its player sat down at the table."""
    name, version = str(Seated.__struct_config__.tag), 0
    for record in log.read(floor.database, played.stream, until=played.first_version, names=(name,)):
        if floor.streams.decode(record).player == played.player:
            version = record.version
    return f"session {played.stream}@{version}"


def _had(floor: "Floor", stream: str, player: str, reference: str) -> bool:
    row = promotion_entries.c
    own = (row.stream == stream, row.holder == player, row.reference == reference)
    return bool(floor.database.fetch(select(row.number).where(*own).limit(1)))
