"""`mstud verify`: whether the log is what it was, a signed anchor of it, and the proof of a past deal."""

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from mississippi_stud.cli.floor import DatabaseUrl, KeyFile, now, reading
from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.store.audit import Anchor

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Prove that the log, and a deal, are what they were."
)


@app.command("log")
def verify_log(
    database: DatabaseUrl = None,
    key: KeyFile = None,
    anchor: Annotated[
        Path | None, typer.Option("--anchor", metavar="FILE", help="What `mstud verify anchor` wrote earlier.")
    ] = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Walk every chain, add up the money, fold every stream, prove every past deal; status 1 if anything is wrong."""
    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.history import recall
    from mississippi_stud.floor.history.verify import verify_streams
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.language import translator
    from mississippi_stud.store import audit, log

    _ = translator(language)
    kept = None if anchor is None else _anchor(anchor)
    with closing(reading(database, key, language)) as opened:
        try:
            events = audit.verify(opened, kept)
            verified = verify_streams(opened, STREAMS)
        except audit.LogError as error:
            _wrong(str(error), as_json)
        source = States(opened, STREAMS)
        counted = recall.commitments(source)
        houses = [source.now(stream)[0] for stream in log.streams(opened, "meters:")]
    rounds, meters = verified.rows["rounds"], sum(len(house.meters.meters) for house in houses)
    if as_json:
        anchored = None if kept is None else {"at": kept.at, "streams": len(kept.heads)}
        answer = {"good": True, "events": events, "rounds": rounds, "meters": meters, "anchor": anchored}
        print_json(answer | {"commitments": counted._asdict()})
        return
    said = _("{events} events and {rounds} rounds are what was written; every cent is there, every past deal is proved")
    print_rich(f"[green]✓[/green] {said.format(events=events, rounds=rounds)}")
    told = _("commitments: {made} made, {revealed} revealed, {open} of rounds under way, {unrevealed} never revealed")
    print_rich(f"  {told.format(**counted._asdict())}")
    if meters:
        held = _("meters: {meters}, each worth what was given to it less its prizes, and its pool holds that")
        print_rich(f"  {held.format(meters=meters)}")
    if kept is None:
        print_rich(f"  {_('without --anchor, a log that was cut at its end or written anew is not noticed')}")


@app.command("anchor")
def write_anchor(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write; keep it where the database is not.")],
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Write the signed heads of all chains to a file."""
    import msgspec

    from mississippi_stud.language import translator
    from mississippi_stud.store import audit
    from mississippi_stud.store.files import whole

    _ = translator(language)
    with closing(reading(database, key, language)) as source:
        made = audit.anchor(source, now())
    with whole(out) as file:
        file.write(msgspec.json.encode(made) + b"\n")
    if as_json:
        print_json({"at": made.at, "streams": len(made.heads), "public_key": made.public_key})
        return
    said = _("the heads of {streams} streams are signed in {file}: keep it where the database is not")
    print_rich(said.format(streams=len(made.heads), file=out))


@app.command("round")
def verify_round(
    round_id: Annotated[str, typer.Argument(metavar="TABLE#N", help="A round, such as table:6fb1…#3.")],
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Prove a past deal: the secret is the one committed to, and every card follows from it and the players' seeds."""
    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.history import proof, recall
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.store.audit import LogError

    stream, number = recall.split_id(round_id)
    with closing(reading(database, key, language)) as opened:
        try:
            proved = proof.prove(States(opened, STREAMS), stream, number)
        except LogError as error:
            _wrong(str(error), as_json)
    if as_json:
        print_json({"good": True, **_told(proved)})
        return
    _tell(proved, language)


def _told(proved: Any) -> dict[str, Any]:
    from mississippi_stud.cards import text

    return {
        "round": proved.deal.round_id,
        "players": {hand.position: hand.player for hand in proved.past.hands},
        "book": proved.book,
        "status": proved.past.status,
        "commitment": proved.deal.commitment,
        "secret": proved.deal.secret.hex(),
        "seeds": proved.seeds,
        "cards": text(proved.deal.cards),
    }


def _tell(proved: Any, language: str) -> None:
    from rich.markup import escape

    from mississippi_stud.cards import symbols
    from mississippi_stud.language import translator

    _ = translator(language)
    told = _told(proved)
    print_rich(f"[green]✓[/green] {_('the deal is proved')}: {escape(told['round'])}")
    for name, value in (
        (_("commitment"), told["commitment"]),
        (_("secret"), told["secret"]),
        *((f"{_('seed')} {position}", seed) for position, seed in proved.seeds.items()),
        (_("cards"), symbols(proved.deal.cards)),
    ):
        print_rich(f"  {name}: {escape(value)}")


def _anchor(path: Path) -> "Anchor":
    import msgspec

    from mississippi_stud.store.audit import Anchor

    try:
        return msgspec.json.decode(path.read_bytes(), type=Anchor)
    except FileNotFoundError:
        raise InputError(f"there is no file {path}: give what `mstud verify anchor` wrote") from None
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{path} is not an anchor: {error}") from None


def _wrong(said: str, as_json: bool) -> NoReturn:
    """Something is wrong with the log."""
    if as_json:
        print_json({"good": False, "problem": said})
    else:
        sys.stderr.write(f"mstud: {said}\n")
    sys.exit(1)
