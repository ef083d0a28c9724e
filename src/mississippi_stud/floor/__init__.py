"""The floor: the only place where commands are written to the log.

Three rounds in ten lines:

>>> from mississippi_stud.floor import Floor, Fold, PlaceWagers, Play, Sit, Wager
>>> with Floor.in_memory() as floor:
...     _ = floor.deposit("ann", 10_000_00)
...     table = floor.open_table("online")
...     _ = floor.send(table, Sit(position=1, player="ann", person="ann"))
...     for number in range(3):
...         seen, ante = floor.look(table, "ann").view.commitment, {Wager.ANTE: 5_00}
...         wagers = PlaceWagers(position=1, wagers=ante, seed=f"seed {number}", commitment=seen, person="ann")
...         _ = floor.send(table, wagers)
...         _ = floor.send(table, Play(do=Fold(position=1), person="ann"))
...     floor.balance("ann")
998500
"""

from mississippi_stud.fairness.shuffle import DealRecord, deck, seed_commitment
from mississippi_stud.fairness.shuffle import check as check_deal
from mississippi_stud.floor.absence import housekeeping
from mississippi_stud.floor.accounts import FundsLeftError
from mississippi_stud.floor.clock import Clock
from mississippi_stud.floor.decider import Answer
from mississippi_stud.floor.floor import LOOKS_MAX, Floor, Look
from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.floor.solo import (
    SoloGame,
    company_options,
    house_options,
    newcomer_view,
    open_meter,
    options_with_ante,
    solo_game,
)
from mississippi_stud.floor.streams import MissingStreamError
from mississippi_stud.jackpot.house_meters import ChangeMeters, OpenMeters
from mississippi_stud.jackpot.state import MeterTerms
from mississippi_stud.person.care import Care
from mississippi_stud.person.care_messages import (
    AcknowledgeReality,
    ConfirmLimit,
    ExcludeSelf,
    LimitKind,
    SetBreaks,
    SetLimit,
    SetRealityCheck,
    TimeOut,
)
from mississippi_stud.person.credentials import SignInMethod
from mississippi_stud.person.periods import Period, start_of
from mississippi_stud.person.person import PersonalData
from mississippi_stud.round.commands import Bet, BetAll, BetBlind, Fold
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.view import HandView, Role, View
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store.database import StoreError
from mississippi_stud.store.sessions import SignInSession
from mississippi_stud.table.commands import FLOOR as BY_FLOOR
from mississippi_stud.table.commands import (
    AskReview,
    ChooseNoAnswer,
    ChoosePace,
    CommitSeed,
    ExchangeVoucher,
    JoinQueue,
    LeaveQueue,
    NoteConnection,
    OpenDispute,
    OpenTable,
    PlaceWagers,
    Play,
    SayPhrase,
    Sit,
    SitOut,
    Stand,
    TakeTime,
    Void,
)
from mississippi_stud.table.people import vacancies
from mississippi_stud.table.state import Admission, Clocks, DealingMode, NoAnswer, Notice, Phrase, Table, Turn
from mississippi_stud.table.view import SeatView, TableView, seen_apart

__all__ = [
    "BY_FLOOR",
    "LOOKS_MAX",
    "STREAMS",
    "AcknowledgeReality",
    "Admission",
    "Answer",
    "AskReview",
    "Bet",
    "BetAll",
    "BetBlind",
    "Care",
    "ChangeMeters",
    "ChooseNoAnswer",
    "ChoosePace",
    "Clock",
    "Clocks",
    "CommitSeed",
    "ConfirmLimit",
    "DealRecord",
    "DealingMode",
    "ExchangeVoucher",
    "ExcludeSelf",
    "Floor",
    "Fold",
    "FundsLeftError",
    "HandView",
    "JoinQueue",
    "LeaveQueue",
    "LimitKind",
    "Look",
    "MeterTerms",
    "MissingStreamError",
    "NoAnswer",
    "NoteConnection",
    "Notice",
    "OpenDispute",
    "OpenMeters",
    "OpenTable",
    "Period",
    "PersonalData",
    "Phrase",
    "PlaceWagers",
    "Play",
    "Refused",
    "Role",
    "SayPhrase",
    "SeatView",
    "SetBreaks",
    "SetLimit",
    "SetRealityCheck",
    "SignInMethod",
    "SignInSession",
    "Sit",
    "SitOut",
    "SoloGame",
    "Stand",
    "StoreError",
    "Table",
    "TableView",
    "TakeTime",
    "TimeOut",
    "Turn",
    "View",
    "Void",
    "Wager",
    "check_deal",
    "company_options",
    "deck",
    "house_options",
    "housekeeping",
    "newcomer_view",
    "open_meter",
    "options_with_ante",
    "seed_commitment",
    "seen_apart",
    "solo_game",
    "start_of",
    "vacancies",
]
