"""What the reference and the page on installation say: what is read, raised and needed."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from themind import codec
from themind.experiments import Clock, Experiment, PolicyError, paired, policy, run

pytestmark = pytest.mark.once

TABLE = Experiment(tm.Rules.standard(players=2), (Clock(0.3), Clock(0.3)))

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


@claim("reference/index.md", "Conventions")
@claim("explanation/values-and-events.md", "A state is a value")
@claim("faq.md", "Apps")
@claim("json.md", "Schemas")
def test_the_core_reads_nothing_from_outside() -> None:
    command = [sys.executable, "-W", "error", "-c", QUIET]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "100 set()\n")


@claim("reference/index.md", "Conventions")
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


@claim("reference/errors.md", "Wrong types")
def test_collections_raise_the_errors_of_collections() -> None:
    result = run(TABLE, 2, "a", keep_records=True)
    with pytest.raises(KeyError):
        paired(result, result)["luck"]
    assert result.records is not None
    with pytest.raises(IndexError):
        result.records[2]
    without: Any = tm.new_game
    for arguments in ({}, {"rules": TABLE.rules, "seed": 1}):
        with pytest.raises(TypeError):
            without(**arguments)


@claim("reference/index.md", "Conventions")
def test_an_integer_is_anything_with_an_index_but_a_bool() -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    for number in (2, Two()):
        assert type(tm.Play(number).seat) is int
        assert tm.Rules.standard(players=number).players == 2
    with pytest.raises(TypeError):
        tm.Play(True)
    assert Clock(1) == Clock(1.0)


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
