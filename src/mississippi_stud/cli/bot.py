"""`mstud bot`: bots that sit down at a table with friends, play by a strategy, and stand up again."""

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.bot import Bot, BotRound
    from mississippi_stud.maths.evaluation import Strategy


def bot(
    table: str,
    strategy: Annotated[str, typer.Option()] = "optimal",
    rounds: Annotated[int | None, typer.Option(min=1, max=10**9)] = None,
    ante: str | None = None,
    count: Annotated[int, typer.Option(min=1, max=9)] = 1,
    delay: Annotated[int, typer.Option(min=0, max=60)] = 1,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Play at a table with friends by a strategy."""
    from mississippi_stud.language import LOCALES, translator
    from mississippi_stud.maths.strategy_file import NAMED
    from mississippi_stud.money import parse

    translator(language)  # reject an unknown language before anybody sits down
    if strategy not in NAMED:
        raise InputError("strategy-not-for-bots", name=strategy, names=tuple(NAMED))
    ante_cents = None if ante is None else parse(ante, LOCALES[language])
    crew = _Crew(language, as_json)
    with ExitStack() as sites, _interrupts(crew):
        crew.sit_down(sites, table, count, NAMED[strategy], delay)
        crew.play(rounds, ante_cents)
    crew.sum_up(table, strategy)
    raise typer.Exit(crew.status)


@dataclass
class _Tally:
    """What a bot has played."""

    bot: "Bot"
    rounds: "list[BotRound]" = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        return {
            "position": self.bot.position,
            "rounds": self.rounds,
            "wagered_cents": sum(each.wagered_cents for each in self.rounds),
            "net_cents": sum(each.net_cents for each in self.rounds),
            "stood_up": not self.bot.seated,
            "short_of_money": self.bot.short,
        }


class _Crew:
    """Bots that play at the same time, each in a thread of its own, and what is told of them."""

    def __init__(self, language: str, as_json: bool) -> None:
        self.status = 0
        self.stop = Event()
        self.language = language
        self._as_json = as_json
        self._said: set[str] = set()
        self._tallies: list[_Tally] = []
        self._news: SimpleQueue[tuple[_Tally, BotRound | Exception | None]] = SimpleQueue()

    def sit_down(self, sites: ExitStack, link: str, count: int, strategy: "Strategy", delay: int) -> None:
        """Have so many bots sit down; if there is no seat for one of them, none plays."""
        from mississippi_stud.bot import Bot
        from mississippi_stud.client import LiveError, LiveSite

        try:
            for _ in range(count):
                site = sites.enter_context(LiveSite(link, language=self.language))
                self._tallies.append(_Tally(Bot(site, link, strategy, delay_seconds=delay, stop=self.stop)))
        except (LiveError, TimeoutError, InputError) as error:
            if isinstance(error, InputError) and error.code != "no-free-seat":
                raise
            self._fail(error)

    def play(self, rounds: int | None, ante_cents: int | None) -> None:
        """Play until every bot has stood up, and tell each round when it is over."""
        for tally in self._tallies:
            Thread(target=self._run, args=(tally, rounds, ante_cents), daemon=True).start()
        playing = len(self._tallies)
        while playing:
            tally, news = self._news.get()
            if news is None or isinstance(news, Exception):
                playing -= 1
                if news is not None:
                    self._fail(news)
            else:
                tally.rounds.append(news)
                self._tell(tally, news)

    def _run(self, tally: _Tally, rounds: int | None, ante_cents: int | None) -> None:
        try:
            for each in tally.bot.play(rounds, ante_cents):
                self._news.put((tally, each))
            self._news.put((tally, None))
        except Exception as error:  # the main thread looks at it
            self._news.put((tally, error))

    def _fail(self, error: Exception) -> None:
        """Tell what went wrong, once if it is the same for all, and have everybody else stand up."""
        from websockets.exceptions import WebSocketException

        from mississippi_stud.client import LiveError
        from mississippi_stud.prose.bots import say
        from mississippi_stud.prose.problems import tell

        self.stop.set()
        self.status = 1
        match error:
            case InputError():
                said = tell(error, self.language)
            case LiveError() if error.problem.status == 404:
                said = say("no-such-table", self.language)
            case LiveError():
                said = error.problem.detail
            case TimeoutError() | WebSocketException():
                said = say("server-lost", self.language)
            case _:
                raise error
        if said not in self._said:
            self._said.add(said)
            sys.stderr.write(f"mstud: {said}\n")

    def _tell(self, tally: _Tally, played: "BotRound") -> None:
        if self._as_json:
            return
        from mississippi_stud.cards import parse, symbols
        from mississippi_stud.prose.bots import say
        from mississippi_stud.prose.signs import labels

        called = labels(tally.bot.book, self.language)
        hand = say("bot-no-result", self.language)
        if played.hand:
            hand = called[played.hand]
        elif played.folded_on:
            hand = say("bot-folds", self.language, street=called[played.folded_on])
        cards = symbols(parse(played.cards))
        numbers = {"round": played.round, "seat": played.position, "net": self._amount(tally, played.net_cents, "+")}
        print_rich(say("bot-round", self.language, cards=cards, hand=hand, **numbers))
        sys.stdout.flush()

    def _amount(self, tally: _Tally, cents: int, plus: str = "") -> str:
        from mississippi_stud.prose.names import amount

        return f"{plus if cents > 0 else ''}{amount(cents, tally.bot.book.money.currency.value, self.language)}"

    def sum_up(self, link: str, strategy: str) -> None:
        """Tell what each bot has played in all."""
        if self._as_json:
            bots = [tally.plain() for tally in self._tallies]
            return print_json({"table": link, "strategy": strategy, "bots": bots})
        from mississippi_stud.prose.bots import say

        for tally in self._tallies:
            found = tally.plain()
            end = "short" if tally.bot.short else "stood-up" if found["stood_up"] else "still-there"
            numbers = {
                "rounds": len(tally.rounds),
                "wagered": self._amount(tally, found["wagered_cents"]),
                "net": self._amount(tally, found["net_cents"], "+"),
            }
            print_rich(say(f"bot-{end}", self.language, seat=tally.bot.position, **numbers))
        return None


@contextmanager
def _interrupts(crew: _Crew) -> Iterator[None]:
    """Take the first Ctrl+C for a wish that everybody stand up after the round; the second ends the program."""
    from mississippi_stud.prose.bots import say

    def leave(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        crew.stop.set()
        sys.stderr.write(f"{say('bot-leaves', crew.language)}\n")

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
