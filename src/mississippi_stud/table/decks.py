"""Cards and devices: decks come and go, are checked, shuffled, cut and counted, each step confirmed by a person."""

from typing import Final, assert_never

from msgspec.structs import replace

from mississippi_stud.messages import HOUR
from mississippi_stud.round.commands import Open
from mississippi_stud.round.decide import decide
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Phase, State
from mississippi_stud.rulebooks.conduct import If, Incident, Moment, Shuffling
from mississippi_stud.rulebooks.model import Clause, Duty, Rulebook
from mississippi_stud.rulebooks.words import Determines
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import (
    Course,
    about,
    called,
    check_in_turn,
    check_power,
    check_rank,
    check_unblocked,
    depends,
    jackpot_positions,
    staff_clause,
)
from mississippi_stud.table.prizes import PAPERS, VALIDATION, documented, validated
from mississippi_stud.table.state import Blocks, Dealt, Deck, Prompt, Table
from mississippi_stud.table.whereabouts import dealt, left

CUTS: Final = ("cut", "recut")
COUNTS: Final = ("count-cards", "count-deck", "check-deck")
DEVICE_COUNT: Final = "device-count"
"""The moment of a count that a device called for."""
REMOVALS: Final = ("remove-deck", "replace-deck", "box-seal-and-replace")
COVER: Final = "cover-or-mark"
EMPTY: Final = "empty-device"
MATCHES: Final = "match-progressive"
"""How a duty begins that compares the chips of the jackpot wagers with those that the meter accepted."""
SPREADS: Final = ("spread-face-down", "spread-face-up")
TO_RACK: Final = (
    "stub-to-rack",
    "stub-to-rack-by-hand",
    "empty-automatic-shoe",
    "counted-stub-to-rack",
    "counted-stub-to-rack-by-hand",
    "counted-stub-to-rack-automatic",
)
"""What puts the cards left over after the deal into the rack."""


def check_dealing(
    book: Rulebook, dealing: str, shuffling: Shuffling | None, approvals: tuple[tuple[str, str], ...], low_limit: bool
) -> None:
    """Raise `Refused` if the book does not let cards be shuffled and dealt so; None: the floor shuffles."""
    method = book.dealing.methods.get(dealing)
    if method is None:
        first = next(iter(book.dealing.methods.values()))
        raise Refused("no-such-dealing", first.steps.clause, dealing=dealing, methods=tuple(book.dealing.methods))
    if shuffling is None:
        return
    allowed = method.shuffled_by
    if allowed is not None and shuffling not in allowed.value:
        raise Refused("not-shuffled-so", allowed.clause, dealing=dealing, shuffling=shuffling, allowed=allowed.value)
    needs = book.dealing.reshuffling_device_needs_approval
    approved = {what for what, _ in approvals}
    if shuffling is Shuffling.CONTINUOUS and needs and needs.value and "reshuffling-device" not in approved:
        raise Refused("not-approved", needs.clause)
    low = book.limits.low_limit_needs_shuffler
    if low_limit and low and low.value and shuffling is Shuffling.BY_HAND:
        raise Refused("low-limit-shuffler", low.clause)


def receive(course: Course, command: c.ReceiveDeck) -> None:
    """A deck comes to the table, and what it needs before play is asked for."""
    book, table = course.book, course.table
    method, dealing = book.dealing.methods[table.dealing], book.dealing
    if table.dealt is not Dealt.PHYSICAL:
        raise Refused("floors-deck", method.steps.clause)
    if len(table.decks) >= method.decks.value:
        raise Refused("too-many-decks", method.decks.clause, most=method.decks.value)
    if table.decks:
        machine = dealing.two_decks_shuffled_by
        if machine is not None and table.shuffling not in machine.value:
            raise Refused("one-deck-by-hand", machine.clause)
        other = table.decks[0]
        differ = dealing.alternating_backs_differ
        if differ is not None and differ.value and other.backs == command.backs:
            raise Refused("same-backs", differ.clause, backs=command.backs)
        if other.design != command.design:
            raise Refused("other-design", method.decks.clause)
    deck = Deck(
        backs=command.backs, design=command.design, arrived_at=command.at, prechecked=command.prechecked
    )  # fmt: skip
    course.add(e.DeckReceived(at=command.at, by=command.by, deck=deck))
    course.come(Moment.DECK_ARRIVES, deck=deck)


def order(course: Course, command: c.Order) -> None:
    """What staff may order done to the cards."""
    book, table = course.book, course.table
    held = check_power(book, command.by, Determines(command.what), named=True)
    clause = held.clause if held else ""
    deck = table.decks[0] if table.decks else None
    betting = table.round is None or table.round.phase is Phase.BETTING
    match command.what:
        case c.Ordered.VERIFY_CARDS:
            course.come(Moment.VERIFY_ORDERED, deck=deck, blocks=None if betting else Blocks.NEXT_CARD)
        case c.Ordered.SHUFFLE:
            if not betting:
                raise Refused("round-open", clause)
            course.come(Moment.SHUFFLE_ORDERED, deck=deck)
        case c.Ordered.SHUFFLE_NOW:
            course.come(Moment.SEQUENCE_ABNORMAL, deck=deck)
        case c.Ordered.CUT:
            if not betting:
                raise Refused("round-open", clause)
            if not any(_by_method(duty, table) for duty in book.duties.get(Moment.CUT_ORDERED, {}).values()):
                raise Refused("nothing-to-cut", clause)
            course.come(Moment.CUT_ORDERED, deck=deck)
        case c.Ordered.RECUT:
            if not betting or deck is None or not deck.cut:
                raise Refused("nothing-to-recut", clause)
            course.come(Moment.RECUT_ORDERED, deck=deck)
        case c.Ordered.BURN:
            if not betting or (table.round is not None and table.committed is not None):
                raise Refused("round-open", clause)  # of the floor's own deck nothing is burnt once seeds are known
            course.add(e.BurnOrdered(at=command.at, by=command.by, clause=clause))
        case c.Ordered.CHANGE_CARDS:
            if deck is None:
                raise Refused("no-deck", clause)
            if _in_play(book, table, deck):
                raise Refused("round-open", clause)
            remove(course, deck.backs, clause)
        case _:
            assert_never(command.what)


def _by_method(duty: Duty, table: Table) -> bool:
    """Whether a duty arises with the way of dealing of the table."""
    return duty.methods is None or table.dealing in duty.methods.value


def remove(course: Course, backs: str, clause: str) -> None:
    """A deck leaves the table, and with it what was still to be done with it."""
    for prompt in course.table.prompts:
        if prompt.deck == backs:
            course.add(e.PromptDropped(at=course.at, by=course.by, prompt=prompt.number))
    course.add(e.DeckRemoved(at=course.at, by=course.by, backs=backs, clause=clause))


def change_dealing(course: Course, command: c.ChangeDealing) -> None:
    """Another way of dealing, or another device."""
    book, table = course.book, course.table
    method = book.dealing.methods.get(command.dealing)
    if table.round is not None:
        _check_before_deal(book, table, table.round, command.dealing)
    check_unblocked(book, table, Blocks.CHANGE_OF_DEALING)
    check_dealing(book, command.dealing, command.shuffling, table.approvals, table.low_limit)
    if method is not None and len(table.decks) > method.decks.value:
        raise Refused("too-many-decks", method.decks.clause, most=method.decks.value)
    course.add(
        e.DealingChanged(
            at=command.at,
            by=command.by,
            dealing=command.dealing,
            shuffling=command.shuffling,
            counts=command.counts,
        )
    )
    for deck in course.table.decks:  # the cards are made ready for the new way
        for prompt in course.table.prompts:
            if prompt.deck == deck.backs and prompt.moment in (Moment.SHUFFLED, Moment.ROUND_ENDS):
                course.add(e.PromptDropped(at=course.at, by=course.by, prompt=prompt.number))
        if not any(prompt.deck == deck.backs for prompt in course.table.prompts):
            course.come(Moment.ROUND_ENDS, deck=deck)


def _check_before_deal(book: Rulebook, table: Table, state: State, dealing: str) -> None:
    """Raise `Refused` unless the wagers that lie there can be dealt to in another way, and no card is out."""
    if state.phase is not Phase.BETTING or table.device_works:
        raise Refused("round-open", book.dealing.methods[table.dealing].steps.clause)
    decide(book, None, Open(setup=replace(state.setup, dealing=dealing)))


def ask_face_up(course: Course, command: c.AskFaceUp) -> None:
    """A player would see the cards of a table at which nobody plays."""
    table, duties = course.table, course.book.duties.get(Moment.TABLE_IDLE, {})
    asked = next((duty for duty in duties.values() if depends(duty, If.FACE_UP_ASKED)), None)
    if asked is None:
        raise Refused("nothing-spread", course.book.positions.maximum.clause)
    if not table.idle or not table.decks or table.face_up:
        raise Refused("nothing-spread", asked.by.clause)
    for prompt in table.prompts:
        if prompt.moment == Moment.TABLE_IDLE and depends(duties[prompt.duty], If.FACE_UP_NOT_ASKED):
            course.add(e.PromptDropped(at=command.at, by=command.by, prompt=prompt.number))
    course.add(e.FaceUpAsked(at=command.at, by=command.by))
    course.come(Moment.TABLE_IDLE, only=If.FACE_UP_ASKED)


# Prompts confirmed.


def confirm(course: Course, command: c.Confirm) -> None:
    """A person says that something is done."""
    prompt = _open_prompt(course.book, course.table, command)
    _check_confirmer(course.book, prompt, command)
    if prompt.moment == Moment.STUB_WRONG:
        raise Refused("report-incident", prompt.clause)
    who = command.person or command.by
    if prompt.verified_by is not None and prompt.done_by is None:
        course.add(e.PromptDone(at=command.at, by=command.by, prompt=prompt.number, person=who))
        return
    _check_depth(course.book, prompt, command)
    right = _counted(course, prompt, command)
    course.add(e.PromptConfirmed(at=command.at, by=command.by, prompt=prompt.number, person=command.person))
    _follow(course, prompt, command, right)


def reject(course: Course, command: c.Reject) -> None:
    """The second person is not satisfied: what was done is to be done again."""
    prompt = _open_prompt(course.book, course.table, command)
    if prompt.done_by is None:
        raise about(course.book, "nothing-to-reject", prompt)
    _check_confirmer(course.book, prompt, command)
    if not command.grounds:
        raise Refused("no-grounds", prompt.clause)
    who = command.person or command.by
    course.add(
        e.PromptRejected(at=command.at, by=command.by, prompt=prompt.number, person=who, grounds=command.grounds)
    )  # fmt: skip


def prompt_for(book: Rulebook, table: Table, duty: str, by: str) -> int:
    """The number of the first prompt for a duty; where none waits, refused by the clause that asks for the duty."""
    found = next((prompt.number for prompt in table.prompts if prompt.duty == duty), None)
    if found is None:
        asks = (duties[duty].by.clause for duties in book.duties.values() if duty in duties)
        raise Refused("no-such-prompt", next(asks, staff_clause(book, by)), prompt=duty)
    return found


def _open_prompt(book: Rulebook, table: Table, command: c.Confirm | c.Reject) -> Prompt:
    found = next((prompt for prompt in table.prompts if prompt.number == command.prompt), None)
    if found is None:
        raise Refused("no-such-prompt", staff_clause(book, command.by), prompt=command.prompt)
    check_in_turn(book, table, found)
    return found


def _check_confirmer(book: Rulebook, prompt: Prompt, command: c.Confirm | c.Reject) -> None:
    if prompt.alone is not None and command.by != prompt.by:
        raise Refused("nobody-else", prompt.alone, needed=called(book, prompt.by))
    if prompt.done_by is None:
        check_rank(book, command.by, prompt.by, prompt.clause)
        return
    check_rank(book, command.by, prompt.verified_by or prompt.by, prompt.clause)
    if (command.person or command.by) == prompt.done_by:
        raise about(book, "second-person", prompt)


def _check_depth(book: Rulebook, prompt: Prompt, command: c.Confirm) -> None:
    depth = book.dealing.cut_depth_cards
    if prompt.duty not in CUTS or depth is None:
        return
    if command.depth is None or not depth.value <= command.depth < book.dealing.cards.value:
        raise Refused("cut-too-shallow", depth.clause, depth=command.depth, least=depth.value)


def _counted(course: Course, prompt: Prompt, command: c.Confirm) -> bool:
    """Whether a count, if one was asked for, came out right."""
    book, table = course.book, course.table
    stub = prompt.duty.startswith("count-stub")
    if prompt.duty.startswith(MATCHES):
        accepted = len(jackpot_positions(book, table.round))
        if command.count not in (None, accepted):
            raise Refused("count-differs", prompt.clause, counted=command.count, accepted=accepted)
    if not stub and prompt.duty not in COUNTS:
        return True
    if command.count is None:
        raise Refused("count-missing", prompt.clause)
    if stub:
        course.add(e.StubCounted(at=command.at, by=command.by, count=command.count))
        return command.count == stub_size(book, table)
    short = book.dealing.cards.value - command.count
    if short and not book.duties.get(Moment.COUNTED_WRONG) and not _reported(course, prompt):
        raise Refused("count-wrong", prompt.clause, count=command.count)
    check_count(book, table, command.count, prompt.clause)
    if prompt.deck is not None:
        course.add(e.DeckCounted(at=command.at, by=command.by, backs=prompt.deck, short=short))
    return short == 0


def check_count(book: Rulebook, table: Table, count: int, clause: Clause) -> None:
    """Raise `Refused` for a count of the deck in play that is less than the cards that lie there."""
    out = len(dealt(book, table.round)) if table.round is not None else 0
    if count < out:
        raise Refused("more-cards-lie", clause, count=count, out=out)


def stub_size(book: Rulebook, table: Table) -> int:
    """How many cards should be left over after the deal."""
    return left(book, table.round) if table.round is not None else book.dealing.cards.value


def right_count(book: Rulebook, table: Table, prompt: Prompt) -> int:
    """The count with which a prompt comes out right."""
    if prompt.duty.startswith(MATCHES):
        return len(jackpot_positions(book, table.round))
    return stub_size(book, table) if prompt.duty.startswith("count-stub") else book.dealing.cards.value


def _follow(course: Course, prompt: Prompt, command: c.Confirm, right: bool) -> None:
    """What comes when a prompt is confirmed."""
    deck = next((each for each in course.table.decks if each.backs == prompt.deck), None)
    at, by = command.at, command.by
    if prompt.duty in REMOVALS and deck is not None:
        if _in_play(course.book, course.table, deck):
            raise Refused("round-open", prompt.clause)
        remove(course, deck.backs, prompt.clause)
        return
    if prompt.duty in SPREADS:
        course.add(e.CardsSpread(at=at, by=by, clause=prompt.clause))
    if prompt.duty in TO_RACK and course.table.decks:
        course.add(e.StubRacked(at=at, by=by))
    if prompt.duty == VALIDATION and prompt.moment == Moment.JACKPOT_WON:
        validated(course, prompt.position, command.person or by)
    if prompt.duty == PAPERS:
        documented(course, command.person or by)
    if prompt.duty == COVER:
        course.add(e.DeviceCovered(at=at, by=by, clause=prompt.clause))
    if prompt.duty in CUTS and deck is not None:
        course.add(e.DeckCut(at=at, by=by, backs=deck.backs, depth=command.depth))
    if prompt.duty.startswith("count-stub") and not right:
        course.drop(Moment.STUB_DUE)
        course.come(Moment.STUB_WRONG)
    if prompt.duty in COUNTS and deck is not None:
        _after_count(course, prompt, deck, right)
    if prompt.then is Moment.SHUFFLED and deck is not None:
        course.add(e.DeckShuffled(at=at, by=by, backs=deck.backs))
        deck = next(each for each in course.table.decks if each.backs == prompt.deck)
        course.come(Moment.SHUFFLED, deck=deck)
    elif prompt.then is not None:
        course.come(prompt.then, deck=deck)


def _in_play(book: Rulebook, table: Table, deck: Deck) -> bool:
    """Whether cards of the deck are out in a round."""
    return table.round is not None and deck.backs == table.decks[0].backs and bool(dealt(book, table.round))


def _reported(course: Course, prompt: Prompt) -> bool:
    """Whether a wrong count is an incident, to be ruled on: one in a round, or one that a device called for."""
    found = wrong_count(course.book, course.table, prompt)
    return found is not None and found in course.book.incidents


def wrong_count(book: Rulebook, table: Table, prompt: Prompt) -> Incident | None:
    """The incident that a wrong count is; none where it only concerns the deck."""
    if prompt.moment == DEVICE_COUNT:
        return Incident.DEVICE_COUNT
    deck = next((each for each in table.decks if each.backs == prompt.deck), None)
    in_play = deck is not None and _in_play(book, table, deck)
    alone = not book.duties.get(Moment.COUNTED_WRONG)
    ordered = prompt.moment == Moment.VERIFY_ORDERED
    return Incident.DECK_INCOMPLETE if ordered and (in_play or alone) else None


def _after_count(course: Course, prompt: Prompt, deck: Deck, right: bool) -> None:
    if not right and not _reported(course, prompt):
        course.come(Moment.COUNTED_WRONG, deck=deck)
    elif prompt.moment == "deck":
        course.come(Moment.COUNTED_RIGHT, deck=deck)


def check_deck(book: Rulebook, table: Table, at: int) -> Deck:
    """The deck in play, if cards may be dealt from it now."""
    method = book.dealing.methods[table.dealing]
    if not table.decks:
        raise Refused("no-deck", book.dealing.cards.clause)
    if not table.device_works:
        raise Refused("device-out", table.device_clause or method.steps.clause)
    deck = table.decks[0]
    hours = method.change_deck_hours
    if hours is not None and at - deck.arrived_at >= hours.value * HOUR:
        raise Refused("deck-too-old", hours.clause, hours=hours.value)
    check_unblocked(book, table, Blocks.DEAL, Blocks.NEXT_CARD, Blocks.NEXT_ROUND, deck=deck.backs)
    return deck
