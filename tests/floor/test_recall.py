"""Any stream and any round can be rebuilt step by step as it was shown; histories per hand; commitments."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.fairness import deck
from mississippi_stud.floor import Floor, MissingStreamError
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.history import export, notation, recall
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.round.view import Role
from mississippi_stud.store import log
from mississippi_stud.table.commands import Validate
from tests.decks import scripted_decks
from tests.floor.clock import DAY, NOON, Clock, opened, table
from tests.floor.drive import HOUSE, METERS, linked, open_crown, play, run_house
from tests.floor.several import BOSS, Staffed, deal, decide, seats


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(database_url: str, key_file: Path, clock: Clock) -> Iterator[Floor]:
    with opened(database_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


def test_a_round_is_rebuilt_exactly_as_it_was_shown(floor: Floor, clock: Clock):
    """What `view` returned after every command is what recall returns for that version, for each role."""
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    shown = {}
    for script in ("1 ante 5", "deal", "1 bet 1", "1 bet 2", "1 bet 3"):
        play(floor, stream, script)
        clock.now += 1_000_000
        for role, person in ((Role.PLAYER, "ann"), (Role.PLAYER, "bob"), (Role.SPECTATOR, "")):
            seen, version = floor.view(stream, role, person)
            shown[version, role, person] = seen
    settled = recall.past(floor, stream, 2).last_version
    for (version, role, person), seen in shown.items():
        steps = {step.version: step for step in recall.steps(floor, stream, 2, role, person)}
        if version <= settled:
            assert steps[version].view == seen
        else:  # after the end the next commitment is published
            assert steps[settled].view.round == seen.round
    names = [step.name for step in recall.steps(floor, stream, 2)]
    assert names[:2] == ["round_opened", "wager_placed"]
    assert names[3:5] == ["seed_opened", "cards_dealt"]
    assert names[-2:] == ["round_settled", "secret_revealed"]
    times = [step.at for step in recall.steps(floor, stream, 2)]
    assert times == sorted(times)
    assert times[-1] == NOON + 4_000_000


def test_an_unfinished_round_hides_what_is_hidden(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    state, committed = floor.table(stream).round, floor.table(stream).committed
    own = recall.steps(floor, stream, 1, Role.PLAYER, "ann")[-1].view.round
    assert own.hands[0].hole == state.hands[1].hole
    assert own.community == (state.community[0], None, None)
    for role, person in ((Role.PLAYER, "bob"), (Role.DEALER, ""), (Role.INSPECTOR, "")):
        steps = recall.steps(floor, stream, 1, role, person)
        assert steps[-1].view.round.hands[0].hole == (None, None)
        assert committed.secret not in repr(steps)
        assert all(getattr(step.event, "hole", {1: (None, None)}) == {1: (None, None)} for step in steps)


def test_each_seat_of_nine_sees_its_own_cards_until_others_are_turned(floor: Floor):
    players = {position: f"player {position}" for position in range(1, 10)}
    stream = seats(floor, "nsw", players)
    deal(floor, stream)
    hands = floor.table(stream).round.hands
    decide(floor, stream, folding=(2, 5))
    for position, player in players.items():
        steps = recall.steps(floor, stream, 1, Role.PLAYER, player)
        playing = next(step for step in steps if step.name == "cards_dealt").view
        seen = {hand.position: hand.hole for hand in playing.round.hands}
        assert seen == {each: hands[each].hole if each == position else (None, None) for each in players}
        end = {hand.position: hand.hole for hand in steps[-1].view.round.hands}
        turned = {each for each in players if each not in (2, 5)} | {position}
        assert end == {each: hands[each].hole if each in turned else (None, None) for each in players}
        assert playing.own == (position,)


def test_the_cards_of_a_past_round_come_from_its_deck(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 max-all", seed="my own")
    reveal = recall.steps(floor, stream, 1, Role.PLAYER, "ann")[-1]
    cards = deck(bytes.fromhex(reveal.event.secret), ("my own",), f"{stream}#1")
    assert (*reveal.view.round.hands[0].hole, *reveal.view.round.community) == cards[:5]


def test_long_streams_are_recalled_from_the_middle(floor: Floor):
    """There are more events than between two snapshots, and every round is still there."""
    stream = table(floor)
    for number in range(40):
        play(floor, stream, "1 ante 5; deal; 1 fold", seed=str(number))
    assert log.snapshot(floor.database, stream) is not None
    assert recall.past(floor, stream, 40).number == 40
    for number in (1, 17, 40):
        last = recall.steps(floor, stream, number)[-1]
        assert last.event.seeds == {1: str(number - 1)}
        assert last.view.number == number


def test_what_a_command_did_to_other_streams_is_told_with_it(floor: Floor):
    stream = linked(floor)
    play(floor, stream, "1 ante 5; 1 jackpot 5; deal; 1 fold")
    steps = recall.steps(floor, stream, 1, Role.PLAYER, "ann")
    told = {step.name: [(each.stream, each.name) for each in step.caused] for step in steps if step.caused}
    assert told == {
        "round_opened": [(METERS, "game_registered")],
        "hand_ended": [(METERS, "outcome_recorded")],
    }
    beside = [step for step in recall.stream(floor, METERS) if step.name == "game_registered"]
    assert {each.stream for step in beside for each in step.caused} == {stream}
    assert "cards_dealt" in {each.name for step in beside for each in step.caused}
    assert all(card is None for step in beside for each in step.caused if each.name == "cards_dealt"
               for card in (*each.event.hole[1], *each.event.community))  # fmt: skip


def test_any_stream_is_recalled_public_or_whole(floor: Floor):
    stream = linked(floor)
    play(floor, stream, "1 ante 5; 1 jackpot 5; deal")
    floor.disable("a storm", actor="manager eve")
    for name in log.streams(floor.database):
        shown, whole = list(recall.stream(floor, name)), list(recall.stream(floor, name, whole=True))
        assert [step.version for step in shown] == list(range(1, log.version(floor.database, name) + 1))
        assert whole[-1].view == floor.state(name)[0]
        assert [step.event for step in shown] == [floor.streams.kind_of(name).public(step.event) for step in whole]
        kept = list(recall.stream(floor, name, after=1, whole=True))
        assert kept == whole[1:]
    (stopped,) = recall.stream(floor, "floor")
    assert (stopped.name, stopped.actor, stopped.event.reason) == ("gaming_disabled", "manager eve", "a storm")
    assert floor.table(stream).committed.secret not in repr(list(recall.stream(floor, stream)))
    assert floor.table(stream).committed.secret in repr(list(recall.stream(floor, stream, whole=True)))


def test_the_past_is_read_without_a_floor_too(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    states = States(floor.database, floor.streams)
    assert recall.steps(states, stream, 1) == recall.steps(floor, stream, 1)
    assert recall.history(states, RoundFilter()) == recall.history(floor, RoundFilter())


@pytest.mark.parametrize("text", ["", "#1", "table:a", "table:a#", "table:a#0", "table:a#-1", "table:a#x", "table:a#²"])
def test_a_round_is_named_by_table_and_number(text: str):
    with pytest.raises(InputError, match="is not a round: write its table and number"):
        recall.split_id(text)


def test_what_was_never_played_is_told(floor: Floor):
    stream = table(floor)
    with pytest.raises(InputError, match=f"there is no round {stream}#1"):
        recall.steps(floor, stream, 1)
    with pytest.raises(MissingStreamError, match="there is no account:nobody"):
        list(recall.stream(floor, "account:nobody"))
    with pytest.raises(MissingStreamError, match="'nonsense' is not the name of a stream"):
        list(recall.stream(floor, "nonsense"))


def test_a_history_with_every_filter(floor: Floor, clock: Clock):
    floor.deposit("bob", 1_000_00)
    online, crown, others = table(floor), table(floor, book="crown"), table(floor, "bob")
    for stream in (online, crown, others):
        clock.now += DAY
        play(floor, stream, "1 ante 5; deal; 1 fold")
    clock.now += DAY
    play(floor, online, "1 ante 5")
    floor.void(online, "a display failed")
    clock.now += DAY
    play(floor, online, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")

    def found(**wanted: object) -> list[tuple[str, int]]:
        return [(each.stream, each.number) for each in recall.history(floor, RoundFilter(player="ann", **wanted))]

    assert found() == [(online, 3), (online, 2), (crown, 1), (online, 1)]
    assert found(book="online") == [(online, 3), (online, 2), (online, 1)]
    assert found(book=floor.table(crown).book) == [(crown, 1)]
    assert found(book="nsw") == []
    assert found(status="open") == [(online, 3)]
    assert found(status="void") == [(online, 2)]
    assert found(status="settled") == [(crown, 1), (online, 1)]
    assert found(net_max_cents=-5_00) == [(crown, 1), (online, 1)]
    assert found(net_max_cents=-5_01) == []
    assert found(net_min_cents=0) == [(online, 3), (online, 2)]
    assert found(since=NOON + 2 * DAY) == [(online, 3), (online, 2), (crown, 1)]
    assert found(since=NOON + 2 * DAY + 1) == [(online, 3), (online, 2)]
    assert found(until=NOON + 2 * DAY) == [(online, 1)]
    assert found(until=NOON + 2 * DAY + 1) == [(crown, 1), (online, 1)]
    everyone = recall.history(floor, RoundFilter(), limit=2, offset=1)
    assert [(each.stream, each.number) for each in everyone] == [(online, 2), (others, 1)]
    assert recall.count(floor, RoundFilter()) == 5
    assert recall.count(floor, RoundFilter(table=online)) == 3
    assert recall.count(floor, RoundFilter(player="bob", table=online)) == 0
    with pytest.raises(InputError, match="'lost' is not a status of a round: choose one of open, settled, void"):
        found(status="lost")
    with pytest.raises(InputError, match="limit and offset cannot be negative"):
        recall.history(floor, RoundFilter(), offset=-1)


def test_a_history_of_a_table_of_several_has_a_line_for_each_hand(floor: Floor):
    """Bob folds, Ann plays a box as well as her seat, Cy watches the first round."""
    stream = seats(floor, "crown", {1: "ann", 2: "bob", 3: "ann", 4: "cy"})
    before = floor.balance("ann"), floor.balance("bob"), floor.balance("cy")
    play(floor, stream, "1 ante 5; 2 ante 5; 3 ante 5; deal")
    decide(floor, stream, folding=(2,))
    (past,) = recall.history(floor, RoundFilter(table=stream))
    assert [(hand.position, hand.player) for hand in past.hands] == [(1, "ann"), (2, "bob"), (3, "ann")]
    assert [past.wagered_cents(player) for player in ("ann", "bob", "cy", None)] == [40_00, 5_00, 0, 45_00]
    after = floor.balance("ann"), floor.balance("bob"), floor.balance("cy")
    assert [past.net_cents(each) for each in ("ann", "bob", "cy")] == [
        new - old for old, new in zip(before, after, strict=True)
    ]
    assert past.net_cents() == sum(after) - sum(before)
    assert past.hands[1].funds_before_cents == before[1]
    assert past.hands[1].funds_after_cents == after[1]
    for player, count in (("ann", 1), ("bob", 1), ("cy", 0)):
        assert recall.count(floor, RoundFilter(player=player)) == count
    net = past.net_cents("ann")  # both of her hands together
    assert recall.count(floor, RoundFilter(player="ann", net_min_cents=net, net_max_cents=net)) == 1
    assert recall.count(floor, RoundFilter(player="ann", net_min_cents=net + 1)) == 0
    assert recall.count(floor, RoundFilter(net_min_cents=past.net_cents(), net_max_cents=past.net_cents())) == 1


def test_a_prize_that_was_pending_counts_when_it_has_been_validated(floor: Floor):
    run_house(floor)
    played = Staffed(floor, "dealer", {1: "cy"}, meters=HOUSE)
    open_crown(floor, played.stream)
    with scripted_decks():
        played.lines("round; 1 ante 5; 1 jackpot 5; 1 ready; no-more-bets; deal", seed="Ah Kh Qh Jh Th")
        played.lines("1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1; reveal; settle")
        before = recall.past(floor, played.stream, 1)
        record = msgspec.structs.replace(export.record(floor, played.stream, 1), secret="")  # the deck was stacked
        assert [prize.pending for prize in record.prizes] == [True]
        assert notation.replay(record, export.book_from()).results == record.results
        played.do(Validate(prize=1, by=BOSS, person=BOSS))
        after = recall.past(floor, played.stream, 1)
        assert (before.hands[0].validated_cents, after.hands[0].validated_cents) == (None, 50_002_00)
        assert after.net_cents("cy") == before.net_cents("cy") + 50_002_00 == floor.balance("cy") - 10_000_00
        assert recall.count(floor, RoundFilter(player="cy", net_min_cents=after.net_cents())) == 1
        assert export.record(floor, played.stream, 1).validated_cents == {"1": 50_002_00}
        verify_streams(floor.database, floor.streams)


def test_pages_of_a_history_count_rounds_and_not_hands(floor: Floor):
    stream = seats(floor, "nsw", {1: "ann", 2: "bob", 3: "cy"})
    for _ in range(4):
        deal(floor, stream)
        decide(floor, stream, folding=(1, 2, 3))
    for offset in (0, 2):
        page = recall.history(floor, RoundFilter(player="bob"), limit=2, offset=offset)
        assert [each.number for each in page] == [4 - offset, 3 - offset]
        assert all([hand.position for hand in each.hands] == [1, 2, 3] for each in page)


def test_the_last_ten_rounds_by_default(floor: Floor):
    stream = table(floor)
    for _ in range(12):
        play(floor, stream, "1 ante 5; deal; 1 fold")
    assert len(recall.history(floor, RoundFilter(player="ann"))) == 10


def test_commitments_that_were_not_revealed_are_counted(floor: Floor):
    floor.deposit("bob", 1_000_00)
    stream, other = table(floor), table(floor, "bob")
    play(floor, stream, "1 ante 5; deal; 1 bet 1; 1 bet 2; 1 bet 3")
    play(floor, other, "1 ante 5; deal; 1 fold")
    play(floor, other, "1 ante 5")
    floor.void(other, "power")
    assert recall.unrevealed(floor) == 0
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    assert recall.unrevealed(floor) == recall.unrevealed(floor, "ann") == 1
    assert recall.unrevealed(floor, "bob") == 0
    assert recall.commitments(floor) == (4, 3, 1, 0, 1, 0)
    assert recall.commitments(floor, "bob") == (2, 2, 0, 0, 1, 0)
    assert recall.commitments(floor, "nobody") == (0, 0, 0, 0, 0, 0)


def test_a_commitment_of_several_is_one(floor: Floor):
    stream = seats(floor, "nsw", {1: "ann", 2: "bob"})
    deal(floor, stream)
    decide(floor, stream)
    assert recall.commitments(floor) == recall.commitments(floor, "bob") == (1, 1, 0, 0, 0, 0)


def test_a_ruling_is_found_however_many_came_after_it(floor: Floor):
    """crown 13.3: the round of a disruption, though hundreds of rulings on something else were made since."""
    played = Staffed(floor, "dealer")
    played.lines("round; 1 ante 10; 2 ante 10")
    played.report("game-disrupted", cause="fire")
    played.lines("round; 1 ante 10; 2 ante 10")
    for _ in range(401):
        played.report("rule-broken", position=1, measure="exclude")

    def found(**wanted: str) -> list[int]:
        return [each.number for each in recall.history(floor, RoundFilter(table=played.stream, **wanted))]

    assert found(incident="game-disrupted") == found(clause="crown 13.3.1") == [1]
    assert found(incident="rule-broken") == found(clause="crown 13.2.2") == [2]
    assert found(incident="any") == [2, 1]
    assert found(incident="fraud") == found(clause="crown 13.3.%") == found(clause="crown 13.3") == []
