"""Tag, version, changelog and citation of a release: `.github/release.py`."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
PYPROJECT = '[project]\nname = "themind"\nversion = "1.2.3"\n'
CHANGELOG = """# Changelog

## Unreleased

## 1.2.3 - 2027-02-01

### Added

- A new function.

### Fixed

- An old one.

## 1.2.2 - 2027-01-01

### Added

- Everything.
"""
CITATION = 'cff-version: 1.2.0\nversion: 1.2.3\ndate-released: "2027-02-01"\n'


@pytest.fixture(scope="module")
def release() -> Any:
    spec = importlib.util.spec_from_file_location("release", ROOT / ".github" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in (
        ("pyproject.toml", PYPROJECT),
        ("CHANGELOG.md", CHANGELOG),
        ("CITATION.cff", CITATION),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def change(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    assert old in text
    (root / name).write_text(text.replace(old, new), encoding="utf-8")


def test_the_files_of_this_repository_agree(release: Any) -> None:
    """Between two releases the changelog may have entries that no version has yet."""
    waiting = 'the changelog still has entries under "Unreleased"'
    assert [fault for fault in release.faults(ROOT) if fault != waiting] == []


def test_a_release_can_go_out(release: Any, root: Path) -> None:
    assert release.faults(root, "v1.2.3") == []
    assert release.main(["check", "v1.2.3"], root) == 0


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (("pyproject.toml", "1.2.3", "1.2.4"), "the tag is v1.2.3, but the version is 1.2.4"),
        (("CHANGELOG.md", "## 1.2.3 -", "## 1.2.4 -"), "of the changelog is 1.2.4, not 1.2.3"),
        (("CHANGELOG.md", "2027-02-01", "2027-02-02"), "is 2027-02-01, not 2027-02-02"),
        (("CHANGELOG.md", "2027-02-01", "2026-02-01"), "are not in order, newest first"),
        (("CHANGELOG.md", "- 2027-02-01", ""), '"1.2.3 " is not "VERSION - YYYY-MM-DD"'),
        (("CHANGELOG.md", "## Unreleased\n", ""), 'is not "Unreleased"'),
        (("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n- New.\n"), "still has entries"),
        (("CHANGELOG.md", "### Fixed", "### Mended"), 'has no kind of change "Mended"'),
        (("CITATION.cff", "\nversion: 1.2.3", ""), "version of the citation is None, not 1.2.3"),
        (("CITATION.cff", "02-01", "02-03"), "is 2027-02-03, not 2027-02-01"),
    ],
)
def test_what_does_not_agree_is_named(
    release: Any, root: Path, capsys: Any, edit: tuple[str, str, str], fault: str
) -> None:
    change(root, *edit)
    assert fault in "\n".join(release.faults(root, "v1.2.3"))
    assert release.main(["check", "v1.2.3"], root) == 1
    assert fault in capsys.readouterr().err


def test_a_cut_gives_the_entries_a_version_and_a_date(release: Any, root: Path) -> None:
    change(root, "pyproject.toml", "1.2.3", "1.3.0")
    change(root, "CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n### Added\n\n- New.\n")
    release.cut(root, "2027-03-01")
    assert release.faults(root, "v1.3.0") == []
    assert release.notes(root) == "### Added\n\n- New."
    assert "version: 1.3.0\ndate-released: 2027-03-01\n" in (root / "CITATION.cff").read_text()


def test_a_cut_on_a_later_day_changes_only_the_date(release: Any, root: Path) -> None:
    release.cut(root, "2027-02-05")
    assert release.faults(root, "v1.2.3") == []
    expected = CHANGELOG.replace("2027-02-01", "2027-02-05")
    assert (root / "CHANGELOG.md").read_text(encoding="utf-8") == expected


def test_entries_need_a_new_version(release: Any, root: Path, capsys: Any) -> None:
    change(root, "CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n### Added\n\n- New.\n")
    assert release.main(["cut"], root) == 1
    assert "raise the version in pyproject.toml" in capsys.readouterr().err


def test_a_new_version_needs_entries(release: Any, root: Path, capsys: Any) -> None:
    change(root, "pyproject.toml", "1.2.3", "1.3.0")
    assert release.main(["cut"], root) == 1
    assert 'no entries under "Unreleased"' in capsys.readouterr().err


def test_the_notes_of_a_release_are_its_section(release: Any, root: Path, capsys: Any) -> None:
    assert release.main(["notes"], root) == 0
    assert capsys.readouterr().out.splitlines()[::2] == [
        "### Added",
        "- A new function.",
        "### Fixed",
        "- An old one.",
    ]


def test_every_action_of_the_workflows_has_a_full_hash_and_one_version() -> None:
    found: dict[str, set[str]] = {}
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        for line in re.findall(r"uses: (.+)", workflow.read_text(encoding="utf-8")):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
            action, _, pin = line.partition("@")
            found.setdefault(action, set()).add(pin)
    assert {action for action, pins in found.items() if len(pins) > 1} == set()
    assert "pypa/gh-action-pypi-publish" in found
