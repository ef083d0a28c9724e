"""Where a live secret comes from: the operating system, and nothing else."""

import secrets

from mississippi_stud.fairness.shuffle import SECRET_BYTES


def new_secret() -> bytes:
    """A fresh secret for one round."""
    return secrets.token_bytes(SECRET_BYTES)
