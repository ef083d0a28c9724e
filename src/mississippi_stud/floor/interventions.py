"""What a house does about players, its tables and itself: exclude by the book, stop and start, look before proposing.

Whom a house reaches is said by `houses.check_reach`; the books say who may exclude, and by which clause.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.floor import meters, tables
from mississippi_stud.floor.accounts import FLOOR, Switches
from mississippi_stud.floor.house_tables import check_held
from mississippi_stud.floor.houses import check_reach, correction_of, settings_of, title_names, titles_of
from mississippi_stud.floor.persons import check_erasure, exclusion_clauses, person_of, stream_of
from mississippi_stud.floor.tenancy import house_of
from mississippi_stud.jackpot.house_meters import decide
from mississippi_stud.jackpot.state import Meter
from mississippi_stud.person.care_messages import ExcludePerson
from mississippi_stud.person.house_rights import standings
from mississippi_stud.person.proposals import RULES, Act, AdmitAgain, CorrectHouseMeter, EraseSomebody, GiveMoney
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.store import log
from mississippi_stud.store.vault import Erasure
from mississippi_stud.table.staff import check_power

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor


# What somebody may do.


class Authority(NamedTuple):
    """The names of the acts that somebody may propose in a house, and of those that they may approve as the second."""

    proposes: frozenset[str]
    approves: frozenset[str]


def authority_of(floor: "Floor", house: str, person: str) -> Authority:
    """Return what somebody may propose and approve in a house, by what they are there and what their titles may."""
    held = set(standings(settings_of(floor, house), floor.book, person))
    named = {str(act.__struct_config__.tag): rule for act, rule in RULES.items()}  # type: ignore[attr-defined]
    return Authority(
        frozenset(name for name, rule in named.items() if held & set(rule.proposes)),
        frozenset(name for name, rule in named.items() if held & set(rule.approves)),
    )


class TitlePower(NamedTuple):
    """Something that a title may do, and the clause that says so."""

    power: Power
    clause: Clause


def powers_of(floor: "Floor", house: str, book: str, title: str) -> Iterator[TitlePower]:
    """Yield what a title may do under a book of the house."""
    rules = floor.book(settings_of(floor, house).books[book])
    for power in Power:
        try:
            yield TitlePower(power, check_power(rules, title, power, named=True))
        except Refused:
            continue


class ExclusionRight(NamedTuple):
    """A title under which somebody may exclude players, and the clauses to do it by."""

    book: str
    title: str
    name: str
    clauses: tuple[Clause, ...]


def exclusion_rights(floor: "Floor", house: str, person: str, language: str) -> Iterator[ExclusionRight]:
    """Yield the titles under which somebody may exclude players in a house."""
    held = {book: tuple(sorted(titles)) for book, titles in titles_of(floor, house, person).items()}
    for (book, title), name in title_names(floor, house, held, language):
        clauses = [each.clause for each in powers_of(floor, house, book, title) if each.power is Power.EXCLUDE_PLAYER]
        if clauses:
            rules = floor.book(settings_of(floor, house).books[book])
            yield ExclusionRight(book, title, name, tuple(dict.fromkeys((*clauses, *exclusion_clauses(rules)))))


# Excluding.


def check_known(floor: "Floor", person: str) -> None:
    """Refuse the id of nobody: a slip of the pen would exclude or stop nobody, and nobody would notice."""
    streams = [stream_of(person), f"account:{person}"]
    floor.states.refresh(streams)
    if all(floor.states.known(stream).state is None for stream in streams):
        raise InputError("player-unknown", person=person)


def exclude(
    floor: "Floor",
    house: str,
    person: str,
    *,
    by: str,
    book: str,
    title: str,
    clause: Clause,
    grounds: str,
    command_id: str | None = None,
) -> None:
    """Exclude a player from the house at once, under a title that a book lets exclude, by one of its clauses."""
    check_held(floor, house, by, book, title)
    content = settings_of(floor, house).books[book]
    check_power(floor.book(content), title, Power.EXCLUDE_PLAYER, named=True)
    if person == by:
        raise InputError("not-for-oneself")
    check_known(floor, person)
    command = ExcludePerson(by=title, person=by, book=content, clause=clause, grounds=grounds, house=house)
    floor.send(stream_of(person), command, command_id=command_id, actor=by)


# Stopping and starting.


class GamingStop(NamedTuple):
    """Something of a house that is stopped: the house, a table or a player."""

    kind: str
    name: str
    reason: str


def stops_of(floor: "Floor", house: str) -> list[GamingStop]:
    """Return what is stopped in a house now; the first has no kind if everything is, which is done on the machine."""
    floor.states.refresh([FLOOR])
    switches: Switches = floor.states.known(FLOOR).state or Switches()
    stops = [GamingStop(*_parts(target), reason) for target, reason in switches.stopped.items()]
    return sorted(stop for stop in stops if _is_of(floor, house, stop))


def _parts(target: str) -> tuple[str, str]:
    kind, _, name = target.partition(":")
    return kind, name


def _is_of(floor: "Floor", house: str, stop: GamingStop) -> bool:
    try:
        return not stop.kind or bool(_target(floor, house, stop.kind, stop.name))
    except InputError:
        return False


def _target(floor: "Floor", house: str, kind: str, name: str) -> dict[str, str]:
    """Return what a switch applies to; `InputError` for what is not of the house."""
    match kind:
        case "house" if name == house:
            return {"house": house}
        case "table":
            stream = tables.PREFIX + name
            if stream in settings_of(floor, house).tables:
                return {"table": stream}
            raise InputError("table-not-in-house", house=house)
        case "player":
            check_reach(floor, house, name)
            check_known(floor, name)
            return {"player": name}
        case _:
            raise InputError(
                "target-unknown", target=f"{kind}:{name}", targets=("player:…", "table:…", f"house:{house}")
            )


def switch(
    floor: "Floor", house: str, kind: str, name: str, *, stop: bool, by: str, why: str, command_id: str | None = None
) -> None:
    """Stop new rounds of the house, of a table of its own or of a player of its own, or allow them again."""
    target = _target(floor, house, kind, name)
    (floor.disable if stop else floor.enable)(why, **target, actor=by, command_id=command_id)


# Looking before proposing.


def meters_of(floor: "Floor", house: str) -> Iterator[tuple[str, Meter]]:
    """Yield the open meters of a house, each with the name of the meters it is one of."""
    for stream in log.streams(floor.database, meters.PREFIX):
        name = stream.removeprefix(meters.PREFIX)
        if house_of(name) == house:
            yield from ((name, meter) for meter in floor.meters(name).meters.values() if meter.open)


def check_act(floor: "Floor", house: str, act: Act) -> None:
    """Raise `Refused` or `InputError` for something that could not be carried out now if it were approved."""
    if isinstance(act, GiveMoney | AdmitAgain | EraseSomebody):
        check_known(floor, act.person)
        if person_of(floor, act.person).erased:
            raise InputError("person-erased")
    match act:
        case CorrectHouseMeter(meters=named):
            if named not in {name for name, _ in meters_of(floor, house)}:
                raise InputError("meters-elsewhere", meters=named)
            known, _ = floor.house_meters(named)
            decide(floor.book(known.book), known, correction_of(act), floor.clock())
        case AdmitAgain(person=person):
            if person_of(floor, person).care.exclusion_at(house) is None:
                raise InputError("person-not-excluded")
        case EraseSomebody(person=person):
            check_erasure(floor.vault, Erasure(person, act.by, act.why), person_of(floor, person))
        case _:
            return


def corrected(meter: Meter, amount_exact: str) -> Fraction:
    """Return the exact value of a meter after a correction, in cents."""
    return meter.value + Fraction(amount_exact)
