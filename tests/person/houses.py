"""Houses for tests, built from their commands alone."""

from collections.abc import Callable

from mississippi_stud.person import house as h
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.proposals import CONSOLE, Invite
from mississippi_stud.rulebooks.load import rulebook
from tests.floor.clock import NOON

BOOKS = {"crown": "hash of crown", "nsw": "hash of nsw"}


def books(content: str) -> object:
    return rulebook(content.removeprefix("hash of "))


class Doing:
    """A house and its log, changed by commands."""

    def __init__(self) -> None:
        self.at = NOON
        self.house: m.House | None = None
        self.events: list[m.Event] = []
        self.count = 0

    def do(self, command: m.Command) -> tuple[m.Event, ...]:
        happened = h.decide(self.house, command, self.at, books)
        for event in happened:
            self.house = h.evolve(self.house, event)
        self.events += happened
        return happened

    @property
    def now(self) -> m.House:
        assert self.house is not None
        return self.house

    def mark(self) -> str:
        self.count += 1
        return f"mark {self.count}"

    def join(self, person: str, by: str = CONSOLE, *, owner: bool = False, **titles: tuple[str, ...]) -> None:
        """Invite somebody, who accepts."""
        mark = self.mark()
        self.do(Invite(by=by, mark=mark, owner=owner, titles=titles))
        self.do(m.Accept(by=person, mark=mark))


def opened(*owners: str) -> Doing:
    """Return a house with these owners, made as the console and its first owner may."""
    doing = Doing()
    doing.do(m.OpenHouse(by=CONSOLE, books=BOOKS))
    first, *others = owners or ("ann",)
    doing.join(first, owner=True)
    for other in others:
        mark = doing.mark()
        doing.do(m.Propose(by=CONSOLE, id=mark, act=Invite(by=CONSOLE, why="more", mark=mark, owner=True)))
        doing.do(m.Approve(by=first, id=mark))
        doing.do(m.Accept(by=other, mark=mark))
    doing.events.clear()
    return doing


Step = Callable[[Doing], object]
