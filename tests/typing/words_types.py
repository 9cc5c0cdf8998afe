"""Sentences take events of both sides, refusals and phases; catalogues a mapping or pairs."""

from __future__ import annotations

from typing import assert_type

import themind as tm
from themind import words


def tell(event: tm.Event, seen: tm.SeatEvent, refused: tm.Illegality) -> None:
    """What an app shows of a step and of a refusal."""
    assert_type(words.describe(event), str)
    assert_type(words.describe(seen, ["Ada", "Ben"]), str)
    assert_type(words.describe(tm.redact(event, 1), ("Ada", "Ben"), catalogue=words.ENGLISH), str)
    assert_type(words.explain(refused), str)
    assert_type(words.describe_phase(tm.Phase.PLAYING), str)


def plural(count: int) -> str:
    """A plural rule."""
    return "one" if count == 1 else "other"


assert_type(words.ENGLISH, words.Catalogue)
assert_type(words.missing(words.ENGLISH), tuple[str, ...])
german = words.Catalogue({"SeatReady": "{name} ist bereit."}, plural)
assert_type(german.templates, tuple[tuple[str, str], ...])
assert_type(german.plural(2), str)
words.Catalogue(german.templates, plural=german.plural)
words.Catalogue([("SeatReady", "{name} ist bereit.")])

state = tm.new_game(tm.Rules.standard(players=2))
words.describe(state)  # type: ignore[arg-type]
words.describe(tm.PlayStarted(), [0, 1])  # type: ignore[list-item]
words.describe(tm.PlayStarted(), None)  # type: ignore[arg-type]
words.describe(tm.PlayStarted(), [], words.ENGLISH)  # type: ignore[call-arg]
words.explain(tm.check(state, tm.Begin()))  # type: ignore[arg-type]
words.explain(tm.IllegalCode.NO_STAR)  # type: ignore[arg-type]
words.Catalogue({"SeatReady": 1})  # type: ignore[dict-item]
words.Catalogue({}, plural=lambda count: count)  # type: ignore[arg-type, return-value]
german.templates = ()  # type: ignore[misc]
