"""A heat and the rounds of its table: what the table is told before a hand, and what is read from it afterwards.

No round is played here (decision 540): the round's own state says what was wagered and won.
"""

from typing import Final

import msgspec

from mississippi_stud.messages import MINUTE
from mississippi_stud.money import Cents
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import OVER, Bounds, Setup, State
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks.vocabulary import DecisionOrder, Wager
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.state import Contest, Heat

_FIXED: Final = DecisionOrder.FROM_DEALERS_LEFT


class HandResult(msgspec.Struct, frozen=True, kw_only=True):
    """What one entrant wagered and won in a hand."""

    name: str
    wagered: int
    net: int
    wagers: dict[str, int] = {}
    """The street wagers by name, against which a secret wager is checked."""


def playing(contest: Contest, heat: Heat) -> dict[int, str]:
    """Return the entrants of a heat who play its next hand, by position: those with chips who do not sit it out."""
    least, active = contest.terms.wager.minimum_chips, contest.active(heat)
    return {
        position: name
        for position, name in sorted(heat.seats.items())
        if name in active
        and (entrant := contest.entrants[name]).chips >= least
        and not entrant.missing_hands
        and not entrant.away
    }


def time_over_at(contest: Contest, heat: Heat) -> int | None:
    """Return when the time of a heat is over, after which none of its hands begins; None for one of so many hands."""
    minutes = contest.play_session.minutes
    return None if minutes is None or heat.play_off or heat.began_at is None else heat.began_at + minutes * MINUTE


def setup_of(contest: Contest, heat: Heat, dealing: str) -> Setup:
    """Return the setup of the heat's next round: who sits where, and the bounds of the ante."""
    wager = contest.terms.wager
    most = None if wager.maximum_chips is None else Cents(wager.maximum_chips)
    return Setup(
        dealing=dealing,
        seats=tuple((position, contest.entrants[name].player) for position, name in playing(contest, heat).items()),
        limits={Wager.ANTE: Bounds(Cents(wager.minimum_chips), most)},
    )


def betting_order(contest: Contest, heat: Heat, hand: int) -> tuple[int, ...]:
    """Return the positions in the order in which they bet in a hand: the first moves on by one seat each hand."""
    seats = sorted(heat.seats)
    if not seats:
        return ()
    first = (hand - 1) % len(seats) if contest.terms.programme.rotation else 0
    return (*seats[first:], *seats[:first])


def first_bets(contest: Contest, heat: Heat) -> dict[str, int]:
    """Return in how many of the hands so far each player of a heat was the first to bet, at whichever table."""
    counts = {name: heat.firsts.get(name, 0) for name in heat.seats.values()}
    for hand in range(heat.seated_at_hand + 1, heat.hand + 1):
        counts[heat.seats[betting_order(contest, heat, hand)[0]]] += 1
    return counts


def check_turn(rules: TournamentRules, contest: Contest, heat: Heat, state: State, position: int) -> None:
    """Raise `Refused` for somebody who bets out of turn; a book that orders the betting itself prevails."""
    play, street = rules.book.play, state.street
    if street is None or play.third_street_order.value is _FIXED or play.later_streets_order.value is _FIXED:
        return
    waiting = {hand.position for hand in state.waiting()}
    first = next((each for each in betting_order(contest, heat, heat.hand + 1) if each in waiting), position)
    if first != position:
        raise Refused("not-in-turn", rules.chapter.equal_chance.clause, position=position, first=first)


def check_wager(rules: TournamentRules, contest: Contest, heat: Heat, state: State, position: int, chips: int) -> None:
    """Raise `Refused` for a wager that the stack does not cover."""
    name = heat.seats.get(position, "")
    if name not in contest.entrants or position not in state.hands:
        return
    left = contest.entrants[name].chips - sum(stake.cents for stake in state.hands[position].stakes.values())
    if chips > left:
        raise Refused("stack-short", rules.term("same-starting-bank"), name=name, chips=chips, stack=left)


def check_deal(rules: TournamentRules, contest: Contest, heat: Heat, state: State) -> None:
    """Raise `Refused` if somebody who plays has not made the compulsory wager."""
    if contest.terms.wager.compulsory:
        for position, name in playing(contest, heat).items():
            if Wager.ANTE not in state.hands[position].stakes:
                least = contest.terms.wager.minimum_chips
                raise Refused("compulsory-wager", rules.term("minimum-or-compulsory-wager"), name=name, chips=least)


def result_of(heat: Heat, state: State) -> tuple[HandResult, ...]:
    """Return what every entrant of the heat wagered and won in a round that is over."""
    assert state.phase in OVER, "the round is over"  # noqa: S101
    return tuple(
        HandResult(
            name=heat.seats[position],
            wagered=sum(stake.cents for stake in hand.stakes.values()),
            net=net_cents(state, position),
            wagers={wager.value: stake.cents for wager, stake in hand.stakes.items()},
        )
        for position, hand in sorted(state.hands.items())
        if hand.stakes and position in heat.seats
    )
