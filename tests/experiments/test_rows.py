"""Tables of a recorded game: events, and who was at risk of playing for how long."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import themind as tm
from odd_policies import Starry
from themind.experiments import (
    CardBlind,
    Clock,
    Experiment,
    event_rows,
    play_game,
    risk_rows,
)
from themind.odds import chance_lowest
from wording import about


def timed(rules: tm.Rules, hands: tuple[tm.Hand, ...], *actions: tuple[Any, int]) -> tm.Record:
    record = tm.Record(tm.new_game(rules)).add(tm.Deal(tm.stacked_deck(hands)), 0)
    record = record.add(tm.Begin(), 1000)
    for action, at_ms in actions:
        record = record.add(action, at_ms)
    return record


def level(number: int, **rest: Any) -> tm.Rules:
    options = {"players": 2, "lives": 3, "stars": 1} | rest
    return tm.Rules(levels=number, first_level=number, **options)


def brief(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(row["seat"], row["start"], row["stop"], row["gap"], row["event"]) for row in rows]


HANDS = ((10, 50), (30, 70))


class TestRisks:
    def test_each_seat_with_cards_is_at_risk_until_somebody_plays(self) -> None:
        record = timed(
            level(2),
            HANDS,
            (tm.Play(0), 3500),
            (tm.Play(1), 5000),
            (tm.Play(0), 5500),
            (tm.Play(1), 9000),
        )
        assert brief(risk_rows(record)) == [
            (0, 0.0, 2.5, 10, 1),
            (1, 0.0, 2.5, 30, 0),
            (0, 2.5, 4.0, 40, 0),
            (1, 2.5, 4.0, 20, 1),
            (0, 4.0, 4.5, 20, 1),
            (1, 4.0, 4.5, 40, 0),
            (1, 4.5, 8.0, 20, 1),
        ]

    def test_a_row_tells_what_the_seat_knew(self) -> None:
        record = timed(level(2), HANDS, (tm.Play(0), 3500), (tm.Play(1), 5000))
        row = risk_rows(record)[3]
        states = [record.start, *(step.state for step in tm.replay(record))]
        expected = float(chance_lowest(tm.view(states[3], 1)))
        assert row == {
            "blind": False,
            "level": 2,
            "attempt": 0,
            "seat": 1,
            "start": 2.5,
            "stop": 4.0,
            "lowest": 30,
            "gap": 20,
            "cards": 2,
            "others_cards": 1,
            "chance_lowest": expected,
            "event": 1,
        }

    def test_a_pause_is_not_waited_through(self) -> None:
        """A mistake stops play at 2 s; it goes on a minute later."""
        record = timed(
            level(2), HANDS, (tm.Play(1), 3000), (tm.Begin(), 63_000), (tm.Play(0), 64_000)
        )
        assert brief(risk_rows(record)) == [
            (0, 0.0, 2.0, 10, 0),
            (1, 0.0, 2.0, 30, 1),
            (0, 2.0, 3.0, 20, 1),
            (1, 2.0, 3.0, 40, 0),
        ]

    def test_a_called_stop_cuts_all_waits_short(self) -> None:
        record = timed(
            level(1),
            ((10,), (30,)),
            (tm.Refocus(1), 2000),
            (tm.Ready(0), 3000),
            (tm.Ready(1), 7000),
            (tm.Play(0), 9000),
        )
        assert brief(risk_rows(record))[:3] == [
            (0, 0.0, 1.0, 10, 0),
            (1, 0.0, 1.0, 30, 0),
            (0, 1.0, 3.0, 10, 1),
        ]

    def test_so_does_a_star_and_a_vote_is_not_waited_through(self) -> None:
        """Two votes of a second each, the first of them in vain, count for nothing."""
        record = timed(
            level(2),
            HANDS,
            (tm.ProposeStar(0), 2000),
            (tm.DeclineStar(1), 3000),
            (tm.ProposeStar(0), 4000),
            (tm.AgreeToStar(1), 5000),
            (tm.Begin(), 9000),
            (tm.Play(0), 9500),
        )
        assert brief(risk_rows(record)) == [
            (0, 0.0, 2.0, 10, 0),
            (1, 0.0, 2.0, 30, 0),
            (0, 2.0, 2.5, 50, 1),
            (1, 2.0, 2.5, 70, 0),
        ]

    def test_a_gathered_deal_ends_the_waits_and_the_next_begins_anew(self) -> None:
        rules = level(1)
        record = timed(rules, ((10,), (30,)), (tm.Gather(), 2000))
        record = record.add(tm.Deal(tm.stacked_deck(((5,), (6,)))), 3000).add(tm.Begin(), 4000)
        record = record.add(tm.Play(0), 4500)
        rows = risk_rows(record)
        assert brief(rows)[2:] == [(0, 0.0, 0.5, 5, 1), (1, 0.0, 0.5, 6, 0)]
        assert [row["attempt"] for row in rows] == [0, 0, 1, 1]

    def test_seats_that_land_together_both_played(self) -> None:
        both = tm.PlayTogether((tm.Play(1), tm.Play(0)))
        record = timed(level(2, players=3), (*HANDS, (80, 90)), (both, 2000))
        assert [row["event"] for row in risk_rows(record)] == [1, 1, 0]

    def test_the_end_of_watching_cuts_waits_off_too(self) -> None:
        record = timed(level(2), HANDS, (tm.Play(0), 3500))
        before = brief(risk_rows(record))
        watched = attrs.evolve(record, ended_at_ms=6000)
        assert brief(risk_rows(watched)) == [*before, (0, 2.5, 5.0, 40, 0), (1, 2.5, 5.0, 20, 0)]

    def test_an_end_during_a_vote_counts_up_to_the_proposal(self) -> None:
        voted = timed(level(2), HANDS, (tm.ProposeStar(0), 3500))
        watched = attrs.evolve(voted, ended_at_ms=60_000)
        assert brief(risk_rows(watched)) == [(0, 0.0, 2.5, 10, 0), (1, 0.0, 2.5, 30, 0)]

    def test_an_end_that_cuts_nothing_off_adds_nothing(self) -> None:
        """Watching that goes on after the last card, or ends in a pause."""
        over = timed(level(1), ((10,), (30,)), (tm.Play(0), 2000), (tm.Play(1), 3000))
        paused = timed(level(2), HANDS, (tm.Play(1), 3000))
        for record in (over, paused):
            watched = attrs.evolve(record, ended_at_ms=60_000)
            assert risk_rows(watched) == risk_rows(record)

    def test_where_cards_lie_face_down_there_is_no_chance(self) -> None:
        rules = tm.Rules(players=2, levels=12, lives=5, stars=0, cards=24)
        record = play_game(Experiment(rules, (Clock(1.0), Clock(1.0)), blind=True), "b")
        blind = [row for row in risk_rows(record) if row["blind"]]
        assert blind
        for row in blind:
            if row["level"] == 1:
                assert (row["chance_lowest"] is None) is (row["start"] > 0)

    def test_every_entry_needs_a_time(self) -> None:
        record = tm.Record(tm.new_game(level(1))).add(tm.Deal(tm.stacked_deck(((1,), (2,)))))
        with pytest.raises(tm.InvalidArgument, match=about("time")):
            risk_rows(record)

    def test_a_record_against_the_rules_is_refused(self) -> None:
        record = timed(level(1), ((10,), (30,)), (tm.Begin(), 2000))
        with pytest.raises(tm.InvalidRecord):
            risk_rows(record)

    def test_the_plays_of_a_game_are_its_events_and_nothing_is_lost(self) -> None:
        rules = tm.Rules.standard(players=3).five_levels()
        record = play_game(Experiment(rules, (CardBlind(), Clock(0.1), Clock(0.1))), 4)
        rows = risk_rows(record)
        plays = [entry for entry in record.entries if isinstance(entry.action, tm.Play)]
        assert sum(row["event"] for row in rows) == len(plays)
        assert all(row["stop"] >= row["start"] for row in rows)


class TestEvents:
    def test_there_is_a_row_for_every_event_with_the_state_after_it(self) -> None:
        rules = attrs.evolve(tm.Rules.standard(players=2).five_levels(), stars=1)
        policies = (Starry(wants=True, agrees=True), Starry(agrees=True))
        record = play_game(Experiment(rules, policies), 1)
        rows, expected = event_rows(record), []
        state = record.start
        for number, step in enumerate(tm.replay(record)):
            for event in step.events:
                state = tm.evolve(state, event)
                expected.append((number, type(event).__name__, state.lives, state.stars))
        told = [(row["entry"], row["event"], row["lives"], row["stars"]) for row in rows]
        assert told == expected

    def test_a_mistake_tells_how_many_cards_it_skipped(self) -> None:
        record = timed(level(2), ((10, 20), (30, 70)), (tm.Play(1), 2000))
        (mistake,) = [row for row in event_rows(record) if row["event"] == "MistakeMade"]
        assert (mistake["seat"], mistake["card"], mistake["skipped"]) == (1, 30, 2)
        assert (mistake["lives"], mistake["at_ms"], mistake["phase"]) == (2, 2000, "PLAYING")

    def test_all_rows_have_the_same_columns(self) -> None:
        record = timed(level(2), HANDS, (tm.Play(1), 2000))
        assert len({tuple(row) for row in event_rows(record)}) == 1
