"""Documents with one thing wrong, for those that read documents."""

from __future__ import annotations

import copy
from typing import Any

import themind as tm
from themind import codec

RULES = tm.Rules(players=2, levels=4, lives=2, stars=1)
STATE = tm.GameState(
    rules=RULES,
    phase=tm.Phase.PLAYING,
    level=3,
    lives=1,
    stars=1,
    hands=((40, 50), (60,)),
    pile=(tm.PlayedCard(1, 30),),
    aside=(tm.AsideCard(0, 20, tm.AsideReason.SKIPPED),),
    agreed=frozenset({1}),
)
RECORD = (
    tm.Record(STATE, names=("Ada", "Bj\u00f6rn"), tags={"event": "Friday"}, ended_at_ms=90)
    .add(tm.Play(0), 10)
    .add(tm.Star([0, 1]))
    .add(tm.PlayTogether([tm.Play(0), tm.Play(1, 60)]))
    .add(tm.Deal([1, 2, 3]), 20)
)
VALUES: dict[str, Any] = {
    "Play": tm.Play(1, 36),
    "Rules": RULES,
    "GameState": STATE,
    "SeatView": tm.view(STATE, 0),
    "Record": RECORD,
    "Entry": tm.Entry(tm.Play(1), 30),
    "Illegality": tm.check(STATE, tm.Begin()),
    "LevelDealt": tm.LevelDealt(1, ((3,), (4,))),
    "StarThrown": tm.StarThrown((3, None), 0),
    "MistakeMade": tm.MistakeMade(0, 30, ((), (20,)), 1),
    "PileRevealed": tm.PileRevealed((tm.PlayedCard(0, 3),), 0, 2),
    "CardPlayed": tm.CardPlayed(0, 3, face_down=False),
    "RewardTaken": tm.RewardTaken(tm.Reward.LIFE, 3, 1),
    "Outcome": tm.Outcome(victory=True, blind=False, level=4),
}


class Gone:
    """Stands for nothing: the key is taken away."""

    def __repr__(self) -> str:
        return "GONE"


GONE = Gone()


def spoiled(kind: str, path: str, value: Any) -> Any:
    """The document of a value with something else at a place, or nothing."""
    data = copy.deepcopy(codec.to_data(VALUES[kind]))
    *steps, last = [int(step) if step.isdigit() else step for step in path.split()]
    place: Any = data
    for step in steps:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return data


Row = tuple[str, str, Any, str]

# What stands where in which document, and the place that is named: what no schema lets pass, and
# what only the value itself refuses.
SHAPES: list[Row] = [
    ("Play", "seat", True, "$.seat"),
    ("Play", "seat", "3", "$.seat"),
    ("Play", "seat", None, "$.seat"),
    ("Play", "seat", [1], "$.seat"),
    ("Play", "card", {}, "$.card"),
    ("Play", "card", False, "$.card"),
    ("Play", "card", GONE, "$"),
    ("Play", "Card", 3, "$"),
    ("Play", "format", GONE, "$"),
    ("Play", "format", 2, "$.format"),
    ("Play", "format", True, "$.format"),
    ("Play", "format", "1", "$.format"),
    ("Play", "type", GONE, "$"),
    ("Play", "type", "Ready", "$.type"),
    ("Play", "type", ["Play"], "$.type"),
    ("Rules", "auto_refocus", 1, "$.auto_refocus"),
    ("Rules", "blind_penalty", "per_card", "$.blind_penalty"),
    ("Rules", "mistake_penalty", None, "$.mistake_penalty"),
    ("Rules", "starts_blind", 0, "$.starts_blind"),
    ("Rules", "starts_blind", GONE, "$"),
    ("Rules", "rewards 0 1", 5, "$.rewards[0][1]"),
    ("Rules", "rewards 0", [2], "$.rewards[0]"),
    ("Rules", "rewards 1", [3, "LIFE", 0], "$.rewards[1]"),
    ("Rules", "rewards", {"2": "STAR"}, "$.rewards"),
    ("GameState", "rules type", "Rules", "$.rules"),
    ("GameState", "rules format", 1, "$.rules"),
    ("GameState", "rules", None, "$.rules"),
    ("GameState", "hands 0 1", "50", "$.hands[0][1]"),
    ("GameState", "hands 1", None, "$.hands[1]"),
    ("GameState", "pile 0 card", GONE, "$.pile[0]"),
    ("GameState", "aside 0 reason", "", "$.aside[0].reason"),
    ("GameState", "agreed", [False], "$.agreed[0]"),
    ("GameState", "phase", "WON ", "$.phase"),
    ("SeatView", "hands", [], "$"),
    ("Record", "names", {}, "$.names"),
    ("Record", "names 1", None, "$.names[1]"),
    ("Record", "names 1", "x" * 81, "$.names[1]"),
    ("Record", "names 1", "a\nb", "$.names[1]"),
    ("Record", "names 1", "\x9b2J", "$.names[1]"),
    ("Record", "tags", [], "$.tags"),
    ("Record", "tags", [["event", "Friday"]], "$.tags"),
    ("Record", "tags", {f"{n}": "" for n in range(65)}, "$.tags"),
    ("Record", "tags", {"": "Friday"}, "$.tags"),
    ("Record", "tags", {"x" * 41: "Friday"}, "$.tags"),
    ("Record", "tags", {"a\tb": "Friday"}, "$.tags"),
    ("Record", "tags event", 3, '$.tags["event"]'),
    ("Record", "tags event", "x" * 401, '$.tags["event"]'),
    ("Record", "tags event", "\x00", '$.tags["event"]'),
    ("Record", "ended_at_ms", "90", "$.ended_at_ms"),
    ("Record", "ended_at_ms", GONE, "$"),
    ("Record", "entries", {}, "$.entries"),
    ("Record", "entries 0 type", "Entry", "$.entries[0]"),
    ("Record", "entries 0 format", 1, "$.entries[0]"),
    ("Record", "entries 0 at_ms", GONE, "$.entries[0]"),
    ("Record", "entries 1", "Star", "$.entries[1]"),
    ("Record", "entries 0 action seat", True, "$.entries[0].action.seat"),
    ("Record", "entries 0 action type", GONE, "$.entries[0].action"),
    ("Record", "entries 0 action format", 1, "$.entries[0].action"),
    ("Record", "entries 0 action type", "SeatReady", "$.entries[0].action.type"),
    ("Record", "entries 0 action", None, "$.entries[0].action"),
    ("Record", "entries 2 action plays 1 card", "6", "$.entries[2].action.plays[1].card"),
    ("Record", "entries 3 action deck 2", None, "$.entries[3].action.deck[2]"),
    ("Entry", "at_ms", True, "$.at_ms"),
    ("Entry", "at_ms", GONE, "$"),
    ("Entry", "format", GONE, "$"),
    ("Entry", "type", "Record", "$.type"),
    ("Entry", "action format", 1, "$.action"),
    ("Entry", "action type", "SeatReady", "$.action.type"),
    ("Entry", "action card", "3", "$.action.card"),
    ("Illegality", "detail", "SLEEPING", "$.detail"),
    ("Illegality", "detail", 3, "$.detail"),
    ("Illegality", "detail", GONE, "$"),
    ("Illegality", "action format", GONE, "$.action"),
    ("Illegality", "action format", 2, "$.action.format"),
    ("Illegality", "rule", "lvl-3", "$.rule"),
    ("Illegality", "rule", 3, "$.rule"),
    ("Illegality", "code", "NOPE", "$.code"),
    ("Illegality", "action seat", 0, "$.action"),
    ("LevelDealt", "hands 1 0", True, "$.hands[1][0]"),
    ("LevelDealt", "hands", [3, 4], "$.hands[0]"),
    ("LevelDealt", "level", None, "$.level"),
    ("StarThrown", "cards 1", "None", "$.cards[1]"),
    ("MistakeMade", "skipped 1", 20, "$.skipped[1]"),
    ("PileRevealed", "pile 0", [0, 3], "$.pile[0]"),
    ("PileRevealed", "pile 0 card", None, "$.pile[0].card"),
    ("CardPlayed", "face_down", 0, "$.face_down"),
    ("RewardTaken", "reward", "life", "$.reward"),
    ("LevelDealt", "type", 10**90, "$.type"),
    ("Outcome", "victory", "true", "$.victory"),
]
CONTENTS: list[Row] = [
    ("Rules", "players", 0, "$"),
    ("Rules", "cards", 10**12, "$"),
    ("Rules", "rewards 1", [2, "LIFE"], "$"),
    ("Rules", "rewards 1", [1, "LIFE"], "$.rewards"),
    ("Rules", "rewards 1", [5, "LIFE"], "$.rewards"),
    ("GameState", "lives", 6, "$"),
    ("GameState", "rules lives", 6, "$.rules"),
    ("GameState", "hands 0", [50, 40], "$"),
    ("GameState", "hands", [[], []], "$"),
    ("GameState", "pile 0 seat", 2, "$"),
    ("GameState", "agreed", [1, 0], "$.agreed"),
    ("GameState", "agreed", [1, 1], "$.agreed"),
    ("SeatView", "seat", 2, "$"),
    ("SeatView", "hand", [40], "$"),
    ("SeatView", "pile 0 card", None, "$"),
    ("Record", "names", ["Ada"], "$"),
    ("Record", "names 1", "\ud800", "$.names[1]"),
    ("Record", "tags event", "\udfff", '$.tags["event"]'),
    ("Record", "ended_at_ms", 19, "$"),
    ("Record", "ended_at_ms", -1, "$"),
    ("Record", "ended_at_ms", 2**63, "$"),
    ("Entry", "at_ms", -1, "$"),
    ("Illegality", "detail", "TWICE", "$"),
    ("GameState", "rules starts_blind", True, "$"),
    ("Record", "entries 0 at_ms", -1, "$.entries[0]"),
    ("Record", "entries 3 at_ms", 2**63, "$.entries[3]"),
    ("Record", "entries 3 at_ms", 9, "$"),
    ("Record", "entries 2 action plays", [], "$.entries[2].action"),
    ("Record", "start stars", 9, "$.start"),
]
REFUSED = SHAPES + CONTENTS
