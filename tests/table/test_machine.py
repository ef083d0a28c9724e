"""An automatic table of up to nine seats, given anything that players might send, sensible or not.

After every step the accounts add up and the state survives a round trip through JSON; a refusal changes nothing; in the
end all events lead to the same table.
"""

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from mississippi_stud.errors import InputError
from mississippi_stud.round import Refused
from mississippi_stud.round import commands as rc
from mississippi_stud.round.state import Bounds
from mississippi_stud.round.view import Role
from mississippi_stud.round.view import view as round_view
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import Felt, Turn, deadlines, view
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import Clocks, Table
from mississippi_stud.table.view import seen_apart
from tests.table.hall import EVERY, JACKPOT, MOST, NAMES, OFFERS, Hall, hash_of

SIX_CARDS = {Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}
ON_MISDEAL = {"nsw": "nsw 11.3", "maryland": "maryland .13D", "crown": "crown 11.2.1", "online": "online notice.3"}
PEOPLE = (*NAMES, "zed", "")
CENTS = st.sampled_from([10_00, 10_00, 5_00, 20_00, 30_00, 0, -5, 1, 7_77, 10_000_00, 2**70])
POSITIONS = st.integers(0, 10)
KINDS = ["place", "withdraw", "bet", "all", "blind", "fold", "concede", "leave", "short", "retract"]


class Seats(RuleBasedStateMachine):
    """The table as a state machine; every rule is one command."""

    hall: Hall

    @initialize(
        where=st.sampled_from(EVERY),
        positions=st.integers(1, 9),
        clocks=st.sampled_from([None, Clocks(betting_seconds=20, decision_seconds=20)]),
        jackpot=st.booleans(),
    )
    def open(self, where: tuple[str, str], positions: int, clocks: Clocks | None, jackpot: bool) -> None:
        book, dealing = where
        offer: dict[str, object] = {"tables": SIX_CARDS} if dealing == "automatic" else {}
        if jackpot and book in OFFERS:
            offer["meter"] = OFFERS[book]
        self.hall = Hall(
            book, dealing, positions=min(positions, MOST[book]), clocks=clocks,
            limits={Wager.ANTE: Bounds(5_00, 50_00)}, **offer,
        )  # fmt: skip
        self.hall.sit(*NAMES[: min(positions, MOST[book], 3)])

    def attempt(self, kind: type, **fields: object) -> bool:
        before, meters, money = self.hall.table, self.hall.meters, dict(self.hall.money)
        try:
            self.hall.do(kind, **fields)
        except Refused as refused:
            clause = refused.clause
        except InputError:
            clause = self.hall.book.id  # not something that a rule book covers
        else:
            return True
        assert clause.startswith(self.hall.book.id)
        assert self.hall.table is before
        assert self.hall.meters is meters
        assert self.hall.money == money
        return False

    # What players do for themselves.

    def whose(self, position: int) -> str:
        return self.hall.table.seats[position].player if position in self.hall.table.seats else "ann"

    @rule(position=POSITIONS, player=st.sampled_from(PEOPLE), boxes=st.booleans(), hashed=st.booleans())
    def sit(self, position: int, player: str, boxes: bool, hashed: bool) -> None:
        seed_hash = hash_of(player, self.hall.table.number + 1) if hashed and player else ""
        both = {"nobody_shut_out": boxes, "seats_elsewhere": boxes}
        named = {"by": "player", "person": player, "position": position, "player": player}
        if player:
            self.attempt(t.Sit, **named, **both, seed_hash=seed_hash)

    @rule(position=POSITIONS)
    def stand(self, position: int) -> None:
        self.attempt(t.Stand, by="player", person=self.whose(position), position=position)

    @rule(position=st.sampled_from(range(1, 10)), cents=CENTS, side=st.integers(0, 3), ready=st.booleans())
    def wager(self, position: int, cents: int, side: int, ready: bool) -> None:
        table, book = self.hall.table, self.hall.book.id
        wagers = {Wager.ANTE: cents} if cents != -5 else {}
        if side > 1:
            wagers |= dict.fromkeys([Wager.THREE_CARD_BONUS, Wager.SIX_CARD_BONUS][: side - 1], 5_00)
        if side == 1 and book in JACKPOT:
            wagers[JACKPOT[book]] = 5_00
        if position in table.seats:
            self.attempt(t.PlaceWagers, **self.hall.wagers(position, wagers=wagers, ready=ready))
        else:
            self.attempt(t.PlaceWagers, by="player", person="ann", position=position, wagers=wagers)

    @rule()
    def everybody_is_ready(self) -> None:
        """Play the usual course: everybody who can wager does, and the cards are dealt."""
        for position in list(self.hall.table.seats):
            table = self.hall.table
            if table.round is None or table.round.phase == "betting":
                self.attempt(t.PlaceWagers, **self.hall.wagers(position))

    @rule(folds=st.integers(0, 3))
    @precondition(lambda self: self.hall.table.round is not None)
    def everybody_decides(self, folds: int) -> None:
        for nth, hand in enumerate(list(self.hall.state.waiting())):
            if self.hall.table.round is None or hand.position not in {
                each.position for each in self.hall.state.waiting()
            }:
                break
            decision = "blind 1 1 1" if hand.blind else "fold" if nth < folds else "bet 1"
            self.hall.lines(f"{hand.position} {decision}")

    @rule(position=POSITIONS, number=st.integers(0, 9))
    def commit_seed(self, position: int, number: int) -> None:
        player = self.whose(position)
        self.attempt(
            t.CommitSeed, by="player", person=player, position=position, seed_hash=hash_of(player, number)
        )  # fmt: skip

    @rule(
        data=st.data(),
        position=POSITIONS,
        cents=CENTS,
        kind=st.sampled_from(
            ["place", "withdraw", "bet", "all", "blind", "fold", "concede", "leave", "short", "retract"]
        ),
        stale=st.booleans(),
    )
    def play(self, data: st.DataObject, position: int, cents: int, kind: str, stale: bool) -> None:
        wager = data.draw(st.sampled_from(list(Wager)))
        plain = {
            "all": rc.BetAll, "fold": rc.Fold, "concede": rc.Concede, "leave": rc.Leave, "short": rc.CannotFund,
            "retract": rc.Retract,
        }  # fmt: skip
        match kind:
            case "place":
                do: rc.Command = rc.Place(position=position, wager=wager, cents=cents)
            case "withdraw":
                do = rc.Withdraw(position=position, wager=wager)
            case "bet":
                do = rc.Bet(position=position, cents=cents)
            case "blind":
                do = rc.BetBlind(position=position, cents=(cents, cents, cents))
            case _:
                do = plain[kind](position=position)
        turn = Turn(round=self.hall.table.number - stale, phase="third-street") if stale else self.hall.table.turn
        self.attempt(t.Play, by="player", person=self.whose(position), do=do, turn=turn)

    @rule(position=POSITIONS, cents=CENTS)
    def call_out(self, position: int, cents: int) -> None:
        called = {"position": position, "wager": Wager.ANTE, "cents": cents, "accompanied": True, "converted": True}
        self.attempt(t.CallWager, by="player", person=self.whose(position), **called)

    # What players may not do.

    @rule(
        position=POSITIONS, person=st.sampled_from(PEOPLE), kind=st.sampled_from([t.Stand, t.PlaceWagers, t.CommitSeed])
    )
    def act_for_another(self, position: int, person: str, kind: type) -> None:
        if self.whose(position) == person:
            return
        fields = {"seed_hash": "0" * 64} if kind is t.CommitSeed else {}
        assert not self.attempt(kind, by="player", person=person, position=position, **fields)

    @rule(
        person=st.sampled_from(PEOPLE),
        do=st.sampled_from([
            rc.Deal(), rc.Deal(cards=(0, 1, 2, 3, 4)), rc.Reveal(), rc.Reveal(card=7), rc.Settle(),
            rc.VoidRound(clause="x"), rc.ShowHole(position=1, cards=(0, 1)), rc.Forfeit(position=1),
        ]),
    )  # fmt: skip
    def deal_oneself(self, person: str, do: rc.Command) -> None:
        assert not self.attempt(t.Play, by="player", person=person, do=do)

    @rule(
        position=POSITIONS,
        seed=st.sampled_from(["", "another", "x" * 65, "a\nb"]),
        commitment=st.sampled_from(["", "0" * 64]),
    )
    def deal_another_deck(self, position: int, seed: str, commitment: str) -> None:
        if position in self.hall.table.seats:
            odd = self.hall.wagers(position, seed=seed, commitment=commitment)
            assert not self.attempt(t.PlaceWagers, **odd)

    # The floor.

    @rule(seconds=st.sampled_from([0, 1, 19, 20, 21, 3_000_000]))
    def time_goes_on(self, seconds: int) -> None:
        self.hall.at += seconds * 1_000_000
        for key, due_at in deadlines(self.hall.table).items():
            before = self.hall.table
            events = self.hall.do(t.TimeUp, key=key)
            assert (events == []) == (self.hall.at < due_at or key not in deadlines(before))

    @rule(late=st.sampled_from(["1/betting", "1/third-street", "0/open", ""]))
    def late_times_change_nothing(self, late: str) -> None:
        if late not in deadlines(self.hall.table):
            assert self.hall.do(t.TimeUp, key=late) == []

    @rule()
    @precondition(lambda self: self.hall.table.round is not None)
    def void(self) -> None:
        assert self.attempt(t.Void, clause=ON_MISDEAL[self.hall.book.id], reason="a malfunction")
        assert self.hall.table.round is None

    # What always holds.

    @invariant()
    def the_state_comes_back_from_json(self) -> None:
        if hasattr(self, "hall"):
            table = self.hall.table
            assert msgspec.json.decode(msgspec.json.encode(table), type=Table) == table

    @invariant()
    def whoever_has_nothing_there_sees_what_everybody_sees(self) -> None:
        if hasattr(self, "hall"):
            book, table = self.hall.book, self.hall.table
            for person in {*PEOPLE} - seen_apart(table):
                assert view(book, table, Role.PLAYER, person) == view(book, table, Role.PLAYER)

    @invariant()
    def everybody_sees_the_round_as_it_is_shown_to_them_alone(self) -> None:
        if hasattr(self, "hall") and self.hall.table.round is not None:
            book, table = self.hall.book, self.hall.table
            felt = Felt(book, table)
            for person in PEOPLE:
                alone = round_view(book, table.round, Role.PLAYER, person)
                assert felt.seen_by(Role.PLAYER, person).round == alone

    @invariant()
    def nobody_is_asked_and_nothing_waits_for_no_one(self) -> None:
        if not hasattr(self, "hall"):
            return
        table = self.hall.table
        assert (table.prompts, table.decks, table.on_duty, table.question) == ((), (), (), None)
        assert table.committed is not None
        if table.round is not None:
            betting = table.round.phase == "betting"
            assert betting or any(table.round.waiting()), "an automatic table waits for somebody"
        if table.clocks is not None and table.round is not None:
            assert [key for key in table.deadlines if not key.endswith("/open")]

    def teardown(self) -> None:
        if hasattr(self, "hall"):
            assert self.hall.again() == self.hall.table


ANYWAY = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def test_an_automatic_table_stands_whatever_players_send():
    quick = settings(max_examples=25, stateful_step_count=30, suppress_health_check=ANYWAY)
    run_state_machine_as_test(Seats, settings=quick)


@pytest.mark.campaign
def test_an_automatic_table_stands_for_long():
    long = settings(max_examples=1_000, stateful_step_count=80, suppress_health_check=ANYWAY)
    run_state_machine_as_test(Seats, settings=long)
