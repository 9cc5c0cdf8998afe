"""The README leads to files that exist; Sphinx checks the links between pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
LINKS = LINK.findall((ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_readme_leads_to_the_tutorial() -> None:
    assert "docs/tutorial.md" in LINKS


@pytest.mark.parametrize("link", LINKS)
def test_a_link_of_the_readme_leads_to_a_file(link: str) -> None:
    assert (ROOT / link).is_file()
