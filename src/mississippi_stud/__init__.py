"""Mississippi Stud Poker: the game as four rule books write it, its mathematics, and the floor around it.

>>> from mississippi_stud import cards, hands
>>> hands.five(*cards.parse("Ah Kh Qh Jh Th"))
<Hand.ROYAL_FLUSH: 11>
"""

__version__ = "0.1.0"
