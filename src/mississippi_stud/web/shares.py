"""Rounds that their player has shared: a link that nobody can guess, and what whoever has it sees.

The link is created when the player asks for it and is stored nowhere: it is the signed name of the round. It is
valid for this one round only, which has ended and in which nobody else played.
"""

from hashlib import sha256
from hmac import compare_digest
from typing import Final, NamedTuple

import msgspec
from itsdangerous import Signer

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, TableView
from mississippi_stud.floor.history import recall as past_rounds
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.recall import past_of, recalled
from mississippi_stud.web.seats import PlayerSeat
from mississippi_stud.web.shapes import RoundSteps, ShareLink

PATH: Final = "/shared/"
ANYBODY: Final = "player"
"""What the player is called to whoever opens the link."""


class SharedRound(NamedTuple):
    """A round behind a link: the seat of its player, and its number."""

    seat: PlayerSeat
    number: int


class ShareLinks:
    """Creates links to rounds, and finds the round behind a link."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def _signed(self, table_id: str, past: past_rounds.PastRound) -> str:
        """The one link to a round, bound to its commitment too: a round restarted after a restore was not shared."""
        salt = f"mississippi-stud shared round {past.commitment}"
        signer = Signer(self._secret, salt=salt, digest_method=sha256, key_derivation="hmac")
        return signer.sign(f"{table_id}-{past.number}").decode()

    def share(self, seat: PlayerSeat, number: int) -> ShareLink:
        """The link to a round of one's own that has ended."""
        past = past_of(seat, number, over=True)
        if {hand.player for hand in past.hands} != {seat.name}:
            raise Complaint("not-alone", 409)
        signed = self._signed(seat.table_id, past)
        return ShareLink(id=signed, path=PATH + signed)

    def find(self, floor: Floor, share_id: str, language: str) -> SharedRound:
        """The round behind a link; whatever is wrong with it, there is no such round.

        The whole link is compared: the last character of a signature has two bits that mean nothing, and reading it
        would let three other links lead to the same round.
        """
        table_id, _, number = share_id.partition(".")[0].partition("-")
        try:
            past = past_rounds.past(floor, f"table:{table_id}", int(number))
        except ValueError:
            raise Complaint("no-share", 404) from None
        except InputError as error:
            if type(error) is not InputError:
                raise
            raise Complaint("no-share", 404) from None
        players = {hand.player for hand in past.hands}
        known = compare_digest(self._signed(table_id, past).encode(), share_id.encode())
        if not known or past.status == "open" or len(players) != 1:
            raise Complaint("no-share", 404)
        return SharedRound(PlayerSeat(floor, players.pop(), table_id, language), past.number)


def seen_by_anybody(shared: SharedRound) -> RoundSteps:
    """The steps of a shared round as its player saw them, without who that is and what earlier rounds left."""
    name = shared.seat.name
    steps = recalled(shared.seat, shared.number)
    bare = tuple(msgspec.structs.replace(step, view=_bare(step.view)) for step in steps.steps)
    told = msgspec.json.encode(msgspec.structs.replace(steps, steps=bare))
    return msgspec.json.decode(told.replace(msgspec.json.encode(name), msgspec.json.encode(ANYBODY)), type=RoundSteps)


def _bare(view: TableView) -> TableView:
    """A view without warnings and personal limits from before its round."""
    if view.round is None:
        return view
    setup = msgspec.structs.replace(view.round.setup, warned=(), personal={}, kept={})
    return msgspec.structs.replace(view, round=msgspec.structs.replace(view.round, setup=setup))
