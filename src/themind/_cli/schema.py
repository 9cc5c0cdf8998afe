"""`python -m themind schema [KIND]`: print JSON Schemas."""

from __future__ import annotations

import argparse
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

import themind as tm
from themind._cli.streams import FAILED, PROGRAM, Failure, show

DESCRIPTION = """\
Print the JSON Schema (draft 2020-12) of a kind of document, such as Record or SeatEvent. Without
KIND, list the kinds."""


def add_parser(commands: Any) -> None:
    """Add `schema` to the commands."""
    parser = commands.add_parser(
        "schema", help="print the JSON Schema of a document", description=DESCRIPTION
    )
    parser.add_argument("kind", nargs="?", metavar="KIND", help="the name of a class or a union")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the schema of a kind, or the list of kinds."""
    import json

    kind: str | None = arguments.kind
    if kind is None:
        show(_kinds())
        return 0
    schema = _schema(kind)
    if schema is None:
        raise Failure(FAILED, _unknown(kind))
    show([json.dumps(schema, indent=2)])
    return 0


def _kinds() -> list[str]:
    from themind import codec

    names = {*tm.__all__, *codec.__all__}
    return sorted(name for name in names if _schema(name) is not None)


def _schema(name: str) -> dict[str, Any] | None:
    """Return the schema of a public class or union by its name, or None."""
    from themind import codec

    for module in (tm, codec):
        if name in module.__all__:
            with suppress(TypeError):
                return codec.schema(getattr(module, name))
    return None


def _unknown(kind: str) -> str:
    close = get_close_matches(kind, _kinds(), n=1)
    hint = f"Did you mean {close[0]}? " if close else ""
    return f"there is no schema for {kind!r}. {hint}To list all kinds: {PROGRAM} schema"
