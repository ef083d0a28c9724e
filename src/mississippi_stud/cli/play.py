"""`mstud play --text`: the game in the terminal, with play money, under any of the books."""

import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from mississippi_stud.cli.output import Language, print_rich

if TYPE_CHECKING:
    from mississippi_stud.cards import Card
    from mississippi_stud.money import Transfer
    from mississippi_stud.round.commands import Command
    from mississippi_stud.round.legal import Option
    from mississippi_stud.round.state import State
    from mississippi_stud.rulebooks.model import Rulebook
    from mississippi_stud.rulebooks.vocabulary import Wager

START_CENTS = 1_000_00


def play(
    text: Annotated[bool, typer.Option("--text")] = False,
    book: Annotated[str, typer.Option("--book")] = "online",
    language: Language = "en",
) -> None:
    """Play the game with play money."""
    from mississippi_stud.rulebooks import rulebook

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # unreadable input is a wrong answer, not a crash
    TerminalGame(rulebook(book), language, shuffled, ask).run()


def shuffled() -> "tuple[Card, ...]":
    """Return a deck shuffled with the operating system's randomness, in an order that nobody knows."""
    from secrets import SystemRandom

    from mississippi_stud.cards import DECK

    return tuple(SystemRandom().sample(DECK, 52))


class Quit(Exception):  # noqa: N818 - no error
    """The player wants to stop."""


def ask(question: str) -> str:
    """Return the player's answer; end of input, or q, ends the game."""
    sys.stdout.write(f"{question} ")
    sys.stdout.flush()
    answer = sys.stdin.readline()
    if not answer or answer.strip().lower() in ("q", "quit"):
        sys.stdout.write("\n")
        raise Quit
    return answer.strip()


class TableSetup(NamedTuple):
    """The terminal table's setup for a book: the dealing method and the pay tables on offer."""

    dealing: str
    tables: "dict[Wager, str]"


class TerminalGame:
    """One player at a private table, round after round."""

    def __init__(
        self,
        book: "Rulebook",
        language: str,
        deck: "Callable[[], tuple[Card, ...]]",
        ask: Callable[[str], str],
    ) -> None:
        from mississippi_stud.language import translator

        self.book = book
        self.language = language
        self.deck = deck
        self.ask = ask
        self.balance_cents = START_CENTS
        self.last: dict[Wager, int] = {}
        self._ = translator(language)
        self.player = self._("you")

    def run(self) -> None:
        """Play rounds until the player wants to stop or has no money left."""
        print_rich(f"[bold]{self._(self.book.title)}[/bold]", self.say("play-money"))
        try:
            while self.balance_cents > 0:
                self.round()
            print_rich(self.say("nothing-left"))
        except Quit:
            print_rich(self.say("leave", amount=f"[bold]{self.money(self.balance_cents)}[/bold]"))

    def say(self, name: str, /, **values: object) -> str:
        """Return a sentence in the player's language."""
        from mississippi_stud.prose.terminal import say

        return say(name, self.language, **values)

    def money(self, cents: int) -> str:
        """Format an amount in the table's currency."""
        from mississippi_stud.prose.names import amount

        return amount(cents, self.book.money.currency.value, self.language)

    def round(self) -> None:
        """Play one round, from the wagers to the results."""
        from mississippi_stud.round import Deal, Open, Setup, decide, evolve
        from mississippi_stud.round.dealer import dealt_cards, next_step
        from mississippi_stud.round.state import OVER

        offer = self.offer()
        setup = Setup(dealing=offer.dealing, seats=((1, self.player),), tables=offer.tables)
        state = evolve(None, decide(self.book, None, Open(setup=setup))[0])
        state = self.before_the_deal(state)
        deck = self.deck()
        state = self.carry_out(state, dealt_cards(self.book, state, deck, Deal()))
        while state.phase not in OVER:
            step = next_step(self.book, state)
            if step is None:
                state = self.decision(state)
            else:
                state = self.carry_out(state, dealt_cards(self.book, state, deck, step))
        self.told(state)

    def offer(self) -> TableSetup:
        """Return every side wager with a pay table in the book, and the first dealing method that allows it."""
        from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS

        methods = list(self.book.dealing.methods)
        tables: dict[Wager, str] = {}
        jackpot = self.book.jackpot.wager.value if self.book.jackpot else None
        for wager, rule in self.book.wagers.items():
            printed = next((name for name, table in rule.tables.items() if table.offered.value), None)
            if printed is not None and wager not in MAIN_WAGERS and wager is not jackpot:
                tables[wager] = printed
                methods = [each for each in methods if rule.dealt_by is None or each in rule.dealt_by.value]
        return TableSetup(methods[0], tables)

    def before_the_deal(self, state: "State") -> "State":
        """Take the wagers; a player who leaves before the cards come takes them back."""
        balance = self.balance_cents
        try:
            return self.wagers(state)
        except Quit:
            self.balance_cents = balance
            raise

    def wagers(self, state: "State") -> "State":
        """Take the wagers before the deal: the ante, then anything else on offer."""
        from mississippi_stud.round import legal

        asked: set[Wager] = set()
        while True:
            options = (each for each in legal(self.book, state, 1) if each.command == "place")
            option = next((each for each in options if each.wager not in asked), None)
            if option is None:
                return state
            state = self.wager(state, option)
            if option.wager is not None:
                asked.add(option.wager)

    def wager(self, state: "State", option: "Option") -> "State":
        """Ask for one wager until it is placed; an empty answer repeats the last one, 0 places none."""
        from mississippi_stud.prose.names import NAMES
        from mississippi_stud.round import Place

        wager = option.wager
        if wager is None:
            return state
        _ = self._
        required = wager == "ante"
        least = self.book.wagers[wager].minimum_cents
        usual = self.last.get(wager, max(5_00, least.value if least else 0) if required else 0)
        if usual > self.balance_cents:
            usual = self.balance_cents if required else 0
        question = f"{_('balance')} {self.money(self.balance_cents)}; {_(NAMES[wager])} [{self.money(usual)}]:"
        while True:
            cents = self.amount(self.ask(question), usual)
            if cents == 0 and not required:
                self.last[wager] = 0
                return state
            if cents is None:
                print_rich(f"[yellow]{self.say('type-amount')}[/yellow]")
                continue
            after = self.carry_out(state, Place(position=1, wager=wager, cents=cents))
            if after is not state:
                self.last[wager] = cents
                return after

    def amount(self, answer: str, usual: int) -> int | None:
        """Parse an answer as cents; None if it is not an amount."""
        from mississippi_stud.language import LOCALES
        from mississippi_stud.money import MoneyError, parse

        try:
            return parse(answer, LOCALES[self.language]) if answer else usual
        except MoneyError:
            return None

    def decision(self, state: "State") -> "State":
        """Ask for a bet or a fold until one is made."""
        from mississippi_stud.cli.drawing import table
        from mississippi_stud.round import Bet, BetAll, Fold, legal, view
        from mississippi_stud.round.view import Role

        _ = self._
        street = state.street
        seen = view(self.book, state, Role.PLAYER, self.player)
        print_rich(table(seen, self.book.money.currency.value, self.language))
        options = {option.command: option for option in legal(self.book, state, 1)}
        after = state
        while after.street is street and any(after.waiting()):
            ante = state.hands[1].ante_cents
            choices = [f"{cents // ante} = {self.money(cents)}" for cents in options["bet"].choices_cents]
            if "bet_all" in options:
                choices.append(f"m = {self.say('bet-all')}")
            answer = self.ask(f"{', '.join(choices)}, f = {_('fold')}:").lower()
            command: Command | None = None
            if answer == "f":
                command = Fold(position=1)
            elif answer == "m" and "bet_all" in options:
                command = BetAll(position=1)
            elif answer.isascii() and answer.isdigit() and len(answer) < 10:
                command = Bet(position=1, cents=int(answer) * ante)
            if command is None:
                print_rich(f"[yellow]{self.say('type-choice')}[/yellow]")
            else:
                after = self.carry_out(after, command)
        return after

    def carry_out(self, state: "State", command: "Command") -> "State":
        """Return the state after a command; a refusal, or a bet beyond the balance, changes nothing."""
        from mississippi_stud.prose.names import cite
        from mississippi_stud.prose.refusals import explain
        from mississippi_stud.round import Refused, decide, evolve
        from mississippi_stud.round.transfers import transfers

        try:
            events = decide(self.book, state, command)
        except Refused as refused:
            said = explain(refused, self.book.money.currency.value, self.language)
            print_rich(f"[yellow]{said} ({cite(refused.clause)})[/yellow]")
            return state
        gained, after = 0, state
        for event in events:
            gained += sum(self._gain(transfer) for transfer in transfers(self.book, after, event))
            after = evolve(after, event)
        if self.balance_cents + gained < 0:
            print_rich(f"[yellow]{self.say('funds', amount=self.money(self.balance_cents))}[/yellow]")
            return state
        self.balance_cents += gained
        return after

    def _gain(self, transfer: "Transfer") -> int:
        own = f"player:{self.player}"
        return (transfer.target == own) * transfer.cents - (transfer.source == own) * transfer.cents

    def told(self, state: "State") -> None:
        """Describe the end of a round."""
        for line in self.lines(state):
            print_rich(line)

    def lines(self, state: "State") -> Iterator[str]:
        """Yield the results of a round, one line per wager."""
        from mississippi_stud.cli.drawing import cards, hand_name, result
        from mississippi_stud.round.transfers import net_cents
        from mississippi_stud.scenario.report import made

        name = made(state, state.hands[1])
        if name:
            shown = f"{cards(state.hands[1].hole)} + {cards(state.community)}"
            yield f"{shown}: [bold]{hand_name(name, self.language)}[/bold]"
        for each in state.results:
            yield f"  {result(each, self.book.money.currency.value, self.language)}"
        yield f"{self._('net')} [bold]{self.money(net_cents(state, 1))}[/bold]"
