"""NumPy arrays for compiled code."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from themind.experiments._columns import Numbers

# The type codes of `array`, which are the same in NumPy, from narrow to wide.
CODES = "bhiq"


class NumpyArrays:
    """Creates NumPy arrays; NumPy is imported by the constructor."""

    def __init__(self) -> None:
        import numpy

        self._numpy: Any = numpy

    def blank(self, count: int) -> Any:
        """Return an array of zeros, signed 64-bit numbers."""
        return self._numpy.zeros(count, self._numpy.int64)

    def integers(self, values: Iterable[int]) -> Any:
        """Return an array of signed 64-bit numbers."""
        return self._numpy.array(list(values), self._numpy.int64)

    def word(self, value: int) -> Any:
        """Return an unsigned 64-bit number."""
        return self._numpy.uint64(value)

    def words(self, values: Iterable[int]) -> Any:
        """Return an array of unsigned 64-bit numbers."""
        return self._numpy.array(list(values), self._numpy.uint64)

    def floats(self, values: Iterable[float]) -> Any:
        """Return an array of floats."""
        return self._numpy.array(list(values), self._numpy.float64)

    def places(self, values: Any, wanted: int) -> list[int]:
        """Return the indices at which an array has a number."""
        found: list[int] = self._numpy.flatnonzero(values == wanted).tolist()
        return found

    def packed(self, values: Any) -> Numbers:
        """Return at least one signed number in the smallest array that fits."""
        least, most = int(values.min()), int(values.max())
        code = next(code for code in CODES if self._holds(code, least, most))
        return array(code, values.astype(code).tobytes())

    def _holds(self, code: str, least: int, most: int) -> bool:
        bounds = self._numpy.iinfo(code)
        return bool(bounds.min <= least and most <= bounds.max)
