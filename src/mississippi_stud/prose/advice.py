"""Advice in words: what the cards are, and why the best play is best, in the reader's language."""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from mississippi_stud.cards import Card
from mississippi_stud.language import translator
from mississippi_stud.prose.names import number

if TYPE_CHECKING:
    from mississippi_stud.maths.advice import Advice

DRAWS: Final = (
    "a draw to a royal flush",
    "a draw to a straight flush",
    "a draw to a flush",
    "an open draw to a straight",
    "a draw to a straight",
    "no draw",
)


def why(found: "Advice", cards: tuple[Card, ...], language: str) -> str:
    """Why the best play is best, in one sentence."""
    _ = translator(language)
    most = max(found.bets.values())
    what = _seen(cards, _)
    more = number(Fraction(round(abs(most - found.fold) * 1000), 1000), language)
    if found.best == "fold":
        return _("{cards}: the best bet loses {value} antes more than folding.").format(cards=what, value=more)
    if found.best == str(max(found.bets)) and most > 0:
        return _("{cards}: you are ahead, so bet the most.").format(cards=what)
    if most == found.fold:
        return _("{cards}: betting and folding are worth the same.").format(cards=what)
    said = _("{cards}: betting {best}× is worth {value} antes more than folding.")
    return said.format(cards=what, value=more, best=found.best)


def _seen(cards: tuple[Card, ...], _: Callable[[str], str]) -> str:
    """What people see in the cards, in a few words."""
    from mississippi_stud.maths.features import Features

    seen = Features(cards)
    draw = seen.draws()
    made = str(seen.made)
    if made != "nothing":
        words = _(made)
    else:
        points = _("1 point") if seen.points == 1 else _("{points} points").format(points=seen.points)
        words = _("{points} and {draw}").format(points=points, draw=_(draw or "no draw"))
    return words[:1].upper() + words[1:]
