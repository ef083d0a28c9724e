"""A second implementation of settlement, from the books' printed tables alone; it shares no code with the engine.

A round is a `Plan`: the table, the cards, and a script in the notation of `tests/script.py`, which has a second parser
here. `settle` reads it from the first wager to the last payment. Cards are texts such as ``"As"``, money is in cents.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

RANKS = "23456789TJQKA"
DECK = tuple(rank + suit for rank in RANKS for suit in "cdhs")
MAIN = ("ante", "third-street", "fourth-street", "fifth-street")
WAGERS = (*MAIN, "progressive", "three-card-bonus", "six-card-bonus", "jackpot", "fixed-jackpot")


def _table(text: str) -> dict[str, str]:
    """Parse rows of ``hand: pay``."""
    return dict(row.strip().split(": ") for row in text.strip().splitlines())


# nsw 10.3, maryland .12A, crown table 1, online pays.main: all four print the same.
MAIN_PAYS = _table("""
    royal-flush: 500 to 1
    straight-flush: 100 to 1
    four-of-a-kind: 40 to 1
    full-house: 10 to 1
    flush: 6 to 1
    straight: 4 to 1
    three-of-a-kind: 3 to 1
    two-pair: 2 to 1
    jacks-or-better: 1 to 1
    pair-of-6s-to-10s: push
""")


def _bonus(mini_royal: int | None, straight: int, flush: int) -> dict[str, str]:
    best = {} if mini_royal is None else {"mini-royal": f"{mini_royal} to 1"}
    rest = {"straight-flush": 40, "three-of-a-kind": 30, "straight": straight, "flush": flush, "pair": 1}
    return best | {hand: f"{pays} to 1" for hand, pays in rest.items()}


def _six(quads: int, full: int, flush: int, straight: int, trips: int) -> dict[str, str]:
    rows = {"royal-flush": 1000, "straight-flush": 200, "four-of-a-kind": quads, "full-house": full}
    rows |= {"flush": flush, "straight": straight, "three-of-a-kind": trips}
    return {hand: f"{pays} to 1" for hand, pays in rows.items()}


SUPER = {f"super-royal-of-{suit}": "$100000.00" for suit in ("clubs", "diamonds", "hearts", "spades")}
METER = {"royal-flush": "100% of the meter", "straight-flush": "10% of the meter"}
PAYS: dict[str, dict[str, dict[str, dict[str, str]]]] = {
    "nsw": {},  # the sign has the jackpot pays
    "maryland": {
        "three-card-bonus": {  # .12D
            "A": _bonus(None, 6, 4),
            "B": _bonus(None, 5, 4),
            "C": _bonus(50, 5, 4),
            "D": _bonus(50, 6, 3),
            "E": _bonus(None, 6, 3),
            "F": _bonus(50, 6, 4),
        },
        "six-card-bonus": {  # .12E
            "A": SUPER | {"super-royal-of-diamonds": "$1000000.00"} | _six(50, 20, 15, 10, 5),
            "B": SUPER | _six(50, 20, 15, 10, 5),
            "draft-A": _six(50, 25, 20, 10, 5),
            "draft-B": _six(100, 20, 15, 9, 8),
            "draft-C": _six(100, 20, 15, 10, 7),
            "draft-D": _six(50, 25, 15, 10, 5),
        },
        "progressive": {  # .12C(1)
            "main": METER
            | {"four-of-a-kind": "300 for 1", "full-house": "50 for 1", "flush": "40 for 1"}
            | {"straight": "30 for 1", "three-of-a-kind": "9 for 1"}
        },
    },
    "crown": {
        "jackpot": {  # tables 4 and 5
            "option-1": METER | {"four-of-a-kind": "500 for 1", "full-house": "150 for 1", "flush": "100 for 1"},
            "option-2": METER
            | {"four-of-a-kind": "600 for 1", "full-house": "100 for 1", "flush": "60 for 1", "straight": "40 for 1"},
        }
    },
    "online": {"three-card-bonus": {"main": _bonus(50, 6, 4)}},  # pays.bonus
}
POSITIONS = {"nsw": 9, "maryland": 6, "crown": 9, "online": 1}
KEPT_BY_A_FOLD = {
    "nsw": (),  # 1.1 Fold: all wagers
    "maryland": ("three-card-bonus", "six-card-bonus"),  # .11H
    "crown": (),  # 5.9.2
    "online": ("three-card-bonus",),  # play.8
}
KEPT_BY_A_FORFEIT = {"nsw": (), "maryland": (), "crown": ("jackpot",), "online": ()}  # 9.8, .11A(5), 7.4.1(a)
CARRIED = {"nsw": (), "maryland": (), "crown": ("jackpot",), "online": ()}  # crown 11.9, 11.12
LEAVING = {"nsw": "folded", "maryland": "abandoned", "crown": "folded"}  # 11.11, .07C(2), 5.7.3
COUNTS_TO_MAXIMUM = ("nsw", "maryland", "crown")  # 6.3, as nsw, 6.2.2
RETURNS_IF_WARNED = ("crown",)  # 6.2.1, 11.10.2
# How cards leave the deck: `each` one to each hand, `pair` two to each, `three` the community, `four` the bonus
# cards where the Six Card Bonus is offered, `burn` where directed, `due` a community card when its street is complete.
DEALS = {
    ("nsw", "shoe"): ("each", "each", "due"),
    ("nsw", "shuffler"): ("three", "pair"),
    ("maryland", "shoe"): ("pair", "three"),
    ("maryland", "hand"): ("pair", "three"),
    ("maryland", "automatic"): ("four", "three", "pair"),
    ("crown", "shoe"): ("each", "each", "burn", "three"),
    ("crown", "shuffler"): ("burn", "three", "pair"),
    ("online", "electronic"): ("pair", "three"),
}

Limits = tuple[int, int | None, int | None]
"""Minimum, maximum and unit."""


@dataclass(kw_only=True)
class Plan:
    """A written round."""

    book: str
    method: str
    seats: list[tuple[int, str]]
    limits: dict[str, Limits] = field(default_factory=dict)
    personal: dict[str, dict[str, Limits]] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)
    signs: dict[str, dict[str, str]] = field(default_factory=dict)
    costs: dict[str, int] = field(default_factory=dict)
    burn: bool = False
    max_payout: int | None = None
    chips: tuple[int, ...] = ()
    warned: list[tuple[str, str]] = field(default_factory=list)
    unseen_deck: bool = False
    """Whether cards are named only when they are exposed, as with a physical deck."""
    script: list[str] = field(default_factory=list)
    hole: dict[int, tuple[str, str]] = field(default_factory=dict)
    community: tuple[str, ...] = ()
    bonus_cards: tuple[str, ...] = ()
    burnt: tuple[str, ...] = ()
    prizes: list[tuple[int, str, int]] = field(default_factory=list)
    """Position, reason and cents of what a meter pays, or of what a player receives for another's hand."""

    def deck(self) -> list[str]:
        """Return the cards that the method deals before the first decision, in dealing order."""
        cards: list[str] = []
        dealt: Counter[int] = Counter()
        for step in DEALS[self.book, self.method]:
            match step:
                case "each":
                    for position in sorted(self.hole):
                        cards.append(self.hole[position][dealt[position]])
                        dealt[position] += 1
                case "pair":
                    cards += [card for position in sorted(self.hole) for card in self.hole[position]]
                case "three":
                    cards += self.community
                case "four":
                    cards += self.bonus_cards
                case "burn":
                    cards += self.burnt
        return cards

    def blind(self, position: int) -> bool:
        """Whether a position is not its player's first."""
        player = dict(self.seats)[position]
        return next(where for where, who in self.seats if who == player) != position


# What cards make.


def five(cards: tuple[str, ...]) -> str | None:
    """Return the hand of five cards as a pay table names it, or None."""
    assert len(set(cards)) == 5
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    same = sorted(Counter(ranks).values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    in_sequence = same[0] == 1 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if suited and in_sequence:
        return "royal-flush" if ranks[0] == 8 else "straight-flush"
    if same[0] == 4:
        return "four-of-a-kind"
    if same == [3, 2]:
        return "full-house"
    if suited:
        return "flush"
    if in_sequence:
        return "straight"
    if same[0] == 3:
        return "three-of-a-kind"
    if same[:2] == [2, 2]:
        return "two-pair"
    if same[0] == 2:
        paired = RANKS[next(rank for rank in ranks if ranks.count(rank) == 2)]
        return "jacks-or-better" if paired in "JQKA" else "pair-of-6s-to-10s" if paired in "6789T" else None
    return None


def three(cards: tuple[str, ...]) -> str | None:
    """Return the hand of the three community cards; A 2 3 is a straight (maryland .06E, online rank.3)."""
    assert len(set(cards)) == 3
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suited = len({card[1] for card in cards}) == 1
    kinds = len(set(ranks))
    if suited and ranks == [10, 11, 12]:
        return "mini-royal"
    if kinds == 3 and (ranks[2] - ranks[0] == 2 or ranks == [0, 1, 12]):
        return "straight-flush" if suited else "straight"
    if suited:
        return "flush"
    return {1: "three-of-a-kind", 2: "pair", 3: None}[kinds]


def six(cards: tuple[str, ...]) -> tuple[str | None, str | None]:
    """Return the Super Royal that six cards make, if any, and the best five-card hand among them."""
    assert len(set(cards)) == 6
    suits = {card[1] for card in cards}
    super_royal = None
    if len(suits) == 1 and {card[0] for card in cards} == set("AKQJT9"):
        name = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[suits.pop()]
        super_royal = f"super-royal-of-{name}"
    made = {five(chosen) for chosen in combinations(cards, 5)}
    return super_royal, next((hand for hand in MAIN_PAYS if hand in made), None)


# What lies on the layout.


@dataclass
class Stake:
    cents: int
    counted: int
    back: bool = False
    """Returned whatever the result."""
    warning: str = ""


def limits_of(plan: Plan, player: str, wager: str) -> Limits:
    """Return a player's limits: the personal ones, or else the sign's, within online's own $50.00."""
    least, most, unit = plan.personal.get(player, {}).get(wager) or plan.limits.get(wager) or (1, None, None)
    if plan.book == "online" and wager not in MAIN[1:]:  # limits.1, limits.4
        most = min(most or 50_00, 50_00)
    return least, most, unit


def lying(plan: Plan, player: str, wager: str, cents: int) -> Stake:
    """Return how a wager counts under the limits of its area."""
    least, most, _ = limits_of(plan, player, wager)
    if cents < least and plan.book in RETURNS_IF_WARNED:
        warned = (player, "under-minimum") in plan.warned
        return Stake(cents, cents, back=warned, warning="" if warned else "under-minimum")
    if most is not None and cents > most:
        assert plan.book in COUNTS_TO_MAXIMUM
        return Stake(cents, most)
    return Stake(cents, cents)


def street(plan: Plan, player: str, wager: str, ante: Stake, cents: int) -> Stake:
    """Return how a street wager counts: by its limits if it is one to three antes, else by the rule for wrong sizes."""
    if cents in (ante.counted, 2 * ante.counted, 3 * ante.counted):
        return lying(plan, player, wager, cents)
    if cents < ante.counted:
        warned = (player, "under-multiple") in plan.warned
        if plan.book not in RETURNS_IF_WARNED:
            return Stake(cents, cents)
        return Stake(cents, cents, back=warned, warning="" if warned else "under-multiple")
    counts = {ante.cents * times: ante.counted * times for times in (1, 2, 3)}.get(cents, 3 * ante.counted)
    _, most, _ = limits_of(plan, player, wager)
    return Stake(cents, min(cents, counts, most or cents))


# The round.


@dataclass
class Box:
    position: int
    player: str
    stakes: dict[str, Stake] = field(default_factory=dict)
    ending: str | None = None

    def keeps(self, book: str) -> list[str]:
        """Return the wagers that outlive the hand."""
        match self.ending:
            case "folded":
                return [wager for wager in self.stakes if wager in KEPT_BY_A_FOLD[book]]
            case "forfeited":
                return [wager for wager in self.stakes if wager in KEPT_BY_A_FORFEIT[book]]
            case _:
                return []


@dataclass
class Ended:
    """How a round ended."""

    round: str
    results: list[tuple[int, str, str, int, int]]
    """Position, wager, outcome, won, returned."""
    order: list[int]
    nets: dict[int, int]
    warnings: Counter[tuple[str, str]]
    pays: list[str | None]


def words_of(line: str) -> tuple[int, str, list[str]]:
    """Return the position of a line (0 if it has none), its verb and the rest."""
    first, *rest = line.split()
    return (int(first), rest[0], rest[1:]) if first.isdigit() else (0, first, rest)


def cents_of(amount: str) -> int:
    """Convert dollars in a script's notation to cents."""
    dollars, _, cents = amount.partition(".")
    return int(dollars) * 100 + int(cents)


def amount_of(cents: int) -> str:
    """Convert cents to dollars in a script's notation."""
    return f"{cents // 100}.{cents % 100:02}"


def boxes(plan: Plan) -> tuple[dict[int, Box], str]:
    """Return from the script where each wager lies, how each hand ended, and whether the round was settled or void."""
    at = {position: Box(position, player) for position, player in plan.seats}
    open_street = 1
    dealt = False
    for line in plan.script:
        position, verb, rest = words_of(line)
        box = at.get(position)
        match verb:
            case wager if wager in WAGERS:
                box.stakes[wager] = lying(plan, box.player, wager, cents_of(rest[0]))
            case "withdraw":
                del box.stakes[rest[0]]
            case "deal":
                dealt = True
            case "place":
                name = MAIN[open_street]
                box.stakes[name] = street(plan, box.player, name, box.stakes["ante"], cents_of(rest[0]))
            case "max-all":
                for name in MAIN[open_street:]:
                    box.stakes[name] = Stake(*[3 * box.stakes["ante"].counted] * 2)
            case "blind":
                for name, times in zip(MAIN[1:], rest, strict=True):
                    box.stakes[name] = Stake(*[int(times) * box.stakes["ante"].counted] * 2)
            case "fold":
                box.ending = "folded"
            case "leave" if dealt:
                box.ending = LEAVING[plan.book]
            case "leave":
                box.stakes.clear()
            case "concede":
                box.ending = "conceded"
            case "forfeit":
                box.ending = "forfeited"
            case "cannot-fund":
                box.ending = "unfunded" if (box.player, "cannot-fund") in plan.warned else "void"
            case "reveal":
                open_street += 1
            case "settle" | "void":
                return at, verb
            case _:
                raise AssertionError(verb)
    raise AssertionError("the round has no end")


def made(plan: Plan, box: Box, wager: str) -> str | None:
    """Return the row of its pay table that a wager matches."""
    rows = pays(plan, wager)
    match wager:
        case "three-card-bonus":
            names = [three(plan.community)]
        case "six-card-bonus":
            names = [*six((*plan.hole[box.position], *plan.bonus_cards))]
        case _:
            names = [five((*plan.hole[box.position], *plan.community))]
    hand = next((name for name in names if name in rows), None)
    if hand is None and wager == "three-card-bonus" and names == ["mini-royal"]:
        # .06E(1): a mini-royal is a straight flush; a table that has no row for it pays it as one
        return rows["straight-flush"]
    return None if hand is None else rows[hand]


def pays(plan: Plan, wager: str) -> dict[str, str]:
    """Return the pay table of a wager."""
    if wager in MAIN:
        return MAIN_PAYS
    if wager in plan.signs:
        return plan.signs[wager]
    return PAYS[plan.book][wager][plan.tables.get(wager, "main")]


def paid(plan: Plan, cents: int, of: int) -> int:
    """Return `cents / of` rounded up to the cent, or at Crown up to what the chips can pay."""
    whole = -(-cents // of)
    if plan.chips:
        while not payable(whole, plan.chips):
            whole += 1
    return whole


def payable(cents: int, chips: tuple[int, ...]) -> bool:
    """Whether chips can pay an amount; there must be one or two kinds of chips, or each must divide the next."""
    if all(chip % min(chips) == 0 for chip in chips):
        return cents % min(chips) == 0
    one, other = chips
    return any((cents - one * number) % other == 0 for number in range(min(cents // one, other) + 1))


def fate(plan: Plan, box: Box, wager: str) -> tuple[str, int, int, str | None]:
    """Return the outcome, the win, what is returned and what was paid, before any cap."""
    stake = box.stakes[wager]
    excess = stake.cents - stake.counted
    if stake.back:
        return "void", 0, stake.cents, None
    if box.ending in ("abandoned", "conceded"):
        return "lose", 0, excess, None
    if box.ending in ("void", "unfunded") and wager in CARRIED[plan.book]:
        return "carried", 0, 0, None
    if box.ending == "void":
        return "void", 0, stake.cents, None
    if box.ending == "unfunded":
        return "forfeit", 0, excess, None
    if box.ending is not None and wager not in box.keeps(plan.book):
        return "lose" if box.ending == "folded" else "forfeit", 0, excess, None
    if box.ending == "forfeited" and "fifth-street" not in box.stakes:  # crown 5.9.1
        return "lose", 0, excess, None
    row = made(plan, box, wager)
    if row is None:
        return "lose", 0, excess, None
    if row == "push":
        return "push", 0, stake.cents, None
    if row.endswith("of the meter"):
        prize = next(cents for position, what, cents in plan.prizes if (position, what) == (box.position, wager))
        return "win", prize, excess, row
    if row.startswith("$"):
        return "win", int(row[1:].replace(".", "")), stake.cents, row
    number, word, one = row.split()
    won = paid(plan, stake.counted * int(number), int(one))
    return "win", won, stake.cents if word == "to" else excess, row


def cap(plan: Plan, own: list[list]) -> None:
    """Cut what one hand won, from fifth street backwards."""
    main = [result for name in reversed(MAIN) for result in own if result[1] == name and result[2] == "win"]
    if plan.book == "crown" and plan.max_payout is not None:  # 8.2, in chips
        cut(main, sum(result[3] for result in main) - plan.max_payout, plan.chips)
    if plan.book == "maryland":  # .12B
        least = plan.limits["ante"][0] if "ante" in plan.limits else 0
        cut(main, sum(result[3] for result in main) - max(50_000_00, least * 10 * 500))
    if plan.book == "online":
        bonus = [result for result in own if result[1] == "three-card-bonus" and result[2] == "win"]
        for result in (*main, *bonus):  # limits.2, limits.3, limits.5
            most = {"ante": 25_050_00, "three-card-bonus": 2_550_00}.get(result[1], 75_150_00)
            cut([result], result[3] + result[4] - most)
        both = main + bonus
        cut(both, sum(result[3] + result[4] for result in both) - 250_000_00)  # notice.1


def cut(results: list[list], over: int, chips: tuple[int, ...] = ()) -> None:
    for result in results:
        less = max(0, min(over, result[3]))
        while less and chips and not payable(result[3] - less, chips):
            less += 1
        result[3] -= less
        over -= less


def meter_wins(plan: Plan) -> list[tuple[int, str]]:
    """Return the wagers that win a share of the meter."""
    at, end = boxes(plan)
    return [
        (box.position, wager)
        for box in at.values()
        for wager in ("progressive", "jackpot")
        if wager in box.stakes
        and end == "settle"
        and (box.ending is None or (wager in box.keeps(plan.book) and "fifth-street" in box.stakes))
        and (made(plan, box, wager) or "").endswith("of the meter")
    ]


def settle(plan: Plan) -> Ended:
    """Settle a plan: return the result of every wager."""
    at, end = boxes(plan)
    results: list[list] = []
    last: list[list] = []
    order: list[int] = []
    warnings: Counter[tuple[str, str]] = Counter()
    for position in sorted(at, reverse=True):
        box = at[position]
        own = []
        for wager in WAGERS:
            if wager not in box.stakes:
                continue
            if end == "void":
                carried = wager in CARRIED[plan.book]
                own.append([position, wager, "carried" if carried else "void", 0, 0, None])
                own[-1][4] = 0 if carried else box.stakes[wager].cents
            else:
                own.append([position, wager, *fate(plan, box, wager)])
        if end == "settle":
            cap(plan, own)
            if box.stakes and (box.ending in (None, "conceded") or box.keeps(plan.book)):
                order.append(position)
            warnings.update((box.player, stake.warning) for stake in box.stakes.values() if stake.warning)
            if box.ending == "void":
                warnings[box.player, "cannot-fund"] += 1
        after = plan.book in ("crown", "nsw") and end == "settle"  # crown 8.1.1(c), nsw 15.2.7
        for result in own:
            (last if after and result[1] == "jackpot" else results).append(result)
    extras = [(position, what, cents) for position, what, cents in plan.prizes if what not in WAGERS]
    given = [[position, what, "win", cents, 0, "extra"] for position, what, cents in extras if end == "settle"]
    results += [*given, *last] if plan.book == "nsw" else [*last, *given]  # nsw 15.2.10.4
    nets = dict.fromkeys(at, 0)
    for position, wager, outcome, won, returned, _ in results:
        if outcome != "carried":
            stake = at[position].stakes.get(wager)
            nets[position] += won + returned - (stake.cents if stake else 0)
    return Ended(
        round="settled" if end == "settle" else "void",
        results=[tuple(result[:5]) for result in results],
        order=order,
        nets=nets,
        warnings=warnings,
        pays=[result[5] for result in results],
    )
