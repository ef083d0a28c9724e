"""Fold events into the state of a round; never refuses."""

from collections.abc import Iterable
from typing import Final, assert_never

from msgspec.structs import replace

from mississippi_stud.round import events as e
from mississippi_stud.round.commands import Command
from mississippi_stud.round.decide import decide
from mississippi_stud.round.state import NEXT, Phase, PlayerHand, State
from mississippi_stud.rulebooks.model import Rulebook

_THIRD_STREET: Final = Phase.THIRD_STREET
_SETTLED: Final = Phase.SETTLED


def evolve(state: State | None, event: e.Event) -> State:
    """Return the state after an event."""
    if state is None:
        assert isinstance(event, e.RoundOpened), "a round begins with RoundOpened"  # noqa: S101
        return State(setup=event.setup, hands=_seats(event))
    match event:  # the most frequent first
        case e.WagerPlaced():
            hand = state.hands[event.position]
            stakes = dict(hand.stakes)
            stakes[event.wager] = event.stake
            return _with(state, replace(hand, stakes=stakes))
        case e.CardRevealed(place=place, card=card):
            community = state.community
            if community[place] != card:
                community = (*community[:place], card, *community[place + 1 :])
            return replace(state, community=community, revealed=place + 1, phase=NEXT[state.phase], may_retract=())
        case e.CardsDealt():
            return _dealt(state, event)
        case e.RoundSettled(results=results, order=order, warnings=warnings):
            return replace(state, phase=_SETTLED, results=results, order=order, warnings=warnings)
        case e.WagerWithdrawn():
            return _withdrawn(state, event)
        case e.HandEnded(position=position, ending=ending, on=on, clause=clause):
            ended = replace(state.hands[position], ending=ending, ended_on=on, ending_clause=clause)
            return replace(_with(state, ended), rack=(*state.rack, position))
        case e.BonusShown(cards=bonus):
            return replace(state, bonus_cards=bonus)
        case e.HoleShown(position=position, cards=cards):
            return _with(state, replace(state.hands[position], hole=cards))
        case e.CardExposed(places=places, cards=cards):
            shown = dict(zip(places, cards, strict=True))
            community = tuple(shown.get(place, card) for place, card in enumerate(state.community))
            return replace(state, community=community, exposed=tuple(sorted({*state.exposed, *places})))
        case e.CardsDiscarded(cards=cards):
            return replace(state, discarded=(*state.discarded, *cards), rack=(*state.rack, 0))
        case e.HandRestored(position=position):
            restored = replace(state.hands[position], ending=None, ended_on=None, ending_clause=None)
            return replace(_with(state, restored), rack=tuple(each for each in state.rack if each != position))
        case e.SeatMoved(player=player, position=position):
            own = (hand for hand in state.hands.values() if hand.player == player)
            moved = {hand.position: replace(hand, blind=hand.position != position) for hand in own}
            return replace(state, hands={**state.hands, **moved})
        case e.RetractionOffered(positions=positions):
            return replace(state, may_retract=positions)
        case e.RoundVoided(results=results):
            return replace(state, phase=Phase.VOID, results=results)
        case e.RoundOpened():
            return evolve(None, event)
        case _:
            assert_never(event)


def _seats(event: e.RoundOpened) -> dict[int, PlayerHand]:
    sits = {player: position for position, player in reversed(event.setup.seats)}
    """Where each player sits: the first of their positions; their others are blind."""
    seats = sorted(event.setup.seats)
    return {each: PlayerHand(position=each, player=player, blind=sits[player] != each) for each, player in seats}


def _with(state: State, hand: PlayerHand) -> State:
    hands = dict(state.hands)
    hands[hand.position] = hand
    return replace(state, hands=hands)


def _withdrawn(state: State, event: e.WagerWithdrawn) -> State:
    hand = state.hands[event.position]
    stakes = {wager: stake for wager, stake in hand.stakes.items() if wager is not event.wager}
    if event.stake.carried:  # its owner has it back, so it is no longer carried
        left = {position: cents for position, cents in state.setup.carried_cents.items() if position != event.position}
        state = replace(state, setup=replace(state.setup, carried_cents=left))
    return _with(state, replace(hand, stakes=stakes))


def _dealt(state: State, event: e.CardsDealt) -> State:
    hands = {
        position: replace(hand, hole=event.hole[position]) if position in event.hole else hand
        for position, hand in state.hands.items()
    }
    return replace(
        state,
        hands=hands,
        community=event.community,
        bonus_cards=event.bonus_cards,
        burnt=event.burnt,
        rack=(0,) if event.burnt else (),
        phase=_THIRD_STREET,
    )


def play(book: Rulebook, *commands: Command, state: State | None = None) -> State:
    """Decide and evolve the commands in turn, and return the state after them."""
    for command in commands:
        for event in decide(book, state, command):
            state = evolve(state, event)
    assert state is not None, "a round begins with Open"  # noqa: S101
    return state


def fold(events: Iterable[e.Event]) -> State:
    """Return the state after a stream of events."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    assert state is not None, "a round begins with RoundOpened"  # noqa: S101
    return state
