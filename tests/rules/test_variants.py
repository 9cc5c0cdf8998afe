"""Variants and house rules: VAR-1 to VAR-6."""

from __future__ import annotations

import attrs
import pytest

import themind as tm
from positions import after, assert_refused, changed, laid, rules_of, skipped, table, thrown


class TestFiveLevels:
    @pytest.mark.rule("VAR-1")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_usual_game_in_five_levels(self, players: int) -> None:
        """VAR-1: lives, star and rewards as usual, levels 1 to 5."""
        standard = tm.Rules.standard(players)
        short = standard.five_levels()
        assert short == attrs.evolve(standard, levels=5)
        assert [short.reward(level) for level in range(1, 7)] == [
            None,
            tm.Reward.STAR,
            tm.Reward.LIFE,
            None,
            tm.Reward.STAR,
            None,
        ]

    @pytest.mark.rule("VAR-1", "BLD-1")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_a_success_and_no_full_victory(self, players: int) -> None:
        """VAR-1: the fifth level pays and wins; no blind run follows."""
        rules = tm.Rules.standard(players).five_levels()
        state = table(*[()] * players, rules=rules, phase=tm.Phase.CLEARED, level=5)
        won, events = tm.complete_level(state)
        assert events == (
            tm.RewardTaken(tm.Reward.STAR, lives=2, stars=2),
            tm.LevelCompleted(5),
            tm.GameWon(blind=False),
        )
        assert tm.outcome(won) == tm.Outcome(victory=True, blind=False, level=5)
        assert not rules.is_full_stack
        assert_refused(won, tm.ContinueBlind(), "NOT_FULL_STACK", "BLD-1")

    @pytest.mark.rule("VAR-1")
    @pytest.mark.parametrize("fields", [{"first_level": 2}, {"levels": 4}, {"levels": 1}])
    def test_the_stack_must_hold_five_levels(self, fields: dict[str, int]) -> None:
        """VAR-1: refused where levels 1 to 5 are not all there."""
        with pytest.raises(tm.InvalidRules) as refused:
            rules_of(**fields).five_levels()
        (fault,) = refused.value.faults
        assert "levels" in fault

    @pytest.mark.rule("VAR-1")
    def test_five_levels_are_enough(self) -> None:
        """VAR-1: a stack of just five levels is short already."""
        assert rules_of(levels=5).five_levels() == rules_of(levels=5)
        assert rules_of(levels=6).five_levels() == rules_of(levels=5)


class TestWithoutStars:
    @pytest.mark.rule("VAR-2")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_no_star_at_all(self, players: int) -> None:
        """VAR-2: none at the start, none to be had, the stack and the life rewards as they are."""
        standard = tm.Rules.standard(players)
        lives = {3: tm.Reward.LIFE, 6: tm.Reward.LIFE, 9: tm.Reward.LIFE}
        rules = standard.without_stars()
        assert rules == attrs.evolve(standard, stars=0, max_stars=0, rewards=lives)
        state = tm.new_game(rules)
        assert (state.stars, state.stars_in_supply) == (0, 0)

    @pytest.mark.rule("VAR-2", "STAR-1")
    def test_none_is_proposed(self) -> None:
        """VAR-2: there is no star to propose."""
        rules = tm.Rules.standard(2).without_stars()
        state = table((10,), (20,), rules=rules, stars=0)
        assert_refused(state, tm.ProposeStar(0), "NO_STAR", "STAR-1")

    @pytest.mark.rule("VAR-2", "SET-6")
    @pytest.mark.parametrize(
        ("level", "lives", "told"),
        [
            (2, 2, ()),
            (3, 2, (tm.RewardTaken(tm.Reward.LIFE, lives=3, stars=0),)),
            (6, 5, (tm.RewardForfeited(tm.Reward.LIFE),)),
        ],
    )
    def test_star_rewards_are_ignored(
        self, level: int, lives: int, told: tuple[tm.Event, ...]
    ) -> None:
        """VAR-2: a star reward is no event at all; lives are collected up to five."""
        rules = tm.Rules.standard(2).without_stars()
        state = table(
            (), (), rules=rules, phase=tm.Phase.CLEARED, level=level, lives=lives, stars=0
        )
        assert tm.complete_level(state).events == (*told, tm.LevelCompleted(level))

    @pytest.mark.rule("VAR-2", "VAR-1")
    def test_together_with_five_levels(self) -> None:
        """VAR-2: both variants may be combined, in either order."""
        standard = tm.Rules.standard(3)
        rules = standard.without_stars().five_levels()
        assert rules == standard.five_levels().without_stars()
        assert rules.rewards == ((3, tm.Reward.LIFE),)

    @pytest.mark.rule("VAR-2", "BLD-1")
    def test_blind_after_the_full_stack(self) -> None:
        """VAR-2: the stack is the full one, so a blind run may follow."""
        rules = tm.Rules.standard(4).without_stars()
        won = table((), (), (), (), rules=rules, phase=tm.Phase.WON, level=8, stars=0)
        assert rules.is_full_stack
        assert tm.continue_blind(won).state.blind


class TestGather:
    @pytest.mark.rule("VAR-3")
    @pytest.mark.parametrize("blind", [False, True])
    @pytest.mark.parametrize("phase", [tm.Phase.FOCUSING, tm.Phase.PLAYING])
    def test_the_same_level_is_dealt_again(self, phase: tm.Phase, blind: bool) -> None:
        """VAR-3: all cards are gathered; level, lives and stars stay; the attempt counts."""
        state = table(
            (50, 90),
            (70,),
            phase=phase,
            blind=blind,
            lives=1,
            stars=3,
            attempt=4,
            pile=laid((0, 30)),
            aside=thrown((1, 10)) if blind else skipped((1, 10)),
            ready={1} if phase is tm.Phase.FOCUSING else (),
        )
        fresh, events = tm.gather(state)
        assert events == (tm.DealGathered(3),)
        assert fresh == table(
            (), (), phase=tm.Phase.DEALING, blind=blind, lives=1, stars=3, attempt=5
        )
        again = tm.deal(fresh, [50, 90, 70, 30, 10, 1]).state
        assert again.hands == ((10, 50, 70), (1, 30, 90))
        assert again.attempt == 5

    @pytest.mark.rule("VAR-3", "BLD-5")
    def test_mistakes_of_a_gathered_blind_pile_do_not_count(self) -> None:
        """VAR-3: a gathered pile is never read."""
        state = table((80,), (), blind=True, pile=laid((0, 50), (1, 20)))
        assert tm.gather(state).state.lives == 2

    @pytest.mark.rule("VAR-3", "LVL-8")
    def test_the_next_level_counts_its_attempts_anew(self) -> None:
        """VAR-3: attempts are of one level."""
        state = table((), (), phase=tm.Phase.CLEARED, attempt=2, level=4)
        assert tm.complete_level(state).state.attempt == 0

    @pytest.mark.rule("VAR-3", "END-2")
    @pytest.mark.parametrize(
        ("state", "rule"),
        [
            (table((), (), phase=tm.Phase.DEALING), "VAR-3"),
            (table((), (), phase=tm.Phase.REVEALING, blind=True), "VAR-3"),
            (table((), (), phase=tm.Phase.CLEARED), "VAR-3"),
            (table((), (), phase=tm.Phase.WON, level=12), "END-2"),
            (table((), (), phase=tm.Phase.LOST, lives=0, pile=laid((0, 9))), "END-2"),
        ],
    )
    def test_only_a_level_under_way_is_gathered(self, state: tm.GameState, rule: str) -> None:
        """VAR-3: there has to be a deal to gather."""
        assert_refused(state, tm.Gather(), "WRONG_PHASE", rule)


class TestOtherTables:
    @pytest.mark.rule("VAR-4")
    def test_one_level_alone(self) -> None:
        """VAR-4: first_level == levels is a game of one level, from its deal to its win."""
        rules = rules_of(first_level=3, levels=3, lives=1, stars=0)
        state = tm.new_game(rules)
        assert (state.level, state.levels_completed) == (3, 2)
        state = tm.deal(state, range(1, 101)).state
        order = [0, 1] * 3
        state = after(state, [tm.Begin(), *map(tm.Play, order), tm.CompleteLevel()])
        assert tm.outcome(state) == tm.Outcome(victory=True, blind=False, level=3)
        assert state.lives == 2

    @pytest.mark.rule("VAR-4")
    def test_a_lost_first_level_completed_nothing(self) -> None:
        """VAR-4: before the first level of a later start, the level before it counts."""
        rules = rules_of(first_level=3)
        lost = table((), (), rules=rules, phase=tm.Phase.LOST, lives=0, pile=laid((0, 9)))
        assert tm.outcome(lost) == tm.Outcome(victory=False, blind=False, level=2)

    @pytest.mark.rule("VAR-4")
    def test_a_solitaire_and_a_crowd(self) -> None:
        """VAR-4: from one player on, as many as the deck serves."""
        alone = tm.new_game(rules_of(players=1, levels=1))
        assert tm.deal(alone, [7]).state.hands == ((7,),)
        crowd = tm.new_game(rules_of(players=100, levels=1))
        dealt = tm.deal(crowd, range(1, 101)).state
        assert dealt.hands == tuple((card,) for card in range(1, 101))
        assert dealt.undealt == ()

    @pytest.mark.rule("VAR-4", "BLD-1")
    @pytest.mark.parametrize(
        ("fields", "full"),
        [
            ({}, True),
            ({"players": 3, "levels": 10}, True),
            ({"players": 4, "levels": 8}, True),
            ({"players": 3, "levels": 12}, False),
            ({"levels": 11}, False),
            ({"levels": 13}, False),
            ({"first_level": 2}, False),
            ({"players": 1}, False),
            ({"players": 5, "levels": 8}, False),
            ({"lives": 5, "stars": 3, "cards": 24, "rewards": {}, "auto_refocus": False}, True),
        ],
    )
    def test_which_stack_is_full(self, fields: dict[str, object], full: bool) -> None:
        """VAR-4: full is a stack from 1 to the standard number for 2, 3 or 4 players."""
        assert rules_of(**fields).is_full_stack is full

    @pytest.mark.rule("VAR-4")
    def test_a_position_may_lack_dealt_cards(self) -> None:
        """VAR-4: positions for research need not hold all cards that were dealt."""
        state = table((10,), (), level=5)
        assert changed(state, hands=((), (10,))).hands == ((), (10,))


HARD = rules_of(mistake_penalty=tm.MistakePenalty.PER_CARD, max_lives=9, lives=9)


class TestALifeForEachCard:
    @pytest.mark.rule("VAR-5", "ERR-1")
    @pytest.mark.parametrize(("lives", "left"), [(9, 5), (5, 1), (4, 0), (1, 0)])
    def test_a_mistake_costs_as_many_lives_as_it_skips_cards(self, lives: int, left: int) -> None:
        """VAR-5: four cards are skipped; the team never loses more lives than it has."""
        state = table(
            (1, 2, 60), (3, 4), (50, 70), rules=attrs.evolve(HARD, players=3), lives=lives
        )
        _, mistake, *_ = tm.play(state, 2).events
        assert mistake == tm.MistakeMade(2, 50, ((1, 2), (3, 4), ()), lives=left)
        after_it = tm.play(state, 2).state
        assert after_it.lives == left
        assert (after_it.phase is tm.Phase.LOST) is (left == 0)
        assert len(after_it.aside) == 4

    @pytest.mark.rule("VAR-5", "ERR-1")
    def test_by_default_it_costs_one(self) -> None:
        """VAR-5: the default is ERR-1."""
        rules = tm.Rules.standard(players=3)
        assert rules.mistake_penalty is tm.MistakePenalty.PER_MISTAKE
        state = table((1, 2, 60), (3, 4), (50, 70), rules=rules, lives=3)
        assert tm.play(state, 2).state.lives == 2

    @pytest.mark.rule("VAR-5")
    def test_an_event_with_another_price_cannot_follow(self) -> None:
        """VAR-5: states and views know the price."""
        state = table((1, 2, 60), (50, 70), rules=HARD, lives=6)
        state = tm.evolve(state, tm.CardPlayed(1, 50, face_down=False))
        seen = tm.view(state, 1)
        for lives in (3, 5, 6):
            wrong = tm.MistakeMade(1, 50, ((1, 2), ()), lives=lives)
            with pytest.raises(tm.InvalidEvent):
                tm.evolve(state, wrong)
            with pytest.raises(tm.InvalidEvent):
                tm.evolve_view(seen, wrong)
        right = tm.MistakeMade(1, 50, ((1, 2), ()), lives=4)
        assert tm.evolve(state, right).lives == tm.evolve_view(seen, right).lives == 4

    @pytest.mark.rule("VAR-5", "ERR-7")
    def test_cards_that_land_together_pay_one_after_the_other(self) -> None:
        """VAR-5: each landed card pays for what it skips."""
        state = table((1, 2, 60), (50, 70), (40, 55), rules=attrs.evolve(HARD, players=3), lives=6)
        step = tm.play_together(state, [tm.Play(2), tm.Play(1)])
        assert step.state.lives == 4
        step = tm.play_together(state, [tm.Play(1), tm.Play(2)])
        assert step.state.lives == 3
        assert tm.CardVoid(2, 40) in step.events

    @pytest.mark.rule("VAR-5", "BLD-5")
    def test_blind_levels_go_by_their_own_penalty(self) -> None:
        """VAR-5: it has no effect in blind levels."""
        pile = laid((0, 60), (1, 20), (1, 30))
        for penalty, left in ((tm.BlindPenalty.PER_CARD, 7), (tm.BlindPenalty.PER_LEVEL, 8)):
            rules = attrs.evolve(HARD, blind_penalty=penalty)
            state = table(
                (), (), rules=rules, phase=tm.Phase.REVEALING, blind=True, pile=pile, lives=9
            )
            assert tm.reveal(state).state.lives == left


class TestBlindFromTheStart:
    @pytest.mark.rule("VAR-6", "BLD-2", "BLD-4")
    def test_one_blind_level(self) -> None:
        """VAR-6: a stack of one level, from its deal to its victory, which is the end."""
        rules = rules_of(first_level=2, levels=2, starts_blind=True, rewards={2: tm.Reward.LIFE})
        state = tm.new_game(rules)
        assert state.blind
        state = after(state, [tm.Deal((10, 20, 30, 40)), tm.Begin()])
        state, events = tm.play(state, 1)
        assert events == (tm.CardPlayed(1, 20, face_down=True),)
        state = after(state, [tm.Play(0), tm.Play(0), tm.Play(1)])
        assert state.phase is tm.Phase.REVEALING
        state, events = tm.reveal(state)
        assert (events[0].mistakes, state.lives) == (1, 1)
        state, events = tm.complete_level(state)
        assert events == (
            tm.RewardTaken(tm.Reward.LIFE, lives=2, stars=1),
            tm.LevelCompleted(2),
            tm.GameWon(blind=True),
        )
        assert tm.outcome(state) == tm.Outcome(victory=True, blind=True, level=2)
        assert_refused(state, tm.ContinueBlind(), "WRONG_PHASE", "BLD-1")

    @pytest.mark.rule("VAR-6", "BLD-1")
    def test_no_second_run_after_a_full_stack_either(self) -> None:
        """VAR-6: the victory of a full stack that was blind from the start is the end."""
        rules = attrs.evolve(tm.Rules.standard(2), starts_blind=True)
        assert rules.is_full_stack
        won = table((), (), rules=rules, phase=tm.Phase.WON, level=12, blind=True)
        assert tm.legal_actions(won) == ()
        assert_refused(won, tm.ContinueBlind(), "WRONG_PHASE", "BLD-1")

    @pytest.mark.rule("VAR-6")
    def test_every_position_is_blind(self) -> None:
        """VAR-6: a position that is not blind is none of such a table, and says so."""
        rules = rules_of(levels=5, starts_blind=True)
        state = table((10,), (20,), rules=rules, blind=True)
        assert tm.view(state, 0).pile == ()
        with pytest.raises(tm.InvalidState) as refused:
            table((10,), (20,), rules=rules)
        assert [fault.split()[0] for fault in refused.value.faults] == ["blind"]
        with pytest.raises(tm.InvalidState):
            changed(state, rules=rules_of(levels=5))
