"""The first hand of each past round of a house as it was dealt: where, by whom, and what became of the round."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import and_, select

from mississippi_stud.cards import Card
from mississippi_stud.floor.history.rounds import rounds
from mississippi_stud.floor.houses import settings_of
from mississippi_stud.round.events import CardsDealt
from mississippi_stud.store import schema
from mississippi_stud.store.log import StoredEvent

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

ROUNDS_MAX: Final = 20_000
"""How many rounds of a house, the latest, are looked back at."""


class FirstHand(NamedTuple):
    """The cards before the lowest position that was dealt in, and the community cards."""

    table: str
    dealer: str
    """The person who dealt; empty where the floor did."""
    cards: tuple[Card | None, ...]
    void: bool

    @property
    def known(self) -> bool:
        """Whether every card is known from the deal, whatever was played: real cards are known only if turned."""
        return None not in self.cards


def first_hands(floor: "Floor", house: str, since: int | None = None, most: int = ROUNDS_MAX) -> Iterator[FirstHand]:
    """Yield the first hands of a house's rounds that are over, the latest first."""
    staff = settings_of(floor, house).members
    events, column = schema.events, rounds.c
    within = and_(
        events.c.stream == column.stream,
        events.c.version.between(column.first_version, column.last_version),
        events.c.name == str(CardsDealt.__struct_config__.tag),
    )
    chosen = (
        select(column.status, events)
        .join_from(rounds, events, within)
        .where(column.house == house, column.status != "open")
        .order_by(column.opened_at.desc())
        .limit(most)
    )
    if since is not None:
        chosen = chosen.where(column.opened_at >= since)
    with floor.database.transaction() as connection:
        found = connection.execute(chosen).all()
    for status, stream, version, *told, sealed, _hash in found:
        hidden = None if sealed is None else floor.database.keys.unseal_event(stream, version, sealed)
        record = StoredEvent._make((stream, version, *told, hidden))
        dealt: CardsDealt = floor.streams.decode(record)
        if dealt.hole:
            own = dealt.hole[min(dealt.hole)]
            dealt_by = record.actor if record.actor in staff and not floor.table(stream).automatic else ""
            yield FirstHand(stream, dealt_by, (*own, *dealt.community), status == "void")
