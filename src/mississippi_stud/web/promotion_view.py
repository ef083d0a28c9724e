"""What a promotion shows: to everybody, to whoever entered, to its scrutineer, to the house and the inspectorate."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from litestar.exceptions import ValidationException

from mississippi_stud.floor import Floor
from mississippi_stud.floor.promotion_acts import (
    ClaimRecord,
    OfficeCommand,
    OwnEntry,
    PatronCommand,
    PromotionRun,
    PromotionTerms,
    ScrutineerCommand,
    digest,
    give,
    give_for_oneself,
    lacking,
    promotion_at,
)
from mississippi_stud.web.promotion_shapes import (
    AttemptLine,
    ClaimAnswer,
    ClaimLine,
    OwnEntries,
    OwnEntryLine,
    PromotionDisputeLine,
    PromotionPrizeLine,
    PromotionRecord,
    PromotionSight,
    PromotionTermsAnswer,
    VoucherLine,
)
from mississippi_stud.web.seats import objecting

_WITHOUT: Final = ("at", "by", "secret", "entries")
"""What nobody says of a command: the floor knows the time, who gives it, its own secret and what was entered."""


def carry_out(
    floor: Floor, house: str, name: str, person: str, told: Mapping[str, Any], command_id: str, *, kinds: Any
) -> PromotionRun:
    """Give a command of certain kinds in a promotion as it was told, in the name of whoever told it."""
    without = _WITHOUT if told.get("command") != "import_entries" else ("at", "by")
    asked = {key: value for key, value in told.items() if key not in without}
    try:
        command: Any = msgspec.convert(asked, kinds)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None
    with objecting(promotion_at(floor, house, name).rules.book):
        act = give_for_oneself if kinds is PatronCommand else give
        return act(floor, house, name, person, command, command_id=command_id)


def sight_of_promotion(run: PromotionRun, person: str) -> PromotionSight:
    """Return a promotion as somebody sees it; nobody in particular sees what everybody does."""
    promotion, terms = run.promotion, run.promotion.terms
    awarded = terms.when_and_where_awarded
    seen = run.seen_by(person)
    return PromotionSight(
        house=run.house,
        name=run.name,
        book=run.rules.book.id,
        currency=run.rules.book.money.currency.value,
        version=run.version,
        view=msgspec.structs.replace(seen, my_claims=tuple(_bare(each) for each in seen.my_claims)),
        begins_at=terms.begins_at,
        draw_at=awarded.at if awarded else 0,
        place=awarded.place if awarded else "",
        prizes=tuple(
            PromotionPrizeLine(
                prize=number,
                kind=each.kind.value,
                description=each.description,
                value_cents=each.value_cents,
                cash_alternative_cents=each.cash_alternative_cents,
            )
            for number, each in enumerate(terms.prizes, start=1)
        ),
        presence=terms.claim.presence,
        check_in_from=run.check_in_from,
        checked_in=len(promotion.checked_in),
        overseen=run.overseen,
        scrutineer_present=promotion.scrutineer_present,
        attested=promotion.attested,
        results_published=promotion.results_published,
        next_place=promotion.next_place,
        role="scrutineer" if person and person == promotion.scrutineer else "",
        own_check_in=bool(person) and person in promotion.checked_in,
    )


def _bare(claim: Any) -> Any:
    return msgspec.structs.replace(claim, name="", address="")


def read_terms(told: Mapping[str, Any]) -> PromotionTerms:
    """Read terms; `ValidationException` says where they are no terms."""
    try:
        return msgspec.convert(told, PromotionTerms)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None


def terms_answer(run: PromotionRun, terms: PromotionTerms) -> PromotionTermsAnswer:
    """Return terms as data, those in force or others, with all that they lack."""
    return PromotionTermsAnswer(
        title=terms.title,
        version=len(run.promotion.versions),
        digest=digest(terms),
        terms=terms,
        lacking=lacking(run, terms),
    )


def entries_answer(run: PromotionRun, person: str, lines: list[OwnEntry]) -> OwnEntries:
    """Return somebody's own entries."""
    mine = run.seen_by(person).mine
    return OwnEntries(
        entries=mine.entries, weight=mine.weight, lines=tuple(OwnEntryLine(**each._asdict()) for each in lines)
    )


def _claim_line(claim: Any) -> ClaimLine:
    return ClaimLine(
        number=claim.number,
        prize=claim.prize,
        claimant=claim.claimant,
        at=claim.at,
        status=claim.status.value,
        reason=claim.reason,
        informed_at=claim.informed_at,
    )


def claim_answer(record: ClaimRecord) -> ClaimAnswer:
    """Return a claim with what is kept of the claimant."""
    return ClaimAnswer(claim=_claim_line(record.claim), name=record.name, address=record.address)


def record_of(run: PromotionRun, at: int) -> PromotionRecord:
    """Return what the house and the inspectorate see besides."""
    promotion = run.promotion
    return PromotionRecord(
        version=run.version,
        life=promotion.life.value,
        scrutineer=promotion.scrutineer,
        submitted_at=promotion.submitted_at,
        due=run.agenda,
        options=run.options(at),
        attempts=tuple(
            AttemptLine(
                prize=winner.prize,
                way=each.way,
                at=each.at,
                by=each.by,
                reached=each.reached,
                in_time=each.in_time,
            )
            for winner in promotion.winners.values()
            for each in winner.attempts
        ),
        claims=tuple(_claim_line(each) for each in promotion.claims.values()),
        disputes=tuple(
            PromotionDisputeLine(
                number=each.number,
                person=each.person,
                about=each.about,
                decision=each.decision,
                advised=each.advised,
            )
            for each in promotion.disputes.values()
        ),
        vouchers=tuple(
            VoucherLine(
                number=each.number,
                holder=each.holder,
                cents=each.cents,
                conditions=each.conditions,
                expires_at=each.expires_at,
                redeemed=each.redeemed,
            )
            for each in promotion.vouchers.values()
        ),
        barred=promotion.barred,
    )


OFFICE, SCRUTINY, PATRON = OfficeCommand, ScrutineerCommand, PatronCommand
"""The commands of each route."""
