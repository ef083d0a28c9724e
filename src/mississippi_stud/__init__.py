"""Mississippi Stud Poker: the game as four rule books write it, its mathematics, and the floor around it.

>>> from mississippi_stud import cards, hands
>>> hands.five(*cards.parse("Ah Kh Qh Jh Th"))
<Hand.ROYAL_FLUSH: 11>

`solve` is loaded when it is first used, with the mathematics: ``mississippi_stud.solve("crown").value``.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mississippi_stud.maths.study import solve as solve

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name != "solve":
        raise AttributeError(name)
    from mississippi_stud.maths import study

    return study.solve
