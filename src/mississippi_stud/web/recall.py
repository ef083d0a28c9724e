"""Past rounds as the API shows them: a list, the steps of one, and what proves its deal."""

from mississippi_stud.cards import text
from mississippi_stud.errors import InputError
from mississippi_stud.floor import Role
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.proof import prove
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import PlayerSeat, labels_of, rows_of
from mississippi_stud.web.shapes import ProofAnswer, RoundLine, RoundStep, RoundSteps


def rounds_of(seat: PlayerSeat, limit: int, before: int | None) -> list[RoundLine]:
    """Return the player's rounds at a table, the last first; with `before`, those that came before that one."""
    last = seat.floor.table(seat.stream).number
    skipped = 0 if before is None else max(last - before + 1, 0)
    wanted = recall.RoundFilter(table=seat.stream)
    return [
        RoundLine(
            number=past.number,
            status=past.status,
            opened_at=past.opened_at,
            wagered_cents=past.wagered_cents(seat.name),
            net_cents=past.net_cents(seat.name),
            commitment=past.commitment,
        )
        for past in recall.history(seat.floor, wanted, limit=limit, offset=skipped)
    ]


def past_of(seat: PlayerSeat, number: int, *, over: bool = False) -> recall.PastRound:
    """Return an existing round; with `over`, one that has ended."""
    try:
        past = recall.past(seat.floor, seat.stream, number)
    except InputError as error:
        if type(error) is not InputError:
            raise
        raise Complaint("no-round", 404) from None
    if over and past.status == "open":
        raise Complaint("not-over", 409)
    return past


def recalled(seat: PlayerSeat, number: int) -> RoundSteps:
    """Every step of a round as its player saw it."""
    past = past_of(seat, number)
    steps = recall.steps(seat.floor, seat.stream, number, Role.PLAYER, seat.name)
    book, last = seat.floor.book(past.book), steps[-1].view
    return RoundSteps(
        number=number,
        status=past.status,
        commitment=past.commitment,
        labels=labels_of(book, last, seat.language),
        rows=rows_of(book, last),
        steps=tuple(RoundStep(event=step.name, at=step.at, view=step.view) for step in steps),
    )


def proof_of(seat: PlayerSeat, number: int) -> ProofAnswer:
    """What proves the deal of a round that has ended."""
    past_of(seat, number, over=True)
    proof = prove(seat.floor, seat.stream, number)
    deal = proof.deal
    return ProofAnswer(
        round_id=deal.round_id,
        commitment=deal.commitment,
        secret=deal.secret.hex(),
        seeds=proof.seeds,
        cards=text(deal.cards),
    )
