"""One round of Mississippi Stud under a given rule book, from the first wager to the last payment.

`decide` turns a command into events or refuses it with a clause, `evolve` folds events into a state, `legal` returns
what may be done now, and no card leaves the round except through `view`. There are no clocks, random numbers or files
here: cards arrive in commands.

>>> from mississippi_stud.rulebooks import rulebook
>>> from mississippi_stud.round import Open, Setup, play
>>> state = play(rulebook("online"), Open(setup=Setup(dealing="electronic", seats=((1, "ann"),))))
>>> state.phase
<Phase.BETTING: 'betting'>
"""

from mississippi_stud.round.commands import (
    Bet,
    BetAll,
    BetBlind,
    CannotFund,
    Command,
    Concede,
    Deal,
    Fold,
    Forfeit,
    Leave,
    Open,
    Place,
    Retract,
    Reveal,
    Settle,
    ShowBonus,
    ShowHole,
    VoidRound,
    Withdraw,
)
from mississippi_stud.round.decide import decide
from mississippi_stud.round.events import Event
from mississippi_stud.round.evolve import evolve, play
from mississippi_stud.round.legal import legal
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds, Phase, Setup, State
from mississippi_stud.round.view import view

__all__ = [
    "Bet", "BetAll", "BetBlind", "Bounds", "CannotFund", "Command", "Concede", "Deal", "Event", "Fold", "Forfeit",
    "Leave", "Open", "Phase", "Place", "Refused", "Retract", "Reveal", "Settle", "Setup", "ShowBonus", "ShowHole",
    "State", "VoidRound", "Withdraw", "decide", "evolve", "legal", "play", "view",
]  # fmt: skip
