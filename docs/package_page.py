"""The README as the page of a package index, where paths of the repository do not work.

The build of the package runs this module, which `pyproject.toml` names. As long as `[project.urls]`
has no `Source`, links to files and pictures of the repository become plain text. With `Source`,
the only place for the repository's address, they become absolute.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
LOCAL = r"(?!https?:|mailto:)(?P<path>[^)\s\"]+)"
# An HTML picture can choose its file by the colours of the page; `img` is its last element.
HTML = re.compile(r"<picture\b.*?</picture>|<img\b[^>]*>", re.DOTALL)
ALT = re.compile(r"\balt=\"(?P<words>[^\"]*)\"")
FILE = re.compile(rf"\b(?P<name>src|srcset)=\"{LOCAL}\"")
PICTURE = re.compile(rf"!\[(?P<words>[^\]]*)\]\({LOCAL}\)")
LINK = re.compile(rf"(?<!!)\[(?P<words>[^\]]+)\]\({LOCAL}\)")
WHERE = "\nThe pages named in this text are in the folder `docs` of the source distribution.\n"


def page(readme: str, source: str | None, version: str) -> str:
    """Return the README with working links, or without links."""
    parts = FENCED.split(readme)
    if source is None:
        parts[::2] = map(_plain, parts[::2])
        made = "".join(parts)
        return made if made == readme else made + WHERE
    parts[::2] = (_absolute(part, source.rstrip("/"), f"v{version}") for part in parts[::2])
    return "".join(parts)


def _plain(text: str) -> str:
    text = HTML.sub(lambda match: _words(match[0]) if FILE.search(match[0]) else match[0], text)
    text = PICTURE.sub(r"*\g<words>*", text)
    return LINK.sub(r"\g<words>", text)


def _words(html: str) -> str:
    found = ALT.search(html)
    return f"*{found['words']}*" if found else ""


def _absolute(text: str, source: str, tag: str) -> str:
    files, pages = f"{source}/raw/{tag}", f"{source}/blob/{tag}"
    absolute = rf'\g<name>="{files}/\g<path>"'
    text = HTML.sub(lambda match: FILE.sub(absolute, match[0]), text)
    text = PICTURE.sub(rf"![\g<words>]({files}/\g<path>)", text)
    return LINK.sub(lambda match: f"[{match['words']}]({_address(match['path'], pages)})", text)


def _address(path: str, pages: str) -> str:
    return f"{pages}/README.md{path}" if path.startswith("#") else f"{pages}/{path}"


class PackagePage(MetadataHookInterface):
    """The hook that hatchling calls for the metadata of each build."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description of the package."""
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = page(readme, metadata.get("urls", {}).get("Source"), metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
