"""Estimate how often equal clocks win, by number of players, noise and stack.

Each estimate comes from a million games.

`python docs/examples/chances/chances.py` plays the cells that `chances.csv` does not contain,
writes the tables of `docs/chances.md`, and draws `docs/pictures/chances.svg`. It needs numba and
matplotlib (`pip install ".[batch]" matplotlib`), and takes about twenty minutes on one core.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from themind import Rules
from themind.experiments import Clock, Experiment, LogNormal, Noise, Rate, Weber, exact
from themind.experiments.batch import batch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import plots  # noqa: E402 - the module next door

FILE = HERE / "chances.csv"
PAGE = HERE.parents[1] / "chances.md"
PICTURE = HERE.parents[1] / "pictures" / "chances.svg"

GAMES, SEED, TEMPO = 1_000_000, "chances", 0.3
STACKS = ("five levels", "full stack")
PLAYERS = (2, 3, 4)
KINDS: dict[str, Any] = {"lognormal": LogNormal, "Weber": Weber}
SIZES = (0.05, 0.07, 0.10, 0.14, 0.20, 0.30)
FIELDS = ("stack", "noise", "size", "players", "won", "games", "exact")


class Cell(NamedTuple):
    """A team of equal clocks."""

    stack: str
    noise: str
    size: float
    players: int

    @property
    def experiment(self) -> Experiment:
        """Return the experiment of this cell."""
        noise: Noise = KINDS[self.noise](self.size)
        return Experiment(rules_of(self.stack, self.players), (Clock(TEMPO, noise),) * self.players)


class Found(NamedTuple):
    """How often a team wins, and the exact probability if it is known."""

    won: Rate
    exact: float | None


CELLS = [Cell(*point) for point in product(STACKS, KINDS, SIZES, PLAYERS)]


def rules_of(stack: str, players: int) -> Rules:
    """Return the standard rules; clocks never propose a star, so stars have no effect."""
    rules = Rules.standard(players=players)
    return rules.five_levels() if stack == STACKS[0] else rules


@cache
def laws(noise: str, size: float) -> dict[int, exact.Law]:
    """Return the distributions of the mistakes of two clocks, by level."""
    chance = exact.lognormal(size) if noise == "lognormal" else exact.weber(size)
    return exact.race_laws(chance, range(1, 13))


def find(cell: Cell) -> Found:
    """Play a cell, and compute its exact probability if it has two players."""
    won = batch(cell.experiment, GAMES, SEED).won
    if cell.players > 2:
        return Found(won, None)
    return Found(won, exact.win(laws(cell.noise, cell.size), cell.experiment.rules))


def known() -> dict[Cell, Found]:
    """Return the cells in the file."""
    if not FILE.exists():
        return {}
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        Cell(row["stack"], row["noise"], float(row["size"]), int(row["players"])): Found(
            Rate(int(row["won"]), int(row["games"])), float(row["exact"]) if row["exact"] else None
        )
        for row in rows
    }


def write(found: dict[Cell, Found]) -> None:
    """Write the cells in their order."""
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(FIELDS)
        for cell in CELLS:
            if cell in found:
                won, chance = found[cell]
                exactly = "" if chance is None else f"{chance:.6f}"
                writer.writerow([*cell, won.successes, won.trials, exactly])


def tables(found: dict[Cell, Found]) -> Iterator[str]:
    """Yield the lines of the page's tables: percent won, with 95 % intervals."""
    for stack in STACKS:
        yield from ("", f"### {stack[0].upper()}{stack[1:]}", "")
        yield "| noise | 2 players (exact) | 2 players | 3 players | 4 players |"
        yield "|---|---|---|---|---|"
        for noise, size in played(found, stack):
            cells = [found[Cell(stack, noise, size, players)] for players in PLAYERS]
            chance = cells[0].exact
            exactly = "" if chance is None else f"{100 * chance:.2f}"
            shares = [percent(cell.won) for cell in cells]
            yield f"| {' | '.join([f'{noise} {size:.2f}', exactly, *shares])} |"
    yield ""


def played(found: dict[Cell, Found], stack: str) -> list[tuple[str, float]]:
    """Return the kinds and sizes of noise whose cells are complete for a stack."""
    return [
        (noise, size)
        for noise, size in product(KINDS, SIZES)
        if all(Cell(stack, noise, size, players) in found for players in PLAYERS)
    ]


def percent(won: Rate) -> str:
    """Return a share with its interval."""
    low, high = won.interval(0.95)
    return f"{100 * won.value:.2f} ({100 * low:.2f} to {100 * high:.2f})"


def with_tables(page: str, lines: Iterable[str]) -> str:
    """Return the page with new tables."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([f"{before}{BEGIN}", *lines, f"{END}{after}"])


BEGIN, END = "<!-- written by chances.py -->", "<!-- end -->"


def draw(found: dict[Cell, Found], path: Path) -> None:
    """Draw the share of games won by noise: a panel for each stack and kind of noise."""
    options = {"sharex": True, "sharey": True}
    figure, panels = plots.subplots(2, 2, 5.4, SEED, **options)
    for axes, (stack, noise) in zip(panels.flat, product(STACKS, KINDS), strict=True):
        for players, marker in zip(PLAYERS, "os^", strict=True):
            sizes = [size for kind, size in played(found, stack) if kind == noise]
            rates = [found[Cell(stack, noise, size, players)].won for size in sizes]
            shares = [rate.value for rate in rates]
            label = f"{players} players"
            axes.errorbar(sizes, shares, yerr=reach(rates), marker=marker, capsize=3, label=label)
        axes.set(title=f"{stack.capitalize()}, {noise}", ylim=(0, 1))
    for axes in panels[:, 0]:
        axes.set_ylabel("share of games won")
    for axes in panels[1]:
        axes.set_xlabel("size of the noise")
    panels[0, 0].legend(fontsize="small")
    plots.save(figure, path, "Share of games won by the size of the noise")


def reach(rates: Sequence[Rate]) -> list[list[float]]:
    """Return the lengths of the intervals below and above."""
    ends = [(rate.value, *rate.interval(0.95)) for rate in rates]
    return [[value - low for value, low, _ in ends], [high - value for value, _, high in ends]]


def main() -> None:
    """Play the missing cells, then write the tables and draw the picture."""
    found = known()
    for cell in CELLS:
        if cell not in found:
            found[cell] = find(cell)
            write(found)
            print(*cell, percent(found[cell].won))
    PAGE.write_text(with_tables(PAGE.read_text("utf-8"), tables(found)), encoding="utf-8")
    draw(found, PICTURE)


if __name__ == "__main__":
    main()
