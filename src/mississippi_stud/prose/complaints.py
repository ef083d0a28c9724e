"""What the pages and the API themselves refuse, and what an HTTP status means to a person."""

from typing import Final

COMPLAINTS: Final = {
    "no-guest": "You have no table yet: open one first.",
    "no-table": "You are not seated at that table.",
    "no-round": "There is no such round.",
    "no-book": "There is no such rule book; choose from {books}.",
    "no-clause": "There is no such clause.",
    "no-language": "This site does not have that language.",
    "enough-money": "You still have {balance}: you can have more once you have less than {below}.",
    "too-many-changes": "This round has been changed too many times: deal the cards and play it to the end.",
    "nothing-to-decide": "There is nothing to decide now.",
    "no-advice": "No advice is given at a table with other players.",
    "no-aid": "You are at a table with other players: leave it, then come back.",
    "not-over": "You can see that once the round is over.",
    "foreign": "Requests from other sites are not accepted here.",
    "not-json": "Requests here must be JSON.",
    "unknown-host": "This server does not answer to that name; its operator can add the name with --allow-host.",
    "too-many-guests": "Many new players have come from your network: wait a minute, then try again.",
    "no-share": "There is no such shared round.",
    "no-picture": "There is no such picture.",
    "not-alone": "A round in which others played too cannot be shared: its proof would show their cards.",
}
"""What the pages and the API themselves refuse, apart from the rule books."""

STATUSES: Final = {
    400: "We could not read that: please try again.",
    403: "That is not allowed here.",
    404: "There is no such page.",
    405: "That cannot be done here.",
    409: "The rules do not allow that",
    413: "That request is too large.",
    415: "We could not read that: please try again.",
    421: "This server does not answer for that address.",
    429: "That was too fast: wait a second, then continue.",
    500: "Something went wrong on our side. Nothing was lost; please try again.",
    503: "The game is unavailable for a moment. Nothing was lost; please try again.",
}
"""What an HTTP status means to a person."""
