"""Significant events and alterations are read from the log as the registry says, and reported in both languages."""

import csv
import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mississippi_stud.cli.main import main
from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, ChangeMeters, Floor, Wager
from mississippi_stud.floor.accounts import FLOOR, Disable, Enable
from mississippi_stud.floor.clock import tick
from mississippi_stud.floor.history.occurrences import alterations, significant_events
from mississippi_stud.floor.integrity import state_of
from mississippi_stud.floor.operation import OPERATION, ApproveProgram, ChangeOperation
from mississippi_stud.floor.significance import Alteration, Finding, Occurrence
from mississippi_stud.floor.streams import Streams
from mississippi_stud.jackpot import AddTable, CorrectMeter, DisplayNotice, MeterNotice, SetEquipment
from mississippi_stud.jackpot.state import Change
from mississippi_stud.money import Cents
from mississippi_stud.prose.operation import tell_significance
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds
from mississippi_stud.store import Database, Keys, backup
from mississippi_stud.table import commands as t
from tests.decks import scripted_decks
from tests.floor.clock import NOON, opened, table
from tests.floor.clock import Clock as Hands
from tests.floor.counters import COUNTERS, WITH_COUNTERS, Count, Counted, Rested
from tests.floor.drive import KEYS, METERS, check_all, linked, play
from tests.floor.samples import sample
from tests.floor.several import BOSS, Staffed

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def floor(database_url: str, key_file: Path, clock: Hands) -> Iterator[Floor]:
    with opened(database_url, key_file, clock) as floor:
        floor.deposit("ann", 10_000_00)
        yield floor


@pytest.fixture
def memory(clock: Hands) -> Iterator[Floor]:
    with Floor.in_memory(clock) as floor:
        floor.deposit("ann", 10_000_00)
        yield floor


def said(floor: Floor, language: str = "en", **how: Any) -> list[str]:
    return [tell_significance(*each.finding[:2], language) for each in significant_events(floor, **how)]


def altered(floor: Floor) -> list[tuple[str, str, str, dict, dict]]:
    return [
        (each.finding.code, each.who, each.finding.alteration.why, *each.finding.alteration.differing)
        for each in alterations(floor)
    ]


# Tables.


def test_a_voided_round_is_reported_with_its_clause_and_its_reason(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    play(floor, stream, "1 ante 5; deal")
    floor.void(stream, "the screen went dark", actor="operator eve")
    play(floor, stream, "1 ante 5; deal; 1 fold")
    (event,) = significant_events(floor)
    assert (event.stream, event.who, event.name) == (stream, "operator eve", "round_voided")
    assert said(floor) == ["round 2 was voided (Online notice.3): the screen went dark"]
    assert said(floor, "fr") == ["la partie 2 a été annulée (Online notice.3)\xa0: the screen went dark"]


def test_a_round_voided_at_a_table_with_real_cards_is_reported_with_its_clause_alone(memory: Floor):
    staffed = Staffed(memory, "physical")
    staffed.do(t.OpenRound(by="dealer", person="dealer"))
    staffed.lines("1 ante 5; 2 ante 5")
    memory.void(staffed.stream, "the reader broke down")
    assert said(memory) == ["round 1 was voided (Crown 11.2.1)"]


@pytest.mark.parametrize(("threshold", "found"), [(7_499_99, 1), (7_500_00, 1), (7_500_01, 0)])
def test_a_win_is_large_from_the_threshold_on(memory: Floor, threshold: int, found: int):
    """A royal flush at 500 to 1 on an ante of $5 and $10 on the streets, of which the book pays $7,500."""
    with scripted_decks():
        stream = table(memory)
        play(memory, stream, "1 ante 5; deal Ah Kh Qh Jh Th")
        play(memory, stream, "1 bet 1; 1 fold")
        before = memory.balance("ann")
        play(memory, stream, "1 ante 3.75; deal Ah Kh Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1")
    assert memory.balance("ann") - before == 7_500_00
    large = said(memory, large_win_cents=Cents(threshold))
    assert large == ["a large win in round 2: ann, $7,500.00"] * found
    memory.send(OPERATION, ChangeOperation(who="ann", why="tried", large_win_cents=Cents(threshold)))
    assert [each for each in said(memory) if "large win" in each] == large, "the settings say it too"


def test_changed_limits_are_an_alteration_with_before_and_after(floor: Floor):
    staffed = Staffed(floor, "physical", limits={Wager.ANTE: Bounds(Cents(5_00), Cents(500_00))})
    staffed.do(t.ChangeLimits(limits={Wager.ANTE: Bounds(Cents(5_00), Cents(300_00))}, by=BOSS, person=BOSS))
    ((code, _, why, before, after),) = altered(floor)
    assert (code, why) == ("limits-changed", "crown 6.1")
    assert (before, after) == ({"ante.maximum_cents": 500_00}, {"ante.maximum_cents": 300_00})
    assert said(floor) == ["the limits of the table were changed (Crown 6.1)"]


# Meters.


def test_a_corrected_meter_is_an_alteration_with_its_value_before_and_after(floor: Floor):
    linked(floor)
    entry = CorrectMeter(
        meter="main", amount_exact="1703/10", corrects="round 7", by="manager", why="was not registered"
    )
    floor.send(METERS, ChangeMeters(do=entry), actor="eve")
    *_, last = altered(floor)
    assert last == (
        "meter-corrected", "manager", "was not registered",
        {"value_exact_cents": "5000000"}, {"value_exact_cents": "50001703/10"},
    )  # fmt: skip
    assert said(floor)[-1] == "the meter main was corrected by $1.703 (round 7): was not registered"
    assert said(floor, "fr")[-1] == "le compteur main a été corrigé de 1,703\xa0$ (round 7)\xa0: was not registered"


def test_what_else_staff_do_to_meters_is_reported(memory: Floor, clock: Hands):
    stream = linked(memory)
    other = memory.open_table("crown", meters="crown")
    notice = MeterNotice(change=Change.ADD, at=0, table=other, meter="low")
    memory.send(METERS, ChangeMeters(do=DisplayNotice(notice=notice)), actor="eve")
    clock.now += 20 * 60 * 1_000_000
    for do in (
        SetEquipment(table=stream, working=False),
        SetEquipment(table=stream, working=True),
        AddTable(table=other, meter="low", cost_cents=Cents(1_00)),
    ):
        memory.send(METERS, ChangeMeters(do=do), actor="eve")
    assert said(memory)[-3:] == [
        f"the meter's equipment at {stream} has failed",
        f"the meter's equipment at {stream} works again",
        f"the link of {other} to a meter was changed",
    ]
    assert altered(memory)[-1][3:] == ({"meter": None}, {"meter": "low"})


def test_a_jackpot_win_is_reported_with_its_meter_and_round(floor: Floor):
    stream = linked(floor)
    with scripted_decks():
        play(floor, stream, "1 ante 5; 1 jackpot 5; deal Ah Kh Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1")
    (won,) = (each for each in significant_events(floor) if each.finding.code == "jackpot-won")
    assert won.finding.params == {"meter": "main", "round": f"{stream}#1", "player": "ann", "won_cents": 50_002_00}


# Stops and starts.


def test_a_house_is_stopped_and_started_and_its_rounds_under_way_finish(floor: Floor):
    stream = linked(floor)
    elsewhere = table(floor)
    play(floor, stream, "1 ante 5; deal")
    floor.disable("the licence ended", house="crown", actor="operator eve")
    assert floor.disabled(house="crown") == "the licence ended"
    assert floor.look(stream, "ann").disabled == "the licence ended"
    assert floor.look(elsewhere, "ann").disabled is None
    play(floor, stream, "1 fold")
    with pytest.raises(Refused, match="the licence ended"):
        play(floor, stream, "1 ante 5; deal")
    with pytest.raises(Refused, match="the licence ended"):
        floor.open_table("crown", meters="crown")
    play(floor, elsewhere, "1 ante 5; deal; 1 fold")
    floor.enable("it was renewed", house="crown", actor="operator bob")
    play(floor, stream, "1 ante 5; deal; 1 fold")
    stops = [each for each in altered(floor) if each[0].startswith("house")]
    assert stops == [
        ("house-stopped", "operator eve", "the licence ended",
         {"house:crown": None}, {"house:crown": "the licence ended"}),
        ("house-started", "operator bob", "it was renewed",
         {"house:crown": "the licence ended"}, {"house:crown": None}),
    ]  # fmt: skip
    assert check_all(floor)


@pytest.mark.parametrize(
    ("target", "stopped"),
    [
        ("", "new rounds were stopped everywhere: a storm"),
        ("house:palace", "new rounds were stopped in the house palace: a storm"),
        ("table:6fb1", "new rounds were stopped at the table 6fb1: a storm"),
        ("player:ann", "new rounds of the player ann were stopped: a storm"),
    ],
)
def test_a_stop_and_a_start_say_what_they_apply_to(memory: Floor, target: str, stopped: str):
    memory.send(FLOOR, Disable(target=target, reason="a storm"), actor="operator eve")
    memory.send(FLOOR, Enable(target=target, reason="it is over"), actor="operator eve")
    first, second = said(memory)
    assert first == stopped
    assert "were allowed again" in second
    assert second.endswith(": it is over")


@pytest.mark.parametrize("target", ["ann", "player", "player:", "castle:x", ":x"])
def test_only_what_can_be_stopped_is_stopped(memory: Floor, target: str):
    with pytest.raises(InputError, match=r"cannot|not something that can be stopped: name one of player:…, table:…"):
        memory.send(FLOOR, Disable(target=target, reason="a storm"))


@pytest.mark.parametrize("both", [("player", "table"), ("player", "house"), ("table", "house")])
def test_a_stop_has_one_target_and_a_start_has_a_reason(memory: Floor, both: tuple[str, str]):
    with pytest.raises(InputError, match="name one of a player, a table or a house"):
        memory.disable("both", **dict.fromkeys(both, "table:x"))
    with pytest.raises(InputError, match="a reason must be 1 to 200 printable characters"):
        memory.enable("")


# Restores, the registry, times.


def test_a_restore_is_reported_once_with_the_time_of_the_backup(floor: Floor, tmp_path: Path, key_file: Path):
    floor.backup(tmp_path / "kept")
    url = f"sqlite:///{tmp_path}/again.db"
    backup.restore(tmp_path / "kept", url, Keys.from_file(key_file))
    for _ in range(2):
        with opened(url, key_file) as again:
            assert said(again) == ["the database was restored from a backup of 2026-09-21 14:13:20 UTC"]
            assert [each.actor for each in significant_events(again)] == ["restore"]


def test_a_new_kind_adds_its_own_findings_without_touching_the_reports(database_url: str, clock: Hands):
    judged = COUNTERS._replace(
        significant={
            Counted: lambda seen: Finding("counted", {"total": seen.fold()[1].total}) if seen.event.by > 1 else None,
            Rested: lambda seen: Finding("rested", {}, Alteration("idle", *(vars_of(each) for each in seen.fold()))),
        }
    )
    kinds = Streams(judged if kind.prefix == COUNTERS.prefix else kind for kind in WITH_COUNTERS)
    with Floor(Database(database_url, KEYS, kinds.tables), clock, streams=kinds) as floor:
        floor.deposit("ann", 1_00)
        for by in (1, 5, 7):
            floor.send("counter:mine", Count(by=by, hidden="unseen"), actor="eve")
        clock.now += 60_000_000
        tick(floor)
        found = [(each.stream, each.actor, *each.finding) for each in significant_events(floor)]
        assert found == [
            ("counter:mine", "eve", "counted", {"total": 6}, None),
            ("counter:mine", "eve", "counted", {"total": 13}, None),
            ("counter:mine", "clock", "rested", {}, ("idle", {"total": 13}, {"total": 0}, "")),
        ]
        assert [each.finding.code for each in alterations(floor)] == ["rested"]


def vars_of(counter: Any) -> dict[str, Any]:
    return {"total": None if counter is None else counter.total}


@pytest.mark.parametrize(("since", "until", "found"), [
    (None, None, "abc"), (NOON, None, "abc"), (NOON + 1, None, "bc"), (None, NOON + 2, "ab"), (NOON + 1, NOON + 2, "b"),
    (NOON + 3, None, ""),
])  # fmt: skip
def test_a_report_is_of_a_span_of_time(memory: Floor, clock: Hands, since: int, until: int, found: str):
    for name in "abc":
        memory.disable(name)
        clock.now += 1
    assert "".join(each.finding.params["reason"] for each in significant_events(memory, since, until)) == found


def test_every_finding_has_a_sentence_in_both_languages_that_names_only_what_it_is_given():
    """Each judge of the registry judges a sample of its event, if a sample of a state has what the event names."""
    codes = set()
    for kind in STREAMS:
        for event, judge in kind.significant.items():
            states = sample(kind.state), sample(kind.state)
            seen = Occurrence(event=sample(event), large_win_cents=Cents(1), fold=lambda s=states: s, beside=list)
            found = judge(seen)
            if found is not None:
                codes.add(found.code)
                values = {name: "1/3" if name.endswith("_exact") else value for name, value in found.params.items()}
                assert tell_significance(found.code, values) != tell_significance(found.code, values, "fr")
    assert len(codes) > 15


# The command line.


@pytest.fixture
def run(
    sqlite_url: str, key_file: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Run:
    """Run `mstud` with these arguments on a database with one stop; return its status, output and errors."""
    with opened(sqlite_url, key_file) as floor:
        floor.disable("a storm", actor="operator eve")
    monkeypatch.setenv("MSTUD_DATABASE", sqlite_url)
    monkeypatch.setenv("MSTUD_KEY", str(key_file))

    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["mstud", *map(str, words)])
        capsysbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsysbinary.readouterr()
        return int(ended.value.code or 0), out.decode(), err.decode()

    return run


WHO = ("--who", "bob", "--why", "it is over")


def test_the_floor_is_stopped_and_started_by_command(run: Run):
    assert run("floor", "show")[1].startswith("✗ new rounds are stopped: everything (a storm)\n")
    assert run("floor", "start", *WHO) == (0, "this stop was lifted: everything\n", "")
    assert run("floor", "show", "--lang", "fr")[1].startswith("✓ rien n'est arrêté\n")
    assert run("floor", "stop", *WHO, "--house", "palace") == (0, "new rounds are stopped: house:palace\n", "")
    assert json.loads(run("floor", "stop", *WHO, "--player", "ann", "--json")[1]) == {
        "stopped": {"house:palace": "it is over", "player:ann": "it is over"}
    }
    status, out, err = run("floor", "stop", *WHO, "--player", "ann", "--house", "palace")
    assert (status, out, err) == (2, "", "mstud: name one of a player, a table or a house\n")
    status, out, err = run("floor", "stop", "--who", "", "--why", "x", "--lang", "fr")
    assert (status, out) == (2, "")
    assert err.startswith("mstud: le nom de la personne qui fait cela doit compter de 1 à 64")
    assert run("floor", "stop", *WHO, "--table", "table:x") == (2, "", "mstud: there is no table:x\n")
    assert "'x' is not a table" in run("floor", "stop", *WHO, "--table", "x")[2]
    assert run("floor", "stop", "--why", "x")[2] == "mstud: Missing option '--who'.\n"


def test_events_and_alterations_are_printed_by_day_as_json_and_as_csv(run: Run):
    run("floor", "settings", *WHO, "--large-win", "5000")
    status, out, _ = run("floor", "events", "--until", "2026-09-22")
    assert status == 0
    assert out.splitlines() == [
        "2026-09-21",
        "time      stream  who           what",
        "14:13:20  floor   operator eve  new rounds were stopped everywhere: a storm",
    ]
    assert run("floor", "events", "--until", "2026-09-21")[1] == "there are no significant events\n"
    assert run("floor", "alterations", "--until", "2026-09-21", "--lang", "fr")[1] == "rien n'a été modifié\n"
    stop, change = json.loads(run("floor", "alterations", "--json")[1])["alterations"]
    assert (stop["at"], stop["stream"], stop["version"], stop["who"]) == (NOON, "floor", 1, "operator eve")
    assert (stop["code"], stop["why"]) == ("gaming-stopped", "a storm")
    assert (stop["before"], stop["after"]) == ({"floor": None}, {"floor": "a storm"})
    assert (change["who"], change["why"]) == ("operator bob", "it is over")
    assert (change["before"], change["after"]) == ({"large_win_cents": 10_000_00}, {"large_win_cents": 5_000_00})
    told = run("floor", "alterations", "--lang", "fr")[1]
    assert "Gain considéré comme important\xa0: 10\xa0000,00\xa0$" in told.replace("\n", " ")
    assert "large_win_cents" not in told
    heading, first, second = csv.reader(io.StringIO(run("floor", "alterations", "--csv", "--lang", "fr")[1]))
    assert heading == ["time", "stream", "version", "who", "code", "what", "why", "before", "after"]
    assert first[4:] == [
        "gaming-stopped", "les nouvelles parties ont été arrêtées partout\xa0: a storm", "a storm", "floor –",
        "floor a storm",
    ]  # fmt: skip
    assert second[-2:] == ["large_win_cents 1000000", "large_win_cents 500000"]
    assert run("floor", "events", "--csv", "--json")[2] == "mstud: choose --csv or --json, not both\n"
    assert run("floor", "events", "--since", "yesterday")[0] == 2


def test_the_program_is_approved_checked_and_shown_by_command(run: Run, sqlite_url: str, key_file: Path):
    assert run("integrity", "show") == (0, "the program has not been checked yet\n", "")
    status, out, _ = run("integrity", "check")
    assert (status, out.splitlines()[-1][:37]) == (0, "no program has been approved yet; `ms")
    status, out, _ = run("integrity", "approve", "--who", "bob", "--why", "the first release", "--json")
    approved = json.loads(out)["approved"]
    assert (approved["who"], approved["why"], approved["before"]) == ("bob", "the first release", "")
    assert list(approved["books"]) == ["nsw", "maryland", "crown", "online"]
    status, out, _ = run("integrity", "check", "--lang", "fr")
    assert (status, out.splitlines()[-1]) == (0, "✓ le programme est celui qui a été approuvé")
    with opened(sqlite_url, key_file) as floor:
        manifest = state_of(floor).approved.manifest
        files = {**manifest.files, "cards.py": "of another release"}
        other = msgspec.structs.replace(manifest, files=files)
        floor.send(OPERATION, ApproveProgram(manifest=other, who="eve", why="by mistake"))
        status, out, _ = run("integrity", "check", "--json")  # while a server uses the database
        told = json.loads(out)
        assert (status, told["good"], told["recorded"]) == (1, False, False)
        assert told["checked"]["differences"] == [{"part": "files", "name": "cards.py", "kind": "changed"}]
        assert "mstud: " in run("integrity", "approve", *WHO)[2]
    status, out, _ = run("integrity", "check")
    assert status == 1
    assert out.splitlines()[2:] == [
        "✗ the program is not the one that was approved; differences: 1",
        "  changed: file cards.py",
    ]
    assert run("integrity", "show")[1].splitlines()[-1] == "  changed: file cards.py"
