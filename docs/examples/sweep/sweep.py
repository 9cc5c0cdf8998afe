"""A complete grid of experiments: similarity of tempos, and size of the noise.

`python docs/examples/sweep/sweep.py` prints a table and draws `docs/pictures/sweep.svg`. It needs
matplotlib (`pip install . matplotlib scipy`).
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from themind import Rules
from themind.experiments import Clock, Experiment, Sweep, Table, Weber, sweep

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import plots  # noqa: E402 - the module next door

PICTURE = HERE.parents[1] / "pictures" / "sweep.svg"
RULES = Rules.standard(players=2).five_levels().without_stars()
GRID = {"ratio": [1.0, 1.25, 1.5, 2.0, 3.0], "fraction": [0.0, 0.1, 0.2]}
GAMES, SEED = 150, "alike"


def pair(ratio: float, fraction: float) -> Experiment:
    """Return two clocks; one takes `ratio` times as long for each card."""
    noise = Weber(fraction)
    return Experiment(RULES, (Clock(0.3, noise), Clock(0.3 * ratio, noise)))


def draw(table: Table, path: Path) -> None:
    """Draw the share of games won, with a line for each fraction."""
    figure, axes = plots.subplots(1, 1, 4.0, SEED)
    rows = list(zip(*[table[name] for name in COLUMNS], strict=True))
    for fraction, marker in zip(GRID["fraction"], "os^", strict=True):
        points = [row for row in rows if row[1] == fraction]
        ratios, _, won, low, high = zip(*points, strict=True)
        reach = [
            [value - end for value, end in zip(won, low, strict=True)],
            [end - value for value, end in zip(won, high, strict=True)],
        ]
        label = f"Weber fraction {fraction:g}"
        axes.errorbar(ratios, won, yerr=reach, marker=marker, capsize=3, label=label)
    axes.set(xlabel="ratio of the two tempos", ylabel="share of games won (95 % interval)")
    axes.set(ylim=(0, 1), title="Games won by two clocks")
    axes.legend(fontsize="small")
    plots.save(figure, path, "Share of games won by the ratio of two tempos")


COLUMNS = ("ratio", "fraction", "won", "won_low", "won_high")


def told(found: Sweep) -> list[str]:
    """Return a line for each point."""
    table = found.table("won")
    rows = zip(*[table[name] for name in COLUMNS], strict=True)
    return [
        f"ratio {ratio:4g}, fraction {fraction:3g}: won {won:.2f} ({low:.2f} to {high:.2f})"
        for ratio, fraction, won, low, high in rows
    ]


def main() -> None:
    """Print the table and draw the picture."""
    with ProcessPoolExecutor() as executor:
        found = sweep(pair, GRID, GAMES, SEED, executor=executor, keep="counts")
    print("\n".join(told(found)))
    draw(found.table("won"), PICTURE)


if __name__ == "__main__":
    main()
