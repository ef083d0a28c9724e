"""A history that the program exported, as a strategy of `mstud solve` and `mstud simulate`."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from mississippi_stud.cli import main
from mississippi_stud.floor import Floor
from mississippi_stud.floor.history import export
from mississippi_stud.floor.history.export import Format
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.maths.evaluation import Strategy, evaluate
from mississippi_stud.maths.losses import PastDecision
from mississippi_stud.maths.options import read
from mississippi_stud.maths.report import starting_hands
from mississippi_stud.maths.solver import solve
from mississippi_stud.maths.strategy_file import parse_strategy, write_history
from tests.floor.clock import Clock, table
from tests.floor.drive import play
from tests.floor.several import deal, decide, seats

GAME = read("online")[2]
BEST = solve(GAME)
RANKS = "23456789TJQKA"


@pytest.fixture
def floor() -> Iterator[Floor]:
    with Floor.in_memory(Clock()) as floor:
        floor.deposit("ann", 10_000_00)
        yield floor


@pytest.fixture
def mstud(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def run(*words: object) -> str:
        monkeypatch.setattr("sys.argv", ["mstud", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return out if end.value.code == 0 else err

    return run


def exported(floor: Floor, kind: Format, seen_by: str | None = None) -> str:
    out = io.StringIO(newline="")
    export.write(floor, RoundFilter(player=seen_by), kind, out, seen_by)
    return out.getvalue()


def starting(hole: str) -> str:
    """Return the name of two cards, such as AKs."""
    (high, one), (low, other) = sorted(hole.split(), key=lambda card: RANKS.index(card[0]), reverse=True)
    return high + low + ("" if high == low else "s" if one == other else "o")


@pytest.mark.parametrize(("kind", "seen_by"), [(Format.JSON, "ann"), (Format.TOML, "ann"), (Format.JSON, None)])
def test_who_always_folded_is_worth_what_the_hands_they_saw_give_away(
    floor: Floor, mstud: Callable[..., str], tmp_path: Path, kind: Format, seen_by: str | None
):
    stream = table(floor)
    for _ in range(25):
        play(floor, stream, "1 ante 5; deal; 1 fold")
    path = tmp_path / "history"
    path.write_text(exported(floor, kind, seen_by))
    rows = list(csv.DictReader(io.StringIO(exported(floor, Format.CSV))))
    values = {name: (row["hands"], Fraction(row["value"])) for name, row in starting_hands(BEST).items()}
    held = [starting(row["hole"]) for row in rows]
    given_away = sum(Fraction(values[name][0], 1326) * (values[name][1] + 1) for name in {*held})
    found = json.loads(mstud("solve", "online", "--strategy", path, "--json"))
    assert Fraction(found["value"]) == BEST.value - given_away
    told = found["history"]
    assert (told["player"], told["rounds"], told["decisions"], told["left_out"]) == ("ann", 25, 25, 0)
    assert told["situations"] == len({*held})
    assert Fraction(told["lost"]) == sum(values[name][1] + 1 for name in held)


def test_a_history_is_played_street_by_street(floor: Floor, mstud: Callable[..., str], tmp_path: Path):
    """Three streets, MAX BET ALL, a fold on 4th street; an open and a void round say nothing."""
    stream = table(floor)
    chosen = ("1 bet 1; 1 bet 2; 1 bet 3", "1 max-all", "1 bet 1; 1 fold", "1 bet 3; 1 bet 1; 1 fold")
    for each in chosen:
        play(floor, stream, f"1 ante 5; deal; {each}")
    play(floor, stream, "1 ante 5; deal")
    floor.void(stream, "the screen went dark")
    play(floor, stream, "1 ante 5; deal")
    path, lines = tmp_path / "ann.json", tmp_path / "lines.txt"
    path.write_text(exported(floor, Format.JSON, "ann"))
    found = json.loads(mstud("solve", "online", "--strategy", path, "--out", lines, "--json"))
    told = found["history"]
    assert (told["rounds"], told["left_out"], told["decisions"]) == (4, 2, 3 + 3 + 2 + 3)
    written = [line.partition("  #")[0] for line in lines.read_text().splitlines()]
    assert written[:2] == ["# ann", "otherwise = optimal"]
    folds = [line for line in written if line.endswith("= fold")]
    assert sorted(line.partition(" after ")[2] for line in folds) == ["1 = fold", "3 1 = fold"]
    assert sum(" after 3 3 = 3" in line for line in written) == sum(" after 1 2 = 3" in line for line in written) == 1
    again = json.loads(mstud("solve", "online", "--strategy", lines, "--json"))
    assert (again["value"], again["distribution"]) == (found["value"], found["distribution"])
    run = json.loads(mstud("simulate", "online", "--strategy", path, "--rounds", 100, "--json"))
    assert run["exact_mean"] == found["value"]
    shown = mstud("solve", "online", "--strategy", path, "--lang", "fr")
    assert "Historique de ann (parties\xa0: 4; décisions\xa0: 11;" in shown
    assert "sous ce livre\xa0: 2." in shown


def test_one_of_several_players_without_their_blind_box(floor: Floor, mstud: Callable[..., str], tmp_path: Path):
    stream = seats(floor, "crown", {1: "ann", 2: "bob", 3: "ann"})
    deal(floor, stream)
    decide(floor, stream, folding=(2,))
    house, bobs = tmp_path / "house.toml", tmp_path / "bob.json"
    house.write_text(exported(floor, Format.TOML))
    bobs.write_text(exported(floor, Format.JSON, "bob"))
    assert "choose one of ann, bob with --player" in mstud("solve", "crown", "--strategy", house)
    assert "the history has no round of cy" in mstud("solve", "crown", "--strategy", house, "--player", "cy")
    for path, player, decisions in ((house, "ann", 3), (house, "bob", 1), (bobs, "bob", 1)):
        found = json.loads(mstud("solve", "crown", "--strategy", path, "--player", player, "--json"))
        assert (found["history"]["decisions"], found["history"]["player"]) == (decisions, player)
    assert json.loads(mstud("solve", "crown", "--strategy", bobs, "--json"))["history"]["player"] == "bob"


def test_what_is_not_a_history(floor: Floor, mstud: Callable[..., str], tmp_path: Path):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 bet 3; 1 bet 1; 1 bet 1")
    good, path = exported(floor, Format.JSON, "ann"), tmp_path / "given"

    def told(text: str, *options: str, book: str = "online") -> str:
        path.write_text(text)
        return mstud("solve", book, "--strategy", path, *options)

    assert told(good).startswith("History of ann")
    assert "no round under exactly this edition of crown, but under online" in told(good, book="crown")
    assert "3 antes is not a street wager here" in told(good, "--option", "multiples=1,2")
    assert "the book refuses what the file says" in told(good.replace('"p1 cbr 1500"', '"p1 cbr 2000"'))
    assert "nothing to repeat" in told("[\n]\n")
    assert "it has no line" in told("")  # an export as TOML of no round
    assert "given: a CSV file does not tell how" in told(exported(floor, Format.CSV))
    assert "the hand history cannot be read" in told("[1, 2]")
    assert "the hand history cannot be read" in told(good[: len(good) // 2])
    assert "the hand is of the variant 'None'" in told('[{"variants": 1}]')
    assert "the hand is of the variant 'NT'" in told('[1]\nvariant = "NT"\n')
    assert "--player ann chooses from a history" in told("otherwise = fold", "--player", "ann")
    assert "--player belongs to --strategy: give both" in mstud("solve", "online", "--player", "ann")
    assert "is not a strategy" in mstud("simulate", "online", "--strategy", tmp_path / "none.json", "--rounds", 10)
    play(floor, stream, "1 ante 5; deal")
    assert "nothing to repeat" in told("[\n" + exported(floor, Format.JSON).splitlines()[1].rstrip(",") + "]")


def test_the_text_of_a_history_is_the_strategy_of_the_history():
    chance, decisions = Random(5), list[PastDecision]()  # noqa: S311  some rounds of a player without sense
    for _ in range(400):
        cards, bets = tuple(chance.sample(range(52), 4)), ()
        for street in range(3):
            decisions.append(PastDecision(cards[: 2 + street], bets, chance.choice((0, 1, 2, 3))))
            bets = (*bets, decisions[-1].multiple)
            if not bets[-1]:
                break
    found = evaluate(BEST, parse_strategy(write_history(decisions, "nobody"), GAME))
    assert found.distribution == evaluate(BEST, Strategy.of_history(decisions)).distribution
    assert found.value < BEST.value
