"""The breaks of houses against a clerk who adds up every minute again from a diary, whatever happens in what order."""

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from mississippi_stud.person import care as c
from mississippi_stud.person import play
from mississippi_stud.person.care import Care
from mississippi_stud.person.house_breaks import HouseBreaks
from mississippi_stud.round.refusal import Refused

MINUTE = 60_000_000
NOON = 1_790_000_000_000_000
TABLES = {"A1": "A", "A2": "A", "B1": "B"}


class Clerk:
    """Of each house, when something was played there and when a break was ordered; shares no code with the package."""

    def __init__(self) -> None:
        self.moments: dict[str, list[tuple[int, str]]] = {"A": [], "B": []}
        """Times at which a round began or ended there, or somebody was found to have rested."""
        self.until = {"A": 0, "B": 0}
        self.open: dict[str, str] = {}
        """The houses that count the rounds that are open, by table; empty if none counts it."""

    def stretch(self, house: str) -> int:
        """How long was played since the last rest: gaps up to five minutes whole, five minutes of a longer round."""
        total, playing, last = 0, 0, None
        for at, change in self.moments[house]:
            if change == "rest":
                total, last = 0, None
                continue
            if last is not None:
                total += at - last if at - last <= 5 * MINUTE else 5 * MINUTE if playing else 0
            playing += change == "begin"
            playing -= change == "end"
            last = at
        return total

    def rested(self, house: str, rest: int, at: int) -> bool:
        if house in self.open.values():
            return False
        if self.until[house]:
            return self.until[house] <= at
        played = [when for when, change in self.moments[house] if change != "rest"]
        return not played or at - played[-1] >= rest

    def begin(self, table: str, house: str, rest: int, at: int) -> None:
        if self.rested(house, rest, at):
            self.until[house] = 0
            self.moments[house].append((at, "rest"))
        self.moments[house].append((at, "begin"))
        self.open[table] = house

    def end(self, table: str, asked: HouseBreaks | None, at: int) -> None:
        house = self.open.pop(table)
        if house:
            self.moments[house].append((at, "end"))
            if asked and self.stretch(house) >= asked.after:
                self.until[house] = max(self.until[house], at + asked.rest)


steps = st.lists(
    st.one_of(
        st.tuples(st.just("round"), st.sampled_from(sorted(TABLES))),
        st.tuples(st.just("round"), st.sampled_from(sorted(TABLES))),
        st.tuples(st.just("clock"), st.sampled_from([-30, 1, 4, 5, 6, 9, 10, 11, 24, 60])),
        st.tuples(
            st.just("ask"), st.sampled_from("AB"), st.sampled_from([None, (10, 10), (20, 10), (20, 25), (10, 5)])
        ),
    ),
    min_size=20,
    max_size=80,
)


@settings(max_examples=100, phases=[Phase.explicit, Phase.generate])
@given(steps)
def test_any_sequence_of_rounds_in_two_houses_settings_and_clock_moves(story):
    care, clerk, clock = Care(), Clerk(), NOON
    asked: dict[str, HouseBreaks | None] = {"A": HouseBreaks(10 * MINUTE, 10 * MINUTE), "B": None}
    for what, *how in story:
        if what == "clock":
            clock += how[0] * MINUTE
            continue
        if what == "ask":
            asked[how[0]] = how[1] and HouseBreaks(*(minutes * MINUTE for minutes in how[1]))
            continue
        (table,) = how
        house, now = TABLES[table], max(clock, care.at)
        breaks = asked[house]
        if table in clerk.open:
            happened = play.finish(care, table, 0, 0, clock, breaks)
            clerk.end(table, breaks, now)
        else:
            stakes = play.Stakes(table, house, 1, 100, 1_000, adds=True, breaks=breaks)
            if breaks and clerk.until[house] > now:
                with pytest.raises(Refused) as found:
                    play.begin("ann", care, stakes, clock)
                refused = found.value
                assert (refused.code, refused.clause) == ("on-house-break", "care house-breaks")
                assert refused.params == {"house": house, "until": clerk.until[house]}
                continue
            happened = play.begin("ann", care, stakes, clock)
            if breaks:
                clerk.begin(table, house, breaks.rest, now)
            else:
                clerk.open[table] = ""
        for event in happened:
            care = c.evolve(care, event)
        for name, known in care.houses.items():
            assert (known.stretch, known.break_until) == (clerk.stretch(name), clerk.until[name])
        assert c.accounts("ann", care)["care:ann"] == int(bool(clerk.open) or max(clerk.until.values()) > care.at)


def test_what_was_written_before_houses_asked_for_breaks_is_still_read():
    old = msgspec.json.Decoder(c.Event)
    reserved = old.decode(b'{"event":"play_reserved","at":1,"table":"T","round":1,"cents":50,"played":7,"rested":true}')
    counted = old.decode(b'{"event":"play_counted","at":2,"table":"T","wagered_cents":5,"net_cents":-5,"played":1}')
    begun = old.decode(b'{"event":"break_begun","at":2,"until":9}')
    care = c.evolve(c.evolve(c.evolve(Care(), reserved), counted), begun)
    assert (care.break_until, care.houses, care.time.stretch) == (9, {}, 8)


def test_a_round_of_more_than_a_day_is_counted_whatever_was_played_elsewhere_meanwhile():
    breaks, day = HouseBreaks(10 * MINUTE, 10 * MINUTE), 24 * 60 * MINUTE
    care = Care()

    def begin(table: str, at: int) -> None:
        nonlocal care
        stakes = play.Stakes(table, TABLES[table], 1, 100, 1_000, adds=True, breaks=breaks)
        for event in play.begin("ann", care, stakes, at):
            care = c.evolve(care, event)

    begin("A1", NOON)
    begin("B1", NOON + 2 * day)
    assert set(care.houses) == {"B"}
    for event in play.finish(care, "A1", 0, 0, NOON + 2 * day, breaks):
        care = c.evolve(care, event)
    assert care.houses["A"].stretch == 5 * MINUTE
