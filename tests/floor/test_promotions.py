"""Promotions on the floor: stream, roles, ledger and clock, on both databases."""

import signal
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.draw import check_draw, draw_commitment, entries_root
from mississippi_stud.floor import Floor
from mississippi_stud.floor import promotion_acts as acts
from mississippi_stud.floor.history.inbox import house_events
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.persons import stream_of as person_stream
from mississippi_stud.floor.promotion_entries import BEHIND
from mississippi_stud.messages import DAY, MINUTE
from mississippi_stud.person.care_messages import ExcludeSelf, TimeOut
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.offer_terms import NOT_APPLICABLE, ClaimTerms, DrawTerms, EntryRule, PlayKind
from mississippi_stud.promotion.prize_terms import PrizeKind, PrizeTerms
from mississippi_stud.promotion.state import PrizeStatus, PromotionLife
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from mississippi_stud.table.commands import FLOOR, ExchangeVoucher
from mississippi_stud.table.state import BOT
from tests.campaign.part import Part
from tests.clauses import clause
from tests.databases import emptied
from tests.floor import draw_child
from tests.floor.cups import DIRECTOR as PROMOTER
from tests.floor.cups import FakeTime, balances
from tests.floor.draws import BEGIN, CLOSE, DRAW, SCRUTINEER, SEED, FloorDraw, house_with_scrutineer, offer
from tests.floor.drive import chance_of, play, table_of
from tests.floor.test_houses import account


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def floor(database_url: str, key_file: Path, time: FakeTime) -> Iterator[Floor]:
    with Floor.open(database_url, key_file, time) as one:
        house_with_scrutineer(one)
        yield one


@pytest.fixture
def memory(time: FakeTime) -> Iterator[Floor]:
    with Floor.in_memory(time) as one:
        house_with_scrutineer(one)
        yield one


@pytest.fixture
def draw(memory: Floor, time: FakeTime) -> FloorDraw:
    return FloorDraw(memory, time)


def refused(draw: FloorDraw, command: c.StreamCommand, by: str = PROMOTER) -> str:
    """Return the code of a command that is refused, and changes nothing."""
    before = draw.floor.state(draw.stream)[1]
    with pytest.raises((Refused, InputError)) as caught:
        draw.do(command, by)  # type: ignore[arg-type]
    assert draw.floor.state(draw.stream)[1] == before
    return caught.value.code


@clause("nsw 14.1")
@clause("nsw 14.7.1")
@clause("nsw 14.8")
@clause("nsw 14.8.3")
@clause("nsw 14.7.10")
def test_a_promotion_is_held_from_its_draft_to_its_end(floor: Floor, time: FakeTime):
    draw = FloorDraw(floor, time).running()
    assert draw.now.life is PromotionLife.RUNNING
    assert draw.now.commitment == draw_commitment(draw.now.held_secret)
    draw.enter(*(f"p{number}" for number in range(9))).closed()
    assert draw.now.root == entries_root(tuple(acts.entries_of(floor, draw.stream)))
    draw.drawn()
    winners = draw.now.winners
    assert len({each.holder for each in winners.values()}) == len(winners) == 5
    check_draw(acts.draw_file(floor, draw.run), draw.events(e.EntriesClosed)[0].root)
    held = balances(floor)
    assert held["promotion:play/spring"] == 7_000_00
    for number, winner in winners.items():
        draw.do(c.NoteAttempt(prize=number, way="telephone", reached=True))
        acts.give_for_oneself(
            floor,
            "play",
            "spring",
            winner.holder,
            c.LodgeClaim(prize=number, claimant="somebody else"),
            command_id=f"claim {number}",
        )
        draw.do(c.PayClaim(claim=number))
    assert all(each.status is PrizeStatus.PAID for each in draw.now.winners.values())
    held = balances(floor)
    assert held["promotion:play/spring"] == 0
    assert held[f"cash:{winners[1].holder}"] == 5_000_00
    draw.do(c.PublishResults())
    draw.do(c.EndPromotion())
    assert draw.now.life is PromotionLife.ENDED
    verify_streams(floor.database, floor.streams)
    floor.rebuild()
    verify_streams(floor.database, floor.streams)


@clause("nsw 14.7.6")
@clause("nsw 14.7.7")
def test_the_clock_begins_and_closes_to_the_microsecond(draw: FloorDraw):
    draw.drafted().submitted().at(BEGIN - 1)
    assert draw.now.life is PromotionLife.SUBMITTED
    draw.at(BEGIN)
    assert draw.now.life is PromotionLife.RUNNING
    draw.time.now = CLOSE - 1
    draw.enter("ann")
    draw.time.now = CLOSE
    assert refused(draw, c.AddEntry(player="ben", reason="late")) == "entries-over"
    draw.closed()
    assert [each.size for each in draw.events(e.EntriesClosed)] == [1]


def test_a_promotion_does_not_begin_before_the_seed_is_sealed(draw: FloorDraw):
    draw.drafted()
    draw.do(c.SubmitPromotion())
    draw.at(BEGIN)
    assert draw.now.life is PromotionLife.SUBMITTED


@clause("nsw 14.2")
def test_each_role_does_what_is_its_own(draw: FloorDraw):
    account(draw.floor, "ann")
    draw.drafted()
    for command in (c.SubmitPromotion(), c.NominateScrutineer(person=SCRUTINEER), c.AddEntry(player="x", reason="y")):
        assert refused(draw, command, "ann") == "no-title"
        assert refused(draw, command, SCRUTINEER) == "no-title"
    assert refused(draw, c.NominateScrutineer(person=PROMOTER)) == "scrutineer-with-interest"
    assert refused(draw, c.NominateScrutineer(person="zed")) == "scrutineer-account", "zed has no account"
    draw.do(c.NominateScrutineer(person=SCRUTINEER))
    assert refused(draw, c.SealSeed(commitment="0" * 64)) == "not-the-scrutineer"
    assert refused(draw, c.CountPlays(since=0, until=1)) == "play-from-the-log"
    assert refused(draw, c.RedeemVoucher(voucher=1, player="ann")) == "play-from-the-log"
    draw.submitted().at(BEGIN)
    draw.enter("ann").closed()
    draw.time.now = DRAW
    assert refused(draw, c.DrawPrizes(seed=SEED), "ann") == "no-title"
    draw.do(c.DrawPrizes(seed=SEED), by=SCRUTINEER)


def test_one_command_counts_once_and_nobody_uses_up_anothers_id(draw: FloorDraw):
    draw.running()
    entry = c.AddEntry(player="ann", reason="a coupon")
    for _ in range(2):
        draw.do(entry, command_id="one entry")
    assert draw.now.size == 1
    with pytest.raises(InputError, match="used before"):
        draw.do(c.AddEntry(player="ben", reason="a coupon"), command_id="one entry")


def test_neither_secret_nor_seed_is_seen_before_the_draw(draw: FloorDraw, caplog: pytest.LogCaptureFixture):
    draw.running().enter("ann", "ben", "cho").closed()
    secret = draw.now.held_secret
    seen = [msgspec.json.encode(draw.run.seen_by(person)) for person in ("", PROMOTER, SCRUTINEER, "ann")]
    stored = b"".join(record.payload for record in log.read(draw.floor.database, draw.stream))
    for where in (*seen, stored, caplog.text.encode()):
        for kept in (secret.hex().encode(), SEED.encode()):
            assert kept not in where
    draw.drawn()
    assert secret.hex() in msgspec.json.encode(draw.run.seen_by("")).decode(), "and then everybody sees it"


@clause("nsw 14.10")
@clause("nsw 14.10.1")
def test_a_claimants_details_are_sealed_and_read_by_few(draw: FloorDraw):
    draw.running().enter("ann").closed().drawn()
    claim = c.LodgeClaim(prize=1, claimant="zed", name="Zed Zucker", address="1 Sand Lane")
    acts.give_for_oneself(draw.floor, "play", "spring", "zed", claim, command_id="claims")
    draw.do(c.DenyClaim(claim=1, reason="not the winner"))
    stored = b"".join(record.payload for record in log.read(draw.floor.database, draw.stream))
    assert b"Zucker" not in stored
    assert b"Sand Lane" not in stored
    for person in (PROMOTER, "zed"):
        kept = acts.claim_record(draw.floor, "play", "spring", 1, person)
        assert (kept.name, kept.address) == ("Zed Zucker", "1 Sand Lane")
    for person in ("ann", SCRUTINEER, ""):
        with pytest.raises(InputError):
            acts.claim_record(draw.floor, "play", "spring", 1, person)


@clause("nsw 14.7.3")
def test_whoever_is_excluded_after_entering_wins_nothing(draw: FloorDraw):
    for player in ("ann", "ben"):
        account(draw.floor, player)
    both = PrizeTerms(kind=PrizeKind.CASH, description="Cash", value_cents=90_00, count=2)
    draw.running(offer(prizes_and_their_value=(both,))).enter("ann", "ben").closed()
    draw.floor.send(person_stream("ann"), ExcludeSelf(until=None))
    draw.floor.send(person_stream("ben"), TimeOut(until=DRAW + DAY))
    draw.drawn()
    assert [each.holder for each in draw.now.winners.values()] == ["ben"], "a rest from play bars nobody"
    assert [(each.holder, each.reason) for each in draw.events(e.EntryPassed)] == [("ann", "barred")]
    assert draw.now.barred == ("ann",)
    check_draw(acts.draw_file(draw.floor, draw.run))
    verify_streams(draw.floor.database, draw.floor.streams)


@clause("nsw 14.7.3")
def test_whoever_is_excluded_is_not_called(draw: FloorDraw):
    account(draw.floor, "ann")
    how = ClaimTerms(where="the stage", presence=True)
    draw.running(offer("car-draw", how_to_claim=how)).enter("ann").closed().drawn()
    draw.floor.send(person_stream("ann"), ExcludeSelf(until=None))
    draw.do(c.CallWinner())
    assert draw.now.call is None
    assert [each.reason for each in draw.events(e.EntryPassed)] == ["barred"]
    assert draw.now.life is PromotionLife.CLAIMED


# Entries from play.


@clause("nsw 14.7.4")
@clause("nsw 14.7.6")
def test_play_enters_by_the_log_once_and_until_the_closing_time(draw: FloorDraw):
    floor = draw.floor
    draw.running(offer(minimum_or_compulsory_wager=20_00))
    for player in ("ann", "ben", f"{BOT}1"):
        floor.deposit(player, 1_000_00)
    play(floor, table_of(floor, f"{BOT}1", "nsw", house="play"), "1 ante 5; deal; 1 bet 3; 1 fold")  # enters nobody
    before = table_of(floor, "ann", "nsw", house="play")
    play(floor, before, "1 ante 5; deal; 1 bet 3; 1 fold")
    play(floor, before, "1 ante 5; deal; 1 fold")
    draw.at(BEGIN + BEHIND)
    assert draw.now.size == 0, "too short ago to be counted"
    draw.at(BEGIN + BEHIND + 1)
    assert draw.now.holdings["ann"].entries == 1, "the second wagered less than the terms take"
    draw.tick()
    assert draw.now.size == 1
    draw.time.now = CLOSE - 1
    play(floor, before, "1 ante 5; deal; 1 bet 3; 1 fold")
    last = table_of(floor, "ben", "nsw", house="play")
    draw.time.now = CLOSE
    play(floor, last, "1 ante 5; deal; 1 bet 3; 1 fold")
    draw.tick()
    assert draw.now.life is PromotionLife.RUNNING
    assert refused(draw, c.ClosePromotion()) == "play-uncounted"
    draw.closed()
    assert draw.now.life is PromotionLife.CLOSED
    assert {name: held.entries for name, held in draw.now.holdings.items()} == {"ann": 2}
    lines = acts.own_entries(floor, draw.run, "ann")
    assert [(each.number, each.source) for each in lines] == [(1, "play"), (2, "play")]
    assert lines[0].reference == f"{before}#1/1"
    assert acts.own_entries(floor, draw.run, "ben") == []


@pytest.mark.parametrize(("kind", "entries"), [(PlayKind.VISIT, 1), (PlayKind.SESSION, 2)])
def test_a_visit_is_a_day_and_a_session_a_seat(draw: FloorDraw, kind: PlayKind, entries: int):
    how = DrawTerms(entries=(EntryRule(play=kind),))
    draw.running(offer(how_awarded=how, minimum_or_compulsory_wager=NOT_APPLICABLE))
    draw.floor.deposit("ann", 1_000_00)
    for _ in range(2):
        seat = table_of(draw.floor, "ann", "nsw", house="play")
        for _ in range(2):
            play(draw.floor, seat, "1 ante 5; deal; 1 fold")
            draw.at(draw.time.now + BEHIND + 1)
    assert draw.now.size == entries


# Vouchers.


@clause("nsw 1.1 Casino Promotional Token")
@clause("nsw 5.1")
def test_a_voucher_is_exchanged_once_and_only_if_it_was_issued(draw: FloorDraw):
    floor = draw.floor
    account(floor, "ann")
    draw.running(offer("voucher-draw")).enter("ann").closed().drawn()
    claim = c.LodgeClaim(prize=1, claimant="ann")
    acts.give_for_oneself(floor, "play", "spring", "ann", claim, command_id="claims")
    draw.do(c.PayClaim(claim=1))
    table = table_of(floor, "ann", "nsw", house="play")

    def exchange(**changes: Any) -> str:
        told = {"player": "ann", "cents": 50_00, "promotion": "play/spring", "voucher": 1, "by": FLOOR, **changes}
        try:
            floor.send(table, ExchangeVoucher(**told))
        except (Refused, InputError) as error:
            return error.code
        return ""

    assert exchange(voucher=2) == "voucher-not-issued"
    assert exchange(player="ben") == "voucher-not-issued"
    assert exchange(cents=50_01) == "voucher-not-issued"
    assert exchange(promotion="club/spring") == "voucher-not-issued", "of another house"
    assert exchange(promotion="play/none") == "voucher-not-issued"
    assert exchange(conditions_met=False) == "voucher-conditions"
    assert acts.with_voucher(floor, "play", ExchangeVoucher(player="ann", cents=50_00), None).voucher == 1
    assert exchange() == ""
    assert exchange() == "voucher-redeemed"
    held = balances(floor)
    assert (held["tokens:ann"], held["promotion:play/spring"]) == (50_00, 0)
    assert acts.with_voucher(floor, "play", ExchangeVoucher(player="ann", cents=50_00), None).voucher == 0
    verify_streams(floor.database, floor.streams)


# Death.


def test_one_draw_and_the_same_winners_whatever_dies(database_url: str, key_file: Path):
    killed_and_drawn(database_url, key_file, range(1, draw_child.STEPS + 1))


@pytest.mark.campaign
def test_draws_survive_kill_9(database_url: str, key_file: Path, part: Part):
    """At every step, so long after its command was sent that it has been committed or has not."""
    chance = chance_of(f"draws {part}")
    while part.left:
        steps = range(1, min(draw_child.STEPS, part.left) + 1)
        killed_and_drawn(emptied(database_url, part.done), key_file, steps, lambda: chance.random() * 0.02)
        part.count(number=len(steps))


def killed_and_drawn(url: str, key: Path, steps: Iterable[int], late: Callable[[], float] = lambda: 0) -> None:
    """Hold a promotion in a child that is killed at each of these steps; there is one draw, and it is right."""
    seen: list[str] = []
    for killed in (*steps, draw_child.STEPS + 1):
        child = draw_child.start(url, key, killed, late())
        out = child.communicate()[0]
        assert child.returncode == (0 if killed > draw_child.STEPS else -signal.SIGKILL), out
        seen += [line for line in out.splitlines() if line.startswith("winners")]
    assert len(set(seen)) == 1, "whoever was seen to have won has won"
    with Floor.open(url, key, FakeTime()) as floor:
        draw = FloorDraw(floor, FakeTime())
        assert len(draw.events(e.PrizesDrawn)) == len(draw.events(e.EntriesClosed)) == 1
        assert draw.now.life is PromotionLife.DRAWN
        check_draw(acts.draw_file(floor, draw.run))
        verify_streams(floor.database, floor.streams)


# Presence, payment and the inspectorate.


@clause("nsw 14.2")
@clause("nsw 14.7.8")
def test_a_name_that_does_not_answer_is_passed_over_by_the_clock(draw: FloorDraw):
    how = ClaimTerms(where="the stage", presence=True, check_in_minutes=20, answer_seconds=60)
    draw.running(offer("car-draw", how_to_claim=how)).enter("ann", "ben", "cho").closed()
    draw.time.now = DRAW - 20 * MINUTE - 1
    assert refused(draw, c.CheckIn(player="ann")) == "check-in-later"
    draw.time.now += 1
    for player in ("ann", "ben"):
        acts.give_for_oneself(
            draw.floor, "play", "spring", player, c.CheckIn(player="cho"), command_id=f"{player} is there"
        )
    assert draw.now.checked_in == ("ann", "ben"), "each for themselves, whatever they say"
    draw.time.now = DRAW
    assert refused(draw, c.DrawPrizes(seed=SEED)) == "scrutineer-absent"
    draw.oversee(c.OverseeDraw())
    assert refused(draw, c.DrawPrizes(seed=SEED[::-1])) == "other-seed-opened"
    draw.do(c.DrawPrizes(seed=SEED), by=SCRUTINEER)
    call = draw.do(c.CallWinner()).call
    assert call is not None
    assert draw.at(call.until).now.call == call, "the last moment is still in time"
    draw.at(call.until + 1)
    assert draw.now.call is None
    second = draw.do(c.CallWinner()).call
    assert second is not None
    assert {call.holder, second.holder} == {"ann", "ben"}
    draw.do(c.ConfirmPresence())
    assert draw.now.winners[1].holder == second.holder


@clause("nsw 14.4")
@pytest.mark.parametrize(("cents", "code"), [(10_000_00, "no-choice-of-payment"), (10_000_01, "")])
def test_cash_over_the_bound_is_paid_in_the_parts_that_the_winner_chooses(draw: FloorDraw, cents: int, code: str):
    big = PrizeTerms(kind=PrizeKind.CASH, description="Cash", value_cents=cents)
    draw.running(offer(prizes_and_their_value=(big,))).enter("ann").closed().drawn()
    draw.do(c.LodgeClaim(prize=1, claimant="ann"))
    parts = {"cash": 4_000_00, "electronic-transfer": cents - 4_000_00}
    assert code == (refused(draw, c.PayClaim(claim=1, parts=parts)) if code else "")
    if not code:
        short = {**parts, "cash": 3_999_99}
        assert refused(draw, c.PayClaim(claim=1, parts=short)) == "parts-differ"
        draw.do(c.PayClaim(claim=1, parts=parts))
        held = balances(draw.floor)
        assert [held[f"{way}:ann"] for way in parts] == list(parts.values())
        assert held["promotion:play/spring"] == 0


@clause("nsw 14.12")
@pytest.mark.parametrize("command", [c.PostponePromotion(why="a box was open"), c.CancelDraw(why="a box was open")])
def test_the_inspectorate_reads_of_it_in_the_same_commit(draw: FloorDraw, command: c.Command):
    draw.running().enter("ann")
    before = draw.floor.state(draw.stream)[1]
    draw.do(command)
    told = list(log.read(draw.floor.database, draw.stream, after=before))
    assert [each.name for each in told] == ["promotion_life_changed", "inspectorate_notified"]
    assert len({each.command_id for each in told}) == 1
    inboxes = {
        house: {each.finding.code: each.finding.params for each in house_events(draw.floor, house, 0)}
        for house in ("play", "elsewhere")
    }
    assert inboxes["play"][f"promotion-{draw.now.life}"]["clause"] == "nsw 14.12"
    assert not [code for code in inboxes["elsewhere"] if code.startswith("promotion")]


def test_a_restored_promotion_has_another_secret(draw: FloorDraw):
    draw.running()
    before = draw.now.commitment
    renewal = draw.floor.streams.kind_of(draw.stream).renew(draw.now)
    draw.floor.send(draw.stream, renewal)
    assert draw.now.commitment == draw_commitment(draw.now.held_secret) != before
    draw.enter("ann").closed()
    assert draw.floor.streams.kind_of(draw.stream).renew(draw.now) is None
    draw.drawn()
    verify_streams(draw.floor.database, draw.floor.streams)
