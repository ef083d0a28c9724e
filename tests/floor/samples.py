"""One value of any type of message, made from its shape alone."""

from typing import Any

import msgspec
from msgspec import inspect


def sample(cls: type) -> Any:
    """A struct with a value in every field."""
    return msgspec.convert(_value(inspect.type_info(cls)), cls, strict=False)


def _value(shape: inspect.Type) -> Any:
    match shape:
        case inspect.StructType():
            tag = {} if shape.tag is None else {shape.tag_field: shape.tag}
            return tag | {field.encode_name: _field(field) for field in shape.fields}
        case inspect.IntType():
            return 1 if shape.ge is None else shape.ge
        case inspect.StrType():
            return "text"
        case inspect.BoolType():
            return True
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
