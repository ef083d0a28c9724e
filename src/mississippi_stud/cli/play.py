"""`mstud play`: the game in the terminal, with play money, under any of the books and with its side wagers."""

import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.output import Language, print_rich

if TYPE_CHECKING:
    from mississippi_stud.cards import Card
    from mississippi_stud.cli.private_table import PrivateTable
    from mississippi_stud.round.commands import Command
    from mississippi_stud.round.legal import Option
    from mississippi_stud.round.state import State
    from mississippi_stud.rulebooks.vocabulary import Wager


def play(
    text: Annotated[bool, typer.Option("--text")] = False,
    book: Annotated[str, typer.Option("--book")] = "online",
    language: Language = "en",
) -> None:
    """Play in the terminal, which `--text` says too."""
    from mississippi_stud.cli.private_table import PrivateTable
    from mississippi_stud.language import translator

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # unreadable input is a wrong answer, not a crash
    _ = translator(language)
    TerminalGame(PrivateTable(book, _("you"), language), language, shuffled, ask).run()


def shuffled() -> "tuple[Card, ...]":
    """Return a deck shuffled with the operating system's randomness, in an order that nobody knows."""
    from secrets import SystemRandom

    from mississippi_stud.cards import DECK

    return tuple(SystemRandom().sample(DECK, 52))


class Quit(Exception):  # noqa: N818 - no error
    """The player wants to stop."""


LEAVING = (Quit, KeyboardInterrupt)


def ask(question: str) -> str:
    """Return the player's answer; the end of the input, or q, ends the game."""
    if sys.stdout.isatty():
        question = fill(question, max(get_terminal_size().columns - 8, 20))
    sys.stdout.write(f"{question} ")
    sys.stdout.flush()
    answer = sys.stdin.readline() if sys.stdin else ""
    if not answer or answer.strip().lower() in ("q", "quit"):
        raise Quit
    return answer.strip()


class TerminalGame:
    """One player at a private table, round after round."""

    def __init__(
        self,
        table: "PrivateTable",
        language: str,
        deck: "Callable[[], tuple[Card, ...]]",
        ask: Callable[[str], str],
    ) -> None:
        from mississippi_stud.language import translator

        self.table = table
        self.book = table.book
        self.language = language
        self.deck = deck
        self.ask = ask
        self.began_cents = table.balance_cents
        self.last: dict[Wager, int] = {}
        self.again = False
        """Whether the wagers of the last round are made again without asking for each."""
        self._ = translator(language)

    def run(self) -> None:
        """Play rounds until the player wants to stop or has too little money left."""
        self.welcome()
        try:
            while self.table.balance_cents >= self.table.least_cents:
                self.round()
            print_rich("", self.say("nothing-left", amount=self.money(self.table.balance_cents)))
        except LEAVING:
            print_rich("", self.say("leave", amount=f"[bold]{self.money(self.table.balance_cents)}[/bold]"))
        won = self.table.balance_cents - self.began_cents
        if won:
            print_rich(self.say("won-in-all" if won > 0 else "lost-in-all", amount=self.money(abs(won))))

    def welcome(self) -> None:
        """Greet the player, and say which keys help."""
        print_rich(
            f"[bold]{self._(self.book.title)}[/bold]",
            self.say("welcome", amount=self.money(self.table.balance_cents)),
            self.say("keys"),
            f"[dim]{self.say('elsewhere')}[/dim]",
        )

    def say(self, name: str, /, **values: object) -> str:
        """Return a sentence in the player's language."""
        from mississippi_stud.prose.terminal import say

        return say(name, self.language, **values)

    def warn(self, said: str) -> None:
        """Say why an answer changes nothing."""
        print_rich(f"[yellow]{said}[/yellow]")

    def money(self, cents: int) -> str:
        """Format an amount in the table's currency."""
        from mississippi_stud.prose.names import amount

        return amount(cents, self.book.money.currency.value, self.language)

    def label(self, wager: "Wager") -> str:
        """Return what the book calls a wager, with a capital letter."""
        name = self.table.signs.labels[wager]
        return name[:1].upper() + name[1:]

    def round(self) -> None:
        """Play one round, from the wagers to the results."""
        state = self.before_the_deal(self.table.open())
        try:
            state = self.after_the_deal(state)
        except LEAVING:
            print_rich("", self.say("wagers-stay"))
            raise
        self.draw(state)
        print_rich(*self.results(state))

    def after_the_deal(self, state: "State") -> "State":
        """Deal the cards, and play the round to its end."""
        from mississippi_stud.round import Deal
        from mississippi_stud.round.dealer import dealt_cards, next_step
        from mississippi_stud.round.state import OVER

        deck = self.deck()
        state = self.carry_out(state, dealt_cards(self.book, state, deck, Deal()))
        while state.phase not in OVER:
            step = next_step(self.book, state)
            if step is None:
                state = self.decision(state)
            else:
                state = self.carry_out(state, dealt_cards(self.book, state, deck, step))
        return state

    def heading(self) -> Iterator[str]:
        """Yield the number of the round with the balance, and what the meter shows."""
        amount = self.money(self.table.balance_cents)
        yield f"[bold]{self.say('round-begins', round=self.table.rounds, amount=amount)}[/bold]"
        yield from self.meter()

    def meter(self) -> Iterator[str]:
        """Yield what the meter shows, if there is one."""
        if self.table.meter_cents is not None:
            yield self.say("meter-shows", amount=self.money(self.table.meter_cents))

    def before_the_deal(self, state: "State") -> "State":
        """Take the wagers; a player who leaves before the cards come takes them back."""
        balance = self.table.balance_cents
        print_rich("", *self.heading())
        try:
            return self.wagers(state)
        except LEAVING:
            self.table.balance_cents = balance
            raise

    def wagers(self, state: "State") -> "State":
        """Take the wagers before the deal: the ante, then anything else on offer."""
        from mississippi_stud.round import legal

        self.again = False
        asked: set[Wager] = set()
        while True:
            options = (each for each in legal(self.book, state, 1) if each.command == "place")
            option = next((each for each in options if each.wager not in asked), None)
            if option is None or option.wager is None:
                return state
            state = self.wager(state, option, option.wager)
            asked.add(option.wager)

    def wager(self, state: "State", option: "Option", wager: "Wager") -> "State":
        """Ask for one wager until it is placed; an empty answer repeats the last one, 0 places none."""
        from mississippi_stud.round import Place

        required, usual = wager == "ante", self.usual(option, wager)
        repeats = required and wager in self.last and len(self.table.signs.wagers) > 1
        question = f"{self.label(wager)}, {self.taken(option)} [{self.money(usual)}]"
        question += f", {self.say('repeat')}" if repeats else ""
        while True:
            answer = "" if self.again else self.answer(question, self.about_wagers)
            if repeats and answer.lower() == "r":
                self.again, answer = True, ""
            cents = self.amount(answer, usual)
            if cents == 0 and not required:
                self.last[wager] = 0
                return state
            if cents is None:
                self.warn(self.say("type-amount"))
                continue
            after = self.carry_out(state, Place(position=1, wager=wager, cents=cents))
            if after is not state:
                self.last[wager] = cents
                return after
            self.again = False

    def usual(self, option: "Option", wager: "Wager") -> int:
        """Return the amount of a wager if the player names none: the last one, as far as the balance covers it."""
        balance, least = self.table.balance_cents, max(option.minimum_cents or 0, 5_00)
        if wager == "ante":
            return min(self.last.get(wager, least), balance)
        last = self.last.get(wager, 0)
        return last if last <= balance else 0

    def taken(self, option: "Option") -> str:
        """Return what a wager takes, in words."""
        if option.choices_cents:
            return f" {self._('or')} ".join(map(self.money, option.choices_cents))
        least, most = option.minimum_cents or 0, option.maximum_cents
        if most is None:
            return self.say("from", least=self.money(least))
        if least <= 1:
            return self.say("up-to", most=self.money(most))
        return self.say("between", least=self.money(least), most=self.money(most))

    def answer(self, question: str, about: Callable[[], Iterator[str]]) -> str:
        """Return the player's answer to a question, after as many explanations and pay tables as are asked for."""
        while True:
            answer = self.ask(f"{question}{self._(': ').rstrip()}")
            if answer == "?":
                print_rich(*about(), self.say("keys"))
            elif answer.lower() == "p":
                self.pay_tables()
            else:
                return answer

    def about_wagers(self) -> Iterator[str]:
        """Explain the game, and how a wager is answered."""
        rebet = self.book.terms["rebet"].en.clause if "rebet" in self.book.terms else None  # here it is a key
        yield from (f"• {line.text}" for line in self.table.signs.how() if line.clause != rebet)
        yield self.say("about-wager")
        if len(self.table.signs.wagers) > 1:
            yield self.say("about-side-wagers")

    def about_decision(self) -> Iterator[str]:
        """Explain the choices on a street."""
        yield self.say("about-decision")
        if self.book.streets.max_all_at:
            yield self.say("about-bet-all")

    def pay_tables(self) -> None:
        """Show what every wager on offer pays, and the meter."""
        from mississippi_stud.cli.drawing import boards

        print_rich(boards(self.table.signs), *self.meter())

    def amount(self, answer: str, usual: int) -> int | None:
        """Parse an answer as cents; None if it is not an amount."""
        from mississippi_stud.language import LOCALES
        from mississippi_stud.money import MoneyError, parse

        try:
            return parse(answer, LOCALES[self.language]) if answer else usual
        except MoneyError:
            return None

    def draw(self, state: "State") -> None:
        """Draw the table as the player sees it."""
        from mississippi_stud.cli.drawing import table
        from mississippi_stud.round import view
        from mississippi_stud.round.view import Role

        seen = view(self.book, state, Role.PLAYER, self.table.player)
        print_rich(table(seen, self.book, self.language))

    def decision(self, state: "State") -> "State":
        """Ask for a bet or a fold until one is made."""
        self.draw(state)
        question = self.choices(state)
        after = state
        while after.street is state.street and any(after.waiting()):
            command = self.chosen(state, self.answer(question, self.about_decision).lower())
            if command is None:
                self.warn(self.say("type-choice"))
            else:
                after = self.carry_out(after, command)
        return after

    def choices(self, state: "State") -> str:
        """Return the question on a street: the bets that the player can pay, and the fold."""
        from mississippi_stud.round import legal

        said = []
        for option in legal(self.book, state, 1):
            for cents in option.choices_cents:
                if option.command == "bet" and cents <= self.table.balance_cents:
                    said.append(f"{cents // state.hands[1].ante_cents} = {self.money(cents)}")
                elif option.command == "bet_all" and cents <= self.table.balance_cents:
                    said.append(f"m = {self.say('bet-all')} ({self.money(cents)})")
        said.append(f"f = {self._('fold')}")
        return ", ".join(said)

    def chosen(self, state: "State", answer: str) -> "Command | None":
        """Return the command of an answer on a street, if it is one."""
        from mississippi_stud.round import Bet, BetAll, Fold, legal

        if answer == "f":
            return Fold(position=1)
        if answer == "m" and any(option.command == "bet_all" for option in legal(self.book, state, 1)):
            return BetAll(position=1)
        if answer.isascii() and answer.isdigit() and len(answer) < 10:
            return Bet(position=1, cents=int(answer) * state.hands[1].ante_cents)
        return None

    def carry_out(self, state: "State", command: "Command") -> "State":
        """Return the state after a command; a refusal, or a bet beyond the balance, changes nothing."""
        from mississippi_stud.prose.names import cite
        from mississippi_stud.prose.refusals import explain
        from mississippi_stud.round import Refused

        try:
            after = self.table.after(state, command)
        except Refused as refused:
            said = explain(refused, self.book.money.currency.value, self.language)
            self.warn(f"{said[:1].upper()}{said[1:]} ({cite(refused.clause)})")
            return state
        if after is None:
            self.warn(self.say("funds", amount=self.money(self.table.balance_cents)))
            return state
        return after

    def results(self, state: "State") -> Iterator[Any]:
        """Yield the results of a round: the hand, a line per wager, and what was won or lost."""
        from mississippi_stud.cli.drawing import hand_name, results
        from mississippi_stud.round.transfers import net_cents
        from mississippi_stud.scenario.report import made

        if name := made(state, state.hands[1]):
            yield f"[bold]{self.say('you-have', hand=hand_name(name, self.language))}[/bold]"
        yield from results(state, 1, self.book, self.language)
        net = net_cents(state, 1)
        if net == 0:
            yield self.say("even")
        elif net > 0:
            yield f"[bold green]{self.say('you-win', amount=self.money(net))}[/bold green]"
        else:
            yield f"[bold red]{self.say('you-lose', amount=self.money(-net))}[/bold red]"
