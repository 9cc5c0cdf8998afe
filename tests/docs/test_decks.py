"""The deck vectors for other languages: what they say, and that the library keeps to them."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import deck_vectors
import pytest

import themind as tm
from claims import claim

pytestmark = pytest.mark.once

FILE: dict[str, Any] = json.loads(deck_vectors.FILE.read_text(encoding="utf-8"))
# Outputs of the generator as its implementations in other languages give them.
PUBLISHED = {
    0: ["e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f"],
    1234567: ["599ed017fb08fc85", "2c73f08458540fa5", "883ebce5a3f27c77"],
}


def word(key: int, i: int) -> int:
    """The formula of the page, written down once more."""
    z = (key + (i + 1) * 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def seed_bytes(data: dict[str, Any]) -> bytes:
    match data:
        case {"bytes": text}:
            return bytes.fromhex(text)
        case {"text": text}:
            return text.encode()
        case {"integer": number}:
            return str(number).encode()
    raise AssertionError(data)


def root(data: dict[str, Any]) -> int:
    return int.from_bytes(sha256(seed_bytes(data)).digest()[:8], "big")


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_words_are_those_of_the_published_generator(key: int) -> None:
    (words,) = [line["words"] for line in FILE["words"] if int(line["key"], 16) == key]
    assert words[:3] == PUBLISHED[key]


def test_the_library_gives_the_vectors() -> None:
    assert deck_vectors.vectors() == FILE


@pytest.mark.parametrize("line", FILE["roots"])
def test_a_root_key_is_a_hash(line: dict[str, Any]) -> None:
    assert int(line["key"], 16) == root(line["seed"])
    assert tm.rng.seed_key(deck_vectors.seed_of(line["seed"])) == root(line["seed"])


@pytest.mark.parametrize("line", FILE["decks"], ids=lambda line: str(line["seed"]))
@claim("decks.md", "Algorithm")
def test_a_deck_is_made_by_the_steps_of_the_page(line: dict[str, Any]) -> None:
    key = word(word(word(root(line["seed"]), line["blind"]), line["level"]), line["attempt"])
    deck = list(range(1, line["cards"] + 1))
    for i in range(len(deck) - 1):
        j = i + ((word(key, i) >> 32) * (len(deck) - i) >> 32)
        deck[i], deck[j] = deck[j], deck[i]
    assert line["deck"] == deck


def test_the_file_is_as_the_program_writes_it() -> None:
    assert deck_vectors.FILE.read_text(encoding="utf-8") == deck_vectors.written(FILE)
