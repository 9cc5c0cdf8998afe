"""What comes back from a document is of the kind that was asked for, a union too."""

from __future__ import annotations

from typing import Any, assert_never, assert_type

import themind as tm
from themind import codec

state = tm.new_game(tm.Rules.standard(players=2))
text = codec.dumps(state)
assert_type(text, str)
assert_type(codec.to_data(state), dict[str, Any])
assert_type(codec.to_data((tm.Play(0), tm.Begin())), list[dict[str, Any]])

assert_type(codec.loads(text, tm.GameState), tm.GameState)
assert_type(codec.loads(text.encode(), tm.Record), tm.Record)
assert_type(codec.loads(text, tm.Record, max_length=2**24), tm.Record)
assert_type(codec.loads(text, tm.Entry), tm.Entry)
assert_type(codec.from_data({}, tm.Play), tm.Play)

assert_type(codec.loads(text, tm.Action), tm.Action)
assert_type(codec.loads(text, tm.SeatAction), tm.SeatAction)
assert_type(codec.loads(text, tm.TableAction), tm.TableAction)
assert_type(codec.loads(text, tm.Event), tm.Event)
assert_type(codec.from_data({}, tm.SeatEvent), tm.SeatEvent)
assert_type(codec.loads(text, codec.Document), codec.Document)
assert_type(codec.loads(text, tm.SeatView | tm.HiddenCardPlayed), tm.SeatView | tm.HiddenCardPlayed)

assert_type(codec.loads(text, tuple[tm.SeatEvent, ...]), tuple[tm.SeatEvent, ...])
assert_type(codec.loads(text, tuple[tm.Action, ...]), tuple[tm.Action, ...])
assert_type(codec.from_data([], tuple[tm.Play | tm.Ready, ...]), tuple[tm.Play | tm.Ready, ...])

step = tm.begin(state)
assert_type(codec.dumps(step.events), str)
assert_type(codec.dumps(tuple([tm.redact(event, 0) for event in step.events])), str)
assert_type(codec.to_data(step.events), list[dict[str, Any]])

assert_type(codec.schema(tm.Play), dict[str, Any])
assert_type(codec.schema(tm.Event, inline=True), dict[str, Any])
assert_type(codec.schema(tuple[tm.Event, ...]), dict[str, Any])
assert_type(codec.schema(tm.Event), dict[str, Any])


def pushed(message: str) -> int:
    """A match over what a union of one's own can hold has nothing left over."""
    match codec.loads(message, tm.HiddenCardPlayed | tm.SeatReady | tm.GameWon):
        case tm.HiddenCardPlayed(seat) | tm.SeatReady(seat):
            return seat
        case tm.GameWon(blind):
            return blind
        case never:
            assert_never(never)


codec.dumps(step)  # type: ignore[arg-type]
codec.dumps((state,))  # type: ignore[arg-type]
codec.dumps([tm.Play(0)])  # type: ignore[arg-type]
codec.loads(text, tm.Play, 2**24)  # type: ignore[call-arg]
codec.loads(3, tm.Play)  # type: ignore[arg-type]
codec.loads(text, "Play")  # type: ignore[arg-type]
codec.loads(text)  # type: ignore[call-arg]
