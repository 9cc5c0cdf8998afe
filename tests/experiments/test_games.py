"""One game: who lands when, how stars are voted on, and what policies get to see."""

from __future__ import annotations

import math
import pickle
from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from odd_policies import Fixed, Impatient, Raising, Starry
from themind.experiments import (
    Clock,
    Draw,
    Driver,
    Experiment,
    Landing,
    Moment,
    Policy,
    PolicyError,
    Race,
    Scripted,
    Ticks,
    play_game,
    run,
)
from wording import about

LEVEL_ONE = tm.Rules(players=2, levels=1, lives=5, stars=0)


def one_level(
    level: int, players: int = 2, *, stars: int = 0, auto_refocus: bool = True
) -> tm.Rules:
    return tm.Rules(
        players=players,
        levels=level,
        first_level=level,
        lives=5,
        stars=stars,
        auto_refocus=auto_refocus,
    )


def told(record: tm.Record, *kinds: type) -> list[tuple[Any, int | None]]:
    return [
        (entry.action, entry.at_ms) for entry in record.entries if isinstance(entry.action, kinds)
    ]


def plays_of(record: tm.Record) -> list[tuple[tuple[int, ...], int | None]]:
    """Who landed, in order, and when."""
    return [
        (tuple(p.seat for p in getattr(action, "plays", (action,))), at_ms)
        for action, at_ms in told(record, tm.Play, tm.PlayTogether)
    ]


def hands_of(record: tm.Record) -> tuple[tm.Hand, ...]:
    return tm.apply(record.start, record.entries[0].action).state.hands


class TestOneGame:
    def test_it_deals_what_an_app_would_deal(self) -> None:
        record = play_game(Experiment(LEVEL_ONE, (Clock(0.1),) * 2), "friday", index=7)
        deal = record.entries[0].action
        assert isinstance(deal, tm.Deal)
        assert deal == tm.Deal(tm.deck_for(record.start, "friday/7"))

    @claim("experiments.md")
    def test_it_is_a_game_by_the_rules_to_the_end(self) -> None:
        experiment = Experiment(tm.Rules.standard(players=3), (Clock(0.2),) * 3)
        final = tm.final_state(play_game(experiment, "friday"))
        assert final.phase is tm.Phase.WON

    def test_times_are_sums_of_microseconds_cut_to_milliseconds(self) -> None:
        """Three waits of 0.4 ms are 1.2 ms together, not three times 0."""
        record = play_game(Experiment(one_level(3, 1), (Fixed(0.0004),)), 1)
        assert [at for _, at in plays_of(record)] == [0, 0, 1]

    def test_a_seed_is_a_text_or_the_number_in_it(self) -> None:
        experiment = Experiment(LEVEL_ONE, (Clock(0.1),) * 2)
        assert play_game(experiment, 42) == play_game(experiment, "42")
        for seed in (b"42", 4.2, None, True):
            with pytest.raises(TypeError, match=about("seed", type(seed))):
                play_game(experiment, seed)  # type: ignore[arg-type]

    def test_an_index_is_not_negative(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("index", -1)):
            play_game(Experiment(LEVEL_ONE, (Clock(0.1),) * 2), 1, index=-1)

    def test_an_experiment_is_one(self) -> None:
        with pytest.raises(TypeError, match=about("Experiment", tm.Rules)):
            play_game(LEVEL_ONE, 1)  # type: ignore[arg-type]

    def test_nobody_ever_plays(self) -> None:
        record = play_game(Experiment(LEVEL_ONE, (Fixed(math.inf),) * 2), 1)
        assert tm.final_state(record).phase is tm.Phase.PLAYING
        assert plays_of(record) == []

    @pytest.mark.parametrize("driver", [Race(), Ticks(1e280)])
    def test_a_time_that_no_record_can_hold_never_comes(self, driver: Driver) -> None:
        record = play_game(Experiment(LEVEL_ONE, (Fixed(1e250), Fixed(1e20)), driver), 1)
        assert plays_of(record) == []

    def test_never_and_sooner(self) -> None:
        record = play_game(Experiment(one_level(2), (Fixed(math.inf), Fixed(2)), Race()), 1)
        assert plays_of(record) == [((1,), 2000), ((1,), 4000)]


class TestRace:
    def test_the_least_wait_plays(self) -> None:
        record = play_game(Experiment(one_level(2), (Fixed(3.0), Fixed(2.0))), 5)
        seats = [seats for seats, _ in plays_of(record)]
        assert seats[0] == (1,)

    def test_equal_waits_land_together_in_the_order_of_their_keys(self) -> None:
        orders = set()
        for index in range(12):
            experiment = Experiment(one_level(1, 3), (Fixed(1.0), Fixed(1.0), Fixed(9.0)))
            record = play_game(experiment, "ties", index)
            hands = hands_of(record)

            def tie(seat: int, index: int = index, hands: Any = hands) -> int:
                key = tm.rng.splitmix64(tm.rng.seed_key("ties"), 2)
                for number in (index, 0, 1, 0, seat, hands[seat][0], 0):
                    key = tm.rng.splitmix64(key, number)
                return tm.rng.splitmix64(key, 2**63)

            seats, at_ms = plays_of(record)[0]
            assert (seats, at_ms) == (tuple(sorted((0, 1), key=tie)), 1000)
            orders.add(seats)
        assert orders == {(0, 1), (1, 0)}

    def test_waits_are_compared_in_whole_microseconds(self) -> None:
        same = Experiment(LEVEL_ONE, (Fixed(1.0000001), Fixed(1.0000004)))
        assert len(plays_of(play_game(same, 1))[0][0]) == 2
        other = Experiment(LEVEL_ONE, (Fixed(1.000001), Fixed(1.000002)))
        assert plays_of(play_game(other, 1))[0][0] == (0,)

    def test_with_redraw_every_step_asks_anew(self) -> None:
        """Seat 1 waits 3 s from the last play; seat 0 plays every 2 s and is always first."""
        record = play_game(Experiment(clear_hands(), (Fixed(2.0), Fixed(3.0))), 0)
        assert plays_of(record)[:2] == [((0,), 2000), ((0,), 4000)]

    def test_without_redraw_a_plan_stands(self) -> None:
        """Seat 0 plays at 2 and then means 4; seat 1 still means 3."""
        experiment = Experiment(clear_hands(), (Fixed(2.0), Fixed(3.0)), Race(redraw=False))
        index = next(i for i in range(99) if keeps_its_card(experiment, i))
        assert plays_of(play_game(experiment, 0, index))[:2] == [((0,), 2000), ((1,), 3000)]

    def test_without_redraw_never_stands_too(self) -> None:
        experiment = Experiment(one_level(2), (Fixed(math.inf), Fixed(2.0)), Race(redraw=False))
        assert {seats for seats, _ in plays_of(play_game(experiment, 0))} == {(1,)}

    def test_redraw_is_a_bool_that_is_named(self) -> None:
        with pytest.raises(TypeError):
            Race(False)  # type: ignore[misc]
        with pytest.raises(TypeError):
            Race(redraw=1)  # type: ignore[arg-type]


def clear_hands() -> tm.Rules:
    return one_level(2)


def keeps_its_card(experiment: Experiment, index: int) -> bool:
    """Whether seat 0's first card leaves seat 1's hand alone."""
    hands = hands_of(play_game(experiment, 0, index))
    return hands[0][0] < hands[1][0]


class TestTicks:
    @pytest.mark.parametrize(
        ("wait", "at_ms"), [(0.0, 500), (0.2, 500), (0.5, 500), (0.500001, 1000), (1.7, 2000)]
    )
    def test_a_play_lands_in_the_tick_that_ends_next(self, wait: float, at_ms: int) -> None:
        record = play_game(Experiment(one_level(1, 1), (Fixed(wait),), Ticks(0.5)), 1)
        assert plays_of(record) == [((0,), at_ms)]

    def test_a_seat_lands_once_a_tick(self) -> None:
        record = play_game(Experiment(one_level(3, 1), (Fixed(0.0),), Ticks(0.5)), 1)
        assert [at for _, at in plays_of(record)] == [500, 1000, 1500]

    def test_the_grid_is_that_of_the_level(self) -> None:
        """After a play at 1.0 a wait of 0.7 means 1.7, which lands at 2.0 and not at 1.7."""
        record = play_game(Experiment(one_level(2, 1), (Fixed(0.7),), Ticks(0.5)), 1)
        assert [at for _, at in plays_of(record)] == [1000, 2000]

    def test_each_level_has_a_grid_of_its_own(self) -> None:
        rules = tm.Rules(players=1, levels=2, lives=1, stars=0)
        record = play_game(Experiment(rules, (Fixed(0.0),), Ticks(0.5)), 1)
        assert [at for _, at in plays_of(record)] == [500, 1000, 1500]

    @pytest.mark.parametrize("landing", [Landing.LOWEST_FIRST, Landing.HIGHEST_FIRST])
    def test_what_shares_a_tick_lands_in_the_order_of_the_cards(self, landing: Landing) -> None:
        for index in range(6):
            experiment = Experiment(
                one_level(1, 3), (Fixed(0.1), Fixed(0.3), Fixed(0.2)), Ticks(1, landing)
            )
            record = play_game(experiment, "x", index)
            cards = [hand[0] for hand in hands_of(record)]
            order = sorted(
                range(3), key=cards.__getitem__, reverse=landing is Landing.HIGHEST_FIRST
            )
            assert plays_of(record)[0] == (tuple(order), 1000)

    def test_the_order_in_a_tick_is_random_by_default(self) -> None:
        experiment = Experiment(LEVEL_ONE, (Fixed(0.1),) * 2, Ticks(1.0))
        orders = {plays_of(play_game(experiment, "y", index))[0][0] for index in range(12)}
        assert orders == {(0, 1), (1, 0)}

    @pytest.mark.parametrize("seconds", [0, -1.0, 1e-7, math.inf, math.nan])
    def test_a_tick_lasts(self, seconds: float) -> None:
        with pytest.raises(tm.InvalidArgument):
            Ticks(seconds)

    def test_a_landing_is_one(self) -> None:
        with pytest.raises(TypeError):
            Ticks(1.0, "random")  # type: ignore[arg-type]


class TestStars:
    def vote(self, *policies: Policy, **rules: Any) -> list[Any]:
        table = Experiment(one_level(2, len(policies), stars=1, **rules), policies)
        record = play_game(table, 3)
        kinds = (tm.ProposeStar, tm.AgreeToStar, tm.DeclineStar)
        return [action for action, _ in told(record, *kinds)]

    def test_the_first_seat_that_wants_one_proposes_and_the_others_answer_in_order(self) -> None:
        votes = self.vote(Starry(agrees=True), Starry(wants=True), Starry(wants=True, agrees=True))
        assert votes == [tm.ProposeStar(1), tm.AgreeToStar(0), tm.AgreeToStar(2)]

    def test_a_no_ends_the_vote(self) -> None:
        votes = self.vote(Starry(wants=True), Starry(), Starry(agrees=True))
        assert votes[:2] == [tm.ProposeStar(0), tm.DeclineStar(1)]

    def test_after_a_no_nobody_is_asked_until_the_table_changes(self) -> None:
        table = Experiment(one_level(2, 2, stars=1), (Starry(wants=True), Starry()))
        record = play_game(table, 3)
        proposals = told(record, tm.ProposeStar)
        plays = told(record, tm.Play, tm.PlayTogether)
        assert len(proposals) == len(plays), "one vote before each play"
        assert proposals[1][1] == plays[0][1], "and it takes no time"

    def test_after_a_mistake_the_table_has_changed(self) -> None:
        table = Experiment(one_level(1, 3, stars=1), (Starry(wants=True), Starry(), Fixed(0.0)))
        dealt = [hands_of(play_game(table, 0, index)) for index in range(20)]
        index = next(k for k, hands in enumerate(dealt) if sorted(hands)[1] == hands[2])
        record = play_game(table, 0, index)
        kinds = [type(entry.action) for entry in record.entries]
        again = kinds.index(tm.Begin, 2)
        assert kinds[again - 1 : again + 2] == [tm.Play, tm.Begin, tm.ProposeStar]

    def test_without_a_star_nobody_is_asked(self) -> None:
        table = Experiment(one_level(2), (Starry(wants=True, agrees=True),) * 2)
        assert told(play_game(table, 3), tm.ProposeStar) == []

    def test_with_one_player_a_wish_is_enough(self) -> None:
        assert self.vote(Starry(wants=True)) == [tm.ProposeStar(0)]

    def test_a_star_goes_on_without_a_pause_where_the_rules_say_so(self) -> None:
        votes = self.vote(Starry(wants=True), Starry(agrees=True), auto_refocus=False)
        assert votes == [tm.ProposeStar(0), tm.AgreeToStar(1)]

    def test_nobody_wants_one(self) -> None:
        assert self.vote(Starry(), Starry(agrees=True)) == []


@attrs.frozen
class Watching(Policy):
    """Writes down all that it is told."""

    seen: list[tuple[tm.SeatEvent, Moment]] = attrs.field(factory=list, eq=False)

    def wait(self, moment: Moment, draw: Draw) -> float:
        self.seen.append((tm.StarLapsed(), moment))  # a mark of a question, in its place
        return 1.0

    def observe(self, event: tm.SeatEvent, moment: Moment, draw: Draw) -> Watching:
        self.seen.append((event, moment))
        return self


class TestObserving:
    def watch(self, rules: tm.Rules, partner: Policy, **rest: Any) -> tuple[tm.Record, Watching]:
        policy = Watching()
        return play_game(Experiment(rules, (policy, partner), **rest), 3), policy

    def test_each_event_comes_once_redacted_and_with_the_view_after_it(self) -> None:
        record, policy = self.watch(tm.Rules.standard(players=2).five_levels(), Clock(0.02))
        told_here = [(event, m.view) for event, m in policy.seen if event != tm.StarLapsed()]
        expected = []
        seen = tm.view(record.start, 0)
        for step in tm.replay(record):
            for event in step.events:
                seen = tm.evolve_view(seen, tm.redact(event, 0))
                expected.append((tm.redact(event, 0), seen))
        assert told_here == expected

    def test_moments_tell_the_time_of_play(self) -> None:
        _, policy = self.watch(one_level(2), Fixed(3.0))
        asked = [m for event, m in policy.seen if event == tm.StarLapsed()]
        assert [(m.level_time, m.since_event) for m in asked] == [(0.0, 0.0), (1.0, 0.0)]
        landed = [m for event, m in policy.seen if isinstance(event, tm.CardPlayed)]
        assert [m.level_time for m in landed][:2] == [1.0, 2.0]

    def test_the_clock_of_the_level_starts_again_with_each_deal(self) -> None:
        rules = tm.Rules(players=2, levels=3, lives=5, stars=0)
        _, policy = self.watch(rules, Fixed(30.0))
        started = [m for event, m in policy.seen if isinstance(event, tm.HandDealt)]
        assert [(m.level_time, m.since_event) for m in started] == [(0.0, 0.0)] * 3

    def test_since_event_goes_on_while_the_table_is_the_same(self) -> None:
        """A star that is declined changes nothing on the table."""
        waits = Watching()
        stars = Starry(wants=True)
        play_game(Experiment(one_level(1, stars=1), (waits, stars)), 3)
        declined = [m for event, m in waits.seen if isinstance(event, tm.StarDeclined)]
        assert declined[0].since_event == declined[0].level_time == 0.0

    def test_a_policy_learns_within_a_game(self) -> None:
        experiment = Experiment(one_level(3, 1), (Impatient(),))
        record = play_game(experiment, 3)
        low, middle, high = hands_of(record)[0]
        times = [low * 1000, low * 1000 + (middle - low) * 500]
        assert [at for _, at in plays_of(record)][:2] == times
        assert plays_of(record)[2][1] == times[1] + round((high - middle) * 1e6 / 3) // 1000
        assert play_game(experiment, 3) == record, "and forgets it afterwards"

    def test_a_policy_may_become_another_one(self) -> None:
        @attrs.frozen
        class Turncoat(Policy):
            def wait(self, moment: Moment, draw: Draw) -> float:
                return 1.0

            def observe(self, event: tm.SeatEvent, moment: Moment, draw: Draw) -> Any:
                return Starry(wants=True) if isinstance(event, tm.CardPlayed) else self

        record = play_game(Experiment(one_level(2, 1, stars=1), (Turncoat(),)), 3)
        assert [type(entry.action) for entry in record.entries][2:4] == [tm.Play, tm.ProposeStar]


def blind_table(*policies: Policy) -> Experiment:
    rules = tm.Rules(players=2, levels=12, lives=5, stars=0, cards=24)
    return Experiment(rules, policies, blind=True)


class TestBlind:
    def test_a_won_game_goes_on_blind(self) -> None:
        result = run(blind_table(Clock(1.0), Clock(1.0)), 3, "b", keep_records=True)
        states = [tm.final_state(record) for record in result.records]
        assert all(state.blind for state in states)
        assert result.won.value == 1.0
        assert result.blind_won.successes == sum(s.phase is tm.Phase.WON for s in states)
        assert result.values("blind_level") == tuple(s.levels_completed for s in states)

    def test_a_lost_game_does_not(self) -> None:
        result = run(blind_table(Fixed(1.0), Fixed(2.0)), 2, "b")
        assert (result.won.successes, result.blind_won.successes) == (0, 0)
        assert result.values("blind_level") == (None, None)

    def test_mistakes_in_the_blind_run_are_counted_as_the_pile_is_read(self) -> None:
        result = run(blind_table(Clock(1.0), Clock(1.0)), 4, "b", keep_records=True)
        for row, record in zip(result.rows(), result.records, strict=True):
            revealed = [
                event.mistakes
                for step in tm.replay(record)
                for event in step.events
                if isinstance(event, tm.PileRevealed)
            ]
            columns = [row[f"blind_mistakes_{level}"] for level in range(1, 13)]
            assert [count for count in columns if count is not None] == revealed
            assert sum(revealed) == row["mistakes"], "perfect clocks err only blind"

    def test_without_blind_a_won_game_ends(self) -> None:
        rules = blind_table(Clock(1.0), Clock(1.0)).rules
        record = play_game(Experiment(rules, (Clock(1.0),) * 2), "b")
        assert not tm.final_state(record).blind

    def test_a_blind_run_needs_the_full_stack(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("blind")):
            Experiment(LEVEL_ONE, (Clock(1.0),) * 2, blind=True)


class TestExperiment:
    def test_as_many_policies_as_players(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("policies", 2, 1)):
            Experiment(LEVEL_ONE, (Clock(1.0),))

    @pytest.mark.parametrize(
        "arguments",
        [
            ("rules", (Clock(1.0),) * 2),
            (LEVEL_ONE, (Clock(1.0), "clock")),
            (LEVEL_ONE, Clock(1.0)),
            (LEVEL_ONE, (Clock(1.0),) * 2, "race"),
        ],
    )
    def test_its_parts_have_their_types(self, arguments: tuple[Any, ...]) -> None:
        with pytest.raises(TypeError):
            Experiment(*arguments)

    def test_it_is_a_value(self) -> None:
        tables = [Experiment(LEVEL_ONE, [Clock(1.0), Scripted([1.0])]) for _ in range(2)]
        assert tables[0] == tables[1]
        assert len({*tables}) == 1
        assert pickle.loads(pickle.dumps(tables[0])) == tables[0]


class TestPolicyError:
    @pytest.mark.parametrize("answer", [math.nan, -0.5, -math.inf, None, "1", True, 1j])
    def test_a_wait_that_is_none_is_refused(self, answer: object) -> None:
        with pytest.raises(PolicyError, match=about("seat 1", Fixed, "wait")) as caught:
            play_game(Experiment(LEVEL_ONE, (Clock(1.0), Fixed(answer))), 1)
        assert (caught.value.seat, repr(caught.value.policy)) == (1, f"Fixed(answer={answer!r})")
        assert caught.value.value is answer

    @pytest.mark.parametrize("answer", [3, 0, 2.5])
    def test_a_whole_number_is_a_wait(self, answer: float) -> None:
        record = play_game(Experiment(one_level(1, 1), (Fixed(answer),)), 1)
        assert plays_of(record) == [((0,), answer * 1000)]

    def test_a_policy_that_raises_is_named(self) -> None:
        with pytest.raises(
            PolicyError, match=about("seat 0", Raising, "wait", "no idea")
        ) as caught:
            play_game(Experiment(LEVEL_ONE, (Raising(), Clock(1.0))), 1)
        assert isinstance(caught.value.value, LookupError)
        assert caught.value.__cause__ is caught.value.value

    @pytest.mark.parametrize("method", ["wants_star", "agrees_to_star", "observe"])
    def test_so_is_one_that_raises_elsewhere(self, method: str) -> None:
        def broken(self: Policy, *_: Any) -> Any:
            raise ZeroDivisionError

        policy = type("Broken", (Starry,), {method: broken, "__slots__": ()})(agrees=True)
        partner = Starry(wants=method == "agrees_to_star", agrees=True)
        with pytest.raises(PolicyError, match=about("seat 1", method)):
            play_game(Experiment(one_level(2, stars=1), (partner, policy)), 1)

    def test_what_is_learned_is_a_policy(self) -> None:
        @attrs.frozen
        class Forgetful(Fixed):
            def observe(self, event: tm.SeatEvent, moment: Moment, draw: Draw) -> Any:
                return None

        with pytest.raises(PolicyError, match=about("seat 0", "policy")) as caught:
            play_game(Experiment(LEVEL_ONE, (Forgetful(), Clock(1.0))), 1)
        assert (caught.value.seat, caught.value.value) == (0, None)

    def test_it_can_be_pickled_whatever_it_holds(self) -> None:
        kept = pickle.loads(pickle.dumps(PolicyError(1, Fixed(2.0), -1.0, "returned no wait")))
        assert (kept.seat, kept.policy, kept.value) == (1, Fixed(2.0), -1.0)
        lost = PolicyError(1, lambda: None, lambda: None, "raised")
        again = pickle.loads(pickle.dumps(lost))
        assert again.policy.startswith("<function")
        assert again.problem == "raised"
        text = pickle.loads(pickle.dumps(PolicyError(1, "Clock", "x", "raised")))
        assert str(text) == "seat 1, Clock: raised: 'x'"

    def test_its_text_is_short_and_never_fails(self) -> None:
        class Unspeakable:
            def __repr__(self) -> str:
                raise ValueError

        text = str(PolicyError(1, Unspeakable(), "x" * 1000, "raised"))
        assert "Unspeakable" in text
        assert len(text) < 400

    def test_it_is_one_of_the_librarys_errors(self) -> None:
        assert issubclass(PolicyError, tm.TheMindError)
        assert issubclass(PolicyError, ValueError)
