"""What an error is about, whatever its words: those stand in golden/errors.txt alone."""

from __future__ import annotations

import re
from collections.abc import Iterable


def about(*things: object) -> str:
    """A pattern for a text that names each of these words, numbers or values, in any order."""
    patterns = [rf"(?=.*(?<!\w){re.escape(str(thing))}(?!\w))" for thing in things]
    return "(?s)^" + "".join(patterns)


def faulty_fields(faults: Iterable[str]) -> list[str]:
    """The word that each fault starts with: the field that is wrong."""
    return [re.split(r"\W", fault, maxsplit=1)[0] for fault in faults]
