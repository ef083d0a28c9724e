"""Turn a command into events, or refuse it with a clause. A round's `if`s are here, in `wagers` and in `deal`."""

from collections.abc import Mapping
from typing import Final, assert_never

from msgspec.structs import replace

from mississippi_stud.cards import DECK, Card
from mississippi_stud.round import commands as c
from mississippi_stud.round import events as e
from mississippi_stud.round.deal import deal, dealt_when_due, known_cards, steps
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.settle import outlives, settled, voided
from mississippi_stud.round.setup import check_setup
from mississippi_stud.round.state import Ending, Phase, PlayerHand, State, offered
from mississippi_stud.round.wagers import placed, street_stake
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import (
    MAIN_WAGERS,
    STREETS,
    Absence,
    DecisionOrder,
    OnMisdeal,
    UnfundedStreet,
    Wager,
)

_BETTING: Final = Phase.BETTING
_SHOWDOWN: Final = Phase.SHOWDOWN
_SETTLED: Final = Phase.SETTLED
_VOID: Final = Phase.VOID
_FROM_DEALERS_LEFT: Final = DecisionOrder.FROM_DEALERS_LEFT
"""Read on every command; in Python 3.11 looking up a global is faster than looking up a member of an enum."""


def decide(book: Rulebook, state: State | None, command: c.Command) -> tuple[e.Event, ...]:
    """Return the events of the command; raise `Refused` if the book does not allow it."""
    if state is None:
        return _open(book, command)
    if (state.phase is _SETTLED or state.phase is _VOID) and not isinstance(command, c.Open):
        raise Refused("round-over", book.play.settlement_order.clause, phase=state.phase)
    match command:  # the most frequent first
        case c.Bet():
            return _bet(book, state, command)
        case c.Reveal():
            return _reveal(book, state, command)
        case c.Place():
            return _place(book, state, command)
        case c.Deal():
            return _deal(book, state, command)
        case c.Settle():
            return _settle(book, state, command)
        case c.Withdraw(position=position, wager=wager):
            return _withdraw(book, state, position, wager)
        case c.BetAll(position=position):
            return _bet_all(book, state, position)
        case c.BetBlind(position=position, cents=cents):
            return _bet_blind(book, state, position, cents)
        case c.Fold(position=position):
            return _fold(book, state, position)
        case c.Concede(position=position):
            return _concede(book, state, position)
        case c.Leave(position=position):
            return _leave(book, state, position)
        case c.CannotFund(position=position):
            return _cannot_fund(book, state, position)
        case c.Forfeit():
            return _forfeit(book, state, command)
        case c.Retract(position=position):
            return _retract(book, state, position)
        case c.ShowHole():
            return _show_hole(book, state, command)
        case c.ShowBonus(cards=cards):
            return _show_bonus(book, state, cards)
        case c.VoidRound(clause=clause, jackpots_back=back, forfeits=forfeits):
            return (voided(book, state, clause, jackpots_back=back, forfeits=forfeits),)
        case c.Open():
            raise Refused("already-open", book.play.settlement_order.clause)
        case _:
            assert_never(command)


# Before the deal.


def _open(book: Rulebook, command: c.Command) -> tuple[e.Event, ...]:
    if not isinstance(command, c.Open):
        raise Refused("not-open", book.wagers[Wager.ANTE].presence.clause)
    check_setup(book, command.setup)
    return (e.RoundOpened(setup=command.setup),)


def _at(book: Rulebook, state: State, position: int) -> PlayerHand:
    hand = state.hands.get(position)
    if hand is None:
        raise Refused("nobody-there", book.positions.seated_players_only.clause, position=position)
    return hand


def _place(book: Rulebook, state: State, command: c.Place) -> tuple[e.Event, ...]:
    hand = _at(book, state, command.position)
    wager = command.wager
    if wager in STREETS:
        raise Refused("not-before-deal", book.streets.order.clause, wager=wager)
    rule = offered(book, state.setup, wager)
    if rule is None:
        known = book.wagers.get(wager) or book.wagers[Wager.ANTE]
        raise Refused("not-offered", known.presence.clause, wager=wager)
    if state.phase is not _BETTING:
        raise Refused("bets-closed", rule.closes.clause, wager=wager)
    if wager in hand.stakes:
        raise Refused("already-placed", rule.one_per_hand.clause, wager=wager, position=hand.position)
    if rule.needs:
        for needed in rule.needs.value:
            if needed not in hand.stakes:
                raise Refused("needs", rule.needs.clause, wager=wager, needed=needed)
    if command.carried:
        lies_there = rule.on_misdeal.value is OnMisdeal.CARRIED and state.setup.carried_cents.get(hand.position)
        if lies_there != command.cents:
            raise Refused("not-carried", rule.on_misdeal.clause, position=hand.position)
    stake = placed(book, state.setup, hand, wager, command.cents, tokens=command.tokens_cents, unseen=command.unnoticed)
    if command.carried:
        stake = replace(stake, carried=True)
    return (e.WagerPlaced(position=hand.position, wager=wager, stake=stake),)


def _withdraw(book: Rulebook, state: State, position: int, wager: Wager) -> tuple[e.Event, ...]:
    hand = _at(book, state, position)
    stake = hand.stakes.get(wager)
    rule = book.wagers.get(wager) or book.wagers[Wager.ANTE]
    if stake is None:
        raise Refused("not-placed", rule.presence.clause, wager=wager, position=position)
    if state.phase is not Phase.BETTING:
        raise Refused("bets-closed", rule.closes.clause, wager=wager)
    for other in hand.stakes:
        needs = book.wagers[other].needs
        if needs and wager in needs.value:
            raise Refused("needed-by", needs.clause, wager=wager, by=other)
    return (e.WagerWithdrawn(position=position, wager=wager, stake=stake),)


def _deal(book: Rulebook, state: State, command: c.Deal) -> tuple[e.Event, ...]:
    if state.phase is not _BETTING:
        raise Refused("already-dealt", book.wagers[Wager.ANTE].closes.clause)
    return (deal(book, state, command.cards),)


# The streets.


def _deciding(book: Rulebook, state: State, position: int) -> tuple[PlayerHand, Wager]:
    """Return the hand and the street it decides on; raise `Refused` if it may not decide."""
    hand = _at(book, state, position)
    street = state.street
    if street is None:
        raise Refused("no-street-open", book.streets.order.clause, phase=state.phase)
    if hand.ending is not None:
        raise Refused("hand-ended", book.play.fold_is_final.clause, position=position, ending=hand.ending)
    if not hand.live:
        raise Refused("no-ante", book.wagers[Wager.ANTE].presence.clause, position=position)
    if street in hand.stakes:
        raise Refused("already-placed", book.wagers[street].one_per_hand.clause, wager=street, position=position)
    order = book.play.third_street_order if street is STREETS[0] else book.play.later_streets_order
    if order.value is _FROM_DEALERS_LEFT:
        first = next(state.waiting())
        if first.position != position:
            raise Refused("not-in-turn", order.clause, position=position, first=first.position)
    return hand, street


def decides(book: Rulebook, state: State, position: int) -> bool:
    """Whether a position is asked for a decision: if not, it can neither bet nor fold."""
    try:
        _deciding(book, state, position)
    except Refused:
        return False
    return True


def _seen(book: Rulebook, hand: PlayerHand, *, bets: bool = False) -> None:
    if hand.blind and not (bets and Wager.THIRD_STREET in hand.stakes):
        rule = book.play.blind_boxes_fold or book.positions.hands_per_player
        raise Refused("blind-box", rule.clause, position=hand.position)


def _bet(book: Rulebook, state: State, command: c.Bet) -> tuple[e.Event, ...]:
    hand, street = _deciding(book, state, command.position)
    _seen(book, hand, bets=True)  # a hand that became blind after 3rd street goes on street by street
    stake = street_stake(
        book, state.setup, hand, street, command.cents, tokens=command.tokens_cents, unseen=command.unnoticed
    )
    if command.secret:
        stake = replace(stake, secret=True)
    return (e.WagerPlaced(position=hand.position, wager=street, stake=stake),)


def _bet_all(book: Rulebook, state: State, position: int) -> tuple[e.Event, ...]:
    hand, street = _deciding(book, state, position)
    allowed = book.streets.max_all_at
    if allowed is None or street not in allowed.value:
        raise Refused("no-max-all", (allowed or book.streets.order).clause, wager=street)
    cents = hand.ante_cents * book.streets.multiples.value[-1]
    return _bets(book, state, hand, dict.fromkeys(STREETS[STREETS.index(street) :], cents))


def _bet_blind(book: Rulebook, state: State, position: int, cents: tuple[int, int, int]) -> tuple[e.Event, ...]:
    rule = book.play.blind_wagers_before_first_card
    hand = _at(book, state, position)
    if rule is None or not hand.blind:
        raise Refused("no-blind-box", book.positions.hands_per_player.clause, position=position)
    if state.phase is Phase.BETTING:
        raise Refused("not-dealt", rule.clause)
    if state.phase is not Phase.THIRD_STREET:
        raise Refused("blind-too-late", rule.clause, phase=state.phase)
    _deciding(book, state, position)
    return _bets(book, state, hand, dict(zip(STREETS, cents, strict=True)))


def _bets(book: Rulebook, state: State, hand: PlayerHand, cents: Mapping[Wager, int]) -> tuple[e.Event, ...]:
    """Place wagers on several streets at once."""
    stakes = {street: street_stake(book, state.setup, hand, street, each) for street, each in cents.items()}
    return tuple(e.WagerPlaced(position=hand.position, wager=street, stake=stake) for street, stake in stakes.items())


# Leaving the round.


def _ended(hand: PlayerHand, ending: Ending, on: Wager | None, clause: Clause) -> tuple[e.Event, ...]:
    return (e.HandEnded(position=hand.position, ending=ending, on=on, clause=clause),)


def _folded_with_wager(book: Rulebook, hand: PlayerHand) -> bool:
    """Whether a folded hand still has a wager that its player can lose (maryland .07C(2), .11A(5))."""
    return hand.ending is Ending.FOLDED and any(outlives(book, hand, wager) for wager in hand.stakes)


def _fold(book: Rulebook, state: State, position: int) -> tuple[e.Event, ...]:
    hand, street = _deciding(book, state, position)
    _seen(book, hand)
    last = MAIN_WAGERS[MAIN_WAGERS.index(street) - 1]
    return _ended(hand, Ending.FOLDED, street, book.wagers[last].on_fold.clause)


def _concede(book: Rulebook, state: State, position: int) -> tuple[e.Event, ...]:
    hand = _at(book, state, position)
    rule = book.play.concede
    if not rule.value:
        raise Refused("no-concession", rule.clause)
    if state.phase is not Phase.SHOWDOWN:
        raise Refused("not-at-settlement", rule.clause, phase=state.phase)
    if not hand.live:
        raise Refused("hand-ended", rule.clause, position=position, ending=hand.ending)
    return _ended(hand, Ending.CONCEDED, None, rule.clause)


def _leave(book: Rulebook, state: State, position: int) -> tuple[e.Event, ...]:
    hand = _at(book, state, position)
    rule = book.play.absent
    if state.phase is Phase.BETTING:
        backwards = sorted(hand.stakes, key=list(Wager).index, reverse=True)
        return tuple(e.WagerWithdrawn(position=position, wager=each, stake=hand.stakes[each]) for each in backwards)
    if not (hand.live or (rule.value is Absence.MAY_BE_ABANDONED and _folded_with_wager(book, hand))):
        raise Refused("hand-ended", rule.clause, position=position, ending=hand.ending)
    match rule.value:
        case Absence.WAITS:
            raise Refused("game-waits", rule.clause)
        case Absence.FOLDED:
            if hand not in state.waiting():
                raise Refused("nothing-to-decide", rule.clause, position=position)
            _seen(book, hand)
            return _ended(hand, Ending.FOLDED, state.street, rule.clause)
        case Absence.MAY_BE_ABANDONED:
            return _ended(hand, Ending.ABANDONED, hand.ended_on or state.street, rule.clause)
        case _:
            assert_never(rule.value)


def _cannot_fund(book: Rulebook, state: State, position: int) -> tuple[e.Event, ...]:
    hand, street = _deciding(book, state, position)
    rule = book.limits.cannot_fund
    match rule.value:
        case UnfundedStreet.MUST_FOLD | UnfundedStreet.REFUSED:
            raise Refused("must-fold", rule.clause, position=position)
        case UnfundedStreet.VOID_ONCE_THEN_FORFEITED:
            again = (hand.player, "cannot-fund") in state.setup.warned
            return _ended(hand, Ending.UNFUNDED if again else Ending.VOID, street, rule.clause)
        case _:
            assert_never(rule.value)


def _forfeit(book: Rulebook, state: State, command: c.Forfeit) -> tuple[e.Event, ...]:
    position = command.position
    hand = _at(book, state, position)
    rule = book.play.talking
    if rule is None:
        raise Refused("nobody-to-talk-to", book.positions.maximum.clause)
    if state.phase is Phase.BETTING or not (hand.live or _folded_with_wager(book, hand)):
        raise Refused("hand-ended", rule.clause, position=position, ending=hand.ending)
    late = book.play.talking_after_last_card
    if state.phase is Phase.SHOWDOWN and late is not None and not (late.value or command.mishandled):
        raise Refused("nothing-to-tell", late.clause)
    return _ended(hand, Ending.FORFEITED, hand.ended_on or state.street, rule.clause)


def _retract(book: Rulebook, state: State, position: int) -> tuple[e.Event, ...]:
    hand = _at(book, state, position)
    rule = book.play.retract_after_stray_hand or book.play.fold_is_final
    if position not in state.may_retract:
        raise Refused("no-retraction", rule.clause, position=position)
    if not hand.live:
        raise Refused("hand-ended", rule.clause, position=position, ending=hand.ending)
    return _ended(hand, Ending.RETURNED, None, rule.clause)


# The community cards and the end.


def _reveal(book: Rulebook, state: State, command: c.Reveal) -> tuple[e.Event, ...]:
    street = state.street
    if street is None:
        raise Refused("no-street-open", book.streets.order.clause, phase=state.phase)
    live = state.live_hands()
    waiting = [hand.position for hand in live if street not in hand.stakes]
    if waiting:
        raise Refused("still-deciding", book.wagers[street].closes.clause, positions=tuple(waiting))
    if not live and not side_wagers_live(book, state):
        raise Refused("all-folded", book.wagers[street].closes.clause)
    return (_turned(book, state, command.card),)


def _turned(book: Rulebook, state: State, card: Card | None) -> e.CardRevealed:
    """Return the event that turns or deals the next community card."""
    place = state.revealed
    known = state.community[place]
    if known is not None:
        if card is not None and card != known:
            raise Refused("other-card", steps(book, state).clause, place=place)
        return e.CardRevealed(place=place, card=known)
    if card is None:
        raise Refused("card-unknown", steps(book, state).clause, place=place)
    _check_new(state, (card,), steps(book, state).clause)
    return e.CardRevealed(place=place, card=card)


def side_wagers_live(book: Rulebook, state: State) -> bool:
    """Whether a hand that has left the round still has a wager that the community cards decide."""
    return any(outlives(book, hand, wager) for hand in state.hands.values() for wager in hand.stakes)


def _show_hole(book: Rulebook, state: State, command: c.ShowHole) -> tuple[e.Event, ...]:
    hand = _at(book, state, command.position)
    clause = book.play.settlement_order.clause
    if state.phase is not Phase.SHOWDOWN:
        raise Refused("not-at-settlement", clause, phase=state.phase)
    if not hand.hole or None not in hand.hole:
        raise Refused("cards-known", clause, position=command.position)
    _check_new(state, command.cards, clause)
    return (e.HoleShown(position=command.position, cards=command.cards),)


def _show_bonus(book: Rulebook, state: State, cards: tuple[Card, Card, Card, Card]) -> tuple[e.Event, ...]:
    clause = book.play.settlement_order.clause
    if state.phase is Phase.BETTING or any(state.waiting()):
        raise Refused("not-at-settlement", clause, phase=state.phase)
    if None not in state.bonus_cards:
        raise Refused("no-bonus-cards", clause)
    _check_new(state, cards, clause)
    return (e.BonusShown(cards=cards),)


def _check_new(state: State, cards: tuple[Card, ...], clause: Clause) -> None:
    """Raise unless the cards named now are cards of a deck, and none of them is already on the table."""
    if any(card not in DECK for card in cards):
        raise Refused("no-card", clause)
    if len(set(cards)) < len(cards) or set(cards) & known_cards(state):
        raise Refused("card-twice", clause, card=cards[0])


def _settle(book: Rulebook, state: State, command: c.Settle) -> tuple[e.Event, ...]:
    if state.phase is _BETTING:
        raise Refused("not-dealt", book.wagers[Wager.ANTE].presence.clause)
    for prize in command.prizes:
        _at(book, state, prize.position)
    if state.phase is _SHOWDOWN:
        return (settled(book, state, state.community, command.prizes),)
    live = state.live_hands()
    if live:
        waiting = tuple(hand.position for hand in live)
        raise Refused("still-playing", book.play.settlement_order.clause, positions=waiting)
    turned = _turn_the_rest(book, state) if side_wagers_live(book, state) else []
    community = (*state.community[: state.revealed], *(event.card for event in turned))
    return (*turned, settled(book, state, community, command.prizes))


def _turn_the_rest(book: Rulebook, state: State) -> list[e.CardRevealed]:
    """Turn the community cards left unturned because nobody had to decide, for the wagers that depend on them."""
    rest = state.community[state.revealed :]
    if None in rest or dealt_when_due(book, state):
        raise Refused("card-unknown", steps(book, state).clause, place=state.revealed)
    return [e.CardRevealed(place=state.revealed + n, card=card) for n, card in enumerate(rest) if card is not None]
