"""The prompt with a part of it replaced."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import themind as tm
from prompt.test_prompt import GAME
from themind import codec
from themind.__main__ import INTERRUPTED, main


def test_a_record_is_played_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tm.Record] = []

    def counting(record: tm.Record) -> Iterator[tm.Step]:
        played.append(record)
        return tm.replay(record)

    path = tmp_path / "game.json"
    path.write_text(codec.dumps(GAME))
    monkeypatch.setattr("themind.__main__.replay", counting)
    monkeypatch.delattr("themind.__main__.final_state")
    assert main(["replay", str(path)]) == 0
    assert played == [GAME]


def test_an_interrupt_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> tm.Record:
        raise KeyboardInterrupt

    monkeypatch.setattr("themind._demo.play_game", interrupted)
    assert main([]) == INTERRUPTED == 130
    assert capsys.readouterr() == ("", "")


def test_experiments_are_loaded_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def add_parser(
        commands: argparse._SubParsersAction[argparse.ArgumentParser], show: object
    ) -> None:
        parser = commands.add_parser("simulate")
        parser.add_argument("--games", type=int)
        parser.set_defaults(run=lambda parsed: parsed.games)

    fake = ModuleType("themind.experiments._cli")
    fake.add_parser = add_parser  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "themind.experiments._cli", fake)
    assert main(["simulate", "--games", "7"]) == 7
