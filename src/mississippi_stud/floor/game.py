"""A game: one position at a table of its own, round after round, with a dealer that deals by itself. Pure.

The secret of each round comes in with the command that begins it; its commitment is an event before any wager, and the
secret itself is an event when the round has ended.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import check_seed, commitment, deck
from mississippi_stud.messages import CommandBase, EventBase
from mississippi_stud.round import commands as c
from mississippi_stud.round import events as e
from mississippi_stud.round.deal import dealt_when_due, places
from mississippi_stud.round.decide import decide
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Phase, Setup, State
from mississippi_stud.rulebooks.model import Clause, Rulebook

OVER: Final = (Phase.SETTLED, Phase.VOID)


class OpenGame(CommandBase, frozen=True, kw_only=True):
    """Sit down at a table of one's own, under a rule book."""

    player: str
    book: str
    setup: Setup


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


Event = GameOpened | RoundCommitted | SeedChosen | SecretRevealed | e.Event


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a moment."""

    player: str
    book: str
    setup: Setup
    number: int = 0
    commitment: str = ""
    secret: str = ""
    seed: str = ""
    revealed: bool = True
    round: State | None = None

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
    book: Rulebook, stream: str, game: Game | None, command: Command, secret: bytes, shuffle: Shuffle = deck
) -> tuple[Event, ...]:
    """What happens if the command is carried out; `secret` is fresh chance, used only where a round begins."""
    if isinstance(command, OpenGame):
        if game is not None:
            raise Refused("already-open", book.positions.maximum.clause)
        decide(book, None, c.Open(setup=command.setup))
        return (GameOpened(player=command.player, book=command.book, setup=command.setup),)
    if game is None:
        raise InputError(f"there is no game {stream}")
    if isinstance(command, Begin):
        if game.playing:
            raise Refused("game-waits", book.play.absent.clause)
        number = game.number + 1
        committed = RoundCommitted(number=number, commitment=commitment(secret), secret=secret.hex())
        return (committed, *decide(book, None, c.Open(setup=game.setup)))
    if game.round is None:
        raise Refused("not-open", book.positions.maximum.clause)
    return tuple(_played(book, stream, game, command, shuffle))


def _played(
    book: Rulebook, stream: str, game: Game, command: Act | DealCards | VoidGame, shuffle: Shuffle
) -> Iterator[Event]:
    state = game.round
    events: list[e.Event] = []

    def carry_out(asked: c.Command) -> None:
        nonlocal state
        for event in decide(book, state, asked):
            events.append(event)
            state = evolve(state, event)

    seed = game.seed
    match command:
        case DealCards():
            check_seed(command.seed)
            seed = command.seed
            cards = shuffle(bytes.fromhex(game.secret), seed, round_id(stream, game.number))
            carry_out(c.Deal(cards=cards[: len(list(places(book, state)))]))  # type: ignore[arg-type]
            yield SeedChosen(seed=seed)
        case Act(do=do):
            if isinstance(do, c.Place | c.Bet) and do.unnoticed:  # this dealer sees every wager at once
                raise Refused("seen-at-once", book.limits.above_maximum.clause, offered=do.cents)
            carry_out(do)
            _deal_on(book, stream, game, shuffle, lambda: state, carry_out)
        case VoidGame(clause=clause, number=number):
            if number not in (0, game.number):
                raise Refused("round-over", book.play.settlement_order.clause)
            carry_out(c.VoidRound(clause=clause, jackpots_back=True))
    yield from events
    if state is not None and state.phase in OVER:
        reason = command.reason if isinstance(command, VoidGame) else ""
        yield SecretRevealed(number=game.number, secret=game.secret, seed=seed, voided=reason)


def _deal_on(book: Rulebook, stream: str, game: Game, shuffle: Shuffle, state: Any, carry_out: Any) -> None:
    """What the dealer does by itself: turn the next card when everyone has decided, settle when all is done."""
    while (now := state()) is not None and now.phase is not Phase.BETTING and now.phase not in OVER:
        if now.phase is Phase.SHOWDOWN or not any(now.live_hands()):
            carry_out(c.Settle())
            return
        if any(now.waiting()):
            return
        card = None
        if dealt_when_due(book, now):
            order = shuffle(bytes.fromhex(game.secret), game.seed, round_id(stream, game.number))
            card = order[len(list(places(book, now))) + now.revealed]
        carry_out(c.Reveal(card=card))


def evolve_game(game: Game | None, event: Event) -> Game:
    """The game after an event."""
    match event:
        case GameOpened(player=player, book=book, setup=setup):
            return Game(player=player, book=book, setup=setup)
        case RoundCommitted(number=number, commitment=published, secret=secret):
            changes: dict[str, Any] = {"number": number, "commitment": published, "secret": secret}
            changes |= {"seed": "", "revealed": False, "round": None}
        case SeedChosen(seed=seed):
            changes = {"seed": seed}
        case SecretRevealed(secret=secret):
            changes = {"secret": secret, "revealed": True}
        case _:
            changes = {"round": evolve(None if game is None else game.round, event)}
    assert game is not None, "a game begins with GameOpened"  # noqa: S101
    return msgspec.structs.replace(game, **changes)


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
