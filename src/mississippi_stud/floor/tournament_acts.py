"""What people do in the tournaments of a house: drafting, conducting, entering; and what there is to list."""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import tables
from mississippi_stud.floor.accounts import check_text
from mississippi_stud.floor.houses import settings_of
from mississippi_stud.floor.staff_links import badge_name
from mississippi_stud.floor.tournament_tables import opening
from mississippi_stud.floor.tournaments import house_of, stream_of, tournament_list
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.store import log
from mississippi_stud.table.commands import FLOOR, OpenTable
from mississippi_stud.table.state import Admission, DealingMode
from mississippi_stud.tournament import Contest as Contest
from mississippi_stud.tournament import TournamentRules, rules_of
from mississippi_stud.tournament import TournamentTerms as TournamentTerms
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.decide import check_terms
from mississippi_stud.tournament.designation import Candidate
from mississippi_stud.tournament.legal import TournamentOption as TournamentOption
from mississippi_stud.tournament.legal import legal
from mississippi_stud.tournament.practice_hands import running
from mississippi_stud.tournament.standings import needed_to_go_on, needed_to_stay, score, session_ranking
from mississippi_stud.tournament.state import Life
from mississippi_stud.tournament.state import TournamentDispute as TournamentDispute
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import conflicts, digest, missing
from mississippi_stud.tournament.view import ContestView as ContestView
from mississippi_stud.tournament.view import view

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

CHAPTER: Final = "crown"
"""The book whose chapter on tournaments governs where the book that is played has none (decision 540)."""
TABLES_MAX: Final = 200
LISTED_MAX: Final = 100
CALLED_MAX: Final = 30
"""The length of the name by which a tournament shows somebody."""
_CALLED: Final = "tournament"
WORDS_MAX: Final = 200
"""The length of a title, of what a dispute is about, and of grounds and decisions."""
OfficialsCommand = c.HouseCommand | c.DirectorCommand
EntrantsCommand = c.EntrantCommand
_OWN: Final = (c.DraftTournament, c.DesignateTables, c.RenewDraw)
"""What has a way of its own, or is the floor's."""


class TournamentLine(NamedTuple):
    """A tournament in the list of its house."""

    name: str
    title: str
    life: str
    starts_at: int
    entrants: int


class TournamentRun(NamedTuple):
    """A tournament as it is, with what is needed to show it."""

    house: str
    name: str
    contest: Contest
    version: int
    rules: TournamentRules

    @property
    def free(self) -> tuple[str, ...]:
        """The tables at which nobody plays or practises."""
        practice = {group.table for group in running(self.contest)}
        return tuple(table for table in self.contest.tables if table not in self.busy and table not in practice)

    @property
    def busy(self) -> dict[str, int]:
        """The tables at which a heat is being played, with its number."""
        return {heat.table: heat.number for heat in self.contest.heats.values() if heat.running}

    @property
    def next_cull(self) -> int:
        """The next elimination hand of the session that is played; 0 if none comes."""
        contest = self.contest
        if contest.life is not Life.IN_PLAY:
            return 0
        hand = min((heat.hand for heat in contest.heats.values() if heat.running and not heat.play_off), default=0)
        return next((cull.after_hand for cull in contest.play_session.culls if cull.after_hand > hand), 0)

    def seen_by(self, person: str) -> ContestView:
        """Return the tournament as somebody sees it."""
        return view(self.contest, person)

    def options(self, person: str, at: int) -> tuple[TournamentOption, ...]:
        """Return what somebody may do in it now."""
        return legal(self.rules, self.contest, person, at)


def concerned(contest: Contest) -> frozenset[str]:
    """Return who does not see a tournament as everybody does: who plays in it, and its officials."""
    return frozenset((*contest.officials, *(each.player for each in contest.entrants.values())))


class EntrantStanding(NamedTuple):
    """Where an entrant stands, and what is needed to go on."""

    name: str
    status: str
    table: str
    practises: bool
    heat: int
    position: int
    place: int
    score: int
    goes_on: int | None
    needs: int
    next_cull: int
    cull_needs: int
    paid_cents: int
    accepted: bool
    breaches: Mapping[str, int]
    missing_hands: int
    away: bool
    disputes: tuple[TournamentDispute, ...]


def standing_of(run: TournamentRun, person: str) -> EntrantStanding | None:
    """Return where somebody who plays stands; None for anybody else."""
    contest = run.contest
    entrant = next((each for each in contest.entrants.values() if each.player == person), None)
    if entrant is None:
        return None
    practice = next((each for each in running(contest) if entrant.name in each.seats.values()), None)
    heat = practice or (contest.heat_of(entrant.name) if contest.session else None)
    ranking = session_ranking(contest) if contest.session else ()
    place = 1
    for group in ranking:
        if entrant.name in group:
            break
        place += len(group)
    else:
        place = 0
    own = score(contest, entrant) if contest.session else 0
    cull = run.next_cull
    return EntrantStanding(
        name=entrant.name,
        status=entrant.status.value,
        table=heat.table if heat is not None and heat.running else "",
        practises=practice is not None,
        heat=heat.number if heat is not None and heat is not practice else 0,
        position=next((at for at, name in heat.seats.items() if name == entrant.name), 0) if heat is not None else 0,
        place=place,
        score=own,
        goes_on=contest.play_session.best or None if contest.session else None,
        needs=needed_to_go_on(contest, entrant.name) if place else 0,
        next_cull=cull,
        cull_needs=needed_to_stay(contest, entrant.name, cull) if cull else 0,
        paid_cents=sum(entrant.paid_cents.values()),
        accepted=entrant.accepted == digest(contest.terms),
        breaches={breach.value: count for breach, count in entrant.breaches.items()},
        missing_hands=entrant.missing_hands,
        away=entrant.away,
        disputes=tuple(each for each in contest.disputes.values() if each.by == entrant.name),
    )


class EntrantHand(NamedTuple):
    """A hand that somebody played for chips, or missed."""

    session: int
    heat: int
    play_off: bool
    hand: int
    """The number of the hand in its heat."""
    round: str
    at: int
    wagers: Mapping[str, int]
    wagered: int
    net: int
    """What they won or, below zero, lost; the compulsory wager of whoever missed the hand too."""
    missed: bool


def hands_of(floor: "Floor", run: TournamentRun, person: str) -> list[EntrantHand]:
    """Return the hands of whoever a person plays as, in their order, from the log; none for anybody else."""
    entrant = next((each for each in run.contest.entrants.values() if each.player == person), None)
    if entrant is None:
        return []
    names = tuple(str(kind.__struct_config__.tag) for kind in (e.SeatsDrawn, e.HandRecorded))
    found, drawn, counts, session = list[EntrantHand](), set[int](), dict[int, int](), 0
    for record in log.read(floor.database, stream_of(run.house, run.name), names=names):
        event: e.SeatsDrawn | e.HandRecorded = floor.streams.decode(record)
        if isinstance(event, e.SeatsDrawn):
            if event.turn == 1:
                drawn, counts = set(), {}
            session, drawn = event.session, drawn | set(event.heats)
            continue
        number = counts[event.heat] = counts.get(event.heat, 0) + 1
        result = next((each for each in event.results if each.name == entrant.name), None)
        lost = event.lost.get(entrant.name, 0)
        if result is not None or lost:
            found.append(
                EntrantHand(
                    session=session,
                    heat=event.heat,
                    play_off=event.heat not in drawn,
                    hand=number,
                    round=event.round,
                    at=event.at,
                    wagers={} if result is None else result.wagers,
                    wagered=lost if result is None else result.wagered,
                    net=-lost if result is None else result.net,
                    missed=result is None,
                )
            )
    return found


def declared(floor: "Floor", run: TournamentRun) -> e.ResultsDeclared | None:
    """Return the results as they were declared; None before that."""
    if not run.contest.ranking:
        return None
    name = str(e.ResultsDeclared.__struct_config__.tag)
    for record in log.read(floor.database, stream_of(run.house, run.name), names=(name,)):
        event: e.ResultsDeclared = floor.streams.decode(record)
        return event
    return None


def terms_digest(terms: TournamentTerms) -> str:
    """Return the hash by which an entrant accepts this version of the terms."""
    return digest(terms)


def missing_terms(run: TournamentRun, terms: TournamentTerms) -> tuple[tuple[str, str], ...]:
    """Return what the book asks for and terms lack: each item with its clause."""
    return tuple((each, run.rules.term(each)) for each in missing(run.rules, terms))


def faults_of_terms(run: TournamentRun, terms: TournamentTerms) -> tuple[tuple[str, str], ...]:
    """Return what terms say that cannot be carried out: a code for each, with the clause of the item."""
    return tuple((code, run.rules.term(each)) for each, code in conflicts(terms))


def tournament_at(floor: "Floor", house: str, name: str, told: int = 0) -> TournamentRun:
    """Return a tournament of a house; `InputError` if there is none of that name."""
    stream = stream_of(house, name)
    contest, version = floor.state(stream, told)
    if contest is None:
        raise InputError("no-tournament", name=name, house=house)
    rules = rules_of(floor.book(contest.book), floor.book(contest.chapter))
    return TournamentRun(house, name, contest, version, rules)


def tournaments_of(floor: "Floor", house: str) -> list[TournamentLine]:
    """Return the latest tournaments of a house, those that begin last first."""
    row = tournament_list.c
    chosen = select(tournament_list).where(row.house == house).order_by(row.starts_at.desc(), row.stream)
    found = floor.database.fetch(chosen.limit(LISTED_MAX))
    return [
        TournamentLine(each.stream.rpartition("/")[2], each.title, each.life, each.starts_at, each.entrants)
        for each in found
    ]


def template(name: str) -> TournamentTerms:
    """Return the ready terms of a format."""
    if name not in TEMPLATES:
        raise InputError("no-template", name=name, templates=tuple(TEMPLATES))
    return TEMPLATES[name]


def content_of(floor: "Floor", house: str, book: str) -> str:
    """Return the content hash of a book of the house."""
    books = settings_of(floor, house).books
    if book not in books:
        raise InputError("book-not-in-house", book=book, books=tuple(books))
    return books[book]


def draft(
    floor: "Floor", house: str, name: str, person: str, *, book: str, terms: TournamentTerms, command_id: str
) -> TournamentRun:
    """Begin a tournament of a house with a draft of its terms, under a book of the house."""
    stream, content = stream_of(house, name), content_of(floor, house, book)
    _check_words(terms.title)
    chapter = content if floor.book(content).tournament else floor.keep(rulebook(CHAPTER))
    command = c.DraftTournament(id=f"{house}/{name}", terms=terms, book=content, chapter=chapter, by=person)
    floor.send(stream, command, command_id=_own(person, command_id), actor=person)
    return tournament_at(floor, house, name)


def give(
    floor: "Floor",
    house: str,
    name: str,
    person: str,
    command: c.Command,
    *,
    command_id: str | None = None,
    called: str = "",
) -> TournamentRun:
    """Give a command in a tournament, in one's own name; return the tournament after it.

    `called` is the name by which an applicant would be shown; it is sealed before it reaches the command.
    """
    if isinstance(command, _OWN):
        raise InputError("command-misplaced", command=type(command).__name__, stream=stream_of(house, name))
    match command:
        case c.ReviseTerms(terms=terms):
            _check_words(terms.title)
        case c.RaiseDispute(about=said) | c.DecideTournamentDispute(decision=said) | c.NoteBreach(grounds=said):
            _check_words(said)
        case c.PostponeTournament(why=said) | c.CancelTournament(why=said):
            _check_words(said)
        case _:
            pass
    if isinstance(command, c.ApplyToEnter):
        approved_by = "" if command.name == person else command.approved_by
        command = replace(command, approved_by=approved_by, called=_sealed(floor, command.name, called.strip()))
    own = command_id and _own(person, command_id)
    answer = floor.send(stream_of(house, name), replace(command, by=person), command_id=own, actor=person)
    return tournament_at(floor, house, name, answer.version)


def _check_words(said: str) -> None:
    """Raise `InputError` for words that are too long or that not every database can store; none at all may do."""
    if said:
        check_text("tournament-words", said, WORDS_MAX)


def _sealed(floor: "Floor", person: str, called: str) -> str:
    if not called:
        return ""
    check_text("entrant-called", called, CALLED_MAX)
    return floor.vault.seal(person, called.encode(), _CALLED)


def names_of(floor: "Floor", run: TournamentRun) -> dict[str, str]:
    """Return what those entrants and officials are called who have a name here; the others are shown by their number.

    Who is called the same is told apart by the number. A name is gone when its person is erased (decision 590).
    """
    contest = run.contest
    sealed = {name: each.called for name, each in contest.entrants.items() if each.called}
    found = {name: plain.decode() for name, plain in floor.vault.unseal_all(sealed, _CALLED).items()}
    often = Counter(each.casefold() for each in found.values())
    named = {
        name: f"{each} ({contest.entrants[name].number})" if often[each.casefold()] > 1 else each
        for name, each in found.items()
    }
    members = settings_of(floor, run.house).members
    badges = {each: badge_name(floor.vault, members[each].called, person=each) for each in contest.officials}
    return named | {person: badge for person, badge in badges.items() if badge}


def designate(floor: "Floor", house: str, name: str, person: str, count: int, *, command_id: str) -> TournamentRun:
    """Open so many tables for a tournament and designate them: they serve nothing else from the first moment.

    Each is opened by a command of its own; one that is interrupted is finished by its repetition.
    """
    run = tournament_at(floor, house, name)
    if not 1 <= count <= TABLES_MAX:
        raise InputError("tables-many", most=TABLES_MAX)
    check_terms(run.rules, run.contest.terms)
    stream, own = stream_of(house, name), _own(person, command_id)
    known = settings_of(floor, house).members.get(person)
    if known is None or known.disabled:
        raise InputError("not-of-the-house", person=person, house=house)
    opened = [f"{tables.PREFIX}{sha256(f'{own} {number}'.encode()).hexdigest()[:32]}" for number in range(count)]
    options = opening(run.contest, run.rules.book)
    sent = [
        floor.submit(table, _table(table, run, stream, options), command_id=f"{table[6:]} opens", actor=person)
        for table in opened
    ]
    for each in sent:
        each.result()
    designation = c.DesignateTables(tables=tuple(Candidate(table=table) for table in opened), by=person)
    floor.send(stream, designation, command_id=own, actor=person)
    return tournament_at(floor, house, name)


def _table(table: str, run: TournamentRun, stream: str, options: Mapping[str, Any]) -> OpenTable:
    return OpenTable(
        **options,
        id=table,
        book=run.contest.book,
        house=house_of(stream),
        contest=stream,
        by=FLOOR,
        dealt=DealingMode.AUTOMATIC,
        admission=Admission.LINK,
    )


def _own(person: str, command_id: str) -> str:
    """Return the id of somebody's command: nobody can use up anybody else's."""
    return sha256(f"{person} {command_id}".encode()).hexdigest()
