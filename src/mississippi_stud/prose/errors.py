"""The sentence for each `InputError`, by its code. It imports nothing, so that every part can raise one."""

from typing import Final

ERRORS: Final = {
    # Languages.
    "no-language": "{language!r} is not a language of this house: choose one of {languages}",
}
"""What is wrong and what to do; without a full stop."""
