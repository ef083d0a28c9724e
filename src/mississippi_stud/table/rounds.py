"""Rounds at a table: opening one from what the table is, playing it, and what its end brings."""

from typing import Final, assert_never

from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.decide import decide
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Ending, Outcome, Phase, Setup, State
from mississippi_stud.rulebooks.conduct import DeckFate, Incident, Moment, Ruling
from mississippi_stud.rulebooks.words import Determines, OnMisdeal, OralWagers, Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import (
    OF_THE_ROUND,
    TELL,
    Course,
    check_power,
    check_rank,
    check_unblocked,
    closing_clause,
    jackpot_positions,
    rank,
    stub_due,
)
from mississippi_stud.table.decks import COVER, check_count, check_deck
from mississippi_stud.table.incidents import lowest, rule
from mississippi_stud.table.people import check_not_excluded
from mississippi_stud.table.rulings import apply
from mississippi_stud.table.state import Blocks, Deck, Question, Ruled, Seat, Table


def open_round(course: Course, command: c.OpenRound) -> None:
    """A round, with everybody who sits there."""
    table = course.table
    if table.round is not None:
        raise Refused("round-open", course.book.play.settlement_order.clause)
    if table.closing:
        raise Refused("table-closed", closing_clause(course.book))
    check_unblocked(course.book, table, Blocks.NEXT_ROUND)
    course.move(*decide(course.book, None, rc.Open(setup=setup_of(table))))


def setup_of(table: Table) -> Setup:
    """The round's setup, from the table as it is."""
    seats = sorted(table.seats.values(), key=lambda seat: (seat.box, seat.position))

    def own(kind: str) -> dict[str, dict[Wager, object]]:
        return {seat.player: dict(getattr(seat, kind)) for seat in seats if getattr(seat, kind)}

    return Setup(
        dealing=table.dealing,
        seats=tuple((seat.position, seat.player) for seat in seats),
        limits=table.limits,
        personal=own("personal"),  # type: ignore[arg-type]
        kept=own("kept"),  # type: ignore[arg-type]
        tables=table.tables,
        signs=table.signs,
        costs_cents=table.costs_cents,
        burn=table.burn,
        max_payout_cents=table.max_payout_cents,
        chips_cents=table.chips_cents,
        meter=table.meter,
        warned=table.warned,
        carried_cents=table.carried_cents,
    )


def close_betting(course: Course, command: c.CloseBetting) -> None:
    """No more bets."""
    state = _open(course)
    clause = course.book.wagers[Wager.ANTE].closes.clause
    if state.phase is not Phase.BETTING or course.table.betting_closed:
        raise Refused("bets-closed", clause, wager=Wager.ANTE)
    course.add(e.BettingClosed(at=command.at, by=command.by, clause=clause))
    course.come(Moment.BETTING_CLOSES)


def _open(course: Course) -> State:
    if course.table.round is None:
        raise Refused("not-open", course.book.wagers[Wager.ANTE].presence.clause)
    return course.table.round


def play(course: Course, command: c.Play) -> None:
    """A command of the round, if nothing at the table stands in its way."""
    book, state, do = course.book, _open(course), command.do
    match do:
        case rc.Open() | rc.VoidRound() | rc.Forfeit():
            raise Refused("by-ruling-only", book.wagers[Wager.ANTE].on_misdeal.clause)
        case rc.Place(wager=wager) | rc.Withdraw(wager=wager) if course.table.betting_closed:
            raise Refused("bets-closed", book.wagers[wager].closes.clause, wager=wager)
        case rc.Place(position=position) if position in state.hands:
            check_not_excluded(course.table, state.hands[position].player)
        case rc.Deal():
            check_deck(book, course.table, command.at)
            duties = book.duties.get(Moment.BETTING_CLOSES)
            if duties and not course.table.betting_closed:
                raise Refused("no-more-bets-first", next(iter(duties.values())).by.clause)
        case rc.Reveal() | rc.Settle():
            check_unblocked(book, course.table, Blocks.NEXT_CARD)
        case rc.Bet(position=position) | rc.Fold(position=position) | rc.BetBlind(position=position):
            _check_play_first(course, state, position)
        case _:
            pass
    course.move(*decide(book, state, do))
    after(course, state)


def _check_play_first(course: Course, state: State, position: int) -> None:
    """Suspects whom a supervisor told to play first do so before anybody else."""
    first = set(course.table.play_first) & {hand.position for hand in state.waiting()}
    if first and position not in first:
        clause = next(each.clause for each in reversed(course.table.rulings) if each.ruling is Ruling.PLAY_FIRST)
        raise Refused("suspects-first", clause, positions=tuple(sorted(first)))


def after(course: Course, before: State, ruled: Ruled | None = None) -> None:
    """What the round's new events bring at the table."""
    happened = [event.happened for event in course.events if isinstance(event, e.RoundMoved)]
    for event in happened:
        match event:
            case r.WagerPlaced(position=position, wager=Wager.ANTE):
                _place_carried(course, position)
            case r.CardsDealt():
                course.drop(Moment.BETTING_CLOSES)
                if stub_due(course.book, course.table):
                    course.come(Moment.STUB_DUE)
                course.come(Moment.DEALT)
            case r.HandEnded(position=position, ending=Ending.FOLDED) if course.table.round is not None:
                course.come(Moment.FOLD, hand=course.table.round.hands[position])
            case r.HandEnded(position=position, ending=Ending.CONCEDED) if course.table.round is not None:
                course.come(Moment.CONCEDE, hand=course.table.round.hands[position])
            case r.HandEnded(position=position, ending=Ending.RETURNED):
                _jackpot_back(course, before, position, event.clause, retracted=ruled is None)
            case r.RoundSettled() | r.RoundVoided():
                _end(course, before, event, ruled)
            case _:
                pass


def _place_carried(course: Course, position: int) -> None:
    """A jackpot wager that a void round left on the table goes into this one with the ante."""
    book, state = course.book, course.table.round
    cents = course.table.carried_cents.get(position)
    if cents is None or state is None or book.jackpot is None:
        return
    do = rc.Place(position=position, wager=book.jackpot.wager.value, cents=cents, carried=True)
    course.move(*decide(book, state, do))


def _jackpot_back(course: Course, before: State, position: int, clause: str, *, retracted: bool) -> None:
    """A hand left with all its wagers: its jackpot wager is returned, the others are registered anew."""
    book = course.book
    positions = jackpot_positions(book, before)
    if position not in positions:
        return
    at, by = course.at, course.by
    again = book.play.retraction_reregisters_jackpots if retracted else None
    own = again.clause if again is not None and again.value else clause
    course.add(e.JackpotsReturned(at=at, by=by, positions=(position,), clause=own))
    if again is not None and again.value:
        state = course.table.round or course.table.last_round
        live = tuple(p for p in positions if state is not None and state.hands[p].ending is not Ending.RETURNED)
        course.add(e.JackpotGameCancelled(at=at, by=by, clause=again.clause))
        course.add(e.JackpotsReregistered(at=at, by=by, positions=live, next_round=False, clause=again.clause))


def _end(course: Course, before: State, event: r.RoundSettled | r.RoundVoided, ruled: Ruled | None) -> None:
    book, at, by = course.book, course.at, course.by
    course.drop(*OF_THE_ROUND)
    carried = tuple(result.position for result in event.results if result.outcome is Outcome.CARRIED)
    if carried and book.jackpot is not None:
        rule_ = book.wagers[book.jackpot.wager.value].on_misdeal
        course.add(e.JackpotsCarried(at=at, by=by, positions=carried, clause=rule_.clause))
    if isinstance(event, r.RoundVoided):
        _jackpots_cancelled(course, before, event)
    else:
        course.come(Moment.SETTLED)
        jackpot = book.jackpot.wager.value if book.jackpot else None
        if any(result.wager == jackpot and result.outcome is Outcome.WIN for result in event.results):
            course.come(Moment.JACKPOT_WON)
    deck = course.table.decks[0] if course.table.decks else None
    if deck is None:
        return
    special = ruled is not None and ruled.deck in (
        DeckFate.RESHUFFLED,
        DeckFate.REMOVED,
        DeckFate.REPLACED,
        DeckFate.COUNTED,
    )
    if before.phase is not Phase.BETTING or isinstance(event, r.RoundVoided):
        course.come(Moment.ROUND_ENDS, deck=deck, without_shuffle=special)
    alternate = book.dealing.decks_alternate
    if len(course.table.decks) > 1 and alternate is not None and alternate.value:
        course.add(e.DecksAlternated(at=at, by=by))


def _jackpots_cancelled(course: Course, before: State, event: r.RoundVoided) -> None:
    """Jackpot wagers that a void round sends back are cancelled."""
    book = course.book
    if book.jackpot is None:
        return
    wager = book.jackpot.wager.value
    back = tuple(each.position for each in event.results if each.wager == wager and each.outcome is Outcome.VOID)
    rule_ = book.wagers[wager].on_misdeal
    if back:
        clause = rule_.clause if rule_.value is OnMisdeal.RETURNED else event.clause
        course.add(e.JackpotsReturned(at=course.at, by=course.by, positions=back, clause=clause))


# Wagers that are called, refused, or made with a voucher.


def call_wager(course: Course, command: c.CallWager) -> None:
    """A wager called out counts only where the book lets it, and then as chips on the layout."""
    rule_ = course.book.money.oral_wagers
    match rule_.value:
        case OralWagers.REFUSED:
            taken = False
        case OralWagers.REFUSED_WITH_CASH:
            taken = not command.cash and command.accompanied and command.converted
        case OralWagers.IF_CONVERTED_AT_ONCE:
            taken = command.accompanied and command.converted
        case _:
            assert_never(rule_.value)
    if not taken:
        raise Refused("not-called", rule_.clause)
    do = rc.Place(position=command.position, wager=command.wager, cents=command.cents)
    play(course, c.Play(at=command.at, by=command.by, person=command.person, do=do))


def exchange_voucher(course: Course, command: c.ExchangeVoucher) -> None:
    """A voucher becomes tokens of the same value, on its conditions."""
    rule_ = course.book.money.vouchers
    if rule_ is None or not rule_.value:
        raise Refused("no-tokens", (rule_ or course.book.money.instruments).clause)
    if not command.conditions_met or command.cents <= 0:
        raise Refused("voucher-conditions", rule_.clause)
    course.add(
        e.VoucherExchanged(
            at=command.at, by=command.by, player=command.player, cents=command.cents, clause=rule_.clause
        )
    )


def refuse_wager(course: Course, command: c.RefuseWager) -> None:
    """A wager is taken off the layout before the first card, on reasonable grounds that are recorded."""
    held = check_power(course.book, command.by, Determines.REFUSE_WAGER, named=True)
    clause = held.clause if held else ""
    state = _open(course)
    if state.phase is not Phase.BETTING:
        raise Refused("bets-closed", clause, wager=command.wager)
    if not command.grounds:
        raise Refused("no-grounds", clause)
    hand = state.hands.get(command.position)
    if hand is None or command.wager not in hand.stakes:
        raise Refused("not-placed", clause, wager=command.wager, position=command.position)
    going = (
        w for w in reversed(Wager) if w in hand.stakes and (w is command.wager or _needs(course, w, command.wager))
    )
    course.move(*(r.WagerWithdrawn(position=hand.position, wager=w, stake=hand.stakes[w]) for w in tuple(going)))
    course.add(
        e.WagerRefused(
            at=command.at,
            by=command.by,
            position=command.position,
            wager=command.wager,
            grounds=command.grounds,
            clause=clause,
        )
    )


def _needs(course: Course, wager: Wager, needed: Wager) -> bool:
    needs = course.book.wagers[wager].needs
    return needs is not None and needed in needs.value


# What goes wrong.


def report(course: Course, command: c.Report) -> None:
    """An incident: ruled at once by somebody of sufficient rank, else asked of one."""
    book, table = course.book, course.table
    ruled = rule(book, table.round, command.incident, command.facts)
    _check_table(course, ruled)
    if command.by in (book.staff.titles if book.staff else {}) and rank(book, command.by) >= rank(book, ruled.decides):
        _apply(course, ruled)
        return
    question = Question(
        incident=command.incident, facts=command.facts, decides=ruled.decides, clause=ruled.clause
    )  # fmt: skip
    course.add(e.RulingAsked(at=command.at, by=command.by, question=question))
    for title in ruled.told:
        if 0 < rank(book, title) < rank(book, ruled.decides):
            dealer = lowest(book)
            course.prompt(f"{TELL}{title}", Blocks.RULING, ruled.told_clause, by=dealer, moment="told")


def decide_question(course: Course, command: c.Rule) -> None:
    """The ruling that was asked for."""
    book, question = course.book, course.table.question
    if question is None:
        raise Refused("nothing-asked", book.wagers[Wager.ANTE].on_misdeal.clause)
    check_rank(book, command.by, question.decides, question.clause)
    check_unblocked(book, course.table, Blocks.RULING)
    _apply(course, rule(book, course.table.round, question.incident, question.facts), asked=True)


def _check_table(course: Course, ruled: Ruled) -> None:
    """What the table knows and the round does not: seats named, and carried jackpot wagers."""
    table, facts = course.table, ruled.facts
    if ruled.incident in COUNTED and facts.cards is not None:
        check_count(course.book, table, facts.cards, ruled.clause)
    if ruled.incident in (Incident.RULE_BROKEN, Incident.COLLUSION_SUSPECTED):
        for position in (*facts.positions, *(() if facts.position is None else (facts.position,))):
            if position not in table.seats:
                raise Refused("nobody-there", ruled.clause, position=position)
    if ruled.ruling is Ruling.JACKPOT_LEFT and facts.position not in table.carried_cents:
        raise Refused("not-carried", ruled.clause, position=facts.position)
    if ruled.ruling is Ruling.JACKPOT_JOINED and (not table.carried_cents or facts.position in table.carried_cents):
        raise Refused("not-carried", ruled.clause, position=facts.position)


def _apply(course: Course, ruled: Ruled, *, asked: bool = False) -> None:
    """A ruling, applied to the round, the jackpot wagers, the deck and the people."""
    before = course.table.round
    effects = apply(course.book, before, ruled)
    course.add(e.IncidentRuled(at=course.at, by=course.by, ruled=ruled))
    _count(course, ruled)
    course.drop(Moment.STUB_WRONG)
    course.move(*effects)
    _jackpots(course, ruled)
    if before is not None:
        after(course, before, ruled)
    _fate(course, ruled)
    dealer = lowest(course.book)
    for told in ruled.told:
        below = 0 < rank(course.book, told) < rank(course.book, ruled.decides)
        if told not in (course.by, ruled.decides) and not (asked and below):
            course.prompt(f"{TELL}{told}", Blocks.DEAL, ruled.told_clause, by=dealer, moment="told")
    if ruled.ruling is Ruling.DEVICE_OUT:
        course.prompt(COVER, Blocks.CHANGE_OF_DEALING, ruled.clause, by=dealer, moment="device")


def _count(course: Course, ruled: Ruled) -> None:
    """What an incident says of the number of cards in the deck."""
    cards = course.book.dealing.cards.value
    if ruled.incident is Incident.FOREIGN_CARD:
        short = -1
    elif ruled.incident in COUNTED and ruled.facts.cards is not None:
        short = cards - ruled.facts.cards
    else:
        return
    deck = _concerned(course, ruled)
    if deck is not None:
        course.add(e.DeckCounted(at=course.at, by=course.by, backs=deck.backs, short=short))


COUNTED: Final = (Incident.DECK_INCOMPLETE, Incident.DEVICE_COUNT, Incident.STUB_COUNT_WRONG)
"""Incidents that come from a count of the whole deck."""


def _concerned(course: Course, ruled: Ruled) -> Deck | None:
    """The deck that an incident is about: the one in play, or the one that the device has meanwhile."""
    decks, state = course.table.decks, course.table.round
    in_device = ruled.ruling in (Ruling.DECK_REMOVED, Ruling.RESHUFFLED)
    away = any(isinstance(event, e.DecksAlternated) for event in course.events)
    playing = state is not None and state.phase is not Phase.BETTING
    if not decks:
        return None
    return decks[-1] if away or (in_device and playing) else decks[0]


_FATES = {
    DeckFate.RESHUFFLED: "reshuffle",
    DeckFate.CHECKED: "check-deck",
    DeckFate.COUNTED: "count-deck",
    DeckFate.REMOVED: "remove-deck",
    DeckFate.REPLACED: "replace-deck",
}


def _fate(course: Course, ruled: Ruled) -> None:
    """What a ruling does to the deck that was in play when it was given."""
    deck = _concerned(course, ruled)
    if ruled.deck is None or deck is None:
        return
    then = Moment.SHUFFLED if ruled.deck is DeckFate.RESHUFFLED else None
    course.prompt(
        _FATES[ruled.deck],
        Blocks.DEAL,
        ruled.deck_clause,
        by=lowest(course.book),
        moment="deck",
        deck=deck.backs,
        then=then,
    )


def _jackpots(course: Course, ruled: Ruled) -> None:
    """What a ruling on the jackpot game itself does to the wagers that wait for the next round."""
    at, by, table = course.at, course.by, course.table
    if ruled.ruling not in (Ruling.JACKPOT_LEFT, Ruling.JACKPOT_JOINED, Ruling.JACKPOT_CANCELLED):
        return
    position = ruled.facts.position
    if ruled.ruling is Ruling.JACKPOT_LEFT and position is not None:
        seat = table.seats.get(position) or Seat(position=position, player="")
        cents = table.carried_cents[position]
        course.add(
            e.CarriedReturned(
                at=at, by=by, position=position, player=seat.player, cents=cents, clause=ruled.clause
            )
        )  # fmt: skip
    course.add(e.JackpotGameCancelled(at=at, by=by, clause=ruled.clause))
    if ruled.ruling is not Ruling.JACKPOT_CANCELLED:
        rest = tuple(sorted(course.table.carried_cents))
        course.add(e.JackpotsReregistered(at=at, by=by, positions=rest, next_round=True, clause=ruled.clause))
