"""The kernel of batches as plain Python, part by part and in whole games."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import NormalDist
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from batch_settings import SETTINGS
from claims import claim
from themind import rng
from themind.experiments import (
    AbsoluteClock,
    Additive,
    CardBlind,
    Clock,
    Draw,
    Experiment,
    LogNormal,
    Policy,
    Result,
    Weber,
    run,
)
from themind.experiments._columns import packed
from themind.experiments.batch import (
    _arrays,
    _batch,
    _compiled,
    _kernel,
    _player,
    _quantiles,
    _setup,
    _waits,
    _words,
    batch,
)

KEYS = st.integers(0, 2**64 - 1)

POLICIES = (
    Clock(0.3),
    Clock(0.3, LogNormal(0.1)),
    Clock(1e9, LogNormal(0.0)),
    Clock(0.3, LogNormal(150.0)),
    Clock(0.3, Additive(2.0)),
    Clock(1e9, Additive(1e12)),
    Clock(0.3, Weber(0.5)),
    AbsoluteClock(1e6, LogNormal(1.0)),
    AbsoluteClock(0.0, Additive(1e9)),
    CardBlind(),
)


class Lists:
    """Lists in place of NumPy's arrays, for the kernel as plain Python."""

    def blank(self, count: int) -> list[int]:
        return [0] * count

    def integers(self, values: Iterable[int]) -> list[int]:
        return list(values)

    def word(self, value: int) -> int:
        return value

    words = integers

    def floats(self, values: Iterable[float]) -> list[float]:
        return list(values)

    def places(self, values: Sequence[int], wanted: int) -> list[int]:
        return [place for place, value in enumerate(values) if value == wanted]

    def packed(self, values: Sequence[int]) -> Any:
        return packed(values)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let batches run uncompiled."""
    monkeypatch.setattr(_batch, "compiled", lambda: _kernel.play_games)
    monkeypatch.setattr(_batch, "NumpyArrays", Lists)


@pytest.fixture
def left_over(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that were played in the ordinary way."""
    found: list[int] = []
    ordinary = _player.Player._ordinary
    monkeypatch.setattr(
        _player.Player,
        "_ordinary",
        lambda self, index: found.append(index) or ordinary(self, index),
    )
    return found


def batched(name: str, games: int, **options: Any) -> Result:
    experiment, seed, _ = SETTINGS[name]
    return batch(experiment, games, seed, start=SETTINGS[name].start(games), **options)


def ordinary(name: str, games: int) -> Result:
    experiment, seed, _ = SETTINGS[name]
    return run(experiment, games, seed, start=SETTINGS[name].start(games))


@pytest.mark.usefixtures("plain")
class TestUncompiled:
    @pytest.mark.parametrize("name", SETTINGS)
    def test_it_has_the_rows_of_a_run(self, name: str) -> None:
        assert batched(name, 4) == ordinary(name, 4)

    @pytest.mark.unmeasured
    @pytest.mark.parametrize("name", SETTINGS)
    def test_many_games_have_the_rows_of_a_run(self, name: str) -> None:
        assert batched(name, 100).rows() == ordinary(name, 100).rows()

    def test_counts_and_progress(self) -> None:
        told: list[tuple[int, int]] = []
        counted = batched(
            "a deck of 6", 9, keep="counts", threads=1, progress=lambda *both: told.append(both)
        )
        assert counted.digest == ordinary("a deck of 6", 9).digest
        assert (told[0], told[-1]) == ((0, 9), (9, 9))

    def test_chunks_are_small_enough(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_batch, "CHUNK_NUMBERS", 50)
        told: list[tuple[int, int]] = []
        result = batched("a deck of 6", 40, threads=1, progress=lambda *both: told.append(both))
        assert [done for done, _ in told[:3]] == [0, 5, 10], "ten columns: five games"
        assert result == ordinary("a deck of 6", 40)


@pytest.fixture(params=["uncompiled", "compiled"])
def way(request: pytest.FixtureRequest) -> str:
    if request.param == "uncompiled":
        request.getfixturevalue("plain")
    else:
        pytest.importorskip("numba", reason="numba is not installed")
    return str(request.param)


@pytest.mark.usefixtures("way")
class TestTheOrdinaryWay:
    """Games of which the kernel is not sure are played there, and only those."""

    def test_a_wait_near_half_a_microsecond(
        self, left_over: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With a guard band that is wide enough to be met: some games are left over, not all."""
        monkeypatch.setattr(_setup, "GUARD", 1e-10)
        name = "two, the whole stack"
        assert batched(name, 40) == ordinary(name, 40)
        assert 0 < len(left_over) < 40

    @pytest.mark.parametrize("name", ["tempo 10^12", "waits without end"])
    @claim("howto/batches.md", "Equality with `run`")
    def test_waits_that_are_too_long(self, left_over: list[int], name: str) -> None:
        assert batched(name, 30) == ordinary(name, 30)
        assert 0 < len(left_over) <= 30

    def test_times_that_no_array_holds(self, left_over: list[int]) -> None:
        rules = tm.Rules(players=1, levels=2, lives=1, stars=0)
        table = Experiment(rules, (Clock(1e14, LogNormal(2.0)),))
        long, same = batch(table, 40, "s"), run(table, 40, "s")
        assert max(long.values("seconds")) > 2**63 / 1e6
        assert left_over
        assert long == same
        assert long.digest == same.digest

    def test_a_level_that_takes_too_long(self, left_over: list[int]) -> None:
        """No wait is, but all of them together."""
        rules = tm.Rules(players=1, levels=4, lives=1, stars=0)
        table = Experiment(rules, (Clock(3.4e7),))
        assert batch(table, 30, "s") == run(table, 30, "s")
        assert 0 < len(left_over) < 30

    @pytest.mark.parametrize("name", ["two, the whole stack", "tempo 0", "ties to the microsecond"])
    def test_no_game_without_need(self, left_over: list[int], name: str) -> None:
        assert batched(name, 30) == ordinary(name, 30)
        assert left_over == []


@pytest.mark.usefixtures("plain")
def test_ties_are_met(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    landing = _kernel.sort_landing

    def counted(setup: Any, scratch: Any, count: int) -> None:
        counts.append(count)
        landing(setup, scratch, count)

    monkeypatch.setattr(_kernel, "sort_landing", counted)
    for name in ("five, cut off at 0", "ticks, random", "ties to the microsecond", "tempo 0"):
        batched(name, 5)
    assert len([count for count in counts if count > 1]) > 50
    assert max(counts) == 5


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("name", "computes_all"),
    [("two, the whole stack", False), ("six, mixed", False), ("ticks, random", True)],
)
def test_later_plans_are_not_computed(
    name: str, computes_all: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a race, those that a bound shows to be later than another one."""
    made: dict[str, int] = {"count_plan": 0, "plan": 0}
    for function in made:
        original = getattr(_kernel, function)

        def counted(*args: Any, function: str = function, original: Any = original) -> Any:
            made[function] += 1
            return original(*args)

        monkeypatch.setattr(_kernel, function, counted)
    assert batched(name, 5) == ordinary(name, 5)
    assert (
        made["plan"] == made["count_plan"]
        if computes_all
        else made["plan"] * 1.5 < made["count_plan"]
    )


class TestParts:
    @given(KEYS, st.integers(0, 2**64 - 1))
    def test_words(self, key: int, i: int) -> None:
        assert _words.word(key, i) == rng.splitmix64(key, i)

    @given(KEYS)
    def test_uniform_numbers(self, key: int) -> None:
        assert _words.uniform(_words.word(key, 0)) == Draw(key).uniform()

    @pytest.mark.parametrize("policy", POLICIES, ids=str)
    @given(bits=KEYS, card=st.integers(1, 10_000), now=st.integers(0, 2**53))
    def test_waits_are_within_their_bounds(
        self, policy: Policy, bits: int, card: int, now: int
    ) -> None:
        rules = tm.Rules(players=2, levels=1, lives=1, stars=0)
        table = Experiment(rules, (Clock(1.0), policy))
        setup = _setup.setup_of(table, Lists())
        scratch = _setup.scratch_of(table, Lists())
        scratch.words[1], scratch.planned[1], scratch.clock[_setup.NOW] = bits, card, now
        least, most = _waits.bounds(setup, scratch, 1)
        seconds, _ = _waits.wait(setup, scratch, 1)
        assert max(0.0, least) <= seconds <= max(0.0, most) + _kernel.NEARLY_TOGETHER / 2

    @given(st.one_of(KEYS, st.integers(0, 2**20), st.integers(2**64 - 2**20, 2**64 - 1)))
    def test_quantiles(self, word: int) -> None:
        """To the last digit, where the standard library's are not compiled to fuse operations."""
        p = ((word >> 12) + 0.5) * 2**-52
        found = _quantiles.normal_quantile(p)
        assert found == pytest.approx(NormalDist().inv_cdf(p), rel=2e-15, abs=0)

    @pytest.mark.parametrize("p", [2**-53, 1 - 2**-53, 1e-12, 0.074, 0.076, 0.924, 0.926, 0.4])
    def test_quantiles_of_each_part(self, p: float) -> None:
        found = _quantiles.normal_quantile(p)
        assert found == pytest.approx(NormalDist().inv_cdf(p), rel=2e-15, abs=0)

    @given(st.lists(st.integers(1, 10_000), max_size=60), st.integers(0, 3))
    def test_sorting(self, cards: list[int], before: int) -> None:
        hands = [7] * before + cards + [3]
        _kernel.sort_part(hands, before, len(cards))
        assert hands == [7] * before + sorted(cards) + [3]

    @given(st.integers(1, 60), st.integers(1, 60), KEYS)
    def test_dealing_leaves_the_deck_in_order(self, cards: int, players: int, key: int) -> None:
        players = min(players, cards)
        level = cards // players
        rules = tm.Rules(players=players, levels=level, lives=1, stars=0, cards=cards)
        table = Experiment(rules, (Clock(1.0),) * players)
        scratch = _setup.scratch_of(table, Lists())
        for _ in range(2):
            _kernel.deal(_setup.setup_of(table, Lists()), scratch, level, key)
            assert scratch.deck == list(range(1, cards + 1))
        assert len(set(scratch.hands)) == players * level


class FakeNumba(SimpleNamespace):
    """Compiles nothing, and writes down what it is asked for."""

    uint64 = int64 = int
    cached: Callable[[], None]

    def __init__(self, *, has_folder: bool) -> None:
        super().__init__(asked=[], has_folder=has_folder)

    def __hash__(self) -> int:
        return id(self)

    def njit(self, **options: Any) -> Callable[[Any], Any]:
        def compiled(function: Any) -> Any:
            if options.get("cache") and not self.has_folder:
                raise RuntimeError("no locator available")
            self.asked.append((function.__qualname__, options))
            return function

        return compiled


class TestCompiling:
    @pytest.mark.parametrize("has_folder", [True, False])
    def test_only_what_is_called_from_outside_is_cached(self, has_folder: bool) -> None:
        numba = FakeNumba(has_folder=has_folder)
        _compiled.compiled_with(numba)
        *parts, (name, options) = numba.asked
        assert name == f"play_games_{_compiled.fingerprint()}"
        assert options.get("cache", False) == has_folder
        assert all(options["nogil"] for _, options in numba.asked)
        assert {"word", "wait", "play_game", "deal"} < {name for name, _ in parts}
        assert all("cache" not in options for _, options in parts)

    def test_copies_see_copies(self) -> None:
        """So that the plain functions stay as they are."""
        play_games: Any = _compiled.compiled_with(FakeNumba(has_folder=True))
        assert play_games.__globals__["word"] is not _words.word
        assert play_games.__globals__["unsigned"] is int
        assert play_games.__globals__["play_game"].__globals__ is play_games.__globals__

    def test_numba_is_looked_for_at_each_call(self, monkeypatch: pytest.MonkeyPatch) -> None:
        numba: Any = FakeNumba(has_folder=True)
        monkeypatch.setitem(sys.modules, "numba", numba)
        assert _compiled.compiled() is _compiled.compiled()
        monkeypatch.setitem(sys.modules, "numba", None)
        with pytest.raises(ModuleNotFoundError) as caught:
            _compiled.compiled()
        assert caught.value.name == "numba"


def test_the_fingerprint_changes_with_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    prints = [_compiled.fingerprint(), _compiled.fingerprint()]
    for module, name, value in changes():
        with monkeypatch.context() as patch:
            patch.setattr(module, name, value)
            prints.append(_compiled.fingerprint())
    assert len(set(prints)) == len(prints) - 1


def changes() -> Iterator[tuple[Any, str, Any]]:
    """A constant, what a function does, how it is compiled, and the order of its arrays."""

    def below(key: int, i: int, n: int) -> int:
        return key + i + n

    below.__module__ = _words.__name__
    yield _kernel, "LATEST", 2**50
    yield _words, "below", below
    yield _compiled, "OPTIONS", {"nogil": False}
    yield _setup.Scratch, "_fields", _setup.Scratch._fields[::-1]


class TestArrays:
    """NumPy's arrays as the columns of a result."""

    @pytest.fixture
    def arrays(self) -> _arrays.NumpyArrays:
        pytest.importorskip("numpy")
        return _arrays.NumpyArrays()

    @pytest.mark.parametrize(
        "values",
        [[0], [-128, 127], [128], [-129], [2**15], [-(2**15), 5], [2**31, 1], [-(2**31)], [2**62]],
    )
    def test_columns_are_packed_as_those_of_a_run(
        self, arrays: _arrays.NumpyArrays, values: list[int]
    ) -> None:
        found, expected = arrays.packed(arrays.integers(values)), packed(values)
        assert isinstance(found, array)
        assert found == expected
        assert found.typecode == expected.typecode

    def test_the_others(self, arrays: _arrays.NumpyArrays) -> None:
        assert arrays.blank(3).tolist() == [0, 0, 0]
        assert arrays.words([2**64 - 1]).tolist() == [2**64 - 1]
        assert int(arrays.word(2**64 - 1)) == 2**64 - 1
        assert arrays.floats([0.5, 2]).tolist() == [0.5, 2.0]
        assert arrays.places(arrays.integers([5, -2, -2]), -2) == [1, 2]


def test_there_is_a_thread_for_each_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert _batch._cores() == 1
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    assert _batch._cores() == 6
