"""A simulated round played by the real engine: the same cards, the same strategy, the engine's own rules and pays.

It is the second driver: whatever the kernels count can be replayed here, one round at a time.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from mississippi_stud.cards import text
from mississippi_stud.hands import five
from mississippi_stud.maths.classes import Ints, class_of
from mississippi_stud.maths.game import STREETS, Bets, Game, Tree, tree
from mississippi_stud.maths.simulation.deal import Cards, deal
from mississippi_stud.maths.simulation.machine import RoundEnd, plays_of
from mississippi_stud.maths.solver import FOLD
from mississippi_stud.round import Bet, Deal, Fold, Open, Place, Reveal, Setup, State, play
from mississippi_stud.round.deal import places
from mississippi_stud.round.dealer import draws, next_step
from mississippi_stud.round.state import PlayerHand
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Wager

_ANTE_CENTS: Final = 100
"""The ante where none is named: so low that no cap of a book binds."""


@dataclass(frozen=True)
class Replay:
    """A round as the engine played it."""

    community: Cards
    holes: tuple[Cards, ...]
    endings: tuple[RoundEnd, ...]
    """By seat."""

    def plain(self) -> dict[str, Any]:
        """Return the round as plain data for JSON."""
        return {
            "community": text(self.community),
            "seats": len(self.holes),
            "by_seat": [
                {
                    "cards": text(hole),
                    "ended": ending.name,
                    "bets": list(ending.bets),
                    "wagered_antes": ending.wagered,
                    "net_antes": int(ending.net) if ending.net.denominator == 1 else str(ending.net),
                }
                for hole, ending in zip(self.holes, self.endings, strict=True)
            ],
        }


class EngineDriver:
    """Plays rounds of one game by one strategy."""

    def __init__(self, book: Rulebook, game: Game, strategy: str = "optimal", players: int = 1) -> None:
        self.book, self.game, self.players = book, game, players
        self.plays: tuple[Ints, ...] = plays_of(game, strategy)
        self.betting: Tree = tree(game)
        self.ante_cents = game.ante_cents or _ANTE_CENTS

    def replay(self, seed: int, number: int) -> Replay:
        """Play a round of a seed."""
        community, holes = deal(seed, number, self.players)
        state = self._dealt(community, holes)
        while (hands := state.live_hands()) and state.street:
            for hand in hands:
                state = play(self.book, self._decision(state, hand), state=state)
            state = self._onward(state, community)
        state = self._onward(state, community)
        results = tuple(self._ending(state, state.hands[position]) for position in range(1, self.players + 1))
        return Replay(community, holes, results)

    def _dealt(self, community: Cards, holes: tuple[Cards, ...]) -> State:
        """Return the round after the deal, with an ante at every seat."""
        seats = tuple((position, str(position)) for position in range(1, self.players + 1))
        setup = Setup(dealing=next(iter(self.book.dealing.methods)), seats=seats)
        antes = [Place(position=position, wager=Wager.ANTE, cents=self.ante_cents) for position, _ in seats]
        state = play(self.book, Open(setup=setup), *antes)
        waiting = [list(hole) for hole in holes]
        cards = tuple(
            waiting[place - 1].pop(0) if name == "hole" else community[place]
            for name, place in places(self.book, state)
        )
        return play(self.book, Deal(cards=cards), state=state)

    def _decision(self, state: State, hand: PlayerHand) -> Bet | Fold:
        """Return what the strategy does with a hand on the open street."""
        bets = self._bets(hand)
        node = 0
        for street, bet in enumerate(bets):
            node = self.betting.leads_to[street][node][self.game.multiples.index(bet)]
        seen = tuple(card for card in (*hand.hole, *state.community[: len(bets)]) if card is not None)
        played = int(self.plays[len(bets)][node][class_of(seen)])
        if played == FOLD:
            return Fold(position=hand.position)
        return Bet(position=hand.position, cents=self.ante_cents * self.game.multiples[played - 1])

    def _onward(self, state: State, community: Cards) -> State:
        """Return the round after the dealer's steps, up to the next decision or the end."""
        while step := next_step(self.book, state):
            if draws(self.book, state, step):
                step = Reveal(card=community[state.revealed])
            state = play(self.book, step, state=state)
        return state

    def _bets(self, hand: PlayerHand) -> Bets:
        """Return the multiples wagered so far."""
        return tuple(
            hand.stakes[street].cents // self.ante_cents for street in MAIN_WAGERS[1:] if street in hand.stakes
        )

    def _ending(self, state: State, hand: PlayerHand) -> RoundEnd:
        """Return how a hand ended, with the result that the engine settled."""
        results = [each for each in state.results if each.position == hand.position]
        paid = sum(each.won_cents + each.returned_cents for each in results)
        staked = sum(stake.cents for stake in hand.stakes.values())
        bets = self._bets(hand)
        name = STREETS[len(bets)] if hand.ending else _made((*hand.hole, *state.community))
        return RoundEnd(name, bets, Fraction(paid - staked, self.ante_cents))


def _made(cards: tuple[Any, ...]) -> str:
    a, b, c, d, e = cards
    return five(a, b, c, d, e).key
