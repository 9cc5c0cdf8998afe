"""Numbers that no float holds and no text tells, values of wrong types, work without an end."""

from __future__ import annotations

import itertools
import pickle
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import attrs
import pytest

import themind as tm
from themind.experiments import (
    AbsoluteClock,
    Additive,
    Clock,
    Confident,
    Difference,
    Experiment,
    LogNormal,
    Mean,
    Policy,
    PolicyError,
    Rate,
    Scripted,
    StoreError,
    Ticks,
    Weber,
    event_rows,
    exact,
    paired,
    play_game,
    risk_rows,
    run,
)
from wording import about

HUGE = 10**400  # larger than any float
UNPRINTABLE = 10**5000  # and too long for a text
RULES = tm.Rules(players=2, levels=1, lives=1, stars=0)
TABLE = Experiment(RULES, (Clock(1.0), Clock(1.0)))


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


@attrs.frozen
class Answer(Policy):
    """Gives one answer, whatever it is."""

    value: Any

    def wait(self, moment: Any, draw: Any) -> Any:
        return self.value


REFUSED: dict[str, Callable[[Any], Any]] = {
    "Clock": Clock,
    "AbsoluteClock": AbsoluteClock,
    "LogNormal": LogNormal,
    "Additive": Additive,
    "Weber": Weber,
    "Ticks": Ticks,
    "Confident": lambda number: Confident(number, 1.0),
    "Confident's patience": lambda number: Confident(0.5, number),
    "lognormal": exact.lognormal,
    "weber": exact.weber,
    "additive": exact.additive,
    "a chance of a race": lambda number: exact.race(lambda near, far: number, 1, cards=3),
    "a law": lambda number: exact.win([[number]], RULES),
    "level": lambda number: exact.card_blind(3, number),
    "players": lambda number: exact.card_blind(number, 1),
    "an interval": lambda number: Rate(1, 2).interval(number),
    "trials": lambda number: Rate(1, number),
    "successes": lambda number: Rate(number, 2),
    "a mean": lambda number: Mean.of([number]),
    "trials of pairs": lambda number: Difference(1, 1, number),
    "pairs gained": lambda number: Difference(number, 1, 2),
    "pairs lost": lambda number: Difference(1, -number, 2),
    "few trials": lambda number: Rate(1, -number),
    "index": lambda number: play_game(TABLE, "s", number),
    "start": lambda number: run(TABLE, 1, "s", start=number),
    "games": lambda number: run(TABLE, number, "s"),
}


class TestNumbers:
    @pytest.mark.parametrize("number", [HUGE, UNPRINTABLE], ids=["huge", "unprintable"])
    @pytest.mark.parametrize("make", REFUSED.values(), ids=REFUSED)
    def test_a_number_without_sense_is_refused(
        self, make: Callable[[Any], Any], number: int
    ) -> None:
        with pytest.raises(tm.InvalidArgument) as refused:
            make(number)
        assert len(str(refused.value)) < 200

    @pytest.mark.parametrize("number", [-HUGE, -UNPRINTABLE], ids=["huge", "unprintable"])
    def test_so_is_one_below_all_floats(self, number: int) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("tempo", float)):
            Clock(number)

    def test_a_seed_that_no_text_holds(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("seed", "digits")):
            play_game(TABLE, UNPRINTABLE)

    def test_the_last_games_of_a_seed(self) -> None:
        assert play_game(TABLE, "s", 2**64 - 1).entries
        assert run(TABLE, 1, "s", start=2**64 - 1).games == 1
        with pytest.raises(tm.InvalidArgument, match=about("games", 1, 2)):
            run(TABLE, 2, "s", start=2**64 - 1)

    def test_the_largest_rate_has_an_interval(self) -> None:
        low, high = Rate(2**62, 2**63 - 1).interval()
        assert low < 0.5 < high < low + 1e-8

    @pytest.mark.parametrize("value", [HUGE, Fraction(HUGE, 3)], ids=["int", "fraction"])
    def test_a_wait_that_no_float_holds_is_the_policys_fault(self, value: Any) -> None:
        table = Experiment(RULES, (Answer(value), Clock(1.0)))
        with pytest.raises(PolicyError, match=about("seat 0", "wait")):
            play_game(table, "s")


class TestTypes:
    @pytest.mark.parametrize(
        ("call", "words"),
        [
            (lambda: event_rows(None), ["record", tm.Record]),
            (lambda: risk_rows(None), ["record", tm.Record]),
            (lambda: paired(None, None), ["first", "Result"]),
            (lambda: paired(run(TABLE, 1, "s"), None), ["second", "Result"]),
            (lambda: exact.win(None, RULES), ["laws", "Mapping", "Sequence"]),
            (lambda: exact.win([[1.0]], None), ["rules", tm.Rules]),
            (lambda: exact.win([["a"]], RULES), ["number", str]),
            (lambda: exact.race(lambda near, far: "a", 1), ["chance_first(1, 2)", str]),
            (lambda: exact.card_blind([UNPRINTABLE], 1), ["players", list]),
            (lambda: Clock([UNPRINTABLE]), ["tempo", list]),
            (lambda: run(TABLE, 1, "s", executor=5), ["executor", "Executor", int]),
            (lambda: run(None, 1, "s"), ["experiment", "Experiment"]),
        ],
    )
    def test_another_type_is_told_at_the_door(
        self, call: Callable[[], Any], words: list[object]
    ) -> None:
        with pytest.raises(TypeError, match=about(*words)):
            call()


class TestWork:
    @pytest.mark.parametrize(
        ("players", "level"), [(3, 150), (10**20, 1), (2, 10**7), (4, 100), (1, 51), (51, 1)]
    )
    def test_hands_of_too_many_cards_are_refused(self, players: int, level: int) -> None:
        with pytest.raises(tm.InvalidArgument, match=about(50, players, level)):
            exact.card_blind(players, level)

    @pytest.mark.unmeasured
    @pytest.mark.parametrize(("players", "level"), [(1, 50), (2, 25), (4, 12), (50, 1)])
    def test_hands_within_the_bound_are_quick(self, players: int, level: int) -> None:
        began = time.process_time()
        assert sum(exact.card_blind(players, level)) == 1
        assert time.process_time() - began < 10

    def test_waits_without_end_are_refused(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("waits")):
            Scripted(itertools.count())
        with pytest.raises(tm.InvalidArgument, match=about("waits")):
            Scripted(dict.fromkeys(range(10_001), 1.0))
        assert len(Scripted(itertools.repeat(1.0, 10_000)).waits) == 10_000

    @pytest.mark.parametrize(
        ("values", "words"),
        [
            ([], ["trials", 1]),
            ([1.0, float("inf")], ["values", "inf"]),
            ([1.7e308, 1.7e308], ["mean"]),
        ],
    )
    def test_a_mean_that_there_is_not(self, values: list[float], words: list[object]) -> None:
        with pytest.raises(tm.InvalidArgument, match=about(*words)):
            Mean.of(values)

    @pytest.mark.parametrize("pairs", [(0, 0, 0), (2, 2, 3), (-1, 2, 3)])
    def test_pairs_that_there_are_not(self, pairs: tuple[int, int, int]) -> None:
        with pytest.raises(tm.InvalidArgument):
            Difference(*pairs)


@pytest.mark.parametrize("error", [PolicyError(0, "Clock", 1.0), StoreError("a", "is full")])
def test_an_error_is_of_the_module_where_everybody_finds_it(error: Exception) -> None:
    assert type(error).__module__ == "themind.experiments"
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))
