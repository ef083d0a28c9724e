"""Calls to the floor as the API shows them: a dispute of one's own, the round as it was shown, and what follows."""

from mississippi_stud.floor.history.disputes import PastDispute, disputes_of
from mississippi_stud.prose.floor_calls import what_follows
from mississippi_stud.web.delta import canonical, view_hash
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import PlayerSeat
from mississippi_stud.web.shapes import CallLine, DisputeAnswer, DisputeStanding
from mississippi_stud.web.topics import Viewer, sight_at


def dispute_of(seat: PlayerSeat, number: int) -> DisputeAnswer:
    """Return a dispute of one's own by its number at the table, whether or not one still sits there."""
    known = disputes_of(seat.floor, seat.place, seat.name)
    past = next((each for each in known if each.dispute.number == number), None)
    if past is None:
        raise Complaint("no-dispute", 404)
    dispute, table = past.dispute, seat.floor.table(seat.place)
    shown = sight_at(Viewer(seat.floor, seat.name, seat.language), seat.place, past.version)
    follows = what_follows(seat.floor.book(table.book), staffed=not table.automatic, language=seat.language)
    return DisputeAnswer(
        reference=f"{seat.table_id[:8]}-{dispute.number}",
        table=seat.table_id,
        number=dispute.number,
        round=dispute.round,
        opened_at=dispute.opened_at,
        about=dispute.about,
        version=past.version,
        hash=view_hash(canonical(shown)),
        standing=standing_of(past),
        decision=dispute.decision,
        review=dispute.review,
        clauses=past.clauses,
        follows=tuple(CallLine(text=line.text, clause=line.clause) for line in follows),
    )


def standing_of(past: PastDispute) -> DisputeStanding:
    """Return how a dispute stands."""
    dispute = past.dispute
    if dispute.closed:
        return DisputeStanding.CLOSED
    if dispute.review_asked:
        return DisputeStanding.REVIEWED if dispute.review else DisputeStanding.REVIEW
    return DisputeStanding.DECIDED if dispute.decision else DisputeStanding.OPEN
