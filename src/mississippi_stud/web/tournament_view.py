"""What a tournament shows: to everybody, to an entrant, to its officials and to the inspectorate."""

from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec
from litestar.exceptions import ValidationException

from mississippi_stud.floor import Floor
from mississippi_stud.floor.tournament_acts import (
    EntrantsCommand,
    EntrantStanding,
    OfficialsCommand,
    TournamentDispute,
    TournamentRun,
    TournamentTerms,
    declared,
    faults_of_terms,
    give,
    missing_terms,
    standing_of,
    terms_digest,
    tournament_at,
)
from mississippi_stud.web.seats import objecting
from mississippi_stud.web.tournament_shapes import (
    EntrantLine,
    OwnStanding,
    TermsAnswer,
    TournamentActLine,
    TournamentDisputeLine,
    TournamentPrizeLine,
    TournamentRecord,
    TournamentResults,
    TournamentSight,
)

_TABLE: Final = "table:"
_WITHOUT: Final = ("at", "by", "called")
"""What nobody says in a command: the floor knows the time, and who gives it; a name is sealed before it comes there."""
OFFICIALS: Final = frozenset(str(kind.__struct_config__.tag) for kind in get_args(OfficialsCommand))
"""The commands of the house, the Director and the deputies, by name."""


def carry_out(
    floor: Floor,
    house: str,
    name: str,
    person: str,
    told: Mapping[str, Any],
    command_id: str,
    *,
    officials: bool | None = None,
) -> TournamentRun:
    """Give a command in a tournament as it was told, in the name of whoever told it.

    `officials` is whether it must be one of theirs; None if the name of the command says so.
    """
    theirs = told.get("command") in OFFICIALS if officials is None else officials
    asked = {key: value for key, value in told.items() if key not in _WITHOUT}
    called = str(told.get("called") or "")
    try:
        command: Any = msgspec.convert(asked, OfficialsCommand if theirs else EntrantsCommand)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None
    with objecting(tournament_at(floor, house, name).rules.book):
        return give(floor, house, name, person, command, command_id=command_id, called=called)


def sight_of_tournament(run: TournamentRun, person: str) -> TournamentSight:
    """Return a tournament as somebody sees it; nobody in particular sees what everybody does."""
    contest, busy = run.contest, run.busy
    official = "director" if person and person == contest.director else ""
    return TournamentSight(
        house=run.house,
        name=run.name,
        book=run.rules.book.id,
        currency=run.rules.book.money.currency.value,
        version=run.version,
        view=run.seen_by(person),
        when=contest.terms.when,
        sessions=tuple(msgspec.to_builtins(each) for each in contest.terms.programme.sessions),
        tables={table.removeprefix(_TABLE): number for table, number in busy.items()},
        free_tables=tuple(table.removeprefix(_TABLE) for table in run.free),
        next_cull=run.next_cull,
        own=_own(standing_of(run, person)) if person else None,
        official=official or ("deputy" if person in contest.deputies else ""),
    )


def _own(standing: EntrantStanding | None) -> OwnStanding | None:
    if standing is None:
        return None
    fields: Mapping[str, Any] = standing._asdict()
    disputes = tuple(_dispute(each) for each in standing.disputes)
    return OwnStanding(**{**fields, "table": standing.table.removeprefix(_TABLE), "disputes": disputes})


def _dispute(dispute: TournamentDispute) -> TournamentDisputeLine:
    return TournamentDisputeLine(number=dispute.number, by=dispute.by, about=dispute.about, decision=dispute.decision)


def terms_answer(run: TournamentRun, terms: TournamentTerms) -> TermsAnswer:
    """Return terms as data, with the hash by which they are accepted, what they lack and what cannot be done."""
    return TermsAnswer(
        title=terms.title,
        version=run.contest.version,
        digest=terms_digest(terms),
        terms=terms,
        missing=missing_terms(run, terms),
        faults=faults_of_terms(run, terms),
    )


def read_terms(told: Mapping[str, Any]) -> TournamentTerms:
    """Return the terms that somebody sent; an error names the field that is wrong."""
    try:
        return msgspec.convert(told, TournamentTerms)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None


def record_of(run: TournamentRun) -> TournamentRecord:
    """Return what the officials and the inspectorate see besides."""
    contest = run.contest
    return TournamentRecord(
        version=run.version,
        life=contest.life.value,
        director=contest.director,
        deputies=contest.deputies,
        present=contest.present,
        steps=contest.steps,
        entrants=tuple(
            EntrantLine(
                name=each.name,
                player=each.player,
                number=each.number,
                status=each.status.value,
                paid_cents=sum(each.paid_cents.values()),
                refunded_cents=each.refunded_cents,
                employee=each.employee,
                approved_by=each.approved_by,
                signed=each.signed,
                breaches={breach.value: count for breach, count in each.breaches.items()},
                missing_hands=each.missing_hands,
                away=each.away,
            )
            for each in contest.entrants.values()
        ),
        disputes=tuple(_dispute(each) for each in contest.disputes.values()),
        acts=tuple(
            TournamentActLine(**{name: getattr(each, name) for name in TournamentActLine.__struct_fields__})
            for each in contest.acts.values()
        ),
    )


def results_of(floor: Floor, run: TournamentRun) -> TournamentResults:
    """Return the places as they are and, once they are declared, the prizes with their arithmetic."""
    event = declared(floor, run)
    return TournamentResults(
        version=run.version,
        ranking=run.seen_by("").standings if event is None else event.ranking,
        final=event is not None,
        pool_cents=0 if event is None else event.pool.pool_cents,
        redeemed_cents={} if event is None else event.redeemed_cents,
        prizes=()
        if event is None
        else tuple(
            TournamentPrizeLine(
                name=each.name,
                first=each.first,
                last=each.last,
                parts=each.parts,
                of_parts=each.of_parts,
                group_cents=each.group_cents,
                cents=each.cents,
            )
            for each in event.awards
        ),
    )
