"""The commands and events of a house, and its state."""

from collections.abc import Mapping
from typing import Final

import msgspec

from mississippi_stud.messages import MINUTE, CommandBase, EventBase
from mississippi_stud.person.house_breaks import HouseBreaks
from mississippi_stud.person.house_chips import USUAL, Chip
from mississippi_stud.person.house_settings import SETTINGS, SettingValue
from mississippi_stud.person.proposals import Act, EnableMember, GrantOwnership, Invite, Proposal, Titles

FLOOR: Final = "floor"
"""Who acts for the floor's own machinery."""


# Commands; those that may need a second person are in `proposals`.


class OpenHouse(CommandBase, frozen=True, kw_only=True):
    """Open a house with these rule books: content hashes by id."""

    by: str
    books: Mapping[str, str]


class Accept(CommandBase, frozen=True, kw_only=True):
    """Accept an invitation, as the person who has its link."""

    by: str
    mark: str
    called: str = ""
    """The name on their badge, sealed with their own key."""


class Revoke(CommandBase, frozen=True, kw_only=True):
    """Make the link of an invitation or a recovery worthless."""

    by: str
    why: str = ""
    mark: str


class GrantTitle(CommandBase, frozen=True, kw_only=True):
    """Give a member a title under a book."""

    by: str
    why: str = ""
    person: str
    book: str
    title: str


class WithdrawTitle(GrantTitle, frozen=True, kw_only=True):
    """Take a title under a book from a member."""


class WithdrawOwnership(CommandBase, frozen=True, kw_only=True):
    """Take ownership from an owner who is not the last one."""

    by: str
    why: str = ""
    person: str


class DisableMember(CommandBase, frozen=True, kw_only=True):
    """Take everything from a member at once, until they are enabled again."""

    by: str
    why: str = ""
    person: str


class OfferRecovery(CommandBase, frozen=True, kw_only=True):
    """Make a link with which a person who cannot sign in sets a new password and second factor."""

    by: str
    why: str = ""
    mark: str
    person: str


class Recover(CommandBase, frozen=True, kw_only=True):
    """Use a recovery link, as the person whom it is for."""

    by: str
    mark: str


class ChangeSetting(CommandBase, frozen=True, kw_only=True):
    """Change a setting of the house."""

    by: str
    why: str = ""
    name: str
    value: SettingValue


class ChangeChips(CommandBase, frozen=True, kw_only=True):
    """Say what the chips of the house are; with none, it has the usual ones."""

    by: str
    why: str = ""
    chips: tuple[Chip, ...]


class ChangeBook(CommandBase, frozen=True, kw_only=True):
    """Add a rule book, take another edition of it or, with an empty hash, remove it."""

    by: str
    why: str = ""
    book: str
    content: str


class Propose(CommandBase, frozen=True, kw_only=True):
    """Propose something that needs a second person."""

    by: str
    id: str
    act: Act


class Approve(CommandBase, frozen=True, kw_only=True):
    """Approve, as a second person, what somebody else proposed."""

    by: str
    why: str = ""
    id: str


class Decline(CommandBase, frozen=True, kw_only=True):
    """Decline what somebody proposed, or take back one's own proposal."""

    by: str
    why: str = ""
    id: str


class Conclude(CommandBase, frozen=True, kw_only=True):
    """Record that what was approved has been carried out in its own stream, or why it was refused there."""

    by: str
    id: str
    refused: str = ""


class Lapse(CommandBase, frozen=True, kw_only=True):
    """End a link or a proposal whose time is up."""

    key: str


Command = (
    OpenHouse | Invite | Accept | Revoke | GrantTitle | WithdrawTitle | GrantOwnership | WithdrawOwnership
    | DisableMember | EnableMember | OfferRecovery | Recover | ChangeSetting | ChangeChips | ChangeBook
    | Propose | Approve | Decline | Conclude | Lapse
)  # fmt: skip


# State.


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who belongs to the house."""

    person: str
    called: str = ""
    """The name on their badge, sealed."""
    owner: bool = False
    titles: Mapping[str, tuple[str, ...]] = {}
    disabled: bool = False

    @property
    def active_owner(self) -> bool:
        """Whether they act as an owner."""
        return self.owner and not self.disabled


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """A link that was not used yet."""

    called: str
    owner: bool
    titles: Titles
    by: str
    second: str = ""
    """Who approved it."""
    expires_at: int


class RecoveryLink(msgspec.Struct, frozen=True, kw_only=True):
    """A recovery link that was not used yet."""

    person: str
    by: str
    expires_at: int


class House(msgspec.Struct, frozen=True, kw_only=True):
    """A house as it is now; its past is in the log."""

    books: Mapping[str, str] = {}
    members: Mapping[str, Member] = {}
    invitations: Mapping[str, Invitation] = {}
    recoveries: Mapping[str, RecoveryLink] = {}
    settings: Mapping[str, SettingValue] = {}
    own_chips: tuple[Chip, ...] = ()
    """Its chips, if it has said what they are."""
    tables: Mapping[str, str] = {}
    """The id of the book of every table that is open."""
    proposals: Mapping[str, Proposal] = {}
    """Those that wait for a second person."""
    approved: Mapping[str, Proposal] = {}
    """Those that were approved and are still to be carried out in another stream."""

    def setting(self, name: str) -> SettingValue:
        """Return a setting as it was changed, or as it is by default."""
        return self.settings.get(name, SETTINGS[name].default)

    def amount(self, name: str) -> int:
        """Return a setting that is a number."""
        return int(self.setting(name))

    @property
    def chips(self) -> tuple[Chip, ...]:
        """Its chips, the smallest first."""
        return tuple(sorted(self.own_chips or USUAL, key=lambda chip: chip.cents))

    @property
    def breaks(self) -> HouseBreaks | None:
        """The breaks that everybody has who plays at its tables; None if it asks for none."""
        after = self.amount("break_after_minutes") * MINUTE
        return HouseBreaks(after, self.amount("break_minutes") * MINUTE) if after else None

    @property
    def owners(self) -> frozenset[str]:
        """Those who act as owners."""
        return frozenset(each.person for each in self.members.values() if each.active_owner)


# Events.


class HouseOpened(EventBase, frozen=True, kw_only=True):
    """The house was opened with these rule books."""

    books: Mapping[str, str]
    by: str


class InvitationMade(EventBase, frozen=True, kw_only=True):
    """A link was made with which somebody joins the house."""

    mark: str
    invitation: Invitation
    why: str


class _MemberEvent(EventBase, frozen=True, kw_only=True):
    """The base of what changes a member: who they were and who they are."""

    before: Member | None
    after: Member
    by: str
    why: str = ""
    second: str = ""
    """Who approved it."""


class InvitationUsed(_MemberEvent, frozen=True, kw_only=True):
    """Somebody accepted an invitation by `by`."""

    mark: str


class TitleGranted(_MemberEvent, frozen=True, kw_only=True):
    """A member was given a title."""


class TitleWithdrawn(_MemberEvent, frozen=True, kw_only=True):
    """A title was taken from a member."""


class OwnershipGranted(_MemberEvent, frozen=True, kw_only=True):
    """A member became an owner."""


class OwnershipWithdrawn(_MemberEvent, frozen=True, kw_only=True):
    """An owner is not one any more."""


class MemberDisabled(_MemberEvent, frozen=True, kw_only=True):
    """A member lost everything."""


class MemberEnabled(_MemberEvent, frozen=True, kw_only=True):
    """A member has back what they held."""


class InvitationEnded(EventBase, frozen=True, kw_only=True):
    """A link was never used: its time was up or, if `by` is somebody, they made it worthless."""

    mark: str
    by: str = ""
    why: str = ""


class RecoveryOffered(EventBase, frozen=True, kw_only=True):
    """A link was made with which somebody sets a new password and second factor."""

    mark: str
    link: RecoveryLink
    why: str


class RecoveryUsed(EventBase, frozen=True, kw_only=True):
    """A recovery link was used."""

    mark: str
    person: str


class RecoveryEnded(EventBase, frozen=True, kw_only=True):
    """A recovery link was never used: its time was up or, if `by` is somebody, they made it worthless."""

    mark: str
    by: str = ""
    why: str = ""


class SettingChanged(EventBase, frozen=True, kw_only=True):
    """A setting was changed."""

    name: str
    before: SettingValue
    after: SettingValue
    by: str
    why: str


class ChipsChanged(EventBase, frozen=True, kw_only=True):
    """The chips of the house were changed."""

    before: tuple[Chip, ...]
    after: tuple[Chip, ...]
    by: str
    why: str


class BookChanged(EventBase, frozen=True, kw_only=True):
    """A rule book was added, replaced by another edition or, if `after` is empty, removed."""

    book: str
    before: str
    after: str
    by: str
    why: str


class TableListed(EventBase, frozen=True, kw_only=True):
    """A table was opened in the house."""

    table: str
    book: str
    by: str


class TableUnlisted(EventBase, frozen=True, kw_only=True):
    """A table of the house has closed."""

    table: str
    by: str


class ProposalMade(EventBase, frozen=True, kw_only=True):
    """Somebody proposed something that needs a second person."""

    proposal: Proposal


class ProposalApproved(EventBase, frozen=True, kw_only=True):
    """A second person approved it."""

    id: str
    by: str
    why: str
    follows: bool
    """Whether it is still to be carried out in another stream."""


class ProposalConcluded(EventBase, frozen=True, kw_only=True):
    """What was approved has been carried out in its own stream, or was refused there."""

    id: str
    refused: str = ""


class ProposalEnded(EventBase, frozen=True, kw_only=True):
    """A proposal came to nothing: it was declined by somebody or, without one, its time was up."""

    id: str
    by: str = ""
    why: str = ""


MemberEvent = (
    InvitationUsed | TitleGranted | TitleWithdrawn | OwnershipGranted | OwnershipWithdrawn | MemberDisabled
    | MemberEnabled
)  # fmt: skip
Event = (
    HouseOpened | InvitationMade | InvitationUsed | InvitationEnded | TitleGranted | TitleWithdrawn | OwnershipGranted
    | OwnershipWithdrawn | MemberDisabled | MemberEnabled | RecoveryOffered | RecoveryUsed | RecoveryEnded
    | SettingChanged | ChipsChanged | BookChanged | TableListed | TableUnlisted | ProposalMade | ProposalApproved
    | ProposalConcluded | ProposalEnded
)  # fmt: skip
