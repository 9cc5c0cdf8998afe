"""Prepare and check a release, using only the standard library.

`python .github/release.py cut` moves the entries under "Unreleased" of the changelog to a section
for the version in `pyproject.toml`, with today's date, and writes both to `CITATION.cff`.
`python .github/release.py check [TAG]` fails unless tag, version, changelog and citation agree.
`python .github/release.py notes` prints the section of the version.
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
KIND = re.compile(r"^### (.+)$", re.MULTILINE)
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
DATED = re.compile(r"(?P<version>\d+\.\d+\.\d+) - (?P<date>\d{4}-\d{2}-\d{2})")


class Refused(Exception):
    """A release cannot be prepared from these files."""


class Files:
    """The three files that contain the version."""

    def __init__(self, root: Path) -> None:
        self.changelog_file = root / "CHANGELOG.md"
        self.citation_file = root / "CITATION.cff"
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        self.version: str = project["version"]

    @property
    def changelog(self) -> str:
        return self.changelog_file.read_text(encoding="utf-8")

    @property
    def citation(self) -> str:
        return self.citation_file.read_text(encoding="utf-8")

    def sections(self) -> dict[str, str]:
        """Return the sections of the changelog in order, as a mapping from heading to text."""
        _, *parts = HEADING.split(self.changelog)
        return dict(zip(parts[::2], (text.strip() for text in parts[1::2]), strict=True))

    def dated(self) -> list[tuple[str, str]]:
        """Return the version and the date of each section that has both."""
        found = (DATED.fullmatch(heading) for heading in self.sections())
        return [(match["version"], match["date"]) for match in found if match]

    def cited(self, field: str) -> str | None:
        """Return a field of the citation, None if it is missing."""
        found = re.search(rf"^{field}: \"?([^\"\n]+)\"?$", self.citation, re.MULTILINE)
        return found and found[1]


def faults(root: Path, tag: str | None = None) -> list[str]:
    """Return the disagreements as sentences; none if the version can be released."""
    files = Files(root)
    return [
        *_faults_of_headings(files),
        *_faults_of_versions(files, tag),
    ]


def _faults_of_headings(files: Files) -> list[str]:
    sections = files.sections()
    odd = [heading for heading in list(sections)[1:] if not DATED.fullmatch(heading)]
    found = [f'the heading "{heading}" is not "VERSION - YYYY-MM-DD"' for heading in odd]
    if next(iter(sections), None) != "Unreleased":
        found.append('the first section of the changelog is not "Unreleased"')
    kinds = {kind for text in sections.values() for kind in KIND.findall(text)}
    found += [f'the changelog has no kind of change "{kind}"' for kind in sorted(kinds - {*KINDS})]
    dates = [date for _, date in files.dated()]
    if dates != sorted(dates, reverse=True):
        found.append("the sections of the changelog are not in order, newest first")
    return found


def _faults_of_versions(files: Files, tag: str | None) -> list[str]:
    version = files.version
    found = []
    if tag is not None and tag != f"v{version}":
        found.append(f"the tag is {tag}, but the version is {version}")
    if files.sections().get("Unreleased"):
        found.append('the changelog still has entries under "Unreleased"')
    latest, date = next(iter(files.dated()), (None, None))
    if latest != version:
        found.append(f"the latest version of the changelog is {latest}, not {version}")
    for field, expected in (("version", version), ("date-released", date)):
        if files.cited(field) != expected:
            found.append(f"{field} of the citation is {files.cited(field)}, not {expected}")
    return found


def cut(root: Path, date: str) -> None:
    """Date the section of the version, and write the version and the date to the citation.

    Raises:
        Refused: "Unreleased" has entries and the version already has a section, or there is
            neither an entry nor a section.
    """
    files = Files(root)
    version, sections = files.version, files.sections()
    known = dict(files.dated())
    if sections.get("Unreleased"):
        if version in known:
            raise Refused(f"{version} has a section already: raise the version in pyproject.toml")
        old, new = "## Unreleased\n", f"## Unreleased\n\n## {version} - {date}\n"
    elif version in known:
        old, new = f"## {version} - {known[version]}\n", f"## {version} - {date}\n"
    else:
        raise Refused('the changelog has no entries under "Unreleased"')
    files.changelog_file.write_text(files.changelog.replace(old, new, 1), encoding="utf-8")
    citation = files.citation
    for field, value in (("version", version), ("date-released", date)):
        citation = re.sub(rf"^{field}: .*$", f"{field}: {value}", citation, flags=re.MULTILINE)
    files.citation_file.write_text(citation, encoding="utf-8")


def notes(root: Path) -> str:
    """Return the section of the version, for the announcement of the release."""
    files = Files(root)
    return files.sections()[f"{files.version} - {dict(files.dated())[files.version]}"]


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Run one of the commands, and return the exit code."""
    parser = argparse.ArgumentParser(prog="release.py")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("cut", help="date the section of the version")
    commands.add_parser("check", help="compare tag, version, changelog and citation")
    commands.choices["check"].add_argument("tag", nargs="?")
    commands.add_parser("notes", help="print the section of the version")
    chosen = parser.parse_args(arguments)
    if chosen.command == "notes":
        print(notes(root))
        return 0
    try:
        if chosen.command == "cut":
            cut(root, datetime.datetime.now(datetime.UTC).date().isoformat())
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    found = faults(root, getattr(chosen, "tag", None))
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
