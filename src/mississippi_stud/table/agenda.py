"""What is due at a table now for somebody with a title, in order: what they must confirm, then the next steps of play.

It offers nothing that the table would refuse: each step is tried on the table's own rules first. Whatever else somebody
tries is refused by those rules, with their clause (decision 341).
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from mississippi_stud.round import commands as rc
from mississippi_stud.round.deal import places, steps
from mississippi_stud.round.dealer import next_step
from mississippi_stud.round.legal import Option, legal
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.settle import settled
from mississippi_stud.round.state import Phase, Result, State
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import Power, Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.clock import asked_at, one_by_one
from mississippi_stud.table.course import Course
from mississippi_stud.table.decide import decide
from mississippi_stud.table.duties import COUNTS, CUTS, MATCHES, STUB_COUNTS
from mississippi_stud.table.prompts import is_announcement, right_count
from mississippi_stud.table.rounds import check_way, plays
from mississippi_stud.table.shoe import reads, unread
from mississippi_stud.table.staff import holder, lowest, rank
from mississippi_stud.table.state import DealingMode, Prompt, Table


class DueKind(StrEnum):
    """The kinds of things that may be due."""

    CONFIRM = "confirm"
    """To do what a prompt asks for and say so, or to check as the second person that it was done."""
    REPORT = "report"
    """To report the incident that a prompt asks about."""
    RULE = "rule"
    RECEIVE_DECK = "receive-deck"
    CHANGE_CARDS = "change-cards"
    CHANGE_DEALING = "change-dealing"
    SEAT = "seat"
    FACE_UP = "face-up"
    """To note that a player wants to see the cards of the idle table."""
    OPEN_ROUND = "open-round"
    TAKE_WAGERS = "take-wagers"
    CLOSE_BETTING = "close-betting"
    READ = "read"
    """To deal a card and read it as it leaves the shoe."""
    DEAL = "deal"
    ASK = "ask"
    RETRACT = "retract"
    """To take back all wagers of a player who has decided already, where a ruling lets them."""
    TURN = "turn"
    SHOW_HOLE = "show-hole"
    SHOW_BONUS = "show-bonus"
    SETTLE = "settle"
    PAY = "pay"
    """To pay a seat what it has won, which only a training table asks for."""


class NumberKind(StrEnum):
    """The numbers that somebody enters with what they confirm."""

    COUNT = "count"
    DEPTH = "depth"


class DueStep(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is due now."""

    kind: DueKind
    clause: Clause
    command: c.Command | None = None
    """What does it, except for what has to be entered; None if somebody else does it, or if options say how."""
    by: str = ""
    """Who does it, if that is somebody else: the lowest title that may, or the players."""
    position: int | None = None
    prompt: Prompt | None = None
    also: tuple[Prompt, ...] = ()
    """What is confirmed with it by the same key; each can still be confirmed by itself."""
    further: tuple[Clause, ...] = ()
    """The other clauses that ask for it."""
    enters: NumberKind | None = None
    cards: int = 0
    """How many cards have to be entered with it."""
    place: str = ""
    """Where the card goes that is read next: hole, community, bonus or burnt."""
    nth: int = 0
    """Which card of the deal that is, …"""
    of: int = 0
    """… and of how many."""
    options: tuple[Option, ...] = ()
    """What a player may do whose wagers or decision are taken."""


_BOOKED: Final = (rc.Leave, rc.CannotFund)
_BY_DEALER: Final = tuple(str(kind.__struct_config__.tag) for kind in _BOOKED)
"""What the dealer records of a player who is elsewhere: their decisions are their own."""


def agenda(book: Rulebook, table: Table, title: str, person: str = "", at: int = 0) -> tuple[DueStep, ...]:
    """Return what is due now for a person with that title, the next thing first, then what they wait for."""
    if not rank(book, title) or table.automatic or table.closed:
        return ()
    asked = tuple(_prompts(book, table, title, person, at))
    together = tuple(_together(book, table, asked, person, at))
    coming = () if table.question else tuple(_steps(book, table, title, at))
    ruling = tuple(_ruling(book, table, title))
    due = sorted((*ruling, *together, *asked, *coming), key=lambda each: _waits_for_decisions(book, table, each))
    return (*(each for each in due if not each.by), *(each for each in due if each.by))


def _waits_for_decisions(book: Rulebook, table: Table, due: DueStep) -> bool:
    """Whether something is done once everybody has decided: the duties of folds, where all decide together."""
    state = table.round
    folds = due.prompt is not None and due.prompt.moment == Moment.FOLD
    return folds and state is not None and any(state.waiting()) and not one_by_one(book, state)


def may_close(book: Rulebook, table: Table, title: str, at: int) -> bool:
    """Whether somebody with that title could close the table now, with nobody there."""
    return not table.seats and not table.closed and not _refusal(book, table, c.CloseTable(at=at, by=title))


def _refusal(book: Rulebook, table: Table, command: c.Command) -> Refused | None:
    """Return why the table would refuse a command; None if it would not."""
    try:
        decide(book, table, command)
    except Refused as refused:
        return refused
    return None


def _ruling(book: Rulebook, table: Table, title: str) -> Iterator[DueStep]:
    """Yield the ruling that everybody waits for."""
    question = table.question
    if question is None:
        return
    able = rank(book, title) >= rank(book, question.decides)
    command = c.Rule(by=title) if able and not _refusal(book, table, c.Rule(by=title)) else None
    yield DueStep(
        kind=DueKind.RULE, clause=question.clause, command=command, by="" if command else question.decides
    )  # fmt: skip


# Prompts.


def _prompts(book: Rulebook, table: Table, title: str, person: str, at: int) -> Iterator[DueStep]:
    """Yield the prompts whose turn has come: those of this person, and those of others."""
    for prompt in table.prompts:
        count, depth = right_count(book, table, prompt), book.dealing.cut_depth_cards
        cut = depth.value if depth else book.dealing.cards.value >> 1
        confirm = c.Confirm(at=at, by=title, person=person, prompt=prompt.number, count=count, depth=cut)
        refused = _refusal(book, table, confirm)
        due = DueStep(kind=DueKind.CONFIRM, clause=prompt.clause, prompt=prompt, position=prompt.position)
        if refused is None:
            bare = c.Confirm(by=title, prompt=prompt.number)
            yield replace(due, command=bare, enters=number_of(book, prompt))
        elif refused.code == "report-incident":
            yield replace(due, kind=DueKind.REPORT)
        elif refused.code in ("rank-too-low", "nobody-else", "second-person"):
            by = (prompt.verified_by if prompt.done_by else None) or prompt.by
            yield replace(due, by=by)


def _together(book: Rulebook, table: Table, asked: tuple[DueStep, ...], person: str, at: int) -> Iterator[DueStep]:
    """Yield the first prompt with all that one key confirms with it, if there is any such (decision 520)."""
    first = next((each for each in asked if isinstance(each.command, c.Confirm)), None)
    if first is None or first.prompt is None or not isinstance(first.command, c.Confirm) or first.enters:
        return
    begun = first.prompt
    found = [each for each in table.prompts if each.number > begun.number and _alike(book, begun, each)]
    while found:
        command = replace(first.command, also=tuple(each.number for each in found))
        if _refusal(book, table, replace(command, at=at, person=person)) is None:
            clauses = dict.fromkeys(each.clause for each in found if each.clause != first.clause)
            seats = {first.position, *(each.position for each in found)}
            position = first.position if len(seats) == 1 else None
            yield replace(first, command=command, also=tuple(found), further=tuple(clauses), position=position)
            return
        found.pop()


def _alike(book: Rulebook, first: Prompt, other: Prompt) -> bool:
    """Whether two prompts are steps of one clause, or things to do at the seats at one moment."""
    if not (_plain(book, first) and _plain(book, other)) or (other.moment, other.deck) != (first.moment, first.deck):
        return False
    return _rule_of(first) == _rule_of(other) or None not in (first.position, other.position)


def _plain(book: Rulebook, prompt: Prompt) -> bool:
    """Whether a prompt is done by one person with nothing to enter, leads to nothing else and is not about a prize."""
    moment = prompt.moment != Moment.JACKPOT_WON and prompt.dispute is None
    return moment and prompt.verified_by is None and prompt.then is None and number_for(book, prompt.duty) is None


def _rule_of(prompt: Prompt) -> str:
    """Return the clause of a prompt without its letters and numbers in brackets."""
    return prompt.clause.partition("(")[0]


def number_of(book: Rulebook, prompt: Prompt) -> NumberKind | None:
    """Return what is entered when a prompt is confirmed: by whoever is not only the first of two."""
    if prompt.verified_by is not None and prompt.done_by is None:
        return None
    return number_for(book, prompt.duty)


def number_for(book: Rulebook, duty: str) -> NumberKind | None:
    """Return what is entered when a duty is confirmed."""
    if duty in CUTS:
        return NumberKind.DEPTH if book.dealing.cut_depth_cards is not None else None
    counts = duty in COUNTS or duty.startswith((STUB_COUNTS, MATCHES))
    return NumberKind.COUNT if counts else None


# The next steps of play.


def _steps(book: Rulebook, table: Table, title: str, at: int) -> Iterator[DueStep]:
    state = table.round
    if state is None:
        yield from _between(book, table, title)
    elif state.phase is Phase.BETTING:
        yield from _betting(book, table, state, title, at)
    elif any(state.waiting()):
        yield from _decisions(book, table, state)
        yield from _retractions(book, table, state, title)
    else:
        yield from _next_card(book, table, state, title)
        yield from _retractions(book, table, state, title)


def _between(book: Rulebook, table: Table, title: str) -> Iterator[DueStep]:
    if table.closing:
        return
    if table.dealt is DealingMode.PHYSICAL and not table.decks:
        yield DueStep(
            kind=DueKind.RECEIVE_DECK, clause=book.dealing.cards.clause, command=c.ReceiveDeck(by=title, backs="")
        )
    if not table.seats:
        clause = book.positions.seated_players_only.clause
        yield DueStep(kind=DueKind.SEAT, clause=clause, by="" if table.chips else c.PLAYER)
        asks = c.AskFaceUp(by=title)
        spread = book.duties.get(Moment.TABLE_IDLE)
        if spread and table.chips and not _refusal(book, table, asks):
            yield DueStep(kind=DueKind.FACE_UP, clause=next(iter(spread.values())).by.clause, command=asks)
    elif not _refusal(book, table, c.OpenRound(by=title)):
        clause = book.wagers[Wager.ANTE].presence.clause
        yield DueStep(kind=DueKind.OPEN_ROUND, clause=clause, command=c.OpenRound(by=title))


def _betting(book: Rulebook, table: Table, state: State, title: str, at: int) -> Iterator[DueStep]:
    """Yield the seats whose wagers are open, then what closes them."""
    waits = book.duties.get(Moment.BETTING_CLOSES) and not table.betting_closed
    ante = book.wagers[Wager.ANTE]
    for position, hand in state.hands.items() if not (table.betting_closed or table.read) else ():
        if Wager.ANTE in hand.stakes or not plays(table, state, position):
            continue
        options = legal(book, state, position) if table.chips else ()
        by = "" if table.chips else c.PLAYER
        yield DueStep(
            kind=DueKind.TAKE_WAGERS, clause=ante.presence.clause, position=position, options=options, by=by
        )  # fmt: skip
    if waits:
        yield from _closing(book, table, title)
    elif state.live_hands():
        yield from _deal(book, table, state, title, at)


def _closing(book: Rulebook, table: Table, title: str) -> Iterator[DueStep]:
    """Yield the announcement that closes the betting, with the duty to make it where that is this person's."""
    closes = book.wagers[Wager.ANTE].closes.clause
    for command in (c.CloseBetting(by=title, announced=True), c.CloseBetting(by=title)):
        try:
            events = decide(book, table, command)
        except Refused:
            continue
        asked = [each.prompt for each in events if isinstance(each, e.Prompted) and is_announcement(each.prompt)]
        further = tuple(each.clause for each in asked) if command.announced else ()
        yield DueStep(kind=DueKind.CLOSE_BETTING, clause=closes, command=command, further=further)
        return


def _deal(book: Rulebook, table: Table, state: State, title: str, at: int) -> Iterator[DueStep]:
    """Yield the deal or, if the cards or the device stand in its way, what has to be done first."""
    deal = c.Play(at=at, by=title, do=rc.Deal())
    refused = _way(book, table, state, deal)
    left = unread(book, table, state) if reads(table) else ()
    match refused.code if refused else "":
        case "" if left:
            (place, number), of = left[0], len(places(book, state))
            position = number if place == "hole" else None
            yield DueStep(
                kind=DueKind.READ, clause=steps(book, state).clause, position=position, cards=1, place=place,
                nth=of - len(left) + 1, of=of,
            )  # fmt: skip
        case "":
            dealing = c.Play(by=title, do=rc.Deal())
            yield DueStep(kind=DueKind.DEAL, clause=steps(book, state).clause, command=dealing, of=len(table.read))
        case "no-deck":
            command = c.ReceiveDeck(by=title, backs="")
            yield DueStep(kind=DueKind.RECEIVE_DECK, clause=book.dealing.cards.clause, command=command)
        case "deck-too-old" if refused:
            order = c.Order(by=title, what=c.OrderKind.CHANGE_CARDS)
            able = _refusal(book, table, order) is None
            held = holder(book, Power.CHANGE_CARDS)
            by = "" if able else held.value if held else lowest(book)
            yield DueStep(kind=DueKind.CHANGE_CARDS, clause=refused.clause, command=order if able else None, by=by)
        case "device-out" if refused:
            yield DueStep(kind=DueKind.CHANGE_DEALING, clause=refused.clause)
        case _:
            pass


def _way(book: Rulebook, table: Table, state: State, command: c.Play) -> Refused | None:
    """Return what at the table stands in the way of a step of the round, whose cards are not known yet."""
    try:
        check_way(Course(book, table, command, None, b""), state, command.do)
    except Refused as refused:
        return refused
    return None


def _decisions(book: Rulebook, table: Table, state: State) -> Iterator[DueStep]:
    """Yield the seats that decide now; where the players are elsewhere, they do so themselves."""
    asked = asked_at(book, state)
    first = [position for position in asked if position in table.play_first]
    clause = book.streets.order.clause if state.street is None else book.wagers[state.street].closes.clause
    for position in first or asked:
        options = legal(book, state, position)
        if not table.chips:
            options = tuple(each for each in options if each.command in _BY_DEALER)
        by = "" if table.chips else c.PLAYER
        yield DueStep(kind=DueKind.ASK, clause=clause, position=position, options=options, by=by)


def _retractions(book: Rulebook, table: Table, state: State, title: str) -> Iterator[DueStep]:
    """Yield the seats that have decided and may still take everything back, as a ruling lets them."""
    asked = {hand.position for hand in state.waiting()}
    rule = book.play.retract_after_stray_hand or book.play.fold_is_final
    for position in state.may_retract if table.chips else ():
        command = c.Play(by=title, do=rc.Retract(position=position))
        if position not in asked and not _refusal(book, table, command):
            yield DueStep(kind=DueKind.RETRACT, clause=rule.clause, position=position, command=command)


def _next_card(book: Rulebook, table: Table, state: State, title: str) -> Iterator[DueStep]:
    """Yield the card that is turned next, the hands that are shown, and the settlement."""
    step = next_step(book, state)
    if step is None or _way(book, table, state, c.Play(by=title, do=step)):
        return
    floors = table.committed is not None
    if isinstance(step, rc.Reveal):
        unknown = state.community[state.revealed] is None and not floors
        clause = book.wagers[state.street].closes.clause if state.street else book.streets.order.clause
        yield DueStep(kind=DueKind.TURN, clause=clause, command=c.Play(by=title, do=step), cards=int(unknown))
        return
    shown = tuple(_hidden(book, state))
    yield from shown
    if not shown:
        clause = book.play.settlement_order.clause
        yield DueStep(kind=DueKind.SETTLE, clause=clause, command=c.Play(by=title, do=rc.Settle()))


def _hidden(book: Rulebook, state: State) -> Iterator[DueStep]:
    """Yield the hands whose cards must be known before the round is settled, in the book's order, then the bonus."""
    clause, bonus = book.play.settlement_order.clause, False
    for position in sorted(state.hands, reverse=True):
        hand = state.hands[position]
        try:
            _results(book, state, position)
        except Refused as refused:
            if refused.code == "card-unknown" and None in hand.hole:  # otherwise a prize that the settlement brings
                options = tuple(each for each in legal(book, state, position) if each.command == "concede")
                yield DueStep(
                    kind=DueKind.SHOW_HOLE, clause=clause, position=position, cards=len(hand.hole), options=options
                )  # fmt: skip
            bonus = bonus or (Wager.SIX_CARD_BONUS in hand.stakes and None in state.bonus_cards)
    if bonus:
        yield DueStep(kind=DueKind.SHOW_BONUS, clause=clause, cards=len(state.bonus_cards))


def _results(book: Rulebook, state: State, position: int) -> tuple[Result, ...]:
    hand = state.hands[position]
    return settled(book, replace(state, hands={position: hand}), state.community, ()).results


def payments(book: Rulebook, table: Table) -> tuple[tuple[int, tuple[Result, ...]], ...]:
    """Return what each hand is paid, in the book's order: of the last round or, at the table, of each hand shown.

    Hands are turned and paid one after the other, so a hand that has been turned is known before all are settled. What
    a meter pays is known when the round is settled.
    """
    state = table.round
    if state is None:
        last = table.last_round
        own = {} if last is None else {each.position: list[Result]() for each in last.results}
        for each in last.results if last else ():
            own[each.position].append(each)
        return tuple((position, tuple(results)) for position, results in own.items())
    if state.phase is not Phase.SHOWDOWN or not table.chips:
        return ()
    return tuple(_of_shown(book, state))


def _of_shown(book: Rulebook, state: State) -> Iterator[tuple[int, tuple[Result, ...]]]:
    for position in sorted(state.hands, reverse=True):
        hand = state.hands[position]
        if not hand.stakes:
            continue
        try:
            yield position, _results(book, state, position)
        except Refused:
            continue
