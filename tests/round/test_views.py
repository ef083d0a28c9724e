"""Nobody sees a card that they could not see at a real table: changing a hidden card leaves the view byte-identical.

`may_see` states a second time, from the books, what may be seen.
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from random import Random

import msgspec
import pytest

from mississippi_stud.cards import parse, parse_card
from mississippi_stud.round import (
    Setup,
    ShowHole,
    decide,
    view,
)
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.state import State
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from tests.clauses import clause
from tests.round.drive import commands_of
from tests.round.oracle import DEALS, DECK, Box, Plan, boxes, words_of
from tests.round.rounds import random_plan
from tests.script import go

Slot = tuple[str, int, int]
"""Where a card lies: ``("hole", position, 0 or 1)``, or its place among the community, bonus or burnt cards."""


@dataclass(frozen=True)
class Viewer:
    role: Role
    player: str | None = None


@dataclass
class Moment:
    """A round after some lines of its script."""

    book: str
    dealt: bool
    revealed: int
    settled: bool
    boxes: dict[int, Box]

    def turned(self, position: int) -> bool:
        """Whether a hand is turned up at settlement."""
        box = self.boxes[position]
        match box.ending:
            case None:
                return True
            case "folded":  # never, unless its cards still decide a wager (maryland .11B(3), .11H)
                return "six-card-bonus" in box.stakes
            case "forfeited":  # crown 7.4.1(a) leaves the jackpot wager, 5.9.1 requires all three streets
                return "jackpot" in box.keeps(self.book) and "fifth-street" in box.stakes
            case _:  # conceded, abandoned, void: the cards go face down to the rack
                return False

    def needs_community(self) -> bool:
        """Whether the community cards decide a wager that is being settled."""
        hands = [box for box in self.boxes.values() if box.stakes]
        return any(
            box.ending is None or set(box.keeps(self.book)) - {"jackpot"} or (box.ending and self.turned(box.position))
            for box in hands
        )


def may_see(plan: Plan, moment: Moment, viewer: Viewer, slot: Slot) -> bool:
    """Whether a viewer may know a card at a moment."""
    kind, where, place = slot
    if not moment.dealt:
        return False
    match kind:
        case "community":  # face down until its street is complete, then public
            return place < moment.revealed or (moment.settled and moment.needs_community())
        case "bonus":  # face down until settlement
            return moment.settled
        case "burnt":  # crown 1.1 Burn: removed face down
            return False
        case "hole":
            owner = viewer.role is Role.PLAYER and viewer.player == dict(plan.seats)[where]
            if owner and not plan.blind(where):  # crown 5.10.2(a): nobody sees an additional hand before settlement
                return True
            return moment.settled and moment.turned(where)
    raise AssertionError(kind)


def slots(plan: Plan) -> list[Slot]:
    return [
        *(("hole", position, place) for position in plan.hole for place in (0, 1)),
        *(("community", 0, place) for place in range(3)),
        *(("bonus", 0, place) for place in range(len(plan.bonus_cards))),
        *(("burnt", 0, place) for place in range(len(plan.burnt))),
    ]


def card_at(plan: Plan, slot: Slot) -> str:
    kind, where, place = slot
    return {"hole": plan.hole.get(where), "community": plan.community, "bonus": plan.bonus_cards, "burnt": plan.burnt}[
        kind
    ][place]


def with_cards(plan: Plan, cards: dict[Slot, str]) -> Plan:
    """Return the plan with other cards in some places."""
    other = deepcopy(plan)
    for (kind, where, place), card in cards.items():
        held = {"hole": other.hole.get(where), "community": other.community, "bonus": other.bonus_cards}
        before = held.get(kind, other.burnt)
        after = (*before[:place], card, *before[place + 1 :])
        match kind:
            case "hole":
                other.hole[where] = after
            case "community":
                other.community = after
            case "bonus":
                other.bonus_cards = after
            case "burnt":
                other.burnt = after
    return other


def moments(plan: Plan) -> list[Moment]:
    """Return the round at its beginning and after every line of its script."""
    found = []
    for count in range(len(plan.script) + 1):
        done = plan.script[:count]
        verbs = Counter(words_of(line)[1] for line in done)
        at, _ = boxes(Plan(**{**vars(plan), "script": [*done, "settle"]}))
        found.append(Moment(plan.book, bool(verbs["deal"]), verbs["reveal"], bool(verbs["settle"]), at))
    return found


def viewers(plan: Plan) -> list[Viewer]:
    """Return everybody at and around the table; a staff member named like a player still sees only the felt."""
    players = sorted({player for _, player in plan.seats})
    staff = [Viewer(role) for role in Role if role is not Role.PLAYER]
    posing = [Viewer(role, players[0]) for role in (Role.DEALER, Role.SUPERVISOR, Role.SPECTATOR)]
    return [*(Viewer(Role.PLAYER, player) for player in players), Viewer(Role.PLAYER, "zoe"), *staff, *posing]


def states(plan: Plan, until: int) -> list[State]:
    """Return the engine's state at each moment; showing hands just before settlement is not a separate moment."""
    rules = rulebook(plan.book)
    state = None
    found: list[State] = []
    for command in commands_of(plan):
        for event in decide(rules, state, command):
            state = evolve(state, event)
        if not isinstance(command, ShowHole):
            found.append(state)
        if len(found) > until:
            break
    return found


def seen_by(plan: Plan, state: State, viewer: Viewer) -> bytes:
    return msgspec.json.encode(view(rulebook(plan.book), state, viewer.role, viewer.player))


def check_what_is_seen(plan: Plan, moment: Moment, state: State, viewer: Viewer) -> None:
    """Check that the view has every card that the viewer may know and the round knows, and no other."""
    shown = view(rulebook(plan.book), state, viewer.role, viewer.player)
    holes = {hand.position: hand for hand in shown.hands}
    known = {hand.position: hand.hole for hand in state.hands.values()}
    for slot in slots(plan) if moment.dealt else ():
        kind, where, place = slot
        if kind == "burnt":
            continue
        inside = {"hole": known.get(where), "community": state.community, "bonus": state.bonus_cards}[kind][place]
        found = {"hole": holes[where].hole if where else None, "community": shown.community, "bonus": shown.bonus_cards}
        if may_see(plan, moment, viewer, slot):
            assert found[kind][place] == inside
            if not plan.unseen_deck:
                assert inside == parse_card(card_at(plan, slot))
        else:
            assert found[kind][place] is None


def changes(plan: Plan, chance: Random) -> list[dict[Slot, str]]:
    """Return changes to the cards: each card replaced by an undealt one, and random pairs on the table swapped."""
    everywhere = slots(plan)
    undealt = sorted(set(DECK) - {card_at(plan, slot) for slot in everywhere})
    fresh = [{slot: chance.choice(undealt)} for slot in everywhere]
    pairs = [chance.sample(everywhere, 2) for _ in everywhere]
    return fresh + [{one: card_at(plan, other), other: card_at(plan, one)} for one, other in pairs]


def check_leaks(plan: Plan, chance: Random) -> int:
    """Check that changes to hidden cards go unnoticed, and return how many there were."""
    told = moments(plan)
    before = states(plan, len(told))
    assert len(before) == len(told)
    people = viewers(plan)
    views = [{viewer: seen_by(plan, state, viewer) for viewer in people} for state in before]
    for moment, state in zip(told, before, strict=True):
        for viewer in people:
            check_what_is_seen(plan, moment, state, viewer)
    compared = 0
    for cards in changes(plan, chance):
        blind = [
            [viewer for viewer in people if not any(may_see(plan, moment, viewer, slot) for slot in cards)]
            for moment in told
        ]
        last = max(number for number, who in enumerate(blind) if who)
        other = with_cards(plan, cards)
        for number, state in enumerate(states(other, last)[: last + 1]):
            for viewer in blind[number]:
                assert seen_by(plan, state, viewer) == views[number][viewer], (cards, viewer, plan.script[:number])
                compared += 1
    return compared


@pytest.mark.parametrize(("book", "method"), DEALS)
def test_a_hidden_card_changes_no_view(book, method):
    chance = Random(4)  # noqa: S311
    compared = rounds = 0
    while rounds < 25:
        plan = random_plan(book, chance)
        if plan.method == method and plan.hole:
            compared += check_leaks(plan, chance)
            rounds += 1
    assert compared > 1_000


BLIND_BOX = Setup(dealing="shuffler", seats=((1, "ann"), (2, "ben"), (3, "ann")))
"""Ann sits at 1 and has a blind box at 3; Ben folds at 2."""
BLIND_ROUND = "1 bet 1; 2 fold; 3 blind 1 2 3; reveal; 1 bet 1; reveal; 1 bet 1; reveal"


EVERYBODY = [
    *(Viewer(role) for role in Role if role is not Role.PLAYER),
    *(Viewer(Role.PLAYER, n) for n in ("ann", "ben")),
]


@clause("crown 5.10.2(a)")
@pytest.mark.parametrize("viewer", EVERYBODY, ids=str)
def test_5_10_2_a__nobody_sees_a_blind_box_before_it_is_settled(viewer):
    crown = rulebook("crown")
    state = go("crown", BLIND_BOX, "1 ante 5; 2 ante 5; 3 ante 5; deal Qh Jh Th Ah Kh 2c 7d As Ks")
    for line in ("", *BLIND_ROUND.split("; ")):
        state = go("crown", state, line)
        assert view(crown, state, viewer.role, viewer.player).hands[2].hole == (None, None)
    shown = view(crown, go("crown", state, "settle"), viewer.role, viewer.player)
    assert shown.hands[2].hole == parse("As Ks")
    own = parse("2c 7d") if viewer.player == "ben" else (None, None)
    assert shown.hands[1].hole == own, "a folded hand is never turned"


@clause("maryland .11B(3)", "maryland .11H(2)")
@pytest.mark.parametrize("six_card", [False, True])
def test_11b3__a_folded_hand_is_turned_only_for_the_six_card_bonus(six_card):
    maryland = rulebook("maryland")
    tables = {Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}
    wagers = "1 ante 5; 1 three-card-bonus 5" + ("; 1 six-card-bonus 5" if six_card else "")
    setup = Setup(dealing="automatic", seats=((1, "ann"),), tables=tables)
    state = go("maryland", setup, f"{wagers}; deal 2h 2s 2d 9c Qh Jh Th 2c 7d; 1 fold")
    folded = view(maryland, state, Role.DEALER)
    assert (folded.hands[0].hole, folded.bonus_cards) == ((None, None), (None,) * 4)
    settled = view(maryland, go("maryland", state, "settle"), Role.DEALER)
    assert settled.hands[0].hole == (parse("2c 7d") if six_card else (None, None))
    assert settled.bonus_cards == parse("2h 2s 2d 9c")
    assert settled.community == parse("Qh Jh Th")
