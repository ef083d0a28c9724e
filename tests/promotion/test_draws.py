"""Draws of promotions: what was committed before, what is opened, vouchers, and prizes that nobody is left to win."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mississippi_stud.fairness.draw import DrawEntry, check_draw, draw_commitment, sealed
from mississippi_stud.fairness.merkle import path, proves
from mississippi_stud.messages import DAY
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.agenda import PromotionDue, agenda
from mississippi_stud.promotion.evolve import evolve
from mississippi_stud.promotion.offer_terms import NOT_APPLICABLE, DrawTerms, PublicValue
from mississippi_stud.promotion.state import PassReason, PrizePromotion, PromotionLife
from mississippi_stud.promotion.view import draw_record, view
from tests.clauses import clause
from tests.promotion.hall import BEGIN, CLOSE, DRAW, SCRUTINEER, SECRET, SEED, Giveaway, prize, terms
from tests.test_cli import mstud


def test_nothing_but_what_was_committed_to_is_opened():
    giveaway = Giveaway().overseen()
    draw: dict[str, Any] = {"secret": SECRET, "seed": SEED, "entries": giveaway.entries}
    for changed, code in (
        ({"secret": bytes(32)}, "other-draw-opened"),
        ({"secret": b"short"}, "other-draw-opened"),
        ({"seed": SEED + "."}, "other-seed-opened"),
        ({"seed": ""}, "other-draw-opened"),
        ({"entries": giveaway.entries[:-1]}, "entries-differ"),
        ({"entries": (*giveaway.entries[:-1], replace(giveaway.entries[-1], weight=2))}, "entries-differ"),
        ({"entries": (*giveaway.entries, DrawEntry(6, "zoe", 1))}, "entries-differ"),
    ):
        assert giveaway.refused(c.DrawPrizes, **draw | changed) == (code, "nsw 14.7.1")
    giveaway.do(c.DrawPrizes, **draw)
    assert giveaway.refused(c.DrawPrizes, **draw) == ("promotion-not-there", "nsw 14.7.2")


def test_a_public_value_takes_the_place_of_the_seed_and_is_not_known_before():
    chance = PublicValue(source="round 7 of the beacon", at=DRAW + 5)
    told = terms(how_awarded=DrawTerms(chance=chance), minimum_or_compulsory_wager=NOT_APPLICABLE)
    giveaway = Giveaway(told)
    giveaway.do(c.SubmitPromotion)
    giveaway.at = BEGIN
    giveaway.do(c.BeginPromotion, commitment=draw_commitment(SECRET))
    giveaway.enter("ann ben*3")
    giveaway.at = CLOSE
    giveaway.do(c.ClosePromotion)
    draw = {"secret": SECRET, "seed": "8f3a", "entries": giveaway.entries}
    giveaway.at = DRAW + 4
    assert giveaway.refused(c.DrawPrizes, **draw) == ("value-not-out", "nsw 14.7.1")
    giveaway.at = DRAW + 5
    assert giveaway.refused(c.DrawPrizes, **{**draw, "seed": " "}) == ("no-public-value", "nsw 14.7.1")
    giveaway.do(c.DrawPrizes, **draw)
    check_draw(draw_record(giveaway.now, giveaway.entries), view(giveaway.now).root)
    early = terms(how_awarded=DrawTerms(chance=PublicValue(source="beacon", at=CLOSE - 1)))
    early = replace(early, minimum_or_compulsory_wager=NOT_APPLICABLE)
    assert Giveaway(early).refused(c.SubmitPromotion) == ("promotion-terms-conflict", "nsw 14.7.1")


def test_a_seed_is_sealed_before_the_promotion_begins():
    giveaway = Giveaway()
    giveaway.do(c.SubmitPromotion)
    giveaway.at = BEGIN
    begin = {"commitment": draw_commitment(SECRET)}
    assert giveaway.refused(c.BeginPromotion, **begin) == ("seed-not-sealed", "nsw 14.7.1")
    assert giveaway.refused(c.SealSeed, by="pat", commitment=sealed(SEED)) == ("not-the-scrutineer", "nsw 14.2")
    giveaway.do(c.NominateScrutineer, person=SCRUTINEER)
    assert giveaway.refused(c.SealSeed, by=SCRUTINEER, commitment="no") == ("draw-not-committed", "nsw 14.2")
    giveaway.do(c.SealSeed, by=SCRUTINEER, commitment=sealed(SEED))
    giveaway.do(c.BeginPromotion, **begin)


def test_an_entrant_can_prove_an_entry_by_the_published_root():
    giveaway = Giveaway().closed("ann ben cho dan eve fay gil")
    root, leaves = bytes.fromhex(view(giveaway.now).root), [entry.leaf for entry in giveaway.entries]
    for place, entry in enumerate(giveaway.entries):
        assert proves(root, 7, place, entry.leaf, path(leaves, place))
        assert not proves(root, 7, place, replace(entry, weight=2).leaf, path(leaves, place))


def test_prizes_that_nobody_is_left_to_win_are_settled():
    giveaway = Giveaway(terms(prize(count=3))).drawn("ann ann ben")
    assert len(giveaway.now.winners) == 2
    for number in (1, 2):
        giveaway.do(c.PayClaim, claim=giveaway.claimed(number))
    assert giveaway.now.life is PromotionLife.CLAIMED
    nobody = Giveaway().overseen("").draw()
    assert nobody.now.life is PromotionLife.CLAIMED
    nobody.do(c.PublishResults)
    nobody.do(c.EndPromotion)


def test_everybody_barred_wins_nothing_and_a_redraw_ends_with_the_order():
    giveaway = Giveaway().running().enter("ann ben")
    giveaway.do(c.BarEntrant, player="ann", reason="excluded from gaming")
    giveaway.at = CLOSE
    giveaway.do(c.ClosePromotion)
    giveaway.at = DRAW
    giveaway.draw()
    assert giveaway.winner() == "ben"
    giveaway.do(c.NoteAttempt, prize=1, way="email")
    giveaway.at = DRAW + 29 * DAY
    giveaway.do(c.LapsePrize, prize=1)
    passed = [event.reason for event in giveaway.events if isinstance(event, e.EntryPassed)]
    if giveaway.now.exhausted:
        assert giveaway.refused(c.RedrawPrize, prize=1) == ("order-exhausted", "nsw 14.7.1")
    else:
        giveaway.do(c.RedrawPrize, prize=1)
        passed = [event.reason for event in giveaway.events if isinstance(event, e.EntryPassed)]
    assert passed == [PassReason.BARRED]
    assert giveaway.balance("house") == giveaway.balance("promotion:spring") == 0


@clause("nsw 1.1 Casino Promotional Token")
def test_a_voucher_is_exchanged_once_by_its_holder_until_it_expires():
    voucher = prize("casino-dollars", 50_00, conditions="at Mississippi Stud", voucher_days=30)
    token = "nsw 1.1 Casino Promotional Token"
    giveaway = Giveaway(terms(voucher)).drawn()
    winner = giveaway.winner()
    assert giveaway.refused(c.RedeemVoucher, voucher=1, player=winner) == ("voucher-not-issued", token)
    giveaway.do(c.PayClaim, claim=giveaway.claimed())
    assert giveaway.balance(f"tokens:{winner}") == 0
    assert giveaway.refused(c.RedeemVoucher, voucher=1, player="zoe") == ("voucher-not-issued", token)
    unmet = {"voucher": 1, "player": winner, "conditions_met": False}
    assert giveaway.refused(c.RedeemVoucher, **unmet) == ("voucher-conditions", token)
    giveaway.do(c.PublishResults)
    giveaway.do(c.EndPromotion)
    issued = giveaway.at
    giveaway.at = issued + 30 * DAY + 1
    assert giveaway.refused(c.RedeemVoucher, voucher=1, player=winner) == ("voucher-conditions", token)
    giveaway.at = issued + 30 * DAY
    giveaway.do(c.RedeemVoucher, voucher=1, player=winner)
    assert giveaway.balance(f"tokens:{winner}") == 50_00
    assert giveaway.refused(c.RedeemVoucher, voucher=1, player=winner) == ("voucher-redeemed", token)


def test_what_is_due_follows_the_promotion():
    giveaway = Giveaway()

    def due() -> list[tuple[PromotionDue, int | None]]:
        return [(each.due, each.until) for each in agenda(giveaway.rules, giveaway.now)]

    assert due() == [(PromotionDue.SUBMIT, BEGIN - DAY)]
    giveaway.submitted()
    assert due() == [(PromotionDue.BEGIN, BEGIN)]
    giveaway.at = BEGIN
    giveaway.do(c.BeginPromotion, commitment=draw_commitment(SECRET))
    assert due() == [(PromotionDue.CLOSE, CLOSE)]
    giveaway.enter("ann ben")
    giveaway.at = CLOSE
    giveaway.do(c.ClosePromotion)
    assert due() == [(PromotionDue.DRAW, DRAW)]
    giveaway.at = DRAW
    giveaway.draw()
    assert due() == [
        (PromotionDue.PUBLISH, None),
        (PromotionDue.TELL_WINNER, DRAW + 2 * DAY),
        (PromotionDue.CLAIM, DRAW + 28 * DAY),
    ]


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(1, 50)), max_size=25), st.integers(1, 4))
@settings(max_examples=40)
def test_every_event_is_json_and_every_promotion_is_built_from_events_alone(told: list[tuple[str, int]], prizes: int):
    giveaway = Giveaway(terms(prize(count=prizes))).overseen(" ".join(f"{name}*{weight}" for name, weight in told))
    giveaway.draw()
    winners = [each.holder for each in giveaway.now.winners.values()]
    assert len(winners) == len(set(winners)) == min(prizes, len({name for name, _ in told}))
    check_draw(draw_record(giveaway.now, giveaway.entries), view(giveaway.now).root)
    again: PrizePromotion | None = None
    for event in giveaway.events:
        again = evolve(again, msgspec.json.decode(msgspec.json.encode(event), type=e.Event))
    assert again == giveaway.now
    assert msgspec.json.decode(msgspec.json.encode(again), type=PrizePromotion) == again


def test_the_command_checks_a_draw_and_names_what_is_wrong(tmp_path: Path):
    giveaway = Giveaway().overseen("ann ben*5 cho").draw()
    record, root = draw_record(giveaway.now, giveaway.entries), view(giveaway.now).root
    file = tmp_path / "draw.json"
    file.write_bytes(msgspec.json.encode(record))
    done = mstud("verify", "draw", str(file), "--root", root)
    assert (done.returncode, done.stderr) == (0, "")
    assert giveaway.winner() in done.stdout
    assert "--root" in mstud("verify", "draw", str(file)).stdout
    told = msgspec.json.decode(mstud("verify", "draw", str(file), "--json", "--root", root).stdout)
    assert (told["good"], told["published"], told["entries"]) == (True, True, 3)
    file.write_bytes(msgspec.json.encode(replace(record, entries=record.entries[:2])))
    wrong = mstud("verify", "draw", str(file))
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "the entries are not those whose root was published" in wrong.stderr
    other = mstud("verify", "draw", str(file), "--root", "ab", "--lang", "fr")
    assert "n'est pas celle qui a été publiée" in other.stderr
    file.write_text("{}")
    assert mstud("verify", "draw", str(file)).returncode == 2
    assert "there is no file" in mstud("verify", "draw", str(tmp_path / "none")).stderr


@pytest.mark.parametrize("command", [c.SubmitPromotion, c.EndPromotion])
def test_time_does_not_run_backwards(command: Any):
    giveaway = Giveaway()
    giveaway.at -= 1
    assert giveaway.refused(command) == ("too-early", "nsw 14.7.7")
