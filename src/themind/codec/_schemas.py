"""JSON Schemas (draft 2020-12) of documents, made from the rows of their format."""

from __future__ import annotations

from typing import Final

from themind.codec._formats import DOCUMENT, Format
from themind.codec._shapes import Envelope, Schema

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


class Definitions:
    """The definitions that a schema refers to; an inline schema contains them instead."""

    def __init__(self, form: Format, *, inline: bool) -> None:
        self.form = form
        self.inline = inline
        self.found: dict[str, Schema] = {}

    def members(self, union: str) -> tuple[str, ...]:
        """Return the names of the rows in a union."""
        return self.form.members(union)

    def schema(self, name: str, envelope: Envelope) -> Schema:
        """Return the schema of a row, or a reference to it."""
        if self.inline:
            return self.body(name, envelope)
        definition = envelope.value.format(name)
        if definition not in self.found:
            self.found[definition] = self.body(name, envelope)
        return {"$ref": f"#/$defs/{definition}"}

    def body(self, name: str, envelope: Envelope) -> Schema:
        """Return the schema of a row itself."""
        return self.form.rows[name].schema(self, self.form.envelope(name, envelope))


def schema_of(
    form: Format, names: list[str], *, title: str, is_array: bool, inline: bool
) -> Schema:
    """Return the schema of documents of some types, or of an array of them.

    An inline schema has no `$schema` and no `$id`, since it becomes part of another document.
    """
    definitions = Definitions(form, inline=inline)
    if len(names) > 1:
        body: Schema = {"oneOf": [definitions.schema(name, DOCUMENT) for name in names]}
    else:
        body = (definitions.schema if is_array else definitions.body)(names[0], DOCUMENT)
    if is_array:
        body = {"type": "array", "items": body}
    head: Schema = {} if inline else {"$schema": _DRAFT}
    if title and not inline:
        head["$id"] = f"urn:themind:format-{form.number}:{title}"
    if title:
        head["title"] = title
    found = dict(sorted(definitions.found.items()))
    return head | body | ({"$defs": found} if found else {})
