"""What the console of a table says to the people who run it: what is due now, by which key, and what to pay."""

from typing import TYPE_CHECKING, Final

from mississippi_stud.cards import Card, rank, suit
from mississippi_stud.language import translator
from mississippi_stud.prose.pages import RANKS, SUITS
from mississippi_stud.prose.prompts import instruct, name_of
from mississippi_stud.prose.rulings import INCIDENTS, RULINGS
from mississippi_stud.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from mississippi_stud.table.agenda import DueStep
    from mississippi_stud.table.state import Ruling

DUE: Final = {
    "report": "Report the incident.",
    "rule": "Rule on what was reported: {what}.",
    "receive-deck": "Receive a deck: enter the colour of its backs.",
    "change-cards": "Have the cards changed: this deck has been in use long enough.",
    "change-dealing": "The device is out of order: change how the table is dealt, or close it.",
    "seat": "Seat the first player.",
    "face-up": "A player may ask to see the cards: have them laid face up.",
    "open-round": "Open the round: players may wager.",
    "take-wagers": "Enter the wagers of seat {position}.",
    "close-betting": "Announce: no more bets.",
    "deal": "Deal the cards.",
    "deal-read": "All {of} cards are read: the players may see theirs.",
    "read-hole": "Card {nth} of {of}: deal it to seat {position}, face down, and read it.",
    "read-community": "Card {nth} of {of}: deal it as a community card, face down, and read it.",
    "read-bonus": "Card {nth} of {of}: deal it as a bonus card, face down, and read it.",
    "read-burnt": "Card {nth} of {of}: read it and burn it, face down.",
    "ask": "Ask seat {position}.",
    "retract": "Seat {position} may take back all its wagers.",
    "turn": "Turn the next community card.",
    "turn-read": "Turn the next community card and enter it.",
    "show-hole": "Turn the cards of seat {position} and enter them.",
    "show-bonus": "Turn the bonus cards and enter them.",
    "settle": "All hands are turned: settle the round.",
    "pay": "Settle the next seat: enter its number and what it wins.",
}
"""What is due, by its kind; a prompt has its own sentence."""
WAITED: Final = "{what} It is for the {who}, or somebody of higher rank."
WAITED_PLAYERS: Final = {
    "seat": "Nobody has sat down yet.",
    "take-wagers": "Seat {position} may wager.",
    "ask": "Seat {position} decides.",
}
RULED: Final = "{what}: {ruling}."
PLACES: Final = {
    "hole": "in hands",
    "community": "community cards",
    "bonus": "bonus cards",
    "rack": "in the rack",
    "ready": "to be dealt",
    "apart": "on the table",
    "removed": "taken away",
    "missing": "missing",
    "foreign": "too many",
}
"""Where cards of a deck lie."""
PACE: Final = {
    "betting": "wagers",
    "third-street": "3rd street",
    "fourth-street": "4th street",
    "fifth-street": "5th street",
    "showdown": "turning and paying",
}
"""What takes time in a round, by its phase."""
MEASURES: Final = {
    "play-first": "the suspects play first",
    "separate": "the suspects are separated",
    "english-only": "only English is spoken",
    "void-wagers": "the wagers are void",
    "exclude": "excluded from the game",
    "exclude-from-casino": "excluded from the casino",
    "withhold": "winnings are withheld",
}
"""What may be done about players, where the book leaves a choice."""
CAUSES: Final = {
    "civil-commotion": "civil commotion",
    "fire": "fire",
    "riot": "riot",
    "brawl": "brawl",
    "robbery": "robbery",
    "act-of-god": "an act of God",
}
"""What may disrupt a game from outside."""
CONSOLE: Final = {
    "working": "One moment …",
    "lost": "The server does not answer: check your connection and try again.",
    "lostConnection": "The connection is lost. It comes back by itself.",
    "databaseAway": "The house cannot save anything right now. Nothing is lost; it will try again by itself.",
    "passkeyGivenUp": "The passkey was not used: try again, or sign in with your password.",
    "nextDuty": "Next",
    "nothingDue": "Nothing is due.",
    "notDue": "Not now. What is due: {due} ({clause})",
    "youWait": "You wait:",
    "alsoDue": "Also due",
    "doIt": "Done",
    "turnTo": "Go to it",
    "keys": "Keys",
    "keyNext": "the next thing; while a seat is paid, that it has been",
    "keyNoMore": "no more bets",
    "keyCards": "a card: its rank (A K Q J T 9 … 2), then its suit (C D H S)",
    "keyBack": "take back the last key of a card",
    "keyBets": "the player bets once, twice or three times the ante",
    "keyFold": "the player folds",
    "keyBlind": "the wagers of a blind box on all three streets",
    "keyLeave": "the player has left",
    "keyRetract": "the player takes back all wagers, where a ruling lets them",
    "keyConcede": "the hand is conceded before it is turned",
    "keySeat": "another seat that decides",
    "keyTurnTo": "another thing that is due",
    "keySit": "somebody sits down",
    "keyUndo": "take back the last entry or the card that was read last",
    "keyCorrect": "correct a card, for somebody above the dealer",
    "keyWager": "correct the amount of a wager, for somebody above the dealer",
    "keyIncident": "report an incident",
    "keyCall": "call the floor",
    "keyDispute": "a player disputes something",
    "keyScan": "a scanner's code begins so",
    "backs": "Colour of the backs",
    "backsFirst": "red",
    "backsSecond": "blue",
    "prechecked": "inspected and shuffled in advance",
    "count": "Number of cards or chips counted",
    "depth": "Cards above the cut",
    "cardsSoFar": "Cards entered: {cards}",
    "cardHalf": "A key of the card is entered.",
    "cardNone": "Nothing is entered yet.",
    "enter": "Enter",
    "bets": "{times} × ante ({amount})",
    "fold": "Fold",
    "leave": "Has left",
    "cannotFund": "Cannot pay the street",
    "blind": "Blind: all three streets",
    "blindStreet": "{street}, times the ante",
    "retract": "Takes back all wagers",
    "concede": "Conceded",
    "seats": "Seats",
    "seat": "Seat {position}",
    "walkIn": "Player {number}",
    "free": "free",
    "sit": "Seat a player",
    "sitAs": "Account of the player (empty: none)",
    "sitWho": "Who",
    "sitNew": "a new player",
    "sitBox": "a further box of {player}: nobody is kept from playing, and tables with similar limits have seats",
    "stand": "Has left the table",
    "folded": "folded",
    "paying": "Pay",
    "paysSeat": "Seat {position}: {amount}",
    "paysNothing": "Seat {position}: nothing to pay",
    "chips": "Chips: {chips}",
    "chip": "{count} × {name} ({amount})",
    "chipNameless": "{count} × {amount}",
    "won": "{amount} won",
    "returned": "{amount} back",
    "collected": "collect",
    "paysWager": "{wager}: {what}",
    "nextSeat": "Next",
    "community": "Community cards",
    "decks": "Cards",
    "deck": "Deck with {backs} backs: {places}",
    "dutyList": "On duty",
    "comeOn": "Come on duty as {title}",
    "goOff": "Go off duty",
    "closeTable": "Close the table",
    "tableClosed": "The table is closed, or will be when the cards are counted.",
    "handOver": "Hand over on this device",
    "paceRounds": "Rounds in the last hour: {count}",
    "pacePhase": "{phase} {seconds} s",
    "paceAverage": "On average in the latest rounds: {phases}.",
    "incident": "Report an incident",
    "incidentWhat": "What happened",
    "report": "Report",
    "ruled": "Rulings in this round",
    "fact-position": "Seat",
    "fact-positions": "Seats, such as 1 3",
    "fact-cards": "Number of cards",
    "fact-street": "Community card, 1 to 3",
    "fact-card": "Cards, such as As Td",
    "fact-named": "The player names the cards, such as As Td",
    "fact-measure": "Measure",
    "fact-cause": "Cause",
    "fact-person": "Person who is not seated",
    "fact-looked": "the player has looked at the cards",
    "fact-order": "the order of the cards is known",
    "fact-only": "the cards lie alone in the rack",
    "fact-misdealt": "cards were misdealt",
    "fact-forfeit": "the wagers are forfeited",
    "unknown": "not known",
    "yes": "yes",
    "no": "no",
    "waived": "No action is taken, where the book allows it",
    "call": "Call the floor",
    "called": "The floor is called.",
    "callAbout": "What about (may stay empty)",
    "callWaits": "{name} has called the floor",
    "callWaitsAbout": "{name} has called the floor: {about}",
    "callComing": "{name} is on the way.",
    "callClose": "It is settled",
    "callAnswer": "On my way",
    "dispute": "A player disputes something",
    "disputeAbout": "What about",
    "disputed": "The dispute is open: somebody above decides it.",
    "undone": "Taken back.",
    "undo": "Take back the last entry",
    "undoAbout": "As somebody above the dealer you take back what others have entered, one entry at a time.",
    "correctWager": "Correct a wager",
    "correct-which": "Wager",
    "correct-stake": "Seat {position}, {wager}: {amount}",
    "correct-cents": "Amount that lies there",
    "correctedWager": "Corrected. The log keeps the old amount.",
    "correct": "Correct a card",
    "correct-old": "Card that was entered, such as Td",
    "correct-card": "Card that lies there",
    "correct-grounds": "Grounds, for the log",
    "corrected": "Corrected. The log keeps the old card.",
    "cancel": "Cancel",
    "openConsole": "Console",
    "openStaffed": "Open a table",
    "openStaffedAbout": "A table that people run, under a title that you hold.",
    "noStaffed": "No table is run by people now.",
    "as": "As",
    "how": "Cards and players",
    "how-chips": "real cards, players at the table with chips",
    "how-elsewhere": "real cards, players elsewhere",
    "how-dealer": "the floor's cards, players elsewhere",
    "dealing": "Dealing method",
    "shuffling": "Shuffled",
    "by-hand": "by hand",
    "automatic-shuffler": "by a device",
    "continuous-shuffler": "by a device that reshuffles",
    "least": "Minimum ante, in dollars",
    "most": "Maximum ante, in dollars",
    "openIt": "Open the table",
    "table": "Table",
    "tables": "Open tables",
    "faceDown": "face down",
    "of": "{rank} of {suit}",
}
"""What the pages of the console say."""


def tell_due(book: Rulebook, due: "DueStep", language: str, what: str = "") -> str:
    """Return something that is due, as a sentence for whoever does it or waits for it."""
    from mississippi_stud.table.commands import PLAYER
    from mississippi_stud.table.staff import called

    _ = translator(language)
    if due.by == PLAYER:
        return _(WAITED_PLAYERS[due.kind]).format(position=due.position)
    if due.prompt is not None:
        return instruct(book, due.prompt, language, due.also)
    read = bool(due.cards or due.of) and f"{due.kind}-read" in DUE
    kind = f"{due.kind}-{due.place}" if due.place else f"{due.kind}-read" if read else due.kind
    said = _(DUE[kind]).format(position=due.position, what=what, nth=due.nth, of=due.of)
    return _(WAITED).format(what=said, who=name_of(called(book, due.by), language)) if due.by else said


def card_name(card: Card, language: str) -> str:
    """Return what a card is called."""
    _ = translator(language)
    return _("{rank} of {suit}").format(rank=_(RANKS[rank(card)]), suit=_(SUITS[suit(card)]))


def tell_ruling(ruling: "Ruling", language: str) -> str:
    """Return a ruling as a sentence."""
    _ = translator(language)
    what, how = _(INCIDENTS[ruling.incident]), _(RULINGS[ruling.ruling])
    return _(RULED).format(what=what[:1].upper() + what[1:], ruling=how)
