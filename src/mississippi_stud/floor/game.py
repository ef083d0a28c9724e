"""A game: one position at a table of its own, round after round, with a dealer that deals by itself. Pure.

The secret of each round comes in with the command that begins it; its commitment is an event before any wager, and the
secret itself is an event when the round has ended.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import check_seed, commitment, deck
from mississippi_stud.floor.link import Link, unplaced
from mississippi_stud.messages import CommandBase, EventBase
from mississippi_stud.money import Cents
from mississippi_stud.round import commands as c
from mississippi_stud.round import events as e
from mississippi_stud.round.deal import dealt_when_due, places
from mississippi_stud.round.decide import decide, side_wagers_live
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Outcome, Phase, Setup, State
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.pays import MeterShare
from mississippi_stud.rulebooks.words import Wager

OVER: Final = (Phase.SETTLED, Phase.VOID)


class OpenGame(CommandBase, frozen=True, kw_only=True, omit_defaults=True):
    """Sit down at a table of one's own, under a rule book."""

    player: str
    book: str
    setup: Setup
    meters: str = ""
    """The meters that the table may be linked to, by the name of their house."""


class Begin(CommandBase, frozen=True, kw_only=True):
    """Begin a round: its commitment is published and its wagers open."""


class Act(CommandBase, frozen=True, kw_only=True):
    """Do something in the round: place, withdraw, bet, fold …"""

    do: c.Place | c.Withdraw | c.Bet | c.BetAll | c.BetBlind | c.Fold | c.Concede | c.Leave | c.CannotFund


class DealCards(CommandBase, frozen=True, kw_only=True):
    """No more bets: deal, with the player's own seed mixed in."""

    seed: str


class VoidGame(CommandBase, frozen=True, kw_only=True):
    """End the round without a result and return its wagers: a malfunction, or a game that lay too long."""

    clause: Clause
    reason: str
    number: int = 0
    """The round that is meant, if no other must be touched; 0: the one under way."""


Command = OpenGame | Begin | Act | DealCards | VoidGame


class GameOpened(EventBase, frozen=True, kw_only=True):
    """Somebody sat down."""

    player: str
    book: str
    setup: Setup
    meters: str = ""


class RoundCommitted(EventBase, frozen=True, kw_only=True):
    """The house is bound to a secret. The secret itself is sealed until it is revealed."""

    number: int
    commitment: str
    secret: str = ""


class SeedChosen(EventBase, frozen=True, kw_only=True):
    """The player's seed, mixed into the shuffle."""

    seed: str


class SecretRevealed(EventBase, frozen=True, kw_only=True):
    """The round has ended, and anyone can check its deal."""

    number: int
    secret: str
    seed: str
    voided: str = ""


class MetersMoved(EventBase, frozen=True, kw_only=True):
    """The same command moved the meters: what it did to them is there, after one version and until another."""

    after: int
    until: int


Event = GameOpened | RoundCommitted | SeedChosen | SecretRevealed | MetersMoved | e.Event


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a moment."""

    player: str
    book: str
    setup: Setup
    meters: str = ""
    number: int = 0
    commitment: str = ""
    secret: str = ""
    seed: str = ""
    revealed: bool = True
    round: State | None = None
    carried_cents: Mapping[int, Cents] = {}
    """Jackpot wagers that a round without a result left on the table and on the meters, by position."""

    @property
    def playing(self) -> bool:
        """Whether a round is under way."""
        return self.round is not None and self.round.phase not in OVER


Shuffle = Callable[[bytes, str, str], tuple[Card, ...]]
"""From a round's secret, its player's seed and its id to the order of the deck."""


def round_id(stream: str, number: int) -> str:
    """The id of a round, which the shuffle is bound to."""
    return f"{stream}#{number}"


def decide_game(
    book: Rulebook,
    stream: str,
    game: Game | None,
    command: Command,
    secret: bytes,
    shuffle: Shuffle = deck,
    link: Link | None = None,
) -> tuple[Event, ...]:
    """What happens if the command is carried out; what happens to the meters is in `link` afterwards.

    `secret` is fresh chance, used only where a round begins.
    """
    if isinstance(command, OpenGame):
        if game is not None:
            raise Refused("already-open", book.positions.maximum.clause)
        _check_own(book, command)
        decide(book, None, c.Open(setup=command.setup))
        opened = GameOpened(
            player=command.player, book=command.book, setup=command.setup, meters=command.meters
        )  # fmt: skip
        return (opened,)
    if game is None:
        raise InputError(f"there is no game {stream}")
    if isinstance(command, Begin):
        if game.playing:
            raise Refused("game-waits", book.play.absent.clause)
        number = game.number + 1
        committed = RoundCommitted(number=number, commitment=commitment(secret), secret=secret.hex())
        return (committed, *decide(book, None, c.Open(setup=_next_setup(game, link))))
    if game.round is None:
        raise Refused("not-open", book.positions.maximum.clause)
    if isinstance(command, VoidGame) and command.clause not in _voiding(book):
        raise InputError(
            f"{command.clause!r} is no clause by which {book.id} voids a round: {', '.join(sorted(_voiding(book)))}"
        )
    return tuple(_played(book, stream, game, command, shuffle, link))


def _check_own(book: Rulebook, command: OpenGame) -> None:
    """A game is its player's alone, for every seat is paid for by whoever is named there; meters are the floor's."""
    setup = command.setup
    others = sorted({player for _, player in setup.seats} - {command.player})
    if others or not setup.seats:
        raise InputError(
            f"a game of {command.player} seats {command.player} alone, not {', '.join(others) or 'nobody'}"
        )
    if setup.meter or setup.carried_cents or _pays_of_a_meter(book, setup):
        raise InputError(
            "a wager that a meter pays is offered by the meters: open the game with their name in `meters`"
        )


def _pays_of_a_meter(book: Rulebook, setup: Setup) -> bool:
    printed = (
        pay.value
        for wager, table in setup.tables.items()
        if wager in book.wagers and table in book.wagers[wager].tables
        for pay in book.wagers[wager].tables[table].pays.values()
    )
    signed = (pay.endswith("of the meter") for sign in setup.signs.values() for pay in sign.values())
    return any(isinstance(pay, MeterShare) for pay in printed) or any(signed)


def _voiding(book: Rulebook) -> set[Clause]:
    """The clauses by which a round has no result here: a misdeal or malfunction, or that it lay too long."""
    days = book.notices.cancel_game_days
    return {rule.on_misdeal.clause for rule in book.wagers.values()} | ({days.clause} if days else set())


def _next_setup(game: Game, link: Link | None) -> Setup:
    """The next round's table: who was warned, the jackpot wagers that stayed, and what the meter offers."""
    setup = game.setup
    if game.round is not None:
        warned = dict.fromkeys((*game.round.setup.warned, *game.round.warnings))
        setup = msgspec.structs.replace(setup, warned=tuple(warned), carried_cents=game.carried_cents)
    return setup if link is None else link.setup(setup)


class _Course:
    """A round while one command is carried out."""

    def __init__(self, book: Rulebook, stream: str, game: Game, shuffle: Shuffle, link: Link | None) -> None:
        assert game.round is not None  # noqa: S101
        self.book = book
        self.round_id = round_id(stream, game.number)
        self.game = game
        self.seed = game.seed
        self.state: State = game.round
        self.events: list[e.Event] = []
        self._shuffle = shuffle
        self._link = link

    def carry_out(self, asked: c.Command) -> None:
        if self._link is not None:
            asked = self._link.before(self.state, asked, self.round_id, carried=bool(self.game.carried_cents))
        for event in decide(self.book, self.state, asked):
            self.events.append(event)
            self.state = evolve(self.state, event)

    def cards(self) -> tuple[Card, ...]:
        """The deck of the round, in order."""
        return self._shuffle(bytes.fromhex(self.game.secret), self.seed, self.round_id)

    def deal_on(self) -> None:
        """What the dealer does by itself: turn the next card when everyone has decided, settle when all is done."""
        while self.state.phase is not Phase.BETTING and self.state.phase not in OVER:
            live = any(self.state.live_hands())
            if self.state.phase is Phase.SHOWDOWN or not (live or side_wagers_live(self.book, self.state)):
                self.carry_out(c.Settle())
                return
            if any(self.state.waiting()):
                return
            card = None
            if dealt_when_due(self.book, self.state):
                card = self.cards()[len(places(self.book, self.state)) + self.state.revealed]
            self.carry_out(c.Reveal(card=card))


def _played(
    book: Rulebook, stream: str, game: Game, command: Act | DealCards | VoidGame, shuffle: Shuffle, link: Link | None
) -> Iterator[Event]:
    course = _Course(book, stream, game, shuffle, link)
    match command:
        case DealCards():
            check_seed(command.seed)
            course.seed = command.seed
            course.carry_out(c.Deal(cards=course.cards()[: len(places(book, course.state))]))
            yield SeedChosen(seed=command.seed)
        case Act(do=do):
            if isinstance(do, c.Place | c.Bet) and do.unnoticed:  # this dealer sees every wager at once
                raise Refused("seen-at-once", book.limits.above_maximum.clause, offered=do.cents)
            course.carry_out(do)
            if isinstance(do, c.Place) and do.wager is Wager.ANTE and book.jackpot is not None:
                stayed = unplaced(book, course.state).get(do.position)
                if stayed is not None:
                    again = c.Place(position=do.position, wager=book.jackpot.wager.value, cents=stayed, carried=True)
                    course.carry_out(again)
            course.deal_on()
        case VoidGame(clause=clause, number=number):
            if number not in (0, game.number):
                raise Refused("round-over", book.play.settlement_order.clause)
            course.carry_out(c.VoidRound(clause=clause, jackpots_back=True))
    yield from course.events
    if course.state.phase in OVER:
        reason = command.reason if isinstance(command, VoidGame) else ""
        yield SecretRevealed(number=game.number, secret=game.secret, seed=course.seed, voided=reason)


def evolve_game(game: Game | None, event: Event) -> Game:
    """The game after an event."""
    match event:
        case GameOpened(player=player, book=book, setup=setup, meters=meters):
            return Game(player=player, book=book, setup=setup, meters=meters)
        case RoundCommitted(number=number, commitment=published, secret=secret):
            changes: dict[str, Any] = {"number": number, "commitment": published, "secret": secret}
            changes |= {"seed": "", "revealed": False, "round": None}
        case SeedChosen(seed=seed):
            changes = {"seed": seed}
        case SecretRevealed(secret=secret):
            changes = {"secret": secret, "revealed": True}
        case MetersMoved():
            changes = {}
        case _:
            state = evolve(None if game is None else game.round, event)
            changes = {"round": state}
            if isinstance(event, e.CardsDealt):
                changes["carried_cents"] = {}
            elif isinstance(event, e.RoundSettled | e.RoundVoided):
                changes["carried_cents"] = _carried(state)
    assert game is not None, "a game begins with GameOpened"  # noqa: S101
    return msgspec.structs.replace(game, **changes)


def _carried(state: State) -> dict[int, Cents]:
    """The jackpot wagers that wait for the next round, by position: those of this one, and those from before it."""
    left = {
        result.position: state.hands[result.position].stakes[Wager(result.wager)].cents
        for result in state.results
        if result.outcome is Outcome.CARRIED
    }
    before = state.setup.carried_cents if state.phase is Phase.VOID else {}
    placed = {
        position for position, hand in state.hands.items() if any(stake.carried for stake in hand.stakes.values())
    }
    return left | {position: cents for position, cents in before.items() if position not in placed}


HIDDEN: Final = (RoundCommitted, e.CardsDealt)
"""Events of which a part is not public when they happen."""


def public(event: Event) -> Event:
    """What of an event anyone may know when it happens."""
    match event:
        case RoundCommitted():
            return msgspec.structs.replace(event, secret="")
        case e.CardsDealt():
            return e.CardsDealt(
                hole={position: (None,) * len(held) for position, held in event.hole.items()},
                community=(None,) * len(event.community),
                bonus_cards=(None,) * len(event.bonus_cards),
                burnt=(None,) * len(event.burnt),
            )
        case _:
            return event
