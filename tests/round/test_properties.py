"""Random play, legal and illegal, under every book: the invariants of every moment of every round."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import event as note
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import DECK
from mississippi_stud.money import balances
from mississippi_stud.round import Refused, decide, legal
from mississippi_stud.round import commands as c
from mississippi_stud.round import events as e
from mississippi_stud.round.commands import Command
from mississippi_stud.round.evolve import evolve, fold
from mississippi_stud.round.legal import Option
from mississippi_stud.round.state import Outcome, Phase, Setup, State
from mississippi_stud.round.transfers import net_cents, transfers
from mississippi_stud.rulebooks import Rulebook, rulebook
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.vocabulary import Wager
from tests.round.drive import commands_of, setup_of
from tests.round.oracle import Plan
from tests.round.rounds import BOOKS, random_plan, random_table

BY_PLAYERS = (
    c.Place, c.Withdraw, c.Bet, c.BetAll, c.BetBlind, c.Fold, c.Concede, c.Leave, c.CannotFund, c.Retract,
)  # fmt: skip
"""The commands that `legal` covers; a forfeit is a ruling, and the rest are the dealer's."""


def permits(options: tuple[Option, ...], command: c.Command) -> bool:
    """Whether a player's command fits one of the options."""
    match command:
        case c.Place(wager=wager, cents=cents, tokens_cents=tokens):
            fitting = (each for each in options if each.command == "place" and each.wager is wager)
            return any(each.takes(cents) and _paid_so(each, cents, tokens) for each in fitting)
        case c.Withdraw(wager=wager):
            return any(each.command == "withdraw" and each.wager is wager for each in options)
        case c.Bet(cents=cents, tokens_cents=tokens):
            fitting = (each for each in options if each.command == "bet")
            return any(each.takes(cents) and _paid_so(each, cents, tokens) for each in fitting)
        case c.BetBlind(cents=amounts):
            streets = [each for each in options if each.command == "bet_blind"]
            return bool(streets) and all(each.takes(cents) for each, cents in zip(streets, amounts, strict=True))
        case _:
            return any(each.command == command.__struct_config__.tag for each in options)


def _paid_so(option: Option, cents: int, tokens: int) -> bool:
    """Whether that much of a wager may be in promotional tokens."""
    return tokens == 0 or (option.tokens and 0 < tokens <= cents)


class Live:
    """A round in play, with every invariant checked after every command."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.state: State | None = None
        self.events: list = []
        self.moved: list = []
        self.refused: list[str] = []

    def try_(self, command: Command) -> bool:
        """Try a command and return whether it was allowed."""
        before = self.state
        frozen = msgspec.json.encode(before)
        try:
            events = decide(self.book, before, command)
        except Refused as refused:
            self.refused.append(refused.code)
            clause = refused.clause
            allowed = False
        else:
            allowed = True
            for each in events:
                self.moved += transfers(self.book, self.state, each) if self.state else ()
                self.state = evolve(self.state, each)
                self.events.append(each)
        assert msgspec.json.encode(before) == frozen, "what was is never changed"
        if not allowed:
            assert clause in ledger(self.book.id), f"{self.refused[-1]} names no clause: {clause!r}"
            assert self.state is before, "a refused command changes nothing"
        hidden = getattr(command, "unnoticed", False) or getattr(command, "carried", False)
        if before is not None and isinstance(command, BY_PLAYERS) and not hidden:
            options = legal(self.book, before, command.position)
            assert permits(options, command) == allowed, f"legal says otherwise of {command}"
        if self.state is not None:
            self.check()
        return allowed

    def check(self) -> None:
        """Check what holds at every moment."""
        state = self.state
        lying = [card for hand in state.hands.values() for card in hand.hole]
        lying = [card for card in (*lying, *state.community, *state.bonus_cards, *state.burnt) if card is not None]
        assert len(lying) == len(set(lying)), "a card lies in two places"
        gained = balances(self.moved)
        assert sum(gained.values()) == 0
        stakes = [stake for hand in state.hands.values() for stake in hand.stakes.values()]
        gained["round"] += self.lay_there()
        if state.phase not in (Phase.SETTLED, Phase.VOID):
            assert gained["round"] == sum(stake.cents for stake in stakes), "the stakes lie in the round's account"
            assert gained["house"] == 0
        else:
            self.check_end(gained)

    def lay_there(self) -> int:
        """Return what the round's account already held from a void round and was placed again, each wager once."""
        placed = [each for each in self.events if isinstance(each, e.WagerPlaced) and each.stake.carried]
        return sum({each.position: each.stake.cents for each in placed}.values())

    def check_end(self, gained) -> None:
        """Check what holds when the round has ended."""
        state = self.state
        ended = [(result, state.hands[result.position].stakes.get(result.wager)) for result in state.results]
        kept = [(result.position, stake) for result, stake in ended if result.outcome is Outcome.CARRIED]
        assert gained["round"] == sum(stake.cents for _, stake in kept), "only a carried wager is left"
        for player in {player for _, player in state.setup.seats}:
            own = {hand.position: hand for hand in state.hands.values() if hand.player == player}
            paid_before = sum(stake.cents for hand in own.values() for stake in hand.stakes.values() if stake.carried)
            paid_ahead = sum(stake.cents for position, stake in kept if position in own)
            back_before = sum(
                each.stake.cents
                for each in self.events
                if isinstance(each, e.WagerWithdrawn) and each.stake.carried and each.position in own
            )
            net = sum(net_cents(state, position) for position in own)
            gain = gained[f"player:{player}"] + gained[f"tokens:{player}"]
            assert gain == net + paid_before + back_before - paid_ahead
        for result in state.results:
            stake = state.hands[result.position].stakes.get(result.wager)
            assert result.won_cents >= 0
            assert 0 <= result.returned_cents <= (stake.cents if stake else 0)
            assert result.clause in ledger(self.book.id)
        wagered = {(position, wager) for position, hand in state.hands.items() for wager in hand.stakes}
        assert wagered == {(result.position, result.wager) for result in state.results if result.wager in set(Wager)}


THROW = st.tuples(
    st.integers(0, 16), st.integers(0, 39), st.sampled_from(list(Wager)), st.integers(0, 2**32), st.integers(0, 7)
)
"""The raw draw for a command, before its bounds are known: kind, position, wager, a number, three flags."""


def offers(plan: Plan) -> list[int]:
    """Return amounts at, just below and just above every bound, and far from them."""
    bounds = {each for three in plan.limits.values() for each in three if each is not None}
    bounds |= {1_00, 5_00, 50_00, *plan.costs.values()}
    return sorted({each + step for each in bounds for step in (-1, 0, 1)} | {-5_00, 0, 1, 2**63 - 1, 2**63})


def anything(plan: Plan, state: State, thrown: tuple) -> Command:
    """Return any command at all: from anybody, at any time, for any amount."""
    kind, who, wager, number, flags = thrown
    seats = [position for position, _ in plan.seats]
    at = [*seats * 4, 0, 10][who % (4 * len(seats) + 2)]
    near = offers(plan)
    amount = near[number % len(near)] if flags & 4 else number % 100_00
    antes = [hand.ante_cents for hand in state.hands.values() if Wager.ANTE in hand.stakes] or [1_00]
    ante = state.hands[at].ante_cents if at in state.hands and state.hands[at].stakes else antes[0]
    halves = [ante * (number >> shift) % (4 * ante + 1) // 2 if flags & 4 else ante * (1 + (number >> shift) % 4)
              for shift in (0, 3, 6)]  # fmt: skip
    cards = tuple(Random(number).sample(DECK, 7))  # noqa: S311
    tokens, unnoticed = bool(flags & 1), bool(flags & 2)
    match kind:
        case 0 | 1:
            return c.Place(
                position=at,
                wager=wager,
                cents=amount,
                tokens_cents=tokens * amount // (1 + number % 3),
                unnoticed=unnoticed,
            )
        case 2:
            return c.Withdraw(position=at, wager=wager)
        case 3:
            return c.Deal(cards=cards if tokens else None)
        case 4:
            return c.Bet(position=at, cents=halves[0], tokens_cents=tokens * halves[0], unnoticed=unnoticed)
        case 5:
            return c.Bet(
                position=at, cents=amount, tokens_cents=tokens * amount // (1 + number % 3), unnoticed=unnoticed
            )
        case 6:
            return c.BetBlind(position=at, cents=tuple(halves))
        case 7:
            return c.Reveal(card=cards[0] if tokens else None)
        case 8:
            return c.ShowHole(position=at, cards=cards[:2])
        case 9:
            return c.Open(setup=state.setup)
        case 10:
            return c.Settle()
        case 11:  # a jackpot wager carried over from a void round, or one that pretends to be
            cents = state.setup.carried_cents.get(at, 5_00)
            return c.Place(position=at, wager=Wager.JACKPOT if unnoticed else wager, cents=cents, carried=True)
        case _:
            return (c.BetAll, c.Fold, c.Concede, c.Leave, c.CannotFund, c.Forfeit, c.Retract)[number % 7](position=at)


def onwards(plan: Plan, state: State) -> Iterator[Command]:
    """Yield commands that advance the round, so that every moment of it is reached."""
    if state.phase is Phase.BETTING:
        yield from (
            c.Place(position=position, wager=Wager.ANTE, cents=cents)
            for position in state.hands
            for cents in {bounds[0] for bounds in plan.limits.values()} | {50_00, 100_00}
            if not state.hands[position].stakes
        )
        for count in (len(state.live_hands()) * 2 + more for more in (0, 3, 4, 7)):
            yield c.Deal(cards=DECK[:count])
    else:
        for hand in state.waiting():
            yield c.BetBlind(position=hand.position, cents=(hand.ante_cents,) * 3)
            yield c.Bet(position=hand.position, cents=hand.ante_cents * 2)
        unused = [card for card in DECK if card not in _lying(state)]
        yield c.Reveal()
        yield c.Reveal(card=unused[0])
        yield from (
            c.ShowHole(position=hand.position, cards=(unused[1], unused[2]))
            for hand in state.hands.values()
            if None in hand.hole
        )
        yield c.Settle()


def _lying(state: State) -> set:
    held = [card for hand in state.hands.values() for card in hand.hole]
    return {*held, *state.community, *state.bonus_cards, *state.burnt}


def with_carried(plan: Plan) -> Setup:
    """Return the setup with jackpot wagers carried over from a void round, if the book carries them."""
    setup = setup_of(plan)
    if plan.book != "crown" or "jackpot" not in plan.costs:
        return setup
    return msgspec.structs.replace(setup, carried_cents={plan.seats[0][0]: plan.costs["jackpot"]})


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=300)
@given(data=st.data())
def test_random_play_breaks_nothing(book, data):
    plan = random_table(book, Random(data.draw(st.integers(0, 2**32), label="table")))  # noqa: S311
    live = Live(rulebook(book))
    assert not live.try_(c.Settle())
    assert live.try_(c.Open(setup=with_carried(plan)))
    for _ in range(30):
        if live.state.phase in (Phase.SETTLED, Phase.VOID):
            break
        if data.draw(st.booleans()):
            next((command for command in onwards(plan, live.state) if live.try_(command)), None)
        live.try_(anything(plan, live.state, data.draw(THROW)))
    note(live.state.phase.value)
    for code in set(live.refused):
        note(f"refused: {code}")
    assert fold(live.events) == live.state
    if live.state.phase not in (Phase.SETTLED, Phase.VOID):
        assert live.try_(c.VoidRound(clause=live.book.wagers[Wager.ANTE].on_misdeal.clause))
    for command in (c.Settle(), c.Deal(), c.VoidRound(clause=live.book.play.settlement_order.clause)):
        assert not live.try_(command)
        assert live.refused[-1] == "round-over"


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=200)
@given(seed=st.integers(0, 2**32))
def test_money_and_cards_of_complete_rounds(book, seed):
    """The same checks on rounds played to their end, with every wager and every way to leave."""
    live = Live(rulebook(book))
    for command in commands_of(random_plan(book, Random(seed))):  # noqa: S311
        assert live.try_(command), live.refused
    assert live.state.phase in (Phase.SETTLED, Phase.VOID)
    assert fold(live.events) == live.state


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=100)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_stray_command_leaves_a_round_as_it_was(book, seed, data):
    """A complete round ends the same if arbitrary commands that are refused are thrown in."""
    rules = rulebook(book)
    plan = random_plan(book, Random(seed))  # noqa: S311
    state = None
    for command in commands_of(plan):
        for event in decide(rules, state, command):
            state = evolve(state, event)
        stray = anything(plan, state, data.draw(THROW))
        frozen = msgspec.json.encode(state)
        with suppress(Refused):
            decide(rules, state, stray)
        assert msgspec.json.encode(state) == frozen


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_legal_is_done_and_nothing_else(book):
    """At every moment of many rounds, every option is allowed at its bounds and refused just outside them."""
    rules = rulebook(book)
    for seed in range(40):
        commands = list(commands_of(random_plan(book, Random(seed))))  # noqa: S311
        state = None
        for command in commands:
            for event in decide(rules, state, command):
                state = evolve(state, event)
            for position in state.hands:
                options = legal(rules, state, position)
                for option in (each for each in options if each.command in ("place", "bet")):
                    _at_its_bounds(rules, state, option)


def _at_its_bounds(rules, state, option) -> None:
    bounds = {*option.choices_cents, option.minimum_cents, option.maximum_cents} - {None}
    for cents in sorted({each + step for each in bounds for step in (-1, 0, 1)} | {0, 2**63}):
        if option.command == "place":
            command = c.Place(position=option.position, wager=option.wager, cents=cents)
        else:
            command = c.Bet(position=option.position, cents=cents)
        try:
            decide(rules, state, command)
        except Refused:
            allowed = False
        else:
            allowed = True
        assert option.takes(cents) == allowed


def test_options_that_take_an_amount_say_which():
    rules = rulebook("online")
    plan = random_plan("online", Random(7))  # noqa: S311
    states = [None]
    for command in commands_of(plan):
        for event in decide(rules, states[-1], command):
            states.append(evolve(states[-1], event))
    for before, after in pairwise(states[1:]):
        assert before != after
        for option in legal(rules, after, 1):
            if option.command in ("place", "bet", "bet_blind"):
                assert option.choices_cents or option.minimum_cents


def test_a_carried_wager_is_there_but_once():
    """Crown 11.12.1: a player who takes it back has it, and cannot take it from the table a second time."""
    live = Live(rulebook("crown"))
    tables = {"tables": {Wager.JACKPOT: "option-1"}, "costs_cents": {Wager.JACKPOT: 5_00}, "carried_cents": {1: 5_00}}
    live.try_(c.Open(setup=Setup(dealing="shoe", seats=((1, "ann"),), **tables)))
    jackpot = c.Place(position=1, wager=Wager.JACKPOT, cents=5_00, carried=True)
    assert not live.try_(c.Place(position=1, wager=Wager.ANTE, cents=5_00, carried=True))
    assert live.try_(c.Place(position=1, wager=Wager.ANTE, cents=5_00))
    assert live.try_(jackpot)
    assert live.try_(c.Withdraw(position=1, wager=Wager.JACKPOT))
    assert not live.try_(jackpot)
    assert live.refused[-1] == "not-carried"
