"""Fold events into a table; never refuses. `evolve_round` has the events of the table's round."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar, assert_never, get_args

from msgspec.structs import replace

from mississippi_stud.messages import MINUTE
from mississippi_stud.money import Cents
from mississippi_stud.round.state import Bounds, Outcome, State
from mississippi_stud.rulebooks.conduct import Remedy
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import events as e
from mississippi_stud.table.commands import FLOOR
from mississippi_stud.table.evolve_round import OF_THE_ROUND, before_deal, set_up, timed, with_card, with_stakes
from mississippi_stud.table.state import (
    Commitment,
    Deadline,
    Deck,
    DeckPlace,
    Dispute,
    ExtraTime,
    Notice,
    NoticeKind,
    PendingPrize,
    QueuePlace,
    RoundEntry,
    SaidPhrase,
    Seat,
    Table,
    WithheldWinnings,
    is_walk_in,
)

Key = TypeVar("Key")
Value = TypeVar("Value")
PrizeKind = TypeVar("PrizeKind", PendingPrize, WithheldWinnings)
_REMOVED_MAX: Final = 4
"""How many removed decks a table remembers."""


def evolve(table: Table | None, event: e.Event) -> Table:
    """Return the table after an event."""
    if table is None:
        assert isinstance(event, e.TableOpened), "a table begins with TableOpened"  # noqa: S101
        return _opened(event)
    return AFTER[type(event)](table, event)


def fold(events: Iterable[e.Event], table: Table | None = None) -> Table:
    """Return the table after a stream of events."""
    for event in events:
        table = evolve(table, event)
    assert table is not None, "a table begins with TableOpened"  # noqa: S101
    return table


def _opened(event: e.TableOpened) -> Table:
    on_duty = () if event.by == FLOOR else ((event.person, event.by),)
    facts = {name: getattr(event, name) for name in Table.__struct_fields__ if name in event.__struct_fields__}
    return Table(**facts, opened_at=event.at, on_duty=on_duty)


def _table(table: Table, event: e.OfTable) -> Table:
    match event:
        case e.TableOpened():
            return _opened(event)
        case e.NoticeGiven(notice=notice):
            return replace(table, notices=(*_without_notice(table, notice.kind), notice))
        case e.ApprovalRecorded(what=what, reference=reference):
            return replace(table, approvals=(*_but(dict(table.approvals), what).items(), (what, reference)))
        case e.ClosingBegun():
            return replace(table, closing=True)
        case e.TableClosed():
            return replace(table, closed=True, queue=(), decks=(), removed=_last(*table.removed, *table.decks))
        case _:
            assert_never(event)


def _deadlines(table: Table, event: e.OfDeadlines) -> Table:
    deadlines = _but(table.deadlines, event.key)
    if isinstance(event, e.DeadlineSet):
        deadlines[event.key] = Deadline(due_at=event.due_at, clause=event.clause)
    elif isinstance(event, e.DeadlineMoved):
        deadlines[event.key] = _moved(table.deadlines.get(event.key), event)
        if event.position is not None:
            table = _given_time(table, event.position, event)
    return replace(table, deadlines=deadlines)


def _moved(before: Deadline | None, event: e.DeadlineMoved) -> Deadline:
    outage = 0 if before is None else before.outage
    if before is not None and event.why is ExtraTime.OUTAGE:
        outage += event.due_at - before.due_at
    return Deadline(due_at=event.due_at, outage=outage)


def _given_time(table: Table, position: int, event: e.DeadlineMoved) -> Table:
    """Record what a seat has taken of its reserve, or that it was given time in this round."""
    match event.why:
        case ExtraTime.CONNECTION:
            return _seat(table, position, lost_in=table.number)
        case ExtraTime.SIDE_WAGERS:
            return _seat(table, position, side_in=table.number)
        case _:
            return _seat(table, position, reserve_used=table.seats[position].reserve_used + event.seconds)


def _attendance(table: Table, event: e.OfAttendance) -> Table:
    match event:
        case e.NoAnswerChosen(position=position, no_answer=no_answer):
            return _seat(table, position, no_answer=no_answer)
        case e.PaceChosen(position=position, pace=pace):
            return _seat(table, position, pace=pace)
        case e.SeatSatOut(position=position, out=out):
            return _seat(table, position, sits_out=out)
        case e.PhraseSaid(position=position, phrase=phrase, at=at):
            before = table.seats[position].said_since(at - MINUTE)
            return _seat(table, position, said=(*before, SaidPhrase(phrase=phrase, at=at, after=table.over)))
        case e.ConnectionNoted(player=player, connected=connected, at=at):
            away = None if connected else at
            seats = {
                position: replace(seat, away_at=away) if seat.player == player else seat
                for position, seat in table.seats.items()
            }
            return replace(table, seats=seats)
        case _:
            assert_never(event)


def _wagers(table: Table, event: e.OfWagers) -> Table:
    match event:
        case e.TurnsOrdered(order=order, clause=clause):
            return replace(table, order=order, order_clause=clause)
        case e.BurnOrdered():  # before the community cards of the round whose bets are open, or else of the next one
            return replace(table, burn=table.round is None, round=before_deal(table.round, burn=True))
        case e.BettingClosed():
            return timed(replace(table, betting_closed=True))
        case e.CarriedReturned(position=position):  # removed from the table and from a round whose bets are open
            left = _but(table.carried_cents, position)
            state = None if table.round is None else set_up(table.round, carried_cents=left)
            return replace(table, carried_cents=left, round=state)
        case e.WagerRefused() | e.VoucherExchanged():
            return table
        case _:
            assert_never(event)


def _winnings(table: Table, event: e.OfWinnings) -> Table:
    if isinstance(event, e.WinningsWithheld):
        return replace(table, aside=(*table.aside, event.winnings))
    if isinstance(event, e.WinningsKept):
        kept = sum(each.cents for each in table.aside if each.player == event.player)
        table = replace(_taken(table, event.taken_exact), result_cents=table.result_cents + kept)
    aside = tuple(each for each in table.aside if each.player != event.player)
    return replace(table, withheld=_but(table.withheld, event.player), aside=aside)


def _but(mapping: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    """Return a mapping without one key."""
    return {each: value for each, value in mapping.items() if each != key}


def _last(*decks: Deck) -> tuple[Deck, ...]:
    return decks[-_REMOVED_MAX:]


def _without_notice(table: Table, kind: NoticeKind) -> tuple[Notice, ...]:
    return tuple(notice for notice in table.notices if notice.kind is not kind)


def _seeds(table: Table, event: e.OfSeeds) -> Table:
    match event:
        case e.SeedOpened(position=position, seed=seed):
            return replace(table, seeds={**table.seeds, position: seed})
        case e.SecretRevealed():
            seats = {
                position: replace(seat, seed_hash=_next_hash(table, seat), next_seed_hash="")
                for position, seat in table.seats.items()
            }
            return replace(table, committed=None, seeds={}, seats=seats)
        case e.RoundCommitted(number=number, commitment=commitment, secret=secret):
            committed = Commitment(number=number, commitment=commitment, secret=secret)
            return replace(table, committed=committed, seeds={})
        case e.CommitmentWithdrawn():
            return replace(table, committed=None, seeds={})
        case e.SeatReady(position=position, ready=ready):
            return _seat(table, position, ready=ready)
        case e.SeedCommitted(position=position, seed_hash=seed_hash, coming=coming):
            return _seat(table, position, **{"seed_hash" if coming else "next_seed_hash": seed_hash})
        case _:
            assert_never(event)


def _next_hash(table: Table, seat: Seat) -> str:
    """Return the hash of a seat's next seed: the one published for it, or the current one if still unopened."""
    return seat.next_seed_hash or ("" if seat.position in table.seeds else seat.seed_hash)


def _seat(table: Table, position: int, **changes: object) -> Table:
    return replace(table, seats={**table.seats, position: replace(table.seats[position], **changes)})


def _prizes(table: Table, event: e.OfPrizes) -> Table:
    if isinstance(event, e.PrizePending):
        return replace(table, pending=(*table.pending, event.prize), prized=event.prize.number)
    prize = next(each for each in table.pending if each.number == event.prize)
    table = replace(table, pending=tuple(each for each in table.pending if each is not prize))
    if isinstance(event, e.PrizeRejected):
        table = _taken(table, {prize.round: event.taken_exact})
    else:
        table = replace(table, result_cents=table.result_cents - prize.cents)
    if table.last_round is None or prize.round != table.number or table.round is not None:
        return table  # another round has begun
    paid = isinstance(event, e.PrizeValidated)
    outcome, cents = (Outcome.WIN, prize.cents) if paid else (Outcome.LOSE, Cents(0))
    results = tuple(
        replace(each, outcome=outcome, won_cents=cents)
        if (each.position, each.outcome) == (prize.position, Outcome.PENDING)
        else each
        for each in table.last_round.results
    )
    return replace(table, last_round=replace(table.last_round, results=results))


def _taken(table: Table, taken_exact: Mapping[int, str]) -> Table:
    """Deduct what the house took back with one prize of a round, so that it is not taken back again with another."""

    def left(prize: PrizeKind) -> PrizeKind:
        rest = Fraction(prize.reset_exact) - Fraction(taken_exact.get(prize.round, 0))
        return replace(prize, reset_exact=str(max(rest, Fraction(0))))

    return replace(table, pending=tuple(map(left, table.pending)), aside=tuple(map(left, table.aside)))


def _people(table: Table, event: e.OfPeople) -> Table:
    match event:
        case e.DutyBegun(person=person, by=title):
            return replace(table, on_duty=(*table.on_duty, (person, title)))
        case e.DutyEnded(person=person, by=title):
            return replace(table, on_duty=tuple(each for each in table.on_duty if each != (person, title)))
        case e.Seated(position=position, player=player, box=box, seed_hash=seed_hash, bot=bot):
            seat = Seat(position=position, player=player, box=box, seed_hash=seed_hash, bot=bot)
            table = _out_of_line(table, player) if table.queue else table
            count = table.walk_ins + (is_walk_in(player) and not box)
            return replace(table, seats={**table.seats, position: seat}, vacated=False, face_up=False, walk_ins=count)
        case e.SeatLeft(position=position):
            seats, seeds = _left(table, position), _but(table.seeds, position)
            gone = tuple(each for each in table.play_first if each != position)
            return replace(table, seats=seats, seeds=seeds, vacated=not seats, play_first=gone)
        case e.FaceUpAsked():
            return replace(table, face_up=True)
        case _:
            assert_never(event)


def _queue(table: Table, event: e.OfQueue) -> Table:
    match event:
        case e.QueueJoined(player=player):
            waits = any(each.player == player for each in table.queue)
            return table if waits else replace(table, queue=(*table.queue, QueuePlace(player=player)))
        case e.SeatOffered(player=player, offer=offer, due_at=due_at):
            line = (
                replace(each, offer=offer, due_at=due_at) if each.player == player else each for each in table.queue
            )
            return replace(table, queue=tuple(line), offers=max(table.offers, offer))
        case e.QueueLeft(player=player):
            return _out_of_line(table, player)
        case _:
            assert_never(event)


def _out_of_line(table: Table, player: str) -> Table:
    return replace(table, queue=tuple(each for each in table.queue if each.player != player))


def _left(table: Table, position: int) -> dict[int, Seat]:
    """Return the seats after one is given up; a player who still has a box sits at that box from then on."""
    seats, left = _but(table.seats, position), table.seats[position]
    boxes = [place for place, seat in seats.items() if seat.player == left.player]
    if boxes and not left.box:
        seats[min(boxes)] = replace(seats[min(boxes)], box=False)
    return seats


def _cards(table: Table, event: e.OfCards) -> Table:
    match event:
        case e.DeckReceived(deck=deck):
            return replace(table, decks=(*table.decks, deck), uncounted=table.uncounted if table.decks else 0)
        case e.DeckRemoved(backs=backs):
            gone = tuple(deck for deck in table.decks if deck.backs == backs)
            stay = tuple(deck for deck in table.decks if deck.backs != backs)
            return replace(table, decks=stay, removed=_last(*table.removed, *gone))
        case e.DeckShuffled(backs=backs):
            times = next(deck.shuffled for deck in table.decks if deck.backs == backs) + 1
            return _deck(table, backs, shuffled=times, cut=False, lies=DeckPlace.READY)
        case e.DeckCut(backs=backs):
            return _deck(table, backs, cut=True)
        case e.DeckCounted(backs=backs, short=short):
            return _deck(table, backs, short=short)
        case e.StubCounted():
            return replace(table, uncounted=0)
        case e.StubRacked():
            return _deck(table, table.decks[0].backs, lies=DeckPlace.RACK)
        case e.CardsSpread():
            return replace(table, decks=_apart(table, prechecked=False))
        case e.DecksAlternated():
            return replace(table, decks=(*table.decks[1:], *table.decks[:1]))
        case e.DealingChanged(dealing=dealing, shuffling=shuffling, counts=counts):
            table = replace(table, dealing=dealing, shuffling=shuffling, counts=counts, uncounted=0)
            table = replace(table, device_works=True, device_clause="", covered=False, decks=_apart(table))
            return replace(table, round=before_deal(table.round, dealing=dealing))
        case e.DeviceCovered():
            return replace(table, covered=True)
        case _:
            assert_never(event)


def _deck(table: Table, backs: str, **changes: object) -> Table:
    decks = (replace(deck, **changes) if deck.backs == backs else deck for deck in table.decks)
    return replace(table, decks=tuple(decks))


def _apart(table: Table, **changes: object) -> tuple[Deck, ...]:
    return tuple(replace(deck, lies=DeckPlace.APART, **changes) for deck in table.decks)


def _prompts(table: Table, event: e.OfPrompts) -> Table:
    match event:
        case e.Prompted(prompt=prompt):
            return replace(table, prompts=(*table.prompts, prompt), prompted=max(table.prompted, prompt.number))
        case e.PromptDone() | e.PromptRejected():
            table = replace(table, entry=None)
            person = event.person if isinstance(event, e.PromptDone) else None
            prompts = (replace(each, done_by=person) if each.number == event.prompt else each for each in table.prompts)
            return replace(table, prompts=tuple(prompts))
        case e.PromptConfirmed(prompt=number) | e.PromptDropped(prompt=number):
            entry = table.entry if isinstance(event, e.PromptDropped) else None
            return replace(table, entry=entry, prompts=tuple(each for each in table.prompts if each.number != number))
        case _:
            assert_never(event)


def _limits(table: Table, event: e.OfLimits) -> Table:
    match event:
        case e.LimitsChanged(limits=limits, kept_by=kept_by, kept=kept):
            seats = {
                position: replace(seat, kept=_keeps(seat.kept, kept)) if position in kept_by else seat
                for position, seat in table.seats.items()
            }
            notices = _without_notice(table, NoticeKind.RAISE_MINIMUM)
            table = replace(table, limits={**table.limits, **limits}, seats=seats, notices=notices)
        case e.KeptMinimumEnded(kept=kept):
            seats = {position: replace(seat, kept=kept.get(seat.player, {})) for position, seat in table.seats.items()}
            table = replace(table, seats=seats, notices=_without_notice(table, NoticeKind.RAISE_KEPT_MINIMUM))
        case e.LimitsAgreed(player=player, limits=limits):
            seats = {
                position: replace(seat, personal=limits) if seat.player == player else seat
                for position, seat in table.seats.items()
            }
            return replace(table, seats=seats)  # in force from the next round
        case _:
            assert_never(event)
    return replace(table, round=before_deal(table.round, limits=table.limits, kept=table.kept))


def _keeps(before: Mapping[Wager, Bounds], new: Mapping[Wager, Bounds]) -> Mapping[Wager, Bounds]:
    """Return what a player keeps when the minimum rises again: the lowest they were entitled to."""
    lower = {
        wager: bounds
        for wager, bounds in new.items()
        if wager not in before or bounds.minimum_cents < before[wager].minimum_cents
    }
    return {**before, **lower}


def _entries(table: Table, event: e.OfEntries) -> Table:
    state = table.round
    match event:
        case e.EntryBegun(person=person) if state is not None:
            entry = RoundEntry(person=person, before=state, prompted=table.prompted)
            return replace(table, entry=entry, entries=(*table.entries, entry))
        case e.EntryTakenBack() if table.entries:
            return replace(table, round=table.entries[-1].before, entry=None, entries=table.entries[:-1])
        case e.CardCorrected(old=old, new=new) if state is not None:
            return _changed_entries(table, lambda known: with_card(known, old, new))
        case e.WagerCorrected(position=position, stakes=stakes) if state is not None:
            return _changed_entries(table, lambda known: with_stakes(known, position, stakes))
        case e.CardRead(card=card):
            return table if card is None else replace(table, read=(*table.read, card))
        case e.ReadTakenBack():
            return replace(table, read=table.read[:-1])
        case e.EntryBegun() | e.EntryTakenBack() | e.CardCorrected() | e.WagerCorrected():
            return table
        case _:
            assert_never(event)


def _changed_entries(table: Table, change: Callable[[State], State]) -> Table:
    """Return the table with a corrected round, and corrected in every earlier state to which it can be taken back."""
    entries = tuple(replace(each, before=change(each.before)) for each in table.entries)
    return replace(table, round=None if table.round is None else change(table.round), entry=None, entries=entries)


def _calls(table: Table, event: e.OfCalls) -> Table:
    match event:
        case e.SupervisorCalled(call=call):
            return replace(table, calls=(*table.calls, call), calls_made=call.number)
        case e.CallAnswered(call=number, person=person, at=at):
            answered = (
                replace(each, answered_by=person, answered_at=at) if each.number == number else each
                for each in table.calls
            )
            return replace(table, calls=tuple(answered))
        case e.CallClosed(call=number):
            return replace(table, calls=tuple(each for each in table.calls if each.number != number))
        case _:
            assert_never(event)


def _rulings(table: Table, event: e.OfRulings) -> Table:
    if isinstance(event, e.RulingAsked):
        return timed(replace(table, question=event.question, entry=None))
    ruled = event.ruled
    table = replace(table, rulings=(*table.rulings, ruled), question=None, entry=None, entries=())
    facts, seats = ruled.facts, table.seats
    named = [seats[each].player for each in (facts.position,) if each in seats and each is not None]
    by_clause = dict.fromkeys([*named, facts.person] if facts.person else named, ruled.clause)
    match ruled.ruling:
        case Remedy.EXCLUDED:
            return replace(table, excluded={**table.excluded, **by_clause})
        case Remedy.EXCLUDED_FROM_CASINO:
            out = tuple(dict.fromkeys((*table.excluded_from_casino, *by_clause)))
            return replace(table, excluded={**table.excluded, **by_clause}, excluded_from_casino=out)
        case Remedy.WITHHELD:
            return replace(table, withheld={**table.withheld, **by_clause})
        case Remedy.SEPARATED:
            together = tuple(seats[each].player for each in facts.positions if each in seats)
            separated = tuple(dict.fromkeys((*table.separated, together)))
            return replace(table, separated=separated, separated_clause=ruled.clause)
        case Remedy.PLAY_FIRST:
            return replace(table, play_first=facts.positions, play_first_clause=ruled.clause)
        case Remedy.ENGLISH_ONLY:
            return replace(table, english_only=True)
        case Remedy.DEVICE_OUT:
            return replace(table, device_works=False, device_clause=ruled.clause)
        case Remedy.VOID | Remedy.ROUNDS_STAND if ruled.incident == "device-fails":
            return replace(table, device_works=False, device_clause=ruled.deck_clause or ruled.clause)
        case _:
            return table


def _disputes(table: Table, event: e.OfDisputes) -> Table:
    if isinstance(event, e.DisputeOpened):
        return replace(table, disputes=(*table.disputes, event.dispute), disputed=event.dispute.number)
    after = (disputed(each, event) if each.number == event.dispute else each for each in table.disputes)
    return replace(table, disputes=tuple(each for each in after if not each.closed))


def disputed(dispute: Dispute, event: e.OfDisputes) -> Dispute:
    """Return a dispute after one of its events."""
    match event:
        case e.DisputeOpened():
            return event.dispute
        case e.DisputeDecided(decision=decision):
            return replace(dispute, decision=decision, decided_by=event.person or event.by)
        case e.ReviewAsked():
            return replace(dispute, review_asked=True)
        case e.DisputeReviewed(decision=decision):
            return replace(dispute, review=decision, reviewed_by=event.person or event.by)
        case e.DisputeClosed(satisfied=satisfied):
            return replace(dispute, closed=True, satisfied=satisfied)
        case _:
            assert_never(event)


_SUBJECTS: Final[Mapping[Any, Callable[[Table, Any], Table]]] = {
    e.OfSeeds: _seeds,
    e.OfDeadlines: _deadlines,
    e.OfAttendance: _attendance,
    e.OfEntries: _entries,
    e.OfCalls: _calls,
    e.OfPrompts: _prompts,
    e.OfPeople: _people,
    e.OfQueue: _queue,
    e.OfCards: _cards,
    e.OfWagers: _wagers,
    e.OfPrizes: _prizes,
    e.OfWinnings: _winnings,
    e.OfLimits: _limits,
    e.OfRulings: _rulings,
    e.OfDisputes: _disputes,
    e.OfTable: _table,
}
AFTER: Final[Mapping[type, Callable[[Table, Any], Table]]] = {
    **{kind: after for kinds, after in _SUBJECTS.items() for kind in get_args(kinds)},
    **OF_THE_ROUND,
}
"""The function that applies each kind of event to a table."""
