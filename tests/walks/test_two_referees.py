"""The library and the naive referee walk the same games, step by step, asked the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import rule

import themind as tm
from naive_referee import NaiveTable
from themind import testing
from walks.naive_side import ask, naive_apply, naive_game, naive_table, snapshot_of

ODD_NUMBERS = [-1, 10**30, -(10**30)]


class TwoReferees(testing.GameMachine):
    """Whole games, with what is legal and what is not, of any table and asked by any seat."""

    naive: NaiveTable

    def after_start(self) -> None:
        self.naive = naive_game(self.state.rules)
        self.compare()

    def after_step(self, step: tm.Step, action: tm.Action) -> None:
        assert ask(self.naive, action) is None
        self.compare()

    def after_refusal(self, illegality: tm.Illegality, by: tm.Seat | tm.Host | None) -> None:
        assert ask(self.naive, illegality.action, by) == illegality.code
        self.compare()

    @rule(data=st.data())
    def ask_oddly(self, data: st.DataObject) -> None:
        """Seats, cards and guards far out of range."""
        action = data.draw(odd_actions(self.state), label="action")
        refused = tm.check(self.state, action)
        assert (refused.code if refused else None) == ask(self.naive, action)
        if refused is None:
            self.state = tm.apply(self.state, action).state
        self.compare()

    def compare(self) -> None:
        assert self.naive.snapshot() == snapshot_of(self.state)
        ended = tm.outcome(self.state)
        told = ended and {"victory": ended.victory, "blind": ended.blind, "level": ended.level}
        assert self.naive.outcome() == told


@st.composite
def odd_actions(draw: st.DrawFn, state: tm.GameState) -> tm.Action:
    """An action with a number in it that is no seat, no card or no count of this table."""
    odd = draw(st.sampled_from(ODD_NUMBERS))
    seat = draw(st.integers(0, state.players - 1))
    deck = range(1, state.players * state.level)
    kinds = (tm.Ready, tm.Unready, tm.Refocus, tm.Play)
    votes = (tm.ProposeStar, tm.AgreeToStar, tm.DeclineStar)
    asked: list[tm.Action] = [
        *[kind(odd) for kind in kinds],
        *[kind(odd) for kind in votes],
        tm.Play(seat, odd),
        tm.AgreeToStar(seat, odd),
        tm.PlayTogether([tm.Play(seat, odd), tm.Play(odd)]),
        tm.PlayTogether([tm.Play(seat), tm.Play(seat, odd)]),
        tm.Star([*range(1, state.players), odd]),
        tm.Star([*range(state.players), odd]),
        tm.Deal([*deck, odd]),
    ]
    return draw(st.sampled_from(asked))


TestTwoReferees = TwoReferees.TestCase


def test_the_naive_referee_is_one_that_the_kit_accepts() -> None:
    testing.check_referee(naive_game, naive_apply, shown=NaiveTable.snapshot, games=100)


@given(testing.positions(), st.data())
def test_positions_that_were_set_up_by_hand_go_on_alike(
    state: tm.GameState, data: st.DataObject
) -> None:
    naive = naive_table(state)
    assert naive.snapshot() == snapshot_of(state)
    action = data.draw(testing.any_actions(state))
    refused = tm.check(state, action)
    assert ask(naive, action) == (refused.code if refused else None)
    after = state if refused else tm.apply(state, action).state
    assert naive.snapshot() == snapshot_of(after)
