"""Cards that are read one by one as they leave the shoe, where the players are elsewhere, and dealt when all are read.

Nobody sees them before the deal: they are sealed as they are read, and until then each can be read anew (decision 430).
"""

from mississippi_stud.cards import DECK
from mississippi_stud.round import commands as rc
from mississippi_stud.round.deal import Place, known_cards, places, steps
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.state import DealingMode, Table


def reads(table: Table) -> bool:
    """Whether the cards are read as they leave the shoe: they are real, and the players are not there."""
    return table.dealt is DealingMode.PHYSICAL and not table.chips


def unread(book: Rulebook, table: Table, state: State) -> tuple[Place, ...]:
    """Return where the cards go that have to leave the shoe before the deal is complete."""
    return places(book, state)[len(table.read) :]


def check_read(course: Course, state: State, card: int) -> None:
    """Raise `Refused` unless a card can have left the shoe now."""
    book, table, clause = course.book, course.table, steps(course.book, state).clause
    if table.committed is not None:
        raise Refused("floors-deck", clause)
    if not reads(table):
        raise Refused("cards-when-turned", clause)
    if state.phase is not Phase.BETTING:
        raise Refused("already-dealt", book.wagers[Wager.ANTE].closes.clause)
    if not state.live_hands():
        raise Refused("no-ante", book.wagers[Wager.ANTE].presence.clause)
    if not unread(book, table, state):
        raise Refused("all-read", clause)
    if card not in DECK:
        raise Refused("no-card", clause)
    if card in table.read or card in known_cards(state):
        raise Refused("card-twice", clause, card=card)


def dealt_as_read(course: Course, state: State, do: rc.Deal) -> rc.Deal:
    """Return the deal with the cards that were read."""
    clause, left = steps(course.book, state).clause, len(unread(course.book, course.table, state))
    if left or do.cards is not None:
        raise Refused("not-all-read", clause, read=len(course.table.read), left=left)
    return rc.Deal(cards=course.table.read)


def unread_last(course: Course) -> None:
    """Take back the card that was read last, whoever read it: nobody has seen it."""
    course.add(e.ReadTakenBack, person=course.who)
