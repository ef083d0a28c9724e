"""Practice: the value of each choice now, and what the decisions of a past round lost."""

from fractions import Fraction
from typing import TYPE_CHECKING

from mississippi_stud.cards import Card
from mississippi_stud.floor import HandView, Refused, TableView
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.meter_values import value_at
from mississippi_stud.prose.advice import beside, points, why
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager
from mississippi_stud.trainer.grades import judge
from mississippi_stud.web.problems import Complaint, Objection
from mississippi_stud.web.recall import past_of, recalled
from mississippi_stud.web.seats import PlayerSeat
from mississippi_stud.web.shapes import AdviceAnswer, Decision, PlayVerdict

if TYPE_CHECKING:
    from mississippi_stud.maths.round_games import RoundGame


def warm_up() -> None:
    """Load the mathematics before anyone has to wait for it."""
    from mississippi_stud.maths.advice import Situation, advise
    from mississippi_stud.maths.options import read

    advise(read("online", ante="5")[2], Situation((Card(0), Card(5)), (Card(10), Card(15)), (1, 1)))


def advice_now(seat: PlayerSeat) -> AdviceAnswer:
    """Return the value of a fold and of each bet at the open street."""
    view = seat.now().view
    _check_alone(seat.book, view)
    if not any(option.command == "bet" for option in view.options):
        raise Complaint("nothing-to-decide", 409)
    return _advice(seat, _game(seat.book, view, _meter(seat, view)), view, len(_bets(_hand(view))))


def verdict_now(seat: PlayerSeat, play: str) -> PlayVerdict:
    """Return what a play at the open street would cost, and its grade, without saying what would be better."""
    values = {name: Fraction(value) for name, value in advice_now(seat).values.items()}
    verdict = judge(values, play)
    ante_cents = _hand(seat.now().view).wagers_cents[Wager.ANTE]
    return PlayVerdict(grade=verdict.grade, cost=str(verdict.cost), cost_cents=verdict.cost_cents(ante_cents))


def review(seat: PlayerSeat, number: int) -> list[Decision]:
    """Compare each decision of a finished round with the best one, including those of MAX BET ALL (decision 73)."""
    past = past_of(seat, number, over=True)
    book, view = seat.floor.book(past.book), recalled(seat, number).steps[-1].view
    _check_alone(book, view)
    hand = _hand(view)
    meter = value_at(seat.floor, past.stream, recall.moments(seat.floor, past))
    game = _game(book, view, meter)
    played = [*map(str, _bets(hand)), *(["fold"] if hand.ending == "folded" else [])]
    return [_decision(seat, game, view, street, choice) for street, choice in enumerate(played)]


def _check_alone(book: Rulebook, view: TableView) -> None:
    """Refuse the house's advice at a table where others play too, or with a dealer."""
    if view.positions > 1 or view.dealt != "automatic":
        clause = book.conduct.advice_by_staff.clause if book.conduct else ""
        raise Objection(Refused("no-advice", clause), book.money.currency.value)


def _decision(seat: PlayerSeat, game: "RoundGame", view: TableView, street: int, played: str) -> Decision:
    advice = _advice(seat, game, view, street)
    lost = Fraction(advice.values[advice.best]) - Fraction(advice.values[played])
    return Decision(street=STREETS[street].value, played=played, best=advice.best, lost=str(lost), advice=advice)


def _hand(view: TableView) -> HandView:
    """Return the viewer's own hand."""
    assert view.round is not None, "a round is open or over"  # noqa: S101
    return next(hand for hand in view.round.hands if hand.position in view.own)


def _bets(hand: HandView) -> tuple[int, ...]:
    wagers = hand.wagers_cents
    return tuple(wagers[street] // wagers[Wager.ANTE] for street in STREETS if street in wagers)


def _meter(seat: PlayerSeat, view: TableView) -> Fraction | None:
    """Return what the meter of the open round stands at now, in cents."""
    name = view.round.setup.meter if view.round else ""
    return seat.floor.meters(seat.house).meters[name].value if name else None


def _game(book: Rulebook, view: TableView, meter_cents: Fraction | None) -> "RoundGame":
    """Return the game that a round is, on its table's terms and with the wagers that a fold loses."""
    from mississippi_stud.maths.round_games import round_game

    assert view.round is not None, "a round is open or over"  # noqa: S101
    return round_game(book, view.round.setup, _hand(view).wagers_cents, meter_cents)


def _advice(seat: PlayerSeat, game: "RoundGame", view: TableView, street: int) -> AdviceAnswer:
    """The advice at a street, from what could be seen then: the cards turned by then, and the wagers before it."""
    from mississippi_stud.maths.advice import Situation, advise

    hand, community = _hand(view), view.round.community if view.round else ()
    hole = tuple(card for card in hand.hole if card is not None)
    board = tuple(card for card in community[:street] if card is not None)
    found = advise(game.game, Situation(hole, board, _bets(hand)[:street]))
    values = found.plain()
    best, reason = values.pop("best"), values.pop("reason")
    said = " ".join([why(found, seat.language), *beside(game, seat.language)])
    return AdviceAnswer(values=values, best=best, reason=reason, why=said, points=points(found, seat.language))
