"""What the codec asks of cattrs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from themind.codec import _read, _write


@pytest.mark.parametrize("find", [_read._reader, _write._writer])
def test_a_lenient_hook_of_cattrs_is_never_taken(find: Callable[[Any], Any]) -> None:
    """Near the end of the stack cattrs misses hooks in its search; for a float there is none."""
    with pytest.raises(RecursionError):
        find(float)
