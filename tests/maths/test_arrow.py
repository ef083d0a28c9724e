"""Tables of the mathematics as data frames: Polars, PyArrow and pandas read them without our depending on any."""

import gc
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pandas
import polars
import pyarrow
import pytest

import mississippi_stud as ms
from mississippi_stud.errors import InputError
from mississippi_stud.maths import arrow
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.study import GameStudy


@cache
def game() -> GameStudy:
    return ms.solve("crown")


class Sample(arrow.DataTable):
    def columns(self):
        return {"whole": [1, -2, 2**62], "number": [0.5, 1, float("inf")], "text": ["x", "é", ""]}


def test_every_kind_of_column_comes_through_and_nothing_is_kept():
    gc.collect()
    before = len(arrow._KEPT)
    for _ in range(50):
        read = pyarrow.table(Sample())
        frame = polars.DataFrame(Sample())
        assert read.to_pydict() == frame.to_dict(as_series=False) == Sample().columns()
        Sample().__arrow_c_stream__()  # a stream that nobody reads
    assert [str(each) for each in read.schema.types] == ["int64", "double", "large_string"]
    part = read["text"].chunk(0)  # a column outlives its table
    del read, frame
    gc.collect()
    assert part.to_pylist() == ["x", "é", ""]
    del part
    gc.collect()
    assert len(arrow._KEPT) == before


def test_a_table_without_rows_or_columns():
    class Empty(arrow.DataTable):
        def columns(self):
            return {"a": []}

    assert pyarrow.table(Empty()).num_rows == 0
    assert polars.DataFrame(Empty()).shape == (0, 1)


TABLES = pytest.mark.parametrize(
    ("study", "rows"),
    [
        (game, 169),
        (lambda: game().distribution, 30),
        (lambda: game().risk(bankroll=50, rounds=40), 20),
        (lambda: game().evaluate("never-fold"), 8927),
        (lambda: game().simulate(2_000, seed=7), 15),
        (lambda: ms.solve("online", known=["3rd"]), 169),
    ],
    ids=["game", "distribution", "risk", "evaluation", "simulation", "known"],
)


@TABLES
def test_what_the_study_of_a_game_gives_is_a_table(study: Callable[[], arrow.DataTable], rows: int):
    table = study()
    frame = polars.DataFrame(table)
    assert frame.equals(polars.DataFrame(pyarrow.table(table)))
    assert (frame.height, frame.columns) == (rows, list(table.columns()))
    html = table._repr_html_()
    assert 5 < html.count("<tr>") <= 1 + 200 + 1
    assert "<td>" in html


@TABLES
def test_pandas_reads_the_columns_and_the_stream(study: Callable[[], arrow.DataTable], rows: int):
    """Its constructor takes columns by name, with or without PyArrow; it does not look for a stream."""
    table = study()
    frame = pandas.DataFrame(table.columns())
    assert frame.shape == (rows, len(table.columns()))
    assert frame.to_dict("list") == polars.DataFrame(table).to_dict(as_series=False)
    assert pandas.DataFrame.from_arrow(table).to_dict("list") == frame.to_dict("list")
    assert {frame[name].dtype.kind for name in frame} <= set("ifO")


def test_the_columns_are_the_exact_figures():
    frame = polars.DataFrame(game().distribution)
    chances = [Fraction(each) for each in frame["chance_exact"]]
    assert sum(chances) == 1
    results = [Fraction(each) for each in frame["result_exact"]]
    assert sum(a * b for a, b in zip(results, chances, strict=True)) == game().value
    never = game().evaluate("never-fold")
    assert sum(Fraction(each) for each in polars.DataFrame(never)["cost_exact"]) == never.cost
    hands = polars.DataFrame(game())
    assert sum(Fraction(v) * w for v, w in zip(hands["value_exact"], hands["ways"], strict=True)) / 1326 == game().value


@pytest.mark.parametrize(("rows", "said"), [(199, 0), (200, 0), (201, 1), (1_500, 1_300)])
def test_a_notebook_is_told_how_many_rows_it_does_not_show(rows: int, said: int):
    html = arrow.html({"a": list(range(rows)), "b": ["x"] * rows})
    assert html.count("<td>x</td>") == min(rows, 200)
    assert ("…" in html, f"<td>… + {said:,}</td>" in html) == (said > 0, said > 0)


def test_a_notebook_gets_pictures():
    assert "<svg" in game()._repr_html_()
    risk = game().risk(bankroll=50, rounds=30)
    assert "<svg" in risk._repr_html_()
    assert risk["rounds"] == 30
    assert "quantiles" in risk
    assert dict(risk)["quantiles"] == risk.get("quantiles")


def test_a_distribution_is_still_a_mapping():
    coin = Distribution({-1: Fraction(1, 2), 1: Fraction(1, 2)})
    assert coin == {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
    assert coin != {Fraction(-1): Fraction(1)}
    assert (coin.get(Fraction(5)), Fraction(1) in coin, list(coin.keys())) == (None, True, [-1, 1])
    assert {coin: "found"}[Distribution(dict(coin.items()))] == "found"


def test_reading_a_table_needs_no_data_frame_of_ours():
    """Neither importing the package nor making a stream loads PyArrow, Polars, Altair or Numba."""
    script = (
        "import sys, mississippi_stud as ms\n"
        "heavy = {'numpy', 'numba', 'altair', 'pyarrow', 'polars', 'pandas'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
        "ms.solve('crown').distribution.__arrow_c_stream__()\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["[]", "['numpy']"]


@pytest.mark.parametrize(("rounds", "seed"), [(0, 7), (-1, 7), (10**13, 7), (10, -1), (10, 2**64)])
def test_a_run_of_no_rounds_or_of_no_seed_is_refused(rounds: int, seed: int):
    with pytest.raises(InputError, match="a simulation has 1 to 1000000000000 rounds"):
        ms.solve("crown").simulate(rounds, seed=seed)


def test_what_a_study_shows_in_a_terminal_is_one_line():
    game = ms.solve("crown")
    shown = [game, game.evaluate("human"), game.risk(bankroll=20, rounds=20), game.simulate(100, seed=7)]
    assert [repr(each) for each in shown if len(repr(each)) > 100 or "\n" in repr(each)] == []
    assert repr(shown[1]) == "Evaluation('human', value=Fraction(-53223, 1082900))"
