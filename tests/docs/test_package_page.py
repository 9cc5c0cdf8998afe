"""The README as the page of a package index: no link of it is dead."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.once

pytest.importorskip("hatchling", reason="hatchling is not installed: the group `test` has it")

ROOT = Path(__file__).parents[2]
SOURCE = "https://example.org/us/themind"
README = """# themind

![A "small" level](docs/pictures/state.svg)

<picture><source srcset="docs/dark.svg"><img alt="A game" src="docs/light.svg"></picture>

See [the `tutorial`](docs/tutorial.md#next), [a paper](https://example.org/paper)
and [above](#themind).

```python
>>> [len](docs)
```
"""
ADDRESS = re.compile(r"\]\(([^)]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")


@pytest.fixture(scope="module")
def package_page() -> Any:
    spec = importlib.util.spec_from_file_location("package_page", ROOT / "docs/package_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The metadata that a build of this repository writes."""
    work = tmp_path_factory.mktemp("metadata")
    code = (
        "import sys; from hatchling.build import prepare_metadata_for_build_wheel as prepare;"
        "print(prepare(sys.argv[1]))"
    )
    command = [sys.executable, "-c", code, str(work)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Parser().parsestr((work / done.stdout.strip() / "METADATA").read_text(encoding="utf-8"))


def addresses(page: str) -> list[str]:
    outside = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    return [one or other for one, other in ADDRESS.findall(outside)]


def test_the_built_page_has_no_dead_link(built: Any) -> None:
    page = built.get_payload()
    assert page.startswith("# themind\n")
    assert "```python\n>>> import themind as tm\n" in page
    assert [found for found in addresses(page) if not found.startswith("https://")] == []
    assert built["Description-Content-Type"] == "text/markdown"


def test_without_an_address_links_and_pictures_become_text(package_page: Any) -> None:
    page = package_page.page(README, None, "1.2.3")
    assert addresses(page) == ["https://example.org/paper"]
    assert '*A "small" level*\n\n*A game*\n\nSee the `tutorial`, [a paper]' in page
    assert "\nand above.\n\n```python\n>>> [len](docs)\n```\n" in page
    assert page.endswith(package_page.WHERE)


def test_with_an_address_links_and_pictures_become_absolute(package_page: Any) -> None:
    page = package_page.page(README, SOURCE + "/", "1.2.3")
    assert addresses(page) == [
        f"{SOURCE}/raw/v1.2.3/docs/pictures/state.svg",
        f"{SOURCE}/raw/v1.2.3/docs/dark.svg",
        f"{SOURCE}/raw/v1.2.3/docs/light.svg",
        f"{SOURCE}/blob/v1.2.3/docs/tutorial.md#next",
        "https://example.org/paper",
        f"{SOURCE}/blob/v1.2.3/README.md#themind",
    ]
    assert ">>> [len](docs)\n" in page


def test_a_page_without_links_stays_as_it_is(package_page: Any) -> None:
    text = "# themind\n\nSee [a paper](https://example.org/paper).\n"
    assert package_page.page(text, None, "1.2.3") == text
    assert package_page.page(text, SOURCE, "1.2.3") == text


def test_the_address_is_read_from_the_projects_urls(package_page: Any) -> None:
    hook = package_page.PackagePage(str(ROOT), {})
    metadata: dict[str, Any] = {"version": "1.2.3", "urls": {"Source": SOURCE}}
    hook.update(metadata)
    assert f"]({SOURCE}/blob/v1.2.3/docs/tutorial.md)" in metadata["readme"]["text"]
