"""Types for TypeScript from the schemas, held to documents: `nox -s typescript`.

    python tests/codec/typescript.py FOLDER

In the folder json-schema-to-typescript and typescript are installed. Each schema becomes a module.
Then the compiler looks at a program in which every stored document is a constant of its type, and
every document with a wrong type in it is one that must not compile. The types of the example's
themind.js are held to the same documents.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))  # as pytest does

from codec.spoiled import SHAPES, VALUES, spoiled
from codec.write_schemas import KINDS
from themind import SeatAction, SeatEvent, codec

STORED = Path(__file__).parents[1] / "data" / "format-1"
CLIENT = Path(__file__).parents[2] / "docs" / "examples" / "web" / "themind.d.ts"
CLIENT_KINDS = {"SeatView", *(kind.__name__ for kind in get_args(SeatAction | SeatEvent))}
CALLS = """
export function followed(view: C.SeatView, events: C.SeatEvent[]): C.SeatAction[] {
  const after: C.SeatView = C.evolveAll(C.evolve(view, events[0]!), events);
  const facts: [boolean, number, number] = [
    C.isOver(after),
    C.levelsCompleted(after),
    C.cardsDown(after),
  ];
  const cards: (number | null)[] = [...(C.middle(after) ?? []), ...C.unseen(after), C.top(after)];
  return facts.length + cards.length ? C.legalActions(after).map((it) => C.guarded(after, it)) : [];
}
// @ts-expect-error
export const all: number[] = C.middle({} as C.SeatView);
"""

# What TypeScript does not tell apart: the order of a pair, and what limits a text or its keys.
LOOSE = (
    ("Rules", "rewards 0 1"),
    ("Record", "names 1"),
    ("Record", "tags"),
    ("Record", "tags event"),
    ("Illegality", "rule"),
)


def modules(tools: Path, folder: Path, *, inline: bool) -> None:
    """Make a module of types from each schema."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, kind in KINDS.items():
        text = json.dumps(codec.schema(kind, inline=inline))
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    subprocess.run([tools / "json2ts", "-i", folder, "-o", folder], check=True)


def stored() -> Iterator[tuple[str, Any]]:
    """Each stored document with the name of its kind."""
    for path in sorted(STORED.glob("*.jsonl")):
        if path.stem in KINDS:
            for line in path.read_text(encoding="utf-8").splitlines():
                yield path.stem, json.loads(line)


def wrong() -> Iterator[tuple[str, Any]]:
    """Documents of wrong types, with the name of the kind that they are not of."""
    for kind, place, value, _ in SHAPES:
        is_text = isinstance(value, str) and isinstance(getattr(VALUES[kind], place, ""), str)
        if (kind, place) not in LOOSE and not is_text:
            yield kind, spoiled(kind, place, value)


def program() -> Iterator[str]:
    """The lines of a program that compiles where the types are right."""
    for name in KINDS:
        yield f'import type {{ {name} as {name}_ }} from "./{name}";'
    for number, (name, data) in enumerate(stored()):
        for kind in (name, "Document"):
            yield f"export const right{number}{kind}: {kind}_ = {json.dumps(data)};"
    for number, (name, data) in enumerate(wrong()):
        yield f"// @ts-expect-error\nexport const wrong{number}: {name}_ = {json.dumps(data)};"


def client_program() -> Iterator[str]:
    """The lines of a program for the types of themind.js."""
    yield 'import * as C from "./themind.js";'
    yield CALLS
    for number, (name, data) in enumerate(stored()):
        if name in CLIENT_KINDS:
            yield f"export const right{number}: C.{name} = {json.dumps(data)};"
    for number, (name, data) in enumerate(wrong()):
        if name in CLIENT_KINDS:
            yield f"// @ts-expect-error\nexport const wrong{number}: C.{name} = {json.dumps(data)};"


def check(folder: Path) -> None:
    """Make the types in a folder and compile a program; raises where something is wrong."""
    tools = folder / "node_modules" / ".bin"
    strict = ["--strict", "--noEmit", "--target", "es2022", "--module", "node16"]
    for inline in (False, True):
        types = folder / ("inline" if inline else "types")
        shutil.rmtree(types, ignore_errors=True)
        modules(tools, types, inline=inline)
        source = types / "program.ts"
        source.write_text("\n".join(program()) + "\n", encoding="utf-8")
        subprocess.run([tools / "tsc", *strict, source], check=True)
    client = folder / "client"
    client.mkdir(exist_ok=True)
    (client / CLIENT.name).write_text(CLIENT.read_text(encoding="utf-8"), encoding="utf-8")
    source = client / "program.ts"
    source.write_text("\n".join(client_program()) + "\n", encoding="utf-8")
    subprocess.run([tools / "tsc", *strict, source], check=True)


if __name__ == "__main__":
    check(Path(sys.argv[1]).resolve())
