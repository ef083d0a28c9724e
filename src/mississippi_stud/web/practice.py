"""Practice: what each choice is worth now, and what the decisions of a past round have lost."""

from fractions import Fraction
from typing import TYPE_CHECKING

from mississippi_stud.cards import Card
from mississippi_stud.floor import Floor, recall
from mississippi_stud.prose_advice import why
from mississippi_stud.round.events import HandEnded, WagerPlaced
from mississippi_stud.round.state import Ending, State
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.words import STREETS
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.recall import past
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


def advice_now(floor: Floor, stream: str, language: str) -> Advice:
    """What fold and each bet are worth at the open street."""
    game = floor.game(stream)
    state = game.round
    if state is None or state.street is None or not any(state.waiting()):
        raise Complaint("nothing-to-decide", 409)
    return _advice(floor.book(game.book), state, len(_bets(state)), language)


def review(floor: Floor, stream: str, round_number: int, language: str) -> list[Decision]:
    """Each decision of a round that is over, beside the best one."""
    row = past(floor, stream, round_number)
    if row.status == "open":
        raise Complaint("not-over", 409)
    book = floor.book(row.book)
    decisions: list[Decision] = []
    played: list[str] = []
    last: State | None = None
    for each in recall.happened(floor.database, stream, round_number):
        match each.event:
            case WagerPlaced(wager=wager, stake=stake) if wager in STREETS and each.before.round is not None:
                played.append(str(stake.cents // each.before.round.hands[1].ante_cents))
            case HandEnded(ending=Ending.FOLDED):
                played.append("fold")
            case _:
                pass
        last = each.game.round or last
    if last is not None:
        for place, choice in enumerate(played):
            advice = _advice(book, last, place, language)
            lost = Fraction(_value(advice, advice.best)) - Fraction(_value(advice, choice))
            decisions.append(
                Decision(street=STREETS[place].value, played=choice, best=advice.best, lost=str(lost), advice=advice)
            )
    return decisions


def _value(advice: Advice, play: str) -> str:
    return {"fold": advice.fold, "1": advice.one, "2": advice.two, "3": advice.three}[play]


def _bets(state: State) -> tuple[int, ...]:
    hand = state.hands[1]
    return tuple(hand.stakes[street].cents // hand.ante_cents for street in STREETS if street in hand.stakes)


def _advice(book: Rulebook, state: State, street: int, language: str) -> Advice:
    """The advice at a street, from what could be seen then: the cards turned by then, and the wagers before it."""
    hand = state.hands[1]
    hole = tuple(card for card in hand.hole if card is not None)
    board = tuple(card for card in state.community[:street] if card is not None)
    found = _worked_out(book, hand.ante_cents, hole, board, _bets(state)[:street])
    values = found.plain()
    return Advice(
        fold=values["fold"],
        one=values["1"],
        two=values["2"],
        three=values["3"],
        best=found.best,
        reason=found.reason,
        why=why(found, (*hole, *board), language),
    )
