"""A complete study: 32 timed games, a model of the waits, and games of the model.

`python docs/examples/study/study.py` prints the findings and draws `waits.svg`; README.md explains
them. It needs scipy and matplotlib (`pip install . matplotlib scipy`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

import themind as tm
from themind.experiments import Clock, Experiment, LogNormal, Rate, Result, risk_rows, run

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import human_games  # noqa: E402 - the example next door
import plots  # noqa: E402

normal = NormalDist()

PERSON, COMPUTER = 0, 1
GAMES, SEED = 2_000, "study"

Row = dict[str, Any]


class Fit(NamedTuple):
    """A lognormal clock: its median wait for a gap of one card, in seconds, and its sigma."""

    tempo: float
    sigma: float

    def clock(self) -> Clock:
        """Return the policy with this tempo and sigma."""
        return Clock(self.tempo, LogNormal(self.sigma))


def waits_of(seat: int, records: Iterable[tm.Record]) -> list[Row]:
    """Return the intervals in which a seat waited while others also held cards.

    If no other seat holds cards, there is nothing to wait for, so the play contains no information
    about the clock. Neither do intervals of length zero.
    """
    return [
        row
        for record in records
        for row in risk_rows(record)
        if row["seat"] == seat and row["others_cards"] and row["stop"] > row["start"]
    ]


def per_card(rows: Sequence[Row]) -> tuple[np.ndarray, np.ndarray]:
    """Return seconds waited for each card of the gap, and whether the wait ended with a play."""
    waits = [(row["stop"] - row["start"]) / row["gap"] for row in rows]
    return np.array(waits), np.array([row["event"] == 1 for row in rows])


def fit(rows: Sequence[Row]) -> Fit:
    """Fit a lognormal clock; a censored wait lasted at least as long as it was observed."""
    waits, played = per_card(rows)
    data = stats.CensoredData(uncensored=waits[played], right=waits[~played])
    sigma, _, tempo = stats.lognorm.fit(data, floc=0)
    return Fit(float(tempo), float(sigma))


def naive_fit(rows: Sequence[Row]) -> Fit:
    """Fit only the plays, as if no wait had been censored: a mistake."""
    return fit([row for row in rows if row["event"]])


def simulated(person: Clock, computer: Clock, games: int, seed: str) -> Result:
    """Return games of two clocks with the rules of the real games."""
    experiment = Experiment(human_games.RULES, (person, computer))
    return run(experiment, games, seed, keep_records=True)


def chance_on(hands: Sequence[tm.Hand], person: Fit, tempo: float) -> float:
    """Return the probability that a fitted person wins a deal with a computer of steady tempo.

    With one life, every card must be in order, so the probability is a product over the plays while
    both hold cards. The person plays first with the probability that their wait is shorter.
    """
    chance, top, left = 1.0, 0, [list(hand) for hand in hands]
    while all(left):
        mine, others = (hand[0] - top for hand in left)
        first = PERSON if mine < others else COMPUTER
        sooner = np.log(tempo * others / (person.tempo * mine)) / person.sigma
        person_first = normal.cdf(sooner)
        chance *= person_first if first == PERSON else 1 - person_first
        top = left[first].pop(0)
    return chance


def deals(games: Iterable[human_games.HumanGame]) -> Iterator[tuple[tm.Hand, ...]]:
    """Return the hands of each game."""
    for game in games:
        start, entries = game.record.start, game.record.entries
        yield tm.apply(start, entries[0].action).state.hands


class Findings(NamedTuple):
    """All findings of the study."""

    rows: list[Row]
    fitted: Fit
    naive: Fit
    refitted: Fit
    naively_refitted: Fit
    steady: float
    people: Rate
    foretold: float
    alike: Rate
    with_computer: Rate


def study() -> Findings:
    """Fit, simulate, fit again, and compare."""
    games = human_games.all_games()
    rows = waits_of(PERSON, [game.record for game in games])
    fitted, naive = fit(rows), naive_fit(rows)
    steady = steady_tempo(waits_of(COMPUTER, [game.record for game in games]))
    mixed = simulated(fitted.clock(), Clock(steady), GAMES, SEED)
    again = waits_of(PERSON, mixed.records[:500])
    chances = [chance_on(hands, fitted, steady) for hands in deals(games)]
    return Findings(
        rows=rows,
        fitted=fitted,
        naive=naive,
        refitted=fit(again),
        naively_refitted=naive_fit(again),
        steady=steady,
        people=Rate(sum(game.is_won for game in games), len(games)),
        foretold=float(np.mean(chances)),
        alike=simulated(fitted.clock(), fitted.clock(), GAMES, SEED).won,
        with_computer=mixed.won,
    )


def steady_tempo(rows: Sequence[Row]) -> float:
    """Return the computer's median wait for each card of the gap."""
    waits, played = per_card(rows)
    return float(np.median(waits[played]))


def told(found: Findings) -> list[str]:
    """Return the findings as lines."""
    plays = sum(row["event"] for row in found.rows)
    low, high = found.people.interval()
    fitted, naive, again, naively_again = (
        f"{one.tempo:.3f} s per card, sigma {one.sigma:.2f}"
        for one in (found.fitted, found.naive, found.refitted, found.naively_refitted)
    )
    return [
        f"waits of the person: {len(found.rows)}, ended by a play {plays}",
        f"fitted clock: {fitted}",
        f"  from plays alone: {naive}",
        f"fitted to 500 games of the fitted clock: {again}",
        f"  from plays alone: {naively_again}",
        f"the computer: {found.steady:.3f} s per card",
        f"won by people: {found.people.successes} of {found.people.trials}",
        f"  95 % interval: {low:.2f} to {high:.2f}",
        f"  predicted by the fitted clock for the same deals: {found.foretold:.2f}",
        f"won by the fitted clock with the computer, random deals: {shown(found.with_computer)}",
        f"won by the fitted clock with an identical clock, random deals: {shown(found.alike)}",
    ]


def shown(rate: Rate) -> str:
    """Return a rate with its interval."""
    low, high = rate.interval()
    return f"{rate.value:.3f} ({low:.3f} to {high:.3f})"


def draw(found: Findings, path: Path) -> None:
    """Draw the waits with both fits, and the games won."""
    figure, (upper, lower) = plots.subplots(2, 1, 6.4, SEED, height_ratios=(5, 2))
    draw_waits(upper, found)
    draw_wins(lower, found)
    plots.save(figure, path, "Waits by gap, and games won by people and by the fitted clocks")


def draw_waits(axes: Any, found: Findings) -> None:
    """Draw waits by gap: plays, censored waits, and the median waits of the clocks."""
    for event, marker, color, label in (
        (1, "o", plots.SERIES[0], "played"),
        (0, "^", plots.SERIES[1], "censored: the computer played"),
    ):
        rows = [row for row in found.rows if row["event"] == event]
        gaps = [row["gap"] for row in rows]
        waits = [row["stop"] - row["start"] for row in rows]
        axes.plot(gaps, waits, marker, fillstyle="none", color=color, label=label)
    gaps = np.array([1.5, 65.0])
    lines = {
        "fitted clock": (found.fitted.tempo, "-"),
        "fitted to plays alone": (found.naive.tempo, "--"),
        "the computer": (found.steady, ":"),
    }
    for label, (tempo, style) in lines.items():
        axes.plot(gaps, tempo * gaps, style, color=plots.INK, label=label)
    axes.set(xscale="log", yscale="log", title="Waits of the person")
    axes.set(xlabel="gap to the top of the pile (cards)", ylabel="wait (seconds)")
    axes.set_xticks([2, 5, 10, 20, 50], ["2", "5", "10", "20", "50"])
    axes.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
    axes.minorticks_off()
    axes.set_ylim(top=400)  # room for the legend
    axes.legend(fontsize="small", loc="upper left", ncols=2)


def draw_wins(axes: Any, found: Findings) -> None:
    """Draw how often people and the model win."""
    bars = {"two clocks": found.alike, "clock,\ncomputer": found.with_computer}
    bars["person,\ncomputer"] = found.people
    for place, rate in enumerate(bars.values()):
        low, high = rate.interval()
        reach = [[rate.value - low], [high - rate.value]]
        axes.errorbar(rate.value, place, xerr=reach, fmt="o", color=plots.INK, capsize=4)
    label = "predicted for the same deals"
    axes.plot([found.foretold], [2], "x", color=plots.SERIES[1], markersize=8, label=label)
    axes.set(xlim=(0, 1), xlabel="share of games won (95 % interval)", ylim=(-0.6, 2.6))
    axes.set_yticks(range(3), list(bars))
    axes.set(title="Games won by pairs")
    axes.legend(fontsize="small", loc="lower right")


def main() -> None:
    """Print the findings and draw the plot."""
    found = study()
    print("\n".join(told(found)))
    draw(found, HERE / "waits.svg")


if __name__ == "__main__":
    main()
