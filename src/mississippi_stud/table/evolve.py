"""Events into a table; never refuses."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import assert_never

from msgspec.structs import replace

from mississippi_stud.money import Cents
from mississippi_stud.round import events as r
from mississippi_stud.round.evolve import evolve as evolve_round
from mississippi_stud.round.state import Bounds, Outcome, Phase, State
from mississippi_stud.rulebooks.conduct import Ruling
from mississippi_stud.rulebooks.words import Wager
from mississippi_stud.table import events as e
from mississippi_stud.table.commands import FLOOR
from mississippi_stud.table.state import Committed, Deadline, Deck, Dispute, Lies, PendingPrize, Seat, Table


def evolve(table: Table | None, event: e.Event) -> Table:
    """The table after an event."""
    if table is None:
        assert isinstance(event, e.TableOpened), "a table begins with TableOpened"  # noqa: S101
        return _opened(event)
    if isinstance(event, r.RoundEventBase):
        return _round(table, event)
    match event:  # the most frequent first
        case e.SeedOpened() | e.SecretRevealed() | e.RoundCommitted() | e.SeatReady() | e.SeedCommitted():
            return _fairness(table, event)
        case e.CommitmentWithdrawn():
            return replace(table, committed=None, seeds={})
        case e.DeadlineSet(key=key, due_at=due_at, clause=clause):
            deadline = Deadline(due_at=due_at, clause=clause)
            return replace(table, deadlines={**table.deadlines, key: deadline})
        case e.TableOpened():
            return _opened(event)
        case e.DutyBegun() | e.DutyEnded() | e.Seated() | e.SeatLeft():
            return _people(table, event)
        case e.DeckReceived() | e.DeckRemoved() | e.DeckShuffled() | e.DeckCut() | e.DecksAlternated():
            return _decks(table, event)
        case e.DeckCounted() | e.StubRacked() | e.CardsSpread():
            return _decks(table, event)
        case e.StubCounted():
            return replace(table, uncounted=0)
        case e.FaceUpAsked():
            return replace(table, face_up=True)
        case e.Prompted() | e.PromptDone() | e.PromptRejected() | e.PromptConfirmed() | e.PromptDropped():
            return _prompts(table, event)
        case e.BurnOrdered():
            return _burning(table)
        case e.BettingClosed():
            return _timed(replace(table, betting_closed=True))
        case e.DeadlineEnded(key=key):
            return replace(table, deadlines={each: due for each, due in table.deadlines.items() if each != key})
        case e.PrizePending() | e.PrizeValidated() | e.PrizeRejected():
            return _prizes(table, event)
        case e.WinningsWithheld(winnings=winnings):
            return replace(table, aside=(*table.aside, winnings))
        case e.WinningsReleased(player=player) | e.WinningsKept(player=player):
            withheld = {each: clause for each, clause in table.withheld.items() if each != player}
            aside = tuple(each for each in table.aside if each.player != player)
            return replace(table, withheld=withheld, aside=aside)
        case e.NoticeGiven(notice=notice):
            others = tuple(each for each in table.notices if each.kind is not notice.kind)
            return replace(table, notices=(*others, notice))
        case e.LimitsChanged() | e.KeptMinimumEnded() | e.LimitsAgreed():
            return _limits(table, event)
        case e.DealingChanged(dealing=dealing, shuffling=shuffling, counts=counts):
            return replace(
                table,
                dealing=dealing,
                shuffling=shuffling,
                counts=counts,
                device_works=True,
                device_clause="",
                covered=False,
                uncounted=0,
                decks=tuple(replace(deck, lies=Lies.APART) for deck in table.decks),
                round=_betting(table.round, dealing=dealing),
            )
        case e.DeviceCovered():
            return replace(table, covered=True)
        case e.ApprovalRecorded(what=what, reference=reference):
            approvals = tuple(each for each in table.approvals if each[0] != what)
            return replace(table, approvals=(*approvals, (what, reference)))
        case e.RulingAsked(question=question):
            return _timed(replace(table, question=question))
        case e.IncidentRuled():
            return _ruled(table, event)
        case e.CarriedReturned(position=position):
            return _carried_back(table, position)
        case e.DisputeOpened() | e.DisputeDecided() | e.ReviewAsked() | e.DisputeReviewed() | e.DisputeClosed():
            return _disputes(table, event)
        case e.ClosingBegun():
            return replace(table, closing=True)
        case e.TableClosed():
            return replace(table, closed=True, decks=(), removed=_last(*table.removed, *table.decks))
        case e.WagerRefused() | e.VoucherExchanged():
            return table
        case _:
            assert_never(event)


def fold(events: Iterable[e.Event], table: Table | None = None) -> Table:
    """The table that a stream of events leads to."""
    for event in events:
        table = evolve(table, event)
    assert table is not None, "a table begins with TableOpened"  # noqa: S101
    return table


def _opened(event: e.TableOpened) -> Table:
    on_duty = () if event.by == FLOOR else ((event.person, event.by),)
    facts = {name: getattr(event, name) for name in event.__struct_fields__ if name in _OF_A_TABLE}
    return Table(**facts, opened_at=event.at, on_duty=on_duty)


_OF_A_TABLE = frozenset(Table.__struct_fields__)
_REMOVED_MAX = 4
"""Decks taken away that a table remembers."""


def _last(*decks: Deck) -> tuple[Deck, ...]:
    return decks[-_REMOVED_MAX:]


_Fairness = e.SeatReady | e.RoundCommitted | e.SeedCommitted | e.SeedOpened | e.SecretRevealed


def _fairness(table: Table, event: _Fairness) -> Table:
    match event:
        case e.SeatReady(position=position, ready=ready):
            return _seat(table, position, ready=ready)
        case e.RoundCommitted(number=number, commitment=commitment, secret=secret):
            committed = Committed(number=number, commitment=commitment, secret=secret)
            return replace(table, committed=committed, seeds={})
        case e.SeedCommitted(position=position, seed_hash=seed_hash, coming=coming):
            return _seat(table, position, **{"seed_hash" if coming else "next_seed_hash": seed_hash})
        case e.SeedOpened(position=position, seed=seed):
            return replace(table, seeds={**table.seeds, position: seed})
        case e.SecretRevealed():
            seats = {
                position: replace(seat, seed_hash=_next_hash(table, seat), next_seed_hash="")
                for position, seat in table.seats.items()
            }
            return replace(table, committed=None, seeds={}, seats=seats)
        case _:
            assert_never(event)


def _next_hash(table: Table, seat: Seat) -> str:
    """The hash of a seat's seed for the next round: the one published for it, or one whose seed was never opened."""
    return seat.next_seed_hash or ("" if seat.position in table.seeds else seat.seed_hash)


def _seat(table: Table, position: int, **changes: object) -> Table:
    return replace(table, seats={**table.seats, position: replace(table.seats[position], **changes)})


def _prizes(table: Table, event: e.PrizePending | e.PrizeValidated | e.PrizeRejected) -> Table:
    if isinstance(event, e.PrizePending):
        return replace(table, pending=(*table.pending, event.prize), prized=event.prize.number)
    prize = next(each for each in table.pending if each.number == event.prize)
    table = replace(table, pending=tuple(_still(each, prize, event) for each in table.pending if each is not prize))
    if table.last_round is None or prize.round != table.number or table.round is not None:
        return table  # another round has begun
    paid = isinstance(event, e.PrizeValidated)
    outcome, cents = (Outcome.WIN, prize.cents) if paid else (Outcome.LOSE, Cents(0))
    results = tuple(
        replace(each, outcome=outcome, won_cents=cents)
        if each.position == prize.position and each.outcome is Outcome.PENDING
        else each
        for each in table.last_round.results
    )
    return replace(table, last_round=replace(table.last_round, results=results))


def _still(prize: PendingPrize, other: PendingPrize, event: e.PrizeValidated | e.PrizeRejected) -> PendingPrize:
    """A prize that still waits: what the house took back with another of its round it does not take back again."""
    if isinstance(event, e.PrizeValidated) or prize.round != other.round:
        return prize
    left = Fraction(prize.reset_exact) - Fraction(event.taken_exact)
    return replace(prize, reset_exact=str(max(left, Fraction(0))))


def _people(table: Table, event: e.DutyBegun | e.DutyEnded | e.Seated | e.SeatLeft) -> Table:
    match event:
        case e.DutyBegun(person=person, by=title):
            return replace(table, on_duty=(*table.on_duty, (person, title)))
        case e.DutyEnded(person=person, by=title):
            return replace(table, on_duty=tuple(each for each in table.on_duty if each != (person, title)))
        case e.Seated(position=position, player=player, box=box, seed_hash=seed_hash):
            seat = Seat(position=position, player=player, box=box, seed_hash=seed_hash)
            return replace(table, seats={**table.seats, position: seat}, idle=False, vacated=False, face_up=False)
        case e.SeatLeft(position=position):
            seats = _without(table, position)
            seeds = {place: seed for place, seed in table.seeds.items() if place != position}
            gone = tuple(each for each in table.play_first if each != position)
            return replace(table, seats=seats, seeds=seeds, idle=not seats, vacated=not seats, play_first=gone)
        case _:
            assert_never(event)


def _without(table: Table, position: int) -> dict[int, Seat]:
    """The seats when one is left; whoever gives up the seat and keeps a box sits at the box from then on."""
    seats = {place: seat for place, seat in table.seats.items() if place != position}
    left = table.seats[position]
    boxes = sorted(place for place, seat in seats.items() if seat.player == left.player)
    if boxes and not left.box:
        seats[boxes[0]] = replace(seats[boxes[0]], box=False)
    return seats


_Cards = (
    e.DeckReceived | e.DeckRemoved | e.DeckShuffled | e.DeckCut | e.DecksAlternated | e.DeckCounted | e.StubRacked
    | e.CardsSpread
)  # fmt: skip


def _decks(table: Table, event: _Cards) -> Table:
    match event:
        case e.DeckReceived(deck=deck):
            return replace(table, decks=(*table.decks, deck), uncounted=table.uncounted if table.decks else 0)
        case e.DeckRemoved(backs=backs):
            gone = tuple(deck for deck in table.decks if deck.backs == backs)
            stay = tuple(deck for deck in table.decks if deck.backs != backs)
            return replace(table, decks=stay, removed=_last(*table.removed, *gone))
        case e.DeckShuffled(backs=backs):
            times = next(deck.shuffled for deck in table.decks if deck.backs == backs) + 1
            return _deck(table, backs, shuffled=times, cut=False, lies=Lies.READY)
        case e.DeckCut(backs=backs):
            return _deck(table, backs, cut=True)
        case e.DeckCounted(backs=backs, short=short):
            return _deck(table, backs, short=short)
        case e.StubRacked():
            return _deck(table, table.decks[0].backs, lies=Lies.RACK)
        case e.CardsSpread():
            spread = (replace(deck, lies=Lies.APART, prechecked=False) for deck in table.decks)
            return replace(table, decks=tuple(spread))
        case e.DecksAlternated():
            return replace(table, decks=(*table.decks[1:], *table.decks[:1]))
        case _:
            assert_never(event)


def _deck(table: Table, backs: str, **changes: object) -> Table:
    decks = (replace(deck, **changes) if deck.backs == backs else deck for deck in table.decks)
    return replace(table, decks=tuple(decks))


_Prompts = e.Prompted | e.PromptDone | e.PromptRejected | e.PromptConfirmed | e.PromptDropped


def _prompts(table: Table, event: _Prompts) -> Table:
    match event:
        case e.Prompted(prompt=prompt):
            return replace(table, prompts=(*table.prompts, prompt), prompted=max(table.prompted, prompt.number))
        case e.PromptDone(prompt=number, person=person):
            return _done(table, number, person)
        case e.PromptRejected(prompt=number):
            return _done(table, number, None)
        case e.PromptConfirmed(prompt=number) | e.PromptDropped(prompt=number):
            return replace(table, prompts=tuple(each for each in table.prompts if each.number != number))
        case _:
            assert_never(event)


def _done(table: Table, number: int, person: str | None) -> Table:
    prompts = (replace(each, done_by=person) if each.number == number else each for each in table.prompts)
    return replace(table, prompts=tuple(prompts))


def _round(table: Table, happened: r.Event) -> Table:
    state = evolve_round(None if isinstance(happened, r.RoundOpened) else table.round, happened)
    match happened:  # the most frequent first
        case r.CardRevealed():
            return _moved_on(table, state)
        case r.WagerPlaced():
            if not happened.stake.carried:
                return _moved_on(table, state)
            carried = {k: v for k, v in table.carried_cents.items() if k != happened.position}
            return _moved_on(replace(table, carried_cents=carried), state)
        case r.RoundSettled() | r.RoundVoided():
            return _ended(table, state)
        case r.RoundOpened():
            return replace(
                table, round=state, number=table.number + 1, betting_closed=False, burn=False, rulings=()
            )  # fmt: skip
        case r.CardsDealt():
            played = tuple(replace(deck, prechecked=False) for deck in table.decks[:1])
            decks = (*played, *table.decks[1:])
            return _moved_on(replace(table, uncounted=table.uncounted + 1, decks=decks), state)
        case _:
            return _moved_on(table, state)


def _burning(table: Table) -> Table:
    """A card is burnt before the community cards of the round that is being wagered, or of the next one."""
    if table.round is None:
        return replace(table, burn=True)
    return replace(table, round=replace(table.round, setup=replace(table.round.setup, burn=True)))


def _carried_back(table: Table, position: int) -> Table:
    """A carried wager has gone back to its player: neither the table nor a round that is being wagered has it."""
    left = {each: cents for each, cents in table.carried_cents.items() if each != position}
    state = table.round
    if state is not None:
        state = replace(state, setup=replace(state.setup, carried_cents=left))
    return replace(table, carried_cents=left, round=state)


def _moved_on(table: Table, state: State) -> Table:
    """The round has moved on."""
    table = replace(table, round=state)
    return table if table.clocks is None else _timed(table)


def _timed(table: Table) -> Table:
    """Deadlines of moments that have passed are gone."""
    if table.clocks is None:  # the round's own stands until it is over
        return table
    still = current(table)
    return replace(table, deadlines={key: due for key, due in table.deadlines.items() if key in still})


def current(table: Table) -> tuple[str, ...]:
    """The keys of the deadlines that may stand now: of the round, of its betting or street, of whose turn it is."""
    state = table.round
    if state is None:
        return ()
    first = next(state.waiting(), None)
    street, whole = f"{table.number}/{state.phase}", f"{table.number}/open"
    if table.question is not None:  # nobody can act
        return (whole,)
    if first is not None:
        return whole, street, f"{street}/{first.position}"
    return (whole,) if table.betting_closed or state.phase is not Phase.BETTING else (whole, street)


def _ended(table: Table, state: State) -> Table:
    """The round is over: who sat out, who was warned, what is carried to the next."""
    settled = state.phase is Phase.SETTLED
    seats = {
        position: replace(seat, ready=False, sat_out=_sat_out(table, state, seat) if settled else seat.sat_out)
        for position, seat in table.seats.items()
    }
    carried = {
        result.position: state.hands[result.position].stakes[Wager(result.wager)].cents
        for result in state.results
        if result.outcome is Outcome.CARRIED
    }
    new = tuple(each for each in dict.fromkeys(state.warnings) if each not in table.warned)
    return replace(
        table,
        round=None,
        last_round=state,
        seats=seats,
        rounds=table.rounds + settled,
        warned=(*table.warned, *new),
        carried_cents={**table.carried_cents, **carried},
        play_first=(),
        deadlines={},
        betting_closed=False,
        decks=(replace(table.decks[0], lies=Lies.RACK), *table.decks[1:]) if table.decks else (),
    )


def _sat_out(table: Table, state: State, seat: Seat) -> int:
    """Rounds in a row without a wager, each with every other position in use from its beginning to its end."""
    hands = [hand for hand in state.hands.values() if hand.player == seat.player]
    came_later = seat.position not in {hand.position for hand in hands}
    full = len(state.hands) == len(table.seats) == table.positions
    return 0 if came_later or not full or any(hand.stakes for hand in hands) else seat.sat_out + 1


def _limits(table: Table, event: e.LimitsChanged | e.KeptMinimumEnded | e.LimitsAgreed) -> Table:
    match event:
        case e.LimitsChanged(limits=limits, kept_by=kept_by, kept=kept):
            seats = {
                position: replace(seat, kept=_keeps(seat.kept, kept)) if position in kept_by else seat
                for position, seat in table.seats.items()
            }
            notices = tuple(each for each in table.notices if each.kind != "raise-minimum")
            table = replace(table, limits={**table.limits, **limits}, seats=seats, notices=notices)
            return replace(table, round=_betting(table.round, limits=table.limits, kept=kept_by_player(seats)))
        case e.KeptMinimumEnded(kept=kept):
            seats = {position: replace(seat, kept=kept.get(seat.player, {})) for position, seat in table.seats.items()}
            notices = tuple(each for each in table.notices if each.kind != "raise-kept-minimum")
            return replace(table, seats=seats, notices=notices, round=_betting(table.round, kept=kept_by_player(seats)))
        case e.LimitsAgreed(player=player, limits=limits):
            seats = {
                position: replace(seat, personal=limits) if seat.player == player else seat
                for position, seat in table.seats.items()
            }
            return replace(table, seats=seats)
        case _:
            assert_never(event)


def _keeps(before: Mapping[Wager, Bounds], new: Mapping[Wager, Bounds]) -> Mapping[Wager, Bounds]:
    """What a player keeps when the minimum rises once more: the lowest that they were entitled to."""
    lower = {
        wager: bounds
        for wager, bounds in new.items()
        if wager not in before or bounds.minimum_cents < before[wager].minimum_cents
    }
    return {**before, **lower}


def kept_by_player(seats: Mapping[int, Seat]) -> Mapping[str, Mapping[Wager, Bounds]]:
    """The minimums that players keep under a marker."""
    return {seat.player: seat.kept for seat in seats.values() if seat.kept}


def _betting(state: State | None, **setup: object) -> State | None:
    """The round that is open, played by another setup if no card of it is dealt yet."""
    if state is None or state.phase is not Phase.BETTING:
        return state
    return replace(state, setup=replace(state.setup, **setup))


def _ruled(table: Table, event: e.IncidentRuled) -> Table:
    ruled = event.ruled
    table = replace(table, rulings=(*table.rulings, ruled), question=None)
    facts = ruled.facts
    position = facts.position
    named = (table.seats[position].player,) if position in table.seats and position is not None else ()
    named = (*named, *((facts.person,) if facts.person else ()))
    match ruled.ruling:
        case Ruling.EXCLUDED:
            return replace(table, excluded={**table.excluded, **dict.fromkeys(named, ruled.clause)})
        case Ruling.EXCLUDED_FROM_CASINO:
            return replace(
                table,
                excluded={**table.excluded, **dict.fromkeys(named, ruled.clause)},
                excluded_from_casino=tuple(dict.fromkeys((*table.excluded_from_casino, *named))),
            )
        case Ruling.WITHHELD:
            return replace(table, withheld={**table.withheld, **dict.fromkeys(named, ruled.clause)})
        case Ruling.SEPARATED:
            together = tuple(table.seats[each].player for each in facts.positions if each in table.seats)
            separated = tuple(dict.fromkeys((*table.separated, together)))
            return replace(table, separated=separated, separated_clause=ruled.clause)
        case Ruling.PLAY_FIRST:
            return replace(table, play_first=facts.positions, play_first_clause=ruled.clause)
        case Ruling.ENGLISH_ONLY:
            return replace(table, english_only=True)
        case Ruling.DEVICE_OUT:
            return replace(table, device_works=False, device_clause=ruled.clause)
        case Ruling.VOID | Ruling.ROUNDS_STAND if ruled.incident == "device-fails":
            return replace(table, device_works=False, device_clause=ruled.deck_clause or ruled.clause)
        case _:
            return table


_Dispute = e.DisputeDecided | e.ReviewAsked | e.DisputeReviewed | e.DisputeClosed


def _disputes(table: Table, event: e.DisputeOpened | _Dispute) -> Table:
    if isinstance(event, e.DisputeOpened):
        return replace(table, disputes=(*table.disputes, event.dispute), disputed=event.dispute.number)
    after = (disputed(each, event) if each.number == event.dispute else each for each in table.disputes)
    return replace(table, disputes=tuple(each for each in after if not each.closed))


def disputed(dispute: Dispute, event: _Dispute) -> Dispute:
    """A dispute after an event of it."""
    match event:
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
