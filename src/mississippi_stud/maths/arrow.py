"""Tables for other programs' data frames, by the Arrow PyCapsule interface, with nothing but ctypes.

Polars, DuckDB, PyArrow and others read any object with `__arrow_c_stream__`; pandas does so with `from_arrow`, but its
constructor takes only `columns()`. The method returns a capsule around a C structure whose functions hand out the
schema and one batch of columns. What a structure points to is kept in `_KEPT` until the reader releases it
(decision 250).
"""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast, py_object, pythonapi
from itertools import accumulate, count, islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

Column = Sequence[int] | Sequence[float] | Sequence[str]
"""Whole numbers below 2^63, numbers, or texts: one kind in a column, and none missing."""

Key = TypeVar("Key")
Value = TypeVar("Value", covariant=True)


class _Schema(Structure):
    """`struct ArrowSchema`."""


class _Array(Structure):
    """`struct ArrowArray`."""


class _Stream(Structure):
    """`struct ArrowArrayStream`."""


_ReleaseSchema = CFUNCTYPE(None, POINTER(_Schema))
_ReleaseArray = CFUNCTYPE(None, POINTER(_Array))
_ReleaseStream = CFUNCTYPE(None, POINTER(_Stream))
_GetSchema = CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Schema))
_GetNext = CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Array))
_GetLastError = CFUNCTYPE(c_void_p, POINTER(_Stream))
_Destroy = CFUNCTYPE(None, c_void_p)

_Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(_Schema))),
    ("dictionary", POINTER(_Schema)),
    ("release", _ReleaseSchema),
    ("private_data", c_void_p),
]
_Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(_Array))),
    ("dictionary", POINTER(_Array)),
    ("release", _ReleaseArray),
    ("private_data", c_void_p),
]
_Stream._fields_ = [
    ("get_schema", _GetSchema),
    ("get_next", _GetNext),
    ("get_last_error", _GetLastError),
    ("release", _ReleaseStream),
    ("private_data", c_void_p),
]

_KEPT: Final[dict[int, Any]] = {}
"""By the private data of a structure, what it points to; by the address of a capsule, below 0, its stream."""
_NUMBERS: Final = count(1)
_ROWS_MOST: Final = 200
_CAPSULE: Final = b"arrow_array_stream"
_NEW: Final = ctypes.PYFUNCTYPE(py_object, c_void_p, c_char_p, _Destroy)(("PyCapsule_New", pythonapi))


def _callback(kind: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that makes a function one that C can call."""
    return lambda function: kind(function)


def _keep(*things: Any) -> int:
    number = next(_NUMBERS)
    _KEPT[number] = things
    return number


def _release(structure: Any, children: int) -> None:
    """Release a structure and those of its children that the reader has not taken, and forget what they point to."""
    for place in range(children):
        child = structure.children[place]
        if child.contents.release:
            child.contents.release(child)
    _KEPT.pop(structure.private_data, None)
    structure.release = type(structure.release)()


@_callback(_ReleaseSchema)
def _release_schema(schema: Any) -> None:
    _release(schema.contents, schema.contents.n_children)


@_callback(_ReleaseArray)
def _release_array(array: Any) -> None:
    _release(array.contents, array.contents.n_children)


@_callback(_ReleaseStream)
def _release_stream(stream: Any) -> None:
    _release(stream.contents, 0)


def _fill_schema(schema: _Schema, name: str, format_: bytes, children: Sequence[_Schema] = ()) -> None:
    pointers = (POINTER(_Schema) * len(children))(*map(ctypes.pointer, children))
    schema.format, schema.name, schema.metadata = format_, name.encode(), None
    schema.flags, schema.n_children, schema.children = 0, len(children), pointers
    schema.dictionary = None
    schema.release, schema.private_data = _release_schema, _keep(children, pointers, schema.format, schema.name)


def _fill_array(array: _Array, length: int, buffers: Sequence[Any], children: Sequence[_Array] = ()) -> None:
    places = (c_void_p * len(buffers))(*(cast(each, c_void_p) if each is not None else None for each in buffers))
    pointers = (POINTER(_Array) * len(children))(*map(ctypes.pointer, children))
    array.length, array.null_count, array.offset = length, 0, 0
    array.n_buffers, array.buffers = len(buffers), places
    array.n_children, array.children = len(children), pointers
    array.dictionary = None
    array.release, array.private_data = _release_array, _keep(buffers, places, children, pointers)


def _buffers(column: Column) -> tuple[bytes, list[Any]]:
    """Return the format of a column and its buffers: which values are there (all), and the values."""
    kinds, values = set(map(type, column)), list[Any](column)
    if kinds <= {int}:
        return b"l", [None, (c_int64 * len(values))(*values)]
    if kinds <= {int, float}:
        return b"g", [None, (ctypes.c_double * len(values))(*values)]
    texts = [str(each).encode() for each in column]
    ends = (c_int64 * (len(texts) + 1))(0, *accumulate(map(len, texts)))
    return b"U", [None, ends, ctypes.create_string_buffer(b"".join(texts))]


@_callback(_GetSchema)
def _get_schema(stream: Any, schema: Any) -> int:
    columns, _ = _KEPT[stream.contents.private_data]
    children = [_Schema() for _ in columns]
    for child, (name, column) in zip(children, columns.items(), strict=True):
        _fill_schema(child, name, _buffers(column)[0])
    _fill_schema(schema.contents, "", b"+s", children)
    return 0


@_callback(_GetNext)
def _get_next(stream: Any, array: Any) -> int:
    columns, state = _KEPT[stream.contents.private_data]
    if state["given"]:
        array.contents.release = _ReleaseArray()  # the end of the stream
        return 0
    state["given"] = True
    children = [_Array() for _ in columns]
    for child, column in zip(children, columns.values(), strict=True):
        _fill_array(child, len(column), _buffers(column)[1])
    length = len(next(iter(columns.values()), ()))
    _fill_array(array.contents, length, [None], children)
    return 0


@_callback(_GetLastError)
def _get_last_error(_: Any) -> None:
    return None


@_callback(_Destroy)
def _destroy(capsule: int) -> None:
    """Release what a capsule still holds."""
    found = _KEPT.pop(-capsule)
    if found.release:
        found.release(ctypes.pointer(found))


def stream(columns: Mapping[str, Column]) -> Any:
    """Return a capsule with a stream of one batch of these columns, all equally long."""
    found = _Stream(_get_schema, _get_next, _get_last_error, _release_stream)
    found.private_data = _keep(dict(columns), {"given": False})
    capsule = _NEW(ctypes.addressof(found), _CAPSULE, _destroy)
    _KEPT[-id(capsule)] = found
    return capsule


class DataTable:
    """A mixin for what can be read as a table: it says its columns, data frames and notebooks read them."""

    def columns(self) -> Mapping[str, Column]:
        """Return the columns by name, which `pandas.DataFrame` takes."""
        raise NotImplementedError

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """Return the table as an Arrow stream, which `polars.DataFrame` and `pyarrow.table` read."""
        return stream(self.columns())

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        return html(self.columns())


class _Methods:
    """The methods of a mapping."""

    get, keys, items, values = Mapping.get, Mapping.keys, Mapping.items, Mapping.values
    __contains__ = Mapping.__contains__
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return dict(self.items()) == dict(other.items()) if hasattr(other, "items") else NotImplemented  # type: ignore[misc]


if TYPE_CHECKING:

    class MappingTable(Mapping[Key, Value], DataTable):
        """A mapping that is also a table."""
else:

    class MappingTable(_Methods, DataTable):
        """A mapping that is also a table. It is not registered as one, since Polars takes mappings for columns."""

        __class_getitem__ = classmethod(lambda cls, _: cls)


def html(columns: Mapping[str, Column], caption: str = "") -> str:
    """Return columns as an HTML table, long ones to their two hundredth row and with how many more there are; a caption
    is HTML already.
    """
    from html import escape

    titles = "".join(f"<th>{escape(name)}</th>" for name in columns)
    rows = islice(zip(*columns.values(), strict=True), _ROWS_MOST)
    body = "".join(f"<tr>{''.join(f'<td>{_written(each)}</td>' for each in row)}</tr>" for row in rows)
    above = f"<caption>{caption}</caption>" if caption else ""
    more = len(next(iter(columns.values()), ())) - _ROWS_MOST
    below = f"<tfoot><tr><td>… + {more:,}</td></tr></tfoot>" if more > 0 else ""
    return f"<table>{above}<thead><tr>{titles}</tr></thead><tbody>{body}</tbody>{below}</table>"


def _written(each: float | str) -> str:
    from html import escape

    return f"{each:.6g}" if isinstance(each, float) else escape(str(each))
