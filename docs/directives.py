"""What the site adds to Sphinx: the commands, the HTTP API and graphs as text, and a word where French is missing.

The directives `commands` and `http-api` write their pages from the program itself.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import typer.main
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from mississippi_stud.cli.main import application
from mississippi_stud.floor import Floor
from mississippi_stud.web.app import create_app

HERE: Final = Path(__file__).parent
CATALOGUES: Final = HERE / "locale"
ANCHOR: Final = re.compile(r'<a id="(?P<name>[^"]+)">')
UNTRANSLATED: Final = {"fr": "Cette page n'existe qu'en anglais."}
"""What a page says in the languages that it has not been translated into."""
CONTENTS: Final = {"decisions/README": "0*"}
"""Pages that another program writes, and the pages below them."""
FOLDERS: Final = {"readings": "/explanation/readings.md", "rules": "/reference/books.md"}
"""Folders that links lead to, and the page that lists each."""


def table(*rows: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a Markdown table with these rows, the first of which is its head."""
    for number, row in enumerate(rows):
        yield "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
        if number == 0:
            yield "| --- " * len(row) + "|"
    yield ""


class Written(SphinxDirective):
    """A directive whose content is written as Markdown by `lines`."""

    def lines(self) -> Iterator[str]:
        """Yield the lines of Markdown."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes("\n".join(self.lines()), allow_section_headings=True)


class Commands(Written):
    """`mstud` with all its commands, arguments and options, as `--help` shows them."""

    def lines(self) -> Iterator[str]:
        root = typer.main.get_command(application())
        yield from self._command(root, root.context_class(root, info_name="mstud"))

    def _command(self, command: Any, context: Any) -> Iterator[str]:
        name = context.command_path
        context.get_help()  # fills in what the catalogue says
        if name != "mstud":
            yield from (f"## {name}", "")
        yield from (command.help, "", "```text", command.get_usage(context).removeprefix("Usage: "), "```", "")
        records = [each.get_help_record(context) for each in command.get_params(context)]
        options = [(f"`{option}`", text) for option, text in filter(None, records)]
        yield from table(("option", "meaning"), *options)
        for child, below in getattr(command, "commands", {}).items():
            yield from self._command(below, below.context_class(below, info_name=child, parent=context))


class HttpApi(Written):
    """The HTTP API, from the OpenAPI document that the server publishes."""

    def lines(self) -> Iterator[str]:
        with Floor.in_memory() as floor:
            schema = create_app(floor, bytes(32)).openapi_schema.to_schema()
        for path, operations in schema["paths"].items():
            for method, operation in operations.items():
                yield from self._operation(f"{method.upper()} {path}", operation)
        yield from ("## Shapes", "")
        for name, shape in schema["components"]["schemas"].items():
            yield from (f"({name.lower()}-shape)=", f"### {name}", "", shape.get("description", "").strip(), "")
            required = shape.get("required", ())
            fields = shape.get("properties", {}).items()
            if fields:
                rows = [(f"`{field}`", kind(one), "" if field in required else "optional") for field, one in fields]
                yield from table(("field", "type", ""), *rows)
            else:
                yield from (kind(shape), "")

    def _operation(self, heading: str, operation: dict[str, Any]) -> Iterator[str]:
        yield from (f"## {heading}", "", f"{operation['summary']}.", "")
        if "requestBody" in operation:
            yield from (f"Body: {content(operation['requestBody'])}", "")
        parameters = operation.get("parameters", ())
        if parameters:
            rows = [
                (f"`{one['name']}`", one["in"], kind(one["schema"]), one.get("description", "")) for one in parameters
            ]
            yield from table(("parameter", "in", "type", ""), *rows)
        answers = sorted(operation["responses"].items())
        yield from table(("status", "answer", ""), *[(code, content(one), one["description"]) for code, one in answers])


def content(body: dict[str, Any]) -> str:
    """Return the type of a request's or an answer's body."""
    return ", ".join(kind(one["schema"]) for one in body.get("content", {}).values())


def kind(schema: dict[str, Any]) -> str:
    """Return a JSON schema as a reader would say it.

    >>> kind({"type": "array", "items": {"type": "string", "maxLength": 64}})
    'list of string (maxLength 64)'
    >>> kind({"oneOf": [{"$ref": "#/components/schemas/Turn"}, {"type": "null"}]})
    '[Turn](#turn-shape) or null'
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()}-shape)"
    if "const" in schema or "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return " or ".join(map(kind, schema[choice]))
    said = schema.get("type", "anything")
    said = " or ".join(said) if isinstance(said, list) else said
    if said == "array":
        said = f"list of {kind(schema['items'])}" if "items" in schema else "list"
    if said == "object" and isinstance(schema.get("additionalProperties"), dict):
        said = f"object of {kind(schema['additionalProperties'])}"
    bounds = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")
    limits = [f"{key} {schema[key]}" for key in bounds if key in schema]
    return f"{said} ({', '.join(limits)})" if limits else said


class Mermaid(Written):
    """A graph of arrows as a table: what each node points to, with the label of the arrow."""

    has_content = True

    def lines(self) -> Iterator[str]:
        targets: dict[str, list[str]] = defaultdict(list)
        for line in self.content:
            if found := re.fullmatch(r"\s*(\S+) -->\|(\S+)\| (\S+)", line):
                source, label, target = found.groups()
                targets[source].append(f"`{target}` ({label})")
        rows = [(f"`{source}`", ", ".join(found)) for source, found in targets.items()]
        yield from table(("package", "used by (modules)"), *rows)


class Anchors(SphinxTransform):
    """Makes anchors in HTML known to links."""

    default_priority = 1  # before links are resolved

    def apply(self, **_: Any) -> None:
        slugs = getattr(self.document, "myst_slugs", {})
        for raw in self.document.findall(nodes.raw):
            for found in ANCHOR.finditer(raw.astext()):
                slugs[found["name"]] = (raw.line, found["name"], found["name"])


def unlisted() -> list[str]:
    """Return the pages beside this file that are in no table of contents."""
    listed = re.findall(r"^\.\./([\w-]+)$", "\n".join(page.read_text() for page in HERE.glob("*/*.md")), re.MULTILINE)
    return sorted({page.stem for page in HERE.glob("*.md")} - {*listed, "index"})


def prepare(app: Sphinx, page: str, source: list[str]) -> None:
    """Lead links to folders somewhere, and complete the tables of contents.

    In one, `../*` stands for the pages that are in none; and a page that another program writes gets one appended.
    """
    source[0] = source[0].replace("\n../*\n", "".join(f"\n../{name}" for name in unlisted()) + "\n")
    source[0] = re.sub(r"\]\((?:\.\./)?(\w+)/\)", lambda found: f"]({FOLDERS[found[1]]})", source[0])
    if page in CONTENTS:
        source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{CONTENTS[page]}\n```\n"


def mark(app: Sphinx, doctree: nodes.document) -> None:
    """Mark a page that is not translated."""
    language = app.config.language
    title = doctree.next_node(nodes.title)
    if language in UNTRANSLATED and title is not None and not translated(app.env.current_document.docname, language):
        note = nodes.note("", nodes.paragraph("", UNTRANSLATED[language]))
        title.parent.insert(title.parent.index(title) + 1, note)


def translated(page: str, language: str) -> bool:
    """Return whether a page has a catalogue in a language: one of its own, or its folder's."""
    return (CATALOGUES / language / "LC_MESSAGES" / f"{page.partition('/')[0]}.po").exists()


def shorten(*arguments: Any) -> tuple[str | None, ...]:
    """Cut the long unions in a signature, where a command or an event is one of dozens, and defaults that are made."""
    union = re.compile(r"([~\w.]+ \| [~\w.]+)(?: \| [~\w.]+){6,}")
    return tuple(part and union.sub(r"\1 | ...", part).replace("<factory>", "...") for part in arguments[-2:])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register all of it with Sphinx."""
    logging.getLogger("alembic").setLevel(logging.WARNING)  # Sphinx prints what our database says about itself
    app.add_directive("commands", Commands)
    app.add_directive("http-api", HttpApi)
    app.add_directive("mermaid", Mermaid)
    app.add_transform(Anchors)
    app.connect("source-read", prepare)
    app.connect("doctree-read", mark)
    app.connect("autodoc-process-signature", shorten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
