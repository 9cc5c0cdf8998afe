"""Write the JSON Schemas that the package ships, one for each kind of document.

python tests/codec/write_schemas.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import themind as tm
from themind import codec

FOLDER = Path(__file__).parents[2] / "src" / "themind" / "schemas"

UNIONS: dict[str, Any] = {
    "Action": tm.Action,
    "SeatAction": tm.SeatAction,
    "TableAction": tm.TableAction,
    "Event": tm.Event,
    "SeatEvent": tm.SeatEvent,
    "Document": codec.Document,
}
KINDS: dict[str, Any] = UNIONS | {kind.__name__: kind for kind in get_args(codec.Document)}


def schema_texts() -> dict[str, str]:
    """The text of each schema by its name."""
    return {name: json.dumps(codec.schema(kind), indent=2) + "\n" for name, kind in KINDS.items()}


def write() -> None:
    """Write all schemas, and leave no other file beside them."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, text in schema_texts().items():
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
