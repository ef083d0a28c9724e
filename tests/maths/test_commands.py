"""`mstud solve`, `mstud advise` and `mstud risk` as people and programs use them."""

import json
import re
import subprocess
import sys
import sysconfig
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import seen_with, solve

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


def mstud(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([MSTUD, *arguments], capture_output=True, text=True, timeout=60, check=False)


def answer(*arguments: str) -> dict:
    done = mstud(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_solve_gives_exact_values_with_decimals_beside_them():
    found = answer("solve", "online")
    assert found["value"] == "-53223/1082900"
    assert found["average_wager"] == "74757/20825"
    assert f"{found['return_decimal']:.2%}" == "98.63%"
    assert found["return"] == "1278047/1295788"
    assert found["variance"].count("/") == 1
    assert len(found["starting_hands"]) == 169
    assert found["starting_hands"]["AA"]["play"] == "3"
    assert set(found["folds"]) == {"third-street", "fourth-street", "fifth-street"}
    assert "a bet is preferred to a fold" in found["ties"]
    assert sum(row["probability_decimal"] for row in found["distribution"]) == pytest.approx(1)


def test_solve_shows_tables():
    shown = mstud("solve", "online", "--pay", "flush=2").stdout
    assert "Warning: the flush pays less than the straight" in shown
    assert all(
        word in shown
        for word in ("value to the player", "fold on 5th street", "net result of a round", "starting hands", "Ties:")
    )


def test_advise_gives_the_shape_that_programs_expect():
    found = answer("advise", "Ah 6h", "--board", "9c", "--bets", "1")
    assert list(found) == ["fold", "1", "2", "3", "best", "reason"]
    assert (found["fold"], found["1"], found["best"]) == ("-2", "-303/196", "1")
    asked = ("advise", "Ah 6h", "--board", "9c", "--bets", "1")
    assert "Best play: 1×. 4 points and no draw: betting 1× is worth 0.454 antes more" in mstud(*asked).stdout
    french = mstud(*asked, "--lang", "fr").stdout
    assert "Meilleur choix\xa0: 1×. 4 points et aucun tirage" in french
    assert "se coucher" in french
    assert "-1,545918" in french


def test_advise_with_more_known_than_the_rules_show():
    fair = answer("advise", "Qh 5h")
    exposed = answer("advise", "Qh 5h", "--known", "5th=Qs", "--seen", "Kd 7s")
    assert exposed["best"] == "3" != fair["best"]
    with_meter = answer("advise", "5s 4s", "--book", "crown", "--ante", "5", "--meter", "60000")
    assert (answer("advise", "5s 4s")["best"], with_meter["best"], with_meter["fold"]) == ("fold", "1", "-6/5")


def test_risk_has_what_the_page_of_sessions_shows():
    found = answer("risk", "online", "--rounds", "100", "--bankroll", "100")
    chances = {name: Fraction(row["chance"]) for name, row in found["chances"].items()}
    assert chances["ahead"] + chances["even"] + chances["behind"] == 1
    assert {name: f"{row['chance_decimal']:.2%}" for name, row in found["chances"].items()} == {
        "ahead": "39.11%",
        "even": "0.58%",
        "behind": "60.30%",
        "ruin": "10.44%",
    }
    assert (found["expected"], found["rounds_to_outgrow_decimal"]) == ("-53223/10829", pytest.approx(40056.375837))
    quantiles = {"0.01": -138, "0.05": -107, "0.25": -57, "0.5": -17, "0.75": 28, "0.95": 118, "0.99": 366}
    assert found["quantiles"] == quantiles
    assert found["on_the_way"][-1]["at_most"] == [str(most) for most in quantiles.values()]
    assert sum(row["chance_decimal"] for row in found["picture"]) > 0.97
    longer = answer("risk", "--rounds", "101")["chances"]["ahead"]
    assert list(longer) == ["chance_decimal"]  # numerical: there is no fraction to show


def test_risk_says_which_cards_are_known():
    asked = ("risk", "--rounds", "2", "--known", "3rd", "--known", "5th")
    assert "a session of the best play, the 3rd and 5th street card known from the start" in mstud(*asked).stdout
    assert "la carte du 3e et 5e tour étant connue dès le début" in mstud(*asked, "--lang", "fr").stdout


def test_risk_of_a_changed_game_and_in_words():
    once = answer("risk", "crown", "--ante", "25", "--rounds", "1", "--bankroll", "8")
    assert once["chances"]["ruin"]["chance"] == "7387/12994800"
    better = answer("risk", "crown", "--pay", "straight=5", "--rounds", "1")
    assert f"{better['expected_decimal']:.4%}" == "-3.7591%"
    said = mstud("risk", "--rounds", "2", "--bankroll", "8", "--lang", "fr").stdout
    assert "online\xa0: une séance avec le meilleur jeu (parties\xa0: 2;" in said
    assert "en gain après la dernière partie" in said
    assert "1417 digits, with --json" in mstud("risk").stdout
    assert "numerical, right to nine decimals" in mstud("risk", "--rounds", "101").stdout


def test_the_questions_of_solve():
    assert answer("solve", "--known", "3rd")["worth_of_knowing"] == "19421/32487"
    assert answer("solve", "online", "--human")["cost"] == "0"
    tables = answer("solve", "maryland", "--side", "three-card-bonus")["tables"]
    assert [table["table"] for table in tables] == list("ABCDEF")
    assert tables[5]["value"] == "-118/5525"
    assert len(answer("solve", "maryland", "--side", "six-card-bonus")["tables"]) == 6 * 4
    (chosen,) = answer("solve", "maryland", "--side", "six-card-bonus", "--stake", "5", "--option", "table=A")["tables"]
    assert (chosen["table"], chosen["stake"], chosen["value"]) == ("A", "5.00", "-184225/1017926")
    caps = answer("solve", "maryland", "--caps", "--antes", "5,25")
    assert [row["cost"] for row in caps["antes"]] == ["0", "109/35700"]
    assert len(answer("solve", "crown", "--dollars")["optimal"]) == 14


def test_the_questions_shown():
    for arguments, word in (
        (["online", "--human"], "6 5 suited"),
        (["maryland", "--side", "six-card-bonus", "--stake", "5"], "draft-A (not offered)"),
        (["maryland", "--caps"], "costs the best play above"),
        (["crown", "--dollars"], "reseeding"),
        (["online", "--known", "4th", "--known", "5th"], "Knowing the 4th and 5th street card"),
    ):
        done = mstud("solve", *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert word in done.stdout


def test_solve_speaks_french():
    caps = mstud("solve", "maryland", "--caps", "--antes", "5", "--lang", "fr").stdout.replace("\xa0", " ")
    assert all(word in caps for word in ("maryland : limites", "coûte au meilleur jeu au-dessus de", "12,50 $"))
    side = mstud("solve", "maryland", "--side", "six-card-bonus", "--lang", "fr").stdout.replace("\xa0", " ")
    assert all(word in side for word in ("Bonus 6 cartes, par unité misée", "(non offert)", "rendement"))
    known = mstud("solve", "online", "--known", "3rd", "--known", "4th", "--lang", "fr").stdout
    assert known.startswith("Connaître dès le début la carte du 3e et 4e tour vaut 762847/464100 mises initiales")
    meter = mstud("solve", "crown", "--meter", "60000", "--lang", "fr").stdout.replace("\xa0", " ")
    assert "mise initiale de 5,00 $, compteur 60 000,00 $" in meter
    sheet = mstud("par", "crown", "--lang", "fr").stdout
    assert all(word in sheet for word in ("sans date", "aucune option"))


def test_a_jackpot_joined():
    found = answer("solve", "maryland", "--meter", "20000", "--ante", "5", "--option", "players=2")
    assert [row["others"] for row in found["by_other_players"]] == [0, 1, 2]
    assert found["by_other_players"][0]["bonus"] == "0"
    assert found["play_changes_at"][0]["changes"]
    alone, *_, beside = found["by_other_players"]
    assert alone["play_changes_at"] == found["play_changes_at"]
    assert Fraction(beside["value_joint"]) > Fraction(beside["value"]) > Fraction(alone["value"])
    assert found["solution"]["value"] == found["value"]
    fixed = answer("solve", "nsw", "--side", "fixed-jackpot", "--option", "prize.flush=100 for 1", "--ante", "5")
    assert fixed["jackpot"]["wager"] == "fixed-jackpot"
    assert "where the best play of both changes" in mstud("solve", "crown", "--meter", "50000").stdout


def test_a_picture_by_meter_is_of_the_wager_that_was_asked_for(tmp_path: Path):
    """No meter makes a fixed jackpot worth more, so no break-even is marked; the meter's own wager has two."""
    path = tmp_path / "picture.svg"
    common = ("solve", "nsw", "--meter", "50000", "--ante", "5", "--option", "prize.flush=100 for 1")
    for wager, marks in (("fixed-jackpot", 0), ("jackpot", 2)):
        mstud(*common, "--side", wager, "--plot", str(path), "--picture", "meter")
        assert len(re.findall(r">\$[0-9,]+<", path.read_text())) == marks


@pytest.mark.parametrize(
    "arguments",
    [["online"], ["online", "--picture", "hands"], ["crown", "--meter", "50000", "--ante", "5"]],
)
def test_pictures_are_svg_files(tmp_path: Path, arguments: list[str]):
    path = tmp_path / "picture.svg"
    done = mstud("solve", *arguments, "--plot", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_text().startswith("<svg")
    assert any(word in path.read_text() for word in ("15.608", "+0.6753", "$242,203"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "nowhere"], "there is no rule book 'nowhere'"),
        (["solve", "online", "--option", "foo=1"], "there is no option 'foo'"),
        (["solve", "online", "--pay", "straight=-5"], "odds cannot be negative"),
        (["solve", "online", "--known", "6th"], "name 3rd, 4th or 5th"),
        (["solve", "online", "--human", "--caps"], "one question at a time"),
        (["solve", "online", "--side", "four-card-bonus"], "is not a side wager"),
        (["solve", "online", "--meter", "5"], "online has no jackpot"),
        (["solve", "online", "--plot", "x.png"], "ends in .svg"),
        (["solve", "online", "--plot", "/nowhere/x.svg"], "there is no folder"),
        (["solve", "online", "--plot", "x.svg", "--picture", "cake"], "'cake' is not a picture"),
        (["solve", "online", "--plot", "x.svg", "--picture", "meter"], "give --meter"),
        (["solve", "online", "--human", "--plot", "x.svg"], "has no picture"),
        (["advise", "Ah Ah"], "Ah is named twice"),
        (["advise", "Ah 6h", "--board", "2c 3c 4c 5c 6c 7c"], "three community cards, not 6"),
        (["advise", "Ah 6h", "--board", "9c"], "--bets has 0 and --board has 1"),
        (["advise", "Ah 6h", "--option", "players=2"], "advice is for a single player"),
        (["solve", "online", "--stake", "5"], "--stake belongs to --side"),
        (["solve", "online", "--antes", "5"], "--antes belongs to --caps"),
        (["solve", "online", "--picture", "hands"], "--picture belongs to --plot"),
        (["solve", "online", "--side", ""], "is not a side wager"),
        (["solve", "online", "--caps", "--antes", "5,,10"], "'' is not an amount"),
        (["solve", "online", "--option", "three-card-bonus=5"], "ask with --caps"),
        (["solve", "maryland", "--side", "progressive"], "is paid from a meter: give --meter"),
        (["solve", "online", "--pay", "straight=5", "--pay", "straight=6"], "the pay of straight is given twice"),
        (["solve", "online", "--option", "ties=bet", "--option", "ties=fold"], "the option ties is given twice"),
        (["solve", "online", "--pay", "royal-flush=9999999999999"], "at most twelve digits"),
        (["advise", "Ah 6h", "--board", "9c", "--bets", "x"], "are not bets"),
        (["advise", "Ah 6h", "--known", "5th"], "write it as 5th=Ks"),
        (["risk", "--rounds", "0"], "a session has 1 to 10000 rounds, not 0"),
        (["risk", "--rounds", "10001"], "a session has 1 to 10000 rounds, not 10001"),
        (["risk", "--bankroll", "0"], "the bankroll must be more than nothing"),
        (["risk", "--goal", "0"], "the goal must be more than nothing"),
        (["risk", "--known", "6th"], "is not a street whose card can be known"),
        (["risk", "nowhere"], "nowhere"),
        (["risk", "/"], "mstud: / cannot be read: Is a directory"),
        (["risk", "--seed", "-1", "--plot", "x.svg"], "-1 is not between 0 and 18446744073709551615"),
        (["simulate", "online", "--out", "/proc/x"], "the folder /proc/x cannot be made: No such file or directory"),
        (["advise", "Ah 6h", "--known", "5th=Ah"], "Ah is in CARDS and in --known"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str):
    done = mstud(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mstud: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


def test_solving_does_not_wait_for_numba():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", MSTUD, "solve", "online", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "numpy" in done.stderr
    assert "numba" not in done.stderr


def test_solve_by_ones_own_first_card():
    found = answer("solve", "crown", "--first-card")
    values = {rank: Fraction(row["value"]) for rank, row in found["first_card"].items()}
    assert sum(values.values()) / 13 == Fraction(found["fair_value"]) == Fraction(-53223, 1082900)
    assert Fraction(found["value"]) == sum(max(value, Fraction(0)) for value in values.values()) / 13
    hands = answer("solve", "crown")["starting_hands"]
    others = [rank for rank in "AKQJT9876543" if rank != "J"] + ["2"]
    names = ["".join(sorted(("J", other), key="AKQJT98765432".index)) for other in others]
    jack = 3 * Fraction(hands["JJ"]["value"])
    jack += sum(Fraction(hands[f"{name}s"]["value"]) + 3 * Fraction(hands[f"{name}o"]["value"]) for name in names)
    assert values["J"] == jack / 51
    assert "selon votre première carte" in mstud("solve", "crown", "--first-card", "--lang", "fr").stdout


def test_solve_with_a_short_wallet():
    found = answer("solve", "crown", "--wallet", "4")
    assert (found["value"], found["fair_value"]) == ("-219067/324870", "-53223/1082900")
    assert [row["value"] for row in found["by_wallet"]][:3] == ["-1", "-1", "-1"]
    assert found["starting_hands"]["JJ"]["play"] == "1"
    assert "en poche" in mstud("solve", "crown", "--wallet", "4", "--lang", "fr").stdout
    assert "at least the ante" in mstud("solve", "crown", "--wallet", "0").stderr
    advice = answer("advise", "Jh Jd", "--wallet", "4")
    assert (advice["1"], advice["3"], advice["best"]) == ("7648/1225", "-4", "1")  # 3× leaves nothing for 4th street


def test_open_hands_are_other_cards_seen():
    assert "2 to 9 players" in mstud("solve", "crown", "--open-hands", "1").stderr
    assert "one question at a time" in mstud("solve", "crown", "--open-hands", "6", "--first-card").stderr


def test_risk_draws_a_session(tmp_path: Path):
    picture = tmp_path / "session.svg"
    done = mstud("risk", "crown", "--rounds", "60", "--plot", str(picture), "--paths", "3", "--lang", "fr")
    assert (done.returncode, done.stderr) == (0, "")
    drawn = picture.read_text()
    assert "parties jouées" in drawn
    plain = tmp_path / "plain.svg"
    mstud("risk", "crown", "--rounds", "60", "--plot", str(plain), "--paths", "0")
    assert len(drawn) > len(plain.read_text()) + 3 * 60
    assert "0 to 200 sample sessions" in mstud("risk", "crown", "--plot", str(plain), "--paths", "201").stderr


@pytest.mark.parametrize("ante", ["101", "33.33"])
def test_risk_with_a_cap_between_whole_antes(ante: str):
    """Refused, or minutes long, before sums carried the odd fraction apart."""
    found = answer("risk", "maryland", "--ante", ante, "--rounds", "300", "--bankroll", "50", "--goal", "20")
    whole = answer("risk", "maryland", "--rounds", "300", "--bankroll", "50", "--goal", "20")
    assert found["quantiles"]["0.05"] == pytest.approx(whole["quantiles"]["0.05"], abs=2)
    assert found["goal_first_decimal"] == pytest.approx(whole["goal_first_decimal"], abs=1e-3)


def walked(nets: dict[int, float], bankroll: int, goal: int) -> float:
    """The chance to lose a bankroll before a goal is won, from the equations of every place between them."""
    places = range(1, bankroll + goal)
    equations, ruined = np.eye(len(places)), np.zeros(len(places))
    for place in places:
        for net, chance in nets.items():
            if place + net <= 0:
                ruined[place - 1] += chance
            elif place + net < bankroll + goal:
                equations[place - 1, place + net - 1] -= chance
    return float(np.linalg.solve(equations, ruined)[bankroll - 1])


def test_every_figure_of_risk_by_plain_counting():
    """Every key that the command promises, from the results of a round alone: sums by dict, ruin by equations."""
    bankroll, rounds, goal = 12, 5, 9
    asked = ("--bankroll", str(bankroll), "--rounds", str(rounds), "--goal", str(goal), "--known", "3rd")
    found = answer("risk", "online", *asked)
    round_ = {int(net): chance for net, chance in solve(read("online")[2], seen_with(["3rd"])).distribution.items()}
    mean = sum(net * chance for net, chance in round_.items())
    variance = sum((net - mean) ** 2 * chance for net, chance in round_.items())
    third = sum((net - mean) ** 3 * chance for net, chance in round_.items())
    assert (Fraction(found["mean"]), Fraction(found["variance"])) == (mean, variance)
    assert found["skewness_decimal"] == pytest.approx(float(third) / float(variance) ** 1.5)
    assert found["n0_decimal"] == pytest.approx(float(variance / mean**2))
    nets = {net: float(chance) for net, chance in round_.items()}
    free, alive, ruined = {0: 1.0}, {0: 1.0}, 0.0
    for _ in range(rounds):
        free, alive = plus(free, nets), plus(alive, nets)
        ruined += sum(chance for total, chance in alive.items() if total <= -bankroll)
        alive = {total: chance for total, chance in alive.items() if total > -bankroll}
    assert found["ruin_within_decimal"] == pytest.approx(ruined, abs=1e-11)
    assert found["ahead_decimal"] == pytest.approx(
        sum(chance for total, chance in free.items() if total > 0), abs=1e-11
    )
    for part, least in found["quantiles"].items():
        below = sum(chance for total, chance in free.items() if total < least)
        assert below < float(part) <= below + free[least]
    assert found["goal_first_decimal"] == pytest.approx(1 - walked(nets, bankroll, goal), abs=1e-10)
    assert found["ruin_ever_to_decimal"] - found["ruin_ever_from_decimal"] < 1e-9
    assert found["ruin_ever_from_decimal"] == pytest.approx(walked(nets, bankroll, 1500), abs=1e-7)
    results, chances = np.array(list(nets)), np.array(list(nets.values()))
    best, less, more = (chances @ np.log1p(found["kelly_decimal"] * by * results) for by in (1, 0.999, 1.001))
    assert best > max(less, more)


def plus(sums: dict[int, float], nets: dict[int, float]) -> dict[int, float]:
    """Return the chances of all sums after one more round."""
    found: dict[int, float] = {}
    for total, chance in sums.items():
        for net, more in nets.items():
            found[total + net] = found.get(total + net, 0.0) + chance * more
    return found


def test_the_correlation_of_seats_is_their_covariance_over_the_variance():
    found, variance = answer("solve", "online", "--covariance", "seats"), answer("solve", "online")["variance"]
    assert found["correlation_decimal"] == pytest.approx(float(Fraction(found["covariance"]) / Fraction(variance)))


def test_the_only_pay_table_of_a_wager_has_no_name():
    """Its key in a book is main, which in French would be a hand."""
    for asked in (("--covariance", "three-card-bonus"), ("--side", "three-card-bonus")):
        shown = mstud("solve", "online", *asked, "--lang", "fr").stdout
        assert "Bonus 3 cartes" in shown
        assert not re.search(r"\bmain\b", shown)
    assert "(table A)" in mstud("solve", "maryland", "--covariance", "three-card-bonus").stdout
