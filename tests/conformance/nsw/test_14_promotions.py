"""nsw 14: player rewards and promotional prizes."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.clauses import clause
from tests.promotion.hall import (
    BEGIN,
    CLOSE,
    DRAW,
    SCRUTINEER,
    SECRET,
    SEED,
    Giveaway,
    prize,
    terms,
)

from mississippi_stud.fairness.draw import draw_commitment, sealed
from mississippi_stud.messages import DAY, HOUR, SECOND
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.agenda import PromotionDue, agenda
from mississippi_stud.promotion.offer_terms import (
    NOT_APPLICABLE,
    ClaimTerms,
    DateAndPlace,
    DrawTerms,
    Eligibility,
    EntryRule,
    PlayKind,
    PromotionTerms,
    PublicValue,
    digest,
    missing,
)
from mississippi_stud.promotion.prize_terms import PrizeContent
from mississippi_stud.promotion.promoter_options import promoter_options
from mississippi_stud.promotion.state import PassReason, PrizeStatus, PromotionLife
from mississippi_stud.promotion.view import view
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.load import custom_book

PUBLIC = PublicValue(source="beacon 7", at=DRAW)


def submit(told: PromotionTerms, **given: Any) -> tuple[str, str, Any]:
    """Return the code, the clause and what is lacking or wrong, of terms that cannot be submitted."""
    giveaway = Giveaway(told, **given)
    with pytest.raises(Refused) as refused:
        giveaway.do(c.SubmitPromotion)
    assert giveaway.refused(c.SubmitPromotion)  # and again, in words
    return refused.value.code, refused.value.clause, refused.value.params.get("lacking")


# 14.1, 14.2: prizes, and the scrutineer.


@clause("nsw 14.1")
def test_14_1__a_prize_is_won_beside_gaming_and_touches_no_round():
    giveaway = Giveaway().running()
    giveaway.do(c.RecordPlay, player="ann", play=PlayKind.WAGER, reference="table:1#7", wagered_cents=10_00)
    assert giveaway.now.holdings["ann"].entries == 1
    assert giveaway.money == []


@clause("nsw 14.2")
def test_14_2__a_scrutineer_where_a_prize_is_over_10_000_australian_dollars():
    book = rulebook("nsw")
    assert book.promotion.scrutineer_over_cents.value == 10_000_00
    assert book.money.currency.value == "AUD"


@clause("nsw 14.2")
@pytest.mark.parametrize(
    ("cents", "needed"), [(9_999_99, False), (10_000_00, False), (10_000_01, True), (25_000_00, True)]
)
def test_14_2__the_scrutineer_is_there_before_the_draw_and_attests_it(cents: int, needed: bool):
    giveaway = Giveaway(terms(prize(value_cents=cents))).closed()
    giveaway.at = DRAW
    draw = {"secret": SECRET, "seed": SEED, "entries": giveaway.entries}
    if not needed:
        giveaway.do(c.DrawPrizes, **draw)
        assert giveaway.claimed() == 1
        return
    assert giveaway.refused(c.DrawPrizes, **draw) == ("scrutineer-absent", "nsw 14.2")
    giveaway.do(c.OverseeDraw, by=SCRUTINEER)
    giveaway.do(c.DrawPrizes, **draw)
    winner = giveaway.winner()
    assert giveaway.refused(c.LodgeClaim, prize=1, claimant=winner) == ("not-attested", "nsw 14.2")
    assert giveaway.refused(c.LeaveDraw, by=SCRUTINEER) == ("attest-first", "nsw 14.2")
    assert giveaway.refused(c.AttestDraw, by="pat") == ("not-the-scrutineer", "nsw 14.2")
    giveaway.do(c.AttestDraw, by=SCRUTINEER)
    giveaway.do(c.LeaveDraw, by=SCRUTINEER)
    assert giveaway.refused(c.AttestDraw, by=SCRUTINEER) == ("scrutineer-absent", "nsw 14.2")
    assert giveaway.claimed() == 1


@clause("nsw 14.2")
def test_14_2__the_bound_is_that_of_a_single_prize_not_of_all_together():
    giveaway = Giveaway(terms(prize(value_cents=10_000_00, count=3))).closed()
    giveaway.at = DRAW
    giveaway.draw()
    assert len(giveaway.now.winners) == 3


@clause("nsw 14.2")
def test_14_2__without_a_scrutineer_such_a_promotion_does_not_begin():
    told = terms(
        prize(value_cents=10_000_01),
        how_awarded=DrawTerms(chance=PUBLIC),
        minimum_or_compulsory_wager=NOT_APPLICABLE,
    )
    giveaway = Giveaway(told)
    giveaway.do(c.SubmitPromotion)
    giveaway.at = BEGIN
    begin = {"commitment": draw_commitment(SECRET)}
    assert giveaway.refused(c.BeginPromotion, **begin) == ("scrutineer-missing", "nsw 14.2")
    giveaway.do(c.NominateScrutineer, person=SCRUTINEER)
    giveaway.do(c.BeginPromotion, **begin)
    assert giveaway.now.life is PromotionLife.RUNNING


@clause("nsw 14.2")
def test_14_2__a_scrutineer_has_no_interest_in_the_outcome():
    giveaway = Giveaway()
    interested = {"person": "ivo", "interest": "manages the promotion's sponsor"}
    assert giveaway.refused(c.NominateScrutineer, **interested) == ("scrutineer-with-interest", "nsw 14.2")
    giveaway.running().enter("ann")
    assert giveaway.refused(c.NominateScrutineer, person="ann") == ("scrutineer-with-interest", "nsw 14.2")
    entry = {"player": SCRUTINEER, "reason": "at the desk"}
    assert giveaway.refused(c.AddEntry, **entry) == ("scrutineer-enters", "nsw 14.2")
    lines = {"file": "list", "entries": (("ben", 1), (SCRUTINEER, 1))}
    assert giveaway.refused(c.ImportEntries, **lines) == ("file-lines-wrong", "nsw 14.7.1")


# 14.3: cash alternatives.


@clause("nsw 14.3")
def test_14_3__a_cash_alternative_stands_in_the_terms_or_is_not_paid():
    assert rulebook("nsw").promotion.cash_alternative.value is True
    for offered, paid in ((None, False), (8_000_00, True)):
        car = prize("vehicle", 9_000_00, details=DETAILS["vehicle"], cash_alternative_cents=offered)
        giveaway = Giveaway(terms(car)).drawn()
        number = giveaway.claimed()
        if not paid:
            refusal = giveaway.refused(c.PayClaim, claim=number, alternative=True)
            assert refusal == ("alternative-not-in-terms", "nsw 14.3")
            giveaway.do(c.PayClaim, claim=number)
            assert giveaway.money == []  # the car itself
            continue
        (event, *_) = giveaway.do(c.PayClaim, claim=number, alternative=True)
        assert (event.clause, event.parts) == ("nsw 14.3", {"cash": 8_000_00})
        assert giveaway.balance(f"cash:{giveaway.winner()}") == 8_000_00


@clause("nsw 14.3")
@pytest.mark.parametrize("kind", ["casino-dollars", "slots-dollars", "cash"])
def test_14_3__casino_dollars_slots_dollars_and_cash_have_no_cash_alternative(kind: str):
    assert rulebook("nsw").promotion.without_cash_alternative.value == ("slots-dollars", "casino-dollars")
    code, named, wrong = submit(terms(prize(kind, cash_alternative_cents=100_00)))
    assert (code, named) == ("promotion-terms-conflict", "nsw 14.3")
    assert wrong == (("cash-alternative-here", "nsw 14.3"),)


# 14.4: how cash is paid.


@clause("nsw 14.4")
def test_14_4__over_10_000_the_winner_chooses_how_to_be_paid():
    promotion = rulebook("nsw").promotion
    assert promotion.payment_choice_over_cents.value == 10_000_00
    assert promotion.payment_choices.value == ("cash", "crossed-cheque", "electronic-transfer", "combination")


@clause("nsw 14.4")
@pytest.mark.parametrize(("cents", "free"), [(9_999_99, False), (10_000_00, False), (10_000_01, True)])
def test_14_4__the_choice_is_the_winners_above_the_bound_alone(cents: int, free: bool):
    giveaway = Giveaway(terms(prize(value_cents=cents))).drawn()
    number = giveaway.claimed()
    chosen = {"claim": number, "parts": {"electronic-transfer": cents}}
    if not free:
        assert giveaway.refused(c.PayClaim, **chosen) == ("no-choice-of-payment", "nsw 14.4")
        giveaway.do(c.PayClaim, claim=number)
        assert giveaway.balance(f"cash:{giveaway.winner()}") == cents
        return
    giveaway.do(c.PayClaim, **chosen)
    assert giveaway.balance(f"electronic-transfer:{giveaway.winner()}") == cents


@clause("nsw 14.4")
@pytest.mark.parametrize("way", ["cash", "crossed-cheque", "electronic-transfer"])
def test_14_4__each_way_alone(way: str):
    giveaway = Giveaway(terms(prize(value_cents=12_000_00))).drawn()
    giveaway.do(c.PayClaim, claim=giveaway.claimed(), parts={way: 12_000_00})
    assert giveaway.balance(f"{way}:{giveaway.winner()}") == 12_000_00


@clause("nsw 14.4")
def test_14_4__a_combination_adds_up_to_the_cent():
    giveaway = Giveaway(terms(prize(value_cents=25_000_00))).drawn()
    number = giveaway.claimed()
    for cheque, transfer in ((15_000_01, 5_000_00), (14_999_99, 5_000_00)):
        parts = {"cash": 5_000_00, "crossed-cheque": cheque, "electronic-transfer": transfer}
        assert giveaway.refused(c.PayClaim, claim=number, parts=parts) == ("parts-differ", "nsw 14.4")
    negative = {"cash": 30_000_00, "crossed-cheque": -5_000_00}
    assert giveaway.refused(c.PayClaim, claim=number, parts=negative) == ("parts-differ", "nsw 14.4")
    bitcoin = {"cash": 5_000_00, "bitcoin": 20_000_00}
    assert giveaway.refused(c.PayClaim, claim=number, parts=bitcoin) == ("no-such-payment", "nsw 14.4")
    parts = {"cash": 5_000_00, "crossed-cheque": 15_000_00, "electronic-transfer": 5_000_00}
    giveaway.do(c.PayClaim, claim=number, parts=parts)
    winner = giveaway.winner()
    assert {way: giveaway.balance(f"{way}:{winner}") for way in parts} == parts
    assert giveaway.balance("house") == -25_000_00


@clause("nsw 14.4")
def test_14_4__what_is_no_money_is_not_paid_in_parts():
    giveaway = Giveaway(terms(prize("goods", 20_000_00))).drawn()
    parts = {"cash": 20_000_00}
    assert giveaway.refused(c.PayClaim, claim=giveaway.claimed(), parts=parts) == ("nothing-in-money", "nsw 14.4")


# 14.5: what no prize may be.

PROHIBITED = {
    "14.5.1": "tobacco",
    "14.5.2": "firearms-and-ammunition",
    "14.5.3": "prohibited-weapons",
    "14.5.4": "liquor-over-the-maximum",
    "14.5.5": "what-regulations-prescribe",
}


@pytest.mark.parametrize(
    ("name", "item"), [pytest.param(name, item, marks=clause(f"nsw {name}")) for name, item in PROHIBITED.items()]
)
def test_14_5__what_no_prize_may_be(name: str, item: str):
    prohibited = rulebook("nsw").promotion.prohibited
    assert [each.value for each in prohibited if each.clause == f"nsw {name}"] == [item]


@clause("nsw 14.5")
def test_14_5__nothing_else_is_forbidden_in_the_order_of_the_book():
    assert [each.value for each in rulebook("nsw").promotion.prohibited] == list(PROHIBITED.values())


@pytest.mark.parametrize(
    ("content", "item", "name"),
    [
        pytest.param("tobacco", "tobacco", "nsw 14.5.1", marks=clause("nsw 14.5.1")),
        pytest.param("firearm", "firearms-and-ammunition", "nsw 14.5.2", marks=clause("nsw 14.5.2")),
        pytest.param("imitation-firearm", "firearms-and-ammunition", "nsw 14.5.2", marks=clause("nsw 14.5.2")),
        pytest.param("ammunition", "firearms-and-ammunition", "nsw 14.5.2", marks=clause("nsw 14.5.2")),
        pytest.param("prohibited-weapon", "prohibited-weapons", "nsw 14.5.3", marks=clause("nsw 14.5.3")),
    ],
)
def test_14_5__a_prize_that_is_or_includes_it_is_refused(content: str, item: str, name: str):
    hamper = prize("goods", 80_00, includes=(PrizeContent(content),))
    assert submit(terms(hamper)) == ("promotion-terms-conflict", name, ((item, name),))


@clause("nsw 14.5.4")
@pytest.mark.parametrize(("millilitres", "allowed"), [(0, True), (19_999, True), (20_000, True), (20_001, False)])
def test_14_5_4__20_litres_of_liquor_and_not_a_drop_more(millilitres: int, allowed: bool):
    assert rulebook("nsw").promotion.liquor_litres_maximum.value == 20
    told = terms(prize("goods", 900_00, liquor_millilitres=millilitres))
    if allowed:
        Giveaway(told).do(c.SubmitPromotion)
        return
    fault = ("liquor-over-the-maximum", "nsw 14.5.4")
    assert submit(told) == ("promotion-terms-conflict", "nsw 14.5.4", (fault,))


@clause("nsw 14.5.5")
def test_14_5_5__a_house_lists_what_the_regulations_name():
    own = 'extends = "nsw"\nid = "harbour"\ntitle = "Harbour"\nversion = "1"\ndate = "2026-01-01"\nlanguage = "en"\n'
    own += '[clauses]\n"H.1" = { en = "What the regulations name.", fr = "Ce que désignent les règlements." }\n'
    own += '[promotion]\nprescribed = { value = ["cosmetic-procedure"], clause = "H.1" }\n'
    told = terms(prize("goods", 900_00, services=("cosmetic-procedure",)))
    Giveaway(told).do(c.SubmitPromotion)  # the book itself prints no list
    fault = ("what-regulations-prescribe", "nsw 14.5.5")
    assert submit(told, book=custom_book(own, "harbour")) == ("promotion-terms-conflict", "nsw 14.5.5", (fault,))


@clause("nsw 14.5")
def test_14_5__everything_forbidden_is_told_at_once():
    hamper = prize("goods", 900_00, includes=(PrizeContent.TOBACCO, PrizeContent.AMMUNITION), liquor_millilitres=30_000)
    _, _, wrong = submit(terms(hamper, prize(cash_alternative_cents=1)))
    assert [name for _, name in wrong] == ["nsw 14.5.1", "nsw 14.5.2", "nsw 14.5.4", "nsw 14.3"]


# 14.6, 14.7: the terms.

TERMS = {
    "where-terms-are-found": "14.6",
    "marketing-refers-to-terms": "14.6",
    "how-awarded": "14.7.1",
    "when-and-where-awarded": "14.7.2",
    "eligibility": "14.7.3",
    "minimum-or-compulsory-wager": "14.7.4",
    "nature-and-guarantees": "14.7.5",
    "closing-date-and-time": "14.7.6",
    "place-date-and-time": "14.7.7",
    "how-to-claim": "14.7.8",
    "how-winners-are-told": "14.7.9",
    "how-results-are-published": "14.7.10",
    "prizes-and-their-value": "14.7.11",
}
KINDS = {
    "appliance-make": "14.7.11.1(i)",
    "appliance-model": "14.7.11.1(ii)",
    "appliance-accessories": "14.7.11.1(iii)",
    "vehicle-make": "14.7.11.2(i)",
    "vehicle-model": "14.7.11.2(ii)",
    "vehicle-accessories": "14.7.11.2(iii)",
    "vehicle-on-road-costs": "14.7.11.2(iv)",
    "travel-persons": "14.7.11.3(i)",
    "travel-inclusions": "14.7.11.3(ii)",
    "travel-restrictions": "14.7.11.3(iii)",
    "travel-spending-money": "14.7.11.3(iv)",
    "real-estate-dwelling": "14.7.11.4(i)",
    "real-estate-plans": "14.7.11.4(ii)",
    "real-estate-contract": "14.7.11.4(iii)",
    "real-estate-easements": "14.7.11.4(iv)",
    "real-estate-location": "14.7.11.4(v)",
    "real-estate-inclusions": "14.7.11.4(vi)",
}
DETAILS = {
    kind: {item.removeprefix(f"{kind}-"): "as in the brochure" for item in KINDS if item.startswith(kind)}
    for kind in ("appliance", "vehicle", "travel", "real-estate")
}


@pytest.mark.parametrize(
    ("item", "name"), [pytest.param(item, name, marks=clause(f"nsw {name}")) for item, name in (TERMS | KINDS).items()]
)
def test_14_7__what_the_terms_must_say(item: str, name: str):
    asked = [each for each in rulebook("nsw").promotion.terms if each.value == item]
    assert [each.clause for each in asked] == [f"nsw {name}"]


@clause("nsw 14.7", "nsw 14.7.11.1", "nsw 14.7.11.2", "nsw 14.7.11.3", "nsw 14.7.11.4")
def test_14_7__that_is_the_least_they_say_in_the_order_of_the_book():
    assert [each.value for each in rulebook("nsw").promotion.terms] == [*TERMS, *KINDS]


@pytest.mark.parametrize(
    ("item", "name"), [pytest.param(item, name, marks=clause(f"nsw {name}")) for item, name in TERMS.items()]
)
def test_14_7__terms_without_it_are_not_submitted(item: str, name: str):
    field = item.replace("-", "_")
    told = replace(terms(), **{field: type(getattr(terms(), field))() if field in EMPTY else None})
    assert submit(told) == ("promotion-terms-incomplete", f"nsw {name}", ((item, f"nsw {name}"),))


EMPTY = (
    "where_terms_are_found", "marketing_refers_to_terms", "nature_and_guarantees", "how_winners_are_told",
    "how_results_are_published", "prizes_and_their_value",
)  # fmt: skip


@pytest.mark.parametrize(
    ("item", "name"), [pytest.param(item, name, marks=clause(f"nsw {name}")) for item, name in KINDS.items()]
)
def test_14_7_11__details_by_the_kind_of_prize(item: str, name: str):
    kind = next(kind for kind in DETAILS if item.startswith(kind))
    whole = prize(kind, 9_000_00, details=DETAILS[kind])
    Giveaway(terms(whole)).do(c.SubmitPromotion)
    for told in ("", "  "):
        lacking = replace(whole, details={**DETAILS[kind], item.removeprefix(f"{kind}-"): told})
        assert submit(terms(lacking)) == ("promotion-terms-incomplete", f"nsw {name}", ((item, f"nsw {name}"),))
    Giveaway(terms(prize("goods", 9_000_00))).do(c.SubmitPromotion)  # nothing of the kind is asked of other prizes


@clause("nsw 14.7")
def test_14_7__all_that_is_missing_is_told_at_once():
    giveaway = Giveaway(PromotionTerms())
    assert [item for item, _ in missing(giveaway.rules, giveaway.now.terms)] == list(TERMS)
    four = PromotionTerms(prizes_and_their_value=tuple(prize(kind, 9_000_00) for kind in DETAILS))
    lacking = [item for item, _ in missing(giveaway.rules, four)]
    assert lacking == [*list(TERMS)[:-1], *KINDS]


@clause("nsw 14.6")
def test_14_6__where_the_terms_may_be_found():
    places = ("in-the-casino", "secure-website", "email", "direct-mail", "brochure", "other-means")
    assert rulebook("nsw").promotion.terms_found.value == places
    fault = ("place-not-in-book", "nsw 14.6")
    assert submit(terms(where_terms_are_found=("skywriting",))) == ("promotion-terms-conflict", "nsw 14.6", (fault,))


@clause("nsw 14.7.1")
def test_14_7_1__prizes_are_awarded_as_the_terms_say():
    rules = DrawTerms(
        entries=(EntryRule(play=PlayKind.WAGER), EntryRule(play=PlayKind.HAND, hand="full-house", weight=10),
                 EntryRule(play=PlayKind.VISIT, weight=2)),
        most_entries_each=4,
    )  # fmt: skip
    giveaway = Giveaway(terms(how_awarded=rules)).running()

    def plays(play: str, hand: str = "", wagered: int = 10_00) -> dict[str, Any]:
        return {"player": "ann", "play": PlayKind(play), "reference": "r", "hand": hand, "wagered_cents": wagered}

    giveaway.do(c.RecordPlay, **plays("wager"))
    giveaway.do(c.RecordPlay, **plays("wager", "full-house"))
    assert [entry.weight for entry in giveaway.entries] == [1, 1, 10]
    assert giveaway.refused(c.RecordPlay, **plays("session")) == ("play-gives-nothing", "nsw 14.7.1")
    giveaway.do(c.RecordPlay, **plays("visit", wagered=0))
    assert giveaway.refused(c.RecordPlay, **plays("wager")) == ("entries-full", "nsw 14.7.1")
    assert (giveaway.now.size, giveaway.now.weight) == (4, 14)
    assert view(giveaway.now, "ann").mine.entries == 4
    assert view(giveaway.now, "ben").mine.entries == 0
    assert giveaway.refused(c.AddEntry, player="ben", reason=" ") == ("no-reason", "nsw 14.7.1")


@clause("nsw 14.7.1")
def test_14_7_1__a_hand_for_which_there_is_an_entry_is_one_of_the_game():
    rules = DrawTerms(entries=(EntryRule(play=PlayKind.HAND, hand="Full House"),))
    assert submit(terms(how_awarded=rules))[1:] == ("nsw 14.7.1", (("hand-unknown", "nsw 14.7.1"),))


@clause("nsw 14.7.1")
def test_14_7_1__a_file_enters_everybody_or_nobody():
    giveaway = Giveaway().running()
    lines = (("ann", 3), ("", 1), ("ben", 0), ("cho", 1))
    assert giveaway.refused(c.ImportEntries, file="f", entries=lines) == ("file-lines-wrong", "nsw 14.7.1")
    assert giveaway.refused(c.ImportEntries, file="f", entries=()) == ("file-lines-wrong", "nsw 14.7.1")
    giveaway.do(c.ImportEntries, file="f", entries=(("ann", 3), ("cho", 1)))
    assert [(entry.number, entry.holder, entry.weight) for entry in giveaway.entries] == [(1, "ann", 3), (2, "cho", 1)]


@clause("nsw 14.7.1")
@pytest.mark.parametrize("once", [True, False])
def test_14_7_1__one_prize_each_where_the_terms_say_so(once: bool):
    told = terms(prize(count=2), how_awarded=DrawTerms(one_prize_each=once), minimum_or_compulsory_wager=NOT_APPLICABLE)
    giveaway = Giveaway(told).drawn("ann*1000000 ann*1000000 ben")
    assert [each.holder for each in giveaway.now.winners.values()] == (["ann", "ben"] if once else ["ann", "ann"])
    passed = [event.reason for event in giveaway.events if isinstance(event, e.EntryPassed)]
    assert passed == ([PassReason.WON_ALREADY] if once else [])


@clause("nsw 14.7.2")
def test_14_7_2__the_draw_is_not_before_its_time():
    giveaway = Giveaway().closed()
    draw = {"secret": SECRET, "seed": SEED, "entries": giveaway.entries}
    giveaway.at = DRAW - 1
    assert giveaway.refused(c.DrawPrizes, **draw) == ("draw-later", "nsw 14.7.2")
    giveaway.at = DRAW
    giveaway.do(c.DrawPrizes, **draw)
    early = terms(when_and_where_awarded=DateAndPlace(place="Main floor", at=CLOSE - 1))
    assert submit(early)[1:] == ("nsw 14.7.2", (("draw-before-closing", "nsw 14.7.2"),))


@clause("nsw 14.7.3")
def test_14_7_3__only_who_is_eligible_enters_and_wins():
    giveaway = Giveaway(terms(prize(count=3), eligibility=Eligibility(members_only=True))).running()
    guest = {"player": "ann", "reason": "at the desk"}
    assert giveaway.refused(c.AddEntry, **guest) == ("members-only", "nsw 14.7.3")
    staff = {**guest, "member": True, "employee": True}
    assert giveaway.refused(c.AddEntry, **staff) == ("employees-not-eligible", "nsw 14.7.3")
    assert giveaway.refused(c.AddEntry, player="", reason="x") == ("no-entrant", "nsw 14.7.3")
    for name in ("ann", "ben", "cho"):
        giveaway.do(c.AddEntry, player=name, reason="at the desk", member=True)
    giveaway.do(c.BarEntrant, player="ben", reason="excluded from gaming")
    assert giveaway.refused(c.AddEntry, **{**guest, "player": "ben", "member": True})[0] == "barred-already"
    giveaway.at = CLOSE
    giveaway.do(c.ClosePromotion)
    giveaway.at = DRAW
    giveaway.draw()
    assert {each.holder for each in giveaway.now.winners.values()} == {"ann", "cho"}


@clause("nsw 14.7.4")
@pytest.mark.parametrize(("cents", "counts"), [(9_99, False), (10_00, True), (10_01, True)])
def test_14_7_4__a_round_counts_with_the_minimum_wager(cents: int, counts: bool):
    giveaway = Giveaway(terms(minimum_or_compulsory_wager=10_00)).running()
    play = {"player": "ann", "play": PlayKind.WAGER, "reference": "t#1", "wagered_cents": cents}
    if counts:
        giveaway.do(c.RecordPlay, **play)
        assert giveaway.now.size == 1
    else:
        assert giveaway.refused(c.RecordPlay, **play) == ("wager-below-terms", "nsw 14.7.4")


@clause("nsw 14.7.5")
def test_14_7_5__reservations_stand_in_every_version_of_the_terms():
    giveaway = Giveaway(terms(nature_and_guarantees="the colour of the car may differ"))
    giveaway.do(c.AmendPromotion, terms=terms(nature_and_guarantees="the car is red"))
    assert [each.terms.nature_and_guarantees for each in giveaway.now.versions] == [
        "the colour of the car may differ", "the car is red",
    ]  # fmt: skip


@clause("nsw 14.7.6")
def test_14_7_6__entries_close_to_the_second():
    giveaway = Giveaway().running()
    giveaway.at = CLOSE - 1
    giveaway.enter("ann")
    assert giveaway.refused(c.ClosePromotion) == ("closes-later", "nsw 14.7.6")
    assert view(giveaway.now).root == ""
    giveaway.at = CLOSE
    late = {"player": "ben", "reason": "at the desk"}
    assert giveaway.refused(c.AddEntry, **late) == ("entries-over", "nsw 14.7.6")
    assert giveaway.refused(c.SealSeed, by=SCRUTINEER, commitment=sealed(SEED)) == ("entries-over", "nsw 14.7.6")
    (closed, _) = giveaway.do(c.ClosePromotion)
    assert (closed.size, closed.weight, closed.root) == (1, 1, view(giveaway.now).root)
    assert giveaway.refused(c.AddEntry, **late) == ("promotion-not-there", "nsw 14.7.6")


@clause("nsw 14.7.7")
def test_14_7_7__the_promotion_begins_when_the_terms_say():
    giveaway = Giveaway().submitted()
    giveaway.at = BEGIN - 1
    begin = {"commitment": draw_commitment(SECRET)}
    assert giveaway.refused(c.BeginPromotion, **begin) == ("begins-later", "nsw 14.7.7")
    assert giveaway.refused(c.AddEntry, player="ann", reason="early") == ("promotion-not-there", "nsw 14.7.6")
    giveaway.at = BEGIN
    assert giveaway.refused(c.BeginPromotion, commitment="") == ("draw-not-committed", "nsw 14.7.1")
    giveaway.do(c.BeginPromotion, **begin)


PRESENT = ClaimTerms(where="the stage", presence=True, check_in_minutes=30, answer_seconds=90)


@clause("nsw 14.7.8")
def test_14_7_8__who_must_be_there_checks_in_and_answers_in_time():
    told = terms(prize(count=2), how_to_claim=PRESENT, how_winners_are_told=NOT_APPLICABLE)
    giveaway = Giveaway(told).closed("ann*9 ben*9 cho*9 dan")
    giveaway.at = DRAW - 30 * 60 * SECOND - 1
    assert giveaway.refused(c.CheckIn, player="ann") == ("check-in-later", "nsw 14.7.8")
    giveaway.at += 1
    for name in ("ann", "ben", "cho"):
        giveaway.do(c.CheckIn, player=name)
    assert giveaway.refused(c.CheckIn, player="ann") == ("checked-in-already", "nsw 14.7.8")
    assert giveaway.refused(c.CheckIn, player="zoe") == ("not-entered", "nsw 14.7.8")
    giveaway.at = DRAW
    giveaway.draw()
    assert giveaway.now.winners == {}
    (*passed, called) = giveaway.do(c.CallWinner)
    assert called.call.until == DRAW + 90 * SECOND
    assert all(event.reason is PassReason.NOT_CHECKED_IN for event in passed)
    assert giveaway.refused(c.CallWinner) == ("nobody-to-call", "nsw 14.7.8")
    giveaway.at = called.call.until
    assert giveaway.refused(c.PassCall) == ("may-still-answer", "nsw 14.7.8")
    giveaway.at += 1
    assert giveaway.refused(c.ConfirmPresence) == ("nobody-called", "nsw 14.7.8")
    giveaway.do(c.PassCall)
    giveaway.do(c.CallWinner)
    giveaway.at = giveaway.now.call.until
    giveaway.do(c.ConfirmPresence)
    assert giveaway.now.winners[1].holder not in (called.call.holder, "dan")
    giveaway.do(c.CallWinner)
    giveaway.do(c.ConfirmPresence)
    assert len(giveaway.now.winners) == 2
    assert giveaway.refused(c.CallWinner) == ("nobody-to-call", "nsw 14.7.8")


@clause("nsw 14.7.8")
def test_14_7_8__a_prize_is_claimed_in_time_or_goes_to_the_next_that_was_drawn():
    giveaway = Giveaway(terms(how_to_claim=ClaimTerms(where="the cage", within_days=28))).drawn()
    first, order = giveaway.winner(), [entry.holder for entry in giveaway.now.ranking]
    giveaway.do(c.NoteAttempt, prize=1, way="telephone")
    giveaway.at = DRAW + 28 * DAY
    assert giveaway.refused(c.LapsePrize, prize=1) == ("may-still-claim", "nsw 14.7.8")
    giveaway.at += 1
    assert giveaway.refused(c.LodgeClaim, prize=1, claimant=first) == ("claimed-too-late", "nsw 14.7.8")
    giveaway.do(c.LapsePrize, prize=1)
    assert giveaway.now.life is PromotionLife.CLAIMED
    assert giveaway.balance("house") == 0
    giveaway.do(c.RedrawPrize, prize=1)
    assert giveaway.winner() == order[1] != first
    assert giveaway.now.life is PromotionLife.DRAWN
    assert giveaway.refused(c.RedrawPrize, prize=1) == ("prize-not-lapsed", "nsw 14.7.1")


@clause("nsw 14.7.9")
def test_14_7_9__winners_are_told_in_ways_of_the_book_or_are_there():
    assert submit(terms(how_winners_are_told=("telegram",)))[1:] == ("nsw 14.8", (("way-not-in-book", "nsw 14.8"),))
    differs = ("nsw 14.7.9", (("telling-differs", "nsw 14.7.9"),))
    assert submit(terms(how_winners_are_told=NOT_APPLICABLE))[1:] == differs
    assert submit(terms(how_to_claim=PRESENT))[1:] == differs


@clause("nsw 14.7.10")
def test_14_7_10__results_are_published_before_the_end():
    giveaway = Giveaway().drawn()
    giveaway.do(c.PayClaim, claim=giveaway.claimed())
    assert giveaway.refused(c.EndPromotion) == ("results-not-published", "nsw 14.7.10")
    (event,) = giveaway.do(c.PublishResults)
    assert (event.ways, event.clause) == (("on the website",), "nsw 14.7.10")
    giveaway.do(c.EndPromotion)
    assert giveaway.now.life is PromotionLife.ENDED


@clause("nsw 14.7.11")
def test_14_7_11__each_prize_has_its_value_and_its_conditions():
    giveaway = Giveaway(terms(prize(value_cents=300_00, conditions="not transferable", count=2), prize("goods", 50_00)))
    told = [(each.kind.value, each.value_cents, each.conditions) for each in giveaway.now.terms.prizes]
    assert told == [("cash", 300_00, "not transferable")] * 2 + [("goods", 50_00, "")]
    wrong = prize("goods", 50_00, details={"make": "Acme"})
    assert submit(terms(wrong))[1:] == ("nsw 14.7.11", (("detail-not-asked", "nsw 14.7.11"),))


@clause("nsw 14.7.10")
def test_14_7_10__results_are_published_when_every_winner_is_known_and_again_after_a_redraw():
    told = terms(how_to_claim=replace(PRESENT, check_in_minutes=None), how_winners_are_told=NOT_APPLICABLE)
    giveaway = Giveaway(told).closed("ann ben")
    giveaway.at = DRAW
    giveaway.draw()
    assert giveaway.refused(c.PublishResults) == ("winners-to-come", "nsw 14.7.10")
    giveaway.do(c.CallWinner)
    assert giveaway.refused(c.PublishResults) == ("winners-to-come", "nsw 14.7.10")
    giveaway.do(c.ConfirmPresence)
    giveaway.do(c.PublishResults)
    giveaway.at = DRAW + 28 * DAY + 1
    giveaway.do(c.LapsePrize, prize=1)
    giveaway.do(c.RedrawPrize, prize=1)
    giveaway.do(c.CallWinner)
    giveaway.do(c.ConfirmPresence)
    giveaway.do(c.PayClaim, claim=giveaway.claimed())
    assert giveaway.refused(c.EndPromotion) == ("results-not-published", "nsw 14.7.10")
    giveaway.do(c.PublishResults)
    giveaway.do(c.EndPromotion)


@clause("nsw 14.7")
def test_14_7__what_the_promoter_may_do_follows_from_the_rules_and_the_time():
    giveaway = Giveaway()

    def may(*commands: str) -> list[str]:
        found = {each.command for each in promoter_options(giveaway.rules, giveaway.now, giveaway.at)}
        return [command for command in commands if command in found]

    giveaway.at = BEGIN - 24 * HOUR
    assert may("submit_promotion", "begin_promotion", "cancel_draw") == ["submit_promotion"]
    giveaway.at += 1
    assert may("submit_promotion", "amend_promotion") == ["amend_promotion"]
    giveaway = Giveaway().running().enter("ann")
    giveaway.at = CLOSE - 1
    assert may("close_promotion", "add_entry", "cancel_draw") == ["add_entry", "cancel_draw"]
    giveaway.at = CLOSE
    assert may("close_promotion", "add_entry") == ["close_promotion"]
    giveaway = Giveaway().drawn()
    number = giveaway.claimed()
    assert may("pay_claim", "deny_claim", "inform_claimant", "lapse_prize") == ["pay_claim", "deny_claim"]
    giveaway.do(c.PayClaim, claim=number)
    assert may("pay_claim", "cancel_draw", "end_promotion", "publish_results") == ["publish_results"]


@clause("nsw 14.9")
def test_14_9__terms_that_somebody_else_changed_meanwhile_are_not_overwritten():
    giveaway = Giveaway()
    first = digest(giveaway.now.terms)
    giveaway.do(c.AmendPromotion, terms=terms(title="One"), revises=first)
    assert giveaway.refused(c.AmendPromotion, terms=terms(title="Two"), revises=first)[0] == "revised-meanwhile"
    giveaway.do(c.AmendPromotion, terms=terms(title="Two"), revises=digest(giveaway.now.terms))


# 14.8: telling the winners.

WAYS = {"14.8.1": "face-to-face", "14.8.2": "mail", "14.8.3": "telephone", "14.8.4": "email"}


@pytest.mark.parametrize(
    ("name", "way"), [pytest.param(name, way, marks=clause(f"nsw {name}")) for name, way in WAYS.items()]
)
def test_14_8__each_way_to_tell_a_winner(name: str, way: str):
    ways = rulebook("nsw").promotion.winner_told_by
    assert [each.value for each in ways if each.clause == f"nsw {name}"] == [way]
    assert [each.value for each in ways] == list(WAYS.values())
    giveaway = Giveaway().drawn()
    (event,) = giveaway.do(c.NoteAttempt, prize=1, way=way, reached=True)
    assert (event.clause, event.attempt.way, event.attempt.by) == (f"nsw {name}", way, "pat")


@clause("nsw 14.8")
@pytest.mark.parametrize(("after", "in_time"), [(0, True), (2 * DAY, True), (2 * DAY + 1, False), (3 * DAY, False)])
def test_14_8__the_winner_is_told_within_2_days(after: int, in_time: bool):
    assert rulebook("nsw").promotion.notify_winner_days.value == 2
    giveaway = Giveaway().drawn()
    due = next(each for each in agenda(giveaway.rules, giveaway.now) if each.due is PromotionDue.TELL_WINNER)
    assert (due.until, due.clause, due.of) == (DRAW + 2 * DAY, "nsw 14.8", 1)
    giveaway.at = DRAW + after
    giveaway.do(c.NoteAttempt, prize=1, way="mail")
    giveaway.do(c.NoteAttempt, prize=1, way="telephone")
    assert [each.in_time for each in giveaway.now.winners[1].attempts] == [in_time, in_time]
    assert not any(each.due is PromotionDue.TELL_WINNER for each in agenda(giveaway.rules, giveaway.now))
    giveaway.at = DRAW + 29 * DAY
    if in_time:
        giveaway.do(c.LapsePrize, prize=1)
    else:
        assert giveaway.refused(c.LapsePrize, prize=1) == ("winner-not-told", "nsw 14.8")
        giveaway.do(c.NoteAttempt, prize=1, way="email", reached=True)
        giveaway.do(c.LapsePrize, prize=1)


@clause("nsw 14.8")
def test_14_8__no_other_way_and_nothing_to_tell_who_was_there():
    giveaway = Giveaway().drawn()
    assert giveaway.refused(c.NoteAttempt, prize=1, way="pigeon") == ("no-such-way", "nsw 14.8")
    told = terms(how_to_claim=replace(PRESENT, check_in_minutes=None), how_winners_are_told=NOT_APPLICABLE)
    there = Giveaway(told).drawn()
    there.do(c.CallWinner)
    there.do(c.ConfirmPresence)
    assert not any(each.due is PromotionDue.TELL_WINNER for each in agenda(there.rules, there.now))
    there.at = DRAW + 29 * DAY
    there.do(c.LapsePrize, prize=1)


# 14.9: the Authority.


@clause("nsw 14.9")
@pytest.mark.parametrize(
    ("before", "accepted"), [(24 * HOUR + SECOND, True), (24 * HOUR, True), (24 * HOUR - SECOND, False), (0, False)]
)
def test_14_9__the_authority_has_the_terms_24_hours_before(before: int, accepted: bool):
    assert rulebook("nsw").promotion.authority_notice_hours.value == 24
    giveaway = Giveaway()
    giveaway.at = BEGIN - before
    if accepted:
        giveaway.do(c.SubmitPromotion)
        assert giveaway.now.life is PromotionLife.SUBMITTED
    else:
        assert giveaway.refused(c.SubmitPromotion) == ("authority-too-late", "nsw 14.9")


@clause("nsw 14.9")
def test_14_9__nothing_begins_without_and_a_change_is_submitted_anew():
    giveaway = Giveaway()
    begin = {"commitment": draw_commitment(SECRET)}
    assert giveaway.refused(c.BeginPromotion, **begin) == ("promotion-not-there", "nsw 14.9")
    giveaway.submitted()
    giveaway.do(c.AmendPromotion, terms=terms(prize(value_cents=600_00)))
    assert giveaway.now.life is PromotionLife.DRAFTED
    giveaway.at = BEGIN - 24 * HOUR + SECOND
    assert giveaway.refused(c.SubmitPromotion) == ("authority-too-late", "nsw 14.9")
    giveaway.do(c.AmendPromotion, terms=terms(place_date_and_time=DateAndPlace(place="Main floor", at=BEGIN + HOUR)))
    giveaway.do(c.SubmitPromotion)


@clause("nsw 14.9.1")
def test_14_9_1__terms_change_only_with_approval():
    assert rulebook("nsw").promotion.amending_needs_approval.value is True
    giveaway = Giveaway().running()
    better = terms(prize(value_cents=600_00))
    assert giveaway.refused(c.AmendPromotion, terms=better) == ("approval-missing", "nsw 14.9.1")
    assert giveaway.refused(c.AmendPromotion, terms=better, approval=" ") == ("approval-missing", "nsw 14.9.1")
    giveaway.do(c.AmendPromotion, terms=better, approval="ILGA 2026/117")
    assert [each.approval for each in giveaway.now.versions] == ["", "ILGA 2026/117"]
    assert giveaway.now.prize(1).value_cents == 600_00
    worse = terms(prize("goods", 500_00, includes=(PrizeContent.TOBACCO,)))
    refusal = giveaway.refused(c.AmendPromotion, terms=worse, approval="ILGA 2026/118")
    assert refusal == ("promotion-terms-conflict", "nsw 14.5.1")


@clause("nsw 14.9.1")
def test_14_9_1__no_approval_reopens_what_chance_already_depends_on():
    giveaway = Giveaway().closed()
    later = terms(closing_date_and_time=CLOSE + 1)
    approved = {"approval": "ILGA 2026/117"}
    assert giveaway.refused(c.AmendPromotion, terms=later, **approved) == ("closed-already", "nsw 14.9.1")
    giveaway.do(c.AmendPromotion, terms=terms(nature_and_guarantees="clearer"), **approved)
    giveaway.at = DRAW
    giveaway.draw()
    assert giveaway.refused(c.AmendPromotion, terms=terms(), **approved) == ("promotion-not-there", "nsw 14.9.1")
    running = Giveaway().running()
    public = terms(how_awarded=DrawTerms(entries=(EntryRule(play=PlayKind.WAGER),), chance=PUBLIC))
    assert running.refused(c.AmendPromotion, terms=public, **approved) == ("chance-fixed", "nsw 14.9.1")


# 14.10: claims that are refused.


@clause("nsw 14.10")
def test_14_10__whoever_is_refused_a_prize_is_told_why():
    assert rulebook("nsw").promotion.reason_told.value is True
    giveaway = Giveaway().drawn()
    winner = giveaway.winner()
    loser = next(entry.holder for entry in giveaway.entries if entry.holder != winner)
    number = giveaway.claimed(claimant=loser, name="L. Oser", address="1 High St")
    assert giveaway.refused(c.PayClaim, claim=number) == ("not-the-winner", "nsw 14.7.8")
    assert giveaway.refused(c.DenyClaim, claim=number, reason="") == ("no-reason", "nsw 14.10")
    giveaway.do(c.DenyClaim, claim=number, reason="another entry was drawn")
    assert giveaway.now.winners[1].status is PrizeStatus.AWARDED
    second = giveaway.claimed(claimant=loser, name="L. Oser", address="1 High St")
    giveaway.do(c.PayClaim, claim=giveaway.claimed())
    giveaway.do(c.PublishResults)
    assert giveaway.refused(c.EndPromotion) == ("claimant-not-told", "nsw 14.10")
    assert PromotionDue.TELL_REASON in [each.due for each in agenda(giveaway.rules, giveaway.now)]
    giveaway.do(c.InformClaimant, claim=number)
    assert giveaway.refused(c.InformClaimant, claim=number) == ("reason-told-already", "nsw 14.10")
    assert giveaway.refused(c.EndPromotion) == ("claim-open", "nsw 14.7.8")
    giveaway.do(c.DenyClaim, claim=second, reason="the prize is paid")
    giveaway.do(c.InformClaimant, claim=second)
    giveaway.do(c.EndPromotion)


@clause("nsw 14.10.1")
@pytest.mark.parametrize(("cents", "kept"), [(99_99, False), (100_00, False), (100_01, True)])
def test_14_10_1__denied_claims_over_100_dollars_are_kept(cents: int, kept: bool):
    assert rulebook("nsw").promotion.record_denied_over_cents.value == 100_00
    giveaway = Giveaway(terms(prize(value_cents=cents))).drawn()
    for facts in ({}, {"name": "A. Nonym"}, {"address": "1 High St"}, {"name": " ", "address": "1 High St"}):
        claim = {"prize": 1, "claimant": f"stranger {len(giveaway.now.claims)}", **facts}
        if kept:
            assert giveaway.refused(c.LodgeClaim, **claim) == ("claimant-unknown", "nsw 14.10.1")
            continue
        giveaway.do(c.LodgeClaim, **claim)
        (event,) = giveaway.do(c.DenyClaim, claim=len(giveaway.now.claims), reason="no entry of theirs was drawn")
        assert (event.retained, event.clause) == (False, "nsw 14.10")
    known = giveaway.claimed(claimant="zoe", name="Z. Oe", address="1 High St, Sydney")
    (event,) = giveaway.do(c.DenyClaim, claim=known, reason="no entry of theirs was drawn")
    assert (event.retained, event.clause) == (kept, "nsw 14.10.1" if kept else "nsw 14.10")
    claim = giveaway.now.claims[known]
    told = (claim.name, claim.address, claim.reason)
    assert told == ("Z. Oe", "1 High St, Sydney", "no entry of theirs was drawn")
    assert "Sydney" not in str(view(giveaway.now, "ann"))
    assert "Sydney" in str(view(giveaway.now, "zoe"))


@clause("nsw 14.10.1")
def test_14_10_1__a_winner_who_is_refused_makes_room_for_the_next():
    giveaway = Giveaway().drawn()
    first = giveaway.winner()
    denial = {"claim": giveaway.claimed(), "reason": "entered under a false name"}
    assert giveaway.refused(c.DenyClaim, **denial) == ("claimant-unknown", "nsw 14.10.1")
    giveaway.do(c.DenyClaim, **denial, name="F. Irst", address="1 High St")
    assert giveaway.now.claims[1].address == "1 High St"
    giveaway.do(c.RedrawPrize, prize=1)
    assert giveaway.winner() != first


# 14.11: disputes.


@clause("nsw 14.11")
def test_14_11__the_decision_is_final_and_the_right_to_complain_is_told():
    promotion = rulebook("nsw").promotion
    assert promotion.decision_final.value is True
    assert promotion.complaint_to_inspector.value is True
    giveaway = Giveaway().drawn()
    giveaway.do(c.RaisePromotionDispute, by="ben", person="ben", about="my entry was not counted")
    assert giveaway.refused(c.AdviseOfComplaint, dispute=1) == ("not-to-advise", "nsw 14.11")
    giveaway.do(c.PayClaim, claim=giveaway.claimed())
    giveaway.do(c.PublishResults)
    assert giveaway.refused(c.EndPromotion) == ("disputes-open", "nsw 14.11")
    assert giveaway.refused(c.DecidePromotionDispute, dispute=2, decision="x")[1] == "nsw 14.11"
    giveaway.do(c.DecidePromotionDispute, dispute=1, decision="entry 2 was counted")
    again = {"dispute": 1, "decision": "on reflection"}
    assert giveaway.refused(c.DecidePromotionDispute, **again) == ("promotion-decision-final", "nsw 14.11")
    giveaway.do(c.EndPromotion)
    (event,) = giveaway.do(c.AdviseOfComplaint, dispute=1)
    assert event.clause == "nsw 14.11"
    assert giveaway.now.disputes[1].advised


# 14.12: integrity.


@clause("nsw 14.12")
@pytest.mark.parametrize("course", ["submitted", "running", "closed", "drawn"])
def test_14_12__postponed_until_validated_and_the_inspectorate_is_told_in_the_same_events(course: str):
    assert rulebook("nsw").promotion.inspectorate_told.value is True
    giveaway = Giveaway()
    getattr(giveaway, course)()
    before = giveaway.now.life
    assert giveaway.refused(c.PostponePromotion, why="") == ("no-reason", "nsw 14.12")
    changed, told = giveaway.do(c.PostponePromotion, why="a ballot box was open")
    assert changed.life is PromotionLife.POSTPONED
    assert isinstance(told, e.InspectorateNotified)
    assert (told.why, told.clause, told.at) == ("a ballot box was open", "nsw 14.12", changed.at)
    assert giveaway.refused(c.AddEntry, player="zoe", reason="x") == ("promotion-not-there", "nsw 14.7.6")
    assert giveaway.refused(c.LodgeClaim, prize=1, claimant="ann") == ("promotion-not-there", "nsw 14.7.8")
    assert giveaway.refused(c.ValidatePromotion, finding=" ") == ("no-reason", "nsw 14.12")
    giveaway.do(c.ValidatePromotion, finding="all seals were found whole")
    assert giveaway.now.life is before


@clause("nsw 14.12")
def test_14_12__cancelled_and_every_cent_goes_back():
    giveaway = Giveaway().drawn()
    assert giveaway.balance("promotion:spring") == 500_00
    _, told = giveaway.do(c.CancelDraw, why="entries were missing")
    assert isinstance(told, e.InspectorateNotified)
    assert giveaway.balance("promotion:spring") == giveaway.balance("house") == 0
    assert giveaway.refused(c.ValidatePromotion, finding="x") == ("promotion-over", "nsw 14.7.7")


@clause("nsw 14.12")
def test_14_12__a_draw_of_which_a_prize_is_paid_is_not_cancelled():
    giveaway = Giveaway(terms(prize(count=2))).drawn()
    giveaway.do(c.PayClaim, claim=giveaway.claimed())
    assert giveaway.refused(c.CancelDraw, why="too late") == ("prize-paid-already", "nsw 14.12")
    giveaway.do(c.PostponePromotion, why="a complaint")
    assert giveaway.refused(c.CancelDraw, why="too late") == ("prize-paid-already", "nsw 14.12")
    giveaway.do(c.ValidatePromotion, finding="in order")
    giveaway.do(c.PayClaim, claim=giveaway.claimed(2))
