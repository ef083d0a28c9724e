"""The one error that people see: bad input, told in a sentence that names what is wrong and what to do."""


class InputError(ValueError):
    """What was given cannot be used. The message is a sentence for the person who gave it."""
