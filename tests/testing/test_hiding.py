"""The check for hiding: ours passes, and each broken library is found every time."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import attrs
import pytest

import themind as tm
from themind import codec, testing
from views.leaky import LEAKS, OPEN_HANDED

SPECTATORS, SEATS = "spectators", "seats"


def complaint(**app: Any) -> str:
    with pytest.raises(AssertionError, match="two games must look the same") as raised:
        testing.check_hiding(**app)
    return str(raised.value)


@pytest.mark.unmeasured
def test_our_own_hides() -> None:
    """In games that differ: of each kind there are many pairs, or there was nothing to hide."""
    hidden = Counter[Any]()

    def redact(event: tm.Event, seat: tm.Seat | None) -> tm.SeatEvent:
        hidden[type(event), SPECTATORS if seat is None else SEATS] += 1
        return tm.redact(event, seat)

    def view(state: tm.GameState, seat: tm.Seat | None) -> tm.SeatView:
        hidden[state.phase, state.blind] += 1
        return tm.view(state, seat)

    testing.check_hiding(view=view, redact=redact)
    for kind in (tm.LevelDealt, tm.CardPlayed):
        assert hidden[kind, SPECTATORS] >= 50
        assert hidden[kind, SEATS] >= 50
    for phase in (tm.Phase.FOCUSING, tm.Phase.PLAYING):
        assert hidden[phase, False] >= 20
        assert hidden[phase, True] >= 20
    assert hidden[tm.Phase.REVEALING, True] >= 20


@pytest.mark.parametrize("fault", OPEN_HANDED)
def test_a_redact_that_shows_too_much(fault: str) -> None:
    text = complaint(redact=OPEN_HANDED[fault], dumps=repr)
    assert re.search(r"^the redacted (LevelDealt|CardPlayed):$", text, flags=re.MULTILINE)


@pytest.mark.parametrize("viewer", [SPECTATORS, SEATS])
@pytest.mark.parametrize("kind", [tm.LevelDealt, tm.CardPlayed])
def test_one_kind_of_event_for_one_kind_of_viewer(kind: type[Any], viewer: str) -> None:
    def redact(event: tm.Event, seat: tm.Seat | None) -> Any:
        fits = type(event) is kind and (seat is None) is (viewer == SPECTATORS)
        return event if fits else tm.redact(event, seat)

    text = complaint(redact=redact)
    assert f"the redacted {kind.__name__}:" in text
    assert ("to a spectator" in text) is (viewer == SPECTATORS)


# What of a library is shown by `legal_actions` and `check` is ours, and not given to the check.
OF_THE_APP = [leak for leak, (part, _) in LEAKS.items() if part not in ("legal_actions", "refusal")]


@pytest.mark.parametrize("leak", OF_THE_APP)
def test_a_library_that_leaks(leak: str) -> None:
    part, library = LEAKS[leak]

    def dumps(value: Any) -> str:
        return library.dumps(value) if hasattr(value, "phase") else codec.dumps(value)

    text = complaint(view=library.view, dumps=dumps)
    shown = {"view": "the view:", "bytes": "the view as serialized text:"}
    own = {"repr": "the repr of the view:", "hash": "the hash of the view:"}
    assert (shown | own).get(part, f"the view's {part}:") in text.splitlines()


def test_the_pair_of_games_is_short() -> None:
    text = complaint(redact=OPEN_HANDED["face-down cards are not hidden"])
    head, rules, *lines = text.splitlines()
    assert head == "two games must look the same to a spectator, the shortest found:"
    assert "Rules(" in rules
    actions = [re.sub(r"\(.*", "", line) for line in lines[: lines.index("in the other game:")]]
    assert actions == ["  1. Deal", "  2. Begin", "  3. PlayTogether"]
    changed, what, one, other = lines[lines.index("in the other game:") + 1 :]
    assert changed.startswith("  1. Deal(")
    assert what == "the redacted CardPlayed:"
    assert one != other


@attrs.frozen(eq=False, repr=False)
class Page:
    """A view that an app sends, compared by nothing but its text."""

    fields: dict[str, Any]


class TestOtherValues:
    """Views can be anything that `dumps` writes."""

    def test_values_without_a_comparison(self) -> None:
        def view(state: tm.GameState, seat: tm.Seat | None) -> Page:
            return Page({"lives": state.lives, "hand": list(tm.view(state, seat).hand)})

        def dumps(value: Any) -> str:
            return json.dumps(value.fields) if isinstance(value, Page) else codec.dumps(value)

        testing.check_hiding(view=view, dumps=dumps, games=60)

        def leaky(state: tm.GameState, seat: tm.Seat | None) -> Page:
            return Page({"next": min((hand[0] for hand in state.hands if hand), default=None)})

        assert "the view as serialized text:" in complaint(view=leaky, dumps=dumps)

    def test_values_without_a_hash(self) -> None:
        def view(state: tm.GameState, seat: tm.Seat | None) -> dict[str, Any]:
            return {"top": tm.view(state, seat).top}

        testing.check_hiding(view=view, dumps=repr, games=60)

        def nested(state: tm.GameState, seat: tm.Seat | None) -> tuple[list[int]]:
            return ([len(hand) for hand in state.hands],)

        testing.check_hiding(view=nested, dumps=repr, games=60)

    def test_text_that_says_more_than_the_value(self) -> None:
        class Told:
            """A redacted event that carries the event along."""

            def __init__(self, event: tm.Event, seat: tm.Seat | None) -> None:
                self.event, self.known = event, tm.redact(event, seat)

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Told) and self.known == other.known

            def __hash__(self) -> int:
                return hash(self.known)

            def __repr__(self) -> str:
                return repr(self.known)

        def dumps(value: Any) -> str:
            return codec.dumps(value.event if isinstance(value, Told) else value)

        text = complaint(redact=Told, dumps=dumps)
        assert "the redacted LevelDealt as serialized text:" in text
