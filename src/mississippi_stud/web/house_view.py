"""What a house shows: to its owners all of it, to its staff their titles and what waits for them, and nothing else."""

from collections.abc import Iterator
from typing import Any

import msgspec

from mississippi_stud.floor import (
    Admission,
    Floor,
    house_acts,
    house_options,
    houses,
    interventions,
    lobby_tables,
    staff_links,
)
from mississippi_stud.floor.persons import person_of
from mississippi_stud.floor.pit import walk_in_number
from mississippi_stud.language import translator
from mississippi_stud.money import Cents, Currency
from mississippi_stud.prose.console import CONSOLE
from mississippi_stud.prose.house_page import ACTS, CHANGES, SETTINGS
from mississippi_stud.prose.meters import exact
from mississippi_stud.prose.names import amount, cite
from mississippi_stud.prose.reasons import tell_reason
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.web.standing import ante_limits

_POWERS = RULE_VALUES["Power"]


class TitleName(msgspec.Struct, frozen=True, kw_only=True):
    """A title under a book, and what it is called."""

    book: str
    title: str
    name: str


class MemberLine(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who belongs to the house."""

    person: str
    name: str
    owner: bool
    titles: tuple[TitleName, ...]
    disabled: bool
    second_factor: bool
    you: bool


class InvitationLine(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation that is open."""

    mark: str
    name: str
    owner: bool
    titles: tuple[TitleName, ...]
    by: str
    expires_at: int


class RecoveryLine(msgspec.Struct, frozen=True, kw_only=True):
    """A recovery link that was not used yet."""

    mark: str
    person: str
    by: str
    expires_at: int


class ProposalLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for a second person: what it is about as it is now, and as it would be."""

    id: str
    said: str
    by: str
    why: str
    before: str
    after: str
    lapses_at: int
    own: bool
    may_approve: bool


class SettingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A setting, what it means and what it may be."""

    name: str
    label: str
    about: str
    value: int | str
    least: int
    most: int
    choices: tuple[int | str, ...]


class HouseTable(msgspec.Struct, frozen=True, kw_only=True):
    """An open table of the house."""

    id: str
    book: str
    round: int
    """The number of the round in play; 0 between rounds."""
    seated: int
    players: tuple[str, ...]
    """The ids of those who sit there, for whoever may act against players."""
    on_duty: tuple[str, ...]
    stopped: str
    """Why no new round can begin there; empty if one can."""
    listed: bool
    """Whether the lobby lists it."""
    closing: bool
    """Whether it was announced that it closes."""
    may_close: bool
    """Whether whoever looks may close it from here."""


class OpeningChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A book of which somebody may open tables for the lobby, with the usual limits of the ante."""

    book: str
    name: str
    seats: int
    least: int
    most: int


class MeterLine(msgspec.Struct, frozen=True, kw_only=True):
    """A meter of the house, with every fraction of a cent."""

    meters: str
    meter: str
    value: str
    value_exact: str


class StopLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is stopped; without a kind, everything."""

    kind: str
    name: str
    reason: str


class HouseAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A house as an owner sees it."""

    house: str
    members: tuple[MemberLine, ...]
    invitations: tuple[InvitationLine, ...]
    recoveries: tuple[RecoveryLine, ...]
    proposals: tuple[ProposalLine, ...]
    settings: tuple[SettingLine, ...]
    chips: tuple[houses.Chip, ...]
    own_chips: bool
    """Whether the house has said what its chips are; otherwise they are the usual ones."""
    titles: tuple[TitleName, ...]
    """Every title that can be granted."""
    books: dict[str, str]
    tables: tuple[HouseTable, ...]
    opens: tuple[OpeningChoice, ...]
    meters: tuple[MeterLine, ...]
    stops: tuple[StopLine, ...]
    proposes: tuple[str, ...]
    refused: str = ""
    """Why what was just approved could not be carried out."""


class ClauseName(msgspec.Struct, frozen=True, kw_only=True):
    """A clause, and how a sentence cites it."""

    clause: str
    cited: str


class PowerLine(ClauseName, frozen=True, kw_only=True):
    """Something that a title may do, and the clause that says so."""

    name: str


class StaffTitle(TitleName, frozen=True, kw_only=True):
    """A title that somebody holds, and what it may do."""

    may: tuple[PowerLine, ...]


class ExclusionChoice(TitleName, frozen=True, kw_only=True):
    """A title under which somebody may exclude players, and the clauses to do it by."""

    clauses: tuple[ClauseName, ...]


class StaffAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A house as a member of its staff sees it."""

    house: str
    titles: tuple[StaffTitle, ...]
    official: bool
    proposals: tuple[ProposalLine, ...]
    """Their own, and those that they may approve."""
    tables: tuple[HouseTable, ...]
    opens: tuple[OpeningChoice, ...]
    meters: tuple[MeterLine, ...]
    """Empty for whoever may not correct one."""
    exclusions: tuple[ExclusionChoice, ...]
    proposes: tuple[str, ...]
    approves: tuple[str, ...]
    refused: str = ""


def player_name(player: str, language: str) -> str:
    """Return what a player is called: a walk-in has no account whose id would tell who they are, but a number."""
    number = walk_in_number(player)
    return translator(language)(CONSOLE["walkIn"]).format(number=number) if number else player


class HouseReader:
    """Tells somebody of a house about it in their language."""

    def __init__(self, floor: Floor, house: str, person: str, language: str) -> None:
        self.floor, self.name, self.person, self.language = floor, house, person, language
        self.house = houses.settings_of(floor, house)
        self.authority = interventions.authority_of(floor, house, person)
        self._ = translator(language)
        self.currency = Currency(str(self.house.setting("currency")) or Currency.CAD)

    def called(self, person: str) -> str:
        """Return the name on somebody's badge."""
        member = self.house.members.get(person)
        if member is None:
            return person
        return staff_links.badge_name(self.floor.vault, member.called, person=person) or self._("erased person")

    def titles(self, held: Any) -> Iterator[TitleName]:
        """Yield titles with what they are called."""
        for (book, title), name in houses.title_names(self.floor, self.name, held, self.language):
            yield TitleName(book=book, title=title, name=name)

    def every_title(self) -> Iterator[TitleName]:
        """Yield every title of the house's books."""
        for book, content in self.house.books.items():
            staff = self.floor.book(content).staff
            yield from self.titles({book: (*staff.titles, *staff.officials)} if staff else {})

    def members(self) -> Iterator[MemberLine]:
        """Yield everybody who belongs to the house."""
        for each in self.house.members.values():
            yield MemberLine(
                person=each.person,
                name=self.called(each.person),
                owner=each.owner,
                titles=tuple(self.titles(each.titles)),
                disabled=each.disabled,
                second_factor=houses.has_second_factor(self.floor, each.person),
                you=each.person == self.person,
            )

    def invitations(self) -> Iterator[InvitationLine]:
        """Yield the invitations that are open."""
        for mark, each in self.house.invitations.items():
            yield InvitationLine(
                mark=mark,
                name=staff_links.badge_name(self.floor.vault, each.called, mark=mark),
                owner=each.owner,
                titles=tuple(self.titles(each.titles)),
                by=self.called(each.by),
                expires_at=each.expires_at,
            )

    def recoveries(self) -> Iterator[RecoveryLine]:
        """Yield the recovery links that are open."""
        for mark, each in self.house.recoveries.items():
            person, by = self.called(each.person), self.called(each.by)
            yield RecoveryLine(mark=mark, person=person, by=by, expires_at=each.expires_at)

    # What waits for a second person.

    def proposals(self, *, every: bool = False) -> Iterator[ProposalLine]:
        """Yield one's own proposals and those that one may approve, or all of them."""
        for each in self.house.proposals.values():
            act, name = each.act, house_acts.name_of(each.act)
            own = act.by == self.person
            about = getattr(act, "person", "") == self.person
            approves = name in self.authority.approves and not own and not about
            if not (every or own or approves):
                continue
            before, after = self.change(act)
            yield ProposalLine(
                id=each.id,
                said=self._(ACTS[name]).format(about=self.about(act)),
                by=self.called(act.by),
                why=act.why,
                before=before,
                after=after,
                lapses_at=each.lapses_at,
                own=own,
                may_approve=approves,
            )

    def about(self, act: Any) -> str:
        """Return whom or what an act is about."""
        given = getattr(act, "cents", None)
        named = [staff_links.badge_name(self.floor.vault, act.called, mark=act.mark)] if hasattr(act, "called") else []
        named += [self.called(act.person)] if hasattr(act, "person") else []
        named += [amount(given, self.currency, self.language)] if given is not None else []
        if hasattr(act, "meter"):
            named += [act.meters, act.meter, exact(act.amount_exact, self._currency_of(act.meters), self.language)]
            named += [act.corrects]
        return ", ".join(named)

    def change(self, act: Any) -> tuple[str, str]:
        """Return what an act is about, as it is now and as it would be."""
        name = house_acts.name_of(act)
        if name == "correct_house_meter":
            return self._correction(act)
        before, after = (self._(sentence) for sentence in CHANGES[name])
        values: dict[str, str] = {}
        if name == "give_money":
            held = self.floor.balance(act.person)
            values = {"held": self._money(held), "then": self._money(Cents(held + act.cents))}
        elif name == "admit_again":
            found = person_of(self.floor, act.person).care.exclusion_at(self.name)
            values = {
                "clause": cite(found.clause, self.language) if found else "–",
                "grounds": found.grounds if found else "–",
            }
        return before.format(**values), after.format(**values)

    def _money(self, cents: Cents) -> str:
        return amount(cents, self.currency, self.language)

    def _correction(self, act: Any) -> tuple[str, str]:
        for meters, meter in interventions.meters_of(self.floor, self.name):
            if (meters, meter.id) == (act.meters, act.meter):
                after = interventions.corrected(meter, act.amount_exact)
                currency = self._currency_of(meters)
                return exact(meter.value, currency, self.language), exact(after, currency, self.language)
        return "–", "–"

    def _currency_of(self, meters: str) -> Currency:
        known, _ = self.floor.house_meters(meters)
        return self.floor.book(known.book).money.currency.value

    # Tables, meters and what is stopped.

    def tables(self, *, players: bool) -> Iterator[HouseTable]:
        """Yield the open tables, with the ids of who sits there if that is wanted."""
        for stream, book in self.house.tables.items():
            table = self.floor.table(stream)
            if table.closed:
                continue
            working = {
                person: ", ".join(each.name for each in self.titles({book: (title,)}))
                for person, title in table.on_duty
            }
            yield HouseTable(
                id=stream.removeprefix("table:"),
                book=book,
                round=table.number if table.round is not None else 0,
                seated=len(table.seats),
                players=tuple(seat.player for seat in table.seats.values()) if players else (),
                on_duty=tuple(f"{self.called(person)} ({title})" for person, title in working.items()),
                stopped=self._stopped(stream),
                listed=table.admission is Admission.LOBBY,
                closing=lobby_tables.is_closing(table),
                may_close=table.automatic and lobby_tables.may_run(self.floor, self.name, self.person, book),
            )

    def opens(self) -> Iterator[OpeningChoice]:
        """Yield the books of which whoever looks may open tables for the lobby."""
        for book, content in self.house.books.items():
            rules = self.floor.book(content)
            if rules.positions.maximum.value > 1 and lobby_tables.may_run(self.floor, self.name, self.person, book):
                least, most = ante_limits(rules, house_options(rules))
                name = cite(book, self.language).strip()
                yield OpeningChoice(book=book, name=name, seats=rules.positions.maximum.value, least=least, most=most)

    def _stopped(self, stream: str) -> str:
        why = self.floor.disabled(house=self.name) or self.floor.disabled(table=stream)
        return tell_reason(why, self.language) if why else ""

    def meters(self) -> Iterator[MeterLine]:
        """Yield the meters of the house, for whoever may have them corrected."""
        if "correct_house_meter" not in self.authority.proposes:
            return
        for name, meter in interventions.meters_of(self.floor, self.name):
            value = exact(meter.value, self._currency_of(name), self.language)
            yield MeterLine(meters=name, meter=meter.id, value=value, value_exact=meter.value_exact)

    def stops(self) -> Iterator[StopLine]:
        """Yield what is stopped."""
        for stop in interventions.stops_of(self.floor, self.name):
            yield StopLine(kind=stop.kind, name=stop.name, reason=tell_reason(stop.reason, self.language))

    def settings(self) -> Iterator[SettingLine]:
        """Yield the settings of the house."""
        for name, rule in houses.SETTINGS.items():
            label, about = SETTINGS[name]
            yield SettingLine(
                name=name, label=self._(label), about=self._(about), value=self.house.setting(name),
                least=rule.least, most=rule.most, choices=rule.choices,
            )  # fmt: skip

    # A member of staff.

    def own_titles(self) -> Iterator[StaffTitle]:
        """Yield the titles that somebody holds, with what each may do and the clause that says so."""
        held = houses.titles_of(self.floor, self.name, self.person)
        for each in self.titles({book: sorted(titles) for book, titles in held.items()}):
            powers = interventions.powers_of(self.floor, self.name, each.book, each.title)
            may = (
                PowerLine(name=self._(_POWERS[power]), clause=clause, cited=cite(clause, self.language))
                for power, clause in powers
            )
            yield StaffTitle(book=each.book, title=each.title, name=each.name, may=tuple(may))

    def exclusions(self) -> Iterator[ExclusionChoice]:
        """Yield the titles under which somebody may exclude players, with the clauses."""
        for right in interventions.exclusion_rights(self.floor, self.name, self.person, self.language):
            clauses = (ClauseName(clause=each, cited=cite(each, self.language)) for each in right.clauses)
            yield ExclusionChoice(book=right.book, title=right.title, name=right.name, clauses=tuple(clauses))

    # Answers.

    def for_owner(self, refused: str = "") -> HouseAnswer:
        """Return all of the house."""
        return HouseAnswer(
            house=self.name,
            members=tuple(self.members()),
            invitations=tuple(self.invitations()),
            recoveries=tuple(self.recoveries()),
            proposals=tuple(self.proposals(every=True)),
            settings=tuple(self.settings()),
            chips=self.house.chips,
            own_chips=bool(self.house.own_chips),
            titles=tuple(self.every_title()),
            books=dict(self.house.books),
            tables=tuple(self.tables(players=True)),
            opens=tuple(self.opens()),
            meters=tuple(self.meters()),
            stops=tuple(self.stops()),
            proposes=tuple(sorted(self.authority.proposes)),
            refused=refused,
        )

    def for_staff(self, refused: str = "") -> StaffAnswer:
        """Return what a member of staff sees."""
        exclusions = tuple(self.exclusions())
        return StaffAnswer(
            house=self.name,
            titles=tuple(self.own_titles()),
            official=houses.is_official(self.floor, self.name, self.person),
            proposals=tuple(self.proposals()),
            tables=tuple(self.tables(players=bool(exclusions))),
            opens=tuple(self.opens()),
            meters=tuple(self.meters()),
            exclusions=exclusions,
            proposes=tuple(sorted(self.authority.proposes)),
            approves=tuple(sorted(self.authority.approves)),
            refused=refused,
        )
