"""The floor: the only place where a command meets the log.

A thousand rounds in ten lines:

>>> from mississippi_stud.floor import Act, Begin, DealCards, Floor, Place, Fold, Wager
>>> with Floor.in_memory() as floor:
...     floor.deposit("ann", 10_000_00)
...     game = floor.open_game("ann", "online")
...     for number in range(3):
...         _ = floor.send(game, Begin())
...         _ = floor.send(game, Act(do=Place(position=1, wager=Wager.ANTE, cents=5_00)))
...         _ = floor.send(game, DealCards(seed=f"my seed {number}"))
...         _ = floor.send(game, Act(do=Fold(position=1)))
...     floor.balance("ann")
998500
"""

from mississippi_stud.floor.asked import Answer, MovedOn
from mississippi_stud.floor.duties import Duties
from mississippi_stud.floor.floor import Floor, Look
from mississippi_stud.floor.game import Act, Begin, Command, DealCards, Game, OpenGame, VoidGame
from mississippi_stud.floor.meters import ChangeMeters, OpenMeters
from mississippi_stud.round.commands import Bet, BetAll, Fold, Place, Withdraw
from mississippi_stud.rulebooks.words import Wager

__all__ = [
    "Act",
    "Answer",
    "Begin",
    "Bet",
    "BetAll",
    "ChangeMeters",
    "Command",
    "DealCards",
    "Duties",
    "Floor",
    "Fold",
    "Game",
    "Look",
    "MovedOn",
    "OpenGame",
    "OpenMeters",
    "Place",
    "VoidGame",
    "Wager",
    "Withdraw",
]
