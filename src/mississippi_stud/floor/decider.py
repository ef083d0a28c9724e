"""What each command adds to the log, decided on what is known of its game and its meters at that moment."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor import game as g
from mississippi_stud.floor import meters as m
from mississippi_stud.floor.asked import FLOOR, Job, Switch, check_seen, targets
from mississippi_stud.floor.link import Link, MetersNeeded
from mississippi_stud.floor.write import GamesRead, MetersRead, appended, beside
from mississippi_stud.money import Transfer
from mississippi_stud.round.refused import Refused
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store.database import StoreError
from mississippi_stud.store.entries import Append, Hot, NewEvent, Refusal


class Decider:
    """Decides commands; `secrets` and `shuffle` are where its chance comes from, `clock` its time."""

    def __init__(
        self,
        games: GamesRead,
        houses: MetersRead,
        clock: Callable[[], int],
        secrets: Callable[[], bytes],
        shuffle: g.Shuffle,
    ) -> None:
        self._games = games
        self._houses = houses
        self._clock = clock
        self._secrets = secrets
        self._shuffle = shuffle

    def decide(self, job: Job, stopped: Mapping[str, str]) -> Append | Hot:
        """What a command adds, or how that is decided when its meters are locked; `stopped`: where no round begins."""
        command, at = job.command, self._clock()
        match command:
            case Transfer():
                event = NewEvent("money_moved", 1, msgspec.json.encode(command), None, (command,))
                return job.append(self._games.version_at_hand(job.stream), at)._replace(events=(event,))
            case Switch():
                name = "gaming_enabled" if command.reason is None else "gaming_disabled"
                event = NewEvent(name, 1, msgspec.json.encode(command))
                switched = job.append(self._games.version_at_hand(FLOOR), at)
                return switched._replace(events=(event,), facts=((command.target, command.reason),))
            case m.OpenMeters() | m.ChangeMeters() | m.AnnounceDue():
                return self._change(job, command, at)
            case _:
                return self._play(job, command, at, stopped)

    def _play(self, job: Job, command: g.Command, at: int, stopped: Mapping[str, str]) -> Append | Hot:
        """A command of a game: decided now, or with its meters if it needs them."""
        stream = job.stream
        if isinstance(command, g.OpenGame) and not self._games.version_at_hand(stream):
            game, version, content, name = None, 0, command.book, command.meters
        else:
            game, version = self._games.at_hand(stream)
            content, name = game.book, game.meters
        check_seen(job, version)
        rules, new = self._games.book(content), job.append(version, at)
        if isinstance(command, g.OpenGame | g.Begin):
            player = command.player if isinstance(command, g.OpenGame) else game.player if game else ""
            for target in targets(player, stream):
                if target in stopped:
                    raise Refused("gaming-disabled", rules.play.absent.clause, reason=stopped[target])
        if isinstance(command, g.OpenGame) and name:
            self._check_same_book(self._houses.now(name)[0].book, rules)
        secret = self._secrets() if isinstance(command, g.Begin) else b""
        shuffle = cache(self._shuffle)  # one deck a round, however often its command is decided

        def decided(link: Link | None) -> tuple[g.Event, ...]:
            return g.decide_game(rules, stream, game, command, secret, shuffle, link)

        def with_meters(house: m.House, house_version: int) -> tuple[Append, m.House]:
            link = Link(rules, stream, house.meters, at // 1_000_000)
            events = decided(link)
            if not link.events:
                return appended(rules, game, new, events), house
            added, house = beside(name, house, house_version, link.events)
            moved = g.MetersMoved(after=house_version, until=house_version + len(added.events))
            return appended(rules, game, new, (moved, *events))._replace(beside=added), house

        try:
            return appended(rules, game, new, decided(Link(rules, stream) if name else None))
        except MetersNeeded:
            return self._hot(job, m.stream_of(name), with_meters)

    def _change(self, job: Job, command: m.Command, at: int) -> Hot:
        """Something that is done to the meters themselves."""
        name = job.stream.partition(":")[2]
        found = self._houses.found(job.stream)
        content = command.book if isinstance(command, m.OpenMeters) else found[0].book if found else ""
        if not content:
            raise InputError(f"there are no meters {job.stream}: open them first")
        rules = self._games.book(content)
        if found is not None:
            self._check_same_book(found[0].book, rules)

        def changed(house: m.House | None, version: int) -> tuple[Append, m.House]:
            check_seen(job, version)
            if house is not None and not isinstance(command, m.OpenMeters) and house.book != content:
                raise InputError("the meters have gone over to another book meanwhile: ask again")
            events = m.decide_meters(rules, house, command, at // 1_000_000)
            added, house = beside(name, house, version, events)
            facts = ((job.stream, command.book),) if isinstance(command, m.OpenMeters) else ()
            append = job.append(version, at)._replace(events=added.events, snapshot=added.snapshot, facts=facts)
            return append, house

        return self._hot(job, job.stream, changed)

    def _hot(self, job: Job, stream: str, decide: Callable[[Any, int], tuple[Append, m.House]]) -> Hot:
        """A command that is decided while its meters are locked, on all that was appended to them before.

        What is known of them now is taken along: within the transaction nothing may wait for those who read.
        """
        state, read = self._houses.found(stream) or (None, 0)

        def decided(house: m.House | None, version: int) -> tuple[Append, m.House] | Refusal:
            try:
                if house is None:
                    house = state if read == version else self._houses.read_on(state, stream, read)[0]
                return decide(house, version)
            except StoreError:
                raise
            except Exception as error:
                return Refusal(error)

        return Hot(stream, job.command_id, job.body, decided)

    def _check_same_book(self, content: str, rules: Rulebook) -> None:
        theirs = self._games.book(content).id
        if theirs != rules.id:
            raise InputError(f"these meters run by the book {theirs}: a game under {rules.id} cannot be linked to them")
