"""A player's statistics: what was wagered and won, how well it was decided, and what was to be expected.

Every figure follows from the projections of settled hands; whoever looks again before another round is settled gets
what was worked out before. The mathematics is loaded when it is first needed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from mississippi_stud.floor import Floor, Wager
from mississippi_stud.floor.history import meter_values, plays
from mississippi_stud.floor.history.plays import PlayedHand
from mississippi_stud.floor.history.recall import Players
from mississippi_stud.money import Currency
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, STREETS

if TYPE_CHECKING:
    from mississippi_stud.maths.band import Draw
    from mississippi_stud.maths.losses import PastDecision
    from mississippi_stud.maths.solver import Solution

BREAK_MICROSECONDS: Final = 30 * 60 * 1_000_000
"""A session ends when no round has been finished for this long."""
POINTS: Final = 50
"""The most points of a curve."""
METERED_MAX: Final = 1_000
"""The last rounds with a wager on a meter that are judged: hardly two of them are the same game."""
_MAIN: Final = frozenset(wager.value for wager in MAIN_WAGERS)


class Span(StrEnum):
    """Which rounds count: those since the last break, or all."""

    SESSION = "session"
    ALL = "all"


class WagerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What a kind of wager cost and brought, in cents."""

    rounds: int
    wagered_cents: int
    returned_cents: int
    """Including the stakes that were returned."""
    net_cents: int


class CurvePoint(msgspec.Struct, frozen=True, kw_only=True):
    """The main game after that many rounds: what it came to, and what the best play comes to with the same antes."""

    rounds: int
    net_cents: int
    mean_cents: str
    """The average, exactly."""
    quantile_05_cents: int
    """The least amount that the best play does not exceed with a chance of 5% or more; the others likewise."""
    quantile_25_cents: int
    quantile_75_cents: int
    quantile_95_cents: int


class MoneyFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures in one currency."""

    currency: Currency
    books: tuple[str, ...]
    total: WagerFigures
    main: WagerFigures
    """The ante and the streets."""
    sides: Mapping[str, WagerFigures]
    """Each side wager, jackpot wager and prize by itself."""
    contributed_cents: str
    """What of the wagers on meters went onto them, exactly, at their present rates."""
    lost_cents: str
    """What the decisions were worth less than the best ones, exactly."""
    curve: tuple[CurvePoint, ...]
    within_cents: int
    """How far off the quantiles can be; 0 where they are exact."""


class StatisticsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A player's settled rounds in figures; a further box counts as a round of its own."""

    span: Span
    book: str
    rounds: int
    since: int | None
    """When the first of them was opened, in microseconds since 1970."""
    until: int | None
    """When the last of them ended."""
    folded: Mapping[str, int]
    """By street."""
    best_hand: str
    """The best hand that was played to the end; empty without one."""
    decisions: int
    """Those that are judged: at tables of one's own, a wager on a meter at what the round was settled at."""
    unjudged: int
    """Those at tables of one's own with a wager on a meter that are not: before the last 1,000 such rounds, or where
    the table offers that wager no longer."""
    best_decisions: int
    """Those than which none was better."""
    lost_antes: str
    """What the decisions were worth less than the best ones, exactly."""
    money: tuple[MoneyFigures, ...]


def statistics_of(floor: Floor, name: Players | None, span: Span, book: str = "") -> StatisticsAnswer:
    """Return the figures of somebody's rounds, of all books or of the one with that id; a stranger has none."""
    return _worked_out(floor, name or "", span, book, plays.mark(floor, name or ""))


@lru_cache(256)
def _worked_out(floor: Floor, name: Players, span: Span, book: str, _mark: tuple[int, ...]) -> StatisticsAnswer:
    everything = list(plays.played(floor, name))
    chosen = everything if span is Span.ALL else everything[_session_start(everything) :]
    played = [hand for hand in chosen if book in ("", floor.book(hand.book).id)]
    metered = _metered(floor, name, played)
    judged = list(_judged(floor, played, metered))
    best = max((hand.made for hand in played if hand.made is not None), default=None)
    return StatisticsAnswer(
        span=span,
        book=book,
        rounds=len(played),
        since=min((hand.opened_at for hand in played), default=None),
        until=played[-1].ended_at if played else None,
        folded={street.value: sum(hand.folded_on == street for hand in played) for street in STREETS},
        best_hand="" if best is None else best.key,
        decisions=len(judged),
        unjudged=sum(len(list(_decisions(hand))) for hand in played if metered.get(_place(hand), 0) is None),
        best_decisions=sum(not each.lost for each in judged),
        lost_antes=str(sum((each.lost for each in judged), Fraction(0))),
        money=tuple(_money(floor, played, judged)),
    )


def _session_start(played: Sequence[PlayedHand]) -> int:
    """Return the place of the first hand after the last break."""
    ends = (hand.ended_at for hand in played)
    breaks = (place for place, (one, next_) in enumerate(pairwise(ends), 1) if next_ - one > BREAK_MICROSECONDS)
    return max(breaks, default=0)


# Decisions.


class _Judged(NamedTuple):
    hand: PlayedHand
    lost: Fraction
    """In antes."""


def _judged(
    floor: Floor, played: Iterable[PlayedHand], metered: Mapping[tuple[str, int], Fraction | None]
) -> Iterator[_Judged]:
    """Yield every decision that can be judged, with what it lost; those of one game are looked up together."""
    from mississippi_stud.maths.losses import losses

    games: dict[int, Solution] = {}
    groups: dict[int, list[tuple[PlayedHand, PastDecision]]] = {}
    for hand in played:
        meter = metered.get(_place(hand))
        if hand.cards and (meter is not None or _place(hand) not in metered):
            solved = _solved(floor, hand.book, hand.table, _ante(hand), _lost_by_fold(floor, hand), meter)
            games[id(solved)] = solved
            groups.setdefault(id(solved), []).extend((hand, each) for each in _decisions(hand))
    for key, group in groups.items():
        lost = losses(games[key], [decision for _, decision in group])
        yield from (_Judged(hand, each) for (hand, _), each in zip(group, lost, strict=True))


def _place(hand: PlayedHand) -> tuple[str, int]:
    return hand.table, hand.number


_SideStakes = tuple[tuple[Wager, int], ...]


def _lost_by_fold(floor: Floor, hand: PlayedHand) -> _SideStakes:
    """Return the wagers of a hand, besides the main ones, that a fold loses."""
    from mississippi_stud.maths.round_games import lost_by_fold

    book = floor.book(hand.book)
    return tuple((Wager(name), staked) for name, (staked, _) in hand.wagers.items() if lost_by_fold(book, name))


def _metered(floor: Floor, name: Players, played: Sequence[PlayedHand]) -> dict[tuple[str, int], Fraction | None]:
    """Return what the meter stood at in each round where a fold lost a wager on it; None where it is not judged."""
    found = [hand for hand in played if hand.cards and _on_meter(floor, hand) is not False]
    last = found[-METERED_MAX:]
    values = meter_values.values_since(floor, name, last[0].ended_at) if last else {}
    known = {_place(hand): values.get(_place(hand)) for hand in last if _on_meter(floor, hand)}
    return {_place(hand): known.get(_place(hand)) for hand in found}


def _on_meter(floor: Floor, hand: PlayedHand) -> bool | None:
    """Return whether a fold lost a wager whose value depends on a meter; None if the table offers it no longer."""
    sides = _lost_by_fold(floor, hand)
    return _priced_by_meter(floor, hand.book, hand.table, sides) if sides else False


@lru_cache(256)
def _priced_by_meter(floor: Floor, content: str, table: str, sides: _SideStakes) -> bool | None:
    from mississippi_stud.maths.round_games import table_game

    offered = floor.table(table)
    if any(wager not in {*offered.signs, *offered.tables} for wager, _ in sides):
        return None
    return bool(table_game(floor.book(content), offered, 1, dict(sides)).left_out)


def _ante(hand: PlayedHand) -> int:
    return hand.wagers[Wager.ANTE][0]


def _decisions(hand: PlayedHand) -> "Iterator[PastDecision]":
    """Yield the decisions of a hand, those of MAX BET ALL too (decision 73)."""
    from mississippi_stud.maths.losses import PastDecision

    bets = tuple(hand.wagers[street][0] // _ante(hand) for street in STREETS if street in hand.wagers)
    for street, multiple in enumerate((*bets, 0) if hand.folded_on else bets):
        yield PastDecision(hand.cards[: 2 + street], bets[:street], multiple)


@lru_cache(METERED_MAX + 256)
def _solved(
    floor: Floor,
    content: str,
    table: str,
    ante_cents: int | None,
    beside: _SideStakes = (),
    meter_cents: Fraction | None = None,
) -> "Solution":
    """Return the solution of a table's game on its present terms; one for all antes that make no difference."""
    from mississippi_stud.maths.losses import in_antes
    from mississippi_stud.maths.round_games import table_game
    from mississippi_stud.maths.solver import solve

    terms = floor.book(content), floor.table(table)
    game = in_antes(table_game(*terms, ante_cents, dict(beside), meter_cents).game)
    if game.ante_cents is None and ante_cents is not None and not beside:
        return _solved(floor, content, table, None)
    return solve(game)


# Money.


def _money(floor: Floor, played: Sequence[PlayedHand], judged: Iterable[_Judged]) -> Iterator[MoneyFigures]:
    """Yield the figures of each currency, the one most played first."""
    currency = {content: floor.book(content).money.currency.value for content in {hand.book for hand in played}}
    lost: Counter[Currency] = Counter()
    for each in judged:
        lost[currency[each.hand.book]] += each.lost * _ante(each.hand)  # type: ignore[assignment]
    for one, _ in Counter(currency[hand.book] for hand in played).most_common():
        own = [hand for hand in played if currency[hand.book] is one]
        wagers = _wagers(floor, own)
        main = _figures(len(own), (wagers[name] for name in wagers if name in _MAIN))
        sides = {name: _figures(len(found), [found]) for name, found in wagers.items() if name not in _MAIN}
        curve, within = _curve(floor, own)
        yield MoneyFigures(
            currency=one,
            books=tuple(dict.fromkeys(floor.book(hand.book).id for hand in own)),
            total=_figures(len(own), wagers.values()),
            main=main,
            sides=sides,
            contributed_cents=str(sum((_contributed(floor, hand) for hand in own), Fraction(0))),
            lost_cents=str(Fraction(lost[one])),
            curve=curve,
            within_cents=within,
        )


def _contributed(floor: Floor, hand: PlayedHand) -> Fraction:
    """Return what of a hand's jackpot wager went onto the meter, in cents."""
    jackpot = floor.book(hand.book).jackpot
    staked, _ = hand.wagers.get(jackpot.wager.value, (0, 0)) if jackpot else (0, 0)
    return staked * _rate(floor, hand.table) if staked else Fraction(0)


def _rate(floor: Floor, table: str) -> Fraction:
    """Return the part of each wager that goes onto the meter of a table now; 0 without one."""
    house = floor.table(table).meters
    meters = floor.meters(house) if house else None
    linked = meters.linked(table) if meters else None
    return Fraction(meters.meters[linked.meter].terms.share) if meters and linked else Fraction(0)


_Moved = list[tuple[int, int]]
"""What was staked and what came back."""


def _wagers(floor: Floor, played: Iterable[PlayedHand]) -> dict[str, _Moved]:
    """Return what moved on each wager, round by round; a prize that was validated later belongs to its wager."""
    found: dict[str, _Moved] = {}
    for hand in played:
        for name, moved in hand.wagers.items():
            found.setdefault(name, []).append(moved)
        if hand.validated_cents and (jackpot := floor.book(hand.book).jackpot) is not None:
            own = found[jackpot.wager.value]
            own[-1] = own[-1][0], own[-1][1] + hand.validated_cents
    return {name: found[name] for name in sorted(found, key=[*map(str, Wager), *found].index)}


def _figures(rounds: int, wagers: Iterable[_Moved]) -> WagerFigures:
    moved = [each for wager in wagers for each in wager]
    wagered, returned = sum(each[0] for each in moved), sum(each[1] for each in moved)
    return WagerFigures(rounds=rounds, wagered_cents=wagered, returned_cents=returned, net_cents=returned - wagered)


def _curve(floor: Floor, played: Sequence[PlayedHand]) -> tuple[tuple[CurvePoint, ...], int]:
    """Return the course of the main game beside what was to be expected, and how far off that can be."""
    from mississippi_stud.maths.band import band

    ends = sorted({len(played) * place // POINTS for place in range(1, POINTS + 1)} - {0})
    expected = band([_draw(floor, hand.book, hand.table, _ante(hand)) for hand in played], ends)
    nets = list(accumulate(sum(map(_main_net, hand.wagers.items())) for hand in played))
    points = tuple(
        CurvePoint(
            rounds=each.rounds,
            net_cents=nets[each.rounds - 1],
            mean_cents=str(each.mean),
            quantile_05_cents=each.quantiles[0],
            quantile_25_cents=each.quantiles[1],
            quantile_75_cents=each.quantiles[2],
            quantile_95_cents=each.quantiles[3],
        )
        for each in expected.points
    )
    return points, expected.within_cents


def _main_net(wager: tuple[str, tuple[int, int]]) -> int:
    name, (staked, back) = wager
    return back - staked if name in _MAIN else 0


@lru_cache(4096)
def _draw(floor: Floor, content: str, table: str, ante_cents: int) -> "Draw":
    from mississippi_stud.maths.band import draw_of

    return draw_of(_solved(floor, content, table, ante_cents), ante_cents)
