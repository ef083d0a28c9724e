"""Turn what a person types into a `Game`: a rule book, its options, changed pays, an ante.

Anything that is not understood is refused with a sentence that says what would be; nothing is guessed. Whatever a sign
at the table would say is an option (decision 26).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from math import ceil
from typing import Any, Final

from mississippi_stud import money
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.maths.game import Game, PayCap
from mississippi_stud.maths.remarks import Remark
from mississippi_stud.money import Odds
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.model import PayTable, Rulebook
from mississippi_stud.rulebooks.pays import FixedPrize, Pay, Push, parse_pay, parse_percent
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, CapAmount, CapBounds, Wager

HAND_NAMES: Final = {hand.key: hand for hand in Hand}


@dataclass(frozen=True)
class Choices:
    """The options of a calculation, read from ``K=V``."""

    table: str | None = None
    multiples: tuple[int, ...] | None = None
    ties: str | None = None
    minimum_ante: int | None = None
    maximum_payout: int | None = None
    smallest_chip: int = 1
    ace_low_in_three: bool | None = None
    three_card_bonus: int | None = None
    """The stake of a Three Card Bonus next to the ante, where a cap counts both."""
    jackpot_option: str | None = None
    jackpot_cost: int | None = None
    seed: int | None = None
    rate: Fraction | None = None
    """The part of each jackpot wager that goes onto the meter."""
    players: int = 0
    others: str = "optimal"
    prizes: Mapping[Hand, Pay] = field(default_factory=dict)
    bonuses: Mapping[Hand, int] = field(default_factory=dict)
    guaranteed: Mapping[Hand, int] = field(default_factory=dict)
    """The minimum that each of several winners receives, in cents."""


def amount(text: str) -> int:
    """Parse an amount of at least one cent, in cents."""
    cents = money.parse(text)
    if cents < 1:
        raise InputError("amount-of-nothing", text=text)
    return cents


def _multiples(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3})*", text):
        raise InputError("not-multiples", text=text)
    found = tuple(map(int, text.split(",")))
    if list(found) != sorted(set(found)) or found[0] < 1 or found[-1] > 100:
        raise InputError("multiples-disordered", text=text)
    return found


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]", text) or int(text) > 8:
        raise InputError("not-a-player-count", text=text)
    return int(text)


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise InputError("not-one-of", text=text, words=words)
        return text

    return read


def _yes_or_no(text: str) -> bool:
    return _one_of("yes", "no")(text) == "yes"


def _prize(text: str) -> Pay:
    pay = parse_pay(text)
    if isinstance(pay, Push):
        raise InputError("prize-pushes")
    return pay


_OPTIONS: Final[dict[str, Callable[[str], Any]]] = {
    "table": str,
    "multiples": _multiples,
    "ties": _one_of("bet", "fold"),
    "minimum-ante": amount,
    "maximum-payout": amount,
    "smallest-chip": amount,
    "ace-low-in-three": _yes_or_no,
    "three-card-bonus": amount,
    "jackpot-option": str,
    "jackpot-cost": amount,
    "seed": amount,
    "rate": parse_percent,
    "players": _count,
    "others": _one_of("optimal", "never-fold"),
}
_BY_HAND: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "prize": ("prizes", _prize),
    "bonus": ("bonuses", amount),
    "guaranteed": ("guaranteed", amount),
}
OPTION_NAMES: Final = (*_OPTIONS, *(f"{kind}.HAND" for kind in _BY_HAND))


def parse_choices(options: Sequence[str]) -> Choices:
    """Parse options such as ``minimum-ante=5`` or ``prize.flush=50 for 1``."""
    found: dict[str, Any] = {"prizes": {}, "bonuses": {}, "guaranteed": {}}
    named: set[str] = set()
    for text in options:
        key, sign, value = text.partition("=")
        name = key.strip().replace("_", "-")
        if not sign:
            raise InputError("not-an-option", text=text)
        if name in named:
            raise InputError("option-twice", option=name)
        named.add(name)
        kind, dot, hand = name.partition(".")
        if dot and kind in _BY_HAND:
            plural, read_value = _BY_HAND[kind]
            found[plural][_hand(hand)] = read_value(value.strip())
        elif name in _OPTIONS:
            try:
                found[name.replace("-", "_")] = _OPTIONS[name](value.strip())
            except InputError as error:
                raise InputError("bad-option", option=name, error=error) from None
        else:
            raise _no_option(key.strip(), name)
    return Choices(**found)


def _no_option(written: str, name: str) -> InputError:
    if near := get_close_matches(name, _OPTIONS, n=1):
        return InputError("no-option-near", option=written, near=near)
    return InputError("no-option", option=written, options=OPTION_NAMES)


def _hand(name: str) -> Hand:
    hand = HAND_NAMES.get(name.strip().lower().replace(" ", "-").replace("_", "-"))
    if hand is None:
        if near := get_close_matches(name, HAND_NAMES, n=1):
            raise InputError("no-hand-near", name=name, near=near)
        raise InputError("no-hand", name=name, hands=tuple(reversed(HAND_NAMES)))
    return hand


def parse_odds(text: str) -> Pay | None:
    """Parse a pay as a person writes it: ``5``, ``9/2``, ``4.5``, ``9 for 1``, ``push``; None for ``lose``."""
    if text == "lose":
        return None
    if re.fullmatch(r"[0-9]{13,}", text):
        raise InputError("odds-too-long", text=text)
    if re.match(r"[-−]\s*[0-9.]", text):
        raise InputError("odds-negative", text=text)
    if match := re.fullmatch(r"([0-9]{1,12})(?:/([0-9]{1,12}))?", text):
        if match[2] and int(match[2]) == 0:
            raise InputError("odds-on-nothing", text=text)
        return Odds(pays=int(match[1]), on=int(match[2] or 1), keeps_stake=True)
    if re.fullmatch(r"[0-9]{1,12}\.[0-9]{1,9}", text):
        exact = Fraction(text)
        return Odds(pays=exact.numerator, on=exact.denominator, keeps_stake=True)
    if text == "push":
        return Push()
    try:
        return Odds.parse(text)
    except InputError:
        raise InputError("odds-unread", text=text) from None


def parse_pays(texts: Sequence[str]) -> dict[Hand, Pay | None]:
    """Parse changed pays such as ``straight=5``."""
    changed: dict[Hand, Pay | None] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise InputError("not-a-pay", text=text)
        hand = _hand(name)
        if hand in changed:
            raise InputError("pay-twice", hand=hand)
        try:
            changed[hand] = parse_odds(value.strip())
        except InputError as error:
            raise InputError("bad-pay", name=name.strip(), error=error) from None
    return changed


def pay_table(book: Rulebook, wager: Wager, name: str | None) -> tuple[str, PayTable]:
    """Return a pay table of a wager by name, or the first on offer."""
    rule = book.wagers.get(wager)
    if rule is None or not rule.tables:
        raise InputError("no-pay-table", book=book.id, wager=wager, wagers=tuple(book.wagers))
    if name is None:
        name = next(each for each, table in rule.tables.items() if table.offered.value)
    if name not in rule.tables:
        raise InputError("no-such-pay-table", wager=wager, table=name, book=book.id, tables=tuple(rule.tables))
    return name, rule.tables[name]


def limits(book: Rulebook, choices: Choices, best: Fraction, multiples: tuple[int, ...]) -> tuple[PayCap, ...]:
    """Return the book's caps on main wagers; those on a sign only if the sign's amount is given."""
    found = []
    for name, cap in book.caps.items():
        places = frozenset(MAIN_WAGERS.index(wager) for wager in cap.wagers.value if wager in MAIN_WAGERS)
        cents = cap.cents.value if cap.cents else None
        match cap.amount.value:
            case CapAmount.OR_WIN_OF_MINIMUM_ANTE:
                most = (1 + 3 * multiples[-1]) * best * (choices.minimum_ante or 0)
                cents = money.Cents(max(cents or 0, int(most)))
            case CapAmount.ON_THE_SIGN:
                cents = money.Cents(choices.maximum_payout) if choices.maximum_payout else None
            case CapAmount.AS_PRINTED:
                pass
        if places and cents is not None:
            with_stake = cap.bounds.value is CapBounds.WON_AND_RETURNED
            with_bonus = Wager.THREE_CARD_BONUS in cap.wagers.value
            found.append(PayCap(name, cap.wagers.clause, places, with_stake, cents, with_bonus))
    signs = any(cap.amount.value is CapAmount.ON_THE_SIGN for cap in book.caps.values())
    if choices.maximum_payout and not signs:  # a cap that the book does not have, for study
        found.append(PayCap("maximum-payout", "an option", frozenset(range(4)), False, choices.maximum_payout))
    return tuple(found)


def main_game(
    book: Rulebook, choices: Choices, changed: Mapping[Hand, Pay | None] | None = None, ante_cents: int | None = None
) -> Game:
    """Return the main game of a book, without side wagers."""
    _, table = pay_table(book, Wager.ANTE, choices.table)
    printed: dict[Hand, Pay | None] = {HAND_NAMES[name]: ruled.value for name, ruled in table.pays.items()}
    pays = {hand: pay for hand, pay in (printed | dict(changed or {})).items() if pay is not None}
    multiples = choices.multiples or book.streets.multiples.value
    odds = [Fraction(pay.pays, pay.on) for pay in pays.values() if isinstance(pay, Odds)]
    bounds = limits(book, choices, max(odds, default=Fraction(0)), multiples)
    return Game(
        name=book.id,
        pays=pays,
        multiples=multiples,
        ante_cents=ante_cents,
        limits=bounds,
        chip_cents=choices.smallest_chip,
        bonus_cents={} if choices.three_card_bonus is None else _bonus(book, choices.three_card_bonus, bounds),
        ace_low_in_three=ace_low(book, choices),
        ties_bet=_ties_bet(book, choices),
        remarks=_outside(book, ante_cents),
    )


def _outside(book: Rulebook, ante_cents: int | None) -> tuple[Remark, ...]:
    """Remark on an ante that the book does not allow."""
    most = book.wagers[Wager.ANTE].maximum_cents
    if most is None or ante_cents is None or ante_cents <= most.value:
        return ()
    return (Remark("ante-above-maximum", most_cents=most.value, clause=most.clause),)


def ace_low(book: Rulebook, choices: Choices) -> bool:
    """Return whether A 2 3 is a straight in three cards: as chosen, otherwise as in the book."""
    if choices.ace_low_in_three is not None:
        return choices.ace_low_in_three
    return book.hands.ace_low_in_three.value if book.hands.ace_low_in_three else False


def _bonus(book: Rulebook, stake_cents: int, bounds: Sequence[PayCap]) -> dict[ThreeCardHand, int]:
    """Return what a Three Card Bonus of that stake pays by the first table on offer, after its own caps."""
    wager = Wager.THREE_CARD_BONUS
    shared = [limit for limit in bounds if limit.with_bonus]
    if wager not in book.wagers or not shared:
        raise InputError("no-shared-cap", book=book.id, wager=wager)
    most = book.wagers[wager].maximum_cents
    if most is not None and stake_cents > most.value:
        raise InputError("side-wager-too-great", wager=wager, most_cents=most.value, clause=most.clause)
    _, table = pay_table(book, wager, None)
    found = {}
    for hand in ThreeCardHand:
        ruled = table.pays.get(hand.key) or (table.pays.get("straight-flush") if hand.key == "mini-royal" else None)
        if ruled is not None:
            paid = prize_cents(ruled.value, stake_cents, Fraction(0))
            found[hand] = ceil(min([paid, *own_caps(book, wager, paid, stake_cents, ruled.value)]))
    return {hand: min([cents, *(limit.cents for limit in shared)]) for hand, cents in found.items()}


def own_caps(book: Rulebook, wager: Wager, paid: Fraction, stake_cents: int, pay: Pay | None) -> list[Fraction]:
    """Return what the book's caps on that wager alone leave of a payment; `paid` includes the returned stake."""
    returned = stake_cents if pay is not None and not isinstance(pay, FixedPrize) else 0
    bounds = []
    for cap in book.caps.values():
        if cap.wagers.value == (wager,) and cap.cents is not None:
            with_stake = cap.bounds.value is CapBounds.WON_AND_RETURNED
            bounds.append(Fraction(cap.cents.value + (0 if with_stake else returned)))
    return bounds if paid else []


def _ties_bet(book: Rulebook, choices: Choices) -> bool:
    """Return how ties are broken: as chosen, otherwise as the book's printed return assumes, otherwise by betting."""
    if choices.ties is not None:
        return choices.ties == "bet"
    return book.returns.ties_bet.value if book.returns else True


def read(
    name: str,
    options: Sequence[str] = (),
    pays: Sequence[str] = (),
    ante: str | None = None,
    *,
    table_of_main: bool = True,
) -> tuple[Rulebook, Choices, Game]:
    """Return the book, the choices and the main game, from what a person typed.

    When the question is about a side wager, the option `table` names one of its tables, not one of the main game's.
    """
    book, choices = rulebook(name), parse_choices(options)
    main = choices if table_of_main else replace(choices, table=None)
    return book, choices, main_game(book, main, parse_pays(pays), None if ante is None else amount(ante))


def prize_cents(pay: Pay, stake_cents: int, meter_cents: Fraction) -> Fraction:
    """Return the value of a row of a side wager's table in cents, including the stake where it is returned."""
    match pay:
        case Odds():
            won, returned = pay.pay(money.Cents(stake_cents))
            return won + returned
        case Push():
            return Fraction(stake_cents)
        case FixedPrize():
            return Fraction(pay.cents)
        case _:
            return pay.share * meter_cents
