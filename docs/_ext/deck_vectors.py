"""The deck vectors: `docs/deck_vectors.json`, and its table on the page about decks.

`python docs/_ext/deck_vectors.py` writes the file again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import themind as tm

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

FILE = Path(__file__).parents[1] / "deck_vectors.json"
KEYS = (0, 1, 1234567, 2**64 - 1)
SEEDS: tuple[str | bytes | int, ...] = ("my seed", "", "ж", 42, -7, b"\x00\xff")
DEALS: tuple[dict[str, Any], ...] = (
    {"seed": "my seed", "level": 1, "attempt": 0, "blind": False, "cards": 100},
    {"seed": "my seed", "level": 1, "attempt": 1, "blind": False, "cards": 100},
    {"seed": "my seed", "level": 12, "attempt": 0, "blind": True, "cards": 100},
    {"seed": 42, "level": 8, "attempt": 0, "blind": True, "cards": 100},
    {"seed": "ж", "level": 3, "attempt": 0, "blind": False, "cards": 12},
    {"seed": b"\x00\xff", "level": 2, "attempt": 5, "blind": False, "cards": 1},
    {"seed": -7, "level": 1, "attempt": 0, "blind": False, "cards": 1000},
)


def seed_data(seed: str | bytes | int) -> dict[str, Any]:
    """Return a seed with its kind, since JSON has no bytes."""
    match seed:
        case bytes():
            return {"bytes": seed.hex()}
        case str():
            return {"text": seed}
        case int():
            return {"integer": seed}


def seed_of(data: dict[str, Any]) -> str | bytes | int:
    """Return the seed that `seed_data` wrote."""
    ((kind, value),) = data.items()
    return bytes.fromhex(value) if kind == "bytes" else value


def vectors() -> dict[str, Any]:
    """Return the current results of the library; words and keys have 16 hexadecimal digits."""
    return {
        "words": [
            {"key": f"{key:016x}", "words": [f"{tm.rng.splitmix64(key, i):016x}" for i in range(4)]}
            for key in KEYS
        ],
        "roots": [
            {"seed": seed_data(seed), "key": f"{tm.rng.seed_key(seed):016x}"} for seed in SEEDS
        ],
        "decks": [
            {**deal, "seed": seed_data(deal["seed"]), "deck": list(tm.shuffled_deck(**deal))}
            for deal in DEALS
        ],
    }


def written(data: dict[str, Any]) -> str:
    """Return the text of the file, with one vector per line."""
    parts = [
        f"{json.dumps(name)}: [\n" + ",\n".join(map(json.dumps, rows)) + "\n]"
        for name, rows in data.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive `deck-vectors`."""
    from site_nodes import Cell, code, table, words
    from sphinx.util.docutils import SphinxDirective

    def row(deal: dict[str, Any]) -> list[Cell]:
        ((kind, value),) = deal["seed"].items()
        numbers = [str(int(deal[name])) for name in ("blind", "level", "attempt", "cards")]
        begin = " ".join(map(str, deal["deck"][:10]))
        seed = words(f"{kind} ", code(str(value)))
        return [[seed], *[[words(number)] for number in numbers], [words(begin)]]

    class DeckVectors(SphinxDirective):
        def run(self) -> list[Node]:
            self.env.note_dependency(str(FILE))
            data = json.loads(FILE.read_text(encoding="utf-8"))
            heads = ["seed", "blind", "level", "attempt", "cards", "the deck begins"]
            return [table(heads, map(row, data["decks"]))]

    app.add_directive("deck-vectors", DeckVectors)
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    FILE.write_text(written(vectors()), encoding="utf-8")
