"""No hidden card and no secret in any frame, whoever looks: players, watchers, the sign, the lobby, staff."""

import json
import sys

import pytest
from msgspec.structs import replace

from mississippi_stud.floor import Role
from mississippi_stud.table import Felt, TableView
from mississippi_stud.web.delta import canonical
from mississippi_stud.web.topics import Viewer, look
from tests.web.frames import SEATS, STAFF, Audience, cards_in, text_of
from tests.web.test_live import _cards

ROUNDS = 4
MILLION_FRAMES = 1_000_000


def test_nobody_is_shown_a_hidden_card_or_a_secret():
    audience = Audience("few")
    for _ in range(ROUNDS):
        audience.play_round()
    met = audience.met
    assert all(met[kind] > 100 for kind in ("table", "person", "sign", "lobby", "card", *STAFF)), met


def test_a_watcher_with_a_name_sees_what_everybody_sees():
    """So all watchers of a table can be sent one frame."""
    audience = Audience("watchers")
    table = audience.tables[1]
    audience.play_round()
    for person in ("zed", "owner"):
        views = [look(Viewer(audience.floor, each, "en"), table).view for each in (person, None)]
        assert canonical(views[0]) == canonical(views[1])


def test_the_quick_search_finds_what_the_slow_one_does():
    audience = Audience("searches")
    audience.play_round()
    sent = [frame for shown in audience.last.values() for frame in (shown.frame("", b""), shown._news) if frame]
    frames = [text_of(frame) for frame in sent]
    assert len(frames) > SEATS
    assert any(cards_in(frame) for frame in frames)
    for frame in frames:
        assert cards_in(frame) == set(_cards(json.loads(frame)))


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

    audience = Audience("leak")
    monkeypatch.setattr(Felt, "seen_by", leaky)
    with pytest.raises(AssertionError, match="sees"):
        audience.play_round()


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_ten_million_frames(part: int):
    audience = Audience(f"campaign {part}")
    while sum(count for kind, count in audience.met.items() if kind != "card") < MILLION_FRAMES:
        audience.play_round()
