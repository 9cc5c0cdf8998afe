"""The timed games of people: every one replays, and ends as the data says."""

from __future__ import annotations

import csv
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import themind as tm
from themind import codec

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "docs" / "examples" / "records"


def load_example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


human_games: Any = load_example("human_games")
GAMES = human_games.all_games()


def rows() -> list[dict[str, str]]:
    with human_games.DATA.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_there_are_four_sessions_of_eight_games() -> None:
    named = {(game.session, game.game) for game in GAMES}
    assert named == {(session, game) for session in range(1, 5) for game in range(1, 9)}


def test_every_game_ends_as_the_data_says() -> None:
    for game, row in zip(GAMES, rows(), strict=True):
        outcome = tm.outcome(tm.final_state(game.record))
        assert outcome is not None
        assert {True: "won", False: "lost"}[outcome.victory] == row["result"]
        assert game.is_won is outcome.victory


def test_every_play_is_recorded_with_its_wait() -> None:
    for game, row in zip(GAMES, rows(), strict=True):
        before, told = 0, []
        for entry in game.record.entries:
            if isinstance(entry.action, tm.Play):
                told.append(f"{entry.action.seat}:{entry.action.card}@{entry.at_ms - before}")
            before = entry.at_ms
        assert " ".join(told) == row["plays"]


def test_every_hand_is_as_it_was_dealt() -> None:
    for game, row in zip(GAMES, rows(), strict=True):
        hands = next(tm.replay(game.record)).state.hands
        assert [" ".join(map(str, hand)) for hand in hands] == [row["hand_0"], row["hand_1"]]


def test_the_data_has_losses_and_victories() -> None:
    assert 0 < sum(game.is_won for game in GAMES) < len(GAMES)


def test_a_file_of_another_shape_is_refused() -> None:
    with pytest.raises(tm.InvalidRecord):
        list(human_games.read_games(["hand_0,hand_1,plays", "1 5 9,2 6 7,0:5@300"]))


def test_the_written_records_are_those_of_the_data(tmp_path: Path) -> None:
    human_games.RECORDS = tmp_path
    human_games.main()
    fresh = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {path.name: path.read_bytes() for path in RECORDS.glob("*.json")} == fresh


def test_a_written_record_is_a_game_of_the_file() -> None:
    record = codec.loads((RECORDS / "human-2-2.json").read_bytes(), tm.Record)
    assert record in [game.record for game in GAMES]
