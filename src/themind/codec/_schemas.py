"""JSON Schemas (draft 2020-12) of documents, made from the rows of their format."""

from __future__ import annotations

from typing import Final

from themind.codec._formats import Format
from themind.codec._shapes import Envelope, Schema

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


class Definitions:
    """The schemas that the schema of a document refers to; inline, it has them in place."""

    def __init__(self, form: Format, *, inline: bool) -> None:
        self.form = form
        self.inline = inline
        self.found: dict[str, Schema] = {}

    def members(self, union: str) -> tuple[str, ...]:
        """Return the names of the rows that a union stands for."""
        return self.form.members(union)

    def schema(self, name: str, envelope: Envelope) -> Schema:
        """Return the schema of a row, or a reference to it."""
        if self.inline:
            return self.body(name, envelope)
        called = envelope.value.format(name)
        if called not in self.found:
            self.found[called] = {}
            self.found[called] = self.body(name, envelope)
        return {"$ref": f"#/$defs/{called}"}

    def body(self, name: str, envelope: Envelope) -> Schema:
        """Return the schema of a row itself."""
        return self.form.rows[name].schema(self, self.form.envelope(name, envelope))


def schema_of(
    form: Format, names: tuple[str, ...], *, title: str, is_array: bool, inline: bool
) -> Schema:
    """Return the schema of documents of some types, or of an array of them.

    A named one says its draft and its identifier, but not inline, where it becomes a part of
    another document.
    """
    definitions = Definitions(form, inline=inline)
    body = _one_of(definitions, names, as_part=is_array)
    body = {"type": "array", "items": body} if is_array else body
    head: Schema = {} if inline else {"$schema": _DRAFT}
    if title:
        head |= ({} if inline else {"$id": f"urn:themind:format-{form.number}:{title}"}) | {
            "title": title
        }
    found = dict(sorted(definitions.found.items()))
    return head | body | ({"$defs": found} if found else {})


def _one_of(definitions: Definitions, names: tuple[str, ...], *, as_part: bool) -> Schema:
    if len(names) > 1:
        return {"oneOf": [definitions.schema(name, Envelope.DOCUMENT) for name in names]}
    (name,) = names
    read = definitions.schema if as_part else definitions.body
    return read(name, Envelope.DOCUMENT)
