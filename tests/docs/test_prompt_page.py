"""The page about the prompt names the commands and options that there are."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "prompt.md"
TEXT = PAGE.read_text(encoding="utf-8")
REPLAY, _, REST = TEXT.partition("## Schemas")
PLAY, _, SIMULATE = REST.partition("## Simulate")
OPTION = re.compile(r"--[a-z]+")


@cache
def help_of(*command: str) -> str:
    call = [sys.executable, "-m", "themind", *command, "--help"]
    return subprocess.run(call, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("command", ["play", "replay", "schema", "simulate"])
def test_the_page_names_the_command(command: str) -> None:
    assert f"python -m themind {command} " in TEXT
    assert f"  {command} " in help_of()


def test_the_page_has_every_option_of_play() -> None:
    told = help_of("play")
    assert set(OPTION.findall(PLAY)) == set(OPTION.findall(told)) - {"--help"}


def test_the_page_has_every_option_of_simulate() -> None:
    assert set(OPTION.findall(SIMULATE)) == set(OPTION.findall(help_of("simulate"))) - {"--help"}


@pytest.mark.parametrize(("command", "page"), [("play", PLAY), ("simulate", SIMULATE)])
def test_the_page_has_the_defaults(command: str, page: str) -> None:
    """The help has them in parentheses, at the end of an option."""
    options = re.split(
        r"^  (--[a-z]+)", help_of(command).partition("options:")[2], flags=re.MULTILINE
    )
    told = dict(zip(options[1::2], options[2::2], strict=True))
    rows = dict(re.findall(r"^\| `(--\w+)` \|.*\| ([^|]+?) \|$", page, re.MULTILINE))
    found = {name: re.findall(r"\(([^()]+)\)\s*$", text) for name, text in told.items()}
    assert len(rows) >= 6
    for name, (default, *_) in ((name, ends) for name, ends in found.items() if ends):
        if name != "--levels":
            assert rows[name].strip("`") == default


def test_the_page_has_every_option_of_replay_and_of_all_commands() -> None:
    known = set(OPTION.findall(help_of("replay"))) | {"--version"}
    assert set(OPTION.findall(REPLAY)) == known
