"""The text of every error, as a file that a person can read.

`python tests/golden/errors.py` writes the file again; read the difference before you keep it. The
other tests look at the class, the code, the path or the field of an error, never at its words.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import sys
import tempfile
import threading
from collections import defaultdict  # noqa: F401 - in the scope of the cases
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from enum import Enum  # noqa: F401 - in the scope of the cases
from itertools import count, cycle, repeat  # noqa: F401 - in the scope of the cases
from pathlib import Path
from types import CodeType
from typing import Any
from unittest import mock

import attrs

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))  # as pytest does

import odd_policies  # noqa: E402
import positions  # noqa: E402
import store_files  # noqa: E402
import themind as tm  # noqa: E402
from codec.spoiled import GONE, VALUES, spoiled  # noqa: E402, F401
from golden.error_cases import CASES  # noqa: E402
from themind import codec, experiments, odds, render, testing, words  # noqa: E402
from themind.experiments import exact  # noqa: E402, F401
from themind.experiments.batch import batch  # noqa: E402

try:
    from themind import envs
except ImportError:  # without the extra its chapters, which are the last ones, are left out
    envs = None  # type: ignore[assignment]

FILE = HERE / "errors.txt"
ENVIRONMENTS = "environments: "
TEMPORARY = os.path.realpath(tempfile.gettempdir())
HUGE = 10**5000  # too long for Python to write out

PAIR = tm.Rules.standard(players=2)
PLAY = positions.table((10, 40), (20,))
PAUSED = positions.table((10, 40), (20,), phase=tm.Phase.FOCUSING, ready={0})
OPEN = positions.table((10, 40), (20,), agreed={0})
NEW = tm.new_game(PAIR)
BLIND = positions.table((60,), (71,), pile=positions.laid((0, 31), (1, 9)), blind=True)
STALE = tm.Illegality(tm.IllegalCode.STALE, "STAR-6", tm.AgreeToStar(0, 3))
ENTRY = tm.Entry(tm.Begin())
RECORD = tm.Record(NEW).add(tm.Deal(tm.stacked_deck([(37,), (62,)])), 5).add(tm.Begin(), 900)
DUEL = tm.Rules(players=2, levels=1, lives=1, stars=0)
CLOCKS = experiments.Experiment(DUEL, (experiments.Clock(1.0), experiments.Clock(1.0)))
TRIO = experiments.Experiment(attrs.evolve(DUEL, players=3), (experiments.Clock(1.0),) * 3)
WAIT = {"start": 0, "stop": 1, "gap": 1, "lowest": 1}
DUEL5 = attrs.evolve(DUEL, lives=5)
ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)
HALF_TOLD = tm.evolve(PLAY, tm.CardPlayed(1, 20, face_down=False))


class Unprintable:
    """A value whose repr fails."""

    def __repr__(self) -> str:
        raise RuntimeError


class Exit(Exception):
    """How the prompt ended: its status, and what it wrote about the error."""


def foreign_bool() -> object:
    """Return a value of a class that is called as the built-in one is, as that of NumPy."""
    return type("bool", (), {"__module__": "numpy"})()


def raised(error: Exception) -> None:
    """Show the text of an error that is hard to bring about."""
    raise error


def state_of(**fields: Any) -> tm.GameState:
    """A position of two players in level 3, with other fields."""
    return positions.table((), (), **{"hands": ((10, 40), (20,))} | fields)


def view_of(seat: int | None = 0, state: tm.GameState = PLAY, **fields: Any) -> tm.SeatView:
    """The view of a seat, with other fields."""
    return attrs.evolve(tm.view(state, seat), **fields)


def seen(*cards: tuple[Any, Any]) -> tuple[tm.SeenCard, ...]:
    """A pile of (seat, card) pairs, as a viewer sees it."""
    return tuple(tm.SeenCard(seat, card) for seat, card in cards)


def prompt(*arguments: str) -> None:
    """Run the program, and raise what it says about an error."""
    from themind.__main__ import main

    err, out = io.StringIO(), io.StringIO()
    with (
        Path(os.devnull).open() as nothing,
        mock.patch.object(sys, "stdin", nothing),
        contextlib.redirect_stderr(err),
        contextlib.redirect_stdout(out),
    ):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code
    if status:
        told = err.getvalue().splitlines()[-1:] or out.getvalue().split("\n\n")[-1].split()
        raise Exit(f"{status}: {' '.join(told)}")


def wrote(name: str, content: str | bytes) -> str:
    """The name of a file with this content."""
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
    return name


def stored(number: int, change: bytes | Callable[[Any], Any], **options: Any) -> None:
    """Go on with a run, of which a stored line was changed."""
    experiments.run(CLOCKS, 4, "s", store="pilot", chunk=4)
    renamed("pilot")
    store_files.rewritten(Path("pilot"), number, change)
    experiments.run(CLOCKS, 4, **{"seed": "s", "store": "pilot"} | options)


def headless() -> experiments.Store:
    """A store whose header is torn."""
    experiments.run(CLOCKS, 4, "s", store="pilot", chunk=4)
    file = renamed("pilot")
    file.write_bytes(file.read_bytes()[9:])
    return experiments.open_store("pilot")


def unreadable_records() -> None:
    """Read records that are none."""
    experiments.run(CLOCKS, 2, "s", store="pilot", keep_records=True)
    renamed("pilot")
    store_files.rewritten(Path("pilot"), 2, lambda line: line.update(records=[5, 5]))
    list(experiments.open_store("pilot").records())


class Elsewhere(Executor):
    """Plays as if it were another process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with mock.patch("os.getpid", return_value=0):
            future.set_result(fn(*args))
        return future


class Locked(experiments.Policy):
    """Holds what nothing can copy."""

    deterministic = False

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def __repr__(self) -> str:
        return "Locked()"

    def wait(self, moment: experiments.Moment, draw: experiments.Draw) -> float:
        return 1.0


def courses(use: Callable[[], object]) -> None:
    """Use the store of a course."""
    experiments.learn(CLOCKS, 1, "s", store="pilot")
    renamed("pilot/course-0")
    use()


def renamed(folder: str) -> Path:
    """Give the only file of a store a name that is always the same."""
    (file,) = store_files.files(Path(folder))
    return file.rename(file.with_name("a.jsonl"))


def reported(report: Callable[[Any], Any]) -> None:
    """Learn with a policy that reports something."""
    odd = type("Odd", (odd_policies.Fixed,), {"report": report, "__slots__": ()})()
    experiments.learn(experiments.Experiment(DUEL, (experiments.Clock(1.0), odd)), 1, "s")


def drawing(answers: list[float]) -> experiments.Policy:
    """A policy that gives these answers in turn, and is no function of what it is given."""
    turns = cycle(answers)
    return type("Odd", (odd_policies.Fixed,), {"wait": lambda *_: next(turns), "__slots__": ()})()


def document(kind: str, place: str, value: Any) -> None:
    """Read a document with something else at a place."""
    codec.from_data(spoiled(kind, place, value), type(VALUES[kind]))


def begun(**options: Any) -> Any:
    """An environment in which a game has begun."""
    made = envs.parallel_env(**options)
    made.reset(seed=1)
    return made


def in_turn(**options: Any) -> Any:
    """The same for agents that act in turn."""
    made = envs.env(**options)
    made.reset(seed=1)
    return made


def beside(partner: Any, action: Any = 101) -> None:
    """Take a step beside a partner."""
    rules = attrs.evolve(DUEL, levels=2, stars=1)
    seat = envs.SeatEnv(rules, partners={1: partner}, mode="bid")
    seat.reset(seed=1)
    seat.step(action)


def forgetting() -> experiments.Policy:
    """A policy that becomes nothing as it learns."""
    return type("Odd", (odd_policies.Fixed,), {"observe": lambda *_: None, "__slots__": ()})()


def without(package: str, module: str) -> None:
    """Import a module where a package that it needs is missing."""
    with mock.patch.dict(sys.modules, {package: None}):
        del sys.modules[module]
        importlib.import_module(module)


def without_numba() -> None:
    """Play a batch where numba is missing."""
    with mock.patch.dict(sys.modules, {"numba": None}):
        batch(CLOCKS, 1, "s")


def played(*policies: Any) -> None:
    """Play one game of two policies."""
    rules = attrs.evolve(DUEL, stars=1)
    experiments.play_game(experiments.Experiment(rules, policies), "s")


SCOPE: dict[str, Any] = {
    **vars(positions),
    **vars(odd_policies),
    **vars(experiments),
    **(vars(envs) if envs else {}),
    **globals(),
    "odds": odds,
    "render": render,
    "testing": testing,
    "words": words,
}


@contextlib.contextmanager
def nowhere() -> Iterator[None]:
    """A folder of its own to run an expression in, so that no path of this machine is shown."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        yield


def error_of(source: str) -> Exception:
    """The error that an expression raises."""
    code: CodeType = compile(source, "<case>", "eval")
    try:
        with nowhere():
            eval(code, dict(SCOPE))
    except Exception as error:  # noqa: BLE001 - its class is what is shown
        return error
    raise ValueError(f"{source} raises nothing")


def said(error: Exception) -> list[str]:
    """The class of an error and its text, or each of its faults."""
    name = type(error).__name__
    text = re.sub(rf"{re.escape(TEMPORARY)}[/\\]\w+[/\\]", "", str(error))
    text = re.sub(rf"{re.escape(TEMPORARY)}[/\\]\w+", ".", text)
    lines = list(getattr(error, "faults", ())) or text.splitlines()
    return [f"{name}: {lines[0]}"] if len(lines) == 1 else [f"{name}:", *lines]


def chapters() -> dict[str, list[str]]:
    """The cases of each chapter, without those of the environments where their extra is missing."""
    known = {chapter: sources.strip().splitlines() for chapter, sources in CASES.items()}
    if envs is None:
        return {name: cases for name, cases in known.items() if not name.startswith(ENVIRONMENTS)}
    return known


def heading(chapter: str) -> str:
    """The first line of a chapter."""
    return f"== {chapter} =="


def shown(source: str) -> str:
    """An expression with what it raises below it."""
    return "\n".join([source, *[f"    {line}" for line in said(error_of(source))]])


def golden() -> str:
    """What the file holds."""
    blocks = [
        block
        for chapter, sources in chapters().items()
        for block in [heading(chapter), *map(shown, sources)]
    ]
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    FILE.write_text(golden(), encoding="utf-8")
