"""Random complete rounds as plans: every dealing method, wager and ending of a hand, with rare hands made common."""

from random import Random

from tests.round.oracle import (
    DEALS,
    DECK,
    MAIN,
    PAYS,
    POSITIONS,
    RANKS,
    Limits,
    Plan,
    amount_of,
    boxes,
    limits_of,
    meter_wins,
)

BOOKS = ("nsw", "maryland", "crown", "online")
NAMES = ("ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "ida")
VOIDED_BY = {"nsw": "nsw 11.3", "maryland": "maryland .13D", "crown": "crown 11.2.1", "online": "online notice.3"}


def random_plan(book: str, chance: Random) -> Plan:
    """Return a round from the first wager to its settlement, or until it is void; the book allows every step."""
    plan = random_table(book, chance)
    _wager(plan, chance)
    playing = sorted(position for position, box in boxes_so_far(plan).items() if "ante" in box.stakes)
    if not playing:
        plan.script.append(f"void {VOIDED_BY[book]}")
        return plan
    _cards(plan, playing, chance)
    plan.script.append("deal")
    _streets(plan, chance)
    _prizes(plan, chance)
    return plan


def boxes_so_far(plan: Plan):
    plan.script.append("settle")
    at, _ = boxes(plan)
    plan.script.pop()
    return at


# The table.


def random_table(book: str, chance: Random) -> Plan:
    """Return a table that the book allows, without wagers."""
    method = chance.choice([name for of, name in DEALS if of == book])
    count = chance.randint(1, POSITIONS[book])
    positions = chance.sample(range(1, POSITIONS[book] + 1), count)
    names = chance.sample(NAMES, count)
    if book == "crown" and chance.random() < 0.6:  # some players have several boxes
        names = [chance.choice(names[: chance.randint(1, count)]) for _ in positions]
    plan = Plan(book=book, method=method, seats=list(zip(positions, names, strict=True)))
    if chance.random() < 0.7:
        plan.limits["ante"] = _limits(chance, 50_00 if book == "online" else None)
    if book != "online" and chance.random() < 0.2:
        plan.limits[chance.choice(MAIN[1:])] = _limits(chance, None)
    if book == "crown":
        _crown(plan, chance)
    for wager, tables in PAYS[book].items():
        if chance.random() < 0.8:
            _offer(plan, wager, tables, chance)
    if book == "nsw":
        _signs(plan, chance)
    if "six-card-bonus" in plan.tables and "three-card-bonus" not in plan.tables:
        del plan.tables["six-card-bonus"]
    plan.unseen_deck = "six-card-bonus" not in plan.tables and chance.random() < 0.2
    return plan


def _limits(chance: Random, most: int | None) -> Limits:
    least = chance.choice([1, 100, 500, 10_00, 15_00, 15_01, 25_00])
    maximum = chance.choice([most, least, least + 475_00, 500_00, 10_000_00])
    if most is not None or maximum is not None:
        maximum = min(each for each in (most, maximum) if each is not None)
    return least, maximum, chance.choice([None, None, 1_00, 2_50, 5_00])


def _crown(plan: Plan, chance: Random) -> None:
    plan.burn = chance.random() < 0.3
    plan.max_payout = chance.choice([None, None, 1_00, 5_000_00, 100_000_00])
    plan.chips = chance.choice([(), (), (1_00,), (1_00, 5_00, 25_00), (2_50, 10_00), (2_00, 5_00), (7_00, 3_00)])
    for player in sorted({player for _, player in plan.seats}):
        if chance.random() < 0.15:
            plan.personal[player] = {"ante": _limits(chance, None)}
        rules = ("under-minimum", "under-multiple", "cannot-fund")
        plan.warned += [(player, rule) for rule in rules if chance.random() < 0.3]


def _offer(plan: Plan, wager: str, tables: dict, chance: Random) -> None:
    if wager == "six-card-bonus" and plan.method != "automatic":
        return
    if plan.book != "online":
        plan.tables[wager] = chance.choice(sorted(tables))
    if wager == "jackpot":
        plan.costs[wager] = chance.choice([1_00, 2_50, 5_00])
    elif wager == "progressive":
        if chance.random() < 0.5:
            plan.costs[wager] = chance.choice([1_00, 5_00])
    elif chance.random() < 0.5:
        plan.limits[wager] = _limits(chance, 50_00 if plan.book == "online" else None)


def _signs(plan: Plan, chance: Random) -> None:
    if chance.random() < 0.7:
        plan.costs["jackpot"] = chance.choice([1_00, 5_00])
        plan.signs["jackpot"] = {
            "royal-flush": "100% of the meter",
            "straight-flush": "10% of the meter",
            "four-of-a-kind": "500 for 1",
            "full-house": "50 for 1",
            "flush": "30 for 1",
        }
    if chance.random() < 0.7:
        if chance.random() < 0.5:
            plan.costs["fixed-jackpot"] = chance.choice([1_00, 1_01])
        plan.signs["fixed-jackpot"] = {
            "royal-flush": "$12345.67",
            "straight-flush": "1000 for 1",
            "four-of-a-kind": "100 to 1",
            "full-house": "9 to 2",
            "flush": "10 to 3",
            "straight": "3 to 2",
        }


# The wagers before the deal.


def _wager(plan: Plan, chance: Random) -> None:
    offered = [*plan.tables, *(wager for wager in plan.signs if wager not in plan.tables)]
    if plan.book == "online":
        offered = ["three-card-bonus"]
    order = ("progressive", "three-card-bonus", "six-card-bonus", "jackpot", "fixed-jackpot")
    for position, player in chance.sample(plan.seats, len(plan.seats)):
        if chance.random() < 0.08:
            continue
        _place(plan, position, player, "ante", chance)
        placed = ["ante"]
        for wager in order:
            if (
                wager in offered
                and chance.random() < 0.7
                and (wager != "six-card-bonus" or "three-card-bonus" in placed)
            ):
                _place(plan, position, player, wager, chance)
                placed.append(wager)
        if chance.random() < 0.1:  # no other wager depends on the last one
            plan.script.append(f"{position} withdraw {placed[-1]}")
        if chance.random() < 0.03:
            plan.script.append(f"{position} leave")


def _place(plan: Plan, position: int, player: str, wager: str, chance: Random) -> None:
    if wager == "progressive" and wager not in plan.costs:
        cents, unseen = chance.choice([1_00, 5_00]), False
    elif wager in plan.costs:
        cents, unseen = plan.costs[wager], chance.random() < 0.1
    else:
        cents, unseen = _amount(limits_of(plan, player, wager), plan.book != "online", chance)
    plan.script.append(f"{position} {wager} {_paid(plan, cents, chance)}{_seen(unseen)}")


def _paid(plan: Plan, cents: int, chance: Random) -> str:
    """Return an amount in script notation, with the part of it that is in promotional tokens."""
    tokens = _tokens(plan, cents, chance)
    return f"{amount_of(cents)} tokens={amount_of(tokens)}" if tokens else amount_of(cents)


def _seen(unseen: bool) -> str:
    return " unnoticed" if unseen else ""


def _tokens(plan: Plan, cents: int, chance: Random) -> int:
    """Return how much of a wager is in promotional tokens: mostly nothing, sometimes all or part of it."""
    if plan.book != "nsw" or chance.random() < 0.7:
        return 0
    return chance.choice([cents, chance.randint(1, cents)])


def _amount(limits: Limits, may_break: bool, chance: Random) -> tuple[int, bool]:
    """Return a wager within the limits or, sometimes, an unnoticed one outside; often at or next to the bounds."""
    least, most, unit = limits
    if may_break and chance.random() < 0.15:
        choices = [least - 1, least // 2 or 1, most + 1 if most else 0, most + 50_00 if most else 0]
        choices.append(least + unit // 2 if unit and (most is None or least + unit // 2 <= most) else 0)
        broken = [each for each in choices if each > 0]
        if broken:
            return chance.choice(broken), True
    step = unit or 1
    top = (most if most is not None else least + chance.choice([0, 99, 100_00, 5_000_00])) - least
    steps = chance.choice([0, top // step, chance.randint(0, top // step)])
    return least + steps * step, False


# The cards.


def _cards(plan: Plan, playing: list[int], chance: Random) -> None:
    deck = list(DECK)
    chance.shuffle(deck)
    chosen: dict[object, list[str]] = {}

    def take(where: object, cards: list[str]) -> None:
        chosen[where] = cards
        for card in cards:
            deck.remove(card)

    seats = chance.sample(playing, len(playing))
    wish = chance.random()
    if wish < 0.45:  # make one of the hands in the pay table
        cards = chance.sample(_wished(chance), 5)
        take("community", cards[2:])
        take(seats[0], cards[:2])
    elif wish < 0.55:  # a royal flush and a straight flush, if there are two hands
        suit = chance.choice("cdhs")
        take("community", chance.sample([rank + suit for rank in "TJQ"], 3))
        take(seats[0], ["A" + suit, "K" + suit])
        if len(seats) > 1:
            take(seats[1], ["8" + suit, "9" + suit])
    elif wish < 0.7:  # three community cards that win a bonus
        take("community", chance.sample(_three_wished(chance), 3))
    elif wish < 0.9 and "six-card-bonus" in plan.tables:
        suit = chance.choice("cdddhs")  # the diamonds have a prize of their own
        cards = [rank + suit for rank in "9TJQKA"] if chance.random() < 0.6 else [*_wished(chance), deck[0]]
        cards = list(dict.fromkeys([*cards, *deck]))[:6]
        chance.shuffle(cards)
        take(seats[0], cards[:2])
        take("bonus", cards[2:])
    plan.community = tuple(chosen.get("community") or [deck.pop() for _ in range(3)])
    bonus = chosen.get("bonus") or [deck.pop() for _ in range(4)]
    plan.bonus_cards = tuple(bonus) if "six-card-bonus" in plan.tables else ()
    plan.burnt = (deck.pop(),) if plan.burn else ()
    for position in playing:
        first, second = chosen.get(position) or (deck.pop(), deck.pop())
        plan.hole[position] = (first, second)


def _wished(chance: Random) -> list[str]:
    """Return five cards that make one of the better hands, or nearly do."""
    suit, other = chance.sample("cdhs", 2)
    rank, second, third = chance.sample(RANKS, 3)
    low = chance.randint(0, 8)
    ranks = chance.choice([RANKS[low : low + 5], "A2345", "TJQKA", "KA234"])
    return chance.choice(
        [
            [each + suit for each in ranks],
            [each + chance.choice("cdhs") for each in ranks],
            [each + suit for each in chance.sample(RANKS, 5)],
            [*(rank + each for each in "cdhs"), second + suit],
            [*(rank + each for each in chance.sample("cdhs", 3)), second + suit, second + other],
            [*(rank + each for each in chance.sample("cdhs", 3)), second + suit, third + other],
            [rank + suit, rank + other, second + suit, second + other, third + suit],
            [rank + suit, rank + other, *(each + suit for each in chance.sample(sorted(set(RANKS) - {rank}), 3))],
        ]
    )


def _three_wished(chance: Random) -> list[str]:
    suit, other = chance.sample("cdhs", 2)
    rank, second = chance.sample(RANKS, 2)
    ranks = chance.choice(["AKQ", "A23", "KA2", "QJT", "678"])
    return chance.choice(
        [
            [each + suit for each in ranks],
            [each + chance.choice("cdhs") for each in ranks],
            [each + suit for each in chance.sample(RANKS, 3)],
            [rank + each for each in chance.sample("cdhs", 3)],
            [rank + suit, rank + other, second + suit],
        ]
    )


# The decisions.


def _streets(plan: Plan, chance: Random) -> None:
    boldness = chance.choice([0.5, 0.9, 0.97, 1.0])
    """How likely a hand is not to end before settlement."""
    for number in (1, 2, 3):
        waiting = [
            position
            for position, box in sorted(boxes_so_far(plan).items())
            if position in plan.hole and box.ending is None and MAIN[number] not in box.stakes
        ]
        if number > 1 or plan.book != "maryland":  # .11B: from the dealer's left
            chance.shuffle(waiting)
        for position in waiting:
            if chance.random() < 0.002:
                plan.script.append(f"void {VOIDED_BY[plan.book]}")
                return
            _decide(plan, position, number, boldness, chance)
        _interrupt(plan, boldness, chance)
        if not _reveals(plan, number, chance):
            break
        plan.script.append("reveal")
    else:
        _interrupt(plan, boldness, chance, showdown=True)
    end = f"void {VOIDED_BY[plan.book]}" if chance.random() < 0.01 else "settle"
    plan.script.append(end)


def _reveals(plan: Plan, number: int, chance: Random) -> bool:
    """Whether the street's community card is turned now; a dealer may leave the rest to the settlement."""
    at = boxes_so_far(plan)
    if any(at[position].ending is None for position in plan.hole):
        return True
    staying = [wager for box in at.values() for wager in box.keeps(plan.book) if wager != "jackpot"]
    jackpots = any("jackpot" in box.keeps(plan.book) and "fifth-street" in box.stakes for box in at.values())
    if not staying and not jackpots:
        return False
    named = not plan.unseen_deck and "due" not in DEALS[plan.book, plan.method]
    return not named or chance.random() < 0.5


def _decide(plan: Plan, position: int, number: int, boldness: float, chance: Random) -> None:
    if chance.random() > boldness:
        plan.script.append(f"{position} {chance.choice(_ways_out(plan, position))}")
        return
    box = boxes_so_far(plan)[position]
    ante, lies = box.stakes["ante"].counted, box.stakes["ante"].cents
    if plan.blind(position):
        chosen = [_within(plan, box.player, street, ante) for street in MAIN[1:]]
        if all(chosen):
            times = (str(chance.choice(street) // ante) for street in chosen)
            plan.script.append(f"{position} blind {' '.join(times)}")
        else:
            plan.script.append(f"{position} {chance.choice(_ways_out(plan, position))}")
    elif plan.book == "online" and number < 3 and chance.random() < 0.2:
        plan.script.append(f"{position} max-all")
    else:
        allowed = _within(plan, box.player, MAIN[number], ante)
        cents, unseen = chance.choice(allowed or [ante]), not allowed
        if plan.book != "online" and chance.random() < (0.5 if lies > ante else 0.1):
            near = [ante - 1, ante // 2, ante + 1, ante * 3 // 2, 3 * ante + 1, 5 * ante, ante, 2 * ante]
            cents = max(1, chance.choice([*near, lies, 2 * lies, 3 * lies]))
            unseen = True
        plan.script.append(f"{position} place {_paid(plan, cents, chance)}{_seen(unseen)}")


def _within(plan: Plan, player: str, street: str, ante: int) -> list[int]:
    """Return the multiples of the ante within a street's limits, the highest one twice to make it likelier."""
    least, most, unit = limits_of(plan, player, street)
    fits = [ante * times for times in (1, 2, 3, 3)]
    fits = [cents for cents in fits if least <= cents and (most is None or cents <= most)]
    return [cents for cents in fits if not unit or (cents - least) % unit == 0]


def _ways_out(plan: Plan, position: int) -> list[str]:
    ways = {
        "nsw": ["fold", "fold", "leave", "forfeit"],
        "maryland": ["fold", "fold", "fold", "leave", "forfeit"],
        "crown": ["fold", "leave", "cannot-fund", "cannot-fund", "forfeit"],
        "online": ["fold"],
    }[plan.book]
    return [way for way in ways if way not in ("fold", "leave")] if plan.blind(position) else ways


def _interrupt(plan: Plan, boldness: float, chance: Random, *, showdown: bool = False) -> None:
    """End hands that have already decided: their player talks, leaves, or concedes at settlement."""
    for position, box in boxes_so_far(plan).items():
        if position not in plan.hole or box.ending is not None or chance.random() < 0.5 + boldness / 2:
            continue
        ways = {"nsw": ["forfeit"], "maryland": ["forfeit", "leave"], "crown": ["forfeit"], "online": []}[plan.book]
        if showdown:
            ways = {"nsw": ["concede"], "maryland": ["leave"], "crown": ["forfeit"]}.get(plan.book, [])
        if ways:
            plan.script.append(f"{position} {chance.choice(ways)}")


def _prizes(plan: Plan, chance: Random) -> None:
    wins = sorted(meter_wins(plan), reverse=True)  # a meter pays from the dealer's right
    plan.prizes = [(position, wager, chance.randint(1, 10**9)) for position, wager in wins]
    what = {"nsw": "bonus-jackpot", "maryland": "envy-bonus"}.get(plan.book)
    with_wager = [p for p, box in boxes(plan)[0].items() if {"jackpot", "progressive"} & set(box.stakes)]
    if what and with_wager and chance.random() < 0.1:
        plan.prizes += [(chance.choice(with_wager), what, chance.choice([300_00, 1_000_00]))]
