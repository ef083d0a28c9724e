"""Carry out a command step by step: its events, the table after each of them, and the prompts that they call for."""

from collections.abc import Callable, Iterable
from typing import Concatenate, ParamSpec

from mississippi_stud.fairness.shuffle import round_id
from mississippi_stud.jackpot.link import Link
from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.decide import decide
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import PlayerHand, State
from mississippi_stud.rulebooks.conduct import DutyCondition, Moment
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.table import events as e
from mississippi_stud.table.commands import Command
from mississippi_stud.table.duties import BLOCKS, WITHOUT_A_DECK, Subject, arising, depends
from mississippi_stud.table.evolve import evolve
from mississippi_stud.table.staff import holder, lowest
from mississippi_stud.table.state import DealingMode, Deck, Prompt, PromptHold, Seat, Table

Fields = ParamSpec("Fields")


class Course:
    """The events of a command so far, and the table after them."""

    def __init__(self, book: Rulebook, table: Table, command: Command, link: Link | None, secret: bytes) -> None:
        self.book = book
        self.table = table
        self.at = command.at
        self.by = command.by
        self.person = command.person
        self.link = link
        self.secret = secret
        """Fresh random bytes for the commitment to the next round."""
        self.events: list[e.Event] = []

    def add(
        self, event: Callable[Concatenate[int, str, Fields], e.Event], *args: Fields.args, **fields: Fields.kwargs
    ) -> None:
        """Add an event of the table, with the time and the actor of the command."""
        self.append(event(self.at, self.by, *args, **fields))

    def append(self, event: e.Event) -> None:
        """Append an event of the table or of its round."""
        self.events.append(event)
        self.table = evolve(self.table, event)

    def play(self, state: State, do: rc.Command) -> tuple[r.Event, ...]:
        """Carry out a command of the round and its effects on the meters."""
        if self.link is not None:
            staffed = holder(self.book, Power.VALIDATE_JACKPOT) is not None and not self.table.automatic
            do = self.link.before(state, do, self.number, validated=staffed)
        happened = decide(self.book, state, do)
        self.move(state, happened)
        return happened

    def move(self, state: State, happened: Iterable[r.Event]) -> None:
        """Append events of the round and apply their effects on the meters; `state` is the round before them."""
        for each in happened:
            if self.link is not None:
                self.link.after(state, each, self.number)
            self.append(each)

    @property
    def number(self) -> str:
        """The id of the open round."""
        return round_id(self.table.id, self.table.number)

    def seat(self, position: int) -> Seat:
        """Return the seat at a position; raise `Refused` if nobody has taken it."""
        if position not in self.table.seats:
            raise Refused("nobody-there", self.book.positions.seated_players_only.clause, position=position)
        return self.table.seats[position]

    @property
    def who(self) -> str:
        """The person who acts, or the title if no person is named."""
        return self.person or self.by

    def prompt(
        self,
        duty: str,
        blocks: PromptHold,
        clause: Clause,
        moment: str,
        *,
        deck: str | None = None,
        then: Moment | None = None,
        verified_by: str | None = None,
    ) -> None:
        """Prompt the dealer for something that follows from a ruling and is in no list of duties."""
        if self.table.automatic:
            return
        prompt = Prompt(
            number=self.table.prompted + 1, duty=duty, moment=moment, by=lowest(self.book), verified_by=verified_by,
            blocks=blocks, clause=clause, deck=deck, then=then, since=self.at,
        )  # fmt: skip
        self.add(e.Prompted, prompt=prompt)

    def come(
        self,
        moment: Moment,
        *,
        deck: Deck | None = None,
        hand: PlayerHand | None = None,
        position: int | None = None,
        dispute: int | None = None,
        without_shuffle: bool = False,
        only: DutyCondition | None = None,
        blocks: PromptHold | None = None,
    ) -> None:
        """Prompt for every duty that a moment brings, or `only` for those that depend on one condition.

        `blocks` is what is refused until they are done, if it differs from what the moment normally blocks.
        """
        if self.table.automatic or (self.table.dealt is DealingMode.DEALER and moment not in WITHOUT_A_DECK):
            return
        about = Subject(self.book, self.table, deck, hand, hand.position if hand else position)
        for name, duty in arising(moment, about):
            then = duty.then.value if duty.then else None
            if (without_shuffle and then is Moment.SHUFFLED) or (only is not None and not depends(duty, only)):
                continue
            prompt = Prompt(
                number=self.table.prompted + 1,
                duty=name,
                moment=moment,
                by=duty.by.value,
                verified_by=duty.verified_by.value if duty.verified_by else None,
                alone=duty.alone.clause if duty.alone and duty.alone.value else None,
                player_first=duty.player_first is not None and duty.player_first.value,
                blocks=blocks or BLOCKS.get(moment, PromptHold.DEAL),
                clause=duty.by.clause,
                deck=deck.backs if deck else None,
                position=about.position,
                dispute=dispute,
                then=then,
                since=self.at,
            )
            self.add(e.Prompted, prompt=prompt)

    def drop(self, pointless: Callable[[Prompt], bool]) -> None:
        """Drop the prompts that have become pointless."""
        for prompt in self.table.prompts:
            if pointless(prompt):
                self.add(e.PromptDropped, prompt=prompt.number)

    def over(self, *moments: Moment) -> None:
        """End moments, and drop the prompts that belong to them."""
        self.drop(lambda prompt: prompt.moment in moments)
