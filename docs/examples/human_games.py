"""Convert the timed games of people to records, and write some of them as JSON documents.

The games are facts from Vegh (2024), a thesis; `tests/data/README.md` describes the data.
`python docs/examples/human_games.py` writes the documents in `docs/examples/records`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import themind as tm
from themind import codec

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "tests" / "data" / "human_games.csv"
RECORDS = HERE / "records"

RULES = tm.Rules(players=2, first_level=3, levels=3, lives=1, stars=0)

# An easy win, two last plays at almost the same moment, a wait of 34 seconds, two losses.
CHOSEN = ((1, 1), (1, 6), (2, 2), (1, 4), (4, 4))


class HumanGame(NamedTuple):
    """One game of the file: its session and number, its plays, and its result."""

    session: int
    game: int
    record: tm.Record
    is_won: bool


def read_games(lines: Iterable[str]) -> Iterator[HumanGame]:
    """Read the lines of the file after the heading."""
    for row in csv.DictReader(lines):
        hands = [_cards(row["hand_0"]), _cards(row["hand_1"])]
        record = record_of(hands, map(_play, row["plays"].split()))
        yield HumanGame(int(row["session"]), int(row["game"]), record, row["result"] == "won")


def record_of(hands: list[list[int]], plays: Iterable[tuple[tm.Play, int]]) -> tm.Record:
    """Create a record from hands and plays, each with the milliseconds since the previous one."""
    record = tm.Record(tm.new_game(RULES))
    record = record.add(tm.Deal(tm.stacked_deck(hands)), at_ms=0).add(tm.Begin(), at_ms=0)
    now = 0
    for play, wait in plays:
        now += wait
        record = record.add(play, at_ms=now)
    owed = tm.forced_action(tm.final_state(record))
    return record if owed is None else record.add(owed, at_ms=now)


def _cards(text: str) -> list[int]:
    return [int(card) for card in text.split()]


def _play(text: str) -> tuple[tm.Play, int]:
    play, wait = text.split("@")
    seat, card = play.split(":")
    return tm.Play(int(seat), int(card)), int(wait)


def all_games() -> list[HumanGame]:
    """Read every game of the file."""
    with DATA.open(encoding="utf-8", newline="") as lines:
        return list(read_games(lines))


def against_the_rules() -> tm.Record:
    """Return an artificial game: seat 0 tries to play the 39 while it still holds the 37."""
    cards = [[37, 39, 96], [24, 73, 75]]
    record = tm.Record(tm.new_game(RULES)).add(tm.Deal(tm.stacked_deck(cards))).add(tm.Begin())
    return record.add(tm.Play(1, 24)).add(tm.Play(0, 39)).add(tm.Play(0, 37))


def documents() -> dict[str, str]:
    """Return the chosen games and the illegal one, file name to JSON."""
    games = {
        f"human-{game.session}-{game.game}.json": game.record
        for game in all_games()
        if (game.session, game.game) in CHOSEN
    }
    games["not-the-lowest.json"] = against_the_rules()
    return {name: codec.dumps(record) + "\n" for name, record in games.items()}


def main() -> None:
    """Write the chosen games."""
    for name, text in documents().items():
        (RECORDS / name).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
