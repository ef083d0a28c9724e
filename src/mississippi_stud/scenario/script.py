"""The script of a scenario file: each line into a command of the round."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from mississippi_stud.money import Cents
from mississippi_stud.round import commands as c
from mississippi_stud.round.deal import dealt_when_due, places
from mississippi_stud.round.decide import side_wagers_live
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Phase, State
from mississippi_stud.rulebooks.model import Rulebook, Wager
from mississippi_stud.scenario.head import WAGERS, Deck, ScenarioError

_LINE: Final = re.compile(r"(?:(?P<position>\d+)\s+)?(?P<verb>[a-z-]+)(?P<rest>.*)")
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?", re.ASCII)


class Line(NamedTuple):
    """One line of the script, without its comment."""

    number: int
    position: int | None
    verb: str
    words: tuple[str, ...]
    text: str

    def error(self, message: str) -> ScenarioError:
        """What is wrong with the line."""
        return ScenarioError(f"{self.where}: {message}")

    @property
    def where(self) -> str:
        """The line, as an error names it."""
        return f"line {self.number} of the script"


def lines(script: str) -> Iterator[Line]:
    """The lines that say something."""
    for number, written in enumerate(script.splitlines(), start=1):
        bare = written.partition("#")[0].strip()
        if not bare:
            continue
        match = _LINE.fullmatch(bare)
        if match is None:
            raise ScenarioError(f"line {number} of the script cannot be read: {bare!r}")
        position = match["position"]
        yield Line(number, int(position) if position else None, match["verb"], tuple(match["rest"].split()), bare)


def command(book: Rulebook, state: State, deck: Deck, line: Line) -> tuple[c.Command, int]:
    """The command that a line gives, and how many cards it takes from the deck if it is carried out."""
    if line.position is None:
        return _dealers(book, state, deck, line)
    return _players(book, state, line, line.position), 0


def _dealers(book: Rulebook, state: State, deck: Deck, line: Line) -> tuple[c.Command, int]:
    if line.words:
        raise line.error(f"{line.verb} takes nothing more; {' '.join(line.words)!r} cannot be read")
    match line.verb:
        case "deal":
            count = len(list(places(book, state))) if state.phase is Phase.BETTING else 0
            return c.Deal(cards=deck.next(count, line.where)), count
        case "reveal":
            due = dealt_when_due(book, state) and _card_due(book, state)
            return c.Reveal(card=deck.next(1, line.where)[0] if due else None), int(due)
        case "settle":
            return c.Settle(), 0
        case _:
            raise line.error(
                f"{line.verb!r} cannot be read: write deal, reveal, settle, or a position and what it does"
            )


def _card_due(book: Rulebook, state: State) -> bool:
    """Whether the next community card may be turned: a card that nobody waits for need not be named."""
    if state.street is None or any(state.waiting()):
        return False
    return any(state.live_hands()) or side_wagers_live(book, state)


_PLAIN: Final[dict[str, Callable[..., c.Command]]] = {
    "fold": c.Fold,
    "concede": c.Concede,
    "leave": c.Leave,
    "max-all": c.BetAll,
    "cannot-fund": c.CannotFund,
    "forfeit": c.Forfeit,
    "retract": c.Retract,
}


def _players(book: Rulebook, state: State, line: Line, position: int) -> c.Command:
    words = list(line.words)
    unnoticed, tokens, carried = (_flagged(words, flag) for flag in ("unnoticed", "tokens", "carried"))
    if line.verb in _PLAIN:
        _expect(line, words, 0)
        return _PLAIN[line.verb](position=position)
    match line.verb:
        case "bet":
            cents = _times(book, state, line, position, _expect(line, words, 1)[0])
            return c.Bet(position=position, cents=cents, tokens=tokens, unnoticed=unnoticed)
        case "place":
            cents = _cents(book, line, _expect(line, words, 1)[0])
            return c.Bet(position=position, cents=cents, tokens=tokens, unnoticed=unnoticed)
        case "blind":
            third, fourth, fifth = (_times(book, state, line, position, word) for word in _expect(line, words, 3))
            return c.BetBlind(position=position, cents=(third, fourth, fifth))
        case "withdraw":
            return c.Withdraw(position=position, wager=_named(line, _expect(line, words, 1)[0]))
        case "jackpot" | "fixed-jackpot" if not words:
            wager = Wager(line.verb)
            cents = state.setup.costs_cents.get(wager, Cents(0))
            return c.Place(
                position=position, wager=wager, cents=cents, tokens=tokens, unnoticed=unnoticed, carried=carried
            )
        case verb if verb in WAGERS:
            cents = _cents(book, line, _expect(line, words, 1)[0])
            return c.Place(position=position, wager=Wager(verb), cents=cents, tokens=tokens, unnoticed=unnoticed)
        case _:
            raise line.error(f"{line.verb!r} is nothing that a position does")


def _flagged(words: list[str], flag: str) -> bool:
    if flag in words:
        words.remove(flag)
        return True
    return False


def _expect(line: Line, words: list[str], count: int) -> list[str]:
    if len(words) != count:
        wanted = {0: "nothing more", 1: "one thing more", 3: "three multiples"}[count]
        raise line.error(f"{line.verb} takes {wanted}; {' '.join(words) or 'nothing'!r} was written")
    return words


def _named(line: Line, name: str) -> Wager:
    if name not in WAGERS:
        raise line.error(f"{name!r} is no wager; the wagers are {', '.join(WAGERS)}")
    return Wager(name)


def _read(line: Line, word: str) -> Fraction:
    if not _NUMBER.fullmatch(word):
        raise line.error(f"{word!r} is no number")
    return Fraction(word)


def _cents(book: Rulebook, line: Line, word: str) -> int:
    cents = _read(line, word) * 100
    if cents.denominator != 1:
        raise Refused("part-of-a-cent", book.wagers[Wager.ANTE].presence.clause, written=word)
    return cents.numerator


def _times(book: Rulebook, state: State, line: Line, position: int, word: str) -> int:
    times = _read(line, word)
    hand = state.hands.get(position)
    ante = hand.ante_cents if hand and Wager.ANTE in hand.stakes else Cents(0)
    cents = times * ante
    if cents.denominator != 1:
        multiples = book.streets.multiples
        raise Refused("wrong-multiple", multiples.clause, offered=cents, ante=ante, multiples=multiples.value)
    return cents.numerator
