"""Books that were kept whole, long ago perhaps, read by the model of today. Pure but for the books of the package.

A round is played for ever under the book that it began with. What that book says stands, whatever today's says. But the
model may meanwhile have gained a value that every book must have: the kept one does not say it, and today's edition of
the same book does, or that of the book that it extends. It stands in for what is missing, and for nothing else.
"""

import typing
from collections.abc import Mapping
from typing import Any

from mississippi_stud.rulebooks.load import BOOKS, Tree, _fields, _required, _without_none, from_plain, plain, rulebook
from mississippi_stud.rulebooks.model import Rulebook, Ruled


def kept_book(tree: Tree) -> Rulebook:
    """The book that `plain` wrote down under the model of its time; `BookError` if today's model cannot have it."""
    base = next((name for name in (tree.get("id"), tree.get("extends")) if name in BOOKS), None)
    if base is None:
        return from_plain(tree)
    return from_plain(_completed(Rulebook, tree, plain(rulebook(base))))


def _completed(kind: Any, tree: Any, today: Any) -> Any:
    """`tree` with what the model needs and only `today` has."""
    kind = _without_none(kind)
    origin = typing.get_origin(kind)
    if not isinstance(tree, dict) or not isinstance(today, dict) or origin is Ruled:
        return tree
    if origin is Mapping:
        inner = typing.get_args(kind)[1]
        return {key: _completed(inner, part, today.get(key)) for key, part in tree.items()}
    fields = _fields(kind)
    found = {key: _completed(fields[key], part, today.get(key)) for key, part in tree.items() if key in fields}
    return found | {key: today[key] for key in _required(kind) if key not in found and key in today}
