"""Any round can be rebuilt step by step as it was shown, the unfinished one included; histories; commitments."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.fairness import deck
from mississippi_stud.floor import Act, Begin, Bet, DealCards, Floor, Place, VoidGame, Wager, recall
from mississippi_stud.floor.recall import Wanted
from mississippi_stud.round.view import Role
from tests.floor.play import DAY, NOON, Clock, begin, bet_all, bet_each, dealt, fold, opened


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(database_url: str, key_file: Path, clock: Clock) -> Iterator[Floor]:
    with opened(database_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


def test_a_round_is_rebuilt_exactly_as_it_was_shown(floor: Floor, clock: Clock):
    """What `view` said after every command is what recall says of that version, for each role."""
    game = floor.open_game("ann", "online")
    fold(floor, game)
    shown = {}

    def look() -> None:
        clock.now += 1_000_000
        version = floor.view(game)[0]
        for role, player in ((Role.PLAYER, "ann"), (Role.PLAYER, "bob"), (Role.SPECTATOR, None)):
            shown[version, role, player] = floor.view(game, role, player)[1]

    for command in (
        Begin(),
        Act(do=Place(position=1, wager=Wager.ANTE, cents=5_00)),
        DealCards(seed="ann's"),
        *(Act(do=Bet(position=1, cents=cents)) for cents in (5_00, 10_00, 15_00)),
    ):
        floor.send(game, command)
        look()
    for (version, role, player), seen in shown.items():
        steps = {step.version: step for step in recall.steps(floor.database, game, 2, role, player)}
        assert steps[version].view == seen
    names = [step.name for step in recall.steps(floor.database, game, 2)]
    assert names[:5] == ["round_committed", "round_opened", "wager_placed", "seed_chosen", "cards_dealt"]
    assert names[-2:] == ["round_settled", "secret_revealed"]
    times = [step.at for step in recall.steps(floor.database, game, 2)]
    assert times == sorted(times)
    assert times[-1] == NOON + 5_000_000


def test_an_unfinished_round_hides_what_is_hidden(floor: Floor):
    game = floor.open_game("ann", "online")
    dealt(floor, game)
    state = floor.game(game).round
    secret = floor.game(game).secret
    own = recall.steps(floor.database, game, 1, Role.PLAYER, "ann")[-1].view
    assert own.hands[0].hole == state.hands[1].hole
    assert own.community == (state.community[0], None, None)
    for role, player in ((Role.PLAYER, "bob"), (Role.DEALER, None), (Role.INSPECTOR, None)):
        steps = recall.steps(floor.database, game, 1, role, player)
        assert steps[-1].view.hands[0].hole == (None, None)
        assert secret not in repr(steps)
        assert all(getattr(step.event, "hole", {1: (None, None)}) == {1: (None, None)} for step in steps)


def test_the_cards_of_a_past_round_come_from_its_deck(floor: Floor):
    game = floor.open_game("ann", "online")
    bet_all(floor, game, seed="my own")
    reveal = recall.steps(floor.database, game, 1, Role.PLAYER, "ann")[-1]
    cards = deck(bytes.fromhex(reveal.event.secret), "my own", f"{game}#1")
    assert (*reveal.view.hands[0].hole, *reveal.view.community) == cards[:5]


def test_long_games_are_recalled_from_the_middle(floor: Floor):
    """More events than a snapshot waits for; every round is still there."""
    game = floor.open_game("ann", "online")
    for number in range(40):
        fold(floor, game, seed=str(number))
    assert recall.past(floor.database, game, 40).number == 40
    for number in (1, 17, 40):
        assert recall.steps(floor.database, game, number)[-1].event.seed == str(number - 1)


@pytest.mark.parametrize("text", ["", "#1", "game:a", "game:a#", "game:a#0", "game:a#-1", "game:a#x", "game:a#²"])
def test_a_round_is_named_by_game_and_number(text: str):
    with pytest.raises(InputError, match="is no round: write its game and number"):
        recall.split_id(text)


def test_a_round_that_was_never_played_is_told(floor: Floor):
    game = floor.open_game("ann", "online")
    with pytest.raises(InputError, match=f"there is no round {game}#1"):
        recall.steps(floor.database, game, 1)


def test_a_history_with_every_filter(floor: Floor, clock: Clock):
    floor.deposit("bob", 1_000_00)
    online, crown = floor.open_game("ann", "online"), floor.open_game("ann", "crown")
    others = floor.open_game("bob", "online")
    for game in (online, crown, others):
        clock.now += DAY
        fold(floor, game)
    clock.now += DAY
    begin(floor, online)
    floor.send(online, VoidGame(clause="online notice.3", reason="a display failed"))
    clock.now += DAY
    dealt(floor, online)

    def found(**wanted: object) -> list[tuple[str, int]]:
        return [(each.stream, each.number) for each in recall.history(floor.database, Wanted(player="ann", **wanted))]

    assert found() == [(online, 3), (online, 2), (crown, 1), (online, 1)]
    assert found(book="online") == [(online, 3), (online, 2), (online, 1)]
    assert found(book=floor.game(crown).book) == [(crown, 1)]
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
    everyone = recall.history(floor.database, Wanted(), limit=2, offset=1)
    assert [(each.stream, each.number) for each in everyone] == [(online, 2), (others, 1)]
    assert recall.count(floor.database, Wanted()) == 5
    assert recall.count(floor.database, Wanted(game=online)) == 3
    with pytest.raises(InputError, match="'lost' is no status of a round: choose one of open, settled, void"):
        found(status="lost")


def test_the_last_ten_games_by_default(floor: Floor):
    game = floor.open_game("ann", "online")
    for _ in range(12):
        fold(floor, game)
    assert len(recall.history(floor.database, Wanted(player="ann"))) == 10


def test_commitments_that_were_not_revealed_are_counted(floor: Floor):
    floor.deposit("bob", 1_000_00)
    game, other = floor.open_game("ann", "online"), floor.open_game("bob", "online")
    bet_each(floor, game)
    fold(floor, other)
    begin(floor, other)
    floor.send(other, VoidGame(clause="online notice.3", reason="power"))
    assert recall.unrevealed(floor.database) == 0
    dealt(floor, game)
    assert recall.unrevealed(floor.database) == recall.unrevealed(floor.database, "ann") == 1
    assert recall.unrevealed(floor.database, "bob") == 0
    assert recall.commitments(floor.database) == (4, 3, 1, 0, 1)
    assert recall.commitments(floor.database, "bob") == (2, 2, 0, 0, 1)
    assert recall.commitments(floor.database, "nobody") == (0, 0, 0, 0, 0)
