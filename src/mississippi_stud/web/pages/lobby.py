"""The pages of the lobby, and of the sign of a table."""

import json
from typing import Any, Final

import msgspec
from litestar import Request, get
from litestar.response import Template

from mississippi_stud.floor.houses import PLAY
from mississippi_stud.language import translator
from mississippi_stud.prose.wall_signs import SIGN
from mississippi_stud.web.access import Access
from mississippi_stud.web.api import lobby_seen
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.pages.house import called
from mississippi_stud.web.pages.script import sentences_of
from mississippi_stud.web.request import HouseName, TableId
from mississippi_stud.web.shapes import LobbyBoard
from mississippi_stud.web.topics import Viewer, look

_ANYBODY: Final = {"access": Access.ANYBODY}
Asking = Request[Any, Any, Any]


def _words(request: Asking, *scripts: str, **facts: Any) -> str:
    """What the scripts say, and the facts of the page, as JSON."""
    _ = translator(language_of(request))
    said = {name: _(sentence) for name, sentence in {**sentences_of(*scripts), **SIGN}.items()}
    return json.dumps({"say": said, "terms": {}, **facts}, ensure_ascii=False).replace("</", "<\\/")


def _lobby(request: Asking, house: str) -> Template:
    board: LobbyBoard = lobby_seen(request, request.app.state, house)
    name = "" if house == PLAY else called(request.app.state.floor, house, language_of(request))
    words = _words(request, "lobby.js", house=house, board=msgspec.to_builtins(board, enc_hook=str))
    return page(request, "lobby.html", words=words, name=name, house=house)


@get("/lobby", opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def lobby(request: Asking) -> Template:
    """The tables that anybody may watch, and sit down at with play money."""
    return _lobby(request, PLAY)


@get("/house/{house:str}/lobby", opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def house_lobby(request: Asking, house: HouseName) -> Template:
    """The tables of a house."""
    return _lobby(request, house)


@get("/house/{house:str}/sign/{table_id:str}", opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def wall_sign(request: Asking, house: HouseName, table_id: TableId) -> Template:
    """The sign of a table, for a screen on the wall."""
    topic = f"sign:{house}/{table_id}"
    viewer = Viewer(request.app.state.floor, None, language_of(request))
    shown = look(viewer, topic).view
    words = _words(request, "sign.js", topic=topic, sign=msgspec.to_builtins(shown, enc_hook=str))
    return page(request, "sign.html", words=words)


routes = [lobby, house_lobby, wall_sign]
