"""Makes a sample of any message type from its shape alone, and maintains `events.jsonl`, with one of every event.

`python -m tests.floor.samples` adds new events. If you change an event so that its line can no longer be read, raise
the event's schema number and add to `older` of its kind how to read the old one.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.floor.streams import Kind
from mississippi_stud.messages import EventBase


def sample(cls: type) -> Any:
    """Return a struct with a value in every field."""
    return msgspec.convert(_value(inspect.type_info(cls)), cls, strict=False)


def _value(shape: inspect.Type) -> Any:
    match shape:
        case inspect.StructType():
            if shape.array_like:
                return [_value(field.type) for field in shape.fields]
            tag = {} if shape.tag is None else {shape.tag_field: shape.tag}
            return tag | {field.encode_name: _field(field) for field in shape.fields}
        case inspect.IntType():
            return 1 if shape.ge is None else shape.ge
        case inspect.StrType():
            return "text"
        case inspect.BoolType():
            return True
        case inspect.BytesType():
            return "AAAA"
        case inspect.EnumType():
            return next(iter(shape.cls)).value
        case inspect.LiteralType():
            return shape.values[0]
        case inspect.UnionType():
            return _value(next(each for each in shape.types if not isinstance(each, inspect.NoneType)))
        case inspect.VarTupleType() | inspect.ListType():
            return [_value(shape.item_type)]
        case inspect.TupleType():
            return [_value(each) for each in shape.item_types]
        case inspect.DictType() | inspect.MappingType():
            return {_value(shape.key_type): _value(shape.value_type)}
        case inspect.CustomType():
            return 0
        case _:
            raise NotImplementedError(shape)


def _field(field: inspect.Field) -> Any:
    return 1 if field.name == "schema" else _value(field.type)


# The events that a log may hold, one of each, as they were first written.

PATH = Path(__file__).with_name("events.jsonl")


def event_types(kind: Kind[Any, Any, Any]) -> tuple[type[EventBase], ...]:
    """Return the classes of a kind's events."""
    return getattr(kind.events, "__args__", (kind.events,))


def today() -> Iterator[tuple[str, str, int, EventBase]]:
    """Yield one of every event that this program writes: its kind's prefix, name, schema number and the event."""
    for kind in STREAMS:
        for event in map(sample, event_types(kind)):
            yield kind.prefix, str(event.__struct_config__.tag), event.schema, event


def kept() -> list[tuple[str, str, int, Any]]:
    """Return one of every event that any version ever wrote, as JSON."""
    return [tuple(msgspec.json.decode(line)) for line in PATH.read_bytes().splitlines()] if PATH.exists() else []


if __name__ == "__main__":  # adds what is missing, and never rewrites what is there
    known = {each[:3] for each in kept()}
    new = [msgspec.json.encode(each) + b"\n" for each in today() if each[:3] not in known]
    PATH.write_bytes((PATH.read_bytes() if PATH.exists() else b"") + b"".join(new))
