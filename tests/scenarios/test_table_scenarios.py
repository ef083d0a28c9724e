"""Scenarios of incidents and staffed tables against results that a reader of the books derived by hand."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from mississippi_stud.cli.replay import tell
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.prompts import instruct, name_of
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import ScenarioError, play
from mississippi_stud.scenario.report import report
from mississippi_stud.scenario.staffed_table import VERBS
from mississippi_stud.table.staff import called

FOLDER = Path(__file__).with_name("table")
DOCUMENTATION = FOLDER.parents[2] / "docs" / "scenarios.md"
EXPECTED = msgspec.json.decode(FOLDER.joinpath("expected.json").read_bytes())


def told(whole: dict[str, Any]) -> dict[str, object]:
    if "rounds" in whole:
        return {"rounds": [told(each) for each in whole["rounds"]]}
    said: dict[str, object] = {
        "round": whole["round"],
        "net": {position: each["net"] for position, each in whole["positions"].items()},
        "rulings": [[each["incident"], each["ruling"], each["clause"]] for each in whole["rulings"]],
        "refused": [[each["line"], each["clause"]] for each in whole["refused"]],
    }
    if "prompts" in whole:
        said["prompts"] = [[each["duty"], each["clause"]] for each in whole["prompts"]]
        shown = [each for each in whole["signs"] if each["kind"] not in ("limits", "pays")]
        said |= {"signs": shown} if shown else {}
        said |= {"disputes": whole["disputes"]} if whole["disputes"] else {}
        said |= {"table": "closed"} if whole["table"] == "closed" else {}
    return said


def test_every_file_has_its_expectation():
    assert {path.name for path in FOLDER.glob("*.toml")} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_scenario_goes_as_the_book_says(name: str):
    assert told(report(play(FOLDER.joinpath(name).read_text(), rulebook))) == EXPECTED[name]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_person_is_told_of_every_prompt_in_sentences(name: str, capsys: pytest.CaptureFixture[str]):
    played = play(FOLDER.joinpath(name).read_text(), rulebook)
    for language in ("en", "fr"):
        tell(played, language)
        story = " ".join(capsys.readouterr().out.split())
        for one in (*played.earlier, played):
            for prompt in [*one.prompts, *(each for step in one.steps for each in step.prompts)]:
                said = instruct(played.book, prompt, language)
                assert " ".join(f"{said} ({cite(prompt.clause)})".split()) in story
                assert prompt.duty not in said
                assert prompt.by == name_of(called(played.book, prompt.by), "en") or prompt.by not in said


def test_every_line_about_a_table_is_shown_and_documented():
    played = [play(FOLDER.joinpath(name).read_text(), rulebook) for name in EXPECTED]
    steps = [step for last in played for one in (*last.earlier, last) for step in one.steps]
    carried_out = {step.line.verb for step in steps if step.refused is None}
    assert set(VERBS) - carried_out == set()
    told = DOCUMENTATION.read_text(encoding="utf-8")
    assert {verb for verb in VERBS if f"`{verb}" not in told and f"`N {verb}" not in told} == set()


HEAD = 'rulebook = "crown"\ndealing = "shoe"\ncards = "9h"\nplayers = { 1 = "ann" }\n'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("incident earthquake", "is not an incident"),
        ("incident community-exposed street=6th", "write 3rd, 4th or 5th"),
        ("incident card-exposed card=Kd", "takes nothing"),
        ("incident stray-hand position=x", "a whole number"),
        ("incident stray-hand position=5 looked=maybe", "yes or no"),
        ("incident cards-taken position=1 named=Zz", "named=Zz"),
    ],
)
def test_a_line_that_cannot_be_read_is_an_error_with_its_number(line: str, said: str):
    with pytest.raises(ScenarioError, match="line 1 of the script") as error:
        play(f'{HEAD}script = "{line}"', rulebook)
    assert said in str(error.value)


STAFFED = (
    'rulebook = "nsw"\ndealing = "shoe"\ncards = "9h 7d"\nplayers = { 1 = "ann" }\n'
    'staffed = { staff = ["gaming-supervisor"] }\n'
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("at noon", "is not a time"),
        ("at", "is not a time"),
        ("by king", "'king' is not a title: choose one of dealer, gaming-supervisor"),
        ("by dealer dan the man", "`by TITLE [PERSON]`, with a name of one word"),
        ("on-duty", "'' is not a title"),
        ("off-duty king", "is not a title"),
        ("confirm", "write `confirm all|DUTY [count=N] [depth=N]`"),
        ("confirm cut depth=ten", "depth=ten: a whole number is expected"),
        ("confirm cut deep=10", "cannot be read"),
        ("confirm cut 10", "cannot be read"),
        ("reject", "write `reject DUTY GROUNDS`"),
        ("round now", "write `round`"),
        ("no-more-bets please", "write `no-more-bets`"),
        ("order a-pizza", "write `order verify-cards|"),
        ("notice of-nothing", "write `notice raise-minimum|"),
        ("notice raise-minimum ante 10.00", "its minimum and its maximum"),
        ("notice raise-minimum ante 10.00 500.00 due=soon", "is not a time"),
        ("notice raise-minimum ante 10.00 500.00 at=20:00", "cannot be read"),
        ("limits ante five 500.00", "five"),
        ("keep-ends now", "write `keep-ends`"),
        ("personal ann", "write `personal PLAYER WAGER MIN MAX`"),
        ("2 sit", "write `N sit PLAYER "),
        ("2 sit ben anywhere", "cannot be read"),
        ("sit ben", "write `N sit PLAYER "),
        ("1 stand up", "write `N stand`"),
        ("1 vacate now", "write `N vacate`"),
        ("1 call ante", "write `N call WAGER AMOUNT "),
        ("1 call everything 5.00", "write `N call WAGER AMOUNT "),
        ("1 call ante 5.00 loudly", "cannot be read"),
        ("1 refuse everything", "write `N refuse WAGER GROUNDS`"),
        ("voucher ann", "write `voucher PLAYER AMOUNT "),
        ("voucher ann ten", "ten"),
        ("deck", "write `deck BACKS "),
        ("deck red old", "cannot be read"),
        ("deck red design=", "cannot be read"),
        ("face-up please", "write `face-up`"),
        ("dealing shoe by-magic", "write `dealing METHOD "),
        ("dealing shoe by-hand quickly", "cannot be read"),
        ("approval layout", "write `approval WHAT REFERENCE`"),
        ("rule now", "write `rule [waived]`"),
        ("dispute ann", "write `dispute PLAYER ABOUT`"),
        ("decide one it was 20", "write `decide NUMBER DECISION`"),
        ("decide 1", "write `decide NUMBER DECISION`"),
        ("ask-review", "write `ask-review NUMBER`"),
        ("review 1", "write `review NUMBER DECISION`"),
        ("end-dispute 1 perhaps", "satisfied|unsatisfied"),
        ("close the table", "write `close`"),
        ("1 close", "write `close`"),
        ("incident rule-broken who=ann", "takes measure, position, person"),
    ],
)
def test_a_line_about_the_table_that_cannot_be_read_says_what_it_takes(line: str, said: str):
    with pytest.raises(ScenarioError, match="line 1 of the script") as error:
        play(f"{STAFFED}script = '{line}'", rulebook)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (STAFFED.replace('{ staff = ["gaming-supervisor"] }', "7"), "line 5: staffed = 7"),
        (STAFFED.replace("staff =", "stuff ="), "line 5: 'stuff' is not a key of staffed"),
        (STAFFED.replace("gaming-supervisor", "king"), "line 5: staffed: king is not a title in this book"),
        (STAFFED.replace("staff =", "approvals = 7, staff ="), "line 5: approvals = 7"),
        (STAFFED.replace("staff =", 'shuffling = "by-magic", staff ='), "line 5: staffed.shuffling = 'by-magic'"),
        (STAFFED.replace("staff =", 'shuffling = "automatic-shuffler", staff ='), "line 5: staffed: with shoe"),
    ],
)
def test_a_staffed_table_that_cannot_be(spoilt: str, said: str):
    with pytest.raises(ScenarioError) as error:
        play(f"{spoilt}script = 'round'", rulebook)
    assert str(error.value).startswith(said)


def test_a_staffed_table_goes_on_from_round_to_round():
    rounds = "[[rounds]]\ncards = '9h'\nscript = 'confirm all'\n[[rounds]]\ncards = '9h'\nscript = 'round'\n"
    played = play(STAFFED + rounds, rulebook)
    assert [prompt.duty for prompt in played.earlier[0].prompts] == ["check-cards", "shuffle"]
    assert (played.prompts, played.life.round is not None) == ((), True)
    with pytest.raises(ScenarioError, match="players: a staffed table goes on from round to round"):
        play(STAFFED + rounds + "players = { 2 = 'ben' }\n", rulebook)
