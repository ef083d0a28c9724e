"""Confirm and reject prompts, with the counts and cuts that belong to them and what follows when one is done."""

from msgspec.structs import replace

from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.conduct import Incident, Moment
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.table import commands as c
from mississippi_stud.table import duties as d
from mississippi_stud.table import events as e
from mississippi_stud.table import rounds
from mississippi_stud.table.course import Course
from mississippi_stud.table.decks import check_count, in_play, remove
from mississippi_stud.table.prizes import documented, validated
from mississippi_stud.table.reports import report
from mississippi_stud.table.staff import called, check_grounds, check_rank, staff_clause
from mississippi_stud.table.state import Deck, Facts, Prompt, Table
from mississippi_stud.table.whereabouts import left


def confirm(course: Course, command: c.Confirm) -> None:
    """Confirm a prompt and those that are confirmed with it, one after the other."""
    _confirm(course, command)
    for number in command.also:
        _confirm(course, replace(command, prompt=number, count=None, depth=None))


def _confirm(course: Course, command: c.Confirm) -> None:
    """Confirm a prompt; a wrong count in a round, or one that a device called for, is ruled on as an incident."""
    prompt = _open_prompt(course, command)
    if prompt.moment == Moment.STUB_WRONG:
        raise Refused("report-incident", prompt.clause)
    if prompt.verified_by is not None and prompt.done_by is None:
        course.add(e.PromptDone, prompt=prompt.number, person=course.who)
        return
    _check_depth(course.book, prompt, command)
    incident = _incident(course.book, course.table, prompt)
    right = _counted(course, prompt, command, incident)
    course.add(e.PromptConfirmed, prompt=prompt.number, person=command.person)
    _follow(course, prompt, command.depth, right or incident is not None)
    if not right and incident is not None and prompt.deck is not None:
        facts = Facts(cards=command.count)
        report(course, c.Report(at=command.at, by=command.by, person=command.person, incident=incident, facts=facts))


def close_betting(course: Course, command: c.CloseBetting) -> None:
    """Close the betting; if that was announced aloud, the duty to announce it is done with it."""
    rounds.close_betting(course)
    duty = next((each for each in course.table.prompts if is_announcement(each)), None) if command.announced else None
    if duty is not None:
        _confirm(course, c.Confirm(at=command.at, by=command.by, person=command.person, prompt=duty.number))


def is_announcement(prompt: Prompt) -> bool:
    """Whether a prompt asks to announce that betting is closed."""
    return prompt.moment == Moment.BETTING_CLOSES and prompt.duty.startswith(d.ANNOUNCEMENTS)


def reject(course: Course, command: c.Reject) -> None:
    """Reject a prompt as the second person: what was done must be done again."""
    prompt = _open_prompt(course, command)
    check_grounds(command.grounds, prompt.clause)
    course.add(e.PromptRejected, prompt=prompt.number, person=course.who, grounds=command.grounds)


def prompt_for(book: Rulebook, table: Table, duty: str, by: str) -> int:
    """Return the number of the first prompt for a duty; if there is none, refuse by the clause of the duty."""
    found = next((prompt.number for prompt in table.prompts if prompt.duty == duty), None)
    if found is None:
        asks = (duties[duty].by.clause for duties in book.duties.values() if duty in duties)
        raise Refused("no-such-prompt", next(asks, staff_clause(book, by)), prompt=duty)
    return found


def _open_prompt(course: Course, command: c.Confirm | c.Reject) -> Prompt:
    """Return the prompt that a command names, if its turn has come and the actor may confirm or reject it."""
    book, by = course.book, command.by
    prompt = next((each for each in course.table.prompts if each.number == command.prompt), None)
    if prompt is None:
        raise Refused("no-such-prompt", staff_clause(book, by), prompt=command.prompt)
    d.check_in_turn(book, course.table, prompt)
    if isinstance(command, c.Reject) and prompt.done_by is None:
        raise d.refused(book, "nothing-to-reject", prompt)
    if prompt.alone is not None and by != prompt.by:
        raise Refused("nobody-else", prompt.alone, needed=called(book, prompt.by))
    if prompt.done_by is None:
        check_rank(book, by, prompt.by, prompt.clause)
    else:
        check_rank(book, by, prompt.verified_by or prompt.by, prompt.clause)
        if course.who == prompt.done_by:
            raise d.refused(book, "second-person", prompt)
    return prompt


def _check_depth(book: Rulebook, prompt: Prompt, command: c.Confirm) -> None:
    depth = book.dealing.cut_depth_cards
    if prompt.duty not in d.CUTS or depth is None:
        return
    if command.depth is None or not depth.value <= command.depth < book.dealing.cards.value:
        raise Refused("cut-too-shallow", depth.clause, depth=command.depth, least=depth.value)


def _incident(book: Rulebook, table: Table, prompt: Prompt) -> Incident | None:
    """Return the incident that a wrong count is, in a round or called for by a device; None if it concerns the deck."""
    deck = _deck(table, prompt)
    alone = not book.duties.get(Moment.COUNTED_WRONG) or (deck is not None and in_play(book, table, deck))
    if prompt.moment == d.DEVICE_COUNT:
        found = Incident.DEVICE_COUNT
    elif prompt.moment == Moment.VERIFY_ORDERED and alone:
        found = Incident.DECK_INCOMPLETE
    else:
        return None
    return found if found in book.incidents else None


def _counted(course: Course, prompt: Prompt, command: c.Confirm, incident: Incident | None) -> bool:
    """Record a count, if the prompt asks for one, and return whether it came out right."""
    book, table, count = course.book, course.table, command.count
    right = right_count(book, table, prompt)
    if prompt.duty.startswith(d.MATCHES) and count not in (None, right):
        raise Refused("count-differs", prompt.clause, counted=count, accepted=right)
    if not prompt.duty.startswith(d.STUB_COUNTS) and prompt.duty not in d.COUNTS:
        return True
    if count is None:
        raise Refused("count-missing", prompt.clause)
    if prompt.duty.startswith(d.STUB_COUNTS):
        course.add(e.StubCounted, count=count)
        return count == right
    if count != right and not book.duties.get(Moment.COUNTED_WRONG) and incident is None:
        raise Refused("count-wrong", prompt.clause, count=count)
    check_count(book, table, count, prompt.clause)
    if prompt.deck is not None:
        course.add(e.DeckCounted, backs=prompt.deck, short=right - count)
    return count == right


def right_count(book: Rulebook, table: Table, prompt: Prompt) -> int:
    """Return the count that a prompt expects."""
    if prompt.duty.startswith(d.MATCHES):
        return len(d.jackpot_positions(book, table.round))
    if prompt.duty.startswith(d.STUB_COUNTS) and table.round is not None:
        return left(book, table.round)
    return book.dealing.cards.value


def _deck(table: Table, prompt: Prompt) -> Deck | None:
    return next((deck for deck in table.decks if deck.backs == prompt.deck), None)


def _follow(course: Course, prompt: Prompt, depth: int | None, right: bool) -> None:
    """Carry out what follows when a prompt is confirmed; nothing more follows a wrong count that is ruled on."""
    deck = _deck(course.table, prompt)
    if prompt.duty in d.REMOVALS and deck is not None:
        if in_play(course.book, course.table, deck):
            raise Refused("round-open", prompt.clause)
        remove(course, deck.backs, prompt.clause)
        return
    if prompt.duty in d.SPREADS:
        course.add(e.CardsSpread, clause=prompt.clause)
    if prompt.duty in d.TO_RACK and course.table.decks:
        course.add(e.StubRacked)
    if prompt.duty == d.VALIDATION and prompt.moment == Moment.JACKPOT_WON:
        validated(course, prompt.position)
    if prompt.duty == d.PAPERS:
        documented(course)
    if prompt.duty == d.COVER:
        course.add(e.DeviceCovered, clause=prompt.clause)
    if prompt.duty in d.CUTS and deck is not None:
        course.add(e.DeckCut, backs=deck.backs, depth=depth)
    if prompt.duty.startswith(d.STUB_COUNTS) and not right:
        course.over(Moment.STUB_DUE)
        course.come(Moment.STUB_WRONG)
    if prompt.duty in d.COUNTS and deck is not None:
        if not right:
            course.come(Moment.COUNTED_WRONG, deck=deck)
        elif prompt.moment == "deck":
            course.come(Moment.COUNTED_RIGHT, deck=deck)
    if prompt.then is Moment.SHUFFLED and deck is not None:
        course.add(e.DeckShuffled, backs=deck.backs)
        deck = _deck(course.table, prompt)
    if prompt.then is not None:
        course.come(prompt.then, deck=deck)
