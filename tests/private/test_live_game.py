"""A person and clocks at the prompt, without real time: who acts when, and what is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import themind as tm
from claims import claim
from private.live_table import NAMES, Steady, Table
from themind._cli.live.screen import introduction, table
from themind._cli.narration import COLUMNS
from themind.experiments import Clock, LogNormal, risk_rows
from themind.words._names import width

READY = (0.5, "")  # partners are ready at 1.0, so play begins there


def told(table: Table, *texts: str) -> None:
    """All these texts were shown, in this order, whatever stood between them."""
    shown = " ".join(" ".join(table.shown).split())
    place = 0
    for text in texts:
        found = shown.find(text, place)
        assert found >= 0, (text, shown[place:])
        place = found + len(text)


class TestWholeGames:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_a_person_in_step_with_the_clocks_wins(self, players: int) -> None:
        live = Table(rules=tm.Rules.standard(players=players))
        live.play(Steady(live.game))
        assert (live.game.state.phase, live.game.state.blind) == (tm.Phase.WON, False)
        assert tm.final_state(live.record) == live.game.state
        told(live, "Enter: ready", "Enter: start the blind run    q: quit".replace("   ", ""))
        assert max(map(width, live.shown)) <= COLUMNS

    def test_a_person_who_is_too_fast_loses(self) -> None:
        live = Table(rules=tm.Rules.standard(players=3))
        live.play(Steady(live.game, tempo=0.1))
        assert live.game.state.phase is tm.Phase.LOST
        assert live.game.is_finished
        assert any(isinstance(action, tm.ProposeStar) for _, action in live.actions())

    def test_the_same_seed_is_the_same_game(self) -> None:
        records = []
        for seed in ("friday", "friday", "monday"):
            live = Table(seed=seed, clock=Clock(0.3, LogNormal(0.3)))
            records.append(live.play(Steady(live.game)).record)
        assert records[0] == records[1] != records[2]

    def test_no_card_of_a_partner_is_shown_before_it_is_played(self) -> None:
        """The same game to the person, other cards in the partner's hand: the same screen."""
        screens = []
        for other in (60, 90):
            live = Table([(20,), (other,)])
            screens.append(live.typed(READY, (3.0, ""), (4.0, "n"), (4.5, "q")).shown)
        assert screens[0] == screens[1]
        assert not re.search(r"\b[69]0\b", " ".join(screens[0]))


class TestTimes:
    def test_a_clock_plays_after_its_tempo_for_each_card(self) -> None:
        live = Table([(90,), (40,)]).typed(READY, (25.0, "q"))
        assert live.times(tm.Play) == [1000 + 12_000]
        told(live, "0:01.0 Ben is ready. Everyone is ready", "0:13.0 Ben plays 40.", "top 40 Ben 0")

    def test_a_wait_begins_anew_after_each_card(self) -> None:
        live = Table([(20,), (40,)]).typed(READY, (3.0, ""), (30.0, "q"))
        assert live.times(tm.Play) == [3000, 3000 + 6_000]

    def test_a_stop_ends_the_waits(self) -> None:
        live = Table([(90,), (40,)]).typed(READY, (11.0, "h"), (21.0, ""), (40.0, "q"))
        assert live.times(tm.Refocus) == [11_000]
        assert live.times(tm.Ready) == [500, 1000, 12_000, 21_000]
        assert live.times(tm.Play) == [21_000 + 12_000]

    def test_time_stands_still_during_a_vote(self) -> None:
        """A star is proposed at 6, declined by the person at 8: the card comes 2 seconds later."""
        live = Table([(5, 60), (40, 50)]).typed(READY, (1.5, "s"), (1.6, "n"), (20.0, "q"))
        assert live.times(tm.DeclineStar) == [1600]
        assert live.times(tm.Play)[0] == 1000 + 12_000 + 100

    def test_equal_times_are_played_by_seat(self) -> None:
        live = Table([(90,), (40,), (50,)], clock=Clock(0.0)).typed(READY, (9.0, "q"))
        assert [action for _, action in live.actions(tm.Play)] == [tm.Play(1), tm.Play(2)]
        assert live.times(tm.Play) == [1000, 1000]

    def test_lines_that_come_late_leave_the_times_in_order(self) -> None:
        live = Table([(20,), (40,)])
        list(live.game.begin())
        list(live.game.ask(tm.Ready(0), 5.0))
        ready = live.game.planned()
        assert ready is not None
        list(live.game.perform(ready, 5.5))
        list(live.game.ask(tm.Play(0, 20), 5.25))
        assert live.times(tm.Play) == [5500]

    def test_a_clock_can_wait_for_ever(self) -> None:
        live = Table([(20,), (40,)], clock=Clock(1e308)).typed(READY, (3.0, ""), (9e9, "q"))
        assert live.times(tm.Play) == [3000]


class TestStars:
    def test_partners_agree_to_the_persons_star(self) -> None:
        live = Table([(20, 30), (40, 50), (60, 70)]).typed(READY, (3.0, "star"), (9.0, "q"))
        assert list(live.actions(tm.AgreeToStar)) == [
            (4000, tm.AgreeToStar(1, 0)),
            (4000, tm.AgreeToStar(2, 0)),
        ]
        told(live, "Ada proposes", "Ben", "Cleo", "Enter: ready")

    # Ben has shown that the team is out of step, and waits 12 seconds for 40: he asks at 6.
    MISTAKE = ((0.5, ""), (2.0, ""), (3.0, ""))

    def unsure(self) -> Table:
        return Table([(30, 95), (10, 60)])

    def test_a_partner_asks_for_a_star_after_a_mistake(self) -> None:
        live = self.unsure().typed(*self.MISTAKE, (9.0, "y"), (12.0, "q"))
        assert live.times(tm.ProposeStar) == [3000 + 4500]
        assert list(live.actions(tm.AgreeToStar)) == [(9000, tm.AgreeToStar(0, cards_down=2))]
        told(
            live,
            "Mistake: Ada played 30",
            "y: agree to the star",
            "n: decline it",
            "Level 2 is cleared",
        )

    def test_a_partner_does_not_ask_twice(self) -> None:
        live = self.unsure().typed(*self.MISTAKE, (9.0, "n"), (40.0, "q"))
        assert live.times(tm.ProposeStar) == [7500]
        assert live.times(tm.Play)[1] == 3000 + 9000 + 1500

    def test_a_card_ends_a_proposal(self) -> None:
        live = self.unsure().typed(*self.MISTAKE, (9.0, ""), (9.5, "q"))
        assert live.times(tm.Play) == [2000, 9000]
        told(live, "Ben proposes", "Ada plays 95")

    def test_without_a_star_nobody_asks(self) -> None:
        rules = tm.Rules(players=2, levels=2, first_level=2, lives=3, stars=0)
        live = self.unsure()
        live.record = tm.Record(tm.new_game(rules))
        live.game.state = live.record.start
        live.typed(*self.MISTAKE, (40.0, "q"))
        assert live.times(tm.ProposeStar) == []


class TestKeeping:
    @claim("reference/prompt.md", "Play")
    def test_an_action_that_cannot_be_kept_does_not_happen(self) -> None:
        live = Table([(20,), (40,)]).typed(READY, (3.0, "q"))
        before, shown, times = live.game.state, list(live.shown), live.times(tm.Play)

        def full(action: tm.Action, at_ms: int) -> None:
            raise OSError(28, "No space left on device")

        live.game._keep = full
        with pytest.raises(OSError, match="No space left"):
            list(live.game.ask(tm.Play(0, 20), 4.0))
        assert (live.game.state, live.shown, live.times(tm.Play)) == (before, shown, times)


class TestLines:
    @pytest.mark.parametrize("text", ["q", "QUIT", " Quit \r", None])
    def test_the_person_leaves(self, text: str | None) -> None:
        live = Table([(20,), (40,)]).typed(READY, (3.0, text), (4.0, ""))
        assert live.times(tm.Play) == []

    @pytest.mark.parametrize("text", ["?", "help"])
    def test_help(self, text: str) -> None:
        live = Table([(20,), (40,)]).typed((0.2, text))
        told(live, "Enter: ready", "Press Enter to play your lowest card.")

    def test_other_lines(self) -> None:
        live = Table([(20,), (40,)]).typed((0.2, "play!"))
        told(live, "That is not a key of this game. Type ? and Enter to show the keys.")
        assert tm.Ready(0) not in [action for _, action in live.actions()]

    def test_refusals_are_explained(self) -> None:
        live = Table([(20,), (40,)]).typed(
            (0.5, "h"),
            (0.6, ""),
            (0.7, ""),
            (2.0, "y"),
            (2.1, "n"),
            (3.0, ""),
            (3.1, ""),
            (4.0, "q"),
        )
        told(
            live,
            "You can call stop only while play is in progress",
            "You are already ready.",
            "No star is proposed.",
            "No star is proposed.",
            "Ada plays 20.",
            "You have no cards left to play.",
        )

    @claim("reference/prompt.md", "Play")
    def test_enter_right_after_a_mistake_is_not_taken_for_ready(self) -> None:
        """Ben plays 40 at 13.0, before Ada's 30; she presses Enter for the 30, too late."""
        hands = [(30, 80), (40, 90)]
        late = Table(hands).typed(READY, (13.1, ""), (13.15, "q"))
        assert late.times(tm.Ready) == [500, 1000]
        told(late, "Mistake: Ben played 40", "You can play a card only while play is in progress")
        seen = Table(hands).typed(READY, (13.3, ""), (13.4, "q"))
        assert seen.times(tm.Ready) == [500, 1000, 13_300]

    def test_two_cards_can_follow_each_other_at_once(self) -> None:
        live = Table([(20, 21), (40, 41)]).typed(READY, (3.0, ""), (3.01, ""), (3.5, "q"))
        assert live.times(tm.Play) == [3000, 3010]


class TestBlindRun:
    def won(self) -> Table:
        rules = tm.Rules.standard(players=2)
        state = tm.GameState(rules=rules, phase=tm.Phase.WON, level=12, lives=2, stars=1,
                             hands=((), ()))  # fmt: skip
        return Table(start=state)

    def test_it_begins_with_enter(self) -> None:
        live = self.won().typed((1.0, ""), (2.0, ""), (60.0, "q"))
        assert live.game.state.blind
        told(live, "Blind level 1 of 12: 2 lives, 1 star")

    def test_a_pile_that_lies_face_down(self) -> None:
        live = self.won()
        live.hands = [(90,), (20,)]
        live.typed((1.0, ""), (1.5, ""), (10.0, "q"))
        told(live, "top ## Ben 0 you: 90")

    def test_it_goes_on_to_the_reveal(self) -> None:
        live = self.won()
        live.hands = [(90,), (20,)]
        live.typed((1.0, ""), (1.5, ""), (30.0, ""), (31.0, "q"))
        assert any(isinstance(action, tm.Reveal) for _, action in live.actions())
        assert live.game.state.level == 2


class TestScreen:
    def test_who_is_who(self) -> None:
        for players, text in ((2, "Ben is a clock."), (4, "Ben, Cleo and Dan are clocks.")):
            assert text in " ".join(introduction(NAMES[:players], 0.3))

    @pytest.mark.tree
    @claim("reference/prompt.md", "Play")
    def test_the_table_is_the_line_of_the_page(self) -> None:
        rules = tm.Rules.standard(players=3)
        state = tm.GameState(rules=rules, phase=tm.Phase.PLAYING, level=3, lives=3, stars=1,
                             hands=((58, 91), (40, 41), (70,)),
                             pile=(tm.PlayedCard(2, 7), tm.PlayedCard(1, 36)))  # fmt: skip
        page = Path(__file__).parents[2] / "docs" / "reference" / "prompt.md"
        (line,) = table(tm.view(state, 0), NAMES[:3])
        assert f"\n{line}\n" in page.read_text(encoding="utf-8")

    def test_a_large_hand_of_wide_names_takes_two_lines(self) -> None:
        rules = tm.Rules.standard(players=2)
        hand, other = tuple(range(80, 92)), tuple(range(1, 13))
        state = tm.GameState(rules=rules, phase=tm.Phase.FOCUSING, level=12, lives=2, stars=1,
                             hands=(hand, other))  # fmt: skip
        lines = table(tm.view(state, 0), ("Ada", "\u5fc3" * 8))
        assert len(lines) == 2
        assert max(map(width, lines)) <= COLUMNS
        assert lines[1].split() == ["you:", *map(str, hand)]


def test_a_game_that_was_recorded_gives_rows_of_waits() -> None:
    live = Table([(20,), (40,)]).typed(READY, (3.0, ""), (30.0, "q"))
    rows = [
        (row["seat"], row["start"], row["stop"], row["event"]) for row in risk_rows(live.record)
    ]
    assert rows[:3] == [(0, 0.0, 2.0, 1), (1, 0.0, 2.0, 0), (1, 2.0, 8.0, 1)]
