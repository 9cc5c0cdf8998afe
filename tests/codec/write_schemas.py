"""Write the JSON Schemas that the package ships, one for each kind of document.

    python tests/codec/write_schemas.py

They follow from the fields of the classes and from the tables here. A schema says what every
document is like; whether its cards can lie as they do, the constructors say.
"""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs

import themind as tm
from themind.codec import FORMAT, Document

FOLDER = Path(__file__).parents[2] / "src" / "themind" / "schemas"

UNIONS: dict[str, Any] = {
    "Action": tm.Action,
    "SeatAction": tm.SeatAction,
    "TableAction": tm.TableAction,
    "Event": tm.Event,
    "SeatEvent": tm.SeatEvent,
    "Document": Document,
}
CLASSES: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Document)}

MOST_CARDS = 10_000
LATEST_MS = 2**63 - 1
Schema = dict[str, Any]

FROM_0: Schema = {"minimum": 0}
FROM_1: Schema = {"minimum": 1}
CARD: Schema = {"minimum": 1, "maximum": MOST_CARDS}
SEAT: Schema = {"minimum": 0, "maximum": MOST_CARDS - 1}
SEATS: Schema = {"items": {"type": "integer"} | SEAT}
CARDS: Schema = {"items": {"type": "integer"} | CARD}

POSITION: dict[str, Schema] = {
    "level": CARD,
    "lives": FROM_0,
    "stars": FROM_0,
    "attempt": FROM_0,
    "ready": SEATS,
    "agreed": SEATS,
}
# What the constructors of a class demand of a field, beyond its type. Actions and events have no
# such bounds: a seat that is not there is judged by the table, not by the reader.
BOUNDS: dict[type[Any], dict[str, Schema]] = {
    tm.Rules: {
        "players": CARD,
        "levels": CARD,
        "first_level": CARD,
        "cards": CARD,
        "lives": FROM_1,
        "max_lives": FROM_1,
        "stars": FROM_0,
        "max_stars": FROM_0,
    },
    tm.GameState: POSITION
    | {"hands": {"items": {"type": "array", **CARDS, "maxItems": MOST_CARDS}}},
    tm.SeatView: POSITION
    | {"seat": SEAT, "hand": CARDS, "hand_sizes": {"items": {"type": "integer"} | FROM_0}},
    tm.AsideCard: {"seat": SEAT, "card": CARD},
    tm.SeenCard: {"seat": SEAT, "card": CARD},
    tm.Entry: {"at_ms": {"minimum": 0, "maximum": LATEST_MS}},
    tm.PlayTogether: {"plays": {"minItems": 1, "maxItems": MOST_CARDS}},
    tm.Star: {"agreed": {"maxItems": MOST_CARDS}},
}
LEAVES: dict[Any, Schema] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string", "pattern": "^[A-Z]{2,8}-[0-9]{1,3}$"},
}
# The keys that stand beside the fields, and how the definition of such an object is called.
ENVELOPES: dict[str, tuple[str, ...]] = {
    "{}": (),
    "Typed{}": ("type",),
    "{}Document": ("type", "format"),
}


def fields_of(kind: type[Any]) -> dict[str, Any]:
    """The fields of a class by name, each with its type; some classes have none."""
    types = get_type_hints(kind)
    fields = attrs.fields(kind) if attrs.has(kind) else ()
    return {field.name: types[field.name] for field in fields}


def is_union(kind: Any) -> bool:
    """Whether a type is a union, however it was written."""
    return isinstance(kind, UnionType) or get_origin(kind) is Union


class Writer:
    """The schema of one document, and the definitions that it refers to."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def root(self, name: str, kind: Any) -> Schema:
        head = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:themind:format-{FORMAT}:{name}",
            "title": name,
        }
        if is_union(kind):
            body = {"oneOf": [self.reference(member, "{}Document") for member in get_args(kind)]}
        else:
            body = self.object_of(kind, ENVELOPES["{}Document"])
        definitions = dict(sorted(self.definitions.items()))
        return head | body | ({"$defs": definitions} if definitions else {})

    def reference(self, kind: type[Any], called: str = "{}") -> Schema:
        name = called.format(kind.__name__)
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = self.object_of(kind, ENVELOPES[called])
        return {"$ref": f"#/$defs/{name}"}

    def object_of(self, kind: type[Any], envelope: tuple[str, ...]) -> Schema:
        bounds = BOUNDS.get(kind, {})
        properties = {
            name: self.schema_of(what) | bounds.get(name, {})
            for name, what in fields_of(kind).items()
        }
        given = {"type": {"const": kind.__name__}, "format": {"const": FORMAT}}
        properties |= {key: given[key] for key in envelope}
        return {
            "description": (kind.__doc__ or "").partition("\n")[0],
            "type": "object",
            "properties": dict(sorted(properties.items())),
            "required": sorted(properties),
            "additionalProperties": False,
        }

    def schema_of(self, what: Any) -> Schema:
        if what in LEAVES:
            return dict(LEAVES[what])
        if is_union(what):
            return self.union_of(get_args(what))
        if get_origin(what) is tuple:
            return self.list_of(what)
        if get_origin(what) is frozenset:
            (item,) = get_args(what)
            return {"type": "array", "items": self.schema_of(item), "uniqueItems": True}
        if issubclass(what, Enum):
            return {"enum": list(what.__members__)}
        assert attrs.has(what)
        return self.reference(what)

    def union_of(self, parts: tuple[Any, ...]) -> Schema:
        if NoneType in parts:
            (what,) = [part for part in parts if part is not NoneType]
            return {"type": [self.schema_of(what)["type"], "null"]}
        return {"oneOf": [self.reference(part, "Typed{}") for part in parts]}

    def list_of(self, what: Any) -> Schema:
        *items, last = get_args(what)
        if last is Ellipsis:
            limit = {} if items == [tm.Entry] else {"maxItems": MOST_CARDS + 1}
            return {"type": "array", "items": self.schema_of(items[0])} | limit
        each = [self.schema_of(item) for item in get_args(what)]
        return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each)}


def schema_texts() -> dict[str, str]:
    """The text of each schema by its name."""
    kinds = CLASSES | UNIONS
    schemas = {name: Writer().root(name, kind) for name, kind in kinds.items()}
    return {name: json.dumps(schema, indent=2) + "\n" for name, schema in schemas.items()}


def write() -> None:
    """Write all schemas, and leave no other file beside them."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, text in schema_texts().items():
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
