"""Complete one-player rounds, alone and at an automatic table, compared with a heads-up hand in PokerKit."""

from collections.abc import Iterator, Sequence
from random import Random

from pokerkit import Automation, NoLimitTexasHoldem

from benchmarks.measure import Result, compare
from mississippi_stud.cards import DECK
from mississippi_stud.round import Bet, Command, Deal, Open, Place, Reveal, Settle, Setup, play
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode, Table, decide, fold
from mississippi_stud.table import commands as t

ROUNDS = 100
# Everything PokerKit can automate: only the players' decisions remain.
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
    """Return the commands of a round played to the end: an ante, a bet on every street, five shuffled cards."""
    cards = tuple(chance.sample(DECK, 5))
    first, second, third = (Bet(position=1, cents=5_00 * chance.randint(1, 3)) for _ in range(3))
    return (
        Open(setup=Setup(dealing="electronic", seats=((1, "ann"),))),
        Place(position=1, wager=Wager.ANTE, cents=5_00),
        Deal(cards=cards),
        *(first, Reveal(), second, Reveal(), third, Reveal()),
        Settle(),
    )


def after(book: Rulebook, table: Table | None, command: t.Command, chance: Random) -> Table:
    """Return the table after a command, decided with fresh random bytes as on the floor."""
    return fold(decide(book, table, command, secret=chance.randbytes(32)), table)


def one_seat(book: Rulebook, chance: Random) -> Table:
    """Return an automatic table whose only seat is taken."""
    named = f"table:{chance.randbytes(16).hex()}"
    opening = t.OpenTable(by=t.FLOOR, id=named, dealt=DealingMode.AUTOMATIC, dealing="electronic", positions=1)
    return after(book, after(book, None, opening, chance), t.Sit(person="ann", player="ann", position=1), chance)


def round_at(book: Rulebook, table: Table, bets: Sequence[Bet], chance: Random) -> Table:
    """Return the table after a round: ante and seed, a bet on every street, settlement and the next commitment."""
    assert table.committed is not None, "the house is committed before the wagers"
    seen, seed = table.committed.commitment, chance.randbytes(16).hex()
    wagers = {Wager.ANTE: 5_00}
    table = after(
        book, table, t.PlaceWagers(person="ann", position=1, wagers=wagers, seed=seed, commitment=seen), chance
    )
    for bet in bets:
        table = after(book, table, t.Play(person="ann", do=bet, turn=table.turn), chance)
    return table


def heads_up() -> None:
    """Play one hand of hold'em between two players who check or call to the showdown."""
    state = NoLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (1, 2), 2, (200, 200), 2)
    while state.status:
        state.check_or_call()


def run() -> Iterator[Result]:
    book = rulebook("online")
    chance = Random(1)  # noqa: S311
    scripts = [script(chance) for _ in range(ROUNDS)]
    bets = [[command for command in commands if isinstance(command, Bet)] for commands in scripts]
    seated = one_seat(book, chance)

    def rounds() -> None:
        for commands in scripts:
            play(book, *commands)

    def rounds_at_table() -> None:
        table = seated
        for three in bets:
            table = round_at(book, table, three, chance)
        assert table.rounds == ROUNDS, "every round was settled"

    def peer() -> None:
        for _ in range(ROUNDS):
            heads_up()

    hand = "a heads-up hand of PokerKit"
    yield compare("a complete round", rounds, peer, target=60, peer_name=hand, units=ROUNDS)
    title = "a whole round at a one-seat automatic table"
    yield compare(title, rounds_at_table, peer, target=15, peer_name=hand, units=ROUNDS)
