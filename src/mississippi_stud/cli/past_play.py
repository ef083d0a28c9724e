"""A strategy as a person names it: by its name, by its file, or by a history that `mstud export` wrote.

A history is replayed by the rules, which refuse what cannot have been played, and becomes the lines of a strategy: in
each situation that the player met, what they chose most often (decision 460).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.maths.losses import PastDecision
from mississippi_stud.maths.strategy_file import NAMED, parse_strategy, text_of, write_history
from mississippi_stud.round.state import Ending, PlayerHand, State
from mississippi_stud.rulebooks.load import content_hash
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager

if TYPE_CHECKING:
    from mississippi_stud.floor.history.notation import HandRecord
    from mississippi_stud.maths.evaluation import Strategy
    from mississippi_stud.maths.game import Game
    from mississippi_stud.rulebooks import Rulebook

_CSV: Final = "round,player,position,"
"""How the export for spreadsheets begins, which does not tell how a hand ended."""


class PlayedHistory(NamedTuple):
    """What one player decided, the first first."""

    player: str
    rounds: int
    left_out: int
    """Rounds of a file that tell no decision of the player under this book."""
    decisions: tuple[PastDecision, ...]


class ChosenStrategy(NamedTuple):
    """A strategy, as text if it is not called by name, and the history that it is."""

    name: str
    text: str
    history: PlayedHistory | None

    def strategy(self, game: "Game") -> "Strategy":
        """Return how to play that game."""
        return NAMED[self.name] if self.name in NAMED else parse_strategy(self.text, game, self.name)


def chosen_strategy(name: str, player: str | None, book: "Rulebook", game: "Game") -> ChosenStrategy:
    """Return the strategy of that name, or in the file with that path; `player` is whose, in a history of several."""
    written = text_of(name)
    try:
        records = _records(written)
        history = None if records is None else _history(records, player, book, game)
    except InputError as error:
        raise InputError("in-file", file=name, error=error) from None
    if history is not None:
        return ChosenStrategy(name, write_history(history.decisions, history.player), history)
    if player is not None:
        raise InputError("player-without-history", player=player)
    return ChosenStrategy(name, written, None)


def _records(written: str) -> "list[HandRecord] | None":
    """Return the rounds of an export, or nothing if the text is not one."""
    from mississippi_stud.floor.history import notation

    begin = written.lstrip()
    if begin.startswith(_CSV):
        raise InputError("history-csv")
    if begin.startswith("variant"):
        return [notation.parse(written)]
    if not begin.startswith("["):
        return None
    return notation.parse_several(written) if begin.startswith("[1]") else notation.parse_json(written)


def _history(records: "list[HandRecord]", player: str | None, book: "Rulebook", game: "Game") -> PlayedHistory:
    from mississippi_stud.floor.history import notation

    own, decisions, rounds = _own(records, player), list[PastDecision](), 0
    edition = content_hash(book)
    if own and not any(record.book_hash == edition for record, _ in own):
        raise InputError("history-other-book", book=book.id, books=sorted({record.book for record, _ in own}))
    for record, players in reversed(own):  # an export has the latest first
        if record.status == "settled" and record.book_hash == edition:
            played = notation.replay(record, lambda *_: book)
            found = [each for hand in played.hands.values() if hand.player in players for each in _made(played, hand)]
            decisions += found
            rounds += bool(found)
    if not decisions:
        raise InputError("history-empty")
    for each in decisions:
        if each.multiple not in (0, *game.multiples):
            raise InputError("not-a-multiple", bet=each.multiple, multiples=game.multiples)
    whose = sorted({name for _, players in own for name in players})
    return PlayedHistory(", ".join(whose), rounds, len(own) - rounds, tuple(decisions))


def _own(records: "list[HandRecord]", player: str | None) -> "list[tuple[HandRecord, set[str]]]":
    """Return the rounds of one player, each with the ids of its player there."""
    if player is None:
        whose = {name for record in records for name in record.players if not record.seen_by}
        if len(whose) > 1:
            raise InputError("history-players", players=sorted(whose))
        return [(record, {record.seen_by or record.players[0]}) for record in records]
    own = [(record, {player}) for record in records if player in record.players]
    if not own:
        raise InputError("history-no-player", player=player)
    return own


def _made(played: State, hand: PlayerHand) -> Iterator[PastDecision]:
    """Yield the decisions of a hand whose player saw the cards; those of MAX BET ALL street by street (decision 73)."""
    sight = (*hand.hole, *played.community[: played.revealed])
    if hand.blind or Wager.ANTE not in hand.stakes:
        return
    ante = hand.stakes[Wager.ANTE].cents
    bets: tuple[int, ...] = ()
    for street in STREETS:
        folded = hand.ending is Ending.FOLDED and hand.ended_on is street
        cards = tuple(card for card in sight[: 2 + len(bets)] if card is not None)
        if len(cards) < 2 + len(bets) or not (folded or street in hand.stakes):
            return
        multiple, odd = (0, 0) if folded else divmod(hand.stakes[street].cents, ante)
        if odd:
            return
        yield PastDecision(cards, bets, multiple)
        bets = (*bets, multiple)
