"""Entries that were wrong: taken back by whoever made them, or corrected by somebody above with the old value kept.

What really lies on the layout never changes by this, only what was entered of it (decision 342).
"""

from typing import Final

from mississippi_stud.cards import DECK, Card
from mississippi_stud.round import commands as rc
from mississippi_stud.round.deal import known_cards, steps
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.staff import called, check_grounds, check_power, holder, lowest, rank, staff_clause
from mississippi_stud.table.state import Table

KEPT: Final = (
    rc.Bet, rc.BetBlind, rc.Fold, rc.Leave, rc.CannotFund, rc.Concede, rc.Reveal, rc.ShowHole, rc.ShowBonus,
)  # fmt: skip
"""What the dealer of a table with chips enters in a round and may take back; wagers before the cards are entered anew.
"""


def keep_entry(course: Course, do: rc.Command) -> None:
    """Remember the round as it is before an entry that may be taken back."""
    if course.table.chips and isinstance(do, KEPT) and course.by != c.PLAYER:
        course.add(e.EntryBegun, person=course.who)


def take_back(course: Course) -> None:
    """Take back the last entry, if the same person made it and nothing has followed from it."""
    entry, clause = course.table.entry, course.book.play.settlement_order.clause
    if entry is None or course.table.round is None:
        raise Refused("nothing-to-take-back", clause)
    if entry.person != course.who:
        raise Refused("entry-of-another", clause)
    course.drop(lambda prompt: prompt.number > entry.prompted)
    course.add(e.EntryTakenBack, person=course.who)


def correct_card(course: Course, command: c.CorrectCard) -> None:
    """Correct a card that was entered wrongly in the open round, as somebody who may decide what players dispute."""
    clause = _corrector_clause(course.book, command.by)
    check_grounds(command.grounds, clause)
    state = course.table.round
    if state is None:
        raise Refused("round-over", course.book.play.settlement_order.clause)
    of_cards = steps(course.book, state).clause
    if course.table.committed is not None:
        raise Refused("floors-deck", of_cards)
    if command.old not in _seen(course.table, state):
        raise Refused("card-not-there", of_cards)
    if command.new not in DECK:
        raise Refused("no-card", of_cards)
    if command.new in known_cards(state):
        raise Refused("card-twice", of_cards, card=command.new)
    course.add(
        e.CardCorrected, person=course.who, old=command.old, new=command.new, grounds=command.grounds, clause=clause
    )


def _corrector_clause(book: Rulebook, by: str) -> Clause:
    """Return the clause by which a title corrects entries: the one that decides disputes, or any above the dealer."""
    if holder(book, Power.DECIDE_DISPUTE) is not None:
        return check_power(book, by, Power.DECIDE_DISPUTE)
    dealer = lowest(book)
    if rank(book, by) <= rank(book, dealer):
        titles = book.staff.titles if book.staff else ()
        above = min((each for each in titles if each != dealer), key=lambda each: rank(book, each), default=dealer)
        raise Refused("rank-too-low", staff_clause(book, above), by=called(book, by), needed=called(book, above))
    return staff_clause(book, by)


def _seen(table: Table, state: State) -> set[Card]:
    """Return the cards that were entered and that everybody at the table sees; where players are elsewhere, no hand."""
    community = [card for place, card in enumerate(state.community) if place < state.revealed or place in state.exposed]
    shown = [card for hand in state.hands.values() for card in hand.hole] if table.chips else []
    return {card for card in (*community, *shown) if card is not None}
