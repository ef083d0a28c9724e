"""A round in a few lines of text, as crown and maryland still write it: as in `tests/script.py`, but in dollars.

`N bet 75` and `N blind 25 25 75` are amounts here, and multiples of the ante in `tests/script.py`, where `N place 75`
is the amount. Nothing new is written so.
"""

from typing import Any

import pytest
from tests.script import bounds, cents, clauses, opened, results, seen

from mississippi_stud.cards import parse
from mississippi_stud.round import (
    Bet,
    BetAll,
    BetBlind,
    CannotFund,
    Command,
    Concede,
    Deal,
    Fold,
    Forfeit,
    Leave,
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
)
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

__all__ = ["bounds", "cents", "clauses", "command", "commands", "go", "opened", "refused", "results", "seen"]

ENDINGS = {"fold": Fold, "concede": Concede, "leave": Leave, "cannot-fund": CannotFund, "forfeit": Forfeit}


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
