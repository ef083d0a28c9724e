"""The signs beside a table: pay tables, limits, caps and returns of any book, in the reader's language."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.money import Odds
from mississippi_stud.prose import amount, cite
from mississippi_stud.prose import pays as in_words
from mississippi_stud.round.caps import cap_cents
from mississippi_stud.round.settle import pays
from mississippi_stud.round.state import Setup, offered
from mississippi_stud.round.wagers import costs_of, limit
from mississippi_stud.rulebooks.model import Cap, Rulebook
from mississippi_stud.rulebooks.pays import Pay, Prize, Push
from mississippi_stud.rulebooks.words import STREETS, CapBounds, OnFold, Presence, Wager
from mississippi_stud.web.labels import labels
from mississippi_stud.web.pages.values import percent

CHIPS_CENTS: Final = (1_00, 5_00, 10_00, 25_00)
"""The chips that a page offers."""
DISCS_CENTS: Final = (*CHIPS_CENTS, 100_00)
"""The chips that it draws."""
START_CENTS: Final = 5_00
"""The ante that a page begins with."""


class Line(NamedTuple):
    """A sentence of a sign and the clause behind it."""

    text: str
    clause: str


class Board(NamedTuple):
    """A pay table: the hands by the names of their rows, what they are called and what they pay."""

    wager: Wager
    title: str
    rows: tuple[tuple[str, str, str], ...]


class Signs:
    """What stands beside the tables of a book as the house offers them."""

    def __init__(self, book: Rulebook, offer: Mapping[str, Any], language: str) -> None:
        self.book = book
        self.language = language
        self.say = translator(language)
        self.labels = labels(book, language)
        fitting = {name: value for name, value in offer.items() if name in Setup.__struct_fields__}
        self.setup = Setup(**{"dealing": next(iter(book.dealing.methods)), "seats": (), **fitting})
        self.wagers = tuple(wager for wager in Wager if offered(book, self.setup, wager))

    def money(self, cents: int) -> str:
        """An amount in the currency of the book."""
        return amount(cents, self.book.money.currency.value, self.language)

    def label(self, wager: Wager) -> str:
        """What a wager is called at the beginning of a line."""
        name = self.labels[wager]
        return name[:1].upper() + name[1:]

    def boards(self) -> Iterator[Board]:
        """The pay tables of the wagers that are offered."""
        for wager in self.wagers:
            rows = pays(self.book, self.setup, wager).items()
            title = self.say("Ante and streets") if wager is Wager.ANTE else self.label(wager)
            yield Board(wager, title, tuple((hand, self.labels[hand], self._pays(row.value)) for hand, row in rows))

    def _pays(self, pay: Pay) -> str:
        if isinstance(pay, Odds) and pay.keeps_stake:
            return f"{pay.pays} : {pay.on}"
        if isinstance(pay, Prize):
            return self.money(pay.cents)
        return self.labels["push"] if isinstance(pay, Push) else in_words(str(pay), self.language)

    def how(self) -> Iterator[Line]:
        """How the game is played."""
        book, say, ante = self.book, self.say, self.book.wagers[Wager.ANTE]
        sides = [wager for wager in self.wagers if book.wagers[wager].presence.value is not Presence.REQUIRED]
        asked = "Place an ante, and side wagers if you like. Then deal." if sides else "Place an ante. Then deal."
        yield Line(say(asked), ante.presence.clause)
        times = " / ".join(f"{each}×" for each in book.streets.multiples.value)
        told = say("You see your two cards. On each street bet {times} your ante, or fold.")
        yield Line(told.format(times=times), book.streets.multiples.clause)
        yield Line(say("Each bet turns one of the three community cards."), book.streets.order.clause)
        for hand, row in pays(book, self.setup, Wager.ANTE).items():
            if isinstance(row.value, Push):
                told = say("Your five cards are paid by the table. A push ({hand}) returns the wagers.")
                yield Line(told.format(hand=self.labels[hand]), ante.on_push.clause)
        yield Line(say("Whoever folds loses the ante and the streets."), ante.on_fold.clause)
        for wager in sides:
            if book.wagers[wager].on_fold.value is OnFold.STAYS:
                still = say("{wager} still counts after a fold.").format(wager=self.label(wager))
                yield Line(still, book.wagers[wager].on_fold.clause)
        if book.streets.max_all_at:
            streets = ", ".join(self.labels[street] for street in book.streets.max_all_at.value)
            told = say("One button bets {times}× on every street that is left ({streets}).")
            most = book.streets.multiples.value[-1]
            yield Line(told.format(times=most, streets=streets), book.streets.max_all_at.clause)

    def limits(self) -> Iterator[Line]:
        """What each wager takes, what is won at most, and what comes back of it in the long run."""
        for wager in self.wagers:
            yield from self._taken(wager)
        for cap in self.book.caps.values():
            most = cap_cents(self.book, self.setup, cap)
            if most is not None:
                yield self._capped(cap, most)
        returns, say = self.book.returns, self.say
        if returns is not None:
            told = say("Theoretical return {percent} with the best play.")
            yield Line(told.format(percent=percent(returns.main.value, self.language)), returns.main.clause)
            side = say("Theoretical return of {wager} {percent}.")
            bonus = returns.three_card_bonus
            shown = {"wager": self.label(Wager.THREE_CARD_BONUS), "percent": percent(bonus.value, self.language)}
            yield Line(side.format(**shown), bonus.clause)
        void = self.book.wagers[Wager.ANTE].on_misdeal
        yield Line(say("A malfunction voids the round; its wagers come back."), void.clause)
        days = self.book.notices.cancel_game_days
        if days is not None:
            told = say("A round left for {days} days is cancelled; its wagers come back.")
            yield Line(told.format(days=days.value), days.clause)

    def _taken(self, wager: Wager) -> Iterator[Line]:
        rule, name = self.book.wagers[wager], self.label(wager)
        costs, bounds = costs_of(self.setup, rule, wager), limit(self.book, self.setup, "", wager)
        if costs is not None:
            told = self.say("{wager} costs {amount}.")
            yield Line(told.format(wager=name, amount=" / ".join(map(self.money, costs.value))), costs.clause)
            return
        if bounds.minimum_cents > 1:
            told = self.say("{wager} at least {amount}.")
            yield Line(told.format(wager=name, amount=self.money(bounds.minimum_cents)), bounds.clause)
        if bounds.maximum_cents is not None:
            told = self.say("{wager} at most {amount}.")
            yield Line(told.format(wager=name, amount=self.money(bounds.maximum_cents)), bounds.clause)

    def _capped(self, cap: Cap, most: int) -> Line:
        whole = cap.bounds.value is CapBounds.WON_AND_RETURNED
        told = "{wagers}: at most {amount}, the stake included." if whole else "{wagers}: at most {amount} is won."
        wagers = " + ".join(map(self.label, cap.wagers.value))
        return Line(self.say(told).format(wagers=wagers, amount=self.money(most)), cap.wagers.clause)

    def ceilings(self) -> Iterator[dict[str, Any]]:
        """Each cap, with the most that a cent on each wager can add to what it counts, the streets with their ante."""
        for cap in self.book.caps.values():
            most = cap_cents(self.book, self.setup, cap)
            if most is None:
                continue
            stake = int(cap.bounds.value is CapBounds.WON_AND_RETURNED)
            weights: dict[str, int] = {}
            for wager in cap.wagers.value:
                name, times = (Wager.ANTE, self.book.streets.multiples.value[-1]) if wager in STREETS else (wager, 1)
                if name in self.wagers:
                    weights[name] = weights.get(name, 0) + times * (self._best(wager) + stake)
            yield {"cents": most, "clause": cite(cap.wagers.clause), "weights": weights}

    def _best(self, wager: Wager) -> int:
        """The highest odds of a wager."""
        rows = pays(self.book, self.setup, wager).values()
        return max((-(-row.value.pays // row.value.on) for row in rows if isinstance(row.value, Odds)), default=0)

    def data(self) -> dict[str, Any]:
        """What the scripts of a page need of it."""
        dealing = self.book.dealing
        named = ("deal", "fold", "max-all", "rebet", "new-game", "push", "community-cards")
        return {
            "book": self.book.id,
            "terms": {name: self.labels[name] for name in named},
            "cards": {"hole": dealing.hole_cards.value, "community": dealing.community_cards.value},
            "chips": CHIPS_CENTS,
            "discs": DISCS_CENTS,
            "start": START_CENTS,
            "ceilings": list(self.ceilings()),
        }
