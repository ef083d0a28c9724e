"""A guest's past rounds as the trainer sees them: what the decisions cost by rule, and what the shadow player won."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from mississippi_stud.floor import Floor
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.meter_values import value_at
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, STREETS, Wager
from mississippi_stud.web.trainer_shapes import ShadowRound

if TYPE_CHECKING:
    from mississippi_stud.trainer.leaks import RuleTally
    from mississippi_stud.trainer.situations import Syllabus

ROUNDS_MAX: Final = 100
"""The rounds that are looked back at."""


class JudgedGame(NamedTuple):
    """The game that a round was, and the side wagers that it counts."""

    course: "Syllabus"
    counted: tuple[Wager, ...]


@lru_cache(256)
def _course(
    floor: Floor, book: str, setup_type: type, setup: bytes, wagers: tuple[tuple[Wager, int], ...], meter: Any
) -> JudgedGame | None:
    """Return the game that a round was; None if it cannot be solved by situations."""
    from mississippi_stud.maths.round_games import round_game
    from mississippi_stud.trainer.situations import syllabus

    found = round_game(floor.book(book), msgspec.json.decode(setup, type=setup_type), dict(wagers), meter)
    return None if found.game.crowded() else JudgedGame(syllabus(found.game), found.counted)


def history_of(floor: Floor, name: recall.Players, book: str) -> "tuple[dict[str, RuleTally], list[ShadowRound]]":
    """Return what somebody's decisions cost in their last rounds alone under a book, and the shadow's results.

    A round counts if its cards all left the deck: then the shadow can play them to the end. Side wagers that a fold
    loses are counted, at the meter as it stood when the round was settled.
    """
    from mississippi_stud.trainer.shadow import shadow_cents

    tallies: dict[str, RuleTally] = {}
    rounds = []
    wanted = recall.RoundFilter(player=name, book=book, status="settled")
    for past in recall.history(floor, wanted, limit=ROUNDS_MAX):
        moments = list(recall.moments(floor, past))
        state = moments[-1].after
        hand = next(iter(state.hands.values()))
        if len(past.hands) != 1 or None in (*hand.hole, *state.community) or hand.ending not in (None, "folded"):
            continue
        found = _course(floor, past.book, *_key(floor, past, hand, moments))
        if found is None:
            continue
        course, counted = found
        _count(course, hand, state.community, tallies)
        net = sum(
            result.won_cents + result.returned_cents - hand.stakes[Wager(result.wager)].cents
            for result in state.results
            if result.wager in (*MAIN_WAGERS, *counted)
        )
        shadow = shadow_cents(course, hand.hole, state.community)
        table = past.stream.partition(":")[2]
        rounds.append(ShadowRound(table=table, number=past.number, net_cents=net, shadow_cents=shadow))
    return tallies, rounds


def _key(floor: Floor, past: recall.PastRound, hand: Any, moments: list[Any]) -> tuple[Any, ...]:
    """Return what tells the game of one round from that of another: terms, wagers before the streets, and the meter."""
    setup = moments[-1].after.setup
    wagers = tuple((wager, stake.cents) for wager, stake in hand.stakes.items() if wager not in STREETS)
    meter = value_at(floor, past.stream, moments) if setup.meter and len(wagers) > 1 else None
    return type(setup), msgspec.json.encode(setup), wagers, meter


def _count(course: "Syllabus", hand: Any, community: Any, tallies: "dict[str, RuleTally]") -> None:
    """Add the decisions of a hand to what its player's decisions cost, by rule of the strategy card."""
    from mississippi_stud.maths.advice import Situation
    from mississippi_stud.trainer.drills import asked
    from mississippi_stud.trainer.grades import judge
    from mississippi_stud.trainer.leaks import RuleTally

    bets = tuple(hand.stakes[street].cents // hand.ante_cents for street in STREETS if street in hand.stakes)
    played = [*map(str, bets), *(["fold"] if hand.ending is not None else [])]
    for street, play in enumerate(played):
        now = Situation(hand.hole, community[:street], bets[:street])
        verdict = judge(course.values(now.hole, now.board, now.bets), play)
        rule = asked(course, now).rule
        tallies[rule] = tallies.get(rule, RuleTally()).plus(verdict.cost)
