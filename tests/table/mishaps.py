"""A table with real cards, people and a meter in the situation that a row of the second reader's table names."""

from mississippi_stud.round.deal import places
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from tests.table.hall import DEVICES, JACKPOT, OFFERS, TOP, Pit
from tests.table.second_reader import CARDS, SITUATIONS, Row, facts, reveal

SHUFFLERS = {("maryland", "shuffler-jams"): Shuffling.AUTOMATIC}
"""The device that a row needs, where its way of dealing has another."""
SIDES = {Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}


class Recorded(Pit):
    """A table with real cards, people and a meter, which keeps every command that was carried out."""

    def __init__(self, book: str, dealing: str, **opening: object) -> None:
        self.given: list[t.Command] = []
        super().__init__(book, dealing, meter=OFFERS[book], meters="play", **opening)
        self.do(t.ReceiveDeck, backs="red")
        self.sit("ann", "ben")
        self.confirm_all()

    def give(self, command: t.Command) -> list[te.Event]:
        events = super().give(command)
        self.given.append(command)
        return events


class JackpotWon(Recorded):
    """A table where ann at 1 has won the whole meter of maryland, which must be validated."""

    def __init__(self) -> None:
        super().__init__("maryland", "shoe")
        self.betting("1 ante 25;1 progressive 5;2 ante 10;2 progressive 5")
        self.lines("deal Ah Kh 2c 4d Qh Jh Th")
        while self.state.street is not None:
            for hand in list(self.state.waiting()):
                self.lines(f"{hand.position} bet 1")
            self.confirm_all()
            self.lines("reveal")
        self.confirm_all()
        self.lines("settle")


class Mishap(Recorded):
    """Ann at 1 and ben at 2 with antes of 25 and 10 dollars and a jackpot wager each, at the moment of a row."""

    def __init__(self, row: Row) -> None:
        self.row = row
        dealing, self.situation, *more = row.state.split(":")
        shuffling = SHUFFLERS.get((row.book, row.incident), DEVICES[row.book, dealing])
        more_of = {"tables": SIDES} if (row.book, dealing) == ("maryland", "automatic") else {}
        counts = row.incident == "device-count"
        super().__init__(row.book, dealing, shuffling=shuffling, counts=counts, **more_of)
        if "warned" in more:
            self._unfunded()
        if "burnt" in more:
            self.do(t.Order, by=TOP[row.book], what=t.OrderKind.BURN)
        if self.situation == "carried":
            self._void_round()
        elif self.situation != "between":
            self._play()

    @property
    def command(self) -> t.Report:
        """The report of what went wrong, by the dealer."""
        told = facts(self.row, self.table.round)
        incident = Incident(self.row.incident)
        return t.Report(at=self.at, by="dealer", incident=incident, facts=told)

    def _wagers(self) -> str:
        wager = JACKPOT[self.row.book]
        antes = ";".join(f"{n} ante {amount};{n} {wager} 5" for n, amount in ((1, 25), (2, 10)))
        if self.situation != "blind":
            return antes
        self.do(t.Sit, position=3, player="ann", nobody_shut_out=True, seats_elsewhere=True)
        return f"{antes};3 ante 10;3 {wager} 5"

    def _play(self) -> None:
        self.betting(self._wagers())
        if self.situation == "betting":
            return
        self._deal()
        turn = reveal(self.row.book, self.dealing)
        for line in SITUATIONS[self.situation].replace("reveal", turn).split(";"):
            self._line(line, turn)

    def _line(self, line: str, turn: str) -> None:
        if line.startswith("reveal"):
            self.confirm_all()
            line = ("reveal Ac", "reveal 5h", "reveal 3c")[self.state.revealed] if turn != "reveal" else turn
        if line:
            self.lines(line)

    def _deal(self) -> None:
        self.lines(f"deal {' '.join(CARDS[: len(list(places(self.book, self.state)))])}")
        self.confirm_all()

    def _unfunded(self) -> None:
        """Let ben, who cannot pay for a street, be warned in a round before."""
        self.betting("1 ante 25;2 ante 10")
        self._deal()
        self.lines("1 bet 1")
        self.do(t.Report, by=TOP[self.row.book], incident=Incident.CANNOT_FUND, facts=t.Facts(position=2))
        self.confirm_all()
        self.finish()
        self.confirm_all()

    def _void_round(self) -> None:
        self.betting(self._wagers())
        self.do(t.Report, by=TOP[self.row.book], incident=Incident.CARD_EXPOSED)
        self.confirm_all()
        self.do(t.Sit, position=3, player="cyd")

    def play_out(self) -> None:
        """Play the round to its end, if it goes on; everybody who must still decide bets once the ante."""
        while self.table.round is not None:
            self.confirm_all()
            state = self.state
            if state.phase == "betting":
                if not any(hand.stakes for hand in state.hands.values()):
                    return
                self._deal()
                continue
            for hand in sorted(state.waiting(), key=lambda hand: hand.position not in self.table.play_first):
                self.lines(f"{hand.position} {'blind 1 1 1' if hand.blind else 'bet 1'}")
            self.confirm_all()
            if self.state.street is None or not any(self.state.live_hands()):
                self.lines("settle")
            else:
                self.reveal()
