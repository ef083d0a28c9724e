"""Outs: the unseen cards that help a hand with one card to come.

This module loads no mathematics, so that whoever only names a target need not wait for it.
"""

from enum import StrEnum
from typing import TYPE_CHECKING

from mississippi_stud.cards import DECK, Card
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five

if TYPE_CHECKING:
    from mississippi_stud.maths.advice import Situation
    from mississippi_stud.maths.game import Game


class OutsTarget(StrEnum):
    """What an unseen card has to make to count as an out."""

    JACKS = "jacks-or-better"
    PAID = "paid"
    """A hand that does not lose: one that wins, or a push."""


def unseen(now: "Situation") -> list[Card]:
    """Return the cards that can still come."""
    seen = {*now.hole, *now.board, *now.seen, *(now.known or {}).values()}
    return [card for card in DECK if card not in seen]


def outs(game: "Game", now: "Situation", target: OutsTarget) -> dict[Hand, tuple[Card, ...]]:
    """Return the unseen cards that would make what is wanted, by the hand they make, the best hand first."""
    held = (*now.hole, *now.board)
    if len(held) != 4 or now.known:
        raise InputError("outs-too-early")
    found: dict[Hand, list[Card]] = {}
    for card in unseen(now):
        found.setdefault(five(*held, card), []).append(card)
    wanted = game.pays if target is OutsTarget.PAID else [hand for hand in Hand if hand >= Hand.JACKS_OR_BETTER]
    return {hand: tuple(found[hand]) for hand in sorted(found, reverse=True) if hand in wanted}
