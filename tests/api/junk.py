"""A valid call of every public function, class, method and property, and arguments of no sense."""

from __future__ import annotations

import importlib
import inspect
import math
import tempfile
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, get_args

import themind as tm
from api.public import MODULES, is_class
from positions import table
from themind import codec, experiments, words
from themind.experiments import exact

# The kit has its own tests: its errors are those of hypothesis and of failed checks. Batches have
# theirs where numba is.
ELSEWHERE = {"themind.testing", "themind.experiments.batch"}
INVENTORY = tuple(name for name in MODULES if name not in ELSEWHERE)

# The methods of actions and events are the engine's: it calls them with checked values, for speed.
WITHOUT_METHODS = frozenset(map(id, [*get_args(tm.Action), *get_args(tm.Event | tm.SeatEvent)]))

# Special methods that take arguments or look something up.
SPECIAL = ("__add__", "__call__", "__contains__", "__getitem__", "__iter__", "__len__", "__radd__")


class Unprintable:
    """A value whose repr fails."""

    def __repr__(self) -> str:
        raise RuntimeError


class Hostile:
    """A value that answers no question."""

    def __getattr__(self, name: str) -> Any:
        raise KeyError(name)


RULES = tm.Rules(players=2, levels=1, lives=1, stars=0)
STATE = table((10, 40), (20,))
NEW = tm.new_game(RULES)
ENTRIES = (tm.Entry(tm.Deal((1, 2)), 0), tm.Entry(tm.Begin(), 5))
RECORD = tm.Record(NEW, ENTRIES)
FINISHED = RECORD.add(tm.Play(0), 1000).add(tm.Play(1), 2000)
CLOCKS = experiments.Experiment(RULES, (experiments.Clock(1.0, experiments.Weber(0.1)),) * 2)
DUEL = tm.Rules(players=2, levels=1, lives=1, stars=0, max_stars=0, cards=10)
BLIND = experiments.Experiment(tm.Rules.standard(2), CLOCKS.policies, blind=True)

JUNK: dict[str, Any] = {
    "None": None,
    "True": True,
    "zero": 0,
    "five": 5,
    "negative": -1,
    "huge": 10**400,
    "unprintable int": 10**5000,
    "float": 1.5,
    "nan": math.nan,
    "inf": math.inf,
    "complex": 1j,
    "Fraction": Fraction(1, 3),
    "Decimal": Decimal("sNaN"),
    "text": "x",
    "empty text": "",
    "surrogate": "\ud800",
    "bytes": b"\xff",
    "empty tuple": (),
    "pair": (1, "x"),
    "list": [None],
    "lists": [[None], 5],
    "nested": [[[1]]],
    "floats": [1.5, math.nan],
    "texts": ["a", "a"],
    "dict": {1: None},
    "text dict": {"x": 5},
    "odd dict": {None: {}},
    "set": {1},
    "class": int,
    "rules class": tm.Rules,
    "enum class": tm.Phase,
    "enum": tm.Phase.PLAYING,
    "other enum": experiments.Landing.RANDOM,
    "object": object(),
    "unprintable": Unprintable(),
    "hostile": Hostile(),
    "ellipsis": ...,
    "slice": slice("x", 2),
    "state": STATE,
    "spectator": tm.view(STATE),
    "view": tm.view(STATE, 0),
    "step": tm.Step(STATE, ()),
    "action": tm.Begin(),
    "event": tm.PlayStarted(),
    "rules": RULES,
    "record": RECORD,
    "module": math,
    "path": Path("nowhere/at all"),
    "range": range(3),
    "iterator": iter(()),
}


@cache
def result() -> experiments.Result:
    return experiments.run(BLIND, 3, "s", keep_records=True)


@cache
def learning() -> experiments.Learning:
    return experiments.learn(CLOCKS, 2, "s")


@cache
def swept() -> experiments.Sweep:
    return experiments.sweep(lambda first_lives: CLOCKS, {"first_lives": [1]}, 2, "s")


@cache
def stored() -> experiments.Store:
    folder = Path(tempfile.mkdtemp()) / "pilot"
    experiments.run(CLOCKS, 2, "s", store=folder)
    return experiments.open_store(folder)


@cache
def moment() -> experiments.Moment:
    return experiments.Moment(tm.view(STATE, 0), 1.0, 0.5)


def environments() -> Any:
    """The environments, in a session that has their packages."""
    return importlib.import_module("themind.envs")


def begun(name: str, **options: Any) -> Any:
    """An environment in which a game has begun."""
    made = getattr(environments(), name)(RULES, **options)
    made.reset(seed=7)
    return made


# Valid arguments by the names of parameters, made when they are first needed.
VALUES: dict[str, Callable[[], Any]] = {
    "act": lambda: lambda observation, mask, draw: 1,
    "actions": lambda: {"seat_0": 0, "seat_1": 0},
    "action": tm.Begin,
    "agent": lambda: "seat_0",
    "agreed": lambda: [0],
    "aside": tuple,
    "at_least": lambda: 0.5,
    "at_ms": lambda: 5,
    "attempt": lambda: 0,
    "blind": lambda: False,
    "build": lambda: lambda first_lives: CLOCKS,
    "by": lambda: tm.HOST,
    "card": lambda: 20,
    "cards": lambda: 100,
    "cards_down": lambda: 0,
    "catalogue": lambda: words.ENGLISH,
    "chance_first": lambda: lambda near, far: 0.5,
    "chunk": lambda: 1,
    "clock": lambda: 1.0,
    "code": lambda: tm.IllegalCode.STALE,
    "column": lambda: "won",
    "confidence": lambda: 0.95,
    "count": lambda: 1,
    "courses": lambda: learning().courses,
    "deck": lambda: (1, 2),
    "detail": lambda: None,
    "draw": lambda: experiments.Draw(1),
    "driver": experiments.Race,
    "ended_at_ms": lambda: 9000,
    "entries": lambda: ENTRIES,
    "event": tm.PlayStarted,
    "events": lambda: [tm.LevelCompleted(1)],
    "executor": lambda: None,
    "experiment": lambda: CLOCKS,
    "face_down": lambda: False,
    "first": result,
    "first_key": lambda: None,
    "fraction": lambda: 0.1,
    "gained": lambda: 1,
    "game": lambda: 0,
    "games": lambda: 2,
    "grid": lambda: {"first_lives": [1]},
    "hand": lambda: (10, 40),
    "hand_sizes": lambda: (2, 1),
    "hands": lambda: ((10, 40), (20,)),
    "header": lambda: None,
    "high": lambda: 9,
    "horizon": lambda: 5,
    "i": lambda: 0,
    "illegality": lambda: tm.Illegality(tm.IllegalCode.STALE, "STAR-6", tm.Begin()),
    "index": lambda: 0,
    "inline": lambda: False,
    "items": lambda: [1, 2],
    "keep": lambda: "rows",
    "keep_records": lambda: False,
    "kept": lambda: learning().courses[0]._kept,
    "key": lambda: 5,
    "kind": lambda: tm.Play,
    "landing": lambda: experiments.Landing.RANDOM,
    "laws": lambda: [[1.0]],
    "last_wait": lambda: 1.0,
    "least": lambda: 0.0,
    "level": lambda: 1,
    "level_time": lambda: 1.0,
    "levels": lambda: [1],
    "life": lambda: 0.5,
    "lives": lambda: 1,
    "lost": lambda: 1,
    "low": lambda: 5,
    "max_cycles": lambda: 9,
    "max_length": lambda: 100,
    "meant": lambda: 1.0,
    "missing": lambda: None,
    "mistake_penalty": lambda: tm.MistakePenalty.PER_CARD,
    "mistakes": lambda: 1,
    "mode": lambda: "tick",
    "moment": moment,
    "most": lambda: 10.0,
    "n": lambda: 3,
    "name": lambda: "steady",
    "names": lambda: ["Ada", "Ben"],
    "noise": lambda: experiments.Weber(0.1),
    "observation": lambda: "flat",
    "options": lambda: None,
    "partners": lambda: {1: experiments.Clock(1.0)},
    "path": lambda: stored().path,
    "patience": lambda: 1.0,
    "penalty": lambda: tm.MistakePenalty.PER_CARD,
    "phase": lambda: tm.Phase.PLAYING,
    "pile": tuple,
    "players": lambda: 2,
    "plays": lambda: [tm.Play(0)],
    "plural": lambda: lambda count: "one",
    "policies": lambda: CLOCKS.policies,
    "position": lambda: STATE,
    "progress": lambda: lambda done, total: None,
    "reason": lambda: tm.AsideReason.STAR,
    "record": lambda: FINISHED,
    "records": lambda: [FINISHED],
    "redraw": lambda: True,
    "refusal": lambda: tm.Illegality(tm.IllegalCode.STALE, "STAR-6", tm.Begin()),
    "render_mode": lambda: "ansi",
    "repeats": lambda: 1,
    "reward": lambda: tm.Reward.LIFE,
    "rewards": lambda: None,
    "rows": lambda: [row for row in experiments.risk_rows(FINISHED) if row["event"]],
    "rule": lambda: "STAR-6",
    "rules": lambda: RULES,
    "sd": lambda: 0.1,
    "seat": lambda: 0,
    "seconds": lambda: 1.0,
    "seed": lambda: "s",
    "sigma": lambda: 0.1,
    "silence": lambda: 1.0,
    "since_event": lambda: 0.5,
    "skipped": lambda: ((1,), ()),
    "stars": lambda: 0,
    "start": lambda: 0,
    "state": lambda: STATE,
    "stop": lambda: 1,
    "store": lambda: None,
    "successes": lambda: 1,
    "survival": lambda: lambda gap, silence: 0.5,
    "tags": lambda: {"event": "x"},
    "templates": lambda: {"SeatReady": "{name}!"},
    "tempo": lambda: 1.0,
    "text": lambda: codec.dumps(tm.Play(0)),
    "texts": lambda: [codec.dumps(FINISHED)],
    "together": lambda: lambda near, far: 0.0,
    "trials": lambda: 2,
    "value": lambda: 1.0,
    "values": lambda: [1.0, 2.0],
    "vector": lambda: environments().Encoder(RULES, 5)(tm.view(NEW, 0), 1.0, 1.0),
    "victory": lambda: True,
    "view": lambda: tm.view(STATE, 0),
    "wait": lambda: lambda moment, draw: 1.0,
    "waited": lambda: 0.0,
    "waits": lambda: {1: 2.0},
    "whole": lambda: False,
    "window": lambda: 1,
    "won": lambda: 1.0,
}

DEALT = table((), (), phase=tm.Phase.FOCUSING, hands=((10, 40), (20,)))
WON = table((), (), phase=tm.Phase.WON, level=12)
OPEN = table((10, 40), (20,), agreed={0})
WITH = dict[str, Callable[[], Any]]

# Valid arguments where the name alone does not say them.
EXACTLY: dict[str, WITH] = {
    "themind.GameState": {
        "rules": lambda: STATE.rules,
        "level": lambda: 3,
        "agreed": tuple,
        "ready": tuple,
    },
    "themind.SeatView": {
        "rules": lambda: STATE.rules,
        "level": lambda: 3,
        "agreed": tuple,
        "ready": tuple,
    },
    "themind.Rules": {
        "levels": lambda: 1,
        "rewards": lambda: {1: tm.Reward.LIFE},
        "max_lives": lambda: 5,
        "max_stars": lambda: 3,
        "first_level": lambda: 1,
        "blind_penalty": lambda: tm.BlindPenalty.PER_CARD,
        "auto_refocus": lambda: True,
        "starts_blind": lambda: True,
    },
    "themind.Record": {"start": lambda: NEW},
    "themind.InvalidEvent": {"event": tm.PlayStarted},
    "themind.InvalidDocument": {"path": lambda: "$", "reason": lambda: "is odd"},
    "themind.StarThrown": {"cards": lambda: (1, None)},
    "themind.Step": {"events": tuple},
    "themind.apply": {"state": lambda: DEALT},
    "themind.begin": {"state": lambda: DEALT},
    "themind.ready": {"state": lambda: DEALT},
    "themind.unready": {"state": lambda: table((10,), (20,), phase=tm.Phase.FOCUSING, ready={0})},
    "themind.deal": {"state": lambda: NEW},
    "themind.deck_for": {"state": lambda: NEW},
    "themind.play": {"card": lambda: 10},
    "themind.agree_to_star": {"state": lambda: OPEN, "seat": lambda: 1, "cards_down": lambda: None},
    "themind.decline_star": {"state": lambda: OPEN, "seat": lambda: 1},
    "themind.star": {"agreed": lambda: [0, 1]},
    "themind.complete_level": {
        "state": lambda: table((), (), phase=tm.Phase.CLEARED),
    },
    "themind.continue_blind": {"state": lambda: WON},
    "themind.reveal": {
        "state": lambda: table((), (), phase=tm.Phase.REVEALING, blind=True),
    },
    "themind.evolve": {"state": lambda: DEALT},
    "themind.evolve_view": {"view": lambda: tm.view(DEALT, 0)},
    "themind.stacked_deck": {"hands": lambda: [[1, 2], [3, 4]]},
    "themind.envs.Encoder.__call__": {"view": lambda: tm.view(NEW, 0)},
    "themind.envs.SeatEnv.step": {"action": lambda: 0},
    "themind.envs.Rewards": {"level": lambda: 0.5, "card": lambda: 0.5},
    "themind.envs.SeatEnv": {"seat": lambda: 0},
    "themind.envs.SeatEnv.reset": {"seed": lambda: 7},
    "themind.envs.reference_chance": {"rules": lambda: DUEL},
    "themind.codec.dumps": {"value": lambda: tm.Play(0)},
    "themind.codec.to_data": {"value": lambda: tm.Play(0)},
    "themind.codec.from_data": {"data": lambda: codec.to_data(tm.Play(0))},
    "themind.experiments.Experiment.from_json": {"text": CLOCKS.to_json},
    "themind.experiments.Mean": {"value": lambda: 1.0, "least": lambda: 0.0},
    "themind.experiments.Learning": {"reports": lambda: learning()._reports},
    "themind.experiments.Learning.means": {},
    "themind.experiments.Paired": {"second": result},
    "themind.experiments.log_likelihood": {
        "clock": lambda: experiments.Clock(1.0, experiments.Weber(0.1)),
    },
    "themind.experiments.paired": {"second": result},
    "themind.experiments.PolicyError": {
        "policy": lambda: "Clock",
        "problem": lambda: "returned an invalid wait",
    },
    "themind.experiments.StoreError": {"path": lambda: "a", "problem": lambda: "is full"},
    "themind.experiments.Paired.__getitem__": {"name": lambda: "won"},
    "themind.experiments.Records.__getitem__": {"place": lambda: 0},
    "themind.experiments.Result.__add__": {"other": lambda: 0},
    "themind.experiments.Result.__radd__": {"other": lambda: 0},
    "themind.experiments.Records": {"games": lambda: [0]},
    "themind.experiments.Result": {
        "ranges": lambda: learning().courses[0].ranges,
        "carried": lambda: False,
        "notes": tuple,
    },
    "themind.experiments.Sweep": {
        "points": lambda: [{"first_lives": 1}],
        "results": lambda: [result()],
    },
    "themind.experiments.exact.RaceChances": {"first": lambda: lambda near, far: 0.5},
    "themind.experiments.exact.RaceChances.__call__": {"near": lambda: 1, "far": lambda: 2},
    "themind.experiments.exact.card_blind": {"penalty": lambda: tm.MistakePenalty.PER_MISTAKE},
    "themind.experiments.exact.race": {"cards": lambda: 5},
    "themind.experiments.exact.race_laws": {"cards": lambda: 5},
}


# Instances for methods, properties and special methods.
INSTANCES: dict[str, Callable[[], Any]] = {
    "themind.GameState": lambda: STATE,
    "themind.SeatView": lambda: tm.view(STATE, 0),
    "themind.Rules": lambda: tm.Rules.standard(2),
    "themind.Record": lambda: tm.Record(NEW),
    "themind.IllegalAction": lambda: tm.IllegalAction(VALUES["illegality"]()),
    "themind.experiments.AbsoluteClock": lambda: experiments.AbsoluteClock(1.0),
    "themind.experiments.Additive": lambda: experiments.Additive(0.1),
    "themind.experiments.CardBlind": experiments.CardBlind,
    "themind.experiments.Clock": lambda: experiments.Clock(1.0, experiments.Weber(0.1)),
    "themind.experiments.Confident": lambda: experiments.Confident(0.5, 1.0),
    "themind.experiments.Difference": lambda: experiments.Difference(1, 1, 2),
    "themind.experiments.Draw": lambda: experiments.Draw(1),
    "themind.experiments.Experiment": lambda: CLOCKS,
    "themind.experiments.Learning": learning,
    "themind.experiments.LogNormal": lambda: experiments.LogNormal(0.1),
    "themind.experiments.Mean": lambda: experiments.Mean.of([1.0, 2.0]),
    "themind.experiments.Moment": moment,
    "themind.experiments.Paired": lambda: experiments.paired(result(), result()),
    "themind.experiments.Policy": lambda: experiments.policy(lambda moment, draw: 1.0),
    "themind.experiments.Rate": lambda: experiments.Rate(1, 2),
    "themind.experiments.Records": lambda: result().records,
    "themind.experiments.Result": result,
    "themind.experiments.Scripted": lambda: experiments.Scripted({10: 2.0}),
    "themind.experiments.Store": stored,
    "themind.experiments.Sweep": swept,
    "themind.experiments.Weber": lambda: experiments.Weber(0.1),
    "themind.experiments.exact.RaceChances": lambda: exact.weber(0.1),
    "themind.envs.Encoder": lambda: environments().Encoder(RULES, 5),
    "themind.envs.EnvPolicy": lambda: environments().EnvPolicy(VALUES["act"](), 5),
    "themind.envs.Rewards": lambda: environments().Rewards(),
    "themind.envs.SeatEnv": lambda: begun("SeatEnv", partners=VALUES["partners"]()),
    "themind.envs.TableEnv": lambda: begun("TableEnv"),
    "themind.render.Table": lambda: importlib.import_module("themind.render").Table(STATE),
}


def public_values() -> Iterator[tuple[str, Any]]:
    """Each public function and class with its full name, once."""
    seen: set[int] = set()
    for module in INVENTORY:
        public = importlib.import_module(module)
        for name in public.__all__:
            value = getattr(public, name)
            if (inspect.isfunction(value) or is_class(value)) and id(value) not in seen:
                seen.add(id(value))
                yield f"{module}.{name}", value
