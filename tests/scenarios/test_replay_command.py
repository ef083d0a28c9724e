"""`mstud replay` as a person or a program uses it: real processes, and a terminal with key presses."""

import json
import subprocess
import sysconfig
from pathlib import Path

import pytest
from tests.scenarios.library import FOLDER, differences
from tests.terminal import Terminal, plain

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import play
from mississippi_stud.scenario.report import report

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"
BLIND = next(FOLDER.glob("crown/*-blind-boxes.toml"))
EXAMPLE = FOLDER / "example.toml"
ROYAL = next(FOLDER.glob("online/*-royal-flush-at-the-limit.toml"))


def replay(*arguments: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [MSTUD, "replay", *arguments], input=typed, capture_output=True, text=True, timeout=60, check=False
    )


def check_refused(done: subprocess.CompletedProcess[str], said: str) -> None:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mstud: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_json_is_one_object_the_same_as_the_library_gives():
    done = replay(BLIND, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told == json.loads(json.dumps(report(play(BLIND.read_text(), rulebook))))
    assert not list(differences(json.loads(BLIND.with_suffix(".json").read_text()), told))
    assert {"round", "positions", "community", "meters", "order", "rulings", "refused"} <= set(told)


def test_json_says_the_same_in_every_language():
    assert replay(BLIND, "--json", "--lang", "fr").stdout == replay(BLIND, "--json").stdout


def test_a_person_is_told_every_line_payment_and_refusal_with_its_clause():
    done = replay(BLIND)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout, "no colours where nobody looks"
    assert "cannot fold (Crown 5.10.2(b))" in done.stdout
    assert "ann (blind)" in done.stdout
    assert "3 ann: three of a kind, net $150.00" in done.stdout
    assert "Ante wins, $30.00 (3 to 1), $10.00 is returned (Crown 8.2)" in done.stdout


def test_what_is_lost_is_told():
    told = replay(next(FOLDER.glob("crown/*-jackpot-option-1-high.toml"))).stdout
    assert "Jackpot wager loses, -$5.00 (Crown 5.9.2)" in told
    assert "-5,00\xa0$" in replay(next(FOLDER.glob("crown/*-jackpot-option-1-high.toml")), "--lang", "fr").stdout


def test_a_cap_is_told():
    assert "less $500.00 by the limit of Online notice.1" in replay(ROYAL).stdout


def test_a_person_may_read_french():
    told = replay(ROYAL, "--lang", "fr").stdout.replace("\xa0", " ")
    assert "1 ann : quinte flush royale, net 249 500,00 $" in told


def test_an_unfinished_round_is_told_as_far_as_it_went():
    done = replay(next(FOLDER.glob("crown/*-unfinished.toml")))
    assert done.returncode == 0
    assert "net" not in done.stdout
    assert "Q♥ ▒▒ ▒▒" in done.stdout
    assert "J♣" not in done.stdout


# Step by step.


def test_steps_without_a_terminal_wait_for_no_key():
    done = replay(ROYAL, "--step", typed="q\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("╭") == 9 + 1  # the table after each line, and at the end
    assert "quit" not in done.stdout
    assert "royal flush, net $249,500.00" in done.stdout


class Walk(Terminal):
    """A walk through the royal flush; `frame` is what the terminal shows."""

    def __init__(self, *options: str, **size: int) -> None:
        super().__init__("replay", ROYAL, "--step", *options, **size)
        self.until("1/10 ")
        self.frame = self.drawn()

    def go(self, *keys: str) -> str:
        """Press keys, each after the frame before it has been drawn, and return the last frame."""
        for key in keys:
            drawn = self.shown.count(HOME)
            self.press(key)
            self.until(HOME, drawn + 1)
            self.frame = self.drawn()
        return self.frame

    def leave(self, key: str) -> str:
        """Press a key that ends the walk, and return what stays on the screen."""
        self.press(key)
        assert self.end() == 0
        assert self.shown.count("\x1b[?1049h") == self.shown.count("\x1b[?1049l") == 1, "the screen is given back"
        assert "Traceback" not in self.shown
        return plain(self.shown.rpartition("\x1b[?1049l")[2])


HOME = "\x1b[H"


def test_steps_in_a_terminal_go_on_with_any_key_and_back():
    walk = Walk()
    for number, key in enumerate(["x", " ", "\r", "1", "é", "\x1b[C", "x", "x"], start=2):
        assert walk.go(key).startswith(f"{number}/10 ")
        assert "249,500" not in walk.frame
    assert "royal flush, net $249,500.00" in walk.go("x")
    for number, key in enumerate(["b", "\x1b[D", "\x7f", "\x1bOD", "\x1b[A"], start=1):
        assert walk.go(key).startswith(f"{10 - number}/10 ")
        assert "249,500" not in walk.frame
    walk.go(" ", " ", " ", " ", " ")
    assert "royal flush, net $249,500.00" in walk.leave(" "), "the end stays"


def test_there_is_one_drawing_which_does_not_scroll():
    walk = Walk(rows=20, columns=60)
    for number in range(2, 5):
        assert walk.go("x").count("\n") == 19
        assert walk.frame.startswith(f"{number}/10 ")
        assert walk.frame.count("community cards") == 1
    walk.leave("q")


@pytest.mark.parametrize(("columns", "framed"), [(120, True), (90, False)])
def test_the_drawing_keeps_its_form_when_a_side_wager_is_laid(columns: int, framed: bool):
    """The jackpot wager of the second line needs a column: where it does not fit, no step is drawn as a table."""
    walk = Terminal("replay", EXAMPLE, "--step", rows=40, columns=columns)
    walk.until("1/16 ")
    forms = ["╭" in walk.drawn()]
    for number in (2, 3):
        walk.press(" ")
        walk.until(f"{number}/16 ")
        forms.append("╭" in walk.drawn())
    walk.press("q")
    assert walk.end() == 0
    assert forms == [framed] * 3


def test_before_the_first_there_is_nothing_to_go_back_to():
    walk = Walk()
    assert walk.go("b", "b").startswith("1/10 ")
    assert walk.go("?").startswith("1/10 ")  # the keys stand there already
    assert walk.go("x").startswith("2/10 ")
    walk.leave("q")


def test_a_frame_that_is_higher_than_the_terminal_has_pages():
    """Every line of the end is seen in a terminal of eight lines, and going back comes to the last page."""
    walk = Walk(rows=8, columns=80)
    seen = [walk.frame]
    while "net $249,500.00" not in walk.go(" "):
        seen.append(walk.frame)
        assert len(seen) < 60
    assert len(seen) > 10
    assert walk.go("b") == seen[-1]
    assert [walk.go("b") for _ in seen[1:]] == seen[-2::-1]
    walk.leave("q")


@pytest.mark.parametrize("key", ["q", "Q", "\x1b", "\x03", "\x04"])
def test_a_key_ends_the_walk(key: str):
    walk = Walk("--lang", "fr")
    assert "Espace ou →\xa0: suite, b ou ←\xa0: retour, q\xa0: quitter" in walk.go("x")
    assert walk.leave(key).strip() == ""


def test_hidden_cards_stay_hidden_while_walking():
    walk = Walk()
    assert not any("♥" in frame for frame in (walk.frame, walk.go("x"), walk.go("x")))
    assert "Q♥" in walk.go("x")  # the first community card is turned
    assert "J♥" not in walk.shown
    assert "♥" not in walk.go("b")
    walk.leave("q")


# Files that do not exist or are not text.


def test_a_file_that_is_not_there(tmp_path: Path):
    check_refused(replay(tmp_path / "nothing.toml"), "there is no file")


def test_a_folder_is_no_file(tmp_path: Path):
    check_refused(replay(tmp_path), "cannot be read")


def test_a_file_that_is_not_utf_8(tmp_path: Path):
    file = tmp_path / "latin.toml"
    file.write_bytes(ROYAL.read_text().replace("ann", "andré").encode("latin-1"))
    check_refused(replay(file), "cannot be read")


def test_a_language_that_we_do_not_speak():
    check_refused(replay(ROYAL, "--lang", "de"), "'de' is not a language of this house")


def test_a_player_may_be_called_anything(tmp_path: Path):
    """Names are shown as written, square brackets included."""
    file = tmp_path / "names.toml"
    file.write_text(ROYAL.read_text().replace('"ann"', '"[/bold] [red]"'))
    done = replay(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 [/bold] [red]: royal flush" in done.stdout
    assert replay(file, "--step").returncode == 0


def test_a_file_written_on_windows_plays_the_same(tmp_path: Path):
    file = tmp_path / "windows.toml"
    file.write_bytes(BLIND.read_bytes().replace(b"\n", b"\r\n"))
    assert replay(file, "--json").stdout == replay(BLIND, "--json").stdout


def test_a_rule_book_of_ones_own_is_looked_for_beside_the_scenario(tmp_path: Path):
    tmp_path.joinpath("own.toml").write_text(
        'id = "own"\ntitle = "Our own"\nversion = "1"\ndate = "2026"\nlanguage = "en"\nextends = "crown"\n'
        '[streets]\nmultiples = { value = [1, 2, 3, 4], clause = "1" }\n'
        '[clauses]\n"1" = { en = "a street is one to four antes" }\n'
    )
    file = tmp_path / "scenario.toml"
    file.write_text(
        'rulebook = "own.toml"\ndealing = "shoe"\ncards = "Jc Jd Qh 9s 4h"\nplayers = { 1 = "ann" }\n'
        'script = """\n1 ante 10\ndeal\n1 bet 4\nreveal\n1 bet 5\n1 bet 1\nreveal\n1 bet 1\nreveal\nsettle\n"""\n'
    )
    told = json.loads(replay(file, "--json").stdout)
    assert told["positions"]["1"]["net"] == "70.00"
    assert told["refused"][0]["line"] == 5


def test_a_rule_book_with_faults_is_told_in_one_line(tmp_path: Path):
    tmp_path.joinpath("own.toml").write_text('id = "own"\nextends = "crown"\ncolour = "red"\n')
    file = tmp_path / "scenario.toml"
    file.write_text(BLIND.read_text().replace('"crown"', '"own.toml"'))
    check_refused(replay(file), "line 2: rulebook:")
