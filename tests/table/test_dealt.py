"""The three ways of dealing a table, in every book and by every method: whole rounds, and who gets which cards.

The shuffle and the dealing order are implemented here a second time, from docs/fairness.md and the rule books alone.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

import pytest

from mississippi_stud.cards import parse, text
from mississippi_stud.fairness.shuffle import deck as our_deck
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode, Facts
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from tests.table.hall import (
    EVERY,
    JACKPOT,
    METHODS,
    MOST,
    NAMES,
    OFFERS,
    STAFFED,
    TABLE,
    Hall,
    Staffed,
    all_of,
    seed_of,
)

ORDER = {  # how cards leave the deck: to the hands in turn, one card or two at a time, or to the community
    ("nsw", "shoe"): ("one", "one", "when due"),
    ("nsw", "shuffler"): ("community", "two"),
    ("maryland", "shoe"): ("two", "community"),
    ("maryland", "hand"): ("two", "community"),
    ("maryland", "automatic"): ("bonus", "community", "two"),
    ("crown", "shoe"): ("one", "one", "burn", "community"),
    ("crown", "shuffler"): ("burn", "community", "two"),
    ("online", "electronic"): ("two", "community"),
}
STEPS = {  # the clause by which cards leave the deck
    ("nsw", "shoe"): "nsw 7.2",
    ("nsw", "shuffler"): "nsw 7.3",
    ("maryland", "shoe"): "maryland .08E",
    ("maryland", "hand"): "maryland .09B",
    ("maryland", "automatic"): "maryland .10B",
    ("crown", "shoe"): "crown 7.3.2",
    ("crown", "shuffler"): "crown 7.3.1",
    ("online", "electronic"): "online play.2",
}
SETTLEMENT = {"nsw": "nsw 10.1", "maryland": "maryland .11I", "crown": "crown 8.1.1"}
SIX_CARDS = {Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}


# The shuffle and the deal, implemented a second time.


def shuffled(secret: bytes, seeds: Sequence[str], round_id: str) -> list[int]:
    """Return the deck of a round by docs/fairness.md, with the seeds of the seats one after the other."""

    def numbers() -> Iterator[int]:
        for counter in range(1 << 64):
            parts = ("mississippi-stud deck 1", round_id, *seeds)
            message = b"".join(part.encode() + b"\x00" for part in parts) + counter.to_bytes(8, "big")
            block = hmac.new(secret, message, hashlib.sha256).digest()
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))

    stream, cards = numbers(), list(range(52))
    for last in range(51, 0, -1):
        most = 2**32 // (last + 1) * (last + 1)
        chosen = next(number for number in stream if number < most) % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


class Layout:
    """Return where the cards of a deck go when they are dealt to these positions."""

    def __init__(
        self, order: tuple[str, ...], deck: list[int], positions: list[int], *, bonus: bool = False, burn: bool = False
    ) -> None:
        self.hole: dict[int, list[int]] = {position: [] for position in positions}
        self.community: list[int] = []
        self.bonus: list[int] = []
        self.burnt: list[int] = []
        left = iter(deck)
        for step in order:
            match step:
                case "one":
                    for position in positions:
                        self.hole[position].append(next(left))
                case "two":
                    for position in positions:
                        self.hole[position] += [next(left), next(left)]
                case "community" | "when due":
                    self.community = [next(left) for _ in range(3)]
                case "bonus" if bonus:
                    self.bonus = [next(left) for _ in range(4)]
                case "burn" if burn:
                    self.burnt = [next(left)]


def laid(hall: Hall, positions: list[int], *, bonus: bool = False, burn: bool = False) -> Layout:
    """Return how the cards of a table's last round must lie, from what was revealed of it."""
    revealed = all_of(te.SecretRevealed, hall.events)[-1]
    seeds = [revealed.seeds[position] for position in sorted(revealed.seeds)]
    deck = shuffled(bytes.fromhex(revealed.secret), seeds, f"{TABLE}#{revealed.number}")
    return Layout(ORDER[hall.book.id, hall.dealing], deck, positions, bonus=bonus, burn=burn)


def check_cards(hall: Hall, layout: Layout, revealed: int = 3) -> None:
    """Check that the last round has the cards of the layout, and that so many community cards were turned."""
    state = hall.table.last_round
    assert {position: list(hand.hole) for position, hand in state.hands.items() if hand.hole} == layout.hole
    assert list(state.community[:revealed]) == layout.community[:revealed]
    assert state.revealed == revealed
    assert list(state.bonus_cards) == layout.bonus
    assert list(state.burnt) == layout.burnt


def test_the_shuffle_of_the_document_is_ours():
    secret = bytes(range(32))
    assert our_deck(secret, ("ann",), "round-1") == tuple(shuffled(secret, ["ann"], "round-1"))
    assert our_deck(secret, ("ann", "", "cyd"), "r#2") == tuple(shuffled(secret, ["ann", "", "cyd"], "r#2"))
    assert list(parse("3h 7s 4c Kd Ad 4d Th 6h 9s")) == shuffled(secret, ["ann"], "round-1")[:9]
    assert shuffled(secret, ["ann", "ben"], "r") != shuffled(secret, ["ben", "ann"], "r")
    assert shuffled(secret, ["ann", ""], "r") != shuffled(secret, ["ann"], "r")


# Automatic tables.


@pytest.mark.parametrize(("book", "dealing"), EVERY)
def test_at_an_automatic_table_nobody_is_asked_and_the_cards_are_those_of_the_shuffle(book: str, dealing: str):
    hall = Hall(book, dealing)
    players = NAMES[: MOST[book]]
    hall.sit(*players)
    for number in (1, 2, 3):
        hall.whole_round()
        positions = list(range(1, len(players) + 1))
        check_cards(hall, laid(hall, positions))
        shown = all_of(te.SecretRevealed, hall.events)[-1]
        assert shown.seeds == {position: seed_of(NAMES[position - 1], number) for position in positions}
    assert hall.table.rounds == hall.table.number == 3
    assert (hall.table.decks, hall.table.removed, hall.table.prompts) == ((), (), ())
    assert (hall.table.prompted, hall.table.on_duty) == (0, ())
    assert not all_of(te.Prompted, hall.events)
    assert {event.by for event in hall.events if hasattr(event, "by")} == {"floor", "player"}
    assert hall.again() == hall.table


@pytest.mark.parametrize(("book", "dealing"), EVERY)
def test_one_seat_alone(book: str, dealing: str):
    hall = Hall(book, dealing, positions=1)
    hall.sit("ann")
    for _ in range(3):
        hall.whole_round()
        check_cards(hall, laid(hall, [1]))


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_who_sits_out_has_no_cards_and_no_part_in_the_shuffle(book: str, dealing: str):
    hall = Hall(book, dealing, positions=5)
    hall.sit(*NAMES[:5])
    hall.whole_round(2, 5)
    check_cards(hall, laid(hall, [2, 5]))
    assert list(all_of(te.SecretRevealed, hall.events)[-1].seeds) == [2, 5]


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_hands_that_fold_change_no_card(book: str, dealing: str):
    hall = Hall(book, dealing, positions=4)
    hall.sit(*NAMES[:4])
    for position in (4, 3, 2, 1):
        hall.lines(f"{position} ante 10; {position} ready")
    hall.street(1)
    hall.street(3)
    hall.street(4)
    assert hall.table.round is None
    check_cards(hall, laid(hall, [1, 2, 3, 4]))


@pytest.mark.parametrize("turned", [0, 1, 2])
@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_a_round_in_which_all_have_folded_is_settled_at_once(book: str, dealing: str, turned: int):
    hall = Hall(book, dealing, positions=2)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10; 1 ready; 2 ante 10; 2 ready")
    for _ in range(turned):
        hall.street()
    hall.street(1, 2)
    assert hall.table.round is None
    check_cards(hall, laid(hall, [1, 2]), turned)
    assert hall.money["house"] == 2 * 10_00 * (1 + turned)
    assert hall.money["player:ann"] == -10_00 * (1 + turned)


def test_a_shoe_of_nsw_deals_each_community_card_when_it_is_due():
    hall = Hall("nsw", "shoe", positions=3)
    hall.sit("ann", "ben", "cyd")
    for position in (1, 2, 3):
        hall.lines(f"{position} ante 10; {position} ready")
    assert hall.state.community == (None, None, None)
    turned = [hall.state]
    for folds in ((2,), (), (1,)):
        hall.street(*folds)
        turned.append(hall.table.round or hall.table.last_round)
    layout = laid(hall, [1, 2, 3])
    assert [list(state.community) for state in turned] == [
        [None, None, None],
        [layout.community[0], None, None],
        [*layout.community[:2], None],
        layout.community,
    ]
    check_cards(hall, layout)


@pytest.mark.parametrize("folds", [(), (1,), (2,), (1, 2)])
def test_maryland_deals_the_six_card_bonus_first_and_settles_it_for_who_folded(folds: tuple[int, ...]):
    hall = Hall("maryland", "automatic", positions=2, tables=SIX_CARDS)
    hall.sit("ann", "ben")
    all_three = ("ante", "three-card-bonus", "six-card-bonus")
    hall.lines("; ".join([*(f"{position} {wager} 10" for position in (1, 2) for wager in all_three), "deal"]))
    hall.street(*folds)
    if hall.table.round is not None:
        hall.finish()
    check_cards(hall, laid(hall, [1, 2], bonus=True))
    settled = {(result.position, result.wager) for result in hall.table.last_round.results}
    assert {(position, wager) for position in (1, 2) for wager in all_three} <= settled


@pytest.mark.parametrize("dealing", METHODS["crown"])
def test_a_burn_that_the_floor_orders_comes_out_of_the_shuffle(dealing: str):
    hall = Hall("crown", dealing, positions=2)
    hall.sit("ann", "ben")
    hall.do(t.Order, what=t.OrderKind.BURN)
    hall.whole_round()
    check_cards(hall, laid(hall, [1, 2], burn=True))
    hall.whole_round()
    check_cards(hall, laid(hall, [1, 2]))


def test_the_online_book_opens_a_table_and_plays_its_bonus():
    hall = Hall("online")
    hall.sit("ann")
    hall.lines("1 ante 50; 1 three-card-bonus 50; 1 ready; 1 fold")
    check_cards(hall, laid(hall, [1]))  # the bonus outlives the fold: all cards are turned
    assert {result.wager for result in hall.table.last_round.results} == {"ante", "three-card-bonus"}


@pytest.mark.parametrize("by", ["floor", "dealer"])
@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_nobody_brings_cards_to_an_automatic_table(book: str, dealing: str, by: str):
    hall = Hall(book, dealing, positions=1)
    hall.sit("ann")
    if by == "dealer":
        hall.do(t.ComeOnDuty, by="dealer")
    assert hall.refused(t.ReceiveDeck, by=by, backs="red") == ("floors-deck", STEPS[book, dealing])
    hall.lines("1 ante 10")
    cards = "As Ks" if (book, dealing) == ("nsw", "shoe") else "As Ks Qs Js Ts"
    assert hall.line_refused(f"deal {cards}", by=by) == ("floors-deck", STEPS[book, dealing])
    hall.lines("deal")
    hall.street()
    hall.street()
    assert hall.line_refused("reveal As", by=by)[0] in ("floors-deck", "still-deciding")
    assert hall.line_refused("1 show As Ks", by=by)[0] == "not-at-settlement"
    hall.finish()
    check_cards(hall, laid(hall, [1]))


@pytest.mark.parametrize("by", ["floor", "dealer"])
def test_who_deals_an_automatic_table_by_hand_deals_the_shuffle(by: str):
    hall = Hall("crown", positions=1)
    hall.sit("ann")
    hall.do(t.ComeOnDuty, by="dealer")
    hall.lines("1 ante 10")
    hall.lines("deal", by=by)
    hall.finish()
    check_cards(hall, laid(hall, [1]))


# A dealer with the floor's deck.


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_a_dealer_runs_a_table_with_the_floors_deck(book: str, dealing: str):
    hall = Staffed(book, dealing, DealingMode.DEALER, positions=2)
    hall.sit("ann", "ben")
    assert hall.table.committed is not None
    assert hall.refused(t.ReceiveDeck, by="dealer", backs="red") == ("floors-deck", STEPS[book, dealing])
    for _ in (1, 2):
        hall.betting()
        hall.confirm_all()
        cards = "2c 3c 4c 5c" if (book, dealing) == ("nsw", "shoe") else "2c 3c 4c 5c 6c 7c 8c"
        assert hall.line_refused(f"deal {cards}") == ("floors-deck", STEPS[book, dealing])
        hall.lines("deal")
        hall.confirm_all()
        for place in range(3):
            hall.street()
            hall.confirm_all()
            assert hall.line_refused("reveal 2c") == ("floors-deck", STEPS[book, dealing])
            hall.lines("reveal")
            assert hall.state.revealed == place + 1
        assert hall.line_refused("1 show 2c 3c") == ("cards-known", SETTLEMENT[book])
        hall.confirm_all()
        hall.lines("settle")
        hall.confirm_all()
        check_cards(hall, laid(hall, [1, 2]))
    assert hall.table.decks == ()
    asked = {event.prompt.moment for event in hall.events if isinstance(event, te.Prompted)}
    of_cards = {"deck-arrives", "shuffled", "round-ends", "dealt", "stub-due", "table-idle", "play-resumes"}
    assert not asked & of_cards
    assert hall.again() == hall.table


@pytest.mark.parametrize("dealing", METHODS["maryland"])
def test_what_a_dealer_is_asked_to_do_comes_before_the_floors_cards(dealing: str):
    hall = Staffed("maryland", dealing, DealingMode.DEALER, positions=2)
    hall.sit("ann", "ben")
    hall.betting()
    assert hall.table.prompts
    assert hall.line_refused("deal")[0] == "prompt-waits"
    hall.confirm_all()
    hall.lines("deal")


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
@pytest.mark.parametrize("dealt", [DealingMode.AUTOMATIC, DealingMode.DEALER])
def test_no_incident_brings_cards_into_the_floors_deck(book: str, dealt: DealingMode):
    hall = Hall(book, dealt=dealt, positions=2, by="floor" if dealt is DealingMode.AUTOMATIC else "dealer")
    who = "floor" if dealt is DealingMode.AUTOMATIC else "dealer"
    hall.sit("ann", "ben")
    if dealt is DealingMode.DEALER:
        hall.do(t.OpenRound, by=who)
    hall.lines("1 ante 10; 1 ready; 2 ante 10; 2 ready")
    if dealt is DealingMode.DEALER:
        if "betting-closes" in hall.book.duties:
            hall.do(t.CloseBetting, by=who)
            for prompt in hall.table.prompts:
                hall.do(t.Confirm, by=who, prompt=prompt.number)
        hall.lines("deal", by=who)
    card = (next(card for card in range(52) if card not in known(hall)),)
    told = {"position": 2, "cards": 3, "streets": (1,), "card": card, "misdealt": False}
    for incident in (Incident.COMMUNITY_EXPOSED, Incident.STRAY_HAND, Incident.CARD_FACE_UP, Incident.DECK_INCOMPLETE):
        if incident in hall.book.incidents:
            facts = told | {"position": 3} if incident is Incident.STRAY_HAND else told
            found = hall.refused(t.Report, by=who, incident=incident, facts=Facts(**facts))
            assert found[0] == "floors-deck"


def known(hall: Hall) -> set[int]:
    return {card for hand in hall.state.hands.values() for card in hand.hole} | set(hall.state.community)


# Real cards.


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_real_cards_are_unknown_until_they_are_exposed(book: str, dealing: str):
    hall = Staffed(book, dealing, DealingMode.PHYSICAL, positions=3)
    hall.sit("ann", "ben", "cyd")
    assert hall.table.committed is None
    for _ in (1, 2):
        hall.betting()
        hall.confirm_all()
        hall.lines("deal")
        assert all(hand.hole == (None, None) for hand in hall.state.hands.values())
        assert hall.state.community == (None, None, None)
        hall.confirm_all()
        for place, card in enumerate(("Ts", "Jc", "Qd")):
            hall.street(*((3,) if place == 1 else ()))
            hall.confirm_all()
            assert hall.line_refused("reveal") == ("card-unknown", STEPS[book, dealing])
            hall.lines(f"reveal {card}")
        assert hall.state.phase is Phase.SHOWDOWN
        assert hall.line_refused("settle") == ("card-unknown", SETTLEMENT[book])
        hall.lines("1 show 9h 7d")
        assert hall.line_refused("settle") == ("card-unknown", SETTLEMENT[book])
        assert hall.line_refused("2 show 9h 8s") == ("card-twice", SETTLEMENT[book])
        assert hall.line_refused("2 show Ts 8s") == ("card-twice", SETTLEMENT[book])
        assert hall.line_refused("1 show 2c 8s") == ("cards-known", SETTLEMENT[book])
        hall.lines("2 show 2c 8s")
        hall.confirm_all()
        hall.lines("settle")
        assert hall.table.last_round.hands[3].hole == (None, None)
        hall.confirm_all()
    assert hall.table.rounds == 2
    assert not all_of(te.RoundCommitted, hall.events)
    assert not all_of(te.SecretRevealed, hall.events)
    assert hall.again() == hall.table


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_a_round_of_real_cards_in_which_all_fold_needs_no_card(book: str, dealing: str):
    hall = Staffed(book, dealing, DealingMode.PHYSICAL, positions=2)
    hall.sit("ann", "ben")
    hall.betting()
    hall.confirm_all()
    hall.lines("deal")
    hall.confirm_all()
    hall.street(1, 2)
    hall.confirm_all()
    hall.lines("settle")
    assert hall.money["house"] == 20_00
    assert [hand.hole for hand in hall.table.last_round.hands.values()] == [(None, None), (None, None)]


def test_the_four_bonus_cards_are_shown_before_a_six_card_bonus_is_settled():
    hall = Staffed("maryland", "automatic", DealingMode.PHYSICAL, positions=2, tables=SIX_CARDS)
    hall.sit("ann", "ben")
    hall.betting("three-card-bonus 5", "six-card-bonus 5")
    hall.confirm_all()
    hall.lines("deal")
    assert hall.state.bonus_cards == (None,) * 4
    hall.confirm_all()
    four = "show 2c 3d 4h 6s"
    assert hall.line_refused(four) == ("not-at-settlement", "maryland .11I")
    hall.street(1)  # ann folds: the bonus wagers stay (.11H(2))
    hall.confirm_all()
    for card in ("Ts", "Jc", "Qd"):
        hall.lines(f"reveal {card}")
        hall.street()
        hall.confirm_all()
    hall.lines("2 show 9h 7d")
    assert hall.line_refused("settle") == ("card-unknown", "maryland .11I")  # the bonus cards, and ann's hand
    hall.lines(four)
    assert hall.line_refused(four) == ("no-bonus-cards", "maryland .11I")
    assert hall.line_refused("settle") == ("card-unknown", "maryland .11I")  # ann's hand decides her Six Card Bonus
    hall.lines("1 show 5c 8h; settle")
    results = {(each.position, each.wager): each.outcome for each in hall.table.last_round.results}
    assert results[1, "six-card-bonus"] == "win"  # 2 3 4 5 6: a straight
    assert results[1, "ante"] == "lose"
    assert results[1, "three-card-bonus"] == "win"  # T J Q: a straight


@pytest.mark.parametrize("dealing", METHODS["maryland"])
def test_a_folded_hand_with_a_three_card_bonus_needs_the_community_cards_alone(dealing: str):
    hall = Staffed("maryland", dealing, DealingMode.PHYSICAL, positions=2, tables={Wager.THREE_CARD_BONUS: "A"})
    hall.sit("ann", "ben")
    hall.betting("three-card-bonus 5")
    hall.confirm_all()
    hall.lines("deal")
    hall.confirm_all()
    hall.street(1, 2)
    hall.confirm_all()
    assert hall.line_refused("settle") == ("card-unknown", STEPS["maryland", dealing])
    for card in ("Ts", "Jc", "Qd"):
        hall.lines(f"reveal {card}")
        hall.confirm_all()
    hall.lines("settle")
    assert [hand.hole for hand in hall.table.last_round.hands.values()] == [(None, None), (None, None)]
    won = [each.outcome for each in hall.table.last_round.results if each.wager == "three-card-bonus"]
    assert won == ["win", "win"]


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_a_jackpot_wager_of_a_live_hand_needs_its_cards_and_one_of_a_folded_hand_does_not(book: str):
    dealing = "shoe"
    hall = Staffed(book, dealing, DealingMode.PHYSICAL, positions=2, meter=OFFERS[book])
    hall.sit("ann", "ben")
    hall.betting(f"{JACKPOT[book]} 5")
    hall.confirm_all()
    hall.lines("deal")
    hall.confirm_all()
    for place, card in enumerate(("Ts", "Jc", "Qd")):
        hall.street(*((1,) if place == 2 else ()))
        hall.confirm_all()
        hall.lines(f"reveal {card}")
    code, clause = hall.line_refused("settle")
    assert code == "card-unknown"
    assert clause.startswith(book)
    hall.lines("2 show 9h 7d; settle")
    assert hall.table.last_round.hands[1].hole == (None, None)
    assert hall.money["round"] == 0


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_real_cards_that_are_read_as_they_leave_the_shoe_are_known_at_once(book: str, dealing: str):
    hall = Staffed(book, dealing, DealingMode.PHYSICAL, positions=2)
    hall.sit("ann", "ben")
    hall.betting()
    hall.confirm_all()
    deck = list(range(51, -1, -3))
    layout = Layout(ORDER[book, dealing], deck, [1, 2])
    due = (book, dealing) == ("nsw", "shoe")
    hall.lines(f"deal {text(deck[: 4 if due else 7])}")
    hall.confirm_all()
    for card in layout.community:
        hall.street()
        hall.confirm_all()
        hall.lines(f"reveal {text([card])}" if due else "reveal")
    hall.lines("settle")
    assert {position: list(hand.hole) for position, hand in hall.table.last_round.hands.items()} == layout.hole
    assert list(hall.table.last_round.community) == layout.community


def test_every_way_of_dealing_is_tried():
    assert set(ORDER) == set(EVERY) == set(STEPS)
    assert [type(event) for event in Hall("online").events] == [te.TableOpened]
