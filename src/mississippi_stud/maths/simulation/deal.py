"""The cards of a simulated round, from its seed and number alone."""

import numpy as np

from mississippi_stud.cards import DECK, Card
from mississippi_stud.maths import batch
from mississippi_stud.maths.classes import classes_of, levels
from mississippi_stud.maths.simulation import seats, twin
from mississippi_stud.maths.simulation.machine import HOLES

Cards = tuple[Card, ...]


def deal(
    seed: int, number: int, players: int = 1, *, beside: bool = False, bonus: bool = False, permuted: bool = False
) -> tuple[Cards, tuple[Cards, ...], Cards]:
    """Return the community cards, the hole cards of each seat and, with a bonus, its four cards.

    `beside`: there are side wagers, so that a single seat's cards are drawn as those of several.
    """
    numbers = np.array([number], dtype=np.uint64)
    if players > 1 or beside:
        cards = tuple(map(Card, seats.deals(seed, numbers, players, bonus)[0].tolist()))
        end = 3 + 2 * players
        return cards[:3], tuple(cards[at : at + 2] for at in range(3, end, 2)), cards[end:]
    hole, *places = (int(each[0]) for each in twin.draws(seed, numbers, permuted))
    held: Cards = HOLES[hole]
    for place in places:
        held = (*held, unseen(held)[place])
    return held[2:], (held[:2],), ()


def unseen(held: Cards) -> list[Card]:
    """Return the unseen cards in the order in which `machine` draws them."""
    cards = np.array([card for card in DECK if card not in held])
    rows = np.column_stack((np.tile(held, (len(cards), 1)), cards))
    if len(held) == 4:
        order = np.argsort(batch.five(rows.astype(np.uint8)), kind="stable")
    else:
        found = classes_of(rows)
        order = np.lexsort((cards, found, levels()[len(held) + 1].kind[found]))
    return [Card(card) for card in cards[order].tolist()]
