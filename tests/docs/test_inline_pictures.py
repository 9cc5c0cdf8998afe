"""Pictures in pages follow the theme switch of the site; `nox -s site` opens them in a browser."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import inline_pictures
import pytest

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = sorted(path for path in DOCS.rglob("*.svg") if "_build" not in path.parts)
SVG = "{http://www.w3.org/2000/svg}"


def parsed(path: Path, name: str = "a", words: str = "words") -> ET.Element:
    return ET.fromstring(inline_pictures.inline(path.read_text(encoding="utf-8"), name, words))


def dark_rules(style: str) -> str:
    (found,) = re.findall(
        r"@media \(prefers-color-scheme: dark\)\{((?:[^{}]*\{[^{}]*\})*)\}", style
    )
    return found


def test_there_are_pictures() -> None:
    assert len(PICTURES) >= 8


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_the_switch_of_the_site_sets_the_colours(path: Path) -> None:
    """The rules of the file for dark screens hold for the dark theme, chosen or preferred."""
    rules = dark_rules(path.read_text(encoding="utf-8"))
    style = "".join(element.text or "" for element in parsed(path).iter(f"{SVG}style"))
    preferred = dark_rules(style)
    chosen = style.replace(preferred, "").replace("@media (prefers-color-scheme: dark){}", "")
    selectors = re.findall(r"([^{}]+)\{", rules)
    assert selectors
    for selector in selectors:
        assert f"{inline_pictures.CHOSEN} {selector}{{" in chosen
        assert f"{inline_pictures.PREFERRED} {selector}{{" in preferred


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_has_the_words_of_its_page(path: Path) -> None:
    holder = parsed(path, words='Cards & "lives"')
    assert holder.tag == "span", "a paragraph or a link cannot hold a div"
    (picture,) = holder
    assert (picture.get("role"), picture.get("aria-label")) == ("img", 'Cards & "lives"')
    assert picture.find(f"{SVG}title") is None


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_two_pictures_of_a_page_share_no_identifier(path: Path) -> None:
    one, other = (
        {element.get("id") for element in parsed(path, name).iter()} - {None}
        for name in ("one", "other")
    )
    assert one.isdisjoint(other)
    text = inline_pictures.inline(path.read_text(encoding="utf-8"), "one", "")
    assert {*re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", text)} <= {
        pair for name in one for pair in ((name, ""), ("", name))
    }


@pytest.mark.parametrize(("width", "pixels"), [("300", 300), ("300pt", 400), ("720px", 720)])
def test_a_picture_shrinks_only_so_far(width: str, pixels: int) -> None:
    picture = f'<svg viewBox="0 0 9 9" width="{width}"><title>t</title></svg>'
    assert inline_pictures.width_of(picture) == pixels
    root = ET.fromstring(inline_pictures.inline(picture, "a", "words"))
    assert root[0].get("style") == f"min-width: {0.65 * pixels:.0f}px"
