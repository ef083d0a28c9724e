"""Tables driven at random: money and all 52 cards are accounted for, no prompt is skipped, refusals change nothing."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import DECK, text
from mississippi_stud.round import Refused
from mississippi_stud.round import events as r
from mississippi_stud.round.deal import dealt_when_due, known_cards, places
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.table import Facts, decide, fold
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.incidents import CAUSES, MEASURES, REGISTRY
from mississippi_stud.table.prompts import right_count
from mississippi_stud.table.state import Prompt, Table
from tests.table.hall import DEALS, JACKPOTS, TOP, Pit, opened
from tests.table.world import EVEN, World

EVENT = msgspec.json.Decoder(te.Event)
BLOCKED = {  # the prompt holds that must not be pending when an event occurs
    r.RoundOpened: ("next-round",),
    r.CardsDealt: ("deal", "next-card", "next-round"),
    r.CardRevealed: ("next-card",),
    r.RoundSettled: ("next-card",),
    te.DealingChanged: ("change-of-dealing",),
    te.TableClosed: ("closing",),
    te.DisputeClosed: (),
}


class Watched(Pit):
    """A table with a parallel world of real cards, which remembers every refusal."""

    def __init__(self, book: str, dealing: str, **opening: object) -> None:
        self.world = World(rulebook(book))
        self.refusals: list[Refused] = []
        super().__init__(book, dealing, **opening)

    def follow(self, event: te.Event) -> None:
        super().follow(event)
        self.world.follow(self.table, event)


def facts(pit: Watched, data: st.DataObject, incident: Incident) -> Facts:
    """Draw anything that people might report about an incident, sensible or not; the cards that they name are real."""
    one = st.integers(1, 3)
    told: dict[str, object] = {}
    for key in (*REGISTRY[incident].needs, *REGISTRY[incident].may):
        match key:
            case "position":
                told[key] = data.draw(one)
            case "positions":
                told[key] = tuple(data.draw(st.lists(one, min_size=1, max_size=2, unique=True)))
            case "cards":
                told[key] = data.draw(st.sampled_from([0, 1, 2, 3, 4, 5, 49, 51, 52, 53]))
            case "street":
                told["streets"] = tuple(data.draw(st.lists(st.integers(0, 2), min_size=1, max_size=2, unique=True)))
            case "measure":
                told[key] = data.draw(st.sampled_from(MEASURES))
            case "cause":
                told[key] = data.draw(st.sampled_from(CAUSES))
            case "looked" | "misdealt" | "forfeit":
                told[key] = data.draw(st.booleans())
            case "order":
                told["order_known"] = data.draw(st.booleans())
            case "only":
                told["alone"] = data.draw(st.booleans())
            case "person":
                told[key] = data.draw(st.sampled_from(["", "", "zed"]))
            case "named":
                position = told.get("position", 0)
                true = pit.world.hole(position) if pit.world.decks else ()
                told[key] = data.draw(st.sampled_from([(), true, tuple(DECK[:2])]))
            case "card":
                told[key] = cards(pit, data, incident, told)
            case _:
                pass
    return Facts(**told)


def cards(pit: Watched, data: st.DataObject, incident: Incident, told: dict[str, object]) -> tuple[int, ...]:
    """Draw the cards that an incident shows: the real ones, none, or cards that lie elsewhere and must be refused."""
    if not pit.world.decks:
        return ()
    state, deck = pit.table.round, pit.world.decks[0]
    if incident is Incident.COMMUNITY_EXPOSED and state is not None and state.phase is not Phase.BETTING:
        due = dealt_when_due(pit.book, state)
        streets = sorted(set(told["streets"]))
        return tuple(deck.pile[n] if due else pit.world.community(place) for n, place in enumerate(streets))
    if incident is Incident.CARDS_TAKEN:
        return pit.world.hole(told["position"])
    count = data.draw(st.integers(0, 3))
    known = [] if state is None else sorted(known_cards(state))
    return tuple(known[:count]) if data.draw(st.booleans()) else tuple(deck.pile[:count])


def attempt(pit: Watched, what: type | str, /, **fields: object) -> bool:
    """Try a command or a line of a script; if it is refused, nothing may have changed."""
    before, encoded = pit.table, msgspec.json.encode(pit.table)
    try:
        pit.lines(what) if isinstance(what, str) else pit.do(what, **fields)
    except Refused as refused:
        assert pit.table is before
        assert msgspec.json.encode(before) == encoded
        pit.refusals.append(refused)
        return False
    return True


def check(pit: Watched) -> None:
    """Check what must hold at every moment."""
    pit.check()
    pit.world.check(pit.table)


def check_prompts(before: Table, events: list[te.Event]) -> None:
    """Check that no event occurred that a prompt blocks, and that every vanished prompt was confirmed or dropped."""
    answered = {event.prompt for event in events if isinstance(event, te.PromptConfirmed | te.PromptDropped)}
    prompts = [each for each in before.prompts if each.number not in answered]
    deck = before.decks[0].backs if before.decks else None
    for event in events:
        kind = type(event)
        waited = [each for each in before.prompts if each.blocks in BLOCKED.get(kind, ())]
        assert not [each for each in waited if each.deck in (None, deck)]
    after = fold(events, before).prompts
    assert {each.number for each in prompts} <= {each.number for each in after}


def step(pit: Watched, data: st.DataObject) -> None:
    """Take one action at the table."""
    table, top = pit.table, TOP[pit.book.id]
    rare = ["prompt", "incident", "incident", "rule", "stand", "sit", "order", "deck", "face up", "reject"]
    what = data.draw(st.sampled_from(["go on"] * 50 + rare))
    match what:
        case "go on" if table.question is not None and not any(each.blocks == "ruling" for each in table.prompts):
            attempt(pit, t.Rule, by=top)
        case "go on" if any(done(pit, each) for each in table.prompts):
            pass
        case "prompt" if table.prompts:
            prompt = data.draw(st.sampled_from(table.prompts))
            by = data.draw(st.sampled_from(list(pit.book.staff.titles)))
            count = data.draw(st.sampled_from([None, 45, 52, 51]))
            attempt(pit, t.Confirm, by=by, prompt=prompt.number, count=count, depth=data.draw(st.integers(5, 52)))
        case "reject" if table.prompts:
            prompt = data.draw(st.sampled_from(table.prompts))
            attempt(pit, t.Reject, by=top, prompt=prompt.number, grounds="a card is bent")
        case "incident":
            incident = data.draw(st.sampled_from([*Incident, *pit.book.incidents, *pit.book.incidents]))
            by = data.draw(st.sampled_from(["dealer", top]))
            attempt(pit, t.Report, by=by, incident=incident, facts=facts(pit, data, incident))
        case "rule":
            attempt(pit, t.Rule, by=top)
        case "stand":
            attempt(pit, t.Stand, position=data.draw(st.integers(1, 3)))
        case "sit":
            player = data.draw(st.sampled_from(["ann", "ben", "cyd"]))
            attempt(pit, t.Sit, position=data.draw(st.integers(1, 3)), player=player)
        case "order":
            attempt(pit, t.Order, by=top, what=data.draw(st.sampled_from(list(t.OrderKind))))
        case "deck":
            attempt(pit, t.ReceiveDeck, backs=data.draw(st.sampled_from(["red", "blue"])))
        case "face up":
            attempt(pit, t.AskFaceUp)
        case _:
            go_on(pit, data)


def done(pit: Watched, prompt: Prompt) -> bool:
    """Do correctly what a prompt asks."""
    if prompt.moment == "stub-wrong":
        return False
    by = prompt.verified_by if prompt.done_by and prompt.verified_by else prompt.by
    count = right_count(pit.book, pit.table, prompt)
    return attempt(pit, t.Confirm, by=by, prompt=prompt.number, count=count, depth=26)


def go_on(pit: Watched, data: st.DataObject) -> None:
    """Take the next step in the life of the table."""
    table, state, top = pit.table, pit.table.round, TOP[pit.book.id]
    pit.world.order = Random(data.draw(st.integers(0, 999))).sample(EVEN, len(EVEN))  # noqa: S311
    if not table.seats:
        attempt(pit, t.Sit, position=1, player=data.draw(st.sampled_from(["ann", "ben", "cyd", "dan"])))
    elif not table.device_works and (state is None or state.phase is Phase.BETTING):
        if state is not None:
            attempt(pit, t.Report, by=top, incident=Incident.FRAUD)
        attempt(pit, t.ChangeDealing, dealing=table.dealing, shuffling=table.shuffling)
    elif not table.decks:
        attempt(pit, t.ReceiveDeck, backs="red", prechecked=data.draw(st.booleans()))
    elif state is None:
        attempt(pit, t.OpenRound)
    else:
        play(pit, data)


def play(pit: Watched, data: st.DataObject) -> None:
    """Take the next step in the round, or try something that may be refused."""
    state, book, deck = pit.table.round, pit.book, pit.world.decks[0]
    waiting = list(state.waiting())
    if state.phase is Phase.BETTING:
        out = pit.table.excluded
        unbet = [seat for seat in state.hands.values() if not seat.stakes and seat.player not in out]
        if not unbet and not any(state.live_hands()):  # nobody seated may play, so somebody must go
            attempt(pit, t.Report, by=TOP[book.id], incident=Incident.CARD_EXPOSED)
            attempt(pit, t.Stand, position=min(state.hands))
        elif unbet and not pit.table.betting_closed:
            position = unbet[0].position
            attempt(pit, f"{position} ante 10")
            attempt(pit, f"{position} {book.jackpot.wager.value} 5")
        elif "betting-closes" in book.duties and not pit.table.betting_closed:
            attempt(pit, t.CloseBetting)
        else:
            known = data.draw(st.booleans())
            count = len(places(book, state))
            attempt(pit, f"deal {text(deck.pile[:count])}" if known else "deal")
    elif waiting:
        position = waiting[0].position
        attempt(pit, f"{position} {data.draw(st.sampled_from(['place 10', 'place 10', 'fold']))}")
    elif state.street is not None and any(state.live_hands()):
        may = [position for position in state.may_retract if state.hands[position].live]
        if may and data.draw(st.booleans()):
            attempt(pit, f"{may[0]} retract")
            return
        due = dealt_when_due(book, state) and state.revealed not in state.exposed
        real = deck.pile[0] if due else pit.world.community(state.revealed)
        known = state.community[state.revealed]
        attempt(pit, f"reveal {text([real])}" if known is None else "reveal")
    else:
        for hand in state.live_hands():
            if None in hand.hole:
                attempt(pit, f"{hand.position} show {text(pit.world.hole(hand.position))}")
        attempt(pit, "settle")


@pytest.mark.parametrize(("book", "dealing"), list(DEALS))
@settings(max_examples=10)
@given(data=st.data())
def test_a_table_at_random_never_loses_money_cards_or_a_prompt(book: str, dealing: str, data: st.DataObject):
    _at_random(opened(book, dealing, Watched, **JACKPOTS[book]), data, 120)


@pytest.mark.campaign
@pytest.mark.parametrize(("book", "dealing"), list(DEALS))
@settings(max_examples=300)
@given(data=st.data())
def test_tables_at_random_through_thousands_of_rounds(book: str, dealing: str, data: st.DataObject):
    _at_random(opened(book, dealing, Watched, **JACKPOTS[book]), data, 600)


def _at_random(pit: Watched, data: st.DataObject, steps: int) -> None:
    for _ in range(steps):
        before, events = pit.table, len(pit.events)
        step(pit, data)
        check_prompts(before, pit.events[events:])
        check(pit)
    assert all(refused.clause.startswith(pit.book.id) for refused in pit.refusals)
    whole = fold(EVENT.decode(msgspec.json.encode(event)) for event in pit.events)
    assert whole == pit.table


def test_every_command_and_event_round_trips_as_json():
    command = t.Report(at=5, by="dealer", incident=Incident.CARD_FACE_UP, facts=Facts(cards=1))
    again = msgspec.json.decode(msgspec.json.encode(command), type=t.Command)
    assert again == command
    book = rulebook("crown")
    pit = opened("crown", "shoe")
    assert decide(book, pit.table, t.OpenRound(at=1, by="dealer"))
