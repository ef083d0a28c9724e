"""What makes a shuffle provable: when the house commits, whose seeds count, and what is revealed in the end."""

from hashlib import sha256

import pytest

from mississippi_stud.round import events as r
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.table import DealingMode
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.state import Clocks
from tests.table.hall import EVERY, METHODS, NAMES, STAFFED, Hall, all_of, hash_of, seed_of

BOOKS = list(METHODS)
ON_MISDEAL = {"nsw": "nsw 11.3", "maryland": "maryland .13D", "crown": "crown 11.2.1", "online": "online notice.3"}
SETTLEMENT = {"nsw": "nsw 10.1", "maryland": "maryland .11I", "crown": "crown 8.1.1", "online": "online play.6"}
NO_SUCH_HASH = "this seed does not have the hash that was published for the seat: send the one that does, or none"


def kinds(events: list[te.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def bound_to(secret: bytes) -> str:
    """Return the published commitment to a secret, by docs/fairness.md."""
    return sha256(b"mississippi-stud deck 1\0" + secret).hexdigest()


def several(book: str = "crown", players: int = 3, **opening: object) -> Hall:
    hall = Hall(book, positions=players, **opening)
    hall.sit(*NAMES[:players])
    return hall


# When the house commits.


@pytest.mark.parametrize(("book", "dealing"), EVERY)
def test_the_first_commitment_comes_with_the_first_seat(book: str, dealing: str):
    hall = Hall(book, dealing)
    assert hall.table.committed is None
    events = hall.seat(1, "ann")
    assert kinds(events) == ["Seated", "RoundCommitted"]
    committed = events[-1]
    assert committed.number == 1
    assert committed.commitment == bound_to(hall.secret())
    assert committed.secret == hall.secret().hex()
    if book != "online":
        assert kinds(hall.seat(2, "ben")) == ["Seated"]


@pytest.mark.parametrize("dealt", [DealingMode.DEALER, DealingMode.PHYSICAL])
@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_a_dealer_with_the_floors_deck_is_bound_and_real_cards_are_not(book: str, dealt: DealingMode):
    hall = Hall(book, dealt=dealt)
    assert kinds(hall.seat(1, "ann"))[1:] == (["RoundCommitted"] if dealt is DealingMode.DEALER else [])


@pytest.mark.parametrize("book", BOOKS)
def test_the_next_commitment_comes_with_the_end_of_a_round(book: str):
    hall = Hall(book, positions=1)
    hall.sit("ann")
    for number in (1, 2, 3):
        hall.whole_round()
        assert kinds(hall.events)[-3:] == ["RoundSettled", "SecretRevealed", "RoundCommitted"]
        revealed, committed = hall.events[-2:]
        assert (revealed.number, committed.number) == (number, number + 1)
        assert committed.commitment == bound_to(hall.secret())


@pytest.mark.parametrize("phase", ["betting", "third-street", "fourth-street"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_void_round_reveals_its_secret_and_a_new_commitment_follows(book: str, phase: str):
    hall = Hall(book, positions=1)
    hall.sit("ann")
    bound = hall.table.committed
    hall.wager(1, ready=phase != "betting")
    if phase == "fourth-street":
        hall.lines("1 bet 1")
    assert hall.state.phase == phase
    events = hall.do(t.Void, clause=ON_MISDEAL[book], reason="a malfunction")
    check_void(hall, events, bound.secret, {} if phase == "betting" else {1: seed_of("ann", 1)})


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_a_round_that_a_dealer_runs_is_voided_in_the_same_way(book: str):
    hall = Hall(book, dealt=DealingMode.DEALER, positions=1)
    hall.sit("ann")
    hall.do(t.ComeOnDuty, by="dealer")
    hall.do(t.OpenRound, by="dealer")
    bound = hall.table.committed
    hall.lines("1 ante 10; 1 ready")
    check_void(hall, hall.do(t.Void, clause=ON_MISDEAL[book], reason="a malfunction"), bound.secret, {})


def check_void(hall: Hall, events: list[te.Event], secret: str, seeds: dict[int, str]) -> None:
    assert kinds(events) == ["RoundVoided", "SecretRevealed", "RoundCommitted"]
    _, revealed, committed = events
    assert (revealed.number, revealed.secret, revealed.voided) == (1, secret, "a malfunction")
    assert revealed.seeds == seeds
    assert (committed.number, committed.commitment) == (2, bound_to(hall.secret()))
    assert committed.commitment != bound_to(bytes.fromhex(secret))
    assert hall.money["player:ann"] == 0


def test_a_ruling_that_voids_a_round_reveals_its_secret_too():
    hall = several("nsw", 2)
    hall.lines("1 ante 10; 1 ready; 2 ante 10; 2 ready")
    events = hall.report(Incident.FRAUD)
    assert kinds(events)[-3:] == ["RoundVoided", "SecretRevealed", "RoundCommitted"]
    assert events[-2].seeds == {1: seed_of("ann", 1), 2: seed_of("ben", 1)}


@pytest.mark.parametrize("book", BOOKS)
def test_a_commitment_never_comes_in_the_command_that_brings_a_seed_of_its_round(book: str):
    hall = Hall(book)
    players = NAMES[: hall.table.positions]
    bound: dict[int, int] = {}
    """The command in which the house committed to each round."""
    commands = 0

    def note(events: list[te.Event]) -> None:
        nonlocal commands
        commands += 1
        for event in events:
            if isinstance(event, te.RoundCommitted):
                bound[event.number] = commands
            if isinstance(event, te.SeedOpened | r.RoundOpened | r.CardsDealt):
                assert bound[hall.table.committed.number] < commands

    for position, player in enumerate(players, start=1):
        note(hall.seat(position, player))
    for number in range(1, 4):
        for position in hall.table.seats:
            note(hall.lines(f"{position} ante 10; {position} ready"))
        while hall.table.round is not None:
            note(hall.lines(f"{next(hall.state.waiting()).position} bet 1"))
        assert set(bound) == set(range(1, number + 2))


@pytest.mark.parametrize("book", BOOKS)
def test_no_secret_is_used_twice_and_every_one_is_shown(book: str):
    hall = Hall(book, positions=1)
    hall.sit("ann")
    for number in range(1, 8):
        hall.wager(1, ready=bool(number % 3))
        if hall.state.phase == "betting":
            hall.do(t.Void, clause=ON_MISDEAL[book], reason="x")
        else:
            hall.lines("1 fold") if number % 2 else hall.finish()
    published = [event.commitment for event in all_of(te.RoundCommitted, hall.events)]
    shown = [event.secret for event in all_of(te.SecretRevealed, hall.events)]
    assert len(published) == len(set(published)) == 8
    assert [bound_to(bytes.fromhex(secret)) for secret in shown] == published[:7]
    assert [event.number for event in all_of(te.RoundCommitted, hall.events)] == list(range(1, 9))


def test_the_commitment_stays_when_everybody_leaves_and_somebody_comes():
    hall = several(players=2)
    bound = hall.commitment
    hall.stand(1)
    hall.stand(2)
    assert kinds(hall.seat(2, "cyd")) == ["Seated"]
    assert hall.commitment == bound


# What a deal names.


@pytest.mark.parametrize("book", BOOKS)
def test_a_deal_names_the_commitment_that_the_player_saw(book: str):
    hall = Hall(book, positions=1)
    hall.sit("ann")
    first = hall.commitment
    refused = ("other-commitment", SETTLEMENT[book])
    for other in ("", "0" * 64, first.upper(), first[:-1], first + "0"):
        assert hall.refused(t.PlaceWagers, **hall.wagers(1, commitment=other)) == refused
    hall.lines("1 ante 10; 1 ready")
    hall.finish()
    assert hall.refused(t.PlaceWagers, **hall.wagers(1, commitment=first)) == refused
    hall.wager(1, commitment=hall.commitment)


def test_who_is_not_ready_and_opens_no_seed_need_not_name_it_yet():
    hall = several("crown", 2)
    refused = ("other-commitment", "crown 8.1.1")
    hall.wager(1, seed="", commitment="", ready=False)
    assert hall.refused(t.PlaceWagers, **hall.wagers(1, seed="", commitment="")) == refused
    assert hall.refused(t.PlaceWagers, **hall.wagers(1, commitment="", ready=False)) == refused
    assert hall.refused(t.PlaceWagers, **hall.wagers(2, seed="", commitment="0" * 64, ready=False)) == refused
    hall.lines("1 ante 10; 1 ready")
    assert hall.refused(t.PlaceWagers, **hall.wagers(2, commitment="")) == refused
    hall.lines("2 ante 10; 2 ready")
    assert hall.state.phase == "third-street"


# Whose seeds count.


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_seeds_are_opened_as_their_hashes_were_published_and_shown_by_position(book: str, dealing: str):
    hall = Hall(book, dealing, positions=4)
    for position, player in ((4, "dan"), (2, "ben"), (1, "ann")):
        hall.seat(position, player)
    for position in (2, 4, 1):
        opened = all_of(te.SeedOpened, hall.lines(f"{position} ante 10; {position} ready"))
        assert [(event.position, event.seed) for event in opened] == [
            (position, seed_of(hall.table.seats[position].player, 1))
        ]
    hall.finish()
    shown = all_of(te.SecretRevealed, hall.events)[-1]
    assert list(shown.seeds.items()) == [(1, "ann, round 1"), (2, "ben, round 1"), (4, "dan, round 1")]


def test_a_seed_whose_hash_was_not_published_is_refused():
    hall = Hall("crown", positions=3)
    hall.seat(1, "ann")
    hall.seat(2, "ben", seed_hash="")
    assert hall.wrong(t.PlaceWagers, **hall.wagers(1, seed="another")) == NO_SUCH_HASH
    assert hall.wrong(t.PlaceWagers, **hall.wagers(2, seed="ben, round 1")) == NO_SUCH_HASH
    hall.lines("1 ante 10; 1 ready")
    hall.do(t.CommitSeed, by="player", person="ben", position=2, seed_hash=hash_of("ben", 1))
    assert hall.wrong(t.PlaceWagers, **hall.wagers(2, seed="ben, round 1")) == NO_SUCH_HASH
    hall.wager(2, seed="")  # still with the hash of the next seed
    hall.finish()
    assert all_of(te.SecretRevealed, hall.events)[-1].seeds == {1: "ann, round 1", 2: ""}
    hall.lines("1 ante 10; 1 ready")
    assert all_of(te.SeedOpened, hall.wager(2, seed="ben, round 2"))


def test_a_hash_replaced_before_anybody_opened_a_seed_counts_at_once():
    hall = several(players=2)
    committed = hall.do(t.CommitSeed, by="player", person="ben", position=2, seed_hash=hash_of("zed", 1))
    assert [(event.seed_hash, event.coming) for event in committed] == [(hash_of("zed", 1), True)]
    hall.wager(1, seed="", ready=False)  # a wager is not a seed
    hall.do(t.CommitSeed, by="player", person="ben", position=2, seed_hash=hash_of("yan", 1))
    assert hall.wrong(t.PlaceWagers, **hall.wagers(2, seed="zed, round 1")) == NO_SUCH_HASH
    assert all_of(te.SeedOpened, hall.wager(2, seed="yan, round 1"))


def test_a_hash_replaced_after_somebody_opened_a_seed_counts_for_the_next_round_only():
    hall = several(players=2)
    hall.lines("1 ante 10; 1 ready")
    committed = hall.do(t.CommitSeed, by="player", person="ben", position=2, seed_hash=hash_of("zed", 2))
    assert [(event.seed_hash, event.coming) for event in committed] == [(hash_of("zed", 2), False)]
    assert hall.table.seats[2].seed_hash == hash_of("ben", 1)
    assert hall.wrong(t.PlaceWagers, **hall.wagers(2, seed="zed, round 2")) == NO_SUCH_HASH
    hall.wager(2, next_seed_hash="")
    hall.finish()
    assert hall.table.seats[2].seed_hash == hash_of("zed", 2)
    assert all_of(te.SeedOpened, hall.wager(2, seed="zed, round 2"))


def test_a_hash_published_while_the_cards_are_out_is_for_the_next_round():
    hall = several(players=2)
    hall.wager(1, seed="", next_seed_hash="")
    hall.wager(2, seed="", next_seed_hash="")
    committed = hall.do(t.CommitSeed, by="player", person="ann", position=1, seed_hash=hash_of("ann", 2))
    assert [event.coming for event in committed] == [False]
    hall.finish()
    assert [seat.seed_hash for seat in hall.table.seats.values()] == [hash_of("ann", 2), hash_of("ben", 1)]


@pytest.mark.parametrize("opened", [True, False])
def test_who_sits_down_in_a_round_has_published_the_hash_for_the_next(opened: bool):
    hall = Hall("nsw", positions=3)
    hall.sit("ann", "ben")
    hall.wager(1, seed=seed_of("ann", 1) if opened else "")
    hall.wager(2, seed="")
    hall.seat(3, "cyd", seed_hash=hash_of("cyd", 2))
    hall.finish()
    assert hall.table.seats[3].seed_hash == hash_of("cyd", 2)
    hall.lines("3 ante 10; 3 ready")
    assert hall.table.seeds == {3: "cyd, round 2"}


def test_who_sits_down_while_the_bets_are_open_keeps_the_hash_for_the_next_round():
    hall = Hall("nsw", positions=3)
    hall.sit("ann")
    hall.wager(1, seed="", ready=False)
    hall.seat(2, "ben", seed_hash=hash_of("ben", 2))
    hall.wager(1, seed="")
    hall.finish()
    assert all_of(te.SeedOpened, hall.lines("2 ante 10; 2 ready"))


def test_who_sits_a_round_out_in_silence_keeps_the_hash():
    hall = several(players=2, clocks=Clocks(betting_seconds=20, decision_seconds=20))
    hall.lines("1 ante 10; 1 ready")
    hall.at = 20_000_000
    hall.do(t.TimeUp, key="1/betting")
    hall.finish()
    assert all_of(te.SecretRevealed, hall.events)[-1].seeds == {1: "ann, round 1"}
    assert hall.table.seats[2].seed_hash == hash_of("ben", 1)
    assert all_of(te.SeedOpened, hall.wager(2, seed="ben, round 1"))


def test_a_seed_that_was_opened_is_not_opened_in_another_round():
    hall = several(players=2)
    for position in (1, 2):
        hall.wager(position, next_seed_hash="")
    hall.finish()
    assert [seat.seed_hash for seat in hall.table.seats.values()] == ["", ""]
    assert hall.wrong(t.PlaceWagers, **hall.wagers(1, seed="ann, round 1")) == NO_SUCH_HASH


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_a_seed_that_does_not_come_is_empty_and_shown(book: str):
    hall = several(book, clocks=Clocks(betting_seconds=20, decision_seconds=20))
    hall.wager(1, seed="", ready=False)
    hall.lines("3 ante 10; 3 ready")
    hall.at = 20_000_000
    assert all_of(r.CardsDealt, hall.do(t.TimeUp, key="1/betting"))
    hall.finish()
    assert all_of(te.SecretRevealed, hall.events)[-1].seeds == {1: "", 3: "cyd, round 1"}


def test_the_seed_of_who_leaves_has_no_part_and_is_not_who_comes_nexts():
    hall = several(players=3)
    hall.lines("1 ante 10; 1 ready")
    hall.wager(2, ready=False)
    hall.wager(2, 0, ready=False)
    assert set(hall.table.seeds) == {1, 2}
    hall.stand(2)
    assert set(hall.table.seeds) == {1}
    seated = hall.seat(2, "dan", seed_hash=hash_of("dan", 2))
    assert [getattr(event, "seed_hash", None) for event in seated] == ["", hash_of("dan", 2)]
    hall.lines("3 ante 10; 3 ready")
    hall.finish()
    assert all_of(te.SecretRevealed, hall.events)[-1].seeds == {1: "ann, round 1", 3: "cyd, round 1"}
    hall.wager(2, seed="dan, round 2")


def test_who_leaves_and_comes_back_after_a_seed_was_opened_cannot_choose_again():
    hall = several(players=3)
    hall.lines("1 ante 10; 1 ready")
    hall.stand(2)
    hall.seat(2, "ben", seed_hash=hash_of("zed", 1))
    assert hall.wrong(t.PlaceWagers, **hall.wagers(2, seed="zed, round 1")) == NO_SUCH_HASH
    assert hall.wrong(t.PlaceWagers, **hall.wagers(2, seed="ben, round 1")) == NO_SUCH_HASH
    hall.wager(2, seed="")


def test_a_seat_of_its_own_needs_no_hash_and_may_choose_until_the_deal():
    hall = Hall("online")
    hall.seat(1, "ann", seed_hash="")
    for seed in ("one", "two", "two", "three"):
        hall.wager(1, seed=seed, ready=False)
    hall.wager(1, seed="four")
    assert [event.seed for event in all_of(te.SeedOpened, hall.events)] == ["one", "two", "three", "four"]
    assert hall.refused(t.PlaceWagers, **hall.wagers(1, seed="five")) == ("bets-closed", "online play.2")
    hall.finish()
    assert all_of(te.SecretRevealed, hall.events)[-1].seeds == {1: "four"}


@pytest.mark.parametrize("book", BOOKS)
def test_no_seed_is_opened_once_the_cards_are_out(book: str):
    closes = {"nsw": "nsw 5.3", "maryland": "maryland .07D", "crown": "crown 5.2", "online": "online play.2"}
    hall = Hall(book)
    hall.sit(*NAMES[: hall.table.positions])
    for position in hall.table.seats:
        hall.wager(position, seed="")
    while hall.table.round is not None:
        position = next(hall.state.waiting()).position
        lie = {wager: stake.cents for wager, stake in hall.state.hands[position].stakes.items()}
        late = hall.wagers(position, wagers=lie, seed=seed_of(hall.table.seats[position].player, 1))
        assert hall.refused(t.PlaceWagers, **late) == ("bets-closed", closes[book])
        assert hall.refused(t.PlaceWagers, **late | {"wagers": {}}) == ("bets-closed", closes[book])
        hall.lines(f"{position} bet 1")
    assert set(all_of(te.SecretRevealed, hall.events)[-1].seeds.values()) == {""}


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_real_cards_take_no_seed(book: str):
    hall = Hall(book, dealt=DealingMode.PHYSICAL, positions=2)
    hall.sit("ann", "ben")
    hall.do(t.ComeOnDuty, by="dealer")
    hall.do(t.OpenRound, by="dealer")
    for seed in ("ann, round 1", "anything at all"):
        assert not all_of(te.SeedOpened, hall.wager(1, seed=seed))


# What a seed and a hash are.


def test_a_seed_is_a_printable_text_of_up_to_64_characters():
    hall = Hall("online")
    hall.sit("ann")
    wrong = "a seed is a printable text of at most 64 characters"
    for seed in ("x" * 65, "a\nb", "\x00", "tab\t"):
        assert hall.wrong(t.PlaceWagers, **hall.wagers(1, seed=seed)) == wrong
    for seed in ("x" * 63, "x" * 64, "é" * 64, " "):
        hall.wager(1, seed=seed, ready=False)
    assert len(all_of(te.SeedOpened, hall.events)) == 4


def test_a_hash_is_64_hexadecimal_digits():
    hall = Hall("crown", positions=2)
    wrong = "the hash of a seed is its SHA-256 in 64 hexadecimal digits"
    bad = ("0" * 63, "0" * 65, "A" * 64, "g" * 64, "0x" + "0" * 62)
    for seed_hash in bad:
        sit = {"by": "player", "person": "ann", "position": 1, "player": "ann", "seed_hash": seed_hash}
        assert hall.wrong(t.Sit, **sit) == wrong
    hall.seat(1, "ann", seed_hash="0123456789abcdef" * 4)
    for seed_hash in (*bad, ""):
        commit = {"by": "player", "person": "ann", "position": 1, "seed_hash": seed_hash}
        assert hall.wrong(t.CommitSeed, **commit) == wrong
    for seed_hash in bad:
        assert hall.wrong(t.PlaceWagers, **hall.wagers(1, seed="", next_seed_hash=seed_hash)) == wrong
    nobody = {"by": "floor", "position": 2, "seed_hash": "0" * 64}
    assert hall.refused(t.CommitSeed, **nobody) == ("nobody-there", "crown 2.1")


def test_a_seed_hash_is_the_documents():
    seed = "ann, round 1"
    assert hash_of("ann", 1) == sha256(b"mississippi-stud seed 1\0" + seed.encode()).hexdigest()
