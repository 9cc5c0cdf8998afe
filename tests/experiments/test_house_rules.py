"""House rules in experiments: a price for each skipped card, and stacks that start blind."""

from __future__ import annotations

import math

import attrs
import pytest

import themind as tm
from claims import claim
from themind.experiments import (
    CardBlind,
    Clock,
    Confident,
    Experiment,
    LogNormal,
    Policy,
    exact,
    open_store,
    play_game,
    risk_rows,
    run,
)
from wording import about

PER_CARD = tm.MistakePenalty.PER_CARD
RULES = tm.Rules(players=2, levels=3, lives=9, max_lives=9, stars=0, rewards={})
NOISY = Clock(0.3, LogNormal(0.5))


def counted(record: tm.Record, kind: type[tm.Event]) -> list[tm.Event]:
    steps = tm.replay(record)
    return [event for step in steps for event in step.events if isinstance(event, kind)]


@pytest.mark.rule("VAR-5")
class TestPriceByCard:
    TABLE = Experiment(attrs.evolve(RULES, mistake_penalty=PER_CARD), (CardBlind(),) * 2)

    def test_mistakes_are_counted_and_lives_tell_the_price(self) -> None:
        result = run(self.TABLE, 40, "price", keep_records=True)
        dear = 0
        for row, record in zip(result.rows(), result.records, strict=True):
            mistakes = counted(record, tm.MistakeMade)
            cards = sum(len(hand) for event in mistakes for hand in event.skipped)  # type: ignore[attr-defined]
            assert row["mistakes"] == len(mistakes)
            assert row["lives"] == max(0, 9 - cards)
            assert row["mistakes"] == sum(row[f"mistakes_{level}"] or 0 for level in (1, 2, 3))
            dear += cards > len(mistakes)
        assert dear > 0, "some mistakes skip two cards"

    @pytest.mark.unmeasured
    def test_the_law_of_lives_is_that_of_simulated_games(self) -> None:
        level = attrs.evolve(self.TABLE.rules, levels=2, first_level=2)
        table = Experiment(level, (NOISY, NOISY))
        law = exact.race(exact.lognormal(0.5), 2, penalty=PER_CARD)
        games = 2_000
        lost = run(table, games, "law").counts("lives")
        assert len(law) == 3, "two hands of two cards can lose two lives at most"
        for lives, chance in enumerate(law):
            spread = math.sqrt(chance * (1 - chance) / games)
            assert lost[9 - lives] / games == pytest.approx(chance, abs=4 * spread)

    @pytest.mark.unmeasured
    def test_laws_of_lives_give_the_chance_to_win(self) -> None:
        rules = attrs.evolve(self.TABLE.rules, lives=2)
        laws = exact.race_laws(exact.lognormal(0.5), [1, 2, 3], penalty=PER_CARD)
        games = 2_000
        won = run(Experiment(rules, (NOISY, NOISY)), games, "win").won.value
        chance = exact.win(laws, rules)
        assert won == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / games))
        usual = exact.win(exact.race_laws(exact.lognormal(0.5), [1, 2, 3]), rules)
        assert chance < usual - 0.02

    def test_the_law_of_players_who_look_at_no_card_has_no_such_price(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("penalty", "PER_MISTAKE")):
            exact.card_blind(2, 2, penalty=PER_CARD)
        with pytest.raises(TypeError, match=about("penalty")):
            exact.card_blind(2, 2, penalty="PER_MISTAKE")  # type: ignore[arg-type]


@pytest.mark.rule("VAR-6")
class TestBlindFromTheStart:
    RULES = attrs.evolve(RULES, lives=3, starts_blind=True)

    @pytest.mark.parametrize(
        "policies", [(NOISY, NOISY), (CardBlind(), NOISY), (Confident(0.9, 2.0), NOISY)]
    )
    def test_the_only_run_is_blind(self, policies: tuple[Policy, ...]) -> None:
        result = run(Experiment(self.RULES, policies), 30, "dark", keep_records=True)
        assert "blind_won" not in result.columns
        assert 0 < result.won.successes < 30
        for row, record in zip(result.rows(), result.records, strict=True):
            final = tm.final_state(record)
            assert final.blind
            assert row["won"] == (final.phase is tm.Phase.WON)
            assert (row["level"], row["lives"]) == (final.level, final.lives)
            revealed = [event.mistakes for event in counted(record, tm.PileRevealed)]  # type: ignore[attr-defined]
            columns = [row[f"mistakes_{level}"] for level in (1, 2, 3)]
            assert [count for count in columns if count is not None] == revealed
            assert row["mistakes"] == sum(revealed)

    def test_a_single_level_of_a_study(self) -> None:
        rules = attrs.evolve(self.RULES, first_level=3)
        result = run(Experiment(rules, (NOISY, NOISY)), 5, "one")
        assert result.columns[-1] == "mistakes_3"
        assert set(result.values("level")) == {3}
        assert None not in result.values("mistakes_3")

    def test_results_add_up_and_are_stored(self, tmp_path: object) -> None:
        table = Experiment(self.RULES, (NOISY, CardBlind()))
        parts = [run(table, 5, "sum", start=start, keep="counts") for start in (5, 0)]
        assert sum(parts) == run(table, 10, "sum", keep="counts")
        stored = run(table, 10, "sum", store=f"{tmp_path}/pilot")
        assert list(open_store(f"{tmp_path}/pilot").rows()) == stored.rows()
        assert run(table, 10, "sum", store=f"{tmp_path}/pilot") == stored
        assert Experiment.from_json(table.to_json()) == table

    @claim("experiments.md", "House rules")
    def test_a_second_blind_run_is_refused(self) -> None:
        full = attrs.evolve(tm.Rules.standard(players=2), starts_blind=True)
        for rules in (self.RULES, full):
            with pytest.raises(tm.InvalidArgument, match=about("blind", True)):
                Experiment(rules, (NOISY, NOISY), blind=True)

    def test_where_cards_lie_face_down_chances_stand_aside(self) -> None:
        patient = Confident(0.9, 2.0)
        table = Experiment(self.RULES, (patient, NOISY))
        rows = [row for index in range(9) for row in risk_rows(play_game(table, "aside", index))]
        assert {row["blind"] for row in rows} == {True}
        hidden = [row for row in rows if row["chance_lowest"] is None]
        assert len({row["seat"] for row in hidden}) == 2
        assert any(row["chance_lowest"] is not None for row in rows)
        waits = [row for row in hidden if (row["seat"], row["event"]) == (0, 1)]
        assert waits
        assert all(abs(row["stop"] - row["start"] - 2.0) < 0.002 for row in waits)

    def test_it_has_no_exact_law(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("starts_blind")):
            exact.win([(1.0, 0.0)] * 3, self.RULES)
