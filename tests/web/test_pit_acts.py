"""Everything that a supervisor does at a table besides ruling, line by line through the page, and who may not."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from mississippi_stud.floor import interventions
from mississippi_stud.floor.houses import settings_of
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.pit_page import PIT_ACTS
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t
from mississippi_stud.web.people import COOKIE
from tests.table.hall import STAFFED, TOP
from tests.table.mishaps import Mishap, Recorded
from tests.web.pit_house import HouseTable
from tests.web.test_account_pages import device, examine
from tests.web.test_pit import MINUTE, Pit, clock, open_again, open_as, pit, place, row

__all__ = ["clock", "device", "open_as", "pit", "place"]

PHONE = {"width": 360, "height": 640}


class Desk:
    """A supervisor at the page of a table."""

    def __init__(self, page: Page, own: HouseTable, person: str) -> None:
        self.page, self.own, self.person = page, own, person
        page.wait_for_selector("#question")

    def form(self, group: str, act: str, about: str = "") -> Locator:
        """Return the form of an act, chosen from its group if there are many."""
        acts = next(each for each in self.own.look(self.person)["groups"] if each["name"] == group)["acts"]
        number = next(n for n, each in enumerate(acts) if each["act"] == act and about in each["about"])
        if len(acts) > 3:
            self.page.locator(f"#choose-{group}").select_option(str(number))
            return self.page.locator(f"section:has(#group-{group}) .act-{act}")
        return self.page.locator(f"section:has(#group-{group}) form").nth(number)

    def does(self, group: str, act: str, about: str = "", **typed: object) -> None:
        """Fill in a form and send it by keyboard; it is done."""
        self.tries(group, act, about, **typed)
        expect(self.page.locator(".news")).to_have_text("Done.")

    def tries(self, group: str, act: str, about: str = "", **typed: object) -> None:
        """Fill in a form and send it by keyboard."""
        form = self.form(group, act, about)
        for name, value in typed.items():
            into = form.locator(f"[name='{name}'], [name$='.{name}']").first
            if isinstance(value, bool):
                into.set_checked(value)
            elif into.evaluate("each => each.tagName") == "SELECT":
                into.select_option(str(value))
            else:
                into.fill(str(value))
        form.locator("button").first.press("Enter")

    def refused(self, clause: str) -> None:
        """See that what was tried is refused by a clause."""
        expect(self.page.locator("[role=alert]")).to_contain_text(f"({cite(clause)})")


def desk(pit: Pit, open_as: Any, book: str, dealing: str = "shoe", **how: Any) -> Desk:
    """Open a table of a book and sit somebody of the highest title before its page."""
    pit.cookies.update(open_again(pit))
    own = pit.table(Recorded(book, dealing))
    return Desk(open_as(TOP[book], f"/house/play/pit/{own.id}", **how), own, TOP[book])


# Who may.


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_what_a_title_may_not_do_is_refused_by_a_clause_whoever_sends_it(pit: Pit, book: str, dealing: str):
    pit.cookies.update(open_again(pit))
    own = pit.table(Recorded(book, dealing))
    staff = rulebook(book).staff
    assert staff is not None
    offered = {who: {(a["act"], a["about"]): a for g in own.look(who)["groups"] for a in g["acts"]}
               for who in list(staff.titles)[1:]}  # fmt: skip
    highest = offered[TOP[book]] if book != "maryland" else offered["shift-manager"]
    for act in highest.values():
        if act["to"] in ("meters", "stops"):
            why = {"why": "a spill"} if act["to"] == "stops" else {}
            assert own.act("dealer", act, **why).status == 404, "a dealer has no pit"
    for who, own_acts in offered.items():
        for key, act in highest.items():
            if act["act"] == "come-on-duty" or act["to"] == "staff":  # that is proposed, not done
                continue
            if act["to"] == "table":  # a title of somebody else, in a command of which nothing else is right
                unread = {"command": act["command"]["command"], "by": TOP[book]}
                refused = own.send(who, f"/tables/{own.id}/commands", {"command": unread})
                assert who == TOP[book] or (refused.status, refused.problem["code"]) == (403, "no-title"), (who, key)
                assert who == TOP[book] or refused.problem["clause"].startswith(f"{book} "), (who, key)
            if key not in own_acts and (act["to"] != "meters" or key[0] not in {name for name, _ in own_acts}):
                bare = {"meters": {"title": who}, "stops": {"title": who}}.get(act["to"])
                refused = (
                    own.send(who, f"/pit/{own.id}/{act['to']}", bare)
                    if bare
                    else own.act(who, {**act, "command": {**act["command"], "by": who}})  # without its fields
                )
                assert refused.status == 403, (who, key, refused)
                assert refused.problem["clause"].startswith(f"{book} "), (who, key)


# Line by line.


def test_a_supervisor_comes_on_duty_and_goes(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "nsw")
    d.does("people", "go-off-duty")
    expect(d.page.locator("main")).to_contain_text("Come on duty first to act at this table.")
    assert d.page.locator("#group-limits").count() == 0
    assert d.own.give(t.GiveNotice(by=TOP["nsw"], kind="close-table")).problem["code"] == "not-on-duty"
    d.does("people", "come-on-duty")
    expect(d.page.locator("#group-limits")).to_be_visible()
    assert (TOP["nsw"], TOP["nsw"]) in d.own.table.on_duty


def test_limits_are_raised_after_their_minutes_and_at_once_with_markers(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "nsw")
    d.does("limits", "raise-notice", "ante", minimum_cents="10", maximum_cents="500")
    expect(d.page.locator("#notices ~ ul ms-countdown")).to_contain_text("20 min")
    assert [each["sign"] for each in d.own.look(d.person)["line"]["notes"]] == [True]
    d.does("limits", "raise-at-once", "ante", minimum_cents="10", maximum_cents="500")
    expect(d.page.locator("#duties ~ ul")).to_contain_text("marker")
    assert d.own.table.limits["ante"].minimum_cents == 10_00
    examine(d.page)


def test_personal_limits_are_agreed(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "crown", viewport=PHONE)
    ann = f"ann-{d.own.id[:6]}"
    d.does("limits", "agree-limits", "ante", player=ann, minimum_cents="1", maximum_cents="1000")
    expect(d.page.locator("#seats ~ ul li").first).to_contain_text("$1.00 – $1,000.00")
    assert d.own.table.seats[1].personal["ante"].maximum_cents == 1_000_00


def test_a_table_is_closed_after_its_notice(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "crown")
    d.tries("closing", "close-table")
    d.refused("crown 13.7")
    d.does("closing", "close-notice")
    expect(d.page.locator("#notices ~ ul")).to_contain_text("Rounds still to be played: 3")
    assert [each.kind for each in d.own.table.notices] == ["close-table"]


def test_a_deck_is_brought_and_changed_and_cards_are_verified(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "crown")
    d.does("cards", "verify-cards")
    expect(d.page.locator("#duties ~ ul")).to_contain_text("Crown 3.3")
    d.page.locator("#duties ~ ul .act-confirm input[name=count]").fill("52")
    d.page.locator("#duties ~ ul .act-confirm button").press("Enter")
    expect(d.page.locator("#duties ~ ul")).to_have_count(0)
    d.does("cards", "change-cards")
    while d.own.table.prompts:
        prompt = d.own.table.prompts[0]
        d.page.locator(f"[data-prompt='{prompt.number}'] .act-confirm button").press("Enter")
        expect(d.page.locator(f"[data-prompt='{prompt.number}']")).to_have_count(0)
    d.does("cards", "receive-deck", backs="blue", prechecked=True)
    expect(d.page.locator("section:has(#group-cards)")).to_contain_text("blue, standard")


def test_a_device_is_changed_and_its_approval_recorded(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "maryland", "automatic")
    d.tries("dealing", "change-dealing", dealing="automatic", shuffling="continuous-shuffler")
    d.refused("maryland .05H")
    d.does("dealing", "record-approval", what="reshuffling-device", reference="2014-17")
    d.does("dealing", "change-dealing", dealing="automatic", shuffling="continuous-shuffler")
    assert d.own.table.shuffling == "continuous-shuffler"


def test_a_voucher_is_exchanged_only_if_it_was_issued_and_on_its_conditions(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "nsw")
    ann = f"ann-{d.own.id[:6]}"
    d.tries("players", "exchange-voucher", player=ann, cents="25", conditions_met=False)
    expect(d.page.locator("[role=alert]")).to_contain_text("(NSW ")
    d.tries("players", "exchange-voucher", player=ann, cents="25", conditions_met=True)
    expect(d.page.locator("[role=alert]")).to_contain_text("waits to be exchanged for this player (NSW 1.1")
    assert pit.site.floor.tokens(ann) == 0


def test_a_wager_is_refused_with_grounds(pit: Pit, open_as: Any):
    pit.cookies.update(open_again(pit))
    played = Recorded("nsw", "shoe")
    played.do(t.OpenRound)
    played.lines("1 ante 10")
    own = pit.table(played)
    d = Desk(open_as(TOP["nsw"], f"/house/play/pit/{own.id}"), own, TOP["nsw"])
    expect(d.page.locator("#seats ~ ul li").first).to_contain_text("$10.00")
    d.does("players", "refuse-wager", position="1", wager="ante", grounds="a note was folded into the chips")
    assert d.own.table.round is not None
    assert not d.own.table.round.hands.get(1) or not d.own.table.round.hands[1].stakes


def test_a_meter_is_opened_announced_linked_moved_corrected_and_closed(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "crown")
    floor, name = pit.site.floor, d.own.table.meters
    d.does("meters", "open-meter", meter="second", cost_cents="10", option="1", seed="10000")
    assert floor.meters(name).meters["second"].open
    d.tries("meters", "move-meter", meter="second")
    d.refused("crown 9.1.1(h)")
    d.does("meters", "meter-notice", change="move", meter="second")
    pit.clock.now += 20 * MINUTE
    pit.cookies.update(open_again(pit))
    refresh(pit, d)
    d.does("meters", "move-meter", meter="second")
    linked = floor.meters(name).linked(d.own.stream)
    assert linked is not None
    assert linked.meter == "second"
    d.does("meters", "meter-equipment", working=False, manual=True)
    for change, act, fields in (
        ("remove", "unlink-meter", {}),
        ("add", "link-meter", {"meter": "main", "cost_cents": "5"}),
    ):
        d.does("meters", "meter-notice", change=change, meter="main" if change == "add" else "second")
        d.tries("meters", act, **fields)
        expect(d.page.locator("[role=alert]")).to_contain_text("(Crown 9.1.1")
        pit.clock.now += 20 * MINUTE
        refresh(pit, d)
        d.does("meters", act, **fields)
    d.does("meters", "close-meter", meter="second")
    linked = floor.meters(name).linked(d.own.stream)
    assert linked is not None
    assert (linked.meter, floor.meters(name).meters["second"].open) == ("main", False)


def test_a_correction_of_a_meter_waits_for_a_second_person(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "crown")
    floor, name = pit.site.floor, d.own.table.meters
    before = floor.meters(name).meters["main"].value
    d.does("meters", "correct-meter", meter="main", amount_exact="1/8", corrects="round 3", why="misread")
    assert floor.meters(name).meters["main"].value == before
    (waiting,) = [key for key, each in settings_of(floor, "play").proposals.items() if each.act.meters == name]
    approve = {"command": {"command": "approve", "id": waiting}}
    refused = d.own.send(TOP["crown"], "/staff/commands", approve)
    assert (refused.status, floor.meters(name).meters["main"].value) == (409, before), "nobody approves their own"
    assert d.own.send("boss", "/commands", approve).status == 200
    assert floor.meters(name).meters["main"].value == before + Fraction(1, 8)


def refresh(pit: Pit, d: Desk) -> None:
    """Sign the supervisor in anew, whose browser keeps its page."""
    pit.cookies.update(open_again(pit))
    token = next(iter(pit.cookies[d.person].values()))
    d.page.context.add_cookies([{"name": COOKIE, "value": token, "url": pit.site.url}])
    d.page.reload()
    d.page.wait_for_selector("#question")


@pytest.mark.parametrize("kind", ["table", "player", "house"])
def test_a_table_a_player_and_the_house_are_stopped_and_started(pit: Pit, open_as: Any, kind: str):
    d = desk(pit, open_as, "crown")
    about = {"table": d.own.id, "player": f"ann-{d.own.id[:6]}", "house": "play"}[kind]
    if kind == "house":  # tables of other books are open too: not theirs to close
        d.tries("stops", "stop-house", why="a fire alarm")
        expect(d.page.locator("[role=alert]")).to_contain_text("(")
        assert not [each for each in interventions.stops_of(pit.site.floor, "play") if each.kind == "house"]
        return
    d.does("stops", f"stop-{kind}", about, why="a spill")
    if kind == "table":
        expect(d.page.locator(".call").first).to_contain_text("a spill")
    stops = [(each.kind, each.name) for each in interventions.stops_of(pit.site.floor, "play")]
    assert (kind, about) in stops
    d.does("stops", f"start-{kind}", about, why="it is dry")
    assert (kind, about) not in [(each.kind, each.name) for each in interventions.stops_of(pit.site.floor, "play")]


# What goes wrong.


def test_bad_input_is_told_and_changes_nothing(pit: Pit, open_as: Any):
    d = desk(pit, open_as, "nsw", viewport=PHONE)
    before = d.own.table
    d.tries("limits", "change-limits", "ante", minimum_cents="ten", maximum_cents="5")
    assert d.page.locator(".act-change-limits input:invalid").count() == 1, "the browser says what it takes"
    d.tries("limits", "change-limits", "ante", minimum_cents="50", maximum_cents="5")
    expect(d.page.locator("[role=alert]")).not_to_be_empty()
    d.tries("report", "report", "wrong-hole-count", position="", cards="3")
    assert d.page.locator(".act-report input:invalid").count() == 1
    d.tries("report", "report", "wrong-hole-count", position="99", cards="3")
    expect(d.page.locator("[role=alert]")).to_contain_text("(NSW ")
    d.tries("meters", "open-meter", meter="a b!", cost_cents="5", seed_cents="100", rate="much")
    expect(d.page.locator("[role=alert]")).not_to_be_empty()
    assert d.own.table == before
    examine(d.page)


def test_what_the_round_has_left_behind_is_refused_and_the_page_shows_the_round(pit: Pit, open_as: Any):
    """A supervisor fills in a form while the round moves on: what they wrote stays, and what is past is refused."""
    mishap = Mishap(row("nsw", "fraud", "shuffler:showdown", "forfeit=yes"))
    own = pit.table(mishap)
    pit.cookies.update(open_again(pit))
    d = Desk(open_as(TOP["nsw"], f"/house/play/pit/{own.id}"), own, TOP["nsw"])
    form = d.form("report", "report", "wrong-hole-count")
    form.locator("[name='facts.position']").fill("1")
    form.locator("[name='facts.cards']").fill("3")
    played = len(mishap.given)
    mishap.play_out()
    for command in mishap.given[played:]:
        assert own.give(command).status == 200
    assert own.table.round is None
    expect(d.page.locator("main")).to_contain_text("no round is in play")
    expect(form.locator("[name='facts.cards']")).to_have_value("3")
    form.locator("button").first.press("Enter")
    expect(d.page.locator("[role=alert]")).to_contain_text("(NSW ")


def test_of_two_who_rule_at_once_one_rules(pit: Pit, open_as: Any):
    pit.cookies.update(open_again(pit))
    mishap = Mishap(row("nsw", "fraud", "shuffler:showdown", "forfeit=yes"))
    own = pit.table(mishap)
    assert own.give(mishap.command).status == 200
    people = ("gaming-supervisor", "assistant-gaming-manager")
    pages = [open_as(person, f"/house/play/pit/{own.id}") for person in people]
    for page in pages:
        page.wait_for_selector(".act-accept")
    with ThreadPoolExecutor() as threads:
        told = [threads.submit(own.give, t.Rule(by=person, grounds="as reported")) for person in people]
        replies = sorted((each.result() for each in told), key=lambda reply: reply.status)
    assert [reply.status for reply in replies] == [200, 409]
    assert replies[1].problem["code"] == "nothing-asked"
    assert replies[1].problem["clause"].startswith("nsw ")
    assert len(own.table.rulings) == 1
    for page in pages:
        expect(page.locator(".question")).to_have_count(0)
        expect(page.locator("#rulings ~ ul li")).to_have_count(1)


def test_with_nobody_on_duty_the_map_says_so_and_somebody_can_come(pit: Pit, open_as: Any):
    pit.cookies.update(open_again(pit))
    own = pit.table(Recorded("nsw", "shoe"))
    for title in list(rulebook("nsw").staff.titles)[::-1]:  # type: ignore[union-attr]
        assert own.give(t.GoOffDuty(by=title)).status == 200
    assert own.table.on_duty == ()
    page = open_as("gaming-supervisor", "/house/play/pit", viewport=PHONE)
    card = page.locator(f"[data-table='{own.id}']")
    expect(card).to_contain_text("nobody is on duty")
    examine(page)
    card.locator("h2 a").press("Enter")
    page.locator(".act-come-on-duty button").press("Enter")
    expect(page.locator("#group-limits")).to_be_visible()
    assert own.table.on_duty == (("gaming-supervisor", "gaming-supervisor"),)


def test_every_act_has_a_name_of_its_own():
    assert len(set(PIT_ACTS.values())) == len(PIT_ACTS)
