"""maryland .02 to .05, .07 to .11, .13H: decks, devices, dealing and people, each step confirmed by a person."""

import pytest
from tests.clauses import clause
from tests.table.drive import Drive, opened

from mississippi_stud.jackpot import MeterOffer
from mississippi_stud.round.commands import MeterPrize, Settle
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table import reconstruct, signs

HOUR = 3600 * 1_000_000
OPENING = [
    "inspect-cards .04A",
    "spread-for-first-player .04B",
    "turn-face-down .04C(1)",
    "wash .04C(2)",
    "stack .04C(3)",
    "shuffle .04D",
    "shuffled-before-play .05A(1)",
]
CUT = ["cut .05E", "top-to-bottom .05E(1)", "cut-into-shoe .05E(2)"]
AFTER_SHUFFLE = {
    "shoe": [*CUT, "load-shoe .08B"],
    "hand": ["deal-as-shuffled .05D(1)", "take-deck-in-one-hand .09A(2)"],
    "automatic": ["deal-as-shuffled .05D(1)", "load-automatic-shoe .10A(1)"],
}
BEFORE_DEAL = {
    "shoe": ["no-more-bets .08C", "draw-with-near-hand .08D"],
    "hand": ["no-more-bets-by-hand .09A(3)(a)", "keep-to-one-hand .09A(2)(a)", "cards-over-the-tray .09A(2)(b)"],
    "automatic": ["no-more-bets-automatic .10A(2)(a)"],
}
DEALT = {
    "shoe": "stub-to-rack .08F",
    "hand": "stub-to-rack-by-hand .09B(3)",
    "automatic": "empty-automatic-shoe .10B(4)",
}
STUB = {
    "shoe": ["lay-stub-face-down .08H", "count-stub .08G", "counted-stub-to-rack .08I"],
    "hand": ["lay-stub-face-down-by-hand .09C(2)", "count-stub-by-hand .09C(1)", "counted-stub-to-rack-by-hand .09D"],
    "automatic": ["count-stub-automatic .10C", "counted-stub-to-rack-automatic .10D"],
}
METHODS = ["shoe", "hand", "automatic"]


def methods(*by_method: tuple[str, ...]) -> list[object]:
    """Every dealing method with the clauses of all: what is prompted with one is not what is prompted with another."""
    every = {f"maryland {each}" for clauses in by_method for each in clauses}
    return [pytest.param(method, marks=clause(*every)) for method in METHODS]


def arrived(dealing: str, *backs: str, prechecked: bool = False, **opening: object) -> Drive:
    drive = Drive("maryland", dealing, **opening)
    for each in backs or ("red",):
        drive.do(t.ReceiveDeck, backs=each, prechecked=prechecked)
    drive.sit("ann", "ben")
    drive.confirm_all()
    return drive


@clause("maryland .04A", "maryland .04B", "maryland .04C(1)", "maryland .04C(2)", "maryland .04C(3)", "maryland .04D")
@clause("maryland .05A(1)", "maryland .05A", "maryland .04E")
@clause("maryland .03B(1)", "maryland .03B(2)", "maryland .03B(3)")
@pytest.mark.parametrize(
    "dealing",
    methods(
        (".05E", ".05E(1)", ".05E(2)", ".05D(2)", ".08B"), (".05D(1)", ".09A(2)", ".09A(1)"), (".05D(1)", ".10A(1)")
    ),
)
def test_04__a_deck_is_inspected_spread_washed_stacked_shuffled(dealing: str):
    assert arrived(dealing).since(0) == OPENING + AFTER_SHUFFLE[dealing]


@clause("maryland .04A")
def test_04a__a_floorperson_confirms_the_dealers_inspection():
    drive = Drive("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    number = drive.prompt("inspect-cards").number
    drive.do(t.Confirm, prompt=number)
    assert drive.refused(t.Confirm, prompt=number) == ("rank-too-low", "maryland .04A")
    assert drive.prompt("inspect-cards").done_by == "dealer"
    drive.do(t.Confirm, by="floorperson", prompt=number)
    assert "inspect-cards" not in drive.duties()


@clause("maryland .04A")
def test_04a__the_second_person_is_another_one():
    drive = Drive("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    number = drive.prompt("inspect-cards").number
    drive.do(t.Confirm, by="floorperson", prompt=number)
    assert drive.refused(t.Confirm, by="floorperson", prompt=number) == ("second-person", "maryland .04A")


@clause("maryland .04A", "maryland .04B", "maryland .04C(1)", "maryland .04C(2)", "maryland .04C(3)", "maryland .04D")
@clause("maryland .04F", "maryland .05A(1)", "maryland .05D(2)")
def test_04f__a_deck_that_comes_inspected_and_reshuffled_goes_to_the_cut():
    by_hand = ["reshuffled-goes-to-the-cut .05D(2)", *CUT, "load-shoe .08B"]
    assert arrived("shoe", prechecked=True).since(0) == by_hand
    machine = arrived("shoe", prechecked=True, shuffling=Shuffling.AUTOMATIC)
    assert machine.since(0) == by_hand
    before = len(machine.prompted)
    machine.whole_round()
    machine.confirm_all()
    assert "cut .05E" not in machine.since(before)


@clause("maryland .03B", "maryland .03B(1)", "maryland .03B(2)", "maryland .03B(3)", "maryland .04E")
def test_03b__two_decks_only_with_a_shuffler_of_one_design_and_two_colours():
    hand = opened("maryland", "shoe")
    assert hand.refused(t.ReceiveDeck, backs="blue") == ("one-deck-by-hand", "maryland .03B")
    drive = arrived("hand")
    assert drive.refused(t.ReceiveDeck, backs="red") == ("same-backs", "maryland .03B(2)")
    assert drive.refused(t.ReceiveDeck, backs="blue", design="other")[0] == "other-design"
    before = len(drive.prompted)
    drive.do(t.ReceiveDeck, backs="blue")
    drive.confirm_all()
    two = ["same-design .03B(1)", "backs-differ .03B(2)"]
    second = [OPENING[0], *two, *OPENING[1:6], "each-deck-alike .04E", OPENING[6]]
    assert drive.since(before) == [*second, *AFTER_SHUFFLE["hand"], "other-deck-in-device .03B(3)"]
    assert drive.refused(t.ReceiveDeck, backs="green") == ("too-many-decks", "maryland .03B")
    approved = (("reshuffling-device", "2014-17"),)
    both = arrived("automatic", "red", "blue", shuffling=Shuffling.CONTINUOUS, approvals=approved)
    assert [deck.backs for deck in both.table.decks] == ["red", "blue"]
    ready = arrived("hand", "red", "blue", prechecked=True)
    assert not [said for said in ready.since(0) if ".04" in said]


@clause("maryland .03B(4)", "maryland .03B(5)")
def test_03b4__the_decks_take_turns_and_the_rack_holds_one():
    drive = arrived("automatic", "red", "blue")
    seen = []
    for _ in range(4):
        seen.append(drive.table.decks[0].backs)
        drive.whole_round()
    assert seen == ["red", "blue", "red", "blue"]
    assert "one-deck-in-rack .03B(5)" in drive.since(0)


@clause("maryland .03A")
def test_03a__one_deck_without_a_shuffler():
    drive = opened("maryland", "shoe")
    assert [deck.backs for deck in drive.table.decks] == ["red"]
    assert drive.refused(t.ReceiveDeck, backs="blue")[0] == "one-deck-by-hand"


@clause("maryland .03C", "maryland .03C(1)", "maryland .03C(2)")
@pytest.mark.parametrize(
    ("dealing", "hours", "said"), [("hand", 4, ".03C(1)"), ("shoe", 8, ".03C(2)"), ("automatic", 8, ".03C(2)")]
)
def test_03c__a_deck_is_changed_after_4_or_8_hours(dealing: str, hours: int, said: str):
    from tests.table.drive import DEALS

    drive = opened("maryland", dealing)
    drive.at = hours * HOUR - 1
    drive.whole_round()
    drive.betting()
    deal = f"deal {DEALS['maryland', dealing]}"
    for late in (hours * HOUR, hours * HOUR + 1):
        drive.at = late
        assert drive.line_refused(deal) == ("deck-too-old", f"maryland {said}")
    assert drive.refused(t.Order, what=t.OrderKind.CHANGE_CARDS) == ("rank-too-low", "maryland .03C")
    drive.do(t.Order, by="floorperson", what=t.OrderKind.CHANGE_CARDS)
    drive.do(t.ReceiveDeck, backs="blue")
    drive.confirm_all()
    drive.deal()
    assert [deck.backs for deck in drive.table.removed] == ["red"]


@clause("maryland .05E")
@pytest.mark.parametrize(
    ("depth", "good"), [(None, False), (9, False), (10, True), (11, True), (51, True), (52, False)]
)
def test_05e__the_cover_card_goes_at_least_ten_cards_in(depth: int | None, good: bool):
    drive = Drive("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    drive.sit("ann")
    while drive.duties() and drive.duties()[0] != "cut":
        drive.confirm(drive.table.prompts[0])
    cut = drive.prompt("cut").number
    if good:
        drive.do(t.Confirm, prompt=cut, depth=depth)
        assert drive.table.decks[0].cut
    else:
        assert drive.refused(t.Confirm, prompt=cut, depth=depth) == ("cut-too-shallow", "maryland .05E")


@clause("maryland .05F")
def test_05f__a_new_cut_only_between_the_cut_and_the_first_card():
    drive = opened("maryland", "shoe")
    assert drive.refused(t.Order, what=t.OrderKind.RECUT) == ("rank-too-low", "maryland .05F")
    drive.do(t.Order, by="floorperson", what=t.OrderKind.RECUT)
    recut = drive.prompt("recut").number
    assert drive.refused(t.Confirm, prompt=recut, depth=9) == ("cut-too-shallow", "maryland .05E")
    drive.confirm_all()
    drive.betting()
    drive.deal()
    assert drive.refused(t.Order, by="floorperson", what=t.OrderKind.RECUT) == ("nothing-to-recut", "maryland .05F")


@clause("maryland .05F")
def test_05f__above_a_floorperson_are_a_pit_manager_and_a_shift_manager():
    titles = rulebook("maryland").staff.titles
    above = {name: (title.en.value, title.fr.value) for name, title in titles.items() if title.rank.value > 2}
    assert titles["floorperson"].rank.value == 2
    assert [titles[name].rank.value for name in above] == [3, 4]
    assert above == {
        "pit-manager": ("pit manager", "chef de section"),
        "shift-manager": ("shift manager", "responsable de quart"),
    }


@clause("maryland .05F", "maryland .05A(3)")
@pytest.mark.parametrize("title", ["floorperson", "pit-manager", "shift-manager"])
def test_05f__a_floorperson_or_anybody_above_may_order_it(title: str):
    drive = opened("maryland", "shoe")
    drive.do(t.Order, by=title, what=t.OrderKind.RECUT)
    drive.do(t.Order, by=title, what=t.OrderKind.SHUFFLE)
    assert drive.duties() == ["recut", "shuffle"]


@clause("maryland .04B", "maryland .04C", "maryland .04C(1)")
def test_04c__the_cards_lie_face_up_until_the_first_player_has_come():
    drive = Drive("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    for duty in ("inspect-cards", "inspect-cards", "spread-for-first-player"):
        drive.confirm(drive.prompt(duty))
    turn = drive.prompt("turn-face-down").number
    assert drive.refused(t.Confirm, prompt=turn) == ("player-first", "maryland .04C(1)")
    drive.sit("ann")
    drive.do(t.Confirm, prompt=turn)
    assert drive.duties()[0] == "wash"


@clause("maryland .05A(3)")
def test_05a3__a_floorperson_may_order_a_shuffle():
    drive = opened("maryland", "hand")
    before = len(drive.prompted)
    assert drive.refused(t.Order, what=t.OrderKind.SHUFFLE) == ("rank-too-low", "maryland .05A(3)")
    drive.do(t.Order, by="floorperson", what=t.OrderKind.SHUFFLE)
    drive.confirm_all()
    assert drive.since(before) == ["shuffle .05A(3)", *AFTER_SHUFFLE["hand"]]


@clause("maryland .05G(1)", "maryland .05G(2)", "maryland .05G(3)")
def test_05g__when_nobody_plays_the_cards_are_spread_and_made_ready_anew():
    drive = opened("maryland", "hand")
    drive.whole_round()
    drive.confirm_all()
    before = len(drive.prompted)
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.confirm_all()
    drive.do(t.Sit, position=1, player="cyd")
    drive.confirm_all()
    idle = ["empty-shoe-and-rack .05G(1)", "spread-face-down .05G(2)", "prepare-anew .05G(3)"]
    assert drive.since(before) == [*idle, *OPENING, *AFTER_SHUFFLE["hand"]]


@clause("maryland .05G(1)", "maryland .05G(2)", "maryland .05G(3)")
def test_05g3__cards_are_not_prepared_before_they_have_been_spread():
    drive = opened("maryland", "shoe")
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.do(t.Sit, position=1, player="cyd")
    anew = drive.prompt("prepare-anew").number
    for duty, said in (("empty-shoe-and-rack", ".05G(1)"), ("spread-face-down", ".05G(2)")):
        assert drive.refused(t.Confirm, prompt=anew) == ("prompt-before", f"maryland {said}")
        drive.confirm(drive.prompt(duty))
    drive.do(t.Confirm, prompt=anew)
    drive.confirm_all()
    assert drive.table.decks[0].lies == "ready"


@clause("maryland .05G(3)", "maryland .04F", "maryland .05A(1)", "maryland .05A(2)")
@pytest.mark.parametrize("played", [True, False], ids=["after a round", "after lying spread"])
@pytest.mark.parametrize("dealing", METHODS)
def test_05g3__a_deck_that_came_prechecked_is_prepared_as_any_other(dealing: str, played: bool):
    drive = arrived(dealing, prechecked=True)
    if played:
        before = len(drive.prompted)
        drive.whole_round()
        drive.confirm_all()
        assert ["shuffle .05A(2)", *AFTER_SHUFFLE[dealing]] == drive.since(before)[-1 - len(AFTER_SHUFFLE[dealing]) :]
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.do(t.AskFaceUp, by="player")
    drive.confirm_all()
    before = len(drive.prompted)
    drive.do(t.Sit, position=1, player="cyd")
    drive.confirm_all()
    assert drive.since(before) == ["prepare-anew .05G(3)", *OPENING, *AFTER_SHUFFLE[dealing]]


@clause(
    "maryland .05D(1)", "maryland .05D(2)", "maryland .05E(2)", "maryland .09A(1)", "maryland .05I", "maryland .05H"
)
def test_05d2__a_deck_that_came_shuffled_is_cut_unless_a_device_reshuffles_it():
    ready = "reshuffled-goes-to-the-cut .05D(2)"
    assert arrived("hand", prechecked=True).since(0) == [ready, *CUT[:2], "take-deck-in-one-hand .09A(2)"]
    assert arrived("automatic", prechecked=True).since(0) == [ready, *CUT, "load-automatic-shoe .10A(1)"]
    approved = (("reshuffling-device", "2014-17"),)
    drive = arrived("automatic", prechecked=True, shuffling=Shuffling.CONTINUOUS, approvals=approved)
    assert drive.since(0) == ["reshuffled-goes-to-the-device .05I", "load-automatic-shoe .10A(1)"]
    assert drive.refused(t.Order, by="floorperson", what=t.OrderKind.RECUT) == ("nothing-to-recut", "maryland .05F")


@clause("maryland .05G(3)", "maryland .04E")
def test_05g3__both_decks_of_an_idle_table_are_prepared_anew():
    drive = arrived("hand", "red", "blue")
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.confirm_all()
    assert [deck.lies for deck in drive.table.decks] == ["apart", "apart"]
    drive.do(t.Sit, position=1, player="cyd")
    assert [(each.duty, each.deck) for each in drive.table.prompts] == [
        ("prepare-anew", "red"),
        ("prepare-anew", "blue"),
    ]
    drive.confirm_all()
    assert [deck.lies for deck in drive.table.decks] == ["ready", "ready"]


@clause("maryland .05G(2)", "maryland .05G(3)")
@pytest.mark.parametrize("spread", [False, True], ids=["before they are spread", "when they lie face down"])
def test_05g2__a_player_may_have_the_cards_of_an_idle_table_spread_face_up(spread: bool):
    drive = opened("maryland", "shoe")
    assert drive.refused(t.AskFaceUp) == ("nothing-spread", "maryland .05G(2)")
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    if spread:
        drive.confirm_all()
    before = len(drive.prompted)
    drive.do(t.AskFaceUp, by="player")
    assert drive.since(before) == ["spread-face-up .05G(2)"]
    assert "spread-face-down" not in drive.duties()
    assert drive.refused(t.AskFaceUp, by="player") == ("nothing-spread", "maryland .05G(2)")
    drive.confirm_all()
    assert drive.table.decks[0].lies == "apart"
    drive.do(t.Sit, position=1, player="cyd")
    assert drive.duties() == ["prepare-anew"], "nothing is dealt from cards that were spread"


@clause("maryland .04A")
def test_04a__a_floorperson_who_is_not_satisfied_has_it_done_again():
    drive = Drive("maryland", "shoe")
    drive.do(t.ReceiveDeck, backs="red")
    number = drive.prompt("inspect-cards").number
    no = {"prompt": number, "grounds": "a corner is bent"}
    assert drive.refused(t.Reject, by="floorperson", **no) == ("nothing-to-reject", "maryland .04A")
    drive.do(t.Confirm, prompt=number)
    assert drive.refused(t.Reject, **no) == ("rank-too-low", "maryland .04A")
    assert drive.refused(t.Reject, by="floorperson", prompt=number, grounds="") == ("no-grounds", "maryland .04A")
    drive.do(t.Reject, by="floorperson", **no)
    assert drive.prompt("inspect-cards").done_by is None
    assert drive.refused(t.Confirm, by="dealer", prompt=number + 1)[0] == "prompt-before"


@clause("maryland .05H", "maryland .05I", "maryland .05B", "maryland .05A", "maryland .09A(1)", "maryland .05D(1)")
def test_05h__a_device_that_reshuffles_and_counts_needs_its_approval_and_no_cut():
    with pytest.raises(Exception, match="not-approved") as refusal:
        Drive("maryland", "automatic", shuffling=Shuffling.CONTINUOUS)
    assert refusal.value.clause == "maryland .05H"
    approved = (("reshuffling-device", "2014-17"),)
    drive = arrived("automatic", shuffling=Shuffling.CONTINUOUS, approvals=approved)
    assert drive.since(0) == [*OPENING, "load-automatic-shoe .10A(1)"]
    for _ in range(6):
        drive.whole_round()
    assert not [said for said in drive.since(0) if said.startswith("count-stub")]
    for dealing, shuffling, said in (
        ("hand", Shuffling.BY_HAND, ".09A(1)"),
        ("hand", Shuffling.CONTINUOUS, ".09A(1)"),
        ("shoe", Shuffling.CONTINUOUS, ".05A"),
    ):
        with pytest.raises(Exception, match="not-shuffled-so") as refusal:
            Drive("maryland", dealing, shuffling=shuffling)
        assert refusal.value.clause == f"maryland {said}"
    Drive("maryland", "shoe", shuffling=Shuffling.AUTOMATIC)
    Drive("maryland", "automatic", shuffling=Shuffling.BY_HAND)


@clause("maryland .02B", "maryland .02E", "maryland .08A", "maryland .05H")
@pytest.mark.parametrize("what", ["layout", "tip-box-location", "shoe-location", "reshuffling-device"])
def test_02__approvals_of_the_commission_are_on_record(what: str):
    drive = opened("maryland", "shoe")
    drive.do(t.RecordApproval, by="floorperson", what=what, reference="2014-17")
    assert (what, "2014-17") in drive.table.approvals


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
    drive = opened("maryland", dealing)
    before = len(drive.prompted)
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;2 ante 10")
    first = BEFORE_DEAL[dealing][0].split()[1]
    from tests.table.drive import DEALS

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


@clause("maryland .11B(2)(b)", "maryland .11B(3)", "maryland .11D(1)(b)", "maryland .11D(2)")
@clause("maryland .11F(1)(b)", "maryland .11F(2)")
@pytest.mark.parametrize(
    ("street", "side", "said"),
    [
        pytest.param(*row)
        for row in (
            (0, False, "folded-cards-to-rack .11B(2)(b)"),
            (0, True, "folded-cards-stay .11B(3)"),
            (1, False, "folded-cards-to-rack-fourth .11D(1)(b)"),
            (1, True, "folded-cards-stay-fourth .11D(2)"),
            (2, False, "folded-cards-to-rack-fifth .11F(1)(b)"),
            (2, True, "folded-cards-stay-fifth .11F(2)"),
        )
    ],
)
def test_11__the_cards_of_a_fold_stay_where_a_side_wager_lies(street: int, side: bool, said: str):
    drive = opened("maryland", "shoe", tables={Wager.THREE_CARD_BONUS: "A"})
    drive.betting("1 ante 25;2 ante 10;1 three-card-bonus 5" if side else "1 ante 25;2 ante 10")
    drive.deal()
    drive.confirm_all()
    for _ in range(street):
        drive.lines("1 bet 25;2 bet 10;reveal")
    before = len(drive.prompted)
    drive.lines("1 fold")
    assert drive.since(before) == [said]
    drive.confirm_all()


@clause("maryland .11I(2)(c)", "maryland .11I(2)(a)", "maryland .11I(2)(b)", "maryland .11I(2)", "maryland .11J")
@pytest.mark.parametrize("sides", [(), (1,), (2,), (1, 2)])
def test_11i2c__hand_by_hand_the_cards_are_collected_or_stay(sides: tuple[int, ...]):
    """Position 1 loses and position 2 pushes; it is settled first, and what is asked of it is done first."""
    drive = opened("maryland", "shoe", tables={Wager.THREE_CARD_BONUS: "A"})
    drive.betting(";".join(["1 ante 25", "2 ante 10", *(f"{each} three-card-bonus 5" for each in sides)]))
    drive.lines("deal 9h 7d Th 8s Ts Jc Qd")
    before = len(drive.prompted)
    drive.finish()
    stay = "cards-stay-for-side-wagers"
    asked = [stay if 2 in sides else "pushed-cards-collected", stay if 1 in sides else "losing-cards-to-rack"]
    settled = [each for each in drive.prompted[before:] if each.clause.startswith("maryland .11I(2)")]
    assert [(each.duty, each.position) for each in settled] == list(zip(asked, (2, 1), strict=True))
    assert drive.refused(t.Confirm, prompt=settled[1].number) == ("prompt-before", settled[0].clause)
    rack = drive.prompt("rack-for-reconstruction").number
    assert drive.refused(t.Confirm, prompt=rack) == ("prompt-before", settled[0].clause)
    drive.confirm_all()


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
def test_08c2__progressive_wagers_are_collected_matched_and_banked(dealing: str):
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
def test_08c2b__a_comparison_that_does_not_come_out_is_not_accepted(dealing: str, count: int):
    drive = opened("maryland", dealing, tables={Wager.PROGRESSIVE: "main"}, costs_cents={Wager.PROGRESSIVE: 500})
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;1 progressive 5;2 ante 10;2 progressive 5")
    drive.do(t.CloseBetting)
    while not drive.duties()[0].startswith("match"):
        drive.confirm(drive.table.prompts[0])
    match = drive.table.prompts[0]
    assert drive.refused(t.Confirm, prompt=match.number, count=count) == ("count-differs", match.clause)
    drive.do(t.Confirm, prompt=match.number, count=2)


MARYLAND = MeterOffer(cost_cents=5_00, seed_cents=10_000_00, rate="20%")


def won(hole: str, board: str = "Qh Jh Th") -> Drive:
    """A round at a table on a meter of $61,234.56, settled: ann's hand wins the progressive, ben's nothing."""
    drive = opened("maryland", "shoe", meter=MARYLAND)
    drive.betting("1 ante 25;1 progressive 5;2 ante 10")
    drive.lines(f"deal {hole} 2c 4s {board}")
    drive.finish()
    while drive.duties()[0] != "verify-hand":
        drive.confirm(drive.table.prompts[0])
    return drive


def progressive(drive: Drive) -> tuple[str, int]:
    results = drive.table.last_round.results
    return next((str(each.outcome), each.won_cents) for each in results if each.wager == "progressive")


@clause("maryland .11I(4)", "maryland .11I(4)(a)", "maryland .11I(4)(b)", "maryland .11I(4)(c)", "maryland .11I(4)(d)")
@pytest.mark.parametrize(
    ("hole", "board", "cents"),
    [
        ("9h 9d", "9c 2d 4h", 45_00),
        ("Ah 9h", "Qh Jh 3h", 200_00),
        ("9h 9d", "9c 9s 4h", 1_500_00),
        ("9h 8h", "Qh Jh Th", 6_123_55),
        ("Ah Kh", "Qh Jh Th", 61_235_56),
    ],
)
@pytest.mark.parametrize("by_prompt", [False, True])
def test_11i4__hand_light_floorperson_and_only_then_the_payment(hole: str, board: str, cents: int, by_prompt: bool):
    drive = won(hole, board)
    assert [each.duty for each in drive.table.prompts if each.moment == "jackpot-won"][:3] == [
        "verify-hand",
        "verify-light",
        "validate-payout",
    ]
    assert (progressive(drive), drive.money["pending:ann"]) == (("pending", 0), cents)
    prize = drive.table.pending[0].number
    for duty in ("verify-hand", "verify-light"):
        asked = drive.prompt(duty)
        assert drive.refused(t.Validate, by="floorperson", prize=prize) == ("prompt-before", asked.clause)
        drive.confirm(asked)
    assert drive.refused(t.Validate, prize=prize) == ("rank-too-low", "maryland .11I(4)(c)")
    assert drive.refused(t.OpenRound) == ("prompt-waits", "maryland .11I(4)(c)")
    number = drive.prompt("validate-payout").number
    if by_prompt:
        drive.do(t.Confirm, prompt=number)
        assert drive.refused(t.Confirm, prompt=number) == ("rank-too-low", "maryland .11I(4)(c)")
        drive.do(t.Confirm, by="floorperson", prompt=number)
    else:
        drive.do(t.Validate, by="floorperson", prize=prize)
    assert (progressive(drive), drive.money["pending:ann"]) == (("win", cents), 0)
    assert "validate-payout" not in drive.duties()
    drive.confirm_all()
    assert drive.refused(t.Validate, by="floorperson", prize=prize) == ("nothing-pending", "maryland .11I(4)(c)")


@clause("maryland .11I(4)(c)")
@pytest.mark.parametrize(("hole", "board"), [("9h 9d", "9c 2d 4h"), ("9h 8h", "Qh Jh Th"), ("Ah Kh", "Qh Jh Th")])
def test_11i4c__what_is_not_validated_goes_back_where_it_came_from(hole: str, board: str):
    drive = won(hole, board)
    for duty in ("verify-hand", "verify-light"):
        drive.confirm(drive.prompt(duty))
    prize = drive.table.pending[0].number
    no = {"by": "floorperson", "prize": prize, "accepted": False}
    assert drive.refused(t.Validate, **no) == ("no-grounds", "maryland .11I(4)(c)")
    drive.do(t.Validate, **no, grounds="the light was never lit")
    assert (progressive(drive), drive.money["pending:ann"]) == (("lose", 0), 0)
    assert drive.meters.meters["main"].value == 61_235_56
    assert not [each for each in drive.table.prompts if each.moment == "jackpot-won"]
    drive.confirm_all()


@clause("maryland .11I(4)(c)")
def test_11i4c__with_nobody_there_who_may_validate_the_payout_waits():
    drive = won("9h 8h")
    for title in ("floorperson", "pit-manager", "shift-manager"):
        drive.do(t.GoOffDuty, by=title)
    for duty in ("verify-hand", "verify-light"):
        drive.confirm(drive.prompt(duty))
    prize = drive.table.pending[0].number
    assert drive.refused(t.Validate, by="floorperson", prize=prize)[0] == "not-on-duty"
    assert drive.refused(t.OpenRound) == ("prompt-waits", "maryland .11I(4)(c)")
    drive.do(t.ComeOnDuty, by="shift-manager")
    drive.do(t.Validate, by="shift-manager", prize=prize)
    assert progressive(drive) == ("win", 6_123_55)


@clause("maryland .11I(4)(d)(i)", "maryland .11I(4)(d)(ii)")
@pytest.mark.parametrize(
    ("hole", "pays", "stay"), [("Ah Kh", "100% of the meter", True), ("9h 8h", "10% of the meter", False)]
)
def test_11i4d__the_cards_stay_only_for_a_prize_that_is_not_paid_from_the_table(hole: str, pays: str, stay: bool):
    offer = {"tables": {Wager.PROGRESSIVE: "main"}, "costs_cents": {Wager.PROGRESSIVE: 500}}
    drive = opened("maryland", "shoe", **offer)
    drive.betting("1 ante 25;1 progressive 5")
    drive.lines(f"deal {hole} Qh Jh Th")
    for line in ("1 bet 25", "reveal") * 3:
        drive.confirm_all()
        drive.lines(line)
    prize = MeterPrize(position=1, wager="progressive", pays=pays, won_cents=1_000_00, clause="maryland .12C(1)")
    before = len(drive.prompted)
    drive.confirm_all()
    drive.do(t.Play, do=Settle(prizes=(prize,)))
    assert ("cards-stay-for-paperwork .11I(4)(d)(ii)" in drive.since(before)) is stay
    if stay:
        assert drive.prompt("cards-stay-for-paperwork").by == "dealer"
    assert "verify-hand .11I(4)(a)" in drive.since(before)


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


@clause("maryland .05C")
def test_05c__a_device_that_counts_saves_the_count():
    drive = opened("maryland", "hand", counts=True)
    for _ in range(6):
        drive.whole_round()
    assert not [said for said in drive.since(0) if said.startswith("count-stub")]
    drive.report("device-count", cards=51)
    drive.confirm(drive.prompt("remove-deck"))
    assert drive.table.decks == ()
    with pytest.raises(Exception, match="no-ruling"):
        drive.report("device-count", cards=52)


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


@clause("maryland .13H")
def test_13h__a_device_out_of_use_is_covered_before_another_way_is_used():
    drive = opened("maryland", "automatic")
    drive.report("device-unusable")
    change = {"dealing": "shoe", "shuffling": Shuffling.BY_HAND}
    assert drive.refused(t.ChangeDealing, **change) == ("prompt-waits", "maryland .13H")
    drive.confirm_all()
    assert drive.table.covered
    assert "out-of-order" in {sign.kind for sign in signs(drive.book, drive.table)}
    drive.do(t.ChangeDealing, **change)
    drive.dealing = "shoe"
    drive.whole_round()


@clause("maryland .07C", "maryland .07G")
def test_07c__only_seated_players_wager_and_each_at_one_position():
    drive = opened("maryland", "shoe")
    drive.do(t.OpenRound)
    assert drive.line_refused("3 ante 25")[0] == "nobody-there"
    assert drive.refused(t.Sit, position=3, player="ann") == ("one-hand", "maryland .07G")


@clause("maryland .07B")
@pytest.mark.parametrize(("cash", "good"), [(True, False), (False, True)])
def test_07b__a_called_wager_with_cash_is_refused(cash: bool, good: bool):
    drive = opened("maryland", "shoe")
    drive.do(t.OpenRound)
    call = {"position": 1, "wager": Wager.ANTE, "cents": 2500, "accompanied": True, "converted": True, "cash": cash}
    if good:
        drive.do(t.CallWager, **call)
    else:
        assert drive.refused(t.CallWager, **call) == ("not-called", "maryland .07B")


@clause("maryland .11J")
def test_11j__a_round_is_rebuilt_card_by_card():
    from mississippi_stud.cards import text

    drive = opened("maryland", "shoe")
    drive.whole_round()
    drive.do(t.OpenDispute, by="player", person="ben", player="ben", about="the pair")
    assert drive.table.disputes[0].round == drive.table.number == 1
    rebuilt = reconstruct(drive.book, drive.table.last_round)
    assert text(each.card for each in rebuilt) == "9h 7d 2c 8s Ts Jc Qd"
    assert [(each.place, each.position) for each in rebuilt[:4]] == [("hole", 1), ("hole", 1), ("hole", 2), ("hole", 2)]


@clause("maryland .11I(2)(a)", "maryland .11I(2)(b)")
@pytest.mark.parametrize(
    ("hole", "said"),
    [
        ("9h 7d", ["losing-cards-to-rack .11I(2)(a)"]),
        ("Th 7d", ["pushed-cards-collected .11I(2)(b)"]),
        ("Jh 7d", []),
    ],
)
def test_11i2__the_cards_of_losing_and_pushed_hands_are_collected(hole: str, said: list[str]):
    drive = opened("maryland", "shoe")
    drive.betting("1 ante 25")
    drive.lines(f"deal {hole} Ts Jc Qd")
    drive.finish()
    assert [each for each in drive.since(0) if ".11I(2)" in each] == said
    drive.confirm_all()
