"""What the scripts say to people: every sentence and name that the browser needs, in the reader's language."""

import json
from collections.abc import Mapping
from typing import Any

from mississippi_stud.language import translator
from mississippi_stud.prose.signs import BUTTONS, Signs

SENTENCES = {
    "allBooks": "All rule books",
    "filterBook": "Rule book",
    "filterResult": "Result",
    "filterSince": "From",
    "filterUntil": "To",
    "result-": "All results",
    "result-won": "Won",
    "result-lost": "Lost",
    "result-even": "Even",
    "result-void": "Void",
    "result-open": "Under way",
    "noSuchRounds": "No rounds like that.",
    "everyStep": "Show every entry of the log",
    "share": "Share this hand",
    "shared": "Whoever has this link sees this round, and no other:",
    "copied": "The link is copied.",
    "sharedBy": "Somebody has shared this hand with you.",
    "playToo": "Play a hand yourself",
    "sharedProved": "Checked: the cards follow from the house's secret and the player's seed. "
    "That the house was bound to its secret before the deal, only the player's own browser can prove.",
    "event-wagers": "The wagers are placed.",
    "event-seat_ready": "The seat is ready.",
    "event-deadline_set": "A time is set.",
    "event-deadline_ended": "A time is no longer needed.",
    "event-seed_committed": "The hash of a seed is published.",
    "meter": "{wager}: the meter",
    "meterGrows": "It starts from {seed} and grows by {rate} of every such wager at all tables.",
    "place": "Place your ante, then deal.",
    "decide": "Bet {multiples} times the ante, or fold.",
    "dealt": "You hold {cards}.",
    "turned": "{card} is turned.",
    "turnedAll": "{cards} are turned.",
    "goal": "Place your ante and deal: a pair of jacks or better wins.",
    "made-low-pair": "a pair of 2s to 5s, which pays nothing",
    "made-nothing": "nothing that pays",
    "sideWins": "{wager} wins: {hand}.",
    "points": "Points: a jack or higher counts 2, a 6 to a 10 counts 1.",
    "folded": "You fold.",
    "made": "You have: {hand}.",
    "won": "You win {amount}.",
    "lost": "You lose {amount}.",
    "even": "You break even.",
    "void": "The round is void: every wager was returned.",
    "yourCards": "Your cards",
    "bonusCards": "Bonus cards",
    "others": "The other seats",
    "seat": "Seat {number}",
    "ownBox": "Your box {number}",
    "ready": "ready",
    "waiting": "Your wagers are placed; the others are not ready yet.",
    "lostConnection": "The connection is lost; we try again.",
    "back": "The connection is back.",
    "databaseAway": "The house cannot write anything down just now. Nothing is lost; we try again by ourselves.",
    "broke": "Your play money is running out.",
    "more": "More play money",
    "faceDown": "card face down",
    "noCard": "no card yet",
    "of": "{rank} of {suit}",
    "proved": "Proved: the cards follow from the secret that the house had committed to, and from your seed.",
    "notProved": "NOT proved: {why}",
    "wrongCommitment": "the secret is not the one that the house had committed to.",
    "wrongSeed": "the seed is not the one that this browser sent.",
    "wrongCards": "the cards do not follow from the secret and the seed.",
    "notKept": "Not proved here: this browser kept nothing of this round from before its deal.",
    "checking": "Checking …",
    "commitment": "The house's commitment to this deck",
    "nextCommitment": "The house's commitment to the next deck",
    "seed": "Your seed",
    "seedHint": "Mixed into the shuffle; empty: a new one by chance every round.",
    "fairness": "Is this deal fair?",
    "best": "best",
    "costs": "{street}: {play} cost {value} antes against the best play, {best}.",
    "good": "{street}: {play} was the best play.",
    "perfect": "Every decision was the best one.",
    "review": "What your decisions lost",
    "working": "Working out the exact values …",
    "round": "Round {number}",
    "step": "Step {step} of {steps}",
    "previous": "Step back",
    "next": "Step on",
    "older": "Older rounds",
    "choose": "Choose a round to see it again, step by step.",
    "over": "That is more than the limit of {limit}.",
    "atMost": "at most {limit}",
    "noAmount": "Please type an amount, such as 5 or 12.50.",
    "noAnte": "Please place an ante first.",
    "noMoney": "You have only {amount}.",
    "mayCut": "At these wagers the greatest win would be cut to {amount} ({clause}).",
    "noRounds": "No rounds yet.",
    "cut": "limited by {clause}: {amount} less",
    "returned": "{amount} comes back",
    "total": "In all",
    "open": "under way",
    "add": "add {amount}",
    "clear": "take back",
    "help": "Keys",
    "close": "Close",
    "thisHelp": "this help",
    "goOn": "Continue this round",
    "event-round_opened": "Wagers, please.",
    "event-wager_placed": "A wager is placed.",
    "event-wager_withdrawn": "A wager is taken back.",
    "event-seed_opened": "A seed is mixed into the shuffle.",
    "event-cards_dealt": "The cards are dealt.",
    "event-card_revealed": "A community card is turned.",
    "event-hand_ended": "The hand is folded.",
    "event-round_settled": "The wagers are settled.",
    "event-round_voided": "The round is void.",
    "event-secret_revealed": "The house reveals its secret.",
}
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]


CHIPS_CENTS = (1_00, 5_00, 10_00, 25_00)
"""The chips that a page offers."""
DISCS_CENTS = (*CHIPS_CENTS, 100_00)
"""The chips that it draws."""
START_CENTS = 5_00
"""The ante that a page begins with."""


def script_words(signs: Signs, names: Mapping[str, str], **more: Any) -> str:
    """The words and the data of a page about a table, as JSON for its scripts, and what else the page needs."""
    _, dealing = translator(signs.language), signs.book.dealing
    words = {
        "say": {key: _(sentence) for key, sentence in SENTENCES.items()},
        "names": {key: _(name) for key, name in names.items()},
        "ranks": [_(rank) for rank in RANKS],
        "suits": [_(suit) for suit in SUITS],
        "book": signs.book.id,
        "terms": {name: signs.labels[name] for name in BUTTONS},
        "cards": {"hole": dealing.hole_cards.value, "community": dealing.community_cards.value},
        "chips": CHIPS_CENTS,
        "discs": DISCS_CENTS,
        "start": START_CENTS,
        "ceilings": list(signs.ceilings()),
        **more,
    }
    return json.dumps(words, ensure_ascii=False).replace("</", "<\\/")
