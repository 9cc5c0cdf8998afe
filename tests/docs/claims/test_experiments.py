"""What the pages on experiments, batches and chances say of games of policies."""

from __future__ import annotations

import ast
import csv
import math
import re
from pathlib import Path

import pytest

import themind as tm
from claims import claim
from themind.experiments import (
    Clock,
    Draw,
    Experiment,
    LogNormal,
    Mean,
    Moment,
    PolicyError,
    Race,
    Result,
    Ticks,
    Weber,
    exact,
    paired,
    play_game,
    policy,
    run,
)

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[3] / "docs"
RULES = tm.Rules.standard(players=2).five_levels().without_stars()
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.10)),) * 2)


@claim("howto/clusters.md", "Threads for policies that wait")
@pytest.mark.parametrize(("players", "least", "most"), [(2, 1.8, 2.0), (3, 2.6, 2.8)])
def test_how_often_a_race_asks(players: int, least: float, most: float) -> None:
    asked = []

    def wait(moment: Moment, draw: Draw) -> float:
        asked.append(moment)
        return 0.4 * moment.gap

    seats = (policy(wait),) * players
    counts = []
    for driver in (Race(), Race(redraw=False)):
        asked.clear()
        play_game(Experiment(tm.Rules.standard(players=players), seats, driver), "pilot")
        counts.append(len(asked))
    assert least < counts[0] / counts[1] < most


@claim("experiments.md", "Many games")
@pytest.mark.parametrize("direction", [0.0, math.inf])
def test_the_last_digit_of_a_wait_changes_no_row(direction: float) -> None:
    clock = Clock(0.3, LogNormal(0.10))

    def wait(moment: Moment, draw: Draw) -> float:
        return math.nextafter(clock.wait(moment, draw), direction)

    moved = Experiment(RULES, (policy(wait),) * 2)
    assert run(moved, 60, "pilot").rows() == run(TABLE, 60, "pilot").rows()


@claim("experiments.md", "Common random numbers")
@claim("explanation/keyed-seeds.md", "Common random numbers")
@claim("howto/sweeps.md", "Differences")
def test_a_difference_of_two_runs_is_known_better_than_either() -> None:
    other = Experiment(RULES, (Clock(0.3, Weber(0.10)),) * 2)
    runs = [run(table, 150, "pilot") for table in (TABLE, other)]
    widths = [high - low for low, high in map(interval_of, runs)]
    low, high = paired(*runs)["mistakes"].interval()
    assert high - low < 0.7 * min(widths)


def interval_of(result: Result) -> tuple[float, float]:
    return Mean.of(result.values("mistakes")).interval()


@claim("experiments.md", "Common random numbers")
def test_earlier_events_do_not_change_a_draw() -> None:
    drawn: dict[tuple[object, ...], set[float]] = {}

    def wait(moment: Moment, draw: Draw) -> float:
        view = moment.view
        number = draw.first.uniform()
        drawn.setdefault((draw.game.key, view.level, view.seat, moment.lowest), set()).add(number)
        return moment.gap * (1 + number)

    for partner in (Clock(0.5), Clock(5.0, LogNormal(0.5))):
        run(Experiment(RULES, (policy(wait), partner)), 10, "pilot")
    assert {len(numbers) for numbers in drawn.values()} == {1}


@claim("chances.md", "Results")
def test_clocks_never_propose_a_star() -> None:
    rules = tm.Rules.standard(players=3).five_levels()
    result = run(Experiment(rules, (Clock(0.3, Weber(0.3)),) * 3), 20, "s", keep_records=True)
    assert result.records is not None
    actions = [type(entry.action) for record in result.records for entry in record.entries]
    assert sum(result.values("mistakes")) > 20
    assert tm.ProposeStar not in actions
    assert tm.Star not in actions


@claim("chances.md", "Results")
def test_who_wins_more_often() -> None:
    with (DOCS / "examples" / "chances" / "chances.csv").open(encoding="utf-8") as file:
        won = {
            (row["stack"], row["noise"], float(row["size"]), int(row["players"])): int(row["won"])
            for row in csv.DictReader(file)
        }
    for (stack, noise, size, players), wins in won.items():
        two, three, four = [won[stack, noise, size, seats] for seats in (2, 3, 4)]
        if size <= 0.10:
            assert two < three < four
        elif size >= 0.20:
            assert max(three, four) < two
            assert (three < four) is (stack == "full stack")
        lost = won[stack, "lognormal", size, players] - won[stack, "Weber", size, players]
        assert wins > 0
        assert (0 < lost < 10_000) if size <= 0.10 else (0 < lost < 100_000)


@claim("comparison.md", "What makes this game different")
@claim("howto/bot.md", "A bot that waits")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_who_count_alike_without_noise_make_no_mistake(players: int) -> None:
    rules = tm.Rules.standard(players=players)
    for driver in (Race(), Ticks(1.0)):
        assert run(Experiment(rules, (Clock(1.0),) * players, driver), 5, "s").won.value == 1.0


@claim("comparison.md", "What makes this game different")
def test_two_cards_can_be_played_in_one_tick() -> None:
    one = tm.Rules(players=2, levels=1, lives=1, stars=0)
    games = [play_game(Experiment(one, (Clock(0.01),) * 2, Ticks(2.0)), "s", k) for k in range(3)]
    actions = [entry.action for game in games for entry in game.entries]
    assert any(isinstance(action, tm.PlayTogether) for action in actions)


@claim("experiments.md", "Write a policy")
def test_a_game_in_which_everyone_waits_for_ever_is_stalled_and_not_won() -> None:
    result = run(Experiment(RULES, (policy(lambda *_: math.inf),) * 2), 3, "pilot")
    assert (result.won.value, result.stalled.value) == (0.0, 1.0)


@claim("howto/bot.md", "From bot to policy")
def test_a_policy_never_receives_a_state() -> None:
    def wait(moment: Moment, draw: Draw) -> float:
        assert not isinstance(moment.view, tm.GameState)
        assert moment.view.seat is not None
        assert len(moment.view.hand) == moment.view.hand_sizes[moment.view.seat]
        return float(moment.gap)

    assert run(Experiment(RULES, (policy(wait),) * 2), 2, "pilot").games == 2
    with pytest.raises(PolicyError):
        run(Experiment(RULES, (policy(lambda moment, _: moment.view.hands),) * 2), 1, "pilot")


@claim("chances.md", "Results")
def test_the_tempo_of_all_seats_changes_no_result() -> None:
    tables = [Experiment(RULES, (Clock(tempo, LogNormal(0.2)),) * 2) for tempo in (0.3, 1.7)]
    slow, fast = (run(table, 40, "s") for table in tables)
    for column in ("won", "level", "lives", "mistakes"):
        assert slow.values(column) == fast.values(column)
    assert slow.values("seconds") != fast.values("seconds")


@claim("experiments.md", "Tables for statistics")
@claim("howto/batches.md", "Time and memory")
def test_figures_that_two_pages_tell_are_the_same() -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")}
    study = pages[DOCS / "examples" / "study" / "README.md"]
    (told,) = re.findall(
        r"\*\*A fit that omits censored waits is biased\.\*\* (.+)$",
        pages[DOCS / "experiments.md"],
        re.MULTILINE,
    )
    figures = re.findall(r"\b0\.\d{3}\b", told)
    assert len(figures) == 4
    assert all(f"| {figure} |" in study for figure in figures)


@claim("chances.md", "Method")
def test_the_exact_laws_share_no_code_with_the_simulation() -> None:
    files = list(Path(str(exact.__file__)).parent.glob("*.py"))
    found = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("themind"):
                found.add(str(node.module).removeprefix("themind.").partition("._")[0])
    assert len(files) > 4
    checks = {"_model.checks", "_model.publishing", "_model.reals"}
    assert found <= {"themind", "experiments.exact", *checks}
