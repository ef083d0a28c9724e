"""Promotions on a floor in tests: a house with a promoter, a scrutineer of its own, and people who play and claim."""

from typing import Any

from msgspec.structs import replace

from mississippi_stud.fairness.draw import sealed
from mississippi_stud.floor import Floor
from mississippi_stud.floor import promotion_acts as acts
from mississippi_stud.floor.clock import tick
from mississippi_stud.floor.persons import stream_of as person_stream
from mississippi_stud.floor.promotion_entries import BEHIND, count_plays
from mississippi_stud.floor.promotions import stream_of
from mississippi_stud.messages import DAY, HOUR, MINUTE
from mississippi_stud.person.credentials import SetSecondFactor
from mississippi_stud.promotion import PrizePromotion
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion.offer_terms import (
    NOT_APPLICABLE,
    DateAndPlace,
    DrawTerms,
    PromotionTerms,
    PublicValue,
)
from mississippi_stud.promotion.templates import TEMPLATES
from mississippi_stud.store import log
from tests.floor.cups import DIRECTOR as PROMOTER
from tests.floor.cups import FakeTime, house_with_director
from tests.floor.test_houses import account

SCRUTINEER = "sue"
SEED = "the scrutineer rolled 4 1 6 6 2 3"
BEGIN = 100 * DAY
CLOSE = BEGIN + 2 * HOUR
DRAW = CLOSE + 30 * MINUTE
NAME = "spring"


def house_with_scrutineer(floor: Floor) -> None:
    """Open the house with its promoter, and know somebody who can oversee a draw."""
    house_with_director(floor)
    account(floor, SCRUTINEER)
    floor.send(person_stream(SCRUTINEER), SetSecondFactor(sealed="x"))


def offer(template: str = "cash-draw", **changes: Any) -> PromotionTerms:
    """Return whole terms of a template: it begins at BEGIN, entries close at CLOSE, and the draw is at DRAW."""
    where = {
        "place_date_and_time": DateAndPlace(place="Main floor", at=BEGIN),
        "closing_date_and_time": CLOSE,
        "when_and_where_awarded": DateAndPlace(place="Stage", at=DRAW),
    }
    return replace(TEMPLATES[template], **{**where, **changes})


def drawn_from(floor: Floor, promoter: str) -> None:
    """Begin a promotion with an entry, a day later: something for every projection."""
    clock: Any = floor.clock
    now, name = clock(), "quick"
    told = offer(
        how_awarded=DrawTerms(chance=PublicValue(source="a beacon", at=now + 3 * DAY)),
        minimum_or_compulsory_wager=NOT_APPLICABLE,
        place_date_and_time=DateAndPlace(place="Stage", at=now + DAY),
        closing_date_and_time=now + 2 * DAY,
        when_and_where_awarded=DateAndPlace(place="Stage", at=now + 3 * DAY),
    )
    acts.draft(floor, "play", name, promoter, book="nsw", terms=told, command_id="drafts a draw")
    for command in (c.SubmitPromotion(), c.BeginPromotion(), c.AddEntry(player="ann", reason="a coupon")):
        acts.give(floor, "play", name, promoter, command)
        clock.now = now + DAY


class FloorDraw:
    """A promotion on a floor: what its promoter, its scrutineer and its patrons do."""

    def __init__(self, floor: Floor, time: FakeTime, name: str = NAME) -> None:
        self.floor, self.time, self.name = floor, time, name
        self.stream = stream_of("play", name)

    @property
    def now(self) -> PrizePromotion:
        promotion: PrizePromotion = self.floor.state(self.stream)[0]
        return promotion

    @property
    def run(self) -> acts.PromotionRun:
        return acts.promotion_at(self.floor, "play", self.name)

    def do(self, command: c.Command, by: str = PROMOTER, command_id: str | None = None) -> PrizePromotion:
        acts.give(self.floor, "play", self.name, by, command, command_id=command_id)
        return self.now

    def oversee(self, command: c.ScrutineerCommand) -> PrizePromotion:
        return self.do(command, by=SCRUTINEER)

    def tick(self) -> list[str]:
        count_plays(self.floor)
        return tick(self.floor)

    def at(self, moment: int) -> "FloorDraw":
        self.time.now = moment
        self.tick()
        return self

    def drafted(self, terms: PromotionTerms | None = None, book: str = "nsw") -> "FloorDraw":
        self.time.now = BEGIN - 2 * DAY
        told = terms or offer()
        acts.draft(self.floor, "play", self.name, PROMOTER, book=book, terms=told, command_id=f"{self.name} draft")
        return self

    def submitted(self) -> "FloorDraw":
        self.do(c.NominateScrutineer(person=SCRUTINEER))
        self.oversee(c.SealSeed(commitment=sealed(SEED)))
        self.do(c.SubmitPromotion())
        return self

    def running(self, terms: PromotionTerms | None = None) -> "FloorDraw":
        return self.drafted(terms).submitted().at(BEGIN)

    def enter(self, *players: str) -> "FloorDraw":
        for player in players:
            self.do(c.AddEntry(player=player, reason="a coupon at the desk"))
        return self

    def closed(self) -> "FloorDraw":
        self.at(CLOSE)
        return self.at(CLOSE + BEHIND)

    def drawn(self) -> "FloorDraw":
        self.time.now = max(self.time.now, DRAW)
        if self.run.overseen:
            self.oversee(c.OverseeDraw())
        self.do(c.DrawPrizes(seed=SEED))
        if self.run.overseen:
            self.oversee(c.AttestDraw())
        return self

    def events(self, kind: Any) -> list[Any]:
        name = str(kind.__struct_config__.tag)
        found = log.read(self.floor.database, self.stream, names=(name,))
        return [self.floor.streams.decode(record) for record in found]
