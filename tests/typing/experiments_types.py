"""What an experimenter writes: a policy of one's own, a run, and what it found."""

from __future__ import annotations

from typing import Any, assert_never, assert_type

from attrs import frozen

import themind as tm
from themind import experiments as ex
from themind.experiments import exact


@frozen
class Patient(ex.Policy):
    """A policy needs no more than `wait`."""

    tempo: float

    def wait(self, moment: ex.Moment, draw: ex.Draw) -> float:
        """Wait for as long as the cards between are worth."""
        assert_type(moment.view, tm.SeatView)
        assert_type(moment.gap, int)
        assert_type(moment.level_time, float)
        return self.tempo * moment.gap + draw.uniform()


@frozen
class Silent(ex.Policy):
    """A policy without `wait` is not one yet."""


rules = tm.Rules.standard(players=2)
table = ex.Experiment(rules, (Patient(0.3), ex.Clock(tempo=0.3, noise=ex.LogNormal(0.1))))
assert_type(table.policies, tuple[ex.Policy, ...])
assert_type(table.driver, ex.Driver)
assert_type(
    Patient(0.3).observe(
        tm.PlayStarted(), ex.Moment(tm.view(tm.new_game(rules)), 0, 0), ex.Draw(7)
    ),
    Patient,
)
assert_type(ex.Draw(7).choice(["a", "b"]), str)
assert_type(ex.policy(lambda moment, draw: moment.gap + draw.exponential()), ex.Policy)

result = ex.run(table, games=10, seed="pilot")
assert_type(result, ex.Result)
assert_type(result.won, ex.Rate)
assert_type(result.won.value, float)
assert_type(result.lives, ex.Mean)
assert_type(result.mistakes, dict[int, ex.Mean])
assert_type(result.rows(), list[dict[str, Any]])
assert_type(ex.paired(result, result), ex.Paired)
assert_type(ex.paired(result, result).won, ex.Difference)
assert_type(ex.paired(result, result)["lives"], ex.Difference | ex.Mean)
assert_type(result.table(), ex.Table)
assert_type(result.records[0], tm.Record)
assert_type(result.records[:2], ex.Records)
assert_type(ex.event_table(result.records)["card"], list[Any])
assert_type(ex.risk_table([]), ex.Table)
assert_type(result.estimate("lives"), ex.Rate | ex.Mean | None)
assert_type(result + result, ex.Result)
assert_type(table.to_json(), str)
assert_type(ex.Experiment.from_json(""), ex.Experiment)
store = ex.open_store("folder")
assert_type(store.header, dict[str, Any])
assert_type(next(store.rows()), dict[str, Any])
assert_type(next(store.records()), tm.Record)


def of_tempo(tempo: float) -> ex.Experiment:
    """Make the experiment of a point of a grid."""
    return ex.Experiment(rules, (Patient(tempo), Patient(tempo)))


grid = ex.sweep(of_tempo, {"tempo": [0.1, 0.2]}, games=10, seed="pilot", keep="counts")
assert_type(grid, ex.Sweep)
assert_type(grid.result(tempo=0.1), ex.Result)
for point, its in grid:
    assert_type(point, dict[str, Any])
    assert_type(its, ex.Result)
assert_type(ex.play_game(table, seed="pilot"), tm.Record)
assert_type(exact.card_blind(players=2, level=3)[0].numerator, int)
assert_type(exact.win(exact.race_laws(exact.weber(0.15), range(1, 13)), rules), float)


def name_of(driver: ex.Driver) -> str:
    """There are two drivers."""
    match driver:
        case ex.Race():
            return "race"
        case ex.Ticks(seconds, landing):
            assert_type(landing, ex.Landing)
            return f"ticks of {seconds}"
        case never:
            assert_never(never)


Silent()  # type: ignore[abstract]
ex.run(table)  # type: ignore[call-arg]
ex.run(table, 10, "pilot", 5)  # type: ignore[call-arg]
ex.paired(result)  # type: ignore[call-arg]
ex.run(table, 10, "pilot", keep="all")  # type: ignore[arg-type]
ex.Clock("fast")  # type: ignore[arg-type]
