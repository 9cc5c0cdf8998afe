"""Which functions a call leads to, and how often: what is quick takes few of them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any


def calls_of(call: Callable[[], object]) -> Counter[Any]:
    """Count the calls of functions, by their code, or by their name for those in C.

    The call is made once before, so that caches are filled and everything is built that is built
    only once.
    """
    call()
    counts: Counter[Any] = Counter()

    def note(frame: Any, event: str, function: Any) -> None:
        if event == "call":
            counts[frame.f_code] += 1
        elif event == "c_call":
            counts[function.__name__] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return counts
