"""Report incidents, rule on them at once or refer them to somebody of sufficient rank, and apply the rulings."""

from msgspec.structs import replace

from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.conduct import DeckFate, Incident, Moment, Remedy
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.decks import check_count, check_device
from mississippi_stud.table.duties import COVER, DEVICE_COUNT, EMPTY, TELL, check_unblocked
from mississippi_stud.table.incidents import NAMED_CARDS_MAX, REGISTRY, Stage, rule
from mississippi_stud.table.people import return_carried, return_excluded
from mississippi_stud.table.rounds import follow
from mississippi_stud.table.rulings import apply
from mississippi_stud.table.staff import check_rank, rank
from mississippi_stud.table.state import DealingMode, Deck, PromptHold, Question, Ruling


def report(course: Course, command: c.Report) -> None:
    """Report an incident: rule at once if the reporter ranks high enough, otherwise ask for a ruling."""
    book, table = course.book, course.table
    if _asks_for_count(course, command):
        return
    ruled = rule(book, table.round, command.incident, command.facts)
    if table.committed is not None and REGISTRY[command.incident].of_cards:
        raise Refused("floors-deck", ruled.clause)
    _check_table(course, ruled)
    if command.facts.waived:
        check_rank(book, command.by, ruled.decides, ruled.clause)
    titles = (*(book.staff.titles if book.staff else ()), c.FLOOR)  # an official may report but not rule
    if command.by in titles and rank(book, command.by) >= rank(book, ruled.decides):
        _apply(course, ruled)
        return
    incident, facts = command.incident, command.facts
    question = Question(incident=incident, facts=facts, decides=ruled.decides, clause=ruled.clause, since=command.at)
    course.add(e.RulingAsked, question=question)
    for title in ruled.told:
        if _below(course, title, ruled):
            course.prompt(f"{TELL}{title}", PromptHold.RULING, ruled.told_clause, "told")


def _below(course: Course, title: str, ruled: Ruling) -> bool:
    """Whether a title ranks below the one that decides, and so is told of an incident on its way up."""
    return 0 < rank(course.book, title) < rank(course.book, ruled.decides)


def _asks_for_count(course: Course, command: c.Report) -> bool:
    """Whether a device did not confirm the number of cards, so that the dealer is prompted to count them."""
    table, cases = course.table, course.book.incidents.get(command.incident)
    if command.incident is not Incident.DEVICE_COUNT or command.facts.cards is not None:
        return False
    if not cases or table.automatic or not table.decks:
        return False
    clause = next(iter(cases.values())).ruling.clause
    check_device(course.book, table, command.incident, clause)
    blocks = PromptHold.NEXT_CARD if _dealt(course) else PromptHold.DEAL
    course.prompt("count-cards", blocks, clause, DEVICE_COUNT, deck=table.decks[0].backs)
    return True


def _dealt(course: Course) -> bool:
    return course.table.round is not None and course.table.round.phase is not Phase.BETTING


def decide_question(course: Course, command: c.Rule) -> None:
    """Rule on the incident that is waiting for a ruling."""
    book, question = course.book, course.table.question
    if question is None:
        raise Refused("nothing-asked", book.wagers[Wager.ANTE].on_misdeal.clause)
    check_rank(book, command.by, question.decides, question.clause)
    check_unblocked(book, course.table, PromptHold.RULING)
    facts = replace(question.facts, waived=command.waived)
    _apply(course, rule(book, course.table.round, question.incident, facts), asked=True, grounds=command.grounds)


def _check_table(course: Course, ruled: Ruling) -> None:
    """Check a ruling against what only the table knows: the seats it names, and carried jackpot wagers."""
    table, facts = course.table, ruled.facts
    check_device(course.book, table, ruled.incident, ruled.clause)
    if REGISTRY[ruled.incident].stage is Stage.DEAL and table.dealt is DealingMode.PHYSICAL and not table.decks:
        raise Refused("no-deck", ruled.clause)
    if ruled.incident in NAMED_CARDS_MAX and set(table.read) & set(facts.card):
        raise Refused("card-twice", ruled.clause, card=min(set(table.read) & set(facts.card)))
    if REGISTRY[ruled.incident].counted and facts.cards is not None:
        check_count(course.book, table, facts.cards, ruled.clause)
    if ruled.incident in (Incident.RULE_BROKEN, Incident.COLLUSION_SUSPECTED):
        for position in (*facts.positions, *(() if facts.position is None else (facts.position,))):
            if position not in table.seats:
                raise Refused("nobody-there", ruled.clause, position=position)
    if ruled.ruling is Remedy.JACKPOT_LEFT and facts.position not in table.carried_cents:
        raise Refused("not-carried", ruled.clause, position=facts.position)
    if ruled.ruling is Remedy.JACKPOT_JOINED and (not table.carried_cents or facts.position in table.carried_cents):
        raise Refused("not-carried", ruled.clause, position=facts.position)


def _apply(course: Course, ruled: Ruling, *, asked: bool = False, grounds: str = "") -> None:
    """Apply a ruling to the round, the jackpot wagers, the deck and the people."""
    before = course.table.round
    effects = apply(course.book, before, ruled)
    course.add(e.IncidentRuled, ruled=ruled, grounds=grounds)
    _count(course, ruled)
    course.over(Moment.STUB_WRONG)
    if before is not None:
        course.move(before, effects)
    _jackpots(course, ruled)
    if before is not None:
        follow(course, before, effects, ruled)
    _apply_to_deck(course, ruled)
    if ruled.asks:
        course.prompt(ruled.asks, PromptHold.NEXT_ROUND, ruled.clause, "ruled")
    for title in ruled.told:
        if title not in (course.by, ruled.decides) and not (asked and _below(course, title, ruled)):
            course.prompt(f"{TELL}{title}", PromptHold.DEAL, ruled.told_clause, "told")
    if ruled.ruling is Remedy.DEVICE_OUT:
        course.prompt(COVER, PromptHold.CHANGE_OF_DEALING, ruled.clause, "device")


def _count(course: Course, ruled: Ruling) -> None:
    """Record what an incident says about the number of cards in the deck."""
    if ruled.incident is Incident.FOREIGN_CARD:
        short = -1
    elif REGISTRY[ruled.incident].counted and ruled.facts.cards is not None:
        short = course.book.dealing.cards.value - ruled.facts.cards
    else:
        return
    deck = _deck_of(course, ruled)
    told = any(isinstance(event, e.DeckCounted) for event in course.events)
    if deck is not None and not told:
        course.add(e.DeckCounted, backs=deck.backs, short=short)


def _deck_of(course: Course, ruled: Ruling) -> Deck | None:
    """Return the deck that an incident is about: the one in play, or the one in the device."""
    if not course.table.decks:
        return None
    in_device = ruled.ruling in (Remedy.DECK_REMOVED, Remedy.RESHUFFLED) and _dealt(course)
    away = any(isinstance(event, e.DecksAlternated) for event in course.events)
    return course.table.decks[-1 if away or in_device else 0]


_FATES = {
    DeckFate.RESHUFFLED: "reshuffle",
    DeckFate.CHECKED: "check-deck",
    DeckFate.COUNTED: "count-deck",
    DeckFate.REMOVED: "remove-deck",
    DeckFate.REPLACED: "replace-deck",
}


def _apply_to_deck(course: Course, ruled: Ruling) -> None:
    """Apply a ruling to the deck that was in play when it was given, or to every deck that a failed device held."""
    deck = _deck_of(course, ruled)
    if ruled.deck is None or deck is None:
        return
    then = Moment.SHUFFLED if ruled.deck is DeckFate.RESHUFFLED else None
    of_device = ruled.incident is Incident.DEVICE_FAILS and ruled.deck is DeckFate.REPLACED
    duty, clause, second = _FATES[ruled.deck], ruled.deck_clause, ruled.deck_verified_by
    for each in course.table.decks if of_device else (deck,):
        if ruled.incident is Incident.SHOE_JAMS:
            course.prompt(EMPTY, PromptHold.DEAL, clause, "deck", deck=each.backs)
        course.prompt(duty, PromptHold.DEAL, clause, "deck", deck=each.backs, then=then, verified_by=second)


def _jackpots(course: Course, ruled: Ruling) -> None:
    """Apply a ruling on the jackpot game itself to the wagers carried to the next round.

    A player who leaves gets the wager back, and its contribution comes off the meter, at once; a player who joins is
    registered with the others when the cards are dealt.
    """
    position = ruled.facts.position
    if ruled.ruling is Remedy.JACKPOT_LEFT and position is not None:
        return_carried(course, (position,), ruled.clause)
    elif ruled.ruling is Remedy.JACKPOT_CANCELLED:
        return_carried(course, tuple(sorted(course.table.carried_cents)), ruled.clause)
    return_excluded(course)
