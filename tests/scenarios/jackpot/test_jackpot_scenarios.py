"""Scenario files about meters, against results that were worked out by hand from the books."""

import json
from pathlib import Path

import pytest
from tests.clauses import clause

from mississippi_stud.cli.meter import told
from mississippi_stud.jackpot.events import GameRegistered, OutcomeRecorded
from mississippi_stud.money import text
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import Playthrough, ScenarioError, play
from mississippi_stud.scenario.report import report

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
SIDE = ("jackpot", "progressive", "envy-bonus", "bonus-jackpot")


def played(name: str) -> Playthrough:
    return play((FOLDER / f"{name}.toml").read_text(), rulebook)


def side_results(position: dict) -> list[list]:
    keys = ("wager", "outcome", "pays", "won", "returned", "clause")
    return [[each[key] for key in keys] for each in position["results"] if each["wager"] in SIDE]


CLAUSES = {
    "crown-example": ("crown 10.1.1", "crown 9.3.3"),
    "crown-interleaved": ("crown 10.2.2", "crown 10.2.4"),
    "crown-two-tables": ("crown 10.2.4", "crown 9.1.1(i)", "crown 9.1.1(j)"),
    "maryland-envy": ("maryland .11I(4)(e)", "maryland .12C(4)", "maryland .12C(5)(b)"),
    "nsw-order": ("nsw 15.2.7", "nsw 15.2.9", "nsw 15.2.10.4", "nsw 15.2.12", "nsw 15.2.14"),
    "nsw-shared": ("nsw 15.2.13.2", "nsw 15.2.12"),
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=clause(*CLAUSES[name])) for name in NAMES])
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
    if "paid" in expected:
        assert [[each["position"], each["wager"], each["won"]] for each in got["jackpots"]] == expected["paid"]
        shown = [[str(each.position), each.wager, text(each.won_cents)] for each in scenario.state.results]
        assert [each for each in shown if each in expected["paid"]] == expected["paid"], (
            "the results have another order"
        )
    if "rounds" in expected:
        assert [each["table"] for each in got["rounds"]] == expected["tables"]
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
        ("seed = 15000", "not a seed in the book's table"),
        ("option = 3", "choose from 1, 2"),
        ('value = "61234.567"', "fraction of a cent"),
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


# Rounds that overlap.

METERS = {
    "crown": '{ wager = "5.00", value = "61234.56", option = 1, seed = 10000 }',
    "maryland": '{ wager = "5.00", value = "19998.00", reset = "10000.00", rate = "20%" }',
    "nsw": '{ wager = "5.00", value = "19997.50", seed = "10000.00", rate = "25%" }',
}
DEALING = {"crown": "shuffler", "maryland": "automatic", "nsw": "shuffler"}
WAGER = {"crown": "jackpot", "maryland": "progressive 5", "nsw": "jackpot"}
TO_THE_END = "1 bet 1\nreveal\n1 bet 1\nreveal\n1 bet 1\nreveal\nsettle"


def overlapping(book: str, *rounds: tuple[str, str, str]) -> str:
    """A file of several tables on one meter: of each round its table, its two hole cards and its script."""
    tables = ", ".join(f'{table} = "main"' for table in dict.fromkeys(table for table, _, _ in rounds))
    file = [
        f'rulebook = "{book}"',
        f'dealing = "{DEALING[book]}"',
        'players = { 1 = "ann" }',
        f"meters = {{ main = {METERS[book]} }}",
        f"tables = {{ {tables} }}",
    ]
    for table, hole, script in rounds:
        lines = script.replace("{wager}", f"1 ante 5\n1 {WAGER[book]}\ndeal").replace("{end}", TO_THE_END)
        file += ["[[rounds]]", f'table = "{table}"', f'cards = "Qh Jh Th {hole}"', f'script = """\n{lines}\n"""']
    return "\n".join(file)


@pytest.mark.parametrize(
    ("book", "first", "second"),
    [
        # two wagers of 1.703: 10% of 61,238, then all of 55,114.166 rounded up
        pytest.param("crown", "6123.80", "55115.00", marks=clause("crown 10.2.2", "crown 10.2.4")),
        # two of 1.00 and two of 1.25: 10% of 20,000, then the rest
        pytest.param("maryland", "2000.00", "18000.00", marks=clause("maryland .12C(4)")),
        pytest.param("nsw", "2000.00", "18000.00", marks=clause("nsw 15.1.3")),
    ],
)
def test_a_wager_counts_from_its_deal_and_an_outcome_from_its_settlement(book: str, first: str, second: str):
    file = overlapping(book, ("A", "Ah Kh", "{wager}\nmeanwhile B\n{end}"), ("B", "9h 8h", "{wager}\n{end}"))
    ended = report(play(file, rulebook))["rounds"]
    assert [(each["table"], each["jackpots"][0]["won"]) for each in ended] == [("B", first), ("A", second)]
    one_by_one = report(play(file.replace("meanwhile B\n", ""), rulebook))["rounds"]
    assert [each["table"] for each in one_by_one] == ["A", "B"]
    assert one_by_one[0]["jackpots"][0]["won"] > second


def test_rounds_wait_for_each_other_as_the_scripts_say():
    """A leaves for B, B for C, C goes back to A; whoever is left waiting goes on when the others have ended."""
    rounds = [
        ("A", "2c 4d", "{wager}\nmeanwhile B\n{end}"),
        ("B", "2c 4d", "{wager}\nmeanwhile C\n{end}"),
        ("C", "2c 4d", "{wager}\nmeanwhile A\n{end}"),
        ("A", "2c 4d", "{wager}\nmeanwhile B\n{end}"),
        ("B", "2c 4d", "{wager}\n{end}"),
    ]
    scenario = play(overlapping("nsw", *rounds), rulebook)
    happened = [
        (each.table, each.round.rpartition("#")[2], each.__struct_config__.tag)
        for each in scenario.jackpots.events
        if isinstance(each, GameRegistered | OutcomeRecorded)
    ]
    on, off = "game_registered", "outcome_recorded"
    assert happened == [
        *(("A", "1", on), ("B", "2", on), ("C", "3", on), ("A", "1", off), ("B", "2", off), ("C", "3", off)),
        *(("A", "4", on), ("B", "5", on), ("B", "5", off), ("A", "4", off)),
    ]
    assert [one.number for one in (*scenario.earlier, scenario)] == ["1", "2", "3", "5", "4"]


@pytest.mark.parametrize("line", ["meanwhile A", "meanwhile Z", "meanwhile", "meanwhile B B", "meanwhile C"])
def test_a_meanwhile_without_another_round_is_an_error_of_the_file(line: str):
    plain = "{wager}\n{end}"
    rounds = [("C", "2c 4d", plain), ("A", "2c 4d", f"{{wager}}\n{line}\n{{end}}"), ("B", "2c 4d", plain)]
    with pytest.raises(ScenarioError, match=r"line 4 of the script: 'meanwhile.*': write meanwhile and another table"):
        play(overlapping("nsw", *rounds), rulebook)
