"""Rates, means and results: what a sample says, and sums that do not depend on order."""

from __future__ import annotations

import hashlib
import json
import math
import pickle
from collections.abc import Callable, Iterator
from statistics import NormalDist, fmean, stdev
from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
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
from wording import about

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

    @pytest.mark.parametrize("trials", [1, 3, 40, 150, 777, 10**6, 2**63 - 1])
    def test_it_holds_its_value_to_the_last_digit(self, trials: int) -> None:
        """A picture with error bars refuses an end on the wrong side of the value."""
        for successes in (0, 1, trials // 3, trials - 1, trials):
            for confidence in (0.5, 0.9, 0.95, 0.99, 0.999):
                rate = Rate(successes, trials)
                low, high = rate.interval(confidence)
                assert 0 <= low <= rate.value <= high <= 1
                mean = Mean.of([0, 1] if trials == 1 else [0] * 7 + [1] * (trials % 50), most=1)
                low, high = mean.interval(confidence)
                assert 0 <= low <= mean.value <= high <= 1

    def test_bad_numbers_are_refused(self) -> None:
        for successes, trials in ((0, 0), (-1, 5), (6, 5)):
            with pytest.raises(tm.InvalidArgument):
                Rate(successes, trials)
        for confidence in (0.0, 1.0, -1.0, math.nan):
            with pytest.raises(tm.InvalidArgument):
                Rate(1, 2).interval(confidence)


def coverage(
    chances: dict[int, float], n: int, confidence: float = 0.95, *, most: float = math.inf
) -> float:
    """How often the interval for the mean of n values has the truth, by enumeration."""
    truth = sum(value * chance for value, chance in chances.items())
    covered = 0.0
    values = list(chances)
    for counts in compositions(n, len(values)):
        chance = math.exp(
            math.lgamma(n + 1)
            + sum(
                count * math.log(chances[value]) - math.lgamma(count + 1)
                for value, count in zip(values, counts, strict=True)
            )
        )
        total = sum(value * count for value, count in zip(values, counts, strict=True))
        squares = sum(value**2 * count for value, count in zip(values, counts, strict=True))
        sd = math.sqrt(max(0.0, squares - total**2 / n) / (n - 1))
        mean = Mean(n, total / n, sd, least=0.0, most=most, whole=True)
        low, high = mean.interval(confidence)
        covered += chance if low <= truth <= high else 0.0
    return covered


def compositions(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to share n values out to so many numbers."""
    if parts == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in compositions(n - first, parts - 1):
            yield (first, *rest)


class TestMean:
    def test_without_bounds_it_has_the_normal_interval(self) -> None:
        mean = Mean.of([-2.5, 4.0, 6.0, 12.5])
        reach = 1.959964 * mean.sd / 2
        assert mean.interval(0.95) == pytest.approx((5 - reach, 5 + reach), abs=1e-5)

    @pytest.mark.parametrize("zeros", [100, 30, 2])
    def test_a_rare_count_is_never_a_point(self, zeros: int) -> None:
        """No success has Wilson's interval, as a rate of no successes has."""
        low, high = Mean.of([0] * zeros).interval()
        assert (low, high) == pytest.approx(Rate(0, zeros).interval())
        assert low == 0 < high
        assert Mean.of([0.0] * zeros).interval() == (low, high)
        assert Mean.of([3] * zeros).interval() == pytest.approx((3 - high, 3 + high))
        assert Mean.of([12] * zeros, most=12).interval() == pytest.approx((12 - high, 12))

    @pytest.mark.parametrize(("ones", "n"), [(1, 100), (3, 40), (20, 40), (39, 40)])
    def test_of_zeros_and_ones_it_is_wilsons_but_for_the_estimated_variance(
        self, ones: int, n: int
    ) -> None:
        values = [1] * ones + [0] * (n - ones)
        expected = Rate(ones, n).interval()
        assert Mean.of(values, most=1).interval() == pytest.approx(expected, abs=0.004)
        assert Mean.of(values).interval() == pytest.approx(expected, abs=0.02 if ones < 9 else 0.2)

    @pytest.mark.parametrize("values", [[0] * 99 + [1], [0, 0, 9], [1, 2, 3, 6], [0.5, 0.1, 7.7]])
    def test_it_keeps_to_the_bounds(self, values: list[float]) -> None:
        for confidence in (0.5, 0.95, 0.9999):
            low, high = Mean.of(values, least=0).interval(confidence)
            assert 0 < low < sum(values) / len(values) < high
            low, high = Mean.of(values, least=0, most=9).interval(confidence)
            assert 0 < low < sum(values) / len(values) < high < 9

    def test_a_bound_far_away_makes_no_difference(self) -> None:
        values = [3, 4, 8, 5]
        near = Mean.of(values, least=0)
        far = Mean.of(values, least=0, most=10**9)
        assert far.interval() == pytest.approx(near.interval(), rel=1e-6)
        mirrored = Mean.of([-value for value in values], most=0)
        assert mirrored.interval() == tuple(-end for end in reversed(near.interval()))
        both = Mean.of(values, least=-(10**12), most=9)
        assert both.interval()[1] < 9
        assert Mean.of([7.5] * 9, least=7.5, most=7.5).interval() == (7.5, 7.5)

    @pytest.mark.parametrize("sd", [1e-300, 1e-170, 1e-20])
    def test_the_least_deviation_hurts_nothing(self, sd: float) -> None:
        for bounds in ({}, {"least": 0.0}, {"least": 0.0, "most": 4.0}, {"most": 4.0}):
            low, high = Mean(9, 3.0, sd, **bounds).interval()
            assert low == pytest.approx(3.0)
            assert high == pytest.approx(3.0)

    @pytest.mark.parametrize(
        ("chances", "n"),
        [
            ({0: 0.98, 1: 0.02}, 100),
            ({0: 0.9, 1: 0.1}, 60),
            ({0: 0.8, 1: 0.15, 2: 0.05}, 40),
            ({0: 0.5, 1: 0.3, 2: 0.2}, 40),
            ({0: 0.05, 1: 0.15, 2: 0.8}, 40),
            ({0: 0.7, 1: 0.2, 2: 0.07, 3: 0.03}, 24),
        ],
    )
    def test_it_covers_the_truth_about_as_often_as_it_says(
        self, chances: dict[int, float], n: int
    ) -> None:
        """The normal interval covers 2 % of 100 rare ones in 86 of 100 samples."""
        assert 0.91 < coverage(chances, n) < 0.985
        assert 0.925 < coverage(chances, n, most=max(chances)) < 0.985

    def test_a_single_value_has_no_interval(self) -> None:
        assert Mean.of([3.5]) == Mean(1, 3.5, 0.0)
        with pytest.raises(tm.InvalidArgument, match=about("trials", 2, 1)):
            Mean.of([3]).interval()

    def test_what_has_no_mean_is_refused(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("trials", 1, 0)):
            Mean.of([])
        for bounds in ({"least": 2}, {"most": 4}):
            with pytest.raises(tm.InvalidArgument, match=about("values", "[1, 3, 5]")):
                Mean.of([1, 3, 5], **bounds)


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
        difference = paired(first, second).won
        assert difference == paired(first, second)["won"]
        pairs = list(zip(first.values("won"), second.values("won"), strict=True))
        assert difference.gained == pairs.count((True, False)) > 0
        assert difference.lost == pairs.count((False, True))
        assert difference.value == pytest.approx(first.won.value - second.won.value)

    def test_every_column_has_its_difference_game_by_game(self) -> None:
        first, second = run(TABLE, 60, "p"), run(OTHER, 60, "p")
        differences = paired(first, second)
        columns = ["won", "stalled", "level", "lives", "stars", "mistakes", "seconds"]
        assert list(differences) == [*columns, *[f"mistakes_{level}" for level in (1, 2, 3)]]
        assert len(differences) == 10
        for name in [name for name in differences if name not in ("won", "stalled")]:
            pairs = zip(first.values(name), second.values(name), strict=True)
            by_game = [mine - its for mine, its in pairs if mine is not None and its is not None]
            mean = differences[name]
            assert isinstance(mean, Mean)
            assert (mean.trials, mean.least) == (len(by_game), -math.inf)
            assert (mean.value, mean.sd) == pytest.approx(
                (fmean(by_game), stdev(by_game)), rel=1e-9
            )
            low, high = mean.interval()
            assert low < mean.value < high
        assert len(by_game) < 60
        assert repr(differences).startswith("<Paired: won, stalled, level")

    def test_columns_that_only_one_has_are_left_out(self) -> None:
        longer = attrs.evolve(TABLE, rules=attrs.evolve(RULES, levels=4, lives=1))
        assert "mistakes_4" not in paired(run(TABLE, 9, "p"), run(longer, 9, "p"))
        assert "mistakes_4" not in paired(run(longer, 9, "p"), run(TABLE, 9, "p"))

    def test_so_are_those_that_no_game_has_in_both(self) -> None:
        short = run(Experiment(attrs.evolve(RULES, lives=1), (CardBlind(),) * 2), 3, "p")
        assert max(short.values("level")) < 3
        differences = paired(run(TABLE, 3, "p"), short)
        assert "mistakes_3" not in differences
        with pytest.raises(KeyError):
            differences["mistakes_3"]

    def test_a_difference_that_never_occurs_is_no_point(self) -> None:
        result = run(TABLE, 50, "p")
        low, high = paired(result, result)["mistakes"].interval()
        assert (low, high) == pytest.approx((-0.0714, 0.0714), abs=1e-3)

    def test_only_the_same_games_make_pairs(self) -> None:
        for other in (run(OTHER, 9, "p"), run(OTHER, 10, "q"), run(OTHER, 10, "p", start=1)):
            with pytest.raises(tm.InvalidArgument, match="same"):
                paired(run(TABLE, 10, "p"), other)

    def test_other_numbers_of_players_have_other_deals(self) -> None:
        rules = attrs.evolve(TABLE.rules, players=3)
        other = run(Experiment(rules, (CardBlind(),) * 3), 10, "p")
        with pytest.raises(tm.InvalidArgument, match=about("players", 2, 3)):
            paired(run(TABLE, 10, "p"), other)


class TestResult:
    def test_its_digest_is_the_sum_of_the_hashes_of_its_rows(self) -> None:
        result = run(TABLE, 9, "d", start=3)
        total = sum(
            int(
                hashlib.sha256(
                    json.dumps(row, sort_keys=True, separators=(",", ":")).encode()
                ).hexdigest(),
                16,
            )
            for row in result.rows()
        )
        assert result.digest == f"{total % 2**256:064x}"

    def test_so_is_that_of_its_records(self) -> None:
        total = 0
        for index in range(3, 7):
            text = f"{index}\n{dumps(play_game(TABLE, 'd', index))}"
            total += int(hashlib.sha256(text.encode("utf-8")).hexdigest(), 16)
        result = run(TABLE, 4, "d", start=3, keep_records=True)
        assert result.records_digest == result.records_digest == f"{total % 2**256:064x}"
        with pytest.raises(tm.InvalidArgument, match=about("records")):
            _ = run(TABLE, 4, "d").records_digest

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
        bounds = {"level": (1, 3), "lives": (0, 5), "stars": (0, 0), "seconds": (0, math.inf)}
        for column, (least, most) in bounds.items():
            mean, expected = getattr(result, column), Mean.of([row[column] for row in rows])
            assert (mean.value, mean.sd) == pytest.approx((expected.value, expected.sd), rel=1e-12)
            assert (mean.trials, mean.least, mean.most) == (30, least, most)
            assert mean.whole is (column != "seconds")
            assert mean == result.estimate(column)
        reached = [row["mistakes_3"] for row in rows if row["mistakes_3"] is not None]
        assert 1 < len(reached) < 30
        assert result.mistakes[3].value == pytest.approx(fmean(reached))
        assert sum(result.counts("mistakes_3").values()) == len(reached)
        assert result.games == 30

    def test_a_level_that_nobody_reached_has_no_mean(self) -> None:
        hard = tm.Rules(players=2, levels=12, lives=1, stars=0, max_stars=0, rewards={})
        result = run(Experiment(hard, (CardBlind(),) * 2), 5, "e")
        assert max(result.mistakes) < 12

    def test_a_column_has_a_name(self) -> None:
        result = run(TABLE, 1, "e")
        for use in (result.values, result.counts, result.estimate):
            with pytest.raises(tm.InvalidArgument, match=about("column", "'wins'")):
                use("wins")
        with pytest.raises(tm.InvalidArgument, match=about("column", "'blind_won'")):
            _ = result.blind_won

    def test_records_are_kept_on_request(self) -> None:
        assert run(TABLE, 2, "k", keep_records=True).records[1] == play_game(TABLE, "k", 1)
        with pytest.raises(tm.InvalidArgument, match=about("records")):
            _ = run(TABLE, 2, "k").records

    def test_records_are_read_one_by_one(self) -> None:
        records = run(TABLE, 5, "k", start=4, keep_records=True).records
        played = [play_game(TABLE, "k", index) for index in range(4, 9)]
        assert (len(records), list(records.games)) == (5, [4, 5, 6, 7, 8])
        assert list(records) == played
        assert (list(records[1:3]), list(records[1:3].games)) == (played[1:3], [5, 6])
        assert records[-1] == played[-1]
        assert records == run(TABLE, 5, "k", start=4, keep_records=True).records
        assert records != records[1:]
        assert records != played
        assert repr(records) == "<Records: 5 games>"
        with pytest.raises(IndexError):
            records[5]

    def test_its_repr_is_short(self) -> None:
        result = run(TABLE, 20, "e")
        assert repr(result) == f"<Result: {result.won.successes} of 20 games won>"


class TestAddingUp:
    PARTS = ((0, 7), (7, 1), (8, 12))

    @pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
    def test_ranges_in_any_order_are_the_whole(self, order: tuple[int, ...]) -> None:
        parts = [run(TABLE, games, "a", start=start) for start, games in self.PARTS]
        first, second, third = (parts[k] for k in order)
        whole = run(TABLE, 20, "a")
        assert first + second + third == first + (second + third) == whole
        assert whole.ranges == ((0, 20),)

    def test_sum_takes_any_number_of_them(self) -> None:
        parts = [run(TABLE, games, "a", start=start) for start, games in self.PARTS]
        assert sum(parts) == run(TABLE, 20, "a")
        assert sum(parts).digest == run(TABLE, 20, "a").digest
        assert sum(parts[:1]) is parts[0]
        for other in (1, False, 0.0, "0"):
            with pytest.raises(TypeError):
                other + parts[0]  # type: ignore[operator]

    def test_notes_add_up_and_make_no_difference(self) -> None:
        first, second = run(TABLE, 2, "a"), run(TABLE, 2, "a", start=2)
        noted = [attrs.evolve(part, notes=(note,)) for part, note in ((first, "x"), (second, "y"))]
        assert sum(noted).notes == ("x", "y")
        assert sum(noted) == first + second
        assert hash(sum(noted)) == hash(first + second)

    def test_a_gap_stays_open(self) -> None:
        both = run(TABLE, 2, "a", start=9) + run(TABLE, 3, "a")
        assert both.ranges == ((0, 3), (9, 11))
        assert both.values("game") == (0, 1, 2, 9, 10)

    def test_records_add_up_if_both_have_them(self) -> None:
        with_them = run(TABLE, 2, "a", keep_records=True)
        more = run(TABLE, 1, "a", start=2, keep_records=True)
        assert list((more + with_them).records) == [play_game(TABLE, "a", k) for k in range(3)]
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
        with pytest.raises(tm.InvalidArgument, match=about("policies")):
            run(TABLE, 5, "a/0", start=5) + learn(TABLE, 5, "a").courses[0]
        with pytest.raises(TypeError):
            first + 1  # type: ignore[operator]


class TestCounts:
    """`keep="counts"`: no game by itself, and the same findings."""

    def test_the_findings_are_those_of_the_rows(self) -> None:
        rows, sums = run(TABLE, 50, "c", start=7), run(TABLE, 50, "c", start=7, keep="counts")
        assert (sums.games, sums.ranges, sums.columns) == (50, ((7, 57),), rows.columns)
        assert sums.digest == rows.digest
        for column in rows.columns[1:]:
            assert sums.estimate(column) == rows.estimate(column)
            if column != "seconds":
                assert sums.counts(column) == rows.counts(column)
        assert sums.mistakes == rows.mistakes
        assert repr(sums) == repr(rows)
        assert sums != rows
        assert rows.counts("won").keys() == {True, False}
        assert sum(rows.counts("seconds").values()) == 50
        assert rows.counts("game") == dict.fromkeys(range(7, 57), 1)

    @pytest.mark.parametrize("chunk", [1, 7, 100])
    def test_parts_of_any_size_add_up(self, chunk: int) -> None:
        whole = run(TABLE, 30, "c", keep="counts")
        first = run(TABLE, 20, "c", start=10, keep="counts", chunk=chunk)
        second = run(TABLE, 10, "c", keep="counts", chunk=chunk)
        assert first + second == sum([second, first]) == whole
        assert (first + second).digest == whole.digest
        with pytest.raises(tm.InvalidArgument, match=about("game 10")):
            whole + first

    @pytest.mark.unmeasured
    @claim("experiments.md", "Many games")
    def test_it_takes_no_more_for_more_games(self) -> None:
        """So that a hundred million games fit in what ten thousand take."""
        few, many = (len(pickle.dumps(run(TABLE, n, "c", keep="counts"))) for n in (100, 1000))
        assert many < few + 200

    def test_what_needs_games_is_refused(self) -> None:
        sums, rows = run(TABLE, 5, "c", keep="counts"), run(TABLE, 5, "c")
        uses: list[Callable[[], object]] = [
            sums.rows,
            sums.table,
            lambda: sums.records,
            lambda: sums.values("won"),
            lambda: sums.values("game"),
            lambda: sums.counts("game"),
            lambda: paired(sums, rows),
            lambda: paired(rows, sums),
            lambda: sums + run(TABLE, 5, "c", start=5),
            lambda: run(TABLE, 5, "c", start=5) + sums,
        ]
        for use in uses:
            with pytest.raises(tm.InvalidArgument, match=about("keep='rows'")):
                use()
        with pytest.raises(tm.InvalidArgument, match=about("seconds")):
            sums.counts("seconds")

    @pytest.mark.parametrize("options", [{"keep": "all"}, {"keep": "counts", "keep_records": True}])
    def test_options_that_make_no_sense(self, options: dict[str, Any]) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("keep", "'rows'")):
            run(TABLE, 5, "c", **options)

    @pytest.mark.parametrize("play", [run, learn])
    def test_keep_records_is_a_bool(self, play: Callable[..., Any]) -> None:
        with pytest.raises(TypeError, match=about("keep_records", int)):
            play(TABLE, 5, "c", keep_records=1)
