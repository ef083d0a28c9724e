"""Scenarios of incidents and staffed tables against what a reader of the books derived by hand."""

from pathlib import Path

import msgspec
import pytest

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import ScenarioError, play
from mississippi_stud.scenario.report import report

FOLDER = Path(__file__).with_name("table")
EXPECTED = msgspec.json.decode(FOLDER.joinpath("expected.json").read_bytes())


def told(text: str) -> dict[str, object]:
    whole = report(play(text, rulebook))
    told = {
        "round": whole["round"],
        "net": {position: each["net"] for position, each in whole["positions"].items()},
        "rulings": [[each["incident"], each["ruling"], each["clause"]] for each in whole["rulings"]],
        "refused": [[each["line"], each["clause"]] for each in whole["refused"]],
    }
    if "prompts" in whole:
        told["prompts"] = [[each["duty"], each["clause"]] for each in whole["prompts"]]
    return told


def test_every_file_has_its_expectation():
    assert {path.name for path in FOLDER.glob("*.toml")} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_scenario_goes_as_the_book_says(name: str):
    assert told(FOLDER.joinpath(name).read_text()) == EXPECTED[name]


HEAD = 'rulebook = "crown"\ndealing = "shoe"\ncards = "9h"\nplayers = { 1 = "ann" }\n'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("incident earthquake", "is no incident"),
        ("incident community-exposed street=6th", "write 3rd, 4th or 5th"),
        ("incident card-exposed card=Kd", "takes nothing"),
        ("incident stray-hand position=x", "a whole number"),
        ("incident stray-hand position=5 looked=maybe", "yes or no"),
        ("incident cards-taken position=1 named=Zz", "named=Zz"),
    ],
)
def test_a_line_that_cannot_be_read_is_an_error_with_its_number(line: str, said: str):
    with pytest.raises(ScenarioError, match="line 1 of the script") as error:
        play(f'{HEAD}script = "{line}"', rulebook)
    assert said in str(error.value)
