"""The prize pool (crown 12.5.2): how large it is, and who receives what of it, to the cent."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

import msgspec

from mississippi_stud.money import Cents
from mississippi_stud.tournament.state import Contest, FeeKind


class PoolReckoning(msgspec.Struct, frozen=True, kw_only=True):
    """How the pool came about."""

    fees_cents: Cents
    from_fees_cents: Cents
    """The part of the fees that goes to the pool."""
    buy_ins_cents: Cents
    """Buy-ins, rebuys, add-ons, buy-backs and places in later sessions."""
    added_cents: Cents
    made_up_cents: Cents
    """What the house adds to reach the guarantee."""
    pool_cents: Cents

    @property
    def house_cents(self) -> int:
        """What the house keeps of the fees."""
        return self.fees_cents - self.from_fees_cents


class Award(msgspec.Struct, frozen=True, kw_only=True):
    """A prize with its arithmetic: a group of equal entrants shares the parts of its places."""

    name: str
    first: int
    last: int
    """The places that the group takes, from 1."""
    parts: int
    of_parts: int
    group_cents: Cents
    cents: Cents

    @property
    def among(self) -> int:
        """How many share."""
        return self.last - self.first + 1


def reckon(contest: Contest) -> PoolReckoning:
    """Return the pool as the fees paid so far make it; refunds are taken off what they refund first."""
    rule = contest.terms.prize_pool
    assert rule is not None, "terms without a pool are never opened"  # noqa: S101
    fees = buy_ins = 0
    for entrant in contest.entrants.values():
        entry = entrant.paid_cents.get(FeeKind.ENTRY, 0)
        other = sum(entrant.paid_cents.values()) - entry
        back = min(other, entrant.refunded_cents)
        fees += entry - (entrant.refunded_cents - back)
        buy_ins += other - back
    from_fees = fees * rule.fees_percent // 100
    reached = from_fees + buy_ins + rule.added_cents
    made_up = max(0, rule.guaranteed_cents - reached)
    return PoolReckoning(
        fees_cents=Cents(fees),
        from_fees_cents=Cents(from_fees),
        buy_ins_cents=Cents(buy_ins),
        added_cents=Cents(rule.added_cents),
        made_up_cents=Cents(made_up),
        pool_cents=Cents(reached + made_up),
    )


def eligible(ranking: Sequence[Sequence[str]], barred: Mapping[str, bool]) -> tuple[tuple[str, ...], ...]:
    """Return the ranking without those who win nothing: whoever comes next stands in their stead."""
    groups = (tuple(name for name in group if not barred.get(name)) for group in ranking)
    return tuple(group for group in groups if group)


def share(pool_cents: int, parts: Sequence[int], ranking: Sequence[Sequence[str]], numbers: Mapping[str, int]) -> tuple[
    Award, ...
]:  # fmt: skip
    """Share a pool out: the parts of places that nobody took go to the others in proportion.

    A group of equals shares the parts of all the places that it takes, across the last paid one too. Cents that do
    not divide go one each to the earliest entries of the group. All awards together are the pool.
    """
    places = sum(len(group) for group in ranking)
    paid = tuple(parts[:places])
    ends = (0, *accumulate(paid))
    whole, place = ends[-1], 0
    awards = []
    for group in ranking:
        low, high = min(place, len(paid)), min(place + len(group), len(paid))
        if low < high:
            cents = pool_cents * ends[high] // whole - pool_cents * ends[low] // whole
            each, odd = divmod(cents, len(group))
            for turn, name in enumerate(sorted(group, key=numbers.__getitem__)):
                awards.append(
                    Award(
                        name=name,
                        first=place + 1,
                        last=place + len(group),
                        parts=ends[high] - ends[low],
                        of_parts=whole,
                        group_cents=Cents(cents),
                        cents=Cents(each + (turn < odd)),
                    )
                )
        place += len(group)
    return tuple(awards)
