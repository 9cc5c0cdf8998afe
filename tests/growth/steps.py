"""The steps of a call: the lines that Python executes, which do not depend on the machine."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping
from typing import Any

# A quadratic walk takes 16 times the steps at 4 times the size.
FACTOR = 4
SLACK = 1.25


def steps_of(call: Callable[[], object], within: str = "") -> int:
    """Count the lines of a call, with every turn of a loop, also in the functions below it.

    Loops in C are not seen: the sum of a list is a single step. With `within`, only the lines of
    files with this end count.
    """
    steps = 0

    def count(frame: Any, _event: str, _argument: object) -> Any:
        nonlocal steps
        if not frame.f_code.co_filename.endswith(within):
            return None
        steps += 1
        return count

    before, collects = sys.gettrace(), gc.isenabled()
    gc.disable()  # a collection calls what others have registered, which takes steps too
    sys.settrace(count)
    try:
        call()
    finally:
        sys.settrace(before)
        if collects:
            gc.enable()
    return steps


def too_fast(
    small: Mapping[str, int], large: Mapping[str, int], work: float = FACTOR
) -> dict[str, tuple[int, int]]:
    """Return the operations whose steps grow faster than their work, with both numbers."""
    assert small.keys() == large.keys()
    return {
        name: (steps, large[name])
        for name, steps in small.items()
        if large[name] > SLACK * work * steps
    }
