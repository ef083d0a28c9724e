"""A single round, written in the lines of a scenario's script (docs/scenarios.md), which the package itself reads.

Lines are separated by `;` or by line ends. Some lines exist only in tests: `deal CARDS` and `reveal CARD` name the
cards that a scenario has in its header (without them nobody knows the card yet), `N show CARDS` turns a hand that
nobody knew, `show CARDS` the Six Card Bonus cards, and `void CLAUSE` ends the round without an incident. The round
decides what a line does, so a refused one raises `Refused`.
"""

from collections.abc import Iterator
from decimal import Decimal

from mississippi_stud.cards import parse, text
from mississippi_stud.money import text as dollars
from mississippi_stud.round import (
    Bounds,
    Command,
    Deal,
    Event,
    Open,
    Refused,
    Reveal,
    Settle,
    Setup,
    ShowBonus,
    ShowHole,
    State,
    VoidRound,
    decide,
    play,
    view,
)
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks import Rulebook, rulebook
from mississippi_stud.scenario import script as scenario
from mississippi_stud.scenario.head import StackedDeck
from mississippi_stud.scenario.script import ScriptLine

NO_DECK = StackedDeck({"cards": ""})


def cents(amount: str) -> int:
    """Convert dollars to cents: `cents("499.99")` is 49999."""
    return int(Decimal(amount) * 100)


def bounds(minimum: str, maximum: str | None = None, unit: str | None = None) -> Bounds:
    """Return limits as a sign writes them."""
    return Bounds(cents(minimum), *(None if each is None else cents(each) for each in (maximum, unit)))


def lines(script: str) -> Iterator[ScriptLine]:
    """Yield the lines of a script."""
    return scenario.lines(script.replace(";", "\n"))


def command(book: Rulebook, state: State | None, line: ScriptLine, prizes: tuple[MeterPrize, ...] = ()) -> Command:
    """Return the command that a line gives in a round; `prizes` are what the meters pay when it is settled."""
    cards = parse(" ".join(line.words)) if line.verb in ("deal", "reveal", "show") else ()
    match line.verb:
        case "deal":
            return Deal(cards=cards or None)
        case "reveal":
            return Reveal(card=cards[0] if cards else None)
        case "show" if line.position is None:
            return ShowBonus(cards=cards)  # type: ignore[arg-type]
        case "show":
            return ShowHole(position=line.position, cards=cards)  # type: ignore[arg-type]
        case "settle":
            return Settle(prizes=prizes)
        case "void":
            return VoidRound(clause=" ".join(line.words))
    return scenario.command(book, state, NO_DECK, line)[0]  # type: ignore[arg-type]


def opened(book: str, setup: Setup) -> State:
    """Return a table at which nobody has wagered yet."""
    return play(rulebook(book), Open(setup=setup))


def go(book: str, start: Setup | State, script: str = "", prizes: tuple[MeterPrize, ...] = ()) -> State:
    """Return the round after the script, played from the beginning or from a given state."""
    rules, state = rulebook(book), opened(book, start) if isinstance(start, Setup) else start
    for line in lines(script):
        state = play(rules, command(rules, state, line, prizes), state=state)
    return state


def happened(book: str, state: State, line: str, prizes: tuple[MeterPrize, ...] = ()) -> tuple[Event, ...]:
    """Return the events of a line in a round, without carrying it out."""
    (one,) = lines(line)
    return decide(rulebook(book), state, command(rulebook(book), state, one, prizes))


def refused(book: str, start: Setup | State, line: str, prizes: tuple[MeterPrize, ...] = ()) -> tuple[str, str]:
    """Return the code and the clause by which a line is refused; anything but a refusal fails the test."""
    state = opened(book, start) if isinstance(start, Setup) else start
    try:
        go(book, state, line, prizes)
    except Refused as refusal:
        return refusal.code, refusal.clause
    raise AssertionError(f"not refused: {line}")


def refused_setup(book: str, setup: Setup) -> tuple[str, str]:
    """Return the code and the clause by which a table is refused before anybody wagers."""
    try:
        opened(book, setup)
    except Refused as refusal:
        return refusal.code, refusal.clause
    raise AssertionError("not refused")


def results(state: State, position: int = 1) -> dict[str, tuple[str, str, str]]:
    """Return, by wager of a position, its outcome, what it won, and how much of the stake was returned."""
    return {
        str(each.wager): (str(each.outcome), dollars(each.won_cents), dollars(each.returned_cents))
        for each in state.results
        if each.position == position
    }


def clauses(state: State, position: int = 1) -> dict[str, str]:
    """Return, by wager of a position, the clause of its result."""
    return {str(each.wager): each.clause for each in state.results if each.position == position}


def seen(book: str, state: State, role: str, player: str | None = None) -> dict[str, str]:
    """Return the cards as somebody sees them, by position, and the community's; `-` is a card they may not see."""
    what = view(rulebook(book), state, Role(role), player)
    shown = {str(hand.position): _cards(hand.hole) for hand in what.hands}
    return shown | {"community": _cards(what.community)}


def _cards(cards: tuple[int | None, ...]) -> str:
    return " ".join("-" if card is None else text((card,)) for card in cards)  # type: ignore[arg-type]
