"""Tables driven at random: money and cards are conserved, no prompt is skipped, refusals change nothing."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import DECK
from mississippi_stud.round import Bet, Deal, Fold, Place, Refused, Retract, Reveal, Settle
from mississippi_stud.round.deal import dealt_when_due, places
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.model import Wager
from mississippi_stud.table import Facts, decide, fold
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.incidents import CAUSES, MEASURES, REGISTRY
from tests.table.drive import DEALS, JACKPOTS, TOP, Drive, opened

EVENT = msgspec.json.Decoder(te.Event)


def facts(data: st.DataObject, incident: Incident) -> Facts:
    """Anything that people might say of an incident, sense or nonsense."""
    one = st.integers(1, 3)
    told: dict[str, object] = {}
    for key in (*REGISTRY[incident].needs, *REGISTRY[incident].may):
        match key:
            case "position":
                told[key] = data.draw(one)
            case "positions":
                told[key] = tuple(data.draw(st.lists(one, min_size=1, max_size=2, unique=True)))
            case "cards":
                told[key] = data.draw(st.sampled_from([0, 1, 2, 3, 4, 5, 51, 52, 53]))
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
            case _:
                pass
    return Facts(**told)


def attempt(drive: Drive, kind: type, **fields: object) -> bool:
    """Try a command; if it is refused, nothing may have changed."""
    before, encoded = drive.table, msgspec.json.encode(drive.table)
    try:
        drive.do(kind, **fields)
    except Refused as refused:
        assert drive.table is before
        assert msgspec.json.encode(before) == encoded
        drive.refusals.append(refused)
        return False
    return True


def check(drive: Drive) -> None:
    """What must hold at every moment."""
    money: Counter[str] = Counter()
    for moved in drive.moved:
        money[moved.source] -= moved.cents
        money[moved.target] += moved.cents
    state = drive.table.round
    lying = sum(stake.cents for hand in state.hands.values() for stake in hand.stakes.values()) if state else 0
    assert money["round"] == lying + sum(drive.table.carried_cents.values())
    assert sum(money.values()) == 0
    if state is not None and state.phase is not Phase.BETTING:
        held = [card for hand in state.hands.values() for card in hand.hole]
        table = [*held, *state.community[: 3 if not dealt_when_due(drive.book, state) else state.revealed]]
        known = [card for card in (*table, *state.burnt, *state.bonus_cards, *state.discarded) if card is not None]
        assert len(known) == len(set(known)) <= 52


def step(drive: Drive, data: st.DataObject) -> None:
    """One thing that somebody does at the table."""
    table, state = drive.table, drive.table.round
    rare = ["prompt", "incident", "incident", "rule", "stand", "sit", "order"]
    what = data.draw(st.sampled_from(["go on"] * 40 + rare))
    match what:
        case "go on" if table.question is not None and not any(each.blocks == "ruling" for each in table.prompts):
            attempt(drive, t.Rule, by=TOP[drive.book.id])
        case "go on" if table.prompts and any(each.moment != "stub-wrong" for each in table.prompts):
            drive.confirm(next(each for each in table.prompts if each.moment != "stub-wrong"))
        case "prompt" if table.prompts:
            prompt = data.draw(st.sampled_from(table.prompts))
            by = data.draw(st.sampled_from(list(drive.book.staff.titles)))
            count = data.draw(st.sampled_from([None, 45, 52, 51]))
            attempt(drive, t.Confirm, by=by, prompt=prompt.number, count=count, depth=data.draw(st.integers(5, 52)))
        case "incident":
            incident = data.draw(st.sampled_from([*Incident, *drive.book.incidents, *drive.book.incidents]))
            by = data.draw(st.sampled_from(["dealer", TOP[drive.book.id]]))
            attempt(drive, t.Report, by=by, incident=incident, facts=facts(data, incident))
        case "rule":
            attempt(drive, t.Rule, by=TOP[drive.book.id])
        case "stand":
            attempt(drive, t.Stand, position=data.draw(st.integers(1, 3)))
        case "sit":
            player = data.draw(st.sampled_from(["ann", "ben", "cyd"]))
            attempt(drive, t.Sit, position=data.draw(st.integers(1, 3)), player=player)
        case "order":
            attempt(drive, t.Order, by=TOP[drive.book.id], what=data.draw(st.sampled_from(list(t.Ordered))))
        case _:
            if not table.seats:
                attempt(drive, t.Sit, position=1, player=data.draw(st.sampled_from(["ann", "ben", "cyd", "dan"])))
            elif not table.device_works and (state is None or state.phase is Phase.BETTING):
                if state is not None:
                    attempt(drive, t.Report, by=TOP[drive.book.id], incident=Incident.FRAUD)
                attempt(drive, t.ChangeDealing, dealing=table.dealing, shuffling=table.shuffling)
            elif not table.decks:
                attempt(drive, t.ReceiveDeck, backs="red", prechecked=data.draw(st.booleans()))
            elif state is None:
                attempt(drive, t.OpenRound)
            else:
                play(drive, data)


def play(drive: Drive, data: st.DataObject) -> None:
    """The next thing in the round, or something that may be refused."""
    state, book = drive.table.round, drive.book
    waiting = list(state.waiting())
    if state.phase is Phase.BETTING:
        unbet = [seat for seat in state.hands.values() if not seat.stakes]
        if unbet and not drive.table.betting_closed:
            position = unbet[0].position
            attempt(drive, t.Play, do=Place(position=position, wager=Wager.ANTE, cents=1000))
            attempt(drive, t.Play, do=Place(position=position, wager=book.jackpot.wager.value, cents=500))
        elif "betting-closes" in book.duties and not drive.table.betting_closed:
            attempt(drive, t.CloseBetting)
        else:
            count = len(list(places(book, state)))
            cards = data.draw(st.permutations(LOW).map(lambda deck: tuple(deck[:count])))
            attempt(drive, t.Play, do=Deal(cards=cards))
    elif waiting:
        position = waiting[0].position
        attempt(
            drive, t.Play, do=data.draw(st.sampled_from([Bet(position=position, cents=1000), Fold(position=position)]))
        )
    elif state.street is not None and any(state.live_hands()):
        may = [position for position in state.may_retract if state.hands[position].live]
        if may and data.draw(st.booleans()):
            attempt(drive, t.Play, do=Retract(position=may[0]))
            return
        used = {card for hand in state.hands.values() for card in hand.hole} | set(state.community)
        free = next(card for card in LOW if card not in used | set(state.discarded))
        known = state.community[state.revealed]
        attempt(drive, t.Play, do=Reveal(card=None if known is not None else free))
    else:
        attempt(drive, t.Play, do=Settle())


# no straight or flush for a meter: low cards of mixed ranks and suits, four colours
LOW = [card for card in DECK if (card // 4) % 2 == 0][:26]


@pytest.mark.parametrize(("book", "dealing"), list(DEALS))
@settings(max_examples=12)
@given(data=st.data())
def test_a_table_at_random_never_loses_money_cards_or_a_prompt(book: str, dealing: str, data: st.DataObject):
    drive = opened(book, dealing, **JACKPOTS[book])
    _drive(drive, data, 120)


@pytest.mark.campaign
@pytest.mark.parametrize(("book", "dealing"), list(DEALS))
@settings(max_examples=300)
@given(data=st.data())
def test_tables_at_random_through_thousands_of_rounds(book: str, dealing: str, data: st.DataObject):
    drive = opened(book, dealing, **JACKPOTS[book])
    _drive(drive, data, 600)


def _drive(drive: Drive, data: st.DataObject, steps: int) -> None:
    for _ in range(steps):
        dealt = drive.table.round is not None and drive.table.round.phase is not Phase.BETTING
        waited = [each for each in drive.table.prompts if each.blocks == "deal"]
        deck = drive.table.decks[0].backs if drive.table.decks else None
        step(drive, data)
        now = drive.table.round is not None and drive.table.round.phase is not Phase.BETTING
        if now and not dealt:  # cards were dealt: nothing may have stood in the way
            assert not [each for each in waited if each.deck in (None, deck)]
        check(drive)
    assert all(refused.clause.startswith(drive.book.id) for refused in drive.refusals)
    whole = fold(EVENT.decode(msgspec.json.encode(event)) for event in drive.events)
    assert whole == drive.table


def test_every_command_and_event_round_trips_as_json():
    command = t.Report(at=5, by="dealer", incident=Incident.CARD_FACE_UP, facts=Facts(cards=1))
    again = msgspec.json.decode(msgspec.json.encode(command), type=t.Command)
    assert again == command
    book = rulebook("crown")
    drive = opened("crown", "shoe")
    assert decide(book, drive.table, t.OpenRound(at=1, by="dealer"))
