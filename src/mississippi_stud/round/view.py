"""What a person may see of a round. No card leaves the round in any other way."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.money import Cents
from mississippi_stud.round.settle import outlives
from mississippi_stud.round.state import OVER, Ending, Phase, PlayerHand, Result, Setup, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager


class Role(StrEnum):
    """The role of a viewer. As at a real table, staff see no more than the felt shows."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    INSPECTOR = "inspector"
    SPECTATOR = "spectator"


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """A betting position as a viewer sees it; a card that they may not see is None."""

    position: int
    player: str
    blind: bool
    wagers_cents: Mapping[Wager, Cents]
    """A secret wager that the viewer may not see counts as 0."""
    hole: tuple[Card | None, ...]
    ending: Ending | None
    ended_on: Wager | None
    secret: tuple[Wager, ...] = ()
    """The wagers that only their player sees before the round is over."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A round as a viewer sees it."""

    phase: Phase
    setup: Setup
    hands: tuple[HandView, ...]
    community: tuple[Card | None, ...]
    bonus_cards: tuple[Card | None, ...]
    results: tuple[Result, ...]
    order: tuple[int, ...]


def view(book: Rulebook, state: State, role: Role, player: str | None = None) -> View:
    """Return the round as a person in that role sees it; `player` names a player."""
    return View(
        phase=state.phase,
        setup=state.setup,
        hands=tuple(_hand(book, state, hand, role, player) for _, hand in sorted(state.hands.items())),
        community=tuple(
            card if place < state.revealed or place in state.exposed else None
            for place, card in enumerate(state.community)
        ),
        bonus_cards=state.bonus_cards if state.phase is Phase.SETTLED else (None,) * len(state.bonus_cards),
        results=state.results,
        order=state.order,
    )


def with_own_cards(book: Rulebook, state: State, seen: View, player: str) -> View:
    """Return the round as a player sees it, given how everybody does."""
    hands = tuple(
        _hand(book, state, state.hands[each.position], Role.PLAYER, player) if each.player == player else each
        for each in seen.hands
    )
    return msgspec.structs.replace(seen, hands=hands)


def _hand(book: Rulebook, state: State, hand: PlayerHand, role: Role, player: str | None) -> HandView:
    own = role is Role.PLAYER and player == hand.player and not hand.blind
    secret = () if state.phase in OVER else tuple(wager for wager, stake in hand.stakes.items() if stake.secret)
    shown = own or (state.phase is Phase.SETTLED and _turned(book, hand))
    return HandView(
        position=hand.position,
        player=hand.player,
        blind=hand.blind,
        wagers_cents={
            wager: Cents(0) if wager in secret and not own else stake.cents for wager, stake in hand.stakes.items()
        },
        hole=hand.hole if shown else (None,) * len(hand.hole),
        ending=hand.ending,
        ended_on=hand.ended_on,
        secret=secret,
    )


def _turned(book: Rulebook, hand: PlayerHand) -> bool:
    """Whether the hand's cards are turned up at settlement: it is in play, or its cards still decide a wager."""
    if hand.ending is None:
        return True
    decided_by_hand = (wager for wager in hand.stakes if book.wagers[wager].basis.value != "community-cards")
    return any(outlives(book, hand, wager) for wager in decided_by_hand)
