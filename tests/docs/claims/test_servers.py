"""What the pages on servers, clients and bots say beside their examples."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import themind as tm
from claims import claim
from themind import rng
from themind.experiments import AbsoluteClock, Clock, Draw, LogNormal, Moment

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[3] / "docs"
WEB = DOCS / "examples" / "web"


def imported(file: Path) -> set[str]:
    """The first names of the modules that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module).partition(".")[0])
    return names


@claim("howto/web.md", "Files")
def test_only_the_application_waits_or_uses_the_network() -> None:
    files = {path.stem: path for path in WEB.glob("*.py")}
    known = set(files) | {"__future__", "themind"}
    needed = {name: imported(path) - known for name, path in files.items()}
    outside = {name: used - set(sys.stdlib_module_names) for name, used in needed.items()}
    assert outside.pop("app") == {"starlette", "uvicorn"}
    assert set().union(*outside.values()) == {"attrs"}
    waiting = {"asyncio", "selectors", "signal", "socket", "subprocess", "threading"}
    assert [name for name, used in needed.items() if used & waiting] == ["app"]


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"claims_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@claim("examples/web/README.md")
def test_the_limits_of_the_web_game_are_those_of_its_page() -> None:
    limits = module(WEB / "timers.py").Limits()
    page = (WEB / "README.md").read_text(encoding="utf-8")
    told = {name: int(seconds) * 1000 for name, seconds in re.findall(r"--(\w+) (\d+)\b", page)}
    assert {name: told[name] for name in limits._fields} == limits._asdict()


@claim("json.md", "Following a game")
def test_the_page_names_each_function_of_the_client() -> None:
    script = (WEB / "themind.js").read_text(encoding="utf-8")
    (told,) = re.findall(
        r"implements both tables in JavaScript[^:]*: (.+)\.$",
        (DOCS / "json.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert re.findall(r"^export function (\w+)", script, re.MULTILINE) == re.findall(
        r"`(\w+)`", told
    )


@claim("howto/live-bots.md", "The times of a moment")
def test_a_clock_does_not_use_the_times_of_a_moment_and_an_absolute_clock_does() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    state = tm.begin(tm.deal(state, tm.stacked_deck([(37,), (62,)])).state).state
    moments = [Moment(tm.view(state, 1), time, time / 2, time / 3) for time in (0.0, 3.0)]
    for clock, count in ((Clock(0.3, LogNormal(0.1)), 1), (AbsoluteClock(0.3), 2)):
        assert len({clock.wait(moment, Draw(7)) for moment in moments}) == count


@claim("howto/live-bots.md", "A built-in clock")
def test_a_key_is_any_number_of_64_bits() -> None:
    keys = (0, 2**64 - 1, rng.plan_key("table 7", game=0, level=1, seat=1, card=62))
    assert len({Draw(key).uniform() for key in keys}) == len(keys)


@claim("views.md", "Update the client's view")
def test_a_view_does_not_show_every_event_that_was_missed() -> None:
    state = tm.new_game(tm.Rules(players=2, levels=2, first_level=2, lives=2, stars=0))
    state = tm.deal(state, tm.stacked_deck([(12, 90), (20, 50)])).state
    seen = tm.view(state, seat=0)
    for action in (tm.Ready(1), tm.Unready(1)):
        state = tm.apply(state, action).state
    assert tm.view(state, seat=0) == seen, "two events were missed, and the view is right"
    state = tm.play(tm.begin(state).state, seat=0).state
    seen = tm.view(state, seat=0)
    state = tm.play(state, seat=1).state
    (second,) = tm.play(state, seat=1).events
    followed = tm.evolve_view(seen, tm.redact(second, seat=0))
    assert followed.hand_sizes == (1, 1), "one card too many, and no error"


@claim("views.md", "Create a view")
def test_what_a_view_hides_is_none() -> None:
    blind = tm.GameState(
        rules=tm.Rules.standard(players=2),
        phase=tm.Phase.PLAYING,
        level=2,
        lives=2,
        stars=1,
        hands=((60,), (9, 71)),
        pile=(tm.PlayedCard(0, 31),),
        blind=True,
    )
    own, other = (tm.view(blind, seat) for seat in range(2))
    assert (own.top, own.middle) == (31, (31,))
    assert (other.top, other.middle) == (None, None)


@claim("views.md", "Apply a client's action")
def test_without_by_every_legal_action_is_allowed_and_a_spectator_can_do_nothing() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    state = tm.deal(state, tm.stacked_deck([(12,), (50,)])).state
    listed = tm.legal_actions(state)
    assert all(tm.is_legal(state, action) for action in listed)
    assert not any(tm.is_legal(state, action, by=None) for action in listed)
