"""What one person alone may not do in a house: who may propose it, who may approve it, and what asks for that.

Decision 179.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from mississippi_stud.messages import CommandBase
from mississippi_stud.rulebooks.vocabulary import Power


class Standing(StrEnum):
    """What somebody is in a house besides the titles that they hold."""

    OWNER = "owner"
    CONSOLE = "console"


CONSOLE: Final = Standing.CONSOLE.value
"""Who acts on the machine itself, with `mstud staff`."""
Titles = Mapping[str, tuple[str, ...]]
"""Titles in alphabetical order, by the id of the rule book that knows them."""


class Invite(CommandBase, frozen=True, kw_only=True):
    """Invite somebody to be an owner, or to be staff with these titles; they accept with a link."""

    by: str
    why: str = ""
    mark: str
    """The keyed hash of the link's token."""
    called: str = ""
    """The name on their badge, sealed; nobody knows the key but the vault."""
    owner: bool = False
    titles: Mapping[str, tuple[str, ...]] = {}


class GrantOwnership(CommandBase, frozen=True, kw_only=True):
    """Make a member of the house one of its owners."""

    by: str
    why: str = ""
    person: str


class EnableMember(CommandBase, frozen=True, kw_only=True):
    """Give somebody who was disabled back what they held."""

    by: str
    why: str = ""
    person: str


class CorrectHouseMeter(CommandBase, frozen=True, kw_only=True):
    """Correct a meter of the house with a further entry; the amount is in cents, a fraction, and may be negative."""

    by: str
    why: str = ""
    meters: str
    meter: str
    amount_exact: str
    corrects: str


class GiveMoney(CommandBase, frozen=True, kw_only=True):
    """Give a player money by hand."""

    by: str
    why: str = ""
    person: str
    cents: int


class AdmitAgain(CommandBase, frozen=True, kw_only=True):
    """Admit somebody whom staff excluded, under a title that may exclude."""

    by: str
    why: str = ""
    person: str
    book: str
    title: str


class EraseSomebody(CommandBase, frozen=True, kw_only=True):
    """Erase a person who has asked for it elsewhere than on their own page."""

    by: str
    why: str = ""
    person: str


Act = Invite | GrantOwnership | EnableMember | CorrectHouseMeter | GiveMoney | AdmitAgain | EraseSomebody
OwnAct = Invite | GrantOwnership | EnableMember
"""What changes the house itself, in the commit that approves it; the rest follows as one command to another stream."""
ForeignAct = CorrectHouseMeter | GiveMoney | AdmitAgain | EraseSomebody


class TwoPersonRule(NamedTuple):
    """Who may propose something and which other person may approve it: a standing, or a power that a book gives."""

    proposes: tuple[Standing | Power, ...]
    approves: tuple[Standing | Power, ...]
    source: str
    """The standard that asks for it."""


_OWNERS: Final = TwoPersonRule((Standing.OWNER, Standing.CONSOLE), (Standing.OWNER,), "GLI-19 B.2.3")
RULES: Final[Mapping[type, TwoPersonRule]] = {
    Invite: _OWNERS,
    GrantOwnership: _OWNERS,
    EnableMember: _OWNERS,
    CorrectHouseMeter: TwoPersonRule(
        (Standing.OWNER, Power.READ_METER, Power.VALIDATE_JACKPOT),
        (Standing.OWNER, Power.READ_METER, Power.VALIDATE_JACKPOT),
        "GLI-19 2.9.5",
    ),
    GiveMoney: TwoPersonRule((Standing.OWNER, Power.DECIDE_DISPUTE), (Standing.OWNER,), "GLI-19 B.2.3"),
    AdmitAgain: TwoPersonRule((Power.EXCLUDE_PLAYER,), (Standing.OWNER, Power.EXCLUDE_PLAYER), "GLI-19 B.2.3"),
    EraseSomebody: TwoPersonRule((Standing.OWNER, Power.EXCLUDE_PLAYER), (Standing.OWNER,), "GLI-19 B.2.3"),
}
"""What needs a second person. An invitation needs one only if it makes an owner of a house that has one already, and
enabling only if it gives ownership back."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for a second person or, once approved, to be carried out."""

    id: str
    act: Act
    lapses_at: int
    approved_by: str = ""
