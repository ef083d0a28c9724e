"""What the pages and the API themselves refuse, and what an HTTP status means to a person."""

from typing import Final

COMPLAINTS: Final = {
    "marked": "{said}",
    "no-lesson": "There is no such lesson for you here: begin one on the page of the school.",
    "no-guest": "You have no table yet: open one first.",
    "account-needed": "In this house that is for players with an account: make one first.",
    "no-table": "You are not seated at that table.",
    "no-table-link": "There is no table behind this link: ask for it again, or open a table of your own.",
    "no-topic": "There is no such topic, or it is not yours.",
    "no-version": "The table has no such version.",
    "too-many-topics": "Pages at your address show too much at once: beyond {own} topics each, they share {shared}. "
    "Close a page, or show fewer.",
    "no-round": "There is no such round.",
    "no-incident": "No incident was ruled on there.",
    "no-payout": "Nothing was paid there, or the round is not over.",
    "no-dispute": "There is no such dispute of yours at that table.",
    "no-book": "There is no such rule book; choose from {books}.",
    "no-clause": "There is no such clause.",
    "no-language": "This site does not have that language.",
    "enough-money": "You still have {balance}: you can have more once you have less than {below}.",
    "voucher-none": "There is no such voucher to exchange here.",
    "voucher-by-staff": "Staff exchange this voucher: at a table with a dealer, or on its conditions.",
    "voucher-used": "You have exchanged the voucher of this table already; another table has another.",
    "too-many-changes": "This round has been changed too many times: deal the cards and play it to the end.",
    "nothing-to-decide": "There is nothing to decide now.",
    "not-over": "You can see that once the round is over.",
    "foreign": "Requests from other sites are not accepted here.",
    "not-json": "Requests here must be JSON.",
    "unknown-host": "This server does not answer to that name; its operator can add the name with --allow-host.",
    "too-many-guests": "Many new players have come from your network: wait a minute, then try again.",
    "exclude-word": "To exclude yourself, type the word {word}.",
    "no-share": "There is no such shared round.",
    "no-picture": "There is no such picture.",
    "sign-in-failed": "That does not match: check the name, the password and the code, or try again in 15 minutes.",
    "sign-in-again": "Sign in again to change this.",
    "signed-in": "You are signed in already.",
    "passkey-address": "Passkeys need a host name: they do not work at an address such as 127.0.0.1.",
    "erase-word": "Nothing was erased: type the word {word} exactly.",
    "no-date": "That is not a date.",
    "not-alone": "A round in which others played too cannot be shared: its proof would show their cards.",
    "sign-in": "Sign in first.",
    "second-factor": "Confirm with your second factor first.",
    "idle": "You have been away for a while, signed in long ago or were signed out elsewhere: sign in again.",
}
"""What the pages and the API themselves refuse, apart from the rule books."""

STATUSES: Final = {
    400: "We could not read that: check the address or what was typed, then try again.",
    401: "Please sign in.",
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

HEADINGS: Final = {
    "link-unknown": "This link does not work",
    "link-expired": "This link does not work any more",
    "link-waits": "This link does not work yet",
}
"""What stands above what is wrong with an input; above the others stands `UNUSABLE`."""
UNUSABLE: Final = "This cannot be done"
