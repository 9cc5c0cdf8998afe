"""SVG elements, colours for light and dark pages, and shapes of seats.

The elements have the colours for light pages; a style sheet replaces them on dark pages. Seats
differ in colour (the palette of Okabe and Ito, for colour-blind readers) and in shape, so that no
information is in colour alone.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TypeAlias

from themind import Card, Seat

Number: TypeAlias = int | float
Attribute: TypeAlias = Number | str

# Some programs do not know generic font families, so common fonts precede the generic one.
FONT = "system-ui, Arial, Helvetica, Liberation Sans, DejaVu Sans, Noto Sans, sans-serif"

# Role: attribute -> colour on light paper, colour on dark paper.
ROLES: dict[str, dict[str, tuple[str, str]]] = {
    "paper": {"fill": ("#fbfaf7", "#1d1f21")},
    "ink": {"fill": ("#1f2328", "#e8e6e3")},
    "soft": {"fill": ("#57606a", "#aeb6be")},
    "face": {"fill": ("#ffffff", "#30343a"), "stroke": ("#57606a", "#aeb6be")},
    "back": {"fill": ("#a9b4bf", "#525c67"), "stroke": ("#57606a", "#aeb6be")},
    "line": {"stroke": ("#d0cbc2", "#4a4e55")},
    "edge": {"stroke": ("#1f2328", "#e8e6e3")},
    "fault": {"stroke": ("#b84e00", "#ff8a3d")},
    "life": {"fill": ("#d55e00", "#ff8a3d"), "stroke": ("#1f2328", "#e8e6e3")},
    "star": {"fill": ("#f0e442", "#f0e442"), "stroke": ("#1f2328", "#e8e6e3")},
}
SEAT_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")

# On a page a picture shrinks with its column. Programs that are not browsers ignore `@media`:
# a height of `auto` makes them draw nothing.
_SCREEN = "@media screen{svg.themind{max-width:100%;height:auto;}}"

Points: TypeAlias = tuple[tuple[float, float], ...]


def _around(corners: int, *, turn: float = 0.0, dent: float = 1.0) -> Points:
    """Return the corners of a figure around the origin; `dent` scales every second radius."""
    turns = [2 * pi * (k / corners + turn) for k in range(corners)]
    radii = [dent if k % 2 else 1.0 for k in range(corners)]
    return tuple((r * sin(a), -r * cos(a)) for a, r in zip(turns, radii, strict=True))


_PLUS: Points = tuple(
    (x * 0.38, y * 0.38)
    for x, y in (
        *((-1, -2.6), (1, -2.6), (1, -1), (2.6, -1), (2.6, 1), (1, 1)),
        *((1, 2.6), (-1, 2.6), (-1, 1), (-2.6, 1), (-2.6, -1), (-1, -1)),
    )
)
STAR: Points = _around(10, dent=0.45)
# Eight shapes and seven colours make 56 different seats. The first shape is a circle.
SEAT_SHAPES: tuple[Points, ...] = (
    (),
    _around(4, turn=0.125),
    _around(3),
    _around(4),
    _around(3, turn=0.5),
    _around(5),
    _PLUS,
    _around(6),
)


def written(value: Number) -> str:
    """Return a coordinate with at most two decimal places."""
    rounded = round(value, 2) + 0.0  # 0.0 turns a minus zero into zero
    return f"{rounded:.2f}".rstrip("0").rstrip(".")


def escaped(text: str) -> str:
    """Return a text with XML's special characters escaped."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return text.replace(">", "&gt;").replace('"', "&quot;")


def element(tag: str, *children: str, **attributes: Attribute) -> str:
    """Return an element. Children are XML; attributes are escaped, and `_` in names becomes `-`.

    The attribute `paint` names a role, which sets the class and the colours for light pages.
    """
    role = str(attributes.pop("paint", ""))
    given: dict[str, Attribute] = {"class": role} if role else {}
    given |= {name: light for name, (light, _) in ROLES.get(role, {}).items()}
    given |= attributes
    words = [
        f' {name.replace("_", "-")}="{escaped(v) if isinstance(v, str) else written(v)}"'
        for name, v in given.items()
    ]
    return f"<{tag}{''.join(words)}>{''.join(children)}</{tag}>"


def named(card: Card | None, seat: Seat) -> dict[str, Attribute]:
    """Return the attributes by which a page finds a card and its seat; a hidden card has none."""
    return {"data_seat": seat} if card is None else {"data_card": card, "data_seat": seat}


def label(x: Number, y: Number, text: str, *, size: Number = 13, **more: Attribute) -> str:
    """Return a text element with its baseline at y."""
    return element("text", escaped(text), x=x, y=y, font_size=size, **{"paint": "ink", **more})


def picture(width: Number, height: Number, title: str, description: str, *inside: str) -> str:
    """Return an SVG document with a background, a title and a description."""
    return element(
        "svg",
        element("title", escaped(title)),
        element("desc", escaped(description)),
        element("style", _SCREEN + _dark_style()),
        element("rect", paint="paper", width=width, height=height, rx=8),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {written(width)} {written(height)}",
        width=width,
        height=height,
        role="img",
        **{"class": "themind"},
        font_family=FONT,
    )


def _dark_style() -> str:
    rules = [
        f".themind .{role}{{{''.join(f'{name}:{dark};' for name, (_, dark) in paints.items())}}}"
        for role, paints in ROLES.items()
    ]
    return f"@media (prefers-color-scheme: dark){{{''.join(rules)}}}"


def polygon(points: Points, x: Number, y: Number, radius: Number, **more: Attribute) -> str:
    """Return a polygon with a centre and a radius."""
    corners = [f"{written(x + radius * px)},{written(y + radius * py)}" for px, py in points]
    return element("polygon", points=" ".join(corners), **more)


def marker(seat: Seat, x: Number, y: Number, radius: Number = 5, **more: Attribute) -> str:
    """Return the mark of a seat, in its colour and shape."""
    given = {"paint": "edge", "fill": SEAT_COLOURS[seat % len(SEAT_COLOURS)], **more}
    points = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
    if points:
        return polygon(points, x, y, radius * 1.25, **given)
    return element("circle", cx=x, cy=y, r=radius, **given)


def star(x: Number, y: Number, radius: Number, **more: Attribute) -> str:
    """Return the symbol of a star."""
    return polygon(STAR, x, y, radius, **{"paint": "star", **more})


def heart(x: Number, y: Number, radius: Number, **more: Attribute) -> str:
    """Return the symbol of a life."""
    turns = ((0, 1), (-2, -0.3), (-0.7, -1.6), (0, -0.4), (0.7, -1.6), (2, -0.3), (0, 1))
    places = [f"{written(x + radius * px)} {written(y + radius * py)}" for px, py in turns]
    d = f"M{places[0]}C{' '.join(places[1:])}Z"
    return element("path", d=d, **{"paint": "life", **more})


def cross(x: Number, y: Number, radius: Number) -> str:
    """Return the mark of a mistake."""
    left, right = written(x - radius), written(x + radius)
    high, low = written(y - radius), written(y + radius)
    d = f"M{left} {high}L{right} {low}M{left} {low}L{right} {high}"
    return element("path", paint="fault", d=d, stroke_width=2.5, fill="none")
