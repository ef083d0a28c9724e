"""The exact value of each play at any moment of a round, even when the player knows more than the rules would show.

Every board that the unseen cards allow is examined: other players' cards that were seen leave the deck, a community
card exposed by mistake is the only card that its street can bring, and where sorted backs tell whether a rank is in a
group, a street can bring only such cards. All backs are in sight at once, so nothing more is told of them later.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mississippi_stud.cards import DECK, Card, rank, text
from mississippi_stud.errors import InputError
from mississippi_stud.maths import batch
from mississippi_stud.maths.arrangements import labelled
from mississippi_stud.maths.classes import Numbers
from mississippi_stud.maths.edge_sorting import Backs
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.game import Bets, End, Game, Tree, tree
from mississippi_stud.maths.remarks import Remark
from mississippi_stud.maths.solver import STREET_CARDS, Integers, integers


@dataclass(frozen=True)
class Situation:
    """What a player holds, sees and has wagered."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    bets: Bets = ()
    seen: tuple[Card, ...] = ()
    """Cards of other players, or burnt cards, that the player has seen."""
    known: Mapping[str, Card] | None = None
    """Community cards known before they are due, by street."""
    wallet: int | None = None
    """The antes that the player had before the round, its ante among them; None if they cover every wager."""
    backs: Backs | None = None
    """What the backs of the community cards still face down tell; those known by name among them."""

    def affordable(self, bets: Bets, multiple: int) -> bool:
        """Return whether a wager can be made after those."""
        return self.wallet is None or 1 + sum(bets) + multiple <= self.wallet


@dataclass(frozen=True)
class Advice:
    """The value of each play in antes, the best play, and the reason."""

    fold: Fraction
    bets: Mapping[int, Fraction]
    best: str
    reason: Remark

    def plain(self) -> dict[str, str]:
        """Return the advice as plain data for JSON."""
        values = {"fold": str(self.fold), **{str(bet): str(value) for bet, value in self.bets.items()}}
        return {**values, "best": self.best, "reason": str(self.reason)}


def advise(game: Game, now: Situation) -> Advice:
    """Return the value of each play now and the best one; ties are broken as the game says."""
    ahead = look_ahead(game, now)
    worth = [Fraction(int(ahead.totals[node]), ahead.ways * ahead.numbers.unit) for node in ahead.leads_to]
    every = zip(game.multiples, worth, strict=True)
    bets = {multiple: value for multiple, value in every if now.affordable(now.bets, multiple)}
    fold = Fraction(game.folded(now.bets))
    most = max(bets.values(), default=fold - 1)
    folds = fold > most if game.ties_bet else fold >= most
    best = "fold" if folds else str(max(bets, key=lambda multiple: bets[multiple]))
    return Advice(fold, bets, best, _reason(game, now, best, fold, most))


def check(game: Game, now: Situation) -> None:
    """Raise `InputError` unless these cards and wagers can be, and there is something to decide."""
    if len(now.hole) != 2:
        raise InputError("not-two-cards", given=len(now.hole))
    if len(now.board) > 3:
        raise InputError("too-many-board-cards", given=len(now.board))
    if len(now.board) == 3:
        raise InputError("nothing-to-decide")
    _check_cards(now)
    if len(now.bets) != len(now.board):
        raise InputError("bets-and-board", bets=len(now.bets), cards=len(now.board))
    for bet in now.bets:
        if bet not in game.multiples:
            raise InputError("not-a-multiple", bet=bet, multiples=game.multiples)
    if now.wallet is not None and now.wallet < 1 + sum(now.bets):
        raise InputError("wallet-exceeded", wallet=now.wallet, wagered=1 + sum(now.bets))
    for street in now.known or {}:
        if street not in STREET_CARDS:
            raise InputError("not-a-street", street=street)
        if STREET_CARDS.index(street) < len(now.board):
            raise InputError("street-on-board", street=street)
    if now.backs is not None:
        _check_backs(now, now.backs)


def _check_backs(now: Situation, backs: Backs) -> None:
    """Raise `InputError` unless each card face down has its back, and cards of that pattern can come."""
    ahead = STREET_CARDS[len(now.board) :]
    if len(backs.pattern) != len(ahead):
        raise InputError("backs-count", given=len(backs.pattern), cards=len(ahead))
    known = now.known or {}
    for place, street in enumerate(ahead):
        if street in known and not backs.fit(place, known[street]):
            raise InputError("backs-known", street=street, card=text([known[street]]))
    told = [each for street, each in zip(ahead, backs.pattern, strict=True) if street not in known]
    unseen = _unseen(now)
    inside = sum(rank(card) in backs.group for card in unseen)
    if told.count(True) > inside or told.count(False) > len(unseen) - inside:
        raise InputError("backs-impossible", inside=inside, outside=len(unseen) - inside)


def _check_cards(now: Situation) -> None:
    places: dict[Card, str] = {}
    groups = {
        "CARDS": now.hole,
        "--board": now.board,
        "--seen": now.seen,
        "--known": tuple((now.known or {}).values()),
    }
    for name, cards in groups.items():
        for card in cards:
            if card in places:
                raise InputError("card-in-two-places", card=text([card]), first=places[card], second=name)
            places[card] = name
    to_come = 3 - len(now.board) - len(now.known or {})
    if 52 - len(places) < to_come:
        raise InputError("too-few-cards-left", named=len(places))


def _unseen(now: Situation) -> list[Card]:
    """Return the cards of which the player does not know where they are."""
    named = {*now.hole, *now.board, *now.seen, *(now.known or {}).values()}
    return [card for card in DECK if card not in named]


def _axes(now: Situation) -> list[list[Card]]:
    """Return the cards that each street can bring."""
    unseen = _unseen(now)
    axes = [[card] for card in now.board]
    for place, street in enumerate(STREET_CARDS[len(now.board) :]):
        known = (now.known or {}).get(street)
        can_come = unseen if known is None else [known]
        axes.append([card for card in can_come if now.backs is None or now.backs.fit(place, card)])
    return axes


class LaterStreet(NamedTuple):
    """What each play of a later street is worth, summed over all futures: by node, then by the boards until then."""

    folds: Numbers
    bets: Numbers
    """With an axis of multiples after that of nodes."""


@dataclass(frozen=True)
class Outlook:
    """Every board that can come: one axis per street, one entry per card that it can bring."""

    betting: Tree
    leads_to: tuple[int, ...]
    """For each multiple that can be bet now, the node of the next street, or the leaf."""
    fresh: npt.NDArray[np.bool_]
    """Whether the three cards of a board differ."""
    made: Numbers
    """Of each board whose cards differ: its end, among the twelve hands and the distinguished ends."""
    ends: tuple[End, ...]
    numbers: Integers
    totals: Numbers
    """The value of each node after the next wager, summed over all futures."""
    ways: int
    later: dict[int, LaterStreet]


def look_ahead(game: Game, now: Situation) -> Outlook:
    """Return what can come, and what each play is worth until the end, from the last street to the next one."""
    check(game, now)
    betting = tree(game)
    node = 0
    for place, bet in enumerate(now.bets):
        node = betting.leads_to[place][node][game.multiples.index(bet)]
    three, four, five = np.meshgrid(*(np.array(axis) for axis in _axes(now)), indexing="ij")
    fresh = (three != four) & (three != five) & (four != five)
    held = [np.full(int(fresh.sum()), card) for card in now.hole]
    boards = [three[fresh], four[fresh], five[fresh]]
    made, ends = labelled(game, np.stack(boards, axis=1), batch.five(np.stack([*held, *boards], axis=1)))
    numbers = integers(game, betting, ends)
    value = np.zeros((len(betting.leaves), *fresh.shape), dtype=numbers.leaves.dtype)
    value[:, fresh] = numbers.leaves[:, made]
    ways = np.asarray(fresh, dtype=np.int64)
    later: dict[int, LaterStreet] = {}
    for street in (2, 1, 0):
        value, ways = value.sum(axis=-1), ways.sum(axis=-1)
        if street == len(now.board):
            break
        bets = value[np.array(betting.leads_to[street])]
        folds = numbers.folds[street].reshape(-1, *(1,) * ways.ndim) * ways
        for place, past in enumerate(betting.pasts[street]):
            for choice, multiple in enumerate(game.multiples):
                if not now.affordable(past, multiple):
                    bets[place, choice] = folds[place]  # a wager that cannot be made is no better than a fold
        later[street] = LaterStreet(folds, bets)
        value = np.maximum(bets.max(axis=1), folds)  # where a card occurs twice there are no ways, and both are 0
    leads_to, totals = betting.leads_to[len(now.board)][node], value.reshape(len(value))
    return Outlook(betting, leads_to, fresh, made, ends, numbers, totals, int(ways.sum()), later)


def _reason(game: Game, now: Situation, best: str, fold: Fraction, most: Fraction) -> Remark:
    """Describe the cards and what follows from them."""
    cards = Features((*now.hole, *now.board, *(now.known or {}).values())).seen()
    lead = abs(most - fold)
    thousandths = (lead * 2000 + 1) // 2  # a half goes up, as browsers round it
    value = f"{thousandths // 1000}.{thousandths % 1000:03}"
    if best == "fold" and not any(now.affordable(now.bets, each) for each in game.multiples):
        return Remark("why-broke", cards=cards)
    if best == "fold":
        return Remark("why-fold-one", cards=cards) if lead == 1 else Remark("why-fold", cards=cards, value=value)
    if most > 0 and best == str(max(each for each in game.multiples if now.affordable(now.bets, each))):
        return Remark("why-most", cards=cards)
    if most == fold:
        return Remark("why-tie", cards=cards)
    if lead == 1:
        return Remark("why-bet-one", cards=cards, best=best)
    return Remark("why-bet", cards=cards, best=best, value=value)
