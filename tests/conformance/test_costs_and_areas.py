"""What a jackpot wager costs is on the sign, and which tables cannot be."""

import pytest
from tests.clauses import clause

from mississippi_stud.round import (
    Bet,
    Bounds,
    Deal,
    Open,
    Place,
    Refused,
    Reveal,
    Settle,
    Setup,
    ShowBonus,
    ShowHole,
    decide,
    play,
)
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager


@pytest.mark.parametrize(
    ("book", "offer", "clause_named"),
    [
        pytest.param("crown", {"tables": {Wager.JACKPOT: "option-1"}}, "crown 9.2.3", marks=clause("crown 9.2.3")),
    ],
)
def test_a_jackpot_wager_has_the_one_cost_that_the_sign_names(book: str, offer: dict, clause_named: str):
    rules = rulebook(book)
    with pytest.raises(Refused) as told:
        decide(rules, None, Open(setup=Setup(dealing="shoe", seats=((1, "ann"),), **offer)))
    assert (told.value.code, told.value.clause) == ("no-cost", clause_named)
    setup = Setup(dealing="shoe", seats=((1, "ann"),), costs_cents={Wager.JACKPOT: 5_00}, **offer)
    seated = play(rules, Open(setup=setup), Place(position=1, wager=Wager.ANTE, cents=10_00))
    for cents in (4_99, 5_01):
        with pytest.raises(Refused) as told:
            decide(rules, seated, Place(position=1, wager=Wager.JACKPOT, cents=cents))
        assert (told.value.code, told.value.clause) == ("wrong-cost", clause_named)
    assert decide(rules, seated, Place(position=1, wager=Wager.JACKPOT, cents=5_00))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"chips_cents": (0,)}, "no-such-chip"),
        ({"chips_cents": (-5,)}, "no-such-chip"),
        ({"max_payout_cents": 0}, "no-such-payout"),
        ({"limits": {Wager.ANTE: Bounds(-1)}}, "no-amount"),
        ({"limits": {Wager.ANTE: Bounds(1, None, 0)}}, "no-such-unit"),
        ({"limits": {Wager.ANTE: Bounds(5, 4)}}, "limits-crossed"),
    ],
)
def test_a_table_that_cannot_be_is_refused(changes: dict, code: str):
    with pytest.raises(Refused) as told:
        decide(rulebook("crown"), None, Open(setup=Setup(dealing="shoe", seats=((1, "ann"),), **changes)))
    assert told.value.code == code


@clause("maryland .10B(1)")
def test_a_physical_deck_shows_the_six_card_bonus_cards_at_settlement():
    rules = rulebook("maryland")
    tables = {Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}
    setup = Setup(dealing="automatic", seats=((1, "ann"),), tables=tables)
    wagers = (Wager.ANTE, Wager.THREE_CARD_BONUS, Wager.SIX_CARD_BONUS)
    placed = [Place(position=1, wager=wager, cents=5_00) for wager in wagers]
    street = [Bet(position=1, cents=5_00)]
    seen = [*street, Reveal(card=0), *street, Reveal(card=5), *street, Reveal(card=10)]
    state = play(rules, Open(setup=setup), *placed, Deal(), *seen)
    state = play(rules, ShowHole(position=1, cards=(50, 46)), state=state)
    for cards, code in [
        ((50, 42, 38, 34), "card-twice"),
        ((42, 42, 38, 34), "card-twice"),
        ((52, 42, 38, 34), "no-card"),
    ]:
        with pytest.raises(Refused) as told:
            decide(rules, state, ShowBonus(cards=cards))
        assert told.value.code == code
    with pytest.raises(Refused) as told:
        decide(rules, state, Settle())
    assert told.value.code == "card-unknown"
    settled = play(rules, ShowBonus(cards=(42, 38, 34, 30)), Settle(), state=state)
    (bonus,) = [result for result in settled.results if result.wager == "six-card-bonus"]
    assert bonus.won_cents == 100_000_00  # A K Q J 10 9 of hearts
    with pytest.raises(Refused) as told:
        decide(rules, play(rules, ShowBonus(cards=(42, 38, 34, 30)), state=state), ShowBonus(cards=(42, 38, 34, 30)))
    assert told.value.code == "no-bonus-cards"
