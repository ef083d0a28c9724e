"""Scenario files of promotions: each teaches a clause, and each draw in them is checked as anybody would check it."""

import json
from pathlib import Path

import msgspec
import pytest
from tests.scenarios.library import differences
from tests.scenarios.test_replay_command import replay

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.draw import DrawRecord, check_draw
from mississippi_stud.promotion.templates import TEMPLATES
from mississippi_stud.prose.names import cite
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.scenario import ScenarioError, read_toml
from mississippi_stud.scenario.promotion_play import PromotionPlay, play_promotion, promotion_report

FILES = sorted(Path(__file__).with_name("promotion").glob("*.toml"))
HEAD = 'rulebook = "nsw"\npromotion = { template = "cash-draw" }\n'


def replayed(text: str) -> PromotionPlay:
    return play_promotion(text, read_toml(text), rulebook)


def test_every_template_has_its_example():
    assert set(TEMPLATES) <= {file.stem for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_plays_as_expected(file: Path):
    played = replayed(file.read_text())
    expected = json.loads(file.with_suffix(".json").read_text())
    assert list(differences(expected, promotion_report(played))) == []
    if played.draw is not None:
        check_draw(played.draw, promotion_report(played)["root"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_lines_marked_as_refused_are_refused_and_no_others(file: Path):
    text = file.read_text()
    script = text.partition('script = """\n')[2].partition('"""')[0].splitlines()
    marked = [number for number, line in enumerate(script, start=1) if "# refused" in line]
    assert [each["line"] for each in promotion_report(replayed(text))["refused"]] == marked


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_first_line_says_what_it_teaches_and_by_which_clause(file: Path):
    first = file.read_text().partition("\n")[0]
    _, cited, rest = first.partition(f"({cite('nsw')}")
    assert cited
    assert f"nsw {rest.strip().removesuffix('.').removesuffix(')')}" in ledger("nsw")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD + 'cards = "As"\nscript = ""', "line 3: 'cards' is not a key of a scenario file"),
        (HEAD.replace("cash-draw", "raffle") + 'script = ""', "line 2: there is no template raffle"),
        (HEAD.replace('"nsw"', '"nws"') + 'script = ""', "line 1: rulebook"),
        (HEAD.replace(" }", ", when = [1, 2] }") + 'script = ""', "line 2: when is [1, 2]: write three numbers"),
        (HEAD + 'script = "dance"', "line 1 of the script: this is not a line of a promotion"),
        (HEAD + 'script = "submit now"', "line 1 of the script: this is not a line of a promotion"),
        (HEAD + 'script = "amend dearer"', "line 1 of the script: this is not a line of a promotion"),
        (HEAD + 'script = "play ann wager wager=x"', "line 1 of the script: this is not a line of a promotion"),
        (HEAD + 'script = "play ann wager size=x"', "this is not a line of a promotion that can stand here: size"),
        (HEAD + 'script = "enter ann*x"', "line 1 of the script"),
        (HEAD + 'script = "wait 1h"', "line 1 of the script"),
        (HEAD + 'script = "wait"', "line 1 of the script: wait takes one thing more"),
        (
            HEAD.replace(" }", ", terms = { title = 6 } }") + 'script = ""',
            "line 2: the terms cannot be read: title: Expected `str`, got `int`",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, told: str):
    with pytest.raises(ScenarioError) as found:
        replayed(text)
    assert told in str(found.value)


def test_the_command_plays_it_and_its_draw_is_verified_from_the_file(tmp_path: Path):
    file, record = FILES[1], tmp_path / "draw.json"
    shown = replay(str(file), "--draw", str(record))
    assert "First prize" in shown.stdout
    assert "✗" in replay(str(file), "--lang", "fr").stdout
    report = json.loads(replay(str(file), "--json").stdout)
    assert report["promotion"] == "ended"
    check_draw(msgspec.json.decode(record.read_bytes(), type=DrawRecord), report["root"])


def test_a_promotion_without_a_draw_has_no_record():
    file = next(each for each in FILES if each.stem == "missing-terms")
    assert replayed(file.read_text()).draw is None
    assert InputError("nothing-drawn", file=file.name).code == "nothing-drawn"
