"""What the supervisor's pages say: the map of a house, one of its tables, and what can be done there."""

from typing import Final

from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.names import amount

PIT: Final = {
    "working": "One moment …",
    "lost": "The server does not answer: check your connection and try again.",
    "passkeyGivenUp": "The passkey was not used: try again, or sign in with your password.",
    "ended": "This table is closed, or not yours to supervise any more.",
    "table": "Table",
    "noTables": "No table is open.",
    "round": "round {number}",
    "betweenRounds": "no round is in play",
    "seatsTaken": "{taken} of {seats} seats taken",
    "asks": "waits for seats {seats}",
    "asksOne": "waits for seat {seats}",
    "still": "no move for {time}",
    "questionOpen": "A ruling is asked for:",
    "promptsWait": "duties waiting: {count}",
    "promptOverdue": "waiting for {time}",
    "incidents": "rulings in this round: {count}",
    "prizesWait": "prizes to validate: {count}",
    "disputesOpen": "disputes: {count}",
    "floorCalled": "{name} calls the floor",
    "floorComing": "{name} is on the way.",
    "result": "result",
    "resultAbout": "What the players have lost here, less what they have won.",
    "limits": "limits",
    "onDuty": "on duty",
    "nobodyOnDuty": "nobody is on duty",
    "meter": "meter",
    "stopped": "stopped: {why}",
    "openTable": "Go to the table",
    "filterCalls": "Only those that need somebody",
    "shown": "{shown} of {tables} tables",
    "question": "Ruling",
    "noQuestion": "Nothing waits for a ruling.",
    "reportedAs": "reported: {facts}",
    "decidesTitle": "It is decided by the {title}, or somebody of higher rank.",
    "proposed": "The book rules:",
    "instead": "Or, where the book leaves the choice:",
    "wagers": "What it does to each wager",
    "seat": "Seat {position}",
    "wager": "Wager",
    "stake": "Stake",
    "effect": "Effect",
    "noWagers": "No wager lies on the table.",
    "afterwards": "What is done then:",
    "endsRound": "The round ends.",
    "goesOn": "The round goes on.",
    "meterMoves": "Meter {meter}: {before}, then {after}",
    "duties": "Duties",
    "noDuties": "Nothing waits.",
    "rulings": "Rulings in this round",
    "seats": "Seats",
    "seatColumn": "Seat",
    "noSeats": "Nobody is seated.",
    "prizes": "Jackpots to validate",
    "withheld": "Withheld winnings",
    "disputes": "Disputes",
    "cardByCard": "The round, card by card",
    "roundOpen": "The round is still in play: its cards are shown when it is over.",
    "about": "about round {number}",
    "decision": "Decision: {text}",
    "review": "Review: {text}",
    "reviewAsked": "The player has asked for a review.",
    "notices": "Signs",
    "decks": "Cards",
    "choose": "What to do",
    "preview": "What would it do?",
    "done": "Done.",
    "officialOnly": "You look on as an official: you may do what the book names, and nothing else.",
    "comeFirst": "Come on duty first to act at this table.",
    "hidden": "not known",
    "faceDown": "not known",
    "of": "{rank} of {suit}",
}  # fmt: skip
"""The sentences of the scripts."""

GROUPS: Final = {
    "calls": "Calls",
    "people": "People on duty",
    "limits": "Limits",
    "closing": "Closing",
    "cards": "Cards and orders",
    "dealing": "Way of dealing and approvals",
    "players": "Players",
    "meters": "Meter",
    "report": "Report an incident",
    "stops": "Stop and start",
}
"""The groups of what can be done, in the order of the page."""

PIT_ACTS: Final = {
    "answer-call": "On my way",
    "close-call": "The call is settled",
    "come-on-duty": "Come on duty as {title}",
    "go-off-duty": "Go off duty",
    "raise-notice": "Announce a higher minimum: {wager}",
    "change-limits": "Change the limits: {wager}",
    "raise-at-once": "Raise at once, with markers: {wager}",
    "raise-kept-notice": "Announce the end of the kept minimum",
    "end-kept": "End the kept minimum",
    "agree-limits": "Agree personal limits: {wager}",
    "close-notice": "Announce the closing",
    "close-table": "Close the table",
    "receive-deck": "Bring a deck",
    "verify-cards": "Have the cards checked",
    "order-shuffle": "Order a shuffle",
    "order-shuffle-now": "Order a shuffle at once: abnormal sequence",
    "order-cut": "Order a cut",
    "order-recut": "Order another cut",
    "order-burn": "Order a card to be burnt",
    "change-cards": "Have the cards changed",
    "change-dealing": "Change the way of dealing or the device",
    "record-approval": "Record an approval",
    "refuse-wager": "Refuse a wager",
    "vacate": "Have a seat vacated",
    "exchange-voucher": "Exchange a voucher for tokens",
    "open-dispute": "Open a dispute for a player",
    "open-meter": "Open a meter",
    "link-meter": "Link this table to a meter",
    "meter-notice": "Put up the sign for a change",
    "unlink-meter": "Take this table off its meter",
    "move-meter": "Move this table to another meter",
    "close-meter": "Close a meter",
    "meter-equipment": "Record that the equipment fails or works",
    "correct-meter": "Propose a correction of a meter",
    "stop-table": "Stop this table",
    "start-table": "Start this table again",
    "stop-player": "Stop a player who sits here",
    "start-player": "Let a player play again",
    "stop-house": "Stop the whole house",
    "start-house": "Start the house again",
    "accept": "Rule so",
    "let-be": "Let it be",
    "confirm": "Confirm",
    "reject": "Reject",
    "validate": "Validate and pay",
    "reject-prize": "Reject the prize",
    "release": "Release the winnings",
    "keep": "Keep the winnings",
    "decide-dispute": "Decide",
    "review-dispute": "Review",
    "close-satisfied": "Close: the player is satisfied",
    "close-dissatisfied": "Close: the player is not satisfied",
}
"""What can be done; a report is named by its incident."""

PIT_FIELDS: Final = {
    "minimum": "At least",
    "maximum": "At most (empty: no maximum)",
    "minutes": "In how many minutes (empty: as soon as the book allows)",
    "player": "Player",
    "seat": "Seat",
    "wager": "Wager",
    "grounds": "Grounds, for the log",
    "grounds-optional": "Grounds, for the log (optional)",
    "why": "Reason, for the log",
    "backs": "Colour of the backs",
    "prechecked": "inspected and shuffled in advance",
    "dealing": "Dealt",
    "shuffling": "Shuffled",
    "counts": "the device counts the cards",
    "what": "What was approved",
    "reference": "Reference of the approval",
    "amount": "Amount",
    "conditions": "its conditions are met",
    "about": "What it is about",
    "text": "Decision",
    "count": "Number counted",
    "depth": "Cards above the cut",
    "meter": "Meter",
    "name": "Name of the meter",
    "cost": "Cost of the jackpot wager",
    "option": "Option of the book",
    "seed": "Seed of the option",
    "seed-amount": "Seed",
    "rate": "Rate, such as 20%",
    "change": "Change",
    "working": "it works",
    "manual": "manual arrangements replace it",
    "correction": "Amount to add in cents, exact: 12 or -1/8",
    "corrects": "What it corrects",
    "position": "Seat",
    "positions": "Seats, such as 1 3",
    "person": "Id of a person who is not seated",
    "cards": "Number of cards",
    "street": "Streets of the cards shown: 1, 2 or 3",
    "card": "Cards that were seen, such as As Td",
    "named": "Cards that the player names, such as As Td",
    "looked": "Have players looked at their cards? (empty: as the round shows)",
    "order": "Is the order of the cards known? (empty: nobody knows)",
    "misdealt": "cards were misdealt",
    "only": "no other cards are in the rack",
    "forfeit": "the culprit forfeits the wagers",
    "measure": "Measure",
    "cause": "Cause",
}
"""The labels of the fields."""

CAUSE_NAMES: Final = {
    "civil-commotion": "civil commotion",
    "fire": "fire",
    "riot": "riot",
    "brawl": "brawl",
    "robbery": "robbery",
    "act-of-god": "act of God",
}
"""What may disrupt a game."""

YES_NO: Final = {"yes": "yes", "no": "no"}
"""What is asked and answered by yes or no."""

METER_CHANGES: Final = {
    "add": "this table joins a meter",
    "remove": "this table leaves its meter",
    "move": "this table moves to another meter",
    "close": "a meter closes",
}
"""What a sign about meters announces."""

PLACES: Final = {
    "hole": "to seat {position}",
    "community": "community card",
    "bonus": "bonus card",
    "burnt": "burnt",
    "discarded": "taken out by a ruling",
}
"""Where a card of a round went."""

EFFECTS: Final = {
    "void": "{back} goes back to the player",
    "forfeit": "forfeited",
    "lose": "lost",
    "carried": "carried to the next round",
    "push": "{back} goes back to the player",
    "": "stays in play",
    "excess": "stays in play for {counted}; {back} goes back to the player",
    "unchanged": "unchanged",
}
"""What a ruling does to a wager, by its outcome."""


def tell_effect(outcome: str | None, cents: int, counted: int, returned: int, currency: Currency, language: str) -> str:
    """Return what becomes of a wager in words.

    >>> tell_effect("void", 25_00, 25_00, 25_00, Currency.CAD, "en")
    '$25.00 goes back to the player'
    >>> tell_effect(None, 100_00, 75_00, 0, Currency.CAD, "en")
    'stays in play for $75.00; $25.00 goes back to the player'
    """
    _ = translator(language)
    key = outcome or ("excess" if counted < cents else "")
    back = returned if outcome else cents - counted
    said = _(EFFECTS.get(key, EFFECTS["unchanged"]))
    return said.format(back=amount(back, currency, language), counted=amount(counted, currency, language))
