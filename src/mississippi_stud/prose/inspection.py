"""What an inspector reads: the steps of a round, what is found in it, and the parts of an inspection."""

from typing import Any, Final

from mississippi_stud.cards import symbols
from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.names import ENDINGS, NAMES, amount
from mississippi_stud.prose.pages import SENTENCES
from mississippi_stud.prose.rulings import INCIDENTS, RULINGS

STEPS: Final = {
    "table_opened": "The table is opened.",
    "duty_begun": "Somebody comes on duty.",
    "duty_ended": "Somebody goes off duty.",
    "deck_received": "A deck is received.",
    "deck_removed": "A deck is removed.",
    "deck_shuffled": "A deck is shuffled.",
    "deck_cut": "A deck is cut.",
    "decks_alternated": "The decks are exchanged.",
    "stub_counted": "The rest of the deck is counted.",
    "stub_racked": "The rest of the deck is put away.",
    "deck_counted": "A deck is counted.",
    "cards_spread": "The cards are spread out.",
    "face_up_asked": "Cards are asked for face up.",
    "phrase_said": "A player says a set phrase.",
    "queue_joined": "Somebody joins the line for a seat.",
    "seat_offered": "A seat is offered to somebody in line.",
    "queue_left": "Somebody leaves the line for a seat.",
    "prompted": "Something is to be done.",
    "prompt_done": "What was asked for is done.",
    "prompt_rejected": "What was done is not confirmed.",
    "prompt_confirmed": "What was done is confirmed.",
    "prompt_dropped": "What was asked for is not needed any more.",
    "entry_begun": "What happened on the layout is entered.",
    "entry_taken_back": "The last entry is taken back.",
    "card_corrected": "A card that was entered wrongly is corrected.",
    "wager_corrected": "A wager that was entered wrongly is corrected.",
    "card_read": "A card is read as it leaves the shoe.",
    "read_taken_back": "The card that was read last is taken back.",
    "supervisor_called": "The floor is called.",
    "call_answered": "Somebody is on the way to the table.",
    "call_closed": "The call is settled.",
    "burn_ordered": "Cards are to be burnt.",
    "betting_closed": "No more bets.",
    "seat_ready": "A player is ready.",
    "round_committed": "The house commits itself to a deck.",
    "seed_committed": "A player commits themselves to a seed.",
    "commitment_withdrawn": "A commitment is withdrawn unused.",
    "deadline_set": "The time for a decision begins.",
    "deadline_ended": "A time ends.",
    "prize_pending": "A prize waits to be validated.",
    "prize_validated": "A prize is validated.",
    "prize_rejected": "A prize is rejected.",
    "winnings_withheld": "Winnings are withheld.",
    "winnings_released": "Withheld winnings are released.",
    "winnings_kept": "Withheld winnings are kept.",
    "wager_refused": "A wager is refused.",
    "voucher_exchanged": "A voucher is exchanged.",
    "notice_given": "A notice is given.",
    "limits_changed": "The limits are changed.",
    "kept_minimum_ended": "The old minimum ends.",
    "limits_agreed": "Personal limits are agreed.",
    "turns_ordered": "The tournament says in which order the seats bet.",
    "dealing_changed": "The cards are dealt in another way.",
    "device_covered": "The device is covered.",
    "approval_recorded": "An approval is recorded.",
    "ruling_asked": "A ruling is asked for.",
    "incident_ruled": "An incident is ruled on.",
    "carried_returned": "A carried wager is returned.",
    "closing_begun": "The table begins to close.",
    "table_closed": "The table is closed.",
    "hole_shown": "A hand is turned.",
    "card_exposed": "A community card is exposed too early.",
    "cards_discarded": "Cards are taken out of the round.",
    "hand_restored": "A hand is put back in play.",
    "seat_moved": "A hand seen counts as the seat's own.",
    "retraction_offered": "Players may take back their wagers.",
}
"""What happened, by the name of the event, where the pages of players do not say it."""
_GROUNDED: Final = ("card_corrected", "wager_corrected", "entry_taken_back", "prompt_rejected")
"""The events that tell why."""

PARTS: Final = {
    "rounds": "Rounds",
    "inbox": "Inbox",
    "complaints": "Complaints",
    "meters": "Meters",
    "integrity": "Integrity",
    "trends": "Trends",
    "printed": "Printed matter",
}
"""The parts of an inspection."""

REPORTS: Final = {
    "incident_ruled": "{incident}; {ruling}; to be told: {told}",
    "dispute_opened": "call to the floor {number}: {about}",
    "person_excluded": "{person} was excluded: {grounds}",
    "person_admitted": "{person} was admitted again: {grounds}",
}
"""What is to be reported, by the name of the event."""

ROUND_STATUSES: Final = {"open": "under way", "settled": "settled", "void": "void"}
"""How a round stands."""

PROGRESS: Final = {
    "program": "The program",
    "chain": "The chains and signatures of the log, the books and the money",
    "streams": "Every stream, folded again from the log: rounds, payments, prizes and proofs",
}
"""The parts of an examination, in order."""

TREND_KINDS: Final = {
    "hand": "hand: {name}",
    "rank": "at least one card of rank {name}",
    "card": "the card {name}",
    "voids": "void rounds",
    "void-hands": "void rounds in which a paying hand had been dealt",
}
"""What a look at past rounds counts."""

TREND_SUBJECTS: Final = {"house": "the house", "table": "table {name}", "dealer": "dealer {name}"}
"""Whose rounds a look is about."""

TREND_WORDS: Final = {"count": "rounds", "observed": "observed", "expected": "to be expected"}
"""What the picture of the hands says."""

EXAMINATION: Final = {
    "begun": "The examination has begun.",
    "good": "Everything is as it should be.",
    "bad": "Something is not as it should be.",
    "right": "in order",
    "wrong": "not in order",
    "nothing": "nothing to compare with",
    "lost": "The examination was cut off: begin it again.",
}
"""What the page of an examination says."""

WATCHERS: Final = {
    "watcher": "a watcher",
    "seat": "seat {position}: {player}",
    "duty": "{title}: {person}",
    "console": "the console of {person} ({title})",
    "supervision": "the supervisor's page of {person} ({title})",
}
"""Through whose eyes a round is seen."""


def tell_step(name: str, event: Any, currency: Currency, language: str, asked: str = "") -> str:
    """Return what happened in a step of a round, with what is known of it; `asked` is the duty that it is about."""
    _ = translator(language)
    said = _(SENTENCES.get(f"event-{name}") or STEPS[name])
    more = _known(name, event, currency, language)
    return " ".join(part for part in (said, asked, more) if part)


def _known(name: str, event: Any, currency: Currency, language: str) -> str:
    """Return the particulars of a step: who, how much, which cards."""
    _ = translator(language)
    parts: list[str] = []
    position = getattr(event, "position", None)
    if position is not None:
        parts.append(_("position {position}").format(position=position))
    if name in ("wager_placed", "wager_withdrawn"):
        parts += [_(NAMES.get(event.wager, event.wager)), amount(event.stake.cents, currency, language)]
    elif name == "hand_ended":
        parts.append(_(ENDINGS[event.ending]))
    elif name == "card_revealed":
        parts.append(symbols([event.card]))
    elif name in ("hole_shown", "card_exposed", "cards_discarded", "bonus_shown"):
        parts.append(shown_cards(event.cards))
    elif name == "incident_ruled":
        ruled = event.ruled
        parts += [_(INCIDENTS[ruled.incident]), _(RULINGS[ruled.ruling])]
    elif name == "card_corrected":
        parts.append(f"{symbols([event.old])} → {symbols([event.new])}")
    elif name == "wager_corrected":
        now = event.stakes[event.wager].cents if event.wager in event.stakes else 0
        amounts = " → ".join(amount(cents, currency, language) for cents in (event.old_cents, now))
        parts += [_(NAMES.get(event.wager, event.wager)), amounts]
    elif name == "ruling_asked":
        parts.append(_(INCIDENTS[event.question.incident]))
    if name in _GROUNDED and event.grounds:
        parts.append(event.grounds)
    return f"({', '.join(parts)})" if parts else ""


def shown_cards(cards: Any) -> str:
    """Write cards for people, one that is not seen as a back.

    >>> shown_cards((51, None))
    'A♠ ▮'
    """
    return " ".join("▮" if card is None else symbols([card]) for card in cards)


def clause_of(event: Any) -> str:
    """Return the clause that an event names, if any."""
    ruled = getattr(event, "ruled", None) or getattr(event, "question", None)
    return str(getattr(event, "clause", "") or getattr(ruled, "clause", "") or "")
