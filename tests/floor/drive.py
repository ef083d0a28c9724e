"""Driving floors in tests: legal play from a seed, floors that die, and all that must hold at any moment."""

from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import select

from mississippi_stud.cards import DECK, Card, parse
from mississippi_stud.fairness.shuffle import deck
from mississippi_stud.floor import (
    Act,
    Begin,
    BetAll,
    ChangeMeters,
    Command,
    DealCards,
    Floor,
    Fold,
    Game,
    Place,
    VoidGame,
    Wager,
    proof,
)
from mississippi_stud.floor.game import evolve_game
from mississippi_stud.floor.meters import evolve_meters
from mississippi_stud.floor.write import decoded, decoded_meters
from mississippi_stud.hands import Hand, five
from mississippi_stud.jackpot import Offer, OpenMeter
from mississippi_stud.round.commands import Bet, CannotFund, Withdraw
from mississippi_stud.round.state import Phase
from mississippi_stud.store import Database, Keys, audit, log, schema

KEYS = Keys(bytes(range(32)))
ANTE = Act(do=Place(position=1, wager=Wager.ANTE, cents=5_00))
DEAL = DealCards(seed="a seed")
FOLD = Act(do=Fold(position=1))
ALL_IN = Act(do=BetAll(position=1))
ROUND: tuple[Command, ...] = (Begin(), ANTE, DEAL, FOLD)


def chance_of(seed: object = None) -> Random:
    """Chance for a test: the same for the same seed, any without one."""
    return Random(seed if seed is None else str(seed))  # noqa: S311


def opened(url: str, **options: Any) -> Floor:
    """A floor on a database, with a key that the test knows."""
    return Floor(Database(url, KEYS), **options)


def seated(floor: Floor, player: str = "ann", cents: int = 1_000_00) -> str:
    """A player with money, at a game."""
    floor.deposit(player, cents)
    return floor.open_game(player, "online")


HOUSE = "crown"
"""The house whose meters the tests' crown games are linked to."""
METERS = f"meters:{HOUSE}"
ON_METERS = (Wager.JACKPOT, Wager.PROGRESSIVE)
JACKPOT = Act(do=Place(position=1, wager=Wager.JACKPOT, cents=5_00))
ROYAL, STRAIGHT_FLUSH, NOTHING = (DealCards(seed=f"deal {cards}") for cards in
                                  ("Ah Kh Qh Jh Th", "9h 8h Qh Jh Th", "2c 4d Qh Jh 9s"))  # fmt: skip
"""Deals of a stacked deck."""
BETS: tuple[Command, ...] = 3 * (Act(do=Bet(position=1, cents=5_00)),)
JACKPOT_ROUND: tuple[Command, ...] = (Begin(), ANTE, JACKPOT, DEAL, FOLD)


def run_house(floor: Floor) -> None:
    """The house whose meters run by crown's book, opened once however often it is asked for."""
    floor.open_meters(HOUSE, "crown", command_id="open the house")


def open_crown(floor: Floor, *games: str) -> None:
    """Two meters by option 1, seed 10,000 times the wager: main for $5 with these tables, low for $1 without any."""
    for name, cents, tables in (("main", 5_00, games), ("low", 1_00, ())):
        opening = OpenMeter(meter=name, offer=Offer(cost_cents=cents, option="1", seed="10000"), tables=tables)  # type: ignore[arg-type]
        floor.send(METERS, ChangeMeters(do=opening), command_id=f"open {name}", actor="manager")


def crown_game(floor: Floor, player: str, name: str) -> str:
    """A game that may be linked to the meters, opened once however often it is asked for."""
    return floor.open_game(player, "crown", meters=HOUSE, command_id=name)


def linked(floor: Floor, player: str = "ann", cents: int = 1_000_00) -> str:
    """A player with money, at a crown game on the meter of $5."""
    floor.deposit(player, cents)
    run_house(floor)
    game = crown_game(floor, player, f"game of {player}")
    open_crown(floor, game)
    return game


def stacked(secret: bytes, seed: str, round_id: str) -> tuple[Card, ...]:
    """A shuffle that lets a seed say what leaves the deck first: "deal 9h 8h Qh Jh Th"."""
    if not seed.startswith("deal "):
        return deck(secret, seed, round_id)
    first = parse(seed.removeprefix("deal "))
    return (*first, *(card for card in DECK if card not in first))


def lucky_seed(secret: bytes, round_id: str) -> str:
    """A player's seed that gives a straight flush by the real shuffle: only whoever knows the secret can find it."""
    seeds = (f"lucky {number}" for number in count())
    return next(seed for seed in seeds if five(*deck(secret, seed, round_id)[:5]) >= Hand.STRAIGHT_FLUSH)


def next_command(chance: Random, game: Game) -> Command:
    """Something that the player may do now."""
    if game.round is None or not game.playing:
        return Begin()
    if chance.random() < 0.02:
        return VoidGame(clause="crown 11.2.1" if game.meters else "online notice.3", reason="a malfunction")
    if game.round.phase is Phase.BETTING:
        staked = game.round.hands[1].stakes
        if Wager.ANTE not in staked:
            return Act(do=Place(position=1, wager=Wager.ANTE, cents=chance.choice((5_00, 10_00, 25_00))))
        cost = game.round.setup.costs_cents.get(Wager.JACKPOT)
        if cost is not None and Wager.JACKPOT not in staked and chance.random() < 0.7:
            return Act(do=Place(position=1, wager=Wager.JACKPOT, cents=cost))
        if chance.random() < 0.1:
            return Act(do=Withdraw(position=1, wager=Wager.JACKPOT if Wager.JACKPOT in staked else Wager.ANTE))
        return DealCards(seed=f"seed{chance.randrange(1000)}")
    ante = game.round.hands[1].ante_cents
    bet, fold = Bet(position=1, cents=ante * chance.randint(1, 3)), Fold(position=1)
    if game.meters:
        return Act(do=chance.choices((bet, fold, CannotFund(position=1)), (8, 2, 1))[0])
    weights = (8, 3, int(game.round.phase is Phase.THIRD_STREET))
    return Act(do=chance.choices((bet, fold, BetAll(position=1)), weights)[0])


def secrets_from(chance: Random) -> Callable[[], bytes]:
    """Where the secrets of rounds come from in a run that can be repeated."""
    return lambda: chance.randbytes(32)


def replayed(floor: Floor, stream: str) -> tuple[Game | None, int]:
    """A game as the whole log tells it, without snapshots and without what is kept at hand."""
    game, version = None, 0
    for record in log.read(floor.database, stream):
        game, version = evolve_game(game, decoded(record)), record.version
    return game, version


def dump(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, in order."""
    with database.transaction() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in schema.metadata.sorted_tables
        }


def digest(database: Database) -> str:
    """One hash over every row of every table."""
    return sha256(repr(dump(database)).encode()).hexdigest()


def check_all(floor: Floor, *, games: list[str] | None = None) -> int:
    """All that must hold at any moment: the chains, the money, the games as the log tells them, their rounds."""
    seen = audit.verify(floor.database)
    with floor.database.transaction() as connection:
        streams = games if games is not None else [
            stream for stream in connection.scalars(select(schema.events.c.stream).distinct()) if stream[:5] == "game:"
        ]  # fmt: skip
        rounds = connection.execute(select(schema.rounds)).all()
        held = {row.account: row.cents for row in connection.execute(select(schema.balances))}
    assert sum(held.values()) == 0, "money came from nowhere, or went there"
    for stream in streams:
        check_game(floor, stream, [row for row in rounds if row.stream == stream], held)
    check_meters(floor)
    return seen


def check_meters(floor: Floor) -> None:
    """The meters: live as the log tells them, worth what was given less the prizes, and holding the games' wagers."""
    proof.verify_meters(floor.database)
    for stream in log.streams(floor.database):
        if stream.startswith("meters:"):
            house = None
            for record in log.read(floor.database, stream):
                house = evolve_meters(house, decoded_meters(record))
            assert house is not None
            assert floor.house(stream.partition(":")[2]) == (house, record.version)
            for table, game in house.meters.games.items():
                of_game = floor.game(table)
                state = of_game.round
                assert state is not None
                lying = {(hand.position, stake.cents) for hand in state.hands.values()
                         for wager, stake in hand.stakes.items() if wager in ON_METERS}  # fmt: skip
                if not game.carried:
                    assert of_game.playing
                    assert {(each.position, each.cents) for each in game.wagers} == lying


def check_game(floor: Floor, stream: str, rounds: list[Any], held: dict[str, int]) -> None:
    """One game: live as the log tells it, at most one round open, its stakes in the round's account and no other."""
    game, version = replayed(floor, stream)
    assert game is not None
    assert floor.games.now(stream) == (game, version), f"{stream} is not what its log tells"
    assert sorted(row.round for row in rounds) == list(range(1, game.number + 1))
    still_open = [row.round for row in rounds if row.status == "open"]
    assert still_open == ([game.number] if game.playing else []), f"{stream}: open rounds {still_open}"
    staked = 0
    if game.playing and game.round is not None:
        staked = sum(stake.cents for hand in game.round.hands.values() for stake in hand.stakes.values())
        staked += sum(cents for position, cents in game.round.setup.carried_cents.items()
                      if Wager.JACKPOT not in game.round.hands[position].stakes)  # fmt: skip
    else:
        staked += sum(game.carried_cents.values())
    assert held.get(f"round:{stream}", 0) == staked, f"{stream}: the round's account is not what lies on the layout"
    assert all(row.revealed == (row.status != "open") for row in rounds)


def key_in(folder: Path) -> Path:
    """The key file of `KEYS`."""
    path = folder / "key"
    path.write_text(bytes(range(32)).hex())
    return path
