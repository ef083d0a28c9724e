"""Rounds at a table: opening one with the table's setup, playing and dealing it, and what follows its end."""

from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.fairness import shuffle
from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.dealer import Step, dealt_cards, draws, next_step
from mississippi_stud.round.decide import decide
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Ending, Outcome, Phase, Setup, State
from mississippi_stud.rulebooks.conduct import DeckFate, DutyCondition, Moment
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import JackpotPayment, Power, Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.decks import check_deck
from mississippi_stud.table.duties import OF_THE_ROUND, check_unblocked, stub_due
from mississippi_stud.table.entries import keep_entry
from mississippi_stud.table.notices import closes_by
from mississippi_stud.table.people import check_not_excluded, check_separation, return_excluded
from mississippi_stud.table.prizes import wait, withhold
from mississippi_stud.table.seeds import commit, counted_seeds
from mississippi_stud.table.shoe import check_read, dealt_as_read
from mississippi_stud.table.staff import power_clause
from mississippi_stud.table.state import DealingMode, PromptHold, Ruling, Seat, Table

PLAYERS: Final = (
    rc.Place, rc.Withdraw, rc.Bet, rc.BetAll, rc.BetBlind, rc.Fold, rc.Concede, rc.Leave, rc.Retract,
)  # fmt: skip
"""The round commands that players give; the others are the dealer's or follow from a ruling, `CannotFund` included."""


def open_round(course: Course) -> State:
    """Open a round with everybody who is seated."""
    table = course.table
    if table.round is not None:
        raise Refused("round-open", course.book.play.settlement_order.clause)
    announced = closes_by(course.book, table, course.at) if table.automatic else None
    if table.closing or announced:
        raise Refused("table-closed", announced or power_clause(course.book, Power.CLOSE_TABLE))
    check_unblocked(course.book, table, PromptHold.NEXT_ROUND)
    setup = setup_of(table)
    if course.link is not None:
        setup = course.link.setup(setup)
    for event in decide(course.book, None, rc.Open(setup=setup)):
        course.append(event)
    return opened(course)


def setup_of(table: Table) -> Setup:
    """Return a round's setup from the current table."""
    seats = sorted(table.seats.values(), key=lambda seat: (seat.box, seat.position))
    return Setup(
        dealing=table.dealing,
        seats=tuple([(seat.position, seat.player) for seat in seats]),
        limits=table.limits,
        personal={seat.player: seat.personal for seat in seats if seat.personal},
        kept=table.kept,
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


def close_betting(course: Course) -> None:
    """Close the betting: no more bets."""
    state = opened(course)
    clause = course.book.wagers[Wager.ANTE].closes.clause
    if state.phase is not Phase.BETTING or course.table.betting_closed:
        raise Refused("bets-closed", clause, wager=Wager.ANTE)
    if not state.live_hands():  # no card could be dealt, and no wager placed any more
        raise Refused("no-ante", course.book.wagers[Wager.ANTE].presence.clause)
    course.add(e.BettingClosed, clause=clause)
    course.come(Moment.BETTING_CLOSES)


def opened(course: Course) -> State:
    """Return the open round."""
    if course.table.round is None:
        raise Refused("not-open", course.book.wagers[Wager.ANTE].presence.clause)
    return course.table.round


def play(course: Course, command: c.Play) -> None:
    """Carry out a command of the round if nothing at the table blocks it."""
    if command.turn is not None and command.turn != course.table.turn:
        raise Refused("turn-passed", course.book.play.settlement_order.clause)
    state, do = opened(course), command.do
    check_way(course, state, do)
    if isinstance(do, rc.Deal | rc.Reveal) and course.table.committed is not None:
        if do != type(do)():
            raise Refused("floors-deck", course.book.dealing.methods[course.table.dealing].steps.clause)
        do = _with_cards(course, state, do)
    if isinstance(do, rc.Deal) and course.table.read:
        do = dealt_as_read(course, state, do)
    keep_entry(course, do)
    carry_out(course, state, do)
    if course.table.betting_closed and isinstance(do, rc.Leave):
        _end_without_wagers(course)


def read_card(course: Course, command: c.ReadCard) -> None:
    """Read a card as it leaves the shoe."""
    state = opened(course)
    check_read(course, state, command.card)
    check_way(course, state, rc.Deal())
    course.add(e.CardRead, person=course.who, card=command.card)


def _end_without_wagers(course: Course) -> None:
    """Void a round whose betting is closed and whose last player has left before the cards."""
    state = course.table.round
    if state is not None and state.phase is Phase.BETTING and not state.live_hands():
        clause = course.book.wagers[Wager.ANTE].presence.clause
        carry_out(course, state, rc.VoidRound(clause=clause), reason="everybody-left")


def carry_out(course: Course, state: State, do: rc.Command, reason: str = "") -> None:
    """Carry out a command of the round and all that follows at the table; `reason` says why a round has no result."""
    if isinstance(do, rc.Deal) and state.phase is Phase.BETTING and course.link is not None:
        state = _without_unrecorded(course, state, course.link.unrecorded(state))
    follow(course, state, course.play(state, do), reason=reason)


def _without_unrecorded(course: Course, state: State, positions: tuple[int, ...]) -> State:
    """Return the round without jackpot wagers that were accepted but that the equipment can no longer record."""
    jackpot = course.book.jackpot
    if jackpot is None or jackpot.equipment_working is None:
        return state
    wager, clause = jackpot.wager.value, jackpot.equipment_working.clause
    for position in positions:
        stake = state.hands[position].stakes[wager]
        course.move(state, (r.WagerWithdrawn(position=position, wager=wager, stake=stake),))
        course.add(e.WagerRefused, position=position, wager=wager, grounds="equipment-fails", clause=clause)
    return opened(course)


def check_way(course: Course, state: State, do: rc.Command) -> None:
    """Raise `Refused` if something at the table blocks a command of the round."""
    book, table = course.book, course.table
    match do:  # the most frequent first
        case rc.Bet(unnoticed=True) | rc.Place(unnoticed=True) if table.committed or (
            course.by == c.PLAYER and not table.automatic
        ):  # the automatic dealer sees every wager, and a player cannot claim otherwise (decision 90)
            raise Refused("seen-at-once", book.limits.above_maximum.clause, offered=do.cents)
        case (
            rc.Bet(position=position)
            | rc.BetAll(position=position)
            | rc.Fold(position=position)
            | rc.BetBlind(position=position)
        ):
            if table.play_first:
                _check_play_first(table, state, position)
            if table.order:
                _check_order(table, state, position)
        case rc.Place(wager=wager) | rc.Withdraw(wager=wager) if table.betting_closed or table.read:
            raise Refused("bets-closed", book.wagers[wager].closes.clause, wager=wager)
        case rc.Leave() if table.read:  # a card has left the shoe for this seat, or will: the wagers stand
            raise Refused("bets-closed", book.wagers[Wager.ANTE].closes.clause, wager=Wager.ANTE)
        case rc.Place(position=position):
            if not plays(table, state, position):
                raise Refused("nobody-there", book.positions.seated_players_only.clause, position=position)
            check_not_excluded(table, state.hands[position].player)
            check_separation(table, state.hands[position].player, state)
        case rc.Reveal() | rc.Settle():
            check_unblocked(book, table, PromptHold.NEXT_CARD)
        case rc.Deal() if table.read:  # the deck was fit to be dealt when its first card was read
            check_unblocked(book, table, PromptHold.DEAL, PromptHold.NEXT_CARD)
        case rc.Deal():
            for hand in state.live_hands():
                check_separation(table, hand.player, state)
            if table.dealt is DealingMode.PHYSICAL:
                check_deck(book, table, course.at)
            else:
                check_unblocked(book, table, PromptHold.DEAL, PromptHold.NEXT_CARD, PromptHold.NEXT_ROUND)
            duties = book.duties.get(Moment.BETTING_CLOSES)
            if duties and not table.betting_closed and not table.automatic:
                raise Refused("no-more-bets-first", next(iter(duties.values())).by.clause)
        case rc.Forfeit() if table.automatic:
            pass  # nobody is there to rule on it
        case rc.Open() | rc.VoidRound() | rc.Forfeit():
            raise Refused("by-ruling-only", book.wagers[Wager.ANTE].on_misdeal.clause)
        case _:
            pass


def plays(table: Table, state: State, position: int) -> bool:
    """Whether the player at a position was there when the round opened; later arrivals wait for the next round."""
    seat, hand = table.seats.get(position), state.hands.get(position)
    return seat is not None and hand is not None and seat.player == hand.player


def _check_play_first(table: Table, state: State, position: int) -> None:
    """Refuse others as long as suspects whom a supervisor told to play first have not done so."""
    first = set(table.play_first) & {hand.position for hand in state.waiting()}
    if first and position not in first:
        raise Refused("suspects-first", table.play_first_clause, positions=tuple(sorted(first)))


def _check_order(table: Table, state: State, position: int) -> None:
    """Refuse somebody who bets before their turn in a tournament."""
    waiting = {hand.position for hand in state.waiting()}
    first = next((each for each in table.order if each in waiting), position)
    if first != position and position in waiting:
        raise Refused("not-in-turn", table.order_clause, position=position, first=first)


# Dealing from the floor's deck.


def _with_cards(course: Course, state: State, step: Step) -> rc.Command:
    """Return a step of the dealer with its cards, taken from the shuffle that the house has committed to, if any."""
    committed = course.table.committed
    if committed is None or not draws(course.book, state, step):
        return step
    seeds = tuple(counted_seeds(course.table, state).values())
    cards = shuffle.deck(bytes.fromhex(committed.secret), seeds, course.number)
    return dealt_cards(course.book, state, cards, step)


def deal(course: Course) -> None:
    """Close the betting at an automatic table, deal the cards to those who are there, and go on."""
    state = without_lost(course)
    carry_out(course, state, _with_cards(course, state, rc.Deal()))


def without_lost(course: Course) -> State:
    """Return the open round without the wagers of players who have lost the connection: they get them back."""
    for position, hand in opened(course).hands.items() if course.table.automatic else ():
        if is_away(course.table, position):
            for wager in reversed([each for each, stake in hand.stakes.items() if not stake.carried]):
                carry_out(course, opened(course), rc.Withdraw(position=position, wager=wager))
    return opened(course)


def go_on(course: Course) -> None:
    """Do what an automatic table does by itself after a command: deal, turn the cards that are due, settle."""
    if not course.table.automatic or course.table.committed is None:
        return
    if course.table.round is not None and course.table.round.phase is Phase.BETTING:
        _bets_open(course, course.table.round)
    while (state := course.table.round) is not None:
        step = next_step(course.book, state)
        if step is None:
            return
        carry_out(course, state, _with_cards(course, state, step))
    _close_as_announced(course)


def _close_as_announced(course: Course) -> None:
    """Close a table between rounds once its notice has stood for as long as the book asks, if nothing is left there."""
    table = course.table
    clause = closes_by(course.book, table, course.at)
    if clause and not (table.closing or table.closed or table.carried_cents or table.pending):
        course.add(e.TableClosed, clause=clause)


def _bets_open(course: Course, state: State) -> None:
    """Deal if everybody is ready; end a round without wagers if the seats have changed, so that all can play."""
    table = course.table
    if any(hand.stakes for hand in state.hands.values()):
        if all_ready(table, state):
            deal(course)
    elif {position: hand.player for position, hand in state.hands.items()} != {
        position: seat.player for position, seat in table.seats.items()
    }:
        clause = course.book.positions.seated_players_only.clause
        carry_out(course, state, rc.VoidRound(clause=clause), reason="seats-changed")


def all_ready(table: Table, state: State, but: int = 0) -> bool:
    """Whether somebody who is there has wagered, and every seat in the round, except `but`, is ready for the cards."""
    waiting = (
        position
        for position, seat in table.seats.items()
        if not (seat.ready or seat.box or position == but) and awaited(seat) and plays(table, state, position)
    )
    return next(waiting, None) is None and any(not is_away(table, hand.position) for hand in state.live_hands())


def awaited(seat: Seat) -> bool:
    """Whether others wait for a player before the cards: not for one who sits out or has lost the connection."""
    return not seat.sits_out and seat.away_at is None


def is_away(table: Table, position: int) -> bool:
    """Whether the player at a position has lost the connection."""
    seat = table.seats.get(position)
    return seat is not None and seat.away_at is not None


# What follows.


def follow(
    course: Course, before: State, happened: tuple[r.Event, ...], ruled: Ruling | None = None, reason: str = ""
) -> None:
    """Carry out what the round's new events bring at the table."""
    for event in happened:
        match event:
            case r.WagerPlaced():
                if course.table.carried_cents and event.wager is Wager.ANTE:
                    _place_carried(course, event.position)
            case r.RoundSettled() | r.RoundVoided():
                _end(course, before, event, ruled, reason)
            case _ if not course.table.automatic:
                _ask(course, event)
            case _:
                pass


def _ask(course: Course, event: r.Event) -> None:
    """Prompt for what people must do when cards are dealt or turned, or when a hand leaves the round."""
    match event:
        case r.CardRevealed():
            course.over(Moment.DECISIONS_OPEN)
        case r.CardsDealt():
            course.over(Moment.BETTING_CLOSES)
            if stub_due(course.book, course.table):
                course.come(Moment.STUB_DUE)
            course.come(Moment.DEALT)
            course.come(Moment.DECISIONS_OPEN)
        case r.HandEnded(position=position, ending=Ending.VOID):
            course.come(Moment.WARNED, position=position, only=DutyCondition.CANNOT_FUND)
        case r.HandEnded(position=position, ending=Ending.FOLDED) if course.table.round is not None:
            course.come(Moment.FOLD, hand=course.table.round.hands[position])
        case r.HandEnded(position=position, ending=Ending.CONCEDED) if course.table.round is not None:
            course.come(Moment.CONCEDE, hand=course.table.round.hands[position])
        case _:
            pass


_WARNED: Final = {"under-minimum": DutyCondition.UNDER_MINIMUM, "under-multiple": DutyCondition.UNDER_MULTIPLE}
"""The warnings that a player is given once the round is settled."""


def _warn(course: Course, state: State, event: r.RoundSettled) -> None:
    """Prompt for a warning to the players whose improper wagers were let count this once."""
    for player, about in dict.fromkeys(event.warnings):
        first = next((hand.position for hand in state.hands.values() if hand.player == player), None)
        if about in _WARNED:
            course.come(Moment.WARNED, position=first, only=_WARNED[about])


def _place_carried(course: Course, position: int) -> None:
    """Place a jackpot wager carried over from a void round, together with the ante."""
    book, state = course.book, course.table.round
    cents = course.table.carried_cents.get(position)
    if cents is None or state is None or book.jackpot is None:
        return
    course.play(state, rc.Place(position=position, wager=book.jackpot.wager.value, cents=cents, carried=True))


def _end(
    course: Course, before: State, event: r.RoundSettled | r.RoundVoided, ruled: Ruling | None, reason: str
) -> None:
    course.over(*OF_THE_ROUND)
    state = course.table.last_round
    if isinstance(event, r.RoundSettled) and state is not None:
        wait(course, state, event)
        withhold(course, state, event)
        if course.table.automatic and course.link is not None:
            course.link.document_recorded(c.FLOOR)
        if not course.table.automatic:
            _warn(course, state, event)
            _settled(course, state, event)
    else:
        return_excluded(course)
    _deck_after(course, before, event, ruled)
    bound = course.table.committed
    if bound is not None:
        seeds = counted_seeds(course.table, before) if before.phase is not Phase.BETTING else {}
        course.add(e.SecretRevealed, number=bound.number, secret=bound.secret, seeds=seeds, voided=reason)
    commit(course)


def _settled(course: Course, state: State, event: r.RoundSettled) -> None:
    """Prompt for what is done with each hand as it is settled, in the book's order, and when all are settled."""
    book, prize = course.book, (Outcome.WIN, Outcome.PENDING)
    jackpot = book.jackpot.wager.value if book.jackpot else None
    won = {each.position for each in event.results if each.wager == jackpot and each.outcome in prize}
    with_hand = book.play.jackpots_paid.value is JackpotPayment.WITH_EACH_HAND
    for position in event.order:
        hand = state.hands[position]
        if hand.ending is None:
            course.come(Moment.HAND_SETTLED, hand=hand)
        if with_hand and position in won:
            course.come(Moment.JACKPOT_WON, hand=hand)
    course.come(Moment.SETTLED)
    for position in () if with_hand else event.order:
        if position in won:
            course.come(Moment.JACKPOT_WON, hand=state.hands[position])


def _deck_after(course: Course, before: State, event: r.RoundSettled | r.RoundVoided, ruled: Ruling | None) -> None:
    """Prompt for what is done with the deck when a round is over."""
    decks = course.table.decks
    if not decks:
        return
    special = ruled is not None and ruled.deck not in (None, DeckFate.CHECKED)
    if before.phase is not Phase.BETTING or isinstance(event, r.RoundVoided):
        course.come(Moment.ROUND_ENDS, deck=decks[0], without_shuffle=special)
    alternate = course.book.dealing.decks_alternate
    if len(decks) > 1 and alternate is not None and alternate.value:
        course.add(e.DecksAlternated)


def void(course: Course, command: c.Void) -> None:
    """End the round without a result, after a malfunction or if it lay unfinished too long."""
    state = opened(course)
    if command.number not in (0, course.table.number):
        raise Refused("round-over", course.book.play.settlement_order.clause)
    if command.clause not in voiding(course.book):
        known = sorted(voiding(course.book))
        raise InputError("no-voiding-clause", book=course.book.id, clause=command.clause, clauses=known)
    carry_out(course, state, rc.VoidRound(clause=command.clause, jackpots_back=True), reason=command.reason)


def voiding(book: Rulebook) -> set[Clause]:
    """Return the clauses that can void a round: for a misdeal, a malfunction, or lying unfinished too long."""
    days = book.notices.cancel_game_days
    return {rule.on_misdeal.clause for rule in book.wagers.values()} | ({days.clause} if days else set())


def commit_anew(course: Course, command: c.CommitAnew) -> None:
    """Void the open round or reveal the unused secret of one that has not begun, and renew all commitments.

    What came after the backup did happen, although the log has lost it: the secret may have been revealed, and seeds
    may have been opened. So nobody may be held to them, least of all the house.
    """
    state, bound = course.table.round, course.table.committed
    if state is not None:
        clause = course.book.wagers[Wager.ANTE].on_misdeal.clause
        carry_out(course, state, rc.VoidRound(clause=clause, jackpots_back=True), reason=command.reason)
    elif bound is not None:
        course.add(e.CommitmentWithdrawn, number=bound.number, secret=bound.secret, reason=command.reason)
        commit(course)
    for position, seat in course.table.seats.items():
        for coming, known in ((True, seat.seed_hash), (False, seat.next_seed_hash)):
            if known:
                course.add(e.SeedCommitted, position=position, seed_hash="", coming=coming)
