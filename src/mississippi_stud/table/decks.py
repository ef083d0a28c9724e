"""Decks and devices: receiving and removing decks, orders to check, shuffle or cut them, and dealing from them."""

from typing import assert_never

from msgspec.structs import replace

from mississippi_stud.messages import HOUR
from mississippi_stud.round.commands import Open
from mississippi_stud.round.decide import decide
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase, State
from mississippi_stud.rulebooks.conduct import DutyCondition, Incident, Moment, Shuffling
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.duties import by_method, check_unblocked, depends
from mississippi_stud.table.incidents import REGISTRY
from mississippi_stud.table.staff import check_power
from mississippi_stud.table.state import DealingMode, Deck, PromptHold, Table
from mississippi_stud.table.whereabouts import dealt


def check_dealing(
    book: Rulebook, dealing: str, shuffling: Shuffling | None, approvals: tuple[tuple[str, str], ...], low_limit: bool
) -> None:
    """Raise `Refused` if the book does not allow this dealing and shuffling; None means that the floor shuffles."""
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
    """Receive a deck and prompt for what must be done with it before play."""
    book, table = course.book, course.table
    method, dealing = book.dealing.methods[table.dealing], book.dealing
    if table.dealt is not DealingMode.PHYSICAL:
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
    backs, design = command.backs, command.design
    deck = Deck(backs=backs, design=design, arrived_at=command.at, prechecked=command.prechecked)
    course.add(e.DeckReceived, deck=deck)
    course.come(Moment.DECK_ARRIVES, deck=deck)


def order(course: Course, command: c.Order) -> None:
    """Carry out an order of the staff about the cards."""
    book, table = course.book, course.table
    clause = check_power(book, command.by, Power(command.what), named=True)
    deck = table.decks[0] if table.decks else None
    betting = table.round is None or (table.round.phase is Phase.BETTING and not table.read)
    if not betting and command.what in (c.OrderKind.SHUFFLE, c.OrderKind.CUT, c.OrderKind.BURN):
        raise Refused("round-open", clause)
    match command.what:
        case c.OrderKind.VERIFY_CARDS:
            course.come(Moment.VERIFY_ORDERED, deck=deck, blocks=None if betting else PromptHold.NEXT_CARD)
        case c.OrderKind.SHUFFLE:
            course.come(Moment.SHUFFLE_ORDERED, deck=deck)
        case c.OrderKind.SHUFFLE_NOW:
            course.come(Moment.SEQUENCE_ABNORMAL, deck=deck)
        case c.OrderKind.CUT:
            if not any(by_method(duty, table) for duty in book.duties.get(Moment.CUT_ORDERED, {}).values()):
                raise Refused("nothing-to-cut", clause)
            course.come(Moment.CUT_ORDERED, deck=deck)
        case c.OrderKind.RECUT:
            if not betting or deck is None or not deck.cut:
                raise Refused("nothing-to-recut", clause)
            course.come(Moment.RECUT_ORDERED, deck=deck)
        case c.OrderKind.BURN:
            if table.round is not None and table.committed is not None:
                raise Refused("round-open", clause)  # no card of the floor's own deck is burnt once seeds are known
            course.add(e.BurnOrdered, clause=clause)
        case c.OrderKind.CHANGE_CARDS:
            if deck is None:
                raise Refused("no-deck", clause)
            if in_play(book, table, deck):
                raise Refused("round-open", clause)
            remove(course, deck.backs, clause)
        case _:
            assert_never(command.what)


def remove(course: Course, backs: str, clause: str) -> None:
    """Remove a deck from the table and drop its prompts."""
    course.drop(lambda prompt: prompt.deck == backs)
    course.add(e.DeckRemoved, backs=backs, clause=clause)


def change_dealing(course: Course, command: c.ChangeDealing) -> None:
    """Change the way of dealing or the device."""
    book, table = course.book, course.table
    method = book.dealing.methods.get(command.dealing)
    if table.round is not None:
        _check_before_deal(book, table, table.round, command.dealing)
    check_unblocked(book, table, PromptHold.CHANGE_OF_DEALING)
    check_dealing(book, command.dealing, command.shuffling, table.approvals, table.low_limit)
    if method is not None and len(table.decks) > method.decks.value:
        raise Refused("too-many-decks", method.decks.clause, most=method.decks.value)
    course.add(e.DealingChanged, dealing=command.dealing, shuffling=command.shuffling, counts=command.counts)
    course.drop(lambda prompt: prompt.deck is not None and prompt.moment in (Moment.SHUFFLED, Moment.ROUND_ENDS))
    for deck in course.table.decks:  # prepare the cards for the new way of dealing
        if not any(prompt.deck == deck.backs for prompt in course.table.prompts):
            course.come(Moment.ROUND_ENDS, deck=deck)


def _check_before_deal(book: Rulebook, table: Table, state: State, dealing: str) -> None:
    """Raise `Refused` if a card is out, or if the new way of dealing cannot serve the wagers already placed."""
    if state.phase is not Phase.BETTING or table.device_works or table.read:
        raise Refused("round-open", book.dealing.methods[table.dealing].steps.clause)
    decide(book, None, Open(setup=replace(state.setup, dealing=dealing)))


def ask_face_up(course: Course) -> None:
    """Record a player's request to lay the cards of an idle table face up, and prompt the staff for it."""
    table, duties = course.table, course.book.duties.get(Moment.TABLE_IDLE, {})
    asked = next((duty for duty in duties.values() if depends(duty, DutyCondition.FACE_UP_ASKED)), None)
    if asked is None:
        raise Refused("nothing-spread", course.book.positions.maximum.clause)
    if not table.idle or not table.decks or table.face_up:
        raise Refused("nothing-spread", asked.by.clause)
    course.drop(
        lambda prompt: (
            prompt.moment == Moment.TABLE_IDLE and depends(duties[prompt.duty], DutyCondition.FACE_UP_NOT_ASKED)
        )
    )
    course.add(e.FaceUpAsked)
    course.come(Moment.TABLE_IDLE, only=DutyCondition.FACE_UP_ASKED)


# Counting and dealing.


def check_count(book: Rulebook, table: Table, count: int, clause: Clause) -> None:
    """Raise `Refused` if a count of the deck in play is lower than the number of cards on the table."""
    out = len(dealt(book, table.round)) + len(table.read) if table.round is not None else 0
    if count < out:
        raise Refused("more-cards-lie", clause, count=count, out=out)


def in_play(book: Rulebook, table: Table, deck: Deck) -> bool:
    """Whether cards of the deck have been dealt in the open round."""
    return (
        table.round is not None and deck.backs == table.decks[0].backs and bool(table.read or dealt(book, table.round))
    )


def check_deck(book: Rulebook, table: Table, at: int) -> None:
    """Raise `Refused` unless the deck in play may be dealt from now."""
    method = book.dealing.methods[table.dealing]
    if not table.decks:
        raise Refused("no-deck", book.dealing.cards.clause)
    if not table.device_works:
        raise Refused("device-out", table.device_clause or method.steps.clause)
    deck = table.decks[0]
    hours = method.change_deck_hours
    if hours is not None and at - deck.arrived_at >= hours.value * HOUR:
        raise Refused("deck-too-old", hours.clause, hours=hours.value)
    check_unblocked(book, table, PromptHold.DEAL, PromptHold.NEXT_CARD, PromptHold.NEXT_ROUND, deck=deck.backs)


def check_device(book: Rulebook, table: Table, incident: Incident, clause: Clause) -> None:
    """Raise `Refused` for an incident with a device that is not in use at the table.

    At a table that nobody runs, the dealing method implies the device. Where the book has the stub counted unless a
    device counts, not every shuffling device is taken to count.
    """
    method = book.dealing.methods[table.dealing]
    deals = method.device_deals is not None and method.device_deals.value
    shuffles = table.shuffling is not Shuffling.BY_HAND
    if table.automatic:
        shuffles = deals or (method.shuffled_by is not None and Shuffling.BY_HAND not in method.shuffled_by.value)
    continuous, by_hand = table.shuffling is Shuffling.CONTINUOUS, method.stub_count_rounds is not None
    counts = shuffles and (table.automatic or table.counts or continuous or not by_hand)
    there = {"shuffler": shuffles, "automated-shoe": deals, "counting-device": counts, "device": shuffles or deals}
    device = REGISTRY[incident].device
    if device and not (table.device_works and there[device]):
        raise Refused(f"no-{device}", clause)
