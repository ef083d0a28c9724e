"""Complete one-player rounds through `decide` and `evolve`, beside PokerKit playing a complete heads-up hand."""

from collections.abc import Iterator
from random import Random

from pokerkit import Automation, NoLimitTexasHoldem

from benchmarks.measure import Result, compare
from mississippi_stud.cards import DECK
from mississippi_stud.round import Bet, Command, Deal, Open, Place, Reveal, Settle, Setup, play
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.words import Wager

ROUNDS = 100
# All that PokerKit can do by itself: what remains are the players' decisions.
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def script(chance: Random) -> tuple[Command, ...]:
    """A round that is played to the end: the ante, a bet on every street, five cards of a shuffled deck."""
    cards = tuple(chance.sample(DECK, 5))
    first, second, third = (Bet(position=1, cents=5_00 * chance.randint(1, 3)) for _ in range(3))
    return (
        Open(setup=Setup(dealing="electronic", seats=((1, "ann"),))),
        Place(position=1, wager=Wager.ANTE, cents=5_00),
        Deal(cards=cards),
        *(first, Reveal(), second, Reveal(), third, Reveal()),
        Settle(),
    )


def heads_up() -> None:
    """One hand of hold'em between two players who check or call to the showdown."""
    state = NoLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (1, 2), 2, (200, 200), 2)
    while state.status:
        state.check_or_call()


def run() -> Iterator[Result]:
    book = rulebook("online")
    chance = Random(1)  # noqa: S311
    scripts = [script(chance) for _ in range(ROUNDS)]

    def ours() -> None:
        for commands in scripts:
            play(book, *commands)

    def peer() -> None:
        for _ in range(ROUNDS):
            heads_up()

    yield compare("a complete round", ours, peer, target=60, peer_name="a heads-up hand of PokerKit", units=ROUNDS)
