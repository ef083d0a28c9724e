"""The live socket as an AsyncAPI 3 document, made from the shapes of its messages."""

from functools import cache
from typing import Any, Final, get_args

import msgspec
from litestar import get

from mississippi_stud import __version__
from mississippi_stud.web import topics
from mississippi_stud.web.access import Access
from mississippi_stud.web.live_frames import Frame, Message, ViewFrame

_SCHEMAS: Final = "#/components/schemas/"
_MESSAGES: Final = "#/channels/live/messages/"


def _names(union: Any) -> list[str]:
    return [shape.__name__ for shape in get_args(union)]


@cache
def document() -> dict[str, Any]:
    """Return the AsyncAPI document."""
    views = topics.schema_types()
    shapes = (*get_args(Message), *get_args(Frame), *views)
    _, schemas = msgspec.json.schema_components(shapes, ref_template=_SCHEMAS + "{name}")
    schemas[ViewFrame.__name__]["properties"]["view"] = {
        "anyOf": [{"$ref": _SCHEMAS + view.__name__} for view in views]
    }
    messages = {name: {"name": name, "payload": {"$ref": _SCHEMAS + name}} for name in _names(Message) + _names(Frame)}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "mississippi-stud", "version": __version__},
        "defaultContentType": "application/json",
        "channels": {
            "live": {
                "address": "/api/live",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            "listen": _operation("receive", Message),
            "tell": _operation("send", Frame),
        },
        "components": {"messages": messages, "schemas": schemas},
    }


def _operation(action: str, union: Any) -> dict[str, Any]:
    """Return what the server does with these messages."""
    return {
        "action": action,
        "channel": {"$ref": "#/channels/live"},
        "messages": [{"$ref": _MESSAGES + name} for name in _names(union)],
    }


@get("/api/asyncapi.json", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def show_asyncapi() -> dict[str, Any]:
    """The live socket, for programs that make clients."""
    return document()
