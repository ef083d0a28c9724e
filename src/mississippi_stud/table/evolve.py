"""Events into a table; never refuses."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from mississippi_stud.round import events as r
from mississippi_stud.round.evolve import evolve as evolve_round
from mississippi_stud.round.state import Outcome, Phase, State
from mississippi_stud.rulebooks.conduct import Ruling
from mississippi_stud.rulebooks.words import Wager
from mississippi_stud.table import events as e
from mississippi_stud.table.state import Dispute, Lies, Seat, Table


def evolve(table: Table | None, event: e.Event) -> Table:
    """The table after an event."""
    if isinstance(event, e.TableOpened):
        return event.table
    assert table is not None, "a table begins with TableOpened"  # noqa: S101
    match event:
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
            return replace(table, burn=True)
        case e.BettingClosed():
            return replace(table, betting_closed=True)
        case e.RoundMoved(happened=happened):
            return _round(table, happened)
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
                covered=False,
                uncounted=0,
                decks=tuple(replace(deck, lies=Lies.APART) for deck in table.decks),
            )
        case e.DeviceCovered():
            return replace(table, covered=True)
        case e.ApprovalRecorded(what=what, reference=reference):
            return replace(table, approvals=(*table.approvals, (what, reference)))
        case e.RulingAsked(question=question):
            return replace(table, question=question)
        case e.IncidentRuled():
            return _ruled(table, event)
        case e.CarriedReturned(position=position):
            return replace(table, carried_cents={k: v for k, v in table.carried_cents.items() if k != position})
        case e.DisputeOpened() | e.DisputeDecided() | e.ReviewAsked() | e.DisputeReviewed() | e.DisputeClosed():
            return _disputes(table, event)
        case e.ClosingBegun():
            return replace(table, closing=True)
        case e.TableClosed():
            return replace(table, closed=True, decks=(), removed=(*table.removed, *table.decks))
        case (
            e.WagerRefused()
            | e.VoucherExchanged()
            | e.JackpotsReturned()
            | e.JackpotsCarried()
            | e.JackpotGameCancelled()
            | e.JackpotsReregistered()
        ):
            return table
        case _:
            assert_never(event)


def fold(events: Iterable[e.Event], table: Table | None = None) -> Table:
    """The table that a stream of events leads to."""
    for event in events:
        table = evolve(table, event)
    assert table is not None, "a table begins with TableOpened"  # noqa: S101
    return table


def _people(table: Table, event: e.DutyBegun | e.DutyEnded | e.Seated | e.SeatLeft) -> Table:
    match event:
        case e.DutyBegun(person=person, by=title):
            return replace(table, on_duty=(*table.on_duty, (person, title)))
        case e.DutyEnded(person=person, by=title):
            return replace(table, on_duty=tuple(each for each in table.on_duty if each != (person, title)))
        case e.Seated(position=position, player=player, box=box):
            seat = Seat(position=position, player=player, box=box)
            return replace(table, seats={**table.seats, position: seat}, idle=False, vacated=False, face_up=False)
        case e.SeatLeft(position=position):
            seats = {place: seat for place, seat in table.seats.items() if place != position}
            gone = tuple(each for each in table.play_first if each != position)
            return replace(table, seats=seats, idle=not seats, vacated=not seats, play_first=gone)
        case _:
            assert_never(event)


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
            return replace(table, decks=stay, removed=(*table.removed, *gone))
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
            return replace(table, decks=tuple(replace(deck, lies=Lies.APART) for deck in table.decks))
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
    before = table.round if not isinstance(happened, r.RoundOpened) else None
    state = evolve_round(before, happened)
    match happened:
        case r.RoundOpened():
            return replace(table, round=state, betting_closed=False, burn=False)
        case r.CardsDealt():
            return replace(table, round=state, uncounted=table.uncounted + 1)
        case r.WagerPlaced(position=position, stake=stake) if stake.carried:
            carried = {k: v for k, v in table.carried_cents.items() if k != position}
            return replace(table, round=state, carried_cents=carried)
        case r.RoundSettled() | r.RoundVoided():
            return _ended(table, state)
        case _:
            return replace(table, round=state)


def _ended(table: Table, state: State) -> Table:
    """The round is over: who sat out, who was warned, what is carried to the next."""
    settled = state.phase is Phase.SETTLED
    seats = table.seats
    if settled:
        seats = {
            position: replace(seat, sat_out=0 if _wagered(state, seat.player) else seat.sat_out + 1)
            for position, seat in seats.items()
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
        betting_closed=False,
        decks=tuple(replace(deck, lies=Lies.RACK) if not n else deck for n, deck in enumerate(table.decks)),
    )


def _wagered(state: State, player: str) -> bool:
    return any(hand.player == player and hand.stakes for hand in state.hands.values())


def _limits(table: Table, event: e.LimitsChanged | e.KeptMinimumEnded | e.LimitsAgreed) -> Table:
    match event:
        case e.LimitsChanged(limits=limits, kept_by=kept_by, kept=kept):
            seats = {
                position: replace(seat, kept={**kept, **seat.kept}) if position in kept_by else seat
                for position, seat in table.seats.items()
            }
            notices = tuple(each for each in table.notices if each.kind != "raise-minimum")
            return replace(table, limits={**table.limits, **limits}, seats=seats, notices=notices)
        case e.KeptMinimumEnded():
            seats = {position: replace(seat, kept={}) for position, seat in table.seats.items()}
            notices = tuple(each for each in table.notices if each.kind != "raise-kept-minimum")
            return replace(table, seats=seats, notices=notices)
        case e.LimitsAgreed(player=player, limits=limits):
            seats = {
                position: replace(seat, personal=limits) if seat.player == player else seat
                for position, seat in table.seats.items()
            }
            return replace(table, seats=seats)
        case _:
            assert_never(event)


def _ruled(table: Table, event: e.IncidentRuled) -> Table:
    ruled = event.ruled
    table = replace(table, rulings=(*table.rulings, ruled), question=None)
    facts = ruled.facts
    position = facts.position
    named = (table.seats[position].player,) if position in table.seats and position is not None else ()
    named = (*named, *((facts.person,) if facts.person else ()))
    match ruled.ruling:
        case Ruling.EXCLUDED:
            return replace(table, excluded=(*table.excluded, *named))
        case Ruling.EXCLUDED_FROM_CASINO:
            return replace(
                table,
                excluded=(*table.excluded, *named),
                excluded_from_casino=(*table.excluded_from_casino, *named),
            )
        case Ruling.WITHHELD:
            return replace(table, withheld=(*table.withheld, *named))
        case Ruling.SEPARATED:
            together = tuple(table.seats[each].player for each in facts.positions if each in table.seats)
            return replace(table, separated=(*table.separated, together))
        case Ruling.PLAY_FIRST:
            return replace(table, play_first=facts.positions)
        case Ruling.ENGLISH_ONLY:
            return replace(table, english_only=True)
        case Ruling.DEVICE_OUT:
            return replace(table, device_works=False)
        case Ruling.VOID | Ruling.ROUNDS_STAND if ruled.incident == "device-fails":
            return replace(table, device_works=False)
        case _:
            return table


def _disputes(
    table: Table, event: e.DisputeOpened | e.DisputeDecided | e.ReviewAsked | e.DisputeReviewed | e.DisputeClosed
) -> Table:
    if isinstance(event, e.DisputeOpened):
        return replace(table, disputes=(*table.disputes, event.dispute))
    disputes = tuple(_disputed(each, event) if each.number == event.dispute else each for each in table.disputes)
    return replace(table, disputes=disputes)


def _disputed(
    dispute: Dispute, event: e.DisputeDecided | e.ReviewAsked | e.DisputeReviewed | e.DisputeClosed
) -> Dispute:
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
