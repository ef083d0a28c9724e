"""No hidden card and no secret in any frame, whoever looks: players, watchers, the sign, the lobby, staff."""

import json
import sys
from dataclasses import replace as replace_dataclass
from typing import Any

import msgspec
import pytest
import structlog
from msgspec.structs import replace

from mississippi_stud.cards import symbols
from mississippi_stud.floor import Role
from mississippi_stud.table import Felt, TableView
from mississippi_stud.web.asyncapi import document
from mississippi_stud.web.delta import canonical
from mississippi_stud.web.live_frames import TOPICS_MAX
from mississippi_stud.web.topics import KINDS, Viewer, look
from tests.campaign.part import Part
from tests.floor.drive import play
from tests.web.cast import Caller, Reply
from tests.web.frames import CONSOLES, SEATS, STAFF, Audience, cards_in, text_of
from tests.web.test_live import _cards, checks_of

ROUNDS = 4


def test_nobody_is_shown_a_hidden_card_or_a_secret():
    with Audience("few") as audience:
        for _ in range(ROUNDS):
            audience.play_round()
    met = audience.met
    assert all(met[kind] > 100 for kind in ("table", "sign", "card", *STAFF)), met
    assert all(met[kind] > 10 for kind in ("person", "lobby", *CONSOLES)), met
    assert met["page"], "and what is written of a round while it is played was read"
    assert met["logged"]


def test_a_watcher_with_a_name_sees_what_everybody_sees():
    """So all watchers of a table can be sent one frame."""
    with Audience("watchers") as audience:
        table = audience.tables[1]
        audience.play_round()
        for person in ("zed", audience.owner):
            views = [look(Viewer(audience.floor, each, "en"), table).view for each in (person, None)]
            assert canonical(views[0]) == canonical(views[1])


def test_the_quick_search_finds_what_the_slow_one_does():
    with Audience("searches") as audience:
        audience.play_round()
    sent = [frame for shown in audience.last.values() for frame in (shown.frame("", b""), shown._news) if frame]
    frames = [text_of(frame) for frame in sent]
    assert len(frames) > SEATS
    assert any(cards_in(frame) for frame in frames)
    for frame in frames:
        assert cards_in(frame) == set(_cards(json.loads(frame)))


def test_frames_of_every_kind_of_topic_are_as_the_document_says():
    told = msgspec.json.decode(msgspec.json.encode(document()))
    check = checks_of(told)["tell"]
    with Audience("document") as audience:
        audience.look_at_a_lesson()
        audience.look_at_a_tournament()
        audience.look_at_a_promotion()
        for _ in range(10 * ROUNDS):  # what is looked at rarely comes too
            audience.play_round()
            if not (missing := KINDS.keys() - {"meter"} - {topic.partition(":")[0] for topic, *_ in audience.last}):
                break
    assert not missing
    for shown in audience.last.values():
        for frame in filter(None, (shown.frame("", b""), shown._news)):
            check.validate(json.loads(text_of(frame)))
    topic = told["components"]["schemas"]["ViewFrame"]["properties"]["topic"]
    assert all(kind in topic["description"] for kind in KINDS)
    asked = told["components"]["schemas"]["Subscribe"]
    assert asked["properties"]["topics"]["maxProperties"] == TOPICS_MAX
    assert "any number of topics" in asked["description"]


@pytest.mark.parametrize("role", [Role.PLAYER, *STAFF])
def test_a_leak_is_found(role: Role, monkeypatch: pytest.MonkeyPatch):
    """Where a role sees every hand, the search says so."""
    hand = sys.modules["mississippi_stud.round.view"]._hand  # in its package, `view` is the function
    seen_by = Felt.seen_by

    def leaky(felt: Felt, asked: Role, person: str = "") -> TableView:
        seen, state = seen_by(felt, asked, person), felt._shown
        if asked is not role or state is None or seen.round is None:
            return seen
        hands = tuple(
            hand(felt._book, state, each, Role.PLAYER, each.player) for _, each in sorted(state.hands.items())
        )
        return replace(seen, round=replace(seen.round, hands=hands))

    with Audience("leak") as audience:
        monkeypatch.setattr(Felt, "seen_by", leaky)
        with pytest.raises(AssertionError, match="sees"):
            audience.play_round()


@pytest.mark.parametrize("path", ["/metrics", "log", "inspection"])
def test_a_leak_is_found_where_it_is_written(path: str, monkeypatch: pytest.MonkeyPatch):
    """In the metrics, in the log, and where an inspector reads the round while it is played."""

    def leaky(caller: Caller, method: str, asked: str, *given: Any, **headers: str) -> Reply:
        reply = ask(caller, method, asked, *given, **headers)
        state = audience.floor.table(audience.tables[0]).round
        hole = next(iter(state.hands.values())).hole if state else ()
        if path == "log":
            structlog.get_logger().debug("dealt", hole=hole)
        return replace_dataclass(reply, body=reply.body + symbols(hole).encode()) if path in asked else reply

    ask = Caller.ask
    with Audience("leak") as audience:
        table, audience.reads = audience.tables[0], True
        play(audience.floor, table, "; ".join(f"{position} ante 10; {position} ready" for position in range(1, 7)))
        monkeypatch.setattr(Caller, "ask", leaky)
        with pytest.raises(AssertionError, match="in the log" if path == "log" else f"{path}.* tells"):
            audience.look(table)


@pytest.mark.campaign
def test_ten_million_frames(part: Part):
    with Audience(f"campaign {part.number}") as audience:
        while audience.frames < part.size:
            audience.play_round()
        part.count(number=audience.frames)
        part.met.update(audience.met)
