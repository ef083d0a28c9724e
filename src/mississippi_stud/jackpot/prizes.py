"""The prizes of a round: calculated from the cards, in the book's order, with their arithmetic.

`reckon` returns the steps in which a meter pays a round: prizes, and what the house adds before or after them. Nothing
is taken on trust: the winners are read from the cards, the prizes from the pay table, the value from the meter.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple, assert_never

from mississippi_stud import hands as poker
from mississippi_stud.cards import Card
from mississippi_stud.jackpot import sharing
from mississippi_stud.jackpot.state import (
    AdditionReason,
    Fate,
    Meter,
    Prize,
    PrizeSource,
    PrizeStep,
    RegisteredWager,
    ShownHand,
)
from mississippi_stud.jackpot.terms import pay_rows, rules_of
from mississippi_stud.money import Cents, Odds, text
from mississippi_stud.rulebooks.model import BonusJackpot, Clause, Jackpot, Rulebook, RuledValue
from mississippi_stud.rulebooks.pays import FixedPrize as FixedSum
from mississippi_stud.rulebooks.pays import MeterShare, Pay, percent_text
from mississippi_stud.rulebooks.vocabulary import MeterRounding, Sharing

ROYAL = "royal-flush"


class HouseAddition(NamedTuple):
    """What the house adds to the pool, and why."""

    why: AdditionReason
    amount: Fraction
    clause: Clause


Step = Prize | HouseAddition


class Winner(NamedTuple):
    """A hand that the pay table names and that has a jackpot wager."""

    wager: RegisteredWager
    hand: str
    row: RuledValue[Pay]

    @property
    def share(self) -> Fraction:
        """The share of the meter that it wins if nobody else does."""
        return Fraction(self.row.value.share) if isinstance(self.row.value, MeterShare) else Fraction(0)


def made(shown: ShownHand, community: tuple[Card, ...]) -> str | None:
    """Return what a hand in play made, as pay tables name it."""
    if shown.fate is not Fate.PLAYED or len(shown.hole) + len(community) != 5:
        return None
    return poker.five(*shown.hole, *community).key


def reckon(
    book: Rulebook,
    meter: Meter,
    wagers: tuple[RegisteredWager, ...],
    hands: tuple[ShownHand, ...],
    community: tuple[Card, ...],
) -> tuple[Step, ...]:
    """Return every step that a round's outcome brings, from the dealer's right; `meter` is the one at settlement."""
    jackpot, _ = rules_of(book)
    names = {shown.position: made(shown, community) for shown in hands}
    won = sorted(_winners(book, meter, wagers, names), key=lambda winner: -winner.wager.position)
    others = list(_bonuses(jackpot, meter, wagers, hands, names, won))
    fixed = [_fixed(winner, jackpot) for winner in won if not winner.share]
    top = [winner for winner in won if winner.share]
    match jackpot.sharing.value:
        case Sharing.BY_WEIGHT:
            paid = _by_weight(jackpot, meter, top)
        case Sharing.SHARED_OR_GUARANTEED:
            paid = _shared_or_guaranteed(jackpot, meter, top)
        case Sharing.IN_TURN:
            paid = _in_turn(jackpot, meter, top)
        case _:
            assert_never(jackpot.sharing.value)
    steps = tuple(_from_the_right(((prize.position, prize) for prize in fixed), paid))
    bonus = jackpot.bonus
    if bonus is not None and bonus.paid_first.value:
        return (*others, *steps)
    if bonus is not None and bonus.paid_with_hand is not None and bonus.paid_with_hand.value:
        placed = sorted(((prize.sums[0].count, prize) for prize in others), key=lambda each: -each[0])
        return tuple(_from_the_right(placed, steps))
    return (*steps, *others)


def _from_the_right(placed: Iterable[tuple[int, Prize]], paid: Iterable[Step]) -> Iterator[Step]:
    """Insert prizes, each when its position is settled, among the meter's own, which keep the book's order."""
    waiting = list(placed)
    for step in paid:
        while isinstance(step, Prize) and waiting and waiting[0][0] > step.position:
            yield waiting.pop(0)[1]
        yield step
    yield from (prize for _, prize in waiting)


def _winners(
    book: Rulebook, meter: Meter, wagers: tuple[RegisteredWager, ...], names: Mapping[int, str | None]
) -> Iterator[Winner]:
    rows = pay_rows(book, meter.terms)
    for wager in wagers:
        hand = names.get(wager.position)
        if hand is not None and hand in rows:
            yield Winner(wager, hand, rows[hand])


# Prizes that do not come off the meter.


def _fixed(winner: Winner, jackpot: Jackpot) -> Prize:
    pay = winner.row.value
    cents = winner.wager.cents
    if isinstance(pay, Odds):
        won, returned = pay.pay(cents)
        amount = Cents(ceil(won) + returned)
    else:
        amount = pay.cents if isinstance(pay, FixedSum) else cents
    sums = (PrizeStep(code="fixed", clause=winner.row.clause, share=str(pay), cents=cents),)
    return _prize(winner, jackpot, amount, sums, PrizeSource.HOUSE)


def _bonuses(
    jackpot: Jackpot,
    meter: Meter,
    wagers: tuple[RegisteredWager, ...],
    hands: tuple[ShownHand, ...],
    names: Mapping[int, str | None],
    won: list[Winner],
) -> Iterator[Prize]:
    """Yield what others receive for a royal or straight flush: the best hand first, from the dealer's right."""
    bonus = jackpot.bonus
    if bonus is None:
        return
    fates = {shown.position: shown.fate for shown in hands}
    order = [hand.key for hand in bonus.hands.value]
    with_wager = {wager.position for wager in wagers}
    holders = [
        (order.index(hand), -position, hand)
        for position, hand in names.items()
        if hand in order and (bonus.without_wager.value or position in with_wager)
    ]
    winners = {winner.wager.position for winner in won if winner.hand in order}
    keeps = (Fate.PLAYED, Fate.FOLDED) if bonus.keeps_after_fold.value else (Fate.PLAYED,)
    for wager in sorted(wagers, key=lambda each: -each.position):
        if fates.get(wager.position) not in keeps or (bonus.winner_excluded.value and wager.position in winners):
            continue
        theirs = sorted(each for each in holders if bonus.for_own_hand.value or -each[1] != wager.position)
        for _, position, hand in theirs if bonus.each_hand.value else theirs[:1]:
            prize = _bonus(bonus, meter, wager, hand, -position)
            if prize is not None:
                yield prize


def _bonus(bonus: BonusJackpot, meter: Meter, wager: RegisteredWager, hand: str, holder: int) -> Prize | None:
    printed = bonus.prizes_cents.get(text(wager.cents), {}).get(hand)
    sign = meter.terms.bonus_cents.get(hand)
    if printed is None and sign is None:
        return None
    amount, clause = (printed.value, printed.clause) if printed else (sign or Cents(0), bonus.hands.clause)
    return Prize(
        position=wager.position,
        player=wager.player,
        wager=bonus.name.value,
        hand=hand,
        pays=str(FixedSum(amount)),
        cents=amount,
        clause=clause,
        source=PrizeSource.HOUSE,
        sums=(PrizeStep(code="other-hand", clause=clause, share=hand, count=holder),),
    )


# Prizes of the meter.


def _prize(
    winner: Winner,
    jackpot: Jackpot,
    cents: Cents,
    sums: tuple[PrizeStep, ...],
    source: PrizeSource = PrizeSource.METER,
    pays: str = "",
) -> Prize:
    """Return a prize; `pays` says what was paid if it differs from the pay table's entry for a sole winner."""
    whole = jackpot.full_meter_from_table
    kept = whole is not None and not whole.value and winner.share == 1 and source is PrizeSource.METER
    return Prize(
        position=winner.wager.position,
        player=winner.wager.player,
        wager=jackpot.wager.value,
        hand=winner.hand,
        pays=pays or str(winner.row.value),
        cents=cents,
        clause=winner.row.clause,
        source=source,
        from_table=not kept,
        sums=sums,
    )


def rounded(jackpot: Jackpot, value: Fraction) -> Fraction:
    """Return the meter's value, rounded as the book rounds it to calculate prizes."""
    match jackpot.rounding.value:
        case MeterRounding.UP_TO_DOLLAR:
            return Fraction(ceil(value * Fraction(1, 100)) * 100)
        case MeterRounding.EXACT:
            return value
        case _:
            assert_never(jackpot.rounding.value)


def _after(
    jackpot: Jackpot, meter: Meter, left: Fraction, paid: list[Winner]
) -> tuple[PrizeStep, tuple[HouseAddition, ...]]:
    """Return what the meter holds after prizes, and what the house adds if it restarts from its seed.

    It restarts if all of it was won, or if it would otherwise fall below a seed that it may not fall below.
    """
    seed, rule = meter.terms.seed_cents, jackpot.never_below_seed
    if left < seed and (rule.value or any(winner.share == 1 for winner in paid)):
        return PrizeStep(code="reset", clause=rule.clause, cents=seed), (
            HouseAddition(AdditionReason.RESET, seed - left, rule.clause),
        )
    return _stays(jackpot, left), ()


def _stays(jackpot: Jackpot, left: Fraction) -> PrizeStep:
    return PrizeStep(
        code="stays", clause=(jackpot.rounding_off_meter or jackpot.sharing).clause, cents=Cents(floor(left))
    )


def _by_weight(jackpot: Jackpot, meter: Meter, top: list[Winner]) -> Iterator[Step]:
    """Pay all winners at once by the formulas; the meter bears the rounding up as far as its value goes."""
    if not top:
        return
    shown, exact = rounded(jackpot, meter.value), meter.value
    shares = [_weighed(jackpot, meter, shown, winner, top) for winner in top]
    paid, held = sum(floor(share) for share in shares), exact
    if jackpot.rounding_off_meter is None or not jackpot.rounding_off_meter.value:
        held = sum((_weighed(jackpot, meter, exact, winner, top) for winner in top), Fraction(0))
    if paid > held:
        yield HouseAddition(AdditionReason.ROUNDING, paid - held, jackpot.rounding.clause)
    after, added = _after(jackpot, meter, exact + max(Fraction(0), paid - held) - paid, top)
    for number, (winner, share) in enumerate(zip(top, shares, strict=True)):
        sums = [_weight_sum(jackpot, meter, shown, winner, top), *_cut(jackpot, share)]
        if number == len(top) - 1:
            sums.append(after)
        yield _prize(winner, jackpot, Cents(floor(share)), tuple(sums), pays=_weighed_pays(jackpot, winner, top))
    yield from added


def _cut(jackpot: Jackpot, share: Fraction) -> tuple[PrizeStep, ...]:
    """Return a step that says so if a share is not a whole number of cents."""
    return () if share.denominator == 1 else (PrizeStep(code="cut", clause=jackpot.sharing.clause),)


def _counts(top: list[Winner]) -> tuple[int, int]:
    royals = sum(winner.hand == ROYAL for winner in top)
    return royals, len(top) - royals


def _weights(jackpot: Jackpot) -> tuple[int, int]:
    royal, straight = jackpot.royal_weight, jackpot.straight_flush_weight
    return (royal.value if royal else 1), (straight.value if straight else 1)


def _weighed(jackpot: Jackpot, meter: Meter, value: Fraction, winner: Winner, top: list[Winner]) -> Fraction:
    """Return what a winner takes of that value; a sole winner takes what the pay table says."""
    if len(top) == 1:
        return value * winner.share
    seed = Fraction(meter.terms.seed_cents)
    shares = sharing.by_weight(value, seed, *_counts(top), winner.share, _weights(jackpot))
    return shares.royal if winner.hand == ROYAL else shares.straight_flush


def _weighed_pays(jackpot: Jackpot, winner: Winner, top: list[Winner]) -> str:
    """Return what one of several winners takes of the meter, as a pay table would write it."""
    royals, straights = _counts(top)
    if len(top) == 1:
        return ""
    if royals:
        return f"{_part(jackpot, winner, top)} of the meter"
    each = sharing.successive(Fraction(1), straights, winner.share)
    return f"{_text(each)} of the meter and {_text(winner.share - each)} of its seed"


def _part(jackpot: Jackpot, winner: Winner, top: list[Winner]) -> Fraction:
    """Return a winner's part where royal and straight flushes share by weight."""
    (royals, straights), (royal, straight) = _counts(top), _weights(jackpot)
    return Fraction(royal if winner.hand == ROYAL else straight, royal * royals + straight * straights)


def _weight_sum(jackpot: Jackpot, meter: Meter, shown: Fraction, winner: Winner, top: list[Winner]) -> PrizeStep:
    cents = Cents(floor(shown))
    if len(top) == 1:
        code = "share-rounded" if jackpot.rounding.value is MeterRounding.UP_TO_DOLLAR else "share"
        return PrizeStep(code=code, clause=jackpot.rounding.clause, share=_text(winner.share), cents=cents)
    royals, straights = _counts(top)
    if royals:
        rule = jackpot.royal_weight if winner.hand == ROYAL else jackpot.straight_flush_weight
        part = str(_part(jackpot, winner, top))
        return PrizeStep(code="weight", clause=(rule or jackpot.sharing).clause, share=part, cents=cents)
    seed = meter.terms.seed_cents
    return PrizeStep(
        code="above-seed",
        clause=jackpot.sharing.clause,
        share=_text(winner.share),
        cents=cents,
        other_cents=seed,
        count=straights,
    )


def _text(share: Fraction) -> str:
    return percent_text(share)  # type: ignore[arg-type]


def _shared_or_guaranteed(jackpot: Jackpot, meter: Meter, top: list[Winner]) -> Iterator[Step]:
    """Pay one kind of hand after the other: equal shares of what the meter then holds, or the guaranteed minimum."""
    before = jackpot.straight_flush_before_royal
    kinds = (False, True) if before is None or before.value else (True, False)
    groups = [[winner for winner in top if (winner.hand == ROYAL) is royal] for royal in kinds]
    left = meter.value
    for group in filter(None, groups):
        whole = sharing.successive(left, len(group), group[0].share)
        part = Cents(floor(whole))
        prize, pays, sums = _or_guaranteed(meter, group, left, part)
        if prize == part:
            sums += _cut(jackpot, whole)
        if prize > part:
            yield HouseAddition(
                AdditionReason.GUARANTEED, Fraction((prize - part) * len(group)), jackpot.sharing.clause
            )
        if before and group is groups[1] and groups[0]:
            sums = (PrizeStep(code="paid-first", clause=before.clause, share=groups[0][0].hand), *sums)
        left -= part * len(group)
        for winner in group[:-1]:
            yield _prize(winner, jackpot, prize, sums, pays=pays)
        last = group is groups[1] or not groups[1]
        after = _after(jackpot, meter, left, top)[0] if last else _stays(jackpot, left)
        yield _prize(group[-1], jackpot, prize, (*sums, after), pays=pays)
    yield from _after(jackpot, meter, left, top)[1]


def _or_guaranteed(
    meter: Meter, group: list[Winner], left: Fraction, part: Cents
) -> tuple[Cents, str, tuple[PrizeStep, ...]]:
    """Return what each of a group gets and why: the share or, for several winners, a higher guaranteed minimum."""
    count, share, clause = len(group), group[0].share, group[0].row.clause
    code = "share" if count == 1 else "equal-shares" if share == 1 else "successive"
    sums = (PrizeStep(code=code, clause=clause, share=_text(share), cents=Cents(floor(left)), count=count),)
    least = meter.terms.guaranteed_cents.get(group[0].hand, Cents(0))
    if count > 1 and least > part:
        more = PrizeStep(code="guaranteed", clause=clause, cents=least, other_cents=part)
        return least, str(FixedSum(least)), (*sums, more)
    each = sharing.successive(Fraction(1), count, share)
    return part, f"{_text(each)} of the meter", sums


def _in_turn(jackpot: Jackpot, meter: Meter, top: list[Winner]) -> Iterator[Step]:
    """Pay each winner from the meter as it stands at the player's turn; a meter that restarts does so at once."""
    left = meter.value
    for winner in top:
        part = left * winner.share
        cents = Cents(floor(part))
        share = PrizeStep(
            code="share", clause=jackpot.sharing.clause, share=_text(winner.share), cents=Cents(floor(left))
        )
        left -= cents
        after, added = _after(jackpot, meter, left, [winner])
        yield _prize(winner, jackpot, cents, (share, *_cut(jackpot, part), after))
        yield from added
        left += sum(each.amount for each in added)
