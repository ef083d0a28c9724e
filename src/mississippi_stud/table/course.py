"""What follows from a command, step by step: events, the table after each, and the prompts that they call for."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, assert_never

from mississippi_stud.fairness.shuffle import round_id
from mississippi_stud.jackpot.link import Link
from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.decide import decide
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.settle import pay_of
from mississippi_stud.round.state import Hand, Outcome, State
from mississippi_stud.rulebooks.conduct import If, Moment, Shuffling
from mississippi_stud.rulebooks.model import Called, Clause, Duty, Rulebook, Ruled
from mississippi_stud.rulebooks.pays import MeterShare, Percent
from mississippi_stud.rulebooks.words import MAIN_WAGERS, Cut, Determines, Wager
from mississippi_stud.table import events as e
from mississippi_stud.table.commands import FLOOR, Command
from mississippi_stud.table.evolve import evolve
from mississippi_stud.table.state import Blocks, Dealt, Deck, Prompt, Table

BLOCKS: Final = {
    Moment.DECK_ARRIVES: Blocks.DEAL,
    Moment.SHUFFLED: Blocks.DEAL,
    Moment.ROUND_ENDS: Blocks.DEAL,
    Moment.TABLE_IDLE: Blocks.DEAL,
    Moment.PLAY_RESUMES: Blocks.DEAL,
    Moment.BETTING_CLOSES: Blocks.DEAL,
    Moment.VERIFY_ORDERED: Blocks.DEAL,
    Moment.SHUFFLE_ORDERED: Blocks.DEAL,
    Moment.SEQUENCE_ABNORMAL: Blocks.NEXT_CARD,
    Moment.CUT_ORDERED: Blocks.DEAL,
    Moment.RECUT_ORDERED: Blocks.DEAL,
    Moment.COUNTED_RIGHT: Blocks.DEAL,
    Moment.COUNTED_WRONG: Blocks.DEAL,
    Moment.MINIMUM_KEPT: Blocks.DEAL,
    Moment.MARKER_LEAVES: Blocks.DEAL,
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
"""What is refused until the duties of a moment are done."""

OF_THE_ROUND: Final = (
    Moment.BETTING_CLOSES,
    Moment.DEALT,
    Moment.DECISIONS_OPEN,
    Moment.STUB_DUE,
    Moment.STUB_WRONG,
    Moment.FOLD,
    Moment.CONCEDE,
)
"""Moments whose prompts the end of the round makes pointless."""

WITHOUT_A_DECK: Final = (
    Moment.BETTING_CLOSES,
    Moment.DECISIONS_OPEN,
    Moment.WARNED,
    Moment.FOLD,
    Moment.CONCEDE,
    Moment.HAND_SETTLED,
    Moment.SETTLED,
    Moment.JACKPOT_WON,
    Moment.MINIMUM_KEPT,
    Moment.MARKER_LEAVES,
    Moment.DISPUTE_DECIDED,
)
"""Moments whose duties are there too where a person runs the table with the floor's deck."""

HAND_BY_HAND: Final = (Moment.HAND_SETTLED, Moment.JACKPOT_WON)
"""Moments whose duties are done for one hand after the other."""
WON: Final = (Outcome.WIN, Outcome.PENDING)
TELL: Final = "tell-"
"""How a duty to tell somebody begins."""
_ABOVE_ALL: Final = 1_000
"""The rank of the floor: where it acts, nobody else is asked."""


class Course:
    """The events that a command leads to so far, and the table after them."""

    def __init__(self, book: Rulebook, table: Table, command: Command, link: Link | None, secret: bytes) -> None:
        self.book = book
        self.table = table
        self.at = command.at
        self.by = command.by
        self.person = command.person
        self.link = link
        self.secret = secret
        """Fresh chance, for the commitment to the coming round."""
        self.events: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        """One more event."""
        self.events.append(event)
        self.table = evolve(self.table, event)

    def play(self, state: State, do: rc.Command) -> tuple[r.Event, ...]:
        """Carry out a command of the round, and what it asks of the meters."""
        if self.link is not None:
            staffed = validation(self.book) is not None and not self.table.automatic
            do = self.link.before(state, do, self.number, validated=staffed)
        happened = decide(self.book, state, do)
        self.move(state, happened)
        return happened

    def move(self, state: State, happened: Iterable[r.Event]) -> None:
        """Events of the round, and what they bring on the meters; `state` is the round before them."""
        for each in happened:
            if self.link is not None:
                self.link.after(state, each, self.number)
            self.add(each)

    @property
    def number(self) -> str:
        """The id of the round that is open."""
        return round_id(self.table.id, self.table.number)

    def prompt(
        self,
        duty: str,
        blocks: Blocks,
        clause: Clause,
        *,
        by: str,
        moment: str,
        deck: str | None = None,
        then: Moment | None = None,
        position: int | None = None,
        verified_by: str | None = None,
    ) -> None:
        """Somebody must do something that no list of duties holds: what a ruling asks for."""
        if self.table.automatic:
            return
        number = self.table.prompted + 1
        prompt = Prompt(
            number=number, duty=duty, moment=moment, by=by, blocks=blocks, clause=clause, deck=deck, then=then,
            position=position, verified_by=verified_by,
        )  # fmt: skip
        self.add(e.Prompted(at=self.at, by=self.by, prompt=prompt))

    def come(
        self,
        moment: Moment,
        *,
        deck: Deck | None = None,
        hand: Hand | None = None,
        position: int | None = None,
        dispute: int | None = None,
        without_shuffle: bool = False,
        only: If | None = None,
        blocks: Blocks | None = None,
    ) -> None:
        """A moment has come: prompt for every duty that it brings, or for those `only` on one condition.

        `blocks` is what is refused until they are done, where it is not what the moment always holds up.
        """
        if self.table.automatic or (self.table.dealt is Dealt.DEALER and moment not in WITHOUT_A_DECK):
            return
        for name, duty in self.book.duties.get(moment, {}).items():
            shuffles = duty.then is not None and duty.then.value is Moment.SHUFFLED
            if (without_shuffle and shuffles) or not self._arises(duty, deck, hand, position):
                continue
            if only is not None and not depends(duty, only):
                continue
            prompt = Prompt(
                number=self.table.prompted + 1,
                duty=name,
                moment=moment,
                by=duty.by.value,
                verified_by=duty.verified_by.value if duty.verified_by else None,
                alone=duty.alone.clause if duty.alone and duty.alone.value else None,
                player_first=duty.player_first is not None and duty.player_first.value,
                blocks=blocks or BLOCKS[moment],
                clause=duty.by.clause,
                deck=deck.backs if deck else None,
                position=hand.position if hand else position,
                dispute=dispute,
                then=duty.then.value if duty.then else None,
            )
            self.add(e.Prompted(at=self.at, by=self.by, prompt=prompt))

    def drop(self, *moments: str) -> None:
        """Prompts of these moments are pointless now."""
        for prompt in self.table.prompts:
            if prompt.moment in moments:
                self.add(e.PromptDropped(at=self.at, by=self.by, prompt=prompt.number))

    def _arises(self, duty: Duty, deck: Deck | None, hand: Hand | None, position: int | None) -> bool:
        if duty.methods is not None and self.table.dealing not in duty.methods.value:
            return False
        conditions = duty.when.value if duty.when else ()
        return all(self._holds(each, deck, hand, position) for each in conditions)

    def _holds(self, condition: If, deck: Deck | None, hand: Hand | None, position: int | None) -> bool:
        table = self.table
        match condition:
            case If.PRECHECKED:
                return deck is not None and deck.prechecked
            case If.NOT_PRECHECKED:
                return deck is None or not deck.prechecked
            case If.TO_BE_CUT:
                return to_be_cut(self.book, table, deck)
            case If.NOT_CUT:
                continuous = table.shuffling is Shuffling.CONTINUOUS
                return not to_be_cut(self.book, table, deck) and not continuous
            case If.RESHUFFLING_DEVICE:
                return table.shuffling is Shuffling.CONTINUOUS
            case If.NO_RESHUFFLING_DEVICE:
                return table.shuffling is not Shuffling.CONTINUOUS
            case If.TWO_DECKS:
                return len(table.decks) > 1
            case If.JACKPOT_WAGERS:
                return jackpot_positions(self.book, table.round) != ()
            case If.SIDE_WAGER:
                return side_wager(table.round or table.last_round, hand)
            case If.NO_SIDE_WAGER:
                return not side_wager(table.round or table.last_round, hand)
            case If.ON_THIRD_STREET:
                return hand is not None and hand.ended_on is Wager.THIRD_STREET
            case If.ON_FOURTH_STREET:
                return hand is not None and hand.ended_on is Wager.FOURTH_STREET
            case If.ON_FIFTH_STREET:
                return hand is not None and hand.ended_on is Wager.FIFTH_STREET
            case If.UNDER_MINIMUM | If.UNDER_MULTIPLE | If.CANNOT_FUND:
                return True  # what a player is warned of is said with the moment
            case If.STUB_NOT_DUE:
                return not stub_due(self.book, table)
            case If.SEVERAL_BOXES:
                seat = table.seats.get(position or 0)
                return seat is not None and sum(each.player == seat.player for each in table.seats.values()) > 1
            case If.PLAYER_PRESENT:
                return hand is not None and hand.ending_clause != self.book.play.absent.clause
            case If.PLAYER_ABSENT:
                return hand is not None and hand.ending_clause == self.book.play.absent.clause
            case If.FACE_UP_ASKED:
                return table.face_up
            case If.FACE_UP_NOT_ASKED:
                return not table.face_up
            case If.HAND_LOST:
                return _ended(table.last_round, hand, Outcome.LOSE)
            case If.HAND_PUSHED:
                return _ended(table.last_round, hand, Outcome.PUSH)
            case If.PRIZE_PENDING:
                return hand is not None and hand.position in {each.position for each in table.pending}
            case If.NOT_FROM_TABLE:
                return _not_from_table(self.book, table.last_round, hand)
            case _:
                assert_never(condition)


def depends(duty: Duty, condition: If) -> bool:
    """Whether a duty arises on that condition."""
    return duty.when is not None and condition in duty.when.value


def _ended(state: State | None, hand: Hand | None, outcome: Outcome) -> bool:
    """Whether the ante of a hand had that outcome."""
    return state is not None and any(
        hand is not None
        and result.position == hand.position
        and result.wager == Wager.ANTE
        and result.outcome is outcome
        for result in state.results
    )


def _not_from_table(book: Rulebook, state: State | None, hand: Hand | None) -> bool:
    """Whether a hand won the whole meter where the table's own chips may not pay it."""
    whole = book.jackpot.full_meter_from_table if book.jackpot else None
    if book.jackpot is None or state is None or hand is None or whole is None or whole.value:
        return False
    row = pay_of(book, state, hand, book.jackpot.wager.value, state.community)
    return row is not None and row.value == MeterShare(Percent(Fraction(1)))


def to_be_cut(book: Rulebook, table: Table, deck: Deck | None) -> bool:
    """Whether the deck is cut after this shuffle."""
    rule = book.dealing.methods[table.dealing].cut
    match rule.value:
        case Cut.BY_DEALER:
            return True
        case Cut.NEVER:
            return False
        case Cut.UNLESS_MACHINE_SHUFFLED:
            fresh = deck is not None and deck.prechecked and deck.shuffled <= 1
            return table.shuffling is Shuffling.BY_HAND or (fresh and table.shuffling is not Shuffling.CONTINUOUS)
        case _:
            assert_never(rule.value)


def stub_due(book: Rulebook, table: Table) -> bool:
    """Whether the stub of this round must be counted."""
    every = book.dealing.methods[table.dealing].stub_count_rounds
    counted = table.counts or table.shuffling is Shuffling.CONTINUOUS
    return every is not None and not counted and table.uncounted >= every.value


def validation(book: Rulebook) -> Ruled[str] | None:
    """Who must validate a prize of the meter before it is paid, where the book says so."""
    return book.staff.powers.get(Determines.VALIDATE_JACKPOT) if book.staff else None


def jackpot_positions(book: Rulebook, state: State | None) -> tuple[int, ...]:
    """The positions with a jackpot wager in the round."""
    if book.jackpot is None or state is None:
        return ()
    wager = book.jackpot.wager.value
    return tuple(position for position, hand in sorted(state.hands.items()) if wager in hand.stakes)


def side_wager(state: State | None, hand: Hand | None) -> bool:
    """Whether the hand, or any of the round, has a wager beside the main ones."""
    hands = [hand] if hand is not None else list(state.hands.values()) if state is not None else []
    return any(wager not in MAIN_WAGERS for each in hands for wager in each.stakes)


# Who may do what.


def rank(book: Rulebook, title: str) -> int:
    """The rank of a title; 0 where the book does not know it."""
    if title == FLOOR:
        return _ABOVE_ALL
    return book.staff.titles[title].rank.value if book.staff and title in book.staff.titles else 0


def called(book: Rulebook, title: str) -> Called | str:
    """What the book calls somebody with that title, in both languages; as it is where the book does not know it."""
    known: dict[str, Called] = {**book.staff.titles, **book.staff.officials} if book.staff else {}
    return known.get(title, title)


def staff_clause(book: Rulebook, title: str) -> Clause:
    """The clause that says who has a title; for one that the book does not know, who its first member of staff is."""
    known = called(book, title)
    if isinstance(known, str) and book.staff:
        known = next(iter(book.staff.titles.values()), known)
    return book.positions.maximum.clause if isinstance(known, str) else known.en.clause


def closing_clause(book: Rulebook) -> Clause:
    """The clause by which a table closes; that of the layout where the book is silent."""
    held = book.staff.powers.get(Determines.CLOSE_TABLE) if book.staff else None
    return (held or book.positions.maximum).clause


def check_rank(book: Rulebook, by: str, needed: str, clause: Clause) -> None:
    """Raise `Refused` unless `by` ranks at least as high as `needed`."""
    if rank(book, by) < rank(book, needed):
        raise Refused("rank-too-low", clause, by=called(book, by), needed=called(book, needed))


def check_power(book: Rulebook, by: str, power: Determines, *, named: bool = False) -> Ruled[str] | None:
    """Raise `Refused` unless `by` may do a thing; `named`: only where the book names somebody who may."""
    held = book.staff.powers.get(power) if book.staff else None
    official = book.staff.officials.get(by) if book.staff else None
    if official is not None and power in official.may.value:
        return Ruled(by, official.may.clause)
    if held is None:
        if named:
            raise Refused("no-such-power", staff_clause(book, by), power=power)
        return None
    check_rank(book, by, held.value, held.clause)
    return held


def check_on_duty(book: Rulebook, table: Table, by: str, person: str) -> None:
    """Raise `Refused` unless somebody with that title works at the table."""
    known = (person, by) in table.on_duty if person else by in {title for _, title in table.on_duty}
    if not known:
        raise Refused("not-on-duty", staff_clause(book, by), by=called(book, by))


def told(book: Rulebook, prompt: Prompt) -> Called | str | None:
    """Whom a prompt asks to tell, if it does."""
    return called(book, prompt.duty.removeprefix(TELL)) if prompt.duty.startswith(TELL) else None


def about(book: Rulebook, code: str, prompt: Prompt) -> Refused:
    """A refusal on account of a prompt."""
    return Refused(code, prompt.clause, duty=prompt.duty, who=told(book, prompt))


def check_unblocked(book: Rulebook, table: Table, *blocked: Blocks, deck: str | None = None) -> None:
    """Raise `Refused` if a prompt stands in the way; those for a deck that is not in play do not."""
    for prompt in table.prompts:
        if prompt.blocks in blocked and (prompt.deck is None or deck is None or prompt.deck == deck):
            raise about(book, "prompt-waits", prompt)


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
            raise about(book, "prompt-before", earlier)
    if prompt.player_first and table.idle:
        raise about(book, "player-first", prompt)
