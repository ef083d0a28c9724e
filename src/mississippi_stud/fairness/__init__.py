"""Shuffles that anyone can check: a secret is committed to before the wagers and revealed after the round.

>>> from mississippi_stud.fairness import shuffle
>>> shuffle.commitment(bytes(32))
'bf21a0e08219ca8adc25fbe32a993248eef3dc98e33754ab7cc1d80b949eb196'
"""

from mississippi_stud.fairness.shuffle import Deal, check, commitment, deck, round_id, seed_commitment
from mississippi_stud.fairness.source import new_secret

__all__ = ["Deal", "check", "commitment", "deck", "new_secret", "round_id", "seed_commitment"]
