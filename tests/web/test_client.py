"""themind.js follows every game as `evolve_view` does, and its types are those of the schemas."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest

import themind as tm
from claims import claim
from codec.games import played
from themind import codec, testing
from web.node import EXAMPLE, Node, running

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

GAMES = 20
MOST_GAMES = 120
SMALL = tm.Rules(players=2, levels=1, lives=1, stars=1)
RIGHT = 'hand_sizes, phase: "FOCUSING" })'
WRONG = 'hand_sizes, phase: "PLAYING" })'


@attrs.define
class Client:
    """What themind.js knows after an event, and our view beside it."""

    node: Node
    ours: tm.SeatView
    theirs: dict[str, Any]

    def follow(self, event: tm.SeatEvent) -> None:
        self.ours = tm.evolve_view(self.ours, event)
        self.theirs = self.node(view=self.theirs["view"], event=codec.to_data(event))

    def compare(self) -> dict[str, Any]:
        """Hold the answers about the view to ours; the view itself, for others to compare."""
        told, ours = self.theirs, self.ours
        assert told["legalActions"] == codec.to_data(tm.legal_actions(ours))
        assert told["guarded"] == codec.to_data(tuple(map(self.guarded, tm.legal_actions(ours))))
        assert (told["top"], told["middle"], told["unseen"]) == (
            ours.top,
            None if ours.middle is None else list(ours.middle),
            list(ours.unseen),
        )
        assert (told["isOver"], told["levelsCompleted"]) == (ours.is_over, ours.levels_completed)
        view: dict[str, Any] = told["view"]
        return view

    def guarded(self, action: tm.Action) -> tm.Action:
        match action:
            case tm.Play(seat):
                return tm.Play(seat, self.ours.hand[0])
            case tm.AgreeToStar(seat):
                return tm.AgreeToStar(seat, len(self.ours.pile) + len(self.ours.aside))
        return action


def check(node: Node, rules: tm.Rules | None = None) -> None:
    """Compare with our views over generated games, after each event."""
    testing.check_view_client(
        lambda view: Client(node, view, node(view=codec.to_data(view))),
        Client.follow,
        shown=Client.compare,
        rules=rules,
        games=GAMES,
    )


@pytest.fixture
def node() -> Iterator[Node]:
    with running() as process:
        yield process


@claim("json.md", "Following a game")
def test_the_client_follows_as_views_do(node: Node) -> None:
    check(node)


def test_the_client_knows_every_event(node: Node) -> None:
    """Games in which each event happens, compared after each step and with the codec's document."""
    every = set(get_args(tm.SeatEvent))
    seen: set[type] = set()
    for seed in range(MOST_GAMES):
        if seen == every:
            break
        record, steps = played(seed)
        viewer = (None, *range(record.start.players))[seed % (record.start.players + 1)]
        view = codec.to_data(tm.view(record.start, viewer))
        for step in steps:
            told = tuple([tm.redact(event, viewer) for event in step.events])
            view = node(view=view, events=codec.to_data(told))["view"]
            assert view == codec.to_data(tm.view(step.state, viewer))
            seen |= {type(event) for event in told}
    assert seen == every


def test_a_wrong_client_is_found(tmp_path: Path) -> None:
    text = (EXAMPLE / "themind.js").read_text(encoding="utf-8")
    assert text.count(RIGHT) == 1
    script = tmp_path / "themind.mjs"
    script.write_text(text.replace(RIGHT, WRONG), encoding="utf-8")
    with running(script) as node, pytest.raises(AssertionError, match=r"after HandDealt"):
        check(node, SMALL)


def test_an_unknown_event_is_an_error(node: Node) -> None:
    view = codec.to_data(tm.view(tm.new_game(tm.Rules.standard(2)), 0))
    for name in ("CardEaten", "constructor"):
        with pytest.raises(ValueError, match=f"no event is called {name}"):
            node(view=view, event={"type": name})


def test_the_types_are_those_of_the_schemas() -> None:
    """If this fails, run `python docs/examples/web/write_types.py`."""
    text = runpy.run_path(str(EXAMPLE / "write_types.py"))["text"]()
    assert (EXAMPLE / "themind.d.ts").read_text(encoding="utf-8") == text


def test_the_types_name_every_function(node: Node) -> None:
    text = (EXAMPLE / "themind.d.ts").read_text(encoding="utf-8")
    view = codec.to_data(tm.view(tm.new_game(tm.Rules.standard(2)), 0))
    declared = re.findall(r"^export function (\w+)[(<]", text, flags=re.MULTILINE)
    assert sorted(declared) == sorted(node(view=view)["exports"])
