"""A promotion for tests: drafted, entered, drawn and claimed by commands; its money and its root are checked."""

from typing import Any

from msgspec.structs import replace

from mississippi_stud.fairness.draw import DrawEntry, draw_commitment, entries_root, sealed
from mississippi_stud.messages import DAY, HOUR, MINUTE
from mississippi_stud.money import Currency, balances
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion.chapter import promotion_rules
from mississippi_stud.promotion.decide import decide
from mississippi_stud.promotion.events import EntriesTaken
from mississippi_stud.promotion.evolve import evolve
from mississippi_stud.promotion.offer_terms import (
    ClaimTerms,
    DateAndPlace,
    DrawTerms,
    Eligibility,
    EntryRule,
    PlayKind,
    PromotionTerms,
)
from mississippi_stud.promotion.prize_terms import PrizeKind, PrizeTerms
from mississippi_stud.promotion.state import PrizePromotion
from mississippi_stud.promotion.transfers import account, transfers
from mississippi_stud.prose.refusals import explain
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.model import Rulebook

BEGIN = 100 * DAY
CLOSE = BEGIN + 10 * DAY
DRAW = CLOSE + HOUR
SECRET = bytes(range(32))
SEED = "the scrutineer rolled 4 1 6 6 2 3"
SCRUTINEER = "sue"


def prize(kind: str = "cash", value_cents: int = 500_00, **facts: Any) -> PrizeTerms:
    """Return a prize; $500 in cash unless told otherwise."""
    return PrizeTerms(kind=PrizeKind(kind), description=kind, value_cents=value_cents, **facts)


def terms(*prizes: PrizeTerms, **changes: Any) -> PromotionTerms:
    """Return whole terms: it begins at BEGIN, entries close at CLOSE, and the draw is at DRAW."""
    whole = PromotionTerms(
        title="Spring Draw",
        where_terms_are_found=("in-the-casino", "secure-website"),
        marketing_refers_to_terms=True,
        how_awarded=DrawTerms(entries=(EntryRule(play=PlayKind.WAGER),)),
        when_and_where_awarded=DateAndPlace(place="Main floor", at=DRAW),
        eligibility=Eligibility(),
        minimum_or_compulsory_wager=10_00,
        nature_and_guarantees="as described; none is guaranteed beyond the law",
        closing_date_and_time=CLOSE,
        place_date_and_time=DateAndPlace(place="Main floor", at=BEGIN),
        how_to_claim=ClaimTerms(where="the cage"),
        how_winners_are_told=("telephone", "mail"),
        how_results_are_published=("on the website",),
        prizes_and_their_value=prizes or (prize(),),
    )
    return replace(whole, **changes)


class Giveaway:
    """A promotion and everything that happened in it."""

    def __init__(self, told: PromotionTerms | None = None, book: Rulebook | None = None) -> None:
        self.rules = promotion_rules(book or rulebook("nsw"), rulebook("nsw"))
        self.promotion: PrizePromotion | None = None
        self.events: list[Any] = []
        self.money: list[Any] = []
        self.at = BEGIN - 2 * DAY
        self.do(c.DraftPromotion, id="spring", terms=told or terms())

    @property
    def now(self) -> PrizePromotion:
        assert self.promotion is not None
        return self.promotion

    @property
    def entries(self) -> tuple[DrawEntry, ...]:
        taken = (event for event in self.events if isinstance(event, EntriesTaken))
        return tuple(entry for event in taken for entry in event.entries)

    def do(self, kind: Any, /, *, by: str = "pat", **fields: Any) -> tuple[Any, ...]:
        """Carry a command out and return its events; check that no cent is made or lost and that the root is right."""
        events = decide(self.rules, self.promotion, kind(at=self.at, by=by, **fields))
        for event in events:
            if self.promotion is not None:
                self.money += transfers(self.promotion, event)
            self.promotion = evolve(self.promotion, event)
            self.events.append(event)
        held = balances(self.money)
        assert sum(held.values()) == 0
        assert held[account(self.now)] >= 0
        assert self.now.root == entries_root(self.entries)
        return events

    def refused(self, kind: Any, /, **fields: Any) -> tuple[str, str]:
        """Return the code and the clause of a command that is refused, and changes nothing."""
        before = self.promotion
        try:
            self.do(kind, **fields)
        except Refused as refused:
            assert self.promotion is before
            told = {language: explain(refused, Currency.AUD, language) for language in ("en", "fr")}
            assert told["en"] != told["fr"]
            assert "{" not in told["en"] + told["fr"]
            return refused.code, refused.clause
        raise AssertionError(f"{kind.__name__} was not refused")

    def balance(self, name: str) -> int:
        return balances(self.money)[name]

    # The usual course.

    def submitted(self) -> "Giveaway":
        self.do(c.NominateScrutineer, person=SCRUTINEER)
        self.do(c.SealSeed, by=SCRUTINEER, commitment=sealed(SEED))
        self.do(c.SubmitPromotion)
        return self

    def running(self) -> "Giveaway":
        self.submitted()
        self.at = BEGIN
        self.do(c.BeginPromotion, commitment=draw_commitment(SECRET))
        return self

    def enter(self, names: str) -> "Giveaway":
        """Enter everybody named: ``ann ben*5`` is one entry for ann, and one that weighs five for ben."""
        for told in names.split():
            name, _, weight = told.partition("*")
            self.do(c.AddEntry, player=name, reason="at the desk", weight=int(weight or 1))
        return self

    def closed(self, names: str = "ann ben cho dan eve") -> "Giveaway":
        self.running().enter(names)
        self.at = CLOSE
        self.do(c.ClosePromotion)
        return self

    def overseen(self, names: str = "ann ben cho dan eve") -> "Giveaway":
        self.closed(names)
        self.at = DRAW
        self.do(c.OverseeDraw, by=SCRUTINEER)
        return self

    def draw(self, **fields: Any) -> "Giveaway":
        self.do(c.DrawPrizes, **{"secret": SECRET, "seed": SEED, "entries": self.entries, **fields})
        return self

    def drawn(self, names: str = "ann ben cho dan eve") -> "Giveaway":
        self.overseen(names).draw()
        self.do(c.AttestDraw, by=SCRUTINEER)
        return self

    def winner(self, number: int = 1) -> str:
        return self.now.winners[number].holder

    def claimed(self, number: int = 1, claimant: str = "", **facts: Any) -> int:
        """Lodge a claim to a prize, its winner's unless told otherwise, and return its number."""
        self.do(c.LodgeClaim, prize=number, claimant=claimant or self.winner(number), **facts)
        return len(self.now.claims)

    def wait(self, minutes: int) -> "Giveaway":
        self.at += minutes * MINUTE
        return self
