"""Breaks that a house asks of everybody: counted at its own tables, in the commit of the wager, never in a round."""

from collections.abc import Iterator

import msgspec
import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, houses
from mississippi_stud.floor.care import HouseBreakView, care_of
from mississippi_stud.floor.persons import person_of, stream_of
from mississippi_stud.money import Currency
from mississippi_stud.person.care_messages import SetBreaks, TimeOut
from mississippi_stud.person.house_messages import ChangeSetting
from mississippi_stud.person.proposals import CONSOLE
from mississippi_stud.prose.refusals import explain
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from tests.decks import scripted_decks
from tests.floor.clock import Clock
from tests.floor.drive import check_all, opened, play, table_of
from tests.floor.test_care import LOSES, MINUTE, refusal, rounds_until
from tests.floor.test_stop_races import between

HOUR = 60 * MINUTE
ROUND = f"1 ante 5; deal {LOSES}; 1 fold"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(clock: Clock) -> Iterator[Floor]:
    with scripted_decks(), Floor.in_memory(clock) as floor:
        floor.deposit("ann", 10_000_00)
        yield floor
        check_all(floor)


def ask(floor: Floor, after: int, rest: int = 15, house: str = "club") -> None:
    """Have a house ask for breaks; after 0 minutes, for none."""
    stream = houses.stream_of(house)
    floor.send(stream, houses.opening(floor, by=CONSOLE))
    for name, value in (("break_minutes", rest), ("break_after_minutes", after)):
        floor.send(stream, ChangeSetting(by=CONSOLE, name=name, value=value))


def told(floor: Floor, person: str = "ann", house: str = "club") -> HouseBreakView:
    (found,) = care_of(floor, person, house).house_breaks
    return found


def test_no_house_asks_for_breaks_unless_it_is_set_and_then_nobodys_stream_is_asked(floor, clock):
    ask(floor, 0)
    for house in ("club", houses.PLAY):
        rounds_until(floor, clock, table_of(floor, "ann", house=house), 200)
    assert log.version(floor.database, stream_of("ann")) == 0
    assert care_of(floor, "ann").house_breaks == ()


@pytest.mark.parametrize(
    ("name", "value", "taken"),
    [
        ("break_after_minutes", -1, False), ("break_after_minutes", 0, True), ("break_after_minutes", 720, True),
        ("break_after_minutes", 721, False), ("break_minutes", 4, False), ("break_minutes", 5, True),
        ("break_minutes", 1440, True), ("break_minutes", 1441, False), ("break_minutes", "15", False),
    ],
)  # fmt: skip
def test_the_settings_have_bounds(floor, name, value, taken):
    ask(floor, 60, 20)
    change = ChangeSetting(by=CONSOLE, name=name, value=value)
    if taken:
        floor.send("house:club", change)
        assert houses.settings_of(floor, "club").setting(name) == value
    else:
        with pytest.raises(InputError):
            floor.send("house:club", change)


def test_after_two_hours_everybody_takes_a_break_of_fifteen_minutes(floor, clock):
    ask(floor, 120)
    table = table_of(floor, "ann", house="club")
    start = clock.now
    rounds_until(floor, clock, table, 120)  # the last one ends at 115 minutes
    assert told(floor) == HouseBreakView(
        house="club", names={"en": "club", "fr": "club"}, after_minutes=120, rest_minutes=15,
        begins_at=clock.now + 5 * MINUTE, until=0,
    )  # fmt: skip
    play(floor, table, ROUND)
    until = start + 135 * MINUTE
    assert (told(floor).begins_at, told(floor).until) == (0, until)
    assert log.balance(floor.database, "care:ann") == 1, "so that the page of the table looks"
    clock.now = until - 1
    refused = refusal(floor, table, "1 ante 5; deal")
    assert (refused.code, refused.clause) == ("on-house-break", "care house-breaks")
    assert refused.params == {"house": "club", "until": until}
    assert "club" in explain(refused, Currency.CAD)
    clock.now = until
    play(floor, table, ROUND)
    assert (told(floor).begins_at, told(floor).until) == (until + 120 * MINUTE, 0)
    assert log.balance(floor.database, "care:ann") == 0


def test_a_break_that_falls_due_in_a_round_waits_for_its_end(floor, clock):
    ask(floor, 5)
    table = table_of(floor, "ann", house="club")
    play(floor, table, f"1 ante 5; deal {LOSES}")
    clock.now += HOUR  # counts five minutes
    play(floor, table, "1 bet 3; 1 bet 3; 1 bet 3")
    assert told(floor).until == clock.now + 15 * MINUTE
    assert refusal(floor, table, "1 ante 5; deal").code == "on-house-break"
    again = table_of(floor, "ann", house="club")  # to sit is not to play
    assert refusal(floor, again, "1 ante 5; deal").code == "on-house-break"


def test_a_break_is_from_the_tables_of_its_house_and_what_is_played_elsewhere_is_not_its_business(floor, clock):
    ask(floor, 10)
    ask(floor, 10, house="palace")
    club, palace, guests = (table_of(floor, "ann", house=each) for each in ("club", "palace", houses.PLAY))
    play(floor, club, ROUND)
    clock.now += 5 * MINUTE
    play(floor, club, ROUND)
    for _ in range(2):  # on to another house, and back before that was a rest
        clock.now += 5 * MINUTE
        play(floor, palace, ROUND)
    assert {each.house: each.until for each in care_of(floor, "ann").house_breaks} == {"club": 0, "palace": 0}
    play(floor, club, ROUND)  # ten minutes after the last round there: that does not count
    clock.now += 5 * MINUTE
    play(floor, club, ROUND)
    assert told(floor).until == clock.now + 15 * MINUTE
    assert refusal(floor, club, "1 ante 5; deal").code == "on-house-break"
    play(floor, guests, ROUND)
    play(floor, palace, ROUND)
    refused = refusal(floor, palace, "1 ante 5; deal")
    assert (refused.code, refused.params["house"]) == ("on-house-break", "palace"), "it has counted its own ten minutes"
    assert [each.house for each in care_of(floor, "ann", "palace").house_breaks] == ["palace"]
    assert len(care_of(floor, "ann").house_breaks) == 2


def test_two_tables_of_a_house_at_once_count_the_time_once(floor, clock):
    ask(floor, 15)
    tables = [table_of(floor, "ann", house="club") for _ in range(2)]
    for _ in range(3):
        for table in tables:
            play(floor, table, f"1 ante 5; deal {LOSES}")
        clock.now += 5 * MINUTE
        assert told(floor).until == 0
        for table in tables:
            play(floor, table, "1 fold")
    assert told(floor).until == clock.now + 15 * MINUTE


def test_the_second_of_two_rounds_ends_in_the_break_and_the_rest_begins_with_its_end(floor, clock):
    ask(floor, 5)
    first, second = (table_of(floor, "ann", house="club") for _ in range(2))
    for table in (first, second):
        play(floor, table, f"1 ante 5; deal {LOSES}")
    clock.now += 5 * MINUTE
    play(floor, first, "1 fold")
    assert told(floor).until == clock.now + 15 * MINUTE
    clock.now += 4 * MINUTE
    play(floor, second, "1 bet 1; 1 fold")
    assert told(floor).until == clock.now + 15 * MINUTE


def test_the_setting_is_changed_while_somebody_plays(floor, clock):
    table = table_of(floor, "ann", house="club")
    rounds_until(floor, clock, table, 20)
    play(floor, table, f"1 ante 5; deal {LOSES}")
    ask(floor, 10)  # in the middle of a round, which began before
    clock.now += 5 * MINUTE
    play(floor, table, "1 fold")
    assert care_of(floor, "ann").house_breaks == ()
    rounds_until(floor, clock, table, 10)
    ask(floor, 5)  # less: due since a while, and counts from the end of the next round
    play(floor, table, ROUND)
    until = clock.now + 15 * MINUTE
    assert told(floor).until == until
    ask(floor, 5, 60)  # a break that has begun keeps its end
    assert (told(floor).until, told(floor).rest_minutes) == (until, 60)
    assert refusal(floor, table, "1 ante 5; deal").params["until"] == until
    ask(floor, 0)  # no breaks any more: nobody is kept
    assert care_of(floor, "ann").house_breaks == ()
    play(floor, table, ROUND)
    ask(floor, 5, 60)
    assert refusal(floor, table, "1 ante 5; deal").params["until"] == until
    clock.now = until
    play(floor, table, ROUND)  # rested, although it was not an hour
    assert told(floor).begins_at == clock.now + 5 * MINUTE


@pytest.mark.parametrize("off", [False, True])
def test_a_setting_that_changes_in_a_round_counts_as_it_is_at_its_end(floor, clock, off):
    ask(floor, 5)
    table = table_of(floor, "ann", house="club")
    play(floor, table, f"1 ante 5; deal {LOSES}")
    clock.now += 5 * MINUTE
    ask(floor, 0 if off else 6)
    play(floor, table, "1 fold")
    play(floor, table, "1 ante 5; deal; 1 fold")


def test_a_clock_that_is_set_back_neither_ends_a_break_nor_counts_twice(floor, clock):
    ask(floor, 10)
    table = table_of(floor, "ann", house="club")
    rounds_until(floor, clock, table, 10)
    clock.now -= HOUR
    play(floor, table, ROUND)  # the person's time stands still
    assert told(floor).until == 0
    clock.now += HOUR
    play(floor, table, ROUND)
    until = clock.now + 15 * MINUTE
    assert told(floor).until == until
    clock.now -= 2 * HOUR
    assert refusal(floor, table, "1 ante 5; deal").params["until"] == until


def test_a_persons_own_breaks_and_time_outs_hold_besides_and_the_later_end_is_told(floor, clock):
    ask(floor, 180, 10)
    table = table_of(floor, "ann", house="club")
    floor.send(stream_of("ann"), SetBreaks(on=True))
    rounds_until(floor, clock, table, 180)
    play(floor, table, ROUND)
    ended = clock.now
    assert refusal(floor, table, "1 ante 5; deal").code == "on-break", "fifteen minutes, against the house's ten"
    clock.now += 10 * MINUTE
    assert refusal(floor, table, "1 ante 5; deal").code == "on-break"
    clock.now = ended + 15 * MINUTE
    ask(floor, 180, 30)
    rounds_until(floor, clock, table, 180)
    play(floor, table, ROUND)
    ended = clock.now
    clock.now = ended + 30 * MINUTE - 1
    assert refusal(floor, table, "1 ante 5; deal").code == "on-house-break"
    floor.send(stream_of("ann"), TimeOut(until=ended + HOUR))
    assert refusal(floor, table, "1 ante 5; deal").code == "timed-out"


def test_everybody_at_a_table_is_counted_for_themselves(floor, clock):
    ask(floor, 5)
    table = floor.open_table("online", positions=1, house="club")
    other = table_of(floor, "bob", house="club")
    floor.deposit("bob", 100_00)
    play(floor, other, ROUND)
    clock.now += 5 * MINUTE
    play(floor, other, ROUND)
    assert told(floor, "bob").until
    assert care_of(floor, "ann", "club").house_breaks == ()
    assert person_of(floor, "ann").care.houses == {}
    assert floor.table(table).round is None


def test_a_restart_keeps_what_was_played_and_the_break(database_url):
    clock = Clock()
    with scripted_decks():
        with opened(database_url, clock=clock) as floor:
            floor.deposit("ann", 1_000_00)
            ask(floor, 10)
            table = table_of(floor, "ann", house="club")
            rounds_until(floor, clock, table, 10)
        with opened(database_url, clock=clock) as floor:
            play(floor, table, ROUND)
            until = told(floor).until
        with opened(database_url, clock=clock) as floor:
            assert told(floor).until == until == clock.now + 15 * MINUTE
            assert refusal(floor, table, "1 ante 5; deal").code == "on-house-break"
            check_all(floor)


def test_breaks_switched_on_between_the_decision_and_the_commit_of_a_wager_count_it(postgres_url, monkeypatch):
    clock = Clock()
    with scripted_decks(), opened(postgres_url, clock=clock) as one, opened(postgres_url, clock=clock) as other:
        one.deposit("ann", 1_000_00)
        ask(one, 0)
        table = table_of(one, "ann", house="club")
        with between(one, lambda: ask(other, 5), monkeypatch):
            play(one, table, f"1 ante 5; deal {LOSES}")
        assert person_of(one, "ann").care.open[table].house == "club"
        clock.now += 5 * MINUTE
        play(other, table, "1 fold")
        assert refusal(one, table, "1 ante 5; deal").code == "on-house-break"
        ask(one, 0)
        with between(one, lambda: ask(other, 5), monkeypatch), pytest.raises(Refused) as found:
            play(one, table, "1 ante 5; deal")
        assert found.value.code == "on-house-break"
        check_all(one)


def test_the_log_names_the_house_of_what_was_counted_and_of_the_break(floor, clock):
    ask(floor, 5)
    table = table_of(floor, "ann", house="club")
    rounds_until(floor, clock, table, 10)
    said = [msgspec.json.decode(each.payload) for each in log.read(floor.database, stream_of("ann"))]
    assert [each["event"] for each in said] == ["play_reserved", "play_counted"] * 2 + ["break_begun"]
    assert {each["house"] for each in said} == {"club"}
    assert [each.get("house_played") for each in said] == [0, 0, 5 * MINUTE, 0, None]
