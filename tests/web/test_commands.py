"""Who may send which command: every command of every kind of stream has a rule, and nobody acts under another name."""

import typing
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from msgspec import inspect
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, Floor, house_tables, houses
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from mississippi_stud.table import commands as c
from mississippi_stud.table.state import DealingMode
from mississippi_stud.web import access
from mississippi_stud.web.access import Access
from mississippi_stud.web.app import create_app
from tests.web.cast import CLUB, PLAY, Caller, Cast, assemble, titles_of_books
from tests.web.child import FREELY, SECRET
from tests.web.test_access import handlers_of

PLAYER, TITLE, OWNER, SELF, MACHINE = "a player", "a title", "an owner", "the person", "the machine"
SENDERS = {
    "table:": {
        PLAYER: "sit stand place_wagers play commit_seed choose_no_answer choose_pace take_time sit_out say_phrase "
        "open_dispute ask_review join_queue leave_queue",
        TITLE: "open_table come_on_duty go_off_duty receive_deck vacate confirm reject ask_face_up order open_round "
        "close_betting void validate determine call_wager exchange_voucher refuse_wager give_notice change_limits "
        "end_kept_minimum agree_limits change_dealing record_approval report rule take_back correct_card "
        "correct_wager read_card call_supervisor answer_call close_call "
        "decide_dispute review_dispute close_dispute close_table",
        MACHINE: "time_up commit_anew note_connection move_deadlines",
    },
    "meters:": {MACHINE: "open_meters change_meters announce_due"},
    "account:": {SELF: "top_up", MACHINE: "deposit"},
    "floor": {MACHINE: "disable enable"},
    "person:": {
        SELF: "change_personal_data change_preferences erase_person set_password add_passkey remove_passkey "
        "set_second_factor remove_second_factor sign_in sign_out set_limit confirm_limit time_out exclude_self "
        "set_breaks set_reality_check acknowledge_reality bring_guest",
        TITLE: "exclude_person admit_person",
        MACHINE: "fail_sign_in report_passkey",
    },
    "house:": {
        OWNER: "invite revoke grant_title withdraw_title grant_ownership withdraw_ownership disable_member "
        "enable_member offer_recovery change_setting change_chips change_book propose approve decline",
        SELF: "accept recover",
        MACHINE: "open_house conclude lapse",
    },
    "operation": {MACHINE: "approve_program check_program change_operation note_outage note_restore"},
    "lesson:": {TITLE: "open_lesson perform leave_lesson"},
    "tournament:": {
        TITLE: "draft_tournament revise_terms make_terms_available advise_inspectorate appoint_director "
        "designate_tables release_table open_entries cancel_tournament appoint_deputy dismiss_deputy take_charge "
        "step_away admit_entrant turn_away fill_with_bots close_entries brief_players practise_hands end_practice "
        "seat_practice move_session postpone_tournament resume_tournament skip_session draw_seats begin_heat "
        "balance_tables conclude_heat decline_conclusion end_session note_breach note_return disqualify_player "
        "decide_tournament_dispute declare_results undo_act",
        SELF: "apply_to_enter withdraw_entry nominate_substitute buy_chips retire_player raise_dispute "
        "agree_to_conclude",
        MACHINE: "seal_wager record_hand drop_hand record_practice leave_practice renew_draw tournament_due",
    },
    "promotion:": {
        TITLE: "draft_promotion amend_promotion submit_promotion nominate_scrutineer begin_promotion add_entry "
        "import_entries bar_entrant close_promotion draw_prizes call_winner confirm_presence pass_call note_attempt "
        "lapse_prize redraw_prize pay_claim deny_claim inform_claimant decide_promotion_dispute advise_of_complaint "
        "publish_results end_promotion postpone_promotion validate_promotion cancel_draw",
        SELF: "seal_seed oversee_draw leave_draw attest_draw check_in lodge_claim raise_promotion_dispute",
        MACHINE: "record_play count_plays redeem_voucher renew_promotion meet_promotion_deadline",
    },
}
"""Who may send each command, by kind of stream; a title or an owner also needs what the book and the house say."""
STRANGERS = ("guest", "account", "disabled", "erased", "owner of another house", "dealer of another house")


def commands_of(prefix: str) -> dict[str, Any]:
    """Return the commands of a kind by their names."""
    kind = next(kind for kind in STREAMS if kind.prefix == prefix)
    return {str(each.__struct_config__.tag): each for each in typing.get_args(kind.commands) or (kind.commands,)}


def filled(kind: inspect.Type) -> Any:
    """Return some value of a type."""
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            return cls(**{field.name: filled(field.type) for field in fields if field.required})
        case inspect.EnumType(cls=cls):
            return next(iter(cls))
        case inspect.UnionType(types=types):
            return filled(types[0])
        case inspect.VarTupleType():
            return ()
        case inspect.TupleType(item_types=types):
            return tuple(map(filled, types))
        case inspect.DictType():
            return {}
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.IntType():
            return 1
        case inspect.BoolType():
            return False
        case inspect.NoneType():
            return None
        case inspect.CustomType(cls=cls):
            return cls(1)
        case _:
            return "x"


def example(command: Any) -> Any:
    return filled(inspect.type_info(command))


@pytest.fixture(scope="module")
def app() -> Iterator[Litestar]:
    with Floor.in_memory() as floor:
        yield create_app(floor, SECRET, FREELY)


@pytest.fixture(scope="module")
def cast(app: Litestar) -> Cast:
    return assemble(app)


@pytest.fixture(scope="module")
def caller(app: Litestar) -> Iterator[Caller]:
    one = Caller(app)
    yield one
    one.close()


@pytest.fixture(scope="module")
def table(cast: Cast) -> str:
    """Open a table of the house under Crown's book; return its id."""
    dealer = cast.ids["crown dealer"]
    opening = c.OpenTable(book="crown", dealing="shoe", by="dealer", dealt=DealingMode.DEALER, positions=2)
    stream = house_tables.open_table(cast.floor, PLAY, dealer, opening, command_id="opens")
    return stream.removeprefix("table:")


def versions(floor: Floor) -> dict[str, int]:
    return dict(log.versions(floor.database, log.streams(floor.database)))


def test_every_command_of_every_kind_has_a_rule():
    assert list(SENDERS) == [kind.prefix for kind in STREAMS]
    for prefix, senders in SENDERS.items():
        named = [name for names in senders.values() for name in names.split()]
        assert sorted(named) == sorted(commands_of(prefix)), prefix


# Players.


@pytest.mark.parametrize("name", commands_of("table:"))
def test_a_player_sends_what_is_a_players_and_never_says_who_acts(caller: Caller, cast: Cast, name: str):
    cookies = cast.cookies["guest"]
    opened = caller.ask("POST", "/api/tables", cookies, {"book": "online"}).problem
    path, before = f"/api/tables/{opened['id']}/commands", versions(cast.floor)
    command = msgspec.to_builtins(example(commands_of("table:")[name]))
    if name in SENDERS["table:"][PLAYER].split():
        bare = {key: value for key, value in command.items() if key not in ("at", "by", "person", "player")}
        if "do" in bare:
            bare["do"] = {"command": "fold", "position": 1}
        reply = caller.ask("POST", path, cookies, {"id": "x" * 200, "command": bare})
        assert b"id" in reply.body, "only the id is wrong with it"
        assert b"command" not in reply.body
        forged = [{**bare, field: value} for field, value in (("by", "floor"), ("person", "x"), ("at", 1))]
    else:
        forged = [command, {"command": name}]
    for each in forged:
        reply = caller.ask("POST", path, cookies, {"id": "forged command", "command": each})
        assert reply.status == 400, reply
    assert versions(cast.floor) == before


def test_no_route_lets_a_player_or_an_account_name_somebody_else(app: Litestar):
    """What a path may name is a thing of one's own, which is looked up under one's own id, or a tournament; never a
    person.
    """
    named = {
        parameter
        for path, _, handler in handlers_of(app)
        if access.access_of(handler) in (Access.PLAYER, Access.ACCOUNT)
        for parameter in (part.strip("{}").partition(":")[0] for part in path.split("/") if part.startswith("{"))
    }
    assert named <= {"table_id", "number", "version", "session_id", "passkey", "token", "house", "name"}


# Staff at a table.


@pytest.mark.parametrize("name", commands_of("table:"))
def test_nobody_acts_at_a_table_under_a_title_that_they_do_not_hold(cast: Cast, table: str, name: str):
    command, before = example(commands_of("table:")[name]), versions(cast.floor)
    every = [*{title for _, title in titles_of_books()}, c.FLOOR, c.PLAYER, "", "owner", "restore", "clock"]
    for role, held in (("crown dealer", "dealer"), ("nsw dealer", ""), ("nsw inspector", ""), ("owner", "")):
        for title in every:
            if title != held:
                refuses(cast, table, role, replace(command, by=title))
    for role in STRANGERS:
        for title in ("dealer", "tg-assistant-casino-manager", c.FLOOR, c.PLAYER):
            refuses(cast, table, role, replace(command, by=title))
    assert versions(cast.floor) == before


def refuses(cast: Cast, table: str, role: str, command: Any) -> None:
    house = CLUB if role.endswith("another house") else PLAY
    for named in {house, PLAY, CLUB}:
        with pytest.raises(InputError) as refused:
            house_tables.act_at_table(cast.floor, named, table, cast.ids[role], command)
        assert refused.value.code in ("no-title", "table-not-in-house"), refused.value


def test_whoever_acts_is_the_one_who_signed_in_whatever_the_command_says(cast: Cast, table: str):
    dealer, other = cast.ids["crown dealer"], cast.ids["crown tg-area-manager"]
    for command, on_duty in ((c.GoOffDuty, ()), (c.ComeOnDuty, ((dealer, "dealer"),))):
        house_tables.act_at_table(cast.floor, PLAY, table, dealer, command(by="dealer", person=other))
        assert cast.floor.table(f"table:{table}").on_duty == on_duty


# A house.


@pytest.mark.parametrize("name", commands_of("house:"))
@pytest.mark.parametrize("role", [*STRANGERS, "crown dealer", "nsw inspector"])
def test_nobody_but_its_owners_changes_a_house(cast: Cast, name: str, role: str):
    """Not even staff; and the names of the console and of the machinery are nobody's to use."""
    command, before = example(commands_of("house:")[name]), houses.house_of(cast.floor, PLAY)
    if name in SENDERS["house:"][MACHINE].split():
        return
    with pytest.raises((InputError, Refused)):
        cast.floor.send(houses.stream_of(PLAY), replace(command, by=cast.ids[role]), actor=cast.ids[role])
    assert houses.house_of(cast.floor, PLAY) == before
