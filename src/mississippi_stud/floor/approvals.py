"""What a second person approves: proposals, and what follows in other streams once one is approved."""

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import meters
from mississippi_stud.floor.accounts import Deposit
from mississippi_stud.floor.house_tables import relieve, relieve_somebody
from mississippi_stud.floor.houses import check_reach, correction_of, house_proposals, settings_of
from mississippi_stud.floor.membership import house_members
from mississippi_stud.floor.persons import erase, person_of
from mississippi_stud.floor.persons import stream_of as person_stream
from mississippi_stud.floor.tenancy import stream_of
from mississippi_stud.money import cents as as_cents
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.care_messages import AdmitPerson
from mississippi_stud.person.proposals import (
    Act,
    AdmitAgain,
    CorrectHouseMeter,
    EraseSomebody,
    ForeignAct,
    GiveMoney,
    Proposal,
)
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store.database import StoreError

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor


def propose(floor: "Floor", house: str, act: Act, command_id: str | None = None) -> str:
    """Propose something that needs a second person; return the proposal's id."""
    name = secrets.token_hex(8)
    check_act_reach(floor, house, act)
    floor.send(stream_of(house), m.Propose(by=act.by, id=name, act=act), command_id=command_id, actor=act.by)
    return name


def check_act_reach(floor: "Floor", house: str, act: Act) -> None:
    """Refuse an act on a person of another house."""
    if isinstance(act, GiveMoney | EraseSomebody):
        check_reach(floor, house, act.person)


def approve(floor: "Floor", house: str, proposal: str, *, by: str, why: str = "", command_id: str | None = None) -> str:
    """Approve a proposal and see it carried out; return why it was refused in its own stream, or nothing."""
    floor.send(stream_of(house), m.Approve(by=by, why=why, id=proposal), command_id=command_id, actor=by)
    approved = settings_of(floor, house).approved.get(proposal)
    relieve(floor, house)
    return "" if approved is None else _follow(floor, house, approved)


def resume(floor: "Floor") -> int:
    """Carry out what was approved before a crash, and relieve whoever lost a title; return how many acts there were."""
    if house_proposals.name not in floor.database.projections:
        return 0
    table = house_proposals.c
    with floor.database.transaction() as connection:
        found = connection.execute(select(table.house, table.id).where(table.status == "approved")).all()
        houses = list(connection.scalars(select(house_members.c.house).distinct()))
    for house, proposal in found:
        approved = settings_of(floor, house).approved.get(proposal)
        if approved is not None:
            _follow(floor, house, approved)
    for house in houses:
        relieve(floor, house)
    return len(found)


def _follow(floor: "Floor", house: str, approved: Proposal) -> str:
    """Carry out what was approved as one idempotent command to another stream, and record how that ended."""
    act, refused = approved.act, ""
    command_id = sha256(f"{house} {approved.id}".encode()).hexdigest()
    try:
        if isinstance(act, EraseSomebody):
            erase(floor, act.person, by=act.by, reason=act.why)
            relieve_somebody(floor, act.person)
        elif isinstance(act, ForeignAct):
            stream, command = _errand(floor, house, act, approved.approved_by)
            floor.send(stream, command, command_id=command_id, actor=act.by)
    except StoreError:
        raise
    except (Refused, InputError) as error:
        refused = error.code
    concluded = m.Conclude(by=m.FLOOR, id=approved.id, refused=refused)
    floor.send(stream_of(house), concluded, command_id=command_id[:60] + " end", actor=m.FLOOR)
    return refused


def _errand(floor: "Floor", name: str, act: CorrectHouseMeter | GiveMoney | AdmitAgain, second: str) -> tuple[str, Any]:
    """Return what an act that `second` has approved is in its own stream."""
    match act:
        case CorrectHouseMeter():
            return meters.stream_of(act.meters), correction_of(act)
        case GiveMoney():
            given = Deposit(cents=as_cents(act.cents), by=act.by, second=second, why=act.why)
            return f"account:{act.person}", given
        case AdmitAgain():
            content = settings_of(floor, name).books.get(act.book, "")
            own = name if name in person_of(floor, act.person).care.exclusions else ""
            if not own:  # it keeps them from every house: only their own may lift it
                check_reach(floor, name, act.person)
            admits = AdmitPerson(by=act.title, person=act.by, book=content, grounds=act.why, house=own)
            return person_stream(act.person), admits
