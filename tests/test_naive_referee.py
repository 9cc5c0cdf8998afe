"""The naive referee, held against positions worked out by hand.

``cases/rule_cases.json`` is a list of cases, one a line. ``rules`` names one or more presets and
the players; ``state`` is a position (phase PLAYING unless it says so, pile and aside empty unless
given); ``do`` lists actions with their arguments: a deck of ``"any"`` is all cards in order, a play
in ``play_together`` is a seat or a pair of seat and card. The last action is either ``refused``
with that code, or ``then`` gives the fields of the position that matter.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from naive_referee import HOST, NaiveTable, rules_for

pytestmark = pytest.mark.unmeasured

Case = dict[str, Any]
CASES: list[Case] = json.loads(
    (Path(__file__).parent / "cases" / "rule_cases.json").read_text(encoding="utf-8")
)
FIELD_NAMES = {
    "deal": ("deck",),
    "play_together": ("plays",),
    "star": ("agreed",),
    "play": ("seat", "card"),
    "agree_to_star": ("seat", "cards_down"),
}


def do(table: NaiveTable, step: list[Any], *, by: object = HOST) -> str | None:
    """Carry out one step of a case on the table."""
    name, *values = step
    if name == "deal" and values == ["any"]:
        values = [list(range(1, 101))]
    if name == "play_together":
        values = [[tuple(p) if isinstance(p, list) else (p, None) for p in values[0]]]
    fields = dict(zip(FIELD_NAMES.get(name, ("seat",)), values, strict=False))
    return table.act(name, by=by, **fields)


def table_of(
    hands: list[list[int]], preset: str = "standard", rules: Case | None = None, **state: Any
) -> NaiveTable:
    """Set up level three with three lives and one star, unless ``state`` says otherwise."""
    snap = {"hands": hands, "level": 3, "lives": 3, "stars": 1, **state}
    return NaiveTable.from_snapshot(rules_for(preset, len(hands)) | (rules or {}), snap)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case["id"], marks=pytest.mark.rule(case["rule"])) for case in CASES],
)
def test_case(case: Case) -> None:
    """The referee gives the result that was worked out by hand."""
    table = NaiveTable.from_snapshot(rules_for(**case["rules"]), case["state"])
    *before, last = case["do"]
    assert [do(table, step) for step in before] == [None] * len(before), case["why"]
    held = table.snapshot()
    assert do(table, last) == case.get("refused"), case["why"]
    after = table.snapshot()
    expected = held if "refused" in case else case["then"]
    assert {name: after[name] for name in expected} == expected, case["why"]


@pytest.mark.rule("SET-3", "SET-4")
@pytest.mark.parametrize(("players", "levels"), [(2, 12), (3, 10), (4, 8)])
def test_a_new_table(players: int, levels: int) -> None:
    """The box gives levels, lives and one star by the number of players."""
    table = NaiveTable(rules_for("standard", players))
    assert (table.phase, table.level, table.lives, table.stars) == ("DEALING", 1, players, 1)
    assert table.rules["levels"] == levels


@pytest.mark.rule("LVL-1", "LVL-3")
def test_a_deal_goes_round_and_waits_for_everyone() -> None:
    """Cards go round from the first seat; play starts when the last hand is on the table."""
    table = table_of([[], []], level=2, phase="DEALING")
    assert table.act("deal", deck=[5, 30, 3, 9, 77]) is None
    assert table.snapshot()["hands"] == [[3, 5], [9, 30]]
    assert table.act("ready", seat=1) is None
    assert (table.phase, table.snapshot()["ready"]) == ("FOCUSING", [1])
    assert table.act("ready", seat=0) is None
    assert (table.phase, table.snapshot()["ready"]) == ("PLAYING", [])


@pytest.mark.rule("SET-2", "LVL-1")
@pytest.mark.parametrize("deck", [[1, 2, 3, 3], [1, 2, 3, 101], [True, 2, 3, 4], [1, 2, 3, 4.0]])
def test_a_bad_deck(deck: list[object]) -> None:
    """Doubles, strangers and things that are no whole numbers are refused."""
    assert table_of([[], []], level=2, phase="DEALING").act("deal", deck=deck) == "BAD_DECK"


@pytest.mark.rule("LVL-11")
@pytest.mark.parametrize(
    ("by", "step", "code"),
    [
        (0, ["play", 0], None),
        (0, ["play", 1], "NOT_YOURS"),
        (1, ["play", 0, 99], "NOT_YOURS"),
        (0, ["play", 9], "NOT_YOURS"),
        (0, ["play_together", [0]], "NOT_YOURS"),
        (0, ["star", [0, 1]], "NOT_YOURS"),
        (0, ["gather"], "NOT_YOURS"),
        (0, ["reveal"], "NOT_YOURS"),
        (0, ["ready", 0], "WRONG_PHASE"),
        (None, ["play", 0], "NOT_YOURS"),
        (None, ["gather"], "NOT_YOURS"),
        (HOST, ["play", 1], None),
        (HOST, ["gather"], None),
    ],
)
def test_who_may_ask(by: object, step: list[Any], code: str | None) -> None:
    """A seat acts for itself alone, a spectator for no one, the host for all."""
    assert do(table_of([[10], [20]]), step, by=by) == code


@pytest.mark.rule("ERR-7", "STAR-1", "STAR-2", "LVL-3", "LVL-6")
@pytest.mark.parametrize(
    ("state", "step", "code"),
    [
        ({"phase": "FOCUSING"}, ["play", 9], "WRONG_PHASE"),
        ({}, ["play", 9], "NO_SUCH_SEAT"),
        ({}, ["play", -1], "NO_SUCH_SEAT"),
        ({}, ["play", True], "NO_SUCH_SEAT"),
        ({}, ["play", 2, 10], "HAND_EMPTY"),
        ({}, ["play", 0, 10.0], "NOT_HELD"),
        ({}, ["play_together", [[0, 30], 2]], "HAND_EMPTY"),
        ({}, ["play_together", [[0, 30], [1, 99]]], "NOT_HELD"),
        ({}, ["play_together", [[0, 30], [0, 10]]], "NOT_LOWEST"),
        ({}, ["play_together", [2, 9]], "NO_SUCH_SEAT"),
        ({}, ["play_together", [0, 1, 1]], "HAND_EMPTY"),
        ({"agreed": [1]}, ["propose_star", 0], "PROPOSAL_OPEN"),
        ({"agreed": [1]}, ["star", [0, 1]], "PROPOSAL_OPEN"),
        ({"stars": 0}, ["star", [0, 1]], "NO_STAR"),
        ({}, ["star", [0, 1]], "NOT_UNANIMOUS"),
        ({}, ["star", [0, 1, 2, 3]], "NO_SUCH_SEAT"),
        ({}, ["agree_to_star", 0, 7], "NO_PROPOSAL"),
        ({"agreed": [1]}, ["agree_to_star", 1, 7], "STALE"),
        ({"agreed": [1]}, ["agree_to_star", 1, 0], "ALREADY_AGREED"),
        ({}, ["decline_star", 0], "NO_PROPOSAL"),
        ({"phase": "FOCUSING", "ready": [1]}, ["ready", 1], "ALREADY_READY"),
        ({"phase": "FOCUSING", "ready": [1]}, ["unready", 0], "NOT_READY"),
        ({"phase": "FOCUSING"}, ["unready", 3], "NO_SUCH_SEAT"),
    ],
)
def test_the_first_refusal_is_told(state: Case, step: list[Any], code: str) -> None:
    """Where several refusals apply the first in the fixed order is given; nothing changes."""
    table = table_of([[10, 30], [20], []], **state)
    before = table.snapshot()
    assert do(table, step) == code
    assert table.snapshot() == before


@pytest.mark.rule("BLD-5")
@pytest.mark.parametrize(
    ("pile", "per_card", "per_level"), [([1, 9, 5, 7], 1, 2), ([1, 5, 7, 9], 3, 3), ([9, 1], 2, 2)]
)
def test_both_blind_penalties(pile: list[int], per_card: int, per_level: int) -> None:
    """A pile out of order costs a life for each such card, or one for the level."""
    for preset, lives in (("standard", per_card), ("per-level", per_level)):
        played = [[card % 2, card] for card in pile]
        table = table_of([[], []], preset, phase="REVEALING", blind=True, pile=played)
        assert table.act("reveal") is None
        assert (table.phase, table.lives) == ("CLEARED", lives)


@pytest.mark.rule("VAR-5")
@pytest.mark.parametrize(
    ("hands", "lives", "left"), [([[40], [30], [20]], 3, 1), ([[40], [10, 30], [20]], 2, 0)]
)
def test_a_life_for_each_skipped_card(hands: list[list[int]], lives: int, left: int) -> None:
    """A mistake costs as many lives as cards were skipped, but no more than the team has."""
    table = table_of(hands, "life-per-card", lives=lives)
    assert table.act("play", seat=0) is None
    assert (table.lives, table.phase) == (left, "CLEARED" if left else "LOST")


@pytest.mark.rule("VAR-5", "BLD-5")
def test_a_life_for_each_skipped_card_is_not_for_blind_levels() -> None:
    """A blind pile is judged by its own penalty."""
    for preset, lives in (("life-per-card", 1), ("life-per-card,per-level", 2)):
        played = [[0, 9], [1, 5], [0, 7]]
        table = table_of([[], []], preset, phase="REVEALING", blind=True, pile=played)
        assert table.act("reveal") is None
        assert table.lives == lives


@pytest.mark.rule("VAR-6")
def test_a_stack_may_start_blind() -> None:
    """Its levels are judged as blind ones, pay as usual, and a win of them is the end."""
    rules = rules_for("starts-blind", 2) | {"levels": 2, "lives": 2, "cards": 4}
    table = NaiveTable(rules)
    assert (table.blind, table.phase) == (True, "DEALING")
    steps: list[list[Any]] = [["deal", [2, 1]], ["begin"], ["play", 0], ["play", 1]]
    assert [do(table, step) for step in steps] == [None] * 4
    assert (table.phase, table.lives) == ("REVEALING", 2)
    assert [do(table, ["reveal"]), do(table, ["complete_level"])] == [None, None]
    assert (table.lives, table.level, table.blind) == (1, 2, True)
    steps = [["deal", [1, 2, 3, 4]], ["begin"], ["play_together", [0, 1, 0, 1]], ["reveal"]]
    assert [do(table, step) for step in [*steps, ["complete_level"]]] == [None] * 5
    assert table.outcome() == {"victory": True, "blind": True, "level": 2}
    assert table.stars == 2
    assert table.act("continue_blind") == "WRONG_PHASE"


@pytest.mark.rule("ERR-3", "STAR-4")
def test_play_may_go_on_at_once() -> None:
    """Without the automatic refocus neither a mistake nor a star stops play; a called stop does."""
    table = table_of([[20, 50, 60], [10, 70]], "no-refocus")
    assert table.act("play", seat=0) is None
    assert (table.phase, table.lives) == ("PLAYING", 2)
    assert table.act("star", agreed=[0, 1]) is None
    assert (table.phase, table.snapshot()["hands"]) == ("PLAYING", [[60], []])
    assert table.act("refocus", seat=1) is None
    assert table.phase == "FOCUSING"


@pytest.mark.rule("ERR-7", "ERR-5")
def test_a_loss_stops_the_landed_cards() -> None:
    """Landed cards behind the losing one stay in their hands; skipped ones are set aside."""
    table = table_of([[40], [30], [50]], lives=1)
    assert do(table, ["play_together", [0, 1, 2]]) is None
    snap = table.snapshot()
    assert (table.phase, table.lives, snap["hands"]) == ("LOST", 0, [[], [], [50]])
    assert (snap["pile"], snap["aside"]) == ([[0, 40]], [[1, 30, "SKIPPED"]])


@pytest.mark.rule("ERR-5", "END-2")
def test_the_last_life_comes_before_the_cleared_level() -> None:
    """A mistake that takes the last life loses the game though it empties the last hand."""
    table = table_of([[40], [30]], lives=1)
    assert table.act("play", seat=0) is None
    assert table.outcome() == {"victory": False, "blind": False, "level": 2}
    assert not any(table.legal(name) for name in ("begin", "gather", "complete_level", "reveal"))


@pytest.mark.rule("VAR-4", "LVL-8", "END-1")
def test_the_last_reward_is_paid_and_a_short_stack_ends_there() -> None:
    """A won game of three levels took the reward of the third, and offers no blind run."""
    table = table_of([[9], []], lives=2, rules={"levels": 3})
    assert table.outcome() is None
    assert [do(table, [name]) for name in ("complete_level", "reveal")] == ["WRONG_PHASE"] * 2
    assert [do(table, ["play", 0]), do(table, ["complete_level"])] == [None, None]
    assert table.outcome() == {"victory": True, "blind": False, "level": 3}
    assert table.lives == 3
    assert table.act("continue_blind") == "NOT_FULL_STACK"


@pytest.mark.rule("BLD-7")
def test_outcomes_of_a_blind_run() -> None:
    """A blind run is worth its highest completed level; completing the last one is a victory."""
    table = table_of([[], []], phase="REVEALING", blind=True, lives=1, pile=[[0, 9], [1, 4]])
    assert table.act("reveal") is None
    assert table.outcome() == {"victory": False, "blind": True, "level": 2}
    table = table_of([[9], []], blind=True, level=12)
    assert [do(table, step) for step in (["play", 0], ["reveal"], ["complete_level"])] == [None] * 3
    assert table.outcome() == {"victory": True, "blind": True, "level": 12}


@pytest.mark.rule("VAR-3")
def test_a_gathered_blind_level_is_dealt_again() -> None:
    """Gathering keeps level, lives and stars, counts the attempt, and judges no pile."""
    table = table_of([[9], []], blind=True, pile=[[0, 4], [1, 2]], agreed=[1], level=2)
    assert table.act("gather") is None
    snap = table.snapshot()
    assert (snap["phase"], snap["level"], snap["lives"], snap["attempt"]) == ("DEALING", 2, 3, 1)
    assert (snap["pile"], snap["hands"], snap["agreed"]) == ([], [[], []], [])
    assert [do(table, step) for step in (["deal", [1, 2, 3, 4]], ["gather"])] == [None, None]
    assert table.attempt == 2


@pytest.mark.rule("VAR-3", "LVL-8")
def test_the_next_level_counts_its_attempts_anew() -> None:
    """Completing a level forgets how often it was gathered."""
    table = table_of([[], []], phase="CLEARED", attempt=2)
    assert table.act("complete_level") is None
    assert (table.level, table.attempt, table.lives) == (4, 0, 4)


@pytest.mark.rule("STAR-2")
def test_a_lone_player_agrees_with_themselves() -> None:
    """With one player the proposal is the whole vote."""
    rules = rules_for("standard", 2) | {"players": 1}
    snap = {"hands": [[10, 20]], "level": 2, "lives": 1, "stars": 1}
    table = NaiveTable.from_snapshot(rules, snap)
    assert table.act("propose_star", seat=0) is None
    assert (table.phase, table.stars, table.hand(0)) == ("FOCUSING", 0, [20])


def test_trying_changes_nothing() -> None:
    """A legality question leaves the table alone, and a strange action is an error."""
    table = table_of([[10], [20]])
    before = table.snapshot()
    assert table.legal("play", seat=1)
    assert table.snapshot() == before
    with pytest.raises(ValueError, match="not an action"):
        table.act("pass", seat=0)
    with pytest.raises(ValueError, match="not an action"):
        table.act("play_together", plays=[])


def random_step(table: NaiveTable, rng: random.Random) -> list[Any]:
    """Pick something to ask for in this phase; most plays are the right ones."""
    rules = table.rules
    seat = rng.randrange(rules["players"])
    lowest = min(range(rules["players"]), key=lambda s: (table.hand(s) or [999])[0])
    by_phase: dict[str, list[list[Any]]] = {
        "DEALING": [["deal", rng.sample(range(1, 101), 100)]],
        "FOCUSING": [["begin"], ["ready", seat]],
        "PLAYING": [["play", lowest]] * 40
        + [["play", seat], ["propose_star", seat], ["agree_to_star", seat], ["refocus", seat]],
        "REVEALING": [["reveal"]],
        "CLEARED": [["complete_level"]],
        "WON": [["continue_blind"]],
    }
    return rng.choice(by_phase[table.phase])


@pytest.mark.rule("ERR-5", "SET-6", "LVL-1")
@pytest.mark.parametrize("seed", range(12))
def test_random_games_stay_whole(seed: int) -> None:
    """Through whole games no card is lost, counters stay in bounds and snapshots come back."""
    rng = random.Random(seed)
    table = NaiveTable(rules_for("standard", rng.choice([2, 3, 4])))
    for _ in range(400):
        if table.phase == "LOST":
            break
        dealt = table.level * table.rules["players"]
        do(table, random_step(table, rng))
        snap = table.snapshot()
        assert NaiveTable.from_snapshot(table.rules, snap).snapshot() == snap
        assert 0 <= table.lives <= 5
        assert 0 <= table.stars <= 3
        down = len(snap["pile"]) + len(snap["aside"]) + sum(map(len, snap["hands"]))
        assert down == (0 if table.phase in ("DEALING", "WON") else dealt)
        pile = [card for _, card in snap["pile"]]
        assert table.blind or pile == sorted(pile)
