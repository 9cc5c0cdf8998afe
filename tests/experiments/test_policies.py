"""When the policies of the library would play."""

from __future__ import annotations

import math
from statistics import fmean, stdev

import attrs
import pytest

import themind as tm
from odd_policies import Fixed, Impatient
from themind.experiments import (
    AbsoluteClock,
    Additive,
    CardBlind,
    Clock,
    Confident,
    Draw,
    LogNormal,
    Moment,
    Policy,
    Scripted,
    Weber,
)
from themind.odds import chance_lowest
from wording import about

RULES = tm.Rules(players=2, levels=2, first_level=2, lives=3, stars=1)


def moment(
    hands: tuple[tm.Hand, ...] = ((30, 70), (20, 90)), plays: tuple[int, ...] = (), **times: float
) -> Moment:
    state = tm.begin(tm.deal(tm.new_game(RULES), tm.stacked_deck(hands)).state).state
    for seat in plays:
        state = tm.play(state, seat).state
    seconds = {"level_time": 0.0, "since_event": 0.0} | times
    return Moment(tm.view(state, 0), **seconds)


def blind_moment(plays: tuple[int, ...]) -> Moment:
    rules = tm.Rules.standard(players=2)
    start = attrs.evolve(tm.new_game(rules), level=2, blind=True)
    dealt = tm.deal(start, tm.stacked_deck(((30, 70), (20, 90)))).state
    state = tm.begin(dealt).state
    for seat in plays:
        state = tm.play(state, seat).state
    return Moment(tm.view(state, 0), 0.0, 0.0)


class TestMoment:
    def test_the_gap_is_from_the_top_or_from_nothing(self) -> None:
        assert (moment().lowest, moment().gap) == (30, 30)
        assert moment(plays=(1,)).gap == 10

    @pytest.mark.parametrize(("plays", "gap"), [((), 30), ((1,), 30), ((0,), 40), ((0, 1), 40)])
    def test_in_a_blind_level_the_gap_is_from_the_own_cards_alone(
        self, plays: tuple[int, ...], gap: int
    ) -> None:
        assert blind_moment(plays).gap == gap


class TestNoise:
    @pytest.mark.parametrize(
        ("noise", "mean", "sd"),
        [
            (LogNormal(0.2), 10 * math.exp(0.02), None),
            (Additive(0.5), 10.0, 0.5),
            (Weber(0.1), 10.0, 1.0),
        ],
    )
    def test_it_has_the_moments_of_its_law(
        self, noise: LogNormal | Additive | Weber, mean: float, sd: float | None
    ) -> None:
        waits = [noise.applied(10.0, Draw(tm.rng.splitmix64(5, k))) for k in range(4000)]
        expected_sd = sd or mean * math.sqrt(math.exp(0.04) - 1)
        assert fmean(waits) == pytest.approx(mean, abs=4 * expected_sd / math.sqrt(4000))
        assert stdev(waits) == pytest.approx(expected_sd, rel=0.05)

    def test_it_is_the_formula_with_the_next_normal_number(self) -> None:
        z = Draw(8).normal()
        assert LogNormal(0.3).applied(2.0, Draw(8)) == pytest.approx(2 * math.exp(0.3 * z))
        assert Additive(0.3).applied(2.0, Draw(8)) == pytest.approx(2 + 0.3 * z)
        assert Weber(0.3).applied(2.0, Draw(8)) == pytest.approx(2 * (1 + 0.3 * z))

    @pytest.mark.parametrize("noise", [Additive(100.0), Weber(100.0)])
    def test_no_wait_is_below_0(self, noise: Additive | Weber) -> None:
        waits = [noise.applied(1.0, Draw(tm.rng.splitmix64(6, k))) for k in range(50)]
        assert min(waits) == 0.0
        assert max(waits) > 0.0

    def test_a_huge_sigma_gives_no_error(self) -> None:
        waits = [LogNormal(1e6).applied(1.0, Draw(tm.rng.splitmix64(6, k))) for k in range(20)]
        assert all(wait >= 0 for wait in waits)

    @pytest.mark.parametrize("noise", [LogNormal, Additive, Weber])
    @pytest.mark.parametrize("size", [-0.1, math.nan, math.inf])
    def test_its_size_is_finite_and_not_negative(self, noise: type[LogNormal], size: float) -> None:
        with pytest.raises(tm.InvalidArgument):
            noise(size)


class TestClocks:
    def test_a_clock_counts_the_gap(self) -> None:
        assert Clock(0.5).wait(moment(), Draw(1)) == 15.0
        assert Clock(0.5).wait(moment(plays=(1,)), Draw(1)) == 5.0

    def test_a_clock_varies_with_its_noise(self) -> None:
        noise = Weber(0.2)
        assert Clock(0.5, noise).wait(moment(), Draw(3)) == noise.applied(15.0, Draw(3))

    def test_an_absolute_clock_counts_from_the_start_of_the_level(self) -> None:
        clock = AbsoluteClock(0.5)
        assert clock.wait(moment(), Draw(1)) == 15.0
        assert clock.wait(moment(plays=(1,), level_time=12.0), Draw(1)) == 3.0
        assert clock.wait(moment(level_time=40.0), Draw(1)) == 0.0

    def test_an_absolute_clock_decides_once_for_each_card(self) -> None:
        clock = AbsoluteClock(0.5, LogNormal(0.5))
        first = clock.wait(moment(), Draw(3))
        again = clock.wait(moment(level_time=1.0), Draw(4, first_key=3))
        assert again == pytest.approx(first - 1.0)
        assert clock.wait(moment(), Draw(4)) != first

    @pytest.mark.parametrize("clock", [Clock, AbsoluteClock])
    @pytest.mark.parametrize("tempo", [-1, math.nan, math.inf])
    def test_a_tempo_is_finite_and_not_negative(self, clock: type[Clock], tempo: float) -> None:
        with pytest.raises(tm.InvalidArgument, match="tempo"):
            clock(tempo)

    def test_noise_is_noise(self) -> None:
        with pytest.raises(TypeError):
            Clock(1.0, 0.1)  # type: ignore[arg-type]


class TestOthers:
    def test_card_blind_waits_are_exponential(self) -> None:
        waits = [CardBlind().wait(moment(), Draw(tm.rng.splitmix64(4, k))) for k in range(4000)]
        assert fmean(waits) == pytest.approx(1.0, abs=4 / math.sqrt(4000))
        assert sum(wait > 1 for wait in waits) / 4000 == pytest.approx(math.exp(-1), abs=0.031)

    def test_confidence_shortens_the_wait_in_proportion(self) -> None:
        chance = float(chance_lowest(moment().view))
        assert 0 < chance < 0.9
        policy = Confident(at_least=0.9, patience=10.0)
        assert policy.wait(moment(), Draw(1)) == pytest.approx(10 * (1 - chance / 0.9))
        assert Confident(at_least=chance, patience=10.0).wait(moment(), Draw(1)) == 0.0
        assert policy.wait(moment(hands=((1, 2), (3, 4))), Draw(1)) == 0.0

    def test_confidence_without_a_chance_waits_in_full(self) -> None:
        assert Confident(0.9, 10.0).wait(blind_moment((1,)), Draw(1)) == 10.0
        assert Confident(0.9, 10.0).wait(blind_moment(()), Draw(1)) < 10.0

    @pytest.mark.parametrize("at_least", [0.0, -0.5, 1.5, math.nan])
    def test_a_wanted_chance_is_a_chance(self, at_least: float) -> None:
        with pytest.raises(tm.InvalidArgument, match="at_least"):
            Confident(at_least, 1.0)

    def test_a_script_by_card(self) -> None:
        policy = Scripted({30: 2.5, 70: 0.0})
        assert policy.wait(moment(), Draw(1)) == 2.5
        assert policy.wait(moment(since_event=1.0), Draw(1)) == 1.5
        assert policy.wait(moment(since_event=3.0), Draw(1)) == 0.0
        assert policy.wait(moment(plays=(0,)), Draw(1)) == 0.0
        assert Scripted({31: 1.0}).wait(moment(), Draw(1)) == math.inf
        assert policy == Scripted({70: 0.0, 30: 2.5})

    def test_a_script_in_order(self) -> None:
        policy = Scripted([2.5, 7.0])
        assert policy.wait(moment(), Draw(1)) == 2.5
        assert policy.wait(moment(plays=(0,)), Draw(1)) == 7.0
        assert Scripted([2.5]).wait(moment(plays=(0,)), Draw(1)) == math.inf

    def test_a_script_is_a_collection(self) -> None:
        with pytest.raises(TypeError):
            Scripted(1.0)

    def test_a_bad_wait_of_a_script_is_left_to_be_found(self) -> None:
        assert Scripted([-1.0]).wait(moment(since_event=3.0), Draw(1)) == -1.0


class TestPolicy:
    def test_it_is_abstract(self) -> None:
        with pytest.raises(TypeError, match=about("Policy")):
            Policy()  # type: ignore[abstract]

    def test_it_neither_wants_stars_nor_learns_by_itself(self) -> None:
        policy = Fixed()
        assert policy.wants_star(moment(), Draw(1)) is False
        assert policy.agrees_to_star(moment(), Draw(1)) is False
        assert policy.observe(tm.PlayStarted(), moment(), Draw(1)) is policy
        assert policy.report() == {}
        assert policy.deterministic
        assert policy.name is None

    def test_the_policies_of_the_library_are_values(self) -> None:
        makers = [
            lambda: Clock(0.3, LogNormal(0.1)),
            lambda: AbsoluteClock(0.3),
            CardBlind,
            lambda: Confident(0.9, 5.0),
            lambda: Scripted([1.0]),
            Impatient,
        ]
        for make in makers:
            assert make() == make()
            assert hash(make()) == hash(make())
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                make().tempo = 1.0  # type: ignore[union-attr]
