"""What owners and staff of a house do there: they change it, propose, approve and decline."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from mississippi_stud.floor.approvals import approve, check_act_reach
from mississippi_stud.floor.house_tables import relieve
from mississippi_stud.floor.houses import member_of
from mississippi_stud.floor.signin import sign_out
from mississippi_stud.floor.tenancy import stream_of
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.proposals import (
    Act,
    EnableMember,
)
from mississippi_stud.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor


def change_house(floor: "Floor", house: str, command: Any, *, command_id: str | None = None) -> None:
    """Carry out a command; whoever was disabled is signed out, and who has lost a title is relieved at the tables."""
    if isinstance(command, m.Propose):
        check_act_reach(floor, house, command.act)
    floor.send(stream_of(house), command, command_id=command_id, actor=command.by)
    if isinstance(command, m.DisableMember) and member_of(floor, house, command.person) is None:
        sign_out(floor, command.person)
    relieve(floor, house)


def adopt_book(
    floor: "Floor", house: str, rules: Rulebook, *, by: str, why: str, command_id: str | None = None
) -> None:
    """Keep a rule book whole, and put it in force for new tables; those that are open keep theirs."""
    change = m.ChangeBook(by=by, why=why, book=rules.id, content=floor.keep(rules))
    change_house(floor, house, change, command_id=command_id)


OwnersCommand = (
    m.Revoke | m.GrantTitle | m.WithdrawTitle | m.WithdrawOwnership | m.DisableMember | m.ChangeSetting | m.ChangeChips
    | m.ChangeBook
    | EnableMember | m.Propose | m.Approve | m.Decline
)  # fmt: skip
"""What owners do on the page of their house."""


StaffCommand = m.Propose | m.Approve | m.Decline
"""What somebody with a title does besides the commands of tables."""


def command_of(kinds: Any, tree: Mapping[str, Any], by: str) -> Any:
    """Return a command of these kinds from JSON, in the name of `by`; `ValidationError` if it is none."""
    act = {**tree["act"], "by": by} if isinstance(tree.get("act"), dict) else None
    return msgspec.convert({**tree, "by": by, **({"act": act} if act else {})}, kinds)


def carry_out(floor: "Floor", house: str, command: Any, command_id: str | None = None) -> str:
    """Carry out a command of a house; return why something that it approved was refused in its own stream."""
    if isinstance(command, m.Approve):
        return approve(floor, house, command.id, by=command.by, why=command.why, command_id=command_id)
    change_house(floor, house, command, command_id=command_id)
    return ""


def name_of(act: Act) -> str:
    """Return the stable name of something that was proposed."""
    return str(act.__struct_config__.tag)
