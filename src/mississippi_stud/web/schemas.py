"""What the framework leaves out of the published schema of a request: what its fields hold, and no others."""

import re
from typing import Any, Final, cast

import msgspec
from litestar.openapi.spec import OpenAPIType, Schema

_LEFT_OUT: Final = ("items", "additionalProperties", "propertyNames", "maxProperties")


def complete(schema: Schema, shape: type) -> None:
    """Say in the schema of a shape that takes no further fields what msgspec knows of its fields."""
    schema.additional_properties = False
    _, known = msgspec.json.schema_components([shape])
    for name, told in known[shape.__name__]["properties"].items():
        field = cast(Schema, (schema.properties or {})[name])
        for key in _LEFT_OUT:
            if key in told:
                setattr(field, _snake(key), _schema(told[key]) if isinstance(told[key], dict) else told[key])


def _schema(told: dict[str, Any]) -> Schema:
    kind = {"type": OpenAPIType(told["type"])} if "type" in told else {}
    return Schema(**{_snake(key): value for key, value in told.items()} | kind)


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)
