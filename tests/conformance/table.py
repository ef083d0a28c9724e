"""A round in a few lines of text, for the tests by clause: it only writes down commands and reads results.

A line is `N ante 25`, `N jackpot 5` (any wager by name, in dollars), `deal CARDS` or `deal`, `N bet 75` (dollars),
`N blind 25 25 75`, `N max-all`, `N withdraw W`, `N fold|concede|leave|cannot-fund|forfeit`, `reveal [CARD]`,
`N show CARDS`, `settle`, `void CLAUSE`; `unnoticed`, `tokens` or `tokens=4` may end a wager. Several lines
are parted by `;`.
"""

from decimal import Decimal
from typing import Any

import pytest

from mississippi_stud.cards import parse, text
from mississippi_stud.money import text as dollars
from mississippi_stud.round import (
    Bet,
    BetAll,
    BetBlind,
    Bounds,
    CannotFund,
    Command,
    Concede,
    Deal,
    Fold,
    Forfeit,
    Leave,
    Open,
    Place,
    Refused,
    Reveal,
    Settle,
    Setup,
    ShowHole,
    State,
    VoidRound,
    Withdraw,
    play,
    view,
)
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

ENDINGS = {"fold": Fold, "concede": Concede, "leave": Leave, "cannot-fund": CannotFund, "forfeit": Forfeit}


def cents(amount: str) -> int:
    """Dollars as cents: `cents("499.99")` is 49999."""
    return int(Decimal(amount) * 100)


def bounds(minimum: str, maximum: str | None = None, unit: str | None = None) -> Bounds:
    """Limits as a sign writes them."""
    return Bounds(cents(minimum), *(None if each is None else cents(each) for each in (maximum, unit)))


def command(line: str) -> Command:
    """The command that a line writes."""
    first, *words = line.split()
    match first:
        case "deal":
            return Deal(cards=parse(" ".join(words)) if words else None)
        case "reveal":
            return Reveal(card=parse(words[0])[0] if words else None)
        case "settle":
            return Settle()
        case "void":
            return VoidRound(clause=" ".join(words))
    return _at(int(first), *words)


def _at(position: int, word: str, *rest: str) -> Command:
    amounts = [each for each in rest if each != "unnoticed" and not each.startswith("tokens")]
    tokens = next((each.removeprefix("tokens=") for each in rest if each.startswith("tokens")), "0")
    marks: dict[str, Any] = {"unnoticed": "unnoticed" in rest}
    if amounts and word not in ("blind", "withdraw", "show"):
        marks["tokens_cents"] = cents(amounts[0] if tokens == "tokens" else tokens)
    if word in ENDINGS:
        return ENDINGS[word](position=position)
    match word:
        case "bet":
            return Bet(position=position, cents=cents(amounts[0]), **marks)
        case "blind":
            third, fourth, fifth = map(cents, amounts)
            return BetBlind(position=position, cents=(third, fourth, fifth))
        case "max-all":
            return BetAll(position=position)
        case "withdraw":
            return Withdraw(position=position, wager=Wager(rest[0]))
        case "show":
            one, two = parse(" ".join(rest))
            return ShowHole(position=position, cards=(one, two))
    return Place(position=position, wager=Wager(word), cents=cents(amounts[0]), **marks)


def commands(script: str) -> list[Command]:
    """The commands that a script writes."""
    return [command(line) for line in script.replace("\n", ";").split(";") if line.strip()]


def opened(book: str, setup: Setup) -> State:
    """A table at which nobody has wagered yet."""
    return play(rulebook(book), Open(setup=setup))


def go(book: str, start: Setup | State, script: str = "") -> State:
    """The round after the script, from the beginning or from a state on."""
    state = opened(book, start) if isinstance(start, Setup) else start
    return play(rulebook(book), *commands(script), state=state)


def refused(book: str, start: Setup | State, line: str) -> tuple[str, str]:
    """The code and the clause by which a line is refused; anything but a refusal fails the test."""
    state = opened(book, start) if isinstance(start, Setup) else start
    with pytest.raises(Refused) as refusal:
        play(rulebook(book), command(line), state=state)
    return refusal.value.code, refusal.value.clause


def results(state: State, position: int = 1) -> dict[str, tuple[str, str, str]]:
    """By wager of a position: its outcome, what it won, what of the stake came back."""
    return {
        str(each.wager): (str(each.outcome), dollars(each.won_cents), dollars(each.returned_cents))
        for each in state.results
        if each.position == position
    }


def clauses(state: State, position: int = 1) -> dict[str, str]:
    """By wager of a position: the clause of its result."""
    return {str(each.wager): each.clause for each in state.results if each.position == position}


def seen(book: str, state: State, role: str, player: str | None = None) -> dict[str, str]:
    """The cards as somebody sees them: by position, and the community's; a card that they may not see is `-`."""
    what = view(rulebook(book), state, Role(role), player)
    shown = {str(hand.position): _cards(hand.hole) for hand in what.hands}
    return shown | {"community": _cards(what.community)}


def _cards(cards: tuple[int | None, ...]) -> str:
    return " ".join("-" if card is None else text((card,)) for card in cards)  # type: ignore[arg-type]
