"""Disputes: a record, a first decision, a review, and the inspector's address. A round rebuilt card by card."""

from collections.abc import Iterator

import msgspec

from mississippi_stud.round.deal import dealt_when_due, places
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.words import Determines
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course, about, check_power
from mississippi_stud.table.state import Dispute
from mississippi_stud.table.whereabouts import CardPlace


def reconstruct(book: Rulebook, state: State) -> tuple[CardPlace, ...]:
    """The cards of a round, one by one, as they left the deck; those that a ruling took out come last."""
    return (*_dealt(book, state), *(CardPlace(card=card, place="discarded") for card in state.discarded))


def _dealt(book: Rulebook, state: State) -> Iterator[CardPlace]:
    taken: dict[int, int] = {}
    for name, number in places(book, _as_dealt(state)):
        match name:
            case "hole":
                nth = taken.get(number, 0)
                taken[number] = nth + 1
                yield CardPlace(card=state.hands[number].hole[nth], place=name, position=number)
            case "community":
                yield CardPlace(card=state.community[number], place=name)
            case "bonus":
                yield CardPlace(card=state.bonus_cards[number], place=name)
            case _:
                yield CardPlace(card=state.burnt[number], place=name)
    if dealt_when_due(book, state):
        yield from (CardPlace(card=card, place="community") for card in state.community[: state.revealed])


def _as_dealt(state: State) -> State:
    """The round as it was when the cards were dealt: every hand with cards was live."""
    hands = {
        position: msgspec.structs.replace(hand, ending=None) for position, hand in state.hands.items() if hand.hole
    }
    return msgspec.structs.replace(state, hands=hands)


def _about(course: Course, number: int, clause: Clause) -> Dispute:
    found = next((each for each in course.table.disputes if each.number == number), None)
    if found is None:
        code = "dispute-closed" if 0 < number <= course.table.disputed else "no-such-dispute"
        raise Refused(code, clause, dispute=number)
    return found


def open_dispute(course: Course, command: c.OpenDispute) -> None:
    """A complaint, with the number of the round that it is about."""
    table = course.table
    dispute = Dispute(
        number=table.disputed + 1,
        player=command.player,
        about=command.about,
        opened_at=command.at,
        round=table.number,
    )
    course.add(e.DisputeOpened(at=command.at, by=command.by, dispute=dispute))


def decide_dispute(course: Course, command: c.DecideDispute) -> None:
    """The first decision, by whom the book names."""
    held = check_power(course.book, command.by, Determines.DECIDE_DISPUTE)
    clause = held.clause if held else course.book.positions.maximum.clause
    dispute = _about(course, command.dispute, clause)
    if dispute.decision:
        raise Refused("decided-already", clause, dispute=command.dispute)
    course.add(
        e.DisputeDecided(
            at=command.at,
            by=command.by,
            dispute=dispute.number,
            decision=command.decision,
            clause=clause,
            person=command.person,
        )
    )
    course.come(Moment.DISPUTE_DECIDED, dispute=dispute.number, position=None)


def ask_review(course: Course, command: c.AskReview) -> None:
    """The player is not content with the first decision."""
    held = course.book.staff.powers.get(Determines.REVIEW_DISPUTE) if course.book.staff else None
    if held is None:
        raise Refused("no-review", _final(course.book))
    dispute = _about(course, command.dispute, held.clause)
    if not dispute.decision:
        raise Refused("not-decided", held.clause, dispute=dispute.number)
    course.add(e.ReviewAsked(at=command.at, by=command.by, dispute=dispute.number))


def _final(book: Rulebook) -> Clause:
    held = book.staff.powers.get(Determines.DECIDE_DISPUTE) if book.staff else None
    return held.clause if held else book.positions.maximum.clause


def review_dispute(course: Course, command: c.ReviewDispute) -> None:
    """The review: asked for, by a second person of the rank that the book names."""
    held = check_power(course.book, command.by, Determines.REVIEW_DISPUTE, named=True)
    clause = held.clause if held else ""
    dispute = _about(course, command.dispute, clause)
    if not dispute.review_asked:
        raise Refused("review-not-asked", clause, dispute=dispute.number)
    if dispute.decided_by == (command.person or command.by):
        raise Refused("second-person", clause, duty="review-dispute", who=None)
    course.add(
        e.DisputeReviewed(
            at=command.at,
            by=command.by,
            dispute=dispute.number,
            decision=command.decision,
            clause=clause,
            person=command.person,
        )
    )


def close_dispute(course: Course, command: c.CloseDispute) -> None:
    """The end; a player who is not satisfied has been told of the inspector first."""
    clause = _final(course.book)
    dispute = _about(course, command.dispute, clause)
    if not dispute.decision:
        raise Refused("not-decided", clause, dispute=dispute.number)
    if dispute.review_asked and not dispute.review:
        raise Refused("review-waits", clause, dispute=dispute.number)
    for prompt in course.table.prompts:
        if prompt.dispute == dispute.number:
            if not command.satisfied:
                raise about(course.book, "prompt-waits", prompt)
            course.add(e.PromptDropped(at=command.at, by=command.by, prompt=prompt.number))
    course.add(
        e.DisputeClosed(at=command.at, by=command.by, dispute=dispute.number, satisfied=command.satisfied)
    )  # fmt: skip
