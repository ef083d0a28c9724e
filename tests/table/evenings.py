"""Tables with real cards whose evenings bring, together with the mishaps, every duty of the live books."""

from collections.abc import Iterator

from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import NoticeKind
from tests.script import bounds
from tests.table.hall import STAFFED, TOP
from tests.table.mishaps import JackpotWon, Mishap, Recorded
from tests.table.second_reader import rows

ORDERS = {
    ("nsw", "shoe"): ("verify-cards", "order-shuffle"),
    ("nsw", "shuffler"): ("verify-cards", "order-shuffle", "order-cut"),
    ("maryland", "shoe"): ("order-shuffle", "order-recut"),
    ("maryland", "hand"): ("order-shuffle",),
    ("maryland", "automatic"): ("order-shuffle",),
    ("crown", "shoe"): ("verify-cards", "order-shuffle", "order-shuffle-now"),
    ("crown", "shuffler"): ("verify-cards", "order-shuffle"),
}


def ordered(book: str, dealing: str) -> Recorded:
    """Everything that may be ordered is ordered between two rounds; then nobody plays, and somebody comes."""
    table = Recorded(book, dealing)
    for order in ORDERS[book, dealing]:
        if order == "order-shuffle-now":
            table.betting()
            table.deal()
        table.do(t.Order, by=TOP[book], what=t.OrderKind(order))
        table.confirm_all()
    if table.table.round is not None:
        table.finish()
        table.confirm_all()
    for position in (1, 2):
        table.do(t.Stand, position=position)
    table.confirm_all()
    if book == "maryland" and dealing == "shoe":
        table.do(t.AskFaceUp)
        table.confirm_all()
    table.do(t.Sit, position=1, player="cyd")
    table.confirm_all()
    return table


def prechecked(book: str, dealing: str, **opening: object) -> Recorded:
    """A deck arrives that was checked and shuffled in advance, in place of another."""
    table = Recorded(book, dealing, **opening)
    table.do(t.Order, by=TOP[book], what=t.OrderKind.CHANGE_CARDS)
    table.confirm_all()
    table.do(t.ReceiveDeck, backs="blue", prechecked=True)
    table.confirm_all()
    return table


def two_decks() -> Recorded:
    """Two decks of maryland take turns in a shuffler."""
    table = Recorded("maryland", "automatic")
    table.do(t.ReceiveDeck, backs="blue")
    table.confirm_all()
    for _ in range(2):
        table.whole_round()
    table.confirm_all()
    return table


def counted(dealing: str) -> Recorded:
    """The stub of the fifth round is counted, and the count is wrong in the tenth."""
    table = Recorded("maryland", dealing)
    for _ in range(9):
        table.whole_round()
    table.betting()
    table.deal()
    while not any(each.duty.startswith("find-misdeal") for each in table.table.prompts):
        prompt = table.table.prompts[0]
        wrong = {"count": 44} if prompt.duty.startswith("count-stub") else {}
        table.confirm(prompt, **wrong)
    return table


def folded(book: str, dealing: str) -> Recorded:
    """On every street somebody folds, once with a jackpot wager beside and once without; somebody concedes."""
    table = Recorded(book, dealing)
    wager = {"nsw": "jackpot", "maryland": "progressive", "crown": "jackpot"}[book]
    for street in range(3):
        for beside in (f"1 {wager} 5", ""):
            table.betting(f"1 ante 25;{beside};2 ante 10".replace(";;", ";"))
            table.deal()
            for _ in range(street):
                table.lines("1 bet 1;2 bet 1")
                table.confirm_all()
                table.reveal()
            table.lines("1 fold")
            table.confirm_all()
            table.finish()
            table.confirm_all()
    if book == "nsw":
        table.betting()
        table.deal()
        for _ in range(3):
            table.lines("1 bet 1;2 bet 1")
            table.reveal()
        table.lines("1 concede")
        table.confirm_all()
        table.finish()
    return table


def pushed() -> Recorded:
    """In maryland a hand without a side wager is lost, and another pushes."""
    table = Recorded("maryland", "shoe")
    table.betting()
    table.lines("deal 9h 7d 6c 6s Ts Jc Qd")
    table.finish()
    table.confirm_all()
    return table


def kept(book: str) -> Recorded:
    """Somebody keeps an old minimum or has one of their own, until they leave; a wager under it is found later."""
    table = Recorded(book, "shoe")
    if book == "nsw":
        table.do(t.ChangeLimits, by=TOP[book], limits={Wager.ANTE: bounds("10", "500")}, at_once=True)
    else:
        table.do(t.AgreeLimits, by=TOP[book], player="ann", limits={Wager.ANTE: bounds("1", "1000")})
    table.betting("1 ante 10;2 ante 10" if book == "nsw" else "1 ante 10;2 ante 4.99 unnoticed")
    table.deal()
    table.finish()
    table.confirm_all()
    table.do(t.Stand, position=1)
    table.confirm_all()
    return table


def closed() -> Recorded:
    """A deck of crown that was counted wrong is taken away; then the table is announced to close."""
    table = Recorded("crown", "shoe")
    table.betting()
    table.deal()
    table.report("wrong-hole-count", position=1, cards=1)
    table.confirm(table.prompt("count-deck"), count=51)
    table.confirm_all()
    table.do(t.ReceiveDeck, backs="blue")
    table.confirm_all()
    table.do(t.GiveNotice, by=TOP["crown"], kind=NoticeKind.CLOSE_TABLE)
    for _ in range(3):
        table.whole_round()
        table.confirm_all()
    table.do(t.CloseTable, by=TOP["crown"])
    table.confirm_all()
    return table


def disputed(book: str) -> Recorded:
    """A dispute is decided, and whoever complains is told what they may do."""
    table = Recorded(book, "shoe")
    table.whole_round()
    table.confirm_all()
    table.do(t.OpenDispute, player="ann", about="the count")
    table.do(t.DecideDispute, by=TOP[book], dispute=1, decision="it stands")
    (advice,) = [each for each in table.table.prompts if each.dispute]
    table.do(t.Confirm, by=TOP[book], prompt=advice.number)
    return table


def straight_flush() -> Recorded:
    """In crown a straight flush wins a share of the meter, which somebody must determine."""
    table = Recorded("crown", "shoe")
    table.betting("1 ante 25;1 jackpot 5;2 ante 10")
    table.lines("deal Ah 2c 2h 4d 3h 4h 5h")
    table.finish()
    table.do(t.Confirm, by=TOP["crown"], prompt=table.prompt("validate-payout").number)
    return table


def ruled(mishap: Mishap) -> Recorded:
    """An incident is ruled on, and the round goes on to its end."""
    mishap.give(mishap.command)
    mishap.confirm_all()
    if (question := mishap.table.question) is not None:
        mishap.do(t.Rule, by=question.decides, grounds="as reported")
        mishap.confirm_all()
    mishap.play_out()
    mishap.confirm_all()
    return mishap


RESHUFFLING = {"shuffling": Shuffling.CONTINUOUS, "approvals": (("reshuffling-device", "2014-17"),)}


def evenings() -> Iterator[Recorded]:
    """Yield the tables, one after the other; each ends where its last duty waits or is done."""
    for book, dealing in STAFFED:
        yield ordered(book, dealing)
        yield prechecked(book, dealing)
        yield folded(book, dealing)
    yield prechecked("maryland", "automatic", **RESHUFFLING)
    yield two_decks()
    for dealing in ("shoe", "hand", "automatic"):
        yield counted(dealing)
    yield pushed()
    for book in ("nsw", "crown"):
        yield kept(book)
        yield disputed(book)
    yield closed()
    yield straight_flush()
    won = JackpotWon()
    won.confirm_all()
    yield won
    for row in rows():
        yield ruled(Mishap(row))
