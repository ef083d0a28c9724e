"""What a rule book says, in short: the sentences and pay tables at the head of its guide."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.prose.books import SUBJECTS
from mississippi_stud.prose.comparison import subject_of
from mississippi_stud.prose.rules import TERMS, RuleProse, capital
from mississippi_stud.rulebooks.load import Leaf, leaves
from mississippi_stud.rulebooks.model import Rulebook, WagerRule
from mississippi_stud.rulebooks.vocabulary import STREETS, CapAmount, Wager

_FIELDS: Final = {
    "BonusJackpot.name",
    "BonusJackpot.prizes_cents",
    "Cap.amount",
    "Cap.cents",
    "Conduct.advice_by_others",
    "Conduct.devices",
    "Conduct.private_bets",
    "Dealing.cards",
    "Dealing.community_cards",
    "Dealing.hole_cards",
    "DealingMethod.steps",
    "Jackpot.never_below_seed",
    "Jackpot.rounding",
    "Jackpot.sharing",
    "Jackpot.shares",
    "Jackpot.wager",
    "Limits.above_maximum",
    "Limits.below_minimum",
    "Limits.cannot_fund",
    "Money.currency",
    "Money.instruments",
    "Money.uneven_payment",
    "Notices.cancel_game_days",
    "Notices.close_table_hands",
    "Notices.close_table_minutes",
    "Notices.raise_minimum_minutes",
    "PlayRules.absent",
    "PlayRules.later_streets_order",
    "PlayRules.settlement_order",
    "PlayRules.talking",
    "PlayRules.third_street_order",
    "Positions.hands_per_player",
    "Positions.maximum",
    "Returns.main",
    "Returns.three_card_bonus",
    "Streets.max_all_at",
    "Streets.multiples",
    "WagerRule.cost_on_sign",
    "WagerRule.costs_cents",
    "WagerRule.maximum_cents",
    "WagerRule.minimum_cents",
    "WagerRule.on_fold",
    "WagerRule.pays_on_sign",
    "WagerRule.presence",
}
"""What a newcomer to a book wants to know first."""
_ORDERS: Final = {"PlayRules.later_streets_order", "PlayRules.settlement_order", "PlayRules.third_street_order"}
"""What says nothing to a player alone."""
_STREETS: Final = tuple(f"wagers.{wager}." for wager in STREETS)


class PayBoard(NamedTuple):
    """The pay tables of a wager: the names of its tables, and what each hand pays by each of them."""

    title: str
    tables: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class SummaryPart(NamedTuple):
    """What a book says on a subject, in short."""

    title: str
    sentences: list[tuple[str, tuple[Leaf, ...]]]
    """Each with the values that it tells."""
    boards: list[PayBoard]


def summary(book: Rulebook, language: str) -> list[SummaryPart]:
    """Return the most important sentences of a book by subject, and the pay tables that it offers."""
    prose = RuleProse(book, language)
    parts = {key: SummaryPart(translator(language)(title), [], []) for key, title in SUBJECTS.items()}
    for unit in _units(book):
        parts[subject_of(unit[0])].sentences.append((_told(prose, unit), unit))
    parts["pays"].boards.extend(
        _board(book, wager, rule, language) for wager, rule in book.wagers.items() if rule.tables
    )
    return [part for part in parts.values() if part.sentences or part.boards]


def _told(prose: RuleProse, unit: tuple[Leaf, ...]) -> str:
    if unit[0].field == "Staff.powers":
        return prose.powers(unit)
    return prose.sentence(unit[0]) if len(unit) == 1 else prose.each_street(unit[0])


def _units(book: Rulebook) -> Iterator[tuple[Leaf, ...]]:
    """Yield the most important values of a book: all powers of a rank, and what holds on every street, together."""
    found = [leaf for leaf in leaves(book) if _matters(book, leaf)]
    values = {leaf.path: leaf for leaf in found}
    powers: dict[str, list[Leaf]] = {}
    for leaf in found:
        twins = _on_streets(leaf, values)
        if leaf.field == "Staff.powers":
            powers.setdefault(leaf.shown, []).append(leaf)
        elif leaf == twins[0]:
            yield twins
    yield from map(tuple, powers.values())


def _matters(book: Rulebook, leaf: Leaf) -> bool:
    if leaf.field in _ORDERS and book.positions.maximum.value == 1:
        return False
    return leaf.field == "Staff.powers" or (leaf.field in _FIELDS and leaf.shown != CapAmount.AS_PRINTED)


def _on_streets(leaf: Leaf, values: dict[str, Leaf]) -> tuple[Leaf, ...]:
    """Return a value of a street's wager with those of all streets, if they are the same; else the value alone."""
    if not leaf.path.startswith(_STREETS):
        return (leaf,)
    name = leaf.path.rpartition(".")[2]
    twins = tuple(values[street + name] for street in _STREETS if street + name in values)
    return twins if len(twins) == len(_STREETS) and len({each.shown for each in twins}) == 1 else (leaf,)


def _board(book: Rulebook, wager: Wager, rule: WagerRule, language: str) -> PayBoard:
    prose, _ = RuleProse(book, language), translator(language)
    tables = {name: table.pays for name, table in rule.tables.items() if table.offered.value}
    longest = sorted(tables.values(), key=len, reverse=True)  # it has the hands of the others in their order
    hands = dict.fromkeys(hand for table in longest for hand in table)
    rows = tuple(
        (
            capital(_(TERMS.get(hand, hand))),
            tuple(prose.pay(table[hand].value) if hand in table else "–" for table in tables.values()),
        )
        for hand in sorted(
            hands, key=lambda hand: min(list(table).index(hand) for table in tables.values() if hand in table)
        )
    )
    return PayBoard(capital(prose.wager(wager)), tuple(map(prose.table, tables)), rows)
