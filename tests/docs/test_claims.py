"""Claims of the pages about behaviour that no example on the page itself can show."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import attrs
import pytest
from hypothesis import given

import themind as tm
from themind import codec, render, testing, words
from themind.experiments import (
    Clock,
    Draw,
    Experiment,
    Moment,
    PolicyError,
    Race,
    play_game,
    policy,
    run,
)

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[2] / "docs"
TABLE = Experiment(tm.Rules.standard(players=2), (Clock(0.3), Clock(0.3)))

T = TypeVar("T", bound=Callable[..., Any])
CITED: list[tuple[str, str]] = []


def claim(page: str, heading: str = "") -> Callable[[T], T]:
    """Name the page and the section that a test checks, no section for a page without any."""
    CITED.append((page, heading))
    return lambda test: test


# Plays a game with everything that a server uses, while clocks, chance and the outside world raise.
QUIET = """
import os, random, secrets, sys, time
import themind as tm
from themind import codec, odds, render, words

def game(deck_of):
    record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
    state = record.start
    while not state.is_over and len(record.entries) < 40:
        action = tm.forced_action(state)
        if state.phase is tm.Phase.DEALING:
            action = tm.Deal(deck_of(state))
        elif action is None:
            action = tm.legal_actions(state)[0]
        if isinstance(action, tm.Refocus):
            seats = [seat for seat, hand in enumerate(state.hands) if hand]
            action = tm.Play(min(seats, key=lambda seat: state.hands[seat][0]))
        state, events = tm.apply(state, action)
        record = record.add(action)
        for event in events:
            words.describe(tm.redact(event, 0))
        seen = codec.loads(codec.dumps(tm.view(state, 0)), tm.SeatView)
        render.svg(seen), render.text(seen), tm.legal_actions(seen)
        if seen.hand:
            odds.chance_lowest(seen)
    again = codec.loads(codec.dumps(record), tm.Record)
    assert tm.final_state(again) == state
    render.timeline(record), words.explain(tm.check(state, tm.Play(9))), codec.schema(tm.Play)

seeded = lambda state: tm.deck_for(state, "pilot")
game(seeded)  # once before, so that nothing is imported for the first time below
tm.random_deck()

def refuse(*args, **kwargs):
    raise RuntimeError(f"the library called {args}")

OUTSIDE = ("open", "os.", "socket.", "subprocess.", "shutil.", "sqlite3.", "urllib.", "syslog.")

def hook(event, args):
    if listening and event.startswith(OUTSIDE):
        refuse(event, args)

listening = False
sys.addaudithook(hook)
kept = {(module, name): getattr(module, name) for module, names in (
    (time, "time monotonic perf_counter process_time time_ns monotonic_ns sleep"),
    (os, "getenv urandom"), (random, "random getrandbits"), (secrets, "randbelow token_bytes"),
) for name in names.split()}
for module, name in kept:
    setattr(module, name, refuse)
environ, os.environ = os.environ, None
listening = True
game(seeded)
listening = False
os.environ = environ
for (module, name), function in kept.items():
    setattr(module, name, function)
import logging
print(len(tm.random_deck()), logging.getLogger().manager.loggerDict.keys() & {"themind"})
"""


@claim("reference/index.md")
def test_the_core_reads_nothing_from_outside() -> None:
    command = [sys.executable, "-W", "error", "-c", QUIET]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "100 set()\n")


@claim("reference/index.md")
@pytest.mark.parametrize("name", sorted(name for name in dir(tm) if name[0].isupper()))
def test_values_of_the_root_cannot_be_changed(name: str) -> None:
    cls = getattr(tm, name)
    if attrs.has(cls):
        assert cls.__setattr__ is not object.__setattr__
        assert cls.__hash__ is not None


@claim("reference/errors.md", "Wrong types")
def test_what_raises_something_else_for_a_wrong_type() -> None:
    junk: Any = "3"
    with pytest.raises(tm.InvalidRules):
        tm.Rules.standard(players=junk)
    with pytest.raises(tm.InvalidArgument):
        run(TABLE, 1, "a", keep=junk)
    with pytest.raises(PolicyError):
        run(Experiment(TABLE.rules, (policy(lambda *_: junk),) * 2), 1, "a")
    with pytest.raises(TypeError, match="text"):
        codec.loads(3, tm.Play)  # type: ignore[arg-type]


@claim("howto/clusters.md", "Threads for policies that wait")
@pytest.mark.parametrize(("players", "least", "most"), [(2, 1.8, 2.0), (3, 2.6, 2.8)])
def test_how_often_a_race_asks(players: int, least: float, most: float) -> None:
    asked = []

    def wait(moment: Moment, draw: Draw) -> float:
        asked.append(moment)
        return 0.4 * moment.gap

    seats = (policy(wait),) * players
    counts = []
    for driver in (Race(), Race(redraw=False)):
        asked.clear()
        play_game(Experiment(tm.Rules.standard(players=players), seats, driver), "pilot")
        counts.append(len(asked))
    assert least < counts[0] / counts[1] < most


@claim("reference/errors.md", "Wrong types")
def test_errors_of_a_callers_function_pass_through() -> None:
    def progress(done: int, games: int) -> None:
        raise LookupError(done, games)

    with pytest.raises(LookupError):
        run(TABLE, 1, "a", progress=progress)


WITHOUT_EXTRAS = """
import sys
from importlib import import_module
for name in ("gymnasium", "hypothesis", "numba", "numpy", "pettingzoo", "tqdm"):
    sys.modules[name] = None
import themind as tm
from themind import codec, odds, render, words
from themind.experiments import Clock, Experiment, exact, run
from themind.experiments.batch import batch
table = Experiment(tm.Rules.standard(players=2), (Clock(0.3), Clock(0.3)))
print(run(table, games=2, seed="pilot").games)
for use in (
    lambda: import_module("themind.testing"),
    lambda: import_module("themind.envs"),
    lambda: batch(table, games=2, seed="pilot"),
):
    try:
        use()
    except ImportError:
        print("ImportError")
"""


@claim("install.md", "Extras")
def test_what_works_without_extras() -> None:
    command = [sys.executable, "-W", "error", "-c", WITHOUT_EXTRAS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()) == ("", ["2", *["ImportError"] * 3])


@claim("security.md", "Spectators")
@given(testing.states())
def test_a_spectator_sees_no_more_than_each_seat(state: tm.GameState) -> None:
    spectator = tm.view(state)
    for seat in range(state.rules.players):
        own = tm.view(state, seat)
        pairs = zip(spectator.pile, own.pile, strict=True)
        assert all(open_.card in (None, known.card) for open_, known in pairs)
        assert spectator == attrs.evolve(own, seat=None, hand=(), pile=spectator.pile)


@claim("security.md", "Errors and tracebacks")
def test_the_text_of_a_refused_seat_action_holds_the_request_alone() -> None:
    """Two games that differ in all hidden cards refuse in the same words."""
    texts = []
    for hands in ([(12, 40), (50, 61)], [(12, 40), (77, 93)]):
        state = tm.new_game(tm.Rules(players=2, levels=2, first_level=2, lives=2, stars=0))
        state = tm.begin(tm.deal(state, tm.stacked_deck(hands)).state).state
        asked = [tm.Play(1), tm.Play(0, 40), tm.Play(0, 3), tm.ProposeStar(0), tm.Ready(0)]
        refused = [tm.check(state, action, by=0) for action in asked]
        texts.append([str(tm.IllegalAction(one)) for one in refused if one is not None])
    assert len(texts[0]) == 5
    assert texts[0] == texts[1]


@claim("security.md", "What a request can cost")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_has_few_entries(players: int) -> None:
    """Without a stop or a declined star, with each seat ready by itself and with a blind run."""
    state, entries, runs = tm.new_game(tm.Rules.standard(players=players)), 0, 0
    while runs < 2:
        if state.is_over:
            runs += 1
            if runs == 1:
                state, entries = tm.continue_blind(state).state, entries + 1
        else:
            state, entries = tm.apply(state, next_action(state)).state, entries + 1
    assert 300 < entries < 500


def next_action(state: tm.GameState) -> tm.Action:
    """An action of a game without a mistake."""
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(tm.deck_for(state, "pilot"))
    if state.phase is tm.Phase.FOCUSING:
        return tm.Ready(min(set(range(state.rules.players)) - state.ready))
    lowest = [(hand[0], seat) for seat, hand in enumerate(state.hands) if hand]
    return tm.forced_action(state) or tm.Play(min(lowest)[1])


@claim("security.md", "Processes and threads")
def test_threads_can_share_a_state() -> None:
    state = tm.new_game(tm.Rules.standard(players=4))
    state = tm.begin(tm.deal(state, tm.deck_for(state, "pilot")).state).state
    before = codec.dumps(state)
    with ThreadPoolExecutor(8) as executor:
        steps = list(executor.map(lambda _: tm.play(state, 0), range(200)))
    assert all(one == other for one, other in pairwise(steps))
    assert codec.dumps(state) == before


@claim("security.md", "What must stay on the server")
def test_pictures_and_sentences_of_a_view_have_no_hidden_card() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    state, events = tm.deal(state, tm.stacked_deck([(12,), (57,)]))
    seen = tm.view(state, seat=0)
    sent = [render.svg(seen), render.text(seen), words.describe(tm.redact(events[0], 0))]
    assert not any('data-card="57"' in text or " 57" in text for text in sent)
    assert 'data-card="57"' in render.svg(state)


@pytest.mark.tree
@pytest.mark.parametrize(("page", "heading"), sorted(set(CITED)))
def test_the_cited_section_exists(page: str, heading: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert f"## {heading}\n" in text or not heading
