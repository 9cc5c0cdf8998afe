"""What an error is about, whatever its words: those stand in golden/errors.txt alone."""

from __future__ import annotations

import re
from collections.abc import Iterable

# How POSIX and Windows say that there is no such file, folder or program.
NOT_FOUND = re.compile("(?:No such file|cannot find)")


def about(*things: object) -> str:
    """A pattern for a text that names each of these words, values or classes, in any order."""
    return "(?s)^" + "".join([rf"(?=.*(?<!\w){_named(thing)}(?!\w))" for thing in things])


def _named(thing: object) -> str:
    """How a text can name a thing: None and classes by more than one name, a pattern as it says."""
    if thing is type(None):
        return "None(?:Type)?"
    if thing is type:
        return "(?:type|class)"
    if isinstance(thing, re.Pattern):
        return str(thing.pattern)
    return re.escape(thing.__name__ if isinstance(thing, type) else str(thing))


def faulty_fields(faults: Iterable[str]) -> list[str]:
    """The word that each fault starts with: the field that is wrong."""
    return [re.split(r"\W", fault, maxsplit=1)[0] for fault in faults]
