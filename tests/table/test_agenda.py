"""What is due at a table: whole rounds of every live book, played by the agenda alone."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mississippi_stud.cards import DECK, Card
from mississippi_stud.messages import HOUR
from mississippi_stud.round import commands as rc
from mississippi_stud.round.deal import known_cards
from mississippi_stud.round.legal import legal
from mississippi_stud.round.state import Outcome, Phase
from mississippi_stud.rulebooks.conduct import Incident, Moment
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode, Facts, decide
from mississippi_stud.table import commands as t
from mississippi_stud.table.agenda import DueKind, DueStep, NumberKind, agenda, number_for, payments
from mississippi_stud.table.events import PromptConfirmed, Prompted
from mississippi_stud.table.prompts import right_count
from tests.script import bounds
from tests.table.hall import DEVICES, STAFFED, TOP, Hall

PLAYERS_DO = (DueKind.TAKE_WAGERS, DueKind.ASK)
SIDES = {
    "maryland": {"tables": {Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}},
    "nsw": {
        "signs": {Wager.FIXED_JACKPOT: {"flush": "25 to 1", "straight": "10 to 1"}},
        "costs_cents": {Wager.FIXED_JACKPOT: 500},
    },
    "crown": {},
}
WAYS = {
    "chips": {"dealt": DealingMode.PHYSICAL, "chips": True},
    "elsewhere": {"dealt": DealingMode.PHYSICAL},
    "dealer": {"dealt": DealingMode.DEALER},
}


class Desk(Hall):
    """A table run by a dealer and somebody above, who do what the agenda says and nothing else."""

    def __init__(self, book: str, dealing: str, way: str, seats: int = 2, draw: Any = None, **more: Any) -> None:
        self.draw = draw or (lambda choices: choices[0])
        sides = SIDES[book] if dealing == "automatic" or book == "nsw" else {}
        limits = {Wager.ANTE: bounds("5", "500")}
        device = DEVICES[book, dealing]
        super().__init__(
            book,
            dealing,
            by="dealer",
            person="dee",
            shuffling=device,
            limits=limits,
            positions=6,
            **sides,
            **WAYS[way],
            **more,
        )
        for person in ("sue", "tom"):
            self.do(t.ComeOnDuty, by=TOP[book], person=person)
        self.people = {"dee": "dealer", "sue": TOP[book], "tom": TOP[book]}
        for position in range(1, seats + 1):
            name = "" if self.table.chips else f"player {position}"
            self.do(t.Sit, by="dealer", person="dee", position=position, player=name)

    def due(self, person: str) -> tuple[DueStep, ...]:
        return agenda(self.book, self.table, self.people[person], person, self.at)

    def step(self) -> DueKind:
        """Do the next thing that is due for anybody, which must be something; return its kind."""
        able = [(person, dues[0]) for person in self.people if (dues := self.due(person)) and self.can(dues[0])]
        assert able, ("a dead end", self.table.prompts, self.table.round)
        person, due = self.draw(able)
        if due.kind in PLAYERS_DO:  # the dealer may go on without the wagers of some
            others = [each for each in self.due(person) if each.kind not in PLAYERS_DO and not each.by]
            due = self.draw([due, *others])
        command = self.command(person, due)
        self.give(replace(command, at=self.at))
        return due.kind

    def can(self, due: DueStep) -> bool:
        return not due.by or (due.by == t.PLAYER and bool(self.answers(due)))

    def answers(self, due: DueStep) -> list[t.Command]:
        """Return what the player at a position may do, as the dealer enters it or as they do themselves."""
        who = {"by": "dealer", "person": "dee"}
        if not self.table.chips:
            who = {"by": t.PLAYER, "person": self.table.seats[due.position].player}
        options = due.options if self.table.chips else legal(self.book, self.state, due.position)
        found = []
        blind = [each for each in options if each.command == "bet_blind"]
        for option in options:
            match option.command:
                case "place":
                    cents = (option.choices_cents or (10_00,))[0]
                    found.append(rc.Place(position=due.position, wager=option.wager, cents=cents))
                case "bet":
                    found += [rc.Bet(position=due.position, cents=cents) for cents in option.choices_cents]
                case "fold":
                    found.append(rc.Fold(position=due.position))
                case "leave" if self.table.chips:
                    found.append(rc.Leave(position=due.position))
                case "cannot_fund":
                    found.append(rc.CannotFund(position=due.position))
                case "bet_blind" if option is blind[0]:
                    found.append(
                        rc.BetBlind(position=due.position, cents=tuple(each.choices_cents[0] for each in blind))
                    )
        return [t.Play(do=do, **who) for do in found if who["by"] == "dealer" or not isinstance(do, rc.CannotFund)]

    def cards(self, count: int) -> tuple[Card, ...]:
        """Return cards that lie nowhere on the table yet."""
        known = known_cards(self.state) | set(self.table.read)
        return tuple([card for card in DECK[self.secrets % 7 :] + DECK if card not in known][:count])

    def command(self, person: str, due: DueStep) -> t.Command:
        """Return the command of something due, with what has to be entered."""
        by = {"by": self.people[person], "person": person}
        match due.kind:
            case DueKind.TAKE_WAGERS | DueKind.ASK:
                return self.draw(self.answers(due))
            case DueKind.SHOW_HOLE:
                return t.Play(do=rc.ShowHole(position=due.position, cards=self.cards(2)), **by)
            case DueKind.SHOW_BONUS:
                return t.Play(do=rc.ShowBonus(cards=self.cards(4)), **by)
            case DueKind.RECEIVE_DECK:
                return replace(due.command, person=person, backs=f"backs {self.secrets}")
            case DueKind.READ:
                return t.ReadCard(card=self.cards(1)[0], **by)
            case DueKind.TURN if due.cards:
                return t.Play(do=rc.Reveal(card=self.cards(1)[0]), **by)
            case DueKind.CONFIRM:
                entered = right_count(self.book, self.table, due.prompt) if due.enters is NumberKind.COUNT else None
                depth = 26 if due.enters is NumberKind.DEPTH else None
                return replace(due.command, person=person, count=entered, depth=depth)
            case _:
                return replace(due.command, person=person)

    def rounds(self, count: int) -> list[DueKind]:
        """Play whole rounds; return what was done."""
        done: list[DueKind] = []
        until = self.table.over + count
        while self.table.over < until:
            assert len(done) < 500 * count, "rounds without end"
            done.append(self.step())
        return done


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_a_dealer_who_does_what_is_due_plays_whole_rounds(book: str, dealing: str, way: str):
    desk = Desk(book, dealing, way)
    done = desk.rounds(3)
    assert desk.table.rounds == 3
    per_round = [DueKind.OPEN_ROUND, DueKind.DEAL, DueKind.SETTLE]
    assert [done.count(kind) for kind in per_round] == [3, 3, 3]
    assert done.count(DueKind.TURN) == 9
    assert done.count(DueKind.SHOW_HOLE) == (6 if way == "chips" else 0)
    assert done.count(DueKind.RECEIVE_DECK) >= (way != "dealer")
    assert bool(done.count(DueKind.READ)) == (way == "elsewhere")


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_the_agenda_never_comes_to_a_dead_end_and_offers_nothing_that_is_refused(data: st.DataObject):
    book, dealing = data.draw(st.sampled_from(STAFFED))
    way = data.draw(st.sampled_from(sorted(WAYS)))
    seats = data.draw(st.integers(1, 4))
    desk = Desk(book, dealing, way, seats, lambda choices: data.draw(st.sampled_from(choices)))
    for _ in range(data.draw(st.integers(1, 3))):
        desk.rounds(1)
        if data.draw(st.booleans()):
            desk.at += 9 * HOUR  # whatever has to be changed by the hour


def chips(book: str = "crown", dealing: str = "shoe") -> Desk:
    desk = Desk(book, dealing, "chips")
    while desk.table.round is None:
        desk.step()
    return desk


def until(desk: Desk, kind: DueKind) -> DueStep:
    """Do what is due until the dealer's next thing is of that kind."""
    for _ in range(200):
        dues = desk.due("dee")
        if dues and dues[0].kind is kind:
            return dues[0]
        desk.step()
    raise AssertionError(kind)


def test_each_thing_names_its_clause_and_who_does_it():
    desk = Desk("crown", "shoe", "chips")
    first = desk.due("dee")[0]
    assert (first.kind, first.clause, first.by) == (DueKind.RECEIVE_DECK, "crown 3.1", "")
    wager = until(desk, DueKind.TAKE_WAGERS)
    assert (wager.position, [each.wager for each in wager.options if each.command == "place"]) == (1, [Wager.ANTE])
    asked = until(desk, DueKind.ASK)
    assert asked.position == 1
    assert {"bet", "fold", "leave"} <= {each.command for each in asked.options}
    assert desk.due("tom")[0] == desk.due("sue")[0]


def test_what_somebody_else_must_do_is_waited_for():
    """A second person checks what the first has done: the first waits, and can do nothing meanwhile."""
    desk = Desk("maryland", "shoe", "chips")
    for _ in range(100):
        waits = [each for each in desk.due("dee") if each.by]
        if waits:
            break
        person = "dee" if desk.due("dee") else "sue"
        desk.give(replace(desk.command(person, desk.due(person)[0]), at=desk.at))
    assert waits[0].by == "floorperson"
    assert waits[0].command is None
    assert desk.due("sue")[0].prompt == waits[0].prompt


def test_nobody_without_a_rank_has_anything_to_do():
    desk = chips("nsw")
    assert agenda(desk.book, desk.table, "inspector") == agenda(desk.book, desk.table, "player") == ()


def test_a_ruling_that_is_waited_for_comes_first():
    desk = chips()
    until(desk, DueKind.ASK)
    facts = Facts(position=1, measure="exclude")
    desk.do(t.Report, by="dealer", person="dee", incident=Incident.RULE_BROKEN, facts=facts)
    waits = desk.due("dee")[0]
    assert (waits.kind, waits.by) == (DueKind.RULE, desk.table.question.decides)
    assert isinstance(desk.due("sue")[0].command, t.Rule)


def test_bets_are_not_closed_before_there_is_one_and_a_round_that_all_leave_is_over():
    desk = chips()
    dealer = {"by": "dealer", "person": "dee"}
    assert desk.refused(t.CloseBetting, **dealer) == ("no-ante", "crown 1.1 Ante")
    desk.lines("1 ante 10; no-more-bets; 1 leave", by="dealer", person="dee")
    assert desk.table.round is None
    assert desk.table.last_round.phase is Phase.VOID
    desk.rounds(1)


def test_a_hand_is_paid_when_it_is_turned_and_the_settlement_says_the_same():
    desk = chips()
    desk.lines("1 ante 10; 2 ante 10; no-more-bets", by="dealer", person="dee")
    until(desk, DueKind.DEAL)
    desk.lines("deal", by="dealer", person="dee")
    for card in ("Qh", "3d", "2c"):
        until(desk, DueKind.ASK)
        desk.lines("1 bet 1; 2 bet 1", by="dealer", person="dee")
        until(desk, DueKind.TURN)
        desk.lines(f"reveal {card}", by="dealer", person="dee")
    due = until(desk, DueKind.SHOW_HOLE)
    assert (due.position, payments(desk.book, desk.table)) == (2, ())
    desk.lines("2 show Qc 9s", by="dealer", person="dee")
    ((position, results),) = payments(desk.book, desk.table)
    assert position == 2
    assert [(each.wager, each.outcome, each.won_cents) for each in results] == [
        (wager, Outcome.WIN, 10_00) for wager in ("ante", "third-street", "fourth-street", "fifth-street")
    ]
    desk.lines("1 show Qs Qd; settle", by="dealer", person="dee")
    assert payments(desk.book, desk.table)[0] == (2, results)
    assert [position for position, _ in payments(desk.book, desk.table)] == [2, 1]


def test_nothing_of_a_hand_is_told_before_it_is_turned_where_the_cards_are_known():
    desk = Desk("crown", "shoe", "dealer")
    until(desk, DueKind.SETTLE)
    assert desk.state.phase is Phase.SHOWDOWN
    assert payments(desk.book, desk.table) == ()


# What one key confirms.


def settled(book: str, dealing: str, seats: int) -> Desk:
    """Return a table at which a round has just been settled, with its duties before the dealer."""
    desk = Desk(book, dealing, "chips", seats)
    until(desk, DueKind.SETTLE)
    desk.step()
    return desk


def confirmed(desk: Desk, command: t.Command) -> list[tuple[str, int | None]]:
    """Give a command; return the clause and the position of every duty that the log says it confirmed, in order."""
    asked = {each.number: each for each in desk.table.prompts}
    events = decide(desk.book, desk.table, replace(command, person="dee", at=desk.at), secret=desk.secret())
    desk.give(replace(command, person="dee", at=desk.at))
    return [
        (asked[each.prompt].clause, asked[each.prompt].position) for each in events if isinstance(each, PromptConfirmed)
    ]


def test_a_round_of_six_seats_asks_the_dealer_of_nsw_for_three_keys_after_the_settlement():
    desk = settled("nsw", "shoe", 6)
    hands = [(clause, seat) for seat in (6, 5, 4, 3, 2, 1) for clause in ("nsw 10.4", "nsw 10.2")]
    done = []
    while (first := desk.due("dee")[0]).kind is DueKind.CONFIRM:
        done.append((confirmed(desk, first.command), (first.clause, *first.further)))
    assert done == [
        (hands, ("nsw 10.4", "nsw 10.2")),
        ([("nsw 4.1.2", None)], ("nsw 4.1.2",)),
        ([("nsw 4.2", None)] * 3, ("nsw 4.2",)),
    ]


def test_one_of_them_can_still_be_confirmed_by_itself():
    desk = settled("nsw", "shoe", 3)
    together, single = desk.due("dee")[:2]
    assert (len(together.also), single.also, single.position) == (5, (), 3)
    assert confirmed(desk, single.command) == [("nsw 10.4", 3)]
    together, single = desk.due("dee")[:2]
    assert ([each.position for each in (together.prompt, *together.also)], single.clause) == (
        [3, 2, 2, 1, 1],
        "nsw 10.2",
    )


def test_if_one_of_them_is_refused_none_is_confirmed():
    desk = settled("nsw", "shoe", 2)
    first, *others = [each.number for each in desk.table.prompts if each.moment == Moment.HAND_SETTLED]
    before = desk.table
    out_of_turn = {"by": "dealer", "person": "dee", "prompt": first, "also": tuple(reversed(others))}
    assert desk.refused(t.Confirm, **out_of_turn) == ("prompt-before", "nsw 10.2")
    assert desk.refused(t.Confirm, by="dealer", person="dee", prompt=first, also=(first,))[0] == "no-such-prompt"
    assert desk.table == before


def test_counts_second_persons_and_prizes_are_confirmed_one_by_one():
    """In all that the live books ask for in whole rounds."""
    for book, dealing in STAFFED:
        desk = Desk(book, dealing, "chips", 3)
        for _ in range(120):
            for person in desk.people:
                for due in desk.due(person):
                    group = (due.prompt, *due.also) if due.also else ()
                    assert not any(each.verified_by or each.then or number_for(desk.book, each.duty) for each in group)
                    assert not any(each.moment == Moment.JACKPOT_WON for each in group)
                    rules = {each.clause.partition("(")[0] for each in group}
                    assert len(rules) < 2 or all(each.position for each in group)
            desk.step()


@pytest.mark.parametrize(
    ("book", "dealing", "closes", "announced"),
    [
        ("crown", "shoe", "crown 5.2", "crown 7.2"),
        ("maryland", "shoe", "maryland .07D", "maryland .08C"),
        ("maryland", "hand", "maryland .07D", "maryland .09A(3)(a)"),
        ("maryland", "automatic", "maryland .07D", "maryland .10A(2)(a)"),
    ],
)
def test_no_more_bets_is_one_key_by_both_clauses(book: str, dealing: str, closes: str, announced: str):
    desk = Desk(book, dealing, "chips")
    for _ in range(100):
        due = next((each for each in desk.due("dee") if each.kind is DueKind.CLOSE_BETTING), None)
        if due is not None:
            break
        desk.step()
    assert (due.clause, due.further) == (closes, (announced,))
    events = decide(desk.book, desk.table, replace(due.command, person="dee"))
    raised = next(each.prompt for each in events if isinstance(each, Prompted) and each.prompt.clause == announced)
    assert [each.prompt for each in events if isinstance(each, PromptConfirmed)] == [raised.number]
    desk.give(replace(due.command, person="dee", at=desk.at))
    assert desk.table.betting_closed
    assert announced not in {each.clause for each in desk.table.prompts}


def test_a_betting_that_is_closed_without_a_word_leaves_the_announcement_to_be_made():
    desk = chips()
    desk.lines("1 ante 10; no-more-bets", by="dealer", person="dee")
    assert [(each.duty, each.clause) for each in desk.table.prompts] == [("no-more-bets", "crown 7.2")]


@pytest.mark.parametrize(
    ("book", "clauses"), [("nsw", ("nsw 9.4", "nsw 9.6")), ("crown", ("crown 7.4.2", "crown 7.4.2(c)"))]
)
def test_where_all_decide_together_their_folds_are_confirmed_by_one_key_when_all_have(book: str, clauses: tuple[str]):
    desk = Desk(book, "shoe", "chips", 4)
    until(desk, DueKind.ASK)
    for line in ("1 bet 1", "2 fold", "3 bet 1", "4 fold"):
        assert (due := desk.due("dee")[0]).kind is DueKind.ASK
        assert line.startswith(f"{due.position} ")
        desk.lines(line, by="dealer", person="dee")
    folds = desk.due("dee")[0]
    assert (folds.clause, *folds.further) == clauses
    assert confirmed(desk, folds.command) == [(clause, seat) for seat in (2, 4) for clause in clauses]
    assert desk.due("dee")[0].kind is DueKind.TURN


def test_where_one_decides_after_the_other_a_fold_is_collected_before_the_next_is_asked():
    desk = Desk("maryland", "shoe", "chips", 3)
    until(desk, DueKind.ASK)
    desk.lines("1 fold", by="dealer", person="dee")
    assert [(each.kind, each.clause) for each in desk.due("dee")[:2]] == [
        (DueKind.CONFIRM, "maryland .11B(2)(b)"),
        (DueKind.ASK, "maryland .11C"),
    ]
