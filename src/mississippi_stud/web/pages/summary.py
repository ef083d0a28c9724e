"""What a rule book says, in short: the sentences and pay tables at the head of its guide."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.prose.books import SUBJECTS
from mississippi_stud.prose.comparison import subject_of
from mississippi_stud.prose.rules import TERMS, RuleProse, capital
from mississippi_stud.rulebooks.load import Leaf, leaves
from mississippi_stud.rulebooks.model import Rulebook, WagerRule
from mississippi_stud.rulebooks.vocabulary import CapAmount, Wager

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
_AS_THE_FIRST: Final = ("wagers.fourth-street.", "wagers.fifth-street.")
"""The later streets follow the rules of the first."""


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
        told = prose.powers(unit) if unit[0].field == "Staff.powers" else prose.sentence(unit[0])
        parts[subject_of(unit[0])].sentences.append((told, unit))
    parts["pays"].boards.extend(
        _board(book, wager, rule, language) for wager, rule in book.wagers.items() if rule.tables
    )
    return [part for part in parts.values() if part.sentences or part.boards]


def _units(book: Rulebook) -> Iterator[tuple[Leaf, ...]]:
    """Yield the most important values of a book, all powers of a rank together."""
    powers: dict[str, list[Leaf]] = {}
    for leaf in leaves(book):
        if leaf.field == "Staff.powers":
            powers.setdefault(leaf.shown, []).append(leaf)
        elif leaf.field in _FIELDS and leaf.shown != CapAmount.AS_PRINTED and not leaf.path.startswith(_AS_THE_FIRST):
            yield (leaf,)
    yield from map(tuple, powers.values())


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
