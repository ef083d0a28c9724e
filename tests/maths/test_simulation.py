"""The simulation's chance, tables and kernel against NumPy, the exact solver and the twin."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import sysconfig
import time
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.errors import InputError
from mississippi_stud.maths import solver, strategy
from mississippi_stud.maths.evaluation import evaluate
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.options import read
from mississippi_stud.maths.simulation import deal, kernel, machine, parts, permutation, philox, run, seats, twin
from mississippi_stud.maths.simulation.engine import EngineDriver
from mississippi_stud.maths.strategy_file import parse_strategy, text_of
from mississippi_stud.rulebooks.load import rulebook

M64 = 2**64 - 1
MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [  # the known answers of Random123, philox4x64 10
        ((0, 0, 0, 0), (0, 0), "16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b"),
        ((M64,) * 4, (M64, M64), "87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0"),
        (
            (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
            (0x452821E638D01377, 0xBE5466CF34E90C6C),
            "a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6",
        ),
    ],
)
def test_philox_gives_the_known_answers(counter: tuple[int, ...], key: tuple[int, int], words: str):
    found = philox.philox(tuple(np.array([each], dtype=np.uint64) for each in counter), key)
    assert " ".join(f"{int(each[0]):016x}" for each in found) == words


@given(seed=st.integers(0, M64), block=st.integers(1, 2**40), attempt=st.integers(0, 3))
def test_philox_is_numpys(seed: int, block: int, attempt: int):
    numbers = np.arange(4 * block, 4 * block + 4, dtype=np.uint64)
    theirs = np.random.Philox(key=np.array([seed, 0], dtype=np.uint64), counter=[block - 1, attempt, 0, 0]).random_raw(
        4
    )
    assert np.array_equal(philox.words(seed, numbers, attempt), theirs)


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown", "online"])
def test_the_tables_hold_the_exact_game(book: str):
    """Every one of the 155,937,600 draws, followed through the tables, gives the solver's own counts."""
    game = read(book)[2]
    solved, tables = solver.solve(game), machine.machine(game)
    assert tables.mean() == solved.value
    found: dict[str, Fraction] = {}
    for ending, chance in zip(tables.endings, tables.exact(), strict=True):
        found[ending.name] = found.get(ending.name, 0) + chance * 155_937_600
    exact = {hand.key: solved.hand_probability(hand) for hand in machine.Hand}
    exact |= {name: solved.fold_probability(at) for at, name in enumerate(machine.STREETS)}
    assert found == {name: chance * 155_937_600 for name, chance in exact.items()}


def test_the_tables_hold_other_strategies():
    game = read("online", (), ("straight=9", "two-pair=1"))[2]
    human = machine.machine(game, "human")
    assert human.mean() == strategy.human(game).value < solver.solve(game).value
    never = machine.machine(read("online")[2], "never-fold")
    exact = list(zip(never.endings, never.exact(), strict=True))
    assert sum(chance for ending, chance in exact if ending.wagered == 4) == 1
    assert [chance for ending, chance in exact if chance and ending.name == "royal-flush"] == [Fraction(1, 649_740)]


GAME = read("online")[2]


def tables_of(game: Game, name: str, seats_count: int) -> machine.StateTables:
    return run.simulation(game, name, seats_count).tables


@cache
def one_seat() -> machine.StateMachine:
    return machine.machine(GAME)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, M64), first=st.integers(0, 2**50), rounds=st.integers(0, 9_000))
def test_the_kernel_is_its_twin(seed: int, first: int, rounds: int):
    assert np.array_equal(kernel.counts(one_seat(), seed, first, rounds), twin.counts(one_seat(), seed, first, rounds))


def test_the_kernel_is_its_twin_where_words_are_drawn_again():
    """Among a million rounds some words would bias the deal and are replaced."""
    numbers = np.arange(10**6, dtype=np.uint64)
    word = philox.words(7, numbers)
    high, low = word >> np.uint64(32), word & np.uint64(0xFFFFFFFF)
    again = (high * np.uint64(66_300) & np.uint64(2**32 - 1)) < np.uint64(2**32 % 66_300)
    again |= (low * np.uint64(2_352) & np.uint64(2**32 - 1)) < np.uint64(2**32 % 2_352)
    assert again.sum() >= 1
    assert np.array_equal(kernel.counts(one_seat(), 7, 0, 10**6), twin.counts(one_seat(), 7, 0, 10**6))


@pytest.mark.parametrize("seats", [2, 3, 6, 7, 9])
def test_the_kernel_of_several_seats_is_its_twin(seats: int):
    tables = tables_of(GAME, "optimal", seats)
    for first, rounds in ((0, 20_001), (2**50 + 1, 4_099), (5, 0), (7, 1)):
        found = kernel.counts(tables, 7, first, rounds, seats)
        assert np.array_equal(found, twin.counts(tables, 7, first, rounds, seats))
        assert found.sum(axis=1).tolist() == [rounds] * seats


@pytest.mark.parametrize("name", ["optimal", "human", "never-fold"])
def test_a_seat_among_others_plays_the_same_strategy(name: str):
    """By card or by place in the deck, the same cards lead to the same ending."""
    by_place, by_card = (tables_of(GAME, name, seats) for seats in (1, 2))
    numbers = np.arange(500, dtype=np.uint64)
    ended = twin.endings(by_place, 7, numbers)[:, 0]
    for number, end in zip(range(500), ended, strict=True):
        community, ((a, b),), _ = next(deal.deals(7, (number,)))
        row = int(by_card.hole[52 * a + b])
        for table, card in zip((by_card.third, by_card.fourth, by_card.fifth), community, strict=True):
            row = int(table[row + card // 4 * 2 + (card % 4 == a % 4)])
        assert by_card.endings[row] == by_place.endings[end]


def test_no_deal_comes_twice_without_replacement():
    """The permutation undone leads back, so that it is one; the kernel follows it as its twin does."""
    tables = machine.machine(GAME, permuted=True)
    numbers = np.arange(10**6, dtype=np.uint64) * np.uint64(155)
    dealt = permutation.deals(7, numbers)
    assert len(np.unique(dealt)) == len(numbers)
    assert dealt.max() < 155_937_600
    assert np.array_equal(undone(7, dealt), numbers)
    for first, rounds in ((0, 20_000), (155_900_000, 37_600)):
        found = kernel.counts(tables, 7, first, rounds)
        assert np.array_equal(found, twin.counts(tables, 7, first, rounds))
        assert not np.array_equal(found, kernel.counts(tables, 8, first, rounds))
    driver = EngineDriver(rulebook("online"), GAME, permuted=True)
    ended = twin.endings(tables, 7, np.arange(40, dtype=np.uint64))[:, 0]
    assert [driver.replay(7, at).endings[0].net for at in range(40)] == [tables.endings[end].net for end in ended]


def undone(seed: int, dealt: np.ndarray) -> np.ndarray:
    """Return the rounds of these deals: each step of the network taken back, the last first."""
    found, beyond = dealt.copy(), np.ones(len(dealt), dtype=bool)
    while beyond.any():
        left, right = found >> np.uint64(14), found & np.uint64(2**14 - 1)
        for key in permutation.keys(seed)[::-1]:
            mixed = (((left + key) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)) & np.uint64(2**14 - 1)
            left, right = right ^ mixed, left
        found = np.where(beyond, (left << np.uint64(14)) | right, found)
        beyond &= found >= np.uint64(155_937_600)
    return found


@pytest.mark.campaign
@pytest.mark.parametrize("book", ["nsw", "maryland", "crown", "online"])
def test_every_deal_once_gives_every_exact_count(book: str):
    terms = parts.RunTerms(book=book, rounds=155_937_600, seed=7, permuted=True)
    found = terms.simulation().simulate(terms.rounds, terms.seed, workers=2)
    assert found.counts == {name: chance * 155_937_600 for name, chance in found.exact.items()}
    assert found.mean == found.exact_mean == solver.solve(read(book)[2]).value


def test_a_pair_is_divided_by_multiplying():
    """Every draw of every pair gives the same two places as a division."""
    for pair, multiplier in enumerate(seats.reciprocals().tolist()):
        choices = 48 - 2 * pair
        drawn = range(choices * (choices + 1))
        assert [each * multiplier >> 20 for each in drawn] == [each // choices for each in drawn]


def test_a_strategy_in_a_file_is_simulated(tmp_path: Path):
    """Its exact mean is the solver's, for one seat and for several, and the engine plays it too."""
    path = tmp_path / "mine.txt"
    path.write_text("otherwise = human\n72o = 3\nAKs = fold\nQh 7h 6c = 1\nQh 7h 6c after 3 = fold\n")
    text = text_of(str(path))
    terms = [parts.RunTerms(book="crown", rounds=1000, seed=5, strategy=str(path), strategy_text=text, seats=seats)
             for seats in (1, 2)]  # fmt: skip
    path.unlink()  # the terms know what it said
    game = read("crown")[2]
    asked = parse_strategy(text, game)
    value = evaluate(solver.solve(game), asked).value
    assert [each.simulation().exact_mean for each in terms] == [value, value] < [solver.solve(game).value] * 2
    for each in terms:
        driver, tables = EngineDriver(rulebook("crown"), game, asked, each.seats), each.simulation().tables
        ended = twin.endings(tables, 5, np.arange(60, dtype=np.uint64), each.seats)
        for index in range(60):
            played = driver.replay(5, index).endings
            assert [(e.name, e.bets, e.net) for e in played] == [
                (tables.endings[at].name, tables.endings[at].bets, tables.endings[at].net) for at in ended[index]
            ]


def test_every_draw_of_one_seat_is_another_deal():
    """The 48 last places after the same first ones are 48 different cards, none of them in sight."""
    held = np.array([(0, 17)])
    for _ in range(3):
        (cards,) = deal.unseen(held).tolist()
        assert sorted((*held[0].tolist(), *cards)) == list(range(52))
        held = np.array([(*held[0], cards[20])])


def test_the_cards_of_several_seats_are_a_fair_deal():
    """Every card comes equally often to every place (a chi-squared test), and none twice in a round."""
    cards = seats.deals(11, np.arange(52_000, dtype=np.uint64), 9)
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()
    for place in cards.T:
        squares = ((np.bincount(place, minlength=52) - 1_000) ** 2 / 1_000).sum()
        assert 15 < squares < 110  # 51 degrees of freedom: either bound is beyond one in a million


def replay(book: str, seats_count: int, ante: str | None, indices: list[int], name: str = "optimal") -> None:
    """Play rounds by the engine and compare each with what the kernel counts for that round alone."""
    the_book, _, game = read(book, (), (), ante)
    driver, tables = EngineDriver(the_book, game, name, seats_count), tables_of(game, name, seats_count)
    for index, played in zip(indices, driver.replays(7, indices), strict=True):
        counts = kernel.counts(tables, 7, index, 1, seats_count)
        kernels = [tables.endings[int(np.flatnonzero(row)[0])] for row in counts]
        engines = played.endings
        assert [(e.name, e.net, e.wagered) for e in engines] == [(k.name, k.net, k.wagered) for k in kernels], index


CASES = [
    ("nsw", 1, None), ("nsw", 9, "25"), ("maryland", 1, "100"), ("maryland", 6, None), ("crown", 1, None),
    ("crown", 7, "500"), ("online", 1, None), ("online", 1, "50"),
]  # fmt: skip


@pytest.mark.parametrize(("book", "seats_count", "ante"), CASES)
def test_any_round_is_replayed_by_the_engine(book: str, seats_count: int, ante: str | None):
    replay(book, seats_count, ante, Random(book).sample(range(10**9), 250))  # noqa: S311


@pytest.mark.parametrize("name", ["human", "never-fold"])
def test_rounds_of_other_strategies_are_replayed_by_the_engine(name: str):
    replay("crown", 2, None, Random(5).sample(range(10**9), 100), name)  # noqa: S311


@pytest.mark.campaign
@pytest.mark.parametrize(("book", "seats_count", "ante"), CASES)
@pytest.mark.parametrize("part", range(20))
def test_a_hundred_thousand_rounds_are_replayed_by_the_engine(book: str, seats_count: int, ante: str | None, part: int):
    """In twenty parts, for several processes."""
    replay(book, seats_count, ante, Random(part).sample(range(2**60), 5_000))  # noqa: S311


def test_a_capped_royal_flush_is_replayed_by_the_engine():
    """Where a cap takes something away, kernel and engine take the same: the royal flushes of a run at a high ante."""
    game = read("maryland", (), (), "1000")[2]
    ready = run.simulation(game, "optimal", 6)
    tables, rounds = ready.tables, list(islice(ready.find(7, 0, 10**7, "royal-flush"), 3))
    assert len(rounds) == 3
    replay("maryland", 6, "1000", rounds)
    royal = [ending for ending in tables.endings if ending.name == "royal-flush"]
    assert {ending.net for ending in royal} == {50}, "a hand wins at most $50,000 (Maryland), which is 50 antes"


@pytest.mark.parametrize("seats_count", [1, 3])
def test_what_happened_is_found_again(seats_count: int):
    ready = run.simulation(GAME, "optimal", seats_count)
    tables, found = ready.tables, list(ready.find(3, 100, 50_000, "four-of-a-kind"))
    ended = twin.endings(tables, 3, np.arange(100, 50_100, dtype=np.uint64), seats_count)
    wanted = [at for at, ending in enumerate(tables.endings) if ending.name == "four-of-a-kind"]
    assert found == (100 + np.flatnonzero(np.isin(ended, wanted).any(axis=1))).tolist() != []


@settings(max_examples=8, deadline=None)
@given(rounds=st.integers(1, 50_000), parts_count=st.integers(1, 7), seats_count=st.integers(1, 3))
def test_the_parts_of_a_run_are_the_run(rounds: int, parts_count: int, seats_count: int):
    terms = parts.RunTerms(book="crown", rounds=rounds, seed=5, seats=seats_count)
    whole = terms.simulation().simulate(rounds, 5)
    with TemporaryDirectory() as name:
        folder = Path(name)
        for part in Random(rounds).sample(range(1, parts_count + 1), parts_count):  # noqa: S311
            merged = parts.merge(folder) if any(folder.iterdir()) else None
            assert merged is None or part in merged.missing
            parts.play(terms, part, parts_count, folder, workers=2)
        merged = parts.merge(folder)
        assert (merged.run, merged.missing) == (whole, [])
        written = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert parts.play(terms, 1, parts_count, folder).finished
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == written


def test_an_interrupted_part_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Ctrl+C at any chunk loses nothing that was counted, and the end has the same bytes."""
    monkeypatch.setattr(run, "CHUNK", 1000)
    terms = parts.RunTerms(book="crown", rounds=20_000, seed=5)
    parts.play(terms, 2, 3, tmp_path / "whole")
    for stop in (1000, 3000, 5000):

        def interrupt(done: int, stop: int = stop) -> None:
            if done == stop:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            parts.play(terms, 2, 3, tmp_path / "stopped", told=interrupt)
        kept = parts.read(parts.path_of(tmp_path / "stopped", 2, 3))
        assert (kept.done, kept.finished) == (stop, False)
        assert parts.merge(tmp_path / "stopped").missing == [1, 2, 3]
    parts.play(terms, 2, 3, tmp_path / "stopped")
    name = "part-2-of-3.json"
    assert tmp_path.joinpath("stopped", name).read_bytes() == tmp_path.joinpath("whole", name).read_bytes()
    assert [path.name for path in tmp_path.joinpath("stopped").iterdir()] == [name]


def kill_and_resume(folder: Path, kills: int) -> None:
    """Kill a run with -9 at random moments, resume it, and compare its bytes with those of one left in peace."""
    chance = Random(kills)  # noqa: S311
    command = [MSTUD, *["simulate", "run", "online", "--rounds", "40000000", "--seed", "7", "--workers", "2", "--out"]]
    for _ in range(kills):
        with subprocess.Popen(
            [*command, folder / "killed"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(chance.uniform(0.5, 4))
            process.kill()
    subprocess.run([*command, folder / "killed"], check=True, capture_output=True)
    subprocess.run([*command, folder / "whole"], check=True, capture_output=True)
    name = "part-1-of-1.json"
    assert folder.joinpath("killed", name).read_bytes() == folder.joinpath("whole", name).read_bytes()


def test_a_killed_run_ends_with_the_same_bytes(tmp_path: Path):
    kill_and_resume(tmp_path, 1)


@pytest.mark.campaign
def test_a_hundred_kills(tmp_path: Path):
    kill_and_resume(tmp_path, 100)


def mstud(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([MSTUD, "simulate", *arguments], capture_output=True, text=True)


def test_a_run_is_stopped_by_ctrl_c_and_says_where_it_is_kept(tmp_path: Path):
    command = [MSTUD, "simulate", "online", "--rounds", "10000000000", "--out", tmp_path / "run"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not list(tmp_path.glob("run/part-*")):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert (
        errors == f"mstud: Stopped. What was counted is kept in {tmp_path}/run: the same command goes on from there.\n"
    )
    assert 0 < parts.read(tmp_path / "run" / "part-1-of-1.json").done < 10**10


def test_the_command_by_parts(tmp_path: Path):
    folder, common = str(tmp_path / "run"), ("maryland", "--rounds", "10001", "--seed", "3", "--seats", "6", "--json")
    whole = json.loads(mstud(*common).stdout)
    first = json.loads(mstud(*common, "--part", "1/2", "--out", folder).stdout)
    assert (first["rounds"], first["part"]) == (5000, "1/2")
    half = json.loads(mstud("merge", folder, "--json").stdout)
    assert (half["rounds"], half["missing"]) == (5000, [2])
    assert "Missing parts, of 2: 2." in mstud("merge", folder).stdout
    assert mstud(*common, "--part", "2/2", "--out", folder).returncode == 0
    merged = json.loads(mstud("merge", folder, "--json").stdout)
    assert (merged.pop("parts"), merged.pop("missing")) == (2, [])
    assert merged == whole
    assert (len(whole["net_antes_by_seat"]), whole["net_antes_by_seat"][0]) == (6, whole["net_antes"])


def test_a_round_that_was_found_is_shown():
    told = json.loads(mstud("crown", "--rounds", "20000", "--seed", "9", "--find", "Four of a Kind", "--json").stdout)
    assert told["counts"]["four-of-a-kind"] == len(told["found"]) > 0
    shown = json.loads(mstud("show", "9", str(told["found"][0]), "--book", "crown", "--json").stdout)
    assert [each["ended"] for each in shown["by_seat"]] == ["four-of-a-kind"]
    assert shown["by_seat"][0]["net_antes"] == 40 * shown["by_seat"][0]["wagered_antes"]
    french = mstud("--lang", "fr", "crown", "--rounds", "20000", "--seed", "9", "--find", "carré")
    assert f"Pour en voir une\xa0: mstud simulate show 9 {told['found'][0]} --book crown\n" in french.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("online --part 1/2", "--part"),
        ("online --part 3/2 --out run", "'3/2' is not a part"),
        ("online --part 0/2 --out run", "'0/2' is not a part"),
        (
            "online --strategy lucky",
            "'lucky' is not a strategy: choose one of optimal, human, never-fold, or give the path of a file",
        ),
        ("online --seats 10", "10 is not between 1 and 9"),
        ("online --seats 0", "0 is not between 1 and 9"),
        ("online --rounds 0", "0 is not between 1 and 1000000000000"),
        ("online --seed -1", "-1 is not between 0 and 18446744073709551615"),
        ("online --find sunshine", "'sunshine' is not a way in which a round ends"),
        ("online --find 'royal flash'", "did you mean royal flush?"),
        ("nowhere", "there is no rule book 'nowhere'"),
        ("online --without-replacement --rounds 155937601", "there are only 155937600 deals"),
        ("crown --without-replacement --seats 2", "deals without replacement are for one seat"),
        ("online --side jackpot=5", "online has no jackpot"),
        ("online --side three-card-bonus", "such as three-card-bonus=5"),
        ("maryland --side progressive=1", "--option"),
        ("merge nowhere", "there are no parts of a simulation in nowhere"),
        ("show 7 12 --seats 2", "the rule book does not allow this round"),
        ("show 7", "Missing argument"),
    ],
)
def test_bad_input_is_refused(arguments: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    done = mstud(*shlex.split(arguments))
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_folder_of_another_run_is_refused(tmp_path: Path):
    folder = tmp_path / "run"
    terms = parts.RunTerms(book="crown", rounds=100, seed=5)
    parts.play(terms, 1, 2, folder)
    path = parts.path_of(folder, 1, 2)
    for seed, part, of in ((6, 1, 2), (6, 2, 2), (5, 1, 3)):  # nothing of it is written beside the other run
        with pytest.raises(InputError, match="belongs to another run"):
            parts.play(msgspec.structs.replace(terms, seed=seed), part, of, folder)
        assert list(folder.iterdir()) == [path]
    other = tmp_path / "other"
    parts.play(terms, 1, 3, other)
    moved = parts.path_of(other, 1, 3).rename(parts.path_of(folder, 1, 3))
    with pytest.raises(InputError, match="belongs to another run"):
        parts.merge(folder)
    moved.unlink()
    for spoilt in (b"", b"{}", path.read_bytes()[:-9], path.read_bytes().replace(b'"done": 50', b'"done": 51')):
        path.write_bytes(spoilt)
        with pytest.raises(InputError, match="is not a part of a simulation"):
            parts.merge(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="it needs a terminal")
def test_somebody_who_sits_there_sees_the_time_left():
    main, side = os.openpty()
    arguments = [MSTUD, *["simulate", "online", "--rounds", "30000000", "--json"]]
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=side) as process:
        os.close(side)
        seen = b""
        with suppress(OSError):
            while more := os.read(main, 4096):
                seen += more
    os.close(main)
    assert process.returncode == 0
    assert b"Simulating" in seen
    assert re.search(rb"\d:\d\d:\d\d", seen)
    assert mstud("online", "--rounds", "1000", "--json").stderr == ""


def test_the_command_keeps_its_contract():
    done = subprocess.run(
        [MSTUD, *["simulate", "crown", "--rounds", "100000", "--seed", "7", "--json"]],
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    names = "rounds seed counts net_antes wagered_antes mean_decimal standard_error_decimal exact_mean z_decimal"
    assert list(told)[:9] == names.split()
    assert sum(told["counts"].values()) == told["rounds"] == 100_000
    assert told["exact_mean"] == "-53223/1082900"
    assert told["mean_decimal"] == told["net_antes"] / 100_000
    assert abs(told["z_decimal"]) < 5
