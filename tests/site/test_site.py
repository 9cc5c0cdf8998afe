"""Each page of the built site in Chromium: `nox -s site`.

Every page is opened on a desktop and on a phone, in the light and in the dark theme. It must pass
axe, fit its window, and show pictures in the colours of its theme with words that can be read.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.once, pytest.mark.unmeasured, pytest.mark.tree]

playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: `nox -s site` has it"
)
if not {"SITE", "AXE"} <= {*os.environ}:
    pytest.skip("there is no built site: `nox -s site` builds one", allow_module_level=True)

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SITE = Path(os.environ["SITE"])
NAMES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
# The page of the search is the theme's, and pages of source code are lists of lines.
PAGES = [name for name in NAMES if name != "search.html" and not name.startswith(("_", "source/"))]
SCREENS = {"desktop": (1280, 900), "phone": (390, 844)}
LEAST_LETTERS = 7.5  # pixels: the smallest words of a picture, on a phone
MOST_MS = 60_000
# Faults of the theme, outside of what the pages say: a rule of axe, and a part of the element.
OF_THE_THEME = {("landmark-unique", ".sidebar-drawer")}
AXE = """() => axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) =>
        [id, target.join(" "), html.slice(0, 200), failureSummary])))"""
# A preference of the system against the theme: the switch of the site has to win.
OTHER = {"light": "dark", "dark": "light"}
SHOWN = """() => {
    const width = document.documentElement.clientWidth;
    const all = (where) => [...document.querySelectorAll(where)];
    const scale = (svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const letters = (text) => parseFloat(getComputedStyle(text).fontSize);
    const size = (text) => letters(text) * scale(text.ownerSVGElement);
    const lightness = (element) => {
        const [r, g, b] = getComputedStyle(element).fill.match(/[\\d.]+/g).map(Number);
        return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
    };
    return {
        over: document.documentElement.scrollWidth - width,
        outside: all("article *").filter((element) =>
            element.getBoundingClientRect().right > width + 1
            && !element.closest(".table-wrapper, .picture, pre, .highlight, .math")).length,
        letters: Math.min(100, ...all(".picture text").map(size)),
        papers: all(".picture svg").map((svg) =>
            lightness(svg.querySelector(".paper, [id$=patch_1] path"))),
    };
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("there is no chromium on this machine")
    args = ["--no-sandbox"] if os.geteuid() == 0 else []  # root has no sandbox
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=args)
        yield browser
        browser.close()


@pytest.fixture(scope="module", params=SCREENS)
def screen(request: pytest.FixtureRequest, browser: Any) -> Iterator[Any]:
    """A tab of a desktop or a phone."""
    width, height = SCREENS[request.param]
    context = browser.new_context(viewport={"width": width, "height": height})
    tab = context.new_page()
    tab.set_default_timeout(MOST_MS)
    yield tab
    context.close()


def opened(tab: Any, name: str, theme: str) -> Any:
    """Open a page, and choose its theme against the preference of the system."""
    tab.emulate_media(color_scheme=OTHER[theme])
    tab.goto((SITE / name).as_uri())
    tab.evaluate("(theme) => { document.body.dataset.theme = theme; }", theme)
    return tab


@pytest.mark.parametrize("theme", OTHER)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_passes_axe(screen: Any, name: str, theme: str) -> None:
    tab = opened(screen, name, theme)
    tab.evaluate(Path(os.environ["AXE"]).read_text(encoding="utf-8"))
    found = [
        fault
        for fault in tab.evaluate(AXE)
        if not any(fault[0] == rule and part in fault[1] for rule, part in OF_THE_THEME)
    ]
    assert found == []


@pytest.mark.parametrize("theme", OTHER)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_its_window_and_its_pictures_its_theme(
    screen: Any, name: str, theme: str
) -> None:
    shown = opened(screen, name, theme).evaluate(SHOWN)
    assert (shown["over"], shown["outside"]) == (0, 0)
    assert shown["letters"] >= LEAST_LETTERS
    assert all((paper < 0.3) == (theme == "dark") for paper in shown["papers"])


def test_there_are_pages_with_pictures(screen: Any) -> None:
    assert len(PAGES) > 40
    assert len(opened(screen, "pictures.html", "dark").evaluate(SHOWN)["papers"]) >= 3
