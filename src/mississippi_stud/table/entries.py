"""Entries that were wrong: taken back by whoever made them, or corrected by somebody above with the old value kept.

What really lies on the layout never changes by this, only what was entered of it (decision 342).
"""

from collections.abc import Iterator
from typing import Final

from mississippi_stud.cards import DECK, Card
from mississippi_stud.money import Cents
from mississippi_stud.round import commands as rc
from mississippi_stud.round.deal import known_cards, steps
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase, PlayerHand, Setup, Stake, State, offered
from mississippi_stud.round.wagers import corrected, placed
from mississippi_stud.rulebooks.model import Clause, Rulebook, RuledValue
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Power, Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.shoe import unread_last
from mississippi_stud.table.staff import check_above, check_grounds, check_power, holder
from mississippi_stud.table.state import Table

KEPT: Final = (
    rc.Bet, rc.BetBlind, rc.Fold, rc.Leave, rc.CannotFund, rc.Concede, rc.Retract, rc.Reveal, rc.ShowHole,
    rc.ShowBonus,
)  # fmt: skip
"""What the dealer of a table with chips enters in a round and may take back; wagers before the cards are entered anew.
"""


def keep_entry(course: Course, do: rc.Command) -> None:
    """Remember the round as it is before an entry that may be taken back."""
    if course.table.chips and isinstance(do, KEPT) and course.by != c.PLAYER:
        course.add(e.EntryBegun, person=course.who)


def take_back(course: Course, command: c.TakeBack) -> None:
    """Take back the card that was read last, or the last entry.

    Whoever made it may do so as long as nothing has followed from it, and so may whoever relieved them; somebody above
    may go on, entry by entry and with grounds, to the first entry of the round or the last ruling (decision 431).
    """
    table, clause = course.table, course.book.play.settlement_order.clause
    if table.read:
        unread_last(course)
        return
    if table.round is None or not table.entries:
        raise Refused("nothing-to-take-back", clause)
    above = "" if table.entry and table.entry.person == course.who else may_correct(course.book, command.by)
    if above:
        check_grounds(command.grounds, above)
    elif table.entry is None:
        raise Refused("taken-back-above", clause)
    elif table.entry.person != course.who and table.entry.person in {person for person, _ in table.on_duty}:
        raise Refused("entry-of-another", clause)
    prompted = table.entries[-1].prompted
    course.drop(lambda prompt: prompt.number > prompted)
    grounds = command.grounds if above else ""
    course.add(e.EntryTakenBack, person=course.who, grounds=grounds, clause=above)


def may_correct(book: Rulebook, by: str) -> Clause:
    """Return the clause by which a title corrects what others have entered; empty if it does not."""
    try:
        return corrector_clause(book, by)
    except Refused:
        return ""


def correct_wager(course: Course, command: c.CorrectWager) -> None:
    """Correct the amount of a wager that was entered wrongly in the open round, as somebody who may correct cards.

    A main wager that breaks a limit is taken as one that nobody noticed; the wagers that depend on it are judged anew.
    A side wager that was forgotten is entered, and one that did not lie there is taken out with an amount of nothing;
    its meter registers the round anew (decision 466).
    """
    book, table, wager = course.book, course.table, command.wager
    clause = corrector_clause(book, command.by)
    check_grounds(command.grounds, clause)
    state = table.round
    if state is None:
        raise Refused("round-over", book.play.settlement_order.clause)
    if not table.chips:
        raise Refused("own-wagers", book.money.instruments.clause)
    if state.phase is Phase.BETTING:
        raise Refused("enter-wagers-anew", book.wagers[Wager.ANTE].closes.clause)
    hand, side = state.hands.get(command.position), wager not in MAIN_WAGERS
    if hand is None or not hand.stakes or not (wager in hand.stakes or (side and command.cents)):
        raise Refused("not-placed", book.wagers[Wager.ANTE].presence.clause, wager=wager, position=command.position)
    old = hand.stakes[wager].cents if wager in hand.stakes else Cents(0)
    stakes = (_side_stakes if side else corrected)(book, state.setup, hand, wager, command.cents)
    course.add(
        e.WagerCorrected, person=course.who, position=command.position, wager=wager, old_cents=old, stakes=stakes,
        grounds=command.grounds, clause=clause,
    )  # fmt: skip
    if course.link is not None and course.table.round is not None:
        course.link.register_anew(course.table.round, wager, course.number, clause)


def _side_stakes(book: Rulebook, setup: Setup, hand: PlayerHand, wager: Wager, cents: int) -> dict[Wager, Stake]:
    """Return the stakes of a hand if a side wager of that amount, or none, lay there when the cards were dealt."""
    rule = offered(book, setup, wager)
    if rule is None:
        raise Refused("not-offered", (book.wagers.get(wager) or book.wagers[Wager.ANTE]).presence.clause, wager=wager)
    known = hand.stakes.get(wager)
    if known is not None and known.carried:
        raise Refused("jackpot-carried", rule.on_misdeal.clause, position=hand.position)
    counted = _counted(book, setup, wager)
    if counted is not None:
        raise Refused("jackpot-counted", counted.clause, wager=wager, position=hand.position)
    stakes = {each: stake for each, stake in hand.stakes.items() if each is not wager}
    if cents:
        tokens = min(known.tokens_cents, cents) if known else 0
        stakes[wager] = placed(book, setup, hand, wager, cents, tokens=tokens, unseen=False)
    return stakes


def _counted(book: Rulebook, setup: Setup, wager: Wager) -> RuledValue[bool] | None:
    """Return the rule by which the chips of a jackpot wager were counted before the deal against those accepted."""
    if book.jackpot is None or wager is not book.jackpot.wager.value:
        return None
    rule = book.dealing.methods[setup.dealing].jackpot_chips_counted
    return rule if rule is not None and rule.value else None


def correctable(book: Rulebook, table: Table) -> Iterator[tuple[int, Wager, Cents]]:
    """Yield the wagers whose amounts may be corrected: at a table with chips, those of the round once it is dealt.

    A side wager that was not entered is among them, with nothing.
    """
    state = table.round
    if state is None or not table.chips or state.phase is Phase.BETTING:
        return
    sides = [each for each in book.wagers if each not in MAIN_WAGERS and offered(book, state.setup, each) is not None]
    free = [each for each in sides if _counted(book, state.setup, each) is None]
    for hand in (each for each in state.hands.values() if each.stakes):
        yield from ((hand.position, wager, hand.stakes[wager].cents) for wager in MAIN_WAGERS if wager in hand.stakes)
        for wager in free:
            yield hand.position, wager, hand.stakes[wager].cents if wager in hand.stakes else Cents(0)


def correct_card(course: Course, command: c.CorrectCard) -> None:
    """Correct a card that was entered wrongly in the open round, as somebody who may decide what players dispute."""
    clause = corrector_clause(course.book, command.by)
    check_grounds(command.grounds, clause)
    state = course.table.round
    if state is None:
        raise Refused("round-over", course.book.play.settlement_order.clause)
    of_cards = steps(course.book, state).clause
    if course.table.committed is not None:
        raise Refused("floors-deck", of_cards)
    if command.old not in _seen(course.table, state):
        raise Refused("card-not-there", of_cards)
    if command.new not in DECK:
        raise Refused("no-card", of_cards)
    if command.new in known_cards(state):
        raise Refused("card-twice", of_cards, card=command.new)
    course.add(
        e.CardCorrected, person=course.who, old=command.old, new=command.new, grounds=command.grounds, clause=clause
    )


def corrector_clause(book: Rulebook, by: str) -> Clause:
    """Return the clause by which a title corrects entries: the one that decides disputes, or any above the dealer."""
    if holder(book, Power.DECIDE_DISPUTE) is not None:
        return check_power(book, by, Power.DECIDE_DISPUTE)
    return check_above(book, by)


def _seen(table: Table, state: State) -> set[Card]:
    """Return the cards that were entered and that everybody at the table sees.

    Where players are elsewhere, no hand is among them before it is turned at settlement.
    """
    community = [card for place, card in enumerate(state.community) if place < state.revealed or place in state.exposed]
    shown = (
        [card for hand in state.hands.values() for card in hand.hole]
        if table.chips or state.phase is Phase.SHOWDOWN
        else []
    )
    return {card for card in (*community, *shown) if card is not None}
