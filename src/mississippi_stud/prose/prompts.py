"""What people at a table are asked to do: every prompt in sentences, in their language."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mississippi_stud.language import translator
from mississippi_stud.rulebooks.model import BilingualName, Rulebook

if TYPE_CHECKING:
    from mississippi_stud.table.state import Prompt

BACKS: Final = ("red", "blue", "green")
"""The usual colours of the backs of a deck, which are told in the reader's language."""

_CASH: Final = "Put the chips of the progressive wagers into the table's container."
_COLLECT: Final = "Collect the progressive wagers."
_MATCH: Final = "Compare the chips of the progressive wagers with the number that the system accepted."
_NO_MORE: Final = "Announce: no more bets."
_RACK_FOLDED: Final = "Put the folded cards into the rack."
_STUB: Final = "Put the remaining cards into the rack without showing them."
_STUB_COUNT: Final = "Count the remaining cards and enter the number."
_STUB_LAY: Final = "Lay the remaining cards face down on the layout to count them."
_MISDEALT: Final = "Find out whether cards were misdealt, and report the wrong count."
_WAIT_FOLDED: Final = "Leave the folded cards on the table until all wagers are settled."

DUTIES: Final = {
    "advise-of-complaint": "Tell the player about the right to complain to an inspector.",
    "advise-of-inspector": "Tell the player that an inspector is present and may be consulted.",
    "advise-under-minimum": "Advise the player that further wagers under the minimum will be returned.",
    "announce-and-check": "Announce the conceded hand, collect it and spread its cards to check them.",
    "ask-each-player": "Ask each player in turn for a 3rd street wager or a fold.",
    "backs-differ": "Make sure that the backs of the two decks are of different colours.",
    "bank-progressive": _CASH,
    "bank-progressive-automatic": _CASH,
    "bank-progressive-by-hand": _CASH,
    "bet-or-fold": "Announce that the players may bet or fold.",
    "box-seal-and-replace": "Box and seal the cards with their slip, and have them replaced.",
    "cards-beside-ante": "Make sure that the folded cards are face down beside the ante.",
    "cards-kept-secure": "Make sure that the cards checked in advance have been kept secure.",
    "cards-over-the-tray": "Keep the cards in front of you, over the chip tray.",
    "cards-passed-face-down": "Make sure that the folded cards are passed face down.",
    "cards-stay-for-paperwork": "Leave the winner's cards on the table until the paperwork is done.",
    "cards-stay-for-side-wagers": "Leave the cards on the layout: there is a side wager.",
    "check-cards": "Check the cards.",
    "check-deck": "Check and count the deck at the table, then enter the number of cards.",
    "collect-progressive": _COLLECT,
    "collect-progressive-automatic": _COLLECT,
    "collect-progressive-by-hand": _COLLECT,
    "count-cards": "Count the cards and enter the number.",
    "count-deck": "Count all the cards in the deck and enter the number.",
    "count-each-hand": "Count the cards of each hand as you put them into the rack.",
    "count-stub": _STUB_COUNT,
    "count-stub-automatic": "Count the remaining cards, face down on the layout, and enter the number.",
    "count-stub-by-hand": _STUB_COUNT,
    "counted-stub-to-rack": _STUB,
    "counted-stub-to-rack-automatic": _STUB,
    "counted-stub-to-rack-by-hand": _STUB,
    "cover-or-mark": "Cover the device or mark it out of order.",
    "cut": "Cut the cards.",
    "cut-before-device": "Cut the cards before they go into the device.",
    "cut-into-shoe": "Put the cut cards into the shoe.",
    "cutting-card": "Place the cards on the cutting card.",
    "deal-as-shuffled": "Deal the cards as the device shuffled them, without a cut.",
    "draw-with-near-hand": "Draw each card with the hand nearest the shoe and place it with the other.",
    "each-deck-alike": "Prepare each of the two decks in the same way.",
    "empty-automatic-shoe": "Take the remaining cards out of the shoe and put them into the rack without showing them.",
    "empty-device": "Take the cards out of the device.",
    "empty-shoe-and-rack": "Nobody is playing: take the cards out of the shoe and the rack.",
    "find-misdeal": _MISDEALT,
    "find-misdeal-automatic": _MISDEALT,
    "find-misdeal-by-hand": _MISDEALT,
    "folded-cards-stay": _WAIT_FOLDED,
    "folded-cards-stay-fifth": _WAIT_FOLDED,
    "folded-cards-stay-fourth": _WAIT_FOLDED,
    "folded-cards-to-rack": _RACK_FOLDED,
    "folded-cards-to-rack-fifth": _RACK_FOLDED,
    "folded-cards-to-rack-fourth": _RACK_FOLDED,
    "hand-by-hand": "Turn and spread the hand, then pay or collect its wagers before you go on to the next.",
    "inform-cannot-fund": "Tell the player that the initial wagers will be forfeited next time.",
    "inform-street-amount": "Tell the player the required street wager, and that anything less will be returned.",
    "inspect-cards": "Inspect the cards for defects.",
    "keep-to-one-hand": "Hold the cards in the same hand for the whole round.",
    "lay-stub-face-down": _STUB_LAY,
    "lay-stub-face-down-by-hand": _STUB_LAY,
    "load-automatic-shoe": "Put the cards into the dealing shoe or shuffler.",
    "load-device-to-shuffle": "Put the cards into the shuffling device.",
    "load-shoe": "Put the stacked deck into the shoe.",
    "losing-cards-to-rack": "Collect the losing wagers and put the hand into the rack.",
    "marker-at-the-seat": "Put the marker where the player sits, not at the other boxes.",
    "match-progressive": _MATCH,
    "match-progressive-automatic": _MATCH,
    "match-progressive-by-hand": _MATCH,
    "no-more-bets": _NO_MORE,
    "no-more-bets-automatic": _NO_MORE,
    "no-more-bets-by-hand": _NO_MORE,
    "one-deck-in-rack": "Make sure that the rack holds the cards of only one deck.",
    "other-deck-in-device": "Store the other deck, shuffled, in the device.",
    "place-marker": "Place the player's marker.",
    "prove-cards": "Show the number of cards in the hand and put them into the rack.",
    "prepare-anew": "A player is back: show the cards, then prepare them again.",
    "pushed-cards-collected": "Collect the cards of the pushed hand and leave its wagers.",
    "rack-for-reconstruction": "Put all remaining cards into the rack so that each hand can be reconstructed.",
    "recut": "Cut the cards again.",
    "relief": "Relieve the dealer: come on duty and go on with the round.",
    "remove-deck": "Remove the whole deck from the table.",
    "remove-marker": "Take the player's marker away.",
    "replace-deck": "Take the deck away and bring new cards.",
    "reshuffle": "Shuffle the cards again.",
    "reshuffled-goes-to-the-device": "The deck arrived inspected and shuffled: put it into the device.",
    "reshuffled-goes-to-the-cut": "The deck arrived inspected and shuffled: go straight to the cut.",
    "review-dispute": "Review the decision on the dispute.",
    "same-design": "Make sure that both decks have the same design.",
    "shuffle": "Shuffle the cards.",
    "shuffle-after-count": "The count is right: shuffle the cards.",
    "shuffle-at-once": "The cards are coming out in an abnormal sequence: shuffle them at once.",
    "shuffle-before-device": "Shuffle the cards before they go into the device.",
    "shuffle-by-hand-first": "Shuffle the cards by hand before they go into the device.",
    "shuffled-before-play": "Make sure that the cards are shuffled before play begins.",
    "spread-absent-hand": "The player is away: spread the two cards and put them into the rack.",
    "spread-and-discard": "Spread the two cards face down, then put them into the rack.",
    "spread-face-down": "Spread the cards face down on the table.",
    "spread-face-up": "A player asked for it: spread the cards face up on the table.",
    "spread-for-first-player": "Spread the cards face up by suit for the first player to see.",
    "spread-stray-hand": "Spread the stray cards and put them into the rack.",
    "stack": "Stack the cards.",
    "stub-to-rack": _STUB,
    "stub-to-rack-by-hand": _STUB,
    "take-deck-in-one-hand": "Take the stacked deck in one hand.",
    "top-to-bottom": "Put the cover card and everything above it at the bottom of the deck.",
    "turn-face-down": "Turn the cards face down.",
    "validate-payout": "Have the meter prize validated before you pay it.",
    "verify-hand": "Verify that the hand wins the progressive.",
    "verify-light": "Verify that the right light of the progressive system is on.",
    "wash": "Wash the cards.",
}
"""What a person has to do, by the name of the duty."""

UNTIL_THEN: Final = {
    "deal": "until then no card is dealt",
    "next-card": "until then no card is turned and nothing is settled",
    "next-round": "until then no round begins",
    "ruling": "until then no ruling is given",
    "change-of-dealing": "until then no other dealing method is used",
    "closing": "until then the table stays open",
    "end-of-dispute": "until then the dispute stays open",
    "nothing": "play goes on meanwhile",
}
"""What is refused until a prompt is confirmed."""

PEOPLE: Final = {"player": "player", "surveillance": "surveillance"}
"""People without a title."""


def name_of(who: BilingualName | str, language: str) -> str:
    """Return what a person is called."""
    if isinstance(who, str):
        return translator(language)(PEOPLE.get(who, who))
    return who.fr.value if language == "fr" else who.en.value


def duty(name: str, language: str, who: BilingualName | str | None = None) -> str:
    """Describe a duty in a sentence; a duty that only a custom rule book has appears by its name."""
    _ = translator(language)
    if isinstance(who, str):
        return _("Tell {who}.").format(who=name_of(who, language))
    if who is not None:
        return _("Tell the {who}.").format(who=name_of(who, language))
    if name in DUTIES:
        return _(DUTIES[name])
    return f"{name.replace('-', ' ').capitalize()}."


def backs_of(deck: str, language: str) -> str:
    """Return what the backs of a deck are called; a colour that is not one of the usual ones is as it was entered.

    >>> [backs_of(each, "fr") for each in ("red", "with a swan")]
    ['rouge', 'with a swan']
    """
    return translator(language)(deck) if deck in BACKS else deck


def shortly(book: Rulebook, prompt: "Prompt", language: str = "en") -> str:
    """Return what a prompt asks for, and where."""
    return _with_place(_said(book, prompt, language), _place((prompt,), language))


def _said(book: Rulebook, prompt: "Prompt", language: str) -> str:
    from mississippi_stud.table.duties import told

    return duty(prompt.duty, language, told(book, prompt))


def _place(prompts: Sequence["Prompt"], language: str) -> str:
    """Return where something is to be done: with which deck, at which positions, in which dispute."""
    _, first = translator(language), prompts[0]
    where = [_("{backs} deck").format(backs=backs_of(first.deck, language))] if first.deck else []
    places = ", ".join(str(each.position) for each in prompts)
    named = _("positions {positions}") if len(prompts) > 1 else _("position {position}")
    where += [named.format(position=places, positions=places)] if first.position else []
    where += [_("dispute {dispute}").format(dispute=first.dispute)] if first.dispute else []
    return ", ".join(where)


def _with_place(said: str, where: str) -> str:
    return f"{said.removesuffix('.')} ({where})." if where else said


def _all_said(book: Rulebook, prompts: Sequence["Prompt"], language: str) -> str:
    """Return what several prompts ask for, each duty once; a place that duties share stands after the last of them."""
    alike: dict[str, list[Prompt]] = {}
    for each in prompts:
        alike.setdefault(each.duty, []).append(each)
    places = [_place(each, language) for each in alike.values()]
    shown = [where if where != after else "" for where, after in zip(places, [*places[1:], ""], strict=True)]
    return " ".join(
        _with_place(_said(book, first, language), where)
        for (first, *_others), where in zip(alike.values(), shown, strict=True)
    )


def instruct(book: Rulebook, prompt: "Prompt", language: str = "en", also: Sequence["Prompt"] = ()) -> str:
    """Return a prompt in words, without its clause: what to do, who confirms it, what is refused until then.

    `also` are prompts that are confirmed with it: of the same moment, and by the same person.
    """
    from mississippi_stud.table.staff import called

    _ = translator(language)

    def who(title: str) -> str:
        return name_of(called(book, title), language)

    if prompt.done_by and prompt.verified_by:
        confirms = _("Done; now the {second} or above confirms it as a second person").format(
            second=who(prompt.verified_by)
        )
    elif prompt.verified_by:
        confirms = _("To be done by the {by} or above and confirmed by the {second} or above").format(
            by=who(prompt.by), second=who(prompt.verified_by)
        )
    elif prompt.alone:
        confirms = _("To be done and confirmed by the {by}, nobody else").format(by=who(prompt.by))
    else:
        confirms = _("To be confirmed by the {by} or above").format(by=who(prompt.by))
    said = _all_said(book, (prompt, *also), language)
    return f"{said} {confirms}; {_(UNTIL_THEN[prompt.blocks])}."
