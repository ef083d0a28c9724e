"""The game of each rule book as a house without staff opens it, for one player at a time or for several.

What a book leaves to the house is chosen here and nowhere else, each choice beside the clause that leaves it. All such
tables of a book are one group on one meter, where the book has meters (decision 132).
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.floor.floor import Floor, opening_of
from mississippi_stud.floor.meters import stream_of
from mississippi_stud.floor.streams import MissingStreamError
from mississippi_stud.jackpot.commands import MeterOffer, OpenMeter
from mississippi_stud.jackpot.house_meters import NAME_MAX, ChangeMeters
from mississippi_stud.jackpot.state import EVERY_TABLE
from mississippi_stud.jackpot.terms import offered_by, terms_of
from mississippi_stud.money import Cents
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.load import content_hash, rulebook
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table.commands import Sit
from mississippi_stud.table.decide import decide
from mississippi_stud.table.evolve import fold
from mississippi_stud.table.view import TableView, view

METER: Final = "main"
_HOUSE: Final = "solo-"
_NEWCOMER: Final = "guest"


class HouseChoice(NamedTuple):
    """What the house chose where a clause leaves the choice: options of `OpenTable`, and parts of `MeterOffer`."""

    clause: Clause
    table: Mapping[str, Any] = {}
    meter: Mapping[str, Any] = {}


def _limits(wager: Wager, least: int, most: int) -> dict[str, Any]:
    """Return limits for wagers in whole dollars."""
    return {"limits": {wager: Bounds(Cents(least), Cents(most), Cents(1_00))}}


def _high(royal_flush: int, straight_flush: int) -> dict[str, Cents]:
    """Return an amount for each of the two hands that win a part of the meter."""
    return {"royal-flush": Cents(royal_flush), "straight-flush": Cents(straight_flush)}


_FIXED: Final = {
    "royal-flush": "10000 to 1",
    "straight-flush": "2000 to 1",
    "four-of-a-kind": "500 to 1",
    "full-house": "100 to 1",
    "flush": "60 to 1",
    "straight": "40 to 1",
    "three-of-a-kind": "9 to 1",
}
_PRIZES: Final = {"four-of-a-kind": "500 for 1", "full-house": "150 for 1", "flush": "100 for 1"}

CHOICES: Final[Mapping[str, tuple[HouseChoice, ...]]] = {
    "nsw": (
        HouseChoice("nsw 6.1", _limits(Wager.ANTE, 5_00, 500_00)),
        HouseChoice(
            "nsw 1.1 Fixed Jackpot",
            {"signs": {Wager.FIXED_JACKPOT: _FIXED}, **_limits(Wager.FIXED_JACKPOT, 1_00, 25_00)},
        ),
        HouseChoice("nsw 15.2.3", meter={"cost_cents": Cents(1_00)}),
        HouseChoice("nsw 15.2.5.2", meter={"rate": "30%", "seed_cents": Cents(10_000_00)}),
        HouseChoice("nsw 15.2.9", meter={"pays": _PRIZES}),
        HouseChoice("nsw 15.2.11", meter={"bonus_cents": _high(1_000_00, 100_00)}),
        HouseChoice("nsw 15.2.13", meter={"guaranteed_cents": _high(5_000_00, 1_000_00)}),
    ),
    "maryland": (
        HouseChoice("maryland .10", {"dealing": "automatic"}),
        HouseChoice("maryland .07A", _limits(Wager.ANTE, 5_00, 100_00)),
        HouseChoice(
            "maryland .12D",
            {"tables": {Wager.THREE_CARD_BONUS: "A"}, **_limits(Wager.THREE_CARD_BONUS, 1_00, 100_00)},
        ),
        HouseChoice(
            "maryland .12E", {"tables": {Wager.SIX_CARD_BONUS: "A"}, **_limits(Wager.SIX_CARD_BONUS, 1_00, 100_00)}
        ),
        HouseChoice("maryland .12C(5)", meter={"cost_cents": Cents(1_00)}),
        HouseChoice("maryland .12C(3)(a)", meter={"rate": "30%"}),
        HouseChoice("maryland .12C(3)(b)", meter={"seed_cents": Cents(10_000_00)}),
    ),
    "crown": (
        HouseChoice("crown 6.1", _limits(Wager.ANTE, 5_00, 500_00)),
        HouseChoice("crown 9.2.3", meter={"cost_cents": Cents(1_00)}),
        HouseChoice("crown table 2", meter={"option": "1", "seed": "50000"}),
    ),
    "online": (),
}
"""By book, in its order. The online game leaves nothing to the house."""

OF_SEVERAL: Final[Mapping[str, tuple[HouseChoice, ...]]] = {
    "crown": (HouseChoice("crown 8.2", {"max_payout_cents": Cents(250_000_00)}),),
}
"""What the house chooses besides at tables for several players (decision 240)."""


class SoloGame(NamedTuple):
    """A book as a house without staff offers it."""

    book: str
    """Its id."""
    source: str
    """Its id, or the file of a custom book."""
    options: Mapping[str, Any]
    """Those of `OpenTable`."""
    meter: MeterOffer | None = None

    @property
    def house(self) -> str:
        """The house of its meter."""
        return _HOUSE + self.book


def solo_game(source: str) -> SoloGame:
    """Return the solo game of a book; a custom book is offered like the one it extends, as far as it allows that."""
    book = rulebook(source)
    if not book.id.replace("-", "").isalnum() or not book.id.isascii() or len(_HOUSE + book.id) > NAME_MAX:
        most = NAME_MAX - len(_HOUSE)
        raise InputError("solo-book-id", source=source, most=most)
    meter: dict[str, Any] = {}
    for choice in CHOICES[book.extends or book.id]:
        meter |= choice.meter
    game = SoloGame(book.id, source, _usual_options(book))
    return _on_meter(book, game, MeterOffer(**meter)) if meter else game


def _usual_options(book: Rulebook) -> dict[str, Any]:
    """Return the options of a table without a meter, as far as the book allows them."""
    options: dict[str, Any] = {}
    for choice in CHOICES.get(book.extends or book.id, ()):
        for name, chosen in choice.table.items():
            options[name] = {**options.get(name, {}), **chosen} if isinstance(chosen, dict) else chosen
    return _allowed(book, options)


def company_options(game: SoloGame) -> dict[str, Any]:
    """Return the options of a table for several players."""
    return {**game.options, **_of_several(rulebook(game.source))}


def house_options(book: Rulebook) -> dict[str, Any]:
    """Return the options of a table for several players without a meter, as a house opens it."""
    return {**_usual_options(book), **_of_several(book)}


def _of_several(book: Rulebook) -> dict[str, Any]:
    chosen = (choice.table for choice in OF_SEVERAL.get(book.extends or book.id, ()))
    return {name: value for each in chosen for name, value in each.items()}


def _allowed(book: Rulebook, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options without the wagers, pay tables and dealing methods that a custom book lacks."""
    kept = {name: dict(value) for name, value in options.items() if isinstance(value, dict)}
    for chosen in kept.values():
        for wager in [each for each in chosen if each not in book.wagers]:
            del chosen[wager]
    printed = kept.get("tables", {})
    for wager in [each for each, table in printed.items() if table not in book.wagers[each].tables]:
        del printed[wager]
    if options.get("dealing") in book.dealing.methods:
        return {**kept, "dealing": options["dealing"]}
    return dict(kept)


def _on_meter(book: Rulebook, game: SoloGame, offer: MeterOffer) -> SoloGame:
    """Return the game with its meter and what that adds to its tables, or as it was if the book forbids the offer."""
    try:
        tables, signs, costs = offered_by(book, terms_of(book, offer))
    except Refused:
        return game
    options = dict(game.options)
    for name, brought in (("tables", tables), ("signs", signs), ("costs_cents", costs)):
        options[name] = {**options.get(name, {}), **brought}
    return game._replace(options={**options, "meters": game.house}, meter=offer)


def open_meter(floor: Floor, game: SoloGame) -> None:
    """Open the meter of a solo game if it is not running yet; many requests at once open it once."""
    if game.meter is None:
        return
    try:
        house, _ = floor.house_meters(game.house)
    except MissingStreamError:
        floor.open_meters(game.house, game.source, command_id=f"{game.house} opens")
        house, _ = floor.house_meters(game.house)
    if METER not in house.meters.meters:
        opening = OpenMeter(meter=METER, offer=game.meter, tables=(EVERY_TABLE,))
        floor.send(stream_of(game.house), ChangeMeters(do=opening), actor="house", command_id=f"{game.house} {METER}")


def newcomer_view(game: SoloGame) -> TableView:
    """Return what a newcomer will see of their table of a game: opened and taken like a real one, and written nowhere.

    It has no name and no commitment, which the house gives with the real one.
    """
    book = rulebook(game.source)
    opening = opening_of("", book, content_hash(book), **game.options)
    table = fold(decide(book, None, opening))
    sitting = Sit(position=1, player=_NEWCOMER, person=_NEWCOMER)
    return view(book, fold(decide(book, table, sitting), table), Role.PLAYER, _NEWCOMER)


def options_with_ante(options: Mapping[str, Any], least_cents: int, most_cents: int) -> dict[str, Any]:
    """Return the options of a table with other limits for the ante; 0 leaves the usual one."""
    if not least_cents and not most_cents:
        return dict(options)
    limits: Mapping[Wager, Bounds] = options.get("limits", {})
    usual = limits.get(Wager.ANTE, Bounds())
    least, most = Cents(least_cents or usual.minimum_cents), most_cents or usual.maximum_cents
    ante = Bounds(least, None if most is None else Cents(most), usual.unit_cents)
    return {**options, "limits": {**limits, Wager.ANTE: ante}}
