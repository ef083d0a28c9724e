"""Shuffles that anyone can check: the house commits to a secret before the wagers and reveals it after the round.

>>> from mississippi_stud.fairness import shuffle
>>> shuffle.commitment(bytes(32))
'bf21a0e08219ca8adc25fbe32a993248eef3dc98e33754ab7cc1d80b949eb196'
"""

import secrets

from mississippi_stud.fairness.shuffle import (
    SECRET_BYTES,
    DealRecord,
    check,
    commitment,
    deck,
    round_id,
    seed_commitment,
)

__all__ = ["DealRecord", "check", "commitment", "deck", "new_secret", "round_id", "seed_commitment"]


def new_secret() -> bytes:
    """Return a fresh secret for one round, from the operating system's randomness alone."""
    return secrets.token_bytes(SECRET_BYTES)
