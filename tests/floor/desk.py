"""People at work at a table of the floor with real cards and chips: they do what their consoles say is due, in turn."""

from collections.abc import Callable

from msgspec.structs import replace

from mississippi_stud.floor import Floor
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode
from mississippi_stud.table import commands as t
from mississippi_stud.table.agenda import DueKind
from tests.script import bounds
from tests.table.hall import METHODS, TOP
from tests.table.test_agenda import Desk


class RealDesk(Desk):
    """A dealer and two people above; each of their commands has a number, and with it an id."""

    def __init__(self, floor: Floor, stream: str, number: int = 0, told: Callable[..., None] = lambda *_: None) -> None:
        self.floor, self.stream, self.number, self.told = floor, stream, number, told
        self.book = floor.book(floor.table(stream).book)
        self.people = dict(zip(("dee", "sue", "tom"), ("dealer", TOP[self.book.id], TOP[self.book.id]), strict=True))
        self.draw = lambda choices: choices[0]
        self.secrets = 0
        self.at = floor.clock()

    @property
    def table(self):
        return self.floor.table(self.stream)

    def give(self, command: t.Command) -> None:
        name, command = f"{self.stream[-8:]}.{self.number}", replace(command, at=0)
        self.told("sent", name, self.stream, command)
        answer = self.floor.send(self.stream, command, command_id=name, actor=command.person)
        self.told("done", name, self.stream, answer.version)
        self.number += 1

    def round(self) -> list[DueKind]:
        """Play until a round is over and its duties are done; return what was done."""
        done: list[DueKind] = []
        while not self.table.over or self.table.prompts:
            done.append(self.step())
        return done


def real_table(floor: Floor, book: str, name: str) -> str:
    """Open a table with real cards and chips, where somebody with an account and two walk-ins sit."""
    stream = floor.open_table(
        book,
        command_id=f"real {name}",
        dealing=METHODS[book][0],
        dealt=DealingMode.PHYSICAL,
        chips=True,
        positions=3,
        limits={Wager.ANTE: bounds("5", "500")},
    )
    for person, title in {"dee": "dealer", "sue": TOP[book], "tom": TOP[book]}.items():
        floor.send(stream, t.ComeOnDuty(by=title, person=person))
    for position, player in enumerate((f"ann{name}", "", ""), 1):
        floor.send(stream, t.Sit(by="dealer", person="dee", position=position, player=player))
    return stream
