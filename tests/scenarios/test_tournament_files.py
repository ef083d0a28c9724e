"""Scenario files of tournaments: one for each format that comes with the program, with results worked out by hand."""

import json
from pathlib import Path

import pytest
from tests.scenarios.library import differences
from tests.scenarios.test_replay_command import replay

from mississippi_stud.prose.names import cite
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.scenario import ScenarioError, read_toml
from mississippi_stud.scenario.tournament_play import TournamentPlay, play_tournament, tournament_report
from mississippi_stud.tournament.templates import TEMPLATES

FILES = sorted(Path(__file__).with_name("tournament").glob("*.toml"))
HEAD = 'rulebook = "crown"\ndealing = "shoe"\ntournament = { template = "shoot-out" }\n'


def replayed(text: str) -> TournamentPlay:
    return play_tournament(text, read_toml(text), rulebook)


def test_every_format_has_its_example():
    assert set(TEMPLATES) <= {file.stem for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_plays_as_worked_out_by_hand(file: Path):
    expected = json.loads(file.with_suffix(".json").read_text())
    assert list(differences(expected, tournament_report(replayed(file.read_text())))) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_first_line_says_what_it_teaches_and_by_which_clause(file: Path):
    first = file.read_text().partition("\n")[0]
    _, cited, rest = first.partition(f"({cite('crown')}")
    assert cited
    assert f"crown {rest.strip().removesuffix('.').removesuffix(')')}" in ledger("crown")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD + 'cards = "As"\nscript = ""', "line 4: 'cards' is not a key of a scenario file"),
        (HEAD.replace("shoot-out", "shoot") + 'script = ""', "line 3: there is no template shoot"),
        (HEAD.replace('"crown"', '"crow"') + 'script = ""', "line 1: rulebook"),
        (HEAD + 'script = "dance"', "line 1 of the script: this is not a line of a tournament"),
        (HEAD + 'script = """\nwait\nwait 1h\n"""', "line 1 of the script"),
        (HEAD + 'script = "deal"', "line 1 of the script: this is not a line of a tournament"),
        (HEAD + 'script = "hand 1 ann=x"', "line 1 of the script: ann=x is not what somebody won or lost"),
        (HEAD.replace(" }", ', when = ["noon"] }') + 'script = ""', "line 3: when is ['noon']"),
        (
            HEAD.replace(" }", ", terms = { number-of-players = 6 } }") + 'script = ""',
            "line 3: the terms cannot be read: number-of-players: Expected `object | null`, got `int`",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, told: str):
    with pytest.raises(ScenarioError) as raised:
        replayed(text)
    assert str(raised.value).startswith(told)


def test_the_command_plays_it_for_programs_and_for_people():
    file = next(file for file in FILES if file.stem == "timed")
    told = json.loads(replay(file, "--json").stdout)
    assert told["standings"] == [["ben"], ["ann"], ["cho"]]
    french = replay(file, "--lang", "fr").stdout
    assert "les 45 minutes de la séance étaient passées avant le début du coup (Crown 12.4.3(a)(i))" in french
    assert "1000 jetons" in french


def test_the_seed_decides_who_sits_where():
    file = next(file for file in FILES if file.stem == "heats-and-final")
    seats = [replayed(file.read_text().replace("spring", seed)).contest.heats for seed in ("spring", "autumn")]
    assert seats[0] != seats[1]
