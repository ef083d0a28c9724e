"""maryland .08: dealing from a manual shoe; what .09 and .10 say in the same words is proved here too."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import (
    AFTER_SHUFFLE,
    BEFORE_DEAL,
    DEALT,
    OTHERS,
    STUB,
    dealt,
    maryland,
    methods,
    pays,
    report_refused,
    sees,
    shown,
)
from tests.jackpot.floor import floor
from tests.script import go, refused
from tests.table.hall import DEALS, opened

from mississippi_stud.jackpot.link import register
from mississippi_stud.jackpot.terms import offered_by
from mississippi_stud.round import Setup
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t


@clause("maryland .05A(2)", "maryland .11B(1)", "maryland .11B(2)(b)", "maryland .11J", "maryland .11I(2)(a)")
@clause("maryland .03B(5)")
@pytest.mark.parametrize(
    "dealing",
    methods(
        (".08C", ".08D", ".08F"),
        (".09A(3)(a)", ".09A(2)(a)", ".09A(2)(b)", ".09B(3)"),
        (".10A(2)(a)", ".10B(4)"),
    ),
)
def test_08__a_round_with_a_fold(dealing: str):
    assert rulebook("maryland").dealing.shuffled_every_round.value is True
    drive = opened("maryland", dealing)
    before = len(drive.prompted)
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;2 ante 10")
    first = BEFORE_DEAL[dealing][0].split()[1]
    deal = f"deal {DEALS['maryland', dealing]}"
    assert drive.line_refused(deal)[0] == "no-more-bets-first"
    drive.do(t.CloseBetting)
    assert drive.line_refused(deal) == ("prompt-waits", f"maryland {first}")
    assert drive.line_refused("1 withdraw ante") == ("bets-closed", "maryland .07D")
    drive.confirm_all()
    drive.deal()
    drive.lines("1 fold")
    drive.finish()
    drive.confirm_all()
    after = ["ask-each-player .11B(1)", "folded-cards-to-rack .11B(2)(b)"]
    after += ["losing-cards-to-rack .11I(2)(a)", "rack-for-reconstruction .11J"]
    said = [*BEFORE_DEAL[dealing], DEALT[dealing], *after, "shuffle .05A(2)", *AFTER_SHUFFLE[dealing]]
    assert drive.since(before) == said


PROGRESSIVE = {
    "shoe": ["collect-progressive .08C(2)(a)", "match-progressive .08C(2)(b)", "bank-progressive .08C(2)(c)"],
    "hand": [
        "collect-progressive-by-hand .09A(4)(a)",
        "match-progressive-by-hand .09A(4)(b)",
        "bank-progressive-by-hand .09A(4)(c)",
    ],
    "automatic": [
        "collect-progressive-automatic .10A(3)(a)",
        "match-progressive-automatic .10A(3)(b)",
        "bank-progressive-automatic .10A(3)(c)",
    ],
}


@pytest.mark.parametrize(
    "dealing",
    methods(*(tuple(each.split()[1] for each in said) for said in PROGRESSIVE.values())),
)
def test_08c_2__progressive_wagers_are_collected_matched_and_banked(dealing: str):
    offer = {"tables": {Wager.PROGRESSIVE: "main"}, "costs_cents": {Wager.PROGRESSIVE: 500}}
    drive = opened("maryland", dealing, **offer)
    before = len(drive.prompted)
    drive.betting("1 ante 25;2 ante 10")
    assert not set(PROGRESSIVE[dealing]) & set(drive.since(before))
    drive.deal()
    drive.finish()
    drive.confirm_all()
    before = len(drive.prompted)
    drive.betting("1 ante 25;1 progressive 5;2 ante 10")
    said = [BEFORE_DEAL[dealing][0], *PROGRESSIVE[dealing], *BEFORE_DEAL[dealing][1:]]
    assert drive.since(before) == said


@pytest.mark.parametrize("dealing", methods((".08C(2)(b)",), (".09A(4)(b)",), (".10A(3)(b)",)))
@pytest.mark.parametrize("count", [0, 1, 3])
def test_08c_2_b__a_comparison_that_does_not_come_out_is_not_accepted(dealing: str, count: int):
    drive = opened("maryland", dealing, tables={Wager.PROGRESSIVE: "main"}, costs_cents={Wager.PROGRESSIVE: 500})
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;1 progressive 5;2 ante 10;2 progressive 5")
    drive.do(t.CloseBetting)
    while not drive.duties()[0].startswith("match"):
        drive.confirm(drive.table.prompts[0])
    match = drive.table.prompts[0]
    assert drive.refused(t.Confirm, prompt=match.number, count=count) == ("count-differs", match.clause)
    drive.do(t.Confirm, prompt=match.number, count=2)


@pytest.mark.parametrize(
    ("dealing", "name"),
    [
        pytest.param("shoe", "maryland .08C(2)(b)", marks=clause("maryland .08C(2)(b)")),
        pytest.param("hand", "maryland .09A(4)(b)", marks=clause("maryland .09A(4)(b)")),
        pytest.param("automatic", "maryland .10A(3)(b)", marks=clause("maryland .10A(3)(b)")),
    ],
)
@pytest.mark.parametrize(("counted", "good"), [(None, False), (1, False), (2, True), (3, False)])
def test_08c_2_b__the_chips_are_counted_against_the_accepted_wagers(
    dealing: str, name: str, counted: int | None, good: bool
):
    casino = floor("maryland")
    tables, signs, costs = offered_by(casino.book, casino.meters.meters["main"].terms)
    setup = Setup(dealing=dealing, seats=((1, "ann"), (2, "ben")), tables=tables, signs=signs, costs_cents=costs)
    state = go("maryland", setup, "1 ante 5; 1 progressive 5; 2 ante 5; 2 progressive 5")
    wagers = register(casino.book, state, "A", "1", counted=counted)
    if good:
        casino.do(wagers)
    else:
        assert casino.refused(wagers) == ("count-differs", name)


BY_SHOE = pytest.param("shoe", marks=clause("maryland .08E", "maryland .08E(1)", "maryland .08E(2)"))
BY_HAND = pytest.param("hand", marks=clause("maryland .09B", "maryland .09B(1)", "maryland .09B(2)"))


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
def test_08e__two_cards_together_to_each_from_the_left_then_three_community_cards(dealing: str):
    state = go(
        "maryland", maryland("ann ben cid", dealing), "1 ante 5; 2 ante 5; 3 ante 5; deal 2c 3c 4c 5c 6c 7c 8c 9c Tc"
    )
    assert [shown(state.hands[position].hole) for position in (1, 2, 3)] == ["2c 3c", "4c 5c", "6c 7c"]
    assert shown(state.community) == "8c 9c Tc"
    assert state.bonus_cards == ()


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
def test_08e__only_who_placed_an_ante_is_dealt_to(dealing: str):
    seats = {6: "fay", 1: "ann", 3: "cid", 4: "dee"}
    state = go("maryland", maryland(seats, dealing), "6 ante 5; 3 ante 5; 1 ante 5; deal 2c 3c 4c 5c 6c 7c 8c 9c Tc")
    hands = {position: shown(hand.hole) for position, hand in state.hands.items()}
    assert hands == {1: "2c 3c", 3: "4c 5c", 4: "", 6: "6c 7c"}


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
@pytest.mark.parametrize("cards", ["2c 3c 4c 5c", "2c 3c 4c 5c 6c 7c"])
def test_08e__one_card_too_few_or_too_many_is_no_deal(dealing: str, cards: str):
    clause_of = {"shoe": "maryland .08E", "hand": "maryland .09B"}
    assert refused("maryland", go("maryland", maryland(dealing=dealing), "1 ante 5"), f"deal {cards}") == (
        "wrong-cards",
        clause_of[dealing],
    )


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
@pytest.mark.parametrize("who", OTHERS)
def test_08e__the_cards_lie_face_down(dealing: str, who: str):
    state = go("maryland", maryland("ann ben", dealing), "1 ante 5; 2 ante 5; deal 2c 3c 4c 5c 6c 7c 8c")
    assert sees(state, who)["1"] == "- -"
    assert sees(state, who)["community"] == sees(state, "ann")["community"] == "- - -"


@pytest.mark.parametrize("dealing", [BY_SHOE, BY_HAND])
def test_08e__cards_of_a_physical_deck_are_known_when_they_are_exposed(dealing: str):
    state = go("maryland", maryland("ann", dealing), "1 ante 5; deal")
    assert (len(state.hands[1].hole), len(state.community)) == (2, 3)
    state = go("maryland", state, "1 place 5")
    assert refused("maryland", state, "reveal")[0] == "card-unknown"
    state = go("maryland", state, "reveal 6c; 1 place 5")
    assert refused("maryland", state, "reveal 6c")[0] == "card-twice"
    state = go("maryland", state, "reveal 7c; 1 place 5; reveal 8d")
    assert refused("maryland", state, "settle")[0] == "card-unknown"
    assert refused("maryland", state, "1 show 6c 9c")[0] == "card-twice"
    state = go("maryland", state, "1 show 9c Tc; settle")
    assert pays(state)["ante"] == "4 to 1"


@clause("maryland .08F", "maryland .09B(3)", "maryland .10B(4)")
@pytest.mark.parametrize("dealing", methods((".08G", ".08H", ".08I"), (".09C(1)", ".09C(2)", ".09D"), (".10C", ".10D")))
def test_08g__the_stub_is_counted_in_the_fifth_round_and_not_in_the_fourth(dealing: str):
    drive = opened("maryland", dealing)
    for number in range(1, 11):
        before = len(drive.prompted)
        drive.whole_round()
        counted = [said for said in drive.since(before) if said in {each for said in STUB.values() for each in said}]
        assert counted == (STUB[dealing] if number in (5, 10) else [])
        assert (DEALT[dealing] in drive.since(before)) is (number not in (5, 10))


FIND = {"shoe": "find-misdeal .08J", "hand": "find-misdeal-by-hand .09E", "automatic": "find-misdeal-automatic .10E"}


@pytest.mark.parametrize("dealing", methods((".08J",), (".09E",), (".10E",)))
@pytest.mark.parametrize(("count", "right"), [(44, False), (45, True), (46, False)])
def test_08j__a_wrong_count_asks_whether_cards_were_misdealt(dealing: str, count: int, right: bool):
    drive = opened("maryland", dealing)
    for _ in range(4):
        drive.whole_round()
    drive.betting()
    drive.deal()
    before = len(drive.prompted)
    for said in STUB[dealing][:-1]:
        drive.confirm(drive.prompt(said.split()[0]), count=count)
    assert drive.since(before) == ([] if right else [FIND[dealing]])
    if not right:
        find = drive.prompt(FIND[dealing].split()[0])
        assert drive.refused(t.Confirm, prompt=find.number) == ("report-incident", find.clause)
        drive.report("stub-count-wrong", misdealt=False, cards=count + 7)
        assert drive.table.last_round.phase == "void"
        drive.confirm_all()
        assert drive.table.decks == ()


@pytest.mark.parametrize(
    ("dealing", "misdealt", "otherwise"),
    [
        pytest.param("shoe", ".08J(1)", ".08J(2)", marks=clause("maryland .08J(1)", "maryland .08J(2)")),
        pytest.param("hand", ".09F", ".09G", marks=clause("maryland .09F", "maryland .09G")),
        pytest.param("automatic", ".10F", ".10G", marks=clause("maryland .10F", "maryland .10G")),
    ],
)
def test_08j__a_count_of_52_voids_only_a_misdeal_and_any_other_takes_the_deck_away(dealing, misdealt, otherwise):
    drive = dealt(dealing)
    right = {"misdealt": False, "cards": 52}
    assert report_refused(drive, "stub-count-wrong", **right) == ("no-ruling", f"maryland {misdealt}")
    drive.report("stub-count-wrong", misdealt=True, cards=52)
    assert drive.table.rulings[-1].clause == f"maryland {misdealt}"
    assert "remove-deck" not in drive.duties()
    for cards, wrongly in ((51, False), (53, False), (51, True)):
        other = dealt(dealing)
        other.report("stub-count-wrong", misdealt=wrongly, cards=cards)
        assert other.table.rulings[-1].clause == f"maryland {otherwise}"
        assert "remove-deck" in other.duties()
        assert other.money["player:ann"] == other.money["player:ben"] == 0
