"""Rates, means and results: what a sample says, and sums that do not depend on order."""

from __future__ import annotations

import hashlib
import math
from statistics import NormalDist

import pytest

import themind as tm
from themind.codec import dumps
from themind.experiments import (
    CardBlind,
    Clock,
    Difference,
    Experiment,
    LogNormal,
    Mean,
    Rate,
    learn,
    paired,
    play_game,
    run,
)

RULES = tm.Rules(players=2, levels=3, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.3)),) * 2)
OTHER = Experiment(RULES, (CardBlind(),) * 2)


class TestRate:
    @pytest.mark.parametrize(("successes", "trials"), [(0, 10), (3, 10), (10, 10), (840, 1000)])
    @pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
    def test_the_ends_are_where_the_score_test_just_rejects(
        self, successes: int, trials: int, confidence: float
    ) -> None:
        """Wilson's interval by its definition: |p^ - p| = z sqrt(p (1 - p) / n) at both ends."""
        rate = Rate(successes, trials)
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        low, high = rate.interval(confidence)
        assert low <= rate.value <= high
        for end in (low, high):
            reach = z * math.sqrt(end * (1 - end) / trials)
            assert abs(rate.value - end) == pytest.approx(reach, abs=1e-9)

    def test_bad_numbers_are_refused(self) -> None:
        for successes, trials in ((0, 0), (-1, 5), (6, 5)):
            with pytest.raises(tm.InvalidArgument):
                Rate(successes, trials)
        for confidence in (0.0, 1.0, -1.0, math.nan):
            with pytest.raises(tm.InvalidArgument):
                Rate(1, 2).interval(confidence)


class TestMean:
    def test_it_has_the_normal_interval(self) -> None:
        mean = Mean.of([2.0, 4.0, 6.0, 8.0])
        standard_error = math.sqrt(20 / 3) / 2
        assert mean.interval(0.95) == pytest.approx(
            (5 - 1.959964 * standard_error, 5 + 1.959964 * standard_error), abs=1e-6
        )

    def test_a_single_value_has_no_interval(self) -> None:
        assert Mean.of([3]) == Mean(1, 3.0, 0.0)
        with pytest.raises(tm.InvalidArgument, match="at least 2"):
            Mean.of([3]).interval()

    def test_no_value_has_no_mean(self) -> None:
        with pytest.raises(tm.InvalidArgument, match="at least 1"):
            Mean.of([])


class TestDifference:
    def test_the_interval_covers_the_truth_as_often_as_it_says(self) -> None:
        """By enumeration of all samples of 30 pairs, gained .3 and lost .1: about 95 %."""
        covered = 0.0
        for gained in range(31):
            for lost in range(31 - gained):
                ways = math.comb(30, gained) * math.comb(30 - gained, lost)
                chance = ways * 0.3**gained * 0.1**lost * 0.6 ** (30 - gained - lost)
                low, high = Difference(gained, lost, 30).interval(0.95)
                covered += chance if low <= 0.2 <= high else 0
        assert 0.94 < covered < 0.97

    def test_it_stays_between_minus_1_and_1(self) -> None:
        assert Difference(5, 0, 5).interval(0.999)[1] == 1.0
        assert Difference(0, 5, 5).interval(0.999)[0] == -1.0


class TestPaired:
    def test_it_counts_the_games_that_only_one_has_won(self) -> None:
        first, second = run(TABLE, 60, "p"), run(OTHER, 60, "p")
        difference = paired(first, second)
        pairs = list(zip(first.values("won"), second.values("won"), strict=True))
        assert difference.gained == pairs.count((True, False)) > 0
        assert difference.lost == pairs.count((False, True))
        assert difference.value == pytest.approx(first.won.value - second.won.value)

    def test_only_the_same_games_make_pairs(self) -> None:
        for other in (run(OTHER, 9, "p"), run(OTHER, 10, "q"), run(OTHER, 10, "p", start=1)):
            with pytest.raises(tm.InvalidArgument, match="same games"):
                paired(run(TABLE, 10, "p"), other)


class TestResult:
    def test_its_digest_is_the_sum_of_the_games_hashes(self) -> None:
        total = 0
        for index in range(3, 7):
            text = f"{index}\n{dumps(play_game(TABLE, 'd', index))}"
            total += int(hashlib.sha256(text.encode("utf-8")).hexdigest(), 16)
        assert run(TABLE, 4, "d", start=3).digest == f"{total % 2**256:064x}"

    def test_a_row_tells_what_the_record_tells(self) -> None:
        result = run(TABLE, 40, "r", keep_records=True)
        for index, (row, record) in enumerate(zip(result.rows(), result.records, strict=True)):
            final = tm.final_state(record)
            levels = [s.state.level for s in tm.replay(record) if any(s.state.hands)]
            counted = dict.fromkeys(levels, 0)
            for before, step in zip(
                [record.start, *(s.state for s in tm.replay(record))],
                tm.replay(record),
                strict=False,
            ):
                counted[max(before.level, 1)] = counted.get(before.level, 0) + sum(
                    isinstance(event, tm.MistakeMade) for event in step.events
                )
            assert row["game"] == index
            assert row["won"] is (final.phase is tm.Phase.WON)
            assert row["stalled"] is False
            assert (row["lives"], row["stars"]) == (final.lives, final.stars)
            assert row["level"] == max(levels)
            assert row["seconds"] == pytest.approx(record.entries[-1].at_ms / 1000, abs=1e-3)
            assert [row[f"mistakes_{k}"] for k in (1, 2, 3)] == [counted.get(k) for k in (1, 2, 3)]
            assert row["mistakes"] == sum(counted.values())
        assert 0 < result.won.successes < 40

    def test_its_estimates_are_those_of_its_columns(self) -> None:
        result = run(TABLE, 30, "e")
        rows = result.rows()
        assert result.won == Rate(sum(row["won"] for row in rows), 30)
        for column in ("level", "lives", "stars", "seconds"):
            assert getattr(result, column) == Mean.of([row[column] for row in rows])
        reached = [row["mistakes_3"] for row in rows if row["mistakes_3"] is not None]
        assert 1 < len(reached) < 30
        assert result.mistakes[3] == Mean.of(reached)
        assert sum(result.counts("mistakes_3").values()) == len(reached)
        assert result.games == 30

    def test_a_level_that_nobody_reached_has_no_mean(self) -> None:
        hard = tm.Rules(players=2, levels=12, lives=1, stars=0, max_stars=0, rewards={})
        result = run(Experiment(hard, (CardBlind(),) * 2), 5, "e")
        assert max(result.mistakes) < 12

    def test_a_column_has_a_name(self) -> None:
        with pytest.raises(tm.InvalidArgument, match="no column 'wins'"):
            run(TABLE, 1, "e").values("wins")
        with pytest.raises(tm.InvalidArgument, match="no column 'blind_won'"):
            _ = run(TABLE, 1, "e").blind_won

    def test_records_are_kept_on_request(self) -> None:
        assert run(TABLE, 2, "k", keep_records=True).records[1] == play_game(TABLE, "k", 1)
        with pytest.raises(tm.InvalidArgument, match="not kept"):
            _ = run(TABLE, 2, "k").records

    def test_its_repr_is_short(self) -> None:
        result = run(TABLE, 20, "e")
        start = f"<Result: {result.won.successes} of 20 games won, digest {result.digest[:8]}"
        assert repr(result).startswith(start)


class TestAddingUp:
    PARTS = ((0, 7), (7, 1), (8, 12))

    @pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
    def test_ranges_in_any_order_are_the_whole(self, order: tuple[int, ...]) -> None:
        parts = [run(TABLE, games, "a", start=start) for start, games in self.PARTS]
        first, second, third = (parts[k] for k in order)
        whole = run(TABLE, 20, "a")
        assert first + second + third == first + (second + third) == whole
        assert whole.ranges == ((0, 20),)

    def test_a_gap_stays_open(self) -> None:
        both = run(TABLE, 2, "a", start=9) + run(TABLE, 3, "a")
        assert both.ranges == ((0, 3), (9, 11))
        assert both.values("game") == (0, 1, 2, 9, 10)

    def test_records_add_up_if_both_have_them(self) -> None:
        with_them = run(TABLE, 2, "a", keep_records=True)
        more = run(TABLE, 1, "a", start=2, keep_records=True)
        assert (more + with_them).records == tuple(play_game(TABLE, "a", k) for k in range(3))
        with pytest.raises(tm.InvalidArgument):
            _ = (with_them + run(TABLE, 1, "a", start=2)).records

    def test_what_overlaps_or_differs_is_refused(self) -> None:
        first = run(TABLE, 5, "a")
        others = [
            run(TABLE, 5, "a", start=4),
            run(TABLE, 5, "b", start=5),
            run(OTHER, 5, "a", start=5),
        ]
        for other in others:
            with pytest.raises(tm.InvalidArgument):
                first + other
        with pytest.raises(tm.InvalidArgument, match="carried over"):
            run(TABLE, 5, "a/0", start=5) + learn(TABLE, 5, "a").courses[0]
        with pytest.raises(TypeError):
            first + 1  # type: ignore[operator]
