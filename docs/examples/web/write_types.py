"""Write themind.d.ts, the types for themind.js, from the schemas that the library ships.

python docs/examples/web/write_types.py
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import themind as tm
from themind import codec

FILE = Path(__file__).with_name("themind.d.ts")
HEAD = "// Types for themind.js. Written by write_types.py from the schemas of the library.\n"
UNIONS = {"SeatEvent": tm.SeatEvent, "SeatAction": tm.SeatAction}
FUNCTIONS = """
/** Return the view after one event. Throws an Error for an event of an unknown type. */
export function evolve(view: SeatView, event: SeatEvent): SeatView;
/** Return the view after all events of a step. */
export function evolveAll(view: SeatView, events: readonly SeatEvent[]): SeatView;
/** Return the actions that the view's seat can take now, without guards; none for a spectator. */
export function legalActions(view: SeatView): SeatAction[];
/** Return the action with a guard from this view, so that the server rejects it if it is late. */
export function guarded<A extends SeatAction>(view: SeatView, action: A): A;
/** Return the card on top of the pile; null if there is none, or if it is face down. */
export function top(view: SeatView): number | null;
/** Return pile and aside in one ascending row; null while a card of the pile is face down. */
export function middle(view: SeatView): number[] | null;
/** Return the cards of the deck that this viewer has not seen in this level, ascending. */
export function unseen(view: SeatView): number[];
/** Return the number of cards in pile and aside together: the guard of an agreement to a star. */
export function cardsDown(view: SeatView): number;
/** Return whether the run is won or lost; a blind run can follow a victory. */
export function isOver(view: SeatView): boolean;
/** Return the highest level that is completed in this run. */
export function levelsCompleted(view: SeatView): number;
"""


def text() -> str:
    """The whole file."""
    parts: dict[str, str] = {}
    for kind in (tm.SeatView, *(kind for union in UNIONS.values() for kind in get_args(union))):
        schema = codec.schema(kind)
        parts.update({name: interface(name, inner) for name, inner in inner_of(schema).items()})
        parts[kind.__name__] = interface(kind.__name__, schema)
    parts.update({name: union(name, get_args(kinds)) for name, kinds in UNIONS.items()})
    return "\n".join([HEAD, *parts.values()]) + FUNCTIONS


def inner_of(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the objects inside a document that are not documents themselves."""
    defs: dict[str, Any] = schema.get("$defs", {})
    return dict(sorted(defs.items()))


def interface(name: str, schema: dict[str, Any]) -> str:
    """An object as an interface; each key is required, as in every document."""
    assert sorted(schema["required"]) == sorted(schema["properties"])
    lines = [f"  {key}: {type_of(value)};" for key, value in schema["properties"].items()]
    about = schema["description"].replace("None", "null")
    head = f"/** {about} */\nexport interface {name} {{"
    return "\n".join([head, *lines, "}", ""])


def union(name: str, kinds: tuple[Any, ...]) -> str:
    """A union of documents, told apart by their `type`."""
    return "\n".join([f"export type {name} =", *members(kinds)]) + ";\n"


def members(kinds: tuple[Any, ...]) -> Iterator[str]:
    """A line for each member of a union."""
    for kind in kinds:
        yield f"  | {kind.__name__}"


def type_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of a value."""
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(type_of, items))}]"
        case {"type": "array", "items": item}:
            inner = type_of(item)
            is_union = " | " in inner and not inner.startswith("[")
            return f"({inner})[]" if is_union else f"{inner}[]"
        case {"type": [*names]}:
            return " | ".join(NAMES[name] for name in names)
        case {"type": str(name)}:
            return NAMES[name]
    raise ValueError(f"no TypeScript type is known for {schema}")


NAMES = {"integer": "number", "boolean": "boolean", "string": "string", "null": "null"}


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
