"""The registry of incidents: the facts each one takes, when it can happen, and which case of the book applies.

The books say which incidents they know and what is ruled in each case (decision 40); this module defines what the
conditions of the cases mean.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from mississippi_stud.round.deal import known_cards, places
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase, PlayerHand, State
from mississippi_stud.rulebooks.conduct import CaseCondition, Incident, Remedy
from mississippi_stud.rulebooks.model import Case, Clause, Rulebook, clause_of
from mississippi_stud.rulebooks.vocabulary import STREETS, DealStep, Wager
from mississippi_stud.table.staff import lowest
from mississippi_stud.table.state import Facts, Ruling
from mississippi_stud.table.whereabouts import spare


class Stage(StrEnum):
    """When an incident can happen."""

    DEAL = "deal"
    STARTED = "started"
    DEALT = "dealt"
    BETWEEN = "between"
    ANY = "any"


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of an incident: those in `needs` are required, those in `may` are optional."""

    stage: Stage
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    of_cards: bool = True
    """Whether it cannot happen where the floor deals, whose deck is never dropped, counted or exposed early."""
    device: str = ""
    """The device that must be in use for it to happen."""
    counted: bool = False
    """Whether it arises from a count of the whole deck."""


MEASURES: Final = (
    CaseCondition.PLAY_FIRST,
    CaseCondition.SEPARATE,
    CaseCondition.ENGLISH_ONLY,
    CaseCondition.VOID_WAGERS,
    CaseCondition.EXCLUDE,
    CaseCondition.EXCLUDE_FROM_CASINO,
    CaseCondition.WITHHOLD,
)
CAUSES: Final = ("civil-commotion", "fire", "riot", "brawl", "robbery", "act-of-god")

REGISTRY: Final = {
    Incident.CARD_EXPOSED: Spec(stage=Stage.DEAL),
    Incident.WRONG_HOLE_COUNT: Spec(stage=Stage.STARTED, needs=("position", "cards")),
    Incident.WRONG_COMMUNITY_COUNT: Spec(stage=Stage.STARTED, needs=("cards",), may=("order",)),
    Incident.WRONG_BONUS_COUNT: Spec(stage=Stage.STARTED, needs=("cards",)),
    Incident.COMMUNITY_EXPOSED: Spec(stage=Stage.DEALT, needs=("street",), may=("card",)),
    Incident.COMMUNITY_MISSPREAD: Spec(stage=Stage.DEALT),
    Incident.STRAY_HAND: Spec(stage=Stage.STARTED, needs=("position",), may=("looked", "card")),
    Incident.CARDS_TAKEN: Spec(stage=Stage.DEALT, needs=("position",), may=("named", "only", "card")),
    Incident.CARD_FACE_UP: Spec(stage=Stage.DEAL, may=("cards", "card")),
    Incident.CARD_DRAWN_IN_ERROR: Spec(stage=Stage.DEAL),
    Incident.CARDS_DROPPED: Spec(stage=Stage.ANY),
    Incident.DECK_INCOMPLETE: Spec(stage=Stage.ANY, counted=True, needs=("cards",)),
    Incident.FOREIGN_CARD: Spec(stage=Stage.ANY),
    Incident.STUB_COUNT_WRONG: Spec(stage=Stage.DEALT, counted=True, needs=("misdealt", "cards")),
    # where people run the table, they count the cards first
    Incident.DEVICE_COUNT: Spec(stage=Stage.ANY, counted=True, device="counting-device", needs=("cards",)),
    Incident.SHUFFLER_JAMS: Spec(stage=Stage.ANY, device="shuffler"),
    Incident.SHOE_JAMS: Spec(stage=Stage.STARTED, device="automated-shoe"),
    Incident.DEVICE_FAILS: Spec(stage=Stage.ANY, device="shuffler"),
    Incident.DEVICE_UNUSABLE: Spec(stage=Stage.BETWEEN, device="device"),
    Incident.PLAYER_ABSENT: Spec(stage=Stage.DEALT, of_cards=False, needs=("position",)),
    Incident.CANNOT_FUND: Spec(stage=Stage.DEALT, of_cards=False, needs=("position",)),
    Incident.STREET_WAGER_FOUND: Spec(stage=Stage.DEALT, of_cards=False, needs=("position", "street")),
    Incident.BLIND_HAND_VIEWED: Spec(stage=Stage.DEALT, of_cards=False, needs=("positions",)),
    Incident.INFORMATION_EXCHANGED: Spec(stage=Stage.DEALT, of_cards=False, needs=("position",)),
    Incident.CARDS_MISHANDLED: Spec(stage=Stage.DEALT, of_cards=False, needs=("position",)),
    Incident.COLLUSION_SUSPECTED: Spec(stage=Stage.ANY, of_cards=False, needs=("measure",), may=("positions",)),
    Incident.RULE_BROKEN: Spec(stage=Stage.ANY, of_cards=False, needs=("measure",), may=("position", "person")),
    Incident.GAME_DISRUPTED: Spec(stage=Stage.STARTED, of_cards=False, needs=("cause",)),
    Incident.FRAUD: Spec(stage=Stage.STARTED, of_cards=False, may=("positions", "forfeit")),
    Incident.JACKPOT_LEAVE: Spec(stage=Stage.BETWEEN, of_cards=False, needs=("position",)),
    Incident.JACKPOT_JOIN: Spec(stage=Stage.BETWEEN, of_cards=False, needs=("position",)),
    Incident.JACKPOT_STARTED_BY_MISTAKE: Spec(stage=Stage.BETWEEN, of_cards=False),
}

NAMED_CARDS_MAX: Final = {Incident.STRAY_HAND: 2, Incident.CARD_FACE_UP: 1}
"""How many cards may be named for a ruling to take out of the round; for other incidents, those of a hand."""

RIGHT_COUNT: Final = {
    Incident.WRONG_HOLE_COUNT: "hole_cards",
    Incident.WRONG_COMMUNITY_COUNT: "community_cards",
    Incident.DECK_INCOMPLETE: "cards",
}


def rule(book: Rulebook, state: State | None, incident: Incident, facts: Facts) -> Ruling:
    """Return the book's ruling on an incident, without applying it; raise `Refused` if it cannot have happened.

    `state` is the open round.
    """
    cases = book.incidents.get(incident)
    if not cases:
        raise Refused("no-such-incident", book.wagers[Wager.ANTE].on_misdeal.clause, incident=incident)
    fitting = (case for case in cases.values() if _matches_dealing(state, case))
    first = next(fitting, next(iter(cases.values()))).ruling.clause
    _check_stage(state, REGISTRY[incident].stage, first)
    _check_facts(book, state, incident, facts, first)
    found = next(((name, case) for name, case in cases.items() if _fits(book, state, case, facts)), None)
    if found is None and facts.waived and not facts.measure:  # nothing is done, whichever measure could have been taken
        found = next(((name, case) for name, case in cases.items() if case.may is not None), None)
    if found is None:
        raise Refused("no-ruling", first, incident=incident)
    record = _record(book, incident, *found, facts)
    return _let_be(record, found[1]) if facts.waived else record


def _record(book: Rulebook, incident: Incident, name: str, case: Case, facts: Facts) -> Ruling:
    return Ruling(
        incident=incident,
        case=name,
        ruling=case.ruling.value,
        clause=case.ruling.clause,
        decides=case.decides.value if case.decides else lowest(book),
        told=case.told.value if case.told else (),
        told_clause=case.told.clause if case.told else "",
        deck=case.deck.value if case.deck else None,
        deck_clause=case.deck.clause if case.deck else "",
        deck_verified_by=case.verified_by.value if case.verified_by else None,
        asks=case.asks.value if case.asks else "",
        returned_clause=clause_of(case.returned, case.ruling),
        facts=facts,
    )


def _let_be(record: Ruling, case: Case) -> Ruling:
    """Return the ruling that does nothing, where the book says that something may be done."""
    if case.may is None or not case.may.value:
        raise Refused("must-be-ruled", record.clause)
    clause = case.may.clause
    return replace(record, ruling=Remedy.LET_BE, clause=clause, told=(), deck=None, deck_verified_by=None, asks="")


# What cannot have happened.


def _check_stage(state: State | None, stage: Stage, clause: Clause) -> None:
    started = state is not None and any(Wager.ANTE in hand.stakes for hand in state.hands.values())
    dealt = state is not None and state.phase is not Phase.BETTING
    possible = {
        Stage.ANY: True,
        Stage.BETWEEN: not dealt,
        Stage.STARTED: started,
        Stage.DEALT: dealt,
        Stage.DEAL: started and state is not None and not _decided(state),
    }
    if not possible[stage]:
        raise Refused("not-now", clause, stage=stage)


def _decided(state: State) -> bool:
    """Whether any hand has decided, so that its player has seen the cards."""
    return state.revealed > 0 or any(
        hand.ending is not None or any(street in hand.stakes for street in STREETS) for hand in state.hands.values()
    )


def _check_facts(book: Rulebook, state: State | None, incident: Incident, facts: Facts, clause: Clause) -> None:
    for needed in REGISTRY[incident].needs:
        if _missing(facts, needed) and not (needed == "measure" and facts.waived):
            raise Refused("fact-missing", clause, incident=incident, fact=needed)
    right = RIGHT_COUNT.get(incident)
    if right is not None and facts.cards == getattr(book.dealing, right).value:
        raise Refused("count-is-right", clause, count=facts.cards)
    if facts.cards is not None and facts.cards < 0:
        raise Refused("count-is-right", clause, count=facts.cards)
    if incident is Incident.WRONG_BONUS_COUNT and state is not None:
        bonus = sum(name == "bonus" for name, _ in places(book, state))
        if facts.cards == bonus or not bonus:
            raise Refused("count-is-right" if bonus else "bonus-not-dealt", clause, count=facts.cards)
    _check_measure(incident, facts, clause)
    _check_people(book, state, incident, facts, clause)
    if state is not None:
        _check_cards(book, state, incident, facts, clause)
    if incident is Incident.COMMUNITY_EXPOSED and state is not None:
        _check_exposed(state, facts, clause)


def _check_cards(book: Rulebook, state: State, incident: Incident, facts: Facts, clause: Clause) -> None:
    """Raise `Refused` if more cards are reported out of the deck than the round can spare, or if they lie elsewhere."""
    most = NAMED_CARDS_MAX.get(incident, book.dealing.hole_cards.value)
    if max(len(facts.card), len(facts.named)) > most:
        raise Refused("too-many-named", clause, named=max(len(facts.card), len(facts.named)), most=most)
    if incident in NAMED_CARDS_MAX and known_cards(state) & set(facts.card):
        raise Refused("card-twice", clause, card=min(known_cards(state) & set(facts.card)))
    excess = {
        Incident.STRAY_HAND: len(facts.card) or book.dealing.hole_cards.value,
        Incident.CARD_FACE_UP: facts.cards or 1,
        Incident.WRONG_COMMUNITY_COUNT: (facts.cards or 0) - book.dealing.community_cards.value,
        Incident.WRONG_HOLE_COUNT: (facts.cards or 0) - book.dealing.hole_cards.value,
    }.get(incident, 0)
    if excess > spare(book, state):
        raise Refused("not-so-many", clause, spare=spare(book, state))


def _missing(facts: Facts, needed: str) -> bool:
    """Whether a fact is missing; 0 is a valid position or count, and False is a valid answer."""
    return getattr(facts, "streets" if needed == "street" else needed) in (None, "", ())


def _check_measure(incident: Incident, facts: Facts, clause: Clause) -> None:
    if facts.measure and facts.measure not in MEASURES:
        raise Refused("no-such-measure", clause, measure=facts.measure, measures=MEASURES)
    if facts.cause and facts.cause not in CAUSES:
        raise Refused("no-such-cause", clause, cause=facts.cause, causes=CAUSES)
    if (facts.measure in ("play-first", "separate") or facts.forfeit) and not facts.positions:
        raise Refused("fact-missing", clause, incident=incident, fact="positions")
    at_a_seat = facts.measure in ("void-wagers", "withhold") or not facts.person
    if incident is Incident.RULE_BROKEN and facts.position is None and at_a_seat:
        raise Refused("fact-missing", clause, incident=incident, fact="position")


def _check_people(book: Rulebook, state: State | None, incident: Incident, facts: Facts, clause: Clause) -> None:
    if state is None:
        return
    named = (*facts.positions, *(() if facts.position is None else (facts.position,)))
    if incident is Incident.STRAY_HAND:
        position = facts.position or 0
        if not 1 <= position <= book.positions.maximum.value:
            most = book.positions.maximum
            raise Refused("no-such-position", most.clause, position=position, maximum=most.value)
        if position in state.hands and Wager.ANTE in state.hands[position].stakes:
            raise Refused("has-ante", clause, position=position)
        return
    between = REGISTRY[incident].stage in (Stage.ANY, Stage.BETWEEN)
    for position in named:
        if not between and (position not in state.hands or Wager.ANTE not in state.hands[position].stakes):
            raise Refused("nobody-there", clause, position=position)
    if incident is Incident.BLIND_HAND_VIEWED:
        hands = [state.hands[position] for position in facts.positions]
        if len({hand.player for hand in hands}) > 1 or not any(hand.blind for hand in hands):
            raise Refused("not-blind-boxes", clause, positions=facts.positions)
        if not all(hand.live for hand in hands if hand.blind):
            raise Refused("hand-ended", clause, position=facts.positions[0], ending=None)
    if incident is Incident.CARDS_TAKEN and facts.position is not None:
        hand = state.hands[facts.position]
        if hand.ending not in (None, "folded"):
            raise Refused("hand-ended", clause, position=facts.position, ending=hand.ending)


def _check_exposed(state: State, facts: Facts, clause: Clause) -> None:
    """Raise `Refused` unless the card exposed by mistake is neither turned nor due."""
    for place in facts.streets:
        if place < state.revealed or state.street is None:
            raise Refused("card-not-early", clause, place=place)
    if facts.streets == (state.revealed,) and not any(state.waiting()):
        raise Refused("card-not-early", clause, place=state.revealed)


# Which case holds.


def _fits(book: Rulebook, state: State | None, case: Case, facts: Facts) -> bool:
    return _matches_dealing(state, case) and all(
        _holds(book, state, facts, each) for each in (case.when.value if case.when else ())
    )


def _matches_dealing(state: State | None, case: Case) -> bool:
    """Whether a case applies to the way of dealing."""
    return case.dealing is None or (state is not None and state.setup.dealing == case.dealing.value)


def _named_correctly(hand: PlayerHand, facts: Facts) -> bool:
    """Whether the player named the two cards of the hand correctly: as the round knows them, or as the staff report."""
    known = facts.card if None in hand.hole else hand.hole
    return len(facts.named) == len(known) > 0 and set(facts.named) == set(known)


def _viewed(state: State, facts: Facts) -> set[int]:
    """Return the hands that a player of several boxes has seen: those reported, and the seat's own if that is certain.

    It is certain if the seat's hand was folded, or if the hand became the seat's because it had been seen.
    """
    player = state.hands[facts.positions[0]].player
    first = next(position for position, name in state.setup.seats if name == player)
    own = (hand for hand in state.hands.values() if hand.player == player and not hand.blind)
    return {*facts.positions, *(hand.position for hand in own if hand.ending == "folded" or hand.position != first)}


def _street_found(hand: PlayerHand, facts: Facts) -> int:
    """Return 1 for a street wager above its multiple, -1 for one below, and 0 for a correct one."""
    stake = hand.stakes.get(STREETS[facts.streets[0]])
    if stake is None or stake.found is None:
        return 0
    return 1 if stake.counted_cents < stake.cents else -1


def _community_first(book: Rulebook, state: State) -> bool:
    """Whether the community cards are dealt before the last hand has its own cards."""
    steps = book.dealing.methods[state.setup.dealing].steps.value
    return steps.index(DealStep.THREE_COMMUNITY) < len(steps) - 1


HOLDS: Final[Mapping[CaseCondition, Callable[[Rulebook, State | None, Facts], bool]]] = {
    CaseCondition.NO_ROUND: lambda book, state, facts: state is None,
    CaseCondition.IN_ROUND: lambda book, state, facts: state is not None,
    CaseCondition.CARDS_DEALT: lambda book, state, facts: state is not None and state.phase is not Phase.BETTING,
    CaseCondition.MORE_THAN_ONE: lambda book, state, facts: (
        (facts.cards or 1) + (len(state.discarded) if state else 0) > 1
    ),
    CaseCondition.ORDER_KNOWN: lambda book, state, facts: facts.order_known is True,
    CaseCondition.TOO_MANY: lambda book, state, facts: (facts.cards or 0) > book.dealing.community_cards.value,
    CaseCondition.MISDEALT: lambda book, state, facts: facts.misdealt,
    CaseCondition.DECK_COMPLETE: lambda book, state, facts: facts.cards == book.dealing.cards.value,
    CaseCondition.COUNT_WRONG: lambda book, state, facts: facts.cards != book.dealing.cards.value,
    CaseCondition.AT_A_POSITION: lambda book, state, facts: facts.position is not None,
    CaseCondition.CULPRIT_FORFEITS: lambda book, state, facts: facts.forfeit,
}
"""The meaning of the conditions that can hold with or without a round."""

IN_ROUND: Final[Mapping[CaseCondition, Callable[[Rulebook, State, Facts], bool]]] = {
    CaseCondition.THIRD_STREET_OWED: lambda book, state, facts: (
        state.phase is Phase.THIRD_STREET and any(state.waiting())
    ),
    CaseCondition.LOOKED: lambda book, state, facts: _decided(state) if facts.looked is None else facts.looked,
    CaseCondition.COMMUNITY_FIRST: lambda book, state, facts: _community_first(book, state),
    CaseCondition.SEVERAL_VIEWED: lambda book, state, facts: len(_viewed(state, facts)) > 1,
}
"""The meaning of the conditions that need a round."""

OF_HAND: Final[Mapping[CaseCondition, Callable[[PlayerHand, State, Facts], bool]]] = {
    CaseCondition.NAMED_RIGHTLY: lambda hand, state, facts: _named_correctly(hand, facts),
    # if the hand is still in play, its cards have only just been put there
    CaseCondition.ON_TOP_OF_RACK: lambda hand, state, facts: hand.live or state.rack[-1:] == (hand.position,),
    CaseCondition.ALONE_IN_RACK: lambda hand, state, facts: set(state.rack) <= {hand.position},
    CaseCondition.WARNED: lambda hand, state, facts: (hand.player, "cannot-fund") in state.setup.warned,
    CaseCondition.OVER_MULTIPLE: lambda hand, state, facts: _street_found(hand, facts) > 0,
    CaseCondition.UNDER_MULTIPLE: lambda hand, state, facts: _street_found(hand, facts) < 0,
}
"""The meaning of the conditions that need the hand at the reported position."""


def _holds(book: Rulebook, state: State | None, facts: Facts, when: CaseCondition) -> bool:
    if when in MEASURES:
        return facts.measure == when
    if when in HOLDS:
        return HOLDS[when](book, state, facts)
    if state is None:
        return False
    if when in IN_ROUND:
        return IN_ROUND[when](book, state, facts)
    hand = state.hands.get(facts.position) if facts.position is not None else None
    return hand is not None and OF_HAND[when](hand, state, facts)
