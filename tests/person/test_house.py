"""A house, decided from its commands alone: who may make whom what, links, second persons, settings."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.errors import InputError
from mississippi_stud.messages import HOUR, MINUTE
from mississippi_stud.person import house as h
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.house_rights import standings
from mississippi_stud.person.house_settings import SETTINGS
from mississippi_stud.person.proposals import (
    CONSOLE,
    RULES,
    Act,
    AdmitAgain,
    CorrectHouseMeter,
    EnableMember,
    EraseSomebody,
    GiveMoney,
    GrantOwnership,
    Invite,
)
from mississippi_stud.rulebooks.vocabulary import Power
from tests.person.houses import BOOKS, Doing, books, opened

BOSS = "tg-assistant-casino-manager"


def refused(doing: Doing, command: m.Command) -> str:
    """Return the code of the refusal; the house stays as it was."""
    before = doing.house
    with pytest.raises(InputError) as told:
        doing.do(command)
    assert doing.house is before
    return told.value.code


def grant(doing: Doing, person: str, title: str = "dealer", by: str = "ann") -> m.GrantTitle:
    return m.GrantTitle(by=by, person=person, book="crown", title=title, why="new")


# Opening.


def test_only_the_console_opens_a_house_and_makes_its_first_owner():
    doing = Doing()
    assert refused(doing, m.OpenHouse(by="ann", books=BOOKS)) == "only-on-the-machine"
    assert refused(doing, Invite(by=CONSOLE, mark="1", owner=True)) == "no-house"
    doing.do(m.OpenHouse(by=CONSOLE, books=BOOKS))
    assert doing.do(m.OpenHouse(by=CONSOLE, books={})) == ()
    assert refused(doing, Invite(by="ann", mark="1", owner=True)) == "not-an-owner"
    doing.join("ann", owner=True)
    assert doing.now.owners == {"ann"}


def test_a_second_owner_needs_a_second_person():
    doing = opened("ann")
    further = Invite(by=CONSOLE, why="more", mark="x", owner=True)
    for by in (CONSOLE, "ann"):
        assert refused(doing, Invite(by=by, mark="x", owner=True)) == "second-person-needed"
    doing.do(m.Propose(by=CONSOLE, id="1", act=further))
    assert refused(doing, m.Accept(by="bob", mark="x")) == "link-unknown", "nobody has approved it"
    assert refused(doing, m.Approve(by=CONSOLE, id="1")) == "not-for-oneself"
    doing.do(m.Approve(by="ann", id="1", why="yes"))
    assert refused(doing, m.Accept(by="ann", mark="x")) == "not-for-oneself"
    doing.do(m.Accept(by="bob", mark="x"))
    assert doing.now.owners == {"ann", "bob"}


def test_of_two_first_owners_one_is():
    doing = Doing()
    doing.do(m.OpenHouse(by=CONSOLE, books=BOOKS))
    for mark in ("x", "y"):
        doing.do(Invite(by=CONSOLE, mark=mark, owner=True))
    doing.do(m.Accept(by="ann", mark="x"))
    assert refused(doing, m.Accept(by="bob", mark="y")) == "owner-there"


# Titles.


def test_a_title_is_granted_by_an_owner_to_somebody_else_with_before_and_after():
    doing = opened("ann")
    doing.join("deb", "ann")
    (event,) = doing.do(grant(doing, "deb"))
    assert event == m.TitleGranted(
        before=m.Member(person="deb"),
        after=m.Member(person="deb", titles={"crown": ("dealer",)}),
        by="ann",
        why="new",
    )
    (again,) = doing.do(grant(doing, "deb"))
    assert again.before == again.after == event.after, "a second time changes nothing"
    (event,) = doing.do(m.WithdrawTitle(by="ann", person="deb", book="crown", title="dealer", why="left"))
    assert isinstance(event, m.TitleWithdrawn)
    assert (event.before, event.after) == (doing.events[-2].after, m.Member(person="deb"))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (m.GrantTitle(by="deb", person="deb", book="crown", title="dealer"), "not-an-owner"),
        (m.GrantTitle(by="ann", person="ann", book="crown", title="dealer"), "not-for-oneself"),
        (m.GrantTitle(by="bob", person="ann", book="crown", title="dealer"), "owner-and-staff"),
        (m.GrantTitle(by="ann", person="eve", book="crown", title="dealer"), "not-a-member"),
        (m.GrantTitle(by="ann", person="deb", book="online", title="dealer"), "book-not-in-house"),
        (m.GrantTitle(by="ann", person="deb", book="crown", title="admin"), "title-unknown"),
        (m.GrantTitle(by="ann", person="ian", book="nsw", title="dealer"), "official-and-staff"),
        (m.WithdrawTitle(by="ann", person="deb", book="crown", title="dealer"), "title-not-held"),
        (m.WithdrawTitle(by="deb", person="ian", book="nsw", title="inspector"), "not-an-owner"),
        (m.GrantTitle(by="ann", person="deb", book="crown", title="dealer", why="x" * 201), "reason-text"),
        (GrantOwnership(by="ann", person="deb"), "second-person-needed"),
    ],
)
def test_what_is_refused(command: m.Command, code: str):
    doing = opened("ann", "bob")
    doing.join("deb", "ann")
    doing.join("ian", "ann", nsw=("inspector",))
    assert refused(doing, command) == code


def test_an_owner_cannot_invite_themselves_to_a_title():
    doing = opened("ann", "bob")
    doing.do(Invite(by="ann", mark="x", titles={"crown": ("dealer",)}))
    assert refused(doing, m.Accept(by="ann", mark="x")) == "not-for-oneself"
    assert refused(doing, m.Accept(by="bob", mark="x")) == "owner-and-staff"


# Disabling.


def test_the_last_owner_stays():
    doing = opened("ann", "bob")
    for command in (m.DisableMember, m.WithdrawOwnership):
        assert doing.do(m.DisableMember(by="ann", person="bob", why="gone"))
        assert refused(doing, command(by="ann", person="ann")) == "last-owner"
        assert refused(doing, command(by=CONSOLE, person="ann")) == "last-owner"
        doing = opened("ann", "bob")


def test_two_owners_who_disable_each_other_leave_one():
    doing = opened("ann", "bob")
    doing.do(m.DisableMember(by="ann", person="bob"))
    assert refused(doing, m.DisableMember(by="bob", person="ann")) == "not-an-owner"
    assert doing.now.owners == {"ann"}


def test_whoever_is_disabled_has_nothing_and_gets_it_back():
    doing = opened("ann")
    doing.join("deb", "ann", crown=("tg-assistant-casino-manager",))
    assert Power.EXCLUDE_PLAYER in standings(doing.now, books, "deb")
    doing.do(m.DisableMember(by="ann", person="deb"))
    assert not list(standings(doing.now, lambda _: None, "deb"))
    assert refused(doing, grant(doing, "deb")) == "member-disabled"
    doing.do(EnableMember(by="ann", person="deb"))
    assert doing.now.members["deb"].titles == {"crown": ("tg-assistant-casino-manager",)}


def test_an_owner_gets_ownership_back_from_two_people_only():
    doing = opened("ann", "bob", "cat")
    doing.do(m.DisableMember(by="ann", person="bob"))
    enabling = EnableMember(by="ann", why="sorry", person="bob")
    assert refused(doing, enabling) == "second-person-needed"
    doing.do(m.Propose(by="ann", id="1", act=enabling))
    assert refused(doing, m.Approve(by="bob", id="1")) == "standing-short"
    (_, event) = doing.do(m.Approve(by="cat", id="1"))
    assert isinstance(event, m.MemberEnabled)
    assert (event.by, event.second) == ("ann", "cat")
    assert doing.now.owners == {"ann", "bob", "cat"}


def test_links_of_an_owner_who_was_disabled_are_worth_nothing():
    doing = opened("ann", "bob")
    doing.do(Invite(by="bob", mark="x", titles={"crown": ("dealer",)}))
    doing.do(m.DisableMember(by="ann", person="bob"))
    assert refused(doing, m.Accept(by="deb", mark="x")) == "link-unknown"


# Links.


@pytest.mark.parametrize(("later", "good"), [(72 * HOUR - 1, True), (72 * HOUR, False), (72 * HOUR + 1, False)])
def test_an_invitation_holds_72_hours(later: int, good: bool):
    doing = opened("ann")
    doing.do(Invite(by="ann", mark="x"))
    doing.at += later
    assert (doing.do(m.Lapse(key="invitation/x")) == ()) is good
    if good:
        doing.do(m.Accept(by="deb", mark="x"))
        assert refused(doing, m.Accept(by="eve", mark="x")) == "link-unknown", "it is used up"
    else:
        assert refused(doing, m.Accept(by="deb", mark="x")) == "link-unknown"


def test_an_invitation_that_the_clock_has_not_ended_yet_has_expired_all_the_same():
    doing = opened("ann")
    doing.do(Invite(by="ann", mark="x"))
    doing.at += 72 * HOUR
    assert refused(doing, m.Accept(by="deb", mark="x")) == "link-expired"


@pytest.mark.parametrize(("later", "code"), [(60 * MINUTE - 1, ""), (60 * MINUTE, "link-expired")])
def test_a_recovery_link_holds_an_hour_and_is_for_one_person(later: int, code: str):
    doing = opened("ann")
    doing.do(m.OfferRecovery(by="ann", mark="x", person="pat", why="lost"))
    doing.at += later
    assert refused(doing, m.Recover(by="eve", mark="x")) == "link-unknown"
    if code:
        assert refused(doing, m.Recover(by="pat", mark="x")) == code
    else:
        doing.do(m.Recover(by="pat", mark="x"))
        assert refused(doing, m.Recover(by="pat", mark="x")) == "link-unknown"


@pytest.mark.parametrize(
    ("by", "person", "code"),
    [
        ("ann", "ann", "not-for-oneself"),
        ("ann", "bob", "owner-recovery"),
        ("ann", "deb", ""),
        (CONSOLE, "ann", ""),
        ("max", "deb", ""),
        ("max", "pat", ""),
        ("max", "ann", "owner-recovery"),
        ("max", "ian", "not-above"),
        ("max", "mia", "not-above"),
        ("deb", "pat", "no-recovery"),
        ("ian", "pat", "no-recovery"),
        ("pat", "deb", "no-recovery"),
    ],
)
def test_who_makes_whose_recovery_link(by: str, person: str, code: str):
    """An owner for all but owners, the console, or somebody whom a book lets exclude players, for those below."""
    doing = opened("ann", "bob")
    doing.join("max", "ann", crown=("tg-assistant-casino-manager",))
    doing.join("mia", "ann", crown=("tg-assistant-casino-manager",))
    doing.join("deb", "ann", crown=("dealer",))
    doing.join("ian", "ann", nsw=("inspector",))
    offer = m.OfferRecovery(by=by, mark="x", person=person, why="lost")
    if code:
        assert refused(doing, offer) == code
    else:
        assert doing.do(offer)


def test_a_recovery_link_dies_with_the_standing_of_whoever_made_it():
    """Whoever made it could be the one who uses it: an owner who was dismissed, a manager who was moved."""
    doing = opened("ann", "bob")
    doing.join("max", "ann", crown=(BOSS,))
    for by, mark, person in (("bob", "x", "pat"), ("max", "y", "pam"), (CONSOLE, "z", "pip")):
        doing.do(m.OfferRecovery(by=by, mark=mark, person=person, why="lost"))
    doing.do(m.DisableMember(by="ann", person="bob", why="dismissed"))
    doing.do(m.WithdrawTitle(by="ann", person="max", book="crown", title=BOSS, why="moved"))
    assert refused(doing, m.Recover(by="pat", mark="x")) == "link-unknown"
    assert refused(doing, m.Recover(by="pam", mark="y")) == "link-unknown"
    assert doing.do(m.Recover(by="pip", mark="z"))


def test_of_two_recovery_links_for_one_person_the_newest_works():
    """With the older one, whoever had kept it could take the account again from the person who had just got it back."""
    doing = opened("ann")
    doing.join("max", "ann", crown=(BOSS,))
    doing.do(m.OfferRecovery(by="ann", mark="w", person="pam", why="lost"))
    doing.do(m.OfferRecovery(by="max", mark="x", person="pat", why="lost"))
    ended, _ = doing.do(m.OfferRecovery(by="ann", mark="y", person="pat", why="sent to the wrong address"))
    assert ended == m.RecoveryEnded(mark="x", by="ann", why="sent to the wrong address")
    assert refused(doing, m.Recover(by="pat", mark="x")) == "link-unknown"
    assert doing.do(m.Recover(by="pat", mark="y"))
    assert doing.do(m.Recover(by="pam", mark="w"))


def test_one_owner_does_not_take_the_account_of_another_not_even_with_a_link_from_before():
    doing = opened("ann", "bob")
    doing.join("eve", "ann")
    doing.do(m.OfferRecovery(by="ann", mark="x", person="eve", why="lost"))
    doing.do(m.Propose(by="ann", id="1", act=GrantOwnership(by="ann", why="y", person="eve")))
    doing.do(m.Approve(by="bob", id="1"))
    assert refused(doing, m.Recover(by="eve", mark="x")) == "link-unknown"
    doing.do(m.DisableMember(by="ann", person="bob", why="for a week"))
    assert refused(doing, m.OfferRecovery(by="ann", mark="y", person="bob")) == "owner-recovery"


def test_a_link_can_be_made_worthless():
    doing = opened("ann")
    doing.do(Invite(by="ann", mark="x"))
    doing.do(m.OfferRecovery(by="ann", mark="y", person="pat"))
    assert refused(doing, m.Revoke(by="pat", mark="x")) == "not-an-owner"
    for mark in ("x", "y"):
        doing.do(m.Revoke(by="ann", mark=mark, why="sent to the wrong person"))
        assert refused(doing, m.Revoke(by="ann", mark=mark)) == "link-unknown"


# Two persons.

ACTS: list[tuple[str, Act, str, set[str]]] = [
    ("ann", GrantOwnership(by="ann", why="y", person="eve"), "bob", {"bob"}),
    ("ann", GiveMoney(by="ann", why="y", person="pat", cents=100), "bob", {"bob"}),
    ("max", GiveMoney(by="max", why="y", person="pat", cents=100), "ann", {"ann", "bob"}),
    ("max", AdmitAgain(by="max", why="y", person="pat", book="crown", title=BOSS), "mia", {"ann", "bob", "mia"}),
    ("ann", EraseSomebody(by="ann", why="y", person="pat"), "bob", {"bob"}),
    (
        "ann",
        CorrectHouseMeter(by="ann", why="y", meters="play", meter="main", amount_exact="5", corrects="3"),
        "max",
        {"bob", "max", "mia"},
    ),
]
EVERYBODY = ("ann", "bob", "max", "mia", "deb", "ian", "eve", "pat", CONSOLE)


def staffed() -> Doing:
    doing = opened("ann", "bob")
    for name in ("max", "mia"):
        doing.join(name, "ann", crown=("tg-assistant-casino-manager",))
    doing.join("deb", "ann", crown=("dealer",))
    doing.join("ian", "ann", nsw=("inspector",))
    doing.join("eve", "ann")
    return doing


@pytest.mark.parametrize(("by", "act", "second", "may"), ACTS)
def test_what_needs_a_second_person(by: str, act: Act, second: str, may: set[str]):
    doing = staffed()
    assert refused(doing, m.Propose(by="deb", id="1", act=act)) == "proposal-unknown", "in nobody else's name"
    assert refused(doing, m.Propose(by=by, id="1", act=type(act)(**{**as_dict(act), "why": ""}))) == "reason-text"
    doing.do(m.Propose(by=by, id="1", act=act))
    assert refused(doing, m.Propose(by=by, id="1", act=act)) == "proposal-unknown"
    for each in EVERYBODY:
        if each not in may:
            assert refused(doing, m.Approve(by=each, id="1")) in ("standing-short", "not-for-oneself"), each
    approved, *_ = doing.do(m.Approve(by=second, id="1"))
    assert isinstance(approved, m.ProposalApproved)
    assert refused(doing, m.Approve(by=second, id="1")) == "proposal-unknown", "never twice"
    if approved.follows:
        assert doing.now.approved["1"].approved_by == second
        assert doing.do(m.Conclude(by=second, id="1")) == (), "only the floor knows"
        doing.do(m.Conclude(by=m.FLOOR, id="1"))
        assert doing.do(m.Conclude(by=m.FLOOR, id="1")) == ()
    assert not doing.now.approved


def as_dict(act: Act) -> dict[str, object]:
    return {name: getattr(act, name) for name in act.__struct_fields__}


def test_every_rule_names_its_standard_and_every_act_has_one():
    assert set(RULES) == set(Act.__args__)
    assert all(rule.source.startswith("GLI-19 ") for rule in RULES.values())


def test_who_admits_again_names_a_title_that_they_hold():
    doing = staffed()
    act = AdmitAgain(by="max", why="y", person="pat", book="crown", title="dealer")
    assert refused(doing, m.Propose(by="max", id="1", act=act)) == "no-title"


def test_who_proposed_must_still_hold_what_it_takes():
    doing = staffed()
    doing.do(m.Propose(by="max", id="1", act=AdmitAgain(by="max", why="y", person="pat", book="crown", title=BOSS)))
    doing.do(m.WithdrawTitle(by="ann", person="max", book="crown", title="tg-assistant-casino-manager"))
    assert refused(doing, m.Approve(by="mia", id="1")) == "standing-short"


@pytest.mark.parametrize("person", ["ann", "bob"])
def test_nobody_proposes_or_approves_for_themselves(person: str):
    doing = staffed()
    act = GiveMoney(by="ann", why="y", person=person, cents=1)
    if person == "ann":
        assert refused(doing, m.Propose(by="ann", id="1", act=act)) == "not-for-oneself"
    else:
        doing.do(m.Propose(by="ann", id="1", act=act))
        assert refused(doing, m.Approve(by="bob", id="1")) == "not-for-oneself"


@pytest.mark.parametrize(("later", "good"), [(72 * HOUR - 1, True), (72 * HOUR, False)])
def test_a_proposal_lapses(later: int, good: bool):
    doing = staffed()
    doing.do(m.Propose(by="ann", id="1", act=GiveMoney(by="ann", why="y", person="pat", cents=1)))
    doing.at += later
    if good:
        assert doing.do(m.Lapse(key="proposal/1")) == ()
        assert doing.do(m.Approve(by="bob", id="1"))
    else:
        assert refused(doing, m.Approve(by="bob", id="1")) == "proposal-unknown"
        assert doing.do(m.Lapse(key="proposal/1")) == (m.ProposalEnded(id="1"),)
        assert doing.do(m.Lapse(key="proposal/1")) == ()


def test_a_proposal_is_declined_by_a_second_person_or_taken_back():
    doing = staffed()
    act = GiveMoney(by="ann", why="y", person="pat", cents=1)
    for by in ("ann", "bob"):
        doing.do(m.Propose(by="ann", id=by, act=act))
        assert refused(doing, m.Decline(by="deb", id=by)) == "standing-short"
        doing.do(m.Decline(by=by, id=by, why="no"))
        assert refused(doing, m.Approve(by="bob", id=by)) == "proposal-unknown"


# Settings, books, tables.


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        (name, rule.least, rule.most)
        for name, rule in SETTINGS.items()
        if isinstance(rule.default, int) and not rule.choices
    ],
)
def test_a_setting_within_its_bounds(name: str, least: int, most: int):
    for value in (least - 1, most + 1):
        assert refused(opened(), m.ChangeSetting(by="ann", name=name, value=value)) == "setting-bounds"
    for value in (least, most):
        doing = opened()
        doing.do(m.ChangeSetting(by="ann", name=name, value=value, why="house rule"))
        assert doing.now.setting(name) == value
        assert all(isinstance(event, m.SettingChanged) for event in doing.events)
        assert [(event.before, event.after) for event in doing.events] == [(SETTINGS[name].default, value)]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("colour", "red", "no-setting"),
        ("currency", "EUR", "setting-choice"),
        ("guests_play", "maybe", "setting-choice"),
        ("idle_minutes", "30", "setting-kind"),
        ("guests_play", 1, "setting-kind"),
        ("idle_minutes", True, "setting-kind"),
        ("name_en", "x" * 61, "setting-text"),
        ("name_fr", "a\nb", "setting-text"),
    ],
)
def test_a_bad_setting_is_refused(name: str, value: int | str, code: str):
    assert refused(opened(), m.ChangeSetting(by="ann", name=name, value=value)) == code


def test_settings_and_books_are_the_owners():
    doing = opened()
    doing.join("deb", "ann", crown=("dealer",))
    assert refused(doing, m.ChangeSetting(by="deb", name="name_en", value="x")) == "not-an-owner"
    assert refused(doing, m.ChangeBook(by="deb", book="online", content="hash of online")) == "not-an-owner"
    assert refused(doing, m.ChangeBook(by="ann", book="other", content="hash of online")) == "book-other-id"
    doing.house = h.evolve(doing.now, h.listed(doing.now, "table:1", "crown", "deb"))
    assert refused(doing, m.ChangeBook(by="ann", book="crown", content="")) == "book-at-a-table"
    doing.house = h.evolve(doing.now, m.TableUnlisted(table="table:1", by="floor"))
    doing.do(m.ChangeBook(by="ann", book="online", content="hash of online"))
    (event,) = doing.do(m.ChangeBook(by="ann", book="crown", content=""))
    assert event == m.BookChanged(book="crown", before="hash of crown", after="", by="ann", why="")
    assert not list(standings(doing.now, lambda _: None, "deb")), "a title of a book that is gone counts for nothing"


# Whatever people try.

PEOPLE = ("ann", "bob", "cat", "deb", "eve")
person = st.sampled_from((*PEOPLE, CONSOLE))
somebody = st.sampled_from(PEOPLE)
book_title = st.sampled_from(
    [("crown", "dealer"), ("crown", "tg-area-manager"), ("nsw", "inspector"), ("nsw", "dealer")]
)
mark = st.sampled_from(["a", "b", "c", "d"])


@st.composite
def acts(draw: st.DrawFn) -> Act:
    by, other = draw(person), draw(somebody)
    kind = draw(st.sampled_from([Invite, GrantOwnership, EnableMember, GiveMoney]))
    match kind:
        case _ if kind is Invite:
            return Invite(by=by, why="y", mark=draw(mark), owner=draw(st.booleans()))
        case _ if kind is GiveMoney:
            return GiveMoney(by=by, why="y", person=other, cents=1)
        case _:
            return kind(by=by, why="y", person=other)


@st.composite
def commands(draw: st.DrawFn) -> m.Command:
    by, other, (book, title) = draw(person), draw(somebody), draw(book_title)
    return draw(
        st.sampled_from(
            [
                Invite(by=by, mark=draw(mark), owner=draw(st.booleans()), titles={book: (title,)}),
                Invite(by=by, mark=draw(mark), owner=True),
                m.Accept(by=other, mark=draw(mark)),
                m.GrantTitle(by=by, person=other, book=book, title=title),
                m.WithdrawTitle(by=by, person=other, book=book, title=title),
                m.WithdrawOwnership(by=by, person=other),
                m.DisableMember(by=by, person=other),
                GrantOwnership(by=by, person=other),
                EnableMember(by=by, person=other),
                m.Propose(by=by, id=draw(mark), act=draw(acts())),
                m.Approve(by=by, id=draw(mark)),
                m.Decline(by=by, id=draw(mark)),
                m.Lapse(key=f"proposal/{draw(mark)}"),
            ]
        )
    )


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(commands(), st.sampled_from([0, HOUR, 80 * HOUR])), max_size=40))
def test_whatever_people_try(tries: list[tuple[m.Command, int]]):
    """Nobody gains by themselves, an owner stays, proposals are carried out once and by two; and it replays."""
    doing = opened("ann", "bob")
    begun = doing.now
    for command, later in tries:
        doing.at += later
        before = doing.now
        with suppress(InputError):
            happened = doing.do(command)
            check(before, doing.now, command, happened)
        assert doing.now.owners, "somebody is always an owner"
    folded: m.House | None = begun
    for event in doing.events:
        folded = h.evolve(folded, event)
    assert folded == doing.now
    approvals = [(event.id, index) for index, event in enumerate(doing.events) if isinstance(event, m.ProposalApproved)]
    made = [event.proposal for event in doing.events if isinstance(event, m.ProposalMade)]
    assert len(approvals) <= len(made)


def check(before: m.House, after: m.House, command: m.Command, happened: tuple[m.Event, ...]) -> None:
    for event in happened:
        if isinstance(event, m.ProposalApproved):
            assert event.by != before.proposals[event.id].act.by
            assert event.by in before.owners
        if not isinstance(event, m.MemberEvent):
            continue
        who = event.after.person
        had = event.before or m.Member(person=who)
        gained = {(book, title) for book, titles in event.after.titles.items() for title in titles} - {
            (book, title) for book, titles in had.titles.items() for title in titles
        }
        if gained or (event.after.owner and not had.owner) or (had.disabled and not event.after.disabled):
            assert event.by != who
            assert event.by == CONSOLE or event.by in before.owners
        if (event.after.owner and not had.owner) or isinstance(event, m.MemberEnabled):
            alone = not had.owner and isinstance(event, m.MemberEnabled)
            assert alone or event.second or not before.owners
        assert not (event.after.owner and event.after.titles)
        assert event.before == before.members.get(who)
        assert event.after == after.members[who]
