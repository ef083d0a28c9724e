"""What goes wrong at a table: reported, ruled at once or asked of somebody of sufficient rank, and applied."""

from typing import Final

from msgspec.structs import replace

from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.conduct import DeckFate, Incident, Moment, Ruling
from mississippi_stud.rulebooks.words import Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import decks
from mississippi_stud.table import events as e
from mississippi_stud.table.course import TELL, Course, check_rank, check_unblocked, rank
from mississippi_stud.table.decks import COVER, DEVICE_COUNT, EMPTY, check_count, wrong_count
from mississippi_stud.table.devices import check_device
from mississippi_stud.table.incidents import lowest, rule
from mississippi_stud.table.people import return_carried, return_excluded
from mississippi_stud.table.rounds import follow
from mississippi_stud.table.rulings import apply
from mississippi_stud.table.state import Blocks, Deck, Facts, Question, Ruled


def report(course: Course, command: c.Report) -> None:
    """An incident: ruled at once by somebody of sufficient rank, else asked of one."""
    book, table = course.book, course.table
    if _asks_for_count(course, command):
        return
    ruled = rule(book, table.round, command.incident, command.facts)
    if table.committed is not None and command.incident not in WITHOUT_CARDS:
        raise Refused("floors-deck", ruled.clause)
    _check_table(course, ruled)
    if command.facts.waived:
        check_rank(book, command.by, ruled.decides, ruled.clause)
    titles = (*(book.staff.titles if book.staff else ()), c.FLOOR)  # an official may report, and does not rule
    if command.by in titles and rank(book, command.by) >= rank(book, ruled.decides):
        _apply(course, ruled)
        return
    question = Question(
        incident=command.incident, facts=command.facts, decides=ruled.decides, clause=ruled.clause
    )  # fmt: skip
    course.add(e.RulingAsked(at=command.at, by=command.by, question=question))
    for title in ruled.told:
        if 0 < rank(book, title) < rank(book, ruled.decides):
            dealer = lowest(book)
            course.prompt(f"{TELL}{title}", Blocks.RULING, ruled.told_clause, by=dealer, moment="told")


def _asks_for_count(course: Course, command: c.Report) -> bool:
    """Whether a device did not confirm the number of cards, and the dealer is asked to count them."""
    table, cases = course.table, course.book.incidents.get(command.incident)
    if command.incident is not Incident.DEVICE_COUNT or command.facts.cards is not None:
        return False
    if not cases or table.automatic or not table.decks:
        return False
    clause = next(iter(cases.values())).ruling.clause
    check_device(course.book, table, command.incident, clause)
    dealt_ = table.round is not None and table.round.phase is not Phase.BETTING
    course.prompt(
        "count-cards",
        Blocks.NEXT_CARD if dealt_ else Blocks.DEAL,
        clause,
        by=lowest(course.book),
        moment=DEVICE_COUNT,
        deck=table.decks[0].backs,
    )
    return True


def confirm(course: Course, command: c.Confirm) -> None:
    """A prompt is done; a count in a round, or one that a device called for, is ruled on if it came out wrong."""
    prompt = next((each for each in course.table.prompts if each.number == command.prompt), None)
    found = None if prompt is None else wrong_count(course.book, course.table, prompt)
    decks.confirm(course, command)
    counted = any(isinstance(event, e.DeckCounted) and event.short for event in course.events)
    if found is not None and found in course.book.incidents and counted:
        facts = Facts(cards=command.count)
        report(course, c.Report(at=command.at, by=command.by, person=command.person, incident=found, facts=facts))


def decide_question(course: Course, command: c.Rule) -> None:
    """The ruling that was asked for."""
    book, question = course.book, course.table.question
    if question is None:
        raise Refused("nothing-asked", book.wagers[Wager.ANTE].on_misdeal.clause)
    check_rank(book, command.by, question.decides, question.clause)
    check_unblocked(book, course.table, Blocks.RULING)
    facts = replace(question.facts, waived=command.waived)
    _apply(course, rule(book, course.table.round, question.incident, facts), asked=True)


def _check_table(course: Course, ruled: Ruled) -> None:
    """What the table knows and the round does not: seats named, and carried jackpot wagers."""
    table, facts = course.table, ruled.facts
    check_device(course.book, table, ruled.incident, ruled.clause)
    if ruled.incident in COUNTED and facts.cards is not None:
        check_count(course.book, table, facts.cards, ruled.clause)
    if ruled.incident in (Incident.RULE_BROKEN, Incident.COLLUSION_SUSPECTED):
        for position in (*facts.positions, *(() if facts.position is None else (facts.position,))):
            if position not in table.seats:
                raise Refused("nobody-there", ruled.clause, position=position)
    if ruled.ruling is Ruling.JACKPOT_LEFT and facts.position not in table.carried_cents:
        raise Refused("not-carried", ruled.clause, position=facts.position)
    if ruled.ruling is Ruling.JACKPOT_JOINED and (not table.carried_cents or facts.position in table.carried_cents):
        raise Refused("not-carried", ruled.clause, position=facts.position)


def _apply(course: Course, ruled: Ruled, *, asked: bool = False) -> None:
    """A ruling, applied to the round, the jackpot wagers, the deck and the people."""
    before = course.table.round
    effects = apply(course.book, before, ruled)
    course.add(e.IncidentRuled(at=course.at, by=course.by, ruled=ruled))
    _count(course, ruled)
    course.drop(Moment.STUB_WRONG)
    if before is not None:
        course.move(before, effects)
    _jackpots(course, ruled)
    if before is not None:
        follow(course, before, effects, ruled)
    _fate(course, ruled)
    dealer = lowest(course.book)
    if ruled.asks:
        course.prompt(ruled.asks, Blocks.NEXT_ROUND, ruled.clause, by=dealer, moment="ruled")
    for told in ruled.told:
        below = 0 < rank(course.book, told) < rank(course.book, ruled.decides)
        if told not in (course.by, ruled.decides) and not (asked and below):
            course.prompt(f"{TELL}{told}", Blocks.DEAL, ruled.told_clause, by=dealer, moment="told")
    if ruled.ruling is Ruling.DEVICE_OUT:
        course.prompt(COVER, Blocks.CHANGE_OF_DEALING, ruled.clause, by=dealer, moment="device")


def _count(course: Course, ruled: Ruled) -> None:
    """What an incident says of the number of cards in the deck."""
    cards = course.book.dealing.cards.value
    if ruled.incident is Incident.FOREIGN_CARD:
        short = -1
    elif ruled.incident in COUNTED and ruled.facts.cards is not None:
        short = cards - ruled.facts.cards
    else:
        return
    deck = _concerned(course, ruled)
    told = any(isinstance(event, e.DeckCounted) for event in course.events)
    if deck is not None and not told:
        course.add(e.DeckCounted(at=course.at, by=course.by, backs=deck.backs, short=short))


WITHOUT_CARDS: Final = (
    Incident.PLAYER_ABSENT,
    Incident.CANNOT_FUND,
    Incident.STREET_WAGER_FOUND,
    Incident.BLIND_HAND_VIEWED,
    Incident.INFORMATION_EXCHANGED,
    Incident.CARDS_MISHANDLED,
    Incident.COLLUSION_SUSPECTED,
    Incident.RULE_BROKEN,
    Incident.GAME_DISRUPTED,
    Incident.FRAUD,
    Incident.JACKPOT_LEAVE,
    Incident.JACKPOT_JOIN,
    Incident.JACKPOT_STARTED_BY_MISTAKE,
)
"""Incidents that can happen where the floor deals: its deck is neither dropped nor counted, and shows no card early."""

COUNTED: Final = (Incident.DECK_INCOMPLETE, Incident.DEVICE_COUNT, Incident.STUB_COUNT_WRONG)
"""Incidents that come from a count of the whole deck."""


def _concerned(course: Course, ruled: Ruled) -> Deck | None:
    """The deck that an incident is about: the one in play, or the one that the device has meanwhile."""
    decks, state = course.table.decks, course.table.round
    in_device = ruled.ruling in (Ruling.DECK_REMOVED, Ruling.RESHUFFLED)
    away = any(isinstance(event, e.DecksAlternated) for event in course.events)
    playing = state is not None and state.phase is not Phase.BETTING
    if not decks:
        return None
    return decks[-1] if away or (in_device and playing) else decks[0]


_FATES = {
    DeckFate.RESHUFFLED: "reshuffle",
    DeckFate.CHECKED: "check-deck",
    DeckFate.COUNTED: "count-deck",
    DeckFate.REMOVED: "remove-deck",
    DeckFate.REPLACED: "replace-deck",
}


def _fate(course: Course, ruled: Ruled) -> None:
    """What a ruling does to the deck that was in play when it was given, or to all that a failed device held."""
    deck = _concerned(course, ruled)
    if ruled.deck is None or deck is None:
        return
    then = Moment.SHUFFLED if ruled.deck is DeckFate.RESHUFFLED else None
    of_device = ruled.incident is Incident.DEVICE_FAILS and ruled.deck is DeckFate.REPLACED
    for each in course.table.decks if of_device else (deck,):
        if ruled.incident is Incident.SHOE_JAMS:
            by, backs = lowest(course.book), each.backs
            course.prompt(EMPTY, Blocks.DEAL, ruled.deck_clause, by=by, moment="deck", deck=backs)
        course.prompt(
            _FATES[ruled.deck],
            Blocks.DEAL,
            ruled.deck_clause,
            by=lowest(course.book),
            verified_by=ruled.deck_verified_by,
            moment="deck",
            deck=each.backs,
            then=then,
        )


def _jackpots(course: Course, ruled: Ruled) -> None:
    """What a ruling on the jackpot game itself does to the wagers that wait for the next round.

    Whoever leaves has the wager back, and the meter its part of it off, at once; whoever joins is registered with the
    others when the cards are dealt.
    """
    table, position = course.table, ruled.facts.position
    leaving: tuple[int, ...] = ()
    if ruled.ruling is Ruling.JACKPOT_LEFT and position is not None:
        leaving = (position,)
    elif ruled.ruling is Ruling.JACKPOT_CANCELLED:
        leaving = tuple(sorted(table.carried_cents))
    return_carried(course, leaving, ruled.clause)
    return_excluded(course)
