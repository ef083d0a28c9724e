"""Three tables with six seats each, and every frame, page and line of the log that anybody gets of them.

A house's table and one that is found by its link are dealt automatically; at the third, a dealer reads real cards as
they leave the shuffler, for players who are elsewhere. Frames are written as the live socket writes them, for every
seat, a second language, watchers, the sign, the lobby, everybody's own topic and the consoles of staff; with views for
the roles of staff, the pages of an inspection, the metrics and the log. The test knows each secret and each card.
"""

import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any, Self

import msgspec
import structlog

from mississippi_stud.cards import DECK, symbols, text
from mississippi_stud.floor import Admission, DealingMode, Floor, Role, house_tables, promotion_acts
from mississippi_stud.floor.lessons import library, open_lesson
from mississippi_stud.floor.promotion_acts import PromotionTerms
from mississippi_stud.floor.tenancy import PLAY
from mississippi_stud.floor.tournament_acts import TournamentTerms, draft
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.table import commands as c
from mississippi_stud.table.clock import asked_at
from mississippi_stud.table.prompts import right_count
from mississippi_stud.table.state import Table
from mississippi_stud.web import topics
from mississippi_stud.web.app import create_app
from mississippi_stud.web.broadcast import ShownView
from tests.floor.drive import chance_of, play, secrets_from, sit
from tests.table.hall import TOP
from tests.web.cast import Caller, Cast
from tests.web.child import FREELY, SECRET

SEATS = 6
STAFF = (Role.DEALER, Role.SUPERVISOR, Role.INSPECTOR, Role.SPECTATOR)
CONSOLES = ("console", "pit", "supervision")
NOW_AND_THEN, RARELY = 16, 1_000
"""After how many commands there is a look at what shows no hand to anybody: the lobby, the map of a pit; and pages."""
_HELD = r"(?:hole|community|bonus_cards|deck|shoe|discards)"
_FIELD = re.compile(rf'"{_HELD}":\[([^\]]*)\]')
_STEP = re.compile(rf'"path":"[^"]*/{_HELD}(?:/\d+)?","value":\[?([^\]}}]*)')
_NUMBER = re.compile(r"\d+")


def text_of(frame: bytes) -> str:
    """Return the text of a frame as it is sent."""
    return frame[frame.index(b"{") :].decode()


def cards_in(frame: str) -> set[int]:
    """Return the cards that a frame shows, in a view or in a step that changes one.

    >>> sorted(cards_in('{"hole":[3,null],"steps":[{"path":"/round/community/0","value":51}]}'))
    [3, 51]
    """
    parts = (*_FIELD.findall(frame), *_STEP.findall(frame))
    return {int(number) for part in parts for number in _NUMBER.findall(part)}


class Audience:
    """Everybody who is shown something of the tables, one command after the other."""

    def __init__(self, seed: object) -> None:
        self.chance: Random = chance_of(seed)
        self.floor = Floor.in_memory()
        self.floor._secrets = secrets_from(self.chance)
        self.caller = Caller(create_app(self.floor, SECRET, FREELY))
        self._open = ExitStack()
        self.logged: list[Any] = []
        self.cast = Cast(self.caller.app)
        self.owner = self.cast.owner("owner", PLAY)
        self.dealer = self.cast.staff("dealer", PLAY, "owner", "nsw", "dealer")
        self.above = tuple(self.cast.staff(name, PLAY, "owner", "nsw", TOP["nsw"]) for name in ("sue", "tom"))
        self.inspector = self.cast.staff("inspector", PLAY, "owner", "nsw", "inspector")
        crown = self.cast.staff("crown dealer", PLAY, "owner", "crown", "dealer")
        opening = c.OpenTable(book="crown", dealing="shoe", by="dealer", dealt=DealingMode.AUTOMATIC, positions=SEATS)
        self.staffed = self._open_staffed()
        self.tables = (
            house_tables.open_table(self.floor, PLAY, crown, opening, command_id="opens"),
            self.floor.open_table("maryland", positions=SEATS, admission=Admission.LINK),
            self.staffed,
        )
        for table in self.tables:
            for position in range(1, SEATS + 1):
                self.floor.deposit(_player(table, position), 1_000_000_00)
                sit(self.floor, table, _player(table, position), position)
        self.last: dict[tuple[str, str | None, str], ShownView] = {}
        self.met: Counter[str] = Counter()
        self.commands = 0
        self.reads = False
        """Whether it is time to read pages and the log, at the next command of a round."""

    def __enter__(self) -> Self:
        lines = self._open.enter_context(structlog.testing.capture_logs())
        root, heard = logging.getLogger(), logging.Handler()
        heard.emit = lambda record: lines.append({"line": heard.format(record)})  # type: ignore[method-assign]
        self._open.callback(root.setLevel, root.level)
        self._open.callback(root.removeHandler, heard)
        root.addHandler(heard)
        root.setLevel(logging.DEBUG)
        self.logged = lines
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
        self.caller.close()
        self.floor.close()

    def _open_staffed(self) -> str:
        opening = c.OpenTable(
            book="nsw",
            dealing="shuffler",
            shuffling=Shuffling.AUTOMATIC,
            by="dealer",
            dealt=DealingMode.PHYSICAL,
            positions=SEATS,
            admission=Admission.LINK,
        )
        table = house_tables.open_table(self.floor, PLAY, self.dealer, opening, command_id="opens with people")
        for person in self.above:
            self._act(table, person, c.ComeOnDuty(by=TOP["nsw"]))
        self._act(table, self.dealer, c.ReceiveDeck(by="dealer", backs="red"))
        return table

    def _act(self, table: str, person: str, command: c.Command) -> None:
        house_tables.act_at_table(self.floor, PLAY, table.removeprefix("table:"), person, command)

    @property
    def frames(self) -> int:
        """How many frames were looked at."""
        return sum(count for kind, count in self.met.items() if kind not in ("card", "page", "logged"))

    def play_round(self) -> None:
        """Play a round at every table, and look at what everybody is sent after each command."""
        lines = {table: self._lines(table) for table in self.tables}
        while lines:
            table = self.chance.choice(list(lines))
            line = next(lines[table], None)
            if line is None:
                del lines[table]
            else:
                play(self.floor, table, line)
                self.look(table)

    def _lines(self, table: str) -> Iterator[str]:
        if table == self.staffed:
            yield from self._staffed_lines(table)
            return
        for position in self.chance.sample(range(1, SEATS + 1), SEATS):
            yield f"{position} ante 10; {position} ready"
        while (state := self.floor.table(table).round) is not None:
            yield self._decision(table, state)

    def _decision(self, table: str, state: State) -> str:
        position = self.chance.choice(asked_at(self.floor.book(self.floor.table(table).book), state))
        return f"{position} {self.chance.choice(('bet 1', 'bet 1', 'bet 3', 'fold'))}"

    def _staffed_lines(self, table: str) -> Iterator[str]:
        """Yield a round with a dealer; whatever prompts the staff is confirmed first."""
        deck = text(self.chance.sample(DECK, 3 + 2 * SEATS))
        antes = (f"{position} ante 10; {position} ready" for position in self.chance.sample(range(1, SEATS + 1), SEATS))
        for line in ("round", *antes, "no-more-bets", f"deal {deck}"):
            self._confirm(table)
            yield line
        while (state := self.floor.table(table).round) is not None:
            self._confirm(table)
            if any(state.waiting()):
                yield self._decision(table, state)
            else:
                yield "settle" if state.street is None or not any(state.live_hands()) else "reveal"

    def _confirm(self, table: str) -> None:
        book = self.floor.book(self.floor.table(table).book)
        while (now := self.floor.table(table)).prompts:
            prompt = now.prompts[0]
            high = prompt.done_by or prompt.by != "dealer"
            person = (self.above[prompt.done_by == self.above[0]]) if high else self.dealer
            count = right_count(book, now, prompt)
            title = TOP["nsw"] if high else "dealer"
            self._act(table, person, c.Confirm(by=title, prompt=prompt.number, count=count, depth=26))

    def look_at_a_lesson(self) -> None:
        """Show a dealer a training table, whose cards are written in its script."""
        first = next(each for each in library.lessons() if each.book == "nsw")
        lesson = open_lesson(self.floor, PLAY, self.dealer, name=first.name, text=first.text, command_id="learns")
        assert list(self._frames(topics.Viewer(self.floor, self.dealer, "en"), f"lesson:{PLAY}/{lesson}"))

    def look_at_a_tournament(self) -> None:
        """Show anybody a tournament."""
        draft(self.floor, PLAY, "cup", self.owner, book="crown", terms=TournamentTerms(), command_id="drafts a cup")
        assert list(self._frames(topics.Viewer(self.floor, None, "en"), f"tournament:{PLAY}/cup"))

    def look_at_a_promotion(self) -> None:
        """Show anybody a promotion."""
        promotion_acts.draft(
            self.floor, PLAY, "spring", self.owner, book="nsw", terms=PromotionTerms(), command_id="drafts a draw"
        )
        assert list(self._frames(topics.Viewer(self.floor, None, "en"), f"promotion:{PLAY}/spring"))

    def look(self, table: str) -> None:
        """Check what everybody is shown of a table now."""
        self.commands += 1
        state: Table = self.floor.table(table)
        secret, playing = state.committed.secret if state.committed else "no secret", state.round
        turned = set() if playing is None else set(playing.community[: playing.revealed])
        held = {} if playing is None else {hand.player: set(hand.hole) for hand in playing.hands.values()}
        for person, topic, language in self._viewers(table, table.removeprefix("table:")):
            for frame in self._frames(topics.Viewer(self.floor, person, language), topic):
                self.met[topic.partition(":")[0]] += 1
                assert secret not in frame, f"{person} is told the secret by {topic}"
                if playing is not None:
                    seen = cards_in(frame)
                    assert seen <= turned | held.get(person or "", set()), f"{person} sees {seen} in {topic}"
                    self.met["card"] += len(seen)
        for role in STAFF:
            shown = msgspec.json.encode(self.floor.view(table, role, _player(table, 1))[0]).decode()
            self.met[role] += 1
            assert secret not in shown
            assert playing is None or cards_in(shown) <= turned, f"the {role} sees a hidden card"
        if self.commands % RARELY == RARELY // 20:
            self.reads = True
        if playing is not None and self.reads:
            self.reads = False
            self._read(table, secret, playing, set().union(*held.values(), playing.community) - turned)

    def _read(self, table: str, secret: str, playing: State, hidden: set[int | None]) -> None:
        """Check the pages of an inspection, the metrics and the log, where cards are written in several ways."""
        number = f"{table.removeprefix('table:')}/{self.floor.table(table).number}"
        inspected = f"/house/{PLAY}/inspection/rounds/{number}"
        pages = {"/metrics": "visitor"}
        if table != self.tables[1]:  # which is no house's
            pages |= {inspected: "owner", f"{inspected}?eyes=watcher&lang=fr": "owner"}
        for path, role in pages.items():
            reply = self.caller.ask("GET", path, self.cast.cookies[role], accept="text/html")
            assert reply.status == 200, (path, reply)
            written = reply.body.decode()
            assert secret not in written, f"{path} tells the secret"
            told = [card for card in hidden if card is not None and symbols([card]) in written]
            assert not told, f"{path} tells {symbols(told)}"
            self.met["page"] += 1
        logged = "\n".join(map(str, self.logged))
        self.met["logged"] += len(self.logged)
        self.logged.clear()
        assert secret not in logged, "the secret is in the log"
        for hole in (hand.hole for hand in playing.hands.values() if len(hand.hole) == 2 and None not in hand.hole):
            for form in (f"{hole[0]}, {hole[1]}", f"{hole[0]},{hole[1]}", text(hole), symbols(hole), repr(hole)):
                assert form not in logged, f"{form} is in the log"

    def _viewers(self, table: str, number: str) -> Iterator[tuple[str | None, str, str]]:
        """Yield who looks at which topic in which language."""
        for position in range(1, SEATS + 1):
            yield _player(table, position), table, "en"
            yield _player(table, position), table, "fr"
        if table == self.tables[0]:
            yield None, f"sign:{PLAY}/{number}", "en"
        else:
            yield None, table, "en"
            yield "zed", table, "fr"
            yield _player(self.tables[0], 1), table, "en"
        rarely = self.chance.random() < 1 / NOW_AND_THEN
        if rarely:
            yield "zed", f"lobby:{PLAY}", "en"
            yield _player(table, self.chance.randint(1, SEATS)), "person", "en"
        if table == self.staffed:
            yield self.dealer, table, "en"
            if self.chance.random() < 1 / 2:
                person, language = self.chance.choice(((self.dealer, "en"), (self.above[0], "fr")))
                yield person, f"console:{PLAY}/{number}", language
            if rarely:
                yield self.above[1], f"pit:{PLAY}", "en"
                yield self.above[1], f"supervision:{PLAY}/{number}", "fr"
                yield self.inspector, f"supervision:{PLAY}/{number}", "en"

    def _frames(self, viewer: topics.Viewer, topic: str) -> Iterator[str]:
        """Yield what somebody is sent: what has changed, and the whole view as they have it after a loss."""
        own, _ = topics.sees_own(viewer, topic)
        seen_by = viewer if own else viewer._replace(person=None)
        key = (topic, seen_by.person, viewer.language)
        before = self.last.get(key)
        shown = self.last[key] = ShownView(topic, topics.look(seen_by, topic), before)
        frames = [shown.frame("", b"")]
        if before is not None:
            frames.append(shown.frame(before.hash, before.written))
        yield from map(text_of, frames)


def _player(table: str, position: int) -> str:
    return f"{table[-6:]}-{position}"
