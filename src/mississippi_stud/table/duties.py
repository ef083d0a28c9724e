"""The duties that a book imposes at a table: which of them a moment brings, and what is blocked until they are done."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple, assert_never

from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.settle import pay_of
from mississippi_stud.round.state import Outcome, PlayerHand, State
from mississippi_stud.rulebooks.conduct import DutyCondition, Moment, Shuffling
from mississippi_stud.rulebooks.model import BilingualName, Duty, Rulebook
from mississippi_stud.rulebooks.pays import MeterShare, Percent
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Cut, Wager
from mississippi_stud.table.staff import called
from mississippi_stud.table.state import Deck, Prompt, PromptHold, Table

BLOCKS: Final[Mapping[str, PromptHold]] = {
    Moment.SEQUENCE_ABNORMAL: PromptHold.NEXT_CARD,
    Moment.DEALT: PromptHold.NEXT_CARD,
    Moment.DECISIONS_OPEN: PromptHold.NOTHING,
    Moment.STUB_DUE: PromptHold.NEXT_CARD,
    Moment.STUB_WRONG: PromptHold.NEXT_CARD,
    Moment.FOLD: PromptHold.NEXT_CARD,
    Moment.CONCEDE: PromptHold.NEXT_CARD,
    Moment.HAND_SETTLED: PromptHold.NEXT_ROUND,
    Moment.WARNED: PromptHold.NEXT_ROUND,
    Moment.SETTLED: PromptHold.NEXT_ROUND,
    Moment.JACKPOT_WON: PromptHold.NEXT_ROUND,
    Moment.CLOSING: PromptHold.CLOSING,
    Moment.DISPUTE_DECIDED: PromptHold.END_OF_DISPUTE,
}
"""What is refused until the duties of a moment are done, if it is something other than the deal."""

OF_THE_ROUND: Final = (
    Moment.BETTING_CLOSES, Moment.DEALT, Moment.DECISIONS_OPEN, Moment.STUB_DUE, Moment.STUB_WRONG, Moment.FOLD,
    Moment.CONCEDE,
)  # fmt: skip
"""Moments whose prompts become pointless when the round ends."""

WITHOUT_A_DECK: Final = (
    Moment.BETTING_CLOSES, Moment.DECISIONS_OPEN, Moment.WARNED, Moment.FOLD, Moment.CONCEDE, Moment.HAND_SETTLED,
    Moment.SETTLED, Moment.JACKPOT_WON, Moment.MINIMUM_KEPT, Moment.MARKER_LEAVES, Moment.DISPUTE_DECIDED,
)  # fmt: skip
"""Moments whose duties also arise where a person runs the table with the floor's deck."""

HAND_BY_HAND: Final = (Moment.HAND_SETTLED, Moment.JACKPOT_WON)
"""Moments whose duties are done hand by hand."""

# Duties that the table knows by name.

TELL: Final = "tell-"
"""The prefix of the duties to tell somebody something."""
MATCHES: Final = "match-progressive"
"""The prefix of the duties to compare the chips of the jackpot wagers with the wagers that the meter accepted."""
ANNOUNCEMENTS: Final = "no-more-bets"
"""The prefix of the duties to announce that betting is closed."""
STUB_COUNTS: Final = "count-stub"
"""The prefix of the duties to count the stub."""
COUNTS: Final = ("count-cards", "count-deck", "check-deck")
DEVICE_COUNT: Final = "device-count"
"""The moment of a count that a device has called for."""
CUTS: Final = ("cut", "recut")
REMOVALS: Final = ("remove-deck", "replace-deck", "box-seal-and-replace")
SPREADS: Final = ("spread-face-down", "spread-face-up")
TO_RACK: Final = (
    "stub-to-rack", "stub-to-rack-by-hand", "empty-automatic-shoe", "counted-stub-to-rack",
    "counted-stub-to-rack-by-hand", "counted-stub-to-rack-automatic",
)  # fmt: skip
"""The duties that put the cards left over after the deal into the rack."""
COVER: Final = "cover-or-mark"
EMPTY: Final = "empty-device"
VALIDATION: Final = "validate-payout"
"""The duty that validates a prize, as distinct from the other duties a book may attach to a prize."""
PAPERS: Final = "cards-stay-for-paperwork"
RELIEF: Final = "relief"
"""What nobody is left to do: it is done when somebody comes on duty."""


class Subject(NamedTuple):
    """What a moment is about: a deck, a hand or a position, or just the table."""

    book: Rulebook
    table: Table
    deck: Deck | None
    hand: PlayerHand | None
    position: int | None


def arising(moment: Moment, about: Subject) -> Iterator[tuple[str, Duty]]:
    """Yield the duties that a moment brings, with their names."""
    for name, duty in about.book.duties.get(moment, {}).items():
        if by_method(duty, about.table) and all(HOLDS[each](about) for each in (duty.when.value if duty.when else ())):
            yield name, duty


def by_method(duty: Duty, table: Table) -> bool:
    """Whether a duty applies to the table's way of dealing."""
    return duty.methods is None or table.dealing in duty.methods.value


def depends(duty: Duty, condition: DutyCondition) -> bool:
    """Whether a duty depends on that condition."""
    return duty.when is not None and condition in duty.when.value


# What the conditions of duties mean.


def _continuous(about: Subject) -> bool:
    return about.table.shuffling is Shuffling.CONTINUOUS


def _to_be_cut(about: Subject) -> bool:
    """Whether the deck must be cut after this shuffle."""
    rule = about.book.dealing.methods[about.table.dealing].cut
    match rule.value:
        case Cut.BY_DEALER:
            return True
        case Cut.NEVER:
            return False
        case Cut.UNLESS_MACHINE_SHUFFLED:
            fresh = about.deck is not None and about.deck.prechecked and about.deck.shuffled <= 1
            return about.table.shuffling is Shuffling.BY_HAND or (fresh and not _continuous(about))
        case _:
            assert_never(rule.value)


def _side_wager(about: Subject) -> bool:
    """Whether the hand, or any hand if none is named, has a side wager."""
    state = about.table.round or about.table.last_round
    hands = (about.hand,) if about.hand is not None else state.hands.values() if state is not None else ()
    return any(wager not in MAIN_WAGERS for hand in hands for wager in hand.stakes)


def _on(about: Subject, street: Wager) -> bool:
    return about.hand is not None and about.hand.ended_on is street


def _absent(about: Subject) -> bool:
    return about.hand is not None and about.hand.ending_clause == about.book.play.absent.clause


def _several_boxes(about: Subject) -> bool:
    seats = about.table.seats
    own = seats.get(about.position or 0)
    return own is not None and sum(seat.player == own.player for seat in seats.values()) > 1


def _ended(about: Subject, outcome: Outcome) -> bool:
    """Whether the ante of the hand had that outcome."""
    state, hand = about.table.last_round, about.hand
    return (
        state is not None
        and hand is not None
        and (hand.position, Wager.ANTE, outcome)
        in {(each.position, each.wager, each.outcome) for each in state.results}
    )


def _not_from_table(about: Subject) -> bool:
    """Whether the hand won the whole meter where the table's own chips may not pay it."""
    book, state, hand = about.book, about.table.last_round, about.hand
    whole = book.jackpot.full_meter_from_table if book.jackpot else None
    if book.jackpot is None or state is None or hand is None or whole is None or whole.value:
        return False
    row = pay_of(book, state, hand, book.jackpot.wager.value, state.community)
    return row is not None and row.value == MeterShare(Percent(Fraction(1)))


HOLDS: Final[Mapping[DutyCondition, Callable[[Subject], bool]]] = {
    DutyCondition.PRECHECKED: lambda about: about.deck is not None and about.deck.prechecked,
    DutyCondition.NOT_PRECHECKED: lambda about: about.deck is None or not about.deck.prechecked,
    DutyCondition.TO_BE_CUT: _to_be_cut,
    DutyCondition.NOT_CUT: lambda about: not _to_be_cut(about) and not _continuous(about),
    DutyCondition.RESHUFFLING_DEVICE: _continuous,
    DutyCondition.NO_RESHUFFLING_DEVICE: lambda about: not _continuous(about),
    DutyCondition.TWO_DECKS: lambda about: len(about.table.decks) > 1,
    DutyCondition.UNDER_MINIMUM: lambda _: True,  # the moment itself says what a player is warned of
    DutyCondition.UNDER_MULTIPLE: lambda _: True,
    DutyCondition.CANNOT_FUND: lambda _: True,
    DutyCondition.JACKPOT_WAGERS: lambda about: jackpot_positions(about.book, about.table.round) != (),
    DutyCondition.SIDE_WAGER: _side_wager,
    DutyCondition.NO_SIDE_WAGER: lambda about: not _side_wager(about),
    DutyCondition.ON_THIRD_STREET: lambda about: _on(about, Wager.THIRD_STREET),
    DutyCondition.ON_FOURTH_STREET: lambda about: _on(about, Wager.FOURTH_STREET),
    DutyCondition.ON_FIFTH_STREET: lambda about: _on(about, Wager.FIFTH_STREET),
    DutyCondition.STUB_NOT_DUE: lambda about: not stub_due(about.book, about.table),
    DutyCondition.SEVERAL_BOXES: _several_boxes,
    DutyCondition.PLAYER_PRESENT: lambda about: about.hand is not None and not _absent(about),
    DutyCondition.PLAYER_ABSENT: _absent,
    DutyCondition.HAND_LOST: lambda about: _ended(about, Outcome.LOSE),
    DutyCondition.HAND_PUSHED: lambda about: _ended(about, Outcome.PUSH),
    DutyCondition.NOT_FROM_TABLE: _not_from_table,
    DutyCondition.PRIZE_PENDING: lambda about: about.position in {prize.position for prize in about.table.pending},
    DutyCondition.FACE_UP_ASKED: lambda about: about.table.face_up,
    DutyCondition.FACE_UP_NOT_ASKED: lambda about: not about.table.face_up,
}


def stub_due(book: Rulebook, table: Table) -> bool:
    """Whether the stub of this round must be counted."""
    every = book.dealing.methods[table.dealing].stub_count_rounds
    counted = table.counts or table.shuffling is Shuffling.CONTINUOUS
    return every is not None and not counted and table.uncounted >= every.value


def jackpot_positions(book: Rulebook, state: State | None) -> tuple[int, ...]:
    """The positions with a jackpot wager in the round."""
    if book.jackpot is None or state is None:
        return ()
    wager = book.jackpot.wager.value
    return tuple(position for position, hand in sorted(state.hands.items()) if wager in hand.stakes)


# What is blocked until a duty is done.


def told(book: Rulebook, prompt: Prompt) -> BilingualName | str | None:
    """Return who must be told, if the prompt asks to tell somebody."""
    return called(book, prompt.duty.removeprefix(TELL)) if prompt.duty.startswith(TELL) else None


def refused(book: Rulebook, code: str, prompt: Prompt) -> Refused:
    """Return the refusal of a command that a prompt blocks."""
    return Refused(code, prompt.clause, duty=prompt.duty, who=told(book, prompt))


def check_unblocked(book: Rulebook, table: Table, *blocked: PromptHold, deck: str | None = None) -> None:
    """Raise `Refused` if a prompt blocks one of these; prompts for a deck that is not in play block nothing."""
    for prompt in table.prompts:
        if prompt.blocks in blocked and (prompt.deck is None or deck is None or prompt.deck == deck):
            raise refused(book, "prompt-waits", prompt)


def check_in_turn(book: Rulebook, table: Table, prompt: Prompt) -> None:
    """Raise `Refused` if another prompt must be done before this one.

    Such are earlier prompts of the same moment, deck and hand; those of an earlier hand while hands are settled one by
    one; those of every hand before whatever follows the settlement; and those of an idle table before play resumes.
    """
    for earlier in table.prompts:
        by_hand = earlier.moment in HAND_BY_HAND and prompt.moment in (earlier.moment, Moment.SETTLED)
        idle = earlier.moment == Moment.TABLE_IDLE and prompt.moment == Moment.PLAY_RESUMES
        together = (earlier.moment, earlier.deck, earlier.position) == (prompt.moment, prompt.deck, prompt.position)
        if (together or by_hand or idle) and earlier.number < prompt.number:
            raise refused(book, "prompt-before", earlier)
    if prompt.player_first and table.idle:
        raise refused(book, "player-first", prompt)
