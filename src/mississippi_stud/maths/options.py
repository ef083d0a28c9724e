"""From what a person types to a `Game`: a rule book, its options, changed pays, an ante.

Everything that is not understood is refused in a sentence that says what is, and nothing is guessed. What a sign at the
table would say is an option (decision 26).
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
from mississippi_stud.money import Odds
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.model import PayTable, Rulebook
from mississippi_stud.rulebooks.pays import FixedPrize, Pay, Push, parse_pay, parse_percent
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, CapAmount, CapBounds, Wager

HAND_NAMES: Final = {hand.key: hand for hand in Hand}
_PAY_WORDS: Final = '"5" (to 1), "9/2" or "9 to 2", "9 for 1", "push" or "lose"'


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
    """The stake of a Three Card Bonus beside the ante, where a cap counts both."""
    jackpot_option: str | None = None
    jackpot_cost: int | None = None
    seed: int | None = None
    rate: Fraction | None = None
    """What of each jackpot wager goes onto the meter."""
    players: int = 0
    others: str = "optimal"
    prizes: Mapping[Hand, Pay] = field(default_factory=dict)
    bonuses: Mapping[Hand, int] = field(default_factory=dict)
    guaranteed: Mapping[Hand, int] = field(default_factory=dict)
    """The least that each of several winners receives, in cents."""


def amount(text: str) -> int:
    """An amount of at least a cent, in cents."""
    cents = money.parse(text)
    if cents < 1:
        raise InputError(f"{text!r} is no amount here: it is at least a cent")
    return cents


def _multiples(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3})*", text):
        raise InputError(f"{text!r} are no multiples: write them as 1,2,3")
    found = tuple(map(int, text.split(",")))
    if list(found) != sorted(set(found)) or found[0] < 1 or found[-1] > 100:
        raise InputError(f"{text!r} are no multiples: they are whole numbers from 1 to 100 in ascending order")
    return found


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]", text) or int(text) > 8:
        raise InputError(f"{text!r} is no number of other players: it goes from 0 to 8")
    return int(text)


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise InputError(f"{text!r} is not allowed: it is one of {', '.join(words)}")
        return text

    return read


def _yes_or_no(text: str) -> bool:
    return _one_of("yes", "no")(text) == "yes"


def _prize(text: str) -> Pay:
    pay = parse_pay(text)
    if isinstance(pay, Push):
        raise InputError("a jackpot prize is odds, an amount or a share of the meter; it does not push")
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
OPTION_HELP: Final = ", ".join([*_OPTIONS, *(f"{kind}.HAND" for kind in _BY_HAND)])


def parse_choices(options: Sequence[str]) -> Choices:
    """The options from texts such as ``minimum-ante=5`` or ``prize.flush=50 for 1``."""
    found: dict[str, Any] = {"prizes": {}, "bonuses": {}, "guaranteed": {}}
    named: set[str] = set()
    for text in options:
        key, sign, value = text.partition("=")
        name = key.strip().replace("_", "-")
        if not sign:
            raise InputError(f"{text!r} is no option: an option is written as K=V, such as minimum-ante=5")
        if name in named:
            raise InputError(f"the option {name} is given twice: give it once")
        named.add(name)
        kind, dot, hand = name.partition(".")
        if dot and kind in _BY_HAND:
            plural, read_value = _BY_HAND[kind]
            found[plural][_hand(hand)] = read_value(value.strip())
        elif name in _OPTIONS:
            try:
                found[name.replace("-", "_")] = _OPTIONS[name](value.strip())
            except InputError as error:
                raise InputError(f"option {name}: {error}") from None
        else:
            near = get_close_matches(name, _OPTIONS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"the options are {OPTION_HELP}"
            raise InputError(f"there is no option {key.strip()!r}: {hint}")
    return Choices(**found)


def _hand(name: str) -> Hand:
    hand = HAND_NAMES.get(name.strip().lower().replace(" ", "-").replace("_", "-"))
    if hand is None:
        near = get_close_matches(name, HAND_NAMES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the hands are {', '.join(reversed(HAND_NAMES))}"
        raise InputError(f"there is no hand {name!r}: {hint}")
    return hand


def parse_odds(text: str) -> Pay | None:
    """What a person writes for a pay: ``5``, ``9/2``, ``4.5``, ``9 for 1``, ``push``; None for ``lose``."""
    if text == "lose":
        return None
    if re.fullmatch(r"[0-9]{13,}", text):
        raise InputError(f"{text!r} is more than can be solved: odds have at most twelve digits")
    if re.match(r"[-−]\s*[0-9.]", text):
        raise InputError(f"{text!r} is no odds: odds are not negative; write {_PAY_WORDS}")
    if match := re.fullmatch(r"([0-9]{1,12})(?:/([0-9]{1,12}))?", text):
        if match[2] and int(match[2]) == 0:
            raise InputError(f"{text!r} is no odds: it pays on nothing; write {_PAY_WORDS}")
        return Odds(pays=int(match[1]), on=int(match[2] or 1), keeps_stake=True)
    if re.fullmatch(r"[0-9]{1,12}\.[0-9]{1,9}", text):
        exact = Fraction(text)
        return Odds(pays=exact.numerator, on=exact.denominator, keeps_stake=True)
    if text == "push":
        return Push()
    try:
        return Odds.parse(text)
    except InputError:
        raise InputError(f"{text!r} is no odds: write {_PAY_WORDS}") from None


def parse_pays(texts: Sequence[str]) -> dict[Hand, Pay | None]:
    """Changed pays, from texts such as ``straight=5``."""
    changed: dict[Hand, Pay | None] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise InputError(f"{text!r} is no pay: write it as HAND=ODDS, such as straight=5")
        hand = _hand(name)
        if hand in changed:
            raise InputError(f"the pay of {hand} is given twice: give it once")
        try:
            changed[hand] = parse_odds(value.strip())
        except InputError as error:
            raise InputError(f"pay {name.strip()}: {error}") from None
    return changed


def pay_table(book: Rulebook, wager: Wager, name: str | None) -> tuple[str, PayTable]:
    """A pay table of a wager by its name, or the first that is offered."""
    rule = book.wagers.get(wager)
    if rule is None or not rule.tables:
        raise InputError(f"the book {book.id} has no pay table for {wager}: its wagers are {', '.join(book.wagers)}")
    if name is None:
        name = next(each for each, table in rule.tables.items() if table.offered.value)
    if name not in rule.tables:
        raise InputError(f"{wager} has no pay table {name!r} in {book.id}: it has {', '.join(rule.tables)}")
    return name, rule.tables[name]


def limits(book: Rulebook, choices: Choices, best: Fraction, multiples: tuple[int, ...]) -> tuple[PayCap, ...]:
    """The book's caps on main wagers, those on a sign only if the sign's amount is given."""
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
    if choices.maximum_payout and not signs:  # a cap that the book does not know, for study
        found.append(PayCap("maximum-payout", "an option", frozenset(range(4)), False, choices.maximum_payout))
    return tuple(found)


def main_game(
    book: Rulebook, choices: Choices, changed: Mapping[Hand, Pay | None] | None = None, ante_cents: int | None = None
) -> Game:
    """The main game of a book, without side wagers."""
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


def _outside(book: Rulebook, ante_cents: int | None) -> tuple[str, ...]:
    """That an ante is one that the book does not take."""
    most = book.wagers[Wager.ANTE].maximum_cents
    if most is None or ante_cents is None or ante_cents <= most.value:
        return ()
    return (f"the book takes an ante of at most ${money.text(most.value)} ({most.clause}): this one is solved as told",)


def ace_low(book: Rulebook, choices: Choices) -> bool:
    """Whether A 2 3 is a straight in three cards: as told, else as the book has it."""
    if choices.ace_low_in_three is not None:
        return choices.ace_low_in_three
    return book.hands.ace_low_in_three.value if book.hands.ace_low_in_three else False


def _bonus(book: Rulebook, stake_cents: int, bounds: Sequence[PayCap]) -> dict[ThreeCardHand, int]:
    """What a Three Card Bonus of that stake pays by the first table that is offered, its own caps taken off."""
    wager = Wager.THREE_CARD_BONUS
    shared = [limit for limit in bounds if limit.with_bonus]
    if wager not in book.wagers or not shared:
        raise InputError(f"no cap of {book.id} counts main wagers and a {wager} together: leave {wager} out")
    most = book.wagers[wager].maximum_cents
    if most is not None and stake_cents > most.value:
        raise InputError(f"a {wager} is at most ${money.text(most.value)} ({most.clause})")
    _, table = pay_table(book, wager, None)
    found = {}
    for hand in ThreeCardHand:
        ruled = table.pays.get(hand.key) or (table.pays.get("straight-flush") if hand.key == "mini-royal" else None)
        if ruled is not None:
            paid = prize_cents(ruled.value, stake_cents, Fraction(0))
            found[hand] = ceil(min([paid, *own_caps(book, wager, paid, stake_cents, ruled.value)]))
    return {hand: min([cents, *(limit.cents for limit in shared)]) for hand, cents in found.items()}


def own_caps(book: Rulebook, wager: Wager, paid: Fraction, stake_cents: int, pay: Pay | None) -> list[Fraction]:
    """What the book's caps on that wager alone leave of a payment; `paid` counts the stake that comes back."""
    returned = stake_cents if pay is not None and not isinstance(pay, FixedPrize) else 0
    bounds = []
    for cap in book.caps.values():
        if cap.wagers.value == (wager,) and cap.cents is not None:
            with_stake = cap.bounds.value is CapBounds.WON_AND_RETURNED
            bounds.append(Fraction(cap.cents.value + (0 if with_stake else returned)))
    return bounds if paid else []


def _ties_bet(book: Rulebook, choices: Choices) -> bool:
    """How ties are broken: as told, else as the book's printed return supposes, else by betting."""
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
    """The book, the choices and the main game, from what a person typed.

    Where a side wager is asked about, the option `table` names one of its tables and not one of the main game's.
    """
    book, choices = rulebook(name), parse_choices(options)
    main = choices if table_of_main else replace(choices, table=None)
    return book, choices, main_game(book, main, parse_pays(pays), None if ante is None else amount(ante))


def prize_cents(pay: Pay, stake_cents: int, meter_cents: Fraction) -> Fraction:
    """What a row of a side wager's table is worth in cents, the stake included where it comes back."""
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
