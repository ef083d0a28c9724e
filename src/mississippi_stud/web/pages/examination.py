"""The integrity of a floor on demand: an examination that tells how far it is, and an anchor to take home."""

import asyncio
import threading
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream, Template

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor
from mississippi_stud.floor.examination import (
    ANCHOR_TEXT_MAX,
    ExaminationPart,
    PartFinding,
    anchor_file,
    anchor_now,
    check_brought,
    examine,
)
from mississippi_stud.language import translator
from mississippi_stud.prose.inspection import EXAMINATION, PROGRESS
from mississippi_stud.prose.operation import moment
from mississippi_stud.prose.problems import tell
from mississippi_stud.prose.terminal import say
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.pages.inspection import inspection_page, read

Asking = Request[Any, Any, Any]
_TOLD = 100
"""How many times at most it is told how far a part is."""
AnchorText = Annotated[str, QueryParameter(max_length=ANCHOR_TEXT_MAX)]


class ExaminationLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of what an examination tells: how far a part is or, at its end, what was found."""

    part: str
    name: str
    done: int = 0
    of: int = 0
    good: bool | None = None
    verdict: str = ""
    """That it is in order, or not, or that there was nothing to compare."""
    said: tuple[str, ...] = ()


class _Gone(Exception):  # noqa: N818 - an outcome, not an error
    """Nobody listens any more."""


class Listening:
    """An examination in a thread of its own, and whoever listens to it in the event loop."""

    def __init__(self, floor: Floor, language: str) -> None:
        self._floor, self._language = floor, language
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[ExaminationLine | None] = asyncio.Queue()
        self._gone = threading.Event()

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """Yield the lines as they come, as JSON."""
        threading.Thread(target=self._run, name="examination", daemon=True).start()
        try:
            while (line := await self._lines.get()) is not None:
                yield msgspec.json.encode(line) + b"\n"
        finally:
            self._gone.set()

    def _run(self) -> None:
        try:
            for found in examine(self._floor, self._progress):
                self._tell(self._line(found))
        except _Gone:
            return
        except InputError as error:  # the database is away
            self._tell(ExaminationLine(part="", name="", good=False, said=(tell(error, self._language),)))
        finally:
            self._tell(None)

    def _tell(self, line: ExaminationLine | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)

    def _progress(self, part: ExaminationPart, done: int, of: int) -> None:
        if self._gone.is_set():
            raise _Gone
        if done * _TOLD // of == (done - 1) * _TOLD // of:
            return
        self._tell(ExaminationLine(part=part, name=self._name(part), done=done, of=of))

    def _name(self, part: ExaminationPart) -> str:
        return translator(self._language)(PROGRESS[part])

    def _line(self, found: PartFinding) -> ExaminationLine:
        word = "right" if found.good else "wrong"
        if found.facts.get("approved") is False:
            word = "nothing"
        return ExaminationLine(
            part=found.part,
            name=self._name(found.part),
            done=1,
            of=1,
            good=found.good,
            verdict=translator(self._language)(EXAMINATION[word]),
            said=tuple(self._said(found)),
        )

    def _said(self, found: PartFinding) -> list[str]:
        language, facts = self._language, found.facts
        if found.problem is not None:
            return [tell(found.problem, language)]
        if found.part is ExaminationPart.PROGRAM:
            if not facts["approved"]:
                return [say("nothing-approved", language)]
            named = [say("not-as-approved", language, count=facts["count"]), *facts["names"]]
            return named if facts["count"] else [say("as-approved", language)]
        if found.part is ExaminationPart.CHAIN:
            return [say("log-signed", language, **facts)]
        told = [say("log-good", language, **facts), say("commitments", language, **facts["commitments"])]
        return [*told, *([say("meters-hold", language, **facts)] if facts["meters"] else [])]


@read("/house/{house:str}/inspection/integrity")
async def integrity_page(request: Asking, house: FromPath[str], anchor: AnchorText = "") -> Template:
    """Where an examination is begun, an anchor taken home, and one that is brought back checked."""
    language = language_of(request)
    good, said = True, ""
    if anchor.strip():
        try:
            kept = await asyncio.to_thread(check_brought, request.app.state.floor, anchor)
            said = moment(kept.at)
        except InputError as error:
            good, said = False, tell(error, language)
    _ = translator(language)
    words = {name: _(sentence) for name, sentence in EXAMINATION.items()}
    return inspection_page(
        request, house, "inspection_integrity.html", "integrity",
        anchor=anchor, good=good, said=said, words=msgspec.json.encode(words).decode().replace("</", "<\\/"),
    )  # fmt: skip


@read("/house/{house:str}/inspection/integrity/examination")
async def examined_floor(request: Asking, house: FromPath[str]) -> Stream:
    """Examine the floor, and tell line by line how far that is and what was found."""
    listening = Listening(request.app.state.floor, language_of(request))

    async def lines() -> AsyncGenerator[bytes, None]:
        async with request.app.state.examining:
            async for line in listening.lines():
                yield line

    return Stream(lines, media_type="application/x-ndjson")


@read("/house/{house:str}/inspection/integrity/anchor.json")
async def anchor_home(request: Asking, house: FromPath[str]) -> Response[bytes]:
    """The signed end of the log, to be kept where the database is not."""
    made = await asyncio.to_thread(anchor_now, request.app.state.floor)
    name = f"anchor-{moment(made.at).replace(' UTC', 'Z').replace(' ', 'T').replace(':', '-')}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(anchor_file(made), media_type="application/json", headers=headers)


routes = [integrity_page, examined_floor, anchor_home]
