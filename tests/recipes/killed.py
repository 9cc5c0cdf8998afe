"""A program to kill: it plays on a log without end, and prints each number once it is written."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NoReturn

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "examples" / "recipes"))

import themind as tm
from running import Game, Log

RULES = tm.Rules.standard(players=3).five_levels()


@contextmanager
def log_of(kind: str, place: str) -> Iterator[Log]:
    if kind == "lines":
        from line_log import LineLog

        with closing(LineLog(Path(place), RULES)) as log:
            yield log
        return
    from sqlalchemy import create_engine

    from games import Games

    file, _, ident = place.rpartition(":")
    engine = create_engine(f"sqlite:///{file}")
    yield Games(engine).log(ident)
    engine.dispose()


def play(game: Game) -> NoReturn:
    if game.number == 0:
        game.act(tm.Deal(tm.deck_for(game.state, "killed")))
    while True:
        game.act(tm.Unready(0) if 0 in game.state.ready else tm.Ready(0))
        sys.stdout.write(f"{game.number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    with log_of(*sys.argv[1:]) as log:
        play(Game(log))
