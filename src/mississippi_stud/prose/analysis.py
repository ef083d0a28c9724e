"""Numbers and cards of the analysis pages as people read them, and the names of what they show."""

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from mississippi_stud.hands import Hand
from mississippi_stud.language import translator
from mississippi_stud.prose.calculations import CALCULATIONS
from mississippi_stud.prose.names import HANDS
from mississippi_stud.prose.problems import tell_remark
from mississippi_stud.prose.solutions import say
from mississippi_stud.prose.terminal import STREETS

if TYPE_CHECKING:
    from mississippi_stud.cards import Card

MINUS: Final = "\N{MINUS SIGN}"
PAGES: Final = {
    "": "Overview",
    "/chart": "Charts",
    "/card": "Strategy card",
    "/what-if": "What if",
    "/hand": "One hand",
    "/sessions": "Sessions",
    "/side-wagers": "Side wagers",
}
"""The analysis pages by their path below /analysis."""
FIELDS: Final = {
    "CARDS": "your cards",
    "--board": "the board",
    "--seen": "the cards seen",
    "ante": "ante, in dollars",
    "cap": "cap on everything a hand is paid, in dollars",
    "meter": "meter of the jackpot, in dollars",
    "jackpot-cost": "cost of the jackpot wager, in dollars",
}
"""What the fields of the pages are called, by the names that `mstud advise` or the address has for them."""


def decimal(value: Fraction, language: str, places: int = 4, percent: bool = False) -> str:
    """Format a number, rounded, without a float.

    >>> decimal(Fraction(-53223, 1082900), "fr", 3, percent=True)
    '−4,915\\xa0%'
    """
    scale = 10 ** (places + (2 if percent else 0))
    rounded = (2 * abs(value.numerator) * scale + value.denominator) // (2 * value.denominator)
    whole, part = divmod(rounded, 10**places)
    gap = "\N{NO-BREAK SPACE}" if language == "fr" else ","
    written = f"{whole:,}".replace(",", gap) + (f".{part:0{places}}" if places else "")
    if language == "fr":
        written = written.replace(".", ",")
    sign = MINUS if value < 0 and rounded else ""
    return f"{sign}{written}{(gap if language == 'fr' else '') + '%' if percent else ''}"


def dollars(value: Fraction, language: str) -> str:
    """Format an amount in dollars, rounded to the cent.

    >>> dollars(Fraction(-5, 2), "en"), dollars(Fraction(12345), "fr")
    ('−$2.50', '12\\xa0345,00\\xa0$')
    """
    written = decimal(value, language, 2)
    if language == "fr":
        return f"{written}\N{NO-BREAK SPACE}$"
    return f"{MINUS}${written.removeprefix(MINUS)}" if written.startswith(MINUS) else f"${written}"


def fraction(value: Fraction) -> str:
    """Return the exact value: ``−53,223/1,082,900`` without separators and with a true minus sign."""
    return str(value).replace("-", MINUS)


def play_name(play: str, language: str) -> str:
    """Return a play in words: a fold, or the multiple that is bet."""
    return translator(language)("fold") if play == "fold" else f"{play}×"


def seen_in(cards: tuple["Card", ...], language: str) -> str:
    """Return what people see in the cards."""
    from mississippi_stud.maths.features import Features

    seen = Features(cards).seen()
    return translator(language)(str(seen)) if isinstance(seen, Hand) else tell_remark(seen, language)


def end_name(end: str, language: str) -> str:
    """Return how a round ends: the hand, or the street of the fold."""
    _ = translator(language)
    if end in STREETS:
        return say("folds", language, street=_(STREETS[end]))
    return _(HANDS[end.replace("-", " ")])


class CardSection(NamedTuple):
    """The plays of one street."""

    heading: str
    plays: tuple[tuple[str, str], ...]
    """What to bet, and when."""
    rest: str


def card_sections(language: str) -> tuple[str, list[CardSection]]:
    """Return how points are counted, and the plays of each street, in a language."""
    from mississippi_stud.maths.game import STREETS
    from mississippi_stud.maths.strategy import CARD, MOST

    _ = translator(language)
    found = [
        CardSection(
            _(CALCULATIONS[f"card-{street}"]),
            tuple(("3×" if rule.bet == MOST else "1×", _(CALCULATIONS[rule.code])) for rule in rules),
            _(CALCULATIONS["fold-the-rest"]),
        )
        for street, rules in zip(STREETS, CARD, strict=True)
    ]
    return _(CALCULATIONS["card-points"]), found
