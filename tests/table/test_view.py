"""What each person sees of a table at every moment: only cards shown to them, and only options open to them."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import parse
from mississippi_stud.money import MAX_CENTS
from mississippi_stud.round import (
    Bet,
    BetAll,
    BetBlind,
    Concede,
    Fold,
    Leave,
    Place,
    Retract,
    Withdraw,
)
from mississippi_stud.round import events as r
from mississippi_stud.round.legal import Option
from mississippi_stud.round.state import Bounds
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import DealingMode, Facts, TableView, decide, evolve, view
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.state import Table
from tests.table.hall import (
    EVERY,
    JACKPOT,
    METHODS,
    MOST,
    NAMES,
    OFFERS,
    STAFFED,
    Hall,
    Staffed,
    all_of,
)

SIX_CARDS = {Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}
VIEWERS = [(Role.PLAYER, name) for name in ("ann", "ben", "cyd", "zed", "")] + [
    (role, "ann") for role in Role if role is not Role.PLAYER
]
LIMITS = {Wager.ANTE: Bounds(5_00, 500_00, 5_00)}


# Cards: what was shown to whom, from the events alone.


class Witness:
    """Everybody who can see the table, and what they have seen of its last round."""

    def __init__(self, viewer: tuple[Role, str]) -> None:
        self.role, self.name = viewer
        self.hole: dict[int, tuple[int | None, ...]] = {}
        self.turned: dict[int, int] = {}
        self.bonus: tuple[int | None, ...] = ()
        self.over = ""

    def see(self, before: Table | None, event: te.Event) -> None:
        state = before.round if before is not None else None
        match event:
            case r.RoundOpened():
                self.__init__((self.role, self.name))
            case r.CardsDealt(hole=hole, bonus_cards=bonus):
                seats: list[str] = []
                for position, player in state.setup.seats:  # a player's first position is where they sit
                    own = self.role is Role.PLAYER and player == self.name and player not in seats
                    seats.append(player)
                    if position in hole:
                        self.hole[position] = hole[position] if own else (None, None)
                self.bonus = (None,) * len(bonus)
            case r.CardRevealed(place=place, card=card):
                self.turned[place] = card
            case r.CardExposed(places=places, cards=cards):
                self.turned |= dict(zip(places, cards, strict=True))
            case r.HoleShown(position=position, cards=cards):
                pass  # turned at settlement, when everybody sees it
            case r.RoundSettled():
                self.over = "settled"
                for position, hand in state.hands.items():
                    stays = hand.ending == "folded" and Wager.SIX_CARD_BONUS in hand.stakes
                    if hand.hole and (hand.ending is None or stays):
                        self.hole[position] = hand.hole
                self.bonus = state.bonus_cards
            case r.RoundVoided():
                self.over = "void"

    def check(self, hall: Hall) -> TableView:
        seen = view(hall.book, hall.table, self.role, self.name)
        if seen.round is None:
            return seen
        assert {hand.position: hand.hole for hand in seen.round.hands if hand.hole} == self.hole
        assert dict(enumerate(seen.round.community)) == {place: self.turned.get(place) for place in range(3)}
        assert seen.round.bonus_cards == self.bonus
        return seen


class Watched(Hall):
    """A table that everybody watches: every viewer is checked after every event."""

    def give(self, command: t.Command) -> list[te.Event]:
        if not hasattr(self, "witnesses"):
            self.witnesses = [Witness(viewer) for viewer in VIEWERS]
        before = self.table
        events = super().give(command)
        for event in events:
            for each in self.witnesses:
                each.see(before, event)
            before = evolve(before, event)
        for each in self.witnesses:
            check_view(self, each.role, each.name, each.check(self))
        return events


def check_view(hall: Hall, role: Role, name: str, seen: TableView) -> None:
    """Check what a view says besides the cards."""
    table = hall.table
    own = {position for position, seat in table.seats.items() if role is Role.PLAYER and seat.player == name}
    assert set(seen.own) == own
    assert {seat.position for seat in seen.seats if seat.own} == own
    assert {option.position for option in seen.options} <= own
    assert seen.playing == (table.round is not None)
    assert seen.commitment == hall.commitment
    text = msgspec.json.encode(seen).decode()
    if table.committed is not None:
        assert table.committed.secret not in text
    for option in seen.options:
        check_option(hall, name, option)


# Options: each can be carried out at its bounds and not beyond.


def check_option(hall: Hall, name: str, option: Option) -> None:
    for do in commands(hall, option):
        carried_out(hall, name, do)
    for do in beyond(option):
        with pytest.raises(Exception, match=r"outside-limits|no-amount|not-in-units|wrong-cost|wrong-multiple"):
            carried_out(hall, name, do)


def carried_out(hall: Hall, name: str, do: object) -> None:
    """Decide a player's command without carrying it out."""
    if hall.table.round is None:
        wagers = {do.wager: do.cents}
        command = t.PlaceWagers(person=name, position=do.position, wagers=wagers, ready=False)
    else:
        command = t.Play(person=name, do=do, turn=hall.table.turn)
    link = hall.link()
    decide(hall.book, hall.table, command, link=link, secret=hall.secret())


def commands(hall: Hall, option: Option) -> Iterator[object]:
    """Yield the commands that an option promises, at its bounds."""
    position = option.position
    match option.command:
        case "place":
            for cents in option.choices_cents or bounds_of(option):
                yield Place(position=position, wager=option.wager, cents=cents)
        case "withdraw":
            yield Withdraw(position=position, wager=option.wager)
        case "bet":
            yield from (Bet(position=position, cents=cents) for cents in option.choices_cents)
        case "bet_blind":
            yield from (BetBlind(position=position, cents=(cents,) * 3) for cents in option.choices_cents)
        case name:
            kinds = {"fold": Fold, "bet_all": BetAll, "leave": Leave, "concede": Concede, "retract": Retract}
            yield kinds[name](position=position)


def bounds_of(option: Option) -> tuple[int, ...]:
    step = option.unit_cents or 1
    most = option.maximum_cents
    return (option.minimum_cents, option.minimum_cents + step, *(() if most is None else (most, most - step)))


def beyond(option: Option) -> Iterator[object]:
    """Yield commands with amounts just outside the bounds of an option."""
    place = option.command == "place"
    if option.choices_cents:
        amounts = {max(option.choices_cents) + 1, min(option.choices_cents) - 1}
    elif place:
        amounts = {option.minimum_cents - 1, (option.maximum_cents or MAX_CENTS) + 1}
        amounts |= {option.minimum_cents + 1} if option.unit_cents else set()
    else:
        amounts = set()
    for cents in amounts:
        if place:
            yield Place(position=option.position, wager=option.wager, cents=cents)
        elif option.command == "bet":
            yield Bet(position=option.position, cents=cents)


def side_wagers(book: str, dealing: str) -> dict[str, object]:
    """Open a table with every side wager that it can offer."""
    if book == "maryland":
        return {"tables": SIX_CARDS if dealing == "automatic" else {Wager.THREE_CARD_BONUS: "A"}}
    return {}


def play_at_random(hall: Hall, chance: Random, rounds: int) -> None:
    """Play rounds in which everybody does something that their view offers, sits down or gets up."""
    while hall.table.number < rounds:
        if hall.table.round is None or hall.state.phase == "betting":
            between(hall, chance)
            continue
        position = chance.choice([hand.position for hand in hall.state.waiting()])
        player = hall.table.seats[position].player
        seen = view(hall.book, hall.table, Role.PLAYER, player)
        mine = [option for option in seen.options if option.command in ("bet", "bet_blind", "fold", "bet_all")]
        may = [do for option in mine for do in commands(hall, option) if do.position in seen.own]
        if may:
            do = chance.choice(may)
            hall.do(t.Play, by="player", person=player, do=do)


def between(hall: Hall, chance: Random) -> None:
    free = [each for each in range(1, hall.table.positions + 1) if each not in hall.table.seats]
    gone = [name for name in NAMES[:3] if name not in hall.table.players]
    roll = chance.random()
    if free and gone and roll < 0.3:
        hall.seat(chance.choice(free), chance.choice(gone))
        return
    if not hall.table.seats:
        return
    position = chance.choice(list(hall.table.seats))
    hand = None if hall.table.round is None else hall.state.hands.get(position)
    if roll < 0.4 and not (hand and hand.stakes):
        hall.stand(position)
    elif hall.table.round is None or (hand is not None and hand.player == hall.table.seats[position].player):
        extra = [wager for wager in (Wager.THREE_CARD_BONUS, Wager.SIX_CARD_BONUS) if wager in hall.table.tables]
        amounts = {Wager.ANTE: 10_00, **dict.fromkeys(extra[: chance.randrange(3)], 5_00)}
        hall.wager(position, wagers=amounts if roll < 0.9 else {}, ready=chance.random() < 0.7)


@pytest.mark.parametrize(("book", "dealing"), EVERY)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
def test_nobody_sees_a_card_before_it_is_shown_to_them_or_is_offered_what_is_refused(
    book: str, dealing: str, seed: int
):
    hall = Watched(book, dealing, positions=min(3, MOST[book]), limits=LIMITS, **side_wagers(book, dealing))
    play_at_random(hall, Random(seed), 4)  # noqa: S311


@pytest.mark.campaign
@pytest.mark.parametrize(("book", "dealing"), EVERY)
@settings(max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_nobody_sees_a_card_too_early_in_a_thousand_rounds(book: str, dealing: str, seed: int):
    hall = Watched(book, dealing, positions=min(3, MOST[book]), limits=LIMITS, **side_wagers(book, dealing))
    play_at_random(hall, Random(seed), 10)  # noqa: S311


def test_a_blind_box_is_seen_by_nobody_before_the_end():
    hall = Watched("crown", positions=3)
    hall.seat(1, "ann")
    hall.seat(3, "ann", nobody_shut_out=True, seats_elsewhere=True)
    hall.seat(2, "ben")
    hall.lines("3 ante 10")
    for position in (1, 2):
        hall.lines(f"{position} ante 10; {position} ready")
    seen = view(hall.book, hall.table, Role.PLAYER, "ann")
    assert [None in hand.hole for hand in seen.round.hands] == [False, True, True]
    assert seen.own == (1, 3)
    hall.finish()
    seen = view(hall.book, hall.table, Role.SPECTATOR)
    assert not any(None in hand.hole for hand in seen.round.hands)


@pytest.mark.parametrize("role", list(Role))
def test_a_folded_hand_is_never_turned_and_one_with_a_six_card_bonus_is_at_the_end(role: Role):
    hall = Watched("maryland", "automatic", positions=2, tables=SIX_CARDS)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10; 1 three-card-bonus 5; 1 six-card-bonus 5; 1 ready")
    hall.lines("2 ante 10; 2 three-card-bonus 5; 2 ready")
    hall.street(1, 2)
    seen = view(hall.book, hall.table, role, "zed")
    assert seen.round.phase == "settled"
    assert [None in hand.hole for hand in seen.round.hands] == [False, True]


def test_unknown_cards_of_a_real_deck_are_unknown_to_all():
    hall = Staffed("crown", "shoe", DealingMode.PHYSICAL, positions=2)
    hall.sit("ann", "ben")
    hall.dealt_out()
    for role, name in VIEWERS:
        seen = view(hall.book, hall.table, role, name)
        assert [hand.hole for hand in seen.round.hands] == [(None, None), (None, None)]
        assert seen.round.community == (None, None, None)


def test_a_card_shown_by_mistake_is_seen_by_all():
    hall = Staffed("nsw", "shuffler", DealingMode.PHYSICAL, positions=2)
    hall.sit("ann", "ben")
    hall.dealt_out("2c 3c 4c 5d 6d 7d 8d")
    hall.street()
    hall.confirm_all()
    hall.lines("reveal")
    shown = Facts(streets=(2,))
    hall.do(t.Report, by="assistant-gaming-manager", person="sue", incident=Incident.COMMUNITY_EXPOSED, facts=shown)
    two, four = parse("2c 4c")
    for role, name in VIEWERS:
        assert view(hall.book, hall.table, role, name).round.community == (two, None, four)


# Options that the table blocks.


def commands_offered(hall: Hall, person: str = "ann") -> set[str]:
    return {option.command for option in view(hall.book, hall.table, Role.PLAYER, person).options}


@pytest.mark.parametrize(("book", "dealing"), STAFFED)
def test_at_a_table_that_people_run_nothing_is_offered_but_what_may_be_done(book: str, dealing: str):
    hall = Staffed(book, dealing, DealingMode.DEALER, positions=2)
    hall.sit("ann", "ben")
    assert commands_offered(hall) == set()  # no round is open, and a wager does not open one
    hall.dealer(t.OpenRound)
    assert commands_offered(hall) == {"place", "leave"}
    hall.lines("1 ante 10; 1 ready")
    assert commands_offered(hall) == {"withdraw", "leave"}
    hall.dealer(t.CloseBetting)
    assert commands_offered(hall) == {"leave"}
    hall.confirm_all()
    hall.lines("deal")
    assert commands_offered(hall) == {"bet", "fold", "leave"}
    assert commands_offered(hall, "ben") == set()


def test_nothing_is_offered_while_a_ruling_is_waited_for_nor_a_wager_to_who_is_excluded():
    hall = Staffed("nsw", "shoe", DealingMode.DEALER, positions=2)
    hall.sit("ann", "ben")
    hall.dealer(t.OpenRound)
    facts = Facts(position=1, measure="exclude")
    hall.dealer(t.Report, incident=Incident.RULE_BROKEN, facts=facts)
    assert hall.table.question is not None
    assert commands_offered(hall) == set()
    hall.confirm_all()
    hall.do(t.Rule, by="assistant-gaming-manager", person="sue")
    assert commands_offered(hall) == {"leave"}
    assert commands_offered(hall, "ben") == {"place", "leave"}


def test_who_came_after_the_round_was_opened_is_offered_nothing_and_sees_no_hand_as_theirs():
    hall = Hall("crown", positions=3)
    hall.sit("ann", "ben")
    hall.lines("1 ante 10")
    hall.stand(2)
    hall.seat(2, "cyd")
    hall.seat(3, "dan")
    assert commands_offered(hall, "cyd") == commands_offered(hall, "dan") == set()
    assert view(hall.book, hall.table, Role.PLAYER, "cyd").own == (2,)


@pytest.mark.parametrize("book", METHODS)
def test_a_first_wager_is_offered_before_the_round_at_an_automatic_table(book: str):
    hall = Hall(book, positions=1)
    hall.sit("ann")
    assert commands_offered(hall) == {"place"}
    for role, name in VIEWERS:
        if (role, name) != (Role.PLAYER, "ann"):
            assert view(hall.book, hall.table, role, name).options == ()


# Areas and what was made.

AREAS = {
    "nsw": ["ante"],
    "maryland": ["ante"],
    "crown": ["ante"],
    "online": ["three-card-bonus", "ante"],
}


@pytest.mark.parametrize("book", METHODS)
def test_the_areas_of_the_layout_lie_in_order(book: str):
    hall = Hall(book, limits={Wager.ANTE: Bounds(5_00, 50_00)})
    hall.sit("ann")
    seen = view(hall.book, hall.table, Role.PLAYER, "ann")
    assert [area.wager for area in seen.areas] == [*AREAS[book], "third-street", "fourth-street", "fifth-street"]
    ante = next(area for area in seen.areas if area.kind == "ante")
    assert (ante.minimum_cents, ante.maximum_cents, ante.needs) == (5_00, 50_00, ())
    assert [area.kind for area in seen.areas if area.kind == "street"] == ["street"] * 3
    assert seen.multiples == (1, 2, 3)
    assert seen.currency == {"maryland": "USD", "online": "CAD"}.get(book, "AUD")


def test_all_areas_of_maryland():
    offer = {"tables": {**SIX_CARDS, Wager.PROGRESSIVE: "main"}, "costs_cents": {Wager.PROGRESSIVE: 5_00}}
    hall = Hall("maryland", "automatic", **offer)
    hall.sit("ann")
    areas = view(hall.book, hall.table, Role.PLAYER, "ann").areas
    assert [area.kind for area in areas] == ["side", "side", "side", "ante", "street", "street", "street"]
    side = {area.wager: area for area in areas[:3]}
    assert set(side) == {"progressive", "six-card-bonus", "three-card-bonus"}
    assert side[Wager.PROGRESSIVE].choices_cents == (5_00,)
    assert set(side[Wager.SIX_CARD_BONUS].needs) == {"ante", "three-card-bonus"}


@pytest.mark.parametrize("book", ["nsw", "crown", "maryland"])
def test_a_jackpot_that_the_meter_offers_is_an_area_from_the_first_round_on(book: str):
    hall = Hall(book, positions=1, meter=OFFERS[book])
    hall.sit("ann")
    hall.lines("1 ante 10")
    for _ in (1, 2):
        areas = view(hall.book, hall.table, Role.PLAYER, "ann").areas
        assert (areas[0].wager, areas[0].choices_cents) == (JACKPOT[book], (5_00,))
        if hall.table.round is not None:
            hall.lines("1 ante 10; 1 ready")
            hall.finish()


def test_what_each_hand_has_made_is_named_when_it_is_turned():
    hall = Staffed("crown", "shuffler", DealingMode.PHYSICAL, positions=3)
    hall.sit("ann", "ben", "cyd")
    # Qh Jh Th on the board: ann has a royal flush, ben a pair of queens, cyd folds
    hall.dealt_out("Qh Jh Th Ah Kh Qd 2c 3c 4c")
    assert view(hall.book, hall.table, Role.PLAYER, "ann").made == {}
    for place in range(3):
        hall.street(*((3,) if place == 0 else ()))
        hall.confirm_all()
        hall.lines("reveal")
    assert view(hall.book, hall.table, Role.PLAYER, "ann").made == {}
    hall.lines("settle")
    for role, name in VIEWERS:
        seen = view(hall.book, hall.table, role, name)
        assert seen.made == {1: "royal-flush", 2: "jacks-or-better"}
        assert seen.made_by_community == "straight-flush"


@pytest.mark.parametrize(("book", "dealing"), EVERY)
def test_where_the_cards_of_a_round_go_is_told_in_the_order_of_the_deal(book: str, dealing: str):
    hall = Hall(book, dealing, positions=min(2, MOST[book]))
    hall.sit(*NAMES[: hall.table.positions])
    hall.whole_round()
    told = view(hall.book, hall.table, Role.SPECTATOR).deals
    count = {1: 5, 2: 7}[hall.table.positions]
    assert len(told) == count
    assert [place for place in told if place[0] == "community"] == [("community", n) for n in range(3)]
    assert sorted(number for name, number in told if name == "hole") == sorted([*hall.table.seats] * 2)
    assert all_of(r.RoundSettled, hall.events)
