"""The end: END-1 to END-4."""

from __future__ import annotations

import attrs
import pytest

import themind as tm
from positions import assert_refused, laid, rules_of, table

ALL_ACTIONS = [
    tm.Deal(range(1, 101)),
    tm.Begin(),
    tm.PlayTogether([tm.Play(0)]),
    tm.Star([0, 1]),
    tm.Reveal(),
    tm.CompleteLevel(),
    tm.ContinueBlind(),
    tm.Gather(),
    tm.Ready(0),
    tm.Unready(0),
    tm.Refocus(0),
    tm.Play(0),
    tm.ProposeStar(0),
    tm.AgreeToStar(0),
    tm.DeclineStar(0),
]
LOST = table((70,), (), phase=tm.Phase.LOST, lives=0, pile=laid((1, 60)))
WON = table((), (), phase=tm.Phase.WON, level=12)


@pytest.mark.rule("END-1", "LVL-8")
@pytest.mark.parametrize(("players", "levels"), [(2, 12), (3, 10), (4, 8)])
def test_the_last_level_wins(players: int, levels: int) -> None:
    """END-1: everyone wins with the last level of the stack, and not with the one before."""
    state = table(*[()] * players, phase=tm.Phase.CLEARED, level=levels - 1)
    assert tm.complete_level(state).state.phase is tm.Phase.DEALING
    state = table(*[()] * players, phase=tm.Phase.CLEARED, level=levels)
    won, events = tm.complete_level(state)
    assert (won.phase, won.level, won.is_over) == (tm.Phase.WON, levels, True)
    assert events[-2:] == (tm.LevelCompleted(levels), tm.GameWon(blind=False))
    assert tm.outcome(won) == tm.Outcome(victory=True, blind=False, level=levels)


@pytest.mark.rule("END-2")
@pytest.mark.parametrize("action", ALL_ACTIONS)
def test_nothing_is_legal_in_a_lost_game(action: tm.Action) -> None:
    """END-2: with the last life everything is over, a blind continuation too."""
    assert_refused(LOST, action, "WRONG_PHASE", "END-2")
    assert tm.legal_actions(LOST) == ()
    assert LOST.is_over


@pytest.mark.rule("END-2", "BLD-1")
@pytest.mark.parametrize("action", ALL_ACTIONS)
def test_in_a_won_game_one_may_go_on_blind(action: tm.Action) -> None:
    """END-2: a won game knows one action more, and a won blind run none."""
    blind = attrs.evolve(WON, blind=True)
    if action == tm.ContinueBlind():
        assert tm.is_legal(WON, action)
        assert_refused(blind, action, "WRONG_PHASE", "BLD-1")
    else:
        assert_refused(WON, action, "WRONG_PHASE", "END-2")
        assert_refused(blind, action, "WRONG_PHASE", "END-2")
    assert tm.legal_actions(WON) == (tm.ContinueBlind(),)
    assert tm.legal_actions(blind) == ()


@pytest.mark.rule("END-2")
def test_lives_stop_at_zero() -> None:
    """END-2: however many mistakes are in a pile, no team has fewer than no lives."""
    pile = laid((0, 50), (1, 40), (1, 45), (0, 60), (1, 58))
    state = table((), (), phase=tm.Phase.REVEALING, blind=True, pile=pile, lives=2)
    assert tm.reveal(state).state.lives == 0


@pytest.mark.rule("END-2")
def test_a_loss_is_shared_and_tells_the_level() -> None:
    """END-2: what counts is the last level completed, not the one that was lost."""
    assert tm.outcome(LOST) == tm.Outcome(victory=False, blind=False, level=2)


@pytest.mark.rule("END-3", "SET-4")
def test_a_new_attempt_starts_over() -> None:
    """END-3: another game starts at the first level with the starting lives and stars."""
    rules = rules_of(first_level=3, lives=4, stars=2)
    lost = table(
        (70,), (), rules=rules, level=5, stars=0, phase=tm.Phase.LOST, lives=0, pile=laid((1, 60))
    )
    fresh = tm.new_game(lost.rules)
    assert (fresh.phase, fresh.level, fresh.lives, fresh.stars) == (tm.Phase.DEALING, 3, 4, 2)


@pytest.mark.rule("END-4")
def test_one_result_for_all() -> None:
    """END-4: a result is of the team: victory or not, blind or not, and the level."""
    assert [field.name for field in attrs.fields(tm.Outcome)] == ["victory", "blind", "level"]
    for state in (table((), (), phase=tm.Phase.DEALING), table((10,), (20,))):
        assert tm.outcome(state) is None
        assert not state.is_over
