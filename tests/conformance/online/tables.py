"""Games of online for the tests by clause."""

from tests.script import go

from mississippi_stud.round import Setup, State
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks import rulebook

GAME = Setup(dealing="electronic", seats=((1, "ann"),))
MAIN = ("ante", "third-street", "fourth-street", "fifth-street")
BONUS = [
    ("Ah Kh Qh", "win", "500.00"),
    ("Kh Qh Jh", "win", "400.00"),
    ("Ah 2h 3h", "win", "400.00"),
    ("9h 9s 9c", "win", "300.00"),
    ("Ah Kh Qc", "win", "60.00"),
    ("Ah 2h 3c", "win", "60.00"),
    ("Ah Kh Jh", "win", "40.00"),
    ("Kh Ah 2h", "win", "40.00"),
    ("2h 2s Ah", "win", "10.00"),
    ("Kh Ah 2c", "lose", "0.00"),
    ("Ah Kh Jc", "lose", "0.00"),
]
"""The community cards, and what a bonus of $10.00 makes of them."""


def dealt(hole: str, community: str, ante: str = "10", bonus: str = "") -> State:
    """A game at its first decision."""
    side = f"1 three-card-bonus {bonus}" if bonus else ""
    return go("online", GAME, f"1 ante {ante}; {side}; deal {hole} {community}")


def played(hole: str, community: str, *bets: str, ante: str = "10", bonus: str = "") -> State:
    """A game to its end: the ante, perhaps the bonus, and three street wagers."""
    third, fourth, fifth = bets or (ante,) * 3
    start = dealt(hole, community, ante, bonus)
    return go("online", start, f"1 place {third}; reveal; 1 place {fourth}; reveal; 1 place {fifth}; reveal; settle")


def paid(state: State) -> int:
    """What the game pays out, stakes included, in cents."""
    return sum(result.won_cents + result.returned_cents for result in state.results)


def net(state: State) -> int:
    """What the player is up or down, in cents."""
    return net_cents(state, 1)


def words(*names: str) -> list[tuple[str, str]]:
    """What the book calls things, in French and in English."""
    terms = rulebook("online").terms
    return [(terms[name].fr.value, terms[name].en.value) for name in names]
