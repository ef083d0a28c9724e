"""Houses on a floor, on both databases: links, races, second persons, titles at a table, and errands of the console."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.floor import (
    Floor,
    Refused,
    approvals,
    house_acts,
    house_tables,
    houses,
    interventions,
    staff_links,
    tenancy,
)
from mississippi_stud.floor.care import care_of, leave_seats
from mississippi_stud.floor.clock import Clock as FloorClock
from mississippi_stud.floor.clock import tick
from mississippi_stud.floor.editions import editions_of
from mississippi_stud.floor.errands import run_errands, send_errand
from mississippi_stud.floor.history.occurrences import alterations, significant_events
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.floor.persons import erase, person_of, stream_of
from mississippi_stud.floor.signin import begin, sessions_of
from mississippi_stud.jackpot.commands import MeterOffer, OpenMeter
from mississippi_stud.jackpot.house_meters import ChangeMeters
from mississippi_stud.jackpot.state import EVERY_TABLE
from mississippi_stud.messages import HOUR
from mississippi_stud.money import Cents
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.care import Care, evolve
from mississippi_stud.person.care_messages import AdmitPerson, ExcludePerson, ExcludeSelf, PersonExcluded
from mississippi_stud.person.credentials import RemoveSecondFactor, SetPassword, SetSecondFactor, SignInMethod
from mississippi_stud.person.proposals import (
    CONSOLE,
    AdmitAgain,
    CorrectHouseMeter,
    EnableMember,
    EraseSomebody,
    GiveMoney,
    GrantOwnership,
    Invite,
)
from mississippi_stud.prose.operation import tell_significance
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.load import content_hash, custom_book
from mississippi_stud.store import backup, log
from mississippi_stud.store.vault import Vault
from mississippi_stud.table import commands as t
from mississippi_stud.table.events import TableOpened
from mississippi_stud.table.state import DealingMode
from tests.floor.clock import Clock
from tests.floor.drive import dump
from tests.table.script import commands

PLAY = houses.PLAY
HOUSE = "house:play"
CROWN = {"crown": ("dealer",)}
BOSS = "tg-assistant-casino-manager"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(database_url: str, key_file: Path, clock: Clock) -> Iterator[Floor]:
    with Floor.open(database_url, key_file, clock) as one:
        yield one


def account(floor: Floor, person: str) -> None:
    """Make somebody an account with a second factor."""
    floor.send(stream_of(person), SetPassword(sealed="x"))
    floor.send(stream_of(person), SetSecondFactor(sealed="x"))


def open_house(floor: Floor, *owners: str) -> None:
    floor.send(HOUSE, houses.opening(floor, by=CONSOLE))
    for owner in owners:
        account(floor, owner)
        if owner == owners[0]:
            link = staff_links.invite(floor, PLAY, owner.title(), by=CONSOLE, owner=True)
        else:
            link = staff_links.new_link(floor.database.keys, PLAY)
            name = approvals.propose(floor, PLAY, Invite(by=CONSOLE, why="more", mark=link.mark, owner=True))
            approvals.approve(floor, PLAY, name, by=owners[0])
        staff_links.accept(floor, link.token, owner)


def join(floor: Floor, person: str, by: str = "ann", **titles: tuple[str, ...]) -> None:
    account(floor, person)
    staff_links.accept(floor, staff_links.invite(floor, PLAY, person.title(), by=by, titles=titles).token, person)


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Make all calls at once; return what each said: a code, or nothing."""
    said: list[str] = []
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> None:
        gate.wait()
        try:
            call()
            said.append("")
        except InputError as error:
            said.append(error.code)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(said)


# A message that comes again (decision 570).


def ben(kind: Callable[..., object], **more: str) -> object:
    return kind(by="ann", person="ben", **more)


def setting(value: int) -> m.ChangeSetting:
    return m.ChangeSetting(by="ann", name="idle_minutes", value=value)


DEALS = {"book": "crown", "title": "dealer"}
CHIPS = (houses.Chip(cents=Cents(5_00), colour="#c62828", name_en="red"),)
ALREADY = {
    "grant": (ben(m.GrantTitle, **DEALS), ben(m.WithdrawTitle, **DEALS)),
    "disable": (ben(m.DisableMember), ben(EnableMember)),
    "enable": (ben(EnableMember), ben(m.DisableMember)),
    "setting": (setting(10), setting(20)),
    "chips": (m.ChangeChips(by="ann", chips=CHIPS), m.ChangeChips(by="ann", chips=())),
    "no book": (m.ChangeBook(by="ann", book="online", content=""), None),
}
"""What an owner does although it is so already, and what they do after it."""


@pytest.mark.parametrize(("same", "other"), ALREADY.values(), ids=ALREADY)
def test_what_was_so_already_is_no_alteration_and_cannot_come_back(floor: Floor, same: m.Command, other: m.Command):
    open_house(floor, "ann")
    join(floor, "ben", **CROWN)
    before = houses.settings_of(floor, PLAY)
    if other is None:
        other = m.ChangeBook(by="ann", book="online", content=before.books["online"])
    house_acts.change_house(floor, PLAY, same)
    before, altered = houses.settings_of(floor, PLAY), len(list(alterations(floor)))
    house_acts.change_house(floor, PLAY, same, command_id="says-it")
    assert houses.settings_of(floor, PLAY) == before
    assert len(list(alterations(floor))) == altered
    house_acts.change_house(floor, PLAY, other)
    entry = begin(floor, "ben", "Firefox", SignInMethod.PASSWORD, second_factor=True)
    after = houses.settings_of(floor, PLAY)
    assert after != before
    house_acts.change_house(floor, PLAY, same, command_id="says-it")
    assert houses.settings_of(floor, PLAY) == after
    assert len(list(alterations(floor))) == altered + 1
    assert [each.id for each in sessions_of(floor, "ben")] == [entry.session.id], "nobody is signed out again"


def test_what_an_owner_is_already_not_cannot_come_back(floor: Floor):
    open_house(floor, "ann")
    join(floor, "ben")
    never = m.WithdrawOwnership(by="ann", person="ben")
    house_acts.change_house(floor, PLAY, never, command_id="says-it")
    proposal = approvals.propose(floor, PLAY, GrantOwnership(by=CONSOLE, why="more", person="ben"))
    approvals.approve(floor, PLAY, proposal, by="ann")
    house_acts.change_house(floor, PLAY, never, command_id="says-it")
    assert houses.is_owner(floor, PLAY, "ben")


# Nothing before there is an owner.


def test_nothing_of_a_house_is_in_the_log_before_somebody_makes_an_owner(floor: Floor):
    assert houses.titles_of(floor, PLAY, "ann") == {}
    assert not houses.is_owner(floor, PLAY, "ann")
    assert houses.houses_of(floor, "ann") == []
    assert houses.settings_of(floor).setting("idle_minutes") == 30
    assert log.streams(floor.database) == []


@pytest.mark.parametrize("name", ["", "Play", "a b", "x" * 41, "-x", "a/b", "é"])
def test_a_bad_name_of_a_house_is_refused(name: str):
    with Floor.in_memory() as one, pytest.raises(InputError, match="cannot be the name of a house"):
        one.send(f"house:{name}" if name else houses.stream_of(name), m.OpenHouse(by=CONSOLE, books={}))


# Links.


def test_a_link_is_nowhere_in_the_clear_and_neither_is_the_name_on_the_badge(floor: Floor):
    open_house(floor, "ann")
    account(floor, "deb")
    link = staff_links.invite(floor, PLAY, "Deborah Example", by="ann", titles=CROWN)
    secret = link.token.partition(".")[2]
    assert len(secret) == 43
    stored = repr(dump(floor.database))
    assert secret not in stored
    assert "Deborah" not in stored
    house, invitation = staff_links.invitation_of(floor, link.token)
    assert house == PLAY
    assert staff_links.badge_name(floor.vault, invitation.called, mark=link.mark) == "Deborah Example"
    staff_links.accept(floor, link.token, "deb")
    member = houses.member_of(floor, PLAY, "deb")
    assert member is not None
    assert staff_links.badge_name(floor.vault, member.called, person="deb") == "Deborah Example"
    assert staff_links.badge_name(floor.vault, invitation.called, mark=link.mark) == "", "its key was destroyed"
    erase(floor, "deb", by="deb", reason="asked")
    assert staff_links.badge_name(floor.vault, member.called, person="deb") == ""
    assert houses.titles_of(floor, PLAY, "deb") == {}


@pytest.mark.parametrize("token", ["", "play", "play.", ".x", "play.wrong", "club.wrong", "Play.x", "play.é"])
def test_a_wrong_token_is_worth_nothing(token: str):
    with Floor.in_memory() as one:
        open_house(one, "ann")
        for use in (staff_links.invitation_of, staff_links.recovery_of, staff_links.use_recovery):
            with pytest.raises(InputError, match="this link is not valid"):
                use(one, token)
        with pytest.raises(InputError, match="this link is not valid"):
            staff_links.accept(one, token, "ann")


def test_a_guest_makes_an_account_first(floor: Floor):
    open_house(floor, "ann")
    link = staff_links.invite(floor, PLAY, "Deb", by="ann", titles=CROWN)
    with pytest.raises(InputError, match="make your account first"):
        staff_links.accept(floor, link.token, "deb")
    with pytest.raises(InputError, match="make your account first"):
        floor.send(HOUSE, m.Accept(by="deb", mark=link.mark))
    account(floor, "deb")
    staff_links.accept(floor, link.token, "deb")


def test_a_title_counts_once_there_is_a_second_factor(floor: Floor):
    open_house(floor, "ann")
    floor.send(stream_of("deb"), SetPassword(sealed="x"))
    staff_links.accept(floor, staff_links.invite(floor, PLAY, "Deb", by="ann", titles=CROWN).token, "deb")
    assert houses.titles_of(floor, PLAY, "deb") == {}
    floor.send(stream_of("deb"), SetSecondFactor(sealed="x"))
    assert houses.titles_of(floor, PLAY, "deb") == {"crown": {"dealer"}}
    assert houses.houses_of(floor, "deb") == [PLAY]


def test_an_invitation_that_two_use_at_once_is_used_by_one(floor: Floor):
    open_house(floor, "ann")
    for person in ("deb", "eve"):
        account(floor, person)
    token = staff_links.invite(floor, PLAY, "Deb", by="ann", titles=CROWN).token
    said = at_once(*(lambda person=person: staff_links.accept(floor, token, person) for person in ("deb", "eve")))
    assert said == ["", "link-unknown"]
    assert len(houses.settings_of(floor).members) == 2


def test_a_link_ends_when_its_time_is_up_and_the_log_says_so(floor: Floor, clock: Clock):
    open_house(floor, "ann")
    link = staff_links.invite(floor, PLAY, "Deb", by="ann")
    clock.now += 72 * HOUR - 1
    assert tick(floor) == []
    clock.now += 1
    assert tick(floor) == [f"{HOUSE} invitation/{link.mark}"]
    assert houses.settings_of(floor).invitations == {}
    last = list(log.read(floor.database, HOUSE))[-1]
    assert (last.name, last.actor) == ("invitation_ended", "clock")


def test_a_recovery_link_is_for_accounts_of_this_house_or_of_none(floor: Floor):
    open_house(floor, "ann")
    floor.send("house:club", houses.opening(floor, by=CONSOLE))
    account(floor, "zoe")
    staff_links.accept(floor, staff_links.invite(floor, "club", "Zoe", by=CONSOLE, owner=True).token, "zoe")
    with pytest.raises(InputError, match="does not belong to this house alone"):
        staff_links.offer_recovery(floor, PLAY, "zoe", by="ann", why="lost")
    with pytest.raises(InputError, match="pat has no account"):
        staff_links.offer_recovery(floor, PLAY, "pat", by="ann", why="lost")
    account(floor, "pat")
    link = staff_links.offer_recovery(floor, PLAY, "pat", by="ann", why="lost")
    said = at_once(*[lambda: staff_links.use_recovery(floor, link.token)] * 2)
    assert said == ["", "link-unknown"]


# Owners.


def test_of_two_owners_who_disable_each_other_one_stays(database_url: str, key_file: Path):
    """Several times, on PostgreSQL from two processes."""
    with Floor.open(database_url, key_file) as one:
        other = Floor.open(database_url, key_file) if one.database.postgres else one
        for turn in range(6):
            house = f"house-{turn}"
            one.send(f"house:{house}", houses.opening(one, by=CONSOLE))
            for person in ("ann", "bob"):
                account(one, person)
                link = staff_links.new_link(one.database.keys, house)
                invitation = Invite(by=CONSOLE, why="x", mark=link.mark, owner=True)
                if person == "ann":
                    one.send(f"house:{house}", invitation)
                else:
                    approvals.approve(one, house, approvals.propose(one, house, invitation), by="ann")
                staff_links.accept(one, link.token, person)
            said = at_once(
                lambda house=house: house_acts.change_house(one, house, m.DisableMember(by="ann", person="bob")),
                lambda house=house: house_acts.change_house(other, house, m.DisableMember(by="bob", person="ann")),
            )
            assert said in (["", "not-an-owner"], ["", "last-owner"])
            assert len(houses.settings_of(one, house).owners) == 1
        if other is not one:
            other.close()


def test_whoever_is_disabled_loses_their_sessions_too(floor: Floor):
    open_house(floor, "ann")
    join(floor, "deb", crown=("dealer",))
    begin(floor, "deb", "a browser", SignInMethod.PASSWORD, second_factor=True)
    house_acts.change_house(floor, PLAY, m.DisableMember(by="ann", person="deb", why="gone"))
    assert sessions_of(floor, "deb") == []
    assert houses.titles_of(floor, PLAY, "deb") == {}
    assert houses.houses_of(floor, "deb") == []


def test_an_erased_owner_does_not_count_as_one(floor: Floor):
    open_house(floor, "ann")
    erase(floor, "ann", by="ann", reason="asked")
    account(floor, "bob")
    staff_links.accept(floor, staff_links.invite(floor, PLAY, "Bob", by=CONSOLE, owner=True).token, "bob")
    assert houses.is_owner(floor, PLAY, "bob")
    assert not houses.is_owner(floor, PLAY, "ann")


# A second person.


def test_money_by_hand_is_given_once_by_two(floor: Floor):
    open_house(floor, "ann", "bob")
    name = approvals.propose(floor, PLAY, GiveMoney(by="ann", why="lost chip", person="pat", cents=25_00))
    assert floor.balance("pat") == 0
    with pytest.raises(InputError, match="nobody may do that for themselves"):
        approvals.approve(floor, PLAY, name, by="ann")
    said = at_once(*[lambda: approvals.approve(floor, PLAY, name, by="bob")] * 3)
    assert said == ["", "proposal-unknown", "proposal-unknown"]
    assert floor.balance("pat") == 25_00
    assert houses.settings_of(floor).approved == {}


def test_what_was_approved_before_a_crash_is_carried_out_at_the_next_start_once(
    database_url: str, key_file: Path, clock: Clock
):
    with Floor.open(database_url, key_file, clock) as floor:
        open_house(floor, "ann", "bob")
        account(floor, "pat")
        money = approvals.propose(floor, PLAY, GiveMoney(by="ann", why="lost chip", person="pat", cents=25_00))
        gone = approvals.propose(floor, PLAY, EraseSomebody(by="ann", why="asked by letter", person="pat"))
        for name in (money, gone):
            floor.send(HOUSE, m.Approve(by="bob", id=name))  # and the process dies
    for _ in range(2):
        with Floor.open(database_url, key_file, clock) as floor:
            assert floor.balance("pat") == 25_00
            assert person_of(floor, "pat").erased
            assert houses.settings_of(floor).approved == {}


def test_a_meter_is_corrected_by_two_and_a_refusal_is_recorded(floor: Floor):
    open_house(floor, "ann", "bob")
    floor.open_meters(PLAY, "crown")
    floor.send(
        "meters:play",
        ChangeMeters(
            do=OpenMeter(
                meter="main", offer=MeterOffer(cost_cents=Cents(5_00), option="1", seed="10000"), tables=(EVERY_TABLE,)
            )
        ),
        actor="house",
    )
    before = floor.meters(PLAY).meters["main"].shown_cents
    act = CorrectHouseMeter(by="ann", why="miscount", meters=PLAY, meter="main", amount_exact="500", corrects="3")
    assert approvals.approve(floor, PLAY, approvals.propose(floor, PLAY, act), by="bob") == ""
    assert floor.meters(PLAY).meters["main"].shown_cents == before + 500
    wrong = CorrectHouseMeter(by="ann", why="miscount", meters=PLAY, meter="none", amount_exact="500", corrects="3")
    assert approvals.approve(floor, PLAY, approvals.propose(floor, PLAY, wrong), by="bob") != ""
    with pytest.raises(InputError, match="elsewhere are not meters of this house"):
        approvals.propose(
            floor,
            PLAY,
            CorrectHouseMeter(by="ann", why="x", meters="elsewhere", meter="main", amount_exact="5", corrects="3"),
        )
    for amount in ("1e99999999", "x", "1/0", "9" * 16, ""):  # also for whoever does not come by a page
        with pytest.raises(InputError, match="a correction is an amount"):
            approvals.propose(floor, PLAY, replace(act, amount_exact=amount))


def test_whoever_staff_excluded_is_admitted_again_by_two(floor: Floor):
    open_house(floor, "ann")
    join(floor, "max", crown=(BOSS,))
    content = houses.settings_of(floor).books["crown"]
    floor.send(
        stream_of("pat"),
        ExcludePerson(by=BOSS, person="max", book=content, clause="crown 13.2.2", grounds="cheating"),
    )
    assert person_of(floor, "pat").care.exclusions != {}
    act = AdmitAgain(by="max", why="it was somebody else", person="pat", book="crown", title=BOSS)
    assert approvals.approve(floor, PLAY, approvals.propose(floor, PLAY, act), by="ann") == ""
    assert person_of(floor, "pat").care.exclusions == {}


def test_a_member_becomes_an_owner_by_two(floor: Floor):
    open_house(floor, "ann", "bob")
    join(floor, "cat")
    name = approvals.propose(floor, PLAY, GrantOwnership(by="ann", why="long with us", person="cat"))
    approvals.approve(floor, PLAY, name, by="bob")
    assert houses.is_owner(floor, PLAY, "cat")


# At a table.


def opened_table(floor: Floor) -> str:
    opening = t.OpenTable(id="", book="crown", dealing="shoe", by="dealer", dealt=DealingMode.DEALER, positions=2)
    return house_tables.open_table(floor, PLAY, "deb", opening, command_id="first")


def test_staff_open_a_table_and_act_there_under_titles_that_they_hold(floor: Floor):
    open_house(floor, "ann")
    join(floor, "deb", crown=("dealer",))
    stream = opened_table(floor)
    assert houses.settings_of(floor).tables == {stream: "crown"}
    assert opened_table(floor) == stream, "the same command has the same answer"
    table = stream.removeprefix("table:")

    def act(person: str, by: str, command: type = t.ComeOnDuty, name: str = PLAY) -> str:
        try:
            house_tables.act_at_table(floor, name, table, person, command(by=by, person="somebody else"))
        except InputError as error:
            return error.code
        return ""

    assert act("deb", BOSS) == "no-title"
    assert act("ann", "dealer") == "no-title", "an owner holds no title"
    for by in ("player", "floor", "owner"):
        assert act("deb", by) == "no-title"
    assert act("deb", "dealer", name="club") == "table-not-in-house"
    assert floor.table(stream).on_duty == (("deb", "dealer"),), "whoever opens a table works there"
    assert act("deb", "dealer", t.GoOffDuty) == ""
    assert floor.table(stream).on_duty == (), "in nobody else's name"


def test_a_dealer_who_loses_the_title_in_the_middle_of_a_round_is_relieved_and_another_finishes_it(floor: Floor):
    open_house(floor, "ann")
    for name in ("deb", "dan"):
        join(floor, name, crown=("dealer",))
    stream = opened_table(floor)
    floor.deposit("pat", 1_000_00)

    def do(person: str, command: t.Command) -> None:
        house_tables.act_at_table(floor, PLAY, stream.removeprefix("table:"), person, command)

    def lines(script: str) -> None:
        for command in commands(floor.book(floor.table(stream).book), lambda: floor.table(stream), script):
            floor.send(stream, command) if command.by == t.PLAYER else do(command.person, command)
            while prompts := floor.table(stream).prompts:
                ((dealer, title),) = floor.table(stream).on_duty
                do(dealer, t.Confirm(by=title, prompt=prompts[0].number))

    do("deb", t.Sit(by="dealer", position=1, player="pat"))
    lines("round; 1 ante 25; 1 ready; no-more-bets; deal; 1 bet 1; reveal")
    house_acts.change_house(
        floor, PLAY, m.WithdrawTitle(by="ann", person="deb", book="crown", title="dealer", why="unwell")
    )
    assert floor.table(stream).on_duty == ()
    assert [prompt.duty for prompt in floor.table(stream).prompts] == ["relief"]
    with pytest.raises(InputError, match="this takes a title under"):
        do("deb", t.ComeOnDuty(by="dealer"))
    do("dan", t.ComeOnDuty(by="dealer"))
    assert floor.table(stream).prompts == ()
    lines("1 bet 1; reveal; 1 bet 1; reveal; settle")
    assert floor.table(stream).round is None
    with pytest.raises(Refused):
        do("dan", t.CloseTable(by="dealer"))
    assert verify_streams(floor.database, STREAMS).streams["table:"] == 1


@pytest.mark.parametrize("loss", ["erased", "erased elsewhere", "second factor"])
def test_a_dealer_whose_titles_do_not_count_any_more_is_relieved(floor: Floor, loss: str):
    open_house(floor, "ann", "bob")
    join(floor, "deb", crown=("dealer",))
    stream = opened_table(floor)
    assert floor.table(stream).on_duty == (("deb", "dealer"),)
    if loss == "second factor":
        floor.send(stream_of("deb"), RemoveSecondFactor(by="deb"))
        house_tables.relieve_somebody(floor, "deb")
    elif loss == "erased":
        proposal = approvals.propose(floor, PLAY, EraseSomebody(by="ann", why="asked", person="deb"))
        approvals.approve(floor, PLAY, proposal, by="bob")
    else:  # on the machine, while the floor runs
        floor.vault.erase("deb", 1, by="console", reason="asked")
        with FloorClock(floor):
            for _ in range(400):
                if not floor.table(stream).on_duty:
                    break
                time.sleep(0.05)
    assert floor.table(stream).on_duty == ()


# The console.


def test_errands_of_the_console_are_carried_out_by_the_process_that_writes(key_file: Path, sqlite_url: str):
    elsewhere = sqlite_url.replace("floor.db", "elsewhere.db")
    with Floor.open(sqlite_url, key_file) as floor, Floor.open(elsewhere, key_file) as other:
        vault = Vault(f"sqlite:///{key_file}.vault")
        said: list[str] = []

        def send(command: m.Command, stream: str = HOUSE) -> None:
            try:
                send_errand(vault, sqlite_url, stream, command)
                said.append("")
            except InputError as error:
                said.append(str(error))

        def ask(command: m.Command, stream: str = HOUSE) -> str:
            thread = threading.Thread(target=send, args=(command, stream))
            thread.start()
            while not run_errands(floor):
                assert run_errands(other) == 0, "it is of another database, whose key is the same"
            thread.join()
            return said.pop()

        assert ask(m.OpenHouse(by=CONSOLE, books={})) == ""
        assert set(houses.settings_of(floor).books) == {"nsw", "maryland", "crown", "online"}
        assert ask(Invite(by=CONSOLE, mark="x", owner=True)) == ""
        assert ask(Invite(by="ann", mark="y", owner=True)).startswith("Invite is not a command for house:play")
        assert ask(m.GrantTitle(by=CONSOLE, person="eve", book="crown", title="dealer")).startswith("eve does not")
        assert run_errands(floor) == 0
        vault.close()


# The rest of the floor.


def test_the_log_of_a_house_is_verified_and_restored(floor: Floor, tmp_path: Path):
    open_house(floor, "ann", "bob")
    join(floor, "deb", crown=("dealer",))
    house_acts.change_house(floor, PLAY, m.ChangeSetting(by="ann", name="idle_minutes", value=10, why="x"))
    assert verify_streams(floor.database, STREAMS).streams["house:"] == 1
    floor.backup(tmp_path / "kept")
    backup.restore(tmp_path / "kept", f"sqlite:///{tmp_path}/again.db", floor.database.keys)
    with Floor.open(f"sqlite:///{tmp_path}/again.db", tmp_path / "keys" / "key") as again:
        assert houses.titles_of(again, PLAY, "deb") == {"crown": {"dealer"}}
        assert houses.settings_of(again).amount("idle_minutes") == 10
        assert houses.houses_of(again, "deb") == [PLAY]


def test_a_refusal_of_the_book_is_the_tables_own(floor: Floor):
    open_house(floor, "ann")
    join(floor, "deb", crown=("dealer",))
    stream = opened_table(floor)
    with pytest.raises(Refused, match="nobody-seated"):
        house_tables.act_at_table(floor, PLAY, stream.removeprefix("table:"), "deb", t.OpenRound(by="dealer"))


def test_grants_settings_and_sign_ins_of_staff_are_significant_and_those_of_players_are_not(floor: Floor):
    open_house(floor, "ann")
    join(floor, "ben", **CROWN)
    account(floor, "pat")
    house_acts.change_house(floor, PLAY, m.ChangeSetting(by="ann", name="idle_minutes", value=10, why="busy"))
    for person in ("ben", "pat"):
        begin(floor, person, "Firefox", SignInMethod.PASSWORD, second_factor=True)
    found = [(each.stream, each.finding.code, each.who) for each in significant_events(floor)]
    assert found == [
        ("house:play", "member-changed", CONSOLE),
        ("house:play", "member-changed", "ann"),
        ("house:play", "house-setting-changed", "ann"),
        ("person:ben", "staff-signed-in", "ben"),
    ]
    _, granted, changed = (each.finding.alteration for each in alterations(floor))
    assert granted is not None
    assert changed is not None
    new = {"person": "ben", "called": "", "owner": False, "titles.crown": ("dealer",), "disabled": False}
    assert granted.differing == (dict.fromkeys(new), new)
    assert changed.differing == ({"idle_minutes": 30}, {"idle_minutes": 10})


def test_what_is_done_about_a_person_is_significant_with_who_why_before_and_after(floor: Floor):
    """GLI-19 2.8.8 and 2.9.5: adjusted balances, exclusions and their lifting, recovered accounts, erasures."""
    open_house(floor, "ann", "bob")
    for person, titles in (("max", {"crown": (BOSS,)}), ("moe", {"crown": (BOSS,)})):
        join(floor, person, **titles)
    account(floor, "pat")
    floor.deposit("pat", 100_00)  # by the house itself, so that nobody is named
    clause = "crown 13.2.2"
    interventions.exclude(floor, PLAY, "pat", by="max", book="crown", title=BOSS, clause=clause, grounds="marked cards")
    for act, second in (
        (GiveMoney(by="ann", why="lost chip", person="pat", cents=25_00), "bob"),
        (AdmitAgain(by="max", why="cleared", person="pat", book="crown", title=BOSS), "moe"),
        (EraseSomebody(by="ann", why="asked by letter", person="pat"), "bob"),
    ):
        if isinstance(act, EraseSomebody):
            staff_links.use_recovery(floor, staff_links.offer_recovery(floor, PLAY, "pat", by="max", why="lost").token)
            floor.send("person:pat", ExcludeSelf(until=None), actor="pat")
        assert approvals.approve(floor, PLAY, approvals.propose(floor, PLAY, act), by=second) == ""
    told = {"member-changed", "staff-signed-in"}
    found = {(each.finding.code, each.who) for each in significant_events(floor) if each.finding.code not in told}
    assert found == {
        ("person-excluded", "max"), ("money-given", "ann"), ("person-admitted", "max"), ("recovery-offered", "max"),
        ("recovery-used", "pat"), ("self-excluded", "pat"), ("person-erased", "ann"),
    }  # fmt: skip
    changed = [each.finding.alteration for each in alterations(floor) if each.finding.code not in told]
    assert {each.why: each.differing for each in changed if each} == {
        "marked cards": ({"exclusion": None}, {"exclusion": clause}),
        "lost chip": ({"balance_cents": 100_00}, {"balance_cents": 125_00}),
        "cleared": ({"exclusion": clause}, {"exclusion": None}),
        "asked by letter": ({"erased": False}, {"erased": True}),
    }
    said = [tell_significance(*each.finding[:2]) for each in significant_events(floor)]
    assert "staff excluded the player (Crown 13.2.2): marked cards" in said
    assert "the house gave the player $25.00, which bob approved: lost chip" in said


# A table names its house.


def staffed_club(floor: Floor) -> str:
    """Open a house of its own, the club, with a dealer; return the stream of a table there."""
    floor.send("house:club", houses.opening(floor, by=CONSOLE))
    for person in ("zoe", "deb"):
        account(floor, person)
    staff_links.accept(floor, staff_links.invite(floor, "club", "Zoe", by=CONSOLE, owner=True).token, "zoe")
    staff_links.accept(floor, staff_links.invite(floor, "club", "Deb", by="zoe", titles=CROWN).token, "deb")
    opening = t.OpenTable(id="", book="crown", dealing="shoe", by="dealer", dealt=DealingMode.DEALER, positions=2)
    return house_tables.open_table(floor, "club", "deb", opening, command_id="first")


def test_a_table_says_which_house_it_belongs_to_and_the_house_lists_it_in_the_same_commit(floor: Floor):
    stream = staffed_club(floor)
    (opened,) = log.read(floor.database, stream)
    assert '"house":"club"' in opened.payload.decode()
    assert floor.table(stream).house == "club"
    listed = [each for each in log.read(floor.database, "house:club") if each.name == "table_listed"]
    assert [each.command_id for each in listed] == [opened.command_id]
    guests = floor.open_table("crown")
    assert floor.table(guests).house == PLAY
    assert "house:play" not in log.streams(floor.database), "the guests' house needs no stream"


@pytest.mark.parametrize(
    ("meters", "house"),
    [("", "play"), ("solo-crown", "play"), ("club", "club"), ("club.crown", "club"), ("club.solo-", "club")],
)
def test_meters_belong_to_a_house(meters: str, house: str):
    assert tenancy.house_of(meters) == house


def test_a_table_is_linked_to_the_meters_of_its_own_house_only():
    with Floor.in_memory() as one:
        one.open_meters("club.crown", "crown")
        assert one.table(one.open_table("crown", meters="club.crown")).house == "club"
        one.open_table("crown", house="club", meters="club.crown")
        with pytest.raises(InputError, match="are not meters of this house"):
            one.open_table("crown", house="play", meters="club.crown")
        with pytest.raises(InputError, match="cannot be the name of a house"):
            one.open_table("crown", house="solo-crown")


def test_to_stop_a_house_stops_its_own_tables_and_no_others(floor: Floor):
    club, guests = floor.open_table("online", house="club"), floor.open_table("online")
    for stream, person in ((club, "ann"), (guests, "bob")):
        floor.deposit(person, 1_000_00)
        floor.send(stream, t.Sit(position=1, player=person, person=person))
    floor.disable("a storm", house="club")
    assert floor.look(club, "ann").disabled == "a storm"
    assert floor.look(guests, "bob").disabled is None
    floor.enable("it is over", house="club")
    floor.disable("a storm", house=PLAY)
    assert (floor.look(club, "ann").disabled, floor.look(guests, "bob").disabled) == (None, "a storm")
    with pytest.raises(Refused, match="a storm"):
        floor.open_table("online")
    floor.open_table("online", house="club")


@pytest.mark.parametrize("lost", ["title", "member", "factor"])
def test_a_title_withdrawn_between_the_check_and_the_commit_does_not_count(
    database_url: str, key_file: Path, lost: str, monkeypatch: pytest.MonkeyPatch
):
    """The act is under way in one thread when, in another, what it needs is taken away; on PostgreSQL two processes."""
    with Floor.open(database_url, key_file) as one:
        other = Floor.open(database_url, key_file) if one.database.postgres else one
        stream = staffed_club(one)
        table = stream.removeprefix("table:")
        house_tables.act_at_table(one, "club", table, "deb", t.GoOffDuty(by="dealer"))
        checked, taken = threading.Event(), threading.Event()
        submit = one.submit

        def slow(*given: object, **named: object) -> object:
            if isinstance(given[1], t.ComeOnDuty):  # all that is checked before the send has been
                checked.set()
                assert taken.wait(30)
            return submit(*given, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(one, "submit", slow)
        said: list[str] = []
        act = threading.Thread(
            target=lambda: said.extend(
                at_once(lambda: house_tables.act_at_table(one, "club", table, "deb", t.ComeOnDuty(by="dealer")))
            )
        )
        act.start()
        assert checked.wait(30)
        if lost == "title":
            away = m.WithdrawTitle(by="zoe", person="deb", book="crown", title="dealer")
            house_acts.change_house(other, "club", away)
        elif lost == "member":
            house_acts.change_house(other, "club", m.DisableMember(by="zoe", person="deb"))
        else:
            other.send(stream_of("deb"), RemoveSecondFactor(by="deb"))
        taken.set()
        act.join()
        assert said == ["no-title"]
        assert one.table(stream).on_duty == ()
        if other is not one:
            other.close()


def test_a_title_withdrawn_at_the_same_moment_leaves_nobody_on_duty(database_url: str, key_file: Path):
    """Whichever comes first: the act is refused, or the floor takes them off duty again."""
    with Floor.open(database_url, key_file) as one:
        other = Floor.open(database_url, key_file) if one.database.postgres else one
        stream = staffed_club(one)
        table = stream.removeprefix("table:")
        house_tables.act_at_table(one, "club", table, "deb", t.GoOffDuty(by="dealer"))
        change = {"by": "zoe", "person": "deb", "book": "crown", "title": "dealer"}
        for _ in range(5):
            said = at_once(
                lambda: house_tables.act_at_table(one, "club", table, "deb", t.ComeOnDuty(by="dealer")),
                lambda: house_acts.change_house(other, "club", m.WithdrawTitle(**change)),
            )
            assert said in (["", ""], ["", "no-title"])
            assert one.table(stream).on_duty == ()
            house_acts.change_house(one, "club", m.GrantTitle(**change))
        if other is not one:
            other.close()


def test_staff_without_a_name_act_nowhere_where_a_house_has_owners():
    with Floor.in_memory() as one:
        stream = staffed_club(one)
        for person in ("", "eve"):
            with pytest.raises(InputError, match="this takes a title under"):
                one.send(stream, t.ComeOnDuty(by="dealer", person=person))


# An exclusion by staff is of their house's tables.


def sit(floor: Floor, stream: str, person: str = "pat") -> None:
    floor.send(stream, t.Sit(position=1, player=person, person=person))


@pytest.mark.parametrize("first", ["house:club", "everywhere"])
def test_whoever_a_house_excludes_is_kept_from_its_tables_and_from_no_others(floor: Floor, first: str):
    staffed_club(floor)
    floor.send("house:club", m.GrantTitle(by="zoe", person="deb", book="crown", title=BOSS))
    club, guests = floor.open_table("online", house="club"), floor.open_table("online")
    sit(floor, club)
    sit(floor, guests)
    house = "club" if first == "house:club" else ""
    content = houses.settings_of(floor, "club").books["crown"]
    exclusion = {"by": BOSS, "book": content, "clause": "crown 13.2.2", "grounds": "cheating", "house": house}
    floor.send(stream_of("pat"), ExcludePerson(person="deb", **exclusion))
    assert sorted(leave_seats(floor)) == sorted([club] if house else [club, guests])
    with pytest.raises(Refused) as refused:
        sit(floor, club)
    assert (refused.value.code, refused.value.clause) == ("excluded", "crown 13.2.2")
    shown = [[each.house for each in care_of(floor, "pat", where).excluded] for where in ("club", PLAY, None)]
    assert shown == ([["club"], [], ["club"]] if house else [[""], [""], [""]])
    if house:
        floor.deposit("pat", 100_00)
        assert floor.table(guests).players == {"pat"}
    admits = {"by": BOSS, "person": "deb", "book": content, "grounds": "cleared"}
    with pytest.raises(InputError, match="not excluded"):
        floor.send(stream_of("pat"), AdmitPerson(house=PLAY, **admits))
    floor.send(stream_of("pat"), AdmitPerson(house=house, **admits))
    sit(floor, club)


def test_only_who_holds_the_title_in_a_house_excludes_from_it(floor: Floor):
    staffed_club(floor)
    content = houses.settings_of(floor, "club").books["crown"]
    exclusion = {"by": BOSS, "book": content, "clause": "crown 13.2.2", "grounds": "cheating"}
    for person, house in (("deb", "club"), ("zoe", "club"), ("deb", PLAY), ("", "club")):
        with pytest.raises(InputError, match="this takes a title under"):
            floor.send(stream_of("pat"), ExcludePerson(person=person, house=house, **exclusion))
    assert not care_of(floor, "pat").excluded


def test_an_exclusion_from_before_tables_named_their_house_is_of_every_house():
    old = msgspec.convert(
        {"event": "person_excluded", "at": 1, "by": "dealer", "person": "", "clause": "nsw 13.3.2", "grounds": "x"},
        PersonExcluded,
    )
    care = evolve(Care(), old)
    assert care.barred_at("club")
    assert care.barred_at(PLAY)
    opened = {"event": "table_opened", "at": 1, "by": "floor", "dealt": "automatic", "shuffling": Shuffling.BY_HAND}
    for meters, house in (("", "play"), ("solo-nsw", "play"), ("palace", "palace")):
        event = msgspec.convert({**opened, "dealing": "hand", "positions": 1, "meters": meters}, TableOpened)
        assert (event.house, tenancy.house_at(event)) == ("", house)


def test_every_edition_of_a_book_that_a_house_had_is_known(floor: Floor, clock: Clock):
    own = "\n".join(['id = "palace"', 'title = "Palace"', 'date = "2026"', 'language = "en"', 'extends = "crown"'])
    first, second = (custom_book(f'{own}\nversion = "{version}"', "x") for version in (1, 2))
    floor.send(HOUSE, houses.opening(floor, by=CONSOLE))
    shipped = [each.book for each in editions_of(floor, PLAY)]
    assert shipped == ["crown", "maryland", "nsw", "online"]
    times = []
    for rules in (first, second, first, first):  # the last changes nothing
        clock.now += HOUR
        house_acts.adopt_book(floor, PLAY, rules, by=CONSOLE, why="a trial")
        times.append(clock.now)
    found = [(each.content, each.at, each.by) for each in editions_of(floor, PLAY) if each.book == "palace"]
    assert found == [(content_hash(first), times[2], CONSOLE), (content_hash(second), times[1], CONSOLE)]
    assert houses.settings_of(floor).books["palace"] == content_hash(first)
    with pytest.raises(InputError):
        house_acts.adopt_book(floor, PLAY, second, by="mallory", why="")
    clock.now += HOUR
    house_acts.change_house(floor, PLAY, m.ChangeBook(by=CONSOLE, book="palace", content=""))
    before = editions_of(floor, PLAY)
    assert [each.content for each in before if each.book == "palace"] == [content_hash(first), content_hash(second)]
    assert editions_of(floor, "club") == []
    floor.rebuild()
    assert editions_of(floor, PLAY) == before
