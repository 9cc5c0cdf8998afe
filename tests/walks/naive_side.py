"""The naive referee behind the library's own values, so that the two can be asked the same."""

from __future__ import annotations

import re
from typing import Any

import attrs

import themind as tm
from naive_referee import HOST, NaiveTable, Snapshot


def naive_rules(rules: tm.Rules) -> dict[str, Any]:
    """The rules as the plain dict that the naive referee takes."""
    return attrs.asdict(rules, recurse=False) | {
        "rewards": {level: str(reward) for level, reward in rules.rewards},
        "blind_penalty": str(rules.blind_penalty),
        "mistake_penalty": str(rules.mistake_penalty),
    }


def naive_game(rules: tm.Rules) -> NaiveTable:
    return NaiveTable(naive_rules(rules))


def naive_table(state: tm.GameState) -> NaiveTable:
    """A naive table set up at a state of the library."""
    return NaiveTable.from_snapshot(naive_rules(state.rules), snapshot_of(state))


def snapshot_of(state: tm.GameState) -> Snapshot:
    """A state as the naive referee shows one."""
    return {
        "phase": str(state.phase),
        "level": state.level,
        "lives": state.lives,
        "stars": state.stars,
        "hands": [list(hand) for hand in state.hands],
        "pile": [[played.seat, played.card] for played in state.pile],
        "aside": [[gone.seat, gone.card, str(gone.reason)] for gone in state.aside],
        "blind": state.blind,
        "attempt": state.attempt,
        "ready": sorted(state.ready),
        "agreed": sorted(state.agreed),
    }


def naive_call(action: tm.Action) -> tuple[str, dict[str, Any]]:
    """An action as a name and fields: `AgreeToStar(0)` is `agree_to_star` with a seat."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(action).__name__).lower()
    fields = {field: getattr(action, field) for field in type(action).__match_args__}
    if isinstance(action, tm.PlayTogether):
        fields["plays"] = [(play.seat, play.card) for play in action.plays]
    return name, fields


def ask(table: NaiveTable, action: tm.Action, by: tm.Seat | tm.Host | None = tm.HOST) -> str | None:
    """Ask the naive referee; the code of its refusal, None where it did what was asked."""
    name, fields = naive_call(action)
    return table.act(name, by=HOST if by is tm.HOST else by, **fields)


def naive_apply(
    table: NaiveTable, action: tm.Action, by: tm.Seat | tm.Host | None = tm.HOST
) -> NaiveTable | None:
    """The naive referee as `check_referee` takes one; it raises with the code of a refusal."""
    code = ask(table, action, by)
    if code is not None:
        raise tm.IllegalAction(tm.Illegality(tm.IllegalCode(code), "", action))
    return table
