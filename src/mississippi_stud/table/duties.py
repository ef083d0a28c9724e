"""The duties of a book at a table: which of them a moment brings, and what waits until they are done."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple, assert_never

from mississippi_stud.round.refused import Refused
from mississippi_stud.round.settle import pay_of
from mississippi_stud.round.state import Hand, Outcome, State
from mississippi_stud.rulebooks.conduct import If, Moment, Shuffling
from mississippi_stud.rulebooks.model import Called, Duty, Rulebook
from mississippi_stud.rulebooks.pays import MeterShare, Percent
from mississippi_stud.rulebooks.words import MAIN_WAGERS, Cut, Wager
from mississippi_stud.table.staff import called
from mississippi_stud.table.state import Blocks, Deck, Prompt, Table

BLOCKS: Final[Mapping[str, Blocks]] = {
    Moment.SEQUENCE_ABNORMAL: Blocks.NEXT_CARD,
    Moment.DEALT: Blocks.NEXT_CARD,
    Moment.DECISIONS_OPEN: Blocks.NOTHING,
    Moment.STUB_DUE: Blocks.NEXT_CARD,
    Moment.STUB_WRONG: Blocks.NEXT_CARD,
    Moment.FOLD: Blocks.NEXT_CARD,
    Moment.CONCEDE: Blocks.NEXT_CARD,
    Moment.HAND_SETTLED: Blocks.NEXT_ROUND,
    Moment.WARNED: Blocks.NEXT_ROUND,
    Moment.SETTLED: Blocks.NEXT_ROUND,
    Moment.JACKPOT_WON: Blocks.NEXT_ROUND,
    Moment.CLOSING: Blocks.CLOSING,
    Moment.DISPUTE_DECIDED: Blocks.END_OF_DISPUTE,
}
"""What is refused until the duties of a moment are done, where it is not the deal."""

OF_THE_ROUND: Final = (
    Moment.BETTING_CLOSES, Moment.DEALT, Moment.DECISIONS_OPEN, Moment.STUB_DUE, Moment.STUB_WRONG, Moment.FOLD,
    Moment.CONCEDE,
)  # fmt: skip
"""Moments whose prompts the end of the round makes pointless."""

WITHOUT_A_DECK: Final = (
    Moment.BETTING_CLOSES, Moment.DECISIONS_OPEN, Moment.WARNED, Moment.FOLD, Moment.CONCEDE, Moment.HAND_SETTLED,
    Moment.SETTLED, Moment.JACKPOT_WON, Moment.MINIMUM_KEPT, Moment.MARKER_LEAVES, Moment.DISPUTE_DECIDED,
)  # fmt: skip
"""Moments whose duties are there too where a person runs the table with the floor's deck."""

HAND_BY_HAND: Final = (Moment.HAND_SETTLED, Moment.JACKPOT_WON)
"""Moments whose duties are done for one hand after the other."""

# Duties that the table knows by name.

TELL: Final = "tell-"
"""How a duty to tell somebody begins."""
MATCHES: Final = "match-progressive"
"""How a duty begins that compares the chips of the jackpot wagers with those that the meter accepted."""
STUB_COUNTS: Final = "count-stub"
"""How a duty to count the stub begins."""
COUNTS: Final = ("count-cards", "count-deck", "check-deck")
DEVICE_COUNT: Final = "device-count"
"""The moment of a count that a device called for."""
CUTS: Final = ("cut", "recut")
REMOVALS: Final = ("remove-deck", "replace-deck", "box-seal-and-replace")
SPREADS: Final = ("spread-face-down", "spread-face-up")
TO_RACK: Final = (
    "stub-to-rack", "stub-to-rack-by-hand", "empty-automatic-shoe", "counted-stub-to-rack",
    "counted-stub-to-rack-by-hand", "counted-stub-to-rack-automatic",
)  # fmt: skip
"""What puts the cards left over after the deal into the rack."""
COVER: Final = "cover-or-mark"
EMPTY: Final = "empty-device"
VALIDATION: Final = "validate-payout"
"""The duty that is the validation of a prize itself, where a book asks for more beside it."""
PAPERS: Final = "cards-stay-for-paperwork"


class About(NamedTuple):
    """What a moment is about: a deck, a hand or a position of a table, or none of them."""

    book: Rulebook
    table: Table
    deck: Deck | None
    hand: Hand | None
    position: int | None


def arising(moment: Moment, about: About) -> Iterator[tuple[str, Duty]]:
    """The duties that a moment brings, by name."""
    for name, duty in about.book.duties.get(moment, {}).items():
        if by_method(duty, about.table) and all(HOLDS[each](about) for each in (duty.when.value if duty.when else ())):
            yield name, duty


def by_method(duty: Duty, table: Table) -> bool:
    """Whether a duty arises with the way of dealing of the table."""
    return duty.methods is None or table.dealing in duty.methods.value


def depends(duty: Duty, condition: If) -> bool:
    """Whether a duty arises on that condition."""
    return duty.when is not None and condition in duty.when.value


# What the conditions of duties mean.


def _continuous(about: About) -> bool:
    return about.table.shuffling is Shuffling.CONTINUOUS


def _to_be_cut(about: About) -> bool:
    """Whether the deck is cut after this shuffle."""
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


def _side_wager(about: About) -> bool:
    """Whether the hand, or any of the round, has a wager beside the main ones."""
    state = about.table.round or about.table.last_round
    hands = (about.hand,) if about.hand is not None else state.hands.values() if state is not None else ()
    return any(wager not in MAIN_WAGERS for hand in hands for wager in hand.stakes)


def _on(about: About, street: Wager) -> bool:
    return about.hand is not None and about.hand.ended_on is street


def _absent(about: About) -> bool:
    return about.hand is not None and about.hand.ending_clause == about.book.play.absent.clause


def _several_boxes(about: About) -> bool:
    seats = about.table.seats
    own = seats.get(about.position or 0)
    return own is not None and sum(seat.player == own.player for seat in seats.values()) > 1


def _ended(about: About, outcome: Outcome) -> bool:
    """Whether the ante of the hand had that outcome."""
    state, hand = about.table.last_round, about.hand
    return (
        state is not None
        and hand is not None
        and (hand.position, Wager.ANTE, outcome)
        in {(each.position, each.wager, each.outcome) for each in state.results}
    )


def _not_from_table(about: About) -> bool:
    """Whether the hand won the whole meter where the table's own chips may not pay it."""
    book, state, hand = about.book, about.table.last_round, about.hand
    whole = book.jackpot.full_meter_from_table if book.jackpot else None
    if book.jackpot is None or state is None or hand is None or whole is None or whole.value:
        return False
    row = pay_of(book, state, hand, book.jackpot.wager.value, state.community)
    return row is not None and row.value == MeterShare(Percent(Fraction(1)))


HOLDS: Final[Mapping[If, Callable[[About], bool]]] = {
    If.PRECHECKED: lambda about: about.deck is not None and about.deck.prechecked,
    If.NOT_PRECHECKED: lambda about: about.deck is None or not about.deck.prechecked,
    If.TO_BE_CUT: _to_be_cut,
    If.NOT_CUT: lambda about: not _to_be_cut(about) and not _continuous(about),
    If.RESHUFFLING_DEVICE: _continuous,
    If.NO_RESHUFFLING_DEVICE: lambda about: not _continuous(about),
    If.TWO_DECKS: lambda about: len(about.table.decks) > 1,
    If.UNDER_MINIMUM: lambda _: True,  # what a player is warned of is said with the moment
    If.UNDER_MULTIPLE: lambda _: True,
    If.CANNOT_FUND: lambda _: True,
    If.JACKPOT_WAGERS: lambda about: jackpot_positions(about.book, about.table.round) != (),
    If.SIDE_WAGER: _side_wager,
    If.NO_SIDE_WAGER: lambda about: not _side_wager(about),
    If.ON_THIRD_STREET: lambda about: _on(about, Wager.THIRD_STREET),
    If.ON_FOURTH_STREET: lambda about: _on(about, Wager.FOURTH_STREET),
    If.ON_FIFTH_STREET: lambda about: _on(about, Wager.FIFTH_STREET),
    If.STUB_NOT_DUE: lambda about: not stub_due(about.book, about.table),
    If.SEVERAL_BOXES: _several_boxes,
    If.PLAYER_PRESENT: lambda about: about.hand is not None and not _absent(about),
    If.PLAYER_ABSENT: _absent,
    If.HAND_LOST: lambda about: _ended(about, Outcome.LOSE),
    If.HAND_PUSHED: lambda about: _ended(about, Outcome.PUSH),
    If.NOT_FROM_TABLE: _not_from_table,
    If.PRIZE_PENDING: lambda about: about.position in {prize.position for prize in about.table.pending},
    If.FACE_UP_ASKED: lambda about: about.table.face_up,
    If.FACE_UP_NOT_ASKED: lambda about: not about.table.face_up,
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


# What waits until a duty is done.


def told(book: Rulebook, prompt: Prompt) -> Called | str | None:
    """Whom a prompt asks to tell, if it does."""
    return called(book, prompt.duty.removeprefix(TELL)) if prompt.duty.startswith(TELL) else None


def refused(book: Rulebook, code: str, prompt: Prompt) -> Refused:
    """A refusal on account of a prompt."""
    return Refused(code, prompt.clause, duty=prompt.duty, who=told(book, prompt))


def check_unblocked(book: Rulebook, table: Table, *blocked: Blocks, deck: str | None = None) -> None:
    """Raise `Refused` if a prompt stands in the way; those for a deck that is not in play do not."""
    for prompt in table.prompts:
        if prompt.blocks in blocked and (prompt.deck is None or deck is None or prompt.deck == deck):
            raise refused(book, "prompt-waits", prompt)


def check_in_turn(book: Rulebook, table: Table, prompt: Prompt) -> None:
    """Raise `Refused` if something must be done before a prompt.

    That are earlier prompts of the same moment, deck and hand; those of an earlier hand while hands are settled one by
    one, and all of these before what comes when everything is settled; what an idle table asks before play resumes.
    """
    for earlier in table.prompts:
        by_hand = earlier.moment in HAND_BY_HAND and prompt.moment in (earlier.moment, Moment.SETTLED)
        idle = earlier.moment == Moment.TABLE_IDLE and prompt.moment == Moment.PLAY_RESUMES
        together = (earlier.moment, earlier.deck, earlier.position) == (prompt.moment, prompt.deck, prompt.position)
        if (together or by_hand or idle) and earlier.number < prompt.number:
            raise refused(book, "prompt-before", earlier)
    if prompt.player_first and table.idle:
        raise refused(book, "player-first", prompt)
