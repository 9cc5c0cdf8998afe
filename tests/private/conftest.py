"""Files that hold records."""

from __future__ import annotations

from pathlib import Path

import pytest

from prompt.programs import BROKEN, GAME
from themind import codec


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(codec.dumps(GAME))
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.json"
    path.write_text(codec.dumps(BROKEN))
    return path
