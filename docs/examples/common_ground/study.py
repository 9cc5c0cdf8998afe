"""Measure how long a model of the partner helps: pairs of agents play 120 games each.

`python docs/examples/common_ground/study.py` plays all pairs in two processes in about ten minutes,
prints the findings, and writes `figures.json` and `mistakes.svg`. README.md explains them.
It needs matplotlib (`pip install . matplotlib scipy`).
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import themind as tm
from themind.experiments import Experiment, Learning, Mean, learn

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import plots  # noqa: E402 - the modules next door
from agents import Agent, WithModel, WithoutModel  # noqa: E402

RULES = tm.Rules(players=2, levels=4, first_level=4, lives=3, stars=0)
GAMES, PAIRS, SEED = 120, 250, "common ground"
EARLY, LATE = (0, 10), (60, 120)
SHARE = {"least": 0.0, "most": 1.0}
RATIOS = (1.0, 3.6, 7.5)
KINDS: dict[str, Callable[[float], Agent]] = {
    "never learns": Agent,
    "without a model": WithoutModel,
    "with a model": WithModel,
    "with a permanent model": lambda tempo: WithModel(tempo, freezes=False),
}
CHECKED = 2  # number of pairs of each kind with full details, which a test plays again

Cell = dict[str, Any]


def pairs(kind: str, ratio: float, number: int, executor: Executor | None = None) -> Learning:
    """Play pairs of one kind whose tempos have this ratio and a geometric mean of 1 s per card."""
    slow, fast = KINDS[kind](math.sqrt(ratio)), KINDS[kind](1 / math.sqrt(ratio))
    table = Experiment(RULES, (slow, fast))
    return learn(table, GAMES, f"{SEED}/{ratio}", repeats=number, executor=executor)


def estimate(values: tuple[float, ...], **bounds: float) -> list[float]:
    """Return the mean over pairs, and the ends of its 95 % interval."""
    mean = Mean.of(values, **bounds)
    return [round(number, 4) for number in (mean.value, *mean.interval(0.95))]


def details(learning: Learning) -> list[list[float]]:
    """Return the mistakes and the last tempos of the first pairs."""
    return [
        [sum(course.values("mistakes")), *(round(agent.tempo, 6) for agent in agents)]
        for course, agents in zip(
            learning.courses[:CHECKED], learning.policies[:CHECKED], strict=True
        )
    ]


def cell(learning: Learning) -> Cell:
    """Return the results of one kind at one ratio."""
    by_game = zip(*(course.values("mistakes") for course in learning.courses), strict=True)
    return {
        "won early": estimate(learning.means("won", *EARLY), **SHARE),
        "won late": estimate(learning.means("won", *LATE), **SHARE),
        "mistakes early": estimate(learning.means("mistakes", *EARLY), least=0.0),
        "mistakes late": estimate(learning.means("mistakes", *LATE), least=0.0),
        "games with a model": estimate(learning.means("seat_0_models"), **SHARE),
        "mistakes by game": [round(sum(game) / learning.repeats, 3) for game in by_game],
        "first pairs": details(learning),
    }


def difference(first: Learning, second: Learning, games: tuple[int, int]) -> list[float]:
    """Return how many more mistakes per game the first kind makes than the second, pair by pair.

    Pair k of both kinds plays the same deals with the same random numbers.
    """
    values = zip(first.means("mistakes", *games), second.means("mistakes", *games), strict=True)
    return estimate(tuple([one - other for one, other in values]))


def study(number: int = PAIRS, executor: Executor | None = None) -> dict[str, Any]:
    """Play all pairs, and return all figures."""
    found: dict[str, Any] = {"pairs": number, "cells": {}, "answers": {}}
    for ratio in RATIOS:
        played = {kind: pairs(kind, ratio, number, executor) for kind in KINDS}
        found["cells"][str(ratio)] = {kind: cell(learning) for kind, learning in played.items()}
        found["answers"][str(ratio)] = {
            "early, with minus without": difference(
                played["with a model"], played["without a model"], EARLY
            ),
            "late, with minus without": difference(
                played["with a model"], played["without a model"], LATE
            ),
            "late, model minus permanent model": difference(
                played["with a model"], played["with a permanent model"], LATE
            ),
        }
    return found


def table(found: dict[str, Any]) -> list[str]:
    """Return the figures as the table of README.md."""
    names = {"1.0": "alike", "3.6": "3.6 to 1", "7.5": "7.5 to 1"}
    heads = ["tempos", "agent", "won, 1 to 10", "won, 61 to 120"]
    heads += [
        "mistakes per game, 1 to 10",
        "mistakes per game, 61 to 120",
        "share of games with a model",
    ]
    lines = [" | ".join(heads), " | ".join(["---"] * len(heads))]
    for ratio, kinds in found["cells"].items():
        for kind, figures in kinds.items():
            cells = [shown(figures[name]) for name in list(figures)[:4]]
            cells.append(f"{figures['games with a model'][0]:.3f}")
            lines.append(" | ".join([names[ratio], kind, *cells]))
    return [f"| {line} |" for line in lines]


def answers(found: dict[str, Any]) -> list[str]:
    """Return the differences as readable lines."""
    return [
        f"mistakes per game, tempos {ratio} to 1, {name}: {shown(figures)}"
        for ratio, answers in found["answers"].items()
        for name, figures in answers.items()
    ]


def shown(figures: list[float]) -> str:
    """Return a mean with its interval."""
    value, low, high = figures
    return f"{value:.3f} ({low:.3f} to {high:.3f})"


def draw(found: dict[str, Any], path: Path) -> None:
    """Draw mistakes by game, with a panel for each ratio."""
    ratios = found["cells"].items()
    figure, panels = plots.subplots(len(ratios), 1, 7.2, SEED, sharex=True, sharey=True)
    styles = {"never learns": ":", "without a model": "--", "with a model": "-"}
    for axes, (ratio, kinds) in zip(panels, ratios, strict=True):
        for kind, style in styles.items():
            games = range(1, GAMES + 1)
            axes.plot(games, kinds[kind]["mistakes by game"], style, label=kind)
        axes.set(title=f"Tempos {float(ratio):g} to 1", xscale="log")
        axes.set_xticks([1, 3, 10, 30, 120], ["1", "3", "10", "30", "120"])
        axes.minorticks_off()
        axes.set_ylabel("mistakes per game")
    panels[-1].set(xlabel="game", ylim=(0, None))
    panels[0].legend(fontsize="small")
    plots.save(figure, path, "Mistakes per game, from the first game to the last")


def main() -> None:
    """Play all pairs, and write the results."""
    with ProcessPoolExecutor(2) as executor:
        found = study(executor=executor)
    print("\n".join([*table(found), *answers(found)]))
    (HERE / "figures.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    draw(found, HERE / "mistakes.svg")


if __name__ == "__main__":
    main()
