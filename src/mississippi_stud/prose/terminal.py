"""What the commands say in the terminal, except `mstud solve`; single words stay where they are printed."""

from typing import Final

from mississippi_stud.language import translator

SAYINGS: Final = {
    # Rounds and their results.
    "limited": "less {amount} by the limit of {clause}",
    "outside-limits": "found outside its limits: {clause}",
    "round": "table {table}, round {round}",
    "step-keys": "Space or →: next, b or ←: back, q: quit",
    "jackpots": "jackpots, in the order of payment",
    "withheld": "{amount} of the winnings withheld",
    # Playing.
    "welcome": "Welcome to Mississippi Stud. You have {amount} of play money.",
    "keys": "At any question: ? explains, p shows the pay tables, q ends the game.",
    "elsewhere": "Another rule book: mstud play --book crown; in the browser: mstud serve --open",
    "round-begins": "Round {round}. Your balance: {amount}.",
    "meter-shows": "The meter shows {amount}.",
    "from": "at least {least}",
    "up-to": "up to {most}",
    "between": "{least} to {most}",
    "repeat": "r = same wagers",
    "about-wager": (
        "Type an amount, such as 12.50. Enter alone takes the amount in brackets, the same as in the last round."
    ),
    "about-side-wagers": (
        "Side wagers are up to you: 0 makes none. From the second round on, r makes all wagers of the last round again."
    ),
    "about-decision": (
        "Type a number to bet that many times your ante and see the next community card, or f to fold: you lose the "
        "ante and the street wagers."
    ),
    "about-bet-all": "m makes the highest bet on this street and on every one after it, without asking again.",
    "you-have": "You have: {hand}.",
    "even": "You neither win nor lose.",
    "you-win": "You win {amount}.",
    "you-lose": "You lose {amount}.",
    "wagers-stay": "The wagers of this round stay on the table.",
    "nothing-left": "You have {amount} left, less than the smallest ante. Thank you for playing.",
    "leave": "You leave with {amount}. Thank you for playing.",
    "won-in-all": "You won {amount} in all.",
    "lost-in-all": "You lost {amount} in all.",
    "funds": "You have only {amount}.",
    "type-amount": "Please type an amount, such as 12.50, or ? for help.",
    "type-choice": "Please type one of the letters or numbers, or ? for help.",
    "bet-all": "max bet all",
    # Meters.
    "table-gave": "table {table} gave {amount}",
    "pool-holds": "the pool holds {amount}",
    # Rule books and incidents.
    "what-it-says": "what it says",
    "what-changed": "what has changed",
    "where-met": "Where people meet it",
    "reading-explained": "the reading is explained in {section}",
    "handled": "how it is handled: {how}",
    "same-values": "Points in which the books differ: {count}. Values that are the same in both, not shown: {same}.",
    "same-books": "The two books say the same thing.",
    "planned": "planned, by what they wait for: {listed}",
    "book-sound": "{book} is sound",
    "book-size": "{values} values, SHA-256 {hash}",
    "book-written": "{path} extends {base}. Edit it, then run: mstud rules check {path}",
    "no-incidents": "this book names no incidents",
    "waivable": "may be waived",
    # Advice.
    "warning": "Warning: {remark}.",
    "best-play": "Best play: {play}.",
    # Houses and their staff.
    "link-once": "This link is shown once and can be used once. The log says that the console made it.",
    "link-proposed": (
        "This link is shown once. It works when an owner of the house has approved it; the log says that the console "
        "proposed it."
    ),
    "done-by-console": "Done in the house {house}; the log says that the console did it.",
    "proposed-by-console": (
        "Proposed in the house {house}: another owner must approve it. The log says that the console proposed it."
    ),
    "invitation-open": "invited by {by}: {name}",
    "proposal-open": "{act} (proposal {id} by {by}, which waits for a second person)",
    # The floor.
    "saved": "{rows} rows were saved to {file}; they can only be read with the key {key}",
    "exported": "everything was exported to {folder}: {files} files, and manifest.json with the SHA-256 of each",
    "backups-removed": "older backups removed: {count}",
    "rehearsed": (
        "{file} was restored in a scratch place: rows: {rows}, events: {events}, rounds: {rounds}; all are what was "
        "written, every cent is there, every past deal is proved"
    ),
    "rehearsed-anchors": "it has everything that was anchored before it was made; anchors compared: {count}",
    "restored": "{rows} rows were restored from {file}; `mstud verify log` checks them",
    "voided": ("open rounds voided: {voided}; commitments withdrawn: {withdrawn}; what came after may be known"),
    "rebuilt": "the projections were rebuilt from the log: {rows}",
    "person-guest": "a guest: nothing is known of them",
    "person-account": "an account since {opened}",
    "person-erased": "erased: nothing of theirs can be read any more",
    "person-balance": "Balance: {amount}",
    "person-data": "{label}: {value}",
    "person-forgotten": "{person} is erased: the key is destroyed, and the log and every backup say nothing more",
    "vault-accepted": "the vault is accepted; what was sealed with the keys of another cannot be read any more",
    "log-good": (
        "events: {events}, rounds: {rounds}; all are what was written, every cent is there, every past deal is proved"
    ),
    "log-signed": "events: {events}; all are what was written and signed, and every cent is there",
    "commitments": (
        "commitments: {made} made, {revealed} revealed, {open} of rounds under way, {unrevealed} never revealed"
    ),
    "meters-hold": "meters: {meters}, each worth what was given to it less its prizes, and its pool holds that",
    "needs-key": "what is sealed, and whether every round was decided by the book, needs the key itself",
    "no-amcheck": "PostgreSQL was not asked about its indexes: its extension amcheck is not installed",
    "no-anchor": "without --anchor, a log that was cut at its end or rewritten is not noticed",
    "anchored": "the end of the log is signed in {file}: keep it where the database is not",
    "deal-proved": "the deal is proved: {round}",
    "draw-proved": "the draw is proved: {draw}, {entries} entries, root {root}",
    "root-believed": "the root is taken from the file: give the one that was published with --root",
    "serving": "Mississippi Stud is at {address}  (Ctrl+C ends it; your games stay)",
    "serving-several": "Mississippi Stud is at {address} with {workers} processes  (Ctrl+C ends it; your games stay)",
    # The operation.
    "approved": "approved by {who} on {at}: {why}",
    "nothing-approved": "no program has been approved yet; `mstud integrity approve` approves the installed one",
    "not-checked": "the program has not been checked yet",
    "checked": "version {version}, checked {occasion} on {at}",
    "as-approved": "the program is the one that was approved",
    "not-as-approved": "the program is not the one that was approved; differences: {count}",
    "more-differences": "differences that are not listed: {count}",
    "not-recorded": "this check is not in the log, because a server is using the database",
    "stop-on-difference": "A difference stops gaming: {answer}.",
    "large-win-from": "A win of {amount} or more is a large win.",
    "everything": "everything",
    "stopped": "new rounds are stopped: {target}",
    "started": "this stop was lifted: {target}",
    "nothing-stopped": "nothing is stopped",
    "no-events": "there are no significant events",
    "no-alterations": "nothing was altered",
    # What is installed.
    "healthy": "Everything needed is here.",
    "unhealthy": "Something needed is missing.",
    "server-fit": "A server can run here: nothing is wrong.",
    "server-warned": "A server can run here; warnings: {count}.",
    "server-unfit": "Something is wrong: mend it before people play.",
    "how-to-fix": "how to fix it",
    "install-python": "install Python 3.11 or newer",
    "install-sqlite": "install a Python built with SQLite 3.38 or newer",
    "set-utf8": "set PYTHONUTF8=1, or a UTF-8 locale, to see the suits as symbols",
}
"""Sentences by name."""

STREETS: Final = {
    "ante": "ante",
    "third-street": "3rd street",
    "fourth-street": "4th street",
    "fifth-street": "5th street",
}
"""The wagers of the main game as headings, where there is little room."""


def say(name: str, language: str, /, **values: object) -> str:
    """Return a sentence in the reader's language, with its values.

    >>> say("pool-holds", "fr", amount="5 $")
    'la cagnotte contient 5 $'
    """
    return translator(language)(SAYINGS[name]).format(**values)
