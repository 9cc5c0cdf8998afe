"""Programs that draw SVG draw all of a picture: each element has a colour that is looked for.

    nox -s pictures

A program that is not here is skipped; `rsvg-convert` and Chromium are looked for on the path.
"""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import themind as tm
from golden.games import GAMES
from render.pictures import SVG
from themind import render

Image = pytest.importorskip("PIL.Image")

pytestmark = [pytest.mark.once, pytest.mark.slow, pytest.mark.unmeasured]

SCALE = 4  # so that the strokes of small letters have a pixel that is theirs alone
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
DRAWN = {f"{SVG}{tag}" for tag in ("rect", "text", "circle", "polygon", "path", "line")}
NAMES = ["Ada", "Ben & <Co>", "Zoë", "Dan"]


def pictures() -> dict[str, str]:
    """Pictures that together have every kind of mark."""
    found: dict[str, str] = {}
    for name, record in GAMES.items():
        names = NAMES[: record.start.players]
        final = tm.final_state(record)
        found[f"{name}: timeline"] = render.timeline(record, names)
        found[f"{name}: state"] = render.svg(final, names)
        middle = [step.state for step in tm.replay(record)][len(record.entries) // 2]
        found[f"{name}: view"] = render.svg(tm.view(middle, 0), names)
    return found


PICTURES = pictures()


def colours() -> Iterator[str]:
    """Colours that mixtures of others do not meet by chance."""
    return (f"#{(k * 0x9E3779 + 0x123456) % 2**24:06x}" for k in range(1, 2**20))


def coloured(picture: str) -> tuple[str, dict[str, str]]:
    """Return a picture whose elements have a colour each, and what has which colour."""
    ET.register_namespace("", SVG.strip("{}"))
    root = ET.fromstring(picture)
    known: dict[str, str] = {}
    for element, colour in zip(root.iter(), colours(), strict=False):
        is_empty = element.tag == f"{SVG}text" and not element.text
        if element.tag not in DRAWN or is_empty:
            continue
        for paint in ("fill", "stroke"):
            if element.get(paint, "none") != "none":
                element.set(paint, colour)
        element.attrib.pop("fill-opacity", None)
        known[colour] = f"{element.tag.removeprefix(SVG)} {element.text or element.attrib}"
    return ET.tostring(root, encoding="unicode"), known


def pixels(png: bytes) -> set[str]:
    """The colours of a raster picture."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    counted = image.getcolors(image.width * image.height)
    return {f"#{red:02x}{green:02x}{blue:02x}" for _, (red, green, blue) in counted}


def by_cairosvg(picture: str, folder: Path) -> set[str]:
    del folder
    cairosvg = pytest.importorskip("cairosvg")
    return pixels(cairosvg.svg2png(bytestring=picture.encode(), scale=SCALE))


def by_resvg(picture: str, folder: Path) -> set[str]:
    del folder
    resvg = pytest.importorskip("resvg_py")
    return pixels(bytes(resvg.svg_to_bytes(svg_string=picture, zoom=SCALE)))


def by_svglib(picture: str, folder: Path) -> set[str]:
    """The colours of the shapes that it made; its own way to pixels needs yet another library."""
    svglib = pytest.importorskip("svglib.svglib")
    path = folder / "picture.svg"
    path.write_text(picture, encoding="utf-8")
    found: set[str] = set()
    waiting = [svglib.svg2rlg(str(path))]
    while waiting:
        shape = waiting.pop()
        waiting += getattr(shape, "contents", [])
        for paint in ("fillColor", "strokeColor"):
            colour = getattr(shape, paint, None)
            if colour is not None:
                found.add(f"#{colour.hexval()[2:]}")
    return found


def by_librsvg(picture: str, folder: Path) -> set[str]:
    del folder
    program = shutil.which("rsvg-convert")
    if program is None:
        pytest.skip("there is no rsvg-convert on this machine")
    command = [program, f"--zoom={SCALE}"]
    done = subprocess.run(command, input=picture.encode(), capture_output=True, check=True)
    return pixels(done.stdout)


def by_chromium(picture: str, folder: Path) -> set[str]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    source, shot = folder / "picture.svg", folder / "shot.png"
    source.write_text(picture, encoding="utf-8")
    root = ET.fromstring(picture)
    size = f"--window-size={root.attrib['width']},{root.attrib['height']}"
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
    scale = f"--force-device-scale-factor={SCALE}"
    command = [program, *options, size, scale, f"--screenshot={shot}", source.as_uri()]
    subprocess.run(command, capture_output=True, check=True, timeout=120)
    return pixels(shot.read_bytes())


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("draw", [by_cairosvg, by_resvg, by_svglib, by_librsvg, by_chromium])
def test_every_element_is_drawn(
    name: str, draw: Callable[[str, Path], set[str]], tmp_path: Path
) -> None:
    picture, known = coloured(PICTURES[name])
    found = draw(picture, tmp_path)
    assert [what for colour, what in known.items() if colour not in found] == []
    assert len(known) > 15


def test_the_pictures_have_every_kind_of_mark() -> None:
    found = {mark for picture in PICTURES.values() for mark in marks_of(picture)}
    assert {"face", "back", "fault", "life", "star", "edge", "line"} <= found


def marks_of(picture: str) -> set[str | None]:
    return {element.get("class") for element in ET.fromstring(picture).iter()}
