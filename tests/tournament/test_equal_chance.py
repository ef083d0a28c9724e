"""Equal players win equally often in every format (crown 12.1): whatever their number, table, seat and turn to bet.

Once every player wins or loses by the same chance in every hand; once real cards are dealt from a shuffled deck, bet
in the order of the tournament and settled by the book, and everybody plays by the same rule of thumb. The wins of each
entrant are compared with equal shares by Pearson's statistic; the seeds are fixed, so that no test fails by bad luck.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from mississippi_stud.cards import DECK, rank
from mississippi_stud.fairness.lot import lot_commitment
from mississippi_stud.money import Cents
from mississippi_stud.round import Bet, Command, Deal, Fold, Open, Place, State, decide, evolve
from mississippi_stud.round.dealer import Step, dealt_cards, next_step
from mississippi_stud.round.evolve import play
from mississippi_stud.round.state import OVER
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament.heats import betting_order, check_turn, playing, result_of, setup_of
from mississippi_stud.tournament.programme import Field
from mississippi_stud.tournament.state import FeeKind, Heat, Life
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import BuyBack
from tests.tournament.hall import START, Cup, terms

JACK = 9
PLAYERS = tuple(f"p{number}" for number in range(12))
BOUND = 31.264
"""Of equal players the statistic stays below this with a confidence of 99.9% (chi-squared, 11 degrees of freedom)."""


def short(template: str) -> Cup:
    """Return a tournament of a format with few hands, whose players are drawn and seated."""
    told = terms(template)
    sessions = tuple(
        replace(session, hands=5, minutes=None, culls=tuple(replace(cull, after_hand=1 + at) for at, cull in
                enumerate(session.culls)))
        for session in told.programme.sessions
    )  # fmt: skip
    return Cup(replace(told, rounds_and_sessions=replace(told.programme, sessions=sessions)))


def winners(template: str, chance: Random, hand: "Hand") -> tuple[str, ...]:
    """Play a tournament by chance; return who won it."""
    cup = short(template)
    cup.check = lambda: None  # type: ignore[method-assign]
    cup.briefed(" ".join(PLAYERS), "t1 t2 t3")
    cup.draws, cup.at = 1 + chance.randrange(10**9), START
    cup.contest = replace(cup.now, commitment=_commitment(cup.draws))
    while cup.now.life is not Life.FINISHED:
        cup.at += 10**12
        if cup.now.life is not Life.IN_PLAY:
            _come_back(cup)
        if cup.now.life is not Life.IN_PLAY or _turns_left(cup):
            cup.draw()
        cup.begin()
        _play(cup, chance, hand)
        if not _turns_left(cup):
            secret = cup.draws.to_bytes(32, "big")
            cup.do(c.EndSession, secret=secret, commitment=_commitment(cup.draws + 1))
            cup.draws += bool(cup.events[-2].__class__.__name__ == "DrawCommitted")
    cup.do(c.DeclareResults)
    return cup.now.ranking[0]


def _commitment(number: int) -> str:
    return lot_commitment(number.to_bytes(32, "big"))


def _turns_left(cup: Cup) -> bool:
    return cup.now.turn < cup.now.play_session.heats and not any(heat.play_off for heat in cup.now.heats.values())


def _come_back(cup: Cup) -> None:
    contest = cup.now
    following = contest.terms.programme.sessions[contest.following - 1]
    kind = FeeKind.SESSION if following.field is Field.OUT else FeeKind.BUY_BACK
    if contest.session and (following.entry_cents or isinstance(contest.terms.buying_back_in, BuyBack)):
        for entrant in [each for each in contest.entrants.values() if each.status.value == "out"]:
            cup.do(c.BuyChips, by=entrant.player, name=entrant.name, kind=kind)


def _play(cup: Cup, chance: Random, hand: "Hand") -> None:
    """Play every heat by chance, as many at a time as there are tables."""
    while any(not heat.over for heat in cup.now.heats.values()):
        cup.begin()
        for heat in [each for each in cup.now.heats.values() if each.running]:
            hand(cup, heat, chance)


Hand = Callable[[Cup, Heat, Random], None]


def by_chance(cup: Cup, heat: Heat, chance: Random) -> None:
    """Let everybody win or lose by the same chance."""
    able = playing(cup.now, heat).values()
    cup.hand(heat.number, **{name: chance.choice((-25_00, -100_00, 25_00, 300_00)) for name in able})


def by_cards(cup: Cup, heat: Heat, chance: Random) -> None:
    """Deal a round of real cards, which everybody plays by the same rule."""
    cup.rounds += 1
    book, contest = cup.rules.book, cup.now
    state = play(book, Open(setup=setup_of(contest, heat, next(iter(book.dealing.methods)))))

    def do(command: Command) -> None:
        nonlocal state
        for event in decide(book, state, command):
            state = evolve(state, event)

    cards = chance.sample(DECK, len(DECK))
    least = contest.terms.wager.minimum_chips
    for position in state.hands:
        do(Place(position=position, wager=Wager.ANTE, cents=Cents(least)))
    step: Step | None = Deal()
    while state.phase not in OVER:
        if step is not None:
            do(dealt_cards(book, state, cards, step))
        else:
            waiting = {hand.position for hand in state.waiting()}
            position = next(each for each in betting_order(contest, heat, heat.hand + 1) if each in waiting)
            check_turn(cup.rules, contest, heat, state, position)
            hand = state.hands[position]
            left = contest.entrants[heat.seats[position]].chips - sum(each.cents for each in hand.stakes.values())
            times = min(_times(state, position), left // least)
            do(Bet(position=position, cents=Cents((3 if times > 2 else min(times, 1)) * least)) if times else
               Fold(position=position))  # fmt: skip
        step = next_step(book, state)
    results = result_of(heat, state)
    cup.do(c.RecordHand, by="floor", heat=heat.number, round=f"t#{cup.rounds}", began_at=cup.at, results=results)


def _times(state: State, position: int) -> int:
    """Return what everybody bets who sees these cards: three antes on a pair, one on a picture, or else a fold."""
    seen = (*(state.hands[position].hole), *state.community[: state.revealed])
    ranks = [rank(card) for card in seen if card is not None]
    pair = len(set(ranks)) < len(ranks)
    return 3 if pair else int(max(ranks) >= JACK)


def counted(template: str, tournaments: int, hand: Hand = by_chance) -> float:
    """Return Pearson's statistic of who won how many tournaments; a shared win counts in parts."""
    chance, won = Random(template), Counter[str]()  # noqa: S311
    for _ in range(tournaments):
        first = winners(template, chance, hand)
        for name in first:
            won[name] += 60 // len(first) if len(first) in (1, 2, 3, 4, 5, 6) else 0
    total = sum(won.values()) / 60
    expected = total / len(PLAYERS)
    return sum((won[name] / 60 - expected) ** 2 / expected for name in PLAYERS)


def test_equal_players_win_equally_often_in_a_heat_and_a_final():
    assert counted("heats-and-final", 60) < BOUND


@pytest.mark.campaign
@pytest.mark.parametrize("template", TEMPLATES)
def test_equal_players_win_equally_often_in_every_format(template: str):
    assert counted(template, 1_200) < BOUND


def test_equal_players_win_equally_often_with_real_cards():
    assert counted("elimination", 30, by_cards) < BOUND


@pytest.mark.campaign
@pytest.mark.parametrize("template", TEMPLATES)
def test_equal_players_win_equally_often_with_real_cards_in_every_format(template: str):
    assert counted(template, 1_200, by_cards) < BOUND
