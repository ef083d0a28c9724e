"""Past rounds as the API shows them: a list, the steps of one, and what proves its deal."""

from typing import Any

from mississippi_stud import hands
from mississippi_stud.cards import Card, text
from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, recall
from mississippi_stud.floor.game import SecretRevealed, round_id
from mississippi_stud.round.events import CardsDealt
from mississippi_stud.round.state import Phase
from mississippi_stud.round.view import Role, View
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.shapes import Proof, RoundLine, RoundStep, RoundSteps


def rounds_of(floor: Floor, stream: str, limit: int, before: int | None) -> list[RoundLine]:
    """The last rounds of a game first; with `before`, those that came before that one."""
    last = floor.game(stream).number
    skipped = 0 if before is None else max(last - before + 1, 0)
    rows = recall.history(floor.database, recall.Wanted(game=stream), limit=limit, offset=skipped)
    return [
        RoundLine(
            number=row.number,
            status=row.status,
            opened_at=row.opened_at,
            wagered_cents=row.wagered_cents,
            net_cents=row.net_cents,
            commitment=row.commitment,
        )
        for row in rows
    ]


def past(floor: Floor, stream: str, number: int) -> recall.Past:
    """A round that there is."""
    try:
        return recall.past(floor.database, stream, number)
    except InputError as error:
        if type(error) is not InputError:
            raise
        raise Complaint("no-round", 404) from None


def recalled(floor: Floor, stream: str, number: int, player: str) -> RoundSteps:
    """Every step of a round as its player saw it."""
    row = past(floor, stream, number)
    steps = recall.steps(floor.database, stream, number, Role.PLAYER, player)
    book = floor.book(row.book)
    last = steps[-1].view if steps else None
    return RoundSteps(
        number=number,
        status=row.status,
        commitment=row.commitment,
        made=made(last),
        bonus_made=bonus_made(book, last),
        steps=tuple(RoundStep(event=step.name, at=step.at, view=step.view) for step in steps),
    )


def proof_of(floor: Floor, stream: str, number: int) -> Proof:
    """What proves the deal of a round that has ended."""
    row = past(floor, stream, number)
    found: dict[str, Any] = {}
    for each in recall.happened(floor.database, stream, number):
        if isinstance(each.event, CardsDealt):
            hole = [card for held in each.event.hole.values() for card in held]
            found["cards"] = text(card for card in (*hole, *each.event.community) if card is not None)
        if isinstance(each.event, SecretRevealed):
            found |= {"secret": each.event.secret, "seed": each.event.seed}
    if "secret" not in found:
        raise Complaint("not-over", 409)
    cards = found.pop("cards", "")
    return Proof(round_id=round_id(stream, number), commitment=row.commitment, cards=cards, **found)


def made(seen: View | None) -> str | None:
    """What the five cards made, by the name of its row, when the round has been settled."""
    if seen is None or seen.phase is not Phase.SETTLED or seen.hands[0].ending is not None:
        return None
    return hands.five(*_all(seen.hands[0].hole + seen.community)).name.lower().replace("_", "-")


def bonus_made(book: Rulebook, seen: View | None) -> str | None:
    """What the three community cards made, when all of them have been turned."""
    if seen is None or seen.phase is not Phase.SETTLED or None in seen.community:
        return None
    low = book.hands.ace_low_in_three
    three = hands.three(*_all(seen.community), ace_low=low is not None and low.value)
    return three.name.lower().replace("_", "-")


def _all(cards: tuple[Card | None, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)
