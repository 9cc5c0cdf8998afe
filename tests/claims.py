"""Tests that show what a page says name the page and the section."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any])


def claim(page: str, heading: str = "") -> Callable[[T], T]:
    """Name a page below docs and the section that a test shows; "" is the part before the first.

    `tests/docs/test_claims.py` reads these marks in the text of the tests.
    """
    return lambda test: test
