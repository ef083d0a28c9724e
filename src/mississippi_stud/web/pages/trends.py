"""Trends of a house: the hands dealt and the rounds voided, by table and dealer, against exact chances."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final

from litestar import Request, Response
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from mississippi_stud.cards import Card, symbols
from mississippi_stud.floor import Floor
from mississippi_stud.floor.history.dealt_hands import ROUNDS_MAX, first_hands
from mississippi_stud.language import translator
from mississippi_stud.maths.balance_chart import is_available
from mississippi_stud.maths.trend_chart import trend_chart
from mississippi_stud.maths.trends import ALARM, DealtHand, Trend, TrendKind, TrendSubject, trends
from mississippi_stud.prose.analysis import decimal
from mississippi_stud.prose.inspection import TREND_KINDS, TREND_SUBJECTS, TREND_WORDS
from mississippi_stud.prose.names import thousands
from mississippi_stud.prose.pages import RANKS
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.inspector import Inspector
from mississippi_stud.web.pages.inspection import inspection_page, inspector_of, looking_back, read
from mississippi_stud.web.problems import Complaint

Asking = Request[Any, Any, Any]
SHOWN_MAX: Final = 30
"""How many looks a page lists besides the hands of the house: the most improbable."""
Theme = Annotated[str, QueryParameter(pattern="^(light|dark)$")]
_HAND_CARDS: Final = 5


def dealt_hands_of(floor: Floor, house: str) -> tuple[list[DealtHand], int]:
    """Return the first hands of a house's rounds, and of how many rounds the cards are not all known."""
    found, unknown = [], 0
    for each in first_hands(floor, house):
        if each.known and len(each.cards) == _HAND_CARDS:
            a, b, c, d, e = (card for card in each.cards if card is not None)
            found.append(DealtHand(each.table, each.dealer, (a, b, c, d, e), each.void))
        else:
            unknown += 1
    return found, unknown


def _hand_looks(looks: list[Trend]) -> list[Trend]:
    """Return the looks at the hands of the whole house, the best hand first."""
    house = [look for look in looks if look.subject is TrendSubject.HOUSE and look.kind is TrendKind.HAND]
    return sorted(house, key=lambda look: look.expected)


class TrendTeller:
    """Tells looks in the reader's language."""

    def __init__(self, inspector: Inspector) -> None:
        self._inspector, self._language, self._ = inspector, inspector.language, inspector._

    def line(self, look: Trend) -> dict[str, Any]:
        """Return a look as a line of a table."""
        subject = self._(TREND_SUBJECTS[look.subject]).format(name=self._subject(look))
        return {
            "subject": subject,
            "what": self._(TREND_KINDS[look.kind]).format(name=self.name(look.kind, look.key)),
            "rounds": thousands(look.rounds, self._language),
            "observed": thousands(look.observed, self._language),
            "expected": decimal(look.expected, self._language, 4),
            "chance": self._chance(look.chance),
            "corrected": self._chance(look.corrected),
            "alarming": look.alarming,
        }

    def _subject(self, look: Trend) -> str:
        if look.subject is TrendSubject.DEALER:
            return self._inspector.called(look.name)
        return look.name.removeprefix("table:")[:8]

    def _chance(self, chance: Fraction) -> str:
        least = Fraction(1, 10**6)
        return f"< {decimal(least, self._language, 6)}" if chance < least else decimal(chance, self._language, 6)

    def name(self, kind: TrendKind, key: str) -> str:
        """Return what a hand, a rank or a card is called."""
        if kind is TrendKind.HAND:
            return self._(key.replace("-", " "))
        if kind is TrendKind.RANK:
            return self._(RANKS[int(key)])
        return symbols([Card(int(key))]) if kind is TrendKind.CARD else ""


@read("/house/{house:str}/inspection/trends")
async def house_trends(request: Asking, house: FromPath[str]) -> Template:
    """What was dealt and voided in a house, beside what was to be expected."""

    def look() -> dict[str, Any]:
        inspector = inspector_of(request, house)
        hands, unknown = dealt_hands_of(inspector.floor, house)
        looks, teller = trends(hands), TrendTeller(inspector)
        own = _hand_looks(looks)
        others = [each for each in looks if each not in own]
        return {
            "rounds": thousands(len(hands), inspector.language),
            "unknown": thousands(unknown, inspector.language),
            "looks": thousands(len(looks), inspector.language),
            "alarms": sum(each.alarming for each in looks),
            "hands": [teller.line(each) for each in own],
            "others": [teller.line(each) for each in others[:SHOWN_MAX]],
        }

    shown = await looking_back(request, look)
    alarm = decimal(ALARM, language_of(request), 2)
    context = {"picture": is_available(), "alarm": alarm, "most": thousands(ROUNDS_MAX, language_of(request))}
    return inspection_page(request, house, "inspection_trends.html", "trends", **context, **shown)


@read("/house/{house:str}/inspection/trends.svg")
async def trends_picture(request: Asking, house: FromPath[str], theme: Theme = "light") -> Response[str]:
    """The hands dealt in a house beside what was to be expected, as a picture."""
    language = language_of(request)
    _ = translator(language)

    def look() -> str:
        inspector = inspector_of(request, house)
        looks = _hand_looks(trends(dealt_hands_of(inspector.floor, house)[0]))
        if not looks or not is_available():
            raise Complaint("no-picture", 404)
        teller = TrendTeller(inspector)
        names = {each.key: teller.name(each.kind, each.key) for each in looks}
        words: Mapping[str, str] = {key: _(said) for key, said in TREND_WORDS.items()}
        return trend_chart(looks, names, words, language, theme)

    return Response(await looking_back(request, look), media_type="image/svg+xml")


routes = [house_trends, trends_picture]
