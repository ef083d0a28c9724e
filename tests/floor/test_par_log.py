"""A par sheet beside a floor's own log: how its rounds ended, against what the sheet expects."""

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mississippi_stud.cli.main import application
from mississippi_stud.hands import three
from mississippi_stud.maths.par import par_sheet
from mississippi_stud.maths.practice import side_ends
from tests.decks import scripted_decks
from tests.floor.drive import key_in, opened, play, seated


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A database with four rounds under the online book: three folded on 3rd street, one played to the end."""
    folder: Path = tmp_path_factory.mktemp("log")
    url = f"sqlite:///{folder / 'floor.db'}"
    floor = opened(url)
    table = seated(floor)
    for _ in range(3):
        play(floor, table, "1 ante 5; deal; 1 fold")
    play(floor, table, "1 ante 5; deal; 1 bet 1; 1 bet 1; 1 bet 1")
    floor.close()
    return ["--log", "--database", url, "--key", str(key_in(folder))]


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Counter[str]]:
    """A database with twelve rounds with a Three Card Bonus, one with a pair, and what their community cards made."""
    folder: Path = tmp_path_factory.mktemp("sides")
    url = f"sqlite:///{folder / 'floor.db'}"
    floor = opened(url)
    table = seated(floor)
    made: Counter[str] = Counter()
    with scripted_decks():
        for cards in ("2c 7d Kh Kd 3s", *[""] * 11):
            play(floor, table, f"1 ante 5; 1 three-card-bonus 2; deal {cards}; 1 fold")
            played = floor.table(table).last_round
            assert played is not None
            made[three(*played.community, ace_low=True).key] += 1
    floor.close()
    return ["--log", "--database", url, "--key", str(key_in(folder))], made


def par(*arguments: str) -> dict:
    done = CliRunner().invoke(application("par"), ["par", *arguments, "--json"], prog_name="mstud")
    if done.exception:
        raise done.exception
    return json.loads(done.stdout)


def test_the_ends_of_a_floors_rounds_are_tested_against_the_sheet(log: list[str]):
    (found,) = par("online", *log)["observed"]
    assert (found["wager"], found["rounds"]) == ("main-game-main", 4)
    folded = found["ends"]["third-street"]
    assert folded["observed"] == 3
    chance = 206 / 663  # of a fold on 3rd street under the best play
    assert folded["expected_decimal"] == pytest.approx(4 * chance)
    assert folded["at_least_decimal"] == pytest.approx(4 * chance**3 * (1 - chance) + chance**4)
    assert sum(end["observed"] for end in found["ends"].values()) == 4


def test_side_wagers_are_tested_too(sides: tuple[list[str], Counter[str]]):
    log, made = sides
    main, bonus = par("online", *log)["observed"]
    assert (main["wager"], main["rounds"]) == ("main-game-main", 12)
    assert (bonus["wager"], bonus["rounds"]) == ("three-card-bonus-main-100", 12)
    assert {end: row["observed"] for end, row in bonus["ends"].items() if row["observed"]} == made
    assert made["pair"]


def test_a_jackpot_wager_ends_with_its_hand_and_a_pay_table_by_what_it_paid():
    sheet = par_sheet("maryland", ["seed=10000", "rate=20%"])
    wagers = [
        ("progressive", "flush", 5_00, 200_00, 2),
        ("progressive", "", 5_00, 0, 3),
        ("progressive", "low-pair", 5_00, 0, 1),
        ("progressive", "flush", 7_00, 0, 9),  # a cost that the sheet does not know
        ("envy", "", 0, 100_00, 9),
        ("three-card-bonus", "", 5_00, 255_00, 1),
    ]
    found = side_ends(sheet, wagers)
    assert [ends for key, ends in found.items() if key.startswith("progressive")] == [{"flush": 2, "no-prize": 4}]
    tables = {key for key in found if key.startswith("three-card-bonus")}
    pays = {wager.key: {row.net for row in wager.rows} for wager in sheet.wagers if wager.wager == "three-card-bonus"}
    assert tables == {key for key, nets in pays.items() if 50 in nets} != set(pays)


def test_only_rounds_under_the_same_book_count(log: list[str]):
    with pytest.raises(Exception, match="no settled round under exactly this rule book"):
        par("crown", *log)
    with pytest.raises(Exception, match="one question at a time"):
        par("online", *log, "--observed", "counts.json")
