"""What the school says: lessons, what happens at a training table, what is marked there and what should be done."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mississippi_stud.cards import text as card_text
from mississippi_stud.language import translator
from mississippi_stud.prose.console import CONSOLE, DUE
from mississippi_stud.prose.names import amount, cite
from mississippi_stud.prose.prompts import duty, shortly
from mississippi_stud.prose.refusals import explain
from mississippi_stud.prose.rulings import INCIDENTS

if TYPE_CHECKING:
    from mississippi_stud.school.desk import Desk, Happening
    from mississippi_stud.school.marks import Doing, Mark

MARKS: Final = {
    "forgotten": "You went on without doing this first: {due}",
    "not-due": "This is not done now: {done}",
    "not-reported": "You went on and did not report what had happened: {due}",
    "other-incident": "You reported something else: {done}",
    "other-facts": "You reported it with other facts: {done}",
    "no-incident": "You reported something that had not happened: {done}",
    "order": "Seat {done_position} is not next: seat {due_position} comes before it.",
    "amount": "You paid seat {due_position} {done_amount}; it receives {due_amount}.",
    "number": "You entered {done_number}; the right number is {due_number}.",
    "depth": "You entered {done_number}, which the book does not allow.",
    "helped": "You asked what was due: {due}",
    "left": "You left the lesson before this was done: {due}",
}
"""What was wrong."""
SHOULD: Final = "Due was: {due}"
DOINGS: Final = {
    "report": "Report the incident: {incident}.",
    "pay": "Pay seat {position}: {amount}.",
    "collect": "Settle seat {position}: it wins nothing.",
    "come-on-duty": "Come on duty.",
    "go-off-duty": "Go off duty: somebody has come to relieve you.",
    "other": "something that is not part of this lesson.",
}
"""What a trainee does, beside what any console asks for."""
REFUSED: Final = "The player at seat {position} wants something that is refused: {why} ({clause})."
FOUND: Final = "You count: {number}."
FACT: Final = "{name}: {value}"
SCHOOL: Final = {
    "lessons": "Lessons",
    "trainee": "Trainee",
    "colleague": "Colleague",
    "training": "Training: no money moves here, and no round counts.",
    "about": (
        "You deal; the lesson plays the players, and things go wrong. What you forget or do wrong is marked, with its "
        "clause."
    ),
    "teaches": "Clauses: {clauses}",
    "begin": "Begin",
    "beginMemory": "Begin from memory",
    "memoryAbout": "From memory, the console does not say what is due.",
    "memory": "from memory",
    "ownFile": "Bring your own scenario",
    "ownFileAbout": "A scenario file, as for mstud replay, whose players and incidents you want to practise with.",
    "file": "Scenario file",
    "runs": "Lessons taken",
    "noRuns": "Nobody has taken a lesson here yet.",
    "noLessons": "There is no lesson for the books under which you hold a title.",
    "run": "{name}, {person}",
    "runOpen": "not finished",
    "runLeft": "left early",
    "runClean": "clean",
    "runMarks": "marks: {count}",
    "open": "Open",
    "repeat": "Repeat",
    "repeatMemory": "Repeat from memory",
    "leaveLesson": "Leave the lesson",
    "happens": "What happens",
    "nothingHappens": "The players wait for you.",
    "hands": "Hands",
    "hand": "Seat {position}",
    "bonusCards": "Bonus cards",
    "stack": "To practise with a real deck, put its cards in this order",
    "cardsOfRound": "Round {round}: {cards}",
    "payPosition": "Seat",
    "payAmount": "What it wins, in dollars (0 if nothing)",
    "whatNow": "What do you do now?",
    "help": "Help: what is due?",
    "finds": "You count: {number}.",
    "marksSoFar": "Marked",
    "noMarks": "Nothing has been marked.",
    "report": "Report",
    "passed": "You have gone through the lesson without a mistake.",
    "over": "The lesson is over.",
    "wasLeft": "The lesson was left before its end.",
    "countRight": "Done right at the first attempt: {count}",
    "countMarks": "Marks: {count}",
    "wentRight": "What went right",
}
"""What the pages of the school say."""


_CHECKED: Final = {
    "looked": "looked", "order_known": "order", "alone": "only", "misdealt": "misdealt", "forfeit": "forfeit",
}  # fmt: skip
_COMPLETE: Final = ("order", "amount", "number")
"""The marks that say themselves what is right."""


class LessonTeller:
    """Tells a training table in a language; `name` is what a lesson without a title is called."""

    def __init__(self, desk: "Desk", language: str, name: str = "") -> None:
        self._desk, self._language = desk, language
        self._head = desk.scenario.lesson
        self._ = translator(language)
        self.title = self._head.title[language] if self._head else name
        self.aim = self._head.aim[language] if self._head else ""
        self.clauses = self._head.clauses if self._head else ()

    # What happens.

    def happens(self, *, counts: bool) -> Iterator[str]:
        """Yield what has happened in this round and happens now and, if wanted, what a count finds."""
        for happening in self._desk.happenings:
            yield self._happening(happening)
        due, taught = self._desk.expected, self._desk.line
        if taught is not None and taught.line.verb == "incident" and due:
            yield self._told(taught.line.text) or self.doing(due[0], facts=True)
        number = next((each.number for each in due if each.prompt is not None and each.number is not None), None)
        if counts and number is not None:
            yield self._(FOUND).format(number=number)

    def _happening(self, happening: "Happening") -> str:
        told = self._told(happening.line.text)
        if happening.refused is None:
            return told
        why = explain(happening.refused, self._desk.book.money.currency.value, self._language)
        clause = cite(happening.refused.clause, self._language).strip()
        refused = self._(REFUSED).format(position=happening.line.position, why=why, clause=clause)
        return f"{told} {refused}".strip()

    def _told(self, line: str) -> str:
        told = self._head.happens.get(" ".join(line.split())) if self._head else None
        return told[self._language] if told else ""

    # What is done, and what is marked.

    def doing(self, doing: "Doing", *, facts: bool = False) -> str:
        """Return something that a dealer does, as a sentence."""
        _, kind = self._, doing.kind
        if doing.incident is not None:
            what = _(INCIDENTS[doing.incident])
            listed = "; ".join(self._facts(doing)) if facts else ""
            return _(DOINGS["report"]).format(incident=f"{what} ({listed})" if listed else what)
        if doing.prompt is not None:
            return shortly(self._desk.book, doing.prompt, self._language)
        if doing.duty:
            return duty(doing.duty, self._language)
        if kind == "pay":
            named = DOINGS["pay" if doing.cents else "collect"]
            return _(named).format(position=doing.position, amount=self._amount(doing.cents))
        return _(DOINGS[kind]) if kind in DOINGS else _(DUE[kind]).format(position=doing.position)

    def _amount(self, cents: int | None) -> str:
        return amount(cents or 0, self._desk.book.money.currency.value, self._language)

    def _facts(self, doing: "Doing") -> Iterator[str]:
        """Yield the facts of a report."""
        told = doing.facts
        if told is None:
            return
        numbers = {
            "position": told.position,
            "positions": " ".join(map(str, told.positions)),
            "cards": told.cards,
            "street": " ".join(str(place + 1) for place in told.streets),
            "named": card_text(told.named),
            "measure": told.measure,
            "cause": told.cause,
            "person": told.person,
        }
        for name, value in numbers.items():
            if value not in (None, ""):
                label = self._(CONSOLE[f"fact-{name}"]).partition(",")[0]
                yield self._(FACT).format(name=label, value=value)
        for name, label in _CHECKED.items():
            if getattr(told, name):
                yield self._(CONSOLE[f"fact-{label}"])

    def mark(self, mark: "Mark") -> tuple[str, str]:
        """Return what was wrong, and what should have been done unless the first says it."""
        due, done, kind = mark.due, mark.done, str(mark.kind)
        if kind == "number" and due.number is None:
            kind = "depth"
        facts = kind == "other-facts"
        said_due = self.doing(due, facts=facts or kind == "not-reported")
        said = self._(MARKS[kind]).format(
            due=said_due,
            done=self.doing(done, facts=facts) if done else "",
            due_position=due.position,
            done_position=done.position if done else "",
            due_amount=self._amount(due.cents),
            done_amount=self._amount(done.cents) if done else "",
            due_number=due.number,
            done_number=done.number if done and done.number is not None else "–",
        )
        tells = said_due in said or kind in _COMPLETE
        return said, "" if tells else self._(SHOULD).format(due=said_due)

    def objection(self, mark: "Mark") -> str:
        """Return a mark as one paragraph, with its clause."""
        return " ".join(filter(None, (*self.mark(mark), f"({cite(mark.clause, self._language).strip()})")))
