"""A simulated round played by the real engine: the same cards, the same strategy, the engine's own rules and pays.

It is the second driver: whatever the kernels count can be replayed here, one round at a time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from mississippi_stud.cards import text
from mississippi_stud.hands import five
from mississippi_stud.maths.classes import Ints, classes_of
from mississippi_stud.maths.evaluation import Strategy
from mississippi_stud.maths.game import STREETS, Bets, Game, Tree
from mississippi_stud.maths.options import pay_table
from mississippi_stud.maths.simulation.deal import Cards, DealtRound, deals
from mississippi_stud.maths.simulation.erring import Errors
from mississippi_stud.maths.simulation.machine import RoundEnd, plays_of
from mississippi_stud.maths.simulation.sides import SideGame
from mississippi_stud.maths.solver import FOLD
from mississippi_stud.money import Cents
from mississippi_stud.round import Bet, Deal, Fold, Open, Place, Reveal, Setup, State, play
from mississippi_stud.round.deal import places
from mississippi_stud.round.dealer import draws, next_step
from mississippi_stud.round.state import PlayerHand
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Basis, Wager

_ANTE_CENTS: Final = 100
"""The ante where none is named: so low that no cap of a book binds."""


@dataclass(frozen=True)
class Replay:
    """A round as the engine played it."""

    community: Cards
    holes: tuple[Cards, ...]
    endings: tuple[RoundEnd, ...]
    """By seat."""
    side_cents: tuple[Mapping[Wager, int], ...] = ()
    """By seat: what each side wager with a pay table won or lost."""

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
                | ({"side_cents": dict(sides)} if sides else {})
                for hole, ending, sides in zip(self.holes, self.endings, self.side_cents, strict=True)
            ],
        }


class EngineDriver:
    """Plays rounds of one game by one strategy."""

    def __init__(
        self,
        book: Rulebook,
        game: Game,
        strategy: str | Strategy = "optimal",
        players: int = 1,
        sides: SideGame | None = None,
        *,
        errors: Errors | None = None,
        permuted: bool = False,
    ) -> None:
        self.book, self.game, self.players, self.sides, self.permuted = book, game, players, sides, permuted
        self.errors = errors
        self.betting: Tree
        self.plays: tuple[Ints, ...]
        self.betting, self.plays = plays_of(game, strategy, erring=errors is not None)
        self.ante_cents = game.ante_cents or _ANTE_CENTS

    def replay(self, seed: int, number: int) -> Replay:
        """Play a round of a seed."""
        return next(self.replays(seed, (number,)))

    def replays(self, seed: int, numbers: Sequence[int]) -> Iterator[Replay]:
        """Play these rounds of a seed; their cards, classes and errors are worked out for all of them at once."""
        bonus = self.sides is not None and self.sides.bonus_cards
        beside = self.sides is not None
        dealt = list(deals(seed, numbers, self.players, beside=beside, bonus=bonus, permuted=self.permuted))
        for cards, classes, others in zip(dealt, _classes(dealt), self._others(seed, numbers), strict=True):
            yield self._replay(cards, classes.tolist(), others.tolist())

    def _replay(self, cards: DealtRound, classes: Sequence[Sequence[int]], others: Sequence[Sequence[int]]) -> Replay:
        """Play a round; `classes` are those of what each seat sees on each street, `others` its errors."""
        state = self._dealt(cards)
        while (hands := state.live_hands()) and state.street:
            for hand in hands:
                seat = hand.position - 1
                state = play(self.book, self._decision(hand, classes[seat], others[seat]), state=state)
            state = self._onward(state, cards.community)
        state = self._onward(state, cards.community)
        by_seat = [state.hands[position] for position in range(1, self.players + 1)]
        ends = tuple(self._ending(state, hand) for hand in by_seat)
        sides = tuple(self._side_cents(state, hand) for hand in by_seat)
        return Replay(cards.community, cards.holes, ends, sides)

    def _dealt(self, dealt: DealtRound) -> State:
        """Return the round after the deal, with an ante and the side wagers that have a pay table at every seat."""
        seats = tuple((position, str(position)) for position in range(1, self.players + 1))
        stakes = self._stakes()
        setup = Setup(
            dealing=self._dealing(),
            seats=seats,
            tables={wager: pay_table(self.book, wager, self.sides.tables[wager])[0] for wager in stakes if self.sides},
        )
        placed = {Wager.ANTE: self.ante_cents} | stakes
        state = play(self.book, Open(setup=setup), *(
            Place(position=position, wager=wager, cents=Cents(cents))
            for position, _ in seats for wager, cents in placed.items()
        ))  # fmt: skip
        waiting = [list(hole) for hole in dealt.holes]
        lying = {"community": dealt.community, "bonus": dealt.bonus}
        cards = tuple(
            waiting[place - 1].pop(0) if name == "hole" else lying[name][place]
            for name, place in places(self.book, state)
        )
        return play(self.book, Deal(cards=cards), state=state)

    def _stakes(self) -> dict[Wager, int]:
        """Return the side wagers that a pay table decides; a meter's prizes are `meter_life`'s."""
        stakes = self.sides.stakes if self.sides else {}
        wagers = self.book.wagers
        return {wager: cents for wager, cents in stakes.items() if wagers[wager].basis.value is not Basis.FIVE_CARDS}

    def _dealing(self) -> str:
        """Return a way of dealing in which every side wager is offered."""
        rules = [self.book.wagers[wager].dealt_by for wager in self._stakes()]
        methods = self.book.dealing.methods
        return next(each for each in methods if all(rule is None or each in rule.value for rule in rules))

    def _others(self, seed: int, numbers: Sequence[int]) -> Ints:
        """Return by round, seat and decision which other choice than the strategy's is made, or 0."""
        if self.errors is None:
            return np.zeros((len(numbers), self.players, len(STREETS)), dtype=np.int64)
        return np.asarray(self.errors.drawn(seed, np.array(numbers, dtype=np.uint64), self.players))

    def _decision(self, hand: PlayerHand, classes: Sequence[int], others: Sequence[int]) -> Bet | Fold:
        """Return what the strategy does with a hand on the open street, or another choice in error."""
        bets = self._bets(hand)
        node = 0
        for street, bet in enumerate(bets):
            node = self.betting.leads_to[street][node][self.game.multiples.index(bet)]
        planned = int(self.plays[len(bets)][node][classes[len(bets)]])
        played = (planned + others[len(bets)]) % (1 + len(self.game.multiples))
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
        results = [each for each in state.results if each.position == hand.position and each.wager in MAIN_WAGERS]
        paid = sum(each.won_cents + each.returned_cents for each in results)
        staked = sum(hand.stakes[wager].cents for wager in MAIN_WAGERS if wager in hand.stakes)
        bets = self._bets(hand)
        name = STREETS[len(bets)] if hand.ending else _made((*hand.hole, *state.community))
        return RoundEnd(name, bets, Fraction(paid - staked, self.ante_cents))

    def _side_cents(self, state: State, hand: PlayerHand) -> dict[Wager, int]:
        """Return what each side wager of a hand won or lost."""
        return {
            Wager(each.wager): each.won_cents + each.returned_cents - hand.stakes[Wager(each.wager)].cents
            for each in state.results
            if each.position == hand.position and each.wager in self._stakes()
        }


def _classes(dealt: Sequence[DealtRound]) -> Ints:
    """Return by round, seat and street the class of the cards that the seat sees there."""
    seen = np.array([[(*hole, *each.community[:2]) for hole in each.holes] for each in dealt])
    rows = seen.reshape(-1, 4)
    return np.stack([classes_of(rows[:, :size]) for size in (2, 3, 4)], axis=1).reshape(*seen.shape[:2], 3)


def _made(cards: tuple[Any, ...]) -> str:
    a, b, c, d, e = cards
    return five(a, b, c, d, e).key
