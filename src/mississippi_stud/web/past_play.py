"""A guest's past rounds as the trainer sees them: what the decisions cost by rule, and what the shadow player won."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from mississippi_stud.floor import Floor
from mississippi_stud.floor.history import recall
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, STREETS, Wager
from mississippi_stud.web.trainer_shapes import ShadowRound

if TYPE_CHECKING:
    from mississippi_stud.trainer.leaks import RuleTally
    from mississippi_stud.trainer.situations import Syllabus

ROUNDS_MAX: Final = 100
"""The rounds that are looked back at."""


@lru_cache(32)
def _course(floor: Floor, book: str, ante_cents: int) -> "Syllabus":
    """Return the game that a round was: its book by content hash, at its ante."""
    from mississippi_stud.maths.options import Choices, main_game
    from mississippi_stud.trainer.situations import syllabus

    return syllabus(main_game(floor.book(book), Choices(), {}, ante_cents))


def history_of(floor: Floor, name: str, book: str) -> "tuple[dict[str, RuleTally], list[ShadowRound]]":
    """Return what somebody's decisions cost in their last rounds alone under a book, and the shadow's results.

    A round counts if its cards all left the deck: then the shadow can play them to the end.
    """
    from mississippi_stud.trainer.shadow import shadow_cents

    tallies: dict[str, RuleTally] = {}
    rounds = []
    wanted = recall.RoundFilter(player=name, book=book, status="settled")
    for past in recall.history(floor, wanted, limit=ROUNDS_MAX):
        state = [each.after for each in recall.moments(floor, past)][-1]
        hand = next(iter(state.hands.values()))
        if len(past.hands) != 1 or None in (*hand.hole, *state.community) or hand.ending not in (None, "folded"):
            continue
        course = _course(floor, past.book, hand.ante_cents)
        _count(course, hand, state.community, tallies)
        net = sum(
            result.won_cents + result.returned_cents - hand.stakes[Wager(result.wager)].cents
            for result in state.results
            if result.wager in MAIN_WAGERS
        )
        shadow = shadow_cents(course, hand.hole, state.community)
        table = past.stream.partition(":")[2]
        rounds.append(ShadowRound(table=table, number=past.number, net_cents=net, shadow_cents=shadow))
    return tallies, rounds


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
