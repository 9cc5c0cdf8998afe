"""How policies are asked: from functions, about stars, how long the table stood, and twice."""

from __future__ import annotations

import functools
import itertools
import json
import math
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest

import themind as tm
from odd_policies import Fixed, Starry, double_gap
from themind.experiments import (
    AbsoluteClock,
    Additive,
    CardBlind,
    Clock,
    Difference,
    Draw,
    Experiment,
    LogNormal,
    Moment,
    Policy,
    PolicyError,
    Race,
    Rate,
    Ticks,
    Weber,
    exact,
    learn,
    play_game,
    policy,
    run,
)
from wording import about

LEVEL_ONE = tm.Rules(players=2, levels=1, lives=5, stars=0)
FULL = tm.Rules(players=2, levels=12, lives=5, stars=0, cards=24)


def with_stars(level: int, players: int = 2) -> tm.Rules:
    return tm.Rules(players=players, levels=level, first_level=level, lives=5, stars=1)


class TestPoliciesOfFunctions:
    def test_its_wait_is_the_answer(self) -> None:
        made = policy(lambda moment, draw: 2.0 * moment.gap)
        table = Experiment(LEVEL_ONE, (made, made))
        assert play_game(table, "s") == play_game(Experiment(LEVEL_ONE, (Clock(2.0),) * 2), "s")

    def test_it_gets_the_draw_of_its_card(self) -> None:
        made = policy(lambda moment, draw: draw.exponential())
        blind = Experiment(FULL, (CardBlind(),) * 2)
        assert run(Experiment(FULL, (made,) * 2), 5, "s").rows() == run(blind, 5, "s").rows()

    def test_it_is_named_after_a_function_that_can_be_imported(self) -> None:
        assert policy(double_gap).name == "odd_policies.double_gap"
        assert policy(double_gap, name="mine").name == "mine"
        assert repr(policy(double_gap)) == "policy(double_gap)"
        assert repr(policy(lambda moment, draw: 1.0, "mine")) == "policy(mine)"

    @pytest.mark.parametrize(
        "function",
        [
            lambda moment, draw: 1.0,
            functools.partial(double_gap),
            Fixed(1.0).wait,
        ],
        ids=["lambda", "partial", "method"],
    )
    def test_others_have_no_name_that_tells_them_apart(self, function: Any) -> None:
        assert policy(function).name is None

    def test_it_is_a_value_and_can_be_sent(self) -> None:
        assert policy(double_gap) == policy(double_gap) != policy(double_gap, "other")
        assert pickle.loads(pickle.dumps(policy(double_gap))) == policy(double_gap)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ((3,), ["wait", int]),
            ((Clock,), ["wait", Clock]),
            ((double_gap, 3), ["name", int]),
        ],
    )
    def test_other_things_are_refused(
        self, arguments: tuple[Any, ...], words: list[object]
    ) -> None:
        with pytest.raises(TypeError, match=about(*words)):
            policy(*arguments)


class TestSeatsForPolicies:
    @pytest.mark.parametrize(
        ("policies", "words"),
        [
            (
                (Clock(1.0), Clock),
                ["policies[1]", Policy, Clock, "Clock(...)"],
            ),
            (
                (double_gap, Clock(1.0)),
                ["policies[0]", "function", "policy(double_gap)"],
            ),
            (
                (functools.partial(double_gap), Clock(1.0)),
                ["policies[0]", "partial", "policy(...)"],
            ),
            ((Clock(1.0), int), ["policies[1]", int]),
            ((Clock(1.0), "clock"), ["policies[1]", str]),
            ({Clock(1.0): 1}, ["policies", dict]),
            (Clock(1.0), ["policies", Clock]),
            (iter([Clock(1.0)]), ["policies", "list_iterator"]),
        ],
    )
    def test_nothing_else_has_a_seat(self, policies: Any, words: list[object]) -> None:
        with pytest.raises(TypeError, match=about(*words)):
            Experiment(LEVEL_ONE, policies)


@attrs.frozen
class Answering(Fixed):
    """Gives an answer to every question about a star."""

    star: Any = None

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        return self.star

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        return self.star


@attrs.frozen(eq=False)
class Holding(Policy):
    """Writes down how many cards it holds when it is asked about a star."""

    held: list[tuple[str, int]]

    def wait(self, moment: Moment, draw: Draw) -> float:
        return 1.0 if moment.view.seat == 0 else 2.0

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        self.held.append(("wants", len(moment.view.hand)))
        return False

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        self.held.append(("agrees", len(moment.view.hand)))
        return False


class TestStars:
    @pytest.mark.parametrize("answer", ["no", "", None, 1, 0, 0.0, [], math.nan])
    @pytest.mark.parametrize("method", ["wants_star", "agrees_to_star"])
    def test_an_answer_that_is_no_bool_is_refused(self, answer: object, method: str) -> None:
        odd = Answering(star=answer)
        policies = (odd, Fixed()) if method == "wants_star" else (Starry(wants=True), odd)
        seat = policies.index(odd)
        with pytest.raises(PolicyError, match=about(f"seat {seat}", Answering, method)) as caught:
            play_game(Experiment(with_stars(2), policies), 1)
        assert caught.value.value is answer

    def test_a_bool_of_numpy_is_one(self) -> None:
        np = pytest.importorskip("numpy")
        for star in (True, False):
            tables = [
                Experiment(with_stars(2), (Answering(star=kind(star)),) * 2)
                for kind in (bool, np.bool_)
            ]
            assert play_game(tables[0], 1) == play_game(tables[1], 1)

    def test_a_seat_without_cards_wants_none_but_is_asked_to_agree(self) -> None:
        first, second = Holding([]), Holding([])
        played(Experiment(with_stars(2), (first, second)))
        assert {held for _, held in first.held + second.held} == {1, 2}
        votes = Holding([])
        played(Experiment(with_stars(2), (votes, Asking())))
        assert {held for kind, held in votes.held if kind == "wants"} == {1, 2}
        assert {held for kind, held in votes.held if kind == "agrees"} == {0}


def played(table: Experiment) -> None:
    """Play games of which none is played twice, so that policies can write down what they see."""
    for game in range(20):
        play_game(table, "held", game)


@attrs.frozen
class Asking(Policy):
    """Plays late, and wants a star as soon as its partner has no cards."""

    def wait(self, moment: Moment, draw: Draw) -> float:
        return 100.0

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        return moment.view.hand_sizes[0] == 0


@attrs.frozen(eq=False)
class Timing(Policy):
    """Plays after given waits, and writes down what `observe` tells it of time."""

    answers: tuple[float, ...]
    told: list[tuple[str, float, float, float]] = attrs.field(factory=list)
    asked: list[float] = attrs.field(factory=list)

    def wait(self, moment: Moment, draw: Draw) -> float:
        self.asked.append(moment.waited)
        cards = moment.view.level - len(moment.view.hand)
        return self.answers[cards]

    def observe(self, event: tm.SeatEvent, moment: Moment, draw: Draw) -> Timing:
        times = moment.level_time, moment.since_event, moment.waited
        self.told.append((type(event).__name__, *times))
        return self


class TestWaited:
    def test_it_is_the_wait_that_a_card_ended(self) -> None:
        watching = Timing((2.0, 3.0, 4.0))
        rules = tm.Rules(players=1, levels=3, first_level=3, lives=5, stars=0)
        play_game(Experiment(rules, (watching,)), 3)
        cards = [told[1:] for told in watching.told if told[0] == "CardPlayed"]
        assert cards == [(2.0, 0.0, 2.0), (5.0, 0.0, 3.0), (9.0, 0.0, 4.0)]
        assert watching.asked == [0.0, 2.0, 3.0]

    def test_cards_that_land_together_ended_one_wait(self) -> None:
        watching = Timing((1.0,))
        play_game(Experiment(LEVEL_ONE, (watching, Fixed(1.0))), "together")
        times = [told[1:] for told in watching.told if told[0] in ("CardPlayed", "MistakeMade")]
        assert len(times) >= 2
        assert set(times) == {(1.0, 0.0, 1.0)}

    def test_a_pause_ends_no_wait(self) -> None:
        """After a mistake play begins anew, and the wait before it is told once more."""
        rules = tm.Rules(players=2, levels=3, first_level=3, lives=9, max_lives=9, stars=0)
        table = Experiment(rules, (Timing((1.0, 1.0, 1.0)), Fixed(5.0)))
        index = next(i for i in range(50) if mistakes_at_once(table, i))
        watching = Timing((1.0, 1.0, 1.0))
        play_game(attrs.evolve(table, policies=(watching, Fixed(5.0))), 0, index)
        started = [told for told in watching.told if told[0] == "PlayStarted"]
        assert started[1][2:] == (0.0, 1.0)

    def test_a_new_deal_begins_with_none(self) -> None:
        watching = Timing((2.0, 3.0))
        rules = tm.Rules(players=1, levels=2, lives=5, stars=0)
        play_game(Experiment(rules, (watching,)), 3)
        dealt = [told[1:] for told in watching.told if told[0] == "HandDealt"]
        assert dealt == [(0.0, 0.0, 0.0)] * 2

    def test_a_moment_by_hand_may_leave_it_out(self) -> None:
        assert Moment(tm.view(tm.new_game(LEVEL_ONE), 0), 1.0, 1.0).waited == 0.0


def mistakes_at_once(table: Experiment, index: int) -> bool:
    events = [event for step in tm.replay(play_game(table, 0, index)) for event in step.events]
    kinds = [type(event) for event in events]
    return tm.MistakeMade in kinds[:5] and tm.PlayStarted in kinds[5:]


class TestNumbersOfNumpy:
    @pytest.mark.parametrize("kind", ["float64", "float32", "float16", "int64", "uint8"])
    def test_a_wait_of_numpy_is_a_wait(self, kind: str) -> None:
        make = getattr(pytest.importorskip("numpy"), kind)
        given, plain = (Experiment(LEVEL_ONE, (Fixed(answer),) * 2) for answer in (make(3), 3.0))
        assert run(given, 3, "np", keep_records=True).records == (
            run(plain, 3, "np", keep_records=True).records
        )

    def test_so_are_its_numbers_in_clocks(self) -> None:
        np = pytest.importorskip("numpy")
        given = Clock(np.float32(0.5), LogNormal(np.int64(1)))
        assert given == Clock(0.5, LogNormal(1.0))
        assert {type(given.tempo), type(given.noise.sigma)} == {float}  # type: ignore[union-attr]
        assert Ticks(np.int64(2)) == Ticks(2.0)

    def test_an_index_and_a_seed_of_numpy(self) -> None:
        np = pytest.importorskip("numpy")
        table = Experiment(LEVEL_ONE, (Clock(0.5),) * 2)
        assert play_game(table, np.int64(42), np.uint8(3)) == play_game(table, "42", 3)

    def test_games_courses_and_levels_of_numpy(self) -> None:
        np = pytest.importorskip("numpy")
        two, three = np.int64(2), np.uint8(3)
        table = Experiment(LEVEL_ONE, (Clock(0.5),) * 2)
        whole = run(table, 3, "n", start=2)
        assert run(table, three, "n", start=two, chunk=np.int16(1), window=two) == whole
        assert json.loads(json.dumps([*whole.ranges[0]])) == [2, 5]
        learning = learn(table, three, two, repeats=two)
        assert learning == learn(table, 3, "2", repeats=2)
        assert learning.means("won", np.int8(1), three) == learning.means("won", 1, 3)
        assert exact.card_blind(two, three) == exact.card_blind(2, 3)
        chance = exact.lognormal(np.float32(0.5))
        assert exact.race(chance, two, np.int64(20)) == exact.race(chance, 2, 20)
        laws = exact.race_laws(chance, np.arange(1, 4), np.int64(20))
        assert laws == exact.race_laws(chance, [1, 2, 3], 20)
        assert {type(level) for level in laws} == {int}
        assert exact.win(laws, LEVEL_ONE) == exact.win([laws[1]], LEVEL_ONE)

    def test_counts_and_keys_of_numpy_become_ints(self) -> None:
        np = pytest.importorskip("numpy")
        rate = Rate(np.int64(3), np.uint8(4))
        assert (rate, type(rate.successes), type(rate.trials)) == (Rate(3, 4), int, int)
        difference = Difference(np.int64(2), np.int64(1), np.int64(9))
        assert {type(number) for number in attrs.astuple(difference)} == {int}
        assert Draw(np.uint64(7)).integer(np.int8(6)) == Draw(7).integer(6)
        key = tm.rng.plan_key(np.int64(5), game=np.int64(0), level=1, seat=np.int8(1), card=24)
        assert key == tm.rng.plan_key("5", game=0, level=1, seat=1, card=24)

    def test_a_bool_is_none(self) -> None:
        for use in (Draw, lambda game: tm.rng.game_key("s", game=game, seat=0)):
            with pytest.raises(TypeError, match=about("bool")):
                use(True)
        with pytest.raises(TypeError, match=about("blind")):
            tm.rng.deck_key("s", level=1, blind=1)  # type: ignore[arg-type]


def derived(clock: Policy) -> Policy:
    """The same policy as an instance of a derived class, which has to see its views."""
    kind = attrs.frozen(type("Derived", (type(clock),), {"__annotations__": {}}))
    fields = {field.name: getattr(clock, field.name) for field in attrs.fields(type(clock))}
    made: Policy = kind(**fields)
    return made


class TestWithoutViews:
    """Clocks are asked without a view; the games are those of clocks that see one."""

    @pytest.mark.parametrize(
        "clock",
        [
            Clock(0.3),
            Clock(0.3, LogNormal(0.3)),
            Clock(0.3, Additive(1.0)),
            Clock(0.3, Weber(0.5)),
            AbsoluteClock(0.3, LogNormal(0.3)),
            CardBlind(),
        ],
    )
    @pytest.mark.parametrize("driver", [Race(), Race(redraw=False), Ticks(0.5)])
    @pytest.mark.parametrize("blind", [False, True])
    def test_the_games_are_the_same(self, clock: Policy, driver: Any, *, blind: bool) -> None:
        rules = attrs.evolve(FULL, auto_refocus=blind)
        tables = [
            Experiment(rules, (one, Clock(0.31)), driver, blind=blind)
            for one in (clock, derived(clock))
        ]
        results = [run(table, 3, "views", keep_records=True) for table in tables]
        assert results[0].records == results[1].records

    def test_a_derived_clock_may_wait_in_its_own_way(self) -> None:
        class Late(Clock):
            def wait(self, moment: Moment, draw: Draw) -> float:
                return 1000.0 + super().wait(moment, draw)

        record = play_game(Experiment(LEVEL_ONE, (Late(1.0), Late(1.0))), "late")
        assert record.entries[2].at_ms > 1_000_000  # type: ignore[operator]


class Counting(Policy):
    """Counts how often it is asked, in itself."""

    def __init__(self) -> None:
        self.asked = 0

    def wait(self, moment: Moment, draw: Draw) -> float:
        self.asked += 1
        return float(moment.gap + self.asked)


@attrs.frozen
class Global(Policy):
    """Draws global random numbers."""

    def wait(self, moment: Moment, draw: Draw) -> float:
        return random.random()


@attrs.frozen
class Whim(Fixed):
    """Decides about stars at random."""

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        return next(WHIMS)


WHIMS = itertools.cycle([True, False, False])


class Wobbly(LogNormal):
    """Noise that is no function of the draw."""

    def applied(self, seconds: float, draw: Draw) -> float:
        return seconds + random.random()


class TestTwice:
    @pytest.mark.parametrize(
        ("make", "method"),
        [
            (Counting, "wait"),
            (Global, "wait"),
            (lambda: Clock(1.0, Wobbly(0.1)), "wait"),
            (lambda: Whim(answer=3.0), "wants_star"),
        ],
        ids=["counting", "global", "wobbly", "whim"],
    )
    def test_a_policy_that_is_no_function_is_noticed(
        self, make: Callable[[], Policy], method: str
    ) -> None:
        table = Experiment(with_stars(2), (Starry(), make()))
        with pytest.raises(PolicyError, match=about("seat 1", method)) as caught:
            run(table, 5, "twice")
        first, second = caught.value.value  # type: ignore[misc]
        assert first != second

    def test_so_it_is_on_an_executor(self) -> None:
        table = Experiment(LEVEL_ONE, (Clock(1.0), Counting()))
        with ThreadPoolExecutor(2) as executor, pytest.raises(PolicyError, match=about("seat 1")):
            run(table, 5, "twice", executor=executor)

    @pytest.mark.parametrize("first", [0, 7])
    def test_the_first_game_of_a_run_is_played_twice_and_no_other(self, first: int) -> None:
        asked: list[int] = []

        def wait(moment: Moment, draw: Draw) -> float:
            asked.append(draw.game.key)
            return float(moment.gap)

        rules = tm.Rules(players=1, levels=1, lives=1, stars=0)
        run(Experiment(rules, (policy(wait),)), 4, "twice", start=first, chunk=1)
        games = [tm.rng.game_key("twice", game=first + k, seat=0) for k in range(4)]
        assert asked == [games[0], *games]

    @pytest.mark.parametrize("kind", [Counting, Global])
    def test_one_that_says_so_is_asked_once(self, kind: type[Policy]) -> None:
        unsure = type("Unsure", (kind,), {"deterministic": False})()
        rules = tm.Rules(players=1, levels=1, lives=1, stars=0)
        asked: list[Moment] = []

        def wait(self: Policy, moment: Moment, draw: Draw) -> float:
            asked.append(moment)
            return kind.wait(self, moment, draw)

        type(unsure).wait = wait
        assert run(Experiment(rules, (unsure,)), 5, "once").games == 5
        assert len(asked) == 5
