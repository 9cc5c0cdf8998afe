"""Compare the speed of two versions of the package, measured in turns.

    python tests/benchmarks/compare.py 8c0e86d HEAD

Each version is a git reference; `.` stands for the working tree. Both are measured in processes
of their own, A B A B, so that the machine's moods hit both alike; the figures are medians of CPU
time, and the last column is the time of B as a multiple of that of A. It knows the names of the
first version and of today's. `--import` measures how long `import themind` takes instead, and
`--experiments` the games of `run`: clocks, other policies, drivers, stars and records.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
REPEATS = 5


def scenarios() -> dict[str, Callable[[], object]]:
    """What is measured, by name; each call is one unit of work."""
    import attrs

    import themind as tm

    rules = tm.Rules.standard(players=3)
    dealing = attrs.evolve(tm.new_game(rules), level=6)
    deck = tm.deck_for(dealing, "bench")
    focusing = tm.deal(dealing, deck).state
    playing = tm.begin(focusing).state

    def next_seat(state: Any) -> int:
        return min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)[1]

    for _ in range(8):
        playing = tm.play(playing, next_seat(playing)).state
    seat = next_seat(playing)
    worst = max((hand[0], seat) for seat, hand in enumerate(playing.hands) if hand)[1]
    guarded = tm.Play(seat, playing.hands[seat][0])
    last = playing
    while sum(map(len, last.hands)) > 1:
        last = tm.play(last, next_seat(last)).state
    final = next_seat(last)
    cleared = tm.play(last, final).state
    views = [tm.view(playing, viewer) for viewer in range(3)]
    shuffles = [tm.deck_for(attrs.evolve(dealing, level=level), "bench") for level in range(1, 11)]

    def game(deck_of: Callable[[Any], Any]) -> object:
        state = tm.new_game(rules)
        while not state.is_over:
            state = tm.begin(tm.deal(state, deck_of(state)).state).state
            while any(state.hands):
                state = tm.play(state, next_seat(state)).state
            state = tm.complete_level(state).state
        return state

    def server_step() -> object:
        step = tm.apply(playing, guarded, by=seat)
        return [
            tm.evolve_view(seen, tm.redact(event, viewer))
            for viewer, seen in enumerate(views)
            for event in step.events
        ]

    return {
        "plain class of twelve fields": _plain(attrs),
        "play": lambda: tm.play(playing, seat),
        "apply with by": lambda: tm.apply(playing, guarded, by=seat),
        "play that clears": lambda: tm.play(last, final),
        "mistake": lambda: tm.play(playing, worst),
        "star": lambda: tm.star(playing, (0, 1, 2)),
        "complete_level": lambda: tm.complete_level(cleared),
        "deal": lambda: tm.deal(dealing, deck),
        "begin": lambda: tm.begin(focusing),
        "deck_for": lambda: tm.deck_for(dealing, "bench"),
        "legal_actions": lambda: tm.legal_actions(playing),
        "constructor": lambda: attrs.evolve(playing),
        "view": lambda: tm.view(playing, 1),
        "server step of three": server_step,
        "game with deck_for": lambda: game(lambda state: tm.deck_for(state, "bench")),
        "game with ready decks": lambda: game(lambda state: shuffles[state.level - 1]),
    }


def _plain(attrs: Any) -> Callable[[], object]:
    plain = attrs.make_class("Plain", list("abcdefghijkl"), frozen=True, slots=True)
    return lambda: plain(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)


RUN_GAMES = 12


def runs() -> dict[str, Callable[[], object]]:
    """The runs that are measured, by name; each call plays `RUN_GAMES` games."""
    import themind as tm
    from themind import experiments as ex

    class Own(ex.Policy):
        def wait(self, moment: Any, draw: Any) -> float:
            return 0.3 * moment.gap * (1 + 0.1 * draw.normal())

    class Throwing(Own):
        def wants_star(self, moment: Any, *_: Any) -> bool:
            return bool(moment.view.hand) and moment.gap > 25

        def agrees_to_star(self, moment: Any, *_: Any) -> bool:
            return True

    def played(*policies: Any, keep_records: bool = False, driver: Any = None) -> Any:
        players = len(policies)
        few = players <= 4
        rules = tm.Rules.standard(players=players) if few else eight
        table = ex.Experiment(rules, policies, driver or ex.Race())
        return lambda: ex.run(table, RUN_GAMES, "bench", keep_records=keep_records)

    eight = tm.Rules(players=8, levels=8, lives=4, stars=1)
    clock, card_blind = ex.Clock(0.3, ex.LogNormal(0.10)), ex.CardBlind()
    absolute = ex.AbsoluteClock(0.3, ex.Weber(0.05))
    confident = ex.Confident(0.9, patience=5.0)
    scripted = ex.Scripted({card: 0.3 * card for card in range(1, 101)})
    own = Own()
    return {
        "2 clocks": played(*[clock] * 2),
        "3 clocks": played(*[clock] * 3),
        "4 clocks": played(*[clock] * 4),
        "8 clocks": played(*[clock] * 8),
        "2 clocks, records": played(*[clock] * 2, keep_records=True),
        "3 clocks, records": played(*[clock] * 3, keep_records=True),
        "4 clocks, records": played(*[clock] * 4, keep_records=True),
        "8 clocks, records": played(*[clock] * 8, keep_records=True),
        "3 clocks without noise": played(*[ex.Clock(0.3)] * 3),
        "3 clocks, Weber": played(*[ex.Clock(0.3, ex.Weber(0.10))] * 3),
        "3 clocks, Additive": played(*[ex.Clock(0.3, ex.Additive(0.20))] * 3),
        "3 clocks, no redraw": played(*[clock] * 3, driver=ex.Race(redraw=False)),
        "3 clocks, ticks": played(*[clock] * 3, driver=ex.Ticks(0.2)),
        "3 absolute clocks": played(*[absolute] * 3),
        "3 card-blind": played(*[card_blind] * 3),
        "8 card-blind": played(*[card_blind] * 8),
        "3 confident": played(*[confident] * 3),
        "3 scripted": played(*[scripted] * 3),
        "clock, absolute, card-blind, own": played(clock, absolute, card_blind, own),
        "2 own": played(*[own] * 2),
        "3 own": played(*[own] * 3),
        "4 own": played(*[own] * 4),
        "8 own": played(*[own] * 8),
        "3 own, records": played(*[own] * 3, keep_records=True),
        "3 own with stars": played(*[Throwing()] * 3),
        "3 own with stars, records": played(*[Throwing()] * 3, keep_records=True),
    }


def measure() -> dict[str, float]:
    """Seconds of CPU time for each scenario, the best of some short series."""
    return {name: _seconds(work) for name, work in scenarios().items()}


def measure_runs() -> dict[str, float]:
    """Seconds of CPU time of a game, for each run."""
    return {name: _seconds(work, repeats=2) / RUN_GAMES for name, work in runs().items()}


def _seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    work()
    calls = 1
    while (taken := _time(work, calls)) < 0.01:
        calls *= 2
    return min(_time(work, calls) for _ in range(repeats)) / calls if taken else 0.0


def _time(work: Callable[[], object], calls: int) -> float:
    start = time.process_time()
    for _ in range(calls):
        work()
    return time.process_time() - start


def measure_import() -> dict[str, float]:
    """Seconds of CPU time of `import themind`, and the part that is not attrs."""
    start = time.process_time()
    import attrs  # noqa: F401

    middle = time.process_time()
    import themind  # noqa: F401

    end = time.process_time()
    return {"import themind": end - start, "import themind after attrs": end - middle}


def checked_out(reference: str, folder: Path) -> Path:
    """The `src` of a version."""
    if reference == ".":
        return ROOT / "src"
    archive = subprocess.run(
        ["git", "archive", reference, "src"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    target = folder / reference.replace("/", "_")
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(target, filter="data")
    return target / "src"


def run_worker(src: Path, what: str) -> dict[str, float]:
    environment = {**os.environ, "PYTHONPATH": str(src)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, __file__, f"--worker={what}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return {name: float(value) for name, value in json.loads(done.stdout).items()}


def compare(first: str, second: str, what: str, turns: int) -> None:
    """Print a row for each scenario: the medians of both, and the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        sources = [checked_out(reference, Path(folder)) for reference in (first, second)]
        runs: list[list[dict[str, float]]] = [[], []]
        for _ in range(turns):
            for version, src in enumerate(sources):
                runs[version].append(run_worker(src, what))
    print(f"{'microseconds':32} {first:>12} {second:>12}  ratio")
    for name in runs[0][0]:
        old, new = (statistics.median(run[name] for run in each) for each in runs)
        print(f"{name:32} {old * 1e6:12.2f} {new * 1e6:12.2f}  {new / old:5.2f}")


MEASURES = {"speed": measure, "import": measure_import, "experiments": measure_runs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", nargs="?", default="8c0e86d")
    parser.add_argument("second", nargs="?", default=".")
    parser.add_argument("--import", dest="what", action="store_const", const="import")
    parser.add_argument("--experiments", dest="what", action="store_const", const="experiments")
    parser.add_argument("--turns", type=int, default=11)
    parser.add_argument("--worker", choices=[*MEASURES])
    chosen = parser.parse_args()
    if chosen.worker:
        print(json.dumps(MEASURES[chosen.worker]()))
    else:
        compare(chosen.first, chosen.second, chosen.what or "speed", chosen.turns)


if __name__ == "__main__":
    main()
