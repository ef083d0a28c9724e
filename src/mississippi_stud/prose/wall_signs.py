"""What the sign on the wall of a table says: limits, pay tables with their prices, notices, each with its clause."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from mississippi_stud.jackpot.state import MeterTerms
from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.names import amount, cite
from mississippi_stud.prose.signs import Signs
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.table.signs import Sign, signs
from mississippi_stud.table.state import Table

LINES: Final = {
    "streets": "Each street: {times} times the ante",
    "limits": "{wager}: {bounds}",
    "kept-limits": "{wager} for whoever was seated before the change: {bounds}",
    "maximum-payout": "The most that a round pays: {amount}",
    "marker": "{wager} at seat {seat}: {bounds}",
}
NOTICES: Final = {
    "raise-minimum": "The minimum will rise. {wager}: {bounds}",
    "raise-kept-minimum": "The minimum that some have kept will rise. {wager}: {bounds}",
    "close-table": "This table will close.",
    "move-meter": "The jackpot's meter will move to another table.",
    "close-meter": "The jackpot's meter will close.",
    "out-of-order": "Out of order",
}
SIGN: Final = {
    "sign": "Sign of the table",
    "signCutOff": "This sign has been cut off since {time}: what it shows may be out of date.",
    "signClosed": "This table is closed.",
    "inMinutes": "in {left}",
    "afterHands": "after {hands} more hands",
    "signNow": "now",
    "signPrice": "{name}: {price}",
    "signSeats": "{free} free seats of {seats}",
}
"""What the page of a sign says by itself."""


class SignSentence(NamedTuple):
    """A sentence of a sign with its clause; of a notice also when it takes effect, or after how many hands."""

    text: str
    clause: str
    due_at: int | None = None
    hands: int | None = None


class PrizeBoard(NamedTuple):
    """A pay table on a sign: the price of the wager and what each hand pays."""

    wager: str
    name: str
    price: str
    clause: str
    rows: tuple[tuple[str, str], ...]


class WallSigns:
    """The signs of a table in the reader's language."""

    def __init__(self, book: Rulebook, table: Table, language: str, terms: MeterTerms | None = None) -> None:
        offer = {name: getattr(table, name) for name in table.__struct_fields__}
        self.signs = Signs(book, offer, language, terms)
        self._language = language
        self._currency: Currency = book.money.currency.value
        self._shown = signs(book, table)

    def lines(self) -> Iterator[SignSentence]:
        """Yield the limits that are in force, and how often the ante a street takes."""
        for sign in self._shown:
            if sign.kind in LINES:
                yield from self._sentences(sign, LINES[sign.kind])
        streets = self.signs.book.streets.multiples
        said = translator(self._language)(LINES["streets"]).format(times=self.signs.times)
        yield SignSentence(said, cite(streets.clause, self._language))

    def conduct(self) -> Iterator[SignSentence]:
        """Yield what is asked of the people at the table."""
        for line in self.signs.conduct():
            yield SignSentence(line.text, cite(line.clause, self._language))

    def notices(self) -> Iterator[SignSentence]:
        """Yield what will change."""
        for sign in self._shown:
            if sign.kind in NOTICES:
                yield from self._sentences(sign, NOTICES[sign.kind])

    def boards(self) -> Iterator[PrizeBoard]:
        """Yield the pay tables of the wagers that are on offer, with what each costs."""
        paid = {str(sign.wager): sign for sign in self._shown if sign.kind == "pays"}
        for board in self.signs.boards():
            sign = paid.get(board.wager)
            price = "" if sign is None or sign.cents is None else self.money(sign.cents)
            rows = tuple((row.hand[:1].upper() + row.hand[1:], row.pays) for row in board.rows)
            yield PrizeBoard(board.wager, board.title, price, "" if sign is None else self._cite(sign), rows)

    def _cite(self, sign: Sign) -> str:
        return cite(sign.clause, self._language)

    def money(self, cents: int) -> str:
        """Return an amount in the table's currency."""
        return amount(cents, self._currency, self._language)

    def _sentences(self, sign: Sign, sentence: str) -> Iterator[SignSentence]:
        """Yield a sentence for each wager that a sign is about, or one for all."""
        _ = translator(self._language)
        values = {"amount": "" if sign.cents is None else self.money(sign.cents), "seat": sign.position}
        for wager, bounds in sign.limits.items() if "{bounds}" in sentence else ((None, None),):
            if wager is not None and bounds is not None:
                if wager not in self.signs.wagers:
                    continue
                values |= {"wager": self.signs.label(wager), "bounds": self._bounds(bounds)}
            yield SignSentence(_(sentence).format(**values), self._cite(sign), sign.due_at, sign.hands)

    def _bounds(self, bounds: Bounds) -> str:
        _ = translator(self._language)
        if bounds.maximum_cents is None:
            return _("from {least}").format(least=self.money(bounds.minimum_cents))
        return f"{self.money(bounds.minimum_cents)} – {self.money(bounds.maximum_cents)}"
