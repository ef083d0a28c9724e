"""What the things on a layout are called: in the book's own terms where it has them, in the reader's language."""

from collections.abc import Mapping
from typing import Final

from mississippi_stud.language import LANGUAGES, translator
from mississippi_stud.prose import HANDS, NAMES, PHASES
from mississippi_stud.round.settle import names, pays
from mississippi_stud.round.state import Outcome, Phase
from mississippi_stud.round.view import HandView, View
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.words import MAIN_WAGERS, STREETS, Basis, Wager
from mississippi_stud.table.view import TableView

WORDS: Final = {
    **NAMES,
    **{street.value: PHASES[Phase(street.value)] for street in STREETS},
    **{hand.replace(" ", "-"): text for hand, text in HANDS.items()},
    "super-royal": "super royal",
    "super-royal-of-diamonds": "super royal of diamonds",
    "fold": "Fold",
    "deal": "Deal",
    "max-all": "Bet the most on every street",
    "rebet": "Same wagers and deal",
    "new-game": "New wagers",
    "push": "push",
    "community-cards": "community cards",
}
"""What wagers, hands and buttons are called where the book does not say so itself."""

_known: dict[tuple[str, str], Mapping[str, str]] = {}
"""By content hash and language; there are as many as there are books."""


def labels(book: Rulebook, language: str) -> dict[str, str]:
    """What everything on a layout of the book is called."""
    _ = translator(language)
    place = LANGUAGES.index(language)
    own = {name: (term.en, term.fr)[place].value for name, term in book.terms.items()}
    return {**{name: _(text) for name, text in WORDS.items()}, **own}


def labels_of(book: Rulebook, view: TableView, language: str) -> dict[str, str]:
    """What the things are called that a view shows: its areas, its results and what was made."""
    key = (view.book, language)
    if key not in _known:
        _known[key] = labels(book, language)
    shown = {area.wager.value for area in view.areas} | set(view.made.values())
    if view.round is not None:
        shown |= {result.wager for result in view.round.results} | set(rows(book, view).values())
    return {name: _known[key].get(name, name) for name in sorted(shown)}


def rows(book: Rulebook, view: TableView) -> dict[Wager, str]:
    """The row of its pay table that each wager of the viewer's seat was paid or pushed by."""
    state = view.round
    seat = view.own[0] if view.own else None
    hand = next((hand for hand in state.hands if hand.position == seat), None) if state else None
    if state is None or hand is None:
        return {}
    found: dict[Wager, str] = {}
    for result in state.results:
        if (
            result.position != seat
            or result.outcome not in (Outcome.WIN, Outcome.PUSH)
            or result.wager not in book.wagers
        ):
            continue
        wager = Wager.ANTE if result.wager in MAIN_WAGERS else Wager(result.wager)
        named = pays(book, state.setup, wager)
        for name in _made(book, book.wagers[wager].basis.value, state, hand):
            if name in named:
                found.setdefault(wager, name)
    return found


def _made(book: Rulebook, basis: Basis, state: View, hand: HandView) -> tuple[str, ...]:
    """What the cards make that decide a wager, if all of them are known."""
    cards = state.community if basis is not Basis.BEST_OF_SIX else state.bonus_cards
    known = tuple(card for card in (cards if basis is Basis.COMMUNITY_CARDS else hand.hole + cards) if card is not None)
    return names(book, basis, known) if None not in cards else ()
