"""Commands, events and states survive a trip through JSON; their names are stable; events alone make up a round."""

from random import Random

import msgspec
import pytest

from mississippi_stud.round import commands as c
from mississippi_stud.round import decide
from mississippi_stud.round.commands import Command
from mississippi_stud.round.events import Event, RoundEventBase
from mississippi_stud.round.evolve import evolve, fold
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks import rulebook
from tests.round.drive import commands_of
from tests.round.rounds import BOOKS, random_plan

# Stored and sent permanently: a name may be added, and must then be added here, but is never changed.
COMMANDS = {
    "open", "place", "withdraw", "deal", "bet", "bet_all", "bet_blind", "fold", "concede", "leave", "cannot_fund",
    "forfeit", "retract", "reveal", "show_hole", "show_bonus", "settle", "void_round",
}  # fmt: skip
EVENTS = {
    "round_opened": 1,
    "wager_placed": 1,
    "wager_withdrawn": 1,
    "cards_dealt": 1,
    "hand_ended": 1,
    "card_revealed": 1,
    "hole_shown": 1,
    "bonus_shown": 1,
    "card_exposed": 1,
    "cards_discarded": 1,
    "hand_restored": 1,
    "seat_moved": 1,
    "retraction_offered": 1,
    "round_settled": 1,
    "round_voided": 1,
}
"""The schema number of each event."""


def again(value, kind):
    """Return the value after a trip through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def test_the_names_of_commands_are_stable():
    assert {kind.__struct_config__.tag for kind in Command.__args__} == COMMANDS
    assert {kind.__struct_config__.tag_field for kind in Command.__args__} == {"command"}


def test_the_names_of_events_and_their_schemas_are_stable():
    assert {kind.__struct_config__.tag for kind in Event.__args__} == set(EVENTS)
    for kind in Event.__args__:
        fields = {field.name: field.default for field in msgspec.structs.fields(kind)}
        assert fields["schema"] == EVENTS[kind.__struct_config__.tag]
    assert {kind.__struct_config__.tag_field for kind in Event.__args__} == {"event"}


def test_what_is_told_from_other_events_by_its_base_is_an_event_of_a_round():
    assert set(RoundEventBase.__subclasses__()) == set(Event.__args__)


def test_an_event_is_written_with_its_name_and_its_schema():
    (opened,) = decide(rulebook("online"), None, OPEN)
    written = msgspec.json.decode(msgspec.json.encode(opened))
    assert written["event"] == "round_opened"
    assert written["schema"] == 1
    assert msgspec.json.decode(msgspec.json.encode(OPEN))["command"] == "open"


OPEN = c.Open(setup=c.Setup(dealing="electronic", seats=((1, "ann"),)))


def test_what_has_no_such_name_is_no_command():
    with pytest.raises(msgspec.ValidationError, match="command"):
        msgspec.json.decode(b'{"command": "steal", "position": 1}', type=Command)


@pytest.mark.parametrize("book", BOOKS)
def test_everything_round_trips_and_a_round_is_its_events(book):
    rules = rulebook(book)
    named: set[str] = set()
    for number in range(200):
        plan = random_plan(book, Random(number))  # noqa: S311
        live = None
        stored = []
        for command in commands_of(plan):
            assert again(command, Command) == command
            for event in decide(rules, live, again(command, Command)):
                named |= {command.__struct_config__.tag, event.__struct_config__.tag}
                assert again(event, Event) == event
                stored.append(msgspec.json.encode(event))
                live = evolve(live, event)
                assert again(live, State) == live
        read = fold(msgspec.json.decode(line, type=Event) for line in stored)
        assert read == live
        assert msgspec.json.encode(read) == msgspec.json.encode(live)
    assert {"round_settled", "card_revealed", "hand_ended", "wager_withdrawn"} <= named


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_goes_on_from_a_stored_state(book):
    rules = rulebook(book)
    for number in range(50):
        commands = list(commands_of(random_plan(book, Random(number))))  # noqa: S311
        live = stored = None
        for command in commands:
            for event in decide(rules, live, command):
                live = evolve(live, event)
            for event in decide(rules, stored, command):
                stored = again(evolve(stored, event), State)
            assert stored == live


def test_states_and_events_are_frozen():
    (opened,) = decide(rulebook("online"), None, OPEN)
    state = evolve(None, opened)
    for value, name in ((OPEN, "setup"), (opened, "setup"), (state, "phase"), (state.hands[1], "hole")):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
