"""Apply a ruling to the round, as events of the round."""

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from mississippi_stud.round import commands as c
from mississippi_stud.round import events as r
from mississippi_stud.round.deal import known_cards
from mississippi_stud.round.decide import decide
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.settle import voided
from mississippi_stud.round.state import Ending, Phase, State
from mississippi_stud.rulebooks.conduct import Incident, Remedy
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table.state import Ruling


def apply(book: Rulebook, state: State | None, ruled: Ruling) -> tuple[r.Event, ...]:
    """Return the events of a ruling in the open round; none if no round is open."""
    if state is None:
        return ()
    facts, clause, position = ruled.facts, ruled.clause, ruled.facts.position or 0
    match ruled.ruling:
        case Remedy.MISDEAL | Remedy.VOID:
            return (_jackpots_cited(book, voided(book, state, ruled.returned_clause)),)
        case Remedy.INVALIDATED:
            return (voided(book, state, ruled.returned_clause, jackpots_back=True),)
        case Remedy.INVALIDATED_CULPRIT_FORFEITS:
            return (voided(book, state, clause, jackpots_back=True, forfeits=facts.positions),)
        case Remedy.CONTINUES | Remedy.TURNED_BACK:
            return (_exposed(state, ruled),) if ruled.incident is Incident.COMMUNITY_EXPOSED else ()
        case Remedy.EXCESS_DISCARDED:
            excess = (facts.cards or 0) - book.dealing.community_cards.value
            return (r.CardsDiscarded(cards=(None,) * excess, clause=clause),)
        case Remedy.STRAY_DISCARDED | Remedy.STRAY_BURNT:
            return tuple(_stray(book, state, ruled))
        case Remedy.CARD_DISCARDED:
            return (r.CardsDiscarded(cards=facts.card or (None,), clause=clause),)
        case Remedy.CARDS_RETURNED | Remedy.LONE_CARDS_RETURNED:
            taken = state.hands[position].ending is not None
            return (r.HandRestored(position=position, clause=clause),) if taken else ()
        case Remedy.CARDS_STAY | Remedy.WAGERS_VOID:
            return tuple(_sent_back(state, ruled))
        case Remedy.EXCLUDED | Remedy.EXCLUDED_FROM_CASINO:  # a hand in play is played out
            return tuple(_sent_back(state, ruled)) if state.phase is Phase.BETTING else ()
        case Remedy.HAND_VOID | Remedy.HAND_FORFEITED:
            return decide(book, state, c.CannotFund(position=position))
        case Remedy.FOLDED | Remedy.ABANDONED:
            return decide(book, state, c.Leave(position=position))
        case Remedy.FORFEITED:
            mishandled = ruled.incident is Incident.CARDS_MISHANDLED
            return decide(book, state, c.Forfeit(position=position, mishandled=mishandled))
        case Remedy.SEEN_HAND_IS_SEATS:
            player = state.hands[facts.positions[0]].player
            return (r.SeatMoved(player=player, position=facts.positions[0], clause=clause),)
        case Remedy.OTHERS_SEEN_VOID:
            return tuple(_others_void(state, ruled))
        case (
            Remedy.ROUNDS_STAND | Remedy.EXCESS_USED_NEXT | Remedy.USED_NEXT | Remedy.EXCESS_RETURNED
            | Remedy.COUNTS_WITH_WARNING | Remedy.RESHUFFLED | Remedy.DECK_REMOVED | Remedy.CARDS_VERIFIED
            | Remedy.DEVICE_OUT | Remedy.PLAY_FIRST | Remedy.SEPARATED | Remedy.ENGLISH_ONLY | Remedy.WITHHELD
            | Remedy.JACKPOT_LEFT | Remedy.JACKPOT_JOINED | Remedy.JACKPOT_CANCELLED | Remedy.LET_BE
        ):  # fmt: skip
            return ()  # it concerns the table only, or the round does it anyway
        case _:
            assert_never(ruled.ruling)


def _jackpots_cited(book: Rulebook, event: r.RoundVoided) -> r.RoundVoided:
    """Return the event with each side wager returned by its own clause where the book has one (nsw 15.3.1)."""
    main = book.wagers[Wager.ANTE].on_misdeal.clause
    rules = {each.wager: book.wagers[Wager(each.wager)].on_misdeal.clause for each in event.results}
    own = (replace(each, clause=rules[each.wager]) if rules[each.wager] != main else each for each in event.results)
    return replace(event, results=tuple(own))


def _exposed(state: State, ruled: Ruling) -> r.CardExposed:
    """Return the event that exposes cards to everybody; a card that the engine does not know must be named."""
    places = tuple(sorted(set(ruled.facts.streets)))
    told = dict(zip(places, ruled.facts.card, strict=False))
    cards = []
    for place in places:
        known = state.community[place]
        card = known if known is not None else told.get(place)
        if card is None:
            raise Refused("card-unknown", ruled.clause, place=place)
        if known is None and card in known_cards(state):
            raise Refused("card-twice", ruled.clause, card=card)
        cards.append(card)
    return r.CardExposed(places=places, cards=tuple(cards), clause=ruled.clause)


def _stray(book: Rulebook, state: State, ruled: Ruling) -> Iterator[r.Event]:
    unknown = (None,) * book.dealing.hole_cards.value
    yield r.CardsDiscarded(cards=ruled.facts.card or unknown, clause=ruled.clause)
    offer = book.play.retract_after_stray_hand
    if ruled.ruling is Remedy.STRAY_BURNT and offer is not None and offer.value:
        yield r.RetractionOffered(positions=tuple(hand.position for hand in state.live_hands()), clause=offer.clause)


def _sent_back(state: State, ruled: Ruling) -> Iterator[r.Event]:
    """Take a hand, or all the hands of a player, out of the round and return their wagers."""
    position = ruled.facts.position or 0
    if position not in state.hands:
        return
    player = state.hands[position].player
    whole = ruled.ruling is not Remedy.CARDS_STAY
    for hand in state.hands.values():
        if hand.position != position and not (whole and hand.player == player):
            continue
        if state.phase is Phase.BETTING:
            for wager in sorted(hand.stakes, key=list(Wager).index, reverse=True):
                yield r.WagerWithdrawn(position=hand.position, wager=wager, stake=hand.stakes[wager])
        elif hand.live or (not whole and hand.ending is Ending.FOLDED):
            yield _ended(hand.position, Ending.RETURNED, ruled)


def _others_void(state: State, ruled: Ruling) -> Iterator[r.Event]:
    """Void the hands that a player saw except the one at the seat; everybody else may retract."""
    player = state.hands[ruled.facts.positions[0]].player
    for position in sorted(set(ruled.facts.positions)):
        if state.hands[position].blind:
            yield _ended(position, Ending.MISDEALT, ruled)
    others = tuple(hand.position for hand in state.live_hands() if hand.player != player)
    yield r.RetractionOffered(positions=others, clause=ruled.clause)


def _ended(position: int, ending: Ending, ruled: Ruling) -> r.HandEnded:
    return r.HandEnded(position=position, ending=ending, on=None, clause=ruled.returned_clause)
