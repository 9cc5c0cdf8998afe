"""A position as plain text in 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import wrap

from themind import Card
from themind.render._scene import Position, Scene, scene_of, share
from themind.words._names import LONGEST_NAME, Names, padded
from themind.words._phrases import REASONS

COLUMNS = 79
_LABEL = LONGEST_NAME + 2


def text(position: Position, names: Names | None = None) -> str:
    """Return a state or a view as text of at most 80 columns, for terminals and logs.

    A state shows all hands, a view only the viewer's; a hidden card is `##`. Apart from the names,
    the text is ASCII.

    Args:
        position: The state or view.
        names: A name for each seat. Control characters are replaced, and long names are cut.

    Raises:
        InvalidArgument: There are names, but not one for each seat.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> from themind import render
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
        >>> print(render.text(tm.view(state, seat=0), names=["Ada", "Ben"]))
        Level 1 of 12: the game is waiting for everyone to be ready
        Lives 2 of 5, stars 1 of 3
        <BLANKLINE>
          Pile              -
          Aside             -
        <BLANKLINE>
          Ada               37  (you)
          Ben               ##
    """
    return "\n".join(_lines(scene_of(position, names)))


def _lines(scene: Scene) -> Iterator[str]:
    table = scene.position
    rules = table.rules
    yield f"{scene.level}: {scene.phase}"
    have = share(table.lives, rules.max_lives), share(table.stars, rules.max_stars)
    yield f"Lives {have[0]}, stars {have[1]}"
    yield ""
    yield from _row("Pile", _marked(_cards(laid.card for laid in scene.pile), scene.pile_note))
    yield from _row("Aside", "; ".join(_aside(scene)))
    yield ""
    for place in scene.places:
        yield from _row(place.name, _marked(_cards(place.cards), place.note))


def _row(label: str, words: str) -> list[str]:
    before = f"  {padded(label, _LABEL)}"
    lines = wrap(words or "-", COLUMNS - _LABEL - 2, break_long_words=False)
    return [before + lines[0], *[" " * (_LABEL + 2) + line for line in lines[1:]]]


def _cards(cards: Iterable[Card | None]) -> str:
    return " ".join(["##" if card is None else str(card) for card in cards]) or "-"


def _marked(words: str, note: str) -> str:
    return f"{words}  ({note})" if note else words


def _aside(scene: Scene) -> Iterator[str]:
    for (seat, reason), cards in groupby(scene.aside, lambda card: (card.seat, card.reason)):
        yield f"{scene.name(seat)} {_cards(card.card for card in cards)} ({REASONS[reason]})"
