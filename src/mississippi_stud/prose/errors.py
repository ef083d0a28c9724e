"""The sentence for each `InputError`, by its code. It imports nothing, so that every part can raise one."""

from typing import Final

ERRORS: Final = {
    # Cards.
    "not-a-card": (
        "{card!r} is not a card: write a rank (2 to 9, T or 10, J, Q, K, A) and a suit (c, d, h, s or ♣ ♦ ♥ ♠), such "
        "as As or 10d"
    ),
    "bad-card": "card {place}: {error}",
    "card-twice": "{card} is named twice, as card {first} and as card {second}: a deck has one of each card",
    # Money.
    "cents-not-whole": "{value} ({kind}) is not an amount: cents are a whole number, an int",
    "cents-negative": "{count} cents is not an amount: an amount cannot be negative",
    "cents-too-many": "{count} cents is more than an account can hold, {most} cents",
    "amount-not-text": '{value} ({kind}) is not an amount: write it as text, such as "25", "12.50" or "$1,234.50"',
    "amount-part-of-cent": '{text!r} has a fraction of a cent: write the amount as "25", "12.50" or "$1,234.50"',
    "amount-too-great": "{text!r} is more than an account can hold: write at most {most_cents}",
    "amount-negative": "{text!r} is not an amount: an amount cannot be negative",
    "not-an-amount": '{text!r} is not an amount: write it as "25", "12.50" or "$1,234.50"',
    "odds-not-whole": "{pays} on {on} are not odds: odds pay a whole number on one or more",
    "not-odds": '{text!r} are not odds: write them as "4 to 1", "3 to 2" or "9 for 1"',
    "empty-transfer": "a transfer moves at least one cent; this one moves nothing",
    "transfer-to-itself": "a transfer goes from one account to another; this one stays in {account!r}",
    # Rule books.
    "no-clause": "there is no clause {clause!r} in {book}: `mstud rules show {book}` lists them",
    "no-clause-near": "there is no clause {clause!r} in {book}: did you mean {near}?",
    "not-a-share": '{text!r} is not a share: write it as "10%" or "34.06%"',
    "no-book": "there is no rule book {name!r}: choose one of {books}, or give the path of a .toml file",
    "no-book-near": "there is no rule book {name!r}: did you mean {near}? (or give the path of a .toml file)",
    "no-book-file": "there is no file {path!r}: give the path of a rule book, or one of {books}",
    "book-unreadable": "{path} cannot be read: {error}",
    "book-not-toml": "{path} is not valid TOML: {error}",
    "book-fault": "the rule book {book} has 1 error:",
    "book-faults": "the rule book {book} has {count} errors:",
    "not-a-book-id": (
        "{name!r} cannot be the id of a custom rule book: use lower-case letters, digits and -, such as my-casino"
    ),
    "book-id-taken": "{name!r} is the id of a rule book that comes with the program: choose another, such as my-casino",
    "no-base-book": "there is no rule book {base!r} to extend: choose one of {books}",
    # The shuffle.
    "secret-length": "a secret has {needed} bytes; this one has {given}",
    "not-a-seed": "a seed is a printable text of at most {most} characters",
    "other-secret": "round {round}: the revealed secret is not the one that was committed to",
    "other-card": "round {round}: card {place} does not follow from the secret and the seeds",
    # Tables.
    "no-staff": "{book} has no staff: its tables are dealt automatically",
    "clock-too-short": "the clocks of a table must allow at least one second",
    "no-voiding-clause": "{book} does not void a round by {clause!r}: name one of {clauses}",
    "other-seed": "this seed does not have the hash that was published for the seat: send the one that does, or none",
    "not-a-seed-hash": "the hash of a seed is its SHA-256 in 64 hexadecimal digits",
    "nameless-player": "a player needs a name",
    # Jackpots.
    "meters-not-open": "there are no such meters: open them first",
    "meter-name": "the name of a meter is a printable text of 1 to {most} characters, without /",
    "table-name": "the name of a table is a printable text of 1 to {most} characters",
    # Scenario files.
    "at-place": "{where}: {error}",
    "refused-head": "{key}: {refused} ({clause})",
    "file-line": "line {number}: {error}",
    "script-place": "line {number} of the script",
    "script-line-unreadable": "line {number} of the script cannot be read: {text!r}",
    "scenario-not-toml": "the file is not valid TOML: {error}",
    "script-beside-rounds": (
        "script: the file has rounds, and each has its own script; move these lines into one of them"
    ),
    "not-rounds": "rounds: write each round as [[rounds]], with its cards and its script",
    "staffed-round-key": (
        "{key}: a staffed table goes on from round to round; change it with the lines sit, stand, dealing and limits"
    ),
    "no-other-table": "{line!r}: write meanwhile and another table that still has a round to play",
    "no-file-key": "{key!r} is not a key of a scenario file: choose one of {keys}",
    "no-table-key": "{key!r} is not a key of {where}: choose one of {keys}",
    "missing-key": "{key} is missing",
    "text-expected": "{key} = {value}: a text is expected, in quotes",
    "table-expected": "{key} = {value}: a table is expected, such as {key} = {{ … }}",
    "list-expected": "{key} = {value}: a list is expected",
    "boolean-expected": "{key} = {value}: true or false is expected",
    "times-expected": "{key} = {value}: a whole number of dollars for each dollar is expected",
    "bounds-expected": '{key} = {value}: write the minimum and the maximum, such as ["5.00", "500.00"]',
    "warnings-expected": "{key} = {value}: a list is expected; it may name {warnings}",
    "not-a-player": '{key} = {value} is not a seat: write players = {{ 1 = "ann" }}',
    "choose-dealing": "dealing is missing: {book} deals in more than one way; choose one of {methods}",
    "no-shuffling": "staffed.shuffling = {value!r}: choose one of {ways}",
    "no-meter-of-table": "tables.{table} = {value}: there is no such meter",
    "card-missing": "a card is needed and none is left in cards: name it",
    "cards-missing": "{needed} cards are needed and {left} are left in cards: name the rest",
    "whole-expected": "{text}: a whole number is expected",
    "takes-nothing": "{verb} takes nothing more; {words!r} cannot be read",
    "takes-one": "{verb} takes one thing more, not {words!r}",
    "takes-three": "{verb} takes three multiples, not {words!r}",
    "takes-words": "{verb} takes {count} words, not {words!r}",
    "no-dealer-line": "{verb!r} cannot be read: write deal, reveal, settle, or a position and what it does",
    "no-player-line": "{verb!r} is not something that a position can do",
    "no-floor-line": "{verb!r} cannot be read: the lines of floor begin with {verbs}",
    "line-unread": "{text!r} cannot be read: write `{usage}`",
    "person-one-word": "{text!r} cannot be read: write `{usage}`, with a name of one word",
    "not-a-wager": "{name!r} is not a wager: choose one of {wagers}",
    "not-a-number": "{word!r} is not a number",
    "not-a-time": "{text!r} is not a time: write minutes and seconds, such as 20:00, or hours too, such as 4:00:00",
    "time-goes-back": "{time} is before the time of an earlier line",
    "not-a-title": "{title!r} is not a title: choose one of {titles}",
    "not-limits": "write limits as a wager, its minimum and its maximum, such as ante 5.00 500.00",
    "not-an-incident": "{name!r} is not an incident: `mstud incidents` lists them",
    "no-fact": "{word!r} cannot be read: {incident} takes {facts}, written as key=value",
    "no-facts": "{word!r} cannot be read: {incident} takes nothing more",
    "not-streets": "street={value}: write 3rd, 4th or 5th, or several, such as 4th,5th",
    "not-an-order": "order={value}: write known or unknown",
    "not-yes-or-no": "{key}={value}: write yes or no",
    "not-a-determination": "write determine PLAYER release, or determine PLAYER keep GROUNDS",
    "close-what": "say which meter closes, and where its value goes, such as close main high=1",
    "correct-what": "say which meter, how many dollars and why, such as correct main 1.50 miscounted",
    "not-equipment": "{word!r} cannot be read: equipment works, fails or is manual",
    "not-a-notice": "write notice add, remove or move TABLE METER, notice close METER, or notice option N",
    # Calculations.
    "amount-of-nothing": "{text!r} is too little: an amount here is at least one cent",
    "not-multiples": "{text!r} are not multiples: write them as 1,2,3",
    "multiples-disordered": (
        "{text!r} cannot be the multiples: write whole numbers from 1 to 100 in ascending order, such as 1,2,3"
    ),
    "too-many-multiples": "with limits on single wagers or rounded wins, at most {most} multiples can be solved",
    "not-a-player-count": "{text!r} is not a number of other players: write 0 to 8",
    "not-one-of": "{text!r} is not allowed: choose one of {words}",
    "prize-pushes": "a jackpot prize is odds, an amount or a share of the meter; it cannot be a push",
    "not-an-option": "{text!r} is not an option: write KEY=VALUE, such as minimum-ante=5",
    "option-twice": "the option {option} is given twice: give it once",
    "bad-option": "option {option}: {error}",
    "no-option": "there is no option {option!r}: choose one of {options}",
    "no-option-near": "there is no option {option!r}: did you mean {near}?",
    "no-hand": "there is no hand {name!r}: choose one of {hands}",
    "no-hand-near": "there is no hand {name!r}: did you mean {near}?",
    "odds-too-long": "{text!r} is more than can be solved: odds have at most twelve digits",
    "odds-negative": (
        '{text!r} are not odds: odds cannot be negative; write "5" (to 1), "9/2" or "9 to 2", "9 for 1", "push" or '
        '"lose"'
    ),
    "odds-on-nothing": (
        '{text!r} are not odds: they would pay on a stake of nothing; write "5" (to 1), "9/2" or "9 to 2", "9 for 1", '
        '"push" or "lose"'
    ),
    "odds-unread": '{text!r} are not odds: write "5" (to 1), "9/2" or "9 to 2", "9 for 1", "push" or "lose"',
    "main-not-odds": "the {hand} pays {pay}: a main wager is paid by odds, such as 4 to 1",
    "not-a-pay": "{text!r} is not a pay: write HAND=ODDS, such as straight=5",
    "pay-twice": "the pay of {hand} is given twice: give it once",
    "bad-pay": "pay {name}: {error}",
    "no-pay-table": "{book} has no pay table for {wager}: its wagers are {wagers}",
    "no-such-pay-table": "{wager} has no pay table {table!r} in {book}: choose one of {tables}",
    "no-shared-cap": "no cap of {book} counts main wagers and {wager} together: leave {wager} out",
    "side-wager-too-great": "{wager} is at most {most_cents} ({clause}): choose a smaller stake",
    "no-wager-in-book": "{book} has no {wager}: its wagers are {wagers}",
    "not-a-side-wager": "{name!r} is not a side wager: choose one of {wagers}",
    "lost-with-fold": "{wager} is lost with a fold and so part of the main game: give --meter, or prizes as options",
    "stays-on-fold": "the {wager} of {book} survives a fold, so it is not part of the main game: ask with --side",
    "no-jackpot-book": "{book} has no jackpot: choose one of {books}",
    "wrong-jackpot-cost": "the {wager} of {book} cannot cost {offered_cents} ({clause}): choose one of {costs_cents}",
    "no-jackpot-option": "{book} has no jackpot option {option!r}: choose one of {options}",
    "no-jackpot-options": "{book} has no jackpot options: leave jackpot-option out",
    "prizes-on-sign": "the sign says what the {wager} pays: give its prizes, such as --option 'prize.flush=50 for 1'",
    "no-bonus": "{book} pays nothing for other players' hands here: leave bonus.HAND out",
    "no-guarantee": "{book} guarantees nothing to winners who share here: leave guaranteed.HAND out",
    "hand-not-guaranteed": "{hand} has no guaranteed minimum ({clause}): choose one of {hands}",
    "jackpot-needs-ante": "a jackpot wager is an amount beside the ante: give --ante, such as --ante 5",
    "rates-printed": "{book} prints its increment rates ({clauses}): leave rate out",
    "prizes-printed": "{book} prints what its jackpot pays: leave prize.HAND out",
    "no-jackpot-seed": (
        "{book} has no seed of {seed_cents} for a wager of {cost_cents} ({clause}): choose one of {seeds_cents}"
    ),
    "operator-chooses": "{book} prints no increment rates and leaves this to the operator: give for example {options}",
    "rate-too-great": "a rate of {rate} is too high ({clause}): give at most {most}",
    "reset-too-small": "a reset amount of {reset_cents} is too low ({clause}): give at least {least_cents}",
    "hand-not-on-sign": "the sign does not say what {hand} pays ({clause}): choose one of {hands}",
    "bonus-printed": "bonus.{hand} cannot be chosen ({clause}): the book prints the amounts; leave it out",
    "hand-without-bonus": "bonus.{hand} cannot be chosen ({clause}): choose one of {hands}",
    "others-play-alike": (
        "where each dollar goes is worked out for players who all play alike, both ways: leave others out"
    ),
    "dollars-unknown": (
        "where a dollar goes can be worked out only for one prize of the whole meter and one of a part of it"
    ),
    "no-limits": "{book} limits no payment as it stands: give the limit of a sign, maximum-payout=…",
    "nothing-to-limit": "no hand is paid anything that a limit could take away: nothing can be said of the limits",
    "no-known-street": "{name!r} is not a street whose card can be known: name 3rd, 4th or 5th",
    "not-two-cards": "a player holds two cards, not {given}",
    "too-many-board-cards": "there are three community cards, not {given}",
    "nothing-to-decide": "all three community cards are on the board: there is nothing left to decide",
    "bets-and-board": "each card on the board has a street wager before it: --bets has {bets} and --board has {cards}",
    "not-a-multiple": "{bet} antes is not a street wager here: choose one of {multiples}",
    "not-a-street": "{street!r} is not a street: --known names 3rd, 4th or 5th, such as 5th=Ks",
    "street-on-board": "the {street} street card is on the board already: leave it out of --known",
    "card-in-two-places": "{card} is in {first} and in {second}: a deck has one of each card",
    "too-few-cards-left": "{named} cards are named: too few are left for the community cards",
    "not-an-svg": "{path!r} is not an SVG file: give a name that ends in .svg",
    "no-folder": "there is no folder {folder!r} to write {name} to: make it, or choose another",
    # Languages.
    "no-language": "{language!r} is not a language of this house: choose one of {languages}",
}
"""What is wrong and what to do; without a full stop."""
