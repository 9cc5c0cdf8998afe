"""Blind mode: BLD-1 to BLD-7."""

from __future__ import annotations

import pytest

import themind as tm
from positions import after, assert_refused, changed, laid, rules_of, table, thrown

PER_LEVEL = rules_of(blind_penalty=tm.BlindPenalty.PER_LEVEL)


def revealing(*cards: int, **fields: object) -> tm.GameState:
    """A blind pile of two seats that waits to be turned over; each seat's own cards ascend."""
    played: list[tuple[int, int]] = []
    for card in cards:
        lower = any(seat == 0 and other > card for seat, other in played)
        played.append((int(lower), card))
    state = {"phase": tm.Phase.REVEALING, "blind": True, "level": 5, "pile": laid(*played)}
    return table((), (), **state | fields)


def hidden(seat: int, card: int) -> tm.CardPlayed:
    return tm.CardPlayed(seat, card, face_down=True)


class TestStart:
    @pytest.mark.rule("BLD-1")
    @pytest.mark.parametrize(("players", "levels"), [(2, 12), (3, 10), (4, 8)])
    def test_from_level_one_with_what_is_left(self, players: int, levels: int) -> None:
        """BLD-1: after a full win the team goes on at level 1 with its lives and stars."""
        won = table(*[()] * players, phase=tm.Phase.WON, level=levels, lives=1, stars=3)
        assert tm.continue_blind(won) == tm.Step(
            table(
                *[()] * players,
                phase=tm.Phase.DEALING,
                level=1,
                lives=1,
                stars=3,
                blind=True,
            ),
            (tm.BlindStarted(),),
        )

    @pytest.mark.rule("BLD-1", "VAR-1", "VAR-4")
    @pytest.mark.parametrize(
        "rules",
        [
            tm.Rules.standard(2).five_levels(),
            rules_of(levels=11),
            rules_of(levels=13),
            rules_of(first_level=2),
            rules_of(players=5, levels=8),
            rules_of(players=1),
        ],
    )
    def test_only_after_the_full_stack(self, rules: tm.Rules) -> None:
        """BLD-1: no blind run follows a stack that is not the full one."""
        hands = [()] * rules.players
        won = table(*hands, rules=rules, phase=tm.Phase.WON, level=rules.levels)
        assert_refused(won, tm.ContinueBlind(), "NOT_FULL_STACK", "BLD-1")
        assert tm.legal_actions(won) == ()

    @pytest.mark.rule("BLD-1")
    @pytest.mark.parametrize(
        "state",
        [
            table((), (), phase=tm.Phase.DEALING),
            table((1,), (2,), phase=tm.Phase.FOCUSING),
            table((1,), (2,)),
            table((), (), phase=tm.Phase.CLEARED, level=12),
            table((), (), phase=tm.Phase.REVEALING, blind=True, level=12),
            table((), (), phase=tm.Phase.WON, blind=True, level=12),
        ],
    )
    def test_only_after_a_base_win(self, state: tm.GameState) -> None:
        """BLD-1: not before the win, and not after a blind victory."""
        assert_refused(state, tm.ContinueBlind(), "WRONG_PHASE", "BLD-1")

    @pytest.mark.rule("BLD-1")
    def test_a_table_that_is_not_full_is_named_before_nothing_else(self) -> None:
        """BLD-1: the phase comes before the stack."""
        state = table((1,), (2,), rules=rules_of(levels=5))
        assert_refused(state, tm.ContinueBlind(), "WRONG_PHASE", "BLD-1")


class TestPlay:
    @pytest.mark.rule("BLD-2")
    def test_a_play_costs_nothing_while_the_level_runs(self) -> None:
        """BLD-2: face down, onto the pile, over a lower card in another hand too."""
        state = table((48, 60), (20,), blind=True, pile=laid((1, 10)))
        assert tm.play(state, 0) == tm.Step(
            changed(state, hands=((60,), (20,)), pile=laid((1, 10), (0, 48))), (hidden(0, 48),)
        )
        assert tm.play(tm.play(state, 0).state, 1).events == (hidden(1, 20),)

    @pytest.mark.rule("BLD-2", "LVL-6")
    def test_ones_own_lowest_all_the_same(self) -> None:
        """BLD-2: a player still plays their own lowest card."""
        state = table((48, 60), (20,), blind=True)
        assert_refused(state, tm.Play(0, 60), "NOT_LOWEST", "LVL-6")

    @pytest.mark.rule("BLD-3", "LVL-4")
    def test_a_stop_works_as_before(self) -> None:
        """BLD-3: a stop may be called and costs nothing."""
        state = table((48, 60), (20,), blind=True, pile=laid((1, 10)))
        assert tm.refocus(state, 0) == tm.Step(
            changed(state, phase=tm.Phase.FOCUSING), (tm.RefocusCalled(0),)
        )
        assert after(state, [tm.Refocus(0), tm.Ready(1), tm.Ready(0)]) == state

    @pytest.mark.rule("BLD-3", "STAR-3")
    def test_thrown_cards_lie_face_up(self) -> None:
        """BLD-3: a star works as before, and its cards are open to everyone."""
        state = after(table((48, 60), (20, 70), blind=True), [tm.Star([0, 1])])
        assert state.aside == thrown((0, 48), (1, 20))
        for seat in (None, 0, 1):
            assert tm.view(state, seat).aside == state.aside

    @pytest.mark.rule("BLD-3", "STAR-6")
    def test_a_blind_play_ends_a_proposal(self) -> None:
        """BLD-3: what ends a proposal ends it here too."""
        state = table((48, 60), (20,), blind=True, agreed={1})
        assert tm.play(state, 0).events == (tm.StarLapsed(), hidden(0, 48))


class TestReveal:
    @pytest.mark.rule("BLD-4")
    def test_the_pile_waits_when_all_hands_are_empty(self) -> None:
        """BLD-4: the last card ends play, and the pile is to be turned over."""
        state = table((), (20,), blind=True, pile=laid((0, 48)))
        assert tm.play(state, 1) == tm.Step(
            changed(state, phase=tm.Phase.REVEALING, hands=((), ()), pile=laid((0, 48), (1, 20))),
            (hidden(1, 20), tm.HandsEmptied()),
        )

    @pytest.mark.rule("BLD-4", "BLD-6")
    def test_a_pile_in_order_clears_the_level(self) -> None:
        """BLD-4: the pile is read in its play order and lies open."""
        state = revealing(12, 31, 40)
        assert tm.reveal(state) == tm.Step(
            changed(state, phase=tm.Phase.CLEARED),
            (tm.PileRevealed(state.pile, mistakes=0, lives=2), tm.LevelCleared(5)),
        )

    @pytest.mark.rule("BLD-4")
    def test_an_empty_pile_has_no_mistakes(self) -> None:
        """BLD-4: stars may have taken everything."""
        state = revealing(aside=thrown((0, 9), (1, 5)))
        assert tm.reveal(state) == tm.Step(
            changed(state, phase=tm.Phase.CLEARED),
            (tm.PileRevealed((), mistakes=0, lives=2), tm.LevelCleared(5)),
        )

    @pytest.mark.rule("BLD-4", "END-2")
    @pytest.mark.parametrize(
        ("state", "rule"),
        [
            (table((), (), phase=tm.Phase.DEALING, blind=True), "BLD-4"),
            (table((1,), (2,), phase=tm.Phase.FOCUSING, blind=True), "BLD-4"),
            (table((1,), (2,), blind=True), "BLD-4"),
            (table((), (), phase=tm.Phase.CLEARED, blind=True), "BLD-4"),
            (table((), (), phase=tm.Phase.WON, blind=True, level=12), "END-2"),
        ],
    )
    def test_nothing_is_turned_over_before(self, state: tm.GameState, rule: str) -> None:
        """BLD-4: the pile is turned over when all hands are empty, once."""
        assert_refused(state, tm.Reveal(), "WRONG_PHASE", rule)

    @pytest.mark.rule("BLD-5")
    @pytest.mark.parametrize(
        ("cards", "mistakes"),
        [
            ((), 0),
            ((7,), 0),
            ((1, 2), 0),
            ((2, 1), 1),
            ((12, 48, 31, 40), 2),
            ((50, 10, 60, 20), 2),
            ((50, 40, 51, 52), 1),
            ((50, 10, 51, 49, 52), 2),
            ((30, 10, 31, 20, 50, 40), 3),
        ],
    )
    def test_each_card_below_an_earlier_one_counts(
        self, cards: tuple[int, ...], mistakes: int
    ) -> None:
        """BLD-5: a card lower than the highest one before it costs a life, each."""
        state = revealing(*cards, lives=5)
        told = tm.PileRevealed(state.pile, mistakes, 5 - mistakes)
        assert tm.reveal(state) == tm.Step(
            changed(state, phase=tm.Phase.CLEARED, lives=5 - mistakes),
            (told, tm.LevelCleared(5)),
        )

    @pytest.mark.rule("BLD-5")
    @pytest.mark.parametrize(
        ("cards", "mistakes"), [((), 0), ((1, 2), 0), ((2, 1), 1), ((12, 48, 31, 40), 1)]
    )
    def test_or_one_life_for_the_level(self, cards: tuple[int, ...], mistakes: int) -> None:
        """BLD-5: with PER_LEVEL a pile out of order costs one life, however many cards."""
        state = revealing(*cards, lives=3, rules=PER_LEVEL)
        told = tm.PileRevealed(state.pile, mistakes, 3 - mistakes)
        assert tm.reveal(state).events == (told, tm.LevelCleared(5))
        assert tm.reveal(state).state.lives == 3 - mistakes

    @pytest.mark.rule("BLD-5")
    def test_cards_that_a_star_took_are_not_read(self) -> None:
        """BLD-5: only the pile is read."""
        state = revealing(48, aside=thrown((1, 20), (0, 99)))
        assert tm.reveal(state).state.lives == 2

    @pytest.mark.rule("BLD-6")
    def test_counting_stops_with_the_last_life(self) -> None:
        """BLD-6: mistakes after the last life are not counted; the game is lost."""
        state = revealing(50, 40, 60, 45, 61, 46, lives=2)
        assert tm.reveal(state) == tm.Step(
            changed(state, phase=tm.Phase.LOST, lives=0),
            (
                tm.PileRevealed(state.pile, mistakes=2, lives=0),
                tm.GameLost(blind=True, level=5),
            ),
        )

    @pytest.mark.rule("BLD-6", "BLD-5")
    def test_one_life_for_the_level_may_be_the_last(self) -> None:
        """BLD-6: the last life is the last under either penalty."""
        state = revealing(50, 40, 60, 45, lives=1, rules=PER_LEVEL)
        assert tm.reveal(state).events == (
            tm.PileRevealed(state.pile, mistakes=1, lives=0),
            tm.GameLost(blind=True, level=5),
        )

    @pytest.mark.rule("BLD-6", "LVL-8")
    def test_a_blind_level_pays_as_any_other(self) -> None:
        """BLD-6: a cleared blind level is completed, reward included."""
        state = tm.reveal(revealing(12, 31)).state
        assert tm.complete_level(state) == tm.Step(
            table((), (), phase=tm.Phase.DEALING, blind=True, level=6, stars=2),
            (tm.RewardTaken(tm.Reward.STAR, lives=2, stars=2), tm.LevelCompleted(5)),
        )

    @pytest.mark.rule("BLD-6")
    def test_the_whole_pile_lies_open_afterwards(self) -> None:
        """BLD-6: won or lost, everybody sees what was played."""
        for lives in (1, 3):
            state = tm.reveal(revealing(50, 40, 60, lives=lives)).state
            seen = tuple(tm.SeenCard(card.seat, card.card) for card in state.pile)
            assert [tm.view(state, seat).pile for seat in (None, 0, 1)] == [seen] * 3


class TestScore:
    @pytest.mark.rule("BLD-7")
    @pytest.mark.parametrize(("level", "completed"), [(1, 0), (4, 3), (12, 11)])
    def test_the_highest_level_completed(self, level: int, completed: int) -> None:
        """BLD-7: a lost blind run is worth the level before the lost one."""
        lost = table(
            (), (), phase=tm.Phase.LOST, lives=0, blind=True, level=level, pile=laid((0, 9))
        )
        assert lost.levels_completed == completed
        assert tm.outcome(lost) == tm.Outcome(victory=False, blind=True, level=completed)

    @pytest.mark.rule("BLD-7", "END-1")
    def test_the_last_level_is_a_blind_victory(self) -> None:
        """BLD-7: a team that completes the last level blind has won again."""
        state = table((), (), phase=tm.Phase.CLEARED, blind=True, level=12)
        won, events = tm.complete_level(state)
        assert events == (tm.LevelCompleted(12), tm.GameWon(blind=True))
        assert won == table((), (), phase=tm.Phase.WON, blind=True, level=12)
        assert tm.outcome(won) == tm.Outcome(victory=True, blind=True, level=12)

    @pytest.mark.rule("BLD-7")
    def test_a_blind_run_counts_anew(self) -> None:
        """BLD-7: what the base run completed does not count for the blind one."""
        won = table((), (), phase=tm.Phase.WON, level=12)
        assert won.levels_completed == 12
        assert tm.continue_blind(won).state.levels_completed == 0
