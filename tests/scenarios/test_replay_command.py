"""`mstud replay` as a person or a program uses it: real processes, and a terminal with key presses."""

import json
import os
import pty
import select
import subprocess
import sysconfig
import termios
import time
from pathlib import Path

import pytest
from tests.scenarios.library import FOLDER, differences

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import play
from mississippi_stud.scenario.report import report

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"
BLIND = next(FOLDER.glob("crown/*-blind-boxes.toml"))
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


def test_a_cap_is_told():
    assert "less $500.00 by the limit of Online notice.1" in replay(ROYAL).stdout


def test_a_person_may_read_french():
    told = replay(ROYAL, "--lang", "fr").stdout.replace("\xa0", " ")
    assert "1 ann: quinte flush royale, net 249 500,00 $" in told


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
    assert "any key" not in done.stdout
    assert "royal flush, net $249,500.00" in done.stdout


class Terminal:
    """`mstud` in its own terminal, with a person who presses keys."""

    def __init__(self, *arguments: str | Path) -> None:
        mine, theirs = pty.openpty()
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "120", "LINES": "40"}
        self.process = subprocess.Popen(
            [MSTUD, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True
        )
        os.close(theirs)
        self.fd = mine
        self.shown = ""

    def until(self, words: str, times: int = 1) -> None:
        """Read until the words have been shown that many times."""
        end = time.monotonic() + 30
        while self.shown.count(words) < times:
            assert time.monotonic() < end, f"{words!r} was not shown: {self.shown!r}"
            self.read()

    def read(self) -> bool:
        if not select.select([self.fd], [], [], 0.2)[0]:
            return True
        try:
            more = os.read(self.fd, 65536)
        except OSError:  # Linux: the other end is closed
            return False
        self.shown += more.decode(errors="replace")
        return bool(more)

    def press(self, key: str) -> None:
        """Press a key once keys are read one at a time: anything pressed before that is discarded."""
        end = time.monotonic() + 30
        while termios.tcgetattr(self.fd)[3] & termios.ICANON:
            assert time.monotonic() < end, "the terminal waits for no key"
            time.sleep(0.01)
        os.write(self.fd, key.encode())

    def end(self) -> int:
        """Wait for the process to end, read the rest, and return the exit status."""
        end = time.monotonic() + 30
        while self.read() and self.process.poll() is None and time.monotonic() < end:
            pass
        if self.process.poll() is None and time.monotonic() >= end:
            self.process.kill()
        status = self.process.wait(timeout=30)
        while select.select([self.fd], [], [], 0)[0] and self.read():
            pass
        os.close(self.fd)
        return status


KEY = "press any key to continue, q to quit"


def test_steps_in_a_terminal_go_on_with_any_key():
    terminal = Terminal("replay", ROYAL, "--step")
    for number, key in enumerate(["x", " ", "\r", "1", "é", "x", "x", "x"], start=1):
        terminal.until(KEY, number)
        assert "250,000" not in terminal.shown
        terminal.press(key)
    assert terminal.end() == 0
    assert terminal.shown.count(KEY) == 8, "nothing is asked after the last line"
    assert "$249,500.00" in terminal.shown


@pytest.mark.parametrize("key", ["q", "\x1b"])
def test_a_key_ends_the_walk(key: str):
    terminal = Terminal("replay", ROYAL, "--step", "--lang", "fr")
    terminal.until("[")
    terminal.until("] ")
    terminal.press("x")
    terminal.until("] ", 2)
    terminal.press(key)
    assert terminal.end() == 0
    assert "249" not in terminal.shown


def test_interrupting_the_walk_ends_it():
    terminal = Terminal("replay", ROYAL, "--step")
    terminal.until(KEY)
    terminal.press("\x03")
    assert terminal.end() in (0, 130)
    assert "Traceback" not in terminal.shown
    assert "249,500" not in terminal.shown


def test_hidden_cards_stay_hidden_while_walking():
    terminal = Terminal("replay", ROYAL, "--step")
    for number in range(1, 4):
        terminal.until(KEY, number)
        assert "♥" not in terminal.shown
        terminal.press("x")
    terminal.until(KEY, 4)  # the first community card is turned
    assert "Q♥" in terminal.shown
    assert "J♥" not in terminal.shown
    terminal.press("q")
    assert terminal.end() == 0


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
