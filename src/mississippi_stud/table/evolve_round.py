"""Apply the events of a round to its table: the round itself, its deadlines, and what remains when it is over."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, get_args

from msgspec.structs import replace

from mississippi_stud.cards import Card
from mississippi_stud.round import events as r
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.state import Outcome, Phase, Stake, State
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager
from mississippi_stud.table import events as e
from mississippi_stud.table.state import DeckPlace, Seat, Table


def _moved_on(table: Table, event: r.Event) -> Table:
    return timed(replace(table, round=evolve(table.round, event)))


def _opened(table: Table, event: r.RoundOpened) -> Table:
    state, number = evolve(None, event), table.number + 1
    return timed(replace(table, round=state, number=number, betting_closed=False, burn=False, rulings=()))


def _placed(table: Table, event: r.WagerPlaced) -> Table:
    if event.stake.carried:
        left = {position: cents for position, cents in table.carried_cents.items() if position != event.position}
        table = replace(table, carried_cents=left)
    return _moved_on(table, event)


def _dealt(table: Table, event: r.CardsDealt) -> Table:
    if table.decks:
        table = replace(table, decks=(replace(table.decks[0], prechecked=False), *table.decks[1:]))
    return timed(replace(table, round=evolve(table.round, event), uncounted=table.uncounted + 1, read=()))


def timed(table: Table) -> Table:
    """Return the table without the deadlines of moments that have passed."""
    if table.clocks is None:  # the only deadline is the round's own, which lasts until it is over
        return table
    still = _current(table)
    return replace(table, deadlines={key: due for key, due in table.deadlines.items() if key in still})


def _current(table: Table) -> tuple[str, ...]:
    """Return the keys of the deadlines that may exist now: of the round, its betting or street, and its seats."""
    state = table.round
    if state is None:
        return ()
    waiting = [hand.position for hand in state.waiting()]
    street, whole = f"{table.number}/{state.phase}", f"{table.number}/open"
    if table.question is not None:  # nobody can act
        return (whole,)
    if waiting:
        return whole, street, *(f"{street}/{position}" for position in waiting)
    return (whole,) if table.betting_closed or state.phase is not Phase.BETTING else (whole, street)


def _ended(table: Table, event: r.RoundSettled | r.RoundVoided) -> Table:
    """End the round: record who sat out, who was warned, and which wagers are carried to the next round."""
    state, settled = evolve(table.round, event), isinstance(event, r.RoundSettled)
    carried = {
        result.position: state.hands[result.position].stakes[Wager(result.wager)].cents
        for result in state.results
        if result.outcome is Outcome.CARRIED
    }
    return replace(
        table,
        round=None,
        last_round=state,
        entry=None,
        entries=(),
        read=(),
        seats={
            position: replace(seat, ready=False, sat_out=_sat_out(table, state, seat) if settled else seat.sat_out)
            for position, seat in table.seats.items()
        },
        rounds=table.rounds + settled,
        warned=tuple(dict.fromkeys(table.warned + state.warnings)),
        result_cents=table.result_cents - (0 if table.contest else _won(state)),
        carried_cents={**table.carried_cents, **carried},
        play_first=(),
        deadlines={},
        betting_closed=False,
        decks=(replace(table.decks[0], lies=DeckPlace.RACK), *table.decks[1:]) if table.decks else (),
    )


def _won(state: State) -> int:
    """Return what all players won in a round, less what they lost."""
    return sum(net_cents(state, position) for position in state.hands)


def _sat_out(table: Table, state: State, seat: Seat) -> int:
    """Return how many rounds in a row a seat made no wager while every other position was in use throughout."""
    hand = state.hands.get(seat.position)
    if hand is None or hand.player != seat.player or hand.stakes:  # somebody who came later did not sit out
        return 0
    full = len(state.hands) == len(table.seats) == table.positions
    played = any(other.stakes for other in state.hands.values() if other.player == seat.player)
    return seat.sat_out + 1 if full and not played else 0


def set_up(state: State, **setup: object) -> State:
    """Return the round with a changed setup."""
    return replace(state, setup=replace(state.setup, **setup))


def before_deal(state: State | None, **setup: object) -> State | None:
    """Return the open round, with a changed setup if none of its cards has been dealt."""
    return state if state is None or state.phase is not Phase.BETTING else set_up(state, **setup)


def with_card(state: State, old: Card, new: Card) -> State:
    """Return the round with one card in place of another."""

    def changed(cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
        return tuple(new if card == old else card for card in cards)

    hands = {position: replace(hand, hole=changed(hand.hole)) for position, hand in state.hands.items()}
    return replace(state, community=changed(state.community), hands=hands)


def with_stakes(state: State, position: int, stakes: Mapping[Wager, Stake]) -> State:
    """Return the round with the wagers of a hand as they lie there: of the streets, those placed by then."""
    hand = state.hands[position]
    lying = {wager: stake for wager, stake in stakes.items() if wager in hand.stakes or wager not in STREETS}
    return replace(state, hands={**state.hands, position: replace(hand, stakes=lying)})


class EnteredRound(NamedTuple):
    """A round apart from its table, with its states at each entry, to which it can be taken back."""

    state: State | None = None
    entries: tuple[State, ...] = ()

    def after(self, event: e.Event) -> "EnteredRound":
        """Return it after an event of its table."""
        state, entries = self
        match event:
            case e.EntryBegun() if state is not None:
                return EnteredRound(state, (*entries, state))
            case e.EntryTakenBack() if entries:
                return EnteredRound(entries[-1], entries[:-1])
            case e.CardCorrected(old=old, new=new) if state is not None:
                return EnteredRound(with_card(state, old, new), tuple(with_card(each, old, new) for each in entries))
            case e.WagerCorrected(position=at, stakes=stakes) if state is not None:
                return EnteredRound(
                    with_stakes(state, at, stakes), tuple(with_stakes(each, at, stakes) for each in entries)
                )
            case e.IncidentRuled():
                return EnteredRound(state)
            case _:
                return EnteredRound(evolve(state, event), entries) if isinstance(event, r.Event) else self


OF_THE_ROUND: Final[Mapping[type, Callable[[Table, Any], Table]]] = {
    **dict.fromkeys(get_args(r.Event), _moved_on),
    r.RoundOpened: _opened,
    r.WagerPlaced: _placed,
    r.CardsDealt: _dealt,
    r.RoundSettled: _ended,
    r.RoundVoided: _ended,
}
"""The function that applies each kind of round event to the table."""
