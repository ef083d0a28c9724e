"""What the pages and the API themselves refuse, and what an HTTP status means to a person."""

from typing import Final

COMPLAINTS: Final = {
    "no-guest": "You have no table yet: open one first.",
    "no-table": "You do not sit at such a table.",
    "no-round": "There is no such round.",
    "no-book": "There is no such rule book: there are {books}.",
    "no-clause": "There is no such clause.",
    "no-language": "There is no such language here.",
    "enough-money": "You still have {balance}: there is more when less than {below} is left.",
    "too-many-changes": "This round has been changed very often: have it dealt and play it to its end.",
    "nothing-to-decide": "There is nothing to decide now.",
    "no-advice": "There is no advice at a table with other players.",
    "not-over": "That can be seen when the round is over.",
    "foreign": "Requests from other sites are not taken here.",
    "not-json": "What is sent here must be JSON.",
    "unknown-host": "This server does not go by that name: whoever runs it can add the name with --allow-host.",
    "too-many-guests": "Many new players came from where you are: wait a minute, then try again.",
}
"""What the pages and the API themselves refuse, apart from the rule books."""

STATUSES: Final = {
    400: "That cannot be read: please try again.",
    403: "That is not allowed here.",
    404: "There is nothing here.",
    405: "That cannot be done here.",
    409: "The rules do not allow that",
    413: "That is too much at once.",
    415: "That cannot be read: please try again.",
    421: "That is not served here.",
    429: "That was too fast: wait a second, then go on.",
    500: "Something is broken on our side. Nothing was lost; please try again.",
    503: "The game is away for a moment. Nothing was lost; please try again.",
}
"""What an HTTP status means to a person."""
