"""Shorten a script for as long as two sides still differ in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Flag, auto
from itertools import islice
from typing import TypeAlias

import attrs

from themind.testing._fitting import fitted_to_some
from themind.testing._scripts import Difference, Script
from themind.testing._simpler import (
    later_starts,
    later_tables,
    simpler_tables,
    size_of,
    with_one_for_some,
    with_simpler_requests,
)

Judge: TypeAlias = Callable[[Script], Difference | None]

MOST_TRIES = 2_000
NOW_AND_THEN = "this difference is not reproducible: the same game, played again, shows none"


class Freedom(Flag):
    """The ways in which the start of a shorter game can differ from the original start."""

    NONE = 0
    TABLES = auto()
    STARTS = auto()
    TABLES_AND_STARTS = TABLES | STARTS


def first_difference(
    scripts: Iterable[Script], judge: Judge, freedom: Freedom
) -> tuple[Script, Difference] | None:
    """Return the first script in which two sides differ, shortened; None if there is none."""
    for script in scripts:
        found = judge(script)
        if found:
            return shortened(script, found, judge, freedom)
    return None


def shortened(
    script: Script, found: Difference, judge: Judge, freedom: Freedom
) -> tuple[Script, Difference]:
    """Return the shortest script found in which two sides differ, and their difference."""
    shrinker = _Shrinker(script, found, judge)
    size = None
    while size != size_of(shrinker.best):
        size = size_of(shrinker.best)
        if Freedom.TABLES in freedom:
            shrinker.accepts_any(later_tables)
        if Freedom.STARTS in freedom:
            shrinker.accepts_any(later_starts)
        shrinker.leave_requests_out()
        shrinker.replace_requests()
        if Freedom.TABLES in freedom:
            shrinker.try_simpler_tables()
    return shrinker.best, shrinker.confirmed()


class _Shrinker:
    """The shortest script so far, and its difference."""

    def __init__(self, script: Script, found: Difference, judge: Judge) -> None:
        self.best = script.until(found.place)
        self.found = found
        self.judge = judge
        self.tries = 0

    def accepts(self, candidate: Script) -> bool:
        """Keep a candidate if it is smaller and the sides still differ in it."""
        if self.tries >= MOST_TRIES or size_of(candidate) >= size_of(self.best):
            return False
        self.tries += 1
        found = self.judge(candidate)
        if found:
            self.best, self.found = candidate.until(found.place), found
        return found is not None

    def accepts_any(self, candidates: Callable[[Script], Iterable[Script]]) -> None:
        """Try all candidates; after an accepted one, continue with those of the new script."""
        refused = 0
        accepted = True
        while accepted:
            accepted = False
            for candidate in islice(candidates(self.best), refused, None):
                accepted = self.accepts(candidate)
                if accepted:
                    break
                refused += 1

    def leave_requests_out(self) -> None:
        """Omit many consecutive requests, then fewer, then single ones."""
        size = len(self.best.requests) // 2
        while size:
            end = len(self.best.requests)
            while end > 0:
                requests = self.best.requests
                rest = requests[: max(end - size, 0)] + requests[end:]
                self.accepts(Script(self.best.start, rest))
                end = min(end - size, len(self.best.requests))
            size //= 2

    def replace_requests(self) -> None:
        """Replace several requests by one, or one request by a simpler one."""
        self.accepts_any(with_one_for_some)
        self.accepts_any(with_simpler_requests)

    def try_simpler_tables(self) -> None:
        """Try fewer players, fewer levels, and rules with more defaults."""
        self.accepts_any(lambda script: fitted_to_some(script, simpler_tables(script.start.rules)))

    def confirmed(self) -> Difference:
        """Return the difference, with an additional line if it is not reproducible."""
        if self.judge(self.best):
            return self.found
        return attrs.evolve(self.found, lines=(*self.found.lines, NOW_AND_THEN))
