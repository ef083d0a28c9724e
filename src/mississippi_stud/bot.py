"""A bot at a table for several people: it plays by a strategy, and knows its own cards and the board alone.

>>> from mississippi_stud.client import LiveSite
>>> def play(link: str) -> int:
...     with LiveSite(link) as site:
...         return sum(each.net_cents for each in Bot(site, link).play(rounds=10))
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event
from typing import Final

import msgspec

from mississippi_stud.cards import text
from mississippi_stud.client import LiveError, LiveSite, takes_wagers
from mississippi_stud.errors import InputError
from mississippi_stud.floor import TableView, Wager
from mississippi_stud.maths.evaluation import OPTIMAL, Strategy
from mississippi_stud.round.state import Ending, Phase
from mississippi_stud.rulebooks.load import BOOKS, content_hash, rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS
from mississippi_stud.web.bot_choice import bot_choice
from mississippi_stud.web.shapes import PlaceWagersRequest, RoundSteps, TableSight

PASSED: Final = ("turn-passed", "bets-closed", "other-commitment")
"""So the table refuses what comes too late: there is nothing to mend, and the next moment comes."""


class BotRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that a bot has played."""

    round: int
    position: int
    cards: str
    hand: str | None
    """What it made, as pay tables name it; None if it was folded or the round has no result."""
    folded_on: Wager | None
    wagered_cents: int
    net_cents: int


class Bot:
    """A player who sits down at the first free seat of a table, and plays there until it stands up."""

    def __init__(
        self,
        site: LiveSite,
        link: str,
        strategy: Strategy = OPTIMAL,
        *,
        delay_seconds: int = 0,
        stop: Event | None = None,
    ) -> None:
        self.book = _known_book(site.look(link))
        self.table = site.join(link)
        self.position = self.table.position
        self.stop = stop or Event()
        """Set by whoever wants the bot to stand up as soon as it may."""
        self.short = False
        """Whether its money is too little for another round."""
        self._strategy = strategy
        self._delay_seconds = delay_seconds

    @property
    def seated(self) -> bool:
        """Whether the bot has its seat, as far as it knows."""
        return bool(self.table.view.own)

    def play(self, rounds: int | None = None, ante_cents: int | None = None) -> Iterator[BotRound]:
        """Play so many rounds, or until it is stopped or short of money; then stand up, also after a refusal.

        Without an ante, it is the least that the table takes.
        """
        try:
            yield from self._rounds(rounds, ante_cents)
        except LiveError:
            with suppress(LiveError):
                self.table.stand()
            raise
        self.table.stand()

    def _rounds(self, rounds: int | None, ante_cents: int | None) -> Iterator[BotRound]:
        left = rounds
        while left != 0 and self._may_wager():
            ante = ante_cents or self._least_ante()
            self.short = self.table.balance_cents < ante * (1 + len(STREETS) * max(self.table.view.multiples))
            if self.short:
                break
            number = self._wager(ante)
            if number and self._play_on() and (played := self._record(number)).wagered_cents:
                yield played
                left = None if left is None else left - 1

    def _may_wager(self) -> bool:
        """Wait for the next betting; return whether to wager then."""
        view = self.table.wait(lambda view: self.stop.is_set() or takes_wagers(view))
        if not view.own:
            raise InputError("seat-gone", position=self.position)
        return not self.stop.is_set()

    def _least_ante(self) -> int:
        return next(area.minimum_cents for area in self.table.view.areas if area.wager is Wager.ANTE) or 1

    def _wager(self, ante_cents: int) -> int:
        """Wager; return the number of the round, or 0 if the betting was over by then."""
        view = _in_time(lambda: self.table.deal(ante=ante_cents))
        return view.number if view else 0

    def _play_on(self) -> bool:
        """Play the round to its end, unless its wagers go back before the cards; return whether it did not leave it."""
        none = PlaceWagersRequest(position=self.position, wagers={}, ready=False)
        while True:
            self.table.wait(lambda view: self.table.deciding or not self.table.engaged or self._may_leave(view))
            if self._may_leave(self.table.view):
                if _in_time(lambda: self.table.do(none)):
                    return False
            elif self.table.deciding:
                _in_time(self._decide)
            else:
                return True

    def _may_leave(self, view: TableView) -> bool:
        """Whether it is stopped, and has a wager that it may still take back."""
        betting = view.turn is not None and view.turn.phase is Phase.BETTING
        return self.stop.is_set() and betting and self.table.engaged

    def _decide(self) -> TableView:
        self.stop.wait(self._delay_seconds)
        times = self.choice(self.table.view)
        return self.table.bet(times) if times else self.table.fold()

    def choice(self, view: TableView) -> int:
        """Return what the strategy plays at the open street: a multiple of the ante, or 0 for a fold."""
        return bot_choice(self.book, view, self.position, self._strategy)

    def _record(self, number: int) -> BotRound:
        """Return a round that is over; where the next one has begun already, the server is asked for it."""
        view = self.table.view
        if view.number != number or view.playing:
            answer = self.table.site.ask(f"/api/tables/{self.table.sight.id}/rounds/{number}")
            view = msgspec.json.decode(answer, type=RoundSteps).steps[-1].view
        assert view.round is not None, "it was played"  # noqa: S101
        hand = next(hand for hand in view.round.hands if hand.position == self.position)
        wagered = sum(hand.wagers_cents.values())
        results = [result for result in view.round.results if result.position == self.position]
        net = sum(result.won_cents + result.returned_cents for result in results) - wagered
        return BotRound(
            round=number,
            position=self.position,
            cards=text(card for card in hand.hole if card is not None),
            hand=view.made.get(self.position),
            folded_on=hand.ended_on if hand.ending is Ending.FOLDED else None,
            wagered_cents=wagered,
            net_cents=net if view.round.phase is Phase.SETTLED else 0,
        )


def _known_book(sight: TableSight) -> Rulebook:
    """Return the book of a table; `InputError` unless it is word for word one that this program knows."""
    if sight.book not in BOOKS or content_hash(rulebook(sight.book)) != sight.view.book:
        raise InputError("book-not-known", book=sight.book)
    return rulebook(sight.book)


def _in_time(act: Callable[[], TableView]) -> TableView | None:
    """Return the table after an act, or None where the moment for it has passed."""
    try:
        return act()
    except LiveError as refused:
        if refused.problem.code not in PASSED:
            raise
        return None
