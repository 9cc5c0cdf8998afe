"""A position as an SVG picture: the pile, the cards set aside, and a row for each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from themind import AsideReason, Card, Seat
from themind.render._scene import Place, Position, Scene, scene_of, share
from themind.render._text import text
from themind.render._xml import (
    Attribute,
    Number,
    cross,
    element,
    escaped,
    heart,
    label,
    marker,
    named,
    picture,
    star,
)
from themind.words._names import Names
from themind.words._phrases import REASONS

T = TypeVar("T")

# Narrow enough for a phone to show the whole picture with readable text.
WIDTH, MARGIN = 520, 24
CARD_WIDTH, CARD_HEIGHT, GAP = 38, 52, 6
SECTION_GAP = 30
HANDS_LEFT = 180
NOTE_LEFT = 110
# The maximum numbers of cards and symbols that are drawn; the rest is given as text.
MOST_SHOWN = 60
MOST_SYMBOLS = 8


def svg(position: Position, names: Names | None = None) -> str:
    """Return a state or a view as an SVG document.

    A state shows all hands, a view only the viewer's; other cards are face down. The picture has
    its own background, a dark form for dark pages, a colour and a shape for each seat, and a
    description as text. Equal arguments give equal documents.

    Args:
        position: The state or view.
        names: A name for each seat.

    Raises:
        InvalidArgument: There are names, but not one for each seat.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> from themind import render
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> render.svg(state, names=["Ada", "Ben"])[:41]
        '<svg xmlns="http://www.w3.org/2000/svg" v'
    """
    scene = scene_of(position, names)
    drawing = _Drawing(scene)
    parts = list(drawing.parts())
    return picture(WIDTH, drawing.y + MARGIN, scene.summary, text(position, names), *parts)


class _Drawing:
    """Draws from top to bottom; `y` is the current height."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.y: Number = MARGIN + 14

    def parts(self) -> Iterator[str]:
        yield from self._heading()
        pile = [(laid.card, laid.seat, None) for laid in self.scene.pile]
        yield from self._section("Pile", self.scene.pile_note, pile)
        aside = [(aside.card, aside.seat, aside.reason) for aside in self.scene.aside]
        yield from self._section("Set aside", _marks(self.scene), aside)
        yield from self._hands()

    def _heading(self) -> Iterator[str]:
        table, rules = self.scene.position, self.scene.position.rules
        yield label(MARGIN, self.y, self.scene.level, size=18, font_weight="bold")
        self.y += 22
        yield label(MARGIN, self.y, self.scene.phase, paint="soft")
        yield from self._supply(heart, table.lives, rules.max_lives, "lives", MARGIN + 14)
        yield from self._supply(star, table.stars, rules.max_stars, "stars", MARGIN + 58)
        self.y += 22

    def _supply(
        self, draw: Callable[..., str], have: int, most: int, name: str, y: Number
    ) -> Iterator[str]:
        words = f"{name} {share(have, most)}"
        yield label(WIDTH - MARGIN, y, words, text_anchor="end", paint="soft")
        symbols = min(most, MOST_SYMBOLS)
        for k in range(symbols):
            x = WIDTH - MARGIN - 9 - 22 * (symbols - 1 - k)
            empty = {} if k < have else {"paint": "edge", "fill": "none"}
            yield draw(x, y + 16, 9, **empty)

    def _section(
        self, title: str, note: str, cards: Sequence[tuple[Card | None, Seat, AsideReason | None]]
    ) -> Iterator[str]:
        self.y += SECTION_GAP
        shown = cards[-MOST_SHOWN:]
        count = f"{len(cards)} cards" if len(cards) > 1 else ""
        notes = [f"the last {MOST_SHOWN} of {count}" if len(shown) < len(cards) else count, note]
        yield label(MARGIN, self.y, title, size=14, font_weight="bold")
        words = ", ".join(filter(None, notes)) or ("" if cards else "no card")
        yield label(NOTE_LEFT, self.y, words, paint="soft")
        self.y += 10
        for x, (card, seat, reason) in self._rows(shown, MARGIN):
            yield self._card(x, card, seat, reason)

    def _hands(self) -> Iterator[str]:
        self.y += SECTION_GAP
        yield label(MARGIN, self.y, "Hands", size=14, font_weight="bold")
        self.y += 10
        for place in self.scene.places:
            yield from self._hand(place)

    def _hand(self, place: Place) -> Iterator[str]:
        middle = self.y + CARD_HEIGHT / 2
        yield marker(place.seat, MARGIN + 8, middle - 4, 7)
        yield label(MARGIN + 24, middle, place.name)
        yield label(MARGIN + 24, middle + 15, place.note, paint="soft", size=12)
        shown = place.cards[:MOST_SHOWN]
        if not shown:
            yield label(HANDS_LEFT, middle, "no card", paint="soft")
            self.y += CARD_HEIGHT + GAP
        for x, card in self._rows(shown, HANDS_LEFT):
            yield self._card(x, card, place.seat, marked=False)
        if len(shown) < len(place.cards):
            self.y += 12
            words = f"and {len(place.cards) - MOST_SHOWN} more"
            yield label(HANDS_LEFT, self.y, words, paint="soft")
            self.y += GAP

    def _rows(self, cards: Sequence[T], left: Number) -> Iterator[tuple[Number, T]]:
        """Yield each card with its x; `y` moves down after each full row."""
        step = CARD_WIDTH + GAP
        a_row = int((WIDTH - MARGIN + GAP - left) // step)
        for k, card in enumerate(cards):
            yield left + step * (k % a_row), card
            if k % a_row == a_row - 1 or k == len(cards) - 1:
                self.y += CARD_HEIGHT + GAP

    def _card(
        self,
        x: Number,
        card: Card | None,
        seat: Seat,
        reason: AsideReason | None = None,
        *,
        marked: bool = True,
    ) -> str:
        middle, y = x + CARD_WIDTH / 2, self.y
        who = f", {self.scene.name(seat)}" if marked else ""
        why = "" if reason is None else f", {REASONS[reason]}"
        parts = [element("title", escaped(f"{card or 'face down'}{who}{why}"))]
        parts += _face(x, y, card, dashed=reason is not None)
        if marked:
            parts.append(marker(seat, middle, y + CARD_HEIGHT - 12, 5))
        if reason is AsideReason.SKIPPED:
            parts.append(cross(x + CARD_WIDTH - 5, y + 5, 5))
        if reason is AsideReason.STAR:
            parts.append(star(x + CARD_WIDTH - 5, y + 5, 7))
        return element("g", *parts, **named(card, seat))


def _marks(scene: Scene) -> str:
    """Return the legend for the marks on cards that are set aside."""
    meanings = {
        AsideReason.SKIPPED: "a cross: skipped",
        AsideReason.STAR: "a star: thrown",
    }
    seen = {aside.reason for aside in scene.aside}
    return ", ".join([words for reason, words in meanings.items() if reason in seen])


def _face(x: Number, y: Number, card: Card | None, *, dashed: bool) -> Iterator[str]:
    paint = "back" if card is None else "face"
    dash: dict[str, Attribute] = {"stroke_dasharray": "4 3"} if dashed else {}
    yield element("rect", paint=paint, x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=5, **dash)
    if card is None:
        inner = {"x": x + 5, "y": y + 5, "width": CARD_WIDTH - 10, "height": CARD_HEIGHT - 10}
        yield element("rect", paint="edge", fill="none", rx=3, **inner)
        return
    size = 18 if card < 1_000 else 12
    yield label(
        x + CARD_WIDTH / 2, y + 26, str(card), size=size, text_anchor="middle", font_weight="bold"
    )
