"""A strategy as a text: one line for each starting hand and each later situation.

    # what is played where no line fits: optimal (if there is no such line), human, never-fold or fold
    otherwise = fold
    AKs = 3
    Qh 7h 6c = 1
    Qh 7h 6c after 3 = fold

Before the sign there are the cards in sight: a starting hand, or two, three or four cards as an example of all cards
with the same future, and the wagers before them if it matters which. After it there is the multiple, or ``fold``. A
line with its wagers goes before one without. All faults of a text are named at once.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from mississippi_stud.cards import RANKS, parse, text
from mississippi_stud.errors import InputError
from mississippi_stud.maths.classes import Ints, class_of, example_of_kind, levels, starting_hand
from mississippi_stud.maths.evaluation import (
    ALWAYS_FOLD,
    NEVER_FOLD,
    OPTIMAL,
    Evaluation,
    MetClasses,
    Plan,
    Strategy,
    choices_taken,
    usual_choice,
)
from mississippi_stud.maths.game import Bets, Game
from mississippi_stud.maths.losses import PastDecision
from mississippi_stud.maths.solver import FOLD, SEEN, Solution
from mississippi_stud.maths.strategy import HUMAN

NAMED: Final[Mapping[str, Strategy]] = {each.name: each for each in (OPTIMAL, HUMAN, NEVER_FOLD)}
"""The strategies that are called by name."""
_OTHERWISE: Final = {**NAMED, ALWAYS_FOLD.name: ALWAYS_FOLD}
_STARTING: Final = re.compile(f"([{RANKS}])([{RANKS}])([so]?)", re.IGNORECASE)


class PlayedSituation(NamedTuple):
    """A street, the wagers before it (None for any) and a kind of cards."""

    street: int
    bets: Bets | None
    kind: int


def strategy_of(name: str, game: Game) -> Strategy:
    """Return the strategy of that name, or the one in the file with that path."""
    return NAMED[name] if name in NAMED else parse_strategy(text_of(name), game, name)


def text_of(strategy: str) -> str:
    """Return what the file of a strategy says; nothing for one that is called by name."""
    if strategy in NAMED:
        return ""
    try:
        return Path(strategy).read_text("utf-8")
    except (OSError, ValueError):
        raise InputError("strategy-unknown", name=strategy, names=tuple(NAMED)) from None


def parse_strategy(written: str, game: Game, name: str = "file") -> Strategy:
    """Return the strategy of a text.

    >>> from mississippi_stud.maths.options import read
    >>> parse_strategy("AKs = 3\\nAKs 2\\nKAs = 4", read("online")[2])
    Traceback (most recent call last):
    mississippi_stud.errors.InputError: the strategy file cannot be used: line 2: 'AKs 2' is not a line of a strategy: \
write cards, = and what to play, such as AKs = 3; line 3: AKs has a line already
    """
    lines: dict[PlayedSituation, int] = {}
    otherwise, faults = list[Strategy](), list[InputError]()
    for number, line in enumerate(written.splitlines(), start=1):
        try:
            if said := line.partition("#")[0].strip():
                _add(said, game, lines, otherwise)
        except InputError as error:
            faults.append(InputError("strategy-line", number=number, error=error))
    if not (lines or otherwise or faults):
        faults.append(InputError("strategy-empty"))
    if faults:
        raise InputError("strategy-faults", name=name, faults=tuple(faults))
    return Strategy(name, _plan(lines, otherwise[0] if otherwise else OPTIMAL))


def _add(said: str, game: Game, lines: dict[PlayedSituation, int], otherwise: list[Strategy]) -> None:
    """Add what one line says."""
    key, sign, chosen = (part.strip() for part in said.partition("="))
    if not (key and sign and chosen):
        raise InputError("strategy-line-unread", text=said)
    if key.casefold() == "otherwise":
        if chosen not in _OTHERWISE:
            raise InputError("strategy-otherwise", name=chosen, names=tuple(_OTHERWISE))
        if otherwise:
            raise InputError("strategy-line-twice", text=key)
        otherwise.append(_OTHERWISE[chosen])
        return
    situation = _situation(key, game)
    if situation in lines:
        raise InputError("strategy-line-twice", text=_cards_text(situation))
    lines[situation] = _play(chosen, game)


def _situation(key: str, game: Game) -> PlayedSituation:
    cards, after, wagers = (part.strip() for part in key.partition(" after "))
    size, kind = _kind(cards)
    street = SEEN.index(size)
    if not after:
        return PlayedSituation(street, None, kind)
    bets = tuple(_multiple(word, game) for word in wagers.replace(",", " ").split())
    if len(bets) != street:
        raise InputError("strategy-wagers", cards=cards, wagers=street, given=len(bets))
    return PlayedSituation(street, bets, kind)


def _kind(cards: str) -> tuple[int, int]:
    """Return how many cards are in sight, and of which kind they are."""
    if found := _STARTING.fullmatch(cards.replace("10", "T")):
        high, low = sorted((found[1].upper(), found[2].upper()), key=RANKS.index, reverse=True)
        name = high + low + found[3].lower()
        if name not in _starting():
            raise InputError("strategy-starting-hand", name=cards)
        return 2, _starting()[name]
    held = parse(cards)
    if len(held) not in SEEN:
        raise InputError("strategy-card-count", cards=cards, given=len(held))
    return len(held), int(levels()[len(held)].kind[class_of(held)])


@cache
def _starting() -> dict[str, int]:
    return {starting_hand(number): number for number in range(levels()[2].classes)}


def _play(chosen: str, game: Game) -> int:
    return FOLD if chosen == "fold" else game.multiples.index(_multiple(chosen, game)) + 1


def _multiple(word: str, game: Game) -> int:
    bet = word.removesuffix("×").removesuffix("x")
    if bet not in map(str, game.multiples):
        raise InputError("not-a-multiple", bet=word, multiples=game.multiples)
    return int(bet)


def _plan(lines: Mapping[PlayedSituation, int], otherwise: Strategy) -> Plan:
    ordered = sorted(lines.items(), key=lambda line: line[0].bets is not None)

    def plan(best: Solution, street: int, bets: Bets) -> Ints:
        plays, kinds = otherwise.plan(best, street, bets).copy(), levels()[SEEN[street]].kind
        for situation, play in ordered:
            if situation.street == street and situation.bets in (None, bets):
                plays[kinds == situation.kind] = play
        return plays

    return plan


def write(found: Evaluation) -> str:
    """Return a text from which `parse_strategy` makes the strategy that was evaluated, as far as it was played."""
    lines = [f"# {found.strategy.name}", "otherwise = fold"]
    for bets, met in found.met.items():
        street = len(bets)
        for kind, play in _plays_by_kind(found, street, met):
            lines.append(f"{_key(PlayedSituation(street, bets, kind))} = {found.best.play_name(play)}")
    return "\n".join(lines) + "\n"


def write_history(decisions: Iterable[PastDecision], name: str) -> str:
    """Return a text from which `parse_strategy` makes the strategy of a history, with how often each choice was made.

    >>> print(write_history([PastDecision((50, 51), (), bet) for bet in (0, 3, 3)], "ann"), end="")
    # ann
    otherwise = optimal
    AA = 3  # 2 of 3
    """
    lines = [f"# {name}", "otherwise = optimal"]
    for bets, kinds in sorted(choices_taken(decisions).items(), key=lambda each: (len(each[0]), each[0])):
        for kind, chosen in sorted(kinds.items()):
            usual = usual_choice(chosen)
            often = f"{chosen.count(usual)} of {len(chosen)}"
            lines.append(f"{_key(PlayedSituation(len(bets), bets, kind))} = {usual or 'fold'}  # {often}")
    return "\n".join(lines) + "\n"


def _key(situation: PlayedSituation) -> str:
    """Return what a line says before its sign."""
    after = f" after {' '.join(map(str, situation.bets))}" if situation.bets else ""
    return _cards_text(situation) + after


def _plays_by_kind(found: Evaluation, street: int, met: MetClasses) -> Iterator[tuple[int, int]]:
    """Yield each kind that was met and what was played."""
    kinds = levels()[SEEN[street]].kind
    for kind in np.unique(kinds[met.ways > 0]).tolist():
        plays = np.unique(met.plays[(kinds == kind) & (met.ways > 0)])
        if len(plays) > 1:
            raise InputError("strategy-too-fine", cards=_cards_text(PlayedSituation(street, None, kind)))
        yield kind, int(plays[0])


def _cards_text(situation: PlayedSituation) -> str:
    size = SEEN[situation.street]
    return starting_hand(situation.kind) if size == 2 else text(example_of_kind(size, levels()[size], situation.kind))
