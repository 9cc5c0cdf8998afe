"""A test loop that runs each mutant in a fork of the collected session, until a test fails."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from mutation.forks import Ended, in_forks
from mutation.functions import activate, by_code

LEAST_TIME = 2.0
TIMES_AS_LONG = 10
BEST = 12
TEXTS = "tests/golden/test_errors.py"  # its tests alone look at the words of errors, in 10 ms each
BROAD = 3
QUICK = 0.005  # a test that takes less time counts as if it took this


class Run(NamedTuple):
    """What a group of tests did without a mutant: what each called, how long each took.

    Those that failed are named apart.
    """

    called: dict[str, frozenset[str]]
    seconds: dict[str, float]
    failed: list[str]


class Mutation:
    """The plugin.

    Args:
        mutants: The mutants to run.
        workers: How many run at a time.
        seconds: The most CPU time of tests for a mutant, as they take without it. Quick tests
            that reach few functions come first.
        told: Called with each mutant and its verdict.
    """

    def __init__(
        self, mutants: list[str], *, workers: int, seconds: float, told: Callable[[str, str], None]
    ) -> None:
        self.mutants = mutants
        self.workers = workers
        self.seconds = seconds
        self.told = told
        self.items: dict[str, pytest.Item] = {}
        self.texts: defaultdict[str, list[str]] = defaultdict(list)
        self.reaching: dict[str, list[str]] = {}
        self.taken: dict[str, float] = {}
        self.failing: list[str] = []
        self.killers: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self.best: Counter[str] = Counter()
        self.broad: list[str] = []
        self.imported: frozenset[str] = frozenset()
        self.calls = Calls()

    def pytest_collection_finish(self) -> None:
        """Note what was called while the modules were imported."""
        self.imported = self.calls.end()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once to see what they reach, then the mutants."""
        if session.testsfailed:
            raise session.Interrupted("errors during collection")
        self.items = {item.nodeid: item for item in session.items}
        for item in session.items:
            item.repr_failure = unformatted  # type: ignore[method-assign]
        self.look()
        for ended in in_forks(self.jobs(), self.workers):
            self.settle(ended)
        return True

    def look(self) -> None:
        """Run each group of tests in a fork, and note what each reaches.

        A cache that one test of a group fills keeps the calls of the next ones out of sight: what
        any test of the group reaches comes last for each of them.
        """
        groups: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for node, item in self.items.items():
            groups[node.partition("[")[0]].append(item)
        reached: dict[str, frozenset[str]] = {}
        together: dict[str, frozenset[str]] = {}
        jobs = ((group, partial(observed, items)) for group, items in groups.items())
        for group, run, _ in in_forks(jobs, self.workers):
            if run is None:
                self.failing.append(group)
                continue
            self.failing += run.failed
            self.taken |= run.seconds
            reached |= run.called
            together |= dict.fromkeys(run.called, frozenset().union(*run.called.values()))
        order = sorted(reached, key=lambda node: len(reached[node]) * max(self.taken[node], QUICK))
        self.broad = sorted(reached, key=lambda node: len(reached[node]))[-BROAD:]
        reaching: defaultdict[str, list[str]] = defaultdict(list)
        for node in order:
            for name in reached[node]:
                reaching[name].append(node)
                if node.startswith(TEXTS):
                    self.texts[name].append(node)
        for node in order:
            for name in together[node] - reached[node]:
                reaching[name].append(node)
        self.reaching = dict(reaching)

    def jobs(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield a job for each mutant that a test reaches, few tests first."""
        for mutant in sorted(self.mutants, key=lambda name: len(self.tests_of(name))):
            tests = self.chosen(mutant)
            if tests:
                yield mutant, partial(killer, mutant, [self.items[node] for node in tests], self)
            else:
                self.told(mutant, "no tests")

    def tests_of(self, mutant: str) -> list[str]:
        """Return the tests that reach the function of a mutant."""
        return self.reaching.get(mutant.partition("__mutmut_")[0], [])

    def chosen(self, mutant: str) -> list[str]:
        """Return tests within the time, those of texts, and those that reach or killed most."""
        name = mutant.partition("__mutmut_")[0]
        reaching = self.tests_of(mutant)
        within, left = [], self.seconds
        for node in reaching:
            if left > 0 or not within:
                within.append(node)
                left -= self.taken[node]
        best = [node for node, _ in self.best.most_common(BEST) if node in reaching]
        broad = [node for node in self.broad if node in reaching]
        killers = reversed(self.killers[name])
        return list(dict.fromkeys([*killers, *within, *self.texts[name], *best, *broad]))

    def files(self) -> dict[str, list[str]]:
        """Return the files with tests that reach each module."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for name, nodes in self.reaching.items():
            found[name.rpartition(".")[0]] |= {node.partition("::")[0] for node in nodes}
        return {module: sorted(files) for module, files in found.items()}

    def settle(self, ended: Ended) -> None:
        """Tell the verdict on a mutant, and note which test killed it."""
        if ended.signal:
            self.told(ended.key, "timeout" if ended.signal == signal.SIGPROF else "segfault")
            return
        if ended.result:
            self.killers[ended.key.partition("__mutmut_")[0]][ended.result] = None
            self.best[ended.result] += 1
        self.told(ended.key, "survived" if ended.result is None else "killed")


class Within:
    """A plugin that keeps the quickest tests, as many as fit in a time."""

    def __init__(self, taken: dict[str, float], seconds: float) -> None:
        self.taken = taken
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests by the time that they took, and leave the slow ones out."""
        known = [item for item in items if item.nodeid in self.taken]
        known.sort(key=lambda item: self.taken[item.nodeid])
        sums = accumulate(self.taken[item.nodeid] for item in known)
        items[:] = [item for item, total in zip(known, sums, strict=True) if total < self.seconds]


def unformatted(excinfo: object, style: object = None) -> str:
    """Take the place of the text of a failure, which takes longer than most tests."""
    del excinfo, style
    return ""


class Calls:
    """Notes which mutated functions are called, from now on."""

    def __init__(self) -> None:
        self.codes: set[object] = set()
        self.begin()

    def begin(self) -> None:
        """Note calls; a stack that is full ends it, as does a profiler of a test."""
        sys.setprofile(self.note)
        threading.setprofile(self.note)

    def note(self, frame: Any, event: str, arg: object) -> None:
        """Note a call, as a profiler."""
        if event == "call":
            self.codes.add(frame.f_code)

    def so_far(self) -> set[object]:
        """Return the code of what was called, and begin anew."""
        codes, self.codes = self.codes, set()
        self.begin()
        return codes

    def end(self) -> frozenset[str]:
        """Note nothing more, and return the names of what was called."""
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
        return named(self.codes, by_code())


def named(codes: Iterable[object], names: Mapping[Any, str]) -> frozenset[str]:
    """Return the names of the mutated functions that have one of these codes."""
    return frozenset(names[code] for code in codes if code in names)


def observed(items: Iterable[pytest.Item]) -> Run:
    """Run tests, and return which mutated functions each of them called."""
    calls = Calls()
    codes, seconds, failed = {}, {}, []
    for item, fails, taken in outcomes([*items]):
        called = calls.so_far()
        if fails:
            failed.append(item.nodeid)
        else:
            codes[item.nodeid] = called
            seconds[item.nodeid] = taken
    calls.end()
    names = by_code()
    return Run({node: named(own, names) for node, own in codes.items()}, seconds, failed)


def killer(mutant: str, items: list[pytest.Item], mutation: Mutation) -> str | None:
    """Run tests with a mutant until one fails, and return that one."""
    activate(mutant)
    for item, fails, _ in outcomes(items, mutation.taken):
        if fails:
            return item.nodeid
    return None


def outcomes(
    items: list[pytest.Item], taken: dict[str, float] | None = None
) -> Iterator[tuple[pytest.Item, bool, float]]:
    """Run tests; yield each with whether it fails, and its CPU time.

    A test that takes far longer than it did without a mutant ends the process.
    """
    for item, following in zip(items, [*items[1:], None], strict=True):
        if taken is not None:
            limit = max(LEAST_TIME, TIMES_AS_LONG * taken[item.nodeid])
            signal.setitimer(signal.ITIMER_PROF, limit)
        begin = time.process_time()
        reports = runtestprotocol(item, log=False, nextitem=following)
        yield item, any(each.failed for each in reports), time.process_time() - begin
