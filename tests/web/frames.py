"""A house's table and one that is found by its link, with six seats each, and every frame that anybody gets of them.

Frames are written as the live socket writes them, for every seat, a second language, watchers, the sign, the lobby and
everybody's own topic; and views for the roles of staff. The test knows each secret and each card, and looks for them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec

from mississippi_stud.floor import Admission, DealingMode, Floor, Role, house_tables
from mississippi_stud.floor.tenancy import PLAY
from mississippi_stud.table import commands as c
from mississippi_stud.table.state import Table
from mississippi_stud.web import topics
from mississippi_stud.web.app import create_app
from mississippi_stud.web.broadcast import ShownView
from tests.floor.drive import chance_of, play, secrets_from, sit
from tests.web.cast import Cast
from tests.web.child import FREELY, SECRET

SEATS = 6
STAFF = (Role.DEALER, Role.SUPERVISOR, Role.INSPECTOR, Role.SPECTATOR)
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
    """Everybody who is shown something of two tables, one command after the other."""

    def __init__(self, seed: object) -> None:
        self.chance: Random = chance_of(seed)
        self.floor = Floor.in_memory()
        self.floor._secrets = secrets_from(self.chance)
        cast = Cast(create_app(self.floor, SECRET, FREELY))
        cast.owner("owner", PLAY)
        dealer = cast.staff("dealer", PLAY, "owner", "crown", "dealer")
        opening = c.OpenTable(book="crown", dealing="shoe", by="dealer", dealt=DealingMode.AUTOMATIC, positions=SEATS)
        self.tables = (
            house_tables.open_table(self.floor, PLAY, dealer, opening, command_id="opens"),
            self.floor.open_table("nsw", positions=SEATS, admission=Admission.LINK),
        )
        for table in self.tables:
            for position in range(1, SEATS + 1):
                self.floor.deposit(_player(table, position), 1_000_000_00)
                sit(self.floor, table, _player(table, position), position)
        self.last: dict[tuple[str, str | None, str], ShownView] = {}
        self.met: Counter[str] = Counter()

    def play_round(self) -> None:
        """Play a round at both tables, and look at every frame after each command."""
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
        order = list(range(1, SEATS + 1))
        for position in self.chance.sample(order, SEATS):
            yield f"{position} ante 10; {position} ready"
        while (state := self.floor.table(table).round) is not None:
            hand = self.chance.choice(list(state.waiting()))
            yield f"{hand.position} {self.chance.choice(('bet 1', 'bet 1', 'bet 3', 'fold'))}"

    def look(self, table: str) -> None:
        """Check what everybody is shown of a table now."""
        state: Table = self.floor.table(table)
        assert state.committed is not None
        secret, number = state.committed.secret, table.removeprefix("table:")
        playing = state.round
        turned = set() if playing is None else set(playing.community[: playing.revealed])
        held = {} if playing is None else {hand.player: set(hand.hole) for hand in playing.hands.values()}
        for person, topic, language in self._viewers(table, number):
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

    def _viewers(self, table: str, number: str) -> Iterator[tuple[str | None, str, str]]:
        """Yield who looks at which topic in which language."""
        for position in range(1, SEATS + 1):
            yield _player(table, position), table, "fr" if position == SEATS else "en"
            yield _player(table, position), "person", "en"
        if table == self.tables[0]:
            yield None, f"sign:{PLAY}/{number}", "en"
            yield "zed", f"lobby:{PLAY}", "en"
        else:
            yield None, table, "en"
            yield "zed", table, "fr"
            yield _player(self.tables[0], 1), table, "en"

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
