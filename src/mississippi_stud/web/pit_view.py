"""The pit of a house as its supervisors see it: the map of its tables, and one table with what can be done there."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

import msgspec

from mississippi_stud.floor import Floor, MissingStreamError, Role, Table, TableView, houses, interventions, pit
from mississippi_stud.floor.pit_acts import ActField, Acts, PitAct, verification
from mississippi_stud.floor.tenancy import stream_of
from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose import pit_page as said
from mississippi_stud.prose.meters import exact
from mississippi_stud.prose.names import PHASES, amount, cite, pays, short_name
from mississippi_stud.prose.prompts import backs_of, instruct, name_of
from mississippi_stud.prose.reasons import tell_reason
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.prose.rulings import CONDITIONS, INCIDENTS, RULINGS
from mississippi_stud.prose.signs import labels
from mississippi_stud.prose.table_notes import notes
from mississippi_stud.rulebooks.model import BilingualName, Rulebook
from mississippi_stud.web.house_view import HouseReader, player_name
from mississippi_stud.web.pit_shapes import (
    ActGroup,
    ActLine,
    DealtCard,
    DisputeLine,
    EffectLine,
    FieldLine,
    LimitLine,
    MeterMove,
    PitCall,
    PitLine,
    PitMap,
    PitSeat,
    PitTable,
    PrizeLine,
    PromptLine,
    QuestionLine,
    RulingLine,
    WithheldLine,
)
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import meter_signs, note_of
from mississippi_stud.web.shapes import MeterSign

_TABLE: Final = "table:"
_METERS: Final = "meters:"
_GROUPS: Final = tuple(said.GROUPS)
_FACTS: Final = ("position", "positions", "cards", "measure", "cause", "person")


# The map.


def pit_streams(house: str) -> frozenset[str]:
    """Return what the map of a house is watched by."""
    return frozenset({stream_of(house), _TABLE, _METERS, "floor"})


def check_supervises(floor: Floor, house: str, person: str | None) -> None:
    """Complain as of nothing to whoever does not supervise anything in a house."""
    if person is None or not pit.supervises(floor, house, person):
        raise Complaint("no-topic", 404)


def pit_map(floor: Floor, house: str, person: str | None, language: str) -> PitMap:
    """Return the map of a house for one of its supervisors."""
    check_supervises(floor, house, person)
    streams = list(houses.settings_of(floor, house).tables)
    floor.states.refresh(streams)
    known = {stream: floor.states.known(stream) for stream in streams}
    versions = {stream: each.version for stream, each in known.items() if each.state and not each.state.closed}
    moved, boards = pit.moved_at(floor, versions), _Boards(floor, language)
    stops = {(stop.kind, stop.name): stop.reason for stop in interventions.stops_of(floor, house)}
    everything = stops.get(("", "")) or stops.get(("house", house)) or ""
    lines = []
    for stream, version in versions.items():
        why = everything or stops.get(("table", stream.removeprefix(_TABLE)), "")
        line = _line(floor, house, stream, version, language)
        lines.append(
            msgspec.structs.replace(
                line,
                moved_at=moved.get(stream, 0),
                meter=boards.of(known[stream].state),
                stopped=tell_reason(why, language) if why else "",
            )
        )
    return PitMap(tables=tuple(lines))


class _Boards:
    """What the meters of a house show, looked up once a look."""

    def __init__(self, floor: Floor, language: str) -> None:
        self._floor, self._language = floor, language
        self._known: dict[str, tuple[Any, dict[str, MeterSign]]] = {}

    def of(self, table: Table) -> MeterSign | None:
        """Return what the meter of a table shows, if it is linked to one."""
        if not table.meters:
            return None
        with suppress(MissingStreamError):
            if table.meters not in self._known:
                meters = self._floor.meters(table.meters)
                self._known[table.meters] = meters, meter_signs(self._floor, table.meters, self._language)
            meters, signs = self._known[table.meters]
            linked = meters.linked(table.id)
            return signs.get(linked.meter) if linked is not None else None
        return None


@lru_cache(4_096)
def _line(floor: Floor, house: str, stream: str, _version: int, language: str) -> PitLine:
    """Return a table on the map, as of a version: what is looked at again is only what has changed."""
    return _drawn(floor, house, stream, language)


def _drawn(floor: Floor, house: str, stream: str, language: str) -> PitLine:
    table: Table = floor.states.known(stream).state
    book, reader = floor.book(table.book), HouseReader(floor, house, "", language)
    view: TableView = floor.views(stream, table)(Role.SPECTATOR, "")
    waiting = [prompt for prompt in table.prompts if prompt.blocks != "nothing"]
    first = min(waiting, key=lambda prompt: prompt.since, default=None)
    _ = translator(language)
    return PitLine(
        id=stream.removeprefix(_TABLE),
        book=book.id,
        name=short_name(book.id, language),
        round=table.number if table.round is not None else 0,
        phase=_(PHASES[table.round.phase]) if table.round is not None else "",
        seats=table.positions,
        taken=len(table.seats),
        asked=tuple(seat.position for seat in view.seats if seat.asked),
        moved_at=0,
        question="" if table.question is None else _(INCIDENTS[table.question.incident]),
        asked_at=0 if table.question is None else table.question.since,
        prompts=len(waiting),
        prompt="" if first is None else instruct(book, first, language),
        prompted_at=0 if first is None else first.since,
        rulings=len(table.rulings),
        prizes=len(table.pending),
        disputes=len(table.disputes),
        calls=tuple(
            PitCall(
                number=each.number,
                name=reader.called(each.person),
                about=each.about,
                since=each.since,
                answered=reader.called(each.answered_by) if each.answered_by else "",
            )
            for each in table.calls
        ),
        result=amount(table.result_cents, book.money.currency.value, language),
        limits=tuple(_limits(book, table.limits, language)),
        on_duty=tuple(_working(reader, book, table)),
        notes=tuple(map(note_of, notes(book, view, language))),
    )


def _limits(book: Rulebook, limits: Mapping[Any, Any], language: str) -> Iterator[LimitLine]:
    called, currency = labels(book, language), book.money.currency.value
    for wager, bounds in limits.items():
        most = "" if bounds.maximum_cents is None else amount(bounds.maximum_cents, currency, language)
        least = amount(bounds.minimum_cents, currency, language)
        yield LimitLine(name=called[wager], least=least, most=most)


def _title(book: Rulebook, title: str, language: str) -> str:
    known: dict[str, BilingualName] = {**book.staff.titles, **book.staff.officials} if book.staff else {}
    return name_of(known.get(title, title), language)


def _working(reader: HouseReader, book: Rulebook, table: Table) -> Iterator[str]:
    for person, title in table.on_duty:
        yield f"{reader.called(person)} ({_title(book, title, reader.language)})"


# One table.


class TableReader:
    """Tells a supervisor about one table of a house in their language, with what they may do there."""

    def __init__(self, floor: Floor, house: str, table_id: str, person: str, language: str, told: int = 0) -> None:
        self.floor, self.house, self.person, self.language = floor, house, person, language
        self.table, self.version = pit.pit_table(floor, house, table_id, told)
        self.stream = _TABLE + table_id
        self.book = floor.book(self.table.book)
        self.held = pit.pit_titles(floor, house, person, self.book)
        if not self.held.titles:
            raise Complaint("no-topic", 404)
        working = [title for title in self.held.titles if (person, title) in self.table.on_duty]
        self.by = working[0] if working else self.held.titles[0]
        self.acts = Acts(self.book, self.table, self.by, official=self.held.official, working=bool(working))
        self._ = translator(language)
        self.called = labels(self.book, language)
        self.currency: Currency = self.book.money.currency.value

    def sight(self) -> PitTable:
        """Return the table."""
        line = _drawn(self.floor, self.house, self.stream, self.language)
        table, boards = self.table, _Boards(self.floor, self.language)
        moved = pit.moved_at(self.floor, {self.stream: self.version}).get(self.stream, 0)
        why = self.floor.disabled(house=self.house) or self.floor.disabled(table=self.stream)
        stopped = tell_reason(why, self.language) if why else ""
        line = msgspec.structs.replace(line, moved_at=moved, meter=boards.of(table), stopped=stopped)
        return PitTable(
            id=line.id,
            name=line.name,
            currency=self.currency,
            line=line,
            official=self.held.official,
            working=self.acts.working,
            question=self._question(),
            prompts=tuple(self._prompts()),
            rulings=tuple(self._ruling(each) for each in table.rulings),
            seats=tuple(self._seats(line)),
            prizes=tuple(self._prizes()),
            withheld=tuple(self._withheld()),
            disputes=tuple(self._disputes()),
            decks=tuple(f"{backs_of(deck.backs, self.language)}, {deck.design}" for deck in table.decks),
            groups=tuple(self._groups()),
        )

    def _money(self, cents: int) -> str:
        return amount(cents, self.currency, self.language)

    def _cited(self, clause: str) -> dict[str, Any]:
        return {"clause": clause, "cited": cite(clause, self.language) if clause else ""}

    # Rulings.

    def _question(self) -> QuestionLine | None:
        question = self.table.question
        if question is None:
            return None
        proposal, choice = pit.question_previews(self.floor, self.table)
        return QuestionLine(
            **self._cited(question.clause),
            text=self._(INCIDENTS[question.incident]),
            facts=self._facts(question.facts),
            decides=_title(self.book, question.decides, self.language),
            since=question.since,
            proposal=None if proposal is None else self.foreseen(proposal, self.acts.ruling()),
            choice=None if choice is None else self.foreseen(choice, self.acts.letting_be()),
        )

    def _facts(self, facts: Any) -> str:
        """Return what was reported, without the cards that it names."""
        told = []
        for name in _FACTS:
            value = getattr(facts, name)
            if value not in (None, "", ()):
                shown = " ".join(map(str, value)) if isinstance(value, tuple) else self._option(name, str(value))
                label = "position" if name == "positions" and len(value) == 1 else name
                told.append(f"{self._(said.PIT_FIELDS[label]).partition(',')[0]} {shown}")
        return "; ".join(told)

    def _ruling(self, ruling: Any) -> RulingLine:
        what = self._(RULINGS[ruling.ruling])
        return RulingLine(**self._cited(ruling.clause), text=f"{self._(INCIDENTS[ruling.incident])}: {what}")

    def foreseen(self, preview: Any, act: PitAct | None = None) -> RulingLine:
        """Return what a ruling would do, in words and dollars."""
        return RulingLine(
            **self._cited(preview.ruling.clause),
            text=self._(RULINGS[preview.ruling.ruling]),
            wagers=tuple(self._effect(each) for each in preview.wagers),
            meters=tuple(
                MeterMove(
                    meter=each.meter,
                    before=exact(each.before_exact, self.currency, self.language),
                    after=exact(each.after_exact, self.currency, self.language),
                )
                for each in preview.meters
            ),
            duties=tuple(instruct(self.book, prompt, self.language) for prompt in preview.prompts),
            ends_round=preview.ends_round,
            act=None if act is None else self._act(act),
        )

    def _effect(self, effect: Any) -> EffectLine:
        text = said.tell_effect(
            effect.outcome, effect.cents, effect.counted_cents, effect.returned_cents, self.currency, self.language
        )
        return EffectLine(
            **self._cited(effect.clause),
            position=effect.position,
            player=self._player(effect.player),
            wager=self.called[effect.wager],
            stake=self._money(effect.cents),
            text=text,
            changed=effect.changed,
        )

    # What waits.

    def _prompts(self) -> Iterator[PromptLine]:
        for prompt in self.table.prompts:
            yield PromptLine(
                **self._cited(prompt.clause),
                number=prompt.number,
                text=instruct(self.book, prompt, self.language),
                since=prompt.since,
                second=prompt.done_by is not None,
                acts=tuple(self._act(each) for each in self.acts.of_prompt(prompt)),
            )

    def _seats(self, line: PitLine) -> Iterator[PitSeat]:
        hands = self.table.round.hands if self.table.round is not None else {}
        for position, seat in sorted(self.table.seats.items()):
            stakes = hands[position].stakes if position in hands else {}
            limits = (*_limits(self.book, seat.kept, self.language), *_limits(self.book, seat.personal, self.language))
            yield PitSeat(
                position=position,
                player=self._player(seat.player),
                asked=position in line.asked,
                wagers=tuple(
                    self.called[wager] if stake.secret else f"{self.called[wager]} {self._money(stake.cents)}"
                    for wager, stake in stakes.items()
                ),
                limits=tuple(f"{each.name} {each.least} – {each.most}" for each in limits),
            )

    def _prizes(self) -> Iterator[PrizeLine]:
        for prize in self.table.pending:
            steps = verification(self.table, prize)
            yield PrizeLine(
                **self._cited(prize.clause),
                position=prize.position,
                player=self._player(prize.player),
                pays=pays(prize.pays, self.language) if prize.pays else "",
                amount=self._money(prize.cents),
                steps=tuple(instruct(self.book, each, self.language) for each in steps),
                acts=tuple(self._act(each) for each in self.acts.of_prize(prize)),
            )

    def _withheld(self) -> Iterator[WithheldLine]:
        for player, clause in self.table.withheld.items():
            held = sum(each.cents for each in self.table.aside if each.player == player)
            acts = tuple(self._act(each) for each in self.acts.of_withheld(player))
            yield WithheldLine(**self._cited(clause), player=player, amount=self._money(held), acts=acts)

    def _disputes(self) -> Iterator[DisputeLine]:
        for each in self.table.disputes:
            acts = tuple(self._act(act) for act in self.acts.of_dispute(each))
            over = each.round <= self.table.over
            known = pit.round_cards(self.floor, self.stream, each.round) if over and not self.held.official else ()
            yield DisputeLine(
                number=each.number,
                player=self._player(each.player),
                round=each.round,
                about=each.about,
                opened_at=each.opened_at,
                decision=each.decision,
                review=each.review,
                review_asked=each.review_asked,
                over=over,
                cards=tuple(self._card(card) for card in known),
                acts=acts,
            )

    def _card(self, card: Any) -> DealtCard:
        return DealtCard(card=card.card, place=self._(said.PLACES[card.place]).format(position=card.position))

    # What can be done.

    def _groups(self) -> Iterator[ActGroup]:
        found = [*self.acts.duties(tuple(t for t in self.held.titles if (self.person, t) not in self.table.on_duty))]
        found += self.acts.groups(self._meters(), self._switches(), corrects=self._corrects())
        for name in _GROUPS:
            own = tuple(self._act(each) for each in found if each.group == name)
            if own:
                yield ActGroup(name=name, title=self._(said.GROUPS[name]), acts=own)

    def _meters(self) -> Any:
        with suppress(MissingStreamError):
            return self.floor.meters(self.table.meters) if self.table.meters else None
        return None

    def _corrects(self) -> bool:
        return "correct_house_meter" in interventions.authority_of(self.floor, self.house, self.person).proposes

    def _switches(self) -> dict[str, bool]:
        """Return what may be stopped from here, and whether it is."""
        stopped = {(stop.kind, stop.name) for stop in interventions.stops_of(self.floor, self.house)}
        table_id = self.stream.removeprefix(_TABLE)
        players = [("player", seat.player) for seat in self.table.seats.values()]
        targets = [("table", table_id), *players, ("house", self.house)]
        return {f"{kind}:{name}": (kind, name) in stopped for kind, name in targets}

    def _act(self, act: PitAct) -> ActLine:
        if act.act == "report":
            title = self._(INCIDENTS[act.about])
        else:
            named = {"title": self._named_title(act), "wager": self.called.get(act.about, act.about)}
            title = self._(said.PIT_ACTS[act.act]).format(**named)
            if act.act.endswith("-player"):
                title = f"{title}: {self._player(act.about)}"
        return ActLine(
            act=act.act,
            about=act.about,
            title=title,
            to=act.to,
            command=act.command,
            fields=tuple(self._field(each) for each in act.fields),
            **self._cited(act.clause),
        )

    def _named_title(self, act: PitAct) -> str:
        return _title(self.book, act.about, self.language) if act.act == "come-on-duty" else ""

    def _field(self, field: ActField) -> FieldLine:
        return FieldLine(
            into=field.into,
            kind=field.kind,
            label=self._(said.PIT_FIELDS[field.label]),
            options=tuple((value, self._option(field.label, value)) for value in field.options),
            value=field.value,
            optional=field.optional,
        )

    def _player(self, player: str) -> str:
        return player_name(player, self.language)

    def _option(self, label: str, value: str) -> str:
        if label == "player":
            return self._player(value)
        names = {
            "shuffling": RULE_VALUES["Shuffling"],
            "dealing": RULE_VALUES["Method"],
            "measure": CONDITIONS,
            "cause": said.CAUSE_NAMES,
            "change": said.METER_CHANGES,
            "looked": said.YES_NO,
            "order": said.YES_NO,
        }.get(label, {})
        return self._(names[value]) if value in names else self.called.get(value, value) if label == "wager" else value
