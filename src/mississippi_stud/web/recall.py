"""Past rounds as the API shows them: a list, the steps of one, and what proves its deal."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from mississippi_stud.cards import text
from mississippi_stud.fairness.shuffle import round_id
from mississippi_stud.floor.history.rounds import hands, rounds
from mississippi_stud.round.events import CardsDealt
from mississippi_stud.round.view import Role
from mississippi_stud.store import log
from mississippi_stud.table import evolve
from mississippi_stud.table.events import Event, SecretRevealed
from mississippi_stud.table.state import Table
from mississippi_stud.table.view import view
from mississippi_stud.web.labels import labels_of, rows
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import Seat
from mississippi_stud.web.shapes import Proof, RoundLine, RoundStep, RoundSteps


def _happened(seat: Seat, number: int):
    row = past(seat, number)
    state = None
    for record in log.read(seat.floor.database, seat.stream):
        event = seat.floor.streams.decode(record)
        state = evolve(state, event)
        if record.version >= row.first_version and (row.last_version is None or record.version <= row.last_version):
            yield record, event, state


def happened(seat: Seat, number: int) -> Iterator[tuple[Event, Table]]:
    for _, e, t in _happened(seat, number):
        yield e, t


def past(seat: Seat, number: int) -> Any:
    with seat.floor.database.transaction() as c:
        row = c.execute(select(rounds).where(rounds.c.stream == seat.stream, rounds.c.round == number)).first()
    if row is None:
        raise Complaint("no-round", 404)
    return row


def rounds_of(seat: Seat, limit: int, before: int | None) -> list[RoundLine]:
    j = rounds.join(hands, (hands.c.stream == rounds.c.stream) & (hands.c.round == rounds.c.round))
    q = (
        select(
            rounds.c.round,
            rounds.c.status,
            rounds.c.opened_at,
            rounds.c.commitment,
            hands.c.wagered_cents,
            hands.c.net_cents,
        )
        .select_from(j)
        .where(rounds.c.stream == seat.stream, hands.c.player == seat.name)
        .order_by(rounds.c.round.desc())
        .limit(limit)
    )
    if before:
        q = q.where(rounds.c.round < before)
    with seat.floor.database.transaction() as c:
        return [
            RoundLine(
                number=r.round,
                status=r.status,
                opened_at=r.opened_at,
                wagered_cents=r.wagered_cents,
                net_cents=r.net_cents,
                commitment=r.commitment,
            )
            for r in c.execute(q)
        ]


def recalled(seat: Seat, number: int) -> RoundSteps:
    row = past(seat, number)
    book = seat.floor.book(row.book)
    steps = tuple(
        RoundStep(event=r.name, at=r.at, view=view(book, t, Role.PLAYER, seat.name))
        for r, _, t in _happened(seat, number)
    )
    last = steps[-1].view
    return RoundSteps(
        number=number,
        status=row.status,
        commitment=row.commitment,
        labels=labels_of(book, last, seat.language),
        rows=rows(book, last),
        steps=steps,
    )


def proof_of(seat: Seat, number: int) -> Proof:
    row = past(seat, number)
    secret, seeds, cards = None, {}, []
    for e, t in happened(seat, number):
        if isinstance(e, CardsDealt):
            cards = [c for h in e.hole.values() for c in h] + list(e.community)
        if isinstance(e, SecretRevealed):
            secret, seeds = e.secret, e.seeds
    if secret is None:
        raise Complaint("not-over", 409)
    return Proof(
        round_id=round_id(seat.stream, number),
        commitment=row.commitment,
        secret=secret,
        seeds=seeds,
        cards=text(c for c in cards if c is not None),
    )
