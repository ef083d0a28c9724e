"""Practice: what each choice is worth now, and what the decisions of a past round have lost."""

from fractions import Fraction
from typing import TYPE_CHECKING

from mississippi_stud.cards import Card
from mississippi_stud.floor.history import recall
from mississippi_stud.prose_advice import why
from mississippi_stud.round.events import HandEnded, WagerPlaced
from mississippi_stud.round.state import Ending, Hand, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.words import STREETS
from mississippi_stud.table.state import Table
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.recall import past_of
from mississippi_stud.web.seats import Seat
from mississippi_stud.web.shapes import Advice, Decision

if TYPE_CHECKING:
    from mississippi_stud.maths import advice as worked


def _worked_out(
    book: Rulebook, ante_cents: int, hole: tuple[Card, ...], board: tuple[Card, ...], bets: tuple[int, ...]
) -> "worked.Advice":
    from mississippi_stud.maths.advice import Situation, advise
    from mississippi_stud.maths.setup import Choices, main_game

    return advise(main_game(book, Choices(), {}, ante_cents), Situation(hole, board, bets))


def warm_up() -> None:
    """Load the mathematics before somebody waits for it."""
    from mississippi_stud.rulebooks.load import rulebook

    _worked_out(rulebook("online"), 5_00, (Card(0), Card(5)), (Card(10), Card(15)), (1, 1))


def advice_now(seat: Seat) -> Advice:
    """What fold and each bet are worth at the open street."""
    table = seat.floor.table(seat.stream)
    _check_alone(table)
    state = table.round
    own = [] if state is None else [hand for hand in state.waiting() if hand.player == seat.name]
    if state is None or not own:
        raise Complaint("nothing-to-decide", 409)
    return _advice(seat, state, own[0], len(_bets(own[0])))


def review(seat: Seat, number: int) -> list[Decision]:
    """Each decision of a round that is over, beside the best one."""
    _check_alone(seat.floor.table(seat.stream))
    played: list[str] = []
    last: State | None = None
    for _, event, _, state in recall.moments(seat.floor, past_of(seat, number, over=True)):
        last = state or last
        match event:
            case WagerPlaced(position=position, wager=wager, stake=stake) if wager in STREETS and last is not None:
                played.append(str(stake.cents // last.hands[position].ante_cents))
            case HandEnded(ending=Ending.FOLDED):
                played.append("fold")
            case _:
                pass
    return [_decision(seat, last, place, choice) for place, choice in enumerate(played) if last is not None]


def _check_alone(table: Table) -> None:
    """No aid to play where others play too."""
    if table.positions > 1 or not table.automatic:
        raise Complaint("no-advice", 409)


def _decision(seat: Seat, state: State, place: int, played: str) -> Decision:
    hand = next(hand for hand in state.hands.values() if hand.player == seat.name)
    advice = _advice(seat, state, hand, place)
    lost = Fraction(advice.values[advice.best]) - Fraction(advice.values[played])
    return Decision(street=STREETS[place].value, played=played, best=advice.best, lost=str(lost), advice=advice)


def _bets(hand: Hand) -> tuple[int, ...]:
    return tuple(hand.stakes[street].cents // hand.ante_cents for street in STREETS if street in hand.stakes)


def _advice(seat: Seat, state: State, hand: Hand, street: int) -> Advice:
    """The advice at a street, from what could be seen then: the cards turned by then, and the wagers before it."""
    hole = tuple(card for card in hand.hole if card is not None)
    board = tuple(card for card in state.community[:street] if card is not None)
    found = _worked_out(seat.book, hand.ante_cents, hole, board, _bets(hand)[:street])
    values = found.plain()
    best, reason = values.pop("best"), values.pop("reason")
    return Advice(values=values, best=best, reason=reason, why=why(found, (*hole, *board), seat.language))
