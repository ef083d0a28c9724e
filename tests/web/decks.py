"""Decks that a test chooses: a player's seed that names cards puts them on top; any other seed shuffles as always."""

from mississippi_stud.cards import DECK, Card, parse
from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import deck


def scripted(secret: bytes, seed: str, round_id: str) -> tuple[Card, ...]:
    """The deck of a round."""
    try:
        top = parse(seed)
    except InputError:
        top = ()
    if len(top) < 5:
        return deck(secret, seed, round_id)
    return (*top, *(card for card in DECK if card not in top))
