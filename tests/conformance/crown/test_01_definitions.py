"""crown 1: definitions, staff and their ranks, and what a fold gives up."""

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import ACM, AM, ANN_BEN, HDD, crown, with_jackpot
from tests.script import clauses, go, refused, results, seen
from tests.table.hall import Pit

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t


# 11.2 sends a matter up from the dealer to the higher duties dealer to the area manager, who manages one area; the
# assistant casino manager manages the whole floor.
@pytest.mark.parametrize(
    ("title", "rank", "en", "fr"),
    [
        pytest.param("dealer", 1, "dealer", "croupier", marks=clause("crown 1.1 Dealer")),
        pytest.param(
            "tg-higher-duties-dealer",
            2,
            "TG higher duties dealer",
            "croupier aux fonctions supérieures",
            marks=clause("crown 1.1 TG Higher Duties Dealer"),
        ),
        pytest.param(
            "tg-area-manager", 3, "TG area manager", "chef de secteur", marks=clause("crown 1.1 TG Area Manager")
        ),
        pytest.param(
            "tg-assistant-casino-manager",
            4,
            "TG assistant casino manager",
            "directeur adjoint du casino",
            marks=clause("crown 1.1 TG Assistant Casino Manager"),
        ),
    ],
)
def test_1_1__each_title_and_its_rank(title: str, rank: int, en: str, fr: str):
    staff = rulebook("crown").staff.titles[title]
    assert (staff.rank.value, staff.en.value, staff.fr.value) == (rank, en, fr)


@clause("crown 1.1 Hole Cards", "crown 1.1 Community cards")
def test_1_1__two_cards_a_hand_and_three_for_all():
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10; deal")
    assert [len(state.hands[position].hole) for position in (1, 2)] == [2, 2]
    assert len(state.community) == 3


@clause("crown 1.1 Ante")
def test_1_1_ante__no_ante_no_hand():
    assert rulebook("crown").wagers["ante"].presence.value == "required"
    assert refused("crown", crown(), "deal") == ("no-ante", "crown 1.1 Ante")
    state = go("crown", crown(ANN_BEN), "2 ante 10; deal 2c 7c 9h Jh Kh")
    assert (state.hands[1].hole, len(state.hands[2].hole)) == ((), 2)
    assert refused("crown", state, "1 place 10") == ("no-ante", "crown 1.1 Ante")


@clause("crown 1.1 Fold")
def test_1_1_fold__ends_the_hand_and_costs_whatever_was_wagered():
    book = rulebook("crown")
    assert book.play.fold_is_final.value is True
    assert book.wagers["fifth-street"].on_fold.value == "lost"


FLUSH = "2h 7h 9h Jh Kh"


@clause("crown 1.1 Fold", "crown 5.9.2")
@pytest.mark.parametrize(
    ("played", "street"),
    [
        ("", "third-street"),
        ("1 place 10; reveal", "fourth-street"),
        ("1 place 10; reveal; 1 place 30; reveal", "fifth-street"),
    ],
)
def test_1_1_fold__gives_up_a_jackpot_prize_on_whatever_street(played: str, street: str):
    state = go("crown", with_jackpot(), f"1 ante 10; 1 jackpot 5; deal {FLUSH}; {played}; 1 fold; settle")
    assert state.hands[1].ended_on == street
    assert set(results(state).values()) == {("lose", "0.00", "0.00")}
    assert clauses(state)["jackpot"] == "crown 5.9.2"


@clause("crown 1.1 Fold")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 place 10", "crown 1.1 Fold"),
        ("1 fold", "crown 1.1 Fold"),
        ("1 leave", "crown 5.7.3"),
        ("1 cannot-fund", "crown 1.1 Fold"),
        ("1 forfeit", "crown 7.4.1(a)"),
    ],
)
def test_1_1_fold__is_the_end_of_the_hand(line: str, said: str):
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10; deal 2h 2c 7h 7c 9h Jh Kh; 1 fold")
    assert refused("crown", state, line) == ("hand-ended", said)


@clause("crown 1.1 Fold")
def test_1_1_fold__leaves_the_cards_face_down_to_the_end():
    state = go(
        "crown",
        crown(ANN_BEN),
        "1 ante 10; 2 ante 10; deal 2h 2c 7h 7c 9h Jh Kh; 1 fold" + "; 2 bet 1; reveal" * 3,
    )
    state = go("crown", state, "settle")
    for role in ("dealer", "supervisor", "inspector", "spectator"):
        assert seen("crown", state, role) == {"1": "- -", "2": "2c 7c", "community": "9h Jh Kh"}
    assert seen("crown", state, "player", "ben")["1"] == "- -"


@clause("crown 1.1 Fold")
def test_1_1_fold__of_everyone_ends_the_round_without_another_card():
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10; deal 2h 2c 7h 7c 9h Jh Kh; 2 fold; 1 fold")
    assert refused("crown", state, "reveal")[0] == "all-folded"
    state = go("crown", state, "settle")
    assert state.order == ()
    assert seen("crown", state, "dealer")["community"] == "- - -"


@clause("crown 1.2")
def test_1_2__a_higher_rank_does_the_dealers_work():
    assert rulebook("crown").staff.powers["do-dealers-work"].value == "tg-higher-duties-dealer"
    drive = Pit("crown", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    for by, duty in ((HDD, "check-cards"), (AM, "shuffle"), (ACM, "cut")):
        drive.do(t.Confirm, by=by, prompt=drive.prompt(duty).number)
    assert drive.table.decks[0].cut
