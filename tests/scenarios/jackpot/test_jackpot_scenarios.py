"""Scenario files about meters, against results that were worked out by hand from the books."""

import json
from pathlib import Path

import pytest
from tests.clauses import clause

from mississippi_stud.cli.meter import told
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import Played, ScenarioError, play
from mississippi_stud.scenario.report import report

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
SIDE = ("jackpot", "progressive", "envy-bonus", "bonus-jackpot")


def played(name: str) -> Played:
    return play((FOLDER / f"{name}.toml").read_text(), rulebook)


def side_results(position: dict) -> list[list]:
    keys = ("wager", "outcome", "pays", "won", "returned", "clause")
    return [[each[key] for key in keys] for each in position["results"] if each["wager"] in SIDE]


@clause("crown 10.2.4", "crown 9.1.1(i)", "crown 10.1.1", "nsw 15.2.13.2", "maryland .12C(4)")
@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_ends_as_worked_out_by_hand(name: str):
    expected = json.loads((FOLDER / f"{name}.json").read_text())
    scenario = played(name)
    got = report(scenario)
    assert got["meters"] == expected["meters"]
    for position, results in expected.get("jackpots", {}).items():
        assert side_results(got["positions"][position]) == results
    for position, net in expected.get("nets", {}).items():
        assert got["positions"][position]["net"] == net
    if "refused" in expected:
        assert [[each["line"], each["clause"]] for each in got["refused"]] == expected["refused"]
    if "rounds" in expected:
        assert [each["meters"] for each in got["rounds"]] == expected["rounds"]
        refused = [[[one["line"], one["clause"]] for one in each.get("floor-refused", ())] for each in got["rounds"]]
        assert refused == expected["floor-refused"]
    meters = told(scenario.jackpots, "en")
    for meter, words in expected.get("arithmetic", {}).items():
        assert [win["arithmetic"] for win in meters[meter]["wins"]] == words


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ('value = "49999.99"', "never shows less than"),
        ("seed = 15000", "no row"),
        ("option = 3", "there are 1, 2"),
        ('value = "61234.567"', "part of a cent"),
    ],
)
def test_a_meter_that_the_book_does_not_allow_is_an_error_of_the_file(change: str, said: str):
    key = change.split(" ")[0]
    text = (FOLDER / "crown-example.toml").read_text()
    lines = [line if not line.startswith("meter") else _with(line, key, change) for line in text.splitlines()]
    with pytest.raises(ScenarioError, match=said):
        play("\n".join(lines), rulebook)


def _with(line: str, key: str, change: str) -> str:
    parts = line.partition("{")[2].rstrip(" }").split(", ")
    return "meter = { " + ", ".join(change if part.strip().startswith(key) else part for part in parts) + " }"
