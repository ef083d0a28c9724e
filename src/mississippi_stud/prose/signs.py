"""The signs at a table under any book: pay tables, limits, caps and returns, and what things on a layout are called.

They use the book's own terms where it has them, and the reader's language.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from mississippi_stud.jackpot.state import MeterTerms
from mississippi_stud.language import LANGUAGES, translator
from mississippi_stud.money import Odds, text
from mississippi_stud.prose.names import HANDS, NAMES, amount, cite, percent, thousands
from mississippi_stud.prose.names import pays as in_words
from mississippi_stud.prose.rules import RuleProse
from mississippi_stud.round.caps import cap_cents
from mississippi_stud.round.settle import deciding_cards, pays
from mississippi_stud.round.state import Outcome, Setup, offered
from mississippi_stud.round.view import HandView, View
from mississippi_stud.round.wagers import costs_of, limit
from mississippi_stud.rulebooks.hand_names import names
from mississippi_stud.rulebooks.ledger import Surface, ledger, shown_on
from mississippi_stud.rulebooks.load import leaves
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import FixedPrize, Pay, Push
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, STREETS, Basis, CapBounds, OnFold, Power, Wager

WORDS: Final = {
    **NAMES,
    "third-street": "3rd Street",
    "fourth-street": "4th Street",
    "fifth-street": "5th Street",
    **{hand.replace(" ", "-"): text for hand, text in HANDS.items()},
    "super-royal": "super royal",
    "super-royal-of-diamonds": "super royal of diamonds",
    "fold": "Fold",
    "deal": "Deal",
    "max-all": "Bet the most on every street",
    "rebet": "Same wagers, then deal",
    "new-game": "New wagers",
    "push": "push",
    "community-cards": "community cards",
}
"""Names of wagers, hands and buttons for which the book has no term."""


BUTTONS: Final = ("deal", "fold", "max-all", "rebet", "new-game", "push", "community-cards")
"""What a page names beside the areas, the results and the hands of a table."""


def labels(book: Rulebook, language: str) -> dict[str, str]:
    """Return the names of everything on a layout of the book."""
    _ = translator(language)
    place = LANGUAGES.index(language)
    own = {name: (term.en, term.fr)[place].value for name, term in book.terms.items()}
    return {**{name: _(text) for name, text in WORDS.items()}, **own}


def rows(book: Rulebook, state: View, position: int) -> dict[Wager, str]:
    """Return the row of the pay table by which each wager of a position was paid or pushed."""
    hand = next((hand for hand in state.hands if hand.position == position), None)
    found: dict[Wager, str] = {}
    for result in state.results:
        paid = result.outcome in (Outcome.WIN, Outcome.PUSH) and result.wager in book.wagers
        if hand is None or result.position != position or not paid:
            continue
        wager = Wager.ANTE if result.wager in MAIN_WAGERS else Wager(result.wager)
        named = pays(book, state.setup, wager)
        for name in _made(book, book.wagers[wager].basis.value, state, hand):
            if name in named:
                found.setdefault(wager, name)
    return found


def _made(book: Rulebook, basis: Basis, state: View, hand: HandView) -> tuple[str, ...]:
    """Return what the cards that decide a wager make, if all of them are known."""
    cards = deciding_cards(basis, hand.hole, state.community, state.bonus_cards)
    return () if None in cards else names(book, basis, cards)  # type: ignore[arg-type]


def odds(written: str, language: str) -> str:
    """Return what a pay table pays, in the form of its book: what comes beside the stake, "to", is written as a ratio.

    >>> odds("500 to 1", "en"), odds("10000 to 1", "en"), odds("100 for 1", "en"), odds("100 for 1", "fr")
    ('500 : 1', '10,000 : 1', '100 for 1', '100 pour 1')
    """
    if " to " not in written:
        return in_words(written, language)
    return " : ".join(thousands(int(part), language) for part in written.split(" to "))


def _either(numbers: tuple[int, ...], language: str) -> str:
    """Return a choice of numbers in words: 1, 2 or 3."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} {translator(language)('or')} {last}" if first else last


class SignLine(NamedTuple):
    """A sentence of a sign, and its clause."""

    text: str
    clause: str


class BoardRow(NamedTuple):
    """A row of a pay table: its name, what the hand is called and what it pays, for the eye and for the ear."""

    key: str
    hand: str
    pays: str
    spoken: str


class Board(NamedTuple):
    """A pay table."""

    wager: str
    """The wager, or what a wager wins by the hands of others."""
    title: str
    rows: tuple[BoardRow, ...]


class Signs:
    """The signs at the tables of a book as the house offers them."""

    def __init__(
        self, book: Rulebook, offer: Mapping[str, Any], language: str, terms: MeterTerms | None = None
    ) -> None:
        """`terms` are those of the meter of tables where several play: there others' hands may win something."""
        self.book = book
        self.terms = terms
        self.language = language
        self.labels = labels(book, language)
        fitting = {name: value for name, value in offer.items() if name in Setup.__struct_fields__}
        self.setup = Setup(**{"dealing": next(iter(book.dealing.methods)), "seats": (), **fitting})
        self.wagers = tuple(wager for wager in Wager if offered(book, self.setup, wager))
        self.sides = tuple(wager for wager in self.wagers if wager is not Wager.ANTE)
        self.times = _either(book.streets.multiples.value, language)

    def _(self, sentence: str, clause: str, **values: object) -> SignLine:
        return SignLine(translator(self.language)(sentence).format(**values), clause)

    def _money(self, cents: int) -> str:
        return amount(cents, self.book.money.currency.value, self.language)

    def bounds(self, wager: Wager) -> tuple[int, int | None]:
        """Return the least and the most that a wager may be; None for no maximum."""
        found = limit(self.book, self.setup, "", wager)
        return found.minimum_cents, found.maximum_cents

    @property
    def pays_clause(self) -> str:
        """The clause of the main pay table."""
        return next(iter(pays(self.book, self.setup, Wager.ANTE).values())).clause

    def label(self, wager: str) -> str:
        """Return the name of a wager as it begins a sentence."""
        name = self.labels[wager]
        return name[:1].upper() + name[1:]

    def boards(self) -> Iterator[Board]:
        """Yield the pay tables of the wagers on offer."""
        _ = translator(self.language)
        for wager in self.wagers:
            title = _("Ante and streets") if wager is Wager.ANTE else self.label(wager)
            rows = pays(self.book, self.setup, wager).items()
            yield Board(wager, title, tuple(self._row(hand, row.value) for hand, row in rows))
        yield from self._bonuses()

    def main_odds(self) -> list[tuple[str, int, int]]:
        """Return what the main wagers win, hand by hand: the hand, and so many for each so many wagered."""
        found = ((hand, row.value) for hand, row in pays(self.book, self.setup, Wager.ANTE).items())
        return [
            (self.labels[hand], pay.pays if pay.keeps_stake else pay.pays - pay.on, pay.on)
            for hand, pay in found
            if isinstance(pay, Odds)
        ]

    def _bonuses(self) -> Iterator[Board]:
        """Yield what a jackpot wager wins by the high hands of others: printed in the book, or on the meter's sign."""
        bonus = self.book.jackpot.bonus if self.book.jackpot else None
        if bonus is None or self.terms is None:
            return
        printed = bonus.prizes_cents.get(text(self.terms.cost_cents), {})
        prizes = {hand: prize.value for hand, prize in printed.items()} or self.terms.bonus_cents
        if prizes:
            rows = tuple(self._row(hand, FixedPrize(won)) for hand, won in prizes.items())
            yield Board(bonus.name.value, self.label(bonus.name.value), rows)

    def _row(self, key: str, pay: Pay) -> BoardRow:
        hand = self.labels[key]
        if isinstance(pay, FixedPrize):
            return BoardRow(key, hand, *[self._money(pay.cents)] * 2)
        if isinstance(pay, Push):
            return BoardRow(key, hand, *[self.labels["push"]] * 2)
        return BoardRow(key, hand, odds(str(pay), self.language), in_words(str(pay), self.language))

    def how(self) -> Iterator[SignLine]:
        """Yield how the game is played."""
        ante, streets = self.book.wagers[Wager.ANTE], self.book.streets
        if self.sides:
            yield self._("Place an ante, and side wagers if you like. Then deal.", ante.presence.clause)
        else:
            yield self._("Place an ante. Then deal.", ante.presence.clause)
        seen, told = streets.multiples.clause, {"times": self.times}
        yield self._("You see your two cards. On each street, bet {times} times your ante, or fold.", seen, **told)
        yield self._("Each bet turns one of the three community cards.", streets.order.clause)
        for hand, row in pays(self.book, self.setup, Wager.ANTE).items():
            if isinstance(row.value, Push):
                told = {"hand": self.labels[hand], "push": self.labels["push"]}
                yield self._(
                    "Your five cards are paid by the pay table; {hand}: {push}, the wagers are returned.",
                    row.clause,
                    **told,
                )
        yield self._("If you fold, you lose the ante and the street wagers.", ante.on_fold.clause)
        for wager in self.sides:
            on_fold = self.book.wagers[wager].on_fold
            told = {"wager": self.label(wager)}
            if on_fold.value is OnFold.STAYS:
                yield self._("{wager} still counts after a fold.", on_fold.clause, **told)
            else:
                yield self._("{wager} is lost with a fold too.", on_fold.clause, **told)
        yield from self._validated()
        if streets.max_all_at:
            places = ", ".join(self.labels[street] for street in streets.max_all_at.value)
            told = {"button": self.labels["max-all"], "times": str(streets.multiples.value[-1]), "streets": places}
            yield self._(
                "{button} bets {times} times the ante on every street left. Available on: {streets}.",
                streets.max_all_at.clause,
                **told,
            )
        if "rebet" in self.book.terms:
            told = {"rebet": self.labels["rebet"], "new": self.labels["new-game"]}
            yield self._(
                "{rebet} deals at once with the same wagers; {new} lets you change them first.",
                self.book.terms["rebet"].en.clause,
                **told,
            )

    def _validated(self) -> Iterator[SignLine]:
        """That a prize which the book has staff validate is paid at once where there are none."""
        jackpot, staff = self.book.jackpot, self.book.staff
        rule = staff.powers.get(Power.VALIDATE_JACKPOT) if staff else None
        if jackpot is not None and rule is not None and jackpot.wager.value in self.wagers:
            yield self._(
                "{wager}: a prize is paid at once. The table dealt the cards itself, so nobody needs to check them.",
                rule.clause,
                wager=self.label(jackpot.wager.value),
            )

    def limits(self) -> Iterator[SignLine]:
        """Yield what each wager accepts, the most it can win, and its return in the long run."""
        for wager in self.wagers:
            yield from self._taken(wager)
        for cap in self.book.caps.values():
            most = cap_cents(self.book, self.setup, cap)
            if most is None:
                continue
            told = {"wagers": " + ".join(map(self.label, cap.wagers.value)), "amount": self._money(most)}
            if cap.bounds.value is CapBounds.WON_AND_RETURNED:
                yield self._("{wagers}: a win of at most {amount}, including the stake.", cap.wagers.clause, **told)
            else:
                yield self._("{wagers}: a win of at most {amount}.", cap.wagers.clause, **told)
        yield from self._guaranteed()
        returns, days = self.book.returns, self.book.notices.cancel_game_days
        if returns is not None:
            share = percent(returns.main.value, self.language)
            yield self._("Theoretical return with the best play: {percent}.", returns.main.clause, percent=share)
            bonus = returns.three_card_bonus
            told = {"wager": self.label(Wager.THREE_CARD_BONUS), "percent": percent(bonus.value, self.language)}
            yield self._("Theoretical return of {wager}: {percent}.", bonus.clause, **told)
        origin = self.book.extends or self.book.id
        for clause in shown_on(origin, Surface.TABLE):
            yield SignLine(ledger(origin)[clause].summary(self.language), clause)
        void = self.book.wagers[Wager.ANTE].on_misdeal
        yield self._("A malfunction voids the round; its wagers are returned.", void.clause)
        if days is not None:
            yield self._(
                "A round left unfinished for more than {days} days is cancelled; its wagers are returned.",
                days.clause,
                days=days.value,
            )

    def _guaranteed(self) -> Iterator[SignLine]:
        """Yield the least that each of several winners of a part of the meter receives."""
        jackpot = self.book.jackpot
        if jackpot is None or self.terms is None:
            return
        for hand, least in self.terms.guaranteed_cents.items():
            told = {"wager": self.label(jackpot.wager.value), "hand": self.labels[hand], "amount": self._money(least)}
            yield self._(
                "{wager}: if several players have a {hand} in one round, each receives at least {amount}.",
                jackpot.sharing.clause,
                **told,
            )

    def conduct(self) -> Iterator[SignLine]:
        """Yield what is asked of the people at a table, besides the game itself."""
        prose = RuleProse(self.book, self.language)
        for leaf in leaves(self.book, "conduct"):
            yield SignLine(prose.sentence(leaf), leaf.ruled.clause)

    def _taken(self, wager: Wager) -> Iterator[SignLine]:
        name, bounds = self.label(wager), limit(self.book, self.setup, "", wager)
        costs = costs_of(self.setup, self.book.wagers[wager], wager)
        if costs is not None:
            price = " / ".join(map(self._money, costs.value))
            yield self._("{wager} costs {amount}.", costs.clause, wager=name, amount=price)
        elif bounds.minimum_cents > 1:
            least = self._money(bounds.minimum_cents)
            yield self._("{wager} at least {amount}.", bounds.clause, wager=name, amount=least)
        if bounds.maximum_cents is not None:
            most = self._money(bounds.maximum_cents)
            yield self._("{wager} at most {amount}.", bounds.clause, wager=name, amount=most)

    def ceilings(self) -> Iterator[dict[str, Any]]:
        """Yield each cap, with the most that a cent on each wager (streets with the ante) can add to what it counts."""
        for cap in self.book.caps.values():
            most, weights = cap_cents(self.book, self.setup, cap), dict[str, int]()
            stake = int(cap.bounds.value is CapBounds.WON_AND_RETURNED)
            for wager in cap.wagers.value:
                name, times = (Wager.ANTE, self.book.streets.multiples.value[-1]) if wager in STREETS else (wager, 1)
                if name in self.wagers:
                    weights[name] = weights.get(name, 0) + times * (self._best(wager) + stake)
            if most is not None:
                yield {"cents": most, "clause": cite(cap.wagers.clause), "weights": weights}

    def _best(self, wager: Wager) -> int:
        rows = pays(self.book, self.setup, wager).values()
        return max((-(-row.value.pays // row.value.on) for row in rows if isinstance(row.value, Odds)), default=0)
