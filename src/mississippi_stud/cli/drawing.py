"""A round drawn in the terminal, as a person at the table sees it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mississippi_stud.cards import Card, symbols
from mississippi_stud.cli.output import escape
from mississippi_stud.language import translator
from mississippi_stud.prose.names import ENDINGS, HANDS, NAMES, OUTCOMES, PHASES, amount, cite, pays
from mississippi_stud.prose.signs import Signs, labels
from mississippi_stud.prose.terminal import STREETS, say
from mississippi_stud.round.state import Outcome, Result, State
from mississippi_stud.round.view import HandView, View
from mississippi_stud.rulebooks.model import Rulebook

_LOST = (Outcome.LOSE, Outcome.FORFEIT)
_COLOURS = ("green", "blue", "red", "white")


def cards(shown: Iterable[Card | None]) -> str:
    """Draw cards side by side, in four colours; a face-down card is a block."""
    drawn = []
    for card in shown:
        if card is None:
            drawn.append("[dim]▒▒[/dim]")
        else:
            drawn.append(f"[bold {_COLOURS[card & 3]}]{symbols([card])}[/]")
    return " ".join(drawn) or "–"


def _wager(book: Rulebook, wager: str, language: str, names: Mapping[str, str] = NAMES | STREETS) -> str:
    """Return the name of a wager: of one besides the main wagers, what the book itself calls it."""
    if wager in book.terms and wager not in STREETS:
        return labels(book, language)[wager]
    return translator(language)(names.get(wager, wager))


def table(view: View, book: Rulebook, language: str, later: Collection[str] = ()) -> Any:
    """Draw the community cards, and every position with its cards and wagers; `later` ones have their columns too."""
    from rich.console import Group
    from rich.panel import Panel
    from rich.table import Table

    _, currency = translator(language), book.money.currency.value
    laid = {*STREETS, *later, *(wager for hand in view.hands for wager in hand.wagers_cents)}
    columns = [wager for wager in NAMES if wager in laid]
    drawn = Table(expand=False)
    for heading in ("", _("player"), _("cards"), *(_wager(book, wager, language) for wager in columns)):
        drawn.add_column(heading)
    for hand in view.hands:
        stakes = [amount(hand.wagers_cents[w], currency, language) if w in hand.wagers_cents else "" for w in columns]  # type: ignore[index]
        drawn.add_row(str(hand.position), _player(hand, language), cards(hand.hole), *stakes)
    middle = [f"{_('community cards')}  {cards(view.community)}"]
    if view.bonus_cards:
        middle.append(f"{_wager(book, 'six-card-bonus', language)}  {cards(view.bonus_cards)}")
    wide = Panel(Group("   ".join(middle), drawn), title=_(PHASES[view.phase]), title_align="left", expand=False)
    return _Fitting(wide, Group(_(PHASES[view.phase]), *middle, *_lines(view, book, language)))


class _Fitting(NamedTuple):
    """What to draw in a wide terminal, and what in a narrow one."""

    wide: Any
    narrow: Any

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.measure import Measurement

        fits = Measurement.get(console, options.update_width(1000), self.wide).maximum <= options.max_width
        yield self.wide if fits else self.narrow


def _lines(view: View, book: Rulebook, language: str) -> Iterator[str]:
    """Describe every position in a few lines, for a narrow terminal."""
    for hand in view.hands:
        yield f"{hand.position} {_player(hand, language)}  {cards(hand.hole)}"
        for wager, cents in hand.wagers_cents.items():
            yield f"  {_wager(book, wager, language)} {amount(cents, book.money.currency.value, language)}"


def plain(text: str) -> str:
    """Escape someone else's text, so that the terminal shows it as written."""
    return escape(text)


def _player(hand: HandView, language: str) -> str:
    _ = translator(language)
    notes = [_("blind")] if hand.blind else []
    if hand.ending:
        notes.append(_(ENDINGS[hand.ending]))
    name = plain(hand.player)
    return f"{name} [dim]({', '.join(notes)})[/dim]" if notes else name


def boards(signs: Signs) -> Any:
    """Draw the pay tables of a table's wagers, side by side as far as they fit."""
    from rich.columns import Columns
    from rich.table import Table

    drawn = []
    for board in signs.boards():
        table = Table(title=board.title, title_style="bold", title_justify="left", show_header=False, box=None)
        for _, hand, pay, _ in board.rows:
            table.add_row(hand, pay)
        drawn.append(table)
    return Columns(drawn, padding=(0, 4))


def results(state: State, position: int, book: Rulebook, language: str) -> Iterator[str]:
    """Describe the result of every wager of a position, what was lost included."""
    stakes = {str(wager): stake.cents for wager, stake in state.hands[position].stakes.items()}
    for each in state.results:
        if each.position == position:
            lost = stakes.get(each.wager, 0) - each.returned_cents if each.outcome in _LOST else 0
            yield f"    {_result(each, lost, book, language)}"


def _result(told: Result, lost_cents: int, book: Rulebook, language: str) -> str:
    """Describe the result of a wager, in a sentence with its clause."""
    _, currency = translator(language), book.money.currency.value
    name = _wager(book, told.wager, language, NAMES)
    words = [f"{name[:1].upper()}{name[1:]} {_(OUTCOMES[told.outcome])}"]
    if lost_cents:
        words.append(amount(-lost_cents, currency, language))
    if told.won_cents:
        odds = "" if not told.pays or told.pays.startswith("$") else f" ({pays(told.pays, language)})"
        words.append(f"{amount(told.won_cents, currency, language)}{odds}")
    if told.returned_cents:
        words.append(f"{amount(told.returned_cents, currency, language)} {_('is returned')}")
    if told.cap:
        cut = amount(told.cut_cents, currency, language)
        words.append(say("limited", language, amount=cut, clause=cite(told.cap)))
    if told.found:
        words.append(say("outside-limits", language, clause=cite(told.found)))
    return f"{', '.join(words)} [dim]({cite(told.clause)})[/dim]"


def hand_name(name: str, language: str) -> str:
    """Return the name of a hand in the reader's language."""
    return translator(language)(HANDS[name])
