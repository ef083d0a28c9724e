"""How settled hands were played: what the projection keeps of them, and what it must not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from mississippi_stud.cards import text
from mississippi_stud.floor import Floor, Void
from mississippi_stud.floor.history import plays, rounds
from mississippi_stud.hands import five
from mississippi_stud.table.commands import Validate
from mississippi_stud.web.statistics import Span, statistics_of
from tests.decks import scripted_decks
from tests.floor.clock import Clock, opened, table
from tests.floor.drive import HOUSE, dump, open_crown, play, run_house
from tests.floor.several import BOSS, Staffed, deal, decide, seats


@pytest.fixture
def floor(database_url: str, key_file: Path) -> Iterator[Floor]:
    with opened(database_url, key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


def stored(floor: Floor) -> list[tuple[object, ...]]:
    with floor.database.transaction() as connection:
        return [tuple(row) for row in connection.execute(select(rounds.plays).order_by(*rounds.plays.primary_key))]


def test_settled_hands_are_told_in_order_and_nothing_of_one_under_way(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 fold")
    marked = plays.mark(floor, "ann")
    play(floor, stream, "1 ante 5; deal; 1 bet 1; 1 bet 2; 1 bet 3")
    assert plays.mark(floor, "ann") != marked
    marked = plays.mark(floor, "ann")
    play(floor, stream, "1 ante 5; deal; 1 bet 1")
    assert plays.mark(floor, "ann") == marked
    folded, whole = plays.played(floor, "ann")
    assert (folded.folded_on, folded.made) == ("third-street", None)
    assert folded.wagers["ante"] == (5_00, 0)
    assert folded.wagers["three-card-bonus"][0] == 2_00
    assert {wager: staked for wager, (staked, _) in whole.wagers.items()} == {
        "ante": 5_00, "third-street": 5_00, "fourth-street": 10_00, "fifth-street": 15_00,
    }  # fmt: skip
    assert (whole.folded_on, whole.made) == ("", five(*whole.cards))
    state = floor.table(stream).round
    assert state is not None
    held = text(state.hands[1].hole)
    assert not any(held in str(row) for row in stored(floor))
    assert list(plays.played(floor, "bob")) == []
    before = dump(floor.database)
    floor.rebuild()
    assert dump(floor.database) == before


def test_cards_are_kept_only_of_who_is_alone(floor: Floor):
    """What somebody folded beside others is theirs; a void round has no result and no row."""
    stream = seats(floor, "nsw", {1: "bea", 2: "bob", 3: "cy"})
    deal(floor, stream)
    decide(floor, stream, folding=(2,))
    found = {name: list(plays.played(floor, name)) for name in ("bea", "bob", "cy")}
    assert [[hand.cards for hand in hands] for hands in found.values()] == [[()], [()], [()]]
    assert [hands[0].made is not None for hands in found.values()] == [True, False, True]
    assert found["bob"][0].folded_on == "third-street"
    alone = table(floor)
    play(floor, alone, "1 ante 5; deal")
    floor.send(alone, Void(clause="online notice.3", reason="a malfunction", by="floor"))
    assert list(plays.played(floor, "ann")) == []


def test_a_prize_that_was_pending_counts_for_its_wager_when_it_has_been_validated(floor: Floor):
    run_house(floor)
    played = Staffed(floor, "dealer", {1: "cy"}, meters=HOUSE)
    open_crown(floor, played.stream)
    with scripted_decks():
        played.lines("round; 1 ante 5; 1 jackpot 5; 1 ready; no-more-bets; deal", seed="Ah Kh Qh Jh Th")
        played.lines("1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1; reveal; settle")
        before = statistics_of(floor, "cy", Span.ALL)
        played.do(Validate(prize=1, by=BOSS, person=BOSS))
        after = statistics_of(floor, "cy", Span.ALL)
    assert before.best_hand == after.best_hand == "royal-flush"
    sides = [found.money[0].sides["jackpot"].net_cents for found in (before, after)]
    assert sides[1] - sides[0] == 50_002_00
    assert after.money[0].main == before.money[0].main
    assert after.money[0].total.net_cents == floor.balance("cy") - 10_000_00
