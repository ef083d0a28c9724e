"""What players at a table with others are told while it matters, and what the signs that come and go there say."""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.prose.names import amount
from mississippi_stud.prose.signs import labels
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.ledger import Occasion, ledger, told
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.table.signs import Sign
from mississippi_stud.table.view import TableView

SIGNS: Final = {
    "limits": "{wager} at least {amount} for everybody who sits down now.",
    "kept-limits": "{wager} still at least {amount} for players with a marker, who were here before it was raised.",
    "raise-minimum": "From {time} on: {wager} at least {amount}.",
    "raise-kept-minimum": "From {time} on, for players with a marker too: {wager} at least {amount}.",
    "close-table": "This table closes at {time}.",
    "close-table-hands": "This table closes. Rounds still to be played: {hands}.",
    "move-meter": "This table changes to another meter at {time}.",
    "close-meter": "This table's meter closes at {time}.",
    "out-of-order": "The shuffling device is out of order.",
    "closed": "This table is closed. Your money stays yours.",
    "marker": "Seat {position} has a marker: {wager} at least {amount}.",
}
"""What the signs that come and go say, by kind; `time` is filled in by whoever shows them, in the reader's zone."""


class NoteLine(NamedTuple):
    """What is told, and its clause."""

    text: str
    clause: Clause
    due_at: int | None = None
    """The time that stands in the text as ``{time}``."""
    sign: bool = False
    """Whether a sign says so that comes and goes: it is told as soon as it stands there."""


def notes(book: Rulebook, view: TableView, language: str) -> Iterator[NoteLine]:
    """Yield what the signs of a table say that come and go, then what its viewer is told now."""
    for sign in view.signs:
        yield from _sign(book, sign, language)
    origin = book.extends or book.id
    for occasion in _occasions(book, view):
        yield from _told(origin, occasion, language)


@cache
def _told(origin: str, occasion: Occasion, language: str) -> tuple[NoteLine, ...]:
    """Return what somebody is told of a book on an occasion."""
    return tuple(NoteLine(ledger(origin)[clause].summary(language), clause) for clause in told(origin, occasion))


def _occasions(book: Rulebook, view: TableView) -> Iterator[Occasion]:
    """Yield what there is now for the viewer at a table with others."""
    state = view.round if view.playing else None
    if not view.own or view.positions == 1 or view.closed:
        return
    if state is None or state.phase is Phase.BETTING:
        yield Occasion.WAGERS
        if book.jackpot is not None and any(area.wager is book.jackpot.wager.value for area in view.areas):
            yield Occasion.JACKPOT
    elif any(hand.hole and not hand.ending for hand in state.hands if hand.position in view.own):
        yield Occasion.CARDS
    if len(view.own) > 1:
        yield Occasion.BOX


def _sign(book: Rulebook, sign: Sign, language: str) -> Iterator[NoteLine]:
    """Yield a line for each limit on a sign, or one if it has none."""
    _, called, currency = translator(language), labels(book, language), book.money.currency.value
    kind = "close-table-hands" if sign.kind == "close-table" and sign.hands is not None else sign.kind
    common = {"time": "{time}", "hands": sign.hands, "position": sign.position}
    if "{wager}" not in SIGNS[kind]:
        yield NoteLine(_(SIGNS[kind]).format(**common), sign.clause, sign.due_at, sign=True)
        return
    for wager, bounds in sign.limits.items():
        name, least = called[wager], amount(bounds.minimum_cents, currency, language)
        text = _(SIGNS[kind]).format(wager=name, amount=least, **common)
        yield NoteLine(text[:1].upper() + text[1:], sign.clause, sign.due_at, sign=True)
