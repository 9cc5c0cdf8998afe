"""A record as an SVG timeline: time or play order across, card value up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count

from themind import AsideReason, Card, Record
from themind.render._marks import Chapter, Marks, Spot, marks_of
from themind.render._xml import (
    Number,
    cross,
    element,
    escaped,
    label,
    marker,
    named,
    picture,
    star,
    written,
)
from themind.words._names import Names
from themind.words._phrases import cards, levels, players, seat_names

LEFT, RIGHT, TOP, PLOT_HEIGHT = 62, 28, 76, 320
LEAST_WIDTH, MOST_WIDTH, PLACE_WIDTH = 560, 1_280, 14
LEGEND_COLUMN, LEGEND_ROW = 150, 22
LETTER_WIDTH = 7


def timeline(record: Record, names: Names | None = None) -> str:
    """Return a record as an SVG document, from its first deal to its end.

    The horizontal axis is time if every entry has a time, and the order of play otherwise. The
    vertical axis is the value of the cards. Each seat has a colour and a shape. A cross marks a
    mistake, hollow marks are cards that were set aside, and stars are cards thrown with a star.
    Equal arguments give equal documents.

    Args:
        record: The record.
        names: A name for each seat; the default is the names of the record.

    Raises:
        InvalidRecord: The record breaks a rule.
        InvalidArgument: There are names, but not one for each seat.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> from themind import render
        >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
        >>> record = record.add(tm.Deal(tm.stacked_deck([(37,), (62,)]))).add(tm.Begin())
        >>> render.timeline(record.add(tm.Play(0)).add(tm.Play(1))).count(" plays ")
        2
    """
    marks = marks_of(record)
    known = seat_names(record.start.players, record.names if names is None else names)
    plot = _Plot(marks, known)
    height = TOP + PLOT_HEIGHT + 84 + LEGEND_ROW * len(plot.legend_rows)
    return picture(plot.width, height, _title(marks), _description(marks, known), *plot.parts())


def _title(marks: Marks) -> str:
    rules = marks.final.rules
    run = "a blind run" if marks.final.blind else "a game"
    return f"{run.capitalize()} of {players(rules.players)}, {levels(rules)}: {marks.ended}"


def _description(marks: Marks, names: Names) -> str:
    return "\n".join(_chapter_words(chapter, names) for chapter in marks.chapters) or "No deal yet."


def _chapter_words(chapter: Chapter, names: Names) -> str:
    parts = [f"{chapter.name}: played {cards(spot.card for spot in chapter.played) or 'nothing'}"]
    parts += [f"mistake, {names[spot.seat]}'s {spot.card}" for spot in chapter.mistakes]
    parts += [
        f"{reason}: {cards(spot.card for spot in chapter.aside if spot.reason is kind)}"
        for kind, reason in (
            (AsideReason.SKIPPED, "skipped"),
            (AsideReason.STAR, "thrown with a star"),
        )
        if any(spot.reason is kind for spot in chapter.aside)
    ]
    return "; ".join(parts) + "."


class _Plot:
    """The layout of the timeline and its elements."""

    def __init__(self, marks: Marks, names: Sequence[str]) -> None:
        self.marks = marks
        self.names = names
        spots = sum(len(chapter.played) + len(chapter.aside) + 1 for chapter in marks.chapters)
        wanted = LEFT + RIGHT + PLACE_WIDTH * spots
        self.width = min(max(wanted, LEAST_WIDTH), MOST_WIDTH)
        a_row = (self.width - LEFT - RIGHT) // LEGEND_COLUMN
        seats = range(len(names))
        self.legend_rows = [seats[k : k + a_row] for k in range(0, len(names), a_row)]

    def across(self, at: int) -> float:
        span = max(self.marks.end - self.marks.begin, 1)
        room = self.width - LEFT - RIGHT - 2 * PLACE_WIDTH
        return LEFT + PLACE_WIDTH + room * (at - self.marks.begin) / span

    def up(self, card: Card) -> float:
        most = self.marks.final.rules.cards
        return TOP + PLOT_HEIGHT * (1 - card / most)

    def parts(self) -> Iterator[str]:
        yield label(24, 32, _title(self.marks), size=16, font_weight="bold")
        yield from self._axis_titles()
        yield from self._card_axis()
        yield from self._time_axis()
        for chapter in self.marks.chapters:
            yield from self._chapter(chapter)
        yield from self._chapter_names()
        yield from self._legend()

    def _axis_titles(self) -> Iterator[str]:
        across = "time (minutes:seconds)" if self.marks.is_timed else "order of play"
        x, y = (LEFT + self.width - RIGHT) / 2, TOP + PLOT_HEIGHT / 2
        turned = f"rotate(-90 20 {written(y)})"
        yield label(x, TOP + PLOT_HEIGHT + 42, across, text_anchor="middle")
        yield label(20, y, "card", text_anchor="middle", transform=turned)

    def _card_axis(self) -> Iterator[str]:
        most = self.marks.final.rules.cards
        for card in sorted({1, *(most * k // 4 for k in range(1, 5) if most * k // 4)}):
            y = self.up(card)
            yield _line(LEFT, y, self.width - RIGHT, y)
            yield label(LEFT - 8, y + 4, str(card), paint="soft", text_anchor="end", size=12)

    def _time_axis(self) -> Iterator[str]:
        if not self.marks.is_timed:
            return
        begin, end = self.marks.begin, self.marks.end
        step = _time_step(end - begin)
        for at in range(-(-begin // step) * step, end + 1, step):
            x, y = self.across(at), TOP + PLOT_HEIGHT
            yield _line(x, y, x, y + 6)
            yield label(x, y + 20, _clock(at), paint="soft", text_anchor="middle", size=12)

    def _chapter_names(self) -> Iterator[str]:
        taken = 0.0
        for chapter in self.marks.chapters:
            x = self.across(chapter.at)
            if x >= taken:
                words = chapter.name.replace(f" of {self.marks.final.rules.levels}", "")
                yield label(x + 4, TOP - 10, words, size=12)
                taken = x + LETTER_WIDTH * (len(words) + 1)

    def _chapter(self, chapter: Chapter) -> Iterator[str]:
        x = self.across(chapter.at)
        yield _line(x, TOP - 22, x, TOP + PLOT_HEIGHT)
        way = [self._place(spot) for spot in chapter.played]
        if len(way) > 1:
            yield element("path", paint="line", d=_way(*way), fill="none", stroke_width=2)
        lowest: dict[int, Card] = {}
        for spot in chapter.aside:
            lowest[spot.at] = min(lowest.get(spot.at, spot.card), spot.card)
        for spot in chapter.mistakes:
            if spot.at in lowest:
                x, low = self.across(spot.at), self.up(lowest[spot.at])
                yield element("path", paint="fault", d=_way((x, self.up(spot.card)), (x, low)))
        for spot in chapter.aside:
            yield self._aside(spot)
        for spot in chapter.mistakes:
            yield self._spot(spot, "makes a mistake with {}", cross(*self._place(spot), 11))
        for spot in chapter.played:
            yield self._spot(spot, "plays {}", marker(spot.seat, *self._place(spot), 5))

    def _place(self, spot: Spot) -> tuple[float, float]:
        return self.across(spot.at), self.up(spot.card)

    def _aside(self, spot: Spot) -> str:
        x, y = self._place(spot)
        drawn = [marker(spot.seat, x, y, 5, fill_opacity=0.3, stroke_dasharray="2 2")]
        if spot.reason is AsideReason.STAR:
            drawn.append(star(x + 7, y - 7, 7))
            return self._spot(spot, "throws {} with a star", *drawn)
        return self._spot(spot, "sets aside {}", *drawn)

    def _spot(self, spot: Spot, does: str, *drawn: str) -> str:
        words = f"{self.names[spot.seat]} {does.format(spot.card)}"
        if self.marks.is_timed:
            words += f", {_clock(spot.at)}"
        return element("g", element("title", escaped(words)), *drawn, **named(spot.card, spot.seat))

    def _legend(self) -> Iterator[str]:
        y: Number = TOP + PLOT_HEIGHT + 68
        for row in self.legend_rows:
            for column, seat in enumerate(row):
                x = LEFT + LEGEND_COLUMN * column
                yield marker(seat, x, y - 4, 6)
                yield label(x + 14, y, self.names[seat])
            y += LEGEND_ROW
        yield from self._legend_of_marks(y)

    def _legend_of_marks(self, y: Number) -> Iterator[str]:
        yield cross(LEFT, y - 4, 7)
        yield label(LEFT + 14, y, "a mistake")
        yield marker(0, LEFT + 150, y - 4, 6, fill_opacity=0.3, stroke_dasharray="2 2")
        yield label(LEFT + 164, y, "set aside")
        yield star(LEFT + 300, y - 4, 8)
        yield label(LEFT + 314, y, "thrown with a star")


def _way(*places: tuple[Number, Number]) -> str:
    return "M" + "L".join(f"{written(x)} {written(y)}" for x, y in places)


def _line(x1: Number, y1: Number, x2: Number, y2: Number) -> str:
    return element("line", paint="line", x1=x1, y1=y1, x2=x2, y2=y2)


def _time_step(span: int) -> int:
    """Return a round number of milliseconds that divides a span into at most ten parts."""
    seconds = (1_000, 2_000, 5_000, 10_000, 20_000, 30_000)
    minutes = (60_000 * k * int(10**power) for power in count() for k in (1, 2, 5))
    return next(step for step in chain(seconds, minutes) if step * 10 >= span)


def _clock(at_ms: int) -> str:
    minutes, seconds = divmod(at_ms // 1_000, 60)
    return f"{minutes}:{seconds:02}"
