"""Any scenario file can be taught, and a lesson in the terminal is one file and typed lines."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.scenario import play
from mississippi_stud.school.judge import answer, judge, play_through
from mississippi_stud.school.lines import act_of
from mississippi_stud.school.marks import AskHelp, ConfirmDuty, Pay
from mississippi_stud.school.opening import open_desk
from tests.school.desks import desk_at

SCENARIOS = Path(__file__).parents[1] / "scenarios"
EVERY = sorted(path for book in ("nsw", "maryland", "crown") for path in (SCENARIOS / book).glob("*.toml"))
FILES = [path for path in EVERY if not path.stem.endswith("talking")]
MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_trainee_who_does_what_is_expected_ends_where_the_scenario_does(path: Path):
    text = path.read_text(encoding="utf-8")
    desk = open_desk(text, rulebook)
    play_through(desk)
    played = play(text, rulebook).state
    state = desk.table.round or desk.table.last_round
    shown = [(each.position, each.wager, each.returned_cents) for each in state.results]
    assert shown == [(each.position, each.wager, each.returned_cents) for each in played.results]
    paid = [(each.position, each.wager, each.won_cents) for each in state.results if each.outcome != "pending"]
    assert [each for each in paid if each[2]] == [
        (each.position, each.wager, each.won_cents)
        for each in played.results
        if each.won_cents and (each.position, each.wager) in {one[:2] for one in paid}
    ]
    assert state.order == played.order


@pytest.mark.parametrize("path", [path for path in EVERY if path not in FILES], ids=lambda path: path.parent.name)
def test_a_hand_that_is_forfeited_without_an_incident_cannot_be_taught(path: Path):
    with pytest.raises(InputError, match="a hand is forfeited by a ruling: write the incident"):
        open_desk(path.read_text(encoding="utf-8"), rulebook)


@pytest.mark.parametrize("path", sorted((SCENARIOS / "table").glob("*.toml")), ids=lambda path: path.stem)
def test_a_staffed_scenario_is_taught_with_its_own_people(path: Path):
    desk = open_desk(path.read_text(encoding="utf-8"), rulebook)
    play_through(desk)
    assert desk.expected == ()


def test_several_tables_are_not_one_lesson():
    text = (SCENARIOS / "jackpot" / "crown-two-tables.toml").read_text(encoding="utf-8")
    with pytest.raises(InputError, match="table: a lesson is given at one table"):
        open_desk(text, rulebook)


def test_a_book_without_staff_is_not_taught():
    text = (SCENARIOS / "online" / next(path.name for path in (SCENARIOS / "online").glob("*.toml"))).read_text()
    with pytest.raises(InputError, match="online"):
        open_desk(text, rulebook)


def test_a_trainee_types_the_lines_of_a_script():
    desk = desk_at("crown-3-limits", lambda due: due.kind == "pay")
    assert act_of(desk, "pay 1 2000.00  # the maximum") == Pay(position=1, cents=2000_00)
    assert act_of(desk, "confirm cut depth=26") == ConfirmDuty(duty="cut", depth=26)
    assert act_of(desk, "help") == AskHelp()
    report = act_of(desk, "incident cannot-fund position=2")
    assert (report.incident, report.facts.position) == ("cannot-fund", 2)
    for line in ("", "1 fold", "dance", "pay one 5", "confirm cut deep=1", "deal again"):
        with pytest.raises(InputError, match="write one of"):
            act_of(desk, line)


def typed(name: str) -> str:
    """Return what somebody types who takes a lesson without a mistake."""
    desk, lines = desk_at(name, lambda _: True), []
    words = {"open-round": "round", "close-betting": "no-more-bets", "turn": "reveal"}
    while desk.expected:
        due = desk.expected[0]
        if due.kind == "pay":
            lines.append(f"pay {due.position} {due.cents // 100}.{due.cents % 100:02}")
        elif due.prompt is not None:
            lines.append(f"confirm {due.duty} depth=26" + (f" count={due.number}" if due.number is not None else ""))
        elif due.incident is not None:
            lines.append(desk.line.line.text)
        else:
            lines.append(words.get(due.kind, str(due.kind)))
        judge(desk, answer(desk, due))
    return "\n".join(lines) + "\n"


def take(lines: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [MSTUD, "school", "take", *arguments], input=lines, capture_output=True, text=True, check=False
    )  # fmt: skip


def test_a_lesson_in_the_terminal_is_passed_or_marked():
    name = "nsw-2-exposed-cards"
    right = typed(name)
    passed = take(right, name)
    assert (passed.returncode, passed.stderr) == (0, "")
    assert "• Two cards lie in front of seat 4" in passed.stdout
    assert "Seat 1: Jh Jd" in passed.stdout
    assert passed.stdout.endswith("Marks: 0\n")
    wrong = take(right.replace("looked=no", "looked=yes", 1) + right, name, "--lang", "fr")
    assert wrong.returncode == 1
    assert "(NSW 11.7)" in wrong.stdout
    left = take("confirm check-cards\nleave\n", name)
    assert left.returncode == 1
    assert "You left the lesson before this was done: Shuffle the cards (red deck). (NSW 4.1.1)" in left.stdout


def test_a_file_that_cannot_be_taught_is_told_in_one_line(tmp_path: Path):
    file = tmp_path / "bad.toml"
    file.write_text('rulebook = "crown"\n')
    told = take("", str(file))
    assert (told.returncode, told.stdout) == (2, "")
    said = "line 1: dealing is missing: crown deals in more than one way; choose one of shoe, shuffler"
    assert told.stderr == f"mstud: {file}: {said}\n"
    unknown = take("", "chess-1")
    assert unknown.returncode == 2
    assert "there is no lesson 'chess-1'" in unknown.stderr
